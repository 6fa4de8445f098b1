"""What the print would decide: a made-up copy answers every place both ways, and only what was foretold changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from tarock.corpus.emendations import Emendation
from tarock.proof.codex import Codex
from tarock.proof.witnesses import PlaceKind, lines
from tarock.publish.environment import render
from tarock.publish.paper.text import chapter
from tarock.publish.places import Site
from tarock.publish.views.apparatus import EmendationsView
from tarock.publish.views.printed import PrintView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.base.project import Project
    from tarock.proof.games import GameReport
    from tarock.proof.witnesses import Place
    from tests.conftest import Run

Seen = list[tuple[str, str, str]]


def answered(project: Project, seen: Seen, siglum: str = "1840", name: str = "made-up", **other: str) -> Codex:
    """The project with a made-up copy that has these readings at these places."""
    folder = project.corpus / "witnesses"
    folder.mkdir(exist_ok=True)
    told = [{"passage": passage, "words": words, "reading": reading} for passage, words, reading in seen]
    record = {"source": siglum, "copy": "made up", "by": "a test", "date": "2026-11-23", "seen": told, **other}
    (folder / f"{name}.yaml").write_text(yaml.safe_dump([record], allow_unicode=True))
    return Codex(project)


def knowing(computed: Codex, project: Project) -> Codex:
    """A project that differs in its copies alone: the rest is as it was computed."""
    other = Codex(project, computed.corpus)
    other.__dict__.update({name: computed.__dict__[name] for name in ("places", "context", "claims")})
    other.__dict__.update(game_reports=computed.game_reports, checked_claims=computed.checked_claims)
    return other


def codes(report: GameReport, level: str) -> set[tuple[str, int, str, str]]:
    """What is found in a game, without words."""
    return {(each.code, each.trick, each.seat, each.card) for each in report.levels[level].findings}


def seen_of(codex: Codex) -> dict[str, GameReport]:
    return {each.name: each for each in codex.collector("1840").as_seen(codex.places["1840"], codex.answers)}


def of_kind(computed: Codex, *kinds: PlaceKind) -> list[Place]:
    return [place for place in computed.places["1840"] if place.kind in kinds]


def test_the_places_are_those_that_the_data_has(computed: Codex) -> None:
    """Counted by hand in the text of 1840 and in its lists of emendations and doubtful places."""
    where = {kind: [place.passage for place in of_kind(computed, kind)] for kind in PlaceKind}
    assert {ref.partition(".")[0] for ref in where[PlaceKind.PLAY]} == {"1840:m1", "1840:m2", "1840:m5"}
    assert where[PlaceKind.SAID] == ["1840:m5.spiel.4"]
    assert where[PlaceKind.DEAL] == ["1840:m3.A", "1840:m4.A", "1840:m5.A", "1840:m8.C", "1840:m8.D"]
    assert where[PlaceKind.GAP] == ["1840:26.4"]
    assert where[PlaceKind.WORDS] == ["1840:6.24", "1840:82.2", "1840:131.1", "1840:m2.spiel.1"]
    names = [place.name for place in computed.places["1840"]]
    assert len(names) == len(set(names))
    for place in computed.places["1840"]:
        unit = computed.corpus.unit(place.passage)
        assert unit
        assert place.sought in unit.transcript


def test_what_the_transcript_has_is_the_game_as_printed(computed: Codex, codex: Project) -> None:
    """Where a deal is emended once and nothing else in its game, its other reading is the level `printed`."""
    reports = {report.name: report for report in computed.game_reports}
    deals = of_kind(computed, PlaceKind.DEAL)
    seen = seen_of(answered(codex, [(*place.name, place.sought) for place in deals]))
    assert seen.keys() == {"m3", "m4", "m5", "m8"}
    for name, report in seen.items():
        printed = codes(reports[name], "printed")
        # the page does not ask for what an emendation mends in a letter or a sign
        assert codes(report, "corrected") <= printed
        assert name in ("m5", "m8") or codes(report, "corrected") == printed


def test_each_line_is_judged_as_where_it_is_conjectured(computed: Codex, codex: Project) -> None:
    """Whoever reads a line in the print finds what the search for legal lines found, by another way."""
    reports = {report.name: report for report in computed.game_reports}
    sought = {place.passage: place.sought for place in of_kind(computed, PlaceKind.PLAY)}
    told = 0
    for game, found in lines(computed.places["1840"]).items():
        name = game.partition(":")[2]
        assert len(found) == len(reports[name].lines.fewest)
        by_changed: dict[tuple[int, ...], list[tuple[int, list[str]]]] = {}
        for each in reports[name].mended:
            outcome = each.report.replay.declarer_thirds, [str(judged.verdict) for judged in each.report.stated]
            by_changed.setdefault(each.line.changed, []).append(outcome)
        for joint in found:
            answered(codex, [(ref, sought[ref], words) for ref, words in joint])
            report = seen_of(knowing(computed, codex))[name]
            level = report.levels["corrected"]
            assert not any(finding.code == "PLAY-REVOKE" for finding in level.findings)
            changed = tuple(int(ref.rpartition(".s")[2]) for ref, _words in joint)
            if changed in by_changed:
                verdicts = [str(judged.verdict) for judged in level.stated]
                assert (level.replay.declarer_thirds, verdicts) in by_changed[changed]
                told += 1
    assert told == sum(len(report.mended) for report in reports.values())


def both_ways(places: Iterable[Place]) -> list[tuple[Place, str]]:
    return [(place, reading.words) for place in places for reading in place.readings] + [
        (place, f"{place.sought} anders") for place in places if place.kind is not PlaceKind.PLAY
    ]


def test_nothing_else_changes_than_what_was_foretold(computed: Codex, codex: Project) -> None:
    """Each place is answered in each way: of the games replayed anew only the foretold one comes out otherwise."""
    told = {(place.name, reading.words): reading for place in computed.places["1840"] for reading in place.readings}
    for place, words in both_ways(computed.places["1840"]):
        if place.kind is PlaceKind.FORM and "anders" in words:
            continue
        answered(codex, [(*place.name, words)])
        other = knowing(computed, codex)
        assert set(other.standings) <= {place.record}
        seen = seen_of(other)
        reading = told.get((place.name, words))
        if reading and not reading.others:
            changed = {effect.name.partition(":")[2] for effect in reading.effects if effect.what != "claim"}
            unreadable = any(effect.after == "unreadable" for effect in reading.effects)
            assert changed <= seen.keys() or unreadable
            for effect in reading.effects:
                if effect.what == "verdict" and not unreadable:
                    assert seen[effect.name.partition(":")[2]].verdict == effect.after
            if reading.stands:
                assert not seen
            for name, report in seen.items():
                (now,) = (each for each in computed.game_reports if each.name == name)
                assert place.passage.startswith(f"1840:{name}.")
                assert reading.effects or report.verdict == now.verdict


@pytest.mark.parametrize("attests", [True, False])
def test_a_copy_attests_or_refutes_everything(computed: Codex, codex: Project, attests: bool) -> None:
    """What is left is nothing, and what is refuted is visible in the apparatus."""
    places = [place for place in computed.places["1840"] if isinstance(place.record, Emendation)]
    seen = [
        (*place.name, (place.record.reading if attests else place.record.lemma))
        for place in places
        if isinstance(place.record, Emendation)
    ]
    told = answered(codex, seen)
    assert set(told.standings) == {place.record for place in places}
    assert [report.verdict for report in told.game_reports] == [report.verdict for report in computed.game_reports]
    assert [each.verdict for each in told.checked_claims] == [each.verdict for each in computed.checked_claims]
    assert told.corpus.edition("1840").units == computed.corpus.edition("1840").units
    assert told.places == computed.places
    assert set(told.standings.values()) == {"attested" if attests else "refuted"}
    site = Site(told, public_domain_only=False)
    view = PrintView(site, site.router.print.page)
    asked = next(each for each in view.asked if each.source.siglum == "1840")
    assert asked.left == len(computed.places["1840"]) - len(places)
    assert f"of which {asked.left} are not answered" in render("print.md.j2", view)
    apparatus = render("emendations.md.j2", EmendationsView(site, site.router.emendations().page))
    assert apparatus.count("Attested" if attests else "Refuted") == len(places)
    notes = [note["certainty"] for note in chapter(site, "1840")["notes"]]
    assert sum(f"{'attested' if attests else 'refuted'} by a copy" in note for note in notes) == len(places)


def test_two_copies_that_differ_dispute(computed: Codex, codex: Project) -> None:
    (place,) = of_kind(computed, PlaceKind.SAID)
    answered(codex, [(*place.name, place.sought)])
    told = answered(codex, [(*place.name, "A. re und C. supra")], name="second")
    assert told.standings == {place.record: "disputed"}


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
    codex: Project, run: Run, seen: Seen, other: dict[str, str], code: str
) -> None:
    answered(codex, seen, **other)
    done = run("check", root=codex)
    assert done.status == 1
    assert f"corpus/witnesses/made-up.yaml:1: {code}" in done.out + done.err


def test_an_empty_reading_is_refused(codex: Project, run: Run) -> None:
    answered(codex, [("1840:26.4", "einen zwei- A den dreifachen", " ")])
    done = run("check", root=codex)
    assert done.status == 2
    assert "corpus/witnesses/made-up.yaml" in done.err
