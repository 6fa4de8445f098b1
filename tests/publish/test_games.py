"""The pages of the model games: their views against the replays and the printed tricks."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tarock.base.catalogue import Message, say
from tarock.publish.environment import macro, render
from tarock.publish.views.cards import cards_view
from tarock.publish.views.findings import findings_view
from tarock.publish.views.game import game_view
from tarock.publish.views.games import games_view, printed_result, result_in_english, title_in_english
from tests.publish.markup import read

if TYPE_CHECKING:
    from tarock.proof.codex import Codex
    from tarock.publish.places import Site
    from tarock.publish.views.game_records import GameView


@pytest.fixture(scope="module")
def views(site: Site, computed: Codex) -> dict[str, GameView]:
    return {report.name: game_view(site, report) for report in computed.game_reports}


def test_the_winners_mark_stands_with_the_seat_that_leads_the_next_trick(views: dict[str, GameView]) -> None:
    """Who takes a trick leads the next: the printed order of play tells the winner."""
    for view in views.values():
        tricks = next(level for level in view.levels if level.name == "corrected").tricks
        for trick, following in pairwise(tricks):
            winners = [played.seat for played in trick.played if played.won]
            assert winners == [played.seat for played in following.played if played.leads] == [trick.winner]
        assert [[played.won for played in trick.played].count(True) for trick in tricks] == [1] * len(tricks)


def test_the_page_marks_the_winner_and_the_leader_of_each_trick(views: dict[str, GameView]) -> None:
    for view in views.values():
        elements = read(render("game.md.j2", view))
        cells = [
            (values, "".join(text)) for tag, values, text in elements.found if tag == "td" and "data-seat" in values
        ]
        tricks = [trick for level in view.levels for trick in level.tricks]
        seats = len(tricks[0].played)
        for index, trick in enumerate(tricks):
            shown = cells[index * seats : (index + 1) * seats]
            played = {seat.seat for seat in trick.played if seat.card}  # a misprinted seat leaves a place empty
            won = [values["data-seat"] for values, _ in shown if values.get("class") == "trick trick--won"]
            assert won == [trick.winner] * (trick.winner in played)
            leads = [values["data-seat"] for values, text in shown if text.endswith("leads")]
            assert leads == [seat.seat for seat in trick.played if seat.leads]


def test_all_cards_of_the_pack_are_dealt_on_the_page(views: dict[str, GameView], computed: Codex) -> None:
    pack = sorted(computed.games.pack.display(card) for card in computed.games.pack.cards)
    for view in views.values():
        level = next(level for level in view.levels if level.name == "corrected")
        dealt = [*level.hands, *(heap for heap in level.talon if heap.name.startswith("Talon"))]
        assert sorted(face.name for heap in dealt for face in heap.cards.faces) == pack
        played = [face.name for trick in level.tricks for seat in trick.played if seat.card for face in seat.card.faces]
        assert len(played) == len(set(played)) == 48


def test_each_hand_says_who_holds_it(views: dict[str, GameView]) -> None:
    """1840:m3.spiel.1: B bids higher and stays, and calls the king that C holds; where D deals, A is forehand (8.5).

    At the Solo of game 6 C, who plays, has nobody with him (38.1).
    """
    roles = {"m3": ("forehand", "declarer", "partner", "dealer"), "m6": ("forehand", "", "declarer", "dealer")}
    for name, expected in roles.items():
        level = next(level for level in views[name].levels if level.name == "corrected")
        said = tuple((say(Message(f"role.{role}")),) if role else () for role in expected)
        assert tuple(hand.roles for hand in level.hands if hand.name in "ABCD") == said


def test_findings_and_remarks_stand_at_their_trick(views: dict[str, GameView], computed: Codex) -> None:
    for report in computed.game_reports:
        for view, level in zip(views[report.name].levels, report.levels.values(), strict=True):
            at = {0: view.before} | {trick.number: trick.findings for trick in view.tricks}
            assert sum(map(len, at.values())) == len(level.findings)
            for number, findings in at.items():
                assert [f.code for f in findings] == [f.code for f in level.findings if f.trick == number]
            remarks = [view.remarks_before, *(trick.remarks for trick in view.tricks), view.remarks_after]
            assert sum(map(len, remarks)) == len(level.replay.game.remarks)


def test_a_score_sheet_adds_up(views: dict[str, GameView]) -> None:
    for view in views.values():
        for sheet in (sheet for level in view.levels for sheet in level.sheets):
            totals = dict.fromkeys((seat for seat, _ in sheet.totals), 0)
            for line in sheet.lines:
                for seat in line.seats:
                    totals[seat] += line.amount
            assert tuple(totals.items()) == sheet.totals


def test_the_sheet_for_a_revoke_names_the_section_on_revokes(views: dict[str, GameView]) -> None:
    """The price of a Renonce stands in § 65 (1840:65.3)."""
    revoked = [level for view in views.values() for level in view.levels if len(level.sheets) > 1]
    assert revoked
    assert {tuple(sheet.section for sheet in level.sheets) for level in revoked} == {("", "§ 65")}
    titles = read(render("game.md.j2", views["m1"])).texts("h3")
    assert "Score sheet, as played" in titles
    assert "Score sheet by § 65, for the Renonce" in titles


def test_the_table_of_games_says_how_each_ended(
    site: Site, views: dict[str, GameView], checked: dict[str, Any]
) -> None:
    games = checked["games"]
    results = [game["levels"]["corrected"]["result_points"] for game in games]
    lines = games_view(site).games
    assert [line.title.href for line in lines] == [f"{name}.html" for name in views]
    elements = read(render("games.md.j2", games_view(site)))
    assert elements.texts("h1") == ["The eight Musterspiele"]  # 1840:m1 to 1840:m8
    assert elements.texts("td", **{"data-label": "Stated results"}) == [game["verdict"] for game in games]
    points = [text.partition(", ")[2] for text in elements.texts("td", **{"data-label": "Points"})]
    assert points == [f"{'won' if result > 0 else 'lost'} by {abs(result)}" for result in results]


def test_legal_lines_say_whether_they_keep_the_points(views: dict[str, GameView]) -> None:
    """As the reasons in corpus/games/known_findings.yaml say: two of the four lines of game 2 keep them."""
    lines = {name: {line.swaps: line.same_points for line in view.legal_lines} for name, view in views.items()}
    assert lines["m1"][(10, 12),]
    assert lines["m5"][(9, 12),]
    assert sorted(lines["m2"].values()) == [False, False, True, True]
    for name, kept in lines.items():
        items = [text for text in read(render("game.md.j2", views[name])).texts("li") if " exchanges " in text]
        assert [not text.endswith("not as in the corrected game.") for text in items] == list(kept.values())


def test_each_finding_has_its_levels_and_its_recorded_reason(site: Site, computed: Codex) -> None:
    for game, report in zip(findings_view(site).games, computed.game_reports, strict=True):
        shown = sum(len(known.levels) for known in game.findings)
        assert shown == sum(len(level.findings) for level in report.levels.values())
        assert all(known.reason for known in game.findings)
    elements = read(render("findings.md.j2", findings_view(site)))
    known = [known for game in findings_view(site).games for known in game.findings]
    assert elements.texts("span", class_="finding__level") == [
        ", ".join(f"{'As' if not index else 'as'} {level}" for index, level in enumerate(it.levels)) + ":"
        for it in known
    ]


def test_a_finding_leads_to_the_play_that_it_is_about(site: Site, computed: Codex) -> None:
    """The place of the seat in its trick is counted in the game's own file; what no trick has leads nowhere."""
    led = 0
    for game, report in zip(findings_view(site).games, computed.game_reports, strict=True):
        for known in game.findings:
            level, shown = report.levels[known.levels[-1]], known.finding
            tricks = [[seat for seat, _card in plays] for plays in level.replay.game.tricks]
            same = [each for each in level.findings if (each.code, each.trick) == (shown.code, shown.trick)]
            seats = [(tricks[each.trick - 1], each.seat) for each in same if each.trick]
            steps = {f"step={shown.trick}.{trick.index(seat) + 1}" for trick, seat in seats if seat in trick}
            led += len(steps)
            assert bool(known.step) == bool(shown.trick)
            assert not steps or known.step.rpartition("&")[2].partition("#")[0] in steps
    assert led


def test_title_and_result_of_a_game_have_their_english(site: Site, computed: Codex) -> None:
    english = computed.translations["1840"].english
    for report in computed.game_reports:
        held = computed.corpus.edition("1840").units
        units = [ident for ident in held if ident.startswith(f"{report.name}.titel.")]
        told = " ".join(map(english, units))
        told = "" if told == " ".join(held[ident].text for ident in units) else told  # where English has the same word
        assert title_in_english(site, report) == re.sub(r"^[0-9]\. ", "", told)
        assert result_in_english(site, report) == english(f"{report.name}.ergebnis")
        assert printed_result(site, report) == computed.corpus.edition("1840").passages[f"{report.name}.ergebnis"].text


def test_a_row_of_cards_is_told_in_words_and_drawn_card_by_card(computed: Codex) -> None:
    pack = computed.games.pack
    cards = cards_view([pack.scues, pack.pagat, pack.card("Herz-König"), pack.card("Pique-Siebner")], pack, "Hand")
    assert cards.told == "Hand: Scüs, Pagat, Herz-König, Pique-Siebner"
    assert [(face.suit, face.red, face.sign) for face in cards.faces] == [
        ("", False, "Scüs"),
        ("", False, "I"),
        ("Herz", True, "König"),
        ("Pique", False, "7"),
    ]
    elements = read(f"<div>{macro('cards.html.j2', 'row')(cards)}</div>")
    assert elements.texts("title") == ["Scüs", "Pagat", "Herz-König", "Pique-Siebner"]
    drawn = [values["class"] for tag, values, _ in elements.found if tag == "g"]
    assert drawn == ["card card--tarock", "card card--tarock", "card card--red", "card card--black"]


def test_without_the_table_each_step_is_told_in_words(views: dict[str, GameView]) -> None:
    """Twelve tricks of four cards; at the other levels only what is otherwise: in game 1 two cards change places."""
    for view in views.values():
        elements = read(render("game.md.j2", view))
        whole = next(level for level in view.levels if not level.like)
        assert sum(step.name.text.startswith("Trick") for step in whole.steps) == 48
        told = elements.texts("td", **{"data-label": "What happens"})
        assert [text for text in told if text in {step.says for step in whole.steps}]
        assert len(told) == sum(len(level.steps) for level in view.levels)
    conjectured = next(level for level in views["m1"].levels if level.name == "conjectured")
    # 1840:m1.s10 and s12, the known finding of game 1: B's cards are exchanged, so other cards may be played between
    assert {"Trick 10, card 4", "Trick 12, card 2"} <= {step.name.text for step in conjectured.steps}
    assert not {"Trick 1, card 1", "Trick 9, card 4"} & {step.name.text for step in conjectured.steps}
