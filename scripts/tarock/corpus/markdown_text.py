"""The versioned Markdown of an edition: written for people and git, read back to the same passages.

Each passage is a paragraph followed by its id as an attribute; an emended stretch shows both readings
as `{~~lemma~>reading~~}`; `\\` at a line's end keeps a line break that the passage has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.corpus.annotations import Kind, cut
from tarock.corpus.editions import Edition, Heading, Paratext, Passage
from tarock.errors import CodexError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tarock.corpus.annotations import Run

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])|^([-+])|(?<=[0-9])(\.)(?= )", re.MULTILINE)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|+.-])")
_ATTRIBUTE = re.compile(r"\{: #([A-Za-z0-9.]+) \.([a-z]+) \}\Z")
_CHOICE = re.compile(r"\\.|\{~~(?P<lemma>.*?)~>(?P<reading>.*?)~~\}", re.DOTALL)  # or an escaped character


def escape(text: str) -> str:
    """Plain text as Markdown that shows just that text."""
    return _SPECIAL.sub(lambda m: "\\" + m[0], text).replace("\n", "\\\n")


def unescape(text: str) -> str:
    """The plain text of what `escape` wrote."""
    return _ESCAPED.sub(r"\1", text.replace("\\\n", "\n"))


def write_markdown(edition: Edition) -> str:
    """The edition as Markdown with front matter, the same bytes for the same edition."""
    front = {
        "siglum": f'"{edition.siglum}"',
        "title": f'"{edition.source.title}"',
        "edition": edition.source.edition,
        "transcript_sha256": edition.source.sha256,
        "passages": len(edition.passages),
        "emendations": len(edition.emendations),
        "rights": f'"{edition.source.rights.statement}"',
    }
    lines = ["---", *(f"{key}: {value}" for key, value in front.items()), "---", ""]
    for item in edition.items:
        if isinstance(item, Paratext):
            lines += [f"<!-- {item.kind}: {item.text.replace('--', '- -')} -->", ""]
            continue
        emended = [annotation for annotation in item.annotations if annotation.kind is Kind.EMENDATION]
        text = "".join(_run(run) for run in cut(item.text, emended))
        if isinstance(item, Heading):
            lines += [f"{'#' * edition.profile.headings[item.kind].text} {text} {{: #{item.ident} .{item.kind} }}", ""]
        else:
            lines += [text, f"{{: #{item.ident} .{item.kind} }}", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _run(run: Run) -> str:
    if run.annotation is None:
        return escape(run.text)
    return f"{{~~{escape(run.annotation.payload.lemma)}~>{escape(run.text)}~~}}"


def read_markdown(text: str, path: Path, siglum: str) -> Iterator[Passage]:
    """The passages of a versioned Markdown file, with the edition's text.

    Raises `CodexError` when a block of text carries no id.
    """
    body = text.split("\n---\n", 1)[-1]
    offset = text.count("\n", 0, len(text) - len(body))
    for block in re.finditer(r"(?:[^\n]+\n)+", body):
        content = block[0].rstrip("\n")
        if content.startswith(("#", "<!--")):
            continue
        paragraph, _, last = content.rpartition("\n")
        attribute = _ATTRIBUTE.match(last)
        if not attribute:
            line = offset + body.count("\n", 0, block.start()) + 1
            raise CodexError("a paragraph without id", "expected `{: #ID .KIND }` below it", file=path, line=line)
        plain = unescape(_CHOICE.sub(lambda m: m[0] if m["reading"] is None else m["reading"], paragraph))
        yield Passage(siglum, attribute[1], attribute[2], plain)
