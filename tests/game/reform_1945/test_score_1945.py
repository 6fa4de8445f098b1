"""1945: both countings, the minima, the deal, misdeals and the underside of the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.base.wording import format_message
from tarock.game.common.cards import Pack
from tarock.game.common.notation import write_cards
from tarock.game.common.score import Reason
from tarock.game.reform_1945.settlement import Blatt, count_by_threes, count_heap_thirds
from tests.game.score_files import difference, found, left_open, noted, paid, refs, rules_of, score

RULES = rules_of("1945")
PACK = Pack(RULES)
HEAD = "seats: [A, B, C, D]\ndealer: D\n"


def test_the_pack() -> None:
    # 1945:allg.2.3.16: 7 × 13 + 4 × (10 + 7 + 4) + 35 = 210; 2.3.9: 71 + 35 - 18 × 2 = 70
    assert count_heap_thirds(PACK.cards, PACK, RULES) == 210
    assert count_by_threes(PACK.cards, RULES) == Blatt(70, 0)


@pytest.mark.parametrize(
    ("names", "count", "ordinary"),
    [
        ("Pagat", 13, None),
        ("II", 1, "0/1 Blatt"),
        ("Herz-König II III", 15, "5"),  # 5 + 1 + 1 - 2
        ("Herz-Dame II III IV", 13, "4/1 Blatt"),
        ("Scüs XXI Pagat", 39, "13"),  # 15 - 2
        ("Herz-Cavall Herz-Bube II III IV", 14, "4/2 Blatt"),  # 3 + 2 + 1 - 2 and two Blatt
    ],
)
def test_both_countings(names: str, count: int, ordinary: str | None) -> None:
    heap = [PACK.require(name) for name in names.split()]
    assert count_heap_thirds(heap, PACK, RULES) == count
    counted = count_by_threes(heap, RULES)
    assert (str(counted) if counted else None) == ordinary


@given(st.sets(st.sampled_from(PACK.cards)))
def test_both_countings_agree(heap: set[object]) -> None:
    cards = [card for card in PACK.cards if card in heap]
    counted = count_by_threes(cards, RULES)
    if counted is None:  # a counting card is left over: only then does the source not say
        assert sum(1 for card in cards if not card.points) < len(cards) % 3
    else:
        assert counted.to_thirds(RULES) == count_heap_thirds(cards, PACK, RULES)
    rest = [card for card in PACK.cards if card not in heap]
    assert count_heap_thirds(cards, PACK, RULES) + count_heap_thirds(rest, PACK, RULES) == 210


def piles(names: str) -> str:
    """The `piles:` with these cards on the declarer's side."""
    mine = [PACK.require(name) for name in names.split()]
    rest = [card for card in PACK.cards if card not in mine]
    return f'piles:\n  declarer: "{write_cards(mine)}"\n  defenders: "{write_cards(rest)}"\n'


SMALL = " ".join(card.name for card in PACK.cards if card.is_tarock and not card.points)  # 19 thirds
# 19 + 6 × 13 = 97, and a queen 107; without her, with three cards more: 7 + 1 + 1 = 106
WON = f"{SMALL} Scüs XXI Pagat Herz-König Careau-König Pique-König Herz-Dame"
LOST = f"{SMALL} Scüs XXI Pagat Herz-König Careau-König Pique-König Herz-Cavall Herz-Aß Herz-Zweier"


def test_the_minima() -> None:
    # 1945:allg.2.3.17, 18: the Spieler needs 107, his opponents 104
    assert "declarer’s side: 107 thirds; by threes 35/2 Blatt, the same" in format_message(
        score("1945", HEAD + piles(WON)).notes[0].message
    )
    for names, ref in ((WON, "1945:allg.2.3.17"), (LOST, "1945:allg.2.3.18")):
        settled = score("1945", HEAD + piles(names))
        assert noted(settled, "reform_1945.won") == ([ref] if names == WON else [])
        assert noted(settled, "reform_1945.lost") == ([ref] if names == LOST else [])
        assert settled.transfers == ()
        assert left_open(settled)[-1] == "reform_1945.game_price"


def test_a_counting_card_over_is_told_in_thirds_only() -> None:
    # three make a group, the fourth is left over, and not only Skatkindel may be (allg.2.3.8); each makes 13 (2.3.11)
    settled = score("1945", HEAD + piles("Scüs XXI Pagat Herz-König"))
    (note,) = [note for note in settled.notes if note.code == "reform_1945.count_thirds"]
    assert format_message(note.message) == "declarer’s side: 52 thirds"
    assert left_open(settled).count("reform_1945.counting_card_left") == 1


@pytest.mark.parametrize(
    ("stage", "each", "ref"),
    [
        ("admitted early", 2, "1945:bes.A.2.4.1"),
        ("admitted late", 3, "1945:bes.A.2.4.1"),
        ("others complained", 3, "1945:bes.A.2.4.1"),
        ("denied", 5, "1945:bes.A.2.4.1"),
        ("unnoticed", 3, "1945:bes.A.2.4.1"),
    ],
)
def test_misdeal(stage: str, each: int, ref: str) -> None:
    settled = score("1945", f"{HEAD}misdeal: {{stage: {stage}}}\n")
    assert settled.totals == {"A": each, "B": each, "C": each, "D": -3 * each}
    assert refs(settled, Reason.PENALTY) == {ref}
    # "Strafe: Noch einmal geben, sich selbst die Karten offen geben"; what nobody noticed is not dealt again
    again = [] if stage == "unnoticed" else ["1945:bes.A.2.4.2"]
    assert noted(settled, "reform_1945.deals_again_openly") == again
    assert noted(settled, "reform_1945.self_deal_lapses") == []
    # the second penalty stands behind the faults of dealing of 2.4.2 only
    assert ("reform_1945.redeal_beside" in left_open(settled)) == (stage != "unnoticed")
    # "wird es abgestritten und der Geber überführt: 5": without the "je" of the others; what becomes of a game that was
    # played to its end with a wrong deal is not said
    assert ("reform_1945.denied_each" in left_open(settled)) == (stage == "denied")
    assert ("reform_1945.unnoticed_game" in left_open(settled)) == (stage == "unnoticed")


def test_an_unnoticed_misdeal_may_cost_two() -> None:
    settled = score("1945", f"{HEAD}misdeal: {{stage: unnoticed}}\n")
    assert difference(settled, "reform_1945.unnoticed_rate") == {"A": -1, "B": -1, "C": -1, "D": 3}  # bes.A.2.5.1


def test_the_passer_is_paid_for_a_misdeal() -> None:
    settled = score("1945", f"{HEAD}passer: E\nmisdeal: {{stage: admitted early}}\n")
    assert settled.totals == {"A": 2, "B": 2, "C": 2, "D": -8, "E": 2}  # bes.A.2.5.1
    assert noted(settled, "reform_1945.self_deal_lapses") == ["1945:bes.A.2.5.1"]


def test_the_dealer_among_five_may_be_the_passer() -> None:
    # bes.A.2.5.1: "Das strafweise Sich-selbst-Teilen entfällt beim Spiel zu fünft": it does not say who deals
    text = "seats: [A, B, C, D]\ndealer: E\npasser: E\n"
    settled = score("1945", text + "misdeal: {stage: admitted early}\n")
    assert settled.totals == {"A": 2, "B": 2, "C": 2, "D": 2, "E": -8}
    assert "reform_1945.five_dealer" in left_open(settled)
    assert "reform_1945.five_dealer" not in left_open(score("1945", HEAD + "misdeal: {stage: admitted early}\n"))
    assert found("1945", text + "deal: {by: A, cuts: 1}\n") == []  # who is his Vis-a-vis is not said
    assert [code for code, _, _ in found("1945", text + "deal: {by: E}\n")] == ["CUT-OWN"]
    dealt_by_passer = text + "deal: {by: A, knock: true, chosen: {A: 1, B: 2, C: 3, D: 4}}\n"
    assert found("1945", dealt_by_passer) == []
    # the Passer has no packet: nobody of the four is the "Geber", who "nehmen muss, was übrig bleibt"
    assert noted(score("1945", dealt_by_passer), "reform_1945.dealer_takes_rest") == []


def test_who_presumes_to_deal() -> None:
    # bes.A.2.4.2: "Das Anmaßen des Teilens ist eine Ordnungswidrigkeit": no penalty is named
    settled = score("1945", HEAD + "deal: {by: B, usurper: C}\n")
    assert noted(settled, "reform_1945.usurped") == ["1945:bes.A.2.4.2"]
    assert "reform_1945.usurped_follows" in left_open(settled)
    assert settled.transfers == ()
    assert [code for code, _, _ in found("1945", HEAD + "deal: {by: B, usurper: X}\n")] == ["SEAT-UNKNOWN"]


def test_accomplices() -> None:
    settled = score("1945", f"{HEAD}misdeal: {{stage: admitted late, accomplices: [B]}}\n")
    assert difference(settled, "reform_1945.accomplice_paid") == {"B": -3, "D": 3}
    assert noted(settled, "reform_1945.in_solidum") == ["1945:bes.A.2.4.1"]
    assert "reform_1945.guilty_share" in left_open(settled)  # how they part it among themselves


def test_under_the_table() -> None:
    # bes.A.2.3.1: 1 for each of 3 cards to each; 22 Spielmarken : 4 = 5 to each of the others, 2 left over
    settled = score("1945", f"{HEAD}under_table: [{{seat: B, cards: 3}}, {{seat: C, money: 22}}]\n")
    assert paid(settled, Reason.UNDER_TABLE) == {
        ("B", "A"): 3, ("B", "C"): 3, ("B", "D"): 3, ("C", "A"): 5, ("C", "B"): 5, ("C", "D"): 5,
    }  # fmt: skip
    assert "reform_1945.money_left" in left_open(settled)


def test_under_the_table_among_five() -> None:
    settled = score("1945", f"{HEAD}passer: E\nunder_table: [{{seat: B, cards: 3, money: 8}}]\n")
    assert difference(settled, "reform_1945.passer_under_table") == {"B": -3, "E": 3}
    assert difference(settled, "reform_1945.four_among_five") == {"B": -2, "E": 2}


def test_the_passer_may_be_at_fault() -> None:
    # bes.A.2.3.1: "Wer unter dem Tisch tarockiert … an jeden Mitspieler 1"; 2.4.1: "etwaige Mitschuldige"
    under = score("1945", f"{HEAD}passer: E\nunder_table: [{{seat: E, cards: 2}}]\n")
    assert under.totals == {"A": 2, "B": 2, "C": 2, "D": 2, "E": -8}
    guilty = score("1945", f"{HEAD}passer: E\nmisdeal: {{stage: admitted early, accomplices: [E]}}\n")
    assert difference(guilty, "reform_1945.accomplice_paid") == {"D": 2, "E": -2}


def test_the_passer_goes_with_the_opponents() -> None:
    settled = score("1945", f"{HEAD}passer: E\n" + piles(WON))
    assert noted(settled, "reform_1945.passer_with_defenders") == ["1945:bes.A.2.5.1"]
    assert "reform_1945.game_price_five" in left_open(settled)


@pytest.mark.parametrize(
    ("deal", "words", "ref"),
    [
        ("cuts: 3", "B cut 3 times", "allg.2.1.1"),  # "hebt bis zu drei Mal ab"
        ("cuts: 4", "the pack is cut 4 times, and at most 3 are allowed: against the rules", "allg.2.1.1"),
        ("reshuffled: true", "shuffled again, which is not allowed: against the rules", "bes.A.2.4.2"),
        # "Als verteilt gilt auch nach links statt nach rechts geben oder unrichtig geben bei Klopfen"
        ("direction: left", "dealt to the left: a misdeal", "bes.A.2.4.2"),
        ("packet: 12", "dealt by 12 instead of 6: against the rules", "allg.2.1.1"),
        ("talon: 5", "a talon of 5 cards instead of 6: against the rules", "allg.2.1.1"),
        ("knock: true, packet: 6", "dealt by 6 instead of 12 after a knock: a misdeal", "bes.A.2.4.2"),
        ("knock: true, talon: 5", "a talon of 5 cards instead of 6: a misdeal", "bes.A.2.4.2"),
        ("knock: true", "B knocked: dealt by 12", "allg.2.1.1"),
        ("knock: true, chosen: {A: 2, B: 1, C: 4, D: 3}", "the dealer took what was left, packet 3", "allg.2.1.1"),
    ],
)
def test_the_deal(deal: str, words: str, ref: str) -> None:
    settled = score("1945", f"{HEAD}deal: {{by: B, {deal}}}\n")
    misdeal = "a misdeal" in words
    assert (words, f"1945:{ref}") in [(format_message(note.message), note.ref) for note in settled.notes]
    assert ("reform_1945.misdeal_outcome" in left_open(settled)) == misdeal
    assert bool(noted(settled, "reform_1945.against_rules")) == ("against the rules" in words)
    assert ("reform_1945.breach_follows" in left_open(settled)) == ("against the rules" in words)
    assert bool(noted(settled, "reform_1945.dealt_wrong")) == misdeal
    assert bool(noted(settled, "reform_1945.knocked")) == ("knock: true" in deal)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seats: [A, B, C]\ndealer: A\n", "3 seats; expected 4 by 1945:allg.1.1"),
        (HEAD + "passer: A\n", "game.yaml:4: the Passer A has a seat"),
        (HEAD + "deal: {by: A, cuts: 1}\n", "A cuts; expected B, the Vis-a-vis, by 1945:allg.2.1.1"),
        (HEAD + "deal: {by: D}\n", "D cuts his own deal"),
        (HEAD + "deal: {by: B, cuts: 1, knock: true}\n", "knocked and cut"),
        (HEAD + "deal: {by: B, knock: true, chosen: {A: 1, B: 1, C: 2, D: 3}}\n", "packets that are not one each"),
        (HEAD + "deal: {by: B, knock: true, chosen: {B: 1, A: 2, C: 3, D: 4}}\n", "asked in the order B, A, C, D"),
        (HEAD + 'piles: {declarer: "XXI", defenders: "XX"}\n', "52 cards are in no pile: I, II, III"),
        (HEAD + 'piles: {declarer: "XXI", defenders: "XXI"}\n', "XXI stands twice"),
        (HEAD + 'piles: {declarer: "XXI Herz-Zehner", defenders: ""}\n', "`Zehner` cannot be read"),
        (HEAD + "piles: {declarer: 21, defenders: XX}\n", "game.yaml:4: expected `str`, got `int`"),
        (HEAD + "misdeal: {stage: sworn}\n", "invalid enum value 'sworn'"),
        (HEAD + "misdeal: {stage: denied, accomplices: [D]}\n", "D is the dealer"),
        (HEAD + piles(WON) + "misdeal: {stage: denied}\n", "`piles` in a misdealt game"),
        (HEAD + "under_table: [{seat: X, cards: 1}]\n", "seat `X` is not at the table"),
        (HEAD + "declarers: [A, A]\n", "declarers who cannot be"),
        (HEAD + "declarers: [A, B, C, D]\n", "declarers who cannot be"),  # allg.2.3.18: there are Gegner
        (HEAD + "deal: {by: B, packet: 14}\n", "56 cards"),  # allg.2.2.1: of 54; four have 56
        (HEAD + "deal: {by: B, talon: 55}\n", "55 cards"),
    ],
)
def test_bad_input(text: str, message: str) -> None:
    with pytest.raises(CodexError) as caught:
        score("1945", text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("game.yaml:")


def test_numbers_that_can_be() -> None:
    # allg.2.2.1: 54 cards: 4 × 13 = 52; the Spieler and two partners have one Gegner
    assert found("1945", HEAD + "deal: {by: B, packet: 13, talon: 54}\ndeclarers: [A, B, C]\n") == []


def test_every_number_comes_from_the_table() -> None:
    changed = {"misdeal.penalty[confession=denied,slip=misdeal]": 6}
    assert score("1945", f"{HEAD}misdeal: {{stage: denied}}\n", changed).totals["D"] == -18
    nobody = score("1945", HEAD + piles(WON), {"counting.win_at[method=in thirds,party=declarer]": 108})
    assert "reform_1945.who_won" in left_open(nobody)
