"""Cards as players write them: by any names of the termbase, in any letters and signs; several or none are refused."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from tarock.codex import ComputedCodex
from tarock.corpus.variants import load_variants
from tarock.game.common.cards import Pack
from tarock.game.common.notation import (
    AmbiguousCardError,
    NotationError,
    list_spellings,
    read_cards,
    read_typed_cards,
    write_cards,
)
from tests.conftest import ROOT, Run
from tests.writings import vary

EXAMPLE = ROOT / "corpus/examples/my-game.yaml"
# A card of 1840 in the notation of the books, and what players write for it.
WRITTEN = {
    "Scüs": "Sküs Skis Excuse Excüse Gstieß GSTIESS Scues scüs SKÜS Sckis XXII xxii 22 Fool Narr",
    "XXI": "Mond mond xxi 21 Tarock-21 einundzwanzig Trumpf-XXI ⅩⅩⅠ 🃵",
    "XIX": "XVIIII xviiii 19 xix",
    "IV": "IIII iiii 4 iv 🃤",
    "Pagat": "I i 1 pagat Bagat PAGAT",
    "Pique-König": "Pik-König Pik-Koenig pik-könig PIQUE-KÖNIG ♠-König ♠K K♠ 🂮 spades-king Pikkönig",
    "Treffle-Zehner": "Treff-10 Kreuz-10 Kreuz-Zehn ♣10 ♣-Zehner clubs-ten Treffle-10 🃚",
    "Careau-Cavall": "Karo-Reiter Careau-Reiter Karo-Caval ♦R karo-kavall ♦C 🃌 diamonds-cavalier Carreau-Cavall",
    "Herz-Bube": "Herz-Bub Coeur-Bube Cœur-Valet ♥-Bub ♡B herz-bube 🂻 hearts-jack Herz-Unter",
    "Herz-Aß": "Herz-As Herz-Ass Herz-1 ♥A HERZ-ASS 🂱 Coeur-Aß",
    "Pique-Siebner": "Pik-7 Pik-Siebener Pik-Sieben ♠7 pique-siebner 🂧",
    "Careau-Dame": "Karo-Dame Karo-Königin ♦Da Q♦ Careau-queen 🃍",
}


@pytest.fixture
def pack(computed: ComputedCodex) -> Pack:
    return computed.games.pack


def test_cards_are_read_as_players_write_them(pack: Pack) -> None:
    for name, writings in WRITTEN.items():
        for written in writings.split():
            assert read_typed_cards(written, pack) == read_cards(name, pack), written


def test_every_card_of_the_pack_is_read_by_every_name(computed: ComputedCodex, pack: Pack) -> None:
    """In the notation of the books, in small letters, in capitals, without umlauts, and in decomposed letters."""
    variants = load_variants(computed.project)
    for card in pack.cards:
        for name in (card.name, card.printed, *list_spellings(card.name)):
            ascii_name = name.translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue", ord("ß"): "ss"})
            for written in (
                name,
                name.lower(),
                name.upper(),
                ascii_name,
                *vary(name, variants),
            ):
                assert read_typed_cards(written, pack) == (card,), ascii(written)


def test_lists_are_read_as_they_are_pasted(pack: Pack) -> None:
    expected = read_cards("Scüs XXI - Herz-König, Dame - Treffle-Zehner, Neuner", pack)
    for written in (
        "Scüs, 21 | K♥ Q♥ | 10♣ 9♣",
        "• Scüs • XXI • Herz-König • Herz-Dame • Treff-10 • Treff-9",
        "[Scüs, XXI, Herz-König, Herz-Dame, Treff-10, Treff-9]",
        '"Scüs", "XXI", "Herz-König", "Herz-Dame", "Treff-10", "Treff-9"',
        "„Scüs“ + „XXI“ + Herz-König & Dame + Treff-10 & 9",
        "the fool, the mond, king of hearts, queen of hearts, ten of clubs, nine of clubs",
        "der Sküs, der Mond, König von Herz, die Dame von Herz, Treff 10, Treff 9",
    ):
        assert read_typed_cards(written, pack) == expected, written


def test_lists_keep_suits_and_groups(pack: Pack) -> None:
    expected = read_cards("XXI XX - Herz-König, Dame - Pique-Zehner, Neuner und Achter", pack)
    for written in (
        "xxi 20 – ♥ König, Dame — Pik-10, 9 8",
        "21, XX, Herz-Koenig und Dame, ♠10 ♠9 ♠8",
        "mond 20. herzkönig herz-dame; pik-zehn neun acht",
    ):
        assert read_typed_cards(written, pack) == expected
    assert read_typed_cards(write_cards(pack.cards), pack) == read_cards(write_cards(pack.cards), pack)


@pytest.mark.parametrize(
    ("text", "token", "cards"),
    [
        ("XX König", "König", "Herz-König Careau-König Treffle-König Pique-König"),
        ("Herz-König - 3", "3", "Herz-Dreier III"),
        ("♥D", "D", "Herz-Dame Herz-Dreier"),
        ("XX - K-10", "K", "Careau Treffle"),
        ("10er", "10er", ""),
        ("Sküüs", "Sküüs", ""),
        ("Herz-Zehner", "Zehner", ""),
        ("🂡", "🂡", ""),
    ],
)
def test_what_is_several_cards_or_none_is_refused_with_the_token(pack: Pack, text: str, token: str, cards: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_typed_cards(text, pack)
    assert caught.value.text == token
    assert text[caught.value.column - 1 :].startswith(token)
    assert set(getattr(caught.value, "cards", ())) == set(cards.split())
    assert isinstance(caught.value, AmbiguousCardError) == bool(cards)


def test_what_is_near_is_offered(pack: Pack) -> None:
    for text, near in (("Sküss", "Scüs"), ("Herrz-König", "Herz"), ("Herz-Köning", "König")):
        with pytest.raises(NotationError, match=f"did you mean .*{near}"):
            read_typed_cards(text, pack)


def test_the_command_replays_what_is_written_otherwise(run: Run, tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    written = re.sub(r"(?<=\S) - ", " – ", text)  # not the marks of a list
    for before, after in {"Scüs": "Sküs", "XIX": "xviiii", "Herz-": "♥-", "Treffle": "Kreuz", "Zehner": "10"}.items():
        written = written.replace(before, after)
    (file := tmp_path / "my-game.yaml").write_text(written, encoding="utf-8")
    assert run("replay", str(file)) == run("replay", str(EXAMPLE))
    file.write_text(written.replace("king: Careau-König", "king: König"), encoding="utf-8")
    refused = run("replay", str(file))
    assert refused.status == 2
    assert "`König` can be several cards; expected one of" in refused.err


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_a_file_of_windows_is_read(run: Run, tmp_path: Path, encoding: str) -> None:
    (file := tmp_path / "my-game.yaml").write_bytes(EXAMPLE.read_text(encoding="utf-8").encode(encoding))
    assert run("replay", str(file)) == run("replay", str(EXAMPLE))


def test_the_terminal_is_asked_and_a_pipe_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "König Scüs XX XIX XVIII XVII XVI XIV - Pique-König, Dame - Careau-Vierer, Dreier"
    refused = run("hand", hand, "--bid", "solo", "--deals", "1")
    assert refused.status == 2
    assert "Treffle-König" in refused.err
    monkeypatch.setattr("sys.stdin", terminal := io.StringIO("Herz-König\n"))
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    answered = run("hand", hand, "--bid", "solo", "--deals", "1")
    assert answered.status == 0
    assert "Herz-König" in answered.out
