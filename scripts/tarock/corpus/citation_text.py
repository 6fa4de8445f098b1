"""A citation parsed: the place that it names, the words that it quotes, and their hash.

All formats that `cite` prints are read, also those of earlier versions. In running text all that stands before the
title of the source is quoted, in marks or not, and behind it what stands in quotation marks or as a block quotation;
in BibTeX, RIS and JSON a field of its own is. All else is kept; a `CitationForm` tells which of it is of a citation.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen
from tarock.corpus.editions import Corpus
from tarock.corpus.quotations import has_words, split_words
from tarock.corpus.references import LIMIT, Reference, read_reference
from tarock.corpus.sources import Source

LONGEST = 1_000_000  # characters of a citation; all words of the longest source are a seventh of it
SHORTEST_HASH = 8  # digits of a hash: fewer could be met by chance
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
_BIBTEX = re.compile(r"^\s*@\w+\s*\{", re.MULTILINE)
_ENTRY = re.compile(r"@(\w+)\s*\{\s*([^,\s{}]*)")
_FIELD, _BARE_VALUE, _END = re.compile(r"\s*,?\s*([\w-]+)\s*=\s*"), re.compile(r"[^,}\s]*"), re.compile(r"\s*,?\s*\}")
_RIS_LINE = re.compile(r"^(?:(?P<tag>[A-Z][A-Z0-9])  - ?)?(?P<value>.*)$", re.MULTILINE)
# Fields by the last part of their name: those whose words are quoted, and those that are made of several phrases.
_QUOTED_IN = {"annotation", "N2", "AB", "annote", "abstract", "quote", "english_quote", "text"}
_OF_PHRASES = {
    "", "annotation", "N1", "N2", "AB", "annote", "abstract", "note", "quote", "title", "TI", "booktitle", "T2",
    "container-title", "emended",
}  # fmt: skip
_FORMATS = "formats/"  # where `cite --json` has the citation in each format
_BETWEEN = " / "  # between the words of the source and those of our English, where both are in one field
_BEFORE_PLACE = " — "
_BLOCK = re.compile(r"^ {0,3}>+ ?", re.MULTILINE)
_BLOCKS = re.compile(r"(?:^ {0,3}>.*(?:\n|\Z))+", re.MULTILINE)
_CLOSING = {"„": "“”", "“": "”", "»": "«", "«": "»", '"': '"', "‘": "’", "‚": "‘’", "›": "‹", "‹": "›"}
_NAME, _GAP, _FEW = re.compile(r"[^\W_]+"), r"[\W_]+", 2  # the words of a title; what is between; how many are few
_DOUBLE = '„“”»«"'
_PHRASE_ENDS = re.compile(r"[;,](?=\s|\Z)|[()\[\]“”„\n]|\.\s+(?=In:)|\.\Z")
_OF_WORDS = r"\w§♠-♧🂠-🃿"  # what a word may begin and end with: letters, digits, and the signs that cards have
_SIGNS = re.compile(rf"\A[^{_OF_WORDS}]+|[^{_OF_WORDS}]+\Z")


class CitationField(NamedTuple):
    """Some words of a citation, and the field that they stand in; running text has none."""

    field: str
    words: str


class ParsedCitation(Frozen):
    """The place that a citation names, the words that it quotes, and digits of their hash; what it lacks is empty.

    `named` is the place as it is written there. `english` is the version of our English that it names: then each of the
    `quotes` may be of that. `rest` is everything else that stands in it.
    """

    reference: Reference
    quotes: tuple[str, ...] = ()
    digest: str = ""
    english: str = ""
    named: str = ""
    rest: tuple[CitationField, ...] = ()


class CitationForm(Frozen):
    """Text in our own citations of a place besides its words: fields as a whole, and phrases, each as its words."""

    fields: frozenset[CitationField] = frozenset()
    phrases: frozenset[tuple[str, ...]] = frozenset()


class _Word(NamedTuple):
    """A word without the signs around it, and where it stands."""

    text: str
    start: int
    end: int


def read_citation(corpus: Corpus, text: str) -> ParsedCitation:
    """Parse a citation; raise `CodexError` where it names no place, and where it is far too long."""
    if len(text) > LONGEST:
        raise CodexError(
            f"a citation of {len(text)} characters",
            f"expected at most {LONGEST}",
        )
    text = text.strip()
    if not text:
        raise CodexError("the citation is empty", "expected a reference, or a whole citation")
    if not re.search(r"\s", text) and len(text) <= LIMIT:
        return ParsedCitation(read_reference(corpus, text))
    records = _records(text)
    plain = _strip_markup(text) if records is None else "\n".join(map(_expand_field, records[0]))
    reference, named, _at = _find_reference(corpus, plain)
    digest, english = _HASH.search(plain), _ENGLISH.search(plain)
    quotes, rest = _read_quotes(corpus, text, halved=bool(english))
    return ParsedCitation(
        reference,
        tuple(filter(has_words, quotes)),
        digest[1] if digest else "",
        english[1] if english else "",
        named,
        tuple(part for part in rest if _words(part.words)),
    )


def build_form(
    citations: Iterable[str], fields: Iterable[CitationField] = (), phrases: Iterable[str] = ()
) -> CitationForm:
    """Return the form of citations in whichever format, with more `fields` and `phrases` of such."""
    parts = [*fields]
    for text in citations:
        records = _records(text)
        parts += [CitationField("", _strip_markup(text))] if records is None else records[0]
    composed = (phrase for part in parts if _holds_phrases(part.field) for phrase in _PHRASE_ENDS.split(part.words))
    known = {tuple(word.text for word in _words(phrase)) for phrase in (*composed, *phrases)} - {()}
    return CitationForm(frozenset(map(_collapse, parts)), frozenset(known))


def split_recognised(
    part: CitationField, form: CitationForm, named: Iterable[str], digest: str
) -> tuple[list[str], list[str]]:
    """Return the parts of a field that a form has, and the other runs of words in it, each as it stands there.

    Of the form too is the place as it is `named`, and the hash that begins with `digest` or is the beginning of it.
    """
    if _collapse(part) in form.fields:
        return [part.words], []
    text = _HASH.sub(lambda found: " " * len(found[0]) if hashes_agree(found[1], digest) else found[0], part.words)
    of_form = [found[0] for found in _HASH.finditer(part.words) if hashes_agree(found[1], digest)]
    if not _holds_phrases(part.field):
        return of_form, [f"{part.field}: {part.words}"] if _words(text) else []
    known: dict[str, list[tuple[str, ...]]] = {}
    for phrase in (*form.phrases, *(tuple(word.text for word in _words(each)) for each in named)):
        known.setdefault(phrase[0], []).append(phrase)
    words, others, position, begun = _words(text), list[str](), 0, 0
    while position <= len(words):
        here = words[position].text if position < len(words) else ""
        fitting = (
            len(phrase)
            for phrase in known.get(here, ())
            if tuple(word.text for word in words[position : position + len(phrase)]) == phrase
        )
        length = max(fitting, default=0)
        if (length or not here) and begun < position:
            others.append(text[words[begun].start : words[position - 1].end])
        if length:
            of_form.append(text[words[position].start : words[position + length - 1].end])
            begun = position + length
        position += length or 1
    return of_form, others


def hashes_agree(digits: str, others: str) -> bool:
    """Return whether two hashes, as far as both are given, are the same."""
    shorter, longer = sorted((digits.lower(), others.lower()), key=len)
    return len(shorter) >= SHORTEST_HASH and longer.startswith(shorter)


def flatten(data: Any, name: str = "") -> Iterator[CitationField]:
    """Yield the values in plain data, each under its keys; a list of such values is one."""
    if isinstance(data, _Pairs | dict):
        for key, value in data.pairs if isinstance(data, _Pairs) else data.items():
            yield from flatten(value, f"{name}/{key}" if name else key)
    elif isinstance(data, list) and any(isinstance(each, list | dict | _Pairs) for each in data):
        for each in data:
            yield from flatten(each, name)
    elif isinstance(data, list):
        yield CitationField(name, ", ".join(each if isinstance(each, str) else json.dumps(each) for each in data))
    else:
        yield CitationField(name, data if isinstance(data, str) else json.dumps(data))


class _Pairs(NamedTuple):
    """A JSON object as it is written: a key may stand in it twice."""

    pairs: list[tuple[str, Any]]


def _holds_phrases(field: str) -> bool:
    return field.rpartition("/")[2] in _OF_PHRASES


def _words(text: str) -> list[_Word]:
    """Return the words of a text as those of a form are compared."""
    found = []
    for run in re.finditer(r"\S+", text):
        word = _SIGNS.sub("", run[0])
        if word:
            found.append(_Word(unicodedata.normalize("NFC", word).casefold(), *run.span()))
    return found


def _collapse(part: CitationField) -> CitationField:
    return CitationField(part.field, unicodedata.normalize("NFC", " ".join(part.words.split())))


def _find_reference(corpus: Corpus, text: str) -> tuple[Reference, str, int]:
    """Return the reference of the place that a citation names, how it is written there, and its position."""
    bare = re.compile(_BARE.format("|".join(map(re.escape, corpus.sources))))
    for pattern in (*_REFERENCES, bare):
        if found := pattern.search(text):
            reference = read_reference(corpus, found[1])
            corpus.require_text(reference.siglum)
            return reference, found[1], found.start()
    raise CodexError(
        "no reference and hash in the citation",
        "expected `[1840:47.2@1.0.0]` and quoted words or `sha256:…`",
    )


def _records(text: str) -> list[list[CitationField]] | None:
    """Return the records of a format for programs, each as its fields without escapes; none of a running text."""
    text = text.strip()
    if text[:1] in ("[", "{"):
        try:
            return [[*flatten(each)] for each in _json_records(text)]
        except (ValueError, RecursionError):
            return None  # a source's title may begin with a bracket
    if _BIBTEX.search(text):
        return [[CitationField(field, _plain_tex(value)) for field, value in entry] for entry in _bibtex(text)]
    return _ris(text) if text.startswith("TY  - ") else None


def _json_records(text: str) -> list[Any]:
    try:
        data = json.loads(text, object_pairs_hook=_Pairs)
    except ValueError:  # JSON lines
        data = [json.loads(line, object_pairs_hook=_Pairs) for line in text.splitlines() if line.strip()]
    return data if isinstance(data, list) and all(isinstance(each, _Pairs) for each in data) and data else [data]


def _expand_field(part: CitationField) -> str:
    """Return the words of a field, with what a reader of text knows a reference and a hash by."""
    if part.field.startswith(_FORMATS):
        return ""  # the same once more
    match part.field.rpartition("/")[2]:
        case "versioned":
            return f"[{part.words}]"
        case "sha256" | "hash":
            return f"sha256:{part.words}"
    return part.words


def _bibtex(text: str) -> list[list[CitationField]]:
    """Return the entries, each with what stands before it; what stands behind the last belongs to that."""
    entries, position = [], 0
    while entry := _ENTRY.search(text, position):
        fields = [
            CitationField("%", text[position : entry.start()]),
            CitationField("@", entry[1]),
            CitationField("@key", entry[2]),
        ]
        position = entry.end()
        while field := _FIELD.match(text, position):
            start = field.end()
            if text[start : start + 1] in ("{", '"'):
                value = _braced(text, start)
                position = start + len(value) + 2
            else:
                bare = _BARE_VALUE.match(text, start)
                value = bare[0] if bare else ""
                position = start + len(value)
            fields.append(CitationField(field[1].lower(), value))
        if end := _END.match(text, position):
            position = end.end()
        entries.append(fields)
    entries[-1].append(CitationField("%", text[position:]))
    return entries


def _braced(text: str, at: int) -> str:
    """Return the value of a BibTeX field, which begins at its brace or quotation mark."""
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


def _ris(text: str) -> list[list[CitationField]]:
    """Return the fields of each RIS record; a line without a tag continues the one before."""
    records: list[list[CitationField]] = []
    for line in _RIS_LINE.finditer(text):
        tag, value = line["tag"], line["value"]
        if tag == "TY":
            records.append([])
        if tag:
            records[-1].append(CitationField(tag, value))
        else:
            field, before = records[-1].pop()
            records[-1].append(CitationField(field, f"{before} {value}"))
    return records


def _read_quotes(corpus: Corpus, text: str, *, halved: bool) -> tuple[list[str], list[CitationField]]:
    """Return the words that a citation quotes, and all else in it; a second record is not that citation."""
    records = _records(text)
    if records is None:
        plain = _strip_markup(text)
        reference, _named_so, at = _find_reference(corpus, plain)
        quotes, rest = _split_quoted(plain, at, corpus.sources[reference.siglum], _place_label(corpus, reference))
        return quotes, [CitationField("", words) for words in rest]
    quotes, parts = [], []
    for field, value in records[0]:
        if field.startswith(_FORMATS) and value:
            found = _read_quotes(corpus, value, halved=halved)
            quotes += found[0]
            parts += found[1]
        elif field.rpartition("/")[2] in _QUOTED_IN:
            words, behind = _split_place(value)
            quotes += _split_languages(words) if halved else [words]
            parts.append(CitationField(field, behind))
        else:
            parts.append(CitationField(field, value))
    parts += (
        CitationField(f"{number}/{field}", value) for number, each in enumerate(records[1:], 2) for field, value in each
    )
    return quotes, parts


def _strip_markup(text: str) -> str:
    """Return a running text without the escapes of Markdown, and without the marks of a mail that quotes all of it."""
    lines = text.splitlines()
    whole = _BLOCK.sub("", text) if all(_BLOCK.match(line) for line in lines if line.strip()) else text
    return _ESCAPED.sub(r"\1", whole)


def _split_place(field: str) -> tuple[str, str]:
    """Return the words of a field, and what stands behind them: the place and more, if it is named there."""
    place = _REFERENCES[0].search(field)
    if not place:
        return field, ""
    words, _dash, before = field[: place.start()].rpartition(_BEFORE_PLACE)
    return words, before + field[place.start() :]


def _split_languages(field: str) -> tuple[str, ...]:
    """Return the words quoted of the source, and those of our English."""
    german, between, english = field.rpartition(_BETWEEN)
    return (german, english) if between else (field,)


def _place_label(corpus: Corpus, reference: Reference) -> str:
    """Return the name of the place: a word of the glossary stands in quotation marks there."""
    edition = corpus.edition(reference.siglum)
    ends = {end.partition("#")[0] for place in reference.places for end in place}
    known = ends & (edition.units.keys() | edition.containers.keys())
    return " ".join(edition.label(ident, language) for ident in known for language in ("en", "de"))


def _split_quoted(text: str, at: int, source: Source, label: str) -> tuple[list[str], list[str]]:
    """Return the words that a running text quotes, and all others; it names the place `label` at `at`."""
    titles = [*_title_pattern(source).finditer(text, 0, at)]
    start, end = titles[-1].span() if titles else (at, at)
    for title in reversed(titles[:-1]):  # the label of a title page repeats it
        gap = text[title.end() : start]
        if has_words(gap) or any(mark in gap for mark in _DOUBLE):
            break
        start = title.start()
    quotes: list[str] = []
    rest: list[str] = []
    before, behind = _BLOCK.sub("", text[:start]), text[end:]
    known = _title_words(source) | _letters(label)
    is_quoted = not known >= _letters(before) or any(mark in before for mark in _DOUBLE)
    (quotes if is_quoted else rest).append(before)
    rest.append(text[start:end])
    quotes += (_BLOCK.sub("", block) for block in _BLOCKS.findall(behind))
    for words in _BLOCKS.split(behind):
        position = 0
        for opened, closed in _find_quotations(words):
            if not known >= _letters(words[opened + 1 : closed]):
                rest.append(words[position:opened])
                quotes.append(words[opened + 1 : closed])
                position = closed + 1
        rest.append(words[position:])
    return quotes, rest


def _title_pattern(source: Source) -> re.Pattern[str]:
    """Return the pattern of a source's titles, and of the signers of words around it, however a citation sets them.

    A name of fewer than three words may stand in quoted words too. It is a title before the year, or behind what was
    quoted: a mark that closes, or the end of a line.
    """
    original = source.original
    titles = {original.title.en, original.title.de}
    signed = (f"{each.author.given} {each.author.family}" for each in source.signed.values())
    year = rf"(?:{_spaced_pattern(original.place)}{_GAP})?{original.date[:4]}" if original.place else original.date[:4]
    long = "|".join(_spaced_pattern(title) for title in titles if len(_NAME.findall(title)) > _FEW)
    anywhere = "|".join((*filter(None, [long]), *(f"{_spaced_pattern(title)}{_GAP}{year}" for title in titles)))
    short = "|".join(map(_spaced_pattern, (*titles, *signed)))
    behind = r"(?:\A|(?<=[^\s(][“”«»\"’‘])|(?<=\n))[^\S\n]*[*_\[—– ]*"
    return re.compile(rf"(?:{behind}(?:{short})|(?<!\w)(?:{anywhere}))(?!\w)(?:{_GAP}{year})?[)\]*_]*", re.IGNORECASE)


def _spaced_pattern(name: str) -> str:
    """Return a pattern of the words of a name, whatever signs stand between them."""
    return _GAP.join(_NAME.findall(name))


def _title_words(source: Source) -> set[str]:
    """Return the words that name a source in whichever style."""
    original = source.original
    named = (source.title, source.short_title, source.author, source.siglum, original.title.en, original.title.de)
    return _letters(" ".join((*named, original.container, original.place, original.volume, original.date)))


def _letters(text: str) -> set[str]:
    return {part.casefold() for word in split_words(text) for part in re.findall(r"[^\W_]+", word)}


def _find_quotations(text: str) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each quotation in marks, inner ones too; an apostrophe opens and closes nothing."""
    position, unclosed = 0, set()
    while position < len(text):
        sign = text[position]
        apostrophe = sign not in _DOUBLE and text[max(0, position - 1) : position].isalnum()
        if sign in _CLOSING and sign not in unclosed and not apostrophe:
            end = _find_closing(text, position)
            if end:
                yield position, end
                position = end
            else:
                unclosed.add(sign)
        position += 1


def _find_closing(text: str, start: int) -> int:
    """Return the end of the quotation that begins at `start`; 0 where it is not closed."""
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
