"""Announcing ultimo and Volat, and answering with contra, re, supra (1840:51-62)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.game.findings import Findings
    from tarock.game.record import Game
    from tarock.rules.ruleset import Rules

OBJECTS = ("ultimo", "volat")


@dataclass(frozen=True, slots=True)
class Announced:
    """An announced ultimo or Volat: by whom, and how many raises (0 none, 1 contra, 2 re, 3 supra)."""

    of: str
    seat: str
    raises: int


def check_announcements(
    game: Game, partner: str, rules: Rules, findings: Findings
) -> dict[str, Announced]:
    """The announcements in force by their object, after checking who made them and in which order.

    An announcement out of order counts in the order of speaking: the third word is the second raise.
    """
    by = rules.names("announcements.ultimo_by")
    order = rules.names("announcements.order")
    standing: dict[str, Announced] = {}
    contra_by: dict[str, str] = {}
    for said in game.announcements:
        seat = said.seat
        party = _party(seat, game, partner)
        if said.call == "announce":
            if party not in by:
                findings.add(
                    "ANNOUNCE-SEAT", f"{seat} announces {said.of} as {party}", seat=seat,
                    ref=rules.ref("announcements.ultimo_by"),
                )  # fmt: skip
            standing[said.of] = Announced(said.of, seat, 0)
            continue
        standing_one = standing.get(said.of)
        if standing_one is None:
            findings.add(
                "ANNOUNCE-ORDER", f"{seat} says {said.call} to a {said.of} that nobody announced", seat=seat,
                ref=rules.ref("announcements.order"),
            )  # fmt: skip
            continue
        step = standing_one.raises
        if step >= len(order):
            findings.add(
                "ANNOUNCE-ORDER", f"{seat} says {said.call} after {order[-1]}", seat=seat,
                ref=rules.ref("announcements.highest"),
            )  # fmt: skip
            continue
        if said.call != order[step]:
            findings.add(
                "ANNOUNCE-ORDER", f"{seat} says {said.call} where {order[step]} is due", seat=seat,
                ref=rules.ref("announcements.order"),
            )  # fmt: skip
        _check_raiser(seat, said.of, step, standing_one, contra_by, game, partner, rules, findings)
        standing[said.of] = Announced(said.of, standing_one.seat, step + 1)
    return standing


def _check_raiser(
    seat: str,
    of: str,
    step: int,
    announced: Announced,
    contra_by: dict[str, str],
    game: Game,
    partner: str,
    rules: Rules,
    findings: Findings,
) -> None:
    announcer_party = _party(announced.seat, game, partner)
    party = _party(seat, game, partner)
    if step == 0:
        contra_by[of] = seat
        if announcer_party == "Spieler":
            allowed = party == "Gegner" or (party == "Freund" and rules.flag("announcements.friend_may_contra"))
        else:
            allowed = party == "Spieler" or (
                party == "Gegner" and rules.flag("announcements.opponent_may_contra_opponent")
            )
        key = "announcements.contra_by"
    elif step == 1:
        allowed, key = seat == announced.seat, "announcements.re_by"
    else:
        allowed, key = seat == contra_by.get(of), "announcements.supra_by"
    if not allowed:
        findings.add("ANNOUNCE-SEAT", f"{seat} may not raise the {of} now", seat=seat, ref=rules.ref(key))


def _party(seat: str, game: Game, partner: str) -> str:
    if seat == game.declarer:
        return "Spieler"
    return "Freund" if seat == partner else "Gegner"
