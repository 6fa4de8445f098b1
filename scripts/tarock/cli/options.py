"""Options that several commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.language import worded

if TYPE_CHECKING:
    from argparse import ArgumentParser


def json_argument(parser: ArgumentParser, what: str = "") -> None:
    """Declare `--json`; `what` is its help, where it is not simply an object."""
    parser.add_argument("--json", action="store_true", help=what or worded("print one JSON object"))


def own_argument(parser: ArgumentParser) -> None:
    """Declare `--own`; without it, what is made leaves out what may not be published."""
    parser.add_argument(
        "--own",
        dest="public_domain_only",
        action="store_false",
        help=worded("your own copy, with every word of every text: not for publication"),
    )
