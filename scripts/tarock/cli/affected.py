"""`tarock affected`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.terminal import paint, show

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = ("", "1840")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("sources", nargs="*", metavar="SIGLUM", help="only these sources (default: all)")


def run(options: Namespace, codex: Codex) -> int:
    """List what rests on each changed passage; 1 when the check finds something wrong with any of it."""
    from tarock.proof.impact import How, changed_passages

    sigla = options.sources or [edition.siglum for edition in codex.corpus.editions()]
    changed = changed_passages(codex, sigla)
    broken = 0
    told = {
        How.CHANGED: "changed since edition {}",
        How.NEW: "new in edition {}",
        How.NAMED: "has an id since edition {}; the words are the same",
    }
    for passage in changed:
        show(f"{paint(passage.ref, 'cyan')}  {told[passage.how].format(passage.since)}")
        for dependent in passage.dependents:
            state = paint("broken", "red") if dependent.problems else paint("holds", "green")
            show(f"  {state}  {dependent.kind} {dependent.name}  [{dependent.place}]")
            for problem in dependent.problems:
                show(f"          {problem.code}: {problem.message}")
        broken += sum(bool(dependent.problems) for dependent in passage.dependents)
    resting = sum(len(passage.dependents) for passage in changed)
    what = "rules, claims, games and translations"
    counts = Counter(passage.how for passage in changed)
    new = "".join(
        f"; {words}: {counts[how]}" for how, words in ((How.NEW, "new ones"), (How.NAMED, "new ids")) if counts[how]
    )
    show(f"changed passages: {counts[How.CHANGED]}{new}; {what} that rest on them: {resting}; broken: {broken}")
    return 1 if broken else 0
