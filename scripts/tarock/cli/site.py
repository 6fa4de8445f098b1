"""`tarock site`."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.terminal import show
from tarock.cli.rights import rights_argument

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = ("build", "serve --port 8000", "build -o DIR --with-unclear-rights")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("build", "serve"))
    parser.add_argument("--port", type=int, help="where it is served (default: 8000)")
    parser.add_argument("-o", "--output", metavar="DIR", help="folder for the site (default: build/site)")
    rights_argument(parser)


def run(options: Namespace, codex: Codex) -> int:
    """Build the site, and serve it when asked: then the port is taken before the work begins."""
    from tarock.base.files import absolute
    from tarock.proof.check import require_sound
    from tarock.publish.server import SiteServer
    from tarock.publish.site import build_site

    if options.action == "build" and options.port is not None:
        raise CodexError("--port of `site build`, which serves nothing", "expected `site serve --port`")
    port = 8000 if options.port is None else options.port
    output = absolute(options.output) if options.output else codex.project.build / "site"
    with SiteServer(output, port) if options.action == "serve" else nullcontext() as server:
        require_sound(codex)
        build_site(codex, output, public_domain_only=not options.with_unclear_rights)
        if server:
            server.serve()
        else:
            show(f"the site is in {output}: open {output / 'index.html'}, or run `tarock site serve`")
    return 0
