"""Edition versions: a text never changes without a new version, and old versions stay citable.

`corpus/versions.lock` (`locks.py`) holds a line per source, version and unit with an id (passage, heading, introduction
…): its sha256; and a line with `-` for the whole file `corpus/texts/SIGLUM/VERSION.md`. Published files are never
written again. An id never changes its meaning: a passage that is replaced gets a new id, and `corpus/tombstones.yaml`
says where it went.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from pathlib import Path

from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CheckFailed, CodexError
from tarock.base.files import read_text
from tarock.base.project import Project
from tarock.base.structs import Record
from tarock.base.yamlio import Located
from tarock.corpus.annotations import strip_marks
from tarock.corpus.editions import Corpus, Edition, Item, Paratext
from tarock.corpus.locks import NONE, Lock, changed_ids, dump_lock, read_lock, require_next_version, version_key
from tarock.corpus.markdown_text import read_markdown, write_markdown
from tarock.corpus.profiles.profile import NOT_HERE
from tarock.corpus.references import Reference, Selection, parse_reference, quote_as_typed, read_reference, select
from tarock.corpus.sources import hash_text, load_left_out

WHOLE_FILE = NONE
# Quotation marks, what Markdown stresses with, and what a page or a word processor puts between letters.
_ASIDE = str.maketrans("", "", "\"'„“”‚‘’»«›‹`´*_\u00ad\u200b\u2060\ufeff")


def load_lock(project: Project) -> Lock:
    """Read `versions.lock`: (siglum, version) to ids with hashes; empty before the first build.

    Raises `CodexError` for a malformed file, and when it is missing though editions were published.
    """
    if not project.lock.exists() and any(project.texts.glob("*/*.md")):
        raise CodexError(
            "the lock of the texts is missing",
            "expected it; get it back from version control",
            file=project.lock,
        )
    return read_lock(project.lock)


def advance_lock(project: Project, editions: list[Edition], texts: dict[str, str], lock: Lock) -> Lock:
    """Return the lock with the current editions added; `texts` are the contents of their Markdown files by siglum.

    Raises `CheckFailed` when a text changed without a new version, a version is not in the changelog, a published file
    was changed, deleted or is not locked, or an id that was citable is gone or names other words.
    """
    advanced: Lock = {key: dict(units) for key, units in lock.items()}
    tombstones = load_tombstones(project)
    for edition in editions:
        key = (edition.siglum, edition.source.edition)
        current = {ident: unit.hash for ident, unit in edition.units.items()}
        path = text_path(project, *key)
        current[WHOLE_FILE] = _hash_whole(project, path, texts[edition.siglum], lock.get(key, {}))
        earlier = [version for siglum, version in lock if siglum == edition.siglum and version != key[1]]
        if key in lock:
            _require_unchanged(project, edition, lock[key], current)
        else:
            called, field = f"{edition.siglum} edition", f"`edition:` for {edition.siglum}"
            require_next_version(project, key[1], earlier, called, project.sources / "sources.yaml", field)
        try:
            stored = {name: read_locked(project, edition, name, lock[edition.siglum, name]) for name in earlier}
        except CodexError as error:
            raise CheckFailed(error.what, error.expected, file=error.file, line=error.line) from None
        _require_whole(project, edition, [*earlier, key[1]])
        _require_ids(project, edition, stored, tombstones)
        if earlier:
            last = max(earlier, key=version_key)
            _require_words(project, edition, last, stored[last])
        advanced[key] = current
    for tombstone in tombstones.values():
        _require_tombstone(editions, advanced, tombstones, tombstone)
    return advanced


def _require_unchanged(project: Project, edition: Edition, locked: dict[str, str], current: dict[str, str]) -> None:
    """Raise `CheckFailed` where a text changed since its version was locked."""
    changed = changed_ids(locked, current)
    if not changed:
        return
    named = [f"{edition.siglum}:{ident}" for ident in changed if ident != WHOLE_FILE]
    still = edition.source.edition
    what = (
        f"what stands around the text of {edition.siglum} changed (title, rights, paratext), but the edition "
        f"is still {still}"
    )
    if len(named) == 1:
        what = f"the text of {named[0]} changed, but the edition is still {still}"
    elif named:
        what = f"the text of {named[0]} and {len(named) - 1} more changed, but the edition is still {still}"
    sources = project.relative(project.sources / "sources.yaml")
    raise CheckFailed(
        what,
        f"expected a higher `edition:` for {edition.siglum} in {sources} and a line in {project.changelog.name}",
        file=project.lock,
    )


def _require_whole(project: Project, edition: Edition, versions: list[str]) -> None:
    """Raise `CheckFailed` unless lock, folder and `dates:` have the same published versions."""
    sources = project.sources / "sources.yaml"
    lock, dates, siglum = project.lock.name, edition.source.dates, edition.siglum
    for version in dates:
        if version not in versions:
            what = f"edition {version} of {siglum} has a date but is not locked"
            raise CheckFailed(what, f"expected its lines in {lock}, which nobody takes away", file=sources)
    for version in versions:
        if version not in dates:
            raise CheckFailed(
                f"no date for edition {version} of {siglum}",
                "expected it under `dates:`",
                file=sources,
            )
    for path in sorted((project.texts / siglum).glob("*.md")):
        if path.stem not in versions:
            what = f"edition {path.stem} of {siglum} is not locked"
            raise CheckFailed(what, f"expected only files whose hash stands in {lock}", file=path)


def _require_ids(
    project: Project, edition: Edition, stored: dict[str, tuple[Item, ...]], tombstones: dict[str, Located[Withdrawal]]
) -> None:
    """Raise `CheckFailed` where an id lost its words, emendations aside, is gone without a tombstone, or came back."""
    for version, old in stored.items():
        for unit in old:
            if not unit.ident:
                continue
            now = edition.units.get(unit.ident)
            if now is None and unit.ref not in tombstones:
                raise CheckFailed(
                    f"{unit.ref} of edition {version} is gone from edition {edition.source.edition}",
                    "expected the id to stay, or a record in {file}".format(
                        file=project.relative(project.corpus / "tombstones.yaml"),
                    ),
                    file=project.lock,
                )
            if now is not None and not isinstance(unit, Paratext) and unit.transcript != now.transcript:
                raise CheckFailed(
                    f"{unit.ref} has other words in edition {edition.source.edition} than in {version}, and no "
                    "emendation explains it",
                    "expected a new id for the new words, and a tombstone for the old one",
                    file=project.lock,
                )
    for ref, tombstone in tombstones.items():
        if ref.partition(":")[0] == edition.siglum and ref.partition(":")[2] in edition.units:
            raise tombstone.error(
                f"{ref} has a tombstone but stands in the edition",
                "expected ids never used again",
            )


def _require_words(project: Project, edition: Edition, last: str, units: Iterable[Item]) -> None:
    """Raise `CheckFailed` for an id that lost more than half its words since the last edition and has no reason."""
    reasons = edition.source.kept_ids.get(edition.source.edition, {})
    others = []
    for unit in units:
        now = edition.units.get(unit.ident) if unit.ident else None
        if (
            now is None
            or now.text == unit.text
            or 2 * _count_kept_words(unit.text, now.text) >= len(_split_words(unit.text))
        ):
            continue
        others.append(unit.ident)
        if unit.ident not in reasons:
            raise CheckFailed(
                f"{unit.ref} keeps fewer than half of its words of edition {last} in edition {edition.source.edition}",
                f"expected a new id and a tombstone, or the reason to keep it under `kept_ids:` of {edition.siglum}",
                file=project.sources / "sources.yaml",
            )
    for ident in reasons:
        if ident not in others:
            raise CheckFailed(
                f"`kept_ids:` gives a reason for {edition.siglum}:{ident}, which keeps its words or is not there",
                f"expected ids that keep fewer than half of their words of edition {last}",
                file=project.sources / "sources.yaml",
            )


def _split_words(text: str) -> list[str]:
    """Return the words of a text without signs of corrections, quotation marks and emphasis."""
    return unicodedata.normalize("NFC", strip_marks(text)).translate(_ASIDE).split()


def _count_kept_words(then: str, now: str) -> int:
    """Return how many words of `then` are in `now` in the same order."""
    matched = difflib.SequenceMatcher(None, _split_words(then), _split_words(now), autojunk=False).get_matching_blocks()
    return sum(block.size for block in matched)


def _require_tombstone(
    editions: Iterable[Edition], lock: Lock, stones: dict[str, Located[Withdrawal]], stone: Located[Withdrawal]
) -> None:
    """Raise `CheckFailed` unless a withdrawn id was last in the edition that its record names and its successors exist.

    Sources whose text is left out of this copy are not checked.
    """
    record = stone.record
    siglum, _, ident = record.ref.partition(":")
    present = {edition.siglum: edition for edition in editions}
    known = {version: hashes for (name, version), hashes in lock.items() if name == siglum}
    if not known:
        raise stone.error(
            f"{record.ref} is of no source that was ever published",
            "expected one of the sources",
        )
    within = f"{ident}."  # passages inside it
    having = [version for version, ids in known.items() if any(f"{one}.".startswith(within) for one in ids)]
    if not having:
        raise stone.error(f"{record.ref} never stood in an edition", "expected an id that was citable once")
    last = max(having, key=version_key)
    if record.until != last:
        raise stone.error(
            f"`until: {record.until}` of {record.ref}",
            f"expected {last}, the last edition that has it",
        )
    for successor in record.successors:
        if successor in stones:
            today = ", ".join(stones[successor].record.successors) or "no successor"
            what = f"{record.ref} leads to {successor}, which is withdrawn too"
            raise stone.error(what, f"expected where its words are today: {today}")
        try:
            reference = parse_reference(successor)
            if reference.version or not reference.first:
                raise CodexError(f"`{successor}` is no passage", "expected one without version")
            if reference.siglum in present:
                select(present[reference.siglum], reference)
            elif all(name != reference.siglum for name, _version in lock):
                raise CodexError(
                    f"no source `{reference.siglum}`",
                    "expected one of {known}".format(known=", ".join(present)),
                )
        except CodexError as error:
            raise stone.error(
                f"{record.ref} leads to {successor}: {error.what}",
                error.expected,
            ) from None


def text_path(project: Project, siglum: str, version: str) -> Path:
    """Return the path of the Markdown file of an edition version; it need not exist."""
    return project.texts / siglum / f"{version}.md"


def resolve_reference(corpus: Corpus, text: str) -> tuple[Selection, str]:
    """Return the passages that a reference, URN or address names, and the version they are taken from.

    Raises `CodexError` for an unknown version, an id that was withdrawn or is in other versions only, and a stored text
    that no longer has its locked hash.
    """
    reference = read_reference(corpus, text)
    with quote_as_typed(text):
        return resolve_parsed(corpus, reference)


def resolve_parsed(corpus: Corpus, reference: Reference) -> tuple[Selection, str]:
    """Return the passages and version of a parsed reference; raise `CodexError` as `resolve_reference` does."""
    version = reference.version or corpus.edition(reference.siglum).source.edition
    edition = read_version(corpus, reference.siglum, version)
    try:
        return select(edition, reference), version
    except CodexError:
        tombstones = load_tombstones(corpus.project)
        for ident in chain(*reference.places):
            tombstone = tombstones.get(f"{reference.siglum}:{ident.partition('#')[0]}")
            if tombstone and not reference.version:
                raise tombstone.record.to_error() from None
        if others := versions_with(corpus, reference):
            later = version_key(version) < version_key(others[0])
            raise CodexError(
                f"{reference.place} is not in edition {version} of source {reference.siglum}",
                f"it is there since {others[0]}" if later else f"it is there up to {others[-1]}",
            ) from None
        raise


def versions_with(corpus: Corpus, reference: Reference) -> list[str]:
    """Return the versions that have everything that a reference names, the oldest first."""
    found = []
    for version, edition in all_versions(corpus, reference.siglum).items():
        with suppress(CodexError):
            select(edition, reference)
            found.append(version)
    return sorted(found, key=version_key)


def read_version(corpus: Corpus, siglum: str, version: str) -> Edition:
    """Return one version of an edition; raise `CodexError`, naming the versions there are, for an unknown one."""
    current = corpus.edition(siglum)
    if version == current.source.edition:
        return current
    lock = load_lock(corpus.project)
    if (siglum, version) not in lock:
        known = [name for locked, name in lock if locked == siglum] or [current.source.edition]
        raise CodexError(
            f"no edition {version} of source {siglum}",
            "expected one of {known}".format(known=", ".join(known)),
        )
    return _read_old(corpus, siglum, version, lock)


def all_versions(corpus: Corpus, siglum: str) -> dict[str, Edition]:
    """Map every locked version of a source to its edition, the current one last."""
    current = corpus.edition(siglum)
    lock = load_lock(corpus.project)
    old = [version for name, version in lock if name == siglum and version != current.source.edition]
    return {**{version: _read_old(corpus, siglum, version, lock) for version in old}, current.source.edition: current}


def _read_old(corpus: Corpus, siglum: str, version: str, lock: Lock) -> Edition:
    current = corpus.edition(siglum)
    stored = read_locked(corpus.project, current, version, lock[siglum, version])
    idents = {unit.ident for unit in stored}
    marks = tuple(mark for mark in current.page_marks if mark.passage in idents)
    return Edition(current.source, "", (), stored, marks, current.splitter)


def read_locked(project: Project, edition: Edition, version: str, locked: dict[str, str]) -> tuple[Item, ...]:
    """Return the units of a stored version; raise `CodexError` when its file does not have the locked hash."""
    path = text_path(project, edition.siglum, version)
    text = read_text(path)
    stored = tuple(
        structs.replace(unit, withheld=locked.get(unit.ident, ""))
        if isinstance(unit, Paratext) and unit.text == NOT_HERE
        else unit
        for unit in read_markdown(text, path, edition.siglum, edition.profile)
    )
    found = {unit.ident: unit.hash for unit in stored if unit.ident}
    found[WHOLE_FILE] = _hash_whole(project, path, text, locked)
    for ident in changed_ids(found, locked):
        what = "the file" if ident == WHOLE_FILE else f"{edition.siglum}:{ident}"
        raise CodexError(f"{what} is not as it was locked", "expected the text of that version", file=path)
    return stored


def _hash_whole(project: Project, path: Path, text: str, locked: dict[str, str]) -> str:
    """Return the sha256 of an edition's file; the locked one where this copy only lacks words for their rights."""
    found = hash_text(text)
    here = load_left_out(project).files.get(project.relative(path))
    return locked.get(WHOLE_FILE, found) if found == here else found


class Withdrawal(Record, kw_only=True):
    """A withdrawn id: `until` is the last edition that has it, `successors` are the ids that took its place."""

    ref: str
    until: str
    reason: str
    successors: tuple[str, ...] = ()

    def to_error(self) -> CodexError:
        """Return the error for someone who asks for the id: why it went, and its successors."""
        before = f"{self.ref}@{self.until}"
        return CodexError(
            f"{self.ref} was withdrawn after edition {self.until}: {self.reason}",
            "see {successors}, or {before}".format(successors=", ".join(self.successors), before=before)
            if self.successors
            else f"see {before}",
        )


def load_tombstones(project: Project) -> dict[str, Located[Withdrawal]]:
    """Read the withdrawn ids by full reference; raise `CodexError` for a malformed file."""
    located = yamlio.load(project.corpus / "tombstones.yaml").located_records(project, Withdrawal, "tombstone", "ref")
    return {tombstone.record.ref: tombstone for tombstone in located}


def corpus_files(corpus: Corpus) -> dict[Path, str]:
    """Return the path and content of every file that the corpus generates.

    Raises `CheckFailed` as `advance_lock` does.
    """
    project = corpus.project
    editions = list(corpus.editions())
    texts = {edition.siglum: write_markdown(edition) for edition in editions}
    lock = advance_lock(project, editions, texts, load_lock(project))
    files = {text_path(project, e.siglum, e.source.edition): texts[e.siglum] for e in editions}
    return {**files, project.lock: dump_lock(lock)}
