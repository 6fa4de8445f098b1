"""Compare games of 1840 by this engine with the same games by the engine of an older commit, and time both.

    python -m benchmarks.compare_engines COMMIT [--games 500] [--seconds 0] [--seed 1840]

The source of the older commit is taken from git into `build/engines`, once. Each engine runs in a process of its own,
with the Python that runs this. A third of the games is random, a third has stacked cards, and a third are records with
one thing changed or with words that nobody may say. Of games that are played, what is legal at each decision is
compared, and by which rule the other actions are refused; of all of them the findings, what is concluded, and the score
sheets. The words of messages are not compared. With `--seconds`, both engines play random games in turns of a second,
without and with their settlement.

Differences are grouped, each with how many games show it and the first of them. Games in which the newer engine
concludes nothing, because their cards cannot lie as told, are counted apart: an engine before release 0.3.0 concluded
something. Ends with status 1 where other games differ.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ENGINES = ROOT / "build" / "engines"
# Codes that say that something is not judged, because cards cannot lie as told; release 0.3.0 brought them.
UNJUDGED = {"HAND-UNCERTAIN", "LEAD-UNCERTAIN", "COUNT-UNCERTAIN", "SIDES-UNCERTAIN"}
ASKED = 6  # illegal actions whose rule is asked at a decision
SHOWN = 40  # groups of differences


def extract(commit: str) -> Path:
    """Return the folder of a commit's source, data and texts, which is made where it is not there yet."""
    found = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if found.returncode:
        print(f"error: `{commit}` is no commit; expected one of this repository", file=sys.stderr)
        sys.exit(2)
    folder = ENGINES / found.stdout.strip()
    if not folder.exists():
        made = folder.with_suffix(".part")
        made.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", folder.name], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", made], input=archive, check=True)
        made.rename(folder)
    return folder


# --- one engine, in a process with the package of its folder ---------------------------------------------------------


def serve(folder: Path) -> None:
    """Answer questions, one JSON object a line, by the engine of a folder."""
    import tarock

    assert Path(tarock.__file__).is_relative_to(folder), f"{tarock.__file__} is not of {folder}"
    codex = tarock.open(folder)
    first = codex.new_initial_state("1840")
    for line in sys.stdin:
        question = json.loads(line)
        if "seconds" in question:
            answer: Any = play_for(first, **question)
        else:
            answer = {"decisions": follow(first, **question["play"])} if "play" in question else {}
            if "record" in question:
                answer["replay"] = judge(codex, first.engine, question["record"])
        print(json.dumps(answer), flush=True)


def follow(first: Any, dealer: int, actions: list[int], seed: int) -> list[Any]:
    """Return what is legal at each decision of a game, and by which rule some other actions are refused.

    An action that is not legal here ends it.
    """
    rng, engine, found = random.Random(seed), first.engine, list[Any]()
    state = type(first)(engine, dealer)
    for action in actions:
        legal = state.legal_actions()
        if not state.is_chance_node():
            others = [number for number in range(len(engine.names)) if number not in legal]
            refused = {number: state.rule(number) for number in rng.sample(others, ASKED)}
            rules = {str(number): [rule.key, rule.ref] for number, rule in refused.items()}
            found.append([str(state.phase), state.current_player(), legal, rules])
        if action not in legal:
            return found
        state.apply_action(action)
    return [*found, state.returns()]


def judge(codex: Any, engine: Any, record: dict[str, Any]) -> dict[str, Any]:
    """Return what the replay finds in a record, what it concludes, and the score sheets; or that it cannot be read."""
    from tarock.base.errors import CodexError
    from tarock.game.koenigrufen_1840.replay import replay

    try:
        run = replay(codex.read_game(record), engine.pack, engine.rules)
    except CodexError:
        return {"unread": True}
    number = {card.name: place for place, card in enumerate(engine.cards)}
    findings = [[each.code, each.trick, each.seat, number.get(each.card, each.card), each.ref] for each in run.findings]
    return {
        "findings": sorted(findings, key=str),
        "concluded": [run.partner, run.winners, run.declarer_thirds, run.result.revokes],
        "sheet": _write_sheet(run.sheet),
        "after revokes": _write_sheet(run.sheet_with_revokes) if run.sheet_with_revokes else None,
    }


def _write_sheet(sheet: Any) -> dict[str, Any]:
    lines = [[str(line.reason), sorted(line.payees), line.amount, line.ref] for line in sheet.lines]
    return {"lines": sorted(lines), "open": sorted(point.code for point in sheet.open), "totals": sheet.totals}


def play_for(first: Any, seconds: float, settled: bool) -> list[float]:
    """Play random games for some seconds of the clock; return how many, their actions, and the seconds they took."""
    rng, games, actions = random.Random(0), 0, 0
    clock, used = time.perf_counter(), time.process_time()
    while time.perf_counter() - clock < seconds:
        state = type(first)(first.engine, rng.randrange(first.engine.players))
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            actions += 1
        if settled:
            state.returns()
        games += 1
    return [games, actions, time.process_time() - used]


# --- both --------------------------------------------------------------------------------------------------------


class ServedEngine:
    """The engine of a folder, in its own process."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve", str(folder)], cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(folder / "scripts")},
        )  # fmt: skip

    def ask(self, question: Any) -> None:
        """Send a question."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()

    def hear(self) -> Any:
        """Return the answer to the question before."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"error: the engine of {self.folder} has ended")
        return json.loads(line)

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def make_questions(games: int, seed: int) -> Iterator[tuple[str, Any]]:
    """Yield the kind of each game, and what is asked of it; played games are made by the engine of this package."""
    from tests.game.koenigrufen_1840.altered_rules import OPTIONS, choose, deal, own_engine
    from tests.game.koenigrufen_1840.told_games import (
        alter_once,
        random_told,
        speak_against_the_rules,
        tell_game,
        write_record,
    )

    engine = own_engine(OPTIONS[0])
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        against, stacked = number % 3 == 2, number % 3 == 1
        if against and number % 2:
            told = random_told(rng)
            speak_against_the_rules(rng, told)
            yield "words against the rules", {"record": write_record(told)}
            continue
        kind = rng.randrange(13) if stacked else 0
        state = deal(engine, rng.randrange(engine.players), kind, rng)
        while not state.is_terminal():
            state.apply_action(choose(state, kind, rng) if stacked else rng.choice(state.legal_actions()))
        played = {"dealer": state.first_dealer, "actions": state.history(), "seed": number}
        question: dict[str, Any] = {"play": played}
        if state.declarer >= 0:
            told = tell_game(state.to_game())
            name = f"record: {alter_once(rng, told)}" if against else ""
            question = ({} if against else question) | {"record": write_record(told)}
        yield name if against and state.declarer >= 0 else "stacked" if stacked else "random", question


def list_differences(one: Any, other: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield where two answers differ, with what is before and after; of a list that has a code first, by its code."""
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted({*one, *other}):
            yield from list_differences(one.get(name), other.get(name), f"{place}/{name}")
    elif place.endswith(("/findings", "/lines", "/open")) and isinstance(one, list) and isinstance(other, list):
        for sign, left, right in (("-", one, other), ("+", other, one)):
            for each in left:
                if each not in right:
                    yield f"{place} {sign} {each if isinstance(each, str) else each[0]}", f"{sign} {each}"
    elif place.endswith("/decisions") and isinstance(one, list) and isinstance(other, list):
        for before, after in zip_longest(one, other):
            if before != after:
                yield place, f"- {before} + {after}"
    else:
        yield place, f"- {one} + {other}"


def compare(before: ServedEngine, after: ServedEngine, games: int, seed: int) -> int:
    """Compare so many games, print the differences, and return how many games differ."""
    counted, first, played = Counter[str](), dict[str, str](), Counter[str]()
    differing, unjudged = 0, 0
    for number, (kind, question) in enumerate(make_questions(games, seed)):
        before.ask(question)
        after.ask(question)
        answers = before.hear(), after.hear()
        found = dict(list_differences(*answers))
        played[kind.partition(":")[0]] += 1
        played["that cannot be read"] += any("unread" in each.get("replay", ()) for each in answers)
        if any(f"/replay/findings + {code}" in found for code in UNJUDGED):
            unjudged += 1
            continue
        differing += bool(found)
        for name, what in found.items():
            counted[name] += 1
            first.setdefault(name, f"game {number} ({kind}): {what}")
    print(
        f"{games} games ({', '.join(f'{n} {kind}' for kind, n in played.most_common())}): {differing} differ", end=", "
    )
    print(f"{unjudged} others are no longer judged")
    for name, count in counted.most_common(SHOWN):
        print(f"{count:>6} {name}\n       {first[name][:400]}")
    return differing


def time_both(before: ServedEngine, after: ServedEngine, seconds: int) -> None:
    """Print how many actions a second of the processor each engine plays, in turns, and the median of the ratios."""
    for settled in (False, True):
        rates: list[tuple[float, float]] = []
        for _turn in range(seconds + 1):
            found: list[float] = []
            for engine in (before, after):
                engine.ask({"seconds": 1, "settled": settled})
                _games, actions, used = engine.hear()
                found.append(actions / used)
            rates.append((found[0], found[1]))
        del rates[0]  # the first is to warm up
        ratios = sorted(one / other for other, one in rates)
        print("with" if settled else "without", "settlement: actions a second before", end=" ")
        print(f"{median(one for one, _ in rates):,.0f}, after {median(other for _, other in rates):,.0f};", end=" ")
        print(f"{median(ratios):.2f} times ({ratios[0]:.2f} to {ratios[-1]:.2f})")


def main() -> int:
    """Compare, and time on demand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", help="the older commit")
    parser.add_argument("--games", type=int, default=500, help="how many games are compared")
    parser.add_argument("--seconds", type=int, default=0, help="for how long each engine is timed")
    parser.add_argument("--seed", type=int, default=1840, help="the seed of the games")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return 0
    if options.commit is None:
        parser.error("no commit; expected the older one")
    before, after = ServedEngine(extract(options.commit)), ServedEngine(ROOT)
    differing = compare(before, after, options.games, options.seed) if options.games else 0
    if options.seconds:
        time_both(before, after, options.seconds)
    before.close()
    after.close()
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
