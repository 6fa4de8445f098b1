"""The context of claim functions: rules that mark what a claim reads itself, beside those of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.claims.expectation import ExpectationReader
from tarock.game.common.cards import Pack
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.replay.context import Context
from tarock.rules.ruleset import RuleReader


class ClaimRules(RuleReader):
    """The rules as a claim function reads them itself; the engine takes others, `ClaimContext.engine`."""


class ClaimContext:
    """The context of a claim function."""

    def __init__(self, engine: Context):
        self.engine = engine

    def rules(self, era: str = ERA) -> ClaimRules:
        """Return the rules of an era, by which what is read counts as read by the claim itself."""
        return ClaimRules(self.engine.tables[era], self.engine.marking)

    def pack(self, era: str = ERA) -> Pack:
        """Return the engine's pack of an era."""
        return self.engine.pack(era)

    def law(self) -> TrickLaw:
        """Return the engine's rules of 1840 on which cards may be played and who takes a trick."""
        return self.engine.law()

    def scene(self, name: str) -> dict[str, Any]:
        """Return a finished game of `rules_data/scenes.yaml` as the fields of a score file.

        Raises `CodexError` where there is no such scene.
        """
        scenes = self.engine.get(_load_scenes)
        if name not in scenes:
            raise CodexError(f"unknown scene `{name}`", f"expected one of {', '.join(scenes)}")
        return scenes[name]


def load_expectations(context: Context) -> ExpectationReader:
    """Return the reader that finds in a source's words what its claims expect."""
    return context.get(_load_expectations)


def _load_expectations(context: Context) -> ExpectationReader:
    return ExpectationReader(context.corpus.project.rules / "claim_words.yaml", context.files.numbers)


def _load_scenes(context: Context) -> Mapping[str, dict[str, Any]]:
    document = yamlio.load(context.corpus.project.rules / "scenes.yaml")
    return MappingProxyType(document.convert(dict[str, dict[str, Any]], document.data))
