"""Whether quoted words stand in a passage, and what of a citation is quoted."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.corpus.citation_text import read_citation
from tarock.corpus.differences import QuoteStatus, Verification, verify_quote
from tarock.corpus.editions import Corpus
from tarock.corpus.publication import load_publication
from tarock.corpus.quotations import find_mismatch
from tarock.corpus.translation.records import load_imprint
from tarock.corpus.versions import resolve_reference
from tarock.library import hold_citation
from tarock.proof.codex import ComputedCodex
from tarock.publish.citation_formats import FORMATS
from tarock.publish.citations import LANGUAGES, cite, make_citation_record
from tarock.publish.export.content import Content
from tarock.publish.export.json_lines import make_line
from tarock.publish.items import write_date
from tarock.publish.places import Site
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.proof.codex import ComputedCodex
    from tests.conftest import Run

# 1840:47.2 as the edition has it ("Dreierspiele" is emended), and our English of it once.
WORDS = (
    "Für ultimo angesagt, gilt im Dreierspiele, die doppelte Consulation eines einfachen Dreiers -, bei Solo die "
    "doppelte Solo-Consulation."
)
ENGLISH = (
    "For an announced ultimo the double Consulation of a single Dreier counts in a Dreier, in a Solo the double Solo "
    "Consulation."
)
CITATION = "[Königrufen] (1840), § 47, para. 2 [1840:47.2@1.1.0]. In: Tarock Codex, sha256:9fd2c72411e3."
RELEASED = json.loads((ROOT / "tests/corpus/cited_0_2_0.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "quoted",
    [
        WORDS,
        "“" + WORDS + "”",
        "die doppelte Consulation",
        "Die doppelte Consulation",
        "die «doppelte»\n   Consulation",
        "„für ultimo … doppelte [...] bei Solo die doppelte“",
        "angesagt, gilt (…) Dreiers",
        "gilt im ⟨Dreierspiele⟩, die ⟨−⟩ doppelte",
        "bei Solo!",
        "Dreiers -, bei",
        "... eines einfachen Dreiers ...",
    ],
)
def test_words_that_stand_in_a_passage(quoted: str) -> None:
    assert find_mismatch(quoted, WORDS) is None


@pytest.mark.parametrize(
    ("quoted", "cited", "there"),
    [
        ("die dreifache Consulation", "die dreifache Consulation", WORDS),
        ("gilt die doppelte", "gilt die doppelte", WORDS),  # words left out without an ellipsis
        ("oppelte Consulation", "oppelte Consulation", WORDS),  # half a word
        ("doppelte Consul", "doppelte Consul", WORDS),
        ("Solo die doppelte Solo", "Solo die doppelte Solo", WORDS),  # the word is Solo-Consulation
        ("die Doppelte", "die Doppelte", WORDS),  # only the first letter of all
        ("bei Solo … im Dreierspiele", "im Dreierspiele", "die doppelte Solo-Consulation."),  # not in order
        ("angesagt gilt", "angesagt gilt", WORDS),  # signs inside a run are the text's
    ],
)
def test_words_that_do_not(quoted: str, cited: str, there: str) -> None:
    found = find_mismatch(quoted, WORDS)
    assert found is not None
    assert found.cited == cited
    assert all(part.strip() in there for part in found.there.split("…"))


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("“Für ultimo angesagt” ", ""),
        ("„Für ultimo angesagt“\n\n", ""),
        ("»Für ultimo angesagt«, ", ""),
        ('"Für ultimo angesagt" (', ")"),
        ("> Für ultimo\n> angesagt\n\n— ", ""),
        ("", " “Für ultimo angesagt”"),
        ("", " „Für ultimo angesagt“"),
        ("", " ‘Für ultimo angesagt’"),
        ("", "\n\n> Für ultimo\n> angesagt\n"),
        ("", " “Für ‘ultimo’ angesagt”"),
        ("", " “Für “ultimo” angesagt”"),
    ],
)
def test_what_a_citation_quotes(corpus: Corpus, before: str, behind: str) -> None:
    for right in ("Für ultimo angesagt", "Vor ultimo angesagt"):
        text = f"{before}{CITATION}{behind}".replace("Für", right[:3])
        found = verify_quote(corpus, text)  # without the form of a citation its other words are not looked at
        assert found.state is (QuoteStatus.UNREAD if right[0] == "F" else QuoteStatus.DIFFERS), text
        assert right[:3] in " ".join(found.compared)
    assert verify_quote(corpus, f"Der Pagat zahlt zehn. {before}{CITATION}{behind}").state is QuoteStatus.DIFFERS


def test_an_invented_word_or_sentence_is_shown_beside_the_text(run: Run) -> None:
    outcome = run("verify", f"“{WORDS.replace('die doppelte Consulation', 'die dreifache Consulation')}” {CITATION}")
    assert outcome.status == 1
    head, cited, there = outcome.out.splitlines()
    assert head == "differs  1840:47.2: the quoted words are not those of the passage"
    assert (cited[:9], there[:9]) == ("  cited: ", "  there: ")
    assert "die dreifache Consulation" in cited
    assert "die doppelte Consulation" in there
    outcome = run("verify", f"“Der Pagat ist frei.” “{WORDS}” {CITATION}", "--json")
    found = json.loads(outcome.out)
    assert (outcome.status, found["state"], found["cited"][:19]) == (1, "differs", "Der Pagat ist frei.")
    assert found["there"].startswith("Für ultimo angesagt")


def test_words_alone_are_enough_and_so_is_a_hash(run: Run) -> None:
    for right, text in ((True, "„doppelte Consulation“, 1840:47.2"), (False, "„dreifache Consulation“, 1840:47.2")):
        assert run("verify", text).status == (not right)
    assert run("verify", CITATION).status == 0
    assert run("verify", f"“{WORDS}” {CITATION}".replace("9fd2", "0fd2")).out.startswith("unknown  ")
    for named in ("urn:cts:tarock:anon1840.koenigrufen.de1-1-0:47.2", "https://example.org/t/c/1840/47.2@1.1.0/"):
        assert run("verify", f"“doppelte Consulation” {named}").status == 0
        assert run("verify", f"“dreifache Consulation” {named}").status == 1


def test_our_english_is_held_against_the_version_that_is_cited(run: Run, computed: ComputedCodex) -> None:
    cited = f"{CITATION} “{{}}” English by Tarock Codex, version {{}} ({{}}), CC BY 4.0."
    imprint = load_imprint(computed.corpus)
    version, day = imprint.version, write_date(imprint.dates[imprint.version], "en")
    words = ENGLISH.replace("Consulation", "consolation")
    assert run("verify", cited.format(words, version, day)).status == 0
    outcome = run("verify", cited.format(words.replace("double Solo", "triple Solo"), version, day))
    assert (outcome.status, "triple Solo" in outcome.out, "the double Solo" in outcome.out) == (1, True, True)
    outcome = run("verify", cited.format(ENGLISH, "1.0.3", day))  # whose words are not kept
    assert (outcome.status, outcome.out, "an older English, not kept" in outcome.err) == (2, "", True)
    older = write_date(imprint.dates["1.0.3"], "en")
    outcome = run("verify", cited.format(WORDS, "1.0.3", older))  # the imprint of that English is not known
    assert (outcome.status, "not looked at: English by" in outcome.out) == (2, True)
    assert run("verify", f"“{words}” {CITATION}").status == 1  # nothing says that it is ours


@pytest.mark.parametrize("made", RELEASED, ids=lambda made: " ".join(made["arguments"]))
def test_citations_of_the_first_release_are_read(run: Run, made: dict[str, str]) -> None:
    """Printed by version 0.2.0. Where a word is quoted, any other word in its place is noticed.

    Our English of then is not kept: where its words are quoted too, there is nothing to compare them with.
    """
    outcome = run("verify", made["printed"])
    if {"--quote", "--translation"} <= set(made["arguments"]):
        assert (outcome.status, outcome.out) == (2, "")
        assert "is an older English, not kept" in outcome.err
        return
    assert (outcome.status, outcome.err) == (0, "")
    if "--quote" in made["arguments"]:
        reference = made["arguments"][0].partition("@")[0]
        quoted = read_citation(_corpus(), made["printed"]).quotes
        assert quoted
        for quote in quoted:
            word = max(quote.split(), key=len)
            changed = made["printed"].replace(word, "Unfug", 1)
            outcome = run("verify", changed)
            assert (outcome.status, outcome.out.partition(":")[0]) == (1, f"differs  {reference.partition(':')[0]}")


@cache
def _corpus() -> Corpus:
    return Corpus(Project(ROOT))


@cache
def _codex() -> ComputedCodex:
    return ComputedCodex(Project(ROOT), _corpus())


@cache
def _references() -> list[str]:
    """Everything with an id, sentences, ranges and lists, in every edition."""
    found: list[str] = []
    for edition in _corpus().editions():
        units = [f"{edition.siglum}:{ident}" for ident in edition.units]
        inside = [*edition.passages]
        found += units
        found += [f"{edition.siglum}:{ident}#{len(edition.spans[ident])}" for ident in inside]
        found += [f"{edition.siglum}:{a}-{b}" for a, b in pairwise(inside)]
        found += [f"{edition.siglum}:{a},{b}" for a, b in zip(inside, inside[3:], strict=False)]
    return found


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_printed_is_the_same_and_with_any_other_word_differs(data: st.DataObject) -> None:
    corpus, publication = _corpus(), load_publication(Project(ROOT))
    reference = data.draw(st.sampled_from(_references()))
    form = data.draw(st.sampled_from([form for form in FORMATS if form != "urn"]))
    selection, version = resolve_reference(corpus, reference)
    printed = cite(selection, version, publication, data.draw(st.sampled_from(LANGUAGES)), quote=True).render(form)
    if not any(map(str.isalnum, selection.passages[0].text)):
        return
    found = hold_citation(_codex(), printed)
    assert (found.state, found.ref, found.unread) == (QuoteStatus.SAME, reference, ())
    (quote,) = read_citation(corpus, printed).quotes
    words = quote.split()
    number = data.draw(st.integers(0, len(words) - 1))
    if any(map(str.isalnum, words[number])):
        altered = " ".join((*words[:number], "Unfug", *words[number + 1 :]))
        text = f"“{altered}” {cite(selection, version, publication).render('text')}"
        assert verify_quote(corpus, text).state is QuoteStatus.DIFFERS


@pytest.mark.parametrize("form", ["markdown", "bibtex", "ris", "csl-json"])
@pytest.mark.parametrize("reference", ["1840:8", "1754:titel", "1840:73.abgebrannt", "1840:m4.s5", "1945:allg"])
def test_signs_that_a_format_escapes_or_a_label_repeats_are_read_back(run: Run, reference: str, form: str) -> None:
    """A figure of 1840 has `_`, a remark a gap `[…]`; a title and a word of the glossary stand in their labels."""
    assert run("verify", run("cite", reference, "--quote", "--format", form).out).status == 0


FORGED = "die dreifache Consulation"
HASHED = "1840:47.2 sha256:9fd2c72411e3: "


@pytest.mark.parametrize(
    "marked",
    [
        "'{}'", "``{}''", r"\enquote{{{}}}", "<q>{}</q>", "<blockquote>{}</blockquote>", "&bdquo;{}&ldquo;", ",,{}''",
        "<<{}>>", "＂{}＂", "‟{}”", "*{}*", "_{}_", "{}", "\n\n    {}", "quoted as {}", "‛{}’", "「{}」", "|{}|",
        "[{}]", "({})",
    ],
)  # fmt: skip
@pytest.mark.parametrize("before", [HASHED, f"{CITATION} ", f"{CITATION}\n\n"])
def test_words_that_were_not_compared_are_said(run: Run, marked: str, before: str) -> None:
    outcome = run("verify", f"{before}{marked.format(FORGED)}")
    assert outcome.status in (1, 2)
    assert not outcome.out.startswith("same")
    assert "dreifache" in outcome.out
    found = json.loads(run("verify", f"{before}{marked.format(FORGED)}", "--json").out)
    assert "dreifache" in " ".join((*found.get("unread", ()), found.get("cited", "")))


def test_where_nothing_differs_and_something_was_not_looked_at_the_status_is_2(run: Run) -> None:
    text = f"“{WORDS}” {CITATION} So {FORGED}, 1841."
    outcome = run("verify", text)
    assert outcome.status == 2
    assert outcome.out.splitlines() == [
        "unread  1840:47.2: what was compared is the same today (edition 1.1.0)",
        f"  not looked at: So {FORGED}, 1841.",
    ]
    found = json.loads(run("verify", text, "--json").out)
    assert (found["state"], found["compared"]) == ("unread", [f"“{WORDS}”"])
    assert run("verify", text.replace("doppelte Solo", "einfache Solo")).status == 1  # both: it differs
    for right in ("'die doppelte Consulation'", "``die doppelte Consulation''", "die doppelte Consulation"):
        outcome = run("verify", HASHED + right, "--json")
        assert (outcome.status, json.loads(outcome.out)["compared"]) == (0, [right])


@pytest.mark.parametrize("word", ["Tarock", "2026", "1840", "edition", "para", "sha256", "9fd2c72411e3"])
def test_another_word_in_a_citation_itself_is_said(run: Run, word: str) -> None:
    """Whatever stands in its place, also a figure that would be true elsewhere in it."""
    for other in ("Unfug", "1863", "2027"):
        outcome = run("verify", f"“{WORDS}” {run('cite', '1840:47.2').out}".replace(word, other, 1))
        assert outcome.status in (1, 2), outcome.out


@cache
def _accepted() -> tuple[str, ...]:
    """Citations and records that are true: of every format, with and without an address, English, or words."""
    codex = _codex()
    old_english = {"--quote", "--translation"}  # whose words are not kept
    found = [made["printed"] for made in RELEASED if not old_english <= set(made["arguments"])]
    for reference in ("1840:47.2", "1863:7", "1754:12", "1840:11,13-15", "1754:titel", "1863:page.257"):
        selection, version = resolve_reference(codex.corpus, reference)
        for number, language in enumerate(LANGUAGES):
            url = "https://example.org/t/" if number else ""
            publication = structs.replace(codex.publication, url=url)
            made = cite(selection, version, publication, language, quote=True, accessed="2026-11-29")
            found += [made.render(form) for form in FORMATS if form != "urn"]
            found.append(json.dumps(make_citation_record(made).as_dict(), ensure_ascii=False, indent=2))
    selection, version = resolve_reference(codex.corpus, "1840:47.2")
    found.append(json.dumps([each.as_dict() for each in codex.shown_passages(selection, version)], ensure_ascii=False))
    content, (unit,) = Content(Site(codex)), selection.passages
    return (*found, json.dumps(make_line(content, unit), ensure_ascii=False), f"„doppelte Consulation“ ({unit.ref})")


def _outcome(text: str) -> Verification | str:
    try:
        return structs.replace(hold_citation(_codex(), text), recognised=())
    except CodexError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(24))
def test_any_other_word_in_what_is_accepted_changes_what_is_said(seed: int) -> None:
    """Only the day of access and the address of a site may be any: nothing here could say what they were."""
    chance = random.Random(seed)
    text = chance.choice(_accepted())
    before = _outcome(text)
    assert isinstance(before, Verification)
    assert (before.state, before.unread) == (QuoteStatus.SAME, ())
    words = [*re.finditer(r"\w+", text)]
    word = chance.choice(words)
    around = text[max(0, word.start() - 60) : word.end()]
    if re.search(r"(?:accessed|abgerufen|urldate|Y2|https?:)\W[^\n]*$", around):
        return
    for other in ("Unfug", "nicht", "XXI", str(chance.randint(2, 40)), chance.choice(words)[0]):
        if other.casefold() != word[0].casefold():
            changed = f"{text[: word.start()]}{other}{text[word.end() :]}"
            assert _outcome(changed) != before, f"{around} -> {other}"


def test_records_of_ours_with_other_words_are_not_the_same(run: Run) -> None:
    shown = run("show", "1840:47.2", "--json").out
    assert run("verify", shown).status == 0
    for name in ("text", "modern", "english", "label", "lemma"):
        data = json.loads(shown)
        (data[0] if name != "lemma" else data[0]["emendations"][0])[name] += " nicht"
        outcome = run("verify", json.dumps(data, ensure_ascii=False))
        assert (outcome.status, "nicht" in outcome.out) == (1 if name == "text" else 2, True), name
    cited = run("cite", "1840:47.2", "--format", "bibtex").out
    for field in ("title", "note", "shorttitle"):
        forged = re.sub(rf"(?m)^  {field} = \{{(.*)\}},$", rf"  {field} = {{\1 „{FORGED}“}},", cited)
        assert forged != cited
        outcome = run("verify", forged)
        assert (outcome.status, "dreifache" in outcome.out) == (2, True), field
    assert run("verify", cited.replace("langid", f"quoted = {{{FORGED}}},\n  langid")).status == 2
    assert run("verify", f"% {FORGED}\n{cited}").status == 2
    assert run("verify", cited + cited).status == 2  # the second is another citation
    twice = f'{{"text": "{FORGED}", "ref": "1840:47.2", "sha256": "9fd2c72411e3", "text": "doppelte Consulation"}}'
    assert run("verify", twice).status == 1


def test_a_citation_is_read_from_a_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for form, name in (("bibtex", "a.bib"), ("ris", "a.ris"), ("csl-json", "a.json"), ("markdown", "a.md")):
        path = tmp_path / name
        path.write_text(run("cite", "1840:47.2", "--quote", "--format", form).out, encoding="utf-8")
        assert run("verify", str(path)).status == 0
        path.write_text(path.read_text(encoding="utf-8").replace("die doppelte", "die dreifache"), encoding="utf-8")
        assert run("verify", str(path)).status == 1
    outcome = run("verify", str(tmp_path / "none.bib"))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith("none.bib: cannot be read (No such file or directory); expected a readable file\n")
    (tmp_path / "large.txt").write_bytes(b"a" * 10_000_001)
    outcome = run("verify", str(tmp_path / "large.txt"))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith("large.txt: more than 10000000 bytes; expected at most 10000000\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the citation is empty; expected a reference, or a whole citation"),
        ("[" * 100_000, "no reference and hash in the citation; expected `[1840:47.2@1.0.0]` and quoted words or"),
        ('{"a": [1, null]}', "no reference and hash in the citation; expected"),
        ("@book{a, title = {", "no reference and hash in the citation; expected"),
        ("TY  - \nER  - ", "no reference and hash in the citation; expected"),
        ("“Unfug” [1840:47.2@9.9.9]", "no edition 9.9.9 of source 1840; expected one of"),
        ("“Unfug” [1840:999@1.0.0]", "no `999` in source 1840; did you mean"),
        ("“Unfug” [1999:1@1.0.0]", "unknown source `1999`; expected one of"),
        ("“Unfug” urn:cts:tarock:anon.de1-0-0:1", "`urn:cts:tarock:anon.de1-0-0:1` is no URN of ours; expected one of"),
        ("„ “ [1840:47.2@1.1.0]", "no hash after 1840:47.2; expected at least 8 digits of it"),
        ("x" * 1_000_001, "a citation of 1000001 characters; expected at most 1000000"),
    ],
)
def test_what_is_no_citation_is_said(run: Run, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "citation.txt"
    path.write_text(text, encoding="utf-8")
    outcome = run("verify", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(said)
    assert sorted(tmp_path.iterdir()) == [path]
