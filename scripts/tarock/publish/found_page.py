"""What the machine found, in plain words for someone who has never seen the project; the lists are computed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarock.corpus.labels import label
from tarock.game.common.notation import read_cards
from tarock.proof.known import key_of, load_known
from tarock.proof.model_games import ERA
from tarock.publish.apparatus import linked
from tarock.publish.claim_pages import claim_anchor, claim_path
from tarock.publish.game_pages import game_path, game_title
from tarock.publish.html import badge, block, esc, heading, link, page
from tarock.publish.places import relative
from tarock.wording import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarock.proof.claims.ledger import Checked
    from tarock.publish.places import Site

PATH = "found.md"


def found_pages(site: Site) -> dict[str, str]:
    """The page, by path."""
    checked = site.codex.checked_claims
    verdicts = Counter(one.verdict for one in checked)
    agree = verdicts["reproduced"] + verdicts["confirmed"]
    computed = sum(verdicts.values()) - verdicts["not testable"]
    return {
        PATH: page(
            "What the machine found",
            "# What the machine found\n",
            "Four old books explain how to play Tarock. We wrote every rule that they state into tables, each with the sentence it "
            "comes from, and let a program play by these tables alone: the eight games that the author of 1840 printed card by card, "
            f"and {computed} sums, examples and remarks of all four books. The program knows no answer in advance. This is what it found.\n",
            heading(2, "The author reckoned well", "right"),
            f"The stated results of all eight games follow from the play, and {agree} of the {computed} other claims agree with what "
            f"the book says. [All games](games/index.md) · [all claims](claims/index.md)\n",
            game_list(site, PATH),
            heading(2, "Misprints in the deals", "misprints"),
            "In four of the games the cards as printed cannot have been dealt: a card stands with two players, or lies nowhere. "
            "Each time the tricks and the hands prove what was meant.\n",
            _misprints(site),
            heading(2, "Cards that could not be played", "illegal"),
            "In three games a player throws off although he could follow suit, which the author's own § 63 forbids. The program searched "
            "for lines with the same hands and the same winner of every trick in which all plays are legal, and found some each time.\n",
            _revokes(site),
            heading(2, "Where the books and the reckoning differ", "wrong"),
            _claims(site, (one for one in checked if one.verdict in ("not reproduced", "differs"))),
            heading(2, "What the books do not decide", "open"),
            "Where a text is silent or can be read in two ways, the program says *undetermined* and shows both readings.\n",
            _open(site),
            heading(2, "What cannot be tested yet", "untested"),
            f"{verdicts['not testable']} claims need more than we have, most of them a solver that plays with open cards.\n",
            _needs(checked),
            description="Misprints, illegal plays, sums right and wrong, and open questions in four old Tarock books.",
        )
    }


def _list(items: Iterable[str]) -> str:
    lines = [f"<li>{item}</li>" for item in items]
    return block("<ul>", *lines, "</ul>") if lines else "Nothing.\n"


def game_list(site: Site, path: str) -> str:
    """The model games with their verdicts."""
    return _list(
        f"{link(relative(game_path(report.name), path), esc(game_title(report)), lang='de')} {badge(report.verdict)}"
        for report in site.codex.game_reports
    )


def _misprints(site: Site) -> str:
    """The emendations in the hands that change which cards a player was dealt."""
    games = site.codex.games
    edition = site.corpus.edition(ERA)
    items = []
    for passage in edition.passages.values():
        if passage.kind != "hand":
            continue
        for emendation in passage.emendations:
            if read_cards(emendation.lemma, games.pack) != read_cards(emendation.reading, games.pack):
                items.append(
                    f"{link(site.href(passage.ref, PATH), esc(label(edition, passage.ident)))}: "
                    f'<q lang="de">{esc(emendation.lemma)}</q>, read <q lang="de">{esc(emendation.reading)}</q>. '
                    f"{linked(site, PATH, emendation.reason)}"
                )
    return _list(items)


def _revokes(site: Site) -> str:
    known = load_known(site.codex.project)
    items = []
    for report in site.codex.game_reports:
        for finding in report.levels["corrected"].findings:
            if finding.code == "PLAY-REVOKE":
                record = known.get(key_of(report.name, "corrected", finding))
                reason = f" {linked(site, PATH, record[0].reason)}" if record else ""
                items.append(
                    f"{link(f'{relative(game_path(report.name), PATH)}#corrected', f'Game {report.name[1:]}')}, trick {finding.trick}: "
                    f"{esc(say(finding.message))}.{reason}"
                )
    return _list(items)


def _claims(site: Site, checked: Iterable[Checked]) -> str:
    return _list(
        f"{link(site.href(one.claim.ref, PATH), esc(one.claim.ref))} {badge(one.verdict)} {esc(one.claim.says)} "
        f"{linked(site, PATH, one.claim.known)} {link(f'{relative(claim_path(one.claim.ref[:4]), PATH)}#{claim_anchor(one.claim.id)}', 'How it was computed')}"
        for one in checked
    )


def _open(site: Site) -> str:
    items: dict[str, str] = {}
    for report in site.codex.game_reports:
        replay = report.best.replay
        for one in (
            *replay.sheet.open,
            *(replay.sheet_with_revokes.open if replay.sheet_with_revokes else ()),
        ):
            cited = link(site.href(one.ref, PATH), esc(one.ref))
            what, taken, other = (esc(say(text)) for text in (one.what, one.taken, one.other))
            items.setdefault(what, f"{what}: taken as {taken}; or {other} ({cited}).")
    for checked in site.codex.checked_claims:
        claim = checked.claim
        if checked.verdict == "undetermined":
            items[claim.id] = (
                f"{link(site.href(claim.ref, PATH), esc(claim.ref))}: {esc(claim.says)} {linked(site, PATH, claim.known)}"
            )
    return _list(items.values())


def _needs(checked: Iterable[Checked]) -> str:
    needs = Counter(one.claim.needs for one in checked if one.verdict == "not testable")
    return _list(f"{esc(need)} ({count})" for need, count in needs.most_common())
