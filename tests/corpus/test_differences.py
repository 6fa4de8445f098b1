"""Differences between versions, and whether cited words are still the same."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.files import write_text
from tarock.base.project import Project
from tarock.corpus.differences import ChangeKind, diff_words
from tarock.corpus.editions import Corpus
from tarock.corpus.sources import load_sources
from tarock.corpus.versions import corpus_files
from tests.conftest import ROOT, Run
from tests.helpers import emend, raised, step_version

BEFORE = load_sources(Project(ROOT))["1840"].edition
AFTER = raised(BEFORE)
OLD = (  # 1840:6.2, copied from the transcript
    "Mit drei und fünfzig Points wäre Remis und mit vier und fünfzig Points das Spiel um Einen Point "
    "gewonnen. Es würde z. B. ein Stich mit: König, Dame, Reiter und Einem leeren Blatte: dreizehn "
    "Points zählen."
)
NEW = OLD.replace("Es würde z. B. ein Stich", "Es würde ja ein Stich")


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@pytest.fixture
def changed(codex: Project) -> Project:
    """A copy of the codex with a next edition in which 1840:6.2 reads anew."""
    emend(codex, "1840:6.2", "Es würde z. B. ein Stich", "Es würde ja ein Stich")
    step_version(codex, "1840", AFTER, changelog=True)
    for path, text in corpus_files(Corpus(codex)).items():
        write_text(path, text)
    return codex


@given(st.text(alphabet="ab ,\n", max_size=30), st.text(alphabet="ab ,\n", max_size=30))
def test_changes_hold_both_texts(old: str, new: str) -> None:
    made = diff_words(old, new)
    assert "".join(change.text for change in made if change.kind is not ChangeKind.NOW) == old
    assert "".join(change.text for change in made if change.kind is not ChangeKind.THEN) == new


def test_diff_shows_the_words_that_changed(changed: Project, run: Run) -> None:
    outcome = run("diff", f"1840:6.2@{BEFORE}", "1840:6.2", root=changed)
    assert outcome.status == 1
    assert "Es würde [-z. B.-]{+ja+} ein Stich" in outcome.out
    whole = run("diff", f"1840@{BEFORE}", f"1840@{AFTER}", "--json", root=changed)
    assert [record["ref"] for record in json.loads(whole.out)] == ["1840:6.2"]
    same = run("diff", f"1840:6.3@{BEFORE}", "1840:6.3", root=changed)
    assert (same.status, same.out) == (0, "no difference\n")


def test_what_only_got_an_id_is_not_shown_as_new_words(run: Run) -> None:
    """Edition 1.1.0 of 1754 gave the five notes around the rules ids and changed no word (CHANGELOG.md)."""
    for versions in (("1754@1.0.0", "1754@1.1.0"), ("1754@1.1.0", "1754@1.0.0")):
        outcome = run("diff", *versions)
        assert outcome.status == 1
        assert outcome.out.count("  has an id since 1.1.0; the words are the same\n") == 5 == outcome.out.count("\n")
    records = json.loads(run("diff", "1840@1.0.0", "1840@1.1.0", "--json").out)
    assert {each["ref"]: each.get("id_since") for each in records if len(each["changes"]) == 1} == {
        "1840:nachwort.1": "1.1.0",
        "1840:nachwort.2": "1.1.0",
    }


@pytest.mark.parametrize("command", [("show", "{}"), ("cite", "{}"), ("diff", "{}", "1840:nachwort.1")])
def test_a_version_that_lacks_an_id_is_told_from_which_on_it_is_there(run: Run, command: tuple[str, ...]) -> None:
    outcome = run(*(part.format("1840:nachwort.1@1.0.0") for part in command))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "1840:nachwort.1 is not in edition 1.0.0 of source 1840; it is there since 1.1.0\n"


def test_diff_compares_one_place_with_itself(run: Run) -> None:
    outcome = run("diff", "1840:6.2", "1840:6.3")
    assert outcome.status == 2
    assert outcome.err == "1840:6.2 and 1840:6.3 are different places; expected two versions of one\n"


@pytest.mark.parametrize(
    ("text", "status", "kind"), [(NEW, 0, "same"), (OLD, 0, "older edition"), (OLD + " ", 1, "different")]
)
def test_verify_says_what_became_of_the_words(changed: Project, run: Run, text: str, status: int, kind: str) -> None:
    for digest in (sha(text), sha(text)[:12], f"sha256:{sha(text)[:8].upper()}"):
        outcome = run("verify", "1840:6.2", digest, "--json", root=changed)
        (found,) = json.loads(outcome.out)["quotations"]
        assert (outcome.status, found["class"]) == (status, kind)
        assert found["edition"] == (BEFORE if kind == "older edition" else AFTER)
    outcome = run("verify", f"„{text}“ 1840:6.2", "--json", root=changed)
    (found,) = json.loads(outcome.out)["quotations"]
    assert (outcome.status, found["class"]) == (0, "same" if text == NEW else "as transcribed, mended since")


@pytest.mark.parametrize("form", ["text", "markdown"])
@pytest.mark.parametrize("reference", ["1840:6.2", "1840:11-19", "1863", "1754:titel", "1840:m4.s5.bemerkung"])
def test_verify_reads_a_citation(run: Run, reference: str, form: str) -> None:
    citation = run("cite", reference, "--format", form).out
    outcome = run("verify", citation)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith(f"same  {reference} ")
    assert run("verify", citation.replace("sha256:", "sha256:0")).status == 1
