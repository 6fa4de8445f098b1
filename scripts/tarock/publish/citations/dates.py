"""When each version of an edition appeared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.base.errors import CodexError

if TYPE_CHECKING:
    from tarock.corpus.sources import Source

_MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
           "November", "Dezember"),
}  # fmt: skip


def edition_date(source: Source, version: str) -> str:
    """When a version of a source appeared; raises `CodexError` where `sources.yaml` does not say."""
    if version not in source.dates:
        raise CodexError(
            f"no date for edition {version} of source {source.siglum}",
            f"expected `dates:` of {source.siglum} to name it",
            file="corpus/sources/sources.yaml",
        )
    return source.dates[version]


def written(date: str, language: str) -> str:
    """A date such as `2026-11-21` as a person writes it, a year alone as it is."""
    year, *rest = date.split("-")
    if len(rest) < 2:
        return year
    month, day = _MONTHS[language][int(rest[0]) - 1], int(rest[1])
    return f"{day}. {month} {year}" if language == "de" else f"{day} {month} {year}"
