"""What the print would decide: the places of each source that only a copy settles, and what copies have told."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.base.structs import LazyValue, Value
from tarock.proof.witnesses import PlaceKind, lines
from tarock.publish.views.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.sources import Source
    from tarock.proof.games import GameReport
    from tarock.proof.witnesses import Answers, Effect, Place
    from tarock.publish.places import Site


class Choice(Value):
    """Something that the print may have at a place, whose reading it is, and what follows from it."""

    words: str
    of: str
    says: tuple[str, ...]


class Line(Value):
    """What several places mean together, numbered within its game."""

    number: int
    words: tuple[tuple[str, str], ...]  # references with words
    says: tuple[str, ...]


class Asked(LazyValue):
    """The places of a source in the order in which they are asked."""

    site: Site
    source: Source

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return self.site.codex.places[self.source.siglum]

    @property
    def answers(self) -> Answers:
        return self.site.codex.answers

    @property
    def left(self) -> int:
        """How many places no copy has answered."""
        return sum(place.name not in self.answers for place in self.places)

    @cached_property
    def seen(self) -> list[GameReport]:
        """The games that a copy has otherwise, replayed with its words."""
        return self.site.codex.collector(self.source.siglum).as_seen(self.places, self.answers)

    @property
    def kinds(self) -> Iterator[tuple[PlaceKind, str, list[Place]]]:
        """The kinds that there are, with their titles and places."""
        for kind in PlaceKind:
            if found := [place for place in self.places if place.kind is kind]:
                yield kind, say(Message(f"print.kind.{kind}")), found

    @cached_property
    def lines(self) -> dict[str, list[Line]]:
        """The legal lines of each game in which somebody revokes."""
        return {
            game: [Line(number, joint, _said(effects)) for number, (joint, effects) in enumerate(found.items(), 1)]
            for game, found in lines(self.places).items()
        }

    def place(self, ref: str) -> str:
        """Where it is in the book, in its language."""
        edition = self.site.corpus.edition(self.source.siglum)
        ident = ref.partition(":")[2]
        pages = [edition.label(page, "de") for page, held in edition.pages.items() if ident in held]
        return ", ".join([edition.label(ident, "de"), *pages])

    def choices(self, place: Place) -> Iterator[Choice]:
        """What the print may have there, each once."""
        found: dict[str, tuple[str, tuple[str, ...]]] = {}
        for reading in place.readings:
            if reading.others:
                numbers = tuple(
                    str(line.number)
                    for line in self.lines[place.passage.rpartition(".")[0]]
                    if (place.passage, reading.words) in line.words
                )
                says: tuple[str, ...] = (say(Message("print.together", numbers=numbers)),)
            elif reading.stands:
                illegal = place.kind in (PlaceKind.PLAY, PlaceKind.SAID)
                says = (say(Message("print.the_book" if illegal else "print.stands")),)
            elif place.kind is PlaceKind.GAP:
                says = (say(Message("print.gap")),)
            else:
                says = _said(reading.effects) or (say(Message("print.read_anew" if place.rests else "print.form")),)
            found.setdefault(reading.words, (say(Message(f"print.{reading.of}")), says))
        yield from (Choice(words, *what) for words, what in found.items())

    def rests(self, place: Place) -> list[str]:
        """What rests on the words of a place."""
        return [say(Message(f"print.rests.{it.what}", name=it.name, before=it.before)) for it in place.rests]


def _said(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    return tuple(
        say(Message(f"print.{effect.what}", name=effect.name, before=effect.before, after=effect.after))
        for effect in effects
    )


class PrintView(View):
    """The places of all sources."""

    @cached_property
    def asked(self) -> list[Asked]:
        """What is asked of each source."""
        return [Asked(self.site, edition.source) for edition in self.site.corpus.editions()]

    def sheet(self, siglum: str) -> str:
        """The link to the sheet of a source."""
        return self.router.book(f"{siglum}-print.pdf").seen_from(self.page)
