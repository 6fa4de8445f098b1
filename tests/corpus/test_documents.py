"""Documents of people: what is read of each format, and what is refused before it can do harm."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import pytest

from tarock.base.errors import CodexError
from tarock.corpus.verify.reading import read_document, read_text_document
from tests.corpus.test_verify import FORGED, TRUE, verify

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
