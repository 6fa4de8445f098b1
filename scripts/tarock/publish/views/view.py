"""The view of a page: domain records, links from this page, prose with links, and our English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tarock.base.i18n import DATA, ENGLISH, citation_language, current_language, current_locale, translate_text
from tarock.base.structs import Cached, Frozen, group_pairs
from tarock.base.wording import write_message
from tarock.corpus.translation.records import Translation
from tarock.publish.places import Site
from tarock.publish.router import Address, Router, SiteFile
from tarock.publish.wheel import make_wheel_name, offers_wheel
from tarock.replay.games import GameReport
from tarock.rules.tables import Statement
from tarock.rules.topics import DeprecatedKey

_REFERENCE = re.compile(r"\b([A-Za-z0-9]+:[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)")
_KEY = re.compile(r"\b([a-z_]+(?:\.[a-z_]+)+)\b")


class Link(Frozen):
    """Words that lead somewhere; without `href` they are only words."""

    text: str
    href: str = ""


Prose = tuple[Link, ...]


class English(Frozen):
    """The English of a unit and what its translator notes; a `summary` stands for a whole article."""

    text: str
    notes: tuple[str, ...]
    summary: bool


class View(Cached):
    """The site as it is seen from one page of it; views of single pages add what only they compute."""

    site: Site
    page: str
    at_key = staticmethod(Router.rule)  # where a page links to for a key

    @property
    def router(self) -> Router:
        """Return the router, which knows every address of the site."""
        return self.site.router

    def link(self, text: str, address: Address | SiteFile) -> Link:
        """Return a link with these words from this page to an address."""
        return Link(text, address.link_from(self.page))

    def to(self, address: Address | SiteFile) -> str:
        """Return the relative address from this page."""
        return address.link_from(self.page)

    def file(self, name: str, text: str = "") -> Link:
        """Return a link to a file to download, with its name or with `text` as words, and its size once it is known."""
        size = self.site.sizes.get(name)
        return self.link(f"{text or name} ({write_size(size)})" if size else text or name, self.router.file(name))

    @property
    def wheel(self) -> Link | None:
        """Return the link to the Python package; None where the site does not have it."""
        return self.file(make_wheel_name(self.site.codex.stamp)) if offers_wheel(self.site) else None

    def source_link(self, siglum: str, text: str = "") -> Link:
        """Return a link to a source, with its siglum or with `text` as words."""
        return self.link(text or siglum, self.router.source(siglum))

    def place(self, ref: str, text: str = "") -> Link:
        """Return a link to a passage, with its reference or with `text` as words.

        Raises `KeyError` for a passage that is on no page.
        """
        return self.link(text or ref, self.router.passage(ref))

    def places(self, refs: Iterable[str]) -> list[Link]:
        """Return links to the passages of `refs` that are on some page."""
        return [self.place(ref) for ref in refs if self.router.has(ref)]

    def label(self, ref: str) -> str:
        """Return the name of a passage for people, in the language of the page: `§ 47, para. 2`."""
        siglum, _, ident = ref.partition(":")
        return self.site.corpus.edition(siglum).label(ident, citation_language())

    def language(self, ref: str) -> str:
        """Return `de` where a passage is named by its German heading, else an empty string, for `lang` in HTML."""
        siglum, _, ident = ref.partition(":")
        heading = self.site.corpus.edition(siglum).headings.get(ident)
        return "de" if heading and heading.text == self.label(ref) else ""

    def prose(self, text: str) -> Prose:
        """Return a text of ours from the data files, translated, with references as links."""
        return self.linked(translate_text(text, DATA))

    def linked(self, text: str) -> Prose:
        """Return a text with the references in it as links."""
        return _cut(text, _REFERENCE, lambda ref: self.place(ref) if self.router.has(ref) else None)

    def note(self, text: str) -> Prose:
        """Return a note of a rule table in which each key is replaced by its title, as a link."""

        def named(key: str) -> Link | None:
            entry = self.site.codex.topics.find(key)
            return (
                self.link(write_message("link.key", title=translate_text(entry.title, DATA)), self.at_key(key))
                if entry
                else None
            )

        return _cut(translate_text(text, DATA), _KEY, named)

    def answering(self, former: DeprecatedKey) -> list[Link]:
        """Return links to the keys that replace a deprecated one; empty where none does."""
        return [self.link(str(each), self.at_key(each.key)) for each in former.now]

    def marked(self, ref: str, words: str) -> str:
        """Return words of a source with signs where corrections added or left out words."""
        return self.site.corpus.display_quote(ref, words)

    def gloss(self, ref: str, quote: str) -> str:
        """Return the English of the sentences that a quotation touches; empty where there is none."""
        return find_gloss(self.site, ref, quote)

    def stated(self, statement: Statement) -> str:
        """Return a statement's rule in a sentence, as `write_statement` does."""
        return write_statement(statement)

    def english_of(self, ref: str) -> English | None:
        """Return the English of a passage with the translator's notes; None where there is none."""
        return find_english(self.site, ref)

    def section(self, ref: str) -> str:
        """Return the name of the section with a passage: `§ 65` for `1840:65.3`."""
        return name_section(self.site, ref)

    def game(self, report: GameReport) -> Link:
        """Return the link to a model game, with its title."""
        return self.link(write_game_title(report), self.router.game(report.name))


def write_size(size: int) -> str:
    """Return a number of bytes for people, in the current language: `35 kB`, `1.4 MB`."""
    if size < 1_000_000:
        return f"{max(size // 1000, 1)} kB"
    return f"{size / 1_000_000:.1f} MB".replace(".", current_locale().decimal)


def _cut(text: str, pattern: re.Pattern[str], made: Callable[[str], Link | None]) -> Prose:
    """Return a text in which the first group of each match of `pattern` is a link, if `made` gives one."""
    parts = enumerate(pattern.split(text))
    return tuple((made(part) if place % 2 else None) or Link(part) for place, part in parts if part)


def write_statement(statement: Statement) -> str:
    """Return a statement's rule in a sentence: ours in English, on a German page the words of the source."""
    return statement.says if current_language() == ENGLISH else f"„{statement.quote}“"


def name_section(site: Site, ref: str) -> str:
    """Return the name of the section with a passage: `§ 65` for `1840:65.3`."""
    siglum, _, ident = ref.partition(":")
    return site.corpus.edition(siglum).label(ident.partition(".")[0])


def group_by_pack(site: Site, sigla: Iterable[str]) -> list[tuple[int, tuple[str, ...]]]:
    """Return pairs of pack size and sources, the smallest pack first; size 0 where a source does not state it."""
    packs = ((site.codex.tables[siglum].find_rule("pack.cards"), siglum) for siglum in sigla)
    return sorted(group_pairs((cards.value if cards else 0, siglum) for cards, siglum in packs).items())


def write_game_title(report: GameReport) -> str:
    """Return the number and title of a model game."""
    return f"{report.number}. {report.title}"


def find_english(site: Site, ref: str) -> English | None:
    """Return the English of a unit, if there is any; a summary is with the first passage of its article.

    Units whose English are the same signs (`§ 47`) have none.
    """
    siglum, _, ident = ref.partition(":")
    translation = site.codex.translations.get(siglum)
    if translation is None or current_language() != ENGLISH:  # on a German page it is off
        return None
    article = translation.article(ident)
    if translation.kind == "summary" and translation.edition.containers.get(article, ("",))[0] != ident:
        return None
    return next((each for each in list_english(translation, [ident]) if each.text != translation.german(article)), None)


def list_english(translation: Translation | None, idents: Iterable[str]) -> tuple[English, ...]:
    """Return the English of some units or sentences in their order, that of an article once."""
    if translation is None:
        return ()
    summary = translation.kind == "summary"
    articles = dict.fromkeys(map(translation.article, idents))
    found = (English(translation.english_of(name), translation.notes(name), summary) for name in articles)
    return tuple(each for each in found if each.text)


def find_gloss(site: Site, ref: str, quote: str) -> str:
    """Return the English of the sentences that a quotation touches; an empty string where there is none."""
    translation = site.codex.translations.get(ref.partition(":")[0])
    return translation.quote(ref, quote) if translation and current_language() == ENGLISH else ""


def translate_remark(site: Site, ref: str, text: str) -> str:
    """Return the English of a remark, which may follow the plays in a trick line; empty where there is none."""
    siglum, _, ident = ref.partition(":")
    translation = site.codex.translations.get(siglum)
    if translation and (passage := translation.edition.passages.get(ident)) and passage.kind == "trick":
        return " ".join(translation.sentences(ident)[1:])
    return find_gloss(site, ref, text)
