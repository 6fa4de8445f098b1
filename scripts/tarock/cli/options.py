"""Options that several commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser


def json_argument(parser: ArgumentParser, what: str = "one JSON object") -> None:
    parser.add_argument("--json", action="store_true", help=f"print {what}")


def own_argument(parser: ArgumentParser) -> None:
    """Declare `--own`; without it, what is made leaves out what may not be published."""
    parser.add_argument(
        "--own",
        dest="public_domain_only",
        action="store_false",
        help="your own copy, with every word of every text: not for publication",
    )
