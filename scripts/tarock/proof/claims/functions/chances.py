"""Where cards that somebody does not see may lie, counted exactly: of all ways to lie, every one as good as another."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import Annotated

import msgspec

from tarock.base.errors import CodexError
from tarock.proof.context import Context

_Count = Annotated[int, msgspec.Meta(ge=0)]
Bounds = dict[str, dict[str, tuple[_Count, _Count]]]  # by hand and kind, at least and at most
TALON = "Talon"
_NO_BOUNDS: Bounds = {}


def share(
    context: Context,
    kinds: dict[str, _Count],
    hands: dict[str, _Count],
    talon: bool = False,
    scat_with: str = "",
    all: Bounds = _NO_BOUNDS,
    any: Bounds = _NO_BOUNDS,
) -> str:
    """The share of the ways in which unseen cards can lie in which each bound of `all` holds, and one of `any`.

    `kinds` has the number of unseen cards of each kind that is asked about; the other unseen cards fill the rest.
    `hands` has of each hand that is not seen how many of its cards are known; the hand `scat_with` has the cards laid
    away too, and the `talon` is a place by itself where nobody saw it.
    """
    rules = context.rules()
    places = {name: rules.number("deal.hand") - known for name, known in hands.items()}
    if scat_with:
        places[scat_with] += rules.number("discard.cards")
    if talon:
        places[TALON] = rules.number("deal.talon")
    for name, bounds in (*all.items(), *any.items()):
        if name not in places or not bounds.keys() <= kinds.keys():
            raise CodexError(f"`{name}` is no place, or holds cards of no kind", "expected what is asked about")
    if sum(kinds.values()) > sum(places.values()):
        raise CodexError("more cards than places", "expected as many or fewer")
    found = whole = 0
    for lying in _ways(kinds, places):
        ways = _number(lying, places)
        whole += ways
        if ways and _within(lying, all):
            held = [_within(lying, {name: bounds}) for name, bounds in any.items()]
            found += ways if True in held or not held else 0
    return str(Fraction(found, whole))


def _ways(kinds: Mapping[str, int], places: Mapping[str, int]) -> Iterator[dict[str, dict[str, int]]]:
    """Each way to part the cards of each kind among the places, by kind and place, whether there is room or not."""
    if not kinds:
        yield {}
        return
    (kind, count), *others = kinds.items()
    for parted in _parted(count, list(places)):
        for rest in _ways(dict(others), places):
            yield {kind: parted, **rest}


def _parted(count: int, names: list[str]) -> Iterator[dict[str, int]]:
    if len(names) == 1:
        yield {names[0]: count}
        return
    for here in range(count + 1):
        for rest in _parted(count - here, names[1:]):
            yield {names[0]: here, **rest}


def _number(lying: Mapping[str, Mapping[str, int]], places: Mapping[str, int]) -> int:
    """In how many ways cards, each another, can be parted so, the rest of the unseen cards with them."""
    left = {name: size - sum(parted[name] for parted in lying.values()) for name, size in places.items()}
    if min(left.values()) < 0:
        return 0
    return prod(_multinomial(*parted.values()) for parted in (*lying.values(), left))


@lru_cache(maxsize=4096)
def _multinomial(*counts: int) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _within(lying: Mapping[str, Mapping[str, int]], bounds: Bounds) -> bool:
    for name, of in bounds.items():
        for kind, (least, most) in of.items():
            if not least <= lying[kind][name] <= most:
                return False
    return True
