"""What changed, in prose: every sentence rests on passages that exist, and its numbers stand in them."""

from __future__ import annotations

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.view import View
from tarock.rules.overview import history_problems, load_history
from tests.helpers import replace_once

from .conftest import Run


def test_the_sources_are_told_of(computed: ComputedCodex) -> None:
    sentences = [sentence for chapter in load_history(computed.project)[0] for sentence in chapter.sentences]
    told = {ref.partition(":")[0] for sentence in sentences for ref in sentence.refs}
    assert {"1754", "1840", "1863", "1945"} <= told <= set(computed.corpus.sources)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("long pack of 78 cards", "long pack of 77 cards", "HISTORY-NUMBER: 77 is in no passage"),
        ("each must have 26 points", "each must have twenty-five points", "HISTORY-NUMBER: 25 is in no passage"),
        ('refs: ["1754:20"]', 'refs: ["1754:22"]', "HISTORY-REF: 1754:22 does not exist"),
        ('refs: ["1754:20"]', "refs: []", "expected"),
        ('refs: ["1754:20"]', 'refs: ["1754:19"]', "HISTORY-NUMBER: 26 is in no passage"),
        ("matters: [who-cuts, how-often-cut]", "matters: [who-cut, who-cuts]", "there is no matter `who-cut`"),
        ("matters: [who-cuts, how-often-cut]", "matters: [who-discards]", "of the sentence has an answer of 1945"),
    ],
)
def test_what_does_not_rest_on_its_passages_is_refused(codex: Project, old: str, new: str, code: str) -> None:
    """78 and 26 stand in 1754:1 and 1754:20."""
    file = codex.rules / "history.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    line = text[: text.index(old)].count("\n") + 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    changed = ComputedCodex(codex)
    try:
        said = "\n".join(map(str, history_problems(changed.corpus, changed.numbers, changed.matters)))
    except CodexError as error:
        said = str(error)
    assert code in said
    assert any(f"history.yaml:{near}" in said for near in (line, line - 1, line - 2))


@pytest.mark.slow
def test_the_check_tells_it(codex: Project, run: Run) -> None:
    replace_once(codex.rules / "history.yaml", "long pack of 78 cards", "long pack of 77 cards")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert "HISTORY-NUMBER: 77 is in no passage" in outcome.out


def test_the_page_leads_to_the_matters(computed: ComputedCodex) -> None:
    site = Site(computed)
    page = render("history.md.j2", View(site, site.router.history.made))
    assert "m/who-cuts/" in page
    assert "the player opposite" in page
