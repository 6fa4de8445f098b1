"""A recorded game of 1754 followed by the kernel: its faults, its tricks, its score file and its settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.wording import Message, format_message
from tarock.game.common.cards import Card
from tarock.game.common.excuse import CardsGiven
from tarock.game.common.findings import Finding, Findings
from tarock.game.common.game_file import PlayedGame, TakenTrick, list_payments
from tarock.game.common.notation import Play, read_typed_cards, read_typed_plays
from tarock.game.common.play import TableState
from tarock.game.common.score import ALWAYS, Conditions, SettledScore
from tarock.game.common.trick_law import REVOKE_ACTS, Duty
from tarock.game.taroc_1754.checks import check
from tarock.game.taroc_1754.dealt_game import AnnouncedHonour, DealtTaroc, TarocResult
from tarock.game.taroc_1754.piles import count_pile
from tarock.game.taroc_1754.record import (
    COUNTING,
    PLAIN,
    Discard,
    Honour,
    HonourKind,
    Pagat,
    PagatFate,
    Pile,
    Revoke,
    TarocGame,
    WrongDiscard,
)
from tarock.game.taroc_1754.settlement import settle
from tarock.game.taroc_1754.tables import NOT_HELD, HonourAction, TarocPosition, TarocTables
from tarock.rules.ruleset import Rules


class TarocReplay(PlayedGame):
    """A game of 1754 replayed: `record` is its score file, None where the deal or the play cannot be followed.

    `points` are the card points of each seat as taken; empty where nothing is settled.
    """

    game: DealtTaroc
    record: TarocGame | None
    points: dict[str, int]

    def with_result(self) -> DealtTaroc:
        """Return the game with its result; raise `CodexError` where nothing is settled."""
        settled, record = self.settled, self.record
        if settled is None or record is None:
            raise CodexError("the game is not settled", "expected one that can be followed to its end")
        result = TarocResult(
            tricks=record.tricks, points=self.points, totals=settled.totals, payments=list_payments(settled)
        )
        return structs.replace(self.game, result=result)


def replay(game: DealtTaroc, engine: TarocTables, *, prices: bool = True) -> TarocReplay:
    """Follow a game by the kernel and settle it; raise `CodexError` for cards that cannot be read.

    Without `prices` open questions are reckoned one way.
    """
    return _Replay(game, engine).run(prices=prices)


def deal_cards(game: DealtTaroc, engine: TarocTables) -> TableState[TarocPosition]:
    """Return a state with the hands of a record dealt; raise `CodexError` for cards that are no deal."""
    replaying = _Replay(game, engine)
    if not replaying.is_dealt():
        raise CodexError(format_message(replaying.findings.list[0].message), "expected a deal of this game")
    return replaying.deal()


class _Replay:
    def __init__(self, game: DealtTaroc, engine: TarocTables):
        self.game, self.engine, self.rules = game, engine, engine.rules
        self.findings = Findings(engine.rules)
        self.seats = game.seats
        self.tricks: list[TakenTrick] = []
        self.revokes: list[Revoke] = []
        self.kept_excuse = ""
        self.hands = {seat: self.read_cards(text, "hands", seat) for seat, text in game.hands.items()}
        self.laid = self.read_cards(game.discard, "discard")
        self.plays: list[tuple[Play, ...]] = []

    def read_cards(self, text: str, *place: str) -> tuple[Card, ...]:
        return read_typed_cards(text, self.engine.pack, place=".".join(place))

    def read_trick(self, index: int, text: str) -> tuple[Play, ...]:
        plays, rest = read_typed_plays(text, self.engine.pack, len(self.seats), seats=self.seats)
        if rest:
            raise CodexError(f"trick {index + 1}: `{rest}` stands behind the trick", "expected nothing more")
        return plays

    def add(self, code: str, key: str, *place: str | int, case: Conditions = ALWAYS, words: str = "", trick: int = 0,
            seat: str = "", card: Card | None = None, **values: Hashable) -> None:  # fmt: skip
        """Record a fault at a place in the file, by the paragraph of a rule where it has one."""
        ref = self.rules.ref(key, **case) if key else ""
        told = {name: it for name, it in (("trick", trick), ("seat", seat), ("card", card)) if it}
        message = Message(words or code, **{"ref": ref, **told, **values})
        self.findings.add(Finding(code, trick, seat, card.name if card else "", message, ref, place))

    def run(self, *, prices: bool) -> TarocReplay:
        record = None
        if self.is_dealt():
            self.plays = [self.read_trick(index, text) for index, text in enumerate(self.game.tricks)]
            state = self.deal()
            if len(self.laid) != self.engine.discarded:
                record = self.record_wrong_discard(state)
            elif self.discard(state):
                self.announce(state)
                if self.play(state):
                    record = self.record_game(state)
        settled: SettledScore | None = None
        points: dict[str, int] = {}
        if record is not None:
            check(record, self.findings)
            if not any(each.code not in _SETTLED for each in self.findings.list):
                settled = settle(record, self.rules if prices else self.rules.without_prices())
                points = {seat: count_pile(pile, self.rules).points for seat, pile in record.piles.items()}
                self.check_result(settled, points)
        return TarocReplay(self.game, tuple(self.tricks), tuple(self.findings.list), settled, record, points)

    # --- the phases -----------------------------------------------------------------------------------------------

    def is_dealt(self) -> bool:
        """Return whether seats and hands are those of a deal; report what is not."""
        game, engine, rules = self.game, self.engine, self.rules
        before = len(self.findings)
        if len(self.seats) != engine.players or len({*self.seats}) != engine.players:
            allowed = (engine.players,)
            self.findings.report("SEAT-COUNT", "seats", rule="game.players", seats=len(self.seats), allowed=allowed)
        for place, seat in (("dealer", game.dealer), *(("hands", seat) for seat in game.hands),
                            *(("honours", each.seat) for each in game.honours)):  # fmt: skip
            if seat not in self.seats:
                self.findings.report("SEAT-UNKNOWN", place, seat=seat, seats=self.seats)
        if len(self.findings) > before:
            return False
        for seat in self.seats:
            hand = self.hands.get(seat, ())
            due = rules.number("deal.hand") + (rules.number("deal.dealer_extra") if seat == game.dealer else 0)
            if len(hand) != due:
                self.add("HAND-SIZE", "deal.hand", "hands", seat=seat, number=len(hand), expected=due)
        held = Counter(card for hand in self.hands.values() for card in hand)
        for card in engine.cards:
            places = tuple(seat for seat in self.seats if card in self.hands.get(seat, ()))
            if held[card] > 1:
                self.add("DEAL-DUPLICATE", "pack.cards", "hands", words="taroc_1754.DEAL-DUPLICATE", card=card,
                         places=places)  # fmt: skip
            elif not held[card]:
                self.add("DEAL-MISSING", "pack.cards", "hands", card=card)
        return len(self.findings) == before

    def deal(self) -> TableState[TarocPosition]:
        """Return the state after the deal."""
        engine, dealer = self.engine, self.seats.index(self.game.dealer)
        state = engine.new_state(dealer)
        left = {place: iter(self.hands[seat]) for place, seat in enumerate(self.seats)}
        for place in engine.places[dealer]:
            state.apply_action(engine.number[next(left[place])])
        return state

    def discard(self, state: TableState[TarocPosition]) -> bool:
        """Lay the dealer's cards away, in whatever order they may go; return False where one is not his."""
        left = [self.engine.number[card] for card in self.laid]
        while left:
            legal = state.legal_actions()
            number = next((each for each in left if each in legal), left[0])
            left.remove(number)
            card = self.engine.cards[number]
            if number not in state.at.hands[state.dealer]:
                self.add("SCAT-NOT-HELD", "discard.who", "discard", seat=self.game.dealer, card=card)
                return False
            refused = state.force_action(number)
            if refused and card not in self.engine.pack.kings:  # which the check of the discard reports
                self.add("DISCARD-REFUSED", refused.key, "discard", card=card)
        return True

    def announce(self, state: TableState[TarocPosition]) -> None:
        """Announce the honours in turn; report those out of turn."""
        engine, spoken, dealer = self.engine, list(self.game.honours), state.dealer
        order = [self.seats[(dealer + place) % engine.players] for place in range(engine.players)]
        said = [each.seat for each in spoken]
        if said != sorted(said, key=order.index):
            self.add("ANNOUNCE-ORDER", "honours.declared_first", "honours", words="taroc_1754.ANNOUNCE-ORDER",
                     order=tuple(order))  # fmt: skip
        for seat in order:
            for index, each in enumerate(spoken):
                if each.seat == seat:
                    self.announce_honour(state, index, each)
            state.force_action(engine.nothing)

    def announce_honour(self, state: TableState[TarocPosition], index: int, said: AnnouncedHonour) -> None:
        """Announce an honour; report one that is not held, or was announced before."""
        place = ("honours", index)
        honour = self.find_honour(said)
        hand, laid = self.find_hand(state, said.seat)
        if said in self.game.honours[:index]:
            self.add("HONOUR-AGAIN", "", *place, seat=said.seat, kind=said.kind)
        elif honour is not None and self.engine.action_of[honour] in state.legal_actions():
            state.force_action(self.engine.action_of[honour])
        elif not self.is_understated(said, self.list_held(state, said.seat)):
            away = honour is not None and self.engine.is_laid_away(honour, hand, laid)
            key, case = NOT_HELD[away]
            words = "taroc_1754.HONOUR-NOT-HELD.laid_away" if away else ""
            self.add("HONOUR-NOT-HELD", key, *place, case=case, words=words, seat=said.seat, kind=said.kind)

    def find_honour(self, said: AnnouncedHonour) -> HonourAction | None:
        """Return what is announced as the engine knows it; None for what nobody can announce."""
        return next((honour for honour in self.engine.action_of if _is_same(honour, said)), None)

    def find_hand(self, state: TableState[TarocPosition], seat: str) -> tuple[set[int], list[int]]:
        """Return the cards of a seat after the discard, and those that it has laid away."""
        place = self.seats.index(seat)
        laid = state.at.laid if place == state.dealer else []
        return {*state.at.dealt[place]} - {*laid}, laid

    def list_held(self, state: TableState[TarocPosition], seat: str) -> list[HonourAction]:
        """Return the honours that a seat has."""
        return [self.engine.honours[action] for action in self.engine.find_honours(*self.find_hand(state, seat))]

    @staticmethod
    def is_understated(said: AnnouncedHonour, held: list[HonourAction]) -> bool:
        """Return whether a row is announced with fewer cards than are held."""
        return any(each.kind is said.kind and each.kind.is_row and said.cards < each.cards for each in held)

    def play(self, state: TableState[TarocPosition]) -> bool:
        """Play the tricks; return False where they cannot be followed."""
        engine, due = self.engine, self.rules.number("deal.hand")
        if len(self.plays) != due:
            self.add("TRICKS-MISSING", "deal.hand", "tricks", number=len(self.plays), expected=due)
            return False
        for number, trick in enumerate(self.plays, 1):
            for seat, card in trick:
                action, place, turn = engine.number[card], self.seats.index(seat), state.current_player()
                if place != turn:
                    self.add("PLAY-ORDER", "", "tricks", number - 1, words="taroc_1754.PLAY-ORDER", trick=number,
                             seat=seat, card=card, due=self.seats[turn])  # fmt: skip
                    return False
                if action not in state.at.hands[place]:
                    self.add("PLAY-NOT-HELD", "deal.hand", "tricks", number - 1, trick=number, seat=seat, card=card)
                    return False
                if breach := engine.tricks.find_breach(state.at, action):
                    self.add("PLAY-REVOKE", breach.duty, "tricks", number - 1, trick=number, seat=seat, card=card,
                             breach=breach.message)  # fmt: skip
                    self.note_breach(breach.duty, seat, trick)
                state.force_action(action)
            self.tricks.append(TakenTrick(number, trick, engine.law.find_winner(trick)[0]))
        return True

    def note_breach(self, duty: Duty, seat: str, trick: tuple[Play, ...]) -> None:
        """Note a revoke, or an Excuse that was kept too long, for the score file (1754:5, 18, 19)."""
        if duty in _LAY_EXCUSE:
            self.kept_excuse = self.kept_excuse or seat
        elif REVOKE_ACTS.get(duty, "") in self.rules.words("revoke.counts_as"):
            took = self.engine.law.find_winner(trick)[0] == seat
            owner = next((other for other, card in trick if card == self.engine.pack.pagat), "")
            returned = took and owner not in ("", seat) and not self.rules.flag("revoke.cards_kept", card="Pagat")
            self.revokes.append(Revoke(seat=seat, took=took, took_pagat_of=owner if returned else ""))

    # --- the score file -------------------------------------------------------------------------------------------

    def find_kind(self, card: Card) -> str:
        return KINDS.get(self.engine.pack.find_value_key(card), PLAIN)

    def record_discard(self, state: TableState[TarocPosition]) -> Discard:
        """Return the discard by kinds, with how many trumps the dealer had."""
        trumps = self.engine.tarocks
        counted = Counter(
            "tarocks" if self.engine.number[card] in trumps and self.find_kind(card) == PLAIN else self.find_kind(card)
            for card in self.laid
        )
        return Discard(tarocks_held=len(trumps.intersection(state.at.dealt[state.dealer])), **counted)

    def record_honours(self, state: TableState[TarocPosition]) -> tuple[Honour, ...]:
        """Return what was announced, by mistake too, and what somebody had and did not announce (1754:2, 6)."""
        found = list[Honour]()
        for seat in self.seats[state.dealer :] + self.seats[: state.dealer]:
            hand, laid = self.find_hand(state, seat)
            held = self.list_held(state, seat)
            spoken = [honour for honour in self.game.honours if honour.seat == seat]
            whole = {each for each in held if any(_is_same(each, said) for said in spoken)}
            short = {said.kind for said in spoken if self.is_understated(said, held)}
            found += [
                self.record_honour(seat, each, hand, forgotten=each not in whole)
                for each in held
                if each in whole or each.kind not in short
            ]
            told = {each.kind for each in whole}  # kinds of rows that are announced as they are held, or shorter
            for index, said in enumerate(spoken):
                again = said in spoken[:index]
                if not again and self.is_understated(said, held):
                    again = said.kind in told
                    told.add(said.kind)
                if again or not any(_is_same(each, said) for each in whole):
                    found.append(self.record_other(said, held, hand, laid, again=again))
        return tuple(found)

    def record_honour(self, seat: str, honour: HonourAction, hand: set[int], *, forgotten: bool) -> Honour:
        """Return an honour that a seat has."""
        return record_honour(seat, honour, self.rules, forgotten=forgotten, beside_excuse=self.engine.excuse in hand)

    def record_other(
        self, said: AnnouncedHonour, held: list[HonourAction], hand: set[int], laid: list[int], *, again: bool
    ) -> Honour:
        """Return an honour that was announced and is not held so, or was announced before."""
        row = next((each.cards for each in held if each.kind is said.kind), 0) if said.kind.is_row else None
        honour = self.find_honour(said)
        away = not again and honour is not None and self.engine.is_laid_away(honour, hand, laid)
        return Honour(
            seat=said.seat, kind=said.kind, cards=said.cards or None, with_excuse=said.with_excuse, again=again,
            laid_away=away, mistaken=not (again or away or self.is_understated(said, held)),
            held=None if again else row,
        )  # fmt: skip

    def record_wrong_discard(self, state: TableState[TarocPosition]) -> TarocGame:
        """Return the score file of a game in which the dealer laid away a wrong number of cards (1754:4)."""
        due, number = self.engine.discarded, self.engine.number
        self.add("DISCARD-SIZE", "discard.cards", "discard", cards=len(self.laid), due=due)
        state.at.laid = [number[card] for card in self.laid]
        honours = tuple(each for each in self.record_honours(state) if not each.forgotten)
        wrong = WrongDiscard(cards=len(self.laid))
        return self.make_record(honours=honours, discard=self.record_discard(state), wrong_discard=wrong)

    def record_game(self, state: TableState[TarocPosition]) -> TarocGame:
        """Return the score file of a game that was played to its end."""
        engine, dealer, last = self.engine, self.game.dealer, self.tricks[-1]
        piles: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        owner = last.winner if engine.discard_to_last else dealer
        piles[owner].update(map(self.find_kind, self.laid))
        returned = {revoke.took_pagat_of for revoke in self.revokes} - {""}
        pagat = None
        for trick in self.tricks:
            for seat, card in trick.plays:
                keeps = engine.law.is_excuse(card) or (card == engine.pack.pagat and seat in returned)
                piles[seat if keeps else trick.winner][self.find_kind(card)] += 1
                if card == engine.pack.pagat and seat not in returned:
                    pagat = self.find_pagat_fate(seat, trick)
        given = self.find_given_cards()
        if given.cards:
            piles[given.holder][PLAIN] -= given.cards
            piles[given.receiver][PLAIN] += given.cards
        return self.make_record(
            discard=self.record_discard(state),
            discard_to="" if owner == dealer else owner,
            tricks={seat: sum(trick.winner == seat for trick in self.tricks) for seat in self.seats},
            piles={seat: Pile(**counted) for seat, counted in piles.items()},
            honours=self.record_honours(state),
            pagat=pagat,
            revokes=tuple(self.revokes),
            excuse_kept=self.kept_excuse,
        )

    def make_record(self, **fields: Any) -> TarocGame:
        game = self.game
        return TarocGame(era=game.era, seats=self.seats, title=game.title or game.id, dealer=game.dealer, **fields)

    def find_pagat_fate(self, seat: str, trick: TakenTrick) -> Pagat | None:
        """Return what became of the Pagat that `seat` played; None where nothing is paid for it (1754:15)."""
        is_last = trick.number == len(self.tricks)
        if trick.winner == seat:
            return Pagat(seat=seat, fate=PagatFate.WON_LAST) if is_last else None
        return Pagat(seat=seat, fate=PagatFate.LOST_LAST if is_last else PagatFate.LOST, by=trick.winner)

    def find_given_cards(self) -> CardsGiven:
        """Return the cards that were given for the Excuse (1754:7)."""
        law = self.engine.law
        told = (
            (each.winner, [(seat, law.is_excuse(card), self.find_kind(card) == PLAIN) for seat, card in each.plays])
            for each in self.tricks
        )
        return self.engine.exchange.count_given(told, self.game.dealer)

    def check_result(self, settled: SettledScore, points: Mapping[str, int]) -> None:
        """Report a result in the file that is another than what was found."""
        stated = self.game.result
        if stated is not None and (stated.totals != settled.totals or (points and stated.points != points)):
            totals = tuple(f"{seat} {amount:+d}" for seat, amount in settled.totals.items())
            self.add("RESULT-DIFFERS", "", "result", words="taroc_1754.RESULT-DIFFERS", totals=totals)


def record_honour(seat: str, honour: HonourAction, rules: Rules, *, forgotten: bool, beside_excuse: bool) -> Honour:
    """Return an honour of a hand; the Excuse beside trumps is told, as another reading counts it."""
    cards, with_excuse = honour.cards, honour.with_excuse
    if honour.kind is HonourKind.TAROCKS and beside_excuse:
        with_excuse = True
        cards += not rules.flag("honours.excuse_among_tarocks")
    return Honour(seat=seat, kind=honour.kind, cards=cards or None, with_excuse=with_excuse, forgotten=forgotten)


_LAY_EXCUSE = (Duty.LAY_EXCUSE_LAST, Duty.LAY_EXCUSE_VOID, Duty.LAY_EXCUSE_TAROCK)
KINDS = {key: kind for kind, key in COUNTING.items()}  # of cards that count, by the keys of their values
# faults that the text, or nothing but the order, provides for: the game is settled all the same
_SETTLED = frozenset({"PLAY-REVOKE", "HONOUR-NOT-HELD", "HONOUR-AGAIN", "ANNOUNCE-ORDER", "DISCARD-SIZE"})


def _is_same(honour: HonourAction, said: AnnouncedHonour) -> bool:
    return (honour.kind, honour.cards, honour.suit, honour.with_excuse) == (
        said.kind, said.cards, said.suit, said.with_excuse
    )  # fmt: skip
