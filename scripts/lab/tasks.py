"""Find the tasks and write `rules_data/tasks.yaml`: the same file from the same seeds.

In a seeded deal the strongest hand plays a single Dreier, calls a king, buys the upper half and lays away, without the
author's advice. A declarer with the Pagat and many tarocks announces ultimo. The first tricks are played by a simple
rule and some chance; the model games are gone through as they were played. A position is taken where the solver finds
one solution (in a model game it may find several), a paragraph of the author's advice says it, and the quota of its
goal is not full; of each goal half are hard.

    .venv/bin/python -m lab.tasks           # print the file
    .venv/bin/python -m lab.tasks --write   # write it, with its stamp
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import structs

from tarock.analysis.advice import AdvicePosition, find_advice
from tarock.analysis.core import Core
from tarock.analysis.open_cards import Moment, OpenCards
from tarock.analysis.tasks import (
    FILE,
    STAMP,
    DreierDeal,
    Task,
    TaskGoal,
    TaskPosition,
    build_dealt_game,
    find_positions,
)
from tarock.base import yamlio
from tarock.base.files import read_text, write_text
from tarock.base.project import find_project
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Card, Pack
from tarock.game.common.notation import Play, write_cards, write_plays
from tarock.game.koenigrufen_1840.record import Bid, Game, Purchase, Talon
from tarock.game.koenigrufen_1840.replay import play_through, replay
from tarock.game.koenigrufen_1840.vocabulary import BidKind
from tarock.replay import committed

SEATS = ("A", "B", "C", "D")
TAROCK_IS_WORTH = 2  # points of a hand's strength

Before = tuple[Moment, list[Play]]  # a moment, and what was played before it

# so many tasks of each goal are hard, and as many are not: the fewest of what is found seldom
EACH = {TaskGoal.KEEP: 9, TaskGoal.CATCH: 6, TaskGoal.KING: 7, TaskGoal.WIN: 9}
OF_ONE = 4  # of each goal at most so many show the same words
OF_A_PARAGRAPH = 8  # of all
FEWEST, MOST = 3, (7, 9)  # cards that each hand has: in a dealt game, in a model game
MANY = 7  # tarocks with which ultimo is announced (1840:103.1)
CHANCE = 0.3  # of any card
OF_A_MODEL = 4  # tasks from a model game
HEAD = """\
# Tasks: endings with open cards, each with its solution, a line that proves it and the advice that it shows. Found by
# scripts/lab/tasks.py, which writes this file; how a task is read: scripts/tarock/analysis/tasks.py.
# yaml-language-server: $schema=schema/tasks.schema.json
"""


def rate_hand(hand: Iterable[Card]) -> int:
    """Return the strength of a hand: the points of its cards, and two for each tarock."""
    return sum(card.points + TAROCK_IS_WORTH * card.is_tarock for card in hand)


def lay_away(hand: set[Card], count: int, pack: Pack) -> list[Card]:
    """Return `count` cards to discard: from the shortest suits, their most valuable first.

    Tarocks if nothing else is left.
    """
    away: list[Card] = []
    while len(away) < count:
        left = hand.difference(away)
        loose = [card for card in left if not card.is_tarock and card not in pack.honours]
        tarocks = [card for card in left if card.is_tarock and card not in pack.honours]
        length = {card.suit: sum(other.suit == card.suit for other in left) for card in loose}
        away.append(
            min(loose, key=lambda card: (length[card.suit], -card.points, card.suit, card.strength))
            if loose
            else min(tarocks, key=lambda card: card.strength)
        )
    return away


def deal_game(seed: int, pack: Pack) -> Game:
    """Return the record of a game dealt from a seed, up to the first lead: the strongest hand plays."""
    cards = list(pack.cards)
    random.Random(seed).shuffle(cards)
    hands = {seat: tuple(cards[12 * n : 12 * n + 12]) for n, seat in enumerate(SEATS)}
    upper, lower = tuple(cards[48:51]), tuple(cards[51:])
    declarer = max(SEATS, key=lambda seat: rate_hand(hands[seat]))
    held = set(hands[declarer])
    kings = [king for king in pack.kings if king not in held] or list(pack.kings)
    king = min(kings, key=lambda king: (sum(card.suit == king.suit for card in held), king.suit))
    scat = lay_away(held | set(upper), len(upper), pack)
    return Game(
        id=f"seed {seed}", era="1840", seats=SEATS, dealer=SEATS[-1], declarer=declarer, hands=hands,
        talon=Talon(upper=upper, lower=lower), bids=(Bid(seat=declarer, bid=BidKind.DREIER, fold=1),), king=king,
        purchase=Purchase(first=1, kept=1), scat=tuple(scat), tricks=(),
    )  # fmt: skip


def make_deal(seed: int, pack: Pack) -> DreierDeal:
    """Return a deal from a seed, in the form that the file of tasks has."""
    game = deal_game(seed, pack)
    after = {*game.hands[game.declarer], *game.talon.upper} - set(game.scat)
    hands = {**{seat: set(hand) for seat, hand in game.hands.items()}, game.declarer: after}
    holder = next((seat for seat, hand in hands.items() if pack.pagat in hand), "")
    many = holder == game.declarer and sum(card.is_tarock for card in hands[holder]) >= MANY
    return DreierDeal(
        seed=seed,
        declarer=game.declarer,
        king=game.king.printed,
        hands={seat: write_cards(hand) for seat, hand in game.hands.items()},
        upper=write_cards(game.talon.upper),
        lower=write_cards(game.talon.lower),
        scat=write_cards(game.scat),
        ultimo=many,
    )


def choose_card(deal: OpenCards, moment: Moment, chance: random.Random) -> Card:
    """Return the card that a simple player plays, and now and then a random one.

    It gives points to a friend's trick, wins as cheaply as it can, and else plays its lowest card.
    """
    legal = sorted(deal.find_legal(moment), key=lambda card: deal.bits[card])
    if chance.random() < CHANCE:
        return chance.choice(legal)
    position, side = moment.position, deal.course.side
    pagat = [card for card in legal if card != deal.pack.pagat] or legal
    if not position.table:
        return chance.choice(pagat)
    seat, best = deal.law.find_winner(position.table)
    if side[seat] is side[position.to_play]:
        return max(pagat, key=lambda card: (not card.is_tarock, card.points, -card.strength))
    winning = [card for card in pagat if deal.law.beats(card, best)]
    return min(winning or pagat, key=lambda card: (card.points, card.is_tarock, card.strength))


def play_deal(deal: OpenCards, seed: int) -> Iterator[tuple[Moment, list[Play]]]:
    """Yield the moments of a game between simple players, each with the plays before it."""
    chance, moment = random.Random(seed), deal.make_start()
    plays: list[Play] = []
    while moment.cards >= FEWEST:
        yield moment, list(plays)
        card = choose_card(deal, moment, chance)
        plays.append((moment.position.to_play, card))
        moment = deal.play(moment, card)


def make_task(position: TaskPosition, before: list[Play], game: Game, ident: str, **of: object) -> Task | None:
    """Return the task of a position with its solution played to the end.

    None where no paragraph gives the advice, or the line of play breaks a rule. `of` are the fields that tell the deal.
    """
    deal, card = position.deal, position.solving_cards[0]
    following = deal.play(position.moment, card)
    line = ((position.seat, card), *deal.generate_line(following, position.goal.aim))
    advice = find_advice(AdvicePosition(deal, position.moment, position.goal, line))
    every = [*before, *line]
    tricks = tuple(tuple(every[at : at + len(SEATS)]) for at in range(0, len(every), len(SEATS)))
    line_of = structs.replace(game, tricks=tricks, stated=(), remarks=())
    if advice is None or replay(line_of, deal.pack, deal.rules).findings:
        return None
    trick, play = divmod(len(before), len(SEATS))
    return Task(
        id=ident,
        goal=position.goal,
        seat=position.seat,
        at=f"{trick + 1}.{play + 1}",
        legal=tuple(" ".join(card.printed for card in group) for group in position.groups),
        solutions=tuple(" ".join(card.printed for card in group) for group in position.solving_groups),
        advice=advice,
        hard=position.is_hard,
        tricks=tuple(map(write_plays, tricks)),
        **of,  # type: ignore[arg-type]
    )


class Quota:
    """Counts the tasks still wanted of each goal, and how often each advice has been shown."""

    def __init__(self) -> None:
        self.count: Counter[tuple[TaskGoal, bool]] = Counter()
        self.shown: Counter[str] = Counter()
        self.of_goal: Counter[tuple[TaskGoal, str]] = Counter()

    def wants(self, position: TaskPosition) -> bool:
        """Return whether another task with the goal of this position is wanted."""
        return self.count[position.goal, position.is_hard] < EACH[position.goal]

    def takes(self, task: Task) -> bool:
        """Return whether a task is taken into the file; count it if so."""
        ref, quote = task.advice.ref, task.advice.quote
        if self.count[task.goal, task.hard] >= EACH[task.goal]:
            return False
        if self.of_goal[task.goal, quote] >= OF_ONE or self.shown[ref] >= OF_A_PARAGRAPH:
            return False
        self.shown[ref] += 1
        self.shown[quote] += 1
        self.of_goal[task.goal, quote] += 1
        self.count[task.goal, task.hard] += 1
        return True

    @property
    def full(self) -> bool:
        """Return whether there are enough tasks of every goal."""
        return all(self.count[goal, hard] >= EACH[goal] for goal in TaskGoal for hard in (False, True))


def find_tasks(codex: ComputedCodex, seeds: int) -> Iterator[Task]:
    """Yield tasks, first from the model games, then from `seeds` seeded deals."""
    games, core, quota = codex.games, Core(codex.project.core), Quota()
    pack, rules = games.pack, games.rules

    def of_game(cards: OpenCards, moments: list[Before], name: str, most: int, **of: object) -> Iterator[Task]:
        """Yield the tasks of a game, those first whose advice has been shown least."""
        candidates = []
        for moment, before in reversed(moments):
            if not FEWEST <= moment.cards <= MOST["model" in of]:
                continue
            for position in find_positions(TaskGoal, cards, moment):
                if (len(position.solving_groups) > 1 and "model" not in of) or not quota.wants(position):
                    continue
                if task := make_task(position, before, cards.course.game, f"{name}-{len(before)}", **of):
                    candidates.append(task)
        for task in sorted(candidates, key=lambda task: quota.shown[task.advice.quote])[:most]:
            if quota.takes(task):
                yield task

    for name in games.names:
        course = games.report(name).best.replay
        deal = OpenCards(course, pack, rules, core)
        before: list[Play] = []
        moments: list[Before] = []
        for moment, seat, card in deal.generate_moments():
            moments.append((moment, list(before)))
            before.append((seat, card))
        yield from of_game(deal, moments, name, OF_A_MODEL, model=name)
    for seed in range(seeds):
        if quota.full:
            return
        record = make_deal(seed, pack)
        deal = OpenCards(play_through(build_dealt_game(f"seed-{seed}", record, pack), pack, rules), pack, rules, core)
        yield from of_game(deal, list(play_deal(deal, seed)), f"seed-{seed}", 1, deal=record)
    print(f"not full: {quota.count}", file=sys.stderr)


def format_task(task: Task) -> str:
    """Return a task as YAML."""
    lines: list[str] = []
    for key, value in task.as_dict().items():
        if isinstance(value, dict) and key == "deal":
            lines += [
                f"{key}:",
                *(f"  {name}: {_format_flow(text)}" for name, text in value.items() if text is not False),
            ]
        elif key == "tricks":
            lines += [f"{key}:", *(f"  - {_format_flow(text)}" for text in value)]
        elif value not in ("", None, False):
            lines.append(f"{key}: {_format_flow(value)}")
    return "- " + "\n  ".join(lines) + "\n"


def _format_flow(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_format_flow(item)}" for key, item in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def write_tasks(codex: ComputedCodex, text: str) -> None:
    """Write the file of the tasks, with the comments in it, and its stamp."""
    path = codex.project.rules / FILE
    write_text(path, yamlio.keep_comments(text, read_text(path)))
    write_stamp(codex)


def write_stamp(codex: ComputedCodex) -> None:
    """Write the stamp of the tasks in their file."""
    text = msgspec.json.encode(committed.tasks_stamp(codex.context)).decode()
    write_text(codex.project.rules / STAMP, f"{text}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20_000)
    parser.add_argument("--write", action="store_true", help="write the file and its stamp")
    options = parser.parse_args()
    edited = ComputedCodex(find_project()).without_copies
    text = HEAD + "".join(map(format_task, find_tasks(edited, options.seeds)))
    if options.write:
        write_tasks(edited, text)
    else:
        sys.stdout.write(text)
