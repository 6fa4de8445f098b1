"""A bibliography with an entry for each edition of each source; a passage is a locator in it."""

from __future__ import annotations

import json

from tarock.corpus.references import Reference, select
from tarock.corpus.versions import all_versions
from tarock.publish.citations import cite
from tarock.publish.export.content import Content
from tarock.publish.export.format import Format

_BIBLIOGRAPHY = """\
% {made_from}
% Each entry is a source in one edition. A passage is a locator in it: the tables and the JSON lines of Tarock Codex have
% the locator of each, such as
% {example}
{absent}
"""


def _make_files(content: Content, _whole: str) -> dict[str, bytes]:
    """Return the files by their endings."""
    citations = [
        cite(select(edition, Reference(siglum)), version, content.publication)
        for siglum in content.editions
        for version, edition in all_versions(content.codex.corpus, siglum).items()
    ]
    items = [item for each in citations for item in json.loads(each.render("csl-json"))]
    absent = "".join(f"% In this copy {each}.\n" for each in content.absences(around=False))
    texts = {
        ".bib": _BIBLIOGRAPHY.format(made_from=content.made_from, example=_write_example(content), absent=absent)
        + "\n\n".join(each.render("bibtex") for each in citations),
        ".ris": "\n\n".join(each.render("ris") for each in citations),
        ".json": json.dumps(items, ensure_ascii=False, indent=2),
    }
    return {ending: f"{text}\n".encode() for ending, text in texts.items()}


def _write_example(content: Content) -> str:
    """Return the command for a passage that the site shows as an example."""
    edition = next(each for each in content.editions.values() if each.source.site.examples)
    ident = list(edition.source.site.examples)[-1]
    selection = select(edition, Reference(edition.siglum, ident))
    return cite(selection, edition.source.edition, content.publication).render("bibtex").rpartition("% ")[2]


BIBLIOGRAPHY = Format(
    "bib", "a bibliography as BibTeX, RIS and CSL-JSON", (".bib", ".ris", ".json"), _make_files, around=False
)
