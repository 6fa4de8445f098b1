"""What `terms.js` needs to make the terms and cards in the running text speak: one small file for all pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tarock.base.catalogue import Message, say
from tarock.corpus.forms import WORD, expand
from tarock.publish.environment import macro
from tarock.publish.views.cards import cards_view
from tarock.rules.how_to import CARD_TERMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.termbase import Term
    from tarock.game.common.cards import Card
    from tarock.publish.places import Site

PATH = "assets/javascripts/terms-data.js"


def term_data(site: Site) -> str:
    """A script that hands `terms.js` its data: `senses`, `forms` by their first word, `cards` by their name.

    A sense is its address from the top of the site, headword, name, English, gloss, the passages in which alone it
    stands and those in which it does not. A form is its context, its words and the number of its sense. Forms that
    stand nowhere are left out.
    """
    termbase = site.codex.termbase
    text = "\n".join(unit.text for edition in site.corpus.editions() for unit in edition.units.values())
    senses: list[list[Any]] = []
    forms: dict[str, list[list[Any]]] = {}
    for term in termbase.terms.values():
        href = site.router.term(term).seen_from(site.router.home.page)
        for sense in term.meanings:
            name = sense.name if term.senses else ""
            senses.append([href, term.headword, name, sense.english, sense.gloss, sense.only, sense.excepted])
            for pattern in sense.forms:
                for form in expand(pattern):
                    for context, written, first in _written(form):
                        if context + written in text:
                            forms.setdefault(first, []).append([context, written, len(senses) - 1])
    for found in forms.values():
        found.sort(key=lambda form: (-len(form[1]), -len(form[0])))
    data = {"senses": senses, "forms": forms, "cards": dict(_cards(site))}
    return f"window.codexTerms = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"


def _written(form: str) -> Iterator[tuple[str, str, str]]:
    before, _, words = form.rpartition(">")
    for written in dict.fromkeys((words, words[:1].upper() + words[1:])):
        if first := WORD.search(written):
            yield before.removeprefix("<"), written, first[0]


def _cards(site: Site) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each card's name, as the books write it, with its English and its picture."""
    pack, terms = site.codex.games.pack, site.codex.termbase.terms
    row = macro("cards.html.j2", "row")
    for card in pack.cards:
        told = (english_card(site, card), str(row(cards_view([card], pack))))
        yield pack.display(card), told
        if card is pack.mond:
            yield terms["mond"].headword, told


def card_terms(site: Site) -> dict[str, Term]:
    """The terms of ranks, suits and named tarocks, by each of their German names."""
    terms = (site.codex.termbase.terms[ident] for ident in CARD_TERMS)
    return {name: term for term in terms for name in (term.headword, *term.variants)}


def english_card(site: Site, card: Card) -> str:
    """A card by its English name: `jack of clubs`, `trump XV`, `Scüs`."""
    if card.is_tarock:
        return card.rank if card is site.codex.games.pack.scues else say(Message("card.numbered", number=card.rank))
    terms = card_terms(site)
    term = terms.get(card.rank)
    rank = term.meanings[0].english if term else say(Message(f"card.{card.rank}"))
    return say(Message("card.suited", rank=rank, suit=terms[card.suit].english))
