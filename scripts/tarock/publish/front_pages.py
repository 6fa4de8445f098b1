"""The hand-written pages, with what is computed filled in; the changelog."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tarock.errors import CodexError
from tarock.files import read_text
from tarock.publish.claim_pages import coverage_table
from tarock.publish.found_page import game_list
from tarock.publish.html import block, esc, link, page
from tarock.publish.places import relative

if TYPE_CHECKING:
    from tarock.publish.places import Site

CHANGELOG = "changelog.md"
_MARKER = re.compile(r"<!-- tarock:(\w+)\b(.*?)-->", re.DOTALL)


def front_pages(site: Site) -> dict[str, str]:
    """Hand-written pages that hold markers such as `<!-- tarock:rights -->`, filled in; and the changelog."""
    project = site.corpus.project
    written = {}
    for path in sorted(project.docs.rglob("*.md")):
        name = path.relative_to(project.docs).as_posix()
        text = read_text(path)
        if _MARKER.search(text):
            written[name] = fill(site, name, text)
    changes = read_text(project.changelog) if project.changelog.exists() else "# Changelog\n"
    written[CHANGELOG] = page("Changelog", changes, description="What changed, edition by edition.", alone=True)
    return written


def fill(site: Site, name: str, text: str) -> str:
    """A page with its markers replaced; raises `CodexError` for an unknown marker."""

    def replace(match: re.Match[str]) -> str:
        if match[1] == "card":
            siglum, *words = match[2].split()
            return _card(site, name, siglum, " ".join(words))
        if match[1] == "rights":
            return _rights(site, name)
        if match[1] == "left":
            return _left_out(site)
        if match[1] == "games":
            return game_list(site, name)
        if match[1] == "figures":
            return _figures(site)
        if match[1] == "coverage":
            return block(coverage_table(site))
        line = text.count("\n", 0, match.start()) + 1
        raise CodexError(
            f"unknown marker `{match[0]}`",
            "expected tarock:card, rights, left, games, figures or coverage",
            file=f"docs/{name}",
            line=line,
        )

    return _MARKER.sub(replace, text)


def _card(site: Site, name: str, siglum: str, words: str) -> str:
    edition = site.corpus.edition(siglum)
    source = edition.source
    href = relative(site.part_pages[siglum][0].path, name)
    fragment = source.completeness.status == "fragment"
    state = "fragment: page 1 of 5, the rest is lost" if fragment else "complete"
    rights = source.rights.statement if source.rights.free else f"not clear: {source.rights.statement}"
    extra = " source-card--fragment" if fragment else ""
    left = "<p class='source-card__left'>Its text is left out of this site.</p>" if site.withheld(siglum) else ""
    pages = f", {len(source.parts)} pages here" if len(source.parts) > 1 else ""
    return block(
        f'<section class="source-card{extra}">',
        f'<p class="source-card__year">{source.year}</p>',
        f'<h3 class="source-card__title">{link(href, esc(source.short_title))}</h3>',
        f'<p class="source-card__what">{esc(words)}</p>{left}',
        f"<dl><div><dt>Place</dt><dd>{esc(source.place)}</dd></div>"
        f"<div><dt>Passages</dt><dd>{len(edition.passages)}{pages}</dd></div>"
        f"<div><dt>Text</dt><dd>{esc(state)}</dd></div>"
        f"<div><dt>Rights</dt><dd>{esc(rights)}</dd></div></dl>",
        "</section>",
    )


def _figures(site: Site) -> str:
    """What was encoded and checked, in one sentence."""
    values = sum(len(list(table)) for table in site.codex.tables.values())
    verdicts = Counter(checked.verdict for checked in site.codex.checked_claims)
    agree = verdicts["reproduced"] + verdicts["confirmed"]
    tested = verdicts.total() - verdicts["not testable"]
    games = Counter(report.verdict for report in site.codex.game_reports)
    ended = ", ".join(f"{many} {verdict}" for verdict, many in games.most_common())
    return (
        f"{values} rule values are encoded, each with the words that it rests on. Of the eight printed games the "
        f"stated results are: {ended}. Of {tested} other sums, examples and remarks that were recomputed, "
        f"{agree} agree with the books.\n"
    )


def _rights(site: Site, name: str) -> str:
    rows = []
    for edition in site.corpus.editions():
        source = edition.source
        title = link(relative(site.part_pages[source.siglum][0].path, name), esc(source.short_title))
        rows.append(
            f'<tr><th scope="row">{title}</th><td>{esc(source.rights.statement)}</td>'
            f"<td>{esc(source.rights.note)}</td></tr>"
        )
    return block(
        '<div class="table-wrap"><table class="rights"><thead><tr><th scope="col">Source</th>'
        '<th scope="col">Rights</th><th scope="col">Note</th></tr></thead><tbody>',
        *rows,
        "</tbody></table></div>",
    )


def _left_out(site: Site) -> str:
    left = [edition.source.short_title for edition in site.corpus.editions() if site.withheld(edition.siglum)]
    if not left:
        return ""
    return block(
        '<div class="notice" role="note"><p>This copy of the site shows only texts in the public domain: the '
        f"words of {esc(', '.join(left))} are left out. Its sections, ids and citations are here.</p></div>"
    )
