"""Game files: written and read again the same, and refused with file and line when they are wrong."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.game.koenigrufen_1840.record import Bid, Game, Remark, Stated, dump_game, read_game
from tarock.game.koenigrufen_1840.replay import replay
from tarock.game.koenigrufen_1840.vocabulary import BidKind, StatedKind
from tests.conftest import Run
from tests.game.koenigrufen_1840.builders import changed, game_path, load_game, model, pack, random_game, rules

NAMES = ("m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8")


def reread(game: Game, path: Path) -> Game:
    document = yamlio.parse(dump_game(game), path)
    return read_game(document.convert(Game, document.data), pack(), rules(), document)


@pytest.mark.parametrize("name", NAMES)
def test_the_model_games_are_written_as_they_are_read(name: str) -> None:
    schema, head, text = game_path(name).read_text(encoding="utf-8").split("\n", 2)
    assert schema.startswith("# yaml-language-server: $schema=")
    assert head.startswith("# Read out of the edition")
    assert dump_game(model(name)) == text
    assert reread(model(name), game_path(name)) == model(name)


@given(st.integers(0, 10**6))
def test_random_games_survive_writing_and_reading(seed: int) -> None:
    game = random_game(seed)
    assert reread(game, game_path("m1")) == game
    assert dump_game(reread(game, game_path("m1"))) == dump_game(game)


words = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Cn", "Co"), exclude_characters="\ufeff"), max_size=20
) | st.sampled_from(
    ["null", "true", "no", "1:30", "~", "a: b", "- x", "Dreier ", " x", "#", "'", '"', "Ein-", "x\ny", "\t", "Null"]
)


@given(words, words, st.integers(-1, 12), st.sampled_from(StatedKind), st.booleans() | st.integers(-70, 70))
def test_any_words_survive(title: str, text: str, after: int, what: StatedKind, value: bool | int) -> None:
    game = changed(
        model("m7"),
        title=title,
        id=text or "x",
        remarks=(Remark(after=after, text=text, ref=title),),
        stated=(Stated(what=what, value=value, ref=title, quote=text),),
    )
    again = reread(game, game_path("m7"))
    assert again == game
    assert type(again.stated[0].value) is type(value)


def test_every_order_of_seats_and_dealer() -> None:
    game = model("m7")
    assert [changed(game, dealer=seat).find_forehand(rules()) for seat in "ABCD"] == ["B", "C", "D", "A"]
    assert game.order_seats("C") == ("C", "D", "A", "B")
    assert changed(game, dealer="E", fifth="E").find_forehand(rules()) == "A"
    assert game.talon.cards == (*game.talon.upper, *game.talon.lower)
    assert model("m6").talon.cards == model("m6").talon.whole
    assert (game.solo, model("m6").solo) == (False, True)


@pytest.mark.parametrize(
    ("old", "new", "at", "what"),
    [
        ("partner: A", "partner: Q", "partner:", "seat `Q` is not at the table; expected one of A, B, C, D"),
        ("declarer: C", "declarer: Q", "declarer:", "seat `Q` is not at the table"),
        ("dealer: D", "dealer: Q", "dealer:", "seat `Q` is not at the table"),
        ("dealer: D", "dealer: D\nfifth: A", "seats:", "a seat is named twice"),
        (
            "{seat: C, bid: dreier, fold: 2}",
            "{seat: Q, bid: dreier, fold: 2}",
            "  - {seat: Q",
            "seat `Q` is not at the table",
        ),
        (
            "{seat: C, bid: dreier, fold: 2}",
            "{seat: C, bid: vierer, fold: 2}",
            "  - {seat: C",
            "invalid enum value 'vierer'",
        ),
        (
            "{seat: C, bid: dreier, fold: 2}",
            "{seat: C, bid: dreier, folds: 2}",
            "  - {seat: C",
            "object contains unknown field `folds`",
        ),
        ("seats: [A, B, C, D]", "seats: [A, B, C]", "dealer:", "seat `D` is not at the table"),
        ("seats: [A, B, C, D]", "seats: [A, B, C, D, D]", "seats:", "a seat is named twice"),
        ("seats: [A, B, C, D]", "seats: [A, B, C, D, E]", "seats:", "5 seats; expected 4 by 1840:7.1"),
        ("king: Herz-König", "king: Herz-König, Dame", "king:", "column 7: `Herz-König, Dame` is not one card"),
        ("king: Herz-König", "king: Herz-Könich", "king:", "column 12: `Könich` cannot be read"),
        (
            "  - A IX - B XI - C Scüs - D XVII",
            "  - A IX - B XL - C Scüs - D XVII",
            "  - A IX",
            "column 14: `XL` cannot be read",
        ),
        (
            "  - A IX - B XI - C Scüs - D XVII",
            "  - A IX - B XI - C Scüs",
            "  - A IX",
            "column 25: the text ends too early",
        ),
        (
            "  - A IX - B XI - C Scüs - D XVII",
            "  - A IX - B XI - C Scüs - D XVII. Ei",
            "  - A IX",
            "column 36: `Ei` stands behind the trick",
        ),
        (
            'scat: "Treffle-Bube, Neuner - Pique-Neuner"',
            "scat: Treffle-Bubi",
            "scat:",
            "column 15: `Bubi` cannot be read",
        ),
        ("talon:", "talon:\n  whole: XIX", "  whole:", "the talon is given whole and in halves"),
        ("purchase: {first: 2, kept: 4}", "purchase: {first: zwei, kept: 4}", "purchase:", "expected `int`, got `str`"),
        ('era: "1840"', 'era: "1840"\nera: "1863"', 'era: "1863"', "duplicate key `era`"),
        ('era: "1840"', "", "id:", "object missing required field `era`"),
        (
            "king: Herz-König",
            "king: Herz-König\nannouncements:\n  - {seat: Q, call: announce, of: ultimo}",
            "  - {seat: Q",
            "seat `Q`",
        ),
    ],
)
def test_wrong_files_name_the_line(tmp_path: Path, old: str, new: str, at: str, what: str) -> None:
    text = game_path("m7").read_text(encoding="utf-8")
    assert text.count(old + "\n") == 1, old
    path = tmp_path / "own.yaml"
    text = text.replace(old + "\n", new + "\n" if new else "")
    path.write_text(text, encoding="utf-8")
    line = next(number for number, words in enumerate(text.splitlines(), 1) if words.startswith(at))
    with pytest.raises(CodexError) as raised:
        load_game(path)
    assert raised.value.exit_status == 2
    assert str(raised.value).startswith(f"{path}:{line}: {what}")


def test_missing_hand(tmp_path: Path) -> None:
    text = game_path("m7").read_text(encoding="utf-8")
    path = tmp_path / "own.yaml"
    path.write_text("\n".join(one for one in text.split("\n") if not one.startswith("  D: ")), encoding="utf-8")
    with pytest.raises(CodexError, match="hands and seats differ; expected a hand for each of A, B, C, D"):
        load_game(path)


def test_least_that_a_file_must_say(tmp_path: Path) -> None:
    """Remarks, stated results, titles and references may be left out."""
    game = changed(model("m7"), remarks=(), stated=(), title="", ref="", partner="", hand_after=())
    path = tmp_path / "own.yaml"
    path.write_text(dump_game(game), encoding="utf-8")
    assert load_game(path) == game
    keys = {
        line.partition(":")[0]
        for line in path.read_text(encoding="utf-8").splitlines()
        if line[0] in string.ascii_letters
    }
    assert keys == {
        "id",
        "era",
        "seats",
        "dealer",
        "declarer",
        "hands",
        "talon",
        "bids",
        "king",
        "purchase",
        "scat",
        "tricks",
    }


def test_bids_keep_what_is_implied() -> None:
    assert model("m4").bids == (
        Bid(seat="A", bid=BidKind.DREIER, fold=2, implied=True),
        Bid(seat="B", bid=BidKind.DREIER, fold=3),
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("consulation: small\nsmall_consulation: -10\n", "points above 0"),
        ("consulation: middle\nsmall_consulation: 20\n", "expected both"),
    ],
)
def test_an_agreed_small_consulation_must_fit(tmp_path: Path, fields: str, message: str) -> None:
    text = game_path("m3").read_text(encoding="utf-8")
    path = tmp_path / "game.yaml"
    path.write_text(text.replace("hands:\n", f"{fields}hands:\n", 1), encoding="utf-8")
    with pytest.raises(CodexError, match=message):
        load_game(path)


def test_the_agreed_small_consulation_is_what_a_game_pays(tmp_path: Path) -> None:
    """Game 3 at a small Consulation of ten: lost by two at a triple Dreier, 2 × 2 + 3 × 10; the ultimo 2 × 10."""
    text = game_path("m3").read_text(encoding="utf-8")
    path = tmp_path / "game.yaml"
    path.write_text(
        text.replace("hands:\n", "consulation: small\nsmall_consulation: 10\nhands:\n", 1), encoding="utf-8"
    )
    game = load_game(path)
    assert replay(game, pack(), rules()).sheet.totals == {"A": 54, "B": 0, "C": 0, "D": 54}


@pytest.mark.parametrize(
    ("stated", "forehands"),
    [
        # the seats of a file stand in order of play, which goes to the right: who deals, and who is then the Vorhand
        ({}, {"A": "B", "D": "A", "E": "A"}),  # 7.7: "dem Geber zunächst der rechten Hand"
        ({"game.forehand": "left of dealer"}, {"A": "D", "D": "C", "E": "D"}),
        ({"game.rotation": "to the left"}, {"A": "D", "D": "C", "E": "D"}),
        ({"game.forehand": "opposite dealer"}, {"A": "C", "D": "B"}),
        ({"game.forehand": "dealer"}, {"A": "A", "D": "D"}),
    ],
)
def test_the_vorhand_sits_where_the_table_says(stated: dict[str, str], forehands: dict[str, str]) -> None:
    by = rules().fork(stated)
    for dealer, due in forehands.items():
        game = changed(model("m7"), dealer=dealer, fifth="E" * (dealer == "E"))
        assert game.find_forehand(by) == due
        assert replay(game, pack(), by).forehand == due


def test_a_seat_that_a_dealer_has_not_is_refused() -> None:
    with pytest.raises(CodexError, match=r"`game\.forehand` says `right of the writer`"):
        model("m7").find_forehand(rules().fork({"game.forehand": "right of the writer"}))


def test_a_talon_is_not_given_whole_and_one_half_again(tmp_path: Path) -> None:
    text = game_path("m6").read_text(encoding="utf-8")
    path = tmp_path / "own.yaml"
    path.write_text(
        text.replace("\nbids:", '\n  upper: "Herz-König - Treffle-Neuner, Achter"\nbids:', 1), encoding="utf-8"
    )
    with pytest.raises(CodexError, match="the talon is given whole and in halves"):
        load_game(path)


def test_a_playthrough_of_openspiel_is_refused_as_another_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "playthrough.txt"
    file.write_text("game: tarok(players=3)\n\nGameType.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC\n", "utf-8")
    outcome = run("replay", str(file))
    assert (outcome.status, outcome.out) == (2, "")
    assert "a playthrough of OpenSpiel's game `tarok`, which has other rules" in outcome.err
