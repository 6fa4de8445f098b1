"""The first card in the model games that the rules of their own book forbid, and the paragraph that forbids it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.game.koenigrufen_1840.turns import turns
from tarock.publish.views.cards import Cards, cards_view, in_english
from tarock.publish.views.findings import revokes
from tarock.publish.views.game import GamesView
from tarock.publish.views.table import excerpt, game_steps, table_view

if TYPE_CHECKING:
    from tarock.corpus.editions import Passage
    from tarock.game.common.cards import Card
    from tarock.game.common.findings import Finding
    from tarock.game.koenigrufen_1840.turns import Turn
    from tarock.proof.games import GameReport
    from tarock.publish.places import Site


class BreachView(GamesView):
    """The trick of a finding, card by card, with the paragraph in German and English."""

    report: GameReport
    finding: Finding
    level: str = BASE

    @cached_property
    def trick(self) -> list[Turn]:
        """The turns of the trick."""
        games = self.site.codex.games
        played = turns(self.replay(self.report), games.pack, games.rules)
        return [turn for turn in played if turn.trick == self.finding.trick]

    @property
    def broken(self) -> Turn:
        """The turn that breaks the rule."""
        return next(turn for turn in self.trick if turn.seat == self.finding.seat)

    @property
    def winner(self) -> str:
        """Who takes the trick."""
        return self.replay(self.report).winners[self.finding.trick - 1]

    @property
    def steps(self) -> tuple[str, str]:
        """The first step of the trick and the last."""
        return f"{self.finding.trick}.1", f"{self.finding.trick}.{len(self.trick)}"

    @property
    def table(self) -> dict[str, Any]:
        """The trick as it is played."""
        return table_view(
            self.site, self.page, excerpt(game_steps(self.site, self.report.levels), self.level, *self.steps)
        )

    def drawn(self, *cards: Card) -> Cards:
        """Cards in a row."""
        return cards_view(cards, self.site.codex.games.pack)

    def named(self, card: Card) -> str:
        """A card in English."""
        return in_english(self.site, self.site.codex.games.pack.display(card))

    @property
    def paragraph(self) -> Passage:
        """The paragraph that forbids the card."""
        return self.site.corpus.edition(self.source.siglum).passages[self.finding.ref.partition(":")[2]]


def breach_view(site: Site) -> BreachView | None:
    """The first revoke of the model games, as the start page shows it; None when nobody revokes."""
    return next((BreachView(site, site.router.home.page, *found) for found in revokes(site)), None)
