"""The German of our prose in the data: no entry of a catalogue translates a text that is gone.

Each text of ours that a page shows stands twice: in English in the data, in German in a catalogue, under its English.
Who changes one has to change the other, so that a number or a *not* that is altered by mistake is noticed. A text
that the program composes of several is marked `#. composed` in the catalogue.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from tarock.base.files import read_text
from tarock.base.structs import Frozen
from tarock.corpus.checks import Problem
from tarock.proof.codex import ComputedCodex

FOLDER = "scripts/tarock/locale"  # in a checkout only: a copy that was given away is not translated
CATALOGUES = ("data.po", "how_to_play.po")
COMPOSED = "#. composed"
_FIELD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")')
_QUANTITY = re.compile(
    r"\b(?:\d+(?:[.:/]\d+)*|all|always|both|each|every|everybody|everyone|everything|never|no|nobody|none|not|nothing|only"
    r"|one|some|half|twice|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b *"
)
_SENTENCE = 4  # words of a text, at least, that is compared without its quantities
_BEGINS = re.compile(r"^(?:#+|[-*!>]|\d+\.) +")  # a line of prose: a heading, an item


class Entry(Frozen):
    """An entry of a catalogue: the line that it begins in, its context, and its English."""

    line: int
    context: str
    english: str
    composed: bool


def read_entries(path: Path) -> Iterator[Entry]:
    """Yield the entries of a catalogue, without its head."""
    for paragraph in re.finditer(r"(?:.+\n?)+", text := read_text(path)):
        lines = paragraph[0].splitlines()
        fields: dict[str, str] = {}
        name = ""
        for line in lines:
            if found := _FIELD.fullmatch(line):
                name = found[1]
                fields[name] = _unquoted(found[2])
            elif line.startswith('"') and name:
                fields[name] += _unquoted(line)
        if fields.get("msgid"):
            number = text.count("\n", 0, paragraph.start()) + 1
            yield Entry(number, fields.get("msgctxt", ""), fields["msgid"], COMPOSED in lines)


def _unquoted(text: str) -> str:
    return str(ast.literal_eval(text)) if "\\" in text else text[1:-1]


def prose_lines(text: str) -> Iterator[str]:
    """Yield the lines of a file of prose as the catalogue has them: without the signs of headings, items and tables."""
    for line in text.splitlines():
        yield line.strip()
        yield _BEGINS.sub("", line.strip())
        yield line.strip().removeprefix("|").removesuffix("|").strip()


def german_problems(codex: ComputedCodex, texts: Mapping[str, str]) -> Iterator[Problem]:
    """Yield each entry whose English is gone, and each text that differs from a translated one in a quantity only.

    `texts` are all texts and names of fields in the data, each with a file that has it; no file where pages need not
    have its German. In a copy without some source no English is known to be gone.
    """
    translated: dict[str, str] = {}
    english: set[str] = set()
    for folder in sorted((codex.project.root / FOLDER).glob("*")):
        for name in CATALOGUES:
            path, prose = folder / name, dict[str, set[str]]()
            for entry in read_entries(path) if path.is_file() else ():
                known: Collection[str] = texts
                english.add(entry.english)
                if len(entry.english.split()) >= _SENTENCE:
                    translated[_QUANTITY.sub("", entry.english)] = entry.english
                if entry.context.endswith(".j2"):
                    if entry.context not in prose:
                        file = codex.project.root / entry.context
                        prose[entry.context] = set(prose_lines(read_text(file))) if file.is_file() else set()
                    known = prose[entry.context]
                if entry.english not in known and not entry.composed and not codex.corpus.left_out:
                    what = f"translates a text that is gone: {entry.english!r}"
                    expected = (
                        f"expected its translation anew, or no entry, or `{COMPOSED}` where the program composes it"
                    )
                    yield Problem("PROSE-GONE", f"{codex.project.relative(path)}:{entry.line}", f"{what}; {expected}")
    for text, name in texts.items():
        other = translated.get(_QUANTITY.sub("", text), text)
        if name and other != text and text not in english:
            what = f"{text!r} has no German, but {other!r} has; expected the same quantity, or its German"
            yield Problem("PROSE-QUANTITY", f"{name}:{_line(codex, name, text)}", what)


def _line(codex: ComputedCodex, name: str, text: str) -> int:
    """Return the line in which a text begins, by its first words."""
    lines = read_text(codex.project.root / name).splitlines()
    return next((at for at, line in enumerate(lines, 1) if " ".join(text.split()[:4]) in line), 1)
