"""What commands print and claims show of values is in the agreed words, never the name that data has for it."""

from __future__ import annotations

import re

import pytest

from tarock.claims.expectation import describe_value
from tarock.codex import ComputedCodex
from tarock.game.eras import ERAS
from tests.conftest import ROOT, Run

_NAME = re.compile(
    r"(?:ultimo|volat) [0-9]|[A-Z]+(?:-[A-Z]{2,})+|\w+_\w+|[\[\]{}]|'\w|\b(?:True|False|None|Tarock|Farben)\b"
)
_NAMED = ("bid", "honour", "party")  # the vocabularies of which claims have words
_EXAMPLES = [(era, f"corpus/examples/score-{era}.yaml") for era in ERAS]


def raw(codex: ComputedCodex, text: str) -> list[str]:
    """What of a shown value is a name in the data: another word is agreed, or shown, for it."""
    labels = codex.topics.vocabulary.labels
    own = {word for name in _NAMED for word, label in labels[name].items() if word != label} - {"declarer"}
    return [
        *_NAME.findall(text),
        *(own & set(re.findall(r"[\w-]+", text))),
        *codex.termbase.find_refused(text),
    ]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"A": "declarer", "B": "defenders"}, "A declarer, B opponents"),
        ("B dreier 3", "B a triple Dreier"),
        ("ultimo 1, volat 0", "ultimo raised once, Volat announced"),
        ("refused: BID-NOT-HIGHER", "refused: it is no higher bid"),
        (["m7", "m8"], "game 7, game 8"),
        ({"honours": {"all_three": True}, "king_lost": []}, "honours All Three yes, king lost none"),
        ("Tarock", "trumps"),
    ],
)
def test_a_value_of_a_claim_is_told(computed: ComputedCodex, value: object, shown: str) -> None:
    """As it is, each of them has a name of the data in it."""
    assert describe_value(value) == shown
    assert raw(computed, str(value))
    assert not raw(computed, shown)


def test_every_value_of_a_claim_is_told_in_the_agreed_words(computed: ComputedCodex) -> None:
    values = [value for each in computed.checked_claims for value in (each.computed, each.claim.expected)]
    assert len(values) > 1200
    assert {text: found for text in map(describe_value, values) if (found := raw(computed, text))} == {}


@pytest.mark.parametrize(
    "command",
    [
        ("check",),
        ("replay", *(f"1840:m{number}" for number in range(1, 9))),
        *(("score", "--era", era, str(ROOT / file)) for era, file in _EXAMPLES),
        ("score", "--era", "1945", str(ROOT / "corpus/examples/score-1945-play.yaml")),
    ],
    ids=lambda command: "-".join(command[:3])[:20],
)
def test_commands_print_the_agreed_words(run: Run, computed: ComputedCodex, command: tuple[str, ...]) -> None:
    found, terms = run(*command), computed.termbase
    assert len(found.out.splitlines()) > 5
    assert {line: faults for line in found.out.splitlines() if (faults := terms.find_refused(line))} == {}
