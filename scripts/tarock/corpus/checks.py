"""What must hold of the corpus: nothing lost, every heading's range true, every reference leads somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.structs import Value
from tarock.corpus.editions import Edition, Heading, Passage

if TYPE_CHECKING:
    from collections.abc import Iterator


class Problem(Value):
    """Something that does not hold, with a permanent code and the reference it is about."""

    code: str
    ref: str
    message: str

    def __str__(self) -> str:
        return f"{self.ref}: {self.code}: {self.message}"


def check_edition(edition: Edition) -> list[Problem]:
    """All problems of one edition."""
    return [*_reassembly(edition), *_headings(edition), *_links(edition)]


def _reassembly(edition: Edition) -> Iterator[Problem]:
    rebuilt = "".join(edition.transcript[segment.start : segment.end] for segment in edition.segments)
    if rebuilt != edition.transcript:
        yield Problem("TEXT-LOST", edition.siglum, "the segments do not add up to the transcript")
    from_passages = sum(len(passage.transcript) for passage in edition.passages.values())
    from_segments = sum(s.end - s.start for s in edition.segments if s.role == "passage")
    if from_passages != from_segments:
        yield Problem(
            "TEXT-LOST", edition.siglum, f"passages hold {from_passages} characters of the transcript's {from_segments}"
        )


def _headings(edition: Edition) -> Iterator[Problem]:
    """Each thematic heading must begin with the unit that follows it; each unit must be claimed by one."""
    claimed = edition.profile.claimed
    units = [heading.ident for heading in edition.headings.values() if heading.kind == claimed]
    following = "nothing"
    for heading in reversed(edition.headings.values()):
        if heading.kind == claimed:
            following = heading.ident
        elif heading.claims:
            faults = [f"claims § {unit}, which does not exist" for unit in heading.claims if unit not in units]
            if heading.claims[0] != following:
                faults.insert(0, f"claims § {heading.claims[0]}, but § {following} follows")
            yield from (Problem("HEADING-RANGE", heading.ref, f"{fault}: {heading.text}") for fault in faults)
    for unit in units:
        if unit not in edition.subjects:
            yield Problem("HEADING-NONE", f"{edition.siglum}:{unit}", "no thematic heading claims this §")


def _links(edition: Edition) -> Iterator[Problem]:
    for item in edition.items:
        if isinstance(item, Passage | Heading):
            for reference in item.references:
                target = reference.payload.partition(":")[2]
                if target not in edition.passages and target not in edition.containers:
                    words = item.text[reference.start : reference.end]
                    yield Problem("LINK-NOWHERE", item.ref, f"refers to {target}: {words!r}")
