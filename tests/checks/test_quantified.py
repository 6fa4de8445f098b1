"""Sentences of ours that say how many are bound to queries, and fail the check when the data say otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tarock.base.i18n import GERMAN, Catalogues
from tarock.base.project import Project
from tarock.checks.quantified import QUERIES, find_quantified, load_quantified, quantified_problems
from tarock.codex import ComputedCodex


def test_every_query_is_asked_by_a_sentence(computed: ComputedCodex) -> None:
    assert {it.record.holds for it in load_quantified(computed.project)} - {None} == set(QUERIES)
    assert not list(quantified_problems(computed))


@pytest.mark.parametrize("query", sorted(QUERIES))
def test_a_sentence_that_no_longer_holds_is_a_problem(
    computed: ComputedCodex, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    changed: dict[str, Callable[..., bool]] = dict(QUERIES.items())
    changed[query] = lambda _codex, _says: False
    monkeypatch.setattr("tarock.checks.quantified.QUERIES", changed)
    said = [it.record.says for it in load_quantified(computed.project) if it.record.holds == query]
    found = [problem.message for problem in quantified_problems(computed)]
    assert len(found) == len(said)
    assert all(f"`{says}` is no longer true" in what for says, what in zip(said, found, strict=True))


def test_a_sentence_that_is_bound_to_nothing_is_a_problem(computed: ComputedCodex, codex: Project) -> None:
    """The first entry is taken out of a copy."""
    file = codex.rules / "quantified.yaml"
    file.write_text(re.sub(r"(?m)^- says: .*\n  .*\n", "", file.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    gone = load_quantified(computed.project)[0].record.says
    kept = {it.record.says for it in load_quantified(codex)}
    assert gone not in kept
    unbound = [it for it in find_quantified(iter(Catalogues(GERMAN).messages)) if not any(says in it for says in kept)]
    assert unbound
    assert all(gone in sentence for sentence in unbound)


def test_counts_and_quantifiers_are_found_and_other_words_are_not() -> None:
    said = "All model games go so. Each card counts. No author says it! Lead any card."
    assert list(find_quantified(iter([("data", said), ("scripts", said)]))) == [
        "All model games go so.",
        "No author says it!",
    ]
