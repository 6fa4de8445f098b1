"""The types of what `import tarock` offers."""

from tarock.analysis.annotation import GameValues as GameValues
from tarock.analysis.hands import HandJson as HandResult
from tarock.analysis.players import CorePlayer as CorePlayer
from tarock.analysis.simple_player import SimplePlayer as SimplePlayer
from tarock.analysis.tasks import Task as Task
from tarock.base.errors import CodexError as Error
from tarock.claims.ledger import ClaimJson as ClaimResult
from tarock.corpus.references import ShownPassage as Passage
from tarock.corpus.search import AnswerCard as AnswerCard
from tarock.corpus.search import Hit as Hit
from tarock.corpus.search_data import CardAnswer as CardAnswer
from tarock.corpus.verify.records import Verification as Verification
from tarock.game.common.cards import Card as Card
from tarock.game.common.play import Event as Event
from tarock.game.common.play import GameEngine as GameEngine
from tarock.game.common.play import RuleReference as RuleReference
from tarock.game.common.play import TableState as TableState
from tarock.game.completed_1945 import CompletedGame as CompletedGame
from tarock.game.koenigrufen_1840.model_games import Level as Level
from tarock.game.koenigrufen_1840.play_tables import Phase as Phase
from tarock.game.koenigrufen_1840.record import Announcement as Announcement
from tarock.game.koenigrufen_1840.record import Bid as Bid
from tarock.game.koenigrufen_1840.record import Game as Game
from tarock.game.koenigrufen_1840.replay import Replay as SettledGame
from tarock.game.koenigrufen_1840.state import Options as Options
from tarock.game.koenigrufen_1840.state import PlayerView as PlayerView
from tarock.game.koenigrufen_1840.state import State as State
from tarock.game.koenigrufen_1840.vocabulary import SeatRole as SeatRole
from tarock.game.taroc_1754.dealt_game import DealtTaroc as DealtTaroc
from tarock.game.tarokhombre_1863.record import TarokhombreGame as TarokhombreGame
from tarock.library import CodexLibrary as Codex
from tarock.library import open_codex as open
from tarock.replay.games import ReplayJson as Replay
from tarock.robustness.analysis import PlayedJson as PlayedResult
from tarock.robustness.analysis import Settlement as Settlement
from tarock.rules.compare import Row as Row
from tarock.rules.matters import Matter as Matter
from tarock.rules.ruleset import Alteration as Alteration
from tarock.rules.tables import Statement as Statement

__version__: str
__all__ = (
    "Alteration",
    "Announcement",
    "AnswerCard",
    "Bid",
    "Card",
    "CardAnswer",
    "ClaimResult",
    "Codex",
    "CompletedGame",
    "CorePlayer",
    "DealtTaroc",
    "Error",
    "Event",
    "Game",
    "GameEngine",
    "GameValues",
    "HandResult",
    "Hit",
    "Level",
    "Matter",
    "Options",
    "Passage",
    "Phase",
    "PlayedResult",
    "PlayerView",
    "Replay",
    "Row",
    "RuleReference",
    "SeatRole",
    "SettledGame",
    "Settlement",
    "SimplePlayer",
    "State",
    "Statement",
    "TableState",
    "TarokhombreGame",
    "Task",
    "Verification",
    "open",
)
