"""Templates with `⟨name⟩` for a value and `⟨#name⟩…⟨/name⟩` for what stands only where there is a value,
`⟨^name⟩…⟨/name⟩` for what stands only where there is none.

The brackets are not braces, which BibTeX and JSON use themselves. The site fills the same templates in the browser.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_SECTION = re.compile(r"⟨([#^])(\w+)⟩(.*?)⟨/\2⟩", re.DOTALL)
_VALUE = re.compile(r"⟨(\w+)⟩")

# What TeX would take for a command, and how to write it as text.
TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\n": " ",
}  # fmt: skip
LINE = {"\n": " "}  # a RIS field is one line
ESCAPES: dict[str, dict[str, str]] = {
    "markdown": {mark: f"\\{mark}" for mark in "\\`*_[]<>"},
    "bibtex": TEX,
    "ris": LINE,
}
_TABLES = {form: str.maketrans(marks) for form, marks in ESCAPES.items()}


def escape(text: str, form: str) -> str:
    """`text` as a value of the format `form`."""
    if form == "csl-json":
        return json.dumps(text, ensure_ascii=False)[1:-1]
    return text.translate(_TABLES[form]) if form in _TABLES else text


def fill(template: str, values: Mapping[str, str], form: str) -> str:
    """The template with its values, escaped for the format; raises `KeyError` for a value that is not known."""
    kept, found = template, True
    while found:  # sections inside sections
        kept, count = _SECTION.subn(lambda match: match[3] if bool(values[match[2]]) == (match[1] == "#") else "", kept)
        found = bool(count)
    return _VALUE.sub(lambda match: escape(values[match[1]], form), kept)


def escape_around(template: str, form: str) -> str:
    """A text of ours as part of a template: escaped, but for the places left open in it."""
    position, parts = 0, []
    for open_ in re.finditer(r"⟨[#^/]?\w+⟩", template):
        parts += [escape(template[position : open_.start()], form), open_[0]]
        position = open_.end()
    return "".join((*parts, escape(template[position:], form)))
