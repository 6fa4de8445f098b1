"""What styles make of our citations: ten of them, read and kept, and what must hold in each for forty references."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tarock.corpus.editions import Corpus
from tarock.corpus.translation.records import load_imprint
from tests.conftest import EVERY
from tests.publish.styles import ENGLISH, KINDS, STYLES, VERSION, citation, kept, rendered

pytestmark = pytest.mark.slow

TWENTY = (
    *(f"1840:{section}.1" for section in range(41, 51)), "1840:m3.s1", "1840:m3.s2", "1840:m3.s3-m3.s4", "1840:m8",
    "1840:m1.s1", "1840:73.hofe", "1840:18.2#2", "1840:11-19", "1840:11,13-15", "1840:h7",
)  # fmt: skip
FORTY = (
    *TWENTY, "1840:vorwort.1", "1840:m4.s5.bemerkung", "1840:31.2;4",
    "1754", "1754:1", "1754:12", "1863:2-4", "1754:3-5", "1754:20#1", "1754:titel",
    "1863", "1863:7", "1863:21", "1863:page.257",
    "1945", "1945:allg.1.1", "1945:allg.2.3.7", "1945:bes.A.2.4",
    "1840:nachwort.1", "1840:nachwort",
)  # fmt: skip
# From the transcripts, as in `test_citations.py`.
DATES = {"1754": "1754", "1840": "1840", "1863": "1863", "1945": "2005"}
PLACES = ("Leipzig", "Altenburg", "Wien", "Vienna")


@pytest.fixture(scope="module")
def whole(corpus: Corpus) -> object:
    """Notes and bibliography of all forty in one paper, by style."""

    @cache
    def made(style: str, url: str) -> tuple[list[str], list[str]]:
        return rendered(corpus, style, FORTY, url)

    return made


@pytest.mark.parametrize("style", STYLES)
def test_each_kind_is_printed_as_it_was_read(corpus: Corpus, style: str) -> None:
    """A difference is no fault by itself: read it, then `python -m tests.publish.styles`.

    A usual run has half of the kinds printed in each style, by turns.
    """
    found, english = kept(style), load_imprint(corpus).version
    assert {kind: each["of"] for kind, each in found.items()} == KINDS
    turn, turns = [*STYLES].index(style) % 2, 1 if EVERY == 1 else 2
    for kind, each in [*found.items()][turn % turns :: turns]:
        (note,), entry = rendered(corpus, style, [each["of"]])
        wanted = each["note"], each["bibliography"]
        assert (note, " ".join(entry)) == tuple(text.replace(VERSION, f"ersion {english}]") for text in wanted), kind


def test_forty_references_are_forty() -> None:
    assert len(set(FORTY)) == 40
    assert len(set(TWENTY)) == 20


@pytest.mark.parametrize("url", ["", "https://codex.example/"])
@pytest.mark.parametrize("style", STYLES)
def test_forty_references_in_one_paper(corpus: Corpus, whole: object, style: str, url: str) -> None:
    notes, entries = whole(style, url)  # type: ignore[operator]
    assert len(notes) == len(FORTY)
    assert len(entries) == 5  # four sources, and the editor's words
    for note, name in zip(notes, FORTY, strict=True):
        made = citation(corpus, name, STYLES[style][:2], url)
        for number in re.findall("[0-9]+", made.values["place_words"]):  # the passage
            assert re.search(rf"(?:(?<![0-9]){number}|–{number[-2:]})(?![0-9])", note), (name, note)  # 257–58
    for siglum, date in DATES.items():
        version = corpus.sources[siglum].edition
        title = corpus.sources[siglum].original.title
        (entry,) = (each for each in entries if title in each and "Alscher" not in each and "ALSCHER" not in each)
        cited = " ".join((entry, *(note for note, name in zip(notes, FORTY, strict=True) if name.startswith(siglum))))
        assert date in cited.replace(f"{siglum}@", ""), entry  # its own date
        assert "Tarock Codex" in entry  # and our edition, apart from it
        assert version in entry
        for name in PLACES:
            assert not re.search(rf"{name}\s*:\s*Tarock Codex|Tarock Codex,? {name}", entry), entry
        plain = re.sub(r"https?://[^ >]*|\[[0-9]{4}[^]]*@[^]]*\]", "", entry)  # without addresses and reference
        for once in (title, version, "Tarock Codex"):
            assert plain.count(once) == 1, (once, entry)
        # DIN leaves the day of a web page to the note, ISO has it behind the year
        assert plain.count(date) == 1 or (siglum == "1945" and style in ("din-1505-2", "iso690-author-date-en")), entry
    assert not re.search("[0-9a-f]{13}", " ".join((*notes, *entries)))  # no long hash


@pytest.mark.parametrize("style", STYLES)
def test_twenty_passages_are_twenty_notes_and_one_entry(corpus: Corpus, style: str) -> None:
    notes, entries = rendered(corpus, style, TWENTY)
    assert len(entries) == 1
    assert len(set(notes)) == 20


@pytest.mark.parametrize("style", STYLES)
def test_our_english_is_printed_as_ours(corpus: Corpus, style: str) -> None:
    for siglum, name in (("1754", "1754:12"), ("1840", "1840:47.2"), ("1863", "1863:7")):
        (note,), (entry,) = rendered(corpus, style, [name + ENGLISH])
        assert re.search("English|englische", entry)
        assert load_imprint(corpus).version in entry
        assert DATES[siglum] in note + entry
        assert "2026" in entry
