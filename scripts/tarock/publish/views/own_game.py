"""How to write down a game of one's own: the commands with their example files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.game.eras import ERAS

if TYPE_CHECKING:
    from tarock.publish.places import Site


@dataclass(frozen=True, slots=True)
class OwnGameView:
    """The sources by whose rules a finished game can be settled; those that print model games, and those that do not."""

    eras: tuple[str, ...]
    with_games: tuple[str, ...]
    without_games: tuple[str, ...]


def own_game_view(site: Site) -> OwnGameView:
    """The eras in the order of the sources."""
    eras = tuple(siglum for siglum in site.corpus.sources if siglum in ERAS)
    games = {siglum: bool(site.corpus.edition(siglum).games) for siglum in eras}
    return OwnGameView(
        eras, tuple(siglum for siglum in eras if games[siglum]), tuple(siglum for siglum in eras if not games[siglum])
    )
