"""No check passes because something is not there."""

from __future__ import annotations

import json
import shutil

import pytest

from tarock.base.project import Project
from tarock.checks.data_files import RECORDS, lock_records
from tarock.checks.inventory import file_problems, required_files
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tests.conftest import ROOT, SIGLA, Run
from tests.helpers import replace_once

FOLDERS = (
    "corpus/sources", "corpus/emendations", "corpus/games", "corpus/texts",
    "rules_data", "rules_data/claims", "rules_data/keys", "rules_data/1863",
)  # fmt: skip


def written_by_hand() -> set[str]:
    """The data files of the checkout that people write, seen in the file system and not in the code."""
    built = (
        "corpus/texts/", "corpus/examples/", "rules_data/schema/", "rules_data/analysis/", "rules_data/evidence/",
        "corpus/games/1840-m",
        "corpus/translations/en/versions/", "rules_data/matters/versions/",
    )  # fmt: skip
    names = {
        path.relative_to(ROOT).as_posix() for top in ("corpus", "rules_data") for path in (ROOT / top).rglob("*.*")
    }
    return {name for name in names if not name.startswith(built)} | {"CHANGELOG.md", "CITATION.cff", "WANTED.md"}


def stated() -> set[str]:
    """The files with what a source says, or what all of them say, on a topic: all may be silent on it."""
    others = (
        "silences.yaml", "set_aside.yaml", "how_to_play.md.j2", "summary.md.j2", "borrowed.yaml", "assumed.yaml",
        "today.yaml", "matters/edition.yaml",
    )  # fmt: skip
    folders = tuple(f"rules_data/{folder}/" for folder in (*SIGLA, "matters"))
    return {name for name in written_by_hand() if name.startswith(folders) and not name.endswith(others)}


def test_every_file_of_data_is_required(corpus: Corpus) -> None:
    assert set(required_files(corpus)) == (written_by_hand() | {"mkdocs.yml"}) - stated()


def test_each_missing_file_is_noticed(codex: Project) -> None:
    sources = "corpus/sources/sources.yaml"  # what makes a folder a codex
    for name in sorted(written_by_hand() - stated() - {sources}):
        path, aside = codex.root / name, codex.root / "aside"
        path.rename(aside)
        assert f"{name}: FILE-MISSING: is required and missing" in map(str, file_problems(Corpus(codex))), name
        aside.rename(path)
    assert file_problems(Corpus(codex)) == []


@pytest.mark.parametrize(
    "name", ["CITATION.cff", "corpus/spelling/modern.txt", "mkdocs.yml", "rules_data/1840/summary.md.j2"]
)
def test_the_check_fails_for_a_missing_file(codex: Project, run: Run, name: str) -> None:
    (codex.root / name).unlink()
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert outcome.out.startswith(f"problem  {name}: FILE-MISSING: is required and missing\n")
    assert "all well" not in outcome.out


@pytest.mark.slow
def test_how_a_source_is_played_is_told_in_two_files_if_its_record_says_so(codex: Project, run: Run) -> None:
    files = ["rules_data/1863/how_to_play.md.j2", "rules_data/1863/summary.md.j2"]
    replace_once(
        codex.sources / "sources.yaml",
        'set_aside, how_to, senses, borrowed, assumed]\n  claims: ["1863"]',
        'set_aside, senses, borrowed, assumed]\n  claims: ["1863"]',
    )
    told = "FILE-UNREAD: not listed: add `how_to` to `apparatus:` of 1863 in corpus/sources/sources.yaml"
    assert [f"{name}: {told}" for name in files] == list(map(str, file_problems(Corpus(codex))))
    for name in files:
        (codex.root / name).unlink()
    assert file_problems(Corpus(codex)) == []
    (codex.root / RECORDS).write_bytes(lock_records(ComputedCodex(codex))[codex.root / RECORDS].encode())
    assert run("check", root=codex).status == 0


def test_both_files_missing_are_noticed(codex: Project, run: Run) -> None:
    for name in ("how_to_play.md.j2", "summary.md.j2"):
        (codex.rules / "1863" / name).unlink()
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert outcome.out.count("FILE-MISSING: is required and missing") == 2


@pytest.mark.slow
def test_what_a_source_says_on_a_topic_may_not_go_missing(codex: Project, run: Run) -> None:
    for name in ("rules_data/1754/pack.yaml", "rules_data/1945/five.yaml"):
        (codex.root / name).unlink()
        outcome = run("check", root=codex)
        assert outcome.status == 1
        assert f"SILENCE-UNNAMED: {name.rpartition('/')[2].removesuffix('.yaml')}." in outcome.out


@pytest.mark.slow
@pytest.mark.parametrize("name", FOLDERS)
def test_a_missing_folder_is_noticed(codex: Project, run: Run, name: str) -> None:
    shutil.rmtree(codex.root / name)
    outcome = run("check", root=codex)
    assert outcome.status != 0
    assert "all well" not in outcome.out


@pytest.mark.parametrize("name", ["1754", "1840-spiel"])
def test_claims_emptied_are_noticed(codex: Project, run: Run, name: str) -> None:
    (codex.rules / "claims" / f"{name}.yaml").write_text("[]\n", encoding="utf-8")
    outcome = run("check", root=codex)
    assert outcome.status == 2
    assert f"claims/{name}.yaml:1: no claims; expected a list of claims" in outcome.err


def cff(line: str) -> str:
    return f"title: T\nauthors:\n  - name: T\n{line}\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("CITATION.cff", "", "CITATION.cff:1: no title, or no author with a name; expected `title:` and `authors:`"),
        ("CITATION.cff", "title: [\n", "CITATION.cff:2: "),
        ("CITATION.cff", cff("url: example.org/t"), "CITATION.cff:4: `example.org/t` under `url` is no address on the"),
        (
            "CITATION.cff",
            cff("url: https://a b.org/"),
            "CITATION.cff:4: `https://a b.org/` under `url` is no address on",
        ),
        ("CITATION.cff", cff("url: ftp://example.org/"), "CITATION.cff:4: `ftp://example.org/` under `url` is no addr"),
        ("CITATION.cff", cff("url: https://t.org/?q=1"), "CITATION.cff:4: `https://t.org/?q=1` under `url` is no addr"),
        (
            "CITATION.cff",
            cff('url: " "'),
            "CITATION.cff:4: ` ` under `url` is no address on the web; expected one such",
        ),
        (
            "CITATION.cff",
            cff("repository-code: git@example.org:t.git"),
            "CITATION.cff:4: `git@example.org:t.git` under `repository-code` is no address on the web; expected one "
            "such as https://example.org/tarock/, with its scheme, without spaces, `?` and `#`",
        ),
        (
            "CITATION.cff",
            cff("version: 0.2\ndate-released: 2026-11-22"),
            "CITATION.cff:1: no version, or no day of it; expected `version:` such as 0.2.0 and `date-released:` such",
        ),
        (
            "CITATION.cff",
            cff("version: 0.2.0\ndate-released: November"),
            "CITATION.cff:1: no version, or no day of it; expected `version:` such as 0.2.0 and `date-released:` such",
        ),
        ("mkdocs.yml", "site_name: [\n", "mkdocs.yml:2: broken YAML"),
        ("mkdocs.yml", "", "mkdocs.yml:1: no settings of a site; expected `site_name:`"),
        (
            "rules_data/1840/summary.md.j2",
            "",
            "rules_data/1840/summary.md.j2:1: no title; expected a line that begins with",
        ),
        ("rules_data/1863/how_to_play.md.j2", "# Title\nDeal {", "rules_data/1863/how_to_play.md.j2:2: a brace in"),
        ("redirects.yaml", "# moved\n- 1\n", "redirects.yaml:2: "),
        ("redirects.yaml", "old.html: [1]\n", "redirects.yaml:1: "),
        ("redirects.yaml", None, "redirects.yaml: cannot be read (No such file or directory)"),
    ],
)
def test_what_only_publishing_reads_is_checked_too(
    codex: Project, run: Run, name: str, text: str | None, said: str
) -> None:
    path = codex.root / name
    path.unlink()
    if text is not None:
        path.write_text(text, encoding="utf-8")
    outcome, same = run("check", root=codex), run("check", "--json", root=codex)
    assert (outcome.status, outcome.out) == (same.status, same.out) == (2, "")
    assert outcome.err.removeprefix(f"{codex.root}/").startswith(said)
    told = json.loads(same.err)
    place = ":".join(str(part) for part in (told["file"], told["line"]) if part is not None)
    assert outcome.err.rstrip() == "; ".join(filter(None, (f"{place}: {told['message']}", told["expected"])))


@pytest.mark.slow
def test_a_copy_without_pages_needs_no_redirects(codex: Project, run: Run) -> None:
    for name in ("docs", "redirects.yaml"):
        (codex.root / name).unlink()
    assert run("check", root=codex).status == 0


def test_a_file_of_a_source_that_its_record_does_not_list_is_told_where_to_list_it(codex: Project) -> None:
    shutil.copy(codex.rules / "claims" / "1754.yaml", codex.rules / "claims" / "1754-more.yaml")
    shutil.copy(codex.rules / "1840" / "today.yaml", codex.rules / "1754" / "today.yaml")
    told = [str(problem).partition("FILE-UNREAD: ")[2] for problem in file_problems(Corpus(codex))]
    assert told == [
        "not listed: add `today` to `apparatus:` of 1754 in corpus/sources/sources.yaml",
        "not listed: add `1754-more` to `claims:` of 1754 in corpus/sources/sources.yaml",
    ]


def test_a_file_that_nobody_reads_is_noticed(codex: Project, run: Run) -> None:
    shutil.copy(codex.rules / "claims" / "1754.yaml", codex.rules / "claims" / "1755.yaml")
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert "problem  rules_data/claims/1755.yaml: FILE-UNREAD: belongs to no source" in outcome.out
    assert outcome.out.endswith("\n1 problem\n")
