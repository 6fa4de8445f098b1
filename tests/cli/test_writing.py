"""Every command that writes, run twice into one place with different inputs: what this run did not make stays."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest

from tarock import cli
from tarock.base.project import Project
from tarock.publish.export.registry import FORMATS
from tests.conftest import ROOT, Run, thorough

EXAMPLES = ROOT / "corpus/examples"
# Of each command that prints what one may keep, two inputs.
PRINTED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "show": (("1754:1",), ("1754:2",)),
    "cite": (("1754:1",), ("1754:2",)),
    "verify": (("„die doppelte Consulation“ 1840:47.2",), ("„die doppelte Konsulation“ 1840:47.2",)),
    "diff": (("1840@1.0.0", "1840"), ("1840", "1840@1.0.0")),
    "search": (("ultimo",), ("Pagat",)),
    "words": (("1863",), ("1754",)),
    "compare": (("--topic", "pack.cards"), ("--topic", "deal.hand")),
    "replay": (("1840:m3",), ("1840:m4",)),
    "analyse": (("1840:m8",), ("1840:m7",)),
    "hand": (("--printed",), ("--printed", "--json")),
    "score": (
        ("--era", "1754", str(EXAMPLES / "score-1754.yaml")), ("--era", "1863", str(EXAMPLES / "score-1863.yaml")),
    ),
    "completion": (("bash",), ("zsh",)),
}  # fmt: skip
READ = {"replay": ("my-game.yaml",), "score": ("score-1754.yaml", "--era", "1754"), "verify": ("my-game.yaml",),
        "analyse": ("my-game.yaml", "--nodes", "500")}  # fmt: skip
FORMS: dict[str, tuple[str, ...]] = {"pdf": ("codex",), "epub": (), **dict.fromkeys(FORMATS, ())}


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder; of a link, what it leads to."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_each_option_that_names_a_place_is_tried_here(run: Run) -> None:
    """With the games of `play` in `test_play.py`, where two seeds and two ways to play are saved into one folder."""
    named = {
        (command, option)
        for command in cli.COMMANDS
        for option in re.findall(r"(--?\w+) (?:FILE|FOLDER|DIR)\b", run(command, "--help").out)
    }
    others = {("export", "--output"), ("site", "--output"), ("play", "--save")}
    assert {(command, re.sub("^-o$", "--output", option)) for command, option in named} == others | {
        (command, "--output") for command in PRINTED
    }
    assert PRINTED.keys() == {*cli.PRINTING}


@pytest.mark.parametrize("command", PRINTED)
def test_a_file_that_is_named_is_replaced_and_no_other(run: Run, tmp_path: Path, command: str) -> None:
    file, link, target = tmp_path / "file.txt", tmp_path / "link.txt", tmp_path / "target.txt"
    file.write_text("from before", encoding="utf-8")
    target.write_text("mine", encoding="utf-8")
    link.symlink_to(target)
    kept = []
    for arguments in PRINTED[command]:
        printed = run(command, *arguments)
        assert run(command, *arguments, "-o", str(file)).status == printed.status
        assert file.read_text(encoding="utf-8") == printed.out
        kept.append(printed.out)
    assert kept[0] != kept[1]
    refused = run(command, *PRINTED[command][0], "-o", str(link))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(f"{link}: is a link, and what it leads to would be replaced; expected another name")
    assert link.is_symlink()
    assert contents(tmp_path) == {"file.txt": kept[1].encode(), "link.txt": b"mine", "target.txt": b"mine"}


@pytest.mark.parametrize("command", READ)
@pytest.mark.parametrize("how", ["itself", "another way", "hard link"])
def test_what_is_read_is_not_replaced(run: Run, tmp_path: Path, command: str, how: str) -> None:
    name, *more = READ[command]
    file = tmp_path / name
    shutil.copyfile(EXAMPLES / name, file)
    output = file
    if how == "another way":
        (tmp_path / "folder").symlink_to(tmp_path)
        output = tmp_path / "folder" / name
    elif how == "hard link":
        output = tmp_path / "other.yaml"
        output.hardlink_to(file)
    refused = run(command, str(file), *more, "-o", str(output))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == f"{output}: is read by this command, and would be replaced; expected another name\n"
    assert file.read_bytes() == output.read_bytes() == (EXAMPLES / name).read_bytes()


def test_what_is_read_from_standard_input_is_not_replaced(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where standard input is the file itself, as in `tarock replay - < FILE -o FILE`; else it is written."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((EXAMPLES / "my-game.yaml").read_bytes())))
    assert run("replay", "-", "-o", str(tmp_path / "out.txt")).status == 0
    assert cli._is_same_file("-", Path("/dev/stdin").resolve()) is Path("/dev/stdin").exists()


@pytest.mark.parametrize("name", ["corpus/everyday.yaml", "rules_data/new.txt", "CITATION.cff", "CHANGELOG.md"])
def test_no_output_goes_among_the_data(run: Run, codex: Project, tmp_path: Path, name: str) -> None:
    (tmp_path / "way").symlink_to(codex.root)
    before = contents(codex.root)
    for output in (codex.root / name, tmp_path / "way" / name):
        for command in (("show", "1754:1"), ("export", "bib")):
            refused = run(*command, "-o", str(output), root=codex)
            assert (refused.status, refused.out) == (2, "")
            assert f"{output}: lies among the data that it would be made from; expected a place beside" in refused.err
    assert contents(codex.root) == before


@pytest.mark.parametrize("form", [pytest.param(form, marks=[] if form == "bib" else thorough) for form in FORMS])
def test_files_whose_names_we_make_never_replace(run: Run, tmp_path: Path, form: str) -> None:
    """What may be published, then one's own copy: the same names, other words."""
    mine = tmp_path / "mine.txt"
    mine.write_text("mine", encoding="utf-8")
    command = ("export", form, *FORMS[form], "-o", str(tmp_path))
    assert run(*command).status == 0
    before = contents(tmp_path)
    other = run(*command, "--own")
    assert (other.status, other.out) == (2, ""), "the two copies are the same: expected another difference"
    assert "is there already, with another content; expected another folder" in other.err
    assert contents(tmp_path) == before


def test_a_site_replaces_no_folder_that_no_build_made(run: Run, tmp_path: Path) -> None:
    """One that a build made is replaced whole, as `test_folders.py` shows."""
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    for own in ((), ("--own",)):
        refused = run("site", "build", *own, "-o", str(tmp_path))
        assert (refused.status, refused.out) == (2, "")
        assert "holds something else that no build of ours put there: mine.txt" in refused.err
    assert contents(tmp_path) == {"mine.txt": b"mine"}
