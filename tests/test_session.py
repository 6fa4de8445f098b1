"""Sessions: a result is computed once, and again only where an input that it has read is another one."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Hashable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarock.base.errors import CodexError
from tarock.base.session import ABSENT, CycleError, Input, Members, Presence, Session


class Cell(Input, cache_hash=True):
    """An input of these tests."""

    name: str


class Cells:
    """Inputs out of a mapping."""

    def __init__(self, values: Mapping[str, Any]):
        self.values = values

    def find(self, name: Input) -> Any:
        return self.values.get(name.name, ABSENT) if isinstance(name, Cell) else ABSENT

    def names(self, group: Hashable) -> Iterable[Input]:
        return [Cell(name) for name in self.values] if group is Cell else ()


class Counted(Session):
    """A session that knows which queries were run."""

    def __init__(self, values: Mapping[str, Any]):
        super().__init__(Cells(values))
        self.runs: list[str] = []


def product(session: Counted) -> int:
    session.runs.append("product")
    found: int = session.read(Cell("a")) * session.get(total)
    return found


def total(session: Counted) -> int:
    session.runs.append("total")
    found: int = session.read(Cell("b")) + session.read(Cell("c"))
    return found


def cells(session: Counted) -> tuple[Any, ...]:
    session.runs.append("cells")
    return tuple((name, session.read(name)) for name in session.names(Cell))


def optional(session: Counted) -> bool:
    session.runs.append("optional")
    return session.has(Cell("d"))


def failing(session: Counted) -> int:
    session.runs.append("failing")
    raise CodexError(f"b is {session.read(Cell('b'))}", "expected another")


def round_about(session: Counted, number: int) -> int:
    return session.get(round_about, 1 - number)


@pytest.fixture
def session() -> Counted:
    return Counted({"a": 2, "b": 3, "c": 4})


def test_a_result_is_computed_once(session: Counted) -> None:
    assert [session.get(product), session.get(product), session.get(total)] == [14, 14, 7]
    assert session.runs == ["product", "total"]


def test_what_a_result_depends_on_is_known_also_by_way_of_others(session: Counted) -> None:
    session.get(total)
    found = session.track(lambda session: session.get(product))
    assert found.unwrap() == 14
    assert found.reads == {Cell("a"), Cell("b"), Cell("c")}


def test_a_fork_keeps_what_it_does_not_touch(session: Counted) -> None:
    session.get(product)
    assert session.fork({Cell("a"): 5}).get(product) == 35
    assert session.runs == ["product", "total", "product"]
    assert session.get(product) == 14


def test_what_a_fork_computes_from_untouched_inputs_is_kept_for_others(session: Counted) -> None:
    session.fork({Cell("a"): 5}).get(total)
    assert (session.get(total), session.runs) == (7, ["total"])


def test_overrides_compose_and_the_later_wins(session: Counted) -> None:
    other = session.fork({Cell("a"): 5, Cell("b"): 0}).fork({Cell("a"): 6, Cell("c"): 1})
    assert other.get(product) == 6
    back = other.fork({Cell("a"): 2, Cell("b"): 3, Cell("c"): 4})
    session.get(product)
    session.runs.clear()
    assert (back.get(product), session.runs) == (14, [])  # its inputs are those of the original


def test_an_absent_input_is_a_dependency(session: Counted) -> None:
    assert session.get(optional) is False
    assert session.track(lambda session: session.get(optional)).reads == {Presence(Cell("d"))}
    assert session.fork({Cell("d"): 1}).get(optional) is True
    assert session.fork({Cell("d"): 1}).fork({Cell("d"): 2}).get(optional) is True
    assert session.runs == ["optional", "optional", "optional"]
    assert session.fork({Cell("d"): 1}).fork({Cell("d"): ABSENT}).get(optional) is False
    assert session.read(Cell("d")) is ABSENT


def test_reading_all_inputs_of_a_group_is_a_dependency(session: Counted) -> None:
    assert session.get(cells) == ((Cell("a"), 2), (Cell("b"), 3), (Cell("c"), 4))
    assert Members(Cell) in session.track(lambda session: session.get(cells)).reads
    assert session.fork({Cell("d"): 5}).get(cells)[-1] == (Cell("d"), 5)
    assert len(session.fork({Cell("b"): ABSENT}).get(cells)) == 2


def test_one_is_not_true(session: Counted) -> None:
    other = Counted({"b": 1, "c": [1]})
    other.get(cells)
    assert other.fork({Cell("b"): True}).get(cells)[0][1] is True
    assert other.fork({Cell("c"): [True]}).get(cells)[1][1][0] is True
    assert other.fork({Cell("b"): 1}).get(cells) and other.runs == ["cells"] * 3


def test_an_error_is_remembered_with_what_it_depends_on(session: Counted) -> None:
    for _ in range(2):
        with pytest.raises(CodexError, match="b is 3"):
            session.get(failing)
    assert session.runs == ["failing"]
    with pytest.raises(CodexError, match="b is 9"):
        session.fork({Cell("b"): 9}).get(failing)


def test_a_cycle_names_its_queries(session: Counted) -> None:
    with pytest.raises(CycleError, match=r"round_about\[0\] asks for round_about\[1\] asks for round_about\[0\]"):
        session.get(round_about, 0)


def test_a_mutable_result_is_refused(session: Counted) -> None:
    def names(session: Counted) -> list[int]:
        return [session.read(Cell("a"))]

    with pytest.raises(TypeError, match="names returns a list; results are immutable"):
        session.get(names)


def test_nothing_is_read_for_a_result_that_is_finished(session: Counted) -> None:
    def late(session: Counted) -> Counted:
        return session

    with pytest.raises(RuntimeError, match="finished"):
        session.get(late).read(Cell("a"))


def test_what_is_read_through_a_marking_session_is_marked(session: Counted) -> None:
    def own(session: Counted) -> int:
        found: int = session.marking.read(Cell("a")) + session.get(total) + session.marking.get(total)
        return found

    found = session.track(own)
    assert found.reads == {Cell("a"), Cell("b"), Cell("c")}
    assert found.marked == {Cell("a")}


def test_what_is_noted_goes_with_the_result_but_not_out_of_a_fork(session: Counted) -> None:
    def noting(session: Counted) -> int:
        session.note(Cell("a"), "met")
        return 0

    def asking(session: Counted) -> int:
        return session.fork({Cell("b"): 9}).get(noting)

    session.get(noting)
    assert session.track(lambda session: session.get(noting)).notes == {Cell("a"): "met"}
    assert session.track(lambda session: session.get(asking)).notes == {}


def test_a_fork_in_a_computation_passes_on_what_it_reads_but_the_overridden(session: Counted) -> None:
    found = session.track(lambda session: session.fork({Cell("a"): 1}).get(product))
    assert found.unwrap() == 7
    assert found.reads == {Cell("b"), Cell("c")}


@pytest.mark.slow
def test_forks_are_released(session: Counted) -> None:
    fork = session.fork({Cell("a"): 5})
    fork.get(product)
    store = weakref.ref(fork._store)
    del fork
    gc.collect()
    assert store() is None


def test_two_threads_agree(session: Counted) -> None:
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda number: session.fork({Cell("a"): number % 3}).get(product), range(200)))
    assert found == [7 * (number % 3) for number in range(200)]


# --- a fork equals a fresh session with the same inputs, whatever the queries do -----------------------------------

NAMES = st.sampled_from("abcd")
VALUES = st.sampled_from([0, 1, True, 2, ABSENT])
OVERRIDES = st.dictionaries(NAMES, VALUES, max_size=3)
STEPS = st.one_of(
    st.tuples(st.just("read"), NAMES),
    st.tuples(st.just("has"), NAMES),
    st.tuples(st.just("names")),
    st.tuples(st.just("get"), st.integers(1, 4)),
    st.tuples(st.just("fork"), NAMES, VALUES, st.integers(1, 4)),
    st.tuples(st.just("require"), NAMES),
)
PROGRAMS = st.lists(st.lists(STEPS, max_size=4).map(tuple), min_size=1, max_size=5).map(tuple)
Program = tuple[tuple[tuple[Any, ...], ...], ...]


def run(session: Session, program: Program, place: int) -> tuple[Any, ...]:
    """A query that does what its program says; it asks only for queries behind its place."""

    def ask(session: Session, onward: int) -> Any:
        return session.get(run, program, place + onward) if place + onward < len(program) else None

    found: list[Any] = []
    for step in program[place]:
        match step:
            case "read", name:
                found.append(session.read(Cell(name)))
            case "has", name:
                found.append(session.has(Cell(name)))
            case ("names",):
                found.append(session.names(Cell))
            case "get", onward:
                found.append(ask(session, onward))
            case "fork", name, value, onward:
                found.append(ask(session.fork({Cell(name): value}), onward))
            case "require", name:
                if session.read(Cell(name)) is ABSENT:
                    raise CodexError(f"no {name}")
    return tuple(found)


def outcome(session: Session, program: Program, place: int) -> Any:
    """The result or the error, with what it depends on; `True` and `1` told apart."""
    found = session.track(lambda session: session.get(run, program, place))
    return repr(found.value), str(found.error), found.reads


@given(
    PROGRAMS,
    st.dictionaries(NAMES, VALUES.filter(lambda it: it is not ABSENT)),
    st.lists(st.tuples(st.integers(0, 3), OVERRIDES), max_size=5),
    st.data(),
)
def test_a_fork_equals_a_fresh_session(
    program: Program, base: dict[str, Any], forks: list[tuple[int, dict[str, Any]]], data: st.DataObject
) -> None:
    """Forks of forks, in which some queries were run before; each then gives what a session of its inputs gives."""
    sessions: list[tuple[Session, dict[str, Any]]] = [(Session(Cells(base)), base)]
    places = st.integers(0, len(program) - 1)
    for parent, overrides in forks:
        session, values = sessions[parent % len(sessions)]
        outcome(session, program, data.draw(places))
        fork = session.fork({Cell(name): value for name, value in overrides.items()})
        sessions.append((fork, {**values, **overrides}))
    for session, values in sessions:
        fresh = Session(Cells({name: value for name, value in values.items() if value is not ABSENT}))
        for place in range(len(program)):
            assert outcome(session, program, place) == outcome(fresh, program, place)
