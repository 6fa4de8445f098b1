"""Citations: in every format the version, the hash, the URN and the caveats of the transcript."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

import pytest

from tarock.corpus.references import resolve
from tarock.publish.citations import FORMATS, LANGUAGES, cite, templates
from tests.conftest import SIGLA

if TYPE_CHECKING:
    from tarock.corpus.editions import Corpus
    from tests.conftest import Run

FULL = tuple(form for form in FORMATS if form != "urn")
REFERENCES = (
    "1754:12", "1754", "1840:47.2", "1840:47", "1840:11-19", "1840:73.hofe", "1840:m3.s5", "1840:m8", "1840",
    "1863:7", "1863:page.257", "1863", "1945:allg.2.3.7", "1945:bes.A.2.4", "1945",
)  # fmt: skip
URNS = {  # the design names the first; the others follow its pattern
    "1840": "urn:cts:tarock:anon1840.koenigrufen.de1",
    "1754": "urn:cts:tarock:anon1754.tarocspiel.de1",
    "1863": "urn:cts:tarock:pierer1863.tarokhombre.de1",
    "1945": "urn:cts:tarock:anon1945.reformtarock.de1",
}


def rendered(corpus: Corpus, reference: str, form: str, language: str = "en") -> str:
    selection = resolve(corpus, reference)
    return cite(selection, selection.edition.source.edition, language).render(form)


def urn_of(reference: str) -> str:
    siglum, colon, ident = reference.partition(":")
    return URNS[siglum] + colon + ident


def test_the_six_formats_are_those_of_the_command() -> None:
    assert len(FORMATS) == 6


@pytest.mark.parametrize("reference", REFERENCES)
def test_the_urn_is_an_alias_of_the_reference(corpus: Corpus, reference: str) -> None:
    assert rendered(corpus, reference, "urn") == urn_of(reference)


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("form", FULL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_format_says_what_was_cited(corpus: Corpus, reference: str, form: str, language: str) -> None:
    selection = resolve(corpus, reference)
    source = selection.edition.source
    text = rendered(corpus, reference, form, language)
    plain = json.loads(text)[0]["note"] if form == "csl-json" else text
    # hashed here from the passages' texts, not by the code under test
    digest = hashlib.sha256("\n".join(p.text for p in selection.passages).encode("utf-8")).hexdigest()
    assert f"sha256:{digest[:12] if form in ('text', 'markdown') else digest}" in plain
    assert f"{'Edition' if language == 'de' else 'edition'} {source.edition} " in text
    assert urn_of(reference) in plain
    assert reference in plain
    assert getattr(source.caveats, language) in plain
    assert str(source.year) in text
    assert selection.label(language) in text
    assert "{{" not in text.replace("{{[", "").replace(f"{{{{{source.title}", "")
    assert "unknown" not in text.replace(source.caveats.en, "")


@pytest.mark.parametrize("form", FULL)
@pytest.mark.parametrize(
    ("language", "lost", "rights"),
    [
        ("en", "pages 2 to 5 are lost", "rights not clear"),
        ("de", "Seiten 2 bis 5 fehlen", "Rechte ungeklärt"),
    ],
)
def test_1945_is_never_cited_without_its_loss_and_its_rights(
    corpus: Corpus, form: str, language: str, lost: str, rights: str
) -> None:
    text = rendered(corpus, "1945:allg.1.1", form, language)
    assert lost in text
    assert rights in text
    assert "Copyright © Wiener Zeitung Online 2018" in text


@pytest.mark.parametrize("form", FULL)
@pytest.mark.parametrize(("siglum", "editor"), [("1754", True), ("1840", True), ("1863", False)])
def test_the_editor_of_a_transcript_is_named(corpus: Corpus, form: str, siglum: str, editor: bool) -> None:
    text = rendered(corpus, siglum, form)
    assert ("Hans-Joachim Alscher" in text) is editor
    assert "not compared with the print" in text


def test_a_text_citation_is_one_sentence(corpus: Corpus) -> None:
    digest = resolve(corpus, "1863:7").hash[:12]
    assert rendered(corpus, "1863:7", "text") == (
        "Tarokhombre (Pierer's Universal-Lexikon, Band 17, Altenburg 1863), sentence 7 [1863:7]. "
        f"In: Tarock Codex, edition 1.0.0 of source 1863, sha256:{digest}, "
        "urn:cts:tarock:pierer1863.tarokhombre.de1:7; "
        "after a web transcript by an unknown hand, not compared with the print."
    )


def test_what_is_unknown_of_a_source_is_left_out(corpus: Corpus) -> None:
    # 1840 has no place and no publisher: the year stands alone
    assert rendered(corpus, "1840:47.2", "text").startswith("[Königrufen] (1840), § 47, para. 2 [1840:47.2]. In: ")
    assert rendered(corpus, "1840", "text").startswith("[Königrufen] (1840) [1840]. In: ")


def test_markdown_sets_the_title_apart_and_keeps_its_brackets(corpus: Corpus) -> None:
    assert rendered(corpus, "1840:1.1", "markdown").startswith(r"*\[Königrufen\]* (1840), § 1, para. 1 ")


# --- BibTeX -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_bibtex_is_one_entry_of_balanced_fields(corpus: Corpus, reference: str, language: str) -> None:
    lines = rendered(corpus, reference, "bibtex", language).split("\n")
    head = re.fullmatch(r"@misc\{(tarock-[A-Za-z0-9-]+),", lines[0])
    assert head
    assert lines[-1] == "}"
    fields = {}
    for line in lines[1:-1]:
        field = re.fullmatch(r"  ([a-z]+) = \{(.+)\},", line)
        assert field, line
        name, value = field.groups()
        assert name not in fields
        fields[name] = value
        depth = 0
        for letter in value:
            depth += (letter == "{") - (letter == "}")
            assert depth >= 0
        assert depth == 0
    source = corpus.sources[reference[:4]]
    assert fields["year"] == str(source.year)
    assert fields["langid"] == "german"
    assert fields["version"] == source.edition
    assert fields["title"].startswith("{" + source.title)  # doubly braced: capitals stay
    assert not set("".join(fields.values())) & set("%#&$_\\")  # nothing that TeX would take for a command


def test_bibtex_keys_differ(corpus: Corpus) -> None:
    keys = [rendered(corpus, reference, "bibtex").split("\n")[0] for reference in REFERENCES]
    assert len(set(keys)) == len(keys)


# --- RIS --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_ris_is_lines_of_tag_and_value(corpus: Corpus, reference: str, language: str) -> None:
    lines = rendered(corpus, reference, "ris", language).split("\n")
    tags = []
    for line in lines:
        form = re.fullmatch(r"([A-Z][A-Z0-9])  - (.*)", line)
        assert form, line
        tags.append(form[1])
        assert form[2] or form[1] == "ER"
    assert tags[0] == "TY"
    assert tags[-1] == "ER"
    assert tags.count("TY") == tags.count("ER") == 1
    assert f"PY  - {corpus.sources[reference[:4]].year}" in lines


# --- CSL-JSON ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_csl_json_is_a_list_of_one_item(corpus: Corpus, reference: str, language: str) -> None:
    (item,) = json.loads(rendered(corpus, reference, "csl-json", language))
    source = corpus.sources[reference[:4]]
    assert item["type"] == "document"
    assert item["id"].startswith("tarock-")
    assert item["issued"] == {"date-parts": [[source.year]]}
    assert item["version"] == source.edition
    assert item["title"].startswith(source.title)
    assert item["language"] == "de"
    assert all(item.values())


def test_csl_json_keeps_umlauts_readable(corpus: Corpus) -> None:
    assert "Königrufen" in rendered(corpus, "1840:47.2", "csl-json")


# --- templates --------------------------------------------------------------------------------------------


def filled(template: str, reference: str, label: str, key: str, digest: str) -> str:
    """What the site's script does: put the values into their places."""
    values = {
        "ref": reference, "ident": reference.partition(":")[2], "label": label,
        "key": key, "hash": digest, "short": digest[:12],
    }  # fmt: skip
    for name, value in values.items():
        template = template.replace(f"{{{{{name}}}}}", value)
    return template


@pytest.mark.parametrize("siglum", SIGLA)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_filled_template_is_the_citation(corpus: Corpus, siglum: str, language: str) -> None:
    made = templates(corpus.sources[siglum], language)
    assert set(made) == set(FORMATS)
    edition = corpus.edition(siglum)
    places = [*edition.containers][:20] + [*edition.passages][::25]
    for ident in places:
        selection = resolve(corpus, f"{siglum}:{ident}")
        citation = cite(selection, edition.source.edition, language)
        for form in FORMATS:
            assert filled(made[form], citation.ref, citation.label, citation.key, citation.hash) == citation.render(
                form
            )


# --- the command ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_prints_the_citation(corpus: Corpus, run: Run, form: str, language: str) -> None:
    outcome = run("cite", "1840:47.2", "--format", form, "--lang", language)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == rendered(corpus, "1840:47.2", form, language) + "\n"


def test_text_and_english_are_the_default(corpus: Corpus, run: Run) -> None:
    assert run("cite", "1863:7").out == rendered(corpus, "1863:7", "text", "en") + "\n"


@pytest.mark.parametrize(
    "arguments",
    [("1863:7", "--format", "endnote"), ("1863:7", "--lang", "fr"), ()],
)
def test_wrong_usage_ends_with_2(run: Run, arguments: tuple[str, ...]) -> None:
    outcome = run("cite", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("usage: tarock cite")
