"""A model game, level by level: deal, bidding, tricks, findings, score sheets, what the author states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.game.common.cards import in_order
from tarock.game.common.counting import show_thirds
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.game.koenigrufen_1840.vocabulary import Call
from tarock.publish.views.cards import Cards, cards_view
from tarock.publish.views.findings import FindingView, finding_view, game_title
from tarock.publish.views.game_records import (
    GameView,
    Hand,
    LeftOpen,
    LegalLine,
    LevelView,
    Played,
    Remark,
    Result,
    Said,
    Sheet,
    SheetLine,
    StepLine,
    TrickView,
)
from tarock.publish.views.games import printed_result, result_in_english, title_in_english
from tarock.publish.views.prose import Link, place, section
from tarock.publish.views.recorded import announced, heaps
from tarock.publish.views.steps import game_steps
from tarock.publish.views.table import table_view
from tarock.publish.views.translated import gloss
from tarock.publish.views.tricks import remark_in_english

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.score import OpenPoint, ScoreSheet
    from tarock.game.koenigrufen_1840.record import Bid
    from tarock.game.koenigrufen_1840.replay import Replay
    from tarock.proof.games import GameReport, LevelReport
    from tarock.publish.places import Site
    from tarock.publish.views.step_records import Game, Step

_REVOKES = "revoke.penalty"  # the rule by which a revoke is reckoned


def game_view(site: Site, report: GameReport) -> GameView:
    """The page of one game."""
    page = site.router.game(report.name).page
    base = report.levels[BASE].replay.declarer_thirds
    steps = game_steps(site, report)
    return GameView(
        source=site.corpus.sources[ERA],
        number=report.number,
        title=game_title(report),
        anchor=report.name,
        title_english=title_in_english(site, report),
        ended=printed_result(site, report),
        ended_english=result_in_english(site, report),
        verdict=report.verdict,
        text=place(site.router, page, report.ref, say(Message("link.text"))),
        all_games=Link(say(Message("link.games")), site.router.games.seen_from(page)),
        table=table_view(site, page, steps),
        revoking=report.lines[0].seat if report.lines else "",
        legal_lines=tuple(
            LegalLine(line.swaps, show_thirds(line.declarer_thirds), line.declarer_thirds == base)
            for line in report.lines
        ),
        levels=tuple(_Level(site, page, report, level, steps).view() for level in report.levels.values()),
        base=BASE,
    )


class _Level:
    """Makes the view of one level."""

    def __init__(self, site: Site, page: str, report: GameReport, level: LevelReport, steps: Game):
        self.site = site
        self.page = page
        self.report = report
        self.level = level
        self.steps = steps
        self.replay: Replay = level.replay
        self.pack: Pack = site.codex.games.pack

    def view(self) -> LevelView:
        game, replay = self.replay.game, self.replay
        return LevelView(
            name=self.level.level,
            before=self._findings(0),
            hands=tuple(self._hand(seat) for seat in game.seats),
            bids=tuple(_bid(bid) for bid in game.bids),
            declarer=game.declarer,
            king=game.king.name,
            kept=game.purchase.kept if game.purchase else 0,
            talon=tuple(self._talon()),
            announced=tuple(Said(said.seat, announced(said)) for said in game.announcements),
            remarks_before=self._remarks(0),
            tricks=tuple(self._tricks()),
            remarks_after=self._remarks(-1),
            sheets=(
                self._sheet(replay.sheet),
                *((self._sheet(replay.sheet_with_revokes, _REVOKES),) if replay.sheet_with_revokes else ()),
            ),
            stated=tuple(
                Result(
                    say(made.name),
                    made.expected,
                    made.computed,
                    made.verdict,
                    self._link(made.ref, made.quote),
                    gloss(self.site, made.ref, made.quote),
                )
                for made in self.level.stated
            ),
            like="" if self.level.level == BASE else BASE,
            steps=tuple(self._steps()),
        )

    def _steps(self) -> Iterator[StepLine]:
        same = () if self.level.level == BASE else self.steps.levels[BASE].steps
        for step in self.steps.levels[self.level.level].steps:
            if step not in same:
                address = self.site.router.game(self.report.name, self.level.level, step.id)
                yield StepLine(
                    Link(say(_name(step)), address.seen_from(self.page)),
                    f"{step.says} {step.law}".strip(),
                    tuple(step.legal),
                    self._link(step.ref, step.ref.partition(":")[2]) if step.ref else Link(""),
                    tuple(map(show_thirds, step.points)),
                )

    def _link(self, ref: str, text: str = "") -> Link:
        return place(self.site.router, self.page, ref, text)

    def _findings(self, trick: int) -> tuple[FindingView, ...]:
        found = (finding for finding in self.level.findings if finding.trick == trick)
        return tuple(finding_view(self.site, self.page, finding) for finding in found)

    def _remarks(self, after: int) -> tuple[Remark, ...]:
        return tuple(
            Remark(remark.text, remark_in_english(self.site, remark.ref, remark.text))
            for remark in self.replay.game.remarks
            if remark.after == after
        )

    def _hand(self, seat: str) -> Hand:
        game = self.replay.game
        roles = {
            "forehand": game.forehand,
            "declarer": game.declarer,
            "partner": self.replay.partner,
            "dealer": game.dealer,
        }
        held = tuple(say(Message(f"role.{role}")) for role, holder in roles.items() if holder == seat)
        return Hand(seat, held, self._cards(game.hands[seat], say(Message("link.hand", seat=seat))))

    def _talon(self) -> Iterator[Hand]:
        return (Hand(name, (), self._cards(cards, name)) for name, cards in heaps(self.replay.game))

    def _cards(self, cards: Iterable[Card], label: str) -> Cards:
        return cards_view(in_order(cards), self.pack, label)

    def _tricks(self) -> Iterator[TrickView]:
        for trick in self.replay.tricks:
            cards = dict(trick.plays)
            leader = trick.plays[0][0]
            yield TrickView(
                trick.number,
                self._link(f"{self.report.ref}.s{trick.number}", str(trick.number)),
                tuple(
                    Played(
                        seat,
                        cards_view([cards[seat]], self.pack) if seat in cards else None,
                        leads=seat == leader,
                        won=seat == trick.winner,
                    )
                    for seat in self.replay.game.seats
                ),
                trick.winner,
                show_thirds(trick.running),
                self._findings(trick.number),
                self._remarks(trick.number),
            )

    def _sheet(self, sheet: ScoreSheet, rule: str = "") -> Sheet:
        return Sheet(
            section(self.site, self.site.codex.games.rules.ref(rule)) if rule else "",
            tuple(
                SheetLine(say(line.what), line.payees, say(line.reckoning), line.amount, self._link(line.ref))
                for line in sheet.lines
            ),
            tuple(sheet.totals.items()),
            tuple(left_open(self.site, self.page, point) for point in sheet.open),
        )


def left_open(site: Site, page: str, point: OpenPoint) -> LeftOpen:
    """What a score sheet leaves open, as it is shown on `page`."""
    return LeftOpen(say(point.what), say(point.taken), say(point.other), place(site.router, page, point.ref))


def _name(step: Step) -> Message:
    """What a step is called in a list: its stage, and where it stands in that."""
    trick, _, card = step.id.partition(".")
    number = "".join(filter(str.isdigit, card or trick))
    return Message(f"step.name.{step.kind}", trick=trick, number=number)


def _bid(bid: Bid) -> Said:
    return Said(bid.seat, bid.bid, bid.fold if bid.bid is Call.DREIER else 0, bid.implied)
