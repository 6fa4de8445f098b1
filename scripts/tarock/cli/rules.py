"""The command that compares the eras: two of them question by question, or all by their rule tables."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from tarock.base.project import Project
from tarock.base.terminal import format_count, paint, show, show_json
from tarock.rules.compare import Row, compare_tables, group_by_topic, to_comparison_json
from tarock.rules.compare_text import FORMATS, render_rows
from tarock.rules.data import CodexData
from tarock.rules.matters import Matter, group_matters, list_answered, rank_matter
from tarock.rules.topics import Topics

HEAVY = ("game", "play")  # the weights that are shown by themselves


def add_compare_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock compare`."""
    parser.add_argument("eras", nargs="*", metavar="ERA", help="sources to compare (default: all)")
    parser.add_argument("--topic", help="one topic, or all keys under a key")
    parser.add_argument("--changed", action="store_true", help="only what is known to differ")
    parser.add_argument(
        "--all", action="store_true", help="everything, not what weighs most or how many keys there are"
    )
    parser.add_argument("--keys", action="store_true", help="two eras by the keys of their rule tables too")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=(*FORMATS, "json"), default="table")
    form.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.set_defaults(
        run=compare_eras,
        examples=(
            "",
            "--topic ultimo",
            "--all",
            "1840 1945",
            "1754 1840 --all",
            "1754 1840 --keys --changed",
            "--topic settlement.stake --format csv",
            "--json",
        ),
    )


def compare_eras(options: Namespace, project: Project) -> int:
    """Print the comparison of sources in the chosen format; return the exit status."""
    codex = CodexData(project)

    sigla = list(dict.fromkeys(options.eras or codex.corpus.sources))  # an era named twice is one column
    for siglum in sigla:
        codex.corpus.require_known(siglum)
    read = len(sigla) == 2 and {*codex.matters_edition.sources} >= {*sigla}
    if read and options.format == "table" and not (options.topic or options.keys):
        return _compare_two(
            codex, *sorted(sigla, key=codex.matters_edition.sources.index), changed=options.changed, whole=options.all
        )
    tables = {siglum: codex.tables[siglum] for siglum in sigla}
    rows = compare_tables(tables, codex.comparison_rules, topic=options.topic or "", changed=options.changed)
    if options.format == "json":
        matters = _list_matters(codex, sigla, options.changed) if read and not options.topic else None
        show_json(to_comparison_json(rows, sigla, matters))
    elif options.format == "table" and not rows:
        if not options.changed:
            show("nothing is said of it in {sigla}".format(sigla=", ".join(sigla)))
        elif len(sigla) == 1:
            show(f"nothing is known to differ: {sigla[0]} is compared with no other source")
        else:
            show("nothing is known to differ")
    elif options.format == "table":
        if len(sigla) > 1:
            show(f"{_count_differing(rows)}\n")
        if options.topic or options.changed or options.all:
            show(render_rows(rows, sigla, "table", codex.topics, shutil.get_terminal_size((120, 40)).columns))
        else:
            show("\n".join(_format_topics(rows, codex.topics, compared=len(sigla) > 1)))
            show("\nthe keys of one: `--topic NAME`; what differs: `--changed`; the whole table: `--all`")
    else:
        show(render_rows(rows, sigla, options.format, codex.topics))
    return 0


def _list_matters(codex: CodexData, sigla: Sequence[str], changed: bool) -> list[Matter]:
    """Return the matters that one of two sources answers, or with `changed` those on which they differ."""
    found = list_answered(codex.matters.values(), sigla)
    return [matter for matter in found if matter.differs(*sigla)] if changed else found


def _compare_two(codex: CodexData, first: str, second: str, *, changed: bool, whole: bool) -> int:
    """Print the change of each question between two sources: by default what weighs most, with `whole` everything."""
    for siglum in (first, second):
        completeness = codex.corpus.sources[siglum].completeness
        if completeness.status == "fragment":
            show(f"of {siglum} a part is lost: {completeness.note}\n")
    matters = sorted(_list_matters(codex, (first, second), changed), key=rank_matter)
    differing = [matter for matter in matters if matter.differs(first, second)]
    shown = matters if whole or changed else [matter for matter in differing if matter.weight in HEAVY]
    for topic, found in group_matters(shown, codex.topics):
        show(paint(topic.title, "bold"))
        for matter in found:
            show("\n".join(_format_matter(matter, first, second)))
        show("")
    rest = len(matters) - len(shown)
    counted = f"{len(differing)} of {format_count(len(matters), 'question')} known to differ"
    show(f"{counted}; {rest} more: `--all`" if rest else counted)
    show("one of them in all texts: `tarock show matter:ID`; by the keys of the rule tables: `--keys`")
    return 0


def _format_matter(matter: Matter, first: str, second: str) -> Iterator[str]:
    """Yield the question, what became of it and why, and the answer of each source."""
    found = matter.find_pair(first, second)
    yield f"  {matter.question.en} ({matter.id})"
    silence = matter.silence(first, second)
    why = found.says.en if found.says else f"one text is silent: {silence}" if silence else ""
    yield f"    {paint(found.kind, 'cyan')}{f': {why}' if why else ''}"
    for siglum in (first, second):
        answer = matter.answers[siglum]
        refs = ", ".join(answer.refs or answer.look)
        said = answer.says.en if answer.says else ""
        told = ": ".join(filter(None, (answer.silence, said)))
        yield f"    {siglum}  {told}{f' [{refs}]' if refs else ''}"


def _count_differing(rows: Sequence[Row]) -> str:
    """Return in words how many keys differ, and for how many that is open."""
    differ, may = sum(row.changed for row in rows), sum(row.is_open for row in rows)
    return f"{differ} known to differ" + (f"; {may} open, not counted" if may else "")


def _format_topics(rows: Sequence[Row], topics: Topics, *, compared: bool) -> Iterator[str]:
    """Yield a line for each topic: name, title, number of keys, and how many of them differ."""
    for name, found in group_by_topic(rows):
        counts = f": {_count_differing(found)}" if compared else ""
        yield f"{name:<14}{topics.by_name[name].title:<32}{format_count(len(found), 'key'):>8}{counts}"
