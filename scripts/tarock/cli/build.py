"""`tarock build`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.terminal import complain, show
from tarock.cli.rights import rights_argument

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tarock.proof.codex import Codex

EXAMPLES = ("", "--check")


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a built file is stale")
    rights_argument(parser)


def run(options: Namespace, codex: Codex) -> int:
    """Write what is stale, and the pages of the site; with `--check` only name what is stale.

    Nothing is written of what does not hold: the lock would keep a faulty edition for ever.
    """
    from tarock.proof.artifacts import built_files, stale_files, write_built

    project = codex.project
    if options.check:
        stale = stale_files(codex)
        for path in stale:
            complain(f"{project.relative(path)}: stale; run `tarock build` and commit the result")
        return 1 if stale else 0
    from tarock.proof.check import note_built, require_sound
    from tarock.publish.pages import write_pages
    from tarock.publish.places import Site

    files = built_files(codex)
    require_sound(codex, built=False)
    changed = write_built(codex, files)
    for path in changed:
        show(f"written  {project.relative(path)}")
    note_built(codex)
    pages = write_pages(Site(codex, not options.with_unclear_rights), project.build)
    show(f"{len(changed)} built files changed; {pages} pages in {project.relative(project.build / 'docs')}")
    return 0
