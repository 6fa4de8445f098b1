"""The reviewed list of modern forms, audited against a German dictionary where one can be had.

The dictionary is Debian's `hunspell-de-de-frami` (orthography of 2006), read by PyPI's `chunspell`. It is no judge of
everything: it takes *Nachtheil* for a compound, and the layer's own check refuses what a rule would rewrite.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from tarock.base.project import Project
from tarock.corpus.editions import Corpus
from tarock.corpus.spelling import Spelling, SpellingBasis, list_word_forms

FOLDER = Path("/usr/share/hunspell")
NAME = "de_DE_frami"
BEYOND = "# Not in the dictionary"


@pytest.fixture(scope="module")
def knows() -> Callable[[str], bool]:
    if not (FOLDER / f"{NAME}.dic").is_file():
        pytest.skip("no German dictionary on this machine (Debian: apt-get install hunspell-de-de-frami)")
    if not find_spec("hunspell"):
        pytest.skip("chunspell is not installed: it reads the dictionary")
    from hunspell import Hunspell

    dictionary = Hunspell(NAME, hunspell_data_dir=str(FOLDER))
    return lambda form: bool(dictionary.spell(form))


def test_the_list_is_what_the_dictionary_knows_and_what_we_vouch_for(
    project: Project, knows: Callable[[str], bool]
) -> None:
    known, mark, beyond = (project.spelling / "modern.txt").read_text("utf-8").partition(BEYOND)
    assert mark
    forms = [line for line in known.splitlines() if not line.startswith("#")]
    assert [form for form in forms if not knows(form)] == []
    assert [form for form in beyond.splitlines()[1:] if knows(form)] == []


def test_old_spellings_in_the_lexicon_lead_to_words_of_the_dictionary(
    project: Project, knows: Callable[[str], bool]
) -> None:
    groups = [group for group in (it.record for it in Spelling(project).groups) if group.kind in ("period", "foreign")]
    modern = [word for group in groups for form in group.forms.values() for word in form.split()]
    assert modern
    assert [word for word in modern if not knows(word)] == []


def test_what_the_dictionary_does_not_know_is_a_name_or_term_or_vouched_for(
    corpus: Corpus, knows: Callable[[str], bool]
) -> None:
    """The whole text in modern spelling: what is left is in the lexicon, the end of the list, or doubtful."""
    spelling = Spelling(corpus.project)
    beyond = set((corpus.project.spelling / "modern.txt").read_text("utf-8").partition(BEYOND)[2].splitlines())
    for word in list_word_forms(corpus.editions(), spelling):
        explained = spelling.explain(word.form)
        if explained and explained.by is not SpellingBasis.LEXICON and not knows(word.modern):
            assert {word.modern, word.modern[0].lower() + word.modern[1:]} & beyond, word
