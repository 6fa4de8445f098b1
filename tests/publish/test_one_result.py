"""One result in each book: every cell against `tarock score` of its file, and some against the sentences themselves."""

from __future__ import annotations

import json

import pytest

from tarock.base import yamlio
from tarock.game.common.score import SettledScore
from tarock.game.eras import ERAS, check_own_document
from tarock.game.one_result import (
    MAX_POINTS,
    PLAYER,
    LastTrickPagat,
    OneResult,
    Revoker,
    generate_results,
    settle_all_results,
)
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.one_result import Cell, OneResultView, name_choices, write_signed
from tests.conftest import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def view(site: Site) -> OneResultView:
    return OneResultView(site, site.router.one_result.page)


def cell(view: OneResultView, siglum: str, happened: OneResult) -> Cell:
    return view.cells[siglum][happened]


@pytest.mark.parametrize("siglum", ERAS)
def test_every_cell_is_what_score_says_of_its_file(view: OneResultView, site: Site, siglum: str) -> None:
    rules, era = site.codex.context.rules(siglum), ERAS[siglum]
    plain = rules.without_prices()
    cells = view.cells[siglum]
    assert list(cells) == list(generate_results())
    scored: dict[str, SettledScore] = {}
    for happened, outlay in settle_all_results(siglum, plain).items():
        shown, text = cells[happened], json.dumps(outlay.file.as_dict(), ensure_ascii=False)
        if text not in scored:
            document = check_own_document(site.codex.project, era, era.score, yamlio.parse(text, ROOT))
            scored[text] = era.settle_document(document, plain)
        settled = scored[text]
        total = settled.totals[PLAYER]
        assert total == sum(entry.amount for entry in outlay.entries)
        if siglum != "1945":
            counted = {"Marken": "counters"}.get(settled.unit, settled.unit)  # by the termbase
            assert shown.sum == f"{write_signed(total)} {counted[:-1] if abs(total) == 1 else counted}"
            assert [part.figure for part in shown.parts if part.figure] == [
                write_signed(entry.amount) for entry in outlay.entries
            ]
        assert all(part.place for part in shown.parts if part.figure)


def test_some_cells_are_what_the_sentences_say(view: OneResultView) -> None:
    def figures(
        siglum: str, points: int, last: LastTrickPagat = LastTrickPagat.ORDINARY, revoker: Revoker = Revoker.NOBODY
    ) -> list[str]:
        shown = cell(view, siglum, OneResult(points, last, revoker=revoker))
        return [part.figure.replace("\N{MINUS SIGN}", "-") for part in shown.parts if part.figure]

    # 1754:20 what is over is won; 15 "10 Points von jedem" of two; 5 "5 Points Strafe an jeden"
    assert figures("1754", 4) == ["+4"]
    assert figures("1754", -3, LastTrickPagat.MADE) == ["+20", "-3"]
    assert figures("1754", -3, LastTrickPagat.TAKEN) == ["-20", "-3"]
    assert figures("1754", 2, LastTrickPagat.ORDINARY, Revoker.PLAYER) == ["-10", "+2"]
    assert figures("1754", 2, LastTrickPagat.ORDINARY, Revoker.OPPONENT) == ["+5", "+2"]
    # 1840:127.2 the Dreier by 4 points brings 58; two opponents pay the difference (128.1)
    # 1840:42.2 at Remis the Consulation alone
    assert figures("1840", 4) == ["+116"]
    assert figures("1840", 0) == ["-100"]
    # 1840:65.3 who revokes and has lost pays his friend a Consulation; the other side still writes its game
    assert figures("1840", -7, LastTrickPagat.ORDINARY, Revoker.PLAYER) == ["-128", "-50"]
    # 1863:17 47 Augen at à un: 5 from each of two, and the sum played for
    assert figures("1863", 8) == ["+10", "+6", "+4"]
    # 1863:21 at 39 the price alone is paid
    assert figures("1863", 0)[-1] == "-6"


def test_what_is_lost_or_not_applicable_is_said(view: OneResultView) -> None:
    every = OneResult(0, LastTrickPagat.MADE, announced=True, revoker=Revoker.OPPONENT, all_tricks=True)
    assert [part.figure for part in cell(view, "1945", every).silent] == ["text lost"] * 4
    assert cell(view, "1945", every).sum == "text lost"
    assert "not stated" in [part.figure for part in cell(view, "1754", every).silent]
    taken = OneResult(3, LastTrickPagat.TAKEN)
    assert "not applicable" in [part.figure for part in cell(view, "1840", taken).silent]
    assert "left to another game" in [part.figure for part in cell(view, "1863", taken).silent]


def test_the_data_of_the_script_are_the_cells(view: OneResultView) -> None:
    data = view.data
    for siglum, cells in view.cells.items():
        told = data["books"][siglum]
        for happened, shown in cells.items():
            place = 0 if happened.all_tricks else happened.points + MAX_POINTS
            found = told["cells"][told["chosen"][name_choices(happened)][place]]
            assert found[0] == shown.sum
            for numbers, parts in zip(found[1:], (shown.parts, shown.silent, shown.open), strict=True):
                made = [(figure, text, data["places"][at]) for figure, text, at in (data["parts"][n] for n in numbers)]
                assert made == [
                    (part.figure, part.text, (part.place.href, part.place.text) if part.place else ("", ""))
                    for part in parts
                ]


def test_without_a_script_a_result_is_there(view: OneResultView, site: Site) -> None:
    text = render("one-result.md.j2", view, foot="")
    for siglum, cells in view.cells.items():
        row = text.partition(f'<tr data-book="{siglum}">')[2].partition("</tr>")[0]
        assert cells[view.default].sum in row
        assert all(part.text.replace("'", "&#39;") in row for part in cells[view.default].parts)
