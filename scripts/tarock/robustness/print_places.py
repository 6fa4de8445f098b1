"""Places that the print would settle: where only a copy can tell, with the effect of each possible reading.

The places are collected from the data. The effects are computed by replaying the games with a reading, and by finding
the values and claims that quote the words. `corpus/witnesses/` holds what somebody read in a copy. A reading of a copy
changes no text, that takes a new edition; but games and claims are judged with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Literal

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.i18n import DATA, translate_text
from tarock.base.structs import Frozen, PassageRef, group_pairs
from tarock.base.wording import Message, format_message
from tarock.base.yamlio import Located
from tarock.claims.ledger import CheckedClaim, Claim, run_claim
from tarock.corpus.annotations import Kind
from tarock.corpus.apparatus import DoubtfulPlace, annotate_doubts, open_doubts
from tarock.corpus.checks import Problem, day_error
from tarock.corpus.editions import Corpus, Edition, Item, Passage, Unit
from tarock.corpus.emendations import Emendation, annotate_emendation
from tarock.corpus.references import container_of
from tarock.corpus.witnesses import LACUNA, CopyReport, PlaceName, apply_copy_readings
from tarock.game.common.cards import Card, Pack
from tarock.game.common.counting import format_thirds
from tarock.game.common.notation import NotationError, read_cards
from tarock.game.common.score import ScoreSheet
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.replay.context import Context, PassageTranscript, PassageWords
from tarock.replay.games import GameReport, ModelGames
from tarock.rules.ruleset import Value

UNREADABLE = "unreadable"
_ILLEGAL = ("PLAY-REVOKE", "HAND-UNCERTAIN")  # somebody revokes, or whether he does cannot be judged
NEEDLESS = "needless"  # lines that mend a play, where nobody revokes
_DEALT = ("hands", "talon", "scat", "hand_after")
_WIDTH = 40  # characters of what stands around the words, on either side


What = Literal[
    "verdict", "findings", "points", "sheet", "renonce", "lines", "legal", "claim", "computed", "value", "reads"
]
_OUTCOME: tuple[What, ...] = ("points", "sheet", "renonce", "lines", "legal")


class PlaceKind(StrEnum):
    """Why a place is looked up, in the order of what hangs on it."""

    PLAY = "play"  # a card that may not be played, and the cards that legal lines exchange it with
    SAID = "said"  # words of an auction out of order
    DEAL = "deal"  # cards emended in a deal
    GAME = "game"  # words emended in a game, without which something else was played or is found
    GAP = "gap"
    WORDS = "words"  # a word added or left out by an emendation
    PROBABLE = "probable"  # words emended where another reading is possible
    VALUE = "value"  # words emended on which a value or claim rests
    RULE = "rule"  # doubtful, and a rule, the sense, or the form depends on it
    SENSE = "sense"
    FORM = "form"


class Effect(Frozen):
    """Something that a reading would change, of a game or a claim; or a value or claim that rests on the words.

    `level` is that of a game at which something else is found.
    """

    what: What
    name: str
    before: str = ""
    after: str = ""
    level: str = ""


Effects = tuple[Effect, ...]


class PossibleReading(Frozen):
    """A reading that the print may have, its origin, and its effects if nothing else is known.

    `stands` where it is what the edition has.
    """

    words: str
    of: Literal["transcript", "edition", "conjecture", "line", "doubt"]
    stands: bool
    effects: tuple[Effect, ...] = ()


class LegalLineEffect(Frozen):
    """The readings of several places by which a legal line was played, and their effects."""

    words: tuple[PlaceName, ...]  # what would stand in each passage
    effects: tuple[Effect, ...] = ()


class PrintPlace(Frozen):
    """A place that the print would settle: its words in the transcript, their surroundings, possible readings.

    `rests` are the values and claims that depend on the words and must be reviewed if the print has others; `lines` the
    legal lines that have another card here.
    """

    kind: PlaceKind
    passage: PassageRef
    transcript_words: str
    before: str
    after: str
    why: str
    readings: tuple[PossibleReading, ...]
    record: Emendation | DoubtfulPlace | None = None
    dependents: tuple[Effect, ...] = ()
    lines: tuple[LegalLineEffect, ...] = ()

    @property
    def name(self) -> PlaceName:
        """Return the name by which an answer refers to the place: passage and words of the transcript."""
        return self.passage, self.transcript_words

    @property
    def edition_words(self) -> str:
        """Return the words that the edition has there."""
        return next((reading.words for reading in self.readings if reading.stands), self.transcript_words)


def witness_problems(
    witnesses: Iterable[Located[CopyReport]],
    corpus: Corpus,
    places: Callable[[], Mapping[str, tuple[PrintPlace, ...]]],
    unreadable: Callable[[], Container[str]],
) -> Iterator[Problem]:
    """Yield problems of readings of copies: unknown or repeated places, wrong days, unreadable games."""
    for located in witnesses:
        witness, at = located.record, located.place
        if witness.source not in corpus.sources:
            yield Problem("WITNESS-PLACE", at, f"unknown source `{witness.source}`; expected one of sources.yaml")
            continue
        if witness.source in corpus.left_out:
            continue
        if fault := day_error(witness.date):
            yield Problem("WITNESS-DAY", at, fault)
        known = {each.name for each in places()[witness.source]}
        answered = set()
        for seen in witness.seen:
            if seen.place not in known:
                fault = (
                    f"{seen.passage} has no open place `{seen.words}`; expected passage and words as "
                    "`print.html` has them"
                )
                yield Problem("WITNESS-PLACE", at, fault)
            if seen.place in answered:
                yield Problem("WITNESS-TWICE", at, f"{seen.passage} `{seen.words}` is answered twice; keep one answer")
            answered.add(seen.place)
            if witness.source == ERA and container_of(seen.passage) in unreadable():
                fault = (
                    f"{seen.passage} cannot be read with `{seen.reading}`, or with another answer about its game; "
                    "expected the notation of a game"
                )
                yield Problem("WITNESS-UNREADABLE", at, fault)


def group_lines(places: Iterable[PrintPlace]) -> dict[str, tuple[LegalLineEffect, ...]]:
    """Return the legal lines of the games in which somebody revokes, by game."""
    return group_pairs((place.passage.rpartition(".")[0], line) for place in places for line in place.lines)


def apply_copies(context: Context, siglum: str, seen: Mapping[PlaceName, str]) -> tuple[Context, list[str]]:
    """Return a context in which a source has the readings of copies, and the games that cannot be read so.

    Such games stay as the edition has them.
    """
    edition = context.corpus.edition(siglum)
    games = {game for ref, _words in seen if (game := container_of(ref)) in edition.games} if siglum == ERA else set()
    made, unreadable = context.fork(_collect_words_of_copies(edition, apply_copy_readings(edition, seen))), []
    half = set()
    for game in sorted(games):
        try:
            ModelGames(made).report(game)
            if ModelGames(made).is_half_exchange(game):
                half.add(game)
        except CodexError:
            unreadable.append(game)
    if unreadable or half:
        kept = {name: it for name, it in seen.items() if container_of(name[0]) not in unreadable}
        made = context.fork(_collect_words_of_copies(edition, apply_copy_readings(edition, kept, half)))
    values = find_other_numbers(context, siglum, seen)
    return made.fork({Value(siglum, name): number for name, number in values.items()}), unreadable


def _collect_words_of_copies(before: Edition, after: Edition) -> dict[PassageWords | PassageTranscript, Item]:
    """Return the passages in which two editions of a source differ as overrides of the first."""
    changed = [new for old, new in zip(before.items, after.items, strict=True) if new is not old]
    return {kind(item.ref): item for item in changed for kind in (PassageWords, PassageTranscript)}


def find_other_numbers(context: Context, siglum: str, seen: Mapping[PlaceName, str]) -> dict[str, int]:
    """Return the values whose number differs in a copy, with that number, by the name of the value.

    Other changes of words are left to a reader.
    """
    found: dict[str, int] = {}
    edition = context.corpus.edition(siglum)
    for (ref, words), reading in seen.items():
        unit = edition.units.get(ref.removeprefix(f"{siglum}:"))  # none, if the answer is about another source
        now, then = context.files.numbers.find(words), context.files.numbers.find(reading)
        if unit is None or unit.text.count(words) != 1 or len(now) != 1 or len(then) != 1 or now == then:
            continue
        (old,), (new,) = now, then
        for statement in context.tables[siglum].by_passage.get(ref, ()):
            if type(statement.value) is int and statement.value == old and new.denominator == 1:
                start = unit.text.find(words)
                if any(support.overlaps(unit, start, start + len(words)) for support in statement.supports):
                    found[statement.ident] = int(new)
    return found


class PlaceCollector:
    """Collects the places of one source, and computes what their readings change."""

    def __init__(
        self,
        context: Context,
        siglum: str,
        reports: Iterable[GameReport],
        claims: Iterable[Located[Claim]],
        checked: Iterable[CheckedClaim],
        seen: Mapping[PlaceName, str],
    ):
        """Take a `context` of the editions, and games and claims as they are with the readings `seen`."""
        self.context = context
        self.siglum = siglum
        self.seen = {name: it for name, it in seen.items() if name[0].partition(":")[0] == siglum}
        self.edition = apply_copies(context, siglum, self.seen)[0].edition(siglum)
        self.doubts = open_doubts(context.corpus, siglum)
        self.reports = {report.name: report for report in reports} if siglum == ERA else {}
        self.claims = list(claims)
        self.checked = list(checked)
        self.known: dict[frozenset[tuple[PlaceName, str]], Effects] = {}

    def collect(self) -> tuple[PrintPlace, ...]:
        """Return the places that no copy has settled, the weightiest kind first, then in reading order."""
        order, kinds = list(self.edition.units), list(PlaceKind)
        made = {place.name: place for place in reversed(list(self._find()))}  # of two on the same words the first
        return tuple(
            sorted(
                (place for place in made.values() if place.name not in self.seen),
                key=lambda it: (kinds.index(it.kind), order.index(it.passage.partition(":")[2])),
            )
        )

    def _find(self) -> Iterator[PrintPlace]:
        """Yield every place."""
        for report in self.reports.values():
            yield from self._find_plays(report)
        for unit in self.edition.items:
            if isinstance(unit, Passage):
                for conjecture in unit.conjectures:
                    yield self._place_conjecture(unit, conjecture)
            for annotation in unit.annotations:
                if isinstance(annotation.payload, Emendation):
                    yield from self._place_emendation(unit, annotation.payload, annotation.start, annotation.end)
            for doubt in annotate_doubts(unit, self.doubts.get(unit.ref, ())):
                yield self._place_doubt(unit, doubt.payload, doubt.start, doubt.end)

    # The kinds

    def _find_plays(self, report: GameReport) -> Iterator[PrintPlace]:
        """Yield the cards of the seat that revokes which some legal line with the fewest changes replaces."""
        if not report.lines.fewest:
            return
        games = ModelGames(self._read_with(self.seen))
        tricks, seat = games.read_without_copies(report.name).tricks, report.lines.fewest[0].seat
        known, refs = games.cards_from_copies(report.name, seat), {}
        old = {
            n: self._find_words_of_play(f"{report.name}.s{n}", seat, dict(trick)[seat])
            for n, trick in enumerate(tricks, 1)
        }
        made: list[tuple[tuple[int, ...], LegalLineEffect]] = []
        for line in report.lines.fewest:
            cards = line.order_cards(tricks)
            changed = tuple(number for number in line.changed if number not in known)
            new = {number: f"{seat} {cards[number - 1].printed}" for number in changed}
            refs.update({number: f"{report.ref}.s{number}" for number in changed})
            effects = self.find_effects({(refs[number], old[number]): new[number] for number in changed})
            made.append((changed, LegalLineEffect(tuple((refs[number], new[number]) for number in changed), effects)))
        findings = [each for each in games.follow_without_copies(report.name).findings if each.code == "PLAY-REVOKE"]
        why = "; ".join(format_message(each.message) for each in findings)
        for number, ref in sorted(refs.items()):
            here = tuple(line for changed, line in made if number in changed)
            unit = self.edition.passages[ref.partition(":")[2]]
            readings = [self._make_reading(unit, old[number], old[number], "transcript", stands=True)]
            for words in dict.fromkeys(dict(line.words)[ref] for line in here):
                readings.append(self._make_reading(unit, old[number], words, "line"))
            recorded = (*unit.conjectures, *self.doubts.get(unit.ref, ()))
            record = next((it for it in recorded if it.lemma == old[number]), None)
            yield structs.replace(
                self._make_place(PlaceKind.PLAY, unit, old[number], why, readings, record), lines=here
            )

    def _find_words_of_play(self, ident: str, seat: str, card: Card) -> str:
        """Return the words of a trick in the edition that say what a seat plays, such as `B Pique-Dame`."""
        for match in re.finditer(rf"(?<!\w){seat}\.? (\w+(?:-\w+)?)", self.edition.passages[ident].edition_text):
            try:
                if read_cards(match[1], self.pack) == (card,):
                    return match[0]
            except (CodexError, NotationError):
                continue
        raise CodexError(
            f"{ident} does not tell that {seat} plays {card.name}", "expected the card in the words of the trick"
        )

    def _make_reading(self, unit: Unit, place: str, words: str, of: str, *, stands: bool = False) -> PossibleReading:
        """Return a possible reading with its effects."""
        return PossibleReading(words, of, stands, self.find_effects({(unit.ref, place): words}))  # type: ignore[arg-type]

    def _place_conjecture(self, unit: Passage, conjecture: Emendation) -> PrintPlace:
        """Return the place of a conjecture."""
        kind = PlaceKind.PLAY if unit.kind == "trick" else PlaceKind.SAID
        readings = (
            self._make_reading(unit, conjecture.lemma, conjecture.lemma, "transcript", stands=True),
            self._make_reading(unit, conjecture.lemma, conjecture.reading, "conjecture"),
        )
        return self._make_place(
            kind, unit, conjecture.lemma, translate_text(conjecture.reason, DATA), readings, conjecture
        )

    def _place_emendation(self, unit: Unit, emendation: Emendation, start: int, end: int) -> Iterator[PrintPlace]:
        """Yield the place of an emendation if something hangs on it.

        It changes a deal or the play, marks a gap, adds or leaves out words, is only probable, or bears a value or
        claim.
        """
        dependents = self._find_dependents(unit, start, end)
        added = any(each.kind in (Kind.ADDED, Kind.LEFT_OUT) for each in annotate_emendation(0, emendation))
        if emendation.kind == LACUNA:
            kind = PlaceKind.GAP
        elif self._changes_deal(unit, emendation):
            kind = PlaceKind.DEAL
        elif self._changes_findings(unit, emendation):
            kind = PlaceKind.GAME
        elif added:
            kind = PlaceKind.WORDS
        elif emendation.certainty == "probable":
            kind = PlaceKind.PROBABLE
        elif dependents:
            kind = PlaceKind.VALUE
        else:
            return
        readings = [self._make_reading(unit, emendation.lemma, emendation.lemma, "transcript")]
        if kind is not PlaceKind.GAP:  # what was lost there nobody knows
            readings.append(self._make_reading(unit, emendation.lemma, emendation.reading, "edition", stands=True))
        why = translate_text(emendation.reason, DATA)
        yield self._make_place(kind, unit, emendation.lemma, why, readings, emendation, dependents)

    def _place_doubt(self, unit: Unit, doubt: DoubtfulPlace, start: int, end: int) -> PrintPlace:
        """Return the place of doubtful words."""
        readings = [self._make_reading(unit, doubt.lemma, doubt.lemma, "transcript", stands=True)]
        if doubt.reading:
            readings.append(self._make_reading(unit, doubt.lemma, doubt.reading, "doubt"))
        kind, why, dependents = (
            PlaceKind(doubt.weight),
            translate_text(doubt.reason, DATA),
            self._find_dependents(unit, start, end),
        )
        return self._make_place(kind, unit, doubt.lemma, why, readings, doubt, dependents)

    def _make_place(
        self,
        kind: PlaceKind,
        unit: Unit,
        words: str,
        why: str,
        readings: Iterable[PossibleReading],
        record: Emendation | DoubtfulPlace | None,
        dependents: Iterable[Effect] = (),
    ) -> PrintPlace:
        """Return a place with the transcript's words around it, cut between words."""
        text = unit.transcript
        at = text.find(words)
        before, after = text[:at].replace("\n", " "), text[at + len(words) :].replace("\n", " ")
        if len(before) > _WIDTH:
            before = "… " + before[-_WIDTH:].partition(" ")[2]
        if len(after) > _WIDTH:
            after = after[:_WIDTH].rpartition(" ")[0] + " …"
        return PrintPlace(kind, unit.ref, words, before, after, why, tuple(readings), record, tuple(dependents))

    # Effects of a reading

    @property
    def pack(self) -> Pack:
        """Return the pack of the model games."""
        return self.context.pack()

    def _find_game(self, ref: str) -> str:
        """Return the model game that a passage belongs to; empty for another passage."""
        return name if (name := container_of(ref)) in self.reports else ""

    def _changes_deal(self, unit: Unit, emendation: Emendation) -> bool:
        """Return whether, without an emendation, other cards are dealt, bought or laid away.

        Also true if the passage cannot be read without it.
        """
        game = self._find_game(unit.ref)
        if not game or unit.kind == "trick":
            return False
        now = self.reports[game].levels[BASE].replay.game
        try:
            other = ModelGames(self._read_with({(unit.ref, emendation.lemma): emendation.lemma})).read(game, BASE)
        except CodexError:
            return True
        return any(getattr(now, name) != getattr(other, name) for name in _DEALT)

    def _changes_findings(self, unit: Unit, emendation: Emendation) -> bool:
        """Return whether, without an emendation, a game has other findings.

        False if the game cannot be read without it.
        """
        effects = (
            self.find_effects({(unit.ref, emendation.lemma): emendation.lemma}) if self._find_game(unit.ref) else ()
        )
        return bool(effects) and not any(effect.after == UNREADABLE for effect in effects)

    def _read_with(self, seen: Mapping[PlaceName, str]) -> Context:
        """Return a context in which this source has the readings of copies, and `seen`.

        Raises `CodexError` if a game cannot be read so.
        """
        made, unreadable = apply_copies(self.context, self.siglum, {**self.seen, **seen})
        if game := next((game for game in unreadable if game in map(container_of, (ref for ref, _words in seen))), ""):
            raise CodexError(f"{game} cannot be read with other words", "expected the notation of a game")
        return made

    def find_effects(self, seen: Mapping[PlaceName, str]) -> tuple[Effect, ...]:
        """Return the effects on a game and on claims if a copy has these words too."""
        key = frozenset(seen.items())
        if key not in self.known:
            self.known[key] = tuple(self._list_changes(seen))
        return self.known[key]

    def _list_changes(self, seen: Mapping[PlaceName, str]) -> Iterator[Effect]:
        """Yield the effects on games and claims if a copy has these words too; a game may become unreadable."""
        game = self._find_game(next(iter(seen))[0])
        if not game:
            yield from self._list_by_numbers(find_other_numbers(self.context, self.siglum, seen), seen)
            return
        now = self.reports[game]
        try:
            context = self._read_with(seen)
            then = ModelGames(context).report(game)
        except CodexError:
            yield Effect("verdict", now.ref, now.verdict, UNREADABLE)
            return
        yield from compare_games(now, then)
        yield from self._list_claims(context, lambda checked: is_about_game(checked.claim, game))

    def _list_by_numbers(self, values: Mapping[str, int], seen: Mapping[PlaceName, str]) -> Iterator[Effect]:
        """Yield the effects of other numbers in the words of these rules."""
        if not values:
            return
        context, read = self._read_with(seen), {(self.siglum, name) for name in values}
        for report in self.reports.values():
            yield from compare_games(report, ModelGames(context).report(report.name))
        yield from self._list_claims(context, lambda checked: not read.isdisjoint(checked.reads))

    def _list_claims(self, context: Context, concerned: Callable[[CheckedClaim], bool]) -> Iterator[Effect]:
        """Yield the effects on the claims that are concerned."""
        for located, checked in zip(self.claims, self.checked, strict=True):
            if concerned(checked):
                yield from compare_claims(checked, run_claim(located, context))

    def _find_dependents(self, unit: Unit, start: int, end: int) -> tuple[Effect, ...]:
        """Return the values and claims that quote characters `start` to `end` of a text."""
        return tuple(self._quoting(unit, start, end))

    def _quoting(self, unit: Unit, start: int, end: int) -> Iterator[Effect]:
        for statement in self.context.tables[self.siglum].by_passage.get(unit.ref, ()):
            if any(each.overlaps(unit, start, end) for each in statement.supports):
                yield Effect("value", statement.id, statement.shown)
                read = (self.siglum, statement.key)
                if reading := [each.claim.id for each in self.checked if read in each.reads]:
                    yield Effect("reads", statement.id, str(len(reading)))
        for checked in self.checked:
            if any(each.overlaps(unit, start, end) for each in checked.claim.supports):
                yield Effect("claim", checked.claim.id, checked.verdict)


def is_about_game(claim: Claim, game: str) -> bool:
    """Return whether a claim is computed from a model game: that one, or whichever its function looks at."""
    of = claim.inputs.get("game")
    return of == game or (of is None and claim.compute.startswith("games."))


def compare_claims(now: CheckedClaim, then: CheckedClaim) -> Iterator[Effect]:
    """Yield the differences between two results of a claim."""
    if now.verdict != then.verdict:
        yield Effect("claim", now.claim.id, now.verdict, then.verdict)
    elif now.computed != then.computed or now.error != then.error:
        yield Effect("computed", now.claim.id, _format_computed(now), _format_computed(then))


def _format_computed(checked: CheckedClaim) -> str:
    """Return the computed value in words; empty where that failed."""
    found = [] if checked.error else checked.computed
    if isinstance(found, dict):
        found = [f"{name} {value}" for name, value in found.items()]
    return ", ".join(map(str, found)) if isinstance(found, list) else str(found)


def compare_games(now: GameReport, then: GameReport) -> Iterator[Effect]:
    """Yield the differences between two reports of a game."""
    if now.verdict != then.verdict:
        yield Effect("verdict", now.ref, now.verdict, then.verdict)
    for level in dict.fromkeys((*now.levels, *then.levels)):
        before, after = _format_findings(now, level), _format_findings(then, level)
        if before != after:
            yield Effect("findings", now.ref, before, after, level)
    for what, before, after in zip(_OUTCOME, _format_outcome(now), _format_outcome(then), strict=True):
        if before != after:
            yield Effect(what, now.ref, before, after)


def _format_findings(report: GameReport, level: str) -> str:
    """Return the findings of a game at a level, one to a line; empty where there is no such level."""
    findings = report.levels[level].findings if level in report.levels else ()
    return "\n".join(format_message(each.message) for each in findings)


def _share(some: int, whole: int) -> str:
    return format_message(Message("print.of", some=some, whole=whole))


def _format_outcome(report: GameReport) -> tuple[str, str, str, str, str]:
    """Return points, sheets, stability and legal lines of a game as corrected, each as text for comparing."""
    replay = report.levels[BASE].replay
    with_revokes = replay.sheet_with_revokes
    revokes = any(each.code in _ILLEGAL for each in report.levels[BASE].findings)
    return (
        format_thirds(replay.declarer_thirds),
        _format_totals(replay.sheet),
        _format_totals(with_revokes) if with_revokes else "",
        _share(report.stands, len(report.mended)) if report.mended else "" if revokes else NEEDLESS,
        _share(len(report.lines.fewest), report.lines.total) if report.lines.total else "",
    )


def _format_totals(sheet: ScoreSheet) -> str:
    return ", ".join(f"{seat} {points}" for seat, points in sheet.totals.items())
