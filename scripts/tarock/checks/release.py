"""Copy the data that is published beside the package, without the texts whose rights are not clear."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import read_text, write_text
from tarock.base.project import Project
from tarock.checks.inventory import text_files
from tarock.corpus.markdown_text import end_comment
from tarock.corpus.profiles import find_profile
from tarock.corpus.profiles.profile import NOT_HERE
from tarock.corpus.publication import CITATION
from tarock.corpus.sources import LEFT_OUT, Source, hash_text, load_left_out, load_sources
from tarock.corpus.stamp import find_stamp, stamp_citation
from tarock.corpus.witnesses import report_files
from tarock.rules.bridge import FILE as BRIDGE
from tarock.rules.matters import FOLDER as MATTERS

DATA = (
    "corpus",
    "rules_data",
    "scripts/core",
    "CHANGELOG.md",
    "CITATION.cff",
    "LICENSE",
    "README.md",
    "RIGHTS.md",
    "WANTED.md",
)
_SCHEMA = "# yaml-language-server: $schema="  # the line by which an editor finds the schema


def copy_data(root: Path, target: Path, *, with_unclear_rights: bool) -> None:
    """Copy the data of a project to `target`, without the texts whose rights are not clear unless asked for.

    `CITATION.cff` gets the version and day of the copy. Raises `CodexError` when these texts are asked for and are not
    there.
    """
    target.mkdir(parents=True, exist_ok=True)
    for name in DATA:
        if name == CITATION:
            write_text(target / name, stamp_citation(read_text(root / name), find_stamp(Project(root))))
        elif (root / name).is_dir():
            shutil.copytree(root / name, target / name, ignore=shutil.ignore_patterns(".*"), dirs_exist_ok=True)
        else:
            shutil.copyfile(root / name, target / name)
    project = Project(target)
    left_out = load_left_out(project)
    if with_unclear_rights and left_out.texts:
        raise CodexError(
            "no text of {texts} in {root}".format(texts=", ".join(left_out.texts), root=root),
            "expected a checkout, which has it",
        )
    if not with_unclear_rights and not left_out.texts:
        _leave_out(project)


def _leave_out(project: Project) -> None:
    """Remove the words of each source whose rights are unclear from a copy of the project."""
    sources = load_sources(project)
    unclear = [source for source in sources.values() if not source.rights.free]
    for source in unclear:
        for name in files_of_text(source):
            path = project.root / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for path in sorted((project.rules / source.siglum).glob("*.yaml")):
            schema = [line for line in read_text(path).splitlines(keepends=True) if _SCHEMA in line]
            write_text(path, "".join(schema) + yamlio.dump(_drop_quotes(yamlio.load(path).data)))  # comments may quote
        for path in sorted((project.rules / MATTERS).glob("*.yaml")):
            matters = yamlio.load(path).data
            for matter in matters if isinstance(matters, list) else ():
                matter["answers"][source.siglum] = _unquote_answer(matter["answers"][source.siglum])
            if isinstance(matters, list):
                _rewrite(path, matters)
        bridge = yamlio.load(project.rules / BRIDGE).data
        for term in bridge:
            term["sources"][source.siglum] = _unquote_answer(term["sources"][source.siglum])
        _rewrite(project.rules / BRIDGE, bridge)
        for name, whole in report_files(project, source.siglum).items():
            path = project.root / name
            if whole:
                path.unlink()
            else:  # what was read in copies of other sources stays
                _rewrite(path, [it for it in yamlio.load(path).data if it["source"] != source.siglum])
    files: dict[str, str] = {}
    words: dict[str, str] = {}
    for source in sources.values():
        if source.rights.restricted_ids:
            left = _leave_out_around(project, source)
            files |= left[0]
            words |= left[1]
    names = yamlio.dump({"texts": [source.siglum for source in unclear], "files": files, "words": words})
    write_text(project.sources / LEFT_OUT, f"{_SCHEMA}../../rules_data/schema/left-out.schema.json\n{names}")


def _rewrite(path: Path, data: object) -> None:
    """Write other data into a YAML file, with the comments that it has."""
    write_text(path, yamlio.keep_comments(yamlio.dump(data), read_text(path)))


def _leave_out_around(project: Project, source: Source) -> tuple[dict[str, str], dict[str, str]]:
    """Leave out what is around a text and is not free, from transcript and editions; the lock stays true.

    Returns the sha256 of the files that are there now, by name, and those of the words that are not, by reference.
    """
    path = project.sources / source.file_name
    shown = transcript = read_text(path)
    gone = [
        part for part in find_profile(source.siglum).segment(transcript, path) if not source.rights.covers(part.ident)
    ]
    words = {f"{source.siglum}:{part.ident}": transcript[part.start : part.end] for part in gone}
    for part in reversed(gone):
        shown = shown[: part.start] + NOT_HERE + shown[part.end :]
    changed = {path: shown}
    for edition in sorted((project.texts / source.siglum).glob("*.md")):
        changed[edition] = read_text(edition)
        for each in words.values():
            changed[edition] = changed[edition].replace(end_comment(each), end_comment(NOT_HERE))
    for file, text in changed.items():
        write_text(file, text)
    files = {project.relative(file): hash_text(text) for file, text in changed.items()}
    return files, {ref: hash_text(each) for ref, each in words.items()}


def files_of_text(source: Source) -> list[str]:
    """Return the files and folders that hold the words of a source, by name from the top folder.

    They are not there where its text is left out; of its rule table only the quotes are not.
    """
    return [*text_files(source), f"corpus/texts/{source.siglum}"]


def files_of_copies(project: Project, source: Source, *, whole: bool) -> list[str]:
    """Return the files with readings of copies of a source: those with nothing else (`whole`), or the others."""
    return [name for name, nothing_else in report_files(project, source.siglum).items() if nothing_else is whole]


def files_in_part(source: Source) -> list[str]:
    """Return the files and folders of a source of which a published copy holds only a part, by name."""
    around = (
        [f"corpus/sources/{source.file_name}", f"corpus/texts/{source.siglum}"] if source.rights.restricted_ids else []
    )
    return (
        around
        if source.rights.free
        else [f"rules_data/{source.siglum}", f"rules_data/{MATTERS}", f"rules_data/{BRIDGE}"]
    )


def _unquote_answer(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the words of its quotations; two from one passage are then the same, and stand once."""
    made: dict[str, Any] = _drop_quotes(answer)
    if "supports" in made:
        made["supports"] = list({support["ref"]: support for support in made["supports"]}.values())
    return made


def _drop_quotes(data: Any) -> Any:
    if isinstance(data, list):
        return [_drop_quotes(item) for item in data]
    if isinstance(data, dict):
        return {key: NOT_HERE if key == "quote" else _drop_quotes(value) for key, value in data.items()}
    return data
