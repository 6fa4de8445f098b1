"""The short notation: what is written is read again as the same game, and a fault is told at its line."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from msgspec import structs

from tarock.base.errors import CodexError
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.record import GAME, Game, Remark, Stated, dump_game, read_game
from tarock.game.koenigrufen_1840.session import ERA
from tarock.game.koenigrufen_1840.short_notation import is_short, parse_short, write_short
from tarock.game.koenigrufen_1840.vocabulary import StatedKind
from tarock.library import CodexLibrary
from tests.conftest import EVERY, ROOT, Run
from tests.game.koenigrufen_1840.builders import pack, rules
from tests.game.koenigrufen_1840.test_state import finished
from tests.helpers import replace_once

EXAMPLE = ROOT / "corpus/examples/my-game.yaml"
GAMES = 1000 if EVERY == 1 else 50


def reread(text: str) -> Game:
    document = parse_short(text, Path("game.txt"))
    return read_game(ERA.read_as(GAME, document), pack(), rules(), document)


def test_games_are_read_again_as_they_were_written() -> None:
    rng, written = random.Random(49), 0
    while written < GAMES:
        state = finished(rng)
        if state.declarer < 0:
            continue
        game = structs.replace(state.to_game(), id=f"game-{written}", title=rng.choice(("", "An evening: at home")))
        text = write_short(game)
        assert is_short(text)
        assert dump_game(reread(text)) == dump_game(game)
        assert write_short(reread(text)) == text
        written += 1


def test_the_model_games_are_read_again(computed: ComputedCodex) -> None:
    """They have remarks, stated results with quotations, and bids that are only implied."""
    for name in computed.games.names:
        game = computed.games.replay_model(name, "corrected").replay.game
        assert dump_game(reread(write_short(game))) == dump_game(game)


def test_what_else_a_game_may_have_is_read_again(computed: ComputedCodex) -> None:
    game = computed.games.replay_file(EXAMPLE).replay.game
    renamed = {"A": "Anna", "B": "Béla", "C": "Franz Josef", "D": "Eva"}
    named = structs.replace(
        game,
        seats=tuple(renamed.values()),
        dealer="Eva", declarer="Béla", partner="Eva", called_late=True, ref="1840:m3",
        hands={renamed[seat]: hand for seat, hand in game.hands.items()},
        bids=tuple(structs.replace(bid, seat=renamed[bid.seat], implied=bid.seat == "C") for bid in game.bids),
        tricks=tuple(tuple((renamed[seat], card) for seat, card in trick) for trick in game.tricks),
        title="Game #3 [of 4]",
        remarks=(
            Remark(after=0, text="Well # played: so far", ref="1840:m3.s1"),
            Remark(after=-1, text="The end [1840:1]"),
        ),
        stated=(
            Stated(what=StatedKind.WON_BY, value=-3, ref="1840:m3", quote='he said "no"; and went'),
            Stated(what=StatedKind.WON, value=False),
        ),
    )  # fmt: skip
    assert reread(write_short(named)) == reread(write_short(reread(write_short(named))))
    assert dump_game(reread(write_short(named))) == dump_game(named)
    with pytest.raises(CodexError, match="the seat `A, B` cannot be written so"):
        write_short(structs.replace(game, seats=("A, B", "B", "C", "D")))


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("hand C: XX VII", "hand C: XX Sküüs", 7, "`Sküüs` cannot be read"),
        ("3: D Herz-Zweier", "3: D Herz-Zwelfer", 19, "`Zwelfer` cannot be read"),
        ("bids: A pass", "bids: passe", 10, "`passe` is no bid"),
        ("bids: A pass", "bids: X pass", 10, "seat `X` is not at the table"),
        ("4: B", "5: B", 20, "trick 5 stands here; expected trick 4"),
        ("dealer: D", "dealer: D\ndealer: A", 5, "`dealer` stands there already"),
        ("dealer: D", "giver: D", 4, "`giver` is no part of a game"),
        ("dealer: D", "dealer D", 4, "`dealer D` is no line of a game"),
        ("buys: 1", "buys: one", 14, "`one` is no purchase"),
        ("won yes", "won perhaps", 29, "is no result"),
        ("ultimo yes", "king yes", 29, "invalid enum value"),
    ],
)
def test_a_fault_is_told_at_its_line(run: Run, tmp_path: Path, old: str, new: str, line: int, told: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(run("replay", str(EXAMPLE), "--text").out, encoding="utf-8")
    assert run("replay", str(file)) == run("replay", str(EXAMPLE))
    replace_once(file, old, new)
    outcome = run("replay", str(file))
    assert outcome.status == 2
    assert outcome.err.startswith(f"{file}:{line}: ")
    assert told in outcome.err


def test_a_game_that_is_typed_is_read(run: Run, tmp_path: Path) -> None:
    """With comments, dashes of word processors, other names of cards, and lines in another order."""
    text = run("replay", str(EXAMPLE), "--text").out.replace("Scüs", "Sküs").replace(" - ", " – ")
    head, *lines = text.replace("Treffle", "Kreuz").splitlines()
    tricks = [line for line in lines if line[0].isdigit()]
    others = [line for line in lines if line not in tricks]
    file = tmp_path / "game.txt"
    file.write_text(
        "\n".join(["# typed", "", head.upper(), *reversed(others), "", *tricks]) + "  # end", encoding="utf-8"
    )
    typed, expected = run("replay", str(file)), run("replay", str(EXAMPLE))
    assert typed.out.partition("\n")[2] == expected.out.partition("\n")[2]


def test_programs_give_it_in_place_of_a_file(computed: ComputedCodex, run: Run) -> None:
    library = CodexLibrary(computed)
    text = run("replay", str(EXAMPLE), "--text").out
    game = library.read_game(EXAMPLE.read_text(encoding="utf-8"))
    assert library.read_game(text) == game
    assert library.replay(library.read_game(text)).as_dict() == library.replay(game).as_dict()
    with pytest.raises(CodexError, match="<text>:4: `giver` is no part of a game"):
        library.read_game(text.replace("dealer: D", "giver: D"))
    with pytest.raises(CodexError, match="this is a file for `tarock replay`"):
        library.settle("1840", text)


@pytest.mark.slow
def test_the_command_that_plays_writes_it(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 60))
    assert run("play", "--seed", "6", "--level", "1", "--save", str(tmp_path), "--text").status == 0
    (file,) = tmp_path.glob("*.txt")
    assert is_short(file.read_text(encoding="utf-8"))
    assert run("replay", str(file)).status == 0
