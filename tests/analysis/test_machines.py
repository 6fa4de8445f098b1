"""The committed measures of the core's machines: what they say follows from the runs that are kept with them."""

from __future__ import annotations

import statistics

import pytest
from benchmarks.bench_machines import compute_interval, read_results

from tarock.analysis.machines import TENTHS, MachineMatch

MATCHES = read_results().matches


def find_match(of: str, against: str) -> MachineMatch:
    """The last match of two kinds."""
    return next(each for each in read_results().list_matches() if (each.of, each.against) == (of, against))


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.of}-{match.against}-{match.frozen[:8]}")
def test_the_mean_and_its_bounds_are_those_of_the_deals(match: MachineMatch) -> None:
    assert len(match.points) == match.deals
    assert match.mean == pytest.approx(statistics.fmean(match.points), abs=0.06)
    half = 1.96 * statistics.stdev(match.points) / match.deals**0.5  # another way than by drawing anew
    assert match.low == pytest.approx(match.mean - half, abs=0.4 * half)
    assert match.high == pytest.approx(match.mean + half, abs=0.4 * half)
    assert (match.low, match.high) == tuple(round(bound, 1) for bound in compute_interval(list(match.points)))


@pytest.mark.parametrize(("level", "lower"), [("2", "1"), ("3", "2"), ("3", "start:2")])
def test_each_level_is_better_than_the_one_below(level: str, lower: str) -> None:
    assert find_match(level, lower).low > 0


def test_the_strongest_takes_half_of_what_open_cards_would_give() -> None:
    """The gap is that from the machines before to the same with open cards; N was enough to tell."""
    gained, ceiling = find_match("3", "start:2"), find_match("open-start:3", "start:2")
    assert gained.mean >= ceiling.mean / 2
    assert gained.high - gained.low <= 2 * gained.mean / 3


def test_hints_know_more_than_how_often_it_happens_at_all() -> None:
    """Shares that hints told are nearer to what came than the same share for every position would be."""
    hints = read_results().hints
    assert hints
    judged = [each for game in hints.games for each in game]
    pairs = [(each.ahead / 1000, each.came) for each in judged]
    partners = [(each.partner / 1000, each.right) for each in judged if each.right is not None]
    for told in (pairs, partners):
        rate = statistics.fmean(came for _share, came in told)
        assert statistics.fmean((share - came) ** 2 for share, came in told) < rate * (1 - rate)
    for rows, told in ((hints.count_ahead(), pairs), (hints.count_partners(), partners)):
        assert len(rows) == TENTHS
        assert sum(tried for tried, _came in rows) == len(told)
        assert sum(came for _tried, came in rows) == sum(came for _share, came in told)
