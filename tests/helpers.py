"""Changing a copy of the project the way a person would, with an editor."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from unicodedata import normalize

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks.check import check
from tarock.checks.report import Report
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.corpus.references import Selection
from tarock.corpus.sources import load_sources
from tarock.corpus.verify.reading import decoded
from tarock.corpus.versions import resolve_reference
from tarock.rules.checks import era_table_problems


def unpacked(script: str) -> Any:
    """The data of a script that the search loads, read as the search reads them: JSON, packed with deflate in parts."""
    parts = json.loads(script.partition(" = ")[2].removesuffix(";\n"))
    read = [json.loads(zlib.decompress(base64.b64decode(part))) for part in parts]
    return {name: value for part in read for name, value in part.items()}


def replace_once(path: Path, old: str, new: str) -> int:
    """Replace the only occurrence of `old`; returns the number of the line where it stood."""
    text = path.read_bytes().decode("utf-8")
    assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times in {path.name}"
    path.write_bytes(text.replace(old, new).encode("utf-8"))
    return text.count("\n", 0, text.index(old)) + 1


def like(computed: ComputedCodex, project: Project) -> ComputedCodex:
    """The codex of a copy of the project in which nothing that is computed has changed: it is taken over.

    What is noted is not: a copy has its own files and its own notes.
    """
    copy = ComputedCodex(project)
    taken = {
        name: value
        for name, value in vars(computed).items()
        if name not in vars(copy) and name not in ("cache", "publication")
    }
    copy.__dict__.update(taken)
    return copy


def reported(project: Project) -> Report:
    """What `tarock check` finds, as records; how far each result stands, which `--json` tells too, is not computed."""
    return check(ComputedCodex(project))


def table_problems(project: Project, siglum: str) -> list[str]:
    """What `tarock check` finds in the table of one source."""
    codex = ComputedCodex(project)
    return list(map(str, era_table_problems(codex.tables[siglum], codex.corpus.edition(siglum), codex.numbers)))


def resolve(corpus: Corpus, reference: str) -> Selection:
    """What a reference names, in the edition that it asks for."""
    return resolve_reference(corpus, reference)[0]


def raised(version: str) -> str:
    """The next version after `1.2.0`: `1.3.0`."""
    major, minor, _ = version.split(".")
    return f"{major}.{int(minor) + 1}.0"


def sources_file(project: Project) -> Path:
    return project.sources / "sources.yaml"


def retouch(project: Project, siglum: str, old: str, new: str) -> int:
    """Change a transcript, and its recorded hash and length with it; returns the line of the change."""
    path = project.sources / f"{siglum}.txt"
    before, text = hashlib.sha256(path.read_bytes()).hexdigest(), path.read_bytes().decode("utf-8")
    line = replace_once(path, old, new)
    replace_once(sources_file(project), before, hashlib.sha256(path.read_bytes()).hexdigest())
    for found in load_sources(project)[siglum].found_at:
        length = f"    of: {found.of}\n    sha256: {found.sha256}"
        replace_once(
            sources_file(project), length, length.replace(str(len(text)), str(len(text) - len(old) + len(new)))
        )
    return line


def emend(project: Project, passage: str, lemma: str, reading: str, kind: str = "misprint", extra: str = "") -> int:
    """Append an emendation to its file; returns the line where the record begins."""
    path = project.corpus / "emendations" / f"{passage.partition(':')[0]}.yaml"
    text = path.read_text(encoding="utf-8").replace("\n[]", "")
    if not text.endswith("\n"):
        text += "\n"
    record = (
        f'- passage: "{passage}"\n  lemma: "{lemma}"\n  reading: "{reading}"\n  kind: {kind}\n'
        f"  certainty: certain\n  reason: made up\n  evidence: made up\n{extra}"
    )
    path.write_text(text + record, encoding="utf-8")
    return text.count("\n") + 1


def step_version(project: Project, siglum: str, version: str, *, changelog: bool, date: bool = True) -> None:
    """Give a source another `edition:`, with or without its date and a line in the changelog."""
    path = sources_file(project)
    head, mark, tail = path.read_text(encoding="utf-8").partition(f'"{siglum}":\n')
    assert mark
    tail = re.sub(r"edition: [0-9.]+", f"edition: {version}", tail, count=1)
    if date:
        tail = tail.replace("dates: {", f"dates: {{{version}: 2026-12-24, ", 1)
    path.write_text(head + mark + tail, encoding="utf-8")
    if changelog:
        with project.changelog.open("a", encoding="utf-8") as stream:
            stream.write(f"\n- {siglum} edition {version}: a made-up second edition.\n")


def leftovers(folder: Path) -> list[Path]:
    """Temporary files that writing left behind."""
    return [path for path in folder.rglob(".*") if path.is_file()]


def scalars(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to each scalar of plain data."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return [way for key, inner in items for way in scalars(inner, (*path, key))]
    return [path]


def altered(value: Any, path: tuple[Any, ...]) -> Any:
    """The data with another scalar of the same type at the end of a way."""
    if not path:
        return not value if isinstance(value, bool) else value + 1 if isinstance(value, int | float) else f"{value}0"
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = altered(value[path[0]], path[1:])
    return copy


def write_lock(path: Path, text: str) -> None:
    """Write a lock whose lines are others, with the digest of these."""
    lines = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    path.write_text(f"# content {hashlib.sha256(lines.encode()).hexdigest()}\n{lines}", encoding="utf-8")


_QUOTED = re.compile(r"`([^`]+)`|“([^”]+)”|„([^“]+)“|(?<![\w’'])'([^']+)'(?!\w)")
_OURS = re.compile(r"(?:missing required field|expected|got) `[^`]*`|\(choose from .*\)")  # what msgspec asks for
_OF_DATA = ("build", "check")  # commands that speak of the data, not of what somebody types


def list_invented(error: CodexError, arguments: Sequence[str]) -> list[str]:
    """Return what a refusal quotes as the user's that stands neither in the arguments nor in a file that was read.

    A refusal of data names their file, which the user did not, and quotes that. What is `expected` may quote anything:
    suggestions stand there. Of the path to a value each part is looked for.
    """
    if not arguments or arguments[0] in _OF_DATA:
        return []
    stdin = getattr(sys.stdin, "buffer", sys.stdin)  # of a test that types there
    read = [*arguments, str(error.file), str(getattr(stdin, "getvalue", str)())]
    for name in {Path(each) for each in (*arguments, *(one.file for one in error.faults)) if len(each) < 1000}:
        with suppress(OSError, ValueError, CodexError):  # a book, or another file that is no text
            read.append(decoded(name.read_bytes())[0] if name.is_file() else "")
    typed = _plain(re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), " ".join(read)))
    of_user = (each.what for each in error.faults if not each.file or each.file in arguments)
    tokens = (token for what in of_user for found in _QUOTED.findall(_OURS.sub("", what)) for token in found)
    parts = (part for token in tokens if token for part in token.split("."))
    return [part for part in parts if not part.isdigit() and _plain(part) not in typed]


def _plain(text: str) -> str:
    return " ".join(normalize("NFC", text.replace("\\n", " ")).split()).rstrip("…")
