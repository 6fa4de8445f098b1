"""Seeded changes of the data: does `tarock check` notice each of them?

    python -m tests.mutants.data --seed 7 --each 12

Every kind of file is changed in the same ways: its structure (a field deleted, a wrong type, an unknown field, a
reference to nothing, the same twice, an empty text, a character that cannot be seen, broken syntax), its records and
values (one removed, two exchanged, another number, another word), and in our prose the numbers, references and words
of quantity. One process checks a copy of the data after each change; what is cached in `build/` is put back.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import msgspec
import yaml

from tarock.base.errors import CodexError
from tarock.base.yamlio import compose
from tarock.checks.check import check
from tarock.checks.data_files import PROSE as PROSE_FIELDS
from tarock.checks.data_files import data_problems, find_kind
from tarock.checks.schemas import KINDS
from tarock.codex import ComputedCodex
from tests.conftest import ROOT, copy_data, remember

STRUCTURE, VALUE, ORDER, PROSE = "structure", "value", "order", "prose"
GROUPS = (STRUCTURE, VALUE, ORDER, PROSE)
REFERENCE = re.compile(r"\b(1754|1840|1863|1945):[a-z0-9]+(?:\.[a-z0-9]+)*")
NUMBER = re.compile(r"(?<![\w:.§-])\d+(?![\w:.-])")
QUANTITY = re.compile(
    r"\b(all|both|each|every|everybody|everyone|never|no|nobody|none|nothing|not|one|only|some|three|two|four|half)\b"
)
OTHER = {
    "all": "some", "both": "one", "each": "no", "every": "no", "everybody": "nobody", "everyone": "nobody",
    "never": "always", "no": "every", "nobody": "everybody", "none": "all", "nothing": "everything", "not": "",
    "one": "two", "only": "also", "some": "all", "three": "four", "two": "three", "four": "five", "half": "twice",
}  # fmt: skip


def _fields(kind: Any) -> set[str]:
    """The names of the fields of the records that a type is made of."""
    found, queue = dict[Any, None](), [kind]
    for each in queue:
        if isinstance(each, type) and issubclass(each, msgspec.Struct) and each not in found:
            found[each] = None
            queue += [field.type for field in msgspec.structs.fields(each)]
        queue += get_args(each)
    return {name for each in found for name in each.__struct_encode_fields__}


# The names of fields; other names in a mapping are data, such as words, and are taken away as items are.
FIELDS = {name for kind, _title in KINDS.values() for name in _fields(kind)}


class Change:
    """A file with other text, and what was done to it."""

    def __init__(self, kind: str, file: str, group: str, way: str, where: str, text: str):
        self.kind, self.file, self.group, self.way, self.where, self.text = kind, file, group, way, where, text

    def __str__(self) -> str:
        return f"{self.kind} | {self.group} | {self.way} | {self.file} {self.where}"


Way = Callable[[random.Random, str, "Tree"], tuple[str, str] | None]
LineWay = Callable[[random.Random, str], tuple[str, str] | None]


class Tree:
    """A YAML or JSON text as nodes with their paths."""

    def __init__(self, text: str, prose: Callable[[str], bool]):
        self.text, self.prose = text, prose
        self.nodes: list[tuple[tuple[str | int, ...], Any]] = []
        self.root = compose(text)
        if self.root is not None:
            self._walk(self.root, ())
        self.data = None if self.root is None else data_of(self.root)

    def _walk(self, node: Any, path: tuple[str | int, ...]) -> None:
        self.nodes.append((path, node))
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                self._walk(value, (*path, key.value))
        elif isinstance(node, yaml.SequenceNode):
            for index, value in enumerate(node.value):
                self._walk(value, (*path, index))

    def of(self, kind: type) -> list[tuple[tuple[str | int, ...], Any]]:
        return [(path, node) for path, node in self.nodes if isinstance(node, kind)]

    def scalars(self, prose: bool) -> list[tuple[tuple[str | int, ...], Any]]:
        return [(path, node) for path, node in self.of(yaml.ScalarNode) if path and self.is_prose(path) == prose]

    def is_prose(self, path: tuple[str | int, ...]) -> bool:
        names = [step for step in path if isinstance(step, str)]
        return bool(names) and any(self.prose(name) for name in names[-2:])

    def put(self, node: Any, new: str) -> str:
        start, end = self.span(node)
        return self.text[:start] + new + self.text[end:]

    def span(self, node: Any) -> tuple[int, int]:
        start, end = node.start_mark.index, node.end_mark.index
        while end > start and self.text[end - 1] in " \n\t":
            end -= 1
        if not isinstance(node, yaml.ScalarNode) and self.text[start : start + 1] not in ("[", "{"):
            last = node
            while (
                isinstance(last, (yaml.MappingNode, yaml.SequenceNode))
                and last.value
                and self.text[last.start_mark.index] not in "[{"
            ):
                last = last.value[-1][1] if isinstance(last, yaml.MappingNode) else last.value[-1]
            end = max(last.end_mark.index, start)
            while end > start and self.text[end - 1] in " \n\t":
                end -= 1
        return start, end


def data_of(node: Any) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {key.value: data_of(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [data_of(value) for value in node.value]
    text = str(node.value)
    if not node.style:
        if text in ("true", "false"):
            return text == "true"
        if text in ("null", "~", ""):
            return None
        if re.fullmatch(r"[-+]?(?:0|[1-9][0-9]*)", text):
            return int(text)
    return text


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def shown(path: tuple[str | int, ...]) -> str:
    return ".".join(map(str, path))


def _pick(draw: random.Random, found: list[Any]) -> Any:
    return draw.choice(found) if found else None


def delete_field(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [
        (path, node)
        for path, node in tree.of(yaml.MappingNode)
        if path and any(key.value in FIELDS and not tree.is_prose((*path, key.value)) for key, _ in node.value)
    ]
    if not (pick := _pick(draw, found)):
        return None
    path, node = pick
    data = data_of(node)
    name = draw.choice([key for key in data if key in FIELDS and not tree.is_prose((*path, key))])
    del data[name]
    return shown((*path, name)), tree.put(node, written(data))


def wrong_type(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    if not (pick := _pick(draw, [each for each in tree.nodes if each[0]])):
        return None
    path, node = pick
    value = data_of(node)
    other: list[Any] = [True, [7], {"zzz": 7}, "word" if isinstance(value, int) else 7]
    if isinstance(value, (list, dict)):
        other = ["word", 7, {"zzz": 7} if isinstance(value, list) else [7]]
    if isinstance(value, bool) or value is None:
        other = other[1:]
    return shown(path), tree.put(node, written(draw.choice(other)))


def unknown_field(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    if not (pick := _pick(draw, [each for each in tree.of(yaml.MappingNode) if each[0]])):
        return None
    path, node = pick
    return shown((*path, "zzz")), tree.put(node, written({**data_of(node), "zzz": "nothing"}))


def dangling(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.of(yaml.ScalarNode) if REFERENCE.fullmatch(str(n.value))]
    if not (pick := _pick(draw, found)):
        return None
    path, node = pick
    return shown(path), tree.put(node, written(f"{node.value.partition(':')[0]}:999.9"))


def twice(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.nodes if not isinstance(n, yaml.ScalarNode) and n.value]
    if not (pick := _pick(draw, found)):
        return None
    path, node = pick
    if isinstance(node, yaml.SequenceNode):
        data = data_of(node)
        index = draw.randrange(len(data))
        return shown((*path, index)), tree.put(node, written([*data[: index + 1], *data[index:]]))
    data = data_of(node)
    name = draw.choice(list(data))
    inner = written(data)[1:-1]
    return shown((*path, name)), tree.put(node, f"{{{written(name)}: {written(data[name])}, {inner}}}")


def empty(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.of(yaml.ScalarNode) if p and isinstance(data_of(n), str) and data_of(n).strip()]
    if not (pick := _pick(draw, found)):
        return None
    return shown(pick[0]), tree.put(pick[1], draw.choice(['""', '" "']))


def unseen(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.of(yaml.ScalarNode) if p and isinstance(data_of(n), str) and data_of(n).strip()]
    if not (pick := _pick(draw, found)):
        return None
    value = data_of(pick[1])
    at = draw.randrange(len(value) + 1)
    return shown(pick[0]), tree.put(
        pick[1], written(value[:at] + draw.choice("\u200b\u202e\u2066\ufeff\u00ad") + value[at:])
    )


def broken(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    return "1", f"zzz: [unclosed\n{text}"


def remove(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.of(yaml.SequenceNode) if n.value and not tree.is_prose(p)]
    if not (pick := _pick(draw, found)):
        return None
    path, node = pick
    data = data_of(node)
    index = draw.randrange(len(data))
    return shown((*path, index)), tree.put(node, written([*data[:index], *data[index + 1 :]]))


def exchange(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.of(yaml.SequenceNode) if len(n.value) > 1 and not tree.is_prose(p)]
    if not (pick := _pick(draw, found)):
        return None
    path, node = pick
    data = data_of(node)
    index = draw.randrange(len(data) - 1)
    if data[index] == data[index + 1]:
        return None
    data[index : index + 2] = reversed(data[index : index + 2])
    return shown((*path, index)), tree.put(node, written(data))


def number(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.scalars(False) if type(data_of(n)) is int]
    if not (pick := _pick(draw, found)):
        return None
    return shown(pick[0]), tree.put(pick[1], str(data_of(pick[1]) + draw.choice((-1, 1, 2))))


def negated(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.scalars(False) if isinstance(data_of(n), bool)]
    if not (pick := _pick(draw, found)):
        return None
    return shown(pick[0]), tree.put(pick[1], written(not data_of(pick[1])))


def letter(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.scalars(False) if isinstance(data_of(n), str) and re.search("[a-z0-9]", n.value)]
    if not (pick := _pick(draw, found)):
        return None
    value = data_of(pick[1])
    at = draw.choice([index for index, each in enumerate(value) if re.match("[a-z0-9]", each)])
    new = draw.choice([each for each in ("0123456789" if value[at].isdigit() else "aeinrst") if each != value[at]])
    return shown(pick[0]), tree.put(pick[1], written(value[:at] + new + value[at + 1 :]))


def other_word(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    by_field: dict[str, list[tuple[Any, Any]]] = {}
    for path, node in tree.scalars(False):
        if isinstance(data_of(node), str):
            names = [step for step in path if isinstance(step, str)]
            by_field.setdefault(names[-1] if names else "", []).append((path, node))
    several = [each for each in by_field.values() if len({node.value for _path, node in each}) > 1]
    if not several:
        return None
    group = draw.choice(several)
    path, node = draw.choice(group)
    other = draw.choice([each.value for _path, each in group if each.value != node.value])
    return shown(path), tree.put(node, written(other))


def name_of_field(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
    found = [(p, n) for p, n in tree.of(yaml.MappingNode) if n.value and (p or len(text) < 100_000)]
    if not (pick := _pick(draw, found)):
        return None
    path, node = pick
    data = data_of(node)
    name = draw.choice(list(data))
    at = draw.randrange(len(name)) if name else 0
    new = name[:at] + draw.choice("aeinrst379") + name[at + 1 :]
    if new in data:
        return None
    return shown((*path, name)), tree.put(node, written({new if key == name else key: it for key, it in data.items()}))


def _in_prose(pattern: re.Pattern[str], other: Callable[[random.Random, str], str]) -> Way:
    def change(draw: random.Random, text: str, tree: Tree) -> tuple[str, str] | None:
        found = [
            (path, node, match)
            for path, node in tree.scalars(True)
            if isinstance(data_of(node), str)
            for match in pattern.finditer(data_of(node))
        ]
        if not (pick := _pick(draw, found)):
            return None
        path, node, match = pick
        value = data_of(node)
        return shown(path), tree.put(
            node, written(value[: match.start()] + other(draw, match[0]) + value[match.end() :])
        )

    return change


WAYS: dict[str, tuple[str, Way]] = {
    "field deleted": (STRUCTURE, delete_field),
    "wrong type": (STRUCTURE, wrong_type),
    "unknown field": (STRUCTURE, unknown_field),
    "dangling reference": (STRUCTURE, dangling),
    "twice": (STRUCTURE, twice),
    "empty text": (STRUCTURE, empty),
    "unseen character": (STRUCTURE, unseen),
    "broken": (STRUCTURE, broken),
    "item removed": (VALUE, remove),
    "items exchanged": (ORDER, exchange),
    "number": (VALUE, number),
    "negated": (VALUE, negated),
    "letter": (VALUE, letter),
    "other word": (VALUE, other_word),
    "name of a field": (VALUE, name_of_field),
    "number in prose": (PROSE, _in_prose(NUMBER, lambda draw, it: str(int(it) + draw.choice((1, 2))))),
    "reference in prose": (STRUCTURE, _in_prose(REFERENCE, lambda _draw, it: f"{it.partition(':')[0]}:999.9")),
    "quantity in prose": (PROSE, _in_prose(QUANTITY, lambda _draw, it: OTHER[it])),
}  # fmt: skip


def line_removed(draw: random.Random, text: str) -> tuple[str, str] | None:
    lines = text.splitlines(keepends=True)
    directives = "{{" in text  # else it is prose
    at = _pick(draw, [index for index, line in enumerate(lines) if line.strip() and ("{{" in line or not directives)])
    return None if at is None else (str(at + 1), "".join(lines[:at] + lines[at + 1 :]))


def line_twice(draw: random.Random, text: str) -> tuple[str, str] | None:
    lines = text.splitlines(keepends=True)
    at = _pick(draw, [index for index, line in enumerate(lines) if line.strip() and not line.startswith("#")])
    return None if at is None else (str(at + 1), "".join(lines[: at + 1] + lines[at:]))


def lines_exchanged(draw: random.Random, text: str) -> tuple[str, str] | None:
    lines = text.splitlines(keepends=True)
    found = [i for i in range(len(lines) - 1) if lines[i].strip() and lines[i + 1].strip() and lines[i] != lines[i + 1]]
    at = _pick(draw, found)
    if at is None:
        return None
    lines[at : at + 2] = reversed(lines[at : at + 2])
    return str(at + 1), "".join(lines)


def character(draw: random.Random, text: str) -> tuple[str, str] | None:
    parts = [*re.finditer(r"\{\{.*?\}\}", text)] or [
        *re.finditer(r"(?s)\A.*\Z", text)
    ]  # what is around directives is prose
    within = [index for part in parts for index in range(*part.span())]
    at = _pick(draw, [index for index in within if re.match("[a-z0-9]", text[index])])
    if at is None:
        return None
    new = draw.choice([each for each in ("0123456789" if text[at].isdigit() else "aeinrst") if each != text[at]])
    return str(text.count("\n", 0, at) + 1), text[:at] + new + text[at + 1 :]


def character_unseen(draw: random.Random, text: str) -> tuple[str, str] | None:
    at = draw.randrange(len(text) + 1)
    return str(text.count("\n", 0, at) + 1), text[:at] + draw.choice("\u200b\u202e\u2066\u00ad") + text[at:]


def directive(draw: random.Random, text: str) -> tuple[str, str] | None:
    found = list(re.finditer(r"\{\{ \w+\('([^']*)'", text))
    match = _pick(draw, found)
    if match is None:
        return None
    return str(text.count("\n", 0, match.start()) + 1), text[: match.start(1)] + "zzz.zzz" + text[match.end(1) :]


def line_in_prose(pattern: re.Pattern[str], other: Callable[[random.Random, str], str]) -> LineWay:
    def change(draw: random.Random, text: str) -> tuple[str, str] | None:
        prose = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", lambda it: "~" * len(it[0]), text, flags=re.DOTALL)
        match = _pick(draw, [*pattern.finditer(prose)])
        if match is None:
            return None
        new = text[: match.start()] + other(draw, match[0]) + text[match.end() :]
        return str(text.count("\n", 0, match.start()) + 1), new

    return change


LINES: dict[str, tuple[str, LineWay]] = {
    "line removed": (VALUE, line_removed),
    "line twice": (STRUCTURE, line_twice),
    "lines exchanged": (ORDER, lines_exchanged),
    "character": (VALUE, character),
    "unseen character": (STRUCTURE, character_unseen),
    "dangling reference": (STRUCTURE, directive),
    "quantity in prose": (PROSE, line_in_prose(QUANTITY, lambda _draw, it: OTHER[it])),
}


def kind_of(file: str) -> str:
    """The kind of a file; a file of its own where nobody reads it."""
    row = find_kind(file)
    return row.kind if row else file


def prose_fields(file: str) -> Callable[[str], bool]:
    """What says whether a field of a file has sentences or words of ours that only a reader can judge."""
    row = find_kind(file)
    return frozenset((*PROSE_FIELDS, *(row.prose if row else ()))).__contains__


def kinds(root: Path) -> dict[str, list[str]]:
    """The files by their kind."""
    found: dict[str, list[str]] = {}
    for top in ("corpus", "rules_data"):
        for path in sorted((root / top).rglob("*")):
            if path.is_file():
                name = path.relative_to(root).as_posix()
                found.setdefault(kind_of(name), []).append(name)
    return found


def change(root: Path, kind: str, names: list[str], draw: random.Random, group: str = "") -> Change | None:
    """Draw a change of one of the files, in a way of a group if one is named."""
    name = draw.choice(names)
    text = (root / name).read_bytes().decode()
    if name.endswith((".yaml", ".json")):
        tree = Tree(text, prose_fields(name))
        ways = [way for way in WAYS if group in ("", WAYS[way][0])]
        for way in draw.sample(ways, len(ways)):
            found = WAYS[way][1](draw, text, tree)
            if found and found[1] != text and (way in ("broken", "twice") or sound(found[1], tree)):
                return Change(kind, name, WAYS[way][0], way, *found)
        return None
    prose = name.startswith("rules_data/") and name.endswith(".md.j2")
    lines = [
        way
        for way in LINES
        if group in ("", LINES[way][0]) and (prose or way not in ("dangling reference", "quantity in prose"))
    ]
    for way in draw.sample(lines, len(lines)):
        found = LINES[way][1](draw, text)
        if found and found[1] != text:
            return Change(kind, name, LINES[way][0], way, *found)
    return None


def changes(root: Path, seed: int, each: int, only: str = "", group: str = "") -> Iterator[Change]:
    """Yield `each` changes for each kind of file, in ways that the seed decides."""
    for kind, names in sorted(kinds(root).items()):
        draw = random.Random(f"{seed} {kind}")
        for _ in range(each if re.search(only, kind) else 0):
            if made := change(root, kind, names, draw, group):
                yield made


def sample(root: Path, seed: int, number: int) -> Iterator[Change]:
    """Yield so many changes of different kinds of files, of each group in turn."""
    draw = random.Random(seed)
    found = kinds(root)
    names = draw.sample(sorted(found), len(found))
    groups = [STRUCTURE, VALUE, STRUCTURE, VALUE, PROSE]
    for number_, kind in zip(range(number), names * 9, strict=False):
        made = change(root, kind, found[kind], draw, groups[number_ % len(groups)])
        if made or (made := change(root, kind, found[kind], draw, STRUCTURE)):
            yield made


def sound(text: str, tree: Tree) -> bool:
    """Whether the text can be parsed and has other data: else the change was none."""
    try:
        return written(data_of(compose(text))) != written(tree.data)
    except yaml.YAMLError:
        return False


class Judge:
    """A copy of the data, checked after each change."""

    def __init__(self, folder: Path, build: Path = ROOT / "build"):
        self.project = copy_data(folder / "codex")
        (self.project.root / "scripts/tarock").mkdir()
        (self.project.root / "scripts/tarock/locale").symlink_to(ROOT / "scripts/tarock/locale")
        remember(self.project.root, build)
        assert self.check() == ("survived", "")  # and caches
        self.notes = {path: path.read_bytes() for path in self.project.build.glob("*.note.json")}

    def check(self) -> tuple[str, str]:
        """How the check ends, and what it says first."""
        try:
            codex = ComputedCodex(self.project)
            problems = [*islice(data_problems(codex), 1)] or check(codex).problems  # the quick part first
            problems = sorted(problems, key=lambda it: it.code == "DATA-LOCK")  # what says more than that it is altered
        except CodexError as error:
            return "refused", str(error)
        except Exception as error:  # an internal fault is what is looked for
            return "fault", f"{type(error).__name__}: {error}"
        how = "altered" if problems and problems[0].code == "DATA-LOCK" else "found"
        return (how, str(problems[0])) if problems else ("survived", "")

    def judge(self, change: Change) -> tuple[str, str]:
        """Check the data with a change; then all is as before."""
        path = self.project.root / change.file
        before = path.read_bytes()
        path.write_bytes(change.text.encode())
        try:
            return self.check()
        finally:
            path.write_bytes(before)
            for note in self.project.build.glob("*.note.json"):
                if note not in self.notes:
                    note.unlink()
                elif note.read_bytes() != self.notes[note]:
                    note.write_bytes(self.notes[note])


class Score:
    """What became of the changes: by kind and group, how many there were and which the check did not notice."""

    def __init__(self) -> None:
        self.all: Counter[tuple[str, str]] = Counter()
        self.altered: Counter[tuple[str, str]] = Counter()
        self.survived: list[Change] = []
        self.faults: list[str] = []

    def add(self, change: Change, how: str, said: str) -> None:
        """Count a change."""
        self.all[change.kind, change.group] += 1
        self.altered[change.kind, change.group] += how == "altered"
        if how == "survived":
            self.survived.append(change)
        if how == "fault":
            self.faults.append(f"{change}: {said}")

    def share(self, *groups: str) -> float:
        """Which share of the changes of these groups was noticed."""
        whole = sum(count for (_kind, group), count in self.all.items() if group in groups)
        return 1 - sum(each.group in groups for each in self.survived) / max(whole, 1)

    def lines(self) -> Iterator[str]:
        """The table by kind: of each group how many were not noticed, of how many; with a plus those that only the lock
        of records noticed."""
        lost = Counter((each.kind, each.group) for each in self.survived)
        yield f"{'kind':24}" + "".join(f"{group:>12}" for group in GROUPS)
        for kind in sorted({kind for kind, _group in self.all}):
            cells = [(lost[kind, group], self.altered[kind, group], self.all[kind, group]) for group in GROUPS]
            told = (f"{left}+{altered} of {all_}" if all_ else "" for left, altered, all_ in cells)
            yield f"{kind:24}" + "".join(f"{cell:>12}" for cell in told)
        yield f"{'noticed':24}" + "".join(f"{self.share(group):12.1%}" for group in GROUPS)


def main() -> None:
    """Change the data and print what the check does not notice."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--only", default="", help="a regular expression of kinds")
    parser.add_argument("--group", default="", choices=("", *GROUPS))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="data-mutants") as folder:
        judge, score = Judge(Path(folder)), Score()
        for each in changes(judge.project.root, options.seed, options.each, options.only, options.group):
            begun = time.monotonic()
            how, said = judge.judge(each)
            score.add(each, how, said)
            print(f"{how:9} {time.monotonic() - begun:5.1f} s  {each}  {said[:120]}", flush=True)
    print("\n".join(score.lines()))


if __name__ == "__main__":
    main()
