"""Documents of people: what is read of each format, and what is refused before it can do harm."""

from __future__ import annotations

import io
import re
import textwrap
import zipfile
from collections.abc import Callable, Mapping

import pytest

from tarock.base.errors import CodexError
from tarock.corpus.verify.reading import read_document, read_text_document
from tarock.corpus.verify.records import Class
from tests.corpus.test_verify import FORGED, TRUE, said, verify

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def packed(files: Mapping[str, str | bytes], level: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with some files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", level) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target.getvalue()


def docx(body: str, **more: str) -> bytes:
    """A document of Word with paragraphs, and more parts."""
    files = {"word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>"}
    return packed(files | {f"word/{name}.xml": text for name, text in more.items()})


def paragraph(words: str, style: str = "") -> str:
    """A paragraph of Word."""
    named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{named}<w:r><w:t>{words}</w:t></w:r></w:p>"


def test_notes_deletions_and_block_quotations_of_word_are_told_apart() -> None:
    pytest.importorskip("defusedxml")
    body = (
        paragraph("Vorwort") + paragraph(f"{TRUE} eines einfachen Dreiers", "Zitat")
        + "<w:p><w:r><w:t>Er sagt „die </w:t></w:r><w:del><w:r><w:delText>dreifache </w:delText></w:r></w:del>"
        "<w:r><w:t>doppelte Consulation“</w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r></w:p>"
    )  # fmt: skip
    notes = f"<w:footnotes {W}><w:footnote w:id='2'>{paragraph('1840:47.2, und „{}“')}</w:footnote></w:footnotes>"
    for words, status in ((TRUE, 0), (FORGED, 1)):
        found = verify(docx(body, footnotes=notes.replace("{}", words)))
        assert found.status == status
        assert {"block", "„…“"} <= {each.marks for each in found.quotations}
        assert any(each.place.startswith("footnote 2") for each in found.quotations)
        assert "dreifache" in " ".join(each.text for each in found.unread)


@pytest.mark.parametrize(
    ("before", "change", "status"),
    [
        ("Wer sich nicht ", "<w:del><w:r><w:delText>etwa </w:delText></w:r></w:del>", 0),
        ("Wer sich ", "<w:del><w:r><w:delText>nicht </w:delText></w:r></w:del>", 1),
        ("Wer sich ", "<w:ins><w:r><w:t>nicht </w:t></w:r></w:ins>", 0),
        ("Wer sich nicht ", "<w:ins><w:r><w:t>immer </w:t></w:r></w:ins>", 1),
    ],
)
def test_tracked_changes_are_read_as_accepted(before: str, change: str, status: int) -> None:
    pytest.importorskip("defusedxml")
    runs = [f"<w:r><w:t>{words}</w:t></w:r>" for words in (f"Er sagt „{before}", "zum Spielen erklärt“ (1863:5)")]
    assert verify(docx(f"<w:p>{runs[0]}{change}{runs[1]}</w:p>")).status == status


@pytest.mark.parametrize("kind", ["footnote", "endnote", "comment"])
def test_a_place_in_a_note_is_that_of_the_quotation_before_its_call(kind: str) -> None:
    pytest.importorskip("defusedxml")
    notes = f"<w:{kind}s {W}><w:{kind} w:id='3'>{paragraph('1840:47.2')}</w:{kind}></w:{kind}s>"
    called = f"<w:r><w:{kind}Reference w:id='3'/></w:r>"
    for words, status in ((TRUE, 0), (FORGED, 1), ("Wer sich nicht zum Spielen erklärt", 1)):
        first = paragraph(f"Er sagt „{words}“").replace("</w:p>", f"{called}</w:p>")
        later = paragraph("Dort steht „drei beliebige Karten weg“ (1863:3).")
        assert verify(docx(first + later, **{f"{kind}s": notes})).status == status


@pytest.mark.slow
def test_quotation_commands_of_tex_are_known() -> None:
    pytest.importorskip("pylatexenc")
    for quoted in (
        r"\enquote{%s}",
        r"\textquote[1840:47.2]{%s}",
        r"\foreignquote{german}{%s}",
        '"`%s"\'',
        r"\glqq %s\grqq{}",
    ):
        for words, status in ((TRUE, 0), (FORGED, 1)):
            text = (
                "\\documentclass{article}\\begin{document}Er sagt "
                + quoted.replace("%s", words)
                + " (1840:47.2).\\end{document}"
            )
            assert verify(text).status == status, quoted
    block = "\\begin{quote}%s eines einfachen Dreiers\\end{quote}\\cite[\\S~47 Abs.~2]{tarock-1840-v1.1.0}"
    assert verify(block % TRUE).status == 0
    assert verify(block % FORGED).status == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (packed({"word/document.xml": b"\0" * 5_000_000}), "is packed more than 100 times"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "is encrypted, or of an old Word"),
        (b"{\\rtf1 x}", "is RTF"),
        (b"%PDF-1.7 broken", "is damaged, or no PDF"),
        (b"abc\0def\0\0" * 300 + b"abcdefg" * 50, "is no text"),
        (packed({"a.txt": "x"}), "is an archive, but no .docx"),
        (b"PK\x03\x04broken", "is a damaged archive"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(data: bytes, said: str) -> None:
    with pytest.raises(CodexError, match=said.replace(".", r"\.")):
        read_document(data)


@pytest.mark.parametrize(
    "inner", ["word/afchunk1.html", "word/embeddings/sheet.xlsx", "word/embeddings/Microsoft_Word_Document.docx"]
)
def test_a_document_inside_a_document_is_named_as_not_looked_at(inner: str) -> None:
    pytest.importorskip("defusedxml")
    body = paragraph(f"„{TRUE}“ (1840:47.2)")
    document = f"<w:document {W}><w:body>{body}</w:body></w:document>"
    found = verify(packed({"word/document.xml": document, inner: f"<p>„{FORGED}“ (1840:47.2)</p>"}))
    assert (found.status, [each.place for each in found.quotations if each.why]) == (2, [inner])


def test_blanks_that_a_sign_stands_for_are_no_bomb() -> None:
    pytest.importorskip("defusedxml")
    name = "urn:oasis:names:tc:opendocument:xmlns"
    blank = '<t:s t:c="{}"/>'
    body = (
        f"<o:body><t:p>„die{blank.format(10**9 - 1)}doppelte{blank.format('x')}Consulation“ (1840:47.2)</t:p></o:body>"
    )
    content = f'<o:document-content xmlns:o="{name}:office:1.0" xmlns:t="{name}:text:1.0">{body}</o:document-content>'
    assert verify(packed({"content.xml": content})).status == 0


@pytest.mark.parametrize("entity", ['<!DOCTYPE a [<!ENTITY x "yyyy">]>', "<!DOCTYPE a SYSTEM 'http://example.org/a'>"])
def test_xml_with_a_doctype_is_refused(entity: str) -> None:
    pytest.importorskip("defusedxml")
    with pytest.raises(CodexError, match="has a DOCTYPE or entities"):
        read_document(packed({"word/document.xml": f"{entity}<w:document {W}/>"}))


def test_html_is_read_as_text_and_what_is_struck_out_stands_aside() -> None:
    inner = "<p>Er sagt <q>die <del>dreifache</del> doppelte Consulation</q> (1840:47.2)</p>"
    page = f"<!DOCTYPE html><html><body>{inner}</body></html>"
    found = verify(page)
    assert (found.status, found.format) == (0, "HTML")
    assert "dreifache" in " ".join(each.text for each in found.unread)
    assert verify(page.replace("<del>", "").replace("</del>", "")).status == 1
    document = read_text_document("<script>„Unfug“</script><p>Text</p>")
    assert [part.aside for part in document.parts] == [False, True]


# A document of somebody: paragraphs, of which the last is a note that is called behind the first.
WRITTEN = (
    "Vorwort über Spiele: der Verfasser schreibt „die doppelte Consulation eines einfachen Dreiers“",
    "Auch „drei beliebige Karten weg“ (1863:3) steht da, und Meyer sagt „Das alte Haus am Wald ist grün“.",
    "Siehe Königrufen 1840, § 47 Abs. 2, zum Vergleich.",
)


def write_docx(first: str, second: str, note: str) -> bytes:
    called = paragraph(first).replace("</w:p>", "<w:r><w:footnoteReference w:id='2'/></w:r></w:p>")
    notes = f"<w:footnotes {W}><w:footnote w:id='2'>{paragraph(note)}</w:footnote></w:footnotes>"
    return docx(called + paragraph(second), footnotes=notes)


def write_odt(first: str, second: str, note: str) -> bytes:
    schema = "urn:oasis:names:tc:opendocument:xmlns:{0}:1.0"
    names = " ".join(f'xmlns:{name}="{schema.format(name)}"' for name in ("office", "text"))
    body = f"<text:note-body><text:p>{note}</text:p></text:note-body>"
    called = f"<text:note text:note-class='footnote'>{body}</text:note>"
    text = f"<office:text><text:p>{first}{called}</text:p><text:p>{second}</text:p></office:text>"
    content = f"<office:document-content {names}><office:body>{text}</office:body></office:document-content>"
    return packed({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def write_epub(first: str, second: str, note: str) -> bytes:
    return packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": "<c:container xmlns:c='c'><c:rootfile full-path='b/p.opf'/></c:container>",
            "b/p.opf": "<p:package xmlns:p='p'><p:item id='a' href='a.xhtml'/><p:itemref idref='a'/></p:package>",
            "b/a.xhtml": f"<html><body><p>{first} ({note})</p><p>{second}</p></body></html>",
        }
    )


def write_pdf(first: str, second: str, note: str) -> bytes:
    """Write one page in the encoding of Windows, line by line."""
    lines = textwrap.wrap(f"{first} ({note})", 60) + textwrap.wrap(second, 60)
    shown = b"".join(b"(%s) Tj T*\n" % re.sub(rb"([()\\])", rb"\\\1", line.encode("cp1252")) for line in lines)
    stream = b"BT /F 10 Tf 14 TL 40 800 Td\n%sET" % shown
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    )
    data, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj%s endobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(data)
    return data + b"xref\n0 6\n0000000000 65535 f \n%strailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        table,
        start,
    )


@pytest.mark.slow
@pytest.mark.parametrize("write", [write_docx, write_odt, write_epub, write_pdf])
def test_any_other_word_in_a_document_changes_what_is_said(write: Callable[..., bytes]) -> None:
    """Of a PDF, which a process of its own reads, every fifth word is exchanged."""
    pytest.importorskip("pypdfium2" if write is write_pdf else "defusedxml")
    text = "\n".join(WRITTEN)
    before = verify(write(*WRITTEN))
    assert before.status == 0
    assert [each.class_ for each in before.quotations] == [Class.SAME, Class.SAME, Class.FOREIGN]
    unchanged = said(write(*WRITTEN))
    words = [*re.finditer(r"\w+", text)]
    for word in words[:: 5 if write is write_pdf else 1]:
        other = "17" if word[0].isdigit() else "Unfug"
        changed = f"{text[: word.start()]}{other}{text[word.end() :]}".split("\n")
        assert said(write(*changed)) != unchanged, changed
