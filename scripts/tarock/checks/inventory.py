"""Files that a project must have, declared once, so that no check passes because something is missing."""

from __future__ import annotations

from collections.abc import Iterable

from tarock.base.project import Project
from tarock.checks.data_files import TABLE
from tarock.corpus.checks import Problem
from tarock.corpus.editions import Corpus
from tarock.corpus.sources import Source
from tarock.corpus.translation.records import load_imprint
from tarock.rules.how_to import PROSE, SUMMARY
from tarock.rules.topics import load_topic_titles

# Every project has these: of the data, the rows of the table that name one file, and files of our English.
REQUIRED = (
    "CHANGELOG.md",
    "WANTED.md",
    "CITATION.cff",
    *(row.files for row in TABLE if "*" not in row.files and not row.may_lack),
    *(name for row in TABLE for name in row.required),
    "rules_data/bridge.yaml",
    "rules_data/neighbours/facts.yaml",
)
# Folders of nothing but such files.
READ_WHOLE = (
    "corpus/emendations",
    "corpus/doubtful",
    "corpus/spelling",
    "corpus/senses",
    "corpus/sentences",
    "corpus/translations/en",
    "rules_data",
    "rules_data/claims",
    "rules_data/keys",
)
# The files beside the rule tables of a source, by the name of the apparatus; those without a name always.
_STATED = (
    ("", "silences.yaml"),
    ("set_aside", "set_aside.yaml"),
    ("how_to", PROSE),
    ("how_to", SUMMARY),
    ("borrowed", "borrowed.yaml"),
    ("assumed", "assumed.yaml"),
    ("today", "today.yaml"),
)


def text_files(source: Source) -> list[str]:
    """Return the files that people wrote with the words of a source; a copy without its text has none of them."""
    apparatus = (
        f"corpus/{name}/{source.siglum}.yaml"
        for name in source.apparatus
        if name in ("emendations", "doubtful", "senses")
    )
    claims = (f"rules_data/claims/{name}.yaml" for name in source.claims)
    return [f"corpus/sources/{source.siglum}.txt", *apparatus, *claims]


def required_files(corpus: Corpus) -> list[str]:
    """Return the files that everybody needs and nobody builds, by name from the top folder.

    Rule tables are not among them: where one is missing, the silences do not cover its keys. A checkout with pages has
    the settings of the site.
    """
    files = [*REQUIRED, *(f"rules_data/keys/{name}.yaml" for name in load_topic_titles(corpus.project))]
    files += sorted({f"corpus/sentences/{source.language}.yaml" for source in corpus.sources.values()})
    files += [f"corpus/translations/en/{name}.yaml" for s in load_imprint(corpus).sources.values() for name in s.files]
    for source in corpus.sources.values():
        has = ("", *source.apparatus)
        files += (f"rules_data/{source.siglum}/{name}" for part, name in _STATED if part in has)
        if source.siglum not in corpus.left_out:
            files += text_files(source)
    return files + (["mkdocs.yml"] if (corpus.project.root / "docs").is_dir() else [])


def file_problems(corpus: Corpus) -> list[Problem]:
    """Return a problem for each required file that is missing and for each data file that nobody reads."""
    project = corpus.project
    if missing := _find_missing(project, REQUIRED):
        return missing  # what else is required is in these
    required = required_files(corpus)
    of_topics = {f"rules_data/{siglum}/{name}.yaml" for siglum in corpus.sources for name in load_topic_titles(project)}
    folders = [*READ_WHOLE, *(f"rules_data/{siglum}" for siglum in corpus.sources)]
    present = {
        project.relative(path)
        for folder in folders
        for kind in ("*.yaml", "*.md", "*.md.j2")
        for path in (project.root / folder).glob(kind)
    }
    unread = sorted(present - {*required} - of_topics)
    return [
        *_find_missing(project, required),
        *(Problem("FILE-UNREAD", name, _explain_unread(name, corpus)) for name in unread),
    ]


def _explain_unread(name: str, corpus: Corpus) -> str:
    """Return why nobody reads a file, and what lists it where a record of its source can."""
    folder, _, file = name.rpartition("/")
    stem, within = file.partition(".")[0], folder.rpartition("/")[2]
    parts = {stated: part for part, stated in _STATED if part}
    if within in corpus.sources and file in parts:
        return _explain_not_listed(parts[file], "apparatus", within)
    if stem in corpus.sources and within in ("emendations", "doubtful", "senses"):
        return _explain_not_listed(within, "apparatus", stem)
    if within == "claims" and (siglum := stem.partition("-")[0]) in corpus.sources:
        return _explain_not_listed(stem, "claims", siglum)
    return "belongs to no source"


def _explain_not_listed(item: str, field: str, siglum: str) -> str:
    file = "corpus/sources/sources.yaml"
    return f"not listed: add `{item}` to `{field}:` of {siglum} in {file}"  # fmt: skip


def _find_missing(project: Project, names: Iterable[str]) -> list[Problem]:
    return [
        Problem("FILE-MISSING", name, "is required and missing")
        for name in names
        if not (project.root / name).is_file()
    ]
