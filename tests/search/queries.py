"""The committed list of queries with what each must find."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tarock.base import yamlio


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query, and what must be among the first `within` results; `why` says what it tries."""

    query: str | int
    must: tuple[str, ...] = ()
    within: int = 10
    at_least: int = 0
    none: bool = False
    era: str = ""
    why: str = ""
    fails: str = ""  # why it is not found yet

    def faults(self, refs: list[str]) -> list[str]:
        """What is wrong with these results."""
        missing = [f"{ref} is not among the first {self.within}" for ref in self.must if ref not in refs[: self.within]]
        if len(refs) < self.at_least:
            missing.append(f"{len(refs)} passages, expected at least {self.at_least}")
        if self.none and refs:
            missing.append(f"finds {refs[:3]}, expected nothing")
        if self.era and any(not ref.startswith(f"{self.era}:") for ref in refs):
            missing.append("finds passages of another source")
        return missing


def load_queries() -> list[Query]:
    document = yamlio.load(Path(__file__).parent / "queries.yaml")
    return [document.convert(Query, record, index) for index, record in enumerate(document.data)]


def load_development() -> list[str]:
    """The queries on which the search was tuned, of `benchmarks/search_development.tsv`."""
    lines = (Path(__file__).parents[2] / "benchmarks/search_development.tsv").read_text(encoding="utf-8").splitlines()
    return [line.partition("\t")[0] for line in lines if not line.startswith("#")]


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query, and the address that must be among the first `within` entries; `why` says what it tries."""

    query: str
    must: str
    why: str
    within: int = 4


def load_ways() -> list[Way]:
    document = yamlio.load(Path(__file__).parent / "doors.yaml")
    return [document.convert(Way, record, index) for index, record in enumerate(document.data)]
