"""Faults of a recorded game: permanent codes, and findings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from copy import copy

from msgspec import structs

from tarock.base.arguments import check_arguments
from tarock.base.errors import CodexError
from tarock.base.structs import Frozen
from tarock.base.wording import Message, all_wordings, format_message
from tarock.base.yamlio import Document, Key
from tarock.game.common.score import ALWAYS, Conditions
from tarock.rules.ruleset import Rules

MAX_PER_CODE = 20  # messages of one code that are shown; the rest is counted
_CODE = re.compile(r"[A-Z]+(?:-[A-Z]+)+")
# Codes are permanent: once published they keep their meaning, which their wording tells. Each has a test.
CODES = frozenset(part for key in all_wordings() for part in key.split(".") if _CODE.fullmatch(part))


class Finding(Frozen, omit_defaults=True):
    """Something wrong in a record: where (`trick` 0 is before the first), who, which card, what, by which rule.

    `place` is the path of keys of the value in its file, for records that have one, and `character` where in its
    text (from 1) it is wrong, if only there.
    """

    code: str
    trick: int
    seat: str
    card: str
    message: Message
    ref: str
    place: tuple[Key, ...] = ()
    character: int = 0

    @property
    def identity(self) -> tuple[str, int, str, str]:
        """Return code, trick, seat and card; two findings of one game differ in at least one of them."""
        return self.code, self.trick, self.seat, self.card

    @check_arguments
    def to_error(self, document: Document) -> CodexError:
        """Return the finding as an error with file and line."""
        at = f"{document.column(self.character, *self.place)}: " if self.character else ""
        return document.error(f"{at}{format_message(self.message)} [{self.code}]", "", *self.place)


class Findings:
    """Collects what is wrong by the rules of an era; what is reported stands below `place` in the file."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.list: list[Finding] = []
        self.place: tuple[Key, ...] = ()

    def at(self, *place: Key) -> Findings:
        """Return a view of this collection for a part of the file, to which the keys `place` lead.

        Faults reported to the view are collected here.
        """
        part = copy(self)
        part.place = (*self.place, *place)
        return part

    def __len__(self) -> int:
        return len(self.list)

    def add(self, finding: Finding) -> None:
        """Record a finding."""
        if finding.code not in CODES:
            raise KeyError(finding.code)
        self.list.append(finding)

    def report(
        self, code: str, *place: Key, rule: str = "", case: Conditions = ALWAYS, ref: str = "", words: str = "",
        **values: Hashable,
    ) -> None:  # fmt: skip
        """Record that a value of the file is against a rule, given as key and case, or against a passage.

        `place` is the path of keys to the value below that of this view. The message is the wording under `code`, or
        under `words` if that is given, with `values`.
        """
        ref = self.rules.ref(rule, **case) if rule else ref
        self.add(Finding(code, 0, "", "", Message(words or code, ref=ref, **values), ref, (*self.place, *place)))


def limit_findings(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the first findings of each code, then one finding that counts the others with this code."""
    found = tuple(findings)
    number = Counter(finding.code for finding in found)
    seen = Counter[str]()
    for finding in found:
        seen[finding.code] += 1
        if seen[finding.code] <= MAX_PER_CODE:
            yield finding
        elif seen[finding.code] == MAX_PER_CODE + 1:
            rest = Message("findings.more", number=number[finding.code] - MAX_PER_CODE)
            yield structs.replace(finding, message=rest, character=0)
