"""The first card in the model games that the rules of their own book forbid, and the paragraph that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.game.koenigrufen_1840.turns import turns
from tarock.publish.views.cards import Cards, cards_view
from tarock.publish.views.findings import revokes
from tarock.publish.views.prose import section
from tarock.publish.views.step_changes import in_english
from tarock.publish.views.steps import excerpt, game_steps
from tarock.publish.views.table import TableView, table_view

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.game.common.cards import Card
    from tarock.game.common.findings import Finding
    from tarock.proof.games import GameReport
    from tarock.publish.places import Site


class Play(Value):
    """A card of the trick: who played it, its name in English, and whether it `breaks` the rule or takes the trick."""

    seat: str
    card: Cards
    name: str
    breaks: bool
    takes: bool


class Breach(Value):
    """The trick, card by card; what was `due` instead; the paragraph in German and English; three ways on.

    `game` is the number of the game, `table` the trick as it is played, from the first of the `steps` to the last. `play`
    leads to the trick in its game, `read` to the paragraph, `cite` to its page.
    """

    source: Source
    game: str
    trick: int
    plays: tuple[Play, ...]
    due: Cards
    due_names: tuple[str, ...]
    section: str
    words: str
    english: str
    ref: str
    table: TableView
    level: str
    steps: tuple[str, str]
    play: str
    read: str
    cite: str

    @property
    def broken(self) -> Play:
        """The forbidden play."""
        return next(play for play in self.plays if play.breaks)


def breach_view(site: Site) -> Breach | None:
    """The first revoke of the model games, as the start page shows it; None when nobody revokes."""
    return next((_breach(site, report, finding) for report, finding in revokes(site)), None)


def _breach(site: Site, report: GameReport, finding: Finding) -> Breach:
    replay, games, router, page = report.levels[BASE].replay, site.codex.games, site.router, site.router.home.page
    translation = site.codex.translations.get(ERA)

    def english(card: Card) -> str:
        return in_english(site, games.pack.display(card))

    trick = [turn for turn in turns(replay, games.pack, games.rules) if turn.trick == finding.trick]
    (broken,) = (turn for turn in trick if turn.seat == finding.seat)
    first, *_others, last = (f"{finding.trick}.{place}" for place in range(1, len(trick) + 1))
    shown = excerpt(game_steps(site, report), BASE, first, last)
    _siglum, _, ident = finding.ref.partition(":")
    return Breach(
        source=site.corpus.sources[ERA],
        game=report.number,
        trick=finding.trick,
        plays=tuple(
            Play(
                turn.seat,
                cards_view([turn.card], games.pack),
                english(turn.card),
                breaks=turn is broken,
                takes=turn.seat == replay.winners[finding.trick - 1],
            )
            for turn in trick
        ),
        due=cards_view(broken.legal, games.pack),
        due_names=tuple(english(card) for card in broken.legal),
        section=section(site, finding.ref),
        words=site.corpus.edition(ERA).passages[ident].text,
        english=translation.english(ident) if translation else "",
        ref=finding.ref,
        table=table_view(site, page, shown),
        level=BASE,
        steps=(first, last),
        play=router.game(report.name, BASE, first).seen_from(page),
        read=router.passage(finding.ref).seen_from(page),
        cite=router.short(finding.ref).seen_from(page),
    )
