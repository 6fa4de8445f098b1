"""Wording of 1945 completed from 1840."""

from __future__ import annotations

from tarock.base.i18n import Wording

WORDINGS: dict[str, Wording] = {
    "completed_1945.assumed": (
        "no play of 1945: {number} answer that it has lost is taken over from 1840",
        "no play of 1945: {number} answers that it has lost are taken over from 1840",
    ),
    "completed_1945.RESULT-DIFFERS": "the record says that it comes to {stated}; computed: {computed}",
}
