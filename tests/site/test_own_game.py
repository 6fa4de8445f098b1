"""A game of the reader's own: what `tarock replay` finds in it the page finds, in its words, or leaves to it by name.

Each finding has a fixture: the example that the page offers, altered. A game that is clicked is judged alike.
"""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from playwright.sync_api import Browser, Page

from tarock.analysis.table import compile_rules
from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.wording import format_message
from tarock.codex import ComputedCodex
from tarock.game.common import notation
from tarock.game.common.findings import CODES, Finding
from tarock.game.koenigrufen_1840 import auction, examination, model_games, record, replay, session
from tarock.game.koenigrufen_1840.short_notation import write_short
from tarock.publish.judging_data import LEFT_TO_PROGRAM
from tarock.replay import games as replay_games
from tarock.replay.games import LevelReport
from tests.conftest import EVERY, ROOT, usual
from tests.helpers import replace_once
from tests.site.conftest import until
from tests.site.quality import DAY, LOOKS, NIGHT, RUN, Look, Visit
from tests.site.test_notation import seeded_games

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EXAMPLE = ROOT / "corpus/examples/my-game.yaml"
PAGES = {"en": "own-game.html", "de": "de/own-game.html"}
SOLO = (  # the example as a Solo of B, without purchase
    ("{seat: B, bid: dreier, fold: 1}", "{seat: B, bid: solo}"),
    ("purchase: {first: 1, kept: 1}\n", ""),
    ("scat: Treffle-Zehner - Careau-Reiter - Pique-Siebner\n", ""),
)
_EXCHANGE = (
    ("A Herz-Aß - B VIII", "A Pique-Neuner - B VIII"),
    ("D Herz-Dame - A Pique-Neuner", "D Herz-Dame - A Herz-Aß"),
)
_ULTIMO = ("tricks:\n", "announcements:\n  - {seat: B, call: announce, of: ultimo}\ntricks:\n")
# What is altered in the example, by the finding that it makes; the first of them is the one meant.
FIXTURES: dict[str, tuple[tuple[str, str], ...]] = {
    "DEAL-DUPLICATE": (("XXI XIX X IV", "XXI XIX XX IV"),),  # and X lies nowhere
    "DEAL-MISSING": (("XXI XIX X IV", "XXI XIX X"),),
    "HAND-SIZE": (("XXI XIX X IV", "XXI XIX X"), ("XX VII VI", "XX VII VI IV")),
    "TALON-SIZE": (("upper: VIII - ", "upper: "), ("lower: ", "lower: VIII - ")),
    "BID-ORDER": (("{seat: D, bid: pass}", "{seat: D, bid: pass}\n  - {seat: D, bid: pass}"),),
    "BID-AFTER-END": (("{seat: D, bid: pass}", "{seat: D, bid: pass}\n  - {seat: B, bid: dreier, fold: 2}"),),
    "BID-AFTER-PASS": (
        ("{seat: C, bid: pass}", "{seat: C, bid: pass}\n  - {seat: D, bid: dreier, fold: 2}\n  - {seat: B, bid: pass}"),
        ("  - {seat: D, bid: pass}", "  - {seat: C, bid: dreier, fold: 3}"),
    ),
    "BID-FOLD": (("{seat: A, bid: pass}", "{seat: A, bid: pass, fold: 1}"),),
    "BID-TOO-HIGH": (("{seat: B, bid: dreier, fold: 1}", "{seat: B, bid: dreier, fold: 4}"),),
    "BID-NOT-HIGHER": (("{seat: A, bid: pass}", "{seat: A, bid: dreier, fold: 2}"),),
    "BID-WRONG-DECLARER": (
        ("{seat: B, bid: dreier, fold: 1}", "{seat: B, bid: pass}"),
        ("{seat: C, bid: pass}", "{seat: C, bid: dreier, fold: 1}"),
    ),
    "KING-NOT-KING": (("king: Careau-König", "king: Careau-Dame"),),
    "KING-NOT-OWN": SOLO,
    "KING-LATE": (("purchase: ", "called_late: true\npurchase: "),),
    "PARTNER-DIFFERS": (("partner: D", "partner: A"),),
    "PURCHASE-LOWER": (("first: 1, kept: 1", "first: 3, kept: 1"),),
    "PURCHASE-TOO-HIGH": (("first: 1, kept: 1", "first: 1, kept: 5"),),
    "PURCHASE-SHOWN": (("kept: 1}", "kept: 1, forced: true}"),),
    "SCAT-SIZE": (("scat: Treffle-Zehner - ", "scat: "),),
    "SCAT-NOT-HELD": (("scat: Treffle-Zehner", "scat: Treffle-Neuner"),),
    "SCAT-HONOUR": (
        ("scat: Treffle-Zehner", "scat: Pagat"), ("hand_after:", "# hand_after:"),
        ("- B Pagat - C Pique", "- B Treffle-Zehner - C Pique"),
    ),
    "SCAT-TAROCK": (
        ("scat: Treffle-Zehner", "scat: V"), ("hand_after:", "# hand_after:"),
        ("A XIX - B V", "A XIX - B Treffle-Zehner"),
    ),
    "HAND-AFTER-TWICE": (("hand_after: XVIII XV", "hand_after: XVIII XVIII XV"),),
    "HAND-AFTER-DIFFERS": (("hand_after: XVIII XV", "hand_after: XVIII XVI"),),
    "HAND-UNCERTAIN": (("hand_after: XVIII XV XIV", "hand_after: XVIII XV II"),),
    "LEAD-UNCERTAIN": (("- B XVIII - C III", "- B XVII - C III"),),
    "COUNT-UNCERTAIN": (("D Treffle-Dame - A Pique-Zehner", "D Treffle-Dame - A Pique-Neuner"),),
    "SIDES-UNCERTAIN": (
        ("Herz-Dame, Zweier", "Herz-König, Zweier"), ("king: Careau-König", "king: Herz-König"), ("partner: D\n", ""),
    ),
    "ANNOUNCE-SEAT": (("tricks:\n", "announcements:\n  - {seat: D, call: announce, of: ultimo}\ntricks:\n"),),
    "ANNOUNCE-ORDER": (("tricks:\n", "announcements:\n  - {seat: A, call: contra, of: ultimo}\ntricks:\n"),),
    "TRICKS-MISSING": (("  - B Pagat - C Pique-Reiter - D Treffle-Dame - A Pique-Zehner\n", ""),),
    "LEAD-WRONG-SEAT": (
        ("- D Careau-König - A Careau-Dreier - B Careau-Dame - C Careau-Aß",
         "- A Careau-Dreier - B Careau-Dame - C Careau-Aß - D Careau-König"),
    ),
    "PLAY-ORDER": (("A XIX - B V - C XX - D Scüs", "A XIX - C XX - B V - D Scüs"),),
    "PLAY-TWICE": (("D Treffle-Dame - A Pique-Zehner", "D Treffle-Dame - A Pique-Neuner"),),
    "PLAY-NOT-HELD": (("A XIX - B V", "A XVII - B V"), ("D XVII - A IV", "D XIX - A IV")),
    "PLAY-REVOKE": _EXCHANGE,
    "PLAY-PAGAT-EARLY": (
        _ULTIMO, ("- B XV - C Treffle-Bube", "- B Pagat - C Treffle-Bube"),
        ("- B Pagat - C Pique-Reiter", "- B XV - C Pique-Reiter"),
    ),
}  # fmt: skip
REFUSED = {  # what cannot be read, as neither reads it: what is altered, and what the page says
    "notation": ("Herz-König, Aß", "Herz-König, Fünfer", "“Fünfer” is not a card", "„Fünfer“ ist keine Karte"),
    "suit behind a tarock": (  # no suit holds beyond one
        "Herz-Reiter, Bube - Pique-Reiter, Bube",
        "Herz-Reiter, VII, Bube - Pique-Reiter, Bube",
        "“Bube” can be several cards: Herz-Bube, Careau-Bube, Treffle-Bube, Pique-Bube",
        "„Bube“ kann mehrere Karten meinen: Herz-Bube, Careau-Bube, Treffle-Bube, Pique-Bube",
    ),
}
NOT_READ = {
    "a key twice": ("scat: ", "king: Herz-König\nscat: ", "“king” is there already"),
    "an anchor": ("king: ", "king: &king ", ""),
}
BY_HAND = {  # YAML as people write it
    "a text over lines": ("title: An evening at home", "title: >\n  An evening\n  at home"),
    "a plain text over lines": ("title: An evening at home", "title: An evening\n  at home"),
    "a list over lines": ("seats: [A, B, C, D]", "seats: [A, B, # two\n  C, D]"),
    "a list by dashes": ("seats: [A, B, C, D]", "seats:\n- A\n- B\n- C\n- D"),
    "a map over lines": ("purchase: {first: 1, kept: 1}", "purchase:\n  first: 1\n  kept: 1"),
    "quotes": ("king: Careau-König", "king: 'Careau-König'  # called"),
}
ODD_JSON = {
    "": "line 1 cannot be read",
    "{": "it is not complete JSON",
    "[]": "there is no game in it",
    "[null, 1]": "game 1: there is no game in it",
    '{"games": {}}': "there is no game in it",
    '{"game": "no"}': "there is no game in it",
    '{"tricks": 5, "seats": "A"}': "“seats” is not a list",
    '{"seats": ["A", "B", "C", "D"], "tricks": [7], "declarer": ["A"]}': "“declarer” is not text",
    '{"seats": [1, 2], "tricks": [7], "declarer": "A"}': "its seats do not all have different names",
    '{"seats": ["A", "B"], "tricks": ["A XIX - B XX"], "declarer": "A"}': "it has 2 seats, not 4",
    '{"seats": ["A", "B"], "tricks": [null], "declarer": "A"}': "trick 1 is not text",
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


def codes_of(*modules: Any) -> set[str]:
    """The codes that modules make findings of, in their source."""
    return {code for module in modules for code in CODES if f'"{code}"' in inspect.getsource(module)}


GAME_CODES = codes_of(auction, examination, model_games, notation, record, replay, replay_games)
OF_SCORES = codes_of(session) - GAME_CODES  # of evenings, which are no games


def judged(page: Page, text: str) -> list[list[str]]:
    """What the page finds in a game: code, trick, paragraph, words; it is shown at the table."""
    page.evaluate("text => codexWhatIf.openGame(async () => text).then(() => null)", text)
    until(page, "() => document.querySelector('.open-game__found li, .open-game__found p, [data-refused]')")
    assert page.locator(".open-game__fault[data-refused]").count() == 0, page.locator(".open-game__fault").inner_text()
    told = (
        "all => all.map(each => [each.dataset.code, each.querySelector('.open-game__code').innerText, each.innerText])"
    )
    found: list[list[str]] = page.locator(".open-game__found li").evaluate_all(told)
    return found


def expected(report: LevelReport) -> list[list[str]]:
    """What the program finds in a game, as the page writes it."""

    def write(finding: Finding) -> list[str]:
        at = f"trick {finding.trick}" if finding.trick else ""
        code = f"[{finding.code}, {finding.ref}]"
        return [finding.code, code, f"{at} {format_message(finding.message)} {code}".strip()]

    return [write(finding) for finding in report.findings if finding.code not in LEFT_TO_PROGRAM]


def totals(page: Page) -> list[int] | None:
    """What each seat writes by the page; None where that is left to the program."""
    cells = page.locator(".open-game__score tbody tr:nth-last-child(2) td:nth-child(n + 3)")
    return [int(each) for each in cells.all_inner_texts()] or None


def written(report: LevelReport) -> list[int]:
    found = report.replay.sheet_with_revokes or report.replay.sheet
    return list(found.totals.values())


def counted(page: Page) -> str:
    """What is told at the table when the points are counted, before the score is written line by line."""
    felt, told = page.locator(".open-game .table__felt"), page.locator(".open-game .table__told")
    felt.press("End")
    while "points of" not in told.inner_text():
        felt.press("ArrowLeft")
    return told.inner_text()


def normalized(found: list[list[str]]) -> list[list[str]]:
    return sorted([" ".join(part.replace(":", " ").split()) for part in each] for each in found)


@pytest.mark.parametrize("language", PAGES)
def test_page_and_program_find_the_same(
    page: Page, address: str, computed: ComputedCodex, tmp_path: Path, language: str
) -> None:
    """One fixture for each code that the package has for games, but for those that the page names as left.

    A usual run has one in two of them, and in German, where the words are not compared, one in four.
    """
    page.goto(address + PAGES[language])
    until(page, "() => Boolean(window.codexWhatIf?.openGame)")
    named = {*page.locator(".open-game p code").all_inner_texts()}
    assert named >= {*LEFT_TO_PROGRAM}
    assert {*FIXTURES, *LEFT_TO_PROGRAM} == GAME_CODES - {"KING-OWN", "NOTATION-UNREADABLE"}  # see below
    assert CODES >= GAME_CODES
    settled = 0
    for number, (code, changes) in enumerate([*FIXTURES.items()][:: 1 if EVERY == 1 else {"en": 2, "de": 4}[language]]):
        file = altered(tmp_path, *changes, name=f"{number}.yaml")
        report = computed.games.replay_file(file)
        found = judged(page, file.read_text(encoding="utf-8"))
        assert code in {each for each, *_rest in found}, code
        if language == "en":
            assert normalized(found) == normalized(expected(report)), code
        assert sorted(each[:2] for each in found) == sorted(each[:2] for each in expected(report)), code
        if (sums := totals(page)) is not None:
            settled += 1
            assert sums == written(report), code
    assert settled >= (3 if EVERY == 1 else 1)
    assert judged(page, EXAMPLE.read_text(encoding="utf-8")) == []
    assert totals(page) == written(computed.games.replay_file(EXAMPLE))


def test_a_king_of_ones_own_is_refused_where_the_rules_forbid_it(
    page: Page, address: str, computed: ComputedCodex
) -> None:
    """The page judges by the table that it is given: by 1840 a Dreier may call one's own king."""
    rules = computed.games.rules.fork({"king.own[contract=dreier]": "may not"})
    page.goto(address + PAGES["en"])
    until(page, "() => Boolean(window.codexWhatIf?.openGame)")
    found = page.evaluate(
        """async ([table, text]) => {
            await codexWhatIf.prepare();
            const core = await codexCore.load({ module: codexCoreData.module, table });
            const game = codexWhatIf.readGame(text);
            return codexJudge(core, game).findings.map(({ code, card }) => [code, card]);
        }""",
        [compile_rules(rules).as_dict(), EXAMPLE.read_text(encoding="utf-8").replace("king: Careau", "king: Pique")],
    )
    assert ["KING-OWN", "Pique-König"] in found


@pytest.mark.parametrize("language", PAGES)
def test_what_cannot_be_read_is_refused_by_its_words(
    page: Page, address: str, computed: ComputedCodex, tmp_path: Path, language: str
) -> None:
    page.goto(address + PAGES[language])
    begins = {"en": "This game cannot be shown: ", "de": "Dieses Spiel kann nicht gezeigt werden: "}[language]
    for old, new, english, german in REFUSED.values():
        file = altered(tmp_path, (old, new))
        with pytest.raises(CodexError):
            computed.games.replay_file(file)
        assert opened(page, file) == f"{begins}{english if language == 'en' else german}."
        assert "game=" not in page.url


def test_yaml_written_by_hand_is_read(page: Page, address: str, computed: ComputedCodex, tmp_path: Path) -> None:
    page.goto(address + PAGES["en"])
    until(page, "() => Boolean(window.codexWhatIf?.openGame)")
    sums = written(computed.games.replay_file(EXAMPLE))
    for name, change in BY_HAND.items():
        file = altered(tmp_path, change)
        assert written(computed.games.replay_file(file)) == sums
        assert judged(page, file.read_text(encoding="utf-8")) == [], name
        assert totals(page) == sums, name


def test_games_at_random_are_settled_as_the_program_settles_them(
    page: Page, address: str, computed: ComputedCodex
) -> None:
    page.goto(address + PAGES["en"])
    until(page, "() => Boolean(window.codexWhatIf?.openGame)")
    for game in seeded_games(120 if EVERY == 1 else 6):
        assert judged(page, write_short(game)) == []
        found = replay.replay(game, computed.games.pack, computed.games.rules)
        assert totals(page) == list(found.sheet.totals.values())


def test_what_is_no_file_of_a_game_is_refused_in_words(page: Page, address: str, tmp_path: Path) -> None:
    """No message of JavaScript's own comes to the reader, and nothing is taken for another thing."""
    page.goto(address + PAGES["en"])
    for name, (old, new, said) in NOT_READ.items():
        file = altered(tmp_path)
        line = replace_once(file, old, new)
        what = f"line {line}: {said}" if said else f"line {line} cannot be read"
        assert opened(page, file) == f"This game cannot be shown: {what}.", name
    for text, said in ODD_JSON.items():
        file = tmp_path / "odd.json"
        file.write_text(text or "\0", encoding="utf-8")
        assert opened(page, file) == f"This game cannot be shown: {said}.", text


@pytest.mark.parametrize("language", PAGES)
def test_a_revoke_is_marked_where_it_was_played(
    page: Page, address: str, computed: ComputedCodex, tmp_path: Path, language: str
) -> None:
    """A holds two Herz in trick 3; and B, who has announced ultimo, leads the Pagat before his last tarock."""
    file = altered(tmp_path, *_EXCHANGE, *FIXTURES["PLAY-PAGAT-EARLY"])
    found = {finding.code: finding for finding in computed.games.replay_file(file).findings}
    page.goto(address + PAGES[language])
    assert opened(page, file) == ""
    summary, told, table = (
        page.locator(f".open-game {part}") for part in (".open-game__found", ".table__told", ".table")
    )
    many = {"en": "2 things are wrong in this game:", "de": "2 Dinge stimmen in diesem Spiel nicht:"}[language]
    assert summary.locator("p").first.inner_text() == many
    against = {"en": "Against the rule:", "de": "Gegen die Regel:"}[language]
    for number, code in ((0, "PLAY-REVOKE"), (1, "PLAY-PAGAT-EARLY")):
        summary.get_by_role("button").nth(number).click()
        assert told.locator(".table__finding").inner_text().startswith(against)
        assert found[code].ref in told.locator(".table__finding").inner_text()
        illegal = page.locator(".open-game .table__trick li[data-illegal]")
        assert {"en": "against a rule", "de": "gegen eine Regel"}[language] in str(illegal.text_content())
    noted = table.locator(".table__strip button[data-noted]")
    assert [each.text_content() for each in noted.all()] == ["3", "11"]
    summary.get_by_role("button").first.click()
    table.locator(".table__felt").press("ArrowRight")  # B has no Herz
    assert told.locator(".table__finding").count() == 0
    table.locator(".table__felt").press("End")
    revoked = computed.games.replay_file(file).replay.sheet_with_revokes
    assert revoked
    sums = ", ".join(f"{seat} {points}" for seat, points in revoked.totals.items())
    assert sums in page.locator(".open-game .table__total").inner_text()
    assert opened(page, EXAMPLE) == ""
    lawful = {"en": "Nothing in this game is against the rules.", "de": "In diesem Spiel ist nichts gegen die Regeln."}
    assert summary.inner_text() == lawful[language]


@pytest.mark.parametrize("strange", usual(["__proto__", "Béla von O.", "constructor", "toString"]))
def test_names_of_a_file_are_nothing_but_names(page: Page, address: str, tmp_path: Path, strange: str) -> None:
    """A game in which a seat is so called is shown, as YAML and as JSON; nothing is left behind by any file."""
    page.goto(address + PAGES["en"])
    for number, text in enumerate(
        ("__proto__: x\n  game: x\n", "__proto__:\n  game: x\n", f"{strange}:\n  {strange}: x\n")
    ):
        file = tmp_path / f"{number}.yaml"
        file.write_text(text, encoding="utf-8")
        assert opened(page, file).startswith("This game cannot be shown: ")
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
        assert "won by 26" in counted(page)


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
    assert f"won by {end.outcome.points}" in counted(page)


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
    assert f"won by {game.outcome.points}" in counted(page)
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
    assert opened(page, file) == "This game cannot be shown: line 5 cannot be read."


def test_an_address_that_holds_no_game_is_refused(page: Page, address: str) -> None:
    for query in ("game=", "game=[]", "game=5", "game=tarock 1840", 'game={"tricks":[]}', "deal=[1]"):
        page.goto(f"{address}{PAGES['en']}?{query}")
        until(page, "() => document.querySelector('.open-game__fault').textContent.startsWith('The address holds no')")
        assert page.locator(".open-game .table").count() == 0


class Clicker:
    """Plays a game of one's own by real clicks, or by keys alone."""

    def __init__(self, page: Page, seed: int, *, keys: bool = False, revokes: bool = False):
        self.page, self.keys, self.dice, self.revokes = page, keys, random.Random(seed), revokes
        self.refused = 0
        self.look: Callable[[str], None] = lambda _phase: None  # at what is shown, before the next press

    def press(self, selector: str, number: int = 0) -> None:
        wanted = self.page.locator(selector).nth(number)
        if not self.keys:
            wanted.click()
            return
        group = "closest('.playing__hand')"
        if wanted.evaluate(f"each => Boolean(each.{group})"):  # one stop of Tab, then by arrow keys
            wanted.evaluate(f"each => each.{group}.querySelector('[tabindex=\"0\"]').focus()")
            at = "each => [...each.parentElement.children].indexOf(each)"
            held = self.page.locator(":focus").evaluate(at)
            for _step in range(wanted.evaluate(at) - held):
                self.page.keyboard.press("ArrowRight")
        else:
            wanted.focus()
        self.page.keyboard.press("Enter")

    @property
    def phase(self) -> str:
        return str(self.page.locator(".own-game .playing__frame").get_attribute("data-phase"))

    def deal(self, cards: int) -> None:
        self.page.wait_for_load_state()
        until(self.page, "() => document.querySelector('[data-own-game] > button')")
        self.press("[data-own-game] > button")
        until(self.page, "() => document.querySelectorAll('.own-game__pack button').length === 54")
        for _card in range(cards):
            left = self.page.locator(".own-game__pack").nth(1).locator("button")
            self.press(".own-game__pack:not(.own-game__setting *) button", self.dice.randrange(left.count()))
        self.look("deal")
        seed = self.dice.randrange(1, 1 << 30)
        self.page.evaluate("one => { Math.random = () => (one = one * 48271 % 2147483647) / 2147483647; }", seed)
        self.press(".own-game__setting .playing__ways button", 1)
        self.press(".own-game__setting .playing__button--first")

    def play(self) -> None:
        hand, choices = (
            ".own-game .playing__main > .playing__hand:not(.own-game__pack) button",
            ".own-game .playing__choices button",
        )
        bids = 0
        while (phase := self.phase) != "end":
            self.look(phase)
            legal = f"{hand if phase in ('play', 'scat') else choices}[data-legal=true]"
            count = self.page.locator(legal).count()
            barred = self.page.locator(f"{hand}[data-legal=false]").count()
            if self.revokes and not self.refused and phase == "play" and barred:
                self.press(f"{hand}[data-legal=false]")
                assert "1840:63" in self.page.locator(".own-game .playing__answer").inner_text()
                self.look("refused")
                self.press(".own-game .playing__answer button")
                self.refused += 1
                continue
            number = self.dice.randrange(count) if phase in ("play", "scat", "king") else 0
            if phase == "bidding":
                number, bids = int(not bids), bids + 1
            self.press(legal, number)
        until(self.page, "() => document.querySelector('.open-game__found p')")
        self.look("end")

    def export(self, file: Path) -> Path:
        with self.page.expect_download() as download:
            self.press(".open-game__save")
        download.value.save_as(file)
        return file


@pytest.mark.parametrize(
    ("kind", "language", "on_disk", "revokes"),
    usual([("desktop", "en", False, False), ("phone", "de", True, True), ("keys", "de", False, True)]),
)
def test_a_game_that_is_clicked_is_judged_alike_by_the_program(
    request: pytest.FixtureRequest, built: Path, computed: ComputedCodex, tmp_path: Path,
    kind: str, language: str, on_disk: bool, revokes: bool,
) -> None:  # fmt: skip
    page: Page = request.getfixturevalue("phone" if kind == "phone" else "page")
    address = built.as_uri() + "/" if on_disk else request.getfixturevalue("address")
    for seed in range(40 if EVERY == 1 else 1):
        page.goto(address + PAGES[language])
        clicker = Clicker(page, seed, keys=kind == "keys", revokes=revokes)
        clicker.deal(54 if seed == 3 else 3)
        clicker.play()
        report = computed.games.replay_file(clicker.export(tmp_path / f"clicked-{seed}.txt"))  # each is read once
        codes = [finding.code for finding in report.findings]
        assert codes == ["PLAY-REVOKE"] * clicker.refused
        assert page.locator(".open-game__found li").evaluate_all("all => all.map(each => each.dataset.code)") == codes
        assert totals(page) == written(report)
        assert page.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth) <= screen.width")
        assert page.locator(".open-game .table__strip button").count() == 14


@pytest.mark.parametrize(("language", "look"), [("en", NIGHT), ("de", DAY)])
def test_no_phase_of_a_clicked_game_has_a_fault(browser: Browser, address: str, language: str, look: Look) -> None:
    """The deal, each phase, a refusal, the game as it is judged in the end: all of axe."""
    context = browser.new_context(reduced_motion="reduce")
    visit, seen = Visit(context.new_page(), address), set[str]()
    for seed in range(20):
        visit.open(PAGES[language])
        clicker = Clicker(visit.page, seed, revokes=True)

        def inspect_phase(phase: str) -> None:
            if phase in seen:
                return
            seen.add(phase)
            for each in LOOKS if EVERY == 1 else (look,):
                visit.look(each)
                assert visit.page.evaluate(RUN, [".md-content", None])[0] == [], phase

        clicker.look = inspect_phase
        clicker.deal(3)
        clicker.play()
        if "refused" in seen:
            break
    assert seen == {"deal", "bidding", "king", "purchase", "scat", "announcements", "play", "refused", "end"}
    context.close()
