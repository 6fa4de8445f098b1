"""`tarock affected`: what a new edition of a text touches and breaks; the recipe "Changing a text"."""

from __future__ import annotations

import json
import re

import pytest

from tarock.base.project import Project
from tarock.corpus.editions import Corpus
from tarock.corpus.versions import all_versions
from tests.conftest import Run
from tests.helpers import emend, raised, retouch, step_version

pytestmark = pytest.mark.slow

NOTHING = "changed passages: 0; rules, claims, games and translations that rest on them: 0; broken: 0\n"


def test_an_edition_that_changes_no_word_touches_nothing(codex: Project, corpus: Corpus, run: Run) -> None:
    step_version(codex, "1754", raised(corpus.sources["1754"].edition), changelog=True)
    outcome = run("affected", "1754", root=codex)
    assert (outcome.status, outcome.out) == (0, NOTHING)


def test_what_only_got_an_id_has_not_changed(corpus: Corpus, run: Run) -> None:
    """What `diff` tells apart between the last two editions."""
    for source in corpus.sources.values():
        since = f" has an id since edition {source.edition}; the words are the same"
        lines = run("affected", source.siglum).out.splitlines()
        *_, before, _current = all_versions(corpus, source.siglum)
        records = json.loads(run("diff", f"{source.siglum}@{before}", source.siglum, "--json").out)
        named = [record["ref"] for record in records if record.get("id_since") == source.edition]
        assert [line.partition(" ")[0] for line in lines if line.endswith(since)] == named
        assert (f"; new ids: {len(named)}; " in lines[0]) == bool(named)


def test_a_quote_that_breaks_is_named_with_its_place(codex: Project, run: Run) -> None:
    """1754:1 says "mit 78. Blättern gespielet": a rule and a claim quote it."""
    emend(codex, "1754:1", "78. Blättern", "LXXVIII. Blättern")
    outcome = run("affected", "1754", root=codex)
    assert outcome.status == 1
    total, head, *lines = outcome.out.splitlines()
    assert re.fullmatch(r"1754:1  changed since edition \d+\.\d+\.\d+", head)
    broken = [line for line in lines if line.startswith("  broken")]
    assert any("  broken  rule pack.cards  [rules_data/1754/pack.yaml:" in line for line in broken)
    assert any("  broken  claim " in line for line in broken)
    assert "is not in 1754:1" in outcome.out
    assert total.startswith("changed passages: 1; ")
    assert total.endswith(f"; broken: {len(broken)}")


def test_what_still_holds_is_listed_too(codex: Project, run: Run) -> None:
    """Words of 1840:6.2 that no quote holds ("Es würde"): three values rest on the passage, none of them breaks.

    Its English is stale: nobody but a translator can say that it still renders the words.
    """
    emend(codex, "1840:6.2", "Es würde", "Es würden")
    outcome = run("affected", "1840", root=codex)
    assert outcome.status == 1
    part = re.split(r"(?m)^(?=1840:)", outcome.out.partition("1840:6.2  changed since edition ")[2])[0]
    assert part.count("  holds  rule ") == 3
    broken = [line for line in part.splitlines() if line.startswith("  broken")]
    assert len(broken) == 1
    assert broken[0].startswith("  broken  translation 1840:6.2  [corpus/translations/en/1840-1.yaml:")
    assert "          TRANSLATION-STALE: 1840:6.2: the German has the hash " in part


def test_a_heading_is_touched_too(codex: Project, run: Run) -> None:
    """Nothing but its English rests on a heading, and that is stale."""
    emend(codex, "1840:h3", "Nähere Bezeichnung", "nähere Bezeichnung")
    outcome = run("affected", "1840", "1840", root=codex)  # named twice, it is told once
    assert outcome.status == 1
    assert outcome.out.count("1840:h3  changed since edition ") == 1
    assert "  broken  translation 1840:h3  [corpus/translations/en/1840-1.yaml:" in outcome.out


def test_where_a_file_is_read_by_nobody_nothing_is_said_to_hold(codex: Project, run: Run) -> None:
    emend(codex, "1754:1", "78. Blättern", "LXXVIII. Blättern")
    (codex.rules / "stray.yaml").write_text("[]\n", encoding="utf-8")
    outcome = run("affected", root=codex)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("rules_data/stray.yaml: FILE-UNREAD: belongs to no source; ")


def test_a_game_that_breaks_is_named(codex: Project, run: Run) -> None:
    """In the first trick of the sixth game D follows with the Pique-Reiter; another suit would be a Renonce."""
    emend(codex, "1840:m6.s1", "Pique-Reiter", "Treffle-Reiter")
    outcome = run("affected", "1840", root=codex)
    assert outcome.status == 1
    assert "  broken  game m6  [1840:m6]" in outcome.out


def test_an_unknown_source_is_refused(run: Run) -> None:
    outcome = run("affected", "1700")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("unknown source `1700`; expected one of 1754, ")


def test_nothing_is_listed_of_sources_that_were_not_raised(codex: Project, corpus: Corpus, run: Run) -> None:
    assert run("affected").out == NOTHING
    step_version(codex, "1754", raised(corpus.sources["1754"].edition), changelog=True)
    emend(codex, "1754:1", "78. Blättern", "LXXVIII. Blättern")
    found = {line[:4] for line in run("affected", root=codex).out.splitlines() if re.match(r"1\d{3}:", line)}
    assert found == {"1754"}


def test_sentences_set_aside_are_guarded_by_their_words(codex: Project, run: Run) -> None:
    """1840:7.3 is set aside as a mere reference to § 131: with other words it might be a rule."""
    emend(codex, "1840:7.3", "131", "130")
    outcome = run("affected", "1840", root=codex)
    assert outcome.status == 1
    part = re.split(r"(?m)^(?=1840:)", outcome.out.partition("1840:7.3  changed since edition ")[2])[0]
    assert "  broken  set aside 1840:7.3  [rules_data/1840/set_aside.yaml:" in part
    assert "COVERAGE-STALE: 1840:7.3 was set aside with other words" in part


def test_an_id_that_is_gone_is_listed_with_what_rests_on_it(codex: Project, corpus: Corpus, run: Run) -> None:
    text = (codex.sources / "1754.txt").read_text("utf-8")
    start = text.index("21. Es wird allemal")
    retouch(codex, "1754", text[start : text.index("\n", start)], "")
    step_version(codex, "1754", raised(corpus.sources["1754"].edition), changelog=True)
    outcome = run("affected", root=codex)
    assert outcome.status == 1
    assert "1754:21  gone since edition 1.1.0\n  broken  " in outcome.out
    assert "; gone: 1; " in outcome.out.splitlines()[0]
