"""The rows of each table, from the records that the pages show. Which columns they have, `tables.py` says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import count
from typing import Any

from tarock.base.wording import Message, format_message
from tarock.claims.ledger import UNDETERMINED
from tarock.corpus.annotations import Kind
from tarock.corpus.editions import Edition, Heading, Paratext, Passage, Unit
from tarock.corpus.emendations import Emendation
from tarock.corpus.versions import WHOLE_FILE, load_lock
from tarock.game.common.cards import Card
from tarock.publish.citations import make_urn
from tarock.publish.export.content import Content
from tarock.publish.items import find_printed_pages
from tarock.replay.games import LevelReport
from tarock.rules.compare_text import csv_records
from tarock.rules.tables import Support

CellValue = str | int | bool | None
Rows = Iterable[tuple[CellValue, ...]]

_ROLES = {Passage: "passage", Heading: "heading", Paratext: "paratext"}


def _drop_unknown(words: str) -> str | None:
    """Return what is recorded of a source; None where it is unknown."""
    return None if words == "unknown" else words


def _write_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_write_plain)


def _write_plain(value: Any) -> str:
    if isinstance(value, Message):
        return format_message(value)
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(value)


def sources(content: Content) -> Rows:
    """Yield a row for each source."""
    for source in content.codex.corpus.sources.values():
        away = source.siglum in content.left_out
        yield (
            source.siglum, source.title, _drop_unknown(source.author), source.year, _drop_unknown(source.place),
            _drop_unknown(source.publisher), _drop_unknown(source.container), _drop_unknown(source.pages), _drop_unknown(source.shelfmark),
            source.language, source.completeness.status, source.completeness.note, source.edition,
            source.dates[source.edition], source.sha256, _drop_unknown(source.transcript_editor), source.caveats.en,
            source.rights.statement, source.rights.free, "the text" if away else content.besides.get(source.siglum),
            make_urn(source, source.edition, ""),
        )  # fmt: skip


def found_at(content: Content) -> Rows:
    """Yield a row for each copy of a source online."""
    for source in content.codex.corpus.sources.values():
        for number, each in enumerate(source.found_at, 1):
            yield (
                source.siglum, number, each.address, each.seen, each.compared, each.of, each.result, each.note,
            )  # fmt: skip


def passages(content: Content) -> Rows:
    """Yield the passages; of a text that is left out no more than ids and hashes."""
    positions, lock = count(1), load_lock(content.codex.project)
    for siglum, source in content.codex.corpus.sources.items():
        if edition := content.editions.get(siglum):
            for unit in edition.units.values():
                yield _make_passage_row(content, edition, unit, next(positions))
            continue
        for ident, digest in lock.get((siglum, source.edition), {}).items():
            if ident != WHOLE_FILE:
                yield (f"{siglum}:{ident}", siglum, next(positions), *[None] * 10, True, digest, *[None] * 4)


def _make_passage_row(content: Content, edition: Edition, unit: Unit, position: int) -> tuple[CellValue, ...]:
    here, citation = content.here(unit), content.citation(unit)
    cited, own = citation.cited, not isinstance(unit, Paratext)
    words = (
        unit.text,
        unit.transcript if unit.transcript != unit.text else None,
        content.codex.spelling.modernize_text(unit) if own else None,
        content.english.get(unit.ref),
        content.summaries.get(unit.ref),
    )
    return (
        unit.ref, edition.siglum, position, _ROLES[type(unit)], unit.kind, edition.label(unit.ident), edition.headings_above[unit.ident],
        " ".join(find_printed_pages(edition, [unit])), *(words if here else [None] * len(words)), not here, unit.hash, citation.values["urn"],
        cited.id, cited.label, cited.locator,
    )  # fmt: skip


def sentences(content: Content) -> Rows:
    """Yield a row for each sentence of the texts in this copy."""
    for siglum, edition in content.editions.items():
        translation, accounts = content.codex.translations.get(siglum), content.codex.sentence_coverage[siglum].passages
        for ident, spans in edition.spans.items():
            unit = edition.units[ident]
            for number, (start, end) in enumerate(spans, 1) if content.here(unit) else ():
                english = (
                    translation.english_of(f"{ident}#{number}")
                    if translation and translation.kind == "translation"
                    else ""
                )
                account = accounts[ident][number - 1].value if ident in accounts else None
                yield (
                    f"{unit.ref}#{number}",
                    unit.ref,
                    number,
                    start,
                    end,
                    unit.text[start:end],
                    english,
                    account,
                )


def keys(content: Content) -> Rows:
    """Yield a row for each key of the rule tables."""
    for key, entry in content.codex.topics.entries.items():
        topic = key.partition(".")[0]
        yield key, topic, entry.title, entry.asks, entry.type, entry.unit, " ".join(entry.by)


def statements(content: Content) -> Rows:
    """Yield a row for each statement."""
    for each in content.statements:
        other = each.other_reading
        yield (
            each.id, each.siglum, each.key, _write_json(each.when), each.reading, _write_json(each.value), each.shown,
            each.unit, each.grade, each.says, each.note, each.derived,
            _write_json(other.value) if other else None, other.why if other else None,
        )  # fmt: skip


def _list_quotes(content: Content, ident: str, supports: Iterable[Support]) -> Rows:
    for number, support in enumerate(supports, 1):
        yield ident, number, support.ref, support.quote, *(content.place(support) or (None, None))


def statement_quotes(content: Content) -> Rows:
    """Yield a row for each quotation of a statement."""
    for each in content.statements:
        yield from _list_quotes(content, each.id, each.supports)


def comparison(content: Content) -> Rows:
    """Yield a row for each answer in the comparison of all sources."""
    for row in content.rows:
        for cell in row.cells:
            yield from map(tuple, csv_records(row, cell))


def claims(content: Content) -> Rows:
    """Yield a row for each claim, with its verdict."""
    for checked in content.claims:
        claim = checked.claim
        computed = None if claim.needs or checked.computed == UNDETERMINED else _write_json(checked.computed)
        yield (
            claim.id, claim.era, claim.kind, claim.says, claim.compute, _write_json(claim.inputs),
            None if claim.expected is None else _write_json(claim.expected), computed, checked.verdict, claim.reason,
            claim.needs, claim.expected_from, checked.counted_as,
        )  # fmt: skip


def claim_quotes(content: Content) -> Rows:
    """Yield a row for each quotation of a claim."""
    for checked in content.claims:
        yield from _list_quotes(content, checked.claim.id, checked.claim.supports)


def matters(content: Content) -> Rows:
    """Yield a row for each matter."""
    version = content.codex.matters_edition.version
    for matter in content.matters:
        yield (
            matter.id, version, matter.topic, matter.question.en, matter.question.de, matter.weight, matter.certainty,
            _write_json([each.as_dict() for each in matter.read_by]),
        )  # fmt: skip


def matter_answers(content: Content) -> Rows:
    """Yield a row for the answer, or the silence, of each source to each matter."""
    for matter in content.matters:
        for siglum, answer in matter.answers.items():
            english, german = (answer.says.en, answer.says.de) if answer.says else (None, None)
            yield matter.id, siglum, answer.silence, english, german, " ".join(answer.look)


def matter_quotes(content: Content) -> Rows:
    """Yield a row for each quotation of an answer."""
    for matter in content.matters:
        yield from _list_quotes(content, matter.id, [each for it in matter.answers.values() for each in it.supports])


def matter_pairs(content: Content) -> Rows:
    """Yield a row for each two sources that both answer."""
    for matter in content.matters:
        for pair, found in matter.pairs.items():
            english, german = (found.says.en, found.says.de) if found.says else (None, None)
            yield matter.id, *pair.split("-"), found.kind, english, german


def matter_statements(content: Content) -> Rows:
    """Yield a row for each statement that bears a matter."""
    for matter in content.matters:
        for each in matter.evidence:
            yield matter.id, each.statement


def emendations(content: Content) -> Rows:
    """Yield a row for each emendation and conjecture."""
    for edition in content.editions.values():
        for unit in edition.units.values():
            found = [(a.payload, a.start, a.end) for a in unit.annotations if a.kind is Kind.EMENDATION]
            conjectures = unit.conjectures if isinstance(unit, Passage) else ()
            for number, (each, start, end) in enumerate([*found, *((c, None, None) for c in conjectures)], 1):
                if isinstance(each, Emendation):
                    yield (
                        unit.ref, number, each.kind, each.lemma, each.reading, each.certainty, each.reason,
                        each.evidence, start, end, content.codex.attestations.get(each),
                    )  # fmt: skip


def _write_card_names(cards: Iterable[Card]) -> str:
    return ", ".join(card.name for card in cards)


def games(content: Content) -> Rows:
    """Yield a row for each model game."""
    for report in content.codex.game_reports:
        replay = report.levels["corrected"].replay
        game = replay.game
        yield (
            report.ref, game.era, report.title, report.verdict, " ".join(game.seats), game.dealer, game.declarer,
            replay.partner, game.contract.value, game.king.name, _write_card_names(game.talon.cards),
            _write_card_names(game.scat),
        )  # fmt: skip


def _list_levels(content: Content) -> Iterator[tuple[str, str, LevelReport]]:
    for report in content.codex.game_reports:
        for name, level in report.levels.items():
            yield report.ref, name, level


def levels(content: Content) -> Rows:
    """Yield a row for each level of a model game, with its result."""
    for ref, level, report in _list_levels(content):
        outcome, sheet = report.replay.outcome, report.replay.sheet
        points = outcome.points if outcome.won else -outcome.points
        won, by = (outcome.won, points) if report.replay.settles else (None, None)
        yield ref, level, won, by, outcome.thirds, _write_json(sheet.totals), len(report.findings)


def hands(content: Content) -> Rows:
    """Yield a row for each hand at each level."""
    for ref, level, report in _list_levels(content):
        for seat, cards in report.replay.game.hands.items():
            yield ref, level, seat, _write_card_names(cards)


def tricks(content: Content) -> Rows:
    """Yield a row for each trick at each level, with its thirds of a point."""
    for ref, level, report in _list_levels(content):
        for trick in report.replay.tricks:
            yield ref, level, trick.number, trick.winner, trick.thirds, trick.running


def plays(content: Content) -> Rows:
    """Yield a row for each card played at each level."""
    for ref, level, report in _list_levels(content):
        for trick in report.replay.tricks:
            for turn, (seat, card) in enumerate(trick.plays, 1):
                yield ref, level, trick.number, turn, seat, card.name


def results(content: Content) -> Rows:
    """Yield a row for each result that the author states, with the computed one."""
    for ref, level, report in _list_levels(content):
        for number, each in enumerate(report.stated, 1):
            place = content.place(Support(ref=each.ref, quote=each.quote)) or (None, None)
            found = None if each.computed is None else _write_json(each.computed)
            yield (
                ref, level, number, each.what.value, _write_json(each.expected), found, each.verdict,
                each.ref, each.quote, *place,
            )  # fmt: skip


def findings(content: Content) -> Rows:
    """Yield a row for each finding, with its known reason."""
    known = content.site.known
    for ref, level, report in _list_levels(content):
        for number, each in enumerate(report.findings, 1):
            reason = known.get((ref.partition(":")[2], level, *each.identity))
            yield (
                ref, level, number, each.code, each.trick, each.seat, each.card, format_message(each.message),
                each.ref, reason.record.reason if reason else None,
            )  # fmt: skip
