"""TeX read as running text, in the process of `apart.py`: with the commands that people quote by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexCommentNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexSpecialsNode,
    LatexWalker,
    LatexWalkerError,
    get_default_latex_context_db,
)
from pylatexenc.macrospec import EnvironmentSpec, MacroSpec

from tarock.corpus.verify.documents import DocumentPart, QuotingDocument, UnreadPlace

# The arguments of commands, and which of them is quoted, counted from the end.
_QUOTING = {
    "enquote": "*{", "textquote": "*[[{", "blockquote": "*[[{", "foreignquote": "*{{", "hyphenquote": "*{{",
    "foreigntextquote": "*{[[{", "foreignblockquote": "{[[{", "hyphentextquote": "*{[[{", "textcquote": "*[[{[{",
    "blockcquote": "[[{[{", "foreigntextcquote": "*{[[{[{", "foreignblockcquote": "{[[{[{", "quoted": "{",
    "zitat": "{", "say": "{",
}  # fmt: skip
_CITING = (
    "cite", "autocite", "parencite", "textcite", "footcite", "footcitetext", "smartcite", "citep", "citet",
    "fullcite", "footfullcite", "Autocite", "Parencite", "Textcite", "supercite", "nocite", "citeauthor", "citetitle",
)  # fmt: skip
_NOTES = {"footnote": "[{", "footnotetext": "[{", "endnote": "[{", "thanks": "{", "marginpar": "[{", "sidenote": "[{"}
_BRACKETED = {"textins": "*{", "textelp": "*{"}
_ENVIRONMENTS = {
    "quote",
    "quotation",
    "displayquote",
    "displaycquote",
    "verse",
    "quoting",
    "foreigndisplayquote",
    "citequote",
}
_SIGNS = {
    "glqq": "„", "grqq": "“", "glq": "‚", "grq": "‘", "flqq": "«", "frqq": "»", "flq": "‹", "frq": "›",
    "quotedblbase": "„", "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘",
    "textquoteright": "’", "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«", "guillemetright": "»",
    "guilsinglleft": "‹", "guilsinglright": "›", "quotesinglbase": "‚", "dots": "…", "ldots": "…",
    "textellipsis": "…", "-": "\u00ad", "/": "", "\\": "\n", "newline": "\n", "linebreak": "\n", "par": "\n\n",
    ",": " ", " ": " ", "quad": " ", "qquad": " ", "ss": "ß", "S": "§", "P": "¶", "textendash": "–",
    "textemdash": "—", "newpage": "\n\n", "clearpage": "\n\n", "item": "\n", "hfill": " ", "dq": '"', "slash": "/",
    "textquotedbl": '"', "lqq": "“", "rqq": "”", "mdash": "—", "ndash": "–", "nobreakdash": "", "allowbreak": "",
    "noindent": "", "@": "", "xspace": "", "textcompwordmark": "", "maketitle": "", "tableofcontents": "",
    "centering": "", "itshape": "", "bfseries": "", "selectfont": "",
}  # fmt: skip
_SHORTHANDS = {'"`': "„", "\"'": "“", '"<': "«", '">': "»", '"=': "-", '"~': "‑", '"-': "\u00ad", '""': "", '"|': ""}
_SHORTHAND = re.compile("|".join(map(re.escape, sorted(_SHORTHANDS, key=len, reverse=True))))
_UMLAUTS = re.compile(r'"([aouAOUs])')
_UMLAUT = dict(zip("aouAOUs", "äöüÄÖÜß", strict=True))
_SPECIALS = {"~": "\u00a0", "``": "“", "''": "”", "--": "–", "---": "—", "!`": "¡", "?`": "¿", "&": " ", "\n\n": "\n\n"}
_HIDDEN = {
    "usepackage", "documentclass", "bibliography", "addbibresource", "label", "ref", "pageref", "bibliographystyle",
    "input", "include", "newcommand", "renewcommand", "setlength", "vspace", "hspace", "pagestyle", "includegraphics",
    "index", "hyphenation", "setotherlanguage", "setdefaultlanguage", "setmainlanguage", "MakeOuterQuote",
    "SetCiteCommand", "setmainfont", "selectlanguage",
}  # fmt: skip


class _TexReader:
    """Collects text, notes, block quotations, and what is no text."""

    def __init__(self, source: str):
        self.source = source
        self.parts: list[DocumentPart] = []
        self.notes: list[DocumentPart] = []
        self.aside: list[DocumentPart] = []
        self.plain = LatexNodes2Text(math_mode="text", strict_latex_spaces=True)

    def read(self, nodes: Iterable[Any], place: str) -> DocumentPart:
        text = _Text()
        self._all(nodes, text)
        return DocumentPart(
            "".join(text.pieces), place, tuple(text.starts) or ((0, "line 1"),), tuple(text.blocks), tuple(text.calls)
        )

    def _line(self, position: int) -> int:
        return self.source.count("\n", 0, position) + 1

    def _all(self, nodes: Iterable[Any], text: _Text) -> None:
        for node in nodes:
            if node is not None:
                self._one(node, text)

    def _one(self, node: Any, text: _Text) -> None:
        if isinstance(node, LatexCharsNode):
            line = self._line(node.pos)
            words = _SHORTHAND.sub(lambda found: _SHORTHANDS[found[0]], node.chars)
            words = _UMLAUTS.sub(lambda found: _UMLAUT[found[1]], words)
            for number, piece in enumerate(words.split("\n")):
                if number:
                    text.add("\n")
                text.starts.append((text.length, f"line {line + number}"))
                text.add(piece)
        elif isinstance(node, LatexCommentNode):
            words = node.comment.strip()
            if words:
                self.aside.append(DocumentPart(words, f"line {self._line(node.pos)}, comment", ((0, ""),), aside=True))
            text.add("\n" if "\n\n" in (node.comment_post_space or "") else "")
        elif isinstance(node, LatexGroupNode):
            self._all(node.nodelist, text)
        elif isinstance(node, LatexSpecialsNode):
            text.add(_SPECIALS.get(node.specials_chars, node.specials_chars))
        elif isinstance(node, LatexMathNode):
            text.add(self.plain.nodelist_to_text([node]))
        elif isinstance(node, LatexEnvironmentNode):
            self._environment(node, text)
        elif isinstance(node, LatexMacroNode):
            self._macro(node, text)

    def _environment(self, node: Any, text: _Text) -> None:
        if node.environmentname in _ENVIRONMENTS:
            text.add("\n\n")
            start = text.length
            self._all(node.nodelist, text)
            text.blocks.append((start, text.length))
            text.add("\n\n")
        elif node.environmentname in ("comment", "filecontents"):
            words = node.latex_verbatim()
            self.aside.append(DocumentPart(words, f"line {self._line(node.pos)}, comment", ((0, ""),), aside=True))
        else:
            text.add("\n" if node.environmentname != "document" else "")
            self._all(node.nodelist, text)
            text.add("\n")

    def _macro(self, node: Any, text: _Text) -> None:
        name = node.macroname
        given = [each for each in (node.nodeargd.argnlist if node.nodeargd else ()) if each is not None]
        if name in _SIGNS:
            text.add(_SIGNS[name])
            text.add(" " if node.macro_post_space and _SIGNS[name] in ("…",) else "")
        elif name in _QUOTING:
            before, quoted = given[:-1], given[-1:]
            text.add("“")
            self._all(quoted, text)
            text.add("”")
            told = [each for each in before if not (isinstance(each, LatexCharsNode) and each.chars == "*")]
            if told:
                text.add(" (")
                for each in reversed(told):
                    self._one(each, text)
                    text.add(" ")
                text.add(")")
        elif name in _NOTES:
            part = self.read(given[-1:], f"note {len(self.notes) + 1}")
            self.notes.append(part)
            text.calls.append((text.length, len(self.notes)))
        elif name == "textelp":
            text.add("[…]")
        elif name == "textins":
            text.add("[")
            self._all(given[-1:], text)
            text.add("]")
        elif name in _CITING:
            text.add(" (")
            for each in (*given[-1:], *given[:-1]):
                text.add(" ")
                self._one(each, text)
                text.add(",")
            text.add(")")
        elif name in _HIDDEN:
            words = node.latex_verbatim()
            self.aside.append(DocumentPart(words, f"line {self._line(node.pos)}", ((0, ""),), aside=True))
        elif given and name not in ('"', "'", "`", "^", "~", "=", ".", "c", "v", "u", "H", "r", "k", "d", "b", "t"):
            self._all(given, text)
        else:
            text.add(self.plain.nodelist_to_text([node]))
            text.add(" " if node.macro_post_space and not given and name.isalpha() and len(name) > 2 else "")


class _Text:
    """Text that grows."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self.starts: list[tuple[int, str]] = []
        self.blocks: list[tuple[int, int]] = []
        self.calls: list[tuple[int, int]] = []

    def add(self, words: str) -> None:
        self.pieces.append(words)
        self.length += len(words)


def _context() -> Any:
    db = get_default_latex_context_db()
    macros = {**_QUOTING, **_NOTES, **_BRACKETED, **dict.fromkeys(_CITING, "*[[{")}
    environments = [EnvironmentSpec(name, "") for name in _ENVIRONMENTS]
    db.add_context_category(
        "quoting",
        prepend=True,
        macros=[MacroSpec(name, spec) for name, spec in macros.items()],
        environments=environments,
    )
    return db


def read_tex(text: str) -> QuotingDocument:
    """Read TeX; raises `UnreadPlace` for what no reader of TeX makes sense of."""
    walker = LatexWalker(text, latex_context=_context(), tolerant_parsing=True)
    try:
        nodes, _position, _length = walker.get_latex_nodes()
    except (LatexWalkerError, RecursionError):
        raise UnreadPlace("is no TeX that can be read") from None
    reader = _TexReader(text)
    try:
        body = reader.read(nodes, "")
    except RecursionError:
        raise UnreadPlace("is nested too deeply") from None
    return QuotingDocument("TeX", (body, *reader.notes, *reader.aside))
