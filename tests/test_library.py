"""`import tarock`, as programs use it."""

from __future__ import annotations

import contextlib
import doctest
import inspect
import json
import random
import re
import subprocess
import sys
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import tarock
from tarock import library
from tarock.analysis import annotation
from tarock.base import arguments, yamlio
from tarock.codex import ComputedCodex as Computed
from tarock.game.eras import find_era
from tests.conftest import EVERY, ROOT, Run, usual
from tests.game.score_files import rules_of

EXAMPLES = ROOT / "corpus/examples"
LEVELS = ("printed", "corrected")


@pytest.fixture(scope="module")
def codex(computed: Computed) -> tarock.Codex:
    return tarock.Codex(computed)


def plain(value: Any) -> bool:
    """Whether it comes back from JSON as it is."""
    return bool(json.loads(json.dumps(value)) == value)


def test_the_examples_of_its_page_hold() -> None:
    """They are in the docstrings, which the page shows; one begins with what another ends with."""
    names = {"tarock": tarock}
    finder, runner, found = doctest.DocTestFinder(), doctest.DocTestRunner(), 0
    for thing in (tarock.open, *vars(tarock.Codex).values()):
        # of a property the function that computes it
        if not callable(function := getattr(thing, "func", thing)):
            continue
        for test in finder.find(function, globs={}):
            test.globs = names
            found += len(test.examples)
            assert runner.run(test, clear_globs=False).failed == 0, test.name
    assert found > 20


def test_what_all_names_is_there_and_typed_and_nothing_is_imported_before_it_is_asked_for() -> None:
    stub = (ROOT / "scripts/tarock/__init__.pyi").read_text(encoding="utf-8")
    assert all(f" as {name}\n" in stub and getattr(tarock, name) for name in tarock.__all__)
    assert {*tarock.__all__} <= {*dir(tarock)}
    with pytest.raises(AttributeError, match="no attribute 'unheard_of'"):
        tarock.unheard_of  # type: ignore[attr-defined]  # noqa: B018
    code = "import sys, tarock; print(sum(name.startswith('tarock.') for name in sys.modules)); print(tarock.open)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("0\n<function open_codex")


def test_records_cannot_be_changed_and_are_plain_data(codex: tarock.Codex) -> None:
    game = codex.model_game("1840:m4")
    records = (
        codex.passage("1840:47.2"),
        codex.statements("1840")[0],
        codex.compare()[0],
        codex.search("revoke")[0],
        game,
        codex.replay(game),
        codex.settle("1754", (EXAMPLES / "score-1754.yaml").read_text(encoding="utf-8")),
    )
    for record in records:
        assert plain(record.as_dict()), record
        with pytest.raises(AttributeError):
            setattr(record, record.__struct_fields__[0], None)


def test_a_passage_has_what_belongs_to_it(codex: tarock.Codex, run: Run) -> None:
    passage = codex.passage("1840:47.2")
    assert passage.as_dict() == json.loads(run("show", "1840:47.2", "--json").out)[0]
    assert passage.text == "".join(each.text for each in passage.sentences)
    assert (passage.label, passage.heading) == ("§ 47, para. 2", "§ 47.")  # the heading that stands above it
    assert "Konsulation" in passage.modern  # today's spelling
    assert passage.english == passage.sentences[0].english
    assert [each.passage for each in passage.emendations] == ["1840:47.2"]
    for each in codex.passages("1840"):
        assert [each.text[it.start : it.end] for it in each.sentences] == [it.text for it in each.sentences]
        assert codex.passage(each.sentences[-1].ref).text == each.sentences[-1].text
    assert [each.ref for each in codex.passages("1840:11,13")] == [
        each.ref for each in codex.passages("1840") if each.ref.rpartition(".")[0] in ("1840:11", "1840:13")
    ]


def test_an_old_edition_has_no_english_and_a_summary_is_none(codex: tarock.Codex) -> None:
    assert codex.passage("1840:6.24@1.0.0").english == ""
    summed = codex.passage("1945:allg.2.3.1")
    assert summed.english == ""
    assert {each.english for each in summed.sentences} == {""}
    assert summed.summary
    assert summed.summary.of == "1945:allg.2.3"
    assert summed.summary == codex.passage("1945:allg.2.3.2").summary
    assert summed.summary.text.startswith("A king and each of")
    for source in ("1754", "1840", "1863", "1945"):  # no text stands as the English of two passages that differ
        texts: dict[str, set[str]] = {}
        for passage in codex.passages(source):
            texts.setdefault(passage.english, set()).add(passage.text)
        assert all(len(german) == 1 for english, german in texts.items() if len(english) > 40), source


def test_all_passages_are_those_of_the_editions(codex: tarock.Codex, computed: Computed) -> None:
    ids = [passage.ref for edition in computed.corpus.editions() for passage in edition.passages.values()]
    assert [each.ref for each in codex.passages()] == ids


def test_statements_are_those_of_the_tables(codex: tarock.Codex, computed: Computed) -> None:
    every = codex.statements()
    assert [each.id for each in every] == [each.id for table in computed.tables.values() for each in table]
    assert {each.siglum for each in codex.statements("1863")} == {"1863"}
    assert {each.key for each in codex.statements(topic="ultimo")} == {
        each.key for each in every if each.key.startswith("ultimo.")
    }
    in_47 = codex.statements(ref="1840:47")
    assert in_47
    assert [each.id for each in in_47] == [
        each.id for each in every if any(support.ref.startswith("1840:47.") for support in each.supports)
    ]
    by_sentence = {
        each.id for it in codex.passages("1840:47") for s in it.sentences for each in codex.statements(ref=s.ref)
    }
    assert by_sentence == {each.id for each in in_47}
    found = {each.id for each in codex.statements(term="supra")}
    said = {each.id for each in every for support in each.supports if re.search(r"\b[Ss]upra\b", support.quote)}
    assert found == said
    assert found


def test_what_is_found_names_the_statements_that_rest_on_it(codex: tarock.Codex, run: Run) -> None:
    hits = codex.search("revoke", "1840")
    for hit in hits:
        assert list(hit.statements) == [each.id for each in codex.statements("1840", ref=hit.ref)]
    assert any(hit.statements for hit in hits)
    shown = json.loads(run("search", "revoke", "--source", "1840", "--json").out)["hits"]
    assert [each.as_dict() for each in hits] == shown


def test_the_comparison_is_that_of_the_command(codex: tarock.Codex, run: Run) -> None:
    rows = json.loads(run("compare", "1754", "1840", "--changed", "--json").out)["rows"]
    assert [row.as_dict() for row in codex.compare(["1754", "1840"], changed=True)] == rows


def test_a_citation_is_that_of_the_command(codex: tarock.Codex, run: Run) -> None:
    for form in ("text", "bibtex", "csl-json"):
        said = run("cite", "1840:18.2#2", "--quote", "--format", form).out
        assert codex.cite("1840:18.2#2", format=form, quote=True) + "\n" == said


@pytest.mark.parametrize("level", LEVELS)
def test_model_games_are_replayed_as_the_command_does(codex: tarock.Codex, run: Run, level: Any) -> None:
    refs = [f"1840:m{number}" for number in (2, 5)]
    said = json.loads(run("replay", *refs, "--level", level, "--json").out)
    assert [codex.replay(codex.model_game(ref, level)).as_dict() for ref in refs] == said


def test_the_tricks_tell_the_cards_of_the_book_and_what_else_was_legal(codex: tarock.Codex) -> None:
    """1840:m3.s1, read in the edition: B leads Herz-Dame, C plays the Scüs he must (63.2), D the Herz-König he must."""
    game = codex.model_game("1840:m3")
    replay = codex.replay(game)
    assert len(replay.tricks) == 12
    for trick, recorded in zip(replay.tricks, game.tricks, strict=True):
        assert [(play.seat, play.card) for play in trick.plays] == [(seat, card.printed) for seat, card in recorded]
        for play in trick.plays:
            assert play.card in play.legal
            if play.rule:
                assert play.rule in {each.key for each in codex.statements("1840", ref=play.ref)}
    assert replay.tricks[-1].running == replay.declarer_thirds
    beside = game.talon.cards + game.scat if game.solo else game.scat  # what is in no trick
    left = {card.name: card.thirds for card in (*beside, *game.talon.cards)}
    played = {card.name for trick in game.tricks for _seat, card in trick}
    unplayed = sum(thirds for name, thirds in left.items() if name not in played)
    assert sum(trick.thirds for trick in replay.tricks) + unplayed == 210  # the pack: 70 points, 1840:6.14
    assert {seat: sum(trick.winner == seat for trick in replay.tricks) for seat in game.seats} == replay.tricks_won


def test_a_game_of_ones_own_goes_in_and_out(codex: tarock.Codex, run: Run) -> None:
    path = EXAMPLES / "my-game.yaml"
    text = path.read_text(encoding="utf-8")
    game = codex.read_game(text)
    assert codex.read_game(yaml.safe_load(text)) == game == codex.read_game(game.as_dict())
    assert codex.replay(game).as_dict() == json.loads(run("replay", str(path), "--json").out)[0]


@pytest.mark.parametrize("era", ["1754", "1840", "1863", "1945"])
def test_scores_are_settled_as_the_command_does(codex: tarock.Codex, run: Run, era: str) -> None:
    path = EXAMPLES / f"score-{era}.yaml"
    said = json.loads(run("score", "--era", era, str(path), "--json").out)
    text = path.read_text(encoding="utf-8")
    assert codex.settle(era, text).as_dict() == codex.settle(era, yaml.safe_load(text)).as_dict() == said


def test_a_state_begins_with_a_deal_of_a_model_game(codex: tarock.Codex, computed: Computed) -> None:
    for number in (3, 4, 6, 8):  # whose cards are the pack
        game = codex.model_game(f"1840:m{number}")
        state = codex.new_initial_state(deal=game)
        for seat, name in enumerate(game.seats):
            shown = state.information_state_string(seat)
            assert all(card.printed in shown for card in game.hands[name])
        # who has the Vorhand, on the right of the dealer, speaks first (1840:7.7)
        assert game.seats[state.current_player()] == game.find_forehand(computed.context.rules())


def test_a_deal_may_name_other_seats_and_is_dealt_as_it_is(codex: tarock.Codex) -> None:
    game = codex.model_game("1840:m4").as_dict()
    names = dict(zip(game["seats"], ("Anna", "Berta", "Cilli", "Dora"), strict=True))
    deal = {
        "seats": [*names.values()],
        "dealer": names[game["dealer"]],
        "hands": {names[seat]: cards for seat, cards in game["hands"].items()},
        "talon": game["talon"],
    }
    here, there = codex.new_initial_state(deal=deal), codex.new_initial_state(deal=game)
    assert str(here) == str(there)
    assert here.history() == there.history()


def test_a_played_game_replays_as_its_state_does(codex: tarock.Codex) -> None:
    chance = random.Random(7)
    state = codex.new_initial_state(dealer=2)
    while not state.is_terminal() or not any("dreier" in each for each in str(state).split(" | ")):
        if state.is_terminal():
            state = codex.new_initial_state(dealer=2)
        state.apply_action(chance.choice(state.legal_actions()))
    game: Any = codex.read_game(state.to_game().as_dict())
    replay: Any = codex.replay(game)
    assert replay.findings == ()
    assert replay.scores == state.replay().sheet.totals
    again = codex.new_initial_state(dealer=2)
    for action in state.history()[:54]:
        again.apply_action(action)
    assert str(codex.new_initial_state(deal=game)) == str(again)


M4 = "1840:m4"
WRONG: dict[str, tuple[Any, str, str]] = {
    "several passages": (lambda c: c.passage("1840:47"), "names 6 passages", "1840:47.1"),
    "no passage": (lambda c: c.passage("1840:999"), "no `999`", "the last is 1840:131"),
    "no source": (lambda c: c.statements("1800"), "unknown source", "1754, 1840"),
    "no source compared": (lambda c: c.compare(["1754", "1800"]), "unknown source", "1754, 1840"),
    "no key": (lambda c: c.statements(key="deal.hands"), "unknown key", "deal.hand"),
    "no topic": (lambda c: c.statements(topic="cards"), "unknown topic", "expected one of"),
    "no term": (lambda c: c.statements(term="Mondd"), "no term", "Mond"),
    "old edition": (lambda c: c.statements(ref="1840:6.2@1.0.0"), "the present edition", "without @VERSION"),
    "no words": (lambda c: c.search(" "), "nothing to look for", "words"),
    "no format": (lambda c: c.cite("1840:47.2", format="mla"), "no format", "bibtex"),
    "no words in a urn": (lambda c: c.cite("1840:47.2", format="urn", quote=True), "URN", "no --quote"),
    "no game": (lambda c: c.model_game("1840:m9"), "unknown model game", "m8"),
    "no level": (lambda c: c.model_game(M4, "final"), "unknown level", "printed"),
    "no yaml": (lambda c: c.read_game("a: ["), "<text>:2: broken YAML", "well-formed"),
    "no json": (lambda c: c.read_game({"era": {1, 2}}), "no file could have", "objects"),
    "endless": (lambda c: c.read_game(endless()), "no file could have", "objects"),
    "no card": (
        lambda c: c.read_game({**c.model_game(M4).as_dict(), "tricks": ["A Kaiser - B II - C III - D V"]}),
        "<data>.tricks.0: character", "a card such as",
    ),
    "no score": (lambda c: c.settle("1754", {"era": "1754"}), "<data>: ", "score-1754.yaml"),
    "no era": (lambda c: c.settle("1800", {}), "era `1800`", "1754"),
    "a dealer and a deal": (lambda c: c.new_initial_state(deal=c.model_game(M4), dealer=1), "beside a deal", "one of"),
    "five": (lambda c: dealt(c, fifth="E"), "not 4 players", "no fifth"),
    "three": (lambda c: dealt(c, seats=["A", "B", "C"]), "not 4 players", "4 seats"),
    "a stranger deals": (lambda c: dealt(c, dealer="E"), "no player `E`", "A, B, C, D"),
    "no hands": (lambda c: dealt(c, hands={}), "hands and seats differ", "A, B, C, D"),
    "short talon": (lambda c: dealt(c, talon={"whole": "XXI"}), "<data>.talon.whole: 1 cards", "6"),
    "half a talon": (lambda c: dealt(c, talon={"upper": "XXI, XX, XIX"}), "not given whole", "lower"),
}  # fmt: skip


def endless() -> dict[str, Any]:
    data: dict[str, Any] = {}
    data["era"] = data
    return data


def dealt(codex: tarock.Codex, **other: Any) -> tarock.State:
    return codex.new_initial_state(deal={**codex.model_game(M4).as_dict(), **other})


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_what_was_expected(codex: tarock.Codex, name: str) -> None:
    call, what, expected = WRONG[name]
    with pytest.raises(tarock.Error) as caught:
        call(codex)
    assert what in f"{caught.value.place}: {caught.value.what}"
    assert expected in caught.value.expected


def test_a_card_in_two_hands_is_no_deal(codex: tarock.Codex) -> None:
    game = codex.model_game(M4).as_dict()
    hands = {**game["hands"], "A": game["hands"]["B"]}
    with pytest.raises(tarock.Error, match="lies in two places; expected each card"):
        dealt(codex, hands=hands)


def test_all_that_is_wrong_in_a_score_is_told(codex: tarock.Codex) -> None:
    data = yaml.safe_load((EXAMPLES / "score-1754.yaml").read_text(encoding="utf-8"))
    data["seats"] = ["A", "A", "B"]
    with pytest.raises(tarock.Error) as caught:
        codex.settle("1754", data)
    assert len(caught.value.faults) > 1
    assert all(each.file.startswith("<data>") and each.line is None for each in caught.value.faults)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


@given(data=st.data(), value=JSON)
def test_whatever_stands_in_a_field_is_read_or_refused(codex: tarock.Codex, data: st.DataObject, value: Any) -> None:
    """A game, a score or a deal with anything in one of its fields: `tarock.Error` and nothing else."""
    game = codex.model_game(M4).as_dict()
    field = data.draw(st.sampled_from(sorted(game)))
    for call in (
        lambda: codex.replay(codex.read_game({**game, field: value})).as_dict(),
        lambda: dealt(codex, **{field: value}),
        lambda: codex.settle("1840", {**game, field: value}),
    ):
        try:
            call()
        except tarock.Error as error:
            assert error.what


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.yaml")))
def test_any_other_word_in_a_file_of_ones_own_changes_what_is_said(codex: tarock.Codex, name: str) -> None:
    """Nothing in it is passed over: it is refused, or told in the result. Comments are for people."""
    text = re.sub(r"(?m)^#.*\n| #.*$", "", (EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8"))

    def said(text: str) -> Any:
        try:
            if name == "my-game":
                return codex.replay(codex.read_game(text)).as_dict()
            if name.startswith("game-"):  # of an era that replays its own
                return replayed(name.removeprefix("game-"), text)
            return codex.settle(name.split("-")[1], text).as_dict()
        except tarock.Error as error:
            return str(error)

    def replayed(siglum: str, text: str) -> dict[str, Any]:
        document = yamlio.parse(text, Path("<text>"))
        played = find_era(siglum).replay_document(document, rules_of(siglum))
        return {"game": played.game.as_dict(), "found": [each.code for each in played.findings]}

    chance, before = random.Random(name), said(text)
    assert isinstance(before, dict)
    words = [*re.finditer(r"\w[\w-]*", text)]
    for word in chance.sample(words, min(25 if EVERY == 1 else 8, len(words))):
        other = chance.choice(("Unfug", "7", chance.choice(words)[0]))
        if other != word[0]:
            assert said(f"{text[: word.start()]}{other}{text[word.end() :]}") != before, (word, other)


@pytest.mark.slow
@pytest.mark.parametrize("siglum", ["1754", "1863", "1945"])
def test_a_game_that_was_played_is_read_and_replayed(codex: tarock.Codex, siglum: str) -> None:
    """As `tarock replay` has it: without faults, with the result that the state tells."""
    chance, state = random.Random(siglum), codex.new_initial_state(siglum)
    while not state.is_terminal():
        dealt = [action for action, _chance in state.chance_outcomes()] if state.is_chance_node() else ()
        state.apply_action(chance.choice(dealt or state.legal_actions()))
    game: Any = state.to_game()  # type: ignore[attr-defined]
    assert codex.read_game(game.dump()) == codex.read_game(game.as_dict()) == game
    replay: Any = codex.replay(game)  # under each reading of what is open, which takes seconds
    assert replay.findings == ()
    assert replay.settlement.totals == game.result.totals
    with pytest.raises(tarock.Error, match=f"`fifth`; see corpus/examples/game-{siglum}.yaml"):
        codex.read_game({**game.as_dict(), "fifth": "E"})


VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 1.5, float("nan"), "", " ", "\0", "\ud800", "x" * 5000, "1840:" + "9" * 5000, b"1840",
    [], ["\ud800"], [1], {}, {"a": 1}, {1: 2}, {"era": "\ud800"}, {"words": "x"}, object(), ("1754",), ([],), print,
    set(), iter([1]), Path("/nowhere/at\0all"), Path("/nowhere"), tarock.Options(words=7), tarock.Options(knocked="x"),  # type: ignore[arg-type]
)  # fmt: skip
NEEDED = {
    "query": "revoke", "document": "1840:47.2", "era": "1754", "score": {}, "action": 0, "player": 0, "seat": 0,
    "history": (), "draw": random.Random(1).random,
    "source": "1754",
    "cards": "XIX XVIII XVII XIV XIII - Herz-König - Careau-Dreier, Vierer, Zweier - Pique-Zehner",
}  # fmt: skip


@pytest.mark.slow
def test_every_wrong_argument_of_every_public_function_is_refused_by_name(codex: tarock.Codex) -> None:
    """An error of ours, or a `TypeError` that names the argument: nothing else of whatever kind the value is."""
    game = codex.model_game(M4)
    played = codex.new_initial_state(deal=game)
    needed = {**NEEDED, "game": game, "ref": M4, "engine": played.engine}
    owners = (tarock.Codex, codex), (tarock.State, codex.new_initial_state()), (tarock.State, played)
    functions: list[Any] = [tarock.open, tarock.State]
    for kind, owner in owners:
        functions += [getattr(owner, name) for name in dir(kind) if callable(getattr(kind, name)) and name[0] != "_"]
    tried = 0
    for function in functions:
        parameters = inspect.signature(function).parameters.values()
        good = {each.name: needed[each.name] for each in parameters if each.default is each.empty}
        for name in (each.name for each in parameters):
            for value in VALUES:
                try:
                    function(**good | {name: value})
                except tarock.Error as error:
                    assert error.what
                except TypeError as error:
                    assert f"`{name}`" in str(error), (function, name, value)
                tried += 1
        if not parameters:
            with contextlib.suppress(tarock.Error):
                function()
    assert tried > 500
    assert played.history() == codex.new_initial_state(deal=game).history()


def reachable(*begun: Any) -> dict[type, Any]:
    """Map each class of ours to the first object of it that these objects, their fields and properties lead to."""
    found: dict[type, Any] = {}
    left, seen = [*begun], set[int]()
    while left:
        each = left.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, list | tuple | dict):
            left += [*(each.values() if isinstance(each, dict) else each)][:20]
        elif isinstance(each, msgspec.Struct) and type(each).__module__.startswith("tarock."):
            found.setdefault(type(each), each)
            left += [getattr(each, name, None) for name in type(each).__struct_fields__]
    return found


@pytest.mark.slow
def test_every_wrong_argument_of_every_function_of_a_record_is_refused_by_name(
    codex: tarock.Codex, computed: Computed
) -> None:
    """The records are those that the public functions lead to; of a class the functions of its objects."""
    game = codex.model_game(M4)
    played = codex.new_initial_state(deal=game)
    others = [codex.read_game((EXAMPLES / f"game-{era}.yaml").read_text("utf-8")) for era in ("1754", "1863", "1945")]
    found = reachable(
        codex.statements(), codex.compare(["1754", "1840"]), [*codex.matters.values()][:3], codex.search("revoke"),
        game, codex.answer("who deals first"), codex.passage("1840:47.2"), codex.claims("1754")[:2],
        codex.verify("„doppelte Consulation“ 1840:47.2"),
        codex.replay(game), codex.settle("1754", (EXAMPLES / "score-1754.yaml").read_text("utf-8")), played.observe(0),
        codex.altered("1840", {"play.must_tarock": False}).altered_rules,
        annotation.load(ROOT / "rules_data/analysis/1840-m4.json"), codex.hand(HAND, "solo", 1, 100), codex.tasks[0],
        played.rule(0), others, [codex.replay(each) for each in usual(others)],
    )  # fmt: skip
    named = {getattr(tarock, name) for name in tarock.__all__} - {tarock.Codex, tarock.Error, tarock.State, tarock.open}
    # a settled game leads to all of the engine's own records, which nobody makes by hand
    classes = {each for each in named - {tarock.SettledGame} if not get_origin(each)}
    records = {each for each in classes if issubclass(each, msgspec.Struct)}
    assert all(any(issubclass(kind, each) for kind in (*found, tarock.Options)) for each in records)
    passage = computed.corpus.unit("1840:47.2")
    good = [
        computed.context.rules(),
        computed.games.pack,
        lambda _name: game,
        passage,
        *found.values(),
        "1840",
        0,
        (),
        {},
        True,
    ]
    tried = 0
    for kind, owner in found.items():
        for name in dir(kind):
            constructs = isinstance(inspect.getattr_static(kind, name), classmethod) and name != "from_object"
            if name[0] == "_" or constructs or not callable(getattr(kind, name)):
                continue
            function = getattr(owner, name)
            parameters = inspect.signature(function).parameters
            kinds = get_type_hints(inspect.unwrap(getattr(kind, name)))
            fill = {
                each.name: next(it for it in good if arguments.has_type(it, kinds[each.name]))
                for each in parameters.values()
                if each.default is each.empty and each.kind is each.POSITIONAL_OR_KEYWORD
            }
            for each in parameters.values():
                for value in VALUES if each.kind is not each.VAR_KEYWORD else ():
                    if callable(value) and get_origin(kinds[each.name]) is Callable:
                        continue  # a function, as is expected; what it returns is the caller's
                    several = each.kind is each.VAR_POSITIONAL
                    try:
                        function(value) if several else function(**fill | {each.name: value})
                    except tarock.Error as error:
                        assert error.what
                    except TypeError as error:
                        assert f"`{each.name}`" in str(error), (kind, name, each.name, value, str(error))
                    tried += 1
    assert tried > 500


@pytest.mark.parametrize("value", [True, 0.0, 1.0, "0", None, [0]])
def test_what_is_no_whole_number_is_no_action(codex: tarock.Codex, value: Any) -> None:
    state = codex.new_initial_state()
    for call in (state.apply_action, state.rule):
        with pytest.raises(TypeError, match="argument `action` is of type"):
            call(value)
    assert state.history() == []


def test_an_empty_topic_is_none(codex: tarock.Codex) -> None:
    for call in (codex.compare, codex.statements):
        with pytest.raises(tarock.Error, match="unknown topic ``"):
            call(topic="")


def test_with_json_what_is_wrong_is_json(run: Run) -> None:
    found = run("show", "1840:999", "--json")
    assert (found.status, found.out) == (2, "")
    assert json.loads(found.err) == {
        "message": "no `999` in source 1840",
        "expected": "the last is 1840:131",
        "file": "",
        "line": None,
    }
    assert run("show", "1840:999").err == "no `999` in source 1840; the last is 1840:131\n"
    usage = run("compare", "--format", "json", "--unheard-of")
    assert usage.status == 2
    told = json.loads(usage.err)
    assert "--unheard-of" in told["message"]
    assert told["expected"].startswith("usage: tarock")


def test_each_fault_of_a_file_is_json_with_its_line(run: Run, tmp_path: Any) -> None:
    path = tmp_path / "game.yaml"
    text = (EXAMPLES / "score-1754.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace('era: "1754"', 'era: "1840"'), encoding="utf-8")
    line = next(number for number, words in enumerate(text.splitlines(), 1) if words.startswith("era:"))
    found = run("score", "--era", "1754", str(path), "--json")
    assert [json.loads(each) for each in found.err.splitlines()] == [
        {
            "message": "the file's era is `1840`",
            "expected": 'expected "1754", in quotes',
            "file": str(path),
            "line": line,
        }
    ]
    assert run("score", "--era", "1754", str(path)).err.startswith(f"{path}:{line}: the file's era")


def test_its_module_is_the_door_of_the_commands(codex: tarock.Codex) -> None:
    assert codex.left_out == ()
    assert library.open_codex is tarock.open
    assert tarock.open(ROOT).sources == codex.sources


# --- what is documented is returned ---------------------------------------------------------------------------------


def finish(state: Any, seed: int = 7) -> Any:
    """The state at the end of a game of random actions in which somebody has bid."""
    chance = random.Random(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[1] if state.phase == "bidding" and not state.history()[54:] else chance.choice(legal))
    return state


def is_of(value: Any, kind: Any) -> bool:
    """Whether a value is what an annotation says, each of its items too."""
    args = get_args(kind)
    if kind in (Any, Self):
        return True
    if kind is None:
        return value is None
    if isinstance(kind, TypeVar):
        return True
    match get_origin(kind):
        case None:
            return isinstance(value, kind)
        case typing.Literal:
            return value in args
        case typing.Union | types.UnionType:
            return any(is_of(value, each) for each in args)
        case origin if origin is tuple and args[-1:] != (...,):
            return isinstance(value, tuple) and len(value) == len(args) and all(map(is_of, value, args))
        case origin if origin is dict:
            return isinstance(value, dict) and all(is_of(k, args[0]) and is_of(v, args[1]) for k, v in value.items())
        case origin if origin in (list, tuple):
            return isinstance(value, origin) and all(is_of(each, args[0]) for each in value)
        case origin:
            return isinstance(value, origin)


def classes_in(kind: Any) -> Iterator[type]:
    """Each class of ours that an annotation names."""
    if isinstance(kind, type) and not get_args(kind) and kind.__module__.startswith("tarock."):
        yield kind
    origin = get_origin(kind)
    if isinstance(origin, type) and origin.__module__.startswith("tarock."):
        yield origin
    for each in get_args(kind):
        yield from classes_in(each)


def public_members(kind: type) -> dict[str, Any]:
    """Map the names of public functions and properties of a class to the functions that compute them."""
    found = {}
    for name in dir(kind):
        what = inspect.getattr_static(kind, name)
        function = getattr(what, "fget", None) or getattr(what, "func", None) or getattr(what, "__func__", what)
        if name[0] != "_" and inspect.isfunction(function):
            found[name] = inspect.unwrap(function)
    return found


HAND = "Scüs XX XIX XVIII XVII XVI XIV I - Herz-König - Pique-König, Dame - Careau-Vierer"


def test_each_public_function_returns_the_class_that_its_signature_names(codex: tarock.Codex) -> None:
    """Each is called; every class of ours in a signature stands in the package, by which a program names it."""
    game = codex.model_game(M4)
    score = (EXAMPLES / "score-1754.yaml").read_text(encoding="utf-8")
    begun, ended = codex.new_initial_state(deal=game), finish(codex.new_initial_state(deal=game))
    given: dict[str, tuple[Any, ...]] = {
        "passage": ("1840:47.2",), "passages": ("1840:11",), "search": ("revoke",), "answer": ("who deals first",),
        "cite": ("1840:47.2",), "verify": ("„doppelte Consulation“ 1840:47.2",), "statements": ("1754",),
        "compare": ("1754", "1840"), "claims": ("1754",), "model_game": (M4,), "read_game": (game.as_dict(),),
        "replay": (game,), "analyse": (game, 100), "hand": (HAND, "solo", 1, 100), "settle": ("1754", score),
        "altered": ("1840",), "from_history": (begun.engine, begun.history()),
        "undo_action": (ended.events()[-1][0], ended.history()[-1]), "action_to_string": (0,), "card": (0,),
        "resample_from_infostate": (0, random.Random(1).random), "rule": (0,), "role": (0,),
        "apply_action": (begun.legal_actions()[0],), "force_action": (begun.legal_actions()[0],),
    }  # fmt: skip
    of_ended = {"to_game", "record_so_far", "returns", "replay", "undo_action", "bids", "announcements", "history"}
    exported = {getattr(tarock, name) for name in tarock.__all__}
    called = 0
    for kind in (tarock.Codex, tarock.State):
        for name, function in public_members(kind).items():
            hints = get_type_hints(function)
            owner: Any = codex if kind is tarock.Codex else (ended if name in of_ended else begun).clone()
            what = getattr(owner, name)
            if name == "chance_outcomes":
                what = codex.new_initial_state().chance_outcomes
            arguments_of = () if kind is tarock.State and name == "replay" else given.get(name, ())
            value = what(*arguments_of) if callable(what) else what
            assert is_of(value, hints["return"]), (kind, name, type(value), hints["return"])
            named = {each for hint in hints.values() for each in classes_in(hint)}
            assert named <= exported, (kind, name, named - exported)
            called += 1
    assert called == len(public_members(tarock.Codex)) + len(public_members(tarock.State))


@pytest.mark.parametrize("era", ["1754", "1863", "1945"])
def test_a_game_of_another_source_is_a_table_state_with_machines_that_play_it(codex: tarock.Codex, era: str) -> None:
    state, players = codex.new_initial_state(era), codex.players(era)
    assert type(state) is not tarock.State
    chance = random.Random(era)
    while not state.is_terminal():
        machine = [*players.values()][state.current_player()] if not state.is_chance_node() else None
        state.apply_action(machine.act(state) if machine else chance.choice(state.legal_actions()))
    assert isinstance(state, tarock.TableState)
    assert {type(each) for each in players.values()} == {tarock.SimplePlayer}
    assert state.children() == {}


def test_children_are_the_states_after_each_legal_action(codex: tarock.Codex) -> None:
    state = codex.new_initial_state(deal=codex.model_game(M4))
    before = state.history()
    for action, after in state.children().items():
        assert after.history() == [*before, action]
        assert [bid.seat for bid in after.bids] == ["ABCD"[state.current_player()]]
    assert state.history() == before
    assert [str(state.card(n)) for n in range(54)] == [state.action_to_string(n) for n in range(54)]
    with pytest.raises(tarock.Error, match=r"action 54 is no card; expected 0 to 53"):
        state.card(54)


def test_what_is_about_a_word_has_it_in_its_key_its_sentence_or_its_quotes(codex: tarock.Codex) -> None:
    """All that the word stands in, whatever else; a German word finds what its English name finds."""
    found = {each.id for each in codex.statements(about="pagat")}
    assert {each.id for each in codex.statements(term="pagat")} < found
    for each in codex.statements():
        texts = (each.key, each.says, *(support.quote for support in each.supports))
        if any(re.search(r"(?<![^\W_])pagat", text, re.IGNORECASE) for text in texts):
            assert each.id in found, each
    named = {each.id for each in codex.statements(about="König")}
    assert named == {each.id for each in codex.statements(about="könig")}
    assert {each.id for each in codex.statements(topic="ultimo")} <= {
        each.id for each in codex.statements(about="ultimo")
    }
    assert codex.statements(about="zeppelin") == []
    with pytest.raises(tarock.Error, match="nothing to look for"):
        codex.statements(about=" ")


PAGE = (ROOT / "scripts/tarock/publish/templates/library.md.j2").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n# (.*)\n((?:.*\n)*?)```", PAGE.partition("#programs }")[2].partition("\n## ")[0])


def test_there_are_ten_programs_on_the_page() -> None:
    assert len(PROGRAMS) == len(dict(PROGRAMS)) == 10


@pytest.mark.parametrize(("about", "program"), PROGRAMS, ids=[about for about, _program in PROGRAMS])
def test_each_program_of_the_page_runs_and_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, about: str, program: str
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(program, about, "exec"), {})
    assert capsys.readouterr().out.strip()
