"""The version of a copy of the codex, and its day, as every imprint, export and package tells it.

`CITATION.cff` of a checkout names the last release. Only the commit of a release bears its version; every other commit
counts on from it: `0.3.0.dev629+gef7843b4` is commit ef7843b4, 629 commits after the release before 0.3.0. A copy that
a build gives away has its version, day and commit in its own `CITATION.cff`.
"""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import suppress
from datetime import date
from pathlib import Path

from tarock.base.files import read_bytes
from tarock.base.project import Project, program_root
from tarock.base.structs import VERSION, Frozen
from tarock.corpus.publication import CITATION, Publication, load_publication

RELEASE = "Release {version}"  # the subject of the commit of a release
ARCHIVE = ".git_archival.txt"  # filled in by `git archive`, and so in the archives of a forge
_UNKNOWN = "unknown"
_DIGITS = 8  # of the commit in a version: not as many as git finds enough, which differ between clones
_DATED = ("corpus", "rules_data")
_USED = ("corpus/", "rules_data/", "scripts/", "docs/", "overrides/")  # a new file there is part of what is built
_DAY = re.compile(rb"(?<![\w-])20\d\d-[01]\d-[0-3]\d(?![\w-])")
_ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE")
_OWN_LINES = re.compile(r"(?m)^(?:version|date-released|commit):.*\n?")


class Stamp(Frozen):
    """The version of a copy, its day, and the commit that it was made of; empty where that is not known."""

    version: str
    date: str
    commit: str = ""

    def __str__(self) -> str:
        return f"{self.version} ({self.date})"


class Head(Frozen):
    """The commit that is checked out: its day, its subject, how many commits after that of the release it is."""

    commit: str
    date: str
    subject: str
    since: int = 0  # also where the history does not reach back so far
    changed: bool = False  # files are not as they were committed


def find_stamp(project: Project) -> Stamp:
    """Return version, day and commit of a project: from git, or from the archive or build that made the copy.

    Where neither knows, or files were changed, the day is the youngest that the data name. Raises `CodexError` where
    `CITATION.cff` does not fit the copy.
    """
    publication = load_publication(project)
    if is_written_by_build(publication):
        return Stamp(publication.version, publication.released, publication.commit)
    head = _read_head(project.root) or _read_archived_head(project.root)
    if not head:
        return Stamp(
            f"{_derive_next_version(publication.version)}.dev0+{_UNKNOWN}", find_youngest_day(project, publication)
        )
    if not head.since and not head.changed and head.subject == RELEASE.format(version=publication.version):
        return Stamp(publication.version, publication.released, head.commit)
    version = f"{_derive_next_version(publication.version)}.dev{head.since}+g{head.commit[:_DIGITS]}"
    if head.changed:
        day = max(head.date, find_youngest_day(project, publication))
        return Stamp(f"{version}.dirty", day, head.commit)
    return Stamp(version, head.date, head.commit)


def find_software_stamp() -> Stamp:
    """Return version and day of the running program: of its checkout, or of the installed package."""
    return find_stamp(Project(program_root()))


def stamp_citation(citation: str, stamp: Stamp) -> str:
    """Return the text of `CITATION.cff` with version, day and commit of a copy that is given away."""
    rest = _OWN_LINES.sub("", citation).rstrip("\n")
    commit = f'commit: "{stamp.commit}"\n' if stamp.commit else ""
    return f"{rest}\nversion: {stamp.version}\ndate-released: {stamp.date}\n{commit}"


def is_written_by_build(publication: Publication) -> bool:
    """Return whether a `CITATION.cff` was written by a build for a copy that is given away."""
    return bool(publication.commit) or not re.fullmatch(VERSION, publication.version)


def find_youngest_day(project: Project, publication: Publication) -> str:
    """Return the youngest day, `YYYY-MM-DD`, that the data or the last release name."""
    places = (
        Path(folder, name) for top in _DATED for folder, _, names in os.walk(project.root / top) for name in names
    )
    found: set[str] = {day.decode() for place in places for day in _DAY.findall(read_bytes(place))}
    return max(filter(_is_day, {*found, publication.released}))


def _is_day(text: str) -> bool:
    with suppress(ValueError):
        return bool(date.fromisoformat(text))
    return False


def _derive_next_version(released: str) -> str:
    """Return the version that is worked on after a release: `0.3.0` after `0.2.1`, for example."""
    major, minor, _ = released.split(".")
    return f"{major}.{int(minor) + 1}.0"


def _read_head(root: Path) -> Head | None:
    """Return the commit that is checked out; None without git, or where `root` is not the top of a checkout."""
    if not (root / ".git").exists() or not (said := _run_git(root, "log", "-1", "--format=%H%n%cs%n%s")):
        return None
    commit, day, subject = said.split("\n", 2)
    release = _run_git(root, "log", "-1", "-G^version:", "--format=%H %P", "--", CITATION).split()
    known = len(release) > 1 or (release and _run_git(root, "rev-parse", "--is-shallow-repository") == "false")
    since = int(_run_git(root, "rev-list", "--count", f"{release[0]}..HEAD") or 0) if known else 0
    status = _run_git(root, "status", "--porcelain", "--untracked-files=normal").splitlines()
    changed = any(not line.startswith("??") or line[3:].strip('"').startswith(_USED) for line in status)
    return Head(commit, day, subject, since, changed)


def _run_git(root: Path, *arguments: str) -> str:
    """Return the output of a git command in `root`; empty where git is missing or fails."""
    environment = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    line = ("git", "-c", "core.fsmonitor=false", "-c", "core.quotepath=false", "-C", str(root), *arguments)
    try:
        done = subprocess.run(
            line,
            env=environment | {"GIT_OPTIONAL_LOCKS": "0"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="replace",
        )
    except OSError:
        return ""
    return done.stdout.rstrip("\n") if done.returncode == 0 else ""


def _read_archived_head(root: Path) -> Head | None:
    """Return the commit that `git archive` recorded in the copy; None in other copies."""
    with suppress(OSError, ValueError, KeyError):  # or it is not filled in
        told = dict(line.split(": ", 1) for line in (root / ARCHIVE).read_text(encoding="utf-8").splitlines())
        if re.fullmatch("[0-9a-f]{40,64}", told["node"]) and _is_day(told["node-date"]):
            return Head(told["node"], told["node-date"], told["subject"])
    return None
