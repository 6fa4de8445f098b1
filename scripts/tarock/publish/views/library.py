"""What `import tarock` offers, read off the package: each name, its signature, what it is and its examples."""

from __future__ import annotations

import doctest
import inspect
import re
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import tarock
from tarock.base.structs import Value
from tarock.publish.views.data import wheel_link
from tarock.publish.views.view import Link, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.publish.places import Site

_OBJECTS = {"Codex": "codex", "State": "state"}  # by which name the examples call an object of them
_ANNOTATED = re.compile(r"\bAnnotated\[(\w+), .*\]$")
_PATH = re.compile(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])")


class Call(Value):
    """Something that can be called or asked for: how it is written, what it gives, in Markdown; examples."""

    written: str
    says: str
    examples: str


class Documented(Value):
    """A class: what it is, its fields with their types, what can be called."""

    name: str
    says: str
    fields: tuple[tuple[str, str], ...]
    calls: tuple[Call, ...]


class LibraryView(View):
    """What the page shows; `wheel` where the site offers it."""

    wheel: Link | None

    @cached_property
    def opening(self) -> Call:
        """How one begins."""
        return _call("tarock.open", tarock.open)

    @cached_property
    def classes(self) -> tuple[Documented, ...]:
        """The classes that have more than fields."""
        return tuple(_documented(name, getattr(tarock, name)) for name in _OBJECTS)

    @cached_property
    def records(self) -> tuple[Documented, ...]:
        """The records and what can be wrong, in the order of their names."""
        names = [name for name in tarock.__all__ if name not in _OBJECTS and name != "open"]
        return tuple(_documented(name, getattr(tarock, name)) for name in names)


def library_view(site: Site) -> LibraryView:
    page = site.router.library.made
    return LibraryView(site, page, wheel_link(site, page))


def _documented(name: str, kind: type) -> Documented:
    fields = getattr(kind, "__struct_fields__", ())
    notes = {field: note for base in reversed(kind.__mro__) for field, note in inspect.get_annotations(base).items()}
    typed = tuple((field, _shown(str(notes[field]))) for field in fields)
    return Documented(name, _says(kind)[0], typed, tuple(_calls(name, kind)))


def _calls(name: str, kind: type) -> Iterator[Call]:
    if name not in _OBJECTS and name != "Error":
        return
    for member, what in vars(kind).items():
        if member.startswith("_"):
            continue
        written = f"{_OBJECTS.get(name, 'error')}.{member}"
        if isinstance(what, cached_property | property):
            yield Call(written, *_says(what))
        elif inspect.isfunction(what):
            yield _call(written, what)


class _Written(str):
    """An annotation, which stands in a signature as it is."""

    __repr__ = str.__str__


def _call(written: str, function: Any) -> Call:
    signature = inspect.signature(function)
    own = [
        each.replace(annotation=_Written(_shown(each.annotation)))
        for each in signature.parameters.values()
        if each.name != "self"
    ]
    gives = _Written(_shown(signature.return_annotation))
    return Call(f"{written}{signature.replace(parameters=own, return_annotation=gives)}", *_says(function))


@cache
def _public() -> dict[str, str]:
    """The names that classes have here, by those that they have where they are made."""
    return {getattr(tarock, name).__name__: name for name in tarock.__all__ if name != "open"}


def _shown(written: str) -> str:
    """A type without the modules of its names, by the names that classes have here."""
    plain = _ANNOTATED.sub(r"\1", _PATH.sub("", written))
    return re.sub(r"\w+", lambda found: _public().get(found[0], found[0]), plain)


def _says(thing: object) -> tuple[str, str]:
    """What a docstring says, and its examples."""
    parts = doctest.DocTestParser().parse(inspect.getdoc(thing) or "")
    examples = [part for part in parts if isinstance(part, doctest.Example)]
    lines = [line for each in examples for line in (*_prompted(each.source), *each.want.splitlines())]
    says = "".join(part for part in parts if isinstance(part, str)).strip()
    return re.sub(r"`(\w+)`", lambda found: f"`{_public().get(found[1], found[1])}`", says), "\n".join(lines)


def _prompted(source: str) -> list[str]:
    return [f"{'...' if number else '>>>'} {line}" for number, line in enumerate(source.splitlines())]
