"""The commands on the rule tables: what differs between the eras, and what holds each value."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace

from tarock.base.project import Project
from tarock.base.terminal import show, show_json
from tarock.rules.compare import compare, comparison_json
from tarock.rules.compare_text import FORMATS, render
from tarock.rules.data import CodexData

_SHOWN = 3  # neighbours of a value that nobody notices


def compare_arguments(parser: ArgumentParser) -> None:

    parser.add_argument("eras", nargs="*", metavar="ERA", help="sources to compare (default: all)")
    parser.add_argument("--topic", help="one topic, or all keys under a key")
    parser.add_argument("--changed", action="store_true", help="only what is known to differ")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=(*FORMATS, "json"), default="table")
    form.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.set_defaults(
        run=compare_eras,
        examples=("", "--topic ultimo", "1754 1840 --changed", "--topic settlement.stake --format csv", "--json"),
    )


def compare_eras(options: Namespace, project: Project) -> int:
    """Print the comparison in the format that is asked for."""
    codex = CodexData(project)

    sigla = list(dict.fromkeys(options.eras or codex.corpus.sources))  # an era named twice is one column
    for siglum in sigla:
        codex.corpus.require_known(siglum)
    tables = {siglum: codex.tables[siglum] for siglum in sigla}
    rows = compare(tables, codex.meanings, topic=options.topic or "", changed=options.changed)
    if options.format == "json":
        show_json(comparison_json(rows, sigla))
    elif options.format == "table" and not rows:
        if not options.changed:
            show("nothing is said of it in {sigla}".format(sigla=", ".join(sigla)))
        elif len(sigla) == 1:
            show(f"nothing is known to differ: {sigla[0]} is compared with no other source")
        else:
            show("nothing is known to differ")
    else:
        show(render(rows, sigla, options.format, codex.topics, shutil.get_terminal_size((120, 40)).columns))
        if options.format == "table" and len(sigla) > 1:
            differ, may = sum(row.changed for row in rows), sum(row.open for row in rows)
            known = f"{differ} known to differ"
            show(f"\n{known}" + (f"; {f'{may} open, not counted'}" if may else ""))
    return 0
