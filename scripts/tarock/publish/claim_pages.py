"""Claims with their verdicts, and how much of the rulebook is held by evidence."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tarock.proof.coverage import HOLDS, shares
from tarock.publish.html import attributes, block, esc, heading, link, page
from tarock.publish.places import relative
from tarock.publish.rule_pages import row_anchor, topic_path

if TYPE_CHECKING:
    from tarock.proof.claims.ledger import Checked
    from tarock.proof.coverage import Evidence
    from tarock.publish.places import Site

INDEX = "claims/index.md"
EVIDENCE = "claims/evidence.md"


def claim_path(siglum: str) -> str:
    """The page with the claims of one source."""
    return f"claims/{siglum}.md"


def claim_anchor(claim: str) -> str:
    """The anchor of a claim on its source's page."""
    return f"claim-{claim}"


def claim_pages(site: Site) -> dict[str, str]:
    """All pages about claims and evidence, by path."""
    by_source: dict[str, list[Checked]] = {siglum: [] for siglum in site.codex.tables}
    for checked in site.codex.checked_claims:
        by_source[checked.claim.ref.partition(":")[0]].append(checked)
    pages = {claim_path(siglum): _source_page(site, siglum, claims) for siglum, claims in by_source.items()}
    return {INDEX: _index(site, by_source), EVIDENCE: _evidence_page(site), **pages}


def claims_resting_on(site: Site, ref: str, path: str) -> str:
    """The claims that rest on a passage, as links with their verdicts; empty when there are none."""
    links = [
        f"{link(f'{relative(claim_path(ref.partition(chr(58))[0]), path)}#{claim_anchor(one.claim.id)}', esc(one.claim.says))} "
        f"{verdict_badge(one.verdict)}"
        for one in site.claims_at(ref)
    ]
    if not links:
        return ""
    many = f"{len(links)} claim{'s' if len(links) > 1 else ''} checked"
    items = "".join(f"<li>{text}</li>" for text in links)
    return f'<details class="resting" lang="en" data-search-exclude><summary>{many}</summary><ul>{items}</ul></details>'


def verdict_badge(verdict: str) -> str:
    """A verdict as a small label."""
    return f'<span class="verdict verdict--{verdict.replace(" ", "-")}">{esc(verdict)}</span>'


def _index(site: Site, by_source: dict[str, list[Checked]]) -> str:
    verdicts = list(dict.fromkeys(one.verdict for claims in by_source.values() for one in claims))
    rows = []
    for siglum, claims in by_source.items():
        counts = Counter(one.verdict for one in claims)
        cells = "".join(f"<td>{counts[verdict] or ''}</td>" for verdict in verdicts)
        title = link(relative(claim_path(siglum), INDEX), esc(site.corpus.sources[siglum].short_title))
        rows.append(f'<tr><th scope="row">{title}</th><td>{len(claims)}</td>{cells}</tr>')
    head = "".join(f'<th scope="col">{esc(verdict)}</th>' for verdict in verdicts)
    return page(
        "Claims",
        "# Every sum in the sources runs\n",
        "Whatever the authors computed, or said so that it can be computed, is recomputed here from the encoded rules: sums, "
        "examples, hands, remarks on play. A *result* is reproduced or not; a *remark* is confirmed or differs; what would need "
        "more than we have is listed with what it needs. [How much of the rulebook is held by this evidence](evidence.md).\n",
        block(
            '<div class="table-wrap"><table class="games"><thead><tr><th scope="col">Source</th><th scope="col">Claims</th>'
            f"{head}</tr></thead><tbody>",
            *rows,
            "</tbody></table></div>",
        ),
        wide=True,
        description="All sums, examples and remarks of the four sources that can be recomputed, with their verdicts.",
    )


def _source_page(site: Site, siglum: str, claims: list[Checked]) -> str:
    path = claim_path(siglum)
    title = site.corpus.sources[siglum].short_title
    items = [_claim(site, path, checked) for checked in claims] or ["<p>None.</p>"]
    return page(
        f"Claims of {siglum}",
        f"# {title}: claims\n",
        block('<div class="claims">', *items, "</div>"),
        wide=True,
        description=f"The sums, examples and remarks of {title} that can be recomputed.",
    )


def _claim(site: Site, path: str, checked: Checked) -> str:
    claim = checked.claim
    quote = "" if site.withheld(claim.ref.partition(":")[0]) else f'<p class="claim__quote" lang="de">{esc(claim.quote)}</p>'
    values = ""
    if not claim.needs:
        values = f"<p>Expected {_shown(claim.expected)}, computed {_shown(checked.computed)}, by <code>{esc(claim.compute)}</code>.</p>"
    extra = "".join(
        f'<p class="claim__note">{esc(text)}</p>'
        for text in (f"It would need: {claim.needs}" if claim.needs else "", claim.known, claim.note)
        if text
    )
    reads = ", ".join(
        link(f"{relative(topic_path(key.partition('.')[0]), path)}#{row_anchor(key)}", esc(f"{era} {key}"))
        for era, key in sorted(checked.reads)
    )
    rests = f'<details class="resting"><summary>{len(checked.reads)} rule values read</summary><p>{reads}</p></details>' if reads else ""
    return (
        f"<article{attributes(class_='claim', id=claim_anchor(claim.id))}><p>{verdict_badge(checked.verdict)} "
        f"{link(site.href(claim.ref, path), esc(claim.ref))} {esc(claim.says)}</p>{quote}{values}{extra}{rests}</article>"
    )


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return esc(", ".join(str(item) for item in value))
    if isinstance(value, dict):
        return esc(", ".join(f"{key} {item}" for key, item in value.items()))
    return esc(str(value))


def _evidence_page(site: Site) -> str:
    evidence = site.codex.evidence
    rows = []
    for siglum, counts in shares(evidence).items():
        total = sum(counts.values())
        cells = "".join(f"<td>{counts[hold]}</td>" for hold in HOLDS)
        rows.append(f'<tr><th scope="row">{siglum}</th><td>{total}</td>{cells}<td>{100 * counts["held"] // total} %</td></tr>')
    parts = []
    for siglum in site.codex.tables:
        topics: dict[str, list[Evidence]] = {}
        for one in evidence:
            if one.statement.siglum == siglum:
                topics.setdefault(one.statement.key.partition(".")[0], []).append(one)
        lines = [_topic_row(site, topic, held) for topic, held in topics.items()]
        head = "".join(f'<th scope="col">{hold}</th>' for hold in HOLDS)
        parts += [
            heading(2, siglum, f"evidence-{siglum}"),
            block(
                f'<div class="table-wrap"><table class="games"><thead><tr><th scope="col">Topic</th>{head}</tr></thead><tbody>',
                *lines,
                "</tbody></table></div>",
            ),
        ]
    head = "".join(f'<th scope="col">{hold}</th>' for hold in HOLDS)
    return page(
        "Evidence",
        "# What holds the rulebook\n",
        "Each encoded value that a game or a claim reads while it runs is altered, and what read it runs again. *Held*: a verdict "
        "changes, so the printed games and sums vouch for the value. *Quoted only*: nothing computes with it; its quote, and the number in "
        "the quote, are checked. *Unheld*: something computes with it, but no printed result notices the change.\n",
        block(
            '<div class="table-wrap"><table class="games"><thead><tr><th scope="col">Source</th><th scope="col">Values</th>'
            f'{head}<th scope="col">Share held</th></tr></thead><tbody>',
            *rows,
            "</tbody></table></div>",
        ),
        *parts,
        wide=True,
        description="Which encoded rule values are held by the printed games and sums, and which only by their quote.",
    )


def _topic_row(site: Site, topic: str, evidence: list[Evidence]) -> str:
    counts = Counter(one.hold for one in evidence)
    title = site.codex.topics.by_name[topic].title
    cells = "".join(f"<td>{counts[hold] or ''}</td>" for hold in HOLDS)
    return f'<tr><th scope="row">{link(relative(topic_path(topic), EVIDENCE), esc(title))}</th>{cells}</tr>'
