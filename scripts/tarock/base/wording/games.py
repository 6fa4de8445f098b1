"""Wording of what the games of several eras have in common: score, duties in a trick, replay, open cards."""

from __future__ import annotations

from tarock.base.i18n import Listed, Wording, join_with_or, npgettext, pgettext


def _format_in_units(amount: str, unit: str) -> str:
    count = 1 if amount[1:] == "1" else 2  # after the sign
    if unit == "Marken":
        return npgettext("score.in_units", "{amount} counter", "{amount} counters", count, amount=amount)
    one = unit.removesuffix("s")
    return npgettext("score.in_units", "{amount} {one}", "{amount} {unit}", count, amount=amount, unit=unit, one=one)


def _follow(key: str) -> Wording:
    def follow(suit: str, held: Listed) -> str:
        if suit == "Tarock":
            return pgettext(key, "must follow trump (holds {held})", held=held)
        return pgettext(key, "must follow {suit} (holds {held})", suit=suit, held=held)

    return follow


def _format_plain(value: bool | int) -> str:
    return pgettext("replay.stated", "yes" if value else "no") if isinstance(value, bool) else str(value)


def _format_stated(what: str, expected: bool | int, computed: bool | int | None) -> str:
    if computed is None:
        return pgettext(
            "replay.stated", "{what}: stated {expected}, not judged", what=what, expected=_format_plain(expected)
        )
    text = "{what}: stated {expected}, computed {computed}"
    return pgettext(
        "replay.stated", text, what=what, expected=_format_plain(expected), computed=_format_plain(computed)
    )


def _format_bounds(low: str, high: str) -> str:
    return low if low == high else pgettext("worth.value", "{low} to {high}", low=low, high=high)


def _format_points(thirds: int) -> str:
    whole, over = divmod(thirds, 3)
    return f"{whole} {over}/3" if over else str(whole)


def _format_reached(low: int, high: int) -> str:
    return pgettext("worth.value.reached", ("yes" if low else "no") if low == high else "not decided")


WORDINGS: dict[str, Wording] = {
    "nothing": "",
    "score.in_units": _format_in_units,
    "in_deal": "deal {deal}: {what}",
    "penalty": "penalty: {what}",
    "revoke_of": "revoke of {seat}",
    "amount": "{amount}",
    "each": "{amount} each",
    "from_each": "{amount} from each",
    "to_each": "{amount} to each",
    "findings.more": "and {number} more of this kind",
    "SEAT-COUNT": lambda seats, allowed, ref: pgettext(
        "SEAT-COUNT", "{seats} seats; expected {allowed} by {ref}", seats=seats, allowed=join_with_or(allowed), ref=ref
    ),
    "SEAT-TWICE": "seat `{seat}` stands twice; expected each seat once",
    "SEAT-UNKNOWN": "seat `{seat}` is not at the table; expected one of {seats}",
    # the duties in a trick
    "play.follow_suit": _follow("play.follow_suit"),
    "play.follow_tarock": _follow("play.follow_tarock"),
    "play.must_tarock": "must play a trump (holds {held})",
    "play.must_overtake": "must overtake (holds {held})",
    "excuse.played_before_last": "must play the Excuse: it cannot be kept longer",
    "excuse.forced_on_tarock": "must play the Excuse: holds no trump, and a trump is led",
    "excuse.forced_on_void": "must play the Excuse: holds no trump and cannot follow",
    "excuse.led": "must not lead the Excuse",
    "excuse.free": "must not play the Excuse yet: can follow",
    "replay.level": "(as {level})",
    "replay.dealer": "dealer",
    "replay.vorhand": "forehand",
    "replay.spieler": "declarer",
    "replay.freund": "partner",
    "replay.solo": "calls {king}; Solo",
    "replay.dreier": "calls {king}; Dreier of {fold}, scat {scat}",
    "replay.announced": lambda seat, of, call: pgettext(
        "replay.announced", "{seat} says {of}{call}", seat=seat, of=of, call=f" {call}" if call else ""
    ),
    "replay.takes": "takes {seat}",
    "replay.outcome": lambda thirds, end, points: pgettext(
        "replay.outcome",
        "declarer's side {thirds} points: {end} by {points}" if points else "declarer's side {thirds} points: {end}",
        thirds=thirds,
        end=end,
        points=points,
    ),
    "replay.won": "won",
    "replay.remis": "Remis",
    "replay.lost": "lost",
    "replay.finding": "finding",
    "replay.sheet": "score sheet",
    "replay.total": "total",
    "replay.revokes": "by § 65, for the revoke",
    "replay.undetermined": "undetermined",
    "replay.open": "{what}: taken as {taken}; or {other}",
    "replay.stated": _format_stated,
    "RESULT-DIFFERS": _format_stated,
    "worth.points": "points of the declarer’s side",
    "worth.win": "the declarer’s side wins",
    "worth.king": "the called king is saved",
    "worth.ultimo": "the holder of the Pagat makes ultimo",
    "worth.volat": "the declarer’s side takes every trick",
    "worth.sheet": "what the declarer writes less what an opponent writes",
    "worth.turn": "Trick {trick}, {seat} plays {card}: {aim}, before {before}, then {after}.",
    "worth.value.points": lambda low, high: _format_bounds(_format_points(low), _format_points(high)),
    "worth.value.sheet": lambda low, high: _format_bounds(str(low), str(high)),
    "worth.value.reached": _format_reached,
}
