"""A model game in plain words: what happened, who won and why, where the book slips, and why its result stands or not.

All of it is said from the replay; `base/wording/pages.py` has the wording.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from tarock.base.structs import Frozen
from tarock.base.wording import Message, format_message
from tarock.game.common.cards import Card
from tarock.game.common.counting import count_thirds, format_thirds
from tarock.game.common.records import Side
from tarock.game.common.score import Reason, ScoreSheet
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.game.koenigrufen_1840.replay import Replay, list_turns
from tarock.game.koenigrufen_1840.vocabulary import Feat
from tarock.publish.places import Site
from tarock.publish.views.cards import write_english_name
from tarock.publish.views.view import name_section
from tarock.replay.games import GameReport

HONOURS = frozenset({Reason.ALL_THREE, Reason.ALL_FOUR})


class Summary(Frozen):
    """The paragraphs of a summary, each under what it tells."""

    happened: str
    won: str
    slips: str
    stands: str


def summarize_game(site: Site, report: GameReport) -> Summary:
    """Return the summary of a game."""
    teller = _Teller(site, report)
    parts = (teller.happened(), teller.won(), teller.slips(), teller.stands())
    return Summary(*(" ".join(map(format_message, part)) for part in parts))


def _message(name: str, **values: Hashable) -> Message:
    return Message(f"summary.{name}", **values)


def _sums(sheet: ScoreSheet) -> Iterator[Message]:
    """Yield the amounts that players write in the end, the highest first."""
    for amount in sorted(set(sheet.totals.values()) - {0}, reverse=True):
        yield _message(
            "writes", seats=tuple(seat for seat, each in sheet.totals.items() if each == amount), amount=amount
        )


class _Teller:
    def __init__(self, site: Site, report: GameReport):
        self.site = site
        self.report = report
        self.replay: Replay = report.levels[BASE].replay
        self.result = self.replay.result
        self.rules = site.codex.games.rules
        self.ours, self.theirs = (self._players(side) for side in (Side.DECLARER, Side.DEFENDERS))

    def _players(self, side: Side) -> tuple[str, ...]:
        return tuple(seat for seat in self.result.find_seats(side) if seat in self.replay.game.seats)

    def _card(self, card: Card) -> str:
        return write_english_name(self.site, card.printed)

    def _section(self, key: str, **case: Any) -> str:
        return name_section(self.site, self.rules.ref(key, **case))

    def _at(self, card: Card) -> tuple[int, str, Card] | None:
        """Return in which trick a card is played, who takes it and with what."""
        for trick in self.replay.tricks:
            if any(card == played for _seat, played in trick.plays):
                return trick.number, trick.winner, dict(trick.plays)[trick.winner]
        return None

    def happened(self) -> Iterator[Message]:
        """Tell who plays with whom, and what is announced."""
        game, king = self.replay.game, self._card(self.replay.game.king)
        fold = game.purchase.kept if game.purchase else 0
        yield _message("played", seat=game.declarer, fold=fold, king=king)
        if self.replay.partner:
            yield _message("partner", partner=self.replay.partner, ours=self.ours, theirs=self.theirs)
        else:
            holds = game.king in self.replay.hands[game.declarer]
            yield _message("alone", seat=game.declarer, theirs=self.theirs, holds=holds)
        for said in game.announcements:
            yield _message(
                "said",
                seat=said.seat,
                feat=said.of.capitalize() if said.of is Feat.VOLAT else str(said.of),
                call=said.call,
            )

    def won(self) -> Iterator[Message]:
        """Tell the count, then what decided it; then the amounts written in the end."""
        replay, result, tricks = self.replay, self.result, len(self.replay.tricks)
        if not replay.settles:
            yield _message("unjudged")
            return
        if result.volat:
            side = self.ours if result.volat is Side.DECLARER else self.theirs
            announced = Feat.VOLAT in result.announced
            yield _message(
                "volat", seats=side, tricks=tricks, announced=announced, section=self._section("volat.cancels")
            )
        else:
            yield _message(
                "count",
                seats=self.ours,
                won=sum(replay.side[winner] is Side.DECLARER for winner in replay.winners),
                tricks=tricks,
                points=format_thirds(replay.declarer_thirds),
                whole=format_thirds(count_thirds(self.site.pack.cards)),
                end=replay.outcome.end,
                by=replay.outcome.points,
            )
        yield from self._pagat()
        yield from self._king()
        for line in replay.sheet.lines:
            if line.reason in HONOURS:
                yield _message("honours", what=line.what)
        yield from _sums(replay.sheet)

    def _pagat(self) -> Iterator[Message]:
        """Tell of the ultimo, where somebody announced or made it."""
        result, place = self.result, self._at(self.site.pack.pagat)
        announced = result.announced.get(Feat.ULTIMO)
        if result.ultimo_by:
            yield _message("ultimo.made", seat=result.ultimo_by, announced=announced is not None)
        elif announced and place:
            number, winner, card = place
            last = number == len(self.replay.tricks)
            yield _message("ultimo.lost", number=number, last=last, seat=winner, card=self._card(card))

    def _king(self) -> Iterator[Message]:
        """Tell of the called king, where he was not the declarer's own or lay in the talon."""
        if not self.result.king_lost:
            return
        king = self.replay.game.king
        if place := self._at(king):
            number, winner, card = place
            yield _message("king.lost", number=number, seat=winner, card=self._card(card))
        else:
            yield _message("king.left", king=self._card(king))

    def slips(self) -> Iterator[Message]:
        """Tell of the cards that could not be played, and of emendations of the transcript."""
        turned = {
            (turn.trick, turn.seat, turn.card.name): turn
            for turn in list_turns(self.replay, self.site.pack, self.rules)
        }
        findings = self.report.levels[BASE].findings
        for found in findings:
            turn = turned.get((found.trick, found.seat, found.card))
            where = name_section(self.site, found.ref) if found.ref else ""
            if found.code == "PLAY-REVOKE" and turn:
                card, due = self._card(turn.card), tuple(map(self._card, turn.legal))
                yield _message("revoke", number=found.trick, seat=found.seat, card=card, due=due, section=where)
            else:
                yield _message("finding", what=found.message, section=where)
        edition = self.site.corpus.edition(ERA)
        mended = sum(edition.units[ident].emendation_count for ident in edition.containers[self.report.name])
        if mended:
            yield _message("mended", count=mended)
        if not findings and not mended:
            yield _message("sound")
        elif not self.report.seen:
            yield _message("unseen")
        elif findings:
            yield _message("seen")

    def stands(self) -> Iterator[Message]:
        """Tell whether the author's result follows, and how § 65 settles a revoke."""
        revokers, by_65 = self.result.revokes, self.replay.sheet_with_revokes
        if not by_65:
            yield _message(f"stands.{self.report.verdict.replace(' ', '_')}")
            return
        key, case = by_65.rule
        where = self._section(key, **dict(case))
        sides = {self.result.side[seat] for seat in revokers}
        struck = not set(self.replay.sheet.lines) <= set(by_65.lines)
        if key == "revoke.both_cancel":
            yield _message("stands.cancelled", section=where)
        elif not struck:
            yield _message("stands.kept", seats=revokers, section=where)
        else:
            kept = (line.payees for line in by_65.lines if line.reason in HONOURS)
            honours = any(self.result.side[seat] in sides for payees in kept for seat in payees)
            yield _message("stands.struck", seats=revokers, section=where, honours=honours)
        for line in by_65.lines:
            if line.reason is Reason.REVOKE:
                yield _message("stands.fine", guilty=line.what.values["seat"], seats=line.payees, amount=line.amount)
        if struck:
            yield _message("stands.sums", sums=tuple(_sums(by_65)))
        if self.report.mended:
            yield _message("stands.lines", stands=self.report.stands, of=len(self.report.mended), seats=revokers)
