"""A format of the files for programs of others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from tarock.base.structs import Frozen
from tarock.publish.export.content import Content

NAME = "tarock-codex"
WHOLE = "codex"  # as the name of all that is in a copy


class Format(Frozen):
    """A format: what it is, how its files end, and a function for their bytes by ending.

    `make` gets the siglum of a source if there is a file for each (`per_source`), else `WHOLE`. `around` tells whether
    a file has the texts around a text. With `unpack` the files can be had in a folder called `stem`, too.
    """

    name: str
    about: str
    endings: tuple[str, ...]
    make: Callable[[Content, str], Mapping[str, bytes]]
    per_source: bool = False
    around: bool = True
    stem: str = NAME
    unpack: Callable[[Content], Mapping[str, bytes]] | None = None

    def parts(self, content: Content) -> tuple[str, ...]:
        """Return the parts that have files: each source that is here, or the whole."""
        return tuple(content.editions) if self.per_source else (WHOLE,)

    def names(self, content: Content) -> tuple[str, ...]:
        """Return the names of the files."""
        return tuple(name for part in self.parts(content) for name in self._list_names(part))

    def files(self, content: Content, parts: Collection[str] = ()) -> dict[str, bytes]:
        """Return the bytes of the files by name; only those of `parts`, if any is named."""
        made = {part: self.make(content, part) for part in parts or self.parts(content)}
        return {
            name: data[ending]
            for part, data in made.items()
            for name, ending in zip(self._list_names(part), self.endings, strict=True)
        }

    def absences(self, content: Content, parts: Collection[str] = ()) -> list[str]:
        """Return a phrase for each text left out of the files; only of `parts`, if any is named."""
        if self.per_source and parts:
            return [content.besides_of(siglum) for siglum in parts if siglum in content.besides]
        return list(content.absences(around=self.around))

    def _list_names(self, part: str) -> list[str]:
        stem = part if self.per_source else self.stem
        return [f"{stem}{ending}" for ending in self.endings]
