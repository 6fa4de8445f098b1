"""`tarock compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.terminal import show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = ("", "--topic ultimo", "1754 1840 --changed", "--topic settlement.stake --format csv", "--json")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    from tarock.rules.compare import FORMATS

    parser.add_argument("eras", nargs="*", metavar="ERA", help="sources to compare (default: all)")
    parser.add_argument("--topic", help="one topic, or all keys under a key")
    parser.add_argument("--changed", action="store_true", help="only what is known to differ")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=(*FORMATS, "json"), default="table")
    form.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")


def run(options: Namespace, codex: Codex) -> int:
    """Print the comparison in the format that is asked for."""
    import shutil

    from tarock.rules.compare import compare, render

    sources = codex.corpus.sources
    sigla = list(dict.fromkeys(options.eras or sources))  # an era named twice is one column
    if unknown := [siglum for siglum in sigla if siglum not in sources]:
        raise CodexError(f"unknown source `{unknown[0]}`", f"expected one of {', '.join(sources)}")
    tables = {siglum: codex.tables[siglum] for siglum in sigla}
    rows = compare(tables, codex.topics, topic=options.topic or "", changed=options.changed)
    if options.format == "json":
        from tarock.proof.json_records.rules import comparison_record

        show_json(comparison_record(rows, sigla))
    elif options.format == "table" and not rows:
        alone = f": {sigla[0]} is compared with no other source" if len(sigla) == 1 else ""
        show(
            f"nothing is known to differ{alone}" if options.changed else f"nothing is said of it in {', '.join(sigla)}"
        )
    else:
        show(render(rows, sigla, options.format, shutil.get_terminal_size((120, 40)).columns))
    return 0
