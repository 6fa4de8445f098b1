"""Where the project's data lies: one object that knows every path."""

from __future__ import annotations

from pathlib import Path

from tarock.base.errors import CodexError
from tarock.base.files import absolute
from tarock.base.structs import Value

MARKER = Path("corpus/sources/sources.yaml")


class Project(Value):
    """A checkout of the codex, named by its top folder."""

    root: Path

    @property
    def sources(self) -> Path:
        """Folder of the transcripts and `sources.yaml`."""
        return self.root / "corpus" / "sources"

    @property
    def emendations(self) -> Path:
        """Folder of the emendations, one file per source."""
        return self.root / "corpus" / "emendations"

    @property
    def texts(self) -> Path:
        """Folder of the versioned Markdown, `SIGLUM/VERSION.md`."""
        return self.root / "corpus" / "texts"

    @property
    def lock(self) -> Path:
        """The lock file: one hash per passage and edition version."""
        return self.root / "corpus" / "versions.lock"

    @property
    def doubtful(self) -> Path:
        """Folder of the doubtful places, one file per source, and of the patterns that return."""
        return self.root / "corpus" / "doubtful"

    @property
    def spelling(self) -> Path:
        """Folder of the spelling layer: rules, lexicon, places, number words, the list of modern forms."""
        return self.root / "corpus" / "spelling"

    @property
    def termbase(self) -> Path:
        """The German terms with their agreed English."""
        return self.root / "corpus" / "termbase.yaml"

    @property
    def notes(self) -> Path:
        """The historical notes on expressions of the sources."""
        return self.root / "corpus" / "notes.yaml"

    @property
    def translations(self) -> Path:
        """Folder of the translations, a folder per language."""
        return self.root / "corpus" / "translations"

    @property
    def base_forms(self) -> Path:
        """The base forms of modern words that their endings do not show."""
        return self.root / "corpus" / "base_forms.yaml"

    @property
    def tombstones(self) -> Path:
        """The ids that are withdrawn."""
        return self.root / "corpus" / "tombstones.yaml"

    @property
    def changelog(self) -> Path:
        """The changelog that must name every edition version."""
        return self.root / "CHANGELOG.md"

    @property
    def rules(self) -> Path:
        """Folder of the era tables, `topics.yaml`, the claims and the schema."""
        return self.root / "rules_data"

    @property
    def examples(self) -> Path:
        """Folder of the examples of files that people write: games, score files."""
        return self.root / "corpus" / "examples"

    @property
    def games(self) -> Path:
        """Folder of the model games."""
        return self.root / "corpus" / "games"

    @property
    def docs(self) -> Path:
        """Styles, scripts and fonts of the site."""
        return self.root / "docs"

    @property
    def build(self) -> Path:
        """Everything made and not committed."""
        return self.root / "build"

    def relative(self, path: Path) -> str:
        """`path` as a reader of messages wants it: from the project's top folder."""
        try:
            return str(path.relative_to(self.root))
        except ValueError:
            return str(path)


def seen_from_here(path: Path) -> str:
    """`path` as it can be typed: from the working folder when it lies in it."""
    here = _working_folder()
    return str(path.relative_to(here[0])) if here and path.is_relative_to(here[0]) else str(path)


def find_project(explicit: str | Path | None = None) -> Project:
    """The project to work on: `explicit`, else the one around the working folder, else the package's own.

    The package's own is the checkout that it is run from, or the data that was installed with it.
    Raises `CodexError` when the explicit folder is no codex, or cannot be told.
    """
    if explicit is not None:
        root = absolute(explicit)
        if not (root / MARKER).is_file():
            raise CodexError(f"no Tarock Codex in {root}", f"expected the file {MARKER} in it")
        return Project(root)
    here = _working_folder()
    package = Path(__file__).resolve().parents[1]
    for root in (*here, package.parents[1], package / "data"):
        if (root / MARKER).is_file():
            return Project(root)
    around = f" around {here[0]}" if here else ""
    raise CodexError(f"no Tarock Codex{around}", f"expected a folder with {MARKER}; name one with --root")


def _working_folder() -> list[Path]:
    """The working folder and those around it; none when it has been deleted."""
    try:
        here = Path.cwd().resolve()
    except OSError:
        return []
    return [here, *here.parents]
