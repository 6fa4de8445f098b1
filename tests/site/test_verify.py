"""The page that checks quotations says of each case what the command says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.conftest import ROOT
from tests.site.conftest import until

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CASES: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests/corpus/verify_cases.yaml").read_text(encoding="utf-8"))
FORGED = "<b>„die dreifache Consulation“</b> <img src=x onerror=alert(1)> (1840:47.2)"


@pytest.fixture
def opened(built: Path, page: Page) -> Page:
    page.goto((built / "verify.html").as_uri())
    until(page, "!document.querySelector('.verify').hidden")
    return page


def test_the_page_and_the_command_say_the_same(opened: Page) -> None:
    told = opened.evaluate(
        """texts => {
            const checker = new window.CodexVerify(window.codexVerify);
            const marked = (each) => (each.differences ?? []).map((one) => `${one.quoted} ${one.there}`).join(" ");
            return texts.map((text) => checker.check(text).quotations.map(
                (each) => [each.class, each.ref ?? "", marked(each)],
            ));
        }""",
        [case["text"] for case in CASES],
    )
    for case, found in zip(CASES, told, strict=True):
        assert [each[:2] for each in found] == [each[:2] for each in case["found"]], case["text"]
        for (_kind, _ref, marked), (_class, _place, *words) in zip(found, case["found"], strict=True):
            assert all(word in marked for word in words), case["text"]


def test_what_is_pasted_is_shown_as_text_only(opened: Page) -> None:
    opened.fill(".verify textarea", FORGED)
    opened.click(".verify button")
    answer = opened.locator(".verify__answer")
    assert "different" in answer.inner_text()
    assert "dreifache" in answer.locator("del").inner_text()
    assert answer.locator("img, b").count() == 0


def test_a_file_of_plain_text_is_read_and_of_another_the_command_is_named(opened: Page, tmp_path: Path) -> None:
    plain = tmp_path / "quoted.txt"
    plain.write_bytes("„die doppelte Consulation eines einfachen Dreiers“ – 1840:47.2".encode("cp1252"))
    opened.set_input_files(".verify input[type=file]", plain)
    until(opened, "document.querySelector('.verify__class')")
    assert "same" in opened.locator(".verify__class").inner_text()
    packed = tmp_path / "thesis.docx"
    packed.write_bytes(b"PK\x03\x04\x00\x00")
    opened.set_input_files(".verify input[type=file]", packed)
    until(opened, "document.querySelector('.verify__answer pre')")
    assert opened.locator(".verify__answer pre").inner_text() == 'tarock verify "thesis.docx"'
