"""Who has read what against the German: `corpus/reviews.yaml`, and with it what the thing read was like.

`corpus/reviews.lock` has a line for each thing of each review: its review, the beginning of its sha256 when that was
entered, its name. A thing that is otherwise today is *changed since*; what came later was not read.
"""

from __future__ import annotations

import hashlib
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import msgspec

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import below, read_bytes, read_text
from tarock.base.language import worded
from tarock.base.structs import Day, Record, Value, Version, Words, shaped
from tarock.corpus.apparatus import load_doubts
from tarock.corpus.checks import Problem, day_fault
from tarock.corpus.elsewhere import future_fault
from tarock.corpus.translation.kept import translation_at
from tarock.corpus.versions import resolve_version
from tarock.rules.tables import Leaf, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tarock.base.project import Project
    from tarock.base.yamlio import Located
    from tarock.corpus.translation.records import Translation
    from tarock.proof.codex import Codex

FILE, LOCK = "reviews.yaml", "reviews.lock"
_HEAD = "# review sha256 thing: what each thing was like when it was read, written by `tarock build`\n"
_DIGITS = 12

Subject = Literal["text", "english", "values", "claims", "doubtful", "pages"]
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
Hashes = dict[str, str]  # by the name of a thing


class Review(Record, kw_only=True):
    """One reading of `things` against the German of an `edition`; of our English the edition is its own version.

    A thing is a siglum, for all that the source has of the subject, or one passage, value, claim or file of a page.
    `person` says that `by` names somebody who answers for it; else it was a machine.
    """

    id: Annotated[str, shaped("[a-z0-9]+(-[a-z0-9]+)*", "a review such as text-1754")]
    reads: Subject
    things: tuple[Words, ...]
    by: Words
    date: Day
    edition: Version
    person: bool = False
    note: str = ""


class Read(Value):
    """That a thing was read, and whether it is otherwise since."""

    review: Review
    changed: bool


class Count(Value):
    """Of a subject: how many things there are, how many a machine or a named person has read, and are changed since."""

    subject: Subject
    all: int
    by_machine: int
    by_person: int
    changed: int


Readings = dict[tuple[Subject, str], tuple[Read, ...]]


def load_reviews(project: Project) -> list[Located[Review]]:
    """The reviews in the order of the file; raises `CodexError` for a malformed one."""
    return yamlio.load(project.corpus / FILE).located(project, Review, "review", "id")


def load_lock(project: Project) -> dict[str, Hashes]:
    """By review what its things were like; empty before the first build. Raises `CodexError` for a malformed line."""
    path = project.corpus / LOCK
    found: dict[str, Hashes] = {}
    for number, line in enumerate(read_text(path).splitlines() if path.exists() else (), 1):
        if line.startswith("#"):
            continue
        review, digest, name = (*line.split(" ", 2), "", "")[:3]
        if len(digest) != _DIGITS or not name or name in found.setdefault(review, {}):
            raise CodexError(
                worded("malformed line"),
                worded("expected `REVIEW SHA256 THING`, each thing once"),
                file=path,
                line=number,
            )
        found[review][name] = digest
    return found


def lock_file(codex: Codex) -> dict[Path, str]:
    """The lock: a review that is in it stays as it was entered, one that is not is entered with what is there today."""
    locked = load_lock(codex.project)
    reviews = [located.record for located in load_reviews(codex.project)]
    lines = (
        f"{review.id} {digest} {name}\n"
        for review in reviews
        for name, digest in (locked.get(review.id) or _entered(codex, review)).items()
    )
    return {codex.project.corpus / LOCK: _HEAD + "".join(lines)}


def _entered(codex: Codex, review: Review) -> Hashes:
    return {name: digest for thing in review.things for name, digest in things(codex, review, thing).items()}


def things(codex: Codex, review: Review, thing: str) -> Hashes:
    """What a review names by one word, each with its hash; raises `CodexError` where there is no such thing."""
    corpus, siglum = codex.corpus, thing.partition(":")[0]
    if review.reads == "text":
        selection, _version = resolve_version(corpus, f"{thing}@{review.edition}")
        return {unit.ref: unit.hash[:_DIGITS] for unit in selection.passages}
    if review.reads == "english" and siglum in codex.translations:
        return _chosen(_english(translation_at(corpus, codex.translations[siglum], review.edition)), thing)
    return _chosen(today(codex, review.reads), thing)


def _chosen(found: Hashes, thing: str) -> Hashes:
    """The things of a source, all of them, or those that have this name."""
    chosen = {name: digest for name, digest in found.items() if name.partition("~")[0] == thing or _of(name) == thing}
    if not chosen:
        raise CodexError(
            worded("there is no `{thing}`", thing=thing), worded("expected a siglum, or a name of what is read")
        )
    return chosen


def _of(name: str) -> str:
    """The siglum in a name: `1840:47.2`, `1840/deal.hand`, `1840-m1-signal`; that of a page is in its path."""
    for mark in (":", "/", "-"):
        head, found, _rest = name.partition(mark)
        if found and head.isalnum():
            return head
    return ""


def today(codex: Codex, subject: Subject) -> Hashes:
    """Everything of a subject as it is today; nothing of what is left out of this copy."""
    here = list(codex.corpus.editions())
    if subject == "text":
        return {unit.ref: unit.hash[:_DIGITS] for edition in here for unit in edition.passages.values()}
    if subject == "english":
        return {name: digest for each in codex.translations.values() for name, digest in _english(each).items()}
    if subject == "values":
        return {each.id: _value(each) for edition in here for each in codex.tables[edition.siglum]}
    if subject == "claims":
        return {each.record.id: _digest(msgspec.json.encode(each.record, order="sorted")) for each in codex.claims}
    if subject == "pages":
        root = codex.project.root
        files = sorted(root.glob("rules_data/*/*.md"))
        return {codex.project.relative(path): _digest(read_bytes(below(root, path))) for path in files}
    found: Hashes = {}
    for edition in here:
        for located in load_doubts(codex.corpus, edition.siglum):
            doubt = located.record
            words = _digest(" ".join(doubt.lemma.split()).encode())  # which may not be free
            found[f"{doubt.passage}~{words}"] = _digest(msgspec.json.encode(doubt))
    return found


def _english(translation: Translation) -> Hashes:
    siglum = translation.edition.siglum
    return {
        f"{siglum}:{ident}": _digest(" ".join(words).encode())
        for ident in dict.fromkeys(map(translation.article, (*translation.edition.units, *translation.edition.parts)))
        if (words := translation.sentences(ident))
    }


def _value(statement: Statement) -> str:
    """What a reader of a value has before him; where it stands in its file is none of it."""
    fields = {name: getattr(statement, name) for name in Leaf.__struct_fields__}
    return _digest(msgspec.json.encode(fields, order="sorted"))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def readings(codex: Codex) -> Readings:
    """Who has read each thing that is there today, in the order of the reviews."""
    locked = load_lock(codex.project)
    found: Readings = {}
    now = cache(partial(today, codex))
    for located in load_reviews(codex.project):
        review = located.record
        for name, digest in locked.get(review.id, {}).items():
            if present := now(review.reads).get(name):
                named = review.reads, name
                found[named] = (*found.get(named, ()), Read(review, present != digest))
    return found


def counts(codex: Codex, known: Readings) -> Iterator[Count]:
    """What has been read of each subject, and by whom."""
    for subject in SUBJECTS:
        names = today(codex, subject)
        found = [known.get((subject, name), ()) for name in names]
        yield Count(
            subject,
            len(names),
            sum(any(not each.review.person for each in reads) for reads in found),
            sum(any(each.review.person for each in reads) for reads in found),
            sum(bool(reads) and all(each.changed for each in reads) for reads in found),
        )


def review_problems(codex: Codex) -> Iterator[Problem]:
    """Reviews of what there is not, of an edition that never was, on a day that is none or still to come."""
    reviews = load_reviews(codex.project)
    locked, ever = load_lock(codex.project), {located.record.id for located in reviews}
    for located in reviews:
        review, at = located.record, located.place
        if fault := day_fault(review.date) or future_fault(review.date):
            yield Problem("REVIEW-DAY", at, f"{review.id}: {fault}")
        yield from _edition_problems(codex, review, at)
        if review.id in locked:  # what it read may have gone since
            continue
        for thing in review.things:
            if _of(f"{thing}:") in codex.corpus.left_out:
                continue
            try:
                things(codex, review, thing)
            except CodexError as error:
                yield Problem("REVIEW-THING", at, f"{review.id}: {error.what}; {error.expected}")
    for gone in sorted({*locked} - ever):
        what = worded("there is no review `{gone}` any more; expected it, or `tarock build`", gone=gone)
        yield Problem("REVIEW-LOCK", f"corpus/{LOCK}", what)


def _edition_problems(codex: Codex, review: Review, at: str) -> Iterator[Problem]:
    if review.reads == "english":
        imprints: Iterable[Translation] = codex.translations.values()
        known = {version for each in imprints for version in each.imprint.dates}
        if known and review.edition not in known:
            yield Problem(
                "REVIEW-EDITION",
                at,
                worded("{id}: there never was an English version {edition}", id=review.id, edition=review.edition),
            )
        return
    for thing in review.things:
        source = codex.corpus.sources.get(_of(f"{thing}:") or _of(thing))
        if source and review.edition not in source.dates:
            what = worded(
                "{id}: there never was an edition {edition} of {siglum}; expected one of {dates}",
                id=review.id,
                edition=review.edition,
                siglum=source.siglum,
                dates=", ".join(source.dates),
            )
            yield Problem("REVIEW-EDITION", at, what)
