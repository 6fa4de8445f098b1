"""Proofs on endings, by search with open cards (`tarock.analysis.solver`) or over all distributions of tarocks."""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, islice

from tarock.analysis.solver import AllTricks, Ending, Goal, Prevent, Takes, Ultimo
from tarock.base.errors import CodexError
from tarock.claims.context import ClaimContext
from tarock.claims.scenarios import card_names, parse_card, parse_cards, play_on, position_after

SEATS = "ABCD"


def _goal(context: ClaimContext, goal: str, party: str, seats: Iterable[str]) -> Goal:
    """Return a goal by its name: `ultimo of A`, `no ultimo of A`, `all tricks`, `a trick`, `takes XXI`."""
    pack = context.pack()
    match goal.split():
        case ["ultimo", "of", holder]:
            return Ultimo(holder, pack.pagat.name)
        case ["no", "ultimo", "of", holder]:
            return Prevent(Ultimo(holder, pack.pagat.name))
        case ["all", "tricks"]:
            return AllTricks(frozenset(party))
        case ["a", "trick"]:
            return Prevent(AllTricks(frozenset(seats).difference(party)))
        case ["takes", name]:
            return Takes(pack.require(name).name, frozenset(party))
    raise CodexError(
        f"unknown goal `{goal}`", "expected `ultimo of A`, `no ultimo of A`, `all tricks`, `a trick` or `takes XXI`"
    )


def _can_force(context: ClaimContext, start: Ending, party: str, goal: str) -> bool:
    return context.engine.solver().can_force(start, _goal(context, goal, party, start.hands), party)


def in_game(context: ClaimContext, game: str, after: int, party: str, goal: str, plays: str = "") -> bool:
    """Return whether a party can force a goal in a model game after so many tricks and the given plays, with open
    cards.
    """
    return _can_force(context, position_after(context, game, after, plays), party, goal)


def good_leads(context: ClaimContext, game: str, after: int, party: str, goal: str, leads: str = "") -> list[str]:
    """Return the leads after so many tricks with which a party can force a goal; `leads: Tarock` looks at tarocks
    only.
    """
    start = position_after(context, game, after)
    good = context.engine.solver().find_good_cards(start, _goal(context, goal, party, start.hands), party)
    return card_names(context, (card for card in good if card.is_tarock or leads != "Tarock"))


def forced(context: ClaimContext, hands: dict[str, str], leads: str, party: str, goal: str, plays: str = "") -> bool:
    """Return whether a party can force a goal in an ending given by its hands, who leads, and plays made already."""
    start = Ending({seat: frozenset(parse_cards(context, text)) for seat, text in hands.items()}, leads)
    return _can_force(context, play_on(context, start, plays), party, goal)


def tops_needed(context: ClaimContext, missing: int, on_lead: bool = True) -> int:
    """Return how many of the highest tarocks one needs to make the missing ones harmless, however they are distributed.

    He leads one top after another. Who has a tarock must follow with one, and none of the missing takes a top, so only
    the numbers of missing tarocks in the other hands matter: every split of them is played out by the law, each hand
    giving its lowest, until none is left that could take a lower tarock. Who is not on lead and does not know the
    distribution must take a suit that is led with a top, since one behind him may be void of it; and if nobody is, that
    has cost the others no tarock.
    """
    others = context.rules().numbers("game.players")[0] - 1
    # which hand has how many changes nothing
    splits = (split for split in combinations_with_replacement(range(missing + 1), others) if sum(split) == missing)
    needed = max(_leads_to_draw(context, split) for split in splits)
    return needed if on_lead else needed + 1


def _leads_to_draw(context: ClaimContext, split: tuple[int, ...]) -> int:
    """Return how many tops must be led until hands with so many lower tarocks, and suits beside, have none left."""
    law = context.law()
    cards = context.pack().cards
    side = next(card for card in cards if not card.is_tarock)
    *lower, top = sorted((card for card in cards if card.is_tarock), key=lambda card: card.strength)
    missing = iter(lower)
    hands = [[*islice(missing, count), side] for count in split]
    for rounds in range(len(cards)):
        if not any(card.is_tarock for hand in hands for card in hand):
            return rounds
        for hand in hands:
            card = min(law.find_legal(hand, [("", top)]), key=lambda held: held.strength)
            if card.is_tarock:
                hand.remove(card)
    raise CodexError("trumps need not follow a trump led", "expected them to be drawn at last")


def well_guarded(context: ClaimContext, card: str, tarocks: int) -> bool:
    """Return whether a tarock outlives all higher ones when its holder has so many tarocks, it included.

    Each higher one, led, draws one of the others at most; when they are spent, it is the highest and takes whatever
    trick it falls in, the last one if no other.
    """
    tarock = parse_card(context, card)
    higher = sum(other.is_tarock and other.strength > tarock.strength for other in context.pack().cards)
    return tarocks - 1 >= higher


_S, _T, _U, _V = "Treffle", "Herz", "Careau", "Pique"


def _pagat_shapes() -> Iterator[tuple[tuple[str, str], tuple[str, str, str]]]:
    """Yield the suits of the Pagat holder's two suit cards and of the opponent's three, up to renaming.

    The hitting suit is Treffle: the opponent has it, the holder has not.
    """
    for own in ((_T, _T), (_T, _U)):
        for rest in combinations_with_replacement((_S, _T, _U, _V), 2):
            yield own, (_S, *rest)


def _pagat_endings(context: ClaimContext, highest: bool) -> Iterator[tuple[Ending, str]]:
    """Yield the four-card endings of § 115, one for each shape and seat of the Pagat's holder; the opponent A leads.

    With `highest` the opponent's tarock is above both of the holder's, else between them. Who sits where beside them
    holds the suit cards that are left; `pagat_drawn` says why these do not matter.
    """
    pack = context.pack()
    foe, own_tarock = pack.require("X"), pack.require("V")
    if not highest:
        foe, own_tarock = own_tarock, foe
    for own, against in _pagat_shapes():
        left = {suit: [card for card in pack.cards if card.suit == suit] for suit in (_S, _T, _U, _V)}
        holder = frozenset((pack.pagat, own_tarock, *(left[suit].pop(0) for suit in own)))
        opponent = frozenset((foe, *(left[suit].pop() for suit in against)))
        rest = [card for suit in (_V, _U, _T, _S) for card in left[suit]]
        for place in SEATS[1:]:
            others = iter(rest)
            hands = {seat: holder if seat == place else frozenset(islice(others, 4)) for seat in SEATS[1:]}
            yield Ending({"A": opponent, **hands}, "A"), place


def pagat_drawn(context: ClaimContext, highest: bool = True) -> bool:
    """Return whether in every ending of § 115 the ultimo can be prevented.

    With `highest` the opponent must do it quite alone against the three others; without, all three together against the
    Pagat's holder, and one ending in which they fail settles it.

    Searched are all shapes of the two hands that have tarocks, for each seat of the Pagat's holder. The two others have
    no tarock: their cards neither take a trick with a tarock in it nor change what the holder and the opponent may play
    there, and in the line found for `highest` (the tarock, then the suit) both tricks have a tarock in them before the
    Pagat has fallen. So one filling of their hands stands for all; the tests fill them in other ways too. Of tarocks
    only the order of the three counts. The holder is free to break 1840:51.3, for playing the Pagat before the last
    trick loses the ultimo anyhow.
    """
    pagat, solver = context.pack().pagat.name, context.engine.solver()
    return all(
        solver.can_force(start, Prevent(Ultimo(holder, pagat)), "A" if highest else SEATS.replace(holder, ""))
        for start, holder in _pagat_endings(context, highest)
    )
