"""The folders of the project's data: one object that knows every path."""

from __future__ import annotations

from pathlib import Path

from tarock.base.errors import CodexError, system_reason
from tarock.base.files import resolve_path
from tarock.base.structs import Frozen

MARKER = Path("corpus/sources/sources.yaml")


class Project(Frozen):
    """A checkout of the codex, named by its top folder."""

    root: Path

    @property
    def corpus(self) -> Path:
        """Return the folder of the texts and of all that is known of them."""
        return self.root / "corpus"

    @property
    def sources(self) -> Path:
        """Return the transcripts and `sources.yaml`."""
        return self.corpus / "sources"

    @property
    def texts(self) -> Path:
        """Return the versioned Markdown, `SIGLUM/VERSION.md`."""
        return self.corpus / "texts"

    @property
    def lock(self) -> Path:
        """Return the lock file: a hash per passage and edition version."""
        return self.corpus / "versions.lock"

    @property
    def spelling(self) -> Path:
        """Return the spelling layer: rules, lexicon, places, number words, the list of modern forms."""
        return self.corpus / "spelling"

    @property
    def translations(self) -> Path:
        """Return the English translation."""
        return self.corpus / "translations" / "en"

    @property
    def changelog(self) -> Path:
        """Return the file of changes."""
        return self.root / "CHANGELOG.md"

    @property
    def rules(self) -> Path:
        """Return the era tables, `topics.yaml`, the claims and the schema."""
        return self.root / "rules_data"

    @property
    def inputs(self) -> tuple[Path, ...]:
        """Return the folders and files that commands read."""
        return self.corpus, self.rules, self.changelog, self.root / "CITATION.cff"

    @property
    def core(self) -> Path:
        """Return the WebAssembly module of the core: solver, game and machines."""
        return self.root / "scripts" / "core" / "core.wasm"

    def find_core(self, era: str) -> Path:
        """Return the WebAssembly module of the core that plays an era with 78 cards."""
        return self.core.with_name(f"core_{era}.wasm")

    @property
    def build(self) -> Path:
        """Return the folder of everything that is made and not committed."""
        return self.root / "build"

    def relative(self, path: Path) -> str:
        """Return `path` relative to the project's top folder, for messages."""
        try:
            return str(path.relative_to(self.root))
        except ValueError:
            return str(path)


def display_path(path: Path) -> str:
    """Return `path` as it can be typed: relative to the working folder when it lies in it."""
    here = _list_working_folders()
    return str(path.relative_to(here[0])) if here and path.is_relative_to(here[0]) else str(path)


def find_project(explicit: str | Path | None = None) -> Project:
    """Return the project to work on: `explicit`, else the one around the working folder, else the package's own.

    The package's own is the checkout that it is run from, or the data that was installed with it.
    Raises `CodexError` when the explicit folder is no codex, or no folder.
    """
    if explicit is not None:
        root = resolve_path(explicit)
        try:
            found = (root / MARKER).is_file()
        except (OSError, ValueError) as error:
            raise CodexError(
                f"cannot be looked into ({system_reason(error)})", "expected the folder of a codex", file=root
            ) from None
        if not found:
            raise CodexError(
                f"no Tarock Codex in {root}",
                f"expected the file {MARKER} in it",
            )
        return Project(root)
    here = _list_working_folders()
    for root in (*here, *_find_program_roots()):
        if (root / MARKER).is_file():
            return Project(root)
    raise CodexError(
        f"no Tarock Codex around {here[0]}" if here else "no Tarock Codex",
        f"expected a folder with {MARKER}; name one with --root",
    )


def program_root() -> Path:
    """Return the top folder of what the program was installed with: the checkout that it is run from, or its data."""
    checkout, installed = _find_program_roots()
    return checkout if (checkout / MARKER).is_file() else installed


def _find_program_roots() -> tuple[Path, Path]:
    package = Path(__file__).resolve().parents[1]
    return package.parents[1], package / "data"


def _list_working_folders() -> list[Path]:
    """Return the working folder and those around it; none when it has been deleted."""
    try:
        here = Path.cwd().resolve()
    except OSError:
        return []
    return [here, *here.parents]
