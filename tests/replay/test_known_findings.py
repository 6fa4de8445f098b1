"""Findings that are recorded as known: a new one makes the check fail, and so does a record of none."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.wording import Message
from tarock.game.common.findings import Finding
from tarock.replay.known_findings import FILE, find_unknown, load_known_findings
from tests.conftest import Run
from tests.helpers import reported


def known_file(project: Project) -> Path:
    return project.corpus / "games" / FILE


def _without(project: Project, words: str) -> None:
    """Take the one record with these words out."""
    lines = known_file(project).read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if words not in line]
    assert len(kept) == len(lines) - 1
    known_file(project).write_text("".join(kept), encoding="utf-8")


def _append(project: Project, record: str) -> int:
    text = known_file(project).read_text(encoding="utf-8")
    known_file(project).write_text(text + record + "\n", encoding="utf-8")
    return text.count("\n") + 1


@pytest.mark.slow
def test_a_finding_that_is_not_recorded_fails_the_check(codex: Project, run: Run) -> None:
    _without(codex, "{game: m1, levels: [printed, corrected], code: PLAY-REVOKE")
    found = run("check", root=codex)
    assert found.status == 1
    assert "m1 as transcribed: PLAY-REVOKE: trick 10, B plays Pique-Dame" in found.out + found.err
    assert "m1 as corrected: PLAY-REVOKE: trick 10, B plays Pique-Dame" in found.out + found.err
    assert f"or a record in {FILE}" in found.out + found.err


@pytest.mark.slow
def test_a_record_that_is_not_found_any_more_is_a_problem(codex: Project) -> None:
    line = _append(
        codex, "- {game: m7, levels: [printed], code: PLAY-REVOKE, trick: 3, seat: B, card: XIV, reason: made up}"
    )
    (found,) = reported(codex).problems
    assert (found.code, found.ref) == ("KNOWN-STALE", f"corpus/games/{FILE}:{line}")
    assert found.message == "m7 as transcribed: PLAY-REVOKE is not found any more"


@pytest.mark.slow
def test_a_changed_transcript_is_noticed(codex: Project) -> None:
    """An emendation taken away brings the misprint back: the same game as corrected now differs."""
    path = codex.corpus / "emendations" / "1840.yaml"
    text = path.read_text(encoding="utf-8")
    start = text.index('- passage: "1840:m8.bemerkung.1"')  # `Dadurch, daß C beim siebenten Stiche`: D did
    end = text.find("\n- ", start)
    path.write_text(text[:start] + (text[end + 1 :] if end > 0 else ""), encoding="utf-8")
    assert ("REMARK-DIFFERS", "m8 as corrected") in {(each.code, each.ref) for each in reported(codex).problems}


def test_all_records_are_read(project: Project) -> None:
    known = load_known_findings(project)
    assert ("m1", "printed", "PLAY-REVOKE", 10, "B", "Pique-Dame") in known
    assert ("m1", "corrected", "PLAY-REVOKE", 10, "B", "Pique-Dame") in known
    assert all(located.record.reason for located in known.values())


def test_keys_and_problems(project: Project) -> None:
    finding = Finding("PLAY-REVOKE", 3, "B", "XIV", Message("KING-NOT-KING", card="XIV"), "1840:63.1")
    key = ("m7", "printed", *finding.identity)
    assert key == ("m7", "printed", "PLAY-REVOKE", 3, "B", "XIV")
    (problem,) = find_unknown({key: finding}, {})
    assert str(problem).startswith(
        "m7 as transcribed: PLAY-REVOKE: trick 3, XIV is called (1840:63.1); expected nothing wrong"
    )
    known = {key: next(iter(load_known_findings(project).values()))}
    assert list(find_unknown({key: finding}, known)) == []
    # another trick, another seat, another card or level is another finding
    for other in (replace(finding, trick=4), replace(finding, seat="C"), replace(finding, card="XV")):
        assert len(list(find_unknown({("m7", "printed", *other.identity): other}, known))) == 2
    assert len(list(find_unknown({("m7", "corrected", *finding.identity): finding}, known))) == 2


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a: 1\n", ":1: not a list; expected a list of known findings"),
        ("- {game: m1, levels: [printed], code: X, reason: y, what: z}\n", ":1: object contains unknown field `what`"),
        ("- {game: m1, levels: [printed], code: X}\n", ":1: object missing required field `reason`"),
        (
            "- {game: m1, levels: [printed], code: X, reason: y}\n" * 2,
            ":2: m1 X is recorded twice; keep one of the records",
        ),
    ],
)
def test_wrong_records(codex: Project, text: str, what: str) -> None:
    known_file(codex).write_text(text, encoding="utf-8")
    with pytest.raises(CodexError) as raised:
        load_known_findings(codex)
    assert f"{FILE}{what}" in str(raised.value)


def test_the_check_refuses_a_wrong_record(codex: Project, run: Run) -> None:
    known_file(codex).write_text("a: 1\n", encoding="utf-8")
    found = run("check", root=codex)
    assert (found.status, "Traceback" in found.err) == (2, False)
    assert f"{FILE}:1: not a list; expected a list of known findings" in found.err
