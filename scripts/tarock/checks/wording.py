"""Our own English says one word for one thing: what the termbase refuses stands in no sentence of the data.

Nor does it blame the transcript, or say what is printed: nobody here has seen a print; what is known is the text.
The translation is held by its own check; templates and the catalogue of wordings by `tests/publish/test_wording.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tarock.base import yamlio
from tarock.base.files import read_text
from tarock.base.yamlio import Document, Key
from tarock.codex import ComputedCodex
from tarock.corpus.checks import Problem
from tarock.corpus.termbase import Termbase
from tarock.rules.how_to import PROSE, SUMMARY

# The fields whose text is a sentence or a name of ours; all others are words of a source, names or numbers.
ENGLISH = frozenset((
    "about", "alike", "asks", "choices", "evidence", "extent", "gloss", "guess", "kept", "label", "means", "needs",
    "no", "note", "notes", "other", "reason", "rule", "says", "settled",
    "statement", "title", "undetermined", "why", "yes",
))  # fmt: skip
# Where they stand: tables and keys, what explains the texts; not what readers said.
FILES = (
    "rules_data/*.yaml",
    "rules_data/keys/*.yaml",
    "rules_data/claims/*.yaml",
    "corpus/*.yaml",
    "corpus/doubtful/*.yaml",
    "corpus/emendations/*.yaml",
    "corpus/examples/*.yaml",
    "corpus/games/known_findings.yaml",
    "corpus/translations/en/*.yaml",
)
# Words that claim knowledge of a print, in English and German: whose a fault is, and what is printed.
_UNATTESTED = re.compile(
    r"(?i)\b(?:"
    r"(?:fault|slip|error|mistake|misprint)s? (?:of|in|by) (?:the|our) (?:transcript|print|printer|compositor)s?"
    r"|as printed|misprinted|(?:is|are|was|were|he|they|authors?|books?) (?:nowhere )?printed"
    r"|(?:books?|authors?|sources?|texts?) (?:also )?prints?"
    r"|printed (?:ones?|model games?|games?|results?|sums?|remarks?)"
    r"|our transcript (?:breaks|slips|errs)"
    r"|(?:fehler|versehen) (?:in )?(?:der|den|unserer) (?:abschrift|abschriften)|wie gedruckt"
    r"|gedruckte[mnrs]? (?:musterspiel|spiel|ergebnis|summe|bemerkung)(?:e|en|es|se|sen)?"
    r"|(?:buch|verfasser|text|quelle) druckt|(?:falsch|nirgends) gedruckt)\b"
)
# Where a real print is meant, or our own book. `misprint`, a kind of emendation, is a permanent name.
ATTESTED = (
    "Where only a copy can tell what is printed",
    "Each game is printed as the edition has it",
    "The texts themselves are printed as they are",
    "where it was printed",
    "What is printed in a copy",
)
_AS_IT_WAS = re.compile(r"deprecated_|tasks|undecided|everyday|reviews")
_QUOTE = re.compile(r'\bquote: "(?:[^"\\]|\\.)*"')
_CALL = re.compile(r"\{\{.*?\}\}")


def own_files(codex: ComputedCodex) -> list[str]:
    """Return the files with English of ours."""
    root = codex.project.root
    folders = [f"rules_data/{siglum}" for siglum in codex.corpus.sources]
    patterns = (*FILES, *(f"{folder}/*.yaml" for folder in folders))
    paths = [path for pattern in patterns for path in sorted(root.glob(pattern)) if not _AS_IT_WAS.match(path.name)]
    prose = [path for folder in folders for name in (PROSE, SUMMARY) if (path := root / folder / name).is_file()]
    return [codex.project.relative(path) for path in (*paths, *prose)]


def find_unattested(text: str) -> Iterator[str]:
    """Yield what a text of ours says as if somebody had seen the print, each with what is said instead."""
    for allowed in ATTESTED:
        text = text.replace(allowed, "…")
    for found in _UNATTESTED.finditer(text):
        yield f"`{found[0]}` is what only a print can tell; expected *in the text*, or *as transcribed*"


def wording_problems(codex: ComputedCodex, files: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each word of ours for which another is agreed; `files` are some of `own_files`."""
    for file in files:
        path = codex.project.root / file
        text = read_text(path)
        if path.suffix != ".yaml":
            yield from _check_prose(text, file, codex.termbase)
        elif codex.termbase.may_contain_refused(_QUOTE.sub("", text)) or any(find_unattested(text)):
            yield from _check_file(yamlio.load(path), file, codex.termbase)


def _check_file(document: Document, file: str, terms: Termbase) -> Iterator[Problem]:
    for path, text in _list_sentences(document.data, "", ()):
        for fault in (*terms.find_refused(text), *find_unattested(text)):
            yield Problem("WORDING", f"{file}:{document.line(*path)}", fault)


def _list_sentences(value: object, field: str, path: tuple[Key, ...]) -> Iterator[tuple[tuple[Key, ...], str]]:
    """Yield every text of ours in a value, with its path."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _list_sentences(inner, str(name), (*path, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _list_sentences(inner, field, (*path, at))
    elif isinstance(value, str) and field in ENGLISH:
        yield path, value


def _check_prose(text: str, file: str, terms: Termbase) -> Iterator[Problem]:
    for number, line in enumerate(text.splitlines(), 1):
        for fault in (*terms.find_refused(_CALL.sub(" ", line)), *find_unattested(line)):
            yield Problem("WORDING", f"{file}:{number}", fault)
