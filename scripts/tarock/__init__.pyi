"""The types of what `import tarock` offers."""

from tarock.base.errors import CodexError as Error
from tarock.claims.ledger import ClaimJson as ClaimResult
from tarock.corpus.references import ShownPassage as Passage
from tarock.corpus.search import AnswerCard as AnswerCard
from tarock.corpus.search import Hit as Hit
from tarock.corpus.search_data import CardAnswer as CardAnswer
from tarock.game.koenigrufen_1840.record import Game as Game
from tarock.game.koenigrufen_1840.state import Options as Options
from tarock.game.koenigrufen_1840.state import State as State
from tarock.library import CodexLibrary as Codex
from tarock.library import open_codex as open
from tarock.replay.games import ReplayJson as Replay
from tarock.robustness.analysis import Settlement as Settlement
from tarock.rules.compare import Row as Row
from tarock.rules.ruleset import Alteration as Alteration
from tarock.rules.tables import Statement as Statement

__version__: str
__all__ = (
    "Alteration",
    "AnswerCard",
    "CardAnswer",
    "ClaimResult",
    "Codex",
    "Error",
    "Game",
    "Hit",
    "Options",
    "Passage",
    "Replay",
    "Row",
    "Settlement",
    "State",
    "Statement",
    "open",
)
