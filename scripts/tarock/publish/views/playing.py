"""The page on which a visitor plays whole deals of 1840 against machines."""

from __future__ import annotations

from tarock.corpus.sources import Source
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.publish.views.cards import Cards, make_cards
from tarock.publish.views.view import View


class PlayingView(View):
    """The frame of the page; `playing.js` draws the table in it."""

    @property
    def source(self) -> Source:
        """Return the source whose game is played."""
        return self.site.corpus.sources[ERA]

    @property
    def faces(self) -> Cards:
        """Return the whole pack, drawn once on the page."""
        return make_cards(self.site.pack.cards, self.site.pack)
