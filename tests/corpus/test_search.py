"""The search: how words are found, what comes first, where they stand."""

from __future__ import annotations

import json
import random
import re

import msgspec
import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.corpus.search import LIMIT, SearchIndex, build_index, find_context
from tarock.corpus.search_data import SearchData, fold_text, load_base_forms, load_everyday
from tarock.rules.bridge import load_bridge
from tests.conftest import EVERY, SIGLA, Run, usual
from tests.helpers import replace_once
from tests.search.queries import load_queries


@pytest.fixture(scope="module")
def index(computed: ComputedCodex) -> SearchIndex:
    return build_index(computed.search_data(computed.corpus.editions()))


def _passages(out: str) -> list[str]:
    """The lines on passages, behind the card."""
    return out.rpartition("\n\n")[2].splitlines()


def found(index: SearchIndex, query: str) -> list[str]:
    return [hit.ref for hit in index.find(query).hits]


@pytest.mark.parametrize(
    ("texts", "same"),
    [(("Büßen", "buessen", "BUSSEN"), True), (("Bête", "bete"), True), (("Scüs", "Scues", "scus"), True),
     (("Stich", "Strich"), False)],
)  # fmt: skip
def test_what_folds_to_the_same(texts: tuple[str, ...], same: bool) -> None:
    assert (len({fold_text(text) for text in texts}) == 1) == same


@pytest.mark.parametrize(
    ("query", "refs"),
    # Looked up with a plain text search in the four transcripts.
    [
        ("Rasteln", ["1840:1.2"]),
        ("RASTEL-KÖNIG", ["1840:1.2"]),
        ("Kreuzer", ["1840:128.2"]),
        ('"von einigen wird diesem"', ["1840:1.2"]),
        ('"Scat liegt"', ["1863:3"]),  # the edition's word; the transcript has "Scatliegt"
        ('"eine halbe Cavallerie"', ["1754:12"]),
        ('"halbe eine Cavallerie"', []),
        ("Canasta", []),
    ],
)
def test_words_are_found_where_they_stand(index: SearchIndex, query: str, refs: list[str]) -> None:
    assert found(index, query) == refs


def test_a_written_word_misses_no_passage_that_has_it(index: SearchIndex, corpus: Corpus) -> None:
    for word in ("Talon", "Vorhand", "Pagat", "Stamm", "und"):
        expected = {
            passage.ref
            for edition in corpus.editions()
            for passage in edition.passages.values()
            if re.search(rf"\b{word}\b", passage.text, re.IGNORECASE)
        }
        assert expected <= set(found(index, word))


def test_passages_with_all_the_words_come_before_those_with_some(index: SearchIndex) -> None:
    """Only 1840:73.blank and 117.1 speak of both the Mond and of what is blank or blanked."""
    assert set(found(index, "Mond blank")[:2]) == {"1840:73.blank", "1840:117.1"}


def test_a_hit_says_where_the_words_stand(index: SearchIndex) -> None:
    (hit,) = index.find("rasteln").hits
    assert {hit.text[start:end] for start, end in hit.spans} == {"Rasteln", "Rastel", "Rastel-König", "Rastler"}
    assert list(hit.spans) == sorted(set(hit.spans))


# What people type of a card, and how the book names it.
CARDS = {
    "♥": "Herz", "♦K": "Careau-König", "K♥": "Herz-König", "♥ König": "Herz-König", "🃁": "Careau-Aß",
    "🂮": "Pique-König",    "🃠": "Scüs", "🃵": "XXI", "XVIIII": "XIX", "iiii": "IV", "Pik-10": "Pique-Zehner",
    "Kreuz-Koenig": "Treffle-König",
    "Careau-Cavall": "Careau-Reiter", "Karo-Ass": "Careau-Aß", "Herz–Dame": "Herz-Dame", "♣ 7": "Treffle-Siebner",
}  # fmt: skip


@pytest.mark.parametrize(("typed", "card"), CARDS.items())
def test_a_card_is_found_by_whatever_people_type_of_it(index: SearchIndex, typed: str, card: str) -> None:
    found = index.find(typed)
    assert [hit.ref for hit in found.hits] == [hit.ref for hit in index.find(card).hits]
    assert card.rpartition("-")[2] in found.hits[0].text
    assert (found.repaired, found.nowhere) == ((), ())


def test_a_card_that_stands_nowhere_is_named_as_it_was_typed(index: SearchIndex) -> None:
    assert index.find("♥ Quux").nowhere == ("Quux",)
    assert {*index.find("Quux-🂾").nowhere} <= {"Quux", "🂾"}


@pytest.mark.parametrize("query", ["", "  ", ".*", '""', "???", '"'])
def test_nothing_is_found_by_nothing(index: SearchIndex, query: str) -> None:
    assert found(index, query) == []


def test_a_place_comes_first_and_once(index: SearchIndex) -> None:
    assert found(index, "1840:47.2") == ["1840:47.2"]
    assert found(index, "§ 47")[0] == "1840:47"
    assert found(index, "regel 12")[0] == "1754:12"
    assert found(index, "1840:47.99") != ["1840:47.99"]


def test_only_the_named_sources_are_searched(index: SearchIndex) -> None:
    assert {hit.ref.partition(":")[0] for hit in index.find("König", ["1754", "1945"]).hits} == {"1754", "1945"}


def test_the_context_has_the_words_and_whole_ones(index: SearchIndex) -> None:
    for hit in index.find("Volat").hits[:40]:
        start, end = find_context(hit.text, hit.spans, 120)
        assert end - start <= 120 or len(hit.text) <= 120
        assert not hit.spans or any(start <= first and last <= end for first, last in hit.spans)
        assert start == 0 or hit.text[start - 1].isspace()


def test_a_text_that_is_left_out_is_not_found(computed: ComputedCodex) -> None:
    public = [edition for edition in computed.corpus.editions() if edition.siglum != "1945"]
    assert found(SearchIndex(computed.search_data(public)), "Mandschurische") == []


def test_a_base_form_of_two_words_is_refused(codex: Project) -> None:
    replace_once(codex.corpus / "base_forms.yaml", "abhalten: [abzuhalten]", "abhalten: [abzuhalten, abzuhelfen]")
    with pytest.raises(CodexError, match="`abzuhelfen` stands under `abhalten` too"):
        load_base_forms(codex)


def test_every_base_form_is_of_a_word_of_the_texts(computed: ComputedCodex) -> None:
    from tarock.corpus.spelling import list_word_forms

    modern = {word.modern for word in list_word_forms(computed.corpus.editions(), computed.spelling)}
    assert set(load_base_forms(computed.project)) <= modern


def test_the_command_prints_reference_and_text(run: Run) -> None:
    outcome = run("search", "rasteln")
    assert outcome.status == 0
    passages = _passages(outcome.out)
    assert passages[0].startswith("1840:1.2  Von Einigen wird diesem Spiele die Benennung 'Rasteln' beigelegt")
    assert outcome.err.endswith("\n1 passage\n")  # after the historical note


def test_the_command_counts_the_passages(run: Run) -> None:
    outcome = run("search", "contra", "ultimo", "--source", "1840")
    assert outcome.status == 0
    shown = _passages(outcome.out)
    every = run("search", "contra", "ultimo", "--source", "1840", "--all")
    whole = _passages(every.out)
    assert whole[: len(shown)] == shown
    assert outcome.err == f"{len(shown)} passages of {len(whole)}, the others with `--all`\n"
    assert every.err == f"{len(whole)} passages\n"
    assert all(line.startswith("1840:") for line in whole)


def test_the_command_prints_whole_passages_when_asked(run: Run, corpus: Corpus) -> None:
    text = corpus.edition("1840").passages["52.1"].text
    short, whole = (run("search", '"Den Freund contriren"', *more).out for more in ([], ["--whole"]))
    assert whole == f"1840:52.1  {text}\n"
    assert len(short) < len(whole)
    assert "Den Freund contriren" in short


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["Canasta"], "no text has 'Canasta'\n0 passages\n"),
        (["--source", "1754", "Rasteln"],
         "0 passages; but 1 passage in 1840\n"),
    ],
)  # fmt: skip
def test_what_is_not_found_ends_with_1(run: Run, arguments: list[str], told: str) -> None:
    outcome = run("search", *arguments)
    assert (outcome.status, outcome.out, outcome.err) == (1, "", told)


def test_what_becomes_of_each_word_is_said(run: Run) -> None:
    told = run("search", "what is a renonze", "in 1840").err
    assert "no text has 'renonze'; looked for 'Renonce'\n" in told
    assert "too small to weigh: what, is, a, in\n" in told
    assert "only in 1840, as asked\n" in told
    assert run("search", "xqzzw", "Pagat", "ultimo").err.startswith("no text has 'xqzzw'\n")
    assert "no text has 'Geier'; did you mean 'Geber'?\n" in run("search", "Geier").err


# A word with a fault, the other words of the query, and what is looked for; empty: nothing, though one may be offered.
FAULTS = [
    ("renonze", "", "Renonce"),
    ("alowed", "", "allowed"),
    ("arangin", "", ""),  # two letters of seven
    ("evry", "trick", "every"),  # four letters, but with `trick`
    ("evry", "", ""),
    ("ortgage", "", ""),
    ("agatultimo", "", "Pagatultimo"),  # the first letter
    ("Räuber", "", ""),  # `sauber` is no such fault
    ("Geier", "", ""),  # `Geber` is another sense
    ("Schleifer", "", ""),  # two letters of `schreiber`
    ("announed", "who may be", "announced"),
    ("Vorhnad", "", "Vorhand"),
]


@pytest.mark.parametrize(("word", "others", "meant"), FAULTS)
def test_a_word_with_a_fault_is_looked_for_only_if_the_other_is_near(
    index: SearchIndex, word: str, others: str, meant: str
) -> None:
    found = index.find(f"{others} {word}".strip())
    assert {one.casefold(): other.casefold() for one, other in found.repaired} == (
        {word.casefold(): meant.casefold()} if meant else {}
    )
    assert meant or found.nowhere == (word,)


def test_a_word_with_a_fault_finds_what_it_would_without(index: SearchIndex) -> None:
    """One letter dropped from words of seven letters and more of the texts and of our English; both languages alike."""
    chance = random.Random(51)
    for texts in (dict(index.data.passages), index.data.english):
        words = sorted({fold_text(word) for word in re.findall(r"[^\W\d_]{7,}", " ".join(texts.values()))})
        same, drawn = 0, chance.sample(words, 300 if EVERY == 1 else 40)
        for word in drawn:
            at, answer = chance.randrange(len(word)), index.find(word)
            same += found(index, word[:at] + word[at + 1 :])[:3] == [hit.ref for hit in answer.hits[: answer.shown]][:3]
        assert same >= 0.8 * len(drawn)  # some of what is left is a word, or begins one


@pytest.mark.parametrize(
    ("query", "matter"),
    [("who discards", "who-discards"), ("how many are discarded", "how-many-discarded"),
     ("when to discard", "when-cards-are-laid-away"), ("may I discard tarocks", "tarocks-discarded"),
     ("darf man Tarocke ablegen", "tarocks-discarded"), ("who cuts", "who-cuts"), ("wer hebt ab", "who-cuts"),
     ("how often may one cut", "how-often-cut"), ("wie oft darf man abheben", "how-often-cut"),
     ("wer darf kontrieren", "who-may-double-announcement"),
     ("bis wann darf man kontrieren", "latest-moment-to-double"), ("who leads", "first-lead"),
     ("what beats a king", "tarocks-against-suit-cards"), ("what beats a tarock", "highest-tarock"),
     ("what beats the Scüs", "excuse-takes-or-is-taken")],
)  # fmt: skip
def test_with_what_a_query_asks_counts(index: SearchIndex, query: str, matter: str) -> None:
    """The same is discarded, cut, doubled or beaten: `who`, `how many`, `when` and `may I` lead to other cards."""
    card = index.find(query).card
    assert card and card.id == matter


def test_no_passages_stand_behind_a_word_that_no_text_has(index: SearchIndex) -> None:
    for query in ("Canasta", "Canasta spielen", "rules of Canasta"):
        answer = index.find(query)
        assert (answer.shown, answer.card) == (0, None), query
        assert answer.nowhere == ("Canasta",)


@pytest.mark.parametrize(
    ("query", "term"),
    [("Trischaken", "trischaken"), ("was kostet ein Bettler", "bettler"), ("Bettel ouvert", "bettler"),
     ("what is a Kaiserstich", "kaiserstich"), ("Farbendreier", "farbensolo"), ("Mondfang", "mondfang"),
     ("Valat", "valat"), ("König ultimo", "koenig-ultimo"), ("Eisenbahner", "eisenbahner"),
     ("petit au bout", "pagat-ultimo"), ("écart", "ecart"), ("scarto", "ecart"), ("what are bouts", "bouts"),
     ("chien", "chien"), ("poignée", "tarocke-in-der-hand"), ("atout", "atout"), ("Matto", "fou"), ("Gstieß", "fou"),
     ("chelem", "valat"), ("was ist die Blinde", "blinde")],
)  # fmt: skip
def test_a_term_of_today_is_told_by_its_card(index: SearchIndex, project: Project, query: str, term: str) -> None:
    answer = index.find(query)
    assert answer.card and (answer.card.kind, answer.card.id) == ("today", term)
    (record,) = [located.record for located in load_bridge(project) if located.record.id == term]
    assert {each.source: each.silence for each in answer.card.answers} == {
        siglum: found.stands for siglum, found in record.sources.items()
    }
    assert (answer.card.near, answer.card.first[0]) == (record.near, record.first.says.en)


def test_only_its_passages_stand_behind_a_term_that_no_text_has(index: SearchIndex, run: Run) -> None:
    """1840:28.1 and 1863:10 say what happens when all pass: no Trischaken."""
    assert found(index, "Trischaken") == ["1840:28.1", "1863:10"]
    assert found(index, "Trischaken 1863") == ["1863:10"]
    told = run("search", "Trischaken").out
    assert "  none of the texts has it\n" in told
    assert "  nearest: matter:all-pass\n" in told
    assert "  first seen: Of a book of 1972" in told
    assert "none of the texts has it" not in run("search", "Piccolo").out  # 1945 names it
    assert index.find("Valat Wert").card != index.find("Valat").card  # the texts have it: a question on it is answered


@pytest.mark.parametrize(
    ("word", "ref"),
    [("Luftschutzbunker", "1945:vorspann.1"), ("Apotheker", "1945:vorspann.2"), ("Alscher", "1754:anmerkung.4"),
     ("Palamedes", "1754:abdruck.1"), ("Fachliteratur", "1840:nachwort.1"), ("Altenburg", "1863:nachweis.2")],
)  # fmt: skip
def test_what_stands_around_a_text_is_found(index: SearchIndex, word: str, ref: str) -> None:
    assert ref in found(index, word)


def test_no_word_that_is_shown_of_a_text_is_said_to_be_in_none(index: SearchIndex, corpus: Corpus) -> None:
    """All that `tarock show` prints of a source, but for the numbers of its §§ and articles."""
    for edition in corpus.editions():
        shown = {word for unit in edition.units.values() for word in re.findall(r"[^\W\d_]{4,}", unit.text)}
        for word in sorted(shown)[:: EVERY**2]:
            answer = index.find(word)
            assert answer.hits and not answer.nowhere and not answer.repaired, word


def test_the_name_of_a_game_does_what_its_year_does(index: SearchIndex) -> None:
    for name, siglum in (("Tarokhombre", "1863"), ("Tarock-Hombre", "1863"), ("Reform-Tarock", "1945")):
        typed, chosen = index.find(f"Farbe {name}"), index.find("Farbe", [siglum])
        assert typed == msgspec.structs.replace(chosen, eras=(siglum,))
    assert index.find("was ist Königrufen").eras == ()  # it is what is asked
    assert index.find("Königrufen 1945").eras == ("1945",)  # the year is nearer


@pytest.mark.parametrize(("query", "rest", "kind"), [
    ("glossary Mond", "Mond", "glossary"), ("Mond Glossar", "Mond", "glossary"),
    ("passages: Talon", "Talon", "passages"),
    ("answers who deals first", "who deals first", "answers"), ("Webseiten Würfel", "Würfel", "pages"),
])  # fmt: skip
def test_a_kind_in_the_query_is_told_and_not_looked_for(index: SearchIndex, query: str, rest: str, kind: str) -> None:
    assert index.find(query) == msgspec.structs.replace(index.find(rest), kind=kind)
    assert index.find(kind).kind == ""


def test_the_command_keeps_to_the_kind_in_the_query(run: Run) -> None:
    answers, passages = run("search", "answers who deals first"), run("search", "passages who deals first")
    assert "matter:who-deals-first" in answers.out and "\n1840:8.3" not in answers.out
    assert "matter:who-deals-first" not in passages.out and passages.out.startswith("1840:8.3")
    assert "only passages, as asked\n" in passages.err


def test_the_mark_of_a_page_lists_its_passages_and_is_said_to_be_doubtful(run: Run, corpus: Corpus) -> None:
    outcome = run("search", "Seite 257")
    refs = [f"1863:{ident}" for ident in corpus.edition("1863").pages["page.257"]]
    assert [line.split()[0] for line in outcome.out.splitlines()] == refs
    assert "the marks of the pages of 1863 are doubtful" in outcome.err


def test_a_piece_inside_another_word_is_not_found(index: SearchIndex) -> None:
    """`deck` in `entdeckt` and `Entdecker` is no deck; `Teilung` is a part of `Vertheilung`, not of `Beurtheilung`."""
    for hit in index.find("deck").hits:
        assert not any("ntdeck" in hit.text[start:end] for start, end in hit.spans), hit.ref
    words = {hit.text[start:end] for hit in index.find("Teilung").hits for start, end in hit.spans}
    assert "Vertheilung" in words
    assert not any("urtheil" in word for word in words)


def test_an_answer_is_cut_where_it_stops_being_one(index: SearchIndex) -> None:
    answer = index.find("Tarock")
    assert answer.of > 200
    assert answer.shown <= 50


def test_an_unknown_term_among_the_everyday_words_is_refused(codex: Project, computed: ComputedCodex) -> None:
    replace_once(codex.corpus / "everyday.yaml", "  abheben: [", "  abhebem: [")
    with pytest.raises(CodexError, match="`abhebem` is no term"):
        load_everyday(codex, computed.termbase.terms)


def test_everyday_words_ask_for_passages_that_exist(codex: Project, computed: ComputedCodex) -> None:
    passages = dict(computed.search_data(computed.corpus.editions()).passages)
    asked = {ref for each in load_everyday(codex, computed.termbase.terms).alike for ref in each.at}
    assert asked
    assert asked <= passages.keys()


def test_small_words_between_others_are_overlooked_unless_they_ask_or_deny(index: SearchIndex) -> None:
    assert index.lead_words(["change", "the", "seats"]) == index.lead_words(["change", "seats"])
    assert index.lead_words(["farbe", "nicht", "habe"]) != index.lead_words(["farbe", "habe"])
    assert index.lead_words(["in", "the", "hand"]) == index.stems(["in", "the", "hand"])  # too little would be left


@pytest.mark.parametrize("query", ["may we change the seats?", "seats: is it allowed to change them"])
def test_words_that_ask_for_a_passage_do_so_wherever_they_stand(index: SearchIndex, query: str) -> None:
    assert index.find(query).hits[0].ref == "1840:8.6"


def test_the_name_of_a_game_is_looked_for_if_nothing_else_is_anywhere(index: SearchIndex) -> None:
    assert index.find("Königrufen Xyzzyqwv").hits


def test_the_command_prints_json(run: Run) -> None:
    (record,) = json.loads(run("search", "Kreuzer", "--json").out)["hits"]
    assert record["ref"] == "1840:128.2"
    assert [record["text"][start:end] for start, end in record["spans"]] == ["Kreuzer"]


def test_words_of_the_translation_are_found_and_shown(run: Run, corpus: Corpus) -> None:
    """1840:76.1: `manchen Vorwurf und manche Rüge`; the translation has `rebuke` there and nowhere else."""
    (record,) = json.loads(run("search", "rebuke", "--json").out)["hits"]
    assert record["text"] == corpus.edition("1840").passages["76.1"].text
    assert [record["english"][start:end] for start, end in record["english_spans"]] == ["rebuke"]
    assert "many a reproach and many a rebuke" in run("search", "rebuke").out


@pytest.mark.parametrize("words", [["x" * (LIMIT + 1)], ["der"] * 1000])
def test_a_search_that_is_too_long_is_refused(run: Run, words: list[str]) -> None:
    outcome = run("search", *words)
    assert outcome.status == 2
    assert f"expected at most {LIMIT}" in outcome.err


def test_an_unknown_source_is_refused(run: Run) -> None:
    outcome = run("search", "--source", "1900", "Pagat")
    assert outcome.status == 2
    assert outcome.err == f"unknown source `1900`; expected one of {', '.join(SIGLA)}\n"


@pytest.mark.slow
def test_the_question_of_a_matter_leads_to_its_card_in_both_languages(
    index: SearchIndex, computed: ComputedCodex
) -> None:
    asked = [
        (located.record.id, question)
        for located in [*computed.matters.values()][:: EVERY * 2 - 1]
        for question in (located.record.question.en, located.record.question.de)
    ]
    cards = [(ident, index.find(question).card) for ident, question in asked]
    right = sum(card is not None and card.id == ident for ident, card in cards)
    assert right >= 0.8 * len(asked)  # others are answered by a neighbour on the same passages


@pytest.mark.parametrize(("query", "language"), [("who deals first", "en"), ("Wer gibt zuerst?", "de")])
def test_a_card_has_the_answers_of_its_matter(run: Run, computed: ComputedCodex, query: str, language: str) -> None:
    """1840:8.3 alone says who deals first; the other texts are silent."""
    card = json.loads(run("search", query, "--json").out)["card"]
    matter = computed.matters["who-deals-first"].record
    assert (card["kind"], card["id"], card["language"]) == ("matter", matter.id, language)
    assert (card["en"], card["de"]) == (matter.question.en, matter.question.de)
    assert [answer["source"] for answer in card["answers"]] == list(matter.answers)
    for answer in card["answers"]:
        expected = matter.answers[answer["source"]]
        assert answer.get("silence", "") == expected.silence
        assert answer.get("de", "") == (expected.says.de if expected.says else "")
    lines = run("search", query).out.partition("\n\n")[0].splitlines()
    assert lines[0] == f"{getattr(matter.question, language)}  matter:{matter.id}"
    said = matter.answers["1840"].says
    assert said
    assert f"  1840  {getattr(said, language)}  1840:8.3" in lines


def test_no_card_where_a_place_is_named_or_nothing_is_known(index: SearchIndex) -> None:
    for query in ("1840:47.2", "§ 47", "Canasta", '"Bagat"', "xqzzw Pagat"):
        assert index.find(query).card is None, query


def test_a_year_in_the_query_does_what_the_source_does(index: SearchIndex) -> None:
    for query in [str(each.query) for each in load_queries()][::EVERY]:
        if index.find(query).eras or "1840" in query or "1754" in query:
            continue  # names a year, or a game, already
        for siglum in usual(SIGLA):
            typed, chosen = index.find(f"{query} {siglum}"), index.find(query, [siglum])
            if (typed.page or len(typed.hits) == 1) and not typed.eras:
                continue  # a reference with its year
            assert typed == msgspec.structs.replace(chosen, eras=(siglum,)), query


def test_a_form_in_quotation_marks_comes_before_its_modern_spelling(index: SearchIndex, corpus: Corpus) -> None:
    refs = found(index, '"Bagat"')
    written = {
        passage.ref
        for edition in corpus.editions()
        for passage in edition.passages.values()
        if re.search(r"\bBagat\b", passage.text)
    }
    assert written
    assert {*refs[: len(written)]} == written
    assert len(refs) > len(written)


def test_a_few_passages_stand_behind_a_word_that_is_nowhere(index: SearchIndex) -> None:
    answer = index.find("xqzzw Pagat Kreuzer")
    assert answer.nowhere == ("xqzzw",)
    assert answer.shown == sum(
        bool(re.search("pagat", hit.text, re.IGNORECASE) and re.search("kreuzer", hit.text, re.IGNORECASE))
        for hit in answer.hits
    )


@pytest.mark.slow
def test_the_index_is_built_once_and_again_when_a_text_changes(
    codex: Project, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tarock.corpus import search

    codex.build.mkdir(exist_ok=True)
    for note in codex.build.glob("search-*"):
        note.unlink()
    built: list[int] = []
    build = search.build_index

    def counting(data: SearchData) -> SearchIndex:
        built.append(len(data.passages))
        return build(data)

    monkeypatch.setattr("tarock.rules.data.build_index", counting)
    whole = run("search", "revoke", "--json", root=codex)
    assert run("search", "revoke", "--json", root=codex) == whole
    assert len(built) == 1
    assert run("search", "--source", "1863", "Tarock", "--json", root=codex).out
    assert len(built) == 1
    replace_once(codex.corpus / "notes.yaml", "expression: auf den Juden spielen", "expression: auf die Juden spielen")
    assert run("search", "revoke", "--json", root=codex) == whole
    assert len(built) == 2


def test_a_search_in_an_unknown_source_is_refused(codex: Project, run: Run) -> None:
    outcome = run("search", "--source", "1900", "Tarock", root=codex)
    assert outcome.status == 2
    assert outcome.err.startswith("unknown source `1900`; expected one of 1754, ")
