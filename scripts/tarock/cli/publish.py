"""The commands that write: the versioned texts, the website."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from tarock.base.errors import CodexError
from tarock.base.language import numbered, speaking, worded
from tarock.base.terminal import complain, counted, show
from tarock.cli import own_argument

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator
    from pathlib import Path

    from tarock.base.project import Project
    from tarock.proof.codex import Codex
    from tarock.proof.report import Report


def require_checkout(project: Project) -> None:
    """Raises `CodexError` for a copy that was installed with the package, from which nothing is built."""
    docs = project.root / "docs"
    if not docs.is_dir():
        raise CodexError(
            worded("the styles and scripts of the site are missing"), worded("expected the folder docs"), file=docs
        )


def build_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help=worded("write nothing; fail when a built file is stale"))
    parser.set_defaults(run=build_files, examples=("", "--check"))


@speaking(None)  # what is built is the same for everybody
def build_files(options: Namespace, codex: Codex) -> int:
    """Write what is stale; with `--check` only name what is stale.

    Nothing is written of what does not hold: the lock would keep a faulty edition for ever.
    """
    from tarock.proof.artifacts import built_files, stale_files, write_built

    project = codex.project
    if options.check:
        stale = stale_files(codex)
        for path in stale:
            complain(worded("{file}: stale; run `tarock build` and commit the result", file=project.relative(path)))
        return 1 if stale else 0
    from tarock.proof.check import note_built, require_sound

    require_checkout(project)
    files = built_files(codex)
    require_sound(codex, built=False)
    changed = write_built(codex, files)
    for path in changed:
        show(worded("written  {file}", file=project.relative(path)))
    project.build.mkdir(exist_ok=True)  # where what was found is cached
    note_built(codex)
    show(numbered("{count} built files changed", "{count} built files changed", len(changed)))
    return 0


def site_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=("build", "serve"))
    parser.add_argument("--port", type=int, help=worded("where it is served (default: 8000)"))
    parser.add_argument(
        "-o",
        "--output",
        metavar=worded("DIR"),
        help=worded("folder for the site (default: build/public, or with --own build/site)"),
    )
    own_argument(parser)
    parser.set_defaults(
        run=build_or_serve_site, examples=("build", "build --own", "serve --own --port 8001", "build -o DIR")
    )


@speaking(None)
def build_or_serve_site(options: Namespace, codex: Codex) -> int:
    """Build the site, and serve it when asked: then the port is taken before the work begins."""
    from tarock.base.files import absolute
    from tarock.proof.check import require_sound
    from tarock.publish.folders import require_own
    from tarock.publish.site import SiteServer, build_site, note_site, site_folder, standing_site

    if options.action == "build" and options.port is not None:
        raise CodexError(worded("--port of `site build`, which serves nothing"), worded("expected `site serve --port`"))
    port = 8000 if options.port is None else options.port
    public = options.public_domain_only
    output = absolute(options.output or site_folder(codex.project, public_domain_only=public))
    if output.is_relative_to(absolute(site_folder(codex.project, public_domain_only=not public))):
        raise CodexError(
            worded("is the place of your own copy, and the other one is asked for")
            if public
            else worded("is the place of the copy that may be published, and the other one is asked for"),
            worded("expected another"),
            file=output,
        )
    require_own(output)
    require_checkout(codex.project)
    with SiteServer(output, port) if options.action == "serve" else nullcontext() as server:
        if standing := standing_site(codex, output, public_domain_only=public):
            summary = standing.summary
        else:
            report = require_sound(codex)
            build_site(codex, output, public_domain_only=public)
            summary = [*summary_lines(report, output, public_domain_only=public)]
            note_site(codex, output, summary, public_domain_only=public)
        if server:
            server.serve()
        else:
            for line in summary:
                show(line)
    return 0


def summary_lines(report: Report, output: Path, *, public_domain_only: bool) -> Iterator[str]:
    """What `tarock site build` says in the end: what was built, what holds, what was found, where to look."""
    from tarock.proof.claims.ledger import DIFFERING

    reproduced = [game.verdict for game in report.games if game.verdict.startswith("reproduced")]
    corrected = sum(verdict != "reproduced" for verdict in reproduced)
    differing = sum(claim.verdict in DIFFERING for claim in report.claims)
    findings = sum(len(game.levels["printed"].findings) for game in report.games)
    texts = [source for source in report.sources if not source.left_out]
    rules = sum(each.statements for each in report.statements.values())
    passages, emendations = sum(each.passages for each in texts), sum(each.emendations for each in texts)
    count = counted(len(texts), "rule text")
    if public_domain_only:
        other = worded("`make site` builds your own copy, in build/site")
        yield worded("What was built   what may be published, from {texts}: what is not free is left out", texts=count)
    else:
        other = worded("`make publish` builds one to publish, in build/public")
        yield worded("What was built   your own copy, with every word, from {texts}: not for publication", texts=count)
    yield worded(
        "                 {passages}, with {corrections}",
        passages=counted(passages, "passage"),
        corrections=counted(emendations, "recorded correction"),
    )
    yield worded(
        "What holds       {values}, each with the words of the text that it comes from",
        values=counted(rules, "rule value"),
    )
    yield worded(
        "                 {reproduced} of {games} come to the stated result, {corrected} of them with a recorded "
        "correction",
        reproduced=len(reproduced),
        games=counted(len(report.games), "model game"),
        corrected=corrected,
    )
    yield worded(
        "What was found   {findings} in the games as transcribed, each recorded with its reason",
        findings=counted(findings, "finding"),
    )
    yield worded(
        "                 {differing} of {claims} differ from what is computed",
        differing=differing,
        claims=counted(len(report.claims), "claim"),
    )
    yield worded("Where to look    {page} in a browser; {other}", page=output / "index.html", other=other)
    yield worded(
        "                 {page} tells what the machine found, `tarock check` everything", page=output / "found.html"
    )
