"""What is special about each source: one module per source, found by the siglum at the end of its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tarock.errors import CodexError

if TYPE_CHECKING:
    from tarock.corpus.profiles.profile import Profile


@cache
def find_profile(siglum: str) -> Profile:
    """The profile of a source: `PROFILE` of the module `…_SIGLUM` of this package.

    Raises `CodexError` for a source that has none.
    """
    for path in Path(__file__).parent.iterdir():
        if path.stem.endswith(f"_{siglum}"):
            profile: Profile = import_module(f"{__name__}.{path.stem}").PROFILE
            return profile
    raise CodexError(f"no profile for source {siglum}", f"expected a module corpus/profiles/NAME_{siglum}.py")
