"""Claims with their verdicts: of a whole source, in short or in full, and of a part of it; those that differ come first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarock.publish.views.prose import Link, Prose, linked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarock.corpus.sources import Source
    from tarock.proof.claims.ledger import Checked, Verdict
    from tarock.publish.places import PartPage, Site

DIFFER = ("not reproduced", "differs")


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What was computed, by which function, and what the source has."""

    computed: str
    expected: str
    function: str

    @property
    def as_expected(self) -> bool:
        """Whether the two are the same."""
        return self.computed == self.expected


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim in full: its place, words (none where the text is withheld), reckoning (none where it needs more).

    `reads` are the rule values that the reckoning reads.
    """

    anchor: str
    place: Link
    says: str
    verdict: Verdict
    quote: str
    reckoning: Reckoning | None
    reads: tuple[Link, ...]
    notes: tuple[Prose, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A claim in short; `says` leads to the claim in full."""

    anchor: str
    place: Link
    says: Link
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Group:
    """Claims under one heading."""

    title: str
    anchor: str
    claims: tuple[ClaimView, ...] | tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class ClaimsView:
    """A page of claims: of a whole source, or of the part `part`. `verdicts` counts them, the most frequent first.

    Claims in short lead to claims in full on other pages.
    """

    source: Source
    part: str
    whole: Link
    short: bool
    verdicts: tuple[tuple[str, int], ...]
    groups: tuple[Group, ...]


def source_claims(site: Site, siglum: str) -> ClaimsView:
    """All claims of a source: in full, or in short where the parts of the source have pages of their own."""
    page = site.router.claims_of(siglum).page
    short = len(site.part_pages[siglum]) > 1
    claims = _in_order(site, siglum)
    parts: dict[str, list[Checked]] = {}
    for checked in claims:
        parts.setdefault(site.page_of(checked.claim.ref), []).append(checked)
    titles = {part_page.path: part_page.part.title for part_page in site.part_pages[siglum]}
    named = [(titles[path], f"part-{number}", held) for number, (path, held) in enumerate(parts.items(), 1)]
    return _view(site, page, siglum, "", short, claims, named)


def part_claims(site: Site, part_page: PartPage) -> ClaimsView:
    """The claims of a part of a source, in full."""
    siglum, part = part_page.edition.siglum, part_page.part
    claims = [checked for checked in _in_order(site, siglum) if site.page_of(checked.claim.ref) == part_page.path]
    named = [("In the order of the text", "claims", claims)]
    return _view(site, site.router.claims_on(part_page.path).page, siglum, part.title, False, claims, named)


def split(site: Site) -> tuple[PartPage, ...]:
    """The parts of sources whose claims have pages of their own: those of several parts that have claims."""
    claimed = {site.page_of(checked.claim.ref) for checked in site.codex.checked_claims}
    several = (pages for pages in site.part_pages.values() if len(pages) > 1)
    return tuple(part_page for pages in several for part_page in pages if part_page.path in claimed)


def _in_order(site: Site, siglum: str) -> list[Checked]:
    """The claims of a source in the order of its text."""
    order = {passage.ref: number for number, passage in enumerate(site.corpus.edition(siglum).passages.values())}
    claims = (checked for checked in site.codex.checked_claims if checked.claim.ref.partition(":")[0] == siglum)
    return sorted(claims, key=lambda checked: order.get(checked.claim.ref, -1))


def _view(
    site: Site,
    page: str,
    siglum: str,
    part: str,
    short: bool,
    claims: Sequence[Checked],
    named: Sequence[tuple[str, str, Sequence[Checked]]],
) -> ClaimsView:
    differing = [checked for checked in claims if checked.verdict in DIFFER]
    titled = [
        ("Where source and reckoning differ", "differing", differing),
        *((title, anchor, [checked for checked in held if checked not in differing]) for title, anchor, held in named),
    ]
    source = site.corpus.sources[siglum]
    return ClaimsView(
        source,
        part,
        Link(source.short_title, site.router.claims_of(siglum).seen_from(page)),
        short,
        tuple(Counter(checked.verdict for checked in claims).most_common()),
        tuple(
            Group(
                title,
                anchor,
                tuple(_entry(site, page, checked) if short else _claim(site, page, checked) for checked in held),
            )
            for title, anchor, held in titled
            if held
        ),
    )


def _place(site: Site, page: str, checked: Checked) -> Link:
    return Link(checked.claim.ref, site.router.passage(checked.claim.ref).seen_from(page))


def _entry(site: Site, page: str, checked: Checked) -> Entry:
    address = site.router.claim(checked.claim.ref, checked.claim.id)
    says = Link(checked.claim.says, address.seen_from(page))
    return Entry(address.anchor, _place(site, page, checked), says, checked.verdict)


def _claim(site: Site, page: str, checked: Checked) -> ClaimView:
    claim, router = checked.claim, site.router
    notes = (f"It would need: {claim.needs}" if claim.needs else "", claim.known, claim.note)
    return ClaimView(
        router.claim(claim.ref, claim.id).anchor,
        _place(site, page, checked),
        claim.says,
        checked.verdict,
        "" if site.withheld(claim.ref.partition(":")[0]) else claim.quote,
        None if claim.needs else Reckoning(shown(checked.computed), shown(claim.expected), claim.compute),
        tuple(Link(f"{era} {key}", router.rule(key).seen_from(page)) for era, key in sorted(checked.reads)),
        tuple(linked(router, page, text) for text in notes if text),
    )


def shown(value: Any) -> str:
    """A value as a person reads it."""
    match value:
        case None | [] | "":
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(str(item) for item in value)
        case dict():
            return ", ".join(f"{key} {item}" for key, item in value.items())
    return str(value)
