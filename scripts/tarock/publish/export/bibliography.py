"""A bibliography with an entry for each edition of each source; a passage is a locator in it."""

from __future__ import annotations

import json

from tarock.corpus.references import Reference, select
from tarock.corpus.versions import all_versions
from tarock.publish.citations import Citation, cite
from tarock.publish.export.content import Content
from tarock.publish.export.format import NAME, Format

_BIBLIOGRAPHY = """\
% {made_from}
% Each entry is a source in one edition. A passage is a locator in it: the tables and the JSON lines of Tarock Codex have
% the locator of each, such as
% {example}
{absent}
"""


def _cite_editions(content: Content) -> list[Citation]:
    return [
        cite(select(edition, Reference(siglum)), version, content.publication)
        for siglum in content.editions
        for version, edition in all_versions(content.codex.corpus, siglum).items()
    ]


def _write_entries(content: Content, form: str) -> str:
    """Return the entries of BibTeX or BibLaTeX, and above them what they are."""
    absent = "".join(f"% In this copy {each}.\n" for each in content.absences(around=False))
    head = _BIBLIOGRAPHY.format(made_from=content.made_from, example=_write_example(content, form), absent=absent)
    return head + "\n\n".join(each.render(form) for each in _cite_editions(content))


def _make_files(content: Content, _whole: str) -> dict[str, bytes]:
    """Return the files by their endings."""
    citations = _cite_editions(content)
    items = [item for each in citations for item in json.loads(each.render("csl-json"))]
    texts = {
        ".bib": _write_entries(content, "bibtex"),
        ".ris": "\n\n".join(each.render("ris") for each in citations),
        ".json": json.dumps(items, ensure_ascii=False, indent=2),
    }
    return {ending: f"{text}\n".encode() for ending, text in texts.items()}


def _make_biblatex_files(content: Content, _whole: str) -> dict[str, bytes]:
    return {".bib": f"{_write_entries(content, 'biblatex')}\n".encode()}


def _write_example(content: Content, form: str) -> str:
    """Return the command for a passage that the site shows as an example."""
    edition = next(each for each in content.editions.values() if each.source.site.examples)
    ident = list(edition.source.site.examples)[-1]
    selection = select(edition, Reference(edition.siglum, ident))
    return cite(selection, edition.source.edition, content.publication).render(form).rpartition("% ")[2]


BIBLIOGRAPHY = Format(
    "bib", "a bibliography as BibTeX, RIS and CSL-JSON", (".bib", ".ris", ".json"), _make_files, around=False
)
BIBLATEX = Format(
    "biblatex", "the bibliography as BibLaTeX", (".bib",), _make_biblatex_files, around=False, stem=f"{NAME}-biblatex"
)
