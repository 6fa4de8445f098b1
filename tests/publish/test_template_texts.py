"""What of a template is for people: its sentences whole, and nothing that a program reads."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tarock.publish.environment import template_files
from tarock.publish.template_texts import sentences, translate

TEMPLATES = [path for path in template_files("") if path.name.endswith((".html.j2", ".md.j2"))]
EXPECTED = [  # templates in the manner of ours, with the sentences that a person marks in them
    ("<p>Read <a href=\"{{ a }}\">the {{ count }} texts</a>{% if b %}, all of them{% endif %}.</p>", False,
     ["Read <a href=\"{{ a }}\">the {{ count }} texts</a>{% if b %}, all of them{% endif %}."]),
    ("{% if a %}<p>One.</p>{% else %}<p>Two {{ b }}.</p>{% endif %}", False, ["One.", "Two {{ b }}."]),
    ("<td>{% if a %}yes{% else %}no{% endif %}</td>", False, ["yes{% else %}no"]),
    ("<p class=\"told{% if a %} told--all{% endif %}\">{{ a }}</p>", False, []),
    ("<svg aria-label=\"The seats: {{ a }}\"><text>talon</text></svg>", False, ["The seats: {{ a }}"]),
    ("{% set rows = [(\"Title\", a), (\"Shelf mark\", b)] %}", False, ["Title", "Shelf mark"]),
    ("{{ door(a, \"Game \" ~ it.number(\"x y\") ~ \", card by card\", first=true) }}", False,
     ["\"Game \" ~ it.number(\"x y\") ~ \", card by card\""]),
    ("{% set told = {\"in part\": \"Some of it.\"} %}{% if a == \"in part\" %}{% endif %}", False, ["Some of it."]),
    ("{% from \"common.html.j2\" import link %}{# A note. #}<code>tarock check</code>", False, []),
    ("# How to play {: #play }\n\nOne line\nand the next.\n\n- An item with [a link](../a.md)\n  over two.\n\n"
     "```sh\ntarock play\n```\n", True,
     ["How to play", "One line and the next.", "An item with [a link](../a.md) over two."]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "markdown", "expected"), EXPECTED)
def test_sentences_are_found_whole(source: str, markdown: bool, expected: list[str]) -> None:
    found = [re.sub(r"\s*\n\s*", " ", source[start:end]) for start, end in sentences(source, markdown=markdown)]
    assert found == expected


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_said_in_the_same_words_is_the_same(path: object) -> None:
    source = path.read_text("utf-8")  # type: ignore[attr-defined]
    markdown = path.name.endswith(".md.j2")  # type: ignore[attr-defined]
    same = translate(source, markdown=markdown, translated=lambda text: text)
    assert re.sub(r"\s+", " ", same) == re.sub(r"\s+", " ", source)
    spans = sentences(source, markdown=markdown)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
