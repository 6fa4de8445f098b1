"""Impact of a new edition of a text.

Found are the quotes, claims, games, English and sentences set aside that depend on a changed passage, and what else of
its source the check finds wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from tarock.base.errors import CheckFailed
from tarock.base.structs import Frozen
from tarock.base.yamlio import Located
from tarock.checks.check import check
from tarock.checks.inventory import file_problems
from tarock.codex import ComputedCodex
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Edition
from tarock.corpus.locks import Lock, version_key
from tarock.corpus.versions import WHOLE_FILE, load_lock, read_locked
from tarock.rules.accounting import set_aside_by_passage
from tarock.rules.tables import SetAside


class Dependent(Frozen):
    """Something that rests on a passage, such as a rule value or its English, and what the check finds wrong."""

    kind: str
    name: str
    place: str
    problems: tuple[Problem, ...]


How = Literal["changed", "new", "named", "gone"]


class ChangedPassage(Frozen):
    """A passage or heading, how it differs since which edition, and what rests on it.

    Its words `changed`, or are `new`; or they are the same and it is `named`: it has an id now. Or it is `gone`, with
    its id.
    """

    ref: str
    since: str
    how: How
    dependents: tuple[Dependent, ...]


def find_raised(codex: ComputedCodex) -> list[str]:
    """Return the sources whose edition is not published yet, or whose text differs from the published one."""
    lock = load_lock(codex.project)
    return [edition.siglum for edition in codex.corpus.editions() if _is_raised(lock, edition)]


def _is_raised(lock: Lock, edition: Edition) -> bool:
    kept = lock.get((edition.siglum, edition.source.edition))
    now = {ident: unit.hash for ident, unit in edition.units.items()}
    return kept is None or now != {ident: digest for ident, digest in kept.items() if ident != WHOLE_FILE}


def find_affected(codex: ComputedCodex, sigla: list[str]) -> tuple[list[ChangedPassage], list[Problem]]:
    """Return the passages that the last edition of the sources changes, in reading order, and other problems.

    The last edition is the one before the current, or the current as it was locked if its text has changed since. Other
    problems are those of the sources that belong to no such passage.
    Raises `CheckFailed` while a file is missing or read by nobody: nothing that depends on these can be checked.
    """
    for problem in file_problems(codex.corpus):
        raise CheckFailed(str(problem), "mend that first; nothing was checked")
    lock = load_lock(codex.project)
    problems = check(codex, built=False).problems
    found = []
    for edition in map(codex.corpus.edition, dict.fromkeys(sigla)):
        since, before = _load_last(lock, edition)
        changed = [unit for unit in edition.units.values() if before and before.get(unit.ident) != unit.hash]
        kept = read_locked(codex.project, edition, since, before) if changed else ()
        unnamed = {unit.hash for unit in kept if not unit.ident}
        aside = set_aside_by_passage(codex.tables[edition.siglum], edition)
        for unit in changed:
            how: How = "changed" if unit.ident in before else "named" if unit.hash in unnamed else "new"
            edited = since if how == "changed" else edition.source.edition
            resting = _find_dependents(codex, edition, unit.ident, aside.get(unit.ident, ()), problems)
            found.append(ChangedPassage(unit.ref, edited, how, tuple(resting)))
        for ident in before:
            if ident not in edition.units and ident != WHOLE_FILE:
                resting = _find_dependents(codex, edition, ident, (), problems)
                found.append(ChangedPassage(f"{edition.siglum}:{ident}", since, "gone", tuple(resting)))
    listed = {problem for passage in found for each in passage.dependents for problem in each.problems}
    of_them = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, sigla))})(?![A-Za-z0-9])") if sigla else None
    return found, [each for each in problems if each not in listed and of_them and of_them.search(str(each))]


def _load_last(lock: Lock, edition: Edition) -> tuple[str, dict[str, str]]:
    """Return the version of an edition that is locked last, with the hash of each of its ids."""
    current = edition.source.edition
    kept = {version: hashes for (siglum, version), hashes in lock.items() if siglum == edition.siglum}
    if current in kept and _is_raised(lock, edition):
        return current, kept[current]
    earlier = [version for version in kept if version != current]
    if not earlier:
        return current, {}
    last = max(earlier, key=version_key)
    return last, kept[last]


def _find_dependents(
    codex: ComputedCodex, edition: Edition, ident: str, aside: Iterable[Located[SetAside]], problems: list[Problem]
) -> Iterator[Dependent]:
    """Yield the rules, claims, games and other records that rest on a passage, with their problems."""
    ref, resting = f"{edition.siglum}:{ident}", []
    for statement in codex.tables[edition.siglum].by_passage.get(ref, ()):
        resting.append(("rule", statement.ident, f"{statement.file}:{statement.line}"))
    for located in codex.claims:
        if any(support.ref == ref for support in located.record.supports):
            resting.append(("claim", located.record.id, located.place))
    for report in codex.game_reports:
        if ref.startswith(f"{report.ref}."):
            resting.append(("game", report.name, report.ref))
    if translation := codex.translations.get(edition.siglum):
        article = translation.article(ident)
        if english := translation.units.get(article):
            resting.append(("translation", f"{edition.siglum}:{article}", english.place))
    resting += [("set aside", each.record.sentences, each.place) for each in aside]
    for kind, name, place in resting:
        mine = (p for p in problems if (p.ref.startswith(f"{name} as ") if kind == "game" else p.ref == place))
        yield Dependent(kind, name, place, tuple(mine))
