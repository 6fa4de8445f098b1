"""Results of earlier runs that hold still: kept on disk, each with the rules that it depends on.

After a change of one rule value only what depends on it is computed again. It is known by keys which rules a result has
read; of each key the digest has all that the source states under it, so that a further case counts as a change too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tarock.base.cache import Cache
from tarock.base.digests import digest
from tarock.base.session import Computed, Presence
from tarock.base.structs import Record
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.replay.context import Basis, Context, Read, values_read, values_read_directly
from tarock.rules.cases import key_of_name
from tarock.rules.ruleset import ReadingChoice, Value


class KeptResult(Record):
    """A result as JSON has it, the keys that it depends on, by era, and the digest of all that it comes from.

    `reads` are the rule values that it read, and `read_directly` those that a claim function read itself.
    """

    keys: tuple[Read, ...]
    digest: str
    value: Any
    reads: tuple[Read, ...]
    read_directly: tuple[Read, ...]


def keep_results(
    stored: Cache,
    name: str,
    files: tuple[str, ...],
    context: Context,
    wanted: Mapping[str, tuple[object, Callable[[Context], Any]]],
) -> dict[str, KeptResult]:
    """Return the results of functions of the context by their names, those of earlier runs where they hold still.

    Beside each function stands what it is made from apart from the context. `files` are all files that results depend
    on but those of the rule values.
    """

    @cache
    def digest_key(era: str, key: str) -> str:
        stated = context.tables[era].statements.get(key, ())
        return digest([(each.id, each.value, each.grade, each.ref, each.unit, each.other_reading) for each in stated])

    def digest_of(identity: object, keys: tuple[Read, ...]) -> str:
        return digest([identity, [(era, key, digest_key(era, key)) for era, key in keys]])

    known = stored.get(name, files, dict[str, KeptResult]) or {}
    found: dict[str, KeptResult] = {}
    for ident, (identity, function) in wanted.items():
        kept = known.get(ident)
        if kept is None or kept.digest != digest_of(identity, kept.keys):
            made = context.track(function)
            keys = _list_keys(made, context)
            kept = KeptResult(
                keys=keys,
                digest=digest_of(identity, keys),
                value=made.unwrap(),
                reads=tuple(sorted(values_read(made))),
                read_directly=tuple(sorted(values_read_directly(made))),
            )
        found[ident] = kept
    if found != known:
        stored.put(name, files, found)
    return found


def _list_keys(made: Computed, context: Context) -> tuple[Read, ...]:
    """Return the keys of the rules that a result depends on, by era; on all where it comes from committed results."""
    names = (each.input if isinstance(each, Presence) else each for each in made.reads)
    keys = {(each.era, key_of_name(each.name)) for each in names if isinstance(each, Value | ReadingChoice)}
    if Basis() in made.reads:
        keys |= {(ERA, key) for key in context.tables[ERA].statements}
    return tuple(sorted(keys))
