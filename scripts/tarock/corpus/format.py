"""The version of the format of the data: one number for all files under `corpus/` and `rules_data/`.

`contributing/format.md` says when it is raised, and what a migration is.
"""

from __future__ import annotations

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.base.structs import Record

FILE = "format.yaml"
FORMAT = 1  # the highest that this program reads


class DataFormat(Record):
    """The file `corpus/format.yaml`."""

    format: int


def require_format(project: Project) -> None:
    """Raise `CodexError` unless the data have the format number that this program reads; without a number it is 1."""
    path = project.corpus / FILE
    if not path.is_file():
        return
    document = yamlio.load(path)
    found = document.convert(DataFormat, document.data).format
    if found > FORMAT:
        what = f"the data have format {found}, and this program reads format {FORMAT}"
        raise document.error(what, "expected a newer Tarock Codex", "format")
    if found < FORMAT:
        what = f"the data have format {found}, and this program reads format {FORMAT}"
        raise document.error(what, "migrate them as contributing/format.md says", "format")
