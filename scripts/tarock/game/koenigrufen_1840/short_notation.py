"""The short notation of a whole game: plain lines that a person can type and read, beside the YAML that they stand for.

    tarock 1840: my-game
    seats: A, B, C, D
    dealer: D
    hand A: XXI XIX X IV - Careau-Bube, Dreier …
    talon: VIII - Careau-Reiter - Pique-Siebner / Treffle-Achter - Herz-Vierer - Pique-Dame
    bids: A pass, B dreier 1, C pass, D pass
    declarer: B
    king: Careau-König
    buys: 1
    scat: Treffle-Zehner - Careau-Reiter - Pique-Siebner
    1: A XIX - B V - C XX - D Scüs

`contributing/notation.md` has the grammar. A line is `name: value`, in any order; `#` begins a comment. The document
that is read from it has the place of every value, so that each fault is told at its line, as in YAML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from tarock.base.errors import CodexError
from tarock.base.yamlio import LONGEST, Document
from tarock.game.common.notation import write_cards, write_plays
from tarock.game.koenigrufen_1840.record import Announcement, Bid, Game, Remark, Stated
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, BidKind

_HEAD = re.compile(r"\s*tarock\s+([0-9]{4})\s*(?::[ \t]*(.*?))?\s*\Z", re.IGNORECASE)
_LINE = re.compile(r"\s*([A-Za-z_]+|[0-9]+)(?:\s+([^:]*?))?\s*:[ \t]*(.*?)\s*\Z")
_SPECIAL = re.compile(r"[,;:()\[\]#\"]|\A\s|\s\Z")  # what no name of a seat may have here
_REF = re.compile(r"\s*\[([^\[\]\s]*)\]\s*\Z")
_OF_TEXT = re.compile(r"\s*(?:title|result|remark\s[^:]*)\s*:", re.IGNORECASE)  # may hold the sign of a comment
_QUOTE = re.compile(r'\s*("(?:[^"\\]|\\.)*")\s*\Z')
_WHOLE = ("title", "ref", "dealer", "declarer", "partner", "fifth", "king", "scat", "after")
_FIELDS = {"after": "hand_after"}


def is_short(text: str) -> bool:
    """Return whether a text is in the short notation: its first line that is no comment says so."""
    return bool(_HEAD.match(next((line for line in map(_strip, text.split("\n")) if line), "")))


def _strip(line: str) -> str:
    """Return a line without its comment."""
    return re.sub(r"^\s*#.*" if _OF_TEXT.match(line) else r"(?:^|\s)#.*", "", line).strip("\ufeff\r ")


class _Builder:
    """Builds the parsed text of a document, each value with the place where it stands."""

    def __init__(self, path: Path):
        self.path = path
        self.number = 0
        self.line = ""
        self.fields: dict[str, Any] = {}
        self.hands: dict[str, Any] = {}
        self.tricks: list[Any] = []
        self.remarks: list[Any] = []

    def error(self, what: str, expected: str) -> CodexError:
        """Return an error at the line that is read."""
        return CodexError(what, expected, file=self.path, line=self.number + 1)

    def text(self, value: str, *, plain: bool = False) -> yaml.ScalarNode:
        """Return a value of the line: text, or if `plain` what a plain word means in YAML."""
        start = max(self.line.find(value), 0)
        return yaml.ScalarNode(
            "", value, self._mark(start), self._mark(start + len(value)), style=None if plain else "|"
        )

    def _mark(self, column: int = 0) -> yaml.Mark:
        return yaml.Mark("", 0, self.number, column, None, 0)

    def list(self, values: list[Any]) -> yaml.SequenceNode:
        """Return a list of values of the line."""
        mark = self._mark()
        return yaml.SequenceNode("", values, mark, mark)

    def map(self, values: dict[str, Any]) -> yaml.MappingNode:
        """Return a mapping of values, which stand where the first of them does."""
        mark = next(iter(values.values())).start_mark if values else self._mark()
        return yaml.MappingNode("", [(self.text(name), value) for name, value in values.items()], mark, mark)

    def put(self, name: str, value: Any) -> None:
        """Take a field of the game; raises `CodexError` for one that is there already."""
        if name in self.fields:
            raise self.error(f"`{name}` stands there already", "expected it once")
        self.fields[name] = value


def parse_short(text: str, path: Path) -> Document:
    """Return the document of a game in the short notation; raises `CodexError` at the line of what cannot be read."""
    if len(text) > LONGEST:
        raise CodexError(f"{len(text)} characters", f"expected at most {LONGEST}", file=path)
    made = _Builder(path)
    for number, line in enumerate(text.split("\n")):
        made.number, made.line = number, line
        words = _strip(line)
        if words and made.fields:
            _read_line(made, words)
        elif words and (head := _HEAD.match(words)):
            made.put("id", made.text(head[2] or path.stem or "game"))
            made.put("era", made.text(head[1]))
    if made.hands:
        made.put("hands", made.map(made.hands))
    made.put("tricks", made.list(made.tricks))
    if made.remarks:
        made.put("remarks", made.list(made.remarks))
    node = made.map(made.fields)
    return Document(path, to_data(node), node, has_keys=False)


def _read_line(made: _Builder, words: str) -> None:
    found = _LINE.match(words)
    if not found:
        raise made.error(f"`{words[:40]}` is no line of a game", "expected a name, a colon and a value")
    name, of, value = found[1].lower(), found[2] or "", found[3]
    if name == "hand" and of:
        if of in made.hands:
            raise made.error(f"the hand of `{of}` stands there already", "expected it once")
        made.hands[of] = made.text(value)
    elif name.isdigit() and not of:
        if int(name) != len(made.tricks) + 1:
            raise made.error(f"trick {name} stands here", f"expected trick {len(made.tricks) + 1}")
        made.tricks.append(made.text(value))
    elif name == "remark" and re.fullmatch(r"-?[0-9]+", of):
        made.remarks.append(_read_remark(made, of, value))
    elif of or name not in _READERS:
        named = words.partition(":")[0].strip()
        raise made.error(f"`{named[:40]}` is no part of a game", f"expected one of {', '.join(_NAMES)}")
    else:
        _READERS[name](made, name, value)


def to_data(node: Any) -> Any:
    """Return the data of a parsed text."""
    if isinstance(node, yaml.MappingNode):
        return {name.value: to_data(value) for name, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [to_data(value) for value in node.value]
    if node.style:
        return node.value
    return {"true": True, "false": False}[node.value] if node.value in ("true", "false") else int(node.value)


def _read_whole(made: _Builder, name: str, value: str) -> None:
    if name == "king" and value.lower().endswith(", late"):
        value = value[: -len(", late")]
        made.put("called_late", made.text("true", plain=True))
    made.put(_FIELDS.get(name, name), made.text(value))


def _read_seats(made: _Builder, _name: str, value: str) -> None:
    made.put("seats", made.list([made.text(seat.strip()) for seat in value.split(",")]))


def _read_talon(made: _Builder, _name: str, value: str) -> None:
    upper, slash, lower = (part.strip() for part in value.partition("/"))
    halves = {"upper": upper, "lower": lower} if slash else {"whole": upper}
    made.put("talon", made.map({name: made.text(cards) for name, cards in halves.items() if cards}))


def _read_bids(made: _Builder, _name: str, value: str) -> None:
    bids = []
    for part in filter(None, map(str.strip, value.split(","))):
        implied = part.startswith("(") and part.endswith(")")
        found = re.fullmatch(r"(.+?)\s+([A-Za-z]+)(?:\s+([0-9]+))?", part.strip("()"))
        if not found:
            raise made.error(f"`{part}` is no bid", f"expected a seat and one of {', '.join(BidKind)}")
        bid = {"seat": made.text(found[1]), "bid": made.text(found[2].lower())}
        bid |= {"fold": made.text(found[3], plain=True)} if found[3] else {}
        bids.append(made.map(bid | ({"implied": made.text("true", plain=True)} if implied else {})))
    made.put("bids", made.list(bids))


def _read_buys(made: _Builder, _name: str, value: str) -> None:
    found = re.fullmatch(r"([0-9]+)(?:,?\s*keeps\s+([0-9]+))?(,\s*forced)?", value, re.IGNORECASE)
    if not found:
        raise made.error(f"`{value}` is no purchase", "expected the fold bought, as in `1` or `1, keeps 2, forced`")
    bought = {"first": made.text(found[1], plain=True), "kept": made.text(found[2] or found[1], plain=True)}
    made.put("purchase", made.map(bought | ({"forced": made.text("true", plain=True)} if found[3] else {})))


def _read_says(made: _Builder, _name: str, value: str) -> None:
    said = []
    for part in filter(None, map(str.strip, value.split(","))):
        found = re.fullmatch(r"(.+?)\s+(?:([A-Za-z]+)\s+)?([A-Za-z]+)", part)
        if not found:
            raise made.error(
                f"`{part}` is no announcement", "expected a seat and what it says, as in `A contra ultimo`"
            )
        seat, call = found[1], (found[2] or "").lower()
        if call and call not in set(AnnouncementWord):  # a name of two words
            seat, call = f"{seat} {found[2]}", ""
        call = call or AnnouncementWord.ANNOUNCE.value
        said.append(made.map({"seat": made.text(seat), "call": made.text(call), "of": made.text(found[3].lower())}))
    made.put("announcements", made.list(said))


def _read_consulation(made: _Builder, _name: str, value: str) -> None:
    size, _, points = value.partition(" ")
    made.put("consulation", made.text(size.lower()))
    if points:
        if not points.strip().isdigit():
            raise made.error(f"`{points}` is no number of points", "expected `small` and the points agreed")
        made.put("small_consulation", made.text(points.strip(), plain=True))


def _read_remark(made: _Builder, after: str, value: str) -> yaml.MappingNode:
    ref = _REF.search(value)
    fields = {"after": made.text(after, plain=True), "text": made.text(value[: ref.start()] if ref else value)}
    return made.map(fields | ({"ref": made.text(ref[1])} if ref and ref[1] else {}))


def _read_result(made: _Builder, _name: str, value: str) -> None:
    found = []
    for part in re.split(r";(?=(?:[^\"]*\"[^\"]*\")*[^\"]*\Z)", value):
        quote = _QUOTE.search(part)
        rest = part[: quote.start()] if quote else part
        ref = _REF.search(rest)
        what, _, said = (rest[: ref.start()] if ref else rest).strip().partition(" ")
        said = {"yes": "true", "no": "false", "": "true"}.get(said.strip().lower(), said.strip())
        if said not in ("true", "false") and not re.fullmatch(r"-?[0-9]{1,6}", said):
            raise made.error(f"`{part.strip()}` is no result", "expected `won yes`, `won_by 26` and the like")
        stated = {"what": made.text(what.lower()), "value": made.text(said, plain=True)}
        stated |= {"ref": made.text(ref[1])} if ref and ref[1] else {}
        found.append(made.map(stated | ({"quote": made.text(json.loads(quote[1]))} if quote else {})))
    made.put("stated", made.list(found))


_READERS: dict[str, Callable[[_Builder, str, str], None]] = {
    **dict.fromkeys(_WHOLE, _read_whole), "seats": _read_seats, "talon": _read_talon, "bids": _read_bids,
    "buys": _read_buys, "says": _read_says, "consulation": _read_consulation, "result": _read_result,
}  # fmt: skip
_NAMES = ("hand SEAT", "1 to 12", "remark NUMBER", *_READERS)


def write_short(game: Game) -> str:
    """Return a game in the short notation; raises `CodexError` for names that it has no place for."""
    for seat in (*game.seats, game.fifth):
        if _SPECIAL.search(seat) or (len(seat.split(" ")) > 1 and seat.split(" ")[-1].lower() in set(AnnouncementWord)):
            raise CodexError(
                f"the seat `{seat}` cannot be written so", "expected a name of letters, or the game as YAML"
            )
    lines = [f"tarock {game.era}: {game.id}"]

    def put(name: str, value: str) -> None:
        if value:
            lines.append(f"{name}: {' '.join(value.split())}")

    put("title", game.title)
    put("ref", game.ref)
    put("seats", ", ".join(game.seats))
    put("fifth", game.fifth)
    put("dealer", game.dealer)
    if game.consulation is not None:
        put("consulation", f"{game.consulation}{f' {game.small_consulation}' if game.small_consulation else ''}")
    for seat, hand in game.hands.items():
        put(f"hand {seat}", write_cards(hand))
    halves = (write_cards(game.talon.upper), write_cards(game.talon.lower))
    put("talon", write_cards(game.talon.whole) or " / ".join(halves))
    put("bids", ", ".join(map(_write_bid, game.bids)))
    put("declarer", game.declarer)
    put("partner", game.partner)
    put("king", f"{game.king.name}{', late' if game.called_late else ''}")
    if bought := game.purchase:
        keeps = f", keeps {bought.kept}" if bought.kept != bought.first else ""
        put("buys", f"{bought.first}{keeps}{', forced' if bought.forced else ''}")
    put("scat", write_cards(game.scat))
    put("after", write_cards(game.hand_after))
    put("says", ", ".join(map(_write_announcement, game.announcements)))
    for number, trick in enumerate(game.tricks, 1):
        put(str(number), write_plays(trick))
    for remark in game.remarks:
        put(f"remark {remark.after}", _write_remark(remark))
    put("result", "; ".join(map(_write_stated, game.stated)))
    return "\n".join(lines) + "\n"


def _write_bid(bid: Bid) -> str:
    text = f"{bid.seat} {bid.bid}{f' {bid.fold}' if bid.fold else ''}"
    return f"({text})" if bid.implied else text


def _write_announcement(said: Announcement) -> str:
    return f"{said.seat} {'' if said.call is AnnouncementWord.ANNOUNCE else f'{said.call} '}{said.of}"


def _write_remark(remark: Remark) -> str:
    return f"{remark.text}{f' [{remark.ref}]' if remark.ref or _REF.search(remark.text) else ''}"


def _write_stated(stated: Stated) -> str:
    value = {True: "yes", False: "no"}[stated.value] if isinstance(stated.value, bool) else stated.value
    quote = f" {json.dumps(stated.quote, ensure_ascii=False)}" if stated.quote else ""
    return f"{stated.what} {value}{f' [{stated.ref}]' if stated.ref else ''}{quote}"
