"""Silence is said of every key without a statement, once, by its kind and with what the kind needs."""

from __future__ import annotations

import pytest

from tarock.base.project import Project
from tarock.rules.tables import EraTable
from tarock.rules.topics import Topics
from tests.conftest import SIGLA, Run
from tests.helpers import replace_once, table_problems

# 1754:12 names no seat at all: "game.forehand" is a real line of the file
LINE = "  - game.forehand\n"


@pytest.mark.parametrize("siglum", SIGLA)
def test_every_key_is_stated_or_silent_once(tables: dict[str, EraTable], topics: Topics, siglum: str) -> None:
    table = tables[siglum]
    named = [key for key, _place in table.silences.places]
    assert len(named) == len(set(named))
    alone = {key for key, entry in topics.entries.items() if entry.only and entry.only.source != siglum}
    assert set(named) | set(table.statements) | alone == set(topics)
    assert len(named) + len(table.statements) + len(alone) == len(topics.entries)


@pytest.mark.parametrize(
    ("new", "code", "message"),
    [
        ("", "SILENCE-UNNAMED", "game.forehand has no statement; expected one, or its kind of silence"),
        (LINE + LINE, "SILENCE-TWICE", "game.forehand is named twice"),
        (LINE + "  - deal.hand\n", "SILENCE-STATED", "deal.hand is named as silent, but it has a statement"),
    ],
)
def test_what_is_not_named_once_is_a_problem(codex: Project, new: str, code: str, message: str) -> None:
    line = replace_once(codex.rules / "1754" / "silences.yaml", LINE, new)
    place = f":{line + 1}" if new else ""
    assert table_problems(codex, "1754") == [f"rules_data/1754/silences.yaml{place}: {code}: {message}"]


@pytest.mark.slow
def test_a_key_that_is_named_twice_fails_the_check(codex: Project, run: Run) -> None:
    replace_once(codex.rules / "1754" / "silences.yaml", LINE, LINE + LINE)
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert "SILENCE-TWICE: game.forehand is named twice" in outcome.out


LEFT = '{silence: left to another game, ref: "1754:1", quote: "unter drey Personen", keys: [game.forehand]}'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("{silence: not applicable, keys: [game.forehand]}", "`not applicable` without a reason; add `note:`"),
        (
            '{silence: left to another game, ref: "1754:1", keys: [game.forehand]}',
            "`left to another game` without the passage",
        ),
        ('{silence: lost, ref: "1754:1", keys: [game.forehand]}', "lost with a passage; expected `ref:` only for"),
        ("{silence: unknown, keys: [game.forehand]}", "invalid enum value 'unknown'"),
        ("{silence: lost, keyes: [game.forehand]}", "unknown field `keyes`"),
    ],
)
def test_a_kind_without_what_it_needs_is_refused(codex: Project, run: Run, record: str, message: str) -> None:
    path = codex.rules / "1754" / "silences.yaml"
    replace_once(path, LINE, "")
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}- {record}\n", encoding="utf-8")
    outcome = run("check", root=codex)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"{path}:{text.count(chr(10)) + 1}: "), outcome.err
    assert message in outcome.err


def test_the_passage_that_leaves_it_to_another_game_must_say_so(codex: Project) -> None:
    path = codex.rules / "1754" / "silences.yaml"
    replace_once(path, LINE, "")
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}- {LEFT}\n", encoding="utf-8")
    assert table_problems(codex, "1754") == []
    path.write_text(f"{text}- {LEFT.replace('drey', 'vier')}\n", encoding="utf-8")
    place = f"rules_data/1754/silences.yaml:{text.count(chr(10)) + 1}"
    said = "STATEMENT-QUOTE: game.forehand: the quote 'unter vier Personen' is not in 1754:1"
    assert table_problems(codex, "1754") == [f"{place}: {said}"]
    path.write_text(f"{text}- {LEFT.replace('1754:1', '1754:99')}\n", encoding="utf-8")
    assert "game.forehand: 1754:99 does not exist" in "".join(table_problems(codex, "1754"))
