"""One word for one thing: where a word stands for which another is agreed, the check names file, line and both."""

from __future__ import annotations

import ast
import re

import pytest

from tarock.base.project import Project
from tarock.checks.wording import ATTESTED, find_unattested, own_files, wording_problems
from tarock.codex import ComputedCodex
from tarock.corpus.forms import RefusedWords
from tarock.corpus.termbase import load_termbase
from tarock.rules.vocabulary import Word
from tests.helpers import replace_once, reported

_CODE = re.compile(r"(?s)<code>.*?</code>|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<[^<>]*>|`[^`]*`|\{[^{}]*\}|https?://\S+")
_SAID = re.compile(r'"([^"]*)"')  # words in code, such as a title


def _without_code(code: re.Match[str]) -> str:
    """What a piece of code says in words, in as many lines; a comment and words that readers type say nothing."""
    whole = str(code[0])
    said: list[str] = [] if whole.startswith(("{#", "<", "`", "{% set sought")) else _SAID.findall(whole)
    return f" … {' … '.join(said)} … " + "\n" * (whole.count("\n") - sum(text.count("\n") for text in said))


def test_a_refused_word_stands_as_it_is_written_and_not_where_it_means_something_else() -> None:
    """The game is Tarock, a card of it a trump; German in quotation marks is quoted."""
    refusal = RefusedWords("tarock", ("Tarock",))
    found = {
        text: refusal.find(text) for text in ("the tarocks", "Tarock is played", "Tarocks fall", "tarockish", "tarocks")
    }
    assert found == {
        "the tarocks": "tarocks",
        "Tarock is played": "",
        "Tarocks fall": "Tarocks",
        "tarockish": "",
        "tarocks": "tarocks",
    }
    assert RefusedWords("laid * away").find("He laid three cards away.") == "laid three cards away"
    assert RefusedWords("party").find("Party and side") == "Party"
    assert RefusedWords("Vorhand").find("Vorhanden, Haus-Vorhand") == ""


@pytest.mark.slow
def test_the_check_names_file_line_word_and_what_was_agreed(computed: ComputedCodex, codex: Project) -> None:
    """One word of each kind of file; what is quoted beside it stays a quotation."""
    expected = {}
    for file, old, new, said in (
        ("rules_data/1840/deal.yaml", "must ask the forehand which", "must ask the Vorhand which cards he wants",
         "`Vorhand` is not used for Vorhand; expected forehand or on lead"),
        ("rules_data/keys/volat.yaml", "or one side together", "or one party together",
         "`party` is not used for Parthei; expected side"),
        ("rules_data/1840/how_to_play.md.j2", "Each side counts", "Each party counts",
         "`party` is not used for Parthei; expected side"),
        ("rules_data/claims/1863.yaml", "with à deux: he plays", "with à deux: she plays",
         "`she` is not used for Mitspieler; expected player"),
        ("rules_data/vocabulary.yaml", "cards of the trump suit", "cards of the 'Tarocks'", ""),
        ("corpus/termbase.yaml", "What one pays for a fault.", "The fine that one pays for a fault.",
         "`fine` is not used for Strafe; expected penalty"),
        ("corpus/games/known_findings.yaml", "As in trick 7.", "A slip of the transcript.",
         "`slip of the transcript` is what only a print can tell; expected *in the text*, or *as transcribed*"),
    ):  # fmt: skip
        line = replace_once(codex.root / file, old, new)
        expected.update({f"{file}:{line}": said} if said else {})
    changed = ComputedCodex(codex)
    found = {problem.ref: problem.message for problem in wording_problems(changed, own_files(changed))}
    assert found == expected
    assert list(wording_problems(computed, own_files(computed))) == []
    assert {problem.ref for problem in reported(codex).problems if problem.code == "WORDING"} == {*expected}


def test_what_pages_show_of_values_has_the_agreed_words(computed: ComputedCodex) -> None:
    """A value keeps its name; what is shown of it is English of ours."""
    vocabulary, terms = computed.topics.vocabulary, load_termbase(computed.project)
    shown = [label for words in vocabulary.labels.values() for label in words.values()]
    meanings = [said.means if isinstance(said, Word) else said for words in vocabulary.vocabularies.values()
                for said in words.values()]  # fmt: skip
    said = [*shown, *meanings, *vocabulary.units, *vocabulary.units.values()]
    assert len(said) > 700
    assert {text: faults for text in said if (faults := terms.find_refused(text))} == {}


def test_templates_and_the_catalogue_have_the_agreed_words(computed: ComputedCodex) -> None:
    """Without their code: what stands between tags and in strings, and all texts but the keys."""
    terms, found = load_termbase(computed.project), []
    package = computed.project.root / "scripts" / "tarock"
    for path in sorted((package / "publish" / "templates").glob("*.j2")):
        words = _CODE.sub(_without_code, path.read_text(encoding="utf-8"))
        found += [f"{path.name}:{number}: {fault}" for number, line in enumerate(words.splitlines(), 1)
                  for fault in terms.find_refused(line)]  # fmt: skip
    for path in sorted((package / "base" / "wording").glob("*.py")):
        whole = ast.parse(path.read_text(encoding="utf-8"))
        keys = {id(key) for node in ast.walk(whole) if isinstance(node, ast.Dict) for key in node.keys}
        keys |= {id(each) for node in ast.walk(whole) if isinstance(node, ast.Compare) for each in node.comparators}
        for node in ast.walk(whole):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys:
                text = _CODE.sub(" … ", node.value)
                found += [f"{path.name}:{node.lineno}: {fault}" for fault in terms.find_refused(text)]
    assert found == [], found


def test_nothing_is_said_as_if_somebody_had_seen_the_print(computed: ComputedCodex) -> None:
    """In templates, catalogues, the German of both, scripts, books and what stands beside the code."""
    root = computed.project.root
    package = root / "scripts" / "tarock"
    paths = [
        *(root / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
        *(root / "contributing").glob("*.md"),
        *(path for kind in ("*.j2", "*.typ", "*.po") for path in package.rglob(kind)),
        *(package / "base" / "wording").glob("*.py"),
        *(package / "cli").glob("*.py"),
        *(package / "publish" / "export").glob("*.py"),
        *(root / "docs" / "assets" / "javascripts").glob("*.js"),
    ]
    names = re.compile(r'(?m)\{[%#].*?[%#]\}|^msgctxt .*$|^\s*(?://|#).*$|"[a-z_.]+":|view\.\w+')
    found = {}
    for path in paths:
        text = names.sub(
            lambda code: str(code[0]) if '_("' in code[0] or "description" in code[0] else "", path.read_text("utf-8")
        )
        if faults := list(find_unattested(text)):
            found[path.name] = faults
    assert found == {}


def test_what_only_a_print_tells_is_refused_and_a_real_print_is_not() -> None:
    for text in (
        "4 slips of the transcript are mended", "a fault of the transcript", "as printed", "The book prints a result",
        "the printed games", "Versehen der Abschrift", "Das Buch druckt ein Ergebnis", "in den gedruckten Spielen",
    ):  # fmt: skip
        assert list(find_unattested(text)), text
    for text in (
        *ATTESTED,
        "as transcribed",
        "what the transcript has",
        "the printed page",
        "a copy of the print has it",
    ):
        assert not list(find_unattested(text)), text
