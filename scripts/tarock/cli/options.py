"""Options that several commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser


def json_argument(parser: ArgumentParser, what: str = "one JSON object") -> None:
    parser.add_argument("--json", action="store_true", help=f"print {what}")


def rights_argument(parser: ArgumentParser) -> None:
    """Declare `--with-unclear-rights`, and its opposite, which is the default."""
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--with-unclear-rights",
        dest="public_domain_only",
        action="store_false",
        help="publish the texts too whose rights are not clear (sources.yaml: `free: false`)",
    )
    chosen.add_argument("--public-domain-only", action="store_true", default=True, help="leave them out (the default)")
