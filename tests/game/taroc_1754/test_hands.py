"""1754: honours are refused exactly where no three hands can hold them, found here by trying all suits and cards.

What rules 1, 2, 6, 10 and 13 to 17 say of it stands case by case behind that.
"""

from __future__ import annotations

import itertools
import random
from typing import NamedTuple

import pytest

from tests.game.score_files import found
from tests.game.taroc_1754.test_score_1754 import GAME, HEAD

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


@pytest.mark.parametrize(
    "honours",
    [
        # 10 of 21 and 11 of 21; a König for each Cavallerie; 21 Taroc and a Cavallerie are 25 cards
        ("{seat: B, kind: tarocks, cards: 10}", "{seat: C, kind: tarocks, cards: 11}"),
        ("{seat: B, kind: kings, with_excuse: true, mistaken: true}", "{seat: A, kind: kings, with_excuse: true}"),
        ("{seat: A, kind: kings, with_excuse: true}", "{seat: C, kind: cavallerie}"),
        ("{seat: A, kind: kings}", "{seat: A, kind: cavallerie}", "{seat: A, kind: cavallerie, with_excuse: true}"),
        ("{seat: A, kind: tarocks, cards: 21}", "{seat: A, kind: cavallerie}"),
        ("{seat: A, kind: tarocks, cards: 12}", "{seat: A, kind: matadore, cards: 13}"),
        # 21 Taroc and the Excuse; with three Könige 25; four Könige with a Cavallerie are seven cards, and 18 Taroc
        ("{seat: A, kind: matadore, cards: 22}",),
        ("{seat: A, kind: tarocks, cards: 22, with_excuse: true}", "{seat: A, kind: kings, with_excuse: true}"),
        ("{seat: B, kind: kings}", "{seat: B, kind: cavallerie}", "{seat: B, kind: tarocks, cards: 18}"),
    ],
)
def test_honours_that_can_be_together(honours: tuple[str, ...]) -> None:
    assert found("1754", GAME + "honours:\n" + "".join(f"  - {honour}\n" for honour in honours)) == []


@pytest.mark.parametrize(
    ("code", "honours"),
    [
        # the pack has 21 Taroc and the Excuse (17), and a hand 25 cards (1)
        ("HONOUR-SIZE", ["{seat: A, kind: matadore, cards: 23}"]),
        ("HONOUR-SIZE", ["{seat: B, kind: tarocks, cards: 22}"]),
        ("HONOUR-TOO-MANY", ["{seat: B, kind: tarocks, cards: 12}", "{seat: C, kind: tarocks, cards: 11}"]),
        ("HONOUR-TOGETHER", ["{seat: B, kind: tarocks, cards: 11}", "{seat: C, kind: tarocks, cards: 11}"]),
        ("HONOUR-TOO-MANY", ["{seat: A, kind: matadore, cards: 3}", "{seat: A, kind: matadore, cards: 3}"]),
        ("HONOUR-HAND", ["{seat: A, kind: tarocks, cards: 22, with_excuse: true}", "{seat: A, kind: kings}"]),
        (
            "HONOUR-HAND",
            ["{seat: B, kind: kings}", "{seat: B, kind: cavallerie}", "{seat: B, kind: tarocks, cards: 19}"],
        ),
        # one cannot be laid away (13) that was not announced (2), or not held (6)
        ("HONOUR-FAULTS", ["{seat: C, kind: cavallerie, forgotten: true, laid_away: true}"]),
        ("HONOUR-FAULTS", ["{seat: C, kind: cavallerie, mistaken: true, laid_away: true}"]),
    ],
)
def test_honours_that_cannot_be(code: str, honours: list[str]) -> None:
    text = GAME + "honours:\n" + "".join(f"  - {honour}\n" for honour in honours)
    assert [wrong for wrong, _, _ in found("1754", text)] == [code]


@pytest.mark.parametrize(
    ("honours", "codes"),
    [
        # three Könige and one Cavallerie of the other: the fourth König is in it (13, 14)
        (["{seat: A, kind: kings, with_excuse: true}", "{seat: C, kind: cavallerie}"], []),
        (["{seat: C, kind: kings}", "{seat: C, kind: cavallerie}", "{seat: C, kind: tarocks, cards: 19}"], ["HAND"]),
    ],
)
def test_the_honours_of_a_seat_that_is_named_twice_count_once(honours: list[str], codes: list[str]) -> None:
    text = GAME.replace("[A, B, C]", "[A, C, C]") + "honours:\n" + "".join(f"  - {honour}\n" for honour in honours)
    wrong = [code for code, _, _ in found("1754", text)]
    assert "SEAT-TWICE" in wrong
    assert [code.removeprefix("HONOUR-") for code in wrong if code.startswith("HONOUR-")] == codes


@pytest.mark.parametrize(
    ("more", "elsewhere"),
    [
        ("pagat: {seat: A, fate: won in the last trick}\n", False),
        ("revokes: [{seat: C, took_pagat_of: A}]\n", False),
        ("revokes: [{seat: C, took_pagat_of: B}]\n", True),
        ("discard: {pagat: 1, plain: 2}\n", True),  # C has laid it away (1)
    ],
)
def test_the_pagat_of_the_matadore_is_in_the_same_hand(more: str, elsewhere: bool) -> None:
    # 1754:10: "Der Pagat, Excuse und N. 21. sind 3 Matador"
    wrong = found("1754", f"{GAME}honours:\n  - {{seat: A, kind: matadore, cards: 3}}\n{more}")
    assert (("HONOUR-PAGAT-ELSEWHERE", 10, "1754:10") in wrong) == elsewhere
