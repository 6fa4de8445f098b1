"""What a page needs to show a game at the table: its steps, the faces of its cards, the addresses of paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tarock.base.catalogue import Message, say
from tarock.base.structs import Value
from tarock.game.koenigrufen_1840.vocabulary import Role, Side
from tarock.publish.views.cards import cards_view
from tarock.publish.views.prose import section
from tarock.publish.views.step_records import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.publish.places import Site
    from tarock.publish.views.cards import Face
    from tarock.publish.views.step_records import Game


_ROLES = (Role.DECLARER, Role.PARTNER, Role.DEFENDER)


class TableView(Value):
    """The data, as it is written into the page, and the faces of the cards.

    `game` has the steps, `links` the address by paragraph, `words` how roles, sides, heaps and what comes after the tricks
    are called.
    """

    data: dict[str, Any]
    faces: tuple[Face, ...]


def table_view(site: Site, page: str, game: Game) -> TableView:
    """A game, or an excerpt of it, as it is shown on `page`."""
    router, pack = site.router, site.codex.games.pack
    links = {ref: router.passage(ref).seen_from(page) for ref in sorted(set(_refs(game))) if router.has(ref)}
    named = set(_cards(game))
    cards = [card for card in pack.cards if pack.display(card) in named]
    data = {"game": msgspec.to_builtins(game), "links": links, "words": _words(site)}
    return TableView(data, cards_view(cards, pack).faces)


def _words(site: Site) -> dict[str, dict[str, str]]:
    roles = (*_ROLES, "forehand", "dealer")
    revoke = section(site, site.codex.games.rules.ref("revoke.writes"))
    stages = (Kind.COUNT, Kind.SCORE, Kind.REVOKE)
    return {
        "roles": {role: say(Message(f"role.{role}")) for role in roles},
        "sides": {side: say(Message(f"side.{side}")) for side in Side},
        "heaps": {heap: say(Message(f"heap.{heap}")) for heap in ("upper", "lower", "whole", "scat")},
        "stages": {kind: say(Message(f"step.stage.{kind}", section=revoke)) for kind in stages},
    }


def _refs(game: Game) -> Iterator[str]:
    for level in game.levels.values():
        for step in level.steps:
            yield step.ref
            yield from (note.ref for note in (*step.remarks, *step.findings))


def _cards(game: Game) -> Iterator[str]:
    for level in game.levels.values():
        for cards in (*level.hands.values(), *level.talon):
            yield from cards
        for step in level.steps:
            yield from (step.card, *step.cards)
