"""Tarock Codex: four German rule texts of Tarock as a citable edition, a rulebook as data and a proof.

`import tarock` is for programs; what `__all__` names stays. Each is imported when it is first asked for, so that
commands start quickly; so is `__version__`, which git may know. `__init__.pyi` has their types.
"""

from pkgutil import resolve_name
from typing import Any

_FROM = {
    "Alteration": "tarock.rules.ruleset:Alteration",
    "Announcement": "tarock.game.koenigrufen_1840.record:Announcement",
    "AnswerCard": "tarock.corpus.search:AnswerCard",
    "Bid": "tarock.game.koenigrufen_1840.record:Bid",
    "Card": "tarock.game.common.cards:Card",
    "CardAnswer": "tarock.corpus.search_data:CardAnswer",
    "ClaimResult": "tarock.claims.ledger:ClaimJson",
    "Codex": "tarock.library:CodexLibrary",
    "CompletedGame": "tarock.game.completed_1945:CompletedGame",
    "CorePlayer": "tarock.analysis.players:CorePlayer",
    "DealtTaroc": "tarock.game.taroc_1754.dealt_game:DealtTaroc",
    "Error": "tarock.base.errors:CodexError",
    "Event": "tarock.game.common.play:Event",
    "Game": "tarock.game.koenigrufen_1840.record:Game",
    "GameEngine": "tarock.game.common.play:GameEngine",
    "GameValues": "tarock.analysis.annotation:GameValues",
    "HandResult": "tarock.analysis.hands:HandJson",
    "Hit": "tarock.corpus.search:Hit",
    "Level": "tarock.game.koenigrufen_1840.model_games:Level",
    "Matter": "tarock.rules.matters:Matter",
    "Options": "tarock.game.koenigrufen_1840.state:Options",
    "Passage": "tarock.corpus.references:ShownPassage",
    "Phase": "tarock.game.koenigrufen_1840.play_tables:Phase",
    "PlayedResult": "tarock.robustness.analysis:PlayedJson",
    "PlayerView": "tarock.game.koenigrufen_1840.state:PlayerView",
    "Replay": "tarock.replay.games:ReplayJson",
    "Row": "tarock.rules.compare:Row",
    "RuleReference": "tarock.game.common.play:RuleReference",
    "SeatRole": "tarock.game.koenigrufen_1840.vocabulary:SeatRole",
    "SettledGame": "tarock.game.koenigrufen_1840.replay:Replay",
    "Settlement": "tarock.robustness.analysis:Settlement",
    "SimplePlayer": "tarock.analysis.simple_player:SimplePlayer",
    "State": "tarock.game.koenigrufen_1840.state:State",
    "Statement": "tarock.rules.tables:Statement",
    "TableState": "tarock.game.common.play:TableState",
    "TarokhombreGame": "tarock.game.tarokhombre_1863.record:TarokhombreGame",
    "Task": "tarock.analysis.tasks:Task",
    "Verification": "tarock.corpus.verify.records:Verification",
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
