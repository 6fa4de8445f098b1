"""The codes of what the source leaves open of a finished game; those of a session stand with its settling."""

from __future__ import annotations

from enum import StrEnum


class Silence(StrEnum):
    """What the source leaves open of a finished game."""

    GAME_BESIDE_VOLAT = "game-beside-volat"
    SMALL_CONSULATION = "small-consulation"
    ROUNDING = "rounding"
    SILENT_ULTIMO = "silent-ultimo"
    SILENT_VOLAT = "silent-volat"
    GAME_AFTER_LOST_VOLAT = "game-after-lost-volat"
    STRUCK_FOR_REVOKE = "struck-for-revoke"
    STRUCK_THOUGH_LOST = "struck-though-lost"
    REVOKE_AGAINST_VOLAT = "revoke-against-volat"
    REVOKE_ALONE = "revoke-alone"
    REVOKE_EXTRA_PLAYER = "revoke-extra-player"
    REVOKE_FRIENDS = "revoke-friends"
