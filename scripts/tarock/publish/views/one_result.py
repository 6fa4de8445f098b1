"""One result, and what each book makes of it: every choice of the controls, settled by the program."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

from tarock.base.i18n import DATA, translate_text
from tarock.base.structs import Frozen
from tarock.base.wording import Message, format_message, write_message
from tarock.game.koenigrufen_1840 import session
from tarock.game.one_result import BOOKS, MAX_POINTS, PLAYER, LastTrickPagat, OneResult, ResultSettlement, Revoker
from tarock.publish.views.view import Link, View, group_by_pack

DEFAULT = OneResult(points=4)  # as in the author's own Taille (1840:127.2)
TEXT_LOST = "text lost"  # beside games that are lost
_SILENT = {"lost": TEXT_LOST}


def write_signed(amount: int) -> str:
    """Return an amount with its sign, `+4` or `−4`; `0` for none."""
    return f"{amount:+d}".replace("-", "−") if amount else "0"


class Part(Frozen):
    """A figure, or none, with what it is for and the sentence that says it."""

    figure: str
    text: str
    place: Link | None


class Cell(Frozen):
    """A book's settlement of a result: the sum, its parts, the silences of the book, the points that it leaves open."""

    sum: str
    parts: tuple[Part, ...]
    silent: tuple[Part, ...]
    open: tuple[Part, ...]


class OneResultView(View):
    """The page: up to how many points over or under can be chosen, and the default selection without JavaScript."""

    most: ClassVar = MAX_POINTS
    default: ClassVar = DEFAULT

    @cached_property
    def families(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return pairs of pack size and sources with score files."""
        return group_by_pack(self.site, (siglum for siglum in self.site.corpus.sources if siglum in BOOKS))

    @cached_property
    def cells(self) -> dict[str, dict[OneResult, Cell]]:
        """Map each source to its settlement of each possible result."""
        return {
            siglum: {
                happened: self._make_cell(siglum, happened, outlay)
                for happened, outlay in self.site.codex.result_settlements[siglum].items()
            }
            for _cards, family in self.families
            for siglum in family
        }

    def title(self, siglum: str) -> Link:
        """Return a link to a book with its name."""
        return self.source_link(siglum, f"{siglum} {self.site.corpus.sources[siglum].site.name}")

    @cached_property
    def data(self) -> dict[str, Any]:
        """Return the data of `results.js`: `parts`, `places` and `books`, which refer to one another by index.

        Each book has its `cells`, and in `chosen` for each choice beside the points the cell for every number of points
        from the fewest on, or one cell for all of them.
        """
        parts: dict[tuple[str, str, int], int] = {}
        places: dict[tuple[str, str], int] = {}

        def number(part: Part) -> int:
            place = (part.place.href, part.place.text) if part.place else ("", "")
            key = part.figure, part.text, places.setdefault(place, len(places))
            return parts.setdefault(key, len(parts))

        books = {}
        for siglum, found in self.cells.items():
            cells: dict[Any, int] = {}
            chosen: dict[str, list[int]] = {}
            for happened, cell in found.items():
                lists = tuple(tuple(map(number, each)) for each in (cell.parts, cell.silent, cell.open))
                place = cells.setdefault((cell.sum, *lists), len(cells))
                chosen.setdefault(name_choices(happened), []).append(place)
            books[siglum] = {"cells": list(cells), "chosen": chosen}
        return {"parts": list(parts), "places": list(places), "books": books}

    def _make_cell(self, siglum: str, happened: OneResult, outlay: ResultSettlement) -> Cell:
        silent = tuple(self._list_silences(siglum, happened))
        parts = [
            self._make_part(write_signed(entry.amount), _write_entry(entry.what, entry.reckoning), entry.ref)
            for entry in outlay.entries
        ]
        parts += [self._make_part("", format_message(note.message), note.ref) for note in outlay.notes]
        if siglum == session.ERA.siglum and outlay.total:
            rules = self.site.codex.context.rules(siglum)
            parts.append(self._make_part("", write_message("result.difference"), rules.ref("session.payment.of")))
        left = tuple(
            self._make_part(
                write_signed(outlay.total + point.difference[PLAYER]) if isinstance(point.difference, dict) else "",
                write_message("result.open", what=point.what, taken=point.taken, other=point.other),
                point.ref,
            )
            for point in outlay.open
        )
        text_lost = translate_text(TEXT_LOST, DATA)
        lost = not outlay.entries and any(part.figure == text_lost for part in silent)
        total = write_message("score.in_units", amount=write_signed(outlay.total), unit=outlay.unit)
        return Cell(text_lost if lost else total, tuple(parts), silent, left)

    def _list_silences(self, siglum: str, happened: OneResult) -> Iterator[Part]:
        """Yield the matters of the result on which the source is silent: the kind of silence, and its reason."""
        table = self.site.codex.tables[siglum]
        for matter, keys in _list_matters(happened):
            if not any(key in table.statements for key in keys):
                silence = table.silence(keys[0])
                words = Message("result.silent", matter=matter, note=translate_text(silence.note, DATA))
                figure = translate_text(_SILENT.get(silence.silence, silence.silence), DATA)
                yield self._make_part(figure, format_message(words), silence.ref)

    def _make_part(self, figure: str, text: str, ref: str) -> Part:
        return Part(figure, text, self.place(ref, self.label(ref)) if self.router.has(ref) else None)


def name_choices(happened: OneResult) -> str:
    """Return the name of the choices beside the points, as `results.js` builds it."""
    announced, all_tricks = ("yes" if each else "no" for each in (happened.announced, happened.all_tricks))
    return f"{happened.last} {announced} {happened.revoker} {all_tricks}"


def _list_matters(happened: OneResult) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each matter of a result with the keys that decide it; the silence on the first key is shown."""
    yield "game", ("settlement.price", "settlement.loss_reckoned_alike")
    if happened.last is LastTrickPagat.MADE:
        yield "made", ("ultimo.bonus",)
    elif happened.last is LastTrickPagat.TAKEN:
        yield "taken", ("ultimo.pagat_lost", *(("ultimo.lost",) if happened.announced else ()))
    if happened.revoker is not Revoker.NOBODY:
        yield "revoke", ("revoke.penalty", "revoke.game_won_by")
    if happened.all_tricks:
        yield "all", ("volat.bonus",)


def _write_entry(what: Message, reckoning: Message) -> str:
    told, how = format_message(what), format_message(reckoning)
    return f"{told} ({how})" if how and not how.isdigit() else told
