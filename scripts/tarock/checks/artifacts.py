"""Everything that `tarock build` writes and commits: one list, for writing and for checking."""

from __future__ import annotations

from pathlib import Path

from tarock.base.files import has_content, path_below, write_bytes
from tarock.checks.data_files import lock_records
from tarock.checks.schemas import schema_files
from tarock.codex import TYPE_FILES, ComputedCodex
from tarock.corpus.sources import Source
from tarock.corpus.translation.kept import stored_files
from tarock.corpus.translation.records import lock_files
from tarock.corpus.versions import corpus_files
from tarock.replay.games import game_files
from tarock.rules.matters import make_matter_files
from tarock.rules.statement_ids import update_lock


def built_files(codex: ComputedCodex) -> dict[Path, bytes]:
    """Return every built file of the project with its content.

    Raises `CodexError` when one would lie outside of the project.
    """
    english = stored_files(codex.project, codex.translations)
    files: dict[Path, str | bytes] = {
        **corpus_files(codex.corpus),
        **_make_schemas(codex),
        **lock_files(codex.corpus, english),
        **{codex.project.root / name: text for name, text in english.items()},
        **lock_records(codex),
        **game_files(codex.without_copies.games),
        **update_lock(codex.project, codex.tables),
        **make_matter_files(codex.project, codex.matters),
        codex.project.root / "RIGHTS.md": make_rights_text(codex.corpus.sources),
    }
    return {
        path_below(codex.project.root, path): text.encode() if isinstance(text, str) else text
        for path, text in files.items()
    }


def _make_schemas(codex: ComputedCodex) -> dict[Path, str]:
    """Return the schemas, cached by the data files that decide them: topics, keys and vocabulary."""
    found = codex.cache.get("schemas", TYPE_FILES, dict[str, str])
    if found is None:
        made = schema_files(codex.project, codex.topics)
        found = {codex.project.relative(path): text for path, text in made.items()}
        codex.cache.put("schemas", TYPE_FILES, found)
    return {codex.project.root / name: text for name, text in found.items()}


def stale_files(codex: ComputedCodex) -> list[Path]:
    """Return the built files that are missing or differ from what would be written."""
    return [path for path, data in built_files(codex).items() if not has_content(path, data)]


def leftover_files(codex: ComputedCodex) -> list[Path]:
    """Return the files among the schemas that nobody builds."""
    schemas = (codex.project.rules / "schema").rglob("*.json")
    return sorted({*schemas} - {*_make_schemas(codex)})


def write_built(codex: ComputedCodex, files: dict[Path, bytes]) -> list[Path]:
    """Write those of the `built_files` that are stale; return the files that changed."""
    changed = [path for path, data in files.items() if write_bytes(path, data)]
    codex.cache.clear()
    return changed


def make_rights_text(sources: dict[str, Source]) -> str:
    """Return the text of `RIGHTS.md`: the rights of every part."""
    lines = [_RIGHTS_HEAD]
    for source in sources.values():
        rights = source.rights
        use = "free" if rights.free else "not clear; left out of what is published"
        besides = f" Not in the public domain: {rights.besides}; {_NO_LICENCE}." if rights.besides else ""
        text = f"{rights.statement}. Use: {use}. {rights.note}{besides}"
        lines.append(f"- `{source.siglum}`, {source.short_title}: {text}\n")
        for name, words in rights.around.items():
            called = f"`{name}`, {words.by}" if words.by else f"`{name}`"
            lines.append(f"  - {called}: {'free' if words.free else 'left out'}. {words.why}\n")
    return "".join(lines) + _RIGHTS_END


_NO_LICENCE = "no licence for it is known to us, ask before you use it"
_RIGHTS_HEAD = """# Rights of the parts

Written by `tarock build` from `corpus/sources/sources.yaml`; the licences stand in `LICENSE`.

- Code: MIT License.
- Annotations and data of our own (emendations, rule tables, claims, notes, our English): CC BY 4.0.
- Fonts of the site (not in the package): SIL Open Font License 1.1.

The transcripts in `corpus/sources/` and the texts made from them have rights of their own. Under each stands what
else is in the transcript, by its id or its kind, with what decides whether it is free:

"""
_RIGHTS_END = """
What is published leaves out what is not free: the website of `make publish`, the data and the books on it, the wheel
and the source distribution. In such a copy `corpus/sources/left_out.yaml` names it. The website of `make site` is a
reader's own copy, with every word, and not for publication.

The repository has every word, and so has its history: whoever publishes it publishes what the site leaves out. To give
away a copy without that, give the source distribution that `make dist` puts into `build/dist`: program and data, on
which the commands work as in an installed package (`build` and `site` need a checkout).

- Of a text that is left out, its transcript, its editions, its emendations, the claims that quote it and every
  quotation in its rule table are not there; our statements of its rules stay.
- Of what stands around a free text and is not free, each line of the transcript and of the editions is `[left out]`;
  `corpus/versions.lock` and the citations keep the true hashes, `left_out.yaml` has those of these files as they are
  there. A citation of these words says that they are not there, and `tarock check` that they are not checkable.
"""
