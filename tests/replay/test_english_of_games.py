"""What the English of the model games says that happened, held against the replay: leads, tricks, cards, results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.replay import Course

ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
SUITS = {"clubs": "Treffle", "spades": "Pique", "hearts": "Herz", "diamonds": "Careau"}
RANKS = {"king": "König", "queen": "Dame", "cavalier": "Cavall", "jack": "Bube"}
STECHER = {
    "Scüs",
    "XXI",
    "XX",
    "XIX",
}  # 1840:73: 'Unter den Tarocks versteht man unter Stecher nur Scüs, Mond, XX. und XIX.'
Play = tuple[str, str]  # seat and card
_NTH = re.compile(rf"\b(?:{'|'.join(ORDINALS)}) (?:trick|lead)\b")


class Played:
    """A model game as it was played, and after which trick a remark stands."""

    def __init__(self, course: Course, after: int):
        self.course, self.after = course, after
        self.tricks: list[list[Play]] = [[(seat, card.printed) for seat, card in trick] for trick in course.game.tricks]

    def trick(self, nth: str) -> list[Play]:
        return self.tricks[ORDINALS.index(nth)]

    def held(self, seat: str, after: int) -> set[str]:
        return {card for trick in self.tricks[after:] for who, card in trick if who == seat}

    def leads(self, seat: str, after: int = 0) -> list[str]:
        return [trick[0][1] for trick in self.tricks[after:] if trick[0][0] == seat]

    def no_stecher(self, seat: str, number: int) -> bool:
        """The seat led no Stecher to the trick, and has none after it."""
        leader, card = self.tricks[number - 1][0]
        return leader == seat and is_trump(card) and not STECHER & {card, *self.held(seat, number)}


def is_trump(card: str) -> bool:
    return "-" not in card


def seen_at_lead(game: Played, said: re.Match[str]) -> bool:
    number = ORDINALS.index(said["nth"]) + 1
    return game.no_stecher(said["seat"], number) and is_trump(game.leads(said["who"], number)[0])


def king_home(game: Played, said: re.Match[str]) -> bool:
    number = ORDINALS.index(said["nth"])
    took = game.course.winners[number]
    return took == said["seat"] and dict(game.tricks[number])[took].endswith("-König")


def draws(game: Played, said: re.Match[str]) -> bool:
    led = [trick for trick in game.tricks if trick[0] in ((said["seat"], said["one"]), (said["seat"], said["two"]))]
    return (
        len(led) == 2 and sum(is_trump(card) for trick in led for _, card in trick) == NUMBERS.index(said["count"]) + 1
    )


def leads(game: Played, said: re.Match[str]) -> bool:
    seat, card = game.trick(said["nth"])[0]
    return seat == said["seat"] and card.startswith(SUITS[said["suit"]])


def played_to(game: Played, said: re.Match[str]) -> bool:
    return (said["seat"], f"{SUITS[said['suit']]}-{RANKS[said['rank']]}") in game.trick(said["nth"])


def weak(game: Played, said: re.Match[str]) -> bool:
    number = ORDINALS.index(said["nth"]) + 1
    return game.no_stecher(said["weak"], number) and is_trump(game.leads(said["seat"], number)[0])


def must_lead(game: Played, said: re.Match[str]) -> bool:
    return game.tricks[game.after][0] == (said["seat"], said["card"])


def leads_kind(game: Played, said: re.Match[str]) -> bool:
    return is_trump(game.leads(said["seat"], game.after)[0]) == (said["kind"] == "trumps")


def risks_king(game: Played, said: re.Match[str]) -> bool:
    seat, card = game.tricks[game.after][0]
    suited = card.split("-")[0] == game.course.game.king.suit
    return seat == said["seat"] == (said["again"] or seat) and suited


def spares(game: Played, said: re.Match[str]) -> bool:
    trick = game.tricks[game.after - 1]
    return (
        said["kept"] in game.held(said["seat"], game.after)
        and trick[0][1] == said["led"]
        and is_trump(dict(trick)[said["seat"]])
    )


def drawn(game: Played, said: re.Match[str]) -> bool:
    """Nobody else has a trump, and he leads his own before all else."""
    mine = [is_trump(card) for card in game.leads(said["seat"], game.after)]
    others = {card for seat in "ABCD" if seat != said["seat"] for card in game.held(seat, game.after)}
    return mine == sorted(mine, reverse=True) and mine[0] and not any(map(is_trump, others))


def called(game: Played, said: re.Match[str]) -> bool:
    return game.course.game.king.name == f"{SUITS[said['suit']]}-König"


_SEAT, _ORDINAL, _TRUMP = "[A-D]", rf"(?P<nth>{'|'.join(ORDINALS)})", "[IVX]+|Pagat|Scüs"
FACTS: list[tuple[str, Callable[[Played, re.Match[str]], bool]]] = [
    (rf"(?P<who>{_SEAT}) had already seen at the {_ORDINAL} lead, which was (?P<seat>{_SEAT})'s, that (?P=seat) had no "
     r"Stecher - he led trumps", seen_at_lead),
    (rf"At the {_ORDINAL} trick (?P<seat>{_SEAT}) .*takes a trick with his king", king_home),
    (rf"trick (?P<seat>{_SEAT}) .*with the (?P<one>{_TRUMP}) and again with the (?P<two>{_TRUMP}) draws (?P<count>\w+) "
     r"trumps", draws),
    (rf"at the {_ORDINAL} trick (?P<seat>{_SEAT}) had not led (?P<suit>\w+)", leads),
    (rf"playing the (?P<rank>\w+) of (?P<suit>\w+) to the {_ORDINAL} trick (?P<seat>{_SEAT})", played_to),
    (rf"(?P<seat>{_SEAT}) went on leading trumps, although at the {_ORDINAL} trick (?P<weak>{_SEAT}) showed "
     r"himself weak", weak),
    (rf"(?P<seat>{_SEAT}) (?:would make a great mistake by [^;]*; instead he )?must lead the (?P<card>{_TRUMP})",
     must_lead),
    (rf"(?P<seat>{_SEAT}) sees that .* so he leads (?P<kind>suits|trumps)", leads_kind),
    (rf"(?P<seat>{_SEAT}) sees that .* so (?:he|(?P<again>[A-D])) risks the called king", risks_king),
    (rf"(?P<seat>{_SEAT}) spares himself with the (?P<kept>{_TRUMP}), .*beat the (?P<led>{_TRUMP})", spares),
    (rf"(?P<seat>{_SEAT}) sees that all the trumps are drawn, and so he leads all his trumps", drawn),
    (r"(?:calls|Solo with|plays with) the king of (?P<suit>\w+)", called),
    (r"The king of (?P<suit>\w+) is called", called),
]  # fmt: skip


def remarks(computed: ComputedCodex) -> Iterator[tuple[str, str]]:
    """Each English sentence of the model games, with its passage."""
    translation = computed.translations["1840"]
    for ident in (*translation.edition.units, *translation.edition.parts):
        if re.match(r"m\d\.(?!s\d+$|[A-D]$)", ident):
            yield from ((ident, sentence) for sentence in translation.sentences(ident))


def faults(computed: ComputedCodex, ident: str, sentence: str) -> list[str]:
    """What a sentence says that was otherwise, or that nothing here can hold against the replay."""
    place = re.match(r"(m\d)\.(?:s(\d+)\.)?", ident)
    assert place
    game = Played(computed.games.follow(place[1], "corrected"), int(place[2] or 0))
    found, read = list[str](), ""
    for pattern, holds in FACTS:
        for said in re.finditer(pattern, sentence):
            read += said[0]
            found += [] if holds(game, said) else [f"not so: {said[0]}"]
    found += [f"not read: {nth}" for nth in _NTH.findall(sentence) if nth not in read]
    if re.search(r"\bcash", sentence):  # only of cards that are sure to take the trick
        named = set(re.findall(rf"\b(?:{_TRUMP})\b", sentence))
        lost = {trick[0][1] for trick, won in zip(game.tricks, game.course.winners, strict=True) if trick[0][0] != won}
        found += [f"not cashed: {card}" for card in sorted(named & lost)]
    return found


def test_the_english_of_the_model_games_agrees_with_the_replay(computed: ComputedCodex) -> None:
    sentences = list(remarks(computed))
    assert {(ident, text): found for ident, text in sentences if (found := faults(computed, ident, text))} == {}
    unused = [pattern for pattern, _ in FACTS if not any(re.search(pattern, text) for _, text in sentences)]
    assert unused == []


def test_what_is_led_in_these_games_is_bound_to_drawing_not_to_cashing(computed: ComputedCodex) -> None:
    """The IX of m2, led so, loses its trick; the English of a sense is held to its words by the check."""
    edition = computed.corpus.edition("1840")
    bound = {
        (unit.ref, each.sense.id): each
        for unit in edition.units.values()
        for each in computed.termbase.find_occurrences(unit.text, unit.ref)
        if each.term.id == "schlagen"
    }
    assert ("1840:m2.bemerkung.1", "draw") in bound
    assert {sense for ref, sense in bound if ref.startswith("1840:m")} == {"draw"}


@pytest.mark.parametrize(
    ("ident", "old", "new"),
    [
        ("m1.bemerkung.2", "at the second lead, which was C's, that", "at C's second lead that"),
        ("m1.bemerkung.2", "second lead", "tenth lead"),  # C's second, but no trump
        ("m1.bemerkung.2", "second lead", "third lead"),
        ("m2.bemerkung.1", "draws eight", "cashes eight"),  # the IX loses to the XX
        ("m2.bemerkung.1", "draws eight", "draws seven"),
        ("m2.bemerkung.1", "first trick", "second trick"),
        ("m3.spiel.1", "king of hearts", "king of spades"),
        ("m4.s5.bemerkung", "leads suits", "leads trumps"),
        ("m5.spiel.5", "A sees", "B sees"),
        ("m5.s8.bemerkung", "eighth", "seventh"),
        ("m5.s8.bemerkung", "led hearts", "led clubs"),
        ("m7.s5.bemerkung", "C sees", "B sees"),
        ("m8.bemerkung.1", "seventh", "sixth"),
        ("m8.bemerkung.1", "king of diamonds", "queen of diamonds"),
        ("m8.s2.bemerkung", "lead the XX", "lead the XVIII"),
        ("m8.s2.bemerkung", "beat the XV", "beat the XVIII"),
        ("m8.s3.bemerkung", "the Pagat", "the VI"),
        ("m8.s5.bemerkung", "fourth", "third"),  # the XX, a Stecher
        ("m8.s5.bemerkung", "B sees", "C sees"),
    ],
)
def test_what_is_otherwise_than_the_replay_is_found(computed: ComputedCodex, ident: str, old: str, new: str) -> None:
    (sentence,) = [text for at, text in remarks(computed) if at == ident and old in text]
    assert faults(computed, ident, sentence.replace(old, new))
