"""Edition versions: a text never changes without a new version, and old versions stay citable.

`corpus/versions.lock` holds a line per source, version and passage: its sha256. Beside it every version
stands whole in `corpus/texts/SIGLUM/VERSION.md`; those of old versions are never written again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.corpus.editions import Edition, Passage
from tarock.corpus.markdown_text import read_markdown
from tarock.corpus.references import Reference, Selection, parse, resolve, select
from tarock.errors import CheckFailed, CodexError
from tarock.files import read_text

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.corpus.editions import Corpus
    from tarock.project import Project

Lock = dict[tuple[str, str], dict[str, str]]  # (siglum, version) -> passage -> sha256
_HEAD = "# siglum edition passage sha256, written by `tarock build`\n"


def load_lock(project: Project) -> Lock:
    """The lock file; empty when nothing was built yet.

    Raises `CodexError` for a malformed line, and when the lock is lost: without it any text would do.
    """
    lock: Lock = {}
    if not project.lock.exists():
        if any(project.texts.glob("*/*.md")):
            raise CodexError(
                "the lock of the texts is missing", "expected it; get it back from version control", file=project.lock
            )
        return lock
    for number, line in enumerate(read_text(project.lock).splitlines(), 1):
        if line.startswith("#") or not line:
            continue
        fields = line.split()
        if len(fields) != 4:
            raise CodexError(
                "malformed line", "expected `SIGLUM EDITION PASSAGE SHA256`", file=project.lock, line=number
            )
        siglum, version, ident, digest = fields
        if lock.setdefault((siglum, version), {}).setdefault(ident, digest) != digest:
            raise CodexError(f"{siglum}:{ident} is locked twice", "expected it once", file=project.lock, line=number)
    return lock


def dump_lock(lock: Lock) -> str:
    """The lock file's text."""
    return _HEAD + "".join(
        f"{siglum} {version} {ident} {digest}\n"
        for (siglum, version), passages in lock.items()
        for ident, digest in passages.items()
    )


def advance_lock(project: Project, editions: list[Edition], lock: Lock) -> Lock:
    """The lock with the current editions in it.

    Raises `CheckFailed` when a text changed without a new version, a version is not in the changelog, or a
    passage that was citable once is gone.
    """
    advanced: Lock = {key: dict(passages) for key, passages in lock.items()}
    for edition in editions:
        key = (edition.siglum, edition.source.edition)
        current = {ident: passage.hash for ident, passage in edition.passages.items()}
        if key in lock:
            _require_unchanged(project, edition, lock[key], current)
        else:
            _require_higher(project, edition, [version for siglum, version in lock if siglum == edition.siglum])
            _require_named(project, edition)
        for (siglum, version), passages in lock.items():
            gone = [ident for ident in passages if siglum == edition.siglum and ident not in current]
            if gone:
                raise CheckFailed(
                    f"{siglum}:{gone[0]} of edition {version} is gone from edition {edition.source.edition}",
                    "expected every id once landed to stay",
                    file=project.lock,
                )
        advanced[key] = current
    return advanced


def _require_unchanged(project: Project, edition: Edition, locked: dict[str, str], current: dict[str, str]) -> None:
    changed = [ident for ident in {**locked, **current} if locked.get(ident) != current.get(ident)]
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        version = edition.source.edition
        sources = project.relative(project.sources / "sources.yaml")
        raise CheckFailed(
            f"the text of {edition.siglum}:{changed[0]}{more} changed, but the edition is still {version}",
            f"expected a higher `edition:` for {edition.siglum} in {sources} and a line in {project.changelog.name}",
            file=project.lock,
        )


def _require_higher(project: Project, edition: Edition, before: list[str]) -> None:
    def parts(version: str) -> tuple[int, ...]:
        return tuple(int(part) for part in version.split("."))

    for version in before:
        if parts(edition.source.edition) <= parts(version):
            raise CheckFailed(
                f"edition {edition.source.edition} of {edition.siglum} is not higher than {version}, which is locked",
                f"expected a higher `edition:` for {edition.siglum}",
                file=project.sources / "sources.yaml",
            )


def _require_named(project: Project, edition: Edition) -> None:
    name = f"{edition.siglum} edition {edition.source.edition}"
    changes = read_text(project.changelog) if project.changelog.exists() else ""
    if not re.search(rf"{re.escape(name)}(?![0-9.]*[0-9])", changes):
        raise CheckFailed(
            f"the changelog does not name `{name}`", f"expected a line with `{name}`", file=project.changelog
        )


def text_path(project: Project, siglum: str, version: str) -> Path:
    """Where the Markdown of an edition version stands."""
    return project.texts / siglum / f"{version}.md"


def resolve_version(corpus: Corpus, text: str) -> tuple[Selection, str]:
    """The passages that a reference names, in the version that it asks for, and that version.

    Raises `CodexError` for an unknown version, naming those that exist, and when a kept text no longer
    has the locked hash.
    """
    reference = parse(text)
    edition = corpus.edition(reference.siglum)
    if not reference.version or reference.version == edition.source.edition:
        return resolve(corpus, text), edition.source.edition
    lock = load_lock(corpus.project)
    key = (reference.siglum, reference.version)
    if key not in lock:
        known = [version for siglum, version in lock if siglum == reference.siglum] or [edition.source.edition]
        raise CodexError(
            f"no edition {reference.version} of source {reference.siglum}", f"expected one of {', '.join(known)}"
        )
    old = _kept(corpus, key, lock[key])
    plain = Reference(reference.siglum, reference.first, reference.last, reference.version)
    return select(old, plain), reference.version


def editions_of(corpus: Corpus, siglum: str) -> dict[str, Edition]:
    """Every edition of a source that was ever locked, by version, the current one last."""
    current = corpus.edition(siglum)
    lock = load_lock(corpus.project)
    old = [key for key in lock if key[0] == siglum and key[1] != current.source.edition]
    return {**{key[1]: _kept(corpus, key, lock[key]) for key in old}, current.source.edition: current}


def _kept(corpus: Corpus, key: tuple[str, str], locked: dict[str, str]) -> Edition:
    edition = corpus.edition(key[0])
    passages = read_locked(corpus.project, key, locked)
    return Edition(edition.source, "", (), tuple(passages.values()), edition.page_marks)


def read_locked(project: Project, key: tuple[str, str], locked: dict[str, str]) -> dict[str, Passage]:
    """The passages of a kept edition version; raises `CodexError` when one is not as it was locked."""
    siglum, _version = key
    path = text_path(project, *key)
    passages = {passage.ident: passage for passage in read_markdown(read_text(path), path, siglum)}
    for ident, digest in locked.items():
        if ident not in passages or passages[ident].hash != digest:
            raise CodexError(
                f"{siglum}:{ident} is not as it was locked", "expected the text of that version", file=path
            )
    return passages
