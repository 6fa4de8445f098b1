"""Rule values that are words: read exactly, and refused when nobody knows them."""

from __future__ import annotations

import pytest

from tarock.base.errors import CodexError
from tarock.game.common.records import Side, read_enum, read_enums
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.vocabulary import SeatPlace, TalonHalf
from tests.game.koenigrufen_1840.builders import changed, model, pack, rules


def test_words_of_the_table() -> None:
    assert (
        read_enum(rules(), "talon.half", TalonHalf, fold=2) is TalonHalf.LOWER
    )  # 1840:21.6: "bei einem zweifachen die unteren"
    # 1840:50.1: "die Vorhand oder eine Mittelhand (zweiter, dritter Platz)"
    assert read_enums(rules(), "honours.lapse_seats", SeatPlace) == (SeatPlace.FIRST, SeatPlace.SECOND, SeatPlace.THIRD)


def test_an_unknown_word_names_what_was_expected() -> None:
    with pytest.raises(CodexError) as raised:
        read_enum(rules().fork({"five.shares_with": "dealer"}), "five.shares_with", Side)
    assert str(raised.value).endswith(
        "1840/five.yaml: `five.shares_with` says `dealer`; expected one of `declarer`, `defenders`"
    )


@pytest.mark.parametrize(
    ("key", "value", "name"),
    [
        ("volat.cancels", ["card_points", "the king"], "m7"),
        ("honours.lapse_seats", ["first", "second", "third", "dealer's"], "m5"),
        ("honours.cards[honour=all_three]", ["Scüs", "Mond", "Pagatl"], "m1"),
        ("announcements.raises", ["contra", "retour"], "m4"),
        ("announcements.allowed_to[feat=ultimo]", ["declarer", "friend"], "m4"),
        ("announcements.raise_by[call=contra,party=declarer]", ["Gegner"], "m4"),
        ("discard.never", ["König", "Sküs"], "m1"),
        ("talon.half[fold=4]", "middle", "m7"),
        ("talon.counts_for[contract=dreier]", "dealer", "m1"),
        ("talon.counts_for[contract=solo]", "dealer", "m6"),
        ("discard.counts_for", "dealer", "m1"),
        ("settlement.stake.default", "mittel", "m1"),
    ],
)
def test_the_engine_refuses_nonsense(key: str, value: object, name: str) -> None:
    # Musterspiel 5 with all passing first: C holds Alle drei, and where he sits decides whether they lapse
    game = changed(model(name), bids=()) if key == "honours.lapse_seats" else model(name)
    replay(game, pack(), rules())
    with pytest.raises(CodexError):
        replay(game, pack(), rules().fork({key: value}))
