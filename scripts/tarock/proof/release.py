"""What is given away: the data beside the package, without the texts whose rights are not clear."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import read_text, write_text
from tarock.base.project import Project
from tarock.corpus.markdown_text import paratext_comment
from tarock.corpus.profiles import find_profile
from tarock.corpus.profiles.profile import NOT_HERE
from tarock.corpus.sources import LEFT_OUT, hash_text, load_left_out, load_sources
from tarock.proof.inventory import text_files

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.corpus.sources import Source

DATA = ("corpus", "rules_data", "CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "RIGHTS.md")
_SCHEMA = "# yaml-language-server: $schema="  # the line by which an editor finds the schema


def copy_data(root: Path, target: Path, *, with_unclear_rights: bool) -> None:
    """Copy the data of a project to `target`; texts whose rights are not clear stay behind unless they are asked for.

    Raises `CodexError` when they are asked for and are not there.
    """
    target.mkdir(parents=True, exist_ok=True)
    for name in DATA:
        if (root / name).is_dir():
            shutil.copytree(root / name, target / name, ignore=shutil.ignore_patterns(".*"), dirs_exist_ok=True)
        else:
            shutil.copyfile(root / name, target / name)
    project = Project(target)
    left_out = load_left_out(project)
    if with_unclear_rights and left_out.texts:
        raise CodexError(f"no text of {', '.join(left_out.texts)} in {root}", "expected a checkout, which has it")
    if not with_unclear_rights and not left_out.texts:
        _leave_out(project)


def _leave_out(project: Project) -> None:
    sources = load_sources(project)
    around = {name: _leave_out_around(project, source) for name, source in sources.items() if source.rights.not_free}
    unclear = [source for source in sources.values() if not source.rights.free]
    for source in unclear:
        for name in files_of_text(source):
            path = project.root / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for path in sorted((project.rules / source.siglum).glob("*.yaml")):
            schema = [line for line in path.read_text(encoding="utf-8").splitlines(keepends=True) if _SCHEMA in line]
            write_text(path, "".join(schema) + yamlio.dump(_unquoted(yamlio.load(path).data)))
    names = yamlio.dump({"texts": [source.siglum for source in unclear], "around": around})
    write_text(project.sources / LEFT_OUT, f"{_SCHEMA}../../rules_data/schema/left-out.schema.json\n{names}")


def _leave_out_around(project: Project, source: Source) -> str:
    """Leave out what is around a text and is not free: from transcript, editions and the lock with their hashes.

    Returns the sha256 of the transcript that is there now.
    """
    path = project.sources / source.file_name
    transcript = read_text(path)
    gone = [part for part in find_profile(source.siglum).cut(transcript, path) if not source.rights.covers(part.ident)]
    words = [transcript[part.start : part.end] for part in gone]
    shown = transcript
    for part in reversed(gone):
        shown = shown[: part.start] + NOT_HERE + shown[part.end :]
    changed = {path: (transcript, shown)}
    for edition in (project.texts / source.siglum).glob("*.md"):
        text = written = read_text(edition)
        for each in words:
            written = written.replace(paratext_comment(each), paratext_comment(NOT_HERE))
        changed[edition] = (text, written)
    hashes = {
        hash_text(then): hash_text(now) for then, now in (*changed.values(), *((each, NOT_HERE) for each in words))
    }
    lock = read_text(project.lock)
    changed[project.lock] = (lock, re.sub(r"[0-9a-f]{64}", lambda found: hashes.get(found[0], found[0]), lock))
    for file, (_then, now) in changed.items():
        write_text(file, now)
    return hashes[source.sha256]


def files_of_text(source: Source) -> list[str]:
    """The files and folders that hold the words of a source, by their names from the top folder.

    They are not there where its text is left out; of its rule table only the quotes are not.
    """
    return [*text_files(source), f"corpus/texts/{source.siglum}"]


def _unquoted(data: Any) -> Any:
    if isinstance(data, list):
        return [_unquoted(item) for item in data]
    if isinstance(data, dict):
        return {key: NOT_HERE if key == "quote" else _unquoted(value) for key, value in data.items()}
    return data
