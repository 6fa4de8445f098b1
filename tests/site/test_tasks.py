"""The tasks on their page: one a day, a card chosen by key or finger is judged, the line goes on card by card."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from tarock.analysis.tasks import Task, TaskGoal, load_tasks
from tarock.codex import ComputedCodex
from tests.site.conftest import until

pytestmark = pytest.mark.slow

PATH = "games/tasks.html"


def opened(page: Page, address: str, task: Task) -> Locator:
    page.goto(f"{address}{PATH}#task-{task.id}")
    shown = page.locator(f"[id='task-{task.id}']")
    until(page, "id => document.getElementById(id).open", f"task-{task.id}")
    return shown


def test_a_card_is_judged_and_the_line_is_stepped(page: Page, address: str, computed: ComputedCodex) -> None:
    task = next(task for task in load_tasks(computed.project) if "Scüs" in str(task.legal) and task.hard)
    shown = opened(page, address, task)
    status, solution = shown.get_by_role("status"), shown.locator(".task__solution")
    wrong = next(group.split()[0] for group in task.legal if group not in task.solutions)
    assert page.evaluate("typeof codexCoreData") == "undefined"  # loaded when it is asked
    shown.get_by_role("button", name=wrong, exact=True).press("Enter")
    says = "wrong => document.querySelector('details[open] .task__answer').innerText.startsWith(wrong)"
    until(page, says, f"{wrong} is not enough")
    right = task.solutions[0].split()[0]
    shown.get_by_role("button", name=right, exact=True).press("Enter")
    until(page, says, f"{right}: solved")
    assert "solved" in status.inner_text()
    assert solution.get_attribute("open") is not None
    first = f"{task.seat} {right}"
    trick, before = task.place
    plays = task.tricks[trick - 1].split(" - ")
    assert plays[before].startswith(task.seat)
    assert shown.locator(".task__line span:not([hidden])").count() == 1 + before
    assert first.split(maxsplit=1)[0] in shown.locator(".task__line").inner_text()
    shown.get_by_role("button", name="Next card").click()
    assert shown.locator(".task__line span:not([hidden])").count() == 2 + before
    shown.get_by_role("button", name="Whole line").click()
    assert shown.locator(".task__line span[hidden]").count() == 0


def test_what_was_solved_is_kept(reader: Page, address: str, computed: ComputedCodex) -> None:
    """The page opened anew still says so; what is kept by a hand that cannot write is no harm."""
    tasks = load_tasks(computed.project)
    task = tasks[0]
    shown = opened(reader, address, task)
    shown.get_by_role("button", name=task.solutions[0].split()[0], exact=True).click()
    told = f"You have solved 1 of {len(tasks)}."
    until(reader, "document.querySelector('.task__progress').innerText !== ''")
    assert reader.locator(".task__progress").inner_text() == told
    reader.reload()
    until(reader, "document.querySelector('.task__progress').innerText !== ''")
    assert reader.locator(".task__progress").inner_text() == told
    assert "solved" in shown.locator("summary").first.inner_text()
    reader.evaluate("localStorage.setItem(`${__md_scope.pathname}.__tasks`, '{')")
    reader.reload()
    until(reader, "document.querySelector('[data-today]').hidden === false")
    assert reader.locator(".task__progress").inner_text() == ""


def test_an_illegal_card_names_its_paragraph_to_a_finger(phone: Page, address: str, computed: ComputedCodex) -> None:
    tasks = [task for task in load_tasks(computed.project) if not task.at.endswith(".1")]
    shown, every = None, set[str]()
    for task in tasks:
        shown = opened(phone, address, task)
        every = set(shown.locator("button[data-card]").evaluate_all("all => all.map(card => card.dataset.card)"))
        legal = {card for group in task.legal for card in group.split()}
        if every - legal:
            break
    assert shown
    shown.get_by_role("button", name=min(every - legal), exact=True).tap()
    until(phone, "() => document.querySelector('details[open] .task__answer a')")
    assert "may not be played" in shown.get_by_role("status").inner_text()
    assert "1840:63" in str(shown.locator(".task__answer a").get_attribute("href"))


def test_what_may_be_played_in_each_task_says_the_core(page: Page, address: str, computed: ComputedCodex) -> None:
    for task in load_tasks(computed.project):
        shown = opened(page, address, task)
        legal = {card for group in task.legal for card in group.split()}
        told = """async task => {
            const core = await codexAsk.ask();
            const names = cards => [...cards].map(card => core.cards.indexOf(card.dataset?.card ?? card));
            const lying = [...task.querySelectorAll('.task__trick use')];
            const table = lying.map(each => each.getAttribute('href').slice(6));
            const posed = core.pose('play', {
                hand: names(task.querySelectorAll('[data-card]')), trick: names(table),
                before: Number(task.dataset.before), keeps: 'keeps' in task.dataset,
            });
            return posed.legal().map(card => core.cards[card]);
        }"""
        assert {*shown.evaluate(told)} == legal, task.id


def test_there_is_one_a_day(stopped: Page, address: str, computed: ComputedCodex) -> None:
    tasks = load_tasks(computed.project)
    first = next(each for goal in TaskGoal for each in tasks if each.goal is goal)  # on the page
    stopped.goto(address + PATH)  # the clock stands at the beginning of 1970
    assert "1 January 1970" in stopped.locator("[data-today]").inner_text()
    assert stopped.locator("[data-today] a").get_attribute("href") == f"#task-{first.id}"


def test_without_a_script_all_are_there_with_their_solutions(bare: Page, address: str, computed: ComputedCodex) -> None:
    bare.goto(address + PATH)
    tasks = load_tasks(computed.project)
    assert bare.locator("details.task").count() == len(tasks)
    text = bare.locator("article").text_content() or ""
    assert text.count("Solved by") == len(tasks)
    assert all(task.advice.quote in text for task in tasks)
