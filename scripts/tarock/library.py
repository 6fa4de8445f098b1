"""Public interface for programs: one object with all of the codex, in records that `as_dict()` turns into plain data.

An error is a `tarock.Error`: the cause, the place, and what was expected. A text that is left out of a copy for its
rights is left out here too: who asks for it gets an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, overload

import msgspec
from msgspec import UNSET, structs

from tarock.analysis.annotation import GameValues
from tarock.analysis.core import Core
from tarock.analysis.goals import Aim
from tarock.analysis.hands import HandJson, HandQuestion, HandSolver, summarise_deals
from tarock.analysis.play_core import GameCore
from tarock.analysis.players import LEVELS, USUAL_LEVEL, CorePlayer
from tarock.analysis.simple_player import SimplePlayer
from tarock.analysis.table import compile_rules
from tarock.analysis.tasks import Task
from tarock.base import yamlio
from tarock.base.arguments import check_argument, check_arguments
from tarock.base.errors import CodexError
from tarock.base.files import read_bytes
from tarock.base.project import find_project
from tarock.base.structs import Record
from tarock.base.yamlio import Document
from tarock.claims.ledger import ClaimJson as ClaimResult
from tarock.claims.ledger import build_claim_json
from tarock.codex import ComputedCodex as Computed
from tarock.corpus.references import ShownPassage
from tarock.corpus.search import AnswerCard, Hit
from tarock.corpus.verify.checker import Checker
from tarock.corpus.verify.reading import LARGEST, read_document, read_text_document
from tarock.corpus.verify.records import Verification
from tarock.corpus.versions import resolve_reference
from tarock.game.common.notation import read_typed_cards
from tarock.game.common.play import GameEngine, TableState
from tarock.game.completed_1945 import CompletedGame
from tarock.game.eras import ERAS, check_own_document, check_own_game, find_era, parse_own_text
from tarock.game.koenigrufen_1840.model_games import Level
from tarock.game.koenigrufen_1840.record import GAME, Game
from tarock.game.koenigrufen_1840.session import ERA
from tarock.game.koenigrufen_1840.state import Engine, Options, State
from tarock.game.taroc_1754.dealt_game import DealtTaroc
from tarock.game.tarokhombre_1863.record import TarokhombreGame
from tarock.publish.citation_check import make_checker
from tarock.publish.citation_formats import FORMATS
from tarock.publish.citations import cite_now
from tarock.publish.matter_citations import PREFIX, cite_matter
from tarock.replay import committed
from tarock.replay.analyses import MOST_NODES, compute
from tarock.replay.games import ReplayJson, build_replay_json
from tarock.replay.uncertain import Robustness
from tarock.robustness.analysis import (
    PlayedJson,
    Settlement,
    analyse_claims,
    analyse_named_game,
    analyse_own_game,
    analyse_played_game,
    build_played_json,
    build_settlement,
)
from tarock.rules.compare import Row, compare_tables, is_under, require_topic
from tarock.rules.matters import Matter
from tarock.rules.ruleset import Alteration
from tarock.rules.tables import Statement

MOST_DEALS = 100_000
_SHORT = 3  # letters of a word that begins too many German compounds that are about something else


def _require_count(name: str, value: int, most: int) -> None:
    if not 0 < value <= most:
        raise CodexError(f"argument `{name}` is {value}", f"expected 1 to {most:,}")


@check_arguments
def _parse_given(data: str | Mapping[str, Any]) -> Document:
    """Return the document that a program gives in place of a file."""
    return parse_own_text(data, Path("<text>")) if isinstance(data, str) else yamlio.parse_data(data)


@check_arguments
def open_codex(root: str | Path | None = None) -> CodexLibrary:
    """Return the codex in the folder `root`, by default the one around the working folder, else the installed one.

    Raises `tarock.Error` where there is none.

    >>> codex = tarock.open()
    >>> codex.sources[:2]
    ('1754', '1840')
    """
    return CodexLibrary(Computed(find_project(root)))


class CodexLibrary:
    """Texts, rules and games of one codex; each is read and computed at most once."""

    def __init__(self, computed: Computed):
        self._computed = computed
        self._engines: dict[tuple[str, Record], GameEngine[Any]] = {}

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """Return the sigla of the sources, in the order of their years."""
        return tuple(self._computed.corpus.sources)

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """Return the sources whose text is left out of this copy, because its rights are not clear."""
        return tuple(siglum for siglum in self.sources if siglum in self._computed.corpus.left_out)

    # --- texts ---------------------------------------------------------------------------------------------------

    @check_arguments
    def passage(self, ref: str) -> ShownPassage:
        """Return the passage, heading or sentence that a reference, URN or address names.

        Raises `tarock.Error` for what is unknown, withdrawn or left out, and for what names several passages.

        >>> passage = codex.passage("1840:47.2")
        >>> passage.heading
        '§ 47.'
        >>> passage.emendations[0].lemma, passage.emendations[0].reading
        ('Dreispiele', 'Dreierspiele')
        """
        found = self.passages(ref)
        if len(found) != 1:
            raise CodexError(
                f"`{ref}` names {len(found)} passages",
                f"expected one, such as {found[0].ref}",
            )
        return found[0]

    @check_arguments
    def passages(self, source: str | None = None) -> list[ShownPassage]:
        """Return the passages of a source or reference in reading order, by default all whose text is here.

        >>> [passage.ref for passage in codex.passages("1840:11")]
        ['1840:11.1', '1840:11.2', '1840:11.3', '1840:11.4']
        """
        refs = [siglum for siglum in self.sources if siglum not in self.left_out] if source is None else [source]
        chosen = [resolve_reference(self._computed.corpus, ref) for ref in refs]
        return [
            passage for selection, version in chosen for passage in self._computed.shown_passages(selection, version)
        ]

    @check_arguments
    def search(self, query: str, source: str | None = None) -> list[Hit]:
        """Return the passages that answer a query, German or English, the best first, each with its statements.

        >>> codex.search("revoke")[0].ref
        '1840:63.3'
        """
        if not query.strip():
            raise CodexError("nothing to look for", "expected words")
        if source is not None:
            self._computed.corpus.require_known(source)
        answer = self._computed.search(query, source)
        return list(self._computed.with_statements(structs.replace(answer, hits=answer.hits[: answer.shown])).hits)

    @check_arguments
    def answer(self, query: str, source: str | None = None) -> AnswerCard | None:
        """Return the question that a query asks, with the answer of each source; None where none is near enough.

        It is found by the passages that answer the query, and by its words.

        >>> codex.answer("who deals first").id
        'who-deals-first'
        """
        if source is not None:
            self._computed.corpus.require_known(source)
        return self._computed.search(query, source).card

    @check_arguments
    def cite(self, ref: str, format: str = "text", quote: bool = False) -> str:
        """Return the citation of what a reference names, as accessed today; `quote` adds its words.

        `format` is one of those of `tarock cite`; `matter:ID` names a matter. Raises `tarock.Error` for another.

        >>> codex.cite("1840:47.2", format="urn")
        'urn:cts:tarock:anon1840.koenigrufen.de1-1-0:47.2'
        """
        if format not in FORMATS:
            raise CodexError(
                f"`{format}` is no format of a citation",
                "expected one of {known}".format(known=", ".join(FORMATS)),
            )
        if ref.startswith(PREFIX):
            if quote:
                raise CodexError("a matter is no text of a source", "expected no quote with it")
            return cite_matter(self._computed, ref.removeprefix(PREFIX)).render(format)
        return cite_now(self._computed, ref, form=format, quote=quote).render(format)

    @check_arguments
    def verify(self, document: str | bytes | Path, digest: str = "") -> Verification:
        """Find the quotations in a text or document and compare them with the editions.

        `document` is a text, the path of a file, or the bytes of one: running text, Markdown, HTML, TeX, BibTeX, RIS,
        JSON, DOCX, ODT, EPUB or PDF. `digest` are at least eight digits of the sha256 of what the text names first.
        Raises `tarock.Error` for what cannot be read, and where there is nothing to compare.

        >>> found = codex.verify("„die dreifache Consulation“ 1840:47.2")
        >>> found.status, [(each.class_, each.ref) for each in found.quotations]
        (1, [(<Class.DIFFERENT: 'different'>, '1840:47.2')])
        >>> codex.verify("„doppelte Consulation“ 1840:47.2: so steht es da").unread[0].text
        ': so steht es da'
        """
        if isinstance(document, Path):
            document = read_bytes(document, LARGEST)
        read = read_document(document) if isinstance(document, bytes) else read_text_document(document)
        return self._checker.check(read, digest)

    @cached_property
    def _checker(self) -> Checker:
        return make_checker(self._computed)

    # --- rules ---------------------------------------------------------------------------------------------------

    @check_arguments
    def statements(
        self,
        source: str | None = None,
        *,
        key: str | None = None,
        topic: str | None = None,
        ref: str | None = None,
        term: str | None = None,
        about: str | None = None,
    ) -> list[Statement]:
        """Return the encoded rules by source, in the order of the topics, that fit all conditions given.

        `key` is one question, `topic` a topic or all keys under one, `ref` passages or a sentence that it rests on,
        `term` a word of the glossary, by its id or headword, that stands in its quotes. `about` is a word, German or
        English, that stands in the key, the case, the sentence that says the rule, or the quotes; of a word of the
        glossary its other names are looked for too. Raises `tarock.Error` for what is unknown.

        >>> [(rule.siglum, rule.value) for rule in codex.statements(key="deal.hand")][:2]
        [('1754', 25), ('1840', 12)]
        >>> [rule.key for rule in codex.statements("1754", about="pagat")][:2]
        ['pack.named_tarock.pagat', 'pack.scues_numbered']
        """
        sigla = self._resolve_sigla(None if source is None else [source])
        found = [each for siglum in sigla for each in self._computed.tables[siglum]]
        if key is not None:
            if key not in self._computed.topics.entries:
                raise CodexError(f"unknown key `{key}`", self._computed.topics.suggest(key))
            found = [each for each in found if each.key == key]
        if topic is not None:
            require_topic(self._computed.topics, topic)
            found = [each for each in found if is_under(each.key, topic)]
        if ref is not None:
            found = self._select_by_passage(ref, found)
        if term is not None:
            found = list(self._select_by_term(term, found))
        return found if about is None else list(self._select_by_subject(about, found))

    def _resolve_sigla(self, named: Iterable[str] | None) -> tuple[str, ...]:
        sigla = self.sources if named is None else tuple(named)
        check_argument("argument `sources`", sigla, tuple[str, ...])  # of an iterator too
        sigla = tuple(dict.fromkeys(sigla))
        for siglum in sigla:
            self._computed.corpus.require_known(siglum)
        return sigla

    def _select_by_passage(self, ref: str, among: list[Statement]) -> list[Statement]:

        selection, version = resolve_reference(self._computed.corpus, ref)
        edition = selection.edition
        if version != edition.source.edition:
            raise CodexError("statements rest on the present edition", "expected a reference without @VERSION")
        whole = {unit.ref for unit in selection.passages if "#" not in unit.ident}
        parts = []
        for unit in selection.passages:
            ident, _, number = unit.ident.partition("#")
            if number:
                parts.append((edition.units[ident], *edition.spans[ident][int(number) - 1]))
        return [
            each
            for each in among
            if any(support.ref in whole or any(support.overlaps(*part) for part in parts) for support in each.supports)
        ]

    def _select_by_term(self, named: str, among: list[Statement]) -> Iterator[Statement]:
        termbase, corpus = self._computed.termbase, self._computed.corpus
        term = termbase.find_term(named)
        for each in among:
            for support in each.supports if each.siglum not in self.left_out else ():
                unit = corpus.unit(support.ref)
                if unit and any(
                    found.term.id == term.id and support.overlaps(unit, found.start, found.end)
                    for found in termbase.find_occurrences(unit.text, unit.ref)
                ):
                    yield each
                    break

    def _select_by_subject(self, about: str, among: list[Statement]) -> Iterator[Statement]:
        """Yield the statements in whose key, case, sentence or quotes the word stands, or another name of its term."""
        word = about.strip().casefold()
        if not word:
            raise CodexError("nothing to look for", "expected a word")
        names, terms = {word}, set[str]()
        for term in self._computed.termbase.terms.values():
            called = {
                each.casefold() for each in (term.id, term.headword, term.modern, term.english, *term.variants) if each
            }
            if word in called:
                names |= called
                terms.add(term.id)
        forms = "|".join(map(re.escape, sorted(names)))
        pattern = re.compile(rf"\b(?:{forms})(?:['’]?s|es|e?n)?\b", re.IGNORECASE)
        compound = re.compile(rf"\b(?:{forms})" if len(word) > _SHORT else pattern.pattern, re.IGNORECASE)
        by_term = {id(each) for name in terms for each in self._select_by_term(name, among)}
        for each in among:
            quotes = () if each.siglum in self.left_out else (support.quote for support in each.supports)
            texts = re.sub(r"[\W_]+", " ", each.ident), each.says
            if id(each) in by_term or any(map(pattern.search, texts)) or any(map(compound.search, quotes)):
                yield each

    @check_arguments
    def compare(
        self,
        sources: Iterable[str] | str | None = None,
        other: str | None = None,
        *,
        topic: str | None = None,
        changed: bool = False,
    ) -> list[Row]:
        """Return a row for each question, with what each source says and how each two of them stand.

        `sources` are several, by default all, or one with the `other` that it is compared with; `topic` is a topic or
        all keys under one; `changed` keeps what is known to differ, or may.

        >>> codex.compare("1754", "1840", topic="deal.hand")
        [Row(deal.hand; 1754: 25 cards (implied), 1840: 12 cards; differs)]
        """
        if other is not None:
            if not isinstance(sources, str):
                raise TypeError("compare(): argument `other` needs one source before it; expected a list of all alone")
            sources = (sources, other)
        elif isinstance(sources, str):
            sources = (sources,)
        tables = {siglum: self._computed.tables[siglum] for siglum in self._resolve_sigla(sources)}
        if topic is not None:
            require_topic(self._computed.topics, topic)
        return compare_tables(tables, self._computed.comparison_rules, topic=topic or "", changed=changed)

    @cached_property
    def matters(self) -> dict[str, Matter]:
        """Return the matters by their ids: a question, the answer of each source, and what became of it.

        >>> codex.matters["cards-in-the-pack"].find_pair("1754", "1840").kind
        'changed'
        """
        return {ident: located.record for ident, located in self._computed.matters.items()}

    @check_arguments
    def claims(self, source: str | None = None) -> list[ClaimResult]:
        """Return the claims of a source, by default of all that are here, each with its verdict.

        A claim that cannot be computed has an `error`.

        >>> (claim,) = [each for each in codex.claims("1754") if each.id == "1754-1-pack"]
        >>> claim.verdict, claim.computed == claim.expected
        ('reproduced', True)
        """
        sigla = self._resolve_sigla(None if source is None else [source])
        computed, checked = self._computed, [each for each in self._computed.checked_claims if each.claim.era in sigla]
        found = computed.robustness if not self.altered_rules else analyse_claims(computed.robustness_analysis, checked)
        return [
            build_claim_json(each, found.get(each.claim.id, Robustness()), self.altered_rules, each.error)
            for each in checked
        ]

    # --- games ---------------------------------------------------------------------------------------------------

    @check_arguments
    def model_game(self, ref: str, level: Level = "corrected") -> Game:
        """Return the record of a model game at the level `printed`, `corrected` or `conjectured`.

        Raises `tarock.Error` where there is no such game, and where nothing in it is conjectured.

        >>> game = codex.model_game("1840:m3")
        >>> game.declarer, game.king.name
        ('B', 'Herz-König')
        """
        game: Game = self._computed.games.replay_model(ref, level).replay.game
        return game

    @check_arguments
    def read_game(self, game: str | Mapping[str, Any]) -> Game | DealtTaroc | TarokhombreGame | CompletedGame:
        """Return a game of one's own: a file of `tarock replay` (YAML or short notation) or its content as data.

        Its `era` says by which source it was played, by default 1840.

        Raises `tarock.Error` for what cannot be read, with its line or the path to it.

        >>> codex.read_game(game.as_dict()).hands == game.hands
        True
        """
        document = _parse_given(game)
        played = check_own_game(self._computed.project, document)
        if played is None:
            return self._computed.games.read_document(check_own_document(self._computed.project, ERA, GAME, document))
        era, document = played
        found: DealtTaroc | TarokhombreGame | CompletedGame = era.read_game(document)
        return found

    @overload
    def replay(self, game: Game) -> ReplayJson: ...

    @overload
    def replay(self, game: DealtTaroc | TarokhombreGame | CompletedGame) -> PlayedJson: ...

    @check_arguments
    def replay(self, game: Game | DealtTaroc | TarokhombreGame | CompletedGame) -> ReplayJson | PlayedJson:
        """Return a game replayed and settled: tricks, other legal cards with their rule, faults, score sheet.

        Points are thirds of a point where the name says so (1840:6). The uncertain inputs of the result
        stand in `rests_on`; `stands` tells under how many of their readings it stays. Of a game of another source
        than 1840 only faults (`findings`) and sheet (`settlement`) are returned; raises `tarock.Error` where its cards
        cannot be read.

        >>> replay = codex.replay(game)
        >>> replay.tricks[0].winner, [play.card for play in replay.tricks[0].plays]
        ('B', ['Herz-Dame', 'Scüs', 'Herz-König', 'Herz-Dreier'])
        """
        games, results = self._computed.games, self._computed.robustness_analysis
        if not isinstance(game, Game):
            era = next(each for each in ERAS.values() if each.game and isinstance(game, each.game.record))
            self._resolve_sigla([era.siglum])
            played = era.replay_game(game, self._computed.context.rules(era.siglum))
            return build_played_json(results, played, analyse_played_game(results, era, game))
        name = games.find_level(game)
        if name:  # a model game is replayed as `tarock replay` replays it
            report, robustness = games.replay_model(*name), analyse_named_game(results, *name)
        else:
            report, robustness = games.replay_own(game), analyse_own_game(results, game)
        return build_replay_json(report, robustness, games)

    @check_arguments
    def analyse(self, game: Game, nodes: int = 2_000_000) -> GameValues:
        """Return what each card of a game was worth with open cards, by goal: the bounds that `nodes` prove.

        The unit is that of the goal: thirds of a point, Points of the sheet, 1 for a yes or no. Raises `tarock.Error`
        for a game that cannot be followed to its end, and without the extra `solver`.

        >>> values = codex.analyse(game, nodes=1000)
        >>> last = values.plays[-1]
        >>> last.legal == (last.card,)
        True
        """
        _require_count("nodes", nodes, MOST_NODES)
        return compute(self._computed.games, self._computed.games.replay_own(game), nodes, tuple(Aim))

    @check_arguments
    def hand(self, cards: str, bid: str = "dreier 1", deals: int = 100, nodes: int = 1_000_000) -> HandJson:
        """Return in how many deals the declarer's side reaches its goals with a hand, the other cards at random.

        `nodes` limit the solver in each deal. Raises `tarock.Error` for what is no hand or bid, and without the extra
        `solver`.

        >>> strong = "Scüs XX XIX XVIII XVII XVI XIV I - Herz-König - Pique-König, Dame - Careau-Vierer"
        >>> found = codex.hand(strong, bid="solo", deals=2, nodes=1000)
        >>> found.deals, found.question.bid
        (2, 'solo')
        """
        _require_count("deals", deals, MOST_DEALS)
        _require_count("nodes", nodes, MOST_NODES)
        games = self._computed.games
        names = tuple(card.name for card in read_typed_cards(cards, games.pack))
        question = HandQuestion(hand=names, bid=bid, nodes=nodes)
        engine = Engine(games.pack, games.rules)
        solver = HandSolver(engine, Core(self._computed.project.core), question)
        found = summarise_deals(question, [solver.solve_deal(number) for number in range(1, deals + 1)])
        return structs.replace(found, altered=self.altered_rules or UNSET)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """Return the tasks of 1840: endings with open cards, each with the cards that reach its goal, and the advice.

        Raises `tarock.Error` for an altered codex, by whose rules nobody has solved them.

        >>> task = codex.tasks[0]
        >>> task.seat, len(task.solutions) < len(task.legal)
        ('C', True)
        """
        return committed.load_tasks(self._computed.context)

    @overload
    def players(
        self, era: Literal["1840"] = "1840", *, level: int = USUAL_LEVEL, seed: int = 0
    ) -> dict[str, CorePlayer]: ...

    @overload
    def players(
        self, era: str, *, level: int = USUAL_LEVEL, seed: int = 0
    ) -> dict[str, CorePlayer] | dict[str, SimplePlayer]: ...

    @check_arguments
    def players(
        self, era: str = "1840", *, level: int = USUAL_LEVEL, seed: int = 0
    ) -> dict[str, CorePlayer] | dict[str, SimplePlayer]:
        """Return the machines of `tarock play` by their seats; each chooses an action by its function `act`.

        They are given the state, and look at what the player who is to act knows. Those of 1840 have the levels 1 to 3,
        and equal seeds give equal actions; those of other sources have none. Raises `tarock.Error` for a source that
        cannot be played, for another level, and, of 1840, for rules that the core cannot play by and without the extra
        `solver`.

        >>> players = codex.players(seed=7)
        >>> state = codex.new_initial_state(deal=game)
        >>> players["D"].act(state) in state.legal_actions()
        True
        """
        engine = self._find_engine(era, None)
        if not isinstance(engine, Engine):
            return {seat: SimplePlayer(engine) for seat in engine.seats}
        if level not in LEVELS:
            raise CodexError(f"there is no level {level}", f"expected one of {', '.join(map(str, LEVELS))}")
        core = GameCore(self._computed.project.core, compile_rules(engine.rules, engine.altered))
        return dict.fromkeys(engine.seats, CorePlayer(core, level, seed))

    @check_arguments
    def settle(self, era: str, score: str | Mapping[str, Any]) -> Settlement:
        """Return a finished game or session of a source settled: who pays whom how much, by which paragraph.

        `score` is the YAML text of a file of `tarock score`, or the same as data; amounts are whole numbers of `unit`.
        Raises `tarock.Error` with all that is wrong in it (`faults`).
        """
        rules_of = find_era(era)
        document = check_own_document(self._computed.project, rules_of, rules_of.score, _parse_given(score))
        return build_settlement(self._computed.robustness_analysis, era, document)

    @overload
    def new_initial_state(
        self,
        era: Literal["1840"] = "1840",
        *,
        deal: Game | Mapping[str, Any] | None = None,
        dealer: int | None = None,
        options: Options | Mapping[str, Any] | None = None,
    ) -> State: ...

    @overload
    def new_initial_state(
        self,
        era: str,
        *,
        deal: Game | Mapping[str, Any] | None = None,
        dealer: int | None = None,
        options: Options | Mapping[str, Any] | None = None,
    ) -> TableState[Any]: ...

    @check_arguments
    def new_initial_state(
        self,
        era: str = "1840",
        *,
        deal: Game | Mapping[str, Any] | None = None,
        dealer: int | None = None,
        options: Options | Mapping[str, Any] | None = None,
    ) -> TableState[Any]:
        """Return a game before the first card is dealt; of a `deal`, before the first word of the bidding.

        A game of 1840 is a `State`; those of other sources have the functions that OpenSpiel names too. `deal` is a
        game of 1840, or data with the `dealer`, `hands` and `talon` of one, and its `seats` unless they are A to D.
        Without it the `dealer` may be named, by number. `options` are what the text leaves open. Raises `tarock.Error`
        for a source that can only be settled, other than four players of 1840, and cards that are not one pack.

        >>> state = codex.new_initial_state(deal=game)
        >>> [state.action_to_string(action) for action in state.legal_actions()]
        ['pass', 'dreier 1', 'dreier 2', 'dreier 3', 'solo']
        >>> import random
        >>> state.apply_action(state.legal_actions()[-1])
        >>> while not state.is_terminal():
        ...     state.apply_action(random.choice(state.legal_actions()))
        >>> codex.replay(state.to_game()).findings
        ()
        """
        if deal is not None and dealer is not None:
            raise CodexError("a dealer beside a deal, which names its own", "expected one of the two")
        engine = self._find_engine(era, options)
        return engine.new_state(dealer) if deal is None else engine.read_deal(deal)

    def _find_engine(self, era: str, options: Record | Mapping[str, Any] | None) -> GameEngine[Any]:
        """Return the engine of a source with these options; each is made once."""
        self._resolve_sigla([era])
        kind = find_era(era).load_engine()
        try:
            given = kind.options_type() if options is None else options
            chosen = msgspec.convert(msgspec.to_builtins(given), kind.options_type)
        except (msgspec.ValidationError, TypeError) as error:
            known = ", ".join(f"`{name}`" for name in kind.options_type.__struct_fields__)
            raise CodexError(f"argument `options`: {error}", f"expected {known or 'none'}") from None
        context = self._computed.context
        if (era, chosen) not in self._engines:
            altered = tuple(each for each in context.alterations if each.source == era)
            self._engines[era, chosen] = kind.of(context.rules(era), chosen, altered)
        return self._engines[era, chosen]

    # --- other rules ----------------------------------------------------------------------------------------------

    @check_arguments
    def altered(
        self, source: str, values: Mapping[str, Any] | None = None, *, readings: Mapping[str, int] | None = None
    ) -> CodexLibrary:
        """Return a codex in which a source has other rules: its games, scores, analyses, play and claims follow.

        Each of `values` is named by its statement, with the case if it has one (`announcements.raise_factor[call=re]`).
        `readings` say how something uncertain is read, by its statement or the code of a point that the source leaves
        open: a number of the readings in `rests_on`, from 0. Texts, statements and comparisons stay those of the
        source. Results name the change (`altered`). Raises `tarock.Error` for a name that the source does not
        have, and for a value of another type.

        >>> free = codex.altered("1840", {"play.must_tarock": False})
        >>> [(each.statement, each.to, each.instead_of) for each in free.replay(game).altered]
        [('play.must_tarock', False, True)]
        """
        return CodexLibrary(self._computed.altered(source, values or {}, readings or {}))

    @property
    def altered_rules(self) -> tuple[Alteration, ...]:
        """Return what of the rules is not as the sources have it."""
        return self._computed.context.alterations
