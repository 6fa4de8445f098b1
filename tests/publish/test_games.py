"""The pages of the model games: their views against the replays and the printed tricks."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tarock.base.wording import Message, format_message
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.model_games import name_level
from tarock.game.koenigrufen_1840.replay import Replay
from tarock.publish.environment import get_macro, render
from tarock.publish.places import Site
from tarock.publish.views.cards import make_cards
from tarock.publish.views.findings import FindingsView
from tarock.publish.views.game import GamesView, GameView
from tests.publish.markup import read

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def views(site: Site, computed: ComputedCodex) -> dict[str, GameView]:
    return {r.name: GameView(site, site.router.game(r.name).page, r) for r in computed.game_reports}


def corrected(view: GameView) -> Replay:
    return view.report.levels["corrected"].replay


def test_the_winners_mark_stands_with_the_seat_that_leads_the_next_trick(views: dict[str, GameView]) -> None:
    """Who takes a trick leads the next: the printed order of play tells the winner."""
    for view in views.values():
        for trick, following in pairwise(corrected(view).tricks):
            assert trick.winner == following.plays[0][0]


def test_the_page_marks_the_winner_and_the_leader_of_each_trick(views: dict[str, GameView]) -> None:
    for view in views.values():
        elements = read(render("game.md.j2", view))
        cells = [
            (values, "".join(text)) for tag, values, text in elements.found if tag == "td" and "data-seat" in values
        ]
        tricks = [trick for level in view.report.levels.values() for trick in level.replay.tricks]
        seats = len(corrected(view).game.seats)
        assert len(cells) == len(tricks) * seats
        for index, trick in enumerate(tricks):
            shown = cells[index * seats : (index + 1) * seats]
            played = dict(trick.plays)  # a misprinted seat leaves a place empty
            for values, text in shown:
                card = played.get(str(values["data-seat"]))
                assert text.removesuffix(" leads") == (card.printed if card else "–")
            won = [values["data-seat"] for values, _ in shown if values.get("class") == "trick trick--won"]
            assert won == [trick.winner] * (trick.winner in played)
            leads = [values["data-seat"] for values, text in shown if text.endswith("leads")]
            assert leads == [trick.plays[0][0]]


def test_all_cards_of_the_pack_are_dealt_on_the_page(views: dict[str, GameView], computed: ComputedCodex) -> None:
    pack = sorted(card.printed for card in computed.games.pack.cards)
    for view in views.values():
        hands = [cards for _seat, _roles, cards in view.hands(corrected(view))]
        talon = [cards for name, cards in view.heaps(corrected(view)) if name.startswith("Talon")]
        assert sorted(face.name for cards in (*hands, *talon) for face in cards.faces) == pack
        played = [card for trick in corrected(view).tricks for _seat, card in trick.plays]
        assert len(played) == len(set(played)) == 48


def test_each_hand_says_who_holds_it(views: dict[str, GameView]) -> None:
    """1840:m3.spiel.1: B bids higher and stays, and calls the king that C holds; where D deals, A is forehand (8.5).

    At the Solo of game 6 C, who plays, has nobody with him (38.1).
    """
    roles = {"m3": ("forehand", "declarer", "partner", "dealer"), "m6": ("forehand", "", "declarer", "dealer")}
    for name, expected in roles.items():
        said = [[format_message(Message(f"role.{role}"))] if role else [] for role in expected]
        assert [roles for _seat, roles, _cards in views[name].hands(corrected(views[name]))] == said


def test_findings_and_remarks_stand_at_their_trick(views: dict[str, GameView]) -> None:
    for view in views.values():
        elements = read(render("game.md.j2", view))
        levels = view.report.levels.values()
        assert elements.texts("span", class_="finding") == [
            (f"trick {f.trick}: " if f.trick else "")
            + " ".join(filter(None, (format_message(f.message), f.ref, f.code)))
            for level in levels
            for f in sorted(level.findings, key=lambda finding: finding.trick)
        ]
        tricks = [values["data-notes"] for tag, values, _ in elements.found if tag == "tr" and "data-notes" in values]
        noted = [
            {f.trick for f in level.findings} | {remark.after for remark in level.replay.game.remarks}
            for level in levels
        ]
        assert tricks == [str(trick) for each in noted for trick in sorted(each) if trick > 0]
        order = [
            remark.text
            for level in levels
            for remark in sorted(level.replay.game.remarks, key=lambda remark: remark.after % 100)  # -1: at the end
        ]
        assert elements.texts("p", class_="game__remark") == order


def test_a_score_sheet_adds_up(views: dict[str, GameView]) -> None:
    for view in views.values():
        for level in view.report.levels.values():
            for sheet in filter(None, (level.replay.sheet, level.replay.sheet_with_revokes)):
                totals = dict.fromkeys(sheet.totals, 0)
                for line in sheet.lines:
                    for seat in line.payees:
                        totals[seat] += line.amount
                assert totals == sheet.totals


def test_the_sheet_for_a_revoke_names_the_section_on_revokes(views: dict[str, GameView]) -> None:
    """The price of a Renonce stands in § 65 (1840:65.3)."""
    revoked = 0
    for view in views.values():
        titles = [text for text in read(render("game.md.j2", view)).texts("h3") if text.startswith("Score sheet")]
        expected = []
        for level in view.report.levels.values():
            two = level.replay.sheet_with_revokes is not None
            revoked += two
            expected += ["Score sheet, as played", "Score sheet by § 65, for the revoke"] if two else ["Score sheet"]
        assert titles == expected
    assert revoked


def test_the_table_of_games_says_how_each_ended(
    site: Site, views: dict[str, GameView], checked: dict[str, Any]
) -> None:
    games = checked["games"]
    results = [game["levels"]["corrected"]["result_points"] for game in games]
    elements = read(render("games.md.j2", GamesView(site, site.router.games.page)))
    links = [values["href"] for tag, values, _ in elements.found if tag == "a" and values.get("lang") == "de"]
    assert links == [f"{name}.html" for name in views]
    assert elements.texts("h1") == ["The eight Musterspiele"]  # 1840:m1 to 1840:m8
    assert elements.texts("td", **{"data-label": "Stated results"}) == [game["verdict"] for game in games]
    points = [text.partition(", ")[2] for text in elements.texts("td", **{"data-label": "Points"})]
    assert points == [f"{'won' if result > 0 else 'lost'} by {abs(result)}" for result in results]


def test_legal_lines_say_whether_they_keep_the_points(views: dict[str, GameView]) -> None:
    """As the reasons in corpus/games/known_findings.yaml say: three of the eight lines of game 2 keep them."""
    lines = {
        name: [(line.swaps, line.declarer_thirds == corrected(view).declarer_thirds) for line in fewest]
        for name, view in views.items()
        if (fewest := view.report.lines.fewest)
    }
    assert (((10, 12),), True) in lines["m1"]
    assert lines["m5"] == [(((9, 12),), True)]
    assert Counter(kept for _swaps, kept in lines["m2"]) == {True: 3, False: 5}
    for name, found in lines.items():
        elements = read(render("game.md.j2", views[name]))
        items = [text for text in elements.texts("li") if " exchanges " in text]
        assert ["not as in the corrected game" not in text for text in items] == [kept for _, kept in found]
        report = views[name].report
        told = ["follows" in text for text in items if "what the author states" in text]
        assert told == [mended.report.sound for mended in report.mended]
        assert any(f"{views[name].report.lines.total:,} orders" in text for text in elements.texts("p"))


def test_each_finding_has_its_levels_and_its_recorded_reason(site: Site, computed: ComputedCodex) -> None:
    view = FindingsView(site, site.router.findings().page)
    known = [each for report in computed.game_reports for each in view.found(report)]
    for report in computed.game_reports:
        shown = sum(len(levels) for _finding, _reason, levels in view.found(report))
        assert shown == sum(len(level.findings) for level in report.levels.values())
    assert all(reason for _finding, reason, _levels in known)
    elements = read(render("findings.md.j2", view))
    assert elements.texts("span", class_="finding__level") == [
        ", ".join(f"{'As' if not index else 'as'} {name_level(level)}" for index, level in enumerate(levels)) + ":"
        for _finding, _reason, levels in known
    ]


def test_a_finding_leads_to_the_play_that_it_is_about(site: Site, computed: ComputedCodex) -> None:
    """The place of the seat in its trick is counted in the game's own file; what no trick has leads nowhere."""
    view, led = FindingsView(site, site.router.findings().page), 0
    for report in computed.game_reports:
        for finding, _reason, levels in view.found(report):
            step = view.step(report, finding, levels[-1])
            assert bool(step) == bool(finding.trick)
            if finding.trick:
                trick = [seat for seat, _card in report.levels[levels[-1]].replay.game.tricks[finding.trick - 1]]
                place = trick.index(finding.seat) + 1 if finding.seat in trick else len(trick)
                led += 1
                assert step == f"{report.name}.html?level={levels[-1]}&step={finding.trick}.{place}"
    assert led


def test_title_and_result_of_a_game_have_their_english(site: Site, computed: ComputedCodex) -> None:
    english = computed.translations["1840"].english_of
    view = GamesView(site, site.router.games.page)
    for report in computed.game_reports:
        held = computed.corpus.edition("1840").units
        units = [ident for ident in held if ident.startswith(f"{report.name}.titel.")]
        told = " ".join(map(english, units))
        told = "" if told == " ".join(held[ident].text for ident in units) else told  # where English has the same word
        assert view.title_english(report) == re.sub(r"^[0-9]\. ", "", told)
        assert view.ended_english(report) == english(f"{report.name}.ergebnis")
        assert view.ended(report) == computed.corpus.edition("1840").passages[f"{report.name}.ergebnis"].text


def test_a_row_of_cards_is_told_in_words_and_drawn_card_by_card(computed: ComputedCodex) -> None:
    pack = computed.games.pack
    cards = make_cards(
        [pack.scues, pack.pagat, pack.require("Herz-König"), pack.require("Pique-Siebner")], pack, "Hand"
    )
    assert cards.description == "Hand: Scüs, Pagat, Herz-König, Pique-Siebner"
    assert [(face.suit, face.red, face.sign) for face in cards.faces] == [
        ("", False, "Scüs"),
        ("", False, "I"),
        ("Herz", True, "König"),
        ("Pique", False, "7"),
    ]
    elements = read(f"<div>{get_macro('cards.html.j2', 'row')(cards)}</div>")
    assert elements.texts("title") == ["Scüs", "Pagat", "Herz-König", "Pique-Siebner"]
    drawn = [values["class"] for tag, values, _ in elements.found if tag == "g"]
    assert drawn == ["card card--tarock", "card card--tarock", "card card--red", "card card--black"]


def test_without_the_table_each_step_is_told_in_words(views: dict[str, GameView]) -> None:
    """Twelve tricks of four cards; at the other levels only what is otherwise: in game 1 two cards change places."""
    for view in views.values():
        elements = read(render("game.md.j2", view))
        steps = {level: list(view.steps_of(level)) for level in view.report.levels}
        whole = steps[view.base]
        assert sum(name.text.startswith("Trick") for name, _step in whole) == 48
        told = elements.texts("td", **{"data-label": "What happens"})
        for _name, step in whole:
            text = f"{step.says} {step.law}".strip()
            broken = {each for each in told if each.startswith(text) and "Against the rule: " in each}
            assert broken if step.findings else text in told
        assert len(told) == sum(map(len, steps.values()))
    conjectured = {name.text for name, _step in views["m1"].steps_of("conjectured")}
    # 1840:m1.s10 and s12, the known finding of game 1: B's cards are exchanged, so other cards may be played between
    assert {"Trick 10, card 4", "Trick 12, card 2"} <= conjectured
    assert not {"Trick 1, card 1", "Trick 9, card 4"} & conjectured


def test_a_card_shows_as_many_signs_as_it_counts_and_each_court_its_own_figure(site: Site) -> None:
    """German numbers, for the ranks of 1840:2.5; no two cards are drawn alike, and the signs lie within the card."""
    numbers = {"Zweier": 2, "Dreier": 3, "Vierer": 4, "Siebner": 7, "Achter": 8, "Neuner": 9, "Zehner": 10}
    face, drawn = get_macro("cards.html.j2", "face"), set()
    figures: dict[str, set[str]] = {}
    for card in site.pack.cards:
        (it,) = make_cards((card,), site.pack).faces
        made = str(face(it))
        drawn.add(re.sub(r"<title>.*</title>|data-card=\"[^\"]*\"", "", made))
        if card.rank in numbers:
            places = re.findall(r"M([0-9.]+) ([0-9.]+)[la]", made)
            assert len(set(places)) == len(places) == numbers[card.rank] + 1, card  # and one in the corner
            assert all(8 < float(x) < 40 and 20 < float(y) < 70 for x, y in places[1:])
        elif court := re.search(r'card__court" d="([^"]+)"', made):
            figures.setdefault(card.rank, set()).add(court[1])
        assert ("card__ornament" in made) is card.is_tarock
    assert len(drawn) == len(site.pack.cards)
    assert figures.keys() == {"König", "Dame", "Cavall", "Bube"}
    assert all(len(each) == 1 for each in figures.values())
    assert len(set.union(*figures.values())) == len(figures)
