"""German pages: every text of ours is translated, whole sentences, and what does not fit is noticed."""

from __future__ import annotations

import posixpath
import re
import shutil
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po, write_po

from tarock.base.errors import CodexError
from tarock.base.i18n import FOLDER, GERMAN, Catalogues, use_language
from tarock.base.wording import Message, all_wordings, format_message, program
from tarock.codex import ComputedCodex
from tarock.publish import places
from tarock.publish.pages import compose_pages, list_translated_pages
from tarock.publish.places import Site
from tarock.publish.router import find_page_in
from tarock.publish.site import build_site
from tarock.publish.untranslated import Translations, find_wording_texts, translate_everything

_MARK = re.compile(r"%\(\w+\)s|\{[a-z_]+\}|<code>.*?</code>|`[^`]*`", re.DOTALL)
_NAMES = re.compile(r"The EB Garamond Project Authors|Material for MkDocs|CC BY")
_KEY = re.compile(r"\b[a-z_]+(?:\.[a-z0-9_]+)+")
_STRING = re.compile(r'"[^"]*"|„[^“]*“')
_WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{3,}")
_NO_WORDS = re.compile(r"<code>.*?</code>|%\(\w+\)s|<[^<>]*>|`[^`]*`|\{[^{}]*\}|&\w+;|\b[a-z_]+\.[a-z_.]+", re.DOTALL)
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


def _composed(codex: ComputedCodex, folder: Path, made: str) -> tuple[dict[str, str], Catalogues]:
    """A German page, and what was asked for to make it."""
    site, words = Site(codex), Catalogues(GERMAN, folder)
    with use_language(words):
        return compose_pages(site, [page for page in list_translated_pages(site) if page.address.made == made]), words


@pytest.fixture(scope="module")
def english(computed: ComputedCodex, composed: dict[str, str]) -> dict[str, str]:
    """The English of the same pages; what both rest on is computed while English is spoken, as in a build."""
    for name in ("evidence", "robustness", "places", "undecided_points", "game_reports", "result_settlements"):
        assert getattr(computed, name) is not None
    return composed


@pytest.fixture(scope="module")
def german(computed: ComputedCodex, english: dict[str, str]) -> Translations:
    """The German pages by path, and what was asked for to make them and what is beside them."""
    assert english
    return translate_everything(computed, GERMAN)


def _beside(german: Translations, english: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Each German page with its path, and the English one."""
    return ((path, text, english[path.removeprefix("de/")]) for path, text in german.pages.items())


def _changed(tmp_path: Path, file: str, before: str, after: str) -> Path:
    """The catalogues with a change in one of them."""
    folder = tmp_path / "locale"
    shutil.copytree(FOLDER, folder)
    path = folder / GERMAN / file
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")
    return folder


@pytest.mark.slow
def test_what_is_in_english_still_is_listed(german: Translations) -> None:
    """A site shows it in English, and `make test` lists it; a release is refused."""
    for problem in german.problems:
        warnings.warn(f"German: {problem}", stacklevel=1)
    assert len(german.words.asked) > len(german.words.missing)


def test_no_german_of_a_wording_is_left_whose_english_is_gone() -> None:
    elsewhere = {"number", "number, alone", "silence", "bridge"}  # said by pages
    with (FOLDER / GERMAN / "wording.po").open("rb") as file:
        entries = [each for each in read_po(file) if each.id and each.context not in elsewhere]
    assert {text for each in entries for text in _forms(each.id)} - find_wording_texts() == set()
    assert {str(each.context) for each in entries} & set(program.WORDINGS) == set()


def _forms(text: object) -> tuple[str, ...]:
    return tuple(map(str, text)) if isinstance(text, tuple) else (str(text),)


@pytest.mark.slow
def test_the_fields_of_a_wording_are_the_same_in_german() -> None:
    """But for a number that one of the two has in words."""
    for (context, english), german in Catalogues(GERMAN).messages.items():
        if context in all_wordings():
            several = german.plural
            for text in german.forms:
                assert _fields(text) <= _fields(english) | _fields(several), context
            assert several or _fields(german.forms[0]) == _fields(english), context


def _fields(text: str) -> set[str]:
    return {name for _literal, name, _format, _conversion in Formatter().parse(text) if name is not None}


def test_what_is_filled_in_is_the_same_in_german() -> None:
    """No name of an English text is lost in German, and no value stands there that English has not."""
    for (context, english), translation in Catalogues(GERMAN).messages.items():
        text = translation.forms[0]
        if context.startswith("rules_data/") or context in all_wordings():
            continue  # its calls have no arguments but forms: see `rules/how_to.py`
        theirs, ours = ({_STRING.sub('""', mark) for mark in _MARK.findall(each)} for each in (english, text))
        values = {name for mark in theirs for name in re.findall(r"[a-z_]{4,}", mark)}
        assert {name for mark in ours for name in re.findall(r"[a-z_]{4,}", mark)} <= values, english
        assert {mark for mark in theirs if mark.startswith(("<code>", "`"))} <= ours, english


@pytest.mark.slow
def test_no_english_stands_in_the_german(german: Translations) -> None:
    for (context, _english), translation in german.words.messages.items():
        text = " ".join(translation.forms)
        prose = re.sub(r"<[^>]*>|\]\([^)]*\)", " ", _MARK.sub(" ", _NAMES.sub("", text)))
        assert not _ENGLISH.search(_KEY.sub(" ", prose)), (context, text)


def _entries(name: str) -> list[tuple[str, str]]:
    """The context and the English of each entry of a catalogue."""
    with (FOLDER / GERMAN / name).open("rb") as file:
        return [(message.context or "", str(message.id)) for message in read_po(file, locale=GERMAN) if message.id]


@cache
def _english_words(codex: ComputedCodex) -> frozenset[str]:
    """The words of our English that are in no German of ours and in no source."""
    messages = [(text, " ".join(ours.forms)) for (context, text), ours in Catalogues(GERMAN).messages.items()]
    texts = (unit.transcript for edition in codex.corpus.editions() for unit in edition.units.values())
    return frozenset(
        _words(" ".join(english for english, _ours in messages))
        - _words(" ".join(ours for _english, ours in messages))
        - _words(" ".join(texts))
    )


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(_NO_WORDS.sub(" ", text))}


def english_left(pages: dict[str, str], codex: ComputedCodex) -> dict[str, str]:
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


@pytest.mark.slow
def test_no_english_word_is_on_a_german_page(german: Translations, computed: ComputedCodex) -> None:
    """But of texts that are known to have no German yet."""
    known = _words(" ".join(text for _context, text in german.words.missing))
    assert {word: place for word, place in english_left(german.pages, computed).items() if word not in known} == {}


@pytest.mark.slow
def test_a_german_page_has_the_anchors_of_the_english_one(german: Translations, english: dict[str, str]) -> None:
    anchors = re.compile(r'\{: #([^\s}]+)|\bid="([^"]+)"')
    for path, text, theirs in _beside(german, english):
        assert anchors.findall(text) == anchors.findall(theirs), path


@pytest.mark.slow
def test_a_german_page_leads_to_german_pages(german: Translations) -> None:
    for path, text in german.pages.items():
        for target in re.findall(r"\]\(<?([^)\s#?>]+\.md)", text):
            page = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            assert page.startswith("de/") or find_page_in(GERMAN, page) == page, (path, target)


@pytest.mark.slow
def test_a_german_page_rests_on_the_same_paragraphs(german: Translations, english: dict[str, str]) -> None:
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
        (
            "Königrufen ist ein Kartenspiel für {{ number() }} Personen, in dem man {{ terms('Stiche') }} macht.",
            "Ein Kartenspiel, in dem man {{ terms('Stiche') }} macht.",
            "expected 1 cells with number, terms, as in English",
        ),
        (
            "Personen, in dem man {{ terms('Stiche') }} macht.",
            "Personen, in dem man {{ terms('Karten') }} macht.",
            "`Karten` for `Stich`",
        ),
        ("Königrufen ist ein Kartenspiel", "Königrufen ist mit vier ein Kartenspiel", "do not write `vier`"),
        ("Königrufen ist ein Kartenspiel", "Königrufen ist ein Kartenspiel mit Königen", "do not write `Königen`"),
        (
            "Königrufen ist ein Kartenspiel für {{ number() }}",
            "Ein Kartenspiel für {{ number2() }}",
            "`Ein Kartenspiel für {{ number2() }} Personen, in dem man {{ terms('Stiche') }} macht.`; "
            "expected 1 cells with number, terms",
        ),
        (
            "Personen, in dem man {{ terms('Stiche') }} macht.",
            "Personen, in dem man {{ terms('Stiche', 'Stiche', 'Stiche') }} macht.",
            "`terms('Stiche', 'Stiche', 'Stiche')`; expected one form, or that of one and that of several",
        ),
    ],
)
def test_german_that_does_not_fit_the_rules_is_told(
    tmp_path: Path, computed: ComputedCodex, before: str, after: str, expected: str
) -> None:
    pages, words = _composed(computed, _changed(tmp_path, "how_to_play.po", before, after), "de/play/1840.md")
    assert [each for each in words.bad_translations if expected in each], list(words.bad_translations)
    assert "texts are in English still" in words.untranslated_summary
    assert pages["de/play/1840.md"]


@pytest.mark.slow
def test_a_text_without_german_is_shown_in_english_and_told(tmp_path: Path, computed: ComputedCodex) -> None:
    """So that a changed English has no stale German."""
    folder = _changed(tmp_path, "pages.po", 'msgid "Your hand:"', 'msgid "Your cards:"')
    pages, words = _composed(computed, folder, "de/play/first-tricks.md")
    assert words.missing == [("", "Your hand:")]
    assert "Your hand:" in pages["de/play/first-tricks.md"]


@pytest.mark.slow
def test_what_a_release_is_refused_for_is_found_wherever_it_is_said(tmp_path: Path, measured: ComputedCodex) -> None:
    """On a page, in a book, a short address, a script, the theme, the data, a wording that no page has today."""
    folder, lost = tmp_path / "locale", []
    shutil.copytree(FOLDER, folder)
    for name, context, english in (
        ("pages.po", "", "Your hand:"),
        ("pages.po", "theme", "Only in"),
        *(next((f"{kind}.po", *of) for of in _entries(f"{kind}.po")) for kind in ("data", "scripts", "wording")),
    ):
        path = folder / GERMAN / name
        with path.open("rb") as file:
            entries = read_po(file, locale=GERMAN)
        assert entries.get(english, context or None)
        entries.delete(english, context or None)
        with path.open("wb") as file:
            write_po(file, entries, width=0)
        lost.append((context, english))
    found = translate_everything(measured, GERMAN, folder)
    assert sorted(found.words.missing) == sorted(lost)
    assert [each for each in found.problems if "Your hand:" in each] == ["no translation: Your hand:"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ('msgid "Your hand:"', '#, fuzzy\nmsgid "Your hand:"', "`Your hand:` is fuzzy"),
        ('msgstr "Deine Hand:"', 'msgstr ""', "`Your hand:` is not translated"),
        ('msgstr "Deine Hand:"', 'msgstr "%(cards)s:"', "`Your hand:` has no value cards"),
        (
            'msgid "Your hand:"',
            'msgid "Your hand:"\nmsgstr "x"\n\nmsgid "Your "\n"hand:"',
            "`Your hand:` is there twice",
        ),
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


@pytest.mark.slow
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
    tmp_path: Path, computed: ComputedCodex, monkeypatch: pytest.MonkeyPatch,
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


def test_the_pages_say_du() -> None:
    """A capital `Sie` or `Ihr` inside a sentence, or behind an imperative, is the formal address."""
    formal = re.compile(r"[a-zäöüß,] (?:Sie|Ihnen|Ihr(?:e[nmrs]?)?)\b|(?:^|[.:!?] )[A-ZÄÖÜ][a-zäöüß]+en Sie\b")
    assert formal.search("Wählen Sie eine Karte.")
    assert formal.search("Dies ist Ihr Exemplar.")
    assert not formal.search("Eine Renonce: Sie gilt als Fehler.")
    for ours in Catalogues(GERMAN).messages.values():
        for text in ours.forms:
            assert not formal.search(re.sub(r"„[^“]*“", "", text)), text


def test_no_german_word_of_ours_stands_for_what_the_sources_say_of_bidding() -> None:
    """They have Ansagen, Steigern, sich erklären and überbieten (1840:20 to 28, 1863:4), and no Lizitation."""
    texts = (text for ours in Catalogues(GERMAN).messages.values() for text in ours.forms)
    assert not [text for text in texts if "lizit" in text.lower()]


def test_the_german_of_a_function_has_plurals() -> None:
    with use_language(Catalogues(GERMAN)):
        assert format_message(Message("turn.play.follow_suit", suit="Herz", legal=1, held=5)) == (
            "Herz ist zu bedienen: Eine von 5 Karten ist erlaubt"
        )
        assert format_message(Message("step.score", seats=("A", "B"), what="x", amount=3, reckoning="")) == (
            "A und B schreiben je 3: x."
        )
    assert format_message(Message("turn.play.follow_suit", suit="Herz", legal=1, held=5)).startswith("Must follow")


def test_german_readers_are_du() -> None:
    """A capital Sie, Ihnen or Ihr within a sentence would be the polite address."""
    polite = re.compile(r"(?<=[\w,)] )(Sie|Ihnen|Ihr(?:e[nmrs]?)?)\b")
    messages = (
        (english, form) for (_context, english), ours in Catalogues(GERMAN).messages.items() for form in ours.forms
    )
    assert [english for english, form in messages if polite.search(form)] == []
