"""References: `1840`, `1840:47.2`, `1840:11-19`, `1840:11,13-15`, `1863:page.257`, each also `…@1.0.0`.

`1840:47.2#2` is a sentence, the second of its passage, and `1840:47.2#2-#3` or `1840:47.2#2-47.3#1` several.
A comma or a semicolon parts the places of a list. After `31.2` a bare `4` could be § 4 or the fourth paragraph: with a
comma it is refused, with a semicolon (`1840:31.2;4`) it is § 4.
A URN and an address of the site name the same places: `urn:cts:tarock:anon1840.koenigrufen.de1-0-0:47.2`,
`…/c/1840/47.2@1.0.0/`, `…/c/1840/47.2/#2`, `…/c/1840@1.0.0/?places=11-19#11.1`,
`…/sources/1840/berechnung.html#1840:47.2`.
"""

from __future__ import annotations

import difflib
import re
from functools import cached_property
from typing import Literal

from msgspec import UNSET, UnsetType, structs

from tarock.base.errors import CodexError
from tarock.base.structs import Cached, Frozen, Record
from tarock.corpus.editions import Corpus, Edition, Unit
from tarock.corpus.emendations import Emendation
from tarock.corpus.sources import hash_text
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
_FRAGMENT = re.compile(rf".*#([A-Za-z0-9]+)[:-]({_PART})\Z")

# The words for several of what is counted, where they are others than for one.
_SEVERAL = {"§": "§§", "rule": "rules", "para.": "paras.", "sentence": "sentences", "trick": "tricks", "p.": "pp.",
            "Regel": "Regeln", "Musterspiel": "Musterspiele"}  # fmt: skip
_COUNTED = re.compile(r"(?P<before>.*?)(?P<word>[^\s,]*)(?P<gap> ?)(?P<number>[0-9]+)(?P<behind>\.? ?[^\s0-9]*)\Z")

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
            mark = ";" if _two_readings(before, first) else ","
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


class ShownPassage(Record):
    """An entry of `show --json`; `sha256` is that of the words of the edition, whichever text is shown.

    `heading` is the last one above it. `modern` spelling and `english` are ours, and empty where there is none.
    `marked` is the text with the signs of what a correction adds or leaves out, where one does. Where the words are
    `left_out` of this copy, `text` is empty. `copies` is what copies of the print have, where somebody looked.
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
        begins = self._words(first, language)
        return _range_label(begins, self._words(last, language)) if last else begins

    def _words(self, ident: str, language: str) -> str:
        """Return its label; words of a heading in quotation marks, so that a citation shows where they end."""
        label, heading = self.edition.label(ident, language), self.edition.headings.get(ident)
        if not heading or heading.kind != "theme" or "#" in ident:
            return label
        return f"„{label}“" if language == "de" else f"“{label}”"


def _range_label(first: str, last: str) -> str:
    """Return the label of a range: `Musterspiel 3, trick 5` to `…, trick 7` is `Musterspiel 3, tricks 5–7`."""
    begins, ends = _COUNTED.match(first), _COUNTED.match(last)
    if not begins or not ends or {**begins.groupdict(), "number": ""} != {**ends.groupdict(), "number": ""}:
        return f"{first} – {last}"
    before, word, gap, number, behind = begins.groups()
    dot = "." if behind.startswith(".") else ""
    return f"{before}{_SEVERAL.get(word, word)}{gap}{number}{dot}–{ends['number']}{behind}"


def _two_readings(before: str, after: str) -> bool:
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
        if mark == "," and _two_readings(end or start, following):
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
    """Parse a reference, a URN or an address; raise `CodexError` for a URN of another work."""
    text = text.strip()
    if len(text) > LIMIT:
        return parse_reference(text)
    if text.startswith("urn:"):
        found = _URN.match(text)
        siglum = next((name for name, source in corpus.sources.items() if found and source.urn == found[1]), "")
        if not found or not siglum:
            known = ", ".join(f"urn:cts:tarock:{source.urn}…" for source in corpus.sources.values())
            raise CodexError(f"`{text}` is no URN of ours", f"expected one of {known}")
        named = f"{siglum}:{found[3]}" if found[3] else siglum
        return parse_reference(f"{named}@{found[2].replace('-', '.')}")
    if found := _SHORT_ADDRESS.match(text):
        return parse_reference(f"{found[1]}:{found[2]}{found[4] or ''}{found[3] or ''}")
    if found := _WHOLE_ADDRESS.match(text):
        places = (found[3] or found[4] or "").replace("%23", "#")
        return parse_reference(f"{found[1]}{f':{places}' if places else ''}{found[2] or ''}")
    found = None if _REFERENCE.match(text) else _FRAGMENT.match(text)
    return parse_reference(f"{found[1]}:{found[2]}" if found else text)


def select(edition: Edition, reference: Reference) -> Selection:
    """Return the passages that a reference names in an edition; raise `CodexError` for an unknown id."""
    chosen = [unit for first, last in reference.places for unit in _between(edition, reference, first, last)]
    return Selection(edition, reference, tuple(chosen if reference.first else edition.passages.values()))


def _between(edition: Edition, reference: Reference, first: str, last: str) -> tuple[Unit, ...]:
    if not last:
        return _named(edition, first)
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
        named = _named(edition, ident)[place].ident
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
    return tuple(unit for ident in order[ends[0] : ends[1] + 1] for unit in _named(edition, ident))


def _sentence(edition: Edition, ident: str) -> Unit:
    within, _, number = ident.partition("#")
    units = _named(edition, within)
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


def _named(edition: Edition, ident: str) -> tuple[Unit, ...]:
    if "#" in ident:
        return (_sentence(edition, ident),)
    if ident in edition.passages:
        return (edition.passages[ident],)
    if ident in edition.containers:
        return tuple(edition.passages[inner] for inner in edition.containers[ident])
    for kind in (edition.headings, edition.paratexts, edition.parts):
        if ident in kind:
            return (kind[ident],)
    if ident in edition.paratext_groups:
        return tuple(edition.paratexts[inner] for inner in edition.paratext_groups[ident])
    near = suggest_ids(edition, ident)
    raise CodexError(
        f"no `{ident}` in source {edition.siglum}",
        "did you mean {near}?".format(near=", ".join(f"{edition.siglum}:{name}" for name in near)),
    )


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
