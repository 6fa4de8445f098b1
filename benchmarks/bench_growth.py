"""Measure how times grow with the codex: corpora with 5, 10 and 20 more sources as large as 1840.

    python benchmarks/bench_growth.py [--sizes 0,5,10,20] [--site] [--keep DIR]

Each size is a copy of the project with so many made-up sources: transcript, emendations, doubtful places, rule
tables, claims on the text and English of 1840 under a siglum of their own, with the profile of 1840 and no era
room. Claims that call a function are not computed: they would read values of 1840, whose committed evidence names
each claim that reads it. The pages that tell how to play are copied without what shows such claims.
Every command runs as a new process of this interpreter; printed are the shortest of three times by the clock in
seconds, with the start-up of `tarock --version` subtracted, the largest memory in megabytes, and the exponent by
which the time grows from the smallest to the largest corpus (1 is linear in the text).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

import msgspec
import yaml

from tarock.base.project import Project
from tarock.claims.registry import FUNCTIONS
from tarock.codex import ComputedCodex
from tarock.rules.comparison_rules import hash_answers

HERE = Path(__file__).resolve().parents[1]
MODEL = "1840"
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "build", "tests", "__pycache__", ".*_cache")
WITHOUT = "1840-musterspiele"  # claims on model games, of which a made-up source has none
RUNS = 3
_ON_ENGINE = (
    r"\{\{ (?:\w+\('@|(?:drawn|laid|dealt|claim|result|winner|[gG]ame)\().*? \}\}"  # what shows a claim or a game
)
_WITHOUT_ENGINE = re.compile(rf"^(?!\|).*{_ON_ENGINE}.*\n|{_ON_ENGINE}", re.MULTILINE)  # a row of a table stays
_COMPUTE, _CALLED = re.compile(r"^  compute: (\S+)$", re.MULTILINE), frozenset(FUNCTIONS)
COMMANDS = {
    "show": ("show", "1840:47.2"),
    "cite": ("cite", "1840:47.2"),
    "verify": ("verify", "1840:47.2", "{hash}"),
    "search": ("search", "Pagat", "ultimo"),
    "words": ("words", "1840", "--form", "Scat"),
    "diff": ("diff", "1840@1.0.0", "1840"),
    "compare": ("compare",),
    "replay": ("replay", "1840:m3"),
    "score": ("score", "--era", "1863", "corpus/examples/score-1863.yaml"),
    "coverage": ("coverage", "--source", "1863"),
    "check": ("check",),
}


def grow(root: Path, number: int) -> None:
    """Copy the project and add so many sources."""
    shutil.copytree(HERE, root, ignore=NOT_COPIED)
    (root / "build").mkdir()
    sources = yaml.safe_load((root / "corpus/sources/sources.yaml").read_text(encoding="utf-8"))
    records = sources["sources"] if isinstance(sources, dict) and "sources" in sources else sources
    if isinstance(records, dict):
        (model,) = [record for siglum, record in records.items() if str(siglum) == MODEL]
    else:
        (model,) = [record for record in records if str(record["siglum"]) == MODEL]
    imprint = root / "corpus/translations/en/imprint.yaml"
    only = re.compile(rf'^  only: {{source: "{MODEL}", why: "([^"]*)"}}\n', re.MULTILINE)
    for path in (root / "rules_data/keys").glob("*.yaml"):  # what only 1840 is asked, its copies answer too
        text = path.read_text(encoding="utf-8")
        _drop(root, only.findall(text))
        path.write_text(only.sub("", text), encoding="utf-8")
    for path in (root / "rules_data").glob("*/silences.yaml"):
        if path.parent.name != MODEL:
            unasked = "- silence: not applicable\n  note: made up\n  keys: [game.seat_plan, terms.self_call]\n"
            path.write_text(f"{path.read_text(encoding='utf-8')}{unasked}", encoding="utf-8")
    sigla = [str(2000 + place) for place in range(1, number + 1)]
    for name in ("termbase", "doubtful/patterns"):  # which name the passages where a word or pattern stands
        path = root / f"corpus/{name}.yaml"
        text = path.read_text(encoding="utf-8")
        for line in dict.fromkeys(re.findall(r"^ +(?:except|only|sources|places|exceptions): .*$", text, re.MULTILINE)):
            ((field, refs),) = yaml.safe_load(line).items()
            more = [ref.replace(MODEL, siglum) for siglum in sigla for ref in refs if ref.startswith(MODEL)]
            text = text.replace(line, f"{line.partition(field)[0]}{field}: {json.dumps(refs + more)}")
        path.write_text(text, encoding="utf-8")
    _decide(root, sigla)
    for siglum in sigla:
        _add(root, siglum, model, records)
        line = f'  "{siglum}": {{files: {[f"{siglum}-{n}" for n in range(1, 6)]}, kind: translation, why: "made up"}}\n'
        imprint.write_text(imprint.read_text(encoding="utf-8") + line.replace("'", '"'), encoding="utf-8")
    dumper = yaml.SafeDumper
    dumper.ignore_aliases = lambda *_: True  # type: ignore[method-assign]
    text = yaml.dump(sources, Dumper=dumper, allow_unicode=True, sort_keys=False, width=10_000)
    (root / "corpus/sources/sources.yaml").write_text(text, encoding="utf-8")
    changelog = root / "CHANGELOG.md"
    editions = "".join(f"- {2000 + place} edition {model['edition']}: made up.\n" for place in range(1, number + 1))
    english = "- English translation 1.9.0: made up.\n" if number else ""
    changelog.write_text(f"{changelog.read_text(encoding='utf-8')}\n{editions}{english}", encoding="utf-8")
    if number:
        text = imprint.read_text(encoding="utf-8")
        text = text.replace("dates: {", f'dates: {{1.9.0: "{max(yaml.safe_load(text)["dates"].values())}", ')
        imprint.write_text(re.sub(r"^version: .*$", "version: 1.9.0", text, flags=re.MULTILINE), encoding="utf-8")


def _drop(root: Path, reasons: list[str]) -> None:
    """Take reasons that are no longer given from the sentences that hold by a query, with their German."""
    for name, start in (
        ("rules_data/quantified.yaml", "^(?=- says: )"),
        ("scripts/tarock/locale/de/data.po", "(?<=\n\n)"),
    ):
        records = re.split(start, (root / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
        kept = [record for record in records if not any(f'{reason}"\n' in record for reason in reasons)]
        (root / name).write_text("".join(kept), encoding="utf-8")


def _decide(root: Path, sigla: list[str]) -> None:
    """Copy the decisions on answers of 1840 and another source to each copy of 1840 and that source."""
    tables, path = ComputedCodex(Project(HERE)).tables, root / "rules_data/decisions.yaml"
    more = []
    for record in yaml.safe_load(path.read_text(encoding="utf-8")):
        if MODEL in record["pair"]:
            (other,) = {*record["pair"]} - {MODEL}
            for siglum in sigla:
                ours, others = (tables[name].statements.get(record["key"], ()) for name in (MODEL, other))
                copied = [msgspec.structs.replace(each, siglum=siglum) for each in ours]
                more.append({**record, "pair": [siglum, other], "answers": hash_answers(copied, others)})
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "".join(f"- {json.dumps(record)}\n" for record in more), encoding="utf-8")


def _add(root: Path, siglum: str, model: dict[str, object], records: object) -> None:
    """Add a source: every file of 1840 under another siglum."""

    def renamed(text: str) -> str:
        named = re.sub(rf"\b{MODEL}(?=[:@-])", siglum, text)
        return re.sub(rf'^(source|siglum|era): "?{MODEL}"?', rf'\1: "{siglum}"', named, flags=re.MULTILINE)

    record = {
        **model,
        "siglum": siglum,
        "year": int(siglum),
        "claims": [siglum, f"{siglum}-spiel"],
        "file": f"{siglum}.txt",
    }
    record = {name: value for name, value in record.items() if name in model}
    dates = model["dates"]
    assert isinstance(dates, dict)
    record["dates"] = {model["edition"]: dates[model["edition"]]}
    if isinstance(records, dict):
        records[siglum] = record
    elif isinstance(records, list):
        records.append(record)
    shutil.copy(root / f"corpus/sources/{MODEL}.txt", root / f"corpus/sources/{siglum}.txt")
    files = [Path(f"corpus/{folder}/{MODEL}.yaml") for folder in ("emendations", "doubtful", "senses")]
    files += [path.relative_to(root) for path in root.glob(f"corpus/translations/en/{MODEL}-*.yaml")]
    files += [path.relative_to(root) for path in root.glob(f"rules_data/{MODEL}/*")]
    files += [path.relative_to(root) for path in root.glob(f"rules_data/claims/{MODEL}*.yaml") if path.stem != WITHOUT]
    for path in files:
        target = root / str(path).replace(MODEL, siglum)
        target.parent.mkdir(exist_ok=True)
        text = (root / path).read_text(encoding="utf-8")
        if path.parent.name == "claims":
            text = "".join(_without_engine(claim) for claim in re.split(r"^(?=- id:)", text, flags=re.MULTILINE))
        is_prose = path.suffix == ".j2"
        text = _WITHOUT_ENGINE.sub("", text).replace(MODEL, siglum) if is_prose else renamed(text)
        target.write_text(text, encoding="utf-8")
    profiles = root / "scripts/tarock/corpus/profiles/__init__.py"
    text = profiles.read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.strip().startswith(f'"{MODEL}":')]
    profiles.write_text(text.replace(line, f"{line}\n{line.replace(MODEL, siglum, 1)}"), encoding="utf-8")


def _without_engine(claim: str) -> str:
    """Return a claim that calls no function."""
    if not _CALLED.intersection(_COMPUTE.findall(claim)):
        return claim
    (record,) = yaml.safe_load(claim)
    left = {name: record[name] for name in ("id", "kind", "ref", "quote", "says")}
    return f"- {json.dumps(left | {'needs': 'an engine room of its own'}, ensure_ascii=False)}\n"


def commit_evidence(root: Path) -> None:
    """Measure the evidence of the sources that were added, once their texts are built."""
    command, paths = [sys.executable, "-m", "lab.evidence", "--write"], {"PYTHONPATH": str(root / "scripts")}
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **paths})


def run(root: Path, command: tuple[str, ...], environment: dict[str, str]) -> tuple[float, float, int]:
    """Run a command; return seconds by the clock, megabytes, and the exit status."""
    start = time.perf_counter()
    with (root / "output.txt").open("w") as output:
        child = subprocess.Popen(
            [sys.executable, "-m", "tarock", *command], cwd=root, stdout=output, stderr=subprocess.STDOUT,
            env={**os.environ, **environment, "PYTHONPATH": str(root / "scripts")},
        )  # fmt: skip
        _, status, usage = os.wait4(child.pid, 0)
    return time.perf_counter() - start, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def time_best(root: Path, command: tuple[str, ...], runs: int = RUNS) -> tuple[float, float]:
    """Return the shortest time and its memory; only `diff` may end with 1, because it finds what differs."""
    found = []
    for _run in range(runs):
        seconds, memory, status = run(root, command, {})
        if status != int(command[0] == "diff"):
            raise SystemExit(f"tarock {' '.join(command)}: {(root / 'output.txt').read_text(encoding='utf-8')[-800:]}")
        found.append((seconds, memory))
    return min(found)


def measure(root: Path, site: bool) -> dict[str, tuple[float, float]]:
    """Measure every command in one corpus."""
    found = {"build": time_best(root, ("build",), 1)}
    commit_evidence(root)
    start, _ = time_best(root, ("--version",))
    words = subprocess.run(
        [sys.executable, "-m", "tarock", "cite", "1840:47.2"], cwd=root, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(root / "scripts")},
    ).stdout  # fmt: skip
    known = re.search(r"\b[0-9a-f]{12,64}\b", words)
    found["check, cold"] = time_best(root, ("check",), 1)
    for name, command in COMMANDS.items():
        filled = tuple(part.format(hash=known[0] if known else "0" * 12) for part in command)
        seconds, memory = time_best(root, filled)
        found[name] = seconds - start, memory
    changed = root / "rules_data/1863/deal.yaml"
    changed.write_text(f"{changed.read_text(encoding='utf-8')}# changed\n", encoding="utf-8")
    found["check, one source changed"] = time_best(root, ("check",), 1)
    if site:
        found["site, first"] = time_best(root, ("site", "build"), 1)
        found["site, nothing changed"] = time_best(root, ("site", "build"), 1)
        emended = root / "corpus/emendations/1863.yaml"
        text = emended.read_text(encoding="utf-8")
        emended.write_text(
            re.sub(r"(reason: [\"'>]?[^\n]*?)([\"']?)$", r"\1 Changed.\2", text, count=1, flags=re.MULTILINE),
            encoding="utf-8",
        )
        time_best(root, ("build",), 1)  # the lock of the records follows the reason
        found["site, one emendation changed"] = time_best(root, ("site", "build"), 1)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="0,5,10,20", help="how many sources are added")
    parser.add_argument("--site", action="store_true", help="the builds of the site too (minutes)")
    parser.add_argument("--keep", type=Path, help="make the corpora here and leave them")
    options = parser.parse_args()
    sizes = [int(number) for number in options.sizes.split(",")]
    with tempfile.TemporaryDirectory() if not options.keep else nullcontext(str(options.keep)) as name:
        table = {}
        for number in sizes:
            root = Path(name) / f"with-{number}"
            if root.exists():
                shutil.rmtree(root)
            grow(root, number)
            table[number] = measure(root, options.site)
            print(f"{number} more sources: done", file=sys.stderr)
    text = {number: _characters(number) for number in sizes}
    print(f"{'seconds / megabytes':<30}" + "".join(f"{f'+ {number}':>16}" for number in sizes) + "    grows")
    for command in table[sizes[0]]:
        cells = "".join(f"{seconds:>9.2f}{memory:>7.0f}" for seconds, memory in (table[n][command] for n in sizes))
        first, last = (max(table[n][command][0], 0.02) for n in (sizes[0], sizes[-1]))
        power = math.log(last / first) / math.log(text[sizes[-1]] / text[sizes[0]]) if len(sizes) > 1 else 0.0
        print(f"{command:<30}{cells}{power:>9.2f}")


def _characters(number: int) -> int:
    """Return how much text a corpus with so many more sources has."""
    of = {path.stem: path.stat().st_size for path in (HERE / "corpus/sources").glob("*.txt")}
    return sum(of.values()) + number * of[MODEL]


if __name__ == "__main__":
    main()
