"""How to write down a game of one's own: the commands with their example files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.game.eras import eras

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarock.publish.places import Site


@dataclass(frozen=True, slots=True)
class OwnGameView:
    """The example files by the source whose rules settle them; sigla of those that print model games and that do not."""

    examples: Mapping[str, str]
    with_games: tuple[str, ...]
    without_games: tuple[str, ...]


def own_game_view(site: Site) -> OwnGameView:
    """The eras in the order of the sources."""
    settled = tuple(siglum for siglum in site.corpus.sources if siglum in eras())
    folder = site.codex.project.relative(site.codex.project.sources.parent)
    games = {siglum: bool(site.corpus.edition(siglum).games) for siglum in settled}
    return OwnGameView(
        {siglum: f"{folder}/{eras()[siglum].score.example}" for siglum in settled},
        tuple(siglum for siglum in settled if games[siglum]),
        tuple(siglum for siglum in settled if not games[siglum]),
    )
