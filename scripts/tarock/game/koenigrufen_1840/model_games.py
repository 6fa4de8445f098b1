"""Reading the eight Musterspiele of 1840 out of the edition, at three levels.

`printed` reads the transcript, `corrected` the edition, `conjectured` the edition with the conjectures
about play applied. Nothing is skipped: words that no pattern reads are an error with their column.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

from tarock.base.structs import Frozen
from tarock.base.wording import Message
from tarock.base.yamlio import Located
from tarock.corpus.editions import Passage
from tarock.corpus.emendations import apply_emendations
from tarock.corpus.numbers import NumberReader
from tarock.corpus.profiles.koenigrufen_1840 import TRICK
from tarock.game.common.cards import Pack
from tarock.game.common.findings import Finding
from tarock.game.common.notation import NotationError, read_cards, read_plays
from tarock.game.common.records import find_seat, goes_to_the_right
from tarock.game.koenigrufen_1840.laws import buys_upper_half
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Cards, Game, Plays, Purchase, Remark, Stated, Talon
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind, Feat, StatedKind
from tarock.rules.ruleset import Rules

Level = Literal["printed", "corrected", "conjectured"]
TextLevel = Literal["printed", "corrected", "conjectured", "unseen"]  # of a passage
LEVELS: tuple[Level, ...] = ("printed", "corrected", "conjectured")
BASE: Level = "corrected"  # every card played as the book has it, faults in the text mended
ERA = "1840"

_FOLDS = {"ein": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5}
_SEATS = "ABCD"
_LISTS = ("bids", "announcements", "tricks", "remarks", "stated", "unreadable")  # which the lines fill


def name_level(level: str) -> str:
    """Return how messages name a level of the text, in "as …"."""
    return "transcribed" if level == "printed" else level


def order_seats(rules: Rules) -> tuple[str, ...]:
    """Return the seats of the book in order of play: its plan names them to the right (1840:8.4)."""
    return rules.words("game.seat_plan")[:: 1 if goes_to_the_right(rules) else -1]


class ModelGame(Game, kw_only=True):
    """A Musterspiel at one level, with what in its transcript cannot be read."""

    level: TextLevel
    unreadable: tuple[Finding, ...] = ()


class GameText(Frozen):
    """The passages of a Musterspiel by their ids: with the words of the edition, and with those of the transcript."""

    idents: tuple[str, ...]
    words: Callable[[str], Passage]
    transcript: Callable[[str], Passage]

    @property
    def passages(self) -> list[Passage]:
        """Return its passages in reading order, with the words of the edition."""
        return list(map(self.words, self.idents))

    @property
    def has_conjectures(self) -> bool:
        """Return whether conjectures about its play are recorded."""
        return any(passage.conjectures for passage in self.passages)


def read_text_at(passage: Passage, level: TextLevel) -> str:
    """Return the text of a passage at a level: as printed, corrected, or with conjectures.

    `unseen` is the text of the edition, whatever a printed copy has.
    """
    if level == "unseen":
        return passage.edition_text if passage.kind == "trick" else passage.text
    if level == "printed":
        return passage.transcript
    if level == "conjectured" and passage.conjectures:
        located = [Located(conjecture, "", 0) for conjecture in passage.conjectures]
        return apply_emendations(passage.text, located)[0]
    return passage.text


class ModelGameReader:
    """Collects what the lines of one Musterspiel say at one level, in reading order."""

    def __init__(
        self, text: GameText, name: str, pack: Pack, rules: Rules, numbers: NumberReader, level: TextLevel = BASE
    ):
        self.text = text
        self.name = name
        self.pack = pack
        self.rules = rules
        self.numbers = numbers
        self.level = level
        self.title: list[str] = []
        self.hands: dict[str, Cards] = {}
        self.roles: dict[str, str] = {}  # the seat by its role
        self.bids: list[Bid] = []
        self.king = ""
        self.kept = 0
        self.halves: dict[int, Cards] = {}  # by the fold that buys them
        self.heaps: dict[str, Cards] = {}  # the whole talon, the scat, the hand after it
        self.announcements: list[Announcement] = []
        self.tricks: list[Plays] = []
        self.remarks: list[Remark] = []
        self.stated: list[Stated] = []
        self.unreadable: list[Finding] = []

    def read(self) -> ModelGame:
        """Return the game; raises `NotationError` where the edition itself cannot be read."""
        for ident in self.text.idents:
            passage = (self.text.transcript if self.level == "printed" else self.text.words)(ident)
            self.read_passage(passage, read_text_at(passage, self.level))
        seats = tuple(seat for seat in order_seats(self.rules) if seat in self.hands)
        # who deals is nowhere said, but who has the Vorhand
        forehands = {find_seat(self.rules, "game.forehand", seats, seat): seat for seat in seats}
        purchase = None
        if all(bid.bid is not BidKind.SOLO for bid in self.bids):
            first = next((bid.fold for bid in reversed(self.bids) if bid.bid is BidKind.DREIER), 0)
            purchase = Purchase(first=first, kept=self.kept or first)
        talon = {
            "upper" if buys_upper_half(self.rules, fold) else "lower": cards for fold, cards in self.halves.items()
        }
        lists: dict[str, Any] = {name: tuple(getattr(self, name)) for name in _LISTS}
        return ModelGame(
            id=self.name,
            ref=f"{ERA}:{self.name}",
            era=ERA,
            level=self.level,
            title=": ".join(self.title),
            seats=seats,
            dealer=forehands[self.roles["Vorhand"]],
            declarer=self.roles.get("Spieler") or self.bidder,
            partner=self.roles.get("Freund", ""),
            hands=self.hands,
            talon=Talon(**talon, whole=self.heaps.get("whole", ())),
            king=self.pack.require(self.king),
            purchase=purchase,
            scat=self.heaps.get("scat", ()),
            hand_after=self.heaps.get("hand_after", ()),
            **lists,
        )

    def read_passage(self, passage: Passage, text: str) -> None:
        """Read one passage of the game by its kind: hand, bidding, trick or result."""
        match passage.kind:
            case "title":
                self.title.append(re.sub(r"^[0-9]+\. ", "", text).rstrip("."))
            case "hand":
                self.read_with_fallback(passage, text, 0, self.read_hand)
            case "bidding":
                self.read_bidding(passage, text)
            case "trick":
                self.read_with_fallback(passage, text, len(self.tricks) + 1, self.read_trick)
            case "remark":
                self.remarks.append(Remark(after=-1, text=text, ref=passage.ref))
        if passage.kind in ("result", "remark"):
            self.read_results(passage, text)

    def read_with_fallback(self, passage: Passage, text: str, trick: int, read: Callable[[Passage, str], None]) -> None:
        """Read the text at this level; where that cannot be read, record it and read the text of the edition."""
        try:
            read(passage, text)
        except NotationError as error:
            if self.level != "printed" or not passage.emendations:
                raise
            kind = "NOTATION-UNREADABLE" if error.text else "NOTATION-UNREADABLE.end"
            message = Message(kind, where=passage.ref, column=error.column, text=error.text)
            self.unreadable.append(Finding("NOTATION-UNREADABLE", trick, "", "", message, ""))
            read(passage, self.text.words(passage.ident).text)

    def read_hand(self, passage: Passage, text: str) -> None:
        """Read a hand: `A. Vorhand und Spieler. XXI. XIX. …`, or with commas, `B. Spieler. Scüs, XIX. …`."""
        head = re.match(r"([A-D])\. ((?:(?:Vorhand|und|Spieler|Freund|des|Spielers)\b\.? ?)*)", text)
        if head is None:
            raise NotationError(text[:12], "expected a seat", file=passage.ref)
        seat = head[1]
        self.hands[seat] = read_cards(text[head.end() :], self.pack, place=passage.ref, offset=head.end())
        self.roles.update(dict.fromkeys(re.findall(r"\b(?:Vorhand|Spieler|Freund)\b", head[2]), seat))

    def read_trick(self, passage: Passage, text: str) -> None:
        """Read a trick and the remark after it; raise `NotationError` when its number is not the next."""
        head, number = TRICK.match(text), len(self.tricks) + 1
        if head is None or int(head[1]) != number:
            raise NotationError(text[:12], f"expected trick {number}", file=passage.ref)
        plays, remark = read_plays(text[head.end() :], self.pack, len(_SEATS), place=passage.ref)
        self.tricks.append(plays)
        if remark:
            self.remarks.append(Remark(after=number, text=remark, ref=passage.ref))

    def read_results(self, passage: Passage, text: str) -> None:
        """Record each result that a passage states."""
        for pattern, what, value in _RESULTS:
            if found := re.search(pattern, text):
                if value is None:
                    (number,) = self.numbers.find(found[1])
                said = int(number) if value is None else value
                self.stated.append(Stated(what=what, value=said, ref=passage.ref, quote=found[0]))

    def read_bidding(self, passage: Passage, text: str) -> None:
        """Read the text before the play phrase by phrase; raise `NotationError` for a phrase that no pattern fits."""
        position = 0
        while position < len(text):
            for pattern, phrase in _PHRASES:
                found = pattern.match(text, position)
                if found and found.end() > position:
                    self.read_phrase(phrase, found, passage)
                    position = found.end()
                    break
            else:
                raise NotationError(
                    text[position : position + 40],
                    "expected a bid, a purchase, cards or an announcement",
                    position + 1,
                    passage.ref,
                )

    def read_phrase(self, phrase: str, found: re.Match[str], passage: Passage) -> None:
        """Record what a phrase says: bid, call, purchase, cards or announcement."""
        named = found.groupdict()
        seat, fold = named.get("seat", ""), _FOLDS.get(named.get("fold", ""), 0)
        self.king = named.get("king", self.king)
        cards: Cards = ()
        if "cards" in named:
            cards = read_cards(named["cards"], self.pack, place=passage.ref, offset=found.start("cards"))
        match phrase:
            case "bid":
                self.add_bid(seat, fold)
            case "raised":  # who comes first must have held the fold below
                self.add_bid(named["by"], fold - 1, implied=True)
                self.add_bid(seat, fold)
            case "taken":
                self.add_bid(seat, self.bids[-1].fold)
            case "solo" | "pass":
                self.bids.append(Bid(seat=seat, bid=BidKind(phrase)))
            case "kept":
                self.kept = fold
            case "half":
                self.halves[fold] = cards
            case "whole" | "scat" | "hand_after":
                self.heaps[phrase] = cards
            case "said":
                said = named.get("word", "ultimo").lower()
                call = AnnouncementWord.ANNOUNCE if said == Feat.ULTIMO else AnnouncementWord(said)
                seat = seat or self.bidder
                self.announcements.append(Announcement(seat=seat, call=call, of=Feat.ULTIMO))
            case "remark":
                self.remarks.append(Remark(after=0, text=found[0].strip(), ref=passage.ref))

    def add_bid(self, seat: str, fold: int, *, implied: bool = False) -> None:
        """Add the bid of a Dreier of `fold` folds."""
        self.bids.append(Bid(seat=seat, bid=BidKind.DREIER, fold=fold, implied=implied))

    @property
    def bidder(self) -> str:
        """Return the seat of the last bid."""
        return next(bid.seat for bid in reversed(self.bids) if bid.bid is not BidKind.PASS)


# Results as the author states them. Without a value, the first group is a number.
_RESULTS: tuple[tuple[str, StatedKind, bool | None], ...] = (
    (r"\AGewonnen", StatedKind.WON, True),
    (r"\ABeides gewonnen", StatedKind.WON, True),
    (r"\ABeides gewonnen", StatedKind.ULTIMO, True),
    (r"\ABeides verloren", StatedKind.WON, False),
    (r"\ABeides verloren", StatedKind.ULTIMO, False),
    (r"\ASpiel gewonnen", StatedKind.WON, True),
    (r"ultimo verloren", StatedKind.ULTIMO, False),
    (r"ultimo gemacht", StatedKind.ULTIMO, True),
    (r"\ASpiel und König verloren", StatedKind.WON, False),
    (r"\ASpiel und König verloren", StatedKind.KING_LOST, True),
    (r"\AVolat im Stillen", StatedKind.VOLAT, True),
    (r"Spiel (?:ist )?um (\S+) Points gewonnen", StatedKind.WON_BY, None),
    (r"Spiel um (\S+) Points(?: und den gerufenen König)? verloren", StatedKind.LOST_BY, None),
    (r"Points und den gerufenen König verloren", StatedKind.KING_LOST, True),
    (r"der angesagte ultimo, sondern auch das Spiel um \S+ Points verloren", StatedKind.ULTIMO, False),
    (r"Der angesagte ultimo wurde nicht gemacht", StatedKind.ULTIMO, False),
    (r"der contra gewonnen", StatedKind.CONTRA_WON, True),
    (r"Das Spiel ist hoch gewonnen", StatedKind.WON, True),
    (r"der ultimo gemacht", StatedKind.ULTIMO, True),
    (r"wodurch es dem [A-D] möglich wird ultimo zu machen", StatedKind.ULTIMO, True),
    (r"Auch sind \"Alle Drei\" zu rechnen", StatedKind.ALL_THREE, True),
)

_SEAT = r"(?P<seat>[A-D])\.? "
_FOLD = rf"(?P<fold>{'|'.join(_FOLDS)})fach(?:en|er|e)?"
_KING = r"(?P<king>[A-Z][a-z]+-König)"
_CARDS = r"(?P<cards>.*?)(?=\.? ?(?:Nach dem|Nch dem|B sagt|A\. sagt|Es ist hier|; ultimo|\Z))"
# The phrases of the lines between deal and play, tried in this order; what is left of them says nothing.
_PHRASES = tuple(
    (re.compile(pattern), phrase)
    for pattern, phrase in (
        (rf"(?P<by>[A-D]) steigert den {_SEAT}auf einen {_FOLD} Dreier, welchen letzterer mit {_KING} spielt",
         "raised"),
        (rf"{_SEAT}spielt Solo mit {_KING}", "solo"),
        (r"Im Talon, welcher den Gegnern gehört, liegt: (?P<cards>.*)\Z", "whole"),
        (rf"Im {_FOLD} Dreier liegt: (?P<cards>.*)\Z", "half"),
        (rf"{_SEAT}(?:sagt )?(?:einen )?mit Risico (?:einen )?{_FOLD}(?: Dreier)?(?: an)?", "bid"),
        (rf"{_SEAT}(?:sagt |spielt )?(?:einen )?{_FOLD}(?: Dreier)?(?: an)?", "bid"),
        (rf"{_SEAT}(?:tappt|paßt)", "pass"),
        (r"welchen (?P<seat>[A-D]) selbst nimmt und erhält", "taken"),
        (r"welchen die Übrigen gut seyn lassen|welcher bleibt", ""),
        (rf"ruft: {_KING}", "king"),
        (rf"{_KING} wird gerufen", "king"),
        (rf"Es wird der {_KING} gerufen", "king"),
        (rf"Es wird daher wieder zurückgegangen, ein {_FOLD} Dreier gespielt", "kept"),
        (rf"Es wird daher der {_FOLD} Dreier behalten", "kept"),
        (rf"Der {_FOLD} Dreier wird behalten", "kept"),
        (rf"(?:Aus Furcht, der gerufene König würde verloren gehen, wird|Es wird) bei dem {_FOLD} Dreier geblieben",
         "kept"),
        (rf"[A-D] nimmt den ersteren, spielt also {_FOLD}", "kept"),
        (rf"Es wird der erste Kauf genommen, weil er vortheilhafter ist; das Spiel wird sonach {_FOLD}", "kept"),
        (rf"(?:legt in den Scat|in den Scat gelegt|In den Scat wird gelegt): {_CARDS}", "scat"),
        (rf"(?:Nach|Nch) dem Verlegen besitzt (?:daher|also) [A-D] folgende Karten: {_CARDS}", "hand_after"),
        (r"ultimo wird angesagt", "said"),
        (rf"{_SEAT}(?:sagt |gibt )?(?P<word>ultimo|contra|supra|[Rr]e)\b", "said"),
        (r"Es ist hier die begründete Hoffnung ultimo und Volat zu machen", "remark"),
        (r"Nun sieht A, daß das Tarockiren .*\Z", "remark"),
        (r"[\s.,;]+|- ?|und ", ""),
    )
)  # fmt: skip
