"""Under a version that is no draft the words of a translation do not change; real data, altered in a copy."""

from __future__ import annotations

import pytest

from tarock.base.project import Project
from tests.conftest import Run
from tests.helpers import replace_once, write_lock

pytestmark = pytest.mark.slow

FOLDER = "corpus/translations/en"
LINE = "- English translation 1.0.0: made up.\n"
BEFORE, AFTER = "passes.", "passes this time."  # the last word of 1863:5


def dated(project: Project, version: str) -> None:
    """Give what is there this version, as the first that is locked."""
    imprint = project.root / FOLDER / "imprint.yaml"
    text = imprint.read_text(encoding="utf-8").splitlines(keepends=True)
    text = [f"version: {version}\n" if line.startswith("version:") else line for line in text]
    days = "dates: {0.9.0: 2026-12-23, 1.0.0: 2026-12-24, 9.0.0: 2026-12-25}\n"
    text = [days if line.startswith("dates:") else line for line in text]
    text = [f"kept_from: {version}\n" if line.startswith("kept_from:") else line for line in text]
    imprint.write_text("".join(text), encoding="utf-8")
    (project.root / FOLDER / "versions.lock").write_text("", encoding="utf-8")
    # what was read of a version that there never was, here, was not read
    reviews = project.corpus / "reviews.yaml"
    head, *records = reviews.read_text(encoding="utf-8").split("- id: ")
    kept = [record for record in records if "  reads: english\n" not in record]
    reviews.write_text("- id: ".join((head, *kept)), encoding="utf-8")


def published(project: Project) -> None:
    """Publish what is there as version 1.0.0."""
    dated(project, "1.0.0")
    with project.changelog.open("a", encoding="utf-8") as stream:
        stream.write(LINE)


def change(project: Project) -> None:
    sentence = "Whoever does not declare that he will play, or does not outbid, "
    replace_once(project.root / FOLDER / "1863.yaml", sentence + BEFORE, sentence + AFTER)


@pytest.fixture
def locked(codex: Project, run: Run) -> Project:
    """A copy whose translation is published and locked."""
    published(codex)
    assert run("build", root=codex).status == 0
    return codex


def test_a_draft_may_change(codex: Project, run: Run) -> None:
    dated(codex, "0.9.0")
    change(codex)
    outcome = run("check", root=codex)
    assert "the translation changed" not in outcome.out + outcome.err


def test_every_file_with_words_is_locked(locked: Project) -> None:
    lines = (locked.root / FOLDER / "versions.lock").read_text(encoding="utf-8").splitlines()[2:]
    folder = locked.root / FOLDER
    words = {path.name for path in folder.glob("*.yaml")} - {"imprint.yaml", "numbers.yaml"}
    words |= {path.relative_to(folder).as_posix() for path in folder.glob("versions/1.0.0/*.yaml")}
    assert "versions/1.0.0/1840.yaml" in words
    assert {line.split()[2] for line in lines if line.startswith("en 1.0.0 ")} == words


def test_a_silent_change_is_found(locked: Project, run: Run) -> None:
    change(locked)
    outcome = run("check", root=locked)
    assert outcome.status == 1
    said = (
        "the translation changed, but its version is still 1.0.0; expected a higher `version:` in "
        f"{FOLDER}/imprint.yaml and a line in CHANGELOG.md"
    )
    assert f"{FOLDER}/1863.yaml: TEXT-VERSION: {said}" in outcome.out
    assert run("build", root=locked).status == 1


def test_a_change_needs_a_version_and_a_line_in_the_changelog(locked: Project, run: Run) -> None:
    change(locked)
    replace_once(locked.root / FOLDER / "imprint.yaml", "version: 1.0.0\n", "version: 9.0.0\n")
    outcome = run("build", root=locked)
    assert outcome.status == 1
    assert "the changelog does not name `English translation 9.0.0`" in outcome.err
    replace_once(locked.changelog, LINE, LINE + LINE.replace("1.0.0", "9.0.0"))
    assert run("build", root=locked).status == 0
    lines = (locked.root / FOLDER / "versions.lock").read_text(encoding="utf-8").splitlines()[2:]
    (before,) = [line.split()[3] for line in lines if line.startswith("en 1.0.0 1863.yaml ")]
    (after,) = [line.split()[3] for line in lines if line.startswith("en 9.0.0 1863.yaml ")]
    assert before != after


def test_a_version_does_not_go_back(locked: Project, run: Run) -> None:
    lock = locked.root / FOLDER / "versions.lock"
    write_lock(lock, lock.read_text(encoding="utf-8").replace("en 1.0.0 ", "en 1.1.0 "))
    outcome = run("build", "--check", root=locked)
    assert outcome.status == 1
    assert "English translation 1.0.0 is not higher than 1.1.0, which is locked" in outcome.err


def test_a_malformed_lock_is_refused(locked: Project, run: Run) -> None:
    lock = locked.root / FOLDER / "versions.lock"
    for text, said in (
        ("en 1.0.0 1863.yaml\n", "2: malformed line; expected `NAME VERSION ID SHA256`"),
        (f"en 1.0.0 1863.yaml {'0' * 64}\nen 1.0.0 1863.yaml {'1' * 64}\n", "3: `en 1.0.0 1863.yaml` is locked twice"),
    ):
        lock.write_text(f"# head\n{text}", encoding="utf-8")
        outcome = run("build", "--check", root=locked)
        assert outcome.status == 2
        assert f"versions.lock:{said}" in outcome.err
