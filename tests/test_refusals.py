"""Every token that a message quotes as the user's stands in what was typed; suggestions are marked apart.

All that the suite types at the command is held so by the fixture `run`; here are inputs with faults made by seed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tarock
from tarock.codex import ComputedCodex
from tests.conftest import EVERY, ROOT, Run
from tests.helpers import list_invented

EXAMPLES = ROOT / "corpus/examples"
EACH = 300 if EVERY == 1 else 13  # as many as there are references
REFERENCES = (
    "1840:47.2", "1840:47.2-3", "1840:11–19", "§ 47 Abs. 2", "1840:47ff.", "1840:11,13-15@1.1.0",
    "Musterspiel 3, Stich 5",
    "1863:7", "1754:12", "1945:allg.2.3", "http://127.0.0.1:8000/c/1840/47.2/#top", "1840:m3.s5",
    "urn:cts:tarock:anon1840.koenigrufen.de1-0-0:47.2",
)  # fmt: skip
HANDS = (
    "XXI XX XIX V II Pagat - Herz-König, Dame - Treffle-Zehner, Neuner - Pique-Dame, Bube", "♥K ♦D Sküs XXI 20 Pik-10",
    "Koenig Herz, Kreuz-Bub, Karo-As, Mond, XVIIII", "xxi, scues, Treff-Cavall 7",
)  # fmt: skip
QUOTED = (
    "„Für ultimo angesagt, gilt im Dreierspiele, die doppelte Consulation“ (1840:47.2)", "„die Vorhand“ 1863, S. 257",
    "“doppelte Consulation” Königrufen 1840, § 47, Abs. 2",
    "> „doppelte Consulation“ sha256:9fd2c72411e3 [1840:47.2@1.1.0]",
)  # fmt: skip
WORDS = (
    "Mongue last trick",
    "Koenig rufen ♥K",
    "wer spielt aus XVIIII",
    "Consulation „doppelte Consulation“",
    "Sküs 🃁",
)
SIGNS = "aeKS019.,:;-–§#@♥🃁 ß„\u0301"


def spoiled(rng: random.Random, text: str, *, changes: int = 1) -> str:
    """Return a text with a sign left out, put in, changed or doubled at some places."""
    for _ in range(changes):
        at, sign = rng.randrange(len(text)), rng.choice(SIGNS)
        put = rng.choice(("", sign, text[at] + sign, text[at] * 2, text[at : at + 3][::-1]))
        text = text[:at] + put + text[at + 1 :]
    return text


def made(kind: str, texts: tuple[str, ...]) -> Iterator[str]:
    """Yield texts with faults, by seed."""
    rng = random.Random(f"refusals {kind}")
    for number in range(EACH):
        yield spoiled(rng, texts[number % len(texts)], changes=1 + number % 3)


def test_references(run: Run) -> None:
    refused = 0
    for number, text in enumerate(made("references", REFERENCES)):
        refused += run(("show", "cite")[number % 2], "--", text).status == 2
    assert refused


def test_hands(run: Run) -> None:
    assert sum(run("hand", "--deals", "1", "--seed", "1", "--", text).status == 2 for text in made("hands", HANDS))


@pytest.mark.parametrize("kind", ["YAML", "notation"])
def test_games(run: Run, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "game.txt"
    example = str(EXAMPLES / "my-game.yaml")
    text = (EXAMPLES / "my-game.yaml").read_text("utf-8") if kind == "YAML" else run("replay", example, "--text").out
    refused = 0
    for spoilt in made(kind, (text,)):
        file.write_text(spoilt, encoding="utf-8")
        refused += run("replay", str(file)).status == 2
    assert refused


@pytest.mark.parametrize("name", sorted(each.name for each in EXAMPLES.glob("score-*.yaml")))
def test_score_files(run: Run, tmp_path: Path, name: str) -> None:
    file, era = tmp_path / name, name[6:10]
    refused = 0
    for spoilt in made(name, ((EXAMPLES / name).read_text("utf-8"),)):
        file.write_text(spoilt, encoding="utf-8")
        refused += run("score", "--era", era, str(file)).status == 2
    assert refused


def test_quotations(computed: ComputedCodex) -> None:
    """Of each quotation the reason why it was not looked at quotes what was typed too."""
    codex, compared = tarock.Codex(computed), 0
    for text in made("quotations", QUOTED):
        try:
            found = codex.verify(text)
        except tarock.Error as error:
            assert list_invented(error, ("verify", text)) == [], text
            continue
        compared += 1
        typed = " ".join(text.split())
        for why in (*(each.why for each in found.quotations), *found.notes):
            assert [token for token in re.findall("`([^`]*)`", why.partition(";")[0]) if token not in typed] == [], text
    assert compared


def test_searches(computed: ComputedCodex) -> None:
    for text in made("searches", WORDS):
        found = computed.search(text)
        named = [*found.nowhere, *found.small, *(word for word, _other in found.repaired)]
        assert [word for word in named if word not in text] == [], text
