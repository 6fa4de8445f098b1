"""The apparatus: what the editions changed, what was weighed and left as it is; and the places for the print.

Those are the places of each source that only a copy settles, and the answers of copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property

from tarock.base.i18n import DATA, ENGLISH, current_language, translate_text
from tarock.base.structs import Cached, group_pairs
from tarock.base.wording import Message, write_message
from tarock.claims.expectation import describe_value
from tarock.corpus.apparatus import DoubtfulPlace, Pattern, load_doubts, load_patterns
from tarock.corpus.editions import Edition
from tarock.corpus.elsewhere import OtherText, Testimony
from tarock.corpus.emendations import CONJECTURE, Emendation
from tarock.corpus.sources import Source
from tarock.corpus.witnesses import AttestationStatus, CopyReport, ReportedReading
from tarock.publish.places import Site
from tarock.publish.views.view import View
from tarock.robustness.print_places import NEEDLESS, Effect, PlaceKind, PossibleReading, PrintPlace, group_lines

LineWords = tuple[tuple[str, str], ...]  # references with words


class EmendationsView(View):
    """All emendations and conjectures, oldest source first."""

    def kinds(self, edition: Edition) -> Sequence[tuple[str, int]]:
        """Count the emendations of an edition by kind, the most frequent first."""
        return Counter(emendation.kind for emendation in edition.emendations).most_common()

    def emendations(self, edition: Edition) -> Iterator[tuple[str, Emendation]]:
        """Yield the emendations of an edition, each with its anchor."""
        seen: Counter[str] = Counter()
        for emendation in edition.emendations:
            seen[emendation.passage] += 1
            yield self.router.emendation(emendation.passage, seen[emendation.passage]).anchor, emendation

    def conjectures(self, edition: Edition) -> list[tuple[str, Emendation]]:
        """Return the conjectures on an edition, each with its anchor."""
        found = [conjecture for passage in edition.passages.values() for conjecture in passage.conjectures]
        return [(self.router.conjecture(each.passage, number).anchor, each) for number, each in enumerate(found, 1)]


class DoubtfulView(View):
    """All doubtful places, oldest source first, and the patterns that are decided once."""

    @property
    def sources(self) -> Iterator[tuple[Edition, list[DoubtfulPlace]]]:
        """Yield each source with its doubtful places."""
        corpus = self.site.corpus
        for edition in corpus.editions():
            yield edition, [doubt.record for doubt in load_doubts(corpus, edition.siglum)]

    def testimonies(self, siglum: str) -> list[tuple[str, OtherText, Testimony]]:
        """Return the remarks of other texts on words of a source, by passage."""
        found = self.site.codex.testimonies.items()
        return [(ref, *each) for ref, all_of in found if ref.startswith(f"{siglum}:") for each in all_of]

    @property
    def patterns(self) -> list[Pattern]:
        """Return the patterns that were decided once."""
        return [pattern.record for pattern in load_patterns(self.site.corpus)]


class PrintQuestions(Cached):
    """The places of a source in the order in which they are asked."""

    site: Site
    source: Source

    @cached_property
    def places(self) -> tuple[PrintPlace, ...]:
        """Return the places that no copy has settled."""
        return self.site.codex.places[self.source.siglum]

    @cached_property
    def settled(self) -> list[PrintPlace]:
        """Return the places that copies have settled, with what their readings would have changed."""
        codex = self.site.codex
        return [
            place for place in codex.without_copies.places[self.source.siglum] if place.name in codex.agreed_readings
        ]

    def answers(self, place: PrintPlace) -> list[tuple[ReportedReading, CopyReport]]:
        """Return the readings of copies at a place, with the reports."""
        return self.site.codex.readings_by_place.get(place.name, [])

    def status(self, place: PrintPlace) -> AttestationStatus | None:
        """Return the status of the recorded reading after the reports; None if no copy was examined."""
        return self.site.codex.attestations.get(place.record) if place.record else None

    def recorded(self, place: PrintPlace) -> str:
        """Return the kind of record on a place, in words."""
        kind = place.record.kind if isinstance(place.record, Emendation) else "doubt"
        return write_message(f"print.record.{kind if kind in ('doubt', CONJECTURE) else 'emendation'}")

    @property
    def kinds(self) -> Iterator[tuple[PlaceKind, str, list[PrintPlace]]]:
        """Yield the kinds that there are, with their titles and places."""
        for kind in PlaceKind:
            if found := [place for place in self.places if place.kind is kind]:
                yield kind, write_message(f"print.kind.{kind}"), found

    @cached_property
    def lines(self) -> dict[str, list[tuple[LineWords, tuple[str, ...]]]]:
        """Return the legal lines of each game in which somebody revokes: their words, and what they mean together."""
        return {
            game: [(line.words, describe_effects(line.effects)) for line in found]
            for game, found in group_lines(self.places).items()
        }

    def place(self, ref: str) -> str:
        """Return where a passage is in the book, in its language."""
        edition = self.site.corpus.edition(self.source.siglum)
        ident = ref.partition(":")[2]
        pages = [edition.label(page, "de") for page, held in edition.pages.items() if ident in held]
        return ", ".join([edition.label(ident, "de"), *pages])

    def choices(self, place: PrintPlace) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield what the print may have there: the words, whose reading they are, what follows."""
        for reading in place.readings:
            yield (
                reading.words,
                write_message(f"print.{reading.of}"),
                tuple(self._describe_consequences(place, reading)),
            )

    def _describe_consequences(self, place: PrintPlace, reading: PossibleReading) -> Iterator[str]:
        if place.lines and not reading.stands:
            held = self.lines.get(place.passage.rpartition(".")[0], [])
            numbers = tuple(
                str(number) for number, (words, _says) in enumerate(held, 1) if (place.passage, reading.words) in words
            )
            yield write_message("print.together", numbers=numbers)
        effects = describe_effects(reading.effects)
        yield from (
            (f"{write_message('print.alone')}{effects[0]}", *effects[1:]) if place.lines and effects else effects
        )
        lost = place.lines and any(effect.what == "lines" and not effect.after for effect in reading.effects)
        if reading.stands and (place.kind is PlaceKind.SAID or lost):
            yield write_message("print.the_book")
        elif place.kind is PlaceKind.GAP:
            yield write_message("print.gap")
        elif place.dependents and not reading.stands:
            yield write_message("print.read_anew")
        elif not effects and not place.lines:
            yield write_message("print.stands" if reading.stands else "print.form")

    def find_dependents(self, place: PrintPlace) -> list[str]:
        """Return what rests on the words of a place."""
        return [_name_dependent(self.site, it) for it in place.dependents]


def _name_dependent(site: Site, it: Effect) -> str:
    """Return a value with its name, a claim with its verdict, or how many claims read a value."""
    if it.what == "value":
        table = site.codex.tables[it.name.partition("/")[0]]
        before = next(statement.shown for statement in table if statement.id == it.name)
    else:
        before = _name_value(it.what, it.before)
    return write_message(f"print.rests.{it.what}", name=it.name, before=before)


def _name_value(what: str, text: str) -> str:
    """Return a verdict, or a computed or counted value, in words."""
    if text in ("", NEEDLESS):
        return write_message("print.none")
    return translate_text(text, DATA) if what in ("verdict", "claim") else describe_value(text)


def describe_effects(effects: Sequence[Effect], *, named: bool = False) -> tuple[str, ...]:
    """Return what would change, in words; or, with the names of the games, what has changed.

    Findings at several levels are told once; so are verdicts on several claims.
    """
    texts, when = dict[str, None](), Message("print.by_edition" if named else "print.now")

    def tell(key: str, name: str, **values: Hashable) -> None:
        words = write_message(key, name=name, when=when, **values)
        texts[write_message("print.named", name=name, said=words) if named and name not in words else words] = None

    for effect in effects:
        kind = ".none" if not effect.after else ".needless" if effect.after == NEEDLESS else ""
        # where no legal play is left, that no line is left says it
        if effect.what not in ("findings", "claim") and (effect.what != "legal" or effect.after):
            before, after = (_name_value(effect.what, each) for each in (effect.before, effect.after))
            tell(f"print.{effect.what}{kind}", effect.name, before=before, after=after)
    for (name, key, listed), levels in group_pairs(_list_changed_findings(effects)).items():
        shown = tuple(Message(f"print.level.{level}") for level in levels)
        tell(f"print.findings.{key}", name, level=shown, found=listed)
    claims = group_pairs(((each.before, each.after), each.name) for each in effects if each.what == "claim")
    for verdicts, names in claims.items():
        before, after = (_name_value("claim", verdict) for verdict in verdicts)
        texts[write_message("print.claim", name=names, when=when, before=before, after=after)] = None
    return tuple(texts)


def _list_changed_findings(effects: Iterable[Effect]) -> Iterator[tuple[tuple[str, str, str], str]]:
    """Yield each finding that is gone or new in a game, with the level."""
    for effect in (each for each in effects if each.what == "findings"):
        first, then = effect.before.splitlines(), effect.after.splitlines()
        for key, one, other in (("gone", first, then), ("new", then, first)):
            if listed := "; ".join(each for each in one if each not in other):
                yield (effect.name, key, listed), effect.level


def name_sheet(siglum: str) -> str:
    """Return the file with the sheet of a source in the current language: `1840-print.pdf`, in German `1840-print-de.pdf`."""
    language = f"-{current_language()}" if current_language() != ENGLISH else ""
    return f"{siglum}-print{language}.pdf"


class PrintView(View):
    """The places of all sources."""

    @cached_property
    def questions(self) -> list[PrintQuestions]:
        """Return the places to look up of each source."""
        return [PrintQuestions(self.site, edition.source) for edition in self.site.corpus.editions()]

    @property
    def changed(self) -> tuple[str, ...]:
        """Return the changes by the readings of copies."""
        return describe_effects(self.site.codex.changes_by_copies, named=True)

    @property
    def to_review(self) -> list[str]:
        """Return what rests on words that a copy has otherwise."""
        found, withheld = self.site.codex.needs_review, self.site.withheld_sources
        return [
            it.name
            if it.name.startswith(withheld)  # what it says there may be words of its source
            else _name_dependent(self.site, it)
            for it in found
        ]

    name_sheet = staticmethod(name_sheet)
