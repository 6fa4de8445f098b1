"""References: `1840`, `1840:47`, `1840:47.2`, `1840:11-19`, `1863:page.257`, each also `…@1.0.0`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarock.corpus.editions import hash_text
from tarock.corpus.labels import label
from tarock.errors import CodexError

if TYPE_CHECKING:
    from tarock.corpus.editions import Corpus, Edition, Passage

_PART = r"[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*"
_REFERENCE = re.compile(
    rf"([A-Za-z0-9]+)(?::({_PART})(?:-(?:([A-Za-z0-9]+):)?({_PART}))?)?(?:@([0-9]+\.[0-9]+\.[0-9]+))?\Z"
)

LIMIT = 200  # characters of a reference; the longest of ours has 20


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference taken apart; `first` is empty for a whole source, `last` empty unless it is a range."""

    siglum: str
    first: str = ""
    last: str = ""
    version: str = ""

    def __str__(self) -> str:
        text = self.siglum
        if self.first:
            text += f":{self.first}"
        if self.last:
            text += f"-{self.last}"
        return f"{text}@{self.version}" if self.version else text


@dataclass(frozen=True)
class Selection:
    """What a reference names in an edition: its passages, in reading order."""

    edition: Edition
    reference: Reference
    passages: tuple[Passage, ...]

    @property
    def ref(self) -> str:
        """The reference without version."""
        return str(Reference(self.reference.siglum, self.reference.first, self.reference.last))

    @property
    def hash(self) -> str:
        """Of one passage its hash; of several the hash of their texts, a line feed between two."""
        return hash_text("\n".join(passage.text for passage in self.passages))

    def label(self, language: str = "en") -> str:
        """What a person calls it, in `language` (`en` or `de`); empty for a whole source."""
        first, last = self.reference.first, self.reference.last
        if not first:
            return ""
        if not last:
            return label(self.edition, first, language)
        usual = f"{label(self.edition, first, language)} – {label(self.edition, last, language)}"
        return self.edition.profile.range_label(first, last) or usual


def parse(text: str) -> Reference:
    """Take a reference apart; raises `CodexError` when it is not formed like one."""
    if len(text) > LIMIT:
        raise CodexError(f"a reference of {len(text)} characters", f"expected at most {LIMIT}")
    found = _REFERENCE.match(text.strip())
    if not found:
        raise CodexError(f"`{text}` is not a reference", "expected for example 1840:47.2, 1840:11-19 or 1863:7@1.0.0")
    siglum, first, other, last, version = found.groups()
    if other not in (None, siglum):
        raise CodexError(f"the range `{text}` is of two sources", "expected both ends in the same source")
    return Reference(siglum, first or "", last or "", version or "")


def resolve(corpus: Corpus, text: str) -> Selection:
    """The passages that a reference names in the current edition.

    Raises `CodexError` for an unknown source or id, naming the nearest valid ones. A version, if given,
    is not looked at here: see `tarock.corpus.versions`.
    """
    reference = parse(text)
    return select(corpus.edition(reference.siglum), reference)


def select(edition: Edition, reference: Reference) -> Selection:
    """Like `resolve`, in a given edition."""
    if not reference.first:
        chosen = tuple(edition.passages.values())
    elif not reference.last:
        chosen = _named(edition, reference.first)
    else:
        order = list(edition.passages)
        start = order.index(_named(edition, reference.first)[0].ident)
        stop = order.index(_named(edition, reference.last)[-1].ident)
        if stop < start:
            raise CodexError(f"the range `{reference}` runs backwards", "expected its first passage before its last")
        chosen = tuple(edition.passages[ident] for ident in order[start : stop + 1])
    return Selection(edition, reference, chosen)


def _named(edition: Edition, ident: str) -> tuple[Passage, ...]:
    if ident in edition.passages:
        return (edition.passages[ident],)
    if ident in edition.containers:
        return tuple(edition.passages[inner] for inner in edition.containers[ident])
    if ident in edition.headings:
        raise CodexError(
            f"`{edition.siglum}:{ident}` is a heading", "expected a passage, a § or another unit that holds text"
        )
    near = nearest(edition, ident)
    raise CodexError(
        f"no `{ident}` in source {edition.siglum}",
        f"did you mean {', '.join(f'{edition.siglum}:{name}' for name in near)}?",
    )


def nearest(edition: Edition, ident: str, count: int = 3) -> list[str]:
    """The valid ids that look most like `ident`: first those in the same unit, else by spelling."""
    import difflib

    valid = [*edition.containers, *edition.passages]
    parent = ident
    inside: list[str] = []
    while "." in parent and not inside:
        parent = parent.rpartition(".")[0]
        inside = [name for name in valid if name == parent or name.startswith(f"{parent}.")]
    close = difflib.get_close_matches(ident, inside or valid, count, cutoff=0.5)
    if parent in inside and parent not in close:
        close = [*close[: count - 1], parent]
    return close or difflib.get_close_matches(ident, valid, count, cutoff=0.0)
