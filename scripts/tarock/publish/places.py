"""Which page of the site holds what: sources cut into the parts that `sources.yaml` names, word forms cut at letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import groupby
from pathlib import PurePosixPath

import msgspec

from tarock.base.errors import CodexError
from tarock.base.i18n import Catalogues, translated_languages
from tarock.base.structs import Cached, Mutable
from tarock.base.yamlio import Located
from tarock.checks.release import files_in_part, files_of_copies, files_of_text
from tarock.checks.reviews import Readings, collect_reviews
from tarock.claims.ledger import CheckedClaim
from tarock.codex import ComputedCodex
from tarock.corpus.apparatus import HistoricalNote
from tarock.corpus.editions import Corpus, Edition, Heading, Paratext, Passage
from tarock.corpus.publication import Publication
from tarock.corpus.references import Reference, select
from tarock.corpus.sources import LEFT_OUT, SourceSection
from tarock.corpus.spelling import Spelling, WordForm, collation_key, list_word_forms
from tarock.game.common.cards import Pack
from tarock.publish.router import Router
from tarock.replay.known_findings import FindingKey, KnownFinding, load_known_findings
from tarock.robustness.coverage import StatementEvidence
from tarock.rules.compare import Row, compare_tables, group_by_topic
from tarock.rules.overview import load_overview
from tarock.rules.tables import Grade, Statement

_CERTAINTY: tuple[Grade, ...] = ("stated", "custom", "option", "example", "implied", "advice", "disputed")
_ALIKE = 2  # passages of each other source that are offered beside one
_HEAVIEST = 2_600  # forms and passages on a page, unless a single letter has more: some 200 kB of HTML


class PartPage(Mutable):
    """A page with a part of a source: its passages and headings, and the paratext around them."""

    edition: Edition
    part: SourceSection
    items: list[Passage | Heading] = msgspec.field(default_factory=list)
    paratext: list[Paratext] = msgspec.field(default_factory=list)

    @property
    def path(self) -> str:
        """Return the path of its Markdown file below the docs folder."""
        return Router.part(self.edition.siglum, self.part.slug).page

    @property
    def first(self) -> bool:
        """Return whether this is the first page of its source."""
        return self.part is self.edition.source.parts[0]


class WordPage(Cached):
    """The word forms of a source under some letters; all of them when it is the only page."""

    siglum: str
    letters: tuple[tuple[str, tuple[WordForm, ...]], ...]
    only: bool

    @property
    def name(self) -> str:
        """Return the letters of the page: `A–C`."""
        first, last = self.letters[0][0], self.letters[-1][0]
        return first if first == last else f"{first}–{last}"

    @property
    def path(self) -> str:
        """Return the path of its Markdown file below the docs folder."""
        return Router.words(self.siglum, "" if self.only else self.name.lower().replace("–", "-")).page


class Site(Cached):
    """The inputs of every page: the codex, the withheld texts, and where things are."""

    codex: ComputedCodex
    public_domain_only: bool = False

    @cached_property
    def catalogues(self) -> dict[str, Catalogues]:
        """Return the translations of each other language; raise `CodexError` where they cannot be read."""
        return {language: Catalogues(language) for language in translated_languages()}

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Return the bytes of each file to download, by name; empty until they are written (`write_release`)."""
        return {}

    @property
    def corpus(self) -> Corpus:
        """Return the editions."""
        return self.codex.corpus

    @property
    def pack(self) -> Pack:
        """Return the pack of cards of the model games."""
        return self.codex.games.pack

    @cached_property
    def publication(self) -> Publication:
        """Return who edits and publishes the editions, and where."""
        return self.codex.publication

    @cached_property
    def german_titles(self) -> re.Pattern[str]:
        """Return the pattern of German titles: the name of a book after its year, or the title of a numbered game."""
        named = [(re.escape(source.site.name), source.year) for source in self.corpus.sources.values()]
        books = [
            f"{name}(?:(?<={year} {name})|(?<={year}: {name})|(?=(?:, [A-Z][a-z]+)? {year}))" for name, year in named
        ]
        games = [re.escape(f"{report.number}. {report.title}") for report in self.codex.game_reports]
        return re.compile("|".join([*books, *games]))

    @cached_property
    def _claims(self) -> dict[str, list[CheckedClaim]]:
        found: dict[str, list[CheckedClaim]] = {}
        for checked in self.codex.checked_claims:
            found.setdefault(checked.claim.ref, []).append(checked)
        return found

    @cached_property
    def _evidence(self) -> dict[str, StatementEvidence]:
        return {each.statement.id: each for each in self.codex.evidence}

    def evidence(self, statement: Statement) -> StatementEvidence:
        """Return the evidence for the value of a statement."""
        return self._evidence[statement.id]

    @cached_property
    def _headlines(self) -> frozenset[str]:
        """Return the keys in the overview of the rules."""
        return frozenset(line.key for group in load_overview(self.codex.project).groups for line in group.lines)

    def values_at(self, ref: str) -> list[Statement]:
        """Return the statements that a passage supports, the most important first.

        Keys of the overview come first, within these and the others statements of grade `stated`; statements of one key
        stay together.
        """
        values = self.codex.tables[ref.partition(":")[0]].by_passage.get(ref, [])
        ranks: dict[str, tuple[bool, int]] = {}
        for each in values:
            rank = each.key not in self._headlines, _CERTAINTY.index(each.grade)
            ranks[each.key] = min(rank, ranks.get(each.key, rank))
        order = {key: place for place, key in enumerate(ranks)}
        return sorted(values, key=lambda each: (ranks[each.key], order[each.key], _CERTAINTY.index(each.grade)))

    @cached_property
    def _alike(self) -> dict[str, dict[str, Counter[str]]]:
        """Map each passage to passages of other sources that answer the same keys, with the number of such keys."""
        found: dict[str, dict[str, Counter[str]]] = {}
        tables = self.codex.tables
        refs = {
            siglum: {
                key: list(dict.fromkeys(support.ref for each in values for support in each.supports))
                for key, values in table.statements.items()
            }
            for siglum, table in tables.items()
        }
        for siglum, keys in refs.items():
            for key, here in keys.items():
                for other in (each for each in refs if each != siglum):
                    for ref in here:
                        found.setdefault(ref, {}).setdefault(other, Counter()).update(refs[other].get(key, ()))
        return found

    def find_related(self, ref: str) -> list[str]:
        """Return the passages of other sources with the most rules on the same keys, at most two of each source."""
        return [each for found in self._alike.get(ref, {}).values() for each, _many in found.most_common(_ALIKE)]

    def claims_at(self, ref: str) -> list[CheckedClaim]:
        """Return the checked claims about a passage."""
        return self._claims.get(ref, [])

    def claims_of(self, siglum: str) -> list[CheckedClaim]:
        """Return the checked claims of a source in the order of its text."""
        return [
            checked
            for passage in self.corpus.edition(siglum).passages.values()
            for checked in self.claims_at(passage.ref)
        ]

    @cached_property
    def _notes(self) -> dict[str, list[HistoricalNote]]:
        found: dict[str, list[HistoricalNote]] = {}
        for note in self.codex.notes.values():
            for name in (*note.places, *note.terms):
                found.setdefault(name, []).append(note)
        return found

    def notes_on(self, name: str) -> list[HistoricalNote]:
        """Return the historical notes on a passage (`1840:59.1`) or on a term, by its id."""
        return self._notes.get(name, [])

    @cached_property
    def known(self) -> dict[FindingKey, Located[KnownFinding]]:
        """Map findings in model games to the records that explain them."""
        return load_known_findings(self.codex.project)

    @cached_property
    def readings(self) -> Readings:
        """Return the reviews: who has read each text or value, and whether it changed since."""
        return collect_reviews(self.codex)

    def withheld(self, ref: str) -> bool:
        """Return whether the text of a passage, or of a whole source given by siglum, is left out of this site."""
        siglum, _, ident = ref.partition(":")
        return self.public_domain_only and not self.corpus.sources[siglum].rights.covers(ident)

    @cached_property
    def shown_editions(self) -> list[Edition]:
        """Return the editions whose text is on this site."""
        return [edition for edition in self.corpus.editions() if not self.withheld(edition.siglum)]

    @property
    def withheld_sources(self) -> tuple[str, ...]:
        """Return the sigla of the sources whose text is left out of this site."""
        return tuple(siglum for siglum in self.corpus.sources if self.withheld(siglum))

    @property
    def shortened(self) -> tuple[str, ...]:
        """Return the sigla of the sources whose text is here without the unfree words of others around it."""
        sources = self.corpus.sources.values()
        return tuple(
            source.siglum for source in sources
            if self.public_domain_only and source.rights.free and source.rights.restricted_ids
        )  # fmt: skip

    @cached_property
    def _withheld_files(self) -> list[str]:
        """Return the files and folders that this site does not have."""
        withheld = [self.corpus.sources[siglum] for siglum in self.withheld_sources]
        copies = (name for each in withheld for name in files_of_copies(self.codex.project, each, whole=True))
        return [*(name for each in withheld for name in files_of_text(each)), *copies]

    @cached_property
    def _other_files(self) -> list[str]:
        """Return the files and folders that contain texts left out here in the repository."""
        sources = [*self.corpus.sources.values()] if self.public_domain_only else []
        withheld = (self.corpus.sources[siglum] for siglum in self.withheld_sources)
        copies = (name for each in withheld for name in files_of_copies(self.codex.project, each, whole=False))
        return [f"corpus/sources/{LEFT_OUT}", *(name for each in sources for name in files_in_part(each)), *copies]

    def data_files(self, patterns: Iterable[str]) -> list[str]:
        """Return the files on this site that match the patterns, sorted within each pattern."""
        root, patterns = self.codex.project.root, list(patterns)
        found = (path for pattern in patterns for path in sorted(root.glob(pattern)))
        there = [
            path.relative_to(root)
            for path in found
            if not any(path.is_relative_to(root / name) for name in self._withheld_files)
        ]
        written = (self.codex.project.sources / LEFT_OUT).relative_to(root)  # with the copy: see `copy_data`
        if self.public_domain_only and any(map(written.match, patterns)):
            there.append(written)
        return list(dict.fromkeys(path.as_posix() for path in there))

    def in_repository(self, path: str) -> str:
        """Return the web address of a file in the repository.

        Empty where there is no repository, or the file has a text that is left out here.
        """
        if any(PurePosixPath(path).is_relative_to(name) for name in self._other_files):
            return ""
        return self.publication.repository_url(path)

    @cached_property
    def compared(self) -> dict[str, list[Row]]:
        """Map each topic to the rows of its comparison, in order; topics without rows are left out."""
        return dict(group_by_topic(compare_tables(self.codex.tables, self.codex.comparison_rules)))

    @cached_property
    def part_pages(self) -> dict[str, list[PartPage]]:
        """Map each siglum to the pages with its text, in order."""
        return {edition.siglum: _cut(edition) for edition in self.corpus.editions()}

    @cached_property
    def word_pages(self) -> dict[str, list[WordPage]]:
        """Map each siglum with a shown text to the pages with its word forms."""
        return {edition.siglum: _cut_words(edition, self.codex.spelling) for edition in self.shown_editions}

    @cached_property
    def claim_parts(self) -> dict[str, list[PartPage]]:
        """Map each siglum to the text pages whose claims have a page of their own; empty for sources on one page."""
        claimed = {self.router.passage(ref).page for ref in self._claims}
        return {
            siglum: [page for page in pages if page.path in claimed] if len(pages) > 1 else []
            for siglum, pages in self.part_pages.items()
        }

    @cached_property
    def router(self) -> Router:
        """Return the router, which knows the address of every page and record."""
        units: dict[str, str] = {}
        for pages in self.part_pages.values():
            for page in pages:
                around = [] if self.withheld(page.edition.siglum) else page.paratext
                units.update({item.ref: page.path for item in (*page.items, *around) if item.ident})
        for edition in self.corpus.editions():
            for container, idents in edition.containers.items():
                units.setdefault(f"{edition.siglum}:{container}", units[f"{edition.siglum}:{idents[0]}"])
            if not self.withheld(edition.siglum):
                units.update({part.ref: units[part.ref.rpartition(".")[0]] for part in edition.parts.values()})
        paths = {siglum: [page.path for page in found] for siglum, found in self.part_pages.items()}
        return Router(units, paths, own=not self.public_domain_only)


def _cut(edition: Edition) -> list[PartPage]:
    owner: dict[str, PartPage] = {}
    pages = [PartPage(edition, part) for part in edition.source.parts]
    for page in pages:
        for passage in select(edition, Reference(edition.siglum, page.part.first, page.part.last)).passages:
            if owner.setdefault(passage.ident, page) is not page:
                raise _make_parts_error(edition, f"{passage.ident} is in two parts")
    current = pages[0]
    pending: list[Heading] = []
    for item in edition.items:
        if isinstance(item, Paratext):
            current.paratext.append(item)
        elif isinstance(item, Heading):
            pending.append(item)
        else:
            if item.ident not in owner:
                raise _make_parts_error(edition, f"{item.ident} is in no part")
            current = owner[item.ident]
            current.items.extend((*pending, item))
            pending.clear()
    current.items.extend(pending)
    return pages


def _make_parts_error(edition: Edition, what: str) -> CodexError:
    return CodexError(
        f"the parts of source {edition.siglum} do not fit: {what}",
        "expected each passage in one part",
        file="sources.yaml",
    )


def _cut_words(edition: Edition, spelling: Spelling) -> list[WordPage]:
    """Return the pages with the word forms of a source, in alphabetical order."""
    found = list_word_forms([edition], spelling)
    letters = [
        (letter, tuple(group)) for letter, group in groupby(found, lambda word: collation_key(word.form)[0].upper())
    ]
    pages: list[list[tuple[str, tuple[WordForm, ...]]]] = []
    room = 0
    for letter, words in letters:
        weight = sum(1 + len(word.refs) for word in words)
        if weight > room:
            pages.append([])
            room = _HEAVIEST
        pages[-1].append((letter, words))
        room -= weight
    return [WordPage(edition.siglum, tuple(page), only=len(pages) == 1) for page in pages]
