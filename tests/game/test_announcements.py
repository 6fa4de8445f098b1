"""Announcing ultimo and Volat, and contra, re, supra: §§ 37, 51 to 56, 60, 62."""

from __future__ import annotations

import pytest

from tarock.game.common.findings import Findings, IllegalAction
from tarock.game.koenigrufen_1840.announcements import Announced, check_announcements
from tarock.game.koenigrufen_1840.record import Announcement, Game
from tests.game.builders import changed, model, rules

# In Musterspiel 4 B is the Spieler, C his Freund, A and D are the Gegner.


def game(said: str) -> Game:
    """Musterspiel 4 with other words, such as `B:ultimo A:contra` or `B:volat A:contra-volat`."""
    words = []
    for part in said.split():
        seat, _, word = part.partition(":")
        call, _, of = word.partition("-")
        words.append(
            Announcement(seat=seat, call="announce", of=call)  # type: ignore[arg-type]
            if call in ("ultimo", "volat")
            else Announcement(seat=seat, call=call, of=of or "ultimo")  # type: ignore[arg-type]
        )
    return changed(model("m4"), announcements=tuple(words))


def announced(said: str) -> tuple[dict[str, Announced], list[tuple[str, str, str]]]:
    findings = Findings("g", strict=False)
    standing = check_announcements(game(said), "C", rules(), findings)
    return standing, [(found.code, found.seat, found.ref) for found in findings.list]


@pytest.mark.parametrize(
    ("said", "of", "seat", "raises"),
    [
        ("B:ultimo", "ultimo", "B", 0),
        ("B:ultimo A:contra", "ultimo", "B", 1),  # Musterspiel 4
        ("B:ultimo D:contra B:re", "ultimo", "B", 2),
        ("B:ultimo A:contra B:re A:supra", "ultimo", "B", 3),  # 56.1
        ("A:ultimo B:contra A:re B:supra", "ultimo", "A", 3),  # 55.1: against the Gegner only the Spieler
        ("B:volat A:contra-volat B:re-volat A:supra-volat", "volat", "B", 3),  # 60.3
        ("D:volat B:contra-volat", "volat", "D", 1),
    ],
)
def test_announcements_in_order(said: str, of: str, seat: str, raises: int) -> None:
    assert announced(said) == ({of: Announced(of, seat, raises)}, [])


def test_volat_and_ultimo_together() -> None:
    # 62.1: each may be contrired by itself
    standing, faults = announced("B:ultimo B:volat A:contra D:contra-volat")
    assert standing == {"ultimo": Announced("ultimo", "B", 1), "volat": Announced("volat", "B", 1)}
    assert faults == []
    assert announced("B:volat A:ultimo B:contra")[1] == []


@pytest.mark.parametrize(
    ("said", "faults"),
    [
        ("C:ultimo", [("ANNOUNCE-SEAT", "C", "1840:52.1")]),  # the Freund never
        ("C:volat", [("ANNOUNCE-SEAT", "C", "1840:60.3")]),
        ("C:ultimo A:contra", [("ANNOUNCE-SEAT", "C", "1840:52.1")]),
        ("B:ultimo C:contra", [("ANNOUNCE-SEAT", "C", "1840:55.1")]),
        ("B:ultimo B:contra", [("ANNOUNCE-SEAT", "B", "1840:55.1")]),
        ("A:ultimo C:contra", [("ANNOUNCE-SEAT", "C", "1840:55.1")]),  # only the Spieler
        ("A:ultimo D:contra", [("ANNOUNCE-SEAT", "D", "1840:55.1")]),
        ("A:ultimo A:contra", [("ANNOUNCE-SEAT", "A", "1840:55.1")]),
        ("B:ultimo A:contra C:re", [("ANNOUNCE-SEAT", "C", "1840:56.1")]),
        ("B:ultimo A:contra A:re", [("ANNOUNCE-SEAT", "A", "1840:56.1")]),
        ("B:ultimo A:contra B:re D:supra", [("ANNOUNCE-SEAT", "D", "1840:56.1")]),
        ("A:contra", [("ANNOUNCE-ORDER", "A", "1840:56.1")]),
        ("B:ultimo A:contra-volat", [("ANNOUNCE-ORDER", "A", "1840:56.1")]),  # 62.1: of the other object
        ("B:ultimo A:contra B:supra", [("ANNOUNCE-ORDER", "B", "1840:56.1")]),
        ("B:ultimo A:re", [("ANNOUNCE-ORDER", "A", "1840:56.1")]),
        ("B:ultimo A:contra B:re A:supra B:re", [("ANNOUNCE-ORDER", "B", "1840:56.1")]),  # supra is the limit
        # Musterspiel 5, as printed: supra before re
        (
            "B:ultimo A:contra B:supra A:re",
            [("ANNOUNCE-ORDER", "B", "1840:56.1"), ("ANNOUNCE-ORDER", "A", "1840:56.1")],
        ),
        ("B:ultimo A:ultimo", [("ANNOUNCE-ORDER", "A", "1840:53.1")]),  # what is announced stands
        ("B:ultimo A:contra B:ultimo", [("ANNOUNCE-ORDER", "B", "1840:53.1")]),
        ("A:ultimo B:volat", [("ANNOUNCE-ORDER", "B", "1840:37.4")]),  # only then comes the Gegner to announce
    ],
)  # fmt: skip
def test_announcements_against_the_rules(said: str, faults: list[tuple[str, str, str]]) -> None:
    assert announced(said)[1] == faults
    with pytest.raises(IllegalAction) as raised:
        check_announcements(game(said), "C", rules(), Findings("g", strict=True))
    assert raised.value.finding.code == faults[0][0]


def test_what_is_announced_twice_stands_as_announced_first() -> None:
    assert announced("B:ultimo A:contra A:ultimo")[0] == {"ultimo": Announced("ultimo", "B", 1)}


def test_the_third_word_is_the_second_raise() -> None:
    assert announced("B:ultimo A:contra B:supra A:re")[0] == {"ultimo": Announced("ultimo", "B", 3)}


def test_other_rules() -> None:
    def faults(said: str, **values: object) -> list[str]:
        findings = Findings("g", strict=False)
        other = rules().with_values({f"announcements.{key}": value for key, value in values.items()})
        check_announcements(game(said), "C", other, findings)
        return [found.code for found in findings.list]

    assert faults("A:ultimo C:contra", friend_may_contra=True) == []
    assert faults("B:ultimo C:contra", friend_may_contra=True) == ["ANNOUNCE-SEAT"]  # never against his own Spieler
    assert faults("A:ultimo D:contra", opponent_may_contra_opponent=True) == []
    assert faults("C:ultimo", ultimo_by=["Spieler", "Freund", "Gegner"]) == []
    assert faults("A:ultimo", ultimo_by=["Spieler"]) == ["ANNOUNCE-SEAT"]
    assert faults("A:volat", volat_by=["Spieler"]) == ["ANNOUNCE-SEAT"]
    assert faults("A:ultimo B:volat", declarer_first=False) == []
    assert faults("B:ultimo A:contra B:re", order=["contra"]) == ["ANNOUNCE-ORDER"]
