"""Versions of a translation: under a version its words do not change.

`corpus/translations/LANGUAGE/versions.lock` has a line per version and file: the sha256 of the file. A version below
1.0.0 is a draft: it is not locked, and its words may change.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tarock.base.errors import CheckFailed
from tarock.corpus.locks import dump_lock, read_lock, require_higher, require_named
from tarock.corpus.translation.records import ENGLISH, load_imprint

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.corpus.editions import Corpus
    from tarock.corpus.translation.records import Imprint

NAME = "English translation"  # what the changelog calls it


def lock_files(corpus: Corpus) -> dict[Path, str]:
    """The lock file with its text, the present version in it.

    Raises `CheckFailed` when a file changed under a locked version, and when a new version is not higher than those
    before or the changelog does not name it.
    """
    folder = corpus.project.translations / ENGLISH
    imprint, path = load_imprint(corpus), folder / "versions.lock"
    locked = {version: held for (version,), held in read_lock(path, "VERSION FILE SHA256").items()}
    if not imprint.draft:
        names = [*(f"{name}.yaml" for source in imprint.sources.values() for name in source.files), "notation.yaml"]
        now = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
        if imprint.version in locked:
            _require_unchanged(corpus, folder, imprint, locked[imprint.version], now)
        else:
            named, expected = f"version {imprint.version}", "expected a higher `version:`"
            require_higher(imprint.version, locked, named, expected, folder / "imprint.yaml")
            require_named(corpus.project, f"{NAME} {imprint.version}")
        locked[imprint.version] = now
    return {path: dump_lock("version file sha256", {(version,): held for version, held in locked.items()})}


def _require_unchanged(
    corpus: Corpus, folder: Path, imprint: Imprint, locked: dict[str, str], now: dict[str, str]
) -> None:
    for name in {**locked, **now}:
        if locked.get(name) != now.get(name):
            where = corpus.project.relative(folder / "imprint.yaml")
            raise CheckFailed(
                f"the translation changed, but its version is still {imprint.version}",
                f"expected a higher `version:` in {where} and a line in {corpus.project.changelog.name}",
                file=folder / name,
            )
