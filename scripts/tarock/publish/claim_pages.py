"""Claims with their verdicts, and how much of the rulebook is held by evidence."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tarock.proof.coverage import HOLDS, shares
from tarock.publish.apparatus import linked
from tarock.publish.html import attributes, badge, block, esc, heading, link, page, table
from tarock.publish.places import relative
from tarock.publish.rule_pages import row_anchor, topic_path

if TYPE_CHECKING:
    from tarock.proof.claims.ledger import Checked
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


def _index(site: Site, by_source: dict[str, list[Checked]]) -> str:
    verdicts = list(dict.fromkeys(one.verdict for claims in by_source.values() for one in claims))
    rows = []
    for siglum, claims in by_source.items():
        counts = Counter(one.verdict for one in claims)
        title = link(relative(claim_path(siglum), INDEX), esc(site.corpus.sources[siglum].short_title))
        rows.append([title, str(len(claims)), *(str(counts[verdict] or "") for verdict in verdicts)])
    return page(
        "Claims",
        "# Every sum in the sources runs\n",
        "Whatever the authors computed, or said so that it can be computed, is recomputed here from the encoded rules: sums, "
        "examples, hands, remarks on play. A *result* is reproduced or not; a *remark* is confirmed or differs; what would need "
        "more than we have is *not testable*, and says what it needs. A claim of the eight model games' results stands with "
        "[its game](../games/index.md). [How much of the rulebook is held by this evidence](evidence.md).\n",
        block(table("verdicts", ("Source", "Claims", *verdicts), rows)),
        wide=True,
        description="All sums, examples and remarks of the four sources that can be recomputed, with their verdicts.",
    )


def _source_page(site: Site, siglum: str, claims: list[Checked]) -> str:
    """The claims in the order of the text, part by part."""
    path = claim_path(siglum)
    title = site.corpus.sources[siglum].short_title
    order = {ref: number for number, ref in enumerate(p.ref for p in site.corpus.edition(siglum).passages.values())}
    ordered = sorted(claims, key=lambda one: order.get(one.claim.ref, -1))
    groups: dict[str, list[Checked]] = {}
    for one in ordered:
        groups.setdefault(site.page_of(one.claim.ref), []).append(one)
    names = {page.path: page.part.title for page in site.part_pages[siglum]}
    parts = []
    for number, (where, held) in enumerate(groups.items(), 1):
        parts.append(heading(2, esc(names[where]), f"part-{number}"))
        parts.append(block('<div class="claims">', *(_claim(site, path, one) for one in held), "</div>"))
    return page(
        f"Claims of {siglum}",
        f"# {title}: claims\n",
        _filter(claims) if claims else "None.\n",
        *parts,
        description=f"The sums, examples and remarks of {title} that can be recomputed.",
        searched=False,
    )


def _filter(claims: list[Checked]) -> str:
    counts = Counter(one.verdict for one in claims)
    choices = "".join(
        f"<option{attributes(value=one)}>{esc(one)} ({many})</option>" for one, many in counts.most_common()
    )
    return block(
        '<form class="rules__filter" data-of="claims" hidden><label>Verdict <select data-filter-verdict>'
        f'<option value="">all ({len(claims)})</option>{choices}</select></label> '
        '<label>Find <input type="search" data-filter-words></label><output role="status"></output></form>'
    )


def _claim(site: Site, path: str, checked: Checked) -> str:
    claim = checked.claim
    quote = (
        ""
        if site.withheld(claim.ref.partition(":")[0])
        else f'<p class="claim__quote" lang="de">{esc(claim.quote)}</p>'
    )
    notes = (f"It would need: {claim.needs}" if claim.needs else "", claim.known, claim.note)
    extra = "".join(f'<p class="claim__note">{linked(site, path, text)}</p>' for text in notes if text)
    reads = ", ".join(
        link(f"{relative(topic_path(key.partition('.')[0]), path)}#{row_anchor(key)}", esc(f"{era} {key}"))
        for era, key in sorted(checked.reads)
    )
    many = f"{len(checked.reads)} rule value{'s' if len(checked.reads) > 1 else ''} read"
    rests = f'<details class="resting"><summary>{many}</summary><p>{reads}</p></details>' if reads else ""
    return (
        f"<article{attributes(class_='claim', id=claim_anchor(claim.id), data_verdict=checked.verdict)}>"
        f"<p>{link(site.href(claim.ref, path), esc(claim.ref))} {esc(claim.says)} {badge(checked.verdict)}</p>"
        f'{quote}<div class="evidence">{_computed(checked)}{rests}</div>{extra}</article>'
    )


def _computed(checked: Checked) -> str:
    claim = checked.claim
    if claim.needs:
        return ""
    computed, expected = _shown(checked.computed), _shown(claim.expected)
    compared = "as expected" if computed == expected else f"expected {expected}"
    return f'<p class="claim__computed">Computed: {computed}, {compared}. <code>{esc(claim.compute)}</code></p>'


def _shown(value: Any) -> str:
    match value:
        case None | [] | "":
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return esc(", ".join(str(item) for item in value))
        case dict():
            return esc(", ".join(f"{key} {item}" for key, item in value.items()))
    return esc(str(value))


def _evidence_page(site: Site) -> str:
    evidence = site.codex.evidence
    sigla = list(site.codex.tables)
    counted: dict[str, dict[str, Counter[str]]] = {}
    for one in evidence:
        topic = counted.setdefault(one.statement.key.partition(".")[0], {})
        topic.setdefault(one.statement.siglum, Counter())[one.hold] += 1
    topics = [
        [
            link(relative(topic_path(name), EVIDENCE), esc(topic.title)),
            *(_held_of(counted[name].get(siglum, Counter())) for siglum in sigla),
        ]
        for name, topic in site.codex.topics.by_name.items()
        if name in counted
    ]
    unheld = [
        f"<li>{esc(one.statement.siglum)}, {link(href, esc(one.statement.entry.title))}: {esc(one.statement.shown)} "
        f"(<code>{esc(one.statement.key)}</code>)</li>"
        for one in evidence
        if one.hold == "unheld"
        for href in [
            f"{relative(topic_path(one.statement.key.partition('.')[0]), EVIDENCE)}#{row_anchor(one.statement.key)}"
        ]
    ]
    return page(
        "Evidence",
        "# What holds the rulebook\n",
        "Each encoded value that a game or a claim reads while it runs is altered, and what read it runs again. *Held*: a verdict "
        "changes, so the printed games and sums vouch for the value. *Quoted only*: nothing computes with it; its quote, and the "
        "number in the quote, are checked. *Unheld*: something computes with it, but no printed result notices the change.\n",
        block(coverage_table(site)),
        heading(2, "By topic: how many values are held", "by-topic"),
        block(table("counts", ("Topic", *sigla), topics)),
        heading(2, "Unheld", "unheld"),
        block('<ul class="unheld">', *unheld, "</ul>") if unheld else "Nothing.\n",
        wide=True,
        description="Which encoded rule values are held by the printed games and sums, and which only by their quote.",
        searched=False,
    )


def coverage_table(site: Site) -> str:
    """How many rule values of each source are held, and by what."""
    rows = []
    for siglum, counts in shares(site.codex.evidence).items():
        total = sum(counts.values())
        rows.append([siglum, str(total), *(str(counts[hold]) for hold in HOLDS), f"{100 * counts['held'] // total} %"])
    return table("counts", ("Source", "Rule values", *HOLDS, "share held"), rows)


def _held_of(counts: Counter[str]) -> str:
    total = sum(counts.values())
    return f'{counts["held"]} <span class="counts__of">of {total}</span>' if total else ""
