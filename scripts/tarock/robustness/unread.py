"""The values that nothing in the engine reads, each with the reason (`rules_data/unread.yaml`).

A value is read if a claim or a model game read it when the evidence was measured, or if it is read to make an engine of
the rules, or in a game by them from the deal to the sheet.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.structs import Record, Words
from tarock.game.eras import find_era
from tarock.robustness.coverage import StatementEvidence
from tarock.rules.ruleset import Rules
from tarock.rules.tables import EraTable, Statement
from tarock.rules.topics import KeyDefinition

GAMES = 20  # played at random to see what is read


class UnreadReason(Record, kw_only=True):
    """Why values are not read: those of some types, and of keys named whole, by their beginning or by their topic."""

    says: Words
    keys: tuple[Words, ...]
    types: tuple[Words, ...] = ()

    def fit(self, key: str, entry: KeyDefinition) -> int:
        """Return how closely the reason fits a key, 0 where it does not."""
        if entry.type in self.types:
            return len(key) + 1
        return max((len(name) for name in self.keys if key == name or key.startswith(f"{name}.")), default=0)


def load_unread_reasons(project: Project, keys: Iterable[str]) -> tuple[UnreadReason, ...]:
    """Return the reasons; raise `CodexError` for a malformed file, and for a name that is the beginning of no key."""
    document = yamlio.load(project.rules / "unread.yaml")
    reasons = document.convert(tuple[UnreadReason, ...], document.data)
    known = tuple(keys)
    for number, reason in enumerate(reasons):
        for place, name in enumerate(reason.keys):
            if not any(key == name or key.startswith(f"{name}.") for key in known):
                raise document.error(f"no key is or begins with `{name}`", "remove it", number, "keys", place)
    return reasons


def find_reason(reasons: Sequence[UnreadReason], statement: Statement) -> UnreadReason:
    """Return the reason that fits a statement best; raise `CodexError` where none does."""
    best = max(reasons, key=lambda reason: reason.fit(statement.key, statement.entry))
    if not best.fit(statement.key, statement.entry):
        raise CodexError(
            f"nothing in the engine reads `{statement.ident}` of {statement.siglum}",
            "expected a reason in rules_data/unread.yaml",
        )
    return best


def list_unread(table: EraTable, evidence: Iterable[StatementEvidence]) -> list[Statement]:
    """Return the statements of a source that hold and that nothing in the engine reads, in their order."""
    read = {each.statement.ident for each in evidence if each.read_by and each.statement.siglum == table.siglum}
    read |= _list_played(Rules(table))
    return [each for each in table if table.effective.get(each.ident) is each and each.ident not in read]


def _list_played(rules: Rules) -> frozenset[str]:
    """Return what is read to make an engine of these rules and to play with it; nothing of games that only settle."""
    try:
        kind = find_era(rules.era).load_engine()
    except CodexError:
        return frozenset()
    chance = random.Random(0)
    plain = kind.of(rules)
    flags = [name for name in structs.fields(plain.options) if name.type is bool] if plain.options else []
    for options in ({}, *({flag.name: True} for flag in flags)):
        try:
            engine = kind.of(rules, structs.replace(plain.options, **options))
        except CodexError:  # these rules refuse what the option chooses
            continue
        for _game in range(GAMES):
            state = engine.new_state(chance.randrange(engine.players))
            while not state.is_terminal() and len(state.history()) < len(engine.cards) + engine.max_game_length:
                state.apply_action(chance.choice(state.legal_actions()))
            state.returns()
    return frozenset(rules.reads)
