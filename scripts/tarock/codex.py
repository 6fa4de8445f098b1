"""The whole codex of one project: editions, era tables, model games and claims, each made when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from tarock.base.cache import Cache
from tarock.base.errors import CodexError
from tarock.base.i18n import current_language, use_language
from tarock.base.project import Project
from tarock.base.yamlio import Located
from tarock.claims.ledger import (
    CheckedClaim,
    Claim,
    WithdrawnClaim,
    compute,
    judge_computed,
    load_claims,
    load_withdrawn,
    run_claim,
)
from tarock.corpus.editions import Corpus
from tarock.corpus.references import container_of
from tarock.corpus.sources import hash_text
from tarock.corpus.stamp import Stamp, find_stamp
from tarock.corpus.witnesses import PlaceName
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.one_result import BOOKS, OneResult, ResultSettlement, settle_all_results
from tarock.replay.context import CodexInputs, Context, open_points
from tarock.replay.games import GameReport, ModelGames
from tarock.replay.kept import keep_results
from tarock.replay.uncertain import Robustness
from tarock.robustness import coverage
from tarock.robustness.analysis import RobustnessAnalysis, analyse_claims, analyse_games
from tarock.robustness.coverage import SourceEvidence, StatementEvidence
from tarock.robustness.print_places import (
    Effect,
    Effects,
    PlaceCollector,
    PrintPlace,
    apply_copies,
    compare_claims,
    compare_games,
    find_other_numbers,
    is_about_game,
)
from tarock.robustness.undecided import UndecidedPoint, collect_undecided
from tarock.rules.accounting import SentenceCoverage, find_coverage
from tarock.rules.data import CodexData
from tarock.rules.ruleset import OpenQuestion, ReadingChoice, alter_values

NOTHING: Mapping[str, Any] = MappingProxyType({})

# The files that decide the types of values.
TYPE_FILES = tuple(f"rules_data/{name}" for name in ("topics.yaml", "vocabulary.yaml", "keys", "deprecated_keys.yaml"))
_SHARED = (
    "corpus/format.yaml",
    "corpus/sources/sources.yaml",
    "corpus/sources/left_out.yaml",
    "corpus/sentences",
    "corpus/spelling/numbers.yaml",
    *TYPE_FILES,
    "rules_data/claim_words.yaml",
    "rules_data/nearby_values.yaml",
    "rules_data/scenes.yaml",
    "rules_data/analysis",
    "scripts/core",
)
_WORDS = ("corpus/doubtful", "corpus/witnesses", "rules_data/conjectures.yaml")  # which of them are uncertain


def text_files(*sigla: str) -> tuple[str, ...]:
    """Return the files that games and claims of these sources are computed from, but the rules and the claims."""
    own = ("corpus/sources/{}.txt", "corpus/emendations/{}.yaml")
    return (*_SHARED, *(name.format(siglum) for siglum in sigla for name in own))


def input_files(*sigla: str) -> tuple[str, ...]:
    """Return the files that games and claims of these sources are computed from, but the claims."""
    return (*text_files(*sigla), *(f"rules_data/{siglum}" for siglum in sigla))


class ComputedCodex(CodexData):
    """One project's data and what is computed from it: games, claims, robustness, evidence.

    Everything is read and computed at most once, when it is first asked for.
    """

    def __init__(
        self,
        project: Project,
        corpus: Corpus | None = None,
        *,
        of: CodexData | None = None,
        edited: Context | None = None,
    ):
        """Take a project; of a codex `of` its files, with other inputs, those of the context `edited`."""
        super().__init__(project, corpus, of=of)
        if edited:
            self.edited_context = edited

    @cached_property
    def edited_context(self) -> Context:
        """Return the context of the editions alone, whatever copies have."""
        return Context(CodexInputs(self.corpus, self.tables, self.numbers))

    def altered(
        self, siglum: str, values: Mapping[str, Any] = NOTHING, readings: Mapping[str, int] = NOTHING
    ) -> ComputedCodex:
        """Return a codex in which a source has other values, and uncertain things are read otherwise.

        `values` are named by statement, `readings` by statement or by the code of a point that the source leaves open;
        a reading is a number, as `rests_on` counts them. Raises `CodexError` for a name that the source does not have,
        and for a value or number that does not fit.
        """
        self.corpus.require_known(siglum)
        overrides: dict[Any, Any] = {**alter_values(self.tables[siglum], values)}
        for name, number in readings.items():
            count = self._count_readings(siglum, name)
            if type(number) is not int or not 0 <= number < count:
                raise CodexError(f"reading {number!r} of `{name}`", f"expected a whole number from 0 to {count - 1}")
            overrides[ReadingChoice(siglum, name)] = number
        other = ComputedCodex(self.project, self.corpus, of=self, edited=self.edited_context.alter(overrides))
        other.cache = Cache(self.project, enabled=False)
        return other

    def _count_readings(self, siglum: str, name: str) -> int:
        """Return how many readings something uncertain has; raise `CodexError` where nothing has that name."""
        ambiguous = self.tables[siglum].alternatives
        if name in ambiguous:
            return 1 + len(ambiguous[name])
        known = {choice.name for choice, _point, varied in self._open_points if choice.era == siglum and varied}
        if name in known:
            return 2
        raise CodexError(
            f"source {siglum} has nothing of two readings named `{name}`",
            f"expected one of {', '.join(sorted({*ambiguous, *known}))}",
        )

    @cached_property
    def _open_points(self) -> list[tuple[ReadingChoice, OpenQuestion, bool]]:
        """Return the points that the sources leave open, wherever a game is settled."""
        here = ERA in self.corpus.sources and ERA not in self.corpus.left_out
        found = self.edited_context.track(
            lambda context: collect_undecided(context, list(ModelGames(context)) if here else ())
        )
        found.unwrap()
        return list(open_points(found))

    @cached_property
    def stamp(self) -> Stamp:
        """Return the version and the day of this copy of the codex."""
        return find_stamp(self.project)

    @cached_property
    def context(self) -> Context:
        """Return the context of games and claims: the editions with the readings of printed copies."""
        return self._context_with_copies[0]

    @cached_property
    def _other_numbers(self) -> dict[str, dict[str, int]]:
        """Return for each source the values in whose words a copy has another number."""
        sigla = sorted({ref.partition(":")[0] for ref, _words in self.agreed_readings})
        return {
            siglum: find_other_numbers(self.without_copies.context, siglum, self.agreed_readings) for siglum in sigla
        }

    @property
    def unreadable_games(self) -> list[str]:
        """Return the model games that cannot be read with a copy's words; they are read without."""
        return self._context_with_copies[1]

    @cached_property
    def _context_with_copies(self) -> tuple[Context, list[str]]:

        context, unreadable = self.edited_context, []
        for siglum in sorted({ref.partition(":")[0] for ref, _words in self.agreed_readings}):
            seen = {name: words for name, words in self.agreed_readings.items() if name[0].startswith(f"{siglum}:")}
            context, faulty = apply_copies(context, siglum, seen)
            unreadable += faulty
        return context.fork(self.edited_context.overrides), unreadable  # what is altered has the last word

    @cached_property
    def without_copies(self) -> ComputedCodex:
        """Return a codex that ignores what was read in printed copies; this one where it agrees."""
        if not self.agreed_readings:
            return self
        other = ComputedCodex(self.project, self.corpus, of=self, edited=self.edited_context)
        other.cache, other.copy_reports = self.cache, []
        return other

    @cached_property
    def games(self) -> ModelGames:
        """Return the model games, replayed by the rules of 1840."""
        return ModelGames(self.context)

    @cached_property
    def result_settlements(self) -> dict[str, dict[OneResult, ResultSettlement]]:
        """Return how each era that has score files settles each result of the page "one result"."""
        return {
            siglum: settle_all_results(siglum, self.context.rules(siglum))
            for siglum in self.corpus.sources
            if siglum in BOOKS
        }

    @cached_property
    def game_reports(self) -> list[GameReport]:
        """Replay and judge every model game, with the readings of printed copies where there are any."""
        if self.without_copies is self:
            return list(self.games)
        changed = {container_of(ref) for ref, _words in self.agreed_readings if ref.startswith(f"{ERA}:")}
        anew, edited = bool(self._other_numbers.get(ERA)), self.without_copies.game_reports
        return [self.games.report(each.name) if anew or each.name in changed else each for each in edited]

    @cached_property
    def claims(self) -> list[Located[Claim]]:
        """Load the claims of every source whose text is here."""
        return load_claims(self.project, [name for names in self._ledgers.values() for name in names])

    @cached_property
    def _ledgers(self) -> dict[str, tuple[str, ...]]:
        """Return the names of the claim files of each source whose text is here."""
        left_out = self.corpus.left_out
        return {siglum: source.claims for siglum, source in self.corpus.sources.items() if siglum not in left_out}

    @cached_property
    def withdrawn_claims(self) -> dict[str, Located[WithdrawnClaim]]:
        """Load the claims that were withdrawn, by id."""
        return load_withdrawn(self.project)

    @cached_property
    def sentence_coverage(self) -> dict[str, SentenceCoverage]:
        """Return for each source here which sentences are encoded, claimed or set aside."""
        claims = [(located.record.ref, located.record.quote) for located in self.claims]
        return {
            edition.siglum: find_coverage(self.tables[edition.siglum], edition, claims)
            for edition in self.corpus.editions()
        }

    @cached_property
    def checked_claims(self) -> list[CheckedClaim]:
        """Compute every claim, but those whose rules are what they were when they were computed last."""
        if (
            self.agreed_readings
        ):  # only games are computed anew, and what reads another number: the rest somebody reads anew
            games = {report.name for report in self.game_reports if report.seen}
            other = {(siglum, name) for siglum, names in self._other_numbers.items() for name in names}
            return [
                run_claim(located, self.context)
                if any(is_about_game(located.record, game) for game in games) or other & edited.reads
                else edited
                for located, edited in zip(self.claims, self.without_copies.checked_claims, strict=True)
            ]
        wanted = {
            each.record.id: (each.record, partial(compute, each.record)) for each in self.claims if each.record.compute
        }
        found = keep_results(self.cache, "verdicts", text_files(*self.corpus.sources), self.context, wanted)
        return [
            judge_computed(each, kept.value, kept.reads, kept.read_directly)
            if (kept := found.get(each.record.id))
            else judge_computed(each, (None, ""), (), ())
            for each in self.claims
        ]

    def make_collector(self, siglum: str) -> PlaceCollector:
        """Return a collector of the places of a source that its print would settle."""
        context = self.without_copies.context
        return PlaceCollector(
            context, siglum, self.game_reports, self.claims, self.checked_claims, self.agreed_readings
        )

    @property
    def places(self) -> dict[str, tuple[PrintPlace, ...]]:
        """Return the open places of each source that its print would settle, with the effect of each reading.

        Effects contain words (the findings of a game), so they are found for the current language.
        """
        if current_language() not in self._places:
            self._places[current_language()] = self.find_places()
        return self._places[current_language()]

    @cached_property
    def _places(self) -> dict[str, dict[str, tuple[PrintPlace, ...]]]:
        return {}

    def find_places(self) -> dict[str, tuple[PrintPlace, ...]]:
        """Collect the open places of each source; the effects of readings are cached on disk."""
        collectors = {edition.siglum: self.make_collector(edition.siglum) for edition in self.corpus.editions()}
        note, of, kind = (
            "effects",
            ("corpus", "rules_data"),
            dict[str, list[tuple[list[tuple[PlaceName, str]], Effects]]],
        )
        cached = None if self.agreed_readings else self.cache.get(note, of, kind)
        for siglum, found in (cached or {}).items():
            collectors[siglum].known.update((frozenset(seen), effects) for seen, effects in found)
        places = {siglum: collector.collect() for siglum, collector in collectors.items()}
        if cached is None and not self.agreed_readings:
            made = {
                siglum: [(sorted(seen), effects) for seen, effects in collector.known.items()]
                for siglum, collector in collectors.items()
            }
            self.cache.put(note, of, made)
        return places

    @property
    def changes_by_copies(self) -> tuple[Effect, ...]:
        """Return how games and claims differ from those by the editions alone.

        Effects contain words (the findings of a game), so they are found for the current language.
        """
        before = self.without_copies
        if before is self:
            return ()
        games = zip(before.game_reports, self.game_reports, strict=True)
        claims = zip(before.checked_claims, self.checked_claims, strict=True)
        return (
            *(effect for now, then in games for effect in compare_games(now, then)),
            *(effect for now, then in claims for effect in compare_claims(now, then)),
        )

    @cached_property
    def needs_review(self) -> tuple[Effect, ...]:
        """Return the values and claims whose quote differs in a printed copy and must be reviewed."""
        places = {place.name: place for each in self.without_copies.places.values() for place in each}
        found = [
            places[name].dependents
            for name, words in self.agreed_readings.items()
            if name in places and words != places[name].edition_words
        ]
        return tuple(dict.fromkeys(effect for dependents in found for effect in dependents if effect.what != "reads"))

    @cached_property
    def robustness_analysis(self) -> RobustnessAnalysis:
        """Return the analysis of results; readings that copies attest count as certain."""
        return RobustnessAnalysis(
            self.context, [each for each, standing in self.attestations.items() if standing != "disputed"]
        )

    @cached_property
    def robustness(self) -> dict[str, Robustness]:
        """Return how robust each claim is, by id, and each model game, by reference.

        `1840:m2` is the stated result of a game, `1840:m2 as corrected` its play and score at a level. The words are
        English, in whatever language it is asked for: pages translate them.
        """
        read = (*input_files(*self.corpus.sources), "rules_data/claims", *_WORDS)
        name = f"robustness{self._copies_key}"
        if known := self.cache.get(name, read, dict[str, Robustness]):
            return known
        with use_language(None):
            found = {
                **analyse_claims(self.robustness_analysis, self.checked_claims),
                **analyse_games(self.robustness_analysis, self.game_reports),
            }
        self.cache.put(name, read, found)
        return found

    @cached_property
    def undecided_points(self) -> dict[str, list[UndecidedPoint]]:
        """Return for each source the points that it leaves open wherever a game is settled."""
        return collect_undecided(self.context, self.game_reports)

    @property
    def _copies_key(self) -> str:
        """Return the part of a cache key that stands for what copies have; empty without copies."""
        return f"-{hash_text(repr(sorted(self.agreed_readings.items())))[:16]}" if self.agreed_readings else ""

    @cached_property
    def committed_evidence(self) -> dict[str, SourceEvidence]:
        """Load the committed evidence of each source here; raise `CodexError` if it is stale."""
        edited = self.without_copies
        read = (*input_files(*self.corpus.sources), "rules_data/claims", "rules_data/evidence")
        sigla = [edition.siglum for edition in self.corpus.editions()]
        if self.cache.get("evidence", read, bool):
            found = {siglum: coverage.load(self.project, siglum) for siglum in sigla}
            return {siglum: each for siglum, each in found.items() if each}
        games, claims = edited.game_reports, edited.checked_claims
        fresh = {siglum: coverage.load_fresh(edited.context, siglum, claims, games) for siglum in sigla}
        self.cache.put("evidence", read, True)
        return fresh

    @cached_property
    def evidence(self) -> list[StatementEvidence]:
        """Return the evidence of every statement; empty evidence for a source whose text is not here."""
        committed = self.committed_evidence
        return [
            each
            for siglum, table in self.tables.items()
            for each in (
                committed[siglum].of(table)
                if siglum in committed
                else [StatementEvidence(statement, (), ()) for statement in table]
            )
        ]
