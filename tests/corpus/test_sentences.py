"""Sentences: where the texts are cut, by our own reading of each place, and that nothing of a text is lost."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.corpus.editions import Corpus
from tarock.corpus.sentences import find_splitter, load_stop_rules
from tests.conftest import SIGLA, Run
from tests.helpers import resolve

# Each passage with the first words of its second sentence and of those behind it, as a reader divides the German.
PLACES: dict[str, tuple[str, ...]] = {
    # abbreviations, inside a sentence and at its head
    "1840:4.1": ("Z. B. der XX",),  # … u. s. w. at the end
    "1840:7.2": (),  # seyn; d. h. er gibt
    "1840:10.1": (),  # Kartenwechsel d. h. ein anderes
    "1840:14.3": (),  # u. d. gl., so macht
    "1840:18.2": ("Auch gehört",),  # etc., im § 17. vorgezeichnet; im § 131. besprochene
    "1840:21.1": ("Diesen Ausdrücken",),
    "1840:33.1": ("Z. B. Es wird", "In diesem Falle"),
    "1840:73.besetzt": ("Hat man z. B.",),
    "1840:77.4": ("Wie leicht",),  # u. d. gl. Umstände
    "1840:79.12": (),  # S. Musterspiele VII. und VIII.
    "1840:96.8": ("Dieses richtet", "Z. B. XXI. und Pagat"),
    "1840:127.2": ("Z. B. A und B",),
    "1863:2": (),  # u. gibt, (od. er legt
    "1863:17": (),  # z.B. in one word
    "1863:18": (),  # 5, 6 etc. wird
    # paragraphs that are referred to, in brackets behind the stop too
    "1840:7.3": (),  # Siehe §. 131.
    "1840:22.1": ("Siehe § 45.",),
    "1840:30.9": (),  # begibt. (§. 50).
    "1840:35.2": (),
    "1840:45.2": (),  # gewinnen. (§. 22.).
    "1840:47.1": (),  # (in einer Hand, §. 30), dann; Dreiers -, bei Solo
    "1840:54.2": (),  # worden ist. (S. z. B. §. 115).
    "1840:74.2": (),  # (S. §. 50.)
    # letters of seats and of items
    "1840:6.4": (),  # A. ein Spiel
    "1840:6.5": (),  # B. Ein Spiel
    "1840:26.4": ("B darf kein",),
    "1840:30.10": ("An diesem", "Im ersten Falle"),
    "1840:50.2": (),  # B und C. desgleichen, D. einen
    "1840:m4.spiel.4": ("Nach dem Verlegen", "B sagt ultimo"),
    "1840:m5.spiel.4": ("Nach dem", "Es ist hier", "A. sagt ultimo"),  # C. contra - A. supra und C. Re.
    # numbers and tarocks
    "1754:1": ("Derjenige", "Desgleichen"),  # 1. Dasselbe; 78. Blättern
    "1754:10": (),  # N. 21. sind
    "1754:16": (),
    "1754:17": ("N. 21. ist",),
    "1754:19": (),  # noch 3. Blätter
    "1863:24": (),  # nach dem 15. Stiche
    "1840:73.blank": ("Blank ist", "Blankiren heißt", "Z. B. Man"),  # a line feed; den XV. und XIII. gehabt
    "1840:73.geschlossen": ("Z. B. XXI.",),
    "1840:91.6": ("Z. B. Hätte", "Hat man"),
    "1840:96.9": ("Bei XXI. und Pagat", "Bei XX. und XIX. spielt", "Hat man"),
    "1840:111.3": ("Wäre B",),  # und II. - B tarockirt
    "1840:m2.spiel.4": ("Nach dem",),  # XVI. XIV. Pagat
    "1840:m3.spiel.4": ("Nach dem",),  # Scüs. XIX. XVII.
    "1840:m3.bemerkung.1": (),  # den XIX. zur Unzeit
    # questions, exclamations, quotes, dashes, colons, semicolons
    "1840:79.4": ("Diesen wollen",),  # zu retten ?? Diesen
    "1840:79.7": (),  # gerettet werden ? denn
    "1840:einleitung.3": (),  # werde; - weil
    "1840:m2.bemerkung.1": ('Auch sind "Alle Drei"',),
    "1945:allg.2.1.1": ("Nach dem Mischen", "Dieser hebt", "Klopft das"),  # § 1: Gegeben; 2 x 3! - als
    "1945:allg.2.3.8": ("Die Summe",),  # (z.B.: 32/2 Blatt).
    "1945:bes.A.2.4.1": (),
    "1945:bes.A.2.4.2": ("Strafe: Noch einmal", "Das Abheben", "Das Anmaßen", "Zurückmischen (offen)"),
    # notation, and a remark behind it
    "1840:8.4": (),
    "1840:m2.C": (),  # C. Spieler. Scüs, XXI.
    "1840:m1.s1": (),  # 1. Stich. A II.
    "1840:m4.s5": ("Nun sieht B",),
}

ENGLISH: dict[str, tuple[str, ...]] = {
    "It has 78. The dealer, i.e. the last, deals.": ("The dealer",),
    "1. The pack has 78 cards. It is dealt by five.": ("It is",),
    "A. A game of fifteen cards, e.g. two of five points.": (),
    "Seat B plays XIX. The partner of C. plays it high.": ("The partner",),
    "He holds: Scüs. XXI. XX. and Pagat.": (),
    "No. 21 is the highest (cf. § 4). See p. 12.": ("See p.",),
    "He forfeits it. (§ 50). Then A says “Pass.” The others play.": ("Then A", "The others"),
    "Three, four etc. He says no. Does he? - he does!": ("He says", "Does he"),
}


@pytest.mark.parametrize(("ref", "openings"), PLACES.items())
def test_a_passage_is_cut_where_a_reader_cuts_it(corpus: Corpus, ref: str, openings: tuple[str, ...]) -> None:
    passage = resolve(corpus, ref).passages[0]
    first, *others = resolve(corpus, ref).edition.sentences[passage.ident]
    assert passage.text.startswith(first.text)
    assert len(others) == len(openings), [sentence.text for sentence in others]
    assert all(sentence.text.startswith(words) for sentence, words in zip(others, openings, strict=True))


@pytest.mark.parametrize(("text", "openings"), ENGLISH.items())
def test_english_is_cut_by_its_own_words(project: Project, text: str, openings: tuple[str, ...]) -> None:
    spans = find_splitter(project, "en").split(text)
    assert len(spans) == 1 + len(openings)
    assert all(text[low:].startswith(words) for (low, _), words in zip(spans[1:], openings, strict=True))


@pytest.mark.parametrize("siglum", SIGLA)
def test_sentences_and_white_space_are_the_whole_text(corpus: Corpus, siglum: str) -> None:
    edition = corpus.edition(siglum)
    assert list(edition.sentences) == list(edition.units)
    for ident, sentences in edition.sentences.items():
        text, place = edition.units[ident].text, 0
        for number, sentence in enumerate(sentences, 1):
            assert sentence.ident == f"{ident}#{number}"
            start = text.index(sentence.text, place)
            assert not text[place:start].strip()
            place = start + len(sentence.text)
        assert not text[place:].strip()
        assert sentences


PIECES = ("z. B.", "XIX.", "§.", "21.", "A.", "Er", "sticht.", "Wer?", "so!", '"', "'", "(", ")", "-", " ", "  ", "\n")


@pytest.mark.parametrize("language", ["de", "en"])
@given(text=st.lists(st.sampled_from(PIECES) | st.text(max_size=4)).map("".join))
def test_any_text_is_tiled(project: Project, language: str, text: str) -> None:
    spans = find_splitter(project, language).split(text)
    place = 0
    for start, end in spans:
        assert not text[place:start].strip()
        assert text[start:end] == text[start:end].strip() != ""
        place = end
    assert not text[place:].strip()


@pytest.mark.parametrize(
    ("ref", "idents"),
    [
        ("1840:18.2#2", ["18.2#2"]),
        ("1840:96.9#2-#4", ["96.9#2", "96.9#3", "96.9#4"]),
        ("1840:33.1#2-33.1#3", ["33.1#2", "33.1#3"]),
        ("1840:21.1#2-21.2#1", ["21.1#2", "21.2#1"]),
        ("1840:18.2#2,7.3#1", ["18.2#2", "7.3#1"]),
        ("1863:7#1@1.0.0", ["7#1"]),
        ("1945:vorspann.1#2", ["vorspann.1#2"]),
        ("urn:cts:tarock:anon1840.koenigrufen.de1-0-0:18.2#2", ["18.2#2"]),
        ("https://codex.example/c/1840/18.2@1.0.0/#2", ["18.2#2"]),
        ("https://codex.example/c/1840/18.2/index.html#2", ["18.2#2"]),
    ],
)
def test_a_reference_names_sentences(corpus: Corpus, ref: str, idents: list[str]) -> None:
    assert [sentence.ident for sentence in resolve(corpus, ref).passages] == idents


@pytest.mark.parametrize(
    ("ref", "message"),
    [
        ("1840:18.2#3", "no sentence 3 in 1840:18.2; expected 1840:18.2#1 to #2"),
        ("1840:7.3#2", "no sentence 2 in 1840:7.3; expected 1840:7.3#1"),
        ("1840:18.2#0", "`1840:18.2#0` is not a reference"),
        ("1840:18.2#", "is not a reference"),
        ("1840:18.2#x", "is not a reference"),
        ("1840:#2", "is not a reference"),
        ("1840:18#1", "1840:18 has no sentences of its own; expected those of 1840:18.1"),
        ("1840:m4.s5.bemerkung#1", "has no sentences of its own"),
        ("1840:18.2#2-18.3", "goes from a sentence to a passage"),
        ("1840:18.2#2-#1", "runs backwards"),
        ("1840:h7#1-18.2#1", "an end that is in no passage"),
        ("1840:18.99#1", "no `18.99` in source 1840"),
    ],
)
def test_what_names_no_sentence_is_refused(corpus: Corpus, ref: str, message: str) -> None:
    with pytest.raises(CodexError) as caught:
        resolve(corpus, ref)
    assert message in str(caught.value)


def test_a_sentence_keeps_its_corrections(corpus: Corpus) -> None:
    for edition in corpus.editions():
        for ident, sentences in edition.sentences.items():
            unit = edition.units[ident]
            assert sum(len(sentence.emendations) for sentence in sentences) == len(unit.emendations), unit.ref
    assert "Kartengeberverliert" in resolve(corpus, "1863:26#1").passages[0].transcript


def test_show_and_cite_know_sentences(run: Run, corpus: Corpus) -> None:
    words = "Auch gehört hieher der im § 131. besprochene Fall."
    assert run("show", "1840:18.2#2").out == f"1840:18.2#2  {words}\n"
    cited = run("cite", "1840:18.2#2", "--quote").out
    assert words in cited
    assert f"§ 18, para. 2, sentence 2 [1840:18.2#2@{corpus.sources['1840'].edition}]" in cited
    assert "§ 18, 2. Absatz, 2. Satz" in run("cite", "1840:18.2#2", "--lang", "de").out
    assert run("verify", cited).status == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("abbreviations: {z. B: zum Beispiel}\nnumbers: true\ntarocks: true\nletters: true\n", "ends in no full stop"),
        ("abbreviations: {}\nnumbers: true\n", "tarocks"),
        ("abbreviations: {}\nnumbers: maybe\ntarocks: true\nletters: true\n", "numbers"),
    ],
)
def test_a_malformed_language_is_named_with_file_and_line(
    tmp_path_factory: pytest.TempPathFactory, text: str, message: str
) -> None:
    path = tmp_path_factory.mktemp("sentences") / "de.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CodexError) as caught:
        load_stop_rules(path)
    assert message in str(caught.value)
    assert f"{path}:" in str(caught.value)


def test_a_source_in_a_language_without_rules_is_refused(codex: Project, run: Run) -> None:
    shutil.move(codex.root / "corpus/sentences/de.yaml", codex.root / "corpus/sentences/fr.yaml")
    failed = run("show", "1840:1", root=codex)
    assert failed.status == 2
    assert "no sentences are known of the language `de`; expected one of en, fr" in failed.err
