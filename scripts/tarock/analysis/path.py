"""A path to learn the game by: a question at a small deal for each part of the rules, compiled from a rule set.

Each step is a position of a game that was found by playing at random, a sentence made of the values of the rules, and
a question with its answers. The right answers are asked of the state of the position and its engine, never written
here: an altered rule set has a path of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from random import Random

from tarock.base.structs import Frozen
from tarock.base.wording import Message
from tarock.game.common.cards import Card, Pack
from tarock.game.common.counting import count_thirds, format_thirds
from tarock.game.common.play import RuleReference
from tarock.game.common.records import HoldRight, read_enum, read_enums
from tarock.game.common.score import Reason
from tarock.game.koenigrufen_1840.laws import WITHOUT_SUITS
from tarock.game.koenigrufen_1840.settlement import find_consulation_price
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Phase, State
from tarock.game.koenigrufen_1840.vocabulary import BidKind, Feat, OwnKingCall

DEALS = 400  # in which a position is sought
SMALL = 5  # cards in a hand of a small deal
ENDS = 3  # tarocks that are named at either end of their order


class PathTopic(StrEnum):
    """The parts of the rules, in the order in which they are learnt."""

    PACK = "pack"
    RANK = "rank"
    FOLLOW = "follow"
    TRUMP = "trump"
    TAKER = "taker"
    COUNT = "count"
    CALL = "call"
    BID = "bid"
    TALON = "talon"
    DISCARD = "discard"
    ULTIMO = "ultimo"
    PAY = "pay"


class Asked(StrEnum):
    """The kinds of answers: a card of the hand, an action, a seat, a number, thirds of a point."""

    CARDS = "cards"
    ACTS = "acts"
    SEATS = "seats"
    NUMBERS = "numbers"
    THIRDS = "thirds"


class PathStep(Frozen):
    """A step: the history of a game up to its position, what is told and asked of it, and the answers.

    `seat` is the learner's; `choices` and `right` are numbers of what is `asked`, `shown` are cards that the question
    is about, `rule` is the one that is learnt.
    """

    topic: PathTopic
    dealer: int
    history: tuple[int, ...]
    seat: int
    told: Message
    question: Message
    asked: Asked
    choices: tuple[int, ...]
    right: tuple[int, ...]
    rule: RuleReference
    shown: tuple[int, ...] = ()


class _Answers(Frozen):
    """A question with its answers, before its position is written down."""

    seat: int
    told: Message
    question: Message
    asked: Asked
    choices: Iterable[int]
    right: Iterable[int]
    rule: RuleReference
    shown: tuple[int, ...] = ()


def make_path(engine: Engine, seed: str = "") -> tuple[PathStep, ...]:
    """Return the steps for the rules of an engine, in the order of `PathTopic`; another `seed` has other positions.

    Of a part that these rules do not have (no other half that may be taken, say) there is no step.
    """
    return tuple(step for topic in PathTopic if (step := _find_step(engine, topic, seed)))


def _find_step(engine: Engine, topic: PathTopic, seed: str) -> PathStep | None:
    ask, phase = _QUESTIONS[topic]
    for number in range(DEALS):
        choose = Random(f"{seed}{topic} {number}")
        for state in _play(engine, topic, choose):
            if state.phase is phase and (found := ask(engine, state)):
                return PathStep(
                    topic, state.dealer, tuple(state.history()), found.seat, found.told, found.question, found.asked,
                    tuple(found.choices), tuple(found.right), found.rule, found.shown,
                )  # fmt: skip
            if list(Phase).index(state.phase) > list(Phase).index(phase):
                break
    return None


def _play(engine: Engine, topic: PathTopic, choose: Random) -> Iterator[State]:
    """Yield the positions of a game in which everything is chosen at random, from its first bid to its end."""
    state = State(engine, choose.randrange(engine.players))
    deck = list(range(len(engine.cards)))
    choose.shuffle(deck)
    for card in deck:
        state.apply_action(card)
    announce = {saying: action for action, saying in engine.announcement_actions.items()}
    while not state.is_terminal():
        yield state
        legal = state.legal_actions()
        action = choose.choice(legal)
        if state.phase is Phase.WORDS:
            action = engine.nothing
            said = next(number for (of, _call), number in announce.items() if of is Feat.ULTIMO)
            if topic is PathTopic.ULTIMO and said in legal and engine.pagat in state.observe().hand:
                action = said
        state.apply_action(action)
    yield state


def _find_hand(engine: Engine, state: State) -> tuple[Card, ...]:
    return tuple(engine.cards[number] for number in state.observe().hand)


def _list_names(cards: Iterable[Card]) -> str:
    return ", ".join(card.printed for card in cards)


# --- the pack and its cards ---------------------------------------------------------------------------------------


def _ask_pack(engine: Engine, state: State) -> _Answers | None:
    hand, pack = _find_hand(engine, state), engine.pack
    most = max(card.points for card in pack.cards)
    best = [card for card in hand if card.points == most]
    if not best or len({card.points for card in hand}) < len(SEATS):
        return None
    tarocks, suits = [card for card in pack.cards if card.is_tarock], sorted(pack.suits)
    return _Answers(
        state.current_player(),
        Message(
            "path.pack",
            cards=len(pack.cards),
            tarocks=len(tarocks),
            suits=len(suits),
            each=sum(card.suit == suits[0] for card in pack.cards),
            best=_list_names(card for card in pack.cards if card.points == most),
            points=most,
        ),
        Message("path.pack.asked", points=most),
        Asked.CARDS,
        engine.number_cards(hand),
        engine.number_cards(best),
        engine.cite_rule(pack.find_value_key(best[0])),
    )


def _ask_rank(engine: Engine, state: State) -> _Answers | None:
    hand, pack = _find_hand(engine, state), engine.pack
    for suit in sorted(pack.suits):
        held = [card for card in hand if card.suit == suit]
        if len(held) < len(SEATS) or any(card in pack.kings for card in held):
            continue
        numbers = sorted(engine.number_cards(held))
        return _Answers(
            state.current_player(),
            Message("path.rank", orders="; ".join(_list_orders(pack)), tarocks=_list_tarocks(pack)),
            Message("path.rank.asked", suit=suit),
            Asked.CARDS,
            engine.number_cards(hand),
            [one for one in numbers if all(engine.beats[one][other] for other in numbers if other != one)],
            engine.cite_rule("rank.order", colour="red" if suit in pack.red_suits else "black"),
        )
    return None


def _list_orders(pack: Pack) -> Iterator[str]:
    """Yield the ranks of the suits from the highest, those together that have the same."""
    alike: dict[str, list[str]] = {}
    for suit in dict.fromkeys(card.suit for card in pack.cards if not card.is_tarock):
        order = sorted((card for card in pack.cards if card.suit == suit), key=lambda card: -card.strength)
        alike.setdefault(", ".join(map(_name_rank, order)), []).append(suit)
    for ranks, suits in alike.items():
        yield f"{', '.join(suits)}: {ranks}"


def _list_tarocks(pack: Pack) -> str:
    """Return the tarocks from the highest, the middle ones left out: there their numbers tell."""
    tarocks = sorted((card for card in pack.cards if card.is_tarock), key=lambda card: -card.strength)
    return f"{_list_names(tarocks[:ENDS])}, …, {_list_names(tarocks[-ENDS:])}"


def _list_values(pack: Pack) -> str:
    """Return what the counting cards are worth alone, from the most; a rank of every suit is named once."""
    names: dict[int, dict[str, None]] = {}
    for card in pack.cards:
        if card.points:
            of_all = len({each.points for each in pack.cards if each.rank == card.rank}) == 1
            names.setdefault(card.points, {})[_name_rank(card) if of_all else card.printed] = None
    return "; ".join(f"{', '.join(names[points])} {points}" for points in sorted(names, reverse=True))


def _name_rank(card: Card) -> str:
    return card.printed if card.is_tarock else card.printed.removeprefix(f"{card.suit}-")


# --- the trick ----------------------------------------------------------------------------------------------------


def _ask_play(engine: Engine, state: State, topic: PathTopic) -> _Answers | None:
    """Ask what may be played to a suit that is led: by who has it, or by who has none of it but tarocks."""
    trick = state.observe().tricks[-1]
    hand = _find_hand(engine, state)
    if not trick or len(hand) > SMALL or (led := engine.cards[trick[0][1]]).is_tarock:
        return None
    follows, tarocks = any(card.suit == led.suit for card in hand), any(card.is_tarock for card in hand)
    others = any(card.suit != led.suit and not card.is_tarock for card in hand)
    if (topic is PathTopic.FOLLOW) is not follows or not tarocks or not others:
        return None
    law, legal, held = engine.law, state.legal_actions(), sorted(engine.number_cards(hand))
    duty = law.follow_suit if follows else law.must_tarock
    barred = [number for number in held if number not in legal]
    if duty and not barred:
        return None
    kind = "over" if duty and law.must_overtake else "yes" if duty else "no"
    return _Answers(
        state.current_player(),
        Message(f"path.{topic}.{kind}", suit=led.suit),
        Message("path.play.asked"),
        Asked.CARDS,
        held,
        legal,
        state.rule(barred[0] if barred else legal[0]),
    )


def _ask_follow(engine: Engine, state: State) -> _Answers | None:
    return _ask_play(engine, state, PathTopic.FOLLOW)


def _ask_trump(engine: Engine, state: State) -> _Answers | None:
    return _ask_play(engine, state, PathTopic.TRUMP)


def _ask_taker(engine: Engine, state: State) -> _Answers | None:
    tricks = state.observe().tricks
    if len(tricks) < 2 or tricks[-1]:
        return None
    trick = [(seat, engine.cards[card]) for seat, card in tricks[-2]]
    led, taker = trick[0][1], state.current_player()
    # a trick of a suit with tarocks in it, which the first of them and the last card do not take
    tarocks = [seat for seat, card in trick if card.is_tarock]
    if led.is_tarock or len(tarocks) < 2 or taker in (tarocks[0], trick[-1][0]):
        return None
    return _Answers(
        trick[-1][0],
        Message(f"path.taker.{'yes' if engine.law.tarock_beats_suit else 'no'}"),
        Message("path.taker.asked"),
        Asked.SEATS,
        range(engine.players),
        [taker],
        engine.cite_rule("rank.tarock_beats_suit"),
    )


def _ask_count(engine: Engine, state: State) -> _Answers | None:
    rules, hand = engine.rules, _find_hand(engine, state)
    group, thirds = rules.number("counting.group"), rules.number("counting.thirds_per_point")
    counting = [card for card in hand if card.points][: group - 1]
    plain = [card for card in hand if not card.points][:1]
    if len({card.points for card in counting}) < group - 1 or not plain:
        return None
    cards = [*counting, *plain]
    right = count_thirds(cards)
    full = thirds * sum(card.points for card in cards)
    return _Answers(
        state.current_player(),
        Message(
            "path.count",
            group=group,
            values=_list_values(engine.pack),
            plain=plain[0].printed,
            counting=len(counting),
            number=rules.number("counting.deduct", counting_cards=len(counting)),
        ),
        Message("path.count.asked"),
        Asked.THIRDS,
        sorted({right, full, full + thirds, right - thirds}),
        [right],
        RuleReference("counting.deduct", rules.ref("counting.deduct", counting_cards=len(counting))),
        tuple(engine.number[card] for card in cards),
    )


# --- before the tricks --------------------------------------------------------------------------------------------


def _ask_call(engine: Engine, state: State) -> _Answers | None:
    seen, legal = state.observe(), state.legal_actions()
    own = [king for king in engine.kings if king in seen.hand]
    if not _is_dreier(engine, state) or not 0 < len(own) < len(engine.kings) - 1:
        return None
    partners = [king for king in legal if _find_partner(engine, state, king) >= 0]
    right = engine.own_king_calls[BidKind.DREIER]
    if right is not OwnKingCall.MUST and len(partners) < len(engine.kings) - len(own):
        return None  # one lies in the talon
    return _Answers(
        state.current_player(),
        Message(f"path.call.{right}", kings=_list_names(engine.cards[king] for king in engine.kings)),
        Message("path.call.asked" if partners else "path.call.any"),
        Asked.ACTS,
        engine.kings,
        partners or legal,
        engine.cite_rule("king.own", contract=BidKind.DREIER),
    )


def _find_partner(engine: Engine, state: State, king: int) -> int:
    """Return the seat that plays with the declarer if he calls a king and keeps what he buys; -1 for none."""
    after = _after(state, king)
    while after.phase in (Phase.PURCHASE, Phase.SCAT):
        after.apply_action(engine.keep if after.phase is Phase.PURCHASE else after.legal_actions()[0])
    return after.partner


def _ask_bid(engine: Engine, state: State) -> _Answers | None:
    bids, legal = state.observe().bids, state.legal_actions()
    games = [action for action in legal if action != engine.pass_]
    refused = [action for action in engine.bids if action not in legal]
    made = [(seat, action) for seat, action in bids if action != engine.pass_]
    kinds = read_enums(engine.rules, "bidding.games", BidKind)
    highest = max(
        engine.bids.keys() - {engine.pass_}, key=lambda of: (kinds.index(engine.bids[of].bid), engine.bids[of].height)
    )
    if not made or highest not in games or len(refused) < 2:
        return None  # a game that takes more than a higher bid is not learnt here
    seat, action = made[-1]
    earlier = read_enum(engine.rules, "bidding.hold", HoldRight) is HoldRight.EARLIER
    return _Answers(
        state.current_player(),
        Message(
            f"path.bid.{'earlier' if earlier else 'higher'}", folds=engine.folds, highest=_name_bid(engine, highest)
        ),
        Message(
            "path.bid.asked",
            forehand=SEATS[engine.forehand[state.dealer]],
            seat=SEATS[seat],
            bid=_name_bid(engine, action),
        ),
        Asked.ACTS,
        sorted(engine.bids),
        games,
        engine.cite_rule("bidding.overbid"),
    )


def _name_bid(engine: Engine, action: int) -> Message:
    bid = engine.bids[action]
    return Message(f"playing.{bid.bid}", fold=bid.fold)


def _ask_talon(engine: Engine, state: State) -> _Answers | None:
    if engine.raise_ not in state.legal_actions():
        return None
    fold, after = state.observe().kept, _after(state, engine.raise_).observe(state.declarer).kept
    return _Answers(
        state.current_player(),
        Message("path.talon", half=engine.half_size, number=engine.raise_fold, most=engine.max_raises),
        Message("path.talon.asked", bid=Message("playing.dreier", fold=fold)),
        Asked.NUMBERS,
        range(1, engine.fold_max + 1),
        [after],
        engine.cite_rule("talon.change_fold"),
    )


def _is_dreier(engine: Engine, state: State) -> bool:
    """Return whether the game that was bid last is a Dreier."""
    bids = state.observe(0).bids
    said = [engine.bids[action].bid for _seat, action in bids if action != engine.pass_]
    return bool(said) and said[-1] is BidKind.DREIER


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply_action(action)
    return after


def _ask_discard(engine: Engine, state: State) -> _Answers | None:
    seen, legal = state.observe(), state.legal_actions()
    if seen.discard or not {*seen.hand} & engine.undiscardable - engine.tarocks or len(legal) == len(seen.hand):
        return None
    kind = "any" if engine.rules.flag("discard.tarock") else "none"
    if kind == "none" and engine.rules.flag("discard.tarock", **WITHOUT_SUITS):
        kind = "last"
    return _Answers(
        state.current_player(),
        Message(
            f"path.discard.{kind}",
            count=engine.scat_size,
            never=_list_names(engine.cards[number] for number in sorted(engine.undiscardable)),
        ),
        Message("path.discard.asked"),
        Asked.CARDS,
        seen.hand,
        legal,
        engine.cite_rule("discard.never"),
    )


# --- the last trick, and the sheet --------------------------------------------------------------------------------


def _ask_ultimo(engine: Engine, state: State) -> _Answers | None:
    said, player, legal = (
        state.at.standing_announcements.get(Feat.ULTIMO),
        state.current_player(),
        state.legal_actions(),
    )
    hand = state.observe().hand
    if not said or said[0] != player or engine.pagat not in hand or not 2 < len(hand) <= SMALL + 2:
        return None
    if not any(number in engine.tarocks for number in legal if number != engine.pagat) or len(legal) == len(hand):
        return None
    if (engine.pagat in legal) is engine.pagat_kept:
        return None
    pagat = engine.cards[engine.pagat].printed
    return _Answers(
        player,
        Message(f"path.ultimo.{'yes' if engine.pagat_kept else 'no'}", pagat=pagat),
        Message("path.ultimo.asked"),
        Asked.CARDS,
        hand,
        legal,
        engine.cite_rule("ultimo.pagat_kept" if engine.rules.has("ultimo.pagat_kept") else "announcements.time"),
    )


def _ask_pay(engine: Engine, state: State) -> _Answers | None:
    if state.declarer < 0 or not _is_dreier(engine, state):
        return None
    sheet, outcome, rules = state.replay().sheet, state.replay().result.outcome, engine.rules
    fold = state.observe(state.declarer).kept
    if [line.reason for line in sheet.lines] != [Reason.GAME] or not outcome.won or outcome.points < SMALL:
        return None
    if outcome.thirds % rules.number("counting.thirds_per_point"):
        return None  # a round number is learnt first
    multiplier = rules.number("settlement.multiplier", contract=BidKind.DREIER)
    price = find_consulation_price(rules, None, BidKind.DREIER)
    right = sheet.totals[SEATS[state.declarer]]
    repeats = rules.flag("settlement.price_repeats", contract=BidKind.DREIER, result="won")
    wrong = (outcome.points * multiplier, outcome.points + price, right + price)
    return _Answers(
        state.declarer,
        Message(
            f"path.pay.{'each' if repeats else 'once'}",
            margin=rules.number("counting.margin_from"),
            multiplier=multiplier,
            price=price,
        ),
        Message(
            "path.pay.asked",
            bid=Message("playing.dreier", fold=fold),
            points=format_thirds(outcome.thirds),
            total=format_thirds(count_thirds(engine.cards)),
        ),
        Asked.NUMBERS,
        sorted({right, *wrong}),
        [right],
        engine.cite_rule("settlement.multiplier", contract=BidKind.DREIER),
    )


_QUESTIONS: dict[PathTopic, tuple[Callable[[Engine, State], _Answers | None], Phase]] = {
    PathTopic.PACK: (_ask_pack, Phase.BIDDING),
    PathTopic.RANK: (_ask_rank, Phase.BIDDING),
    PathTopic.FOLLOW: (_ask_follow, Phase.PLAY),
    PathTopic.TRUMP: (_ask_trump, Phase.PLAY),
    PathTopic.TAKER: (_ask_taker, Phase.PLAY),
    PathTopic.COUNT: (_ask_count, Phase.BIDDING),
    PathTopic.CALL: (_ask_call, Phase.KING),
    PathTopic.BID: (_ask_bid, Phase.BIDDING),
    PathTopic.TALON: (_ask_talon, Phase.PURCHASE),
    PathTopic.DISCARD: (_ask_discard, Phase.SCAT),
    PathTopic.ULTIMO: (_ask_ultimo, Phase.PLAY),
    PathTopic.PAY: (_ask_pay, Phase.END),
}
