"""Bidding, §§ 20 to 28, and honours passed away, § 50: the author's own examples and what breaks them."""

from __future__ import annotations

import pytest

from tarock.game.koenigrufen_1840.auction import hear_bids
from tarock.game.koenigrufen_1840.record import Bid, Game
from tarock.game.koenigrufen_1840.vocabulary import BidKind
from tarock.rules.ruleset import Rules
from tests.game.koenigrufen_1840.builders import changed, examine, model, rules


def game(said: str, dealer: str = "D") -> Game:
    """A game with bids such as `A - C1 D2 AS`: a seat with a fold, `S` for Solo or `-` for a pass."""
    bids = []
    for word in said.split():
        seat, what = word[0], word[1:]
        if what == "-":
            bids.append(Bid(seat=seat, bid=BidKind.PASS))
        elif what == "S":
            bids.append(Bid(seat=seat, bid=BidKind.SOLO))
        else:
            bids.append(Bid(seat=seat, bid=BidKind.DREIER, fold=int(what)))
    return changed(model("m7"), bids=tuple(bids), dealer=dealer)


def auction(said: str, dealer: str = "D") -> tuple[Bid | None, list[tuple[str, str, str]]]:
    exam = examine(game(said, dealer))
    contract = hear_bids(exam).best
    return contract, [(found.code, found.seat, found.ref) for found in exam.list]


@pytest.mark.parametrize(
    ("said", "declarer", "kind", "fold"),
    [
        ("A1", "A", "dreier", 1),  # Musterspiel 1: the others let it be, and are not written down
        ("A1 B- C2", "C", "dreier", 2),  # Musterspiel 2
        ("A1 C2 A2", "A", "dreier", 2),  # Musterspiel 5: the Vorhand takes it at the same height, 26.3
        ("A- B- C1 D2 A2", "A", "dreier", 2),  # 27.2
        ("A- B- C- D1 A1", "A", "dreier", 1),  # 50.2: D a single Dreier, which A plays herself
        ("A- B- C1 D2 AS", "A", "solo", 0),  # 27.1: any Dreier or Solo
        ("A1 BS", "B", "solo", 0),  # 26.1: even Solo
        ("A3 BS", "B", "solo", 0),  # 25.1: the highest game
        ("A1 B2 C3 B3", "B", "dreier", 3),  # 26.3: B sits nearer to the Vorhand than C
        ("A1 B- C2 D- A3", "A", "dreier", 3),
        ("A- B1 C- D- A-", "B", "dreier", 1),  # 27.1: she may take the game, and need not
        ("A- B1 C2 D- A- B3 A3", "A", "dreier", 3),  # 27.1: another game has been announced since she passed
        ("A1 B2 C- D- A3 B- ", "A", "dreier", 3),
        ("CS AS", "A", "solo", 0),  # 25.1, 26.3: at equal bids the Vorhand
        ("B1", "B", "dreier", 1),
        ("A-", None, "", 0),  # 28.1: all pass
    ],
)
def test_to_whom_the_game_falls(said: str, declarer: str | None, kind: str, fold: int) -> None:
    expected = Bid(seat=declarer, bid=BidKind(kind), fold=fold) if declarer else None
    assert auction(said) == (expected, [])


@pytest.mark.parametrize(
    ("said", "code", "seat", "ref"),
    [
        ("A1 A2", "BID-ORDER", "A", "1840:20.1"),
        ("A1 C4", "BID-TOO-HIGH", "C", "1840:21.5"),
        ("A0", "BID-TOO-HIGH", "A", "1840:21.5"),
        ("A1 B- C2 B3", "BID-AFTER-PASS", "B", "1840:26.2"),
        ("A1 C2 B3", "BID-AFTER-PASS", "B", "1840:26.2"),  # B's pass is left out of the record
        ("A2 C2", "BID-NOT-HIGHER", "C", "1840:26.3"),
        ("A2 C1", "BID-NOT-HIGHER", "C", "1840:26.3"),
        ("AS C3", "BID-NOT-HIGHER", "C", "1840:26.3"),
        ("AS CS", "BID-NOT-HIGHER", "C", "1840:26.3"),  # 25.1: after the Vorhand's Solo nobody raises
        ("A1 B- C- D- A3", "BID-AFTER-END", "A", "1840:26.3"),  # all others have passed: the game is A's
        ("A1 B- C- D- A-", "BID-AFTER-END", "A", "1840:26.3"),
        ("A1 B- A3", "BID-AFTER-END", "A", "1840:26.3"),  # the passes of C and D are left out
        ("A- B1 C- D- A- B3", "BID-AFTER-END", "B", "1840:26.3"),  # the Vorhand has let B's Dreier go
        ("A- B1 C- D- A- C-", "BID-ORDER", "C", "1840:20.1"),
        ("A- B1 C2 A- B- A3", "BID-AFTER-PASS", "A", "1840:26.2"),  # nothing new since she let C's Dreier go
        ("A1 C- B-", "BID-ORDER", "B", "1840:20.1"),  # B's turn was before C's
        ("A1 D2 C-", "BID-ORDER", "C", "1840:20.1"),
        ("A- B- C- D- B-", "BID-ORDER", "B", "1840:20.1"),
        ("A- B- C- D- A1", "BID-AFTER-PASS", "A", "1840:28.1"),  # not even the Vorhand, once all have passed
    ],
)
def test_bids_against_the_rules(said: str, code: str, seat: str, ref: str) -> None:
    assert auction(said)[1] == [(code, seat, ref)]


def test_who_raises_himself_is_held_to_it() -> None:
    assert auction("A1 A2")[0] == Bid(seat="A", bid=BidKind.DREIER, fold=2)
    assert auction("A1 B- C- D- A3")[0] == Bid(seat="A", bid=BidKind.DREIER, fold=1)  # but not when the bidding is over
    assert [code for code, _seat, _ref in auction("A- B1 A1 A2")[1]] == ["BID-ORDER"]  # she had come in (27.1)
    # so has B, once and against 26.2; when A holds his bid (26.3) he may pass again like any other
    assert [code for code, _seat, _ref in auction("A1 B- C2 D- A2 B3 C- A3 B-")[1]] == ["BID-AFTER-PASS"]


def test_forehand_is_the_seat_after_the_dealer() -> None:
    assert auction("B1", dealer="A")[0] == Bid(seat="B", bid=BidKind.DREIER, fold=1)
    # with A dealing, B is the Vorhand and holds C's bid
    assert auction("B1 C2 B2", dealer="A") == (Bid(seat="B", bid=BidKind.DREIER, fold=2), [])
    assert auction("C2 A2", dealer="A")[1] == [("BID-NOT-HIGHER", "A", "1840:26.3")]


@pytest.mark.parametrize(
    ("said", "lapsed"),
    [
        ("A- C1", {"A", "B"}),  # 50.2: A the Vorhand passes, C keeps a Dreier; B's pass is understood
        ("A- B- C- D1 A1", {"A", "B", "C"}),  # 50.2: even if A then plays herself
        ("A1 B-", set()),  # 50.4: after the Vorhand's Dreier B's pass does no harm
        ("A- B1 C-", {"A"}),  # C passes after a game was announced
        ("A- B- C- D1", {"A", "B", "C"}),  # the Hinterhand is not named in 50.1
        ("A1 C2 A-", set()),  # a pass after a bid of one's own
    ],
)
def test_honours_passed_away(said: str, lapsed: set[str]) -> None:
    assert hear_bids(examine(game(said))).find_lapsed_honours() == lapsed


def test_the_hinterhand_never_lapses() -> None:
    # D, the dealer, is the last to speak: 50.1 names only the Vorhand and the two middle hands
    assert "D" not in hear_bids(examine(game("A- B- C- D- A1"))).find_lapsed_honours()


def test_other_rules_give_other_auctions() -> None:
    def faults(said: str, other: Rules) -> list[str]:
        exam = examine(game(said), by=other)
        hear_bids(exam)
        return [found.code for found in exam.list]

    free = rules().fork({"bidding.hold": "nobody", "bidding.after_pass": True})
    assert faults("A1 C2 A2", free) == ["BID-NOT-HIGHER"]
    lower = rules().fork({"bidding.fold_max[contract=dreier]": 2})
    assert faults("A1 C3", lower) == ["BID-TOO-HIGH"]
    assert hear_bids(
        examine(game("A1 B-"), by=rules().fork({"honours.lapse_after_bid": True}))
    ).find_lapsed_honours() == {"B"}
    # 50.1: "selbst auch dann … wenn dem Besitzer derselben … ein Spiel zu nehmen gestattet wäre", and C plays
    spared = rules().fork({"honours.lapse_despite_own_game": False})
    assert hear_bids(examine(game("A- B- C- D1 C1"), by=spared)).find_lapsed_honours() == {"A", "B"}
