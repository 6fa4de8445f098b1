"""The honours of 1754: what is announced, checked and paid (1754:2, 6, 8, 10-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tarock.game.common.records import Count, Record, Seat, check_seat

if TYPE_CHECKING:
    from tarock.game.common.ledger import Ledger
    from tarock.rules.ruleset import Rules
    from tarock.yamlio import Document


class Honour(Record, frozen=True, kw_only=True):
    """An honour of `seat`. `cards`: how many Matadore in unbroken row, or tarocks.

    `with_excuse`: the Excuse stands for a card (half Cavallerie, fourth König) or is counted among the
    tarocks. `forgotten`: not announced in time. `mistaken`: announced, but not held. `laid_away`: a card
    of the Cavallerie was laid away.
    """

    seat: Seat
    kind: Literal["matadore", "tarocks", "cavallerie", "kings"]
    cards: Count | None = None
    with_excuse: bool = False
    forgotten: bool = False
    mistaken: bool = False
    laid_away: bool = False

    @property
    def uses_excuse(self) -> bool:
        """Whether the Excuse is part of it."""
        return self.with_excuse or self.kind == "matadore"


def check_honours(honours: tuple[Honour, ...], seats: tuple[str, ...], document: Document, rules: Rules) -> None:
    """Raises `CodexError` for honours that are none, or that cannot be in these hands together."""
    tarocks = rules.number("pack.numbered_tarocks") + 1
    least = {
        "matadore": rules.number("honours.matador.count"),
        "tarocks": rules.number("honours.tarocks.minimum"),
    }
    keys = {"matadore": "honours.matador.count", "tarocks": "honours.tarocks.minimum"}
    excuse_of = ""
    held: dict[str, int] = {}
    for index, honour in enumerate(honours):
        check_seat(document, honour.seat, seats, "honours", index, "seat")
        place = ("honours", index)
        if honour.kind in least:
            low = least[honour.kind]
            if honour.cards is None or not low <= honour.cards <= tarocks:
                raise document.error(
                    f"{honour.kind} of {'no' if honour.cards is None else honour.cards} cards",
                    f"expected `cards:` from {low} to {tarocks} by {rules.ref(keys[honour.kind])}",
                    *place,
                    "cards",
                )
        elif honour.cards is not None:
            raise document.error(
                f"`cards` of {honour.kind}", "expected it of matadore and tarocks only", *place, "cards"
            )
        if honour.kind == "matadore" and honour.with_excuse:
            raise document.error("`with_excuse` of matadore", "expected none: the Excuse is one of them", *place)
        if honour.laid_away and honour.kind != "cavallerie":
            raise document.error(
                f"`laid_away` of {honour.kind}",
                f"expected it of a cavallerie by {rules.ref('honours.cavallery.discarded_repaid')}",
                *place,
                "laid_away",
            )
        if honour.forgotten + honour.mistaken + honour.laid_away > 1:
            raise document.error(
                "more than one of `forgotten`, `mistaken`, `laid_away`",
                "expected at most one of them",
                *place,
            )
        if honour.mistaken:
            continue
        if honour.uses_excuse:
            if excuse_of not in ("", honour.seat):
                raise document.error(
                    f"{honour.seat} and {excuse_of} both use the Excuse", "expected it in one hand", *place
                )
            excuse_of = honour.seat
        held[honour.kind] = held.get(honour.kind, 0) + (honour.cards or 1)
        most = {
            "matadore": tarocks,
            "tarocks": tarocks,
            "cavallerie": rules.number("pack.suits_count"),
            "kings": 1,
        }[honour.kind]
        if held[honour.kind] > most or (honour.kind == "matadore" and held[honour.kind] != honour.cards):
            raise document.error(f"{honour.kind} more often than the pack allows", f"expected at most {most}", *place)


def _worth(honour: Honour, rules: Rules, cards: int | None) -> tuple[int, str, str]:
    """What each pays for an honour: points, reckoning and reference; 0 below the number that is paid."""
    if honour.kind == "cavallerie":
        key = "honours.cavallery.half" if honour.with_excuse else "honours.cavallery.full"
        return rules.number(key), f"{rules.number(key)} from each", rules.ref(key)
    if honour.kind == "kings":
        key = "honours.kings.three_and_scues" if honour.with_excuse else "honours.kings.four"
        return rules.number(key), f"{rules.number(key)} from each", rules.ref(key)
    base, first, each = {
        "matadore": ("honours.matador.count", "honours.matador.three", "honours.matador.each"),
        "tarocks": ("honours.tarocks.minimum", "honours.tarocks.points", "honours.tarocks.each"),
    }[honour.kind]
    more = (cards or 0) - rules.number(base)
    if more < 0:
        return 0, "", rules.ref(first)
    points = rules.number(first) + more * rules.number(each)
    return points, f"{rules.number(first)} + {more} × {rules.number(each)}", rules.ref(first)


def _name(honour: Honour) -> str:
    if honour.kind == "cavallerie":
        return "half Cavallerie" if honour.with_excuse else "whole Cavallerie"
    if honour.kind == "kings":
        return "three Könige and the Excuse" if honour.with_excuse else "four Könige"
    return f"{honour.cards} {'Matadore' if honour.kind == 'matadore' else 'Taroc'}"


def pay_honours(
    ledger: Ledger, honours: tuple[Honour, ...], persons: tuple[str, ...], rules: Rules, *, liable: str = ""
) -> None:
    """Each of the others pays for an honour; repayments and penalties where it was wrong.

    `liable` is the dealer who laid away a wrong number of cards: he alone pays for the others too, and
    returns what he got (1754:4).
    """
    best: dict[str, int] = {}
    for honour in honours:
        if honour.uses_excuse and not honour.forgotten and not honour.mistaken:
            best[honour.seat] = max(best.get(honour.seat, 0), _worth(honour, rules, honour.cards)[0])
    using: set[str] = set()
    for index, honour in enumerate(honours):
        what = f"{_name(honour)} of {honour.seat}"
        if honour.forgotten:
            ledger.note(f"{what}: not announced, nothing is paid", rules.ref("honours.forgotten_lapse"))
            if rules.flag("honours.forgotten_lapse"):
                continue
        cards = honour.cards
        if (
            honour.kind == "tarocks"
            and honour.with_excuse
            and ledger.either(
                f"excuse-tarock-{index}",
                f"whether the Excuse counts among the {honour.cards} Taroc of {honour.seat}",
                "yes",
                f"no: {(honour.cards or 1) - 1} Taroc",
                rules.ref("honours.tarocks.minimum"),
            )
        ):
            cards = (cards or 1) - 1
        points, reckoning, ref = _worth(honour, rules, cards)
        if honour.uses_excuse and not honour.mistaken and _excuse_spent(ledger, honour, points, best, using, rules):
            continue
        others = tuple(person for person in persons if person != honour.seat)
        if liable and honour.seat != liable:
            fold = len(others) if rules.flag("discard.wrong_number.pays_for_other") else 1
            ledger.pay(
                f"{what}, the dealer for all",
                (liable,),
                (honour.seat,),
                fold * points,
                f"{fold} × ({reckoning})",
                rules.ref("discard.wrong_number.pays_honours"),
            )
        else:
            ledger.pay(what, others, (honour.seat,), points, reckoning, ref)
        back = _returned(honour, liable, rules)
        if back:
            ledger.pay(f"{what} paid back", (honour.seat,), others, points, reckoning, back)
        for fault, key in (
            (honour.mistaken, "honours.false_claim.penalty_points"),
            (honour.laid_away, "honours.cavallery.discarded_penalty_points"),
        ):
            if fault:
                fine = rules.number(key)
                ledger.pay(f"penalty: {what}", (honour.seat,), others, fine, f"{fine} to each", rules.ref(key))


def _excuse_spent(
    ledger: Ledger, honour: Honour, points: int, best: dict[str, int], using: set[str], rules: Rules
) -> bool:
    """Whether the Excuse of this honour is spent on a better one, by the reading that it serves only once."""
    once = ledger.either(
        f"excuse-twice-{honour.seat}",
        f"whether the Excuse of {honour.seat} serves in more than one honour",
        "yes: each is paid",
        "no: only the best paid one",
        rules.ref("excuse.substitutes"),
    )
    if once and (honour.seat in using or points < best[honour.seat]):
        return True
    using.add(honour.seat)
    return False


def _returned(honour: Honour, liable: str, rules: Rules) -> str:
    """The paragraph by which what was paid for an honour is given back, or an empty string."""
    for fault, key in (
        (honour.mistaken, "honours.false_claim.repaid"),
        (honour.laid_away, "honours.cavallery.discarded_repaid"),
        (bool(liable) and honour.seat == liable, "discard.wrong_number.own_honours_repaid"),
    ):
        if fault and rules.flag(key):
            return rules.ref(key)
    return ""
