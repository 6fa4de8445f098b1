"""Every address of the site. Pages and views ask here; none of them knows where another one lies."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from tarock.base.i18n import ENGLISH, LOCALES, current_language
from tarock.base.structs import Frozen
from tarock.corpus.spelling import collation_key
from tarock.corpus.termbase import Term

# the pages that are once for all languages, and what is in English only
_ONCE = re.compile(r"[cm]/.+|changelog\.md|wanted\.md")


ARCHIVE = "tarock-codex.zip"  # all data files
CHECKSUMS = "SHA256SUMS"
RELEASE = "release"  # holds the files to take away, beside the site


def name_release(*, own: bool) -> str:
    """Return the folder of the files to download, below the folder that holds the site too."""
    return f"{RELEASE}/{'own' if own else 'files'}"


class Address(Frozen):
    """A place on the site: a page, named by its Markdown file below the docs folder, with an anchor and a query or none.

    The query says what a page shows, as its script reads it: `step=9.4`.
    """

    page: str
    anchor: str = ""
    query: str = ""

    @property
    def made(self) -> str:
        """Return the path of the page's Markdown file in the current language, below the docs folder."""
        return find_page_in(current_language(), self.page)

    def link_from(self, page: str) -> str:
        """Return the relative link from a page, as on the built site: `../rules/pack.html#rule-pack.cards`.

        It leads to the page in the current language if there is one.
        """
        fragment = f"#{self.anchor}" if self.anchor else ""
        query = f"?{self.query}" if self.query else ""
        target = self.made
        return (
            query + fragment
            if target == page and query + fragment
            else _find_relative_path(target, page) + query + fragment
        )


class SiteFile(Frozen):
    """A file that is no page of MkDocs, by its path below the top folder of the site, or beside that: `../release`."""

    path: str

    def link_from(self, page: str) -> str:
        """Return the relative link from a page, as `Address.link_from` does."""
        if self.path.startswith("../"):
            return "../" * page.count("/") + self.path
        return posixpath.relpath(self.path, posixpath.dirname(page) or ".")


@lru_cache(maxsize=10_000)
def find_page_in(language: str, page: str) -> str:
    """Return the path of an English page's counterpart in a language; of a page without translations its own path."""
    return page if language == ENGLISH or _ONCE.fullmatch(page) else f"{language}/{page}"


def find_language(page: str) -> str:
    """Return the language of a page, given by the path of its Markdown file."""
    folder = page.partition("/")[0]
    return folder if folder in LOCALES else ENGLISH


def find_english_page(page: str) -> str:
    """Return the path of the English counterpart of a page in any language."""
    return page.removeprefix(f"{find_language(page)}/")


@lru_cache(maxsize=10_000)  # pairs of pages; asked for each of many thousand links
def _find_relative_path(target: str, page: str) -> str:
    """Return a relative path as `posixpath.relpath` does, without looking up the working folder."""
    *folders, name = (target.removesuffix(".md") + ".html").split("/")
    here = page.split("/")[:-1]
    same = len(posixpath.commonprefix([folders, here]))
    return "/".join([*[".."] * (len(here) - same), *folders[same:], name])


class Router:
    """Knows the address of every page, passage, rule, game and claim.

    `units` maps each reference that stands on a page (passage, heading, container) to that page;
    `pages` maps each siglum to the pages of its source, in order; `own` says that the site has every word.
    """

    def __init__(self, units: Mapping[str, str], pages: Mapping[str, Sequence[str]], *, own: bool = False):
        self._units = units
        self._pages = pages
        self._release = name_release(own=own)

    # Fixed pages

    home = Address("index.md")
    about = Address("about.md")
    changelog = Address("changelog.md")
    wanted = Address("wanted.md")
    own_game = Address("own-game.md")
    subjects = Address("subjects.md")
    found = Address("found.md")
    undecided = Address("undecided.md")
    print = Address("print.md")

    @property
    def doors(self) -> tuple[tuple[str, Address], ...]:
        """Return what stands at the top of the navigation, by its English title: the first page behind each."""
        return (
            ("Play", self.playing),
            ("Learn", self.play),
            ("Read", self.sources),
            ("Compare", self.rules),
            ("About", self.about),
        )

    # Data

    about_data = Address("data/index.md")
    library = Address("library.md")

    @staticmethod
    def data(path: str) -> SiteFile:
        """Return the address of a data file, given by its path in the project: `corpus/termbase.yaml`."""
        return SiteFile(f"data/{path}")

    # Books and other files

    books = Address("files/index.md")

    def file(self, name: str) -> SiteFile:
        """Return the address of a file to download, by name: `1840.pdf`. It lies beside the site."""
        return SiteFile(f"../{self._release}/{name}")

    @property
    def all_data(self) -> SiteFile:
        """Return the address of the archive with all data files."""
        return self.file(ARCHIVE)

    checksums = SiteFile(CHECKSUMS)  # of the data files

    @staticmethod
    def script(name: str, *, worded: bool = False) -> SiteFile:
        """Return the address of a script that only some pages load; `worded` scripts exist for each language."""
        language = f"-{current_language()}" if worded and current_language() != ENGLISH else ""
        return SiteFile(f"assets/javascripts/{name}{language}.js")

    @staticmethod
    def stylesheet(name: str) -> SiteFile:
        """Return the address of a stylesheet that only some pages load."""
        return SiteFile(f"assets/stylesheets/{name}.css")

    # Sources

    sources = Address("sources/index.md")

    @staticmethod
    def part(siglum: str, slug: str) -> Address:
        """Return the address of the page with a part of a source."""
        return Address(f"sources/{siglum}/{slug}.md")

    def source(self, siglum: str) -> Address:
        """Return the address of the first page of a source."""
        return Address(self._pages[siglum][0])

    def has(self, ref: str) -> bool:
        """Return whether `ref` is a passage, heading or container on some page."""
        return ref in self._units

    def passage(self, ref: str) -> Address:
        """Return the address of a passage, heading or container such as `1840:47.2`; raise `KeyError` for others."""
        return Address(self._units[ref], ref)

    @staticmethod
    def short(ref: str, version: str = "") -> Address:
        """Return the short address of a passage, heading or container of the present edition.

        With a version it is the page of a passage of an earlier edition whose text differs from that of today.
        """
        return Address(f"c/{ref.replace(':', '/')}{f'@{version}' if version else ''}/index.md")

    @staticmethod
    def edition(ref: str, version: str) -> Address:
        """Return the address of a source, or of a place in it, on the page of a whole edition: `c/1840@1.1.0/#47.2`."""
        siglum, _, ident = ref.partition(":")
        return Address(f"c/{siglum}@{version}/index.md", ident)

    # Glossary

    glossary = Address("glossary/index.md")
    search_help = Address("search-help.md")
    verify = Address("verify.md")

    @staticmethod
    def compare_passages(first: str = "", second: str = "") -> Address:
        """Return the address of the page with two passages side by side; without passages, of its form."""
        return Address("beside.md", "", f"a={first}&b={second}" if first else "")

    @staticmethod
    def notes(ident: str = "") -> Address:
        """Return the address of all historical notes, or of the note with this id."""
        return Address("glossary/notes.md", f"note-{ident}" if ident else "")

    @staticmethod
    def letter(name: str) -> Address:
        """Return the address of the glossary page of a letter."""
        return Address(f"glossary/{name.lower()}.md")

    @classmethod
    def term(cls, term: Term) -> Address:
        """Return the address of a term in the glossary."""
        return Address(cls.letter(collation_key(term.headword)[0]).page, term.id)

    @classmethod
    def term_file(cls, term: Term) -> SiteFile:
        """Return the address of a term in the English glossary, for a page in all languages, whose script knows others."""
        address = cls.term(term)
        return SiteFile(f"{address.page.removesuffix('.md')}.html#{address.anchor}")

    @staticmethod
    def words(siglum: str, slug: str = "") -> Address:
        """Return the address of the word forms of a source, or of the page for some letters (`a-c`)."""
        return Address(f"words/{siglum}/{slug}.md" if slug else f"words/{siglum}.md")

    # Emendations

    @staticmethod
    def emendations(siglum: str = "") -> Address:
        """Return the address of all emendations, or of those of one source."""
        return Address("emendations.md", f"emendations-{siglum}" if siglum else "")

    @staticmethod
    def emendation(passage: str, number: int) -> Address:
        """Return the address of the `number`th emendation (from 1) of a passage."""
        return Address("emendations.md", f"emendation-{passage}-{number}")

    @staticmethod
    def conjecture(passage: str, number: int) -> Address:
        """Return the address of the `number`th conjecture (from 1) of a source, which is on this passage."""
        return Address("emendations.md", f"conjecture-{passage}-{number}")

    # Doubtful places

    @staticmethod
    def doubtful(siglum: str = "") -> Address:
        """Return the address of all doubtful places, or of those of one source."""
        return Address("doubtful.md", f"doubtful-{siglum}" if siglum else "")

    @staticmethod
    def pattern(name: str) -> Address:
        """Return the address of a pattern of recurring doubts."""
        return Address("doubtful.md", f"pattern-{name}")

    # Places that the print would decide

    @staticmethod
    def print_questions(siglum: str) -> Address:
        """Return the address of the places of a source that its print would decide."""
        return Address("print.md", f"print-{siglum}")

    # Rules

    rules = Address("rules/index.md")
    history = Address("rules/what-changed.md")
    bridge = Address("rules/todays-terms.md")
    keys = Address("k/index.md")

    @staticmethod
    def topic(name: str) -> Address:
        """Return the address of the comparison of a topic."""
        return Address(f"rules/{name}.md")

    @staticmethod
    def pair(first: str, second: str, matter: str = "") -> Address:
        """Return the page that compares two sources, the older named first, or one matter on it."""
        return Address(f"rules/{first}-{second}.md", f"matter-{matter}" if matter else "")

    @staticmethod
    def matter(ident: str) -> Address:
        """Return the page of a matter, at its short address."""
        return Address(f"m/{ident}/index.md")

    @staticmethod
    def rule(key: str) -> Address:
        """Return the address of the row of a key."""
        return Address(f"rules/{key.partition('.')[0]}.md", f"rule-{key}")

    @staticmethod
    def key(key: str) -> Address:
        """Return the address of a key on the page of all keys, which deprecated keys have too."""
        return Address("k/index.md", key)

    # How it is played

    play = Address("play/index.md")
    first_tricks = Address("play/first-tricks.md")
    lesson = Address("play/lesson.md")
    one_result = Address("rules/one-result.md")

    @staticmethod
    def play_of(siglum: str) -> Address:
        """Return the address of how the game of a source is played."""
        return Address(f"play/{siglum}.md")

    @staticmethod
    def summary_of(siglum: str) -> Address:
        """Return the address of the summary to print for the table."""
        return Address(f"play/{siglum}-summary.md")

    # The table at which a visitor plays against machines

    playing = Address("table.md")

    # Games

    games = Address("games/index.md")
    criteria = Address("games/index.md", "conjectures")
    tasks = Address("games/tasks.md")

    @staticmethod
    def game(name: str, level: str = "", step: str = "") -> Address:
        """Return the address of a model game (`m3`), of a level of it (`corrected`), or of a step (`9.4`)."""
        return Address(f"games/{name}.md", "" if step else level, f"level={level}&step={step}" if step else "")

    @staticmethod
    def findings(game: str = "") -> Address:
        """Return the address of the findings in all model games, or in one."""
        return Address("games/findings.md", f"findings-{game}" if game else "")

    # Claims

    claims = Address("claims/index.md")
    evidence = Address("claims/evidence.md")

    @staticmethod
    def claims_of(siglum: str) -> Address:
        """Return the address of the claims of a source."""
        return Address(f"claims/{siglum}.md")

    def claims_on(self, page: str) -> Address:
        """Return the address of the full claims about passages on a page of a source."""
        siglum = page.split("/")[1]
        return Address(page.replace("sources", "claims", 1)) if len(self._pages[siglum]) > 1 else self.claims_of(siglum)

    def claim(self, ref: str, ident: str) -> Address:
        """Return the address of the claim `ident` about the passage `ref`."""
        return Address(self.claims_on(self._units[ref]).page, f"claim-{ident}")
