"""1840: adding up a session and paying it (1840:126-131)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.base.wording import format_message
from tarock.game.common.score import Reason, SettledScore
from tarock.game.koenigrufen_1840.session import Rounding, round_points
from tests.game.score_files import difference, left_open, noted, paid, refs, rules_of, score

RULES = rules_of("1840")
HEAD = "seats: [A, B, C, D]\n"
FIVE = "seats: [A, B, C, D, E]\n"


@pytest.mark.parametrize(
    ("points", "rounding", "result"),
    [
        (52, "hundreds", 100),  # 1840:128.2
        (50, "hundreds", 0),
        (51, "hundreds", 100),
        (150, "hundreds", 100),
        (152, "hundreds", 200),
        (5, "tens", 0),  # 128.3
        (4, "tens", 0),
        (6, "tens", 10),
        (2, "fives", 0),
        (3, "fives", 5),
        (7, "fives", 5),
        (137, "none", 137),
        (0, "hundreds", 0),
    ],
)
def test_rounding(points: int, rounding: str, result: int) -> None:
    assert round_points(points, Rounding(rounding), RULES) == result


def _differences(settled: SettledScore, key: str) -> dict[tuple[str, str], int]:
    """Who pays whom, at the end or in the course of the session."""
    return {(paid.payer, paid.payee): paid.amount for paid in settled.transfers if paid.what.key == key}


def test_each_pays_every_other_the_difference() -> None:
    # A 58, B 58, C 50, D 0, point by point: A and B get 8 of C and 58 of D; C 50 of D
    settled = score("1840", HEAD + "rounding: none\ntaillen:\n  - wrote: {A: 58, B: 58, C: 50}\n")
    assert paid(settled, Reason.DIFFERENCE) == {
        ("C", "A"): 8, ("D", "A"): 58, ("C", "B"): 8, ("D", "B"): 58, ("D", "C"): 50,
    }  # fmt: skip
    assert refs(settled, Reason.DIFFERENCE) == {"1840:128.1"}
    assert all(line.reckoning.values["difference"] == line.amount for line in settled.sheet.lines)
    assert settled.totals == {"A": 66, "B": 66, "C": 34, "D": -166}
    assert settled.undetermined == ()


def test_differences_or_totals_are_rounded() -> None:
    # A 140, B 60, C and D 0. Differences: 80, 140, 140, 60, 60: 100 each; totals first: 100, 100, 0, 0
    settled = score("1840", HEAD + "taillen:\n  - wrote: {A: 140, B: 60}\n")
    assert settled.totals == {"A": 300, "B": 100, "C": -200, "D": -200}
    assert difference(settled, "session.totals_rounded") == {"A": -100, "B": 100}


def test_money() -> None:
    # at 5 Kreuzer for a hundred, 300 Points are 15
    settled = score("1840", HEAD + "stake: 5\ntaillen:\n  - wrote: {A: 140, B: 60}\n")
    texts = [format_message(note.message) for note in settled.notes]
    assert "A gets 15 Kreuzer: 300 Points" in texts
    assert "D pays 10 Kreuzer: 200 Points" in texts
    assert "at the end: A 140, B 60, C 0, D 0" in texts  # 128.1: "die vorgemerkten Points zusammengezählt"


@pytest.mark.parametrize(
    ("agreed", "fact", "ref"),
    [
        ("", "session.not_agreed", "1840:128.2"),  # "was über 50 ist, z. B. 52 als volles Hundert"
        ("rounding: hundreds\n", "session.agreed", "1840:128.2"),
        ("rounding: tens\n", "session.agreed", "1840:128.3"),  # "entweder nach 10 bis 10 oder nach 5 bis 5 Points"
        ("rounding: fives\n", "session.agreed", "1840:128.3"),
    ],
)
def test_how_is_paid_is_noted(agreed: str, fact: str, ref: str) -> None:
    settled = score("1840", f"{HEAD}{agreed}taillen:\n  - wrote: {{A: 140}}\n")
    assert noted(settled, fact) == [ref]
    assert ("session.stake_unknown" in left_open(settled)) == (
        not agreed
    )  # 128.3: "gleich beim Anfange … verständigen"


def test_a_higher_stake_without_agreement_is_doubtful() -> None:
    settled = score("1840", HEAD + "stake: 10\ntaillen:\n  - wrote: {A: 140}\n")
    assert difference(settled, "session.higher_stake") == {"A": 120, "B": -40, "C": -40, "D": -40}  # 128.2
    agreed = score("1840", HEAD + "stake: 10\nrounding: tens\ntaillen:\n  - wrote: {A: 140}\n")
    assert "session.higher_stake" not in left_open(agreed)


def test_what_was_not_recorded_is_doubtful() -> None:
    # 128.2: "so hängt es von der Höhe des Betrages ab"; A 140 against 0: 100 of each, or 140
    settled = score("1840", HEAD + "taillen:\n  - wrote: {A: 140}\n")
    assert difference(settled, "session.stake_unknown") == {"A": 120, "B": -40, "C": -40, "D": -40}
    low = left_open(score("1840", HEAD + "stake: 5\ntaillen:\n  - wrote: {A: 140}\n"))  # "5 Kreuzer oder noch weniger"
    assert not {"session.stake_unknown", "session.higher_stake"} & set(low)
    # 43.2: the small Consulation is "jede … beim Anfange ausgemachte beliebige runde Zahl"
    fined = HEAD + "stake: 5\nconsulation: small\ntaillen:\n  - penalty: {fault: cut, guilty: B}\n"
    (point,) = [point for point in score("1840", fined).undetermined if point.code == "session.small_consulation"]
    assert (point.ref, point.what.values["points"]) == ("1840:43.2", 40)  # the largest that it names
    assert "session.small_consulation" not in left_open(
        score("1840", fined.replace("small\n", "small\nsmall_consulation: 30\n"))
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            "consulation: small\nsmall_consulation: 50\n",
            "game.yaml:4: a small consolation of 50; expected less than 50",
        ),
        ("consulation: high\nsmall_consulation: 20\n", "without `consulation: small`; expected both"),
    ],
)
def test_an_agreed_small_consulation_must_fit_in_a_session_too(fields: str, message: str) -> None:
    # 43.2: "jedoch unter fünfzig", as in the file of a game (test_record)
    with pytest.raises(CodexError, match=message):
        score("1840", HEAD + fields + "taillen:\n  - penalty: {fault: cut, guilty: B}\n")


def test_running_settlement_credits_the_surplus() -> None:
    # 129.1: at 500, A has 520: the others pay 500, 500 - 100 = 400; his 20 stay; then B writes 20: none over
    text = (
        "running: 500\nrounding: none\ntaillen:\n  - wrote: {A: 300}\n  - wrote: {A: 220, B: 100}\n  - wrote: {B: 20}\n"
    )
    settled = score("1840", HEAD + text)
    assert _differences(settled, "session.running") == {
        ("B", "A"): 400, ("C", "A"): 500, ("D", "A"): 500, ("C", "B"): 100, ("D", "B"): 100,
    }  # fmt: skip
    assert _differences(settled, "session.at_end") == {
        ("C", "A"): 20, ("D", "A"): 20, ("C", "B"): 20, ("D", "B"): 20,
    }  # fmt: skip
    assert noted(settled, "session.credit") == ["1840:129.1"]
    (reached,) = [note for note in settled.notes if note.code == "session.running_reached"]
    running = [line.what.values["taille"] for line in settled.sheet.lines if line.what.key == "session.running"]
    assert {reached.message.values["taille"], *running} == {2}


def test_running_differences_may_be_unrounded() -> None:
    settled = score("1840", HEAD + "running: 500\ntaillen:\n  - wrote: {A: 500, B: 140}\n")
    # 360 is 400 in hundreds, 140 is 100 (twice)
    assert difference(settled, "session.running_rounded") == {"A": -40, "B": 40 + 80, "C": -40, "D": -40}


def test_the_koenig_shares_with_the_opponents() -> None:
    # 131.3: E deals; A and B lost, C and D write 70 each, so does E
    settled = score(
        "1840", FIVE + "rounding: none\ntaillen:\n  - {king: E, declarers: [A, B], wrote: {C: 70, D: 70}}\n"
    )
    assert settled.totals == {"A": -210, "B": -210, "C": 140, "D": 140, "E": 140}


def test_whose_turn_it_was_to_deal_is_noted() -> None:
    # 8.5: D deals first, then A, B, C: to the right, as the seats of a file stand. B deals out of turn after E; after a
    # fine nobody says who deals
    lost, fined = "wrote: {}, declarers: [C, A]", "penalty: {fault: misdeal, guilty: A}"
    taillen = (f"  - {{king: {seat}, {told}}}\n" for seat, told in zip("DEBE", (lost, lost, fined, lost), strict=True))
    settled = score("1840", FIVE + "rounding: none\ntaillen:\n" + "".join(taillen))
    (note,) = [each for each in settled.notes if each.code == "session.dealer"]
    assert note.ref == "1840:8.5"
    assert format_message(note.message) == "in Taille 3 B deals, though it is the turn of A"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seats: [A, B, C]\ntaillen: []\n", "3 seats; expected 4 or 5"),
        (HEAD, "missing required field `taillen`"),
        (HEAD + "taillen:\n  - wrote: {X: 1}\n", "game.yaml:4: seat `X` is not at the table"),
        (HEAD + "taillen:\n  - wrote: {A: -1}\n", "game.yaml:4: expected `int` >= 0"),
        (HEAD + "taillen:\n  - wrote: {A: 1.5}\n", "game.yaml:4: expected `int`, got `str`"),
        (HEAD + "rounding: twenties\ntaillen: []\n", "invalid enum value 'twenties'"),
        (HEAD + "taillen:\n  - {king: A, declarers: [B], wrote: {}}\n", "A is König among four"),
        (FIVE + "taillen:\n  - {king: E, wrote: {}}\n", "a König without declarers"),
        (FIVE + "taillen:\n  - {king: E, declarers: [E], wrote: {}}\n", "the König E plays"),
        (
            FIVE + "taillen:\n  - {king: E, declarers: [A], wrote: {B: 1}}\n",
            "the opponents wrote different Points (1, 0, 0)",
        ),
        (
            FIVE + "taillen:\n  - {king: E, declarers: [A], wrote: {B: 1, C: 1, D: 1, E: 2}}\n",
            "the König E wrote 2; expected 1, as the opponents, by 1840:131.3",
        ),
    ],
)
def test_bad_input(text: str, message: str) -> None:
    with pytest.raises(CodexError) as caught:
        score("1840", text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("game.yaml:")


@given(
    st.lists(st.lists(st.integers(0, 900), min_size=4, max_size=4), max_size=5),
    st.sampled_from(["hundreds", "tens", "fives", "none"]),
    st.sampled_from(["", "running: 500\n"]),
)
def test_payments_cancel(rows: list[list[int]], rounding: str, running: str) -> None:
    lines = "".join(
        f"  - wrote: {{{', '.join(f'{s}: {n}' for s, n in zip('ABCD', row, strict=True))}}}\n" for row in rows
    )
    text = f"{HEAD}rounding: {rounding}\n{running}taillen:\n{lines}" if rows else f"{HEAD}taillen: []\n"
    settled = score("1840", text)  # which holds that totals sum to zero
    if rounding == "none" and not running and rows:
        sums = [sum(column) for column in zip(*rows, strict=True)]
        assert settled.totals["A"] == 4 * sums[0] - sum(sums)
    if not running:
        assert settled.sheet.totals == settled.totals


@given(st.integers(0, 10_000), st.sampled_from(["hundreds", "tens", "fives"]))
def test_rounding_stays_within_half_a_unit(points: int, how: str) -> None:
    unit, rounding = {"hundreds": 100, "tens": 10, "fives": 5}[how], Rounding(how)
    rounded = round_points(points, rounding, RULES)
    assert rounded % unit == 0
    assert -unit / 2 <= rounded - points <= unit / 2
    assert round_points(rounded, rounding, RULES) == rounded
