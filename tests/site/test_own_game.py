"""A file of the reader's own at the table: what the checker finds in it the page names, or it refuses the file by name.

Each fault is made in the example that the page offers, and is held against what `tarock replay` finds in the same file.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

import pytest

from tarock.base import yamlio
from tarock.base.wording.koenigrufen_1840 import WORDINGS
from tarock.game.common.findings import CODES
from tarock.game.koenigrufen_1840.short_notation import write_short
from tests.conftest import ROOT
from tests.helpers import replace_once
from tests.site.conftest import until

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tarock.codex import ComputedCodex

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EXAMPLE = ROOT / "corpus/examples/my-game.yaml"
PAGES = {"en": "own-game.html", "de": "de/own-game.html"}
# What of a game the page leaves to `tarock replay`, and says so; what only sessions of 1840 can have.
LEFT = {
    *("ANNOUNCE-ORDER", "ANNOUNCE-SEAT", "BID-AFTER-END", "BID-AFTER-PASS", "BID-FOLD", "BID-NOT-HIGHER", "BID-ORDER"),
    *("BID-TOO-HIGH", "BID-WRONG-DECLARER", "CONSULATION-SMALL", "FIFTH-NOT-DEALER", "KING-LATE", "KING-NOT-OWN"),
    *("KING-OWN", "PURCHASE-LOWER", "PURCHASE-SHOWN", "PURCHASE-TOO-HIGH", "REMARK-DIFFERS", "SCAT-HONOUR"),
    *("SCAT-TAROCK",),
    # what follows from a deal that the page refuses
    *("COUNT-UNCERTAIN", "HAND-UNCERTAIN", "LEAD-UNCERTAIN", "SIDES-UNCERTAIN"),
}
OF_SESSIONS = {
    *("DECLARERS-WITHOUT-KING", "FINE-AND-PLAY", "KING-AMONG-FOUR", "KING-PLAYS", "KING-SHARE-DIFFERS"),
    *("KING-SHARE-UNCLEAR", "KING-WITHOUT-DECLARERS"),
}


class Fault(NamedTuple):
    """What is altered in the example, the codes of the checker, and how the page refuses it in each language."""

    altered: tuple[tuple[str, str], ...]
    codes: set[str]
    english: str
    german: str


REFUSED = {
    "twice": Fault(
        (("XXI XIX X IV", "XXI XIX XX IV"),),
        {"DEAL-DUPLICATE", "DEAL-MISSING"},
        "its deal is impossible: XX lies with A and with C; X lies nowhere",
        "so können die Karten nicht ausgeteilt worden sein: XX liegt bei A und bei C; X liegt nirgends",
    ),
    "missing": Fault(
        (("XXI XIX X IV", "XXI XIX X"),),
        {"DEAL-MISSING", "HAND-SIZE"},
        "its deal is impossible: IV lies nowhere; A has 11 cards, not 12",
        "so können die Karten nicht ausgeteilt worden sein: IV liegt nirgends; A hat 11 Karten, nicht 12",
    ),
    "surplus": Fault(
        (("upper: VIII", "upper: IV VIII"),),
        {"DEAL-DUPLICATE", "TALON-SIZE"},
        "its deal is impossible: IV lies with A and in the talon; the talon has 4 + 3 cards, not 6",
        "so können die Karten nicht ausgeteilt worden sein: IV liegt bei A und im Talon; der Talon hat 4 + 3 Karten, "
        "nicht 6",
    ),
    "sizes": Fault(
        (("XXI XIX X IV", "XXI XIX X"), ("XX VII VI", "XX VII VI IV")),
        {"HAND-SIZE"},
        "its deal is impossible: A has 11 cards, not 12; C has 13 cards, not 12",
        "so können die Karten nicht ausgeteilt worden sein: A hat 11 Karten, nicht 12; C hat 13 Karten, nicht 12",
    ),
    "halves": Fault(
        (("upper: VIII - ", "upper: "), ("lower: ", "lower: VIII - ")),
        {"TALON-SIZE"},
        "its deal is impossible: the talon has 2 + 4 cards, not 6",
        "so können die Karten nicht ausgeteilt worden sein: der Talon hat 2 + 4 Karten, nicht 6",
    ),
    "scat": Fault(
        (("scat: Treffle-Zehner - ", "scat: "),),
        {"SCAT-SIZE"},
        "2 cards lie in the Scat, not 3",
        "im Scat liegen 2 Karten, nicht 3",
    ),
    "not held in the scat": Fault(
        (("scat: Treffle-Zehner", "scat: Treffle-Neuner"),),
        {"SCAT-NOT-HELD"},
        "B lays Treffle-Neuner away without holding it",
        "B legt Treffle-Neuner ab, ohne sie zu haben",
    ),
    "hand after": Fault(
        (("hand_after: XVIII XV", "hand_after: XVIII XVI"),),
        {"HAND-AFTER-DIFFERS"},
        "the hand of B after the Scat is listed otherwise: XVI, XV",
        "die Hand von B nach dem Scat ist anders angegeben: XVI, XV",
    ),
    "hand after twice": Fault(
        (("hand_after: XVIII XV", "hand_after: XVIII XVIII XV"),),
        {"HAND-AFTER-TWICE"},
        "the hand of B after the Scat is listed otherwise: XVIII",
        "die Hand von B nach dem Scat ist anders angegeben: XVIII",
    ),
    "no king": Fault(
        (("king: Careau-König", "king: Careau-Dame"),),
        {"KING-NOT-KING"},
        "“Careau-Dame” is no king that can be called",
        "„Careau-Dame“ ist kein König, den man rufen kann",
    ),
    "partner": Fault(
        (("partner: D", "partner: A"),),
        {"PARTNER-DIFFERS"},
        "A is named as partner, but Careau-König lies with D",
        "A ist als Freund genannt, aber Careau-König hat D",
    ),
    "lead": Fault(
        (
            (
                "- D Careau-König - A Careau-Dreier - B Careau-Dame - C Careau-Aß",
                "- A Careau-Dreier - B Careau-Dame - C Careau-Aß - D Careau-König",
            ),
        ),
        {"LEAD-WRONG-SEAT"},
        "trick 2: A, B, C, D play, but the turn is D, A, B, C",
        "Stich 2: Es spielen A, B, C, D, an der Reihe sind D, A, B, C",
    ),
    "order": Fault(
        (("A XIX - B V - C XX - D Scüs", "A XIX - C XX - B V - D Scüs"),),
        {"PLAY-ORDER"},
        "trick 1: A, C, B, D play, but the turn is A, B, C, D",
        "Stich 1: Es spielen A, C, B, D, an der Reihe sind A, B, C, D",
    ),
    "played twice": Fault(
        (("D Treffle-Dame - A Pique-Zehner", "D Treffle-Dame - A Pique-Neuner"),),
        {"PLAY-TWICE"},
        "trick 12: A plays Pique-Neuner, which is played already",
        "Stich 12: A spielt Pique-Neuner, was schon gespielt ist",
    ),
    "not held": Fault(
        (("A XIX - B V", "A XVII - B V"), ("D XVII - A IV", "D XIX - A IV")),
        {"PLAY-NOT-HELD"},
        "trick 1: A plays XVII without holding it",
        "Stich 1: A spielt XVII, ohne sie zu haben",
    ),
    "tricks": Fault(
        (("  - B Pagat - C Pique-Reiter - D Treffle-Dame - A Pique-Zehner\n", ""),),
        {"TRICKS-MISSING"},
        "it has 11 tricks, not 12",
        "es sind 11 Stiche, nicht 12",
    ),
    "notation": Fault(
        (("Herz-König, Aß", "Herz-König, Fünfer"),),
        {"NOTATION-UNREADABLE"},
        "“Fünfer” is no card",
        "„Fünfer“ ist keine Karte",
    ),
    "suit behind a tarock": Fault(  # no suit holds beyond one
        (("Herz-Reiter, Bube - Pique-Reiter, Bube", "Herz-Reiter, VII, Bube - Pique-Reiter, Bube"),),
        {"NOTATION-UNREADABLE"},
        "“Bube” can be several cards: Herz-Bube, Careau-Bube, Treffle-Bube, Pique-Bube",
        "„Bube“ kann mehrere Karten meinen: Herz-Bube, Careau-Bube, Treffle-Bube, Pique-Bube",
    ),
}
NOT_READ = {
    "a key twice": ("scat: ", "king: Herz-König\nscat: ", "“king” stands there already"),
    "an anchor": ("king: ", "king: &king ", ""),
    "a text over lines": ("title: An evening at home", "title: >\n  An evening", ""),
    "a list over lines": ("seats: [A, B, C, D]", "seats: [A, B,\n  C, D]", ""),
}
ODD_JSON = {
    "": "line 1 cannot be read",
    "{": "it is no whole JSON",
    "[]": "there is no game in it",
    "[null, 1]": "game 1: there is no game in it",
    '{"games": {}}': "there is no game in it",
    '{"game": "no"}': "there is no game in it",
    '{"tricks": 5, "seats": "A"}': "“seats” is no list",
    '{"seats": ["A", "B", "C", "D"], "tricks": [7], "declarer": ["A"]}': "“declarer” is no text",
    '{"seats": [1, 2], "tricks": [7], "declarer": "A"}': "its seats are not different names",
    '{"seats": ["A", "B"], "tricks": ["A XIX - B XX"], "declarer": "A"}': "it has 2 seats, not 4",
    '{"seats": ["A", "B"], "tricks": [null], "declarer": "A"}': "trick 1 is no text",
    '{"__proto__": {"game": 1}, "constructor": 2}': "there is no game in it",
}


def altered(tmp_path: Path, *changes: tuple[str, str], name: str = "altered.yaml") -> Path:
    """The example with other words."""
    path = tmp_path / name
    path.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    for old, new in changes:
        replace_once(path, old, new)
    return path


def opened(page: Page, file: Path) -> str:
    """Open a file; what the page says of it, empty where it shows the game."""
    page.locator("#open-game").set_input_files([])
    page.evaluate("document.querySelector('.open-game__fault').textContent = '…'")
    page.locator("#open-game").set_input_files(file)
    until(page, "() => document.querySelector('.open-game__fault').textContent !== '…'")
    said = page.locator(".open-game__fault").inner_text()
    assert page.locator(".open-game .table").count() == (0 if said else 1), said
    return said


def test_every_fault_of_a_game_is_named_or_left_to_the_checker(page: Page, address: str) -> None:
    found = {code for fault in REFUSED.values() for code in fault.codes} | {"PLAY-REVOKE", "PLAY-PAGAT-EARLY"}
    assert found | LEFT | OF_SESSIONS == CODES & WORDINGS.keys()
    assert not found & LEFT
    page.goto(address + PAGES["en"])
    assert "are checked by tarock replay only" in page.locator(".open-game").inner_text()


@pytest.mark.parametrize("language", PAGES)
def test_a_file_is_refused_by_card_and_place(
    page: Page, address: str, computed: ComputedCodex, tmp_path: Path, language: str
) -> None:
    page.goto(address + PAGES[language])
    begins = {"en": "This file cannot be shown: ", "de": "Diese Datei kann nicht gezeigt werden: "}[language]
    for number, (name, fault) in enumerate(REFUSED.items()):
        file = altered(tmp_path, *fault.altered, name=f"{number}.yaml")
        if fault.codes != {"NOTATION-UNREADABLE"}:
            assert fault.codes <= {finding.code for finding in computed.games.replay_file(file).findings}, name
        said = fault.english if language == "en" else fault.german
        assert opened(page, file) == f"{begins}{said}.", name
        assert "deal=" not in page.url
    assert opened(page, EXAMPLE) == ""


def test_what_is_no_file_of_a_game_is_refused_in_words(page: Page, address: str, tmp_path: Path) -> None:
    """No message of JavaScript's own comes to the reader, and nothing is taken for another thing."""
    page.goto(address + PAGES["en"])
    for name, (old, new, said) in NOT_READ.items():
        file = altered(tmp_path)
        line = replace_once(file, old, new)
        what = f"line {line}: {said}" if said else f"line {line} cannot be read"
        assert opened(page, file) == f"This file cannot be shown: {what}.", name
    for text, said in ODD_JSON.items():
        file = tmp_path / "odd.json"
        file.write_text(text or "\0", encoding="utf-8")
        assert opened(page, file) == f"This file cannot be shown: {said}.", text


@pytest.mark.parametrize("language", PAGES)
def test_a_revoke_has_words_of_its_own_and_is_counted(
    page: Page, address: str, computed: ComputedCodex, tmp_path: Path, language: str
) -> None:
    """A holds two Herz in trick 3; and B, who has announced ultimo, leads the Pagat before his last tarock."""
    file = altered(
        tmp_path,
        ("A Herz-Aß - B VIII", "A Pique-Neuner - B VIII"),
        ("D Herz-Dame - A Pique-Neuner", "D Herz-Dame - A Herz-Aß"),
        ("- B XV - C Treffle-Bube", "- B Pagat - C Treffle-Bube"),
        ("- B Pagat - C Pique-Reiter", "- B XV - C Pique-Reiter"),
        ("tricks:\n", "announcements:\n  - seat: B\n    call: announce\n    of: ultimo\ntricks:\n"),
    )
    found = {finding.code: finding for finding in computed.games.replay_file(file).findings}
    revoke, early = found["PLAY-REVOKE"], found["PLAY-PAGAT-EARLY"]
    page.goto(address + PAGES[language])
    assert opened(page, file) == ""
    count = page.locator(".open-game__found")
    words = {
        "en": ("2 cards are played against a rule:", "trick 3, A plays Pique-Neuner", "trick 11, B plays Pagat"),
        "de": (
            "2 Karten sind gegen eine Regel gespielt:", "Stich 3, A spielt Pique-Neuner", "Stich 11, B spielt Pagat",
        ),
    }[language]  # fmt: skip
    assert [each.strip() for each in count.inner_text().splitlines() if each.strip()] == [*words]
    told, table = page.locator(".open-game .table__told"), page.locator(".open-game .table")
    rule = page.evaluate("codexPlay.rules['play.follow_suit'][1]")
    against = {
        "en": "Against the rule: A may not play Pique-Neuner, only Herz-König, Herz-Aß.",
        "de": "Gegen die Regel: A darf Pique-Neuner nicht spielen, nur Herz-König, Herz-Aß.",
    }[language]
    count.get_by_role("button").first.click()
    assert told.locator(".table__finding").inner_text().startswith(against)
    assert revoke.ref in told.locator(".table__finding").inner_text()
    assert rule not in told.locator(".table__says").inner_text()
    illegal = page.locator(".open-game .table__trick li[data-illegal]")
    assert {"en": "against a rule", "de": "gegen eine Regel"}[language] in str(illegal.text_content())
    noted = table.locator(".table__strip button[data-noted]")
    assert [each.text_content() for each in noted.all()] == ["3", "11"]
    table.locator(".table__felt").press("ArrowRight")  # B has no Herz; C follows
    table.locator(".table__felt").press("ArrowRight")
    assert told.locator(".table__finding").count() == 0
    assert rule in told.locator(".table__says").inner_text()
    count.get_by_role("button").last.click()
    assert early.ref in told.locator(".table__finding").inner_text()
    table.locator(".table__felt").press("End")
    assert computed.games.rules.ref("revoke.writes", result="won") in told.inner_text()
    assert opened(page, EXAMPLE) == ""
    lawful = {"en": "No card is played against a rule.", "de": "Keine Karte ist gegen eine Regel gespielt."}[language]
    assert count.inner_text() == lawful
    assert table.locator(".table__strip button").count() == 14
    table.locator(".table__felt").press("End")
    assert "tarock replay" not in told.inner_text()


@pytest.mark.parametrize("strange", ["__proto__", "constructor", "Béla von O.", "toString"])
def test_names_of_a_file_are_nothing_but_names(page: Page, address: str, tmp_path: Path, strange: str) -> None:
    """A game in which a seat is so called is shown, as YAML and as JSON; nothing is left behind by any file."""
    page.goto(address + PAGES["en"])
    for number, text in enumerate(
        ("__proto__: x\n  game: x\n", "__proto__:\n  game: x\n", f"{strange}:\n  {strange}: x\n")
    ):
        file = tmp_path / f"{number}.yaml"
        file.write_text(text, encoding="utf-8")
        assert opened(page, file).startswith("This file cannot be shown: ")
        assert page.evaluate("[{}.game, Object.keys(Object.prototype).length, [].game]") == [None, 0, None]
    yaml = tmp_path / "strange.yaml"
    lines = EXAMPLE.read_text(encoding="utf-8").split("\n")
    named = [
        line.replace("seats: [A,", f"seats: [{strange},").replace("  A: ", f"  {strange}: ")
        .replace("seat: A,", f"seat: {strange},").replace("- A ", f"- {strange} ")
        for line in lines
    ]  # fmt: skip
    yaml.write_text("\n".join(named), encoding="utf-8")
    told = tmp_path / "strange.json"
    told.write_text(json.dumps(yamlio.load(yaml).data, default=str), encoding="utf-8")
    for file in (yaml, told):
        assert opened(page, file) == ""
        seat = page.locator(".open-game .table__seat").first
        assert strange in seat.inner_text()
        page.locator(".open-game .table__felt").press("End")
        assert "won by 26" in page.locator(".open-game .table__told").inner_text()


def test_decomposed_letters_are_read_as_the_command_reads_them(
    page: Page, address: str, computed: ComputedCodex, tmp_path: Path
) -> None:
    file = tmp_path / "decomposed.yaml"
    text = normalize("NFD", EXAMPLE.read_text(encoding="utf-8"))
    assert text != EXAMPLE.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    end = computed.games.replay_file(file).replay
    page.goto(address + PAGES["en"])
    assert opened(page, file) == ""
    page.locator(".open-game .table__felt").press("End")
    assert f"won by {end.outcome.points}" in page.locator(".open-game .table__told").inner_text()


def test_the_short_notation_and_other_names_of_cards_are_read_as_the_command_reads_them(
    page: Page, address: str, computed: ComputedCodex, tmp_path: Path
) -> None:
    game = computed.games.replay_file(EXAMPLE).replay
    file = tmp_path / "game.txt"
    text = write_short(game.game).replace(" - ", " – ").replace("Scüs", "Sküs").replace("Treffle-", "♣-")
    file.write_text(f"# typed\n{text}", encoding="utf-8")
    assert computed.games.replay_file(file).replay.outcome == game.outcome
    page.goto(address + PAGES["en"])
    assert opened(page, file) == ""
    page.locator(".open-game .table__felt").press("End")
    assert f"won by {game.outcome.points}" in page.locator(".open-game .table__told").inner_text()
    for language, other in PAGES.items():  # a game of either kind of file is saved as `tarock replay --text` prints it
        page.goto(address + other)
        for opens in (EXAMPLE, file):
            assert opened(page, opens) == ""
            with page.expect_download() as download:
                page.locator(".open-game__save").click()
            saved = tmp_path / f"{language}-{opens.name}"
            download.value.save_as(saved)
            assert saved.read_text(encoding="utf-8") == write_short(game.game)
            assert opened(page, saved) == ""
    page.goto(address + PAGES["en"])
    replace_once(file, "dealer: ", "giver: ")
    assert opened(page, file) == "This file cannot be shown: line 5 cannot be read."


def test_an_address_that_holds_no_game_is_refused(page: Page, address: str) -> None:
    for deal in ("[]", "5", "null", "[1,2", '[["A","B","C","D"],0,1,3,-1,1,0,0,"000"]', '["ABCD",0,1,3,-1,1,0,0,"0"]'):
        page.goto(f"{address}{PAGES['en']}?deal={deal}")
        until(page, "() => document.querySelector('.open-game__fault').textContent.startsWith('The address holds no')")
        assert page.locator(".open-game .table").count() == 0
