"""Every file under `corpus/` and `rules_data/`: its kind, who reads it, its schema, and what its fields refer to.

`tarock check` reads each file by this table, so that no command finds later what the check could have found. A file
that no row names is read by nobody. A clean result is cached by the digest of the file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tarock.analysis import annotation
from tarock.base import yamlio
from tarock.base.errors import CheckFailed, CodexError
from tarock.base.files import read_bytes, read_text
from tarock.base.structs import Frozen
from tarock.base.yamlio import Document, Key
from tarock.checks import trials
from tarock.checks.data_values import totals_fault, value_problems
from tarock.checks.quantified import load_quantified
from tarock.checks.reviews import load_reviews
from tarock.checks.schemas import KINDS
from tarock.checks.wording import ENGLISH
from tarock.claims.context import load_expectations
from tarock.codex import ComputedCodex, input_files
from tarock.corpus.apparatus import load_patterns
from tarock.corpus.checks import Problem
from tarock.corpus.format import require_format
from tarock.corpus.locks import NONE, SHORT, Lock, dump_lock, read_lock
from tarock.corpus.search_data import load_base_forms, load_everyday
from tarock.corpus.sentences import load_stop_rules
from tarock.corpus.sources import load_left_out
from tarock.corpus.variants import load_variants
from tarock.corpus.verify.table import load_quoting
from tarock.corpus.versions import load_tombstones
from tarock.game.eras import check_own_document, find_era
from tarock.replay.games import load_criteria
from tarock.replay.known_findings import load_known_findings
from tarock.robustness import coverage
from tarock.robustness.nearby_values import load_nearby_values
from tarock.robustness.undecided import collect_undecided
from tarock.robustness.unread import load_unread_reasons
from tarock.rules.bridge import load_bridge, load_facts
from tarock.rules.invariants import load_invariants, require_playable
from tarock.rules.overview import load_history, load_overview
from tarock.rules.readings import load_reports

# Characters that cannot be seen, or turn the direction of reading: no text of ours or of a source has them.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)

# Files outside both folders, with words that commands read or the site shows.
_OTHER_TEXTS = (
    "*.md",
    "CITATION.cff",
    "LICENSE",
    "redirects.yaml",
    "mkdocs.yml",
    "overrides/**/*.html",
    "docs/assets/javascripts/*.js",
    "scripts/tarock/locale/**/*.po",
    "scripts/tarock/**/*.j2",
)


class DataKind(Frozen):
    """A row of the table: the files by their pattern, who reads them, and what is true of their fields.

    `schema` is the name of a schema in `rules_data/schema`, if the file is a record of one. `refers` has by the name of
    a field what its value names (`NAMED`), of a mapping its keys; `blank` are fields that may be empty, `repeats` those
    whose items may be the same twice, `prose` those with sentences of ours, `unread` fields that no program reads, each
    with the reason why it is there. `needs` are the files that the reader reads; `by_name` says that it reads one file
    and not all of the row. A file that a row names without a star must be there, unless the row `may_lack` it; of the
    other rows those that are `required`. `locked` says why nothing else can tell whether a record of the file is whole
    and right: it is held against its digest in `RECORDS`.
    """

    kind: str
    files: str
    read: Callable[[ComputedCodex, str], object]
    schema: str = ""
    refers: Mapping[str, str] = {}
    blank: Collection[str] = ()
    repeats: Collection[str] = ()
    prose: Collection[str] = ()
    unread: Mapping[str, str] = {}
    needs: tuple[str, ...] = ("corpus", "rules_data")
    by_name: bool = False
    may_lack: bool = False
    required: Collection[str] = ()
    locked: str = ""


def _load_document(codex: ComputedCodex, name: str) -> Document:
    return yamlio.load(codex.project.root / name)


def _find_siglum(name: str) -> str:
    """Return the siglum in the name of a file of a source."""
    return re.findall(r"(?<=/)[A-Za-z0-9]+(?=/|-|\.)", name)[-1] if "/" in name else ""


def read_example(codex: ComputedCodex, name: str) -> object:
    """Replay or settle an example; raises `CodexError` for one that holds a fault."""
    document = _load_document(codex, name)
    era = find_era(str(document.data.get("era") if isinstance(document.data, dict) else document.data))
    if era.game and era.replay and era.game.fits(document.data):
        check_own_document(codex.project, era, era.game, document)
        played = era.replay_document(document, codex.context.rules(era.siglum).without_prices())
        if played.findings:
            raise document.error("this game holds a fault", f"see `tarock replay {name}`")
        return played
    if era.game and era.game.fits(document.data):
        report = codex.games.replay_own(
            codex.games.read_document(check_own_document(codex.project, era, era.game, document))
        )
        if not report.sound:
            raise document.error("this game holds a fault", f"see `tarock replay {name}`")
        return report
    settled = era.settle_document(
        check_own_document(codex.project, era, era.score, document), codex.context.rules(era.siglum)
    )
    if fault := totals_fault(read_text(codex.project.root / name), settled):
        raise CheckFailed(fault, "expected that after `# It comes to: `", file=name)
    return settled


def read_json(codex: ComputedCodex, name: str) -> object:
    """Return a file of JSON; raises `CodexError` where it is none, and for a name that an object has twice."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(found := dict(pairs)) < len(pairs):
            raise ValueError("an object has the same name twice")
        return found

    try:
        return json.loads(read_text(codex.project.root / name), object_pairs_hook=once)
    except ValueError as error:
        expected = "get it back from version control, or compute it anew"
        raise CodexError(f"broken JSON: {error}", expected, file=codex.project.root / name) from None


def read_sealed(codex: ComputedCodex, name: str) -> list[str]:
    """Return the digests of the files that are sealed; raises `CodexError` for a malformed line or a second one."""
    lines = read_text(codex.project.root / name).splitlines()
    for number, line in enumerate(lines, 1):
        if not _SEALED.fullmatch(line) or line in lines[: number - 1]:
            expected = "expected a sha256, two spaces and the name of a file, each once"
            raise CodexError("malformed line", expected, file=codex.project.root / name, line=number)
    return lines


def check_invariants(codex: ComputedCodex, _name: str) -> object:
    """Hold the values of each source against its invariants; raises `CodexError` where a game cannot be played."""
    found = load_invariants(codex.project)
    for siglum in found:
        require_playable(codex.context.rules(siglum))
    return found


_PAIRS = ("1754-1840", "1754-1863", "1840-1945", "1863-1840")  # of which readers sought the differences
RECORDS = "corpus/records.lock"
_SEEN = "what was seen in a text that is not here, on a day"
_WEIGHED = "what a reader weighed and decided"
_CHOSEN = "what we chose to tell"
_USAGE = "how people write, of which the texts here are no list"
_INVENTED = "a game that nobody played"
_GONE = "what was withdrawn once"
_TOLD = "what we say of it, in sentences whose numbers and quantifiers no program can prove"
_GAMES = "what games are computed from"  # `input_files` of every source
# Fields with sentences or names of ours, which no program can prove; their references are data.
PROSE = ENGLISH | {"besides", "card", "caveats", "made", "phrase", "question", "sought"}
_ENGLISH = ("english", "notes", "allowed")
TABLE: tuple[DataKind, ...] = (
    DataKind("format", "corpus/format.yaml", lambda codex, _: require_format(codex.project), "format"),
    # the texts
    DataKind("sources", "corpus/sources/sources.yaml", lambda codex, _: codex.corpus.sources, "sources",
             locked="what is known of prints that nobody here has seen"),
    DataKind("transcript", "corpus/sources/*.txt", lambda codex, name: codex.corpus.edition(_find_siglum(name)),
             by_name=True),
    DataKind("left-out", "corpus/sources/left_out.yaml", lambda codex, _: load_left_out(codex.project), "left-out",
             may_lack=True),
    DataKind("emendations", "corpus/emendations/*.yaml", lambda codex, name: codex.corpus.edition(_find_siglum(name)),
             "emendations", blank=("lemma", "reading"), by_name=True, locked=_TOLD),
    DataKind("patterns", "corpus/doubtful/patterns.yaml", _load_document, "patterns", locked=_WEIGHED),
    DataKind("doubtful", "corpus/doubtful/*.yaml", _load_document, "doubtful", {"pattern": "pattern"}, ("reading",),
             by_name=True, locked=_WEIGHED),
    DataKind("witnesses", "corpus/witnesses/*.yaml", lambda codex, _: codex.copy_reports, "witnesses"),
    DataKind("edition", "corpus/texts/*/*.md", lambda codex, name: codex.corpus.edition(name.split("/")[-2]),
             by_name=True),
    DataKind("lock", "corpus/versions.lock", lambda codex, name: read_lock(codex.project.root / name)),
    DataKind("lock", RECORDS, lambda codex, name: read_lock(codex.project.root / name)),
    DataKind("tombstones", "corpus/tombstones.yaml", lambda codex, _: load_tombstones(codex.project), "tombstones",
             locked=_GONE),
    DataKind("reviews", "corpus/reviews.yaml", lambda codex, _: load_reviews(codex.project), "reviews",
             locked="who read what, and when"),
    DataKind("elsewhere", "corpus/elsewhere.yaml", lambda codex, _: codex.elsewhere, "elsewhere", prose=("quote",),
             locked=_SEEN),
    DataKind("notes", "corpus/notes.yaml", lambda codex, _: codex.notes, "notes", {"terms": "term"}, locked=_CHOSEN),
    # their words
    DataKind("base-forms", "corpus/base_forms.yaml", lambda codex, _: load_base_forms(codex.project), "base-forms",
             locked=_USAGE),
    DataKind("everyday", "corpus/everyday.yaml", lambda codex, _: load_everyday(codex.project, codex.termbase.terms),
             "everyday", {"at": "passage", "terms": "term"},
             prose=("small", "plain", "light", "advice", "asked", "terms", "words"), locked=_USAGE),
    DataKind("termbase", "corpus/termbase.yaml", lambda codex, _: codex.termbase, "termbase", {"related": "term"},
             locked=_CHOSEN),
    DataKind("senses", "corpus/senses/*.yaml", lambda codex, _: codex.termbase, "senses"),
    DataKind("sentences", "corpus/sentences/*.yaml", lambda codex, name: load_stop_rules(codex.project.root / name),
             "sentences", by_name=True, required=("corpus/sentences/en.yaml",), locked=_USAGE),
    DataKind("spelling-lexicon", "corpus/spelling/lexicon.yaml", lambda codex, _: codex.spelling.lexicon,
             "spelling-lexicon", locked=_USAGE),
    DataKind("spelling-numbers", "corpus/spelling/numbers.yaml", lambda codex, _: codex.numbers, "spelling-numbers",
             locked=_USAGE),
    DataKind("spelling-places", "corpus/spelling/places.yaml", lambda codex, _: codex.spelling.contextual_records,
             "spelling-places", locked=_USAGE),
    DataKind("spelling-rules", "corpus/spelling/rules.yaml", lambda codex, _: codex.spelling.rules, "spelling-rules",
             blank=("modern",), locked=_USAGE),
    DataKind("variants", "corpus/variants.yaml", lambda codex, _: load_variants(codex.project), "variants",
             blank=("blanks",), locked=_USAGE),
    DataKind("quoting", "corpus/quoting.yaml", lambda codex, _: load_quoting(codex.project), "quoting",
             repeats=("marks", "weak_marks"), locked=_USAGE),
    DataKind("modern-forms", "corpus/spelling/modern.txt", lambda codex, _: codex.spelling.modern_forms,
             locked=_USAGE),
    # our English
    DataKind("translation-imprint", "corpus/translations/en/imprint.yaml", lambda codex, _: codex.translations,
             "translation-imprint", locked="when versions were made"),
    DataKind("translation-notation", "corpus/translations/en/notation.yaml", lambda codex, _: codex.translations,
             "translation-notation", locked=_USAGE),
    DataKind("translation-numbers", "corpus/translations/en/numbers.yaml", lambda codex, _: codex.translations,
             "translation-numbers", locked=_USAGE),
    DataKind("translation", "corpus/translations/en/*.yaml", lambda codex, _: codex.translations, "translation",
             prose=_ENGLISH),
    DataKind("lock", "corpus/translations/en/versions.lock", lambda codex, name: read_lock(codex.project.root / name)),
    DataKind("translation-kept", "corpus/translations/en/versions/*/*.yaml", _load_document, "translation-kept",
             by_name=True),
    # games
    DataKind("known-findings", "corpus/games/known_findings.yaml", lambda codex, _: load_known_findings(codex.project),
             "known-findings", locked=_TOLD),
    DataKind("game", "corpus/games/*.yaml", lambda codex, name: codex.games.read_document(_load_document(codex, name)),
             needs=(_GAMES,), by_name=True),
    DataKind("example", "corpus/examples/*.yaml", read_example, needs=(_GAMES,), by_name=True,
             locked=_INVENTED),
    # the rules
    DataKind("topics", "rules_data/topics.yaml", lambda codex, _: codex.topics, "topics", locked=_TOLD),
    DataKind("vocabulary", "rules_data/vocabulary.yaml", lambda codex, _: codex.topics.vocabulary, "vocabulary",
             unread={"means": "for whoever writes a table: when to use the word"}, locked=_CHOSEN),
    DataKind("keys", "rules_data/keys/*.yaml", lambda codex, _: codex.topics, "keys", {"alike_where": "key"}),
    DataKind("deprecated-keys", "rules_data/deprecated_keys.yaml", lambda codex, _: codex.topics, "deprecated-keys"),
    DataKind("silences", "rules_data/*/silences.yaml", lambda codex, _: dict(codex.tables), "silences", locked=_TOLD),
    DataKind("set-aside", "rules_data/*/set_aside.yaml", lambda codex, _: dict(codex.tables), "set-aside",
             locked=_TOLD),
    DataKind("borrowed", "rules_data/*/borrowed.yaml", lambda codex, _: dict(codex.tables), "borrowed",
             {"text": "text", "topic": "topic", "matters": "matter", "ref": "passage"}, prose=("quote",), locked=_SEEN),
    DataKind("assumed", "rules_data/*/assumed.yaml", lambda codex, _: dict(codex.tables), "assumed",
             {"key": "key", "at": "passage"}, locked=_WEIGHED),
    DataKind("today", "rules_data/*/today.yaml", lambda codex, _: codex.today, "today", {"text": "text"},
             prose=("quote",), locked=_SEEN),
    DataKind("how-to", "rules_data/*/*.md.j2",
             lambda codex, name: codex.how_tos.read(*name.removeprefix("rules_data/").split("/")), by_name=True,
             locked=_CHOSEN),
    DataKind("claims", "rules_data/claims/*.yaml", lambda codex, _: codex.claims, blank=("partner", "pagat_last"),
             repeats=("*",), locked=_TOLD),
    DataKind("lock", "rules_data/statements.lock", lambda codex, name: read_lock(codex.project.root / name)),
    DataKind("withdrawn-statements", "rules_data/withdrawn_statements.yaml", _load_document, "withdrawn-statements",
             locked=_GONE),
    DataKind("withdrawn-claims", "rules_data/withdrawn_claims.yaml", lambda codex, _: codex.withdrawn_claims,
             "withdrawn-claims", locked=_GONE),
    DataKind("claim-words", "rules_data/claim_words.yaml", lambda codex, _: load_expectations(codex.context),
             "claim-words", locked=_USAGE),
    DataKind("comparison", "rules_data/comparison.yaml", lambda codex, _: codex.comparison_rules, "comparison",
             {"lacking": "siglum"}, locked=_CHOSEN),
    DataKind("decisions", "rules_data/decisions.yaml", lambda codex, _: codex.comparison_rules, "decisions",
             locked=_WEIGHED),
    DataKind("differences", "rules_data/readings/differences/*.yaml",
             lambda codex, _: [*load_reports(codex.project)], "differences", needs=("rules_data",),
             unread={"found_by": "which of the two readers noticed it", "dropped": "what was settled to be none"},
             required=tuple(f"rules_data/readings/differences/{pair}.yaml" for pair in _PAIRS)),
    DataKind("sealed", "rules_data/readings/differences/sealed.sha256", read_sealed),
    DataKind("matters-edition", "rules_data/matters/edition.yaml", lambda codex, _: codex.matters_edition,
             "matters-edition"),
    DataKind("matters-version", "rules_data/matters/versions/*.md", lambda codex, _: codex.matters),
    DataKind("lock", "rules_data/matters.lock", lambda codex, name: read_lock(codex.project.root / name)),
    DataKind("matters", "rules_data/matters/*.yaml", lambda codex, _: codex.matters, "matters",
             {"topic": "topic", "look": "passage"}, prose=("says",)),
    DataKind("overview", "rules_data/overview.yaml", lambda codex, _: load_overview(codex.project), "overview",
             {"key": "key", "sources": "siglum"}, locked=_CHOSEN),
    DataKind("history", "rules_data/history.yaml", lambda codex, _: load_history(codex.project), "history",
             {"matters": "matter"}, locked=_CHOSEN),
    DataKind("quantified", "rules_data/quantified.yaml", lambda codex, _: load_quantified(codex.project), "quantified",
             locked=_CHOSEN),
    DataKind("bridge", "rules_data/bridge.yaml", lambda codex, _: load_bridge(codex.project), "bridge",
             prose=("says", "what", "term", "also"), locked=_WEIGHED),
    DataKind("neighbour-facts", "rules_data/neighbours/facts.yaml", lambda codex, _: load_facts(codex.project),
             "neighbour-facts", prose=("value", "text", "seen", "words", "address"), locked=_SEEN),
    DataKind("scenes", "rules_data/scenes.yaml", _load_document, "scenes"),
    DataKind("undecided", "rules_data/undecided.yaml",
             lambda codex, _: collect_undecided(codex.context, codex.without_copies.game_reports), "undecided",
             {"scene": "scene", "era": "siglum"}, repeats=("*",), needs=(_GAMES,), locked=_INVENTED),
    DataKind("conjectures", "rules_data/conjectures.yaml", lambda codex, _: load_criteria(codex.project),
             "conjectures", locked=_CHOSEN),
    DataKind("tasks", "rules_data/tasks.yaml", lambda codex, _: trials.find_stale(codex),
             "tasks", needs=(_GAMES, "rules_data/tasks.yaml")),
    DataKind("invariants", "rules_data/invariants.yaml", check_invariants, "invariants", {"key": "statement"},
             locked=_CHOSEN),
    DataKind("unread", "rules_data/unread.yaml",
             lambda codex, _: load_unread_reasons(codex.project, codex.topics.entries), "unread", locked=_CHOSEN),
    DataKind("nearby_values", "rules_data/nearby_values.yaml", lambda codex, _: load_nearby_values(codex.context),
             "nearby_values"),
    DataKind("table", "rules_data/*/*.yaml", lambda codex, _: dict(codex.tables), repeats=("value",)),
    # what is computed or built
    DataKind("schema", "rules_data/schema/tables/*.json", read_json, by_name=True),
    DataKind("schema", "rules_data/schema/*.json", read_json, by_name=True),
    DataKind("comparison-score", "rules_data/evidence/comparison.json", read_json, may_lack=True),
    DataKind("evidence", "rules_data/evidence/*.json",
             lambda codex, name: coverage.load(codex.project, _find_siglum(name)), by_name=True),
    DataKind("stamp", "rules_data/analysis/1840-tasks.json",
             lambda codex, _: trials.find_stale(codex),
             needs=(_GAMES, "rules_data/tasks.yaml"), may_lack=True),
    DataKind("machines", "rules_data/analysis/*-machines.json", lambda codex, _: trials.find_stale(codex),
             needs=(_GAMES,)),
    DataKind("hands", "rules_data/analysis/*-hands.json", lambda codex, _: trials.find_stale(codex), needs=(_GAMES,)),
    DataKind("choices", "rules_data/analysis/*-choices.json", lambda codex, _: trials.find_stale(codex),
             needs=(_GAMES,)),
    DataKind("game-values", "rules_data/analysis/*.json",
             lambda codex, name: annotation.load(codex.project.root / name), needs=(_GAMES,), by_name=True),
)  # fmt: skip
_PATTERNS = [(row, re.compile(re.escape(row.files).replace(r"\*", "[^/]+"))) for row in TABLE]


@cache
def find_kind(name: str) -> DataKind | None:
    """Return the first row whose pattern a file has: a star is a name without a slash; nothing for other files."""
    return next((row for row, pattern in _PATTERNS if pattern.fullmatch(name)), None)


def data_files(codex: ComputedCodex) -> list[str]:
    """Return the files below both folders by their names from the top, without what an editor hides."""
    return sorted(
        codex.project.relative(path)
        for top in ("corpus", "rules_data")
        for path in (codex.project.root / top).rglob("*")
        if path.is_file()
    )


def _list_other_texts(codex: ComputedCodex) -> tuple[str, ...]:
    """Return the names of other files with words that commands read or the site shows, as far as they are here."""
    root = codex.project.root
    return tuple(sorted({codex.project.relative(path) for pattern in _OTHER_TEXTS for path in root.glob(pattern)}))


def data_problems(codex: ComputedCodex) -> Iterator[Problem]:
    """Yield what is wrong in files, each with file and line; what was clean when last read is not read again."""
    others = _list_other_texts(codex)
    whole = ("corpus", "rules_data", *others)
    if codex.cache.get("data-files", whole, bool):
        return
    names = data_files(codex)
    found = False
    named = _Names(codex)
    unseen = [each for name in others for each in _find_unseen(name, read_text(codex.project.root / name))]
    for problem in (*_check_files(codex, names, named), *value_problems(codex), *unseen):
        found = True
        yield problem
    if not found:
        codex.cache.put("data-files", whole, True)


def lock_records(codex: ComputedCodex) -> dict[Path, str]:
    """Return the lock of the records that nothing else states, by its path; in a copy without some text as it is."""
    path = codex.project.root / RECORDS
    if codex.corpus.left_out:
        return {path: read_text(path)}
    lock: Lock = {}
    for name in data_files(codex):
        if (row := find_kind(name)) and row.locked:
            lock[name, NONE] = {ident: digest for ident, digest, _key in _hash_records(codex, name)}
    return {path: dump_lock(lock)}


def _hash_records(codex: ComputedCodex, name: str) -> Iterator[tuple[str, str, Key]]:
    """Yield each record of a file by a name that no other one has: the name, the digest, and the way to the record."""
    if not name.endswith(".yaml"):
        yield NONE, hashlib.sha256(read_bytes(codex.project.root / name)).hexdigest()[:SHORT], 0
        return
    data = _load_document(codex, name).data
    seen = Counter[str]()
    for key, record in data.items() if isinstance(data, dict) else enumerate(data or []):
        words = [each for each in record.values() if isinstance(each, str)] if isinstance(record, dict) else []
        ident = " ".join(str(key if isinstance(data, dict) or not words else words[0]).split())
        seen[ident] += 1
        written = json.dumps(record, ensure_ascii=False, sort_keys=True)
        called = ident if seen[ident] == 1 else f"{ident} ~{seen[ident]}"
        yield called, hashlib.sha256(written.encode()).hexdigest()[:SHORT], key


def record_problems(codex: ComputedCodex) -> Iterator[Problem]:
    """Report records that are not as the lock has them."""
    lock = read_lock(codex.project.root / RECORDS)
    expected = "expected it as it was; where the change is meant, run `tarock build`"
    for name in data_files(codex):
        row = find_kind(name)
        if not row or not row.locked:
            continue
        left = dict(lock.get((name, NONE), {}))
        for ident, digest, key in _hash_records(codex, name):
            if left.pop(ident, "") != digest:
                place = f"{name}:{_load_document(codex, name).line(key)}" if name.endswith(".yaml") else name
                yield Problem("DATA-LOCK", place, f"`{ident}` is not as {RECORDS} has it; {expected}")
        lock.pop((name, NONE), None)
        yield from (Problem("DATA-LOCK", name, f"there is no `{ident}` any more; {expected}") for ident in left)
    yield from (Problem("DATA-LOCK", name, f"is not there any more; {expected}") for name, _version in lock)


def _check_files(codex: ComputedCodex, names: Collection[str], named: _Names) -> Iterator[Problem]:
    """Yield the problems of changed files: of no known kind, in themselves, or refused by their readers."""
    known = codex.cache.get("data-each", (), dict[str, str]) or {}
    now: dict[str, str] = {}
    faulty: set[str] = set()
    for name in names:
        row = find_kind(name)
        if row is None or (row.files.startswith("rules_data/*/") and name.split("/")[1] not in named.sigla):
            yield Problem("FILE-UNREAD", name, "is read by nobody; expected a file of a kind that `tarock check` knows")
            continue
        now[name] = hashlib.sha256(named.digest + read_bytes(codex.project.root / name)).hexdigest()
        if known.get(name) != now[name]:
            for problem in _check_file(codex, row, name, named):
                faulty.add(name)
                yield problem
    yield from _check_with_readers(codex, now)
    codex.cache.put("data-each", (), {name: each for name, each in now.items() if name not in faulty})


def _check_with_readers(codex: ComputedCodex, digests: Mapping[str, str]) -> Iterator[Problem]:
    """Let each file be read by who reads it, where a file has changed that the reader needs; `digests` are theirs."""
    known = codex.cache.get("data-read", (), dict[str, str]) or {}
    now: dict[str, str] = {}
    places = {_GAMES: input_files(*codex.corpus.sources)}
    made_of: dict[tuple[str, ...], str] = {}
    done: set[str] = set()
    for name, own in digests.items():
        row = find_kind(name)
        if row is None:
            continue
        if row.needs not in made_of:
            needs = tuple(each for one in row.needs for each in places.get(one, (one,)))
            made_of[row.needs] = codex.cache.hash_inputs(needs)
        now[name] = hashlib.sha256(f"{made_of[row.needs]} {own}".encode()).hexdigest()
        if known.get(name) == now[name] or row.files in done:
            continue
        if not row.by_name:
            done.add(row.files)
        try:
            row.read(codex, name)
        except CodexError as error:  # it may come of a rule that another file states
            del now[name]
            place = error.place.removeprefix(f"{codex.project.root}/") or name
            yield Problem("DATA-READ", place, "; ".join(filter(None, (error.what, error.expected))))
    codex.cache.put("data-read", (), now)


class _Names:
    """The names that a field may refer to, by their kind in the table."""

    def __init__(self, codex: ComputedCodex):
        self.codex = codex
        corpus = codex.corpus
        self.sigla = [*corpus.sources]
        self.away = {*corpus.left_out}
        self.passages = {
            f"{edition.siglum}:{ident}"
            for edition in corpus.editions()
            for ident in (*edition.units, *edition.containers, *edition.parts, *edition.headings)
        }
        self.of: dict[str, Collection[str]] = {
            "passage": self.passages,
            "siglum": self.sigla,
            "key": codex.topics.entries,
            "statement": {
                name for rules in codex.tables.values() for name in (*rules.effective, *rules.assumed.by_name)
            },
            "topic": codex.topics.by_name,
            "term": codex.termbase.terms,
            "text": codex.elsewhere,
            "matter": codex.matters,
            "pattern": [each.record.name for each in load_patterns(corpus)],
            "scene": _load_document(codex, "rules_data/scenes.yaml").data,
        }
        told = "\n".join(f"{name}: {' '.join(sorted(each))}" for name, each in self.of.items())
        self.digest = hashlib.sha256(told.encode()).digest()
        self.reference = re.compile(rf"\b({'|'.join(map(re.escape, self.sigla))}):([A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)")

    def is_nowhere(self, siglum: str, ident: str) -> bool:
        """Return whether a reference leads nowhere; of a text that is not here nobody can say."""
        return siglum not in self.away and f"{siglum}:{ident}" not in self.passages

    def lacks(self, of: str, name: str) -> bool:
        """Return whether there is nothing of this name; of a passage of a text that is not here nobody can say."""
        siglum, found, _ident = name.partition(":") if of == "passage" else ("", "", "")
        return name not in self.of[of] and not (found and siglum in self.away)


def _check_file(codex: ComputedCodex, row: DataKind, name: str, named: _Names) -> Iterator[Problem]:
    """Yield the problems in the text, references, schema and values of one file."""
    path = codex.project.root / name
    text = read_text(path)
    yield from _find_unseen(name, text)
    for number, line in enumerate(text.split("\n"), 1):
        if row.kind not in _WITHOUT_REFERENCES:
            for siglum, ident in named.reference.findall(line):
                if named.is_nowhere(siglum, ident):
                    yield Problem("DATA-REFERENCE", f"{name}:{number}", f"{siglum}:{ident} does not exist")
    if path.suffix == ".j2":
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            if len(line) >= _LINE and any(map(str.isalpha, line)) and line in lines[: number - 1]:
                yield Problem("DATA-TWICE", f"{name}:{number}", "the same line twice; expected it once")
    if path.suffix == ".json":
        read_json(codex, name)
    if path.suffix != ".yaml":
        return
    document = yamlio.load(path)
    if row.schema:
        document.convert(KINDS[row.schema][0], document.data)
    for code, what, where in _check_value(row, document.data, "", (), named):
        yield Problem(code, f"{name}:{document.line(*where)}", what)


def _find_unseen(name: str, text: str) -> Iterator[Problem]:
    for number, line in enumerate(text.split("\n"), 1):
        if found := UNSEEN.search(line):
            what = f"a character that cannot be seen (U+{ord(found[0]):04X}); expected none"
            yield Problem("DATA-UNSEEN", f"{name}:{number}", what)


_LINE = 8  # characters of a line of prose that stands once in its file
_WITHOUT_REFERENCES = ("transcript", "edition", "lock", "schema", "translation-kept")
_SEALED = re.compile(r"[0-9a-f]{64}  [A-Za-z0-9-]+\.yaml")


def _check_value(
    row: DataKind, value: Any, field: str, path: tuple[Key, ...], named: _Names
) -> Iterator[tuple[str, str, tuple[Key, ...]]]:
    """Yield what is wrong in a value and all that is in it: a code, what, and the way to it."""
    of = row.refers.get(field)
    if isinstance(value, str):
        if not value.strip() and field not in row.blank:
            yield "DATA-EMPTY", f"`{field}` is empty; expected a text, or no `{field}`", path
        elif of and named.lacks(of, value):
            yield "DATA-REFERENCE", f"there is no {of} `{value}`", path
    elif isinstance(value, list):
        told = [repr(item) for item in value]
        for index, item in enumerate(value):
            if told[index] in told[:index] and not {field, "*"} & {*row.repeats}:
                yield "DATA-TWICE", f"`{field}` has the same twice; expected it once", (*path, index)
            yield from _check_value(row, item, field, (*path, index), named)
    elif isinstance(value, dict):
        for key, item in value.items():
            if of and named.lacks(of, key):
                yield "DATA-REFERENCE", f"there is no {of} `{key}`", (*path, key)
            if not key.strip():
                yield "DATA-EMPTY", "a field has an empty name; expected one with a name", (*path, key)
            yield from _check_value(row, item, str(key), (*path, key), named)
