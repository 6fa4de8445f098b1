"""A third language is what CONTRIBUTING says, and what catalogues do not say of its pages stands out.

It is a pseudo-language under the name of Esperanto: the German with each letter accented, longer by a third, so that
a word in plain letters comes from no catalogue.
"""

from __future__ import annotations

import bz2
import json
import re
from base64 import b64decode
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tarock.base.cache import Cache
from tarock.base.i18n import GERMAN, LOCALES, Catalogues, Locale, available_languages, use_language
from tarock.codex import ComputedCodex
from tarock.publish import static_files
from tarock.publish.pages import compose_pages, list_site_pages, list_translated_pages, make_navigation
from tarock.publish.places import Site
from tarock.publish.router import find_english_page, find_language, find_page_in
from tarock.publish.script_data import make_script_data, translate_scripts
from tarock.publish.views.short_pages import make_short_pages
from tests.conftest import thorough
from tests.publish.test_german import english_left

THIRD = "eo"
_ACCENTED = str.maketrans(
    "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ", "áḃćḋéḟǵḣíĵḱĺḿńóṕŕśťúṽẃẋýźÁḂĆḊÉḞǴḢÍĴḰĹḾŃÓṔŔŚŤÚṼẂẊÝŹ"
)
# Marks of templates, code, tags, addresses and references are the same in every language.
_KEPT = re.compile(
    r"%\(\w+\)s|%%|<code>.*?</code>|\{[^{}~]*[~}]|`[^`]*`|<[^<>]*>|&\w+;|\]\([^)]*\)|\b[\w-]+[:.][\w.:-]+",
    re.DOTALL,
)


def accented(text: str) -> str:
    """A text in the pseudo-language."""
    parts, position = list[str](), 0
    for kept in _KEPT.finditer(text):
        parts += (text[position : kept.start()].translate(_ACCENTED), kept[0])
        position = kept.end()
    return "".join(parts) + text[position:].translate(_ACCENTED)


class Pseudo(Catalogues):
    """The German catalogues, said in the pseudo-language."""

    def __init__(self) -> None:
        super().__init__(GERMAN)
        self.language = THIRD

    def gettext(self, message: str) -> str:
        """Return a text of a template in this language."""
        return accented(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a text of a template for a number."""
        return accented(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        """Return a text in this language; itself where it has no German."""
        return accented(super().pgettext(context, message))

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a text in this language for a number."""
        return accented(super().npgettext(context, msgid1, msgid2, n))


@pytest.fixture
def third(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOCALES, THIRD, Locale(" ", ",", GERMAN, lowers=False))
    monkeypatch.setattr(Cache, "get", lambda *_: None)  # nothing of it is kept
    monkeypatch.setattr(Cache, "put", lambda *_: None)


@pytest.mark.slow
@thorough
@pytest.mark.usefixtures("third")
def test_a_third_language_has_all_pages(
    computed: ComputedCodex, composed: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """All are listed; of each template one is made."""
    site, words = Site(computed), Pseudo()
    site.__dict__["catalogues"] = {GERMAN: Catalogues(GERMAN), THIRD: words}
    assert list_site_pages(site)  # English comes first, as in a build: what is computed then has its words
    with use_language(words):
        pages = list_translated_pages(site)
        each = {page.template: page for page in reversed(pages)}.values()
        menu, made, scripts = make_navigation(pages), compose_pages(site, each), translate_scripts(site, [])
    paths = {find_page_in(THIRD, page.address.page) for page in pages}
    assert paths == {find_page_in(THIRD, page) for page in composed if find_page_in(GERMAN, page) != page}
    assert set(made) < paths
    assert {(find_language(path), find_english_page(path)) for path in made} == {
        (THIRD, page.address.page) for page in each
    }
    assert words.missing == []
    assert list(words.bad_translations) == []

    # what is said comes from the catalogues
    assert english_left(made | {"menu": _titles(menu)}, computed) == {}
    assert all(re.search(r"[áéíńŕś]{3}", text) for text in made.values())

    # what leads from page to page, and what scripts say
    for path, text in made.items():
        assert not re.search(r"\]\(<?(?:\.\./)*de/", text), path
    assert all(name.removesuffix(".js").endswith(f"-{THIRD}") for name in scripts)
    data = make_script_data(site, composed, {THIRD: made})["assets/javascripts/search-data.js"]
    packed = json.loads(data[data.index('["') : data.rindex("]") + 1])
    assert set(json.loads(bz2.decompress(b64decode(packed[1])))["labels"]) == {THIRD}

    # and the addresses that are once for all languages
    monkeypatch.setattr(static_files, "make_short_pages", lambda *given: islice(make_short_pages(*given), 3))
    static_files.write_addresses(site, tmp_path)
    first = next(tmp_path.glob("c/1754/*/index.html")).read_text("utf-8")
    assert [f'<div data-in lang="{each}">' in first for each in available_languages()] == [True] * 3
    assert first.count('<div data-in lang="de">') == first.count(f'<div data-in lang="{THIRD}">')
    assert f"&#34;{THIRD}&#34;: " in first


def _titles(menu: Any) -> str:
    """What stands in a menu."""
    if isinstance(menu, dict):
        return " ".join(f"{title} {_titles(below)}" for title, below in menu.items())
    return " ".join(map(_titles, menu)) if isinstance(menu, list) else ""
