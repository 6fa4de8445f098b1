"""The tables, each with its columns and what they mean.

The schema of the CSV files, the tables of SQLite and their description on the data page are made from this list.

A value that does not apply is empty: in SQLite NULL, in CSV nothing. A value without a fixed type (`JSON`) is JSON
text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from tarock.base.structs import Frozen
from tarock.publish.export import rows
from tarock.publish.export.content import Content
from tarock.publish.export.rows import CellValue
from tarock.rules.compare_text import COLUMNS

Type = Literal["text", "integer", "truth", "JSON"]


class Column(Frozen):
    """A column: what it means; whether it may be empty; the table to whose key it leads, if it leads to one."""

    name: str
    about: str
    type: Type = "text"
    optional: bool = False
    to: str = ""


class Table(Frozen):
    """A table: its key, if it has one, its columns, and what makes its rows.

    `within` is another table whose key the first columns of this one's key are.
    """

    name: str
    about: str
    rows: Callable[[Content], Iterable[tuple[CellValue, ...]]]
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    within: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(column.name for column in self.columns)

    def filled(self, content: Content) -> Iterator[tuple[CellValue, ...]]:
        """Yield the rows, with None where an optional value is empty."""
        for row in self.rows(content):
            cells = zip(row, self.columns, strict=True)
            yield tuple(None if cell == "" and column.optional else cell for cell, column in cells)


def list_foreign_keys(table: Table) -> Iterator[tuple[tuple[str, ...], str, tuple[str, ...]]]:
    """Yield the columns of a table that lead to another, with that table and its key."""
    keys = {each.name: each.key for each in TABLES}
    for column in table.columns:
        if column.to:
            yield (column.name,), column.to, keys[column.to]
    if table.within:
        outer = keys[table.within]
        yield table.key[: len(outer)], table.within, outer


def _refer_to(table: str, name: str, about: str) -> Column:
    """Return a column that always leads to another table."""
    return Column(name, about, to=table)


def _place(of: str) -> tuple[Column, ...]:
    return (
        Column(
            "start", f"where {of} begins in `german` of the passage, in characters from 0", "integer", optional=True
        ),
        Column("end", "where it ends", "integer", optional=True),
    )


_NUMBER = Column("number", "from 1", "integer")
_SOURCE = _refer_to("sources", "source", "the source")
_PASSAGE = _refer_to("passages", "passage", "the passage")
_LEVEL = (Column("game", "the game"), Column("level", "the level"))
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
    "shown": "the answer as a person reads it, with the values of other keys that are part of it",
}
_LEADS = {"id": "statements", "source": "sources", "key": "keys"}

TABLES = (
    Table(
        "sources",
        "The rule texts, with their rights and editions.",
        rows.sources,
        (
            Column("siglum", "the year, by which the source is cited"),
            Column("title", "its title; in brackets the name of its subject"),
            Column("author", "who wrote it", optional=True),
            Column("year", "the year of the print", "integer"),
            Column("place", "where it was printed", optional=True),
            Column("publisher", "who published it", optional=True),
            Column("container", "what it is a part of", optional=True),
            Column("pages", "its printed pages", optional=True),
            Column("shelfmark", "the library and its number of the copy", optional=True),
            Column("language", "the language of the text"),
            Column("completeness", "`complete` or `fragment`"),
            Column("completeness_note", "what is lost"),
            Column("edition", "the version of the edition"),
            Column("edition_date", "the day of that version"),
            Column("transcript_sha256", "of the file as received"),
            Column("transcript_editor", "who edited the transcript", optional=True),
            Column("caveats", "what a reader has to know"),
            Column("rights", "the rights in the text"),
            Column("free", "whether the text may be published", "truth"),
            Column("left_out", "what of it is not in these tables", optional=True),
            Column("urn", "of the edition"),
        ),
        ("siglum",),
    ),
    Table(
        "found_at",
        "Pages on which the same text stands, as far as it was compared.",
        rows.found_at,
        (
            _SOURCE,
            _NUMBER,
            Column("address", "the page"),
            Column("seen", "on which day"),
            Column("compared", "how many characters of the transcript were held against it", "integer"),
            Column("characters", "of how many", "integer"),
            Column("result", "`same` or `differs`"),
            Column("note", "how much of the page was there to see, and wherein it differs"),
        ),
        ("source", "number"),
    ),
    Table(
        "passages",
        "Everything that has an id and a text of its own: passages, headings, and what stands around a text.",
        rows.passages,
        (
            Column("id", "the reference, such as `1840:47.2`"),
            _SOURCE,
            Column("position", "its number in reading order, through all sources", "integer"),
            Column("role", "`passage`, `heading` or `paratext`", optional=True),
            Column("kind", "what it is in its source: `paragraph`, `trick`, `section` …", optional=True),
            Column("label", "what a person calls it", optional=True),
            Column("heading", "the heading that it stands under", optional=True),
            Column("page", "the printed pages that it stands on", optional=True),
            Column("german", "the text of the edition; empty where it is left out", optional=True),
            Column("transcript", "the text as received, where it differs", optional=True),
            Column("modern", "the text in the spelling of 2006", optional=True),
            Column("english", "our English", optional=True),
            Column("summary", "our summary of the article that begins here; no translation", optional=True),
            Column("left_out", "whether its words are left out for their rights", "truth"),
            Column("sha256", "of the text of the edition"),
            Column("urn", "with the version of the edition", optional=True),
            Column("cite_key", "the source in this edition, as the bibliography calls it", optional=True),
            Column("locator_label", "what kind of locator the passage is, by CSL", optional=True),
            Column("locator", "the passage as a locator in that source", optional=True),
        ),
        ("id",),
    ),
    Table(
        "sentences",
        "The sentences of each passage.",
        rows.sentences,
        (
            Column("id", "the reference, such as `1840:47.2#1`"),
            _PASSAGE,
            _NUMBER,
            *_place("it"),
            Column("german", "its words"),
            Column("english", "our English", optional=True),
            Column(
                "account",
                "`encoded`, `claimed`, `exemplified` or `set aside`; only passages are accounted for",
                optional=True,
            ),
        ),
        ("id",),
    ),
    Table(
        "keys",
        "The questions that any Tarock game could answer.",
        rows.keys,
        (
            Column("key", "its permanent name, such as `settlement.stake.default`"),
            Column("topic", "the group that it is in"),
            Column("title", "in words"),
            Column("asks", "as a question"),
            Column("type", "the type of the answers"),
            Column("unit", "what a number counts", optional=True),
            Column("by", "what answers vary by, with a space between two", optional=True),
        ),
        ("key",),
    ),
    Table(
        "statements",
        "The encoded rule values.",
        rows.statements,
        (
            Column("id", "its permanent name, such as `1840/honours.count[honour=all_three]`"),
            _refer_to("sources", "source", "the source that says it"),
            _refer_to("keys", "key", "the question that it answers"),
            Column("case", "the case that it holds in, as a JSON object", "JSON"),
            Column("reading", "its name, where the source has several under key and case", optional=True),
            Column("value", "the answer", "JSON"),
            Column("shown", "the answer as a person reads it, with its unit"),
            Column("unit", "what a number counts", optional=True),
            Column("grade", "how the source has it"),
            Column("says", "the same as an English sentence"),
            Column("note", "a remark of ours", optional=True),
            Column("derived", "the formula by which a number follows that is not in the quote", optional=True),
            Column("other_value", "the value that an ambiguous text may have instead", "JSON", optional=True),
            Column("other_why", "and why", optional=True),
        ),
        ("id",),
    ),
    Table(
        "statement_quotes",
        "The passages that each statement rests on, and their words.",
        rows.statement_quotes,
        (
            _refer_to("statements", "statement", "the statement"),
            Column("number", "from 1; the first is what is cited for it", "integer"),
            _PASSAGE,
            Column("quote", "words of it; `[left out]` where the text is"),
            *_place("the quote"),
        ),
        ("statement", "number"),
    ),
    Table(
        "comparison",
        "The sources side by side, as `tarock compare --format csv` prints them: a row for each reading or silence.",
        rows.comparison,
        tuple(Column(name, _COMPARISON[name], to=_LEADS.get(name, ""), optional=True) for name in COLUMNS),
    ),
    Table(
        "matters",
        "One question each, which any text on the game could answer.",
        rows.matters,
        (
            Column("id", "its permanent name"),
            Column("version", "of all matters, under which it is cited"),
            Column("topic", "the topic that it belongs to"),
            Column("question", "the question"),
            Column("question_de", "the same in German"),
            Column("weight", "`game`: which game it is; `play`: how it is played; `pay`: what is paid; `manners`"),
            Column("certainty", "`unsure` where a careful reader could settle an answer otherwise"),
            Column("read_by", "who read the texts for it, and when", "JSON"),
        ),
        ("id",),
    ),
    Table(
        "matter_answers",
        "What each source answers, or its kind of silence.",
        rows.matter_answers,
        (
            _refer_to("matters", "matter", "the matter"),
            _refer_to("sources", "source", "the source"),
            Column("silence", "the kind of silence, where it does not answer", optional=True),
            Column("says", "the answer in a sentence", optional=True),
            Column("says_de", "the same in German", optional=True),
            Column("look", "the passages where one would look for an answer", optional=True),
        ),
        ("matter", "source"),
    ),
    Table(
        "matter_quotes",
        "The words that carry the answers.",
        rows.matter_quotes,
        (
            _refer_to("matters", "matter", "the matter"),
            _NUMBER,
            _PASSAGE,
            Column("quote", "words of it; `[left out]` where the text is"),
            *_place("the quote"),
        ),
        ("matter", "number"),
    ),
    Table(
        "matter_pairs",
        "What became of a matter from each source to each other that answers.",
        rows.matter_pairs,
        (
            _refer_to("matters", "matter", "the matter"),
            _refer_to("sources", "first", "the older source"),
            _refer_to("sources", "second", "the younger source"),
            Column("kind", "what became of it"),
            Column("says", "the same in a sentence", optional=True),
            Column("says_de", "and in German", optional=True),
        ),
        ("matter", "first", "second"),
    ),
    Table(
        "matter_statements",
        "The statements that bear each matter.",
        rows.matter_statements,
        (_refer_to("matters", "matter", "the matter"), _refer_to("statements", "statement", "the statement")),
        ("matter", "statement"),
    ),
    Table(
        "claims",
        "What the authors computed or remarked, and what comes of it when it is computed again.",
        rows.claims,
        (
            Column("id", "its permanent name"),
            _refer_to("sources", "source", "the source by whose rules it is computed"),
            Column("kind", "`result` and `remark` are the author's, a `trial` is a scenario of ours"),
            Column("says", "the claim as an English sentence"),
            Column("compute", "the function or formula", optional=True),
            Column("inputs", "what the function is given, as a JSON object", "JSON"),
            Column("expected", "what is expected to come out", "JSON", optional=True),
            Column("computed", "what comes out", "JSON", optional=True),
            Column("verdict", "how both stand to each other"),
            Column("reason", "why it does not simply agree", optional=True),
            Column("needs", "what it would need to be computed", optional=True),
            Column(
                "expected_from",
                "where the expectation stands: in the `quote`, in the sentences `named` beside it, or nowhere (`ours`)",
                optional=True,
            ),
            Column(
                "counted_as",
                "`recomputed` and as the author states, `sentences agree` with each other, a sum of `ours` or a `trial`; or it "
                "`differs`, or is `undetermined` or `not testable`",
            ),
        ),
        ("id",),
    ),
    Table(
        "claim_quotes",
        "The words that give the expectation of each claim.",
        rows.claim_quotes,
        (
            _refer_to("claims", "claim", "the claim"),
            _NUMBER,
            _PASSAGE,
            Column("quote", "words of it"),
            *_place("the quote"),
        ),
        ("claim", "number"),
    ),
    Table(
        "emendations",
        "The recorded corrections of the transcripts, and the conjectures about play.",
        rows.emendations,
        (
            _PASSAGE,
            Column("number", "from 1 in each passage, the conjectures behind", "integer"),
            Column("kind", "what is wrong; a `conjecture` is never applied"),
            Column("lemma", "what the transcript has"),
            Column("reading", "what the edition reads", optional=True),
            Column("certainty", "`certain`, `probable` or `possible`"),
            Column("reason", "why"),
            Column("evidence", "by what"),
            *_place("the reading"),
            Column(
                "standing",
                "what copies of the print make of it: `attested`, `refuted`, `disputed`, or nothing yet",
                optional=True,
            ),
        ),
        ("passage", "number"),
    ),
    Table(
        "games",
        "The model games, card by card.",
        rows.games,
        (
            Column("id", "the reference, such as `1840:m3`"),
            _SOURCE,
            Column("title", "as the author calls it"),
            Column("verdict", "whether the stated result follows from the play"),
            Column("seats", "in order of play, with a space between two"),
            Column("dealer", "who deals"),
            Column("declarer", "who plays the game"),
            Column("partner", "who holds the called king, if that makes a partner", optional=True),
            Column("contract", "`dreier` or `solo`"),
            Column("king", "the called king"),
            Column("talon", "its cards, with a comma between two"),
            Column("scat", "what the declarer discards", optional=True),
        ),
        ("id",),
    ),
    Table(
        "levels",
        "Each game replayed: as transcribed, with the emendations, with the conjectures about play.",
        rows.levels,
        (
            _refer_to("games", "game", "the game"),
            Column("level", "`printed`, `corrected` or `conjectured`"),
            Column("won", "whether the declarer's side wins", "truth"),
            Column("points", "by how many points, less than 0 when it is lost", "integer"),
            Column("declarer_side_thirds", "what its cards count, in thirds of a point", "integer"),
            Column("scores", "what each seat writes, as a JSON object", "JSON"),
            Column("faults", "the number of findings", "integer"),
        ),
        ("game", "level"),
    ),
    Table(
        "hands",
        "The cards that each seat is dealt.",
        rows.hands,
        (
            *_LEVEL,
            Column("seat", "the seat"),
            Column("cards", "in order, with a comma between two"),
        ),
        ("game", "level", "seat"),
        within="levels",
    ),
    Table(
        "tricks",
        "The tricks of each game.",
        rows.tricks,
        (
            *_LEVEL,
            Column("trick", "its number, from 1", "integer"),
            Column("winner", "the seat that takes it"),
            Column("thirds", "what its cards count, in thirds of a point", "integer"),
            Column("declarer_side_thirds", "what the declarer's side counts after it", "integer"),
        ),
        ("game", "level", "trick"),
        within="levels",
    ),
    Table(
        "plays",
        "The cards of each trick in the order of play.",
        rows.plays,
        (
            *_LEVEL,
            Column("trick", "the trick", "integer"),
            Column("turn", "from 1", "integer"),
            Column("seat", "who plays"),
            Column("card", "the card"),
        ),
        ("game", "level", "trick", "turn"),
        within="tricks",
    ),
    Table(
        "results",
        "What the author states of the result of each game, and what the replay gives.",
        rows.results,
        (
            *_LEVEL,
            _NUMBER,
            Column("what", "what is stated"),
            Column("expected", "as it is stated", "JSON"),
            Column("computed", "as it is replayed", "JSON"),
            Column("verdict", "`reproduced`, `not reproduced` or `undetermined`"),
            _PASSAGE,
            Column("quote", "its words"),
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
            *_LEVEL,
            _NUMBER,
            Column("finding", "its permanent code, such as `PLAY-REVOKE`"),
            Column("trick", "the trick; 0 before the first", "integer"),
            Column("seat", "the seat", optional=True),
            Column("card", "the card", optional=True),
            Column("message", "what is wrong"),
            Column("passage", "the passage that forbids it", to="passages", optional=True),
            Column("reason", "why it is there, as far as it is understood", optional=True),
        ),
        ("game", "level", "number"),
        within="levels",
    ),
)
