"""The data of the scripts of a table: words about a card, and the core that judges it, with its sentences (1840).

Everything comes from the statements; the scripts know no rule.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from tarock.analysis.table import compile_rules, list_priced_cells
from tarock.base.wording import write_message
from tarock.game.common.card_names import BETWEEN
from tarock.game.common.cards import Pack, sort_cards
from tarock.game.common.counting import count_thirds
from tarock.game.common.notation import list_spellings
from tarock.game.koenigrufen_1840.settlement import find_consulation_price
from tarock.game.koenigrufen_1840.vocabulary import BidKind
from tarock.publish.places import Site
from tarock.publish.views.cards import write_english_name
from tarock.publish.views.view import write_statement
from tarock.rules.ruleset import Rules


def make_play_data(site: Site) -> dict[str, Any]:
    """Return the words and names with which `what-if.js` and `open-game.js` show what the core judges.

    `cards` are the names in the order of the core, `english` and `names` others for them, `pagat` the name of that card,
    `words` those of a step, `ends` those of an outcome. For `open-game.js`: `record`, the requirements of a file.
    """
    rules, pack = site.codex.games.rules, site.pack
    english = {card.printed: write_english_name(site, card.printed) for card in pack.cards}
    aliases = {name: card.printed for card in pack.cards for name in (card.name, *list_spellings(card.name))}
    aliases |= {name: pack.require(name).printed for name in pack.aliases}
    return {
        "cards": [card.printed for card in pack.cards],
        "pagat": pack.pagat.printed,
        "english": {name: words for name, words in english.items() if words != name},
        "names": {name: card for name, card in aliases.items() if name != card},
        "total": count_thirds(pack.cards),
        "words": {
            "lead": write_message("step.lead", seat="{seat}", card="{card}"),
            "play": write_message("step.play", seat="{seat}", card="{card}"),
            "takes": write_message("step.takes", seat="{seat}", card="{card}"),
            "glossed": write_message("step.glossed", german="{german}", english="{english}"),
            "count": write_message("step.count", points="{points}", total="{total}", end="{end}"),
            "volat": write_message("step.count.volat"),
        },
        "ends": {
            end: write_message(f"step.count.{end}", points="{points}") for end in ("won", "remis", "lost", "unjudged")
        },
        "record": _make_requirements(rules, pack),
    }


def make_core_data(site: Site) -> dict[str, Any] | None:
    """Return the core for `core.js`; None where there is no module.

    `module` is in base64, `table` has the rules; `priced` are its cells that grow with the Consulation, by places of
    entries, which is `price` in the table.
    """
    path = site.codex.project.core
    if not path.is_file():
        return None
    rules = site.codex.games.rules
    table = compile_rules(rules)
    return {
        "module": b64encode(path.read_bytes()).decode(),
        "table": table.as_dict(),
        "priced": list_priced_cells(rules, table),
        "price": find_consulation_price(rules, None, BidKind.DREIER),
    }


def make_core_words(site: Site) -> list[tuple[str, str]]:
    """Return for each reason of the table the sentence that says it, and the address of its paragraph."""
    statements = site.codex.games.rules.table.effective
    found: list[tuple[str, str]] = []
    for reason in compile_rules(site.codex.games.rules).reasons:
        says = write_statement(statements[reason.statement]) if reason.statement in statements else ""
        there = site.router.has(reason.ref)
        found.append((says, site.router.passage(reason.ref).link_from(site.router.home.page) if there else ""))
    return found


def _make_requirements(rules: Rules, pack: Pack) -> dict[str, Any]:
    """Return what a recorded game must have: whose rules, how many seats, which kings, in which names of cards."""
    return {
        "era": rules.era,
        "players": rules.numbers("game.players"),
        "kings": [card.printed for card in sort_cards(pack.kings)],
        "lexicon": pack.lexicon[0].as_dict() | {"between": BETWEEN},
    }
