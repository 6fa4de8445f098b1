"""The summaries of the model games say what the files of the games and the check say."""

from __future__ import annotations

import json
import re

import pytest
from msgspec.structs import replace

from tarock.base.wording import format_message
from tarock.game.koenigrufen_1840.settlement import settle
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.game import GameView
from tarock.publish.views.summary import GameSummary
from tarock.replay.games import GameReport
from tests.conftest import Run
from tests.publish.markup import read

pytestmark = pytest.mark.slow

NAMES = [f"m{number}" for number in range(1, 9)]


class Told:
    """A summary in words."""

    def __init__(self, site: Site, report: GameReport):
        summary = GameSummary(site, report)
        parts = (summary.happened(), summary.won(), summary.slips(), summary.stands())
        self.happened, self.won, self.slips, self.stands = (" ".join(map(format_message, part)) for part in parts)


@pytest.fixture(scope="module")
def told(site: Site) -> dict[str, Told]:
    return {report.name: Told(site, report) for report in site.codex.game_reports}


def test_points_and_sums_are_those_of_the_replay(told: dict[str, Told], run: Run) -> None:
    for name, it in told.items():
        (replay,) = json.loads(run("replay", f"1840:{name}", "--json").out)
        volat = any("Volat" in each["what"] for each in replay["sheet"])
        thirds, won = replay["declarer_side_thirds"], replay["result_points"] > 0
        whole, rest = divmod(thirds, 3)
        points = f"{whole} {rest}/3" if rest else str(whole)
        assert (f"these count {points} of the 70 points" in it.won) is not volat, name
        assert (f"the game is {'won' if won else 'lost'} by {abs(replay['result_points'])}." in it.won) is not volat
        for amount in {each for each in replay["scores"].values() if each}:
            seats = [seat for seat, each in replay["scores"].items() if each == amount]
            assert re.search(rf"{' and '.join(seats[-2:])} writes? {amount}", it.won), name
        revokes = [each for each in replay["findings"] if each["code"] == "PLAY-REVOKE"]
        assert it.slips.count(": a revoke.") == len(revokes)
        assert all(f"In trick {each['trick']} {each['seat']} plays the " in it.slips for each in revokes)
        assert ("§ 65" in it.stands) is bool(revokes)


def test_what_the_author_tells_of_his_games_is_told(told: dict[str, Told]) -> None:
    """Read in the edition: results and remarks of the games."""
    assert "the ultimo is lost" in told["m3"].won.lower()  # m3.ergebnis: Beides verloren
    assert "in trick 10 A takes the Pagat with the XX" in told["m3"].won  # m3.s10
    assert "in the very last trick A takes the Pagat with the XV" in told["m4"].won  # m4.s12
    assert "A says contra." in told["m4"].happened  # m4.spiel.4
    assert "C takes the last trick with the Pagat: ultimo, in silence." in told["m2"].won  # m2.titel: im Stillen
    assert "The called king is lost" in told["m6"].won  # m6.ergebnis: Spiel und König verloren
    assert "He holds it himself: C plays alone against A, B and D." in told["m6"].happened  # a Solo
    for name in ("m7", "m8"):
        assert "take all 12 tricks: a Volat, which nobody had announced" in told[name].won  # Volat im Stillen


def test_why_a_result_stands_goes_by_who_revoked(told: dict[str, Told]) -> None:
    """1840:65.3: a side that revokes and wins writes up nothing but honours; one that loses pays its own friend."""
    assert "B lost, so what the others won stands. D writes 50 for the revoke of B." in told["m1"].stands
    for name, seat, others in (("m2", "D", "A, B and C"), ("m5", "B", "A, C and D")):
        assert (
            f"The side of {seat} has revoked: by § 65 it may write nothing that it won except the honours."
            in told[name].stands
        )
        assert f"{others} write 50 each for the revoke of {seat}." in told[name].stands
    # 47.1: Alle drei, 50 for each of the side (C and D in m2, A and B in m5); 65.3: 50 for each but the guilty
    assert "instead of the sums above: C writes 100. A, B and D write 50 each." in told["m2"].stands
    assert "instead of the sums above: A writes 100. B, C and D write 50 each." in told["m5"].stands
    assert "instead of" not in told["m1"].stands
    assert "There are 8 ways to put the cards of D right" in told["m2"].stands
    assert "follows in 3 of them" in told["m2"].stands


def test_revokes_of_both_sides_strike_nothing_out(site: Site) -> None:
    """1840:65.6: so heben sie sich gegen einander auf, als ob gar keine Renonce vorgefallen wäre."""
    report = next(each for each in site.codex.game_reports if each.name == "m5")
    level = report.levels["corrected"]
    both = replace(level.replay.result, revokes=("B", "C"))
    replay = replace(level.replay, result=both, sheet_with_revokes=settle(both, site.codex.games.rules))
    it = Told(site, replace(report, levels={**report.levels, "corrected": replace(level, replay=replay)}))
    assert it.stands.startswith("Both sides have revoked: by § 65 that cancels out")
    assert "falls" not in it.stands
    assert "for the revoke" not in it.stands


def test_another_replay_is_told_otherwise(site: Site) -> None:
    """The words are not written for these games: with another outcome they say another thing."""
    report = next(each for each in site.codex.game_reports if each.name == "m4")
    level = report.levels["corrected"]
    result = replace(level.replay.result, ultimo_by="B", king_lost=True)
    changed = replace(level, replay=replace(level.replay, result=result))
    it = Told(site, replace(report, levels={**report.levels, "corrected": changed}))
    assert "B takes the last trick with the Pagat: ultimo, as announced." in it.won
    assert "The called king is lost: in trick 9 B takes him with the XXI." in it.won


def test_it_stands_before_the_table_and_the_verdict(site: Site) -> None:
    report = next(each for each in site.codex.game_reports if each.name == "m1")
    page = render("game.md.j2", GameView(site, site.router.game("m1").page, report))
    parts = ["What happened.", "Who won, and why.", "Where it slips.", "Why the result stands, or does not."]
    assert [text for text in read(page).texts("b") if text in parts] == parts
    assert page.index(parts[-1]) < page.index("table-box") < page.index("What the author states is")


def test_sums_name_the_consolation_and_the_readings_on_which_they_stand(told: dict[str, Told]) -> None:
    """44.1: the middle consolation where none is agreed; 61.1 leaves open what is written beside Volat (m7, m8), 49.1
    what becomes of a king brought home by a side that revoked (m2, m5)."""
    for name, it in told.items():
        assert "at the middle consolation, which holds where nothing is agreed (§ 44)" in it.won, name
    for names, section in ((("m7", "m8"), "§ 61"), (("m2", "m5"), "§ 49")):
        assert [name for name, it in told.items() if f"The sums depend on how we read {section}:" in it.won] == [*names]
    assert not [name for name in ("m3", "m4", "m6") if "The sums depend on" in told[name].won]


def test_sums_that_follow_from_a_conjecture_are_told(told: dict[str, Told], run: Run) -> None:
    """41.1: each of a Dreier's points counts twice; 56.1: re and supra in their order count."""
    (replay,) = json.loads(run("replay", "1840:m2", "--json").out)
    (game,) = (each for each in json.loads(run("check", "--json").out)["games"] if each["id"] == "m2")
    sums = {188 - 2 * (replay["declarer_side_thirds"] - line["declarer_side_thirds"]) // 3 for line in game["mended"]}
    other = told["m2"].won.partition("With a conjecture the sum is different: ")[2]
    assert {int(each) for each in re.findall(r"write ([0-9]+) each", other)} == sums - {188}
    assert "With a conjecture the sum is different: A and B write 940 each." in told["m5"].won  # 340, and 600 for each
    assert [name for name in NAMES if "With a conjecture" in told[name].won] == ["m2", "m5"]
