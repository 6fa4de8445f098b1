"""Write a test of the twelve steps: can an unknown game be learnt from them alone?

The game is 1840 with other values and invented names of cards. Thirty positions that no step shows are to be decided,
by some readers with the steps and by others without them; the right answers are those of the engine.

    .venv/bin/python -m lab.steps FOLDER                   # write with-steps.md, without-steps.md and key.json
    .venv/bin/python -m lab.steps FOLDER --score ANSWERS   # count what a reader has right
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

from tarock.analysis.path import Asked, PathStep, PathTopic, make_path
from tarock.base.errors import CodexError
from tarock.base.files import read_text, write_text
from tarock.base.project import find_project
from tarock.base.terminal import print_error, show
from tarock.base.wording import format_message, write_message
from tarock.codex import ComputedCodex
from tarock.game.common.cards import Pack
from tarock.game.common.counting import format_thirds
from tarock.game.koenigrufen_1840.state import SEATS, Engine, Options, Phase
from tarock.rules.ruleset import Rules

POSITIONS = 30
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Who knows Tarock cards or the game of 1840 would decide otherwise.
ALTERED: dict[str, Any] = {
    "card_points.koenig": 2,
    "card_points.bube": 5,
    "rank.order[colour=red]": ["Bube", "Vierer", "Dame", "Aß", "König", "Zweier", "Cavall", "Dreier"],
    "rank.order[colour=black]": ["Siebner", "König", "Achter", "Bube", "Neuner", "Cavall", "Zehner", "Dame"],
    "rank.tarock_beats_suit": False,
    "play.must_overtake": True,
    "king.own[contract=dreier]": "may not",
    "bidding.hold": "nobody",
    "talon.change_fold": 2,
    "talon.changes_max": 1,
    "discard.never": ["Bube", "Dame"],
    "ultimo.pagat_kept": False,
    "settlement.multiplier[contract=dreier]": 7,
    "settlement.price_repeats[contract=dreier,result=won]": True,
}
# In the texts, for a part of these names stands in no value that can be altered: the Pagat, the Scüs, the Reiter.
INVENTED = {
    "Herz": "Sun", "Careau": "Cloud", "Treffle": "Thorn", "Pique": "Wave", "König": "Warden", "Dame": "Singer",
    "Reiter": "Rover", "Bube": "Miller", "Aß": "Lantern", "Zweier": "Anchor", "Dreier": "Whistle", "Vierer": "Basket",
    "Zehner": "Kettle", "Neuner": "Feather", "Achter": "Ladder", "Siebner": "Mirror", "Pagat": "Sprout",
    "Scüs": "Comet", "kings": "Wardens", "king": "Warden",
}  # fmt: skip
# a pip, and not the bid of this name
_CARD = re.compile(rf"(?<=[-,] )Dreier(?=[,.;])|(?<=-)Dreier\b|\b(?:{'|'.join(INVENTED.keys() - {'Dreier'})})\b")
HEAD = """\
# A card game

Four players, A, B, C and D, play a game of the Tarock family that is in no book: its rules are made for this test, and
most of the names of its cards are invented. The trumps are the cards with a Roman number, the Sprout and the Comet.
{told}
Answer each of the {positions} positions in one line, in this form:

    7: b | b d e

First the number of the position; then the one answer that you choose; behind the bar all answers that you hold to be
right. Where only one is right, the same letter stands on both sides. Answer every position, and guess if you must.
"""
WITH = "How it is played you learn from the twelve steps below, each with its right answers, and from nothing else.\n"
WITHOUT = "Nobody has told you how it is played.\n"


def make_altered_engine(rules: Rules) -> Engine:
    """Return the engine of the altered game."""
    altered = rules.fork(ALTERED)
    return Engine(Pack(altered), altered, Options())


def find_positions(engine: Engine) -> Iterator[PathStep]:
    """Yield positions that the steps do not show, without end, one of each topic after the other."""
    seen = {step.history for step in make_path(engine)}
    for number in count(1):
        for step in make_path(engine, f"unseen {number} "):
            if step.history not in seen:
                seen.add(step.history)
                yield step


def describe(engine: Engine, step: PathStep) -> Iterator[str]:
    """Yield the lines of a position as a player sees it: what was said, his cards, the trick, the question."""
    state = engine.new_state(step.dealer)
    for action in step.history:
        state.apply_action(action)
    view = state.observe(step.seat)
    cards = [card.printed for card in engine.cards]

    def name(numbers: Iterable[int]) -> str:
        return ", ".join(cards[number] for number in sorted(numbers))

    first = engine.forehand[step.dealer]
    turn = [SEATS[(first + place) % len(SEATS)] for place in range(len(SEATS))]
    yield f"You are {SEATS[step.seat]}. In turn: {', '.join(turn)}; {turn[0]} is forehand, {SEATS[step.dealer]} dealer."
    said = [f"{SEATS[seat]} {_name_act(engine, act)}" for seat, act in view.bids]
    if said:
        yield f"Said so far: {', '.join(said)}."
    if view.phase is not Phase.END:
        yield f"Your cards: {name(view.hand)}."
    if view.phase is Phase.PURCHASE:
        yield f"The half of the talon that you see: {name(view.halves[-1])}."
    of_taker = step.topic is PathTopic.TAKER  # who takes is asked of a trick that is complete
    trick = view.tricks[-2 if of_taker else -1] if view.phase is Phase.PLAY else ()
    if trick:
        yield f"The trick: {', '.join(f'{SEATS[seat]} {cards[card]}' for seat, card in trick)}."
    if step.shown:
        yield f"The cards that are counted: {name(step.shown)}."
    yield ""
    yield f"**{format_message(step.question).replace('Click', 'Name')}**"
    yield ""
    for letter, choice in zip(LETTERS, sorted(step.choices), strict=False):
        yield f"- {letter}: {_name_choice(engine, step.asked, choice)}"


def _name_choice(engine: Engine, asked: Asked, choice: int) -> str:
    match asked:
        case Asked.ACTS | Asked.CARDS:
            return _name_act(engine, choice)
        case Asked.SEATS:
            return SEATS[choice]
        case Asked.THIRDS:
            return format_thirds(choice)
    return str(choice)


def _name_act(engine: Engine, action: int) -> str:
    if action < len(engine.cards):
        return engine.cards[action].printed
    bid = engine.bids[action]
    return write_message(f"playing.{bid.bid}", fold=bid.fold)


def list_right(step: PathStep) -> list[str]:
    """Return the letters of the right answers of a position."""
    return [LETTERS[sorted(step.choices).index(choice)] for choice in sorted(step.right)]


def write_files(engine: Engine, folder: Path) -> None:
    """Write the questions with the steps and without them, and the key."""
    path, positions = make_path(engine), list(islice(find_positions(engine), POSITIONS))
    asked = []
    for number, step in enumerate(positions, 1):
        asked += [f"## Position {number}", "", *describe(engine, step), ""]
    learnt = []
    for number, step in enumerate(path, 1):
        title = write_message(f"path.topic.{step.topic}")
        learnt += [f"## Step {number}. {title}", "", format_message(step.told), "", *describe(engine, step), ""]
        learnt += [f"Right: {', '.join(list_right(step))}.", ""]
    for name, told, lines in (("with", WITH, [*learnt, *asked]), ("without", WITHOUT, asked)):
        text = HEAD.format(told=told, positions=len(positions)) + "\n" + "\n".join(lines)
        write_text(folder / f"{name}-steps.md", _CARD.sub(lambda found: INVENTED[found[0]], text))
    key = [{"topic": step.topic, "choices": len(step.choices), "right": list_right(step)} for step in positions]
    write_text(folder / "key.json", json.dumps(key, indent=1) + "\n")


def score(folder: Path, file: Path) -> str:
    """Return how many positions a reader has decided rightly, how many wholly, and how many chance would."""
    key = json.loads(read_text(folder / "key.json"))
    answers = {}
    for line in read_text(file).splitlines():
        if found := re.fullmatch(r"\W*(\d+)\W+([a-z])\s*\|\s*([a-z ,]+)\W*", line):
            answers[int(found[1])] = (found[2], set(found[3]) - {" ", ","})
    given = [(*answers.get(number, ("", set())), position) for number, position in enumerate(key, 1)]
    chosen = sum(one in position["right"] for one, _all, position in given)
    chance = sum(len(position["right"]) / position["choices"] for position in key)
    missed = [
        f"{number} ({position['topic']})"
        for number, (_one, every, position) in enumerate(given, 1)
        if every != {*position["right"]}
    ]
    return (
        f"{len(answers)} of {len(key)} answered; {chosen} decided rightly (by chance {chance:.1f}), "
        f"{len(key) - len(missed)} with all that is right\nnot all right: {', '.join(missed) or 'none'}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the files are written")
    parser.add_argument("--score", type=Path, metavar="ANSWERS", help="count what is right in a file of answers")
    options = parser.parse_args()
    try:
        if options.score:
            show(score(options.folder, options.score))
        else:
            write_files(make_altered_engine(ComputedCodex(find_project()).games.rules), options.folder)
        status = 0
    except (CodexError, OSError) as error:
        print_error(str(error))
        status = getattr(error, "exit_status", 2)
    sys.exit(status)
