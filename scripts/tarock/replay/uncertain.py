"""Records of what is uncertain in a result, and of how stable it is; `tarock.robustness.analysis` makes them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from tarock.base.structs import Frozen, Record

BOUND = 64  # results that are computed with combinations of readings


class UncertaintyKind(StrEnum):
    """Why something that a result rests on is not certain; what has another reading to compute with comes first."""

    READING = "reading"  # a value that the text may mean otherwise
    ASSUMED = "assumed"  # a value of ours, which the text does not give
    OPEN = "open"  # a point that a source leaves open
    CONJECTURE = "conjecture"  # the play, or the words of an auction, of a game whose record breaks a rule
    EMENDATION = "emendation"
    DOUBT = "doubt"
    IMPLIED = "implied"  # a value that the text implies


class UncertainDependency(Record):
    """Something uncertain that a result rests on: its id, passage and name, and how it can be read; the first is taken.

    What is only implied has one reading; of the others nothing else can be computed where `varied` is false.
    """

    kind: UncertaintyKind
    id: str
    ref: str
    about: str
    readings: tuple[str, ...]
    varied: bool


class DifferingResult(Record):
    """By which readings a result is another: by the ids of what is read so, the places in its `readings`, from 0."""

    by: dict[str, int]
    result: Any


class StabilityCount(Record):
    """Under how many of how many combinations of readings a result is the same, and under which it is not.

    They are all that there are, or (`all_combinations` is false) each reading alone and each two together: where there
    are more than `bound`, all are not computed.
    """

    under: int
    of: int
    bound: int
    all_combinations: bool
    fails: tuple[DifferingResult, ...]

    @property
    def minimal_failures(self) -> list[dict[str, tuple[int, ...]]]:
        """Return the smallest sets of readings under which the result changes.

        Each maps the id of an uncertain thing to the numbers of its readings, as in `by`. Readings of one thing that
        change the result alone are listed together.
        """
        items = [set(each.by.items()) for each in self.fails]
        alone: dict[str, list[int]] = {}
        found: list[dict[str, tuple[int, ...]]] = []
        for each, mine in zip(self.fails, items, strict=True):
            if len(mine) == 1:
                ((name, number),) = mine
                alone.setdefault(name, []).append(number)
            elif not any(others < mine for others in items):
                found.append({name: (number,) for name, number in each.by.items()})
        return [*({name: tuple(numbers)} for name, numbers in alone.items()), *found]


ALONE = StabilityCount(1, 1, BOUND, all_combinations=True, fails=())


class Robustness(Frozen):
    """Uncertain inputs of a result, and under how many of their readings it stands."""

    rests_on: tuple[UncertainDependency, ...] = ()
    stands: StabilityCount = ALONE
