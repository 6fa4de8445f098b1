"""What if: another card at the table, by finger, key and address; what may be played says the core."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec import structs
from playwright.sync_api import Page

from tarock.analysis.annotation import GameValues, PlayValues
from tarock.analysis.goals import Aim
from tarock.codex import ComputedCodex
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.game.koenigrufen_1840.replay import list_turns, replay
from tarock.replay import analyses
from tarock.replay.games import build_replay_json
from tarock.replay.uncertain import Robustness
from tests.site.conftest import here, until

pytestmark = pytest.mark.slow

REPLAYED = """() => {  // every play at every level: whose turn it is, what is legal, by which paragraph
    const {table} = window.codexTables.all[0].whatIf;
    return Object.values(table.game.levels).flatMap(level => level.steps.filter((step, index) => {
        if (step.kind !== 'play' || level.doubted?.length) return false;  // not offered
        const turn = table.whatIf.turn({...level, steps: level.steps.slice(0, index)}, step.seat);
        const legal = step.legal?.length ? step.legal : turn.hand;
        return turn.seat !== step.seat || turn.id !== step.id || turn.rule.ref !== (step.ref ?? '')
            || [...turn.legal].sort().join() !== [...legal].sort().join();
    }).map(step => `${level.name} ${step.id}`));
}"""


def test_the_core_in_the_browser_judges_as_the_engine_does(page: Page, address: str, computed: ComputedCodex) -> None:
    """Every play of every model game: what is legal, and by which paragraph, is asked of the core."""
    for name in computed.games.names:
        page.goto(f"{address}games/{name}.html")
        until(page, "() => window.codexTables?.all[0].whatIf")
        page.evaluate("() => window.codexTables.all[0].whatIf.learn()")
        assert page.evaluate(REPLAYED) == [], name
    assert not page.evaluate("'CodexLaw' in window")


def test_nothing_of_the_core_is_loaded_before_a_card_is_chosen(page: Page, address: str) -> None:
    page.goto(f"{address}games/m5.html?step=9.4")
    until(page, "() => document.querySelector('.table__choice')")
    assert page.evaluate("typeof codexCoreData") == "undefined"
    page.get_by_role("button", name="Treffle-König", exact=True).click()
    until(page, "() => document.querySelector('.table__answer').innerText.includes('may not play')")
    assert page.evaluate("codexCoreData.table.era") == "1840"


def query(page: Page, name: str) -> str:
    return parse_qs(urlsplit(here(page)).query).get(name, [""])[0]


def test_a_line_is_played_by_hand_counted_as_the_engine_counts_and_sent(
    page: Page, address: str, computed: ComputedCodex
) -> None:
    """Game 5, trick 9, where B revokes: he follows suit, and the rest is the first legal card of each."""
    page.goto(f"{address}games/m5.html?step=9.4")
    choices = page.locator(".table__choice")
    until(page, "() => document.querySelector('.table__choice')")
    page.get_by_role("button", name="Treffle-König", exact=True).click()
    until(page, "() => document.querySelector('.table__answer').innerText.includes('B may not play Treffle-König')")
    assert "1840:63.1" in str(page.locator(".table__answer a").get_attribute("href"))
    choices.first.focus()
    page.keyboard.press("Enter")  # the highest of the hand, which is legal
    until(page, "() => location.search.includes('step=10.1')")
    assert query(page, "line") == "9.4_Careau-Dame"
    page.keyboard.press("ArrowDown")  # the first of A's cards has the focus; the Pagat beneath it must wait
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('.table__answer a')")
    assert "1840:51.3" in str(page.locator(".table__answer a").get_attribute("href"))
    while choices.count():
        before = here(page)
        page.evaluate("document.querySelector('.table__choice:not(:has(.table__card--barred))').click()")
        until(page, "before => location.href !== before", before)
    line = query(page, "line").split("_")[1:]
    course = computed.games.report("m5").levels["corrected"].replay
    plays = [play for trick in course.game.tricks for play in trick][: 9 * 4 - 1]
    seat, by_name, law = (
        "B",
        {card.printed: card for card in computed.games.pack.cards},
        TrickLaw.of(computed.games.rules),
    )
    for name in line:
        plays.append((seat, by_name[name]))
        seat = course.game.order_seats(seat)[1]
        if len(plays) % 4 == 0:
            seat = law.find_winner(plays[-4:])[0]
    tricks = tuple(tuple(plays[at : at + 4]) for at in range(0, 48, 4))
    other = replay(structs.replace(course.game, tricks=tricks), computed.games.pack, computed.games.rules)
    assert [finding.code for finding in other.findings if finding.trick] == []
    thirds = page.locator(".table__points b").first.inner_text()
    assert thirds == f"{other.declarer_thirds // 3} {other.declarer_thirds % 3}/3".removesuffix(" 0/3")
    told = page.locator(".table__told").inner_text()
    assert f"{'won' if other.outcome.won else 'lost'} by {other.outcome.points}" in told
    sent = page.get_by_label("Address of this line").input_value()
    assert sent == here(page)
    page.goto("about:blank")
    page.goto(sent)
    until(page, "told => document.querySelector('.table__told').innerText === told", told)
    page.get_by_role("button", name="Back to the game").click()
    assert (query(page, "line"), query(page, "step")) == ("", "9.4")
    page.go_back()
    assert query(page, "line").startswith("9.4_Careau-Dame")


def test_no_line_is_offered_where_a_hand_is_uncertain(page: Page, address: str, computed: ComputedCodex) -> None:
    doubted = [
        (name, level)
        for name in computed.games.names
        for level, judged in computed.games.report(name).levels.items()
        if judged.replay.doubted_seats
    ]
    assert doubted
    for name, level in doubted:
        page.goto(f"{address}games/{name}.html?level={level}&step=1.1&line=1.1_XXI")
        until(page, "() => document.querySelector('.table__hint')")
        assert page.locator(".table__choice").count() == 0
        assert "Not here" in page.locator(".table__hint").inner_text()


def test_a_line_that_cannot_be_is_cut_where_it_leaves_the_law(phone: Page, address: str) -> None:
    phone.goto(f"{address}games/m5.html?step=10.1&line=9.4_Careau-Dame_Pagat_XVI")
    until(phone, "() => document.querySelector('.table__told').innerText.includes('A is to play')")
    phone.locator(".table__choice").first.tap()
    until(phone, "() => location.search.includes('line=9.4_Careau-Dame_XVI')")
    assert query(phone, "line") == "9.4_Careau-Dame_XVI"
    phone.goto(f"{address}games/m5.html?step=9.4&line=99.1_Karo")
    until(phone, "() => document.querySelector('.table__choice')")
    assert "B plays Treffle-Zehner" in phone.locator(".table__told").inner_text()


def test_a_file_is_opened_on_the_readers_machine(
    page: Page, address: str, computed: ComputedCodex, tmp_path: Path
) -> None:
    """What `replay --json` prints, the record as `play` and people write it; the address has the whole game."""
    games, example = computed.games, computed.project.root / "corpus/examples/my-game.yaml"
    report = games.report("m5").best
    told = tmp_path / "told.json"
    told.write_text(json.dumps([build_replay_json(report, Robustness(), games).as_dict()]), encoding="utf-8")
    page.goto(f"{address}own-game.html")
    opened = page.locator(".open-game")
    for file, end in ((told, report.replay), (example, games.replay_file(example).replay)):
        page.locator("#open-game").set_input_files(file)
        felt = opened.locator(".table__felt")
        felt.press("End")
        thirds = opened.locator(".table__points b").first.inner_text()
        assert thirds == f"{end.declarer_thirds // 3} {end.declarer_thirds % 3}/3".removesuffix(" 0/3")
    session = tmp_path / "session.json"  # as `play --json` has it
    session.write_text(
        json.dumps({"games": [report.replay.game.as_dict(), games.replay_file(example).replay.game.as_dict()]})
    )
    page.locator("#open-game").set_input_files(session)
    until(page, "() => document.querySelector('.open-game__fault').textContent.includes('The first of 2 games')")
    page.get_by_label("Which game").select_option(label="Game 2: An evening at home")
    opened.locator(".table__felt").press("End")
    page.goto(re.sub(r"step=\w+", "step=2.1", here(page)))
    until(page, "() => document.querySelector('.open-game .table__choice')")
    opened.locator(".table__choice").first.click()
    until(page, "() => location.search.includes('line=2.1')")
    assert "2.1_XVII" in query(page, "line")  # the highest that D holds: 1840's own order
    assert opened.get_by_label("Address of this line").input_value() == here(page)
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("tricks:\n  - A XIX - B XX\nseats: [A, B]\ndeclarer: A\n", encoding="utf-8")
    page.locator("#open-game").set_input_files(wrong)
    until(page, "() => document.querySelector('.open-game__fault').textContent.includes('it has 2 seats, not 4')")


def _annotated(computed: ComputedCodex, name: str) -> GameValues:
    path = analyses.committed_path(computed.games, name, BASE)
    found = path and analyses.load(path)
    assert found
    return found


def _given(play: PlayValues, card: str, wants: int) -> int | None:
    """What a card gave away of the score against the best legal one, for one who wants it high (1) or low (-1)."""
    bounds = {
        name: sorted(wants * value for value in each)
        for name, each in zip(play.legal, play.values[Aim.SHEET], strict=True)
    }
    most, least = max(high for _low, high in bounds.values()), max(low for low, _high in bounds.values())
    low, high = bounds[card]
    return most - low if most == least and low == high else None


def _in_words(gave: list[int | None]) -> str:
    proven = [each for each in gave if each is not None]
    amount = f"{sum(proven)} in {sum(map(bool, proven))}" if sum(proven) else "nothing in any"
    unknown = len(gave) - len(proven)
    return f"{amount} of {len(proven)} choices" + (f" (not proven for {unknown} more)" if unknown else "")


def test_who_takes_a_seat_sees_no_more_and_gets_a_score_to_send(
    phone: Page, address: str, computed: ComputedCodex
) -> None:
    """Game 3 from the seat of C: his choices are the turns at which more than one card is legal."""
    course = computed.games.report("m3").levels["corrected"].replay
    pack, rules = computed.games.pack, computed.games.rules
    choices = [turn for turn in list_turns(course, pack, rules) if turn.seat == "C" and len(turn.legal) > 1]
    phone.goto(f"{address}games/m3.html")
    phone.get_by_role("button", name="Take the seat of C").tap()
    assert "ultimo" not in phone.title()  # what is to come is hidden, in the title and below
    phone.get_by_role("button", name="On to C’s first choice").tap()
    answer, seen = phone.locator(".table__answer"), phone.locator(".table__seat:not([data-seat=C]) [data-card]")
    barred = next(card for card in choices[0].held if card not in choices[0].legal)
    phone.get_by_role("button", name=barred.printed, exact=True).tap()
    assert f"C may not play {barred.printed}" in answer.inner_text()
    assert choices[0].ref in str(answer.locator("a").get_attribute("href"))
    same = 0
    gave: list[tuple[int | None, int | None]] = []
    annotation = _annotated(computed, "m3")
    worth = {(play.trick, play.seat): play for play in annotation.plays}
    wants = 1 if "C" in annotation.wanted_by[Aim.SHEET] else -1
    for number, turn in enumerate(choices):
        assert seen.count() == 0
        assert phone.get_by_role("button", name="Next").get_attribute("aria-disabled") == "true"
        card = turn.card if number % 2 else turn.legal[-1]
        same += card == turn.card
        play = worth[turn.trick, turn.seat]
        gave.append((_given(play, card.name, wants), _given(play, turn.card.name, wants)))
        phone.get_by_role("button", name=card.printed, exact=True).tap()
        assert (f"the game has {turn.card.printed}" in answer.inner_text()) is (card != turn.card)
        assert turn.ref in answer.inner_text()
        if gave[-1][0] is not None:
            until(phone, "document.querySelector('.table__best')?.innerText")
            assert ("none was better" in answer.inner_text()) is (gave[-1][0] == 0)
        onward = phone.get_by_role("button", name="On to C’s next choice")
        (onward if number < len(choices) - 1 else phone.get_by_role("button", name="To the result")).tap()
    score = f"As C: {same} of {len(choices)} choices as in the game."
    assert score in phone.locator(".table__line").inner_text()
    told = phone.get_by_text(score).bounding_box()
    assert told
    assert 0 <= told["y"] <= phone.evaluate("innerHeight") - told["height"]  # it is seen without scrolling
    phone.get_by_role("button", name="Count by what the cards were worth").tap()
    until(phone, "() => document.querySelector('.table__given').innerText.includes('gave away')")
    mine, his = (_in_words(list(each)) for each in zip(*gave, strict=True))
    assert phone.locator(".table__given").inner_text() == (
        f"Measured with all cards open, which no player saw, your choices gave away {mine}, those in the game {his}. "
        "We count what the declarer writes less what an opponent writes."
    )
    sent = phone.get_by_label("Address of this result").input_value()
    phone.goto("about:blank")
    phone.goto(sent)
    until(phone, "score => document.querySelector('.table__line').innerText.includes(score)", score)
    assert phone.locator(".table__answers li").count() == len(choices) - same
    phone.get_by_role("button", name="Leave the seat").tap()
    assert (query(phone, "seat"), query(phone, "answers"), query(phone, "ahead")) == ("", "", "")
