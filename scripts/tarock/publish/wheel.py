"""The wheel that the published site offers: the same bytes as `make dist` makes.

It is made of a copy, for the backend writes beside what it builds from. A wheel that was made is kept in
`build/wheels`, where something has been built, under a digest of everything that goes into it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from tarock.base.cache import cached_file, hash_files
from tarock.base.errors import CodexError
from tarock.base.files import read_text, write_text
from tarock.checks.release import DATA
from tarock.codex import ComputedCodex
from tarock.corpus.publication import CITATION
from tarock.corpus.stamp import Stamp, stamp_citation
from tarock.publish.places import Site

PARTS = (*(name for name in DATA if not name.startswith("scripts/")), "scripts", "MANIFEST.in", "pyproject.toml", "setup.py")  # fmt: skip
_BUILD = "from setuptools import build_meta as b; import sys; b.build_wheel(sys.argv[1])"
_MADE = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.pyc")
_KEPT = 2  # wheels


def offers_wheel(site: Site) -> bool:
    """Return whether the site offers the wheel: a public one does, where the project can be packed."""
    root = site.codex.project.root
    return site.public_domain_only and all((root / name).exists() for name in PARTS) and bool(find_spec("setuptools"))


def make_wheel_name(stamp: Stamp) -> str:
    """Return the file name of the wheel of a version."""
    return f"tarock_codex-{stamp.version}-py3-none-any.whl"


def get_wheel(codex: ComputedCodex) -> bytes:
    """Return the bytes of the wheel, from the cache if an equal one was built before.

    Raises `CodexError` when it cannot be built.
    """
    project, stamp = codex.project, codex.stamp
    found = hashlib.sha256(f"{stamp} {stamp.commit} {sys.version_info[:2]} {metadata.version('setuptools')}".encode())
    for name in PARTS:
        found.update(hash_files(project.root / name).encode())
    make, name = partial(_build_wheel, project.root, stamp), make_wheel_name(stamp)
    return cached_file(project.build / "wheels", found.hexdigest(), name, make, pattern="*.whl", limit=_KEPT)


def _build_wheel(root: Path, stamp: Stamp) -> bytes:
    """Build in a folder of its own, without what the environment says of copies and of where packages lie."""
    apart = {"PYTHONPATH", "TAROCK_OWN"}
    environment = {name: value for name, value in os.environ.items() if name not in apart}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source"), Path(folder, "wheel")
        for name in PARTS:
            if (root / name).is_dir():
                shutil.copytree(root / name, source / name, ignore=_MADE)
            else:
                source.mkdir(exist_ok=True)
                shutil.copyfile(root / name, source / name)
        write_text(source / CITATION, stamp_citation(read_text(root / CITATION), stamp))
        target.mkdir()
        line = [sys.executable, "-c", _BUILD, str(target)]
        done = subprocess.run(line, cwd=source, env=environment, capture_output=True, text=True, check=False)
        built = target / make_wheel_name(stamp)
        if done.returncode or not built.is_file():
            said = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
            raise CodexError(f"the wheel cannot be built: {said}", "expected `make dist` to build it")
        return built.read_bytes()
