"""Games of 1754 played by the engine and judged by a referee that knows the German text alone: nothing differs."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import yaml

import tarock
from tests.conftest import EVERY, ROOT

from . import referee_1754 as referee

GAMES = 5000 if EVERY == 1 else 30  # of five, two are of certain cards
FAULTY = 1500 if EVERY == 1 else 9
LEAST = 30  # how often each branch of the rules is met where all games are played
SEATS = "ABC"
STOP = "nothing more"
# Readings by which the open questions are decided here, so that the rest can be compared; see OPEN.
CHOICE = {
    "excuse in ten": "no",
    "understated": "no",
    "overstated": "all",
    "lone excuse": "counted",
    "revoke without ruff": "yes",
    "other misplay": "nothing",
    "pagat given back": "neither",
    "pagat under false ruff": "yes",
}
FAULTS = ("ruff", "Pagat", "suit denied", "trump denied", "no trump", "Excuse kept", "honour", "cavalry")


def deal_order(hands: Mapping[str, Sequence[str]], dealer: str) -> list[str]:
    """Return the cards as they are dealt: five times round by five, the last three for the dealer (`1754:1`)."""
    first = SEATS.index(dealer) + 1
    round_ = [SEATS[(first + step) % 3] for step in range(3)]
    dealt = [card for five in range(0, 25, 5) for seat in round_ for card in hands[seat][five : five + 5]]
    return dealt + list(hands[dealer][25:])


def fill_hands(
    rng: random.Random, dealer: str, wanted: Mapping[str, Sequence[str]], barred: str = ""
) -> dict[str, list[str]]:
    """Return three hands with the cards wanted; `barred` gets no more trumps, no Excuse, where others have room."""
    hands = {seat: list(wanted.get(seat, ())) for seat in SEATS}
    given = {card for hand in hands.values() for card in hand}
    rest = [card for card in referee.PACK if card not in given]
    rng.shuffle(rest)
    if barred:
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
    kind = rng.choice((0, *range(9)))
    if kind == 0:  # three trumps of the dealer
        own = ["Pagat", *(["Excuse"] if rng.random() < 0.6 else []), *rng.sample(numbered, 3)]
        own = own[: rng.choice((3, 3, 3, 4))] if rng.random() < 0.85 else own[-3:]
        return fill_hands(rng, dealer, {dealer: own}, dealer)
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


def start(codex: Any, hands: Mapping[str, Sequence[str]], dealer: str) -> Any:
    """Return a game in which these hands have been dealt."""
    state = codex.new_initial_state("1754", dealer=SEATS.index(dealer))
    for card in deal_order(hands, dealer):
        named = {state.action_to_string(action): action for action, _chance in state.chance_outcomes()}
        state.apply_action(named[card])
    return state


def read_action(name: str) -> Any:
    """Return the honour that an action announces, the end of announcing or a card as its name."""
    words = name.split()
    if words[0] not in {"matadore", "tarocks", "cavallerie", "kings"}:
        return name
    told = words[1] if len(words) > 1 and words[1] != "with" else ""
    row = words[0] in {"matadore", "tarocks"}
    return referee.Honour(words[0], int(told) if row else 0, "" if row else told, name.endswith(" with the Excuse"))


HABITS = ("none", "keeps the Excuse", "keeps the Pagat", "lays the Excuse", "announces")  # "lays the Pagat" for a fault


def choose(rng: random.Random, names: list[str], habit: str, discarding: bool) -> str:
    """Return one of the actions, as a player of this habit would choose."""
    rest = names
    if discarding and habit in {"none", "announces"}:  # what counts, and trumps
        rest = [name for name in names if name in referee.TRUMPS] or [name for name in names if name in referee.VALUE]
    elif habit.startswith("keeps"):
        kept = habit.rpartition(" ")[2]
        rest = [name for name in names if name != kept]
        rest = [name for name in rest if name not in referee.TRUMPS] or rest
    elif habit.startswith("lays"):
        rest = [name for name in names if name == habit.rpartition(" ")[2]]
    if habit != "none":
        rest = [name for name in rest if name != STOP] or rest
    return rng.choice(rest or names)


def choose_fault(rng: random.Random, fault: str, hand: Sequence[str], may: set[str], trick: Sequence[str]) -> str:
    """Return a card that may not be played, for a fault of this kind; nothing where there is none."""
    led = next((referee.suit_of(card) for card in trick if card != "Excuse"), "")
    denied = any(referee.suit_of(card) == led for card in hand)
    wrong = [card for card in hand if card not in may and card != "Excuse"]
    suits = [card for card in wrong if card not in referee.TRUMPS]
    if fault == "Excuse kept":
        wrong = wrong if may == {"Excuse"} and len(hand) > 3 else []
    elif not led or may == {"Excuse"}:
        wrong = []
    elif fault in {"ruff", "Pagat"}:
        fits = led in referee.SUITS and denied and (fault == "ruff" or "Pagat" in trick)
        wrong = [card for card in wrong if card in referee.TRUMPS] if fits else []
    else:
        kind = "no trump" if not denied else "trump denied" if led == "trump" else "suit denied"
        wrong = suits if kind == fault else []
    return rng.choice(wrong) if wrong else ""


class Table:
    """A game in play, the referee's hands beside it, and the differences found."""

    def __init__(self, state: Any, rng: random.Random, hands: dict[str, list[str]], fault: str = ""):
        self.state, self.rng, self.fault = state, rng, fault
        self.dealer = state.dealer
        self.numbers = {state.action_to_string(action): action for action in range(LAST + 1)}
        self.dealt = hands
        self.hands = {seat: list(hand) for seat, hand in hands.items()}
        self.habits = [rng.choice(HABITS) for _seat in SEATS]
        self.differences: list[str] = []
        self.broken = ""  # the passage, or the assumption, against which a wrong card was played

    def act(self, expected: set[Any], seat: str, wrong: str = "", passage: str = "") -> Any:
        """Compare what is allowed, and let a player act: wrongly where an act is given."""
        names = [self.state.action_to_string(action) for action in self.state.legal_actions()]
        found = {read_action(name) for name in names}
        turn = self.state.current_player()
        if SEATS[turn] != seat:
            self.differences.append(f"{seat} is to act, not {SEATS[turn]}")
        if found != expected:
            self.differences.append(f"{seat}: engine only {found - expected}, referee only {expected - found}")
        if wrong:
            rule = self.state.force_action(self.numbers[wrong])
            cited = rule and (rule.ref or f"assumed: {rule.key}")
            self.broken = passage
            if passage and cited != passage:
                self.differences.append(f"{seat} plays {wrong}: engine by {cited}, referee by {passage}")
            self.fault = ""
            return read_action(wrong)
        chosen = choose(self.rng, names, self.habits[turn], discarding=self.hands[seat][25:] != [])
        self.state.apply_action(self.numbers[chosen])
        return read_action(chosen)

    def play(self) -> list[str]:
        """Play the game to its end; return the differences of what is allowed."""
        dealer = SEATS[self.dealer]
        gone: list[str] = []
        for _card in range(3):
            gone.append(self.act(referee.allowed_discards(self.dealt[dealer], gone), dealer))
        self.hands[dealer] = [card for card in self.hands[dealer] if card not in gone]
        for step in range(3):
            self.announce(SEATS[(self.dealer + step) % 3])
        leader = self.dealer + 1
        for left in range(25, 0, -1):
            if left == 3 and "Excuse" in self.hands[SEATS[leader % 3]]:
                leader += 1
            trick: list[str] = []
            for place in range(3):
                seat = SEATS[(leader + place) % 3]
                hand = self.hands[seat]
                may, why = referee.allowed_cards(hand, trick, left)
                wrong = choose_fault(self.rng, self.fault, hand, may, trick) if self.fault else ""
                trick.append(self.act(may, seat, wrong, why.rpartition("(")[2].rstrip(")")))
                hand.remove(trick[-1])
            leader += referee.find_best(trick)
        return self.differences

    def announce(self, seat: str) -> None:
        """Let a player announce what he has, and for a fault what he has not."""
        full, small = referee.list_honours(self.hands[seat], CHOICE)
        said: set[Any] = set()
        whole = referee.list_honours(self.dealt[seat], CHOICE)[0] if self.fault == "cavalry" else ()
        if self.fault in {"honour", "cavalry"}:
            row = {"matadore": 0, "tarocks": 0} | {each.kind: each.cards for each in full if each.cards}
            told = {name: read_action(name) for name in self.numbers}
            wrong = [
                name
                for name, honour in told.items()
                if isinstance(honour, referee.Honour)
                and (honour not in full | small if self.fault == "honour" else honour in whole)
                and honour not in full | small
                and (self.fault == "honour" or honour.kind == "cavallerie")
                and not (honour.kind in row and honour.cards < row[honour.kind])
                and honour != referee.Honour("tarocks", 22)
            ]
            if wrong:
                self.act({STOP} | full, seat, self.rng.choice(wrong))
        while STOP not in said:
            said.add(self.act({STOP} | (full - said), seat))


LAST = 121  # the number of the last action: `state.action_to_string` names none beyond


def payments_of(result: Mapping[str, Any]) -> Counter[tuple[str, str, int, str]]:
    """Return the payments of a result, each from one to one."""
    return Counter(
        (payer, payee, line["amount"], line["ref"])
        for line in result["payments"]
        for payer in line["payers"]
        for payee in line["payees"]
    )


def compare_end(game: Mapping[str, Any], *, forbidden: bool = False) -> Iterator[str]:
    """Yield every difference between the result in a game file and what the referee finds.

    `forbidden`: something in the game is not allowed.
    """
    result = game["result"]
    found = referee.judge({name: value for name, value in game.items() if name != "result"}, CHOICE)
    if bool(found.forbidden) != forbidden:
        yield f"forbidden: {found.first_forbidden}"
    tricks = Counter(found.takers)
    mine = Counter((each.payer, each.payee, each.amount, each.passage) for each in found.payments)
    theirs_paid = payments_of(result)
    if found.undetermined:
        yield f"undetermined: {sorted(found.undetermined)}"
    for what, theirs, ours in (
        ("tricks", result["tricks"], {seat: tricks[seat] for seat in SEATS}),
        ("points", result["points"], found.points),
        ("payments", theirs_paid, mine),
        ("totals", result["totals"], found.totals(SEATS)),
    ):
        if theirs != ours:
            yield f"{what}: engine {theirs}, referee {ours}"


def make_table(codex: Any, number: int, fault: str = "") -> Table:
    """Return the game of this number: of five, three are dealt at random and two of certain cards."""
    rng = random.Random(f"1754 {number} {fault}")
    dealer = rng.choice(SEATS)
    if fault == "cavalry":
        court = [f"{suit}-{name}" for suit in rng.sample(referee.SUITS, 2) for name in referee.COURT]
        hands = fill_hands(rng, dealer, {dealer: court})
    elif fault == "Pagat":  # the second to play has two suits, and takes with the Pagat what the first leads
        suits = [f"{suit}-{name}" for suit in referee.SUITS[2:] for name in referee.ORDER[suit]]
        second = SEATS[(SEATS.index(dealer) + 2) % 3]
        hands = fill_hands(rng, dealer, {second: ["Pagat", *referee.TRUMPS[4:8], *rng.sample(suits, 20)]})
    else:
        hands = stack_hands(rng, dealer) if number % 5 >= 3 else fill_hands(rng, dealer, {})
    table = Table(start(codex, hands, dealer), rng, hands, fault)
    if fault in {"cavalry", "Pagat"}:
        table.habits = ["none" if fault == "cavalry" else "lays the Pagat"] * 3
    return table


def of_need(table: Table) -> bool:
    """Return whether the dealer must discard trumps."""
    return referee.list_discards(table.dealt[SEATS[table.dealer]])[2] > 0


def settle_void(codex: Any, number: int) -> Iterator[str]:
    """Yield every difference over a game that is void: cards misdealt, or too many or too few discarded."""
    table = make_table(codex, number)
    hands, dealer = table.dealt, SEATS[table.dealer]
    game: dict[str, Any] = {"era": "1754", "seats": list(SEATS), "dealer": dealer, "tricks": [], "discard": ""}
    score: dict[str, Any] = {"era": "1754", "seats": list(SEATS), "dealer": dealer}
    if number % 4 == 3:
        hands[SEATS[table.dealer - 1]].append(hands[dealer].pop())
        score["misdeal"] = True
    else:
        gone = [card for card in hands[dealer] if referee.suit_of(card) in referee.SUITS][: (1, 2, 4)[number % 4]]
        game["discard"] = " - ".join(gone)
        score["wrong_discard"] = {"cards": len(gone)}
        game["honours"] = []
        for step in range(3):
            seat = SEATS[(table.dealer + step) % 3]
            left = [card for card in hands[seat] if card not in gone]
            for honour in referee.list_honours(left, CHOICE)[0]:
                told = {"seat": seat, "kind": honour.kind, "with_excuse": honour.half}
                told |= {"cards": honour.cards} if honour.cards else {}
                score.setdefault("honours", []).append(told)
                game["honours"].append(told | ({"suit": honour.suit} if honour.suit else {}))
    game["hands"] = {seat: " - ".join(hand) for seat, hand in hands.items()}
    found = referee.judge(game, CHOICE)
    theirs = codex.settle("1754", score).totals
    if theirs != found.totals(SEATS) or not found.void:
        yield f"void: engine {theirs}, referee {found.totals(SEATS)}"


def play_faulty(codex: Any, number: int) -> Iterator[str]:
    """Yield every difference over a game in which something is done that is not allowed."""
    table = make_table(codex, number, FAULTS[number % len(FAULTS)])
    yield from table.play()
    yield from compare_end(table.state.to_game().as_dict(), forbidden=not table.fault)


def test_games_as_the_german_has_them() -> None:
    """Games at random, with certain cards and with faults: each step and the result are as the referee says."""
    codex = tarock.open(ROOT)
    referee.HITS.clear()
    for number in range(GAMES):
        table = make_table(codex, number)
        differences = table.play()
        game = table.state.to_game().as_dict()
        differences += compare_end(game)
        assert not differences, (number, game, differences)
    for number in range(FAULTY):
        differences = [*play_faulty(codex, number), *(settle_void(codex, number) if number % 5 == 0 else ())]
        assert not differences, (number, differences)
    if EVERY == 1:
        assert min(referee.HITS.values()) >= LEAST, sorted(referee.HITS.items(), key=lambda item: item[1])


def test_the_example() -> None:
    """The game in `corpus/examples` has the result that the referee finds."""
    game = yaml.safe_load((ROOT / "corpus/examples/game-1754.yaml").read_text(encoding="utf-8"))
    assert list(compare_end(game)) == []


def find_tables(codex: Any, fault: str, fits: Callable[[Table], bool]) -> Iterator[Table]:
    """Yield games that fit, until there are three."""
    return itertools.islice(
        (table for table in (make_table(codex, it, fault) for it in itertools.count()) if fits(table)), 3
    )


def test_a_discard_of_need_is_settled() -> None:
    """Who has too few other cards discards trumps (assumed: `discard.of_need`), and the game has a result."""
    for table in find_tables(tarock.open(ROOT), "", of_need):
        assert table.play() == []
        assert list(compare_end(table.state.to_game().as_dict())) == []


def test_the_excuse_is_not_discarded_of_need() -> None:
    """The Excuse goes with the Pagat and one trump only (assumed: `discard.excuse`)."""
    for table in find_tables(tarock.open(ROOT), "", lambda it: of_need(it) and "Excuse" in it.dealt[SEATS[it.dealer]]):
        assert table.play() == []


def test_a_card_of_a_cavalry_announced_is_discarded() -> None:
    """What was paid for such a cavalry goes back, and the penalty is due, by `1754:13`."""
    for table in find_tables(tarock.open(ROOT), "cavalry", lambda it: it.play() == [] and not it.fault):
        assert list(compare_end(table.state.to_game().as_dict(), forbidden=True)) == []


def test_the_excuse_forced_on_a_trump() -> None:
    """That the Excuse must go on a trump led is assumed: `1754:18` says it of a Couleur."""

    def keeps(table: Table) -> bool:
        table.play()
        return table.broken == "assumed: excuse.forced_on_tarock"

    for table in find_tables(tarock.open(ROOT), "Excuse kept", keeps):
        assert table.differences == []
