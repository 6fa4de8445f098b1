"""1863: bidding, price, Augen, Vole, stakes, bêtes and penalties, worked out by hand from the sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.base.wording import Message, format_message
from tarock.game.common.findings import Findings
from tarock.game.common.score import Reason, SettledScore
from tarock.game.tarokhombre_1863.auction import AuctionResult, Contract, decide_auction
from tarock.game.tarokhombre_1863.record import BidWord, SpokenBid
from tarock.game.tarokhombre_1863.settlement import count_marken
from tests.conftest import Run
from tests.game.score_files import difference, found, left_open, noted, paid, refs, rules_of, score, transfers

ORDER = ("A", "B", "C")  # C is the dealer, the Scatist
GAMES = ("à deux", "à un", "sans-prendre")


def bidding(words: str, hold: str = "whoever was outbid") -> tuple[AuctionResult | None, Findings]:
    """Hear `A à trois, B pass, …`."""
    pairs = [part.strip().split(" ", 1) for part in words.split(",")]
    findings = Findings(rules_of("1863", {"bidding.hold": hold}))
    calls = [SpokenBid(seat=seat, says=BidWord(says)) for seat, says in pairs]
    return decide_auction(calls, ORDER, findings.at("calls")), findings


def auction(words: str) -> AuctionResult:
    """Decide calls that may be made."""
    decision, findings = bidding(words)
    assert findings.list == []
    assert decision is not None
    return decision


@pytest.mark.parametrize(
    ("words", "declarer", "game", "ref"),
    [
        ("A à deux, B pass, C pass", "A", "a_deux", "1863:4"),
        ("A à deux, B à un, C pass", "B", "a_un", "1863:4"),
        ("A à deux, B à un, C sans-prendre", "C", "sans_prendre", "1863:4"),
        ("A à deux, B à un, A keep, C pass", "A", "a_un", "1863:6"),  # keeps at the higher bid
        ("A à deux, B à un, C pass, A keep", "A", "a_un", "1863:6"),
        ("A à deux, B à un, A keep, C sans-prendre", "C", "sans_prendre", "1863:4"),
        ("A à deux, B à un, A keep, C sans-prendre, B keep", "B", "sans_prendre", "1863:6"),
        ("A à deux, B pass, C à un", "C", "a_un", "1863:4"),
        ("A à trois, B pass, C à deux", "A", "a_deux", "1863:7"),  # must, said or not
        ("A à trois, B pass, C à deux, A keep", "A", "a_deux", "1863:7"),
        ("A à trois, B à deux, A pass, C pass", "B", "a_deux", "1863:4"),  # 8: free to pass
        ("A à trois, B à deux, A keep, C pass", "A", "a_deux", "1863:6"),  # 8: free to play
        ("A à trois, B à deux, A à deux, C pass", "A", "a_deux", "1863:6"),  # or says so by the game's name
        ("A à trois, B à deux, C à un, A pass", "C", "a_un", "1863:4"),  # 8: free, for the second overbade him
        ("A à trois, B à deux, A keep, C à un, A pass", "C", "a_un", "1863:4"),  # 5: and now he plays à deux himself
        ("A pass, B à trois, C à deux, B pass", "C", "a_deux", "1863:4"),  # 9: the second is free
        ("A pass, B à trois, C à deux, B keep", "B", "a_deux", "1863:6"),
        ("A pass, B pass, C pass", "", None, "1863:10"),
        ("A à trois, B pass, C pass", "", None, "1863:10"),
    ],
)
def test_who_plays(words: str, declarer: str, game: str | None, ref: str) -> None:
    decision = auction(words)
    assert (decision.declarer, decision.game) == (declarer, game)
    assert decision.ref == ref
    assert (decision.game is None) == (not declarer)
    assert decision.open == ()  # the sentence decides it


@pytest.mark.parametrize(
    ("words", "code", "plays"),
    [
        ("A à trois, B pass, C à un, A pass", "tarokhombre_1863.pass_a_trois", ("C", "a_un")),  # 7 names à deux only
        ("A à trois, B pass, C à un", "tarokhombre_1863.pass_a_trois", ("C", "a_un")),  # 5: "nicht überbietet, paßt"
        ("A à deux, B à un, A keep, B sans-prendre, C pass", "tarokhombre_1863.raise_again", ("B", "sans_prendre")),
        # 6 lets anybody keep it who is overbid by a higher game
        ("A à deux, B à un, C sans-prendre, A keep, B keep", "tarokhombre_1863.kept_twice", ("B", "sans_prendre")),
        ("A pass, B à trois, C pass", "tarokhombre_1863.second_a_trois", ("", None)),
    ],
)
def test_silences_of_the_bidding(words: str, code: str, plays: tuple[str, str | None]) -> None:
    assert (auction(words).declarer, auction(words).game) == plays  # by the reading that is taken
    assert [point.code for point in auction(words).open] == [code]
    calls = ", ".join(
        f"{{seat: {seat}, says: {says}}}" for seat, says in (call.split(" ", 1) for call in words.split(", "))
    )
    played = "" if auction(words).game is None else ", augen: 47"
    assert code in left_open(score("1863", HEAD + f"  - {{dealer: C, calls: [{calls}]{played}}}\n"))


@pytest.mark.parametrize(
    ("words", "index", "code", "message"),
    [
        ("A à trois, B pass, C à deux, A pass", 3, "BID-MUST-PLAY", "he must play à deux by 1863:7"),
        ("A à un, B à deux, C pass", 1, "BID-NOT-HIGHER", "B says à deux over à un; expected a higher game by 1863:4"),
        ("A à trois, B à trois, C pass", 1, "BID-A-TROIS", "B says à trois"),
        ("A pass, B pass, C à trois", 2, "BID-A-TROIS", "C says à trois"),
        ("A pass, B pass", None, "BID-MISSING", "C has not spoken; expected a call of each by 1863:4"),
        ("B pass, A pass, C pass", 0, "BID-ORDER", "B speaks before A"),
        ("A pass, A à deux, B pass, C pass", 1, "BID-AFTER-PASS", "A speaks again, but has passed"),
        ("A keep, B pass, C pass", 0, "BID-KEEP", "A keeps a game that he has not declared"),
        ("A à deux, A à un, B pass, C pass", 1, "BID-NOT-OVERBID", "has not been outbid"),
        ("A à deux, B à un, A à trois, C pass", 2, "BID-ANSWER", "A says à trois when outbid"),
        # 6: who "durch eine höhere überboten wird" may keep the game: B's own is the highest
        ("A à deux, B à un, A keep, B keep, C pass", 3, "BID-NOT-HIGHER", "B says keep over à un"),
        ("A à deux, B à un, A keep, B à un, C pass", 3, "BID-NOT-HIGHER", "B says à un over à un"),
        ("A keep, A pass, B pass, C pass", 0, "BID-KEEP", "A keeps a game"),  # and passes then (5)
        ("A pass, D pass, B pass, C pass", 1, "BID-STRANGER", "D has no part in the bidding"),
    ],
)
def test_calls_that_may_not_be_made(words: str, index: int | None, code: str, message: str) -> None:
    decision, findings = bidding(words)
    assert decision is None
    (finding,) = findings.list
    assert (finding.code, finding.place) == (code, ("calls",) if index is None else ("calls", index))
    assert message in format_message(finding.message)


def test_who_may_keep_the_game_comes_from_the_table() -> None:
    # if 6 let nobody keep it, A's à un would have to be higher than B's (4)
    _, findings = bidding("A à deux, B à un, A keep, C pass", "nobody")
    assert [(finding.code, finding.place) for finding in findings.list] == [("BID-NOT-HIGHER", ("calls", 2))]


def test_every_wrong_call_is_found() -> None:
    # B speaks before A (1863:4); A's à un is no more than B's (4); C has said nothing (4); A has passed (5)
    _, findings = bidding("B à un, A à un, A pass, A à deux")
    assert [(finding.code, finding.place) for finding in findings.list] == [
        ("BID-ORDER", ("calls", 0)), ("BID-NOT-HIGHER", ("calls", 1)), ("BID-AFTER-PASS", ("calls", 3)),
        ("BID-MISSING", ("calls",)),
    ]  # fmt: skip


@given(st.lists(st.sampled_from(["pass", *GAMES, "à trois"]), min_size=3, max_size=3))
def test_laws_of_the_bidding(words: list[str]) -> None:
    decision, findings = bidding(", ".join(f"{seat} {says}" for seat, says in zip(ORDER, words, strict=True)))
    if decision is None:
        assert findings.list
        return
    heights = [GAMES.index(word) for word in words if word in GAMES]
    assert heights == sorted(set(heights))  # each overbids the one before (1863:4)
    assert (decision.game is None) == (not heights)  # 1863:10
    if heights:
        assert decision.game == list(Contract)[heights[-1]]
    if words == ["à trois", "pass", "à deux"]:
        assert decision.declarer == "A"  # 1863:7


@pytest.mark.parametrize(
    ("over", "game", "marken"),
    [
        (8, "a_un", 2),  # 1863:17: 8 × 3 = 24, two tens
        (5, "a_un", 2),  # 15: a ten, and the 5 left over (18)
        (1, "a_deux", 1),  # 2, not over 5: yet one Marke (19)
        (2, "a_deux", 1),  # 4
        (1, "a_un", 1),  # 3
        (3, "a_deux", 1),  # 6 by sentence 18
        (1, "sans_prendre", 1),  # 5 by sentence 18
        (2, "sans_prendre", 1),  # 10
        (7, "a_deux", 1),  # 14: the 4 is not paid
        (36, "sans_prendre", 18),  # 180
        (0, "a_deux", 0),
    ],
)
def test_marken_for_augen(over: int, game: str, marken: int) -> None:
    assert count_marken(over, Contract(game), rules_of("1863"))[0] == marken


@pytest.mark.parametrize(
    ("over", "game", "steps"),
    [
        # 1863:17: "mit 3 multiplicirt u. mit 10 dividirt, 2 geben": 24 is two tens, and the 4 is not paid (18)
        (8, "a_un", {"fold": 3, "product": 24, "tens": 2, "rest": 0, "least": 0}),
        (5, "a_un", {"fold": 3, "product": 15, "tens": 1, "rest": 5, "least": 0}),  # 18: "eine übrigbleibende 5"
        (1, "a_deux", {"fold": 2, "product": 2, "tens": 0, "rest": 0, "least": 1}),  # 19: "doch … eine Marke"
    ],
)
def test_the_reckoning_names_its_steps(over: int, game: str, steps: dict[str, int]) -> None:
    assert count_marken(over, Contract(game), rules_of("1863"))[1].values == {"over": over, **steps}


HEAD = "seats: [A, B, C]\nstamm: 10\ndeals:\n"


def deal(game: str = "à un", more: str = "augen: 47", dealer: str = "C") -> str:
    """A deal in which A, the Vorhand of dealer C, plays `game`."""
    order = {"C": "ABC", "A": "BCA", "B": "CAB"}[dealer]
    says = [game, "pass", "pass"]
    calls = ", ".join(f"{{seat: {seat}, says: {word}}}" for seat, word in zip(order, says, strict=True))
    return f"  - {{dealer: {dealer}, calls: [{calls}], {more}}}\n"


def test_the_example_of_the_source() -> None:
    # 1863:17: à un with 8 Augen over 39: 3 and 2, 'im Ganzen 5 Marken' from each; and A draws C's Stamm of 10
    settled = score("1863", HEAD + deal())
    assert paid(settled, Reason.GAME) == {("B", "A"): 3, ("C", "A"): 3}
    assert paid(settled, Reason.AUGEN) == {("B", "A"): 2, ("C", "A"): 2}
    assert settled.totals == {"A": 20, "B": -5, "C": -15, "pot": 0}
    # 15 says "von jedem" of the price only; 30 leaves the rest to Großtarok
    assert left_open(settled) == ["tarokhombre_1863.augen_each", "tarokhombre_1863.grosstarok"]
    assert refs(settled, Reason.AUGEN) == {"1863:16"}
    assert noted(settled, "tarokhombre_1863.plays") == ["1863:4"]
    assert all(line.what.key != "in_deal" for line in settled.sheet.lines)  # there is one deal only


@pytest.mark.parametrize(
    ("game", "augen", "each"),
    [
        ("à deux", 40, 2 + 1),  # 15, 19
        ("à un", 40, 3 + 1),
        ("sans-prendre", 40, 5 + 1),  # 15, 18
        ("sans-prendre", 60, 5 + 11),  # 21 × 5 = 105: ten tens, and 5
    ],
)
def test_a_won_game(game: str, augen: int, each: int) -> None:
    settled = score("1863", HEAD + deal(game, f"augen: {augen}"))
    assert settled.totals == {"A": 2 * each + 10, "B": -each, "C": -each - 10, "pot": 0}


def test_a_lost_game_pays_alike_and_sets_the_sum() -> None:
    # 1863:20: à un with 30: 3, and 9 × 3 = 27: two tens and 7, 3 more; 6 to each; sets the 10 that stand
    settled = score("1863", HEAD + deal(more="augen: 30"))
    assert paid(settled, Reason.GAME) == {("A", "B"): 3, ("A", "C"): 3}
    assert paid(settled, Reason.AUGEN) == {("A", "B"): 3, ("A", "C"): 3}
    assert refs(settled, Reason.AUGEN) == {"1863:20"}  # "in der Art der vorstehenden Berechnung"
    assert paid(settled, Reason.BETE) == {("A", "pot"): 10}
    assert settled.totals == {"A": -22, "B": 6, "C": 6 - 10, "pot": 20}
    # reckoned below 40 it is 10 × 3 = 30: 3 tens too, no difference
    assert "tarokhombre_1863.augen_lost_from" not in left_open(settled)


def test_from_where_a_loss_is_reckoned_is_not_said() -> None:
    # 34: 5 × 3 = 15 is 2 Marken; 6 × 3 = 18 is 2; 33: 6 × 3 = 18 is 2; 7 × 3 = 21 is 2; 36: 9 is 1; 12 is 1;
    # 35: 4 × 3 = 12 is 1; 5 × 3 = 15 is 2
    settled = score("1863", HEAD + deal(more="augen: 35"))
    assert difference(settled, "tarokhombre_1863.augen_lost_from") == {"A": -2, "B": 1, "C": 1}


def test_at_thirty_nine_only_the_price_is_paid() -> None:
    settled = score("1863", HEAD + deal(more="augen: 39"))
    assert settled.totals == {"A": -6, "B": 3, "C": 3 - 10, "pot": 10}  # 1863:21
    assert refs(settled, Reason.GAME) == {"1863:21"}
    assert difference(settled, "tarokhombre_1863.remis_sets_sum") == {"A": -10, "pot": 10}


@pytest.mark.parametrize(("game", "marken"), [("à deux", 20), ("à un", 30), ("sans-prendre", 50)])
def test_vole(game: str, marken: int) -> None:
    won = score("1863", HEAD + deal(game, "augen: 70, vole: {made: true, declared_after: 15}"))
    assert paid(won, Reason.VOLAT) == {("B", "A"): marken, ("C", "A"): marken}
    assert refs(won, Reason.VOLAT) == {"1863:23"}
    assert difference(won, "tarokhombre_1863.vole_each") == {"A": -marken, "B": marken // 2, "C": marken // 2}
    lost = score("1863", HEAD + deal(game, "augen: 70, vole: {made: false, declared_after: 15}"))
    assert paid(lost, Reason.VOLAT) == {("A", "B"): marken, ("A", "C"): marken}
    assert refs(lost, Reason.VOLAT) == {"1863:25"}
    assert set(paid(lost, Reason.GAME)) == {("B", "A"), ("C", "A")}
    assert "tarokhombre_1863.augen_vole_failed" in left_open(lost)
    assert (bool(paid(won, Reason.AUGEN)), paid(lost, Reason.AUGEN)) == (True, {})  # 1863:23 names them apart, 25 not
    told = [{move.what.key for move in transfers(settled, Reason.VOLAT)} for settled in (won, lost)]
    assert told == [{"tarokhombre_1863.vole"}, {"tarokhombre_1863.vole_failed"}]


def test_an_undeclared_vole_is_not_paid() -> None:
    settled = score("1863", HEAD + deal(more="augen: 70, vole: {made: true}"))
    assert paid(settled, Reason.VOLAT) == {}
    assert noted(settled, "tarokhombre_1863.vole_not_declared") == ["1863:24"]
    assert (
        noted(score("1863", HEAD + deal(more="augen: 70, vole: {made: false}")), "tarokhombre_1863.vole_not_declared")
        == []
    )


def test_a_vole_declared_at_another_time_is_doubtful() -> None:
    # 24: "muß dies jedoch nach dem 15. Stiche erklären; im Unterlassungsfalle wird nichts dafür bezahlt": after the
    # 12th it has not been declared as it must be, and made it brings nothing; or it stands, 30 of each
    early = score("1863", HEAD + deal(more="augen: 70, vole: {made: true, declared_after: 12}"))
    assert paid(early, Reason.VOLAT) == {}
    assert difference(early, "tarokhombre_1863.vole_early_won") == {"A": 60, "B": -30, "C": -30}
    # 25: "nachdem er die Vole angekündigt hat": announced it was, so it costs 30 to each; or it is void, and then the
    # 31 Augen over 39 are paid too: 31 × 3 = 93, nine Marken of each
    failed = score("1863", HEAD + deal(more="augen: 70, vole: {made: false, declared_after: 12}"))
    assert paid(failed, Reason.VOLAT) == {("A", "B"): 30, ("A", "C"): 30}
    assert difference(failed, "tarokhombre_1863.vole_early_lost") == {"A": 78, "B": -39, "C": -39}
    # after the 20th is after the 15th; or directly after it is meant
    late = score("1863", HEAD + deal(more="augen: 70, vole: {made: true, declared_after: 20}"))
    assert paid(late, Reason.VOLAT) == {("B", "A"): 30, ("C", "A"): 30}
    assert difference(late, "tarokhombre_1863.vole_late") == {"A": -60, "B": 30, "C": 30}
    in_time = score("1863", HEAD + deal(more="augen: 70, vole: {made: true, declared_after: 15}"))
    assert not {"tarokhombre_1863.vole_early_won", "tarokhombre_1863.vole_late"} & {*left_open(in_time)}


def test_only_the_first_bete_is_set() -> None:
    # A loses dealing C (sets 10), B loses dealing A (two Stämme stand, and A's bête, which is no Stamm: 20 written),
    # C wins dealing B (draws three Stämme and the bête: 40); then B's 20 are set, to be played for next (1863:22)
    three = deal(more="augen: 30") + deal(more="augen: 30", dealer="A") + deal(more="augen: 47", dealer="B")
    settled = score("1863", HEAD + three)
    assert paid(settled, Reason.BETE, deal=1) == {("A", "pot"): 10}
    assert paid(settled, Reason.BETE, deal=2) == {}
    assert paid(settled, Reason.POOL, deal=3) == {("pot", "C"): 40}
    assert paid(settled, Reason.BETE, deal=3) == {("B", "pot"): 20}
    assert settled.totals["pot"] == 20
    # if "die Summe der Stämme, um welche gespielt wird" were all that stands, B would set 30
    assert difference(settled, "tarokhombre_1863.sum_of_stakes") == {"B": -10, "pot": 10}
    assert noted(settled, "tarokhombre_1863.bete_written") == ["1863:22"]  # "alle folgenden werden erst angeschrieben"


def asked_in(settled: SettledScore, code: str) -> list[object]:
    """The deals of which such a question is said to be open; 0 for the whole session."""
    whats = [point.what for point in settled.undetermined if point.code == code]
    return [what.values["deal"] if what.key == "in_deal" else 0 for what in whats]


def test_what_is_open_once_and_what_in_every_deal() -> None:
    # three lose in turn, A's bête is set and those of B and C are written down, A wins and then C: what the sum of B
    # and C holds is one question for the evening, from where a loss is reckoned one of each deal
    lost = "".join(deal(more="augen: 35", dealer=dealer) for dealer in "CAB")
    settled = score("1863", HEAD + lost + deal() + deal(dealer="B"))
    assert asked_in(settled, "tarokhombre_1863.sum_of_stakes") == [0]
    assert asked_in(settled, "tarokhombre_1863.augen_lost_from") == [1, 2, 3]
    # with A's 10, B sets 30 and not 20, which C draws; so C, who sets 40 and not 30, is where he was
    assert difference(settled, "tarokhombre_1863.sum_of_stakes") == {"B": -10, "pot": 10}
    # each Vole is paid for itself (23), and at 39 each deal has its own sum that A sets, for B to draw, or not (21)
    vole = deal(more="augen: 70, vole: {made: true, declared_after: 15}")
    assert asked_in(score("1863", HEAD + vole + vole), "tarokhombre_1863.vole_each") == [1, 2]
    remis = deal(more="augen: 39") + deal(dealer="A")
    assert asked_in(score("1863", HEAD + remis + remis), "tarokhombre_1863.remis_sets_sum") == [1, 3]


def pot_left(settled: SettledScore) -> object:
    """What is said to stand on the table at the end."""
    (point,) = [point for point in settled.undetermined if point.code == "tarokhombre_1863.pot_left"]
    assert settled.totals["pot"] == point.what.values["amount"]
    return point.what.values["amount"]


def test_bete_left_written() -> None:
    settled = score("1863", HEAD + deal(more="augen: 30") + deal(more="augen: 30", dealer="A"))
    assert noted(settled, "tarokhombre_1863.bete_still_written") == ["1863:22"]
    assert pot_left(settled) == 30  # two Stämme and the bête of A


def test_cards_thrown_in_leave_the_stamm() -> None:
    settled = score("1863", HEAD + "  - {dealer: C, calls: [{seat: A, says: pass}, {seat: B, says: pass}, "
                    "{seat: C, says: pass}]}\n" + deal(dealer="A"))  # fmt: skip
    assert paid(settled, Reason.POOL, deal=2) == {("pot", "B"): 20}
    assert difference(settled, "tarokhombre_1863.stakes_thrown_in") == {"A": 10, "B": -10}
    assert noted(settled, "tarokhombre_1863.thrown_in") == ["1863:10"]
    # by the other reading it is only the next Stamm that is not set: B's, who deals then, is set and drawn by C
    longer = score("1863", HEAD + "  - {dealer: C, calls: [{seat: A, says: pass}, {seat: B, says: pass}, "
                   "{seat: C, says: pass}]}\n" + deal(dealer="A") + deal(dealer="B"))  # fmt: skip
    assert difference(longer, "tarokhombre_1863.stakes_thrown_in") == {"A": 10, "B": -10}


def test_a_wrong_number_of_cards() -> None:
    # 1863:26: reported too late: the sum of the Stämme, here 10; void (27)
    late = score("1863", HEAD + "  - {dealer: C, wrong_count: {seat: B}}\n")
    assert late.totals == {"A": 0, "B": -10, "C": -10, "pot": 20}
    assert refs(late, Reason.PENALTY) == {"1863:26"}
    early = score("1863", HEAD + "  - {dealer: C, wrong_count: {seat: B, reported: true}}\n")
    assert early.totals == {"A": 0, "B": 0, "C": -10, "pot": 10}
    assert {"1863:26", "1863:27"} <= {note.ref for note in early.notes}


def test_a_penalty_stands_with_the_staemme_until_somebody_wins() -> None:
    # 1863:26: B "muß die Summe der gerade stehenden Stämme Strafe setzen": the 10 of the dealer C, so 20 stand;
    # A deals next and sets 10 (2); B, who wins, "zieht die Summe, um welche gespielt wird" (15): all 30
    late = "  - {dealer: C, wrong_count: {seat: B}}\n"
    settled = score("1863", HEAD + late + deal(dealer="A"))
    assert paid(settled, Reason.PENALTY) == {("B", "pot"): 10}
    assert paid(settled, Reason.POOL) == {("pot", "B"): 30}
    # two in a row: by then the Stämme of C and A stand, and the Strafe, which is none (26 calls it Strafe, 2 a Stamm
    # what the dealer sets); were it one, B would set 30
    settled = score("1863", HEAD + late + late.replace("dealer: C", "dealer: A"))
    assert paid(settled, Reason.PENALTY, deal=2) == {("B", "pot"): 20}
    assert pot_left(settled) == 50
    assert difference(settled, "tarokhombre_1863.sum_of_stakes") == {"B": -10, "pot": 10}
    (sum_,) = [point for point in settled.undetermined if point.code == "tarokhombre_1863.sum_of_stakes"]
    assert (
        "10" in f"{format_message(sum_.what)} {format_message(sum_.taken)} {format_message(sum_.other)}".split()
    )  # B's Strafe, beside the Stämme


def test_each_who_does_not_report_pays() -> None:
    # 26: "Wenn einer der Spieler nicht die richtige Anzahl Karten hat, so muß er es … anzeigen, sonst muß er": B and C,
    # who deals, and not A, who has reported; the 10 of C's Stamm each
    wrong = "[{seat: B}, {seat: A, reported: true}, {seat: C}]"
    settled = score("1863", HEAD + f"  - {{dealer: C, wrong_count: {wrong}}}\n")
    assert paid(settled, Reason.PENALTY) == {("B", "pot"): 10, ("C", "pot"): 10}
    assert settled.totals == {"A": 0, "B": -10, "C": -20, "pot": 30}
    assert noted(settled, "tarokhombre_1863.wrong_count_reported") == ["1863:26"]
    nobody = score("1863", HEAD + deal(more="augen: 47, wrong_count: []"))
    assert nobody.totals == score("1863", HEAD + deal()).totals
    assert found("1863", HEAD + "  - {dealer: C, wrong_count: [{seat: B}, {seat: X}]}\n") == [("SEAT-UNKNOWN", 5, "")]
    listed = "  - dealer: C\n    wrong_count:\n      - {seat: B}\n      - {seat: X}\n"
    assert found("1863", HEAD + listed) == [("SEAT-UNKNOWN", 8, "")]


def test_misdeal() -> None:
    settled = score("1863", HEAD + "  - {dealer: C, misdeal: true}\n")
    assert noted(settled, "tarokhombre_1863.misdeal") == ["1863:26"]
    assert settled.totals == {"A": 0, "B": 0, "C": -10, "pot": 10}
    assert pot_left(settled) == 10  # the Stamm of C, for which nobody has played


def test_revoke_of_the_declarer() -> None:
    # 1863:28: lost, so by 14 with one Auge under 39 at least: 3 and 1 (19) to each, and the sum
    settled = score("1863", HEAD + deal(more="augen: 47, revokes: [A]"))
    assert settled.totals == {"A": -18, "B": 4, "C": -6, "pot": 20}
    assert noted(settled, "tarokhombre_1863.lost_by_revoke") == ["1863:28"]
    # nothing for Augen; or the 8 over 39, 24, two to each
    assert difference(settled, "tarokhombre_1863.least_lost_by_revoke") == {"A": 2, "B": -1, "C": -1}
    assert difference(settled, "tarokhombre_1863.excess_owed") == {"A": -2, "B": 1, "C": 1}
    # with 31 it is lost anyway, 8 under 39: two to each as without a revoke, or the price alone
    under = score("1863", HEAD + deal(more="augen: 31, revokes: [A]"))
    assert under.totals == score("1863", HEAD + deal(more="augen: 31")).totals
    assert difference(under, "tarokhombre_1863.augen_lost_by_revoke") == {"A": 4, "B": -2, "C": -2}
    at_39 = score("1863", HEAD + deal(more="augen: 39, revokes: [A]"))
    assert {"tarokhombre_1863.excess_owed"}.isdisjoint({*left_open(under), *left_open(at_39)})
    # sans-prendre too: 1 × 5 = 5 is one Marke by 18, though 19 does not name it
    dearest = score("1863", HEAD + deal("sans-prendre", "augen: 47, revokes: [A]"))
    assert dearest.totals == {"A": -2 * (5 + 1) - 10, "B": 6, "C": 6 - 10, "pot": 20}


def test_revoke_of_a_defender() -> None:
    # 1863:28: A has won though he has 30 only, so by 14 with one Auge over 39 at least: draws 10, 3 and 1 (19) of
    # each; B sets the sum of 10 as bête
    settled = score("1863", HEAD + deal(more="augen: 30, revokes: [B]"))
    assert settled.totals == {"A": 18, "B": -14, "C": -14, "pot": 10}
    assert refs(settled, Reason.BETE) == {"1863:28"}
    assert noted(settled, "tarokhombre_1863.won_by_revoke") == ["1863:28"]
    # the bête was not yet played for (15, 22); or it lies there when A draws
    assert difference(settled, "tarokhombre_1863.bete_of_revoke_stands") == {"A": 10, "pot": -10}
    # where A's bête of 10 stands beside two Stämme, B draws 30 and C sets 20; or 30, if the bête is in the sum
    later = score("1863", HEAD + deal(more="augen: 30") + deal(more="augen: 30, revokes: [C]", dealer="A"))
    assert paid(later, Reason.POOL) == {("pot", "B"): 30}
    assert paid(later, Reason.BETE, deal=2) == {("C", "pot"): 20}
    assert difference(later, "tarokhombre_1863.sum_of_stakes") == {"C": -10, "pot": 10}
    dearest = score("1863", HEAD + deal("sans-prendre", "augen: 30, revokes: [B]"))
    assert dearest.totals == {"A": 2 * (5 + 1) + 10, "B": -16, "C": -16, "pot": 10}


@pytest.mark.parametrize("game", GAMES)
def test_no_revoke_makes_a_game_cheaper(game: str) -> None:
    """Nobody gains by a fault, whatever would have been counted without it, and whatever was with it."""

    def of(augen: int, who: str = "") -> dict[str, int]:
        return score("1863", HEAD + deal(game, f"augen: {augen}{f', revokes: [{who}]' if who else ''}")).totals

    plain, by_a, by_b = ([of(augen, who) for augen in range(79)] for who in ("", "A", "B"))
    for augen in range(79):
        assert by_a[augen]["A"] <= plain[augen]["A"]
        assert by_b[augen]["B"] <= plain[augen]["B"] and by_b[augen]["C"] <= plain[augen]["C"]
    # the dearest that he could still hide: 38, lost by one; 40, won by one
    assert max(each["A"] for each in by_a) <= plain[38]["A"]
    assert max(each["C"] for each in by_b) <= plain[40]["C"]


def test_revokes_on_both_sides() -> None:
    # 28: A "hat … verloren": from then on it is; B must set a bête all the same, which is written down beside A's (22)
    first = score("1863", HEAD + deal(more="augen: 47, revokes: [A, B]"))
    assert first.totals == {"A": -18, "B": 4, "C": -6, "pot": 20}
    assert noted(first, "tarokhombre_1863.bete_still_written") == ["1863:22"]
    # or B's decides: A draws 10 and gets 3 and 2 of each, as 8 × 3 = 24, and B's bête of 10 is set
    assert difference(first, "tarokhombre_1863.revokes_both") == {"A": 20 + 18, "B": -15 - 4, "C": -5 - 4, "pot": -10}
    (point,) = [point for point in first.undetermined if point.code == "tarokhombre_1863.revokes_both"]
    assert (point.taken.values["taken"], point.other.values["other"]) == ("lost", "won")
    # B has revoked before A: A has won; or A's decides, and both have lost
    second = score("1863", HEAD + deal(more="augen: 47, revokes: [B, A]"))
    assert second.totals == {"A": 20, "B": -15, "C": -15, "pot": 10}
    assert difference(second, "tarokhombre_1863.revokes_both") == {"A": -38, "B": 19, "C": 9, "pot": 10}


def test_a_revoke_in_a_game_that_nobody_counted() -> None:
    # 14: one Auge at least; how many, only the count would tell
    for who, code in (("A", "least_lost_by_revoke"), ("B", "least_won_by_revoke")):
        settled = score("1863", HEAD + deal(more=f"revokes: [{who}]"))
        assert {"tarokhombre_1863.augen_not_counted", f"tarokhombre_1863.{code}"} <= {*left_open(settled)}
        assert {*paid(settled, Reason.AUGEN).values()} == {1}


def test_a_vole_where_somebody_revoked() -> None:
    # 23: it comes beside "den ihm für das Spiel … zukommenden Marken", and A has lost the game; or 30 of each
    made = score("1863", HEAD + deal(more="augen: 70, revokes: [A], vole: {made: true, declared_after: 15}"))
    assert paid(made, Reason.VOLAT) == {}
    assert difference(made, "tarokhombre_1863.vole_made_by_revoke") == {"A": 60, "B": -30, "C": -30}
    # B has revoked, and may have his trick by it: nothing is paid for the Vole, and the 31 Augen are: 93, nine Marken;
    # or 30 to each, and then by 25 no Augen
    failed = score("1863", HEAD + deal(more="augen: 70, revokes: [B], vole: {made: false, declared_after: 15}"))
    assert (paid(failed, Reason.VOLAT), paid(failed, Reason.AUGEN)) == ({}, {("B", "A"): 9, ("C", "A"): 9})
    assert difference(failed, "tarokhombre_1863.vole_failed_by_revoke") == {"A": -78, "B": 39, "C": 39}
    # made against a revoke, or failed with one of his own, it is paid as ever
    for revoke, made_it, payer in (("B", "true", "B"), ("A", "false", "A")):
        told = f"augen: 70, revokes: [{revoke}], vole: {{made: {made_it}, declared_after: 15}}"
        moved = paid(score("1863", HEAD + deal(more=told)), Reason.VOLAT)
        assert {pair[0] for pair in moved} == ({"B", "C"} if payer == "B" else {"A"})
        assert {*moved.values()} == {30}


def test_cards_not_laid_down_before_asking() -> None:
    # 1863:33: lost, he pays sans-prendre: 5, and 9 × 5 = 45: four tens and 5, 5 more; won, the lower game only
    lost = score("1863", HEAD + deal("à deux", "augen: 30, laid: 0, bought: 0"))
    assert paid(lost, Reason.GAME) == {("A", "B"): 5, ("A", "C"): 5}
    assert paid(lost, Reason.AUGEN) == {("A", "B"): 5, ("A", "C"): 5}
    won = score("1863", HEAD + deal("à deux", "augen: 47, laid: 0"))
    assert paid(won, Reason.GAME) == {("B", "A"): 2, ("C", "A"): 2}
    assert noted(lost, "tarokhombre_1863.laid_too_few") == noted(won, "tarokhombre_1863.lower_game_paid") == ["1863:33"]
    assert noted(won, "tarokhombre_1863.laid_too_few") == noted(lost, "tarokhombre_1863.lower_game_paid") == []
    enough = score("1863", HEAD + deal("à un", "augen: 47, laid: 1, bought: 1"))  # "die gleiche Anzahl Blätter" (32)
    assert noted(enough, "tarokhombre_1863.lower_game_paid") == []
    laid = score("1863", HEAD + deal("à deux", "augen: 30, laid: 1"))
    # by à un: 3 and 27: 3; against 10: 4 less to each
    assert difference(laid, "tarokhombre_1863.game_by_form") == {"A": 8, "B": -4, "C": -4}


def test_a_game_by_form_that_is_not_lost() -> None:
    # 33 says what he pays "wenn er verliert": at 39 the 5 of sans-prendre to each, or the 2 of à deux
    at_39 = score("1863", HEAD + deal("à deux", "augen: 39, laid: 0"))
    assert difference(at_39, "tarokhombre_1863.remis_by_form") == {"A": 6, "B": -3, "C": -3}
    assert noted(at_39, "tarokhombre_1863.laid_too_few") == ["1863:33"]
    assert "tarokhombre_1863.game_by_form" not in left_open(at_39)  # no leaf on the table is the form of no purchase
    # lost, with 9 Augen under 39: 45 is five Marken at sans-prendre, 18 two at à deux
    lost = score("1863", HEAD + deal("à deux", "augen: 30, laid: 0"))
    assert difference(lost, "tarokhombre_1863.augen_by_form") == {"A": 6, "B": -3, "C": -3}
    # a failed Vole costs 50 at sans-prendre, which he plays by form, or 20 at à deux (25)
    failed = score("1863", HEAD + deal("à deux", "augen: 47, laid: 0, vole: {made: false, declared_after: 15}"))
    assert paid(failed, Reason.VOLAT) == {("A", "B"): 50, ("A", "C"): 50}
    assert difference(failed, "tarokhombre_1863.vole_failed_by_form") == {"A": 60, "B": -30, "C": -30}
    # made it is paid as the lower game: 20, or 50
    made = score("1863", HEAD + deal("à deux", "augen: 70, laid: 0, vole: {made: true, declared_after: 15}"))
    assert paid(made, Reason.VOLAT) == {("B", "A"): 20, ("C", "A"): 20}
    assert difference(made, "tarokhombre_1863.vole_made_by_form") == {"A": 60, "B": -30, "C": -30}


def test_the_least_for_augen() -> None:
    # 19: "Wenn das Spiel mit so wenig Augen gewonnen ist": 38 are lost, and 1 × 2 = 2 brings no Marke by 16 and 18
    lost = score("1863", HEAD + deal("à deux", "augen: 38"))
    assert difference(lost, "tarokhombre_1863.least_when_lost") == {"A": 2, "B": -1, "C": -1}
    # won by B's revoke with 30: by 14 a game won has 40, so one Auge is reckoned; or none, as he has none over 39
    won = score("1863", HEAD + deal(more="augen: 30, revokes: [B]"))
    assert difference(won, "tarokhombre_1863.least_won_by_revoke") == {"A": -2, "B": 1, "C": 1}
    at_39 = score("1863", HEAD + deal(more="augen: 39, revokes: [B]"))  # nor over 39 with 39
    assert difference(at_39, "tarokhombre_1863.least_won_by_revoke") == {"A": -2, "B": 1, "C": 1}
    # with 9 under, 18 makes two Marken by 16 and 18: the least of 19 is no question
    assert "tarokhombre_1863.least_when_lost" not in left_open(score("1863", HEAD + deal("à deux", "augen: 30")))


@pytest.mark.parametrize(("augen", "side", "number"), [(47, "over", 8), (30, "under", 9)])
def test_the_augen_are_told_as_over_or_under_39(augen: int, side: str, number: int) -> None:
    settled = score("1863", HEAD + deal(more=f"augen: {augen}"))
    told = {transfer.what for transfer in transfers(settled, Reason.AUGEN)}
    assert told == {Message(f"tarokhombre_1863.augen_{side}", augen=number, base=39)}


def test_who_pays_for_a_revoke() -> None:
    # 28: "thut dies einer der Gegenspieler, so muß dieser Bête setzen u. der Spieler hat das Spiel gewonnen"
    settled = score("1863", HEAD + deal(more="augen: 30, revokes: [B]"))
    assert difference(settled, "tarokhombre_1863.paid_by_guilty") == {"B": -4, "C": 4}  # 3 and, by 14 and 19, 1
    # sans-prendre 5, and 1 at least: twice 6
    dear = score("1863", HEAD + deal("sans-prendre", "augen: 30, revokes: [B]"))
    assert difference(dear, "tarokhombre_1863.paid_by_guilty") == {"B": -6, "C": 6}
    assert "tarokhombre_1863.bete_of_defender" in left_open(settled)
    assert "tarokhombre_1863.bete_of_each" not in left_open(settled)  # B alone has revoked
    # 8 Augen over 39, which make 24: two of each by 17, if a game that is given to him brings Augen too
    over = score("1863", HEAD + deal(more="augen: 47, revokes: [B]"))
    assert paid(over, Reason.AUGEN) == {("B", "A"): 2, ("C", "A"): 2}
    assert difference(over, "tarokhombre_1863.augen_won_by_revoke") == {"A": -4, "B": 2, "C": 2}
    # both revoke: B's bête is set, C's written down, and set when B has won the next game
    both = score("1863", HEAD + deal(more="augen: 30, revokes: [B, C]") + deal(dealer="A"))
    assert difference(both, "tarokhombre_1863.bete_of_each") == {"C": 10, "pot": -10}


def test_what_sentence_26_leaves_open() -> None:
    # a bête of 10 stands beside two Stämme when B reports too late: 20, or 30
    late = score("1863", HEAD + deal(more="augen: 30") + "  - {dealer: A, wrong_count: {seat: B}}\n")
    assert paid(late, Reason.PENALTY) == {("B", "pot"): 20}
    assert difference(late, "tarokhombre_1863.sum_of_stakes") == {"B": -10, "pot": 10}
    assert asked_in(late, "tarokhombre_1863.wrong_count_dealer") == [2]
    # after a misdeal the Stamm of C stays; A sets his too, or none, and B draws them
    again = score("1863", HEAD + "  - {dealer: C, misdeal: true}\n" + deal(dealer="A"))
    assert difference(again, "tarokhombre_1863.stakes_void") == {"A": 10, "B": -10}
    assert "tarokhombre_1863.next_dealer" in left_open(again)
    # dealt wrong and reported too late: the dealer loses the deal, and B pays all the same
    both = score("1863", HEAD + "  - {dealer: C, misdeal: true, wrong_count: {seat: B}}\n")
    assert paid(both, Reason.PENALTY) == {("B", "pot"): 10}
    assert noted(both, "tarokhombre_1863.misdeal") == ["1863:26"]


def test_what_is_open_once_in_a_session() -> None:
    text = HEAD + deal(more="augen: 39") + deal(more="augen: 39", dealer="A") + deal() + deal()
    settled = score("1863", text)
    for code in ("tarokhombre_1863.remis_each", "tarokhombre_1863.augen_each", "tarokhombre_1863.grosstarok"):
        assert asked_in(settled, code) == [0]


def test_sums_that_can_be() -> None:
    # 21: at 39 nothing is won or lost, half of 78; 2: a hand has 25 cards
    assert found("1863", HEAD + deal(more="augen: 78, tricks: 25, vole: {made: true, declared_after: 24}")) == []
    assert found("1863", HEAD + deal(more="augen: 47, tricks: 24, vole: {made: false, declared_after: 15}")) == []
    assert found("1863", HEAD + deal(more="augen: 40, vole: {made: true}")) == []  # 14: 40 win
    assert found("1863", HEAD + deal(more="augen: 47, tricks: 26")) == [("TRICKS-COUNT", 5, "1863:2")]
    # more than the 78 of both
    with pytest.raises(CodexError, match=r"79 .*78"):
        score("1863", HEAD + deal(more="augen: 79"))
    assert found("1863", HEAD + "  - {dealer: C, misdeal: true, calls: [{seat: X, says: pass}]}\n") == [
        ("SEAT-UNKNOWN", 5, "")
    ]


def test_the_scat_dealt_first() -> None:
    settled = score("1863", HEAD + deal("sans-prendre", "augen: 47, scat_first: true"))
    assert noted(settled, "tarokhombre_1863.takes_scat") == ["1863:13"]
    assert "tarokhombre_1863.scat_no_purchase" in left_open(settled)
    # 13 gives the Scat to him who takes over the game, 11 lets him ask for cards: together or not is not said
    bought = score("1863", HEAD + deal("à un", "augen: 47, scat_first: true"))
    assert "tarokhombre_1863.scat_and_purchase" in left_open(bought)


def test_among_four_the_last_dealer_sits_out() -> None:
    text = HEAD.replace("[A, B, C]", "[A, B, C, D]")
    calls = "calls: [{seat: A, says: à deux}, {seat: B, says: pass}, {seat: D, says: pass}]"
    settled = score("1863", text + f"  - {{dealer: D, {calls}, augen: 40}}\n")
    assert settled.totals == {"A": 16, "B": -3, "C": 0, "D": -13, "pot": 0}  # 1863:31: C dealt before D
    assert "tarokhombre_1863.dealt_before" in left_open(settled)
    out = score("1863", text + f"  - {{dealer: D, out: D, {calls.replace('seat: D', 'seat: C')}, augen: 40}}\n")
    assert "tarokhombre_1863.dealt_last" in left_open(out)  # 31: "welcher zuletzt gegeben hat" may be who deals now
    assert out.totals == {"A": 16, "B": -3, "C": -3, "D": -10, "pot": 0}
    # who dealt before the first deal is not recorded; before the second it was A
    two = "  - {dealer: A, misdeal: true, out: B}\n  - {dealer: B, misdeal: true, out: A}\n"
    assert found("1863", text + two) == []
    with pytest.raises(CodexError, match="C has no part in the bidding"):
        score("1863", text + f"  - {{dealer: D, {calls.replace('seat: B', 'seat: C')}, augen: 40}}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seats: [A, B]\nstamm: 10\ndeals: []\n", "2 seats; expected 3 or 4"),
        ("seats: [A, B, C]\ndeals: []\n", "missing required field `stamm`"),
        ("seats: [A, B, C]\nstamm: 0\ndeals: []\n", "game.yaml:3: expected `int` >= 1"),
        ("seats: [A, B, C]\nstamm: 1\ndeals: []\n", "game.yaml:4: no deals"),
        ("seats: [A, B, pot]\nstamm: 1\ndeals: []\n", "a seat is called `pot`"),
        (HEAD + deal(more="vole: {made: true}"), "game.yaml:5: no `augen`"),
        (HEAD + deal(more="augen: 47, bought: 2"), "2 cards bought; expected 1 by 1863:11"),
        (HEAD + deal("sans-prendre", "augen: 47, bought: 1"), "1 cards bought; expected 0 by 1863:12"),
        (HEAD + deal(more="augen: 47, laid: 2"), "2 cards laid; expected 1 by 1863:11"),
        (HEAD + deal(more="augen: 30, vole: {made: true, declared_after: 15}"), "the vole is made with 30 card points"),
        (HEAD + deal(more="augen: 30, revokes: [D]"), "seat `D` is not at the table"),
        (HEAD + deal(more="augen: 30, out: B"), "expected none to: only with four by 1863:31"),
        (HEAD + deal("pass"), "`augen` where no game counts; expected none by 1863:10"),
        (HEAD + deal("à quatre"), "game.yaml:5: invalid enum value 'à quatre'"),
        (HEAD + deal(more="misdeal: true, augen: 40"), "`augen` where no game counts; expected none by 1863:27"),
    ],
)
def test_bad_input(text: str, message: str) -> None:
    with pytest.raises(CodexError) as caught:
        score("1863", text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("game.yaml:")


@given(
    st.lists(
        st.tuples(st.sampled_from(["pass", *GAMES]), st.integers(0, 78), st.sampled_from("ABC")), min_size=1, max_size=6
    )
)
def test_payments_cancel_with_the_pot(plays: list[tuple[str, int, str]]) -> None:
    text = HEAD + "".join(
        deal(game, f"augen: {augen}" if game != "pass" else "scat_first: false", dealer)
        for game, augen, dealer in plays
    )
    settled = score("1863", text)  # which holds that totals sum to zero
    assert settled.totals["pot"] >= 0
    assert settled.sheet.totals == settled.totals


THROWN_IN = "  - {dealer: C, calls: [{seat: A, says: pass}, {seat: B, says: pass}, {seat: C, says: pass}]}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deals", "totals", "code", "differences"),
    [
        # the game of sentence 17, 400 times: A wins 5 from each, and the 10 that C sets (15)
        ((deal(),), {"A": 8000, "B": -2000, "C": -6000, "pot": 0}, "", []),
        # at 39 A pays 3 to each, and nobody draws the 10 that C sets (21); if A set the sum, that would be 10 after
        # the first deal, 20 after the second, and 4000 after the last
        (
            (deal(more="augen: 39"),),
            {"A": -2400, "B": 1200, "C": 1200 - 4000, "pot": 4000},
            "tarokhombre_1863.remis_sets_sum",
            [{"A": -10 * number, "pot": 10 * number} for number in range(1, 401)],
        ),
        # the Stamm of every game thrown in goes to A, who wins the next one; or the next one is played without another
        (
            (THROWN_IN, deal()),
            {"A": 200 * 30, "B": -200 * 5, "C": -200 * 25, "pot": 0},
            "tarokhombre_1863.stakes_thrown_in",
            [{"A": -10, "C": 10}] * 200,
        ),
    ],
)
def test_four_hundred_deals(
    run: Run,
    tmp_path: Path,
    deals: tuple[str, ...],
    totals: dict[str, int],
    code: str,
    differences: list[dict[str, int]],
) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text('era: "1863"\n' + HEAD + "".join(deals) * (400 // len(deals)), encoding="utf-8")
    settled = json.loads(run("score", "--era", "1863", str(path), "--json").out)
    assert settled["totals"] == totals
    found = [point["difference"] for point in settled["undetermined"] if point["code"] == code]
    assert [{seat: sum_ for seat, sum_ in difference.items() if sum_} for difference in found] == differences


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + deal() * 2_000, "5: expected `array` of length <= 1000 in `deals`"),
        (HEAD + deal().replace("calls: [", f"calls: [{'{seat: A, says: pass}, ' * 2_000}"), "in `deals.0.calls`"),
        (HEAD + deal(more=f"augen: 47, revokes: [{'A, ' * 2_000}A]"), "in `deals.0.revokes`"),
    ],
)
def test_what_is_surplus_is_refused(run: Run, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "absurd.yaml"
    path.write_text(f'era: "1863"\n{text}', encoding="utf-8")
    refused = run("score", "--era", "1863", str(path))
    assert refused.status == 2
    assert message in refused.err


def test_every_number_comes_from_the_table() -> None:
    other = {"settlement.price[contract=a_un]": 4, "settlement.multiplier[contract=a_un]": 5}
    changed = score("1863", HEAD + deal(), other)
    assert changed.totals["A"] == 10 + 2 * (4 + 4)  # 8 × 5 = 40: 4
    assert score("1863", HEAD + deal(more="augen: 40"), {"counting.win_at[party=declarer]": 41}).totals["A"] < 0
