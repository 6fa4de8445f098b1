"""The whole codex of one project: editions, era tables, model games and claims, each made when first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tarock.base.cache import Cache
from tarock.base.language import spoken
from tarock.corpus.editions import Corpus, Edition
from tarock.corpus.sources import hash_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tarock.base.project import Project
    from tarock.base.yamlio import Located
    from tarock.corpus.apparatus import Doubt, HistoricalNote
    from tarock.corpus.elsewhere import OtherText, Witnessed
    from tarock.corpus.emendations import Emendation
    from tarock.corpus.numbers import NumberReader
    from tarock.corpus.publication import Publication
    from tarock.corpus.search import Index
    from tarock.corpus.search_data import SearchData
    from tarock.corpus.spelling import Spelling
    from tarock.corpus.stamp import Stamp
    from tarock.corpus.termbase import Termbase
    from tarock.corpus.translation.records import Translation
    from tarock.corpus.witnesses import Answers, Name, Standing, Witness
    from tarock.game.one_result import Happened, Outlay
    from tarock.proof.claims.ledger import Checked, Claim, Withdrawn
    from tarock.proof.context import Context
    from tarock.proof.coverage import Evidence
    from tarock.proof.footing import Footings
    from tarock.proof.games import GameReport, ModelGames
    from tarock.proof.uncertain import Footing
    from tarock.proof.undecided import Undecided
    from tarock.proof.witnesses import Collector, Effect, Place
    from tarock.rules.accounting import Accounts
    from tarock.rules.how_to import HowTos
    from tarock.rules.meanings import Meanings
    from tarock.rules.tables import Table
    from tarock.rules.today import Today
    from tarock.rules.topics import Topics


# What decides of which type a value is.
TYPED = tuple(f"rules_data/{name}" for name in ("topics.yaml", "vocabulary.yaml", "keys", "deprecated_keys.yaml"))
_SHARED = (
    "corpus/sources/sources.yaml",
    "corpus/sources/left_out.yaml",
    "corpus/sentences",
    "corpus/spelling/numbers.yaml",
    *TYPED,
    "rules_data/claim_words.yaml",
    "rules_data/neighbours.yaml",
    "rules_data/scenes.yaml",
    "rules_data/analysis",
    "scripts/solver",
)
_WORDS = ("corpus/doubtful", "corpus/witnesses", "rules_data/conjectures.yaml")  # which of them are uncertain


def computed_from(*sigla: str) -> tuple[str, ...]:
    """The files that games and claims of these sources are computed from, but the claims themselves."""
    own = ("corpus/sources/{}.txt", "corpus/emendations/{}.yaml", "rules_data/{}")
    return (*_SHARED, *(name.format(siglum) for siglum in sigla for name in own))


class Codex:
    """One project's data and what is computed from it, read and computed at most once."""

    def __init__(self, project: Project, corpus: Corpus | None = None):
        self.project = project
        self.corpus = corpus or Corpus(project)
        self.cache = Cache(project)  # what was found before

    @cached_property
    def meanings(self) -> Meanings:
        """What counts as a difference between two sources."""
        from tarock.rules.meanings import load_meanings

        return load_meanings(self.project, self.topics)

    @cached_property
    def publication(self) -> Publication:
        """Who edits and publishes the editions, and where."""
        from tarock.corpus.publication import load_publication

        return load_publication(self.project)

    @cached_property
    def stamp(self) -> Stamp:
        """Which version of the codex this copy is, and of which day."""
        from tarock.corpus.stamp import find_stamp

        return find_stamp(self.project)

    @cached_property
    def termbase(self) -> Termbase:
        """The German terms with their agreed English."""
        from tarock.corpus.termbase import load_termbase

        return load_termbase(self.project)

    @cached_property
    def notes(self) -> dict[str, HistoricalNote]:
        """The historical notes on expressions, by id."""
        from tarock.corpus.apparatus import load_notes

        return load_notes(self.project)

    @cached_property
    def elsewhere(self) -> dict[str, Located[OtherText]]:
        """The texts that are none of our sources and bear on them, by id."""
        from tarock.corpus.elsewhere import load_elsewhere

        return {located.record.id: located for located in load_elsewhere(self.project)}

    @cached_property
    def today(self) -> dict[str, list[Located[Today]]]:
        """How the games of the sources are played today, as dated texts tell it, by source."""
        from tarock.rules.today import FILE, load_today

        return {siglum: load_today(self.project.rules / siglum / FILE, self.project) for siglum in self.corpus.sources}

    @cached_property
    def witnessed(self) -> dict[str, list[Witnessed]]:
        """What such texts say on words of the sources, by passage."""
        from tarock.corpus.elsewhere import by_passage

        return by_passage(located.record for located in self.elsewhere.values())

    @cached_property
    def topics(self) -> Topics:
        """The shared topics."""
        from tarock.rules.topics import load_topics

        return load_topics(self.project)

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """The era table of every source, each read when it is asked for."""
        from tarock.rules.tables import Tables

        return Tables(self.project, list(self.corpus.sources), self.topics)

    @cached_property
    def spelling(self) -> Spelling:
        """The spelling layer: modern forms of the words of the texts."""
        from tarock.corpus.spelling import Spelling

        return Spelling(self.project)

    @cached_property
    def translations(self) -> Mapping[str, Translation]:
        """The English of each source that has one, but of none whose text is left out of this copy."""
        from tarock.corpus.translation.records import load_translations

        return load_translations(self.corpus)

    def english(self, siglum: str, version: str = "") -> Mapping[str, Translation]:
        """The translations, that of one source in a version; raises `CodexError` for one that is not kept."""
        from tarock.corpus.translation.kept import translation_at

        if version in ("", "present") or siglum not in self.translations:
            return self.translations
        return {**self.translations, siglum: translation_at(self.corpus, self.translations[siglum], version)}

    @cached_property
    def how_tos(self) -> HowTos:
        """How the game of each source is played, in prose."""
        from tarock.rules.how_to import HowTos

        return HowTos(self.corpus, self.termbase, self.topics.vocabulary)

    def search_data(self, editions: Iterable[Edition]) -> SearchData:
        """What is needed to search these editions, their English and what the rules say of them."""
        from tarock.corpus.search_data import search_data
        from tarock.rules.tables import search_rules

        held = list(editions)
        translated = [self.translations[edition.siglum] for edition in held if edition.siglum in self.translations]
        english = dict(found for translation in translated for found in translation.searched())
        rules = search_rules(self.topics, [self.tables[edition.siglum] for edition in held])
        return search_data(held, self.spelling, self.termbase, english, self.notes.values(), rules)

    def search_index(self, siglum: str | None = None) -> Index:
        """What searches all sources, or one: out of the cache, unless something that it is made of has changed.

        Raises `CodexError` for an unknown source, and for one whose text is left out.
        """
        from msgspec.structs import replace

        from tarock.corpus.search import Index, build_index

        if siglum:
            self.corpus.require(siglum)
        name, of = f"search-{siglum or 'all'}", ("corpus", "rules_data")
        index = self.cache.get(name, of, Index)
        if index is None:
            editions = [self.corpus.edition(siglum)] if siglum else [*self.corpus.editions()]
            index = build_index(self.search_data(editions))
            units = (unit for edition in editions for unit in edition.units.values() if unit.signs)
            index.signs = {unit.ref: [replace(sign, payload=None) for sign in unit.signs] for unit in units}
            self.cache.put(name, of, index)
        return index

    @cached_property
    def numbers(self) -> NumberReader:
        """The reader of number words."""
        from tarock.corpus.numbers import NumberReader

        return NumberReader(self.project.spelling / "numbers.yaml")

    @cached_property
    def context(self) -> Context:
        """What games and claims are computed with: the editions, with what copies have."""
        return self._as_seen[0]

    @cached_property
    def _other_numbers(self) -> dict[str, dict[str, int]]:
        """The values of each source for which a copy has another number in their words."""
        from tarock.proof.witnesses import other_numbers

        sigla = sorted({ref.partition(":")[0] for ref, _words in self.seen})
        return {siglum: other_numbers(self.by_editions.context, siglum, self.seen) for siglum in sigla}

    @property
    def unreadable(self) -> list[str]:
        """The model games that cannot be read with the words of a copy, and are read without them."""
        return self._as_seen[1]

    @cached_property
    def _as_seen(self) -> tuple[Context, list[str]]:
        from tarock.proof.context import Context
        from tarock.proof.witnesses import readable

        context, unreadable = Context(self.corpus, self.tables, self.numbers), []
        for siglum in sorted({ref.partition(":")[0] for ref, _words in self.seen}):
            seen = {name: words for name, words in self.seen.items() if name[0].startswith(f"{siglum}:")}
            context, faulty = readable(context, siglum, seen)
            unreadable += faulty
        return context, unreadable

    @cached_property
    def by_editions(self) -> Codex:
        """The same by the editions alone, whatever copies have; itself where they have the same, or none was seen."""
        if not self.seen:
            return self
        other = Codex(self.project, self.corpus)
        shared = ("tables", "numbers", "topics", "claims", "termbase", "translations", "cache")
        other.__dict__.update({name: it for name, it in self.__dict__.items() if name in shared})
        other.__dict__["witnesses"] = []
        return other

    @cached_property
    def games(self) -> ModelGames:
        """The model games of 1840, by the rules of its table."""
        from tarock.proof.games import ModelGames

        return ModelGames(self.context)

    @cached_property
    def outlays(self) -> dict[str, dict[Happened, Outlay]]:
        """What each book that has score files makes of every one result."""
        from tarock.game.one_result import BOOKS, outlays

        return {
            siglum: outlays(siglum, self.context.rules(siglum)) for siglum in self.corpus.sources if siglum in BOOKS
        }

    @cached_property
    def game_reports(self) -> list[GameReport]:
        """Every model game replayed and judged, by what copies have where they have told something of it."""
        from tarock.corpus.references import top_of
        from tarock.game.koenigrufen_1840.model_games import ERA

        if self.by_editions is self:
            return list(self.games)
        told = {top_of(ref) for ref, _words in self.seen if ref.startswith(f"{ERA}:")}
        anew, edited = bool(self._other_numbers.get(ERA)), self.by_editions.game_reports
        return [self.games.report(each.name) if anew or each.name in told else each for each in edited]

    @cached_property
    def claims(self) -> list[Located[Claim]]:
        """The claims ledger of every source."""
        from tarock.proof.claims.ledger import load_claims

        return load_claims(self.project, [name for names in self._ledgers.values() for name in names])

    @cached_property
    def _ledgers(self) -> dict[str, tuple[str, ...]]:
        """The files of claims of each source whose text is here."""
        left_out = self.corpus.left_out
        return {siglum: source.claims for siglum, source in self.corpus.sources.items() if siglum not in left_out}

    @cached_property
    def withdrawn_claims(self) -> dict[str, Located[Withdrawn]]:
        """The claims that are withdrawn, by id."""
        from tarock.proof.claims.ledger import load_withdrawn

        return load_withdrawn(self.project)

    @cached_property
    def accounts(self) -> dict[str, Accounts]:
        """How the sentences of every source whose text is here are accounted for, and what is wrong there."""
        from tarock.rules.accounting import account

        claims = [(located.record.ref, located.record.quote) for located in self.claims]
        return {
            edition.siglum: account(self.tables[edition.siglum], edition, claims) for edition in self.corpus.editions()
        }

    @cached_property
    def checked_claims(self) -> list[Checked]:
        """Every claim with its verdict; those of a source are cached as long as they read no other's table."""
        from tarock.proof.claims.ledger import Checked, run_claim
        from tarock.proof.witnesses import is_of

        if self.seen:  # only games are computed anew, and what reads another number: the rest somebody reads anew
            games = {report.name for report in self.game_reports if report.seen}
            other = {(siglum, name) for siglum, names in self._other_numbers.items() for name in names}
            return [
                run_claim(located, self.context)
                if any(is_of(located.record, game) for game in games) or other & edited.reads
                else edited
                for located, edited in zip(self.claims, self.by_editions.checked_claims, strict=True)
            ]
        checked: list[Checked] = []
        for siglum, names in self._ledgers.items():
            ledgers = tuple(f"rules_data/claims/{name}.yaml" for name in names)
            note, read = f"claims-{siglum}", (*computed_from(siglum), *ledgers)
            found = self.cache.get(note, read, list[Checked])
            if found is None:
                places = tuple(f"{ledger}:" for ledger in ledgers)
                found = [run_claim(claim, self.context) for claim in self.claims if claim.place.startswith(places)]
                if {era for claim in found for era, _key in claim.reads} <= {siglum}:
                    self.cache.put(note, read, found)
            checked += found
        return checked

    @cached_property
    def witnesses(self) -> list[Located[Witness]]:
        """What was read in copies of the sources."""
        from tarock.corpus.witnesses import load_witnesses

        return load_witnesses(self.project)

    @cached_property
    def answers(self) -> Answers:
        """What copies have at the places that they settle."""
        from tarock.corpus.witnesses import answers

        return answers(self.witnesses)

    @cached_property
    def seen(self) -> dict[Name, str]:
        """What copies have at places about which they do not differ, in the sources whose text is here."""
        from tarock.corpus.witnesses import agreed

        here = {siglum for siglum in self.corpus.sources if siglum not in self.corpus.left_out}
        return {name: words for name, words in agreed(self.answers).items() if name[0].partition(":")[0] in here}

    @cached_property
    def standings(self) -> dict[Emendation | Doubt, Standing]:
        """The emendations, conjectures and doubtful places that copies attest or refute."""
        from tarock.corpus.witnesses import standings

        return standings(self.answers, self.corpus)

    def collector(self, siglum: str) -> Collector:
        """What collects the places of a source that its print would settle."""
        from tarock.proof.witnesses import Collector

        context = self.by_editions.context
        return Collector(context, siglum, self.game_reports, self.claims, self.checked_claims, self.seen)

    @property
    def places(self) -> dict[str, tuple[Place, ...]]:
        """The places of each source that its print would still settle, with what that would change now.

        What each reading would change is cached, of what the texts and tables are while no copy was seen; and it has
        words, what is found in a game: so it is of the language that is spoken.
        """
        if spoken() not in self._places:
            self._places[spoken()] = self.find_places()
        return self._places[spoken()]

    @cached_property
    def _places(self) -> dict[str, dict[str, tuple[Place, ...]]]:
        return {}

    def find_places(self) -> dict[str, tuple[Place, ...]]:
        """The places of each source, found anew."""
        from tarock.corpus.witnesses import Name
        from tarock.proof.witnesses import Effects

        collectors = {edition.siglum: self.collector(edition.siglum) for edition in self.corpus.editions()}
        note, of, kind = "effects", ("corpus", "rules_data"), dict[str, list[tuple[list[tuple[Name, str]], Effects]]]
        cached = None if self.seen else self.cache.get(note, of, kind)
        for siglum, found in (cached or {}).items():
            collectors[siglum].known.update((frozenset(seen), effects) for seen, effects in found)
        places = {siglum: collector.all() for siglum, collector in collectors.items()}
        if cached is None and not self.seen:
            made = {
                siglum: [(sorted(seen), effects) for seen, effects in collector.known.items()]
                for siglum, collector in collectors.items()
            }
            self.cache.put(note, of, made)
        return places

    @property
    def changes(self) -> tuple[Effect, ...]:
        """What is otherwise of games and claims by what copies have than by the editions alone.

        It has words, as `places`, so it is found in the language that is spoken.
        """
        from tarock.proof.witnesses import changed, changes

        before = self.by_editions
        if before is self:
            return ()
        games = zip(before.game_reports, self.game_reports, strict=True)
        claims = zip(before.checked_claims, self.checked_claims, strict=True)
        return (
            *(effect for now, then in games for effect in changes(now, then)),
            *(effect for now, then in claims for effect in changed(now, then)),
        )

    @cached_property
    def to_read_anew(self) -> tuple[Effect, ...]:
        """The values and claims whose words a copy has otherwise: nobody has read them in it yet."""
        places = {place.name: place for each in self.by_editions.places.values() for place in each}
        found = [
            places[name].rests for name, words in self.seen.items() if name in places and words != places[name].held
        ]
        return tuple(dict.fromkeys(effect for rests in found for effect in rests if effect.what != "reads"))

    @cached_property
    def results(self) -> Footings:
        """What finds how far results stand; what copies agree on is certain."""
        from tarock.proof.footing import Footings

        return Footings(self.context, [each for each, standing in self.standings.items() if standing != "disputed"])

    @cached_property
    def footings(self) -> dict[str, Footing]:
        """How far every claim stands, by its id, and every model game: its result (`1840:m2`), and what it comes to at
        each level (`1840:m2 as corrected`).
        """
        from tarock.proof.footing import claim_footings, game_footings
        from tarock.proof.uncertain import Footing

        read = (*computed_from(*self.corpus.sources), "rules_data/claims", *_WORDS)
        name = f"footings{self._told}"
        if known := self.cache.get(name, read, dict[str, Footing]):
            return known
        found = {
            **claim_footings(self.results, self.checked_claims),
            **game_footings(self.results, self.game_reports),
        }
        self.cache.put(name, read, found)
        return found

    @cached_property
    def undecided(self) -> dict[str, list[Undecided]]:
        """What each source leaves open wherever a game is settled."""
        from tarock.proof.undecided import undecided

        return undecided(self.context, self.game_reports)

    @cached_property
    def blind_claims(self) -> list[Checked]:
        """The claims that do not move with a value of their own passage."""
        from tarock.proof.coverage import blind

        return list(blind(self.context, self.checked_claims))

    @property
    def _told(self) -> str:
        """What stands for what copies have in the name of a cached result; empty where they have nothing."""
        return f"-{hash_text(repr(sorted(self.seen.items())))[:16]}" if self.seen else ""

    @cached_property
    def evidence(self) -> list[Evidence]:
        """What holds every statement; alters each value in turn, which takes some seconds when it is not known."""
        from tarock.proof.coverage import Altered, Evidence, measure

        read = (*computed_from(*self.corpus.sources), "rules_data/claims")
        name = f"evidence{self._told}"
        if known := self.cache.get(name, read, list[tuple[tuple[str, ...], tuple[Altered, ...]]]):
            statements = (statement for table in self.tables.values() for statement in table)
            return [Evidence(statement, *found) for statement, found in zip(statements, known, strict=True)]
        evidence = measure(self.context, self.checked_claims, self.game_reports)
        self.cache.put(name, read, [(found.read_by, found.altered) for found in evidence])
        return evidence
