"""Compiled templates are kept as Python keeps compiled modules: beside them, in `__pycache__`, if it keeps any at all.

To compile them takes an eighth of the time of a site.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2.bccache import FileSystemBytecodeCache

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.bccache import Bucket

_HERE = Path(__file__).parent


def keep_compiled(environment: Environment) -> Environment:
    """The environment, which compiles a template only when it, Jinja2, Python or its settings have changed."""
    if not sys.dont_write_bytecode:
        environment.bytecode_cache = _Kept()
    return environment


class _Kept(FileSystemBytecodeCache):
    def __init__(self) -> None:
        settings = hashlib.sha256((_HERE / "environment.py").read_bytes()).hexdigest()[:16]
        super().__init__(str(_HERE / "templates" / "__pycache__"), f"%s-{settings}.jinja")

    def load_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):  # a package that is only read: compiled again next time
            Path(self.directory).mkdir(exist_ok=True)
            super().dump_bytecode(bucket)
