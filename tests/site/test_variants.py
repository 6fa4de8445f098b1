"""The scripts of the site read by the table of the program: every writing gives the same text in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tarock.corpus.variants import load_variants
from tarock.publish.places import Site
from tarock.publish.script_data import variants_data
from tests.conftest import ROOT
from tests.corpus.test_variants import TEXTS
from tests.writings import vary

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tarock.base.project import Project
    from tarock.proof.codex import ComputedCodex

pytestmark = pytest.mark.slow


def test_scripts_and_program_read_alike(own_page: Page, computed: ComputedCodex, project: Project) -> None:
    variants = load_variants(project)
    for script in (*variants_data(Site(computed)).values(), (ROOT / "docs/assets/javascripts/variants.js").read_text()):
        own_page.evaluate(f"() => {{ {script} }}")
    written = [each for text in TEXTS for each in (text, *vary(text, variants))]
    written += ["Con-\nsulation", "1840:11-13\n1840:15", "Jch § 47", "Ⅻ", "x´y „z“", "ein - und\nzwei"]
    read = own_page.evaluate("texts => texts.map(text => codexPlain(text))", written)
    assert [each for each, text in zip(written, read, strict=True) if text != variants.read_plain(each)] == []
