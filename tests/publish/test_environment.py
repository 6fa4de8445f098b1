"""Text in templates: whatever it is, it stays text, in HTML, in lines of Markdown, in front matter."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from tarock.publish.environment import get_environment, get_macro, quote_yaml
from tests.publish.markup import HOSTILE, read

_PRINTABLE = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1)
_MARKED = st.text(st.sampled_from("\\`*_{}[]()<>#+-.!|&;:=~\"' \n1a"), min_size=1)


def _plain(text: str) -> str:
    return " ".join(text.split())


@given(st.one_of(_PRINTABLE, _MARKED))
def test_any_text_in_a_heading_stays_that_text(text: str) -> None:
    elements = read(str(get_macro("heading.md.j2", "heading")(2, text, "1840:h7", "level", german=True)))
    assert [(tag, values) for tag, values, _text in elements.found] == [
        ("h2", {"id": "1840:h7", "class": "level", "lang": "de", "translate": "no"})
    ]
    assert _plain("".join(elements.found[0][2])) == _plain(text)


@given(st.one_of(_PRINTABLE, _MARKED))
def test_any_text_in_a_paragraph_of_a_page_stays_that_text(text: str) -> None:
    if not text.strip():
        return
    template = get_environment().from_string("{{ text }}\n")
    template.name = "paragraph.md.j2"  # the name says how text is escaped
    elements = read(template.render(text=text))
    assert [tag for tag, _values, _text in elements.found] == ["p"]
    assert _plain("".join(elements.found[0][2])) == _plain(text)


@given(st.one_of(_PRINTABLE, _MARKED))
def test_any_text_in_the_front_matter_stays_that_text(text: str) -> None:
    assert yaml.safe_load(f"title: {quote_yaml(text)}") == {"title": text}


def test_html_from_a_macro_stands_in_a_heading_as_it_is_and_its_words_mean_nothing_to_markdown() -> None:
    link = get_macro("common.html.j2", "link")
    inner = link({"text": HOSTILE, "href": "a_b.html#x"}, aria="[y](javascript:1) `z`")
    elements = read(str(get_macro("heading.md.j2", "heading")(3, inner, "x")))
    assert [tag for tag, _values, _text in elements.found] == ["h3", "a"]
    assert elements.found[1][1] == {"href": "a_b.html#x", "aria-label": "[y](javascript:1) `z`"}
    assert elements.texts("h3") == [HOSTILE]


def test_an_id_that_could_break_its_place_is_an_error() -> None:
    with pytest.raises(ValueError, match="is no id"):
        get_macro("heading.md.j2", "heading")(2, "x", "a onclick=b")


def test_what_a_view_lacks_is_an_error_and_no_empty_place() -> None:
    with pytest.raises(UndefinedError):
        get_environment().from_string("{{ view.missing }}").render(view=object())
