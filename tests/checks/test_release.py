"""A copy that is given away: words that are left out of it are neither quoted nor hashed as if they were others."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

import tarock
from tarock.base import yamlio
from tarock.base.project import Project
from tarock.checks.release import copy_data
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.corpus.sources import LEFT_OUT
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.apparatus import PrintView
from tests.conftest import ROOT, Run, Shared, remember
from tests.helpers import replace_once, reported

pytestmark = pytest.mark.slow

AFTERWORD = "1840:nachwort.1"  # signed in 2003; not free


@pytest.fixture(scope="module")
def published(shared: Shared) -> Project:
    """What is given away. Tests only read it."""
    return Project(shared("given-away", lambda folder: copy_data(ROOT, folder, with_unclear_rights=False)))


@pytest.fixture
def changeable(published: Project, tmp_path: Path) -> Project:
    return Project(shutil.copytree(published.root, tmp_path / "copy"))


def test_hashes_are_those_of_the_words_and_of_the_files_that_are_there(published: Project, corpus: Corpus) -> None:
    assert published.lock.read_bytes() == corpus.project.lock.read_bytes()
    told = yamlio.load(published.sources / LEFT_OUT).data
    assert set(told["words"]) >= {AFTERWORD}
    for ref, digest in told["words"].items():
        unit, absent = corpus.unit(ref), Corpus(published).unit(ref)
        assert unit is not None
        assert absent is not None
        assert digest == unit.hash == absent.hash == hashlib.sha256(unit.text.encode()).hexdigest()
    changed = [
        path.relative_to(ROOT).as_posix()
        for path in sorted(ROOT.glob("corpus/sources/*.txt")) + sorted(ROOT.glob("corpus/texts/*/*.md"))
        if (there := published.root / path.relative_to(ROOT)).exists() and there.read_bytes() != path.read_bytes()
    ]
    assert sorted(told["files"]) == sorted(changed)
    for name, digest in told["files"].items():
        assert digest == hashlib.sha256((published.root / name).read_bytes()).hexdigest()


def test_answers_without_their_quotes_keep_the_comments_of_their_files(published: Project) -> None:
    names = [
        path.relative_to(ROOT) for path in (*ROOT.glob("rules_data/matters/*.yaml"), ROOT / "rules_data/bridge.yaml")
    ]
    changed = [name for name in names if (published.root / name).read_bytes() != (ROOT / name).read_bytes()]
    assert len(changed) > 1
    for name in changed:
        lines = {line.strip() for line in (published.root / name).read_text(encoding="utf-8").splitlines()}
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            assert not line.lstrip().startswith("#") or line.strip() in lines, name


def test_what_was_read_in_a_copy_is_left_out_with_its_text(
    codex: Project, cached: Path, tmp_path: Path, run: Run
) -> None:
    """The words of a made-up copy of 1945 are in nothing that is given away; those of 1840 beside them are."""
    free, unclear = "einen zweifachen, C den dreifachen", "Mandschurische Zehlung"
    seen = [
        {"source": "1840", "passage": "1840:26.4", "words": "einen zwei- A den dreifachen", "reading": free},
        {"source": "1945", "passage": "1945:allg.2.3.10", "words": ": Die Mandschurische Zählung:", "reading": unclear},
    ]
    records = [
        {"source": each.pop("source"), "copy": "made up", "by": "a test", "date": "2026-11-23", "seen": [each]}
        for each in seen
    ]
    folder = codex.corpus / "witnesses"
    folder.mkdir()
    (folder / "mixed.yaml").write_text(yamlio.dump(records))
    (folder / "unclear.yaml").write_text(yamlio.dump([records[1] | {"copy": "another"}]))
    copy_data(codex.root, tmp_path / "given", with_unclear_rights=False)
    given = Project(tmp_path / "given")
    texts = {
        path: path.read_text() for path in given.root.rglob("*") if path.suffix in (".yaml", ".md", ".txt", ".json")
    }
    assert [path.name for path, text in texts.items() if free in text] == ["mixed.yaml"]
    assert not any(unclear in text for text in texts.values())
    assert not (given.corpus / "witnesses/unclear.yaml").exists()
    remember(given.root, cached)
    assert run("check", root=given).status == 0
    assert free in run("show", "1840:26.4", root=given).out
    seen_codex = ComputedCodex(codex)
    for public in (True, False):
        site = Site(seen_codex, public_domain_only=public)
        page = render("print.md.j2", PrintView(site, site.router.print.page))
        assert (free in page, unclear in page) == (True, not public)
        files = site.data_files(["corpus/witnesses/*.yaml"])
        assert files == [f"corpus/witnesses/{name}.yaml" for name in (["mixed"] if public else ["mixed", "unclear"])]
        assert not (public and site.in_repository(files[0]))


def test_the_check_says_what_is_not_checkable_there(published: Project, run: Run) -> None:
    outcome = run("check", "--verbose", root=published)
    assert outcome.status == 0, outcome.out
    assert f"not checkable here: the words of {AFTERWORD} are left out of this copy\n" in outcome.out
    assert "1945  edition 1.1.0  not checkable here: its text is left out of this copy" in outcome.out
    sources = {source.siglum: source for source in reported(published).sources}
    assert AFTERWORD in sources["1840"].not_checkable
    assert not sources["1863"].not_checkable
    assert [siglum for siglum, source in sources.items() if source.left_out] == ["1945"]
    assert "not checkable" not in run("check").out


@pytest.mark.parametrize("version", ["", "@1.1.0"])
@pytest.mark.parametrize("form", ["text", "markdown", "bibtex", "ris", "csl-json"])
def test_a_citation_says_that_its_words_are_not_there(published: Project, run: Run, form: str, version: str) -> None:
    reference = f"{AFTERWORD}{version}"
    for language, said in (("en", "its words are not in this copy"), ("de", "ihr Wortlaut fehlt in diesem Exemplar")):
        arguments = ("cite", reference, "--format", form, "--lang", language)
        cited = run(*arguments, "--quote", root=published).out
        whole = run(*arguments).out
        assert (said in cited, said in whole, "left out]" in cited) == (True, False, False)
        assert cited.replace(f"; {said}", "") == whole


def test_a_program_is_told_what_is_not_there(published: Project) -> None:
    codex = tarock.open(published.root)
    assert codex.left_out == ("1945",)
    assert {passage.ref.partition(":")[0] for passage in codex.passages()} == {"1754", "1840", "1863"}
    absent = codex.passage(AFTERWORD)
    assert (absent.text, absent.modern, absent.english, absent.sentences) == ("", "", "", ())
    for refused in (lambda: codex.passage("1945:allg.2.3.1"), lambda: codex.statements(ref="1945:allg.2.3.1")):
        with pytest.raises(tarock.Error, match="the text of 1945 is left out of this copy"):
            refused()
    assert {rule.quote for rule in codex.statements("1945")} == {"[left out]"}
    assert all(rule.says for rule in codex.statements("1945"))
    quoting = {rule.siglum for rule in codex.statements() for each in rule.supports if "Talon" in each.quote}
    assert {rule.siglum for rule in codex.statements(term="Talon")} == quoting
    assert codex.replay(codex.model_game("1840:m7")).findings == ()


def test_words_that_are_not_there_are_shown_with_their_own_hash(published: Project, corpus: Corpus, run: Run) -> None:
    unit = corpus.unit(AFTERWORD)
    assert unit is not None
    for reference in (AFTERWORD, f"{AFTERWORD}@1.1.0"):
        (shown,) = json.loads(run("show", reference, "--json", root=published).out)
        assert (shown["text"], shown["left_out"], shown["sha256"]) == ("", True, unit.hash)
        assert run("verify", reference, unit.hash, root=published).status == 0
        assert run("verify", reference, hashlib.sha256(b"[left out]").hexdigest(), root=published).status == 1
        for refused in (("cite", f"{AFTERWORD}#1"), ("show", f"{AFTERWORD}#1"), ("cite", f"{AFTERWORD},131.1")):
            outcome = run(*refused, root=published)
            assert (outcome.status, outcome.out) == (2, "")
            assert outcome.err.startswith(f"the words of {AFTERWORD} are left out of this copy; expected ")
    quoted = run("cite", AFTERWORD, "--quote").out
    outcome = run("verify", quoted, root=published)
    assert (outcome.status, "not looked at" in outcome.out, "cannot be compared here" in outcome.out) == (2, True, True)
    assert tarock.open(corpus.project.root).verify(quoted).status == 0


@pytest.mark.parametrize("name", ["corpus/sources/1840.txt", "corpus/texts/1840/1.0.0.md"])
def test_what_is_there_is_still_held_against_its_hash(changeable: Project, run: Run, name: str) -> None:
    replace_once(changeable.root / name, "Von Einigen", "Von einigen")
    outcome = run("verify", "1840:1.2@1.0.0", "0" * 12, root=changeable)
    assert (outcome.status, name in outcome.err) == (2, True)


def test_words_that_are_not_there_cannot_be_forged(changeable: Project, run: Run) -> None:
    replace_once(changeable.root / "corpus/texts/1840/1.1.0.md", "[left out]", "[left  out]")
    assert run("show", f"{AFTERWORD}@1.0.0", root=changeable).status == 2
    outcome = run("check", root=changeable)
    assert (outcome.status, "1840" in outcome.out) == (1, True)
