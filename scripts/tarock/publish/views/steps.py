"""A model game as steps: deal, bids, call, talon, scat, announcements, each card, the count, the score line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.game.common.cards import Card, in_order
from tarock.game.common.counting import count_thirds, show_thirds
from tarock.game.koenigrufen_1840.deal import half_of
from tarock.game.koenigrufen_1840.knowledge import Knowledge
from tarock.game.koenigrufen_1840.turns import turns
from tarock.game.koenigrufen_1840.vocabulary import Call, Word
from tarock.proof.model_games import ERA
from tarock.publish.views.step_changes import glossed, in_english, with_changes
from tarock.publish.views.step_records import Game, Kind, Level, Note, Step
from tarock.publish.views.tricks import remark_in_english
from tarock.wording import Message, say

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from tarock.game.common.findings import Finding
    from tarock.game.koenigrufen_1840.turns import Turn
    from tarock.proof.games import GameReport, LevelReport
    from tarock.publish.places import Site

# At which kind of step a finding before the first trick stands, by the first word of its code; else at the deal.
_PLACES = {
    "BID": Kind.BID, "KING": Kind.CALL, "PARTNER": Kind.CALL, "PURCHASE": Kind.TALON, "SCAT": Kind.SCAT,
    "HAND-AFTER": Kind.SCAT, "ANNOUNCE": Kind.ANNOUNCE, "RESULT": Kind.COUNT, "TRICKS": Kind.COUNT,
}  # fmt: skip


def game_steps(site: Site, report: GameReport) -> Game:
    """A model game at all its levels."""
    return _game(site, report.name, report.levels)


def file_steps(site: Site, report: LevelReport) -> Game:
    """A game of one's own, which has one level."""
    return _game(site, report.replay.game.id, {report.level: report})


def _game(site: Site, name: str, levels: Mapping[str, LevelReport]) -> Game:
    game = (levels.get("corrected") or next(iter(levels.values()))).replay.game
    return Game(
        game=name,
        ref=game.ref,
        title=game.title,
        era=ERA,
        seats=list(game.seats),
        dealer=game.dealer,
        forehand=game.forehand,
        total=count_thirds(site.codex.games.pack.cards),
        levels=with_changes(site, {level: _Level(site, report).level() for level, report in levels.items()}),
    )


def excerpt(game: Game, level: str, first: str, last: str) -> Game:
    """One level of a game from one step to another, with the hands and what is known and counted at the first."""
    whole = game.levels[level]
    names = [step.id for step in whole.steps]
    begin, end = names.index(first), names.index(last) + 1
    before, steps = whole.steps[:begin], whole.steps[begin:end]
    known = dict.fromkeys(seat for step in (*before, steps[0]) for seat in step.known)
    points = next((step.points for step in reversed((*before, steps[0])) if step.points), [])
    opening = msgspec.structs.replace(steps[0], known=list(known), points=points)
    cut = msgspec.structs.replace(whole, hands=_hands(whole, before), steps=[opening, *steps[1:]])
    return msgspec.structs.replace(game, levels={level: cut})


def _hands(level: Level, steps: Iterable[Step]) -> dict[str, list[str]]:
    """The hands after some steps."""
    hands = {seat: list(cards) for seat, cards in level.hands.items()}
    for step in steps:
        if step.kind is Kind.TALON and step.kept:
            hands[step.seat] += step.cards
        gone = step.cards if step.kind is Kind.SCAT else [step.card] if step.kind is Kind.PLAY else []
        if gone:
            hands[step.seat] = [card for card in hands[step.seat] if card not in gone]
    return hands


class _Level:
    """Makes the steps of one level."""

    def __init__(self, site: Site, report: LevelReport):
        self.site = site
        self.report = report
        self.replay = report.replay
        self.game = report.replay.game
        self.pack = site.codex.games.pack
        self.rules = site.codex.games.rules
        self.knowledge = Knowledge(self.replay, self.rules)
        self.shown: set[str] = set()  # whose roles all know so far

    def level(self) -> Level:
        seats = self.game.seats
        steps = [*self._before(), *self._tricks(), *self._after()]
        return Level(
            name=self.report.level,
            declarer=self.game.declarer,
            partner=self.replay.partner,
            king=self.game.king.name,
            hands={seat: self._names(self.game.hands[seat]) for seat in seats},
            talon=[self._names(heap) for heap in (self.game.upper, self.game.lower, self.game.whole) if heap],
            roles={seat: str(role) for seat, role in self.knowledge.roles.items()},
            knows={seat: [other for other in seats if other in self.knowledge.of(seat)] for seat in seats},
            steps=list(self._noted(steps)),
        )

    def _glossed(self, name: str) -> str:
        return glossed(self.site, name)

    def _glosses(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self._glossed, names))

    def _in_english(self, message: Message) -> Message:
        """A message with its cards and suits in English."""

        def rendered(value: Hashable) -> Hashable:
            if isinstance(value, Message):
                return self._in_english(value)
            if isinstance(value, tuple):
                return tuple(map(rendered, value))
            if isinstance(value, Card):
                return in_english(self.site, self.pack.display(value))
            return in_english(self.site, value) if value in self.pack.suits and isinstance(value, str) else value

        return Message(message.key, **{name: rendered(value) for name, value in message.values.items()})

    def _names(self, cards: Iterable[Card]) -> list[str]:
        return [self.pack.display(card) for card in in_order(cards)]

    def _show(self, seats: Iterable[str]) -> list[str]:
        """The seats among these whose roles are new to all."""
        new = [seat for seat in self.game.seats if seat in seats and seat not in self.shown]
        self.shown.update(new)
        return new

    # Before the first trick

    def _before(self) -> Iterator[Step]:
        game, rules = self.game, self.rules
        dealt = max(len(hand) for hand in game.hands.values())
        told = Message("step.deal", dealer=game.dealer, number=dealt, talon=len(game.talon), forehand=game.forehand)
        yield Step(id="deal", kind=Kind.DEAL, says=say(told), ref=rules.ref("deal.hand"))
        for number, bid in enumerate(game.bids, 1):
            told = Message(f"step.bid.{bid.bid}", seat=bid.seat)
            if bid.bid is Call.DREIER:
                told = Message("step.bid.dreier", seat=bid.seat, fold=bid.fold, implied=bid.implied)
            yield Step(id=f"bid{number}", kind=Kind.BID, seat=bid.seat, says=say(told), ref=rules.ref("bidding.games"))
        own = "step.call.solo" if game.solo else "step.call"
        ref = rules.ref("king.own", contract=Call.SOLO) if game.solo else rules.ref("king.called")
        told = Message(own, seat=game.declarer, king=self._glossed(game.king.name))
        known = self._show(self.knowledge.at_call())
        yield Step(
            id="call", kind=Kind.CALL, seat=game.declarer, card=game.king.name, known=known, ref=ref, says=say(told)
        )
        yield from self._solo_talon() if game.solo else self._talon()
        for number, said in enumerate(game.announcements, 1):
            plain = said.call is Word.ANNOUNCE
            told = Message("step.announce" if plain else "step.announce.raise", seat=said.seat, of=str(said.of))
            if not plain:
                told = Message("step.announce.raise", seat=said.seat, of=str(said.of), call=str(said.call))
            ref = rules.ref("announcements.allowed_to", feat=said.of) if plain else rules.ref("announcements.raises")
            known = self._show(self.knowledge.by_word(said))
            yield Step(id=f"say{number}", kind=Kind.ANNOUNCE, seat=said.seat, known=known, says=say(told), ref=ref)

    def _solo_talon(self) -> Iterator[Step]:
        cards, points = self._names(self.game.talon), self._points(0)
        told = Message("step.talon.solo", cards=self._glosses(cards), points=show_thirds(points[1]))
        ref = self.rules.ref("talon.counts_for", contract=Call.SOLO)
        unseen = say(Message("step.talon.unseen.solo"))
        yield Step(id="talon1", kind=Kind.TALON, cards=cards, points=points, says=say(told), unseen=unseen, ref=ref)

    def _talon(self) -> Iterator[Step]:
        """Each half that the declarer looks at, and the scat."""
        game, rules = self.game, self.rules
        first, kept = (game.purchase.first, game.purchase.kept) if game.purchase else (0, 0)
        folds = range(min(first, kept), kept + 1)
        for number, fold in enumerate(folds, 1):
            keeps = fold == kept
            cards = self._names(half_of(fold, game, rules))
            told = Message(
                "step.talon.kept" if keeps else "step.talon.left",
                seat=game.declarer,
                fold=fold,
                cards=self._glosses(cards),
            )
            ref = rules.ref("talon.half", fold=fold) if fold == first else rules.ref("talon.change")
            yield Step(
                id=f"talon{number}",
                kind=Kind.TALON,
                seat=game.declarer,
                cards=cards,
                kept=keeps,
                says=say(told),
                ref=ref,
            )
        cards, points = self._names(game.scat), self._points(0)
        told = Message(
            "step.scat",
            seat=game.declarer,
            cards=self._glosses(cards),
            points=show_thirds(points[0]),
            left=show_thirds(points[1]),
        )
        yield Step(
            id="scat",
            kind=Kind.SCAT,
            seat=game.declarer,
            cards=cards,
            points=points,
            says=say(told),
            unseen=say(Message("step.scat.unseen", seat=game.declarer)),
            ref=rules.ref("discard.counts_for"),
        )

    def _points(self, tricks: int) -> list[int]:
        """What both sides have after so many tricks: the scat and the talon are counted from the beginning."""
        worth = [sum(card.thirds for _seat, card in trick) for trick in self.game.tricks]
        if tricks:
            mine = self.replay.running[tricks - 1]
        else:
            mine = self.replay.declarer_thirds - sum(
                thirds for thirds, winner in zip(worth, self.replay.winners, strict=True) if self._ours(winner)
            )
        others = count_thirds(self.replay.talon_left) + sum(
            thirds
            for thirds, winner in zip(worth[:tricks], self.replay.winners, strict=False)
            if not self._ours(winner)
        )
        return [mine, others]

    def _ours(self, seat: str) -> bool:
        return seat in (self.game.declarer, self.replay.partner)

    # The tricks

    def _tricks(self) -> Iterator[Step]:
        places: dict[int, list[Turn]] = {}
        for turn in turns(self.replay, self.pack, self.rules):
            places.setdefault(turn.trick, []).append(turn)
        for played in places.values():
            for place, turn in enumerate(played, 1):
                yield self._play(turn, place, played)

    def _play(self, turn: Turn, place: int, trick: Sequence[Turn]) -> Step:
        name = self.pack.display(turn.card)
        told, law = (
            [say(Message("step.lead" if place == 1 else "step.play", seat=turn.seat, card=self._glossed(name)))],
            "",
        )
        if turn.rule:
            led = self._glossed(trick[0].card.suit)
            values = {} if turn.rule in ("play.leader", "ultimo.pagat_kept") else {
                "suit": led, "legal": len(turn.legal), "held": len(turn.held)
            }  # fmt: skip
            law = say(Message(f"turn.{turn.rule}", **values)) + "."
        winner, points = "", []
        if turn is trick[-1]:
            winner = self.replay.winners[turn.trick - 1]
            best = next(other.card for other in trick if other.seat == winner)
            told.append(say(Message("step.takes", seat=winner, card=self._glossed(self.pack.display(best)))))
            points = self._points(turn.trick)
        narrowed = len(turn.legal) < len(turn.held)
        return Step(
            id=f"{turn.trick}.{place}",
            kind=Kind.PLAY,
            seat=turn.seat,
            card=name,
            legal=self._names(turn.legal) if narrowed else [],
            rule=turn.rule,
            ref=turn.ref,
            winner=winner,
            points=points,
            known=self._show(self.knowledge.by_card(turn.card)),
            says=" ".join(told),
            law=law,
        )

    # After the last trick

    def _after(self) -> Iterator[Step]:
        replay, rules = self.replay, self.rules
        outcome = replay.outcome
        end = "won" if outcome.won else "remis" if outcome.remis else "lost"
        told = Message(
            "step.count",
            points=show_thirds(replay.declarer_thirds),
            total=show_thirds(count_thirds(self.pack.cards)),
            end=Message("step.count.volat")
            if replay.result.volat
            else Message(f"step.count.{end}", points=outcome.points),
        )
        known, points = self._show(self.game.seats), self._points(len(self.game.tricks))
        ref = rules.ref("volat.taken_by") if replay.result.volat else rules.ref("counting.number", party="declarer")
        yield Step(id="count", kind=Kind.COUNT, known=known, points=points, says=say(told), ref=ref)
        for number, line in enumerate(replay.sheet.lines, 1):
            told = Message(
                "step.score", seats=line.payees, what=line.what, amount=line.amount, reckoning=line.reckoning
            )
            yield Step(
                id=f"score{number}",
                kind=Kind.SCORE,
                seats=list(line.payees),
                amount=line.amount,
                says=say(told),
                ref=line.ref,
            )

    # Remarks and findings

    def _noted(self, steps: Sequence[Step]) -> Iterator[Step]:
        """The steps with their remarks and findings."""
        remarks: dict[str, list[Note]] = {}
        findings: dict[str, list[Note]] = {}
        lasts = {step.id.partition(".")[0]: step.id for step in steps if step.kind is Kind.PLAY}
        start = next(reversed([step.id for step in steps if step.kind not in (Kind.PLAY, Kind.COUNT, Kind.SCORE)]))
        for remark in self.game.remarks:
            english = remark_in_english(self.site, remark.ref, remark.text)
            place = "count" if remark.after < 0 else lasts.get(str(remark.after), "count") if remark.after else start
            remarks.setdefault(place, []).append(Note(text=remark.text, english=english, ref=remark.ref))
        for finding in self.report.findings:
            english = say(self._in_english(finding.message))
            note = Note(text=say(finding.message), english=english, code=finding.code, ref=finding.ref)
            findings.setdefault(self._place(finding, steps, lasts), []).append(note)
        for step in steps:
            yield msgspec.structs.replace(step, remarks=remarks.get(step.id, []), findings=findings.get(step.id, []))

    def _place(self, finding: Finding, steps: Sequence[Step], lasts: Mapping[str, str]) -> str:
        """The step at which a finding stands: the play that it is about, else the end of its trick or of its stage."""
        if finding.trick:
            trick = [step for step in steps if step.kind is Kind.PLAY and step.id.startswith(f"{finding.trick}.")]
            played = [step.id for step in trick if step.seat == finding.seat and finding.card]
            return played[0] if played else lasts.get(str(finding.trick), "count")
        kind = next((kind for opening, kind in _PLACES.items() if finding.code.startswith(f"{opening}-")), Kind.DEAL)
        stage = [step for step in steps if step.kind is kind]
        own = [step.id for step in stage if step.seat == finding.seat]
        return own[-1] if own else stage[-1].id if stage else "deal"
