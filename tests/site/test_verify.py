"""The page that checks quotations says of each case what the command says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page

from tests.conftest import ROOT
from tests.site.conftest import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CASES: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests/corpus/verify_cases.yaml").read_text(encoding="utf-8"))
FORGED = "„die dreifache Consulation“ <audio src=x onerror=alert(1)> (1840:47.2)"


@pytest.fixture
def opened(built: Path, page: Page) -> Page:
    page.goto((built / "verify.html").as_uri())
    until(page, "!document.querySelector('.verify').hidden")
    return page


def test_the_page_and_the_command_say_the_same(opened: Page) -> None:
    told = opened.evaluate(
        """async (texts) => {
            const checker = new window.CodexVerify(window.codexVerify);
            const said = ({ class: kind, ref = "", why = "", left_out: leftOut = [], added = [], ...each }) =>
                [kind, ref, marked(each), why, leftOut, added];
            const marked = (each) => (each.differences ?? []).map((one) => `${one.quoted} ${one.there}`).join(" ");
            const told = [];
            for (const text of texts) {
                const { quotations } = checker.isOfProgram(text) ? { quotations: null } : await checker.check(text);
                told.push(quotations && quotations.map(said));
            }
            return told;
        }""",
        [case["text"] for case in CASES],
    )
    assert [case["text"] for case in CASES if case.get("program")] == [
        case["text"] for case, found in zip(CASES, told, strict=True) if found is None
    ]
    for case, found in zip(CASES, told, strict=True):
        if found is None:
            continue
        expected = case.get("page", case["found"])
        assert [each[:2] for each in found] == [each[:2] for each in expected], case["text"]
        for name, at in (("left_out", 4), ("added", 5)):
            assert name not in case or [words for each in found for words in each[at]] == case[name], case["text"]
        for (_kind, _ref, marked, why, *_more), (_class, _place, *words) in zip(found, expected, strict=True):
            assert all(word in marked for word in words), case["text"]
            assert (why == "command") is ("page" in case), case["text"]


def test_what_takes_too_long_or_has_too_many_words_is_not_looked_at(opened: Page) -> None:
    told = opened.evaluate(
        """async (words) => {
            const checker = new window.CodexVerify(window.codexVerify);
            const why = async (text) => (await checker.check(text)).quotations.map((each) => [each.class, each.why]);
            const long = await why(`„${"und ".repeat(4001)}“ (1840:47.2)`);
            window.CodexVerify.SECONDS = -1;
            return [long, await why(words)];
        }""",
        FORGED,
    )
    assert told == [[["not looked at", "long"]], [["not looked at", "late"]]]


def test_what_is_pasted_is_shown_as_text_only(opened: Page) -> None:
    opened.fill(".verify textarea", FORGED)
    opened.click(".verify button")
    answer = opened.locator(".verify__answer")
    until(opened, "document.querySelector('.verify__class')")
    assert "different" in answer.inner_text()
    assert "dreifache" in answer.locator("del").inner_text()
    assert answer.locator("audio").count() == 0


def test_a_file_of_plain_text_is_read_and_of_another_the_command_is_named(opened: Page, tmp_path: Path) -> None:
    plain = tmp_path / "quoted.txt"
    plain.write_bytes("„die doppelte Consulation eines einfachen Dreiers“ – 1840:47.2".encode("cp1252"))
    opened.set_input_files(".verify input[type=file]", plain)
    until(opened, "document.querySelector('.verify__class')")
    assert "same" in opened.locator(".verify__class").inner_text()
    opened.fill(".verify textarea", "„die <em>doppelte</em> Consulation“ (1840:47.2)")
    opened.click(".verify button")
    until(opened, "document.querySelector('.verify__answer pre')")
    assert opened.locator(".verify__answer pre").inner_text() == "tarock verify FILE"
    packed = tmp_path / "thesis.docx"
    packed.write_bytes(b"PK\x03\x04\x00\x00")
    opened.set_input_files(".verify input[type=file]", packed)
    until(opened, "document.querySelector('.verify__answer pre')")
    assert opened.locator(".verify__answer pre").inner_text() == 'tarock verify "thesis.docx"'
