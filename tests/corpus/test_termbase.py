"""The termbase holds: its terms stand in the texts, and its agreed English is enforced."""

from __future__ import annotations

import re

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.corpus.checks import term_problems
from tarock.corpus.editions import Corpus, Edition
from tarock.corpus.forms import EnglishForm, FormFinder, expand_pattern
from tarock.corpus.termbase import Termbase, load_termbase
from tests.helpers import replace_once


@pytest.fixture(scope="module")
def termbase(project: Project) -> Termbase:
    return load_termbase(project)


def test_patterns_mean_what_they_say() -> None:
    assert expand_pattern("Stich(e|en)?") == ["Stich", "Stiche", "Stichen"]
    assert expand_pattern("a[bc]d") == ["abd", "acd"]
    assert expand_pattern("(a|b(c|d)?)") == ["a", "b", "bc", "bd"]
    for malformed, said in (("a(b", "not closed"), ("a)b", "closes nothing"), ("a*", "not words")):
        with pytest.raises(ValueError, match=said):
            expand_pattern(malformed)
    with pytest.raises(ValueError, match="gap"):
        EnglishForm("* up")


def test_the_longest_form_wins_and_a_capital_stays_one() -> None:
    finder = FormFinder([("Stich", 1), ("in Stich setzen", 2), ("re", 3), ("<Herz->Dreier", 4)])
    found = [(start, end, numbers) for start, end, numbers in finder.find("Re in Stich setzen, stich, Stiche, Stich")]
    assert found == [(0, 2, [3]), (3, 18, [2]), (35, 40, [1])]
    assert [number for *_, number in finder.find("Herz-Dreier, Dreier")] == [[4]]


def test_english_may_have_endings_and_gaps() -> None:
    def stands(form: str, text: str) -> bool:
        return EnglishForm(form).find(text, text.lower()) is not None

    assert stands("follow suit", "He followed suit.")
    assert stands("put * up", "he put the XX up")
    assert not stands("trick", "a trickster")
    assert stands("(a|b) card", "two B cards")


def test_the_termbase_of_the_project_holds(corpus: Corpus, termbase: Termbase) -> None:
    assert list(term_problems(corpus, termbase)) == []


def test_every_word_of_the_glossary_of_1840_is_a_term(koenigrufen: Edition, termbase: Termbase) -> None:
    """§ 73 has 54 entries; each defines a term, and stands among the places of the one that it defines."""
    entries = {unit.ref for unit in koenigrufen.units.values() if unit.kind == "entry"}
    assert len(entries) == 54
    defined = {
        definition.ref: term.id
        for term in termbase.terms.values()
        for definition in (*term.definition, *(d for sense in term.senses for d in sense.definition))
    }
    assert entries <= set(defined)
    for ref in entries:
        entry = koenigrufen.units[ref.partition(":")[2]]
        assert defined[ref] in {found.term.id for found in termbase.find_occurrences(entry.text, ref)}, ref


def test_the_terms_that_the_other_sources_add_are_there(termbase: Termbase) -> None:
    """The list is that of the readers who asked for a glossary; each word as the source writes it."""
    words = {word for term in termbase.terms.values() for word in (term.headword, *term.variants)}
    assert {"Honneurs", "Matador", "Cavallerie", "Bête", "Stamm", "Vole", "Troulstück", "Skatkindel", "Latons",
            "Blatt", "Piccolo", "Tarock", "Stich", "Talon", "Renonce", "Vorhand"} <= words  # fmt: skip


def test_five_meanings_are_five(termbase: Termbase, koenigrufen: Edition) -> None:
    """1840:73.schwaeche explains Schwäche, schwächen, schwache, schwächste and lange Farbe."""
    entry = koenigrufen.units["73.schwaeche"]
    found = {o.sense.id for o in termbase.find_occurrences(entry.text, entry.ref) if o.term.id == "schwaeche"}
    assert found == {sense.id for sense in termbase.terms["schwaeche"].senses}
    assert len(found) == 5


def test_one_word_in_two_senses_is_told_apart_by_its_place(termbase: Termbase, koenigrufen: Edition) -> None:
    """1840:21.4 lays cards into the Scat; 1840:122.1 speaks of a suit that the partner `Scat hat`."""
    senses = {
        ident: {o.sense.id for o in termbase.find_occurrences(koenigrufen.units[ident].text, f"1840:{ident}")
                if o.term.id == "scat"}
        for ident in ("21.4", "122.1")
    }  # fmt: skip
    assert senses == {"21.4": {"discard"}, "122.1": {"void"}}


def test_what_english_lacks_or_must_not_have_is_said(termbase: Termbase) -> None:
    """1840:23.1: the half of the talon that is left lies with the opponents, the Scat with the declarer."""
    german = "der Talon gehört den Gegnern; dagegen gehört dem Spieler, der von ihm gelegte Scat."
    found = termbase.find_occurrences(german)
    right = "The talon is the opponents'; the declarer has the discard."
    assert (termbase.find_unrendered(found, right), termbase.find_refused(right)) == ({}, [])
    wrong = right.replace("talon", "widow")
    assert termbase.find_unrendered(found, wrong)["talon"].startswith("Talon (talon) has no English")
    (avoided,) = termbase.find_refused(wrong)
    assert "talon" in avoided
    assert "`widow`" in avoided


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("forms: [Beisser]", "forms: [Beisser, Beissern]", "TERM-NOWHERE"),
        ('definition: [{ref: "1840:73.beisser"}]', 'definition: [{ref: "1840:73.beisst"}]', "TERM-REF"),
        ('definition: [{ref: "1840:73.beisser"}]', 'definition: [{ref: "1840:73.beisser", quote: no}]', "TERM-QUOTE"),
        ('except: ["1840:74.1"]', 'except: ["1840:74.9"]', "TERM-REF"),
    ],
)
def test_what_does_not_hold_is_a_problem(codex: Project, corpus: Corpus, old: str, new: str, code: str) -> None:
    line = replace_once(codex.corpus / "termbase.yaml", old, new)
    before = (codex.corpus / "termbase.yaml").read_text(encoding="utf-8").splitlines()[:line]
    begins = max(number for number, text in enumerate(before, 1) if text.startswith("- id: "))
    problems = "\n".join(map(str, term_problems(corpus, load_termbase(codex))))
    term = before[begins - 1].removeprefix("- id: ")
    assert f"corpus/termbase.yaml:{begins}: {code}: {term}: " in problems


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("- id: beisser\n", "- id: Beisser\n", "id"),
        ("- id: beisser\n", "- id: ass\n", "a second term `ass`"),
        ("forms: [Beisser]", "forms: [Beisser(]", "malformed pattern"),
        ("forms: [Beisser]", "forms: [Beisser, Stich]", "stands at `beisser` too"),
        ("  english: biter\n", "", "no forms, english or gloss"),
        ("  english: biter\n", "  inglish: biter\n", "inglish"),
        ("related: [stecher]\n\n- id: bekennen", "related: [beisser]\n\n- id: bekennen", "no other term `beisser`"),
    ],
)
def test_a_malformed_record_is_refused_with_its_line(codex: Project, old: str, new: str, said: str) -> None:
    line = replace_once(codex.corpus / "termbase.yaml", old, new)
    with pytest.raises(CodexError, match=re.escape(said)) as refused:
        load_termbase(codex)
    assert refused.value.file.endswith("termbase.yaml")
    assert said.startswith("stands at") or abs((refused.value.line or 0) - line) <= 6


def test_the_texts_that_are_left_out_are_not_missed(codex: Project) -> None:
    """A copy without the text of 1945 is sound, though its terms stand in no text there."""
    corpus = Corpus(codex)
    corpus.__dict__["left_out"] = frozenset({"1945"})
    assert list(term_problems(corpus, load_termbase(codex))) == []
