"""A key of the rule tables at an address that lasts: `/k/settlement.stake.default/`; an old key says what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarock.base.catalogue import Message, say
from tarock.base.structs import Value
from tarock.publish.data_files import data_files
from tarock.publish.router import Router
from tarock.publish.views.alone import head
from tarock.publish.views.prose import Link, Prose, noted, place
from tarock.publish.views.rules import became

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.publish.places import Site
    from tarock.rules.compare import Cell, Row
    from tarock.rules.tables import Statement


class Said(Value):
    """A value in a case, where it is said, and what it means."""

    case: str
    shown: str
    grade: str
    says: str
    places: tuple[Link, ...]


class Answer(Value):
    """What a source says, or the kind of its silence with a note."""

    siglum: str
    source: str
    said: tuple[Said, ...]
    silence: str
    note: Prose


class KeyPage(Value, frozen=True, kw_only=True):
    """The page of a key, with the answers; or of an earlier one, with those that answer now or why it went.

    `folder` is its address below the site's top folder, `row` the link to its place on the page of its topic.
    """

    folder: str
    key: str
    title: str
    asks: str
    kind: str = ""
    words: tuple[str, ...] = ()
    unit: str = ""
    by: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    files: tuple[Link, ...] = ()
    now: tuple[Link, ...] = ()
    gone: str = ""
    row: str
    top: str
    canonical: str


def key_pages(site: Site) -> Iterator[KeyPage]:
    """The pages of all keys, and of those that are no more."""
    for name, rows in site.compared.items():
        files = data_files(site, [f"rules_data/*/{name}.yaml"])
        yield from (_page(site, row, files) for row in rows)
    for old in site.codex.topics.renamed:
        yield _former(site, old)


def _page(site: Site, row: Row, files: list[str]) -> KeyPage:
    entry, page = row.entry, Router.key(row.key).page
    return KeyPage(
        **_common(site, row.key),
        title=entry.title,
        asks=entry.asks,
        kind=entry.type,
        words=tuple(entry.words.values()),
        unit=entry.unit,
        by=entry.by,
        answers=tuple(_answer(site, page, cell) for cell in row.cells),
        files=tuple(Link(path, Router.data(path).seen_from(page)) for path in files),
    )


def _former(site: Site, old: str) -> KeyPage:
    now, gone = became(site, Router.key(old).page, old, Router.key)
    return KeyPage(
        **_common(site, old),
        title=old,
        asks=gone or say(Message("link.now", keys=tuple(link.text for link in now))),
        now=now,
        gone=gone,
    )


def _common(site: Site, key: str) -> dict[str, Any]:
    address = Router.key(key)
    topic = key.partition(".")[0]
    row = Router.rule(key) if topic in site.compared else Router.rules
    return {
        "key": key,
        "row": row.seen_from(address.page),
        **head(address, site.publication.url),
    }


def _answer(site: Site, page: str, cell: Cell) -> Answer:
    return Answer(
        cell.siglum,
        site.corpus.sources[cell.siglum].short_title,
        tuple(_said(site, page, statement) for statement in cell.readings),
        cell.silence.silence,
        noted(site, page, cell.silence.note, site.router.key),
    )


def _said(site: Site, page: str, statement: Statement) -> Said:
    refs = dict.fromkeys(support.ref for support in statement.supports)
    return Said(
        statement.case_label,
        statement.shown,
        statement.grade,
        statement.says,
        tuple(place(site.router, page, ref) for ref in refs),
    )
