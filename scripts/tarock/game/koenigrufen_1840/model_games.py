"""Reading the eight Musterspiele of 1840 out of the edition, at three levels.

`printed` reads the transcript, `corrected` the edition, `conjectured` the edition with the conjectures
about play applied. Nothing is skipped: words that no pattern reads are an error with their column.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from tarock.base.structs import Draft
from tarock.base.yamlio import Located
from tarock.corpus.emendations import apply as apply_emendations
from tarock.corpus.profiles.koenigrufen_1840 import TRICK
from tarock.game.common.notation import NotationError, read_cards, read_plays
from tarock.game.common.records import word
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Purchase, Remark, Stated
from tarock.game.koenigrufen_1840.vocabulary import Call, Feat, Half, StatedKind, Word

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarock.corpus.editions import Edition, Passage
    from tarock.corpus.numbers import NumberReader
    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.notation import Play
    from tarock.rules.ruleset import Rules

_T = TypeVar("_T")
Level = Literal["printed", "corrected", "conjectured"]
LEVELS: tuple[Level, ...] = ("printed", "corrected", "conjectured")
BASE: Level = "corrected"  # every card played as the book has it, faults of the transcript mended
ERA = "1840"

_FOLDS = {"ein": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5}
_FOLD = rf"(?P<fold>{'|'.join(_FOLDS)})fach(?:en|er|e)?"
_KING = r"(?P<king>[A-Z][a-z]+-König)"
_SEATS = "ABCD"


class _Draft(Draft):
    """What the lines of a game say, collected in reading order."""

    bids: list[Bid] = msgspec.field(default_factory=list)
    king: str = ""
    solo: bool = False
    declarer: str = ""
    kept: int = 0
    halves: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    whole: tuple[Card, ...] = ()
    scat: tuple[Card, ...] = ()
    hand_after: tuple[Card, ...] | None = None
    announcements: list[Announcement] = msgspec.field(default_factory=list)
    remarks: list[Remark] = msgspec.field(default_factory=list)

    def bid(self, seat: str, fold: int, *, implied: bool = False) -> None:
        self.bids.append(Bid(seat=seat, bid=Call.DREIER, fold=fold, implied=implied))
        self.declarer = seat


def read_model_game(
    edition: Edition, name: str, pack: Pack, rules: Rules, numbers: NumberReader, level: Level = "corrected"
) -> Game:
    """One Musterspiel at one level; raises `NotationError` where the edition itself cannot be read."""
    return _Reader(edition, name, pack, rules, numbers, level).read()


def has_conjectures(edition: Edition, name: str) -> bool:
    """Whether conjectures about the play of a Musterspiel are recorded."""
    return any(edition.passages[ident].conjectures for ident in edition.containers[name])


def text_at(passage: Passage, level: Level) -> str:
    """The passage's text at a level."""
    if level == "printed":
        return passage.transcript
    if level == "conjectured" and passage.conjectures:
        located = [Located(conjecture, "", 0) for conjecture in passage.conjectures]
        return apply_emendations(passage.text, located)[0]
    return passage.text


class _Reader:
    def __init__(self, edition: Edition, name: str, pack: Pack, rules: Rules, numbers: NumberReader, level: Level):
        self.edition = edition
        self.name = name
        self.pack = pack
        self.rules = rules
        self.numbers = numbers
        self.level = level
        self.draft = _Draft()
        self.unreadable: list[tuple[int, str, str]] = []
        self.passages = [edition.passages[ident] for ident in edition.containers[name]]

    def read(self) -> Game:
        hands: dict[str, tuple[Card, ...]] = {}
        forehand = declarer = partner = ""
        tricks: list[tuple[Play, ...]] = []
        title: list[str] = []
        stated: list[Stated] = []
        for passage in self.passages:
            text = text_at(passage, self.level)
            if passage.kind == "title":
                title.append(re.sub(r"^[0-9]+\. ", "", text).rstrip("."))
            elif passage.kind == "hand":
                seat, roles, cards = self._hand(passage)
                hands[seat] = cards
                forehand = seat if "Vorhand" in roles else forehand
                declarer = seat if re.search(r"\bSpieler\b", roles) else declarer
                partner = seat if "Freund" in roles else partner
            elif passage.kind == "bidding":
                self._bidding(passage)
            elif passage.kind == "trick":
                tricks.append(self._trick(passage, len(tricks) + 1))
            elif passage.kind == "remark":
                self.draft.remarks.append(Remark(after=-1, text=text, ref=passage.ref))
            if passage.kind in ("result", "remark"):
                stated.extend(self._stated(passage, text))
        seats = tuple(sorted(hands))
        draft = self.draft
        dealer = seats[seats.index(forehand) - 1]
        first = next((bid.fold for bid in reversed(draft.bids) if bid.bid is Call.DREIER), 0)
        by_half = {word(self.rules, "talon.half", Half, fold=fold): cards for fold, cards in draft.halves.items()}
        return Game(
            id=self.name,
            ref=f"{ERA}:{self.name}",
            era=ERA,
            title=": ".join(title),
            seats=seats,
            dealer=dealer,
            declarer=declarer or draft.declarer,
            partner=partner,
            hands=hands,
            upper=by_half.get(Half.UPPER, ()),
            lower=by_half.get(Half.LOWER, ()),
            whole=draft.whole,
            bids=tuple(draft.bids),
            king=self.pack.card(draft.king),
            purchase=None if draft.solo else Purchase(first=first, kept=draft.kept or first),
            scat=draft.scat,
            hand_after=draft.hand_after,
            announcements=tuple(draft.announcements),
            tricks=tuple(tricks),
            remarks=tuple(draft.remarks),
            stated=tuple(stated),
            unreadable=tuple(self.unreadable),
        )

    def _hand(self, passage: Passage) -> tuple[str, str, tuple[Card, ...]]:
        """`A. Vorhand und Spieler. XXI. XIX. …` or, with a comma, `B. Spieler. Scüs, XIX. …`."""

        def read(text: str) -> tuple[str, str, tuple[Card, ...]]:
            head = re.match(r"([A-D])\. ((?:(?:Vorhand|und|Spieler|Freund|des|Spielers)\b\.? ?)*)", text)
            if head is None:
                raise NotationError(f"`{text[:12]}` cannot be read", "expected a seat", file=passage.ref)
            cards = read_cards(text[head.end() :], self.pack, place=passage.ref, offset=head.end())
            return head[1], head[2], cards

        return self._read_either(passage, 0, read)

    def _read_either(self, passage: Passage, trick: int, read: Callable[[str], _T]) -> _T:
        """Read the text of this level; where the transcript is unreadable note it and read the edition."""
        try:
            return read(text_at(passage, self.level))
        except NotationError as error:
            if self.level != "printed" or not passage.emendations:
                raise
            self.unreadable.append((trick, "", f"{passage.ref}, {error.what}"))
            return read(passage.text)

    def _trick(self, passage: Passage, number: int) -> tuple[Play, ...]:
        def read(text: str) -> tuple[Play, ...]:
            head = TRICK.match(text)
            if head is None or int(head[1]) != number:
                raise NotationError(f"`{text[:12]}` cannot be read", f"expected trick {number}", file=passage.ref)
            plays, remark = read_plays(text[head.end() :], self.pack, len(_SEATS), place=passage.ref)
            if remark:
                self.draft.remarks.append(Remark(after=number, text=remark, ref=passage.ref))
            return plays

        return self._read_either(passage, number, read)

    def _bidding(self, passage: Passage) -> None:
        text = text_at(passage, self.level)
        position = 0
        while position < len(text):
            for pattern, handler in _PHRASES:
                found = pattern.match(text, position)
                if found and found.end() > position:
                    handler(self, found, passage)
                    position = found.end()
                    break
            else:
                raise NotationError(
                    f"`{text[position : position + 40]}` cannot be read",
                    "expected a bid, a purchase, cards or an announcement",
                    position + 1,
                    passage.ref,
                )

    def cards(self, text: str, passage: Passage, offset: int) -> tuple[Card, ...]:
        return read_cards(text, self.pack, place=passage.ref, offset=offset)

    def _stated(self, passage: Passage, text: str) -> list[Stated]:
        found = []
        for pattern, what, value in _RESULTS:
            if match := re.search(pattern, text):
                number: bool | int
                if value == "number":
                    (count,) = self.numbers.find(match[1])
                    number = int(count)
                else:
                    number = value == "yes"
                found.append(Stated(what=what, value=number, ref=passage.ref, quote=match[0]))
        return found


# What the author says of the result. `number` reads the first group.
_RESULTS: tuple[tuple[str, StatedKind, str], ...] = (
    (r"\AGewonnen", StatedKind.WON, "yes"),
    (r"\ABeides gewonnen", StatedKind.WON, "yes"),
    (r"\ABeides gewonnen", StatedKind.ULTIMO, "yes"),
    (r"\ABeides verloren", StatedKind.WON, "no"),
    (r"\ABeides verloren", StatedKind.ULTIMO, "no"),
    (r"\ASpiel gewonnen", StatedKind.WON, "yes"),
    (r"ultimo verloren", StatedKind.ULTIMO, "no"),
    (r"ultimo gemacht", StatedKind.ULTIMO, "yes"),
    (r"\ASpiel und König verloren", StatedKind.WON, "no"),
    (r"\ASpiel und König verloren", StatedKind.KING_LOST, "yes"),
    (r"\AVolat im Stillen", StatedKind.VOLAT, "yes"),
    (r"Spiel (?:ist )?um (\S+) Points gewonnen", StatedKind.WON_BY, "number"),
    (r"Spiel um (\S+) Points(?: und den gerufenen König)? verloren", StatedKind.LOST_BY, "number"),
    (r"Points und den gerufenen König verloren", StatedKind.KING_LOST, "yes"),
    (r"der angesagte ultimo, sondern auch das Spiel um \S+ Points verloren", StatedKind.ULTIMO, "no"),
    (r"Der angesagte ultimo wurde nicht gemacht", StatedKind.ULTIMO, "no"),
    (r"der contra gewonnen", StatedKind.CONTRA_WON, "yes"),
    (r"Das Spiel ist hoch gewonnen", StatedKind.WON, "yes"),
    (r"der ultimo gemacht", StatedKind.ULTIMO, "yes"),
    (r"wodurch es dem [A-D] möglich wird ultimo zu machen", StatedKind.ULTIMO, "yes"),
    (r"Auch sind \"Alle Drei\" zu rechnen", StatedKind.ALL_THREE, "yes"),
)


def _bid(reader: _Reader, found: re.Match[str], _passage: Passage) -> None:
    reader.draft.bid(found["seat"], _FOLDS[found["fold"]])


def _pass(reader: _Reader, found: re.Match[str], _passage: Passage) -> None:
    reader.draft.bids.append(Bid(seat=found["seat"], bid=Call.PASS))


def _drives(reader: _Reader, found: re.Match[str], _passage: Passage) -> None:
    """`A steigert den B auf einen dreifachen`: A, who comes first, must have held the fold below."""
    fold = _FOLDS[found["fold"]]
    reader.draft.bid(found["by"], fold - 1, implied=True)
    reader.draft.bid(found["seat"], fold)
    reader.draft.king = found["king"]


def _takes(reader: _Reader, found: re.Match[str], _passage: Passage) -> None:
    reader.draft.bid(found["seat"], reader.draft.bids[-1].fold)


def _calls(reader: _Reader, found: re.Match[str], _passage: Passage) -> None:
    named = found.groupdict()
    reader.draft.king = named["king"] or named["king2"]


def _solo(reader: _Reader, found: re.Match[str], _passage: Passage) -> None:
    draft = reader.draft
    draft.bids.append(Bid(seat=found["seat"], bid=Call.SOLO))
    draft.solo, draft.declarer, draft.king = True, found["seat"], found["king"]


def _whole(reader: _Reader, found: re.Match[str], passage: Passage) -> None:
    reader.draft.whole = reader.cards(found["cards"], passage, found.start("cards"))


def _half(reader: _Reader, found: re.Match[str], passage: Passage) -> None:
    cards = reader.cards(found["cards"], passage, found.start("cards"))
    reader.draft.halves[_FOLDS[found["fold"]]] = cards


def _keeps(reader: _Reader, found: re.Match[str], _passage: Passage) -> None:
    named = found.groupdict()
    reader.draft.kept = _FOLDS[named["fold"] or named["fold2"]]


def _scat(reader: _Reader, found: re.Match[str], passage: Passage) -> None:
    reader.draft.scat = reader.cards(found["cards"], passage, found.start("cards"))


def _after(reader: _Reader, found: re.Match[str], passage: Passage) -> None:
    reader.draft.hand_after = reader.cards(found["cards"], passage, found.start("cards"))


def _announces(reader: _Reader, found: re.Match[str], _passage: Passage) -> None:
    seat = found.groupdict().get("seat") or reader.draft.declarer
    said = (found.groupdict().get("word") or "ultimo").lower()
    call = Word.ANNOUNCE if said == Feat.ULTIMO else Word(said)
    reader.draft.announcements.append(Announcement(seat=seat, call=call, of=Feat.ULTIMO))


def _remark(reader: _Reader, found: re.Match[str], passage: Passage) -> None:
    reader.draft.remarks.append(Remark(after=0, text=found[0].strip(), ref=passage.ref))


def _skip(_reader: _Reader, _found: re.Match[str], _passage: Passage) -> None:
    pass


_SEAT = r"(?P<seat>[A-D])\.? "
_UNTIL_NEXT = r"(?P<cards>.*?)(?=\.? ?(?:Nach dem|Nch dem|B sagt|A\. sagt|Es ist hier|; ultimo|\Z))"
# The phrases of the lines between deal and play, tried in this order.
_PHRASES: tuple[tuple[re.Pattern[str], Callable[[_Reader, re.Match[str], Passage], None]], ...] = tuple(
    (re.compile(pattern), handler)
    for pattern, handler in (
        (rf"(?P<by>[A-D]) steigert den {_SEAT}auf einen {_FOLD} Dreier, welchen letzterer mit {_KING} spielt", _drives),
        (rf"{_SEAT}spielt Solo mit {_KING}", _solo),
        (r"Im Talon, welcher den Gegnern gehört, liegt: (?P<cards>.*)\Z", _whole),
        (rf"Im {_FOLD} Dreier liegt: (?P<cards>.*)\Z", _half),
        (rf"{_SEAT}(?:sagt )?(?:einen )?mit Risico (?:einen )?{_FOLD}(?: Dreier)?(?: an)?", _bid),
        (rf"{_SEAT}(?:sagt |spielt )?(?:einen )?{_FOLD}(?: Dreier)?(?: an)?", _bid),
        (rf"{_SEAT}(?:tappt|paßt)", _pass),
        (r"welchen (?P<seat>[A-D]) selbst nimmt und erhält", _takes),
        (r"welchen die Übrigen gut seyn lassen|welcher bleibt", _skip),
        (rf"ruft: {_KING}|{_KING.replace('king', 'king2')} wird gerufen", _calls),
        (rf"Es wird der {_KING} gerufen", _calls),
        (rf"Es wird daher wieder zurückgegangen, ein {_FOLD} Dreier gespielt", _keeps),
        (rf"Es wird daher der {_FOLD} Dreier behalten|Der {_FOLD.replace('fold', 'fold2')} Dreier wird behalten",
         _keeps),
        (rf"(?:Aus Furcht, der gerufene König würde verloren gehen, wird|Es wird) bei dem {_FOLD} Dreier geblieben",
         _keeps),
        (rf"[A-D] nimmt den ersteren, spielt also {_FOLD}", _keeps),
        (rf"Es wird der erste Kauf genommen, weil er vortheilhafter ist; das Spiel wird sonach {_FOLD}", _keeps),
        (rf"(?:legt in den Scat|in den Scat gelegt|In den Scat wird gelegt): {_UNTIL_NEXT}", _scat),
        (rf"(?:Nach|Nch) dem Verlegen besitzt (?:daher|also) [A-D] folgende Karten: {_UNTIL_NEXT}", _after),
        (r"ultimo wird angesagt", _announces),
        (rf"{_SEAT}(?:sagt |gibt )?(?P<word>ultimo|contra|supra|[Rr]e)\b", _announces),
        (r"Es ist hier die begründete Hoffnung ultimo und Volat zu machen", _remark),
        (r"Nun sieht A, daß das Tarockiren .*\Z", _remark),
        (r"[\s.,;]+|- ?|und ", _skip),
    )
)  # fmt: skip
