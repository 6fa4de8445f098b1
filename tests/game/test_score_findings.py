"""What is wrong with score files: every code once, with the line of its file and the paragraph that forbids it.

The paragraphs are read off the sources; where a record contradicts itself only, there is none.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tarock.base.project import Project
from tarock.game.common.findings import CODES
from tests.conftest import Run
from tests.game.koenigrufen_1840.test_replay import CASES as REPLAYED
from tests.game.koenigrufen_1840.test_replay import JUDGED
from tests.game.reform_1945.test_play_1945 import ASSUMED, PLAYED
from tests.game.reform_1945.test_score_1945 import HEAD as OF_1945
from tests.game.reform_1945.test_score_1945 import WON, piles
from tests.game.score_files import found
from tests.game.taroc_1754.test_score_1754 import GAME, LONE
from tests.game.taroc_1754.test_score_1754 import HEAD as OF_1754
from tests.game.taroc_1754.test_state_1754 import FAULTS as FAULTS_OF_1754
from tests.game.tarokhombre_1863.test_play_1863 import FAULTS
from tests.game.tarokhombre_1863.test_score_1863 import HEAD as OF_1863
from tests.game.tarokhombre_1863.test_score_1863 import deal

FOUR, FIVE = "seats: [A, B, C, D]\n", "seats: [A, B, C, D, E]\n"  # of a session of 1840
AMONG_FOUR = OF_1863.replace("[A, B, C]", "[A, B, C, D]")
KNOCK = OF_1945 + "deal: {by: B, knock: true, "


def honours(*lines: str) -> str:
    """The game of 1754 with these honours, from line 10 on."""
    return GAME + "honours:\n" + "".join(f"  - {line}\n" for line in lines)


def line_of(text: str, mark: str) -> int:
    """The line of the file in which the mark stands; `era:` is line 1."""
    return 1 + text[: text.index(mark)].count("\n") + 1


def calls(*said: str) -> str:
    """A deal of 1863, dealt by C, with these calls: `A à deux`, …."""
    words = ", ".join("{seat: %s, says: %s}" % tuple(call.split(" ", 1)) for call in said)  # noqa: UP031
    return f"{OF_1863}  - {{dealer: C, calls: [{words}]}}\n"


# code: era, file behind `era:` (line 1), where the code is found, by which paragraph
CASES = {
    "SEAT-COUNT": ("1754", GAME.replace("[A, B, C]", "[A, B, C, D]"), 2, "1754:1"),
    "SEAT-TWICE": ("1754", GAME.replace("[A, B, C]", "[A, B, A]"), 2, ""),
    "SEAT-UNKNOWN": ("1754", GAME.replace("dealer: C", "dealer: X"), 3, ""),
    "SEAT-EXTRA": ("1945", OF_1945 + "passer: A\n", 4, ""),
    "VOID-GAME": ("1754", GAME + "misdeal: true\n", 4, "1754:3"),
    # sessions of 1840
    "CONSULATION-SMALL": ("1840", FOUR + "consulation: high\nsmall_consulation: 20\ntaillen: []\n", 4, "1840:43.2"),
    "FINE-AND-PLAY": ("1840", FOUR + "taillen:\n  - {wrote: {A: 5}, penalty: {fault: cut, guilty: B}}\n", 4, ""),
    "DECLARERS-WITHOUT-KING": ("1840", FIVE + "taillen:\n  - {declarers: [A]}\n", 4, ""),
    "KING-AMONG-FOUR": ("1840", FOUR + "taillen:\n  - {king: A, declarers: [B]}\n", 4, ""),
    "KING-WITHOUT-DECLARERS": ("1840", FIVE + "taillen:\n  - {king: E}\n", 4, "1840:131.3"),
    "KING-PLAYS": ("1840", FIVE + "taillen:\n  - {king: E, declarers: [E]}\n", 4, ""),
    "KING-SHARE-UNCLEAR": (
        "1840", FIVE + "taillen:\n  - king: E\n    declarers: [A]\n    wrote: {B: 1}\n", 6, "1840:131.3",
    ),
    "KING-SHARE-DIFFERS": (
        "1840", FIVE + "taillen:\n  - king: E\n    declarers: [A]\n    wrote: {B: 1, C: 1, D: 1,\n       E: 2}\n",
        7, "1840:131.3",
    ),
    # 1754
    "HONOUR-SIZE": ("1754", GAME + "honours:\n  - {seat: A, kind: matadore, cards: 2}\n", 10, "1754:10"),
    "HONOUR-CARDS": ("1754", GAME + "honours:\n  - {seat: A, kind: kings, cards: 4}\n", 10, ""),
    "HONOUR-EXCUSE": ("1754", GAME + "honours:\n  - {seat: A, kind: matadore, cards: 3, with_excuse: true}\n", 10, ""),
    "HONOUR-LAID-AWAY": ("1754", GAME + "honours:\n  - {seat: A, kind: kings, laid_away: true}\n", 10, "1754:13"),
    "HONOUR-FAULTS": ("1754", GAME + "honours:\n  - {seat: A, kind: kings, forgotten: true, mistaken: true}\n", 10, ""),
    "HONOUR-EXCUSE-TWICE": (
        "1754",
        GAME + "honours:\n  - {seat: A, kind: kings, with_excuse: true}\n  - {seat: B, kind: matadore, cards: 3}\n",
        11, "",
    ),
    "HONOUR-TOO-MANY": (
        "1754", GAME + "honours:\n  - {seat: A, kind: kings}\n  - {seat: B, kind: kings}\n", 11, "",
    ),
    "HONOUR-HELD": (  # 6: he is mistaken in Honneurs "die er nicht wirklich hat"
        "1754", honours("{seat: B, kind: tarocks, cards: 12, mistaken: true, held: 12}"), 10, "1754:6",
    ),
    "HONOUR-TWICE": (  # a seat has one number of Taroc (11)
        "1754", honours("{seat: B, kind: tarocks, cards: 10}", "{seat: B, kind: tarocks, cards: 11}"), 11, "",
    ),
    # 7: the Excuse "kann nicht gestochen werden": who had it in hand, has it, and that is A
    "HONOUR-EXCUSE-ELSEWHERE": ("1754", honours("{seat: B, kind: kings, with_excuse: true}"), 10, "1754:7"),
    # 1: the dealer, C, lays away; 13: a card of the Cavallerie
    "HONOUR-LAID-BY": ("1754", honours("{seat: B, kind: cavallerie, laid_away: true}"), 10, "1754:1"),
    "HONOUR-NOT-LAID": (
        "1754", honours("{seat: C, kind: cavallerie, laid_away: true}") + "discard: {plain: 3}\n", 10, "1754:13",
    ),
    # 10: five Matadore are Pagat, Excuse, XXI, XX, XIX; twelve are eleven Taroc and the Excuse, more than ten
    "HONOUR-DIFFERS": (
        "1754", honours("{seat: A, kind: tarocks, cards: 10}", "{seat: A, kind: matadore, cards: 12}"), 10, "",
    ),
    # 12, 14: a Cavallerie has a König, and A has all four
    "HONOUR-TOGETHER": ("1754", honours("{seat: A, kind: kings}", "{seat: B, kind: cavallerie}"), 10, ""),
    # 1: hands of 25; 21 Taroc and two Cavallerien are 29
    "HONOUR-HAND": (
        "1754",
        honours("{seat: B, kind: tarocks, cards: 21}", "{seat: B, kind: cavallerie}", "{seat: B, kind: cavallerie}"),
        12, "1754:1",
    ),
    # 10: the Pagat is a Matador
    "HONOUR-PAGAT-ELSEWHERE": (
        "1754", honours("{seat: A, kind: matadore, cards: 3}") + "pagat: {seat: B, fate: lost, by: A}\n", 10, "1754:10",
    ),
    "DEAL-DIFFERS": ("1754", GAME + "deal: {rounds: 5, packet: 4, dealer_last: 8}\n", 9, "1754:1"),
    "DISCARD-SIZE": ("1754", GAME + "discard: {plain: 2}\n", 9, "1754:1"),
    "DISCARD-KING": ("1754", GAME + "discard: {koenig: 1, plain: 2}\n", 9, "1754:1"),
    # 1: "hat er aber mehr oder weniger als 3 Blätter Taroc, so kann davon nichts abgeleget werden"
    "DISCARD-TAROCK": ("1754", GAME + "discard: {tarocks: 1, plain: 2, tarocks_held: 4}\n", 9, "1754:1"),
    "DISCARD-ELSEWHERE": ("1754", GAME + "discard: {dame: 2, plain: 1}\n", 9, ""),  # C has one Dame
    "DISCARD-TOO-MANY": ("1754", OF_1754 + "wrong_discard: {cards: 29}\n", 4, "1754:1"),  # of 25 and 3
    "EXCUSE-ELSEWHERE": ("1754", GAME + "excuse_kept: B\n", 9, "1754:7"),
    "REVOKE-TOOK-NOTHING": ("1754", GAME + "revokes:\n  - {seat: C, took: false, took_pagat_of: A}\n", 10, ""),
    "PAGAT-TWICE": (
        "1754", GAME + "revokes:\n  - {seat: C, took_pagat_of: A}\n  - {seat: B, took_pagat_of: A}\n", 11, "",
    ),
    "PAGAT-LAID-AWAY": (
        "1754", GAME + "pagat: {seat: A, fate: won in the last trick}\ndiscard: {pagat: 1, plain: 2}\n", 10, "1754:1",
    ),
    # 5: the cards taken "bleiben ihm": B has made a trick
    "TAKER-WITHOUT-TRICK": ("1754", LONE + "revokes:\n  - {seat: B, took: true}\n", 10, ""),
    "DISCARD-RIGHT": ("1754", GAME + "wrong_discard: {cards: 3}\n", 9, "1754:1"),
    "PILE-MISSING": ("1754", OF_1754, 1, ""),
    "PILE-NOT-PACK": ("1754", GAME.replace("koenig: 2", "koenig: 3"), 6, "1754:1"),
    "PILE-SIZE": ("1754", GAME.replace("A: 10, B: 9", "A: 9, B: 10"), 6, "1754:1"),
    "TRICKS-COUNT": ("1754", GAME.replace("A: 10", "A: 11"), 4, "1754:1"),
    "PAGAT-OWN": ("1754", GAME + "revokes:\n  - {seat: A, took_pagat_of: A}\n", 10, ""),
    "PAGAT-TAKER": ("1754", GAME + "pagat: {seat: B, fate: lost, by: B}\n", 9, ""),
    "PAGAT-ELSEWHERE": ("1754", GAME + "pagat: {seat: B, fate: won in the last trick}\n", 9, ""),
    "PAGAT-NOT-RETURNED": ("1754", GAME + "revokes:\n  - {seat: C, took_pagat_of: B}\n", 10, "1754:5"),
    # 1863
    "SEAT-RESERVED": ("1863", OF_1863.replace("[A, B, C]", "[A, B, pot]") + "  - {dealer: A, misdeal: true}\n", 2, ""),
    "DEALS-NONE": ("1863", "seats: [A, B, C]\nstamm: 1\ndeals: []\n", 4, ""),
    "OUT-AMONG-THREE": ("1863", OF_1863 + deal(more="augen: 47, out: B"), 5, "1863:31"),
    "OUT-WRONG-SEAT": (
        "1863", AMONG_FOUR + "  - {dealer: A, misdeal: true}\n  - {dealer: B, misdeal: true, out: C}\n", 6, "1863:31",
    ),
    "BID-STRANGER": ("1863", calls("A pass", "D pass", "B pass", "C pass"), 5, "1863:4"),
    "BID-MISSING": ("1863", calls("A pass", "B pass"), 5, "1863:4"),
    "BID-ORDER": ("1863", calls("B pass", "A pass", "C pass"), 5, "1863:4"),
    "BID-KEEP": ("1863", calls("A keep", "B pass", "C pass"), 5, "1863:6"),
    "BID-A-TROIS": ("1863", calls("A à trois", "B à trois", "C pass"), 5, "1863:7"),
    "BID-NOT-HIGHER": ("1863", calls("A à un", "B à deux", "C pass"), 5, "1863:4"),
    "BID-AFTER-PASS": ("1863", calls("A pass", "A à deux", "B pass", "C pass"), 5, "1863:7"),
    "BID-NOT-OVERBID": ("1863", calls("A à deux", "A à un", "B pass", "C pass"), 5, "1863:6"),
    "BID-ANSWER": ("1863", calls("A à deux", "B à un", "C pass", "A à trois"), 5, "1863:6"),
    "BID-MUST-PLAY": ("1863", calls("A à trois", "B pass", "C à deux", "A pass"), 5, "1863:7"),
    "AUGEN-MISSING": ("1863", calls("A à deux", "B pass", "C pass"), 5, ""),
    # 21: 39 are neither won nor lost, so that each side has half of 78
    "AUGEN-TOO-MANY": ("1863", OF_1863 + deal(more="augen: 79"), 5, "1863:21"),
    # 2: 25 cards in a hand
    "VOLE-TOO-LATE": ("1863", OF_1863 + deal(more="augen: 70, vole: {made: true, declared_after: 25}"), 5, "1863:2"),
    "VOLE-TRICKS": (
        "1863", OF_1863 + deal(more="augen: 70, tricks: 24, vole: {made: true, declared_after: 15}"), 5, "1863:2",
    ),
    # 26: "der Kartengeber verliert, wenn falsch gegeben ist, das Recht des Kartengebens"
    "DEALER-LOST-RIGHT": (
        "1863", OF_1863 + "  - {dealer: C, misdeal: true}\n" + deal(), 6, "1863:26",
    ),
    "LAID-TOO-MANY": ("1863", OF_1863 + deal(more="augen: 47, laid: 2"), 5, "1863:11"),
    "PURCHASE-SIZE": ("1863", OF_1863 + deal("sans-prendre", "augen: 47, bought: 1"), 5, "1863:12"),
    "VOLE-NOT-WON": ("1863", OF_1863 + deal(more="augen: 30, vole: {made: true}"), 5, "1863:14"),
    # 1945
    "DECLARERS-IMPOSSIBLE": ("1945", OF_1945 + "declarers: [A, A]\n", 4, ""),
    "ACCOMPLICE-DEALER": ("1945", OF_1945 + "misdeal: {stage: denied, accomplices: [D]}\n", 4, ""),
    "CUT-OWN": ("1945", OF_1945 + "deal: {by: D}\n", 4, "1945:allg.2.1.1"),
    "CUT-SEAT": ("1945", OF_1945 + "deal: {by: A}\n", 4, "1945:allg.2.1.1"),
    "CUT-AND-KNOCK": ("1945", KNOCK + "cuts: 1}\n", 4, ""),
    "PACKET-WITHOUT-KNOCK": ("1945", OF_1945 + "deal: {by: B, chosen: {A: 1, B: 2, C: 3, D: 4}}\n", 4, ""),
    "PACKET-CHOICE": ("1945", KNOCK + "chosen: {A: 1, B: 1, C: 2, D: 3}}\n", 4, ""),
    "PACKET-ORDER": ("1945", KNOCK + "chosen: {B: 1, A: 2, C: 3, D: 4}}\n", 4, "1945:allg.2.1.1"),
    "USURPER-DEALER": ("1945", OF_1945 + "deal: {by: B, usurper: D}\n", 4, "1945:bes.A.2.4.2"),
    "CARDS-TOO-MANY": ("1945", OF_1945 + "under_table: [{seat: A, cards: 55}]\n", 4, "1945:allg.2.2.1"),  # of 54
    **{
        code: ("1945", text, line_of(text, mark), ref)
        for code, (text, mark, ref) in {
            # 8 packets of 6 in two rounds to four hands; another card than there are
            "PACKET-COUNT": (PLAYED.replace("    - XII X - Herz-König - Pique-König - Treffle-Dame, Zehner\n", ""),
                             "- XVI XI II", "1945:allg.2.1.1"),
            "PACKET-SIZE": (PLAYED.replace("- XVI XI II -", "- XVI XI -"), "- XVI XI -", "1945:allg.2.1.1"),
            "PACKET-UNCHOSEN": (PLAYED.replace("cuts: 2, packet: 6", "knock: true, packet: 12"), "deal:",
                                "1945:allg.2.1.1"),
            "DECLARERS-MISSING": (PLAYED.replace("declarers: [A]\n", ""), "  assumed:", ""),
            "EXCHANGE-SEAT": (PLAYED.replace("{by: A, takes", "{by: B, takes"), "exchange:", ""),
            "TAKEN-NOT-TALON": (PLAYED.replace('takes: "XIX', 'takes: "XVI'), "exchange:", ""),
            "ASSUMED-MISSING": (PLAYED.replace("    must_overtake: false\n", ""), "  assumed:", ""),
            "PILE-DIFFERS": (PLAYED + piles(WON), 'declarer: "', ""),
        }.items()
    },
    "PILE-DUPLICATE": ("1945", OF_1945 + piles(WON).replace('defenders: "', 'defenders: "XXI '), 6, ""),
    "PILE-INCOMPLETE": ("1945", OF_1945 + piles(WON).replace("Scüs ", ""), 5, "1945:allg.2.2.1"),
    "NOTATION-UNREADABLE": ("1945", OF_1945 + piles(WON).replace("Scüs", "Skisel"), 5, ""),
}  # fmt: skip


@pytest.mark.parametrize("code", CASES)
def test_every_code_of_score_files(code: str) -> None:
    siglum, text, line, ref = CASES[code]
    assert (code, line, ref) in found(siglum, text)


@pytest.mark.parametrize(
    ("siglum", "text", "line"),
    [
        ("1754", GAME + "honours:\n  - {seat: X, kind: kings}\n", 10),
        ("1754", GAME + "revokes:\n  - {seat: X}\n", 10),
        ("1754", GAME + "revokes:\n  - {seat: A, took_pagat_of: X}\n", 10),
        ("1754", GAME + "pagat: {seat: X, fate: lost}\n", 9),
        ("1754", GAME + "pagat: {seat: B, fate: lost,\n  by: X}\n", 10),
        ("1754", GAME.replace("tricks: {", "tricks: {X: 0, "), 4),
        ("1754", GAME.replace("tricks: {", "tricks: {X: 0, ") + "wrong_discard: {cards: 2}\n", 4),
        ("1840", FOUR + "taillen:\n  - wrote: {X: 1}\n", 4),
        ("1840", FOUR + "taillen:\n  - penalty: {fault: cut, guilty: X}\n", 4),
        ("1840", FIVE + "taillen:\n  - {king: X, declarers: [A]}\n", 4),
        ("1840", FIVE + "taillen:\n  - {king: E, declarers: [A, X]}\n", 4),
        ("1863", OF_1863 + "  - {dealer: X, misdeal: true}\n", 5),
        ("1863", AMONG_FOUR + "  - {dealer: A, misdeal: true, out: X}\n", 5),
        ("1863", OF_1863 + "  - {dealer: C, wrong_count: {seat: X}}\n", 5),
        ("1863", OF_1863 + deal(more="augen: 47, revokes: [X]"), 5),
        ("1945", OF_1945.replace("dealer: D", "dealer: X"), 3),
        ("1945", OF_1945 + "declarers: [A, X]\n", 4),
        ("1945", OF_1945 + "deal: {by: X}\n", 4),
        ("1945", KNOCK + "chosen: {A: 1, B: 2, C: 3, X: 4}}\n", 4),
        ("1945", OF_1945 + "misdeal: {stage: denied, accomplices: [X]}\n", 4),
        ("1945", OF_1945 + "under_table: [{seat: X, cards: 1}]\n", 4),
    ],
)
def test_a_seat_that_is_not_at_the_table_is_found_wherever_it_stands(siglum: str, text: str, line: int) -> None:
    assert ("SEAT-UNKNOWN", line, "") in found(siglum, text)


def test_every_code_has_a_case() -> None:
    assert set(CASES) | set(REPLAYED) | JUDGED | ASSUMED | {*FAULTS} | FAULTS_OF_1754 == set(CODES)


@pytest.mark.parametrize(
    ("siglum", "text", "codes"),
    [
        ("1754", GAME.replace("dealer: C", "dealer: X") + "king: A\npagat: {seat: Y, fate: lost, by: Z}\n",
         {"SEAT-UNKNOWN", "SEAT-EXTRA", "PILE-SIZE", "PAGAT-ELSEWHERE"}),
        # no number announced, of which 0 would be fewer
        ("1754", honours("{seat: B, kind: tarocks, mistaken: true, held: 0}"), {"HONOUR-SIZE", "HONOUR-HELD"}),
        ("1840", FOUR + "taillen:\n  - wrote: {X: 1}\n  - {declarers: [A]}\n  - {king: A, declarers: [B]}\n",
         {"SEAT-UNKNOWN", "DECLARERS-WITHOUT-KING", "KING-AMONG-FOUR"}),
        # 131: there is a König among five only, be it for a fine
        ("1840", FOUR + "taillen:\n  - {king: A, penalty: {fault: cut, guilty: B}}\n", {"KING-AMONG-FOUR"}),
        # what he shares is asked only where it is known with whom
        ("1840", FOUR + "taillen:\n  - {king: A, declarers: [B], wrote: {C: 5}}\n", {"KING-AMONG-FOUR"}),
        ("1840", FIVE + "taillen:\n  - {king: E, wrote: {C: 5}}\n", {"KING-WITHOUT-DECLARERS"}),
        ("1840", FIVE + "taillen:\n  - {king: E, declarers: [E], wrote: {C: 5}}\n", {"KING-PLAYS"}),
        # 7.5: "die zwei anderen Personen, (oder drei, wenn der Spieler allein ist) sind Gegner"
        *(
            ("1840", FIVE + f"taillen:\n  - {{king: E, declarers: [{who}], wrote: {{C: 5}}}}\n",
             {"DECLARERS-IMPOSSIBLE"})
            for who in ("A, A", "A, B, D", "A, B, C, D")
        ),
        # a slip in `out`, and a seat too many: who would have been the last to speak is not asked
        ("1863", AMONG_FOUR + "  - {dealer: C, out: X, calls: [{seat: D, says: pass}, {seat: A, says: pass}, "
         "{seat: C, says: à trois}]}\n", {"SEAT-UNKNOWN", "BID-A-TROIS"}),
        ("1863", OF_1863.replace("[A, B, C]", "[A, B, C, D, E]") + "  - {dealer: C, calls: [{seat: D, says: pass}, "
         "{seat: E, says: pass}, {seat: A, says: pass}, {seat: B, says: pass}, {seat: C, says: à trois}]}\n",
         {"SEAT-COUNT"}),
        ("1863", OF_1863 + "  - {dealer: X}\n  - {dealer: C}\n" + deal(more="laid: 2, out: B, revokes: [D]"),
         {"SEAT-UNKNOWN", "BID-MISSING", "LAID-TOO-MANY", "OUT-AMONG-THREE"}),
        ("1945", OF_1945 + "passer: D\ndeal: {by: A, knock: true, cuts: 1, chosen: {A: 1}}\ndeclarers: [A, A]\n",
         {"SEAT-EXTRA", "CUT-SEAT", "CUT-AND-KNOCK", "PACKET-CHOICE", "PACKET-ORDER", "DECLARERS-IMPOSSIBLE"}),
    ],
)  # fmt: skip
def test_nothing_stops_at_the_first_fault(siglum: str, text: str, codes: set[str]) -> None:
    assert {code for code, _, _ in found(siglum, text)} == codes


def test_the_command_lists_everything(run: Run, project: Project, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text('era: "1754"\n' + GAME.replace("dealer: C", "dealer: X") + "misdeal: true\n", encoding="utf-8")
    outcome = run("score", "--era", "1754", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.splitlines() == [
        f"{path}:3: seat `X` is not at the table; expected one of A, B, C [SEAT-UNKNOWN]",
        f"{path}:4: `tricks` in a misdealt game; expected none: the game is void by 1754:3 [VOID-GAME]",
        f"{path}:6: `piles` in a misdealt game; expected none: the game is void by 1754:3 [VOID-GAME]",
    ]


LONG = 'era: "1840"\nseats: [A, B, C, D]\ntaillen:\n'


def test_of_many_findings_of_a_kind_the_rest_is_counted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "session.yaml"
    path.write_text(LONG + "  - wrote: {X: 1, A: 2}\n" * 157, encoding="utf-8")
    found = run("score", "--era", "1840", str(path))
    assert (found.status, len(found.err.splitlines())) == (2, 21)
    assert found.err.splitlines()[-1] == f"{path}:24: and 137 more of this kind [SEAT-UNKNOWN]"


def test_a_session_that_is_too_long_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "session.yaml"
    path.write_text(LONG + "  - wrote: {A: 2}\n" * 20_000, encoding="utf-8")
    found = run("score", "--era", "1840", str(path))
    assert found.status == 2
    assert found.err.startswith(f"{path}:4: expected `array` of length <= 500 in `taillen`; see ")
