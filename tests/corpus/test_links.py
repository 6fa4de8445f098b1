"""References inside the text of 1840 are found and lead to the right place."""

from __future__ import annotations

import re

import pytest

from tarock.corpus.annotations import Annotation
from tarock.corpus.editions import Edition, Heading, Passage


def target(reference: Annotation) -> str:
    """The id inside its source that a reference leads to."""
    siglum, _, ident = reference.payload.partition(":")
    assert siglum == "1840"
    return str(ident)


def place(edition: Edition, ident: str) -> Passage | Heading:
    return edition.passages.get(ident) or edition.headings[ident]


@pytest.mark.parametrize(
    ("ident", "words", "expected"),
    # Picked by hand from the transcript: where it stands, in which words, and where it leads.
    [
        ("3.3", "(§ 48.)", ["48"]),
        ("7.3", "Siehe §. 131", ["131"]),
        (
            "18.2",
            "im § 17. vorgezeichnet ist. Auch gehört hieher der im § 131. besprochene Fall",
            ["17", "131"],
        ),
        ("22.1", "Siehe § 45", ["45"]),
        ("30.9", "(§. 50)", ["50"]),
        ("45.2", "(§. 22.)", ["22"]),
        ("54.1", "im ersten Absatze des §. 51", ["51.1"]),
        ("54.2", "(supra §. 47)", ["47", "115"]),
        ("57.1", "im §. 53 bezeichnete Fall", ["53"]),
        ("62.1", "unter den §§ 53 und 57", ["53", "57"]),
        ("66.5", "(§. 40)", ["40"]),
        ("74.2", "(S. §. 50.)", ["50"]),
        ("79.12", "S. Musterspiele VII. und VIII.", ["m7", "m8"]),
        ("93.1", "S. Musterspiel VIII.", ["m8"]),
        ("93.3", "S. Musterspiel VII.", ["m7"]),
        ("127.1", "im §. 129 besprochenen", ["129"]),
        ("129.2", "nach §. 128", ["128"]),
        ("131.1", "(§. 7)", ["7"]),
        ("m2.bemerkung.1", "Beim Ersten Stiche", ["m2.s1"]),
        ("m5.s8", "beim achten Stiche", ["m5.s8"]),
        ("m8.s5", "beim vierten Stich", ["m8.s4"]),
        ("m8.bemerkung.1", "beim siebenten Stiche", ["m8.s7"]),
        ("h1", "(S. Einleitung)", ["einleitung"]),
        ("h10", "(§ 20 in 22.38)", ["20", "22", "38"]),
    ],
)
def test_a_reference_in_the_text_leads_where_it_says(
    koenigrufen: Edition, ident: str, words: str, expected: list[str]
) -> None:
    item = place(koenigrufen, ident)
    assert words in item.text
    assert [target(link) for link in item.references] == expected


@pytest.mark.parametrize(
    "ident",
    # Numbers, ordinals and "Stich" that refer to nothing.
    ["1.1", "6.4", "26.4", "47", "m1.s1", "m1.bemerkung.1", "51.2", "131.4", "73.stich"],
)
def test_what_is_no_reference_is_no_link(koenigrufen: Edition, ident: str) -> None:
    assert place(koenigrufen, ident).references == []


def test_a_links_letters_are_those_of_the_reference(koenigrufen: Edition) -> None:
    passage = koenigrufen.passages["54.1"]
    (link,) = passage.references
    assert passage.text[link.start : link.end] == "im ersten Absatze des §. 51"


def test_links_come_in_the_order_of_the_text_and_do_not_overlap(koenigrufen: Edition) -> None:
    for ident in (*koenigrufen.passages, *koenigrufen.headings):
        item = place(koenigrufen, ident)
        position = 0
        for link in item.references:
            assert position <= link.start < link.end <= len(item.text)
            position = link.end


def test_every_section_sign_in_the_text_is_found(koenigrufen: Edition) -> None:
    """Count the signs in the transcript's paragraphs with a plain search; one of them names two §§."""
    paragraphs = [
        line
        for line in koenigrufen.transcript.split("\n")
        if not re.fullmatch(r"§ \d+\.\s*", line) and not re.search(r"\(§ [\d in.]+\)\s*$", line)
    ]
    signs = len(re.findall(r"§+", "\n".join(paragraphs)))
    links = [
        link
        for passage in koenigrufen.passages.values()
        for link in passage.references
        if re.fullmatch(r"\d+(\.\d+)?", target(link))
    ]
    assert len(links) == signs + 1


def test_every_link_leads_to_something(koenigrufen: Edition) -> None:
    for ident in (*koenigrufen.passages, *koenigrufen.headings):
        for link in place(koenigrufen, ident).references:
            assert target(link) in koenigrufen.passages or target(link) in koenigrufen.containers


@pytest.mark.parametrize("siglum", ["1754", "1863", "1945"])
def test_the_other_sources_refer_to_nothing_inside_themselves(editions: dict[str, Edition], siglum: str) -> None:
    assert all(not passage.references for passage in editions[siglum].passages.values())
    assert editions[siglum].backlinks == {}


@pytest.mark.parametrize(
    ("named", "sources"),
    # By hand: all passages of the transcript that name §§ 40, 47, 50, 51.1, 91 and Musterspiele VII and VIII.
    [
        ("40", ("66.1", "66.5")),
        ("47", ("54.2", "56.1")),
        ("50", ("30.9", "74.2")),
        ("51.1", ("54.1",)),
        ("91", ("98.1", "102.3", "105.2")),
        ("m7", ("79.12", "93.3")),
        ("m8", ("79.12", "93.1")),
    ],
)
def test_backlinks_name_every_passage_that_refers_to_a_place(
    koenigrufen: Edition, named: str, sources: tuple[str, ...]
) -> None:
    assert koenigrufen.backlinks[f"1840:{named}"] == tuple(f"1840:{source}" for source in sources)


def test_links_and_backlinks_are_two_sides_of_the_same(koenigrufen: Edition) -> None:
    forth = {(p.ref, link.payload) for p in koenigrufen.passages.values() for link in p.references}
    back = {(source, named) for named, sources in koenigrufen.backlinks.items() for source in sources}
    assert forth == back
