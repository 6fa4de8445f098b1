"""How to write down a game of one's own: an example from the file to the score, and what a fault in it looks like."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.structs import Value
from tarock.base.terminal import plain
from tarock.game.eras import ERAS
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.koenigrufen_1840.replay import replay as play_through
from tarock.game.koenigrufen_1840.turns import turns
from tarock.proof.printing import replay_lines
from tarock.publish.views.findings import finding_view
from tarock.publish.views.prose import Link
from tarock.publish.views.steps import file_steps
from tarock.publish.views.table import TableView, table_view

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tarock.game.common.cards import Card
    from tarock.game.koenigrufen_1840.record import Game
    from tarock.game.koenigrufen_1840.turns import Turn
    from tarock.proof.games import LevelReport
    from tarock.publish.places import Site
    from tarock.publish.views.findings import FindingView


class Fault(Value):
    """A fault put into the example: `seat` plays two cards in each other's `tricks`; what is found then."""

    seat: str
    tricks: tuple[int, int]
    cards: tuple[str, str]
    findings: tuple[FindingView, ...]


class OwnGameView(Value):
    """The page: the example `file` with its `text`, what `tarock replay` prints of it, the game at the table, a fault.

    `examples` are the files to score by the source whose rules settle them, `others` further ones with era and title;
    `repository` is where the program is, or empty; then the sigla of the sources that print
    model games and of those that do not, and of the latter the `fragments`.
    """

    file: Link
    schema: Link
    text: str
    printed: str
    table: TableView
    fault: Fault
    examples: Mapping[str, Link]
    others: tuple[tuple[Link, str, str], ...]
    repository: str
    with_games: tuple[str, ...]
    without_games: tuple[str, ...]
    fragments: tuple[str, ...]


def own_game_view(site: Site) -> OwnGameView:
    """The whole page, the eras in the order of the sources."""
    project, page, pack = site.codex.project, site.router.own_game.page, site.codex.games.pack
    folder = project.sources.parent

    def link(path: Path) -> Link:
        name = project.relative(path)
        return Link(name, site.router.data(name).seen_from(page))

    kind = ERAS[ERA].game
    assert kind is not None, "the games of this era are replayed"
    report = site.codex.games.file(folder / kind.example)
    settled = tuple(siglum for siglum in site.corpus.sources if siglum in ERAS)
    named = {folder / kind.example, *(folder / ERAS[siglum].score.example for siglum in settled)}
    games = {siglum: bool(site.corpus.edition(siglum).games) for siglum in settled}
    return OwnGameView(
        link(folder / kind.example),
        link(project.root / "rules_data" / "schema" / kind.schema),
        read_text(folder / kind.example),
        plain("\n".join(replay_lines(report, pack))),
        table_view(site, page, file_steps(site, report)),
        _fault(site, report),
        {siglum: link(folder / ERAS[siglum].score.example) for siglum in settled},
        tuple(
            (link(path), *_headed(path)) for path in sorted((folder / "examples").glob("*.yaml")) if path not in named
        ),
        site.publication.repository,
        tuple(siglum for siglum in settled if games[siglum]),
        without := tuple(siglum for siglum in settled if not games[siglum]),
        tuple(each for each in without if site.corpus.sources[each].completeness.status == "fragment"),
    )


def _headed(path: Path) -> tuple[str, str]:
    """The era of an example file, and its title."""
    data = yamlio.load(path).data
    return str(data["era"]), str(data["title"])


def _fault(site: Site, report: LevelReport) -> Fault:
    """The first turn in which a seat might have kept its card against the rules, so that nothing else is wrong."""
    pack, rules, game = site.codex.games.pack, site.codex.games.rules, report.replay.game
    for turn, later in combinations(turns(report.replay, pack, rules), 2):
        if later.seat != turn.seat or later.card in turn.legal:
            continue
        found = play_through(_exchanged(game, (turn, later)), pack, rules).findings
        if [finding.code for finding in found] == ["PLAY-REVOKE"]:
            page = site.router.own_game.page
            return Fault(
                turn.seat,
                (turn.trick, later.trick),
                (pack.display(turn.card), pack.display(later.card)),
                tuple(finding_view(site, page, finding) for finding in found),
            )
    raise CodexError("the example has no card that may be kept against the rules", "expected another game")


def _exchanged(game: Game, both: tuple[Turn, Turn]) -> Game:
    """The game with the cards of two turns of a seat in each other's tricks."""
    other: dict[Card, Card] = {both[0].card: both[1].card, both[1].card: both[0].card}
    tricks = tuple(tuple((seat, other.get(card, card)) for seat, card in trick) for trick in game.tricks)
    return structs.replace(game, tricks=tricks)
