"""What the overview of the rules shows: families of games, and the matters that they can be compared in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.base import yamlio
from tarock.base.structs import Siglum, Words

if TYPE_CHECKING:
    from tarock.base.project import Project

FILE = "overview.yaml"


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sources that describe one kind of game, which stand side by side."""

    title: Words
    sources: tuple[Siglum, ...]


class Headline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the overview: a key, or those of its answers that hold in `when`; `basis` says what is compared."""

    title: Words
    key: Words
    when: dict[str, str | bool | int] = {}
    basis: str = ""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lines on one matter."""

    title: Words
    lines: tuple[Headline, ...]


class Overview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page shows: `rules_data/overview.yaml`."""

    families: tuple[Family, ...]
    groups: tuple[Group, ...]


def load_overview(project: Project) -> Overview:
    """What the page shows; raises `CodexError` for a malformed file."""
    document = yamlio.load(project.rules / FILE)
    return document.convert(Overview, document.data)
