"""The English as data: `corpus/translations/en/SIGLUM*.yaml`, one record per unit of an edition.

A unit's English is a list: its first text renders the unit's first sentence, and so on (`corpus/sentences.py`).
Units of mere notation (hands, tricks) are not in the files; they are rendered from the German by rule
(`correspondence.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tarock.base import yamlio
from tarock.base.errors import CheckFailed, CodexError
from tarock.base.structs import Cached, Day, Record, Siglum, Version, Words, pattern_type
from tarock.base.yamlio import Located
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.editions import Corpus, Edition, Heading, Passage, Unit
from tarock.corpus.locks import changed_ids, dump_lock, read_lock, require_next_version, version_key
from tarock.corpus.references import Selection
from tarock.corpus.sources import hash_file, hash_text
from tarock.corpus.translation.correspondence import Notation, NumberWords, load_notation

NOTATION = "notation.yaml"
SHORT = 12  # characters of a hash
KEPT = "versions/"  # where the words of each version are kept, in the folder of the English
Hash = Annotated[str, pattern_type("[0-9a-f]{12}", "the first twelve characters of the sha256 of the German text")]


class Imprint(Record, kw_only=True):
    """The imprint of a translation, for citations: `corpus/translations/LANGUAGE/imprint.yaml`.

    `dates` gives each version its day; the words of versions before `kept_from` are not kept. `sources` says of each
    source whether it is translated or summarised, and why.
    """

    title: Words
    translator: Words
    version: Version
    kept_from: Version
    dates: dict[Version, Day]
    rights: Words
    made: Words
    sources: dict[Siglum, SourceKind]

    @property
    def draft(self) -> bool:
        """Return whether the words of this version may still change: versions before 1.0.0 are never final."""
        return self.version.startswith("0.")

    def keeps(self, version: str) -> bool:
        """Return whether the words of a version are kept in the project."""
        return version in self.dates and version_key(version) >= version_key(self.kept_from)


class SourceKind(Record, kw_only=True):
    """The kind of English of a source: a translation by sentences, or a summary of each article in our own words.

    `files` are the names of its files, without ending, in order.
    """

    files: Annotated[tuple[Words, ...], msgspec.Meta(min_length=1)]
    kind: Literal["translation", "summary"]
    why: Words


class Rendering(Record, kw_only=True):
    """One unit in another language.

    `german` is the hash of the words rendered; `english` has a text for each of its sentences (one or more for a
    summary); `allowed` records what the German has and the English has not, or the reverse, each with the reason.
    """

    german: Hash
    english: Annotated[tuple[Words, ...], msgspec.Meta(min_length=1)]
    notes: tuple[Words, ...] = ()
    allowed: dict[Words, Words] = {}


class TranslationFile(Record, kw_only=True):
    """A file with the units of one source, or with a part of them."""

    source: Siglum
    units: dict[str, Rendering]


class Translation(Cached):
    """One source in another language."""

    edition: Edition
    kind: Literal["translation", "summary"]
    imprint: Imprint
    units: dict[str, Located[Rendering]]
    notation: Notation
    words: NumberWords
    renders: str  # the version of the edition

    @property
    def stored_file(self) -> str:
        """Return the file with the words of this version, from the top folder."""
        return f"corpus/translations/en/{KEPT}{self.imprint.version}/{self.edition.siglum}.yaml"

    def english_of(self, ident: str) -> str:
        """Return the English of a unit or sentence (`47.2#1`).

        Of a summary that of the article; empty where there is none.
        """
        within, _, number = ident.partition("#")
        found = self.sentences(self.article(within))
        if not number or self.kind == "summary":
            return " ".join(found)
        return found[int(number) - 1] if int(number) <= len(found) else ""

    def article(self, ident: str) -> str:
        """Return the id that has the English of a unit: in a summary that of its article, else its own."""
        return ident.rpartition(".")[0] if self.kind == "summary" and ident in self.edition.passages else ident

    def sentences(self, ident: str) -> tuple[str, ...]:
        """Return the English of each sentence of a unit, a note behind a trick last; empty where there is none."""
        if placed := self.units.get(ident):
            return placed.record.english
        unit = self.edition.units.get(ident)
        if self.kind == "summary" or unit is None or not self.notation.covers(unit.kind):
            return ()
        part = _find_part(unit)
        line = self.notation.render(unit.text[: part.start].rstrip() if part else unit.text)
        return (line, *self.sentences(part.payload.partition(":")[2])) if part else (line,)

    def file_of(self, ident: str) -> str:
        """Return the name of the file with the English of a unit."""
        unit = self.edition.units.get(ident)
        part = _find_part(unit) if unit and ident not in self.units else None
        placed = self.units.get(part.payload.partition(":")[2] if part else ident)
        return placed.file.rpartition("/")[2] if placed else NOTATION

    def quote(self, ref: str, quote: str) -> str:
        """Return the English of all sentences that a quotation from passage `ref` touches; empty without English."""
        ident = ref.partition(":")[2]
        if self.kind == "summary" or ident not in self.units:
            return ""
        german = self.german(ident)
        start = german.find(quote)
        stop = start + len(quote)
        pairs = zip(self.edition.splitter.split(german), self.sentences(ident), strict=False)
        return " ".join(english for span, english in pairs if start >= 0 and span.start < stop and start < span.end)

    def passages(self) -> Iterator[tuple[str, str]]:
        """Yield reference and English of each passage rendered in words; of a summary one for each article."""
        done = set()
        for passage in self.edition.passages.values():
            article = self.article(passage.ident)
            if article in self.units and article not in done:
                done.add(article)
                yield passage.ref, self.english_of(passage.ident)

    def searchable(self) -> Iterator[tuple[str, str]]:
        """Yield reference and English of everything that can be searched: passages as in `passages`, and headings."""
        yield from self.passages()
        for heading in self.edition.headings.values():
            if heading.ident in self.units:
                yield heading.ref, self.english_of(heading.ident)

    def notes(self, ident: str) -> tuple[str, ...]:
        """Return the translator's notes on a unit; empty where there are none."""
        placed = self.units.get(ident)
        return placed.record.notes if placed else ()

    @cached_property
    def required_units(self) -> tuple[str, ...]:
        """Return the ids that the files must have, in reading order: all but notation; for a summary the articles."""
        edition = self.edition
        if self.kind == "summary":
            return tuple(dict.fromkeys(map(self.article, edition.passages)))
        idents = [name for name, unit in edition.units.items() if isinstance(unit, Heading | Passage)]
        return tuple(name for name in (*idents, *edition.parts) if not self.notation.covers(self._find_unit(name).kind))

    def german(self, ident: str) -> str:
        """Return the German that the English of a unit renders; raise `KeyError` for an unknown id."""
        if self.kind == "summary":
            return "\n".join(self.edition.passages[name].text for name in self.edition.containers[ident])
        return self._find_unit(ident).text

    def _find_unit(self, ident: str) -> Unit:
        return self.edition.units.get(ident) or self.edition.parts[ident]


def _find_part(unit: Unit) -> Annotation | None:
    return next((each for each in unit.annotations if each.kind is Kind.PART), None)


def load_imprint(corpus: Corpus) -> Imprint:
    """Read `imprint.yaml` of the translation; raise `CodexError` for a malformed file."""
    document = yamlio.load(corpus.project.translations / "imprint.yaml")
    imprint = document.convert(Imprint, document.data)
    for siglum in imprint.sources:
        if siglum not in corpus.sources:
            raise document.error(
                f"no source `{siglum}`",
                "expected {known}".format(known=", ".join(corpus.sources)),
                "sources",
                siglum,
            )
    if imprint.version not in imprint.dates:
        raise document.error(
            f"version {imprint.version} has no day",
            "expected it in `dates:`",
            "version",
        )
    if not imprint.keeps(imprint.version):
        raise document.error(
            f"version {imprint.version} would not be kept", "expected `kept_from:` to be no later version", "kept_from"
        )
    return imprint


def load_translations(corpus: Corpus) -> dict[str, Translation]:
    """Read the translation of each source that the imprint names and whose text is in this copy.

    Raises `CodexError` for a malformed file, an unknown source, or a unit that is rendered twice.
    """
    imprint = load_imprint(corpus)
    folder = corpus.project.translations
    path, words = folder / NOTATION, NumberWords(folder / "numbers.yaml")
    notation = load_notation(path, corpus.project.relative(path))
    return {
        siglum: Translation(
            corpus.edition(siglum),
            source.kind,
            imprint,
            _load_units(corpus, siglum, [folder / f"{name}.yaml" for name in source.files]),
            notation,
            words,
            corpus.sources[siglum].edition,
        )
        for siglum, source in imprint.sources.items()
        if siglum not in corpus.left_out
    }


def _load_units(corpus: Corpus, siglum: str, files: list[Path]) -> dict[str, Located[Rendering]]:
    """Return the translated units of the files of a source; raise `CodexError` for another source or a unit twice."""
    units: dict[str, Located[Rendering]] = {}
    for path in files:
        document = yamlio.load(path)
        file = document.convert(TranslationFile, document.data)
        if file.source != siglum:
            raise document.error(
                f"renders {file.source}",
                f"expected source {siglum}",
                "source",
            )
        for ident, rendering in file.units.items():
            if ident in units:
                raise document.error(
                    f"{siglum}:{ident} is rendered twice",
                    f"see {units[ident].place}",
                    "units",
                    ident,
                )
            units[ident] = Located(rendering, corpus.project.relative(path), document.line("units", ident))
    return units


def select_english(
    selection: Selection, version: str, translations: Mapping[str, Translation]
) -> tuple[Translation, dict[str, str]]:
    """Return the translation of the selected source, and the English of the selection by reference.

    A summary of several passages is there once, under its article. Raises `CodexError` for an old edition, and where
    there is no English.
    """
    edition = selection.edition
    translation = translations.get(edition.siglum)
    if translation is None:
        raise CodexError(
            f"{edition.siglum} is not translated",
            "expected one of {known}".format(known=", ".join(translations)),
        )
    if version != translation.renders:
        if translation.renders != edition.source.edition:
            what = f"English version {translation.imprint.version} renders edition {translation.renders}, not {version}"
            raise CodexError(what, f"expected {selection.ref}@{translation.renders}")
        raise CodexError("English of an old edition", "expected a reference without @VERSION")
    idents = [unit.ident for unit in selection.passages]
    found = {f"{edition.siglum}:{translation.article(ident)}": translation.english_of(ident) for ident in idents}
    if not any(found.values()):
        raise CodexError(f"{selection.ref} has no English", "expected a passage or heading of the source")
    return translation, found


NAME = "English translation"  # what the changelog calls it
_LANGUAGE, _LOCK = "en", "versions.lock"


def load_lock(corpus: Corpus) -> dict[str, dict[str, str]]:
    """Read the lock of the English: version to file name to hash."""
    lock = read_lock(corpus.project.translations / _LOCK)
    return {version: hashes for (_language, version), hashes in lock.items()}


def lock_files(corpus: Corpus, kept: Mapping[str, str]) -> dict[Path, str]:
    """Return the path and new content of the lock, with the present version; `kept` are its files by name.

    Raises `CheckFailed` when the file of a locked version changed, and when a new version is not higher than those
    before or is not in the changelog.
    """
    imprint, project, locked = load_imprint(corpus), corpus.project, load_lock(corpus)
    folder = project.translations
    for version, hashes in locked.items():
        for name, digest in hashes.items() if version != imprint.version and imprint.keeps(version) else ():
            if name.startswith(KEPT):
                require_locked(folder / name, digest, CheckFailed)
    if not imprint.draft:
        before = locked.get(imprint.version, {})
        names = [*(f"{name}.yaml" for source in imprint.sources.values() for name in source.files), NOTATION]
        away = tuple(f"/{siglum}.yaml" for siglum in corpus.left_out)
        now = {name: digest for name, digest in before.items() if name.startswith(KEPT) and name.endswith(away)}
        now |= {name: hash_file(folder / name) for name in names}
        now |= {name.removeprefix(f"{project.relative(folder)}/"): hash_text(text) for name, text in kept.items()}
        if not before:
            require_next_version(project, imprint.version, locked, NAME, folder / "imprint.yaml", "`version:`")
        elif changed := changed_ids(before, now):
            where, log = project.relative(folder / "imprint.yaml"), project.changelog.name
            raise CheckFailed(
                f"the translation changed, but its version is still {imprint.version}",
                f"expected a higher `version:` in {where} and a line in {log}",
                file=folder / changed[0],
            )
        locked[imprint.version] = before or now
    return {folder / _LOCK: dump_lock({(_LANGUAGE, version): hashes for version, hashes in locked.items()})}


def require_locked(path: Path, digest: str, fault: type[CodexError] = CodexError) -> None:
    """Raise `fault` unless a file has the locked digest."""
    if hash_file(path) != digest:
        raise fault("the English is not as it was locked", "expected the words of that version", file=path)
