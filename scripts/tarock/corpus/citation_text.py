"""What a citation says, read back from it: which place it names, which words it quotes, and by which hash.

Read are all formats that `cite` prints, also those of earlier versions. In running text all that stands before the
title of the source is quoted, in marks or not, and behind it what stands in quotation marks or as a block quotation;
in BibTeX, RIS and CSL-JSON a field of its own is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tarock.base.errors import CodexError
from tarock.base.structs import Value
from tarock.corpus.editions import Corpus
from tarock.corpus.quotations import has_words, words_of
from tarock.corpus.references import LIMIT, Reference, read_reference
from tarock.corpus.sources import Source

LONGEST = 1_000_000  # characters of a citation; all words of the longest source are a seventh of it
_REFERENCES = tuple(  # the surest way to name a place first
    re.compile(pattern)
    for pattern in (
        r"\[([^\[\]\s]+@[0-9.]+)\]",
        r"(urn:cts:tarock:[A-Za-z0-9.-]+(?::[A-Za-z0-9.,;:#-]*[A-Za-z0-9])?)",
        r"(https?://[^\s\"“”„)>}]+/c/[A-Za-z0-9]+/[^\s\"“”„)>}]*[/\w])",
    )
)
_BARE = r"(?<![\w:/.#-])((?:{})(?::[A-Za-z0-9.,;:#-]*[A-Za-z0-9](?:@[0-9.]*[0-9])?|@[0-9.]*[0-9]))"
_HASH = re.compile(r"\bsha256:\s?([0-9a-f]+)", re.IGNORECASE)
_ENGLISH = re.compile(r"\b(?:Engl|[Tt]ransl|Übers)\w*\b[^;“”\"]{0,80}?\b[Vv]ersion ([0-9]+\.[0-9]+\.[0-9]+)")
_ESCAPED = re.compile(r"\\([^A-Za-z0-9\s])")
_TEX = {r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^"}
_FIELD = re.compile(r"\b(?:annotation|annote|abstract|quote)\s*=\s*(?=[{\"])", re.IGNORECASE)
_RIS_LINE = re.compile(r"^(?:(?P<tag>[A-Z][A-Z0-9])  - ?)?(?P<value>.*)$", re.MULTILINE)
_QUOTED_IN = {
    "N2",
    "AB",
    "annote",
    "abstract",
    "quote",
    "english_quote",
}  # tags of RIS, keys of CSL-JSON and of `--json`
_BETWEEN = " / "  # between the words of the source and those of our English, where both are in one field
_BEFORE_PLACE = " — "
_BLOCK = re.compile(r"^ {0,3}>+ ?", re.MULTILINE)
_CLOSING = {"„": "“”", "“": "”", "»": "«", "«": "»", '"': '"', "‘": "’", "‚": "‘’", "›": "‹", "‹": "›"}
_NAME, _GAP, _FEW = re.compile(r"[^\W_]+"), r"[\W_]+", 2  # the words of a title; what is between; how many are few
_DOUBLE = '„“”»«"'


class Cited(Value):
    """The place that a citation names, the words that it quotes, and digits of their hash; what it lacks is empty.

    `english` is the version of our English that it names: then each of the `quotes` may be of that.
    """

    reference: Reference
    quotes: tuple[str, ...] = ()
    digest: str = ""
    english: str = ""


def read_citation(corpus: Corpus, text: str) -> Cited:
    """What a citation says; raises `CodexError` where it names no place, and for one that is far too long."""
    if len(text) > LONGEST:
        raise CodexError(
            f"a citation of {len(text)} characters",
            f"expected at most {LONGEST}",
        )
    text = text.strip()
    if not text:
        raise CodexError("the citation is empty", "expected a reference, or a whole citation")
    if not re.search(r"\s", text) and len(text) <= LIMIT:
        return Cited(read_reference(corpus, text))
    fields, plain = _fields(text)
    named, at = _named(corpus, plain)
    digest, english = _HASH.search(plain), _ENGLISH.search(plain)
    if fields is None:
        quotes = _quoted(plain, at, corpus.sources[named.siglum], _label(corpus, named))
    else:
        words = map(_unplaced, fields)
        quotes = (part for field in words for part in (_halves(field) if english else (field,)))
    return Cited(named, tuple(filter(has_words, quotes)), digest[1] if digest else "", english[1] if english else "")


def _named(corpus: Corpus, text: str) -> tuple[Reference, int]:
    """The place that a citation names, and where it does."""
    bare = re.compile(_BARE.format("|".join(map(re.escape, corpus.sources))))
    for pattern in (*_REFERENCES, bare):
        if found := pattern.search(text):
            reference = read_reference(corpus, found[1])
            corpus.require(reference.siglum)
            return reference, found.start()
    raise CodexError(
        "no reference and hash in the citation",
        "expected `[1840:47.2@1.0.0]` and quoted words or `sha256:…`",
    )


def _fields(text: str) -> tuple[list[str] | None, str]:
    """The fields of quoted words, and the whole without the escapes of its format; no fields of a running text."""
    if text[0] in "[{":
        try:
            pairs = list(_pairs(json.loads(text)))
        except (ValueError, RecursionError):
            pass  # a source's title may begin with a bracket
        else:
            return [value for key, value in pairs if key in _QUOTED_IN], "\n".join(value for _key, value in pairs)
    if re.match(r"@\w+\s*\{", text):
        return [_plain_tex(_braced(text, field.end())) for field in _FIELD.finditer(text)], _plain_tex(text)
    if text.startswith("TY  - "):
        return _ris(text), text
    return None, _ESCAPED.sub(r"\1", text)


def _pairs(data: Any) -> Iterator[tuple[str, str]]:
    """The texts in plain data, each with the key that it is under; not those of the formats of `cite --json`."""
    if isinstance(data, list):
        for item in data:
            yield from _pairs(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, str):
                yield key, f"[{value}]" if key == "versioned" else f"sha256:{value}" if key == "sha256" else value
            elif key != "formats":
                yield from _pairs(value)


def _braced(text: str, at: int) -> str:
    """The value of a BibTeX field, which begins at its brace or quotation mark."""
    depth, escaped = 0, False
    for position in range(at, len(text)):
        sign = text[position]
        if not escaped:
            depth += (sign == "{") - (sign == "}")
            if (not depth and sign == "}") or (not depth and sign == '"' and position > at):
                return text[at + 1 : position]
        escaped = sign == "\\" and not escaped
    return text[at + 1 :]


def _plain_tex(text: str) -> str:
    for written, meant in _TEX.items():
        text = text.replace(written, meant)
    return _ESCAPED.sub(r"\1", text).replace("{", "").replace("}", "")


def _ris(text: str) -> list[str]:
    """The fields of quoted words of a RIS record; a line without a tag continues the one before."""
    fields: list[tuple[str, list[str]]] = []
    for line in _RIS_LINE.finditer(text):
        if line["tag"]:
            fields.append((line["tag"], [line["value"]]))
        else:
            fields[-1][1].append(line["value"])
    return [" ".join(lines) for tag, lines in fields if tag in _QUOTED_IN]


def _unplaced(field: str) -> str:
    """The words of a field in which the place stands behind them."""
    place = _REFERENCES[0].search(field)
    return field[: place.start()].rpartition(_BEFORE_PLACE)[0] if place else field


def _halves(field: str) -> tuple[str, ...]:
    """What is quoted of the source, and of our English."""
    german, between, english = field.rpartition(_BETWEEN)
    return (german, english) if between else (field,)


def _label(corpus: Corpus, reference: Reference) -> str:
    """What the place is called: a word of the glossary stands in quotation marks there."""
    edition = corpus.edition(reference.siglum)
    ends = {end.partition("#")[0] for place in reference.places for end in place}
    known = ends & (edition.units.keys() | edition.containers.keys())
    return " ".join(edition.label(ident, language) for ident in known for language in ("en", "de"))


def _quoted(text: str, at: int, source: Source, label: str) -> Iterator[str]:
    """The words that a running text quotes; it names the place at `at`, which is called `label`."""
    titles = [*_titles(source).finditer(text, 0, at)]
    start, end = titles[-1].span() if titles else (at, at)
    for title in reversed(titles[:-1]):  # the label of a title page repeats it
        gap = text[title.end() : start]
        if has_words(gap) or any(mark in gap for mark in _DOUBLE):
            break
        start = title.start()
    before, behind = _BLOCK.sub("", text[:start]), text[end:]
    known = _vocabulary(source) | _letters(label)
    if not known >= _letters(before) or any(mark in before for mark in _DOUBLE):
        yield before
    for block in re.finditer(r"(?:^ {0,3}>.*(?:\n|\Z))+", behind, re.MULTILINE):
        yield _BLOCK.sub("", block[0])
    yield from (span for span in _marked(_BLOCK.sub("", behind)) if not known >= _letters(span))


def _titles(source: Source) -> re.Pattern[str]:
    """What the source is called, or who signed words around it, as citations have it, however it is set.

    A name of fewer than three words may stand in quoted words too. It is a title before the year, or behind what was
    quoted: a mark that closes, or the end of a line.
    """
    original = source.original
    titles = {original.title.en, original.title.de}
    signed = (f"{each.author.given} {each.author.family}" for each in source.signed.values())
    year = rf"(?:{_spaced(original.place)}{_GAP})?{original.date[:4]}" if original.place else original.date[:4]
    long = "|".join(_spaced(title) for title in titles if len(_NAME.findall(title)) > _FEW)
    anywhere = "|".join((*filter(None, [long]), *(f"{_spaced(title)}{_GAP}{year}" for title in titles)))
    short = "|".join(map(_spaced, (*titles, *signed)))
    behind = r"(?:\A|(?<=[^\s(][“”«»\"’‘])|(?<=\n))[^\S\n]*[*_\[—– ]*"
    return re.compile(rf"(?:{behind}(?:{short})|(?<!\w)(?:{anywhere}))(?!\w)(?:{_GAP}{year})?[)\]*_]*", re.IGNORECASE)


def _spaced(name: str) -> str:
    """A pattern of the words of a name, whatever signs stand between them."""
    return _GAP.join(_NAME.findall(name))


def _vocabulary(source: Source) -> set[str]:
    """The words that name a source in whichever style."""
    original = source.original
    named = (source.title, source.short_title, source.author, source.siglum, original.title.en, original.title.de)
    return _letters(" ".join((*named, original.container, original.place, original.volume, original.date)))


def _letters(text: str) -> set[str]:
    return {part.casefold() for word in words_of(text) for part in re.findall(r"[^\W_]+", word)}


def _marked(text: str) -> Iterator[str]:
    """What stands in quotation marks, marks inside included; an apostrophe opens and closes nothing."""
    position, unclosed = 0, set()
    while position < len(text):
        sign = text[position]
        apostrophe = sign not in _DOUBLE and text[max(0, position - 1) : position].isalnum()
        if sign in _CLOSING and sign not in unclosed and not apostrophe:
            end = _closed(text, position)
            if end:
                yield text[position + 1 : end]
                position = end
            else:
                unclosed.add(sign)
        position += 1


def _closed(text: str, start: int) -> int:
    """Where the quotation that begins at `start` is closed; 0 where it is not."""
    opening, closing, depth = text[start], _CLOSING[text[start]], 1
    for position in range(start + 1, len(text)):
        sign = text[position]
        if sign in closing and not (sign == "’" and text[position + 1 : position + 2].isalnum()):
            depth -= 1
            if not depth:
                return position
        elif sign == opening:
            depth += 1
    return 0
