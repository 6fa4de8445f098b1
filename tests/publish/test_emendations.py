"""The page of emendations: its view against the recorded data, and hostile words in that data."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base import yamlio
from tarock.corpus.apparatus import load_doubts
from tarock.proof.codex import Codex
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.doubtful import doubtful_view
from tarock.publish.views.emendations import emendations_view
from tarock.publish.views.prose import Link
from tests.helpers import emend, replace_once, sources_file
from tests.publish.markup import HOSTILE, assert_harmless, read

if TYPE_CHECKING:
    from tarock.base.project import Project


def test_every_record_of_the_files_is_in_the_view_once(site: Site, project: Project) -> None:
    for changes, siglum in zip(emendations_view(site).sources, site.corpus.sources, strict=True):
        records = yamlio.load(project.corpus / "emendations" / f"{siglum}.yaml").data or []
        recorded = Counter((r["lemma"], r["reading"], r["kind"], r["kind"] != "conjecture") for r in records)
        shown = Counter((n.lemma, n.reading, n.kind, n.applied) for n in (*changes.emendations, *changes.conjectures))
        assert shown == recorded
        assert dict(changes.kinds) == Counter(r["kind"] for r in records if r["kind"] != "conjecture")


def test_a_note_links_its_place_and_the_passages_that_its_reason_names(site: Site) -> None:
    notes = {note.anchor: note for changes in emendations_view(site).sources for note in changes.emendations}
    note = notes["emendation-1840:12.2-1"]
    assert note.place == Link("§ 12, para. 2", "sources/1840/geben.html#1840:12.2")
    assert Link("1840:13.2", "sources/1840/geben.html#1840:13.2") in note.evidence
    assert (note.lemma, note.reading, note.applied, note.back) == ("Im diesem", "In diesem", True, "")


def test_where_the_text_is_withheld_no_word_of_it_is_in_the_view(computed: Codex) -> None:
    view = emendations_view(Site(computed, public_domain_only=True))
    withheld = {note for changes in view.sources for note in changes.emendations if note.withheld}
    assert {note.place.href.partition("#")[2].partition(":")[0] for note in withheld} == {"1945"}
    assert all(not (note.lemma or note.reading or note.reason or note.evidence) for note in withheld)


def test_hostile_words_in_the_records_stay_words(codex: Project) -> None:
    written = HOSTILE.replace('"', '\\"')
    emend(codex, "1754:1", "Desgleichen", "Ebenso")
    path = codex.corpus / "emendations" / "1754.yaml"
    text = path.read_text(encoding="utf-8").replace("made up", f'"{written}"')
    path.write_text(text, encoding="utf-8")
    replace_once(sources_file(codex), "short_title: Königrufen 1840", f'short_title: "{written}"')
    page = render("emendations.md.j2", emendations_view(Site(Codex(codex))))
    assert_harmless(page)
    elements = read(page)
    assert HOSTILE in elements.texts("h2")
    assert HOSTILE in elements.texts("span", class_="apparatus__reason")
    assert f"Evidence: {HOSTILE}" in elements.texts("span", class_="apparatus__evidence")


def test_a_doubtful_place_says_what_its_record_says_and_nothing_of_a_withheld_text(computed: Codex) -> None:
    view = doubtful_view(Site(computed, public_domain_only=True))
    for edition, doubts in zip(computed.corpus.editions(), view.sources, strict=True):
        records = [located.record for located in load_doubts(computed.corpus, edition.siglum)]
        assert records
        for record, note in zip(records, doubts.notes, strict=True):
            if edition.siglum == "1945":
                assert (note.withheld, note.lemma, note.reading, note.reason, note.pattern) == (True, "", "", (), None)
                continue
            assert (note.withheld, note.lemma, note.reading) == (False, record.lemma, record.reading)
            assert (note.pattern.text if note.pattern else "") == record.pattern.replace("-", " ")
