"""Doubtful places and patterns are data, held against the texts."""

from __future__ import annotations

import re

import pytest

from tarock.base.project import Project
from tarock.corpus.apparatus import load_doubts, load_patterns, open_doubts
from tarock.corpus.checks import doubt_problems
from tarock.corpus.editions import Corpus
from tests.conftest import Run
from tests.helpers import replace_once


def test_the_doubtful_places_of_the_project_hold(corpus: Corpus) -> None:
    assert list(doubt_problems(corpus)) == []
    assert all(load_doubts(corpus, siglum) for siglum in corpus.sources)
    assert load_patterns(corpus)


def test_a_doubtful_place_stands_in_its_passage(corpus: Corpus) -> None:
    """Held against the transcripts as they lie on disk."""
    for siglum in corpus.sources:
        transcript = (corpus.project.sources / f"{siglum}.txt").read_text("utf-8")
        for doubt in load_doubts(corpus, siglum):
            plain = re.sub(r"\[[0-9]+\]\s*", "", transcript)  # page marks stand inside sentences of 1863
            assert doubt.record.lemma in plain, doubt.place


def test_no_candidates_are_left_in_comments(project: Project) -> None:
    for path in (project.corpus / "emendations").glob("*.yaml"):
        assert "andidate" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("mitzuwirkender Freund", "mitzuwirkende Freundin", "DOUBT-LEMMA"),
        ("mitwirkender Freund", "mitzuwirkender Freund", "DOUBT-LEMMA"),
        ('- passage: "1840:1.1"', '- passage: "1840:999.1"', "DOUBT-REF"),
        ('- passage: "1840:1.1"', '- passage: "1840:130.1"', "DOUBT-LEMMA"),
        ("  pattern: counted-plural\n- passage: \"1840:6.9\"", "  pattern: no-such\n- passage: \"1840:6.9\"",
         "DOUBT-PATTERN"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_named_with_its_line(codex: Project, old: str, new: str, code: str) -> None:
    replace_once(codex.corpus / "doubtful" / "1840.yaml", old, new)
    problems = "\n".join(map(str, doubt_problems(Corpus(codex))))
    assert re.search(rf"(?m)^corpus/doubtful/1840\.yaml:[0-9]+: {code}: ", problems)


@pytest.mark.slow
def test_the_check_reports_a_doubtful_place_without_its_words(codex: Project, run: Run) -> None:
    replace_once(codex.corpus / "doubtful" / "1840.yaml", "mitzuwirkender Freund", "mitzuwirkende Freundin")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert re.search(r"problem  corpus/doubtful/1840\.yaml:[0-9]+: DOUBT-LEMMA: ", outcome.out)


def test_an_emended_place_is_not_doubtful_too(codex: Project) -> None:
    first = next(e for e in Corpus(codex).edition("1840").emendations if e.passage == "1840:6.24")
    path = codex.corpus / "doubtful" / "1840.yaml"
    record = f'- passage: "1840:6.24"\n  lemma: "{first.lemma}"\n  reading: ""\n  weight: form\n  reason: made up\n'
    path.write_text(path.read_text("utf-8") + record, encoding="utf-8")
    codes = {problem.code for problem in doubt_problems(Corpus(codex))}
    assert codes == {"DOUBT-EMENDED", "DOUBT-ORDER"}


@pytest.mark.parametrize("settled", ["the grammar", "1840:999.1 has it", "1754:1 has it"])
def test_what_settles_a_place_is_a_place_of_its_source(codex: Project, settled: str) -> None:
    replace_once(
        codex.corpus / "doubtful" / "1840.yaml", "1840:66.1, which refers to this paragraph, says", f"{settled}, says"
    )
    assert {problem.code for problem in doubt_problems(Corpus(codex))} == {"DOUBT-SETTLED"}


def test_what_the_text_explains_itself_is_not_doubtful(corpus: Corpus) -> None:
    """`lagiren` stands in 117.1, and § 64 says what it is."""
    assert "(was lagiren genannt wird)" in corpus.edition("1840").passages["64.1"].text
    assert "1840:117.1" not in open_doubts(corpus, "1840")
    assert "1840:111.5" in open_doubts(corpus, "1840")  # one of two hands has a card too many, and nothing says which
