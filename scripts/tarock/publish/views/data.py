"""The data for programs, and the description of `import tarock`.

The data page lists the data behind the site, the export files and the files behind each page. The library page is read
off the package: each name, its signature, its docstring and its examples.
"""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, ClassVar, get_args, get_origin
from urllib.parse import urljoin

import tarock
from tarock.base.structs import Frozen, group_pairs
from tarock.checks.schemas import FIELDS
from tarock.corpus.translation.records import Imprint
from tarock.publish.export.content import Content
from tarock.publish.export.registry import FORMATS
from tarock.publish.export.tables import TABLES
from tarock.publish.places import Site
from tarock.publish.router import ARCHIVE, CHECKSUMS
from tarock.publish.views.metadata import make_dataset, make_dataset_tags
from tarock.publish.views.view import Link, View
from tarock.robustness.coverage import HOLDS
from tarock.rules.silences import SilenceKind
from tarock.rules.tables import Grade

# The files by subject, as the template tells of them.
_SUBJECTS = {
    "tables": ("rules_data/{siglum}/*.yaml", "rules_data/statements.lock", "rules_data/withdrawn_statements.yaml"),
    "told": ("rules_data/{siglum}/*.md.j2",),
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
        "rules_data/nearby_values.yaml",
        "rules_data/evidence/*.json",
    ),
    "games": ("corpus/games/*.yaml", "rules_data/analysis/*.json", "rules_data/tasks.yaml", "scripts/core/*"),
    "examples": ("corpus/examples/*.yaml",),
    "texts": ("corpus/texts/*/*.md", "corpus/versions.lock", "corpus/tombstones.yaml"),
    "transcripts": ("corpus/sources/*",),
    "apparatus": (
        "corpus/emendations/*.yaml",
        "corpus/doubtful/*.yaml",
        "corpus/witnesses/*.yaml",
        "corpus/notes.yaml",
        "corpus/elsewhere.yaml",
        "corpus/reviews.yaml",
    ),
    "english": ("corpus/translations/en/*.*", "corpus/translations/en/versions/*/*.*"),
    "words": (
        "corpus/termbase.yaml",
        "corpus/base_forms.yaml",
        "corpus/everyday.yaml",
        "corpus/quoting.yaml",
        "corpus/format.yaml",
        "corpus/records.lock",
        "corpus/variants.yaml",
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
        "rules_data/quantified.yaml",
        "rules_data/bridge.yaml",
        "rules_data/matters/*.yaml",
        "rules_data/matters/versions/*.md",
        "rules_data/invariants.yaml",
        "rules_data/unread.yaml",
        "rules_data/matters.lock",
        "rules_data/neighbours/*.yaml",
        "rules_data/scenes.yaml",
        "rules_data/conjectures.yaml",
        "rules_data/undecided.yaml",
    ),
    "schemas": ("rules_data/schema/*.json", "rules_data/schema/tables/*.json"),
    "whole": ("README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "RIGHTS.md", "WANTED.md"),
}


_OBJECTS = {"Codex": "codex", "State": "state"}  # by which name the examples call an object of them
_ANNOTATED = re.compile(r"\bAnnotated\[(\w+), .*\]$")
_PARAMETER = re.compile(r"\b(TableState|GameEngine)\[\w+\]")  # by the position of an era, which nobody names
_PATH = re.compile(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])")


class AboutData(View):
    """The files of each subject, by folder; `besides` is what beside free texts is withheld.

    `fields` are those of a statement with what they mean, the others what may be in some of them.
    """

    fields: ClassVar = FIELDS
    grades: ClassVar = get_args(Grade)
    holds: ClassVar = HOLDS
    silences: ClassVar = get_args(SilenceKind)
    tables: ClassVar = TABLES

    archive: Link
    imprint: Imprint | None
    besides: tuple[str, ...]
    files: Mapping[str, Mapping[str, tuple[Link, ...]]]
    tags: tuple[tuple[str, str], ...]
    linked_data: Mapping[str, Any]
    checksums: tuple[Link, Link]  # of the files to take away, and of the data files

    @property
    def formats(self) -> list[tuple[str, str, list[Link]]]:
        """Return the files for programs of others, with a description of each format."""
        content = Content(self.site)
        return [(form.name, form.about, [self.file(name) for name in form.names(content)]) for form in FORMATS.values()]


def link_files_behind(view: View, patterns: Iterable[str]) -> list[tuple[Link, str]]:
    """Return the files behind a page, each with its place in the repository, if there is one."""
    site = view.site
    return [(view.link(path, site.router.data(path)), site.in_repository(path)) for path in site.data_files(patterns)]


def make_about_data(site: Site) -> AboutData:
    """Return the page on the data."""
    router, sources, publication = site.router, site.corpus.sources, site.publication
    view = View(site, router.about_data.made)

    def listed(patterns: Iterable[str]) -> dict[str, tuple[Link, ...]]:
        paths = site.data_files(each.format(siglum=siglum) for each in patterns for siglum in sources)
        return group_pairs(
            (path.rpartition("/")[0], view.link(path.rpartition("/")[2], router.data(path))) for path in paths
        )

    translations = site.codex.translations
    languages = {*(each.language for each in sources.values()), *(["en"] if translations else [])}
    address = urljoin(publication.url, router.all_data.path) if publication.url else view.to(router.all_data)
    return AboutData(
        site,
        view.page,
        view.file(ARCHIVE),
        next((each.imprint for each in translations.values()), None),
        tuple(each.rights.besides for each in sources.values() if site.public_domain_only and each.rights.besides),
        {subject: listed(patterns) for subject, patterns in _SUBJECTS.items()},
        make_dataset_tags(publication, site.codex.stamp),
        make_dataset(site.codex.stamp, sorted(languages), address, publication),
        (view.link(CHECKSUMS, router.file(CHECKSUMS)), view.link(CHECKSUMS, router.checksums)),
    )


class Call(Frozen):
    """Something that can be called or asked for: how it is written, what it gives, in Markdown; examples."""

    written: str
    says: str
    examples: str


class Documented(Frozen):
    """A class: what it is, its fields with their types, its methods and properties."""

    name: str
    says: str
    fields: tuple[tuple[str, str], ...]
    calls: tuple[Call, ...]


class LibraryView(View):
    """The page on the library."""

    @cached_property
    def opening(self) -> Call:
        """Return the example that shows how to begin."""
        return _document_call("tarock.open", tarock.open)

    @cached_property
    def classes(self) -> tuple[Documented, ...]:
        """Return the classes that have more than fields."""
        return tuple(_document_class(name, getattr(tarock, name)) for name in _OBJECTS)

    @cached_property
    def records(self) -> tuple[Documented, ...]:
        """Return the records and errors, in the order of their names."""
        names = [name for name in tarock.__all__ if name not in _OBJECTS and name != "open"]
        return tuple(_document_class(name, getattr(tarock, name)) for name in names)


def _document_class(name: str, kind: type) -> Documented:
    if get_origin(kind):  # the name of a type, which has no docstring
        return Documented(name, f"`{_shorten_type(str(kind))}`", (), ())
    fields = getattr(kind, "__struct_fields__", ())
    notes = {field: note for base in reversed(kind.__mro__) for field, note in inspect.get_annotations(base).items()}
    typed = tuple((field, _shorten_type(str(notes[field]))) for field in fields)
    return Documented(name, _split_docstring(kind)[0], typed, tuple(_list_calls(name, kind)))


def _list_calls(name: str, kind: type) -> Iterator[Call]:
    if name not in _OBJECTS and name != "Error":
        return
    ours = [base for base in reversed(kind.__mro__) if base.__module__.startswith("tarock.")]
    for member, what in {each: it for base in ours for each, it in vars(base).items()}.items():
        if member.startswith("_"):
            continue
        written = f"{_OBJECTS.get(name, 'error')}.{member}"
        if isinstance(what, cached_property | property):
            yield Call(written, *_split_docstring(what))
        elif inspect.isfunction(what):
            yield _document_call(written, what)
        elif isinstance(what, classmethod):
            yield _document_call(f"tarock.{name}.{member}", getattr(kind, member))


class _Written(str):
    """An annotation, which stands in a signature as it is."""

    __repr__ = str.__str__


def _document_call(written: str, function: Any) -> Call:
    signature = inspect.signature(function)
    own = [
        each.replace(annotation=_Written(_shorten_type(each.annotation)))
        for each in signature.parameters.values()
        if each.name != "self"
    ]
    gives = _Written(_shorten_type(signature.return_annotation))
    return Call(f"{written}{signature.replace(parameters=own, return_annotation=gives)}", *_split_docstring(function))


@cache
def _map_public_names() -> dict[str, str]:
    """Map the names of classes where they are defined to those that they have in the package."""
    named = ((name, getattr(tarock, name)) for name in tarock.__all__ if name != "open")
    return {kind.__name__: name for name, kind in named if not get_origin(kind)}


def _shorten_type(written: str) -> str:
    """Return a type without the modules of its names, by the names that classes have in the package."""
    plain = _PARAMETER.sub(r"\1", _ANNOTATED.sub(r"\1", _PATH.sub("", written)))
    return re.sub(
        r"\w+", lambda found: _map_public_names().get(found[0], found[0]), re.sub(r"\bSelf\b", "State", plain)
    )


def _split_docstring(thing: object) -> tuple[str, str]:
    """Return the text of a docstring, and its examples."""
    parts = doctest.DocTestParser().parse(inspect.getdoc(thing) or "")
    examples = [part for part in parts if isinstance(part, doctest.Example)]
    lines = [line for each in examples for line in (*_write_prompts(each.source), *each.want.splitlines())]
    says = "".join(part for part in parts if isinstance(part, str)).strip()
    return re.sub(r"`(\w+)`", lambda found: f"`{_map_public_names().get(found[1], found[1])}`", says), "\n".join(lines)


def _write_prompts(source: str) -> list[str]:
    return [f"{'...' if number else '>>>'} {line}" for number, line in enumerate(source.splitlines())]
