"""Whether quoted words stand in a passage, and what of a citation is quoted."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarock.base.project import Project
from tarock.corpus.citation_text import read_citation
from tarock.corpus.differences import State, verify
from tarock.corpus.editions import Corpus
from tarock.corpus.publication import load_publication
from tarock.corpus.quotations import mismatch
from tarock.corpus.versions import resolve_version
from tarock.publish.citation_formats import FORMATS
from tarock.publish.citations import LANGUAGES, cite
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Run

# 1840:47.2 as the edition has it ("Dreierspiele" is emended), and our English of it (version 1.0.3).
WORDS = (
    "Für ultimo angesagt, gilt im Dreierspiele, die doppelte Consulation eines einfachen Dreiers -, bei Solo die "
    "doppelte Solo-Consulation."
)
ENGLISH = (
    "For an announced ultimo the double Consulation of a single Dreier counts in a Dreier, in a Solo the double Solo "
    "Consulation."
)
CITATION = "[Königrufen] (1840), § 47, para. 2 [1840:47.2@1.1.0]. In: Tarock Codex, sha256:9fd2c72411e3."
RELEASED = json.loads((ROOT / "tests/corpus/cited_0_2_0.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "quoted",
    [
        WORDS,
        "“" + WORDS + "”",
        "die doppelte Consulation",
        "Die doppelte Consulation",
        "die «doppelte»\n   Consulation",
        "„für ultimo … doppelte [...] bei Solo die doppelte“",
        "angesagt, gilt (…) Dreiers",
        "gilt im ⟨Dreierspiele⟩, die ⟨−⟩ doppelte",
        "bei Solo!",
        "Dreiers -, bei",
        "... eines einfachen Dreiers ...",
    ],
)
def test_words_that_stand_in_a_passage(quoted: str) -> None:
    assert mismatch(quoted, WORDS) is None


@pytest.mark.parametrize(
    ("quoted", "cited", "there"),
    [
        ("die dreifache Consulation", "die dreifache Consulation", WORDS),
        ("gilt die doppelte", "gilt die doppelte", WORDS),  # words left out without an ellipsis
        ("oppelte Consulation", "oppelte Consulation", WORDS),  # half a word
        ("doppelte Consul", "doppelte Consul", WORDS),
        ("Solo die doppelte Solo", "Solo die doppelte Solo", WORDS),  # the word is Solo-Consulation
        ("die Doppelte", "die Doppelte", WORDS),  # only the first letter of all
        ("bei Solo … im Dreierspiele", "im Dreierspiele", "die doppelte Solo-Consulation."),  # not in order
        ("angesagt gilt", "angesagt gilt", WORDS),  # signs inside a run are the text's
    ],
)
def test_words_that_do_not(quoted: str, cited: str, there: str) -> None:
    found = mismatch(quoted, WORDS)
    assert found is not None
    assert found.cited == cited
    assert all(part.strip() in there for part in found.there.split("…"))


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("“Für ultimo angesagt” ", ""),
        ("„Für ultimo angesagt“\n\n", ""),
        ("»Für ultimo angesagt«, ", ""),
        ('"Für ultimo angesagt" (', ")"),
        ("> Für ultimo\n> angesagt\n\n— ", ""),
        ("", " “Für ultimo angesagt”"),
        ("", " „Für ultimo angesagt“"),
        ("", " ‘Für ultimo angesagt’"),
        ("", "\n\n> Für ultimo\n> angesagt\n"),
        ("", " “Für ‘ultimo’ angesagt”"),
        ("", " “Für “ultimo” angesagt”"),
    ],
)
def test_what_a_citation_quotes(corpus: Corpus, before: str, behind: str) -> None:
    for right in ("Für ultimo angesagt", "Vor ultimo angesagt"):
        text = f"{before}{CITATION}{behind}".replace("Für", right[:3])
        found = verify(corpus, text)
        assert (found.state is State.SAME) is (right[0] == "F"), text
    assert verify(corpus, f"Der Pagat zahlt zehn. {before}{CITATION}{behind}").state is State.DIFFERS


def test_an_invented_word_or_sentence_is_shown_beside_the_text(run: Run) -> None:
    outcome = run("verify", f"“{WORDS.replace('die doppelte Consulation', 'die dreifache Consulation')}” {CITATION}")
    assert outcome.status == 1
    head, cited, there = outcome.out.splitlines()
    assert head == "differs  1840:47.2: the quoted words are not those of the passage"
    assert (cited[:9], there[:9]) == ("  cited: ", "  there: ")
    assert "die dreifache Consulation" in cited
    assert "die doppelte Consulation" in there
    outcome = run("verify", f"“Der Pagat ist frei.” “{WORDS}” {CITATION}", "--json")
    found = json.loads(outcome.out)
    assert (outcome.status, found["state"], found["cited"][:19]) == (1, "differs", "Der Pagat ist frei.")
    assert found["there"].startswith("Für ultimo angesagt")


def test_words_alone_are_enough_and_so_is_a_hash(run: Run) -> None:
    for right, text in ((True, "„doppelte Consulation“, 1840:47.2"), (False, "„dreifache Consulation“, 1840:47.2")):
        assert run("verify", text).status == (not right)
    assert run("verify", CITATION).status == 0
    assert run("verify", f"“{WORDS}” {CITATION}".replace("9fd2", "0fd2")).out.startswith("unknown  ")
    for named in ("urn:cts:tarock:anon1840.koenigrufen.de1-1-0:47.2", "https://example.org/t/c/1840/47.2@1.1.0/"):
        assert run("verify", f"“doppelte Consulation” {named}").status == 0
        assert run("verify", f"“dreifache Consulation” {named}").status == 1


def test_our_english_is_held_against_the_version_that_is_cited(run: Run) -> None:
    cited = f"{CITATION} “{{}}” English by Tarock Codex, version {{}} (22 November 2026), CC BY 4.0."
    assert run("verify", cited.format(ENGLISH, "1.0.3")).status == 0
    outcome = run("verify", cited.format(ENGLISH.replace("double Solo", "triple Solo"), "1.0.3"))
    assert (outcome.status, "triple Solo" in outcome.out, "the double Solo" in outcome.out) == (1, True, True)
    outcome = run("verify", cited.format(ENGLISH, "1.0.1"))
    assert (outcome.status, outcome.out, "1.0.1" in outcome.err) == (2, "", True)
    assert run("verify", f"“{ENGLISH}” {CITATION}").status == 1  # nothing says that it is ours


@pytest.mark.parametrize("made", RELEASED, ids=lambda made: " ".join(made["arguments"]))
def test_citations_of_the_first_release_are_read(run: Run, made: dict[str, str]) -> None:
    """Printed by version 0.2.0. Where a word is quoted, any other word in its place is noticed."""
    outcome = run("verify", made["printed"])
    assert (outcome.status, outcome.err) == (0, "")
    if "--quote" in made["arguments"]:
        reference = made["arguments"][0].partition("@")[0]
        quoted = read_citation(_corpus(), made["printed"]).quotes
        assert quoted
        for quote in quoted:
            word = max(quote.split(), key=len)
            changed = made["printed"].replace(word, "Unfug", 1)
            outcome = run("verify", changed)
            assert (outcome.status, outcome.out.partition(":")[0]) == (1, f"differs  {reference.partition(':')[0]}")


@cache
def _corpus() -> Corpus:
    return Corpus(Project(ROOT))


@cache
def _references() -> list[str]:
    """Everything with an id, sentences, ranges and lists, in every edition."""
    found: list[str] = []
    for edition in _corpus().editions():
        units = [f"{edition.siglum}:{ident}" for ident in edition.units]
        inside = [*edition.passages]
        found += units
        found += [f"{edition.siglum}:{ident}#{len(edition.spans[ident])}" for ident in inside]
        found += [f"{edition.siglum}:{a}-{b}" for a, b in pairwise(inside)]
        found += [f"{edition.siglum}:{a},{b}" for a, b in zip(inside, inside[3:], strict=False)]
    return found


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_printed_is_the_same_and_with_any_other_word_differs(data: st.DataObject) -> None:
    corpus, publication = _corpus(), load_publication(Project(ROOT))
    reference = data.draw(st.sampled_from(_references()))
    form = data.draw(st.sampled_from([form for form in FORMATS if form != "urn"]))
    selection, version = resolve_version(corpus, reference)
    printed = cite(selection, version, publication, data.draw(st.sampled_from(LANGUAGES)), quote=True).render(form)
    if not any(map(str.isalnum, selection.passages[0].text)):
        return
    found = verify(corpus, printed)
    assert (found.state, found.ref) == (State.SAME, reference)
    (quote,) = read_citation(corpus, printed).quotes
    words = quote.split()
    number = data.draw(st.integers(0, len(words) - 1))
    if any(map(str.isalnum, words[number])):
        altered = " ".join((*words[:number], "Unfug", *words[number + 1 :]))
        text = f"“{altered}” {cite(selection, version, publication).render('text')}"
        assert verify(corpus, text).state is State.DIFFERS


@pytest.mark.parametrize("form", ["markdown", "bibtex", "ris", "csl-json"])
@pytest.mark.parametrize("reference", ["1840:8", "1754:titel", "1840:73.abgebrannt", "1840:m4.s5", "1945:allg"])
def test_signs_that_a_format_escapes_or_a_label_repeats_are_read_back(run: Run, reference: str, form: str) -> None:
    """A figure of 1840 has `_`, a remark a gap `[…]`; a title and a word of the glossary stand in their labels."""
    assert run("verify", run("cite", reference, "--quote", "--format", form).out).status == 0


def test_a_citation_is_read_from_a_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for form, name in (("bibtex", "a.bib"), ("ris", "a.ris"), ("csl-json", "a.json"), ("markdown", "a.md")):
        path = tmp_path / name
        path.write_text(run("cite", "1840:47.2", "--quote", "--format", form).out, encoding="utf-8")
        assert run("verify", str(path)).status == 0
        path.write_text(path.read_text(encoding="utf-8").replace("die doppelte", "die dreifache"), encoding="utf-8")
        assert run("verify", str(path)).status == 1
    outcome = run("verify", str(tmp_path / "none.bib"))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith("none.bib: cannot be read (No such file or directory); expected a readable file\n")
    (tmp_path / "large.txt").write_bytes(b"a" * 10_000_001)
    outcome = run("verify", str(tmp_path / "large.txt"))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith("large.txt: more than 10000000 bytes; expected at most 10000000\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the citation is empty; expected a reference, or a whole citation"),
        ("[" * 100_000, "no reference and hash in the citation; expected `[1840:47.2@1.0.0]` and quoted words or"),
        ('{"a": [1, null]}', "no reference and hash in the citation; expected"),
        ("@book{a, title = {", "no reference and hash in the citation; expected"),
        ("TY  - \nER  - ", "no reference and hash in the citation; expected"),
        ("“Unfug” [1840:47.2@9.9.9]", "no edition 9.9.9 of source 1840; expected one of"),
        ("“Unfug” [1840:999@1.0.0]", "no `999` in source 1840; did you mean"),
        ("“Unfug” [1999:1@1.0.0]", "unknown source `1999`; expected one of"),
        ("“Unfug” urn:cts:tarock:anon.de1-0-0:1", "`urn:cts:tarock:anon.de1-0-0:1` is no URN of ours; expected one of"),
        ("„ “ [1840:47.2@1.1.0]", "no hash after 1840:47.2; expected at least 8 digits of it"),
        ("x" * 1_000_001, "a citation of 1000001 characters; expected at most 1000000"),
    ],
)
def test_what_is_no_citation_is_said(run: Run, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "citation.txt"
    path.write_text(text, encoding="utf-8")
    outcome = run("verify", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(said)
    assert sorted(tmp_path.iterdir()) == [path]
