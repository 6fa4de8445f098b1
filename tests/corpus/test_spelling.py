"""The spelling layer: modern forms chosen by reading the texts, and data that does not hold refused with its line.

Expected forms were written down from the texts and the official rules of 2006 (with the Austrian and general
dictionaries in mind), before the layer was run on them.
"""

from __future__ import annotations

import re

import pytest

from tarock.base.project import Project
from tarock.corpus.annotations import Kind
from tarock.corpus.checks import check_spelling
from tarock.corpus.editions import Corpus
from tarock.corpus.spelling import WORD, Spelling, SpellingBasis, author_units
from tests.conftest import Run
from tests.helpers import emend, replace_once, reported

READ = {
    # 1754
    "bey": "bei", "zwey": "zwei", "drey": "drei", "zweyen": "zweien", "Taroc": "Tarock", "Sckis": "Sküs",
    "Bagat": "Pagat", "giebt": "gibt", "leget": "legt", "gespielet": "gespielt", "bezahlet": "bezahlt",
    "Solte": "Sollte",
    "Blat": "Blatt", "gantze": "ganze", "Cavallerie": "Kavallerie", "Cavall": "Kavall", "höheste": "höchste",
    "alsdenn": "alsdann", "etwan": "etwa", "ausser": "außer", "daß": "dass", "muß": "muss", "Excuse": "Excuse",
    # 1840
    "seyn": "sein", "sey": "sei", "seye": "sei", "Parthei": "Partei", "Gegenparthei": "Gegenpartei", "eilf": "elf",
    "siebenzig": "siebzig", "Careau": "Karo", "Pique": "Pik", "Treffle": "Treff", "Scüs": "Sküs", "Excüse": "Excuse",
    "Scat": "Skat", "Scats": "Skats", "scatiren": "skatieren", "Scatinels": "Skatinels", "Aß": "Ass",
    "Uibereinkommen": "Übereinkommen", "Uebrigen": "Übrigen", "Nachtheil": "Nachteil", "Vortheile": "Vorteile",
    "benachtheiliget": "benachteiligt", "thut": "tut", "rothen": "roten", "Irrthum": "Irrtum", "Gebothe": "Gebote",
    "hüthe": "hüte", "Willkühr": "Willkür", "Loos": "Los", "Gränzen": "Grenzen", "Zuhülfenahme": "Zuhilfenahme",
    "Gebehrden": "Gebärden", "verlohren": "verloren", "sämmtliche": "sämtliche", "dieß": "dies", "deßhalb": "deshalb",
    "Kenntniß": "Kenntnis", "Mißverhältniß": "Missverhältnis", "gewiß": "gewiss", "controllirt": "kontrolliert",
    "contriren": "kontrieren", "forcirt": "forciert", "Force": "Force", "Risico": "Risiko", "riskirt": "riskiert",
    "coupirt": "kupiert", "Talon's": "Talons", "herausreissen": "herausreißen", "jedesmal": "jedes Mal",
    "bloß": "bloß", "heißt": "heißt", "große": "große", "Theorie": "Theorie", "Stamm": "Stamm", "Nummer": "Nummer",
    "Reiter": "Reiter", "hiezu": "hiezu", "andern": "andern", "Spieles": "Spieles", "findet": "findet",
    # 1863 and 1945
    "Tarok": "Tarock", "Tarokhombre": "Tarockhombre", "multiplicirt": "multipliziert", "mehre": "mehrere",
    "nöthig": "nötig", "Scatist": "Skatist", "Antheil": "Anteil", "Caval": "Kavall", "Tarock": "Tarock", "Ass": "Ass",
}  # fmt: skip


@pytest.fixture(scope="module")
def spelling(project: Project) -> Spelling:
    return Spelling(project)


@pytest.mark.parametrize(("form", "modern"), READ.items())
def test_forms_have_the_modern_form_that_a_reader_gives_them(spelling: Spelling, form: str, modern: str) -> None:
    assert spelling.modernize(form) == modern


def test_a_word_that_nobody_knows_stays_and_is_not_explained(spelling: Spelling) -> None:
    assert spelling.modernize("Forke") == "Forke"
    assert spelling.explain("Forke") is None


def test_a_sentence_may_begin_with_any_form(spelling: Spelling) -> None:
    assert (spelling.modernize("Seyn"), spelling.modernize("Daß"), spelling.modernize("Eilf")) == (
        "Sein",
        "Dass",
        "Elf",
    )
    assert spelling.explain("mond") is None  # but a noun needs its capital


def test_what_depends_on_the_sentence_is_given_by_place(corpus: Corpus, spelling: Spelling) -> None:
    texts = {ref: spelling.modernize_text(corpus.edition(ref[:4]).units[ref[5:]]) for ref in ("1754:2", "1840:84.3")}
    assert "so sagt er die Honneurs so er etwa hat, und dann die folgenden die ihrigen an" in texts["1754:2"]
    assert "Figuren mit denen man keinen Stich" in texts["1840:84.3"]
    assert "von den bereits eingenommenen" in spelling.modernize_text(corpus.edition("1754").units["7"])


def test_every_form_of_the_texts_is_explained_and_nothing_in_the_data_is_idle(
    corpus: Corpus, spelling: Spelling
) -> None:
    reports, problems = check_spelling(corpus, spelling)
    assert problems == []
    for edition in corpus.editions():  # counted here by splitting at everything that is no letter
        text = "\n".join(unit.text for unit in author_units(edition)).replace("Talon's", "TalonXs")
        forms = {word for word in re.split(r"[\W_]+", text) if word.isalpha()}
        report = reports[edition.siglum]
        assert report.forms == len(forms)
        assert report.forms == report.modern + report.rules + report.lexicon + report.doubtful
        assert report.unexplained == []


def test_the_list_holds_no_form_that_the_dictionary_takes_for_a_compound(spelling: Spelling) -> None:
    assert not {"Nachtheil", "Bey", "Vortheil", "Forke"} & spelling.modern_forms.keys()


def test_annotations_are_the_words_that_differ_and_make_the_modern_text(corpus: Corpus, spelling: Spelling) -> None:
    for edition in corpus.editions():
        for unit in author_units(edition):
            text, position = "", 0
            for annotation in spelling.annotate(unit):
                assert annotation.kind is Kind.SPELLING
                word = unit.text[annotation.start : annotation.end]
                assert WORD.fullmatch(word)
                assert annotation.payload != word
                text += unit.text[position : annotation.start] + annotation.payload
                position = annotation.end
            assert text + unit.text[position:] == spelling.modernize_text(unit)


def test_number_words_are_spelled_by_the_one_file_of_them(codex: Project) -> None:
    replace_once(
        codex.spelling / "numbers.yaml", "  elf: [eilf]\n", '  elf: [eilf, "eil(f", ".lf"]\n'
    )  # read by the letter
    assert Spelling(codex).explain("ölf") is None
    explained = Spelling(codex).explain("eilf")
    assert explained
    assert (explained.modern, explained.by) == ("elf", SpellingBasis.RULE)
    replace_once(codex.spelling / "numbers.yaml", '  elf: [eilf, "eil(f", ".lf"]\n', "")
    assert Spelling(codex).explain("eilf") is None


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "says"),
    [
        ("rules.yaml", "- name: gib\n",
         "- name: xq\n  pattern: xq\n  modern: x\n  reason: made up\n- name: gib\n", "IDLE",
         "the rule `xq` explains no form"),
        ("lexicon.yaml", "{Blat: Blatt,", "{Blat: Blatt, Blahd: Blatt,", "IDLE", "`Blahd` is in no text"),
        ("modern.txt", "\nAbgang\n", "\nAbgang\nAbgangx\n", "IDLE", "`Abgangx` is in no text"),
        ("modern.txt", "\nAbgang\n", "\nAbgang\nNachtheil\n", "TWICE", "`Nachtheil` becomes `Nachteil` by th"),
        ("modern.txt", "\nAbgang\n", "\nAbgang\nForce\n", "TWICE", "`Force` is in the lexicon too"),
        ("places.yaml", "  form: denn\n", "  form: denne\n", "PLACE", "`denne` is not in 1754:2"),
        ("places.yaml", '"1840:7.4"', '"1840:999.4"', "PLACE", "`denen` is not in 1840:999.4"),
        ("places.yaml", '"1754:7"', '"1754:4"', "PLACE", "`denen` in 1754:4 is here twice"),
        ("places.yaml", "  modern: dann\n", "  modern: denn\n", "PLACE", "`denn` is `denn` everywhere"),
    ],
)  # fmt: skip
def test_data_that_does_not_hold_is_a_problem_with_its_line(
    codex: Project, corpus: Corpus, file: str, old: str, new: str, code: str, says: str
) -> None:
    line = replace_once(codex.spelling / file, old, new)
    _reports, problems = check_spelling(corpus, Spelling(codex))
    found = [problem for problem in problems if problem.code == f"SPELLING-{code}"]
    assert any(says in problem.message for problem in found), problems
    place = found[0].ref.removeprefix(f"corpus/spelling/{file}:")
    assert abs(int(place) - line) <= 4  # a record begins some lines above its key


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("modern.txt", "\nAbgang\n", "\nAbgang\nAbgang\n", "`Abgang` stands in line"),
        ("lexicon.yaml", "{Blat: Blatt,", "{Aß: Ass, Blat: Blatt,", "`Aß` is in the lexicon already"),
        ("lexicon.yaml", "{Blat: Blatt,", "{Blat: Blatt, Blat: Blatt,", "duplicate key `Blat`"),
        ("rules.yaml", 'pattern: "gieb"', 'pattern: "gieb("', "is no regular expression"),
        ("rules.yaml", 'modern: "gib"', 'modern: "\\\\1"', "cannot be put for"),
        ("rules.yaml", 'pattern: "gieb"', 'muster: "gieb"', "muster"),
        ("places.yaml", "  form: denn\n", "", "form"),
    ],
)
def test_malformed_data_is_refused_with_its_line(
    codex: Project, run: Run, file: str, old: str, new: str, says: str
) -> None:
    replace_once(codex.spelling / file, old, new)
    outcome = run("check", root=codex)
    assert outcome.status == 2
    assert re.match(rf"(\S*/)?corpus/spelling/{file}:[0-9]+: ", outcome.err)
    assert says in outcome.err


@pytest.mark.slow
def test_an_unexplained_form_is_named_with_its_first_passage(codex: Project) -> None:
    replace_once(codex.spelling / "modern.txt", "\nmürrisch\n", "\n")
    (found,) = [problem for problem in reported(codex).problems if problem.code.startswith("SPELLING")]
    assert (found.code, found.ref) == ("SPELLING-UNEXPLAINED", "1840:einleitung.6")
    assert "`mürrisch`" in found.message  # "Wer im Gewinne übermüthig und im Verluste mürrisch wird"


def test_an_emended_word_is_explained_by_its_emendation(codex: Project) -> None:
    emend(codex, "1754:17", "höheste", "höhesste")
    corpus = Corpus(codex)
    reports, _ = check_spelling(corpus, Spelling(codex))
    assert (reports["1754"].doubtful, reports["1754"].unexplained) == (1, [])


def test_the_doubtful_words_are_those_that_the_editors_left(corpus: Corpus, spelling: Spelling) -> None:
    left = {form for unit in author_units(corpus.edition("1840")) for form in WORD.findall(unit.text)}
    assert {form for form in left if not spelling.explain(form)} == {"Unbedeutenheit", "einandergesetzt"}


def test_check_says_the_shares(run: Run) -> None:
    assert re.search(r"1945 +[0-9]+ word forms: [0-9]+ modern, 0 by rules, ", run("check", "--verbose").out)
