"""The built site, served on this machine only."""

from __future__ import annotations

import gc
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from tarock.base.errors import CodexError
from tarock.base.terminal import show

if TYPE_CHECKING:
    from pathlib import Path


class _Handler(SimpleHTTPRequestHandler):
    """Serves files without a line per request; a name that no file can have is not found."""

    def send_head(self) -> Any:
        """Send the headers."""
        try:
            return super().send_head()
        except (OSError, ValueError):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class SiteServer(ThreadingHTTPServer):
    """Holds a port of 127.0.0.1 from the moment it is made; raises `CodexError` when it cannot be had."""

    def __init__(self, output: Path, port: int):
        self.output = output
        try:
            super().__init__(("127.0.0.1", port), partial(_Handler, directory=str(output)))
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise CodexError(
                f"port {port} cannot be used ({reason})", "expected a free port, such as --port 8001"
            ) from None

    def serve(self) -> None:
        """Serve until interrupted."""
        show(f"serving {self.output} at http://127.0.0.1:{self.server_address[1]}/ (Ctrl-C ends)")
        sys.stdout.flush()
        gc.enable()  # from here on it is no short command any more
        try:
            self.serve_forever()
        except KeyboardInterrupt:
            return

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader that went away is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)
