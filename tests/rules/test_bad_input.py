"""Bad rule data, made by editing the real files in a copy of the project: each fault is named with file and line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.corpus.editions import Edition
from tarock.corpus.numbers import NumberReader
from tarock.rules.checks import era_table_problems
from tarock.rules.tables import load_table
from tarock.rules.topics import Topics
from tests.conftest import Run
from tests.helpers import replace_once

DAME = 'dame: {value: 4, ref: "1754:16", quote: "eine Dame 4", says: "A queen counts 4."}\n'
HAND = '  ref: "1840:14.1"\n  quote: "Jeder der vier Mitspielenden bekommt im Ganzen zwölf Blätter"\n'


FREE = 'value: true\n  ref: "1754:7"\n  quote: "bey Gelegenheit'  # the answer to excuse.free
ASKS = ', asks: "How many points does a king count?"'
KING = f'koenig: {{type: integer, unit: points, by: [method], title: "King"{ASKS}, sought: [worth, value]}}'


def altered(old: str, new: str) -> str:
    """The queen's line of 1754 with something replaced."""
    assert old in DAME
    return DAME.replace(old, new)


# --- faults of structure: the table cannot be read, exit status 2 ------------------------------------------

STRUCTURE = {
    # what the line becomes, on which of the new lines the fault is named (0 = first), and the message
    "duplicate key": (DAME + DAME, 1, "duplicate key `dame`; expected each key once"),
    "unknown key": (altered("dame:", "damen:"), 0, "unknown key `card_points.damen`; did you mean card_points.dame"),
    "missing quote": (altered('quote: "eine Dame 4", ', ""), 0, "missing required field `quote` in `dame`"),
    "no sentence for readers": (
        altered(', says: "A queen counts 4."', ""), 0, "missing required field `says` in `dame`",
    ),
    "missing reference": (altered('ref: "1754:16", ', ""), 0, "missing required field `ref` in `dame`"),
    "missing value": (altered("value: 4, ", ""), 0, "`card_points.dame` has no value; expected `value:`"),
    "text for a number": (altered("value: 4", 'value: "4"'), 0, "`card_points.dame` is '4'; expected a whole number"),
    "yes for a number": (altered("value: 4", "value: true"), 0, "`card_points.dame` is True; expected a whole number"),
    "decimal": (altered("value: 4", "value: 1.5"), 0, "`card_points.dame` is '1.5'; expected a whole number"),
    "unknown field": (altered("quote:", "qoute:"), 0, "unknown field `qoute` in `dame.qoute`"),
    "unknown grade": (altered('"}', '", grade: certain}'), 0, "invalid enum value 'certain' in `dame.grade`"),
    "blank quote": (altered("eine Dame 4", " "), 0, "`dame.quote`"),
    "no readings": ("dame: []\n", 0, "`card_points.dame` has no value"),
    "unknown key without readings": ("damen: []\n", 0, "`card_points.damen` has no value"),
    "empty mapping": ("dame: {}\n", 0, "`card_points.dame` has no value"),
    "nothing": ("dame:\n", 0, "`card_points.dame` has no value"),
    "bare value": ("dame: 4\n", 0, "`card_points.dame` has no value"),
    "silence among the values": ("dame: {silence: lost}\n", 0, "`card_points.dame` has no value"),
    "silent and stated at once": (altered("{value", "{silence: not stated, value"), 0, "unknown field `silence`"),
    "unknown group": (DAME + "pints:\n  dame:\n    value: 4\n", 3, "unknown key `card_points.pints.dame`"),
    "tab": (DAME.replace("dame", "\tdame"), 0, "broken YAML"),
}  # fmt: skip


@pytest.mark.parametrize(("new", "offset", "message"), STRUCTURE.values(), ids=STRUCTURE)
def test_a_fault_of_structure_names_file_line_and_key(
    codex: Project, topics: Topics, new: str, offset: int, message: str
) -> None:
    path = codex.rules / "1754" / "card_points.yaml"
    line = replace_once(path, DAME, new)
    with pytest.raises(CodexError, match=re.escape(message)) as fault:
        load_table(codex, "1754", topics)
    assert str(fault.value).startswith(f"{path}:{line + offset}: ")
    assert fault.value.exit_status == 2


@pytest.mark.parametrize(
    "fault",  # file, what is replaced, by what, and the message
    [
        ("1754/set_aside.yaml", "[]", "{sentences: []}", "expected a list of set-aside sentences"),
        ("1754/rank.yaml", 'value: excuse', 'value: joker', "expected one of: excuse, highest trump"),
        ("1754/card_points.yaml", 'value: "0"\n', 'value: "1:3"\n', "is '1:3'; expected a fraction such as"),
        ("1754/excuse.yaml", FREE, FREE.replace("true", "yes"), "is 'yes'; expected true or false"),
        ("1754/discard.yaml", "value: [1, 2, 4]", "value: [1, 2, four]", "expected in the list a whole number"),
        ("1754/discard.yaml", "value: [1, 2, 4]", "derived: 1 + 2\n    value: [1]", "is derived but no number"),
        ("1754/excuse.yaml", FREE, f"derived: 1 + 2\n  {FREE}", "is derived but no number"),
        ("1840/set_aside.yaml", '{sentences: "1840:6.7", reason: motivation', '{sentences: "1840:6.7", reason: dull',
         "invalid enum value 'dull' in `3.reason`"),
        ("1754/silences.yaml", "  - game.names\n", "  - game.name\n", "unknown key `game.name`; did you mean"),
        ("1754/silences.yaml", "  - king.*\n", "  - kings.*\n", "unknown key `kings.*`"),
        ("keys/card_points.yaml", KING, KING.replace("integer", "number"), "has type number; expected integer"),
        ("keys/card_points.yaml", KING, "koenig: {type: integer}", "missing required field `title` in `koenig`"),
        ("keys/card_points.yaml", KING, KING.replace(ASKS, ""), "missing required field `asks` in `koenig`"),
        ("keys/card_points.yaml", KING, KING.replace("integer", "choice"), "has type choice and 0 choices"),
        ("keys/card_points.yaml", KING, KING.replace("by", "choices: [four, five], by"),
         "has type integer and 2 choices"),
    ],
)  # fmt: skip
def test_a_fault_elsewhere_names_file_and_line(codex: Project, run: Run, fault: tuple[str, str, str, str]) -> None:
    name, old, new, message = fault
    line = replace_once(codex.rules / name, old, new)
    outcome = run("check", root=codex)
    assert outcome.status == 2
    place = re.match(rf"{re.escape(str(codex.rules / name))}:(\d+): ", outcome.err)
    assert place, outcome.err
    assert int(place[1]) == line
    assert message in outcome.err


def test_empty_topics_are_refused(codex: Project, run: Run) -> None:
    (codex.rules / "topics.yaml").write_text("", encoding="utf-8")
    outcome = run("check", root=codex)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"{codex.rules / 'topics.yaml'}:1: no topics; expected a mapping")


# --- faults of content: the table can be read, but the check fails, exit status 1 ---------------------------


ONE_PACK = 'says: "One pack is played with: it is spoken of as one."\n  grade: implied'


def formula(text: str, message: str, kind: str = "FORMULA") -> tuple[str, str, str, str, str]:
    """The size of the pack of 1863 derived in another way."""
    return "1863", 'derived: "3 * 25 + 3"', f'derived: "{text}"', f"STATEMENT-{kind}", message


CONTENT = {
    "quote not in its passage": (
        "1754", DAME, altered("eine Dame 4", "eine Dame 3"), "STATEMENT-QUOTE",
        "card_points.dame: the quote 'eine Dame 3' is not in 1754:16",
    ),
    # it stands in rule 12, but not in rule 16
    "quote of another passage": (
        "1754", DAME, altered("eine Dame 4", "König, Dame, Cavall und Valet von einer Farbe"), "STATEMENT-QUOTE",
        "is not in 1754:16",
    ),
    "number not in quote": (
        "1754", DAME, altered("eine Dame 4", "eine Dame"), "STATEMENT-NUMBER",
        "card_points.dame: 4 is in no quote ('eine Dame'); expected it there, or `derived:`",
    ),
    "another number": (
        "1754", DAME, altered("value: 4", "value: 5"), "STATEMENT-NUMBER",
        "card_points.dame: 5 is in no quote ('eine Dame 4')",
    ),
    # 26 is not in "26 Points" by its 2 and 6
    "part of a number": (
        "1754", "number:\n  value: 26\n", "number:\n  value: 6\n", "STATEMENT-NUMBER",
        "counting.number: 6 is in no quote",
    ),
    "one number of a list": (
        "1754", "value: [1, 2, 4]", "value: [1, 2, 3, 4]", "STATEMENT-NUMBER",
        "discard.wrong.numbers: 3 is in no quote",
    ),
    "heading": (
        "1754", DAME, altered("1754:16", "1754:titel"), "STATEMENT-REF", "1754:titel is a heading; expected a passage",
    ),
    "thematic heading": ("1840", HAND, HAND.replace("1840:14.1", "1840:h7"), "STATEMENT-REF", "1840:h7 is a heading"),
    "a whole paragraph": (
        "1840", HAND, HAND.replace("1840:14.1", "1840:14"), "STATEMENT-REF",
        "1840:14 holds several passages; expected one of them, such as 1840:14.1",
    ),
    "dangling reference": (
        "1840", HAND, HAND.replace("1840:14.1", "1840:14.9"), "STATEMENT-REF",
        "1840:14.9 does not exist; expected a passage of source 1840",
    ),
    "another source": (
        "1754", DAME, altered("1754:16", "1840:5.1"), "STATEMENT-REF",
        "1840:5.1 is not of source 1754; expected a passage of it",
    ),
    "no source": ("1754", DAME, altered("1754:16", "16"), "STATEMENT-REF", "16 is not of source 1754"),
    "dangling second reference": (
        "1754", DAME, altered('4", says', '4", also: [{ref: "1754:22", quote: "eine Dame 4"}], says'), "STATEMENT-REF",
        "1754:22 does not exist",
    ),
    "second quote": (
        "1754", DAME, altered('4", says', '4", also: [{ref: "1754:12", quote: "die Dame"}], says'), "STATEMENT-QUOTE",
        "the quote 'die Dame' is not in 1754:12",
    ),
    # only page 1 of 5 is kept: part B of the special rules is lost
    "value of a lost passage": (
        "1945", 'ref: "1945:allg.2.3.4", quote: "Dame: 4 Punkte"', 'ref: "1945:bes.B.1.1", quote: "Dame: 4 Punkte"',
        "STATEMENT-REF",
        "1945:bes.B.1.1 is not in the transcript, of which a part is lost; expected a passage that we have",
    ),
    "no formula": formula(
        "3 * 25 +", "pack.cards: `3 * 25 +` is no formula; expected numbers, keys, + - * / and brackets"
    ),
    "call in a formula": formula("max(78, 3)", "`max(78, 3)` may not stand in the formula"),
    "formula divides by zero": formula("78 / (3 - 3)", "divides by zero"),
    "unknown key in a formula": formula(
        "3 * deal.hands + 3", "`deal.hands` has no number in this table; expected a key with a number"
    ),
    "list in a formula": formula("3 * game.players + 3", "`game.players` has no number in this table"),
    "formula with another value": formula("3 * 25", "`3 * 25` makes 75, not 78"),
    # 3 · 26 is 78 too, but the sentence says nothing of 26
    "number of a formula not in its quote": formula("3 * 26", "the 26 of `3 * 26` is in no quote", "NUMBER"),
    "number of a formula that is one of its keys again": formula(
        "deal.hand + 25 + 25 + 3", "the 25 of `deal.hand + 25 + 25 + 3` is deal.hand again", "CIRCLE"
    ),
    "count of what is no list": formula("count(deal.hand) + 78", "`deal.hand` has no list in this table"),
    "one without a number, but stated": (
        "1863", ONE_PACK, ONE_PACK.replace("\n  grade: implied", ""), "STATEMENT-NUMBER",
        "pack.packs: 1 is in no quote",
    ),
    "formula proves itself": formula("pack.cards", "`pack.cards` leads back to `pack.cards`"),
}  # fmt: skip


def file_with(codex: Project, siglum: str, words: str) -> Path:
    """The one file of a source that has these words."""
    files = (codex.rules / siglum).glob("*.yaml")
    (path,) = [path for path in files if words in path.read_text(encoding="utf-8")]
    return path


@pytest.mark.parametrize("fault", CONTENT.values(), ids=CONTENT)
def test_a_fault_of_content_is_a_problem_with_file_and_line(
    codex: Project, topics: Topics, editions: dict[str, Edition], reader: NumberReader,
    fault: tuple[str, str, str, str, str],
) -> None:  # fmt: skip
    siglum, old, new, code, message = fault
    path = file_with(codex, siglum, old)
    line = replace_once(path, old, new)
    problems = list(map(str, era_table_problems(load_table(codex, siglum, topics), editions[siglum], reader)))
    place = re.compile(rf"{codex.relative(path)}:(\d+): {code}: ")
    named = [(match, text) for text in problems if (match := place.match(text)) and message in text]
    assert named, problems
    # the statement's own line: where its mapping begins, at most its few fields above what was edited
    assert line - 6 <= int(named[0][0][1]) <= line + 1


@pytest.mark.slow
def test_two_formulas_may_not_prove_each_other(codex: Project, run: Run) -> None:
    # 1863:2: the packet is the hand, the hand is the packet: neither sentence would be needed
    path = codex.rules / "1863" / "deal.yaml"
    replace_once(path, 'quote: "gibt den Mitspielenden u. sich 25 Karten"', 'quote: "gibt", derived: deal.packet')
    packet = 'packet: {value: 25, ref: "1863:2", quote: "25 Karten in einem Wurfe"'
    replace_once(path, packet, 'packet: {value: 25, ref: "1863:2", quote: "Wurfe", derived: deal.hand')
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert "deal.hand: `deal.hand` leads back to `deal.hand`" in outcome.out
    assert "deal.packet: `deal.packet` leads back to `deal.packet`" in outcome.out
