"""Score files: reading one, settling it by its era, and the JSON Schemas of all kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tarock import yamlio
from tarock.errors import CodexError
from tarock.game.koenigrufen_1840 import session as session_1840
from tarock.game.reform_1945 import settlement as reform_1945
from tarock.game.taroc_1754 import settlement as tarock_1754
from tarock.game.tarokhombre_1863 import settlement as tarokhombre_1863
from tarock.rules.ruleset import Rules
from tarock.rules.schema import dump_schema
from tarock.rules.tables import load_table
from tarock.rules.topics import load_topics

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tarock.game.common.ledger import Settled
    from tarock.game.common.records import Header
    from tarock.project import Project
    from tarock.yamlio import Document

_Settle = Any  # each era's own record makes the functions differ in their first argument
_KINDS: dict[str, tuple[type[Header], _Settle]] = {
    "1754": (tarock_1754.ScoreFile, tarock_1754.settle_file),
    "1840": (session_1840.ScoreFile, session_1840.settle_file),
    "1863": (tarokhombre_1863.ScoreFile, tarokhombre_1863.settle_file),
    "1945": (reform_1945.ScoreFile, reform_1945.settle_file),
}
ERAS = tuple(_KINDS)


def score_file(project: Project, era: str, path: Path) -> Settled:
    """Settle the finished game or session in the file at `path` by the rules of `era`.

    Raises `CodexError` with file and line for an era without scoring and for anything in the file that
    cannot be read or that contradicts itself or the rules.
    """
    if era not in _KINDS:
        raise CodexError(f"no score files of era `{era}`", f"expected one of {', '.join(_KINDS)}")
    return score_document(yamlio.load(path), era, Rules(load_table(project, era, load_topics(project))))


def score_document(document: Document, era: str, rules: Rules) -> Settled:
    """Like `score_file`, from a document and rules already read."""
    kind, settle_file = _KINDS[era]
    if not isinstance(document.data, dict):
        raise document.error("no score file", "expected a mapping with `era:` and `seats:`; see corpus/examples")
    stated = document.data.get("era")
    if stated is not None and stated != era:
        text = f"the number {stated}" if isinstance(stated, int) else f"`{stated}`"
        raise document.error(f"the file's era is {text}", f'expected "{era}", in quotes', "era")
    settler: Callable[[Header, Document, Rules], Settled] = settle_file
    return settler(document.convert(kind, document.data), document, rules)


def score_schema_files(project: Project) -> dict[Path, str]:
    """The JSON Schemas of the score files, `rules_data/schema/score-ERA.schema.json`, with their text."""
    folder = project.rules / "schema"
    files = {}
    for era, (kind, _) in _KINDS.items():
        schema = msgspec.json.schema(kind)
        definition = schema["$defs"][schema["$ref"].rpartition("/")[2]]
        definition["properties"]["era"] = {"const": era}
        whole = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"Score file of {era}",
            **schema,
        }
        files[folder / f"score-{era}.schema.json"] = dump_schema(whole)
    return files
