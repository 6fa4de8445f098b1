"""Our English on the command line: shown and cited as ours, never instead of the German; and the program's own."""

from __future__ import annotations

import json
import re

import pytest
import yaml

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.corpus.translation.records import load_imprint
from tests.conftest import Run
from tests.helpers import replace_once

# By hand from corpus/translations/en: the second paragraph of § 21, and its two German sentences of 1840:21.1.
ONLY = "Only Dreier and Solo are played."
OURS = "English by Tarock Codex, version "


def test_it_is_shown_by_passage_and_by_sentence(run: Run) -> None:
    outcome = run("show", "1840:21.2", "--english")
    assert (outcome.status, outcome.out) == (0, f"1840:21.2  {ONLY}\n")
    assert "not the text that is cited" in outcome.err
    (record,) = json.loads(run("show", "1840:21.2", "--english", "--json").out)
    assert record["english"] == ONLY
    assert record["text"].startswith("Es werden bloß Dreier")
    assert run("show", "1840:21.1#2", "--english").out.startswith("1840:21.1#2  But no additions may be made")


def test_a_summary_stands_once_for_its_article(run: Run) -> None:
    outcome = run("show", "1945:allg.2.2", "--english")
    assert outcome.out.startswith("1945:allg.2.2  The pack has 54 cards")
    assert outcome.out.count("The pack has 54 cards") == 1


@pytest.mark.parametrize("form", ["text", "markdown", "bibtex", "ris", "csl-json"])
def test_it_is_cited_beside_the_german(run: Run, form: str) -> None:
    plain = run("cite", "1840:21.2", "--format", form).out
    with_ours = run("cite", "1840:21.2", "--format", form, "--translation").out
    assert OURS not in plain
    assert with_ours.count(OURS) == 1
    assert "CC BY 4.0" in with_ours
    quoted = run("cite", "1840:21.2", "--format", form, "--translation", "--quote").out
    assert ONLY in quoted
    assert "Es werden bloß Dreier" in quoted
    if form == "csl-json":
        json.loads(quoted)


def test_the_json_of_a_citation_has_it(run: Run) -> None:
    cited = json.loads(run("cite", "1840:21.2", "--translation", "--quote", "--json").out)
    assert cited["english"].startswith(OURS)
    assert cited["english_quote"] == ONLY
    assert cited["quote"].startswith("Es werden bloß Dreier")
    assert json.loads(run("cite", "1840:21.2", "--json").out)["english"] == ""


@pytest.mark.parametrize(("ref", "said"), [("1840:6.2@1.0.0", "old edition"), ("1840:999", "999")])
def test_where_there_is_none_it_says_so(run: Run, ref: str, said: str) -> None:
    outcome = run("cite", ref, "--translation")
    assert outcome.status == 2
    assert said in outcome.err


def test_summaries_are_cited_as_summaries(run: Run) -> None:
    assert "English summary by Tarock Codex" in run("cite", "1945:allg.2.2.1", "--translation").out
    assert (
        "Englische Zusammenfassung von Tarock Codex"
        in run("cite", "1945:allg.2.2.1", "--translation", "--lang", "de").out
    )


@pytest.mark.slow
def test_a_version_stays_readable_when_the_next_is_published(codex: Project, run: Run) -> None:
    """The next English changes a sentence: that of the present one is still there, locked, and nobody may change it."""
    folder = codex.translations
    imprint = load_imprint(Corpus(codex))
    now, day = imprint.version, imprint.dates[imprint.version]
    major, minor, patch = map(int, now.split("."))
    later = f"{major}.{minor}.{patch + 1}"
    assert run("show", "1840:21.2", f"--english={now}", root=codex).out == f"1840:21.2  {ONLY}\n"
    replace_once(folder / "1840-2.yaml", ONLY, "Nothing but Dreier and Solo is played.")
    refused = run("build", root=codex)
    assert refused.status == 1
    assert f"its version is still {now}" in refused.err
    replace_once(folder / "imprint.yaml", f"version: {now}", f"version: {later}")
    replace_once(folder / "imprint.yaml", "dates: {", f'dates: {{{later}: "{day}", ')
    replace_once(
        codex.changelog,
        f"- English translation {now}",
        f"- English translation {later}: x\n- English translation {now}",
    )
    assert run("build", root=codex).status == 0
    assert (
        run("show", "1840:21.2", "--english", root=codex).out == "1840:21.2  Nothing but Dreier and Solo is played.\n"
    )
    assert run("show", "1840:21.2", f"--english={now}", root=codex).out == f"1840:21.2  {ONLY}\n"
    trick = run("show", "1840:m3.s5", f"--english={now}", root=codex).out
    assert trick == run("show", "1840:m3.s5", "--english", root=codex).out  # rendered by rule, and kept as it was
    kept = folder / f"versions/{now}/1840.yaml"
    replace_once(kept, ONLY, "Only Solo is played.")
    for command in (("show", "1840:21.2", f"--english={now}"), ("build",)):
        outcome = run(*command, root=codex)
        assert outcome.status in (1, 2)
        assert "not as it was locked" in outcome.err


def test_an_older_english_is_not_kept(run: Run, computed: ComputedCodex) -> None:
    """Its day and its hashes are known, its words are not: neither shown nor compared with what is cited."""
    imprint = load_imprint(computed.corpus)
    older = [version for version in imprint.dates if not imprint.keeps(version)]
    assert older
    kept = ", ".join(sorted(filter(imprint.keeps, imprint.dates), key=lambda version: [*map(int, version.split("."))]))
    assert {path.name for path in (computed.project.translations / "versions").iterdir()}.isdisjoint(older)
    lock = (computed.project.translations / "versions.lock").read_text(encoding="utf-8")
    cited, said = [], []
    for version in older:
        assert f"\nen {version} 1863.yaml " in lock
        cited.append(
            f"“No such words” [1840:21.2@1.1.0]. English by Tarock Codex, version {version} (2026), CC BY 4.0."
        )
        said.append(f"English version {version} is an older English, not kept; kept: {kept}")
        outcome = run("show", "1840:21.2", f"--english={version}")
        assert (outcome.status, outcome.out) == (2, "")
        assert said[-1] in outcome.err
    outcome = run("verify", "\n\n".join(cited))
    assert (outcome.status, "not looked at" in outcome.out) == (2, True)  # 2: nothing was compared
    assert all(each in outcome.out for each in said)


def test_an_english_that_never_was_does_not_exist(run: Run) -> None:
    outcome = run("show", "1840:21.2", "--english=9.0.0")
    assert (outcome.status, outcome.out) == (2, "")
    assert "9.0.0 does not exist" in outcome.err


def test_a_version_that_is_to_be_kept_may_not_be_missing(codex: Project, run: Run) -> None:
    """Raising `kept_from` above the present version is refused; so is a kept version whose file is gone."""
    imprint = codex.translations / "imprint.yaml"
    text = imprint.read_text(encoding="utf-8")
    imprint.write_text(re.sub(r"kept_from: .*", "kept_from: 9.0.0", text), encoding="utf-8")
    assert "expected `kept_from:` to be no later version" in run("build", "--check", root=codex).err
    imprint.write_text(re.sub(r"kept_from: .*", "kept_from: 1.0.3", text), encoding="utf-8")
    outcome = run("build", "--check", root=codex)
    assert outcome.status in (1, 2)
    assert "versions/1.0.3/1754.yaml" in outcome.err


def test_the_kept_words_are_those_of_the_present_version(computed: ComputedCodex) -> None:
    for siglum, ours in computed.translations.items():
        kept = yaml.safe_load((computed.project.root / ours.stored_file).read_text(encoding="utf-8"))
        assert (kept["source"], kept["version"], kept["edition"]) == (siglum, ours.imprint.version, ours.renders)
        for ident, placed in ours.units.items():
            assert tuple(kept["english"][ident]) == placed.record.english


@pytest.mark.parametrize(
    "command",
    [
        ("--help",),
        ("show", "1840:999"),
        ("cite", "1840:47.2", "--quote"),
        ("compare", "1754", "1840", "--topic", "ultimo"),
        ("replay", "1840:m2"),
        ("score", "--era", "1754", "corpus/examples/score-1754.yaml"),
    ],
    ids=" ".join,
)
def test_the_program_speaks_english_in_every_locale(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    english = run(*command)
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert run(*command) == english


def test_no_option_asks_for_another_language(run: Run) -> None:
    outcome = run("--lang=de", "show", "1840:47.2")
    assert (outcome.status, outcome.out) == (2, "")
    assert "unrecognized arguments: --lang=de" in outcome.err


def test_a_german_citation_says_what_the_english_one_says(run: Run) -> None:
    english, german = (run("cite", "1840:47.2", "--quote", "--lang", language) for language in ("en", "de"))
    assert english.out != german.out
    assert run("verify", english.out).status == run("verify", german.out).status == 0
