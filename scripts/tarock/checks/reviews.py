"""Who has read what against the German: `corpus/reviews.yaml`, and what of it has changed since.

A passage is compared with the edition that was read (`corpus/versions.lock`), the English file by file with its version
(`corpus/translations/en/versions.lock`); values, claims, doubtful places and pages by the digests of the review.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import path_below, read_bytes
from tarock.base.project import Project
from tarock.base.structs import Day, Frozen, Record, Version, Words, pattern_type
from tarock.base.yamlio import Located
from tarock.codex import ComputedCodex
from tarock.corpus.apparatus import load_doubts
from tarock.corpus.checks import Problem, day_error
from tarock.corpus.elsewhere import future_day_error
from tarock.corpus.sources import hash_file, hash_text
from tarock.corpus.translation.records import Translation
from tarock.corpus.translation.records import load_lock as load_english_lock
from tarock.corpus.versions import load_lock, load_tombstones, resolve_reference
from tarock.rules.tables import Statement, StatementRecord

FILE = "reviews.yaml"
_DIGITS = 12

Subject = Literal["text", "english", "values", "claims", "doubtful", "pages"]
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
LOCKED = ("text", "english")  # whose digests stand in a lock
Digest = Annotated[str, pattern_type(f"[0-9a-f]{{{_DIGITS}}}", f"the first {_DIGITS} characters of a sha256")]


class Review(Record, kw_only=True):
    """One reading of `things` against the German of an `edition`; of our English the edition is its own version.

    A thing is a siglum, for all that the source has of the subject, or one passage, value, claim or file of a page.
    `person` says that `by` names somebody who answers for it; else it was a machine. `digests` are those of what was
    read, by file or by the thing named; texts and English have theirs in their locks.
    """

    id: Annotated[str, pattern_type("[a-z0-9]+(-[a-z0-9]+)*", "a review such as text-1754")]
    reads: Subject
    things: tuple[Words, ...]
    by: Words
    date: Day
    edition: Version
    person: bool = False
    note: str = ""
    digests: dict[Words, Digest] = {}


class ReviewedItem(Frozen):
    """Something that can be read: the file it is compared with, or itself, and its digest."""

    file: str
    digest: str


class ReviewState(Frozen):
    """Says that a thing was read, and whether what it is compared with has changed since."""

    review: Review
    changed: bool


class ReviewCount(Frozen):
    """Of a subject: how many things there are, how many a machine or a named person has read, and are changed since."""

    subject: Subject
    all: int
    by_machine: int
    by_person: int
    changed: int


Readings = dict[tuple[Subject, str], tuple[ReviewState, ...]]


def load_reviews(project: Project) -> list[Located[Review]]:
    """Load the reviews in the order of the file; raise `CodexError` for a malformed one."""
    return yamlio.load(project.corpus / FILE).located_records(project, Review, "review", "id")


def current_items(codex: ComputedCodex, subject: Subject) -> dict[str, ReviewedItem]:
    """Return everything of a subject that can be reviewed today, by name, without what is left out here."""
    here, project = list(codex.corpus.editions()), codex.project
    if subject == "text":
        return {unit.ref: ReviewedItem(unit.ref, unit.hash) for edition in here for unit in edition.passages.values()}
    if subject == "english":
        hash_once = cache(lambda file: hash_file(project.translations / file))
        return {
            name: ReviewedItem(f, hash_once(f))
            for each in codex.translations.values()
            for name, f in _list_english(each)
        }
    if subject == "values":
        return {
            each.id: ReviewedItem(each.file, _digest_value(each))
            for edition in here
            for each in codex.tables[edition.siglum]
        }
    if subject == "claims":
        return {
            each.record.id: ReviewedItem(each.file, _digest(msgspec.json.encode(each.record, order="sorted")))
            for each in codex.claims
        }
    if subject == "pages":
        files = sorted(project.root.glob("rules_data/*/*.md.j2"))
        return {
            name: ReviewedItem(name, _digest(read_bytes(path_below(project.root, path))))
            for path in files
            if (name := project.relative(path))
        }
    found: dict[str, ReviewedItem] = {}
    for edition in here:
        for located in load_doubts(codex.corpus, edition.siglum):
            words = hash_text(" ".join(located.record.lemma.split()))[:_DIGITS]  # the words may not be free
            found[f"{located.record.passage}~{words}"] = ReviewedItem(
                located.file, _digest(msgspec.json.encode(located.record))
            )
    return found


def _list_english(translation: Translation) -> Iterator[tuple[str, str]]:
    """Yield the units that have English, each with its file."""
    for ident in dict.fromkeys(map(translation.article, (*translation.edition.units, *translation.edition.parts))):
        if translation.sentences(ident):
            yield f"{translation.edition.siglum}:{ident}", translation.file_of(ident)


def _digest_value(statement: Statement) -> str:
    """Return the digest of the fields of a value; its place in the file does not count."""
    fields = {name: getattr(statement, name) for name in StatementRecord.__struct_fields__}
    return _digest(msgspec.json.encode(fields, order="sorted"))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def current_digests(
    codex: ComputedCodex, review: Review, now: Mapping[str, ReviewedItem]
) -> Iterator[tuple[list[str], str, str]]:
    """Yield the names that are compared together, the name of their digest, and that digest today.

    A passage of a text is compared by itself, the English by its file. All that a source has of another subject is
    compared as one; a single thing that is named, by itself.
    """
    locked = review.reads in LOCKED
    for thing in review.things:
        groups: dict[str, list[str]] = {}
        for name in _expand_thing(codex, review, now, thing):
            groups.setdefault(now[name].file if locked or thing == _find_siglum(name) else thing, []).append(name)
        for group, names in groups.items():
            lines = (f"{name} {now[name].digest}\n" for name in sorted(names))
            yield names, group, now[names[0]].digest if locked else _digest("".join(lines).encode())


def _expand_thing(codex: ComputedCodex, review: Review, now: Mapping[str, ReviewedItem], thing: str) -> list[str]:
    """Return the names of what a reviewed thing stands for today: a siglum stands for all of its source."""
    if review.reads == "text":
        if _find_siglum(thing) in codex.corpus.left_out:
            return []
        selection, _version = resolve_reference(codex.corpus, f"{thing}@{review.edition}")
        return [unit.ref for unit in selection.passages if unit.ref in now]
    return [thing] if thing in now else [n for n in now if thing in (n.partition("~")[0], _find_siglum(n))]


@lru_cache(maxsize=1 << 14)  # each name is asked for once for each review
def _find_siglum(name: str) -> str:
    """Return the siglum in a name such as `1840`, `1840:47.2`, `1840/deal.hand`; a page has none."""
    found = re.match(r"(\w+)(?=[:/-]|$)", name)
    return found[1] if found and not name.endswith(".j2") else ""


def _load_recorded(codex: ComputedCodex, review: Review) -> Mapping[str, str]:
    """Return the digests of what was read; those of texts and of the English are in their locks."""
    if review.reads == "english":
        return load_english_lock(codex.corpus).get(review.edition, {})
    if review.reads == "text":
        lock = load_lock(codex.project)
        named = {siglum: hashes for (siglum, version), hashes in lock.items() if version == review.edition}
        return {f"{siglum}:{ident}": digest for siglum, hashes in named.items() for ident, digest in hashes.items()}
    return review.digests


def collect_reviews(codex: ComputedCodex) -> Readings:
    """Return the reviews of each thing that is there today, in the order of the file."""
    found: Readings = {}
    now = cache(partial(current_items, codex))
    for located in load_reviews(codex.project):
        review = located.record
        recorded = _load_recorded(codex, review)
        for names, group, digest in current_digests(codex, review, now(review.reads)):
            for name in names if group in recorded else ():
                named = review.reads, name
                found[named] = (*found.get(named, ()), ReviewState(review, recorded[group] != digest))
    return found


def count_reviews(codex: ComputedCodex, known: Readings) -> Iterator[ReviewCount]:
    """Count for each subject what there is, what was reviewed by whom, and what changed since."""
    for subject in SUBJECTS:
        names = current_items(codex, subject)
        found = [known.get((subject, name), ()) for name in names]
        yield ReviewCount(
            subject,
            len(names),
            sum(any(not each.review.person for each in reads) for reads in found),
            sum(any(each.review.person for each in reads) for reads in found),
            sum(bool(reads) and all(each.changed for each in reads) for reads in found),
        )


def review_problems(codex: ComputedCodex) -> Iterator[Problem]:
    """Yield problems of reviews: unknown things, unknown editions, impossible or future days."""
    now = cache(partial(current_items, codex))
    for located in load_reviews(codex.project):
        review, at = located.record, located.place
        if fault := day_error(review.date) or future_day_error(review.date):
            yield Problem("REVIEW-DAY", at, f"{review.id}: {fault}")
        yield from _check_edition(codex, review, at)
        yield from _check_things(codex, review, at, now(review.reads))


def _check_things(codex: ComputedCodex, review: Review, at: str, now: Mapping[str, ReviewedItem]) -> Iterator[Problem]:
    """Yield a problem for each unknown thing and for each whose digest is not recorded.

    A recorded one may have gone.
    """
    withdrawn, recorded = load_tombstones(codex.project), {*_load_recorded(codex, review)}
    for thing in review.things:
        if thing in review.digests or thing in withdrawn or _find_siglum(thing) in codex.corpus.left_out:
            continue
        one = structs.replace(review, things=(thing,))
        try:
            found = {group: digest for _names, group, digest in current_digests(codex, one, now)}
        except CodexError as error:
            yield Problem("REVIEW-THING", at, f"{review.id}: {error.what}; {error.expected}")
            continue
        if not found:
            what = f"{review.id}: unknown thing `{thing}`; expected a siglum or the name of something that is read"
            yield Problem("REVIEW-THING", at, what)
        elif not {*found} & recorded and review.reads not in LOCKED:
            lines = ", ".join(f'"{group}": "{digest}"' for group, digest in found.items())
            yield Problem("REVIEW-DIGEST", at, f"{review.id}: `{thing}` has no digest; add to `digests:` {lines}")
    if review.digests and review.reads in LOCKED:
        what = f"{review.id}: digests of {review.reads} are in the lock; remove `digests:`"
        yield Problem("REVIEW-DIGEST", at, what)


def _check_edition(codex: ComputedCodex, review: Review, at: str) -> Iterator[Problem]:
    if review.reads == "english":
        imprints: Iterable[Translation] = codex.translations.values()
        known = {version for each in imprints for version in each.imprint.dates}
        if known and review.edition not in known:
            yield Problem(
                "REVIEW-EDITION",
                at,
                f"{review.id}: unknown English version {review.edition}; see `dates:` of imprint.yaml",
            )
        return
    for thing in review.things:
        source = codex.corpus.sources.get(_find_siglum(thing))
        if source and review.edition not in source.dates:
            what = "{id}: unknown edition {edition} of {siglum}; expected one of {dates}".format(
                id=review.id, edition=review.edition, siglum=source.siglum, dates=", ".join(source.dates)
            )
            yield Problem("REVIEW-EDITION", at, what)
