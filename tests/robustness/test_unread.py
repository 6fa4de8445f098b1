"""Values that nothing in the engine reads, and why."""

from __future__ import annotations

import pytest

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.robustness.unread import find_reason, list_unread, load_unread_reasons
from tests.helpers import replace_once

pytestmark = pytest.mark.slow


def test_each_value_that_nothing_reads_has_a_reason_and_each_reason_values(computed: ComputedCodex) -> None:
    reasons = load_unread_reasons(computed.project, computed.topics.entries)
    used, unread = set(), {siglum: list_unread(table, computed.evidence) for siglum, table in computed.tables.items()}
    for statements in unread.values():
        used |= {find_reason(reasons, statement) for statement in statements}
    assert used == {*reasons}
    # 1840:14.1 and 63.1 bind every game, 1840:63.3 says what counts as a revoke, which a record cannot have otherwise
    idents = {statement.ident for statement in unread["1840"]}
    assert idents.isdisjoint({"deal.hand", "play.follow_suit", "settlement.multiplier[contract=dreier]"})
    assert "revoke.counts_as" in idents


def test_a_beginning_of_no_key_and_a_value_without_a_reason_are_refused(
    codex: Project, computed: ComputedCodex
) -> None:
    replace_once(codex.rules / "unread.yaml", "keys: [advice]", "keys: [advise]")
    with pytest.raises(CodexError, match="no key is or begins with `advise`"):
        load_unread_reasons(codex, computed.topics.entries)
    reasons = load_unread_reasons(computed.project, computed.topics.entries)
    advice = next(each for each in computed.tables["1840"] if each.key.startswith("advice."))
    with pytest.raises(CodexError, match=r"expected a reason in rules_data/unread\.yaml"):
        find_reason([each for each in reasons if "advice" not in each.keys], advice)
