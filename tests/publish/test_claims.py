"""The pages of claims, of evidence, of what was found: their views against the ledger and the check."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import Any

import pytest

from tarock.base.wording import format_message
from tarock.claims.expectation import describe_value as in_words
from tarock.claims.ledger import AGREEING, DIFFERING, CheckedClaim
from tarock.codex import ComputedCodex
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.claims import ClaimsView, EvidenceView, VerdictsView, make_part_claims, make_source_claims
from tarock.publish.views.findings import FoundView
from tarock.publish.views.view import find_gloss
from tests.publish.markup import read

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def views(site: Site) -> dict[str, ClaimsView]:
    sources = {site.router.claims_of(siglum).page: make_source_claims(site, siglum) for siglum in site.codex.tables}
    parts = {site.router.claims_on(p.path).page: make_part_claims(site, p) for p in chain(*site.claim_parts.values())}
    return sources | parts


def _claims(view: ClaimsView) -> list[CheckedClaim]:
    """The claims of a page, in full or in short."""
    return [checked for _title, _anchor, claims in view.groups for checked in claims]


def _in_full(views: dict[str, ClaimsView]) -> list[tuple[ClaimsView, CheckedClaim]]:
    return [(view, checked) for view in views.values() if not view.short for checked in _claims(view)]


def test_the_english_of_a_passage_stands_once_for_all_its_claims(site: Site, views: dict[str, ClaimsView]) -> None:
    """Each claim has the English of the sentences that it quotes above it, and none stands there twice."""
    translated = 0
    for view in views.values():
        for _title, _anchor, claims in view.groups:
            for _ref, here in view.by_passage(claims):
                english = view.glosses(here)
                assert len(english) == len(set(english))
                quoted = [support for c in here for support in (c.claim.supports[0], *c.claim.origin)]
                expected = {find_gloss(site, support.ref, support.quote) for support in quoted} - {""}
                assert {text for _place, text in english} == expected
                translated += bool(expected) and len(here) > 1
    assert translated > 20  # passages with several claims


def test_every_claim_of_the_ledger_stands_in_full_once_and_where_the_router_says(
    site: Site, views: dict[str, ClaimsView], computed: ComputedCodex
) -> None:
    assert Counter(checked.claim.id for _view, checked in _in_full(views)) == Counter(
        located.record.id for located in computed.claims
    )
    for located in computed.claims:
        address = site.router.claim(located.record.ref, located.record.id)
        assert located.record in [checked.claim for checked in _claims(views[address.page])]


def test_every_claim_has_its_anchor_on_the_page_of_its_source_as_ever(
    views: dict[str, ClaimsView], computed: ComputedCodex
) -> None:
    for siglum in computed.tables:
        view = views[f"claims/{siglum}.md"]
        anchors = [f"claim-{checked.claim.id}" for checked in _claims(view)]
        expected = [f"claim-{p.record.id}" for p in computed.claims if p.record.ref.startswith(f"{siglum}:")]
        assert sorted(anchors) == sorted(expected)
        ids = {values["id"] for _, values, _ in read(render("claims.md.j2", view)).found if "id" in values}
        assert set(anchors) <= ids
        parts = [anchor for _title, anchor, _claims in view.groups if anchor != "differing"]
        assert parts == [f"part-{number}" for number in range(1, len(parts) + 1)]


def test_a_source_of_several_parts_has_a_page_for_each_part_with_claims(
    site: Site, views: dict[str, ClaimsView]
) -> None:
    for siglum, source in site.corpus.sources.items():
        pages = {path for path in views if path.startswith(f"claims/{siglum}/")}
        assert views[f"claims/{siglum}.md"].short == bool(pages) == (len(source.parts) > 1)
        assert pages <= {f"claims/{siglum}/{part.slug}.md" for part in source.parts}


def test_what_differs_stands_first_on_every_page(views: dict[str, ClaimsView]) -> None:
    for view in views.values():
        verdicts = [claim.verdict for claim in _claims(view)]
        differing = [verdict for verdict in verdicts if verdict in (*DIFFERING, "undetermined")]
        assert verdicts[: len(differing)] == differing
        assert (view.groups[0][1] == "differing") == bool(differing)
        assert dict(view.verdicts) == Counter(verdicts)


def test_a_claim_is_as_expected_where_the_check_agrees(views: dict[str, ClaimsView], checked: dict[str, Any]) -> None:
    """The verdict is the check's; the page compares what it shows."""
    check = {claim["id"]: claim["verdict"] for claim in checked["claims"]}
    for view, claim in _in_full(views):
        assert claim.verdict == check[claim.claim.id]
        assert bool(claim.claim.needs) == (claim.verdict == "not testable")
        if claim.verdict in (*AGREEING, *DIFFERING):
            agrees = view.computed(claim.claim, claim.computed) == view.computed(claim.claim, claim.claim.expected)
            assert agrees == (claim.verdict in AGREEING), claim.claim.id
    for view in views.values():
        said = read(render("claims.md.j2", view)).texts("p", class_="claim__computed")
        shown = [c for c in _claims(view) if not view.short and not c.claim.needs]
        assert ["as expected" in text for text in said] == [claim.verdict in AGREEING for claim in shown]
        assert ["expected " in text and "as expected" not in text for text in said] == [
            claim.verdict in DIFFERING for claim in shown
        ]


def test_what_speaks_for_the_author_is_counted_apart(
    site: Site, views: dict[str, ClaimsView], checked: dict[str, Any], computed: ComputedCodex
) -> None:
    """Recomputed values that he states, sentences that agree, sums of ours and trials of ours: four numbers."""
    agree = {"reproduced", "confirmed"}
    overview = read(render("verdicts.md.j2", VerdictsView(site, site.router.claims.page)))
    for number, siglum in enumerate(computed.tables):
        mine = [claim for claim in checked["claims"] if claim["ref"].startswith(f"{siglum}:")]
        assert {claim["verdict"] for claim in mine if claim["agrees"]} <= agree
        assert agree.isdisjoint(claim["verdict"] for claim in mine if claim["expected_from"] == "ours")
        stated = sum(claim["verdict"] in agree and not claim["agrees"] for claim in mine)
        sentences = sum(claim["agrees"] for claim in mine)
        expected = [claim["kind"] for claim in mine if claim["verdict"] == "as expected"]
        trials = expected.count("trial")
        counts = {"recomputed": stated, "sentences_agree": sentences, "ours": len(expected) - trials, "trials": trials}
        assert counts.items() <= checked["claim_counts"][siglum].items()
        text = " ".join(" ".join(read(render("claims.md.j2", views[f"claims/{siglum}.md"])).texts("p")).split())
        assert f"equal to what the author states: {stated}. Two sentences of the text agree: {sentences}." in text
        assert f"nothing stated to compare it with: {len(expected) - trials}. Trials of our own: {trials}." in text
        columns = (
            "recomputed, as the author states",
            "two sentences agree",
            "our own sum, nothing stated",
            "trial of our own",
        )
        for column, count in zip(columns, counts.values(), strict=True):
            assert overview.texts("td", **{"data-label": column})[number] == str(count or "")


def test_a_claim_tells_which_rule_values_it_reads(views: dict[str, ClaimsView]) -> None:
    for view, claim in _in_full(views):
        topics = view.reads(claim)
        told = {
            (era, f"{topic}.{name}")
            for link, names in topics
            for era, topic in [link.text.split(" ")]
            for name in names
        }
        assert told == claim.reads
        assert all(link.href.endswith(f"rules/{link.text.split(' ')[1]}.html") for link, _names in topics)


def test_a_claim_says_what_it_needs_and_what_was_computed(views: dict[str, ClaimsView]) -> None:
    for view, checked in _in_full(views):
        claim = checked.claim
        written = [text for text in (claim.needs, claim.known, claim.undetermined, claim.note) if text]
        told = ["".join(link.text for link in note) for note in view.notes(claim)]
        assert all(text in note for text, note in zip(written, told, strict=True)), claim.id
        if isinstance(checked.computed, bool):
            assert in_words(checked.computed) == ("no", "yes")[checked.computed]


def test_no_word_of_a_withheld_source_is_quoted(computed: ComputedCodex) -> None:
    view = make_source_claims(Site(computed, public_domain_only=True), "1945")
    claims = _claims(view)
    assert claims
    assert not view.short
    assert not [support for c in claims for support in c.claim.supports if view.quote(support)]
    quotes = read(render("claims.md.j2", view)).texts("p", class_="claim__quote")
    assert all(view.router.has(quote.strip()) for quote in quotes)  # the place of other words at most


def test_the_overview_counts_verdicts_as_the_check_does(site: Site, checked: dict[str, Any]) -> None:
    claims = checked["claims"]
    view = VerdictsView(site, site.router.claims.page)
    for siglum, (_title, counts) in zip(site.corpus.sources, view.sources, strict=True):
        expected = Counter(claim["verdict"] for claim in claims if claim["ref"].startswith(f"{siglum}:"))
        assert counts == expected
        for verdict in view.verdicts:
            shown = read(render("verdicts.md.j2", view)).texts("td", **{"data-label": verdict})
            assert shown[list(site.corpus.sources).index(siglum)] == str(expected[verdict] or "")


def test_the_evidence_page_adds_up_to_the_coverage(site: Site, measured: ComputedCodex) -> None:
    view = EvidenceView(site, site.router.evidence.page)
    topics = [counts for _title, counts in view.topics]
    for index, siglum in enumerate(view.sigla):
        mine = [evidence for evidence in measured.evidence if evidence.statement.siglum == siglum]
        assert sum(counts[index][1] for counts in topics) == len(mine)
        assert sum(counts[index][0] for counts in topics) == sum(e.hold == "vouched for" for e in mine)
    cells = [text for text in read(render("evidence.md.j2", view)).texts("td") if " of " in text]
    assert cells == [f"{held} of {total}" for counts in topics for held, total in counts if total]
    assert view.unnoticed == [e for e in measured.evidence if not all(altered.weight for altered in e.altered)]


def test_a_withdrawn_claim_keeps_its_address(site: Site, views: dict[str, ClaimsView], computed: ComputedCodex) -> None:
    ids: dict[str, set[str]] = {}
    places: set[tuple[str, str]] = set()
    for ident, record in ((ident, it.record) for ident, it in computed.withdrawn_claims.items()):
        siglum = record.ref.partition(":")[0]
        for page in {site.router.claim(record.ref, ident).page, f"claims/{siglum}.md"}:
            (gone,) = [view for view in views[page].withdrawn if view.id == ident]
            places.add((page, ident))
            assert [link.text for link in views[page].successors(gone)] == list(record.successors)
            if page not in ids:
                made = read(render("claims.md.j2", views[page])).found
                ids[page] = {values["id"] for _, values, _ in made if "id" in values}
            assert f"claim-{ident}" in ids[page]
    assert {(page, gone.id) for page, view in views.items() for gone in view.withdrawn} == places


# What was found


def test_the_figures_on_what_was_found_are_those_of_the_check(site: Site, checked: dict[str, Any]) -> None:
    verdicts = Counter(claim["verdict"] for claim in checked["claims"])
    trials = sum(claim["kind"] == "trial" for claim in checked["claims"])
    sentences = sum(claim["agrees"] for claim in checked["claims"])
    ours = sum(claim["counted_as"] == "ours" for claim in checked["claims"])
    tested = verdicts.total() - verdicts["not testable"] - trials - sentences - ours
    agree = verdicts["reproduced"] + verdicts["confirmed"] - sentences
    games = checked["games"]
    impossible = [
        game["id"]
        for game in games
        if any(f["code"].startswith("DEAL-") for f in game["levels"]["printed"]["findings"])
    ]
    revoked = [
        game["id"] for game in games if any(f["code"] == "PLAY-REVOKE" for f in game["levels"]["corrected"]["findings"])
    ]
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]
    text = " ".join(" ".join(read(render("found.md.j2", FoundView(site, site.router.found.page))).texts("p")).split())
    assert f"{words[len(site.corpus.sources)].capitalize()} old books explain" in text
    assert f"the {words[len(games)]} games that the author of 1840 tells card by card, and {tested} sums" in text
    mended, conjectured, left = (
        words[sum(game["verdict"] in of for game in games)]
        for of in (("reproduced", "reproduced after emendation"), ("reproduced after conjecture",), ("undetermined",))
    )
    assert f"The stated results of {mended} of the {words[len(games)]} games follow from the play, once slips" in text
    assert f"of {conjectured} more only with other cards than the transcript has" in text
    assert f"of {left} it is left open" in text
    assert f"Of the {tested} other claims {agree} come out as the author states" in text
    assert f"in {sentences} cases two sentences of a source agree; in {ours} the sum is our own" in text
    assert (
        f"In {words[len(impossible)]} of the games the cards as the transcript has them cannot have been dealt" in text
    )
    assert f"In {words[len(revoked)]} games a player throws off" in text
    assert "which the author's own § 63 forbids" in text  # the duty to follow suit: 1840:63.1
    assert all(game["legal_lines"] for game in games if game["id"] in revoked)
    assert "and found some each time" in text
    assert f"{verdicts['not testable']} claims need more than we have" in text


def test_the_lists_on_what_was_found_are_whole(site: Site, checked: dict[str, Any]) -> None:
    view = FoundView(site, site.router.found.page)
    assert [noted.claim.says for noted in view.differing] == [
        c["says"] for c in checked["claims"] if c["verdict"] in DIFFERING
    ]
    assert [noted.claim.says for noted in view.undetermined] == [
        claim["says"] for claim in checked["claims"] if claim["verdict"] == "undetermined"
    ]
    revokes = [
        (f"Game {game['id'][1:]}", finding["trick"], finding["message"])
        for game in checked["games"]
        for finding in game["levels"]["corrected"]["findings"]
        if finding["code"] == "PLAY-REVOKE"
    ]
    assert [(f"Game {report.number}", it.trick, format_message(it.message)) for report, it in view.revokes] == revokes
    page = render("found.md.j2", view)
    items = read(re.sub(r'<ol class="breach__trick">.*?</ol>', "", page, flags=re.DOTALL)).texts("li")
    for game, item in zip(checked["games"], items, strict=False):
        assert (item[0], item.endswith(f" {game['verdict']}")) == (game["id"][1:], True)
    assert not any(re.search(r"\.\.(?!\.)", item) for item in items)  # a reading ends with a stop of its own
    turned = [each for _report, all_ in view.turned for each in all_]
    parts = (checked["games"], view.misprints, view.revokes, view.differing, turned, view.needs)
    assert len(items) == sum(map(len, parts))


def test_a_misprint_in_a_deal_names_what_was_printed_and_what_was_dealt(site: Site) -> None:
    """Game 3, hand of A: the transcript has X, which B holds, in place of XV."""
    view = FoundView(site, site.router.found.page)
    misprint = next(misprint for game, misprint in view.misprints if game == "m3")
    assert re.search(r"\bX\b", misprint.lemma)
    assert re.search(r"\bXV\b", misprint.reading)
    assert view.place(misprint.passage).href == "sources/1840/musterspiele-1-4.html#1840:m3.A"
