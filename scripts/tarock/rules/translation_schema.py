"""The JSON Schemas of the translation files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.translation.correspondence import NotationData, NumberData
from tarock.corpus.translation.records import File, Imprint
from tarock.rules.schema import dump_schema, record_schema

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.base.project import Project

_KINDS = {
    "translation": (File, "English of a source"),
    "translation-imprint": (Imprint, "What a translation is cited as"),
    "translation-notation": (NotationData, "Notation in another language"),
    "translation-numbers": (NumberData, "Number words of a translation"),
}


def translation_schema_files(project: Project) -> dict[Path, str]:
    """The schema files with their text."""
    folder = project.rules / "schema"
    return {
        folder / f"{name}.schema.json": dump_schema(record_schema(kind, title))
        for name, (kind, title) in _KINDS.items()
    }
