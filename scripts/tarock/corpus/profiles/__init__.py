"""The profile of each source: a module per source, all listed here."""

from __future__ import annotations

from tarock.base.errors import CodexError
from tarock.corpus.profiles import koenigrufen_1840, reform_1945, taroc_1754, tarokhombre_1863
from tarock.corpus.profiles.profile import Profile

PROFILES: dict[str, Profile] = {
    "1754": taroc_1754.PROFILE,
    "1840": koenigrufen_1840.PROFILE,
    "1863": tarokhombre_1863.PROFILE,
    "1945": reform_1945.PROFILE,
}


def find_profile(siglum: str) -> Profile:
    """Return the profile of a source by siglum; raise `CodexError` for a source that has none."""
    if siglum not in PROFILES:
        raise CodexError(
            f"no profile for source {siglum}",
            "expected one listed in corpus/profiles/__init__.py",
        )
    return PROFILES[siglum]
