"""What the machine found, in plain words for someone who has never seen the project."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.base.catalogue import Message, say
from tarock.base.structs import Value
from tarock.game.common.notation import read_cards
from tarock.game.koenigrufen_1840.model_games import BASE, ERA
from tarock.proof.claims.ledger import DIFFERING
from tarock.publish.views.figures import Figures, Game, figures, games
from tarock.publish.views.findings import reason, revokes
from tarock.publish.views.game import left_open
from tarock.publish.views.prose import Link, Prose, linked, place, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarock.corpus.sources import Source
    from tarock.proof.claims.ledger import Checked
    from tarock.publish.places import Site
    from tarock.publish.views.game_records import LeftOpen


class Misprint(Value):
    """An emendation in a hand that changes which cards a player was dealt."""

    game: str
    place: Link
    lemma: str
    reading: str
    reason: Prose


class Revoke(Value):
    """A card that could not be played: in which trick of which game, by which section."""

    game: Link
    trick: int
    says: str
    section: str
    reason: Prose


class Noted(Value):
    """A claim with its place, what is known of it, and the way to how it was computed."""

    place: Link
    verdict: str
    says: str
    known: Prose
    computed: Link


class FoundView(Value):
    """The page. `mended` counts the games whose revoke has legal lines; `needs` what is missing, with claims."""

    sources: int
    source: Source
    figures: Figures
    games: tuple[Game, ...]
    misprints: tuple[Misprint, ...]
    revokes: tuple[Revoke, ...]
    mended: int
    differing: tuple[Noted, ...]
    left_open: tuple[LeftOpen, ...]
    undetermined: tuple[Noted, ...]
    needs: tuple[tuple[str, int], ...]


def found_view(site: Site) -> FoundView:
    """The whole page."""
    page = site.router.found.page
    checked = site.codex.checked_claims
    return FoundView(
        len(site.corpus.sources),
        site.corpus.sources[ERA],
        figures(site),
        games(site, page),
        tuple(_misprints(site, page)),
        tuple(_revokes(site, page)),
        sum(bool(report.lines) for report in site.codex.game_reports),
        tuple(_noted(site, page, claim) for claim in checked if claim.verdict in DIFFERING),
        tuple(_left_open(site, page)),
        tuple(_noted(site, page, claim) for claim in checked if claim.verdict == "undetermined"),
        tuple(Counter(claim.claim.needs for claim in checked if claim.verdict == "not testable").most_common()),
    )


def _misprints(site: Site, page: str) -> Iterator[Misprint]:
    pack, edition, router = site.codex.games.pack, site.corpus.edition(ERA), site.router
    hands = (passage for passage in edition.passages.values() if passage.kind == "hand")
    for passage in hands:
        for emendation in passage.emendations:
            if read_cards(emendation.lemma, pack) != read_cards(emendation.reading, pack):
                yield Misprint(
                    passage.ident.partition(".")[0],
                    place(router, page, passage.ref, edition.label(passage.ident)),
                    emendation.lemma,
                    emendation.reading,
                    linked(router, page, emendation.reason),
                )


def _revokes(site: Site, page: str) -> Iterator[Revoke]:
    for report, finding in revokes(site):
        yield Revoke(
            Link(say(Message("link.game", number=report.number)), site.router.game(report.name, BASE).seen_from(page)),
            finding.trick,
            say(finding.message),
            section(site, finding.ref),
            linked(site.router, page, reason(site, report, BASE, finding)),
        )


def _left_open(site: Site, page: str) -> Iterator[LeftOpen]:
    """What the score sheets of the games leave open, each thing once."""
    seen = set()
    for report in site.codex.game_reports:
        replay = report.best.replay
        for sheet in (replay.sheet, replay.sheet_with_revokes):
            for point in sheet.open if sheet else ():
                if point.what not in seen:
                    seen.add(point.what)
                    yield left_open(site, page, point)


def _noted(site: Site, page: str, checked: Checked) -> Noted:
    claim, router = checked.claim, site.router
    return Noted(
        place(router, page, claim.ref),
        checked.verdict,
        claim.says,
        linked(router, page, claim.known),
        Link(say(Message("link.computed")), router.claim(claim.ref, claim.id).seen_from(page)),
    )
