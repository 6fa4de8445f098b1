"""How to write down a game of one's own: an example from the file to the score, and what a fault in it looks like."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.terminal import plain
from tarock.game.eras import ERAS
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.game.koenigrufen_1840.replay import replay as play_through
from tarock.game.koenigrufen_1840.replay import turns
from tarock.proof.footing import footing_lines, game_footing
from tarock.proof.printing import replay_lines
from tarock.publish.views.table import game_steps, table_view
from tarock.publish.views.view import View

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.game.common.cards import Card, Pack
    from tarock.game.koenigrufen_1840.record import Game
    from tarock.proof.games import LevelReport
    from tarock.publish.places import Site
    from tarock.publish.views.view import Link
    from tarock.rules.ruleset import Rules


def own_game_view(site: Site) -> dict[str, Any]:
    """The page: the example `file` with its `text`, what `tarock replay` prints of it, the game at the table, a fault.

    `examples` are the files to score by the source whose rules settle them, `others` further ones with era and title;
    `repository` is where the program is, or empty; then the sigla of the sources that print model games and of those
    that do not, and of the latter the `fragments`.
    """
    project, pack, view = site.codex.project, site.pack, View(site, site.router.own_game.made)
    folder = project.sources.parent

    def link(path: Path) -> Link:
        name = project.relative(path)
        return view.link(name, site.router.data(name))

    kind = ERAS[ERA].game
    assert kind is not None, "the games of this era are replayed"
    path = folder / kind.example
    report = site.codex.games.file(path)
    resting = (f"  {line}" for line in footing_lines(game_footing(site.codex.results, str(path), None)))
    examples = {siglum: folder / ERAS[siglum].score.example for siglum in site.corpus.sources if siglum in ERAS}
    others = sorted({*(folder / "examples").glob("*.yaml")} - {path, *examples.values()})
    headed = [(other, yamlio.load(other).data) for other in others]
    without = [siglum for siglum in examples if not site.corpus.edition(siglum).games]
    return {
        "here": view,
        "file": link(path),
        "schema": link(project.root / "rules_data" / "schema" / kind.schema),
        "text": read_text(path),
        "printed": plain("\n".join((*replay_lines(report, pack, site.corpus), *resting))),
        "table": table_view(site, view.page, game_steps(site, {report.level: report})),
        "fault": _fault(report, pack, site.codex.games.rules),
        "examples": {siglum: link(file) for siglum, file in examples.items()},
        "others": [(link(other), str(data["era"]), str(data["title"])) for other, data in headed],
        "repository": site.publication.repository,
        "with_games": [siglum for siglum in examples if siglum not in without],
        "without_games": without,
        "fragments": [each for each in without if site.corpus.sources[each].completeness.status == "fragment"],
    }


def _fault(report: LevelReport, pack: Pack, rules: Rules) -> dict[str, Any]:
    """A fault put into the example: `seat` plays two `cards` in each other's `tricks`; what is found then.

    It is the first turn in which a seat might have kept its card against the rules, so that nothing else is wrong.
    """
    for turn, later in combinations(turns(report.replay, pack, rules), 2):
        if later.seat != turn.seat or later.card in turn.legal:
            continue
        found = play_through(_exchanged(report.replay.game, turn.card, later.card), pack, rules).findings
        if [finding.code for finding in found] == ["PLAY-REVOKE"]:
            tricks, cards = (turn.trick, later.trick), (turn.card.printed, later.card.printed)
            return {"seat": turn.seat, "tricks": tricks, "cards": cards, "findings": found}
    raise CodexError("the example has no card that may be kept against the rules", "expected another game")


def _exchanged(game: Game, one: Card, another: Card) -> Game:
    """The game with two cards in each other's tricks."""
    other = {one: another, another: one}
    tricks = tuple(tuple((seat, other.get(card, card)) for seat, card in trick) for trick in game.tricks)
    return structs.replace(game, tricks=tricks)
