"""The solver's core in the browser: its values are those that the program keeps, from a server and from a folder."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tarock.analysis.core import TABLE_BYTES
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.replay import analyses
from tests.conftest import usual
from tests.site.conftest import here, until

pytestmark = pytest.mark.slow

WIRE = 40_000  # bytes of the module, as a server compresses it
FROM = 8  # the first trick of the end that is valued again
READY = "() => window.codexTables?.all[0].whatIf?.wouldYou"
VALUED = """async ([from, nodes]) => {
    const {table, worth} = window.codexTables.all[0].whatIf;
    await table.whatIf.learn();
    const level = table.printed, found = {};
    for (const [index, step] of level.steps.entries()) {
        if (step.kind !== 'play' || Number(step.id.split('.')[0]) < from) continue;
        found[step.id] = {};
        for (const aim of Object.keys(worth.deal.aims)) {
            const values = await worth.values(level, index, worth.turnAt(level, index), aim, nodes);
            for (const [card, bounds] of values) (found[step.id][card] ??= {})[aim] = bounds;
        }
    }
    return found;
}"""
TAKEN_BACK = """async () => {
    const {table: {printed, whatIf}, worth} = window.codexTables.all[0].whatIf;
    await whatIf.learn();
    const at = id => printed.steps.findIndex(step => step.id === id);
    const ask = (id, nodes) => worth.values(printed, at(id), worth.turnAt(printed, at(id)), 'points', nodes);
    const long = ask('1.1', 0).then(() => 'answered', error => error.message); // from the whole deal, without a limit
    setTimeout(() => window.codexWhatIf.solver.cancel(), 100);
    const first = await long;
    return [first, [...await ask('12.4', 0)], [...await ask('3.1', 1)]];
}"""


def expected(computed: ComputedCodex, name: str) -> dict[str, Any]:
    """The committed values of the last tricks, as the browser is asked for them."""
    path = analyses.committed_path(computed.games, name, BASE)
    assert path
    kept = analyses.load(path)
    assert kept
    by_name = computed.games.pack.by_name
    return {
        f"{play.trick}.{number % 4 + 1}": {
            by_name[card].printed: {str(aim): list(bounds) for aim, bounds in play.find_bounds(card).items()}
            for card in play.legal
        }
        for number, play in enumerate(kept.plays)
        if play.trick >= FROM
    }


@pytest.mark.parametrize("name", usual(["m3", "m5", "m8"]))  # an ultimo lost, one made and contred, one in silence
def test_the_core_in_the_browser_finds_the_values_that_are_kept(
    page: Page, address: str, built: Path, computed: ComputedCodex, name: str
) -> None:
    """Every legal card of the last tricks, for every aim; game 3 from a folder, where nothing may be fetched."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{built.as_uri() if name == 'm3' else address.rstrip('/')}/games/{name}.html")
    until(page, READY)
    assert not any("solver" in url or "worth" in url for url in requests)
    page.get_by_label("what each card is worth").check()
    until(page, "() => window.codexWorth")
    assert page.evaluate(VALUED, [FROM, analyses.NODES]) == expected(computed, name)


def test_a_question_is_taken_back_and_a_limit_leaves_an_interval(
    page: Page, address: str, computed: ComputedCodex
) -> None:
    page.goto(f"{address}games/m1.html?worth=shown")
    until(page, READY)
    until(page, "() => window.codexWorth")
    stopped, last, capped = page.evaluate(TAKEN_BACK)
    assert stopped == "stopped"
    assert [card for card, _bounds in last] == ["Herz-Reiter"]  # 1840:m1.s12
    kept = analyses.load(analyses.committed_path(computed.games, "m1", BASE))  # type: ignore[arg-type]
    assert kept
    play = kept.plays[8]
    wide = {card: bounds for card, bounds in capped if bounds[0] < bounds[1]}
    assert wide
    for card, (low, high) in wide.items():
        exact, same = play.find_bounds(card)["points"]  # type: ignore[index]
        assert low <= exact == same <= high


def test_the_module_is_small(built: Path) -> None:
    script = (built / "assets/javascripts/solver.js").read_bytes()
    assert len(gzip.compress(script)) <= WIRE
    assert f'"table":{TABLE_BYTES},'.encode() in script  # within what `test_play_core.py` allows


def test_values_and_turning_points_are_shown_when_asked_for_and_the_others_answer(
    phone: Page, address: str, computed: ComputedCodex
) -> None:
    """Game 3, trick 7: with Careau-Zweier C gives the game away (`tarock analyse 1840:m3`)."""
    phone.goto(f"{address}games/m3.html?step=7.2")
    until(phone, READY)
    assert phone.locator(".table__worth").count() == 0
    trick = computed.games.follow("m3", BASE).tricks[6].plays
    place = next(number for number, (seat, _card) in enumerate(trick, 1) if seat == "C")
    phone.goto(f"{address}games/m3.html?step=7.{place}&worth=shown")
    until(phone, "() => document.querySelector('.table__values')")
    assert "Careau-Zweier" in phone.locator(".table__played-card").inner_text()
    assert "Trick 7, C plays Careau-Zweier (two of diamonds): the declarer’s side wins, before yes, then no." in str(
        phone.locator(".table__worth details").text_content()
    )
    rows = phone.locator(".table__values tbody tr").all_inner_texts()
    kept = [row for row in rows if "yes" in row]
    assert kept
    assert not any("Careau-Zweier" in row for row in kept)
    phone.get_by_role("button", name=kept[0].split(",")[0].split("\t")[0].strip(), exact=True).first.tap()
    phone.get_by_role("button", name="Let the others answer").tap()
    until(phone, "() => document.querySelector('.table__told').textContent.includes('C is to play')")
    assert here(phone).count("_") >= 3
    assert "the declarer’s side wins: no" not in phone.locator(".table__worth").inner_text()
