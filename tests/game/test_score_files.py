"""Score files: the worked examples, the schemas, and files that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.wording import format_message
from tarock.base.yamlio import Document
from tarock.cli.games import score_lines
from tarock.game.common.era import Era
from tarock.game.common.score import ScoreJson, SettledScore
from tarock.game.eras import ERAS, find_era, read_own_file
from tarock.rules.ruleset import Rules
from tests.game.reform_1945.test_play_1945 import KNOCKED, PLAYED
from tests.game.score_files import rules_of
from tests.game.taroc_1754.test_score_1754 import GAME, LONE


def scored(project: Project, era: str, path: Path) -> SettledScore:
    """The finished game or session in a file, settled by the rules of an era."""
    found = find_era(era)
    return found.settle_document(read_own_file(project, found, found.score, path), rules_of(era))


@pytest.mark.parametrize(
    ("era", "totals"),
    [
        # 37 - 26 = 11; matadore 15 and half Cavallerie 5 and Pagat 10 of each: 60; 15 to B, 5 from B
        ("1754", {"A": 61, "B": -12, "C": -49}),
        # written, with 50 each for B's misdeal: A 472, B 124, C 320, D 210; of the differences 348, 152, 262, 196,
        # 86, 110 are paid 300, 200, 300, 200, 100, 100 (1840:128.2)
        ("1840", {"A": 800, "B": -600, "C": 100, "D": -300}),
        ("1863", {"A": -59, "B": -106, "C": 155, "pot": 10}),
        ("1945", {"A": 3, "B": 3, "C": -9, "D": 3, "E": 0}),
    ],
)
def test_the_examples(project: Project, era: str, totals: dict[str, int]) -> None:
    settled = scored(project, era, project.root / "corpus" / "examples" / f"score-{era}.yaml")
    assert settled.totals == totals == settled.sheet.totals
    plain = to_builtins(ScoreJson.from_object(settled), enc_hook=format_message)
    assert plain["totals"] == totals
    assert len(plain["payments"]) == len(settled.transfers)
    shown = "\n".join(score_lines(settled))
    assert shown.startswith(f"{era}: ")
    for transfer in settled.transfers:
        assert transfer.ref.startswith(f"{era}:")
        assert transfer.ref in shown


def test_every_silence_names_both_readings(project: Project) -> None:
    for era in ERAS:
        settled = scored(project, era, project.root / "corpus" / "examples" / f"score-{era}.yaml")
        for point in settled.undetermined:
            assert format_message(point.taken) != format_message(point.other)
            assert format_message(point.what) in "\n".join(score_lines(settled))


def test_an_era_that_is_listed_is_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Era[Any]]", ERAS), "1800", replace(ERAS["1754"], siglum="1800"))
    document = yamlio.parse(f'era: "1800"\n{GAME}', tmp_path / "x.yaml")
    assert find_era("1800").settle_document(document, rules_of("1754")).totals == {"A": 11, "B": -2, "C": -9}


def test_every_era_names_an_example_and_a_schema(project: Project) -> None:
    for era in ERAS.values():
        for kind in (era.score, *((era.game,) if era.game else ())):
            assert (project.root / "corpus" / kind.example).is_file()
            assert (project.rules / "schema" / kind.schema).is_file()


def test_an_era_without_score_files(project: Project, tmp_path: Path) -> None:
    with pytest.raises(CodexError, match="no score files of era `1800`; expected one of 1754, 1840, 1863, 1945"):
        scored(project, "1800", tmp_path / "x.yaml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.yaml:1: no score file"),
        ("- 1\n", "x.yaml:1: no score file"),
        ("seats: [A, B, C]\nera: 1754\n", 'x.yaml:2: the file\'s era is the number 1754; expected "1754", in quotes'),
        ('era: "1863"\n', 'x.yaml:1: the file\'s era is `1863`; expected "1754"'),
        ("seats: [A, B, C]\n", "missing required field"),
        ('era: "1754"\nera: "1754"\n', "x.yaml:2: duplicate key `era`"),
        ('era: "1754"\nseats: [A, B, C]\ndealer: C\nfoo: 1\n', "x.yaml:4: object contains unknown field `foo`"),
        ('era: "1754"\nseats: {A: 1, B: 2}\ndealer: A\n', "x.yaml:2: expected `array`, got `object`"),
        ('era: "1754"\nseats: [A, B, C]\ndealer: A\npiles: [A]\n', "x.yaml:4: expected `object`, got `array`"),
        ("era: [\n", "broken YAML"),
    ],
)
def test_files_that_are_none(project: Project, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CodexError) as caught:
        scored(project, "1754", path)
    assert message in str(caught.value)
    assert caught.value.exit_status == 2
    assert caught.value.line is not None


def test_each_card_that_cannot_be_read_has_its_line_and_column(project: Project, tmp_path: Path) -> None:
    """The XXI, in a packet and in a trick of the example of 1945, written as XXIII."""
    path = tmp_path / "x.yaml"
    text = (project.corpus / "examples" / "score-1945-play.yaml").read_text(encoding="utf-8").replace("XXI ", "XXIII ")
    path.write_text(text, encoding="utf-8")
    places = [
        f"{path}:{number}: column {line.index('XXIII') + 1}: `XXIII` cannot be read"
        for number, line in enumerate(text.splitlines(), 1)
        if "XXIII" in line
    ]
    with pytest.raises(CodexError) as caught:
        scored(project, "1945", path)
    assert [str(fault).partition(";")[0] for fault in caught.value.faults] == places
    assert len(places) == 2


def test_a_missing_file(project: Project, tmp_path: Path) -> None:
    with pytest.raises(CodexError):
        scored(project, "1754", tmp_path / "none.yaml")


def test_the_schemas(project: Project) -> None:
    for siglum, era in ERAS.items():
        schema = json.loads((project.rules / "schema" / era.score.schema).read_text(encoding="utf-8"))
        top = schema["$defs"]["score"]
        assert schema["$ref"] == "#/$defs/score"
        assert top["properties"]["era"] == {"const": siglum}
        assert {"era", "seats"} <= set(top["required"])
        assert top["additionalProperties"] is False


# beside the examples, what makes further numbers speak
_CALLS = "calls: [{seat: A, says: %s}, {seat: B, says: pass}, {seat: C, says: pass}]"
TAROKHOMBRE = "seats: [A, B, C]\nstamm: 10\ndeals:\n"
FURTHER = {
    "1754": (
        GAME + "honours: [{seat: A, kind: kings}]\n",
        GAME + "honours: [{seat: C, kind: cavallerie, laid_away: true}]\n",
        GAME + "honours: [{seat: B, kind: tarocks, cards: 21}]\ndeal: {rounds: 5, packet: 5, dealer_last: 8}\n",
        GAME
        + "honours: [{seat: C, kind: cavallerie}, {seat: C, kind: cavallerie}, {seat: C, kind: tarocks, cards: 17}]\n",
        GAME + "discard: {tarocks: 3, tarocks_held: 3}\n",
        GAME + "honours: [{seat: A, kind: kings, with_excuse: true}, {seat: C, kind: cavallerie}]\n",
        GAME + "pagat: {seat: B, fate: lost}\n",
        GAME + "honours: [{seat: B, kind: tarocks, cards: 20}]\n",
        LONE,
        GAME + "pagat: {seat: B, fate: lost in the last trick}\n",
    ),
    "1840": (
        *(
            f"seats: [A, B, C, D]\nrounding: {by}\ntaillen:\n  - wrote: {{A: 52, B: 5, C: 2}}\n"
            for by in ("tens", "fives")
        ),
        "seats: [A, B, C, D]\nstake: 6\ntaillen:\n  - wrote: {A: 352, B: 5, C: 52}\n",
        "seats: [A, B, C, D, E]\ntaillen: []\n",
    ),
    "1863": (
        *(
            f"{TAROKHOMBRE}  - {{dealer: C, {_CALLS % game}, augen: {augen}, bought: {bought}}}\n"
            for game, bought in (("à deux", 2), ("à un", 1), ("sans-prendre", 0))
            for augen in (30, 38, 39, 40, 41, 47)
        ),
        "seats: [A, B, C, D]\nstamm: 10\ndeals:\n  - {dealer: A, misdeal: true}\n",
        f"{TAROKHOMBRE}  - {{dealer: C, {_CALLS % 'à un'}, augen: 78, vole: {{made: true, declared_after: 24}}}}\n",
    ),
    "1945": (
        "seats: [A, B, C, D]\ndealer: D\ndeal: {by: B, cuts: 3, packet: 6, talon: 6}\n",
        "seats: [A, B, C, D]\ndealer: D\nunder_table: [{seat: A, money: 100}]\n",
        "seats: [A, B, C, D]\ndealer: D\nunder_table: [{seat: A, cards: 54}]\n",
        PLAYED,
        KNOCKED,
        *(
            f"seats: [A, B, C, D]\ndealer: D\nmisdeal: {{stage: {stage}}}\n"
            for stage in ("admitted early", "admitted late", "denied")
        ),
    ),
}
NOT_OURS = {  # read by the pack of cards for the counting of 1840
    "1945": {"counting.deduct", "pack.numbered_tarocks"},
}


def result(document: Document, era: str, rules: Rules) -> str:
    """All that is settled, or the error."""
    try:
        return str(ScoreJson.from_object(find_era(era).settle_document(document, rules)))
    except CodexError as error:
        return str(error)


@pytest.mark.parametrize("era", tuple(ERAS))
def test_every_number_read_is_alive(project: Project, era: str) -> None:
    """Another value of any number that is read changes what is settled somewhere, or makes a file an error."""
    documents = [yamlio.load(project.root / "corpus" / "examples" / f"score-{era}.yaml")]
    documents += [yamlio.parse(f'era: "{era}"\n{text}', Path("x.yaml")) for text in FURTHER.get(era, ())]
    rules = rules_of(era)
    before = [result(document, era, rules) for document in documents]
    assert not any(text.startswith("x.yaml") for text in before)
    numbers = {name: held.value for name, held in rules.table.effective.items() if name in rules.reads}
    numbers = {name: value for name, value in numbers.items() if type(value) is int}
    assert len(numbers) >= (5 if era in FURTHER else 1)
    dead = [
        key
        for key, number in numbers.items()
        if all(
            result(document, era, rules.fork({key: max(0, number + step)})) == old
            for document, old in zip(documents, before, strict=True)
            for step in (1, -1, -2, 20)
        )
    ]
    assert set(dead) <= NOT_OURS.get(era, set())
