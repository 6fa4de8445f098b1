"""References name passages, ranges, containers, pages and old versions, and nothing else."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.corpus.editions import Corpus, Edition
from tarock.corpus.references import Reference, parse_reference, suggest_ids
from tarock.corpus.variants import load_variants
from tarock.corpus.versions import resolve_reference
from tests.conftest import SIGLA, Run
from tests.helpers import resolve
from tests.writings import vary


def idents(corpus: Corpus, reference: str) -> list[str]:
    return [passage.ident for passage in resolve(corpus, reference).passages]


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("1840:47.2", ["47.2"]),
        ("1754:12", ["12"]),
        ("1863:7", ["7"]),
        ("1945:allg.2.3.1", ["allg.2.3.1"]),
        ("1840:m3.s5", ["m3.s5"]),
        ("1840:vorwort.1", ["vorwort.1"]),
        ("1840:47", ["47.1", "47.2", "47.3", "47.4", "47.5", "47.6"]),
        ("1840:11.2-11.3", ["11.2", "11.3"]),
        ("1840:12-13", ["12.1", "12.2", "13.1", "13.2"]),
        ("1840:12-1840:13", ["12.1", "12.2", "13.1", "13.2"]),
        ("1840:47.6-48.1", ["47.6", "48.1"]),
        ("1840:m3.s1-m3.s3", ["m3.s1", "m3.s2", "m3.s3"]),
        ("1945:bes.A.2.4", ["bes.A.2.4.1", "bes.A.2.4.2"]),
        ("1863:page.257", [str(number) for number in range(1, 22)]),
        ("1863:7@1.0.0", ["7"]),  # which version is not looked at here
        ("1840:47.2,47.4", ["47.2", "47.4"]),
        ("1840:13,12.1-12.2,11.2", ["13.1", "13.2", "12.1", "12.2", "11.2"]),  # in the order of the list
        ("1840:h7", ["h7"]),  # headings, what stands around the text, and remarks inside a trick
        ("1754:titel", ["titel"]),
        ("1840:nachwort.2", ["nachwort.2"]),
        ("1945:vorspann.1", ["vorspann.1"]),
        ("1840:m4.s5.bemerkung", ["m4.s5.bemerkung"]),
        ("urn:cts:tarock:anon1840.koenigrufen.de1-0-0:47.2", ["47.2"]),
        ("urn:cts:tarock:pierer1863.tarokhombre.de1-0-0:7-9", ["7", "8", "9"]),
        ("https://codex.example/deep/c/1840/47.2/", ["47.2"]),
        ("file:///home/me/site/c/1840/47.2@1.0.0/index.html", ["47.2"]),
        ("c/1840/47", ["47.1", "47.2", "47.3", "47.4", "47.5", "47.6"]),
        ("https://codex.example/sources/1863/index.html#1863:7", ["7"]),
        ("https://codex.example/#1840-47.2", ["47.2"]),
        (" 1754:12 ", ["12"]),
        # as people write them
        ("1840:47.2-3", ["47.2", "47.3"]),
        ("1840:m3.s1-3", ["m3.s1", "m3.s2", "m3.s3"]),
        ("1945:allg.2.3.1-2", ["allg.2.3.1", "allg.2.3.2"]),
        ("[1840:12–13@1.1.0]", ["12.1", "12.2", "13.1", "13.2"]),
        ("1840:§47", ["47.1", "47.2", "47.3", "47.4", "47.5", "47.6"]),
        ("§ 47 Abs. 2", ["47.2"]),
        ("§ 47, 2. Absatz", ["47.2"]),
        ("1840, § 47, para. 2", ["47.2"]),
        ("“doppelte Consulation” Königrufen 1840, § 47, Abs. 2", ["47.2"]),
        ("§ 47 Abs. 2, S. 1", ["47.2#1"]),
        ("§ 47, para. 2 of 1840", ["47.2"]),
        ("§§ 12 – 13", ["12.1", "12.2", "13.1", "13.2"]),
        ("1840, §§ 12 und 13", ["12.1", "12.2", "13.1", "13.2"]),
        ("1840:47.2, 47.4", ["47.2", "47.4"]),
        ("1840:47f.", ["47.1", "47.2", "47.3", "47.4", "47.5", "47.6", "48.1", "48.2"]),
        ("1840:47.4ff.", ["47.4", "47.5", "47.6"]),
        ("1754:19ff", ["19", "20", "21"]),
        ("Musterspiel 3, Stich 5", ["m3.s5"]),
        ("1863 S. 257", [str(number) for number in range(1, 22)]),
        ("1863, Satz 7", ["7"]),
        ("1840:VORWORT.1", ["vorwort.1"]),
        ("1945:BES.a.2.4", ["bes.A.2.4.1", "bes.A.2.4.2"]),
        ("1840:47.2.", ["47.2"]),
        ("Pierer S. 258", [str(number) for number in range(21, 34)]),
        ("Königrufen, § 47 Abs. 2", ["47.2"]),
        ("Königrufen:47.2", ["47.2"]),
        ("1754 N. 12", ["12"]),
        ("1840/47/2", ["47.2"]),
        ("1840 § 47 (2)", ["47.2"]),
        ("1840 sec. 47, par. 2", ["47.2"]),
        ("1840 para 47.2", ["47.2"]),
        ("m3 s5", ["m3.s5"]),
        ("3. Musterspiel, 5. Stich", ["m3.s5"]),
        ("„1840:47.2“", ["47.2"]),
        ("`1840:47.2`", ["47.2"]),
        ("<https://codex.example/c/1840/47.2/>", ["47.2"]),
        ("[§ 47](https://codex.example/c/1840/47.2/)", ["47.2"]),
        ("1840:47.2 @ v1.1.0", ["47.2"]),
        ("URN:CTS:TAROCK:anon1840.koenigrufen.de1-1-0:47.2", ["47.2"]),
        ("http://127.0.0.1:8000/c/1840/47.2/#top", ["47.2"]),
        ("http://127.0.0.1:8000/c/1840/47.2%401.1.0/?q=1", ["47.2"]),
        ("https://codex.example/c/1840/?x=1&places=47.2,47.4&y=2#main", ["47.2", "47.4"]),
        ("https://codex.example/de/sources/1840/geben.html?q=mischen#1840:11.2", ["11.2"]),
    ],
)
def test_a_reference_names_its_passages_in_reading_order(corpus: Corpus, reference: str, expected: list[str]) -> None:
    assert idents(corpus, reference) == expected


def test_the_address_of_a_reading_page_names_what_stands_on_it(corpus: Corpus) -> None:
    for siglum, source in corpus.sources.items():
        for part in source.parts:
            address = f"https://codex.example/de/sources/{siglum}/{part.slug}.html#top"
            whole = len(source.parts) == 1
            expected = siglum if whole else f"{siglum}:{part.first}-{part.last}"
            assert idents(corpus, address) == idents(corpus, expected)


def test_every_passage_is_found_by_its_label_and_in_capitals(corpus: Corpus) -> None:
    """What our own citations call a passage, in both languages, is read again."""
    for edition in corpus.editions():
        for ident, passage in [*edition.passages.items()][::7]:
            assert idents(corpus, passage.ref.upper()) == [ident]
            for language in ("en", "de"):
                assert idents(corpus, f"{edition.siglum}, {edition.label(ident, language)}") == [ident]


@pytest.mark.parametrize(
    "reference", ["1840:47.2-47.4", "§ 47 Abs. 2", "1840:11,13-15@1.1.0", "Musterspiel 3, Stich 5"]
)
def test_a_reference_is_read_by_every_writing(corpus: Corpus, reference: str) -> None:
    expected = idents(corpus, reference)
    for written in vary(reference, load_variants(corpus.project)):
        assert idents(corpus, written) == expected, ascii(written)


@given(reference=st.text(alphabet="0123456789:.,;-–# §ffAbsatzm@1840"))
def test_a_refusal_quotes_only_what_was_typed(corpus: Corpus, reference: str) -> None:
    try:
        resolve_reference(corpus, reference)
    except CodexError as error:
        typed = " ".join(reference.split())
        assert [token for token in re.findall("`([^`]*)`", error.what) if token not in typed] == []


@pytest.mark.parametrize("siglum", SIGLA)
def test_a_siglum_alone_names_the_whole_source(corpus: Corpus, siglum: str) -> None:
    assert idents(corpus, siglum) == list(corpus.edition(siglum).passages)


@pytest.mark.parametrize("siglum", SIGLA)
def test_every_passage_and_container_answers_to_its_reference(corpus: Corpus, siglum: str) -> None:
    edition = corpus.edition(siglum)
    for ident, passage in edition.passages.items():
        assert resolve(corpus, passage.ref).passages == (passage,)
        assert passage.ref == f"{siglum}:{ident}"
    for ident, held in edition.containers.items():
        assert idents(corpus, f"{siglum}:{ident}") == list(held)


def test_the_remarks_inside_tricks_are_those_that_follow_four_cards(koenigrufen: Edition) -> None:
    """Found by reading the twelve tricks of all eight games: six have a remark behind the cards."""
    assert list(koenigrufen.parts) == [
        f"{trick}.bemerkung" for trick in ("m4.s5", "m5.s8", "m7.s5", "m8.s2", "m8.s3", "m8.s5")
    ]
    for ident, remark in koenigrufen.parts.items():
        assert koenigrufen.passages[ident.removesuffix(".bemerkung")].text.endswith(remark.text)
        assert re.match(r"(?:Nun|Hätte|D schont) ", remark.text)


def test_a_glossary_entry_begins_with_its_headword(koenigrufen: Edition) -> None:
    for ident, passage in koenigrufen.passages.items():
        if passage.kind == "entry":
            words = re.search("„(.+)“", koenigrufen.label(ident, "de"))
            assert words
            assert passage.text.startswith(words[1])


def test_the_sections_11_to_19_are_one_range(corpus: Corpus) -> None:
    found = idents(corpus, "1840:11-19")
    assert found[0] == "11.1"
    assert found[-1] == "19.1"
    assert {ident.split(".")[0] for ident in found} == {str(number) for number in range(11, 20)}


@pytest.mark.parametrize(
    "text",
    [
        ":", "1840:", "1840:.47", "1840:47..2", "1840:47-", "1840:-47",
        "1840:47@", "1840:47@1", "1840:47@1.0", "1840@1.0.0:47", "1840:47:2", "1840:,47", "1840:47,,48",
        "Königsrufen:1", "47.2", "§", "1840:47 und", "Im Jahr 1840 waren 47 Leute da",
    ],
)  # fmt: skip
def test_what_is_not_formed_like_a_reference_is_refused(run: Run, text: str) -> None:
    outcome = run("show", text)
    assert outcome.status == 2
    assert outcome.out == ""
    shown = text.replace("\n", " ")  # a message is one line
    assert outcome.err == (
        f"`{shown}` is not a reference; expected for example 1840:47.2, 1840:11-19, 1840:11,13-15, 1863:7@1.0.0, "
        "1840:47.2#2, a URN or an address of ours\n"
    )


@pytest.mark.parametrize(
    ("reference", "what"),
    [
        ("1840:999", "no `999` in source 1840; the last is 1840:131"),
        ("1840:47.9", "no `47.9` in source 1840; the last is 1840:47.6"),
        ("1754:22", "no `22` in source 1754; the last is 1754:21"),
        ("1863:page.259", "no `page.259` in source 1863; the last is 1863:page.258"),
        ("1840:m3.s13", "no `m3.s13` in source 1840; the last is 1840:m3.s12"),
        ("1840:11-132", "no `132` in source 1840; the last is 1840:131"),
        ("1840:130-140", "no `140` in source 1840; the last is 1840:131"),
        ("1840:vorwrt.1", "no `vorwrt.1` in source 1840; did you mean 1840:vorwort.1"),
        ("§ 47 Abs. 9", "no `§ 47 Abs. 9` in source 1840; the last is 1840:47.6"),
        ("1840:2.1-3", "`2.1-3` can be read in two ways; expected `1840:2.1-2.3` or `1840:2.1-3.3`"),
        ("1840:47.2 und 1754:1", "`1840:47.2 und 1754:1` names two sources"),
        ("1900:1", "unknown source `1900`; expected one of 1754, 1840, 1863, 1945"),
        ("1840:1-h7", "`1840:1-h7` has an end that is no passage; expected a passage for `h7`"),
        ("1840:m4.s5.bemerkung-m5", "`1840:m4.s5.bemerkung-m5` has an end that is no passage"),
        ("1840:47.2,99.99", "no `99.99` in source 1840; the last is 1840:99."),
        ("47", "unknown source `47`; expected one of 1754, 1840, 1863, 1945"),
        ("urn:cts:tarock:anon1900.other.de1-0-0:1", "`urn:cts:tarock:anon1900.other.de1-0-0:1` is no URN of ours"),
        ("urn:cts:tarock:anon1754.tarocspiel.de:1", "`urn:cts:tarock:anon1754.tarocspiel.de:1` is no URN of ours"),
        ("1840:19-11", "the range `1840:19-11` runs backwards; expected its first passage before its last"),
        ("1840:47.3-47.2", "the range `1840:47.3-47.2` runs backwards"),
        (
            "1840:11-1754:12",
            "the range `1840:11-1754:12` is of two sources; expected both ends in the same source",
        ),
    ],
)
@pytest.mark.parametrize("command", ["show", "cite"])
def test_a_reference_to_nowhere_is_refused_and_helped(run: Run, command: str, reference: str, what: str) -> None:
    outcome = run(command, reference)
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith(what)


@pytest.mark.parametrize(
    ("siglum", "wrong", "right"),
    # One slip each: of the ids that exist, the one a person would mean must be among the nearest.
    [
        ("1840", "47.7", "47"), ("1840", "999", "99"), ("1840", "m9.s1", "m8.s1"), ("1840", "m3.s13", "m3.s3"),
        ("1840", "vorwrt.1", "vorwort.1"), ("1840", "73.fettmacher", "73.fettmachen"),
        ("1863", "page.259", "page.258"), ("1945", "allg.2.4", "allg.2"),
        ("1945", "bes.B.1.1", "bes.A.1.1"), ("1754", "121", "12"),
    ],
)  # fmt: skip
def test_the_nearest_valid_ids_are_named(corpus: Corpus, siglum: str, wrong: str, right: str) -> None:
    near = suggest_ids(corpus.edition(siglum), wrong)
    assert right in near
    assert len(set(near)) == len(near)


@given(ident=st.text(alphabet="0123456789abmsx.", min_size=1, max_size=8))
def test_whatever_is_asked_for_valid_ids_are_named(koenigrufen: Edition, ident: str) -> None:
    near = suggest_ids(koenigrufen, ident)
    assert 1 <= len(near) <= 3
    assert len(set(near)) == len(near)
    assert all(name in {**koenigrufen.units, **koenigrufen.parts, **koenigrufen.containers} for name in near)


component = st.text(alphabet="abzAZ059", min_size=1, max_size=3)
ident = st.lists(component, min_size=1, max_size=3).map(".".join)
version = st.tuples(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99)).map(lambda v: ".".join(map(str, v)))
places = st.lists(st.tuples(ident, st.just("") | ident), max_size=2).map(tuple)
references = st.one_of(
    st.builds(Reference, component, version=st.just("") | version),
    st.builds(Reference, component, ident, st.just("") | ident, st.just("") | version, places),
)


@given(references)
def test_a_reference_reads_as_it_is_written(reference: Reference) -> None:
    assert parse_reference(str(reference)) == reference


@given(st.text())
def test_any_other_text_is_refused_by_name(text: str) -> None:
    try:
        found = parse_reference(text)
    except CodexError as error:
        assert error.exit_status == 2
    else:
        assert str(found) == text.strip()


def test_the_hash_of_one_passage_is_that_of_its_text(corpus: Corpus) -> None:
    text = (
        "2. So bald der Geber seine 3 Blätter abgeleget hat, so saget er die Honneurs so er etwan hat, und "
        "denn die folgenden die ihrigen an; wird aber solches vergessen: so sind sie nicht weiter gültig, "
        "und wird folglich dafür nichts bezahlet."
    )
    selection = resolve(corpus, "1754:2")
    assert selection.passages[0].text == text  # copied from the transcript
    assert selection.hash == selection.passages[0].hash == hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_the_hash_of_a_range_is_that_of_its_texts_with_line_feeds_between(corpus: Corpus) -> None:
    selection = resolve(corpus, "1840:12-13")
    text = "\n".join(passage.text for passage in selection.passages)
    assert selection.hash == hashlib.sha256(text.encode("utf-8")).hexdigest()


@pytest.mark.parametrize(
    ("reference", "readings"),
    [
        ("1840:31.2,4", ("`31.2,31.4`", "`31.2;4`")),
        ("1840:47.2,4-6", ("`47.2,47.4-47.6`", "`47.2;4-6`")),
        ("1840:47.2#1,4", ("`47.2#1,47.4`", "`47.2#1;4`")),
        ("1840:3,31.1-31.2,4@1.0.0", ("`31.2,31.4`", "`31.2;4`")),
    ],
)
def test_a_list_with_two_readings_is_refused_with_both(
    corpus: Corpus, run: Run, reference: str, readings: tuple[str, str]
) -> None:
    outcome = run("show", reference)
    assert (outcome.status, outcome.out) == (2, "")
    for reading in readings:
        assert reading in outcome.err
        resolve(corpus, f"1840:{reading.strip('`')}")  # each can be cited


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reference", "german", "english"),
    [
        ("1840:11-19", "§§ 11–19", "§§ 11–19"),
        ("1840:47.2-47.3", "§ 47, 2.–3. Absatz", "§ 47, paras. 2–3"),
        ("1840:47.2-48.1", "§ 47, 2. Absatz – § 48, 1. Absatz", "§ 47, para. 2 – § 48, para. 1"),
        ("1840:m3.s5-m3.s7", "Musterspiel 3, 5.–7. Stich", "Musterspiel 3, tricks 5–7"),
        ("1840:31.2,31.4", "§ 31, 2. Absatz; 4. Absatz", "§ 31, para. 2; para. 4"),
        ("1840:31.2;4", "§ 31, 2. Absatz; § 4", "§ 31, para. 2; § 4"),
        ("1840:nachwort", "Nachwort zur Abschrift", "afterword to the transcript"),
        ("1754:2-4", "Regeln 2–4", "rules 2–4"),
        ("1840", "", ""),
        ("1840:11,13-15", "§ 11; §§ 13–15", "§ 11; §§ 13–15"),
        ("1840:m4.s5.bemerkung", "Musterspiel 4, 5. Stich, Bemerkung", "Musterspiel 4, trick 5, remark"),
        ("1840:73.karten", "§ 73, „Die Karten sind vertheilt“", "§ 73, “Die Karten sind vertheilt”"),
        ("1840:73.raison", "§ 73, „Raison“", "§ 73, “Raison”"),
        ("1945:vorspann.1", "Vorspann der Netzseite, 1. Absatz", "introduction of the web page, para. 1"),
    ],
)
def test_a_selection_has_a_label(corpus: Corpus, reference: str, german: str, english: str) -> None:
    selection = resolve(corpus, reference)
    assert (selection.label("de"), selection.label("en")) == (german, english)
    assert selection.ref == reference


def test_the_version_is_no_part_of_the_ref(corpus: Corpus) -> None:
    assert resolve(corpus, "1840:47.2@1.0.0").ref == "1840:47.2"
