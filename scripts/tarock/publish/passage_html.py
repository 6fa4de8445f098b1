"""One passage on the page: its text, its number, its cite button, who refers to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.labels import label
from tarock.publish.citations import printed_pages
from tarock.publish.claim_pages import claims_resting_on
from tarock.publish.edition_text import EditionText
from tarock.publish.html import attributes, block, esc, link
from tarock.publish.rule_pages import values_resting_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarock.corpus.editions import Edition, Passage
    from tarock.publish.apparatus import Notes

WITHHELD = "The text of this passage is left out because its rights are not clear."


class PassageWriter:
    """Writes the passages of one page."""

    def __init__(
        self,
        edition: Edition,
        notes: Notes,
        anchors: dict[str, tuple[str, ...]],
    ):
        self.edition = edition
        self.notes = notes
        self.anchors = anchors  # units without a heading of their own, by their first passage
        self.withheld = notes.site.withheld(edition.siglum)

    def write(self, passages: Sequence[Passage]) -> str:
        """A run of passages of one kind."""
        kind = passages[0].kind
        if self.withheld:
            return "".join(self._withheld(passage) for passage in passages)
        if kind == "sentence":
            return self._article(passages)
        if kind == "trick":
            from tarock.publish.tricks import trick_table

            return trick_table(self, passages)
        return "".join(self._block(passage) for passage in passages)

    def text(self, passage: Passage) -> EditionText:
        """The passage's words, ready to render; its conjectures get their notes."""
        for conjecture in passage.conjectures:
            self.notes.number(conjecture)
        return EditionText(passage, self.notes)

    def opening(self, passage: Passage) -> str:
        """Attributes of the element that is the passage."""
        return attributes(
            class_=f"passage passage--{passage.kind}",
            id=passage.ref,
            data_ref=passage.ref,
            data_label=label(self.edition, passage.ident),
            data_label_de=label(self.edition, passage.ident, "de"),
            data_hash=passage.hash,
            **self._cited([passage]),
        )

    def _cited(self, passages: Sequence[Passage]) -> dict[str, str | None]:
        """What a citation says of these passages besides their label and hash."""
        emended = sum(len(passage.emendations) for passage in passages)
        return {
            "data_pages": " ".join(printed_pages(self.edition, passages)) or None,
            "data_emended": str(emended) if emended else None,
        }

    def tools(self, ident: str, tag: str = "span") -> str:
        """The number, which is a link, and the cite button."""
        ref = f"{self.edition.siglum}:{ident}"
        number = link(f"#{ref}", esc(ident), class_="passage__number", aria_label=f"Link to {ref}")
        return f'<{tag} class="passage__tools" lang="en" data-search-exclude>{number}{cite_button(ref)}</{tag}>'

    def anchor(self, passage: Passage) -> str:
        """Anchors of the units that begin with this passage and have no heading."""
        return "".join(
            f"<span{attributes(id=f'{self.edition.siglum}:{name}', class_='unit-anchor')}></span>"
            for name in self.anchors.get(passage.ident, ())
        )

    def conjectured(self, passage: Passage) -> str:
        """Marks that lead to the conjectures on this passage."""
        marks = []
        for conjecture in passage.conjectures:
            number = self.notes.number(conjecture)
            marks.append(
                f"<a{attributes(id=f'mark-{number}', class_='emended__mark emended__mark--conjecture')}"
                f"{attributes(href=f'#note-{number}', lang='en', aria_label=f'Note {number}: conjecture')}"
                f" data-search-exclude>{number}</a>"
            )
        return "".join(marks)

    def referred(self, ident: str) -> str:
        """The passages that refer to this one, as links; empty when there are none."""
        site, path = self.notes.site, self.notes.path
        links = [
            link(site.href(ref, path), esc(label(self.edition, ref.partition(":")[2])))
            for ref in self.edition.backlinks.get(f"{self.edition.siglum}:{ident}", ())
        ]
        if not links:
            return ""
        return f'<p class="referred" lang="en" data-search-exclude>Referred to from {", ".join(links)}</p>'

    def evidence(self, passage: Passage) -> str:
        """The rule values and claims that rest on this passage, as links."""
        site, path = self.notes.site, self.notes.path
        found = values_resting_on(site, passage.ref, path) + claims_resting_on(site, passage.ref, path)
        return f'<div class="evidence" lang="en" data-search-exclude>{found}</div>' if found else ""

    def unit(self, ident: str) -> str:
        """Under the heading of a §, an article or a game: number, cite button, references to it."""
        from tarock.corpus.references import Reference, select

        chosen = select(self.edition, Reference(self.edition.siglum, ident))
        values = attributes(
            class_="unit",
            data_ref=chosen.ref,
            data_label=chosen.label("en"),
            data_label_de=chosen.label("de"),
            data_hash=chosen.hash,
            **self._cited(chosen.passages),
        )
        return block(f"<div{values}>{self.tools(ident)}{self.referred(ident)}</div>")

    def _block(self, passage: Passage) -> str:
        text = self.text(passage)
        if passage.kind == "figure":
            body = f"<pre>{text.render()}{self.conjectured(passage)}</pre>"
        else:
            paragraphs = [text.render(*bounds) for bounds in _paragraphs(passage.text)]
            paragraphs[-1] += self.conjectured(passage)
            body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
        return block(
            f"<div{self.opening(passage)}>{self.anchor(passage)}{self.tools(passage.ident)}"
            f'<div class="passage__text" lang="de">{body}</div>{self.referred(passage.ident)}{self.evidence(passage)}</div>'
        )

    def _article(self, passages: Sequence[Passage]) -> str:
        """Sentences run on as in print, each with its number before it."""
        lines = []
        for passage in passages:
            ref = passage.ref
            number = link(
                f"#{ref}",
                esc(passage.ident),
                class_="passage__number",
                aria_label=f"Link to {ref}",
                lang="en",
            )
            text = self.text(passage).render() + self.conjectured(passage)
            lines.append(
                f"<span{self.opening(passage)}>"
                f'<span class="passage__tools" data-search-exclude>{number}</span>'
                f'<span class="passage__text" lang="de">{text}</span>'
                '<span class="passage__tools passage__tools--cite" lang="en" data-search-exclude>'
                f"{cite_button(ref)}</span></span> "
            )
        resting = [
            f"<dt>{link(f'#{passage.ref}', esc(passage.ident), aria_label=f'Sentence {passage.ident}')}</dt>"
            f"<dd>{evidence}</dd>"
            for passage in passages
            if (evidence := self.evidence(passage))
        ]
        below = (
            block(
                '<section class="resting-list" data-search-exclude lang="en">'
                '<p class="resting-list__title">What rests on these sentences</p><dl>',
                *resting,
                "</dl></section>",
            )
            if resting
            else ""
        )
        return block('<div class="article"><p>', *lines, "</p></div>") + below

    def _withheld(self, passage: Passage) -> str:
        return block(
            f"<div{self.opening(passage).replace('passage--', 'passage--withheld passage--', 1)}>"
            f"{self.anchor(passage)}{self.tools(passage.ident)}"
            f'<p class="passage__withheld" data-search-exclude>{WITHHELD}</p>'
            f"{self.referred(passage.ident)}{self.evidence(passage)}</div>"
        )


def cite_button(ref: str) -> str:
    """The button that opens the cite dialog."""
    return f'<button type="button" class="cite"{attributes(aria_label=f"Cite {ref}")}>Cite</button>'


def _paragraphs(text: str) -> list[tuple[int, int]]:
    bounds: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        bounds.append((start, start + len(line)))
        start += len(line) + 1
    return bounds
