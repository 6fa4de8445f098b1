"""The one switch for texts whose rights are not clear: what is published leaves them out unless it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser


def rights_argument(parser: ArgumentParser) -> None:
    """Declare `--with-unclear-rights`, and its opposite, which is the default."""
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--with-unclear-rights",
        action="store_true",
        help="publish the texts too whose rights are not clear (sources.yaml: `free: false`)",
    )
    chosen.add_argument("--public-domain-only", action="store_true", help="leave them out (the default)")
