"""The functions that claims may name, all listed here, and how the inputs of a claim become their arguments."""

from __future__ import annotations

import inspect
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from tarock.base.structs import LazyValue
from tarock.proof.claims.functions import (
    chances,
    counting,
    endings,
    eras,
    games,
    hands,
    play,
    settlement,
    trials,
    worth,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tarock.proof.context import Context


class Function(LazyValue):
    """A function of a context and of the inputs of a claim, and the name by which claims call it."""

    compute: Callable[..., object]

    @property
    def guard(self) -> bool:
        """Whether it tells if the program refuses something, which says nothing about a source."""
        return self.compute is eras.refused

    @property
    def name(self) -> str:
        """Such as `games.tarocks`: the module and the name of the function."""
        return f"{self.compute.__module__.rpartition('.')[2]}.{self.compute.__name__}"

    @cached_property
    def _parameters(self) -> list[inspect.Parameter]:
        """All but the context."""
        return list(inspect.signature(self.compute).parameters.values())[1:]

    @cached_property
    def inputs(self) -> type[msgspec.Struct]:
        """The inputs as a record with a field for each parameter; of a parameter that is a record, with its fields."""
        records = tuple(each.annotation for each in self._parameters if _is_record(each))
        fields = [
            (each.name, each.annotation, msgspec.NODEFAULT if each.default is each.empty else each.default)
            for each in self._parameters
            if not _is_record(each)
        ]
        about = (inspect.getdoc(self.compute) or "").partition("\n")[0]
        return msgspec.defstruct(
            self.name, fields, bases=records or None, namespace={"__doc__": about}, frozen=True, kw_only=True,
            forbid_unknown_fields=True,
        )  # fmt: skip

    def call(self, context: Context, inputs: Mapping[str, Any]) -> object:
        """What it computes of inputs that fit."""
        given = msgspec.convert(inputs, self.inputs)
        return self.compute(context, **{each.name: getattr(given, each.name, given) for each in self._parameters})


def _is_record(parameter: inspect.Parameter) -> bool:
    return isinstance(parameter.annotation, type) and issubclass(parameter.annotation, msgspec.Struct)


_FUNCTIONS: tuple[Callable[..., object], ...] = (
    chances.share,
    counting.cards,
    counting.cards_singly,
    counting.groups,
    counting.missing,
    counting.outcome,
    counting.outcome_singly,
    counting.pack,
    counting.pack_size,
    counting.pile_size,
    counting.points,
    counting.singly,
    counting.tricks_leaving,
    counting.value_lessened,
    counting.verdict,
    endings.forced,
    endings.good_leads,
    endings.in_game,
    endings.pagat_drawn,
    endings.tops_needed,
    endings.well_guarded,
    eras.augen,
    eras.by_threes,
    eras.from_each,
    eras.noted,
    eras.open,
    eras.pack_1754,
    eras.plays,
    eras.pot,
    eras.refused,
    eras.rounded,
    eras.stated_minimum,
    eras.thirds,
    eras.totals,
    games.better_half,
    games.callable,
    games.called_against_raison,
    games.fold_going_back,
    games.forcefarbe,
    games.found_in,
    games.half_tarocks,
    games.hand,
    games.in_the_middle,
    games.last_raise,
    games.leads,
    games.leads_only,
    games.led_above,
    games.needless,
    games.pagat_counts_for,
    games.partner,
    games.scat_suits,
    games.stecher,
    games.suit,
    games.taken_with,
    games.tarocks,
    games.tarocks_fallen,
    games.tarocks_of_others,
    games.ultimo_by_raison,
    games.ultimo_end,
    games.unsound,
    games.varied,
    games.volat_by_called_suit,
    hands.announced,
    hands.begun,
    hands.below,
    hands.contract,
    hands.dealers,
    hands.exchange,
    hands.forehand,
    hands.from_packets,
    hands.full,
    hands.half,
    hands.highest_dreier,
    hands.highest_tarocks,
    hands.lapsed,
    hands.last_dealer,
    hands.packet_for,
    hands.place,
    hands.ranked,
    hands.scat,
    hands.scatinels,
    hands.stands,
    hands.suit_can_give,
    hands.suits_needed,
    hands.surely_called,
    hands.takes,
    hands.tarock_from_top,
    hands.tarocks,
    hands.unbroken,
    hands.voids,
    play.after_ducking,
    play.in_both,
    play.legal,
    play.sure,
    play.taker,
    settlement.consulation,
    settlement.friend_pays,
    settlement.per_point,
    settlement.scores,
    settlement.times,
    settlement.written_for,
    trials.choice,
    trials.hand,
    worth.better_led,
    worth.kings_that_win,
)
FUNCTIONS = {function.name: function for function in map(Function, _FUNCTIONS)}
