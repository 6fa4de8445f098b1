"""`tarock replay`: model games and files of one's own, their exit status and what is printed."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from tarock.game.koenigrufen_1840.record import dump_game
from tests.conftest import ROOT, Run
from tests.game.koenigrufen_1840.builders import game_path, random_game


def altered(tmp_path: Path, name: str, old: str, new: str) -> str:
    text = game_path(name).read_text(encoding="utf-8")
    assert text.count(old) == 1, (old, text.count(old))
    path = tmp_path / "own.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["m3", "m4", "m6", "m7", "m8"])
def test_a_faultless_file(run: Run, name: str) -> None:
    found = run("replay", str(game_path(name)))
    assert (found.status, found.err) == (0, "")
    assert "finding" not in found.out
    assert "not reproduced" not in found.out


def test_a_model_game_trick_by_trick(run: Run) -> None:
    out = run("replay", "1840:m3").out
    assert out.startswith("1840:m3  Dreier mit ultimo angesagt  (as corrected)\n")
    assert "B says ultimo" in out
    assert "  calls Herz-König; Dreier of 3, scat Treffle-Neuner, Achter - Careau-Reiter" in out
    lines = out.splitlines()
    tricks = [line for line in lines if "takes" in line]
    assert len(tricks) == 12
    assert tricks[0].split("takes")[1].split() == ["B", "15", "1/3"]  # scat 9 and trick 37 thirds
    assert tricks[-1].split("takes")[1].split() == ["A", "33", "1/3"]
    assert "  declarer's side 33 1/3 points: lost by 2" in lines
    assert "    total    A 254  B 0  C 0  D 254" in lines
    assert any("154" in line and "[1840:41.1]" in line for line in lines)
    assert any("points lost: stated 2, computed 2" in line for line in lines)


def test_levels(run: Run) -> None:
    printed = run("replay", "1840:m3", "--level", "printed")
    assert printed.status == 0  # the findings of the author's games are recorded
    assert "X lies with A and with B  [DEAL-DUPLICATE, 1840:2.1]" in printed.out
    corrected = run("replay", "m3")
    assert "DEAL-DUPLICATE" not in corrected.out
    conjectured = run("replay", "1840:m1", "--level", "conjectured")
    assert (conjectured.status, "PLAY-REVOKE" in conjectured.out) == (0, False)
    none = run("replay", "1840:m7", "--level", "conjectured")
    assert none.status == 2
    assert none.err == "no conjectures about 1840:m7; expected the level printed or corrected\n"
    path = game_path("m3")
    own = run("replay", "1840:m3", str(path), "--level", "corrected")
    assert (own.status, own.out) == (2, "")
    assert own.err == f"{path}: a game file has no levels; expected a model game with --level\n"


def test_a_revoke_shows_what_65_makes_of_it(run: Run) -> None:
    out = run("replay", "1840:m1").out
    # B, a Gegner, revokes; his side loses; he pays his friend D the Consulation of a single Dreier
    assert "  by § 65, for the revoke" in out
    assert "50  revoke of B = 1 × 50  [1840:65.3]" in out


def test_nobody_is_convicted_by_a_card_that_lies_with_two(run: Run) -> None:
    """1840:m8 as transcribed gives C the XIII that A has and plays: whether C followed with it cannot be judged."""
    found = run("replay", "1840:m8", "--level", "printed")
    assert found.status == 0
    assert "XIII lies with A and with C  [DEAL-DUPLICATE, 1840:2.1]" in found.out
    assert "PLAY-REVOKE" not in found.out
    assert "§ 65" not in found.out
    assert "C's hand is uncertain, XIII lying in a second place too, XVIII being played but not in it:" in found.out
    (entry,) = json.loads(run("replay", "1840:m8", "--level", "printed", "--json").out)
    unsure = {each["seat"] for each in entry["findings"] if each["code"] == "HAND-UNCERTAIN"}
    assert unsure == {"A", "C", "D"}  # D's list lacks the Careau-Dreier
    assert entry["sheet_with_revokes"] is entry["scores_with_revokes"] is None
    for trick in entry["tricks"]:
        for play in trick["plays"]:
            if play["seat"] in unsure:
                assert (play["legal"], play["rule"]) == ([], "")
            else:
                assert play["card"] in play["legal"]
    # as corrected everything is judged
    assert "HAND-UNCERTAIN" not in run("replay", "1840:m8").out


def test_a_game_in_which_a_card_counts_twice_is_not_settled(run: Run, tmp_path: Path) -> None:
    path = altered(tmp_path, "m7", "  - C Herz-Dame - D Herz-Dreier", "  - C Herz-Dame - D Careau-Cavall")
    out = run("replay", path).out
    assert "Careau-Reiter would be counted twice: the result cannot be judged  [COUNT-UNCERTAIN, 1840:2.1]" in out
    assert "score sheet" not in out
    assert "Volat made: stated yes, not judged" in out
    (entry,) = json.loads(run("replay", path, "--json").out)
    assert (entry["result_points"], entry["scores"], entry["sheet"]) == (None, {}, [])
    assert [(each["computed"], each["verdict"]) for each in entry["stated"]] == [(None, "undetermined")]


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "trick"),
    [
        ("m7", "D Pique-Reiter - A Treffle-Zehner", "D Pique-Bube - A Treffle-Zehner", "PLAY-TWICE", 12),
        ("m7", "  - C II - D Treffle-Siebner", "  - C XVIII - D Treffle-Siebner", "PLAY-NOT-HELD", 2),
        ("m7", "  - C Herz-Dame - D Herz-Dreier", "  - C Herz-Dame - D Careau-Cavall", "PLAY-TWICE", 9),
        ("m4", "{seat: A, call: contra, of: ultimo}", "{seat: C, call: contra, of: ultimo}", "ANNOUNCE-SEAT", 0),
        ("m3", "what: lost_by, value: 2", "what: lost_by, value: 3", "RESULT-DIFFERS", 0),
        ("m8", "daß D beim siebenten", "daß C beim siebenten", "REMARK-DIFFERS", 7),
        ("m6", "{seat: C, bid: solo}", "{seat: B, bid: solo}", "BID-WRONG-DECLARER", 0),
    ],
)
def test_a_wrong_file_exits_1_with_the_finding(
    run: Run, tmp_path: Path, *, name: str, old: str, new: str, code: str, trick: int
) -> None:
    path = altered(tmp_path, name, old, new)
    found = run("replay", path)
    assert found.status == 1
    assert f"[{code}, 1840:" in found.out
    (entry,) = json.loads(run("replay", path, "--json").out)
    assert (entry["findings"][0]["code"], entry["findings"][0]["trick"]) == (code, trick)
    # the finding is printed behind its trick, or before the first
    lines = found.out.splitlines()
    place = next(number for number, line in enumerate(lines) if code in line)
    before = sum("takes" in line for line in lines[:place])
    assert before == trick


def test_of_many_findings_of_a_kind_the_rest_is_counted(run: Run, tmp_path: Path) -> None:
    trick = "  - A IX - B XI - C Scüs - D XVII\n"
    path = altered(tmp_path, "m7", trick, trick * 40)
    lines = run("replay", path).out.splitlines()
    shown = [line for line in lines if "[PLAY-TWICE, " in line]  # in 39 tricks four cards are played again
    assert len(shown) == 21
    assert shown[-1].endswith("  and 136 more of this kind  [PLAY-TWICE, 1840:2.1]")
    (entry,) = json.loads(run("replay", path, "--json").out)
    assert sum(found["code"] == "PLAY-TWICE" for found in entry["findings"]) == 156


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "many"),
    [
        ("  - A IX - B XI - C Scüs - D XVII\n", "tricks"),
        ("  - {seat: C, bid: dreier, fold: 2}\n", "bids"),
        ("king: Herz-König\n", "announcements"),
    ],
)
def test_what_is_surplus_is_refused_before_it_is_replayed(run: Run, tmp_path: Path, old: str, many: str) -> None:
    new = old * 2_000
    if many == "announcements":
        new = f"{old}announcements:\n" + "  - {seat: C, call: announce, of: ultimo}\n" * 2_000
    found = run("replay", altered(tmp_path, "m7", old, new))
    assert (found.status, found.out) == (2, "")
    assert f": expected `array` of length <= 100 in `{many}`; see " in found.err


def line_of(words: str) -> int:
    """The line of game 7 in which words stand."""
    text = game_path("m7").read_text(encoding="utf-8")
    return text.count("\n", 0, text.index(words)) + 1


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("A IX - B XI - C Scüs", "A IX - B XL - C Scüs", "column 14: `XL` cannot be read; expected a card such as"),
        ("king: Herz-König", "king: Herz-Könich", "column 12: `Könich` cannot be read"),
        ("king: Herz-König", 'king: "Herz-Könich"', "column 13: `Könich` cannot be read"),
        ("king: Herz-König", 'king: "Herz-K\\u00f6nich"', "character 6 of the value: `Könich` cannot be read"),
        ("king: Herz-König", "king: >-\n  Herz-Könich", "character 6 of the value: `Könich` cannot be read"),
        ("partner: A", "partner: Q", "seat `Q` is not at the table"),
        ('era: "1840"', 'era: "1800"', 'the file\'s era is `1800`; expected "1840", in quotes'),
        ('era: "1840"', "era: 1840", 'the file\'s era is the number 1840; expected "1840", in quotes'),
        ("what: volat", "what: vollat", "invalid enum value 'vollat' in `stated.0.what`"),
        ("king: Herz", "kink: Herz", "object contains unknown field `kink`"),
    ],
)
def test_a_file_that_cannot_be_read_exits_2(run: Run, tmp_path: Path, old: str, new: str, what: str) -> None:
    path = altered(tmp_path, "m7", old, new)
    found = run("replay", path)
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith(f"{path}:{line_of(old)}: {what}"), found.err
    assert "Traceback" not in found.err


def test_a_game_under_another_era_that_is_replayed_is_read_as_one_of_that(run: Run, tmp_path: Path) -> None:
    path = altered(tmp_path, "m7", 'era: "1840"', 'era: "1863"')
    found = run("replay", path)
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith(f"{path}:{line_of('ref: ')}: object contains unknown field `ref`"), found.err
    assert found.err.endswith("; see corpus/examples/game-1863.yaml\n")


@pytest.mark.parametrize(
    ("command", "text", "what"),
    [
        (("replay",), "[]", "no game; expected a mapping with `era:` and `seats:`; see {}/my-game.yaml"),
        (("replay",), "id: x", "object missing required field `era`; see {}/my-game.yaml"),
        (
            ("score", "--era", "1840"),
            "",
            "no score file; expected a mapping with `era:` and `seats:`; see {}/score-1840.yaml",
        ),
        (
            ("replay",),
            "score-1840",
            "this is a file for `tarock score --era 1840`; expected one such as {}/my-game.yaml",
        ),
        (
            ("replay",),
            "score-1754",
            "this is a file for `tarock score --era 1754`; expected one such as {}/game-1754.yaml",
        ),
        (
            ("score", "--era", "1840"),
            "my-game",
            "this is a file for `tarock replay`; expected one such as {}/score-1840.yaml",
        ),
        (
            ("score", "--era", "1863"),
            "score-1945-play",
            "this is a file for `tarock score --era 1945`; expected one such as {}/score-1863.yaml",
        ),
    ],
)
def test_what_fits_is_named_by_a_path_that_exists(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], text: str, what: str
) -> None:
    examples = ROOT / "corpus" / "examples"
    path = tmp_path / "own.yaml"
    example = examples / f"{text}.yaml"
    path.write_text(example.read_text(encoding="utf-8") if example.is_file() else text, encoding="utf-8")
    for here, folder in ((tmp_path, str(examples)), (ROOT, "corpus/examples")):
        monkeypatch.chdir(here)
        found = run(*command, str(path))
        assert (found.status, found.out) == (2, "")
        assert found.err.startswith(f"{path}:")
        assert found.err.partition(": ")[2] == f"{what.format(folder)}\n"
        assert (here / what.format(folder).rpartition(" ")[2]).is_file()


@pytest.mark.parametrize("command", ["replay", "score"])
def test_the_help_names_examples_that_exist(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for here in (tmp_path, ROOT):
        monkeypatch.chdir(here)
        named = re.findall(r"\S*examples/\S+\.yaml", run(command, "--help").out)
        assert named
        assert all((here / name).is_file() for name in named)


@pytest.mark.slow
def test_letters_may_be_written_in_two_characters(run: Run, tmp_path: Path) -> None:
    """`ö` as o and its dots, which look the same: as a Mac or a keyboard with dead keys may write them."""
    for command, source in (
        (("replay",), game_path("m7")),
        (("score", "--era", "1945"), ROOT / "corpus" / "examples" / "score-1945-play.yaml"),
    ):
        text = source.read_text(encoding="utf-8")
        path = tmp_path / source.name
        path.write_text(unicodedata.normalize("NFD", text), encoding="utf-8")
        assert path.read_text(encoding="utf-8") != text
        assert run(*command, str(path)) == run(*command, str(source))


def test_neither_game_nor_file(run: Run, tmp_path: Path) -> None:
    for name in ("1840:m9", "nothing.yaml", str(tmp_path)):
        found = run("replay", name)
        assert found.status == 2
        assert found.err == (
            f"`{name}` is neither a model game nor a file; expected 1840:m1 to 1840:m8, or the path of a game file\n"
        )


def test_several_games_and_json(run: Run) -> None:
    found = run("replay", "1840:m6", str(game_path("m7")), "--json")
    assert found.status == 0
    first, second = json.loads(found.out)
    assert (first["id"], second["id"]) == ("m6", "m7")
    assert first["scores"] == {"A": 232, "B": 232, "C": 0, "D": 232}
    assert first["tricks_won"] == {"A": 2, "B": 2, "C": 6, "D": 2}
    assert (
        second["undetermined"][0]["what"] == "whether the consolation of the game is written as well as that of Volat"
    )
    assert run("replay", "1840:m6", "1840:m7").out.count("score sheet") == 2


def test_random_games_of_one_s_own(run: Run, tmp_path: Path) -> None:
    paths = []
    for seed in range(20):
        path = tmp_path / f"{seed}.yaml"
        path.write_text(dump_game(random_game(random.Random(seed))), encoding="utf-8")
        paths.append(str(path))
    found = run("replay", *paths)
    assert (found.status, found.err) == (0, "")
    assert found.out.count("score sheet") == 20


def test_a_remark_on_a_trick_that_is_not_there(run: Run, tmp_path: Path) -> None:
    """A record that breaks off, with a remark on a later trick or on no card: findings, never a traceback."""
    path = altered(
        tmp_path,
        "m8",
        "daß D beim siebenten Stiche den Careau-König zugab",
        "daß D beim siebenten Stiche den Besen zugab",
    )
    assert run("replay", path).status == 0
    text = game_path("m8").read_text(encoding="utf-8").splitlines(keepends=True)
    start = next(number for number, line in enumerate(text) if line.startswith("tricks:"))
    end = next(number for number, line in enumerate(text) if line.startswith("remarks:"))
    cut = tmp_path / "cut.yaml"
    cut.write_text("".join(text[: start + 4] + text[end:]), encoding="utf-8")
    found = run("replay", str(cut))
    assert found.status == 1
    assert "[TRICKS-MISSING, 1840:14.1]" in found.out


def test_a_game_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = game_path("m7").read_bytes()
    whole = run("replay", str(game_path("m7")))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert run("replay", "-") == whole
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.replace(b"king: Herz", b"kink: Herz"))))
    found = run("replay", "-")
    assert (found.status, found.err.partition(" ")[0]) == (2, f"-:{line_of('king:')}:")


def test_a_game_from_a_pipe(tmp_path: Path) -> None:
    """`/dev/stdin` is no file, but can be read."""
    piped = subprocess.run(
        [sys.executable, "-m", "tarock", "replay", "/dev/stdin"],
        input=game_path("m7").read_bytes(), capture_output=True, cwd=tmp_path, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert (piped.returncode, piped.stderr) == (0, b"")
    assert "score sheet" in piped.stdout.decode()


def test_players_with_names(run: Run, tmp_path: Path) -> None:
    """A game of one's own between people: the same game as with letters."""
    names = {"A": "Anna", "B": "Franz Josef", "C": "Béla", "D": "Dr. X"}
    text = game_path("m7").read_text(encoding="utf-8")
    game = re.sub(r"(?m)^(remarks|stated):\n(  .*\n)*", "", text)  # what is said of A to D by letter
    game = re.sub(r"\b([A-D])(?=[:,\]\n}]| (?![a-z]))", lambda seat: names[seat[1]], game)
    path = tmp_path / "named.yaml"
    path.write_text(game, encoding="utf-8")
    (named,) = json.loads(run("replay", str(path), "--json").out)
    (plain,) = json.loads(run("replay", "1840:m7", "--json").out)
    assert named["findings"] == []
    assert named["scores"] == {names[seat]: points for seat, points in plain["scores"].items()}
    for name in ("", " Anna", "An - na", "x" * 41, "An\\nna"):
        path.write_text(game.replace("[Anna,", f'["{name}",'), encoding="utf-8")
        found = run("replay", str(path))
        assert (found.status, found.err.startswith(f"{path}:{line_of('seats:')}: ")) == (2, True), found.err
        assert "cannot be a seat" in found.err


def test_the_sheet_of_65_has_totals(run: Run) -> None:
    # Musterspiel 5: B, the Freund, revokes and his side has won: A keeps Alle drei, and each other has 50 (65.3)
    said = run("replay", "1840:m5").out
    assert said.count("total") == 2
    assert "total    A 100  B 50  C 50  D 50" in said.partition("§ 65")[2]


def test_json_tells_what_65_leaves_open(run: Run) -> None:
    printed = run("replay", "1840:m5").out
    (level,) = json.loads(run("replay", "1840:m5", "--json").out)
    # 65.3: the party that revoked and won may write nothing but honours; what becomes of its win is not said
    # 49.1: B, a friend, revokes in trick 9; the king that he took with in trick 1 is not home "ohne Renonce zu machen"
    codes = [point["code"] for point in level["undetermined_with_revokes"]]
    assert codes == ["king-with-revoke", "struck-for-revoke"]
    assert all(point["what"] in printed and point["taken"] in printed for point in level["undetermined_with_revokes"])
    totals = dict.fromkeys("ABCD", 0)
    for line in level["sheet_with_revokes"]:
        for seat in line["seats"]:
            totals[seat] += line["points"]
    assert totals == level["scores_with_revokes"] == {"A": 100, "B": 50, "C": 50, "D": 50}
    (sound,) = json.loads(run("replay", "1840:m6", "--json").out)
    assert sound["sheet_with_revokes"] is sound["undetermined_with_revokes"] is None
