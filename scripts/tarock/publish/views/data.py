"""The data behind the site: what files there are, and which of them a page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from tarock import __version__
from tarock.base.structs import Value
from tarock.proof.coverage import HOLDS
from tarock.publish.data_files import data_files
from tarock.publish.views.metadata import dataset, dataset_tags
from tarock.publish.views.prose import Link
from tarock.rules.schema import FIELDS
from tarock.rules.silences import SilenceKind
from tarock.rules.tables import Grade

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tarock.publish.places import Site

# The files by subject, as the template tells of them.
_SUBJECTS = {
    "tables": ("rules_data/{siglum}/*.yaml",),
    "told": ("rules_data/{siglum}/*.md",),
    "keys": (
        "rules_data/topics.yaml",
        "rules_data/vocabulary.yaml",
        "rules_data/keys/*.yaml",
        "rules_data/renamed_keys.yaml",
    ),
    "claims": ("rules_data/claims/*.yaml", "rules_data/claim_words.yaml", "rules_data/withdrawn_claims.yaml"),
    "games": ("corpus/games/*.yaml",),
    "examples": ("corpus/examples/*.yaml",),
    "texts": ("corpus/texts/*/*.md", "corpus/versions.lock", "corpus/tombstones.yaml"),
    "transcripts": ("corpus/sources/*",),
    "apparatus": ("corpus/emendations/*.yaml", "corpus/doubtful/*.yaml", "corpus/notes.yaml"),
    "english": ("corpus/translations/en/*",),
    "words": ("corpus/termbase.yaml", "corpus/base_forms.yaml", "corpus/spelling/*", "corpus/sentences/*.yaml"),
    "comparison": ("rules_data/overview.yaml", "rules_data/history.yaml", "rules_data/scenes.yaml"),
    "schemas": ("rules_data/schema/*.json",),
    "whole": ("README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "RIGHTS.md"),
}


class Foot(Value):
    """The files behind a page, each with its place in the repository, if there is one; where the data is explained."""

    files: tuple[tuple[Link, str], ...]
    about: str


class AboutData(Value):
    """The files of each subject, by folder; sources by siglum with their present editions, what is withheld, and of which sources
    what beside their free texts is."""

    archive: str
    version: str
    english: str
    editions: Mapping[str, str]
    withheld: tuple[str, ...]
    shortened: tuple[str, ...]
    besides: tuple[str, ...]
    files: Mapping[str, Mapping[str, tuple[Link, ...]]]
    repository: str
    fields: tuple[tuple[str, str], ...]
    grades: tuple[str, ...]
    holds: tuple[str, ...]
    silences: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]
    linked_data: Mapping[str, Any]


def foot_view(site: Site, page: str, patterns: Iterable[str]) -> Foot:
    """What stands at the foot of a page."""
    return Foot(
        tuple((_link(site, page, path), site.publication.in_repository(path)) for path in data_files(site, patterns)),
        site.router.about_data.seen_from(page),
    )


def about_data_view(site: Site) -> AboutData:
    """What a programmer finds here."""
    page, archive = site.router.about_data.page, site.router.all_data
    sources = site.corpus.sources
    files: dict[str, dict[str, tuple[Link, ...]]] = {}
    for subject, patterns in _SUBJECTS.items():
        folders = files.setdefault(subject, {})
        for path in data_files(site, (each.format(siglum=siglum) for each in patterns for siglum in sources)):
            folder, _, name = path.rpartition("/")
            link = Link(name, site.router.data(path).seen_from(page))
            folders[folder] = (*folders.get(folder, ()), link)
    return AboutData(
        archive.seen_from(page),
        __version__,
        next((each.imprint.version for each in site.codex.translations.values()), ""),
        {siglum: source.edition for siglum, source in sources.items()},
        site.withheld_sources,
        site.shortened,
        tuple(each.rights.besides for each in sources.values() if site.public_domain_only and each.rights.besides),
        files,
        site.publication.repository,
        tuple(FIELDS.items()),
        get_args(Grade),
        tuple(HOLDS),
        get_args(SilenceKind),
        dataset_tags(__version__, site.publication),
        dataset(
            __version__,
            sorted({*(each.language for each in sources.values()), *(["en"] if site.codex.translations else [])}),
            f"{site.publication.url}{archive.path}" if site.publication.url else archive.seen_from(page),
            site.publication,
        ),
    )


def _link(site: Site, page: str, path: str) -> Link:
    return Link(path, site.router.data(path).seen_from(page))
