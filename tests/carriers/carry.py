"""Draw quotations from all sources, let programs of others carry them, and capture what arrives.

`python -m tests.carriers.carry` writes `carried.json` anew: of each carrier its program and version, the quotations and
two documents with all of them, one true and one with a word forged in each, as base64. What is missing is named.
"""

from __future__ import annotations

import base64
import http.server
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.publish.places import Site
from tests.conftest import ROOT

SEED, EACH, DRAWN = 1840, 20, 420
PDFJS = ROOT / "tests/foreign/read_pdf.mjs"
CHROMIUM = next((name for name in ("chromium-headless-shell", "chromium") if shutil.which(name)), "chromium")
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
    if "ERR_MODULE_NOT_FOUND" in done.stderr:
        raise Missing(f"what {arguments[0]} reads with is not installed: `make foreign`")
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


def pdf_of_chromium(texts: list[str], folder: Path) -> Path:
    """Let Chromium print a PDF with divided words; return its path."""
    escaped = "".join(f"<p lang=de>{text.replace('&', '&amp;').replace('<', '&lt;')}</p>" for text in texts)
    style = "body { width: 24em; hyphens: auto; text-align: justify; }"
    (folder / "text.html").write_text(f"<meta charset=utf-8><style>{style}</style>{escaped}", encoding="utf-8")
    address, target = (folder / "text.html").as_uri(), folder / "text.pdf"
    run(CHROMIUM, "--no-sandbox", "--headless", f"--print-to-pdf={target}", "--no-pdf-header-footer", address)
    return target


def read_by_pdftotext(document: Path) -> str:
    """Return what pdftotext reads of a PDF."""
    run("pdftotext", document, document.with_suffix(".txt"))
    return document.with_suffix(".txt").read_text(encoding="utf-8")


def read_by_pdfjs(document: Path) -> str:
    """Return what pdf.js reads of a PDF."""
    done = subprocess.run(["node", PDFJS, document], check=True, capture_output=True, timeout=300)
    return done.stdout.decode()


def read_by_pandoc(book: Path) -> str:
    """Return what pandoc reads of an EPUB."""
    run("pandoc", "-t", "plain", "--wrap=none", book, "-o", book.with_suffix(".txt"))
    return book.with_suffix(".txt").read_text(encoding="utf-8")


def read_by_mupdf(book: Path) -> str:
    """Return what MuPDF reads of an EPUB: the lines of its pages."""
    run("mutool", "convert", "-F", "text", "-o", book.with_suffix(".txt"), book)
    return book.with_suffix(".txt").read_text(encoding="utf-8")


def of_chromium(read: Callable[[Path], str]) -> Carry:
    """Return what reads a PDF that Chromium printed."""
    return lambda texts, folder: read(pdf_of_chromium(texts, folder)).encode()


def of_own(form: str, read: Callable[[Path], str]) -> Callable[[Path], str]:
    """Return what reads our books in a format."""

    def text_of(folder: Path) -> str:
        run(sys.executable, "-m", "tarock", "--root", ROOT, "export", form, "-o", folder)
        return "".join(read(book) for book in sorted(folder.rglob(f"*.{form}")))

    return text_of


class Taken(NamedTuple):
    """What the buttons of the site copied of a passage: its words, its reference, and a citation with the words."""

    words: str
    reference: str
    citation: str


def take_copies(site: Path, drawn: list[Drawn]) -> list[Taken]:
    """Press the copy buttons of passages on a built site in Chromium; return what is on the clipboard after each."""
    from playwright.sync_api import sync_playwright

    router = Site(ComputedCodex(Project(ROOT))).router
    handler = partial(QuietHandler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which(CHROMIUM), args=["--no-sandbox"])
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        page = context.new_page()

        def press(button: str) -> str:
            page.evaluate("navigator.clipboard.writeText('')")
            page.click(f".cite-dialog [data-copy={button}]")
            for _attempt in range(600):
                if copied := page.evaluate("navigator.clipboard.readText()"):
                    return str(copied)
                page.wait_for_timeout(50)
            raise TimeoutError(button)

        for each in drawn:
            place = router.passage(each.ref).link_from(router.home.page)
            page.goto("about:blank")
            page.goto(address + place)
            page.click(f'.passage[data-ref="{each.ref}"] button.cite')
            page.check(".cite-dialog input[name=cite-quote]")
            found.append(Taken(press("text"), press("reference"), press("citation")))
        browser.close()
    server.shutdown()
    return found


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves the files of a folder and keeps no log."""

    def log_message(self, format: str, *_given: object) -> None:
        """Print nothing."""


def pasted(taken: Taken, words: str, number: int) -> str:
    """Return what somebody makes of copies: a sentence, an answer to an e-mail, or the citation as it is."""
    if number % 3 == 0:
        return sentence(words, taken.reference)
    if number % 3 == 1:
        quoted = "\n".join(f"> {line}" for line in words.split("\n"))
        return f"Dort steht:\n\n{quoted}\n> ({taken.reference})\n\nDas ist bekannt."
    return taken.citation.replace(taken.words, words)


def copied(text: str, words: str) -> str | None:
    """Return words as they stand in a text that a program made: with its line ends, hyphens and calls of notes."""
    between = r"(?:\s?(?:[a-zH]\d{1,3}|\[\d+\]))*\s+"
    divided = r"(?:[-\u00ad]\s*\n\s*)?"
    pattern = between.join(divided.join(map(re.escape, word)) for word in words.split())
    found = re.search(pattern, text)
    return found[0] if found else None


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
    "chromium-pdftotext": (("pdftotext", "-v"), of_chromium(read_by_pdftotext)),
    "chromium-pdfjs": (("node", str(PDFJS), "--version"), of_chromium(read_by_pdfjs)),
}
OWN: dict[str, tuple[tuple[str, ...], Callable[[Path], str]]] = {
    "own-pdf-pdftotext": (("pdftotext", "-v"), of_own("pdf", read_by_pdftotext)),
    "own-pdf-pdfjs": (("node", str(PDFJS), "--version"), of_own("pdf", read_by_pdfjs)),
    "own-epub-pandoc": (("pandoc", "--version"), of_own("epub", read_by_pandoc)),
    "own-epub-mupdf": (("mutool", "-v"), of_own("epub", read_by_mupdf)),
}
COPIES = "site-copies"  # what the copy buttons of the site put on the clipboard
NAMES = (*CARRIERS, *OWN, COPIES)


def capture(name: str, folder: Path, site: Path = ROOT / "build/site") -> dict[str, object]:
    """Return what a carrier makes of its quotations; where its program or the built site is missing, its name."""
    drawn = draw()
    start = NAMES.index(name) * EACH
    order = [drawn[number % len(drawn)] for number in range(start, start + len(drawn))]
    try:
        version, samples, true, forged = _carry(name, folder, site, order)
    except Missing as missing:
        return {"missing": str(missing)}
    documents = {"true": base64.b64encode(true).decode(), "forged": base64.b64encode(forged).decode()}
    return {"version": version, "samples": [each._asdict() for each in samples], **documents}


def _carry(name: str, folder: Path, site: Path, order: list[Drawn]) -> tuple[str, list[Drawn], bytes, bytes]:
    """Return the version of a carrier's program, its quotations, and the documents with the true and the forged."""
    if name in CARRIERS:
        asked, carry = CARRIERS[name]
        version = program(*asked) if asked else ""
        documents = []
        for kind in ("words", "forged"):
            with tempfile.TemporaryDirectory(dir=folder) as inner:
                documents.append(carry([sentence(getattr(each, kind), each.ref) for each in order[:EACH]], Path(inner)))
        return version, order[:EACH], documents[0], documents[1]
    chance = random.Random(SEED)
    if name == COPIES:
        version = program(CHROMIUM, "--version")
        if not (site / "index.html").exists():
            raise Missing(f"{site} is not there: `make site`")
        whole = {each.ref: each for each in order if not re.search(r"[„“”\"]", _passage(each.ref))}
        samples = [*whole.values()][:EACH]
        pairs = []
        for number, taken in enumerate(take_copies(site, samples)):
            forged = forge_copied(chance, taken.words, number)
            pairs.append((pasted(taken, taken.words, number), pasted(taken, forged, number)))
    else:
        asked, text_of = OWN[name]
        version, text = program(*asked), text_of(folder)
        read = [(each, quoted) for each in order if (quoted := copied(text, each.words)) and _forgeable(quoted)]
        samples = [each for each, _quoted in read[:EACH]]
        pairs = [
            (sentence(quoted, each.ref), sentence(forge_copied(chance, quoted, number), each.ref))
            for number, (each, quoted) in enumerate(read[:EACH])
        ]
    of_true, of_forged = ("\n\n".join(each).encode() for each in zip(*pairs, strict=True))
    return version, samples, of_true, of_forged


def _passage(ref: str) -> str:
    siglum, _colon, ident = ref.partition(":")
    return ComputedCodex(Project(ROOT)).corpus.edition(siglum).passages[ident].text


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
    for each in sys.argv[1:] or NAMES:
        with tempfile.TemporaryDirectory() as folder:
            made[each] = capture(each, Path(folder))
            print(each, made[each].get("version", made[each].get("missing")))
        target.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
