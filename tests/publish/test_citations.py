"""Citations: the source's imprint is the source's, ours is ours; read back by the programs that people use."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tarock.base.project import Project
from tarock.corpus.editions import Corpus
from tarock.corpus.publication import load_publication
from tarock.corpus.translation.records import load_translations
from tarock.corpus.versions import load_lock, resolve_reference
from tarock.publish.citation_formats import ESCAPES, FORMATS, fill
from tarock.publish.citations import LANGUAGES, Citation, add_english, browser_data, cite
from tarock.publish.views.metadata import make_linked_data, make_tags
from tests.conftest import Run
from tests.helpers import resolve

FULL = tuple(form for form in FORMATS if form not in ("urn", "short"))
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
    "1754": {"title": "Regeln bey dem Taroc-Spiele", "date": [1754], "place": "Leipzig", "container": ""},
    "1840": {"title": "[Königrufen]", "date": [1840], "place": "", "container": ""},
    "1863": {
        "title": "Tarokhombre", "date": [1863], "place": "Altenburg", "container": "Pierer's Universal-Lexikon"
    },
    "1945": {
        "title": "Reform-Tarock", "date": [2005, 9, 15], "place": "",
        "container": "Wiener Zeitung Online",
    },
}  # fmt: skip


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
    assert digest not in text  # its first digits are enough for a person
    whole = ":" not in reference  # of a passage only what concerns it is said
    assert (getattr(source.caveats, language) in text) == whole
    for found in source.found_at:  # not that ours came from there
        assert (f"{found.compared} {'of' if language == 'en' else 'von'} {found.of}" in text) == whole
        assert (found.address in text.replace(r"\_", "_")) == whole
    assert selection.label(language) in text
    assert "Tarock Codex" in text
    assert "⟨" not in text
    assert "received" not in text
    assert "unknown" not in text.replace(source.caveats.en, "")


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
    # of fields, the same in every language
    names = r"@(?:book|booklet|incollection|inreference|online|misc)|\b[a-z]+ = |\"[a-zA-Z-]+\": "
    text = re.sub(r'"label": "[a-z-]+"', "", text)
    plain = re.sub(names, "", text).replace("webpage", "").replace("Copyright", "").replace(ADDRESS, "")
    plain = re.sub(r"page\.[0-9]+", "", plain)  # a reference, the same in every language
    assert not ENGLISH.search(plain), ENGLISH.search(plain)


def test_a_text_citation(corpus: Corpus) -> None:
    selection, day = resolve(corpus, "1863:7"), appeared(corpus, "1863")
    assert cited(corpus, "1863:7", url=ADDRESS).render("text") == (
        f"Tarokhombre, sentence 7 [1863:7@{selection.edition.source.edition}]. "
        "Pierer's Universal-Lexikon, vol. 17, "
        f"Altenburg 1863, p. 257. In: Tarock Codex, edition {selection.edition.source.edition} of source 1863 "
        f"({day.day} {day:%B} {day.year}), https://codex.example/c/1863@{selection.edition.source.edition}/#7 "
        f"(accessed 24 December 2026), {urn_of(corpus, '1863:7')}, sha256:{selection.hash[:12]}."
    )


def test_a_short_citation(corpus: Corpus) -> None:
    """Author or title, year, place and edition, in at most 120 characters for whatever the site cites."""
    for reference, found in (
        ("1863:7", "Tarokhombre (1863), sentence 7, Tarock Codex [1863:7@1.1.0]."),
        ("1840:47.2", "[Königrufen] (1840), § 47, para. 2, Tarock Codex [1840:47.2@1.1.0]."),
        ("1754", "Regeln bey dem Taroc-Spiele (1754), Tarock Codex [1754@1.1.0]."),
        ("1840:nachwort.1", "Alscher, Nachwort (2003), para. 1, Tarock Codex [1840:nachwort.1@1.1.0]."),
    ):
        assert cited(corpus, reference).render("short") == found
    for edition in corpus.editions():
        for ident in (*edition.passages, *edition.containers):
            for language in LANGUAGES:
                made = cited(corpus, f"{edition.siglum}:{ident}", language, url=ADDRESS).render("short")
                assert len(made) <= 120, made
    many = cited(corpus, "1840:11.1,13.2,15.3,18.1,21.2,24.1").render("short")
    assert many == "[Königrufen] (1840), Tarock Codex [1840:11.1,13.2,15.3,18.1,21.2,24.1@1.1.0]."
    words = corpus.edition("1863").passages["21"].text
    assert words in cited(corpus, "1863:21", quote=True).render("short")


def test_without_an_address_of_ours_none_is_made_up(corpus: Corpus) -> None:
    for form in FORMATS:
        for reference in ("1840:47.2", "1840", "1840:11-19"):
            text = cited(corpus, reference).render(form)
            found = resolve(corpus, reference).edition.source.found_at[0].address
            assert "http" not in text.replace(r"\_", "_").replace(found, "")
            assert DAY not in text  # nor a day of access
            assert text.count("no public address") == (form in ("text", "markdown"))


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
        selection, _ = resolve_reference(corpus, f"{siglum}@{version}")
        citation = cite(selection, version, load_publication(project)).render("text")
        stated = re.search(r"with ([0-9]+) emendations? of the transcript", citation)
        assert int(stated[1] if stated else 0) == counts[siglum, version]
    assert len(set(counts.values())) > 4  # the editions differ
    for reference in ("1840:47.2@1.0.0", "1840:26.4@1.0.0"):  # `Dreierspiele` for `Dreispiele`; words that are lost
        selection, version = resolve_reference(corpus, reference)
        (passage,) = selection.passages
        assert passage.transcript != passage.text
        assert passage.transcript == corpus.edition("1840").passages[passage.ident].transcript
        assert "with 1 emendation of" in cite(selection, version, load_publication(project)).render("text")


def test_markdown_keeps_the_brackets_of_a_title(corpus: Corpus) -> None:
    assert cited(corpus, "1840:1.1").render("markdown").startswith(r"*\[Königrufen\]* (1840), § 1, para. 1 \[1840:1.1@")


# --- read back: one record, whichever format has it ---------------------------------------------------------------


Fields = dict[str, Any]
TYPES = {"1754": "book", "1840": "book", "1863": "chapter", "1945": "webpage"}


def expected(corpus: Corpus, reference: str, *, url: str = "") -> Fields:
    """What each format must say of a source, from the transcripts' own words (`IMPRINTS`)."""
    siglum = reference.partition(":")[0]
    version, imprint = corpus.sources[siglum].edition, IMPRINTS[siglum]
    return {
        "key": f"tarock-{siglum}-v{version}",
        "type": TYPES[siglum],
        "title": imprint["title"],
        "edition": f"Tarock Codex {version}, {appeared(corpus, siglum).year}",
        "container": imprint["container"],
        "volume": "17" if siglum == "1863" else "",
        "pages": "257-258" if siglum == "1863" else "",
        "place": imprint["place"],
        "date": imprint["date"],
        "author": "",
        "publisher": "",
        "address": f"{url}c/{siglum}@{version}/" if url else "",
    }


def of_csl(text: str) -> Fields:
    (item,) = json.loads(text)
    title, _, edition = item["title"].rpartition(" [")
    names = [f"{each['family']}, {each['given']}" for each in item.get("author", ())]
    return {
        "key": item["id"],
        "type": item["type"],
        "title": title,
        "edition": edition.rstrip("]"),
        "container": item.get("container-title", ""),
        "volume": item.get("volume", ""),
        "pages": item.get("page", ""),
        "place": item.get("publisher-place", ""),
        "date": item["issued"]["date-parts"][0] if "issued" in item else [],
        "author": "; ".join(names),
        "publisher": item.get("publisher", ""),
        "address": item.get("URL", ""),
    }


def of_biblatex(text: str) -> Fields:
    from pybtex.database import parse_string

    ((key, entry),) = parse_string(text, "bibtex").entries.items()
    plain = {name: value.strip("{}") for name, value in entry.fields.items()}
    title, _, edition = plain["title"].rpartition(" [")
    return {
        "key": key,
        "type": {"book": "book", "incollection": "chapter", "inreference": "entry-encyclopedia", "online": "webpage"}[
            entry.type
        ],
        "title": title,
        "edition": edition.rstrip("]"),
        "container": plain.get("booktitle", plain.get("organization", "")),
        "volume": plain.get("volume", ""),
        "pages": plain.get("pages", "").replace("--", "-"),
        "place": plain.get("location", ""),
        "date": [int(part) for part in plain.get("date", "").split("-") if part],
        "author": "; ".join(str(each) for each in entry.persons.get("author", ())),
        "publisher": plain.get("publisher", ""),
        "address": plain.get("url", ""),
    }


def of_bibtex(text: str) -> Fields:
    """What BibTeX itself can hold: a year, and as author somebody, or nobody on a page of the web."""
    from pybtex.database import parse_string

    ((key, entry),) = parse_string(text, "bibtex").entries.items()
    assert not {"date", "location", "langid", "urldate", "annotation"} & {*entry.fields}  # of BibLaTeX
    plain = {name: value.strip("{}") for name, value in entry.fields.items()}
    title, _, edition = plain["title"].rpartition(" [")
    authors = [str(each).strip("{}") for each in entry.persons.get("author", ())]
    return {
        "key": key,
        "type": {"booklet": "book", "incollection": "chapter", "misc": "webpage"}[entry.type],
        "title": title,
        "edition": edition.rstrip("]"),
        "container": plain.get("booktitle", plain.get("howpublished", "")),
        "volume": plain.get("volume", ""),
        "pages": plain.get("pages", "").replace("--", "-"),
        "place": plain.get("address", ""),
        "date": [int(plain["year"])] if plain["year"] != "s. a." else [],
        "author": "; ".join(each for each in authors if each != "[Anonymus]"),
        "publisher": plain.get("publisher", ""),
        "address": plain.get("url", ""),
    }


def of_ris(text: str) -> Fields:
    import rispy

    (entry,) = rispy.loads(text)
    title, _, edition = entry["title"].rpartition(" [")
    return {
        "key": entry["id"],
        "type": {"BOOK": "book", "CHAP": "chapter", "ENCYC": "entry-encyclopedia", "ELEC": "webpage"}[
            entry["type_of_reference"]
        ],
        "title": title,
        "edition": edition.rstrip("]"),
        "container": entry.get("secondary_title", ""),
        "volume": entry.get("volume", ""),
        "pages": "-".join(filter(None, (entry.get("start_page"), entry.get("end_page")))),
        "place": entry.get("place_published", ""),
        "date": [int(part) for part in entry.get("date", entry.get("year", "")).split("/") if part],
        "author": "; ".join(entry.get("authors", ())),
        "publisher": entry.get("publisher", ""),
        "address": (entry.get("urls") or [""])[0],
    }


def of_tags(corpus: Corpus, reference: str, url: str) -> Fields:
    selection = resolve(corpus, reference)
    publication = replace(load_publication(corpus.project), url=url)
    meta = dict(make_tags(selection, selection.edition.source.edition, publication))
    title, _, edition = meta["citation_title"].rpartition(" [")
    date_parts = meta.get("citation_publication_date", "").split("/")
    return {
        "type": {"book": "book", "bookSection": "chapter", "webpage": "webpage"}[meta["z:itemType"]],
        "title": title,
        "edition": edition.rstrip("]"),
        "container": meta.get("citation_inbook_title", ""),
        "volume": meta.get("citation_volume", ""),
        "pages": "-".join(filter(None, (meta.get("citation_firstpage"), meta.get("citation_lastpage")))),
        "place": meta.get("eprints.place_of_pub", ""),
        "date": [int(part) for part in date_parts if part],
        "author": meta.get("citation_author", ""),
        "publisher": meta.get("dc.publisher", ""),
        "address": meta.get("citation_public_url", ""),
    }


@pytest.mark.parametrize("url", ["", ADDRESS])
@pytest.mark.parametrize("reference", REFERENCES)
def test_every_format_and_the_tags_of_the_page_have_the_same_record(corpus: Corpus, reference: str, url: str) -> None:
    wanted = expected(corpus, reference, url=url)
    citation = cited(corpus, reference, quote=True, url=url)
    assert of_csl(citation.render("csl-json")) == wanted
    assert of_bibtex(citation.render("bibtex")) == {**wanted, "date": wanted["date"][:1]}
    if reference.startswith("1863"):  # styles of CSL print no title of an article of an encyclopedia
        wanted["type"] = "entry-encyclopedia"
    assert of_biblatex(citation.render("biblatex")) == wanted
    assert of_ris(citation.render("ris")) == wanted
    wanted["type"] = TYPES[reference[:4]]
    found = of_tags(corpus, reference, url)
    assert found == {name: value for name, value in wanted.items() if name != "key"}


@pytest.mark.parametrize(
    ("reference", "title", "container", "date", "place"),
    [  # "Hans-Joachim Alscher, 18.4.2003"; "Anmerkung: … Herausgegeben von Hans-Joachim Alscher", without a date
        ("1840:nachwort.1", "Nachwort", "Abschrift von [Königrufen] von 1840", [2003, 4, 18], "para. 1"),
        ("1840:nachwort", "Nachwort", "Abschrift von [Königrufen] von 1840", [2003, 4, 18], ""),
        ("1754:anmerkung.2", "Anmerkung", "Abschrift der Regeln bey dem Taroc-Spiele von 1754", [], "para. 2"),
        ("1754:anmerkung", "Anmerkung", "Abschrift der Regeln bey dem Taroc-Spiele von 1754", [], ""),
    ],
)
def test_the_words_of_a_modern_editor_are_his(
    corpus: Corpus, reference: str, title: str, container: str, date: list[int], place: str
) -> None:
    citation = cited(corpus, reference)
    for found in (
        of_csl(citation.render("csl-json")),
        of_biblatex(citation.render("biblatex")),
        {**of_bibtex(citation.render("bibtex")), "date": date},
        of_ris(citation.render("ris")),
        of_tags(corpus, reference, ""),
    ):
        assert (found["author"], found["date"]) == ("Alscher, Hans-Joachim", date)
        assert (found["title"], found["container"], found["place"]) == (title, container, "")
    assert citation.render("text").startswith(f"Hans-Joachim Alscher, {title}{f', {place}' if place else ''} [")
    selection = resolve(corpus, reference)
    data = make_linked_data(selection, selection.edition.source.edition, load_publication(corpus.project))
    assert data["author"]["familyName"] == "Alscher"
    assert data["isPartOf"]["exampleOfWork"].get("datePublished", "") == "-".join(f"{part:02}" for part in date)
    assert data["isPartOf"]["editor"]["name"] == "Tarock Codex"
    beside = make_linked_data(resolve(corpus, "1840:47.2"), "1.1.0", load_publication(corpus.project))
    assert "author" not in beside


def test_our_english_is_a_work_of_ours_with_a_key_of_its_own(corpus: Corpus) -> None:
    from pybtex.database import parse_string

    translations = load_translations(corpus)
    for reference, imprint in (
        ("1754:12", "(Leipzig 1754)"),
        ("1840:47.2", "(1840)"),
        ("1863:7", "(Pierer's Universal-Lexikon, vol. 17, Altenburg 1863, pp. 257–258)"),
        ("1945:allg.2.3.7", "(Wiener Zeitung Online, 15 September 2005)"),
    ):
        siglum = reference[:4]
        ours = translations[siglum]
        version = ours.imprint.version
        citation = add_english(cited(corpus, reference, url=ADDRESS), ours)
        (item,) = json.loads(citation.render("csl-json"))
        found, wanted = of_csl(json.dumps([{**item, "author": []}])), expected(corpus, reference)
        assert found["key"] == f"tarock-{siglum}-en-v{version}" != wanted["key"]
        assert f"{wanted['title']} {imprint}" in found["title"]
        assert version in found["edition"]
        assert found["publisher"] == "Tarock Codex"
        assert found["place"] == found["container"] == found["pages"] == ""  # what the imprint says is in the title
        role = "author" if siglum == "1945" else "translator"  # a summary renders nobody's words
        assert item[role] == [{"literal": "Tarock Codex"}]
        assert found["address"] == f"{ADDRESS}data/corpus/translations/en/versions/{version}/{siglum}.yaml"
        (entry,) = parse_string(citation.render("biblatex"), "bibtex").entries.values()
        assert entry.fields["origdate"][:4] == str(IMPRINTS[siglum]["date"][0])
        assert entry.fields.get("origlocation", "") == IMPRINTS[siglum]["place"]
        assert item["custom"]["cite"]["id"] == found["key"]


@pytest.mark.parametrize(
    ("reference", "label", "locator", "latex"),
    [
        ("1840:47.2", "section", "47, para. 2", "[§~47, para.~2]"),
        ("1840:11-19", "section", "11–19", "[§§~11–19]"),
        ("1840:11,13-15", "section", "11, 13–15", "[§§~11, 13–15]"),
        ("1840:31.2;4", "section", "31, para. 2, § 4", "[§~31, para.~2, §~4]"),
        ("1840:m3.s5-m3.s7", "sub-verbo", "Musterspiel 3, tricks 5–7", "[Musterspiel~3, tricks~5–7]"),
        ("1863:7", "page", "257, sentence 7", "[p.~257, sentence~7]"),
        ("1863:page.257", "page", "257", "[p.~257]"),
        ("1754:12", "rule", "12", "[rule~12]"),
        ("1754", "", "", ""),
    ],
)
def test_the_passage_is_a_locator_beside_the_item(
    corpus: Corpus, reference: str, label: str, locator: str, latex: str
) -> None:
    citation = cited(corpus, reference)
    (item,) = json.loads(citation.render("csl-json"))
    place = {"label": label, "locator": locator} if label else {}
    assert item["custom"]["cite"] == {"id": item["id"], **place}
    assert citation.render("biblatex").splitlines()[-1] == rf"% \autocite{latex}{{{item['id']}}}"
    assert citation.render("bibtex").splitlines()[-1] == rf"% \cite{latex}{{{item['id']}}}"


def test_german_places_are_german(corpus: Corpus) -> None:
    for reference, latex in (("1840:47.2", "[§~47, Abs.~2]"), ("1840:m3.s5-m3.s7", "[Musterspiel~3, Stiche~5–7]")):
        assert rf"\autocite{latex}" in cited(corpus, reference, "de").render("biblatex")


@pytest.mark.parametrize("reference", REFERENCES)
def test_an_item_has_one_title_in_both_languages(corpus: Corpus, reference: str) -> None:
    ours = load_translations(corpus)[reference[:4]]
    for read, form in ((of_csl, "csl-json"), (of_biblatex, "biblatex"), (of_bibtex, "bibtex"), (of_ris, "ris")):
        english, german = (cited(corpus, reference, language) for language in LANGUAGES)
        assert read(english.render(form)) == read(german.render(form))
    (made,), (other,) = (json.loads(add_english(each, ours).render("csl-json")) for each in (english, german))
    assert (made["id"], made["title"]) == (other["id"], other["title"])


@pytest.mark.parametrize("style", ["plain", "alpha", "unsrt"])
def test_bibtex_prints_year_and_place(corpus: Corpus, style: str) -> None:
    """By the styles of pybtex, which refuse what lacks a field that BibTeX asks for."""
    from pybtex.database import parse_string
    from pybtex.plugin import find_plugin

    translations, text = load_translations(corpus), find_plugin("pybtex.backends", "text")()
    for siglum, imprint in IMPRINTS.items():
        whole = cited(corpus, siglum, url=ADDRESS)
        for made, wanted in (
            (whole, (imprint["title"], str(imprint["date"][0]), imprint["place"], imprint["container"])),
            (add_english(whole, translations[siglum]), (imprint["title"], "Tarock Codex")),
        ):
            entries = parse_string(made.render("bibtex"), "bibtex")
            (entry,) = find_plugin("pybtex.style.formatting", style)().format_bibliography(entries)
            printed = entry.text.render(text)
            assert [each for each in wanted if each not in printed.replace("’", "'")] == [], printed
    for reference in ("1840:nachwort.1", "1754:anmerkung.2"):
        entries = parse_string(cited(corpus, reference).render("bibtex"), "bibtex")
        (entry,) = find_plugin("pybtex.style.formatting", style)().format_bibliography(entries)
        assert "Alscher" in entry.text.render(text)


def test_twenty_passages_are_one_item(corpus: Corpus) -> None:
    idents = [*corpus.edition("1840").passages][:400:20]
    items, notes = [], set()
    for ident in idents:
        (item,) = json.loads(cited(corpus, f"1840:{ident}").render("csl-json"))
        notes.add(item.pop("note"))
        del item["custom"], item["annote"]
        items.append(item)
    assert len(idents) == len(notes) == 20
    assert all(item == items[0] for item in items)


SOURCES = ("1754:12", "1840:47.2", "1863:7", "1945:allg.2.3.7", "1840:nachwort.1", "1754:anmerkung.2")


def told(item: Fields) -> Fields:
    """What every reader of other formats must make of an item, as CSL: the container of a web page has many names."""
    author = [(each.get("family"), each.get("given")) for each in item.get("author", ())]
    held = item.get("container-title", item.get("publisher", item.get("collection-title", "")))
    date = item.get("issued", {}).get("date-parts", [[]])[0]
    names = ("type", "title", "volume", "page", "publisher-place")
    found = {**{name: item.get(name, "") for name in names}, "author": author, "held": held, "year": date[:1]}
    in_lexicon = "entry-encyclopedia", "entry"  # pandoc's and citation.js's word for an article of a lexicon
    return found | ({"type": "chapter"} if found["type"] in in_lexicon else {})


@pytest.mark.parametrize("reference", SOURCES)
def test_pandoc_reads_the_same_from_each_format(corpus: Corpus, reference: str) -> None:
    import pypandoc

    citation = cited(corpus, reference, url=ADDRESS)
    (wanted,) = json.loads(citation.render("csl-json"))
    for form, name in (("biblatex", "biblatex"), ("ris", "ris"), ("csl-json", "csljson")):
        (read,) = json.loads(pypandoc.convert_text(citation.render(form), "csljson", format=name))
        found = told(
            json.loads(re.sub(r"<[^>]*>|’", lambda mark: "'" * (mark[0] == "’"), json.dumps(read, ensure_ascii=False)))
        )
        if form == "ris":  # it takes place and publisher as one, and knows no web pages
            assert found["title"] == wanted["title"]
        else:
            assert found == told(wanted), form


@pytest.mark.slow
def test_citation_js_reads_the_same_from_each_format(corpus: Corpus) -> None:
    folder = Path(__file__).parents[1] / "foreign"
    node = shutil.which("node")
    if not node or not (folder / "node_modules").is_dir():
        pytest.skip("needs node and the packages of tests/foreign: `make foreign`")
    forms = ("biblatex", "ris", "csl-json")
    citations = [cited(corpus, reference, url=ADDRESS) for reference in SOURCES]
    texts = json.dumps([each.render(form) for each in citations for form in forms])
    done = subprocess.run([node, folder / "read.mjs"], input=texts, capture_output=True, text=True, check=True)
    read = iter(json.loads(done.stdout))
    for citation in citations:
        (wanted,) = json.loads(citation.render("csl-json"))
        for form in forms:
            (item,) = next(read)
            assert told(item) == told(wanted), form
            assert item["id"] == wanted["id"]


def test_tex_takes_nothing_for_a_command() -> None:
    hostile = r"50 % of #1 & $2_3 {x} \input ~ ^"
    escaped = fill("⟨a⟩", {"a": hostile}, "bibtex")
    assert escaped == (r"50 \% of \#1 \& \$2\_3 \{x\} \textbackslash{}input \textasciitilde{} \textasciicircum{}")


def _csl_names(file: str) -> set[str]:
    """Names in the schema of CSL itself, as citeproc-py carries it."""
    import citeproc

    schema = Path(citeproc.__file__).parent / "data/schema/schemas/styles" / file
    return set(re.findall(r'"([a-zA-Z-]+)"', schema.read_text(encoding="utf-8")))


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_csl_json_has_only_what_csl_knows(corpus: Corpus, reference: str, language: str) -> None:
    (item,) = json.loads(cited(corpus, reference, language, quote=True, url=ADDRESS).render("csl-json"))
    assert all(item.values())


# --- templates: the browser fills the same ones ------------------------------------------------------------------


def test_every_passage_of_every_source_filled_and_rendered_agree(corpus: Corpus) -> None:
    publication = load_publication(corpus.project)
    for edition in corpus.editions():
        version = edition.source.edition
        for language in LANGUAGES:
            made = browser_data(edition.source, publication, None)["templates"][language]["source"]
            for ident in [*edition.passages][::25]:
                citation = cite(resolve(corpus, f"{edition.siglum}:{ident}"), version, publication, language)
                place = {"cite_label": citation.cited.label, "cite_locator": citation.cited.locator, "words": ""}
                for form in FORMATS:
                    assert fill(made[form], {**citation.values, **place}, form) == citation.render(form)


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
    assert "[Another Codex 1.1.0, 2026]\n" in out
    assert "edited by A. Editor, published by Another Codex" in out
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
    told = json.loads(outcome.err)["expected"] if "--json" in arguments else outcome.err
    assert told.startswith("usage: tarock cite")


@pytest.mark.parametrize("dropped", ["--quote", "--translation"])
def test_a_urn_has_no_place_for_words(run: Run, dropped: str) -> None:
    outcome = run("cite", "1863:7", "--format", "urn", dropped)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("a URN names words and does not hold them; expected no --quote and no --translation")
