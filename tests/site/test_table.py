"""The game at the table: what it shows and says at a step, by button, key, finger and address."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route

from tarock.codex import ComputedCodex
from tarock.game.common.counting import format_thirds
from tarock.publish.places import Site
from tarock.publish.views.steps import StepKind
from tarock.publish.views.table import GameSteps, make_game_steps
from tests.conftest import usual
from tests.publish.markup import Elements
from tests.site.conftest import Inspect, here, until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEEN = """() => {
    const cards = element => [...element.querySelectorAll('[data-card]:not([data-card=""]) , .table__card--down')]
        .filter(card => card.matches('.table__card')).map(card => card.dataset.card ?? '');
    const seats = [...document.querySelectorAll('.table__seat')];
    return {
        hands: Object.fromEntries(seats.map(seat => [seat.dataset.seat, cards(seat)])),
        roles: Object.fromEntries(seats.map(seat => [seat.dataset.seat, seat.dataset.role ?? ''])),
        legal: [...document.querySelectorAll('.table__card--legal')].map(card => card.dataset.card),
        trick: [...document.querySelectorAll('.table__trick li')].map(item =>
            [item.dataset.seat, item.querySelector('.table__card').dataset.card]),
        won: [...document.querySelectorAll('.table__trick li[data-won]')].map(item => item.dataset.seat),
        told: document.querySelector('.table__told').textContent,
        points: document.querySelector('.table__points').textContent,
        next: document.querySelectorAll('.table__button')[2].getAttribute('aria-disabled'),
    };
}"""


@pytest.fixture(scope="module")
def tables(computed: ComputedCodex) -> dict[str, GameSteps]:
    site = Site(computed)
    return {report.name: make_game_steps(site, report.levels) for report in computed.game_reports}


def seen(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


def shown_step(page: Page) -> str:
    return parse_qs(urlsplit(here(page)).query).get("step", ["deal"])[0]


def open_at(page: Page, address: str, name: str, **wanted: str) -> None:
    query = "&".join(f"{key}={value}" for key, value in wanted.items())
    page.goto(f"{address}games/{name}.html" + (f"?{query}" if query else ""))


def turn_to(page: Page, **wanted: str) -> None:
    """Go to an address of the same game, as Back and Forward do: the page is not loaded again."""
    page.evaluate(
        "search => { history.replaceState(null, '', search); dispatchEvent(new PopStateEvent('popstate')); }",
        "?" + "&".join(f"{key}={value}" for key, value in wanted.items()),
    )


def test_every_step_can_be_addressed_and_shows_trick_winner_legal_cards_and_points(
    page: Page, address: str, tables: dict[str, GameSteps]
) -> None:
    """Game 5, trick 9: C leads Careau, A takes with VI, B revokes (known_findings.yaml)."""
    open_at(page, address, "m5", step="9.4")
    state = seen(page)
    assert state["trick"] == [["C", "Careau-Bube"], ["D", "Careau-König"], ["A", "VI"], ["B", "Treffle-Zehner"]]
    assert state["won"] == ["A"]
    assert set(state["legal"]) == {"Careau-Dame", "Careau-Zweier"}
    heard = page.locator(".table__seat[data-turn] > p.hidden").inner_text()
    assert set(heard.removeprefix("May be played: ").removesuffix(".").split(", ")) == set(state["legal"])
    assert {seat: len(hand) for seat, hand in state["hands"].items()} == dict.fromkeys("ABCD", 3)
    step = next(step for step in tables["m5"].levels["corrected"].steps if step.id == "9.4")
    assert step.says in state["told"]
    assert "1840:63.1" in state["told"]
    assert "must follow diamonds" in state["told"]  # Careau is diamonds (termbase)
    ours, theirs = step.points
    assert state["points"].startswith(f"{format_thirds(ours)} declarer’s side")
    assert f"{format_thirds(theirs)} opponents" in state["points"]
    assert "the Scat" in state["points"]


def test_keys_go_through_the_whole_game_and_no_key_is_dead_at_its_ends(
    page: Page, address: str, tables: dict[str, GameSteps]
) -> None:
    steps = tables["m6"].levels["corrected"].steps
    open_at(page, address, "m6")
    page.locator(".table__felt").focus()
    for step in steps[1:8]:
        page.keyboard.press("ArrowRight")
        assert shown_step(page) == step.id
        assert step.says in seen(page)["told"]
    page.keyboard.press("PageDown")
    assert shown_step(page) == "2.1"
    page.keyboard.press("PageUp")
    assert shown_step(page) == "1.1"
    page.keyboard.press("End")
    assert shown_step(page) == steps[-1].id
    page.keyboard.press("ArrowRight")
    state = seen(page)
    assert shown_step(page) == steps[-1].id
    assert state["next"] == "true"
    assert page.locator(".table__felt").evaluate("felt => document.activeElement === felt")
    page.keyboard.press("ArrowLeft")
    assert shown_step(page) == steps[-2].id
    page.keyboard.press("Home")
    assert shown_step(page) == "deal"


def test_the_focus_stays_on_a_button_that_has_nothing_more_to_do(
    page: Page, address: str, tables: dict[str, GameSteps]
) -> None:
    before, last = (step.id for step in tables["m5"].levels["corrected"].steps[-2:])
    open_at(page, address, "m5", step=before)
    following = page.get_by_role("button", name="Next")
    following.click()
    state = seen(page)
    assert state["next"] == "true"
    assert following.evaluate("button => document.activeElement === button")
    following.press("Enter")
    assert shown_step(page) == last
    page.keyboard.press("ArrowLeft")
    assert shown_step(page) == before


def test_back_returns_to_the_step_the_level_and_the_view_before(page: Page, address: str) -> None:
    open_at(page, address, "m5", step="3.2")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Trick 9, against a rule").click()
    page.get_by_role("button", name="As conjectured").click()
    page.get_by_label("Show").select_option("B")
    assert parse_qs(urlsplit(here(page)).query) == {"step": ["9.1"], "level": ["conjectured"], "hands": ["B"]}
    page.go_back()
    assert page.get_by_label("Show").input_value() == ""
    page.go_back()
    assert page.locator("section.game:visible").get_attribute("data-level") == "corrected"
    page.go_back()
    assert shown_step(page) == "3.3"  # the jump is undone; the step before it was no place of its own


def test_stepping_through_a_game_leaves_the_way_back_to_the_page_before(page: Page, address: str) -> None:
    page.goto(f"{address}games/index.html")
    page.locator(".md-content").get_by_role("link", name="Dreier mit ultimo im Stillen").click()
    until(page, "() => document.querySelector('.table__felt')")
    for _step in range(6):
        page.get_by_role("button", name="Next").click()
    page.go_back()
    assert urlsplit(here(page)).path.endswith("games/index.html")


def test_a_conjecture_is_marked_on_card_button_and_in_words(page: Page, address: str) -> None:
    """Corpus/emendations/1840.yaml: at 1840:m1.s10 B's Pique-Dame, which the book has, is exchanged for Careau-Dame."""
    open_at(page, address, "m1", step="10.4", level="conjectured")
    assert "Conjecture: the book has Pique-Dame (queen of spades)." in seen(page)["told"]
    assert page.locator(".table__trick li:has([data-change=conjecture])").get_attribute("data-seat") == "B"
    names = page.locator(".table__strip [data-change=conjecture]").evaluate_all(
        "all => all.map(button => button.getAttribute('aria-label'))"
    )
    assert names == ["Trick 10, conjecture", "Trick 12, conjecture"]
    assert page.locator(".table__mark--conjecture").is_visible()
    page.get_by_label("hide what is to come").check()
    assert page.locator(".table__strip [data-change=conjecture]").all_inner_texts() == ["10"]
    turn_to(page, step="10.4")
    assert page.locator("[data-change=conjecture], .table__mark--conjecture").count() == 0


def test_a_card_that_the_book_has_not_in_a_hand_is_marked_there(page: Page, address: str) -> None:
    """Corpus/emendations/1840.yaml: A's hand in 1840:m4.A lacks XIV, which A plays; in 1840:m3.A it has X for XV."""
    marked = page.locator(".table__seat[data-seat=A] .table__hand [data-change=emendation]")
    for name, card in (("m3", "XV"), ("m4", "XIV")):
        open_at(page, address, name)
        assert marked.evaluate_all("all => all.map(card => card.dataset.card)") == [card]
        assert page.locator(".table__seat[data-seat=A]").get_attribute("aria-label") == f"Hand of A, {card} mended"
        assert page.locator(".table__mark--emendation").is_visible()
        page.get_by_label("Show").select_option("B")
        assert marked.count() == 0  # who does not see the hand does not see the mark
        turn_to(page, level="printed")
        assert page.locator("[data-change=emendation]").count() == 0


def test_after_the_score_comes_why_a_revoke_makes_a_second_sheet(page: Page, address: str) -> None:
    """1840:65.3: D's side wins game 2, loses it by D's revoke, keeps Alle drei; D pays 50 to each of the others."""
    open_at(page, address, "m2", step="revoke")
    assert "§ 65" in page.locator(".table__stage").inner_text()
    assert "D revoked." in seen(page)["told"]
    assert [" 88" in line or "ultimo" in line for line in page.locator(".table__sheet del").all_inner_texts()] == [
        True
    ] * 2
    for _line in range(2):
        page.get_by_role("button", name="Next").click()
    assert page.locator(".table__sheet del").count() == 0
    assert "A 50, B 50, C 100, D 50" in page.locator(".table__total").inner_text()


def test_buttons_keep_their_place_and_a_link_to_a_step_shows_why_it_is_wrong(phone: Page, address: str) -> None:
    phone.set_viewport_size({"width": 390, "height": 664})
    open_at(phone, address, "m1")
    tops = phone.evaluate(
        """steps => {
            const next = document.querySelectorAll('.table__button')[2];
            const tops = Array.from({length: steps}, () => {
                const place = next.getBoundingClientRect().top + scrollY;
                next.click();
                return place;
            });
            return [...new Set(tops)];
        }""",
        59,
    )
    assert shown_step(phone).startswith("again")
    assert len(tops) == 1
    assert phone.locator(".table__strip button").first.evaluate("button => button.offsetHeight") >= 32
    open_at(phone, address, "m1", step="10.4")
    box = phone.locator(".table__finding").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 664


def test_a_seat_sees_its_own_cards_and_knows_what_it_can_know(page: Page, address: str) -> None:
    """Game 1: A calls the Treffle-König, C holds it and knows; the others see it in trick 9."""
    open_at(page, address, "m1", step="5.1", hands="B")
    state = seen(page)
    assert all(card == "" for seat in "ACD" for card in state["hands"][seat])
    assert {seat: len(hand) for seat, hand in state["hands"].items()} == {"A": 8, "B": 7, "C": 8, "D": 8}
    assert "Careau-Dame" in state["hands"]["B"]
    assert state["roles"] == {"A": "declarer", "B": "defender", "C": "", "D": ""}
    turn_to(page, step="5.1", hands="C")
    assert seen(page)["roles"] == {"A": "declarer", "B": "defender", "C": "partner", "D": "defender"}
    turn_to(page, step="9.3", hands="B")
    assert seen(page)["roles"]["C"] == "partner"
    turn_to(page, step="scat", hands="B")
    text = page.locator(".table").inner_text()
    assert "Herz-Dreier" not in text  # 1840:m1: what A lays away
    assert seen(page)["points"] == ""


def test_the_friend_can_be_hidden_until_the_players_know(page: Page, address: str) -> None:
    open_at(page, address, "m1", step="9.2")
    assert seen(page)["roles"]["C"] == "partner"
    page.get_by_label("hide the partner until known").check()
    assert seen(page)["roles"] == {"A": "declarer", "B": "", "C": "", "D": ""}
    page.get_by_role("button", name="Next").click()  # C plays the called king
    assert seen(page)["roles"] == {"A": "declarer", "B": "defender", "C": "partner", "D": "defender"}


def test_nothing_of_what_is_to_come_is_told_to_who_does_not_want_it(page: Page, address: str) -> None:
    open_at(page, address, "m5", step="2.1", ahead="hidden")
    content = page.locator(".md-content")
    text = content.inner_text()
    assert "Game 5" in page.locator("h1").inner_text()
    assert "ultimo" not in page.locator("h1").inner_text()  # its title tells of one
    assert page.locator("h1").get_attribute("lang") == "en"
    assert "gewonnen" not in text  # 1840:m5.ergebnis
    assert "reproduced" not in text
    assert "revoke" not in text
    assert page.locator("section.game:visible, .verdict:visible").count() == 0
    assert page.locator(".table__strip [data-noted]").all_inner_texts() == ["Deal"]
    page.locator(".table__felt").press("End")
    assert page.locator("section.game:visible").count() == 1
    assert "Spiel gewonnen" in content.inner_text()
    assert "ultimo" in page.locator("h1").inner_text()
    assert page.locator("h1").get_attribute("lang") == "de"


def test_each_step_is_spoken_with_its_remark(page: Page, address: str) -> None:
    """1840:m5.s8: "Hätte A beim achten Stiche nicht Herz gebracht"."""
    open_at(page, address, "m5", step="8.3")
    told = page.locator(".table__told")
    assert told.get_attribute("aria-live") == "polite"
    page.get_by_role("button", name="Next").click()
    assert "D plays Treffle-Dame (queen of clubs). C takes the trick with XV." in told.inner_text()
    assert "Hätte A beim achten Stiche" in told.inner_text()
    assert told.locator(".table__remark").get_attribute("lang") == "de"
    told.locator("a").first.focus()
    page.keyboard.press("ArrowRight")  # the link is gone with its step; the keys go on
    page.keyboard.press("ArrowRight")
    assert shown_step(page) == "9.2"


def until_moved(page: Page, expression: str) -> None:
    """Let the page's own time, which stands still, go on until something has changed."""
    before = page.evaluate(expression)
    for _ in range(100):
        page.clock.run_for(200)
        if page.evaluate(expression) != before:
            return
    pytest.fail(f"does not change: {expression}")


def test_it_plays_and_pauses(stopped: Page, address: str) -> None:
    open_at(stopped, address, "m6", step="12.3")
    stopped.get_by_role("button", name="Play").click()
    until_moved(stopped, "location.search")
    assert shown_step(stopped) == "12.4"
    stopped.get_by_role("button", name="Pause").click()
    stopped.clock.run_for(60_000)
    assert shown_step(stopped) == "12.4"


def test_a_finger_turns_the_cards(phone: Page, address: str) -> None:
    open_at(phone, address, "m5", step="2.1")
    swipe = """([from, to]) => {
        const felt = document.querySelector('.table__felt');
        const event = (kind, x) => felt.dispatchEvent(
            new PointerEvent(kind, {pointerType: 'touch', clientX: x, clientY: 300, bubbles: true}));
        event('pointerdown', from);
        event('pointerup', to);
    }"""
    phone.evaluate(swipe, [300, 100])
    assert shown_step(phone) == "2.2"
    phone.evaluate(swipe, [100, 300])
    assert shown_step(phone) == "2.1"
    phone.evaluate(swipe, [100, 120])
    assert shown_step(phone) == "2.1"


@pytest.mark.parametrize(("width", "height"), usual([(640, 360), (1366, 768), (1280, 720)]))  # the first: 1280 at 200 %
def test_after_each_step_hands_trick_controls_and_the_sentence_are_seen_together(
    page: Page, address: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_at(page, address, "m5", step="deal")
    page.locator(".table__felt").press("ArrowRight")
    places = page.evaluate(
        """() => {
            const box = name => document.querySelector(name).getBoundingClientRect(), places = [];
            for (;;) {
                const parts = ['.table__felt', '.table__controls', '.table__says'].map(box);
                places.push([location.search, box('.table__felt').top - Math.max(0, box('.md-header').bottom),
                    Math.max(...parts.map(part => part.bottom))]);
                if (document.querySelectorAll('.table__button')[2].getAttribute('aria-disabled') === 'true')
                    return places;
                document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
            }
        }"""
    )
    assert len({step for step, _top, _bottom in places}) == len(places) > 60
    for step, top, bottom in places:
        assert top >= -1, step
        assert bottom <= height, step


@pytest.mark.parametrize(("device", "width", "height"), [("page", 1440, 900), ("phone", 390, 844)])
def test_table_and_controls_are_seen_without_scrolling(
    request: pytest.FixtureRequest, address: str, device: str, width: int, height: int
) -> None:
    page: Page = request.getfixturevalue(device)
    page.set_viewport_size({"width": width, "height": height})
    for step in ("deal", "9.4"):
        open_at(page, address, "m5", step=step)
        for part in (".table__felt", ".table__controls", ".table__strip", ".table__says"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, (part, step)
        small = page.evaluate(
            """[...document.querySelectorAll('.table :is(button, select)')].map(e => e.getBoundingClientRect())
                .filter(box => box.width < 24 || box.height < 24).length"""
        )
        assert small == 0


def test_an_element_may_show_a_few_steps_and_play_by_itself(stopped: Page, address: str) -> None:
    def cut(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace("data-address>", 'data-from="9.1" data-to="9.4" data-autoplay>')
        route.fulfill(response=answer, body=body)

    stopped.route("**/games/m5.html", cut)
    stopped.goto(f"{address}games/m5.html")
    assert seen(stopped)["trick"] == [["C", "Careau-Bube"]]
    until_moved(stopped, "document.querySelectorAll('.table__trick li').length")
    stopped.get_by_role("button", name="Pause").click()
    stopped.locator(".table__felt").press("End")
    assert seen(stopped)["won"] == ["A"]
    assert seen(stopped)["next"] == "true"
    assert "step" not in here(stopped)
    stopped.emulate_media(reduced_motion="reduce")
    stopped.goto(f"{address}games/m5.html")
    assert stopped.get_by_role("button", name="Play").count() == 1


def test_a_finding_leads_to_its_card_at_the_table(page: Page, address: str) -> None:
    page.goto(f"{address}games/findings.html")
    page.locator(".finding", has_text="B plays Pique-Dame: must follow Careau").first.get_by_role(
        "link", name="trick 10"
    ).click()
    until(page, "() => document.querySelector('.table__trick')")
    assert seen(page)["trick"][-1] == ["B", "Pique-Dame"]


def test_seats_and_cards_share_no_letters(built: Path) -> None:
    """Seats are called A to D; no card bears one of these letters alone."""
    page = Elements((built / "games/m5.html").read_text(encoding="utf-8"))
    faces = page.texts("text")
    assert len(faces) > 54
    assert not set(faces) & set("ABCD")


def test_cards_are_spoken_in_german_and_every_table_has_a_name(page: Page, address: str) -> None:
    open_at(page, address, "m1", step="10.4")
    told = page.locator(".table__told [lang=de]")
    assert told.all_inner_texts() == ["Pique-Dame", "Careau"]  # who plays what; what must be followed
    assert page.locator(".table__trick [role=img]").evaluate_all("all => all.map(card => card.ariaLabel)") == [
        "Careau-Aß",
        "Treffle-Bube",
        "VIII",
        "Pique-Dame",
    ]  # 1840:m1.s10
    hand = page.locator(".table__seat[data-seat=B]")
    assert hand.get_attribute("aria-label") == "Hand of B"
    until(page, "() => document.querySelector('.table__choice')")  # what-if.js: who is to play may choose
    assert hand.locator(".table__hand > [lang=de]").evaluate_all("all => all.map(card => card.ariaLabel)") == [
        "Herz-König",
        "Careau-Dame",
    ]  # 1840:m1.s11 and s12, and of A the same
    other = page.locator(".table__seat[data-seat=A] .table__hand")
    assert (other.get_attribute("lang"), other.get_attribute("aria-label")) == ("de", "X, Treffle-Dame")
    assert page.locator("table:not([aria-label])").count() == 0
    names = page.locator("section.game:visible table").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(set(names)) == len(names)


def test_the_end_is_told(page: Page, address: str) -> None:
    open_at(page, address, "m6")
    page.locator(".table__felt").press("End")
    assert seen(page)["told"].endswith("The game is over.")
    page.locator(".table__felt").press("ArrowLeft")
    assert "over" not in seen(page)["told"]


def test_a_reader_chooses_how_fast_it_plays(stopped: Page, address: str) -> None:
    """At the slow speed a step stands twice as long: more than two seconds, which at the normal one suffice here."""
    open_at(stopped, address, "m6", step="12.3", pace="slow")
    stopped.get_by_role("button", name="Play").click()
    stopped.clock.run_for(3000)
    assert shown_step(stopped) == "12.3"
    stopped.get_by_label("Speed").select_option("fast")
    assert parse_qs(urlsplit(here(stopped)).query)["pace"] == ["fast"]
    stopped.get_by_role("button", name="Pause").click()
    stopped.get_by_role("button", name="Play").click()
    stopped.clock.run_for(3000)
    assert shown_step(stopped) != "12.3"


def test_the_page_holds_the_steps_as_data(inspect: Inspect, tables: dict[str, GameSteps]) -> None:
    data = inspect("games/m5.html", "document => JSON.parse(document.querySelector('[data-table] script').textContent)")
    for name, level in tables["m5"].levels.items():
        steps = data["game"]["levels"][name]["steps"]
        assert [step["id"] for step in steps] == [step.id for step in level.steps]
    kinds = {step["kind"] for level in data["game"]["levels"].values() for step in level["steps"]}
    assert kinds == set(get_args(StepKind))
