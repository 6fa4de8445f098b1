"""Claims with their verdicts: of a whole source, in short or in full, and of a part of it; those that differ come first."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tarock.base.catalogue import Message, say
from tarock.base.structs import Value
from tarock.proof.claims.ledger import DIFFERING
from tarock.publish.views.prose import Link, Prose, linked, place
from tarock.publish.views.translated import gloss
from tarock.rules.cases import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tarock.corpus.sources import Source
    from tarock.proof.claims.ledger import Checked, Kind, Verdict
    from tarock.publish.places import PartPage, Site
    from tarock.rules.tables import Support

    Section = tuple[str, str, Sequence[Checked]]  # title, anchor, claims


class Reckoning(Value):
    """What was computed, by which function, and what the source has."""

    computed: str
    expected: str
    function: str

    @property
    def as_expected(self) -> bool:
        """Whether the two are the same."""
        return self.computed == self.expected


class ClaimView(Value):
    """A claim in full: its words (none where the text is withheld), reckoning (none where it needs more).

    `origin` are other passages, with their words, that print what it expects; `reads` are the rule values that the
    reckoning reads.
    """

    anchor: str
    says: str
    kind: Kind
    verdict: Verdict
    quote: str
    origin: tuple[tuple[Link, str], ...]
    reckoning: Reckoning | None
    reads: tuple[Link, ...]
    notes: tuple[Prose, ...]


class PassageClaims(Value):
    """The claims on one passage, and once for all the English of the sentences that they quote, each with its place."""

    place: Link
    english: tuple[tuple[Link, str], ...]
    claims: tuple[ClaimView, ...]


class Entry(Value):
    """A claim in short; `says` leads to the claim in full."""

    anchor: str
    place: Link
    says: Link
    verdict: Verdict


class Group(Value):
    """Claims under one heading: in short, or in full passage by passage."""

    title: str
    anchor: str
    claims: tuple[PassageClaims | Entry, ...]


class WithdrawnView(Value):
    """An id that was a claim's: the passage it was on, why it went, and the claims that say now what it said."""

    anchor: str
    ident: str
    place: Link
    reason: str
    successors: tuple[Link, ...]


class ClaimsView(Value):
    """A page of claims: of a whole source, or of the part `part`. `verdicts` counts them, the most frequent first.

    Claims in short lead to claims in full on other pages.
    """

    source: Source
    part: str
    whole: Link
    short: bool
    verdicts: tuple[tuple[str, int], ...]
    groups: tuple[Group, ...]
    withdrawn: tuple[WithdrawnView, ...]


def source_claims(site: Site, siglum: str) -> ClaimsView:
    """All claims of a source: in full, or in short where the parts of the source have pages of their own."""
    parts: dict[str, list[Checked]] = {}
    for checked in site.claims_of(siglum):
        parts.setdefault(site.router.passage(checked.claim.ref).page, []).append(checked)
    titles = {part_page.path: part_page.part.title for part_page in site.part_pages[siglum]}
    sections = [(titles[path], f"part-{number}", claims) for number, (path, claims) in enumerate(parts.items(), 1)]
    address = site.router.claims_of(siglum)
    return _Page(site, address.page, short=bool(site.claim_parts[siglum])).view(siglum, "", sections)


def part_claims(site: Site, part_page: PartPage) -> ClaimsView:
    """The claims of a part of a source, in full."""
    siglum = part_page.edition.siglum
    claims = [
        checked for checked in site.claims_of(siglum) if site.router.passage(checked.claim.ref).page == part_page.path
    ]
    address = site.router.claims_on(part_page.path)
    return _Page(site, address.page).view(
        siglum, part_page.part.title, [(say(Message("link.claims")), "claims", claims)]
    )


class _Page:
    """Makes the view of one page."""

    def __init__(self, site: Site, page: str, *, short: bool = False):
        self.site = site
        self.page = page
        self.short = short

    def view(self, siglum: str, part: str, sections: Sequence[Section]) -> ClaimsView:
        """The sections in their order, but what differs is taken out of them and stands first."""
        claims = [checked for _title, _anchor, held in sections for checked in held]
        differing = [checked for checked in claims if checked.verdict in DIFFERING]
        agreeing = (
            (title, anchor, [c for c in held if c.verdict not in DIFFERING]) for title, anchor, held in sections
        )
        source = self.site.corpus.sources[siglum]
        return ClaimsView(
            source,
            part,
            Link(source.short_title, self.site.router.claims_of(siglum).seen_from(self.page)),
            self.short,
            tuple(Counter(checked.verdict for checked in claims).most_common()),
            tuple(
                Group(title, anchor, tuple(map(self.entry, held) if self.short else self.passages(held)))
                for title, anchor, held in ((say(Message("link.differing")), "differing", differing), *agreeing)
                if held
            ),
            tuple(self._withdrawn(siglum)),
        )

    def _withdrawn(self, siglum: str) -> Iterator[WithdrawnView]:
        """The withdrawn claims that stood on the page."""
        router, refs = self.site.router, {each.claim.id: each.claim.ref for each in self.site.codex.claims}
        for record in (located.record for located in self.site.codex.withdrawn_claims.values()):
            stood = router.claim(record.ref, record.id)
            if record.ref.partition(":")[0] == siglum and self.page in (stood.page, router.claims_of(siglum).page):
                yield WithdrawnView(
                    stood.anchor,
                    record.id,
                    self._passage(record.ref),
                    record.reason,
                    tuple(
                        Link(name, router.claim(refs[name], name).seen_from(self.page)) for name in record.successors
                    ),
                )

    def passages(self, held: Sequence[Checked]) -> Iterator[PassageClaims]:
        """Claims in full, passage by passage."""
        for ref, group in groupby(held, lambda checked: checked.claim.ref):
            claims = list(group)
            quoted = (support for each in claims for support in (each.claim.supports[0], *each.claim.origin))
            english = dict.fromkeys((self._passage(each.ref), self._gloss(each)) for each in quoted)
            yield PassageClaims(
                self._passage(ref), tuple(each for each in english if each[1]), tuple(map(self.claim, claims))
            )

    def entry(self, checked: Checked) -> Entry:
        """A claim in short."""
        address = self.site.router.claim(checked.claim.ref, checked.claim.id)
        says = Link(checked.claim.says, address.seen_from(self.page))
        return Entry(address.anchor, self._passage(checked.claim.ref), says, checked.verdict)

    def claim(self, checked: Checked) -> ClaimView:
        """A claim in full."""
        claim, router = checked.claim, self.site.router
        notes = (say(Message("link.needs", what=claim.needs)) if claim.needs else "", claim.known, claim.note)
        return ClaimView(
            router.claim(claim.ref, claim.id).anchor,
            claim.says,
            claim.kind,
            checked.verdict,
            self._words(claim.supports[0]),
            tuple((self._passage(each.ref), self._words(each)) for each in claim.origin),
            None if claim.needs else Reckoning(shown(checked.computed), shown(claim.expected), claim.compute),
            tuple(
                Link(f"{era} {name}", router.rule(key_of(name)).seen_from(self.page))
                for era, name in sorted(checked.reads)
            ),
            tuple(linked(router, self.page, text) for text in notes if text),
        )

    def _passage(self, ref: str) -> Link:
        return place(self.site.router, self.page, ref)

    def _words(self, support: Support) -> str:
        return "" if self.site.withheld(support.ref.partition(":")[0]) else support.quote

    def _gloss(self, support: Support) -> str:
        return gloss(self.site, support.ref, support.quote)


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
            return ", ".join(f"{key} {shown(item)}" for key, item in value.items())
    return str(value)
