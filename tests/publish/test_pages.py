"""The pages that MkDocs builds from, made from the real corpus."""

from __future__ import annotations

import re
import shutil
import socket
from typing import TYPE_CHECKING

import markdown
import pytest

from tarock.codex import Codex
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.editions import Corpus, Passage
from tarock.corpus.emendations import Emendation, Located, apply
from tarock.corpus.profiles import find_profile
from tarock.errors import CodexError
from tarock.project import Project
from tarock.publish.apparatus import Notes
from tarock.publish.edition_text import EditionText
from tarock.publish.folders import replaced_folder
from tarock.publish.front_pages import fill
from tarock.publish.html import heading, inline_esc
from tarock.publish.pages import compose_pages, write_pages
from tarock.publish.places import Site, relative
from tarock.publish.site import build_site, serve_site
from tarock.publish.subject_pages import collation_key, headword
from tarock.publish.tricks import split_trick
from tests.helpers import like

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.corpus.emendations import EmendationKind
    from tests.conftest import Run


@pytest.fixture(scope="module")
def site(computed: Codex) -> Site:
    return Site(computed)


@pytest.fixture(scope="module")
def composed(site: Site) -> dict[str, str]:
    return compose_pages(site)


def test_every_passage_heading_and_unit_has_its_anchor_exactly_once(corpus: Corpus, composed: dict[str, str]) -> None:
    text = "\n".join(composed[path] for path in composed if path.startswith("sources/"))
    for edition in corpus.editions():
        for name in {*edition.passages, *edition.headings, *edition.containers}:
            ref = f"{edition.siglum}:{name}"
            found = len(re.findall(rf' id="{re.escape(ref)}"', text)) + len(
                re.findall(rf"\{{: #{re.escape(ref)} ", text)
            )
            assert found == 1, ref


def test_every_passage_has_a_cite_button_and_its_number(corpus: Corpus, composed: dict[str, str]) -> None:
    text = "\n".join(composed.values())
    for edition in corpus.editions():
        for passage in edition.passages.values():
            assert f'aria-label="Cite {passage.ref}"' in text
            assert f'href="#{passage.ref}" class="passage__number"' in text
            assert f'data-hash="{passage.hash}"' in text


def test_the_navigation_names_exactly_the_pages_that_are_made(corpus: Corpus, composed: dict[str, str]) -> None:
    import yaml

    config = yaml.safe_load((corpus.project.root / "mkdocs.yml").read_text(encoding="utf-8"))

    def paths(entries: object) -> list[str]:
        if isinstance(entries, str):
            return [entries]
        if isinstance(entries, dict):
            return [path for value in entries.values() for path in paths(value)]
        assert isinstance(entries, list)
        return [path for entry in entries for path in paths(entry)]

    named = paths(config["nav"])
    written = {path.relative_to(corpus.project.docs).as_posix() for path in corpus.project.docs.rglob("*.md")}
    assert sorted(named) == sorted(written | set(composed))
    parts = [f"sources/{s.siglum}/{part.slug}.md" for s in corpus.sources.values() for part in s.parts]
    assert [path for path in named if path.startswith("sources/")] == parts


def test_writing_replaces_the_folder_and_counts_the_pages(computed: Codex, tmp_path: Path) -> None:
    folder = tmp_path / "build" / "docs"
    folder.mkdir(parents=True)
    (folder / "stale.md").write_text("old")
    count = write_pages(computed, folder, public_domain_only=False)
    assert count == len(list(folder.rglob("*.md"))) >= 21
    assert not (folder / "stale.md").exists()
    assert (folder / "assets/fonts/OFL.txt").is_file()
    assert [path.name for path in folder.parent.iterdir()] == ["docs"]


def test_a_place_that_cannot_be_written_is_an_error_and_stays_as_it_was(computed: Codex, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("mine")
    with pytest.raises(CodexError, match="cannot be written"):
        write_pages(computed, blocked / "docs", public_domain_only=False)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_failure_on_the_way_leaves_the_old_folder(tmp_path: Path) -> None:
    target = tmp_path / "docs"
    target.mkdir()
    (target / "page.md").write_text("old")
    with pytest.raises(RuntimeError), replaced_folder(target) as fresh:
        (fresh / "page.md").write_text("half")
        raise RuntimeError
    assert (target / "page.md").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


def test_without_texts_of_unclear_rights_no_sentence_of_1945_is_on_any_page(corpus: Corpus, computed: Codex) -> None:
    text = "\n".join(compose_pages(Site(computed, public_domain_only=True)).values())
    for passage in corpus.edition("1945").passages.values():
        assert passage.text not in text
        assert f'id="{passage.ref}"' in text
    assert "Eines der beliebtesten" in text  # 1840 is there


def test_tricks_are_split_without_losing_a_letter(corpus: Corpus) -> None:
    tricks = [passage for passage in corpus.edition("1840").passages.values() if passage.kind == "trick"]
    assert len(tricks) == 96
    for passage in tricks:
        cells = split_trick(passage.text)
        assert cells is not None, passage.text
        number, plays, remark = cells
        assert "".join(passage.text[a:b] for a, b in (number, *plays, remark)) == passage.text
        assert sorted(passage.text[a] for a, _ in plays)[0] in "ABCD"
    assert split_trick("1. Stich. A II. - B XV.") is None
    assert split_trick("Kein Stich.") is None


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


def test_references_run_both_ways_between_pages(composed: dict[str, str]) -> None:
    assert 'href="abrechnung.html#1840:131"' in composed["sources/1840/karten-und-plaetze.md"]
    target = composed["sources/1840/abrechnung.md"]
    assert re.search(r'Referred to from <a href="karten-und-plaetze\.html#1840:7\.3">§ 7, para\. 3</a>', target)


def _passage(*pieces: str | Emendation) -> Passage:
    transcript = "".join(piece if isinstance(piece, str) else piece.lemma for piece in pieces)
    text, emended = apply(transcript, [Located(piece, "", 0) for piece in pieces if not isinstance(piece, str)])
    referring = [
        Annotation(found.start, found.end, Kind.REFERENCE, f"1840:{found.target}")
        for found in find_profile("1840").references("47.2", "paragraph", text)
    ]
    return Passage(
        "1840",
        "47.2",
        "paragraph",
        text,
        (*emended, *referring),
    )


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
    notes = Notes(site, "sources/1840/berechnung.md")
    text = EditionText(_passage("Wie in ", _emended("dem §. 48", "den §. 48 und 50"), " steht."), notes)
    html = text.render()
    assert html.count("note-1") == 1
    assert '<a href="#1840:48" class="reference">§. 48</a>' in html
    assert '<a href="#1840:50" class="reference">50</a>' in html
    assert "note-1" not in text.render(0, 10)  # the mark stands where the stretch ends
    assert "note-1" in text.render(10)


def test_markup_in_a_text_stays_text(site: Site) -> None:
    notes = Notes(site, "sources/1840/berechnung.md")
    hostile = '<script>alert("1")</script> & *stern* [x](y) _u_'
    html = EditionText(_passage(hostile), notes).render()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    rendered = markdown.markdown(heading(2, inline_esc(hostile), "1840:h7", german=True), extensions=["attr_list"])
    assert 'id="1840:h7"' in rendered
    assert 'lang="de"' in rendered
    assert "<script>" not in rendered
    assert "<em>" not in rendered
    assert "*stern* [x](y) _u_" in rendered


def test_a_lacuna_and_a_deletion_are_marked(site: Site) -> None:
    notes = Notes(site, "sources/1840/ansagen.md")
    html = EditionText(
        _passage("zwei- ", _emended("A", "[…] A", "lacuna"), " und ", _emended(", und", "")), notes
    ).render()
    assert '<span class="lacuna">[…]</span> A' in html
    assert 'href="#note-2"' in html
    assert "<em>left out</em>" in notes.render()


def test_headwords_and_german_order() -> None:
    assert headword("Scat nennt man die drei Blätter") == "Scat"
    assert headword("Zur Sprache bringen oder kommen. Darunter") == "Zur Sprache bringen oder kommen"
    assert headword("Anlaufen - oder Aufsitzen lassen, heißt") == "Anlaufen"
    assert sorted(["Übereinkommen", "Tarock", "Volat", "Zählart"], key=collation_key) == [
        "Tarock",
        "Übereinkommen",
        "Volat",
        "Zählart",
    ]


def test_all_glossary_terms_are_in_the_index(corpus: Corpus, composed: dict[str, str]) -> None:
    for passage in corpus.edition("1840").passages.values():
        if passage.kind == "entry":
            assert f"#{passage.ref}" in composed["subjects.md"]


def test_links_between_pages_are_relative() -> None:
    assert relative("sources/1840/geben.md", "sources/1840/index.md") == "geben.html"
    assert relative("about.md", "sources/1840/index.md") == "../../about.html"
    assert relative("sources/1754/index.md", "index.md") == "sources/1754/index.html"


def test_an_unknown_marker_is_an_error_with_its_line(site: Site) -> None:
    with pytest.raises(CodexError, match="unknown marker") as caught:
        fill(site, "index.md", "# Title\n\n<!-- tarock:nonsense -->\n")
    assert caught.value.place == "docs/index.md:3"


def test_parts_that_leave_a_passage_out_are_an_error(corpus: Corpus, tmp_path: Path) -> None:
    shutil.copytree(corpus.project.root / "corpus", tmp_path / "corpus")
    sources = tmp_path / "corpus/sources/sources.yaml"
    changed = sources.read_text(encoding="utf-8").replace('first: "1", last: "33"', 'first: "1", last: "32"')
    sources.write_text(changed, encoding="utf-8")
    with pytest.raises(CodexError, match="33 is in no part"):
        _ = Site(Codex(Project(tmp_path))).part_pages


def test_a_folder_with_something_else_in_it_is_never_replaced(computed: Codex, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(CodexError, match="holds something else"):
        build_site(computed, tmp_path, public_domain_only=False)
    assert (tmp_path / "letter.txt").read_text() == "mine"


def test_a_fault_that_mkdocs_finds_is_reported_and_the_old_site_stays(
    codex: Project, computed: Codex, tmp_path: Path
) -> None:
    with codex.changelog.open("a", encoding="utf-8") as stream:
        stream.write("\n[gone](nowhere.md)\n")
    output = tmp_path / "site"
    output.mkdir()
    with pytest.raises(CodexError, match=r"nowhere\.md"):
        build_site(like(computed, codex), output, public_domain_only=False)
    assert list(output.iterdir()) == []


def test_a_taken_port_is_a_clear_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CodexError, match=f"port {port} cannot be used"):
            serve_site(tmp_path, port)
    with pytest.raises(CodexError, match="port 99999999"):
        serve_site(tmp_path, 99999999)


def test_the_command_ends_with_2_when_the_port_or_the_output_cannot_be_had(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("mine")
    for output, said in ((letter, "is a file"), (tmp_path, "holds something else")):
        outcome = run("site", "build", "--output", str(output))
        assert outcome.status == 2
        assert said in outcome.err
        assert "Traceback" not in outcome.err
    monkeypatch.setattr("tarock.publish.site.build_site", lambda *_arguments, **_options: None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        outcome = run("site", "serve", "--port", str(port))
    assert outcome.status == 2
    assert f"port {port} cannot be used" in outcome.err
    assert letter.read_text() == "mine"


def test_the_start_page_is_filled_with_what_was_computed(composed: dict[str, str], computed: Codex) -> None:
    home = composed["index.md"]
    assert "tarock:" not in home
    assert home.count('class="verdict') == len(computed.game_reports) == 8
    assert f"{sum(len(list(table)) for table in computed.tables.values())} rule values" in home


def test_sources_come_first_in_the_search_and_claims_are_left_out(composed: dict[str, str]) -> None:
    for path, text in composed.items():
        front = text.partition("\n---\n")[0]
        assert ("search: {boost: 4}" in front) == path.startswith("sources/"), path
        unsearched = re.fullmatch(r"claims/(?:\d+|evidence)\.md", path) is not None
        assert ("search: {exclude: true}" in front) == unsearched, path
