"""Judging what an author states of a result."""

from __future__ import annotations

import pytest

from tarock.base.wording import format_message
from tarock.game.common.records import Side
from tarock.game.koenigrufen_1840.record import Announcement, Stated
from tarock.game.koenigrufen_1840.replay import Replay, replay
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, Feat, StatedKind
from tarock.replay.games import CheckedResult, compute_stated, judge
from tests.game.koenigrufen_1840.builders import card, cards, changed, model, pack, rules


def played(name: str, **fields: object) -> Replay:
    return replay(changed(model(name), **fields), pack(), rules())


@pytest.mark.parametrize(
    ("name", "what", "value"),
    [
        ("m1", "won", True), ("m1", "won_by", 23), ("m1", "lost_by", -23), ("m1", "king_lost", False),
        ("m1", "volat", False), ("m1", "all_three", False), ("m1", "ultimo", False), ("m1", "contra_won", False),
        ("m2", "ultimo", True), ("m2", "all_three", True),
        ("m3", "won", False), ("m3", "lost_by", 2), ("m3", "won_by", -2), ("m3", "ultimo", False),
        ("m4", "contra_won", True), ("m4", "ultimo", False),
        ("m5", "all_three", True), ("m5", "ultimo", True), ("m5", "contra_won", False),
        ("m6", "king_lost", True), ("m6", "lost_by", 8),
        ("m7", "volat", True), ("m8", "volat", True),
    ],
)  # fmt: skip
def test_computed(name: str, what: str, value: bool | int) -> None:
    assert compute_stated(StatedKind(what), played(name)) == value


def test_every_kind_has_a_name() -> None:
    for what in StatedKind:
        assert format_message(CheckedResult(what, 1, compute_stated(what, played("m7")), "reproduced", "", "").name)


def test_reproduced_or_not() -> None:
    stated = (
        Stated(what=StatedKind.WON, value=True),
        Stated(what=StatedKind.WON_BY, value=2),
        Stated(what=StatedKind.WON_BY, value=3, ref="r", quote="q"),
    )
    judged = judge(played("m4", stated=stated))
    assert [each.verdict for each in judged] == ["reproduced", "reproduced", "not reproduced"]
    assert (judged[2].expected, judged[2].computed, judged[2].ref, judged[2].quote) == (3, 2, "r", "q")


def test_undetermined_where_the_source_leaves_two_readings() -> None:
    # a third more for the Spieler's side of Musterspiel 4 would be 37 1/3; of 3 it is 33 1/3. Musterspiel 8's
    # 69 points less one third, 68 2/3, would be won by 34 or by 33: 6.24 rounds up only at 35.
    from msgspec import structs

    from tarock.game.common.counting import decide_outcome

    stated = (
        *(Stated(what=StatedKind.WON_BY, value=value) for value in (33, 34, 32, -33)),
        *(Stated(what=StatedKind.LOST_BY, value=value) for value in (33, -33)),
    )
    base = played("m8", stated=stated)
    judged = judge(structs.replace(base, result=structs.replace(base.result, outcome=decide_outcome(206, rules()))))
    # neither reading makes of a game won one that is lost
    assert [each.verdict for each in judged] == [
        "undetermined", "reproduced", "not reproduced", "not reproduced", "not reproduced", "undetermined",
    ]  # fmt: skip


def test_a_one_is_no_yes() -> None:
    stated = (Stated(what=StatedKind.WON, value=1), Stated(what=StatedKind.WON_BY, value=True))
    assert {each.verdict for each in judge(played("m4", stated=stated))} == {"not reproduced"}


def test_ultimo_of_a_gegner_is_not_the_spieler_s() -> None:
    # in Musterspiel 7 nobody ends with the Pagat; announced by B without it, it is lost
    other = played("m7", announcements=(Announcement(seat="B", call=AnnouncementWord.ANNOUNCE, of=Feat.ULTIMO),))
    assert compute_stated(StatedKind.ULTIMO, other) is False
    assert compute_stated(StatedKind.CONTRA_WON, other) is False
    # in Musterspiel 5 A, the Spieler, ends with the Pagat, whatever a Gegner has announced
    against = played("m5", announcements=(Announcement(seat="C", call=AnnouncementWord.ANNOUNCE, of=Feat.ULTIMO),))
    assert (against.result.ultimo_kept, compute_stated(StatedKind.ULTIMO, against)) == (False, True)


def test_an_ultimo_that_the_gegner_keep_is_not_the_spieler_s() -> None:
    # Musterspiel 5 seen from the other side: C calls himself the Spieler, so A and B, who win, are the Gegner
    game = model("m5")
    other = changed(game, declarer="C", partner="", king=card("Careau-König"), announcements=game.announcements[:1])
    kept = replay(other, pack(), rules())
    assert kept.side["A"] is Side.DEFENDERS
    assert (kept.result.ultimo_kept, compute_stated(StatedKind.ULTIMO, kept)) == (True, False)


def test_alle_vier() -> None:
    # nobody holds four kings in Musterspiel 5; A, who has Alle drei, with the kings of the others has them
    game = model("m5")
    kings = {"B": ("Herz-König", "Treffle-König"), "D": ("Pique-König", "Careau-König")}
    names = tuple(name for held in kings.values() for name in held)
    given = cards("XIX", "XVIII", "XVI", "XIV")
    swap = {**dict(zip(cards(*names), given, strict=True)), **dict(zip(given, cards(*names), strict=True))}
    hands = {seat: tuple(swap.get(each, each) for each in hand) for seat, hand in game.hands.items()}
    assert compute_stated(StatedKind.ALL_FOUR, replay(game, pack(), rules())) is False
    tricks = [tuple((seat, swap.get(played, played)) for seat, played in trick) for trick in game.tricks]
    scat = tuple(swap.get(each, each) for each in game.scat)
    after = tuple(swap.get(each, each) for each in game.hand_after)
    other = changed(game, hands=hands, tricks=tricks, scat=scat, hand_after=after)
    assert compute_stated(StatedKind.ALL_FOUR, replay(other, pack(), rules())) is True
