"""A settled game or session, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from tarock.game.common.score import Settled, Transfer


def score_lines(settled: Settled) -> Iterator[str]:
    """The lines of `tarock score`: what was found, payments, totals, silences."""
    yield f"{settled.era}: {settled.title}" if settled.title else settled.era
    if settled.notes:
        yield from ("", _say("found"))
        yield from (f"  {say(note.message)}{_by(note.ref)}" for note in settled.notes)
    yield from ("", _say("payments", unit=settled.unit))
    yield from (f"  {text}" for text in _grouped(settled.transfers) or (_say("none"),))
    yield from ("", _say("totals"), "  " + "   ".join(_sums(settled.totals)))
    if settled.undetermined:
        yield from ("", _say("undetermined"))
    for point in settled.undetermined:
        yield f"  {say(point.what)}{_by(point.ref)}"
        yield f"    {_say('taken', what=point.taken)}"
        yield f"    {_say('other', what=point.other)}"
        if point.difference:
            changed = {seat: amount for seat, amount in point.difference.items() if amount}
            yield f"    {_say('difference', sums=tuple(_sums(changed)))}"


def _sums(sums: Mapping[str, int]) -> Iterator[str]:
    return (f"{seat} {amount:+d}" if amount else f"{seat} 0" for seat, amount in sums.items())


def _grouped(transfers: Sequence[Transfer]) -> list[str]:
    """One line for the transfers of the same kind, amount and payee, or payer."""
    groups: dict[tuple[Message, int, Message, str, str], list[str]] = {}
    payees: dict[tuple[Message, int, str], set[str]] = {}
    for paid in transfers:
        payees.setdefault((paid.what, paid.amount, paid.ref), set()).add(paid.payee)
    for paid in transfers:
        single = len(payees[paid.what, paid.amount, paid.ref]) == 1
        key = (paid.what, paid.amount, paid.reckoning, paid.ref, f"> {paid.payee}" if single else f"{paid.payer} >")
        groups.setdefault(key, []).append(paid.payer if single else paid.payee)
    lines = []
    for (what, amount, reckoning, ref, fixed), seats in groups.items():
        who = f"{', '.join(seats)} {fixed}" if fixed.startswith(">") else f"{fixed} {', '.join(seats)}"
        each = say(Message("each", amount=amount)) if len(seats) > 1 else str(amount)
        said = say(reckoning)
        how = f" ({said})" if said and said != str(amount) else ""
        lines.append(f"{who}: {each}, {say(what)}{how}{_by(ref)}")
    return lines


def _by(ref: str) -> str:
    return f"  [{ref}]" if ref else ""


def _say(name: str, **values: Hashable) -> str:
    return say(Message(f"score.{name}", **values))
