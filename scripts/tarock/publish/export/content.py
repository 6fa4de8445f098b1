"""The contents that all files share: the texts that are in them, and each statement without words that are left out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec.structs import replace

from tarock.base.structs import Cached
from tarock.base.wording import write_message
from tarock.claims.ledger import CheckedClaim
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Edition, Unit
from tarock.corpus.profiles.profile import NOT_HERE
from tarock.corpus.publication import Publication
from tarock.corpus.references import Reference, select
from tarock.corpus.stamp import Stamp
from tarock.publish.citations import Citation, cite
from tarock.publish.places import Site
from tarock.rules.compare import Row, SourceAnswer, compare_tables
from tarock.rules.matters import Matter, MatterAnswer
from tarock.rules.tables import Statement, Support

LICENCES = "https://spdx.org/licenses/"


class Content(Cached):
    """The records of one copy, for every format.

    They are equal in a checkout and in a copy that was given away.
    """

    site: Site

    @property
    def codex(self) -> ComputedCodex:
        """Return the codex of the records."""
        return self.site.codex

    @property
    def publication(self) -> Publication:
        """Return who edits and publishes them."""
        return self.site.publication

    @property
    def stamp(self) -> Stamp:
        """Return the version of the codex and its day."""
        return self.codex.stamp

    @property
    def made_from(self) -> str:
        """Return the version, its day and its publisher in one line."""
        return f"{self.publication.publisher} {self.stamp.version}, {self.stamp.date}"

    @cached_property
    def editions(self) -> dict[str, Edition]:
        """Map sigla to the editions whose text is in this copy."""
        return {edition.siglum: edition for edition in self.site.shown_editions}

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """Return the sigla of the sources whose text is not in this copy."""
        return tuple(siglum for siglum in self.codex.corpus.sources if siglum not in self.editions)

    @cached_property
    def besides(self) -> dict[str, str]:
        """Map sigla of the other sources to a phrase on what is left out beside their text."""
        return {
            siglum: edition.source.rights.besides
            for siglum, edition in self.editions.items()
            if not all(map(self.here, edition.paratexts.values()))
        }

    def about(self) -> dict[str, str]:
        """Describe the files by name: title, version, publisher, and what is left out of them."""
        publication, sources = self.publication, self.codex.corpus.sources.values()
        found = {
            "title": publication.publisher,
            "description": publication.abstract,
            "version": self.stamp.version,
            "date": self.stamp.date,
            "commit": self.stamp.commit,
            "editions": ", ".join(f"{source.siglum}@{source.edition}" for source in sources),
            "editor": publication.editor,
            "address": publication.url,
            "licence": f"{publication.licence} for our annotations, data and English; the texts have rights of their own.",
            "left out": " ".join(f"{each[0].upper()}{each[1:]}." for each in self.absences()),
        }
        return {name: value for name, value in found.items() if value}

    def absences(self, *, around: bool = True) -> tuple[str, ...]:
        """Return a phrase for each text left out of this copy; `around` includes those around a text."""
        return (
            *(write_message("export.withheld", siglum=siglum) for siglum in self.left_out),
            *(self.besides_of(siglum) for siglum in self.besides if around),
        )

    def besides_of(self, siglum: str) -> str:
        """Return a phrase on what is left out beside a text that is in this copy."""
        return write_message("export.besides", what=self.besides[siglum])

    def here(self, unit: Unit) -> bool:
        """Return whether the words of a unit are in this copy."""
        return unit.is_here and not self.site.withheld(unit.ref)

    @cached_property
    def english(self) -> Mapping[str, str]:
        """Map references of units to our English; of a source with summaries there is none."""
        found: dict[str, str] = {}
        for siglum, translation in self.codex.translations.items():
            if siglum in self.editions and translation.kind == "translation":
                rendered = (
                    (unit.ref, translation.english_of(unit.ident)) for unit in self.editions[siglum].units.values()
                )
                found.update(each for each in rendered if each[1])
        return found

    @cached_property
    def summaries(self) -> Mapping[str, str]:
        """Map the first unit of each article that is summed up to our summary of the article, which is no translation."""
        made = (
            it for siglum, it in self.codex.translations.items() if siglum in self.editions and it.kind == "summary"
        )
        return dict(each for translation in made for each in translation.passages())

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Return every statement; those of a text that is left out come without its words."""
        return tuple(self.published(each) for table in self.codex.tables.values() for each in table)

    def published(self, statement: Statement) -> Statement:
        """Return a statement as this copy has it."""
        if statement.siglum in self.editions:
            return statement
        supports = tuple(replace(support, quote=NOT_HERE) for support in statement.supports)
        return replace(statement, quote=NOT_HERE, supports=supports)

    @cached_property
    def rows(self) -> list[Row]:
        """Return the comparison of all sources, as `tarock compare` has it."""
        return [
            replace(row, cells=tuple(map(self._publish_cell, row.cells)))
            for row in compare_tables(self.codex.tables, self.codex.comparison_rules)
        ]

    def _publish_cell(self, cell: SourceAnswer) -> SourceAnswer:
        if cell.siglum in self.editions:
            return cell
        silence = replace(cell.silence, quote=NOT_HERE) if cell.silence.quote else cell.silence
        return replace(cell, readings=tuple(map(self.published, cell.readings)), silence=silence)

    @cached_property
    def matters(self) -> list[Matter]:
        """Return the matters; the quotations from a text that is left out come without its words."""

        def published(siglum: str, answer: MatterAnswer) -> MatterAnswer:
            if siglum in self.editions:
                return answer
            supports = dict.fromkeys(replace(support, quote=NOT_HERE) for support in answer.supports)
            return replace(answer, supports=tuple(supports))

        return [
            replace(
                located.record,
                answers={siglum: published(siglum, answer) for siglum, answer in located.record.answers.items()},
            )
            for located in self.codex.matters.values()
        ]

    @cached_property
    def claims(self) -> list[CheckedClaim]:
        """Return the claims whose words are in this copy, with their verdicts."""
        return [
            checked
            for checked in self.codex.checked_claims
            if all(support.ref.partition(":")[0] in self.editions for support in checked.claim.supports)
        ]

    def place(self, support: Support) -> tuple[int, int] | None:
        """Return where the words of a quotation begin and end in their passage; None when they are left out."""
        if support.ref.partition(":")[0] not in self.editions:
            return None
        return support.find(self.codex.corpus.unit(support.ref))

    def citation(self, unit: Unit) -> Citation:
        """Return the citation of a unit in the current edition."""
        edition = self.editions[unit.siglum]
        selection = select(edition, Reference(unit.siglum, unit.ident))
        return cite(selection, edition.source.edition, self.publication, here=self.here(unit))
