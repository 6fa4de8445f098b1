"""The table of letters and signs, and the readers of the program that read by it."""

from __future__ import annotations

import pytest

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.search import build_index
from tarock.corpus.variants import load_variants
from tests.writings import vary

# In each the signs of the table may stand; together they have nearly all.
TEXTS = (
    'der "König-Rufer" ist... möglich/täglich, also: gut; schön! Wie? (ja)',
    "Das weiss 'Ö Ä Ü' Schrift zwar: vorausgesetzt unerlässlich finden",
    "offen auffinden Griff Auflage Zufluss Öffnung",
)


def test_every_writing_is_read_as_the_plain_one(project: Project) -> None:
    variants = load_variants(project)
    written = [(text, each) for text in TEXTS for each in vary(text, variants)]
    assert len(written) >= 200
    assert [(text, each) for text, each in written if variants.read_plain(each) != text] == []


def test_what_is_no_variant_stays(project: Project) -> None:
    variants = load_variants(project)
    for text in ("Jch § 47, Abs. 2", "1840:11-13\n1840:15", "Könige", "ein - und\nzwei"):
        assert variants.read_plain(text) == text
    assert variants.read_plain("Con-\nsulation") == "Consulation"
    assert variants.read_plain("Ⅻ") == "XII"


@pytest.mark.parametrize("query", ['"unerläßliche Bedingnisse"', "Herz-König ist weiss", "§ 47 Abs. 2"])
def test_the_search_finds_the_same_by_every_writing(computed: ComputedCodex, project: Project, query: str) -> None:
    index = build_index(computed.search_data([computed.corpus.edition("1840")]))
    expected = index.find(query).hits
    assert expected
    for written in vary(query, load_variants(project)):
        assert index.find(written).hits == expected, ascii(written)


def test_the_search_names_words_as_they_are_typed(computed: ComputedCodex, project: Project) -> None:
    index = build_index(computed.search_data([computed.corpus.edition("1840")]))
    query = "was sind Mongue, Xqzzw-Karten und „Consulazion“ bird Gu\u00adgelhupf"
    found = index.find(query)
    told = [*found.nowhere, *found.small, *(typed for typed, _other in found.repaired)]
    assert [word for word in told if word not in query] == []
    assert {"Mongue", "Gu\u00adgelhupf"} <= set(found.nowhere)
    texts = " ".join((*dict(index.data.passages).values(), *index.data.english.values()))
    assert [other for _typed, other in found.repaired if other not in texts] == []
