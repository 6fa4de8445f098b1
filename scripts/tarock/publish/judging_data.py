"""The words by which the page for a game of one's own says what is wrong with it: those of `tarock replay`.

The core judges bids, calls and plays. Here stand its sentences, the paragraphs of things that are only counted (a card
twice, a hand too small), and the findings that the page leaves to the program.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from itertools import product
from typing import Any

from tarock.base.wording import write_message
from tarock.game.common.findings import CODES
from tarock.game.common.score import Reason
from tarock.game.common.trick_law import Duty
from tarock.game.koenigrufen_1840.laws import WITHOUT_SUITS
from tarock.game.koenigrufen_1840.vocabulary import BidKind
from tarock.publish.places import Site
from tarock.publish.views.view import View, name_section

# The findings about a game of 1840 that the page leaves to `tarock replay`, and says so: they are not about its play.
LEFT_TO_PROGRAM = ("CONSULATION-SMALL", "FIFTH-NOT-DEALER", "REMARK-DIFFERS", "RESULT-DIFFERS")
# The code of what the core refuses, by the rule that it names; a bid or a word comes with its code from the table.
CORE_CODES = {
    **dict.fromkeys(map(str, Duty), "PLAY-REVOKE"),
    "ultimo.pagat_kept": "PLAY-PAGAT-EARLY",
    "discard.never": "SCAT-HONOUR",
    "discard.tarock": "SCAT-TAROCK",
    "king.called": "KING-NOT-KING",
    "talon.fold_max": "PURCHASE-TOO-HIGH",
}
# The rule at whose paragraph a finding stands that needs no judgement, by code or by the variant of its wording.
_COUNTED: dict[str, tuple[str, dict[str, Any]]] = {
    "DEAL-DUPLICATE": ("pack.cards", {}),
    "DEAL-MISSING": ("pack.cards", {}),
    "HAND-SIZE": ("deal.hand", {}),
    "TALON-SIZE": ("deal.talon", {}),
    "BID-ORDER": ("bidding.speaking_order", {}),
    "BID-AFTER-END": ("bidding.highest_plays", {}),
    "BID-AFTER-PASS": ("bidding.after_pass", {}),
    "BID-FOLD": ("bidding.pass_additions", {}),
    "BID-TOO-HIGH": ("bidding.fold_max", {"contract": BidKind.DREIER}),
    "BID-WRONG-DECLARER": ("bidding.highest_plays", {}),
    "KING-LATE": ("king.call_before", {}),
    "PARTNER-DIFFERS": ("game.partner", {}),
    "PURCHASE.bid": ("bidding.highest_plays", {}),
    "PURCHASE.step": ("talon.change_fold", {}),
    "PURCHASE-LOWER": ("talon.change_fold", {}),
    "PURCHASE-TOO-HIGH": ("talon.fold_max", {}),
    "PURCHASE.forced": ("talon.forced_change", {"act": "showing the purchase"}),
    "PURCHASE-SHOWN": ("talon.forced_change", {"act": "showing the purchase"}),
    "SCAT-SIZE": ("discard.cards", {}),
    "SCAT-SIZE.solo": ("discard.made", {"contract": BidKind.SOLO}),
    "SCAT-NOT-HELD": ("discard.who", {}),
    "SCAT-TAROCK": ("discard.tarock", WITHOUT_SUITS),
    "HAND-AFTER-TWICE": ("discard.cards", {}),
    "HAND-AFTER-DIFFERS": ("discard.cards", {}),
    "HAND-UNCERTAIN": ("deal.hand", {}),
    "LEAD-UNCERTAIN": ("play.follow_suit", {}),
    "SIDES-UNCERTAIN": ("game.partner", {}),
    "COUNT-UNCERTAIN": ("pack.cards", {}),
    "TRICKS-MISSING": ("deal.hand", {}),
    "LEAD-WRONG-SEAT": ("play.leader", {}),
    "PLAY-ORDER": ("game.rotation", {}),
    "PLAY-TWICE": ("pack.packs", {}),
    "PLAY-NOT-HELD": ("deal.hand", {}),
}
_PLAIN = (
    *("DEAL-MISSING", "HAND-SIZE", "BID-ORDER", "BID-ORDER.pass", "BID-AFTER-END", "BID-FOLD", "BID-TOO-HIGH"),
    *("BID-NOT-HIGHER", "BID-AFTER-PASS", "KING-NOT-KING", "KING-NOT-OWN", "KING-OWN", "PURCHASE.bid", "PURCHASE.step"),
    *("KING-LATE", "PURCHASE.forced", "PURCHASE-SHOWN", "PURCHASE-LOWER", "PURCHASE-TOO-HIGH", "SCAT-SIZE"),
    "SCAT-SIZE.solo",
    *("SCAT-NOT-HELD", "SCAT-HONOUR", "SCAT-TAROCK", "HAND-AFTER-TWICE", "LEAD-UNCERTAIN", "SIDES-UNCERTAIN"),
    *("COUNT-UNCERTAIN", "ANNOUNCE-SEAT", "ANNOUNCE-SEAT.raise", "ANNOUNCE-ORDER", "ANNOUNCE-ORDER.again"),
    *("ANNOUNCE-ORDER.late", "ANNOUNCE-ORDER.nothing", "ANNOUNCE-ORDER.highest", "TRICKS-MISSING", "LEAD-WRONG-SEAT"),
    *("LEAD-WRONG-SEAT.first", "PLAY-TWICE", "PLAY-NOT-HELD", "PLAY-REVOKE", "PLAY-PAGAT-EARLY"),
)
_NAMES = (
    *("seat", "card", "first", "number", "numbers", "expected", "call", "fold", "most", "over", "given", "holder"),
    *("bid", "kept", "shown", "cards", "of", "role", "due", "last", "leader", "seats", "order", "breach", "held"),
)
_VALUES = {name: f"{{{name}}}" for name in _NAMES}
_MARK, _END = "\ue000", "\ue001"  # about a list of several, whose words can be others than those of one


def make_judging_data(site: Site) -> dict[str, Any]:
    """Return what the page says of a game of one's own.

    `codes` has the code of a refusal by its rule; `refs` paragraph and address by code; `words` the sentences with
    places for values, `steps` those of the steps; `uncertain` those about an uncertain hand; `left` the codes that are left to the program; `lines`
    the names of what a sheet has, `late_partner` whether a king called late makes one, `forced_change` whether who has
    shown what he bought must raise himself, `revoke` the paragraph of a second sheet.
    """
    rules, view = site.codex.games.rules, View(site, site.router.own_game.made)
    refs = {}
    for code, (key, case) in _COUNTED.items():
        ref = rules.ref(key, **case)
        refs[code] = (ref, view.to(site.router.passage(ref)) if site.router.has(ref) else "")
    written = (
        Reason.GAME, Reason.CALLED_KING, Reason.ALL_THREE, Reason.ALL_FOUR, Reason.ULTIMO, Reason.VOLAT, Reason.REVOKE,
    )  # fmt: skip
    return {
        "codes": CORE_CODES,
        "refs": refs,
        "words": dict(_list_words()),
        "steps": dict(_list_step_words(site)),
        "uncertain": _list_doubts(),
        "left": sorted(CODES & {*LEFT_TO_PROGRAM}),
        "lines": {reason: write_message(f"playing.line.{reason}") for reason in written},
        "late_partner": rules.flag("king.makes_partner", called="late"),
        "forced_change": rules.flag("talon.forced_change", act="showing the purchase"),
        "revoke": rules.ref("revoke.writes", result="won"),
    }


def _list_words() -> Iterator[tuple[str, str]]:
    for key in _PLAIN:
        yield key, write_message(key, **_VALUES)
    for key in map(str, Duty):
        yield key, write_message(key, suit="{suit}", held="{held}")
    for key in map(str, (Duty.FOLLOW_SUIT, Duty.FOLLOW_TAROCK)):
        yield f"{key}.tarock", write_message(key, suit="Tarock", held="{held}")
    for name, seat, first in (("", "{seat}", "{first}"), (".talon", "", "{first}"), (".both", "", "")):
        yield f"DEAL-DUPLICATE{name}", write_message("DEAL-DUPLICATE", card="{card}", seat=seat, first=first)
    for number in (1, 2):
        numbers = tuple(f"{{{name}}}" for name in ("one", "two"))[:number]
        yield f"TALON-SIZE.{number}", write_message("TALON-SIZE", numbers=numbers, expected="{expected}")
    for given in ("{given}", ""):
        yield (
            f"BID-WRONG-DECLARER{'' if given else '.nobody'}",
            write_message("BID-WRONG-DECLARER", seat="{seat}", given=given),
        )
    for seat, holder in product(("{seat}", ""), ("{holder}", "")):
        told = write_message("PARTNER-DIFFERS", seat=seat, holder=holder, card="{card}")
        yield f"PARTNER-DIFFERS{'' if seat else '.nobody'}{'' if holder else '.alone'}", told
    for missing, extra in product(range(3), range(3)):
        if missing or extra:
            lists = {"missing": _make_list("missing", missing), "extra": _make_list("extra", extra)}
            yield (
                f"HAND-AFTER-DIFFERS.{missing}{extra}",
                _close_lists(write_message("HAND-AFTER-DIFFERS", seat="{seat}", **lists)),
            )
    yield "PLAY-ORDER", write_message("PLAY-ORDER", seat="{seat}", card="{card}", seats="{seats}", order="{order}")


def _list_step_words(site: Site) -> Iterator[tuple[str, str]]:
    rules = site.codex.games.rules
    deal, scat = ("dealer", "number", "talon", "forehand"), ("seat", "cards", "points", "left")
    plain = {
        "step.deal": deal, "step.bid.pass": ("seat",), "step.bid.solo": ("seat",), "step.call": ("seat", "king"),
        "step.call.solo": ("seat", "king"), "step.talon.solo": ("cards", "points"), "step.talon.unseen.solo": (),
        "step.scat": scat, "step.scat.unseen": ("seat",), "step.announce": ("seat", "of"),
        "step.announce.raise": ("seat", "call", "of"),
    }  # fmt: skip
    for key, names in plain.items():
        yield key, write_message(key, **{name: f"{{{name}}}" for name in names})
    for fold in range(1, rules.number("talon.fold_max") + 1):
        yield f"step.bid.dreier.{fold}", write_message("step.bid.dreier", seat="{seat}", fold=fold, implied=False)
        for key in ("step.talon.kept", "step.talon.left"):
            yield f"{key}.{fold}", write_message(key, seat="{seat}", fold=fold, cards="{cards}")
        yield f"step.talon.unseen.{fold}", write_message("step.talon.unseen", seat="{seat}", fold=fold)
    section = name_section(site, rules.ref("revoke.writes", result="won"))
    for number in (1, 2):
        seats = _make_list("seats", number)
        score = write_message("step.score", seats=seats, what="{what}", amount="{amount}", reckoning="")
        yield f"step.score.{number}", _close_lists(score)
        told = write_message("step.revoke", seats=seats, section=section, struck=())
        yield f"step.revoke.{number}", _close_lists(told)


def _make_list(name: str, number: int) -> tuple[str, ...]:
    """Return a list of none, one or several, to be put into a sentence in the number that it asks for."""
    return ((), (f"{{{name}}}",), (f"{_MARK}{name}", _END))[number]


def _close_lists(text: str) -> str:
    return re.sub(rf"{_MARK}(\w+).*?{_END}", r"{\1}", text)


def _list_doubts() -> dict[str, Any]:
    """Return the sentence on an uncertain hand around its causes, and each cause: of one card and of several."""
    nothing: dict[str, Hashable] = {"twice": (), "strangers": (), "number": None, "bought": None, "relisted": False}

    def told(**cause: Hashable) -> str:
        return _close_lists(write_message("HAND-UNCERTAIN", seat="{seat}", **nothing | cause))

    bare, with_number = told(), told(number="{number}")
    at = next(n for n, (one, other) in enumerate(zip(bare, with_number, strict=False)) if one != other)
    begin, end = bare[:at], bare[at:]

    def cut(text: str) -> str:
        return text.removeprefix(begin).removesuffix(end)

    lists = {name: [cut(told(**{name: _make_list("cards", n)})) for n in (1, 2)] for name in ("twice", "strangers")}
    return {
        "begin": begin, "end": end, "number": cut(with_number), "bought": cut(told(bought="{number}")),
        "relisted": cut(told(relisted=True)), **lists,
    }  # fmt: skip
