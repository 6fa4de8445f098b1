"""The Consulation: how many points it makes, and what may be agreed about it (1840:43, 44)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.records import word
from tarock.game.koenigrufen_1840.vocabulary import Call, Size

if TYPE_CHECKING:
    from tarock.game.common.findings import Findings
    from tarock.rules.ruleset import Rules


def consulation(rules: Rules, size: Size | None, game: Call, agreed: int = 0) -> int:
    """The Consulation in points: `size` small, middle or high (None: nothing agreed), at Dreier or Solo (1840:43, 44).

    The small one is `agreed` upon, in points at Dreier; without it the largest of the source's examples stands.
    """
    size = size or word(rules, "settlement.stake.default", Size)
    if size is not Size.SMALL:
        return rules.number("settlement.price", contract=game, stake=size)
    if not agreed:
        agreed = max(int(value) for value in rules.words("settlement.stake.small_examples"))
    return agreed * (rules.number("settlement.stake.small_fold", contract=game) if game is Call.SOLO else 1)


def check_agreed(size: Size | None, agreed: int, findings: Findings, rules: Rules) -> None:
    """The points of a small Consulation are agreed upon only with it, and are less than the middle one (1840:43.2).

    A fault stands at `small_consulation` of the file, be it of a game or of a session.
    """
    if not agreed:
        return
    key, place = "settlement.stake.small_below", "small_consulation"
    below, ref = rules.number(key), rules.ref(key)
    if size is not Size.SMALL:
        findings.report("CONSULATION-SMALL", place, ref=ref, words="CONSULATION-SMALL.alone")
    elif not 0 < agreed < below:
        findings.report("CONSULATION-SMALL", place, ref=ref, agreed=agreed, below=below)
