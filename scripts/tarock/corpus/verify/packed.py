"""Documents that are archives: DOCX, ODT, EPUB. Nothing is unpacked to a disk, and no address in them is followed."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from tarock.base.errors import CodexError
from tarock.corpus.verify.apart import missing
from tarock.corpus.verify.documents import DocumentPart, QuotingDocument
from tarock.corpus.verify.markup import read_markup

UNPACKED = 200_000_000  # bytes of all that is in an archive
RATIO = 100  # how much smaller a file may be packed
_SMALL = 1_000_000  # bytes of a file whose ratio does not matter
_MOST = 10_000  # files
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_MOST_BLANKS = 1000  # that a sign of OpenDocument may stand for
_EMBEDDED = re.compile(
    r"\Aword/embeddings/.|\A(?!Configurations2/|Thumbnails/|META-INF/).+/content\.xml\Z"
    r"|\.(?:x?html?|mht|txt|rtf|doc[xm]?|odt|pdf)\Z",
    re.IGNORECASE,
)
_QUOTING = re.compile(r"quot|zitat|block\s*text|blocktext|citation", re.IGNORECASE)
_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "‑", "softHyphen": "\u00ad"}
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def read_packed(data: bytes) -> QuotingDocument:
    """Read an archive; raises `CodexError` where it is too large, encrypted, damaged or no document."""
    try:
        archive = _Archive(data)
        names = archive.names
        if "word/document.xml" in names:
            return _Docx(archive).read()
        kind = archive.read("mimetype").decode("ascii", "replace").strip() if "mimetype" in names else ""
        if kind.startswith("application/vnd.oasis.opendocument.text") or ("content.xml" in names and not kind):
            return _Odt(archive).read()
        if kind == "application/epub+zip" or "META-INF/container.xml" in names:
            return _epub(archive)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        NotImplementedError,
        EOFError,
        KeyError,
        OSError,
        RuntimeError,
    ) as error:
        if isinstance(error, RuntimeError) and "password" in str(error):
            raise CodexError("is encrypted", "expected it without a password") from None
        raise CodexError("is a damaged archive", "expected an undamaged document") from None
    raise CodexError("is an archive, but no .docx, .odt or .epub", "expected a document")


class _Archive:
    """The files of an archive, within limits."""

    def __init__(self, data: bytes):
        self.zip = zipfile.ZipFile(io.BytesIO(data))
        entries = self.zip.infolist()
        if len(entries) > _MOST or sum(each.file_size for each in entries) > UNPACKED:
            raise CodexError("is too large when it is unpacked", f"expected at most {UNPACKED // 1_000_000} MB")
        for each in entries:
            if each.flag_bits & 1:
                raise CodexError("is encrypted", "expected it without a password")
            if each.file_size > _SMALL and each.file_size > RATIO * max(1, each.compress_size):
                raise CodexError(f"is packed more than {RATIO} times", "expected a document")
        self.names = {each.filename for each in entries}
        self.left = UNPACKED

    def read(self, name: str) -> bytes:
        with self.zip.open(name) as stream:
            data = stream.read(self.left + 1)
        self.left -= len(data)
        if self.left < 0:
            raise CodexError("is too large when it is unpacked", f"expected at most {UNPACKED // 1_000_000} MB")
        return data

    def embedded(self) -> tuple[tuple[str, str], ...]:
        """Return the documents inside a document, which are not read."""
        return tuple((name, "an embedded document") for name in sorted(self.names) if _EMBEDDED.search(name))

    def xml(self, name: str) -> Any:
        try:
            from defusedxml import DefusedXmlException  # noqa: PLC0415 - of the extra `documents`
            from defusedxml.ElementTree import ParseError, fromstring  # noqa: PLC0415
        except ImportError:
            raise missing("packed") from None
        try:
            return fromstring(self.read(name), forbid_dtd=True)
        except DefusedXmlException:
            raise CodexError(f"has a DOCTYPE or entities in {name}", "expected XML without them") from None
        except (ParseError, ValueError, RecursionError):
            raise CodexError(f"has damaged XML in {name}", "expected an undamaged document") from None


class _Growing:
    """The text of a part that grows paragraph by paragraph."""

    def __init__(self, counted: str):
        self.counted = counted
        self.text = ""
        self.number = 0
        self.starts: list[tuple[int, str]] = []
        self.blocks: list[tuple[int, int]] = []
        self.calls: list[tuple[int, str]] = []

    def paragraph(self, words: str, calls: Iterable[tuple[int, str]], *, quoted: bool) -> None:
        self.number += 1
        self.starts.append((len(self.text), f"{self.counted} {self.number}"))
        self.calls += [(len(self.text) + at, name) for at, name in calls]
        start = len(self.text)
        self.text += f"{words}\n\n"
        if quoted and words.strip():
            end = start + len(words)
            if self.blocks and not self.text[self.blocks[-1][1] : start].strip():
                self.blocks[-1] = self.blocks[-1][0], end
            else:
                self.blocks.append((start, end))

    def part(self, place: str, numbers: dict[str, int]) -> DocumentPart:
        calls = tuple((at, numbers[name]) for at, name in self.calls if name in numbers)
        return DocumentPart(self.text, place, tuple(self.starts) or ((0, ""),), tuple(self.blocks), calls)


class _Docx:
    """A document of Word: its text, notes, comments, headers and footers; deleted words stand aside."""

    _NOTES = (("footnotes", "footnote"), ("endnotes", "endnote"), ("comments", "comment"))

    def __init__(self, archive: _Archive):
        self.archive = archive
        self.aside: list[DocumentPart] = []
        self.styles = self._styles()

    def _styles(self) -> dict[str, str]:
        """Return the name of each style, with those that it is based on."""
        if "word/styles.xml" not in self.archive.names:
            return {}
        names, based = dict[str, str](), dict[str, str]()
        for style in self.archive.xml("word/styles.xml").iter(f"{_WORD}style"):
            ident = style.get(f"{_WORD}styleId", "")
            name, parent = style.find(f"{_WORD}name"), style.find(f"{_WORD}basedOn")
            names[ident] = f"{ident} {name.get(f'{_WORD}val', '') if name is not None else ''}"
            based[ident] = parent.get(f"{_WORD}val", "") if parent is not None else ""
        for ident in names:
            above, seen = based[ident], {ident}
            while above in names and above not in seen:
                seen.add(above)
                names[ident] += f" {above}"
                above = based[above]
        return names

    def read(self) -> QuotingDocument:
        """Read it."""
        notes: dict[str, _Growing] = {}
        for file, kind in self._NOTES:
            if f"word/{file}.xml" in self.archive.names:
                for note in self.archive.xml(f"word/{file}.xml").iter(f"{_WORD}{kind}"):
                    if note.get(f"{_WORD}type", "normal") == "normal":
                        growing = _Growing("paragraph")
                        self._paragraphs(note, growing, f"{kind} {note.get(f'{_WORD}id', '')}")
                        notes[f"{kind} {note.get(f'{_WORD}id', '')}"] = growing
        body = _Growing("paragraph")
        self._paragraphs(self.archive.xml("word/document.xml"), body, "")
        around = []
        for name in sorted(self.archive.names):
            if re.fullmatch(r"word/(?:header|footer)\d*\.xml", name):
                growing = _Growing("paragraph")
                self._paragraphs(self.archive.xml(name), growing, name[5:-4])
                around.append(growing.part(name[5:-4], {}))
        numbers = {name: number for number, name in enumerate(notes, 1)}
        parts = [body.part("", numbers), *(growing.part(name, {}) for name, growing in notes.items())]
        return QuotingDocument("DOCX", (*parts, *around, *self.aside), unread=self.archive.embedded())

    def _paragraphs(self, root: Any, growing: _Growing, place: str) -> None:
        for paragraph in self._topmost(root):
            style = paragraph.find(f"{_WORD}pPr/{_WORD}pStyle")
            name = style.get(f"{_WORD}val", "") if style is not None else ""
            words, calls = list[str](), list[tuple[int, str]]()
            boxes: list[Any] = []
            self._words(paragraph, words, calls, boxes, place)
            quoted = bool(_QUOTING.search(f"{name} {self.styles.get(name, '')}"))
            growing.paragraph("".join(words), calls, quoted=quoted)
            for box in boxes:
                self._paragraphs(box, growing, place)

    def _topmost(self, element: Any) -> Iterator[Any]:
        for child in element:
            if child.tag == f"{_WORD}p":
                yield child
            elif not child.tag.endswith("}Fallback"):
                yield from self._topmost(child)

    def _words(
        self, element: Any, words: list[str], calls: list[tuple[int, str]], boxes: list[Any], place: str
    ) -> None:
        raised = element.tag == f"{_WORD}r" and self._raised(element)
        for child in element:
            tag = child.tag.rpartition("}")[2]
            if child.tag.endswith("}Fallback") or tag in ("instrText", "delText", "pPr", "rPr", "sectPr"):
                continue
            if tag == "txbxContent":
                boxes.append(child)
            elif tag in ("del", "moveFrom"):
                gone = "".join(each.text or "" for each in child.iter() if each.tag in (f"{_WORD}delText", f"{_WORD}t"))
                if gone.strip():
                    self.aside.append(
                        DocumentPart(gone, ", ".join(filter(None, (place, "deleted"))), ((0, ""),), aside=True)
                    )
            elif tag == "t":
                text = child.text or ""
                words.append(text.translate(_SUPERSCRIPT) if raised and text.strip().isdigit() else text)
            elif tag in _SIGNS:
                words.append(_SIGNS[tag])
            elif tag == "sym":
                code = child.get(f"{_WORD}char", "")
                words.append(chr(int(code, 16)) if re.fullmatch("[0-9A-Fa-f]{1,5}", code) else "")
            elif tag in ("footnoteReference", "endnoteReference", "commentReference"):
                at = sum(map(len, words))
                calls.append((at, f"{tag.removesuffix('Reference')} {child.get(f'{_WORD}id', '')}"))
            else:
                self._words(child, words, calls, boxes, place)

    def _raised(self, run: Any) -> bool:
        raised = run.find(f"{_WORD}rPr/{_WORD}vertAlign")
        return raised is not None and raised.get(f"{_WORD}val") == "superscript"


class _Odt:
    """A text of LibreOffice and others: its text, notes and comments; deleted words stand aside."""

    def __init__(self, archive: _Archive):
        self.archive = archive
        self.aside: list[DocumentPart] = []
        self.notes: list[tuple[str, _Growing]] = []
        self.quoting: set[str] = set()
        self.raised: set[str] = set()

    def read(self) -> QuotingDocument:
        """Read it; raises `CodexError` where it is encrypted."""
        if "META-INF/manifest.xml" in self.archive.names:
            manifest = self.archive.xml("META-INF/manifest.xml")
            if any(each.tag.endswith("}encryption-data") for each in manifest.iter()):
                raise CodexError("is encrypted", "expected it without a password")
        roots = [self.archive.xml(name) for name in ("styles.xml", "content.xml") if name in self.archive.names]
        for root in roots:
            self._styles(root)
        body = _Growing("paragraph")
        content = roots[-1].find(f"{_OFFICE}body")
        self._paragraphs(content if content is not None else roots[-1], body)
        numbers = {name: number for number, (name, _growing) in enumerate(self.notes, 1)}
        parts = [body.part("", numbers), *(growing.part(name, {}) for name, growing in self.notes)]
        around = []
        if len(roots) > 1:
            growing = _Growing("paragraph")
            for element in roots[0].iter():
                if element.tag in (f"{_STYLE}header", f"{_STYLE}footer"):
                    self._paragraphs(element, growing)
            if growing.text.strip():
                around.append(growing.part("header or footer", {}))
        return QuotingDocument("ODT", (*parts, *around, *self.aside), unread=self.archive.embedded())

    def _styles(self, root: Any) -> None:
        parents = {}
        for style in root.iter(f"{_STYLE}style"):
            name = style.get(f"{_STYLE}name", "")
            parents[name] = (style.get(f"{_STYLE}parent-style-name", ""), style.get(f"{_STYLE}display-name", ""))
            for inner in style.iter(f"{_STYLE}text-properties"):
                if inner.get(f"{_STYLE}text-position", "").startswith("super"):
                    self.raised.add(name)
        for name in parents:
            seen, above = {name}, name
            while above in parents and parents[above][0] not in seen:
                above = parents[above][0]
                seen.add(above)
            if any(_QUOTING.search(f"{each} {parents.get(each, ('', ''))[1]}") for each in seen):
                self.quoting.add(name)

    def _paragraphs(self, element: Any, growing: _Growing) -> None:
        for child in element:
            if child.tag in (f"{_TEXT}p", f"{_TEXT}h"):
                words, calls = list[str](), list[tuple[int, str]]()
                self._words(child, words, calls, raised=False)
                style = child.get(f"{_TEXT}style-name", "")
                quoted = style in self.quoting or bool(_QUOTING.search(style))
                growing.paragraph("".join(words), calls, quoted=quoted)
            elif child.tag == f"{_TEXT}tracked-changes":
                self._deleted(child)
            else:
                self._paragraphs(child, growing)

    def _deleted(self, element: Any) -> None:
        for deletion in element.iter(f"{_TEXT}deletion"):
            words = "\n".join("".join(each.itertext()) for each in deletion.iter(f"{_TEXT}p"))
            if words.strip():
                self.aside.append(DocumentPart(words, "deleted", ((0, ""),), aside=True))

    def _words(self, element: Any, words: list[str], calls: list[tuple[int, str]], *, raised: bool) -> None:
        def add(text: str | None) -> None:
            folded = re.sub(r"[ \t\n]+", " ", text or "")
            if words and words[-1][-1:] == " " and folded[:1] == " ":
                folded = folded[1:]
            if folded:
                words.append(folded.translate(_SUPERSCRIPT) if raised and folded.strip().isdigit() else folded)

        add(element.text)
        for child in element:
            tag = child.tag.rpartition("}")[2]
            if tag == "s" and child.tag.startswith(_TEXT):
                count = child.get(f"{_TEXT}c", "1")
                words.append(" " * (min(int(count), _MOST_BLANKS) if re.fullmatch(r"[0-9]{1,9}", count) else 1))
            elif tag == "tab" and child.tag.startswith(_TEXT):
                words.append("\t")
            elif tag == "line-break":
                words.append("\n")
            elif tag in ("note", "annotation"):
                name = f"{child.get(f'{_TEXT}note-class', 'comment')} {len(self.notes) + 1}"
                inner = _Growing("paragraph")
                self.notes.append((name, inner))
                body = child.find(f"{_TEXT}note-body")
                self._paragraphs(body if body is not None else child, inner)
                calls.append((sum(map(len, words)), name))
            elif tag in ("tracked-changes",):
                self._deleted(child)
            elif tag in ("text-box", "frame", "p", "h") and tag != "frame":
                inner_growing = _Growing("paragraph")
                self._paragraphs(child, inner_growing)
                words.append(f"\n{inner_growing.text}")
            else:
                style = child.get(f"{_TEXT}style-name", "")
                self._words(child, words, calls, raised=raised or style in self.raised)
            add(child.tail)


def _epub(archive: _Archive) -> QuotingDocument:
    """Read a book: its pages in reading order, each a part."""
    rights = "META-INF/encryption.xml"
    locked = set()
    if rights in archive.names:
        for each in archive.xml(rights).iter():
            if each.tag.endswith("}CipherReference"):
                locked.add(unquote(each.get("URI", "")))
    container = archive.xml("META-INF/container.xml")
    path = next((each.get("full-path", "") for each in container.iter() if each.tag.endswith("}rootfile")), "")
    package = archive.xml(path)
    folder = posixpath.dirname(path)
    files = {
        each.get("id"): posixpath.normpath(posixpath.join(folder, unquote(each.get("href", ""))))
        for each in package.iter()
        if each.tag.endswith("}item")
    }
    order = [files.get(each.get("idref")) for each in package.iter() if each.tag.endswith("}itemref")]
    parts, unread = list[DocumentPart](), list[tuple[str, str]]()
    for name in dict.fromkeys(order):
        if name is None or name not in archive.names:
            continue
        if name in locked:
            unread.append((name, "is encrypted"))
            continue
        text = archive.read(name).decode("utf-8", "replace")
        parts += read_markup(re.sub(r"\A\s*<\?xml[^>]*\?>", "", text), place=posixpath.basename(name)).parts
    if not parts:
        raise CodexError("is encrypted" if unread else "has no pages", "expected an EPUB that can be read")
    return QuotingDocument("EPUB", tuple(parts), unread=tuple(unread))
