"""What is wrong with a translation is named by file and line. Real data, altered as a person would alter it."""

from __future__ import annotations

import pytest

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.translation.checks import translation_problems
from tests.conftest import Run
from tests.helpers import replace_once

# The file, the words before and after, the unit that is named, and what is said of it.
# 1754:1: "5. mahl herum, allemahl 5. Karten"; 1754:12: "Pagat 5"; 1840:21.1 has two sentences; 1863:5: "passt".
ALTERED = {
    "a passage that does not exist": (
        "1754",
        '  "2":\n    german: "c465391533e9"',
        '  "99":\n    german: "c465391533e9"',
        "99",
        "TRANSLATION-REF: 1754:99 does not exist; expected a unit of the edition",
    ),
    "what is rendered by rule": (
        "1840-2",
        '  "19.1":\n',
        '  "m1.s1":\n',
        "m1.s1",
        "TRANSLATION-REF: 1840:m1.s1 is a trick; expected units that are not rendered by rule",
    ),
    "a stale hash": (
        "1754",
        '"c465391533e9"',
        '"c465391533e0"',
        "2",
        "TRANSLATION-STALE: 1754:2: the German has the hash c465391533e9, not c465391533e0; expected",
    ),
    "another number": (
        "1863",
        "deals 25 cards to each of the other",
        "deals 24 cards to each of the other",
        "2",
        "TRANSLATION-LOST: 1863:2#1: the number 24 is not in the German",
    ),
    "a number of the German": (
        "1840-2",
        "the buying (taking, exchanging) of three cards that lie in the talon, in place of which, after they have been "
        "looked at and kept, three other",
        "the buying (taking, exchanging) of cards that lie in the talon, in place of which, after they have been "
        "looked at and kept, other",
        "21.3",
        "TRANSLATION-LOST: 1840:21.3#1: the number 3 of the German is missing",
    ),
    "a term": (
        "1840-2",
        "cards that lie in the talon, in place",
        "cards that lie in the middle, in place",
        "21.3",
        "TRANSLATION-TERM: 1840:21.3#1: Talon (talon, whole) has no English; expected `talon`",
    ),
    "an avoided rendering": (
        "1840-2",
        "cards that lie in the talon, in place",
        "cards that lie in the widow, in place",
        "21.3",
        "TRANSLATION-TERM: 1840:21.3#1: ",
    ),
    "sentences that do not correspond": (
        "1840-2",
        'all mean the same."\n      - "But no additions',
        "all mean the same. But no additions",
        "21.1",
        "TRANSLATION-SENTENCES: 1840:21.1 has 2 sentences, its English 1",
    ),
    "a doubled sentence": (
        "1863",
        "Whoever does not declare that he will play, or does not outbid, passes.",
        "But if it is the second player who outbids him, the forehand is free to play à deux or to pass.",
        "8",
        "TRANSLATION-DOUBLED: 1863:8#1 has the same English as 1863:5#1; expected another",
    ),
    "an exception that excuses nothing": (
        "1863",
        '  "6":\n    german: "4f97194e0f0a"\n',
        '  "6":\n    german: "4f97194e0f0a"\n    allowed: {"7": "made up"}\n',
        "6",
        "TRANSLATION-ALLOWED: 1863:6: `7` is allowed, but nothing is amiss with it",
    ),
    "German that is left": (
        "1863",
        "Whoever does not declare that he will play, or does not outbid, passes.",
        "Whoever does not declare for playing, oder does not outbid, passes.",
        "5",
        "TRANSLATION-LOST: 1863:5#1: `oder` is left German",
    ),
    "a card": (
        "1754",
        "but no king may be discarded",
        "but no queen may be discarded",
        "1",
        "TRANSLATION-LOST: 1754:1#2: `queen` is not in the German",
    ),
    "an exception of a summary that excuses nothing": (
        "1945",
        '  "allg.2.3":\n    german: "f94fae794a0b"\n',
        '  "allg.2.3":\n    german: "f94fae794a0b"\n    allowed: {"71": "made up"}\n',
        "allg.2.3",
        "TRANSLATION-ALLOWED: 1945:allg.2.3: `71` is allowed, but nothing is amiss with it",
    ),
    "a number in a summary": (
        "1945",
        "The pack makes 70 points.",
        "The pack makes 71 points.",
        "allg.2.3",
        "TRANSLATION-LOST: 1945:allg.2.3: the number 71 is not in the German",
    ),
}


def line_of(text: str, ident: str) -> int:
    """The line where the record of a unit begins, below its id."""
    return text[: text.index(f'  "{ident}":\n')].count("\n") + 2


def found(project: Project, siglum: str) -> str:
    """What the check finds in one translation, a line for each problem."""
    codex = ComputedCodex(project)
    problems = translation_problems(codex.translations[siglum], codex.numbers, codex.termbase)
    return "\n".join(map(str, problems))


@pytest.mark.parametrize("case", ALTERED)
def test_file_and_line_are_named(codex: Project, case: str) -> None:
    name, old, new, ident, message = ALTERED[case]
    file = f"corpus/translations/en/{name}.yaml"
    replace_once(codex.root / file, old, new)
    line = line_of((codex.root / file).read_text(encoding="utf-8"), ident)
    assert f"{file}:{line}: {message}" in found(codex, name[:4])


@pytest.mark.slow
def test_the_unit_behind_which_one_is_missing_is_named(codex: Project, run: Run) -> None:
    file = "corpus/translations/en/1863.yaml"
    text = (codex.root / file).read_text(encoding="utf-8")
    start, stop = text.index('  "5":\n'), text.index('  "6":\n')
    (codex.root / file).write_text(text[:start] + text[stop:], encoding="utf-8")
    line = line_of(text, "4")
    message = "TRANSLATION-MISSING: 1863:5 is not translated; expected it behind"
    assert f"{file}:{line}: {message}" in found(codex, "1863")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert f"problem  {file}:{line}: {message}" in outcome.out


def test_notation_that_no_rule_renders_is_named(codex: Project) -> None:
    file = "corpus/translations/en/notation.yaml"
    replace_once(codex.root / file, "  Reiter: cavalier\n", "")
    problems = found(codex, "1840")
    assert f"{file}: TRANSLATION-NOTATION: no rule renders `" in problems
    assert "Reiter` of 1840:m" in problems


# What no loader reads: exit 2, and one line on standard error.
UNREADABLE = {
    "an empty text": (
        "1863",
        '"Whoever does not declare that he will play, or does not outbid, passes."',
        '" "',
        "english",
    ),
    "no text": (
        "1863",
        'english:\n      - "Whoever does not declare that he will play, or does not outbid, passes."',
        "english: []",
        "english",
    ),
    "an unknown key": ("1863", '    german: "4f97194e0f0a"\n', '    german: "4f97194e0f0a"\n    dutch: no\n', "dutch"),
    "no hash": ("1863", 'german: "4f97194e0f0a"', 'german: "4f97"', "german"),
    "a unit twice": ("1840-2", '  "19.1":\n', '  "16.1":\n', "1840:16.1 is rendered twice"),
    "another source": ("1840-2", 'source: "1840"', 'source: "1754"', "renders 1754; expected source 1840"),
    "an unknown source": ("imprint", '  "1863": {', '  "1864": {', "no source `1864`"),
    "a file that is not there": ("imprint", 'files: ["1863"]', 'files: ["1864"]', "1864.yaml"),
    "no expression of a head": (
        "notation",
        "'([0-9]+)\\. (?:Stich",
        "'([0-9]+\\. (?:Stich",
        "is no regular expression",
    ),
    "a head without its group": ("notation", "'Trick \\1.'", "'Trick \\2.'", "cannot be put for"),
    "no expression of an answer": ("notation", '"Pique|Pik"', '"Pique|Pik("', "is no regular expression"),
    "no number": ("numbers", '  twelfth: "12"', '  twelfth: "twelve"', "words.twelfth"),
    "a version without a day": ("imprint", "version: 1.", "version: 7.", "has no day; expected it in `dates:`"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_is_refused(codex: Project, run: Run, case: str) -> None:
    name, old, new, said = UNREADABLE[case]
    replace_once(codex.root / f"corpus/translations/en/{name}.yaml", old, new)
    outcome = run("show", "1863:5", "--english", root=codex)
    assert outcome.status == 2, outcome
    assert f"{name if 'not there' not in case else '1864'}.yaml" in outcome.err
    assert said in outcome.err
    assert outcome.err.count("\n") == 1
    assert "internal fault" not in outcome.err
