"""A codex with other rules: what it computes follows them, and says so; what was committed is not shown for it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tarock
from lab.nearby_values import list_nearby
from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.session import ABSENT
from tarock.checks.comparison_score import load_fresh as load_comparison
from tarock.claims.ledger import Claim, compute
from tarock.codex import ComputedCodex
from tarock.publish.card_values import make_card_value_data
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.claims import EvidenceView
from tarock.publish.views.lesson import TasksView
from tarock.publish.views.rules import OverviewView, make_topic
from tarock.publish.views.source import make_source_page
from tarock.replay import committed
from tarock.replay.context import CodexInputs, Context
from tarock.robustness.nearby_values import load_nearby_values
from tarock.rules.ruleset import Value
from tests.conftest import Run, copy_data
from tests.helpers import replace_once

# Claims that committed results answer.
BY_COMMITTED = {"trials.choice", "trials.hand", "worth.better_led", "worth.kings_that_win"}
SESSION = {"era": "1840", "seats": ["A", "B", "C", "D"], "taillen": [{"wrote": {"A": 180, "C": 20}}]}


@pytest.fixture(scope="module")
def codex() -> tarock.Codex:
    return tarock.open()


def test_play_and_replay_follow_and_say_so(codex: tarock.Codex) -> None:
    """Who has neither the suit led nor must play a tarock may lay away any card (1840:63.2)."""
    game = codex.model_game("1840:m3")
    free = codex.altered("1840", {"play.must_tarock": False})
    assert [(each.source, each.statement, each.to, each.instead_of) for each in free.altered_rules] == [
        ("1840", "play.must_tarock", False, True)
    ]
    one, other = codex.replay(game), free.replay(game)
    assert other.altered == free.altered_rules
    assert "altered" not in one.as_dict()
    may = [
        (len(strict.legal), len(loose.legal))
        for before, after in zip(one.tricks, other.tricks, strict=True)
        for strict, loose in zip(before.plays, after.plays, strict=True)
    ]
    assert all(strict <= loose for strict, loose in may)
    assert any(strict < loose for strict, loose in may)
    assert free.new_initial_state(deal=game).altered == free.altered_rules
    assert codex.new_initial_state(deal=game).altered == ()


@pytest.mark.slow
def test_claims_and_scores_follow_a_conditional_value_and_say_so(codex: tarock.Codex) -> None:
    """1840:47.1, 56.1: an announced ultimo brings two Consulations, with contra four, with re eight; tripled twelve."""
    tripled = codex.altered("1840", {"announcements.raise_factor[call=re]": 3})
    (before,) = (each for each in codex.claims("1840") if each.id == "1840-47-ultimo-re")
    (after,) = (each for each in tripled.claims("1840") if each.id == "1840-47-ultimo-re")
    assert (before.computed, before.verdict, "altered" in before.as_dict()) == (8, "as expected", False)
    assert (after.computed, after.verdict, after.altered) == (12, "not as expected", tripled.altered_rules)
    dearer = codex.altered("1840", {"session.unit": 50})
    one, other = codex.settle("1840", SESSION), dearer.settle("1840", SESSION)
    assert other.altered == dearer.altered_rules
    assert "altered" not in one.as_dict()
    # A is ahead by 180, 160 and 180: 200 each in hundreds, 150 each in fifties; the 20 of C are nothing (1840:128.2)
    assert (one.totals["A"], other.totals["A"]) == (600, 450)


def test_readings_follow_by_their_numbers_and_compose_with_values(codex: tarock.Codex) -> None:
    """1840:61.1: whether the game counts beside a Volat can be read in two ways; Musterspiel 7 is one."""
    game = codex.model_game("1840:m7")
    (fails,) = codex.replay(game).stands.fails
    read = codex.altered("1840", readings={"volat.counted_beside": 1})
    assert read.replay(game).scores == fails.result["scores"] != codex.replay(game).scores
    both = read.altered("1840", {"settlement.multiplier[contract=dreier]": 3})
    assert [each.statement for each in both.altered_rules] == [
        "volat.counted_beside",
        "settlement.multiplier[contract=dreier]",
    ]
    back = both.altered("1840", {"settlement.multiplier[contract=dreier]": 2}, readings={"volat.counted_beside": 0})
    assert back.replay(game).scores == codex.replay(game).scores


@pytest.mark.parametrize(
    ("values", "readings", "message"),
    [
        ({"play.must_tarok": False}, {}, "source 1840 has no statement `play.must_tarok`; did you mean"),
        ({"play.must_tarock": 3}, {}, "`play.must_tarock` is 3; expected true or false"),
        ({"deal.hand": True}, {}, "`deal.hand` is True; expected a whole number"),
        ({"announcements.raise_factor": 3}, {}, "no statement `announcements.raise_factor`; expected one of `ann"),
        ({"announcements.raise_factor[call=rex]": 3}, {}, "no statement `announcements.raise_factor[call=rex]`"),
        ({"announcements.raise_factor[call=re]": "3"}, {}, "`announcements.raise_factor[call=re]` is '3'; expected"),
        ({}, {"deal.hand": 1}, "source 1840 has nothing of two readings named `deal.hand`; expected one of"),
        ({}, {"rounding": 2}, "reading 2 of `rounding`; expected a whole number from 0 to 1"),
        ({}, {"rounding": True}, "reading True of `rounding`; expected a whole number"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(
    codex: tarock.Codex, values: dict[str, Any], readings: dict[str, int], message: str
) -> None:
    with pytest.raises(tarock.Error) as caught:
        codex.altered("1840", values, readings=readings)
    assert message in str(caught.value)


def test_an_unknown_source_is_refused(codex: tarock.Codex) -> None:
    with pytest.raises(tarock.Error, match="unknown source `1841`"):
        codex.altered("1841", {})


def test_a_rejected_value_is_altered_where_it_is_read(computed: ComputedCodex) -> None:
    """1840:6.1 tells a count card by card that the author does not use: its values hold for that method only."""
    name = "counting.total[method=card by card]"
    other = computed.context.fork({Value("1840", name): 107}).rules()
    assert other.number("counting.total", method="card by card") == 107
    assert other.number("counting.total") == 70
    missing = computed.context.fork({Value("1840", "deal.hand"): ABSENT}).rules()
    assert not missing.session.has(Value("1840", "deal.hand"))


def test_nothing_of_an_altered_codex_is_kept_on_disk(computed: ComputedCodex) -> None:
    other = computed.altered("1840", {"deal.hand": 11})
    other.cache.put("altered", (), "kept")
    assert other.cache.get("altered", (), str) is None
    assert not (computed.project.build / "altered.note.json").exists()


@pytest.mark.slow
def test_claims_under_other_values_are_those_of_a_session_that_has_computed_nothing(computed: ComputedCodex) -> None:
    """Of a fork of a fork, where all claims were computed before: what they give, read and note."""
    draw = random.Random(47)
    readers: dict[Value, list[Claim]] = {}
    for checked in computed.checked_claims:
        for read in checked.reads:
            readers.setdefault(Value(*read), []).append(checked.claim)
    near = {
        name: list(list_nearby(load_nearby_values(computed.context), held))
        for name in sorted(readers, key=repr)
        if (held := computed.tables[name.era].effective.get(name.name))
    }
    moved = 0
    for _ in range(16):
        first, second = draw.sample([name for name, values in near.items() if values], 2)
        other = {name: draw.choice(near[name]) for name in (first, second)}
        fork = computed.context.fork({first: other[first]}).fork({second: other[second]})
        fresh = Context(CodexInputs(computed.corpus, computed.tables, computed.numbers)).fork(other)
        for claim in (*readers[first][:8], *readers[second][:8]):
            one, two = (context.track(partial(compute, claim)) for context in (fork, fresh))
            assert repr(one.value) == repr(two.value), (claim.id, other)
            assert (one.reads, one.marked, one.notes) == (two.reads, two.marked, two.notes), (claim.id, other)
            moved += repr(one.value) != repr(computed.context.track(partial(compute, claim)).value)
    assert moved


# --- committed results ---------------------------------------------------------------------------------------------

READERS: Mapping[str, Callable[[ComputedCodex], object]] = {
    "card values": lambda codex: committed.load_annotation(codex.context, "m1"),
    "hands": lambda codex: committed.load_measured(codex.context),
    "choices": lambda codex: committed.load_compared(codex.context),
    "tasks": lambda codex: committed.load_tasks(codex.context),
    "evidence": lambda codex: codex.evidence,
    "machines": lambda codex: committed.load_machines(codex.context),
}


@pytest.mark.parametrize("name", READERS)
def test_what_is_committed_is_not_given_for_other_rules(computed: ComputedCodex, name: str) -> None:
    """Of an altered codex, to whom it is stale; to ask what would be, what was measured by the rules stands."""
    READERS[name](computed)
    with pytest.raises(
        CodexError, match=r"stale: computed from other rules; run `\.venv/bin/python -m (lab|benchmarks)\."
    ):
        READERS[name](computed.altered("1840", {"card_points.dame": 5}))
    committed.load_measured(computed.context.fork({Value("1840", "card_points.dame"): 5}))


# One value of each kind: its topic, as it stands there, another value in its place.
CHANGES = {
    "count": ("card_points", "dame: {value: 4,", "dame: {value: 5,"),
    "law": ("play", "must_overtake:\n  value: false", "must_overtake:\n  value: true"),
    "price": ("settlement", "\nmultiplier:\n  - value: 2", "\nmultiplier:\n  - value: 3"),
    "rank": ("rank", "Bube, Aß, Zweier, Dreier, Vierer]", "Bube, Vierer, Dreier, Zweier, Aß]"),
}
_SLOW = ("law", "price", "rank")


@pytest.fixture(
    scope="module", params=[pytest.param(kind, marks=pytest.mark.slow if kind in _SLOW else ()) for kind in CHANGES]
)
def changed(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Project:
    """A copy in which one value is another one, with nothing computed anew."""
    topic, before, after = CHANGES[request.param]
    own = copy_data(tmp_path_factory.mktemp("changed") / "codex")
    replace_once(own.rules / f"1840/{topic}.yaml", before, after)
    return own


@pytest.fixture(scope="module")
def read_anew(changed: Project) -> ComputedCodex:
    """The codex of the copy."""
    return ComputedCodex(changed)


@pytest.mark.parametrize("name", [*READERS, "comparison"])
def test_every_reader_refuses_what_comes_from_other_files(read_anew: ComputedCodex, name: str) -> None:
    read = {**READERS, "comparison": load_comparison}[name]
    with pytest.raises(
        CodexError, match=r"stale: computed from other rules; run `\.venv/bin/python -m (lab|benchmarks)\."
    ):
        read(read_anew)


def test_claims_by_it_give_no_result(read_anew: ComputedCodex) -> None:
    """Of the library too, which gives the claims as they are judged."""
    asked = [each for each in read_anew.checked_claims if each.claim.compute in BY_COMMITTED]
    assert {each.claim.compute for each in asked} == BY_COMMITTED
    assert all("stale: computed from other rules; run" in each.error for each in asked), asked


@pytest.mark.slow
def test_commands_refuse_it_or_compute_it_anew(changed: Project, run: Run) -> None:
    printed = run("hand", "--printed", root=changed)
    assert printed.status == 2
    assert "stale: computed from other rules; run `.venv/bin/python -m lab.trials --write`" in printed.err
    held = run("coverage", "--source", "1840", root=changed)
    assert (held.status, "lab.evidence --write" in held.err) == (2, True)
    valued = run("analyse", "1840:m8", "--goal", "points", "--json", root=changed)
    assert "stale: computed from other rules; these values are computed now" in valued.err
    assert json.loads(valued.out)["inputs"] != json.loads(_committed(changed, "m8"))["inputs"]


def _committed(project: Project, game: str) -> str:
    path: Path = project.rules / "analysis" / f"1840-{game}.json"
    return path.read_text(encoding="utf-8")


PAGES: Mapping[str, Callable[[Site], object]] = {  # that show a committed result, each by its view
    "passages": lambda site: render("source.md.j2", make_source_page(site, site.part_pages["1840"][1])),
    "rules": lambda site: render("topic.md.j2", make_topic(site, "card_points")),
    "tasks": lambda site: TasksView(site, "tasks").tasks,
    "evidence": lambda site: EvidenceView(site, "evidence").unnoticed,
    "comparison": lambda site: OverviewView(site, "rules").scores,
    "card values": lambda site: make_card_value_data(site, site.codex.games.report("m1")),
}


@pytest.mark.parametrize("name", PAGES)
def test_pages_refuse_it(read_anew: ComputedCodex, name: str) -> None:
    with pytest.raises(CodexError, match="stale: computed from other rules; run"):
        PAGES[name](Site(read_anew))
