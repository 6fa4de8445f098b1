"""The deal, the talon and the scat: whether the cards are all there and the exchange was allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.findings import Findings
    from tarock.game.koenigrufen_1840.auction import Contract
    from tarock.game.koenigrufen_1840.record import Game
    from tarock.rules.ruleset import Rules


def check_deal(game: Game, pack: Pack, rules: Rules, findings: Findings) -> None:
    """The hands and the talon must be a partition of the pack (1840:2.1, 14.1, 14.2)."""
    size, talon_size = rules.number("deal.hand"), rules.number("deal.talon")
    where: dict[Card, str] = {}
    for place, cards in (*game.hands.items(), ("the talon", game.talon)):
        for card in cards:
            if card in where:
                findings.add(
                    "DEAL-DUPLICATE",
                    f"{card} lies with {where[card]} and with {place}",
                    seat=place if place in game.seats else "",
                    card=card.name,
                    ref=rules.ref("pack.cards"),
                )
            where[card] = place
    for card in pack.cards:
        if card not in where:
            findings.add("DEAL-MISSING", f"{card} lies nowhere", card=card.name, ref=rules.ref("pack.cards"))
    for seat, cards in game.hands.items():
        if len(cards) != size:
            findings.add(
                "HAND-SIZE", f"{seat} has {len(cards)} cards, expected {size}", seat=seat, ref=rules.ref("deal.hand")
            )
    halves = () if game.whole and game.solo else (game.upper, game.lower)
    if len(game.talon) != talon_size or any(len(half) != rules.number("deal.talon_half") for half in halves):
        sizes = " and ".join(str(len(half)) for half in halves) or str(len(game.talon))
        findings.add("TALON-SIZE", f"the talon has {sizes} cards, expected {talon_size}", ref=rules.ref("deal.talon"))


def half_of(fold: int, game: Game, rules: Rules) -> tuple[Card, ...]:
    """The half of the talon that a Dreier of so many folds buys (1840:21.6, 21.9)."""
    return game.upper if rules.text(f"talon.half_for_bid.{fold}") == "upper" else game.lower


def exchange(
    game: Game, contract: Contract | None, pack: Pack, rules: Rules, findings: Findings
) -> tuple[dict[str, set[Card]], tuple[Card, ...]]:
    """The hands after purchase and scat, and the cards of the talon left lying.

    Checks the purchase (1840:21), the scat (1840:35) and the hand as the record lists it again.
    """
    hands = {seat: set(cards) for seat, cards in game.hands.items()}
    if game.purchase is None:
        if game.scat and not rules.flag("discard.at_solo"):
            findings.add(
                "SCAT-SIZE", f"{len(game.scat)} cards in the scat at Solo, expected none", seat=game.declarer,
                ref=rules.ref("discard.at_solo"),
            )  # fmt: skip
        return hands, game.talon
    first, kept = game.purchase.first, game.purchase.kept
    if contract is not None and first != contract.fold:
        findings.add(
            "PURCHASE-LOWER" if first < contract.fold else "PURCHASE-TOO-HIGH",
            f"{game.declarer} buys the Dreier of {first}, the bid is {contract.fold}",
            seat=game.declarer,
            ref=rules.ref("bidding.highest_plays"),
        )
    top = min(rules.number("bidding.dreier_self_raise_max"), first + rules.number("talon.self_raise_steps_max"))
    if kept < first:
        findings.add(
            "PURCHASE-LOWER",
            f"{game.declarer} keeps the Dreier of {kept} after buying that of {first}",
            seat=game.declarer,
            ref=rules.ref("talon.self_raise_step"),
        )
    elif kept > top:
        findings.add(
            "PURCHASE-TOO-HIGH",
            f"{game.declarer} keeps the Dreier of {kept}, at most {top} is possible",
            seat=game.declarer,
            ref=rules.ref("bidding.dreier_self_raise_max"),
        )
    kept = max(min(max(kept, first), top), 1)
    bought = half_of(kept, game, rules)
    left = game.lower if bought is game.upper else game.upper
    hand = hands.setdefault(game.declarer, set())
    hand.update(bought)
    _check_scat(game, hand, pack, rules, findings)
    hand.difference_update(game.scat)
    if game.hand_after is not None and set(game.hand_after) != hand:
        missing = ", ".join(sorted(card.name for card in hand - set(game.hand_after)))
        extra = ", ".join(sorted(card.name for card in set(game.hand_after) - hand))
        findings.add(
            "HAND-AFTER-DIFFERS",
            f"{game.declarer}'s hand as listed after the scat "
            + " and ".join(
                part for part in (f"lacks {missing}" * bool(missing), f"has {extra} too" * bool(extra)) if part
            ),
            seat=game.declarer,
            ref=rules.ref("discard.cards"),
        )
    return hands, left


def _check_scat(game: Game, hand: set[Card], pack: Pack, rules: Rules, findings: Findings) -> None:
    seat = game.declarer
    size = rules.number("discard.cards")
    if len(game.scat) != size or len(set(game.scat)) != len(game.scat):
        findings.add(
            "SCAT-SIZE",
            f"{len(set(game.scat))} cards in the scat, expected {size}",
            seat=seat,
            ref=rules.ref("discard.cards"),
        )
    never = {
        pack.mond if name == "Mond" else pack.pagat if name == "Pagat" else None
        for name in rules.names("discard.never")
    }
    names = set(rules.names("discard.never"))
    loose = [card for card in hand if not card.is_tarock and card.rank not in names]
    for card in game.scat:
        if card not in hand:
            findings.add(
                "SCAT-NOT-HELD", f"{seat} lays {card} without holding it", seat=seat, card=card.name,
                ref=rules.ref("discard.who"),
            )  # fmt: skip
        elif card in never or card.rank in names:
            findings.add(
                "SCAT-HONOUR", f"{seat} lays the Honneur {pack.display(card)}", seat=seat, card=card.name,
                ref=rules.ref("discard.never"),
            )  # fmt: skip
        elif card.is_tarock and any(other not in game.scat for other in loose):
            findings.add(
                "SCAT-TAROCK", f"{seat} lays the Tarock {card} though suit cards are left", seat=seat, card=card.name,
                ref=rules.ref("discard.tarock"),
            )  # fmt: skip
