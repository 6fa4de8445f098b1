"""German pages: every text of ours is translated, whole sentences, and what does not fit is noticed."""

from __future__ import annotations

import ast
import posixpath
import re
import shutil
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from tarock.base.errors import CodexError
from tarock.base.i18n import DATA, FOLDER, GERMAN, Catalogues, translated, use_language
from tarock.base.wording import SUBJECTS, Message, program, say, wordings
from tarock.corpus.versions import editions_of
from tarock.publish import environment, places
from tarock.publish.pages import compose_pages, navigation, translated_pages
from tarock.publish.paper.book import make_book
from tarock.publish.paper.epub import epub_writer
from tarock.publish.paper.files import offered, sheets
from tarock.publish.paper.sheet import make_sheet
from tarock.publish.places import Site
from tarock.publish.router import page_in
from tarock.publish.script_data import spoken_data
from tarock.publish.site import build_site
from tarock.publish.views.short_pages import key_pages, short_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tarock.proof.codex import Codex

_MARK = re.compile(r"\{\{.*?\}\}|\{%-?\s*(?:if|elif|for)\b.*?%\}|\{[a-z_]+\}|<code>.*?</code>|`[^`]*`", re.DOTALL)
_NAMES = re.compile(r"The EB Garamond Project Authors|Material for MkDocs|CC BY")
_KEY = re.compile(r"\b[a-z_]+(?:\.[a-z0-9_]+)+")
_STRING = re.compile(r'"[^"]*"|„[^“]*“')
_WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{3,}")
_NO_WORDS = re.compile(
    r"<code>.*?</code>|\{\{.*?\}\}|\{%.*?%\}|<[^<>]*>|`[^`]*`|\{[^{}]*\}|&\w+;|\b[a-z_]+\.[a-z_.]+", re.DOTALL
)
_SPOKEN_BY_OTHERS = re.compile(r'<(\w+)\b[^<>]*\blang="(?:en|de)"[^<>]*>.*?</\1>|“[^“”]*”', re.DOTALL)
_NOT_OURS = re.compile(
    r"<(code|script|style|svg|template)\b.*?</\1>|`[^`]*`|\{:[^}]*\}|https?://\S+|\]\([^)]*\)|^##+ \w+(?: \{[^\n]*)?$"
    r"|^---\n.*?^---\n"
    r"|(?:\w+\\?[-/_])*\w+(?:\\?[._][a-z0-9_\\]+)+(?:\\?\[[^\n]*?\])?|\b\d{4}\\?-[\w-]+|~\w+|SHA256SUMS|\b[0-9a-f]{12,}\b",
    re.DOTALL | re.MULTILINE,
)
_ATTRIBUTE = re.compile(r'\b(?:aria-label|title|alt|placeholder|data-alone)="([^"<>]*)"')
# English that is no word of German, and stands in nearly every sentence of more than five words
_ENGLISH = re.compile(
    r"\b(?:[Tt]he|[Oo]f|[Aa]nd|[Ii]s|[Aa]re|[Ww]ith|[Ff]rom|[Tt]his|[Tt]hat|not|[Bb]y|[Ff]or|[Tt]o|[Ww]hich|[Ii]t|[Ii]ts)\b"
)


def _composed(codex: Codex, folder: Path = FOLDER, only: str = "") -> tuple[dict[str, str], Catalogues]:
    """The German pages, or `only` the one of this path, and what was asked for to make them."""
    environment._environment.cache_clear()  # what a template says is asked for when it is read
    site, words = Site(codex), Catalogues(GERMAN, folder)
    with use_language(words):
        pages = translated_pages(site)
        if only:
            return compose_pages(site, [page for page in pages if page.address.made == only]), words
        navigation(pages)
        spoken_data(site, [])
        return compose_pages(site, pages), words


def _beside_pages(site: Site, words: Catalogues) -> None:
    """Ask for what is in German beside the pages: books, sheets, short addresses, labels of the search."""
    editions = [edition for edition in site.corpus.editions() if not site.withheld(edition.siglum)]
    with use_language(words):
        for name, form in (*offered(site), *sheets(site)):
            book = make_sheet(site, name) if form == "sheet" else make_book(site, name)
            if form == "epub":
                epub_writer(site.codex.project).write(book)
        for siglum in site.withheld_sources or site.corpus.sources:  # the others are as in the site with every text
            for page in short_pages(site, editions_of(site.corpus, siglum)):
                if page.dated:  # so they say all that the others say
                    environment.environment().get_template("short-page.html.j2").render(view=page)
        for view in key_pages(site):
            environment.environment().get_template("key-page.html.j2").render(view=view)
        environment.environment().get_template("moved.html.j2").render(view={"top": "", "target": "", "canonical": ""})
        for rule in site.codex.search_data(editions).rules:
            translated(rule.title, DATA)
            translated(rule.asks, DATA)


@pytest.fixture(scope="module")
def english(computed: Codex, composed: dict[str, str]) -> dict[str, str]:
    """The English of the same pages; what both rest on is computed while English is spoken, as in a build."""
    for name in ("evidence", "footings", "places", "undecided", "blind_claims", "game_reports", "outlays"):
        assert getattr(computed, name) is not None
    return composed


@pytest.fixture(scope="module")
def german(computed: Codex, english: dict[str, str]) -> tuple[dict[str, str], Catalogues]:
    """The German pages by path, and what was asked for to make them and what is beside them."""
    assert english
    pages, words = _composed(computed)
    for left_out in (False, True):
        _beside_pages(Site(computed, public_domain_only=left_out), words)
    with use_language(words):  # what is said only where words are left out
        public = Site(computed, public_domain_only=True)
        each = {page.template: page for page in translated_pages(public)}  # the last source is the one that is left out
        compose_pages(public, each.values())
    return pages, words


def _beside(german: tuple[dict[str, str], Catalogues], english: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Each German page with its path, and the English one."""
    return ((path, text, english[path.removeprefix("de/")]) for path, text in german[0].items())


def _changed(tmp_path: Path, file: str, before: str, after: str) -> Path:
    """The catalogues with a change in one of them."""
    folder = tmp_path / "locale"
    shutil.copytree(FOLDER, folder)
    path = folder / GERMAN / file
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")
    return folder


def test_every_text_has_its_german(german: tuple[dict[str, str], Catalogues]) -> None:
    _pages, words = german
    assert words.missing == []
    assert list(words.bad_translations) == []
    assert not words.still_english


def test_no_german_is_left_whose_english_is_gone(german: tuple[dict[str, str], Catalogues]) -> None:
    _pages, words = german
    contexts = {context for context, *_ in _entries()}
    elsewhere = {  # see tests/site/test_german.py and the next test
        asked for asked in words.messages if asked[0] in ("theme", "scripts") or asked[0] in contexts
    }
    assert set(words.messages) - elsewhere - set(words.asked) == set()


def _sentences() -> set[str]:
    """The English texts in the files of wordings, but for what only the program says."""
    trees = [ast.parse(Path(str(each.__file__)).read_text("utf-8")) for each in SUBJECTS if each is not program]
    documented = (ast.Module, ast.FunctionDef)
    told = {
        ast.get_docstring(node, clean=False)
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, documented)
    }
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)} - told


def _entries() -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """The wordings in German: the context of each, the English, the German, both with all forms."""
    with (FOLDER / GERMAN / "wording.po").open("rb") as file:
        found = [each for each in read_po(file, locale=GERMAN) if each.id]
    return [(str(each.context), _forms(each.id), _forms(each.string)) for each in found]


def _forms(text: object) -> tuple[str, ...]:
    return tuple(map(str, text)) if isinstance(text, tuple) else (str(text),)


def test_every_wording_has_its_german() -> None:
    known = {asked for asked in Catalogues(GERMAN).messages if asked[0] in wordings()}
    german = {key: entry for key, entry in wordings().items() if entry and key not in program.WORDINGS}
    plain = {(key, entry) for key, entry in german.items() if isinstance(entry, str)}
    plurals = {(key, entry[0]) for key, entry in german.items() if isinstance(entry, tuple)}
    assert (plain | plurals) - known == set()
    english = {text for _context, texts, _german in _entries() for text in texts}
    contexts = {context for context, *_ in _entries()}
    written = {text for text in _sentences() if re.search(r"[a-z}] [a-z{]", text) and "\\" not in text}
    assert written - english - contexts == set()


def test_no_german_of_a_wording_is_left_whose_english_is_gone() -> None:
    other = {"number", "number, alone", "silence"}  # said by pages, see the test above
    english = {text for context, texts, _german in _entries() if context not in other for text in texts}
    assert english - _sentences() == set()
    assert {context for context, *_ in _entries()} & set(program.WORDINGS) == set()


def test_the_fields_of_a_wording_are_the_same_in_german() -> None:
    """But for a number that one of the two has in words."""
    for context, texts, german in _entries():
        expected = {name for text in texts for name in _fields(text)}
        for text in german:
            assert _fields(text) <= expected, context
        if len(texts) == 1 and not context.endswith(".both"):
            assert _fields(german[0]) == expected, context


def _fields(text: str) -> set[str]:
    return {name for _literal, name, _format, _conversion in Formatter().parse(text) if name is not None}


def test_what_is_filled_in_is_the_same_in_german() -> None:
    """No value, condition or name of an English text is lost in German, and none stands there that English has not."""
    for (context, english), (text, *_) in Catalogues(GERMAN).messages.items():
        if context.endswith(".md") or context in wordings():
            continue  # its marks are numbered: see `rules/how_to.py`
        theirs, ours = ({_STRING.sub('""', mark) for mark in _MARK.findall(each)} for each in (english, text))
        values = {name for mark in theirs for name in re.findall(r"[a-z_]{4,}", mark)}
        assert {name for mark in ours for name in re.findall(r"[a-z_]{4,}", mark)} <= values | {
            "upper",
            "string",
            "else",
            "capitalize",
            "spelled",
            "replace",
        }, english
        assert {mark for mark in theirs if mark.startswith(("<code>", "`"))} <= ours, english


def test_no_english_stands_in_the_german(german: tuple[dict[str, str], Catalogues]) -> None:
    _pages, words = german
    for (context, english), forms in words.messages.items():
        text = " ".join(forms)
        prose = re.sub(r"<[^>]*>|\]\([^)]*\)", " ", _MARK.sub(" ", _NAMES.sub("", text)))
        if not context.endswith(".j2") or "~" not in english:
            assert not _ENGLISH.search(_KEY.sub(" ", prose)), (context, text)


@cache
def _english_words(codex: Codex) -> frozenset[str]:
    """The words of our English that are in no German of ours and in no source."""
    messages = [(text, " ".join(ours)) for (context, text), ours in Catalogues(GERMAN).messages.items()]
    texts = (unit.transcript for edition in codex.corpus.editions() for unit in edition.units.values())
    return frozenset(
        _words(" ".join(english for english, _ours in messages))
        - _words(" ".join(ours for _english, ours in messages))
        - _words(" ".join(texts))
    )


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(_NO_WORDS.sub(" ", text))}


def english_left(pages: dict[str, str], codex: Codex) -> dict[str, str]:
    """The English words on pages, each with a page and what is around it there; but for the glossary, which has them.

    Not what another language says, quotations, code, names of files, keys, claims and readings.
    """
    found: dict[str, str] = {}
    for path, text in pages.items():
        if "glossary" not in path:
            shown = _ATTRIBUTE.sub(r">\1<", _NOT_OURS.sub(" ", _SPOKEN_BY_OTHERS.sub(" ", text)))
            shown = re.sub(r"<[^<>]*>", " ", shown)
            for match in _WORD.finditer(shown):
                if match[0].lower() in _english_words(codex):
                    around = shown[max(0, match.start() - 40) : match.end() + 40]
                    found.setdefault(match[0].lower(), f"{path}: {around}")
    return found


def test_no_english_word_is_on_a_german_page(german: tuple[dict[str, str], Catalogues], computed: Codex) -> None:
    assert english_left(german[0], computed) == {}


def test_a_german_page_has_the_anchors_of_the_english_one(
    german: tuple[dict[str, str], Catalogues], english: dict[str, str]
) -> None:
    anchors = re.compile(r'\{: #([^\s}]+)|\bid="([^"]+)"')
    for path, text, theirs in _beside(german, english):
        assert anchors.findall(text) == anchors.findall(theirs), path


def test_a_german_page_leads_to_german_pages(german: tuple[dict[str, str], Catalogues]) -> None:
    for path, text in german[0].items():
        for target in re.findall(r"\]\(<?([^)\s#?>]+\.md)", text):
            page = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            assert page.startswith("de/") or page_in(GERMAN, page) == page, (path, target)


def test_a_german_page_rests_on_the_same_paragraphs(
    german: tuple[dict[str, str], Catalogues], english: dict[str, str]
) -> None:
    """Behind each sentence are the same figures, one sentence for one."""
    places = re.compile(r'<span class="told__places">(.*?)</span>')
    for path, *pages in _beside(german, english):
        told, theirs = ([re.findall(r">([^<>]+)</a>", each) for each in places.findall(page)] for page in pages)
        assert len(told) == len(theirs), path
        figure = re.compile(r"[0-9m][0-9.s]*|[0-9]+:.*")
        both = [[[each for each in one if figure.fullmatch(each)] for one in all_] for all_ in (told, theirs)]
        assert both[0] == both[1], path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("Königrufen ist ein Spiel um {1~Stiche} für {2} Personen.", "Ein Spiel um {1~Stiche}.", "2 directives"),
        ("Königrufen ist ein Spiel um {1~Stiche}", "Königrufen ist ein Spiel um {1~Karten}", "`Karten` for `Stich`"),
        ("Königrufen ist ein Spiel um", "Königrufen ist mit vier ein Spiel um", "`vier` is typed"),
        ("Königrufen ist ein Spiel um", "Königrufen ist ein Spiel mit Königen um", "`Königen` is typed"),
        ("Königrufen ist ein Spiel um {1~Stiche} für {2}", "Ein Spiel um {1~Stiche} für {3}", "expected up to {2}"),
    ],
)
def test_german_that_does_not_fit_the_rules_is_told(
    tmp_path: Path, computed: Codex, before: str, after: str, expected: str
) -> None:
    pages, words = _composed(computed, _changed(tmp_path, "how_to_play.po", before, after), "de/play/1840.md")
    assert [each for each in words.bad_translations if expected in each], list(words.bad_translations)
    assert "texts are in English still" in words.still_english
    assert pages["de/play/1840.md"]


@pytest.mark.slow
def test_a_text_without_german_is_shown_in_english_and_told(tmp_path: Path, computed: Codex) -> None:
    """So that a changed English has no stale German."""
    folder = _changed(tmp_path, "pages.po", 'msgid "Your hand:"', 'msgid "Your cards:"')
    pages, words = _composed(computed, folder, "de/play/first-tricks.md")
    assert words.missing == [("lesson.html.j2", "Your hand:")]
    assert "Your hand:" in pages["de/play/first-tricks.md"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ('msgid "Your hand:"', '#, fuzzy\nmsgid "Your hand:"', "`Your hand:` is fuzzy"),
        ('msgstr "Ihre Hand:"', 'msgstr ""', "`Your hand:` is not translated"),
    ],
)
def test_a_catalogue_that_is_not_whole_is_refused(tmp_path: Path, before: str, after: str, expected: str) -> None:
    text = (FOLDER / GERMAN / "pages.po").read_text("utf-8")
    assert before in text
    folder = _changed(tmp_path, "pages.po", before, after)
    with pytest.raises(CodexError) as error:
        Catalogues(GERMAN, folder)
    assert expected in str(error.value)
    assert "pages.po" in str(error.value)


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (Path.unlink, "cannot be read (No such file or directory)"),
        (lambda path: path.write_bytes(b""), "has no header with `Language: de`"),
        (lambda path: path.write_bytes(path.read_bytes().rstrip()[:-1]), "is cut off"),
        (lambda path: path.write_bytes(path.read_bytes().replace("ü".encode(), b"\xfc", 1)), "cannot be read"),
    ],
    ids=["missing", "empty", "cut off", "not UTF-8"],
)
@pytest.mark.parametrize("name", sorted(path.name for path in (FOLDER / GERMAN).glob("*.po")))
def test_a_catalogue_that_cannot_be_read_stops_a_build(
    tmp_path: Path, computed: Codex, monkeypatch: pytest.MonkeyPatch,
    name: str, damage: Callable[[Path], object], expected: str,
) -> None:  # fmt: skip
    folder, output = tmp_path / "locale", tmp_path / "site"
    shutil.copytree(FOLDER, folder)
    damage(folder / GERMAN / name)
    monkeypatch.setattr(places, "Catalogues", lambda language: Catalogues(language, folder))
    with pytest.raises(CodexError) as error:
        build_site(computed, output, public_domain_only=False)
    assert expected in str(error.value)
    assert str(folder / GERMAN / name) in str(error.value)
    assert not output.exists()


def test_the_german_of_a_function_has_plurals() -> None:
    with use_language(Catalogues(GERMAN)):
        assert say(Message("turn.play.follow_suit", suit="Herz", legal=1, held=5)) == (
            "Herz ist zu bedienen: Eine Karte von 5 darf gespielt werden"
        )
        assert say(Message("step.score", seats=("A", "B"), what="x", amount=3, reckoning="")) == (
            "A und B schreiben je 3: x."
        )
    assert say(Message("turn.play.follow_suit", suit="Herz", legal=1, held=5)).startswith("Must follow")
