"""`tarock verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.terminal import paint, show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = ("1840:47.2 9fd2c72411e3", '"… [1840:47.2@1.0.0]. In: Tarock Codex, … sha256:9fd2c72411e3; …"')


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("citation", metavar="CITATION|REF", help="a whole citation, or a reference before its hash")
    parser.add_argument("hash", metavar="HASH", nargs="?", help="at least eight digits of the sha256")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace, codex: Codex) -> int:
    """Say whether the words are still the same; 1 when they are not, or when no edition has them."""
    from tarock.corpus.differences import State, verify

    found = verify(codex.corpus, options.citation, options.hash or "")
    if options.json:
        from tarock.proof.json_records.texts import VerifiedRecord

        show_json(
            VerifiedRecord(ref=found.ref, state=found.state, versions=list(found.versions), current=found.current)
        )
    else:
        versions = ", ".join(found.versions)
        before = "".join(f", as in {version}" for version in found.versions if version != found.current)
        says = {
            State.SAME: f"the words are the same today (edition {found.current}{before})",
            State.CHANGED: f"the words are those of edition {versions}; they have changed since (now {found.current})",
            State.UNKNOWN: "no edition that we know has words with this hash here",
        }[found.state]
        show(f"{paint(found.state, 'green' if found.state is State.SAME else 'yellow')}  {found.ref}: {says}")
    return 0 if found.state is State.SAME else 1
