"""The command that compares cited words with the editions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tarock.base.files import read_text
from tarock.base.project import Project
from tarock.base.terminal import paint, show, show_json
from tarock.cli import add_json_argument
from tarock.corpus.differences import QuoteStatus
from tarock.library import hold_citation
from tarock.proof.codex import ComputedCodex

_CITATION_FILES = (".bib", ".json", ".md", ".ris", ".txt")


def add_verify_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock verify`."""
    parser.add_argument(
        "citation",
        metavar="CITATION|FILE|-|REF",
        help="a whole citation, a file that holds one, or a reference",
    )
    parser.add_argument("hash", metavar="HASH", nargs="?", help="at least eight digits of the sha256")
    add_json_argument(parser)
    parser.set_defaults(
        run=verify_citation,
        examples=(
            "1840:47.2 9fd2c72411e3",
            '"„doppelte Consulation“ 1840:47.2"',
            '"… [1840:47.2@1.0.0]. In: Tarock Codex, … sha256:9fd2c72411e3; …"',
            "citation.bib",
        ),
    )


def verify_citation(options: Namespace, project: Project) -> int:
    """Print whether the words are still those of the edition; 1 when not, 2 when some input was not read."""
    codex = ComputedCodex(project)

    found = hold_citation(codex, _citation(options.citation), options.hash or "")
    status = {QuoteStatus.SAME: 0, QuoteStatus.UNREAD: 2}.get(found.state, 1)
    if options.json:
        show_json(found)
        return status
    versions = ", ".join(found.versions)
    before = "".join(f", {f'as in {version}'}" for version in found.versions if version != found.current)
    says = {
        QuoteStatus.SAME: "the words are the same today (edition {edition})".format(edition=f"{found.current}{before}"),
        QuoteStatus.UNREAD: f"what was compared is the same today (edition {found.current})",
        QuoteStatus.CHANGED: (
            f"the words are those of edition {versions}; they have changed since (now {found.current})"
        ),
        QuoteStatus.UNKNOWN: "no edition that we know has words with this hash here",
        QuoteStatus.DIFFERS: "the quoted words are not those of the passage",
    }[found.state]
    state = found.state
    show(f"{paint(state, 'green' if found.state is QuoteStatus.SAME else 'yellow')}  {found.ref}: {says}")
    if found.state is QuoteStatus.DIFFERS:
        show(f"  {f'cited: {found.cited}'}\n  {f'there: {found.there}'}")
    for words in found.unread:
        show(f"  {'not looked at: {words}'.format(words=' '.join(words.split()))}")
    return status


def _citation(text: str) -> str:
    """Return a citation, or the content of a file with one: a name with the ending of such a file is one."""
    named = "\n" not in text and Path(text).suffix.lower() in _CITATION_FILES and not any(map(str.isspace, text))
    return read_text(Path(text)) if text == "-" or named else text
