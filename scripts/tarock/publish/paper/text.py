"""A source as a chapter of a book: headings and passages with the apparatus called in them, our English beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tarock.base.i18n import ENGLISH, citation_language, current_language
from tarock.corpus.annotations import CLOSING_SIGN, LEFT_OUT_SIGN, OPENING_SIGN, Kind, Run, build_runs
from tarock.corpus.apparatus import DoubtfulPlace, annotate_doubts, open_doubts
from tarock.corpus.editions import Edition, Heading, Passage
from tarock.corpus.emendations import CONJECTURE, Emendation
from tarock.corpus.references import Reference, select
from tarock.publish.citations import cite_in_languages
from tarock.publish.environment import translate_prose
from tarock.publish.items import find_edition_date, write_caveat, write_date
from tarock.publish.places import Site
from tarock.publish.views.view import find_english

Data = dict[str, Any]  # a part of a book, as it becomes JSON
_SHOWN = frozenset((Kind.EMENDATION, Kind.ADDED, Kind.LEFT_OUT, Kind.DOUBT, Kind.REFERENCE, Kind.PAGE_BREAK))
_RUN_ON = "sentence"  # the kind of passages that are set one behind the other


def make_chapter(site: Site, siglum: str) -> Data:
    """Return the chapter with a source: the facts known of it, its blocks in order, its notes, how to cite it.

    It comes without its words where they are `left_out` of the site; `english` describes our English, if there is any.
    """
    edition = site.corpus.edition(siglum)
    source = edition.source
    maker = _Chapter(site, edition)
    whole = select(edition, Reference(siglum))
    translation = site.codex.translations.get(siglum)
    imprint = translation.imprint if translation else None
    rights = f"{translate_prose(source.rights.statement)}. {translate_prose(source.rights.note)}"
    blocks = list(maker.blocks())
    notes, doubts = list(maker.notes()), list(maker.doubtful())
    held = {part["kind"] for part in iterate_parts(blocks)}
    facts = {
        "place": source.place,
        "in": source.container,
        "shelfmark": source.shelfmark,
        "pages": source.pages,
        "also printed": source.also_printed,
        "transcript editor": source.transcript_editor,
        "completeness": f"{translate_prose(source.completeness.status)}: {translate_prose(source.completeness.note)}",
        "rights": rights,
        "notes": translate_prose(source.notes),
    }
    return {
        "siglum": siglum,
        "title": source.title,
        "language": source.language,
        "year": str(source.year),
        "version": source.edition,
        "date": write_date(find_edition_date(source, source.edition), citation_language()),
        "hash": whole.hash,
        "facts": [(translate_prose(name), value) for name, value in facts.items() if value != "unknown"],
        "rights": rights,
        "caveat": write_caveat(source, citation_language()),
        "citations": cite_in_languages(whole, source.edition, site.publication, here=not maker.left_out),
        "english": f"{imprint.title}, version {imprint.version}, {imprint.rights}. {imprint.made}"
        if imprint and current_language() == ENGLISH
        else "",
        "left_out": maker.left_out,
        "run_on": any(passage.kind == _RUN_ON for passage in edition.passages.values()),
        "example": maker.example(),
        "signs": sorted(
            held | {"lacuna"} if any("[…]" in part.get("text", "") for part in iterate_parts(blocks)) else held
        ),
        "blocks": blocks,
        "notes": notes,
        "doubts": doubts,
    }


def iterate_parts(of: Any) -> Iterator[Data]:
    """Yield the blocks, and the parts of their German words, one inside the other."""
    for part in of:
        if isinstance(part, dict):
            yield part
            yield from iterate_parts(part.get("german", ()))
            yield from iterate_parts(part.get("inside", ()))
        else:
            yield from iterate_parts(part)


class _Chapter:
    """Makes the blocks of one source and numbers the notes that they call.

    Emendations are numbered e1, e2 …, conjectures c1, c2 …, doubtful places d1, d2 …, each in the order of the text: a
    number alone is that of a sentence.
    """

    def __init__(self, site: Site, edition: Edition):
        self.site = site
        self.edition = edition
        self.left_out = site.withheld(edition.siglum)
        self.open = {} if self.left_out else open_doubts(site.corpus, edition.siglum)
        self.called: dict[Emendation | DoubtfulPlace, str] = {}
        self.counted: Counter[str] = Counter()

    def blocks(self) -> Iterator[Data]:
        """Yield headings and passages.

        `running` is the name of what a heading opens, if that can be cited, `opens` that of the game that begins with a
        passage; `form` is the kind of passage, `german` its words line by line; behind it `notes` are called and
        `history`, the historical notes on it by id; `remarks` are the translator's.
        """
        for item in self.edition.items:
            if isinstance(item, Heading):
                yield {
                    "kind": "heading",
                    "anchor": item.ref,
                    "level": self.edition.profile.headings[item.kind].text,
                    "running": self.edition.label(item.ident, "de") if item.ident in self.edition.containers else "",
                    "german": self.line(item),
                    "english": self.english(item)[0],
                }
            elif isinstance(item, Passage):
                text, remarks = self.english(item)
                german = [] if self.left_out else [self.line(item, *line) for line in item.lines()]
                notes = [self.number(each) for each in item.conjectures if not self.left_out]
                if german or text:
                    yield {
                        "kind": "passage",
                        "anchor": item.ref,
                        "ident": item.ident,
                        "form": item.kind,
                        "opens": self.opens(item),
                        "german": german,
                        "notes": notes,
                        "english": text,
                        "remarks": remarks,
                        "history": [note.id for note in self.site.notes_on(item.ref)],
                    }

    def opens(self, item: Passage) -> str:
        game = item.ident.partition(".")[0]
        begins = game in self.edition.games and self.edition.games[game][0] == item.ident
        return self.edition.label(game, "de") if begins else ""

    def english(self, item: Heading | Passage) -> tuple[str, tuple[str, ...]]:
        found = find_english(self.site, item.ref)
        return (found.text, found.notes) if found else ("", ())

    def number(self, what: Emendation | DoubtfulPlace) -> str:
        if what not in self.called:
            kind = "d" if isinstance(what, DoubtfulPlace) else "c" if what.kind == CONJECTURE else "e"
            self.counted[kind] += 1
            self.called[what] = f"{kind}{self.counted[kind]}"
        return self.called[what]

    def describe_copies(self, what: Emendation | DoubtfulPlace) -> str:
        """Return the readings of copies, to stand behind other words; an empty string if none was examined."""
        standing = self.site.codex.attestations.get(what)
        return translate_prose(f" ({standing} by a copy)") if standing else ""

    def example(self) -> tuple[str, str]:
        """Return the reference and the name of a passage, to show how one is cited."""
        first, *others = self.edition.passages.values()
        shown = next((each for each in others if "." in each.ident), first)
        return shown.ref, self.edition.label(shown.ident, citation_language())

    def doubtful(self) -> Iterator[Data]:
        """Yield the doubtful places that were called: the words, other possible words, and what depends on them."""
        for doubt, number in self.called.items():
            if isinstance(doubt, DoubtfulPlace):
                yield {
                    "number": number,
                    "anchor": doubt.passage,
                    "place": self.edition.label(doubt.passage.partition(":")[2], citation_language()),
                    "words": doubt.lemma,
                    "reading": doubt.reading,
                    "weight": doubt.weight,
                    "reason": f"{translate_prose(doubt.reason)}{self.describe_copies(doubt)}",
                }

    def notes(self) -> Iterator[Data]:
        """Yield the notes that were called: transcript, reading, reason; conjectures are not `applied`."""
        for emendation, number in self.called.items():
            if isinstance(emendation, DoubtfulPlace):
                continue
            yield {
                "number": number,
                "anchor": emendation.passage,
                "place": self.edition.label(emendation.passage.partition(":")[2], citation_language()),
                "type": translate_prose(emendation.kind),
                "certainty": f"{translate_prose(emendation.certainty)}{self.describe_copies(emendation)}",
                "transcript": emendation.lemma,
                "reading": emendation.reading,
                "reason": translate_prose(emendation.reason),
                "evidence": translate_prose(emendation.evidence),
                "applied": emendation.kind != CONJECTURE,
            }

    def line(self, item: Heading | Passage, start: int = 0, end: int | None = None) -> list[Data]:
        """Return characters `start` to `end` of a text."""
        doubts = annotate_doubts(item, self.open.get(item.ref, ()))
        shown = [annotation for annotation in (*item.annotations, *doubts) if annotation.kind in _SHOWN]
        return [self.inline(run) for run in build_runs(item.text, shown, start, end)]

    def inline(self, run: Run) -> Data:
        """Return a run as data for the layout.

        That is words; where a page begins, by its name; words that refer to another place; what an emendation adds, and
        the sign of what it leaves out; emended and doubtful words. Behind the last of these two the note with this
        number is called.
        """
        annotation = run.annotation
        if not annotation:
            return {"kind": "words", "text": run.text}
        if annotation.kind is Kind.PAGE_BREAK:
            return {"kind": "page", "page": annotation.payload.rpartition(".")[2]}
        if annotation.kind is Kind.LEFT_OUT:
            return {"kind": "left-out", "text": LEFT_OUT_SIGN}
        inside = [self.inline(each) for each in run.inside]
        if annotation.kind is Kind.ADDED:
            return {
                "kind": "added",
                "inside": [{"kind": "words", "text": OPENING_SIGN}, *inside, {"kind": "words", "text": CLOSING_SIGN}],
            }
        if annotation.kind is Kind.REFERENCE:
            return {"kind": "refer", "inside": inside, "target": annotation.payload}
        kind = "doubt" if annotation.kind is Kind.DOUBT else "emended"
        return {"kind": kind, "inside": inside, "note": self.number(annotation.payload) if run.ends else ""}
