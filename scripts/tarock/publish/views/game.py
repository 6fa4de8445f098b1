"""The model games, in a table and each on its page level by level; and how to write down a game of one's own.

The latter goes from the file to the score, and shows a fault in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from msgspec import structs

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.files import read_text
from tarock.base.terminal import strip_styles
from tarock.base.wording import write_message
from tarock.corpus.sources import Source
from tarock.game.common.cards import Card, Pack, sort_cards
from tarock.game.eras import ERAS
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.game.koenigrufen_1840.record import Game, Remark
from tarock.game.koenigrufen_1840.replay import Replay, list_turns
from tarock.game.koenigrufen_1840.replay import replay as play_through
from tarock.publish.judging_data import LEFT_TO_PROGRAM
from tarock.publish.places import Site
from tarock.publish.views.cards import Cards, format_announcement, list_heaps, make_cards
from tarock.publish.views.robustness import RobustnessLine, make_robustness_line
from tarock.publish.views.steps import Step
from tarock.publish.views.summary import GameSummary
from tarock.publish.views.table import GameSteps, make_game_steps, make_table
from tarock.publish.views.view import Link, View, translate_remark
from tarock.replay.games import GameReport, LevelReport, LineCriterion, load_criteria
from tarock.replay.printing import replay_lines
from tarock.robustness.analysis import analyse_named_game, robustness_lines
from tarock.rules.ruleset import Rules


class GamesView(View):
    """All model games in a table: who played, how it ended, what the checker says."""

    @property
    def source(self) -> Source:
        """Return the source of the model games."""
        return self.site.corpus.sources[ERA]

    @property
    def criteria(self) -> list[LineCriterion]:
        """Return the criteria by which the line of a conjecture is chosen."""
        return load_criteria(self.site.codex.project)

    def replay(self, report: GameReport) -> Replay:
        """Return the game as corrected."""
        return report.levels[BASE].replay

    def ended(self, report: GameReport) -> str:
        """Return the line under the title on how the game ended; an empty string when there is none."""
        passage = self.site.corpus.edition(ERA).passages.get(f"{report.name}.ergebnis")
        return passage.display_text() if passage else ""

    def ended_english(self, report: GameReport) -> str:
        """Return the English of that line; an empty string when there is none."""
        found = self.english_of(f"{report.ref}.ergebnis") if self.ended(report) else None
        return found.text if found else ""

    def title_english(self, report: GameReport) -> str:
        """Return the English of the printed title by lines, without the number; empty when there is none."""
        translation = self.site.codex.translations.get(ERA)
        lines = [ident for ident in self.site.corpus.edition(ERA).units if ident.startswith(f"{report.name}.titel.")]
        if translation is None or not any(self.english_of(f"{ERA}:{ident}") for ident in lines):
            return ""
        return " ".join(map(translation.english_of, lines)).removeprefix(f"{report.number}. ")


class GameView(GamesView):
    """The page of one game; `base` is the level that is shown first."""

    report: GameReport
    base: str = BASE
    format_announcement = staticmethod(format_announcement)

    @cached_property
    def steps(self) -> GameSteps:
        """Return the steps at all levels."""
        return make_game_steps(self.site, self.report.levels)

    @cached_property
    def summary(self) -> GameSummary:
        """Return the game in plain words."""
        return GameSummary(self.site, self.report)

    @property
    def table(self) -> dict[str, Any]:
        """Return the steps as the table on the page shows them."""
        return make_table(self, self.steps)

    def steps_of(self, level: str) -> Iterator[tuple[Link, Step]]:
        """Yield the steps of a level with names and addresses: all, or those that differ from the base."""
        same = () if level == BASE else self.steps.levels[BASE].steps
        for step in self.steps.levels[level].steps:
            if step not in same:
                trick, _, card = step.id.partition(".")
                number = "".join(filter(str.isdigit, card or trick))
                name = write_message(f"step.name.{step.kind}", trick=trick, number=number)
                yield self.link(name, self.router.game(self.report.name, level, step.id)), step

    def hands(self, replay: Replay) -> Iterator[tuple[str, list[str], Cards]]:
        """Yield each seat with its roles and the cards dealt to it."""
        game = replay.game
        roles = {
            "forehand": replay.forehand, "declarer": game.declarer, "partner": replay.partner, "dealer": game.dealer
        }  # fmt: skip
        for seat in game.seats:
            held = [write_message(f"role.{role}") for role, holder in roles.items() if holder == seat]
            yield (
                seat,
                held,
                make_cards(sort_cards(game.hands[seat]), self.site.pack, write_message("link.hand", seat=seat)),
            )

    def heaps(self, replay: Replay) -> Iterator[tuple[str, Cards]]:
        """Yield the heaps on the table with their names."""
        return ((name, make_cards(sort_cards(cards), self.site.pack, name)) for name, cards in list_heaps(replay.game))

    def remark(self, remark: Remark) -> str:
        """Return the English of a remark; an empty string if there is none."""
        return translate_remark(self.site, remark.ref, remark.text)

    def robustness(self, level: str = "") -> RobustnessLine | None:
        """Return how robust the stated results are, or the result of the game at a level."""
        name = f"{self.report.ref} as {level}" if level else self.report.ref
        return make_robustness_line(self, self.site.codex.robustness[name])

    @property
    def revoke_section(self) -> str:
        """Return the section that says how a revoke is reckoned."""
        return self.section(self.site.codex.games.rules.ref("revoke.penalty"))


def make_own_game(site: Site) -> dict[str, Any]:
    """Return the page: the example `file` with its `text`, the output of `tarock replay`, the table, a fault.

    `examples` are the files to score by the source whose rules settle them, `others` further ones with era and title;
    `left` are the findings that the page leaves to the program, `repository` is where that is, or empty; then the sigla of the sources that print model games and of those
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
    report = site.codex.games.replay_file(path)
    rests_on = robustness_lines(analyse_named_game(site.codex.robustness_analysis, str(path), None))
    examples = {siglum: folder / ERAS[siglum].score.example for siglum in site.corpus.sources if siglum in ERAS}
    others = sorted({*(folder / "examples").glob("*.yaml")} - {path, *examples.values()})
    headed = [(other, yamlio.load(other).data) for other in others]
    without = [siglum for siglum in examples if not site.corpus.edition(siglum).games]
    return {
        "here": view,
        "file": link(path),
        "schema": link(project.root / "rules_data" / "schema" / kind.schema),
        "text": read_text(path),
        "printed": strip_styles("\n".join(replay_lines(report, pack, site.corpus, rests_on))),
        "table": make_table(view, make_game_steps(site, {report.level: report})),
        "fault": _make_fault(report, pack, site.codex.games.rules),
        "examples": {siglum: link(file) for siglum, file in examples.items()},
        "others": [(link(other), str(data["era"]), str(data["title"])) for other, data in headed],
        "left": LEFT_TO_PROGRAM,
        "repository": site.publication.repository,
        "with_games": [siglum for siglum in examples if siglum not in without],
        "without_games": without,
        "fragments": [each for each in without if site.corpus.sources[each].completeness.status == "fragment"],
    }


def _make_fault(report: LevelReport, pack: Pack, rules: Rules) -> dict[str, Any]:
    """Return a fault put into the example: `seat` plays two `cards` in each other's `tricks`; and the findings.

    It is the first turn in which a seat might have kept its card against the rules, so that nothing else is wrong.
    """
    for turn, later in combinations(list_turns(report.replay, pack, rules), 2):
        if later.seat != turn.seat or later.card in turn.legal:
            continue
        found = play_through(_exchange_cards(report.replay.game, turn.card, later.card), pack, rules).findings
        if [finding.code for finding in found] == ["PLAY-REVOKE"]:
            tricks, cards = (turn.trick, later.trick), (turn.card.printed, later.card.printed)
            return {"seat": turn.seat, "tricks": tricks, "cards": cards, "findings": found}
    raise CodexError("the example has no card that may be kept against the rules", "expected another game")


def _exchange_cards(game: Game, one: Card, another: Card) -> Game:
    """Return the game with two cards in each other's tricks."""
    other = {one: another, another: one}
    tricks = tuple(tuple((seat, other.get(card, card)) for seat, card in trick) for trick in game.tricks)
    return structs.replace(game, tricks=tricks)
