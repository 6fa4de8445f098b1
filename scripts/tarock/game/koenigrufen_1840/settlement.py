"""Settling a finished game of Königrufen: what each seat writes down, line by line (1840:41-65, 131)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tarock.game.common.counting import Outcome, show_thirds
from tarock.game.common.score import OpenPoint, Reason, ScoreLine, ScoreSheet
from tarock.wording import say

if TYPE_CHECKING:
    from tarock.game.koenigrufen_1840.announcements import Announced
    from tarock.rules.ruleset import Rules

DECLARERS, DEFENDERS = "declarer", "defenders"
SIDES = (DECLARERS, DEFENDERS)
_HONOURS = (Reason.ALL_THREE, Reason.ALL_FOUR)


@dataclass(frozen=True)
class Result:
    """What happened in a game, as far as the score depends on it.

    `side` names the side of every seat (a fifth player, the König, stands with the defenders);
    `honours` maps `all_three` and `all_four` to the seat that held them in one hand, `lapsed` are seats
    that passed theirs away; `ultimo_by` and `ultimo_side` took the last trick with the Pagat, or are
    None; `revokes` are the seats that revoked.
    """

    solo: bool
    fold: int
    side: dict[str, str]
    declarer: str
    outcome: Outcome
    king_lost: bool
    volat: str | None
    honours: dict[str, str] = field(default_factory=dict)
    lapsed: frozenset[str] = frozenset()
    ultimo_by: str | None = None
    ultimo_side: str | None = None
    announced: dict[str, Announced] = field(default_factory=dict)
    ultimo_kept: bool = False
    revokes: tuple[str, ...] = ()
    size: str = ""
    agreed: int = 0

    def seats(self, side: str) -> tuple[str, ...]:
        """The seats of a side."""
        return tuple(seat for seat, name in self.side.items() if name == side)


def _other(side: str) -> str:
    return DEFENDERS if side == DECLARERS else DECLARERS


class _Settlement:
    def __init__(self, result: Result, rules: Rules):
        self.result = result
        self.rules = rules
        self.lines: list[ScoreLine] = []
        self.open: list[OpenPoint] = []
        self.game = "solo" if result.solo else "dreier"
        self.size = result.size or rules.text("settlement.consulation.default")

    def simple(self) -> int:
        """The Consulation of a single Dreier, by which all but Solo is measured (1840:43-47)."""
        return consulation(self.rules, self.size, "dreier", self.result.agreed)

    def base(self) -> int:
        """The Consulation of the game played: of a single Dreier, or of Solo."""
        return consulation(self.rules, self.size, self.game, self.result.agreed)

    def write(self, reason: Reason, what: str, side: str, points: int, reckoning: str, key: str) -> None:
        if points:
            self.lines.append(
                ScoreLine(reason, (), self.result.seats(side), points, what, reckoning, self.rules.ref(key))
            )

    def game_line(self) -> None:
        result, rules = self.result, self.rules
        outcome = result.outcome
        if result.volat and "points" in rules.names("volat.cancels"):
            self.open.append(
                OpenPoint(
                    "game-beside-volat",
                    "the game's own Consulation beside Volat",
                    "not written",
                    f"{self.base()} more for each of the winning side",
                    rules.ref("volat.cancels"),
                )
            )
            return
        multiplier = rules.number(f"settlement.multiplier.{self.game}")
        times = 1
        if not result.solo and not outcome.won and rules.flag("settlement.consulation.repeats_on_loss"):
            times = result.fold
        if not result.solo and outcome.won and not rules.flag("settlement.consulation.single_on_win"):
            times = result.fold
        points = outcome.points * multiplier + times * self.base()
        side = DECLARERS if outcome.won else DEFENDERS
        how = "won" if outcome.won else "Remis" if outcome.remis else "lost"
        self.write(
            Reason.GAME,
            f"game {how} with {show_thirds(outcome.thirds)} points",
            side,
            points,
            f"{outcome.points} × {multiplier} + {times} × {self.base()}",
            f"settlement.multiplier.{self.game}" if outcome.points else "settlement.consulation.remis_only",
        )
        if outcome.undetermined and outcome.other_points is not None:
            self.open.append(
                OpenPoint(
                    "rounding",
                    outcome.undetermined,
                    f"{outcome.points} points",
                    f"{outcome.other_points} points",
                    rules.ref("counting.win_remainder"),
                )
            )

    def king_line(self) -> None:
        if not self.result.king_lost:
            return
        if self.result.volat == DEFENDERS and any("king" in name for name in self.rules.names("volat.cancels")):
            return
        times = self.rules.number(f"king.lost.{self.game}")
        self.write(
            Reason.CALLED_KING,
            "called king lost",
            DEFENDERS,
            times * self.base(),
            f"{times} × {self.base()}",
            f"king.lost.{self.game}",
        )

    def honour_lines(self) -> None:
        for kind, seat in self.result.honours.items():
            if seat in self.result.lapsed:
                continue
            times = self.rules.number(f"honours.{kind}.{self.game}")
            name = {"all_three": "Alle drei", "all_four": "Alle vier"}[kind]
            self.write(
                Reason(kind), f"{name} ({seat})", self.result.side[seat], times * self.base(),
                f"{times} × {self.base()}", f"honours.{kind}.{self.game}",
            )  # fmt: skip

    def _raised(self, times: int, announced: Announced, kind: str) -> tuple[int, str]:
        word = ""
        for name in self.rules.names("announcements.order")[: announced.raises]:
            times *= self.rules.number(f"{kind}.{name}")
            word = f" {name}"
        return times, word

    def ultimo_line(self) -> None:
        result, rules = self.result, self.rules
        if announced := result.announced.get("ultimo"):
            times, word = self._raised(rules.number(f"ultimo.announced.{self.game}"), announced, "ultimo")
            side = result.side[announced.seat]
            kept = result.ultimo_kept
            self.write(
                Reason.ULTIMO,
                f"announced ultimo{word} {'made' if kept else 'lost'}",
                side if kept else _other(side),
                times * self.base(),
                f"{times} × {self.base()}",
                f"ultimo.announced.{self.game}" if not announced.raises else "ultimo.contra",
            )
            if result.ultimo_by and result.ultimo_by != announced.seat:
                silent = rules.number(f"ultimo.silent.{self.game}") * self.base()
                self.open.append(
                    OpenPoint(
                        "silent-ultimo-beside-announced",
                        f"an ultimo that {result.ultimo_by} makes in silence beside the announced one",
                        "not written",
                        f"{silent} more for each of his side",
                        rules.ref("ultimo.silent.by"),
                    )
                )
        elif result.ultimo_side and result.ultimo_by:
            times = rules.number(f"ultimo.silent.{self.game}")
            self.write(
                Reason.ULTIMO, "ultimo in silence", result.ultimo_side, times * self.base(), f"{times} × {self.base()}",
                f"ultimo.silent.{self.game}",
            )  # fmt: skip

    def volat_line(self) -> None:
        result, rules = self.result, self.rules
        if announced := result.announced.get("volat"):
            times, word = self._raised(rules.number(f"volat.announced.{self.game}"), announced, "volat")
            side = result.side[announced.seat]
            made = result.volat == side
            self.write(
                Reason.VOLAT,
                f"announced Volat{word} {'made' if made else 'lost'}",
                side if made else _other(side),
                times * self.base(),
                f"{times} × {self.base()}",
                f"volat.announced.{self.game}" if not announced.raises else "volat.contra",
            )
            if not made:
                self.open.append(
                    OpenPoint(
                        "game-after-lost-volat",
                        "the game itself after a lost Volat",
                        "scored beside it",
                        "not scored",
                        rules.ref("volat.announced.lost_at"),
                    )
                )
        elif result.volat:
            times = rules.number(f"volat.silent.{self.game}")
            self.write(
                Reason.VOLAT, "Volat in silence", result.volat, times * self.base(), f"{times} × {self.base()}",
                f"volat.silent.{self.game}",
            )  # fmt: skip

    def revoke_lines(self) -> None:
        """What a revoke does: its party writes no win but honours; the one who made it pays (1840:65)."""
        result, rules = self.result, self.rules
        sides = {result.side[seat] for seat in result.revokes}
        if not sides or (len(sides) > 1 and rules.flag("revoke.both_cancel")):
            return
        for side in sides:
            guilty = [seat for seat in result.revokes if result.side[seat] == side]
            struck = [
                line for line in self.lines
                if set(line.payees) == set(result.seats(side)) and line.reason not in _HONOURS
            ]  # fmt: skip
            self.lines = [line for line in self.lines if line not in struck]
            won = result.outcome.won == (side == DECLARERS) or bool(struck)
            times = rules.number("revoke.penalty.consulations")
            for seat in dict.fromkeys(guilty):
                if won:
                    paid = tuple(other for other in result.side if other != seat)
                    key = "revoke.party_won.penalty_to"
                else:
                    paid = tuple(other for other in result.seats(side) if other != seat)
                    key = "revoke.party_lost.penalty_to"
                if paid:
                    self.lines.append(
                        ScoreLine(
                            Reason.REVOKE,
                            (),
                            paid,
                            times * self.simple(),
                            f"Renonce of {seat}",
                            f"{times} × {self.simple()}",
                            rules.ref(key),
                        )
                    )
            if struck:
                names = ", ".join(say(line.what) for line in struck)
                self.open.append(
                    OpenPoint(
                        "struck-for-revoke",
                        f"what a win struck out for a Renonce becomes ({names})",
                        "nobody writes it",
                        "the other side writes it as won",
                        rules.ref("revoke.party_won.writes"),
                    )
                )


def consulation(rules: Rules, size: str, game: str, agreed: int = 0) -> int:
    """The Consulation in points: `size` small, middle or high, `game` dreier or solo (1840:43).

    The small one is `agreed` upon, in points at Dreier; without it the largest of the source's examples stands.
    """
    if size != "small":
        return rules.number(f"settlement.consulation.{size}.{game}")
    if not agreed:
        agreed = max(int(value) for value in rules.names("settlement.consulation.small.dreier_examples"))
    return agreed * (rules.number("settlement.consulation.small.solo_fold") if game == "solo" else 1)


def settle(result: Result, rules: Rules, *, revokes: bool = True) -> ScoreSheet:
    """The score sheet of a finished game; `revokes` applies § 65 to the revokes in `result`."""
    settlement = _Settlement(result, rules)
    settlement.game_line()
    settlement.king_line()
    settlement.honour_lines()
    settlement.ultimo_line()
    settlement.volat_line()
    if revokes and result.revokes:
        settlement.revoke_lines()
    return ScoreSheet.of(tuple(result.side), settlement.lines, settlement.open)
