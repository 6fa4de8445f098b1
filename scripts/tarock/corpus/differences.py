"""Two texts word by word, and whether words that were cited are still the same."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from enum import StrEnum

from tarock.base.errors import CodexError
from tarock.base.structs import Record
from tarock.corpus.citation_text import SHORTEST_HASH, CitationForm, ParsedCitation, read_citation, split_recognised
from tarock.corpus.editions import Corpus
from tarock.corpus.quotations import Mismatch, contains_run, find_mismatch, split_words
from tarock.corpus.references import Reference, Selection, parse_reference, read_reference, select
from tarock.corpus.versions import all_versions, read_version, resolve_parsed, versions_with

_WORD = re.compile(r"\s+|[^\s]+")
_MOST = 100  # runs of words outside of quotation marks that are compared
_HASH = re.compile(r"(?:sha256:)?([0-9a-f]+)\Z", re.IGNORECASE)


class ChangeKind(StrEnum):
    """The change of some words."""

    SAME = "same"
    THEN = "then"
    NOW = "now"


class Change(Record):
    """Some words of two texts: in both (`same`), only in the older (`then`), only in the newer (`now`)."""

    kind: ChangeKind
    text: str


class PassageDiff(Record, omit_defaults=True):
    """An entry of `diff --json`: a passage whose words differ, in its stretches.

    `id_since`: the words are in both versions, and have an id since that one.
    """

    ref: str
    changes: tuple[Change, ...]
    id_since: str = ""


def diff_words(old: str, new: str) -> tuple[Change, ...]:
    """Compare two texts word by word."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    found: list[Change] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            found.append(Change(ChangeKind.SAME, "".join(before[a:b])))
            continue
        pairs = ((ChangeKind.THEN, before[a:b]), (ChangeKind.NOW, after[c:d]))
        found += [Change(name, "".join(words)) for name, words in pairs if words]
    return tuple(found)


def compare_versions(corpus: Corpus, older: str, newer: str) -> list[PassageDiff]:
    """Return the passages whose words differ between two versions of what two references name.

    Raises `CodexError` where the references name different places; a unit that one version lacks is all old or new,
    also where its words are in that version without an id.
    """
    first, second = (read_reference(corpus, text) for text in (older, newer))
    if first.place != second.place:
        raise CodexError(
            f"{first.place} and {second.place} are different places",
            "expected two versions of one",
        )
    texts = []
    unnamed: set[str] = set()  # words without an id
    for reference in (first, second):
        selection, _version = resolve_parsed(corpus, reference)
        edition = selection.edition
        units = selection.passages if reference.first else edition.units.values()
        texts.append({unit.ref: unit.text for unit in units})
        unnamed.update(item.text for item in edition.items if not item.ident)
    then, now = texts
    found = []
    for ref in {**then, **now}:
        old, new = then.get(ref, ""), now.get(ref, "")
        if old != new:
            only_named = not (old and new) and (old or new) in unnamed
            since = versions_with(corpus, parse_reference(ref))[0] if only_named else ""
            found.append(PassageDiff(ref, diff_words(old, new), since))
    return found


class QuoteStatus(StrEnum):
    """The status of cited words: in the present edition, only in an older one, or in none that we know.

    They `differ` where they are not those of the edition that is cited, whatever hash is given. Where all that was
    compared is the same and some words were not looked at, they are `unread`.
    """

    SAME = "same"
    UNREAD = "unread"
    CHANGED = "changed"
    UNKNOWN = "unknown"
    DIFFERS = "differs"


class Verification(Record, omit_defaults=True):
    """The object of `verify --json`: `versions` are the editions with these words, `current` is the present edition.

    Where words were quoted and differ from those of the edition, `cited` and `there` are both where they begin to. Each
    word of the input is in one of three lists: `compared` with those of the passage; `recognised` as what a citation of
    ours says besides, such as the title, the hash or the day of access; and `unread`, which was not looked at.
    """

    ref: str
    state: QuoteStatus
    versions: tuple[str, ...]
    current: str
    cited: str = ""
    there: str = ""
    compared: tuple[str, ...] = ()
    recognised: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def verify_quote(
    corpus: Corpus,
    text: str,
    digest: str = "",
    english: Callable[[Reference, str], str] | None = None,
    form: Callable[[ParsedCitation, str], CitationForm] | None = None,
) -> Verification:
    """Compare cited words and their hash with the editions: `text` is a reference, or a whole citation.

    `english(reference, version)` are the words of our English; `form(cited, version)` is what a citation of that place
    in that version says besides the words, without which only the reference and the hash are recognised. Raises
    `CodexError` for what names no place, or neither words nor a hash, for a hash of fewer than eight digits, and as
    `english` does.
    """
    cited = read_citation(corpus, text)
    plain = _digits(cited, digest or cited.digest)
    selections = _selections(corpus, cited.reference)
    current = corpus.edition(cited.reference.siglum).source.edition
    if cited.quotes and (withheld := next((found.withheld for found in selections.values() if found.withheld), "")):
        raise CodexError(
            f"the words of {withheld} are left out of this copy: quoted words are not checkable here",
            "expected a hash alone, or a copy that has them (see RIGHTS.md)",
        )
    german = {version: "\n".join(unit.text for unit in found.passages) for version, found in selections.items()}
    asked = cited.reference.version or (current if current in german else next(reversed(german)))
    if asked not in german:
        select(read_version(corpus, cited.reference.siglum, asked), cited.reference)  # names what is there instead
    ours = []
    if english and cited.english and any(find_mismatch(quote, german[asked]) for quote in cited.quotes):
        ours.append(english(cited.reference, cited.english))
    wrong = {version: _first_mismatch(cited.quotes, [words, *ours]) for version, words in german.items()}
    named = tuple(
        version for version, found in selections.items() if not wrong[version] and found.hash.startswith(plain)
    )
    compared, recognised, unread = list(cited.quotes), list[str](), list[str]()
    place = cited.reference.place
    printed, named_so = form(cited, asked) if form else CitationForm(), (place, f"{place}@{asked}", cited.named)
    texts = [split_words(each) for each in (german[asked], *ours)]
    for part in cited.rest:
        known, others = split_recognised(part, printed, named_so, plain)
        recognised += known
        for words in others:  # in marks that are not known, or in none
            tried = len(compared) - len(cited.quotes) < _MOST
            (compared if tried and any(contains_run(words, text) for text in texts) else unread).append(words)
    found = wrong[asked] if cited.reference.version or not named else None
    state = QuoteStatus.SAME if current in named else QuoteStatus.CHANGED if named else QuoteStatus.UNKNOWN
    if found or (unread and state is QuoteStatus.SAME):
        state = QuoteStatus.DIFFERS if found else QuoteStatus.UNREAD
    return Verification(
        place, state, named, current, *(found or ("", "")), tuple(compared), tuple(recognised), tuple(unread)
    )


def _digits(cited: ParsedCitation, digest: str) -> str:
    """Return the plain digits of a hash; none where there are words to compare instead."""
    place = cited.reference.place
    if not digest and not cited.quotes:
        raise CodexError(
            f"no hash after {place}",
            f"expected at least {SHORTEST_HASH} digits of it, as a citation has them, or quoted words",
        )
    found = _HASH.match(digest.strip())
    if digest and not found:
        raise CodexError(
            f"`{digest[:80]}` is no hash",
            "expected hexadecimal digits, such as sha256:0f3a9c12",
        )
    if found and len(found[1]) < SHORTEST_HASH:
        raise CodexError(
            f"a hash of {len(found[1])} digits",
            f"expected at least {SHORTEST_HASH}",
        )
    return found[1].lower() if found else ""


def _selections(corpus: Corpus, reference: Reference) -> dict[str, Selection]:
    """Return the selection of a reference in each edition that has it; raise `CodexError` where none has."""
    if reference.version:
        read_version(corpus, reference.siglum, reference.version)  # names the known ones where it is unknown
    found: dict[str, Selection] = {}
    missing: list[CodexError] = []
    for version, edition in all_versions(corpus, reference.siglum).items():
        try:
            found[version] = select(edition, reference)
        except CodexError as error:
            missing.append(error)
    if not found:
        raise missing[-1]
    return found


def _first_mismatch(quotes: Iterable[str], texts: list[str]) -> Mismatch | None:
    """Return the first quotation that is in none of the texts, beside the text that has most of its words."""
    for quote in quotes:
        each = [find_mismatch(quote, text) for text in texts]
        if all(each):
            words = set(split_words(quote))
            return max(zip(texts, each, strict=True), key=lambda tried: len(words & set(split_words(tried[0]))))[1]
    return None
