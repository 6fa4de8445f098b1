"""What a project must hold, declared once, so that no check passes because something is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.checks import Problem

if TYPE_CHECKING:
    from tarock.corpus.editions import Corpus

REQUIRED = (
    "CHANGELOG.md",
    "CITATION.cff",
    "corpus/sources/sources.yaml",
    "corpus/tombstones.yaml",
    "corpus/versions.lock",
    "corpus/tombstones.yaml",
    "corpus/doubtful/patterns.yaml",
    "corpus/games/known_findings.yaml",
    "rules_data/topics.yaml",
    "rules_data/number_words.yaml",
    "rules_data/overview.yaml",
)
# Folders of nothing but such files.
READ_WHOLE = ("corpus/emendations", "corpus/doubtful", "rules_data", "rules_data/claims")
OF_A_SOURCE = ("rules_data/{}.yaml",)
OF_ITS_TEXT = ("corpus/sources/{}.txt", "corpus/emendations/{}.yaml", "corpus/doubtful/{}.yaml")


def required_files(corpus: Corpus) -> list[str]:
    """The files that nobody builds and everybody needs, by their names from the top folder."""
    files = list(REQUIRED)
    for source in corpus.sources.values():
        files += [name.format(source.siglum) for name in OF_A_SOURCE]
        if source.siglum not in corpus.left_out:
            files += [name.format(source.siglum) for name in OF_ITS_TEXT]
            files += [f"rules_data/claims/{name}.yaml" for name in source.claims]
    return files


def file_problems(corpus: Corpus) -> list[Problem]:
    """A problem for each required file that is not there, and for each file of data that nobody reads."""
    required, project = required_files(corpus), corpus.project
    missing = [name for name in required if not (project.root / name).is_file()]
    present = [project.relative(path) for folder in READ_WHOLE for path in (project.root / folder).glob("*.yaml")]
    return [
        *(Problem("FILE-MISSING", name, "is required; get it back from version control") for name in missing),
        *(Problem("FILE-UNREAD", name, "belongs to no source") for name in sorted({*present} - {*required})),
    ]
