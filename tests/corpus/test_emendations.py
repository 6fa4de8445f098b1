"""Emendations: recorded as data, applied mechanically, taken back without a trace."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.yamlio import Located
from tarock.corpus import emendations as em
from tarock.corpus.annotations import Kind
from tarock.corpus.editions import Corpus, Edition
from tests.conftest import SIGLA, Run
from tests.helpers import emend


def record(lemma: str, reading: str, line: int = 1) -> Located[em.Emendation]:
    """A made-up emendation of the passage 1840:1.1."""
    emendation = em.Emendation(
        passage="1840:1.1", lemma=lemma, reading=reading, kind="misprint", certainty="certain",
        reason="r", evidence="e",
    )  # fmt: skip
    return Located[em.Emendation](emendation, "corpus/emendations/1840.yaml", line)


# --- the law ----------------------------------------------------------------------------------------------


@st.composite
def emended_texts(draw: st.DrawFn) -> tuple[str, list[Located[em.Emendation]], str]:
    """A text, emendations of it in any order, and the text that they should give."""
    alphabet = st.text(alphabet="abc \n{~>}|ß", max_size=6)
    parts = draw(st.lists(st.tuples(alphabet, alphabet, st.booleans()), min_size=1, max_size=8))
    text = "".join(part for part, _, _ in parts)
    result, records = "", []
    for part, reading, wanted in parts:
        once = sum(text.startswith(part, at) for at in range(len(text))) == 1
        if wanted and part and part != reading and once:
            records.append(record(part, reading))
            result += reading
        else:
            result += part
    return text, draw(st.permutations(records)), result


@given(emended_texts())
def test_emendations_are_applied_and_taken_back(case: tuple[str, list[Located[em.Emendation]], str]) -> None:
    text, records, result = case
    edited, annotations = em.apply_emendations(text, records)
    assert edited == result
    assert em.restore_transcript(edited, annotations) == text
    applied = [a for a in annotations if a.kind is Kind.EMENDATION]
    assert [edited[a.start : a.end] for a in applied] == [a.payload.reading for a in applied]
    assert len(applied) == len(records)
    signs = [a for a in annotations if a.kind is not Kind.EMENDATION]
    assert all(any(around.start <= a.start and a.end <= around.end for around in applied) for a in signs)
    assert all(a.point == (a.kind is Kind.LEFT_OUT) for a in signs)


@given(emended_texts())
def test_the_order_in_which_emendations_are_recorded_does_not_matter(
    case: tuple[str, list[Located[em.Emendation]], str],
) -> None:
    text, records, _ = case
    assert em.apply_emendations(text, records) == em.apply_emendations(text, records[::-1])


@given(st.text())
def test_without_emendations_the_text_is_as_it_was(text: str) -> None:
    assert em.apply_emendations(text, []) == (text, ())


def test_emendations_come_out_in_the_order_of_the_text() -> None:
    text, annotations = em.apply_emendations("one two three", [record("three", "3"), record("one", "1")])
    assert text == "1 two 3"
    assert [text[a.start : a.end] for a in annotations] == ["1", "3"]


@pytest.mark.parametrize(
    ("text", "lemma", "words"),
    [
        ("one two", "three", "the lemma 'three' occurs not at all in 1840:1.1; expected it exactly once"),
        ("one one", "one", "the lemma 'one' occurs 2 times in 1840:1.1; expected it exactly once"),
        ("anana", "ana", "the lemma 'ana' occurs 2 times"),  # they share a letter
        ("a a a", "a", "the lemma 'a' occurs 3 times"),
    ],
)
def test_a_lemma_must_occur_exactly_once(text: str, lemma: str, words: str) -> None:
    with pytest.raises(CodexError) as caught:
        em.apply_emendations(text, [record(lemma, "x", line=7)])
    assert str(caught.value).startswith(f"corpus/emendations/1840.yaml:7: {words}")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("one two", "two three"),
        ("one two three", "two"),
        ("two", "one two three"),
        ("one two", "one two three"),
    ],
)
def test_two_emendations_of_the_same_letters_are_refused(first: str, second: str) -> None:
    with pytest.raises(CodexError, match="overlaps with another one; expected emendations that do not touch"):
        em.apply_emendations("one two three", [record(first, "x", 1), record(second, "y", 2)])


def test_neighbours_are_not_the_same_letters() -> None:
    assert em.apply_emendations("onetwo", [record("one", "1"), record("two", "2")])[0] == "12"


# --- the editions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("siglum", SIGLA)
def test_taking_all_emendations_back_gives_the_transcript(editions: dict[str, Edition], siglum: str) -> None:
    """Of each unit with an id: what stands between its ends in the transcript, page marks aside."""
    edition = editions[siglum]
    stretches: dict[str, str] = {}
    for segment in edition.segments:
        if segment.ident:
            stretch = edition.transcript[segment.start : segment.end]
            stretches[segment.ident] = stretches.get(segment.ident, "") + stretch
    assert {ident: unit.transcript for ident, unit in edition.units.items()} == stretches


@pytest.mark.parametrize("siglum", SIGLA)
def test_every_recorded_emendation_is_applied_or_kept_as_conjecture(
    project: Project, editions: dict[str, Edition], siglum: str
) -> None:
    recorded = [located.record for located in em.load_emendations(project, siglum)]
    edition = editions[siglum]
    applied = edition.emendations
    conjectures = [c for passage in edition.passages.values() for c in passage.conjectures]
    assert len(applied) + len(conjectures) == len(recorded)
    assert all(emendation in recorded for emendation in (*applied, *conjectures))
    assert {emendation.kind for emendation in conjectures} <= {"conjecture"}
    assert "conjecture" not in {emendation.kind for emendation in applied}


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_records_of_the_file_are_counted_by_their_first_line(project: Project, siglum: str) -> None:
    path = project.corpus / "emendations" / f"{siglum}.yaml"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert len(em.load_emendations(project, siglum)) == len(re.findall(r"^- passage: ", text, re.MULTILINE))


@pytest.mark.parametrize("siglum", SIGLA)
def test_every_emendation_says_why(project: Project, siglum: str) -> None:
    for located in em.load_emendations(project, siglum):
        emendation = located.record
        assert emendation.reason.strip()
        assert emendation.evidence.strip()
        assert emendation.kind in get_args(em.EmendationKind)
        assert emendation.certainty in get_args(em.Certainty)


@pytest.mark.parametrize(
    ("siglum", "ident", "printed", "corrected"),
    # Each pair read in the transcript.
    [
        ("1840", "47.2", "gilt im Dreispiele, die", "gilt im Dreierspiele, die"),
        ("1840", "6.24", "so fehlt derselben, so fehlt derselben", "so fehlt derselben nur Ein Blatt"),
        ("1840", "m3.A", "XXI. XX. XVIII. X. XIV. VI.", "XXI. XX. XVIII. XV. XIV. VI."),
        ("1840", "m8.s11", "B Treffle-Zehner - D Herz-Reiter", "C Treffle-Zehner - D Herz-Reiter"),
        ("1840", "114.6", "einer oder mehrere\nschon", "einer oder mehrere schon"),
        ("1863", "3", "der Scatliegt", "der Scat liegt"),
        ("1863", "19", "gegewonnen", "gewonnen"),
        ("1945", "allg.2.3.7", "sonstigeTarock", "sonstige Tarock"),
    ],
)  # fmt: skip
def test_the_edition_reads_corrected_what_the_transcript_misprints(
    editions: dict[str, Edition], siglum: str, ident: str, printed: str, corrected: str
) -> None:
    passage = editions[siglum].passages[ident]
    assert printed in passage.transcript
    assert printed not in passage.text
    assert corrected in passage.text


def test_a_heading_can_be_emended(koenigrufen: Edition) -> None:
    heading = koenigrufen.headings["h19"]
    assert heading.text == "Strafen des Selbststeigerns beim Aufzeigen oder Anschauen eines Talons (§ 36)"
    assert heading.claims == ("36",)


def test_1754_has_no_emendations(editions: dict[str, Edition]) -> None:
    assert editions["1754"].emendations == []
    assert all(passage.text == passage.transcript for passage in editions["1754"].passages.values())


@pytest.mark.parametrize(
    ("siglum", "ident", "marked"),
    [
        ("1840", "26.4", "C sagt einen zwei- […] A den dreifachen"),
        ("1945", "allg.2.3.10", "[…]: Die Mandschurische Zählung:"),
    ],
)
def test_lost_words_are_marked_and_not_filled(
    editions: dict[str, Edition], siglum: str, ident: str, marked: str
) -> None:
    passage = editions[siglum].passages[ident]
    assert marked in passage.text
    assert "[…]" not in passage.transcript
    assert [emendation.kind for emendation in passage.emendations] == ["lacuna"]


def test_the_mark_of_a_loss_stands_nowhere_else(editions: dict[str, Edition]) -> None:
    marked = [p.ref for e in editions.values() for p in e.passages.values() if "[…]" in p.text]
    assert marked == ["1840:26.4", "1945:allg.2.3.10"]


@pytest.mark.parametrize(
    ("ident", "printed", "conjectured"),
    # Tricks in which B does not follow suit as printed.
    [
        ("m1.s10", "B Pique-Dame", "B Careau-Dame"),
        ("m1.s12", "B Careau-Dame", "B Pique-Dame"),
        ("m5.s9", "B Treffle-Zehner", "B Careau-Dame"),
        ("m5.s12", "B Careau-Dame", "B Treffle-Zehner"),
    ],
)
def test_a_conjecture_is_kept_apart_and_not_applied(
    koenigrufen: Edition, ident: str, printed: str, conjectured: str
) -> None:
    passage = koenigrufen.passages[ident]
    assert printed in passage.text
    assert conjectured not in passage.text
    assert [(c.lemma, c.reading) for c in passage.conjectures] == [(printed, conjectured)]


def test_a_new_conjecture_does_not_change_the_text(codex: Project, koenigrufen: Edition) -> None:
    emend(codex, "1840:m6.s1", "A Pique-König", "A Pique-Dame", kind="conjecture")
    passage = Corpus(codex).edition("1840").passages["m6.s1"]
    assert passage.hash == koenigrufen.passages["m6.s1"].hash
    assert [c.reading for c in passage.conjectures] == ["A Pique-Dame"]


# --- bad records ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("passage", "lemma", "reading", "kind", "what"),
    [
        ("1840:1.1", "Königrufens", "x", "misprint", "the lemma 'Königrufens' occurs not at all in 1840:1.1"),
        ("1840:1.2", "Rasteln", "x", "misprint", "the lemma 'Rasteln' occurs 2 times in 1840:1.2"),
        ("1840:m6.s1", "A Pik", "x", "conjecture", "the lemma 'A Pik' occurs not at all in 1840:m6.s1"),
        ("1840:132.1", "x", "y", "misprint", "`1840:132.1` is no passage of the source"),
        ("1840:m3", "x", "y", "misprint", "`1840:m3` is no passage of the source"),  # it holds passages
        ("1840:1.1", "Solo", "Solo", "misprint", "lemma and reading are the same or empty"),
        ("1840:1.1", "", "Solo", "misprint", "lemma and reading are the same or empty"),
        ("1840:1.1", "Solo", "x", "mistake", "invalid enum value 'mistake'"),
    ],
)
def test_a_bad_emendation_names_its_file_and_line(
    codex: Project, run: Run, passage: str, lemma: str, reading: str, kind: str, what: str
) -> None:
    line = emend(codex, passage, lemma, reading, kind)
    outcome = run("show", "1840:1.1", root=codex)
    assert outcome.status == 2
    assert outcome.out == ""
    place, _, message = outcome.err.partition(": ")
    assert "corpus/emendations/1840.yaml:" in place
    # the record's first line; a value that is wrong by itself is named at its own (`kind` is the fourth)
    assert int(place.rpartition(":")[2]) == (line + 3 if kind == "mistake" else line)
    assert what in message
    assert "; " in message  # what was expected


def test_an_overlap_is_named_at_one_of_the_two_records(codex: Project, run: Run) -> None:
    path = codex.corpus / "emendations" / "1840.yaml"
    lines = path.read_text(encoding="utf-8").split("\n")
    first = lines.index('- passage: "1840:47.2"') + 1
    second = emend(codex, "1840:47.2", "gilt im Dreispiele", "x")
    outcome = run("show", "1840:47.2", root=codex)
    assert outcome.status == 2
    assert int(outcome.err.split(":")[1]) in {first, second}


@pytest.mark.parametrize(
    ("extra", "what", "offset"),
    [
        ("  colour: red\n", "unknown field `colour`", 7),
        ("  kind: misprint\n", "duplicate key `kind`", 7),
        ("\tx: y\n", "broken YAML", 7),
    ],
)
def test_a_malformed_record_names_its_file_and_line(
    codex: Project, run: Run, extra: str, what: str, offset: int
) -> None:
    line = emend(codex, "1863:7", "Vorhand", "x", extra=extra)
    outcome = run("show", "1863:7", root=codex)
    assert outcome.status == 2
    assert outcome.err.startswith(f"{codex.corpus / 'emendations' / '1863.yaml'}:{line + offset}: ")
    assert what in outcome.err


def test_an_emendation_in_the_file_of_another_source_is_refused(codex: Project, run: Run) -> None:
    line = emend(codex, "1863:7", "Vorhand", "x")
    path = codex.corpus / "emendations" / "1863.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace('"1863:7"', '"1840:1.1"'), encoding="utf-8")
    outcome = run("show", "1863:7", root=codex)
    assert outcome.status == 2
    assert outcome.err.startswith(
        f"corpus/emendations/1863.yaml:{line}: `1840:1.1` is not of source 1863; expected a reference such as 1863:1"
    )


def test_a_file_that_is_no_list_is_refused(codex: Project, run: Run) -> None:
    path = codex.corpus / "emendations" / "1754.yaml"
    path.write_text("a: b\n", encoding="utf-8")
    outcome = run("show", "1754:1", root=codex)
    assert outcome.status == 2
    assert outcome.err == f"{path}:1: not a list; expected a list of emendations, `[]` when there is none\n"


def test_a_missing_file_is_an_error(codex: Project, run: Run) -> None:
    """Else the transcript would be shown as the edition."""
    (codex.corpus / "emendations" / "1840.yaml").unlink()
    outcome = run("show", "1840:47.2", root=codex)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"{codex.corpus / 'emendations' / '1840.yaml'}: cannot be read")


def test_no_emendations_are_an_empty_list(codex: Project) -> None:
    """As in its twin of doubtful places: what is there and empty may have been lost."""
    path = codex.corpus / "emendations" / "1754.yaml"
    path.write_text("[]\n", encoding="utf-8")
    assert em.load_emendations(codex, "1754") == []
    path.write_text("# none\n", encoding="utf-8")
    with pytest.raises(CodexError, match=r"not a list; expected a list of emendations, `\[\]` when there is none"):
        em.load_emendations(codex, "1754")
