"""The glossary of a book: each term of the sources with our English and what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.spelling import collation_key
from tarock.publish.paper import records as to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.publish.places import Site


def terms(site: Site) -> Iterator[to.Term]:
    """Every term of the termbase, as German dictionaries sort them."""
    for term in sorted(site.codex.termbase.terms.values(), key=lambda term: collation_key(term.headword)):
        meanings = (
            to.Meaning(
                sense.name if term.senses else "", sense.english, sense.gloss, tuple(it.ref for it in sense.definition)
            )
            for sense in term.meanings
        )
        yield to.Term(term.headword, term.modern, tuple(meanings))
