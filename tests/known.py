"""What the suite reads many times over is read once in a process: the same files make the same thing.

A copy of the project in which a test changes one file shares the rest with the others. What is shared is never
changed: records are frozen, and what they find out about themselves follows from what they were made of.
"""

from __future__ import annotations

import fcntl
import functools
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarock.analysis import annotation
from tarock.base import yamlio
from tarock.corpus import editions, termbase, versions
from tarock.corpus.versions import text_path
from tarock.proof import committed
from tarock.proof.codex import Codex
from tarock.rules import tables, topics

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from tarock.analysis.goals import Aim
    from tarock.analysis.open_cards import OpenCards
    from tarock.base.project import Project
    from tarock.corpus.editions import Edition
    from tarock.corpus.sources import Source

_held: set[str] = set()
MOST = 40  # things of a kind that are kept
LARGEST = 4_000_000  # bytes; larger files are there to be refused


def _contents(places: Iterator[Path]) -> bytes:
    """What stands for the content of files, and of all files in folders."""
    found = sha256()
    for place in places:
        for path in sorted(place.iterdir()) if place.is_dir() else (place,):
            if path.is_file() and path.stat().st_size < LARGEST:
                found.update(f"{path}\0".encode(errors="surrogateescape") + sha256(path.read_bytes()).digest())
            else:
                found.update(f"{path}\0{path.exists()}".encode(errors="surrogateescape"))
    return found.digest()


def _once(module: Any, name: str, files: Callable[..., Iterator[Path]]) -> None:
    """Let a function make the same thing of the same arguments and `files` once."""
    make = getattr(module, name)
    known: dict[tuple[Any, ...], tuple[Any, tuple[Any, ...]]] = {}

    @functools.wraps(make)
    def once(*given: Any) -> Any:
        key = (_contents(files(*given)), *map(_name, given))
        if key not in known:
            made = make(*given)
            if len(known) >= MOST:
                known.pop(next(iter(known)))
            known[key] = made, given  # which must not go, or another may have its address
        return known[key][0]

    setattr(module, name, once)


def _name(given: Any) -> Any:
    """Sources and what is left out by their fields, a project by its folder, all else by being the same."""
    if hasattr(given, "root"):
        return str(given.root)
    return repr(given) if type(given).__name__ in ("Source", "LeftOut", "dict", "str") else id(given)


def _edition(project: Project, source: Source, *_left_out: Any) -> Iterator[Path]:
    yield project.sources / source.file_name
    yield project.corpus / "emendations" / f"{source.siglum}.yaml"
    yield project.corpus / "sentences"


def _topics(project: Project) -> Iterator[Path]:
    yield from (project.rules, project.rules / "keys")


def _table(project: Project, siglum: str, _topics: Any) -> Iterator[Path]:
    yield project.rules / siglum


def _locked(project: Project, edition: Edition, version: str, _locked: Any) -> Iterator[Path]:
    yield from (text_path(project, edition.siglum, version), project.sources / "left_out.yaml")


def _termbase(project: Project) -> Iterator[Path]:
    yield from (project.corpus / name for name in ("termbase.yaml", "senses", "sources", "sentences", "spelling"))


def _alone(root: Path, name: str) -> None:
    """Let one process compute what a codex of the checkout caches; the others find it cached."""
    here = Codex.__dict__[name]
    compute = getattr(here, "func", here)
    path = Path(tempfile.gettempdir()) / f"tarock-{sha256(str(root).encode()).hexdigest()[:12]}-{name}.lock"

    def alone(codex: Codex) -> Any:
        if codex.project.root != root or name in _held:
            return compute(codex)
        _held.add(name)
        try:
            with path.open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                return compute(codex)
        finally:
            _held.remove(name)

    if here is compute:  # a method
        setattr(Codex, name, alone)
        return
    property_: functools.cached_property[Any] = functools.cached_property(alone)
    property_.__set_name__(Codex, name)
    setattr(Codex, name, property_)


def _inputs() -> None:
    """Let the values of a model game be settled again only by other rules, or when it is played otherwise."""
    make = annotation.inputs_of
    known: dict[tuple[Any, ...], tuple[str, Any]] = {}

    def once(deal: OpenCards, module: Path, nodes: int, aims: Collection[Aim]) -> str:
        table, course = deal.rules.table, deal.course
        key = id(table), repr(course), sha256(module.read_bytes()).digest(), nodes, *aims
        if key not in known:
            known[key] = make(deal, module, nodes, aims), table
        return known[key][0]

    vars(committed)["inputs_of"] = once
    deals: dict[tuple[Any, ...], tuple[OpenCards, Any]] = {}
    opened = vars(committed)["OpenCards"]

    def deal_of(course: Any, pack: Any, rules: Any, core: Any, leaves: Any = None) -> Any:
        """With a solver a deal notes what it finds; without one it is only asked what it is."""
        if core is not None:
            return opened(course, pack, rules, core)
        key = id(rules.table), repr(course)  # the pack is that of the table, which is kept
        if key not in deals:
            deals[key] = opened(course, pack, rules, core, leaves), rules.table
        return deals[key][0]

    vars(committed)["OpenCards"] = deal_of
    others: dict[int, tuple[list[OpenCards], OpenCards]] = {}
    follow = vars(committed)["other_calls"]

    def other_calls(deal: OpenCards) -> list[OpenCards]:
        if id(deal) not in others:
            others[id(deal)] = list(follow(deal)), deal
        return others[id(deal)][0]

    vars(committed)["other_calls"] = other_calls


def _refused() -> None:
    """Let a termbase look through a text of ours once."""
    for name in ("may_avoid", "avoided"):
        make = getattr(termbase.Termbase, name)

        def once(terms: Any, text: str, make: Any = make, name: str = name) -> Any:
            known = terms.__dict__.setdefault(f"_known_{name}", {})
            if text not in known:
                known[text] = make(terms, text)
            return known[text] if name == "may_avoid" else [*known[text]]

        setattr(termbase.Termbase, name, once)


def share(root: Path) -> None:
    """From now on; `root` is the checkout."""
    for name in ("evidence", "footings", "checked_claims", "find_places"):
        _alone(root, name)
    yamlio.compose = functools.lru_cache(maxsize=512)(yamlio.compose)
    _inputs()
    _refused()
    _once(editions, "read_edition", _edition)
    _once(topics, "load_topics", _topics)
    _once(tables, "load_table", _table)
    _once(termbase, "load_termbase", _termbase)
    _once(versions, "read_locked", _locked)
