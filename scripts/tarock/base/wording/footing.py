"""Wording of what a result rests on that is not certain, of how far it stands, and of the values of claims."""

from __future__ import annotations

import re

from tarock.base.i18n import Wording, join_with_or, pgettext

_VALUE = "claim.value"
# Words of what is expected and computed for a claim, as a person reads them.
_WORDS = {
    "Farben": "suits",
    "Tarock": "trumps",
    "advice": "advice",
    "alike": "alike",
    "all_three": "All Three",
    "alone": "alone",
    "average": "average",
    "better": "better",
    "contra": "contra",
    "declarer": "declarer",
    "defenders": "opponents",
    "dreier": "Dreier",
    "honours": "honours",
    "king_lost": "king lost",
    "lost": "lost",
    "lower": "the lower half",
    "middle": "middle",
    "nobody": "nobody",
    "open": "open",
    "otherwise": "otherwise",
    "pot": "pot",
    "re": "re",
    "reached": "reached",
    "refused": "refused",
    "sides": "sides",
    "solo": "Solo",
    "supra": "supra",
    "thrown in": "thrown in",
    "upper": "the upper half",
    "volat": "Volat",
    "won": "won",
    "worse": "worse",
    "ANNOUNCE-ORDER": "another word is due",
    "ANNOUNCE-SEAT": "it is not for him to say",
    "BID-AFTER-PASS": "he has passed",
    "BID-NOT-HIGHER": "it is no higher bid",
    "BID-TOO-HIGH": "there is no such bid",
    "PLAY-PAGAT-EARLY": "the Pagat is played too early",
    "SCAT-HONOUR": "an honour is discarded",
    "SCAT-SIZE": "a wrong number of cards is discarded",
    "SCAT-TAROCK": "a trump is discarded",
}
_FOLDS = {
    "1": "a single Dreier",
    "2": "a double Dreier",
    "3": "a triple Dreier",
    "4": "a 4-fold Dreier",
    "5": "a 5-fold Dreier",
}
_RAISES = {"0": "announced", "1": "raised once", "2": "raised twice"}
_DREIER = re.compile(r"dreier (\d)")
_RAISED = re.compile(r"(ultimo|volat) (\d)")
_GAME = re.compile(r"m(\d)")
_TAKEN = re.compile(r"taken by (\w) in the last trick")
_PLAYED = re.compile(r"played in trick (\d+) by want of another trump")
_WORD = re.compile(r"thrown in|[\w-]+")


def _format_dreier(found: re.Match[str]) -> str:
    return pgettext(_VALUE, _FOLDS.get(found[1], "a {fold}-fold Dreier"), fold=found[1])


def _format_raised(found: re.Match[str]) -> str:
    return f"{found[1]} {pgettext(_VALUE, _RAISES.get(found[2], 'raised {times} times'), times=found[2])}"


def _format_word(found: re.Match[str]) -> str:
    return pgettext(_VALUE, _WORDS[found[0]]) if found[0] in _WORDS else found[0]


def _format_claim_value(value: str) -> str:
    if game := _GAME.fullmatch(value):
        return pgettext(_VALUE, "game {number}", number=game[1])
    if taken := _TAKEN.fullmatch(value):
        return pgettext(_VALUE, "taken by {seat} in the last trick", seat=taken[1])
    if played := _PLAYED.fullmatch(value):
        return pgettext(_VALUE, "played in trick {number} by want of another trump", number=played[1])
    return _WORD.sub(_format_word, _RAISED.sub(_format_raised, _DREIER.sub(_format_dreier, value)))


def _share(under: int, of: int) -> str:
    if under != of:
        return pgettext("footing.share", "{under} of {of}", under=under, of=of)
    return pgettext("footing.share.both" if of == 2 else "footing.share", "all {of}", of=of)


WORDINGS: dict[str, Wording] = {
    "footing.emendation": "an emendation",
    "footing.doubt": "doubtful words",
    "footing.conjecture": "what is said",
    "footing.play": "the play of {seat}",
    "footing.transcript": "as in the transcript",
    "footing.line": "{seat} plays {plays}",
    # what a result rests on
    "footing.rests": "Rests on {kinds}",
    "footing.some": "{what} ({refs})",
    "footing.of.reading": ("{number} value that can be read otherwise", "{number} values that can be read otherwise"),
    "footing.of.assumed": ("{number} value that we assume", "{number} values that we assume"),
    "footing.of.open": ("{number} point left open", "{number} points left open"),
    "footing.of.conjecture": ("{number} conjecture", "{number} conjectures"),
    "footing.of.emendation": ("{number} emendation that is not certain", "{number} emendations that are not certain"),
    "footing.of.doubt": ("{number} doubtful place", "{number} doubtful places"),
    "footing.of.implied": ("{number} value that is only implied", "{number} values that are only implied"),
    "footing.kind.reading": "read otherwise too",
    "footing.kind.assumed": "assumed by us",
    "footing.kind.open": "left open",
    "footing.kind.conjecture": "conjectured",
    "footing.kind.emendation": "emended",
    "footing.kind.doubt": "doubtful",
    "footing.kind.implied": "implied",
    "footing.many": "one of {number} others",
    "footing.either": lambda readings: join_with_or(readings),  # noqa: PLW0108 - the value has another name
    "footing.mark": "{under} of {of} readings",
    # how far it stands
    "footing.stands.all": lambda under, of, **_: pgettext(
        "footing.stands.all", "Stands under {share} readings", share=_share(under, of)
    ),
    "footing.stands.pairs": lambda under, of, bound: pgettext(
        "footing.stands.pairs",
        "Stands under {share} readings: each alone and each two together; all combinations are more than {bound}",
        share=_share(under, of),
        bound=bound,
    ),
    "footing.falls": lambda readings: pgettext(
        "footing.falls",
        "Does not hold under the reading: {readings}",
        readings=pgettext("footing.falls", ", and ").join(readings),
    ),
    "footing.read": lambda about, readings, ref: f"{about}: {join_with_or(readings)}{f' [{ref}]' if ref else ''}",
    "claim.value": _format_claim_value,
}
