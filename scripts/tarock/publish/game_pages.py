"""The model games: a page each with deal, bidding, tricks, findings, score sheet and verdicts; overview; findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.game.common.counting import show_thirds
from tarock.proof.known import key_of, load_known
from tarock.proof.model_games import ERA
from tarock.publish.apparatus import linked
from tarock.publish.card_svg import cards_svg
from tarock.publish.html import attributes, badge, block, esc, heading, link, page, table
from tarock.publish.places import relative
from tarock.wording import say

if TYPE_CHECKING:
    from tarock.game.common.cards import Card, Pack
    from tarock.game.common.findings import Finding
    from tarock.game.common.score import ScoreSheet
    from tarock.game.koenigrufen_1840.replay import Replay
    from tarock.proof.games import GameReport, LevelReport
    from tarock.proof.stated import CheckedResult
    from tarock.publish.places import Site

INDEX = "games/index.md"
FINDINGS = "games/findings.md"
LEVEL_NAMES = {"printed": "As printed", "corrected": "As corrected", "conjectured": "As conjectured"}
_LEVEL_NOTES = {
    "printed": "Read from the transcript, misprints and all.",
    "corrected": "Read from the edition: misprints corrected, every card played as the book has it.",
    "conjectured": "The edition with conjectures about cards that could not legally be played, or words out of order.",
}


def game_path(name: str) -> str:
    """The page of a model game."""
    return f"games/{name}.md"


def game_pages(site: Site) -> dict[str, str]:
    """All pages about the model games, by path."""
    reports = site.codex.game_reports
    pages = {game_path(report.name): _GamePage(site, report).write() for report in reports}
    return {INDEX: _index(site, reports), FINDINGS: _findings_page(site, reports), **pages}


def game_title(report: GameReport) -> str:
    """A game's number and its printed title."""
    return f"{report.name[1:]}. {report.title}"


def _printed_result(site: Site, report: GameReport) -> str:
    """The line under the title that says how the game ended."""
    passage = site.corpus.edition(ERA).passages.get(f"{report.name}.ergebnis")
    return passage.text if passage else ""


def _index(site: Site, reports: list[GameReport]) -> str:
    rows = []
    for report in reports:
        replay = report.levels["corrected"].replay
        counts = ", ".join(
            f"{len(level.findings)} {LEVEL_NAMES[name].lower()}" for name, level in report.levels.items()
        )
        outcome = replay.outcome
        title = link(relative(game_path(report.name), INDEX), esc(game_title(report)), lang="de")
        ended = f'<span class="games__ended" lang="de">{esc(_printed_result(site, report))}</span>'
        rows.append(
            (
                f"{title} {ended}",
                esc(replay.game.declarer) + (f" with {esc(replay.partner)}" if replay.partner else " alone"),
                f"{show_thirds(replay.declarer_thirds)}, {'won' if outcome.won else 'lost'} by {outcome.points}",
                badge(report.verdict),
                esc(counts),
            )
        )
    return page(
        "Model games",
        "# The eight Musterspiele\n",
        "The author of 1840 printed eight model games, card by card. Here each is replayed by the rules of his own book, and the "
        "result is held against what he states. *As printed* takes the transcript at its word; *as corrected* takes the edition, in "
        "which misprints are mended; *as conjectured* also replaces cards that could not legally have been played.\n",
        f"[All findings]({FINDINGS.removeprefix('games/')}) on one page.\n",
        block(table("games", ("Game", "Declarer", "Points", "Stated results", "Findings"), rows)),
        wide=True,
        description="The eight model games of Königrufen 1840, replayed by the rules of the book.",
    )


def _findings_page(site: Site, reports: list[GameReport]) -> str:
    known = load_known(site.codex.project)
    parts = []
    for report in reports:
        found: dict[tuple[Finding, str], list[str]] = {}
        for name, level in report.levels.items():
            for finding in level.findings:
                record = known.get(key_of(report.name, name, finding))
                found.setdefault((finding, record[0].reason if record else ""), []).append(name)
        items = []
        for (finding, why), levels in found.items():
            reason = f'<p class="finding__reason">{linked(site, FINDINGS, why)}</p>' if why else ""
            where = ", ".join(LEVEL_NAMES[name] if name == levels[0] else LEVEL_NAMES[name].lower() for name in levels)
            items.append(f"<li>{_finding(site, FINDINGS, finding, where)}{reason}</li>")
        title = link(relative(game_path(report.name), FINDINGS), esc(game_title(report)))
        parts.append(heading(2, title, f"findings-{report.name}", german=True))
        parts.append(block('<ul class="findings">', *items, "</ul>") if items else "Nothing.\n")
    return page(
        "Findings",
        "# What the checker found in the model games\n",
        "Each finding names the rule that the record breaks. All of them are known and explained; a new one makes the check fail.\n",
        *parts,
        wide=True,
        description="Misprints, impossible deals and illegal plays in the printed model games of 1840.",
    )


def _finding(site: Site, path: str, finding: Finding, level: str = "") -> str:
    where = f"trick {finding.trick}: " if finding.trick else ""
    cited = f" {link(site.href(finding.ref, path), esc(finding.ref))}" if finding.ref and site.has(finding.ref) else ""
    said = f'<span class="finding__level">{esc(level)}:</span> ' if level else ""
    return f'<span class="finding">{said}{esc(where + say(finding.message))}{cited} <code>{esc(finding.code)}</code></span>'


class _GamePage:
    def __init__(self, site: Site, report: GameReport):
        self.site = site
        self.report = report
        self.path = game_path(report.name)
        self.pack: Pack = site.codex.games.pack

    def write(self) -> str:
        report = self.report
        title = game_title(report)
        text = link(self.site.href(report.ref, self.path), "the text of this game")
        return page(
            title,
            heading(1, esc(title), report.name, german=True),
            block(
                f'<p class="game__ended" lang="de">{esc(_printed_result(self.site, report))}</p>'
                f"<p>The results that the author states: {badge(report.verdict)} "
                f"Read {text}, or see {link(relative(INDEX, self.path), 'all games')}.</p>"
            ),
            self._legal_lines(),
            *(self._level(level) for level in report.levels.values()),
            wide=True,
            description=f"Musterspiel {report.name[1:]} of Königrufen 1840, replayed trick by trick.",
        )

    def _legal_lines(self) -> str:
        lines = self.report.lines
        if not lines:
            return ""
        base = self.report.levels["corrected"].replay.declarer_thirds
        items = [
            f"<li>{esc(line.seat)} exchanges the cards of {' and of '.join(f'tricks {a} and {b}' for a, b in line.swaps)}: "
            f"{show_thirds(line.declarer_thirds)} points for the declarer's side"
            f"{', as stated' if line.declarer_thirds == base else ', not as stated'}.</li>"
            for line in lines
        ]
        return block(
            f'<div class="notice"><p>{esc(lines[0].seat)} revokes in print. With the same hands and the same winner of every trick these '
            "legal lines exist with the fewest exchanges:</p><ul>",
            *items,
            "</ul></div>",
        )

    def _level(self, level: LevelReport) -> str:
        replay = level.replay
        searched = level.level == "corrected"  # once is enough
        unsearched = "" if searched else " data-search-exclude"
        before = [finding for finding in level.findings if not finding.trick]
        findings = "".join(f"<li>{_finding(self.site, self.path, finding)}</li>" for finding in before)
        return "\n".join(
            (
                heading(2, LEVEL_NAMES[level.level], level.level, "level", searched=searched),
                block(
                    f'<section class="game" data-level="{level.level}" aria-label="{LEVEL_NAMES[level.level]}"{unsearched}>',
                    f'<p class="game__note">{_LEVEL_NOTES[level.level]}</p>',
                    f'<ul class="findings">{findings}</ul>' if findings else "",
                    self._hands(replay),
                    self._talon(replay),
                    self._tricks(level),
                    _sheet(
                        self.site,
                        self.path,
                        replay.sheet,
                        "Score sheet" + (", as played" if replay.sheet_with_revokes else ""),
                    ),
                    _sheet(self.site, self.path, replay.sheet_with_revokes, "Score sheet by § 65, for the Renonce")
                    if replay.sheet_with_revokes
                    else "",
                    self._stated(level.stated),
                    "</section>",
                ),
            )
        )

    def _row(self, cards: tuple[Card, ...], label: str) -> str:
        ordered = sorted(cards, key=lambda card: (not card.is_tarock, card.suit, -card.strength))
        return cards_svg(ordered, self.pack, label) if ordered else ""

    def _hands(self, replay: Replay) -> str:
        game = replay.game
        rows = []
        for seat in game.seats:
            roles = [
                word
                for word, holds in (
                    ("Vorhand", seat == game.forehand),
                    ("Spieler", seat == game.declarer),
                    ("Freund", seat == replay.partner),
                    ("dealer", seat == game.dealer),
                )
                if holds
            ]
            rows.append(
                f'<div class="hand"><p class="hand__seat"><b>{esc(seat)}</b> {esc(", ".join(roles))}</p>'
                f"{self._row(game.hands[seat], f'Hand of {seat}')}</div>"
            )
        return f'<h3>The deal</h3><div class="hands">{"".join(rows)}</div>'

    def _talon(self, replay: Replay) -> str:
        game = replay.game
        bids = ", ".join(
            f"{bid.seat} {'passes' if bid.bid == 'pass' else 'Solo' if bid.bid == 'solo' else f'Dreier {bid.fold}×'}"
            + (" (to be understood)" if bid.implied else "")
            for bid in game.bids
        )
        lines = [f"<p>Bids: {esc(bids)}. {esc(game.declarer)} calls <b>{esc(game.king.name)}</b>"]
        if game.purchase:
            lines.append(f" and keeps the Dreier {game.purchase.kept}×.</p>")
        else:
            lines.append(".</p>")
        halves = (
            ("Talon, upper half", game.upper),
            ("Talon, lower half", game.lower),
            ("Talon", game.whole),
            ("Scat", game.scat),
        )
        drawn = "".join(
            f'<div class="hand"><p class="hand__seat">{name}</p>{self._row(cards, name)}</div>'
            for name, cards in halves
            if cards
        )
        said = ", ".join(
            f"{one.seat} says {one.of}{'' if one.call == 'announce' else ' ' + one.call}" for one in game.announcements
        )
        lines.append(f'<div class="hands hands--talon">{drawn}</div>')
        if said:
            lines.append(f"<p>Announced: {esc(said)}.</p>")
        return f"<h3>Bidding, talon, scat</h3>{''.join(lines)}{self._remarks(replay, 0)}"

    def _remarks(self, replay: Replay, after: int) -> str:
        return "".join(
            f'<p class="game__remark" lang="de">{esc(remark.text)}</p>'
            for remark in replay.game.remarks
            if remark.after == after
        )

    def _tricks(self, level: LevelReport) -> str:
        replay = level.replay
        seats = replay.game.seats
        rows = []
        for number, trick in enumerate(replay.game.tricks, 1):
            winner = replay.winners[number - 1]
            plays = dict(trick)
            cells = []
            for seat in seats:
                card = plays.get(seat)
                if card is None:
                    cells.append(f"<td{attributes(data_seat=seat)}>–</td>")
                    continue
                marks = " trick--won" if seat == winner else ""
                lead = '<span class="trick__lead">leads</span>' if seat == trick[0][0] else ""
                cells.append(
                    f'<td{attributes(data_seat=seat)} class="trick{marks}">{cards_svg([card], self.pack, "")}'
                    f'<span class="trick__name" lang="de">{esc(self.pack.display(card))}</span>{lead}</td>'
                )
            findings = "".join(
                f"<li>{_finding(self.site, self.path, finding)}</li>"
                for finding in level.findings
                if finding.trick == number
            )
            notes = (f'<ul class="findings">{findings}</ul>' if findings else "") + self._remarks(replay, number)
            rows.append(
                f'<tr data-trick="{number}"><th scope="row">{link(self.site.href(f"{self.report.ref}.s{number}", self.path), str(number))}</th>'
                + "".join(cells)
                + f'<td class="trick__taken">{esc(winner)}</td><td class="trick__points">{show_thirds(replay.running[number - 1])}</td></tr>'
            )
            if notes:
                rows.append(
                    f'<tr class="trick-notes" data-notes="{number}"><td colspan="{len(seats) + 3}">{notes}</td></tr>'
                )
        head = "".join(f'<th scope="col">{esc(seat)}</th>' for seat in seats)
        return (
            '<h3>The tricks</h3><div class="stepper" hidden></div><div class="table-wrap"><table class="replay">'
            f'<thead><tr><th scope="col">Trick</th>{head}<th scope="col">Taken by</th><th scope="col">Declarer’s points</th></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>{self._remarks(replay, -1)}"
        )

    def _stated(self, stated: tuple[CheckedResult, ...]) -> str:
        rows = (
            (
                esc(say(one.name)),
                _plain(one.expected),
                _plain(one.computed),
                badge(one.verdict),
                link(self.site.href(one.ref, self.path), esc(one.quote), lang="de"),
            )
            for one in stated
        )
        columns = ("Result", "Stated", "Computed", "Verdict", "Words")
        return f"<h3>What the author states</h3>{table('stated', columns, rows)}"


def _plain(value: bool | int) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _sheet(site: Site, path: str, sheet: ScoreSheet, title: str) -> str:
    rows = (
        (
            esc(say(line.what)),
            esc(", ".join(line.payees)),
            esc(say(line.reckoning)),
            f'<span class="sheet__points">{line.amount}</span>',
            link(site.href(line.ref, path), esc(line.ref)),
        )
        for line in sheet.lines
    )
    totals = ", ".join(f"{seat} {points}" for seat, points in sheet.totals.items())
    left_open = "".join(
        f"<li>{esc(say(one.what))}: taken as {esc(say(one.taken))}; the other reading: {esc(say(one.other))} "
        f"({link(site.href(one.ref, path), esc(one.ref))}).</li>"
        for one in sheet.open
    )
    undetermined = f'<p>Undetermined in the source:</p><ul class="undetermined">{left_open}</ul>' if left_open else ""
    columns = ("What", "Written by each of", "Reckoning", "Points", "Paragraph")
    return f"<h3>{esc(title)}</h3>{table('sheet', columns, rows)}<p>Totals: {esc(totals)}.</p>{undetermined}"
