"""The pages at short addresses: a passage on a page of its own, for links that must last and for reference managers.

`/c/1840/47.2/` shows the current edition; `/c/1840@1.0.0/` a whole edition, with `#47.2` at a passage and with
`?places=11-19#11.1` at the places of a citation, which its script marks; `/c/1840/6.24@1.0.0/` a passage of an earlier
edition, where today's text differs, with the difference; `/m/who-deals/` a matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

from msgspec import structs

from tarock.base.structs import Frozen, group_pairs
from tarock.base.wording import write_message
from tarock.checks.reviews import Review, Subject
from tarock.claims.ledger import CheckedClaim
from tarock.corpus.annotations import LEFT_OUT_SIGN
from tarock.corpus.apparatus import HistoricalNote
from tarock.corpus.differences import Change, ChangeKind, diff_words
from tarock.corpus.editions import Edition, Heading, Passage, Unit
from tarock.corpus.elsewhere import OtherText, Testimony
from tarock.corpus.emendations import Emendation
from tarock.corpus.references import Reference, Selection, select
from tarock.corpus.sentences import Span
from tarock.corpus.sources import Source
from tarock.corpus.termbase import Occurrence, Term
from tarock.corpus.versions import Withdrawal, load_tombstones
from tarock.publish.citations import LANGUAGES, cite_english, cite_in_languages
from tarock.publish.items import find_edition_date
from tarock.publish.matter_citations import cite_matter
from tarock.publish.places import Site
from tarock.publish.router import Address, Router
from tarock.publish.views.matters import MattersView, list_pairs
from tarock.publish.views.metadata import make_linked_data, make_tags
from tarock.publish.views.play import find_described_sources
from tarock.publish.views.view import English, View, list_english
from tarock.rules.matters import Matter, MatterPair
from tarock.rules.tables import Statement


class LinkedWords(Frozen):
    """Words of a line: with the number of the sentence that begins here, or none, and the link of a term, or none."""

    text: str
    sentence: str = ""
    href: str = ""


LinkedWordsLine = tuple[LinkedWords, ...]


class _PageAlone(View):
    """A page with a head of its own (`alone.html.j2`)."""

    @property
    def folder(self) -> str:
        """Return its folder below the top of the site."""
        return self.page.rpartition("/")[0]

    @property
    def top(self) -> str:
        return "../" * (self.folder.count("/") + 1)

    @property
    def canonical(self) -> str:
        """Return its web address; empty where the site has none."""
        url = self.site.publication.url
        return f"{url}{self.folder}/" if url else ""


class ShortPage(_PageAlone):
    """A passage, unit or heading in one version, or a whole edition; `dated` at an address that names the version.

    `now` is what today's edition has instead, if it has it, `withdrawal` says why not.
    """

    selection: Selection
    version: str
    dated: bool
    now: Selection | None
    withdrawal: Withdrawal | None
    english: tuple[English, ...]
    translator: str  # what the English is cited as
    notes: tuple[HistoricalNote, ...]
    citations: tuple[tuple[str, str], ...]
    meta: tuple[tuple[str, str], ...]
    linked_data: Mapping[str, Any]
    neighbours: tuple[str, str]  # the refs of what stands before and after it in this edition, if anything

    @property
    def ref(self) -> str:
        """Return the reference of the selection."""
        return self.selection.ref

    @property
    def source(self) -> Source:
        """Return the source of the selection."""
        return self.site.corpus.sources[self.selection.edition.siglum]

    @property
    def date(self) -> str:
        """Return the date of the version."""
        return find_edition_date(self.source, self.version)

    @property
    def why_no_english(self) -> str:
        """Return why there is no English: `edition` for an earlier one, `around` for words of others around the text.

        Empty where there is English, or no text.
        """
        if self.english or self.whole or not self.units:
            return ""
        present = self.now is not None and self.version == self.source.edition
        return "around" if present else "edition"

    @property
    def differs(self) -> bool:
        """Return whether the present edition has other words here."""
        if self.now is None or not self.whole:
            return self.now is not None and self.selection.hash != self.now.hash
        return list_hashes(self.selection) != list_hashes(self.now)

    @property
    def lasting(self) -> Address | None:
        """Return the address that always shows this version: a place on the page of the whole edition.

        None where that page is not made, because words of it are left out of this copy.
        """
        edition = self.selection.edition
        whole = all(passage.is_here for passage in edition.passages.values())
        return Router.edition(self.ref, self.version) if whole else None

    @property
    def differing(self) -> list[str]:
        """Return the passages of a whole edition that have other words in the present one, or are gone."""
        if not self.whole or self.now is None:
            return []
        present = self.now.edition.units
        units = self.selection.edition.units
        return [unit.ref for ident, unit in units.items() if ident not in present or unit.hash != present[ident].hash]

    @cached_property
    def difference(self) -> list[Change]:
        """Return the changes from an old edition to the present.

        Empty where there are none, or the text is withheld.
        """
        made: list[Change] = []
        if self.whole or self.now is None or not self.differs or self.site.withheld(self.ref):
            return made
        texts = {unit.ident: unit.display_text() for unit in self.now.passages}
        for unit in self.selection.passages:
            before, text = unit.display_text(), texts.pop(unit.ident, "")
            same = (Change(ChangeKind.SAME, before),)
            made += [*(same if before == text else diff_words(before, text)), Change(ChangeKind.SAME, "\n")]
        for text in texts.values():  # what is new since
            made += [Change(ChangeKind.NOW, text), Change(ChangeKind.SAME, "\n")]
        return made[:-1]

    @property
    def signs(self) -> list[tuple[str, str, str]]:
        """Return the words that corrections added or left out: place, sign and words."""
        units = () if self.site.withheld(self.ref) else self.selection.passages
        return [
            (unit.ref, LEFT_OUT_SIGN if each.point else unit.display_text(each.start, each.end), each.payload)
            for unit in units
            for each in unit.signs
        ]

    @property
    def testimonies(self) -> list[tuple[OtherText, Testimony]]:
        """Return what other texts testify about its words; empty for a whole edition."""
        found = self.site.codex.testimonies
        return [] if self.whole else [each for unit in self.selection.passages for each in found.get(unit.ref, ())]

    @cached_property
    def _passage(self) -> Passage | None:
        """Return the passage, if the page is about a single one of the present edition; None otherwise."""
        present = self.version == self.source.edition
        return self.selection.edition.passages.get(self.selection.reference.first) if present else None

    @property
    def values(self) -> list[Statement]:
        """Return the statements that its passage supports."""
        return self.site.values_at(self.ref) if self._passage else []

    @property
    def claims(self) -> list[CheckedClaim]:
        """Return the checked claims about its passage."""
        return self.site.claims_at(self.ref) if self._passage else []

    @property
    def emendations(self) -> list[tuple[str, Emendation]]:
        """Return emendations and conjectures on its passage, each with the anchor in the list of all."""
        if not self._passage:
            return []
        made = [*self._passage.emendations, *self._passage.conjectures]
        return [(f"emendation-{number}", each) for number, each in enumerate(made, 1)]

    @property
    def alike(self) -> list[str]:
        """Return the passages of other sources with the most rules on the same keys."""
        return self.site.find_related(self.ref) if self._passage else []

    @property
    def read(self) -> tuple[tuple[str, str, Review], ...]:
        """Return the reviews of its text and English: what was read, whether it changed since, the review."""
        if self.whole or self.version != self.source.edition:
            return ()
        return list_reviews(self.site, (("text", self.ref), ("english", self.ref)))

    @property
    def whole(self) -> bool:
        """Return whether the page is about a whole edition."""
        return not self.selection.reference.first

    @cached_property
    def units(self) -> tuple[tuple[Unit, tuple[LinkedWordsLine, ...]], ...]:
        """Return each unit with its lines; empty where the text is withheld.

        Sentences of a single passage have anchors.
        """
        edition = self.selection.edition
        units = edition.units.values() if self.whole else self.selection.passages
        here = [unit for unit in units if unit.is_here and not self.site.withheld(unit.ref)]
        return tuple(
            (unit, tuple(self._split_lines(unit, [] if len(here) > 1 else edition.spans.get(unit.ident, ()))))
            for unit in here
        )

    @cached_property
    def _occurrences(self) -> dict[str, list[Occurrence]]:
        """Map each unit of running text to the terms in it, each where it stands first on the page."""
        told, found = set[str](), dict[str, list[Occurrence]]()
        if self.whole:
            return found
        notation = self.selection.edition.profile.notation
        for unit in self.selection.passages:
            if isinstance(unit, Heading) or unit.kind in notation:
                continue
            for each in self.site.codex.termbase.find_occurrences(unit.text, unit.ref):
                if each.term.id not in told:
                    told.add(each.term.id)
                    found.setdefault(unit.ident, []).append(each)
        return found

    def _link(self, term: Term) -> str:
        return Router.term_file(term).link_from(self.page)

    def _split_lines(self, unit: Unit, spans: Iterable[Span]) -> Iterator[LinkedWordsLine]:
        """Yield the lines of a text, each split where a sentence begins and around each term."""
        numbers = {span.start: str(number) for number, span in enumerate(spans, 1)}
        terms = {each.start: each for each in self._occurrences.get(unit.ident, ())}
        borders = {*numbers, *terms, *(each.end for each in terms.values())}
        start = 0
        for line in unit.text.split("\n"):
            end = start + len(line)
            cuts = sorted({start, *(each for each in borders if start <= each < end)})
            yield tuple(
                LinkedWords(
                    unit.display_text(low, high),
                    numbers.get(low, ""),
                    self._link(terms[low].term) if low in terms else "",
                )
                for low, high in pairwise([*cuts, end])
            )
            start = end + 1

    @property
    def glossed(self) -> list[tuple[English, LinkedWordsLine]]:
        """Return its English, each text with the terms of the German linked where it renders them first."""
        occurrences = [each for found in self._occurrences.values() for each in found]
        return [(each, tuple(self._gloss(each.text, occurrences))) for each in self.english]

    def _gloss(self, text: str, occurrences: Iterable[Occurrence]) -> Iterator[LinkedWords]:
        locate = self.site.codex.termbase.locate_rendering
        found = [(match.span(), each.term) for each in occurrences if (match := locate(each.term, each.sense, text))]
        reached = 0
        for (start, end), term in sorted(found, key=lambda each: (each[0][0], -each[0][1])):
            if start >= reached:
                yield LinkedWords(text[reached:start])
                yield LinkedWords(text[start:end], href=self._link(term))
                reached = end
        yield LinkedWords(text[reached:])

    @property
    def how_to(self) -> Address | None:
        """Return the page that tells how the game of its source is played, if there is one."""
        siglum = self.source.siglum
        return Router.play_of(siglum) if siglum in find_described_sources(self.site) else None

    @cached_property
    def anchors(self) -> Mapping[str, tuple[str, ...]]:
        """Map the id of each unit of a whole edition to the other ids that lead to it.

        They are those of a §, a game or a printed page that begins with it, and of what can be cited within it.
        """
        edition = self.selection.edition
        groups = {**edition.containers, **edition.paratext_groups}
        begins = [(inside[0], ident) for ident, inside in groups.items()]
        within = [(ident.rpartition(".")[0], ident) for ident in edition.parts]
        known = edition.units.keys()
        return group_pairs((unit, ident) for unit, ident in (*begins, *within) if self.whole and ident not in known)

    @property
    def left_out(self) -> list[Unit]:
        """Return the units of a whole edition whose words are left out of this site or copy."""
        units = self.selection.edition.units.values() if self.whole else ()
        return [unit for unit in units if not unit.is_here or self.site.withheld(unit.ref)]

    def is_heading(self, unit: Unit) -> bool:
        """Return whether a unit is shown as a heading."""
        return self.whole and isinstance(unit, Heading)

    @property
    def paragraphs(self) -> list[str]:
        """Return the lines of its text without headings; empty where it is withheld."""
        return [
            "".join(piece.text for piece in line)
            for unit, lines in self.units
            if not self.is_heading(unit)
            for line in lines
        ]


def list_hashes(selection: Selection) -> list[str]:
    """Return the hash of each passage of a selection."""
    return [passage.hash for passage in selection.passages]


def make_short_pages(site: Site, editions: dict[str, Edition]) -> Iterator[ShortPage]:
    """Yield the pages of one source: each edition as a whole, oldest first, and what stands on a page of its own.

    That is all of the current edition, and of an earlier one what has other words today or is gone.
    """
    *_, current = editions.values()
    publication = site.publication
    tombstones = load_tombstones(site.codex.project)
    for version, edition in editions.items():
        refs = [unit.ref for unit in edition.units.values()]
        beside = dict(zip(refs, zip(["", *refs], [*refs[1:], ""], strict=False), strict=True))
        translation = site.codex.translations.get(current.siglum) if edition is current else None
        for ident in dict.fromkeys((*edition.units, *edition.parts, *edition.containers, *edition.paratext_groups, "")):
            then, now = _find_selection(edition, ident), _find_selection(current, ident)
            assert then is not None
            if then.withheld and len(then.passages) > 1:  # has no hash
                continue
            stone, here = tombstones.get(then.ref), not site.withheld(then.ref)
            withdrawal = stone.record if stone else None
            told = then.passages if edition is current and ident else ()  # the pages of a source tell it of the whole
            notes = (note for item in told for note in site.notes_on(item.ref))
            english = list_english(translation, (item.ident for item in told))
            page = ShortPage(
                site,
                (Router.short(then.ref, version) if ident else Router.edition(then.ref, version)).page,
                then,
                version,
                True,
                now,
                withdrawal,
                english,
                cite_english(translation, "en") if translation else "",
                tuple({note.id: note for note in notes}.values()),
                cite_in_languages(then, version, publication, here=here),
                make_tags(then, version, publication, here=here),
                make_linked_data(then, version, publication, translation if english else None),
                beside.get(then.ref, ("", "")),
            )
            if page.whole or (edition is not current and (now is None or page.differs)):
                yield page
            if edition is current or (withdrawal and withdrawal.until == version):
                yield structs.replace(page, dated=False, page=Router.short(then.ref).page)


def _find_selection(edition: Edition, ident: str) -> Selection | None:
    """Return the selection of the unit with this id; None where the edition does not have it."""
    kinds = (edition.units, edition.parts, edition.containers, edition.paratext_groups)
    if not ident or any(ident in kind for kind in kinds):
        return select(edition, Reference(edition.siglum, ident))
    return None


def list_reviews(site: Site, named: Iterable[tuple[Subject, str]]) -> tuple[tuple[str, str, Review], ...]:
    """Return the reviews of the things named: the thing, whether it changed since, and the review."""
    return tuple(
        (
            write_message(f"read.{each.review.reads}"),
            write_message("read.changed") if each.changed else "",
            each.review,
        )
        for name in named
        for each in site.readings.get(name, ())
    )


class MatterPage(_PageAlone, MattersView):
    """A matter with the answers of all sources, and what became of it between each two that answer."""

    matter: Matter

    @property
    def citations(self) -> tuple[tuple[str, str], ...]:
        """Return its citation in each language, by its code."""
        codex, ident = self.site.codex, self.matter.id
        return tuple((each, cite_matter(codex, ident, each).render("text")) for each in LANGUAGES)

    @property
    def pairs(self) -> list[tuple[str, str, MatterPair]]:
        """Return each two sources that both answer, the older first, with what became of it."""
        found = ((first, second, self.matter.find_pair(first, second)) for first, second in list_pairs(self.site))
        return [each for each in found if not self.matter.silence(each[0], each[1])]

    @property
    def statements(self) -> list[Statement]:
        """Return the statements that bear it."""
        named, tables = {each.statement: each.key for each in self.matter.evidence}, self.site.codex.tables
        keys = dict.fromkeys(named.values())
        found = (each for table in tables.values() for key in keys for each in table.statements.get(key, ()))
        return [each for each in found if each.id in named]


def make_matter_pages(site: Site) -> Iterator[MatterPage]:
    """Yield the pages of all matters."""
    for ident, located in site.codex.matters.items():
        yield MatterPage(site, Router.matter(ident).page, located.record)
