"""What a book holds: plain records without addresses or layout, which become JSON for the typesetter as they are.

A `target` or `anchor` is a reference such as `1840:47.2`; it may lie outside the book.
"""

from __future__ import annotations

import msgspec


class Words(msgspec.Struct, frozen=True, tag_field="kind", tag="words"):
    """Plain words."""

    text: str


class Emended(msgspec.Struct, frozen=True, tag_field="kind", tag="emended"):
    """Words that differ from the transcript's; behind them the note with this number is called, unless it is empty."""

    inside: tuple[Inline, ...]
    note: str


class Refer(msgspec.Struct, frozen=True, tag_field="kind", tag="refer"):
    """Words that refer to another place."""

    inside: tuple[Inline, ...]
    target: str


class PageBreak(msgspec.Struct, frozen=True, tag_field="kind", tag="page"):
    """The place where a page of the original begins, by its name there."""

    page: str


Inline = Words | Emended | Refer | PageBreak
Line = tuple[Inline, ...]


class Heading(msgspec.Struct, frozen=True, tag_field="kind", tag="heading"):
    """A heading of the source, 1 the highest; `running` is the name of what it opens, if that can be cited."""

    anchor: str
    level: int
    running: str
    german: Line
    english: str


class Passage(msgspec.Struct, frozen=True, tag_field="kind", tag="passage"):
    """A passage: its words line by line (none where they are left out), notes called at its end, our English.

    `form` is the kind of passage (`trick`, `hand`, `figure` …), `opens` the name of the game that begins with it;
    `remarks` are notes of the translator, `history` the historical notes on it by id.
    """

    anchor: str
    ident: str
    form: str
    opens: str
    german: tuple[Line, ...]
    notes: tuple[str, ...]
    english: str
    remarks: tuple[str, ...]
    history: tuple[str, ...]


Block = Heading | Passage


class Note(msgspec.Struct, frozen=True):
    """An emendation, or a conjecture that was not applied: what the transcript has, what is read, and why.

    Emendations are numbered 1, 2 …, conjectures c1, c2 …, each in the order of the text.
    """

    number: str
    anchor: str
    place: str
    type: str
    certainty: str
    transcript: str
    reading: str
    reason: str
    evidence: str
    applied: bool


class Chapter(msgspec.Struct, frozen=True):
    """A source: what is known of it, its blocks in reading order, its notes by number, how to cite it.

    `left_out`: its words are not here; `english` says what our English of it is, if there is any.
    """

    siglum: str
    title: str
    language: str
    year: str
    version: str
    date: str
    hash: str
    facts: tuple[tuple[str, str], ...]
    rights: str
    caveat: str
    citations: tuple[tuple[str, str], ...]
    english: str
    left_out: bool
    run_on: bool
    blocks: tuple[Block, ...]
    notes: tuple[Note, ...]


class History(msgspec.Struct, frozen=True):
    """A historical note: on what words, what is known, what is only likely, and the passages."""

    id: str
    expression: str
    note: str
    guess: str
    refs: tuple[str, ...]


class Meaning(msgspec.Struct, frozen=True):
    """A meaning of a term: its name, empty where the term has one only; our English, what it is, who says so."""

    name: str
    english: str
    gloss: str
    refs: tuple[str, ...]


class Term(msgspec.Struct, frozen=True):
    """A term of the sources, as it is spelled there and, where that differs, today."""

    headword: str
    modern: str
    meanings: tuple[Meaning, ...]


class Reading(msgspec.Struct, frozen=True):
    """What holds in a case, and the passages that say so."""

    case: str
    shown: str
    grade: str
    refs: tuple[str, ...]


class Cell(msgspec.Struct, frozen=True):
    """What a source says on a rule: readings, or the kind of its silence."""

    siglum: str
    readings: tuple[Reading, ...]
    silence: str


class Row(msgspec.Struct, frozen=True):
    """A rule across the sources."""

    title: str
    cells: tuple[Cell, ...]


class Topic(msgspec.Struct, frozen=True):
    """The rules of one subject side by side."""

    title: str
    about: str
    rows: tuple[Row, ...]


class Hand(msgspec.Struct, frozen=True):
    """The cards of a seat, by its name, or those of a heap on the table."""

    name: str
    cards: tuple[str, ...]


class Trick(msgspec.Struct, frozen=True):
    """A trick: a card per seat (empty where the record lacks it), who leads, who takes it, points after it."""

    anchor: str
    number: int
    cards: tuple[str, ...]
    leader: str
    winner: str
    points: str
    findings: tuple[str, ...]


class SheetLine(msgspec.Struct, frozen=True):
    """An entry of a score sheet: what, by which seats, points, and the passage that says so."""

    what: str
    seats: tuple[str, ...]
    reckoning: str
    points: int
    ref: str


class Result(msgspec.Struct, frozen=True):
    """What the author states and in which words, what the replay gives, and the verdict."""

    what: str
    words: str
    stated: bool | int
    computed: bool | int
    verdict: str
    ref: str


class Level(msgspec.Struct, frozen=True):
    """A game at one level: how many findings, the points of the declarer's side, and the stated results judged."""

    name: str
    findings: int
    points: str
    results: tuple[Result, ...]


class Game(msgspec.Struct, frozen=True):
    """A model game as it is read in the edition, and how each level of it ends.

    `kept` is the fold of the Dreier (0 at Solo), `announced` who announces what; `before` are findings in no trick.
    """

    anchor: str
    title: str
    verdict: str
    seats: tuple[str, ...]
    hands: tuple[Hand, ...]
    declarer: str
    partner: str
    king: str
    kept: int
    announced: tuple[tuple[str, str], ...]
    before: tuple[str, ...]
    tricks: tuple[Trick, ...]
    sheet: tuple[SheetLine, ...]
    totals: tuple[tuple[str, int], ...]
    levels: tuple[Level, ...]


class Claim(msgspec.Struct, frozen=True):
    """Something that can be recomputed, and the verdict."""

    ref: str
    says: str
    type: str
    verdict: str
    note: str


class Verdicts(msgspec.Struct, frozen=True):
    """The claims of a source in the order of its text, and how many have which verdict."""

    title: str
    counts: tuple[tuple[str, int], ...]
    claims: tuple[Claim, ...]


class Book(msgspec.Struct, frozen=True):
    """A book: one source, or the whole codex with rules, games and verdicts. `hash` is that of what it holds.

    `left_out` are the years of the sources whose words are not in it, though they belong there.
    """

    whole: bool
    title: str
    by: str
    version: str
    date: str
    day: str
    address: str
    chapters: tuple[Chapter, ...]
    left_out: tuple[str, ...] = ()
    history: tuple[History, ...] = ()
    terms: tuple[Term, ...] = ()
    topics: tuple[Topic, ...] = ()
    games: tuple[Game, ...] = ()
    verdicts: tuple[Verdicts, ...] = ()
    hash: str = ""
