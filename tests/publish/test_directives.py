"""Each directive in our prose, filled: what it says, by the words of the source, and where its sentence then rests."""

from __future__ import annotations

import re

import pytest

from tarock.base.errors import CodexError
from tarock.publish.places import Site
from tarock.publish.views.cards import Cards
from tarock.publish.views.how_to_directives import DIRECTIVES, FilledLine, Filler, Piece
from tarock.rules.how_to import HowTo, HowToLine


def line(written: str) -> HowToLine:
    return HowToLine((written,), 3)


def filler(site: Site, siglum: str) -> Filler:
    return Filler(site, HowTo(siglum, "", (), "file.md"), f"play/{siglum}.html")


def fill(site: Site, siglum: str, written: str, *, digits: bool = False) -> FilledLine:
    return filler(site, siglum).fill(line(written), digits=digits)


def pieces(told: FilledLine) -> list[Piece]:
    return [piece for piece in told.cells[0] if isinstance(piece, Piece)]


def words(told: FilledLine) -> str:
    return "".join(piece.description if isinstance(piece, Cards) else piece.text for piece in told.cells[0])


@pytest.mark.parametrize(
    ("siglum", "written", "said", "places"),
    [
        ("1840", "{{ number('deal.hand', 'card') }}", "twelve cards", ["14.1"]),  # "im Ganzen zwölf Blätter"
        ("1840", "{{ number('deal.hand', 'play') }}", "twelve plays", ["14.1"]),
        ("1840", "{{ Number('deal.hand', 'card') }} it is.", "Twelve cards it is.", ["14.1"]),
        ("1840", "{{ number('counting.three_plain', 'point') }}", "one point", ["6.14"]),
        ("1840", "{{ number('pack.cards', 'card') }}", "54 cards", ["2.1"]),  # "vier und fünfzig Blättern"
        ("1840", "{{ number('deal.hand / deal.packet[knocked=false]', 'party') }}", "two parties", ["11.2", "14.1"]),
        ("1840", "{{ number('deal.talon / deal.hand', 'card') }}", "1/2 card", ["14.1", "14.2"]),  # six of twelve
        (
            "1840",
            "{{ number('deal.hand / counting.group / pack.suits_count', 'match') }}",
            "one match",
            None,
        ),  # 12 / 3 / 4
        ("1840", "{{ number('(deal.hand + counting.group) / pack.suits_count', 'match') }}", "3 3/4 matches", None),
        (
            "1840",
            "{{ number('settlement.stake.small_examples', 'sum') }}",
            "four sums",
            ["43.2"],
        ),  # ten, twenty, thirty, forty
        (
            "1840",
            "{{ number('counting.total[method=card by card]') }}",
            "106",
            ["6.1"],
        ),  # the way that the author rejects
        ("1863", "{{ fold('settlement.multiplier[contract=a_deux]') }}", "double", ["16"]),  # "bei à deux mit 2"
        (
            "1863",
            "{{ fold('settlement.multiplier[contract=sans_prendre]') }}",
            "fivefold",
            ["16"],
        ),  # "bei Sans-prendre mit 5"
        ("1863", "{{ times('settlement.multiplier[contract=a_un]') }}", "three times", ["16"]),
        ("1840", "{{ ordinal('game.players') }}", "fourth", ["7.1"]),
        ("1840", "{{ word('king.lost_writes') }}", "opponents", ["49.2"]),
        ("1840", "{{ card('honours.cards[honour=all_four]') }}", "king (König)", ["3.1"]),  # "die Könige"
        ("1840", "{{ cards('honours.cards[honour=all_four]') }}", "kings (König)", ["3.1"]),
        ("1840", "{{ card('honours.cards[honour=all_three]') }}", "Scüs, Mond and Pagat", ["3.1"]),
        ("1840", "{{ own('game.names') }}", "Königrufen or Rasteln", ["1.1"]),
        ("1840", "{{ case('contract=solo') }} {{ see('deal.hand') }}", "Solo", ["14.1"]),
        ("1840", "{{ case('fold=2') }} {{ see('deal.hand') }}", "double", ["14.1"]),
        ("1840", "{{ claim('1840-45-won') }}", "58", ["45.3"]),  # "acht und fünfzig Points"
        ("1840", "{{ number('@1840-45-won/fold') }}", "three", ["45.3"]),  # the threefold Dreier
        (
            "1840",
            "{{ result('m6', 'margin') }}",
            "eight",
            ["m6.ergebnis"],
        ),  # lost (m6.ergebnis) "um acht Points" (m6.bemerkung.1)
        ("1840", "{{ game('m6') }} {{ see('deal.hand') }}", "model game 6", ["14.1"]),
        (
            "1840",
            "{{ play('m6', 3, 4, 'seat') }} {{ winner('m6', 3) }}",
            "D D",
            ["m6.s3"],
        ),  # "A … - D XVI.", and D leads to the fourth
        ("1840", "{{ play('m1', 2, 1, 'seat') }} {{ winner('m1', 1) }}", "C C", ["m1.s1", "m1.s2"]),  # "2. -\"- C XIV."
        ("1840", "{{ trick('m6', 1) }}", "A, B, C, D: Pique-König, X, Pique-Dame, Pique-Reiter", ["m6.s1"]),
        # "mit dem Careau-König" (m4.spiel.1), which C has (m4.C); "Im vierfachen Dreier liegt" (m4.spiel.3)
        (
            "1840",
            "{{ deal('m4', 'declarer') }} {{ deal('m4', 'partner') }} {{ deal('m4', 'king') }}",
            "B C king of diamonds",
            ["m4.B"],
        ),
        ("1840", "{{ deal('m4', 'bid') }} {{ deal('m4', 'kept') }}", "triple fourfold", ["m4.B"]),
        ("1840", "{{ deal('m4', 'bought') }}", "jack of diamonds, ace of hearts and ten of spades", ["m4.B"]),
        (
            "1840",
            "{{ deal('m4', 'ultimo') }} {{ deal('m4', 'contra') }} {{ deal('m4', 'forehand') }}",
            "B A A",
            ["m4.B"],
        ),  # m4.spiel.4
        ("1840", "{{ laid('m4', 'scat') }}", "Careau-Reiter, Pique-Bube, Pique-Zehner", ["m4.B"]),  # m4.spiel.4
        ("1840", "{{ seats('game.seat_plan') }}", "A, B, C, D", ["8.5"]),
        ("1840", "{{ show('honours.cards[honour=all_three]') }}", "Scüs, XXI, Pagat", ["3.1"]),  # XXI is the Mond (2.3)
        (
            "1840",
            "So {{ see('deal.hand', '1754:1', 'pack.cards') }}",
            "So",
            ["2.1", "14.1", "1754:1"],
        ),  # as they stand, others last
    ],
)
def test_a_directive_says_what_the_source_says(
    site: Site, siglum: str, written: str, said: str, places: list[str]
) -> None:
    told = fill(site, siglum, written)
    assert words(told) == said
    if places is not None:
        assert [place.text for place in told.places] == places
    assert not told.silent


def test_a_table_has_its_numbers_in_digits(site: Site) -> None:
    assert words(fill(site, "1840", "{{ number('deal.hand', 'card') }}", digits=True)) == "12 cards"
    assert words(fill(site, "1840", "{{ number('deal.talon / deal.hand') }}", digits=True)) == "1/2"


def test_a_term_leads_to_the_glossary_and_names_the_german_once(site: Site) -> None:
    """1754:7 says "Der Sckis oder Excuse", 1840:2.2 "der Scüs": each page has the word of its own source."""
    filling = filler(site, "1840")
    first, second = (filling.fill(line("{{ Terms('talon') }}{{ see('deal.talon') }}")) for _ in range(2))
    assert [words(first), words(second)] == ["Talons", "Talons"]
    assert [bool(piece.href) for told in (first, second) for piece in pieces(told)] == [True, False]
    king = fill(site, "1840", "{{ term('koenig') }}{{ see('deal.hand') }}")
    assert [(piece.text, piece.german) for piece in pieces(king)] == [
        ("king", False), (" (", False), ("König", True), (")", False)
    ]  # fmt: skip


def test_the_words_of_the_source_are_marked_as_german(site: Site) -> None:
    told = fill(site, "1840", "{{ own('game.names') }}")
    assert [(piece.text, piece.german) for piece in pieces(told)] == [
        ("Königrufen", True), (" or ", False), ("Rasteln", True)
    ]  # fmt: skip


def test_what_the_source_does_not_say_leads_to_the_rule(site: Site) -> None:
    """1754 says nothing of who deals first; that a called king is not in its game is no silence of ours."""
    told = fill(site, "1754", "Anybody deals. {{ silent('deal.first_dealer') }}")
    assert (told.silent, told.ours) == ("not stated", True)
    assert [place.href.partition("#")[2] for place in told.places] == ["rule-deal.first_dealer"]
    assert not fill(site, "1754", "None. {{ silent('deal.talon') }}").ours
    three = fill(site, "1754", "So. {{ silent('deal.first_dealer', 'deal.shuffled_by', 'deal.talon') }}")
    led = {place.text: place.href.partition("#")[2] for place in three.places}  # each kind once, with its first key
    assert led == {"not stated": "rule-deal.first_dealer", "not in this game": "rule-deal.talon"}
    assert len(three.places) == len(led)


def test_what_can_be_read_otherwise_must_be_told(site: Site) -> None:
    """1840:65.3 says of the lost game "bloß an seinen Freund", where an opponent may have two friends."""
    key = "revoke.penalty_to[result=lost]"
    filling = filler(site, "1840")
    filling.fill(line("It pays {{ number('deal.hand') }}."))
    filling.require_open()
    filling.fill(line(f"It pays. {{{{ see('{key}') }}}}"))
    with pytest.raises(CodexError, match=re.escape(f"file.md:3: `{key}` can be read otherwise")):
        filling.require_open()
    told = filling.fill(line(f"Or otherwise. {{{{ open('{key}') }}}}"))
    assert (told.silent, told.ours) == ("left open", True)
    filling.require_open()


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("{{ number('king') }}", "`king` is no key"),
        ("{{ see('deal.dealer_extra') }}", "source 1840 does not state `deal.dealer_extra`; expected a key of it"),
        (
            "{{ see('settlement.stake.small_fold[contract=dreier]') }}",
            "one of settlement.stake.small_fold[contract=solo]",
        ),
        ("{{ number('deal.hands[knocked=true]') }}", "`deal.hands[knocked=true]` is no key; did you mean deal.hand"),
        ("{{ play('m6', 0, 1, 'seat') }}", "m6 has no trick `0`"),
        ("{{ winner('m6', 12) }}", ""),
        ("{{ winner('m6', 'twelve') }}", "m6 has no trick `twelve`"),
        ("{{ result('m6', 'E') }}", "`E` is no result"),
        ("{{ deal('m4', 'queen') }}", "`queen` is nothing of the deal of m4"),
        ("{{ deal('m1', 'ultimo') }}", "`ultimo` is nothing of the deal of m1"),
        ("{{ laid('m6', 'bought') }}", "`bought` is nothing of the deal of m6"),
        ("{{ case('fold=two') }}", "fold is 'two'"),
        ("{{ claim('1840-45-won', 'B') }}", "has no part `B`"),
        ("{{ seats('honours.cards[honour=all_three]') }}", "expected four seats"),
        ("{{ number('king.lost_writes') }}", "`king.lost_writes` is 'defenders'"),
        ("{{ see('king.lost_writes=declarer') }}", "the table says defenders"),
        ("{{ see('king.lost_writes=defenders') }}", ""),
        ("{{ see('king.called=true') }}", ""),
        ("{{ see('honours.kinds=all_three, all_four') }}", ""),
        ("{{ see('bidding.games=1 dreier') }}", "a number is typed"),
        ("{{ silent('king.called') }}", "does state `king.called`"),
    ],
)
def test_what_a_directive_may_ask_for(site: Site, written: str, wrong: str) -> None:
    """Twelve tricks (1840:14.1), seats A to D, All Three are three (3.1); the lost king is the defenders' (49.2)."""
    if wrong:
        with pytest.raises(CodexError, match=re.escape(wrong)):
            fill(site, "1840", written)
    else:
        assert fill(site, "1840", written).places


def test_a_fault_inside_a_directive_is_not_taken_for_one_of_the_prose(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_filler: object, _argument: str) -> None:
        raise TypeError("ours")

    monkeypatch.setitem(DIRECTIVES, "broken", broken)
    with pytest.raises(TypeError, match="ours"):
        fill(site, "1840", "{{ broken('it') }}")


@pytest.mark.parametrize("name", ["m3", "m4", "m6", "m7"])
def test_a_heap_is_counted_in_groups_as_the_book_counts(site: Site, name: str) -> None:
    """Held against the count of 1840:6.9 to 6.13: three cards, less two points where one counts, one where two do."""
    report = next(each for each in site.codex.game_reports if each.name == name)
    replay, pack = report.best.replay, {card.printed: card for card in site.pack.cards}
    sides = [trick for trick in replay.tricks if trick.winner in (replay.game.declarer, replay.partner)]
    taken = [card.printed for trick in sides for _seat, card in trick.plays]
    (line,) = fill(site, "1840", f"{{{{ groups('{name}') }}}}").cells
    groups = [([pack[face.name] for face in each.faces], each.points) for each in line]  # type: ignore[union-attr]
    shown = [card.printed for cards, _worth in groups for card in cards]
    assert sorted(shown) == sorted([*taken, *(card.printed for card in replay.game.scat)])
    whole = 0
    for cards, worth in groups[:-1]:
        assert len(cards) == 3
        counting = [card.points for card in cards if card.points]
        less = {0: -1, 1: 0, 2: 1, 3: 2}[len(counting)]  # three empty cards make one; one beside two empty ones, itself
        assert int(worth) == sum(counting) - less
        whole += int(worth)
    cards, worth = groups[-1]
    assert len(cards) <= 3
    assert replay.declarer_thirds - 3 * whole == sum(card.thirds for card in cards)
