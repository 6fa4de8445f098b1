"""What is wrong with the record of a session of 1840, against itself or the rules (1840:19.1, 131)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.records import check_seat, check_seats, others
from tarock.game.koenigrufen_1840.consulation import check_agreed
from tarock.game.koenigrufen_1840.session_record import sharing

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.game.koenigrufen_1840.session_record import ScoreFile, Taille
    from tarock.rules.ruleset import Rules


def check(record: ScoreFile, findings: Findings, rules: Rules) -> None:
    """Add everything that is wrong with the record to `findings`."""
    check_seats(findings, record.seats, rules, "game.players_with_extra")
    check_agreed(record.consulation, record.small_consulation, findings, rules)
    five = len(record.seats) > min(rules.numbers("game.players"))
    for index, taille in enumerate(record.taillen):
        place = ("taillen", index)
        for seat in taille.wrote:
            check_seat(findings, seat, record.seats, *place, "wrote", seat)
        if taille.penalty:
            check_seat(findings, taille.penalty.guilty, record.seats, *place, "penalty", "guilty")
            if taille.declarers or taille.wrote:
                findings.report("FINE-AND-PLAY", *place, "penalty")
            elif taille.king and check_seat(findings, taille.king, record.seats, *place, "king") and not five:
                findings.report("KING-AMONG-FOUR", *place, "king", king=taille.king)
        elif taille.king:
            _check_king(taille, record, findings, rules, index, five=five)
        elif taille.declarers:
            findings.report("DECLARERS-WITHOUT-KING", *place, "declarers")


def _check_king(taille: Taille, record: ScoreFile, findings: Findings, rules: Rules, index: int, *, five: bool) -> None:
    """Among five the König shares with one side (1840:131.3)."""
    place, ref, king = ("taillen", index), rules.ref("five.shares_with"), taille.king
    known = [check_seat(findings, king, record.seats, *place, "king")]
    if not five:
        findings.report("KING-AMONG-FOUR", *place, "king", king=king)
    if not taille.declarers:
        findings.report("KING-WITHOUT-DECLARERS", *place, "king", ref=ref)
    for number, seat in enumerate(taille.declarers):
        known.append(check_seat(findings, seat, record.seats, *place, "declarers", number))
    if king in taille.declarers:
        findings.report("KING-PLAYS", *place, "declarers", king=king)
    elif five and taille.declarers and all(known):
        _check_share(taille, record, findings, rules, index)


def _check_share(taille: Taille, record: ScoreFile, findings: Findings, rules: Rules, index: int) -> None:
    """The Spieler, and his Freund if there is one, have the others as Gegner (1840:7.5), who wrote the same."""
    place, ref, king, wrote = ("taillen", index), rules.ref("five.shares_with"), taille.king, taille.wrote
    key, friend, declarers = "game.defenders", {"with_partner": True}, taille.declarers
    fewest = rules.number(key, **friend)
    if len(set(declarers)) < len(declarers) or len(others(record.seats, king, *declarers)) < fewest:
        words, due_by = "session.DECLARERS-IMPOSSIBLE", rules.ref(key, **friend)
        findings.report("DECLARERS-IMPOSSIBLE", *place, "declarers", ref=due_by, words=words)
        return
    written = tuple(wrote.get(seat, 0) for seat in sharing(taille, record.seats, rules))
    due, *different = set(written)
    if different:
        if king not in wrote:
            findings.report("KING-SHARE-UNCLEAR", *place, "wrote", ref=ref, written=written)
    elif wrote.get(king, due) != due:
        findings.report("KING-SHARE-DIFFERS", *place, "wrote", king, ref=ref, king=king, wrote=wrote[king], due=due)
