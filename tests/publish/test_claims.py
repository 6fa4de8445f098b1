"""The pages of claims, of evidence, of what was found: their views against the ledger and the check."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

from tarock.proof.claims.ledger import AGREEING, DIFFERING
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.claims import ClaimView, PassageClaims, part_claims, source_claims
from tarock.publish.views.evidence import evidence_view
from tarock.publish.views.found import found_view
from tarock.publish.views.translated import gloss
from tarock.publish.views.verdicts import verdicts_view
from tarock.rules.cases import key_of
from tests.publish.markup import read

if TYPE_CHECKING:
    from tarock.proof.codex import Codex
    from tarock.publish.views.claims import ClaimsView, Entry


@pytest.fixture(scope="module")
def views(site: Site) -> dict[str, ClaimsView]:
    sources = {site.router.claims_of(siglum).page: source_claims(site, siglum) for siglum in site.codex.tables}
    parts = {site.router.claims_on(p.path).page: part_claims(site, p) for p in chain(*site.claim_parts.values())}
    return sources | parts


def _claims(view: ClaimsView) -> list[ClaimView | Entry]:
    """The claims of a page, in full or in short."""
    held = (each for group in view.groups for each in group.claims)
    return [c for each in held for c in (each.claims if isinstance(each, PassageClaims) else (each,))]


def _in_full(views: dict[str, ClaimsView]) -> list[ClaimView]:
    return [claim for view in views.values() for claim in _claims(view) if isinstance(claim, ClaimView)]


def test_the_english_of_a_passage_stands_once_for_all_its_claims(
    site: Site, views: dict[str, ClaimsView], computed: Codex
) -> None:
    """Each claim has the English of the sentences that it quotes above it, and none stands there twice."""
    claims = {f"claim-{placed.claim.id}": placed.claim for placed in computed.claims}
    translated = 0
    for view in views.values():
        for group in view.groups:
            for passage in group.claims:
                if isinstance(passage, PassageClaims):
                    shown = [text for _place, text in passage.english]
                    assert len(shown) == len(set(passage.english))
                    here = [claims[claim.anchor] for claim in passage.claims]
                    quoted = [support for claim in here for support in (claim.supports[0], *claim.origin)]
                    expected = {gloss(site, support.ref, support.quote) for support in quoted} - {""}
                    assert set(shown) == expected
                    translated += bool(expected) and len(passage.claims) > 1
    assert translated > 20  # passages with several claims


def test_every_claim_of_the_ledger_stands_in_full_once_and_where_the_router_says(
    site: Site, views: dict[str, ClaimsView], computed: Codex
) -> None:
    assert Counter(claim.anchor for claim in _in_full(views)) == Counter(
        f"claim-{placed.claim.id}" for placed in computed.claims
    )
    for placed in computed.claims:
        address = site.router.claim(placed.claim.ref, placed.claim.id)
        assert address.anchor in {claim.anchor for claim in _claims(views[address.page])}


def test_every_claim_has_its_anchor_on_the_page_of_its_source_as_ever(
    views: dict[str, ClaimsView], computed: Codex
) -> None:
    for siglum in computed.tables:
        view = views[f"claims/{siglum}.md"]
        anchors = [claim.anchor for claim in _claims(view)]
        expected = [f"claim-{p.claim.id}" for p in computed.claims if p.claim.ref.startswith(f"{siglum}:")]
        assert sorted(anchors) == sorted(expected)
        ids = {values["id"] for _, values, _ in read(render("claims.md.j2", view)).found if "id" in values}
        assert set(anchors) <= ids
        parts = [group.anchor for group in view.groups if group.anchor != "differing"]
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
        differing = [verdict for verdict in verdicts if verdict in DIFFERING]
        assert verdicts[: len(differing)] == differing
        assert (view.groups[0].anchor == "differing") == bool(differing)
        assert dict(view.verdicts) == Counter(verdicts)


def test_a_claim_is_as_expected_where_the_check_agrees(views: dict[str, ClaimsView], checked: dict[str, Any]) -> None:
    """The verdict is the check's; the page compares what it shows."""
    check = {f"claim-{claim['id']}": claim for claim in checked["claims"]}
    for claim in _in_full(views):
        verdict = check[claim.anchor]["verdict"]
        assert claim.verdict == verdict
        assert (claim.reckoning is None) == (verdict == "not testable")
        if claim.reckoning and verdict in (*AGREEING, *DIFFERING):
            assert claim.reckoning.as_expected == (verdict in AGREEING), claim.anchor
    for view in views.values():
        said = read(render("claims.md.j2", view)).texts("p", class_="claim__computed")
        shown = [c for c in _claims(view) if isinstance(c, ClaimView) and c.reckoning]
        assert ["as expected" in text for text in said] == [claim.verdict in AGREEING for claim in shown]
        assert ["expected " in text and "as expected" not in text for text in said] == [
            claim.verdict in DIFFERING for claim in shown
        ]


def test_a_claim_tells_which_rule_values_it_reads(views: dict[str, ClaimsView], computed: Codex) -> None:
    reads = {f"claim-{checked.claim.id}": checked.reads for checked in computed.checked_claims}
    for claim in _in_full(views):
        assert {tuple(link.text.split(" ", 1)) for link in claim.reads} == reads[claim.anchor]
        assert all(link.href.endswith(f"#rule-{key_of(link.text.split(' ', 1)[1])}") for link in claim.reads)


def test_a_claim_says_what_it_needs_and_what_was_computed(views: dict[str, ClaimsView], computed: Codex) -> None:
    held = {f"claim-{checked.claim.id}": checked for checked in computed.checked_claims}
    for claim in _in_full(views):
        checked = held[claim.anchor]
        written = [text for text in (checked.claim.needs, checked.claim.known, checked.claim.note) if text]
        told = ["".join(link.text for link in note) for note in claim.notes]
        assert all(text in note for text, note in zip(written, told, strict=True)), claim.anchor
        if claim.reckoning and isinstance(checked.computed, bool):
            assert claim.reckoning.computed == ("no", "yes")[checked.computed]


def test_no_word_of_a_withheld_source_is_quoted(computed: Codex) -> None:
    view = source_claims(Site(computed, public_domain_only=True), "1945")
    claims = _claims(view)
    assert claims
    assert not [claim for claim in claims if isinstance(claim, ClaimView) and claim.quote]


def test_the_overview_counts_verdicts_as_the_check_does(site: Site, checked: dict[str, Any]) -> None:
    claims = checked["claims"]
    view = verdicts_view(site)
    for siglum, line in zip(site.corpus.sources, view.sources, strict=True):
        expected = Counter(claim["verdict"] for claim in claims if claim["ref"].startswith(f"{siglum}:"))
        assert Counter(dict(zip(view.verdicts, line.counts, strict=True))) == expected
        assert line.claims == expected.total()
        for verdict in view.verdicts:
            shown = read(render("verdicts.md.j2", view)).texts("td", **{"data-label": verdict})
            assert shown[list(site.corpus.sources).index(siglum)] == str(expected[verdict] or "")


def test_the_evidence_page_adds_up_to_the_coverage(site: Site, computed: Codex) -> None:
    view = evidence_view(site)
    for index, siglum in enumerate(view.sigla):
        mine = [evidence for evidence in computed.evidence if evidence.statement.siglum == siglum]
        assert sum(topic.counts[index][1] for topic in view.topics) == len(mine)
        assert sum(topic.counts[index][0] for topic in view.topics) == sum(e.hold == "vouched for" for e in mine)
    cells = [text for text in read(render("evidence.md.j2", view)).texts("td") if " of " in text]
    counts = [count for topic in view.topics for count in topic.counts if count[1]]
    assert cells == [f"{held} of {total}" for held, total in counts]
    unnoticed = [e for e in computed.evidence if not all(altered.weight for altered in e.altered)]
    assert [value.key for value in view.unnoticed] == [evidence.statement.key for evidence in unnoticed]


def test_a_withdrawn_claim_keeps_its_address(site: Site, views: dict[str, ClaimsView], computed: Codex) -> None:
    ids: dict[str, set[str]] = {}
    places: set[tuple[str, str]] = set()
    for ident, record in ((ident, it.record) for ident, it in computed.withdrawn_claims.items()):
        siglum = record.ref.partition(":")[0]
        for page in {site.router.claim(record.ref, ident).page, f"claims/{siglum}.md"}:
            (gone,) = [view for view in views[page].withdrawn if view.ident == ident]
            places.add((page, ident))
            assert [link.text for link in gone.successors] == list(record.successors)
            if page not in ids:
                made = read(render("claims.md.j2", views[page])).found
                ids[page] = {values["id"] for _, values, _ in made if "id" in values}
            assert f"claim-{ident}" in ids[page]
    assert {(page, gone.ident) for page, view in views.items() for gone in view.withdrawn} == places


# What was found


def test_the_figures_on_what_was_found_are_those_of_the_check(site: Site, checked: dict[str, Any]) -> None:
    verdicts = Counter(claim["verdict"] for claim in checked["claims"])
    trials = sum(claim["kind"] == "trial" for claim in checked["claims"])
    tested = verdicts.total() - verdicts["not testable"] - trials
    agree = verdicts["reproduced"] + verdicts["confirmed"]
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
    text = " ".join(" ".join(read(render("found.md.j2", found_view(site))).texts("p")).split())
    assert f"{words[len(site.corpus.sources)].capitalize()} old books explain" in text
    assert f"the {words[len(games)]} games that the author of 1840 printed card by card, and {tested} sums" in text
    assert f"The stated results of all {words[len(games)]} games follow from the play" in text
    assert all(game["verdict"].startswith("reproduced") for game in games)
    assert f"{agree} of the {tested} other claims agree with what the book says" in text
    assert (
        f"In {words[len(impossible)]} of the games the cards as the transcript has them cannot have been dealt" in text
    )
    assert f"In {words[len(revoked)]} games a player throws off" in text
    assert "which the author's own § 63 forbids" in text  # the duty to follow suit: 1840:63.1
    assert all(game["legal_lines"] for game in games if game["id"] in revoked)
    assert "and found some each time" in text
    assert f"{verdicts['not testable']} claims need more than we have" in text


def test_the_lists_on_what_was_found_are_whole(site: Site, checked: dict[str, Any]) -> None:
    view = found_view(site)
    assert [noted.says for noted in view.differing] == [
        c["says"] for c in checked["claims"] if c["verdict"] in DIFFERING
    ]
    assert [noted.says for noted in view.undetermined] == [
        claim["says"] for claim in checked["claims"] if claim["verdict"] == "undetermined"
    ]
    revokes = [
        (f"Game {game['id'][1:]}", finding["trick"], finding["message"])
        for game in checked["games"]
        for finding in game["levels"]["corrected"]["findings"]
        if finding["code"] == "PLAY-REVOKE"
    ]
    assert [(revoke.game.text, revoke.trick, revoke.says) for revoke in view.revokes] == revokes
    assert [(game.title.text.partition(".")[0], game.verdict) for game in view.games] == [
        (g["id"][1:], g["verdict"]) for g in checked["games"]
    ]
    best = [list(filter(None, game["levels"].values()))[-1] for game in checked["games"]]
    undecided = [point for level in best for each in ("", "_with_revokes")
                 for point in level[f"undetermined{each}"] or ()]  # fmt: skip
    assert [point.what for point in view.left_open] == list(dict.fromkeys(point["what"] for point in undecided))
    items = read(render("found.md.j2", view)).texts("li")
    assert not any(re.search(r"\.\.(?!\.)", item) for item in items)  # a reading ends with a stop of its own
    parts = (view.games, view.misprints, view.revokes, view.differing, view.left_open, view.undetermined, view.needs)
    assert len(items) == sum(map(len, parts))


def test_a_misprint_in_a_deal_names_what_was_printed_and_what_was_dealt(site: Site) -> None:
    """Game 3, hand of A: the transcript has X, which B holds, in place of XV."""
    misprint = next(misprint for misprint in found_view(site).misprints if misprint.game == "m3")
    assert re.search(r"\bX\b", misprint.lemma)
    assert re.search(r"\bXV\b", misprint.reading)
    assert misprint.place.href == "sources/1840/musterspiele-1-4.html#1840:m3.A"
