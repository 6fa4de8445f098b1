"""The door: one short function per command; everything heavy is imported inside it."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from tarock import __version__
from tarock.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tarock.codex import Codex
    from tarock.corpus.editions import Corpus

LEVELS = ("printed", "corrected", "conjectured")
COMPARE_FORMATS = ("table", "markdown", "csv", "json")
CITE_FORMATS = ("text", "markdown", "bibtex", "ris", "csl-json", "urn")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status (0 well, 1 check failed, 2 bad input or usage)."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except CodexError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:  # the reader of our output went away, as in `tarock show 1840 | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tarock",
        description="Four German rule texts of Tarock (1754, 1840, 1863, 1945): browse, cite, check, compare.",
        epilog="A reference is SIGLUM:PASSAGE, such as 1840:47.2, 1754:12, 1863:7, 1945:allg.2.3.1, 1840:m3.s5.\n"
        "Exit status: 0 all well; 1 the check found something; 2 bad input or usage.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tarock {__version__}")
    parser.add_argument("--root", metavar="DIR", help="the codex to work on (default: the one around this folder)")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(name: str, run: Callable[[argparse.Namespace], int], text: str, *examples: str) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name,
            help=text,
            description=text,
            epilog="examples:\n"
            + "\n".join(f"  tarock {name}{' ' if example else ''}{example}" for example in examples),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run)
        return command

    build = add("build", _build, "Write the versioned texts and everything else that is built.", "", "--check")
    build.add_argument("--check", action="store_true", help="write nothing; fail when a built file is stale")
    _public_domain(build)

    check = add("check", _check, "Check everything and say what was found.", "", "--json")
    check.add_argument("--json", action="store_true", help="print one JSON object")

    show = add("show", _show, "Print the text of a passage, a range or a source.",
               "1840:47.2", "1840:11-19", "1840:26 --transcript", "1840:6.2@1.0.0")  # fmt: skip
    show.add_argument("ref", metavar="REF")
    show.add_argument("--transcript", action="store_true", help="the text as received, without emendations")

    cite = add("cite", _cite, "Print a citation.", "1840:47.2", "1863:7 --format bibtex", "1754:12 --lang de")
    cite.add_argument("ref", metavar="REF")
    cite.add_argument("--format", choices=CITE_FORMATS, default="text")
    cite.add_argument("--lang", choices=("en", "de"), default="en", help="language of the wording")

    search = add("search", _search, "Find passages that hold all the words.", "contra ultimo", "--source 1840 Mond")
    search.add_argument("words", nargs="+", metavar="WORD")
    search.add_argument("--source", metavar="SIGLUM", help="only in this source")

    compare = add("compare", _compare, "Compare the eras: topics × sources, each value with its paragraph.",
                  "", "--topic ultimo", "1754 1840 --changed",
                  "--topic settlement.consulation --format csv")  # fmt: skip
    compare.add_argument("eras", nargs="*", metavar="ERA", help="sources to compare (default: all)")
    compare.add_argument("--topic", default="", help="one topic, or all keys under a key")
    compare.add_argument("--changed", action="store_true", help="only what is known to differ")
    compare.add_argument("--format", choices=COMPARE_FORMATS, default="table")

    replay = add("replay", _replay, "Replay games: model games by reference, or game files of your own.",
                 "1840:m3", "1840:m5 --level printed", "my-game.yaml --json")  # fmt: skip
    replay.add_argument("games", nargs="+", metavar="FILE|REF")
    replay.add_argument("--level", choices=LEVELS, default="corrected", help="of a model game (default: corrected)")
    replay.add_argument("--json", action="store_true", help="print one JSON object per game, in a list")

    score = add("score", _score, "Settle a finished game given as card piles and events.",
                "--era 1754 corpus/examples/score-1754.yaml", "--era 1863 my-game.yaml --json")  # fmt: skip
    score.add_argument("file", metavar="FILE")
    score.add_argument("--era", required=True, choices=("1754", "1840", "1863", "1945"), help="by whose rules")
    score.add_argument("--json", action="store_true", help="print one JSON object")

    coverage = add("coverage", _coverage, "Alter each encoded value in turn and see whether a verdict changes.",
                   "", "--era 1840", "--json")  # fmt: skip
    coverage.add_argument("--era", metavar="SIGLUM", help="show only this source")
    coverage.add_argument("--json", action="store_true", help="print one JSON object")

    site = add("site", _site, "Build the website, or build and serve it on this machine.",
               "build", "serve --port 8000", "build --public-domain-only")  # fmt: skip
    site.add_argument("action", choices=("build", "serve"))
    site.add_argument("--port", type=int, default=8000)
    site.add_argument("--output", metavar="DIR", help="folder for the site (default: build/site)")
    _public_domain(site)
    return parser


def _public_domain(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--public-domain-only",
        action="store_true",
        help="leave texts whose rights are not clear out of pages and exports",
    )


def _codex(options: argparse.Namespace) -> Codex:
    from tarock.codex import Codex
    from tarock.project import find_project

    return Codex(find_project(options.root))


def _corpus(options: argparse.Namespace) -> Corpus:
    return _codex(options).corpus


def _build(options: argparse.Namespace) -> int:
    from tarock.outputs import stale_files, write_built

    codex = _codex(options)
    project = codex.project
    if options.check:
        stale = stale_files(codex)
        for path in stale:
            print(f"{project.relative(path)}: stale; run `tarock build` and commit the result", file=sys.stderr)
        return 1 if stale else 0
    from tarock.publish.pages import write_pages

    changed = write_built(codex)
    for path in changed:
        print(f"written  {project.relative(path)}")
    pages = write_pages(codex, project.build / "docs", public_domain_only=options.public_domain_only)
    print(f"{len(changed)} built files changed; {pages} pages in {project.relative(project.build / 'docs')}")
    return 0


def _check(options: argparse.Namespace) -> int:
    from tarock.report import check, print_report

    report = check(_codex(options))
    if options.json:
        import json

        print(json.dumps(report.as_json(), ensure_ascii=False, indent=2))
    else:
        print_report(report)
    return 0 if report.passed else 1


def _show(options: argparse.Namespace) -> int:
    from tarock.corpus.versions import resolve_version
    from tarock.term import paint

    selection, version = resolve_version(_corpus(options), options.ref)
    if options.transcript and version != selection.edition.source.edition:
        raise CodexError(
            "--transcript of an old edition", "expected a reference without @VERSION: the transcript has none"
        )
    for passage in selection.passages:
        text = passage.transcript if options.transcript else passage.text
        indented = text.replace("\n", "\n" + " " * (len(passage.ref) + 2))
        print(f"{paint(passage.ref, 'cyan')}  {indented}")
    return 0


def _cite(options: argparse.Namespace) -> int:
    from tarock.corpus.versions import resolve_version
    from tarock.publish.citations import cite

    selection, version = resolve_version(_corpus(options), options.ref)
    print(cite(selection, version, options.lang).render(options.format))
    return 0


def _search(options: argparse.Namespace) -> int:
    from tarock.corpus.search import search
    from tarock.term import paint

    corpus = _corpus(options)
    editions = [corpus.edition(options.source)] if options.source else list(corpus.editions())
    count = 0
    for hit in search(editions, options.words):
        count += 1
        text, position = "", 0
        for start, end in hit.spans:
            if start >= position:
                text += hit.passage.text[position:start] + paint(hit.passage.text[start:end], "bold", "yellow")
                position = end
        print(f"{paint(hit.passage.ref, 'cyan')}  {text}{hit.passage.text[position:]}")
    print(f"{count} passage{'' if count == 1 else 's'}", file=sys.stderr)
    return 0 if count else 1


def _compare(options: argparse.Namespace) -> int:
    import shutil

    from tarock.rules.compare import compare, render

    codex = _codex(options)
    sigla = options.eras or list(codex.corpus.sources)
    tables = {codex.corpus.edition(siglum).siglum: codex.tables[siglum] for siglum in sigla}
    rows = compare(tables, codex.topics, topic=options.topic, changed=options.changed)
    print(render(rows, sigla, options.format, shutil.get_terminal_size((120, 40)).columns))
    return 0


def _replay(options: argparse.Namespace) -> int:
    from tarock.proof.printing import replay_lines

    games = _codex(options).games
    reports = [games.named(name, options.level) for name in options.games]
    if options.json:
        import json

        print(json.dumps([{"id": r.replay.game.id, **r.as_json()} for r in reports], ensure_ascii=False, indent=2))
    else:
        print("\n\n".join("\n".join(replay_lines(report, games.pack)) for report in reports))
    own_faults = any(report.level == "file" and not report.sound for report in reports)
    return 1 if own_faults else 0


def _score(options: argparse.Namespace) -> int:
    from pathlib import Path

    from tarock.game.eras import score_file

    settled = score_file(_codex(options).project, options.era, Path(options.file))
    if options.json:
        import json

        print(json.dumps(settled.as_json(), ensure_ascii=False, indent=2))
    else:
        print(settled.render())
    return 0


def _coverage(options: argparse.Namespace) -> int:
    from tarock.report import print_coverage

    codex = _codex(options)
    if options.era:
        codex.corpus.edition(options.era)
    evidence = [one for one in codex.evidence if options.era in (None, one.statement.siglum)]
    if options.json:
        import json

        print(json.dumps({"statements": [one.as_json() for one in evidence]}, ensure_ascii=False, indent=2))
    else:
        print_coverage(evidence)
    return 0


def _site(options: argparse.Namespace) -> int:
    from pathlib import Path

    from tarock.publish.site import build_site, serve_site

    codex = _codex(options)
    output = Path(options.output).resolve() if options.output else codex.project.build / "site"
    build_site(codex, output, public_domain_only=options.public_domain_only)
    if options.action == "serve":
        serve_site(output, options.port)
    else:
        print(f"the site is in {output}: open {output / 'index.html'}, or run `tarock site serve`")
    return 0


if __name__ == "__main__":
    sys.exit(main())
