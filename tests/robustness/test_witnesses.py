"""What the print would decide: a made-up copy answers every place both ways, and only what was foretold changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
import yaml

from tarock.base.project import Project
from tarock.base.wording import format_message
from tarock.base.yamlio import Located
from tarock.checks.check import check
from tarock.codex import ComputedCodex
from tarock.corpus.emendations import Emendation
from tarock.corpus.witnesses import CopyReport, PlaceName, ReportedReading, judge_record, load_copy_reports
from tarock.publish.environment import render
from tarock.publish.paper.sheet import make_sheet
from tarock.publish.paper.text import make_chapter
from tarock.publish.places import Site
from tarock.publish.views.apparatus import EmendationsView, PrintView, describe_effects
from tarock.publish.views.findings import make_breach
from tarock.publish.views.game import GamesView, GameView
from tarock.replay.games import build_game_json
from tarock.robustness.print_places import (
    Effect,
    PlaceCollector,
    PlaceKind,
    PrintPlace,
    compare_claims,
    compare_games,
    group_lines,
    witness_problems,
)
from tests.conftest import EVERY, Run, usual
from tests.helpers import like

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("measured")]

SHARED = ("tables", "numbers", "topics", "claims", "termbase", "translations", "publication", "notes", "how_tos")


def told(computed: ComputedCodex, *copies: Mapping[PlaceName, str]) -> ComputedCodex:
    """The checkout with made-up copies that have these readings at these places."""
    other = ComputedCodex(computed.project, computed.corpus)
    other.__dict__.update({name: getattr(computed, name) for name in SHARED}, without_copies=computed)
    made = []
    for number, copy in enumerate(copies):
        for siglum in sorted({passage.partition(":")[0] for passage, _words in copy}):
            seen = tuple(
                ReportedReading(passage, words, it) for (passage, words), it in copy.items() if passage[:4] == siglum
            )
            witness = CopyReport(siglum, f"made up {number}", "a test", "2026-11-23", seen)
            made.append(Located(witness, "made-up.yaml", 1))
    other.copy_reports = made
    return other


def every(computed: ComputedCodex) -> list[PrintPlace]:
    return [place for each in computed.places.values() for place in each]


def of_kind(computed: ComputedCodex, *kinds: PlaceKind) -> list[PrintPlace]:
    return [place for place in computed.places["1840"] if place.kind in kinds]


def otherwise(now: ComputedCodex, then: ComputedCodex) -> set[Effect]:
    """What is computed otherwise, asked of the reports themselves."""
    games = zip(now.game_reports, then.game_reports, strict=True)
    claims = zip(now.checked_claims, then.checked_claims, strict=True)
    return {
        *(effect for before, after in games for effect in compare_games(before, after)),
        *(effect for before, after in claims for effect in compare_claims(before, after)),
    }


def shown(codex: ComputedCodex) -> dict[str, Any]:
    """The games as JSON, without the passages that a copy has told of."""
    entries = [
        msgspec.to_builtins(build_game_json(report, {}), enc_hook=format_message) for report in codex.game_reports
    ]
    return {entry["id"]: {name: it for name, it in entry.items() if name != "seen"} for entry in entries}


def test_the_places_are_those_that_the_data_has(computed: ComputedCodex) -> None:
    """Counted by hand in the text of 1840 and in its lists of emendations and doubtful places."""
    where = {kind: [place.passage for place in of_kind(computed, kind)] for kind in PlaceKind}
    assert {ref.partition(".")[0] for ref in where[PlaceKind.PLAY]} == {"1840:m1", "1840:m2", "1840:m5"}
    assert where[PlaceKind.SAID] == ["1840:m5.spiel.4"]
    assert where[PlaceKind.DEAL] == ["1840:m3.A", "1840:m4.A", "1840:m5.A", "1840:m8.C", "1840:m8.D"]
    assert where[PlaceKind.GAME] == ["1840:m8.s11", "1840:m8.bemerkung.1"]
    assert where[PlaceKind.GAP] == ["1840:26.4"]
    assert where[PlaceKind.WORDS] == ["1840:6.24", "1840:82.2", "1840:131.1", "1840:m2.spiel.1"]
    asked = {place.record for places in computed.places.values() for place in places}
    for edition in computed.corpus.editions():
        assert asked.issuperset(it for it in edition.emendations if it.certainty == "probable")
    places = every(computed)
    assert len({place.name for place in places}) == len(places)
    for place in places:
        unit = computed.corpus.unit(place.passage)
        assert unit
        assert place.transcript_words in unit.transcript
    conjectures = [it for unit in computed.corpus.edition("1840").passages.values() for it in unit.conjectures]
    assert {it for it in conjectures if it in [place.record for place in places]} == {*conjectures}


def test_nothing_else_changes_than_what_was_foretold(computed: ComputedCodex) -> None:
    """Each place of each source, or one in so many, is answered in each way, and with words that nobody thought of."""
    before = shown(computed)
    for place in every(computed)[::EVERY]:
        game = place.passage.partition(":")[2].partition(".")[0]
        for reading in place.readings:
            codex = told(computed, {place.name: reading.words})
            assert otherwise(computed, codex) == {*reading.effects} == {*codex.changes_by_copies}, (
                place.name,
                reading.words,
            )
            after = shown(codex)
            if not reading.effects:
                assert after == before, (place.name, reading.words)
            assert {name for name in after if after[name] != before[name]} <= {game}
            assert codex.corpus.edition(place.passage[:4]) is computed.corpus.edition(place.passage[:4])
            rests = {effect for effect in place.dependents if effect.what != "reads"}
            assert {*codex.needs_review} == (set() if reading.words == place.edition_words else rests)
            standing = {place.record: judge_record(place.record, reading.words)} if place.record else {}
            assert codex.attestations == standing
        if game not in before:
            codex = told(computed, {place.name: f"{place.transcript_words} anders"})
            assert not codex.changes_by_copies
            assert shown(codex) == before


def test_each_line_is_judged_as_it_was_foretold(computed: ComputedCodex) -> None:
    """Whoever reads a line in the print finds what the search for legal lines found, by another way."""
    sought = {place.passage: place.transcript_words for place in of_kind(computed, PlaceKind.PLAY)}
    reports = {report.ref: report for report in computed.game_reports}
    for game, found in group_lines(computed.places["1840"]).items():
        assert len(found) == len(reports[game].lines.fewest)
        outcomes = {
            (each.line.changed, each.report.replay.declarer_thirds, *(judged.verdict for judged in each.report.stated))
            for each in reports[game].mended
        }
        judged_so = set()
        for line in found:
            codex = told(computed, {(ref, sought[ref]): words for ref, words in line.words})
            assert otherwise(computed, codex) == {*line.effects}
            (report,) = (each for each in codex.game_reports if each.ref == game)
            level = report.levels["corrected"]
            assert not any(finding.code.startswith("PLAY") for finding in level.findings)
            assert not report.lines.total
            number = tuple(int(ref.rpartition(".s")[2]) for ref, _words in line.words)
            judged_so.add((number, level.replay.declarer_thirds, *(judged.verdict for judged in level.stated)))
        assert outcomes <= judged_so


def test_what_a_reading_would_change_is_computed_once(
    codex: Project, computed: ComputedCodex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And again when a text is another, or a copy has told something."""
    asked = []

    def changes(_collector: PlaceCollector, seen: Mapping[PlaceName, str]) -> Iterator[Effect]:
        asked.append(seen)
        yield Effect("verdict", "made up")

    def places(**given: object) -> tuple[Mapping[str, tuple[PrintPlace, ...]], int]:
        made = like(computed, codex)
        made.__dict__.pop("_places", None)
        made.__dict__.update(given)
        asked.clear()
        return made.places, len(asked)

    monkeypatch.setattr(PlaceCollector, "_list_changes", changes)
    (codex.build / "effects.note.json").unlink(missing_ok=True)  # of the checkout
    first, number = places()
    assert number > 100
    assert places() == (first, 0)
    place = first["1840"][0]
    assert places(agreed_readings={place.name: place.edition_words})[1] > 100
    with (codex.corpus / "notes.yaml").open("a", encoding="utf-8") as stream:
        stream.write("# a word\n")
    assert places() == (first, number)


@pytest.mark.parametrize("way", usual(["stands", "other"]))
def test_one_answer_after_the_other_changes_what_was_foretold_then(computed: ComputedCodex, way: str) -> None:
    """All places of each game, one by one: each time only what the page foretells with the answers before."""
    # as our edition has it: what was dealt is as we supposed, and the revokes are the book's
    edited = {
        "m1": "undetermined",
        "m3": "reproduced",
        "m2": "undetermined",
        "m4": "reproduced",
        "m5": "undetermined",
        "m8": "reproduced",
    }
    games, verdicts = usual(edited), dict[str, str]()
    for game in games:
        given: dict[PlaceName, str] = {}
        now = computed
        for place in (it for it in computed.places["1840"] if it.passage.startswith(f"1840:{game}.")):
            if readings := [reading.words for reading in place.readings if (way == "stands") == reading.stands]:
                foretold = now.make_collector("1840").find_effects({place.name: readings[-1]})
                given[place.name] = readings[-1]
                then = told(computed, given)
                assert otherwise(now, then) == {*foretold}, place.name
                now = then
        verdicts |= {report.name: report.verdict for report in now.game_reports if report.name == game}
    assert way == "other" or verdicts == {game: edited[game] for game in games}


def test_what_a_copy_attests_is_the_game_as_printed(computed: ComputedCodex) -> None:
    """Where a copy has the cards of the transcript, as corrected is what as printed was."""
    codex = told(computed, {place.name: place.transcript_words for place in of_kind(computed, PlaceKind.DEAL)})
    for before, after in zip(computed.game_reports, codex.game_reports, strict=True):
        printed = {(it.code, it.trick, it.seat, it.card) for it in before.levels["printed"].findings}
        found = {(it.code, it.trick, it.seat, it.card) for it in after.levels["corrected"].findings}
        if before.name in ("m3", "m4", "m8"):
            assert found <= printed
            # in m8 two emendations more, of who led and who gave up a card, are asked for by themselves
            assert before.name == "m8" or found == printed


@pytest.mark.parametrize("attests", usual([True, False]))
def test_a_copy_attests_or_refutes_everything(computed: ComputedCodex, attests: bool) -> None:
    """What is told is visible everywhere, and what is left is nothing."""
    places = [place for place in computed.places["1840"] if isinstance(place.record, Emendation)]
    seen = {
        place.name: place.record.reading if attests else place.record.lemma
        for place in places
        if isinstance(place.record, Emendation)
    }
    codex = told(computed, seen)
    standing = "attested" if attests else "refuted"
    assert codex.attestations == {place.record: standing for place in places}
    assert codex.corpus.edition("1840").units == computed.corpus.edition("1840").units
    assert not {place.name for place in codex.places["1840"]} & seen.keys()
    site = Site(codex, public_domain_only=False)
    page = render("print.md.j2", PrintView(site, site.router.print.page))
    verdicts = [effect for effect in codex.changes_by_copies if effect.what == "verdict"]
    assert verdicts
    assert all(text in page for text in describe_effects(verdicts, named=True))
    assert page.count("<b>Seen:</b>") == len(places)
    apparatus = render("emendations.md.j2", EmendationsView(site, site.router.emendations().page))
    assert apparatus.count(standing.capitalize()) == len(places)
    notes = [note["certainty"] for note in make_chapter(site, "1840")["notes"]]
    assert sum(f"{standing} by a copy" in note for note in notes) == len(places)
    of_games = {report.name for report in codex.game_reports if report.seen}
    assert of_games == {"m1", "m2", "m3", "m4", "m5", "m8"}
    table = render("games.md.j2", GamesView(site, site.router.games.page))
    assert table.count("by a copy") == len(of_games)
    breach, before = make_breach(site), make_breach(Site(computed, public_domain_only=False))
    assert before
    assert not before.attested  # it is our transcript's
    assert breach is None if attests else breach and breach.attested
    report = codex.game_reports[0]
    game = render("game.md.j2", GameView(site, site.router.game("m1").page, report))
    assert "what a copy of the print has" in game
    assert report.verdict == ("reproduced" if attests else "undetermined")


def test_another_number_takes_the_place_of_ours(computed: ComputedCodex) -> None:
    """1840:13.1: "höchstens drei Mal coupirt" leaves four parts; if a copy has "zwei Mal" it is three, as he says."""
    place = next(it for it in computed.places["1840"] if it.passage == "1840:13.1")
    (other,) = (reading for reading in place.readings if not reading.stands)
    assert [(it.what, it.name, it.before, it.after) for it in other.effects] == [
        ("computed", "1840-13-parts", "4", "3")
    ]
    codex = told(computed, {place.name: other.words})
    assert codex.context.rules().number("deal.cut_maximum") == 2
    assert codex.without_copies.context.rules().number("deal.cut_maximum") == 3
    assert otherwise(computed, codex) == {*other.effects}
    assert "1840/deal.cut_maximum" in {it.name for it in codex.needs_review}


def test_two_copies_that_differ_dispute(computed: ComputedCodex) -> None:
    """Nothing is decided, and it is asked again."""
    (place,) = of_kind(computed, PlaceKind.SAID)
    one, other = (reading.words for reading in place.readings)
    codex = told(computed, {place.name: one}, {place.name: other})
    assert codex.attestations == {place.record: "disputed"}
    assert codex.without_copies is computed
    assert not otherwise(computed, codex)
    assert place in codex.places["1840"]


def test_the_check_tells_and_finds_no_fault(computed: ComputedCodex) -> None:
    """Verdicts that fall by a copy are no fault of the data; what cannot be read is one."""
    deals = of_kind(computed, PlaceKind.DEAL)
    codex = told(computed, {place.name: place.transcript_words for place in deals})
    report = check(codex, built=False)
    assert not report.problems
    found = report.json({})
    assert [it.name for it in found.witnesses.changes if it.what == "verdict"] == [
        "1840:m3", "1840:m4", "1840:m5", "1840:m8"
    ]  # fmt: skip
    assert {it.passage for it in found.corrections if it.standing} == {place.passage for place in deals}
    codex = told(computed, {deals[0].name: "XVIII. Karte"})
    assert [problem.code for problem in check(codex, built=False).problems] == ["WITNESS-UNREADABLE"]
    assert not codex.changes_by_copies


def test_the_sheet_asks_for_what_is_left(computed: ComputedCodex) -> None:
    place = of_kind(computed, PlaceKind.DEAL)[0]
    codex = told(computed, {place.name: place.edition_words})
    sheets = [make_sheet(Site(each, public_domain_only=False), "1840") for each in (computed, codex)]
    asked = [{(it["ref"], it["words"]) for group in sheet["groups"] for it in group["places"]} for sheet in sheets]
    before, after = asked
    assert before - after == {place.name}
    assert not after - before


def written(project: Project, seen: list[tuple[str, str, str]], siglum: str = "1840", **other: str) -> None:
    folder = project.corpus / "witnesses"
    folder.mkdir(exist_ok=True)
    answers = [{"passage": passage, "words": words, "reading": reading} for passage, words, reading in seen]
    record = {"source": siglum, "copy": "made up", "by": "a test", "date": "2026-11-23", "seen": answers, **other}
    (folder / "made-up.yaml").write_text(yaml.safe_dump([record], allow_unicode=True))


@pytest.mark.parametrize(
    ("seen", "other", "code"),
    [
        ([("1840:m9.A", "XX", "XX")], {}, "WITNESS-PLACE"),
        ([("1840:26.4", "einen drei-", "x")], {}, "WITNESS-PLACE"),
        ([("1840:26.4", "einen zwei- A den dreifachen", "x")] * 2, {}, "WITNESS-TWICE"),
        ([], {"date": "2026-02-30"}, "WITNESS-DAY"),
        ([], {"siglum": "1841"}, "WITNESS-PLACE"),
    ],
)
def test_a_record_that_cannot_be_is_named(
    codex: Project, computed: ComputedCodex, seen: list[tuple[str, str, str]], other: dict[str, str], code: str
) -> None:
    written(codex, seen, **other)
    found = witness_problems(load_copy_reports(codex), computed.corpus, lambda: computed.places, set)
    assert [(each.code, each.ref) for each in found] == [(code, "corpus/witnesses/made-up.yaml:1")]


def test_the_check_names_a_record_that_cannot_be(codex: Project, run: Run) -> None:
    written(codex, [], date="2026-02-30")
    done = run("check", root=codex)
    assert done.status == 1
    assert "corpus/witnesses/made-up.yaml:1: WITNESS-DAY" in done.out


def test_an_empty_reading_is_refused(codex: Project, run: Run) -> None:
    written(codex, [("1840:26.4", "einen zwei- A den dreifachen", " ")])
    done = run("check", root=codex)
    assert done.status == 2
    assert "corpus/witnesses/made-up.yaml" in done.err


def test_a_passage_is_shown_with_what_a_copy_has(codex: Project, run: Run) -> None:
    written(codex, [("1840:m3.A", "XVIII. X. XIV.", "XVIII. XV. XIV.")])
    done = run("show", "1840:m3.A", root=codex)
    assert "the copy made up has `XVIII. XV. XIV.` (a test, 2026-11-23): attested" in done.out
    (shown,) = json.loads(run("show", "1840:m3.A", "--json", root=codex).out)
    assert [it["standing"] for it in shown["copies"]] == ["attested"]
