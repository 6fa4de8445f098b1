"""The books that there are, each source whose text is shown and the whole codex, and what they hold.

A book is plain data without addresses or layout, which the typesetter gets as JSON. An `anchor`, a `target` or one of
the `refs` is a reference such as `1840:47.2`; it may lie outside the book.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from tarock.base.i18n import ENGLISH, citation_language, current_language, translate_text
from tarock.base.structs import Frozen
from tarock.base.wording import format_message
from tarock.claims.ledger import count_claims
from tarock.corpus.spelling import collation_key
from tarock.game.common.counting import format_thirds
from tarock.game.koenigrufen_1840.model_games import BASE, name_level
from tarock.publish.environment import translate_prose
from tarock.publish.items import find_edition_date, write_date
from tarock.publish.paper.text import Data, make_chapter
from tarock.publish.places import Site
from tarock.publish.views.cards import format_announcement, list_heaps, sort_names
from tarock.publish.views.view import write_game_title
from tarock.replay.games import GameReport, LevelReport

CODEX = "codex"
LAYOUT = Path(__file__).parent / "book.typ"
_SAID = re.compile(r'\btr\("([^"]+)"')


class Writer(Frozen):
    """A writer of books in some form: `write` returns the bytes of a file.

    They change only with the book, the files of this folder, the files `inputs` and the `version`.
    """

    write: Callable[[Data], bytes]
    inputs: tuple[Path, ...]
    version: str


def list_book_names(site: Site) -> tuple[str, ...]:
    """Return the names of the books: the sigla of the sources whose text is shown, and `codex`."""
    return (*(edition.siglum for edition in site.shown_editions), CODEX)


def find_left_out(site: Site, name: str) -> tuple[str, ...]:
    """Return the years of the sources whose words a book lacks because their rights are not clear."""
    belong = (source for siglum, source in site.corpus.sources.items() if name in (siglum, CODEX))
    absent = site.corpus.left_out
    return tuple(str(each.year) for each in belong if each.siglum in absent or site.withheld(each.siglum))


def make_book(site: Site, name: str) -> Data:
    """Return the book `name` of `list_book_names`, in the current language; `hash` is that of its content.

    In German `words` has the words of the layout, and no English stands `beside` the text.

    Of a source `version` and `date` are those of its edition, of the codex those of `build`: the copy of the codex that
    the book was made from. Its `day` is the day of every book, since an edition may be told of later.
    """
    whole = name == CODEX
    sigla = [edition.siglum for edition in site.corpus.editions()] if whole else [name]
    sources = [site.corpus.sources[siglum] for siglum in sigla]
    publication = site.publication
    edited = max(find_edition_date(source, source.edition) for source in sources)
    stamp = site.codex.stamp
    book: Data = {
        "whole": whole,
        "title": publication.publisher if whole else sources[0].title,
        "by": publication.editor or publication.publisher,
        "version": stamp.version if whole else sources[0].edition,
        "language": current_language(),
        "words": translate_layout(LAYOUT),
        "beside": whole and current_language() == ENGLISH,
        "date": write_date(stamp.date if whole else edited, citation_language()),
        "build": write_build_line(site),
        "day": stamp.date,
        "address": publication.url,
        "chapters": [make_chapter(site, siglum) for siglum in sigla],
        "left_out": find_left_out(site, name),
        "history": list(_collect_history(site, sigla)),
        "terms": list(_collect_terms(site)) if whole else [],
        "topics": list(_collect_topics(site)) if whole else [],
        "games": [_make_game(report, site) for report in site.codex.game_reports] if whole else [],
        "verdicts": list(_collect_verdicts(site)) if whole else [],
        "hash": "",
    }
    return book | {"hash": hashlib.sha256(msgspec.json.encode(book)).hexdigest()}


def write_build_line(site: Site) -> str:
    """Return which copy of the codex something was made from, and its day, in the current language."""
    stamp = site.codex.stamp
    return f"{site.publication.publisher} {stamp.version}, {write_date(stamp.date, citation_language())}"


def translate_layout(layout: Path) -> dict[str, str]:
    """Map the English words of a layout to the current language, where that is another."""
    if current_language() == ENGLISH:
        return {}
    said = dict.fromkeys(_SAID.findall(layout.read_text(encoding="utf-8")))
    return {english: translate_text(english, layout.name) for english in said}


def _collect_history(site: Site, sigla: Sequence[str]) -> Iterator[Data]:
    """Yield the historical notes on passages of some sources, in the order of their file."""
    for note in site.codex.notes.values():
        if any(ref.partition(":")[0] in sigla for ref in note.places):
            yield {
                "id": note.id,
                "expression": note.expression,
                "note": translate_prose(note.note),
                "guess": translate_prose(note.guess),
                "refs": list(note.places),
            }


def _collect_terms(site: Site) -> Iterator[Data]:
    """Yield the terms in the order of German dictionaries; a meaning has a name only beside others."""
    for term in sorted(site.codex.termbase.terms.values(), key=lambda term: collation_key(term.headword)):
        meanings = [
            {
                "name": sense.name if term.senses else "",
                "english": sense.english,
                "gloss": translate_prose(sense.gloss),
                "refs": [support.ref for support in sense.definition],
            }
            for sense in term.meanings
        ]
        yield {"headword": term.headword, "modern": term.modern, "meanings": meanings}


def _collect_topics(site: Site) -> Iterator[Data]:
    """Yield the rules of each topic side by side: what each source says, or the kind of its silence."""
    for name, rows in site.compared.items():
        topic = site.codex.topics.by_name[name]
        made = [
            {
                "title": translate_prose(row.entry.title),
                "cells": [
                    {
                        "siglum": cell.siglum,
                        "readings": [
                            {
                                "case": each.case_label,
                                "shown": each.shown,
                                "grade": translate_prose(each.grade) if each.grade != "stated" else "",
                                "refs": list(dict.fromkeys(support.ref for support in each.supports)),
                            }
                            for each in cell.readings
                        ],
                        "silence": translate_prose(cell.silence.silence),
                        "unstated": cell.silence.silence == "not stated",
                    }
                    for cell in row.cells
                ],
            }
            for row in rows
        ]
        yield {"title": translate_prose(topic.title), "about": translate_prose(topic.about), "rows": made}


def _collect_verdicts(site: Site) -> Iterator[Data]:
    """Yield the claims of each source in the order of its text, with the number for each verdict."""
    for edition in site.corpus.editions():
        if claims := site.claims_of(edition.siglum):
            shown = count_claims(claims)
            yield {
                "title": translate_prose(edition.source.short_title),
                "counts": [
                    (translate_prose(verdict), many)
                    for verdict, many in Counter(each.verdict for each in claims).most_common()
                ],
                "shown": [shown.recomputed, shown.sentences_agree, shown.ours, shown.trials],
                "claims": [
                    {
                        "ref": each.claim.ref,
                        "says": translate_prose(each.claim.says),
                        "type": translate_prose(each.claim.kind),
                        "verdict": translate_prose(each.verdict),
                        "note": translate_prose(each.claim.reason),
                    }
                    for each in claims
                ],
            }


def _make_game(report: GameReport, site: Site) -> Data:
    """Return a model game trick by trick, as the edition has it, and how each level of it ends.

    `hands` are those of the seats, then the cards on the table; `kept` is the fold of the Dreier (0 at Solo); `before`
    are findings in no trick. A trick has a card per seat, empty where the record lacks it.
    """
    level = report.levels[BASE]
    played, record = level.replay, level.replay.game
    return {
        "anchor": report.ref,
        "title": write_game_title(report),
        "verdict": translate_prose(report.verdict),
        "seats": record.seats,
        "hands": [
            {"name": name, "cards": sort_names(cards)} for name, cards in (*record.hands.items(), *list_heaps(record))
        ],
        "declarer": record.declarer,
        "partner": played.partner,
        "king": record.king.printed,
        "kept": record.purchase.kept if record.purchase else 0,
        "announced": [(said.seat, format_announcement(said)) for said in record.announcements],
        "before": _collect_findings(level, 0),
        "tricks": [
            {
                "anchor": f"{report.ref}.s{trick.number}",
                "number": trick.number,
                "cards": [cards[seat].printed if seat in cards else "" for seat in record.seats],
                "leader": trick.plays[0][0],
                "winner": trick.winner,
                "points": format_thirds(trick.running),
                "findings": _collect_findings(level, trick.number),
            }
            for trick in played.tricks
            for cards in [dict(trick.plays)]
        ],
        "sheet": [
            {
                "what": format_message(line.what),
                "seats": line.payees,
                "reckoning": format_message(line.reckoning),
                "points": line.amount,
                "ref": line.ref,
            }
            for line in played.sheet.lines
        ],
        "totals": list(played.sheet.totals.items()),
        "levels": [
            {
                "name": translate_prose(f"As {name_level(name)}"),
                "findings": len(each.findings),
                "points": format_thirds(each.replay.declarer_thirds),
                "results": [
                    {
                        "what": format_message(judged.name),
                        "words": site.corpus.display_quote(judged.ref, judged.quote),
                        "stated": judged.expected,
                        "computed": judged.computed,
                        "verdict": translate_prose(judged.verdict) if judged.verdict != "reproduced" else "",
                        "ref": judged.ref,
                    }
                    for judged in each.stated
                ],
            }
            for name, each in report.levels.items()
        ],
    }


def _collect_findings(level: LevelReport, trick: int) -> list[str]:
    return [format_message(finding.message) for finding in level.findings if finding.trick == trick]
