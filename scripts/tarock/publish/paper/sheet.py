"""The sheet of a source for whoever stands before a copy: what to look up, what it would change, boxes to tick."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from tarock.base.i18n import citation_language, current_language
from tarock.publish.items import find_edition_date, write_caveat, write_date
from tarock.publish.paper.book import translate_layout, write_build_line
from tarock.publish.paper.text import Data
from tarock.publish.places import Site
from tarock.publish.views.apparatus import LineWords, PrintQuestions

LAYOUT = Path(__file__).parent / "sheet.typ"


def list_sheet_names(site: Site) -> tuple[str, ...]:
    """Return the sigla of the sources that have a sheet: those with a shown text that a copy could settle."""
    return tuple(edition.siglum for edition in site.shown_editions if site.codex.places[edition.siglum])


def make_sheet(site: Site, siglum: str) -> Data:
    """Return the content of a source's sheet; `hash` is that of all of it."""
    source = site.corpus.sources[siglum]
    asked = PrintQuestions(site, source)
    day = find_edition_date(source, source.edition)
    sheet: Data = {
        "title": f"{source.title} ({source.year})",
        "by": site.publication.editor or site.publication.publisher,
        "version": source.edition,
        "language": current_language(),
        "words": translate_layout(LAYOUT),
        "date": write_date(day, citation_language()),
        "build": write_build_line(site),
        "day": site.codex.stamp.date,
        "shelfmark": source.shelfmark if source.shelfmark != "unknown" else "",
        "caveat": write_caveat(source, citation_language()),
        "siglum": siglum,
        "groups": [
            {
                "title": title,
                "places": [
                    {
                        "ref": place.passage,
                        "place": asked.place(place.passage),
                        "before": place.before,
                        "words": place.transcript_words,
                        "after": place.after,
                        "why": place.why,
                        "choices": [
                            {"words": words, "of": of, "says": says} for words, of, says in asked.choices(place)
                        ],
                        "rests": asked.find_dependents(place),
                        "seen": [
                            f"{found.reading} ({report.copy}, {report.by}, {report.date})"
                            for found, report in asked.answers(place)
                        ],
                    }
                    for place in places
                ],
                "lines": [
                    {"game": asked.place(game), "lines": [_make_line(asked, *it) for it in enumerate(made, 1)]}
                    for game, made in (asked.lines.items() if kind == "play" else ())
                ],
            }
            for kind, title, places in asked.kinds
        ],
        "hash": "",
    }
    return sheet | {"hash": hashlib.sha256(msgspec.json.encode(sheet)).hexdigest()}


def _make_line(asked: PrintQuestions, number: int, line: tuple[LineWords, tuple[str, ...]]) -> Data:
    words, says = line
    return {"number": number, "words": [(asked.place(ref), what) for ref, what in words], "says": says}
