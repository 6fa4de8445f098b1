"""The pages of the sources: their views against the editions, and hostile words in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from tarock.base.project import Project
from tarock.base.yamlio import Located
from tarock.codex import ComputedCodex
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.editions import Corpus, Passage
from tarock.corpus.emendations import Emendation, EmendationKind, apply_emendations
from tarock.corpus.profiles import find_profile
from tarock.publish.environment import get_environment, render
from tarock.publish.places import PartPage, Site
from tarock.publish.views.source import (
    GameOpening,
    PageHeading,
    PagePassage,
    PassageGroup,
    Runs,
    SourceView,
    cut_runs,
    make_source_page,
    split_trick,
)
from tests.helpers import like, replace_once, retouch, sources_file
from tests.publish.markup import HOSTILE, Elements, assert_harmless, read

pytestmark = pytest.mark.slow

PAGE = "sources/1840/berechnung.md"


@pytest.fixture(scope="module")
def views(site: Site) -> dict[str, SourceView]:
    return {page.path: make_source_page(site, page) for pages in site.part_pages.values() for page in pages}


@pytest.fixture(scope="module")
def shown(views: dict[str, SourceView]) -> dict[str, Elements]:
    """What stands on the page of each view."""
    return {path: read(render("source.md.j2", view)) for path, view in views.items()}


def _passages(views: Iterable[SourceView]) -> Iterator[PagePassage]:
    groups = (block for view in views for block in view.blocks if isinstance(block, PassageGroup))
    return (passage for group in groups for passage in group.passages)


def words(parts: Runs) -> str:
    """Only the words."""
    return "".join(words(part.inside) if part.annotation else part.text for part in parts)


def _words(shown: PagePassage) -> str:
    if shown.trick is None:
        return "\n".join(words(paragraph) for paragraph in shown.paragraphs)
    number, plays, remark = shown.trick
    return words(number) + "".join(words(cell) for play in plays for cell in play) + words(remark)


def _html(view: SourceView, parts: Runs) -> str:
    """As it stands on the page of a view."""
    module = get_environment().get_template("text.html.j2").make_module({"view": view})
    return str(module.text(parts))  # type: ignore[attr-defined]


def test_every_passage_stands_once_in_its_order_and_with_every_letter(
    corpus: Corpus, views: dict[str, SourceView]
) -> None:
    shown = [(passage.unit.ref, _words(passage), passage.unit.hash) for passage in _passages(views.values())]
    assert shown == [(p.ref, p.text, p.hash) for edition in corpus.editions() for p in edition.passages.values()]


def test_every_heading_stands_once_with_its_words(corpus: Corpus, views: dict[str, SourceView]) -> None:
    headings = (block for view in views.values() for block in view.blocks if isinstance(block, PageHeading))
    shown = [(block.heading.ref, words(block.text)) for block in headings]
    assert shown == [(h.ref, h.text) for edition in corpus.editions() for h in edition.headings.values()]


def test_every_model_game_opens_with_the_way_to_its_replay(
    computed: ComputedCodex, views: dict[str, SourceView], shown: dict[str, Elements]
) -> None:
    openings = [block for view in views.values() for block in view.blocks if isinstance(block, GameOpening)]
    assert [(opening.unit.ref, opening.report) for opening in openings] == [
        (report.ref, report) for report in computed.game_reports
    ]
    found = [element for elements in shown.values() for element in elements.found]
    links = [values["href"] for tag, values, text in found if tag == "a" and "replayed trick by trick" in "".join(text)]
    assert links == [f"../../games/m{number}.html" for number in range(1, 9)]


def test_every_emended_place_calls_its_note_and_the_note_leads_back(
    corpus: Corpus, views: dict[str, SourceView], shown: dict[str, Elements]
) -> None:
    emended = sum(len(edition.emendations) for edition in corpus.editions())
    conjectures = sum(len(p.conjectures) for edition in corpus.editions() for p in edition.passages.values())
    assert sum(len(view.notes) for view in views.values()) == emended + conjectures
    for path, view in views.items():
        found = shown[path].found
        numbers = [str(number) for number in range(1, len(view.notes) + 1)]
        ids = [values["id"] for _tag, values, _text in found if "id" in values]
        assert [name for name in ids if name.startswith("note-")] == [f"note-{number}" for number in numbers]
        assert sorted(name for name in ids if name.startswith("mark-")) == sorted(f"mark-{n}" for n in numbers)
        links = [values["href"] for _tag, values, _text in found if "href" in values]
        assert [href for href in links if href.startswith("#mark-")] == [f"#mark-{number}" for number in numbers]
        assert sorted(href for href in links if href.startswith("#note-")) == sorted(f"#note-{n}" for n in numbers)


def test_rule_values_and_claims_stand_under_the_passage_that_they_rest_on(
    computed: ComputedCodex, views: dict[str, SourceView], shown: dict[str, Elements]
) -> None:
    rest = {each.passage.ref: "" for each in _passages(views.values())}
    for elements in shown.values():
        current = ""
        for _tag, values, text in elements.found:
            if "passage" in values.get("class", "").split():
                current = values["id"]
            elif values.get("class") == "evidence":
                rest[current] += "".join(text)
    site = next(iter(views.values())).site
    for table in computed.tables.values():
        for ref, statements in table.by_passage.items():
            position, ordered = 0, site.values_at(ref)  # the order is that of test_rules_games.py
            assert Counter(map(id, ordered)) == Counter(map(id, statements))
            for statement in ordered:
                position = rest[ref].index(statement.display_with_case, position) + 1
            assert all(statement.entry.title in rest[ref] for statement in statements)
    for checked in computed.checked_claims:
        if checked.claim.ref in rest:
            assert f"{checked.claim.says} {checked.verdict}" in rest[checked.claim.ref]
    assert not any(
        rest[ref] for ref in rest
        if ref not in computed.tables[ref.partition(":")[0]].by_passage
        and ref not in {checked.claim.ref for checked in computed.checked_claims}
    )  # fmt: skip


def test_a_value_says_how_its_passage_says_it(computed: ComputedCodex, views: dict[str, SourceView]) -> None:
    """§ 59 tells of a custom and rejects it, so two values of 59.1 contradict each other unless the page says so."""
    text = render("source.md.j2", views["sources/1840/ultimo-und-volat.md"])
    reported = computed.tables["1840"].by_passage["1840:59.1"]
    assert {statement.grade for statement in reported} > {"disputed"}
    passage = text.partition('id="1840:59.1"')[2].partition('<div class="passage ')[0]
    assert passage.count("reported and rejected") == sum(statement.grade == "disputed" for statement in reported)


def test_references_run_both_ways_between_pages(views: dict[str, SourceView]) -> None:
    seats, accounts = views["sources/1840/karten-und-plaetze.md"], views["sources/1840/abrechnung.md"]
    of_7_3 = next(shown.paragraphs for shown in _passages([seats]) if shown.passage.ref == "1840:7.3")
    # § 7, third paragraph: "… siehe §. 131"
    links = [values["href"] for line in of_7_3 for tag, values, _text in read(_html(seats, line)).found if tag == "a"]
    assert links == ["abrechnung.html#1840:131"]
    page = render("source.md.j2", accounts)
    section = read(page.partition('data-ref="1840:131"')[2].partition('<div class="passage ')[0])
    back = {"".join(text): values["href"] for tag, values, text in section.found if tag == "a"}
    assert back["§ 7, para. 3"] == "karten-und-plaetze.html#1840:7.3"


def test_only_the_first_page_of_a_source_tells_about_it(
    views: dict[str, SourceView], shown: dict[str, Elements]
) -> None:
    names = [shown[path] for path in ("sources/1840/index.md", "sources/1840/geben.md", "sources/1754/index.md")]
    assert [name.texts("p", class_="eyebrow") for name in names] == [["Königrufen 1840"], ["Königrufen 1840"], []]
    leading = [
        [values["href"] for tag, values, text in name.found if text == ["Königrufen 1840"] and tag == "a"]
        for name in names
    ]
    assert leading == [[], ["index.html"], []]  # 1754 has one page
    assert [bool(name.texts("details", class_="whole")) for name in names] == [True, False, True]


def test_what_stands_around_the_text_stands_once_and_at_the_end_of_long_sources(
    site: Site, corpus: Corpus, views: dict[str, SourceView], shown: dict[str, Elements]
) -> None:
    for siglum, pages in site.part_pages.items():
        made, edition = [views[page.path] for page in pages], corpus.edition(siglum)
        several = len(made) > 1
        assert [view.paratext_at_end for view in made] == [False] * (len(made) - 1) + [several]
        assert [bool(view.sections) for view in made] == [several] * len(made)
        found = [shown[page.path] for page in pages]
        kinds = [kind for page in found for kind in page.texts("span", class_="paratext__kind")]
        around = [item for page in pages for item in page.paratext if item.kind != "page-mark"]
        assert kinds == [item.kind for item in around]  # the marks of pages stand in the text
        ids = [values.get("id") for page in found for tag, values, _text in page.found if tag == "p"]
        assert [ident for ident in ids if ident] == [item.ref for item in edition.paratexts.values()]
        assert not any("[left out]" in "".join(text) for page in found for _tag, _values, text in page.found)
        assert made[0].words.startswith(f"../../words/{siglum}")
        assert ("English" in found[0].texts("dt")) == (siglum in site.codex.translations)
        for view in made:  # no heading is more than one below the heading before
            levels = [1, *(block.level for block in view.blocks if isinstance(block, PageHeading))]
            assert all(1 < below <= above + 1 for above, below in pairwise(levels))
    assert views["sources/1840/ausdruecke.md"].sections == "§ 73"
    assert "[1840:73@" in dict(views["sources/1840/ausdruecke.md"].tags)["dc.description"]
    assert "[1840:1-10@" in dict(views["sources/1840/karten-und-plaetze.md"].tags)["dc.description"]
    opening = views["sources/1840/index.md"]
    assert [link.href for link in opening.around] == ["musterspiele-5-8.html#1840:nachwort.1"]


def test_a_page_without_its_text_has_no_words_around_it(computed: ComputedCodex) -> None:
    public = Site(computed, public_domain_only=True)
    (page,) = public.part_pages["1945"]
    view = make_source_page(public, page)
    assert page.paratext
    assert 'class="paratext__kind"' not in render("source.md.j2", view)
    assert (view.words, view.around) == ("", [])
    assert {block.style for block in view.blocks if isinstance(block, PassageGroup)} == {"blocks"}
    assert not any(passage.paragraphs or passage.trick for passage in _passages([view]))


def test_tricks_are_split_without_losing_a_letter(corpus: Corpus) -> None:
    tricks = [passage for passage in corpus.edition("1840").passages.values() if passage.kind == "trick"]
    assert len(tricks) == 96  # eight games of twelve tricks
    for passage in tricks:
        cells = split_trick(passage.text)
        assert cells is not None, passage.text
        number, plays, remark = cells
        assert "".join(passage.text[a:b] for a, *_, b in (number, *plays, remark)) == passage.text
        assert sorted(passage.text[a] for a, _, _ in plays) == list("ABCD")
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
            assert sorted(words(seat) for seat, _card, _dash in passage.trick[1]) == list("ABCD")
            assert all(re.fullmatch(r" \S+", words(card)) for _seat, card, _dash in passage.trick[1]), ref
            assert [words(dash) for _seat, _card, dash in passage.trick[1]] == [" - "] * 3 + [""]
            remarks[ref] = words(passage.trick[2])
    expected = {"1840:m4.s5", "1840:m5.s8", "1840:m7.s5", "1840:m8.s2", "1840:m8.s3", "1840:m8.s5"}
    assert {ref for ref, remark in remarks.items() if remark} == expected
    assert remarks["1840:m5.s8"].startswith(" Hätte A beim achten Stiche")


def test_every_unit_and_every_printed_page_has_one_place(corpus: Corpus, views: dict[str, SourceView]) -> None:
    """A heading, the opening of a game, the mark of a page, or else the first passage."""
    places: list[str] = []
    for block in (block for view in views.values() for block in view.blocks):
        if isinstance(block, PageHeading | GameOpening) and block.unit:
            places.append(block.unit.ref)
    for shown in _passages(views.values()):
        places += shown.anchors
        annotations = [run.annotation for text in shown.paragraphs for run in text if run.annotation]
        places += [annotation.payload for annotation in annotations if annotation.kind is Kind.PAGE_BREAK]
    assert sorted(places) == sorted(
        f"{edition.siglum}:{name}" for edition in corpus.editions() for name in edition.containers
    )


def test_a_word_spelled_otherwise_today_has_its_modern_form_once(
    computed: ComputedCodex, views: dict[str, SourceView]
) -> None:
    """Also where a page begins inside it; as many as the spelling itself has of each passage."""
    for view in views.values():
        for shown in _passages([view]):
            expected = [note.payload for note in computed.spelling.annotate(shown.passage)]
            found = read(_html(view, cut_runs(view.site, shown.passage))).found
            modern = [values["data-modern"] for _tag, values, _text in found if values.get("data-modern")]
            assert sorted(modern) == sorted(expected), shown.passage.ref


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
    text, emended = apply_emendations(
        transcript, [Located(piece, "", 0) for piece in pieces if not isinstance(piece, str)]
    )
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


def _view(site: Site, passage: Passage) -> SourceView:
    """A page that has only this passage."""
    (page,) = (page for page in site.part_pages["1840"] if page.path == PAGE)
    return make_source_page(site, PartPage(page.edition, page.part, [passage]))


def _emendations(html: str) -> list[tuple[str, list[str]]]:
    """Of each emended stretch what the transcript has, and the numbers of the notes that it calls."""
    found: list[tuple[str, list[str]]] = []
    for _tag, values, text in read(html).found:
        if "emended" in values.get("class", "").split():
            found.append((values["data-transcript"], []))
        elif "emended__mark" in values.get("class", "").split():
            found[-1][1].append("".join(text))
    return found


def test_a_reference_inside_an_emended_stretch_is_a_link_and_the_note_is_called_once(site: Site) -> None:
    passage = _passage("Wie in ", _emended("dem §. 48", "den §. 48 und 50"), " steht.")
    view = _view(site, passage)
    links = read(_html(view, cut_runs(site, passage))).found
    assert [(values["href"], "".join(text)) for _tag, values, text in links if values.get("class") == "reference"] == [
        ("#1840:48", "§. 48"), ("#1840:50", "50")
    ]  # fmt: skip
    assert _emendations(_html(view, cut_runs(site, passage))) == [("dem §. 48", ["1"])]
    # the mark stands where the stretch ends
    assert _emendations(_html(view, cut_runs(site, passage, 0, 10))) == [("dem §. 48", [])]
    assert _emendations(_html(view, cut_runs(site, passage, 10))) == [("", ["1"])]
    assert [note.lemma for note in view.notes] == ["dem §. 48"]


def test_what_cannot_be_a_link_stays_words_and_a_cut_stretch_says_its_lemma_once(site: Site) -> None:
    passage = _passage("Nach §. 999 und ", _emended("dem §. 48", "den §. 48 und 50"), ".")
    nowhere = Annotation(5, 11, Kind.REFERENCE, "1840:999")
    view = _view(site, passage)
    made = cut_runs(site, replace(passage, annotations=(nowhere, *passage.annotations)))
    assert words(made) == passage.text
    assert "1840:999" not in _html(view, made)
    parts = [cut_runs(site, passage, 0, 20), cut_runs(site, passage, 20)]
    assert "".join(map(words, parts)) == passage.text
    assert [[lemma for lemma, _notes in _emendations(_html(view, part))] for part in parts] == [["dem §. 48"], [""]]


def test_a_lacuna_and_a_deletion_are_marked(site: Site) -> None:
    passage = _passage("zwei- ", _emended("A", "[…] A", "lacuna"), " und ", _emended(", und", ""))
    view = _view(site, passage)
    html = _html(view, cut_runs(site, passage))
    assert '<span class="lacuna">[…]</span> A' in html
    assert 'href="#note-2"' in html
    entries = render("source.md.j2", view).partition("{: #apparatus ")[2].split("<li ")[1:]
    assert ["<em>left out</em>" in entry for entry in entries] == [False, True]


def test_hostile_words_in_a_text_a_title_and_a_note_stay_words(codex: Project, computed: ComputedCodex) -> None:
    written = HOSTILE.replace('"', '\\"')
    retouch(codex, "1754", "So bald der Geber", HOSTILE)
    replace_once(sources_file(codex), 'title: "Taroc-Spiele 1754"', f'title: "{written}"')
    replace_once(sources_file(codex), "short_title: Taroc-Spiele, Leipzig 1754", f'short_title: "{written}"')
    replace_once(sources_file(codex), "statement: text of 1754, in the public domain by age", f'statement: "{written}"')
    site = Site(like(computed, codex))
    page = render("source.md.j2", make_source_page(site, site.part_pages["1754"][0]))
    assert_harmless(page)
    elements = read(page)
    assert elements.texts("h1") == [HOSTILE]
    assert any(HOSTILE in text for text in elements.texts("div", class_="passage__text"))
    assert any(text.startswith(HOSTILE) for text in elements.texts("dd"))
