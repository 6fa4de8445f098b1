"""Notes of the apparatus: what the edition changed, where, why; and what it thought of changing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tarock.base.structs import Draft, Value
from tarock.corpus.emendations import CONJECTURE
from tarock.publish.views.prose import Link, Prose, linked, place

if TYPE_CHECKING:
    from tarock.corpus.emendations import Emendation
    from tarock.publish.places import Site


class Note(Value):
    """One emendation or conjecture. `back` leads to the text, if the note stands under it.

    When the words of the source are withheld, lemma, reading, reason and evidence are empty.
    """

    anchor: str
    place: Link
    kind: str
    certainty: str
    applied: bool
    withheld: bool
    lemma: str = ""
    reading: str = ""
    reason: Prose = ()
    evidence: Prose = ()
    back: str = ""


def note(site: Site, page: str, emendation: Emendation, *, anchor: str, back: str = "") -> Note:
    """The note on an emendation as it stands on `page` under the id `anchor`."""
    siglum, _, ident = emendation.passage.partition(":")
    stands = place(site.router, page, emendation.passage, site.corpus.edition(siglum).label(ident))
    known = (anchor, stands, emendation.kind, emendation.certainty, emendation.kind != CONJECTURE)
    if site.withheld(siglum):
        return Note(*known, withheld=True, back=back)
    return Note(
        *known,
        withheld=False,
        lemma=emendation.lemma,
        reading=emendation.reading,
        reason=linked(site.router, page, emendation.reason),
        evidence=linked(site.router, page, emendation.evidence),
        back=back,
    )


class Notes(Draft):
    """Collects the notes of one page, numbered as its text calls for them."""

    site: Site
    page: str
    called: list[Emendation] = msgspec.field(default_factory=list)

    def number(self, emendation: Emendation) -> int:
        """The number of the note on this emendation."""
        if emendation not in self.called:
            self.called.append(emendation)
        return self.called.index(emendation) + 1

    def view(self) -> tuple[Note, ...]:
        """The notes in order, each with the way back to the text."""
        return tuple(
            note(self.site, self.page, emendation, anchor=f"note-{number}", back=f"#mark-{number}")
            for number, emendation in enumerate(self.called, 1)
        )
