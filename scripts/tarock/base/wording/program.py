"""Wording that only the commands show: it stays English and has no German."""

from __future__ import annotations

from tarock.base.i18n import Listed, Wording

UNITS = {"Marken": "counters"}  # what a source pays in, in English


def _mean(least: float, most: float) -> str:
    return f"{least:+.1f}" if least == most else f"between {least:+.1f} and {most:+.1f}"


def _format_sheet(least: float, most: float, low: float, high: float) -> str:
    return (
        f"sheet    what the declarer writes less what an opponent writes, on average: {_mean(least, most)} Points "
        f"(95 %: {low:+.1f} to {high:+.1f})"
    )


def _format_choice(
    ways: tuple[str, ...], goal: str, positions: int, better: int, worse: int, unknown: int, reached: tuple[int, ...],
    missed: tuple[int, ...],
) -> str:  # fmt: skip
    said = f"{goal}, {positions} positions"
    if len(ways) > 1:
        said += f"; {ways[0]} against {ways[1]}: better in {better}, worse in {worse}, not known in {unknown}"
    for way, yes, no in zip(ways or ("any card",), reached, missed, strict=False):
        said += f"; {way}: {yes} reached, {no} missed"
    return said


def _format_on_table(plays: Listed) -> str:
    return f"on the table: {plays}" if plays else "you lead"


WORDINGS: dict[str, Wording] = {
    # `tarock analyse`
    "analyse.open": (
        "With open cards, which nobody at the table saw. After each card stands what each side could force: the "
        "thirds of the declarer's side; 1 or 0 for win, king, ultimo, Volat; on the sheet what the declarer writes "
        "less what an opponent writes. Bounds stand where {nodes:,} nodes were not enough."
    ),
    "analyse.bounds": lambda low, high: str(low) if low == high else f"{low} to {high}",
    "analyse.trick": "trick {number}",
    "analyse.illegal": "against the rules, not valued",
    "analyse.forced": "forced",
    "analyse.away": "gave away {amount} of {goal}: {card} kept it, and lost nothing else",
    "analyse.turning": "turning points, with open cards: what was won or lost, and the greatest changes of the sheet",
    "analyse.turn": "Trick {trick}, {seat} plays {card}: {goal} from {before} to {after}.",
    "analyse.calls": (
        "other calls, with open cards, nothing announced: with how many of the discards the declarer's side can force "
        "the win"
    ),
    "analyse.call": "{king}: won with {won} of {of} discards, lost with {lost}",
    "analyse.none": "None: every card kept every value.",
    # `tarock hand`
    "hand.choice": _format_choice,
    "hand.deals": "deals",
    "hand.open": (
        "With open cards, which nobody at a table sees: a share says in how many deals the declarer's side could force "
        "it against players who see all cards too, not how often it would have happened."
    ),
    "hand.asked": "{cards}: {bid} from seat {seat}, {deals} deals, seed {seed}",
    "hand.discard.advice": "The discard is by the advice of § 84, the king, unless given, by that of §§ 80 to 82.",
    "hand.discard.average": (
        "The discard is the best for {goal}, on average, of the eight that the advice (§ 84) comes to first, in deals "
        "that agree with what the declarer knows."
    ),
    "hand.discard.open": (
        "The discard is the best for {goal}, of the eight that the advice (§ 84) comes to first, with all cards open: "
        "an upper bound, for no declarer knows that."
    ),
    "hand.share": "{goal:<8} {bar} {reached} of {of} (95 %: {low:.0%} to {high:.0%})",
    "hand.unknown": "         of {count} it is not known: the nodes were used up",
    "hand.sheet": _format_sheet,
    "hand.kings": "called: {kings}",
    # `--rule`
    "altered": "another rule than that of {era}: `{rule}` is {to}, not {instead_of}",
    # `tarock play`
    "play.open": (
        "Königrufen by the rules of 1840. You sit at {seat}; the others are machines of level {level}, which know what "
        "a player may know. Type a number or a name; `hint`, `hand` and `quit` are words too. Seed {seed}."
    ),
    "play.open_other": (
        "A game by the rules of {era}, with what we assume in {assumed} points that it leaves unsaid. You sit at "
        "{seat}; the others play by a simple rule of ours. Type a number or a name; `quit` is a word too. Seed {seed}."
    ),
    "play.unknown_other": "`{typed}` is no action; expected 1 to {count}, a name of the list, or quit",
    "play.saved_other": "saved: {file}; `tarock replay {file}{rules}` replays it",
    "play.deal": "Deal {number}: {dealer} deals.",
    "play.hand": "your hand: {cards}",
    "play.talon": "half of the talon that you buy: {cards}",
    "play.did": "{seat}: {what}",
    "play.trick": "Trick {number}",
    "play.table": _format_on_table,
    "play.takes": "{seat} takes the trick.",
    "play.asked": "{number}. {action}",
    "play.unknown": "`{typed}` is no action; expected 1 to {count}, a name of the list, hint, hand or quit",
    "play.refused": "no: {what}",
    "play.passed": "All have passed: nothing is written.",
    "play.sheet": "{seat} writes {points}: {what}",
    "play.totals": "so far: {totals}",
    "play.saved": (
        "saved: {file}; `tarock replay {file}{rules}` replays it, `tarock analyse {file}{rules}` values each card"
    ),
    "play.left": "The game is not finished. It goes on with: `tarock {command} --answers '{answers}'`",
    "play.advice": "  {says} [{ref}]",
    "play.no_advice": "The author gives no advice that is about this alone.",
    "play.machine": "The machine would do this: {action}. Not all else is surely worse.",
    "play.machine_sure": "The machine would do this: {action}. It takes all else to be worse.",
    "play.tried": (
        "Of {positions} positions of other deals that it judged like this one, {came} ended with Points for who was to "
        "act."
    ),
    # `tarock score`
    "score.found": "Found",
    "score.payments": lambda unit: f"Payments ({UNITS.get(unit, unit)})",
    "score.none": "none",
    "score.totals": "Totals",
    "score.undetermined": "Undetermined: the source does not say",
    "score.taken": "taken: {what}",
    "score.other": "other: {what}",
    "score.difference": "difference: {sums}",
    # findings that nobody has recorded
    "known.unknown": lambda trick, finding, ref, file: (
        f"{f'trick {trick}, ' if trick else ''}{finding} ({ref}); expected nothing wrong, or a record in {file}"
    ),
    "known.stale": "{game} as {level}: {code} is not found any more",
}
