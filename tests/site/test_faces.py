"""What stands in for a face while it comes is as wide and as high: its measures follow from those of both."""

from __future__ import annotations

import html
import re
from collections import Counter
from functools import cache
from pathlib import Path
from string import ascii_letters

import pytest
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from tarock.corpus.editions import Edition
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

FONTS, DEJAVU = ROOT / "docs/assets/fonts", Path("/usr/share/fonts/truetype/dejavu")
LETTERS = f"{ascii_letters} "
# Adobe's widths of a to z, A to Z and the space, in thousandths of the size: Times New Roman and Arial keep to them.
ADOBE = {
    "Times New Roman": """
        444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722
        500 500 444 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611
        722 722 944 722 722 611 250""",
    "Times New Roman Bold": """
        500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500 722
        500 500 444 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667
        722 722 1000 722 722 667 250""",
    "Times New Roman Italic": """
        500 500 444 500 444 278 500 500 278 278 444 278 722 500 500 500 500 389 389 278 500 444 667
        444 444 389 611 611 667 722 611 611 722 722 333 444 667 556 833 667 722 611 722 611 500 556
        722 611 833 611 556 556 250""",
    "Arial": """
        556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722
        500 500 500 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611
        722 667 944 667 667 611 278""",
    "Arial Bold": """
        556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778
        556 556 500 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611
        722 667 944 667 667 611 278""",
}
ADOBE["Arial Italic"] = ADOBE["Arial"]
FILES = {
    "DejaVu Serif": "DejaVuSerif.ttf", "DejaVu Serif Bold": "DejaVuSerif-Bold.ttf",
    "DejaVu Serif Italic": "DejaVuSerif-Italic.ttf", "DejaVu Sans": "DejaVuSans.ttf",
    "DejaVu Sans Bold": "DejaVuSans-Bold.ttf", "DejaVu Sans Oblique": "DejaVuSans-Oblique.ttf",
}  # fmt: skip
OURS = {
    ("Like EB Garamond", "normal"): "eb-garamond-latin-{}-normal",
    ("Like EB Garamond", "italic"): "eb-garamond-latin-{}-italic",
    ("Like Codex Sans", "normal"): "codex-sans-wght-normal",
    ("Like Codex Sans", "italic"): "codex-sans-wght-italic",
}
BOLD = {"600 900": 700}  # what is mostly set of a range; of others the first
STYLES = ROOT / "docs/assets/stylesheets/fonts.css"
FACE = re.compile(
    r'@font-face \{ font-family: "(?P<family>Like [\w ]+?)(?:, from DejaVu)?"; font-weight: (?P<weight>[\d ]+); '
    r'font-style: (?P<style>\w+);\s+src: local\("(?P<local>[\w ]+)"\)[^;]*;\s+'
    r"size-adjust: (?P<size>[\d.]+)%; ascent-override: (?P<ascent>[\d.]+)%; descent-override: (?P<descent>[\d.]+)%; "
    r"line-gap-override: 0%; \}"
)
FACES = [found.groupdict() for found in FACE.finditer(STYLES.read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def often(koenigrufen: Edition) -> Counter[str]:
    """How often each letter stands in the prose of the longest text."""
    prose = (passage.text for passage in koenigrufen.passages.values() if passage.kind == "paragraph")
    return Counter(letter for text in prose for letter in text if letter in LETTERS)


def width(font: TTFont, often: Counter[str]) -> float:
    """Of all the letters, in sizes of the font."""
    names, advances = font.getBestCmap(), font["hmtx"]
    whole: float = sum(advances[names[ord(each)]][0] * often[each] for each in LETTERS) / font["head"].unitsPerEm
    return whole


@cache
def ours(family: str, weight: str, style: str) -> TTFont:
    set_in = BOLD.get(weight, int(weight.split(maxsplit=1)[0]))
    font = TTFont(FONTS / f"{OURS[family, style].format(set_in)}.woff2")
    return instantiateVariableFont(font, {"wght": set_in}) if "fvar" in font else font


def test_every_face_has_its_stand_ins() -> None:
    assert len(FACES) == STYLES.read_text(encoding="utf-8").count("size-adjust")
    assert {face["local"] for face in FACES} == ADOBE.keys() | FILES.keys()


@pytest.mark.parametrize("face", FACES, ids=[face["local"] for face in FACES])
def test_a_stand_in_is_as_wide_and_as_high(often: Counter[str], face: dict[str, str]) -> None:
    font, size = ours(face["family"], face["weight"], face["style"]), float(face["size"]) / 100
    lines = font["hhea"]
    assert size * float(face["ascent"]) == pytest.approx(100 * lines.ascent / font["head"].unitsPerEm, abs=0.1)
    assert size * float(face["descent"]) == pytest.approx(-100 * lines.descent / font["head"].unitsPerEm, abs=0.1)
    assert lines.lineGap == 0
    if widths := ADOBE.get(face["local"]):
        theirs = sum(int(each) * often[letter] for each, letter in zip(widths.split(), LETTERS, strict=True)) / 1000
    elif (file := DEJAVU / FILES[face["local"]]).is_file():
        theirs = width(TTFont(file), often)
    else:
        pytest.skip(f"{face['local']} is not on this machine")
    assert size == pytest.approx(width(font, often) / theirs, abs=0.001)


# Signs that a face never had: a fallback shows them.
ELSEWHERE = set("⟨⟩↩→ſ♥\n")


def test_the_cut_faces_have_every_character_that_a_page_shows(built: Path) -> None:
    shown = {character for page in built.rglob("*.html") for character in html.unescape(page.read_text("utf-8"))}
    for path in FONTS.glob("*.woff2"):
        known = {chr(code) for code in TTFont(path).getBestCmap()}
        assert shown - known <= ELSEWHERE, path.name
