"""Our prose that says how many, all, none or only: each such sentence is bound to a query, and true of the data.

`rules_data/quantified.yaml` has the sentences. Sentences are looked for in all messages with a German translation,
which are those that readers see; so a sentence and its translation share their query.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from typing import Literal

from tarock.base import yamlio
from tarock.base.i18n import FOLDER, GERMAN, Catalogues
from tarock.base.project import Project
from tarock.base.structs import Record, Words
from tarock.base.yamlio import Located
from tarock.checks.reviews import load_reviews
from tarock.codex import ComputedCodex
from tarock.corpus.checks import Problem
from tarock.corpus.translation.correspondence import NumberWords
from tarock.game.koenigrufen_1840.replay import Replay
from tarock.game.koenigrufen_1840.vocabulary import StatedKind

FILE = "rules_data/quantified.yaml"
_SCRIPTS = ("scripts", "book.typ", "sheet.typ")  # contexts of names and of messages about what somebody typed
_QUANTIFIED = re.compile(
    r"(?i)\b(?:all|none|no|most|only|never|nobody|neither|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|\d+)\b(?: of)?(?: the| our| its)?(?: (?!of|the)[\w’-]+)? (?:texts?|sources?|books?|model games?|authors?"
    r"|paragraphs?|transcripts?|copies|copy|emendations?|eras?|scholars?|persons?|readers?)\b"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")

Unbound = Literal[
    "computed where it stands",
    "name or instruction",
    "history of the work",
    "rule of a source",
    "judgement of a reader",
]
Query = Literal[
    "no named person has read",
    "the four texts are of two families",
    "only 1840 draws the seats",
    "the book of 1840 is whole",
    "the forehand leads in all model games",
    "the tricks of all model games go round",
    "winners lead in all model games",
    "losses are measured from the same number as gains",
]


class QuantifiedSentence(Record, kw_only=True):
    """Words of a sentence of ours, and the query by which they `hold`, or why there is nothing to ask (`unbound`)."""

    says: Words
    holds: Query | None = None
    unbound: Unbound | None = None


def load_quantified(project: Project) -> list[Located[QuantifiedSentence]]:
    """Read the sentences that are bound; raises `CodexError` for a malformed file."""
    return yamlio.load(project.root / FILE).located_records(project, QuantifiedSentence, "sentence", unique="says")


def find_quantified(messages: Iterator[tuple[str, str]]) -> Iterator[str]:
    """Yield each sentence of the messages (context, text) that quantifies over what the data have, once."""
    seen = set()
    for context, text in messages:
        for sentence in () if context in _SCRIPTS else _SENTENCE.split(" ".join(text.split())):
            if _QUANTIFIED.search(sentence) and sentence not in seen:
                seen.add(sentence)
                yield sentence


def quantified_problems(codex: ComputedCodex) -> Iterator[Problem]:
    """Yield sentences that are bound to nothing, bound sentences that nobody reads, and those that no longer hold.

    An installed copy has no pages, and so no such sentences; without Babel they cannot be read, and no page be built.
    """
    if not (codex.project.root / "docs").is_dir() or find_spec("babel") is None:
        return
    entries = load_quantified(codex.project)
    read = codex.cache.get("quantified", (str(FOLDER),), list[str])
    if read is None:
        read = list(find_quantified(iter(Catalogues(GERMAN).messages)))
        codex.cache.put("quantified", (str(FOLDER),), read)
    for sentence in read:
        if not any(located.record.says in sentence for located in entries):
            what = f"`{sentence}` says how many, and is bound to nothing"
            yield Problem("QUANTIFIED", FILE, f"{what}; expected an entry with the query by which it holds")
    for located in entries:
        entry, at = located.record, f"{FILE}:{located.line}"
        if not any(entry.says in sentence for sentence in read):
            yield Problem("QUANTIFIED", at, f"no sentence has the words `{entry.says}`; expected some of one")
        elif (entry.holds is None) == (entry.unbound is None):
            yield Problem("QUANTIFIED", at, "expected `holds` or `unbound`, and not both")
        elif entry.holds and not QUERIES[entry.holds](codex, entry.says):
            what = f"`{entry.says}` is no longer true: it is not so that {entry.holds}"
            yield Problem("QUANTIFIED", at, f"{what}; expected another sentence, in English and German")


def _replays(codex: ComputedCodex) -> Iterator[Replay]:
    return (report.best.replay for report in codex.game_reports)


def _goes_round(codex: ComputedCodex, _: str) -> bool:
    return all(
        "".join(seat for seat, _card in trick.plays) in "".join(replay.game.seats) * 2
        for replay in _replays(codex)
        for trick in replay.tricks
    )


def _states(codex: ComputedCodex, key: str) -> list[str]:
    return [siglum for siglum, table in codex.tables.items() if table.statements.get(key)]


def _is_whole(codex: ComputedCodex, says: str) -> bool:
    """Return whether the sentence has the number of sections of the book, and of its model games."""
    units = codex.corpus.edition("1840").units
    sections = {section for name in units if (section := name.partition(".")[0]).isdigit()}
    numbers = NumberWords(codex.project.translations / "numbers.yaml").find(says)
    return numbers >= {len(sections), sum(1 for _ in _replays(codex))}


def _is_measured_alike(codex: ComputedCodex, _: str) -> bool:
    """Return whether every loss that the author states in points follows from where gains are counted."""
    losses = [it for report in codex.game_reports for it in report.best.stated if it.what is StatedKind.LOST_BY]
    return bool(losses) and all(it.verdict == "reproduced" for it in losses)


QUERIES: Mapping[Query, Callable[[ComputedCodex, str], bool]] = {
    "no named person has read": lambda codex, _: not any(it.record.person for it in load_reviews(codex.project)),
    "the four texts are of two families": lambda codex, _: {"1754", "1840", "1863", "1945"} <= set(codex.tables),
    "only 1840 draws the seats": lambda codex, _: _states(codex, "game.seat_plan") == ["1840"],
    "the book of 1840 is whole": _is_whole,
    "the forehand leads in all model games": lambda codex, _: all(
        next(iter(replay.tricks)).plays[0][0] == replay.forehand for replay in _replays(codex)
    ),
    "the tricks of all model games go round": _goes_round,
    "winners lead in all model games": lambda codex, _: all(
        after.plays[0][0] == before.winner
        for replay in _replays(codex)
        for before, after in zip(replay.tricks, replay.tricks[1:], strict=False)
    ),
    "losses are measured from the same number as gains": _is_measured_alike,
}
