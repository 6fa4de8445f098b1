"""What the print would decide: the places of each source at which only a copy can tell, and what copies have told.

The places are collected from the data; what each reading would change is computed by replaying the games with it, and
by asking which values and claims rest on the words. `corpus/witnesses/` holds what somebody read in a copy. An answer
changes no text: that takes a new edition. Whether it attests or refutes what is recorded is derived here.
"""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from msgspec import structs

from tarock.base import yamlio
from tarock.base.catalogue import say
from tarock.base.errors import CodexError
from tarock.base.structs import Day, PassageRef, Record, Siglum, Value, Words
from tarock.corpus.annotations import Kind
from tarock.corpus.apparatus import Doubt, open_doubts
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Passage
from tarock.corpus.emendations import Emendation, annotate, edited_offset
from tarock.game.common.counting import show_thirds
from tarock.game.common.notation import NotationError, read_cards
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.proof.claims.ledger import run_claim
from tarock.proof.games import ModelGames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tarock.base.project import Project
    from tarock.base.yamlio import Located
    from tarock.corpus.apparatus import Weight
    from tarock.corpus.editions import Corpus, Item, Unit
    from tarock.game.common.cards import Card, Pack
    from tarock.proof.claims.ledger import Checked, Claim
    from tarock.proof.context import Context
    from tarock.proof.games import GameReport

FOLDER = "witnesses"
Texts = dict[str, str]  # what passages read instead, by their ids
Standing = Literal["attested", "refuted", "disputed"]
LACUNA = "lacuna"
_DEALT = ("hands", "talon", "scat", "hand_after")
_WIDTH = 40  # characters of what stands around the words, on either side


class PlaceKind(StrEnum):
    """Why a place is looked up, in the order of what hangs on it."""

    PLAY = "play"  # a card that may not be played, and the cards that legal lines exchange it with
    SAID = "said"  # words of an auction out of order
    DEAL = "deal"  # cards emended in a deal
    GAP = "gap"
    WORDS = "words"  # a word added or left out by an emendation
    RULE = "rule"  # doubtful, and a rule, the sense, or the form depends on it
    SENSE = "sense"
    FORM = "form"


_OF_WEIGHT: dict[Weight, PlaceKind] = {"rule": PlaceKind.RULE, "sense": PlaceKind.SENSE, "form": PlaceKind.FORM}


class Effect(Value):
    """Something that a reading would change, of a game or a claim; or a value or claim that rests on the words."""

    what: Literal["verdict", "findings", "points", "sheet", "claim", "value", "reads"]
    name: str
    before: str = ""
    after: str = ""


class Reading(Value):
    """What the print may have, whose reading that is, and what it would change, if `others` have it too.

    `stands` where it is what the edition has: then nothing changes. `others` are readings of other places.
    """

    words: str
    of: Literal["transcript", "edition", "conjecture", "line", "doubt"]
    stands: bool
    effects: tuple[Effect, ...] = ()
    others: tuple[tuple[PassageRef, str], ...] = ()


class Place(Value):
    """A place that the print settles: the words sought as the transcript has them, what stands around them, readings.

    `rests` are the values and claims that rest on the words: they are read anew where the print has others.
    """

    kind: PlaceKind
    passage: PassageRef
    sought: str
    before: str
    after: str
    why: str
    readings: tuple[Reading, ...]
    record: Emendation | Doubt | None = None
    rests: tuple[Effect, ...] = ()

    @property
    def name(self) -> tuple[PassageRef, str]:
        """What a witness answers by."""
        return self.passage, self.sought

    def standing(self, seen: str) -> Standing | None:
        """What an answer does to what is recorded: the reading of an emendation, the words of a doubtful place."""
        if not self.record:
            return None
        if isinstance(self.record, Doubt):
            return "attested" if seen == self.record.lemma else "refuted"
        if self.record.kind == LACUNA:  # whatever else stands there, words were lost
            return "refuted" if seen == self.record.lemma else "attested"
        return "attested" if seen == self.record.reading else "refuted"


class Seen(Record):
    """What a copy has at a place: `words` are those of the transcript, by which the place is named."""

    passage: PassageRef
    words: Words
    reading: Words
    note: str = ""

    @property
    def name(self) -> tuple[PassageRef, str]:
        """What place it answers."""
        return self.passage, self.words


class Witness(Record):
    """A copy of a source, who looked into it and when, and what stands there."""

    source: Siglum
    copy: Words
    by: Words
    date: Day
    seen: tuple[Seen, ...]


class Answer(Value):
    """An answer to a place, with who gave it."""

    seen: Seen
    witness: Witness


Answers = dict[tuple[PassageRef, str], list[Answer]]


def load_witnesses(project: Project) -> list[Located[Witness]]:
    """What was read in copies, in the order of the files; raises `CodexError` for a malformed one."""
    found = []
    for path in sorted((project.corpus / FOLDER).glob("*.yaml")):
        found += yamlio.load(path).located(project, Witness, "witness")
    return found


def witness_problems(
    witnesses: Iterable[Located[Witness]], corpus: Corpus, places: Callable[[], Mapping[str, tuple[Place, ...]]]
) -> Iterator[Problem]:
    """Answers to places that there are not, two of one copy to one place, and days that are none."""
    for located in witnesses:
        witness, at = located.record, located.place
        if witness.source not in corpus.sources:
            yield Problem("WITNESS-PLACE", at, f"`{witness.source}` is no source; expected one of sources.yaml")
            continue
        if witness.source in corpus.left_out:
            continue
        try:
            date.fromisoformat(witness.date)
        except ValueError:
            yield Problem("WITNESS-DAY", at, f"`{witness.date}` is no day; expected one such as 2026-11-21")
        known = {each.name for each in places()[witness.source]}
        answered = set()
        for seen in witness.seen:
            if seen.name not in known:
                fault = f"{seen.passage} has no open place `{seen.words}`"
                yield Problem("WITNESS-PLACE", at, f"{fault}; expected passage and words as `print.html` has them")
            if seen.name in answered:
                yield Problem("WITNESS-TWICE", at, f"{seen.passage} `{seen.words}` is answered twice; expected once")
            answered.add(seen.name)


def answers(witnesses: Iterable[Located[Witness]]) -> Answers:
    """What copies have, by place."""
    found: Answers = {}
    for located in witnesses:
        for seen in located.record.seen:
            found.setdefault(seen.name, []).append(Answer(seen, located.record))
    return found


def standings(given: Answers, places: Iterable[Place]) -> dict[Emendation | Doubt, Standing]:
    """The emendations, conjectures and doubtful places that copies attest or refute, or about which they differ."""
    found: dict[Emendation | Doubt, Standing] = {}
    for place in places:
        judged = {place.standing(answer.seen.reading) for answer in given.get(place.name, ())}
        if place.record and judged:
            (one, *others) = judged
            found[place.record] = "disputed" if others or not one else one
    return found


def lines(places: Iterable[Place]) -> dict[str, dict[tuple[tuple[PassageRef, str], ...], tuple[Effect, ...]]]:
    """What words of several places mean together, by game: the legal lines, each with what it changes."""
    found: dict[str, dict[tuple[tuple[PassageRef, str], ...], tuple[Effect, ...]]] = {}
    for place in places:
        for reading in place.readings:
            if reading.others:
                joint = sorted(((place.passage, reading.words), *reading.others), key=lambda it: _number(it[0]))
                found.setdefault(place.passage.rpartition(".")[0], {})[tuple(joint)] = reading.effects
    return found


def _number(ref: str) -> int:
    """The number of a trick, by the reference of its passage."""
    return int(ref.rpartition(".s")[2])


class Collector:
    """Collects the places of one source, and computes what their readings change."""

    def __init__(
        self,
        context: Context,
        siglum: str,
        reports: Iterable[GameReport],
        claims: Iterable[Located[Claim]],
        checked: Sequence[Checked],
    ):
        self.context = context
        self.siglum = siglum
        self.edition = context.corpus.edition(siglum)
        self.doubts = open_doubts(context.corpus, siglum)
        self.reports = {report.name: report for report in reports} if siglum == ERA else {}
        self.claims = list(claims)
        self.checked = checked

    def all(self) -> tuple[Place, ...]:
        """The places, the weightiest kind first, then in reading order."""
        order, kinds = list(self.edition.units), list(PlaceKind)
        made = {place.name: place for place in reversed(list(self.places()))}  # of two on the same words the first
        return tuple(
            sorted(made.values(), key=lambda it: (kinds.index(it.kind), order.index(it.passage.partition(":")[2])))
        )

    def as_seen(self, places: Iterable[Place], given: Answers) -> list[GameReport]:
        """The model games in which copies have other words than the edition, replayed with their words."""
        texts = dict[str, Texts]()
        for place in places:
            seen = {answer.seen.reading for answer in given.get(place.name, ())}
            if len(seen) == 1 and (game := self.game_of(place.passage)):
                self.replace(texts.setdefault(game, {}), place, seen.pop())
        changed = {
            game: {ident: text for ident, text in each.items() if text != self.edition.passages[ident].text}
            for game, each in texts.items()
        }
        reports = (self.report(game, each) for game, each in changed.items() if each)
        return [report for report in reports if report]

    def places(self) -> Iterator[Place]:
        """Every place."""
        for report in self.reports.values():
            yield from self.plays(report)
        for unit in self.edition.items:
            if isinstance(unit, Passage):
                for conjecture in unit.conjectures:
                    yield self.conjectured(unit, conjecture)
            for annotation in unit.annotations:
                if isinstance(annotation.payload, Emendation):
                    yield from self.emended(unit, annotation.payload, annotation.start, annotation.end)
            for doubt in self.doubts.get(unit.ref, ()):
                yield self.doubtful(unit, doubt)

    # The kinds

    def plays(self, report: GameReport) -> Iterator[Place]:
        """The cards of a seat that revokes which any legal line with the fewest cards changed has otherwise."""
        tricks = report.levels[BASE].replay.game.tricks
        lines = []
        for line in report.lines.fewest:
            cards = line.cards(tricks)
            lines.append((line, {number: cards[number - 1] for number in line.changed}))
        findings = [each for each in report.levels[BASE].findings if each.code == "PLAY-REVOKE"]
        why = " ".join(say(each.message) for each in findings)
        conjectures = {c.lemma: c for unit in self.edition.passages.values() for c in unit.conjectures}
        for number in sorted({number for _line, changed in lines for number in changed}):
            seat = lines[0][0].seat
            words = self.played(report, number, seat, dict(tricks[number - 1])[seat])
            readings = [Reading(words, "transcript", stands=True)]
            for _line, changed in lines:
                if number in changed:
                    new = {n: f"{seat} {self.pack.display(card)}" for n, card in changed.items()}
                    old = {n: self.played(report, n, seat, dict(tricks[n - 1])[seat]) for n in changed}
                    texts = {
                        f"{report.name}.s{n}": self.edition.passages[f"{report.name}.s{n}"].text.replace(old[n], new[n])
                        for n in changed
                    }
                    others = tuple((f"{report.ref}.s{n}", new[n]) for n in changed if n != number)
                    effects = tuple(self.effects(report.name, texts))
                    readings.append(Reading(new[number], "line", stands=False, effects=effects, others=others))
            unit = self.edition.passages[f"{report.name}.s{number}"]
            record = conjectures.get(words)
            if record and record.passage != unit.ref:
                record = None
            yield self.place(PlaceKind.PLAY, unit, words, why, readings, record)

    def played(self, report: GameReport, number: int, seat: str, card: Card) -> str:
        """The words of a trick that tell what a seat plays, such as `B Pique-Dame`."""
        text = self.edition.passages[f"{report.name}.s{number}"].text
        for match in re.finditer(rf"(?<!\w){seat}\.? (\w+(?:-\w+)?)", text):
            try:
                if read_cards(match[1], self.pack) == (card,):
                    return match[0]
            except (CodexError, NotationError):
                continue
        raise CodexError(f"{report.ref}.s{number} does not tell that {seat} plays {card.name}", "expected it there")

    def conjectured(self, unit: Passage, conjecture: Emendation) -> Place:
        kind = PlaceKind.PLAY if unit.kind == "trick" else PlaceKind.SAID
        texts = {unit.ident: unit.text.replace(conjecture.lemma, conjecture.reading, 1)}
        readings = (
            Reading(conjecture.lemma, "transcript", stands=True),
            Reading(conjecture.reading, "conjecture", stands=False, effects=self.changes(unit, texts)),
        )
        return self.place(kind, unit, conjecture.lemma, conjecture.reason, readings, conjecture)

    def emended(self, unit: Unit, emendation: Emendation, start: int, end: int) -> Iterator[Place]:
        """An emendation that changes a deal, marks a gap, or adds or leaves out words; of others nothing."""
        texts = {unit.ident: unit.text[:start] + emendation.lemma + unit.text[end:]}
        added = any(each.kind in (Kind.ADDED, Kind.LEFT_OUT) for each in annotate(0, emendation))
        if emendation.kind == LACUNA:
            kind = PlaceKind.GAP
        elif self.dealt_otherwise(unit, texts):
            kind = PlaceKind.DEAL
        elif added:
            kind = PlaceKind.WORDS
        else:
            return
        quoted = tuple(self.quoted(unit, start, end))
        readings = [Reading(emendation.lemma, "transcript", stands=False, effects=self.changes(unit, texts))]
        if kind is not PlaceKind.GAP:  # what was lost there nobody knows
            readings.append(Reading(emendation.reading, "edition", stands=True))
        made = self.place(kind, unit, emendation.lemma, emendation.reason, readings, emendation)
        yield structs.replace(made, rests=quoted)

    def doubtful(self, unit: Unit, doubt: Doubt) -> Place:
        at = unit.transcript.find(doubt.lemma)
        start, end = (edited_offset(unit.annotations, each) for each in (at, at + len(doubt.lemma)))
        readings = [Reading(doubt.lemma, "transcript", stands=True)]
        if doubt.reading:
            texts = {unit.ident: unit.text[:start] + doubt.reading + unit.text[end:]}
            readings.append(Reading(doubt.reading, "doubt", stands=False, effects=self.changes(unit, texts)))
        made = self.place(_OF_WEIGHT[doubt.weight], unit, doubt.lemma, doubt.reason, readings, doubt)
        return structs.replace(made, rests=tuple(self.quoted(unit, start, end)))

    def place(
        self,
        kind: PlaceKind,
        unit: Unit,
        sought: str,
        why: str,
        readings: Iterable[Reading],
        record: Emendation | Doubt | None,
    ) -> Place:
        """A place with what stands around its words in the transcript, cut between words."""
        text = unit.transcript
        at = text.find(sought)
        before, after = text[:at].replace("\n", " "), text[at + len(sought) :].replace("\n", " ")
        if len(before) > _WIDTH:
            before = "… " + before[-_WIDTH:].partition(" ")[2]
        if len(after) > _WIDTH:
            after = after[:_WIDTH].rpartition(" ")[0] + " …"
        return Place(kind, unit.ref, sought, before, after, why, tuple(readings), record)

    # What a reading changes

    @property
    def pack(self) -> Pack:
        """The pack of the model games."""
        return self.context.pack()

    def game_of(self, ref: str) -> str:
        """The model game that a passage belongs to; empty for another passage."""
        name = ref.partition(":")[2].partition(".")[0]
        return name if name in self.reports else ""

    def dealt_otherwise(self, unit: Unit, texts: Texts) -> bool:
        """Whether a passage tells of other cards dealt, bought or laid away with these words, or cannot be read."""
        game = self.game_of(unit.ref)
        if not game or unit.kind == "trick":
            return False
        now = self.reports[game].levels[BASE].replay.game
        try:
            other = ModelGames(self.reading(texts)).read(game, BASE)
        except CodexError:
            return True
        return any(getattr(now, name) != getattr(other, name) for name in _DEALT)

    def replace(self, texts: Texts, place: Place, words: str) -> None:
        """Put words in a place of a passage, beside what was put there before."""
        ident = place.passage.partition(":")[2]
        text = texts.get(ident, self.edition.passages[ident].text)
        held = next((each.words for each in place.readings if each.stands), place.sought)
        texts[ident] = text.replace(held, words, 1)

    def reading(self, texts: Texts) -> Context:
        """A context in which passages of this source read otherwise.

        A conjecture on what is read otherwise falls; and where a trick is, so do those on the tricks of its game, which
        are one exchange.
        """
        exchanged = {ident.partition(".")[0] for ident in texts if self.edition.passages[ident].kind == "trick"}

        def read(item: Item) -> Item:
            if isinstance(item, Passage) and item.ident in texts:
                return Passage(item.siglum, item.ident, item.kind, texts[item.ident])
            if isinstance(item, Passage) and item.kind == "trick" and item.ident.partition(".")[0] in exchanged:
                return structs.replace(item, conjectures=())
            return item

        items = tuple(map(read, self.edition.items))
        return self.context.reading(structs.replace(self.edition, items=items))

    def report(self, game: str, texts: Texts) -> GameReport | None:
        """A game replayed with these words; None where it cannot be read."""
        try:
            return ModelGames(self.reading(texts)).report(game)
        except CodexError:
            return None

    def changes(self, unit: Unit, texts: Texts) -> tuple[Effect, ...]:
        game = self.game_of(unit.ref)
        return tuple(self.effects(game, texts)) if game else ()

    def effects(self, game: str, texts: Texts) -> Iterator[Effect]:
        """What is computed otherwise of a game, and of the claims on it, when passages of it read so."""
        now, then = self.reports[game], self.report(game, texts)
        if then is None:
            yield Effect("verdict", now.ref, now.verdict, "unreadable")
            return
        for what, before, after in zip(
            ("verdict", "findings", "points", "sheet"), _outcome(now), _outcome(then), strict=True
        ):
            if before != after:
                yield Effect(what, now.ref, before, after)  # type: ignore[arg-type]
        context = self.reading(texts)
        verdicts = {checked.claim.id: checked for checked in self.checked}
        for located in self.claims:
            if located.record.inputs.get("game") == game:
                before_, after_ = verdicts[located.record.id], run_claim(located, context)
                if before_.verdict != after_.verdict:
                    yield Effect("claim", located.record.id, before_.verdict, after_.verdict)

    def quoted(self, unit: Unit, start: int, end: int) -> Iterator[Effect]:
        """The values and claims that quote characters `start` to `end` of a text."""

        def touches(ref: str, quote: str) -> bool:
            at = unit.text.find(quote) if ref == unit.ref and quote else -1
            return at >= 0 and at < max(end, start + 1) and start < at + len(quote)

        for statement in self.context.tables[self.siglum].by_passage.get(unit.ref, ()):
            if any(touches(each.ref, each.quote) for each in statement.supports):
                yield Effect("value", statement.id, statement.shown)
                read = (self.siglum, statement.key)
                if reading := [each.claim.id for each in self.checked if read in each.reads]:
                    yield Effect("reads", statement.id, str(len(reading)))
        for checked in self.checked:
            if any(touches(each.ref, each.quote) for each in checked.claim.supports):
                yield Effect("claim", checked.claim.id, checked.verdict)


def _outcome(report: GameReport) -> tuple[str, str, str, str]:
    """The verdict on a game, what is found in it as the book has it, the declarer's points, and the sheet."""
    level = report.levels[BASE]
    return (
        report.verdict,
        "; ".join(say(each.message) for each in level.findings) or "nothing",
        show_thirds(level.replay.declarer_thirds),
        ", ".join(f"{seat} {points}" for seat, points in level.replay.sheet.totals.items()),
    )
