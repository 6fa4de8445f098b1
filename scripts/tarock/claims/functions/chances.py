"""Where cards that somebody does not see may lie, counted exactly: of all ways to lie, every one as good as another."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import Annotated

import msgspec

from tarock.base.errors import CodexError
from tarock.claims.context import ClaimContext

_Count = Annotated[int, msgspec.Meta(ge=0)]
ChanceBounds = dict[str, dict[str, tuple[_Count, _Count]]]  # by hand and kind, at least and at most
TALON = "Talon"
_NO_BOUNDS: ChanceBounds = {}


def share(
    context: ClaimContext,
    kinds: dict[str, _Count],
    hands: dict[str, _Count],
    talon: bool = False,
    scat_with: str = "",
    all: ChanceBounds = _NO_BOUNDS,
    any: ChanceBounds = _NO_BOUNDS,
) -> str:
    """Return the share of the ways in which unseen cards can lie in which each bound of `all` holds, and one of `any`.

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
            raise CodexError(
                f"unknown place `{name}`, or it has cards of an unknown kind",
                "expected places of `hands` or `talon` and kinds of `kinds`",
            )
    if sum(kinds.values()) > sum(places.values()):
        raise CodexError("there are more cards than room for them", "expected as many or fewer")
    found = whole = 0
    for lying in _ways(kinds, places):
        ways = _number(lying, places)
        whole += ways
        if _within(lying, all):
            held = [_within(lying, {name: bounds}) for name, bounds in any.items()]
            found += ways if True in held or not held else 0
    return str(Fraction(found, whole))


def _ways(kinds: Mapping[str, int], places: Mapping[str, int]) -> Iterator[dict[str, dict[str, int]]]:
    """Yield each way to part the cards of each kind among the places where there is room, by kind and place."""
    if not kinds:
        yield {}
        return
    (kind, count), *others = kinds.items()
    for parted in _parted(count, list(places.items())):
        left = {name: room - parted[name] for name, room in places.items()}
        for rest in _ways(dict(others), left):
            yield {kind: parted, **rest}


def _parted(count: int, places: list[tuple[str, int]]) -> Iterator[dict[str, int]]:
    (name, room), *others = places
    if not others:
        if count <= room:
            yield {name: count}
        return
    for here in range(min(count, room) + 1):
        for rest in _parted(count - here, others):
            yield {name: here, **rest}


def _number(lying: Mapping[str, Mapping[str, int]], places: Mapping[str, int]) -> int:
    """Return in how many ways cards, each another, can be parted so, the rest of the unseen cards with them."""
    held = [tuple(parted.values()) for parted in lying.values()]  # of each kind, in the order of the places
    left = [size - sum(counts) for size, *counts in zip(places.values(), *held, strict=True)]
    return prod(_multinomial(*counts) for counts in (*held, left))


@lru_cache(maxsize=4096)
def _multinomial(*counts: int) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _within(lying: Mapping[str, Mapping[str, int]], bounds: ChanceBounds) -> bool:
    return all(least <= lying[kind][name] <= most for name, of in bounds.items() for kind, (least, most) in of.items())
