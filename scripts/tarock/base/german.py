"""The German wording of what English says with a function: a plural, a part that may be missing.

What English says with a template has its German in `locale/de/`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarock.base.english.analyse import points
from tarock.base.wordings import Entry, Listed, enumerated

if TYPE_CHECKING:
    from collections.abc import Iterable


NUMBERS = (
    *("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs"),
    *("sieben", "acht", "neun", "zehn", "elf", "zwölf"),
)
ONE = "eins"
THOUSANDS = "."
CITES = "de"


def lowered(text: str) -> str:
    """Words as they stand within a sentence: nouns keep their capitals."""
    return text


_COLOURS = {"red": "roten", "black": "schwarzen"}
_FOLDS = {1: "einfachen", 2: "zweifachen", 3: "dreifachen", 4: "vierfachen", 5: "fünffachen"}


def _fold(number: int) -> str:
    return _FOLDS.get(number, f"{number}-fachen")


def _folded(number: int) -> str:
    return f"{_fold(number).removesuffix('n')}r"


def _and(names: Listed) -> str:
    return enumerated(names, "und")


def _or(readings: Iterable[object]) -> str:
    return " oder ".join(map(str, readings))


def _all(of: int) -> str:
    return "beiden" if of == 2 else f"allen {of}"


def _legal(legal: int, held: int) -> str:
    if held == 1:
        return "Eine Karte ist noch da"
    may = "Eine Karte" if legal == 1 else f"{legal} Karten"
    return f"{may} von {held} {'darf' if legal == 1 else 'dürfen'} gespielt werden"


def _follow(suit: str, held: Listed) -> str:
    return f"muss {suit} {'geben' if suit == 'Tarock' else 'bedienen'} (hat {held})"


def _written(seats: Listed, amount: int) -> str:
    return f"{_and(seats)} {'schreiben je' if len(seats) > 1 else 'schreibt'} {amount}"


def _revoke(seats: Listed, section: str, struck: Listed) -> str:
    return (
        f"{_and(seats)} {'haben' if len(seats) > 1 else 'hat'} Renonce gemacht. Die Rechnung bis hierher geht darüber "
        f"hinweg. Was die Renonce kostet, sagt {section}: darum eine zweite Tafel, dasselbe Spiel nach dieser Regel."
        f"{f' Gestrichen: {struck}.' if struck else ''}"
    )


def _announced(word: str, made: bool) -> str:
    return f"angesagter Ultimo{f', {word},' if word else ''} {'gelungen' if made else 'verloren'}"


def _played(seat: str, fold: int, king: str) -> str:
    return f"{seat} spielt {f'einen {_fold(fold)} Dreier' if fold else 'ein Solo'} und ruft {king}."


def _count(seats: Listed, won: int, tricks: int, points: str, whole: str, end: str, by: int) -> str:
    ends = {"won": f"Das Spiel ist um {by} gewonnen", "lost": f"Das Spiel ist um {by} verloren"}
    return (
        f"{_and(seats)} {'machen' if len(seats) > 1 else 'macht'} {won} von den {tricks} Stichen. Mit dem Abgelegten "
        f"zählen sie {points} von den {whole} Points des Kartenspieles, und mehr als die Hälfte braucht man: "
        f"{ends.get(end, 'Niemand hat mehr, Remis')}."
    )


def _lines(stands: int, of: int, seats: Listed) -> str:
    if of == 1:
        return (
            f"Von den Weisen, die Karten von {_and(seats)} zu verbessern, ist eine die beste: Was der "
            f"Verfasser angibt, folgt dann {'ohne Fehler' if stands else 'nicht'}."
        )
    kept = f"bei {stands} davon" if stands else "bei keiner davon"
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


def _uncertain(
    seat: str, twice: Listed, strangers: Listed, number: int | None, bought: int | None, relisted: bool, **_: object
) -> str:
    why = [
        f"{_and(twice)} {'liegen' if len(twice) > 1 else 'liegt'} noch an einem zweiten Ort" if twice else "",
        f"{_and(strangers)} {'werden' if len(strangers) > 1 else 'wird'} gespielt, ohne darin zu stehen"
        if strangers
        else "",
        f"sie hat {number} Karten" if number is not None else "",
        f"gekauft sind {bought} Karten" if bought is not None else "",
        "der Scat oder ihre zweite Liste passt nicht zu ihr" if relisted else "",
    ]
    return (
        f"Die Hand von {seat} ist ungewiss ({'; '.join(filter(None, why))}): Ob {seat} gegen eine Spielregel verstieß "
        "oder Alle drei oder Alle vier hatte, lässt sich nicht beurteilen, und nichts wird dafür geschrieben"
    )


def _hand_after(seat: str, missing: Listed, extra: Listed, **_: object) -> str:
    lacks = f"{'fehlen' if len(missing) > 1 else 'fehlt'} {_and(missing)}"
    parts = [lacks] * bool(missing) + [f"{'sind' if len(extra) > 1 else 'ist'} {_and(extra)} zu viel"] * bool(extra)
    return f"In der Hand von {seat}, wie sie nach dem Ablegen angegeben ist, {' und '.join(parts)}"


def _bounds(low: str, high: str) -> str:
    return low if low == high else f"{low} bis {high}"


def _reached(low: int, high: int) -> str:
    return {(0, 0): "nicht zu erzwingen", (1, 1): "zu erzwingen"}.get((low, high), "nicht bewiesen")


def _decimal(number: float, form: str) -> str:
    return f"{number:{form}}".replace(".", ",")


def _many(one: str, many: str) -> Entry:
    return lambda number: f"{number} {one if number == 1 else many}"


_CLAIM_WORDS = {
    "advice": "empfohlen",
    "alike": "gleich",
    "all_three": "Alle Drei",
    "alone": "allein",
    "average": "Durchschnitt",
    "better": "besser",
    "contra": "Contra",
    "declarer": "Spieler",
    "defenders": "Gegner",
    "dreier": "Dreier",
    "honours": "Honneurs",
    "king_lost": "König verloren",
    "lost": "verloren",
    "middle": "mittlere",
    "lower": "die untere Hälfte",
    "nobody": "niemand",
    "open": "offen",
    "otherwise": "sonst",
    "pot": "Kasse",
    "re": "Re",
    "reached": "erreicht",
    "refused": "abgelehnt",
    "sides": "Parteien",
    "solo": "Solo",
    "supra": "Supra",
    "upper": "die obere Hälfte",
    "volat": "Volat",
    "won": "gewonnen",
    "worse": "schlechter",
    "thrown in": "eingeworfen",
    "ANNOUNCE-ORDER": "ein anderes Wort ist an der Reihe",
    "ANNOUNCE-SEAT": "das zu sagen steht ihm nicht zu",
    "BID-AFTER-PASS": "er hat gepasst",
    "BID-NOT-HIGHER": "das ist kein höheres Gebot",
    "BID-TOO-HIGH": "so ein Gebot gibt es nicht",
    "PLAY-PAGAT-EARLY": "der Pagat ist zu früh gespielt",
    "SCAT-HONOUR": "ein Honneur ist abgelegt",
    "SCAT-SIZE": "eine falsche Zahl von Karten ist abgelegt",
    "SCAT-TAROCK": "ein Tarock ist abgelegt",
}
_RAISES = {"0": "angesagt", "1": "einmal gesteigert", "2": "zweimal gesteigert"}
_DREIER = re.compile(r"dreier (\d)")
_RAISED = re.compile(r"(ultimo|volat) (\d)")
_GAME = re.compile(r"m(\d)")
_TAKEN = re.compile(r"taken by (\w) in the last trick")
_PLAYED = re.compile(r"played in trick (\d+) by want of another trump")
_WORD = re.compile(r"thrown in|[\w-]+")


def _told(value: str) -> str:
    """What is expected or computed for a claim."""
    if game := _GAME.fullmatch(value):
        return f"Spiel {game[1]}"
    if taken := _TAKEN.fullmatch(value):
        return f"von {taken[1]} im letzten Stich genommen"
    if played := _PLAYED.fullmatch(value):
        return f"in Stich {played[1]} gespielt, weil kein anderer Tarock da war"
    text = _DREIER.sub(lambda bid: f"ein {_folded(int(bid[1]))} Dreier", value)
    text = _RAISED.sub(lambda said: f"{said[1]} {_RAISES.get(said[2], f'{said[2]}-mal gesteigert')}", text)
    return _WORD.sub(lambda word: _CLAIM_WORDS.get(word[0], word[0]), text)


def _choice(
    ways: tuple[str, ...], goal: str, positions: int, better: int, worse: int, unknown: int, reached: tuple[int, ...],
    missed: tuple[int, ...],
) -> str:  # fmt: skip
    said = f"{goal}, {positions} Stellungen"
    if len(ways) > 1:
        said += f"; {ways[0]} gegen {ways[1]}: besser in {better}, schlechter in {worse}, unbekannt in {unknown}"
    for way, yes, no in zip(ways or ("irgendeine Karte",), reached, missed, strict=False):
        said += f"; {way}: {yes} erreicht, {no} verfehlt"
    return said


def _mean(least: float, most: float, low: float, high: float) -> str:
    bounds = _decimal(least, "+.1f") if least == most else f"{_decimal(least, '+.1f')} bis {_decimal(most, '+.1f')}"
    return (
        f"sheet    was der Spieler schreibt, weniger dem, was ein Gegner schreibt, im Mittel: {bounds} Points "
        f"(95 %: {_decimal(low, '+.1f')} bis {_decimal(high, '+.1f')})"
    )


def _opinion(action: str, low: float, high: float) -> str:
    bounds = "" if low == high else f" (zwischen {_decimal(low, '.1f')} und {_decimal(high, '.1f')})"
    return f"  {action}: {_decimal((low + high) / 2, '+.1f')}{bounds}"


def _money(verb: str, whole: int, rest: int, unit: int, seat: str, points: int) -> str:
    return f"{seat} {verb} {whole}{f' {rest}/{unit}' if rest else ''} Kreuzer: {points} Points"


def _play_order(seat: str, card: object, seats: Listed, order: Listed) -> str:
    wrong = f"{seat} spielt {card} außer der Reihe: " if seat else ""
    return f"{wrong}gespielt haben {seats}, erwartet: {order}"


def _missing(where: str) -> Entry:
    def say(missing: tuple[str, ...], due: int, ref: str) -> str:
        first = ", ".join(missing[:6]) + (" …" if len(missing) > 6 else "")
        return f"{len(missing)} Karten sind {where}: {first}; erwartet: alle {due} nach {ref}"

    return say


def _assumed(yes: str, no: str) -> Entry:
    return lambda assumed, **_values: yes if assumed else no


def _thirds(side: str, thirds: int, points: int, blatt: int, again: int) -> str:
    ordinary = f"{points}/{blatt} Blatt" if blatt else str(points)
    same = "also ebenso viel" if again == thirds else f"das sind {again} Drittel"
    return f"{side}: {thirds} Drittel; zu dreien gezählt {ordinary}, {same}"


def _plain(value: bool | int) -> str:
    return ("ja" if value else "nein") if isinstance(value, bool) else str(value)


def _stated(what: str, expected: bool | int, computed: bool | int | None) -> str:
    found = "nicht zu beurteilen" if computed is None else f"berechnet {_plain(computed)}"
    return f"{what}: angegeben {_plain(expected)}, {found}"


def _augen(augen: int) -> str:
    return f"{augen} {'Auge' if augen == 1 else 'Augen'}"


def _augen_reckoning(over: int, fold: int, product: int, tens: int, rest: int, least: int) -> str:
    words = f"{over} × {fold} = {product}: {tens} Zehner"
    return words + (f", Rest {rest}" if rest else "") + (f"; mindestens {least}" if least else "")


_MATTERS = {
    "game": "was für das Spiel gezahlt wird",
    "made": "der Pagat im letzten Stich",
    "taken": "ein Pagat, der im letzten Stich genommen wird",
    "revoke": "was eine Renonce kostet",
    "all": "alle Stiche",
}
_KEPT = "und jede gespielte Karte hält es ein"


_DIRECTIONS = {"left": "links", "right": "rechts"}

CATALOGUE: dict[str, Entry] = {
    "reform_1945.breach.direction": lambda direction: f"gegeben nach {_DIRECTIONS[direction]}",
    "reform_1945.assumed.turn.taken": lambda assumed: f"vorausgesetzt: nach {_DIRECTIONS[assumed]}",
    "analyse.bounds": lambda low, high: _bounds(str(low), str(high)),
    "claim.value": _told,
    "footing.rests": lambda kinds: f"Beruht auf: {', '.join(kinds)}",
    "footing.some": lambda what, refs: f"{what} ({', '.join(refs)})",
    "footing.of.reading": _many("Wert, der auch anders zu lesen ist", "Werte, die auch anders zu lesen sind"),
    "footing.of.open": _many("offen gelassener Punkt", "offen gelassene Punkte"),
    "footing.of.conjecture": _many("Konjektur", "Konjekturen"),
    "footing.of.emendation": _many("Emendation, die nicht sicher ist", "Emendationen, die nicht sicher sind"),
    "footing.of.doubt": _many("zweifelhafte Stelle", "zweifelhafte Stellen"),
    "footing.of.implied": _many("Wert, der nur erschlossen ist", "Werte, die nur erschlossen sind"),
    "footing.falls": lambda readings: f"Fällt, wenn {', und '.join(readings)}",
    "footing.read": lambda about, readings, ref: f"{about}: {_or(readings)}{f' [{ref}]' if ref else ''}",
    "hand.choice": _choice,
    "hand.share": lambda goal, bar, reached, of, low, high: (
        f"{goal:<8} {bar} {reached} von {of} (95 %: {100 * low:.0f} bis {100 * high:.0f} %)"
    ),
    "hand.sheet": _mean,
    "TALON-SIZE": lambda numbers, expected, **_: (
        f"der Talon hat {' und '.join(map(str, numbers))} Karten, erwartet: {expected}"
    ),
    "BID-WRONG-DECLARER": lambda seat, given, **_: (
        f"{seat} spielt, aber die Lizitation gibt das Spiel {given or 'niemandem'}"
    ),
    "PARTNER-DIFFERS": lambda seat, holder, card: (
        f"{seat or 'niemand'} ist als Freund genannt, {holder or 'niemand'} hat {card}"
    ),
    "PLAY-ORDER": _play_order,
    "volat.announced": lambda word, made: (
        f"angesagter Volat{f', {word},' if word else ''} {'gelungen' if made else 'verloren'}"
    ),
    "session.gets": lambda **values: _money("bekommt", **values),
    "session.pays": lambda **values: _money("zahlt", **values),
    "session.fine_extra.what": lambda seat: (
        f"ob auch der König{' ' + seat if seat else ''} eine Strafe bezahlt bekommt"
    ),
    "result.silent": lambda matter, note: _MATTERS[matter] + (f": {note}" if note else ""),
    "chart.ultimo": lambda sizes: "Der Preis des Pagats im letzten Stich" + (f" ({sizes})" if sizes else ""),
    "turn.play.must_overtake": lambda legal, held, **_: f"Überstechen ist Pflicht: {_legal(legal, held)}",
    "play.table": lambda plays: f"auf dem Tisch: {plays}" if plays else "das Ausspielen ist an Ihnen",
    "play.opinion": _opinion,
    "reform_1945.DEAL-MISSING": _missing("nicht gegeben"),
    "PILE-INCOMPLETE": _missing("in keinem Haufen"),
    "reform_1945.talon_laid": lambda parts: f"der Talon: {' | '.join(parts)}",
    "reform_1945.count": _thirds,
    "reform_1945.assumed.follow_suit.taken": _assumed(
        f"vorausgesetzt: man muss, {_KEPT}", "vorausgesetzt: man muss nicht"
    ),
    "reform_1945.assumed.follow_suit.other": _assumed("man muss nicht", "man muss"),
    "reform_1945.assumed.must_tarock.taken": _assumed(
        f"vorausgesetzt: er muss, {_KEPT}", "vorausgesetzt: er muss nicht"
    ),
    "reform_1945.assumed.must_tarock.other": _assumed("er muss nicht", "er muss"),
    "reform_1945.assumed.must_overtake.taken": _assumed(
        f"vorausgesetzt: man muss, {_KEPT}", "vorausgesetzt: man muss nicht"
    ),
    "reform_1945.assumed.must_overtake.other": _assumed("man muss nicht", "man muss"),
    "reform_1945.assumed.winner_leads.taken": _assumed(
        "vorausgesetzt: er spielt aus", "vorausgesetzt: nur die Aufzeichnung zeigt, wer ausspielt"
    ),
    "reform_1945.assumed.winner_leads.other": _assumed("nur die Aufzeichnung zeigt, wer ausspielt", "er spielt aus"),
    "reform_1945.assumed.tarock_beats_suit.taken": _assumed("vorausgesetzt: ja", "vorausgesetzt: nein"),
    "reform_1945.assumed.tarock_beats_suit.other": lambda assumed, tricks: (
        f"{'nein' if assumed else 'ja'}: ein anderer machte {tricks} der Stiche"
    ),
    "replay.announced": lambda seat, of, call: f"{seat} sagt {of}{f' {call}' if call else ''}",
    "replay.outcome": lambda thirds, end, points: (
        f"Partei des Spielers {thirds} Points: {end}{f' um {points}' if points else ''}"
    ),
    "replay.stated": _stated,
    "RESULT-DIFFERS": _stated,
    "known.unknown": lambda trick, finding, ref, file: (
        f"{f'Stich {trick}, ' if trick else ''}{finding} ({ref}); erwartet: nichts Falsches, oder ein Eintrag in {file}"
    ),
    "score.payments": lambda unit: f"Zahlungen ({unit})",
    "score.in_units": lambda amount, unit: f"{amount} {'Marke' if unit == 'Marken' and amount[1:] == '1' else unit}",
    "SEAT-COUNT": lambda seats, allowed, ref: f"{seats} Plätze; erwartet: {_or(allowed)} nach {ref}",
    "HONOUR-SIZE": lambda kind, cards, least, most, ref: (
        f"{kind} von {'keinen' if cards is None else cards} Karten; erwartet: `cards:` {least} bis {most} nach {ref}"
    ),
    "DISCARD-TAROCK": lambda laid, held, due, ref: (
        f"{laid} {'Taroc' if laid == 1 else 'Tarocs'} abgelegt{'' if held is None else f' von {held}'}; "
        f"erwartet: keiner, außer er hat genau {due} ({ref})"
    ),
    "PILE-SIZE": lambda seat, cards, due, tricks, size, extra, ref: (
        f"der Haufen von {seat} hat {cards} Karten; erwartet: {due}: {tricks} Stiche zu {size}"
        f"{f' und {extra} abgelegte' if extra else ''} ({ref})"
    ),
    "VOLE-TRICKS": lambda made, tricks, due, ref: (
        f"die Vole ist {'' if made else 'nicht '}gemacht, mit {tricks} Stichen; erwartet: sie nur mit {due} ({ref})"
    ),
    "tarokhombre_1863.bete_of_each.what": lambda seats: f"die Bête, wenn {_and(seats)} Renonce gemacht haben",
    "tarokhombre_1863.revokes_both.taken": lambda taken, **_: f"die frühere entscheidet: {_told(taken)}",
    "tarokhombre_1863.revokes_both.other": lambda other, **_: f"die spätere entscheidet: {_told(other)}",
    "tarokhombre_1863.stakes_and_bete": lambda stakes, fines, bete: " + ".join(
        map(str, filter(None, (stakes, fines, bete)))
    ),
    "tarokhombre_1863.augen_over": lambda augen, base: f"{_augen(augen)} über {base}",
    "tarokhombre_1863.augen_under": lambda augen, base: f"{_augen(augen)} unter {base}",
    "tarokhombre_1863.augen_reckoning": _augen_reckoning,
    "footing.stands.all": lambda under, of, bound: (
        f"Gilt bei {_all(of)} Lesarten" if under == of else f"Gilt bei {under} von {of} Lesarten"
    ),
    "footing.stands.pairs": lambda under, of, bound: (
        f"Gilt bei {_all(of) if under == of else f'{under} von {of}'} Lesarten, jede allein und je zwei "
        f"zusammen; alle Verbindungen wären mehr als {bound} und sind nicht gerechnet"
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
        f"In Stich {number} spielt {seat} {card}; nach {section} hätte er {_or(due)} spielen müssen: eine Renonce."
    ),
    "summary.ultimo.made": lambda seat, announced: (
        f"{seat} macht den letzten Stich mit dem Pagat: Ultimo, {'wie angesagt' if announced else 'im Stillen'}."
    ),
    "summary.ultimo.lost": _ultimo_lost,
    "summary.finding": lambda what, section: f"{what}{f' ({section})' if section else ''}.",
    "summary.mended": lambda count: (
        "Ein Versehen im Text ist verbessert, mit Begründung."
        if count == 1
        else f"{count} Versehen im Text sind verbessert, jedes mit Begründung."
    ),
    "summary.stands.kept": lambda seats, section: (
        f"Nach {section} wird nur ein Gewinn der Partei gestrichen, welche die Regel brach. {_and(seats)} "
        f"{'haben' if len(seats) > 1 else 'hat'} verloren: Was die anderen gewannen, gilt also."
    ),
    "summary.stands.fine": lambda guilty, seats, amount: f"{_written(seats, amount)} für die Renonce von {guilty}.",
    "summary.stands.lines": _lines,
    "summary.stands.struck": lambda seats, section, honours: (
        f"Nach {section} darf die Partei von {_and(seats)}, die Renonce gemacht hat, nichts schreiben, was sie gewann"
        f"{', außer den Honneurs' if honours else ''}: Bleiben die Karten, wie sie dastehen, so hebt die eigene Regel "
        "des Buches das Ergebnis auf."
    ),
    "summary.stands.sums": lambda sums: f"Statt der Summen oben also: {' '.join(map(str, sums))}",
    "step.change.hand": _other_hand,
    "open.unlawful-call.other": lambda sums: f"es zählt, wie es gesprochen ist: {', '.join(sums)}",
    "play.follow_tarock": _follow,
    "DEAL-DUPLICATE": lambda card, seat, first: (
        f"{card} liegt bei {first or 'dem Talon'} und bei {seat or 'dem Talon'}"
    ),
    "HAND-AFTER-DIFFERS": _hand_after,
    "HAND-UNCERTAIN": _uncertain,
    "REMARK-DIFFERS": lambda seat, card, player: (
        f"Die Bemerkung sagt, dass {seat} {card} gespielt hat; es war {player or 'niemand'}"
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
        f"In welcher Ordnung stechen einander die Karten einer {_COLOURS[colour]} Farbe, von oben nach unten?"
    ),
    "lesson.fault.answer": lambda seat, card, due: f"{seat}: Statt {card} hätte er {_or(due)} spielen müssen.",
    "play.follow_suit": _follow,
    "step.bid.dreier": lambda seat, fold, implied: (
        f"{seat} sagt einen {_fold(fold)} Dreier an{' (das Buch setzt es nur voraus)' * implied}."
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
    "turn.play.follow_suit": lambda suit, legal, held: f"{suit} ist zu bedienen: {_legal(legal, held)}",
    "turn.play.follow_tarock": lambda suit, legal, held: f"Tarock ist zu geben: {_legal(legal, held)}",
    "turn.play.must_tarock": lambda suit, legal, held: (
        f"Kein {suit} in der Hand, also ist Tarock zu geben: {_legal(legal, held)}"
    ),
    "turn.play.void_free": lambda suit, **_: (
        f"{'Kein' if suit == 'Tarock' else f'Weder {suit} noch'} Tarock in der Hand: Jede Karte darf gespielt werden"
    ),
    "ultimo.announced": _announced,
}
