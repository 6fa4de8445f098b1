"""The pages of the sources: their views against the editions, and hostile words in a text."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from tarock.base.yamlio import Located
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.editions import Passage
from tarock.corpus.emendations import Emendation, apply
from tarock.corpus.profiles import find_profile
from tarock.publish.environment import macro, render
from tarock.publish.places import Site
from tarock.publish.views.apparatus import Notes
from tarock.publish.views.prose import Link
from tarock.publish.views.source import GameOpening, HeadingView, Run, SourceView, source_view
from tarock.publish.views.text import Emended, Lost, PageBreak, Part, Reference, Span, Spelled, Words, spans
from tarock.publish.views.tricks import split_trick
from tests.helpers import like, replace_once, retouch, sources_file
from tests.publish.markup import HOSTILE, assert_harmless, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarock.base.project import Project
    from tarock.corpus.editions import Corpus
    from tarock.corpus.emendations import EmendationKind
    from tarock.proof.codex import Codex
    from tarock.publish.views.passages import PassageView

PAGE = "sources/1840/berechnung.md"


@pytest.fixture(scope="module")
def views(site: Site) -> dict[str, SourceView]:
    return {page.path: source_view(site, page) for pages in site.part_pages.values() for page in pages}


def _passages(views: Iterable[SourceView]) -> Iterator[PassageView]:
    return (passage for view in views for block in view.blocks if isinstance(block, Run) for passage in block.passages)


def words(parts: Iterable[Span]) -> str:
    """Only the words."""
    return "".join(
        part.text if isinstance(part, Words | Lost) else words(part.inside) if not isinstance(part, PageBreak) else ""
        for part in parts
    )


def _words(passage: PassageView) -> str:
    if passage.trick is None:
        return "\n".join(words(paragraph) for paragraph in passage.paragraphs)
    plays = "".join(words(part) for play in passage.trick.plays for part in (play.seat, play.card, play.dash))
    return words(passage.trick.number) + plays + words(passage.trick.remark)


def _all(parts: Iterable[Span]) -> Iterator[Span]:
    for part in parts:
        yield part
        if isinstance(part, Reference | Emended | Part | Spelled):
            yield from _all(part.inside)


def test_every_passage_stands_once_in_its_order_and_with_every_letter(
    corpus: Corpus, views: dict[str, SourceView]
) -> None:
    shown = [(passage.unit.ref, _words(passage), passage.unit.hash) for passage in _passages(views.values())]
    assert shown == [(p.ref, p.text, p.hash) for edition in corpus.editions() for p in edition.passages.values()]


def test_every_heading_stands_once_with_its_words(corpus: Corpus, views: dict[str, SourceView]) -> None:
    shown = [(b.anchor, words(b.text)) for v in views.values() for b in v.blocks if isinstance(b, HeadingView)]
    assert shown == [(h.ref, h.text) for edition in corpus.editions() for h in edition.headings.values()]


def test_every_model_game_opens_with_the_way_to_its_replay(computed: Codex, views: dict[str, SourceView]) -> None:
    openings = [block for view in views.values() for block in view.blocks if isinstance(block, GameOpening)]
    assert [(opening.anchor, opening.verdict) for opening in openings] == [
        (report.ref, report.verdict) for report in computed.game_reports
    ]
    assert [opening.replay for opening in openings] == [f"../../games/m{number}.html" for number in range(1, 9)]


def test_every_emended_place_calls_its_note_and_the_note_leads_back(
    corpus: Corpus, views: dict[str, SourceView]
) -> None:
    emended = sum(len(edition.emendations) for edition in corpus.editions())
    conjectures = sum(len(p.conjectures) for edition in corpus.editions() for p in edition.passages.values())
    assert sum(len(view.notes) for view in views.values()) == emended + conjectures
    for view in views.values():
        for number, note in enumerate(view.notes, 1):
            assert (note.anchor, note.back) == (f"note-{number}", f"#mark-{number}")


def test_rule_values_and_claims_stand_under_the_passage_that_they_rest_on(
    computed: Codex, views: dict[str, SourceView]
) -> None:
    rest = {passage.unit.ref: passage.resting for passage in _passages(views.values())}
    for table in computed.tables.values():
        for ref, statements in table.by_passage.items():
            assert [value.rule.text for value in rest[ref].values] == [s.entry.title for s in statements]
    claims = [claim.says.text for resting in rest.values() for claim in resting.claims]
    checked = [c.claim.says for c in computed.checked_claims if c.claim.ref in rest]
    assert sorted(claims) == sorted(checked)


def test_a_value_says_how_its_passage_says_it(computed: Codex, views: dict[str, SourceView]) -> None:
    """§ 59 tells of a custom and rejects it, so two values of 59.1 contradict each other unless the page says so."""
    text = render("source.md.j2", views["sources/1840/ultimo-und-volat.md"])
    reported = computed.tables["1840"].by_passage["1840:59.1"]
    assert {statement.grade for statement in reported} > {"disputed"}
    passage = text.partition('id="1840:59.1"')[2].partition('<div class="passage ')[0]
    assert passage.count("reported and rejected") == sum(statement.grade == "disputed" for statement in reported)


def test_references_run_both_ways_between_pages(views: dict[str, SourceView]) -> None:
    seats, accounts = views["sources/1840/karten-und-plaetze.md"], views["sources/1840/abrechnung.md"]
    spans_of_7_3 = next(p.paragraphs for p in _passages([seats]) if p.unit.ref == "1840:7.3")
    # § 7, third paragraph: "… siehe §. 131"
    assert [part.href for line in spans_of_7_3 for part in _all(line) if isinstance(part, Reference)] == [
        "abrechnung.html#1840:131"
    ]
    section = next(b.unit for b in accounts.blocks if isinstance(b, HeadingView) and b.unit and b.unit.ident == "131")
    assert Link("§ 7, para. 3", "karten-und-plaetze.html#1840:7.3") in section.referred


def test_only_the_first_page_of_a_source_tells_about_it(views: dict[str, SourceView]) -> None:
    first, later = views["sources/1840/index.md"], views["sources/1840/geben.md"]
    assert (first.eyebrow, later.eyebrow) == (Link("Königrufen 1840"), Link("Königrufen 1840", "index.html"))
    assert first.about is not None
    assert later.about is None
    assert views["sources/1754/index.md"].eyebrow is None  # it has one page


def test_what_stands_around_the_text_stands_once_and_at_the_end_of_long_sources(
    site: Site, corpus: Corpus, views: dict[str, SourceView]
) -> None:
    for siglum, pages in site.part_pages.items():
        made, edition = [views[page.path] for page in pages], corpus.edition(siglum)
        several = len(made) > 1
        assert [view.paratext_at_end for view in made] == [False] * (len(made) - 1) + [several]
        assert [bool(view.sections) for view in made] == [several] * len(made)
        around = [item for view in made for item in view.around]
        assert "page-mark" not in {item.kind for item in around}  # these stand in the text
        assert [item.anchor for item in around if item.anchor] == [item.ref for item in edition.paratexts.values()]
        assert all(item.text for item in around)
        about = made[0].about
        assert about is not None
        assert about.words.startswith(f"../../words/{siglum}")
        assert bool(about.english) == (siglum in site.codex.translations)
        for view in made:  # no heading is more than one below the heading before
            levels = [1, *(block.level for block in view.blocks if isinstance(block, HeadingView))]
            assert all(1 < below <= above + 1 for above, below in pairwise(levels))
    assert views["sources/1840/ausdruecke.md"].sections == "§ 73"
    assert "[1840:73@" in dict(views["sources/1840/ausdruecke.md"].tags)["citation_title"]
    assert "[1840:1-10@" in dict(views["sources/1840/karten-und-plaetze.md"].tags)["citation_title"]
    opening = views["sources/1840/index.md"].about
    assert opening is not None
    assert [link.href for link in opening.around] == ["musterspiele-5-8.html#1840:nachwort.1"]


def test_a_page_without_its_text_has_no_words_around_it(computed: Codex) -> None:
    public = Site(computed, public_domain_only=True)
    (page,) = public.part_pages["1945"]
    view = source_view(public, page)
    assert view.around
    assert not any(item.text for item in view.around)
    assert view.about is not None
    assert (view.about.words, view.about.around) == ("", ())
    assert {block.style for block in view.blocks if isinstance(block, Run)} == {"blocks"}
    assert not any(passage.paragraphs or passage.trick for passage in _passages([view]))


def test_tricks_are_split_without_losing_a_letter(corpus: Corpus) -> None:
    tricks = [passage for passage in corpus.edition("1840").passages.values() if passage.kind == "trick"]
    assert len(tricks) == 96  # eight games of twelve tricks
    for passage in tricks:
        cells = split_trick(passage.text)
        assert cells is not None, passage.text
        number, plays, remark = cells
        assert "".join(passage.text[a:b] for a, b in (number, *plays, remark)) == passage.text
        assert sorted(passage.text[a] for a, _ in plays) == list("ABCD")
    assert split_trick("1. Stich. A II. - B XV.") is None
    assert split_trick("Kein Stich.") is None


def test_a_trick_line_and_nothing_else_stands_in_cells(corpus: Corpus, views: dict[str, SourceView]) -> None:
    """Such a line begins `1. Stich.` or `2. -"-`; behind its four plays the author may remark something."""
    lines = {
        p.ref
        for edition in corpus.editions()
        for p in edition.passages.values()
        if re.match(r'[0-9]+\. (Stich\.|-"-) ', p.text)
    }
    shown = {passage.unit.ref: passage for passage in _passages(views.values())}
    assert {ref for ref, passage in shown.items() if passage.trick} == lines
    remarks = {}
    for ref, passage in shown.items():
        assert bool(passage.paragraphs) != bool(passage.trick)
        if passage.trick:
            assert sorted(words(play.seat) for play in passage.trick.plays) == list("ABCD")
            assert all(re.fullmatch(r" \S+", words(play.card)) for play in passage.trick.plays), ref
            assert [words(play.dash) for play in passage.trick.plays] == [" - "] * 3 + [""]
            remarks[ref] = words(passage.trick.remark)
    expected = {"1840:m4.s5", "1840:m5.s8", "1840:m7.s5", "1840:m8.s2", "1840:m8.s3", "1840:m8.s5"}
    assert {ref for ref, remark in remarks.items() if remark} == expected
    assert remarks["1840:m5.s8"].startswith(" Hätte A beim achten Stiche")


def test_every_unit_and_every_printed_page_has_one_place(corpus: Corpus, views: dict[str, SourceView]) -> None:
    """A heading, the opening of a game, the mark of a page, or else the first passage."""
    places: list[str] = []
    for block in (block for view in views.values() for block in view.blocks):
        if isinstance(block, HeadingView) and block.unit:
            places.append(block.unit.ref)
        elif isinstance(block, GameOpening):
            places.append(block.anchor)
    for passage in _passages(views.values()):
        places += passage.anchors
        places += [part.anchor for text in passage.paragraphs for part in text if isinstance(part, PageBreak)]
    assert sorted(places) == sorted(
        f"{edition.siglum}:{name}" for edition in corpus.editions() for name in edition.containers
    )


def test_a_word_spelled_otherwise_today_has_its_modern_form_once(computed: Codex, site: Site) -> None:
    """Also where a page begins inside it; as many as the spelling itself has of each passage."""
    notes = Notes(site, PAGE)
    for edition in computed.corpus.editions():
        for passage in edition.passages.values():
            expected = [note.payload for note in computed.spelling.annotations(passage)]
            shown = [part.modern for part in _all(spans(passage, notes)) if isinstance(part, Spelled) and part.modern]
            assert sorted(shown) == sorted(expected), passage.ref


def test_the_second_page_of_1863_begins_inside_sentence_21(corpus: Corpus) -> None:
    passages = corpus.edition("1863").passages.values()
    breaks = [(p, a.start, a.payload) for p in passages for a in p.annotations if a.kind is Kind.PAGE_BREAK]
    assert [(passage.ident, payload) for passage, _, payload in breaks] == [
        ("1", "1863:page.257"),
        ("21", "1863:page.258"),
    ]
    assert breaks[0][1] == 0
    passage, offset, _ = breaks[1]
    assert passage.text[:offset].endswith("Anzahl von")


def _passage(*pieces: str | Emendation) -> Passage:
    transcript = "".join(piece if isinstance(piece, str) else piece.lemma for piece in pieces)
    text, emended = apply(transcript, [Located(piece, "", 0) for piece in pieces if not isinstance(piece, str)])
    found = find_profile("1840").references("47.2", "paragraph", text)
    references = [Annotation(place.start, place.end, Kind.REFERENCE, f"1840:{place.target}") for place in found]
    return Passage("1840", "47.2", "paragraph", text, (*emended, *references))


def _emended(lemma: str, reading: str, kind: EmendationKind = "misprint") -> Emendation:
    return Emendation(
        passage="1840:47.2",
        lemma=lemma,
        reading=reading,
        kind=kind,
        certainty="certain",
        reason="r",
        evidence="e",
    )


def test_a_reference_inside_an_emended_stretch_is_a_link_and_the_note_is_called_once(site: Site) -> None:
    notes = Notes(site, PAGE)
    passage = _passage("Wie in ", _emended("dem §. 48", "den §. 48 und 50"), " steht.")
    made = list(_all(spans(passage, notes)))
    links = [(part.href, words(part.inside)) for part in made if isinstance(part, Reference)]
    assert links == [("#1840:48", "§. 48"), ("#1840:50", "50")]
    assert [part.note for part in made if isinstance(part, Emended)] == [1]
    # the mark stands where the stretch ends
    assert [part.note for part in spans(passage, notes, 0, 10) if isinstance(part, Emended)] == [0]
    assert [part.note for part in spans(passage, notes, 10) if isinstance(part, Emended)] == [1]
    assert [note.lemma for note in notes.view()] == ["dem §. 48"]


def test_what_cannot_be_a_link_stays_words_and_a_cut_stretch_says_its_lemma_once(site: Site) -> None:
    notes = Notes(site, PAGE)
    passage = _passage("Nach §. 999 und ", _emended("dem §. 48", "den §. 48 und 50"), ".")
    nowhere = Annotation(5, 11, Kind.REFERENCE, "1840:999")
    made = spans(replace(passage, annotations=(nowhere, *passage.annotations)), notes)
    assert words(made) == passage.text
    assert "1840:999" not in str(made)
    parts = [spans(passage, notes, 0, 20), spans(passage, notes, 20)]
    assert "".join(map(words, parts)) == passage.text
    assert [[part.transcript for part in found if isinstance(part, Emended)] for found in parts] == [
        ["dem §. 48"],
        [""],
    ]


def test_a_lacuna_and_a_deletion_are_marked(site: Site) -> None:
    notes = Notes(site, PAGE)
    passage = _passage("zwei- ", _emended("A", "[…] A", "lacuna"), " und ", _emended(", und", ""))
    html = str(macro("text.html.j2", "text")(spans(passage, notes)))
    assert '<span class="lacuna">[…]</span> A' in html
    assert 'href="#note-2"' in html
    entries = [str(macro("apparatus.html.j2", "entry")(note)) for note in notes.view()]
    assert "<em>left out</em>" in entries[1]


def test_hostile_words_in_a_text_a_title_and_a_note_stay_words(codex: Project, computed: Codex) -> None:
    written = HOSTILE.replace('"', '\\"')
    retouch(codex, "1754", "So bald der Geber", HOSTILE)
    replace_once(sources_file(codex), 'title: "Taroc-Spiele 1754"', f'title: "{written}"')
    replace_once(sources_file(codex), "short_title: Taroc-Spiele, Leipzig 1754", f'short_title: "{written}"')
    replace_once(sources_file(codex), "statement: text of 1754, in the public domain by age", f'statement: "{written}"')
    site = Site(like(computed, codex))
    page = render("source.md.j2", source_view(site, site.part_pages["1754"][0]))
    assert_harmless(page)
    elements = read(page)
    assert elements.texts("h1") == [HOSTILE]
    assert any(HOSTILE in text for text in elements.texts("div", class_="passage__text"))
    assert any(text.startswith(HOSTILE) for text in elements.texts("dd"))
