"""Messages and their words: what the catalogue must hold, and that no logic depends on it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tarock.base import wording
from tarock.base.i18n import Wording
from tarock.base.wording import Message, all_wordings, format_message
from tarock.game.eras import ERAS
from tests.conftest import ROOT, Outcome, Run

GAMES = ("1840:m1", "1840:m2", "1840:m5")  # with findings, points left open and raises; `check` replays all
COMMANDS = (
    ("check", "--json"),
    *(("replay", *GAMES, "--level", level, "--json") for level in ("printed", "corrected")),
    *(("score", "--era", era, str(ROOT / f"corpus/examples/score-{era}.yaml"), "--json") for era in ERAS),
)
SAID: dict[tuple[str, ...], Outcome] = {}  # what the commands say in our words
TEMPLATES = (".html", ".md", ".xml", ".j2", ".typ")
TEXTS = {"message", "text", "what", "taken", "other", "reckoning", "about", "readings"}


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of our own."""
    own = {
        "held": "holds {cards}",
        "fault": "{seat} plays {card}: {why}",
        "count": lambda number: f"{number} card{'s' * (number != 1)}",
    }
    monkeypatch.setattr(wording, "all_wordings", lambda: own)


@pytest.mark.usefixtures("words")
def test_a_message_is_said_by_the_catalogue() -> None:
    why = Message("held", cards=("XIV", "IX"))
    assert format_message(Message("fault", seat="B", card="X", why=why)) == "B plays X: holds XIV, IX"
    assert [format_message(Message("count", number=number)) for number in (1, 2)] == ["1 card", "2 cards"]


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("message", [Message("no such key"), Message("held", card="X"), Message("fault", seat="B")])
def test_a_missing_key_or_value_is_an_error(message: Message) -> None:
    with pytest.raises(KeyError):
        format_message(message)


def test_messages_are_values() -> None:
    one, same, other = Message("held", cards=("X",)), Message("held", cards=("X",)), Message("held", cards=("I",))
    assert (one == same, one == other, len({one, same, other})) == (True, False, 2)
    assert repr(one) == "Message('held', cards=('X',))"


PARTS = (".what", ".taken", ".other")  # of what a source leaves open
CODE = "[A-Za-z]+(-[A-Za-z]+)+"  # of a finding or of an open point
BEGUN = r"[a-z_0-9]+\\\.|\.\+\\\.[a-z]+$"  # a text whose first words, or its last one, are written out
SAYING = {
    "Message",
    "note",
    "note_silence",
    "note_silence_once",
    "choose_reading",
    "read_value",
    "report",
    "of",
}  # take a key first


def sources() -> Iterator[ast.AST]:
    """The parsed modules of the package but for the wordings themselves."""
    for path in sorted((ROOT / "scripts/tarock").rglob("*.py")):
        if path.parent.name != "wording":
            yield ast.parse(path.read_text(encoding="utf-8"))


def pattern(part: ast.expr) -> str:
    """A part of an f-string."""
    if isinstance(part, ast.Constant):
        return re.escape(str(part.value))
    return CODE if "'code'" in ast.dump(part) else ".+"


def texts(node: ast.AST) -> Iterator[str]:
    """Each text in the code as a pattern: what is put into it may be anything."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.JoinedStr):
            yield "".join(map(pattern, inner.values))
        elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield re.escape(inner.value)


def test_every_wording_is_used() -> None:
    templates = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "scripts/tarock").rglob("*.*") if path.suffix in TEMPLATES
    )
    written = {text for module in sources() for text in texts(module)}
    plain = {re.sub(r"\\(.)", r"\1", text) for text in written}
    made = re.compile("|".join(text for text in written if re.match(BEGUN, text)))
    stems = {key.removesuffix(part) for key in all_wordings() for part in PARTS if key.endswith(part)}
    stems |= {key for key in all_wordings() if not key.endswith(PARTS)}
    assert {
        key
        for key in stems
        if key.removeprefix("open.") not in plain and not made.fullmatch(key) and key not in templates
    } == set()


def test_every_key_in_the_code_has_words() -> None:
    known = all_wordings().keys() | {key.removesuffix(".what") for key in all_wordings()}
    for module in sources():
        for call in ast.walk(module):
            if not isinstance(call, ast.Call) or not call.args or not isinstance(call.args[0], ast.Constant):
                continue
            key = call.args[0].value
            words = {keyword.arg for keyword in call.keywords}
            if getattr(call.func, "id", getattr(call.func, "attr", "")) in SAYING and isinstance(key, str):
                assert key in known or "words" in words, key


class Nonsense(Mapping[str, Wording]):
    """Every wording replaced by nonsense: the same for all keys, or another for each."""

    def __init__(self, *, same: bool):
        self.same = same
        self.known = all_wordings()

    def __getitem__(self, key: str) -> Wording:
        said = "x" if self.same else f"x{hash(self.known[key])}"
        return lambda **_values: said

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


def without_texts(data: Any) -> Any:
    """The data without what is only said; a stated result's `what` is a kind."""
    if isinstance(data, list):
        return [without_texts(item) for item in data]
    if isinstance(data, dict):
        said = set() if "expected" in data else TEXTS
        return {key: without_texts(value) for key, value in data.items() if key not in said}
    return data


@pytest.mark.slow
@pytest.mark.parametrize("same", [True, False])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_logic_reads_words(run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], same: bool) -> None:
    said = SAID.get(command) or SAID.setdefault(command, run(*command))
    nonsense = Nonsense(same=same)
    monkeypatch.setattr(wording, "all_wordings", lambda: nonsense)
    other = run(*command)
    assert (other.status, other.err) == (said.status, said.err)
    assert without_texts(json.loads(other.out)) == without_texts(json.loads(said.out))
    assert other.out != said.out
