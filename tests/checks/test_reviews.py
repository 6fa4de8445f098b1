"""Who has read what against the German, and what is otherwise since."""

from __future__ import annotations

import hashlib
import re

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.checks.check import check
from tarock.checks.reviews import Readings, collect_reviews, count_reviews, load_reviews, review_problems
from tarock.codex import ComputedCodex
from tarock.corpus.translation.records import load_imprint
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.front import make_about
from tests.helpers import replace_once, write_lock

MINE = """
- id: named-reader
  reads: {reads}
  things: [{things}]
  by: "Erika Musterfrau"
  person: true
  date: "2026-11-23"
  edition: {edition}
"""


def enter(project: Project, reads: str, things: str, edition: str = "1.1.0") -> ComputedCodex:
    """A review more, with the digests that the check asks for."""
    path = project.corpus / "reviews.yaml"
    if reads == "english":
        edition = load_imprint(ComputedCodex(project).corpus).version
    text = path.read_text(encoding="utf-8") + MINE.format(reads=reads, things=things, edition=edition)
    path.write_text(text, encoding="utf-8")
    asked = [problem.message for problem in review_problems(ComputedCodex(project)) if problem.code == "REVIEW-DIGEST"]
    assert bool(asked) == (reads not in ("text", "english"))
    digests = ", ".join(message.partition("`digests:` ")[2] for message in asked)
    path.write_text(f"{text}  digests: {{{digests}}}\n" if asked else text, encoding="utf-8")
    signed = ComputedCodex(project)
    assert not list(review_problems(signed))
    return signed


def by_person(known: Readings, subject: str, name: str) -> list[bool]:
    """Whether the thing changed since each reading by a named person."""
    return [each.changed for each in known.get((subject, name), ()) if each.review.person]  # type: ignore[arg-type]


def test_what_was_read_is_counted_as_the_records_have_it(computed: ComputedCodex) -> None:
    records = [each.record for each in load_reviews(computed.project)]
    found = {count.subject: count for count in count_reviews(computed, collect_reviews(computed))}
    signed = {each.reads for each in records if each.person}
    assert {subject for subject, count in found.items() if count.by_person} == signed
    assert ("No named person stands there yet" in render("about.md.j2", make_about(Site(computed)))) == (not signed)
    assert found["text"].all == sum(len(edition.passages) for edition in computed.corpus.editions())
    read = {thing for each in records if each.reads == "text" and not each.person for thing in each.things}
    whole = [edition for edition in computed.corpus.editions() if edition.siglum in read]
    assert whole
    assert found["text"].by_machine >= sum(len(edition.passages) for edition in whole)
    assert found["text"].by_machine <= sum(
        len(edition.passages) for edition in computed.corpus.editions() if any(edition.siglum in name for name in read)
    )
    assert found["values"].all == sum(len(list(table)) for table in computed.tables.values())


def test_a_passage_is_as_its_edition_has_it(codex: Project) -> None:
    """The lock of the texts says what was read: another hash there, and the passage has changed since."""
    codex_now = ComputedCodex(codex)
    digest = hashlib.sha256(codex_now.corpus.edition("1754").passages["10"].text.encode()).hexdigest()
    *_, read = collect_reviews(codex_now)["text", "1754:10"]
    assert not read.changed
    replace_once(codex.lock, f"1754 {read.review.edition} 10 {digest}", f"1754 {read.review.edition} 10 {'0' * 64}")
    write_lock(codex.lock, codex.lock.read_text(encoding="utf-8"))
    after = collect_reviews(ComputedCodex(codex))
    assert [name for (_subject, name), reads in after.items() if reads[-1].changed and _subject == "text"] == [
        "1754:10"
    ]


def test_the_english_is_as_its_version_has_it(computed: ComputedCodex) -> None:
    """What changed since is every unit of a file that has another hash in the lock of the English for that version."""
    folder = computed.project.translations
    lines = (folder / "versions.lock").read_text(encoding="utf-8").splitlines()[2:]
    known, seen = collect_reviews(computed), set()
    for path in folder.glob("1*.yaml"):
        text = path.read_text(encoding="utf-8")
        siglum, now = path.stem[:4], hashlib.sha256(path.read_bytes()).hexdigest()
        for ident in re.findall(r'^  "?([^\s":]+)"?:$', text, re.MULTILINE):
            for read in known.get(("english", f"{siglum}:{ident}"), ()):
                same = any(
                    line.endswith(now) for line in lines if line.startswith(f"en {read.review.edition} {path.name}")
                )
                assert read.changed != same, (ident, read.review.id)
                seen.add(read.changed)
    assert seen == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reads", "things", "edition", "file", "old", "new", "name"),
    [
        ("values", "1754/card_points.koenig", "1.1.0", "rules_data/1754/card_points.yaml",
         'says: "A king', 'note: mended, says: "A king', "1754/card_points.koenig"),
        ("claims", "1863-13-scat", "1.1.0", "rules_data/claims/1863.yaml", "- id: 1863-13-scat\n",
         "- id: 1863-13-scat\n  note: mended\n", "1863-13-scat"),
        ("english", '"1863:30"', "", "corpus/translations/en/1863.yaml", "Großtarok.", "Grosstarock.", "1863:30"),
        ("pages", "rules_data/1863/how_to_play.md.j2", "1.1.0", "rules_data/1863/how_to_play.md.j2", "To win,",
         "If he is to win,", "rules_data/1863/how_to_play.md.j2"),
        ("doubtful", '"1754:9"', "1.1.0", "corpus/doubtful/1754.yaml", "the value is the same", "nothing hangs on it",
         "1754:9~bb89ebce1f13"),  # the sha256 of the words
    ],
)  # fmt: skip
def test_a_change_after_a_reading_shows(
    codex: Project, reads: str, things: str, edition: str, file: str, old: str, new: str, name: str
) -> None:
    before = enter(codex, reads, things, edition)
    assert by_person(collect_reviews(before), reads, name) == [False]
    path = codex.root / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert by_person(collect_reviews(ComputedCodex(codex)), reads, name) == [True]


def test_of_a_whole_source_the_files_are_compared(codex: Project) -> None:
    signed = enter(codex, "values", '"1754"')
    names = [statement.id for statement in signed.tables["1754"]]
    before = collect_reviews(signed)
    assert {*(tuple(by_person(before, "values", name)) for name in names)} == {(False,)}
    replace_once(codex.rules / "1754/card_points.yaml", 'says: "A king', 'note: mended, says: "A king')
    after = collect_reviews(ComputedCodex(codex))
    changed = {name for name in names if by_person(after, "values", name) == [True]}
    assert changed == {name for name in names if name.startswith("1754/card_points.")}


def test_a_named_person_stands_at_the_passage_and_on_about(codex: Project) -> None:
    signed = enter(codex, "text", '"1863:1-3", "1754:10"')
    (count,) = [count for count in count_reviews(signed, collect_reviews(signed)) if count.subject == "text"]
    assert (count.by_person, count.changed) == (4, 0)
    page = render("about.md.j2", make_about(Site(signed)))
    assert "A named person is named at the passage" in page
    assert [each.review.by for each in collect_reviews(signed)["text", "1863:2"] if each.review.person] == [
        "Erika Musterfrau"
    ]


def test_what_has_no_digest_was_not_read(codex: Project) -> None:
    """A file that came after a review of a whole source is none of what was read then."""
    signed = enter(codex, "values", '"1754"')
    assert by_person(collect_reviews(signed), "values", "1754/card_points.koenig") == [False]
    path = codex.corpus / "reviews.yaml"
    before, mine = path.read_text(encoding="utf-8").rsplit("digests: ", 1)
    mine = re.sub(r'"rules_data/1754/card_points.yaml": "[0-9a-f]{12}"(, )?', "", mine)
    path.write_text(f"{before}digests: {mine}", encoding="utf-8")
    fresh = ComputedCodex(codex)
    assert by_person(collect_reviews(fresh), "values", "1754/card_points.koenig") == []
    assert not list(review_problems(fresh))


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ('date: "2026-11-21"', 'date: "2026-11-31"', "REVIEW-DAY", "invalid date"),
        ('date: "2026-11-21"', 'date: "2999-01-01"', "REVIEW-DAY", "is still to come"),
        ("edition: 1.0.3", "edition: 1.0.4", "REVIEW-EDITION", "unknown English version 1.0.4"),
        ('"1840:54.2": ', '"1840:54.9": ', "REVIEW-DIGEST", "`1840:54.2` has no digest"),
    ],
)
def test_a_review_that_cannot_have_been_is_a_problem(codex: Project, old: str, new: str, code: str, what: str) -> None:
    replace_once(codex.corpus / "reviews.yaml", old, new)
    problems = list(review_problems(ComputedCodex(codex)))
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
    assert code in {problem.code for problem in review_problems(ComputedCodex(codex))}


@pytest.mark.slow
def test_the_check_tells_what_is_wrong_with_reviews(codex: Project) -> None:
    for old, new in (("edition: 1.0.3", "edition: 1.0.4"), ("id: english-1-0-3", "id: english-1-0-4")):
        replace_once(codex.corpus / "reviews.yaml", old, new)
    changed = ComputedCodex(codex)
    found = set(map(str, review_problems(changed)))
    assert found == set(map(str, check(changed, built=False).problems))
    assert found


@pytest.mark.parametrize(("old", "new"), [("  reads: text", "  reads: prose"), ("  by: two", "  by: ''\n  x: two")])
def test_a_malformed_review_is_refused(codex: Project, old: str, new: str) -> None:
    path = codex.corpus / "reviews.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CodexError):
        load_reviews(codex)
