"""The data behind the site: what files there are, and which of them a page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, get_args

from tarock import __version__
from tarock.base.structs import Value
from tarock.proof.coverage import HOLDS
from tarock.proof.schemas import FIELDS
from tarock.publish.export.content import Content
from tarock.publish.export.files import FORMATS, names
from tarock.publish.export.tables import TABLES
from tarock.publish.views.view import Link, View
from tarock.publish.wheel import NAME as WHEEL
from tarock.publish.wheel import offers_wheel
from tarock.rules.silences import SilenceKind
from tarock.rules.tables import Grade

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tarock.corpus.publication import Publication
    from tarock.corpus.translation.records import Imprint
    from tarock.publish.export.files import Format
    from tarock.publish.places import Site

# The files by subject, as the template tells of them.
_SUBJECTS = {
    "tables": ("rules_data/{siglum}/*.yaml", "rules_data/statements.lock", "rules_data/withdrawn_statements.yaml"),
    "told": ("rules_data/{siglum}/*.md",),
    "keys": (
        "rules_data/topics.yaml",
        "rules_data/vocabulary.yaml",
        "rules_data/keys/*.yaml",
        "rules_data/deprecated_keys.yaml",
    ),
    "claims": (
        "rules_data/claims/*.yaml",
        "rules_data/claim_words.yaml",
        "rules_data/withdrawn_claims.yaml",
        "rules_data/neighbours.yaml",
    ),
    "games": ("corpus/games/*.yaml", "rules_data/analysis/*.json", "rules_data/tasks.yaml", "scripts/solver/*"),
    "examples": ("corpus/examples/*.yaml",),
    "texts": ("corpus/texts/*/*.md", "corpus/versions.lock", "corpus/tombstones.yaml"),
    "transcripts": ("corpus/sources/*",),
    "apparatus": (
        "corpus/emendations/*.yaml",
        "corpus/doubtful/*.yaml",
        "corpus/witnesses/*.yaml",
        "corpus/notes.yaml",
        "corpus/elsewhere.yaml",
        "corpus/reviews.*",
    ),
    "english": ("corpus/translations/en/*.*", "corpus/translations/en/versions/*/*.*"),
    "words": (
        "corpus/termbase.yaml",
        "corpus/base_forms.yaml",
        "corpus/everyday.yaml",
        "corpus/senses/*.yaml",
        "corpus/spelling/*",
        "corpus/sentences/*.yaml",
    ),
    "comparison": (
        "rules_data/comparison.yaml",
        "rules_data/decisions.yaml",
        "rules_data/readings/differences/*",
        "rules_data/overview.yaml",
        "rules_data/history.yaml",
        "rules_data/scenes.yaml",
        "rules_data/conjectures.yaml",
        "rules_data/undecided.yaml",
    ),
    "schemas": ("rules_data/schema/*.json", "rules_data/schema/tables/*.json"),
    "whole": ("README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "RIGHTS.md"),
}


class Foot(Value):
    """The files behind a page, each with its place in the repository, if there is one; where the data is explained."""

    files: tuple[tuple[Link, str], ...]
    about: str


class AboutData(View):
    """The files of each subject, by folder; `besides` is what beside free texts is withheld.

    `formats` are the files for programs of others, by what they are; `wheel` is there where the site offers it.

    `fields` are those of a statement with what they mean, the others what may be in some of them.
    """

    fields: ClassVar = FIELDS
    grades: ClassVar = get_args(Grade)
    holds: ClassVar = HOLDS
    silences: ClassVar = get_args(SilenceKind)
    version: ClassVar = __version__
    tables: ClassVar = TABLES

    archive: str
    imprint: Imprint | None
    besides: tuple[str, ...]
    files: Mapping[str, Mapping[str, tuple[Link, ...]]]
    tags: tuple[tuple[str, str], ...]
    linked_data: Mapping[str, Any]
    formats: tuple[tuple[Format, str, tuple[Link, ...]], ...]
    checksums: Link
    wheel: Link | None


def foot_view(site: Site, page: str, patterns: Iterable[str]) -> Foot:
    view = View(site, page)
    files = ((view.link(path, site.router.data(path)), site.in_repository(path)) for path in site.data_files(patterns))
    return Foot(tuple(files), view.to(site.router.about_data))


def about_data_view(site: Site) -> AboutData:
    page, sources, publication = site.router.about_data.made, site.corpus.sources, site.publication
    files: dict[str, dict[str, tuple[Link, ...]]] = {}
    for subject, patterns in _SUBJECTS.items():
        folders = files.setdefault(subject, {})
        for path in site.data_files(each.format(siglum=siglum) for each in patterns for siglum in sources):
            folder, _, name = path.rpartition("/")
            folders[folder] = (*folders.get(folder, ()), Link(name, site.router.data(path).seen_from(page)))
    archive, translations = site.router.all_data.seen_from(page), site.codex.translations
    languages = {*(each.language for each in sources.values()), *(["en"] if translations else [])}
    address = f"{publication.url}{site.router.all_data.path}" if publication.url else archive
    return AboutData(
        site,
        page,
        archive,
        next((each.imprint for each in translations.values()), None),
        tuple(each.rights.besides for each in sources.values() if site.public_domain_only and each.rights.besides),
        files,
        dataset_tags(__version__, publication),
        dataset(__version__, sorted(languages), address, publication),
        _formats(site, page),
        Link(site.router.checksums.path, site.router.checksums.seen_from(page)),
        wheel_link(site, page),
    )


def wheel_link(site: Site, page: str) -> Link | None:
    """The wheel, where the site has it."""
    return Link(WHEEL, site.router.file(WHEEL).seen_from(page)) if offers_wheel(site) else None


def _formats(site: Site, page: str) -> tuple[tuple[Format, str, tuple[Link, ...]], ...]:
    content = Content(site)
    return tuple(
        (form, about, tuple(Link(name, site.router.file(name).seen_from(page)) for name in names(content, form)))
        for form, about in FORMATS.items()
    )


def dataset_tags(version: str, publication: Publication) -> tuple[tuple[str, str], ...]:
    """Tags for reference managers on the page of the data: the whole, as `CITATION.cff` tells of it."""
    found = {
        "z:itemType": "dataset",
        "dc.title": f"{publication.publisher}, version {version}",
        "dc.date": publication.released,
        "dc.publisher": publication.publisher,
        "citation_editor": publication.editor,
        "dc.rights": publication.licence,
    }
    return tuple((tag, value) for tag, value in found.items() if value)


def dataset(version: str, languages: Sequence[str], archive: str, publication: Publication) -> dict[str, Any]:
    """JSON-LD on the page of the data: what they are, whose, under which licence; `archive` is the address of all of it."""
    found = {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": publication.publisher,
        "description": publication.abstract,
        "version": version,
        "datePublished": publication.released,
        "license": publication.licence and f"https://spdx.org/licenses/{publication.licence}",
        "inLanguage": list(languages),
        "keywords": list(publication.keywords),
        "isAccessibleForFree": True,
        "url": publication.url,
        "publisher": {"@type": "Organization", "name": publication.publisher},
        "editor": {"@type": "Person", "name": publication.editor} if publication.editor else "",
        "distribution": [{"@type": "DataDownload", "encodingFormat": "application/zip", "contentUrl": archive}],
    }
    return {name: value for name, value in found.items() if value}
