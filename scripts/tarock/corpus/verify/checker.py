"""A document checked: each quotation in it found and compared, and what nobody read named."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Literal

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen, Mutable
from tarock.corpus.editions import Corpus
from tarock.corpus.references import Reference, select
from tarock.corpus.spelling import Spelling
from tarock.corpus.translation.records import Translation
from tarock.corpus.verify.citing import CitedPlace, Places, attempt
from tarock.corpus.verify.comparison import Named, QuotationComparer
from tarock.corpus.verify.documents import DocumentPart, Field, Fields, QuotingDocument
from tarock.corpus.verify.form import Form, agree, collapsed, known_spans, of_phrases
from tarock.corpus.verify.marks import Marked, find_marked
from tarock.corpus.verify.reading import read_text_document
from tarock.corpus.verify.records import Class, Quotation, Stretch, Verification
from tarock.corpus.verify.table import load_table
from tarock.corpus.verify.texts import Texts, load_texts, named_passages
from tarock.corpus.versions import all_versions, read_version

SECONDS = 20.0  # that a document may take
_LATE = f"more than {SECONDS:.0f} s: it was not compared"
_SHOWN = 300  # characters of what could not be compared in time
LEAST_DIGITS = 8  # of a hash: fewer could be met by chance
_NEAR = 700  # characters between a quotation and the place that is named for it
_BEFORE_FORM, _BEHIND_FORM = 700, 8000  # characters around a place in which our citation of it stands
_PIECE = 20_000  # characters in no marks that are looked through at once
_SHORT = 60  # words of a document without marks and places that are one quotation
_MOST, _HALF = 0.75, 0.5  # of a sentence that is like ours, and then is looked at whole: in a document, in a field
_GAP_WORDS = 7  # between phrases of one citation: more are a sentence of somebody
_OWN_PHRASES = 3  # of ours around a place, from which on it is a whole citation
_FOREIGN_WORDS = 5  # of a quotation from no text of ours, though a place of another quotation stands before it
_WEAK_WORDS = 3  # in marks that may be something else, or in none
_BESIDE = 200  # words beside a place that may be a quotation where no other was found
_BEFORE_COSTS = 40  # how much farther a place that stands before a quotation is
_OWN_PLACE = re.compile(r"\[([^\[\]\s]+@[0-9.]+)\]")
_SENTENCE_END = re.compile(r"[.!?…][\"'”“»’)\]]*\s+(?=[\"'„“»«‚‘(\[]*[A-ZÄÖÜ0-9§>])")
_WORD = re.compile(r"\w+")
_LAST_WORD = re.compile(r"\w+\s*\Z")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_LEAD = re.compile(r"[:„“”»«\"]\s*")  # before which somebody says who speaks
_LEAD_SIGNS = ",;:(–—-"  # at the end of what somebody says before a quotation
_IN_MARKS = re.compile(r"[“„\"][^“”„\"]*[”“\"]")  # our English, between two phrases of a citation
_FOREIGN = re.compile(
    r"\([^()]{0,120}?(?<!\d)(?:1[4-9]|20)\d\d[a-z]?(?!\d)[^()]{0,80}\)|\[\d{1,3}\]"
    r"|\([^()]{0,60}\b(?:S|pp?)\. ?\d[^()]{0,40}\)|\((?:ebd|ibid|a\. ?a\. ?O)[^()]{0,40}\)"
)
_WRONG = {Class.DIFFERENT, Class.OTHER}
_COMPARED = {*Class} - _WRONG - {Class.FOREIGN, Class.UNREAD}


# Fields of records whose words are quoted, by the last part of their name.
_QUOTED_IN = {
    "annotation", "N2", "AB", "annote", "abstract", "quote", "english_quote", "text", "german", "english", "modern",
    "marked",
}  # fmt: skip
_PLACED_IN = {"ref", "versioned", "urn", "address"}
_FORMATS = "formats/"  # where `cite --json` has the citation in each format
_BETWEEN = " / "  # between the words of the source and those of our English, where both are in one field
_BEFORE_PLACE = " — "


class _Region(Mutable):
    """A quotation that was found: from the opening to behind the closing mark, the words inside, and the marks."""

    start: int
    end: int
    low: int
    high: int
    marks: str
    weak: bool = False


class _Cited(Frozen):
    """A place that is named in a part, with the stretch of text that our citation of it takes."""

    citation: CitedPlace
    start: int
    end: int
    spans: tuple[tuple[int, int], ...]


class PartOutcome(Frozen):
    """Everything found in a document, before it is judged as a whole."""

    quotations: tuple[Quotation, ...]
    recognised: tuple[Stretch, ...]
    unread: tuple[Stretch, ...]


class Checker:
    """Checks documents against all texts of a corpus.

    `form(reference, english, words)` is what our citation of a place says besides its words, in a stretch of text
    that may name a site and a day. `kept(siglum, version)` is our English of a source in a version; it raises
    `CodexError` for one
    """

    def __init__(
        self,
        corpus: Corpus,
        spelling: Spelling,
        translations: Callable[[], Mapping[str, Translation]],
        form: Callable[[Reference, str, str], Form],
        kept: Callable[[Reference, str], str],
    ):
        self.corpus, self._spelling, self._translations = corpus, spelling, translations
        self._form, self._kept = form, kept
        self.table = load_table(corpus.project)
        self.places = Places(corpus, self.table)
        self._versions = cache(partial(all_versions, corpus))  # read once for all hashes of a document
        self._deadline = math.inf  # of the document that is checked, in seconds of `time.monotonic`

    @cached_property
    def texts(self) -> Texts:
        """Return all texts."""
        return load_texts(self.corpus, self.table, self._spelling, self._translations())

    @cached_property
    def comparer(self) -> QuotationComparer:
        """Return the comparer of quotations with the texts."""
        return QuotationComparer(self.texts, lambda: self._deadline)

    def check(self, document: QuotingDocument, digest: str = "") -> Verification:
        """Return what is in a document; `digest` are digits of a hash that is given beside it.

        Raises `CodexError` where there is nothing to compare.
        """
        self._deadline = time.monotonic() + SECONDS
        quotations, recognised, unread = list[Quotation](), list[Stretch](), list[Stretch]()
        citations = [self.places.find(part.text) if not part.aside else [] for part in document.parts]
        if digest and citations and citations[0]:
            citations[0][0] = structs.replace(citations[0][0], digest=digest)
        outcomes = []
        for number, part in enumerate(document.parts):
            called = [
                structs.replace(each, start=at, end=at, digest="")
                for at, note in part.calls
                if note < len(citations)
                for each in citations[note][:1]
            ]
            outcomes.append(self._part(part, citations[number], called, alone=document.parts == (part,)))
        outcomes += map(self._record, document.records)
        for outcome in outcomes:
            quotations += outcome.quotations
            recognised += outcome.recognised
            unread += outcome.unread
        for place, why in document.unread:
            quotations.append(Quotation(place=place, marks="", text="", class_=Class.UNREAD, why=why))
        named = next((each.written for found in citations for each in found), "")
        if not quotations and (named or recognised):
            raise CodexError(
                f"no words and no hash beside {named or 'what is cited'}",
                f"expected quoted words, or at least {LEAST_DIGITS} digits of their hash",
            )
        if not quotations:
            raise CodexError(
                "no quotation in it, and no reference",
                "expected quoted words, or a reference such as 1840:47.2 with words or a hash",
            )
        if all(each.marks == "hash" for each in quotations) and _count(unread) <= _BESIDE:
            why = "in no quotation marks, beside a place of ours"
            quotations += [
                Quotation(place=each.place, marks="none", text=each.text, class_=Class.UNREAD, why=why)
                for each in unread
            ]
            unread = []
        return Verification(
            status=_status(quotations),
            format=document.format,
            quotations=tuple(quotations),
            recognised=tuple(recognised),
            unread=tuple(unread),
            notes=(*document.notes, *self._absent()),
        )

    def _absent(self) -> Iterator[str]:
        for siglum in sorted(self.corpus.left_out):
            yield f"the text of {siglum} is left out of this copy: words of it are not found"

    # --- running text --------------------------------------------------------------------------------------------

    def _part(
        self,
        part: DocumentPart,
        citations: Sequence[CitedPlace],
        called: Sequence[CitedPlace] = (),
        *,
        alone: bool = False,
        bound: CitedPlace | None = None,
    ) -> PartOutcome:
        """Return what is in a part; `called` are the places in notes, `bound` the place of the record it is of."""
        text = part.text
        if part.aside:
            return PartOutcome((), (), (Stretch(part.named(0), text.strip()),) if _has_words(text) else ())
        cited = [self._cited(text, each) for each in citations]
        regions = self._regions(part, cited)
        if alone and not cited and not regions and 0 < len(text.split()) <= _SHORT:
            low, high = len(text) - len(text.lstrip()), len(text.rstrip())
            regions = [_Region(low, high, low, high, "none")]
        quotations: list[tuple[int, Quotation]] = []
        for each in cited:
            quotations += [(each.start, found) for found in self._of_citation(part, each)]
        taken = [span for each in cited for span in each.spans]
        places = [*cited, *(_Cited(each, each.start, each.end, ()) for each in called)]
        places.sort(key=lambda each: each.start)
        masked = _masked(text, [*((each.start, each.end) for each in regions if not each.weak), *taken])
        bracketed = [each for each in regions if each.weak and each.marks[0] in "(["]  # which the texts have themselves
        for region in (each for each in regions if each not in bracketed):
            for start, end, found in self._quoted(part, masked, region, regions, places, bound):
                quotations.append((start, found))
                taken.append((start, end))
        share = _HALF if bound or (part.place and not part.starts) else _MOST  # of a field, or of running text
        unmarked = [*self._unmarked(part, taken, cited, bound, share)]
        for region in bracketed:
            if any(start < region.start < end or start < region.end < end for start, end, _found in unmarked):
                continue  # the brackets are part of what is quoted
            for start, end, found in self._quoted(part, masked, region, regions, places, bound):
                quotations.append((start, found))
                taken.append((start, end))
        for start, end, found in unmarked:
            if not any(low < end and start < high for low, high in taken):
                quotations.append((start, found))
                taken.append((start, end))
        recognised = [Stretch(part.named(low), text[low:high]) for each in cited for low, high in each.spans]
        unread = [
            Stretch(part.named(low), text[low:high].strip())
            for low, high in _free(text, taken)
            if _has_words(text[low:high])
        ]
        return PartOutcome(
            tuple(found for _start, found in sorted(quotations, key=lambda each: each[0])),
            tuple(recognised),
            tuple(unread),
        )

    def _cited(self, text: str, citation: CitedPlace) -> _Cited:
        """Return a place with what our citation of it says around it."""
        spans = [(citation.start, citation.end), *citation.more]
        spans += _hashes(text, citation.digest)
        if citation.fault or not (citation.version or citation.digest):
            return _Cited(citation, *spans[0], tuple(sorted(spans)))
        low, high = max(0, citation.start - _BEFORE_FORM), min(len(text), citation.end + _BEHIND_FORM)
        reference = citation.references[0]
        form, _fault = attempt(self._form, reference, citation.english, text[low:high])
        if not form:
            return _Cited(citation, *spans[0], tuple(spans))
        known = [(low + a, low + b) for a, b in known_spans(text[low:high], form)]
        known = _merged([*spans, *known])
        start, end = citation.start, citation.end
        kept = [*spans]
        for a, b in reversed([each for each in known if each[0] < citation.start]):
            if len(text[b:start].split()) > _GAP_WORDS or _PARAGRAPH.search(text, b, start):
                break
            kept.append((a, b))
            start = a
        for a, b in (each for each in known if each[1] > citation.start):
            gap = _IN_MARKS.sub("", text[end:a])
            if a > end and (len(gap.split()) > _GAP_WORDS or _PARAGRAPH.search(text, end, a)):
                break
            kept.append((a, b))
            end = max(end, b)
        return _Cited(citation, start, citation.end, tuple(_merged(kept)))

    def _of_citation(self, part: DocumentPart, cited: _Cited) -> Iterator[Quotation]:
        """Yield what a citation itself says: if its place is there, if its hash is right, other words inside it."""
        citation, text = cited.citation, part.text
        place = part.named(citation.start)
        if citation.fault:
            yield Quotation(
                place=place,
                marks="reference",
                text=citation.written,
                class_=Class.UNREAD,
                why=citation.fault,
            )
            return
        reference = citation.references[0]
        if citation.digest:
            yield structs.replace(self.hashed(reference, citation.digest), place=place)
        else:
            why = attempt(named_passages, self.corpus, self.texts, reference)[1] if reference.version else ""
            if why:
                yield Quotation(place=place, marks="reference", text=citation.written, class_=Class.UNREAD, why=why)
                return
        if len(cited.spans) > _OWN_PHRASES:
            for (_low, before), (behind, _high) in zip(cited.spans, cited.spans[1:], strict=False):
                words = _IN_MARKS.sub("", text[before:behind])
                if _has_words(words) and len(words.split()) <= _GAP_WORDS:
                    why = f"not what our citation of {citation.written} says"
                    yield Quotation(
                        place=part.named(before), marks="citation", text=words.strip(), class_=Class.UNREAD, why=why
                    )

    def hashed(self, reference: Reference, digest: str) -> Quotation:
        """Return what became of the words with a hash: whether an edition has them in this place."""
        blank = Quotation(
            place="",
            marks="hash",
            text=f"sha256:{digest}",
            class_=Class.UNREAD,
            named=str(reference),
            ref=reference.place,
        )
        if len(digest) < LEAST_DIGITS:
            return structs.replace(blank, why=f"a hash of {len(digest)} digits; expected at least {LEAST_DIGITS}")
        if reference.version:  # names the known ones where it is unknown
            _edition, fault = attempt(read_version, self.corpus, reference.siglum, reference.version)
            if fault:
                return structs.replace(blank, why=fault)
        found, missing, there = list[str](), "", False
        current = self.corpus.edition(reference.siglum).source.edition
        for version, edition in self._versions(reference.siglum).items():
            selection, fault = attempt(select, edition, reference)
            there, missing = there or bool(selection), missing or fault
            if selection and agree(selection.hash, digest):
                found.append(version)
        if missing and not there:
            return structs.replace(blank, why=missing)
        if current in found:
            return structs.replace(blank, class_=Class.SAME, edition=current)
        if found:
            return structs.replace(blank, class_=Class.OLDER, edition=found[-1])
        return structs.replace(
            blank, class_=Class.DIFFERENT, edition=current, why="no edition has words with this hash here"
        )

    def _regions(self, part: DocumentPart, cited: Sequence[_Cited]) -> list[_Region]:
        """Return what stands in marks or is a block quotation, without what our citations have in marks."""
        text = part.text
        known = [span for each in cited for span in each.spans]
        around = [(each.spans[0][0], each.spans[-1][1]) for each in cited]
        regions = []
        for marked in find_marked(self.table, text, SECONDS / 2):
            low, high = marked.inner
            if not _has_words(text[low:high]) or _within(marked, known):
                continue
            if marked.weak and any(start < marked.end and marked.start < end for start, end in around):
                continue
            regions.append(_Region(marked.start, marked.end, low, high, "…".join(marked.marks), marked.weak))
        for start, end in part.blocks:
            inside = [each for each in regions if start <= each.start < end and not each.weak]
            here = [each for each in cited if start <= each.start < end]
            words = sum(len(text[each.low : each.high].split()) for each in inside)
            if inside and (here or 2 * words >= len(text[start:end].split())):
                continue  # an e-mail, or marks around what is a block anyway
            low, high = start, end
            for each in here:
                behind = not _has_words(text[each.end : end].strip()) or _has_words(text[low : each.start])
                low, high = (low, min(high, each.start)) if behind else (max(low, each.end), high)
            if _has_words(text[low:high]):
                regions = [each for each in regions if not (low <= each.start < high)]
                regions.append(_Region(low, high, low, high, "block"))
        return sorted(regions, key=lambda each: each.start)

    def _quoted(
        self,
        part: DocumentPart,
        masked: str,
        region: _Region,
        regions: Sequence[_Region],
        cited: Sequence[_Cited],
        bound: CitedPlace | None,
    ) -> Iterator[tuple[int, int, Quotation]]:
        """Yield what a quotation is, with its characters: none of weak marks, several where others are inside it."""
        text = part.text
        words = text[region.low : region.high].strip()
        place = part.named(region.low)
        blank = Quotation(place=place, marks=region.marks, text=words, class_=Class.UNREAD)
        places = [*self._bound(masked, region, regions, cited)]
        citations = [each.citation for each in places] or ([bound] if bound else [])
        before = [each for each in places if each.start < region.start]
        if before == places and len(words.split()) >= _FOREIGN_WORDS and self._are_of_others(text, before, regions):
            found = self._judged(blank, words, ())
            if found.class_ is Class.FOREIGN:
                yield region.start, region.end, found
                return
        known = region.weak and self._judged(blank, words, ()).class_ is not Class.FOREIGN
        if region.weak and (len(words.split()) < _WEAK_WORDS or not known):
            return
        found = self._judged(blank, words, citations)
        inner = self._inside(part, region, cited) if found.class_ in (*_WRONG, Class.FOREIGN) else []
        if not inner:
            yield region.start, region.end, found
            return
        masked = _masked(
            text, [*((each.start, each.end) for each in inner), *(s for each in cited for s in each.spans)]
        )
        for each in inner:
            yield from self._quoted(part, masked, each, inner, cited, bound)
        if citations and not any(region.start <= each.start < region.end for each in cited):
            why = "words of somebody who quotes, beside a place of ours"
            yield region.start, region.end, structs.replace(blank, why=why)

    def _are_of_others(self, text: str, places: Sequence[_Cited], regions: Sequence[_Region]) -> bool:
        """Return whether there are places, each right behind a quotation, whose it is then."""
        return bool(places) and all(
            any(each.end <= place.start and not _has_words(text[each.end : place.start]) for each in regions)
            for place in places
        )

    def _inside(self, part: DocumentPart, region: _Region, cited: Sequence[_Cited]) -> list[_Region]:
        """Return the quotations inside one whose other words are from no text of ours; nothing where they may be."""
        words = part.text[region.low : region.high]
        inner = [
            _Region(
                each.start + region.low,
                each.end + region.low,
                each.inner[0] + region.low,
                each.inner[1] + region.low,
                "…".join(each.marks),
            )
            for each in find_marked(self.table, words, SECONDS / 2)
            if not each.weak and _has_words(words[slice(*each.inner)])
        ]
        spans = [(each.start, each.end) for each in inner] + [span for each in cited for span in each.spans]
        rest = _masked(part.text, spans)[region.low : region.high]
        blank = Quotation(place="", marks="", text=rest, class_=Class.UNREAD)
        return inner if not _has_words(rest) or self._judged(blank, rest, ()).class_ is Class.FOREIGN else []

    def _judged(self, blank: Quotation, words: str, citations: Sequence[CitedPlace]) -> Quotation:
        """Return what some words are that may be from some places."""
        named: list[Named] = []
        for citation in citations:
            place, fault = (None, citation.fault) if citation.fault else attempt(self._named, citation)
            if not place:
                return structs.replace(blank, named=citation.written, why=fault)
            named.append(place)
        try:
            found = self._compared(words, named, citations)
        except TimeoutError:
            return structs.replace(blank, why=_LATE)
        return structs.replace(found, place=blank.place, marks=blank.marks, text=words)

    def _compared(self, words: str, named: Sequence[Named], citations: Sequence[CitedPlace]) -> Quotation:
        """Return what some words are, also by the version of our English that is cited."""
        english = next((each.english for each in citations if each.english), "")
        ours = english and english == self.texts.english.get(citations[0].references[0].siglum)
        found = self.comparer.judge(words, named, english=not english or bool(ours))
        if english and not ours and found.class_ in (*_WRONG, Class.FOREIGN):
            kept, fault = attempt(self._kept, citations[0].references[0], english)
            if kept is None:
                return structs.replace(
                    found, class_=Class.UNREAD, named=citations[0].written, differences=(), why=fault
                )
            found = self.comparer.judge_against(words, kept, found)
        return found

    def _named(self, citation: CitedPlace) -> Named:
        numbers, parts = list[int](), dict[str, str]()
        for reference in citation.references:
            self.corpus.require_text(reference.siglum)
            found = named_passages(self.corpus, self.texts, reference)
            numbers += found[0]
            parts |= found[1]
        if not numbers:
            raise CodexError(
                f"the words of {citation.written} are left out of this copy: they cannot be compared here",
                "expected a copy that has them (see RIGHTS.md)",
            )
        return Named(citation.written, tuple(sorted(set(numbers))), parts, citation.version)

    def _bound(
        self, masked: str, region: _Region, regions: Sequence[_Region], cited: Sequence[_Cited]
    ) -> Iterator[_Cited]:
        """Yield the places that may be meant for a quotation, the likeliest first."""
        behind = next((each for each in cited if each.start >= region.end), None)
        before = next((each for each in reversed(cited) if each.citation.end <= region.start), None)
        found: list[tuple[int, _Cited]] = []
        foreign = _FOREIGN.search(masked, region.end, region.end + _NEAR)
        if behind and behind.start - region.end <= _NEAR + _words_between(regions, region.end, behind.start):
            between = masked[region.end : behind.start]
            if not (foreign and foreign.start() < behind.start) and self._near(between, region):
                found.append((len(between.strip()), behind))
        if before and region.start - before.citation.end <= _BEHIND_FORM:
            between = masked[before.citation.end : region.start]
            stopped = foreign and not masked[region.end : foreign.start()].strip(" .,;:")
            if not stopped and self._near(between, region) and not _FOREIGN.search(between):
                lead = -1 if between.rstrip().endswith(":") else len(between.strip()) + _BEFORE_COSTS
                found.append((lead, before))
        yield from (each for _cost, each in sorted(found, key=lambda item: item[0]))

    def _near(self, between: str, region: _Region) -> bool:
        """Return whether no sentence ends between a quotation and a place, or next to nothing stands there."""
        words = len(between.split())
        if _PARAGRAPH.search(between) and (words > _GAP_WORDS or (region.marks != "block" and words)):
            return False
        return not _has_words(between) or not _SENTENCE_END.search(f"{between}A")

    # --- words in no marks ---------------------------------------------------------------------------------------

    def _unmarked(
        self,
        part: DocumentPart,
        taken: Sequence[tuple[int, int]],
        cited: Sequence[_Cited],
        bound: CitedPlace | None,
        share: float,
    ) -> Iterator[tuple[int, int, Quotation]]:
        """Find words outside quotation marks that are like words of the texts; `share` is how much of a sentence."""
        text = part.text
        for low, high in (piece for free in _free(text, taken) for piece in _pieces(text, *free)):
            if len(_WORD.findall(text[low:high])) < _WEAK_WORDS:
                continue
            near = [
                each.citation
                for each in cited
                if not each.citation.fault and each.start - high <= _NEAR and low - each.citation.end <= _BEHIND_FORM
            ]
            near.sort(key=lambda each: max(each.start - high, low - each.end))
            near += [bound] if bound else []
            try:
                stretches = [*self.comparer.alike(text[low:high], self._numbers(near))]
            except TimeoutError:
                shown = " ".join(text[low : low + _SHOWN].split())
                blank = Quotation(place=part.named(low), marks="none", text=shown, class_=Class.UNREAD)
                yield low, low, structs.replace(blank, why=_LATE)
                return
            for alike in stretches:
                alone = low + alike.start, low + alike.end
                start, end = self._widened(text, (low, high), alone, share)
                words = text[start:end].strip()
                blank = Quotation(place=part.named(start), marks="none", text=words, class_=Class.UNREAD)
                found = self._judged(blank, words, near[:1])
                first = _LAST_WORD.search(text, self._sentence(text, (low, high), (start, end))[0], start)
                if first and found.class_ in _COMPARED:  # the first word may have another capital than there
                    begun = self._judged(blank, text[first.start() : end].strip(), near[:1])
                    start, found = (first.start(), begun) if begun.class_ in _COMPARED else (start, found)
                if found.class_ is Class.FOREIGN and not alike.joined:
                    continue
                if found.class_ is Class.OTHER:
                    found = structs.replace(self._judged(blank, words, ()), named="")
                elif found.class_ is Class.FOREIGN:
                    found = structs.replace(blank, why="in no quotation marks, and words of several passages")
                elif found.class_ is Class.DIFFERENT and self._same_alone(blank, text[slice(*alone)], words, near[:1]):
                    why = f"in no quotation marks, and beside other words of the sentence: those of {found.ref}"
                    found = structs.replace(found, class_=Class.UNREAD, differences=(), why=why)
                elif found.class_ is Class.DIFFERENT and (_is_numbered(found) or not self.comparer.is_close(found)):
                    why = f"in no quotation marks, and like the words of {found.ref}"
                    found = structs.replace(found, class_=Class.UNREAD, why=why)
                if found.class_ in _COMPARED and not self._is_apart(text, (low, high), (start, end)):
                    why = f"in no quotation marks, and beside other words of the sentence: those of {found.ref}"
                    found = structs.replace(found, class_=Class.UNREAD, why=why)
                yield start, end, found

    def _same_alone(self, blank: Quotation, alone: str, words: str, near: Sequence[CitedPlace]) -> bool:
        """Return whether words that differ are the same without those beside them in the sentence."""
        return alone.strip() != words and self._judged(blank, alone.strip(), near).class_ in _COMPARED

    def _is_apart(self, text: str, free: tuple[int, int], words: tuple[int, int]) -> bool:
        """Return whether no other words stand in the sentence of some words but such as lead to a quotation."""
        first, last = self._sentence(text, free, words)
        lead, behind = text[first : words[0]].rstrip(), text[words[1] : last]
        told = next(reversed(_WORD.findall(lead)), "")
        leads = not _has_words(lead) or lead[-1] in _LEAD_SIGNS or told.casefold() in self.table.leads
        return leads and not _has_words(behind)

    def _numbers(self, citations: Iterable[CitedPlace]) -> list[int]:
        named = (attempt(self._named, citation)[0] for citation in citations)
        return [number for each in named if each for number in each.numbers]

    def _widened(self, text: str, free: tuple[int, int], words: tuple[int, int], share: float) -> tuple[int, int]:
        """Extend words to their whole sentence, where they are so large a share of it."""
        (start, end), (first, last) = words, self._sentence(text, free, words)
        if len(_WORD.findall(text[start:end])) >= share * len(_WORD.findall(text[first:last])):
            return first, last
        return start, end

    def _sentence(self, text: str, free: tuple[int, int], words: tuple[int, int]) -> tuple[int, int]:
        """Return the start and end of the sentence of some words, within the characters that are free."""
        (low, high), (start, end) = free, words
        ends = [low, *(match.end() for match in _SENTENCE_END.finditer(text, low, high))]
        ends += [match.end() for match in _PARAGRAPH.finditer(text, low, high)] + [high]
        ends += [match.end() for match in _LEAD.finditer(text, low, high)]
        return max(each for each in ends if each <= start), min(each for each in ends if each >= end)

    # --- records -------------------------------------------------------------------------------------------------

    def _record(self, record: Fields) -> PartOutcome:
        """Return what is in an entry of a bibliography or an object of JSON."""
        quotations, recognised, unread = list[Quotation](), list[Stretch](), list[Stretch]()
        citation = self._cited_in(record)
        form = None
        if citation and not citation.fault:
            text = "\n".join(f"{each.name}: {each.words}" for each in record.fields)
            form, fault = attempt(self._form, citation.references[0], citation.english, text)
            citation = structs.replace(citation, fault=fault)
        if citation and citation.fault:
            why = citation.fault
            quotations.append(
                Quotation(place=record.place, marks="reference", text=citation.written, class_=Class.UNREAD, why=why)
            )
            citation = None
        elif citation and citation.digest:
            found = self.hashed(citation.references[0], citation.digest)
            quotations.append(structs.replace(found, place=record.place))
        names = form.names if form else set[str]()
        for field in record.fields:
            place = f"{record.place}, {field.name}" if field.name else record.place
            last = field.name.rpartition("/")[2]
            part = DocumentPart(field.words, place)
            if field.name.startswith(_FORMATS) and citation:
                found_in = QuotingDocument("text", (part,))
                outcome = self._field_format(found_in)
            elif citation and last in _QUOTED_IN:
                outcome = self._quoting(part, field, citation, form)
            elif form and collapsed(field.name, field.words) in form.fields:
                outcome = PartOutcome((), (Stretch(place, field.words),), ())
            elif citation:
                outcome = self._beside_record(part, field, citation, form, own=last in names)
            else:
                outcome = self._part(part, self.places.find(field.words))
            quotations += outcome.quotations
            recognised += outcome.recognised
            unread += outcome.unread
            known = field.name.startswith(_FORMATS) or last in names | _QUOTED_IN
            if form and not known and _has_words(last):
                unread.append(Stretch(record.place, last))
        return PartOutcome(tuple(quotations), tuple(recognised), tuple(unread))

    def _field_format(self, document: QuotingDocument) -> PartOutcome:
        """Read a citation in one of our formats inside a record."""
        outcomes = []
        for inner in document.parts:
            read = self.read_inside(inner)
            outcomes += [self._part(part, self.places.find(part.text)) for part in read.parts]
            outcomes += map(self._record, read.records)
        return PartOutcome(
            tuple(each for outcome in outcomes for each in outcome.quotations),
            tuple(each for outcome in outcomes for each in outcome.recognised),
            tuple(each for outcome in outcomes for each in outcome.unread),
        )

    def read_inside(self, part: DocumentPart) -> QuotingDocument:
        """Read a citation that is the value of a field, in whichever of our formats; its places are the field."""
        document = read_text_document(part.text)
        return structs.replace(
            document,
            parts=tuple(structs.replace(each, place=part.place) for each in document.parts),
            records=tuple(structs.replace(each, place=part.place) for each in document.records),
        )

    def _cited_in(self, record: Fields) -> CitedPlace | None:
        """Return the place that a record of ours is of."""
        best: CitedPlace | None = None
        digest = english = ""
        for field in record.fields:
            if field.name.startswith(_FORMATS):
                continue
            last = field.name.rpartition("/")[2]
            words = field.words
            if last in ("sha256", "hash"):
                digest = digest or re.sub(r"\Asha256:", "", words)
                continue
            for each in self.places.find(words):
                sure = bool(each.version) or (last in _PLACED_IN and "/" not in field.name)
                if sure and (best is None or _sureness(each) > _sureness(best)):
                    best = each
                digest, english = digest or each.digest, english or each.english
        return best and structs.replace(best, start=0, end=0, digest=digest.lower(), english=english)

    def _quoting(self, part: DocumentPart, field: Field, citation: CitedPlace, form: Form | None) -> PartOutcome:
        """Read a field that holds quoted words, and perhaps the place behind them."""
        words, behind = _unplaced(field.words)
        halves = [*filter(None, words.rpartition(_BETWEEN)[::2])] if citation.english else [words]
        quotations = []
        for half in halves:
            if _has_words(half):
                blank = Quotation(place=part.place, marks="field", text=half, class_=Class.UNREAD)
                quotations.append(self._judged(blank, half, [citation]))
        outcome = self._phrases(part.place, behind, form, citation.digest) if behind else PartOutcome((), (), ())
        return PartOutcome((*quotations, *outcome.quotations), outcome.recognised, outcome.unread)

    def _beside_record(
        self, part: DocumentPart, field: Field, citation: CitedPlace, form: Form | None, *, own: bool
    ) -> PartOutcome:
        """Report a field of a record of ours that is not as we write it."""
        known = known_spans(field.words, form) if form and of_phrases(field.name) else []
        known = _merged([*known, *_hashes(field.words, citation.digest)])
        masked = field.words
        for low, high in known:
            masked = _blanked(masked, low, high)
        outcome = self._part(structs.replace(part, text=masked), self.places.find(masked), bound=citation)
        recognised = [Stretch(part.place, field.words[low:high]) for low, high in known]
        quotations, unread = list(outcome.quotations), list(outcome.unread)
        if own and unread:
            why = f"not what our record of {citation.written} says"
            quotations += [
                Quotation(place=each.place, marks="field", text=each.text, class_=Class.UNREAD, why=why)
                for each in unread
            ]
            unread = []
        return PartOutcome(tuple(quotations), (*recognised, *outcome.recognised), tuple(unread))

    def _phrases(self, place: str, text: str, form: Form | None, digest: str) -> PartOutcome:
        known = _merged([*(known_spans(text, form) if form else ()), *_hashes(text, digest)])
        others = [text[low:high].strip() for low, high in _free(text, known) if _has_words(text[low:high])]
        recognised = tuple(Stretch(place, text[low:high]) for low, high in known)
        why = "not what our citation says"
        found = (Quotation(place=place, marks="citation", text=each, class_=Class.UNREAD, why=why) for each in others)
        return PartOutcome(tuple(found), recognised, ())


def _is_numbered(found: Quotation) -> bool:
    """Return whether words differ only by a number before them, which may be of a list."""
    first = re.match(r"\d+", found.text)
    return bool(first) and [each.quoted for each in found.differences] == [first[0]]  # type: ignore[index]


def _status(quotations: Sequence[Quotation]) -> Literal[0, 1, 2]:
    if any(each.class_ in _WRONG for each in quotations):
        return 1
    classes = {each.class_ for each in quotations}
    return 2 if Class.UNREAD in classes or not classes - {Class.FOREIGN} else 0


def _sureness(citation: CitedPlace) -> tuple[bool, bool, bool]:
    """Rank a place of a record: best is one with a version, in our own form, that is not a whole source."""
    reference = citation.references[0] if citation.references else None
    versioned = bool(reference and reference.version)
    return versioned, bool(reference and reference.first), "@" in citation.written and "/" not in citation.written


def _unplaced(field: str) -> tuple[str, str]:
    """Return the words of a field, and what stands behind them: the place and more, if it is named there."""
    place = _OWN_PLACE.search(field)
    if not place:
        return field, ""
    words, _dash, before = field[: place.start()].rpartition(_BEFORE_PLACE)
    return words, before + field[place.start() :]


def _hashes(text: str, digest: str) -> list[tuple[int, int]]:
    """Find the places where a text has a hash that agrees with another."""
    found = re.finditer(r"\bsha256:\s*([0-9a-f]+)", text, re.IGNORECASE)
    return [match.span() for match in found if digest and agree(match[1], digest)]


def _has_words(text: str) -> bool:
    return bool(re.search(r"[^\W_]", text))


def _count(stretches: Iterable[Stretch]) -> int:
    return sum(len(each.text.split()) for each in stretches)


def _within(marked: Marked, spans: Iterable[tuple[int, int]]) -> bool:
    low, high = marked.inner
    return any(start <= low and high <= end for start, end in spans)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _free(text: str, taken: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    position = 0
    for start, end in _merged(taken):
        if position < start:
            yield position, start
        position = max(position, end)
    if position < len(text):
        yield position, len(text)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Divide a stretch of a text at ends of lines into pieces that do not take long."""
    while end - start > _PIECE:
        stop = text.rfind("\n", start + _PIECE // 2, start + _PIECE) + 1 or start + _PIECE
        yield start, stop
        start = stop
    yield start, end


def _masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts, position = list[str](), 0
    for start, end in _merged(spans):
        parts += [text[position:start], re.sub(r"\S", " ", text[start:end])]
        position = end
    return "".join((*parts, text[position:]))


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"\S", " ", text[start:end]) + text[end:]


def _words_between(regions: Iterable[_Region], start: int, end: int) -> int:
    return sum(each.end - each.start for each in regions if start <= each.start < end)
