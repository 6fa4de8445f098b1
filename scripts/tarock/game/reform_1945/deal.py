"""The deal of 1945 as events: cutting or knocking, packets, direction, and who chose which packet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tarock.game.common.records import Count, Record, Seat, check_seat

if TYPE_CHECKING:
    from tarock.game.common.ledger import Ledger
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document


class DealEvents(Record, frozen=True, kw_only=True):
    """What happened at the deal. `chosen`: after knocking, as which packet each took his cards, in order.

    `packet`: cards dealt at a time; `talon`: cards laid in the middle.
    """

    by: Seat
    cuts: Count = 0
    knock: bool = False
    direction: Literal["right", "left"] = "right"
    packet: Count | None = None
    talon: Count | None = None
    chosen: dict[Seat, Count] = msgspec.field(default_factory=dict)
    reshuffled: bool = False


def check_deal(deal: DealEvents, seats: tuple[str, ...], dealer: str, document: Document, rules: Rules) -> None:
    """Raises `CodexError` for events that contradict each other; breaches of the rules are noted instead."""
    check_seat(document, deal.by, seats, "deal", "by")
    if deal.by == dealer:
        raise document.error(
            f"{dealer} cuts his own deal",
            f"expected the Vis-a-vis by {rules.ref('deal.cut_by')}",
            "deal",
            "by",
        )
    if deal.knock and deal.cuts:
        raise document.error("knocked and cut", "expected one of them", "deal", "cuts")
    if deal.chosen and not deal.knock:
        raise document.error("packets chosen without a knock", "expected `knock: true`", "deal", "chosen")
    for seat in deal.chosen:
        check_seat(document, seat, seats, "deal", "chosen", seat)
    if deal.chosen and sorted(deal.chosen.values()) != list(range(1, len(seats) + 1)):
        raise document.error(
            "packets that are not one each", f"expected each of 1 to {len(seats)} once", "deal", "chosen"
        )
    opposite = seats[(seats.index(dealer) + len(seats) // 2) % len(seats)]
    if deal.by != opposite:
        raise document.error(
            f"{deal.by} cuts",
            f"expected {opposite}, the Vis-a-vis, by {rules.ref('deal.cut_by')}",
            "deal",
            "by",
        )
    if deal.chosen:
        start = seats.index(dealer) + 1
        due = (*seats[start:], *seats[:start])
        if tuple(deal.chosen) != due:
            raise document.error(
                f"asked in the order {', '.join(deal.chosen)}",
                f"expected {', '.join(due)}, beginning with the Vorhand, by {rules.ref('deal.knock_choice')}",
                "deal",
                "chosen",
            )


def breaches(deal: DealEvents, rules: Rules) -> list[tuple[str, str, bool]]:
    """What was wrong at the deal: words, paragraph, and whether the source counts it as a misdeal."""
    found: list[tuple[str, str, bool]] = []
    most = rules.number("deal.cut_maximum")
    if deal.cuts > most:
        found.append((f"cut {deal.cuts} times, at most {most} allowed", rules.ref("deal.cut_maximum"), False))
    if deal.reshuffled and not rules.flag("deal.reshuffle_allowed"):
        found.append(("shuffled again, which is not allowed", rules.ref("deal.reshuffle_allowed"), False))
    if deal.direction not in rules.text("game.rotation"):
        found.append((f"dealt to the {deal.direction}", rules.ref("misdeal.counts_as"), True))
    key = "deal.packet_after_knock" if deal.knock else "deal.packet"
    if deal.packet not in (None, rules.number(key)):
        words = f"dealt by {deal.packet} instead of {rules.number(key)}"
        ref = rules.ref("misdeal.counts_as" if deal.knock else key)
        found.append((words + (" after a knock" if deal.knock else ""), ref, deal.knock))
    talon = rules.number("deal.talon")
    if deal.talon not in (None, talon):
        found.append((f"a talon of {deal.talon} cards instead of {talon}", rules.ref("deal.talon"), deal.knock))
    return found


def note_deal(ledger: Ledger, deal: DealEvents, penalised: bool, rules: Rules) -> None:
    """Notes how it was dealt, every breach, and what the source does not settle about it."""
    if deal.knock:
        ledger.note(f"{deal.by} knocked: dealt by {rules.number('deal.packet_after_knock')}", rules.ref("deal.knock"))
        if deal.chosen:
            ledger.note(
                f"the dealer took what was left, packet {list(deal.chosen.values())[-1]}",
                rules.ref("deal.knock_dealer_takes_rest"),
            )
    elif deal.cuts <= rules.number("deal.cut_maximum"):
        ledger.note(f"{deal.by} cut {deal.cuts} times", rules.ref("deal.cut_maximum"))
    for words, ref, misdeal in breaches(deal, rules):
        ledger.note(f"{words}: {'a misdeal' if misdeal else 'against the rules'}", ref)
        if misdeal and not penalised:
            ledger.unsaid(
                f"{words}: how it came out",
                "nothing is paid",
                "as a misdeal, when `misdeal:` says how it came out",
                ref,
            )
        elif not misdeal:
            ledger.unsaid(
                f"what follows: {words}",
                "nothing",
                "a misdeal",
                ref,
            )
