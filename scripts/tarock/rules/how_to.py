"""How the game of a source is played, in prose: `rules_data/SIGLUM/how_to_play.md`, and `summary.md` in short.

Both files are optional. A line is a sentence; `# ` begins the title, `## ` a chapter, `- ` an item of a list, `| ` a
row of a table (a row of dashes below the first makes that the head), `! ` a picture; an empty line ends a paragraph,
list or table. The directive `{name argument; argument}` stands for what is read from the rule tables when the page is
made: `tarock.publish.views.how_to_directives` says what they mean. Numbers and cards are never typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

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
from tarock.corpus.editions import Corpus
from tarock.corpus.numbers import spell_number
from tarock.corpus.termbase import Termbase
from tarock.corpus.translation.correspondence import NumberWords
from tarock.rules.vocabulary import Vocabulary

PROSE, SUMMARY = "how_to_play.md", "summary.md"
CARD_TERMS = ("scues", "mond", "pagat", "koenig", "dame", "reiter", "bube", "ass", "herz", "careau", "treffle", "pique")

# Number words of English that no translation needed so far.
_MORE_NUMBERS = """zero either neither couple pairs trio dozens quarter quarters halve halved treble trebled tripled
    fourths singly quadrupled twofold"""
_COUNTED = 121  # beyond it nobody writes a number in words
_ENDINGS = ("", "s", "e", "en", "es", "n")  # of a card's name in German
_DIRECTIVE = re.compile(r"\{(?P<name>[A-Za-z]+)(?: (?P<arguments>[^{}]*))?\}")
_NUMBERED = re.compile(r"\{(?P<capital>\^?)(?P<number>[1-9][0-9]?)(?:~(?P<form>[^{}]*))?\}")
_WORD = re.compile(r"[^\W_]+(?:/[0-9]+)?")
_QUOTED = re.compile(r"„[^“]*“")  # the book's own words, as German has them
_DASHES = re.compile(r"\|[\s|:-]+")
UNSEEN = ("see", "silent", "open")  # directives that show nothing
_KINDS = {"- ": "list", "| ": "table", "! ": "figure"}


class Directive(Frozen):
    """A place that is filled from the data: `{number deal.hand; card}` has the name `number` and two arguments."""

    name: str
    arguments: tuple[str, ...]
    form: str = ""  # how the words are inflected, in a language that does it


Cell = tuple[str | Directive, ...]


class HowToLine(Frozen):
    """A sentence, or the cells of a row: text and directives in order."""

    cells: tuple[Cell, ...]
    number: int  # in its file


class HowToBlock(Mutable):
    """Lines that belong together: `paragraph`, `list`, `table` or `figure`; `head` is the first row of a table."""

    kind: str
    lines: list[HowToLine]
    head: HowToLine | None = None


class HowToPart(Frozen):
    """A chapter: its title and blocks."""

    title: str
    blocks: list[HowToBlock]


class HowTo(Frozen):
    """A file: its title and chapters; the blocks before the first chapter are in one without a title."""

    siglum: str
    title: str
    parts: tuple[HowToPart, ...]
    file: str

    def error(self, line: int, what: str, expected: str) -> CodexError:
        """Return an error in a line of the file."""
        return CodexError(what, expected, file=self.file, line=line)


class HowTos:
    """The files of all sources, each read once."""

    def __init__(self, corpus: Corpus, termbase: Termbase, vocabulary: Vocabulary):
        self._corpus = corpus
        self._typed = _typed_words(corpus.project, termbase, vocabulary)
        self._read: dict[tuple[str, str, Catalogues | None], HowTo | None] = {}

    def read(self, siglum: str, name: str) -> HowTo | None:
        """Return a file of a source by name (`PROSE`, `SUMMARY`); none without one, or without its text in this copy.

        Raises `CodexError` for what is malformed, and for a number or card that is typed.
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
        title, parts, block = "", [HowToPart("", [])], None
        for number, raw in enumerate(text.splitlines(), 1):
            self.number, line = number, raw.strip()
            if line.startswith("# "):
                title, block = self._heading(line[2:]), None
            elif line.startswith("## "):
                parts.append(HowToPart(self._heading(line[3:]), []))
                block = None
            elif not line:
                block = None
            elif _DASHES.fullmatch(line):
                if block is None or block.kind != "table" or len(block.lines) != 1 or block.head:
                    raise self._error("a row of dashes", "expected it below the first row of a table")
                block.head = block.lines.pop()
            else:
                kind = _KINDS.get(line[:2], "paragraph")
                if block is None or block.kind != kind:
                    block = HowToBlock(kind, [])
                    parts[-1].blocks.append(block)
                block.lines.append(self._line(line, kind))
        if not title:
            expected = "expected a line that begins with `# `"
            raise CodexError("no title", expected, file=self.file, line=1)
        return HowTo(self.siglum, title, tuple(part for part in parts if part.title or part.blocks), self.file)

    def _heading(self, text: str) -> str:
        return translate_text(self._plain(text, year=self.siglum), self.file)

    def _line(self, line: str, kind: str) -> HowToLine:
        text = line.strip("|") if kind == "table" else line if kind == "paragraph" else line[2:]
        cells = tuple(self._cell(cell.strip()) for cell in (text.split("|") if kind == "table" else [text]))
        return HowToLine(cells if current_language() == ENGLISH else self._translated(text.strip(), cells), self.number)

    def _translated(self, text: str, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the cells of a line in the current language, in which `{2}` is its second visible directive.

        Those that show nothing come last, so that a sentence rests on the same things in each language.
        """
        directives = [part for cell in cells for part in cell if isinstance(part, Directive)]
        if not any(isinstance(part, str) and _WORD.search(part) for cell in cells for part in cell):
            return cells
        told = translate_text(text, self.file)
        if told == text:  # it is missing
            return cells
        try:
            return self._filled(told, directives, len(cells))
        except CodexError as error:
            report_bad_translation(str(error))
            return cells

    def _filled(self, told: str, directives: list[Directive], count: int) -> tuple[Cell, ...]:
        shown = [each for each in directives if each.name not in UNSEEN]
        named: set[int] = set()

        def numbered(match: re.Match[str]) -> Directive:
            which = int(match["number"])
            if not 0 < which <= len(shown):
                raise self._error(
                    f"`{match[0]}` in `{told}`",
                    f"expected up to {{{len(shown)}}}",
                )
            named.add(which)
            name = shown[which - 1].name
            name = name.capitalize() if match["capital"] else name.lower()
            return Directive(name, shown[which - 1].arguments, match["form"] or "")

        texts = told.split("|") if count > 1 else [told]
        found = [self._parts(each.strip(), _NUMBERED, numbered, current_language()) for each in texts]
        if len(found) != count or len(named) != len(shown):
            expected = f"expected {count} cells with {len(shown)} directives, as in English"
            raise self._error(f"`{told}`", expected)
        unseen = tuple(each for each in directives if each.name in UNSEEN)
        return (*found[:-1], (*found[-1], *unseen))

    def _cell(self, text: str) -> Cell:
        def directive(match: re.Match[str]) -> Directive:
            arguments = (match["arguments"] or "").split(";")
            return Directive(match["name"], tuple(argument.strip() for argument in arguments))

        return self._parts(text, _DIRECTIVE, directive, ENGLISH)

    def _parts(
        self, text: str, pattern: re.Pattern[str], made: Callable[[re.Match[str]], Directive], language: str
    ) -> Cell:
        """Return a text in a language, with what is made of each place of the pattern."""
        parts: list[str | Directive] = []
        position = 0
        for match in pattern.finditer(text):
            parts += (self._plain(text[position : match.start()], language=language), made(match))
            position = match.end()
        parts.append(self._plain(text[position:], language=language))
        return tuple(filter(None, parts))

    def _plain(self, text: str, year: str = "", language: str = ENGLISH) -> str:
        """Return the text; raise `CodexError` at a brace that opens no directive, and at a typed number or card.

        The `year` of a source is a name in its title.
        """
        if "{" in text or "}" in text:
            raise self._error(
                f"a brace in `{text.strip()}`",
                "expected a directive such as {number deal.hand; card}",
            )
        ours = text if language == ENGLISH else _QUOTED.sub("", text)
        typed = self.typed.get(language, self.typed[GERMAN])  # cards have the names of the books
        if word := next((word for word in _WORD.findall(ours) if word != year and typed(word)), ""):
            expected = "use a directive such as {number KEY}: numbers and cards come from the rule tables"
            raise self._error(f"do not write `{word}`", expected)
        return text

    def _error(self, what: str, expected: str) -> CodexError:
        return CodexError(what, expected, file=self.file, line=self.number)


def _typed_words(project: Project, termbase: Termbase, vocabulary: Vocabulary) -> Mapping[str, Callable[[str], bool]]:
    """Return whether a word that a person typed is a number or a card, for each language."""
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
