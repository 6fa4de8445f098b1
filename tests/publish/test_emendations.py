"""The page of emendations: its view against the recorded data, and hostile words in that data."""

from __future__ import annotations

import re
from collections import Counter

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.apparatus import load_doubts
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.router import Router
from tarock.publish.views.apparatus import DoubtfulView, EmendationsView
from tests.helpers import emend, replace_once, sources_file
from tests.publish.markup import HOSTILE, assert_harmless, read


def test_every_record_of_the_files_is_in_the_view_once(site: Site, project: Project) -> None:
    view = EmendationsView(site, Router.emendations().page)
    for edition, siglum in zip(site.corpus.editions(), site.corpus.sources, strict=True):
        records = yamlio.load(project.corpus / "emendations" / f"{siglum}.yaml").data or []
        recorded = Counter((r["lemma"], r["reading"], r["kind"], r["kind"] != "conjecture") for r in records)
        shown = Counter((n.lemma, n.reading, n.kind, True) for _anchor, n in view.emendations(edition))
        shown += Counter((n.lemma, n.reading, n.kind, False) for _anchor, n in view.conjectures(edition))
        assert shown == recorded
        assert dict(view.kinds(edition)) == Counter(r["kind"] for r in records if r["kind"] != "conjecture")


def test_a_note_links_its_place_and_the_passages_that_its_reason_names(site: Site) -> None:
    page = render("emendations.md.j2", EmendationsView(site, Router.emendations().page))
    entry = read(page.partition('<li id="emendation-1840:12.2-1"')[2].partition("</li>")[0].partition(">")[2])
    links = {"".join(text): values["href"] for tag, values, text in entry.found if tag == "a"}
    assert links["§ 12, para. 2"] == "sources/1840/geben.html#1840:12.2"
    assert links["1840:13.2"] == "sources/1840/geben.html#1840:13.2"
    assert "In diesem\N{NO-BREAK SPACE}] Im diesem" in entry.texts("span", class_="apparatus__words")
    assert "not applied" not in entry.texts("span", class_="apparatus__kind")[0]
    assert "Back to the text" not in page


def test_where_the_text_is_withheld_no_word_of_it_is_in_the_view(computed: ComputedCodex) -> None:
    page = render(
        "emendations.md.j2", EmendationsView(Site(computed, public_domain_only=True), Router.emendations().page)
    )
    before, _, behind = page.partition("{: #emendations-1945")
    of_1945, _, after = behind.partition("{: #emendations-")
    recorded = computed.corpus.edition("1945").emendations
    assert of_1945.count("The words are left out here") == of_1945.count("<li id=") >= len(recorded) > 0
    assert "The words are left out here" not in before + after
    assert not re.search("apparatus__(words|evidence)", of_1945)


def test_hostile_words_in_the_records_stay_words(codex: Project) -> None:
    written = HOSTILE.replace('"', '\\"')
    emend(codex, "1754:1", "Desgleichen", "Ebenso")
    path = codex.corpus / "emendations" / "1754.yaml"
    text = path.read_text(encoding="utf-8").replace("made up", f'"{written}"')
    path.write_text(text, encoding="utf-8")
    replace_once(sources_file(codex), "short_title: Königrufen 1840", f'short_title: "{written}"')
    page = render("emendations.md.j2", EmendationsView(Site(ComputedCodex(codex)), Router.emendations().page))
    assert_harmless(page)
    elements = read(page)
    assert HOSTILE in elements.texts("h2")
    assert HOSTILE in elements.texts("span", class_="apparatus__reason")
    assert f"Evidence: {HOSTILE}" in elements.texts("span", class_="apparatus__evidence")


def test_a_doubtful_place_says_what_its_record_says_and_nothing_of_a_withheld_text(computed: ComputedCodex) -> None:
    page = render("doubtful.md.j2", DoubtfulView(Site(computed, public_domain_only=True), Router.doubtful().page))
    for edition in computed.corpus.editions():
        records = [located.record for located in load_doubts(computed.corpus, edition.siglum)]
        assert records
        section = page.partition(f"{{: #doubtful-{edition.siglum}")[2].partition("\n## ")[0]
        entries = read(section).texts("li", class_="apparatus__entry")
        in_order = [record for record in records if not record.settled] + [
            record for record in records if record.settled
        ]
        for record, entry in zip(in_order, entries, strict=True):
            if edition.siglum == "1945":
                assert entry.split("\n")[1:] == [
                    "The words are left out here because the rights in this text are not clear.", ""
                ]  # fmt: skip
                continue
            assert f"\n{record.lemma}" + (f": perhaps {record.reading}" if record.reading else "") + "\n" in entry
            assert record.reason in entry
            assert (f"Settled: {record.settled}" in entry) == bool(record.settled)
            assert ("A rule depends on it." in entry) == (record.weight == "rule")
            assert (f"Pattern: {record.pattern.replace('-', ' ')}." in entry) == bool(record.pattern)
