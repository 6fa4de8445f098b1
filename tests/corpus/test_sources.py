"""The transcripts are kept byte for byte, and what is known of them is stated."""

from __future__ import annotations

import hashlib
import json

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.corpus.checks import edition_problems
from tarock.corpus.editions import Corpus
from tarock.corpus.sources import load_sources, read_source
from tests.conftest import SIGLA, Run
from tests.helpers import replace_once, sources_file

# `sha256sum` of files as they were received, taken before they came into this repository.
RECEIVED = {
    "1754": "add733afb3226c4010b5f724ddef94a5d7821bba40c99fe9dff06ae4c6145ef9",
    "1840": "29978b083b16de97d0f333190b27e271d05252387e91c54500e8073b3638641e",
    "1863": "cdfd88480f685212e2286a91fd4931fa26d6e1e3fa987e78a5fdd3194255ce83",
    "1945": "95ad4f82e8bf64dd4ae532bae707e570b02445cf9695ff046fa41825ae031bd2",
}


@pytest.mark.parametrize("siglum", RECEIVED)
def test_the_transcript_is_the_received_file_byte_for_byte(project: Project, corpus: Corpus, siglum: str) -> None:
    data = (project.sources / f"{siglum}.txt").read_bytes()
    assert hashlib.sha256(data).hexdigest() == RECEIVED[siglum]
    assert corpus.sources[siglum].sha256 == RECEIVED[siglum]
    assert corpus.edition(siglum).transcript.encode("utf-8") == data


# Address, characters of the excerpt that was seen there, and its last words, as they were noted by who compared them.
FOUND = {
    "1754": ("https://tarock.info/Tarock_1754.htm", 1975, "so er abgestochen"),
    "1840": ("https://tarock.info/Koenigrufen_1840.htm", 1971, "richtiges Ausspielen und Zugeb"),
    "1863": ("http://zeno.org/Pierer-1857/A/Tarokhombre", 1963, "wenn der Spieler wen"),
    "1945": (
        "https://www.wienerzeitung.at/nachrichten/archiv/130263_Reform-Tarock.html",
        1975,
        "als wievielte sie ihre Karten beko",
    ),
}


@pytest.mark.parametrize("siglum", FOUND)
def test_where_the_same_text_stands_is_recorded_as_far_as_it_was_compared(project: Project, siglum: str) -> None:
    (found,) = load_sources(project)[siglum].found_at
    address, characters, last = FOUND[siglum]
    transcript = (project.sources / f"{siglum}.txt").read_bytes().decode("utf-8")
    assert (found.address, found.compared, found.seen, found.result) == (address, characters, "2026-11-23", "same")
    assert transcript[:characters].endswith(last)
    assert found.of == len(transcript)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("compared: 1963", "compared: 1964", "the first 1964 characters of our transcript have another sha256"),
        ("compared: 1963", "compared: 5148", "the first 5148 characters of our transcript have another sha256"),
        ("sha256: d506216a", "sha256: d506216b", "the first 1963 characters of our transcript have another sha256"),
        ("    of: 5147\n    sha256: d506", "    of: 5146\n    sha256: d506", "`of` is 5146; expected 5147"),
        ('Tarokhombre\n    seen: "2026-11-23"', 'Tarokhombre\n    seen: "2026-11-31"', "invalid date `2026-11-31`"),
    ],
)  # fmt: skip
def test_a_comparison_that_cannot_have_been_is_a_problem(codex: Project, old: str, new: str, what: str) -> None:
    replace_once(sources_file(codex), old, new)
    (problem,) = edition_problems(Corpus(codex).edition("1863"))
    assert (problem.code, problem.ref) == ("SOURCE-FOUND", "1863")
    assert what in problem.message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- address: http://zeno.org/Pierer-1857/A/Tarokhombre", "- address: zeno.org/Pierer-1857/A/Tarokhombre"),
        ("- address: http://zeno.org/Pierer-1857/A/Tarokhombre", "- address: javascript://zeno.org/A"),
        ("- address: http://zeno.org/Pierer-1857/A/Tarokhombre", "- address: http://me@zeno.org/A"),
        ("- address: http://zeno.org/Pierer-1857/A/Tarokhombre", "- address: received from Alscher"),
        ("compared: 1963", "compared: 0"),
        ("    sha256: d506216a8302ffed7368b17490bf28ecffb947b2f6c9173d1f48d5811488f1e0\n    result: same",
         "    sha256: d506216a8302ffed7368b17490bf28ecffb947b2f6c9173d1f48d5811488f1e0\n    result: alike"),
    ],
)  # fmt: skip
def test_what_is_no_address_or_result_is_refused(codex: Project, old: str, new: str) -> None:
    replace_once(sources_file(codex), old, new)
    with pytest.raises(CodexError, match=r"1863`?\.found_at|found_at"):
        load_sources(codex)


def test_a_whole_source_is_shown_with_what_has_to_be_known_of_its_text(run: Run) -> None:
    told = run("show", "1863").out.splitlines()[-1]
    assert "not compared with the print" in told
    assert "the first 1963 of 5147 characters" in told
    assert "compared" not in run("show", "1863:1-33").out
    reported = json.loads(run("check", "--json").out)["sources"]
    addresses = {source["siglum"]: [found["address"] for found in source.get("found_at", ())] for source in reported}
    assert {siglum: addresses[siglum] for siglum in FOUND} == {
        siglum: [address] for siglum, (address, *_) in FOUND.items()
    }


def test_the_sources_are_those_of_the_transcripts_oldest_first(project: Project, corpus: Corpus) -> None:
    years = {siglum: source.year for siglum, source in corpus.sources.items()}
    assert set(years) == {path.stem for path in project.sources.glob("*.txt")} >= set(RECEIVED)
    assert list(years.values()) == sorted(years.values())
    assert all(siglum == str(year) for siglum, year in years.items())
    assert [source.siglum for source in corpus.sources.values()] == list(years)
    assert [edition.siglum for edition in corpus.editions()] == list(years)


@pytest.mark.parametrize(
    ("siglum", "words"),
    # Facts that the sources record and where the transcript itself says them.
    [
        ("1754", ("Regeln bey dem Taroc-Spiele", "Leipzig", "Hans-Joachim Alscher")),
        ("1840", ("ÖNB 297.564 - A", "Hans-Joachim Alscher", "18.4.2003")),
        ("1863", ("Pierer's Universal-Lexikon, Band 17", "Altenburg", "257-258")),
        ("1945", ("Reform-Tarock", "15.09.2005", "Copyright © Wiener Zeitung Online 2018")),
    ],
)
def test_what_is_recorded_of_a_source_stands_in_its_transcript(
    corpus: Corpus, siglum: str, words: tuple[str, ...]
) -> None:
    source = corpus.sources[siglum]
    recorded = " ".join(
        (source.title, source.place, source.container, source.shelfmark, source.pages,
         source.transcript_editor, source.notes, source.rights.statement)
    )  # fmt: skip
    for word in words:
        assert word in recorded
        assert word in corpus.edition(siglum).transcript


def test_what_is_lost_of_1945_is_recorded_as_lost(corpus: Corpus) -> None:
    source = corpus.sources["1945"]
    assert "weiterlesen auf Seite 2 von 5" in corpus.edition("1945").transcript
    assert source.completeness.status == "fragment"
    assert "pages 2 to 5 are lost to us" in source.completeness.note
    assert not source.rights.free
    assert {corpus.sources[siglum].completeness.status for siglum in ("1754", "1840", "1863")} == {"complete"}


@pytest.mark.parametrize("siglum", SIGLA)
def test_the_parts_of_a_source_cover_all_its_passages_in_order(corpus: Corpus, siglum: str) -> None:
    edition = corpus.edition(siglum)
    order = list(edition.passages)
    position = 0
    for part in edition.source.parts:
        first, last = (edition.containers.get(name, (name,)) for name in (part.first, part.last))
        assert order.index(first[0]) == position, part.slug
        position = order.index(last[-1]) + 1
    assert position == len(order)


def test_every_source_has_a_urn_of_its_own(corpus: Corpus) -> None:
    urns = [source.urn for source in corpus.sources.values()]
    assert len(set(urns)) == len(urns)
    assert corpus.sources["1840"].urn == "anon1840.koenigrufen.de"  # as the design names it, the version apart


@pytest.mark.parametrize("siglum", SIGLA)
def test_one_changed_byte_in_a_transcript_is_refused_by_name(codex: Project, run: Run, siglum: str) -> None:
    path = codex.sources / f"{siglum}.txt"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(bytes(data))
    outcome = run("show", siglum, root=codex)
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith(f"{path}: the transcript has changed (sha256 ")
    assert f"expected {Corpus(codex).sources[siglum].sha256[:12]}…" in outcome.err
    assert "corrections go into corpus/emendations" in outcome.err


def test_a_wrong_hash_in_the_list_of_sources_is_refused_as_well(codex: Project, run: Run) -> None:
    replace_once(sources_file(codex), RECEIVED["1863"], "0" * 64)
    outcome = run("check", root=codex)
    assert outcome.status == 2
    assert outcome.err.startswith(f"{codex.sources / '1863.txt'}: the transcript has changed")
    assert "expected 000000000000…" in outcome.err


def test_a_transcript_that_is_not_utf8_is_refused(codex: Project, run: Run) -> None:
    path = codex.sources / "1754.txt"
    path.write_bytes(path.read_bytes().decode("utf-8").encode("latin-1"))
    outcome = run("show", "1754", root=codex)
    assert outcome.status == 2
    # in Latin-1 the first letter beyond ASCII is a single byte that begins no letter of UTF-8
    byte = next(at for at, value in enumerate(path.read_bytes()) if value > 127)
    assert outcome.err.startswith(f"{path}: is not UTF-8 (byte {byte}); expected ")


def test_a_missing_transcript_is_named(codex: Project, run: Run) -> None:
    (codex.sources / "1863.txt").unlink()
    outcome = run("show", "1863:7", root=codex)
    assert outcome.status == 2
    assert outcome.err.startswith(f"{codex.sources / '1863.txt'}: cannot be read")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("  year: 1754\n", "  year: MDCCLIV\n", "expected `int`, got `str` in `1754.year`"),
        ("  year: 1754\n", "  year: '1754'\n", "expected `int`, got `str` in `1754.year`"),
        ("  year: 1754\n", "  year: 1754\n  colour: red\n", "unknown field `colour`"),
        ("  year: 1754\n", "  year: 1754\n  place: Leipzig\n", "duplicate key `place`"),
        ("  year: 1754\n", "\tyear: 1754\n", "broken YAML"),
        ("  year: 1754\n", "  year: &year 1754\n", "an anchor (&)"),
        ("  title: Regeln bey dem Taroc-Spiele\n  short", "  title: 1754\n  short", "expected `str`, got `int`"),
    ],
)  # fmt: skip
def test_a_broken_list_of_sources_names_file_and_line(codex: Project, run: Run, old: str, new: str, what: str) -> None:
    line = replace_once(sources_file(codex), old, new)
    outcome = run("show", "1863:7", root=codex)
    assert outcome.status == 2
    place, _, message = outcome.err.partition(": ")
    file, _, number = place.rpartition(":")
    assert file == str(sources_file(codex))
    # where a line was added, the fault is in the added (second) one, or found there
    assert line <= int(number) <= line + new.count("\n")
    assert what in message
    assert "Traceback" not in outcome.err


def test_a_missing_field_of_a_source_is_named(codex: Project) -> None:
    replace_once(sources_file(codex), "  year: 1754\n", "")
    with pytest.raises(CodexError, match="missing required field `year` in `1754`"):
        load_sources(codex)


def test_a_list_without_sources_is_refused(codex: Project) -> None:
    sources_file(codex).write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(CodexError, match="no sources; expected a mapping from siglum to source"):
        load_sources(codex)


def test_a_source_without_reader_is_refused(codex: Project, run: Run) -> None:
    replace_once(sources_file(codex), '"1863":\n', '"1864":\n')
    (codex.sources / "1863.txt").rename(codex.sources / "1864.txt")
    outcome = run("show", "1864", root=codex)
    assert outcome.status == 2
    assert "no profile for source 1864; expected one listed in corpus/profiles/__init__.py" in outcome.err


def test_reading_a_source_gives_its_path_and_text(project: Project, corpus: Corpus) -> None:
    path, text = read_source(project, corpus.sources["1754"])
    assert path == project.sources / "1754.txt"
    assert text.startswith("Regeln bey dem Taroc-Spiele (Leipzig, 1754)")


def test_an_unknown_source_names_the_known_ones(project: Project) -> None:
    with pytest.raises(CodexError, match=f"unknown source `1900`; expected one of {', '.join(SIGLA)}$"):
        Corpus(project).edition("1900")
