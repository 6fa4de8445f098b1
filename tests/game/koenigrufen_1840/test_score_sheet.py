"""The score sheet against what the text works out or prints: §§ 43, 45, 47, 52, 57, 60, 65 and the Musterspiele.

The sums of the Musterspiele are the margins of their remarks (m1 23, m2 19, m3 -2, m4 2, m6 -8; m5 "hoch"; m7, m8
Volat); the lines beside them are worked by hand at the middle Consulation of 50, which holds where none is agreed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from tests.conftest import ROOT
from tests.game.koenigrufen_1840.referee import COURTS, PACK, PAGAT, RANKS, Told, takes
from tests.game.koenigrufen_1840.score_sheet import (
    KING_WITH_REVOKE,
    breaches,
    game_won,
    held,
    lawful_words,
    own_thirds,
    parties,
    points_of,
    revokes,
    sheet,
    sheet_as_spoken,
)

TEXT = ROOT / "corpus/texts/1840/1.1.0.md"
Words = list[tuple[str, str, str]]
RAISED: Words = [
    ("A", "announce", "ultimo"),
    ("C", "contra", "ultimo"),
    ("A", "re", "ultimo"),
    ("C", "supra", "ultimo"),
]
# forehand, player, king, the first purchase and the one paid for, the bids and the words (m5: in the order of § 56)
GAMES: dict[str, tuple[str, str, str, int, int, list[tuple[str, str, int]], Words]] = {
    "m1": ("A", "A", "Treffle-König", 1, 3, [("A", "dreier", 1)], []),
    "m2": ("A", "C", "Careau-König", 2, 3, [("A", "dreier", 1), ("B", "pass", 0), ("C", "dreier", 2)], []),
    "m3": ("A", "B", "Herz-König", 2, 3, [("A", "dreier", 1), ("B", "dreier", 2)], [("B", "announce", "ultimo")]),
    "m4": ("A", "B", "Careau-König", 3, 4, [("A", "dreier", 1), ("B", "dreier", 3)], [
        ("B", "announce", "ultimo"), ("A", "contra", "ultimo")]),
    "m5": ("A", "A", "Herz-König", 2, 3, [("A", "dreier", 1), ("C", "dreier", 2), ("A", "dreier", 2)], RAISED),
    "m6": ("A", "C", "Careau-König", 0, 0, [("A", "pass", 0), ("B", "pass", 0), ("C", "solo", 0)], []),
    "m7": ("A", "C", "Herz-König", 2, 4, [("A", "dreier", 1), ("C", "dreier", 2)], []),
    "m8": ("C", "B", "Treffle-König", 2, 4, [("C", "dreier", 1), ("B", "dreier", 2)], []),
}  # fmt: skip
MARGINS = {"m1": 23, "m2": 19, "m3": -2, "m4": 2, "m6": -8}  # printed
WRITTEN: dict[str, dict[str, tuple[int, str]]] = {  # points, and who writes them
    "m1": {"game": (2 * 23 + 50, "AC")},
    "m2": {"game": (2 * 19 + 50, "CD"), "ultimo": (50, "CD"), "all_three": (50, "CD")},
    "m3": {"game": (2 * 2 + 3 * 50, "AD"), "ultimo": (100, "AD")},
    "m4": {"game": (2 * 2 + 50, "BC"), "ultimo": (200, "AD")},
    "m5": {"game": (2 * 20 + 50, "AB"), "ultimo": (800, "AB"), "all_three": (50, "AB")},
    "m6": {"game": (4 * 8 + 100, "ABD"), "king": (100, "ABD")},
    "m7": {"volat": (300, "AC")},
    "m8": {"volat": (300, "BC")},
}
SUITED = {rank for ranks in RANKS.values() for rank in ranks}


@cache
def source() -> dict[str, str]:
    """The text with its emendations: the last line of each passage by its mark."""
    text = re.sub(r"\{~~(.*?)~>(.*?)~~\}", r"\2", TEXT.read_text(encoding="utf-8"), flags=re.DOTALL).splitlines()
    marks = {number: found[1] for number, line in enumerate(text) if (found := re.match(r"\{: #(\S+)", line))}
    return {mark: text[number - 1] for number, mark in marks.items()}


def cards(line: str) -> list[str]:
    """The cards of a line of print, in order."""
    found, color = [], ""
    for token in re.findall(r"[IVX]+\b|Pagat|\w+", line.replace("-", " ")):
        name = {"Pagat": PAGAT, "Reiter": "Cavall"}.get(token, token)
        if name in RANKS:
            color = name
        elif name in SUITED:
            found.append(f"{color}-{name}")
        elif name in PACK:
            found.append(name)
    return found


def play(name: str) -> Told:
    """A Musterspiel as it is printed."""

    def line(mark: str) -> str:
        return source()[f"{name}.{mark}"]

    forehand, declarer, king, first, kept, bids, said = GAMES[name]
    at = "ABCD".index(forehand)
    seats = list("ABCD"[at:] + "ABCD"[:at])
    hands = {seat: cards(line(seat)) for seat in seats}
    upper: list[str] = []
    lower: list[str] = []
    scat: list[str] = []
    if kept:
        for part in (line("spiel.2"), line("spiel.3")):
            (upper if re.search("(ein|drei)fachen", part) else lower).extend(cards(part.split("liegt:")[1]))
        laid = re.split("gelegt:|in den Scat:", line("spiel.4"))[1]
        scat = cards(laid.split("Nach dem Verlegen")[0])
    else:
        talon = cards(line("spiel.1").split("liegt:")[1])
        upper, lower = talon[:3], talon[3:]
    tricks = [
        [(seat, cards(card)[0]) for seat, card in re.findall(r" ([ABCD]) ([\w-]+)", line(f"s{number}"))[:4]]
        for number in range(1, 13)
    ]
    told = Told(seats, seats[-1], declarer, hands, upper, lower, bids, king, first, kept, scat, said, tricks)
    if kept:  # the hand after the discard is printed as well
        assert held(told)[declarer] == set(cards(laid.split("olgende Karten:")[1].split("Es ist hier")[0]))
    return told


def lines(points: dict[tuple[str, str], int]) -> dict[str, tuple[int, str]]:
    """What is written for each reason, and by whom."""
    found: dict[str, dict[str, int]] = {}
    for (reason, seat), sum_ in points.items():
        found.setdefault(reason, {})[seat] = sum_
    return {
        reason: (next(iter(by.values())), "".join(sorted(by)))
        for reason, by in found.items()
        if len(set(by.values())) == 1
    }


def swapped(told: Told, one: tuple[int, str], two: tuple[int, str]) -> Told:
    """Two cards of one seat change places in the record (which makes a Renonce)."""
    tricks = [list(plays) for plays in told.tricks]
    (first, card), (second, other) = one, two
    tricks[first - 1] = [(seat, other if played == card else played) for seat, played in tricks[first - 1]]
    tricks[second - 1] = [(seat, card if played == other else played) for seat, played in tricks[second - 1]]
    return replace(told, tricks=tricks)


# --- the Musterspiele ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_record_of_a_musterspiel_is_whole(name: str) -> None:
    """All cards once, and whoever takes leads."""
    told = play(name)
    assert sorted([card for hand in told.hands.values() for card in hand] + told.upper + told.lower) == sorted(PACK)
    assert [plays[0][0] for plays in told.tricks[1:]] == [takes(plays) for plays in told.tricks[:-1]]


@pytest.mark.parametrize("name", GAMES)
def test_musterspiel(name: str) -> None:
    """The printed margin, and every line."""
    told = play(name)
    assert name not in MARGINS or points_of(own_thirds(told)) - 35 == MARGINS[name]
    written = sheet(told)
    assert lines(written.points) == WRITTEN[name]
    assert written.open == ({"game-beside-volat"} if name in {"m7", "m8"} else set())


def test_three_printed_games_have_a_renonce_that_the_remarks_pass_over() -> None:
    """m1, m2, m5: a Dame, a Bube and again a Dame of Careau that were not confessed."""
    assert {name: found for name in GAMES if (found := revokes(play(name)))} == {
        "m1": {"B": 10},
        "m2": {"D": 7},
        "m5": {"B": 9},
    }


# --- the Consulation -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "agreed", "dreier", "solo", "open_"),
    [
        ("", 0, 50, 100, set()),  # 44.1
        ("middle", 0, 50, 100, set()),  # 43.3
        ("high", 0, 100, 200, set()),  # 43.4
        ("small", 20, 20, 40, set()),  # 43.2
        ("small", 0, 40, 80, {"small-consulation"}),
        ("small", 25, 25, 50, {"small-not-round"}),
    ],
)
def test_the_sizes_of_the_consulation(size: str, agreed: int, dreier: int, solo: int, open_: set[str]) -> None:
    """43: m3 is lost by 2 threefold, m6 by 8 as a Solo."""
    lost = sheet(replace(play("m3"), size=size, agreed=agreed))
    assert lines(lost.points) == {"game": (4 + 3 * dreier, "AD"), "ultimo": (2 * dreier, "AD")}
    assert lost.open == open_
    assert lines(sheet(replace(play("m6"), size=size, agreed=agreed)).points) == {
        "game": (32 + solo, "ABD"),
        "king": (solo, "ABD"),
    }


def test_a_small_consulation_is_under_fifty() -> None:
    """43.2."""
    assert breaches(replace(play("m1"), size="small", agreed=50)) == ["CONSULATION-TOO-HIGH"]
    assert not breaches(replace(play("m1"), size="small", agreed=49))
    assert not breaches(replace(play("m1"), size="high"))


@pytest.mark.parametrize(
    ("third", "points", "seats", "open_"),
    [
        (3 * 39, 58, "AC", set()),  # 45.3: won by four
        (3 * 31, 158, "BD", set()),  # 45.3: lost by four
        (3 * 36, 52, "AC", set()),  # 6.18
        (3 * 35 + 2, 52, "AC", set()),  # 6.24
        (3 * 35 + 1, 150, "BD", set()),  # 6.25
        (3 * 35, 150, "BD", set()),  # 6.19, 42.2
        (3 * 40 + 1, 60, "AC", set()),
        (3 * 40 + 2, 62, "AC", {"rounding"}),
        (3 * 34 + 2, 150, "BD", {"rounding"}),
    ],
)
def test_a_threefold_dreier(
    monkeypatch: pytest.MonkeyPatch, third: int, points: int, seats: str, open_: set[str]
) -> None:
    """m1 with other sums: 6.18 to 6.25, 41, 42, 45.3."""
    monkeypatch.setattr("tests.game.koenigrufen_1840.score_sheet.own_thirds", lambda _: third)
    written = sheet(play("m1"))
    assert lines(written.points) == {"game": (points, seats)}
    assert written.open == open_


# --- parties, king, honours ------------------------------------------------------------------------------------------


def test_the_koenig_of_five_goes_with_the_others() -> None:
    """131.3."""
    five = replace(play("m3"), dealer="E", fifth="E")
    assert lines(sheet(five).points) == {"game": (154, "ADE"), "ultimo": (100, "ADE")}
    assert lines(sheet(replace(play("m1"), dealer="E")).points) == {"game": (96, "AC")}


def test_the_king_in_the_talon() -> None:
    """33 asleep; 34 bought and left; bought and kept: the player is alone in each."""
    asleep = replace(play("m2"), king="Herz-König", first=2, kept=2, scat=["IV", "Herz-Cavall", "Treffle-Achter"])
    assert parties(asleep).seats[True] == ["C"]
    assert "king" not in lines(sheet(asleep).points)
    left = replace(asleep, kept=4)
    assert lines(sheet(left).points)["king"] == (50, "ABD")
    kept = replace(play("m2"), king="Herz-König")
    assert parties(kept).seats[True] == ["C"]
    assert "king" not in lines(sheet(kept).points)
    assert lines(sheet(kept).points)["all_three"] == (50, "C")


def test_who_passes_with_the_honours_loses_them() -> None:
    """50.1 and 50.4; honours that come with the purchase were not passed with (34.1)."""
    passed = replace(play("m5"), bids=[("A", "pass", 0), ("C", "dreier", 2), ("A", "dreier", 2)])
    assert "all_three" not in lines(sheet(passed).points)
    after = replace(passed, dealer="C", seats=["D", "A", "B", "C"], bids=[("D", "dreier", 1), ("A", "pass", 0)])
    assert "all_three" in lines(sheet(after).points)
    bought = replace(play("m2"), seats=["C", "D", "A", "B"], dealer="B", bids=[("C", "pass", 0), ("D", "dreier", 1)])
    assert "all_three" in lines(sheet(bought).points)


# --- the words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "points"), [(1, 100), (2, 200), (3, 400), (4, 800)])
def test_the_folds_of_an_announced_ultimo(count: int, points: int) -> None:
    """47.2, 47.5, 47.6."""
    told = replace(play("m5"), said=RAISED[:count])
    assert lines(sheet(told).points)["ultimo"] == (points, "AB")
    assert lawful_words(told) == RAISED[:count]


@pytest.mark.parametrize(
    ("said", "lawful", "ultimo", "spoken"),
    [
        # m5 as it is printed: supra before re (56.1)
        ([*RAISED[:2], ("A", "supra", "ultimo"), ("C", "re", "ultimo")], 2, (200, "AB"), (800, "AB")),
        ([RAISED[0], ("B", "contra", "ultimo")], 1, (100, "AB"), (200, "AB")),  # 55.1: his friend
        ([RAISED[0], ("A", "contra", "ultimo")], 1, (100, "AB"), (200, "AB")),
        ([RAISED[0], RAISED[1], ("D", "contra", "ultimo")], 2, (200, "AB"), (400, "AB")),  # 55.1: one of them
        ([RAISED[0], RAISED[1], ("B", "re", "ultimo")], 2, (200, "AB"), (400, "AB")),  # 56.1: only who announced
        ([*RAISED[:3], ("D", "supra", "ultimo")], 3, (400, "AB"), (800, "AB")),  # 56.1: only who gave contra
        ([*RAISED, ("A", "re", "ultimo")], 4, (800, "AB"), (800, "AB")),  # 56.1: supra is the limit
        ([RAISED[1]], 0, (50, "AB"), (50, "AB")),  # 54.1: nothing to raise
        ([("B", "announce", "ultimo")], 0, (50, "AB"), (100, "CD")),  # 52.1: the friend never
        ([("B", "announce", "ultimo"), RAISED[0]], 1, (100, "AB"), (100, "CD")),  # 57.1: B has no Pagat
        ([("C", "announce", "ultimo"), RAISED[0]], 1, (100, "AB"), (100, "AB")),  # 37.4: the player speaks first
        ([("D", "announce", "ultimo"), ("B", "contra", "ultimo")], 1, (100, "AB"), (200, "AB")),  # 55.1
        ([("D", "announce", "ultimo"), ("A", "contra", "ultimo")], 2, (200, "AB"), (200, "AB")),  # 57.1
    ],
)
def test_words_against_the_rules(said: Words, lawful: int, ultimo: tuple[int, str], spoken: tuple[int, str]) -> None:
    """52 to 57: which words count, and what every word would bring."""
    told = replace(play("m5"), said=said)
    assert len(lawful_words(told)) == lawful
    assert lines(sheet(told).points)["ultimo"] == ultimo
    assert lines(sheet_as_spoken(told).points)["ultimo"] == spoken
    assert ("unlawful-call" in sheet(told).open) == (ultimo != spoken)


def test_an_ultimo_without_the_pagat_is_lost() -> None:
    """57.1; the holder's own ultimo is then open (m5: A holds the Pagat and makes it)."""
    written = sheet(replace(play("m5"), said=[("C", "announce", "ultimo")]))
    assert lines(written.points)["ultimo"] == (100, "AB")
    assert written.open == {"silent-ultimo"}


def test_volat() -> None:
    """47.3 to 47.5, 57.2, 60.4, 61.1."""
    made = sheet(replace(play("m7"), said=[("C", "announce", "volat"), ("C", "announce", "ultimo")]))
    assert lines(made.points) == {"volat": (600, "AC")} | {"ultimo": (100, "BD")}
    contra = sheet(replace(play("m7"), said=[("C", "announce", "volat"), ("D", "contra", "volat")]))
    assert lines(contra.points) == {"volat": (1200, "AC")}
    lost = sheet(replace(play("m1"), said=[("A", "announce", "volat")]))
    assert lines(lost.points) == {"game": (96, "AC"), "volat": (600, "BD")}
    assert lost.open == {"game-after-lost-volat"}
    against = sheet(replace(play("m7"), said=[("B", "announce", "volat")]))
    assert lines(against.points)["volat"] == (600, "AC")
    assert against.open == {"game-beside-volat", "silent-volat"}  # 61.1: all tricks are made, whoever announced


# --- Renonce ---------------------------------------------------------------------------------------------------------


def test_a_party_with_a_renonce_that_won_writes_honours_only() -> None:
    """65.3: m2, D; the king is home, but not "ohne Renonce zu machen" (49.1)."""
    written = sheet(play("m2"), after_revokes=True)
    assert lines(written.points) == {"all_three": (50, "CD"), "revoke": (50, "ABC")}
    assert written.open == {"struck-for-revoke", KING_WITH_REVOKE}


def test_a_party_with_a_renonce_that_lost_pays_the_friend() -> None:
    """65.3: m1, B."""
    written = sheet(play("m1"), after_revokes=True)
    assert lines(written.points) == {"game": (96, "AC"), "revoke": (50, "D")}
    assert not written.open
    five = sheet(replace(play("m1"), dealer="E", fifth="E"), after_revokes=True)
    assert lines(five.points)["revoke"] == (50, "DE")
    assert five.open == {"revoke-friends"}


def test_a_renonce_of_one_who_is_alone() -> None:
    """65.3: m6, where C throws the Careau-Vierer on Pique; he lost and has no friend."""
    told = swapped(play("m6"), (4, "III"), (12, "Careau-Vierer"))
    assert revokes(told)["C"] == 4
    written = sheet(told, after_revokes=True)
    assert lines(written.points) == {"game": (4 * 5 + 100, "ABD"), "king": (100, "ABD")}
    assert written.open == {"revoke-alone"}


def test_only_an_announced_volat_was_broken() -> None:
    """65.3: m1, B; he pays his friend, and the broken Volat is written by nobody."""
    written = sheet(replace(play("m1"), said=[("A", "announce", "volat")]), after_revokes=True)
    assert lines(written.points) == {"game": (96, "AC"), "revoke": (50, "D")}
    assert written.open == {"game-after-lost-volat", "revoke-against-volat", "struck-though-lost"}


def test_renonces_of_both_parties_cancel_each_other() -> None:
    """65.5: m1, where A throws the Treffle-Dame on Treffle, and B's Renonce stands."""
    told = swapped(play("m1"), (3, "V"), (12, "Treffle-Dame"))
    assert set(revokes(told)) == {"A", "B"}
    written = sheet(told, after_revokes=True)
    assert written.points == sheet(told).points
    assert "revoke" not in lines(written.points)


def test_home_is_without_a_renonce() -> None:
    """49.1: m3, where B lays a tarock though he has small cards (35.5): the king comes home after it."""
    told = play("m3")
    laid = replace(told, scat=["Treffle-Neuner", "Treffle-Achter", "X"])
    tricks = [[(s, "Careau-Cavall" if c == "X" else c) for s, c in plays] for plays in told.tricks]
    written = sheet(replace(laid, tricks=tricks), after_revokes=True)
    assert "king" not in lines(written.points)  # 65.3 says what a Renonce costs; the other reading is open
    assert lines(written.points)["revoke"] == (50, "C")
    assert KING_WITH_REVOKE in written.open
    assert "king" not in lines(sheet(replace(laid, tricks=tricks)).points)


def test_courts_are_of_the_suits() -> None:
    """The reader of the print knows every court, and the winner of m1 is the player."""
    assert set(COURTS) <= SUITED
    assert game_won(play("m1"))
