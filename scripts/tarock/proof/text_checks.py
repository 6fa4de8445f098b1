"""Whether every word of the texts is accounted for: spelling, terms, notes, English. Clean texts are not read twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarock.corpus.checks import check_spelling, note_problems, term_problems
from tarock.corpus.translation.checks import translation_problems
from tarock.proof.json_records.checked import TextsReport, TranslationReport

if TYPE_CHECKING:
    from tarock.corpus.checks import Problem
    from tarock.proof.codex import Codex

READ = ("corpus",)


def check_texts(codex: Codex) -> tuple[TextsReport, list[Problem]]:
    """How the words of each source are explained and rendered, and what does not hold."""
    if known := codex.cache.get("texts", READ, TextsReport):
        return known, []
    spelling, problems = check_spelling(codex.corpus, codex.spelling)
    problems += term_problems(codex.corpus, codex.termbase)
    problems += note_problems(codex.corpus, codex.notes, codex.termbase)
    for translation in codex.translations.values():
        problems += translation_problems(translation, codex.numbers, codex.termbase)
    report = TextsReport(spelling=spelling, translations=_translations(codex))
    if not problems:
        codex.cache.put("texts", READ, report)
    return report, problems


def _translations(codex: Codex) -> dict[str, TranslationReport]:
    return {
        siglum: TranslationReport(
            kind=translation.kind,
            version=translation.imprint.version,
            units=len(translation.units),
            notes=sum(len(placed.rendering.notes) for placed in translation.units.values()),
            allowed=sum(len(placed.rendering.allowed) for placed in translation.units.values()),
        )
        for siglum, translation in codex.translations.items()
    }
