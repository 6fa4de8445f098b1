"""1945: a deal replayed by duties that the record assumes, for the pages that state them are lost.

The ranks and thirds used here are written off 1945:allg.2.2.3-5 and 2.3.11-15, beside the program's own.
"""

from __future__ import annotations

import json
import random
import re

import pytest
import yaml

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.game.common.cards import Pack
from tarock.game.common.notation import write_cards
from tarock.game.common.score import OpenPoint, SettledScore
from tarock.game.eras import find_era
from tarock.game.reform_1945.record import Assumed
from tarock.rules.ruleset import Rules
from tarock.rules.tables import EraTables
from tests.conftest import Run
from tests.game.score_files import ROOT, document, found, left_open, noted, rules_of, score

EXAMPLE = ROOT / "corpus" / "examples" / "score-1945-play.yaml"
PLAYED = EXAMPLE.read_text(encoding="utf-8").partition('era: "1945"\n')[2]
ASSUMED = {"ASSUMED-STATED"}  # needs a source that states a duty: see below

TAROCKS = "Pagat II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI Scüs"
ROMAN = re.findall(r"\w+", TAROCKS)
RED = ["Vierer", "Dreier", "Zweier", "Aß", "Bube", "Cavall", "Dame", "König"]  # "4, 3, 2, Ass, Bub, Caval, Dame, König"
BLACK = ["Siebner", "Achter", "Neuner", "Zehner", "Bube", "Cavall", "Dame", "König"]  # "7, 8, 9, 10, Bub, …"
THIRDS = {"König": 13, "Dame": 10, "Cavall": 7, "Bube": 4, "Pagat": 13, "XXI": 13, "Scüs": 13}


def height(card: str) -> tuple[str, int]:
    """Suit and rank of a card."""
    if card in ROMAN:
        return "Tarock", ROMAN.index(card)
    suit, rank = card.split("-")
    return suit, (RED if suit in ("Herz", "Careau") else BLACK).index(rank)


def cards(text: str) -> list[str]:
    """`XVI II - Herz-Zweier - Pique-Zehner, Siebner` as single cards."""
    read: list[str] = []
    for part in text.split(" - "):
        suit, hyphen, ranks = part.partition("-")
        read += [f"{suit}-{rank}" for rank in ranks.split(", ")] if hyphen else part.split()
    return read


def refereed(text: str) -> tuple[list[str], dict[str, int]]:
    """Who takes each trick, and the thirds of the tricks of each seat; asserts that the duties assumed are kept."""
    play = yaml.safe_load(text)["play"]
    hands = {seat: set(cards(play["packets"][i]) + cards(play["packets"][i + 4])) for i, seat in enumerate("ABCD")}
    hands["A"] = hands["A"] | set(cards(play["exchange"]["takes"])) - set(cards(play["exchange"]["lays"]))
    hands["A"] -= set(cards(play["exchange"]["lays"]))
    winners: list[str] = []
    thirds = dict.fromkeys("ABCD", 0)
    for trick in play["tricks"]:
        plays = [part.split(" ", 1) for part in re.split(r" - (?=[ABCD] )", trick)]
        assert not winners or plays[0][0] == winners[-1]
        led, best = height(plays[0][1])[0], plays[0]
        for seat, card in plays:
            suits = {height(held)[0] for held in hands[seat]}
            hands[seat].remove(card)
            assert height(card)[0] == (led if led in suits else "Tarock" if "Tarock" in suits else height(card)[0])
            suit, rank = height(card)
            over, top = height(best[1])
            if (suit == over and rank > top) or (suit == "Tarock" != over):
                best = [seat, card]
        winners.append(best[0])
        thirds[best[0]] += sum(THIRDS.get(card.split("-")[-1], 1) for _, card in plays)
    assert not any(hands.values())
    return winners, thirds


def test_the_example_is_played_through() -> None:
    winners, thirds = refereed(PLAYED)
    settled = score("1945", PLAYED)
    tricks = [note.message.values["seat"] for note in settled.notes if note.code == "reform_1945.trick"]
    assert tricks == winners
    # A's tricks and what A laid away (Zweier 1, Cavall 7, Neuner 1); the others' with three plain ones
    assert counted(settled) == [thirds["A"] + 9, thirds["B"] + thirds["C"] + thirds["D"] + 3] == [106, 210 - 106]
    assert noted(settled, "reform_1945.lost") == ["1945:allg.2.3.18"]  # 107 is the Spieler's minimum (2.3.17)
    # first the talon, "2 x 3" (allg.2.1.1), and what A makes of it, as the record has them
    play = yaml.safe_load(PLAYED)["play"]
    talon, exchanged = (
        note for note in settled.notes if note.code in ("reform_1945.talon_laid", "reform_1945.exchanged")
    )
    assert (talon.message.values["parts"], talon.ref) == (tuple(play["talon"]), "1945:allg.2.1.1")
    swap = exchanged.message.values
    assert {"by": swap["seat"], "takes": swap["takes"], "lays": swap["lays"]} == play["exchange"]


def counted(settled: SettledScore) -> list[object]:
    """The thirds of the declarer's side and of the others."""
    codes = ("reform_1945.count", "reform_1945.count_thirds")
    return [note.message.values["thirds"] for note in settled.notes if note.code in codes]


def opened(settled: SettledScore, code: str) -> OpenPoint:
    """The only open point with that code."""
    (point,) = [point for point in settled.undetermined if point.code == code]
    return point


def test_everything_assumed_is_open() -> None:
    duties = {f"reform_1945.assumed.{name}" for name in Assumed.__struct_fields__}
    assert len(duties) == 8
    settled = score("1945", PLAYED)
    codes = left_open(settled)
    assert duties | {"reform_1945.first_lead", "reform_1945.exchange", "reform_1945.game_price"} == set(codes)
    assert len(codes) == len(set(codes))
    # six tricks are taken by a Tarock from a suit: 3, 6, 7, 8, 9 and 11
    assert opened(settled, "reform_1945.assumed.tarock_beats_suit").other.values["tricks"] == 6


def dealt(seats: str, size: int) -> str:
    """The example with the hands dealt to the seats in rounds of so many cards."""
    pack = Pack(rules_of("1945"))
    packets = yaml.safe_load(PLAYED)["play"]["packets"]
    hands = {
        seat: [pack.require(name) for name in cards(packets[i]) + cards(packets[i + 4])]
        for i, seat in enumerate("ABCD")
    }
    rounds = (write_cards(hands[seat][i : i + size]) for i in range(0, 12, size) for seat in seats)
    return re.sub(r"packets:\n(    - .*\n)+", "packets:\n" + "".join(f"    - {part}\n" for part in rounds), PLAYED)


# the same hands after a knock: A has asked for the second packet, B for the first, C for the fourth
KNOCKED = dealt("BADC", 12).replace("cuts: 2, packet: 6", "knock: true, packet: 12, chosen: {A: 2, B: 1, C: 4, D: 3}")


def same_game(settled: SettledScore) -> bool:
    """Whether tricks and counts are those of the example."""
    codes, example = ("reform_1945.trick", "reform_1945.count"), score("1945", PLAYED)
    return all(
        [note for note in settled.notes if note.code == code] == [note for note in example.notes if note.code == code]
        for code in codes
    )


def test_packets_after_a_knock() -> None:
    settled = score("1945", KNOCKED)
    assert noted(settled, "reform_1945.knocked") == ["1945:allg.2.1.1"]
    assert same_game(settled)


@pytest.mark.parametrize(("recorded", "size"), [("", 6), (", packet: 6", 6), (", packet: 12", 12), (", packet: 3", 3)])
def test_packets_of_any_size(recorded: str, size: int) -> None:
    settled = score("1945", dealt("ABCD", size).replace(", packet: 6", recorded))
    assert same_game(settled)
    assert noted(settled, "reform_1945.against_rules") == ([] if size == 6 else ["1945:allg.2.1.1"])  # "zu je 6"


def test_packets_dealt_to_the_left() -> None:
    # a misdeal that nobody noticed (bes.A.2.5.1): with D the dealer C is at the left and has the first packet
    text = dealt("CBAD", 6).replace("talon: 6}", "talon: 6, direction: left}") + "misdeal: {stage: unnoticed}\n"
    assert {note.code for note in score("1945", text).notes} >= {"reform_1945.dealt_wrong", "reform_1945.trick"}


@pytest.mark.parametrize(
    ("old", "new", "thirds"),
    [
        ("talon_counts_for: defenders", "talon_counts_for: declarer", 106 + 3),
        ("discard_counts_for: declarer", "discard_counts_for: defenders", 106 - 9),
        ("winner_leads: true", "winner_leads: false", 106),
    ],
)
def test_what_is_assumed_decides(old: str, new: str, thirds: int) -> None:
    settled = score("1945", PLAYED.replace(old, new))
    assert counted(settled) == [thirds, 210 - thirds]
    assert bool(noted(settled, "reform_1945.won")) == (thirds >= 107)
    assert bool(noted(settled, "reform_1945.lost")) == (thirds < 107)


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        # in trick 7 D holds Treffle-Dame, Zehner and Bube; the Pique-Achter is his last card, which he cannot have
        # played twice: that he revoked with it is not said
        ("D Treffle-Zehner - A XI", "D Pique-Achter - A XI", {"PLAY-TWICE"}),
        # the XVI is A's; B seems to keep the III, and to lay a Pique on D's Herz-König in trick 9 in spite of it
        ("A Scüs - B III", "A Scüs - B XVI", {"PLAY-NOT-HELD"}),
        ("B IV - C IX", "B III - C IX", {"PLAY-TWICE"}),
        ("- D Pique-König - A II - B Pique-Siebner - C Pique-Dame",
         "- A II - B Pique-Siebner - C Pique-Dame - D Pique-König", {"LEAD-WRONG-SEAT", "PLAY-REVOKE"}),
        ("- A Scüs - B III - C VIII - D V", "- A Scüs - C VIII - B III - D V", {"PLAY-ORDER"}),
        ("turn: right", "turn: left", {"PLAY-ORDER"}),
        ("tarock_beats_suit: true", "tarock_beats_suit: false", {"LEAD-WRONG-SEAT"}),
        ("    - A Careau-Vierer - B Pique-Bube - C Herz-Aß - D Pique-Achter  # A\n", "", {"TRICKS-MISSING"}),
        ("- A Scüs - B III - C VIII - D V  # A", "- A Scüs - B III - C VIII  # A", {"NOTATION-UNREADABLE"}),
        ("- A Scüs - B III - C VIII - D V  # A", "- A Scüs - B III - C VIII - D V. Gut!  # A", {"NOTATION-UNREADABLE"}),
        ("- XVI XI II -", "- XVI XI IIIII -", {"NOTATION-UNREADABLE"}),
        ("- XVI XI II -", "- XVI XI III -", {"DEAL-DUPLICATE", "DEAL-MISSING"}),
        ('"XIX - Herz-Dame - Careau-König", "Herz', '"XIX - Herz-Dame", "Careau-König - Herz', {"TALON-SIZE"}),
        ('lays: "Herz-Zweier - Pique', 'lays: "Pique', {"SCAT-SIZE"}),
        ('lays: "Herz-Zweier - Pique', 'lays: "Herz-Dreier - Pique', {"SCAT-NOT-HELD"}),
    ],
)  # fmt: skip
def test_what_cannot_have_been_played(old: str, new: str, codes: set[str]) -> None:
    assert old in PLAYED
    assert {code for code, _, _ in found("1945", PLAYED.replace(old, new, 1))} == codes


def test_overtaking_when_it_is_assumed() -> None:
    # in trick 6 D lays the Herz-Bube on C's Cavall, though he has the König, which he leads in trick 9
    forced = PLAYED.replace("must_overtake: false", "must_overtake: true")
    assert found("1945", forced) == [("PLAY-REVOKE", 1 + line(forced, "- C Herz-Cavall"), "")]


def line(text: str, mark: str) -> int:
    """The line of the text in which the mark stands."""
    return text[: text.index(mark)].count("\n") + 1


def test_without_assumptions_nothing_is_replayed() -> None:
    text = re.sub(r"  assumed:\n(    .*\n)+", "", PLAYED)
    assert [code for code, _, _ in found("1945", text)] == ["ASSUMED-MISSING"] * 8
    kept = re.sub(r"  exchange: .*\n", "", text)  # nothing laid away, nothing to say of it
    assert [code for code, _, _ in found("1945", kept)] == ["ASSUMED-MISSING"] * 7


def test_what_the_source_states_is_not_assumed(codex: Project) -> None:
    # if the lost page were found and said that suit must be followed
    page = codex.rules / "1945" / "play.yaml"
    told = 'follow_suit: {value: true, ref: "1945:allg.1.1", quote: "Diese Regeln gelten", says: "Suit is followed."}\n'
    page.write_text(page.read_text(encoding="utf-8") + told, encoding="utf-8")
    stated, era = Rules(EraTables(codex, ["1945"])["1945"]), find_era("1945")
    file = document("1945", PLAYED)
    assert [finding.code for finding in era.find_faults(era.read(file), stated)] == ["ASSUMED-STATED"]
    file = document("1945", PLAYED.replace("    follow_suit: true\n", ""))
    codes = {point.code for point in era.settle_document(file, stated).undetermined}
    assert "reform_1945.assumed.follow_suit" not in codes
    assert "reform_1945.assumed.must_tarock" in codes


def test_piles_beside_the_tricks() -> None:
    pack = Pack(rules_of("1945"))
    winners, _ = refereed(PLAYED)
    play = yaml.safe_load(PLAYED)["play"]
    mine = cards(play["exchange"]["lays"])
    for winner, trick in zip(winners, play["tricks"], strict=True):
        mine += [part[2:] for part in re.split(r" - (?=[ABCD] )", trick)] if winner == "A" else []
    heap = pack.select(mine)
    piles = 'piles:\n  declarer: "%s"\n  defenders: "%s"\n' % (  # noqa: UP031
        write_cards([card for card in pack.cards if card in heap]),
        write_cards([card for card in pack.cards if card not in heap]),
    )
    assert found("1945", PLAYED + piles) == []


def test_a_replayed_misdeal_is_void() -> None:
    with pytest.raises(CodexError, match="`play` in a misdealt game; expected none"):
        score("1945", PLAYED + "misdeal: {stage: denied}\n")


def test_the_command_shows_it(run: Run) -> None:
    shown = json.loads(run("score", "--era", "1945", str(EXAMPLE), "--json").out)
    assert {point["code"] for point in shown["undetermined"]} >= {"reform_1945.assumed.follow_suit"}
    assert [note["code"] for note in shown["notes"]].count("reform_1945.trick") == 12
    assert "trick 12: A takes it with Careau-Vierer" in run("score", "--era", "1945", str(EXAMPLE)).out


def dealt_and_played(seed: int) -> tuple[str, int]:
    """A game dealt and played at random by duties of our own choice, and the thirds of the declarers B and D."""
    dice = random.Random(seed)
    pack = [card.name if card.is_tarock else f"{card.suit}-{card.rank}" for card in Pack(rules_of("1945")).cards]
    pack = ["Pagat" if card == "I" else card for card in pack]
    dice.shuffle(pack)
    duties = {name: dice.random() < 0.7 for name in ("follow_suit", "must_tarock", "tarock_beats_suit", "winner_leads")}
    left = dice.random() < 0.3
    packets = [pack[start : start + 6] for start in range(6, 54, 6)]
    hands = {seat: packets[i] + packets[i + 4] for i, seat in enumerate("BCDA")}  # A deals, B is the Vorhand
    taken = pack[:3] if dice.random() < 0.7 else []
    laid = dice.sample(hands["D"], len(taken))
    piles = {"BD": [*laid], "AC": []}
    piles["BD" if duties["follow_suit"] else "AC"] += pack[len(taken) : 6]
    hands["D"] = [card for card in hands["D"] if card not in laid] + taken
    tricks, leader = [], dice.choice("ABCD")
    for _ in range(12):
        turn = ("ABCD" if not left else "DCBA") * 2
        plays: list[tuple[str, str]] = []
        for seat in turn[turn.index(leader) :][:4]:
            may = hands[seat]
            if plays:
                suit = [card for card in may if height(card)[0] == height(plays[0][1])[0]]
                tarocks = [card for card in may if height(card)[0] == "Tarock"]
                may = (duties["follow_suit"] and suit) or may
                if duties["must_tarock"] and not suit:
                    may = tarocks or may
            card = dice.choice(may)
            hands[seat].remove(card)
            plays.append((seat, card))
        best = plays[0]
        for play in plays:
            (suit_of, rank), (over, top) = height(play[1]), height(best[1])
            beats = duties["tarock_beats_suit"] and suit_of == "Tarock" != over
            best = play if (suit_of == over and rank > top) or beats else best
        piles["BD" if best[0] in "BD" else "AC"] += [card for _, card in plays]
        tricks.append(" - ".join(" ".join(play) for play in plays))
        leader = best[0] if duties["winner_leads"] else dice.choice("ABCD")
    record = {
        "seats": list("ABCD"), "dealer": "A", "declarers": ["B", "D"],
        "play": {
            "talon": [" ".join(pack[:3]), " ".join(pack[3:6])],
            "packets": [" ".join(packet) for packet in packets],
            "exchange": {"by": "D", "takes": " ".join(taken), "lays": " ".join(laid)} if taken else None,
            "tricks": tricks,
            "assumed": {
                **duties, "must_overtake": False, "turn": "left" if left else "right",
                "talon_counts_for": "declarer" if duties["follow_suit"] else "defenders",
                "discard_counts_for": "declarer" if taken or left else None,  # where none lies, it may be left out
            },
        },
    }  # fmt: skip
    return yaml.safe_dump(record, allow_unicode=True), sum(THIRDS.get(card.split("-")[-1], 1) for card in piles["BD"])


@pytest.mark.slow
def test_games_played_by_any_duties_are_accepted() -> None:
    for seed in range(60):
        text, thirds = dealt_and_played(seed)
        assert found("1945", text) == [], text
        settled = score("1945", text)
        assert counted(settled) == [thirds, 210 - thirds]  # 1945:allg.2.3.16
        assert bool(noted(settled, "reform_1945.won")) == (thirds >= 107)  # 2.3.17
        play, codes = yaml.safe_load(text)["play"], left_open(settled)
        assert opened(settled, "reform_1945.first_lead").what.values["seat"] == play["tricks"][0][0]
        exchanged = {"reform_1945.exchange", "reform_1945.assumed.discard_counts_for"}
        assert exchanged & set(codes) == (exchanged if play["exchange"] else set())
        # a trick goes to another, should Tarocks take it or not, where one is played to a suit
        suits = [[height(part[2:])[0] for part in trick.split(" - ")] for trick in play["tricks"]]
        apart = sum(trick[0] != "Tarock" and "Tarock" in trick for trick in suits)
        assert opened(settled, "reform_1945.assumed.tarock_beats_suit").other.values["tricks"] == apart
