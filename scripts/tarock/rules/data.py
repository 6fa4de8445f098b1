"""The data of one project: editions, rule tables, glossary and search, without what is computed from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import UNSET, UnsetType, structs
from msgspec.structs import replace

from tarock.base.cache import Cache
from tarock.base.project import Project
from tarock.base.yamlio import Located
from tarock.corpus.apparatus import DoubtfulPlace, HistoricalNote, load_notes
from tarock.corpus.card_terms import build_card_words
from tarock.corpus.editions import Corpus, Edition, Paratext, Unit
from tarock.corpus.elsewhere import OtherText, Testimony, group_by_passage, load_elsewhere
from tarock.corpus.emendations import Emendation
from tarock.corpus.numbers import NumberReader
from tarock.corpus.publication import Publication, load_publication
from tarock.corpus.references import CopyReading, Selection, ShownPassage, ShownSentence, ShownSummary
from tarock.corpus.search import Hit, SearchIndex, SearchResult, build_index
from tarock.corpus.search_data import SearchData, build_search_data
from tarock.corpus.spelling import Spelling
from tarock.corpus.termbase import Termbase, load_termbase
from tarock.corpus.translation.kept import translation_at
from tarock.corpus.translation.records import Translation, load_translations
from tarock.corpus.witnesses import (
    AttestationStatus,
    CopyReport,
    PlaceName,
    ReadingsByPlace,
    agreed_readings,
    group_readings,
    judge_records,
    load_copy_reports,
)
from tarock.rules.bridge import collect_search_today, load_bridge
from tarock.rules.comparison_rules import ComparisonRules, load_comparison_rules
from tarock.rules.how_to import HowTos
from tarock.rules.matters import Matter, MattersEdition, collect_search_matters, load_matters, load_matters_edition
from tarock.rules.overview import Chapter, load_history
from tarock.rules.tables import EraTable, EraTables, collect_search_rules
from tarock.rules.today import FILE, Today, load_today
from tarock.rules.topics import Topics, load_topics

# read from files alone, whatever copies have
_READ = (
    "comparison_rules", "publication", "termbase", "notes", "elsewhere", "today", "testimonies", "topics", "tables",
    "spelling", "translations", "how_tos", "numbers", "claims", "withdrawn_claims",
)  # fmt: skip


class CodexData:
    """Everything that is read from the files of one project, each file at most once: texts, rules, glossary, search."""

    def __init__(self, project: Project, corpus: Corpus | None = None, *, of: CodexData | None = None):
        """Take a project; `of` is another codex of it, whose files need not be read again."""
        self.project = project
        self.corpus = corpus or Corpus(project)
        self.cache = Cache(project)  # what was found before
        for name in _READ if of else ():
            if name in vars(of):
                setattr(self, name, getattr(of, name))

    @cached_property
    def comparison_rules(self) -> ComparisonRules:
        """Return the rules and decisions by which two sources are compared."""
        return load_comparison_rules(self.project, self.topics)

    @cached_property
    def publication(self) -> Publication:
        """Return title, editors, publisher, rights and address, from `CITATION.cff`."""
        return load_publication(self.project)

    @cached_property
    def termbase(self) -> Termbase:
        """Return the glossary: German terms with their senses and agreed English."""
        return load_termbase(self.project)

    @cached_property
    def notes(self) -> dict[str, HistoricalNote]:
        """Return the historical notes on expressions by id."""
        return load_notes(self.project)

    @cached_property
    def elsewhere(self) -> dict[str, Located[OtherText]]:
        """Return by id the texts of others that are cited beside the sources (`corpus/elsewhere.yaml`)."""
        return {located.record.id: located for located in load_elsewhere(self.project)}

    @cached_property
    def today(self) -> dict[str, list[Located[Today]]]:
        """Map each siglum to the records of how its game is played today (`today.yaml`).

        An empty list where there is none.
        """
        return {siglum: load_today(self.project.rules / siglum / FILE, self.project) for siglum in self.corpus.sources}

    @cached_property
    def history(self) -> list[Chapter]:
        """Return the chapters on what changed from source to source; raise `CodexError` for a malformed file."""
        return load_history(self.project)[0]

    @cached_property
    def testimonies(self) -> dict[str, list[tuple[OtherText, Testimony]]]:
        """Map a passage to what other texts testify about its words, each with that text."""
        return group_by_passage(located.record for located in self.elsewhere.values())

    @cached_property
    def topics(self) -> Topics:
        """Return the topics with the keys under each: the questions that every source is asked."""
        return load_topics(self.project)

    @cached_property
    def tables(self) -> Mapping[str, EraTable]:
        """Return the rule table of every source by siglum.

        Each is read on first access, which can raise `CodexError`.
        """
        return EraTables(self.project, list(self.corpus.sources), self.topics)

    @cached_property
    def matters(self) -> dict[str, Located[Matter]]:
        """Return the matters by their ids."""
        return load_matters(self.project)

    @cached_property
    def matters_edition(self) -> MattersEdition:
        """Return the version of the matters, and the sources that were read for them."""
        return load_matters_edition(self.project)

    @cached_property
    def spelling(self) -> Spelling:
        """Return the spelling layer, which gives the modern form of each word of the texts."""
        return Spelling(self.project)

    @cached_property
    def translations(self) -> Mapping[str, Translation]:
        """Return the English by siglum.

        A source without English, or whose text is left out of this copy, is not in it.
        """
        return load_translations(self.corpus)

    def translations_at(self, siglum: str, version: str = "") -> Mapping[str, Translation]:
        """Return the translations with that of `siglum` in an older version, or the present ones for an empty version.

        Raises `CodexError` for a version that is not kept.
        """
        if version in ("", "present") or siglum not in self.translations:
            return self.translations
        return {**self.translations, siglum: translation_at(self.corpus, self.translations[siglum], version)}

    @cached_property
    def how_tos(self) -> HowTos:
        """Return the reader of `how_to_play.md.j2` and `summary.md.j2` of each source."""
        return HowTos(self.corpus, self.termbase, self.topics.vocabulary)

    def search_data(
        self, editions: Iterable[Edition], is_shown: Callable[[str], bool] = lambda _ref: True
    ) -> SearchData:
        """Return what is indexed for these editions: texts, spelling, glossary, notes, English, rules and matters.

        References that are not shown are left out.
        """
        held = list(editions)
        translated = [self.translations[edition.siglum] for edition in held if edition.siglum in self.translations]
        english = dict(found for translation in translated for found in translation.searchable())
        rules = collect_search_rules(self.topics, [self.tables[edition.siglum] for edition in held])
        cards = build_card_words(self.project)
        matters = collect_search_matters(self.matters.values(), [edition.siglum for edition in held])
        notes = self.notes.values()
        today = collect_search_today(load_bridge(self.project), [edition.siglum for edition in held])
        return build_search_data(
            held, self.spelling, self.termbase, english, notes, rules, cards, matters, today, is_shown
        )

    @cached_property
    def search_index(self) -> SearchIndex:
        """Return the search index of all sources; from the disk cache unless an input has changed."""
        name, of = "search-all", ("corpus", "rules_data")
        index = self.cache.get(name, of, SearchIndex)
        if index is None:
            editions = [*self.corpus.editions()]
            index = build_index(self.search_data(editions))
            units = (unit for edition in editions for unit in edition.units.values() if unit.signs)
            index.signs = {unit.ref: [replace(sign, payload=None) for sign in unit.signs] for unit in units}
            self.cache.put(name, of, index)
        return index

    @cached_property
    def numbers(self) -> NumberReader:
        """Return the reader of German number words."""
        return NumberReader(self.project.spelling / "numbers.yaml")

    @cached_property
    def copy_reports(self) -> list[Located[CopyReport]]:
        """Return the reports on printed copies (`corpus/witnesses/`), each with its place in a file; often empty."""
        return load_copy_reports(self.project)

    @cached_property
    def readings_by_place(self) -> ReadingsByPlace:
        """Map each place that copies were checked for to what each of them has."""
        return group_readings(self.copy_reports)

    @cached_property
    def agreed_readings(self) -> dict[PlaceName, str]:
        """Map each place to the words that all checked copies have there; places where they differ are left out.

        Only sources whose text is in this copy of the codex are included.
        """
        here = {siglum for siglum in self.corpus.sources if siglum not in self.corpus.left_out}
        return {
            name: words
            for name, words in agreed_readings(self.readings_by_place).items()
            if name[0].partition(":")[0] in here
        }

    @cached_property
    def attestations(self) -> dict[Emendation | DoubtfulPlace, AttestationStatus]:
        """Map emendations and doubtful places to whether printed copies attest or refute them.

        Unchecked ones are missing.
        """
        return judge_records(self.readings_by_place, self.corpus)

    def shown_passages(
        self, selection: Selection, version: str, *, transcript: bool = False, english: str = ""
    ) -> list[ShownPassage]:
        """Return the records of the selected passages, as `tarock show --json` and the library give them.

        `version` is that of the edition; `transcript` gives the text as received; `english` names an older version of
        the English. English is given only with the edition that it renders, modern spelling only for rule text.
        """
        edition = selection.edition
        translation = self.translations_at(edition.siglum, english).get(edition.siglum)
        if translation and translation.renders != version:
            translation = None

        def rendered(ident: str) -> str:
            return translation.english_of(ident) if translation and translation.kind == "translation" else ""

        def summed_up(unit: Unit) -> ShownSummary | UnsetType:
            if translation is None or translation.kind != "summary" or not translation.english_of(unit.ident):
                return UNSET
            article = f"{edition.siglum}:{translation.article(unit.ident)}"
            return ShownSummary(of=article, text=translation.english_of(unit.ident))

        def sentences(unit: Unit) -> Iterator[ShownSentence]:
            for number, (start, end) in enumerate(edition.spans.get(unit.ident, ()) if unit.is_here else (), 1):
                ident = f"{unit.ident}#{number}"
                yield ShownSentence(f"{edition.siglum}:{ident}", start, end, unit.text[start:end], rendered(ident))

        def record(unit: Unit) -> ShownPassage:
            marked = unit.transcript if transcript else unit.display_text()
            text = unit.transcript if transcript else unit.text
            whole = unit.ident.partition("#")[0]
            return ShownPassage(
                ref=unit.ref,
                version=version,
                kind=unit.kind,
                text=text if unit.is_here else "",
                sha256=unit.hash,
                label=edition.label(unit.ident),
                heading=edition.headings_above.get(whole, ""),
                modern="" if isinstance(unit, Paratext) else self.spelling.modernize_text(unit),
                english=rendered(unit.ident),
                sentences=tuple(sentences(unit)),
                emendations=tuple(unit.emendations),
                marked=UNSET if marked in (unit.text, unit.transcript) else marked,
                left_out=UNSET if unit.is_here else True,
                summary=summed_up(unit),
                copies=tuple(self.copy_readings(unit)) or UNSET,
            )

        return list(map(record, selection.passages))

    def copy_readings(self, unit: Unit) -> list[CopyReading]:
        """Return what printed copies have at places in a passage or other unit; empty where none was checked."""
        standings = {(record.passage, record.lemma): standing for record, standing in self.attestations.items()}
        return [
            CopyReading.from_object(report, words=reading.words, reading=reading.reading, standing=standings.get(name))
            for name, told in self.readings_by_place.items()
            if name[0] == unit.ref
            for reading, report in told
        ]

    def search(self, query: str, siglum: str | None = None) -> SearchResult:
        """Return what a query finds in one source, or in all.

        Raises `CodexError` for an unknown source, for one whose text is left out, and for a query that is too long.
        """
        if siglum:
            self.corpus.require_text(siglum)
        return self.search_index.find(query, [siglum] if siglum else ())

    def with_statements(self, answer: SearchResult) -> SearchResult:
        """Return a search result in which each passage also has the ids of the statements that it supports."""

        def resting(hit: Hit) -> tuple[str, ...]:
            table = self.tables[hit.ref.partition(":")[0]]
            return tuple(statement.id for statement in table.by_passage.get(hit.ref, ()))

        hits = tuple(structs.replace(hit, statements=resting(hit)) for hit in answer.hits)
        return structs.replace(answer, hits=hits)
