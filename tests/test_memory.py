"""What was found clean is not read again; whatever is altered is."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tarock.codex import Codex
from tarock.text_checks import check_texts

if TYPE_CHECKING:
    from tarock.project import Project


@pytest.fixture
def checkout(codex: Project) -> Project:
    """A copy in which something has been built, found clean once."""
    for note in codex.build.iterdir():
        note.unlink()
    assert check_texts(Codex(codex))[1] == []
    assert (codex.build / "texts.note.json").is_file()
    return codex


def test_what_is_noted_is_what_was_reported(checkout: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _problems = check_texts(Codex(checkout))
    (checkout.build / "texts.note.json").unlink()
    again, _problems = check_texts(Codex(checkout))
    assert first == again
    monkeypatch.setattr("tarock.text_checks.check_spelling", lambda *_: pytest.fail("read again"))
    assert check_texts(Codex(checkout))[0] == again


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("translations/en/1754.yaml", "78 cards", "77 cards", "TRANSLATION-LOST"),  # 1754:1
        ("spelling/modern.txt", "\nabhebt\n", "\n", "SPELLING-UNEXPLAINED"),  # 1840:11.2
        ("termbase.yaml", "forms: [abgebrannt]", "forms: [abgebrannter]", "TERM-NOWHERE"),  # 1840:73.abgebrannt
    ],
)
def test_an_altered_text_is_read_again(checkout: Project, name: str, old: str, new: str, code: str) -> None:
    file = checkout.root / "corpus" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert code in {problem.code for problem in check_texts(Codex(checkout))[1]}
    assert code in {problem.code for problem in check_texts(Codex(checkout))[1]}  # what is not clean is not noted
    file.write_text(text, encoding="utf-8")
    assert check_texts(Codex(checkout))[1] == []


@pytest.mark.parametrize("note", ["", "{", "[]", '{"digest": 1}', json.dumps({"digest": "x", "report": {}})])
def test_a_note_that_does_not_fit_is_as_good_as_none(checkout: Project, note: str) -> None:
    (checkout.build / "texts.note.json").write_text(note, encoding="utf-8")
    report, problems = check_texts(Codex(checkout))
    assert problems == []
    assert report.spelling["1754"].forms > 0


def test_a_project_that_is_only_read_is_not_written_to(codex: Project) -> None:
    shutil.rmtree(codex.build)
    assert check_texts(Codex(codex))[1] == []
    assert not codex.build.exists()
