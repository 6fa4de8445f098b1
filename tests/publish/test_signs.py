"""Words that an emendation adds or leaves out are marked wherever the German is shown; the signs are no text."""

from __future__ import annotations

import re

import pytest

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.annotations import Annotation, Kind, mark_corrections, strip_marks
from tarock.corpus.editions import Corpus, Unit
from tarock.corpus.emendations import ReadingPair, annotate_emendation
from tarock.corpus.references import Reference, select
from tarock.corpus.sources import hash_text
from tarock.corpus.versions import all_versions
from tarock.publish.citation_formats import FORMATS
from tarock.publish.citations import cite
from tarock.publish.environment import render
from tarock.publish.paper.book import make_book
from tarock.publish.paper.text import iterate_parts
from tarock.publish.places import Site
from tarock.publish.script_data import make_script_data
from tarock.publish.views.glossary import make_letter
from tarock.publish.views.rules import make_topic
from tarock.publish.views.short_pages import make_short_pages
from tarock.publish.views.source import make_source_page
from tests.conftest import Run
from tests.helpers import emend, unpacked
from tests.publish.markup import read

pytestmark = pytest.mark.slow

_WORD = re.compile(r"\w+")
SIGN = "⟨−⟩"
# By hand, from the recorded lemmas and readings: what stands in the text of each passage.
BY_HAND = {
    "1840:6.24": ["⟨−⟩so fehlt derselben nur"],
    "1840:82.2": ["auf den Kauf ⟨zu⟩ rechnen"],
    "1840:131.1": ["Karten ⟨nicht⟩ gegeben"],
    "1840:m2.spiel.1": ["C sagt⟨−⟩ mit Risico einen"],
    "1840:m4.A": ["XVI. XV. ⟨XIV.⟩ XIII."],
    "1840:m5.A": ["XVIII. XVI. ⟨XIV. VI.⟩ - Pagat"],
    "1840:m8.D": ["König, Dame⟨, Dreier⟩ und Zweier."],
}


def unequal(project: Project) -> set[str]:
    """The passages with an applied emendation whose sides differ in the number of words, beyond their division."""
    found = set()
    for path in (project.corpus / "emendations").glob("*.yaml"):
        for record in yamlio.load(path).data or []:
            before, after = (_WORD.findall(record[side]) for side in ("lemma", "reading"))
            if record["kind"] != "conjecture" and len(before) != len(after) and "".join(before) != "".join(after):
                found.add(record["passage"])
    return found


def test_what_is_marked_is_every_emendation_that_adds_or_takes_a_word(corpus: Corpus, project: Project) -> None:
    signed = {unit.ref: unit for edition in corpus.editions() for unit in edition.units.values() if unit.signs}
    assert signed.keys() == unequal(project) == BY_HAND.keys()
    for ref, expected in BY_HAND.items():
        assert all(words in signed[ref].display_text() for words in expected)
        assert strip_marks(signed[ref].display_text()) == signed[ref].text
        assert signed[ref].hash == hash_text(signed[ref].text)


@pytest.mark.parametrize(
    ("lemma", "reading", "shown"),
    [
        ("Karten gegeben", "Karten nicht gegeben", "Karten ⟨nicht⟩ gegeben"),
        ("gegeben, wenn", "gegeben werden, wenn", "gegeben ⟨werden⟩, wenn"),
        ("gehört nicht", "gehört", "gehört⟨−⟩"),
        ("nicht", "", "⟨−⟩"),
        ("in der der Hand", "in der Hand", "in⟨−⟩ der Hand"),
        ("XV. XIII.", "XV. XIV. XIII.", "XV. ⟨XIV.⟩ XIII."),
        ("dem gerufene König", "den nicht gerufenen König", "den ⟨nicht⟩ gerufenen König"),
        ("der Kartengeberverliert", "der Kartengeber verliert", "der Kartengeber verliert"),  # a word divided
        ("Kö,nig", "König", "König"),
        ("B Treffle", "C Treffle", "C Treffle"),  # a word for another
        ("Bube Zehner", "Bube, Zehner", "Bube, Zehner"),  # a sign is no word
        ("zwei- A den", "zwei- […] A den", "zwei- […] A den"),  # a gap is marked otherwise
    ],
)
def test_words_are_added_and_left_out_but_not_changed_or_divided(lemma: str, reading: str, shown: str) -> None:
    assert mark_corrections(reading, annotate_emendation(0, ReadingPair(lemma, reading))) == shown
    moved = [
        Annotation(a.start + 4, a.end + 4, a.kind, a.payload)
        for a in annotate_emendation(0, ReadingPair(lemma, reading))
    ]
    assert list(annotate_emendation(4, ReadingPair(lemma, reading))) == moved


def german(view_text: str, *, tag: str, **attributes: str) -> str:
    return "\n".join(read(view_text).texts(tag, **attributes))


def test_the_pages_of_the_sources_mark_them(site: Site) -> None:
    pages = [make_source_page(site, page) for page in site.part_pages["1840"]]
    shown = "\n".join(german(render("source.md.j2", view), tag="div", class_="passage__text") for view in pages)
    plain = re.sub(r"(?<=\D)\d{1,2}(?=[ ,.;)]|$)", "", shown)  # the calls of notes
    for expected in BY_HAND.values():
        for words in expected:
            assert words in shown or words in plain, words


def test_short_pages_of_every_edition_and_the_notes_on_them_mark_them(site: Site) -> None:
    for page in make_short_pages(site, all_versions(site.corpus, "1840")):
        signs = [sign for unit in page.selection.passages for sign in unit.signs]
        made = render("short-page.html.j2", page) if signs else ""
        assert "".join(page.paragraphs).count("⟨") == len(signs)
        if signs:
            article = made.partition("<article")[2].partition("</article>")[0]
            assert article.count("⟨") == len(signs)
            assert made.count("added by the edition") + made.count("left out by the edition") == len(signs)


@pytest.mark.parametrize("ref", BY_HAND)
def test_shown_and_quoted_they_are_marked_and_compared_they_are_not(corpus: Corpus, run: Run, ref: str) -> None:
    (expected,) = BY_HAND[ref]
    assert expected in run("show", ref).out
    assert ("added by the edition" in run("show", ref).out) == (SIGN not in expected)
    assert "⟨" not in run("show", ref, "--transcript").out
    assert "⟨" in run("show", ref, "--modern").out
    selection = select(corpus.edition("1840"), Reference("1840", ref.partition(":")[2]))
    citation = cite(selection, "1.1.0", ComputedCodex(corpus.project).publication, quote=True)
    assert all("⟨" in citation.render(form) for form in FORMATS if form != "urn")
    assert expected in citation.render("text")
    assert run("verify", ref, selection.hash[:12]).status == 0
    assert selection.hash == hash_text(strip_marks(selection.passages[0].display_text()))


def test_what_the_search_of_the_site_shows_marks_them(site: Site) -> None:
    (script,) = (text for name, text in make_script_data(site, {}, {}).items() if name.endswith("search-1840.js"))
    data = unpacked(script)
    texts = dict(zip(data["refs"], data["texts"], strict=True))
    assert [ref for ref, pieces in BY_HAND.items() if not all(piece in texts[ref] for piece in pieces)] == []


def test_the_books_mark_them(site: Site) -> None:
    blocks = {block["anchor"]: block for block in make_book(site, "1840")["chapters"][0]["blocks"]}
    for ref, expected in BY_HAND.items():
        line = "".join(part["text"] for part in iterate_parts(blocks[ref]["german"]) if "text" in part)
        assert all(words in line for words in expected)


def test_quotes_in_tables_and_claims_mark_them(site: Site) -> None:
    """131.1 is quoted; of what overlaps a supplement nothing is shown without its sign."""
    touched = 0
    for name in site.compared:
        made = render("topic.md.j2", make_topic(site, name))
        for table in site.codex.tables.values():
            for statement in table:
                if statement.key.partition(".")[0] == name:
                    for support in statement.supports:
                        shown = site.corpus.display_quote(support.ref, support.quote)
                        touched += shown != support.quote
                        assert shown == support.quote or shown in "\n".join(
                            read(made).texts("p", class_="rules__quote")
                        )
    assert touched > 0


def test_a_new_supplement_is_marked_in_a_statement_and_a_definition(codex: Project) -> None:
    """Made up: a word in § 64, which the tables quote and the glossary has as a definition."""
    emend(codex, "1840:64.1", "was lagiren genannt wird", "was wohl lagiren genannt wird", kind="omission")
    corpus = Corpus(codex)
    unit = corpus.unit("1840:64.1")
    assert isinstance(unit, Unit)
    assert "(was ⟨wohl⟩ lagiren genannt wird)" in unit.display_text()
    assert (
        corpus.display_quote("1840:64.1", "nachgeben (was wohl lagiren genannt")
        == "nachgeben (was ⟨wohl⟩ lagiren genannt"
    )
    assert corpus.display_quote("1840:64.1", "wohl") == "⟨wohl⟩"
    assert corpus.display_quote("1840:64.1", "lagiren genannt wird") == "lagiren genannt wird"
    site = Site(ComputedCodex(codex))
    made = render("glossary-letter.md.j2", make_letter(site, "L"))
    assert "⟨wohl⟩" in "\n".join(read(made).texts("blockquote", class_="term__source"))


def test_of_a_cut_supplement_each_piece_has_its_signs() -> None:
    added = Annotation(2, 9, Kind.ADDED, "")
    assert mark_corrections("a bc defg h", [added]) == "a ⟨bc defg⟩ h"
    assert mark_corrections("a bc defg h", [added], 0, 4) == "a ⟨bc⟩"
    assert mark_corrections("a bc defg h", [added], 5) == "⟨defg⟩ h"
