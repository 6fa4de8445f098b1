"""Add the data to wheel and source distribution, with the same bytes each time they are made.

The texts whose rights are not clear stay out, unless TAROCK_OWN=1 asks for a copy of one's own; then the version says
so too, with a label that package indexes refuse.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sys
import tarfile
from datetime import UTC, datetime
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
OWN = os.environ.get("TAROCK_OWN") == "1"

sys.path.insert(0, str(ROOT / "scripts"))
from tarock.base.project import Project  # noqa: E402 - now that its folder is known
from tarock.corpus.stamp import find_stamp  # noqa: E402

STAMP = find_stamp(Project(ROOT))
UNCLEAR = f"{'.' if '+' in STAMP.version else '+'}unclear.rights" if OWN else ""
EPOCH = int(datetime.fromisoformat(STAMP.date).replace(tzinfo=UTC).timestamp())
os.environ.setdefault("SOURCE_DATE_EPOCH", str(EPOCH))  # the time of every file in a wheel
os.umask(0o022)


def add_data(target: Path) -> None:
    """Put the data where `target` is, anew."""
    from tarock.checks.release import copy_data

    copy_data(ROOT, target, with_unclear_rights=OWN)


def same_rights(folder: Path) -> None:
    """Make everything in a folder readable for everybody, whatever it was where it came from."""
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


class Build(build_py):
    """Modules and data, from an empty folder."""

    def run(self) -> None:
        """Build in an empty folder, and add the data."""
        if self.editable_mode:
            super().run()
            return
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        add_data(Path(self.build_lib) / "tarock" / "data")
        same_rights(Path(self.build_lib))


class Wheel(bdist_wheel):
    """A wheel whose metadata depend on nothing but their texts."""

    def egg2dist(self, egginfo_path: str, distinfo_path: str) -> None:
        """Write the metadata."""
        super().egg2dist(egginfo_path, distinfo_path)
        same_rights(Path(distinfo_path))


class Source(sdist):
    """A source distribution with the data; its archive depends on nothing but its files."""

    def run(self) -> None:
        """Build without what an earlier list of files knew."""
        (ROOT / "scripts" / "tarock_codex.egg-info" / "SOURCES.txt").unlink(missing_ok=True)
        super().run()

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Add the data to the modules."""
        super().make_release_tree(base_dir, files)
        add_data(Path(base_dir))

    def make_archive(self, base_name: str, *_options: object, base_dir: str = "", **_more: object) -> str:
        """Make the archive with files in order, without owners, of one time."""

        def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = moment, 0, 0, "", ""
            entry.mode = 0o755 if entry.isdir() else 0o644
            return entry

        name = f"{base_name}.tar.gz"
        moment = int(os.environ["SOURCE_DATE_EPOCH"])
        with (
            Path(name).open("wb") as stream,
            gzip.GzipFile("", "wb", fileobj=stream, mtime=moment) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for path in sorted(Path(base_dir).rglob("*")):
                archive.add(path, recursive=False, filter=anonymous)
        return name


setup(
    cmdclass={"bdist_wheel": Wheel, "build_py": Build, "sdist": Source},
    version=STAMP.version + UNCLEAR,
)
