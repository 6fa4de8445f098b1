"""What the program says to people, in German: every text, whole sentences; nothing that programs read changes."""

from __future__ import annotations

import ast
import re
import shutil
import warnings
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.pofile import read_po

from tarock import cli
from tarock.base import german
from tarock.base.catalogue import catalogue
from tarock.base.errors import CodexError
from tarock.base.language import (
    FOLDER,
    GERMAN,
    PROGRAM,
    addressing,
    compiled,
    compiled_path,
    numbered,
    of_locale,
    spoken,
    worded,
)
from tarock.base.terminal import counted
from tarock.proof.spoken import compile_catalogues
from tests.cli.test_commands import command_names
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from babel.messages.catalog import Message

    from tests.conftest import Run

SCORES = tuple(str(ROOT / f"corpus/examples/score-{era}.yaml") for era in ("1754", "1863"))
TYPICAL: tuple[tuple[str, ...], ...] = (
    ("--help",),
    ("--version",),
    *((name, "--help") for name in command_names()),
    ("show", "1840:47.2"),
    ("show", "1863"),
    ("show", "1754:1", "--modern"),
    ("cite", "1840:47.2"),
    ("verify", "1840:47.2", "9fd2c72411e3"),
    ("diff", "1840:6.24@1.0.0", "1840:6.24"),
    ("search", "--source", "1754", "Sckis"),
    ("search", "qqqq"),
    ("words", "1863", "--form", "Scat"),
    ("compare", "1754", "--changed"),
    ("replay", "1840:m2"),
    ("analyse", "1840:m8"),
    ("score", "--era", "1754", SCORES[0]),
    ("score", "--era", "1863", SCORES[1]),
)
FAULTY: tuple[tuple[str, ...], ...] = (
    (),
    ("frob",),
    ("build", "--frob"),
    ("check", "too much"),
    ("show", "1840:999"),
    ("show", "1840:47.2#99"),
    ("show", "1840:11,13", "--english=9.9.9"),
    ("cite", "1840"[:3]),
    ("verify", "1840:47.2", "xyz"),
    ("diff", "1840:1", "1754:1"),
    ("search", "--source", "1999", "x"),
    ("words", "1999"),
    ("compare", "--topic", "frob"),
    ("replay", "1840:m99"),
    ("analyse", "1840:m8", "--nodes", "0"),
    ("hand", "XXI", "--deals", "0"),
    ("play", "--deals", "0"),
    ("play", "--level", "x"),
    ("score", "--era", "1754", "xyz.yaml"),
    ("score", "--era", "1754", SCORES[1]),
    ("coverage", "--source", "1999"),
    ("affected", "1999"),
    ("export", "pdf", "frob"),
    ("export", "csv", "-o", "x.txt"),
    ("site", "build", "--port", "1"),
    ("--root", "xyz", "show", "1840:1"),
)
# English that is no word of German
_ENGLISH = re.compile(
    r"\b(?:the|of|and|is|are|with|from|this|that|not|by|for|to|which|it|its|expected|edition|unknown|no|as|be|has|where|"
    r"passage|source|argument|usage|error|help|only|than|there|nothing|cannot)\b"
)
_TITLE = re.compile(r"^1\d\d\d: .*$", re.MULTILINE)  # of a file of one's own
# Values: what is named as it is typed or kept, quotes, references, what a file of one's own has
_VALUES = re.compile(
    r"`[^`]*`|'[^'\n]*'|\[[^\]\n]*\]|\{[^}\n]*\}|https?:\S+|--[a-z-]+|[a-z]+\|[a-z|]+|^ *tarock .*$", re.MULTILINE
)


def plain(printed: str) -> str:
    """What is printed without the values in it."""
    return _VALUES.sub(" ", _TITLE.sub("", printed))


def literal(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@cache
def in_code() -> set[tuple[str, str]]:
    """Each text of the program in the code, with its plural where it has one."""
    found: set[tuple[str, str]] = set()
    for path in (ROOT / "scripts/tarock").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            name, (first, second, *_) = call.func.id, [*map(literal, call.args), "", ""]
            if (name == "worded" and first) or (name in ("numbered", "marked") and first):
                found.add((first, second if name != "worded" else ""))
            elif name == "counted" and second:
                found.add((second, f"{second}s"))
    return found


@cache
def entries() -> tuple[Message, ...]:
    with (FOLDER / GERMAN / "program.po").open("rb") as file:
        return tuple(message for message in read_po(file, locale=GERMAN) if message.id)


def texts(message: Message) -> tuple[list[str], list[str]]:
    """The English and the German of an entry, each with its plural."""
    one: Any = message.id
    said: Any = message.string
    return ([*one], [*said]) if isinstance(one, tuple) else ([one], [said])


@pytest.fixture
def in_german(run: Run) -> Callable[..., Any]:
    return lambda *arguments: run("--lang", "de", *arguments)


@pytest.mark.slow
def test_what_the_program_says_in_english_still_is_listed() -> None:
    """Its messages are shown in English until they have their German; `make test` lists them."""
    translated = {((english := texts(message)[0])[0], "".join(english[1:])) for message in entries()}
    singular = {(one, "") for one, many in translated if many}  # has its German there
    for text, _many in sorted(in_code() - translated - singular):
        warnings.warn(f"German: no translation: program: {text}", stacklevel=1)
    for text, _many in sorted(translated - in_code()):
        warnings.warn(f"German: its English is gone: program: {text}", stacklevel=1)
    assert {message.context for message in entries()} == {PROGRAM}
    assert in_code() & translated


def fields(text: str) -> set[str]:
    return {*re.findall(r"(?<!\{)\{(\w+)(?=[}!:])|(%(?:\(\w+\))?[srd])", text)}


def test_the_fields_of_a_text_are_the_same_in_german() -> None:
    wordings = [(entry, compiled(GERMAN), key) for key, entry in catalogue().items() if isinstance(entry, str)]
    for english, speech, key in wordings:
        if speech and english and key not in german.CATALOGUE:
            assert fields(speech.translated(english, key)) == fields(english), key
    for message in entries():
        for english, said in zip(*texts(message), strict=True):
            assert fields(said) == fields(english), english
            assert english.count("`") == said.count("`") or "`" not in english, english


def test_no_english_stands_in_the_german() -> None:
    for message in entries():
        for said in texts(message)[1]:
            assert not _ENGLISH.search(plain(re.sub(r"'tarock-codex\S*'|fuzzy|`[^`]*`", "", said))), said


def test_the_compiled_catalogue_is_that_of_the_catalogues() -> None:
    assert compiled_path(GERMAN).read_bytes() == compile_catalogues(GERMAN, FOLDER)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('msgid "all well"', '#, fuzzy\nmsgid "all well"'),
        ('msgid "all well"\nmsgstr "alles gut"', 'msgid "all well"\nmsgstr ""'),
    ],
)
def test_an_entry_that_is_not_whole_is_refused(tmp_path: Path, before: str, after: str) -> None:
    shutil.copytree(FOLDER, tmp_path / "locale")
    path = tmp_path / "locale" / GERMAN / "program.po"
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(CodexError, match="fuzzy, there twice or not translated"):
        compile_catalogues(GERMAN, tmp_path / "locale")


@pytest.mark.slow
@pytest.mark.parametrize("command", TYPICAL + FAULTY, ids=" ".join)
def test_a_command_speaks_german_and_ends_as_in_english(
    run: Run, in_german: Callable[..., Any], command: tuple[str, ...]
) -> None:
    english, outcome = run(*command), in_german(*command)
    assert outcome.status == english.status
    if command == ("cite", "1840:47.2"):
        assert outcome == english  # a citation is in the language that `cite --lang` names
        return
    assert not _ENGLISH.search(plain(outcome.out)), outcome.out
    assert not _ENGLISH.search(plain(outcome.err)), outcome.err
    if command != ("show", "1840:47.2"):
        assert (outcome.out, outcome.err) != (english.out, english.err)


@pytest.mark.parametrize(
    "command",
    [
        *((name, "--json", *arguments) for name, *arguments in TYPICAL if name in ("show", "search", "words", "diff")),
        ("show", "1840:999", "--json"),
        ("verify", "1840:47.2", "xyz", "--json"),
        ("compare", "1754", "1840", "--topic", "ultimo", "--format", "json"),
        ("compare", "1754", "1840", "--topic", "ultimo", "--format", "csv"),
        ("replay", "1840:m2", "--json"),
        ("score", "--era", "1754", SCORES[0], "--json"),
        ("score", "--era", "1863", SCORES[0], "--json"),
        ("cite", "1840:47.2", "--json"),
        ("cite", "1840:47.2", "--lang", "de"),
    ],
    ids=" ".join,
)
def test_what_programs_read_is_the_same_in_every_language(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    english = run(*command)
    assert run("--lang", "de", *command) == english
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert run(*command) == english


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "den_CA"}, "en"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_CH"}, "de"),
        ({"LANG": "de_AT", "LC_ALL": ""}, "de"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert of_locale() == language
    assert ("Quelle" in run("show", "1840:999").err) == (language == "de")
    assert "Quelle" not in run("--lang", "en", "show", "1840:999").err
    assert "Quelle" in run("--lang=de", "show", "1840:999").err


def test_a_citation_is_not_moved_by_the_locale(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    english, in_words = run("cite", "1840:47.2", "--quote"), run("cite", "1840:47.2", "--lang", "de")
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert run("cite", "1840:47.2", "--quote") == english
    assert run("--lang", "en", "cite", "1840:47.2", "--lang", "de") == in_words != english
    for citation in (english.out, in_words.out):
        assert run("verify", citation).status == run("--lang", "de", "verify", citation).status


def test_what_is_written_into_files_is_the_same_in_every_language(run: Run, tmp_path: Path) -> None:
    for language in ("en", "de"):
        assert run("--lang", language, "export", "bib", "-o", str(tmp_path / language)).status == 0
    english, written = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("en", "de"))
    assert written == english


def test_what_is_built_is_built_in_english(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only the program's own words are German then."""
    said: list[str] = []

    def build_site(*_arguments: object, **_options: object) -> None:
        said.extend((spoken(), worded("all well")))

    monkeypatch.setattr("tarock.publish.site.build_site", build_site)
    monkeypatch.setattr("tarock.publish.site.standing_site", lambda *_arguments, **_options: None)
    monkeypatch.setattr("tarock.publish.site.note_site", lambda *_arguments, **_options: None)
    monkeypatch.setattr("tarock.proof.check.require_sound", lambda *_arguments, **_options: None)
    monkeypatch.setattr("tarock.cli.publish.summary_lines", lambda *_arguments, **_options: iter(()))
    assert run("--lang", "de", "site", "build", "-o", str(tmp_path / "site")).status == 0
    assert said == ["en", "alles gut"]


def test_an_unknown_language_is_refused(run: Run) -> None:
    outcome = run("--lang", "fr", "show", "1840:47.2")
    assert (outcome.status, outcome.out) == (2, "")
    assert "--lang" in outcome.err


def test_numbers_and_plurals_are_german() -> None:
    with addressing(compiled(GERMAN)):
        assert worded("expected 1 to {most:,}", most=1_000_000) == "erwartet: 1 bis 1.000.000"
        assert [counted(count, "passage") for count in (0, 1, 2)] == ["0 Stellen", "1 Stelle", "2 Stellen"]
        assert numbered("{count} built files changed", "{count} built files changed", 1) == (
            "1 gebaute Datei ist geändert"
        )
    assert worded("expected 1 to {most:,}", most=1_000_000) == "expected 1 to 1,000,000"


def test_what_is_said_ends_with_the_command(run: Run) -> None:
    """No other run, and no other thread of a program, speaks German because one did."""
    run("--lang", "de", "show", "--help")
    assert worded("all well") == "all well"
    assert run("show", "--help").out.startswith("usage: ")


class Brackets:
    """A language in which each text is itself in brackets."""

    language = "bracketed"

    def translated(self, text: str, _context: str) -> str:
        return re.sub(r"^( *)(.*?)( *)$", r"\1⟦\2⟧\3", text, flags=re.DOTALL) if text.strip() else text

    def numbered(self, one: str, many: str, count: int) -> str:
        return self.translated(one if count == 1 else many, PROGRAM)


def _outside(printed: str) -> Iterator[str]:
    """The words outside of all brackets."""
    depth, word = 0, ""
    for letter in f"{printed}\n":
        depth += {"⟦": 1, "⟧": -1}.get(letter, 0)
        if depth == 0 and letter.isalpha():
            word += letter
        else:
            if word:
                yield word
            word = ""


@pytest.mark.parametrize(
    "command", [each for each in TYPICAL + FAULTY if each[:2] != ("cite", "1840:47.2")], ids=" ".join
)
def test_nothing_is_said_that_does_not_come_from_a_catalogue(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """Outside of the brackets stand values alone: names, cards, words of the sources, what is typed."""

    def bracketed(entry: Any) -> Any:
        return lambda **values: f"⟦{entry(**values)}⟧"

    brackets: Any = Brackets()
    functions = {key: bracketed(entry) for key, entry in catalogue().items() if callable(entry)}
    monkeypatch.setattr(german, "CATALOGUE", functions)
    monkeypatch.setattr(cli, "compiled", lambda _language: brackets)
    monkeypatch.setattr("tarock.publish.items._in", lambda *_words: "")
    outcome = run("--lang", "de", *command)
    for printed in (outcome.out, outcome.err):
        assert printed.count("⟦") == printed.count("⟧")
        without = "\n".join(line for line in plain(printed).splitlines() if not line.startswith("tarock 0"))
        assert not [word for word in _outside(without) if _ENGLISH.fullmatch(word)], printed
