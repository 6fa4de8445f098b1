"""Laws that hold of every game: nothing is lost, both sides count seventy points, any wrong card is noticed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.game.common.cards import Card, Pack
from tarock.game.common.counting import count_by_groups, count_thirds
from tarock.game.common.records import Side
from tarock.game.common.trick_law import TrickLaw
from tarock.game.koenigrufen_1840.record import Bid, Game, Purchase
from tarock.game.koenigrufen_1840.replay import Replay, replay
from tarock.game.koenigrufen_1840.vocabulary import BidKind
from tests.conftest import ROOT
from tests.game.koenigrufen_1840.builders import (
    card,
    changed,
    hands_to_play,
    may_play,
    model,
    pack,
    random_game,
    rules,
    taker,
    with_exchange,
    with_play,
)

seeds = st.integers(0, 2**32)
places = st.tuples(st.integers(0, 11), st.integers(0, 3))


def faultless(game: Game) -> Replay:
    played = replay(game, pack(), rules())
    assert played.findings == ()
    return played


@given(seeds)
def test_every_legal_game_passes(seed: int) -> None:
    game = random_game(seed)
    played = faultless(game)
    assert played.winners == tuple(taker(trick) for trick in game.tricks)
    assert played.sheet_with_revokes is None


@given(seeds)
def test_cards_are_conserved(seed: int) -> None:
    game = random_game(seed)
    played = faultless(game)
    in_tricks = [one for trick in game.tricks for _seat, one in trick]
    assert len(in_tricks) == 48
    assert {*in_tricks, *game.scat, *played.talon_left} == set(pack().cards)
    assert all(len(hand) == 12 for hand in played.hands.values())
    assert {seat: set(hand) for seat, hand in played.hands.items()} == hands_to_play(game)


@given(seeds)
def test_both_sides_count_seventy_points(seed: int) -> None:
    game = random_game(seed)
    played = faultless(game)
    mine = {seat for seat, side in played.side.items() if side == Side.DECLARER}
    taken = {
        side: [
            one
            for trick, by in zip(game.tricks, played.winners, strict=True)
            if (by in mine) == side
            for _seat, one in trick
        ]
        for side in (True, False)
    }
    declarers = count_by_groups([*taken[True], *game.scat], rules())
    defenders = count_by_groups([*taken[False], *played.talon_left], rules())
    assert declarers + defenders == 210
    running = [trick.running for trick in played.tricks]
    assert played.declarer_thirds == declarers == running[-1]
    assert sum(played.points_thirds.values()) == 210 - count_thirds([*game.scat, *played.talon_left])
    assert sum(played.tricks_won.values()) == 12
    assert running == sorted(running)


@given(seeds)
def test_what_is_won(seed: int) -> None:
    played = faultless(random_game(seed))
    result, mine = played.result, played.tricks_won
    ours = sum(count for seat, count in mine.items() if played.side[seat] == Side.DECLARER)
    assert result.volat == (Side.DECLARER if ours == 12 else Side.DEFENDERS if ours == 0 else None)
    if result.volat is None:
        assert result.outcome.won == (played.declarer_thirds >= 107)  # 6.24
    # a side is paid or not, never fined: what one side loses the other writes
    assert all(points >= 0 for points in played.sheet.totals.values())
    for side in (Side.DECLARER, Side.DEFENDERS):  # 30.1: friends win and lose together
        assert len({played.sheet.totals[seat] for seat, name in played.side.items() if name == side}) == 1
    assert sum(played.sheet.totals.values()) == sum(line.amount * len(line.payees) for line in played.sheet.lines)


@given(seeds)
def test_somebody_may_always_play(seed: int) -> None:
    game = random_game(seed)
    law = TrickLaw.of(rules())
    hands = hands_to_play(game)
    for trick in game.tricks:
        for number, (seat, one) in enumerate(trick):
            allowed = law.find_legal(hands[seat], trick[:number])
            assert one in allowed
            assert set(allowed) == set(may_play(hands[seat], trick[0][1] if number else None))
            hands[seat].discard(one)
    assert not any(hands.values())


def _expected(game: Game, number: int, place: int, name: str) -> str:
    """The code that a wrong card must give, worked out from the paragraphs; empty if it is legal there."""
    hands = hands_to_play(game)
    played = set()
    for trick in game.tricks[:number]:
        for seat, one in trick:
            hands[seat].discard(one)
            played.add(one)
    trick = game.tricks[number]
    for seat, one in trick[:place]:
        hands[seat].discard(one)
        played.add(one)
    seat = trick[place][0]
    wrong = card(name)
    if wrong in played:
        return "PLAY-TWICE"
    if wrong not in hands[seat]:
        return "PLAY-NOT-HELD"
    return "" if wrong in may_play(hands[seat], trick[0][1] if place else None) else "PLAY-REVOKE"


@given(seeds, places, st.sampled_from(sorted(pack().by_name)))
def test_one_wrong_card_is_found_where_it_is(seed: int, where: tuple[int, int], name: str) -> None:
    number, place = where
    game = random_game(seed, talk=False)
    seat = game.tricks[number][place][0]
    code = _expected(game, number, place, name)
    assume(code)
    replayed = replay(with_play(game, number + 1, seat, name), pack(), rules())
    places = [finding.identity for finding in replayed.findings]
    # the card is another's, or the seat's own, which he plays twice then: in no case is he said to have revoked
    if code == "PLAY-REVOKE":
        assert ("PLAY-TWICE", seat, name) in [(code, by, card) for code, _trick, by, card in places]
    else:
        assert places[0] == (code, number + 1, seat, name)
    assert not any(code == "PLAY-REVOKE" and by == seat for code, _trick, by, _card in places)
    assert ("HAND-UNCERTAIN", 0, seat, "") in places
    assert not replayed.settles
    assert replayed.sheet.lines == ()
    assert replayed.sheet_with_revokes is None


@given(seeds, places, st.data())
def test_a_held_card_that_does_not_follow_is_a_revoke(seed: int, where: tuple[int, int], data: st.DataObject) -> None:
    number, place = where
    game = random_game(seed, talk=False)
    seat = game.tricks[number][place][0]
    later = enumerate((dict(trick)[seat] for trick in game.tricks[number:]), number + 1)
    wrong = [it for it in later if _expected(game, number, place, it[1].name) == "PLAY-REVOKE"]
    assume(wrong)
    other, chosen = data.draw(st.sampled_from(wrong))
    finding = replay(with_exchange(game, seat, number + 1, other), pack(), rules()).findings[0]
    assert finding.identity == ("PLAY-REVOKE", number + 1, seat, chosen.name)
    assert finding.ref in ("1840:63.1", "1840:63.2")


@given(seeds, st.data())
def test_a_missing_card_is_noticed(seed: int, data: st.DataObject) -> None:
    game = random_game(seed)
    seat = data.draw(st.sampled_from(game.seats))
    lost = data.draw(st.sampled_from(game.hands[seat]))
    fewer = changed(game, hands={**game.hands, seat: tuple(one for one in game.hands[seat] if one is not lost)})
    codes = {(one.code, one.seat, one.card) for one in replay(fewer, pack(), rules()).findings}
    assert {("DEAL-MISSING", "", lost.name), ("HAND-SIZE", seat, "")} <= codes


# What the engine reads of the rules changes what it finds.

CHANGED: list[tuple[str, object, str]] = [
    ("deal.hand", 11, "m7"),
    ("deal.talon", 7, "m6"),
    ("deal.talon_half", 4, "m7"),
    ("discard.cards", 2, "m7"),
    ("discard.never", ["Dame"], "m8"),
    ("bidding.fold_max[contract=dreier]", 2, "m4"),
    ("talon.fold_max", 3, "m7"),
    ("bidding.hold", "nobody", "m5"),
    ("bidding.games", ["solo", "dreier"], "solo"),
    ("talon.changes_max", 1, "m7"),
    ("talon.half[fold=4]", "upper", "m7"),
    ("talon.counts_for[contract=dreier]", "declarer", "m4"),
    ("talon.counts_for[contract=solo]", "declarer", "m6"),
    ("discard.counts_for", "defenders", "m4"),
    ("counting.number[party=declarer]", 38, "m4"),
    ("counting.remis_at", 33, "m3"),
    ("counting.margin_from", 34, "m3"),
    ("talon.change_fold", 2, "m3"),  # B buys the half of a double Dreier and keeps that of a triple
    ("talon.bought[contract=dreier]", 4, "m3"),
    ("counting.win_at_cards[party=declarer]", 1, "m3"),
    ("card_points.koenig", 4, "m3"),
    ("card_points.dame", 5, "m3"),
    ("card_points.scues", 1, "m3"),
    ("rank.order[colour=red]", ["König", "Dame", "Cavall", "Bube", "Vierer", "Dreier", "Zweier", "Aß"], "m6"),
    ("rank.tarock_beats_suit", False, "m7"),
    ("play.follow_suit", False, "m1"),
    ("play.follow_tarock", False, "tarock kept"),
    ("play.must_overtake", True, "m7"),
    ("play.leader", "second", "m7"),
    ("king.home_in", "defenders", "m7"),
    ("king.own[contract=solo]", "may", "own king"),
    ("king.is_lost[king_lies=unseen talon]", True, "sleeping"),
    ("honours.one_hand", False, "m7"),
    ("honours.cards[honour=all_three]", ["Scüs", "Mond"], "m5"),
    ("honours.count[honour=all_three]", 2, "m6"),
    ("announcements.allowed_to[feat=ultimo]", ["defender"], "m3"),
    ("announcements.raises", ["contra", "supra", "re"], "m5"),
    ("ultimo.pagat_kept", False, "early"),
    ("ultimo.lost_to", ["partner"], "m4"),  # B's Pagat falls to an opponent in the last trick
    ("volat.taken_by", "one player", "m7"),
    ("settlement.multiplier[contract=dreier]", 3, "m4"),
    ("settlement.multiplier[contract=solo]", 5, "m6"),
    ("settlement.price[contract=dreier,stake=middle]", 60, "m4"),
    ("five.shares_with", "declarer", "five"),
]


def _example(name: str) -> Game:
    """A model game, or one of them changed so that the rule has something to decide."""
    m3, m7 = model("m3"), model("m7")
    match name:
        case "early":  # B announced ultimo and plays the Pagat in trick 1
            return with_exchange(model("m4"), "B", 1, 12)
        case "tarock kept":  # D gives a Treffle to the first lead, a tarock, and his tarock to the second
            return with_exchange(m7, "D", 1, 2)
        case "own king":
            return changed(model("m6"), king=card("Herz-König"))
        case "solo":
            bids = (Bid(seat="A", bid=BidKind.DREIER, fold=3), Bid(seat="C", bid=BidKind.SOLO))
            return changed(model("m6"), bids=bids)
        case "five":
            return changed(m3, fifth="E", dealer="E")
        case "sleeping":
            # C buys the Treffle-Dame of the other half in place of the king, and leads her in trick 10
            king, queen = card("Treffle-König"), card("Treffle-Dame")
            upper, lower = (
                tuple({king: queen, queen: king}.get(one, one) for one in half)
                for half in (m7.talon.upper, m7.talon.lower)
            )
            game = with_play(m7, 10, "C", queen.name)
            bought = Purchase(first=2, kept=2)
            return changed(game, king=king, partner="", upper=upper, lower=lower, purchase=bought, hand_after=())
    return model(name)


def _with_cards_of(other: Pack, game: Game) -> Game:
    """The game with the cards of another pack."""

    def move(hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(other.require(one.name) for one in hand)

    return changed(
        game,
        hands={seat: move(hand) for seat, hand in game.hands.items()},
        **{name: move(cards) for name, cards in game.heaps.items()},
        hand_after=move(game.hand_after), king=other.require(game.king.name),
        tricks=tuple(tuple((seat, other.require(one.name)) for seat, one in trick) for trick in game.tricks),
    )  # fmt: skip


@pytest.mark.parametrize(("key", "value", "name"), CHANGED)
def test_a_changed_rule_changes_the_replay(key: str, value: object, name: str) -> None:
    other = rules().fork({key: value})
    other_pack = Pack(other)

    def seen(played: Replay) -> object:
        return played.findings, played.declarer_thirds, played.winners, played.sheet.totals, played.result.outcome

    game = _example(name)
    assert seen(replay(_with_cards_of(other_pack, game), other_pack, other)) != seen(replay(game, pack(), rules()))
    assert key in other.reads


def test_an_excuse_that_nothing_rules_is_refused_by_name() -> None:
    """1840 has no rules of an Excuse: a Scüs made into one is not replayed by rules that nobody stated."""
    other = rules().fork({"rank.scues_nature": "excuse"})
    other_pack = Pack(other)
    with pytest.raises(CodexError, match=r"source 1840 does not state `excuse\.free`"):
        replay(_with_cards_of(other_pack, _example("m7")), other_pack, other)
    assert "rank.scues_nature" in other.reads


READERS = {"flag", "number", "numbers", "word", "words", "read_enum", "read_enums"}
# numbers of the laws that the core of the page has in its table too, and the reader of the model games writes out
IN_TABLES = {"king.own", "talon.change_fold", "talon.changes_max", "talon.fold_max", "talon.half"}


def keys_read(file: Path) -> set[str]:
    """The keys whose values a module reads."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
            found.update(word for word in words if name in READERS and isinstance(word, str))
    return found


def test_each_law_of_play_is_stated_once() -> None:
    """The values of the trick, the call, purchase, discard and lead are read by one module, for play and record."""
    game = ROOT / "scripts/tarock/game"
    files = [*(game / "common").glob("*.py"), *(game / "koenigrufen_1840").glob("*.py")]
    read = {file: keys_read(file) for file in files}
    laws = [game / "common/trick_law.py", game / "koenigrufen_1840/laws.py"]
    assert all(read[law] for law in laws)
    assert {
        f"{key} in {file.name}"
        for law in laws
        for key in read[law] - IN_TABLES - {"rank.scues_nature"}  # also what the Scüs is called
        for file in files
        if file not in laws and key in read[file]
    } == set()
