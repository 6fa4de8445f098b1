"""Draw quotations from all sources, let programs of others carry them, and capture what arrives.

`python -m tests.carriers.carry` writes `carried.json` anew: of each carrier its program and version, the quotations and
two documents with all of them, one true and one with a word forged in each, as base64. What is missing is named.
"""

from __future__ import annotations

import base64
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tests.conftest import ROOT

SEED, EACH, DRAWN = 1840, 20, 300
OTHERS = {  # a third of the forged words are of these
    "negations": ("nicht", "kein", "nie", "keine", "ohne"),
    "numbers": ("zwei", "drei", "sieben", "zehn", "zwölf", "2", "15", "40"),
    "cards": ("Pagat", "Scüs", "Mond", "König", "XXI", "XX", "Treffle"),
}
WORDS = ("Haus", "Unfug", "gestern", "Wetter", "laufen", "grün", "immer", "Garten", "fröhlich", "wieder")


class Drawn(NamedTuple):
    """A quotation: its passage, its words, and the same with one word forged."""

    ref: str
    words: str
    forged: str


Carry = Callable[[list[str], Path], bytes]


class Missing(Exception):
    """A program is not installed."""


def draw(count: int = DRAWN) -> list[Drawn]:
    """Return quotations from all sources by seed, of a line each, with a word forged in each."""
    chance = random.Random(SEED)
    codex = ComputedCodex(Project(ROOT))
    lines: dict[str, list[tuple[str, str]]] = {}
    for edition in codex.corpus.editions():
        for unit in edition.passages.values():
            for line in unit.text.split("\n"):
                if len(line.split()) > 8 and not re.search(r"[\[\]_|{}*<>…]", line):
                    lines.setdefault(edition.siglum, []).append((unit.ref, line))
    found = []
    for number in range(count):
        siglum = list(lines)[number % len(lines)]
        ref, line = chance.choice(lines[siglum])
        words = line.split()
        length = chance.randint(6, min(35, len(words)))
        start = chance.randint(0, len(words) - length)
        taken = words[start : start + length]
        while not re.search(r"\w", taken[0]):
            taken = taken[1:]
        found.append(Drawn(ref, " ".join(taken), " ".join(forge(chance, taken, number))))
    return found


def forge(chance: random.Random, words: list[str], number: int) -> list[str]:
    """Return words of which one is another: every third of a negation, a number or a card."""
    places = [place for place, word in enumerate(words) if re.search(r"[^\W\d_]{2}|\d", word)]
    place = chance.choice(places)
    kinds = list(OTHERS.values())
    choices = kinds[number // 3 % 3] if number % 3 == 0 else WORDS
    core = re.search(r"\w+", words[place])
    assert core is not None
    other = chance.choice([each for each in choices if each.casefold() != core[0].casefold()])
    if number % 6 == 3 and core[0] != "nicht":  # a negation that is put in or left out
        forged = [*words[:place], "nicht", *words[place:]]
    else:
        forged = [*words[:place], words[place].replace(core[0], other, 1), *words[place + 1 :]]
    return forged


def sentence(words: str, ref: str) -> str:
    """Return a sentence of somebody who quotes."""
    return f"Der Verfasser schreibt: „{words}“ ({ref}). Das ist bekannt."


def program(name: str, *arguments: str) -> str:
    """Return the first line of what a program says of its version; raises `Missing` where it is not there."""
    if not shutil.which(name):
        raise Missing(f"{name} is not installed")
    done = subprocess.run([name, *arguments], capture_output=True, text=True, check=False, timeout=60)
    return (done.stdout + done.stderr).strip().splitlines()[0]


def run(*command: str | Path) -> None:
    """Run a program; what it says is kept quiet."""
    subprocess.run([*map(str, command)], check=True, capture_output=True, timeout=300)


def plain(encoding: str) -> Carry:
    """Return what writes a file in an encoding."""
    return lambda texts, _folder: "\n\n".join(texts).encode(encoding, "replace")


def mail(texts: list[str], _folder: Path) -> bytes:
    """Wrap as mail programs do, quoted once or twice."""
    found = ["Am 1.2.2026 schrieb A. B.:", ""]
    for number, text in enumerate(texts):
        mark = "> > " if number % 3 == 0 else "> "
        lines = textwrap.wrap(text, 66, break_long_words=False, break_on_hyphens=number % 2 == 1)
        found += [*(mark + line for line in lines), mark.strip()]
    return "\n".join([*found, "", "Viele Grüße"]).encode()


def pandoc(kind: str) -> Carry:
    """Return what lets pandoc write a format from Markdown, every other place in a note."""

    def carry(texts: list[str], folder: Path) -> bytes:
        source, target, found = folder / "text.md", folder / f"text.{kind}", []
        for number, text in enumerate(texts):
            quoted, _, behind = text.partition("“ (")
            place, _, rest = behind.partition(").")
            found.append(f"{quoted}“[^{number}].{rest}\n\n[^{number}]: {place}" if number % 2 else text)
        source.write_text("\n\n".join(found), encoding="utf-8")
        run("pandoc", "-s", "--metadata", "title=T", source, "-o", target)
        return target.read_bytes()

    return carry


def office(kind: str) -> Carry:
    """Return what lets LibreOffice write a format."""

    def carry(texts: list[str], folder: Path) -> bytes:
        source = folder / "text.html"
        escaped = "".join(f"<p>{text.replace('&', '&amp;').replace('<', '&lt;')}</p>" for text in texts)
        source.write_text(f"<meta charset=utf-8><p>Vorwort.</p>{escaped}", encoding="utf-8")
        form = "odt:writer8" if kind == "odt" else "docx:MS Word 2007 XML"
        run("soffice", "--headless", "--writer", "--convert-to", form, "--outdir", folder / "out", source)
        return (folder / "out" / f"text.{kind}").read_bytes()

    return carry


def tex(texts: list[str], _folder: Path) -> bytes:
    """Write LaTeX."""
    found = []
    for text in texts:
        for sign, meant in (("\\", ""), ("&", r"\&"), ("%", r"\%"), ("#", r"\#"), ("§", r"\S{}"), ("$", r"\$")):
            text = text.replace(sign, meant)  # noqa: PLW2901
        found.append(re.sub("„(.*)“", r"\\enquote{\1}", text))
    packages = ("[utf8]{inputenc}", "[T1]{fontenc}", "{lmodern}", "[ngerman]{babel}", "{csquotes}")
    head = "".join(f"\\usepackage{each}\n" for each in packages)
    quoted = "\n\n".join(found)
    return f"\\documentclass{{article}}\n{head}\\begin{{document}}\n{quoted}\n\\end{{document}}\n".encode()


def pdf_of_latex(texts: list[str], folder: Path) -> bytes:
    """Let LaTeX set a PDF."""
    (folder / "text.tex").write_bytes(tex(texts, folder))
    run("pdflatex", "-interaction=batchmode", f"-output-directory={folder}", folder / "text.tex")
    return (folder / "text.pdf").read_bytes()


def text_of_latex(texts: list[str], folder: Path) -> bytes:
    """Let LaTeX set a PDF and pdftotext read it."""
    (folder / "read.pdf").write_bytes(pdf_of_latex(texts, folder))
    run("pdftotext", folder / "read.pdf", folder / "read.txt")
    return (folder / "read.txt").read_bytes()


def text_of_chromium(texts: list[str], folder: Path) -> bytes:
    """Let Chromium print a PDF and pdftotext read it."""
    escaped = "".join(f"<p lang=de>{text.replace('&', '&amp;').replace('<', '&lt;')}</p>" for text in texts)
    style = "body { width: 24em; hyphens: auto; text-align: justify; }"
    (folder / "text.html").write_text(f"<meta charset=utf-8><style>{style}</style>{escaped}", encoding="utf-8")
    address = (folder / "text.html").as_uri()
    run(
        CHROMIUM,
        "--no-sandbox",
        "--headless",
        f"--print-to-pdf={folder / 'text.pdf'}",
        "--no-pdf-header-footer",
        address,
    )
    run("pdftotext", folder / "text.pdf", folder / "text.txt")
    return (folder / "text.txt").read_bytes()


def text_of_own_pdf(folder: Path) -> str:
    """Return what pdftotext reads of our PDFs."""
    run(sys.executable, "-m", "tarock", "--root", ROOT, "export", "pdf", "-o", folder)
    found = ""
    for book in sorted(folder.rglob("*.pdf")):
        run("pdftotext", book, folder / "own.txt")
        found += (folder / "own.txt").read_text(encoding="utf-8")
    return found


def text_of_own_epub(folder: Path) -> str:
    """Return what pandoc reads of our EPUBs."""
    run(sys.executable, "-m", "tarock", "--root", ROOT, "export", "epub", "-o", folder)
    found = ""
    for book in sorted(folder.rglob("*.epub")):
        run("pandoc", "-t", "plain", "--wrap=none", book, "-o", folder / "own.txt")
        found += (folder / "own.txt").read_text(encoding="utf-8")
    return found


def copied(text: str, words: str) -> str | None:
    """Return words as they stand in a text that a program made: with its line ends, hyphens and calls of notes."""
    between = r"(?:[a-z]\d{1,3}|\[\d+\])*\s+"
    divided = r"(?:[-\u00ad]\s*\n\s*)?"
    pattern = between.join(divided.join(map(re.escape, word)) for word in words.split())
    found = re.search(pattern, text)
    return found[0] if found else None


CHROMIUM = next((name for name in ("chromium-headless-shell", "chromium") if shutil.which(name)), "chromium")
CARRIERS: dict[str, tuple[tuple[str, ...], Carry]] = {
    "utf-16": ((), plain("utf-16")),
    "cp1252": ((), plain("cp1252")),
    "mail": ((), mail),
    "tex": ((), tex),
    "pandoc-docx": (("pandoc", "--version"), pandoc("docx")),
    "pandoc-odt": (("pandoc", "--version"), pandoc("odt")),
    "pandoc-epub": (("pandoc", "--version"), pandoc("epub")),
    "pandoc-html": (("pandoc", "--version"), pandoc("html")),
    "pandoc-latex": (("pandoc", "--version"), pandoc("tex")),
    "office-docx": (("soffice", "--version"), office("docx")),
    "office-odt": (("soffice", "--version"), office("odt")),
    "latex-pdf": (("pdflatex", "--version"), pdf_of_latex),
    "latex-pdftotext": (("pdftotext", "-v"), text_of_latex),
    "chromium-pdftotext": ((CHROMIUM, "--version"), text_of_chromium),
}
OWN: dict[str, tuple[tuple[str, ...], Callable[[Path], str]]] = {
    "own-pdf-pdftotext": (("pdftotext", "-v"), text_of_own_pdf),
    "own-epub-pandoc": (("pandoc", "--version"), text_of_own_epub),
}


def capture(name: str, folder: Path) -> dict[str, object]:
    """Return what a carrier makes of its quotations; where its program is missing, its name."""
    names = [*CARRIERS, *OWN]
    drawn = draw()
    start = names.index(name) * EACH
    asked = (CARRIERS.get(name) or OWN[name])[0]
    try:
        version = program(*asked) if asked else ""
    except Missing as missing:
        return {"missing": str(missing)}
    if name in OWN:
        text = OWN[name][1](folder)
        order = drawn[start:] + drawn[:start]
        read = [(each, quoted) for each in order if (quoted := copied(text, each.words)) and _forgeable(quoted)]
        found = read[:EACH]
        chance = random.Random(SEED)
        pairs = [(each, quoted, forge_copied(chance, quoted, n)) for n, (each, quoted) in enumerate(found)]
        true_words = [sentence(quoted, each.ref) for each, quoted, _forged in pairs]
        forged_words = [sentence(forged, each.ref) for each, _quoted, forged in pairs]
        documents = ["\n\n".join(each).encode() for each in (true_words, forged_words)]
        samples = [each for each, _quoted in found]
    else:
        samples = [drawn[number % len(drawn)] for number in range(start, start + EACH)]
        texts = [[sentence(getattr(each, kind), each.ref) for each in samples] for kind in ("words", "forged")]
        documents = []
        for each in texts:
            with tempfile.TemporaryDirectory(dir=folder) as inner:
                documents.append(CARRIERS[name][1](each, Path(inner)))
    true, forged = (base64.b64encode(data).decode() for data in documents)
    return {"version": version, "samples": [each._asdict() for each in samples], "true": true, "forged": forged}


def _forgeable(quoted: str) -> list[re.Match[str]]:
    """Return the words that no line end divides and behind which no note is called."""
    return list(re.finditer(r"(?<=\s)[^\W\d_]{3,}(?=[\s,.;])", quoted))


def forge_copied(chance: random.Random, quoted: str, number: int) -> str:
    """Return copied words of which one, that no line end divides, is another."""
    word = chance.choice(_forgeable(quoted))
    other = chance.choice([*OTHERS.values()][number // 3 % 3] if number % 3 == 0 else WORDS)
    return quoted[: word.start()] + ("Unfug" if other == word[0] else other) + quoted[word.end() :]


if __name__ == "__main__":
    target = Path(__file__).parent / "carried.json"
    made = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
    for each in sys.argv[1:] or [*CARRIERS, *OWN]:
        with tempfile.TemporaryDirectory() as folder:
            made[each] = capture(each, Path(folder))
            print(each, made[each].get("version", made[each].get("missing")))
        target.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
