"""What a new edition of a text touches: the quotes, claims, games and English that rest on a changed passage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tarock.base.errors import CheckFailed
from tarock.base.structs import Value
from tarock.corpus.versions import load_lock, read_locked, version_order
from tarock.proof.check import check
from tarock.proof.inventory import file_problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.checks import Problem
    from tarock.corpus.editions import Edition
    from tarock.corpus.versions import Lock
    from tarock.proof.codex import Codex


class Dependent(Value):
    """Something that rests on a passage: a rule value, claim, game or its English, and what the check finds wrong."""

    kind: str
    name: str
    place: str
    problems: tuple[Problem, ...]


How = Literal["changed", "new", "named"]


class Changed(Value):
    """A passage or heading, how it differs since which edition, and what rests on it.

    Its words `changed`, or are `new`; or they are the same and it is `named`: it has an id now.
    """

    ref: str
    since: str
    how: How
    dependents: tuple[Dependent, ...]


def changed_passages(codex: Codex, sigla: list[str]) -> list[Changed]:
    """The passages of the given sources that are other, or have no id, in their last edition, in reading order.

    The last edition is the one before the current, or the current as it was locked if its text is another by now.
    Raises `CheckFailed` while a file is missing or read by nobody: then nothing of what rests on them is checked.
    """
    for problem in file_problems(codex.corpus):
        raise CheckFailed(str(problem), "expected that first; nothing was checked")
    lock = load_lock(codex.project)
    problems = check(codex).problems
    found = []
    for edition in map(codex.corpus.edition, dict.fromkeys(sigla)):
        since, before = _last(lock, edition)
        changed = [unit for unit in edition.units.values() if before and before.get(unit.ident) != unit.hash]
        kept = read_locked(codex.project, edition, since, before) if changed else ()
        unnamed = {unit.hash for unit in kept if not unit.ident}
        for unit in changed:
            how: How = "changed" if unit.ident in before else "named" if unit.hash in unnamed else "new"
            edited = since if how == "changed" else edition.source.edition
            found.append(Changed(unit.ref, edited, how, tuple(_dependents(codex, edition, unit.ident, problems))))
    return found


def _last(lock: Lock, edition: Edition) -> tuple[str, dict[str, str]]:
    current = edition.source.edition
    kept = {version: hashes for (siglum, version), hashes in lock.items() if siglum == edition.siglum}
    if current in kept and any(kept[current].get(ident) != unit.hash for ident, unit in edition.units.items()):
        return current, kept[current]
    earlier = [version for version in kept if version != current]
    if not earlier:
        return current, {}
    last = max(earlier, key=version_order)
    return last, kept[last]


def _dependents(codex: Codex, edition: Edition, ident: str, problems: list[Problem]) -> Iterator[Dependent]:
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
    for kind, name, place in resting:
        mine = (p for p in problems if (p.ref.startswith(f"{name} as ") if kind == "game" else p.ref == place))
        yield Dependent(kind, name, place, tuple(mine))
