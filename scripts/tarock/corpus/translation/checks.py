"""The check of a translation: whole, not stale, each sentence with all its numbers, cards, seats and terms."""

from __future__ import annotations

from collections.abc import Iterator

from tarock.base.yamlio import Located
from tarock.corpus.checks import Problem
from tarock.corpus.numbers import NumberReader
from tarock.corpus.sources import hash_text
from tarock.corpus.termbase import Termbase
from tarock.corpus.translation.correspondence import LOOSE, find_mismatches
from tarock.corpus.translation.records import SHORT, Rendering, Translation

_LONG = 4  # blanks in a sentence that two Germans would not share by chance


def translation_problems(translation: Translation, numbers: NumberReader, terms: Termbase) -> Iterator[Problem]:
    """Yield what is wrong with the translation of one source, each problem with `FILE:LINE`."""
    siglum, is_summary = translation.edition.siglum, translation.kind == "summary"
    for ident, placed in translation.units.items():
        if ident not in translation.required_units:
            what = f"{siglum}:{ident} does not exist; expected a unit of the edition"
            if unit := translation.edition.units.get(ident):
                what = f"{siglum}:{ident} is a {unit.kind}; expected units that are not rendered by rule"
            yield Problem("TRANSLATION-REF", placed.place, what)
            continue
        known, now = placed.record.german, hash_text(translation.german(ident))[:SHORT]
        if known != now:
            stale = (
                f"{siglum}:{ident}: the German has the hash {now}, not {known}; expected a rendering of the words as "
                "they are now"
            )
            yield Problem("TRANSLATION-STALE", placed.place, stale)
        if is_summary:
            yield from _check_summary(translation, ident, placed, numbers)
        else:
            yield from _check_sentences(translation, ident, placed, numbers, terms)
    yield from _check_missing(translation)
    yield from _check_doubled(translation)
    if not is_summary:
        yield from _check_notation(translation)


def _check_missing(translation: Translation) -> Iterator[Problem]:
    """Yield units that need a translation and have none, with the place where it belongs."""
    siglum = translation.edition.siglum
    before = f"corpus/translations: {siglum}"
    for ident in translation.required_units:
        if placed := translation.units.get(ident):
            before = placed.place
        else:
            yield Problem(
                "TRANSLATION-MISSING",
                before,
                f"{siglum}:{ident} is not translated; expected it behind this",
            )


def _check_doubled(translation: Translation) -> Iterator[Problem]:
    """Yield sentences with the same English as another sentence of different German, which were pasted by mistake."""
    places: dict[str, list[tuple[str, int]]] = {}
    for ident in translation.required_units:
        if placed := translation.units.get(ident):
            for number, text in enumerate(placed.record.english):
                places.setdefault(text, []).append((ident, number))
    for text, (first, *others) in places.items():
        if text.count(" ") < _LONG:
            continue
        for ident, number in others:
            if _find_german(translation, ident, number) != _find_german(translation, *first):
                at, other = (f"{translation.edition.siglum}:{name}#{n + 1}" for name, n in ((ident, number), first))
                what = f"{at} has the same English as {other}; expected another"
                yield Problem("TRANSLATION-DOUBLED", translation.units[ident].place, what)


def _find_german(translation: Translation, ident: str, number: int) -> str:
    """Return sentence `number` (from 0) of a unit's German; empty where there is none."""
    german = translation.german(ident)
    return "".join(
        german[span.start : span.end] for span in translation.edition.splitter.split(german)[number : number + 1]
    )


def _check_sentences(
    translation: Translation, ident: str, placed: Located[Rendering], numbers: NumberReader, terms: Termbase
) -> Iterator[Problem]:
    """Yield sentences whose English lacks numbers, cards or terms of the German, or is one too many or too few."""
    german, ref, place = translation.german(ident), f"{translation.edition.siglum}:{ident}", placed.place
    spans, english, allowed = translation.edition.splitter.split(german), placed.record.english, placed.record.allowed
    if len(spans) != len(english):
        what = f"{ref} has {len(spans)} sentences, its English {len(english)}"
        yield Problem("TRANSLATION-SENTENCES", place, what)
        return
    met: set[str] = set()
    found = terms.find_occurrences(german, ref)
    for number, (span, text) in enumerate(zip(spans, english, strict=True), 1):
        at, words = f"{ref}#{number}", german[span.start : span.end]
        lost = dict(find_mismatches(words, text, numbers, translation.words, translation.notation))
        missing = terms.find_unrendered((o for o in found if span.start <= o.start < span.end), text)
        met.update(lost, missing)
        for name, what in lost.items():
            if name not in allowed:
                fault = f"{at}: {what}; expected the same on both sides, or `{name}` under `allowed:`"
                yield Problem("TRANSLATION-LOST", place, fault)
        for name, what in missing.items():
            if name not in allowed:
                yield Problem(
                    "TRANSLATION-TERM",
                    place,
                    f"{at}: {what}, or `{name}` under `allowed:`",
                )
        for fault in terms.find_refused(text):
            yield Problem("TRANSLATION-TERM", place, f"{at}: {fault}")
    yield from _check_unneeded(placed, ref, met)


def _check_unneeded(placed: Located[Rendering], ref: str, met: set[str]) -> Iterator[Problem]:
    for name in placed.record.allowed:
        if name not in met:
            what = f"{ref}: `{name}` is allowed, but nothing is amiss with it"
            yield Problem("TRANSLATION-ALLOWED", placed.place, what)


def _check_summary(
    translation: Translation, ident: str, placed: Located[Rendering], numbers: NumberReader
) -> Iterator[Problem]:
    """Yield numbers of a summary that its text does not have; a summary may leave numbers out."""
    ref, german = f"{translation.edition.siglum}:{ident}", translation.german(ident)
    more = translation.words.find(" ".join(placed.record.english)) - numbers.find(german) - LOOSE
    for number in sorted(more):
        if str(number) not in placed.record.allowed:
            yield Problem(
                "TRANSLATION-LOST",
                placed.place,
                f"{ref}: the number {number} is not in the German",
            )
    yield from _check_unneeded(placed, ref, set(map(str, more)))


def _check_notation(translation: Translation) -> Iterator[Problem]:
    notation = translation.notation
    for unit in filter(lambda unit: notation.covers(unit.kind), translation.edition.units.values()):
        for word in notation.unrendered_words(translation.sentences(unit.ident)[0]):
            what = f"no rule renders `{word}` of {unit.ref}; expected it here"
            yield Problem("TRANSLATION-NOTATION", notation.place, what)
