"""The pages of the sources: every passage of every part, with apparatus and the rest of the transcript."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING

from tarock.corpus.editions import Heading, Passage
from tarock.corpus.labels import label
from tarock.corpus.references import Reference, select
from tarock.publish.apparatus import Notes
from tarock.publish.citations import LANGUAGES, browser_data, cite, load_publication
from tarock.publish.edition_text import EditionText
from tarock.publish.game_pages import game_path
from tarock.publish.html import badge, block, esc, heading, inline_esc, link, page
from tarock.publish.passage_html import PassageWriter
from tarock.publish.places import relative

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.corpus.editions import Edition
    from tarock.corpus.sources import Source
    from tarock.publish.citations.citation import Publication
    from tarock.publish.places import PartPage, Site

_SHOWN_IN_PLACE = ("page-mark",)
_GAME_KINDS = ("title", "trick")  # their runs end with their game
_UNKNOWN = "unknown"


def source_pages(site: Site) -> dict[str, str]:
    """The Markdown of all source pages, by path."""
    written: dict[str, str] = {}
    for pages in site.part_pages.values():
        edition = pages[0].edition
        shared = _Shared(site, edition)
        for number, part_page in enumerate(pages):
            written[part_page.path] = shared.write(part_page, last=number == len(pages) - 1)
    return written


class _Shared:
    """What all pages of one source share."""

    def __init__(self, site: Site, edition: Edition):
        self.site = site
        self.edition = edition
        self.withheld = site.withheld(edition.siglum)
        self.anchors = _anchors(edition)

    def write(self, part_page: PartPage, *, last: bool) -> str:
        edition, source = self.edition, self.edition.source
        notes = Notes(self.site, part_page.path)
        writer = PassageWriter(edition, notes, self.anchors)
        body = [self._item(writer, item) for item in _runs(part_page)]
        return page(
            part_page.part.title,
            self._eyebrow(part_page),
            f"# {inline_esc(part_page.part.title)}\n",
            _warnings(source, withheld=self.withheld, first=part_page.first),
            _facts(edition) if part_page.first else "",
            *body,
            notes.render(),
            self._whole() if part_page.first else "",
            self._paratext(part_page, last=last),
            _citation_templates(source, load_publication(self.site.corpus.project)),
            description=f"{source.short_title}: {part_page.part.title}. The text in citable passages.",
            boost=4,  # before the rules that quote it
        )

    def _eyebrow(self, part_page: PartPage) -> str:
        if len(self.edition.source.parts) == 1:
            return ""
        first = self.site.part_pages[self.edition.siglum][0]
        title = esc(self.edition.source.short_title)
        words = title if part_page.first else link(relative(first.path, part_page.path), title)
        return block(f'<p class="eyebrow" data-search-exclude>{words}</p>')

    def _item(self, writer: PassageWriter, item: Heading | list[Passage]) -> str:
        if isinstance(item, list):
            first = item[0].ident
            game = first.split(".")[0]
            opening = ""
            if item[0].kind == "title" and first == f"{game}.titel.1":
                name = label(self.edition, game, "de")
                opening = heading(2, name, f"{self.edition.siglum}:{game}", "game", german=True) + writer.unit(game)
                opening += self._replayed(game, writer.notes.path)
            return opening + writer.write(item)
        text = EditionText(item, writer.notes, escape=inline_esc).render()
        level = self.edition.profile.headings[item.kind].page
        under = writer.unit(item.ident) if item.ident in self.edition.containers else ""
        return heading(level, text, item.ref, f"heading--{item.kind}", german=True) + under

    def _replayed(self, game: str, path: str) -> str:
        report = next((one for one in self.site.codex.game_reports if one.name == game), None)
        if report is None:
            return ""
        replay = link(relative(game_path(game), path), f"Game {game[1:]} replayed trick by trick")
        return block(f'<p class="replayed" lang="en" data-search-exclude>{replay} {badge(report.verdict)}</p>')

    def _whole(self) -> str:
        selection = select(self.edition, Reference(self.edition.siglum))
        version = self.edition.source.edition
        publication = load_publication(self.site.corpus.project)
        texts = {language: cite(selection, version, publication, language).render("text") for language in LANGUAGES}
        citations = "".join(f'<p lang="{language}">{esc(text)}</p>' for language, text in texts.items())
        return block(
            '<details class="whole" data-search-exclude><summary>Cite the whole source</summary>'
            + citations
            + "</details>"
        )

    def _paratext(self, part_page: PartPage, *, last: bool) -> str:
        shown = [item for item in part_page.paratext if item.kind not in _SHOWN_IN_PLACE]
        if not shown:
            return ""
        if self.withheld:
            return block(
                '<p class="passage__withheld" data-search-exclude>What else the transcript holds is left out too.</p>'
            )
        where = "after the last passage" if last and not part_page.first else "around these passages"
        lines = [
            f'<p><span class="paratext__kind">{esc(item.kind)}</span> <span lang="de">{esc(item.text)}</span></p>'
            for item in shown
        ]
        return block(
            '<details class="paratext" data-search-exclude>'
            f"<summary>What else the transcript holds {where}</summary>" + "".join(lines) + "</details>"
        )


def _runs(part_page: PartPage) -> Iterable[Heading | list[Passage]]:
    """Headings one by one, passages of one kind together; the title of a game begins a new run."""

    def key(item: Passage | Heading) -> tuple[str, str]:
        if isinstance(item, Heading):
            return ("heading", item.ident)
        return (item.kind, item.ident.split(".")[0] if item.kind in _GAME_KINDS else "")

    for _key, group in groupby(part_page.items, key):
        items = list(group)
        if isinstance(items[0], Heading):
            yield items[0]
        else:
            yield [item for item in items if isinstance(item, Passage)]


def _anchors(edition: Edition) -> dict[str, tuple[str, ...]]:
    """The units that no heading stands for, by their first passage; pages and games have their own marks."""
    found: dict[str, list[str]] = {}
    for name, idents in edition.containers.items():
        if name not in edition.headings and name not in edition.pages and name not in edition.games:
            found.setdefault(idents[0], []).append(name)
    return {ident: tuple(names) for ident, names in found.items()}


def _facts(edition: Edition) -> str:
    source = edition.source
    rows = [
        ("Title", f'<span lang="de">{esc(source.title)}</span>'),
        ("Year", str(source.year)),
        ("Place", esc(source.place)),
        ("In", esc(source.container)),
        ("Shelfmark", esc(source.shelfmark)),
        ("Pages", esc(source.pages)),
        ("Also printed", esc(source.also_printed)),
        ("Transcript editor", esc(source.transcript_editor)),
        ("Transcript date", esc(source.transcript_date)),
        (
            "Edition",
            f"{esc(source.edition)}, {len(edition.passages)} passages, {len(edition.emendations)} emendations",
        ),
        ("Completeness", f"{esc(source.completeness.status)}: {esc(source.completeness.note)}"),
        ("Rights", f"{esc(source.rights.statement)}. {esc(source.rights.note)}"),
    ]
    known = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows if value != _UNKNOWN)
    unknown = ", ".join(name.lower() for name, value in rows if value == _UNKNOWN)
    gaps = f"<p>The transcript does not say: {esc(unknown)}.</p>" if unknown else ""
    return block(
        '<details class="facts" data-search-exclude>'
        f"<summary>About this source: edition {esc(source.edition)}, "
        f"{len(edition.passages)} passages</summary>",
        f"<dl>{known}</dl><p>{esc(source.notes)}</p>{gaps}",
        "</details>",
    )


def _warnings(source: Source, *, withheld: bool, first: bool) -> str:
    notes = []
    if source.completeness.status == "fragment" and first:
        notes.append(f"<b>A fragment.</b> {esc(source.completeness.note)}")
    if not source.rights.free:
        notes.append(f"<b>Rights.</b> {esc(source.rights.statement)}. {esc(source.rights.note)}")
    if withheld:
        notes.append(
            "<b>Left out.</b> This site shows only texts in the public domain. The words of this source are "
            "left out; its sections, its ids and its citations are here."
        )
    if not notes:
        return ""
    return block('<div class="notice" role="note">', *(f"<p>{note}</p>" for note in notes), "</div>")


def _citation_templates(source: Source, publication: Publication) -> str:
    text = (
        json.dumps(browser_data(source, publication), ensure_ascii=False)
        .replace("<", "\\u003c")
        .replace("&", "\\u0026")
    )
    return block(
        f'<script type="application/json" id="citation-templates">{text}</script>',
        '<noscript><p class="hint">The cite buttons need JavaScript. Without it, the link on each number is '
        "the address of its passage.</p></noscript>",
    )
