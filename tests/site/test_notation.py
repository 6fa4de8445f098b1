"""The short notation in the page: the script reads what Python writes, and writes the same text again."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Page

from tarock.base import yamlio
from tarock.codex import ComputedCodex
from tarock.game.koenigrufen_1840.record import GAME, Game, Remark, Stated, dump_game, read_game
from tarock.game.koenigrufen_1840.session import ERA
from tarock.game.koenigrufen_1840.short_notation import write_short
from tarock.game.koenigrufen_1840.vocabulary import StatedKind
from tarock.publish.places import Site
from tarock.publish.play_data import make_play_data
from tarock.publish.script_data import variants_data
from tests.conftest import EVERY, ROOT
from tests.game.koenigrufen_1840.builders import pack, rules
from tests.game.koenigrufen_1840.test_state import finished

pytestmark = pytest.mark.slow

GAMES = 1000 if EVERY == 1 else 50
# Cards and plays are read as in `open-game.js`, plays here as Python writes them.
READ_AND_WRITTEN = """([data, texts]) => {
    const names = new Map([...data.cards.map(name => [name, name]), ...Object.entries(data.names)]);
    const cards = text => codexCards(data.record.lexicon)(text).map(name => names.get(name));
    const plays = (text, seats) => {
        const starts = text.split(" - ").map(play => [seats.find(seat => play.startsWith(`${seat} `)), play]);
        return starts.map(([seat, play]) => [seat, cards(play.slice(seat.length))[0]]);
    };
    const refuse = words => { throw new Error(words); };
    const notation = codexNotation({ cards, plays, refuse });
    return texts.map(text => {
        if (!notation.isShort(text)) return ["no notation", null];
        const record = notation.parse(text);
        return [notation.write(record), record];
    });
}"""


@pytest.fixture
def scripted(own_page: Page, computed: ComputedCodex) -> tuple[Page, dict[str, Any]]:
    """A page with the scripts that read and write the notation, and the data that they read by."""
    names = ("say", "variants", "cards", "notation")
    scripts = [*variants_data(Site(computed)).values()]
    scripts += [(ROOT / f"docs/assets/javascripts/{name}.js").read_text(encoding="utf-8") for name in names]
    for script in scripts:
        own_page.evaluate(f"() => {{ {script} }}")
    return own_page, make_play_data(Site(computed))


def seeded_games(count: int) -> list[Game]:
    """Return games that are played at random to their end."""
    rng = random.Random(149)
    games: list[Game] = []
    while len(games) < count:
        state = finished(rng)
        if state.declarer >= 0:
            title = rng.choice(("", "An evening: at home", "Game #3, „Solo“"))
            games.append(structs.replace(state.to_game(), id=f"game-{len(games)}", title=title))
    return games


def test_games_are_read_and_written_by_the_page_as_by_python(
    scripted: tuple[Page, dict[str, Any]], computed: ComputedCodex
) -> None:
    page, data = scripted
    games = seeded_games(GAMES)
    games += [computed.games.replay_model(name, "corrected").replay.game for name in computed.games.names]
    said = (
        Stated(what=StatedKind.WON_BY, value=-3, ref="1840:m3", quote='he said "no"; and went # away'),
        Stated(what=StatedKind.WON, value=False),
    )
    remarks = (Remark(after=0, text="Well # played: [so] far [1840:1]"), Remark(after=-1, text="End", ref="1840:m3.s1"))
    games.append(structs.replace(games[0], stated=said, remarks=remarks, called_late=True))
    texts = [write_short(game) for game in games]
    found = page.evaluate(READ_AND_WRITTEN, [data, texts])
    assert [written for written, _record in found] == texts
    for game, (_written, record) in zip(games, found, strict=True):
        file = Path("game.json")
        document = yamlio.parse(json.dumps(record, ensure_ascii=False), file)
        assert dump_game(read_game(ERA.read_as(GAME, document), pack(), rules(), document)) == dump_game(game)
