"""References: `1840`, `1840:47.2`, `1840:11-19`, `1840:11,13-15`, `1863:page.257`, each also `…@1.0.0`.

`1840:47.2#2` is a sentence, the second of its passage, and `1840:47.2#2-#3` or `1840:47.2#2-47.3#1` several.
A comma or a semicolon parts the places of a list. After `31.2` a bare `4` could be § 4 or the fourth paragraph: with a
comma it is refused, with a semicolon (`1840:31.2;4`) it is § 4.
A URN and an address of the site name the same places: `urn:cts:tarock:anon1840.koenigrufen.de1-0-0:47.2`,
`…/c/1840@1.0.0/#47.2`, `…/c/1840/47.2/#2`, `…/c/1840@1.0.0/?places=11-19#11.1`,
`…/sources/1840/berechnung.html#1840:47.2`, `…/sources/1840/berechnung.html`.
People may write more (`read_reference`): `1840:47.2-3`, `§ 47 Abs. 2`, `1840, §§ 11–13 und 15`, `1840:47ff.`,
`Musterspiel 3, Stich 5`, capitals, and other letters and signs of `corpus/variants.yaml`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Literal
from urllib.parse import unquote

from msgspec import UNSET, UnsetType, structs

from tarock.base.errors import CodexError
from tarock.base.structs import Cached, Frozen, Record
from tarock.corpus.editions import Corpus, Edition, Unit
from tarock.corpus.emendations import Emendation
from tarock.corpus.sources import hash_text
from tarock.corpus.variants import load_variants
from tarock.corpus.witnesses import AttestationStatus

_PART = r"[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*"
_SENTENCE = r"#[1-9][0-9]*"
_ENDS = rf"({_PART}(?:{_SENTENCE})?)(?:-(?:(?:([A-Za-z0-9]+):)?({_PART}(?:{_SENTENCE})?)|({_SENTENCE})))?"
_VERSION = r"[0-9]+\.[0-9]+\.[0-9]+"
_REFERENCE = re.compile(rf"([A-Za-z0-9]+)(?::([A-Za-z0-9.,;:#-]+))?(?:@({_VERSION}))?\Z")
_RANGE = re.compile(rf"{_ENDS}\Z")
_URN = re.compile(r"urn:cts:tarock:(.+?)([0-9]+-[0-9]+-[0-9]+)(?::(.+))?\Z")
_SHORT_ADDRESS = re.compile(rf"(?:.*/)?c/([A-Za-z0-9]+)/({_PART})(@{_VERSION})?(?:/(?:index\.html)?)?({_SENTENCE})?\Z")
_WHOLE_ADDRESS = re.compile(
    rf"(?:.*/)?c/([A-Za-z0-9]+)(@{_VERSION})?/?(?:index\.html)?(?:\?places=([^#]*))?(?:#({_PART})?)?\Z"
)
_FRAGMENT = re.compile(rf".*#([A-Za-z0-9]+)[:-]({_PART})(@{_VERSION})?\Z")
_READING_PAGE = re.compile(r"(?:.*/)?sources/([A-Za-z0-9]+)(?:/([a-z0-9-]+)\.html|/?)\Z")
_NAMING_ANCHOR = re.compile(rf"(?:[1-9][0-9]*|[A-Za-z0-9]+[:-]{_PART}(?:@{_VERSION})?)\Z")  # of an address
_PLACES = re.compile(r"[?&](places=[^&]*)")  # in its query
# Words around numbers in running text, and what each is in a reference; they are put one after the other.
# The site's `jump.js` does the same with the same patterns.
PROSE = (
        (r"(?<=\d)\s*,?\s*(\d+)\.\s*(?:abs(?:atz|\.)?|para(?:graph|\.)?)(?![a-z])", r".\1"),
        (r"(?<=\d)\s*,?\s*(?:abs(?:atz|ätze|\.)?|paras?(?:graphs?|\.)?|par\.|¶)\s*(?=\d)", "."),
        (r"(?<=\d)\s*\(\s*(\d+)\s*\)?|(?<=\d)/(\d+)", r".\1\2"),
        (r"(?<=\d)\s*,?\s*(\d+)\.\s*(?:satz|sentence)(?![a-z])", r"#\1"),
        (r"(?<=\d)\s*,?\s*(?:satz|sätze|sentences?|s\.)\s*(?=\d)", "#"),
        (r"(?:musterspiele?|model games?|games?)\s*(?=\d)", "m"),
        (r"(?<![a-z\d.])(\d+)\.\s*(?:musterspiel|model game)(?![a-z])", r"m\1"),
        (r"(?<![a-z])(m\d+)\s*,?\s*s\s*(?=\d)", r"\1.s"),
        (r"(?<=\d)\s*,?\s*(\d+)\.\s*(?:stich|trick)(?![a-z])", r".s\1"),
        (r"(?<=\d)\s*,?\s*(?:stiche?|tricks?)\s*(?=\d)", ".s"),
        (r"(?<![a-z.])(?:seiten?|pages?|pag\.|pp?\.|s\.)\s*(?=\d)", "page."),
        (r"(?:§+|(?<![a-z])(?:sections?|sect?\.|paragraph(?:en|s)?|paras?\.?|par\.|n[ro]\.?|n\.))\s*(?=\d)", ""),
        (r"(?<![a-z])(?:regeln?|rules?|satz|sätze|sentences?)\s*(?=\d)", ""),
        (r"\s*(?:,|;)?\s+(?:und|and|u\.|&)\s+|\s*&\s*", ","),
        (r"\s+(?:bis|to)\s+|\s*-+\s*", "-"),
        (r"\s*([,;:.#])\s*", r"\1"),
)  # fmt: skip
_LEAD = re.compile(r"\A[\s(\[]*[:,/]?[\s(\[]*")
_LINK = re.compile(r"\[[^\[\]]*\]\((\S+)\)\Z")  # of Markdown
_AROUND = re.compile(r"[\"'`<*_]+(.*?)[\"'`>*_]+\Z", re.DOTALL)  # what people set a reference in
_BEFORE_VERSION = re.compile(rf"\s*@\s*v?(?={_VERSION}\Z)")
_URN_BEGINS = re.compile(r"\Aurn:cts:tarock:", re.IGNORECASE)
_FOLLOWING = re.compile(r"(?<=\d)\s*(ff?)\.?(?=@|\Z)", re.IGNORECASE)
_LETTERS_BEFORE = re.compile(r"([A-Za-z]*)([0-9]+)\Z")

# The words for several of what is counted, where they are others than for one.
_SEVERAL = {"§": "§§", "rule": "rules", "para.": "paras.", "sentence": "sentences", "trick": "tricks", "p.": "pp.",
            "Regel": "Regeln", "Musterspiel": "Musterspiele"}  # fmt: skip
_COUNTED = re.compile(r"(?P<before>.*?)(?P<word>[^\s,]*)(?P<gap> ?)(?P<number>[0-9]+)(?P<behind>\.? ?[^\s0-9]*)\Z")

_QUOTED = re.compile(r"`([^`]*)`")

_SHORT_NAME = 4  # letters of a word by which a source is not named alone
_COMMON_WORDS = {"Regeln", "Reform", "Wiener", "Taroc"}  # first words of titles that say too little

LIMIT = 200  # characters of a reference; the longest of ours has 20


class Reference(Frozen):
    """A reference taken apart; `first` is empty for a whole source, `last` empty unless it is a range.

    `more` has the other places of a list, each a first and a last (empty unless it is a range).
    """

    siglum: str
    first: str = ""
    last: str = ""
    version: str = ""
    more: tuple[tuple[str, str], ...] = ()

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """Return all places, each a first and a last; none for a whole source."""
        return ((self.first, self.last), *self.more) if self.first else ()

    @property
    def place(self) -> str:
        """Return the reference without its version."""
        return str(structs.replace(self, version=""))

    def __str__(self) -> str:
        named, before = "", ""
        for first, last in self.places:
            mark = ";" if _is_ambiguous(before, first) else ","
            named += f"{mark if named else ''}{first}{'-' if last else ''}{last}"
            before = last or first
        text = f"{self.siglum}:{named}" if named else self.siglum
        return f"{text}@{self.version}" if self.version else text


class CopyReading(Record):
    """The reading of a copy of the print for `words` of the transcript; `standing` is that of our record of them."""

    words: str
    reading: str
    copy: str
    by: str
    date: str
    standing: AttestationStatus | None


class ShownSentence(Record):
    """A sentence of a passage: characters `start` to `end` of its text; `english` where it has its own English."""

    ref: str
    start: int
    end: int
    text: str
    english: str


class ShownSummary(Record):
    """A summary of ours of the article `of` which a passage is part; it is no translation."""

    of: str
    text: str


class ShownPassage(Record):
    """An entry of `show --json`; `sha256` is that of the words of the edition, whichever text is shown.

    `heading` is the last one above it. `modern` spelling and `english` are ours, and empty where there is none.
    `marked` is the text with the signs of what a correction adds or leaves out, where one does. Where the words are
    `left_out` of this copy, `text` is empty. A passage that is not translated has the `summary` of its article.
    `copies` is what copies of the print have, where somebody looked.
    """

    ref: str
    version: str
    kind: str
    text: str
    sha256: str
    label: str
    heading: str
    modern: str
    english: str
    sentences: tuple[ShownSentence, ...]
    emendations: tuple[Emendation, ...]
    marked: str | UnsetType = UNSET
    left_out: Literal[True] | UnsetType = UNSET
    summary: ShownSummary | UnsetType = UNSET
    copies: tuple[CopyReading, ...] | UnsetType = UNSET


class Selection(Cached):
    """The passages of a reference in an edition, in its order, or one heading and the like."""

    edition: Edition
    reference: Reference
    passages: tuple[Unit, ...]

    @cached_property
    def ref(self) -> str:
        """Return the reference without version."""
        return self.reference.place

    @cached_property
    def hash(self) -> str:
        """Return the hash of a passage; of several the hash of their texts, with a line feed between two.

        Raises `CodexError` for several of which some are left out of this copy.
        """
        if len(self.passages) == 1:
            return self.passages[0].hash
        if self.withheld:
            raise CodexError(
                f"the words of {self.withheld} are left out of this copy",
                "expected it by itself: several have no hash without them",
            )
        return hash_text("\n".join(passage.text for passage in self.passages))

    @property
    def withheld(self) -> str:
        """Return the first of the passages whose words are left out of this copy; empty where all are here."""
        return next((unit.ref for unit in self.passages if not unit.is_here), "")

    @property
    def emendation_count(self) -> int:
        """Return how many corrections of the transcript are in the selection; in a whole source, its headings too."""
        return (
            sum(unit.emendation_count for unit in self.passages)
            if self.reference.first
            else self.edition.emendation_count
        )

    def label(self, language: str = "en") -> str:
        """Return the name of the selection for people, in `language` (`en` or `de`); empty for a whole source."""
        labels = [self._label(first, last, language) for first, last in self.reference.places]
        shared = [label.rpartition(", ")[0] for label in labels]  # is said once: `§ 31, para. 2; para. 4`
        told = [
            label.removeprefix(f"{here}, ") if here and before == here else label
            for before, here, label in zip(("", *shared), shared, labels, strict=False)
        ]
        return "; ".join(told)

    def _label(self, first: str, last: str, language: str) -> str:
        begins = self._make_words(first, language)
        return _make_range_label(begins, self._make_words(last, language)) if last else begins

    def _make_words(self, ident: str, language: str) -> str:
        """Return its label; words of a heading in quotation marks, so that a citation shows where they end."""
        label, heading = self.edition.label(ident, language), self.edition.headings.get(ident)
        if not heading or heading.kind != "theme" or "#" in ident:
            return label
        return f"„{label}“" if language == "de" else f"“{label}”"


def _make_range_label(first: str, last: str) -> str:
    """Return the label of a range: `Musterspiel 3, trick 5` to `…, trick 7` is `Musterspiel 3, tricks 5–7`."""
    begins, ends = _COUNTED.match(first), _COUNTED.match(last)
    if not begins or not ends or {**begins.groupdict(), "number": ""} != {**ends.groupdict(), "number": ""}:
        return f"{first} – {last}"
    before, word, gap, number, behind = begins.groups()
    dot = "." if behind.startswith(".") else ""
    return f"{before}{_SEVERAL.get(word, word)}{gap}{number}{dot}–{ends['number']}{behind}"


def _is_ambiguous(before: str, after: str) -> bool:
    """Return whether `4` after `31.2` could be § 4 or the fourth paragraph of § 31."""
    within, _, number = before.partition("#")[0].rpartition(".")
    return bool(within) and number.isdigit() and after.partition("#")[0].isdigit()


def parse_reference(text: str) -> Reference:
    """Parse a reference; raise `CodexError` when it is malformed."""
    if len(text) > LIMIT:
        raise CodexError(
            f"a reference of {len(text)} characters",
            f"expected at most {LIMIT}",
        )
    found = _REFERENCE.match(text.strip())
    parted = re.split("([,;])", found[2]) if found and found[2] else []
    ends = [_RANGE.match(part) for part in parted[::2]]
    if not found or not all(ends):
        raise CodexError(
            f"`{text}` is not a reference",
            (
                "expected for example 1840:47.2, 1840:11-19, 1840:11,13-15, 1863:7@1.0.0, 1840:47.2#2, a URN or "
                "an address of ours"
            ),
        )
    beside = [(end[1].partition("#")[0], end) for end in ends if end]  # where the other end of `47.2#2-#3` is
    places = [(end[1], end[3] or (passage + end[4] if end[4] else "")) for passage, end in beside]
    if any(end[2] not in (None, found[1]) for end in ends if end):
        raise CodexError(f"the range `{text}` is of two sources", "expected both ends in the same source")
    for mark, (start, end), (following, to) in zip(parted[1::2], places, places[1:], strict=False):
        if mark == "," and _is_ambiguous(end or start, following):
            before, within = end or start, (end or start).partition("#")[0].rpartition(".")[0]
            until = f"-{to if '.' in to else f'{within}.{to}'}" if to else ""
            raise CodexError(
                f"`{before},{following}` can be read in two ways",
                "expected `{inside}` (both in {within}) or `{apart}` ({following} itself)".format(
                    inside=f"{before},{within}.{following}{until}",
                    within=within,
                    apart=f"{before};{following}{'-' if to else ''}{to}",
                    following=following,
                ),
            )
    (first, last), *more = places or [("", "")]
    return Reference(found[1], first, last, found[3] or "", tuple(more))


def container_of(ref: str) -> str:
    """Return the id of the § or game that a passage is part of: `m3` of `1840:m3.s5`."""
    return ref.partition(":")[2].partition(".")[0]


def read_reference(corpus: Corpus, text: str) -> Reference:
    """Parse what a person writes for a reference: one of ours, a URN, an address, or words such as `§ 47 Abs. 2`.

    Raises `CodexError` for anything else, for a URN of another work, and for what can be read in two ways.
    """
    text = text.strip()
    if len(text) > LIMIT:
        return parse_reference(text)
    with quote_as_typed(text):
        # `%23` stays as it is: in the query of an address it is the sign of a sentence, not that of an anchor
        plain = unquote(load_variants(corpus.project).read_plain(text).replace("%23", "%2523")).strip()
        for pattern in (_AROUND, _LINK):
            plain = found[1].strip() if (found := pattern.match(plain)) else plain
        plain = _URN_BEGINS.sub("urn:cts:tarock:", _BEFORE_VERSION.sub("@", plain))
        try:
            return _complete(corpus, _parse_any(corpus, plain))
        except CodexError as error:
            if not error.what.endswith("is not a reference") or not (spoken := _read_prose(corpus, plain)):
                raise
        return _complete(corpus, _parse_any(corpus, spoken))


@contextmanager
def quote_as_typed(text: str) -> Iterator[None]:
    """Let a `CodexError` quote what was typed: a part of it that was made of it is no word of the user's."""
    try:
        yield
    except CodexError as error:
        shown = " ".join(text.split())
        what = _QUOTED.sub(lambda part: part[0] if part[1] in shown else f"`{shown}`", error.what)
        if error.file or what == error.what:  # where a file is named, the data are at fault and not what was typed
            raise
        raise CodexError(what, error.expected) from None


def _read_prose(corpus: Corpus, text: str) -> str:
    """Return the reference that running text names, as ours are written; empty where it names none."""
    text, at, version = text.rpartition("@") if re.search(rf"@{_VERSION}\Z", text) else (text, "", "")
    sigla = "|".join(map(re.escape, corpus.sources))
    named = re.findall(rf"(?<![A-Za-z0-9.])(?:{sigla})(?![A-Za-z0-9]|\.[0-9])", text)
    for siglum, pattern in () if named else name_sources(corpus).items():
        if (called := re.match(pattern, text, re.IGNORECASE)) and not named:
            named, text = [siglum], f"{siglum} {text[called.end() :]}"
    if named and text.strip(" .,;])") == named[0]:
        return f"{named[0]}{at}{version}"
    if len(set(named)) > 1:
        raise CodexError(
            f"`{text}` names two sources",
            "expected one reference for each of {sigla}".format(sigla=", ".join(dict.fromkeys(named))),
        )
    siglum, rest = named[0] if named else _find_numbered(corpus), text
    if named:
        before, _, rest = text.partition(siglum)
        if re.search(r"[§\d]", before):  # `§ 47 of 1840`
            if rest.strip(" .)]"):
                return ""
            before, rest = "", re.sub(r"[\s,;(]*(?:of|von|in|aus)?\s*[(\[]?\Z", "", before)
        elif ":" in before:
            return ""
    elif not siglum or not re.match(r"(?:§|[a-z]+\.?\s*[0-9]|[0-9]+\.\s?[a-z])", text, re.IGNORECASE):
        return ""
    rest = _LEAD.sub("", rest.rstrip(" .,;])"))
    if named and (ident := _find_label(corpus, siglum, rest)):
        return f"{siglum}:{ident}{at}{version}"
    for pattern, put in PROSE:
        rest = re.sub(pattern, put, rest, flags=re.IGNORECASE)
    return f"{siglum}:{rest}{at}{version}" if rest and _REFERENCE.match(f"{siglum}:{_FOLLOWING.sub('', rest)}") else ""


def name_sources(corpus: Corpus) -> dict[str, str]:
    """Return a pattern of the names of each source: its titles, its container, and the key of its item."""
    found = {}
    for siglum, source in corpus.sources.items():
        names = {source.title, source.short_title, source.original.title}
        names |= {source.original.container, f"tarock-{siglum}"} - {""}
        plain = {re.sub(r"[\[\]]", "", name) for name in names}
        plain |= {re.split(r"[\s,:('’-]", name)[0] for name in plain if not name.startswith("tarock-")}
        plain = {name for name in plain if len(name) > _SHORT_NAME and not name.isdigit()} - _COMMON_WORDS
        words = sorted(plain, key=lambda word: (-len(word), word))
        patterns = "|".join(r"[\W_]+".join(map(re.escape, re.findall(r"\w+", name))) for name in words)
        found[siglum] = rf"(?<!\w)(?:{patterns})(?:-v[0-9.]+[0-9])?(?:s|’s|'s)?(?!\w)"
    return found


def _find_label(corpus: Corpus, siglum: str, text: str) -> str:
    """Return the id that is called so in our citations: `Musterspiel 3, remark 1`; empty where none is."""
    if siglum in corpus.left_out:
        return ""
    edition, variants = corpus.edition(siglum), load_variants(corpus.project)
    for ident in (*edition.containers, *edition.passages):
        if text in {variants.read_plain(edition.label(ident, language)).rstrip(".)") for language in ("en", "de")}:
            return ident
    return ""


def _find_numbered(corpus: Corpus) -> str:
    """Return the source that `§ 47` is of; empty where none has §§."""
    return next((edition.siglum for edition in corpus.editions() if edition.profile.claimed), "")


def _complete(corpus: Corpus, reference: Reference) -> Reference:
    """Return a reference with its places as the edition names them: capitals, and the whole ends of short ranges."""
    if reference.siglum not in corpus.sources or reference.siglum in corpus.left_out:
        return reference
    edition = corpus.edition(reference.siglum)
    places = tuple(_complete_place(edition, first, last) for first, last in reference.places)
    ((first, last), *more) = places or (("", ""),)
    return structs.replace(reference, first=first, last=last, more=tuple(more))


def _complete_place(edition: Edition, first: str, last: str) -> tuple[str, str]:
    """Return the ends of a place as the edition names them; raises `CodexError` for an end with two readings."""
    known = edition.ids_by_small_letters

    def named(ident: str) -> str:
        within, mark, number = ident.partition("#")
        return f"{known.get(within.lower(), within)}{mark}{number}"

    first = named(first)
    if not last or ("#" in last and "#" in first):
        return first, named(last) if last else ""
    if "#" in first:
        within = first.partition("#")[0]
        return first, f"{within}#{last}" if last.isdigit() else named(last)
    inside, _, number = first.rpartition(".")
    begins = _LETTERS_BEFORE.match(number)
    short = [f"{inside}.{last}"] if inside else []
    short += [f"{first.removesuffix(begins[2])}{last}"] if begins else []
    found = next((known[each.lower()] for each in short if each.lower() in known and each != last), "")
    whole = named(last)
    if not found or not _is_behind(edition, first, found):
        return first, whole
    if whole.lower() in known and _is_behind(edition, first, whole):
        raise CodexError(
            f"`{first}-{last}` can be read in two ways",
            "expected "
            + " or ".join(f"`{edition.siglum}:{first}-{end}`" for end in (found, _find_last_inside(edition, whole))),
        )
    return first, found


def _is_behind(edition: Edition, first: str, last: str) -> bool:
    """Return whether a place stands behind another, or is the same, in the order of the passages."""
    order = {ident: number for number, ident in enumerate(edition.passages)}
    ends = [order.get(_find_last_inside(edition, ident), -1) for ident in (first, last)]
    return -1 not in ends and ends[0] <= ends[1]


def _find_last_inside(edition: Edition, ident: str) -> str:
    """Return the last passage of a container; a passage itself."""
    return edition.containers[ident][-1] if ident in edition.containers else ident


def _parse_any(corpus: Corpus, text: str) -> Reference:
    """Parse a reference, a URN or an address in plain letters; raise `CodexError` for a URN of another work."""
    if text.startswith("urn:"):
        found = _URN.match(text)
        siglum = next((name for name, source in corpus.sources.items() if found and source.urn == found[1]), "")
        if not found or not siglum:
            known = ", ".join(f"urn:cts:tarock:{source.urn}…" for source in corpus.sources.values())
            raise CodexError(f"`{text}` is no URN of ours", f"expected one of {known}")
        named = f"{siglum}:{found[3]}" if found[3] else siglum
        return parse_reference(f"{named}@{found[2].replace('-', '.')}")
    if "/" in text:
        text = _strip_address(corpus, text)
    if found := _SHORT_ADDRESS.match(text):
        return parse_reference(f"{found[1]}:{found[2]}{found[4] or ''}{found[3] or ''}")
    if found := _WHOLE_ADDRESS.match(text):
        places = (found[3] or found[4] or "").replace("%23", "#")
        return parse_reference(f"{found[1]}{f':{places}' if places else ''}{found[2] or ''}")
    if found := _READING_PAGE.match(text):
        parts = corpus.sources[found[1]].parts if found[1] in corpus.sources else ()
        part = next((part for part in parts if part.slug == (found[2] or "index")), None)
        if part and len(parts) > 1 and found[2]:
            return Reference(found[1], part.first, part.last)
        return parse_reference(found[1] if part or not found[2] else text)
    if following := _FOLLOWING.search(text):
        return _read_following(corpus, text, following)
    found = None if _REFERENCE.match(text) else _FRAGMENT.match(text)
    return parse_reference(f"{found[1]}:{found[2]}{found[3] or ''}" if found else text)


def _strip_address(corpus: Corpus, text: str) -> str:
    """Return an address without a query that names no places, and without an anchor that names none."""
    head, _, anchor = text.partition("#")
    places = _PLACES.search(head)
    head = head.partition("?")[0] + (f"?{places[1]}" if places else "")
    whole = _WHOLE_ADDRESS.match(head)
    named = bool(_NAMING_ANCHOR.match(anchor))
    if whole and whole[1] in corpus.sources:
        named = not whole[3] and anchor.lower() in corpus.edition(whole[1]).ids_by_small_letters
    return f"{head}#{anchor}" if named else head


def _read_following(corpus: Corpus, text: str, mark: re.Match[str]) -> Reference:
    """Parse `1840:47f.`, a place and the next one, and `1840:47ff.`, to the end of the part of the source."""
    reference = _complete(corpus, parse_reference(text[: mark.start()] + text[mark.end() :]))
    first = reference.places[-1][0] if reference.first else ""
    if not first or "#" in first or reference.places[-1][1]:
        raise CodexError(f"`{text}` is not a reference", "expected `f.` or `ff.` behind one place")
    edition = corpus.edition(reference.siglum)
    inside = first.rpartition(".")[0]
    among = [ident for ident in edition.containers if edition.containers[ident][0] in edition.passages]
    if first not in among:
        among = [ident for ident in edition.passages if ident.rpartition(".")[0] == inside]
    else:
        among = [ident for ident in among if ident.rpartition(".")[0] == inside and ident.isdigit() == first.isdigit()]
    if first not in among:
        select(edition, Reference(reference.siglum, first))  # names what is near
    behind = among[among.index(first) :]
    if mark[1].lower() == "f":
        last = behind[min(1, len(behind) - 1)]
    else:
        part = next(part for part in edition.source.parts if _is_behind(edition, first, part.last))
        last = [ident for ident in behind if _is_behind(edition, ident, part.last)][-1]
    *before, _last = reference.places
    ((start, end), *more) = (*before, (first, last if last != first else ""))
    return structs.replace(reference, first=start, last=end, more=tuple(more))


def select(edition: Edition, reference: Reference) -> Selection:
    """Return the passages that a reference names in an edition; raise `CodexError` for an unknown id."""
    chosen = [unit for first, last in reference.places for unit in _list_between(edition, reference, first, last)]
    return Selection(edition, reference, tuple(chosen if reference.first else edition.passages.values()))


def _list_between(edition: Edition, reference: Reference, first: str, last: str) -> tuple[Unit, ...]:
    """Return the units from the first to the last that a reference names; raise `CodexError` for a mixed range."""
    if not last:
        return _find_named(edition, first)
    if ("#" in first) != ("#" in last):
        raise CodexError(
            f"`{reference}` goes from a sentence to a passage",
            "expected two sentences, or two passages",
        )
    order = list(edition.passages)
    of_sentences = "#" in first
    if of_sentences:
        order = [f"{ident}#{number + 1}" for ident in order for number in range(len(edition.spans[ident]))]
    ends = []
    for ident, place in ((first, 0), (last, -1)):
        named = _find_named(edition, ident)[place].ident
        if named not in order:
            if of_sentences:
                what = f"`{reference}` has an end that is in no passage"
                raise CodexError(what, "expected sentences of passages")
            what = f"`{reference}` has an end that is no passage"
            raise CodexError(what, f"expected a passage for `{ident}`")
        ends.append(order.index(named))
    if ends[1] < ends[0]:
        raise CodexError(
            f"the range `{reference}` runs backwards",
            "expected its first sentence before its last"
            if of_sentences
            else "expected its first passage before its last",
        )
    return tuple(unit for ident in order[ends[0] : ends[1] + 1] for unit in _find_named(edition, ident))


def _find_sentence(edition: Edition, ident: str) -> Unit:
    """Return the sentence with an id such as `47.2#1` as a unit; raise `CodexError` where there is none."""
    within, _, number = ident.partition("#")
    units = _find_named(edition, within)
    if [unit.ident for unit in units] != [within] or within not in edition.spans:
        raise CodexError(
            f"{edition.siglum}:{within} has no sentences of its own",
            f"expected those of {units[0].ref}"
            if units[0].ident in edition.passages
            else "expected those of a passage",
        )
    if not units[0].is_here:
        raise CodexError(
            f"the words of {units[0].ref} are left out of this copy",
            f"expected {units[0].ref} as a whole",
        )
    count = len(edition.spans[within])
    if int(number) > count:
        first = f"{edition.siglum}:{within}#1"
        raise CodexError(
            f"no sentence {number} in {edition.siglum}:{within}",
            f"expected {first} to #{count}" if count > 1 else f"expected {first}",
        )
    return edition.sentence(within, int(number))


def _find_named(edition: Edition, ident: str) -> tuple[Unit, ...]:
    """Return the unit or units that an id names; raise `CodexError` with similar ids for an unknown one."""
    if "#" in ident:
        return (_find_sentence(edition, ident),)
    if ident in edition.passages:
        return (edition.passages[ident],)
    if ident in edition.containers:
        return tuple(edition.passages[inner] for inner in edition.containers[ident])
    for kind in (edition.headings, edition.paratexts, edition.parts):
        if ident in kind:
            return (kind[ident],)
    if ident in edition.paratext_groups:
        return tuple(edition.paratexts[inner] for inner in edition.paratext_groups[ident])
    near = ", ".join(f"{edition.siglum}:{name}" for name in suggest_ids(edition, ident))
    end = _find_end(edition, ident)
    raise CodexError(
        f"no `{ident}` in source {edition.siglum}",
        f"the last is {edition.siglum}:{end}" if end else f"did you mean {near}?",
    )


def _find_end(edition: Edition, ident: str) -> str:
    """Return the last of the ids that are counted like an id behind their end: of `132` it is `131`; else nothing."""
    inside, dot, number = ident.rpartition(".")
    asked = _LETTERS_BEFORE.match(number)
    if not asked:
        return ""
    beside = (name.rpartition(".") for name in edition.ids_by_small_letters.values())
    counted = (_LETTERS_BEFORE.match(each) for within, _, each in beside if within == inside)
    numbers = [int(each[2]) for each in counted if each and each[1] == asked[1]]
    last = max(numbers, default=0)
    return f"{inside}{dot}{asked[1]}{last}" if 0 < last < int(asked[2]) else ""


def suggest_ids(edition: Edition, ident: str) -> list[str]:
    """Return up to three valid ids that look most like `ident`: first those in the same unit, else by spelling."""
    valid = list(dict.fromkeys((*edition.containers, *edition.units, *edition.parts)))  # § 47 is heading and unit
    parent = ident
    inside: list[str] = []
    while "." in parent and not inside:
        parent = parent.rpartition(".")[0]
        inside = [name for name in valid if name == parent or name.startswith(f"{parent}.")]
    close = difflib.get_close_matches(ident, inside or valid, cutoff=0.5)
    if parent in inside and parent not in close:
        close = [*close[:2], parent]
    return close or difflib.get_close_matches(ident, valid, cutoff=0.0)
