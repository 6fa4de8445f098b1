"""Where a running text names a place of ours: references, URNs, addresses, and how people name one in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, ParamSpec, TypeVar
from urllib.parse import unquote

from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.structs import Frozen
from tarock.corpus.editions import Corpus, Edition
from tarock.corpus.references import LIMIT, Reference, name_sources, read_reference
from tarock.corpus.verify.table import QuotingTable

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")
_VERSION = r"@[0-9]+\.[0-9]+\.[0-9]+"
_PLACES = r":[A-Za-z0-9](?:[A-Za-z0-9.,;:#-]*[A-Za-z0-9])?"
_ADDRESS = re.compile(r"https?://[^\s\"“”„«»<>{}|\\^`]+")
_URN = re.compile(r"urn:cts:tarock:[A-Za-z0-9.-]+(?::[A-Za-z0-9](?:[A-Za-z0-9.,;:#-]*[A-Za-z0-9])?)?")
_HASH = re.compile(r"\bsha256:\s*([0-9a-f]{1,64})(?![0-9a-f])", re.IGNORECASE)
_ENGLISH = re.compile(r"\b(?:Engl|[Tt]ransl|Übers)\w*\b[^;“”\"„]{0,80}?\b[Vv]ersion ([0-9]+\.[0-9]+\.[0-9]+)")
_FILLER = re.compile(r"[\s,;:.()\[\]„“”\"'’~]+")
_APART = re.compile(r"[„“”»«\"]|\n[ \t]*\n|(?:\S+\s+){60}")  # what parts two places that are named of one citation
_BETWEEN = 60  # characters between the name of a source and its year or place


def attempt(make: Callable[_Given, _Made], *given: _Given.args, **named: _Given.kwargs) -> tuple[_Made | None, str]:
    """Return what a function makes, or nothing and the reason, where a document names what there is not.

    Raises `CodexError` again where it names a file: the data are damaged then, and no document is at fault.
    """
    try:
        return make(*given, **named), ""
    except CodexError as error:
        if error.file:
            raise
        return None, f"{error.what}; {error.expected}"


class CitedPlace(Frozen):
    """A place that is named at `start` to `end`: as it is `written`, and what it is, or why it is none.

    Where it is written once more close by, `more` are these stretches. `digest` are the digits of a hash beside it,
    `english` the version of our English that is named behind it.
    """

    start: int
    end: int
    written: str
    references: tuple[Reference, ...] = ()
    fault: str = ""
    digest: str = ""
    english: str = ""
    more: tuple[tuple[int, int], ...] = ()

    @property
    def until(self) -> int:
        """Return the end of its characters."""
        return max([self.end, *(end for _start, end in self.more)])

    @property
    def version(self) -> str:
        """Return the version of the edition that is named."""
        return self.references[0].version if self.references else ""


class Places:
    """Finds what running text names of the sources."""

    def __init__(self, corpus: Corpus, table: QuotingTable):
        self.corpus = corpus
        self.locators = [(name, re.compile(pattern, re.IGNORECASE)) for name, pattern in table.locators]
        sigla = "|".join(map(re.escape, corpus.sources))
        self._written = re.compile(
            rf"(?<![\w:/.#@-])\[?((?:{sigla})(?:{_PLACES})?(?:{_VERSION})|(?:{sigla}){_PLACES})\]?"
        )
        self._fragment = re.compile(rf"#((?:{sigla})[:-][A-Za-z0-9.]+)")

    def called(self, sigla: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return what sources and their places are called, for the page that does the same.

        `names` and `fillers` are patterns; `labels` has the ids by the numbers in what a person calls them.
        """
        return {
            "names": {siglum: self._names[siglum].pattern for siglum in sigla},
            "fillers": {siglum: self._fillers[siglum].pattern for siglum in sigla},
            "labels": {
                siglum: {
                    ", ".join(sorted(" ".join(each) for each in numbers)): idents
                    for numbers, idents in self._labels(siglum).items()
                }
                for siglum in sigla
            },
        }

    def find(self, text: str) -> list[CitedPlace]:
        """Return the places that a text names, in order; what is written twice of one citation is one."""
        found = [*self._addresses(text)]
        taken = [(each.start, each.end) for each in found]
        for pattern in (_URN, self._written):
            for match in pattern.finditer(text):
                if not any(start < match.end() and match.start() < end for start, end in taken):
                    found.append(self._read(match.start(), match.end(), match[match.re.groups and 1]))
                    taken.append(match.span())
        for each in self._told(text):
            if not any(start < each.end and each.start < end for start, end in taken):
                found.append(each)
                taken.append((each.start, each.end))
        return self._with_hashes(text, sorted(found, key=lambda each: each.start))

    def _read(self, start: int, end: int, written: str) -> CitedPlace:
        reference, fault = attempt(self._known, written)
        return CitedPlace(start, end, written, (reference,) if reference else (), fault)

    def _known(self, written: str) -> Reference:
        reference = read_reference(self.corpus, written)
        self.corpus.require_known(reference.siglum)
        return reference

    def _addresses(self, text: str) -> Iterator[CitedPlace]:
        for match in _ADDRESS.finditer(text):
            written = unquote(match[0]).rstrip(").,;:]’'")
            if "/c/" in written or self._fragment.search(written):
                end = match.start() + len(match[0].rstrip(").,;:]’'"))
                if len(written) > LIMIT:
                    fragment = self._fragment.search(written)
                    written = fragment[0] if fragment else written
                yield self._read(match.start(), end, written)

    def _with_hashes(self, text: str, found: list[CitedPlace]) -> list[CitedPlace]:
        """Join citations that name one place close together, with the hash behind it."""
        merged: list[CitedPlace] = []
        for each in found:
            last = merged[-1] if merged else None
            if last and self._leads(last, each) and not _APART.search(text[last.until : each.start]):
                merged[-1] = structs.replace(each, more=(*last.more, (last.start, last.end)))
            elif last and self._same(last, each) and not _APART.search(text[last.until : each.start]):
                versioned = last if last.version else each
                merged[-1] = structs.replace(
                    last, references=versioned.references, more=(*last.more, (each.start, each.end))
                )
            else:
                merged.append(each)
        for number, each in enumerate(merged):
            stop = merged[number + 1].start if number + 1 < len(merged) else len(text)
            before = merged[number - 1].end if number else 0
            digest = _HASH.search(text, each.end, min(stop, each.until + 600)) or next(
                (match for match in _HASH.finditer(text, max(before, each.start - 300), each.end)), None
            )
            english = _ENGLISH.search(text, each.end, min(stop, each.end + 8000))
            merged[number] = structs.replace(
                each, digest=digest[1].lower() if digest else "", english=english[1] if english else ""
            )
        return merged

    def _leads(self, one: CitedPlace, other: CitedPlace) -> bool:
        """Return whether a place told in words is that of our citation behind it."""
        if not one.references or not other.version or one.version or " " not in one.written:
            return False
        if one.references[0].siglum != other.references[0].siglum or other.start - one.end >= _BETWEEN:
            return False
        return any(self._holds(each, other.references[0]) for each in one.references)

    def _holds(self, outer: Reference, inner: Reference) -> bool:
        """Return whether a place may be called by another: itself, what it is part of, or its page."""
        called, ident = (reference.first.partition("#")[0] for reference in (outer, inner))
        if not ident or ident == called or ident.startswith(f"{called}.") or called.startswith(f"{ident}."):
            return True
        pages = self.corpus.edition(outer.siglum).pages if outer.siglum not in self.corpus.left_out else {}
        return any(each == ident or each.startswith(f"{ident}.") for each in pages.get(called, ()))

    def _same(self, one: CitedPlace, other: CitedPlace) -> bool:
        if len(one.references) != 1 or len(other.references) != 1:
            return False
        first, second = one.references[0], other.references[0]
        versions = {first.version, second.version} - {""}
        return first.place == second.place and len(versions) < 2

    # --- in sentences --------------------------------------------------------------------------------------------

    def _told(self, text: str) -> Iterator[CitedPlace]:
        for siglum, pattern in self._names.items():
            for match in pattern.finditer(text):
                parts, end = self._located(siglum, text, match.end())
                if not parts:
                    continue
                idents = self._labels(siglum).get(frozenset(parts), ())
                written = " ".join(text[match.start() : end].split())
                if idents:
                    references = tuple(read_reference(self.corpus, f"{siglum}:{ident}") for ident in idents)
                    yield CitedPlace(match.start(), end, written, references)

    def _located(self, siglum: str, text: str, at: int) -> tuple[list[tuple[str, str]], int]:
        """Return the numbers behind the name of a source, and where they end."""
        found: list[tuple[str, str]] = []
        end = at
        while True:
            position = end
            while True:
                filler = _FILLER.match(text, position) or self._fillers[siglum].match(text, position)
                if not filler or filler.end() - at > _BETWEEN:
                    break
                position = filler.end()
            for name, pattern in self.locators:
                if (match := pattern.match(text, position)) and name not in dict(found):
                    found.append((name, match[1]))
                    end = match.end()
                    break
            else:
                return found, end

    @cached_property
    def _names(self) -> dict[str, re.Pattern[str]]:
        """Return the names of each source."""
        return {siglum: re.compile(each, re.IGNORECASE) for siglum, each in name_sources(self.corpus).items()}

    @cached_property
    def _fillers(self) -> dict[str, re.Pattern[str]]:
        """Return words allowed between the name of a source and a place in it: year, town, volume."""
        found = {}
        for siglum, source in self.corpus.sources.items():
            original = source.original
            words = [original.date[:4], siglum, original.place, original.volume, original.container]
            words += [*re.findall(r"\w\w+", original.container), source.title.strip("[]")]
            words += ["Bd", "Band", "vol", "in", "von", "a. a. O.", "ebd"]
            alternatives = "|".join(re.escape(word) for word in dict.fromkeys(words) if word)
            found[siglum] = re.compile(rf"(?:{alternatives})(?!\w)\.?", re.IGNORECASE)
        return found

    @cached_property
    def _known_labels(self) -> dict[str, dict[frozenset[tuple[str, str]], tuple[str, ...]]]:
        return {}

    def _labels(self, siglum: str) -> dict[frozenset[tuple[str, str]], tuple[str, ...]]:
        """Return the ids of a source by the numbers in what a person calls them."""
        if siglum not in self._known_labels:
            edition = self.corpus.edition(siglum) if siglum not in self.corpus.left_out else None
            self._known_labels[siglum] = self._labelled(edition) if edition else {}
        return self._known_labels[siglum]

    def _labelled(self, edition: Edition) -> dict[frozenset[tuple[str, str]], tuple[str, ...]]:
        found: dict[frozenset[tuple[str, str]], dict[str, None]] = {}
        for ident in (*edition.passages, *edition.containers):
            for language in ("en", "de"):
                label = edition.label(ident, language)
                numbers = list[tuple[str, str]]()
                for name, pattern in self.locators:
                    if (match := pattern.search(label)) and name not in dict(numbers):
                        numbers.append((name, match[1]))
                if numbers:
                    found.setdefault(frozenset(numbers), {})[ident] = None
        return {numbers: self._outermost(edition, [*idents]) for numbers, idents in found.items()}

    def _outermost(self, edition: Edition, idents: list[str]) -> tuple[str, ...]:
        """Return the ids that are inside none of the others."""
        return tuple(
            ident for ident in idents if not any(ident.startswith(f"{other}.") for other in idents if other != ident)
        )
