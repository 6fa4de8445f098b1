"""Historical notes: where they stand, and what is refused in their file."""

from __future__ import annotations

import re

import pytest

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.checks import note_problems
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.glossary import make_letter
from tarock.publish.views.source import make_source_page
from tarock.publish.views.view import View
from tests.conftest import Run
from tests.publish.markup import read


@pytest.fixture(scope="module")
def site(computed: ComputedCodex) -> Site:
    return Site(computed)


def test_no_place_of_an_expression_named_after_a_people_is_without_its_note(computed: ComputedCodex) -> None:
    """Looked for again in all texts by its own words."""
    for words, ident in (("Juden", "auf-den-juden"), ("Mandschur", "mandschurisch"), ("Rasteln", "rasteln")):
        passages = [p for edition in computed.corpus.editions() for p in edition.passages.values() if words in p.text]
        assert {passage.ref for passage in passages} == computed.notes[ident].places.keys()


@pytest.mark.slow
def test_a_note_stands_at_each_of_its_passages_on_the_page_of_the_source(site: Site) -> None:
    wanted = {(ref, note.expression) for note in site.codex.notes.values() for ref in note.places}
    found = set()
    for pages in site.part_pages.values():
        for page in pages:
            refs = {ref for ref, _expression in wanted if site.router.passage(ref).page == page.path}
            current = ""
            for tag, values, text in read(render("source.md.j2", make_source_page(site, page))).found if refs else ():
                if "passage" in values.get("class", "").split():
                    current = values["id"]
                elif tag == "a" and values.get("aria-label", "").startswith("Sentence "):
                    current = values["href"].removeprefix("#")  # sentences that run on have theirs below
                elif tag == "summary" and "".join(text).startswith("Historical note on "):
                    found.add((current, "".join(text).removeprefix("Historical note on ")))
    assert found == wanted


def test_a_note_stands_at_its_terms_among_all_notes_and_in_the_search(site: Site, run: Run) -> None:
    expression, note = "auf den Juden spielen", site.codex.notes["auf-den-juden"]
    (entry,) = (entry for entry in make_letter(site, "A").entries if entry.term.id == "auf-den-juden")
    assert [each.expression for each in entry.notes] == [expression]
    shown = read(render("notes.md.j2", View(site, site.router.notes().page)))
    assert expression in shown.texts("h3")
    assert note.note in shown.texts("p")
    for query in ("Juden", "antisemitic"):
        found = run("search", query)
        passages = re.findall(r"^\d{4}:\S+(?=  )", found.out, re.MULTILINE)
        assert passages[0] == "1840:59.1"
        assert note.note in found.err
    assert run("search", '"gewissen Geldbetrag"').err == "1 passage\n"  # 59.1, found by other words of it


def test_where_a_source_is_withheld_none_of_its_words_stand_in_a_note_at_a_passage(computed: ComputedCodex) -> None:
    public = Site(computed, public_domain_only=True)
    page = render("notes.md.j2", View(public, public.router.notes().page))
    for note in computed.notes.values():
        for ref, words in note.places.items():
            if public.withheld(ref.partition(":")[0]) and len(words.split()) > 3:
                assert words not in page


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"1840:59.1": auf den Juden', '"1840:59.2": auf den Juden', "NOTE-REF"),
        ('"1840:59.1": auf den Juden', '"1840:59.1": auf den Joden', "NOTE-WORDS"),
        ("terms: [auf-den-juden]", "terms: [auf-den-jaden]", "NOTE-TERM"),
    ],
)
def test_a_note_that_no_longer_fits_the_text_is_a_problem(codex: Project, old: str, new: str, said: str) -> None:
    text = (codex.corpus / "notes.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (codex.corpus / "notes.yaml").write_text(text.replace(old, new), encoding="utf-8")
    changed = ComputedCodex(codex)
    (problem,) = note_problems(changed.corpus, changed.notes, changed.termbase)
    line = text.count("\n", 0, text.rindex("- id: ", 0, text.index(old))) + 1
    assert str(problem).startswith(f"corpus/notes.yaml:{line}: {said}: ")


@pytest.mark.slow
def test_the_check_tells_what_is_wrong_with_notes(codex: Project, run: Run) -> None:
    path = codex.corpus / "notes.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("[auf-den-juden]", "[auf-den-jaden]"), encoding="utf-8")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert "NOTE-TERM" in outcome.out


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("kind: people", "kind: peoples", "kind"),
        ("- id: mandschurisch", "- id: auf-den-juden", "a second note"),
        ('places: {"1840:59.1": auf den Juden spielen}', "places: {}", "has no places"),
        ("guess: The name may", "gues: The name may", "gues"),
    ],
)
def test_a_malformed_file_of_notes_is_refused_with_its_line(
    codex: Project, run: Run, old: str, new: str, expected: str
) -> None:
    text = (codex.corpus / "notes.yaml").read_text(encoding="utf-8")
    assert old in text
    (codex.corpus / "notes.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    outcome = run("search", "Mond", root=codex)
    assert outcome.status == 2
    assert re.search(r"corpus/notes\.yaml:[0-9]+: ", outcome.err)
    assert expected in outcome.err
