"""The check of the corpus.

No character of a transcript is lost, the range of every heading is true, every reference leads somewhere; doubtful
places, notes and terms fit the texts; every word form is explained, and nothing in the spelling layer is idle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from datetime import date

import msgspec

from tarock.base import yamlio
from tarock.base.structs import Frozen
from tarock.corpus.apparatus import PATTERNS, HistoricalNote, load_doubts, load_patterns
from tarock.corpus.editions import Corpus, Edition, Paratext, Passage, Unit
from tarock.corpus.forms import expand_pattern
from tarock.corpus.sources import hash_text
from tarock.corpus.spelling import WORD, Spelling, SpellingBasis, author_units, lower_first
from tarock.corpus.termbase import Termbase


class Problem(Frozen):
    """Something that does not hold, with a permanent code and the reference it is about."""

    code: str
    ref: str
    message: str

    def __str__(self) -> str:
        return f"{self.ref}: {self.code}: {self.message}"


def edition_problems(edition: Edition) -> list[Problem]:
    """Return what is wrong with an edition: text lost in cutting, headings, links, rights, copies found online."""
    return [
        *_check_lost_text(edition),
        *_check_headings(edition),
        *_check_references(edition),
        *_check_paratexts(edition),
        *_check_online_copies(edition),
    ]


def _check_lost_text(edition: Edition) -> Iterator[Problem]:
    """Yield a problem where segments or passages do not add up to the transcript."""
    rebuilt = "".join(edition.transcript[segment.start : segment.end] for segment in edition.segments)
    if rebuilt != edition.transcript:
        yield Problem("TEXT-LOST", edition.siglum, "the segments do not add up to the transcript")
    from_passages = sum(len(passage.transcript) for passage in edition.passages.values())
    from_segments = sum(s.end - s.start for s in edition.segments if s.role == "passage")
    if from_passages != from_segments:
        yield Problem(
            "TEXT-LOST",
            edition.siglum,
            f"passages hold {from_passages} characters of the transcript's {from_segments}",
        )


def _check_headings(edition: Edition) -> Iterator[Problem]:
    """Yield headings that claim other §§ than those that follow them, and §§ that no heading claims."""
    claimed = edition.profile.claimed
    units = [heading.ident for heading in edition.headings.values() if heading.kind == claimed]
    following = "nothing"
    for heading in reversed(edition.headings.values()):
        if heading.kind == claimed:
            following = heading.ident
        elif heading.claims:
            claim = heading.claims[0]
            if claim != following:
                what = f"claims § {claim}, but § {following} follows: {heading.text}"
                yield Problem("HEADING-RANGE", heading.ref, what)
            for unit in heading.claims:
                if unit not in units:
                    what = f"claims § {unit}, which does not exist: {heading.text}"
                    yield Problem("HEADING-RANGE", heading.ref, what)
    for unit in units:
        if unit not in edition.subjects:
            yield Problem("HEADING-NONE", f"{edition.siglum}:{unit}", "no thematic heading claims this §")


def _check_references(edition: Edition) -> Iterator[Problem]:
    """Yield references within the text that lead to no passage or container."""
    for item in edition.items:
        for reference in item.references:
            target = reference.payload.partition(":")[2]
            if target not in edition.passages and target not in edition.containers:
                words = item.text[reference.start : reference.end]
                what = f"refers to {target}: {words!r}"
                yield Problem("LINK-NOWHERE", item.ref, what)


def _check_paratexts(edition: Edition) -> Iterator[Problem]:
    """Yield words around a text without a record of their rights, and records for words that are not there."""
    rights = edition.source.rights
    around = {item.ident or item.kind: item for item in edition.items if isinstance(item, Paratext)}
    for name, item in around.items() if rights.free else ():
        if name not in rights.around and item.kind not in rights.around:
            what = f"nothing under `around` says whether `{name}` is free; expected it, or its kind, `{item.kind}`"
            yield Problem("RIGHTS-AROUND", f"{edition.siglum}:{name}", what)
    kinds = {item.kind for item in edition.items}
    for name, words in rights.around.items():
        if name not in edition.units and (name not in kinds or not words.free):
            what = (
                "`around` names `{name}`, which is neither an id nor, of what is free, a kind in this source; "
                "expected one such as {around}"
            ).format(
                name=name,
                around=", ".join(around),
            )
            yield Problem("RIGHTS-AROUND", edition.siglum, what)
        elif name in edition.passages:
            yield Problem("RIGHTS-AROUND", f"{edition.siglum}:{name}", "`around` names a passage of the text itself")
    if bool(rights.besides) != bool(rights.restricted_ids):
        what = "`besides` and `around` do not agree on whether anything is not free; expected both or neither"
        yield Problem("RIGHTS-AROUND", edition.siglum, what)


def _check_online_copies(edition: Edition) -> Iterator[Problem]:
    """Yield online copies whose compared characters are not the beginning of this transcript."""
    whole = all(unit.is_here for unit in edition.units.values())  # else what is left out is not counted
    for found in edition.source.found_at:
        if fault := day_error(found.seen):
            yield Problem("SOURCE-FOUND", edition.siglum, f"{found.address}: {fault}")
        if whole and found.of != len(edition.transcript):
            what = f"{found.address}: `of` is {found.of}; expected {len(edition.transcript)}, as the transcript has"
            yield Problem("SOURCE-FOUND", edition.siglum, what)
        if found.compared > found.of or hash_text(edition.transcript[: found.compared]) != found.sha256:
            what = (
                f"{found.address}: the first {found.compared} characters of our transcript have another sha256; "
                "expected that of "
                "what was compared"
            )
            yield Problem("SOURCE-FOUND", edition.siglum, what)


def day_error(day: str) -> str:
    """Return why a date such as `2026-02-30` cannot be; empty when it exists."""
    try:
        date.fromisoformat(day)
    except ValueError:
        return f"invalid date `{day}`; expected YYYY-MM-DD"
    return ""


class SpellingReport(msgspec.Struct, frozen=True, kw_only=True):
    """How the distinct word forms of a source are explained.

    By the list of modern forms, by rules, by the lexicon, or as words that are emended or doubtful.
    """

    forms: int
    modern: int
    rules: int
    lexicon: int
    doubtful: int
    unexplained: list[str]


def check_spelling(corpus: Corpus, spelling: Spelling) -> tuple[dict[str, SpellingReport], list[Problem]]:
    """Return for each source how its word forms are explained, and what is wrong in the spelling layer."""
    reports: dict[str, SpellingReport] = {}
    problems: list[Problem] = []
    seen: set[str] = set()
    for edition in corpus.editions():
        apart = set(
            " ".join(unit.text for unit in author_units(edition)).split()
        )  # few distinct pieces to read closely
        forms = set(WORD.findall(" ".join(apart)))
        explained = {form: spelling.explain(form) for form in forms}
        counts = Counter(found.by for found in explained.values() if found)
        left = {form for form, found in explained.items() if not found}
        lemmas = [doubt.record.lemma for doubt in load_doubts(corpus, edition.siglum)] if left else []
        weighed = "\n".join((*lemmas, *(emendation.reading for emendation in edition.emendations)))
        doubtful = left.intersection(WORD.findall(weighed))
        problems += _check_unexplained(edition, left - doubtful)
        reports[edition.siglum] = SpellingReport(
            forms=len(forms),
            modern=counts[SpellingBasis.MODERN],
            rules=counts[SpellingBasis.RULE],
            lexicon=counts[SpellingBasis.LEXICON],
            doubtful=len(doubtful),
            unexplained=sorted(left - doubtful),
        )
        seen |= forms
    problems += _check_contextual(corpus, spelling)
    problems += _check_contradictions(spelling)
    if not corpus.left_out:  # else what is idle may be for a text that is not here
        problems += _check_unused_entries(spelling, seen)
    return reports, problems


def _check_unexplained(edition: Edition, forms: set[str]) -> Iterator[Problem]:
    """Yield the first place of each of these forms, which nothing explains."""
    for unit in author_units(edition):
        for form in WORD.findall(unit.text) if forms else ():
            if form in forms:
                forms = forms - {form}
                yield Problem(
                    "SPELLING-UNEXPLAINED",
                    unit.ref,
                    (
                        f"`{form}` is no modern form that is listed, and no rule or lexicon explains it; "
                        "expected it in "
                        "corpus/spelling"
                    ),
                )


def _check_contextual(corpus: Corpus, spelling: Spelling) -> Iterator[Problem]:
    """Yield spellings of single places that are not there, stand twice or change nothing."""
    known: set[tuple[str, str]] = set()
    for located in spelling.contextual_records:
        place, where = located.record, located.place
        if place.passage.partition(":")[0] in corpus.left_out:
            continue
        unit = corpus.unit(place.passage)
        if unit is None or place.form not in WORD.findall(unit.text):
            yield Problem(
                "SPELLING-PLACE",
                where,
                f"`{place.form}` is not in {place.passage}",
            )
        elif (place.passage, place.form) in known:
            yield Problem(
                "SPELLING-PLACE",
                where,
                f"`{place.form}` in {place.passage} is here twice; expected it once",
            )
        elif place.modern == spelling.modernize(place.form):
            yield Problem(
                "SPELLING-PLACE",
                where,
                f"`{place.form}` is `{place.modern}` everywhere; expected a choice",
            )
        known.add((place.passage, place.form))


def _check_contradictions(spelling: Spelling) -> Iterator[Problem]:
    """Yield forms that are both modern and rewritten, and forms with two modern forms."""
    file = spelling.file("modern.txt")
    for form, line in spelling.modern_forms.items():
        where = f"{file}:{line}"
        if form in spelling.lexicon:
            yield Problem("SPELLING-TWICE", where, f"`{form}` is in the lexicon too; expected it once")
        elif made := next(spelling.apply_rules(form), None):
            rules = " and ".join(made[1])
            yield Problem(
                "SPELLING-TWICE",
                where,
                f"`{form}` becomes `{made[0]}` by {rules}; expected either form",
            )


def _check_unused_entries(spelling: Spelling, seen: set[str]) -> Iterator[Problem]:
    """Yield entries of the spelling layer that no word of the texts needs; `seen` are all forms of the texts."""
    within = seen | {lower_first(form) for form in seen}
    for form, (_, _, where) in spelling.lexicon.items():
        if form not in within:
            yield Problem("SPELLING-IDLE", where, f"`{form}` is in no text")
    applied: set[str] = set()
    needed: set[str] = set()
    for form in seen:
        found = spelling.explain(form)
        if found and found.by is not SpellingBasis.LEXICON:
            needed |= {found.modern, lower_first(found.modern)}
            applied |= {*found.rules}
    file = spelling.file("modern.txt")
    for form, line in spelling.modern_forms.items():
        if form not in needed:
            yield Problem("SPELLING-IDLE", f"{file}:{line}", f"`{form}` is in no text")
    for rule in spelling.rules:
        if rule.record.name not in applied:
            yield Problem("SPELLING-IDLE", rule.place, f"the rule `{rule.record.name}` explains no form")


def doubt_problems(corpus: Corpus) -> Iterator[Problem]:
    """Yield what is wrong with the records of doubtful places and of recurring patterns."""
    patterns = load_patterns(corpus)
    names = {pattern.record.name for pattern in patterns}
    for edition in corpus.editions():
        order = list(edition.units)
        last = 0
        for located in load_doubts(corpus, edition.siglum):
            doubt, place = located.record, located.place
            unit = edition.units.get(doubt.passage.removeprefix(f"{edition.siglum}:"))
            if unit is None:
                yield Problem(
                    "DOUBT-REF",
                    place,
                    f"{doubt.passage} does not exist; expected a passage or heading",
                )
                continue
            count = unit.transcript.count(doubt.lemma)
            if count != 1:
                yield Problem(
                    "DOUBT-LEMMA",
                    place,
                    f"{doubt.lemma!r} stands {count} times in {doubt.passage}; expected it once",
                )
            settling = re.findall(rf"\b{edition.siglum}:[A-Za-z0-9.]*[A-Za-z0-9]", doubt.settled)
            if doubt.settled and not (settling and all(map(corpus.unit, settling))):
                what = (
                    f"{doubt.passage}: `settled` names {settling}; expected places of {edition.siglum} that decide it"
                    if settling
                    else (
                        f"{doubt.passage}: `settled` names no place; expected places of {edition.siglum} that decide it"
                    )
                )
                yield Problem("DOUBT-SETTLED", place, what)
            if doubt.lemma == doubt.reading:
                yield Problem("DOUBT-LEMMA", place, f"{doubt.passage}: lemma and reading are the same")
            if doubt.pattern and doubt.pattern not in names:
                yield Problem(
                    "DOUBT-PATTERN",
                    place,
                    f"no pattern `{doubt.pattern}`; expected one of {PATTERNS}",
                )
            if any(emendation.lemma == doubt.lemma for emendation in unit.emendations):
                yield Problem(
                    "DOUBT-EMENDED",
                    place,
                    f"{doubt.passage}: {doubt.lemma!r} is emended; expected a choice",
                )
            at = order.index(unit.ident)
            if at < last:
                yield Problem(
                    "DOUBT-ORDER",
                    place,
                    f"{doubt.passage} is out of order; expected reading order",
                )
            last = at
    for pattern in patterns:
        for ref in (*pattern.record.places, *pattern.record.exceptions):
            if ref.partition(":")[0] not in corpus.left_out and corpus.unit(ref) is None:
                yield Problem(
                    "DOUBT-REF",
                    pattern.place,
                    f"{pattern.record.name}: {ref} does not exist",
                )


def note_problems(corpus: Corpus, notes: dict[str, HistoricalNote], termbase: Termbase) -> Iterator[Problem]:
    """Yield notes whose words are not in their passage or whose terms do not exist."""
    document = yamlio.load(corpus.project.corpus / "notes.yaml")
    for index, note in enumerate(notes.values()):
        place = f"{corpus.project.relative(document.path)}:{document.line(index)}"
        for ref, words in note.places.items():
            if ref.partition(":")[0] in corpus.left_out:
                continue
            passage = corpus.unit(ref)
            if not isinstance(passage, Passage):
                yield Problem("NOTE-REF", place, f"{note.id}: {ref} does not exist; expected a passage")
            elif words not in passage.text:
                yield Problem(
                    "NOTE-WORDS",
                    place,
                    f"{note.id}: {words!r} is not in {ref}",
                )
        for term in note.terms:
            if term not in termbase.terms:
                yield Problem(
                    "NOTE-TERM",
                    place,
                    f"{note.id}: no term `{term}`; expected the id of a term",
                )


def term_problems(corpus: Corpus, termbase: Termbase) -> Iterator[Problem]:
    """Yield what is wrong in the termbase against the texts.

    While a text is left out of this copy, a form or passage that is not found is no problem.
    """
    units = {unit.ref: unit for edition in corpus.editions() for unit in edition.units.values()}
    used: set[str] = set()
    for unit in units.values():
        used.update(unit.text[found.start : found.end] for found in termbase.find_occurrences(unit.text, unit.ref))
    lowered = {words[:1].lower() + words[1:] for words in used} | used
    whole = not corpus.left_out
    for term in termbase.terms.values():
        place = termbase.places[term.id]
        for sense in term.meanings:
            for pattern in sense.forms if whole else ():
                if not any(form.rpartition(">")[2] in lowered for form in expand_pattern(pattern)):
                    yield Problem(
                        "TERM-NOWHERE",
                        place,
                        f"{term.id}: the form {pattern!r} is in no text",
                    )
        definitions = (*term.definition, *(d for s in term.senses for d in s.definition))
        for ref, quote in (*((ref, "") for ref in term.excepted), *((d.ref, d.quote) for d in definitions)):
            if ref.partition(":")[0] in corpus.left_out:
                continue
            if ref not in units:
                what = f"{term.id}: {ref} does not exist; expected a passage or heading"
                yield Problem("TERM-REF", place, what)
            elif quote not in units[ref].text:
                what = f"{term.id}: {quote!r} is not in {ref}"
                yield Problem("TERM-QUOTE", place, what)


def sense_problems(corpus: Corpus, termbase: Termbase, by_rule: Collection[str]) -> Iterator[Problem]:
    """Yield words with several senses that are bound to none, and bindings that do not fit the text.

    Only sources with a file of senses are checked, without units whose kind is in `by_rule` (notation) and without the
    words of modern editors.
    """
    for edition in corpus.editions():
        source = edition.source
        if "senses" not in source.apparatus:
            continue
        units = {
            unit.ref: unit
            for ident, unit in (*edition.units.items(), *edition.parts.items())
            if not isinstance(unit, Paratext)
            and unit.kind not in by_rule
            and not {ident, unit.kind} & {*source.rights.around}
        }
        for ref in sorted({ref for ref in termbase.bound if ref.startswith(f"{source.siglum}:")} - {*units}):
            what = f"{ref} does not exist or is mere notation; expected a passage or heading"
            yield Problem("SENSE-REF", termbase.bound[ref].place, what)
        for unit in units.values():
            yield from _check_senses(unit, termbase)


def _check_senses(unit: Unit, termbase: Termbase) -> Iterator[Problem]:
    """Yield ambiguous words of a unit without a sense, senses of no word, and a hash of other words."""
    located = termbase.bound.get(unit.ref)
    place = located.place if located else f"corpus/senses/{unit.ref.partition(':')[0]}.yaml"
    words = located.record.words if located else ()
    if located and located.record.german != (now := hash_text(unit.text)[:12]):
        what = f"{unit.ref}: the German has the hash {now}, not {located.record.german}; expected its words read again"
        yield Problem("SENSE-STALE", place, what)
    found = {each.at: each for each in termbase.find_occurrences(unit.text, unit.ref) if each.is_ambiguous}
    bound: set[tuple[int, str, int]] = set()
    for word in words:
        at = f"{unit.ref}#{word.sentence}: `{word.form}` ({word.index})"
        there = found.get(word.at)
        if word.at in bound:
            yield Problem("SENSE-TWICE", place, f"{at} is bound twice; expected one sense")
        elif there is None:
            yield Problem(
                "SENSE-NOWHERE",
                place,
                f"{at} is no word with several senses; expected one that stands there",
            )
        elif there.term.id != word.term or word.sense not in {sense.id for sense in there.candidates}:
            known = ", ".join(f"{there.term.id}.{sense.id}" for sense in there.candidates)
            yield Problem(
                "SENSE-UNKNOWN",
                place,
                f"{at} cannot be {word.term}.{word.sense}; expected one of {known}",
            )
        bound.add(word.at)
    for at_, occurrence in found.items():
        if at_ not in bound:
            sentence, form, index = at_
            known = ", ".join(sense.id for sense in occurrence.candidates)
            what = (
                f"{unit.ref}#{sentence}: `{form}` ({index}) of {occurrence.term.id} is not bound; expected "
                f"one of {known}"
            )
            yield Problem("SENSE-UNBOUND", place, what)
