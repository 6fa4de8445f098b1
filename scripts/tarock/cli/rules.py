"""The command that compares the eras by their rule tables."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from tarock.base.project import Project
from tarock.base.terminal import format_count, show, show_json
from tarock.rules.compare import Row, compare_tables, group_by_topic, to_comparison_json
from tarock.rules.compare_text import FORMATS, render_rows
from tarock.rules.data import CodexData
from tarock.rules.topics import Topics


def add_compare_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock compare`."""
    parser.add_argument("eras", nargs="*", metavar="ERA", help="sources to compare (default: all)")
    parser.add_argument("--topic", help="one topic, or all keys under a key")
    parser.add_argument("--changed", action="store_true", help="only what is known to differ")
    parser.add_argument("--all", action="store_true", help="the table of every topic, not how many keys each has")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=(*FORMATS, "json"), default="table")
    form.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.set_defaults(
        run=compare_eras,
        examples=(
            "",
            "--topic ultimo",
            "--all",
            "1754 1840 --changed",
            "--topic settlement.stake --format csv",
            "--json",
        ),
    )


def compare_eras(options: Namespace, project: Project) -> int:
    """Print the comparison of the eras in the format that is asked for."""
    codex = CodexData(project)

    sigla = list(dict.fromkeys(options.eras or codex.corpus.sources))  # an era named twice is one column
    for siglum in sigla:
        codex.corpus.require_known(siglum)
    tables = {siglum: codex.tables[siglum] for siglum in sigla}
    rows = compare_tables(tables, codex.comparison_rules, topic=options.topic or "", changed=options.changed)
    if options.format == "json":
        show_json(to_comparison_json(rows, sigla))
    elif options.format == "table" and not rows:
        if not options.changed:
            show("nothing is said of it in {sigla}".format(sigla=", ".join(sigla)))
        elif len(sigla) == 1:
            show(f"nothing is known to differ: {sigla[0]} is compared with no other source")
        else:
            show("nothing is known to differ")
    elif options.format == "table":
        if len(sigla) > 1:
            show(f"{_counts(rows)}\n")
        if options.topic or options.changed or options.all:
            show(render_rows(rows, sigla, "table", codex.topics, shutil.get_terminal_size((120, 40)).columns))
        else:
            show("\n".join(_topic_lines(rows, codex.topics, compared=len(sigla) > 1)))
            show("\nthe keys of one: `--topic NAME`; what differs: `--changed`; the whole table: `--all`")
    else:
        show(render_rows(rows, sigla, options.format, codex.topics))
    return 0


def _counts(rows: Sequence[Row]) -> str:
    """Return how many keys differ, and of how many that is open."""
    differ, may = sum(row.changed for row in rows), sum(row.is_open for row in rows)
    return f"{differ} known to differ" + (f"; {may} open, not counted" if may else "")


def _topic_lines(rows: Sequence[Row], topics: Topics, *, compared: bool) -> Iterator[str]:
    """Yield a line for each topic: its name, its title, how many keys it has and how many of them differ."""
    for name, found in group_by_topic(rows):
        counts = f": {_counts(found)}" if compared else ""
        yield f"{name:<14}{topics.by_name[name].title:<32}{format_count(len(found), 'key'):>8}{counts}"
