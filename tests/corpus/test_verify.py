"""Quotations found in documents and compared with the editions: what each is, and that every word is accounted for."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.translation.records import load_imprint
from tarock.corpus.verify.checker import Checker
from tarock.corpus.verify.comparison import QuotationComparer
from tarock.corpus.verify.reading import read_document, read_text_document
from tarock.corpus.verify.records import Class, Verification
from tarock.corpus.versions import resolve_reference
from tarock.publish.citation_check import make_checker
from tarock.publish.citation_formats import FORMATS
from tarock.publish.citations import LANGUAGES, cite, make_citation_record
from tarock.publish.export.content import Content
from tarock.publish.export.json_lines import make_line
from tarock.publish.items import write_date
from tarock.publish.places import Site
from tests.conftest import ROOT, Run

CASES: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests/corpus/verify_cases.yaml").read_text(encoding="utf-8"))
# 1840:47.2 as the edition has it ("Dreierspiele" is emended).
WORDS = (
    "Für ultimo angesagt, gilt im Dreierspiele, die doppelte Consulation eines einfachen Dreiers -, bei Solo die "
    "doppelte Solo-Consulation."
)
CITATION = "[Königrufen] (1840), § 47, para. 2 [1840:47.2@1.1.0]. In: Tarock Codex, sha256:9fd2c72411e3."
TRUE, FORGED = "die doppelte Consulation", "die dreifache Consulation"
RELEASED = json.loads((ROOT / "tests/corpus/cited_0_2_0.json").read_text(encoding="utf-8"))


@cache
def checker() -> Checker:
    return make_checker(ComputedCodex(Project(ROOT)))


def verify(text: str | bytes) -> Verification:
    document = read_document(text) if isinstance(text, bytes) else read_text_document(text)
    return checker().check(document)


def said(text: str | bytes) -> tuple[object, ...] | str:
    """What is said of a document: the classes, what is marked, and the words that were compared with none of ours."""
    try:
        found = verify(text)
    except CodexError as error:
        return str(error)
    kept = tuple(
        (each.class_, each.also, each.ref, each.differences, each.left_out, each.added, each.why)
        + ((each.text,) if each.class_ in (Class.UNREAD, Class.FOREIGN) or each.marks == "hash" else ())
        for each in found.quotations
    )
    return kept, tuple((each.place, each.text) for each in found.unread)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:40])
def test_what_a_quotation_is(case: dict[str, Any]) -> None:
    found = verify(case["text"]).quotations
    assert [(each.class_, each.ref) for each in found] == [(kind, ref) for kind, ref, *_words in case["found"]]
    for each, (_kind, _ref, *words) in zip(found, case["found"], strict=True):
        marked = " ".join(f"{one.quoted} {one.there}" for one in each.differences)
        assert all(word in marked for word in words)
        if each.class_ is not Class.UNREAD:
            assert bool(each.differences) is (each.class_ is Class.DIFFERENT and each.marks != "hash")
    assert [words for each in found for words in each.left_out] == case.get("left_out", []) or "left_out" not in case
    assert [words for each in found for words in each.added] == case.get("added", []) or "added" not in case


@pytest.mark.parametrize(
    "text",
    [
        "die doppelte Consulation eines einfachen drei beliebige Karten weg u. zeigt dies durch (1840:47.2)",
        "Wer sich nicht zum Spielen erklärt u. von dem Scatisten überboten wird (1863:5)",
        '{"where": "1863:28", "quotation": "muß dieser Bête setzen u. der nicht Spieler hat"}',
        "TY  - BOOK\nN1  - 1863:28\nAB  - muß dieser Bête setzen u. kein Spieler hat\nER  - \n",
        "@misc{x,\n note = {1840:m5.s1},\n quote = {2. Stich. A Herz-Reiter - B Herz-König - C Herz-Vierer},\n}\n",
    ],
)
def test_forged_words_in_no_marks_do_not_pass(text: str) -> None:
    """Words of two passages joined, and a word or number beside words that are the same."""
    found = verify(text)
    assert found.status in (1, 2)
    assert {each.class_ for each in found.quotations} & {Class.DIFFERENT, Class.UNREAD}


def test_a_quotation_of_more_words_than_are_compared_is_not_looked_at() -> None:
    (found,) = verify(f"„{'und ' * 4001}“ (1840:47.2)").quotations
    assert (found.class_, found.why) == (Class.UNREAD, "more than 4000 words")


def test_a_range_of_sentences_has_the_words_of_all() -> None:
    first, second = next(each[:2] for each in checker().corpus.edition("1840").sentences.values() if len(each) > 1)
    assert verify(f"„{first.text}“ ({first.ref}-#2)").status == 0
    assert verify(f"„{first.text}“ ({second.ref})").status == 1


@pytest.mark.parametrize("omission", ["[…]", "…", "...", "(...)", "[. . .]"])
def test_a_negation_that_an_omission_hides_is_printed(omission: str) -> None:
    found = verify(f"„Wer sich {omission} zum Spielen erklärt“ (1863:5)")
    assert [each.class_ for each in found.quotations] == [Class.BRACKETED]
    assert "nicht" in " ".join(found.quotations[0].left_out)


def test_the_time_limit_holds_within_one_quotation() -> None:
    texts = checker().texts
    with pytest.raises(TimeoutError):
        QuotationComparer(texts, lambda: 0.0).judge(FORGED, ())
    with pytest.raises(TimeoutError):  # however little each of many quotations takes
        QuotationComparer(texts, lambda: 0.0).judge("die", ())
    assert QuotationComparer(texts).judge(FORGED, ()).class_ is Class.DIFFERENT


def test_every_class_has_a_case() -> None:
    assert {kind for case in CASES for kind, *_rest in case["found"]} | {Class.UNREAD} == set(Class)


def test_what_a_citer_leaves_out_and_adds_is_said() -> None:
    (found,) = verify("„Für ultimo […] die [nicht] doppelte Consulation“ 1840:47.2").quotations
    assert (found.class_, found.left_out, found.added) == (
        Class.BRACKETED,
        ("angesagt, gilt im Dreierspiele",),
        ("[nicht]",),
    )


def test_letters_that_a_machine_reads_wrongly_are_a_hint_and_no_excuse() -> None:
    (found,) = verify("„die doppelte Confulation“ 1840:47.2").quotations
    assert found.class_ is Class.DIFFERENT
    assert found.differences[0].hint == "f for s"


@pytest.mark.parametrize(
    "marks",
    [
        "„{}“", "„{}”", "“{}”", "”{}”", "»{}«", "«{}»", "»{}»", "‚{}‘", "‘{}’", "›{}‹", '"{}"', "'{}'", "``{}''",
        "<q>{}</q>",
        "<blockquote>{}</blockquote>", "&bdquo;{}&ldquo;", ",,{}''", "<<{}>>", "＂{}＂", "‟{}”", "*{}*", "_{}_", "{}",
        "\n\n    {}", "quoted as {}", "‛{}’", "「{}」", "|{}|", "[{}]", "({})", "\n\n> {}\n", "'' {} ''", "〝{}〞",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("1840:47.2 sha256:9fd2c72411e3: ", ""), (f"{CITATION} ", ""), (f"{CITATION}\n\n", ""), ("", f" {CITATION}"),
        ("Der Verfasser sagt, ", " (1840:47.2)."), ("In 1840:47.2 heißt es ", ""),
    ],
)  # fmt: skip
def test_marks_that_people_use(marks: str, before: str, behind: str) -> None:
    assert verify(f"{before}{marks.format(TRUE)}{behind}").status == 0
    forged = verify(f"{before}{marks.format(FORGED)}{behind}")
    assert forged.status in (1, 2)
    assert "dreifache" in " ".join(each.text for each in forged.quotations)


def test_an_invented_sentence_beside_a_true_one_differs() -> None:
    found = verify(f"„Der Pagat zahlt zehn.“ und „{TRUE}“ (1840:47.2)")
    assert [each.class_ for each in found.quotations] == [Class.DIFFERENT, Class.SAME]
    assert found.status == 1


def test_a_thesis_that_cites_other_books_passes() -> None:
    text = (
        "Das Spiel ist alt. Parlett schreibt: „Tarot games are the oldest trump games known to mankind“ (Parlett 1990, "
        f"237). Der Verfasser sagt: „{TRUE} eines einfachen Dreiers“ (1840:47.2). Bei Goethe steht „Habe nun, ach! "
        "Philosophie, Juristerei und Medizin“ (Faust I, V. 354). Wer das liest, lernt nichts über das „Wetter“ [12]."
    )
    found = verify(text)
    assert found.status == 0
    assert [each.class_ for each in found.quotations].count(Class.FOREIGN) == 3
    assert "Das Spiel ist alt" in found.unread[0].text


@pytest.mark.parametrize("text", ["„Habe nun, ach! Philosophie, Juristerei und Medizin“", "„Unfug“ [1999:1@1.0.0]"])
def test_where_nothing_was_compared_the_status_is_2(text: str) -> None:
    assert verify(text).status == 2


def test_a_place_that_there_is_not_is_not_looked_at() -> None:
    for text, why in (
        ("„Unfug“ [1840:47.2@9.9.9]", "no edition 9.9.9 of source 1840"),
        ("„Unfug“ [1840:999@1.0.0]", "no `999` in source 1840"),
    ):
        found = verify(text)
        assert found.status == 2
        assert any(each.class_ is Class.UNREAD and each.why.startswith(why) for each in found.quotations)


@pytest.mark.parametrize(
    ("arguments", "said_so"),
    [
        (("1840:6.2", "abc"), "a hash of 3 digits; expected at least 8"),
        (("1840:6.2", "xyz"), "`xyz` is no hash; expected hexadecimal digits"),
        (("1840:47.2",), "no words and no hash beside 1840:47.2; expected quoted words, or at least 8 digits"),
        (("none.bib",), "none.bib: cannot be read (No such file or directory); expected a readable file"),
        (("docs",), "docs: cannot be read"),
    ],
)
def test_what_cannot_be_checked_is_said(run: Run, arguments: tuple[str, ...], said_so: str) -> None:
    outcome = run("verify", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(said_so)


def test_a_hash_is_compared(run: Run) -> None:
    assert run("verify", "1840:47.2", "9fd2c72411e3").status == 0
    assert run("verify", "1840:47.2", "0" * 12).status == 1
    assert run("verify", f"“{WORDS}” {CITATION}".replace("9fd2", "0fd2")).status == 1
    for named in (
        "urn:cts:tarock:anon1840.koenigrufen.de1-1-0:47.2",
        "https://example.org/t/c/1840/47.2@1.1.0/",
        "https://example.org/t/c/1840/47.2%401.1.0/",
        "https://example.org/t/sources/1840/berechnung.html#1840:47.2",
        "https://example.org/t/c/1840@1.1.0/?places=47.1,47.2#47.1",
    ):
        assert verify(f"“{TRUE}” {named}").status == 0
        assert verify(f"“{FORGED}” {named}").status == 1


@pytest.mark.slow
def test_our_english_is_held_against_the_version_that_is_cited(run: Run, computed: ComputedCodex) -> None:
    imprint = load_imprint(computed.corpus)
    english = computed.translations["1840"].english_of("47.2")
    cited = f"{CITATION} “{{}}” English by Tarock Codex, version {{}} ({{}}), CC BY 4.0."
    day = write_date(imprint.dates[imprint.version], "en")
    assert run("verify", cited.format(english, imprint.version, day)).status == 0
    assert run("verify", cited.format(english.replace("double Solo", "triple Solo"), imprint.version, day)).status == 1
    older = next(version for version in imprint.dates if not imprint.keeps(version))
    outcome = run("verify", cited.format("No such words of ours", older, day))
    assert (outcome.status, "an older English, not kept" in outcome.out) == (2, True)


@cache
def accepted() -> tuple[str, ...]:
    """Citations and records that are true: of every format, with and without an address, English, or words."""
    codex = ComputedCodex(Project(ROOT))
    old_english = {"--quote", "--translation"}  # whose words are not kept
    found = [made["printed"] for made in RELEASED if not old_english <= set(made["arguments"])]
    for reference in ("1840:47.2", "1863:7", "1754:12", "1840:11,13-15", "1754:titel", "1863:page.257"):
        selection, version = resolve_reference(codex.corpus, reference)
        for number, language in enumerate(LANGUAGES):
            url = "https://example.org/t/" if number else ""
            publication = structs.replace(codex.publication, url=url)
            made = cite(selection, version, publication, language, quote=True, accessed="2026-11-29")
            found += [made.render(form) for form in FORMATS if form != "urn"]
            found.append(json.dumps(make_citation_record(made).as_dict(), ensure_ascii=False, indent=2))
    selection, version = resolve_reference(codex.corpus, "1840:47.2")
    found.append(json.dumps([each.as_dict() for each in codex.shown_passages(selection, version)], ensure_ascii=False))
    content, (unit,) = Content(Site(codex)), selection.passages
    return (*found, json.dumps(make_line(content, unit), ensure_ascii=False), f"„doppelte Consulation“ ({unit.ref})")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(accepted())))
def test_what_we_print_is_the_same(number: int) -> None:
    found = verify(accepted()[number])
    assert (found.status, [each.text for each in found.unread]) == (0, [])
    assert {each.class_ for each in found.quotations} <= {Class.SAME, Class.TYPOGRAPHY, Class.SPELLING, Class.BRACKETED}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_any_other_word_in_what_is_accepted_changes_what_is_said(seed: int) -> None:
    """Only the day of access and the address of a site may be any: nothing here could say what they were."""
    chance = random.Random(seed)
    text = chance.choice(accepted())
    before = said(text)
    words = [*re.finditer(r"\w+", text)]
    word = chance.choice(words)
    around = text[max(0, word.start() - 60) : word.end()]
    if re.search(r"(?:accessed|abgerufen|urldate|Y2|https?:)\W[^\n]*$", around):
        return
    for other in ("Unfug", "nicht", "XXI", str(chance.randint(2, 40)), chance.choice(words)[0]):
        if other.casefold() != word[0].casefold():
            changed = f"{text[: word.start()]}{other}{text[word.end() :]}"
            assert said(changed) != before, f"{around} -> {other}"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_one_other_word_in_a_quotation_is_different(data: st.DataObject) -> None:
    passages = [each for each in checker().texts.passages if not each.is_heading and len(each.text.split()) > 6]
    passage = data.draw(st.sampled_from(passages))
    words = passage.text.split()
    start = data.draw(st.integers(0, len(words) - 6))
    words = words[start : start + data.draw(st.integers(6, 40))]
    if not all(re.search(r"\w", word) for word in words):
        return
    right = verify(f"So steht es da: »{' '.join(words)}« ({passage.ref}).")
    assert right.status == 0
    place = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.sampled_from(["Unfug", "nicht", "XXI", "7", "Pagat"]))
    wrong = [*words[:place], re.sub(r"\w+", other, words[place], count=1), *words[place + 1 :]]
    if wrong != words:
        assert verify(f"So steht es da: »{' '.join(wrong)}« ({passage.ref}).").status == 1


def test_a_document_is_read_from_a_file_of_any_name_and_from_standard_input(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form, name in (("bibtex", "a b.tex"), ("ris", "cited"), ("csl-json", "a.md"), ("markdown", "a.bib")):
        path = tmp_path / name
        path.write_text(run("cite", "1840:47.2", "--quote", "--format", form).out, encoding="utf-8")
        assert run("verify", str(path)).status == 0
        path.write_text(path.read_text(encoding="utf-8").replace("die doppelte", "die dreifache"), encoding="utf-8")
        assert run("verify", str(path)).status == 1
    for encoding in ("utf-16", "utf-16-le", "cp1252", "utf-8-sig"):
        (tmp_path / "encoded").write_bytes(f"„{TRUE} eines einfachen“ – 1840:47.2".encode(encoding))
        assert run("verify", str(tmp_path / "encoded")).status == 0
        (tmp_path / "encoded").write_bytes(f"„{FORGED} eines einfachen“ – 1840:47.2".encode(encoding))
        assert run("verify", str(tmp_path / "encoded")).status == 1


def test_many_citations_in_one_file(run: Run) -> None:
    cited = run("cite", "1840:47.2", "--quote", "--format", "bibtex").out
    other = run("cite", "1863:7", "--quote", "--format", "bibtex").out
    assert run("verify", cited + other).status == 0
    assert run("verify", cited + other.replace("Vorhand", "Hinterhand")).status == 1
    foreign = "@book{parlett, title = {The Oxford Guide to Card Games}, author = {David Parlett}, year = {1990}}\n"
    assert run("verify", foreign + cited).status == 0
    assert run("verify", f"% {FORGED}\n{cited}").status in (1, 2)
    assert run("verify", cited.replace("  author", f"  quoted = {{{FORGED}}},\n  author")).status in (1, 2)


def test_records_of_ours_with_other_words_are_not_the_same(run: Run) -> None:
    shown = run("show", "1840:47.2", "--json").out
    assert run("verify", shown).status == 0
    for name in ("text", "modern", "english", "label", "lemma"):
        data = json.loads(shown)
        (data[0] if name != "lemma" else data[0]["emendations"][0])[name] += " nicht"
        outcome = run("verify", json.dumps(data, ensure_ascii=False))
        assert outcome.status in (1, 2), name
        assert "nicht" in outcome.out, name
    twice = f'{{"text": "{FORGED}", "ref": "1840:47.2", "sha256": "9fd2c72411e3", "text": "doppelte Consulation"}}'
    assert run("verify", twice).status == 1


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "„" * 20_000, "(" * 50_000, "„a" * 2_000, "> " * 50_000 + "xyzxyz", "<q>" * 9000]
)
@pytest.mark.slow
def test_hostile_texts_are_refused_or_read_in_time(text: str) -> None:
    with suppress(CodexError):
        assert verify(text).status in (1, 2)
