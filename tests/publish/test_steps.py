"""The steps of the model games, held against counts made here from the games' own files and the pack."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from tarock.base.wording import Message, format_message
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.replay import Course, add_score_sheets
from tarock.publish.places import Site
from tarock.publish.views.cards import gloss_name, write_english_name
from tarock.publish.views.steps import FOLLOWS, LevelSteps, Step, StepKind
from tarock.publish.views.table import GameSteps, cut_excerpt, make_game_steps
from tarock.rules.ruleset import Rules
from tests.conftest import Run

pytestmark = pytest.mark.slow

LEVELS = ("printed", "corrected", "conjectured")
# What cards count, from 1840:5.1; a heap loses two points for every three of them (6.11), so a card of n points
# adds 3n - 2 thirds, and a plain one a third.
POINTS = {"König": 5, "Dame": 4, "Reiter": 3, "Bube": 2, "Scüs": 5, "XXI": 5, "Pagat": 5}


@pytest.fixture(scope="module")
def games(site: Site) -> dict[str, GameSteps]:
    return {report.name: make_game_steps(site, report.levels) for report in site.codex.game_reports}


@pytest.fixture(scope="module")
def levels(games: dict[str, GameSteps]) -> dict[tuple[str, str], LevelSteps]:
    return {(name, level): record for name, game in games.items() for level, record in game.levels.items()}


def thirds(card: str) -> int:
    return 3 * POINTS.get(card.rpartition("-")[2], 1) - 2


def plays(level: LevelSteps) -> list[Step]:
    return [step for step in level.steps if step.kind == "play"]


def hands_after(level: LevelSteps) -> dict[str, list[str]]:
    hands = {seat: list(cards) for seat, cards in level.hands.items()}
    for step in level.steps:
        if step.kind == "talon" and step.kept:
            hands[step.seat] += step.cards
        for card in step.cards * (step.kind == "scat") + [step.card] * (step.kind == "play"):
            if card in hands[step.seat]:
                hands[step.seat].remove(card)
    return hands


def test_every_game_has_a_table_at_each_of_its_levels(games: dict[str, GameSteps], run: Run) -> None:
    checked = json.loads(run("check", "--json").out)["games"]
    assert {name: list(game.levels) for name, game in games.items()} == {
        game["id"]: [level for level in LEVELS if game["levels"][level]] for game in checked
    }


def test_after_twelve_tricks_the_hands_are_empty(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """Every deal is a partition of the pack; where the transcript's is not, a finding says so."""
    for (name, at), level in levels.items():
        assert len(plays(level)) == 48, (name, at)
        left = [card for hand in hands_after(level).values() for card in hand]
        wrong = {note.code for step in level.steps for note in step.findings}
        assert not left or "PLAY-NOT-HELD" in wrong, (name, at)
        assert at == "printed" or not left


def test_the_points_of_both_sides_add_up_to_the_pack(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """70 points (1840:6.18): the scat counts from the beginning for one side, the talon left for the other (23.1)."""
    for (name, at), level in levels.items():
        steps = level.steps
        ours = {level.declarer, level.partner}
        scat = [card for step in steps if step.kind == "scat" for card in step.cards]
        bought = [card for step in steps if step.kind == "talon" and step.kept for card in step.cards]
        talon = [card for heap in level.talon for card in heap if card not in bought]
        mine, theirs = sum(map(thirds, scat)), sum(map(thirds, talon))
        trick: list[str] = []
        for step in steps:
            trick += [step.card] * (step.kind == "play")
            if step.winner:
                worth = sum(map(thirds, trick))
                mine, theirs, trick = (
                    mine + worth * (step.winner in ours),
                    theirs + worth * (step.winner not in ours),
                    [],
                )
            if step.points:
                assert step.points == [mine, theirs], (name, at, step.id)
        whole = at != "printed" or not any("DEAL" in note.code for note in steps[0].findings)
        assert mine + theirs == 3 * 70 or not whole


def test_the_played_card_is_among_the_legal_ones_unless_a_revoke_is_found(
    levels: dict[tuple[str, str], LevelSteps],
) -> None:
    revokes = 0
    for (name, at), level in levels.items():
        for step in plays(level):
            codes = {note.code for note in step.findings}
            if "PLAY-REVOKE" in codes:
                revokes += 1
                assert step.legal, (name, at, step.id)
                assert step.card not in step.legal
            elif step.legal and "PLAY-NOT-HELD" not in codes:
                assert step.card in step.legal, (name, at, step.id)
    assert revokes  # 1840:m1.s10 and others, as corpus/games/known_findings.yaml lists them


def test_the_legal_cards_follow_from_the_hand_and_the_card_led(
    levels: dict[tuple[str, str], LevelSteps], site: Site
) -> None:
    """Reckoned here from 1840:63.1 and 63.2: the suit led, else a Tarock, else anything; and which of them says so.

    Of a hand that cannot be as it is told nothing is said.
    """
    doubted_seats = {
        (report.name, at, finding.seat)
        for report in site.codex.game_reports
        for at, level in report.levels.items()
        for finding in level.findings
        if finding.code == "HAND-UNCERTAIN"
    }
    said_by: set[str] = set()
    for (name, at), level in levels.items():
        said = [step.seat for step in level.steps if step.kind == "announce"]
        kept = said[0] if said else ""  # in these games the first word is ultimo
        hands = {seat: list(cards) for seat, cards in level.hands.items()}
        led = ""
        for step in level.steps:
            if step.kind == "talon" and step.kept:
                hands[step.seat] += step.cards
            if step.kind == "scat":
                hands[step.seat] = [card for card in hands[step.seat] if card not in step.cards]
            if step.kind != "play":
                continue
            held = hands[step.seat]
            leads = step.id.endswith(".1")
            led = step.card if leads else led
            suit = {card: card.rpartition("-")[0] for card in [*held, led]}
            may = (
                [card for card in held if suit[card] == suit[led]] or [card for card in held if not suit[card]] or held
            )
            if leads:
                may, law = list(held), ("play.leader", "1840:39.1") if step.id == "1.1" else ("", "")
            elif suit[led] in map(suit.get, held):
                law = ("play.follow_suit" if suit[led] else "play.follow_tarock", "1840:63.1")
            else:
                law = ("play.void_free" if all(map(suit.get, held)) else "play.must_tarock", "1840:63.2")
            waits = step.seat == kept and not step.id.startswith("12.") and sum(not suit[card] for card in held) > 1
            if waits and "Pagat" in may:  # 1840:51.3
                may = [card for card in may if card != "Pagat"]
                law = ("ultimo.pagat_kept", "1840:51.3") if leads else law
            if (name, at, step.seat) in doubted_seats and not step.rule:
                assert not step.legal, (name, at, step.id)
                held = [card for card in held if card != step.card]
                hands[step.seat] = held
                continue
            assert (step.rule, step.ref) == law, (name, at, step.id)
            said_by.add(step.rule)
            assert Counter(step.legal or held) == Counter(may), (name, at, step.id)
            assert len(step.legal) < len(held), (name, at, step.id)  # nothing is said where all may be played
            if step.rule in ("play.follow_suit", "play.must_tarock"):
                assert suit[led] in step.law, (name, at, step.id)
            if step.card in held:
                held.remove(step.card)
    assert len(said_by) == 7  # each of these rules, and none


def test_each_card_is_told_and_the_last_of_a_trick_says_who_takes_it_with_which(
    levels: dict[tuple[str, str], LevelSteps],
) -> None:
    for level in levels.values():
        tricks: dict[str, list[Step]] = {}
        for step in plays(level):
            tricks.setdefault(step.id.partition(".")[0], []).append(step)
        for first, *others in tricks.values():
            assert first.says.startswith(f"{first.seat} leads {first.card}")
            assert all(step.says.startswith(f"{step.seat} plays {step.card}") for step in others)
            trick, last = (first, *others), others[-1]
            assert [step.seat for step in trick if "takes the trick" in step.says] == [last.seat]
            (taking,) = (step.card for step in trick if step.seat == last.winner)
            assert f"{last.winner} takes the trick with {taking}" in last.says


def test_lines_of_a_sheet_are_counted_from_one(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """So their addresses count, which were published."""
    for level in levels.values():
        for kind, word in (("score", "score"), ("again", "again"), ("open", "open")):
            found = [step.id for step in level.steps if step.kind is kind]
            assert found == [f"{word}{number}" for number in range(1, len(found) + 1)]
    assert {kind for level in levels.values() for kind in (step.kind for step in level.steps)} >= {
        "score", "again", "open"
    }  # fmt: skip


def test_each_trick_is_led_by_who_took_the_one_before(levels: dict[tuple[str, str], LevelSteps]) -> None:
    for level in levels.values():
        played = plays(level)
        ends = [step for step in played if step.winner]
        assert len(ends) == 12
        wrong = {note.code for step in level.steps for note in step.findings}
        leads = [step.seat for step in played if step.id.endswith(".1")]
        assert "LEAD-WRONG-SEAT" in wrong or leads[1:] == [step.winner for step in ends[:-1]]


def test_the_friend_is_known_to_all_when_the_called_king_falls(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """1840:7.5, 73.freund; at Solo all are against the declarer from the call on (38.1)."""
    for (name, at), level in levels.items():
        known: set[str] = set()
        for step in level.steps:
            known |= set(step.known)
            solo = step.kind == "call" and not level.partner
            if (step.kind == "play" and step.card == level.king) or solo:
                assert known == set(level.roles), (name, at)
                break
            assert not level.partner or level.partner not in known, (name, at, step.id)
        assert set(level.knows[level.partner or level.declarer]) == set(level.roles)


def test_who_says_contra_shows_that_he_is_an_opponent(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """Only an opponent may say contra to the declarer (1840:55.1): A in game 4, C in game 5."""
    for name, seat in (("m4", "A"), ("m5", "C")):
        steps = levels[name, "corrected"].steps
        shown = [other for step in steps if step.kind == "announce" for other in step.known]
        assert shown == [seat]


def test_every_remark_and_finding_stands_at_one_step(games: dict[str, GameSteps], computed: ComputedCodex) -> None:
    for report in computed.game_reports:
        for at, level in report.levels.items():
            steps = games[report.name].levels[at].steps
            assert sum(len(step.remarks) for step in steps) == len(level.replay.game.remarks)
            codes = sorted(note.code for step in steps for note in step.findings)
            assert codes == sorted(finding.code for finding in level.findings)
            for finding in level.findings:
                if finding.trick and finding.code.startswith("PLAY-REVOKE"):
                    place = next(step for step in steps if finding.code in {note.code for note in step.findings}
                                 and step.id.startswith(f"{finding.trick}."))  # fmt: skip
                    printed = computed.games.pack.require(finding.card).printed
                    assert (place.seat, place.card) == (finding.seat, printed)


def test_the_count_says_how_the_game_ends_and_by_which_paragraph(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """1840:m1.bemerkung.1, m3.bemerkung.1, m7.ergebnis; who counts 36 wins (6.18), a Volat ends otherwise (60.1)."""
    ends = {"m1": ("won by 23", "1840:6.18"), "m3": ("lost by 2", "1840:6.18"), "m7": ("a Volat", "1840:60.1")}
    for name, (end, ref) in ends.items():
        (count,) = (step for step in levels[name, "corrected"].steps if step.kind == "count")
        assert count.says.endswith(f"{end}.")
        assert count.ref == ref


def test_only_who_plays_solo_calls_a_king_of_his_own(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """1840:38.1; whether he holds it is seen in his hand."""
    solos = set()
    for (name, _at), level in levels.items():
        (call,) = (step for step in level.steps if step.kind == "call")
        own = level.king in level.hands[level.declarer]
        assert ("all others are against him" in call.says) == own
        assert ("who holds it is the partner" in call.says) != own
        solos |= {name} if own else set()
    assert "m6" in solos  # 1840:m6.spiel.1


def test_each_half_that_is_looked_at_says_what_becomes_of_it(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """1840:m7.spiel.2 to 4: C has bid the double Dreier, looks at the triple one and takes the first back as fourfold.

    Which half that is says 21.6, that he may change 21.7.
    """
    halves = [step for step in levels["m7", "corrected"].steps if step.kind == "talon"]
    double, triple = (
        {"Treffle-König", "Treffle-Bube", "Pique-Neuner"},
        {"Treffle-Dame", "Pique-Achter", "Pique-Siebner"},
    )
    assert [set(step.cards) for step in halves] == [double, triple, double]
    assert ["lets them lie" in step.says for step in halves] == [True, True, False]
    assert [step.says.startswith("C buys") for step in halves] == [False, False, True]
    assert [step.ref for step in halves] == ["1840:21.6", "1840:21.7", "1840:21.7"]


def test_a_remark_stands_where_the_author_makes_it(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """Its passage tells: before the tricks (`spiel`), behind those of a trick (`s8`), after them all (`bemerkung`)."""
    stood = set()
    for level in levels.values():
        names = [step.id for step in level.steps]
        for step in level.steps:
            for note in step.remarks:
                part = note.ref.split(".")[1]
                places = {"spiel": names[names.index("1.1") - 1], "bemerkung": "count"}
                assert step.id == places.get(part, f"{part[1:]}.4"), note.ref
                stood.add(note.ref)
    assert {"1840:m5.spiel.4", "1840:m5.s8", "1840:m5.bemerkung.1"} <= stood


def test_who_shows_what_he_is_does_so_once(levels: dict[tuple[str, str], LevelSteps]) -> None:
    for level in levels.values():
        shown = [seat for step in level.steps for seat in step.known]
        assert sorted(shown) == sorted(level.roles)


def written(level: LevelSteps, kind: StepKind) -> dict[str, int]:
    """What each seat writes on a score sheet."""
    totals = dict.fromkeys(level.roles, 0)
    for step in level.steps:
        for seat in step.seats * (step.kind is kind):
            totals[seat] += step.amount
    return totals


def test_the_score_lines_add_up_to_the_scores_of_the_check(levels: dict[tuple[str, str], LevelSteps], run: Run) -> None:
    for game in json.loads(run("check", "--json").out)["games"]:
        for at, result in game["levels"].items():
            if not result:
                continue
            level = levels[game["id"], at]
            assert written(level, "score") == result["scores"]
            again = [step for step in level.steps if step.kind in ("revoke", "again")]
            assert bool(again) == bool(result["scores_with_revokes"])
            assert not again or written(level, "again") == result["scores_with_revokes"]


def test_who_revoked_is_reckoned_on_a_second_sheet_that_says_why(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """1840:65.3, each Consulation of a single Dreier at 50 (43.3), reckoned here by hand.

    B's side loses game 1, so that the winners' lines stay and B pays his partner D alone. D's side wins game 2, B's
    side game 5: nothing is left to it but Alle drei, and who revoked pays each of the three others.
    """
    expected = {
        "m1": ("B", 0, {"A": 23 * 2 + 50, "B": 0, "C": 23 * 2 + 50, "D": 50}),
        "m2": ("D", 2, {"A": 50, "B": 50, "C": 50 + 50, "D": 50}),
        "m5": ("B", 2, {"A": 50 + 50, "B": 50, "C": 50, "D": 50}),
    }
    for name, (seat, struck, totals) in expected.items():
        level = levels[name, "corrected"]
        why = next(step for step in level.steps if step.kind == "revoke")
        assert why.says.startswith(f"{seat} revoked.")
        assert "§ 65" in why.says
        assert why.ref == "1840:65.3"
        first = {step.id: step for step in level.steps if step.kind == "score"}
        assert len(why.struck) == struck
        kept = [step.says for ident, step in first.items() if ident not in why.struck]
        again = [step for step in level.steps if step.kind == "again"]
        assert [step.says for step in again[:-1]] == kept
        assert again[-1].ref == "1840:65.3"
        assert ("would have lost" in again[-1].law) == (name == "m1")
        assert ("write down the loss" in why.law) == (name == "m1")  # rules_data/1840/revoke.yaml: which case it is
        assert written(level, "again") == totals
    won = [step for step in levels["m2", "corrected"].steps if step.kind == "open"]
    # whether a king is home that was not brought there "ohne Renonce"; what becomes of a win that is struck out
    assert [step.ref for step in won] == ["1840:49.1", "1840:65.3"]


def test_of_a_purchase_only_the_declarer_is_told_the_cards(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """He loses by showing it (1840:36.1)."""
    for level in levels.values():
        for step in level.steps:
            if step.kind == "talon":
                assert step.unseen
                assert not any(card in step.unseen for card in step.cards)


def test_steps_have_names_of_their_own_and_paragraphs_that_exist(
    levels: dict[tuple[str, str], LevelSteps], site: Site
) -> None:
    router = site.router
    for level in levels.values():
        names = [step.id for step in level.steps]
        assert len(set(names)) == len(names)
        assert all(router.has(step.ref) for step in level.steps if step.ref)
        assert all(step.says for step in level.steps)


def test_an_excerpt_begins_with_the_hands_and_points_of_its_first_step(games: dict[str, GameSteps]) -> None:
    """Trick 10 of game 1, at which B plays Pique-Dame and keeps Careau-Dame to trick 12 (1840:m1.s10, s12)."""
    whole = games["m1"].levels["corrected"]
    cut = cut_excerpt(games["m1"], "corrected", "10.1", "10.4")
    (level,) = cut.levels.values()
    assert [step.id for step in level.steps] == ["10.1", "10.2", "10.3", "10.4"]
    assert {seat: len(hand) for seat, hand in level.hands.items()} == dict.fromkeys("ABCD", 3)
    later = [step for step in plays(whole) if int(step.id.partition(".")[0]) >= 10]
    assert {seat: set(hand) for seat, hand in level.hands.items()} == {
        seat: {step.card for step in later if step.seat == seat} for seat in "ABCD"
    }
    assert "Careau-Dame" in level.hands["B"]
    before = next(step.points for step in reversed(whole.steps) if step.points and step.id == "9.4")
    assert level.steps[0].points == before
    assert set(level.steps[0].known) == set("ABCD")  # the called Treffle-König fell in trick 9
    assert [step.id for step, following in pairwise(level.steps) if following.legal and following.findings] == ["10.3"]


def test_what_a_level_changes_is_marked_with_what_stood_there(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """The readings are those of corpus/emendations/1840.yaml, as the games' own cards at both levels show them."""
    marked = 0
    for (name, at), level in levels.items():
        before = {"corrected": "printed", "conjectured": "corrected"}.get(at)
        older = {step.id: step for step in levels[name, before].steps} if before else {}
        for step in plays(level):
            was = older[step.id].card if before else step.card
            kept = older[step.id].change if before else None
            if was == step.card:
                assert step.change == kept
                continue
            marked += 1
            assert step.change is not None
            assert was in step.change.told
            assert older[step.id].says not in step.change.told  # of the same seat only the card
    assert marked >= 2  # 1840:m1.s10 and s12
    words = [step.change for step in levels["m5", "conjectured"].steps if step.change and step.kind == "announce"]
    assert [change.kind for change in words] == ["conjecture"] * 2  # 1840:m5: re and supra stand in each other's place
    deals = [levels["m5", at].steps[0].change for at in ("corrected", "conjectured")]
    assert deals[0] == deals[1] is not None  # a mark stays
    deal = levels["m4", "corrected"].steps[0].change
    assert deal is not None
    assert "no XIV in the hand of A" in deal.told  # 1840:m4.A lacks it
    for (name, at), level in levels.items():  # each hand against the one of the level before
        printed = levels[name, "printed"].hands
        new = {seat: set(hand) - set(printed[seat]) for seat, hand in level.hands.items()}
        assert {seat: set(cards) for seat, cards in level.changed.items()} == {s: c for s, c in new.items() if c}, at


def test_what_comes_before_the_cards_is_as_the_book_tells_it(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """1840:m3.spiel, m5.spiel and m6.spiel: who bids and calls, both halves of the talon, the scat, what is said."""
    before = {name: {step.id: step for step in levels[name, "corrected"].steps} for name in ("m3", "m5", "m6")}
    game = before["m3"]
    assert list(game)[:8] == ["deal", "bid1", "bid2", "call", "talon1", "talon2", "scat", "say1"]
    assert [game[name].seat for name in ("bid1", "bid2", "call", "say1")] == ["A", "B", "B", "B"]
    assert (game["call"].card, game["call"].ref) == ("Herz-König", "1840:1.1")
    assert set(game["talon1"].cards) == {"Herz-Bube", "Herz-Zweier", "Herz-Aß"}  # "Im zweifachen Dreier liegt"
    assert set(game["talon2"].cards) == {"Careau-Reiter", "Careau-Dreier", "Treffle-Neuner"}  # "Im dreifachen"
    assert [game[half].kept for half in ("talon1", "talon2")] == [False, True]
    assert set(game["scat"].cards) == {"Treffle-Neuner", "Treffle-Achter", "Careau-Reiter"}
    # "A. sagt ultimo und C. contra - A. supra und C. Re": one word that is announced (52.1), three that raise (56.1)
    said = [step for step in before["m5"].values() if step.kind == "announce"]
    assert [step.ref for step in said] == ["1840:52.1"] + ["1840:56.1"] * 3
    assert ["contra" in step.says for step in said] == [False, True, False, False]
    solo = before["m6"]
    assert "scat" not in solo  # at Solo nothing is bought
    assert (solo["call"].card, solo["call"].ref) == ("Careau-König", "1840:38.1")
    assert [thirds("Herz-König") + 5] == solo["talon1"].points[1:]  # with five plain cards, for the opponents


def test_what_is_reckoned_and_what_stays_is_not_marked(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """A changed card changes the count too, which is no reading of the text; a printed game differs from nothing."""
    for (name, at), level in levels.items():
        for step in level.steps:
            assert not step.change or (at != "printed" and step.kind not in FOLLOWS), (name, at, step.id)
    assert all(step.change is None for step in levels["m6", "corrected"].steps)  # of games 6 and 7 nothing is emended


def test_a_card_has_its_english_behind_it_where_that_is_another_word(site: Site) -> None:
    """The agreed English of corpus/termbase.yaml; the Pagat is called so in both."""
    assert gloss_name(site, "Herz-König") == "Herz-König (king of hearts)"
    assert (
        gloss_name(site, "Careau-Reiter") == "Careau-Reiter (cavalier of diamonds)"
    )  # "ein Reiter (Reiter)", 1840:2.5
    assert [gloss_name(site, same) for same in ("Pagat", "XXI")] == ["Pagat", "XXI"]
    pack = site.codex.games.pack
    assert all(gloss_name(site, card.printed).endswith(")") for card in pack.cards if not card.is_tarock)
    assert [write_english_name(site, suit) for suit in ("Herz", "Pique")] == ["hearts", "spades"]


def test_roles_are_called_as_the_termbase_has_them(computed: ComputedCodex) -> None:
    terms = {"declarer": ("spieler", "declarer"), "partner": ("freund", ""), "defender": ("gegner", ""),
             "forehand": ("vorhand", "seat")}  # fmt: skip
    for role, (term, sense) in terms.items():
        meanings = computed.termbase.terms[term].meanings
        (meant,) = (each for each in meanings if not sense or each.id == sense)
        assert format_message(Message(f"role.{role}")) == meant.english


def test_the_record_survives_json(games: dict[str, GameSteps]) -> None:
    for game in games.values():
        assert msgspec.json.decode(msgspec.json.encode(game), type=GameSteps) == game


def test_a_finding_names_cards_and_suit_in_english(levels: dict[tuple[str, str], LevelSteps]) -> None:
    """1840:m1.s10: Careau is led, and B plays Pique-Dame."""
    (found,) = (note for step in levels["m1", "corrected"].steps for note in step.findings)
    assert "plays queen of spades: must follow diamonds" in found.english


def test_every_remark_has_its_english_without_the_plays_before_it(games: dict[str, GameSteps]) -> None:
    """A remark in a trick line stands behind the four plays (1840:m4.s5 and others)."""
    notes = [note for game in games.values() for step in game.levels["corrected"].steps for note in step.remarks]
    assert sum(".s" in note.ref for note in notes) >= 5
    for note in notes:
        assert note.english, note.ref
        assert not note.english.startswith("Trick ")
        assert " - D " not in note.english


@pytest.mark.parametrize(
    ("name", "revokes", "ref", "again"),
    [
        ("m1", ("A", "B"), "1840:65.6", {"A": 96, "B": 0, "C": 96, "D": 0}),  # they cancel each other
        ("m6", ("C",), "1840:65.3", None),  # who plays alone and loses has nobody to pay: left open
    ],
)
def test_a_second_sheet_of_other_revokes(
    site: Site, computed: ComputedCodex, name: str, revokes: tuple[str, ...], ref: str, again: dict[str, int] | None
) -> None:
    """Game 6 is a Solo of C's that is lost (1840:m6.ergebnis); game 1 is won by A and C, 96 for each."""
    level = revoked(site, name, revokes, computed.games.rules)
    why = next(step for step in level.steps if step.kind == "revoke")
    assert why.ref == ref
    assert not why.struck
    assert written(level, "again") == (again or written(level, "score"))
    assert [step.ref for step in level.steps if step.kind == "open"] == ([] if again else ["1840:65.3"])


def test_where_both_sides_pay_each_fine_says_its_own_case(site: Site, computed: ComputedCodex) -> None:
    """By 1840:65.3 alone, without 65.6: A, whose side has won game 1, pays all others, B pays his partner D."""
    level = revoked(site, "m1", ("A", "B"), computed.games.rules.fork({"revoke.both_cancel": False}))
    laws = {tuple(step.seats): step.law for step in level.steps if step.kind == "again" and step.law}
    assert laws.keys() == {("B", "C", "D"), ("D",)}
    assert "would have won" in laws["B", "C", "D"]
    assert "would have lost" in laws["D",]


def revoked(site: Site, name: str, revokes: tuple[str, ...], rules: Rules) -> LevelSteps:
    """The corrected steps of a game, as if these seats had revoked."""
    report = next(report for report in site.codex.game_reports if report.name == name).levels["corrected"]
    replay = report.replay
    course = structs.replace(replay, result=structs.replace(replay.result, revokes=revokes))
    fields = {field: getattr(course, field) for field in Course.__struct_fields__}
    changed = structs.replace(report, replay=add_score_sheets(Course(**fields), rules))
    return make_game_steps(site, {"corrected": changed}).levels["corrected"]


@pytest.mark.parametrize(
    ("old", "new", "opening", "places"),
    [
        ('hands:\n  A: "XXI XX', 'hands:\n  A: "XXI XIX', "DEAL-", {"deal"}),  # B has it too
        ("{seat: B, bid: dreier, fold: 2}", "{seat: B, bid: dreier, fold: 1}", "BID-", {"bid2"}),
        ("{first: 2, kept: 3}", "{first: 3, kept: 3}", "PURCHASE-", {"talon1"}),  # bid was the double one
        ("partner: C", "partner: A", "PARTNER-", {"call"}),
        ("Achter - Careau-Reiter", "Achter - Herz-Bube", "SCAT-", {"scat"}),  # in the half that he left
        ("B VIII - C IV - D IX", "B VIII - C XX - D IX", "PLAY-NOT-HELD", {"4.2"}),  # A has it
        ("A Herz-Reiter - B XIX - C III", "A Herz-Reiter - C III - B XIX", "PLAY-ORDER", {"3.2"}),
        ("what: lost_by, value: 2", "what: lost_by, value: 3", "RESULT-", {"count"}),
    ],
)
def test_a_fault_of_the_record_stands_at_its_step(
    site: Site, computed: ComputedCodex, tmp_path: Path, old: str, new: str, opening: str, places: set[str]
) -> None:
    """Game 3 with one thing changed: the fault is found where it was made, before and after the cards too."""
    text = (computed.project.corpus / "games" / "1840-m3.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "own.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    level = make_game_steps(site, {"file": computed.games.replay_file(path)}).levels["file"]
    found = {step.id for step in level.steps for note in step.findings if note.code.startswith(opening)}
    assert found == places, [(step.id, note.code) for step in level.steps for note in step.findings]
