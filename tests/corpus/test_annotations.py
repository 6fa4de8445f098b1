"""Annotations that overlap in any way are cut into a tree from which the text and each of them come back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hypothesis import assume, given
from hypothesis import strategies as st

from tarock.corpus.annotations import Annotation, Kind, Run, build_runs
from tarock.corpus.editions import Edition

TEXT = "Wie in dem §. 48 und 50 steht."


@st.composite
def annotated(draw: st.DrawFn) -> tuple[str, list[Annotation]]:
    """A text and annotations of it that overlap in any way; the payload tells them apart."""
    text = draw(st.text("abc \nß", max_size=12))
    ends = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    drawn = draw(st.lists(st.tuples(ends, st.sampled_from(Kind)), max_size=6))
    return text, [Annotation(low, high, kind, number) for number, ((low, high), kind) in enumerate(drawn)]


def leaves(runs: Iterable[Run]) -> str:
    return "".join(run.text if run.annotation is None else leaves(run.inside) for run in runs)


def pieces(runs: Iterable[Run], above: tuple[Annotation, ...] = ()) -> Iterator[tuple[Run, tuple[Annotation, ...]]]:
    """Every annotated run, and the annotations around it."""
    for run in runs:
        if run.annotation:
            yield run, above
            yield from pieces(run.inside, (*above, run.annotation))


def shown(run: Run) -> str:
    """A run as a reader of this file sees it: kind, words in brackets, `…` where it is cut."""
    if run.annotation is None:
        return run.text
    inside = "".join(shown(inner) for inner in run.inside)
    return f"{run.annotation.kind[0]}{'' if run.begins else '…'}[{inside}]{'' if run.ends else '…'}"


def written(*annotations: Annotation, start: int = 0, end: int | None = None) -> str:
    return "".join(map(shown, build_runs(TEXT, annotations, start, end)))


@given(annotated())
def test_the_leaves_are_the_text(case: tuple[str, list[Annotation]]) -> None:
    assert leaves(build_runs(*case)) == case[0]
    for run, _above in pieces(build_runs(*case)):
        assert leaves(run.inside) == run.text


@given(annotated())
def test_the_pieces_of_each_annotation_are_its_words_once_begun_and_once_ended(
    case: tuple[str, list[Annotation]],
) -> None:
    text, annotations = case
    found: dict[int, list[Run]] = {}
    for run, _above in pieces(build_runs(text, annotations)):
        assert run.annotation
        found.setdefault(run.annotation.payload, []).append(run)
    assert sorted(found) == [annotation.payload for annotation in annotations]
    for annotation in annotations:
        runs = found[annotation.payload]
        assert "".join(run.text for run in runs) == text[annotation.start : annotation.end]
        assert [run.begins for run in runs] == [True] + [False] * (len(runs) - 1)
        assert [run.ends for run in runs] == [False] * (len(runs) - 1) + [True]


@given(annotated())
def test_a_kind_stands_inside_those_before_it_and_points_hold_nothing(case: tuple[str, list[Annotation]]) -> None:
    order = list(Kind)
    for run, above in pieces(build_runs(*case)):
        assert run.annotation
        kinds = [order.index(annotation.kind) for annotation in (*above, run.annotation)]
        assert kinds == sorted(kinds)
        assert not any(annotation.point for annotation in above)
        assert run.inside or run.annotation.point
        assert run.text or run.annotation.point


@given(annotated(), st.data())
def test_stretches_add_up_to_the_whole(case: tuple[str, list[Annotation]], data: st.DataObject) -> None:
    text, annotations = case
    assume(text)
    middle = data.draw(st.integers(1, len(text)))
    halves = (*build_runs(text, annotations, 0, middle), *build_runs(text, annotations, middle))
    assert leaves(halves) == text
    for annotation in annotations:
        runs = [run for run, _above in pieces(halves) if run.annotation == annotation]
        assert [run.begins for run in runs].count(True) == [run.ends for run in runs].count(True) == 1
        assert "".join(run.text for run in runs) == text[annotation.start : annotation.end]


def test_what_crosses_is_cut_and_what_lies_inside_is_nested() -> None:
    # by hand: characters 11 to 16 are "§. 48", 7 to 13 "dem §.", 21 to 23 "50"
    reference = Annotation(11, 16, Kind.REFERENCE, "1840:48")
    assert written(reference) == "Wie in dem r[§. 48] und 50 steht."
    crossing = Annotation(7, 13, Kind.EMENDATION, "e")
    assert written(reference, crossing) == "Wie in e[dem r[§.]…]r…[ 48] und 50 steht."
    around = Annotation(7, 23, Kind.EMENDATION, "e")
    assert written(reference, around) == "Wie in e[dem r[§. 48] und 50] steht."
    within = Annotation(14, 15, Kind.EMENDATION, "e")  # an emended figure cuts the link around it
    assert written(reference, within) == "Wie in dem r[§. ]…e[r…[4]…]r…[8] und 50 steht."


def test_a_point_cuts_what_it_stands_in_and_belongs_to_the_stretch_that_it_ends() -> None:
    reference = Annotation(11, 16, Kind.REFERENCE, "1840:48")
    page = Annotation(13, 13, Kind.PAGE_BREAK, "1840:page.2")
    assert written(reference, page) == "Wie in dem r[§.]…p[]r…[ 48] und 50 steht."
    assert written(page, end=13) == "Wie in dem §.p[]"
    assert written(page, start=13) == " 48 und 50 steht."
    first = Annotation(0, 0, Kind.PAGE_BREAK, "1840:page.1")
    assert written(first, end=0) == "p[]"
    assert written(first, end=3) == "p[]Wie"


def test_a_point_stands_outside_what_is_cut_where_it_is() -> None:
    # by hand: the emendation "§. 48" crosses the end of the part "dem §." and the beginning of the part " 48 u"
    parts = (Annotation(7, 13, Kind.PART, "a"), Annotation(13, 18, Kind.PART, "b"))
    emendation, point = Annotation(11, 16, Kind.EMENDATION, "e"), Annotation(13, 13, Kind.REFERENCE, "1840:48")
    assert written(*parts, emendation, point) == "Wie in p[dem e[§.]…]r[]p[e…[ 48] u]nd 50 steht."


def test_the_annotations_of_the_editions_stand_in_their_texts(editions: dict[str, Edition]) -> None:
    for edition in editions.values():
        for item in (*edition.headings.values(), *edition.passages.values()):
            for annotation in item.annotations:
                assert 0 <= annotation.start <= annotation.end <= len(item.text)
                if annotation.kind is Kind.EMENDATION:
                    assert item.text[annotation.start : annotation.end] == annotation.payload.reading
            assert leaves(build_runs(item.text, item.annotations)) == item.text
