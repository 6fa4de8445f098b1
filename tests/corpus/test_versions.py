"""A text never changes without a new version, and what was cited once can be looked up for ever."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from tarock.base.errors import CheckFailed, CodexError
from tarock.base.files import write_text
from tarock.base.project import Project
from tarock.corpus.editions import Corpus
from tarock.corpus.locks import dump_lock
from tarock.corpus.sources import load_sources
from tarock.corpus.versions import corpus_files, load_lock, text_path
from tests.conftest import ROOT, Run
from tests.helpers import emend, raised, replace_once, retouch, sources_file, step_version, write_lock

CURRENT = {siglum: source.edition for siglum, source in load_sources(Project(ROOT)).items()}
BEFORE, AFTER = CURRENT["1840"], raised(CURRENT["1840"])  # the edition of 1840, and one that tests make up

# 1840:6.2, copied from the transcript (it has no emendation).
OLD = (
    "Mit drei und fünfzig Points wäre Remis und mit vier und fünfzig Points das Spiel um Einen Point "
    "gewonnen. Es würde z. B. ein Stich mit: König, Dame, Reiter und Einem leeren Blatte: dreizehn "
    "Points zählen."
)
LEMMA, READING = "Es würde z. B. ein Stich", "Es würde zum Beispiel ein Stich"
NEW = OLD.replace(LEMMA, READING)
OLD_HASH = hashlib.sha256(OLD.encode("utf-8")).hexdigest()
NEW_HASH = hashlib.sha256(NEW.encode("utf-8")).hexdigest()


def change(codex: Project) -> None:
    emend(codex, "1840:6.2", LEMMA, READING)


def write_texts(codex: Project) -> list[str]:
    """What `tarock build` does for the corpus; returns the names of the files that changed."""
    files = corpus_files(Corpus(codex))
    return [codex.relative(path) for path, text in files.items() if write_text(path, text)]


@pytest.fixture
def second_edition(codex: Project) -> Project:
    """A copy of the codex whose 1840 has a made-up next edition, in which 1840:6.2 reads anew."""
    change(codex)
    step_version(codex, "1840", AFTER, changelog=True)
    assert write_texts(codex) == [f"corpus/texts/1840/{AFTER}.md", "corpus/versions.lock"]
    return codex


# --- a change needs a version and a line in the changelog -------------------------------------------------


def test_a_changed_passage_without_a_new_version_fails(codex: Project, run: Run) -> None:
    change(codex)
    outcome = run("build", "--check", root=codex)
    assert outcome.status == 1
    assert outcome.err == (
        f"{codex.lock}: the text of 1840:6.2 changed, but the edition is still {BEFORE}; "
        "expected a higher `edition:` for 1840 in corpus/sources/sources.yaml and a line in CHANGELOG.md\n"
    )


@pytest.mark.slow
def test_a_refused_build_writes_nothing(codex: Project, run: Run) -> None:
    def files() -> dict[Path, bytes]:
        """All but cached results."""
        paths = (path for path in codex.root.rglob("*") if path.is_file() and not path.name.endswith(".note.json"))
        return {path: path.read_bytes() for path in paths}

    before = files()
    change(codex)
    assert run("build", root=codex).status == 1
    step_version(
        codex, "1840", AFTER, changelog=True
    )  # under another version the English is still that of the old words
    outcome = run("build", root=codex)
    assert outcome.status == 1
    assert "SENSE-STALE: 1840:6.2" in outcome.err
    assert "and 1 more" in outcome.err  # the English
    for path in (sources_file(codex), codex.changelog):
        before[path] = path.read_bytes()
    before[codex.corpus / "emendations" / "1840.yaml"] = (codex.corpus / "emendations" / "1840.yaml").read_bytes()
    assert files() == before


@pytest.mark.slow
def test_the_check_reports_a_changed_passage(codex: Project, run: Run) -> None:
    change(codex)
    outcome = run("check", root=codex)
    assert outcome.status == 1
    assert (
        f"corpus/versions.lock: TEXT-VERSION: the text of 1840:6.2 changed, but the edition is still {BEFORE}"
        in outcome.out
    )


def test_several_changed_passages_are_counted(codex: Project) -> None:
    change(codex)
    emend(codex, "1840:1.1", "Königrufen", "Königsrufen")
    emend(codex, "1840:1.2", "Von Einigen", "Von einigen")
    with pytest.raises(CheckFailed, match=r"the text of 1840:1\.1 and 2 more changed, but the edition is still"):
        corpus_files(Corpus(codex))


def test_a_conjecture_is_no_change_of_the_text(codex: Project) -> None:
    emend(codex, "1840:m6.s1", "A Pique-König", "A Pique-Dame", kind="conjecture")
    assert write_texts(codex) == []


def test_an_emended_heading_needs_a_new_version(codex: Project) -> None:
    emend(codex, "1840:h3", "Nähere Bezeichnung", "nähere Bezeichnung")
    with pytest.raises(CheckFailed, match=r"the text of 1840:h3 changed, but the edition is still"):
        corpus_files(Corpus(codex))


def test_what_stands_around_the_text_is_under_the_version_too(codex: Project) -> None:
    replace_once(
        sources_file(codex), "statement: text of 1754, in the public", "statement: text of 1754, now in the public"
    )
    with pytest.raises(CheckFailed, match=r"what stands around the text of 1754 changed \(title, rights, paratext\)"):
        corpus_files(Corpus(codex))


def test_a_new_version_without_a_line_in_the_changelog_fails(codex: Project, run: Run) -> None:
    change(codex)
    step_version(codex, "1840", AFTER, changelog=False)
    outcome = run("build", "--check", root=codex)
    assert outcome.status == 1
    assert outcome.err == (
        f"{codex.changelog}: the changelog does not name `1840 edition {AFTER}`; "
        f"expected a line with `1840 edition {AFTER}`\n"
    )


def test_without_a_changelog_no_version_passes(codex: Project) -> None:
    step_version(codex, "1840", AFTER, changelog=False)
    codex.changelog.unlink()
    with pytest.raises(CheckFailed, match=re.escape(f"the changelog does not name `1840 edition {AFTER}`")):
        corpus_files(Corpus(codex))


def test_a_new_version_with_a_line_in_the_changelog_passes(second_edition: Project) -> None:
    assert write_texts(second_edition) == []  # nothing more to do
    lock = load_lock(second_edition)
    assert lock["1840", BEFORE]["6.2"] == OLD_HASH
    assert lock["1840", AFTER]["6.2"] == NEW_HASH
    assert lock["1840", BEFORE]["6.3"] == lock["1840", AFTER]["6.3"]


def test_a_new_version_leaves_the_old_text_as_it_was(project: Project, second_edition: Project) -> None:
    old = text_path(second_edition, "1840", BEFORE)
    assert old.read_bytes() == text_path(project, "1840", BEFORE).read_bytes()
    assert OLD in old.read_text(encoding="utf-8")


def test_going_back_to_an_old_version_number_with_another_text_fails(second_edition: Project) -> None:
    replace_once(sources_file(second_edition), f"edition: {AFTER}", f"edition: {BEFORE}")
    with pytest.raises(
        CheckFailed, match=re.escape(f"the text of 1840:6.2 changed, but the edition is still {BEFORE}")
    ):
        corpus_files(Corpus(second_edition))


def test_an_id_once_citable_must_not_go(codex: Project) -> None:
    """Rule 21, the last of 1754, is cut out of the transcript: even a new version may not lose it."""
    rule = next(line for line in (codex.sources / "1754.txt").read_text("utf-8").split("\n") if line.startswith("21."))
    retouch(codex, "1754", rule, "Anmerkung:")
    step_version(codex, "1754", "99.0.0", changelog=True)
    with pytest.raises(
        CheckFailed,
        match=r"1754:21 of edition [0-9.]+ is gone from edition 99\.0\.0; expected the id to stay, or a record",
    ):
        corpus_files(Corpus(codex))


def test_a_new_passage_needs_a_version_too(codex: Project) -> None:
    retouch(codex, "1754", "78 Points heraus.", "78 Points heraus.\n\n22. Made up.")
    with pytest.raises(CheckFailed, match=r"the text of 1754:22 changed, but the edition is still"):
        corpus_files(Corpus(codex))
    after = raised(CURRENT["1754"])
    step_version(codex, "1754", after, changelog=True)
    assert write_texts(codex) == [f"corpus/texts/1754/{after}.md", "corpus/versions.lock"]


# --- old versions answer ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reference", "text"),
    [(f"1840:6.2@{BEFORE}", OLD), (f"1840:6.2@{AFTER}", NEW), ("1840:6.2", NEW)],
)
def test_each_version_shows_its_own_text(second_edition: Project, run: Run, reference: str, text: str) -> None:
    outcome = run("show", reference, root=second_edition)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == f"1840:6.2  {text}\n"


@pytest.mark.parametrize("form", ["text", "markdown", "bibtex", "ris", "csl-json"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_citation_of_an_old_version_names_it_and_its_hash(
    second_edition: Project, run: Run, form: str, lang: str
) -> None:
    for reference, version, digest in (
        (f"1840:6.2@{BEFORE}", BEFORE, OLD_HASH), ("1840:6.2", AFTER, NEW_HASH),
        (f"1840:6.2@{AFTER}", AFTER, NEW_HASH),
    ):  # fmt: skip
        outcome = run("cite", reference, "--format", form, "--lang", lang, root=second_edition)
        assert outcome.status == 0
        assert version in outcome.out
        assert f"sha256:{digest[:12]}" in outcome.out
        other = NEW_HASH if digest == OLD_HASH else OLD_HASH
        assert other[:12] not in outcome.out


def test_an_old_version_answers_ranges_pages_and_the_whole(codex: Project, run: Run) -> None:
    emend(codex, "1863:7", "Vorhand", "VORHAND")
    step_version(codex, "1863", raised(CURRENT["1863"]), changelog=True)
    write_texts(codex)
    for name in ("1863:6-8", "1863:page.257", "1863"):
        old = run("show", f"{name}@{CURRENT['1863']}", root=codex)
        new = run("show", name, root=codex)
        assert old.status == new.status == 0
        assert "Wenn die Vorhand nicht" in old.out
        assert new.out == old.out.replace("Wenn die Vorhand nicht", "Wenn die VORHAND nicht")


def test_no_transcript_of_an_old_version_is_made_up(second_edition: Project, run: Run) -> None:
    outcome = run("show", f"1840:6.2@{BEFORE}", "--transcript", root=second_edition)
    assert outcome.status == 2
    assert outcome.err.startswith("an old edition has no --transcript; use a reference without @VERSION")
    assert run("show", f"1840:6.2@{AFTER}", "--transcript", root=second_edition).out == f"1840:6.2  {OLD}\n"


def test_an_unknown_version_names_the_known_ones(second_edition: Project, run: Run) -> None:
    for command in ("show", "cite"):
        outcome = run(command, "1840:6.2@99.0.0", root=second_edition)
        assert outcome.status == 2
        assert outcome.out == ""
        assert outcome.err.startswith("no edition 99.0.0 of source 1840; expected one of ")
        assert outcome.err.endswith(f"{BEFORE}, {AFTER}\n")


def test_an_unknown_id_of_an_old_version_is_refused(second_edition: Project, run: Run) -> None:
    outcome = run("show", f"1840:6.26@{BEFORE}", root=second_edition)
    assert outcome.status == 2
    assert outcome.err.startswith("no `6.26` in source 1840; the last is 1840:6.25")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dreizehn Points zählen", "vierzehn Points zählen"),
        ("{: #6.2 .paragraph }", "{: #6.200 .paragraph }"),
    ],
)
def test_a_tampered_old_text_is_noticed(second_edition: Project, run: Run, old: str, new: str) -> None:
    path = text_path(second_edition, "1840", BEFORE)
    replace_once(path, old, new)
    for reference in (f"1840:6.2@{BEFORE}", f"1840:47.2@{BEFORE}"):  # whatever is asked of that version
        outcome = run("show", reference, root=second_edition)
        assert outcome.status == 2
        assert outcome.out == ""
        assert re.fullmatch(
            rf"{re.escape(str(path))}: 1840:6\.2(00)? is not as it was locked; expected the text of that version\n",
            outcome.err,
        )
    assert run("show", "1840:6.2", root=second_edition).out == f"1840:6.2  {NEW}\n"


def test_a_lost_old_text_is_named(second_edition: Project, run: Run) -> None:
    path = text_path(second_edition, "1840", BEFORE)
    path.unlink()
    outcome = run("show", f"1840:6.2@{BEFORE}", root=second_edition)
    assert outcome.status == 2
    assert outcome.err.startswith(f"{path}: cannot be read")


# --- the lock ---------------------------------------------------------------------------------------------


def test_the_lock_holds_the_hash_of_every_passage(project: Project, corpus: Corpus) -> None:
    """Read with a plain split, and hashed anew from the editions' texts and the files' bytes."""
    lines = [line.split() for line in project.lock.read_text("utf-8").splitlines() if not line.startswith("#")]
    locked = {(siglum, version, ident): digest for siglum, version, ident, digest in lines}
    assert len(locked) == len(lines)
    for edition in corpus.editions():
        for ident, passage in edition.passages.items():
            digest = hashlib.sha256(passage.text.encode("utf-8")).hexdigest()
            assert locked[edition.siglum, edition.source.edition, ident] == digest
        for heading in edition.headings:
            assert (edition.siglum, edition.source.edition, heading) in locked
        for version in edition.source.dates:
            path = project.texts / edition.siglum / f"{version}.md"
            assert locked[edition.siglum, version, "-"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_lock_is_read_as_it_is_written(project: Project) -> None:
    assert dump_lock(load_lock(project)) == project.lock.read_text("utf-8")


def test_a_lost_lock_is_no_empty_lock(codex: Project) -> None:
    codex.lock.unlink()
    with pytest.raises(CodexError, match="the lock of the texts is missing"):
        corpus_files(Corpus(codex))


# --- published files, and ids ---------------------------------------------------------------------------------


def test_an_altered_published_file_fails_the_build(second_edition: Project, run: Run) -> None:
    path = text_path(second_edition, "1840", BEFORE)
    replace_once(path, "rights: ", "rights:  ")  # not a word of the text
    outcome = run("build", "--check", root=second_edition)
    assert (outcome.status, outcome.err) == (
        1, f"{path}: the file is not as it was locked; expected the text of that version\n",
    )  # fmt: skip


def test_a_deleted_published_file_fails_the_build(second_edition: Project, run: Run) -> None:
    text_path(second_edition, "1840", BEFORE).unlink()
    assert run("build", "--check", root=second_edition).status == 1


def test_a_published_file_that_is_taken_out_of_the_lock_fails_the_build(second_edition: Project, run: Run) -> None:
    lines = second_edition.lock.read_text("utf-8").splitlines(keepends=True)
    kept = "".join(line for line in lines if not line.startswith(f"1840 {BEFORE} "))
    write_lock(second_edition.lock, kept)
    outcome = run("build", "--check", root=second_edition)
    assert outcome.status == 1
    assert f"edition {BEFORE} of 1840 has a date but is not locked" in outcome.err
    dates = re.search(rf"dates: {{{AFTER}: .*", sources_file(second_edition).read_text("utf-8"))
    assert dates
    replace_once(sources_file(second_edition), dates[0], re.sub(rf', {BEFORE}: "[0-9-]+"', "", dates[0]))
    outcome = run("build", "--check", root=second_edition)  # nor with its date taken away
    assert outcome.status == 1
    assert f"edition {BEFORE} of 1840 is not locked" in outcome.err


def test_a_version_needs_a_date(codex: Project) -> None:
    change(codex)
    step_version(codex, "1840", AFTER, changelog=True, date=False)
    with pytest.raises(CheckFailed, match=f"no date for edition {AFTER} of 1840"):
        corpus_files(Corpus(codex))


def test_words_that_no_emendation_explains_need_a_new_id(codex: Project) -> None:
    retouch(codex, "1754", "muß jede Person 26 Points haben", "muß jede Person 30 Points haben")
    step_version(codex, "1754", raised(CURRENT["1754"]), changelog=True)
    with pytest.raises(CheckFailed, match=r"1754:20 has other words .*; expected a new id .* a tombstone for the old"):
        corpus_files(Corpus(codex))


def test_a_withdrawn_id_is_remembered(codex: Project, run: Run) -> None:
    text = (codex.sources / "1754.txt").read_text("utf-8")
    start = text.index("21. Es wird allemal")
    last = text[start : text.index("\n", start)]
    retouch(codex, "1754", last, "")
    new = raised(CURRENT["1754"])
    step_version(codex, "1754", new, changelog=True)
    with pytest.raises(CheckFailed, match=r"1754:21 of edition .* is gone from edition"):
        corpus_files(Corpus(codex))
    (codex.corpus / "tombstones.yaml").write_text(
        f'- {{ref: "1754:21", until: {CURRENT["1754"]}, reason: belongs to another print, successors: ["1754:20"]}}\n',
        encoding="utf-8",
    )
    write_texts(codex)
    for command in ("show", "cite"):
        outcome = run(command, "1754:21", root=codex)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err == (
            f"1754:21 was withdrawn after edition {CURRENT['1754']}: belongs to another print; "
            f"see 1754:20, or 1754:21@{CURRENT['1754']}\n"
        )
    outcome = run("verify", "1754:21", "0" * 12, root=codex)  # it was citable, but never with these words
    assert (outcome.status, outcome.out.startswith("different  1754:21 ")) == (1, True)
    assert run("show", f"1754:21@{CURRENT['1754']}", root=codex).out.startswith("1754:21  21. Es wird allemal")
    gone = run("show", f"1754:21@{new}", root=codex).err
    assert gone == f"1754:21 is not in edition {new} of source 1754; it is there up to {CURRENT['1754']}\n"
    assert "was withdrawn after edition" in run("diff", f"1754:21@{CURRENT['1754']}", "1754:21", root=codex).err


def test_a_withdrawn_id_never_returns(codex: Project) -> None:
    (codex.corpus / "tombstones.yaml").write_text(
        '- {ref: "1754:21", until: 1.0.0, reason: a slip}\n', encoding="utf-8"
    )
    with pytest.raises(CodexError, match=r"tombstones\.yaml:1: 1754:21 has a tombstone but stands in the edition"):
        corpus_files(Corpus(codex))


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ('ref: "1754:99", until: {}', "1754:99 never stood in an edition; expected an id that was citable once"),
        ('ref: "1999:1", until: {}', "1999:1 is of no source that was ever published"),
        ('ref: "1754:21", until: 1.0.0', "`until: 1.0.0` of 1754:21; expected {}, the last edition that has it"),
        ('ref: "1754:21", until: 9.9.9', "`until: 9.9.9` of 1754:21; expected {}"),
        ('ref: "1754:21", until: {}, successors: ["1754:99"]', "1754:21 leads to 1754:99: no `99` in source 1754"),
        ('ref: "1754:21", until: {}, successors: ["1754:21"]', "1754:21 leads to 1754:21, which is withdrawn too"),
        ('ref: "1754:21", until: {}, successors: ["1754:20"]', "1754:21 leads to 1754:20, which is withdrawn too"),
        ('ref: "1754:21", until: {}, successors: ["1999:1"]', "1754:21 leads to 1999:1: no source `1999`"),
        ('ref: "1754:21", until: {}, successors: [twenty]', "1754:21 leads to twenty: "),
        ('ref: "1754:21", until: {}, successors: ["1754:19", "1840:131.1"]', ""),
    ],
)
def test_tombstones_are_checked_whole(codex: Project, record: str, said: str) -> None:
    """Rules 20 and 21 of 1754 are withdrawn; 20 leads to 19, which stands."""
    text = (codex.sources / "1754.txt").read_text("utf-8")
    for number in ("20. ", "21. "):
        start = text.index(f"\n{number}") + 1
        retouch(codex, "1754", text[start : text.index("\n", start)], "")
    step_version(codex, "1754", raised(CURRENT["1754"]), changelog=True)
    last = CURRENT["1754"]
    records = [f'ref: "1754:20", until: {last}, successors: ["1754:19"]', record.format(last)]
    if '"1754:21"' not in record:
        records.append(f'ref: "1754:21", until: {last}')
    path = codex.corpus / "tombstones.yaml"
    path.write_text("".join(f"- {{{each}, reason: a slip}}\n" for each in records), encoding="utf-8")
    if said:
        with pytest.raises(CodexError, match=rf"tombstones\.yaml:2: {re.escape(said.format(last))}"):
            corpus_files(Corpus(codex))
    else:
        write_texts(codex)


def test_an_id_that_keeps_fewer_than_half_of_its_words_needs_a_reason(codex: Project, run: Run) -> None:
    """An emendation explains the other words of 1840:6.2, but it is no longer the passage that was cited."""
    step_version(codex, "1840", AFTER, changelog=True)
    emend(codex, "1840:6.2", OLD, OLD[: len(OLD) // 4] + " und so fort")
    outcome = run("build", "--check", root=codex)
    assert outcome.status == 1
    assert (
        f"1840:6.2 keeps fewer than half of its words of edition {BEFORE} in edition {AFTER}; expected" in outcome.err
    )
    line = f"edition: {AFTER}\n"
    replace_once(sources_file(codex), line, f'{line}  kept_ids: {{{AFTER}: {{"6.2": the print has no more}}}}\n')
    assert write_texts(codex) == [f"corpus/texts/1840/{AFTER}.md", "corpus/versions.lock"]
    replace_once(sources_file(codex), '"6.2": the print', '"6.3": the print')
    with pytest.raises(CheckFailed, match=r"1840:6\.2 keeps fewer than half"):
        corpus_files(Corpus(codex))
    replace_once(sources_file(codex), '{"6.3": the print has no more}', '{"6.2": a, "6.3": b}')
    with pytest.raises(CheckFailed, match=r"`kept_ids:` gives a reason for 1840:6\.3, which keeps its words"):
        corpus_files(Corpus(codex))


def test_an_id_that_keeps_half_of_its_words_stays(codex: Project) -> None:
    half = " ".join(OLD.split()[: (len(OLD.split()) + 1) // 2])
    step_version(codex, "1840", AFTER, changelog=True)
    emend(codex, "1840:6.2", OLD, half)
    assert write_texts(codex) == [f"corpus/texts/1840/{AFTER}.md", "corpus/versions.lock"]


# --- the lock as a file ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (f"1840 {BEFORE} 6.2", "malformed line; expected `NAME VERSION ID SHA256`"),
        ("<<<<<<< HEAD", "malformed line; expected `NAME VERSION ID SHA256`"),
        (f"1840 x.y 6.2 {'0' * 64}", "malformed line; expected `NAME VERSION ID SHA256`"),
        (f"1840 {BEFORE} 6.2 {'0' * 64}", f"`1840 {BEFORE} 6.2` is locked twice; expected it once"),
    ],
)
def test_a_damaged_lock_is_refused_with_its_line(codex: Project, line: str, what: str) -> None:
    number = codex.lock.read_text("utf-8").count("\n") + 1
    with codex.lock.open("a", encoding="utf-8") as stream:
        stream.write(line + "\n")
    with pytest.raises(CodexError) as raised:
        load_lock(codex)
    assert str(raised.value) == f"{codex.lock}:{number}: {what}"


@pytest.mark.parametrize("command", [("build", "--check"), ("check",)])
def test_a_command_says_that_the_lock_is_damaged(codex: Project, run: Run, command: tuple[str, ...]) -> None:
    with codex.lock.open("a", encoding="utf-8") as stream:
        stream.write("<<<<<<< HEAD\n")
    outcome = run(*command, root=codex)
    assert outcome.status == 2
    assert outcome.err.endswith(": malformed line; expected `NAME VERSION ID SHA256`\n")


def test_a_changed_hash_in_the_lock_is_noticed(codex: Project) -> None:
    replace_once(codex.lock, f"1840 {BEFORE} 6.2 {OLD_HASH}", f"1840 {BEFORE} 6.2 {'0' * 64}")
    with pytest.raises(CodexError, match="the lock is not as `tarock build` wrote it"):
        corpus_files(Corpus(codex))
    write_lock(codex.lock, codex.lock.read_text("utf-8"))  # forged, not damaged
    with pytest.raises(CheckFailed, match=r"the text of 1840:6\.2 changed"):
        corpus_files(Corpus(codex))


@pytest.mark.parametrize("form", ["csl-json", "bibtex"])
def test_the_hash_in_a_citation_is_the_one_in_the_lock(project: Project, run: Run, form: str) -> None:
    printed = run("cite", "1840:6.2", "--format", form).out
    (digits,) = re.findall(r"sha256:([0-9a-f]+)", printed)
    assert digits == OLD_HASH[:12] == load_lock(project)["1840", BEFORE]["6.2"][:12]
