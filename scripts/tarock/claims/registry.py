"""The functions that claims may name, all listed here, and how the inputs of a claim become their arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from tarock.base.structs import Cached
from tarock.claims.context import ClaimContext
from tarock.claims.functions import chances, counting, endings, eras, games, hands, play, settlement, trials, worth


class ClaimFunction(Cached):
    """A function of a context and of the inputs of a claim, and the name by which claims call it.

    Its parameters but the first are the inputs: their names are those in the data.
    """

    name: str
    compute: Callable[..., object]

    @property
    def is_guard(self) -> bool:
        """Return whether it tests that the program refuses something; that says nothing about a source."""
        return self.compute is eras.refused

    @cached_property
    def _parameters(self) -> list[inspect.Parameter]:
        """Return all parameters but the context."""
        return list(inspect.signature(self.compute).parameters.values())[1:]

    @cached_property
    def inputs(self) -> type[msgspec.Struct]:
        """Return the inputs as a record type with a field for each parameter.

        A parameter that is a record gives its own fields.
        """
        records = tuple(each.annotation for each in self._parameters if _is_record(each))
        fields = [
            (each.name, each.annotation, msgspec.NODEFAULT if each.default is each.empty else each.default)
            for each in self._parameters
            if not _is_record(each)
        ]
        returned = " ".join((inspect.getdoc(self.compute) or "").partition("\n\n")[0].split()).removeprefix("Return ")
        about = returned[:1].upper() + returned[1:]  # the schema describes the value, not the function
        return msgspec.defstruct(
            self.name, fields, bases=records or None, namespace={"__doc__": about}, frozen=True, kw_only=True,
            forbid_unknown_fields=True,
        )  # fmt: skip

    def call(self, context: ClaimContext, inputs: Mapping[str, Any]) -> object:
        """Compute the function with inputs that fit; raise `msgspec.ValidationError` for others."""
        given = msgspec.convert(inputs, self.inputs)
        return self.compute(context, **{each.name: getattr(given, each.name, given) for each in self._parameters})


def _is_record(parameter: inspect.Parameter) -> bool:
    return isinstance(parameter.annotation, type) and issubclass(parameter.annotation, msgspec.Struct)


# The names that claims use. They stay when a function or its module is renamed.
_NAMED: dict[str, Callable[..., object]] = {
    "chances.share": chances.share,
    "counting.cards": counting.cards,
    "counting.cards_singly": counting.cards_singly,
    "counting.groups": counting.groups,
    "counting.missing": counting.missing,
    "counting.outcome": counting.outcome,
    "counting.outcome_singly": counting.outcome_singly,
    "counting.pack": counting.pack,
    "counting.pack_size": counting.pack_size,
    "counting.pile_size": counting.pile_size,
    "counting.points": counting.points,
    "counting.singly": counting.singly,
    "counting.tricks_leaving": counting.tricks_leaving,
    "counting.value_lessened": counting.value_lessened,
    "counting.verdict": counting.verdict,
    "endings.forced": endings.forced,
    "endings.good_leads": endings.good_leads,
    "endings.in_game": endings.in_game,
    "endings.pagat_drawn": endings.pagat_drawn,
    "endings.tops_needed": endings.tops_needed,
    "endings.well_guarded": endings.well_guarded,
    "eras.augen": eras.augen,
    "eras.by_threes": eras.by_threes,
    "eras.from_each": eras.from_each,
    "eras.noted": eras.noted,
    "eras.open": eras.open,
    "eras.pack_1754": eras.pack_1754,
    "eras.plays": eras.plays,
    "eras.pot": eras.pot,
    "eras.refused": eras.refused,
    "eras.rounded": eras.rounded,
    "eras.stated_minimum": eras.stated_minimum,
    "eras.thirds": eras.thirds,
    "eras.totals": eras.totals,
    "games.better_half": games.better_half,
    "games.callable": games.callable,
    "games.called_against_raison": games.called_against_raison,
    "games.fold_going_back": games.fold_going_back,
    "games.forcefarbe": games.forcefarbe,
    "games.found_in": games.found_in,
    "games.half_tarocks": games.half_tarocks,
    "games.hand": games.hand,
    "games.in_the_middle": games.in_the_middle,
    "games.last_raise": games.last_raise,
    "games.leads": games.leads,
    "games.leads_only": games.leads_only,
    "games.led_above": games.led_above,
    "games.needless": games.needless,
    "games.pagat_counts_for": games.pagat_counts_for,
    "games.partner": games.partner,
    "games.scat_suits": games.scat_suits,
    "games.stecher": games.stecher,
    "games.suit": games.suit,
    "games.taken_with": games.taken_with,
    "games.tarocks": games.tarocks,
    "games.tarocks_fallen": games.tarocks_fallen,
    "games.tarocks_of_others": games.tarocks_of_others,
    "games.ultimo_by_raison": games.ultimo_by_raison,
    "games.ultimo_end": games.ultimo_end,
    "games.unsound": games.unsound,
    "games.varied": games.varied,
    "games.volat_by_called_suit": games.volat_by_called_suit,
    "hands.announced": hands.announced,
    "hands.begun": hands.begun,
    "hands.below": hands.below,
    "hands.contract": hands.contract,
    "hands.dealers": hands.dealers,
    "hands.exchange": hands.exchange,
    "hands.forehand": hands.forehand,
    "hands.from_packets": hands.from_packets,
    "hands.full": hands.full,
    "hands.half": hands.half,
    "hands.highest_dreier": hands.highest_dreier,
    "hands.highest_tarocks": hands.highest_tarocks,
    "hands.lapsed": hands.lapsed,
    "hands.last_dealer": hands.last_dealer,
    "hands.packet_for": hands.packet_for,
    "hands.place": hands.place,
    "hands.ranked": hands.ranked,
    "hands.scat": hands.scat,
    "hands.scatinels": hands.scatinels,
    "hands.stands": hands.stands,
    "hands.suit_can_give": hands.suit_can_give,
    "hands.suits_needed": hands.suits_needed,
    "hands.surely_called": hands.surely_called,
    "hands.takes": hands.takes,
    "hands.tarock_from_top": hands.tarock_from_top,
    "hands.tarocks": hands.tarocks,
    "hands.unbroken": hands.unbroken,
    "hands.voids": hands.voids,
    "play.after_ducking": play.after_ducking,
    "play.in_both": play.in_both,
    "play.legal": play.legal,
    "play.sure": play.sure,
    "play.taker": play.taker,
    "settlement.consulation": settlement.consulation,
    "settlement.friend_pays": settlement.friend_pays,
    "settlement.per_point": settlement.per_point,
    "settlement.scores": settlement.scores,
    "settlement.times": settlement.times,
    "settlement.written_for": settlement.written_for,
    "trials.choice": trials.choice,
    "trials.hand": trials.hand,
    "worth.better_led": worth.better_led,
    "worth.kings_that_win": worth.kings_that_win,
}
FUNCTIONS = {name: ClaimFunction(name, compute) for name, compute in _NAMED.items()}
