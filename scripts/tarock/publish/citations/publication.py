"""Who edits and publishes the edition, and when each version of it appeared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock import yamlio
from tarock.errors import CodexError
from tarock.value import Value

if TYPE_CHECKING:
    from tarock.corpus.sources import Source
    from tarock.project import Project

_MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
           "November", "Dezember"),
}  # fmt: skip


class Publication(Value):
    """Who edits and publishes the edition, and where: `CITATION.cff` says it.

    `url`, the address of the site, ends with `/`, or is empty. `repository` is where the project is worked on
    (`repository-code:`), without a slash at its end, or empty. `licence` is that of the data, as SPDX names it.
    """

    publisher: str
    editor: str
    url: str
    repository: str = ""
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    released: str = ""
    licence: str = ""

    def in_repository(self, path: str) -> str:
        """The address of a file of the project in its newest state there; empty where there is no repository."""
        return f"{self.repository}/blob/HEAD/{path}" if self.repository else ""


def load_publication(project: Project) -> Publication:
    """Read `CITATION.cff`; raises `CodexError` where it names no title or no author."""
    document = yamlio.load(project.root / "CITATION.cff")
    data = document.data if isinstance(document.data, dict) else {}
    authors = data.get("authors")
    names = [author.get("name") for author in authors if isinstance(author, dict)] if isinstance(authors, list) else []
    title, url, repository = data.get("title"), data.get("url"), data.get("repository-code")
    if not isinstance(title, str) or not names or not all(isinstance(name, str) for name in names):
        raise document.error("no title, or no author with a name", "expected `title:` and `authors:` as in CFF 1.2")
    editor = " and ".join(str(name) for name in names)
    address = f"{url.rstrip('/')}/" if isinstance(url, str) and url else ""
    repository = repository.rstrip("/") if isinstance(repository, str) else ""
    told = {name: data.get(name) for name in ("abstract", "keywords", "date-released", "license")}
    words, keywords = {name: value if isinstance(value, str) else "" for name, value in told.items()}, told["keywords"]
    return Publication(
        title,
        "" if editor == title else editor,
        address,
        repository,
        words["abstract"],
        tuple(map(str, keywords)) if isinstance(keywords, list) else (),
        words["date-released"],
        words["license"],
    )


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
