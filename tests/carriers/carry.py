"""Draw quotations from all sources, let programs of others carry them, and capture what arrives.

`python -m tests.carriers.carry FOLDER` writes `carried.json` there: of each carrier its program and version, and
samples, each with its passage and what was carried, true and with one word forged, as base64. A program that is
missing is named.
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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tarock.base.project import Project
from tarock.proof.codex import ComputedCodex
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


def plain(encoding: str) -> Callable[[list[str], Path], Iterator[bytes]]:
    """Return what writes files of an encoding."""

    def carry(texts: list[str], _folder: Path) -> Iterator[bytes]:
        for text in texts:
            yield text.encode(encoding, "replace")

    return carry


def mail(texts: list[str], _folder: Path) -> Iterator[bytes]:
    """Wrap as mail programs do, quoted once or twice."""
    for number, text in enumerate(texts):
        lines = textwrap.wrap(text, 66, break_long_words=False, break_on_hyphens=number % 2 == 1)
        mark = "> > " if number % 3 == 0 else "> "
        yield (
            "Am 1.2.2026 schrieb A. B.:\n\n" + "\n".join(mark + line for line in lines) + "\n\nViele Grüße\n"
        ).encode()


def pandoc(kind: str) -> Callable[[list[str], Path], Iterator[bytes]]:
    """Return what lets pandoc write a format from Markdown."""

    def carry(texts: list[str], folder: Path) -> Iterator[bytes]:
        for number, text in enumerate(texts):
            source, target = folder / f"{number}.md", folder / f"{number}.{kind}"
            quoted, _, behind = text.partition("“ (")
            noted = f"{quoted}“[^1] {behind.partition(').')[2].strip()}\n\n[^1]: {behind.partition(')')[0]}\n"
            source.write_text(noted if number % 2 else text, encoding="utf-8")
            run("pandoc", "-s", "--metadata", "title=T", source, "-o", target)
            yield target.read_bytes()

    return carry


def office(kind: str) -> Callable[[list[str], Path], Iterator[bytes]]:
    """Return what lets LibreOffice write a format."""

    def carry(texts: list[str], folder: Path) -> Iterator[bytes]:
        sources = []
        for number, text in enumerate(texts):
            sources.append(folder / f"{number}.html")
            escaped = text.replace("&", "&amp;").replace("<", "&lt;")
            sources[-1].write_text(f"<meta charset=utf-8><p>Vorwort.</p><p>{escaped}</p>", encoding="utf-8")
        form = "odt:writer8" if kind == "odt" else "docx:MS Word 2007 XML"
        run("soffice", "--headless", "--writer", "--convert-to", form, "--outdir", folder / "out", *sources)
        for number in range(len(texts)):
            yield (folder / "out" / f"{number}.{kind}").read_bytes()

    return carry


def latex(text: str) -> str:
    """Return a document of LaTeX with a quotation."""
    for sign, meant in (("\\", ""), ("&", r"\&"), ("%", r"\%"), ("#", r"\#"), ("§", r"\S{}"), ("$", r"\$")):
        text = text.replace(sign, meant)
    quoted = re.sub("„(.*)“", r"\\enquote{\1}", text)
    return (
        "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage[ngerman]{babel}\n"
        f"\\usepackage{{lmodern}}\\usepackage{{csquotes}}\n\\begin{{document}}\n{quoted}\n\\end{{document}}\n"
    )


def tex(texts: list[str], _folder: Path) -> Iterator[bytes]:
    """Write LaTeX."""
    for text in texts:
        yield latex(text).encode()


def pdf_of_latex(texts: list[str], folder: Path) -> Iterator[bytes]:
    """Let LaTeX set a PDF."""
    for number, text in enumerate(texts):
        (folder / f"{number}.tex").write_text(latex(text), encoding="utf-8")
        run("pdflatex", "-interaction=batchmode", f"-output-directory={folder}", folder / f"{number}.tex")
        yield (folder / f"{number}.pdf").read_bytes()


def text_of_pdf(texts: list[str], folder: Path) -> Iterator[bytes]:
    """Let LaTeX set a PDF and pdftotext read it."""
    for number, data in enumerate(pdf_of_latex(texts, folder)):
        (folder / f"{number}.pdf").write_bytes(data)
        run("pdftotext", folder / f"{number}.pdf", folder / f"{number}.txt")
        yield (folder / f"{number}.txt").read_bytes()


CARRIERS: dict[str, tuple[tuple[str, ...], Callable[[list[str], Path], Iterator[bytes]]]] = {
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
    "latex-pdftotext": (("pdftotext", "-v"), text_of_pdf),
}


def capture(names: list[str], folder: Path) -> dict[str, object]:
    """Return what carriers make of their samples; where a program is missing, its name."""
    drawn = draw()
    found: dict[str, object] = {}
    for place, name in enumerate(CARRIERS):
        if name not in names:
            continue
        asked, carry = CARRIERS[name]
        samples = [drawn[(place * EACH + number) % len(drawn)] for number in range(EACH)]
        try:
            version = program(*asked) if asked else ""
        except Missing as missing:
            found[name] = {"missing": str(missing)}
            continue
        carried = []
        for kind in ("words", "forged"):
            with tempfile.TemporaryDirectory(dir=folder) as inner:
                texts = [sentence(getattr(each, kind), each.ref) for each in samples]
                carried.append([base64.b64encode(data).decode() for data in carry(texts, Path(inner))])
        found[name] = {
            "version": version,
            "samples": [
                {"ref": each.ref, "words": each.words, "forged": each.forged, "true_file": true, "forged_file": forged}
                for each, true, forged in zip(samples, *carried, strict=True)
            ],
        }
    return found


if __name__ == "__main__":
    target = Path(sys.argv[1])
    made = capture(sys.argv[2:] or list(CARRIERS), target)
    (target / "carried.json").write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
