r"""The versioned Markdown of an edition: written for people and git, read back to the same passages.

Each passage is a paragraph followed by its id as an attribute; an emended stretch shows both readings
as `{~~lemma~>reading~~}`; `\` at a line's end keeps a line break that the passage has.
"""

from __future__ import annotations

import re
from pathlib import Path

from tarock.base.errors import CodexError
from tarock.corpus.annotations import Annotation, Kind, Run, build_runs
from tarock.corpus.editions import Edition, Heading, Item, Paratext, Passage
from tarock.corpus.emendations import ReadingPair, annotate_emendation
from tarock.corpus.profiles.profile import Profile

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])|^([-+])|(?<=[0-9])(\.)(?= )", re.MULTILINE)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|+.-])")
_HEADING = re.compile(r"#+ (.*) (\{: #[A-Za-z0-9.]+ \.[a-z]+ \})\Z", re.DOTALL)
_PARATEXT = re.compile(r"<!-- ([a-z-]+)(?: #([A-Za-z0-9.]+))?: (.*) -->\Z", re.DOTALL)
_DASHES = "-\\-"  # two hyphens would end a comment
_ATTRIBUTE = re.compile(r"\{: #([A-Za-z0-9.]+) \.([a-z]+) \}\Z")
_CHOICE = re.compile(r"\\.|\{~~(?P<lemma>.*?)~>(?P<reading>.*?)~~\}", re.DOTALL)  # or an escaped character


def escape_markdown(text: str) -> str:
    """Return plain text as Markdown that displays exactly that text."""
    return _SPECIAL.sub(lambda m: "\\" + m[0], text).replace("\n", "\\\n")


def unescape_markdown(text: str) -> str:
    """Return the plain text that `escape_markdown` was given."""
    return _ESCAPED.sub(r"\1", text.replace("\\\n", "\n"))


def write_markdown(edition: Edition) -> str:
    """Return an edition as versioned Markdown with front matter; one edition always gives the same bytes."""
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
            named = f"{item.kind} #{item.ident}" if item.ident else item.kind
            lines += [f"<!-- {named}{end_comment(item.text)}", ""]
            continue
        emended = [annotation for annotation in item.annotations if annotation.kind is Kind.EMENDATION]
        text = "".join(_write_run(run) for run in build_runs(item.text, emended))
        if isinstance(item, Heading):
            lines += [f"{'#' * edition.profile.headings[item.kind].text} {text} {{: #{item.ident} .{item.kind} }}", ""]
        else:
            lines += [text, f"{{: #{item.ident} .{item.kind} }}", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def end_comment(words: str) -> str:
    """Return the marker that closes a comment around `words`."""
    return f": {words.replace('--', _DASHES)} -->"


def _write_run(run: Run) -> str:
    if run.annotation is None:
        return escape_markdown(run.text)
    return f"{{~~{escape_markdown(run.annotation.payload.lemma)}~>{escape_markdown(run.text)}~~}}"


def _read_corrections(words: str) -> tuple[str, tuple[Annotation, ...]]:
    """Return the edition's text from its Markdown form, and the annotations of its corrections."""
    text, position = "", 0
    emended: list[Annotation] = []
    for choice in _CHOICE.finditer(words):
        if choice["lemma"] is None:
            continue
        text += unescape_markdown(words[position : choice.start()])
        readings = ReadingPair(unescape_markdown(choice["lemma"]), unescape_markdown(choice["reading"]))
        emended += annotate_emendation(len(text), readings)
        text += readings.reading
        position = choice.end()
    return text + unescape_markdown(words[position:]), tuple(emended)


def read_markdown(text: str, path: Path, siglum: str, profile: Profile) -> tuple[Item, ...]:
    """Return the units of a versioned Markdown file; raise `CodexError` when a block of text has no id.

    Corrections are annotated with `ReadingPair`: the file does not tell their kind and reason.
    """
    body = text.split("\n---\n", 1)[-1]
    offset = text.count("\n", 0, len(text) - len(body))
    units: list[Item] = []
    for block in re.finditer(r"(?:[^\n]+\n)+", body):
        content = block[0].rstrip("\n")
        if paratext := _PARATEXT.match(content):
            words = paratext[3].replace(_DASHES, "--")
            units.append(Paratext(siglum, paratext[2] or "", paratext[1], words))
            continue
        heading = _HEADING.match(content)
        words, _, last = (heading[1], "", heading[2]) if heading else content.rpartition("\n")
        attribute = _ATTRIBUTE.match(last)
        if not attribute:
            line = offset + body.count("\n", 0, block.start()) + 1
            raise CodexError("a paragraph without id", "expected `{: #ID .KIND }` below it", file=path, line=line)
        ident, kind = attribute.groups()
        edited, emended = _read_corrections(words)
        if heading:
            units.append(Heading(siglum, ident, kind, edited, emended))
        else:
            parts = tuple(
                Annotation(part.start, part.end, Kind.PART, f"{siglum}:{ident}.{part.target}")
                for part in profile.parts(ident, kind, edited)
            )
            units.append(Passage(siglum, ident, kind, edited, (*parts, *emended)))
    return tuple(units)
