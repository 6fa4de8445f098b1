"""Differences allowed between a quotation and a text, by `corpus/variants.yaml` for letters and `corpus/quoting.yaml`.

The page that checks a quotation gets the same table (`publish/verify_data.py`).
"""

from __future__ import annotations

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Frozen, Record, Words, pattern_fault
from tarock.corpus.variants import load_variants


class Quoting(Record, kw_only=True):
    """The file `corpus/quoting.yaml`; what a list holds is said there.

    `marks` and `weak_marks` are pairs of what opens and what closes; `misread` and `locators` are pairs too: letters
    that machines take for each other, and the name of a number with the pattern that finds it.
    """

    lines: tuple[str, ...]
    superscripts: tuple[str, ...]
    note_calls: Words
    capitals: dict[str, str]
    misread: tuple[tuple[str, str], ...]
    marks: tuple[tuple[str, str], ...]
    weak_marks: tuple[tuple[str, str], ...]
    locators: tuple[tuple[str, str], ...]
    leads: tuple[str, ...]


class QuotingTable(Frozen):
    """Both files in one, as quotations are read by them; the capitals are letters too."""

    blanks: tuple[str, ...]
    left_out: tuple[str, ...]
    divided: tuple[str, ...]
    dashes: tuple[str, ...]
    quotation_marks: tuple[str, ...]
    signs: dict[str, str]
    ligatures: dict[str, str]
    letters: dict[str, str]
    lines: tuple[str, ...]
    superscripts: tuple[str, ...]
    note_calls: str
    misread: tuple[tuple[str, str], ...]
    marks: tuple[tuple[str, str], ...]
    weak_marks: tuple[tuple[str, str], ...]
    locators: tuple[tuple[str, str], ...]
    leads: tuple[str, ...]


def load_quoting(project: Project) -> Quoting:
    """Return the file; raises `CodexError` for a malformed one, and for a pattern that is no regular expression."""
    document = yamlio.load(project.corpus / "quoting.yaml")
    quoting = document.convert(Quoting, document.data)
    for pattern in (quoting.note_calls, *(pattern for _name, pattern in quoting.locators)):
        if fault := pattern_fault(pattern):
            raise CodexError(fault, "expected a regular expression", file=document.path)
    return quoting


def load_table(project: Project) -> QuotingTable:
    """Return the table; raises `CodexError` for a malformed file."""
    variants, quoting = load_variants(project), load_quoting(project)
    own = {name: getattr(quoting, name) for name in Quoting.__struct_fields__ if name != "capitals"}
    shared = {name: getattr(variants, name) for name in QuotingTable.__struct_fields__ if name not in own}
    return QuotingTable(**shared | own | {"letters": {**variants.letters, **quoting.capitals}})
