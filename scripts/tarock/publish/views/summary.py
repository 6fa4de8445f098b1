"""A model game in plain words: what happened, who won and why, where the book slips, and why its result stands or not.

All of it is said from the replay; `base/wording/pages.py` has the wording.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from typing import Any

from tarock.base.i18n import DATA, translate_text, use_language
from tarock.base.wording import Message
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
from tarock.replay.uncertain import UncertaintyKind
from tarock.robustness.analysis import summarize_game

_READ = (UncertaintyKind.READING, UncertaintyKind.ASSUMED, UncertaintyKind.OPEN)  # what another reading changes
HONOURS = frozenset({Reason.ALL_THREE, Reason.ALL_FOUR})


def _make_message(name: str, **values: Hashable) -> Message:
    return Message(f"summary.{name}", **values)


def _list_sums(sheet: ScoreSheet) -> Iterator[Message]:
    """Yield a message for what each player writes in the end, the highest first."""
    for amount in sorted(set(sheet.totals.values()) - {0}, reverse=True):
        yield _make_message(
            "writes", seats=tuple(seat for seat, each in sheet.totals.items() if each == amount), amount=amount
        )


class GameSummary:
    """The summary of a model game, in four paragraphs of messages."""

    def __init__(self, site: Site, report: GameReport):
        self.site = site
        self.report = report
        self.replay: Replay = report.levels[BASE].replay
        self.result = self.replay.result
        self.rules = site.codex.games.rules
        self.ours, self.theirs = (self._list_players(side) for side in (Side.DECLARER, Side.DEFENDERS))

    def _list_players(self, side: Side) -> tuple[str, ...]:
        return tuple(seat for seat in self.result.find_seats(side) if seat in self.replay.game.seats)

    def _name_card(self, card: Card) -> str:
        return write_english_name(self.site, card.printed)

    def _name_section_of(self, key: str, **case: Any) -> str:
        return name_section(self.site, self.rules.ref(key, **case))

    def _find_trick(self, card: Card) -> tuple[int, str, Card] | None:
        """Return number, winner and winning card of the trick with a card; None if it is not played."""
        for trick in self.replay.tricks:
            if any(card == played for _seat, played in trick.plays):
                return trick.number, trick.winner, dict(trick.plays)[trick.winner]
        return None

    def happened(self) -> Iterator[Message]:
        """Yield who plays with whom, and what is announced."""
        game, king = self.replay.game, self._name_card(self.replay.game.king)
        fold = game.purchase.kept if game.purchase else 0
        yield _make_message("played", seat=game.declarer, fold=fold, king=king)
        if self.replay.partner:
            yield _make_message("partner", partner=self.replay.partner, ours=self.ours, theirs=self.theirs)
        else:
            holds = game.king in self.replay.hands[game.declarer]
            yield _make_message("alone", seat=game.declarer, theirs=self.theirs, holds=holds)
        for said in game.announcements:
            yield _make_message(
                "said",
                seat=said.seat,
                feat=said.of.capitalize() if said.of is Feat.VOLAT else str(said.of),
                call=said.call,
            )

    def won(self) -> Iterator[Message]:
        """Yield the count, what decided it, and the amounts written in the end."""
        replay, result, tricks = self.replay, self.result, len(self.replay.tricks)
        if not replay.settles:
            yield _make_message("unjudged")
            return
        if result.volat:
            side = self.ours if result.volat is Side.DECLARER else self.theirs
            announced = Feat.VOLAT in result.announced
            yield _make_message(
                "volat", seats=side, tricks=tricks, announced=announced, section=self._name_section_of("volat.cancels")
            )
        else:
            yield _make_message(
                "count",
                seats=self.ours,
                won=sum(replay.side[winner] is Side.DECLARER for winner in replay.winners),
                tricks=tricks,
                points=format_thirds(replay.declarer_thirds),
                whole=format_thirds(count_thirds(self.site.pack.cards)),
                end=replay.outcome.end,
                by=replay.outcome.points,
            )
        yield from self._tell_pagat()
        yield from self._tell_king()
        for line in replay.sheet.lines:
            if line.reason in HONOURS:
                yield _make_message("honours", what=line.what)
        yield from _list_sums(replay.sheet)
        yield from self._tell_footing()

    def _tell_footing(self) -> Iterator[Message]:
        """Yield what the sums stand on: the consolation, each reading without which others follow, others by conjecture."""
        yield _make_message("stake", section=self._name_section_of("settlement.stake.default"))
        with use_language(None):  # what it rests on is remembered for all languages
            footing = self.site.codex.robustness_analysis.analyse(partial(summarize_game, self.report.name, BASE))
        things = {rests.id: rests for rests in footing.rests_on if rests.kind in _READ}
        for name in dict.fromkeys(name for each in footing.stands.minimal_failures for name in each if name in things):
            rests = things[name]
            yield _make_message(
                "footing", about=translate_text(rests.about, DATA), section=name_section(self.site, rests.ref)
            )
        sheets = [self.replay.sheet, *(each.report.replay.sheet for each in self.report.mended)]
        if other := list({str(sheet.totals): sheet for sheet in sheets}.values())[1:]:
            yield _make_message("conjectures", sums=tuple(message for sheet in other for message in _list_sums(sheet)))

    def _tell_pagat(self) -> Iterator[Message]:
        """Yield what happened to the ultimo, where it was announced or made."""
        result, place = self.result, self._find_trick(self.site.pack.pagat)
        announced = result.announced.get(Feat.ULTIMO)
        if result.ultimo_by:
            yield _make_message("ultimo.made", seat=result.ultimo_by, announced=announced is not None)
        elif announced and place:
            number, winner, card = place
            last = number == len(self.replay.tricks)
            yield _make_message("ultimo.lost", number=number, last=last, seat=winner, card=self._name_card(card))

    def _tell_king(self) -> Iterator[Message]:
        """Yield what happened to the called king; nothing for the declarer's own, or one in the talon."""
        if not self.result.king_lost:
            return
        king = self.replay.game.king
        if place := self._find_trick(king):
            number, winner, card = place
            yield _make_message("king.lost", number=number, seat=winner, card=self._name_card(card))
        else:
            yield _make_message("king.left", king=self._name_card(king))

    def slips(self) -> Iterator[Message]:
        """Yield the illegal plays, and the emendations of the transcript."""
        turned = {
            (turn.trick, turn.seat, turn.card.name): turn
            for turn in list_turns(self.replay, self.site.pack, self.rules)
        }
        findings = self.report.levels[BASE].findings
        for found in findings:
            turn = turned.get((found.trick, found.seat, found.card))
            where = name_section(self.site, found.ref) if found.ref else ""
            if found.code == "PLAY-REVOKE" and turn:
                card, due = self._name_card(turn.card), tuple(map(self._name_card, turn.legal))
                yield _make_message("revoke", number=found.trick, seat=found.seat, card=card, due=due, section=where)
            else:
                yield _make_message("finding", what=found.message, section=where)
        edition = self.site.corpus.edition(ERA)
        mended = sum(edition.units[ident].emendation_count for ident in edition.containers[self.report.name])
        if mended:
            yield _make_message("mended", count=mended)
        if not findings and not mended:
            yield _make_message("sound")
        elif not self.report.seen:
            yield _make_message("unseen")
        elif findings:
            yield _make_message("seen")

    def stands(self) -> Iterator[Message]:
        """Yield whether the author's result follows from the play, and how § 65 settles a revoke."""
        revokers, by_65 = self.result.revokes, self.replay.sheet_with_revokes
        if not by_65:
            yield _make_message(f"stands.{self.report.verdict.replace(' ', '_')}")
            return
        key, case = by_65.rule
        where = self._name_section_of(key, **dict(case))
        sides = {self.result.side[seat] for seat in revokers}
        struck = not set(self.replay.sheet.lines) <= set(by_65.lines)
        if key == "revoke.both_cancel":
            yield _make_message("stands.cancelled", section=where)
        elif not struck:
            yield _make_message("stands.kept", seats=revokers, section=where)
        else:
            kept = (line.payees for line in by_65.lines if line.reason in HONOURS)
            honours = any(self.result.side[seat] in sides for payees in kept for seat in payees)
            yield _make_message("stands.struck", seats=revokers, section=where, honours=honours)
        for line in by_65.lines:
            if line.reason is Reason.REVOKE:
                yield _make_message(
                    "stands.fine", guilty=line.what.values["seat"], seats=line.payees, amount=line.amount
                )
        if struck:
            yield _make_message("stands.sums", sums=tuple(_list_sums(by_65)))
        if self.report.mended:
            yield _make_message("stands.lines", stands=self.report.stands, of=len(self.report.mended), seats=revokers)
