"""Tarock Codex: four German rule texts of Tarock as a citable edition, a rulebook as data and a proof.

`import tarock` is for programs; what `__all__` names stays. Each is imported when it is first asked for, so that
commands start quickly; so is `__version__`, which git may know. `__init__.pyi` has their types.
"""

from pkgutil import resolve_name
from typing import Any

_FROM = {
    "Alteration": "tarock.rules.ruleset:Alteration",
    "ClaimResult": "tarock.claims.ledger:ClaimJson",
    "Codex": "tarock.library:CodexLibrary",
    "Error": "tarock.base.errors:CodexError",
    "Game": "tarock.game.koenigrufen_1840.record:Game",
    "AnswerCard": "tarock.corpus.search:AnswerCard",
    "CardAnswer": "tarock.corpus.search_data:CardAnswer",
    "Hit": "tarock.corpus.search:Hit",
    "Options": "tarock.game.koenigrufen_1840.state:Options",
    "Passage": "tarock.corpus.references:ShownPassage",
    "Replay": "tarock.replay.games:ReplayJson",
    "Row": "tarock.rules.compare:Row",
    "Settlement": "tarock.robustness.analysis:Settlement",
    "State": "tarock.game.koenigrufen_1840.state:State",
    "Statement": "tarock.rules.tables:Statement",
    "open": "tarock.library:open_codex",
}
__all__ = tuple(_FROM)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        found = globals()[name] = resolve_name("tarock.corpus.stamp:find_software_stamp")().version
        return found
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = resolve_name(_FROM[name])
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
