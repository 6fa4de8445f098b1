"""1754: honours are refused exactly where no three hands can hold them, found here by trying all suits and cards."""

from __future__ import annotations

import itertools
import random
from typing import NamedTuple

from tests.game.score_files import found
from tests.game.taroc_1754.test_score_1754 import HEAD

SEATS = "ABC"


class Honour(NamedTuple):
    """An honour as the record has it."""

    seat: str
    kind: str
    cards: int = 0
    with_excuse: bool = False

    def line(self) -> str:
        """The entry of the record."""
        cards = f", cards: {self.cards}" if self.cards else ""
        return f"  - {{seat: {self.seat}, kind: {self.kind}{cards}, with_excuse: {str(self.with_excuse).lower()}}}\n"


def can_be_dealt(honours: list[Honour]) -> bool:
    """Whether hands of 25 (1754:1) can show these honours (8, 10 to 14)."""
    of = {kind: [h for h in honours if h.kind == kind] for kind in ("matadore", "tarocks", "cavallerie", "kings")}
    excuse = {h.seat for h in honours if h.with_excuse or h.kind == "matadore"}
    tarock_seats = [h.seat for h in of["tarocks"]]
    if max(len(excuse), len(of["matadore"]), len(of["kings"])) > 1 or len(set(tarock_seats)) < len(tarock_seats):
        return False
    numbered = dict.fromkeys(SEATS, 0)
    for matadore in of["matadore"]:
        numbered[matadore.seat] = matadore.cards - 1  # one of them is the Excuse
    for row in of["tarocks"]:
        if row.cards - row.with_excuse < numbered[row.seat]:
            return False
        numbered[row.seat] = row.cards - row.with_excuse
    if sum(numbered.values()) > 21:
        return False
    sets, kings = of["cavallerie"], next(iter(of["kings"]), None)
    halves = sum(h.with_excuse for h in sets)
    for suits in itertools.permutations(range(4), len(sets)):  # none when there are more than four
        for missing in itertools.product(range(4), repeat=halves):
            lacks = iter(missing)
            owner = {}
            for cavallerie, suit in zip(sets, suits, strict=True):
                lack = next(lacks) if cavallerie.with_excuse else None
                owner.update({(suit, court): cavallerie.seat for court in range(4) if court != lack})
            more = 0
            if kings:
                mine = sum(owner.get((suit, 0)) == kings.seat for suit in range(4))
                free = sum((suit, 0) not in owner for suit in range(4))
                more = max(0, 4 - kings.with_excuse - mine)
                if more > free:
                    continue
            sizes = {seat: numbered[seat] + (seat in excuse) + list(owner.values()).count(seat) for seat in SEATS}
            if all(size + (more if kings and kings.seat == seat else 0) <= 25 for seat, size in sizes.items()):
                return True
    return False


def drawn(dice: random.Random) -> list[Honour]:
    """Some honours, which mostly agree on who has the Excuse."""
    with_it, honours = dice.choice(SEATS), []
    for _ in range(dice.randint(1, 6)):
        seat, kind = dice.choice(SEATS), dice.choice(["matadore", "tarocks", "kings", *["cavallerie"] * 3])
        if kind == "matadore":
            honours.append(Honour(dice.choice((with_it, with_it, seat)), kind, dice.randint(3, 14)))
        else:
            cards = dice.randint(10, 21) if kind == "tarocks" else 0
            honours.append(Honour(seat, kind, cards, seat == with_it and dice.random() < 0.5))
    return honours


def test_honours_are_refused_where_no_hands_can_hold_them() -> None:
    dice = random.Random(1754)
    seen = {True: 0, False: 0}
    for _ in range(400):
        honours = drawn(dice)
        possible = can_be_dealt(honours)
        seen[possible] += 1
        text = HEAD + "wrong_discard: {cards: 2}\nhonours:\n" + "".join(honour.line() for honour in honours)
        assert (found("1754", text) == []) == possible, text
    assert min(seen.values()) > 100
