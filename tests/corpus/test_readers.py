"""The readers cut each transcript into the units that a reader of the text would count, and lose nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.corpus.annotations import Kind
from tarock.corpus.editions import Corpus, Edition, Heading, Paratext, Passage, read_edition
from tarock.corpus.profiles import find_profile
from tarock.corpus.profiles.profile import Segment, Segmenter, SegmentRole
from tarock.corpus.sources import load_sources
from tests.conftest import ROOT, SIGLA, Run
from tests.helpers import raised, retouch, step_version

FILE = Path("text.txt")
TRANSCRIPTS = {siglum: (ROOT / "corpus" / "sources" / f"{siglum}.txt").read_bytes().decode("utf-8") for siglum in SIGLA}


def nonblank(siglum: str) -> list[str]:
    """The lines of a transcript with something on them: the plain material of the counts below."""
    return [line.strip() for line in TRANSCRIPTS[siglum].split("\n") if line.strip()]


def assert_tiled(segments: tuple[Segment, ...], text: str) -> None:
    """The segments are the text: each begins where the one before it ends, and gaps are white space only."""
    assert [segment.start for segment in segments] == [0, *(segment.end for segment in segments)][:-1]
    assert "".join(text[segment.start : segment.end] for segment in segments) == text
    for segment in segments:
        if segment.role is SegmentRole.LAYOUT:
            assert not text[segment.start : segment.end].strip()
        else:
            assert text[segment.start : segment.end].strip()


# --- nothing is lost --------------------------------------------------------------------------------------


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_segments_are_the_transcript(siglum: str) -> None:
    text = TRANSCRIPTS[siglum]
    assert_tiled(find_profile(siglum).segment(text, FILE), text)


@pytest.mark.parametrize("siglum", SIGLA)
def test_passages_headings_and_paratext_hold_every_letter_of_the_transcript(
    editions: dict[str, Edition], siglum: str
) -> None:
    held = ""
    for item in editions[siglum].items:
        if isinstance(item, Paratext):
            held += item.text
        else:
            held += item.transcript
    # the mark inside sentence 21 of 1863 stands behind it, so letters are counted, not their order
    assert sorted(re.sub(r"\s", "", held)) == sorted(re.sub(r"\s", "", TRANSCRIPTS[siglum]))
    if siglum != "1863":
        assert re.sub(r"\s", "", held) == re.sub(r"\s", "", TRANSCRIPTS[siglum])


@pytest.mark.parametrize("siglum", SIGLA)
def test_every_id_is_well_formed_and_used_once(editions: dict[str, Edition], siglum: str) -> None:
    idents = [item.ident for item in editions[siglum].items if isinstance(item, Passage | Heading)]
    assert len(idents) == len(set(idents))
    for ident in idents:
        assert re.fullmatch(r"[A-Za-z0-9]+(\.[A-Za-z0-9]+)*", ident)


@pytest.mark.parametrize("siglum", SIGLA)
def test_no_passage_is_empty_or_has_space_around_it(editions: dict[str, Edition], siglum: str) -> None:
    for passage in editions[siglum].passages.values():
        assert passage.text
        assert passage.text == passage.text.strip()
        assert passage.transcript == passage.transcript.strip()


@pytest.mark.parametrize("siglum", SIGLA)
def test_a_container_is_no_passage(editions: dict[str, Edition], siglum: str) -> None:
    edition = editions[siglum]
    assert not set(edition.containers) & set(edition.passages)


# --- 1754 -------------------------------------------------------------------------------------------------


def test_1754_has_the_twenty_one_rules_that_it_numbers(editions: dict[str, Edition]) -> None:
    edition = editions["1754"]
    numbered = [line for line in nonblank("1754") if re.match(r"\d+\. ", line)]
    assert len(numbered) == 21  # the last one begins "21. Es wird allemal ein gültig Blat"
    assert list(edition.passages) == [str(number) for number in range(1, 22)]
    assert [passage.text for passage in edition.passages.values()] == numbered
    assert {passage.kind for passage in edition.passages.values()} == {"rule"}


def test_1754_keeps_the_printing_note_and_the_editor_apart(editions: dict[str, Edition]) -> None:
    paratext = [item for item in editions["1754"].items if isinstance(item, Paratext)]
    assert [item.kind for item in paratext] == ["printing", "editor", "editor", "editor", "editor", "web"]
    assert "PALAMEDES REDIVIVUS" in paratext[0].text
    assert paratext[-1].text == "Home"


# --- 1840 -------------------------------------------------------------------------------------------------


def test_1840_has_the_131_sections_of_the_transcript(koenigrufen: Edition) -> None:
    marks = re.findall(r"^§ (\d+)\.$", TRANSCRIPTS["1840"], re.MULTILINE)
    assert len(marks) == 131
    sections = [heading.ident for heading in koenigrufen.headings.values() if heading.kind == "section"]
    assert sections == marks == [str(number) for number in range(1, 132)]
    for section in sections:
        assert koenigrufen.containers[section]


# Paragraphs counted by reading the transcript with a finger on the line.
@pytest.mark.parametrize(
    ("container", "count"),
    [
        ("vorwort", 3), ("einleitung", 7), ("1", 2), ("2", 5), ("3", 3), ("6", 25), ("8", 8), ("21", 9),
        ("26", 4), ("30", 10), ("43", 5), ("47", 6), ("52", 1), ("79", 12), ("114", 7), ("131", 5),
        ("uebergang", 1),
    ],
)  # fmt: skip
def test_1840_paragraphs_are_numbered_from_one(koenigrufen: Edition, container: str, count: int) -> None:
    assert koenigrufen.containers[container] == tuple(f"{container}.{number}" for number in range(1, count + 1))


@pytest.mark.parametrize(
    ("ident", "opening"),
    # The opening words of some paragraphs, found by counting lines in the transcript.
    [
        ("vorwort.3", "Die Verlagshandlung."),
        ("einleitung.1", "Bevor sich Jemand an einen Spieltisch"),
        ("6.18", "Da sämmtliche vier und fünfzig Blätter"),
        ("6.25", "Im umgekehrten Falle fehlen"),
        ("8.5", "Es hätte z. B. bei vier Spielern"),
        ("47.2", "Für ultimo angesagt, gilt"),
        ("73.1", "Während des Spieles bedient man sich"),
        ("131.5", "Bei 5 Personen spielt man fast nie"),
        ("uebergang.1", "Nachdem man alle Regeln aufgezählt"),
        ("m1.titel.1", "1. Gewöhnliches Spiel."),
        ("m1.titel.2", "Dreier."),
        ("m1.ergebnis", "Gewonnen."),
        ("m7.ergebnis", "Volat im Stillen dadurch gemacht"),
        ("m3.s5", "5. -\"- A Herz-Vierer"),
        ("m6.spiel.1", "C spielt Solo mit Careau-König."),
        ("m8.bemerkung.1", "B hatte keine glänzende Karte"),
    ],
)  # fmt: skip
def test_1840_passages_stand_where_a_reader_finds_them(koenigrufen: Edition, ident: str, opening: str) -> None:
    assert koenigrufen.passages[ident].text.startswith(opening)


def test_1840_every_line_of_a_section_is_one_paragraph(koenigrufen: Edition) -> None:
    """Count anew with a plain loop: lines between `§ n.` and the next § or heading.

    Three sections are not cut line by line: § 8 has a drawing of four lines, § 73 is the glossary, and in
    § 114 the transcript breaks a line inside a sentence.
    """
    counted: dict[str, int] = {}
    section = ""
    for line in nonblank("1840"):
        if line == "*****":
            break
        if mark := re.fullmatch(r"§ (\d+)\.", line):
            section = mark[1]
            counted[section] = 0
        elif section and not re.search(r"\((?:§ [\d in.]+|S\. Einleitung)\)$", line):
            counted[section] += 1
    counted["8"] -= 3
    counted["114"] -= 1
    del counted["73"]
    assert {s: len(koenigrufen.containers[s]) for s in counted} == counted


def test_1840_the_drawing_of_the_table_is_one_figure(koenigrufen: Edition) -> None:
    figures = [p for p in koenigrufen.passages.values() if p.kind == "figure"]
    assert [figure.ident for figure in figures] == ["8.4"]
    assert figures[0].text == "A.\n_\nB. | _ | D.\nC."


# The entries of the glossary in § 73, listed by hand from the transcript: the words that open each. A line
# that goes on explaining the word above it ("Leicht ist der Gegensatz von gedruckt.") is not an entry.
GLOSSARY = """
Abgebrannt, | Angeschmiert, | Anlaufen - | Anzeigen, Auffordern. | Beisser, Stecher, | Besetzt,
Blank, blankiren. | Einfadeln, | Farbenreiben, | Fettmachen, | Festhalten, | Freund erkennen
Force, Forcefarbe, | Geschlossen | Heben. | Herausreißen, | Herüberspielen | Hineingehen
Nach Hause gehen | Bei Hofe speisen, | Eine Karte steht | Die Karten sind vertheilt,
Für die Küche sorgen. | Künsteln - | Laufen lassen, | Nachspielen, | Sich opfern, | Raison | Reizkarte
Riskiren | Scat nennt | Scatinel | Schinden, | Schlafen | Schonen | Schmieren ist | Schwäche, -
Schmierig seyn, | Sondiren | Spielen, u. z. | Zur Sprache bringen | Stecher ist | In Stich setzen
Wohlfeiler Stich | Schwimmen | Treibfarbe | Treffen | Umbringen, | Verderben, | Verspäten | Vertrauen,
Unter Volat stehen | Vorsetzen | Zurückhalten.
"""


def test_1840_the_glossary_has_54_entries_in_the_authors_order(koenigrufen: Edition) -> None:
    openings = [word.strip() for line in GLOSSARY.strip().split("\n") for word in line.split("|")]
    assert len(openings) == 54
    entries = [passage for passage in koenigrufen.passages.values() if passage.kind == "entry"]
    assert len(entries) == 54
    for entry, opening in zip(entries, openings, strict=True):
        assert entry.text.startswith(opening)
        assert entry.ident.startswith("73.")
    assert koenigrufen.containers["73"] == ("73.1", *(entry.ident for entry in entries))


def test_1840_an_entry_keeps_the_lines_that_go_on_with_it(koenigrufen: Edition) -> None:
    # counted in the transcript: "Schwäche" has five lines, "Angeschmiert" three, "Abgebrannt" one
    assert koenigrufen.passages["73.schwaeche"].text.count("\n") == 4
    assert koenigrufen.passages["73.angeschmiert"].text.count("\n") == 2
    assert "\n" not in koenigrufen.passages["73.abgebrannt"].text
    assert koenigrufen.passages["73.spielen"].text.endswith("Leicht ist der Gegensatz von gedruckt.")


def test_1840_has_eight_games_of_twelve_tricks(koenigrufen: Edition) -> None:
    printed = re.findall(r"^(?:\d+)\. (?:Stich\.|-\"-) ", TRANSCRIPTS["1840"], re.MULTILINE)
    assert len(printed) == 8 * 12 == 96
    tricks = [passage.ident for passage in koenigrufen.passages.values() if passage.kind == "trick"]
    assert tricks == [f"m{game}.s{trick}" for game in range(1, 9) for trick in range(1, 13)]


@pytest.mark.parametrize("game", range(1, 9))
def test_1840_each_game_has_title_result_four_hands_and_bidding(koenigrufen: Edition, game: int) -> None:
    held = koenigrufen.containers[f"m{game}"]
    for part in (f"m{game}.titel.1", f"m{game}.ergebnis", f"m{game}.spiel.1", f"m{game}.bemerkung.1"):
        assert part in held
    assert [ident for ident in held if re.fullmatch(r"m\d\.[A-D]", ident)] == [f"m{game}.{s}" for s in "ABCD"]
    for seat in "ABCD":
        assert koenigrufen.passages[f"m{game}.{seat}"].text.startswith(f"{seat}. ")
    assert koenigrufen.headings[f"m{game}.lage"].text == "Lage der Karten."


@pytest.mark.parametrize(
    ("game", "titles", "bids", "remarks"),
    # Lines counted by hand: before the result line, between deal and trick 1, after trick 12.
    [
        (1, 2, 4, 2), (2, 1, 4, 1), (3, 1, 4, 3), (4, 1, 4, 1),
        (5, 1, 5, 1), (6, 1, 1, 1), (7, 1, 4, 1), (8, 1, 4, 1),
    ],
)  # fmt: skip
def test_1840_games_have_the_lines_of_the_print(
    koenigrufen: Edition, game: int, titles: int, bids: int, remarks: int
) -> None:
    for part, count in (("titel", titles), ("spiel", bids), ("bemerkung", remarks)):
        assert len(koenigrufen.containers[f"m{game}.{part}"]) == count


def test_1840_shelfmark_separators_and_afterword_are_paratext(koenigrufen: Edition) -> None:
    paratext = [item for item in koenigrufen.items if isinstance(item, Paratext)]
    assert [item.kind for item in paratext] == ["shelfmark", "separator", "separator", "editor", "editor"]
    assert paratext[0].text == "ÖNB 297.564 - A"
    assert paratext[-1].text.startswith("Hans-Joachim Alscher, 18.4.2003")


# --- 1840: the thematic headings --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sections"),
    # Worked out by hand from the headings' own "(§ …)".
    [
        ("Benennung des Spieles (§ 1)", (1,)),
        ("Mit welchen Karten gespielt wird. Nähere Bezeichnung derselben. (§ 2 in 5)", (2, 3, 4, 5)),
        ("Ansagen der Spiele. - Welche Spiele vorkommen. - Steigerung. - Kauf-Talon (§ 20 in 22.38)",
         (20, 21, 22, 38)),
        ("Steigerung der Spiele (§ 25 in 28.83)", (25, 26, 27, 28, 83)),
        ("Selbstrufen. - Allein spielen (§ 31 in 34.82)", (31, 32, 33, 34, 82)),
        ("Pagat ultimo im Stillen - mit Ansagen. Contra. Re. supra (§ 51 in 58.62)",
         (51, 52, 53, 54, 55, 56, 57, 58, 62)),
        ("Freunde müssen sich zu erkennen geben - einander aufsuchen. Auf welche Art (§ 90 in 92.98)",
         (90, 91, 92, 98)),
        ("Benehmen beim Spiele (S. Einleitung)", ()),
    ],
)  # fmt: skip
def test_1840_a_heading_claims_the_sections_that_it_names(
    koenigrufen: Edition, words: str, sections: tuple[int, ...]
) -> None:
    heading = next(heading for heading in koenigrufen.headings.values() if heading.text == words)
    assert heading.kind == "theme"
    assert heading.claims == tuple(map(str, sections))


def test_1840_there_are_as_many_thematic_headings_as_lines_that_end_in_a_range(koenigrufen: Edition) -> None:
    lines = [line for line in nonblank("1840") if re.search(r"\((?:§ \d[^()]*|S\. Einleitung)\)$", line)]
    themes = [heading for heading in koenigrufen.headings.values() if heading.kind == "theme"]
    assert lines == [heading.transcript for heading in themes]
    assert [heading.ident for heading in themes] == [f"h{number}" for number in range(1, len(lines) + 1)]


def test_1840_every_section_has_subjects(koenigrufen: Edition) -> None:
    assert set(koenigrufen.subjects) == {str(number) for number in range(1, 132)}
    assert all(koenigrufen.subjects.values())


def test_1840_subjects_are_the_words_of_the_headings(koenigrufen: Edition) -> None:
    assert koenigrufen.subjects["1"] == ("Benennung des Spieles",)
    assert koenigrufen.subjects["38"] == (  # claimed from afar by the heading of §§ 20 to 22, then by its own
        "Ansagen der Spiele", "Welche Spiele vorkommen", "Steigerung", "Kauf-Talon",
        "Welchen König man bei Solo rufen muß",
    )  # fmt: skip
    assert koenigrufen.subjects["82"] == ("Selbstrufen", "Allein spielen")


# --- 1863 -------------------------------------------------------------------------------------------------

# The article read aloud: the opening words of each sentence, by hand.
SENTENCES = (
    "Tarokhombre, Spiel", "Der Kartengeber (Scatist)", "Er legt hierauf", "Nun erklärt sich",
    "Wer sich nicht zum Spielen", "Es steht demjenigen", "Wenn die Vorhand nicht", "Geschieht dies jedoch",
    "Wenn, nachdem der Erste", "Wenn alle Drei passen", "Der à un Spielende", "Sansprendre wird",
    "Waren die drei ersten", "Bei jeder Spielart", "Der Gewinnende zieht", "Außerdem bekommt er",
    "Hätte der Spieler z.B.", "Eine bei der Division", "Wenn das Spiel mit so wenig", "Der Verlierende muß",
    "Bei 39 Augen zahlt", "Wenn mehre Bêten", "Wer alle Stiche", "Derjenige, welcher die Vole",
    "Macht er, nachdem", "Wenn einer der Spieler nicht", "Jedes mit", "Wenn der Spieler falsch",
    "Die Farben müssen", "Alles Übrige", "Wenn zu vier Personen", "Wenn der Spieler bei à deux",
    "Hat er dies unterlassen",
)  # fmt: skip


def test_1863_has_33_sentences(editions: dict[str, Edition]) -> None:
    assert len(SENTENCES) == 33
    passages = editions["1863"].passages
    assert list(passages) == [str(number) for number in range(1, 34)]
    for passage, opening in zip(passages.values(), SENTENCES, strict=True):
        assert passage.kind == "sentence"
        assert passage.text.startswith(opening)
        assert passage.text.endswith((".", ".)"))


def test_1863_full_stops_inside_a_sentence_end_nothing(editions: dict[str, Edition]) -> None:
    passages = editions["1863"].passages
    assert "u. sich 25 Karten" in passages["2"].text
    assert "(od. er legt" in passages["2"].text
    assert "nach dem 15. Stiche erklären" in passages["24"].text
    assert "5, 6 etc. wird" in passages["18"].text


def test_1863_the_page_break_inside_sentence_21_leaves_the_sentence_whole(
    editions: dict[str, Edition],
) -> None:
    # the transcript has "Anzahl von[257] 2, 3 od. 5 Marken."
    assert editions["1863"].passages["21"].text == (
        "Bei 39 Augen zahlt der Spieler nur die für das Spiel bestimmte Anzahl von 2, 3 od. 5 Marken."
    )
    marks = [item.text for item in editions["1863"].items if isinstance(item, Paratext) and item.kind == "page-mark"]
    assert marks == ["[257]", "[257]"]


def test_1863_pages_are_a_second_tree(editions: dict[str, Edition]) -> None:
    # page 257 runs from the first mark to the second, which stands inside sentence 21; 258 is the rest
    assert editions["1863"].pages == {
        "page.257": tuple(str(number) for number in range(1, 22)),
        "page.258": tuple(str(number) for number in range(21, 34)),
    }
    assert editions["1863"].containers == editions["1863"].pages
    assert all(not editions[siglum].pages for siglum in ("1754", "1840", "1945"))


def test_a_page_that_begins_with_a_sentence_leaves_the_one_before_alone(codex: Project) -> None:
    """The mark inside sentence 21 is put before it in a copy: then 20 is on the first page alone, 21 on the second."""
    retouch(codex, "1863", "Anzahl von[257] 2", "Anzahl von 2")
    retouch(codex, "1863", "Bei 39 Augen zahlt", "[257]Bei 39 Augen zahlt")
    edition = Corpus(codex).edition("1863")
    assert edition.pages == {
        "page.257": tuple(str(number) for number in range(1, 21)),
        "page.258": tuple(str(number) for number in range(21, 34)),
    }
    (mark,) = [a for a in edition.passages["21"].annotations if a.kind is Kind.PAGE_BREAK]
    assert (mark.start, mark.payload) == (0, "1863:page.258")


def test_an_old_edition_needs_no_passage_at_which_a_page_begins_now(codex: Project, run: Run) -> None:
    before = load_sources(codex)["1863"].edition
    retouch(codex, "1863", "Spiel bezahlt erhalten.", "Spiel bezahlt erhalten. [259]Ein erfundener Satz.")
    step_version(codex, "1863", raised(before), changelog=True)
    assert run("show", "1863:page.259", root=codex).out == "1863:34  Ein erfundener Satz.\n"
    shown = run("show", f"1863:page.258@{before}", root=codex)
    assert (shown.status, shown.err) == (0, "")
    assert [line.partition("  ")[0] for line in shown.out.splitlines()] == [
        f"1863:{number}" for number in range(21, 34)
    ]


def test_1863_the_colophon_is_paratext(editions: dict[str, Edition]) -> None:
    colophon = [i.text for i in editions["1863"].items if isinstance(i, Paratext) and i.kind == "colophon"]
    assert colophon == nonblank("1863")[-6:]
    assert colophon[0] == "Quelle:"


# --- 1945 -------------------------------------------------------------------------------------------------


def test_1945_has_the_paragraphs_of_its_articles(editions: dict[str, Edition]) -> None:
    # by hand: Art. I: 1; Art. II § 1: 1, § 2: 5, § 3: 18;
    # A) Art. I: 1; Art. II § 1: 1, § 2: 1, § 3: 1, § 4: 2, § 5: 1
    counts = {
        "allg.1": 1, "allg.2.1": 1, "allg.2.2": 5, "allg.2.3": 18,
        "bes.A.1": 1, "bes.A.2.1": 1, "bes.A.2.2": 1, "bes.A.2.3": 1, "bes.A.2.4": 2, "bes.A.2.5": 1,
    }  # fmt: skip
    expected = [f"{name}.{number}" for name, count in counts.items() for number in range(1, count + 1)]
    assert list(editions["1945"].passages) == expected
    assert len(expected) == 32


@pytest.mark.parametrize(
    ("ident", "opening"),
    [
        ("allg.1.1", "Diese Regeln gelten für das Tarockspiel zu viert."),
        ("allg.2.2.5", "- Tarock gehen von I bis XXI"),
        ("allg.2.3.7", "+++ Skatkindel"),
        ("allg.2.3.18", "+++ Minimum für Gegner"),
        ("bes.A.2.4.2", "Als verteilt gilt auch"),
        ("bes.A.2.5.1", "§ 5: Ein Spiel und die daraus"),
    ],
)
def test_1945_passages_stand_where_a_reader_finds_them(editions: dict[str, Edition], ident: str, opening: str) -> None:
    assert editions["1945"].passages[ident].text.startswith(opening)


def test_1945_introduction_and_web_page_are_no_rules(editions: dict[str, Edition]) -> None:
    paratext = [item for item in editions["1945"].items if isinstance(item, Paratext)]
    introduction = [item.text for item in paratext if item.kind == "introduction"]
    assert [text[:9] for text in introduction] == ["• In den ", "Daneben g"]
    web = [item.text for item in paratext if item.kind == "web"]
    assert "weiterlesen auf Seite 2 von 5" in web
    assert "Copyright © Wiener Zeitung Online 2018" in web
    assert not any("Tarock" in text and "Regel" in text for text in web)


# --- the tiler --------------------------------------------------------------------------------------------


def test_an_id_used_twice_is_refused_at_its_line() -> None:
    tiler = Segmenter("one\ntwo\n", FILE)
    tiler.add(0, 3, SegmentRole.PASSAGE, "x", "1")
    with pytest.raises(CodexError, match=r"^text\.txt:2: the id `1` is used twice; expected each id once"):
        tiler.add(4, 7, SegmentRole.PASSAGE, "x", "1")


def test_segments_that_overlap_are_refused() -> None:
    tiler = Segmenter("one\ntwo\n", FILE)
    tiler.add(0, 5, SegmentRole.PASSAGE, "x", "1")
    with pytest.raises(CodexError, match=r"^text\.txt:1: two segments overlap; expected segments in reading"):
        tiler.add(3, 7, SegmentRole.PASSAGE, "x", "2")


@pytest.mark.parametrize(("spans", "line", "left"), [(((0, 3),), 2, "two"), (((4, 7),), 1, "one"), ((), 1, "one")])
def test_text_that_belongs_to_nothing_is_refused(spans: tuple[tuple[int, int], ...], line: int, left: str) -> None:
    tiler = Segmenter("one\ntwo\n", FILE)
    for start, end in spans:
        tiler.add(start, end, SegmentRole.PASSAGE, "x", str(start))
    with pytest.raises(CodexError, match=rf"^text\.txt:{line}: text belongs to nothing: '{left}"):
        tiler.finish()


@given(st.text(alphabet="ab \t\r\n\u00a0"))
def test_a_text_tiled_line_by_line_is_that_text(text: str) -> None:
    tiler = Segmenter(text, FILE)
    for number, line in enumerate(tiler.lines()):
        assert text[line.start : line.end] == line.text == line.text.strip()
        tiler.add_line(line, SegmentRole.PASSAGE, "x", str(number))
    assert_tiled(tiler.finish(), text)


# --- texts that are not laid out as their source is -------------------------------------------------------


@pytest.mark.parametrize(
    ("siglum", "old", "new", "what"),
    [
        ("1754", "\n7. Der Sckis", "\n8. Der Sckis", "rule 8 is out of order; expected rule 7"),
        ("1840", "\n§ 12.\n", "\n§ 13.\n", "§ 13 is out of order; expected § 12"),
        ("1840", "\nIm zweifachen Dreier liegt: IV.", "\n12. -\"- Im zweifachen Dreier liegt: IV.",
         "`m2.s12` is used"),
        ("1945", "\nArt. I:\n\nUnkenntnis", "\nUnkenntnis",
         "a paragraph outside of any article; expected `Art. I:`"),
        ("1945", "\nArt. I:\n\nUnkenntnis", "\nArt. X:\n\nUnkenntnis", "article X; expected one of I, II"),
        ("1863", "Geschieht dies jedoch", "\nGeschieht dies jedoch", "a second paragraph"),
    ],
)  # fmt: skip
def test_a_text_out_of_order_is_refused_with_its_line(
    codex: Project, siglum: str, old: str, new: str, what: str
) -> None:
    retouch(codex, siglum, old, new)
    corpus = Corpus(codex)
    with pytest.raises(CodexError) as caught:
        read_edition(codex, corpus.sources[siglum])
    assert what in str(caught.value)
    assert re.match(rf".*/{siglum}\.txt:\d+: ", str(caught.value))


@pytest.mark.parametrize("siglum", SIGLA)
@pytest.mark.parametrize("text", ["", "\n\n", "Something else.\n"])
def test_a_text_without_rules_is_refused(siglum: str, text: str) -> None:
    with pytest.raises(CodexError, match=rf"^{FILE}:1: no \w+(?: found)?; expected "):
        find_profile(siglum).segment(text, FILE)


@pytest.mark.parametrize("siglum", SIGLA)
@settings(max_examples=40)
@given(data=st.data())
def test_a_reader_keeps_every_character_or_refuses_the_text(siglum: str, data: st.DataObject) -> None:
    """Whatever lines are lost, doubled or exchanged on the way: never a crash, never a lost character."""
    lines = TRANSCRIPTS[siglum].split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        here, there = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match data.draw(st.sampled_from(["lose", "double", "exchange", "split"])):
            case "lose":
                del lines[here]
            case "double":
                lines.insert(there, lines[here])
            case "exchange":
                lines[here], lines[there] = lines[there], lines[here]
            case _:
                middle = len(lines[here]) // 2
                lines[here : here + 1] = [lines[here][:middle], lines[here][middle:]]
    text = "\n".join(lines)
    try:
        segments = find_profile(siglum).segment(text, FILE)
    except CodexError as error:
        assert str(error).startswith(f"{FILE}:")
    else:
        assert_tiled(segments, text)
