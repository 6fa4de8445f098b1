"""A bibliography: one entry for each edition of each source, as BibTeX, RIS and CSL-JSON. A passage is a locator in it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tarock.corpus.references import Reference, select
from tarock.corpus.versions import editions_of
from tarock.publish.citations import cite

if TYPE_CHECKING:
    from tarock.publish.citations import Citation
    from tarock.publish.export.content import Content

_HEAD = """\
% Each entry is a source in one edition. A passage is a locator in it: the tables and the JSON lines of Tarock Codex have
% the locator of each, such as
% {example}
{absent}
"""


def bibliography(content: Content) -> dict[str, bytes]:
    """The files by their endings."""
    citations = [
        cite(select(edition, Reference(siglum)), version, content.publication)
        for siglum in content.editions
        for version, edition in editions_of(content.codex.corpus, siglum).items()
    ]
    items = [item for each in citations for item in json.loads(each.render("csl-json"))]
    absent = "".join(f"% In this copy {each}.\n" for each in content.absences(around=False))
    texts = {
        "bib": _HEAD.format(example=_example(content), absent=absent)
        + "\n\n".join(each.render("bibtex") for each in citations),
        "ris": "\n\n".join(each.render("ris") for each in citations),
        "json": json.dumps(items, ensure_ascii=False, indent=2),
    }
    return {form: f"{text}\n".encode() for form, text in texts.items()}


def _example(content: Content) -> str:
    """The command for a passage that the site shows as an example."""
    edition = next(each for each in content.editions.values() if each.source.site.examples)
    ident = list(edition.source.site.examples)[-1]
    selection = select(edition, Reference(edition.siglum, ident))
    citation: Citation = cite(selection, edition.source.edition, content.publication)
    return citation.render("bibtex").rpartition("% ")[2]
