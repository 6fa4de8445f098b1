"""Matters: one question with the answer of each source, and what became of it from each source to each other.

`rules_data/matters/*.yaml` has them. A matter is written by reading the texts; the statements that it names are its
evidence, and a change of one of them asks for another reading.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, groupby
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from tarock.base import yamlio
from tarock.base.arguments import check_arguments
from tarock.base.errors import CheckFailed, CodexError, list_or
from tarock.base.project import Project
from tarock.base.structs import Day, PassageRef, Record, Siglum, Version, Words, pattern_type
from tarock.base.yamlio import Located
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Edition
from tarock.corpus.locks import changed_ids, dump_lock, read_lock, require_next_version
from tarock.corpus.search_data import CardAnswer, SearchMatter
from tarock.corpus.sources import hash_text
from tarock.rules.cases import key_of_name
from tarock.rules.checks import passage_error, support_problems
from tarock.rules.differences import Comparer
from tarock.rules.silences import SilenceKind
from tarock.rules.tables import EraTable, Statement, Support
from tarock.rules.topics import Topic, Topics

FOLDER = "matters"
EDITION = "edition.yaml"  # beside the matters
LOCK = "matters.lock"
ADVICE = "advice"  # the topic of matters that ask what one should do
NAME = "matters"  # in the lock and in the changelog
MatterWeight = Literal["game", "play", "pay", "manners"]
PairKind = Literal[
    "only in the first",
    "only in the second",
    "changed",
    "renamed",
    "moved",
    "same thing said otherwise",
    "same",
    "open",
    "cannot be compared",
]
UNLIKE: Collection[PairKind] = ("changed", "only in the first", "only in the second")
MatterId = Annotated[str, pattern_type("[a-z][a-z0-9]*(-[a-z0-9]+)*", "a name such as who-deals")]


class InBothLanguages(Record):
    """A sentence in English and in German."""

    en: Words
    de: Words

    def __str__(self) -> str:
        return self.en


class MatterAnswer(Record):
    """The answer of a source to a matter, with the words that say it; or its kind of silence.

    The words are of passages or, where only a heading has them, such as the name of the game, of a heading.
    A silence has in `look` the passages where one would look for an answer, and may have a sentence that says why.
    """

    says: InBothLanguages | None = None
    supports: tuple[Support, ...] = ()
    silence: SilenceKind | Literal[""] = ""
    look: tuple[PassageRef, ...] = ()

    @property
    def refs(self) -> tuple[str, ...]:
        """Return the passages of its words, each once."""
        return tuple(dict.fromkeys(support.ref for support in self.supports))


class MatterPair(Record):
    """The change of a matter from the first source of a pair to the second; `says` is missing where nothing changed."""

    kind: PairKind
    says: InBothLanguages | None = None


class Evidence(Record):
    """A statement that bears a matter, and its value when the matter was last read."""

    statement: Words
    value: Any

    @property
    def key(self) -> str:
        """Return the key of the statement."""
        return key_of_name(self.statement.partition("/")[2].partition("~")[0])


class MatterReading(Record):
    """A reading of the texts on a matter: whether a machine or a person read, and when."""

    by: Literal["machine", "person"]
    day: Day


class Matter(Record, kw_only=True):
    """A question in plain words, which any text on the game could answer, with the answer of each source.

    `answers` has one of every source; `pairs` one of each two that both answer, named as `1754-1840`. A pair with a
    silence cannot be compared.
    """

    id: MatterId
    topic: Words
    question: InBothLanguages
    weight: MatterWeight
    certainty: Literal["sure", "unsure"] = "sure"
    read_by: Annotated[tuple[MatterReading, ...], msgspec.Meta(min_length=1)]
    answers: dict[Siglum, MatterAnswer]
    pairs: dict[str, MatterPair] = {}
    evidence: tuple[Evidence, ...] = ()

    @check_arguments
    def find_pair(self, first: str, second: str) -> MatterPair:
        """Return how the answers change from source `first` to source `second`, which may be the older one.

        The kind is `cannot be compared` where one of them is silent. Raises `CodexError` for an unknown source.
        """
        self._require_answered(first, second)
        if found := self.pairs.get(f"{first}-{second}"):
            return found
        found = self.pairs.get(f"{second}-{first}", MatterPair("cannot be compared"))
        turned: dict[PairKind, PairKind] = {
            "only in the first": "only in the second",
            "only in the second": "only in the first",
        }
        return MatterPair(turned.get(found.kind, found.kind), found.says)

    @check_arguments
    def differs(self, first: str, second: str) -> bool:
        """Return whether two sources are known to differ."""
        return self.find_pair(first, second).kind in UNLIKE

    @check_arguments
    def silence(self, *sigla: str) -> SilenceKind | Literal[""]:
        """Return the kind of silence of the first of these sources that does not answer; empty where all of them do.

        Raises `CodexError` for an unknown source.
        """
        self._require_answered(*sigla)
        return next((self.answers[siglum].silence for siglum in sigla if self.answers[siglum].silence), "")

    def _require_answered(self, *sigla: str) -> None:
        for siglum in sigla:
            if siglum not in self.answers:
                raise CodexError(f"unknown source `{siglum}`", f"expected one of {', '.join(self.answers)}")


class MattersEdition(Record):
    """The version under which all matters are cited, with the day of each version.

    `sources` were read for them, in the order of their years: each matter has an answer of each of these.
    """

    version: Version
    dates: dict[Version, Day]
    sources: tuple[Siglum, ...]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Return every two sources, the older first."""
        return list(combinations(self.sources, 2))


def load_matters_edition(project: Project) -> MattersEdition:
    """Read the version of the matters; raise `CodexError` for a malformed file, and for a version without a day."""
    document = yamlio.load(project.rules / FOLDER / EDITION)
    edition = document.convert(MattersEdition, document.data)
    if edition.version not in edition.dates:
        raise document.error(f"version {edition.version} has no day", "expected `dates:` to name it", "version")
    return edition


def make_matter_files(project: Project, matters: Mapping[str, Located[Matter]]) -> dict[Path, str]:
    """Return the text of all matters in the present version, as Markdown, and the lock with their hashes.

    Raises `CheckFailed` where a matter of a locked version changed or went without a new version, and for a new version
    that is not higher or that the changelog does not name.
    """
    folder, edition, lock = project.rules / FOLDER, load_matters_edition(project), read_lock(project.rules / LOCK)
    texts = {ident: write_matter(located.record) for ident, located in matters.items()}
    hashes = {ident: hash_text(text) for ident, text in texts.items()}
    path = folder / EDITION
    if not (locked := lock.get((NAME, edition.version))):
        require_next_version(project, edition.version, [version for _name, version in lock], NAME, path, "version")
    elif changed := changed_ids(locked, hashes):
        more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
        what = f"{', '.join(changed[:3])}{more} changed since version {edition.version} of the matters"
        raise CheckFailed(what, "expected a higher `version`, with its day", file=path)
    whole = f"# Matters, version {edition.version}\n\n{''.join(texts.values())}"
    return {
        folder / "versions" / f"{edition.version}.md": whole,
        project.rules / LOCK: dump_lock({**lock, (NAME, edition.version): hashes}),
    }


def write_matter(matter: Matter) -> str:
    """Return a matter as Markdown: the question, each answer with its passages, and each pair.

    It has no words of the sources, which have versions of their own and may be left out of a copy.
    """
    lines = [f"## {matter.question.en} {{#{matter.id}}}", "", f"*{matter.question.de}*", ""]
    for siglum, answer in matter.answers.items():
        said = f"{answer.says.en} *{answer.says.de}*" if answer.says else ""
        if answer.silence:
            look = f" ({', '.join(answer.look)})" if answer.look else ""
            lines.append(f"- {siglum}: {answer.silence}{look}{f': {said}' if said else ''}")
        else:
            lines.append(f"- {siglum}: {said} [{', '.join(answer.refs)}]")
    lines.append("")
    for pair, found in matter.pairs.items():
        lines.append(f"- {pair}, {found.kind}" + (f": {found.says.en} *{found.says.de}*" if found.says else ""))
    return "\n".join(lines).rstrip() + "\n\n"


def rank_matter(matter: Matter) -> tuple[int, bool]:
    """Return a sort key by weight: which game it is, how it is played, what is paid, manners."""
    return get_args(MatterWeight).index(matter.weight), matter.certainty != "sure"


def list_answered(matters: Iterable[Located[Matter]], sigla: Iterable[str]) -> list[Matter]:
    """Return the matters that at least one of these sources answers."""
    wanted = tuple(sigla)
    records = (located.record for located in matters)
    return [matter for matter in records if not all(matter.answers[siglum].silence for siglum in wanted)]


def group_matters(matters: Iterable[Matter], topics: Topics) -> Iterator[tuple[Topic, list[Matter]]]:
    """Yield each topic with its matters, in the order of the topics; those of one topic keep their order."""
    names = list(topics.by_name)
    ordered = sorted(matters, key=lambda matter: names.index(matter.topic))
    for name, found in groupby(ordered, lambda matter: matter.topic):
        yield topics.by_name[name], list(found)


def load_matters(project: Project) -> dict[str, Located[Matter]]:
    """Read all matters by id, in the order of the files; raise `CodexError` for a malformed record."""
    found: dict[str, Located[Matter]] = {}
    for path in sorted((project.rules / FOLDER).glob("*.yaml")):
        if path.name == EDITION:
            continue
        for located in yamlio.load(path).located_records(project, Matter, "matter", "id"):
            if other := found.get(located.record.id):
                raise located.error(f"a second matter `{located.record.id}`", f"the first stands at {other.place}")
            found[located.record.id] = located
    return found


def collect_search_matters(matters: Iterable[Located[Matter]], sigla: Collection[str]) -> Iterator[SearchMatter]:
    """Yield a record to search for each matter, with the answers of these sources."""
    for matter in (located.record for located in matters):
        answers = (
            CardAnswer(
                siglum,
                answer.says.en if answer.says else "",
                answer.says.de if answer.says else "",
                answer.silence,
                tuple(dict.fromkeys([*answer.refs, *answer.look])),
            )
            for siglum, answer in matter.answers.items()
            if siglum in sigla
        )
        keys = dict.fromkeys(each.key for each in matter.evidence)
        question, advice = matter.question, matter.topic == ADVICE
        yield SearchMatter(matter.id, question.en, question.de, tuple(answers), tuple(keys), advice)


def find_matter(matters: Mapping[str, Located[Matter]], ident: str) -> Matter:
    """Return the matter with this id; raise `CodexError`, naming similar ids, for an unknown one."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

    if found := matters.get(ident):
        return found.record
    near = get_close_matches(ident, matters, 3, 0.4)
    raise CodexError(
        f"there is no matter `{ident}`", f"did you mean {list_or(near)}?" if near else "see `tarock compare`"
    )


def matter_problems(
    matters: Collection[Located[Matter]],
    editions: Mapping[str, Edition],
    tables: Mapping[str, EraTable],
    sources: Collection[str],
    comparer: Comparer | None = None,
) -> Iterator[Problem]:
    """Yield what is wrong in matters: passages, quotes, missing answers or pairs, contradictions, changed values.

    `sources` are those that were read for all matters; one whose text is left out of this copy is not compared.
    """
    statements = {statement.id: statement for table in tables.values() for statement in table}
    for located in matters:
        matter, place = located.record, located.place
        yield from _answer_problems(matter, place, editions, sources)
        yield from _pair_problems(matter, place, sources)
        yield from _evidence_problems(matter, place, statements)
        if comparer:
            yield from _value_problems(matter, place, statements, comparer)


def untold_problems(
    comparer: Comparer, matters: Collection[Located[Matter]], pairs: Collection[tuple[str, str]]
) -> Iterator[Problem]:
    """Yield the keys in which two sources are known to differ though no matter with this evidence says so.

    It is enough when the matter says that they may differ, or have different names for it.
    """
    told: dict[str, set[tuple[str, str]]] = {}
    for matter in (located.record for located in matters):
        differing = {pair for pair in pairs if matter.find_pair(*pair).kind in (*UNLIKE, "renamed", "open")}
        for each in matter.evidence:
            told.setdefault(each.key, set()).update(differing)
    for key in comparer.rules.topics:
        for pair in pairs:
            difference = comparer.compare(key, pair)
            if difference and difference.counted and pair not in told.get(key, ()):
                what = f"{' and '.join(pair)} are known to differ, but no matter with such evidence tells it"
                yield Problem("MATTER-UNTOLD", key, f"{what}; read the texts, then add the statements to a matter")


def _answer_problems(
    matter: Matter, place: str, editions: Mapping[str, Edition], sigla: Collection[str]
) -> Iterator[Problem]:
    for siglum in sorted({*sigla} - {*matter.answers}):
        yield Problem(
            "MATTER-ANSWER", place, f"{matter.id}: no answer of {siglum}; expected one, or its kind of silence"
        )
    for siglum, answer in matter.answers.items():
        if siglum not in sigla:
            yield Problem("MATTER-ANSWER", place, f"{matter.id}: {siglum} is not among `sources:` of {EDITION}")
        if bool(answer.silence) == bool(answer.supports):
            what = f"{matter.id}: {siglum} needs either the words that answer (`supports`) or a `silence`"
            yield Problem("MATTER-ANSWER", place, what)
        if not answer.silence and not answer.says:
            yield Problem("MATTER-ANSWER", place, f"{matter.id}: {siglum} answers without a sentence (`says`)")
        if not (edition := editions.get(siglum)):
            continue
        for support in answer.supports:
            heading = edition.headings.get(support.ref.partition(":")[2])
            if not (heading and support.quote in heading.text):
                yield from support_problems(support, matter.id, place, edition, "MATTER")
        for ref in answer.look:
            if not (ref.partition(":")[2] in edition.containers or not (fault := passage_error(edition, ref))):
                yield Problem("MATTER-REF", place, f"{matter.id}: {fault}")


def _pair_problems(matter: Matter, place: str, sigla: Collection[str]) -> Iterator[Problem]:
    speaking = [siglum for siglum in sigla if siglum in matter.answers and not matter.answers[siglum].silence]
    wanted = {f"{first}-{second}" for first, second in combinations(speaking, 2)}
    for pair in sorted(wanted - {*matter.pairs}):
        yield Problem("MATTER-PAIR", place, f"{matter.id}: both sources answer, but there is no pair {pair}")
    for pair in sorted({*matter.pairs} - wanted):
        yield Problem("MATTER-PAIR", place, f"{matter.id}: {pair} is no pair of sources that both answer")
    for pair, found in matter.pairs.items():
        if not found.says and found.kind != "same":
            yield Problem("MATTER-PAIR", place, f"{matter.id}: {pair} has no sentence (`says`)")
    for one, two, three in ((a, b, c) for a, b in combinations(speaking, 2) for c in speaking if c not in (a, b)):
        kinds = [matter.find_pair(*pair).kind for pair in ((one, two), (two, three), (one, three))]
        if kinds[0] == "same" and (kinds[1] in UNLIKE) != (kinds[2] in UNLIKE) and "open" not in kinds:
            what = f"{matter.id}: {one} and {two} are the same, but only one of them differs from {three}"
            yield Problem("MATTER-CONTRADICTION", place, what)


def _value_problems(
    matter: Matter, place: str, statements: Mapping[str, Statement], comparer: Comparer
) -> Iterator[Problem]:
    """Yield the keys in which the values of two sources differ, though the matter says that they agree."""
    keys: dict[str, set[str]] = {}
    for statement in (statements[each.statement] for each in matter.evidence if each.statement in statements):
        keys.setdefault(statement.key, set()).add(statement.siglum)
    for key, sigla in keys.items():
        for pair in combinations(sorted(sigla & matter.answers.keys()), 2):
            difference = comparer.compare(key, pair)
            if matter.find_pair(*pair).kind == "same" and difference and difference.kind == "differs":
                what = f"{' and '.join(pair)} are the same, but their values of {key} differ"
                yield Problem("MATTER-CONTRADICTION", place, f"{matter.id}: {what}")


def _evidence_problems(matter: Matter, place: str, statements: Mapping[str, Statement]) -> Iterator[Problem]:
    for each in matter.evidence:
        siglum = each.statement.partition("/")[0]
        statement = statements.get(each.statement)
        if statement is None:
            yield Problem("MATTER-EVIDENCE", place, f"{matter.id}: there is no statement {each.statement}")
        elif statement.value != each.value:
            what = f"{each.statement} was {each.value!r} when it was read and is {statement.value!r} now"
            yield Problem("MATTER-EVIDENCE", place, f"{matter.id}: {what}; read the texts again, then mend the value")
        if siglum in matter.answers and matter.answers[siglum].silence:
            what = f"{siglum} is silent ({matter.answers[siglum].silence}), but {each.statement} is its evidence"
            yield Problem("MATTER-EVIDENCE", place, f"{matter.id}: {what}")
