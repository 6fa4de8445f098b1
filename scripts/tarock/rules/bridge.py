"""Terms of today's table beside the texts, and the facts of other games that they rest on.

`rules_data/bridge.yaml` has the terms, `rules_data/neighbours/facts.yaml` the facts. Neither is a value of a source.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Literal

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import PassageRef, Record, Siglum, Words, pattern_type
from tarock.base.yamlio import Located
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Corpus
from tarock.corpus.elsewhere import quote_length_error
from tarock.corpus.search_data import CardAnswer, SearchToday, normalize_words
from tarock.rules.matters import InBothLanguages, MatterId, load_matters, load_matters_edition
from tarock.rules.tables import Support

FILE = "bridge.yaml"
FACTS = "neighbours/facts.yaml"
Standing = Literal["has it", "excludes it", "not stated", "named, its rule not extant", "lost"]
SILENT: tuple[Standing, ...] = ("not stated", "lost")
FactGrade = Literal["A", "B", "C", "D"]
SECOND_HAND: FactGrade = "B"


class FactSource(Record):
    """A text or code from which facts are: its `grade`, where it is, what it is, and how much of it was seen."""

    grade: FactGrade
    address: Words
    text: Words
    seen: Words


class GameFact(Record):
    """A fact of a game in our own words; `words` are a few of the source's, where these were seen."""

    value: Words
    source: Words
    words: str = ""
    note: str = ""


class OtherGame(Record):
    """A game that we did not edit, with what was seen of it."""

    title: Words
    facts: dict[Words, GameFact]


class NeighbourFacts(Record):
    """The file of facts: their sources, and the games that they are of."""

    sources: dict[Words, FactSource]
    games: dict[Words, OtherGame]


class TermInText(Record):
    """The relation of a text to a term, with the words from which it is seen; `says` tells what else to know."""

    stands: Standing
    supports: tuple[Support, ...] = ()
    says: InBothLanguages | None = None


class FirstSeen(Record):
    """The place where a term was first seen: a passage here, or a source of facts; `says` tells what kind that is."""

    says: InBothLanguages
    ref: PassageRef | Literal[""] = ""
    neighbour: str = ""


class FactName(Record):
    """A fact by its game and its name there."""

    game: Words
    fact: Words


class BridgeTerm(Record):
    """A term or premium of today's table: what it is, how each text stands to it, and the matter nearest to it."""

    id: Annotated[str, pattern_type("[a-z]+(-[a-z]+)*", "a name such as pagat-ultimo")]
    term: Words
    what: InBothLanguages
    sources: dict[Siglum, TermInText]
    first: FirstSeen
    near: MatterId
    also: tuple[Words, ...] = ()
    told: tuple[FactName, ...] = ()


def load_facts(project: Project) -> NeighbourFacts:
    """Read the facts of other games; raise `CodexError` for a malformed file."""
    document = yamlio.load(project.rules / FACTS)
    return document.convert(NeighbourFacts, document.data)


def load_bridge(project: Project) -> list[Located[BridgeTerm]]:
    """Return the terms in the order of the file; raise `CodexError` for a malformed record."""
    return yamlio.load(project.rules / FILE).located_records(project, BridgeTerm, "term", "id")


def collect_search_today(terms: Iterable[Located[BridgeTerm]], sigla: Collection[str]) -> Iterator[SearchToday]:
    """Yield a record to search for each term, with how these sources stand to it."""
    for term in (located.record for located in terms):
        answers = (
            CardAnswer(
                siglum,
                found.says.en if found.says else "",
                found.says.de if found.says else "",
                found.stands,
                tuple(dict.fromkeys(support.ref for support in found.supports)),
            )
            for siglum, found in term.sources.items()
            if siglum in sigla
        )
        names = tuple(map(normalize_words, (term.term, *term.also)))
        en, de = (f"{term.term}: {words}" for words in (term.what.en, term.what.de))
        yield SearchToday(term.id, names, en, de, tuple(answers), (term.first.says.en, term.first.says.de), term.near)


def fact_problems(project: Project, facts: NeighbourFacts) -> Iterator[Problem]:
    """Yield facts without their source, and words that are too long or were only seen at second hand."""
    place = project.relative(project.rules / FACTS)
    for name, game in facts.games.items():
        for key, fact in game.facts.items():
            source = facts.sources.get(fact.source)
            if source is None:
                yield Problem("NEIGHBOUR-SOURCE", place, f"{name}.{key}: there is no source `{fact.source}`")
            elif fact.words and source.grade == SECOND_HAND:
                what = f"{name}.{key}: `{fact.source}` only tells what another says; expected no words of it"
                yield Problem("NEIGHBOUR-QUOTE", place, what)
            if fault := quote_length_error(fact.words):
                yield Problem("NEIGHBOUR-QUOTE", place, f"{name}.{key}: {fault}")


def bridge_problems(project: Project, corpus: Corpus) -> Iterator[Problem]:
    """Yield terms that do not name each text that was read, whose words are not there, or that rest on no fact."""
    facts, sigla, matters = load_facts(project), load_matters_edition(project).sources, load_matters(project)
    yield from fact_problems(project, facts)
    for located in load_bridge(project):
        term, place = located.record, located.place
        for siglum in sorted({*sigla} ^ {*term.sources}):
            what = f"{term.id}: {siglum} was not read for it, or is missing; expected each of {', '.join(sigla)}"
            yield Problem("BRIDGE-TEXT", place, what)
        for siglum, found in term.sources.items():
            yield from _check_texts(term.id, place, siglum, found, corpus)
        if bool(term.first.ref) == bool(term.first.neighbour):
            yield Problem("BRIDGE-FIRST", place, f"{term.id}: expected `first:` to name a passage or a neighbour")
        if term.first.neighbour and term.first.neighbour not in facts.sources:
            yield Problem("BRIDGE-FIRST", place, f"{term.id}: there is no source `{term.first.neighbour}` of facts")
        if term.first.ref and not any(
            term.first.ref == support.ref for found in term.sources.values() for support in found.supports
        ):
            what = f"{term.id}: {term.first.ref} is none of the passages of a text; expected one of them"
            yield Problem("BRIDGE-FIRST", place, what)
        if term.near not in matters:
            yield Problem("BRIDGE-NEAR", place, f"{term.id}: there is no matter `{term.near}`")
        for each in term.told:
            if each.game not in facts.games or each.fact not in facts.games[each.game].facts:
                yield Problem("BRIDGE-FACT", place, f"{term.id}: there is no fact {each.game}.{each.fact}")


def _check_texts(ident: str, place: str, siglum: str, found: TermInText, corpus: Corpus) -> Iterator[Problem]:
    """Yield quotes of a term that do not stand in the passage they name, and texts without one."""
    if not found.supports and found.stands not in SILENT:
        yield Problem("BRIDGE-TEXT", place, f"{ident}: {siglum} {found.stands}; expected the passage (`supports`)")
    if siglum in corpus.sources and found.stands == "lost" and corpus.sources[siglum].completeness.status != "fragment":
        yield Problem("BRIDGE-TEXT", place, f"{ident}: nothing of {siglum} is lost; expected `not stated`")
    for support in found.supports:
        if support.ref.partition(":")[0] in corpus.left_out:
            continue
        unit = corpus.unit(support.ref) if support.ref.startswith(f"{siglum}:") else None
        if unit is None or support.quote not in unit.text:
            yield Problem("BRIDGE-QUOTE", place, f"{ident}: {support.ref} of {siglum} does not have `{support.quote}`")
