"""Games of 1754 played by the engine and judged by a referee that knows the German text alone: nothing differs."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import tarock
from tests.conftest import EVERY, ROOT

from . import referee_1754 as referee

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

GAMES = 5000 if EVERY == 1 else 30
SEATS = "ABC"
# Readings of open questions that are tried; what rests on any other is undetermined, and is not compared.
CHOICE = {"excuse in ten": "no", "lone excuse": "counted"}

STOP = "nothing more"


def deal_order(hands: Mapping[str, Sequence[str]], dealer: str) -> list[str]:
    """Return the cards as they are dealt: five times round by five, the last three for the dealer (`1754:1`)."""
    first = SEATS.index(dealer) + 1
    round_ = [SEATS[(first + step) % 3] for step in range(3)]
    dealt = [card for five in range(0, 25, 5) for seat in round_ for card in hands[seat][five : five + 5]]
    return dealt + list(hands[dealer][25:])


def fill_hands(rng: random.Random, dealer: str, wanted: Mapping[str, Sequence[str]], barred: str = "") -> dict[str, list[str]]:
    """Return three hands with the cards wanted; `barred` gets no further trump, nor the Excuse, where others have room."""
    hands = {seat: list(wanted.get(seat, ())) for seat in SEATS}
    given = {card for hand in hands.values() for card in hand}
    rest = [card for card in referee.PACK if card not in given]
    rng.shuffle(rest)
    rest.sort(key=lambda card: referee.suit_of(card) in referee.SUITS)  # trumps first, to the others
    size = {seat: 28 if seat == dealer else 25 for seat in SEATS}
    for card in rest:
        room = [seat for seat in SEATS if len(hands[seat]) < size[seat]]
        if referee.suit_of(card) not in referee.SUITS:
            room = [seat for seat in room if seat != barred] or room
        hands[rng.choice(room)].append(card)
    for hand in hands.values():
        rng.shuffle(hand)
    return hands


def stack_hands(rng: random.Random, dealer: str) -> dict[str, list[str]]:
    """Return hands in which something rare comes up."""
    seat = rng.choice(SEATS)
    numbered = [card for card in referee.TRUMPS if card != "Pagat"]
    kind = rng.randrange(9)
    if kind == 0:  # three trumps of the dealer
        many = rng.choice((2, 3, 3))
        own = ["Pagat", *rng.sample([*numbered, "Excuse", "Excuse", "Excuse"], many)]
        own = list(dict.fromkeys(own if rng.random() < 0.85 else own[1:] + rng.sample(numbered, 1)))
        return fill_hands(rng, dealer, {dealer: own[:4] if many == 3 and rng.random() < 0.3 else own[:3]}, dealer)
    if kind == 1:  # trumps and kings only
        own = [*referee.TRUMPS, *(f"{suit}-König" for suit in referee.SUITS)]
        own += ["Excuse"] if rng.random() < 0.6 else []
        return fill_hands(rng, dealer, {dealer: own})
    if kind == 2:  # a row of Matadore
        return fill_hands(rng, dealer, {seat: ["Pagat", "Excuse", *referee.TRUMPS[-rng.randint(1, 12) :]]})
    if kind == 3:  # cavalries
        suits = rng.sample(referee.SUITS, rng.randint(1, 4))
        own = [f"{suit}-{name}" for suit in suits for name in referee.COURT if rng.random() < 0.85]
        return fill_hands(rng, dealer, {seat: [*own, *(["Excuse"] if rng.random() < 0.8 else [])]})
    if kind == 4:  # kings
        own = [f"{suit}-König" for suit in rng.sample(referee.SUITS, rng.randint(3, 4))]
        return fill_hands(rng, dealer, {seat: [*own, *(["Excuse"] if rng.random() < 0.8 else [])]})
    if kind in {5, 6}:  # the Excuse with nothing else
        small = [f"{suit}-{name}" for suit in referee.SUITS for name in referee.ORDER[suit][-7:]]
        seat = dealer if kind == 6 else seat
        return fill_hands(rng, dealer, {seat: ["Excuse", *rng.sample(small, 24)]}, seat)
    if kind == 7:  # the Pagat or the Excuse with many trumps
        own = [rng.choice(("Pagat", "Excuse")), *rng.sample(numbered, rng.randint(8, 18))]
        return fill_hands(rng, dealer, {seat: own})
    own = [card for card in referee.VALUE if card != "Pagat" and rng.random() < 0.9]  # court cards together
    return fill_hands(rng, dealer, {seat: own})


def start(codex: tarock.Codex, rng: random.Random, stacked: bool) -> Any:
    """Return a game that has been dealt, at random or with certain cards in certain hands."""
    dealer = rng.choice(SEATS)
    state = codex.new_initial_state("1754", dealer=SEATS.index(dealer))
    order = deal_order(stack_hands(rng, dealer), dealer) if stacked else rng.sample(referee.PACK, len(referee.PACK))
    for card in order:
        named = {state.action_to_string(action): action for action, _chance in state.chance_outcomes()}
        state.apply_action(named[card])
    return state


def read_action(name: str) -> referee.Honour:
    """Return the honour that an action announces."""
    words = name.split()
    half = name.endswith(" with the Excuse")
    told = words[1] if len(words) > 1 and words[1] != "with" else ""
    row = words[0] in {"matadore", "tarocks"}
    return referee.Honour(words[0], int(told) if row else 0, "" if row else told, half and not row)


def weigh(rng: random.Random, names: list[str], habit: str) -> str:
    """Return one of the actions, as a player of this habit would choose."""
    keep = {"keeps the Excuse": "Excuse", "keeps the Pagat": "Pagat"}.get(habit)
    rest = names
    if habit.startswith("keeps"):
        rest = [name for name in names if name not in {keep, STOP}] or names
        rest = [name for name in rest if name not in referee.TRUMPS] or rest
    elif habit == "lays the Excuse":
        rest = [name for name in names if name == "Excuse"] or names
    elif habit == "discards what counts":
        rest = [name for name in names if name in referee.VALUE or name in referee.TRUMPS] or names
    elif habit == "announces":
        rest = [name for name in names if name != STOP] or names
    return rng.choice(rest)


HABITS = ("none", "keeps the Excuse", "keeps the Pagat", "lays the Excuse", "discards what counts", "announces")


def play(state: Any, rng: random.Random) -> Iterator[str]:
    """Play a game to the end, and yield every difference of what is allowed."""
    habits = [rng.choice(HABITS) for _seat in SEATS]
    dealer = state.dealer
    hands = deal_of(state)
    mine = {seat: list(hand) for seat, hand in hands.items()}

    def act(expected: set[Any], who: str, read: Any = str) -> str:
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        found = {name if name == STOP else read(name) for name in names}
        turn = SEATS[state.current_player()]
        if turn != who:
            differences.append(f"{who} is to act, not {turn}")
        if found != expected:
            differences.append(f"{turn}: engine only {found - expected}, referee only {expected - found}")
        chosen = weigh(rng, list(names), habits[state.current_player()])
        state.apply_action(names[chosen])
        return chosen

    differences: list[str] = []
    gone: list[str] = []
    for _card in range(3):
        gone.append(act(referee.allowed_discards(hands[SEATS[dealer]], gone), SEATS[dealer]))
    for card in gone:
        mine[SEATS[dealer]].remove(card)
    for step in range(3):
        seat = SEATS[(dealer + step) % 3]
        full, _small = referee.list_honours(mine[seat], CHOICE)
        said: set[Any] = set()
        while STOP not in said:
            name = act({STOP} | (full - said), seat, read_action)
            said.add(name if name == STOP else read_action(name))
    leader = SEATS[(dealer + 1) % 3]
    for left in range(25, 0, -1):
        if left == 3 and "Excuse" in mine[leader]:
            leader = SEATS[(SEATS.index(leader) + 1) % 3]
        trick: list[str] = []
        for place in range(3):
            seat = SEATS[(SEATS.index(leader) + place) % 3]
            card = act(referee.allowed_cards(mine[seat], trick, left)[0], seat)
            mine[seat].remove(card)
            trick.append(card)
        leader = SEATS[(SEATS.index(leader) + referee.find_best(trick)) % 3]
    yield from differences


def deal_of(state: Any) -> dict[str, list[str]]:
    """Return the hands of a game of which nothing has been played, dealt as `1754:1` has it."""
    names = [referee_name(number) for number in state.history()]
    found: dict[str, list[str]] = {seat: [] for seat in SEATS}
    for place, card in enumerate(names[:75]):
        found[SEATS[(state.dealer + 1 + place // 5) % 3]].append(card)
    found[SEATS[state.dealer]] += names[75:]
    return found


NAMES: dict[int, str] = {}


def referee_name(number: int) -> str:
    """Return the name of a card by its number in the engine."""
    return NAMES[number]


def learn_names(codex: tarock.Codex) -> None:
    """Note the names of the cards by the numbers of the actions of chance."""
    state = codex.new_initial_state("1754")
    NAMES.update({action: state.action_to_string(action) for action, _chance in state.chance_outcomes()})


def payments_of(result: Mapping[str, Any]) -> Counter[tuple[str, str, int, str]]:
    """Return the payments of a result, each from one to one."""
    return Counter(
        (payer, payee, line["amount"], line["ref"])
        for line in result["payments"]
        for payer in line["payers"]
        for payee in line["payees"]
    )


def compare_end(game: Mapping[str, Any]) -> Iterator[str]:
    """Yield every difference between the result in a game file and what the referee finds."""
    result = game["result"]
    found = referee.judge({name: value for name, value in game.items() if name != "result"}, CHOICE)
    if found.forbidden:
        yield f"forbidden: {found.first_forbidden}"
    tricks = Counter(found.takers)
    mine = Counter((each.payer, each.payee, each.amount, each.passage) for each in found.payments)
    if found.undetermined:
        yield f"undetermined: {sorted(found.undetermined)}"
    for what, theirs, ours in (
        ("tricks", result["tricks"], {seat: tricks[seat] for seat in SEATS}),
        ("points", result["points"], found.points),
        ("payments", payments_of(result), mine),
        ("totals", result["totals"], found.totals(SEATS)),
    ):
        if theirs != ours:
            yield f"{what}: engine {theirs}, referee {ours}"


def test_games_as_the_german_has_them() -> None:
    """Games at random and with certain cards: what is allowed at each step, and the result, are as the referee says."""
    codex = tarock.open(ROOT)
    learn_names(codex)
    referee.HITS.clear()
    for number in range(GAMES):
        rng = random.Random(f"1754 {number}")
        state = start(codex, rng, stacked=number % 5 >= 3)
        differences = list(play(state, rng))
        game = state.to_game().as_dict()
        differences += compare_end(game)
        assert not differences, (number, game, differences)
    if EVERY == 1:
        assert min(referee.HITS.values()) >= 30, sorted(referee.HITS.items(), key=lambda item: item[1])
