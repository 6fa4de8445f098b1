"""Matters: one question with the answer of each source, what became of it, and what the check refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from tarock.base import yamlio
from tarock.base.errors import CheckFailed, CodexError
from tarock.base.project import Project
from tarock.base.yamlio import Located
from tarock.codex import ComputedCodex
from tarock.publish.places import Site
from tarock.publish.views.matters import HEAVY_WORDS, list_pairs, make_pair
from tarock.publish.views.short_pages import make_matter_pages
from tarock.rules.differences import Comparer
from tarock.rules.matters import (
    LOCK,
    Matter,
    find_matter,
    load_matters_edition,
    make_matter_files,
    matter_problems,
    untold_problems,
)
from tests.conftest import Run


def _answered(computed: ComputedCodex, *sigla: str) -> Matter:
    """The first matter that each of some sources answers and no other of them is silent on."""
    return next(located.record for located in computed.matters.values() if not located.record.silence(*sigla))


def _change(codex: Project, ident: str, change: Callable[[Any], object]) -> ComputedCodex:
    """The codex of a copy in which the record of a matter is another."""
    for path in (codex.rules / "matters").glob("*.yaml"):
        records = yamlio.load(path).data
        for record in records if isinstance(records, list) else ():
            if record["id"] == ident:
                change(record)
                path.write_text(yamlio.dump(json.loads(json.dumps(records))), encoding="utf-8")
                return ComputedCodex(codex)
    raise AssertionError(ident)


def _codes(computed: ComputedCodex, ident: str) -> set[str]:
    editions = {edition.siglum: edition for edition in computed.corpus.editions()}
    comparer, sources = (
        Comparer(computed.tables, computed.comparison_rules),
        load_matters_edition(computed.project).sources,
    )
    found = matter_problems([computed.matters[ident]], editions, computed.tables, sources, comparer)
    return {problem.code for problem in found}


def test_every_answer_is_borne_by_words_of_its_passages(computed: ComputedCodex) -> None:
    """Read from the texts again, not from what the check says."""
    for located in computed.matters.values():
        for siglum, answer in located.record.answers.items():
            assert bool(answer.silence) != bool(answer.supports), located.place
            for support in answer.supports:
                unit = computed.corpus.unit(support.ref)
                assert support.ref.startswith(f"{siglum}:") and unit and support.quote in unit.text, located.place


def test_each_two_that_answer_are_a_pair_and_no_others(computed: ComputedCodex) -> None:
    for located in computed.matters.values():
        answers = located.record.answers
        speaking = [siglum for siglum in load_matters_edition(computed.project).sources if not answers[siglum].silence]
        assert {*located.record.pairs} == {"-".join(pair) for pair in combinations(speaking, 2)}, located.place


def test_a_pair_reads_the_same_from_both_sides(computed: ComputedCodex) -> None:
    turned = {"only in the first": "only in the second", "only in the second": "only in the first"}
    for located in computed.matters.values():
        for first, second in load_matters_edition(computed.project).pairs:
            there, back = located.record.find_pair(first, second), located.record.find_pair(second, first)
            assert back.kind == turned.get(there.kind, there.kind) and back.says == there.says


def _set(path: tuple[Any, ...], value: Any) -> Callable[[Any], None]:
    def change(record: Any) -> None:
        for key in path[:-1]:
            record = record[key]
        record[path[-1]] = value

    return change


def _drop(*path: Any) -> Callable[[Any], None]:
    def change(record: Any) -> None:
        for key in path[:-1]:
            record = record[key]
        del record[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_set(("answers", "1840", "supports", 0, "quote"), "Worte, die nirgends stehen"), "MATTER-QUOTE"),
        (_set(("answers", "1840", "supports", 0, "ref"), "1840:999.9"), "MATTER-REF"),
        (_set(("answers", "1840", "supports", 0, "ref"), "1754:1"), "MATTER-REF"),
        (_set(("answers", "1840", "supports", 0, "ref"), "1840:h1"), "MATTER-REF"),  # a heading of other words
        (_drop("answers", "1840"), "MATTER-ANSWER"),
        (_drop("answers", "1840", "says"), "MATTER-ANSWER"),
        (_set(("answers", "1840", "silence"), "not stated"), "MATTER-ANSWER"),
        (_set(("answers", "1840"), {"silence": "not stated"}), "MATTER-PAIR"),
        (_set(("answers", "1840"), {"silence": "lost", "look": ["1840:999"]}), "MATTER-REF"),
        (_drop("pairs", "1754-1840"), "MATTER-PAIR"),
        (_set(("pairs", "1754-1840"), {"kind": "changed"}), "MATTER-PAIR"),
        (_set(("pairs", "1754-2000"), {"kind": "same"}), "MATTER-PAIR"),
        (_set(("evidence",), [{"statement": "1840/no.such", "value": 1}]), "MATTER-EVIDENCE"),
        (_set(("evidence",), [{"statement": "1840/pack.cards", "value": 53}]), "MATTER-EVIDENCE"),
    ],
)
def test_a_fault_is_found(codex: Project, computed: ComputedCodex, change: Callable[[Any], None], code: str) -> None:
    ident = _answered(computed, "1754", "1840").id
    assert not _codes(computed, ident)
    assert code in _codes(_change(codex, ident, change), ident)


def test_what_is_the_same_does_not_differ_from_a_third_by_halves(codex: Project, computed: ComputedCodex) -> None:
    """If A = B and B ≠ C, then A ≠ C."""
    ident = _answered(computed, "1754", "1840", "1863").id
    said = {"en": "a", "de": "b"}
    kinds = {"1754-1840": "same", "1840-1863": "changed", "1754-1863": "same thing said otherwise"}
    pairs = {pair: {"kind": kinds.get(pair, "open"), "says": said} for pair in computed.matters[ident].record.pairs}
    assert "MATTER-CONTRADICTION" in _codes(_change(codex, ident, _set(("pairs",), pairs)), ident)


def test_what_is_the_same_has_no_values_that_differ(codex: Project, computed: ComputedCodex) -> None:
    """54 cards (1840:2.1) and 78 (1754:1)."""
    ident = _answered(computed, "1754", "1840").id

    def change(record: Any) -> None:
        record["pairs"]["1754-1840"] = {"kind": "same"}
        record["evidence"] = [
            {"statement": "1754/pack.cards", "value": 78},
            {"statement": "1840/pack.cards", "value": 54},
        ]

    assert "MATTER-CONTRADICTION" in _codes(_change(codex, ident, change), ident)


def test_a_known_difference_is_told_by_a_matter(computed: ComputedCodex) -> None:
    comparer, pairs = Comparer(computed.tables, computed.comparison_rules), load_matters_edition(computed.project).pairs
    matters = list(computed.matters.values())
    assert not list(untold_problems(comparer, matters, pairs))
    key = "pack.cards"
    kept = [it for it in matters if not any(each.statement.endswith(f"/{key}") for each in it.record.evidence)]
    assert len(kept) < len(matters)
    assert key in {problem.ref for problem in untold_problems(comparer, kept, pairs)}


def test_a_changed_matter_needs_a_new_version(codex: Project, computed: ComputedCodex) -> None:
    ident = next(iter(computed.matters))
    fresh = _change(codex, ident, _set(("question", "en"), "Another question?"))
    with pytest.raises(CheckFailed, match=f"{ident} changed since version"):
        make_matter_files(codex, fresh.matters)


def test_a_version_is_written_with_its_lock(codex: Project, computed: ComputedCodex) -> None:
    version = load_matters_edition(codex).version
    path = codex.rules / "matters" / "edition.yaml"
    next_version = f"{int(version.split('.')[0]) + 1}.0.0"
    text = path.read_text(encoding="utf-8").replace(f"version: {version}", f"version: {next_version}")
    path.write_text(text.replace("dates: {", f'dates: {{{next_version}: "2026-11-29", '), encoding="utf-8")
    with pytest.raises(CheckFailed, match=f"the changelog does not name `matters {next_version}`"):
        make_matter_files(codex, computed.matters)
    with codex.changelog.open("a", encoding="utf-8") as file:
        file.write(f"- matters {next_version}: for a test.\n")
    files = {path.name: text for path, text in make_matter_files(codex, computed.matters).items()}
    assert {f"{next_version}.md", LOCK} == {*files}
    assert f" {version} " in files[LOCK] and f" {next_version} " in files[LOCK]
    for located in computed.matters.values():
        assert located.record.question.en in files[f"{next_version}.md"]


def test_a_second_matter_of_one_name_is_refused(codex: Project, computed: ComputedCodex) -> None:
    first, second = list(computed.matters)[:2]
    with pytest.raises(CodexError, match=f"a second matter `{first}`"):
        _ = _change(codex, second, _set(("id",), first)).matters


def test_an_unknown_one_gets_the_nearest(computed: ComputedCodex, run: Run) -> None:
    ident = next(iter(computed.matters))
    assert find_matter(computed.matters, ident).id == ident
    for command in ("cite", "show"):
        outcome = run(command, f"matter:{ident[:-1]}")
        assert (outcome.status, outcome.out) == (2, "")
        assert f"there is no matter `{ident[:-1]}`" in outcome.err and ident in outcome.err


def test_a_matter_is_cited_under_the_version_of_all(computed: ComputedCodex, run: Run) -> None:
    ident, version = next(iter(computed.matters)), load_matters_edition(computed.project).version
    matter = computed.matters[ident].record
    for language in ("en", "de"):
        cited = run("cite", f"matter:{ident}", "--lang", language).out
        assert getattr(matter.question, language) in cited and version in cited and ident in cited
    record = json.loads(run("cite", f"matter:{ident}", "--json").out)
    assert record["version"] == version and json.loads(record["formats"]["csl-json"])[0]["title"] == matter.question.en
    assert run("cite", f"matter:{ident}", "--format", "urn").status == 2
    assert run("cite", f"matter:{ident}", "--quote").status == 2


def test_two_sources_are_compared_by_matters(computed: ComputedCodex, run: Run) -> None:
    pair = load_matters_edition(computed.project).pairs[0]
    whole, heavy = run("compare", *pair, "--all").out, run("compare", *reversed(pair)).out
    for located in computed.matters.values():
        matter = located.record
        if all(matter.answers[siglum].silence for siglum in pair):
            assert f"({matter.id})" not in whole
            continue
        assert f"({matter.id})" in whole
        if (found := matter.find_pair(*pair)).says:
            assert found.says.en in whole
        if f"({matter.id})" in heavy:
            assert matter.weight in ("game", "play") and found.kind in (
                "changed",
                "only in the first",
                "only in the second",
            )
    assert "by the keys of the rule tables" in heavy
    shown = json.loads(run("compare", *pair, "--json", "--changed").out)
    assert {each["id"] for each in shown["matters"]} == {
        it.record.id
        for it in computed.matters.values()
        if it.record.find_pair(*pair).kind in ("changed", "only in the first", "only in the second")
    }


def test_each_pair_has_a_page_with_the_heavy_ones_first(computed: ComputedCodex) -> None:
    site = Site(computed)
    assert list_pairs(site) == load_matters_edition(computed.project).pairs
    for first, second in list_pairs(site):
        view = make_pair(site, first, second)
        shown = [matter.id for _topic, matters in view.by_topic for matter in matters]
        assert sorted(shown) == sorted(matter.id for matter in view.matters)
        assert all(view.differs(matter) for matter in view.heavy)
        words = [f"{matter.question.en} {view.say(view.pair(matter).says)}" for matter in view.heavy]
        assert sum(len(text.split()) for text in words) <= HEAVY_WORDS
        lost = {s for s in (first, second) if computed.corpus.sources[s].completeness.status == "fragment"}
        assert {*view.fragments} == lost


def test_the_words_that_answer_are_marked_in_their_passage(computed: ComputedCodex) -> None:
    for page in list(make_matter_pages(Site(computed)))[::7]:
        for answer in page.matter.answers.values():
            for ref, parts in page.passages(answer):
                marked = "".join(part.text for part in parts if part.marked)
                for support in answer.supports:
                    if support.ref == ref and "⟨" not in marked and "[" not in marked:
                        assert "".join(support.quote.split())[:20] in "".join(marked.split())


def test_a_source_that_was_not_read_for_them_needs_no_answer(codex: Project, computed: ComputedCodex) -> None:
    path = codex.rules / "matters" / "edition.yaml"
    sources = list(load_matters_edition(codex).sources)
    text = path.read_text(encoding="utf-8").replace(f', "{sources[-1]}"]', "]")
    path.write_text(text, encoding="utf-8")
    edition = load_matters_edition(codex)
    assert edition.sources == tuple(sources[:-1])
    found: list[Located[Matter]] = [it for it in computed.matters.values() if sources[-1] in it.record.answers]
    editions = {each.siglum: each for each in computed.corpus.editions()}
    said = {problem.message for problem in matter_problems(found[:1], editions, computed.tables, edition.sources)}
    assert any(f"{sources[-1]} is not among `sources:`" in message for message in said)
