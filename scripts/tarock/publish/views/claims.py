"""Claims with their verdicts: counted by source; of a whole source, in short or in full; of a part of it.

And the evidence: what was encoded and checked, in figures; how much of the rulebook is held, and what is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from tarock.base.i18n import DATA, translate_text
from tarock.base.structs import Frozen, group_pairs
from tarock.base.wording import write_message
from tarock.claims.expectation import describe_value
from tarock.claims.ledger import DIFFERING, CheckedClaim, Claim, ClaimCounts, WithdrawnClaim, count_claims
from tarock.corpus.sources import Source
from tarock.publish.places import PartPage, Site
from tarock.publish.router import find_english_page
from tarock.publish.views.robustness import RobustnessLine, make_robustness_line
from tarock.publish.views.view import Link, Prose, View
from tarock.robustness.coverage import HOLDS, StatementEvidence, count_by_hold
from tarock.robustness.unread import UnreadReason, find_reason, list_unread, load_unread_reasons
from tarock.rules.tables import Statement, Support, format_value

ClaimSection = tuple[str, str, list[CheckedClaim]]  # title, anchor, claims
FIRST = (*DIFFERING, "undetermined")


class VerdictsView(View):
    """The overview: how many claims of each source have which verdict, and what they show."""

    @cached_property
    def counts(self) -> list[tuple[Link, ClaimCounts]]:
        """Return for each source, as a link, how many of its claims show what."""
        claims, eras = self.site.codex.checked_claims, self.site.codex.tables
        counts = (count_claims(each for each in claims if each.claim.era == siglum) for siglum in eras)
        return list(zip((link for link, _verdicts in self.sources), counts, strict=True))

    @cached_property
    def sources(self) -> list[tuple[Link, Counter[str]]]:
        """Return for each source, as a link, its number of claims by verdict."""
        titles = self.site.corpus.sources
        return [
            (
                self.link(translate_text(titles[siglum].short_title, DATA), self.router.claims_of(siglum)),
                Counter(each.verdict for each in self.site.codex.checked_claims if each.claim.era == siglum),
            )
            for siglum in self.site.codex.tables
        ]

    @cached_property
    def verdicts(self) -> list[str]:
        """Return the verdicts that occur."""
        return list(dict.fromkeys(verdict for _source, counts in self.sources for verdict in counts))


class ClaimsView(View):
    """A page of claims: of a whole source, or of its `part`. Claims in `short` lead to claims in full on other pages.

    Of the `sections` what differs or is undetermined is taken out and stands first.
    """

    source: Source
    part: str
    sections: Sequence[ClaimSection]
    short: bool = False

    @cached_property
    def groups(self) -> list[ClaimSection]:
        """Return the sections, preceded by one with the claims that differ or are undetermined."""
        differing: list[CheckedClaim] = []
        groups: list[ClaimSection] = [(write_message("link.differing"), "differing", differing)]
        for title, anchor, claims in self.sections:
            differing += (checked for checked in claims if checked.verdict in FIRST)
            groups.append((title, anchor, [checked for checked in claims if checked.verdict not in FIRST]))
        return [group for group in groups if group[2]]

    @property
    def verdicts(self) -> Sequence[tuple[str, int]]:
        """Count the claims by verdict, the most frequent first."""
        return Counter(checked.verdict for _, _, claims in self.sections for checked in claims).most_common()

    @cached_property
    def counts(self) -> ClaimCounts:
        """Return how many claims of the page show what, each counted once."""
        return count_claims(checked for _, _, claims in self.sections for checked in claims)

    @cached_property
    def withdrawn(self) -> list[WithdrawnClaim]:
        """Return the withdrawn claims that were on this page."""
        records = (located.record for located in self.site.codex.withdrawn_claims.values())
        whole = self.router.claims_of(self.source.siglum).page
        return [
            record
            for record in records
            if record.ref.partition(":")[0] == self.source.siglum
            and find_english_page(self.page) in (self.router.claim(record.ref, record.id).page, whole)
        ]

    def successors(self, claim: WithdrawnClaim) -> list[Link]:
        """Return links to the claims that replace a withdrawn one."""
        refs = {each.record.id: each.record.ref for each in self.site.codex.claims}
        return [self.link(name, self.router.claim(refs[name], name)) for name in claim.successors]

    def by_passage(self, claims: Iterable[CheckedClaim]) -> Iterator[tuple[str, list[CheckedClaim]]]:
        """Yield each passage with its claims, which follow one another."""
        return ((ref, list(group)) for ref, group in groupby(claims, lambda checked: checked.claim.ref))

    def glosses(self, claims: Iterable[CheckedClaim]) -> list[tuple[str, str]]:
        """Return the English of the sentences that claims quote, each once, with its place."""
        quoted = (support for each in claims for support in (each.claim.supports[0], *each.claim.origin))
        english = dict.fromkeys((each.ref, self.gloss(each.ref, each.quote)) for each in quoted)
        return [each for each in english if each[1]]

    def quote(self, support: Support) -> str:
        """Return the quoted words; empty where the text is withheld."""
        return "" if self.site.withheld(support.ref.partition(":")[0]) else self.marked(support.ref, support.quote)

    def reads(self, checked: CheckedClaim) -> list[tuple[Link, tuple[str, ...]]]:
        """Return the rule values that the computation reads: a link to each topic, and the names below it."""
        parted = ((era, *name.split(".", 1)) for era, name in sorted(checked.reads))
        found = group_pairs(((era, topic), name) for era, topic, name in parted)
        return [(self.link(f"{era} {topic}", self.router.topic(topic)), names) for (era, topic), names in found.items()]

    def robustness(self, checked: CheckedClaim) -> RobustnessLine | None:
        """Return the line on how robust the computed value is; None where nothing is uncertain."""
        footing = self.site.codex.robustness.get(checked.claim.id)
        return make_robustness_line(self, footing) if footing else None

    def notes(self, claim: Claim) -> Iterator[Prose]:
        """Yield what a claim needs in order to be tested, what explains a difference, and remarks."""
        if claim.needs:
            yield self.linked(write_message("link.needs", what=translate_text(claim.needs, DATA)))
        yield from (self.prose(text) for text in (claim.reason, claim.note) if text)

    def computed(self, claim: Claim, value: Any) -> str:
        """Return a computed or expected value in words, marked if part of it is open."""
        if claim.compute == "eras.open":
            return write_message("claim.open" if value else "claim.settled")
        return describe_value(value)


def make_source_claims(site: Site, siglum: str) -> ClaimsView:
    """Return the claims of a source; in short where parts of the source have pages of their own."""
    parts: dict[str, list[CheckedClaim]] = {}
    for checked in site.claims_of(siglum):
        parts.setdefault(site.router.passage(checked.claim.ref).page, []).append(checked)
    titles = {page.path: translate_text(page.part.title, DATA) for page in site.part_pages[siglum]}
    sections = [(titles[path], f"part-{number}", claims) for number, (path, claims) in enumerate(parts.items(), 1)]
    page, source = site.router.claims_of(siglum).made, site.corpus.sources[siglum]
    return ClaimsView(site, page, source, "", sections, bool(site.claim_parts[siglum]))


def make_part_claims(site: Site, part_page: PartPage) -> ClaimsView:
    """Return the claims about a part of a source, in full."""
    source, router = part_page.edition.source, site.router
    claims = [
        checked for checked in site.claims_of(source.siglum) if router.passage(checked.claim.ref).page == part_page.path
    ]
    sections = [(write_message("link.claims"), "claims", claims)]
    return ClaimsView(site, router.claims_on(part_page.path).made, source, part_page.part.title, sections)


class Figures(Frozen):
    """Counts of what was encoded and checked.

    `verdicts` counts the games by verdict, the most frequent first. Of the `tested` claims in which an author states
    what can be recomputed so many are `recomputed` and equal it. In `sentences_agree` two sentences of a source agree;
    `ours` expect values that nobody states; of `trials` the scenario is ours.
    """

    values: int
    verdicts: Sequence[tuple[str, int]]
    tested: int
    recomputed: int
    sentences_agree: int
    ours: int
    trials: int


def count_figures(site: Site) -> Figures:
    """Count what was encoded and checked in the whole project."""
    checked = [claim for claim in site.codex.checked_claims if claim.verdict != "not testable"]
    authors = [claim for claim in checked if claim.claim.kind != "trial"]
    counts = count_claims(authors)
    return Figures(
        sum(len(list(table)) for table in site.codex.tables.values()),
        Counter(report.verdict for report in site.codex.game_reports).most_common(),
        counts.claims - counts.sentences_agree - counts.ours,
        counts.recomputed,
        counts.sentences_agree,
        counts.ours,
        len(checked) - len(authors),
    )


class EvidenceView(View):
    """The page on what holds the rulebook."""

    holds = HOLDS

    @cached_property
    def sigla(self) -> list[str]:
        """Return the sigla of the sources that have a rule table."""
        return list(self.site.codex.tables)

    @property
    def shares(self) -> list[tuple[str, int, list[int], int]]:
        """Return for each source: siglum, number of values, how many by kind of evidence, per cent vouched for.

        The percentage is rounded down.
        """
        return [
            (siglum, counts.total(), [counts[hold] for hold in HOLDS], 100 * counts[HOLDS[0]] // counts.total())
            for siglum, counts in count_by_hold(self.site.codex.evidence).items()
        ]

    @property
    def topics(self) -> Iterator[tuple[Link, list[tuple[int, int]]]]:
        """Yield each topic with pairs for the sources: values vouched for, and all values."""
        held = [(it.statement.key.partition(".")[0], it.statement.siglum, it.hold) for it in self.site.codex.evidence]
        total = Counter((name, siglum) for name, siglum, _hold in held)
        vouched = Counter((name, siglum) for name, siglum, hold in held if hold == HOLDS[0])
        for name, topic in self.site.codex.topics.by_name.items():
            counts = [(vouched[name, siglum], total[name, siglum]) for siglum in self.sigla]
            if any(all_ for _vouched, all_ in counts):
                yield self.link(translate_text(topic.title, DATA), self.router.topic(name)), counts

    @cached_property
    def unnoticed(self) -> list[StatementEvidence]:
        """Return the evidence of values that are computed with, though no check notices some neighbouring value."""
        return [evidence for evidence in self.site.codex.evidence if evidence.unnoticed]

    @cached_property
    def unread(self) -> dict[str, list[Statement]]:
        """Return for each source the statements that hold and that nothing in the engine reads."""
        codex = self.site.codex
        return {siglum: list_unread(table, codex.evidence) for siglum, table in codex.tables.items()}

    @property
    def reads(self) -> list[tuple[str, int, int]]:
        """Return for each source: siglum, how many values hold, and how many of them the engine reads."""
        held = {siglum: len(table.effective) for siglum, table in self.site.codex.tables.items()}
        return [(siglum, held[siglum], held[siglum] - len(found)) for siglum, found in self.unread.items()]

    @property
    def unread_by_reason(self) -> list[tuple[str, int, list[tuple[Link, list[str]]]]]:
        """Return for each reason: its sentence, how many values there are, and the keys with the sources of these."""
        codex = self.site.codex
        reasons = load_unread_reasons(codex.project, codex.topics.entries)
        found: dict[UnreadReason, dict[str, list[str]]] = {reason: {} for reason in reasons}
        counts = Counter[UnreadReason]()
        for siglum, statements in self.unread.items():
            for statement in statements:
                reason = find_reason(reasons, statement)
                counts[reason] += 1
                sigla = found[reason].setdefault(statement.key, [])
                sigla += [siglum] if siglum not in sigla else []
        return [
            (
                translate_text(reason.says, DATA),
                counts[reason],
                [(self.link(key, self.router.rule(key)), sigla) for key, sigla in sorted(found[reason].items())],
            )
            for reason in reasons
            if counts[reason]
        ]

    def format_neighbour(self, value: Any, evidence: StatementEvidence) -> str:
        """Return a neighbouring value in the form in which the value is shown."""
        return format_value(value, evidence.statement.entry) or write_message("evidence.empty")
