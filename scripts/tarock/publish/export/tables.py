"""The tables, each with its columns and what they mean, all in this place: the schema of the CSV files, the tables of
SQLite and what the data page tells of them are made from it.

A value that does not apply is empty: in SQLite NULL, in CSV nothing. What has no fixed type (`JSON`) is JSON text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tarock.base.structs import Value
from tarock.publish.export import rows
from tarock.rules.compare_text import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tarock.publish.export.content import Content
    from tarock.publish.export.rows import Cell

Type = Literal["text", "integer", "truth", "JSON"]


class Column(Value):
    """A column: what it means; whether it is never empty; the table to whose key it leads, if it leads to one."""

    name: str
    about: str
    type: Type = "text"
    required: bool = False
    to: str = ""


class Table(Value):
    """A table: its key, if it has one, its columns, and what makes its rows.

    `within` is another table whose key the first columns of this one's key are.
    """

    name: str
    about: str
    rows: Callable[[Content], Iterable[tuple[Cell, ...]]]
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    within: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple(column.name for column in self.columns)


def foreign_keys(table: Table) -> Iterator[tuple[tuple[str, ...], str, tuple[str, ...]]]:
    """The columns of a table that lead to others: those columns, the table, and its key."""
    keys = {each.name: each.key for each in TABLES}
    for column in table.columns:
        if column.to:
            yield (column.name,), column.to, keys[column.to]
    if table.within:
        outer = keys[table.within]
        yield table.key[: len(outer)], table.within, outer


def _of(table: str, name: str, about: str) -> Column:
    """A column that leads to another table, always."""
    return Column(name, about, required=True, to=table)


def _place(of: str) -> tuple[Column, ...]:
    return (
        Column("start", f"where {of} begins in `german` of the passage, in characters from 0", "integer"),
        Column("end", "where it ends", "integer"),
    )


_COMPARISON = {
    "id": "the statement; empty for a silence",
    "source": "the source that is asked",
    "key": "the question",
    "title": "the question in words",
    "case": "the case that the answer holds in",
    "type": "the type of its answers",
    "value": "the answer, as JSON unless it is a word",
    "unit": "what a number counts",
    "grade": "how the source has it, or the kind of its silence",
    "reading": "which reading, where the source has several; `second` for the other one of an ambiguous text",
    "passage": "the passages that it rests on, with a space between two",
    "quote": "their words, with ` … ` between two; of a silence the reason",
    "differences": "how each two sources stand to each other",
}
_LEADS = {"id": "statements", "source": "sources", "key": "keys"}

TABLES = (
    Table(
        "sources",
        "The rule texts, with their rights and editions.",
        rows.sources,
        (
            Column("siglum", "the year, by which the source is cited", required=True),
            Column("title", "its title; in brackets the name of its subject", required=True),
            Column("author", "who wrote it"),
            Column("year", "the year of the print", "integer", required=True),
            Column("place", "where it was printed"),
            Column("publisher", "who published it"),
            Column("container", "what it is a part of"),
            Column("pages", "its printed pages"),
            Column("shelfmark", "the library and its number of the copy"),
            Column("language", "the language of the text", required=True),
            Column("completeness", "`complete` or `fragment`", required=True),
            Column("completeness_note", "what is lost", required=True),
            Column("edition", "the version of the edition", required=True),
            Column("edition_date", "the day of that version", required=True),
            Column("transcript_sha256", "of the file as received", required=True),
            Column("transcript_editor", "who edited the transcript"),
            Column("caveats", "what a reader has to know", required=True),
            Column("rights", "the rights in the text", required=True),
            Column("free", "whether the text may be published", "truth", required=True),
            Column("left_out", "what of it is not in these tables"),
            Column("urn", "of the edition", required=True),
        ),
        ("siglum",),
    ),
    Table(
        "found_at",
        "Pages on which the same text stands, as far as it was compared.",
        rows.found_at,
        (
            _of("sources", "source", "the source"),
            Column("number", "from 1", "integer", required=True),
            Column("address", "the page", required=True),
            Column("seen", "on which day", required=True),
            Column("compared", "how many characters of the transcript were held against it", "integer", required=True),
            Column("characters", "of how many", "integer", required=True),
            Column("result", "`same` or `differs`", required=True),
            Column("note", "how much of the page was there to see, and wherein it differs", required=True),
        ),
        ("source", "number"),
    ),
    Table(
        "passages",
        "Everything that has an id and a text of its own: passages, headings, and what stands around a text.",
        rows.passages,
        (
            Column("id", "the reference, such as `1840:47.2`", required=True),
            _of("sources", "source", "the source"),
            Column("position", "its number in reading order, through all sources", "integer", required=True),
            Column("role", "`passage`, `heading` or `paratext`"),
            Column("kind", "what it is in its source: `paragraph`, `trick`, `section` …"),
            Column("label", "what a person calls it"),
            Column("heading", "the heading that it stands under"),
            Column("page", "the printed pages that it stands on"),
            Column("german", "the text of the edition; empty where it is left out"),
            Column("transcript", "the text as received, where it differs"),
            Column("modern", "the text in the spelling of 2006"),
            Column("english", "our English"),
            Column("left_out", "whether its words are left out for their rights", "truth", required=True),
            Column("sha256", "of the text of the edition", required=True),
            Column("urn", "with the version of the edition"),
            Column("cite_key", "the source in this edition, as the bibliography calls it"),
            Column("locator_label", "what kind of locator the passage is, by CSL"),
            Column("locator", "the passage as a locator in that source"),
        ),
        ("id",),
    ),
    Table(
        "sentences",
        "The sentences of each passage.",
        rows.sentences,
        (
            Column("id", "the reference, such as `1840:47.2#1`", required=True),
            _of("passages", "passage", "the passage"),
            Column("number", "from 1", "integer", required=True),
            *_place("it"),
            Column("german", "its words", required=True),
            Column("english", "our English"),
            Column("account", "`encoded`, `claimed`, `exemplified` or `set aside`; only passages are accounted for"),
        ),
        ("id",),
    ),
    Table(
        "keys",
        "The questions that any Tarock game could answer.",
        rows.keys,
        (
            Column("key", "its permanent name, such as `settlement.stake.default`", required=True),
            Column("topic", "the group that it is in", required=True),
            Column("title", "in words", required=True),
            Column("asks", "as a question", required=True),
            Column("type", "the type of the answers", required=True),
            Column("unit", "what a number counts"),
            Column("by", "what answers vary by, with a space between two"),
        ),
        ("key",),
    ),
    Table(
        "statements",
        "The encoded rule values.",
        rows.statements,
        (
            Column("id", "its permanent name, such as `1840/honours.count[honour=all_three]`", required=True),
            _of("sources", "source", "the source that says it"),
            _of("keys", "key", "the question that it answers"),
            Column("case", "the case that it holds in, as a JSON object", "JSON", required=True),
            Column("reading", "its name, where the source has several under key and case"),
            Column("value", "the answer", "JSON", required=True),
            Column("shown", "the answer as a person reads it, with its unit", required=True),
            Column("unit", "what a number counts"),
            Column("grade", "how the source has it", required=True),
            Column("says", "the same as an English sentence", required=True),
            Column("note", "a remark of ours"),
            Column("derived", "the formula by which a number follows that is not in the quote"),
            Column("other_value", "the value that an ambiguous text may have instead", "JSON"),
            Column("other_why", "and why"),
        ),
        ("id",),
    ),
    Table(
        "statement_quotes",
        "The passages that each statement rests on, and their words.",
        rows.statement_quotes,
        (
            _of("statements", "statement", "the statement"),
            Column("number", "from 1; the first is what is cited for it", "integer", required=True),
            _of("passages", "passage", "the passage"),
            Column("quote", "words of it; `[left out]` where the text is", required=True),
            *_place("the quote"),
        ),
        ("statement", "number"),
    ),
    Table(
        "comparison",
        "The sources side by side, as `tarock compare --format csv` prints them: a row for each reading or silence.",
        rows.comparison,
        tuple(Column(name, _COMPARISON[name], to=_LEADS.get(name, "")) for name in COLUMNS),
    ),
    Table(
        "claims",
        "What the authors computed or remarked, and what comes of it when it is computed again.",
        rows.claims,
        (
            Column("id", "its permanent name", required=True),
            _of("sources", "source", "the source by whose rules it is computed"),
            Column("kind", "`result` and `remark` are the author's, a `trial` is a scenario of ours", required=True),
            Column("says", "the claim as an English sentence", required=True),
            Column("compute", "the function or formula"),
            Column("inputs", "what the function is given, as a JSON object", "JSON", required=True),
            Column("expected", "as the source has it", "JSON"),
            Column("computed", "what comes out", "JSON"),
            Column("verdict", "how both stand to each other", required=True),
            Column("reason", "why it does not simply agree"),
            Column("needs", "what it would need to be computed"),
        ),
        ("id",),
    ),
    Table(
        "claim_quotes",
        "The words that give the expectation of each claim.",
        rows.claim_quotes,
        (
            _of("claims", "claim", "the claim"),
            Column("number", "from 1", "integer", required=True),
            _of("passages", "passage", "the passage"),
            Column("quote", "words of it", required=True),
            *_place("the quote"),
        ),
        ("claim", "number"),
    ),
    Table(
        "emendations",
        "The recorded corrections of the transcripts, and the conjectures about play.",
        rows.emendations,
        (
            _of("passages", "passage", "the passage"),
            Column("number", "from 1 in each passage, the conjectures behind", "integer", required=True),
            Column("kind", "what is wrong; a `conjecture` is never applied", required=True),
            Column("lemma", "what the transcript has", required=True),
            Column("reading", "what the edition reads"),
            Column("certainty", "`certain`, `probable` or `possible`", required=True),
            Column("reason", "why", required=True),
            Column("evidence", "by what", required=True),
            *_place("the reading"),
            Column(
                "standing", "what copies of the print make of it: `attested`, `refuted`, `disputed`, or nothing yet"
            ),
        ),
        ("passage", "number"),
    ),
    Table(
        "games",
        "The model games that are printed, card by card.",
        rows.games,
        (
            Column("id", "the reference, such as `1840:m3`", required=True),
            _of("sources", "source", "the source"),
            Column("title", "as the author calls it", required=True),
            Column("verdict", "whether the printed result follows from the play", required=True),
            Column("seats", "in order of play, with a space between two", required=True),
            Column("dealer", "who deals", required=True),
            Column("declarer", "who plays the game", required=True),
            Column("partner", "who holds the called king, if that makes a partner"),
            Column("contract", "`dreier` or `solo`", required=True),
            Column("king", "the called king", required=True),
            Column("talon", "its cards, with a comma between two", required=True),
            Column("scat", "what the declarer discards"),
        ),
        ("id",),
    ),
    Table(
        "levels",
        "Each game replayed: as printed, with the emendations, with the conjectures about play.",
        rows.levels,
        (
            _of("games", "game", "the game"),
            Column("level", "`printed`, `corrected` or `conjectured`", required=True),
            Column("won", "whether the declarer's side wins", "truth", required=True),
            Column("points", "by how many points, less than 0 when it is lost", "integer", required=True),
            Column("declarer_side_thirds", "what its cards count, in thirds of a point", "integer", required=True),
            Column("scores", "what each seat writes, as a JSON object", "JSON", required=True),
            Column("faults", "the number of findings", "integer", required=True),
        ),
        ("game", "level"),
    ),
    Table(
        "hands",
        "The cards that each seat is dealt.",
        rows.hands,
        (
            Column("game", "the game", required=True),
            Column("level", "the level", required=True),
            Column("seat", "the seat", required=True),
            Column("cards", "in order, with a comma between two", required=True),
        ),
        ("game", "level", "seat"),
        within="levels",
    ),
    Table(
        "tricks",
        "The tricks of each game.",
        rows.tricks,
        (
            Column("game", "the game", required=True),
            Column("level", "the level", required=True),
            Column("trick", "its number, from 1", "integer", required=True),
            Column("winner", "the seat that takes it", required=True),
            Column("thirds", "what its cards count, in thirds of a point", "integer", required=True),
            Column("declarer_side_thirds", "what the declarer's side counts after it", "integer", required=True),
        ),
        ("game", "level", "trick"),
        within="levels",
    ),
    Table(
        "plays",
        "The cards of each trick in the order of play.",
        rows.plays,
        (
            Column("game", "the game", required=True),
            Column("level", "the level", required=True),
            Column("trick", "the trick", "integer", required=True),
            Column("turn", "from 1", "integer", required=True),
            Column("seat", "who plays", required=True),
            Column("card", "the card", required=True),
        ),
        ("game", "level", "trick", "turn"),
        within="tricks",
    ),
    Table(
        "results",
        "What the author states of the result of each game, and what the replay gives.",
        rows.results,
        (
            Column("game", "the game", required=True),
            Column("level", "the level", required=True),
            Column("number", "from 1", "integer", required=True),
            Column("what", "what is stated", required=True),
            Column("expected", "as it is stated", "JSON", required=True),
            Column("computed", "as it is replayed", "JSON", required=True),
            Column("verdict", "`reproduced`, `not reproduced` or `undetermined`", required=True),
            _of("passages", "passage", "the passage"),
            Column("quote", "its words", required=True),
            *_place("the quote"),
        ),
        ("game", "level", "number"),
        within="levels",
    ),
    Table(
        "findings",
        "What is wrong in the record of each game.",
        rows.findings,
        (
            Column("game", "the game", required=True),
            Column("level", "the level", required=True),
            Column("number", "from 1", "integer", required=True),
            Column("finding", "its permanent code, such as `PLAY-REVOKE`", required=True),
            Column("trick", "the trick; 0 before the first", "integer", required=True),
            Column("seat", "the seat"),
            Column("card", "the card"),
            Column("message", "what is wrong", required=True),
            Column("passage", "the passage that forbids it", to="passages"),
            Column("reason", "why it is there, as far as it is understood"),
        ),
        ("game", "level", "number"),
        within="levels",
    ),
)
