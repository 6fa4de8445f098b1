"""Settlement, §§ 22, 41 to 65 and 131: every bonus and every penalty, worked out by hand from its paragraph.

A is the Spieler, C his Freund, B and D the Gegner, unless a test says otherwise; the middle Consulation.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tarock.base.errors import CodexError
from tarock.base.wording import all_wordings, format_message
from tarock.game.common.counting import Outcome
from tarock.game.common.records import Side
from tarock.game.common.score import Reason, ScoreSheet
from tarock.game.koenigrufen_1840.auction import AnnouncedFeat
from tarock.game.koenigrufen_1840.settlement import Result, settle
from tarock.game.koenigrufen_1840.vocabulary import ConsulationSize, Feat
from tests.game.koenigrufen_1840.builders import rules

SIDES = {"A": Side.DECLARER, "B": Side.DEFENDERS, "C": Side.DECLARER, "D": Side.DEFENDERS}
ALONE = {"A": Side.DECLARER, "B": Side.DEFENDERS, "C": Side.DEFENDERS, "D": Side.DEFENDERS}


def game(points: int, *, fold: int = 1, **fields: object) -> Result:
    """A finished Dreier in which the Spieler's side counts so many whole points (36 wins by one)."""
    outcome = Outcome(3 * points, points >= 36, points == 35, abs(points - 35))
    base = Result(solo=False, fold=fold, side=SIDES, declarer="A", outcome=outcome, king_lost=False, volat=None)
    return replace(base, **fields)


def solo(points: int, **fields: object) -> Result:
    return game(points, fold=0, **{"solo": True, "side": ALONE, **fields})


def writes(result: Result) -> str:
    """What each seat writes down, as `A 58 C 58`; who writes nothing is left out."""
    return said(settle(result, rules()))


def said(sheet: ScoreSheet) -> str:
    return " ".join(f"{seat} {points}" for seat, points in sheet.totals.items() if points)


def ultimo(seat: str = "A", raises: int = 0) -> dict[Feat, AnnouncedFeat]:
    return {Feat.ULTIMO: AnnouncedFeat(Feat.ULTIMO, seat, raises)}


def volat(seat: str = "A", raises: int = 0) -> dict[Feat, AnnouncedFeat]:
    return {Feat.VOLAT: AnnouncedFeat(Feat.VOLAT, seat, raises)}


class TestTheGame:
    def test_the_threefold_dreier_of_45_3(self) -> None:
        # won by four points: 4 × 2 + 50 = 58 for the Spieler and his Freund, whatever the fold
        assert writes(game(39, fold=3)) == "A 58 C 58"
        # lost by four: 4 × 2 + 3 × 50 = 158 for each of the Gegner
        assert writes(game(31, fold=3)) == "B 158 D 158"

    @pytest.mark.parametrize(("fold", "written"), [(1, 58), (2, 108), (3, 158), (4, 208), (5, 258)])
    def test_a_lost_dreier_repeats_the_consulation(self, fold: int, written: int) -> None:
        # 45.1: einfach bei einem einfachen, fünffach bei einem fünffachen: 4 × 2 + fold × 50
        assert writes(game(31, fold=fold)) == f"B {written} D {written}"

    @pytest.mark.parametrize("fold", [1, 2, 3, 4, 5])
    def test_a_won_dreier_never_does(self, fold: int) -> None:
        assert writes(game(39, fold=fold)) == "A 58 C 58"  # 22.1, 45.2

    def test_solo(self) -> None:
        # 41.1, 43.3, 45.4: four points × 4 + 100 = 116, the same for the Spieler and for each Gegner
        assert writes(solo(39)) == "A 116"
        assert writes(solo(31)) == "B 116 C 116 D 116"

    def test_remis_writes_the_consulation_only(self) -> None:
        # 42.2; Remis is a lost game (6.19), so a Dreier played three times loses it three times (22.1, 45.1)
        assert writes(game(35)) == "B 50 D 50"
        assert writes(game(35, fold=3)) == "B 150 D 150"
        assert writes(solo(35)) == "B 100 C 100 D 100"

    def test_by_one_and_by_35(self) -> None:
        assert writes(game(36)) == "A 52 C 52"
        assert writes(game(70)) == "A 120 C 120"
        assert writes(game(34)) == "B 52 D 52"

    def test_alone_at_a_dreier(self) -> None:
        assert writes(game(39, side=ALONE)) == "A 58"
        assert writes(game(31, side=ALONE)) == "B 58 C 58 D 58"

    def test_the_reckoning_and_the_paragraph(self) -> None:
        (line,) = settle(game(31, fold=3), rules()).lines
        assert (line.payees, line.amount, format_message(line.reckoning), line.ref) == (
            ("B", "D"),
            158,
            "4 × 2 + 3 × 50",
            "1840:41.1",
        )
        (line,) = settle(game(35), rules()).lines
        assert (format_message(line.what), line.ref) == ("game Remis with 35 points", "1840:42.2")


@pytest.mark.parametrize(
    "code",
    [
        "game-beside-volat",
        "small-consulation",
        "rounding",
        "silent-ultimo",
        "silent-volat",
        "game-after-lost-volat",
        "struck-for-revoke",
        "struck-though-lost",
        "revoke-against-volat",
        "revoke-alone",
        "revoke-extra-player",
        "revoke-friends",
    ],
)
def test_every_open_point_has_words(code: str) -> None:
    assert {f"open.{code}.{part}" for part in ("what", "taken", "other")} <= set(all_wordings())


class TestConsulation:
    def test_a_small_one_without_a_number_is_open(self) -> None:
        # 43.2: "in jeder beim Anfange ausgemachten beliebigen runden Zahl": forty is only an example
        (point,) = settle(game(39, size=ConsulationSize.SMALL), rules()).open
        assert (point.code, point.ref, point.taken.values["points"]) == ("small-consulation", "1840:43.2", 40)
        for agreed in (game(39, size=ConsulationSize.SMALL, agreed=20), game(39, size=ConsulationSize.HIGH)):
            assert settle(agreed, rules()).open == ()

    # 43.2 to 43.4; the small one is agreed upon below fifty, forty being the largest of the examples
    @pytest.mark.parametrize(
        ("size", "dreier", "alone"),
        [
            (ConsulationSize.SMALL, 48, 96),
            (ConsulationSize.MIDDLE, 58, 116),
            (ConsulationSize.HIGH, 108, 216),
            (None, 58, 116),
        ],
    )
    def test_three_sizes(self, size: ConsulationSize | None, dreier: int, alone: int) -> None:
        assert writes(game(39, size=size)) == f"A {dreier} C {dreier}"  # 8 + 40, 50, 100; without agreement 44.1: 50
        assert writes(solo(39, size=size)) == f"A {alone}"  # 16 + 80, 100, 200

    def test_all_rewards_follow_it(self) -> None:
        # 46.1: high Consulation: king 100, Alle drei 100, ultimo announced 200, Volat in silence 600
        assert writes(game(39, size=ConsulationSize.HIGH, king_lost=True)) == "A 108 B 100 C 108 D 100"
        assert writes(game(39, size=ConsulationSize.HIGH, honours={Reason.ALL_THREE: "A"})) == "A 208 C 208"
        assert writes(game(39, size=ConsulationSize.HIGH, announced=ultimo(), ultimo_by="A")) == "A 308 C 308"
        assert writes(game(66, size=ConsulationSize.HIGH, volat=Side.DECLARER)) == "A 600 C 600"

    def test_unknown_size(self) -> None:
        with pytest.raises(CodexError, match="expected one of: small, middle, high"):
            settle(game(39, size="huge"), rules())


class TestKing:
    @pytest.mark.parametrize("fold", [1, 3, 5])
    def test_lost_at_a_dreier(self, fold: int) -> None:
        # 49.2: the Consulation of a single Dreier, whatever the fold, for the Gegner
        assert writes(game(39, fold=fold, king_lost=True)) == "A 58 B 50 C 58 D 50"

    def test_lost_with_the_game(self) -> None:
        assert writes(game(31, fold=3, king_lost=True)) == "B 208 D 208"  # 8 + 150 and 50

    def test_lost_at_solo(self) -> None:
        # Musterspiel 6: by eight points, 8 × 4 + 100, and the king, 100: 232
        assert writes(solo(27, king_lost=True)) == "B 232 C 232 D 232"

    def test_not_charged_to_a_side_that_made_no_trick(self) -> None:
        # 61.1: whoever is made Volat cannot capture the king; 6 × 50 for the Gegner and nothing more
        assert writes(game(0, volat=Side.DEFENDERS, king_lost=True)) == "B 300 D 300"

    def test_left_in_the_talon_it_is_charged_even_beside_volat(self) -> None:
        # 34.1 with 61.1, which excuses only a Spieler without a trick
        assert writes(game(66, volat=Side.DECLARER, king_lost=True)) == "A 300 B 50 C 300 D 50"


class TestHonours:
    def test_both_friends_write_them(self) -> None:
        # 30.4: A spielt und besitzt Alle Drei, C ist Freund: 50 for each; the game is 4 × 2 + 50
        assert writes(game(39, honours={Reason.ALL_THREE: "A"})) == "A 108 C 108"
        assert writes(game(39, honours={Reason.ALL_THREE: "C"})) == "A 108 C 108"
        assert writes(game(39, honours={Reason.ALL_FOUR: "C"})) == "A 108 C 108"

    def test_each_side_writes_its_own(self) -> None:
        # 127.2: a Dreier won by four, and Alle Drei with the others: 58 and 50
        assert writes(game(39, honours={Reason.ALL_THREE: "B"})) == "A 58 B 50 C 58 D 50"

    def test_both_kinds(self) -> None:
        assert writes(game(31, honours={Reason.ALL_THREE: "A", "all_four": "A"})) == "A 100 B 58 C 100 D 58"

    def test_solo(self) -> None:
        assert writes(solo(39, honours={Reason.ALL_THREE: "A"})) == "A 216"  # 47.1: the Solo-Consulation
        assert writes(solo(39, honours={Reason.ALL_FOUR: "B"})) == "A 116 B 100 C 100 D 100"

    def test_passed_away(self) -> None:
        # 50.1, 50.3: neither the holder nor his Freund
        assert writes(game(39, honours={Reason.ALL_THREE: "A"}, lapsed=frozenset({Reason.ALL_THREE}))) == "A 58 C 58"
        both = {"all_three": "A", "all_four": "C"}
        assert writes(game(39, honours=both, lapsed=frozenset({Reason.ALL_THREE}))) == "A 108 C 108"


class TestUltimo:
    def test_in_silence(self) -> None:
        # 47.1: the Consulation once; 52.1: everybody may make it
        assert writes(game(39, ultimo_by="A")) == "A 108 C 108"
        assert writes(game(39, ultimo_by="C")) == "A 108 C 108"
        assert writes(game(39, ultimo_by="B")) == "A 58 B 50 C 58 D 50"
        assert writes(solo(39, ultimo_by="A")) == "A 216"

    @pytest.mark.parametrize(("raises", "points"), [(0, 100), (1, 200), (2, 400), (3, 800)])
    def test_announced_and_raised(self, raises: int, points: int) -> None:
        # 47.6: hundred, contra two hundred, re four hundred, supra eight hundred; the game itself is Remis, 50
        made = game(35, announced=ultimo(raises=raises), ultimo_by="A")
        assert writes(made) == f"A {points} B 50 C {points} D 50"
        lost = game(35, announced=ultimo(raises=raises))
        assert writes(lost) == f"B {points + 50} D {points + 50}"

    def test_solo_doubles_the_solo_consulation(self) -> None:
        assert writes(solo(35, announced=ultimo(), ultimo_by="A")) == "A 200 B 100 C 100 D 100"
        assert writes(solo(35, announced=ultimo(raises=3))) == "B 1700 C 1700 D 1700"  # 100 + 8 × 200

    @pytest.mark.parametrize(("raises", "ref"), [(0, "1840:47.2"), (1, "1840:47.5"), (3, "1840:47.5")])
    def test_the_paragraph_of_what_was_announced(self, raises: int, ref: str) -> None:
        lines = settle(game(35, announced=ultimo(raises=raises), ultimo_by="A"), rules()).lines
        assert [line.ref for line in lines if line.reason is Reason.ULTIMO] == [ref]

    def test_announced_by_a_gegner(self) -> None:
        assert writes(game(35, announced=ultimo("B"), ultimo_by="B")) == "B 150 D 150"
        assert writes(game(35, announced=ultimo("B", 1))) == "A 200 B 50 C 200 D 50"  # the Spieler's contra is won

    def test_lost_even_with_volat(self) -> None:
        # 57.2: announced without the Pagat: Volat in silence 300, the ultimo is lost all the same, 100
        assert writes(game(66, volat=Side.DECLARER, announced=ultimo())) == "A 300 B 100 C 300 D 100"

    def test_another_s_silent_ultimo_beside_a_lost_announced_one_is_left_open(self) -> None:
        sheet = settle(game(35, announced=ultimo(), ultimo_by="B"), rules())
        assert said(sheet) == "B 150 D 150"
        (open_,) = sheet.open
        assert (format_message(open_.taken), format_message(open_.other), open_.ref) == (
            "not written",
            "50 more for each on his side",
            "1840:52.1",
        )

    @pytest.mark.parametrize(
        ("spoken", "lawful", "written", "differs", "ref"),
        [
            # 55.3: the Freund C says contra to B's ultimo: 100 as announced, 200 if his word counts
            (ultimo("B", 1), ultimo("B"), "B 150 D 150", {"B": 100, "D": 100}, "1840:56.1"),
            # 52.1: the Freund may not announce it: 50 in silence, 100 if it counts
            (ultimo("C"), {}, "A 50 B 50 C 50 D 50", {"A": 50, "C": 50}, "1840:52.1"),
        ],
    )
    def test_words_against_the_rules_have_no_effect_and_the_other_reading_is_priced(
        self,
        spoken: dict[Feat, AnnouncedFeat],
        lawful: dict[Feat, AnnouncedFeat],
        written: str,
        differs: dict[str, int],
        ref: str,
    ) -> None:
        by = next(iter(spoken.values())).seat
        sheet = settle(game(35, announced=spoken, lawful=lawful, ultimo_by=by), rules())
        assert said(sheet) == written
        (point,) = [point for point in sheet.open if point.code == "unlawful-call"]
        assert (point.difference, point.ref) == (differs, ref)

    def test_words_against_the_rules_that_change_no_payment_leave_nothing_open(self) -> None:
        # a third word brings nothing more where contra already pays what re does
        price = rules().fork({"announcements.raise_factor[call=re]": 1})
        assert not [
            point
            for point in settle(game(35, announced=ultimo("B", 2), lawful=ultimo("B", 1), ultimo_by="B"), price).open
            if point.code == "unlawful-call"
        ]


class TestVolat:
    @pytest.mark.parametrize(
        ("result", "dreier"),
        [
            (game(66, volat=Side.DECLARER), 300),  # 47.3: sixfold
            (game(66, volat=Side.DECLARER, announced=volat()), 600),  # 47.4: twelvefold
            (game(66, volat=Side.DECLARER, announced=volat(raises=1)), 1200),  # 47.5
            (game(66, volat=Side.DECLARER, announced=volat(raises=2)), 2400),
            (game(66, volat=Side.DECLARER, announced=volat(raises=3)), 4800),
        ],
    )
    def test_dreier_and_solo(self, result: Result, dreier: int) -> None:
        assert writes(result) == f"A {dreier} C {dreier}"
        # at Solo the same folds of the Solo-Consulation, which is double
        assert writes(replace(result, solo=True, fold=0, side=ALONE)) == f"A {2 * dreier}"

    def test_points_do_not_count_beside_it(self) -> None:
        # 61.1; whether the game's own Consulation does is not said
        sheet = settle(game(66, volat=Side.DECLARER), rules())
        assert [format_message(line.what) for line in sheet.lines] == ["Volat in silence"]
        assert (
            format_message(sheet.open[0].what)
            == "whether the consolation of the game is written as well as that of Volat"
        )
        assert format_message(sheet.open[0].other) == "yes, 50 more for each of the winners"

    def test_honours_and_ultimo_count_beside_it(self) -> None:
        # 61.1: 300 + Alle drei 50 + ultimo in silence 50
        result = game(66, volat=Side.DECLARER, honours={Reason.ALL_THREE: "A"}, ultimo_by="A")
        assert writes(result) == "A 400 C 400"
        # 62.1: both announced: 600 + 100
        both = game(66, volat=Side.DECLARER, announced={**volat(), **ultimo()}, ultimo_by="A")
        assert writes(both) == "A 700 C 700"

    def test_announced_and_lost(self) -> None:
        # 60.4: one trick of the Gegner; the game itself, won by 25, is scored beside it: 25 × 2 + 50
        sheet = settle(game(60, announced=volat()), rules())
        assert said(sheet) == "A 100 B 600 C 100 D 600"
        assert [format_message(open_.what) for open_ in sheet.open] == [
            "whether the game itself is scored after a lost Volat"
        ]
        assert writes(game(60, announced=volat(raises=1))) == "A 100 B 1200 C 100 D 1200"

    def test_of_the_gegner(self) -> None:
        assert writes(game(3, volat=Side.DEFENDERS)) == "B 300 D 300"
        assert writes(game(3, volat=Side.DEFENDERS, announced=volat("D"))) == "B 600 D 600"
        assert writes(game(60, announced=volat("D"))) == "A 700 C 700"  # 600 and the game, 25 × 2 + 50

    def test_of_the_other_side_against_an_announced_one(self) -> None:
        # 60.1, 61.1: A announces and his side makes no trick: B and D write the lost Volat, 12 × 50. There are no
        # points beside a Volat, so no game; whether their own Volat counts beside the lost one (6 × 50) is open
        sheet = settle(game(3, volat=Side.DEFENDERS, announced=volat(), king_lost=True), rules())
        assert said(sheet) == "B 600 D 600"
        assert [point.code for point in sheet.open] == ["game-beside-volat", "silent-volat"]
        assert format_message(sheet.open[1].other) == "300 more for each on the side that made it"


FIVE = {**SIDES, "E": Side.DEFENDERS}


class TestFivePlayers:
    def test_the_koenig_writes_with_the_gegner(self) -> None:
        # 131.3
        assert writes(game(31, fold=3, side=FIVE)) == "B 158 D 158 E 158"
        assert writes(game(39, side=FIVE)) == "A 58 C 58"
        assert writes(game(39, side=FIVE, honours={Reason.ALL_FOUR: "D"})) == "A 58 B 50 C 58 D 50 E 50"
        assert writes(game(39, side=FIVE, king_lost=True)) == "A 58 B 50 C 58 D 50 E 50"

    def test_he_is_paid_for_a_renonce(self) -> None:
        # 7.4: every person of the company is a Mitspieler, and 65.3 has each of the other Mitspieler paid
        assert writes(game(39, side=FIVE, revokes=("A",))) == "B 50 C 50 D 50 E 50"


class TestRenonce:
    def test_the_winning_side_writes_nothing_and_pays_everybody(self) -> None:
        # 65.3: nothing is written of the win, and a single Dreier's Consulation is lost to each of the others
        assert writes(game(39, revokes=("A",))) == "B 50 C 50 D 50"
        assert writes(game(39, revokes=("C",))) == "A 50 B 50 D 50"
        assert writes(game(31, fold=3, revokes=("B",))) == "A 50 C 50 D 50"

    def test_the_losing_side_pays_only_the_friend(self) -> None:
        # the opponents keep what they won; the Freund notes his 50 separately
        assert writes(game(31, revokes=("A",))) == "B 58 C 50 D 58"
        assert writes(game(39, revokes=("D",))) == "A 58 B 50 C 58"
        assert writes(game(31, side=ALONE, revokes=("A",))) == "B 58 C 58 D 58"  # he has no friend

    def test_honours_stand(self) -> None:
        # 65.1, 65.3: with the exception of the honours
        assert writes(game(39, honours={Reason.ALL_THREE: "A"}, revokes=("A",))) == "A 50 B 50 C 100 D 50"

    def test_the_game_lost_but_the_ultimo_won(self) -> None:
        # 65.3: 'das Spiel oder ultimo gewonnen': the ultimo is struck out and all are paid
        result = game(31, ultimo_by="A", revokes=("A",))
        assert writes(result) == "B 108 C 50 D 108"

    def test_the_called_king_alone_is_no_win(self) -> None:
        # 65.3 names the game and ultimo: D, whose side lost the game and took the called king, pays his friend alone
        sheet = settle(game(39, king_lost=True, revokes=("D",)), rules())
        assert said(sheet) == "A 58 B 50 C 58"
        # what becomes of the king (65.1: a Renonce has influence on him) is open
        assert [(point.code, point.ref) for point in sheet.open] == [("struck-though-lost", "1840:65.3")]
        # with the game won it is different
        assert writes(game(31, king_lost=True, revokes=("D",))) == "A 50 B 50 C 50"

    def test_an_announced_volat_broken_with_a_renonce(self) -> None:
        # A announces Volat, wins the game by 25 and loses the Volat to D, who revoked: the game is written,
        # 25 × 2 + 50; whether breaking the Volat is "gewonnen" is open, for 65.3 names only the game and ultimo
        sheet = settle(game(60, announced=volat(), revokes=("D",)), rules())
        assert said(sheet) == "A 100 B 50 C 100"
        codes = [point.code for point in sheet.open]
        assert codes == ["game-after-lost-volat", "struck-though-lost", "revoke-against-volat"]

    @pytest.mark.parametrize(("played", "price"), [(game(40, king_home=True), 50), (solo(40, king_home=True), 100)])
    def test_what_the_called_king_would_cost_where_it_is_open(self, played: Result, price: int) -> None:
        # 49.2: his loss is the Consulation, once; whether a Renonce (65.3) takes him is not said
        (point,) = [
            point for point in settle(replace(played, revokes=("A",)), rules()).open if point.code == "king-with-revoke"
        ]
        assert f"writes {price}:" in format_message(point.other)

    def test_volat_is_struck_out_too(self) -> None:
        assert writes(game(66, volat=Side.DECLARER, revokes=("C",))) == "A 50 B 50 D 50"  # 65.1

    def test_what_is_struck_out_is_told(self) -> None:
        sheet = settle(game(39, revokes=("A",)), rules())
        assert sheet.open[-1].ref == "1840:65.3"
        assert "game won with 39 points" in format_message(sheet.open[-1].what)
        assert [(format_message(line.what), line.amount) for line in sheet.lines] == [("revoke of A", 50)]

    def test_the_penalty_is_that_of_a_single_dreier_even_at_solo(self) -> None:
        assert writes(solo(39, revokes=("A",))) == "B 50 C 50 D 50"
        assert writes(solo(39, revokes=("B",))) == "A 116 C 50 D 50"
        assert writes(game(39, size=ConsulationSize.HIGH, revokes=("A",))) == "B 100 C 100 D 100"  # 46.1

    @pytest.mark.parametrize("guilty", [("A", "B"), ("B", "A")])
    def test_where_both_sides_do_not_cancel_the_lines_stand_in_the_order_of_the_revokes(
        self, guilty: tuple[str, str]
    ) -> None:
        sheet = settle(game(39, revokes=guilty), rules().fork({"revoke.both_cancel": False}))
        fines = [line.what.values["seat"] for line in sheet.lines if line.reason is Reason.REVOKE]
        assert fines == list(guilty)

    def test_both_sides_cancel(self) -> None:
        assert writes(game(39, revokes=("A", "B"))) == "A 58 C 58"  # 65.6

    def test_two_of_one_side_each_pay(self) -> None:
        # 65.3 fines the one who made the Renonce; of two of one side each did
        assert writes(game(39, revokes=("A", "C"))) == "A 50 B 100 C 50 D 100"

    def test_without_65_the_game_is_scored_as_played(self) -> None:
        assert said(settle(game(39, revokes=("A",)), rules(), revokes=False)) == "A 58 C 58"


@pytest.mark.parametrize(
    ("key", "value", "result", "expected"),
    [
        ("settlement.multiplier[contract=dreier]", 3, game(39), "A 62 C 62"),
        ("settlement.multiplier[contract=solo]", 5, solo(39), "A 120"),
        ("settlement.price[contract=dreier,stake=middle]", 60, game(39), "A 68 C 68"),
        ("settlement.price[contract=solo,stake=middle]", 110, solo(39), "A 126"),
        ("settlement.stake.default", "high", game(39), "A 108 C 108"),
        ("settlement.price_repeats[contract=dreier]", False, game(31, fold=3), "B 58 D 58"),
        ("settlement.price_repeats[contract=dreier,result=won]", True, game(39, fold=3), "A 158 C 158"),
        ("settlement.stake.small_examples", [10, 20], game(39, size=ConsulationSize.SMALL), "A 28 C 28"),
        ("settlement.stake.small_fold[contract=solo]", 3, solo(39, size=ConsulationSize.SMALL), "A 136"),
        ("king.lost[contract=dreier]", 2, game(35, king_lost=True), "B 150 D 150"),
        ("king.lost[contract=solo]", 2, solo(35, king_lost=True), "B 300 C 300 D 300"),
        (
            "honours.bonus[contract=dreier,honour=all_three]",
            2,
            game(31, honours={Reason.ALL_THREE: "A"}),
            "A 100 B 58 C 100 D 58",
        ),
        ("honours.bonus[contract=solo,honour=all_four]", 2, solo(39, honours={Reason.ALL_FOUR: "A"}), "A 316"),
        ("ultimo.bonus[announced=false,contract=dreier]", 2, game(39, ultimo_by="A"), "A 158 C 158"),
        ("ultimo.bonus[announced=true,contract=dreier]", 3, game(39, announced=ultimo(), ultimo_by="A"), "A 208 C 208"),
        (
            "announcements.raise_factor[call=contra]",
            3,
            game(39, announced=ultimo(raises=1), ultimo_by="A"),
            "A 358 C 358",
        ),
        (
            "announcements.raise_factor[call=supra]",
            1,
            game(39, announced=ultimo(raises=3), ultimo_by="A"),
            "A 458 C 458",
        ),
        ("volat.bonus[announced=false,contract=dreier]", 5, game(66, volat=Side.DECLARER), "A 250 C 250"),
        ("volat.bonus[announced=true,contract=solo]", 10, solo(66, volat=Side.DECLARER, announced=volat()), "A 1000"),
        (
            "announcements.raise_factor[call=contra]",
            3,
            game(66, volat=Side.DECLARER, announced=volat(raises=1)),
            "A 1800 C 1800",
        ),
        ("volat.cancels", ["called_king"], game(66, volat=Side.DECLARER), "A 362 C 362"),  # 31 × 2 + 300
        (
            "volat.cancels[party=defenders]",
            ["card_points"],
            game(0, volat=Side.DEFENDERS, king_lost=True),
            "B 350 D 350",
        ),
        ("volat.counted_beside", ["honours", "ultimo", "game"], game(66, volat=Side.DECLARER), "A 350 C 350"),
        ("ultimo.lost[announced=true,contract=dreier]", 3, game(39, announced=ultimo()), "A 58 B 150 C 58 D 150"),
        ("volat.lost[announced=true,contract=dreier]", 11, game(39, announced=volat()), "A 58 B 550 C 58 D 550"),
        ("ultimo.silent_by", ["partner", "defender"], game(39, ultimo_by="A"), "A 58 C 58"),
        ("honours.partner_scores", False, game(39, honours={Reason.ALL_THREE: "A"}), "A 108 C 58"),
        ("revoke.penalty", 2, game(31, revokes=("A",)), "B 58 C 100 D 58"),
        ("revoke.both_cancel", False, game(39, revokes=("A", "B")), "B 50 C 50 D 100"),
        # 4 × 2 + 50 = 58 for A and C; and A pays each of the others 50
        ("revoke.writes[result=won]", ["honours", "game"], game(39, revokes=("A",)), "A 58 B 50 C 108 D 50"),
        ("revoke.affects", ["ultimo", "volat"], game(39, revokes=("A",)), "A 58 B 50 C 108 D 50"),
        ("revoke.penalty_to[result=won]", ["own partner"], game(39, revokes=("A",)), "C 50"),
        ("king.lost_writes", "declarer", game(35, king_lost=True), "A 50 B 50 C 50 D 50"),
    ],
)
def test_each_rule_value_is_read(key: str, value: object, result: Result, expected: str) -> None:
    assert said(settle(result, rules().fork({key: value}))) == expected
    assert writes(result) != expected
