"""The commands that write: the versioned texts, the website."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from tarock.base.errors import CodexError
from tarock.base.files import require_no_link, resolve_path
from tarock.base.project import Project
from tarock.base.terminal import format_count, show
from tarock.checks.check import require_sound
from tarock.checks.report import Report
from tarock.claims.ledger import DIFFERING
from tarock.cli import add_own_argument
from tarock.cli.build import require_checkout
from tarock.codex import ComputedCodex
from tarock.publish.folders import require_own
from tarock.publish.site import SiteServer, build_site, find_built_site, find_site_folder, record_site


def add_site_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock site`."""
    parser.add_argument("action", choices=("build", "serve"))
    parser.add_argument("--port", type=int, help="where it is served (default: 8000)")
    parser.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        help="folder for the site (default: build/public, or with --own build/site)",
    )
    add_own_argument(parser)
    parser.set_defaults(
        run=build_or_serve_site, examples=("build", "build --own", "serve --own --port 8001", "build -o DIR")
    )


def build_or_serve_site(options: Namespace, project: Project) -> int:
    """Build the site, and serve it if asked; the port is opened before the build. Return the exit status."""
    codex = ComputedCodex(project)

    if options.action == "build" and options.port is not None:
        raise CodexError("`site build` has no --port: it serves nothing", "use `site serve --port`")
    port = 8000 if options.port is None else options.port
    public = options.public_domain_only
    if options.output:
        require_no_link(Path(options.output))
    output = resolve_path(options.output or find_site_folder(codex.project, public_domain_only=public))
    if output.is_relative_to(resolve_path(find_site_folder(codex.project, public_domain_only=not public))):
        raise CodexError(
            "is the place of your own copy, and the other one is asked for"
            if public
            else "is the place of the copy that may be published, and the other one is asked for",
            "expected another",
            file=output,
        )
    require_own(output)
    require_checkout(codex.project)
    with SiteServer(output, port) if options.action == "serve" else nullcontext() as server:
        if built := find_built_site(codex, output, public_domain_only=public):
            summary = built.summary
        else:
            report = require_sound(codex)
            build_site(codex, output, public_domain_only=public)
            summary = [*summary_lines(report, output, public_domain_only=public)]
            record_site(codex, output, summary, public_domain_only=public)
        if server:
            server.serve()
        else:
            for line in summary:
                show(line)
    return 0


def summary_lines(report: Report, output: Path, *, public_domain_only: bool) -> Iterator[str]:
    """Yield the last lines of `tarock site build`: what was built, what was checked and found, where to look."""
    reproduced = [game.verdict for game in report.games if game.verdict.startswith("reproduced")]
    corrected = sum(verdict != "reproduced" for verdict in reproduced)
    differing = sum(claim.verdict in DIFFERING for claim in report.claims)
    findings = sum(len(game.levels["printed"].findings) for game in report.games)
    texts = [source for source in report.sources if not source.left_out]
    rules = sum(each.statements for each in report.statements.values())
    passages, emendations = sum(each.passages for each in texts), sum(each.emendations for each in texts)
    count = format_count(len(texts), "rule text")
    if public_domain_only:
        other = "`make site` builds your own copy, in build/site"
        yield f"What was built   what may be published, from {count}: what is not free is left out"
    else:
        other = "`make publish` builds one to publish, in build/public"
        yield f"What was built   your own copy, with every word, from {count}: not for publication"
    yield "                 {passages}, with {corrections}".format(
        passages=format_count(passages, "passage"),
        corrections=format_count(emendations, "recorded correction"),
    )
    yield "What holds       {values}, each with the words of the text that it comes from".format(
        values=format_count(rules, "rule value"),
    )
    yield (
        "                 {reproduced} of {games} come to the stated result, {corrected} of them with a recorded "
        "correction"
    ).format(
        reproduced=len(reproduced),
        games=format_count(len(report.games), "model game"),
        corrected=corrected,
    )
    yield "What was found   {findings} in the games as transcribed, each recorded with its reason".format(
        findings=format_count(findings, "finding"),
    )
    yield "                 {differing} of {claims} differ from what is computed".format(
        differing=differing,
        claims=format_count(len(report.claims), "claim"),
    )
    yield "Where to look    {page} in a browser; {other}".format(page=output / "index.html", other=other)
    yield "                 {page} tells what the machine found, `tarock check` everything".format(
        page=output / "found.html"
    )
