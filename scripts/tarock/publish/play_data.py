"""The data by which the scripts of a table judge a card: duties, ranks, counts, paragraphs, words (1840).

Everything comes from the statements; the scripts know no rule.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from msgspec import structs

from tarock.analysis.table import compile_rules, list_priced_cells
from tarock.base.wording import write_message
from tarock.game.common.card_names import BETWEEN
from tarock.game.common.cards import TAROCK, Pack, sort_cards
from tarock.game.common.counting import Outcome, count_thirds, decide_outcome
from tarock.game.common.notation import list_spellings
from tarock.game.common.records import Side, find_seat, order_from, read_enum
from tarock.game.common.trick_law import Duty, TrickLaw
from tarock.game.koenigrufen_1840.settlement import find_consulation_price
from tarock.game.koenigrufen_1840.vocabulary import BidKind, SeatPlace, TalonHalf
from tarock.publish.places import Site
from tarock.publish.views.cards import write_english_name
from tarock.publish.views.view import write_statement
from tarock.rules.ruleset import Rules

# The rules that decide on a play: the key of each, and its case, by which the script names it (`play.void_free/suit`).
_DECIDING = (
    *((str(duty), {}) for duty in Duty), ("play.void_free", {"led": "suit"}), ("play.void_free", {"led": "tarock"}),
    ("play.leader", {}), ("ultimo.pagat_kept", {}),
)  # fmt: skip


def _list_deciding_rules(site: Site, rules: Rules) -> Iterator[tuple[str, tuple[str, str, str]]]:
    for key, case in _DECIDING:
        if rules.has(key, **case) and (statement := rules.table.find_rule(key, **case)):
            ref = rules.ref(key, **case)
            href = site.router.passage(ref).link_from(site.router.home.page) if site.router.has(ref) else ""
            yield "/".join((key, *case.values())), (ref, write_statement(statement), href)


def make_play_data(site: Site) -> dict[str, Any]:
    """Return the data with which `law.js`, `what-if.js` and `open-game.js` judge plays.

    For `law.js`: `duties`, `cards` by name with suit, strength and thirds of a point, and `rules` with paragraph,
    sentence and address. For `what-if.js`: `english` and `names` of cards, `words` of a step, `ends` (the outcome from
    so many thirds on), `beside` (whether cards beside the tricks are the declarer's). For `open-game.js`: `record`, the
    requirements of a file.
    """
    rules, pack = site.codex.games.rules, site.pack
    english = {card.printed: write_english_name(site, card.printed) for card in pack.cards}
    aliases = {name: card.printed for card in pack.cards for name in (card.name, *list_spellings(card.name))}
    aliases |= {name: pack.require(name).printed for name in pack.aliases}
    total = count_thirds(pack.cards)
    told = groupby(range(total + 1), lambda thirds: _write_end(decide_outcome(thirds, rules)))
    return {
        "duties": structs.asdict(TrickLaw.of(rules)),
        "cards": {card.printed: (card.suit, card.strength, card.thirds) for card in pack.cards},
        "tarock": TAROCK,
        "pagat": pack.pagat.printed,
        "rules": dict(_list_deciding_rules(site, rules)),
        "english": {name: words for name, words in english.items() if words != name},
        "names": {name: card for name, card in aliases.items() if name != card},
        "total": total,
        "words": {
            "lead": write_message("step.lead", seat="{seat}", card="{card}"),
            "play": write_message("step.play", seat="{seat}", card="{card}"),
            "takes": write_message("step.takes", seat="{seat}", card="{card}"),
            "glossed": write_message("step.glossed", german="{german}", english="{english}"),
            "count": write_message("step.count", points="{points}", total="{total}", end="{end}"),
            "volat": write_message("step.count.volat"),
        },
        "ends": [(next(thirds), end) for end, thirds in told],
        "beside": {
            "scat": read_enum(rules, "discard.counts_for", Side) is Side.DECLARER,
            "dreier": read_enum(rules, "talon.counts_for", Side, contract=BidKind.DREIER) is Side.DECLARER,
            "solo": read_enum(rules, "talon.counts_for", Side, contract=BidKind.SOLO) is Side.DECLARER,
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
    """Return what a recorded game must have: how many cards are where, and who begins.

    `leads` is how many seats after the dealer the first leader sits; `halves` maps folds to the half that a Dreier
    buys, `revoke` is the paragraph by which a revoke is settled.
    """
    seats = tuple(map(str, range(max(rules.numbers("game.players")))))
    order = order_from(seats, find_seat(rules, "game.forehand", seats, seats[0]))
    leader = order[list(SeatPlace).index(read_enum(rules, "play.leader", SeatPlace))]
    folds = range(1, rules.number("talon.fold_max") + 1)
    return {
        "era": rules.era,
        "players": rules.numbers("game.players"),
        "leads": seats.index(leader),
        "hand": rules.number("deal.hand"),
        "talon": rules.number("deal.talon"),
        "half": rules.number("deal.talon_half"),
        "halves": {fold: read_enum(rules, "talon.half", TalonHalf, fold=fold) for fold in folds},
        "scat": {
            "dreier": rules.number("discard.cards"),
            "solo": rules.number("discard.cards") * rules.flag("discard.made", contract=BidKind.SOLO),
        },
        "kings": [card.printed for card in sort_cards(pack.kings)],
        "lexicon": pack.lexicon[0].as_dict() | {"between": BETWEEN},
        "revoke": rules.ref("revoke.writes", result="won"),
    }


def _write_end(found: Outcome) -> str:
    return write_message(f"step.count.{found.end}", points=found.points)
