"""The solver's core: `scripts/core` as a WebAssembly module, run by `wasmtime`."""

from __future__ import annotations

import atexit
import ctypes
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import finalize

from tarock.base.errors import CodexError
from tarock.game.common.cards import Card
from tarock.game.common.trick_law import TrickLaw

SEATS, BITS, THIRDS, ENDS = 4, 64, 256, 12
TABLE_BYTES = 60 << 20  # of what has been found, as on the page: with the rest of the module less than 64 MB
STOPPED = 2
TAROCKS_FROM, SUIT_BITS = 32, 8
# what has happened: a digit each for the called king (home, lost), the Pagat (gone, made) and the tricks (ours, theirs)
KING, PAGAT, OURS, THEIRS = 12, 4, 1, 2
LOST, MADE = 6, 3  # king lost, ultimo made, and all tricks ours or theirs: the number of a row of leaves is their sum
LeafRow = ctypes.c_int * THIRDS
_Cards = ctypes.c_int * BITS
LeafRows = LeafRow * ENDS
# The errors of the core by the numbers that it returns.
_FAULTS = {
    -1: "cards outside the pack that the core knows",
    -2: "worth or law that the core cannot compute with",
    -3: "hands that are not even, or a card twice",
    -4: "cards on the table that cannot lie there",
    -5: "a seat that is none",
    -6: "a goal whose leaves fall with the thirds, or that names no card",
    -7: "thirds or a state that cannot be",
    -8: "a question before the rules",
    -9: "no memory for the table",
    -10: "a goal that tells too many cards apart",
}


class Inbox(ctypes.Structure):
    """The input and output of the core: the struct `io` of `solver.c`, which says what each field means."""

    _fields_ = (
        ("hands", ctypes.c_uint64 * SEATS),
        ("worth", _Cards),
        ("law", ctypes.c_int),
        ("leader", ctypes.c_int),
        ("on_table", ctypes.c_int),
        ("table", ctypes.c_int * 3),
        ("banked", ctypes.c_int),
        ("state", ctypes.c_int),
        ("side", ctypes.c_int),
        ("max", ctypes.c_int),
        ("king", ctypes.c_int),
        ("pagat", ctypes.c_int),
        ("made", ctypes.c_int),
        ("keeper", ctypes.c_int),
        ("keeps", ctypes.c_int),
        ("leaf", LeafRows),
        ("low", ctypes.c_int),
        ("high", ctypes.c_int),
        ("card", _Cards),
        ("lows", _Cards),
        ("highs", _Cards),
    )


@cache
def _compile(path: Path) -> tuple[Any, Any]:
    """Load the solver; raise `CodexError` where `wasmtime` is not installed or the module cannot be read."""
    try:
        import wasmtime  # noqa: PLC0415 - an extra
    except ImportError:
        raise CodexError(
            "the solver needs the package wasmtime",
            "run `pip install 'tarock-codex[solver]'`",
        ) from None
    engine = wasmtime.Engine()
    atexit.register(engine.close)  # while the library that frees it is still there
    try:
        module = wasmtime.Module(engine, path.read_bytes())
    except (OSError, wasmtime.WasmtimeError) as error:
        raise CodexError(
            f"the solver cannot be loaded ({error})",
            "run `make solver`",
            file=path,
        ) from None
    atexit.register(module.close)
    return engine, module


class LoadedModule:
    """One instance of a module, with its own memory."""

    def __init__(self, path: Path):
        engine, module = _compile(path)
        import wasmtime  # noqa: PLC0415 - an extra

        self._store = wasmtime.Store(engine)
        finalize(self, self._store.close)
        exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._functions: dict[str, Callable[..., int]] = dict(exports)
        self._memory = exports["memory"]

    @property
    def memory(self) -> Any:
        """Return where the memory of the module begins, which may move as it grows."""
        return self._memory.data_ptr(self._store)

    def ask(self, name: str, *arguments: int) -> int:
        """Call a function of the module and return what it returns: the code of a fault too."""
        return self._functions[name](self._store, *arguments)


class Core(LoadedModule):
    """One instance of the solver; `inbox` is read and written between calls."""

    def __init__(self, path: Path, table_bytes: int = TABLE_BYTES):
        super().__init__(path)
        self.loaded_rules: object = None  # whose rules it has
        self.lock = Lock()  # to be held from the writing of the inbox to the reading of it, by who shares the core
        self.call("table", table_bytes)
        self.inbox = Inbox.from_address(ctypes.addressof(self.memory.contents) + self.call("inbox"))

    def call(self, name: str, *arguments: int) -> int:
        """Call a function of the solver; raise `CodexError` when it reports an error."""
        found = self.ask(name, *arguments)
        if found < 0:
            raise CodexError("the core refuses what it was given", _FAULTS.get(found, str(found)))
        return found

    @property
    def nodes(self) -> int:
        """Return how many nodes the solver visited for the last question."""
        return self.call("visited")


@cache
def share_core(path: Path) -> Core:
    """Return the core that all short questions share, with a small table; who asks holds its lock."""
    return Core(path, TABLE_BYTES // 4)


def encode_law(law: TrickLaw) -> int:
    """Return the duties in a trick for the solver: one bit each."""
    follow_tarock = law.follow_suit if law.follow_tarock is None else law.follow_tarock
    flags = (law.follow_suit, follow_tarock, law.must_tarock, law.must_overtake, law.tarock_beats_suit)
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def assign_bits(cards: Iterable[Card], suit_bits: int = SUIT_BITS, tarocks_from: int = TAROCKS_FROM) -> dict[Card, int]:
    """Return the bit of each card in a core: so many for each suit from the lowest card, then the tarocks."""
    by_suit: dict[str, list[Card]] = {}
    for card in sorted(cards, key=lambda card: (card.is_tarock, card.suit, card.strength)):
        by_suit.setdefault(card.suit, []).append(card)
    plain = [held for held in by_suit.values() if not held[0].is_tarock]
    if len(plain) * suit_bits > tarocks_from or any(len(held) > suit_bits for held in plain):
        raise CodexError(
            "the pack has too many suits or cards in one",
            f"expected {tarocks_from // suit_bits} of at most {suit_bits} cards",
        )
    at = {card: suit_bits * number + rank for number, held in enumerate(plain) for rank, card in enumerate(held)}
    tarocks = next((held for held in by_suit.values() if held[0].is_tarock), [])
    return at | {card: tarocks_from + rank for rank, card in enumerate(tarocks)}
