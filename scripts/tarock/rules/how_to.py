"""How the game of a source is played, in prose: `rules_data/SIGLUM/how_to_play.md.j2`, and `summary.md.j2` in short.

Both files are optional. A line is a sentence; `# ` begins the title, `## ` a chapter, `### ` a box on a case that does
not arise in each deal, `- ` an item of a list, `| ` a row of a table (a row of dashes below the first makes that the
head), `! ` a picture; an empty line ends a paragraph, list or table. Each line is a template of Jinja that calls
directives: `{{ number('deal.hand', 'card') }}` stands for what is read from the rule tables when the page is made.
`tarock.publish.views.how_to_directives` says what they mean. Numbers and cards are never typed.

A translation is such a template too. There a directive is the one of the English sentence, `number2` its second
`number`, and is called with the form that its words take: `{{ terms('Stiche') }}`, of a number `{{ number('#mal') }}`
or, for one and for several, `{{ number('einen Stich', '# Stiche') }}`. A directive that shows nothing is in the
English alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Generic, TypeAlias, TypeVar

from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.i18n import (
    ENGLISH,
    GERMAN,
    Catalogues,
    current_catalogues,
    current_language,
    report_bad_translation,
    translate_text,
)
from tarock.base.project import Project
from tarock.base.structs import Frozen, Mutable
from tarock.corpus.card_terms import CARD_TERMS
from tarock.corpus.editions import Corpus
from tarock.corpus.numbers import spell_number
from tarock.corpus.termbase import Termbase
from tarock.corpus.translation.correspondence import NumberWords
from tarock.rules.vocabulary import Vocabulary

PROSE, SUMMARY = "how_to_play.md.j2", "summary.md.j2"

# Number words of English that no translation needed so far.
_MORE_NUMBERS = """zero either neither couple pairs trio dozens quarter quarters halve halved treble trebled tripled
    fourths singly quadrupled twofold"""
_COUNTED = 121  # beyond it nobody writes a number in words
_ENDINGS = ("", "s", "e", "en", "es", "n")  # of a card's name in German
_WORD = re.compile(r"[^\W_]+(?:/[0-9]+)?")
_QUOTED = re.compile(r"„[^“]*“")  # the book's own words, as German has them
_EXPECTED = "expected a call such as {{ number('deal.hand', 'card') }}"
_DASHES = re.compile(r"\|[\s|:-]+")
_BRACES = re.compile(r"\{\{(.*?)\}\}")  # text and call in turn
_ARGUMENT = re.compile(r"""('[^'\\{}]*'|"[^"\\{}]*")|(-?[0-9]{1,9}\b)""")
_CALL = re.compile(rf"\s*([A-Za-z_]\w*)\(\s*((?:{_ARGUMENT.pattern})(?:\s*,\s*(?:{_ARGUMENT.pattern}))*|)\s*\)\s*")
UNSEEN = ("see", "silent", "open", "assumed")  # directives that show nothing
L = TypeVar("L")
_Call: TypeAlias = tuple[str, tuple[object, ...]]  # the name of a directive, and its arguments
_KINDS = {"- ": "list", "| ": "table", "! ": "figure"}


class HowToLine(Frozen):
    """A sentence, or the cells of a row: each a template."""

    cells: tuple[str, ...]
    number: int  # in its file


class HowToBlock(Mutable, Generic[L]):
    """Lines that belong together: `paragraph`, `list`, `table` or `figure`; `head` is the first row of a table.

    The lines are those of the file, or what they show on a page.
    """

    kind: str
    lines: list[L]
    head: L | None = None


class HowToPart(Frozen):
    """A chapter, or with `boxed` a box beside the chapters: its title and blocks."""

    title: str
    blocks: list[HowToBlock[HowToLine]]
    boxed: bool = False


class HowTo(Frozen):
    """A file: its title and chapters; the blocks before the first chapter are in one without a title."""

    siglum: str
    title: str
    parts: tuple[HowToPart, ...]
    file: str

    def error(self, line: int, what: str, expected: str) -> CodexError:
        """Return an error that names this file and the line."""
        return CodexError(what, expected, file=self.file, line=line)


class HowTos:
    """The files of all sources, each read once."""

    def __init__(self, corpus: Corpus, termbase: Termbase, vocabulary: Vocabulary):
        self._corpus = corpus
        self._typed = _find_typed_words(corpus.project, termbase, vocabulary)
        self._read: dict[tuple[str, str, Catalogues | None], HowTo | None] = {}

    def read(self, siglum: str, name: str) -> HowTo | None:
        """Return a file of a source by its name (`PROSE`, `SUMMARY`) in the current language.

        None where the source has no such file, or its text is left out of this copy. Raises `CodexError` for malformed
        lines, and for a number or card that is typed instead of read from the rules.
        """
        asked = (siglum, name, current_catalogues())  # the same file says something else in each language
        if asked not in self._read:
            project = self._corpus.project
            path = project.rules / siglum / name
            there = path.is_file() and siglum not in self._corpus.left_out
            reader = _HowToReader(project.relative(path), siglum, self._typed)
            self._read[asked] = reader.read(read_text(path)) if there else None
        return self._read[asked]


class _HowToReader(Mutable):
    file: str
    siglum: str
    typed: Mapping[str, Callable[[str], bool]]
    number: int = 0  # of the line that is read

    def read(self, text: str) -> HowTo:
        title, parts = "", [HowToPart("", [])]
        block: HowToBlock[HowToLine] | None = None
        for number, raw in enumerate(text.splitlines(), 1):
            self.number, line = number, raw.strip()
            if line.startswith("# "):
                title, block = self._read_heading(line[2:]), None
            elif line.startswith(("## ", "### ")):
                marks, _, heading = line.partition(" ")
                parts.append(HowToPart(self._read_heading(heading), [], boxed=marks == "###"))
                block = None
            elif not line:
                block = None
            elif _DASHES.fullmatch(line):
                if block is None or block.kind != "table" or len(block.lines) != 1 or block.head:
                    raise self._make_error("a row of dashes", "expected it below the first row of a table")
                block.head = block.lines.pop()
            else:
                kind = _KINDS.get(line[:2], "paragraph")
                if block is None or block.kind != kind:
                    block = HowToBlock(kind, [])
                    parts[-1].blocks.append(block)
                block.lines.append(self._read_line(line, kind))
        if not title:
            expected = "expected a line that begins with `# `"
            raise CodexError("no title", expected, file=self.file, line=1)
        return HowTo(self.siglum, title, tuple(part for part in parts if part.title or part.blocks), self.file)

    def _read_heading(self, text: str) -> str:
        self._require_untyped(text, ENGLISH, year=self.siglum)
        return translate_text(text, self.file)

    def _read_line(self, line: str, kind: str) -> HowToLine:
        text = (line.strip("|") if kind == "table" else line if kind == "paragraph" else line[2:]).strip()
        cells = _split_cells(text, kind)
        parts = [part for cell in cells for part in self._split_template(cell, ENGLISH)]
        worded = any(isinstance(part, str) and _WORD.search(part) for part in parts)
        told = translate_text(text, self.file) if worded else text
        if told != text:  # else it is English, or missing
            try:
                cells = self._fill_in_calls(
                    _split_cells(told, kind), len(cells), [p for p in parts if not isinstance(p, str)]
                )
            except CodexError as error:
                report_bad_translation(str(error))
        return HowToLine(cells, self.number)

    def _fill_in_calls(self, texts: tuple[str, ...], count: int, calls: list[_Call]) -> tuple[str, ...]:
        """Return the cells of a translated line: its forms, with the arguments of the English calls.

        Calls that show nothing are added to the last cell, so that a sentence rests on the same rules in each language.
        """
        shown: dict[str, _Call] = {}
        for name, arguments in ((name.lower(), arguments) for name, arguments in calls if name not in UNSEEN):
            number = sum(name == of for of, _arguments in shown.values()) + 1
            shown[f"{name}{number}" if number > 1 else name] = name, arguments
        parts = [[*self._split_template(cell, current_language())] for cell in texts]
        asked = {part[0].lower() for cell in parts for part in cell if not isinstance(part, str)}
        if len(texts) != count or asked != {*shown}:
            expected = f"expected {count} cells with {', '.join(shown) or 'no directive'}, as in English"
            raise self._make_error(f"`{' | '.join(texts)}`", expected)

        def written(part: str | _Call) -> str:
            if isinstance(part, str):
                return part
            (told, forms), (name, arguments) = part, shown[part[0].lower()]
            if len(forms) > 2:
                raise self._make_error(f"`{told}{forms}`", "expected one form, or that of one and that of several")
            return _write_call(name.capitalize() if told[0].isupper() else name, arguments, tuple(map(str, forms)))

        *cells, last = ("".join(map(written, cell)) for cell in parts)
        return *cells, last + "".join(_write_call(*call) for call in calls if call[0] in UNSEEN)

    def _split_template(self, template: str, language: str) -> Iterator[str | _Call]:
        """Yield the texts of a template and its directive calls, in order.

        Raises `CodexError` for anything else in braces, and for a number or card that is typed beside them.
        """
        for place, part in enumerate(_BRACES.split(template)):
            if place % 2 == 0:
                self._require_untyped(part, language)
                if part:
                    yield part
                continue
            called = _CALL.fullmatch(part)
            if not called:
                raise self._make_error(f"`{template}` does more than call directives", _EXPECTED)
            arguments = (int(number) if number else text[1:-1] for text, number in _ARGUMENT.findall(called[2]))
            yield called[1], tuple(arguments)

    def _require_untyped(self, text: str, language: str, year: str = "") -> None:
        """Raise `CodexError` at a brace that opens no call, and at a number or card in the words.

        A number that equals `year` is allowed, for titles with the year of a source.
        """
        if "{" in text or "}" in text:
            raise self._make_error(f"a brace in `{text.strip()}`", _EXPECTED)
        ours = text if language == ENGLISH else _QUOTED.sub("", text)
        typed = self.typed.get(language, self.typed[GERMAN])  # cards have the names of the books
        if word := next((word for word in _WORD.findall(ours) if word != year and typed(word)), ""):
            expected = "use a directive such as {{ number('KEY') }}: numbers and cards come from the rule tables"
            raise self._make_error(f"do not write `{word}`", expected)

    def _make_error(self, what: str, expected: str) -> CodexError:
        return CodexError(what, expected, file=self.file, line=self.number)


def _split_cells(text: str, kind: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in (text.split("|") if kind == "table" else [text]))


def _write_call(name: str, arguments: tuple[object, ...], forms: tuple[object, ...] = ()) -> str:
    return f"{{{{ {name}({', '.join((*map(repr, arguments), f'forms={forms!r}'))}) }}}}"


def _find_typed_words(
    project: Project, termbase: Termbase, vocabulary: Vocabulary
) -> Mapping[str, Callable[[str], bool]]:
    """Return for each language a function that tells whether a word is a number or the name of a card."""
    terms = [term for ident in CARD_TERMS if (term := termbase.terms.get(ident))]
    cards = {word for term in terms for word in (term.headword, *term.variants, *(m.english for m in term.meanings))}
    for name in ("card", "rank", "suit"):
        cards |= {word for word in vocabulary.labels.get(name, {}) if " " not in word}
    cards -= {"tarock"}  # the kind of card, no card
    names = {form for card in cards for form in (card.lower(), f"{card.lower()}s")} | set(_MORE_NUMBERS.split())
    german = {f"{card.lower()}{ending}" for card in cards for ending in _ENDINGS}
    german |= {spell_number(number) for number in range(2, _COUNTED)}
    numbers = NumberWords(project.translations / "numbers.yaml")

    return {
        ENGLISH: cache(lambda word: word.lower() in names or bool(numbers.find(word))),
        GERMAN: lambda word: word.isdigit() or word.lower() in german,
    }
