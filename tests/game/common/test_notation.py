"""The notation of the books: reading and writing cards and plays, and the column of what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.game.common.notation import NotationError, read_cards, read_plays, write_cards, write_plays
from tests.game.koenigrufen_1840.builders import SEATS, card, cards, in_order, pack


@pytest.mark.parametrize(
    ("text", "names"),
    [
        # lines of the Musterspiele as they are printed
        ("XXI. V. - Treffle-Dame und Neuner - Herz-Aß", ["XXI", "V", "Treffle-Dame", "Treffle-Neuner", "Herz-Aß"]),
        ("Scüs, XXI. XX.", ["Scüs", "XXI", "XX"]),
        ("XII. VII. III. und Pagat - Pique-Neuner", ["XII", "VII", "III", "I", "Pique-Neuner"]),
        ("Treffle-Bube, Achter und Siebner", ["Treffle-Bube", "Treffle-Achter", "Treffle-Siebner"]),
        ("Herz-König - dann Careau-Reiter", ["Herz-König", "Careau-Cavall"]),
        ("Careau-Vierer - Herz-Vierer - und Pique-Achter", ["Careau-Vierer", "Herz-Vierer", "Pique-Achter"]),
        ("Pique-Achter u. Siebner.", ["Pique-Achter", "Pique-Siebner"]),
        ("Mond", ["XXI"]),
        ("Coeur-As, Caval", ["Herz-Aß", "Herz-Cavall"]),
        ("", []),
    ],
)  # fmt: skip
def test_read_cards(text: str, names: list[str]) -> None:
    assert read_cards(text, pack()) == cards(*names)


@pytest.mark.parametrize(
    ("text", "column", "token"),
    [
        ("XXI. XIX. - Treffle-Dama", 21, "Dama"),
        ("XXII", 1, "XXII"),
        ("Pique-Kö,nig", 7, "Kö,nig"),  # a comma inside a word, as 1840:m5.s10 has it
        ("XX. Dame", 5, "Dame"),  # no suit holds after a tarock
        ("Herz Dame", 1, "Herz"),
        ("Herz-Zehner", 6, "Zehner"),  # red suits have no ten
        ("Herz-Dame - Treffle-Aß", 21, "Aß"),
    ],
)
def test_unreadable_cards_name_the_column(text: str, column: int, token: str) -> None:
    with pytest.raises(NotationError) as raised:
        read_cards(text, pack(), place="1840:m9.A")
    assert str(raised.value).startswith(f"1840:m9.A: column {column}: `{token}` cannot be read; expected")
    assert raised.value.exit_status == 2


def test_read_plays_with_the_remark_behind_them() -> None:
    plays, remark = read_plays("C XV. - D IX. - A VIII. - B XI. D schont sich mit dem XXI.", pack(), 4)
    assert plays == (("C", card("XV")), ("D", card("IX")), ("A", card("VIII")), ("B", card("XI")))
    assert remark == "D schont sich mit dem XXI."
    plays, remark = read_plays("A Treffle-Reiter - B VII. - C Treffle-Zehner - D Pagat.", pack(), 4)
    assert [one.name for _seat, one in plays] == ["Treffle-Cavall", "VII", "Treffle-Zehner", "I"]
    assert remark == ""


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("A XV. - B IX. - C II.", 22, "the text ends too early; expected a seat"),  # the fourth play is missing
        ("A XV. - XI. - C II. - D III.", 9, "expected a seat"),
        ("A XV. - B Herz-Dam - C II. - D III.", 16, "cannot be read"),
        ("A XV. - B Herz-Dame !! - C II. - D III.", 21, "cannot be read"),
        ("A XV und XVI. - B II. - C III. - D IV.", 3, "expected one card"),
    ],
)
def test_unreadable_plays_name_the_column(text: str, column: int, what: str) -> None:
    with pytest.raises(NotationError, match=what) as raised:
        read_plays(text, pack(), 4)
    assert f"column {column}:" in str(raised.value)


def test_a_stray_hyphen_is_named_with_its_column_and_what_follows() -> None:
    with pytest.raises(NotationError) as raised:
        read_cards("XV, -Siebnerundachtzig", pack(), offset=100)
    assert str(raised.value).startswith("column 105: `-Siebnerunda` cannot be read")


def test_write() -> None:
    assert write_cards(cards("XXI", "I", "Treffle-Dame", "Treffle-Neuner", "Herz-Aß")) == (
        "XXI Pagat - Treffle-Dame, Neuner - Herz-Aß"
    )
    assert write_cards(()) == ""
    plays = (("A", card("II")), ("B", card("Pagat")), ("C", card("Herz-Aß")), ("D", card("III")))
    assert write_plays(plays) == "A II - B Pagat - C Herz-Aß - D III"


@given(st.sets(st.sampled_from(pack().cards)))
def test_every_pile_survives_writing_and_reading(pile: set[object]) -> None:
    listed = in_order(pile)  # type: ignore[arg-type]
    assert read_cards(write_cards(listed), pack()) == listed


@given(st.permutations(pack().cards))
def test_every_trick_survives_writing_and_reading(deck: list[object]) -> None:
    plays = tuple(zip(SEATS, deck, strict=False))
    assert read_plays(write_plays(plays), pack(), 4) == (plays, "")  # type: ignore[arg-type]


@given(st.text(alphabet="XIVabcdHerzPique-DmKö., und$#ABC ", max_size=40))
def test_any_text_is_read_or_refused_with_a_column(text: str) -> None:
    for read in (lambda: read_cards(text, pack()), lambda: read_plays(text, pack(), 4)):
        try:
            read()
        except NotationError as error:
            column = int(str(error).removeprefix("column ").partition(":")[0])
            assert 1 <= column <= len(text) + 1


def test_seats_may_have_names() -> None:
    names = ("Anna", "Anna Maria", "Dr. X", "Jean-Paul")
    text = "Anna XXI - Anna Maria Herz-König - Dr. X. Pagat. Jean-Paul. Treffle-Dame. So it was"
    plays, rest = read_plays(text, pack(), 4, seats=names)
    assert [(seat, played.name) for seat, played in plays] == [
        ("Anna", "XXI"), ("Anna Maria", "Herz-König"), ("Dr. X", "I"), ("Jean-Paul", "Treffle-Dame"),
    ]  # fmt: skip
    assert rest == "So it was"
    with pytest.raises(NotationError) as raised:
        read_plays("Q XXI", pack(), 4, seats=names)
    assert str(raised.value) == "column 1: `Q XXI` cannot be read; expected a seat such as `Anna ` and a card"
