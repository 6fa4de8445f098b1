"""A session at the terminal, through the command: whoever types sees what is printed, and nothing else."""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.game.koenigrufen_1840.builders import card, cards, may_play

pytestmark = pytest.mark.slow

SESSION = ("play", "--seed", "6", "--level", "1")


class Typist:
    """Somebody at the keyboard, who answers what has been printed since the last answer."""

    def __init__(self, capsys: pytest.CaptureFixture[str], answer: Callable[[str], str]):
        self.capsys, self.answer, self.read = capsys, answer, ""

    def readline(self, _size: int = -1) -> str:
        printed = self.capsys.readouterr().out
        self.read += printed
        return self.answer(printed) + "\n"


def test_a_game_is_played_saved_replayed_analysed_left_and_gone_on_with(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 60))
    played = run(*SESSION, "--save", str(tmp_path))
    assert played.status == 0
    [file] = tmp_path.glob("*.yaml")
    assert f"`tarock replay {file}`" in played.out
    whole = file.read_bytes()
    replayed = run("replay", str(file), "--json")
    assert replayed.status == 0
    [record] = json.loads(replayed.out)
    assert record["findings"] == []
    # what the session wrote is what the replay writes
    written = dict(re.findall(r"([A-D]) (-?\d+)", played.out.rpartition("so far: ")[2]))
    assert {seat: int(points) for seat, points in written.items()} == record["scores"]
    analysed = run("analyse", str(file), "--goal", "king", "--nodes", "500", "--json")
    assert analysed.status == 0
    assert len(json.loads(analysed.out)["plays"]) == 48
    # who leaves is told how to go on, and comes to the same game
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 5 + "quit\n"))
    again = tmp_path / "once again, it's me"
    again.mkdir()
    left = run(*SESSION, "--save", str(again), "--json")
    assert left.status == 0
    assert json.loads(left.out)["games"] == []
    [line] = re.findall(r"It goes on with: `tarock (.*)`$", left.err, re.M)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 60))
    gone_on = run(*shlex.split(line))
    assert gone_on.status == 0
    assert [game["id"] for game in json.loads(gone_on.out)["games"]] == [file.stem]
    assert (again / file.name).read_bytes() == whole


def test_what_a_folder_holds_already_is_never_replaced(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two seeds, other answers, the same once more; somebody's own file of that name; what a link leads to."""

    def play(seed: str, answer: str = "1") -> Path:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{answer}\n" * 2 + "1\n" * 60))
        played = run("play", "--seed", seed, "--save", str(tmp_path))
        assert played.status == 0
        [name] = re.findall(r"saved: .*/(.*\.yaml);", played.out)
        return tmp_path / str(name)

    first = play("8")
    before = first.read_bytes()
    assert play("8") == first  # the same game
    others = [play("9"), play("8", "2")]
    assert len({first, *others}) == 3
    assert first.read_bytes() == before
    mine, target = tmp_path / "mine.yaml", tmp_path / "target"
    first.rename(mine)
    first.write_text("of somebody's own")
    target.write_text("what a link leads to")
    (tmp_path / f"{first.stem}-3.yaml").symlink_to(target)
    (tmp_path / f"{first.stem}-4.yaml").symlink_to("nowhere")
    saved = play("8")
    assert saved == tmp_path / f"{first.stem}-5.yaml"
    assert saved.read_bytes() == mine.read_bytes() == before
    assert (first.read_text(), target.read_text()) == ("of somebody's own", "what a link leads to")
    assert not (tmp_path / "nowhere").exists()
    for file in (saved, *others):
        assert run("replay", str(file)).status == 0


def test_what_is_refused_names_its_paragraph_and_what_is_meant_is_asked_again(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every card of the hand that 1840:63 does not let be played is tried, words that are none, and both helps."""
    forbidden: list[str] = []
    words = ["Tarock 23", "hint", "hand", "99"]
    count = 0

    def answer(printed: str) -> str:
        nonlocal count
        hand = re.findall(r"^your hand: (.*)$", printed, re.M)
        table = re.findall(r"^on the table: ([A-D]) ([^,\n]*)", printed, re.M)
        if table and "1. " in printed:
            names = hand[-1].split(", ")
            legal = may_play(cards(*names), card(table[-1][1]))
            forbidden[:] = [name for name in names if card(name) not in legal]
            count += len(forbidden)
            offered = re.findall(r"^\d+\. (.*)$", printed, re.M)
            assert {card(name) for name in offered} == set(legal)
        if forbidden:
            return forbidden.pop()
        return words.pop(0) if words and "you lead" in typist.read else "1"

    typist = Typist(capsys, answer)
    monkeypatch.setattr("sys.stdin", typist)
    outcome = run(*SESSION)
    printed = typist.read + outcome.out
    assert outcome.status == 0
    assert count > 10
    refusals = re.findall(r"^no: (.*)$", printed, re.M)
    assert len(refusals) == count
    assert all("1840:63" in said for said in refusals)
    assert printed.count("is no action; expected 1 to") == 2
    assert re.search(r"^  .* \[1840:(91|96|117|124)\.\d\]$", printed, re.M)  # what the author says of leads
    assert printed.count("The machine would do this: ") == printed.count("ended with Points for who was to act") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seat", "E"), "invalid choice"),
        (("--level", "9"), "invalid choice"),
        (("--deals", "0"), "expected 1 to"),
        (("--seed", "x"), "invalid int"),
        (("--save", "/nowhere/at all"), "the folder to save games in is missing"),
        (("--answers", "dreier 9"), "`dreier 9`; expected one of: pass, dreier 1"),
    ],
)
def test_bad_input_is_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    refused = run(*SESSION, *arguments)
    assert refused.status == 2
    assert said in refused.err


def test_a_game_of_another_source_is_played_to_its_sheet(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of what may be done, until the deal is over; the file that is saved replays without a fault."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 60))
    played = run("play", "--era", "1754", "--seed", "7", "--save", str(tmp_path))
    assert played.status == 0, played.err
    assert "A game by the rules of 1754, with what we assume" in played.out
    (saved,) = tmp_path.iterdir()
    again = run("replay", str(saved))
    assert again.status == 0
    assert "values that we assume" in again.out
    totals = re.compile(r"Totals\n  (.+)")
    assert totals.search(again.out).group(1) == totals.search(played.out).group(1)  # type: ignore[union-attr]
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    left = run("play", "--era", "1754", "--seed", "7", "--answers", "1")
    assert "play --era 1754 --seat A --seed 7" in left.err
