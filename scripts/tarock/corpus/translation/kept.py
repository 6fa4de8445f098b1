"""The English of each version that is kept: `corpus/translations/en/versions/VERSION/SIGLUM.yaml`.

`tarock build` writes the words of the present version, as they were published: those rendered by rule too. They are
locked, and read when a version is asked for that is no longer the present one. Before `kept_from` of the imprint no
version is kept; its lines in the lock stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Record, Siglum, Version, Words
from tarock.base.yamlio import Document, Located
from tarock.corpus.editions import Corpus
from tarock.corpus.translation.records import KEPT, Rendering, Translation, load_lock, require_locked
from tarock.corpus.versions import read_version

_SCHEMA = "# yaml-language-server: $schema=../../../../../rules_data/schema/translation-kept.schema.json\n"


class StoredTranslation(Record, kw_only=True):
    """One source in one version of our English, and the edition that it renders: the sentences of each unit."""

    source: Siglum
    version: Version
    edition: Version
    kind: Literal["translation", "summary"]
    english: dict[str, tuple[Words, ...]]


def stored_files(project: Project, translations: Mapping[str, Translation]) -> dict[str, str]:
    """Return name (from the top folder) and content of the files of the present version; none for a draft.

    A version names the edition that it first rendered. A later edition with the same German is rendered by the same
    words; one with other German makes the translation stale.
    """
    files = {}
    for siglum, each in translations.items():
        units = dict.fromkeys(map(each.article, (*each.edition.units, *each.edition.parts)))
        path = project.root / each.stored_file
        kept = StoredTranslation(
            source=siglum,
            version=each.imprint.version,
            edition=_read(path)[1].edition if path.is_file() else each.renders,
            kind=each.kind,
            english={ident: found for ident in units if (found := each.sentences(ident))},
        )
        if not each.imprint.draft:
            files[each.stored_file] = _SCHEMA + yamlio.dump(structs.asdict(kept))
    return files


def _read(path: Path) -> tuple[Document, StoredTranslation]:
    document = yamlio.load(path)
    return document, document.convert(StoredTranslation, document.data)


def translation_at(corpus: Corpus, translation: Translation, version: str) -> Translation:
    """Return a stored version of a source's English; raise `CodexError` for one not stored, or not as it was locked."""
    imprint = translation.imprint
    if version in ("", imprint.version):
        return translation
    name, lock = f"{KEPT}{version}/{translation.edition.siglum}.yaml", load_lock(corpus)
    locked = lock.get(version, {}).get(name)
    if locked is None or not imprint.keeps(version):
        older = "is an older English, not kept" if version in imprint.dates else "does not exist"
        kept = ", ".join(filter(imprint.keeps, lock))
        raise CodexError(f"English version {version} {older}", f"kept: {kept}")
    path = corpus.project.translations / name
    require_locked(path, locked)
    document, then = _read(path)
    place = corpus.project.relative(path)
    units = {
        ident: Located(Rendering(german="", english=english), place, document.line("english", ident))
        for ident, english in then.english.items()
    }
    return structs.replace(
        translation,
        edition=read_version(corpus, then.source, then.edition),
        renders=then.edition,
        kind=then.kind,
        imprint=structs.replace(imprint, version=version),
        units=units,
    )
