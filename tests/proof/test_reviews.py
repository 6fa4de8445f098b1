"""Who has read what against the German, and what is otherwise since."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from tarock.base.errors import CodexError
from tarock.proof.check import check
from tarock.proof.codex import Codex
from tarock.proof.reviews import counts, load_lock, load_reviews, lock_file, readings, review_problems
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.front import about_view
from tests.helpers import replace_once

if TYPE_CHECKING:
    from tarock.base.project import Project

MINE = """
- id: named-reader
  reads: {reads}
  things: [{things}]
  by: "Erika Musterfrau"
  person: true
  date: "2026-11-23"
  edition: {edition}
"""


def enter(project: Project, reads: str, things: str, edition: str = "1.1.0") -> Codex:
    """A review more, entered as `tarock build` does."""
    path = project.corpus / "reviews.yaml"
    text = path.read_text(encoding="utf-8") + MINE.format(reads=reads, things=things, edition=edition)
    path.write_text(text, encoding="utf-8")
    for lock, lines in lock_file(Codex(project)).items():
        lock.write_text(lines, encoding="utf-8")
    return Codex(project)


def test_what_was_read_is_counted_as_the_records_have_it(computed: Codex) -> None:
    records = [each.record for each in load_reviews(computed.project)]
    found = {count.subject: count for count in counts(computed, readings(computed))}
    signed = {each.reads for each in records if each.person}
    assert {subject for subject, count in found.items() if count.by_person} == signed
    assert ("No named person stands there yet" in render("about.md.j2", about_view(Site(computed)))) == (not signed)
    assert found["text"].all == sum(len(edition.passages) for edition in computed.corpus.editions())
    read = {thing for each in records if each.reads == "text" and not each.person for thing in each.things}
    whole = [edition for edition in computed.corpus.editions() if edition.siglum in read]
    assert whole
    assert found["text"].by_machine >= sum(len(edition.passages) for edition in whole)
    assert found["text"].by_machine <= sum(
        len(edition.passages) for edition in computed.corpus.editions() if any(edition.siglum in name for name in read)
    )
    assert found["values"].all == sum(len(list(table)) for table in computed.tables.values())


def test_the_lock_has_the_hash_that_the_text_has(computed: Codex) -> None:
    """Read by hand: the sha256 of a passage of the edition file."""
    text = computed.corpus.edition("1754").passages["10"].text
    locked = load_lock(computed.project)["text-1-1-0"]["1754:10"]
    assert hashlib.sha256(text.encode()).hexdigest().startswith(locked)


@pytest.mark.parametrize(
    ("reads", "things", "edition", "file", "old", "new", "name"),
    [
        ("values", "1754/card_points.koenig", "1.1.0", "rules_data/1754/card_points.yaml",
         'says: "A king', 'note: mended, says: "A king', "1754/card_points.koenig"),
        ("claims", "1863-17-all", "1.1.0", "rules_data/claims/1863.yaml", "- id: 1863-17-all\n",
         "- id: 1863-17-all\n  note: mended\n", "1863-17-all"),
        ("english", '"1863:30"', "1.0.3", "corpus/translations/en/1863.yaml", "Großtarok.", "Grosstarock.", "1863:30"),
        ("pages", "rules_data/1863/how_to_play.md", "1.1.0", "rules_data/1863/how_to_play.md", "To win,",
         "If he is to win,", "rules_data/1863/how_to_play.md"),
        ("doubtful", '"1754:9"', "1.1.0", "corpus/doubtful/1754.yaml", "the value is the same", "nothing hangs on it",
         "1754:9~bb89ebce1f13"),  # the sha256 of the words
    ],
)  # fmt: skip
def test_a_change_after_a_reading_shows(
    codex: Project, reads: str, things: str, edition: str, file: str, old: str, new: str, name: str
) -> None:
    before = enter(codex, reads, things, edition)
    (mine,) = [each for each in readings(before)[reads, name] if each.review.person]  # type: ignore[index]
    assert not mine.changed
    path = codex.root / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    after = Codex(codex)
    (mine,) = [each for each in readings(after)[reads, name] if each.review.person]  # type: ignore[index]
    assert mine.changed
    for lock, lines in lock_file(after).items():  # building again does not sign it anew
        assert lock.read_text(encoding="utf-8") == lines


def test_a_named_person_stands_at_the_passage_and_on_about(codex: Project) -> None:
    signed = enter(codex, "text", '"1863:1-3", "1754:10"')
    (count,) = [count for count in counts(signed, readings(signed)) if count.subject == "text"]
    assert (count.by_person, count.changed) == (4, 0)
    page = render("about.md.j2", about_view(Site(signed)))
    assert "A named person is named at the passage" in page
    assert [each.review.by for each in readings(signed)["text", "1863:2"] if each.review.person] == ["Erika Musterfrau"]


def test_what_came_after_a_review_was_not_read(codex: Project) -> None:
    """A review of a whole source stays with what was there when it was entered."""
    path = codex.corpus / "reviews.lock"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.endswith(" 1754/card_points.koenig\n")]
    path.write_text("".join(kept), encoding="utf-8")
    fresh = Codex(codex)
    assert ("values", "1754/card_points.koenig") not in readings(fresh)
    assert lock_file(fresh) == {path: "".join(kept)}


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ('date: "2026-11-21"', 'date: "2026-11-31"', "REVIEW-DAY", "is no day"),
        ('date: "2026-11-21"', 'date: "2999-01-01"', "REVIEW-DAY", "is still to come"),
        ("edition: 1.0.3", "edition: 1.0.4", "REVIEW-EDITION", "never was an English version 1.0.4"),
        ("id: values-2026-11", "id: values-again", "REVIEW-LOCK", "no review `values-2026-11` any more"),
    ],
)
def test_a_review_that_cannot_have_been_is_a_problem(codex: Project, old: str, new: str, code: str, what: str) -> None:
    replace_once(codex.corpus / "reviews.yaml", old, new)
    problems = list(review_problems(Codex(codex)))
    assert {problem.code for problem in problems} == {code}
    assert what in problems[0].message


@pytest.mark.parametrize(
    ("reads", "things", "edition", "code"),
    [
        ("text", '"1863:99"', "1.1.0", "REVIEW-THING"),
        ("text", '"1863"', "1.2.0", "REVIEW-EDITION"),
        ("values", "1754/card_points.koning", "1.1.0", "REVIEW-THING"),
        ("values", "1754/card_points.koenig", "1.2.0", "REVIEW-EDITION"),
        ("claims", "1863-17-none", "1.1.0", "REVIEW-THING"),
        ("pages", "rules_data/1863/none.md", "1.1.0", "REVIEW-THING"),
        ("english", '"1863:99"', "1.0.3", "REVIEW-THING"),
    ],
)
def test_a_review_of_what_there_is_not_is_a_problem(
    codex: Project, reads: str, things: str, edition: str, code: str
) -> None:
    path = codex.corpus / "reviews.yaml"
    text = path.read_text(encoding="utf-8") + MINE.format(reads=reads, things=things, edition=edition)
    path.write_text(text, encoding="utf-8")
    assert code in {problem.code for problem in review_problems(Codex(codex))}


def test_the_check_tells_what_is_wrong_with_reviews(codex: Project) -> None:
    replace_once(codex.corpus / "reviews.yaml", "edition: 1.0.3", "edition: 1.0.4")
    changed = Codex(codex)
    found = set(map(str, review_problems(changed)))
    assert found == set(map(str, check(changed, built=False).problems))
    assert found


@pytest.mark.parametrize(("old", "new"), [("  reads: text", "  reads: prose"), ("  by: two", "  by: ''\n  x: two")])
def test_a_malformed_review_is_refused(codex: Project, old: str, new: str) -> None:
    path = codex.corpus / "reviews.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CodexError):
        load_reviews(codex)


@pytest.mark.parametrize("line", ["text-1-1-0 0123 1754:1\n", "text-1-1-0 0123456789ab\n"])
def test_a_malformed_line_of_the_lock_is_refused(codex: Project, line: str) -> None:
    path = codex.corpus / "reviews.lock"
    path.write_text(path.read_text(encoding="utf-8") + line, encoding="utf-8")
    with pytest.raises(CodexError, match="malformed line"):
        load_lock(codex)
