"""The whole codex of one project: editions, era tables, model games and claims, each made when first asked for."""

from __future__ import annotations

from functools import cached_property

from tarock.base.i18n import current_language
from tarock.base.yamlio import Located
from tarock.corpus.references import container_of
from tarock.corpus.sources import hash_text
from tarock.corpus.stamp import Stamp, find_stamp
from tarock.corpus.witnesses import PlaceName
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.one_result import BOOKS, Happened, Outlay, outlays
from tarock.proof import coverage
from tarock.proof.claims.ledger import Checked, Claim, Withdrawn, load_claims, load_withdrawn, run_claim
from tarock.proof.context import Context
from tarock.proof.coverage import Evidence, SourceEvidence
from tarock.proof.footing import Footings, claim_footings, game_footings
from tarock.proof.games import GameReport, ModelGames
from tarock.proof.uncertain import Footing
from tarock.proof.undecided import Undecided, undecided
from tarock.proof.witnesses import Collector, Effect, Effects, Place, changed, changes, is_of, other_numbers, readable
from tarock.rules.accounting import SentenceCoverage, find_coverage
from tarock.rules.data import CodexData

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


class Codex(CodexData):
    """One project's data and what is computed from it, read and computed at most once."""

    @cached_property
    def stamp(self) -> Stamp:
        """Which version of the codex this copy is, and of which day."""

        return find_stamp(self.project)

    @cached_property
    def context(self) -> Context:
        """What games and claims are computed with: the editions, with what copies have."""
        return self._as_seen[0]

    @cached_property
    def _other_numbers(self) -> dict[str, dict[str, int]]:
        """The values of each source for which a copy has another number in their words."""

        sigla = sorted({ref.partition(":")[0] for ref, _words in self.agreed_readings})
        return {siglum: other_numbers(self.by_editions.context, siglum, self.agreed_readings) for siglum in sigla}

    @property
    def unreadable(self) -> list[str]:
        """The model games that cannot be read with the words of a copy, and are read without them."""
        return self._as_seen[1]

    @cached_property
    def _as_seen(self) -> tuple[Context, list[str]]:

        context, unreadable = Context(self.corpus, self.tables, self.numbers), []
        for siglum in sorted({ref.partition(":")[0] for ref, _words in self.agreed_readings}):
            seen = {name: words for name, words in self.agreed_readings.items() if name[0].startswith(f"{siglum}:")}
            context, faulty = readable(context, siglum, seen)
            unreadable += faulty
        return context, unreadable

    @cached_property
    def by_editions(self) -> Codex:
        """The same by the editions alone, whatever copies have; itself where they have the same, or none was seen."""
        if not self.agreed_readings:
            return self
        other = Codex(self.project, self.corpus)
        shared = ("tables", "numbers", "topics", "claims", "termbase", "translations", "cache")
        other.__dict__.update({name: it for name, it in self.__dict__.items() if name in shared})
        other.__dict__["witnesses"] = []
        return other

    @cached_property
    def games(self) -> ModelGames:
        """The model games of 1840, by the rules of its table."""

        return ModelGames(self.context)

    @cached_property
    def outlays(self) -> dict[str, dict[Happened, Outlay]]:
        """What each book that has score files makes of every one result."""

        return {
            siglum: outlays(siglum, self.context.rules(siglum)) for siglum in self.corpus.sources if siglum in BOOKS
        }

    @cached_property
    def game_reports(self) -> list[GameReport]:
        """Every model game replayed and judged, by what copies have where they have told something of it."""

        if self.by_editions is self:
            return list(self.games)
        told = {container_of(ref) for ref, _words in self.agreed_readings if ref.startswith(f"{ERA}:")}
        anew, edited = bool(self._other_numbers.get(ERA)), self.by_editions.game_reports
        return [self.games.report(each.name) if anew or each.name in told else each for each in edited]

    @cached_property
    def claims(self) -> list[Located[Claim]]:
        """The claims ledger of every source."""

        return load_claims(self.project, [name for names in self._ledgers.values() for name in names])

    @cached_property
    def _ledgers(self) -> dict[str, tuple[str, ...]]:
        """The files of claims of each source whose text is here."""
        left_out = self.corpus.left_out
        return {siglum: source.claims for siglum, source in self.corpus.sources.items() if siglum not in left_out}

    @cached_property
    def withdrawn_claims(self) -> dict[str, Located[Withdrawn]]:
        """The claims that are withdrawn, by id."""

        return load_withdrawn(self.project)

    @cached_property
    def accounts(self) -> dict[str, SentenceCoverage]:
        """How the sentences of every source whose text is here are accounted for, and what is wrong there."""

        claims = [(located.record.ref, located.record.quote) for located in self.claims]
        return {
            edition.siglum: find_coverage(self.tables[edition.siglum], edition, claims)
            for edition in self.corpus.editions()
        }

    @cached_property
    def checked_claims(self) -> list[Checked]:
        """Every claim with its verdict; those of a source are cached as long as they read no other's table."""

        if (
            self.agreed_readings
        ):  # only games are computed anew, and what reads another number: the rest somebody reads anew
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

    def collector(self, siglum: str) -> Collector:
        """What collects the places of a source that its print would settle."""

        context = self.by_editions.context
        return Collector(context, siglum, self.game_reports, self.claims, self.checked_claims, self.agreed_readings)

    @property
    def places(self) -> dict[str, tuple[Place, ...]]:
        """The places of each source that its print would still settle, with what that would change now.

        What each reading would change is cached, of what the texts and tables are while no copy was seen; and it has
        words, what is found in a game: so it is of the language that is spoken.
        """
        if current_language() not in self._places:
            self._places[current_language()] = self.find_places()
        return self._places[current_language()]

    @cached_property
    def _places(self) -> dict[str, dict[str, tuple[Place, ...]]]:
        return {}

    def find_places(self) -> dict[str, tuple[Place, ...]]:
        """The places of each source, found anew."""

        collectors = {edition.siglum: self.collector(edition.siglum) for edition in self.corpus.editions()}
        note, of, kind = (
            "effects",
            ("corpus", "rules_data"),
            dict[str, list[tuple[list[tuple[PlaceName, str]], Effects]]],
        )
        cached = None if self.agreed_readings else self.cache.get(note, of, kind)
        for siglum, found in (cached or {}).items():
            collectors[siglum].known.update((frozenset(seen), effects) for seen, effects in found)
        places = {siglum: collector.all() for siglum, collector in collectors.items()}
        if cached is None and not self.agreed_readings:
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
            places[name].rests
            for name, words in self.agreed_readings.items()
            if name in places and words != places[name].held
        ]
        return tuple(dict.fromkeys(effect for rests in found for effect in rests if effect.what != "reads"))

    @cached_property
    def results(self) -> Footings:
        """What finds how far results stand; what copies agree on is certain."""

        return Footings(self.context, [each for each, standing in self.attestations.items() if standing != "disputed"])

    @cached_property
    def footings(self) -> dict[str, Footing]:
        """How far every claim stands, by its id, and every model game: its result (`1840:m2`), and what it comes to at
        each level (`1840:m2 as corrected`).
        """

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

        return undecided(self.context, self.game_reports)

    @property
    def _told(self) -> str:
        """What stands for what copies have in the name of a cached result; empty where they have nothing."""
        return f"-{hash_text(repr(sorted(self.agreed_readings.items())))[:16]}" if self.agreed_readings else ""

    @cached_property
    def committed_evidence(self) -> dict[str, SourceEvidence]:
        """Return the committed evidence of each source whose text is here; raises `CodexError` where it is stale."""
        edited = self.by_editions
        read = (*computed_from(*self.corpus.sources), "rules_data/claims", "rules_data/evidence")
        sigla = [edition.siglum for edition in self.corpus.editions()]
        if self.cache.get("evidence", read, bool):
            found = {siglum: coverage.load(self.project, siglum) for siglum in sigla}
            return {siglum: each for siglum, each in found.items() if each}
        games, claims = edited.game_reports, edited.checked_claims
        fresh = {siglum: coverage.fresh(edited.context, siglum, claims, games) for siglum in sigla}
        self.cache.put("evidence", read, True)
        return fresh

    @cached_property
    def evidence(self) -> list[Evidence]:
        """Return what holds every statement; of a source whose text is not here nothing was measured."""
        committed = self.committed_evidence
        return [
            each
            for siglum, table in self.tables.items()
            for each in (
                committed[siglum].of(table)
                if siglum in committed
                else [Evidence(statement, (), ()) for statement in table]
            )
        ]
