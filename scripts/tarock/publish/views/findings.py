"""The findings in the model games, with the reasons that are known.

They are also told to a newcomer; the start page shows the first card that the rules of their own book forbid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, ClassVar

from tarock.analysis.measures import DEALS, POSITIONS
from tarock.base.structs import group_pairs
from tarock.claims.ledger import DIFFERING, UNDETERMINED, CheckedClaim
from tarock.corpus.editions import Passage
from tarock.corpus.emendations import Emendation
from tarock.corpus.sources import Source
from tarock.game.common.cards import Card
from tarock.game.common.findings import Finding
from tarock.game.common.notation import read_cards
from tarock.game.koenigrufen_1840.model_games import BASE
from tarock.game.koenigrufen_1840.replay import Turn, list_turns
from tarock.publish.card_values import find_turning_points
from tarock.publish.places import Site
from tarock.publish.views.cards import Cards, make_cards, write_english_name
from tarock.publish.views.claims import Figures, count_figures
from tarock.publish.views.game import GamesView
from tarock.publish.views.table import cut_excerpt, make_game_steps, make_table
from tarock.publish.views.view import View
from tarock.replay.games import GameReport
from tarock.robustness.undecided import UndecidedPoint

MEASURED, COMPARED = "trials.hand", "trials.choice"  # what claims on hands compute, and on ways to play


class FindingsView(GamesView):
    """The findings game by game."""

    def reason(self, report: GameReport, level: str, finding: Finding) -> str:
        """Return the reason recorded for a finding; an empty string where there is none."""
        known = self.site.known.get((report.name, level, *finding.identity))
        return known.record.reason if known else ""

    def found(self, report: GameReport) -> list[tuple[Finding, str, tuple[str, ...]]]:
        """Return each finding in a game once for each reason, with all its levels."""
        found = group_pairs(
            ((finding, self.reason(report, name, finding)), name)
            for name, level in report.levels.items()
            for finding in level.findings
        )
        return [(*each, levels) for each, levels in found.items()]

    def step(self, report: GameReport, finding: Finding, level: str) -> str:
        """Return the address of the play with a finding; an empty string before the first trick."""
        if not finding.trick:
            return ""
        seats = [seat for seat, _card in report.levels[level].replay.game.tricks[finding.trick - 1]]
        place = seats.index(finding.seat) + 1 if finding.seat in seats else len(seats)
        return self.to(self.router.game(report.name, level, f"{finding.trick}.{place}"))


class FoundView(FindingsView):
    """The findings of the machine, in plain words for someone who has never seen the project.

    A hand is measured in so many `deals`, a way to play in so many `positions`.
    """

    base: ClassVar = BASE
    deals: ClassVar = DEALS
    positions: ClassVar = POSITIONS

    @property
    def breach(self) -> BreachView | None:
        """Return the first card that breaks a rule, to be shown at the table."""
        return make_breach(self.site)

    @cached_property
    def figures(self) -> Figures:
        """Count what was encoded and checked."""
        return count_figures(self.site)

    @cached_property
    def misprints(self) -> list[tuple[str, Emendation]]:
        """Return the emendations in a hand that change which cards a player was dealt, each with its game."""
        pack = self.site.pack
        return [
            (passage.ident.partition(".")[0], emendation)
            for passage in self.site.corpus.edition(self.source.siglum).passages.values()
            if passage.kind == "hand"
            for emendation in passage.emendations
            if read_cards(emendation.lemma, pack) != read_cards(emendation.reading, pack)
        ]

    @property
    def refuted(self) -> int:
        """Count the misprints that a copy of the print refutes."""
        standings = self.site.codex.attestations
        return sum(standings.get(emendation) == "refuted" for _game, emendation in self.misprints)

    @cached_property
    def revokes(self) -> list[tuple[GameReport, Finding]]:
        """Return the cards that could not be played, each with its game."""
        return find_revokes(self.site)

    @property
    def sections(self) -> Iterable[str]:
        """Return the sections with the rules that the revokes break."""
        return dict.fromkeys(self.section(finding.ref) for _report, finding in self.revokes)

    @property
    def mended(self) -> int:
        """Count the games with illegal play that have legal lines."""
        return sum(bool(report.lines.total) for report in self.site.codex.game_reports)

    @cached_property
    def differing(self) -> list[CheckedClaim]:
        """Return the claims whose computed value differs."""
        return [checked for checked in self.site.codex.checked_claims if checked.verdict in DIFFERING]

    @cached_property
    def turned(self) -> list[tuple[GameReport, list[tuple[str, str]]]]:
        """Return the model games in which a card won or lost something, with open cards: its step, and what in words."""
        reports = self.site.codex.game_reports
        found = (
            (report, [(step, says) for step, says, reached in find_turning_points(self.site, report) if reached])
            for report in reports
        )
        return [(report, turns) for report, turns in found if turns]

    @cached_property
    def hands(self) -> list[CheckedClaim]:
        """Return the claims on the author's hands, each measured in many deals."""
        return self._select_computed_by(MEASURED)

    @cached_property
    def choices(self) -> list[CheckedClaim]:
        """Return the claims on ways to play, each measured in many positions."""
        return self._select_computed_by(COMPARED)

    def _select_computed_by(self, function: str) -> list[CheckedClaim]:
        return [it for it in self.site.codex.checked_claims if it.claim.compute == function and it.computed]

    @cached_property
    def undetermined(self) -> list[CheckedClaim]:
        """Return the claims that a silence leaves undetermined."""
        return [checked for checked in self.site.codex.checked_claims if checked.verdict == UNDETERMINED]

    @property
    def open_points(self) -> int:
        """Count the points that the sources leave open wherever a game is settled."""
        return sum(map(len, self.site.codex.undecided_points.values()))

    @cached_property
    def needs(self) -> list[tuple[str, int]]:
        """Count what is missing to claims that cannot be tested."""
        untested = (each.claim.needs for each in self.site.codex.checked_claims if each.verdict == "not testable")
        return Counter(untested).most_common()


class UndecidedView(View):
    """The points that the books do not decide, source by source: those a settlement leaves open, and the claims."""

    noted = View.note

    @property
    def sources(self) -> Iterator[tuple[Source, list[UndecidedPoint], list[CheckedClaim]]]:
        """Yield each source with its points and its claims that are not decided."""
        claims = [checked for checked in self.site.codex.checked_claims if checked.verdict == UNDETERMINED]
        for siglum, points in self.site.codex.undecided_points.items():
            source = self.site.corpus.sources[siglum]
            yield source, points, [checked for checked in claims if checked.claim.era == siglum]


class BreachView(GamesView):
    """A forbidden card at the table: the turns of the trick of its finding, and the one that is `broken`."""

    report: GameReport
    finding: Finding
    trick: list[Turn]
    broken: Turn
    winner: str
    level: str = BASE

    @property
    def attested(self) -> bool:
        """Return whether a copy of the print has the forbidden card too."""
        seen, unit = self.site.codex.agreed_readings, f"{self.report.ref}.s{self.finding.trick}"
        return any(ref == unit and words == reading for (ref, words), reading in seen.items())

    @property
    def steps(self) -> tuple[str, str]:
        """Return the first step of the trick and the last."""
        return f"{self.finding.trick}.1", f"{self.finding.trick}.{len(self.trick)}"

    @property
    def table(self) -> dict[str, Any]:
        """Return the trick as the table on the page shows it."""
        return make_table(self, cut_excerpt(make_game_steps(self.site, self.report.levels), self.level, *self.steps))

    def draw(self, *cards: Card) -> Cards:
        """Return cards to be drawn."""
        return make_cards(cards, self.site.pack)

    def name_card(self, card: Card) -> str:
        """Return the English name of a card."""
        return write_english_name(self.site, card.printed)

    @property
    def paragraph(self) -> Passage:
        """Return the passage with the broken rule."""
        return self.site.corpus.edition(self.source.siglum).passages[self.finding.ref.partition(":")[2]]


def find_revokes(site: Site) -> list[tuple[GameReport, Finding]]:
    """Return the cards of the model games that could not be played, each with its game."""
    found = ((report, finding) for report in site.codex.game_reports for finding in report.levels[BASE].findings)
    return [(report, finding) for report, finding in found if finding.code == "PLAY-REVOKE"]


def make_breach(site: Site) -> BreachView | None:
    """Return the first revoke of the model games, as it is shown at the table; None when nobody revokes."""
    for report, finding in find_revokes(site):
        replay = report.levels[BASE].replay
        trick = [turn for turn in list_turns(replay, site.pack, site.codex.games.rules) if turn.trick == finding.trick]
        broken = next(turn for turn in trick if turn.seat == finding.seat)
        winner = replay.winners[finding.trick - 1]
        return BreachView(site, site.router.found.made, report, finding, trick, broken, winner)
    return None
