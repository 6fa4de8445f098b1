"""The values that directives read in our prose on how a game is played, and the basis of each sentence."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cached_property
from typing import Any

from tarock.base import yamlio
from tarock.base.errors import CodexError
from tarock.base.yamlio import Document
from tarock.claims.ledger import CheckedClaim, Claim
from tarock.game.common.score import ScoreLine, SettledScore
from tarock.game.eras import find_era
from tarock.game.koenigrufen_1840.model_games import LEVELS, Level
from tarock.game.koenigrufen_1840.replay import PlayedTrick, Replay
from tarock.game.taroc_1754.piles import count_face_points, count_pile
from tarock.game.taroc_1754.record import TarocGame
from tarock.publish.places import Site
from tarock.replay.context import Context
from tarock.replay.games import GameReport
from tarock.replay.uncertain import Robustness
from tarock.robustness.analysis import compute_claim, summarize_game
from tarock.rules.cases import answer_name, make_case
from tarock.rules.formula import evaluate_formula
from tarock.rules.how_to import HowTo
from tarock.rules.ruleset import Rules
from tarock.rules.tables import Statement

LEFT_OPEN, ABSENT, ASSUMED = "left open", "not in this game", "assumed by us"

_KEY = re.compile(r"(?:(?P<siglum>[A-Za-z0-9]+)/)?(?P<key>[a-z_0-9]+(?:\.[a-z_0-9]+)+)(?:\[(?P<case>[^\[\]]*)\])?")
_REQUIRED = re.compile(r"([^=\[]*(?:\[[^\]]*\])?)=?(.*)")  # a key, and the value that it must have
_PAIRS = re.compile(r",(?=\s*[a-z_]+=)")  # a value may hold a comma of its own
_REFERENCE = re.compile(r"[A-Za-z0-9]+:[A-Za-z0-9.]+")


class HowToValues:
    """Reads for the sentences of one file, and notes for each what it rests on: `refs`, and silences by their key.

    `ambiguous` are the values that the text may mean otherwise, with the line that reads them, `opened` those of which
    a sentence says so, and `told` all that are read. `rules` are those of the source, or others for a test.
    """

    def __init__(self, site: Site, how_to: HowTo, rules: Rules | None = None):
        self.site = site
        self.how_to = how_to
        self.rules = rules or Rules(site.codex.tables[how_to.siglum])
        self.ambiguous: dict[str, int] = {}
        self.opened: dict[str, Statement] = {}
        self.unstated: dict[str, None] = {}
        self.told: dict[str, Statement] = {}
        self.passages: set[str] = set()
        self.begin(1)

    def begin(self, line: int) -> None:
        """Begin a sentence in this line of the file."""
        self.line = line
        self.refs: dict[str, None] = {}
        self.keys: list[tuple[str, str, dict[str, Any]]] = []
        self.claims: list[Claim] = []
        self.games: list[tuple[str, Level]] = []
        self.silent: dict[str, str] = {}

    def error(self, what: str, expected: str) -> CodexError:
        """Return an error in the line of the sentence."""
        return self.how_to.error(self.line, what, expected)

    def case(self, written: str | None, key: str) -> dict[str, Any]:
        """Return the case between the brackets of a key, its values of the types of their dimensions."""
        if not written:
            return {}
        dimensions = self.site.codex.topics.vocabulary.dimensions
        when: dict[str, Any] = {}
        for pair in _PAIRS.split(written):
            name, _, value = (word.strip() for word in pair.partition("="))
            if name not in dimensions:
                raise self.error(f"`{name}` in `{key}` is no dimension", f"expected one of: {', '.join(dimensions)}")
            of = dimensions[name].of
            if of == "boolean":
                when[name] = {"true": True, "false": False}.get(value, value)
            else:
                when[name] = int(value) if of == "integer" and value.isdigit() else value
        return when

    def key(self, written: str) -> tuple[str, dict[str, Any]]:
        """Return a key and the case in which it is asked for.

        A key of another source keeps its siglum: `1840/deal.hand`.
        """
        match = _KEY.fullmatch(written)
        topics = self.site.codex.topics
        if not match or topics.find(match["key"]) is None:
            raise self.error(f"`{written}` is no key", topics.suggest(written.partition("[")[0]))
        if match["siglum"] and match["siglum"] not in self.site.codex.tables:
            expected = f"expected one of {', '.join(self.site.codex.tables)}"
            raise self.error(f"there is no source `{match['siglum']}`", expected)
        return written.partition("[")[0], self.case(match["case"], written)

    def find_rules(self, key: str) -> tuple[Rules, str]:
        """Return the rules of the source that a key names, or of this one, and the key without its siglum."""
        siglum, _, bare = key.rpartition("/")
        return (Rules(self.site.codex.tables[siglum]) if siglum else self.rules), bare

    def read(self, written: str) -> Any:
        """Return the value of a key, and note it as what the sentence rests on."""
        key, when = self.key(written)
        rules, bare = self.find_rules(key)
        value = rules.value(bare, **when)
        self.statement(key, when)
        return value

    def several(self, written: str) -> list[Any]:
        """Return the values of a key that is a list, or its only one."""
        value = self.read(written)
        return value if isinstance(value, list) else [value]

    def statement(self, key: str, when: dict[str, Any]) -> Statement:
        """Return the statement that holds in a case, and note it as what the sentence rests on."""
        rules, key = self.find_rules(key)
        table = rules.table
        name = answer_name(key, make_case(when))
        statement = table.find_rule(key, **when)
        if statement is None or statement.ident != name:  # a rejected answer, but asked for
            statement = next((s for s in table if s.ident == name), statement)
        if statement is None:
            statements = table.statements.get(key, ())
            expected = (
                f"expected one of {', '.join(s.ident for s in statements)}" if statements else "expected a key of it"
            )
            raise self.error(f"source {table.siglum} does not state `{name}`", expected)
        self.refs[statement.ref] = None
        self.keys.append((table.siglum, key, when))
        if table.siglum != self.how_to.siglum:
            return statement
        self.told[statement.ident] = statement
        if statement.other_reading:
            self.ambiguous.setdefault(statement.ident, self.line)
        return statement

    def number(self, written: str) -> Fraction:
        """Return the value of a key or formula.

        Of a list it is how many are in it, unless it is of a number alone.
        """

        def lookup(key: str) -> Fraction:
            value = self.read(key)
            if isinstance(value, list):
                return Fraction(value[0] if len(value) == 1 and isinstance(value[0], int) else len(value))
            try:
                return Fraction(value)
            except (TypeError, ValueError):
                raise self.error(f"`{key}` is {value!r}", "expected a number") from None

        if written.startswith("@"):
            name, _, path = written[1:].partition("/")
            return abs(Fraction(self.input(name, path)))
        if _KEY.fullmatch(written):
            return lookup(written)
        value, literals = evaluate_formula(written, lookup)
        if literals:
            raise self.error(f"a number is typed in `{written}`", "expected keys, + - * / and brackets")
        return value

    @cached_property
    def example(self) -> Document:
        """Return the example of a score file of this source."""
        return read_example(self.site, self.how_to.siglum)

    @cached_property
    def settled(self) -> SettledScore:
        """Return the example as the rules of the source settle it."""
        rules = Rules(self.site.codex.tables[self.how_to.siglum])
        return find_era(self.how_to.siglum).settle_document(self.example, rules)

    def pile(self, of: str, what: str) -> int:
        """Return of a pile in an example (`A`, or `1754/A` of another source) how it counts.

        `counting` cards and what they are `worth`, plain cards `beside` them and left `over`, and `points`.
        """
        siglum, _, seat = of.rpartition("/")
        siglum = siglum or self.how_to.siglum
        record, rules = find_era(siglum).read(read_example(self.site, siglum)), Rules(self.site.codex.tables[siglum])
        if not isinstance(record, TarocGame) or seat not in record.piles:
            raise self.error(
                f"`{of}` has no pile in the example", "expected a seat of a game that is recorded by piles"
            )
        pile = record.piles[seat]
        plain, ref = rules.number_with_ref("counting.group_plain")
        self.refs[ref] = None
        beside = plain * pile.counting
        found = {
            "counting": pile.counting,
            "worth": count_face_points(pile, rules),
            "beside": beside,
            "over": pile.plain - beside,
            "points": count_pile(pile, rules).points,
        }
        if what not in found:
            raise self.error(f"`{what}` is nothing of a pile", f"expected one of {', '.join(found)}")
        return found[what]

    def gain(self, account: str, what: str) -> int:
        """Return what an account gains in the example for a reason or in a deal, in all where `what` is empty.

        It is negative for a loss. The sentence rests on the passages of the payments.
        """
        lines = [line for line in self.settled.sheet.lines if what in ("", line.reason, _name_deal(line))]
        if account not in self.settled.totals or not lines:
            expected = f"expected one of {', '.join(self.settled.totals)}, and a reason or deal of the example"
            raise self.error(f"`{account}` gains nothing for `{what}`", expected)
        self.refs.update((line.ref, None) for line in lines)
        moved = [transfer for line in lines for transfer in line.split()]
        gained = sum(transfer.amount for transfer in moved if transfer.payee == account)
        return gained - sum(transfer.amount for transfer in moved if transfer.payer == account)

    def input(self, name: str, path: str) -> Any:
        """Return an input of a claim, or what the `example` says, by the path of names there."""
        inputs = self.example.data if name == "example" else self.claim(name).claim.inputs
        return self.part(inputs, path, name)

    def claim(self, name: str) -> CheckedClaim:
        """Return a claim, and note its passage as what the sentence rests on."""
        for checked in self.site.codex.checked_claims:
            if checked.claim.id == name:
                self.refs[checked.claim.ref] = None
                return checked
        raise self.error(f"there is no claim `{name}`", "expected the id of a claim")

    def computed(self, name: str) -> Any:
        """Return the value computed for a claim, and note it as what the sentence rests on."""
        checked = self.claim(name)
        self.claims.append(checked.claim)
        return checked.computed

    def game(self, name: str) -> GameReport:
        """Return a model game by its name, such as `m1`."""
        for report in self.site.codex.game_reports:
            if report.name == name:
                return report
        raise self.error(f"there is no model game `{name}`", "expected its name, such as m1")

    def played(self, name: str) -> Replay:
        """Return a model game replayed; the sentence rests on it, and on the hand of its declarer."""
        report = self.game(name)
        self.rest_on(report)
        replay = report.best.replay
        self.refs[f"{report.ref}.{replay.game.declarer}"] = None
        return replay

    def trick(self, name: str, number: str) -> PlayedTrick:
        """Return a trick of a model game; the sentence rests on it, and on the game."""
        report = self.game(name)
        tricks = list(report.best.replay.tricks)
        trick = tricks[self.place(number, len(tricks), f"{name} has no trick")]
        self.rest_on(report)
        self.refs[f"{report.ref}.s{trick.number}"] = None
        return trick

    def rest_on(self, report: GameReport) -> None:
        """Let the sentence rest on the result of a game."""
        level = next(level for level in LEVELS if level == report.best.level)
        self.games.append((report.name, level))

    @property
    def robustness(self) -> Robustness:
        """Return how robust the sentence is by tables, claims and games."""
        keys, claims, games = self.keys, self.claims, self.games

        def compute(context: Context) -> Any:
            values = [context.rules(siglum).value(key, **when) for siglum, key, when in keys]
            return (
                values,
                [compute_claim(claim, context) for claim in claims],
                [summarize_game(*game, context) for game in games],
            )

        return self.site.codex.robustness_analysis.analyse(compute)

    def place(self, written: str, count: int, lacking: str) -> int:
        """Return the index, from 0, of one of `count` things; `lacking` says what has it not."""
        if not written.isdecimal() or not 0 < int(written) <= count:
            raise self.error(f"{lacking} `{written}`", f"expected up to {count}")
        return int(written) - 1

    def part(self, found: Any, path: str, name: str) -> Any:
        """Return the part of a claim's value at a path of names, and of numbers from 1 in a list."""
        for step in filter(None, path.split(".")):
            if isinstance(found, list):
                found = found[self.place(step, len(found), f"`{name}` has no part")]
                continue
            if not isinstance(found, dict) or step not in found:
                raise self.error(f"`{name}` has no part `{path}`", "expected a name in it")
            found = found[step]
        return found[0] if isinstance(found, list) and len(found) == 1 else found

    def silence(self, written: str) -> None:
        """Require that the source says nothing on a key."""
        key, _when = self.key(written)
        table = self.rules.table
        if key in table.statements:
            raise self.error(f"source {table.siglum} does state `{key}`", "expected a key on which it is silent")
        silence = table.silence(key)
        if silence.ref:
            self.refs[silence.ref] = None
        if silence.silence != "not applicable":
            self.unstated[key] = None
        self.silent[key] = ABSENT if silence.silence == "not applicable" else silence.silence

    def open(self, written: str) -> None:
        """Mark the paragraph as resting on a rule that can be read otherwise; shows no words itself.

        Raises `CodexError` where the rule has neither a note nor another reading.
        """
        statement = self.statement(*self.key(written))
        if not statement.other_reading and not statement.note:
            raise self.error(f"`{written}` is read in no other way", "expected one with a note or another reading")
        self.opened[statement.ident] = statement
        self.silent[statement.key] = LEFT_OPEN

    def assumed(self, written: str) -> None:
        """Require that a value is ours, at a passage of the source that does not answer."""
        key, when = self.key(written)
        found = self.rules.table.find_assumption(key, **when)
        if found is None:
            raise self.error(f"`{written}` is not assumed", "expected a value of assumed.yaml")
        self.refs[found.record.at] = None
        self.keys.append((self.how_to.siglum, key, when))
        self.silent[key] = ASSUMED

    def require(self, written: str) -> None:
        """Let the sentence rest on a passage, a key, or a key with the value behind its `=`."""
        if _REFERENCE.fullmatch(written):
            siglum, _, name = written.partition(":")
            if name not in self.site.corpus.edition(siglum).passages:
                raise self.error(f"{written} does not exist", "expected a passage")
            self.refs[written] = None
            self.passages.add(written)
            return
        name, expected = map(str.strip, _REQUIRED.findall(written)[0])
        if not expected:
            self.statement(*self.key(name))
            return
        value = self.read(name)
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        if isinstance(value, bool):
            shown = shown.lower()
        elif isinstance(value, int | Fraction) or any(letter.isdigit() for letter in expected):
            raise self.error(
                f"a number is typed for `{name}`", f"expected {{{{ number('{name}') }}}} where the sentence tells it"
            )
        if shown != expected:
            raise self.error(f"the sentence rests on `{name}` being {expected}", f"the table says {shown}")

    def require_open(self) -> None:
        """Raise `CodexError` for an ambiguous value while no sentence says so."""
        for key, line in self.ambiguous.items():
            if key not in self.opened:
                raise self.how_to.error(
                    line,
                    f"`{key}` can be read otherwise",
                    f"expected a sentence that says so, with {{{{ open('{key}') }}}}",
                )


def read_example(site: Site, siglum: str) -> Document:
    """Return the example of a score file of a source."""
    return yamlio.load(site.codex.project.corpus / find_era(siglum).score.example)


def _name_deal(line: ScoreLine) -> str:
    return f"deal {line.what.values['deal']}" if line.what.key == "in_deal" else ""
