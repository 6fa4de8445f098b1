"""Announcing ultimo and Volat, and answering with contra, re, supra (1840:51-62)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.game.koenigrufen_1840.record import Game
    from tarock.rules.ruleset import Rules

OBJECTS = ("ultimo", "volat")


@dataclass(frozen=True, slots=True)
class Announced:
    """An announced ultimo or Volat: by whom, and how many raises (0 none, 1 contra, 2 re, 3 supra)."""

    of: str
    seat: str
    raises: int


def check_announcements(game: Game, partner: str, rules: Rules, findings: Findings) -> dict[str, Announced]:
    """The announcements in force by their object, after checking who made them and in which order.

    An announcement out of order counts in the order of speaking: the third word is the second raise.
    """
    order = rules.names("announcements.order")
    standing: dict[str, Announced] = {}
    contra_by: dict[str, str] = {}
    for said in game.announcements:
        seat = said.seat
        party = _party(seat, game, partner)
        if said.call == "announce":
            _check_announcer(seat, said.of, party, standing, game, rules, findings)
            standing.setdefault(said.of, Announced(said.of, seat, 0))
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


def _check_announcer(
    seat: str, of: str, party: str, standing: dict[str, Announced], game: Game, rules: Rules, findings: Findings
) -> None:
    """Who may announce, that it stands once announced, and that the declarer speaks first (1840:37.4, 52, 53)."""
    key = f"announcements.{of}_by"
    if party not in rules.names(key):
        findings.add("ANNOUNCE-SEAT", f"{seat} announces {of} as {party}", seat=seat, ref=rules.ref(key))
    if of in standing:
        findings.add(
            "ANNOUNCE-ORDER", f"{seat} announces {of}, which {standing[of].seat} has announced already", seat=seat,
            ref=rules.ref("announcements.irrevocable"),
        )  # fmt: skip
    elif seat == game.declarer and standing and rules.flag("announcements.declarer_first"):
        before = [announced.seat for announced in standing.values() if announced.seat != seat]
        if before:
            findings.add(
                "ANNOUNCE-ORDER", f"{seat} announces {of} after {before[0]}, but the Spieler speaks first", seat=seat,
                ref=rules.ref("announcements.declarer_first"),
            )  # fmt: skip


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
        if announcer_party == "Gegner":
            allowed = (
                party == "Spieler"
                or (party == "Freund" and rules.flag("announcements.friend_may_contra"))
                or (
                    party == "Gegner"
                    and seat != announced.seat
                    and rules.flag("announcements.opponent_may_contra_opponent")
                )
            )
        else:
            allowed = party == "Gegner"
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
