"""How far a result stands, as a page says it: one quiet line, with a link to each thing that is not certain."""

from __future__ import annotations

from collections.abc import Iterator

from tarock.base.i18n import DATA, translate_text
from tarock.base.structs import Frozen
from tarock.base.wording import format_message, write_message
from tarock.game.koenigrufen_1840.model_games import ERA
from tarock.publish.places import Site
from tarock.publish.router import Address
from tarock.publish.views.view import Link, View
from tarock.replay.uncertain import Robustness, UncertainDependency, UncertaintyKind
from tarock.robustness.analysis import describe_stability
from tarock.rules.cases import key_of_name

_NAMED = 2  # readings of one thing by which a result falls; more are counted
_SHOWN = 3  # ways in which a result falls; the others are in `check --json`


class RobustnessLine(Frozen):
    """How far a result stands, in words; by which readings it falls, each with a link; of each kind what it rests on."""

    summary: str
    falls: tuple[tuple[tuple[Link, str], ...], ...]
    more: int
    rests: tuple[tuple[str, tuple[Link, ...]], ...]


def make_robustness_line(view: View, footing: Robustness) -> RobustnessLine | None:
    """Return the line on how robust a result is; None where nothing is uncertain."""
    if not footing.rests_on:
        return None
    site = view.site
    things = {rests.id: rests for rests in footing.rests_on}
    kinds: dict[UncertaintyKind, dict[str, Link]] = {}
    for rests in footing.rests_on:
        at = site.router.passage(rests.ref) if site.router.has(rests.ref) else find_address(site, rests)
        text = rests.ref or translate_text(rests.about, DATA)
        kinds.setdefault(rests.kind, {}).setdefault(text, view.link(text, at))
    falls = [
        tuple(
            (
                view.link(translate_text(things[name].about, DATA), find_address(site, things[name])),
                _write_readings(things[name], numbers),
            )
            for name, numbers in each.items()
        )
        for each in footing.stands.minimal_failures
    ]
    return RobustnessLine(
        format_message(describe_stability(footing.stands)) if footing.stands.of > 1 else "",
        tuple(falls[:_SHOWN]),
        len(falls[_SHOWN:]),
        tuple((write_message(f"footing.kind.{kind}"), tuple(links.values())) for kind, links in kinds.items()),
    )


def _write_readings(rests: UncertainDependency, numbers: tuple[int, ...]) -> str:
    """Return in words by which readings of one uncertain input a result changes; for many readings how many."""
    if len(numbers) > _NAMED:
        return write_message("footing.many", number=len(numbers))
    return write_message(
        "footing.either", readings=tuple(translate_text(rests.readings[number], DATA) for number in numbers)
    )


def link_uncertainties(view: View, footing: Robustness) -> Iterator[Link]:
    """Yield the links after a sentence: in how many readings it holds, or else why it is uncertain."""
    varied = [rests for rests in footing.rests_on if rests.varied]
    if varied:
        stands = footing.stands
        name = next((name for each in stands.minimal_failures for name in each), varied[0].id)
        first = next(rests for rests in footing.rests_on if rests.id == name)
        text = write_message("footing.mark", under=stands.under, of=stands.of)
        yield view.link(text, find_address(view.site, first))
    others = {rests.kind: rests for rests in reversed(footing.rests_on) if not rests.varied}
    for kind, rests in reversed(others.items()):
        yield view.link(write_message(f"footing.kind.{kind}"), find_address(view.site, rests))


def find_address(site: Site, rests: UncertainDependency) -> Address:
    """Return where an uncertain input is explained: at a key, an open point, a game, or a passage."""
    router = site.router
    siglum, _, name = rests.id.partition("/")
    match rests.kind:
        case UncertaintyKind.READING | UncertaintyKind.ASSUMED | UncertaintyKind.IMPLIED:
            return router.rule(key_of_name(name.partition("~")[0]))
        case UncertaintyKind.OPEN:
            return Address(router.undecided.page, f"undecided-{siglum}")
        case UncertaintyKind.CONJECTURE if rests.id.partition(":")[2] in site.corpus.edition(ERA).games:
            return router.game(rests.id.partition(":")[2])
    return router.passage(rests.ref) if router.has(rests.ref) else router.source(rests.ref.partition(":")[0])
