"""Make a release: `make release VERSION=0.3.0`.

The release is committed and built twice in work trees of their own. The checkout changes only when all of it holds:
then its branch goes on to the commit of the release, the tag is set, and what was built lies in `build/release`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from tarock.base.errors import CodexError  # noqa: E402 - now that its folder is known
from tarock.base.files import read_text, write_text  # noqa: E402
from tarock.base.project import Project  # noqa: E402
from tarock.base.structs import VERSION  # noqa: E402
from tarock.corpus.publication import CITATION, load_publication  # noqa: E402
from tarock.corpus.stamp import RELEASE, find_youngest_day, is_written_by_build  # noqa: E402
from tarock.publish.items import write_date  # noqa: E402

CHANGELOG = "CHANGELOG.md"
_UNRELEASED = re.compile(r"(?m)^### Unreleased\n(?P<told>(?s:.*?))(?=^#{1,3} |\Z)")
_PACKAGES = ("sdist", "wheel")
_BUILD = "from setuptools import build_meta as b; import sys; b.build_{kind}(sys.argv[1])"
_NAMED = 5  # files in a message


class Refused(Exception):
    """A release is refused; the message says why, and the way out."""


def release(version: str) -> None:
    """Release the checkout as `version`; raises `Refused` or `CodexError`, and then nothing of it has changed."""
    day = date.today().isoformat()
    require_releasable(version, day)
    with tempfile.TemporaryDirectory() as folder, work_trees(Path(folder)) as add:
        first = add("first", "HEAD")
        set_version(first, version, day)
        git(first, "commit", "--quiet", "--all", "--message", RELEASE.format(version=version))
        commit = git(first, "rev-parse", "HEAD")
        require_sound(first, version)
        made = build(first, hash_seed="1", zone="UTC")
        require_translated(first)
        again = build(add("another place", commit), hash_seed="2", zone="Pacific/Auckland")
        require_same(made, again)
        target = ROOT / "build" / "release" / version
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(made, target)
    git(ROOT, "merge", "--quiet", "--ff-only", commit)
    git(ROOT, "tag", "--annotate", f"v{version}", "--message", RELEASE.format(version=version), commit)
    print(f"released  {version} ({day}), commit {commit[:8]}, tag v{version}; not pushed")
    print(f"built     {target}")


def require_releasable(version: str, day: str) -> None:
    """Raise `Refused` where this cannot become a release, as far as that shows before anything is made."""
    publication = load_publication(Project(ROOT))
    last = publication.version
    if not re.fullmatch(VERSION, version) or version != ".".join(str(int(part)) for part in version.split(".")):
        raise Refused(f"`{version}` is no version; expected one such as 0.3.0: make release VERSION=0.3.0")
    if not (ROOT / ".git").exists() or not shutil.which("git") or is_written_by_build(publication):
        raise Refused("no git, or no checkout; a release is a commit: run it in a clone of the repository, with git")
    if _parts(version) <= _parts(last):
        raise Refused(f"{version} is not higher than {last}, the last release; expected a higher version")
    if git(ROOT, "tag", "--list", f"v{version}"):
        raise Refused(f"the tag v{version} exists; expected another version, or `git tag --delete v{version}`")
    if changed := git(ROOT, "status", "--porcelain"):
        raise Refused(f"the tree is dirty: commit or remove what git status lists:\n{changed}")
    if not _unreleased(ROOT):
        raise Refused(f"{CHANGELOG}: nothing stands under `### Unreleased`; write there what is new")
    if (youngest := max(find_youngest_day(Project(ROOT), publication), git(ROOT, "log", "-1", "--format=%cs"))) > day:
        raise Refused(f"today is {day}, but a commit or the data is of {youngest}; set the clock or mend the date")


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def _unreleased(tree: Path) -> str:
    """Return the text of the changelog under `### Unreleased`."""
    found = _UNRELEASED.search(read_text(tree / CHANGELOG))
    return found["told"].strip() if found else ""


def set_version(tree: Path, version: str, day: str) -> None:
    """Write version and day into citation file and changelog."""
    citation = read_text(tree / CITATION)
    for name, value in (("version", version), ("date-released", day)):
        citation, count = re.subn(rf"(?m)^{name}: .*$", f"{name}: {value}", citation)
        if count != 1:
            raise Refused(f"{CITATION}: {count} lines begin with `{name}:`; expected one")
    write_text(tree / CITATION, citation)
    heading = f"### {version}, {write_date(day, 'en')}\n"
    text = _UNRELEASED.sub(lambda found: heading + found["told"], read_text(tree / CHANGELOG), count=1)
    write_text(tree / CHANGELOG, text)


def require_sound(tree: Path, version: str) -> None:
    """Raise `Refused` where the commit does not hold, or does not call itself by the version."""
    status, said = tarock(tree, "build", "--check")
    if status == 1:
        raise Refused(f"built files are stale; run `tarock build` and commit the result:\n{_end(said)}")
    if not status:
        status, said = tarock(tree, "check")
    if status:
        raise Refused(f"`tarock check` fails; mend what it says:\n{_end(said)}")
    said = tarock(tree, "--version")[1].partition("\n")[0]
    if not said.startswith(f"tarock {version} ("):
        raise Refused(f"the commit of the release calls itself `{said}`; expected `tarock {version}`")


def require_translated(tree: Path) -> None:
    """Raise `Refused` where pages that were built show English for want of a translation."""
    if missing := sorted((tree / "build").glob("missing-*.po")):
        texts = "".join(path.read_text(encoding="utf-8") for path in missing)
        count = texts.count("msgid ")
        raise Refused(f"{count} texts have no German; translate them in scripts/tarock/locale/de:\n{_end(texts)}")


def build(tree: Path, *, hash_seed: str, zone: str) -> Path:
    """Build the packages and the site to publish; returns the folder with both."""
    made = tree / "build" / "release"
    for name in ("dist", "public"):
        (made / name).mkdir(parents=True)
    odd = {"PYTHONHASHSEED": hash_seed, "TZ": zone}
    for kind in _PACKAGES:
        status, said = run(tree, sys.executable, "-c", _BUILD.format(kind=kind), str(made / "dist"), **odd)
        if status:
            raise Refused(f"the {kind} cannot be built:\n{_end(said)}")
    status, said = tarock(tree, "site", "build", "--output", str(made / "public"), **odd)
    if status:
        raise Refused(f"the site cannot be built:\n{_end(said)}")
    return made


def require_same(one: Path, other: Path) -> None:
    """Raise `Refused` where two folders do not hold the same files."""
    names = {path.relative_to(folder) for folder in (one, other) for path in folder.rglob("*") if not path.is_dir()}
    differing = sorted(
        name.as_posix()
        for name in names
        if not (one / name).is_file()
        or not (other / name).is_file()
        or (one / name).read_bytes() != (other / name).read_bytes()
    )
    if differing:
        more = f" and {len(differing) - _NAMED} more" if len(differing) > _NAMED else ""
        named = ", ".join(differing[:_NAMED])
        raise Refused(f"the second build differs in {named}{more}; find what they hold besides what is committed")


@contextmanager
def work_trees(folder: Path) -> Iterator[Callable[[str, str], Path]]:
    """Give a function that makes a work tree of a commit in `folder`; git forgets them in the end."""

    def add(name: str, commit: str) -> Path:
        git(ROOT, "worktree", "add", "--quiet", "--detach", str(folder / name), commit)
        added.append(folder / name)
        return folder / name

    added: list[Path] = []
    try:
        yield add
    finally:
        for tree in added:
            git(ROOT, "worktree", "remove", "--force", str(tree))


def tarock(tree: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    """Run a command of the program that is in a work tree, on that tree."""
    return run(tree, sys.executable, "-m", "tarock", "--root", str(tree), *arguments, **environment)


def run(tree: Path, *line: str, **environment: str) -> tuple[int, str]:
    """Run a program in a work tree; returns its exit status and what it said."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("TAROCK_OWN", "LC_ALL", "LANG")}
    env = {**inherited, "PYTHONPATH": str(tree / "scripts"), **environment}
    done = subprocess.run(
        line, cwd=tree, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, encoding="utf-8"
    )
    return done.returncode, done.stdout


def git(tree: Path, *arguments: str) -> str:
    """Run git in a tree and return what it prints; raises `Refused` where it fails."""
    try:
        done = subprocess.run(("git", *arguments), cwd=tree, capture_output=True, check=False, encoding="utf-8")
    except OSError as error:
        raise Refused(f"git cannot be run ({error.strerror}); install it") from None
    if done.returncode:
        raise Refused(f"`git {arguments[0]}` fails: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout.rstrip("\n")


def _end(said: str) -> str:
    """Return the last lines of the output of a program."""
    return "\n".join(said.rstrip().splitlines()[-20:])


def main(arguments: Sequence[str]) -> int:
    """Release the version that is named; returns 1 where it is refused, 2 where none is named."""
    if len(arguments) != 1:
        print("expected a version: make release VERSION=0.3.0", file=sys.stderr)
        return 2
    try:
        release(arguments[0])
    except (Refused, CodexError) as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
