"""What is special about each source: one module per source, found by the siglum at the end of its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from tarock.errors import CodexError

if TYPE_CHECKING:
    from tarock.corpus.profiles.profile import Profile


@cache
def find_profile(siglum: str) -> Profile:
    """The profile of a source: `PROFILE` of the module `…_SIGLUM` of this package.

    Raises `CodexError` for a source that has none.
    """
    for module in iter_modules(__path__):
        if module.name.endswith(f"_{siglum}"):
            profile: Profile = import_module(f"{__name__}.{module.name}").PROFILE
            return profile
    raise CodexError(f"no profile for source {siglum}", f"expected a module corpus/profiles/NAME_{siglum}.py")
