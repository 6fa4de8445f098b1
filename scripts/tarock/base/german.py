"""The German wording of what English says with a function: a plural, a part that may be missing.

What English says with a template has its German in `locale/de/`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.english.analyse import points
from tarock.base.wordings import enumerated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.base.wordings import Entry, Listed

_COLOURS = {"red": "roten", "black": "schwarzen"}
_FOLDS = {1: "einfachen", 2: "doppelten", 3: "dreifachen", 4: "vierfachen", 5: "fünffachen"}


def _fold(number: int) -> str:
    return _FOLDS.get(number, f"{number}-fachen")


def _folded(number: int) -> str:
    return f"{_fold(number).removesuffix('n')}r"


def _and(names: Listed) -> str:
    return enumerated(names, "und")


def _or(readings: Iterable[object]) -> str:
    return " oder ".join(map(str, readings))


def _legal(legal: int, held: int) -> str:
    if held == 1:
        return "eine Karte ist noch da"
    may = "eine Karte" if legal == 1 else f"{legal} Karten"
    return f"{may} von {held} {'darf' if legal == 1 else 'dürfen'} gespielt werden"


def _follow(suit: str, held: Listed) -> str:
    return f"muss {suit} bedienen (hat {held})"


def _written(seats: Listed, amount: int) -> str:
    return f"{_and(seats)} {'schreiben je' if len(seats) > 1 else 'schreibt'} {amount}"


def _revoke(seats: Listed, section: str, struck: Listed) -> str:
    return (
        f"{seats} hat Renonce gemacht. Die Rechnung bis hierher geht darüber hinweg. Was sie kostet, sagt {section}: "
        f"darum eine zweite Tafel, dasselbe Spiel nach dieser Regel.{f' Gestrichen: {struck}.' if struck else ''}"
    )


def _announced(word: str, made: bool) -> str:
    return f"angesagter Ultimo{f', {word},' if word else ''} {'gelungen' if made else 'verloren'}"


def _played(seat: str, fold: int, king: str) -> str:
    return f"{seat} spielt {f'einen {_fold(fold)} Dreier' if fold else 'ein Solo'} und ruft {king}."


def _count(seats: Listed, won: int, tricks: int, points: str, whole: str, end: str, by: int) -> str:
    ends = {"won": f"das Spiel ist um {by} gewonnen", "lost": f"das Spiel ist um {by} verloren"}
    return (
        f"{_and(seats)} {'machen' if len(seats) > 1 else 'macht'} {won} von den {tricks} Stichen. Mit dem Abgelegten "
        f"zählen sie {points} von den {whole} Points des Kartenspieles, und mehr als die Hälfte braucht man: "
        f"{ends.get(end, 'niemand hat mehr, Remis')}."
    )


def _lines(stands: int, of: int, seats: Listed) -> str:
    if of == 1:
        return (
            f"Es gibt eine Weise, die Karten von {_and(seats)} zu verbessern, so gut wie jede andere: Was der "
            f"Verfasser angibt, folgt dann {'ohne Fehler' if stands else 'nicht'}."
        )
    kept = f"unter {stands} davon" if stands else "unter keiner davon"
    return (
        f"Es gibt {of} Weisen, die Karten von {_and(seats)} zu verbessern, eine so gut wie die andere: "
        f"Was der Verfasser angibt, folgt {kept}."
    )


def _ultimo_lost(number: int, last: bool, seat: str, card: str) -> str:
    when = "Im letzten Stich" if last else f"In Stich {number}"
    return f"Der Ultimo ist verloren: {when} nimmt {seat} den Pagat mit {card}."


def _volat(seats: Listed, tricks: int, announced: bool, section: str) -> str:
    how = "ein Volat, wie angesagt" if announced else "ein Volat, den niemand angesagt hat"
    return f"{_and(seats)} machen alle {tricks} Stiche: {how}. Nach {section} zählen die Points der Karten dann nicht."


def _other_hand(seat: str, has: Listed, lacks: Listed) -> str:
    cards = f"{has} statt {lacks}" if has and lacks else f"auch {has}" if has else f"kein {lacks}"
    return f"{cards} in der Hand von {seat}"


def _hand_after(seat: str, missing: Listed, extra: Listed, **_: object) -> str:
    parts = [f"fehlt {missing}"] * bool(missing) + [f"ist {extra} zu viel"] * bool(extra)
    return f"in der Hand von {seat}, wie sie nach dem Ablegen angegeben ist, {' und '.join(parts)}"


def _bounds(low: str, high: str) -> str:
    return low if low == high else f"{low} bis {high}"


def _reached(low: int, high: int) -> str:
    return {(0, 0): "nicht erreicht", (1, 1): "erreicht"}.get((low, high), "nicht bewiesen")


CATALOGUE: dict[str, Entry] = {
    "footing.stands.all": lambda under, of, bound: (
        f"Gilt unter allen {of} Lesarten" if under == of else f"Gilt unter {under} von {of} Lesarten"
    ),
    "footing.stands.pairs": lambda under, of, bound: (
        f"Gilt unter {f'allen {of}' if under == of else f'{under} von {of}'} Lesarten, jede allein und je zwei "
        f"zusammen; alle Verbindungen sind mehr als {bound}"
    ),
    "footing.either": _or,
    "summary.played": _played,
    "summary.partner": lambda partner, ours, theirs: f"{partner} hat ihn: {_and(ours)} spielen gegen {_and(theirs)}.",
    "summary.alone": lambda seat, theirs, holds: (
        f"{'Er hat ihn selbst' if holds else 'Er liegt im Talon'}: {seat} spielt allein gegen {_and(theirs)}."
    ),
    "summary.said": lambda seat, feat, call: (
        f"{seat} sagt {feat} an." if call == "announce" else f"{seat} sagt {call}."
    ),
    "summary.count": _count,
    "summary.writes": lambda seats, amount: f"{_written(seats, amount)}.",
    "summary.volat": _volat,
    "summary.revoke": lambda number, seat, card, due, section: (
        f"In Stich {number} spielt {seat} {card}; nach {section} musste er {_or(due)} spielen: eine Renonce."
    ),
    "summary.ultimo.made": lambda seat, announced: (
        f"{seat} macht den letzten Stich mit dem Pagat: Ultimo, {'wie angesagt' if announced else 'im Stillen'}."
    ),
    "summary.ultimo.lost": _ultimo_lost,
    "summary.finding": lambda what, section: f"{what}{f' ({section})' if section else ''}.",
    "summary.mended": lambda count: (
        "Ein Versehen der Abschrift ist verbessert, mit Begründung."
        if count == 1
        else f"{count} Versehen der Abschrift sind verbessert, jedes mit Begründung."
    ),
    "summary.stands.kept": lambda seats, section: (
        f"Nach {section} wird nur ein Gewinn der Partei gestrichen, welche die Regel brach. {_and(seats)} "
        f"{'haben' if len(seats) > 1 else 'hat'} verloren: Was die anderen gewannen, gilt also."
    ),
    "summary.stands.fine": lambda guilty, seats, amount: f"{_written(seats, amount)} für die Renonce von {guilty}.",
    "summary.stands.lines": _lines,
    "summary.stands.struck": lambda seats, section, honours: (
        f"Nach {section} darf die Partei von {_and(seats)}, die Renonce gemacht hat, nichts schreiben, was sie gewann"
        f"{', außer den Honneurs' if honours else ''}: Wie die Karten stehen, fällt das Ergebnis durch die eigene "
        "Regel des Buches."
    ),
    "summary.stands.sums": lambda sums: f"Statt der Summen oben also: {' '.join(map(str, sums))}",
    "step.change.hand": _other_hand,
    "open.unlawful-call.other": lambda sums: f"es zählt, wie es gesprochen ist: {', '.join(sums)}",
    "play.follow_tarock": _follow,
    "DEAL-DUPLICATE": lambda card, seat, first: (
        f"{card} liegt bei {first or 'dem Talon'} und bei {seat or 'dem Talon'}"
    ),
    "HAND-AFTER-DIFFERS": _hand_after,
    "REMARK-DIFFERS": lambda seat, card, player: (
        f"die Bemerkung sagt, dass {seat} {card} gespielt hat; es war {player or 'niemand'}"
    ),
    "task.or": lambda cards: _or(cards),  # noqa: PLW0108 - the value has another name
    "task.solved": lambda cards: f"Gelöst durch {'; oder '.join(map(str, cards))}.",
    "task.WIN": lambda seat, side, points: (
        f"{seat} spielt für {side}, die gewinnen {'soll' if side.endswith('Spielers') else 'sollen'}"
        + (f" ({points} Points)" if points else "")
    ),
    "worth.value.points": lambda low, high: _bounds(points(low), points(high)),
    "worth.value.sheet": lambda low, high: _bounds(str(low), str(high)),
    "worth.value.reached": _reached,
    "footing.line": lambda seat, plays: f"{seat} spielt {', '.join(plays)}",
    "lesson.order": lambda colour: (
        f"Wie stechen einander die Karten einer {_COLOURS[colour]} Farbe, von oben nach unten?"
    ),
    "lesson.fault.answer": lambda seat, card, due: f"{seat}: Statt {card} musste er {_or(due)} spielen.",
    "play.follow_suit": _follow,
    "step.bid.dreier": lambda seat, fold, implied: (
        f"{seat} sagt einen {_fold(fold)} Dreier{' (das Buch setzt es nur voraus)' * implied}."
    ),
    "step.talon.kept": lambda seat, fold, cards: f"{seat} kauft {cards}: {_folded(fold)} Dreier.",
    "step.talon.left": lambda seat, fold, cards: (
        f"{seat} sieht {cards} an ({_folded(fold)} Dreier), lässt sie liegen und steigert sich selbst."
    ),
    "step.talon.unseen": lambda seat, fold: f"{seat} sieht die Hälfte des Talons an: {_folded(fold)} Dreier.",
    "step.score": lambda seats, what, amount, reckoning: (
        f"{_written(seats, amount)}: {what}{f' ({reckoning})' if reckoning else ''}."
    ),
    "step.revoke": _revoke,
    "turn.play.follow_suit": lambda suit, legal, held: f"Muss {suit} bedienen: {_legal(legal, held)}",
    "turn.play.follow_tarock": lambda suit, legal, held: f"Muss Tarock geben: {_legal(legal, held)}",
    "turn.play.must_tarock": lambda suit, legal, held: f"Hat kein {suit}, muss Tarock geben: {_legal(legal, held)}",
    "turn.play.void_free": lambda suit, **_: (
        f"Hat {'' if suit == 'Tarock' else f'kein {suit} und '}keinen Tarock: jede Karte darf gespielt werden"
    ),
    "ultimo.announced": _announced,
}
