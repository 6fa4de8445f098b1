"""Whose role is known when: §§ 7, 38, 52 and 55."""

from __future__ import annotations

import pytest

from tarock.game.koenigrufen_1840.record import Announcement
from tarock.game.koenigrufen_1840.replay import RoleKnowledge, replay
from tarock.game.koenigrufen_1840.vocabulary import AnnouncementWord, Feat
from tests.game.koenigrufen_1840.builders import model, pack, rules


@pytest.mark.parametrize("of", Feat)  # 60.3: at Volat as at ultimo
@pytest.mark.parametrize(
    ("seat", "call", "shown"),
    [
        ("A", AnnouncementWord.ANNOUNCE, {"A"}),  # 52.1: "entweder nur der Spieler selbst, oder einer seiner Gegner"
        ("B", AnnouncementWord.ANNOUNCE, set()),  # who is Spieler all know since the bidding
        ("C", AnnouncementWord.ANNOUNCE, set()),  # 52.1: "der Freund des Spielers niemals"; that he does shows nothing
        ("D", AnnouncementWord.CONTRA, {"D"}),  # 55.1: "nur Einer der Gegner"
        ("C", AnnouncementWord.CONTRA, set()),
        ("A", AnnouncementWord.RE, set()),  # 56.1: who announced, and has shown it by that
        ("A", AnnouncementWord.SUPRA, set()),
    ],
)
def test_whose_role_a_word_shows(of: Feat, seat: str, call: AnnouncementWord, shown: set[str]) -> None:
    """In Musterspiel 4 B is the Spieler, C his Freund, A and D are the Gegner."""
    knowledge = RoleKnowledge(replay(model("m4"), pack(), rules()), rules())
    assert knowledge.find_shown_by_announcement(Announcement(seat=seat, call=call, of=of)) == shown
