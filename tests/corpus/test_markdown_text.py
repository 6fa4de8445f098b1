"""The versioned Markdown: readable, the same bytes every time, and read back to the same passages."""

from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.corpus import emendations as em
from tarock.corpus.annotations import Annotation, Kind
from tarock.corpus.editions import Corpus, Edition, Item, Paratext, Passage
from tarock.corpus.markdown_text import escape_markdown, read_markdown, unescape_markdown, write_markdown
from tarock.corpus.profiles import find_profile
from tarock.corpus.sentences import SentenceSplitter
from tarock.corpus.sources import Source
from tarock.corpus.versions import text_path
from tests.conftest import SIGLA

FILE = Path("1.0.0.md")
SPECIAL = "\\`*_{}[]<>#|+-.~> \n0123456789ab|ß…„“"
MARKS = ("{~~", "~>", "~~}", "\\", "\n", "{: #1 .rule }", "---", "<!-- x -->", "# ", "1. ", "Tarock")
any_text = st.text() | st.text(alphabet=SPECIAL) | st.lists(st.sampled_from(MARKS), max_size=6).map("".join)


@given(any_text)
def test_what_is_escaped_is_read_back(text: str) -> None:
    assert unescape_markdown(escape_markdown(text)) == text


@given(st.lists(any_text))
def test_texts_escaped_one_by_one_are_read_back_together(texts: list[str]) -> None:
    assert unescape_markdown("".join(escape_markdown(text) for text in texts)) == "".join(texts)


@pytest.mark.parametrize(
    "text",
    # What Markdown would take for something else. (CommonMark also knows `\\<`; Python-Markdown does not.)
    ["1. Gewöhnliches Spiel.", "# no heading", "- no item", "+++ König: 5 Punkte", "*no* _stress_",
     "`no code`", "[no](link)", "a | b", "{: #no .attribute }", "\\", "12. -\"- A Pagat",
     "A.\n_\nB. | _ | D.\nC."],
)  # fmt: skip
def test_markdown_shows_an_escaped_text_as_it_is(text: str) -> None:
    shown = markdown.markdown(escape_markdown(text), extensions=["attr_list", "tables"])
    assert shown.startswith("<p>")
    plain = re.sub(r"<br />\n|</?p>", "\n", shown).strip("\n").replace("&lt;", "<").replace("&gt;", ">")
    # a `\` before a line break is no break in Python-Markdown: it is written for git and other readers
    assert plain.replace("\\\n", "\n") == text


# --- the law ----------------------------------------------------------------------------------------------

# A passage has no line feed at its ends (the readers strip their lines); otherwise it may be anything.
body = any_text.map(lambda text: text.strip("\n"))


@st.composite
def emended_texts(draw: st.DrawFn) -> tuple[str, tuple[Annotation, ...]]:
    """Plain and emended stretches in any order."""
    text, annotations = "", []
    for lemma, reading in draw(st.lists(st.tuples(st.none() | body, body), min_size=1, max_size=5)):
        if lemma is not None:
            emendation = em.Emendation(passage="1:1", lemma=lemma, reading=reading, kind="misprint",
                                       certainty="certain", reason="r", evidence="e")  # fmt: skip
            annotations.append(Annotation(len(text), len(text) + len(reading), Kind.EMENDATION, emendation))
        text += reading
    return text, tuple(annotations)


def edition_of(source: Source, items: tuple[Item, ...]) -> Edition:
    return Edition(source, "", (), items, (), SentenceSplitter(FILE))


@given(st.lists(emended_texts(), min_size=1, max_size=4))
def test_any_passages_are_read_back_from_markdown(
    corpus: Corpus, texts: list[tuple[str, tuple[Annotation, ...]]]
) -> None:
    passages = tuple(
        Passage("1754", str(number), "rule", text, annotations)
        for number, (text, annotations) in enumerate(texts, 1)
        if not text.endswith("\n") and not em.restore_transcript(text, annotations).endswith("\n")
    )
    written = write_markdown(edition_of(corpus.sources["1754"], passages))
    read = read_markdown(written, FILE, "1754", find_profile("1754"))
    assert [(p.ident, p.kind, p.text, p.hash) for p in read] == [(p.ident, p.kind, p.text, p.hash) for p in passages]


# --- the editions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("siglum", SIGLA)
def test_an_edition_is_read_back_from_its_markdown(editions: dict[str, Edition], siglum: str) -> None:
    edition = editions[siglum]
    kept = read_markdown(write_markdown(edition), FILE, siglum, edition.profile)
    assert [(type(unit), unit.ident, unit.kind, unit.text) for unit in kept] == [
        (type(item), item.ident, item.kind, item.text) for item in edition.items
    ]
    assert {unit.ident: unit.transcript for unit in kept if unit.ident} == {
        ident: unit.transcript for ident, unit in edition.units.items()
    }


def test_parts_of_a_passage_are_read_back(koenigrufen: Edition) -> None:
    kept = read_markdown(write_markdown(koenigrufen), FILE, "1840", koenigrufen.profile)
    old = edition_of(koenigrufen.source, kept)
    (old_parts, parts) = (
        {ident: (unit.text, unit.transcript) for ident, unit in edition.parts.items()} for edition in (old, koenigrufen)
    )
    assert old_parts == parts
    assert parts


def test_two_hyphens_in_a_note_are_read_back(corpus: Corpus) -> None:
    note = Paratext("1754", "anmerkung.1", "editor", "so -- und --> nicht")
    written = write_markdown(edition_of(corpus.sources["1754"], (note,)))
    assert read_markdown(written, FILE, "1754", find_profile("1754")) == (note,)


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_same_edition_gives_the_same_bytes(project: Project, editions: dict[str, Edition], siglum: str) -> None:
    assert write_markdown(Corpus(project).edition(siglum)) == write_markdown(editions[siglum])


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_committed_text_is_the_one_that_is_written(
    project: Project, editions: dict[str, Edition], siglum: str
) -> None:
    edition = editions[siglum]
    path = text_path(project, siglum, edition.source.edition)
    assert path == project.root / "corpus" / "texts" / siglum / f"{edition.source.edition}.md"
    assert path.read_bytes() == write_markdown(edition).encode("utf-8")


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_front_matter_names_version_and_transcript(editions: dict[str, Edition], siglum: str) -> None:
    source = editions[siglum].source
    front = write_markdown(editions[siglum]).split("\n---\n")[0].split("\n")
    assert front[:2] == ["---", f'siglum: "{siglum}"']
    assert f"edition: {source.edition}" in front
    assert f"transcript_sha256: {source.sha256}" in front
    assert f"passages: {len(editions[siglum].passages)}" in front


def test_headings_passages_and_emendations_are_to_be_seen(koenigrufen: Edition) -> None:
    written = write_markdown(koenigrufen)
    assert "\n## Vorwort. {: #vorwort .part }\n" in written
    assert "\n#### § 47. {: #47 .section }\n" in written
    assert "gilt im {~~Dreispiele~>Dreierspiele~~}, die doppelte Consulation" in written
    assert "{~~einen zwei- A den dreifachen~>einen zwei- \\[…\\] A den dreifachen~~}" in written
    assert "\n<!-- shelfmark: ÖNB 297.564 - A -->\n" in written
    assert "\n<!-- editor #nachwort.2: Hans-Joachim Alscher, 18.4.2003 -->\n" in written
    assert written.endswith("\n")
    assert not written.endswith("\n\n")


def test_both_readings_stand_in_the_markdown_and_the_edition_is_read(koenigrufen: Edition) -> None:
    written = write_markdown(koenigrufen)
    assert len(re.findall(r"\{~~.+?~>.*?~~\}", written, re.DOTALL)) == len(koenigrufen.emendations)
    read = {unit.ident: unit.text for unit in read_markdown(written, FILE, "1840", koenigrufen.profile)}
    assert "im Dreierspiele, die doppelte" in read["47.2"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\nsiglum: x\n---\n\nA paragraph.\n", 5),
        ("---\nsiglum: x\n---\n\nOne.\n{: #1 .rule }\n\nTwo.\n{: #2 rule }\n", 8),
        ("No front matter, no id.\n", 1),
    ],
)
def test_a_paragraph_without_id_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(CodexError, match=rf"^1\.0\.0\.md:{line}: a paragraph without id; expected `{{: #ID"):
        read_markdown(text, FILE, "1754", find_profile("1754"))
