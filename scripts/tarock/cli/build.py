"""The command that writes what is built and committed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.terminal import format_count, print_error, show
from tarock.checks.artifacts import built_files, stale_files, write_built
from tarock.checks.check import note_built, require_sound
from tarock.codex import ComputedCodex


def require_checkout(project: Project) -> None:
    """Raise `CodexError` for a copy installed with the package, from which nothing is built."""
    docs = project.root / "docs"
    if not docs.is_dir():
        raise CodexError("the styles and scripts of the site are missing", "expected the folder docs", file=docs)


def add_build_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock build`."""
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a built file is stale")
    parser.set_defaults(run=build_files, examples=("", "--check"))


def build_files(options: Namespace, project: Project) -> int:
    """Write the generated files that are out of date; with `--check` only name them.

    Return 1 when the check of the project fails, or with `--check` when a file is out of date. Nothing is written while
    the check finds a problem: the lock would keep a faulty edition for ever.
    """
    codex = ComputedCodex(project)
    if options.check:
        stale = stale_files(codex)
        for path in stale:
            print_error(f"{project.relative(path)}: stale; run `tarock build` and commit the result")
        return 1 if stale else 0

    require_checkout(project)
    files = built_files(codex)
    require_sound(codex, built=False)
    changed = write_built(codex, files)
    for path in changed:
        show(f"written  {project.relative(path)}")
    project.build.mkdir(exist_ok=True)  # where what was found is cached
    note_built(codex)
    show(f"{format_count(len(changed), 'built file')} changed")
    return 0
