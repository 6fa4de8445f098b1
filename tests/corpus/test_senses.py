"""A word with several senses is bound to one at each of its places, and the English has a word of that one."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.checks import sense_problems
from tarock.corpus.editions import Corpus
from tarock.corpus.forms import EnglishForm
from tarock.corpus.termbase import Occurrence, Sense, Term, Termbase, load_termbase
from tarock.corpus.translation.checks import translation_problems
from tarock.corpus.translation.records import load_translations
from tests.helpers import replace_once

SEED = 25
SWAPS = 100


def _by_rule(corpus: Corpus) -> set[str]:
    return {kind for translation in load_translations(corpus).values() for kind in translation.notation.data.kinds}


def test_every_source_has_its_words_bound(corpus: Corpus) -> None:
    bound = {siglum for siglum, source in corpus.sources.items() if "senses" in source.apparatus}
    assert bound >= {"1754", "1840", "1863", "1945"}
    termbase = load_termbase(corpus.project)
    assert list(sense_problems(corpus, termbase, _by_rule(corpus))) == []


def test_no_sense_is_idle(corpus: Corpus) -> None:
    """Each sense is meant somewhere, by a form of its own or by a binding."""
    termbase = load_termbase(corpus.project)
    meant = {
        (found.term.id, found.sense.id)
        for edition in corpus.editions()
        for unit in (*edition.units.values(), *edition.parts.values())
        for found in termbase.find_occurrences(unit.text, unit.ref)
    }
    assert {(term.id, sense.id) for term in termbase.terms.values() for sense in term.senses} <= meant


BOUND = "      - {sentence: 1, form: Vorhand, term: vorhand, sense: seat}\n"


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        (BOUND, BOUND.replace("sentence: 1", "sentence: 2"), {"SENSE-NOWHERE", "SENSE-UNBOUND"}),
        (BOUND, BOUND.replace("seat", "void"), {"SENSE-UNKNOWN"}),
        (BOUND, BOUND.replace("term:", "index: 2, term:"), {"SENSE-NOWHERE", "SENSE-UNBOUND"}),
        (BOUND, "", {"SENSE-UNBOUND"}),
        (BOUND, 2 * BOUND, {"SENSE-TWICE"}),
        ('  "7":\n', '  "99":\n', {"SENSE-REF", "SENSE-UNBOUND"}),
        ('    german: "', '    german: "000000000000" #', {"SENSE-STALE"}),
    ],
)
def test_a_binding_that_does_not_fit_the_text_is_a_problem(codex: Project, old: str, new: str, codes: set[str]) -> None:
    """1863:7 begins `Wenn die Vorhand nicht paßt`."""
    path = codex.corpus / "senses" / "1863.yaml"
    text = path.read_text(encoding="utf-8")
    begin = text.index('  "7":')
    end = text.index('\n  "', begin + 1)
    unit = text[begin:end] + "\n"
    assert unit.count(old) == 1
    path.write_text(text[:begin] + unit.replace(old, new).rstrip("\n") + text[end:], encoding="utf-8")
    corpus = Corpus(codex)
    problems = list(sense_problems(corpus, load_termbase(codex), _by_rule(corpus)))
    assert {problem.code for problem in problems} == codes
    assert all(problem.ref.startswith("corpus/senses/1863.yaml") for problem in problems)


def test_words_of_two_senses_are_apart(codex: Project) -> None:
    replace_once(codex.corpus / "termbase.yaml", "english: cash\n", "english: cash\n      accepts: [draw]\n")
    with pytest.raises(CodexError, match=r"`draw` stands for `schlagen\.cash` and for `schlagen\.draw`"):
        load_termbase(codex)


def _places(codex: ComputedCodex) -> Iterator[tuple[str, str, list[Occurrence]]]:
    """The reference, the English and the terms of each sentence that is translated."""
    for siglum, translation in codex.translations.items():
        for ident in translation.required_units if translation.kind == "translation" else ():
            german, ref = translation.german(ident), f"{siglum}:{ident}"
            found = codex.termbase.find_occurrences(german, ref)
            spans = translation.edition.splitter.split(german)
            for number, (span, text) in enumerate(zip(spans, translation.sentences(ident), strict=True), 1):
                yield f"{ref}#{number}", text, [each for each in found if span.start <= each.start < span.end]


def _patterns(term: Term, sense: Sense) -> list[EnglishForm]:
    return [EnglishForm(words) for words in (sense.english, *sense.accepts, *term.accepts)]


def _swapped(english: str, term: Term, sense: Sense, other: Sense) -> str:
    """An English sentence with a word of another sense wherever it has one of `sense`."""
    while found := next(filter(None, (form.find(english, english.lower()) for form in _patterns(term, sense))), None):
        english = f"{english[: found.start()]}{other.english}{english[found.end() :]}"
    return english


def test_a_word_of_another_sense_does_not_pass(computed: ComputedCodex) -> None:
    """100 places, drawn by lot: where the English becomes that of another sense, the check says so each time."""
    termbase: Termbase = computed.termbase
    drawn = [
        (at, text, each, other)
        for at, text, found in _places(computed)
        for each in found
        if each.bound
        for other in each.candidates
        if other.english != each.sense.english
        and not any(form.find(other.english, other.english.lower()) for form in _patterns(each.term, each.sense))
        and not termbase.find_unrendered([each], text)
    ]
    assert len(drawn) > SWAPS
    for at, text, each, other in random.Random(SEED).sample(drawn, SWAPS):
        key = f"{each.term.id}.{each.sense.id}"
        assert set(termbase.find_unrendered([each], _swapped(text, each.term, each.sense, other))) == {key}, (
            at,
            key,
            other.id,
        )


def test_the_check_of_the_translation_says_so(codex: Project) -> None:
    """1840:m2.bemerkung.1 in a copy: D draws the others' trumps with the XIX, he does not cash it."""
    from tarock.codex import ComputedCodex

    made = ComputedCodex(codex)
    translation = made.translations["1840"]
    at = "m2.bemerkung.1"
    before = translation.units[at].record.english[0]
    path = codex.root / translation.units[at].file
    path.write_text(
        path.read_text(encoding="utf-8").replace(before, re.sub(r"\bdraw\w*|\bdrew\b", "cashes", before)),
        encoding="utf-8",
    )
    made = ComputedCodex(codex)
    problems = translation_problems(made.translations["1840"], made.numbers, made.termbase)
    assert any("schlagen, draw" in problem.message for problem in problems if problem.code == "TRANSLATION-TERM")
