"""Find what a reader of another language is still shown in English: on pages, in books, scripts and messages."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import msgspec
from babel.messages.extract import extract

from tarock.base.i18n import DATA, FOLDER, Catalogues, show_entry, translate_text, use_language
from tarock.base.wording import SUBJECTS, all_wordings, program
from tarock.codex import ComputedCodex
from tarock.corpus.versions import all_versions
from tarock.publish import environment
from tarock.publish.environment import MOST_SPELLED, list_template_files
from tarock.publish.pages import compose_pages, list_translated_pages, make_navigation
from tarock.publish.paper.book import make_book
from tarock.publish.paper.epub import make_epub_writer
from tarock.publish.paper.files import list_books, list_sheets
from tarock.publish.paper.sheet import make_sheet
from tarock.publish.places import Site
from tarock.publish.script_data import translate_scripts
from tarock.publish.views.short_pages import make_short_pages

_SENTENCE = re.compile(r"[a-z}] [a-z{]")  # two words, or a value and one
_THEME_TEXT = re.compile(r"""\btr\("([^"]+)"\)""")


class Translations(msgspec.Struct):
    """The translated pages of both copies of the site, by path, and every text that was asked for to make them."""

    pages: dict[str, str]
    words: Catalogues

    @property
    def problems(self) -> list[str]:
        """Return what is still English, does not fit the rules, or translates a text that is gone.

        Empty when complete.
        """
        return [
            *(f"no translation: {show_entry(*each)}" for each in self.words.missing),
            *self.words.bad_translations,
            *(f"its English is gone: {show_entry(*each)}" for each in self.unused),
        ]

    @property
    def unused(self) -> list[tuple[str, str]]:
        """Return the translations that nothing asked for, by context and English.

        Words of the program alone, and of the theme's templates, are not checked.
        """
        unseen = ("theme",)
        return [asked for asked in self.words.messages if asked not in self.words.asked and asked[0] not in unseen]


def translate_everything(codex: ComputedCodex, language: str, folder: Path = FOLDER) -> Translations:
    """Make everything that is shown in a language, without building the site, to find texts without translation."""
    words, pages = Catalogues(language, folder), dict[str, str]()
    own, public = Site(codex), Site(codex, public_domain_only=True)
    with use_language(words):
        listed = list_translated_pages(own)
        make_navigation(listed)
        pages |= compose_pages(own, listed)
        each = {
            page.template: page for page in list_translated_pages(public)
        }  # the last source is the one that is left out
        compose_pages(public, each.values())
        _ask_scripts(own)
        for site in (own, public):
            _ask_other_files(site)
        _ask_wordings(words)
        _ask_templates(words)
        for number in range(MOST_SPELLED + 1):
            environment.spell_number(number)
    return Translations(pages, words)


def find_wording_texts() -> set[str]:
    """Return every sentence, context and key in the wordings that pages show."""
    trees = [ast.parse(Path(str(each.__file__)).read_text("utf-8")) for each in SUBJECTS if each is not program]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    about = {ast.get_docstring(node, clean=False) for node in nodes if isinstance(node, ast.Module | ast.FunctionDef)}
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)} - about


def _ask_wordings(words: Catalogues) -> None:
    """Ask for the translation of each wording, and of every sentence in wordings that a function composes."""
    texts, found = find_wording_texts(), set[str]()
    for key, entry in all_wordings().items():
        if key in program.WORDINGS or callable(entry):
            continue
        if isinstance(entry, str):
            translate_text(entry, key)
        else:
            words.npgettext(key, *entry, 1)
    for (context, english), translation in words.messages.items():
        if context in texts | all_wordings().keys() and english in texts and translation.plural in texts | {""}:
            words.asked.setdefault((context, english), translation.plural)
    for (_context, english), several in words.asked.items():
        found |= {english, several}
    contexts = {context for context, _english in words.messages}
    for text in sorted(texts - found - contexts):
        if _SENTENCE.search(text) and "\\" not in text:
            translate_text(text, "wording")


def _ask_templates(words: Catalogues) -> None:
    """Ask for the translation of every text in a template, whether a page shows it or not."""
    options = {
        "extensions": "jinja2.ext.do",
        "newstyle_gettext": "true",
        "silent": "false",
        "trim_blocks": "true",
        "trimmed": "true",
    }
    for path in list_template_files(""):
        with path.open("rb") as file:
            for _line, message, _comments, context in extract("jinja2.ext:babel_extract", file, options=options):
                one, several = message if isinstance(message, tuple) else (message, "")
                words.asked[context or "", one] = several


def _ask_scripts(site: Site) -> None:
    """Ask for the translation of the words in scripts and in our parts of the theme."""
    root = site.codex.project.root
    translate_scripts(
        site,
        [
            SimpleNamespace(src_uri=path.relative_to(root / "docs").as_posix(), content_string=path.read_text("utf-8"))
            for path in sorted((root / "docs").rglob("*.js"))
        ],
    )
    for path in sorted((root / "overrides").rglob("*.html")):
        for text in _THEME_TEXT.findall(path.read_text("utf-8")):
            translate_text(text, "theme")


def _ask_other_files(site: Site) -> None:
    """Ask for the translation of what is made beside pages: books, sheets, short addresses, search labels."""
    editions = [edition for edition in site.corpus.editions() if not site.withheld(edition.siglum)]
    template = environment.get_environment().get_template
    for name, form in (*list_books(site), *list_sheets(site)):
        book = make_sheet(site, name) if form == "sheet" else make_book(site, name)
        if form == "epub":
            make_epub_writer(site.codex.project).write(book)
    for siglum in site.withheld_sources or site.corpus.sources:  # the others are as in the site with every text
        for page in make_short_pages(site, all_versions(site.corpus, siglum)):
            template("short-page.html.j2").render(view=page)
    template("moved.html.j2").render(view={"top": "", "target": "", "canonical": ""})
    for rule in site.codex.search_data(editions).rules:
        translate_text(rule.title, DATA)
        translate_text(rule.asks, DATA)
