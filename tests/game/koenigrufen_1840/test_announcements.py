"""Announcing ultimo and Volat, and contra, re, supra: §§ 37, 51 to 56, 60, 62."""

from __future__ import annotations

import pytest

from tarock.game.koenigrufen_1840.auction import AnnouncedFeat, check_announcements
from tarock.game.koenigrufen_1840.record import Announcement, Game
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, Feat
from tests.game.koenigrufen_1840.builders import changed, examine, model, rules

# In Musterspiel 4 B is the Spieler, C his Freund, A and D are the Gegner.


def game(said: str) -> Game:
    """Musterspiel 4 with other words, such as `B:ultimo A:contra` or `B:volat A:contra-volat`."""
    words = []
    for part in said.split():
        seat, _, word = part.partition(":")
        call, _, of = word.partition("-")
        words.append(
            Announcement(seat=seat, call=AnnouncementWord.ANNOUNCE, of=Feat(call))
            if call in ("ultimo", "volat")
            else Announcement(seat=seat, call=AnnouncementWord(call), of=Feat(of or Feat.ULTIMO))
        )
    return changed(model("m4"), announcements=tuple(words))


def announced(said: str) -> tuple[dict[Feat, AnnouncedFeat], list[tuple[str, str, str]]]:
    exam = examine(game(said))
    standing = check_announcements(exam, "C")
    return standing, [(found.code, found.seat, found.ref) for found in exam.list]


@pytest.mark.parametrize(
    ("said", "of", "seat", "raises"),
    [
        ("B:ultimo", Feat.ULTIMO, "B", 0),
        ("B:ultimo A:contra", Feat.ULTIMO, "B", 1),  # Musterspiel 4
        ("B:ultimo D:contra B:re", Feat.ULTIMO, "B", 2),
        ("B:ultimo A:contra B:re A:supra", Feat.ULTIMO, "B", 3),  # 56.1
        ("A:ultimo B:contra A:re B:supra", Feat.ULTIMO, "A", 3),  # 55.1: against the Gegner only the Spieler
        ("B:volat A:contra-volat B:re-volat A:supra-volat", Feat.VOLAT, "B", 3),  # 60.3
        ("D:volat B:contra-volat", Feat.VOLAT, "D", 1),
    ],
)
def test_announcements_in_order(said: str, of: Feat, seat: str, raises: int) -> None:
    assert announced(said) == ({of: AnnouncedFeat(of, seat, raises)}, [])


def test_volat_and_ultimo_together() -> None:
    # 62.1: each may be contrired by itself
    standing, faults = announced("B:ultimo B:volat A:contra D:contra-volat")
    assert standing == {Feat.ULTIMO: AnnouncedFeat(Feat.ULTIMO, "B", 1), Feat.VOLAT: AnnouncedFeat(Feat.VOLAT, "B", 1)}
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


def test_what_is_announced_twice_stands_as_announced_first() -> None:
    assert announced("B:ultimo A:contra A:ultimo")[0] == {Feat.ULTIMO: AnnouncedFeat(Feat.ULTIMO, "B", 1)}


def test_the_third_word_is_the_second_raise() -> None:
    assert announced("B:ultimo A:contra B:supra A:re")[0] == {Feat.ULTIMO: AnnouncedFeat(Feat.ULTIMO, "B", 3)}


@pytest.mark.parametrize(
    ("said", "lawful"),
    [
        ("B:ultimo A:contra B:re", ("B", 2)),  # all by 56.1
        ("B:ultimo A:contra B:supra A:re", ("B", 1)),  # re is due to B, and A may not say it
        ("B:ultimo C:contra", ("B", 0)),  # 55.3: not the friend
        ("B:ultimo C:contra A:contra", ("B", 1)),
        ("C:ultimo", None),  # 52.1: "der Freund des Spielers niemals"
    ],
)
def test_what_stands_where_words_against_the_rules_have_no_effect(said: str, lawful: tuple[str, int] | None) -> None:
    exam = examine(game(said))
    standing = check_announcements(exam, "C", lawful=True)
    assert standing == ({Feat.ULTIMO: AnnouncedFeat(Feat.ULTIMO, *lawful)} if lawful else {})
    assert exam.list == []  # they are found as they were spoken


def test_other_rules() -> None:
    def faults(said: str, key: str, value: object) -> list[str]:
        exam = examine(game(said), by=rules().fork({f"announcements.{key}": value}))
        check_announcements(exam, "C")
        return [found.code for found in exam.list]

    to_a_gegner = "raise_by[call=contra,party=defenders]"
    assert faults("A:ultimo C:contra", to_a_gegner, ["declarer", "partner"]) == []
    # never against his own Spieler
    assert faults("B:ultimo C:contra", to_a_gegner, ["declarer", "partner"]) == ["ANNOUNCE-SEAT"]
    assert faults("A:ultimo D:contra", to_a_gegner, ["declarer", "defender"]) == []
    assert faults("B:ultimo A:contra C:re", "raise_by[call=re]", ["announcer", "partner"]) == []
    assert faults("B:ultimo A:contra B:re", "raise_by[call=re]", ["partner"]) == ["ANNOUNCE-SEAT"]
    assert faults("B:ultimo A:contra B:re D:supra", "raise_by[call=supra]", ["defender"]) == []
    assert faults("C:ultimo", "allowed_to[feat=ultimo]", ["declarer", "partner", "defender"]) == []
    assert faults("A:ultimo", "allowed_to[feat=ultimo]", ["declarer"]) == ["ANNOUNCE-SEAT"]
    assert faults("A:volat", "allowed_to[feat=volat]", ["declarer"]) == ["ANNOUNCE-SEAT"]
    assert faults("A:ultimo B:volat", "first", "defender") == []
    assert faults("B:volat A:ultimo", "first", "defender") == ["ANNOUNCE-ORDER"]
    assert faults("B:ultimo A:contra B:re", "raises", ["contra"]) == ["ANNOUNCE-ORDER"]
