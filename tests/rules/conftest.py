"""Fixtures of the second floor: the era tables, the topics and the number reader of the checkout."""

from __future__ import annotations

import pytest

from tarock.base.project import Project
from tarock.corpus.numbers import NumberReader
from tarock.rules.comparison_rules import ComparisonRules, load_comparison_rules
from tarock.rules.tables import EraTable, EraTables
from tarock.rules.topics import Topics
from tests.conftest import SIGLA


@pytest.fixture(scope="session")
def tables(project: Project) -> EraTables:
    """The four era tables by siglum. Tests only read them."""
    return EraTables(project, list(SIGLA))


@pytest.fixture(scope="session")
def topics(tables: dict[str, EraTable]) -> Topics:
    """The shared topics."""
    return tables["1840"].topics


@pytest.fixture(scope="session")
def reader(project: Project) -> NumberReader:
    """The number reader with the period's words."""
    return NumberReader(project.spelling / "numbers.yaml")


@pytest.fixture(scope="session")
def comparison_rules(project: Project, topics: Topics) -> ComparisonRules:
    """What counts as a difference."""
    return load_comparison_rules(project, topics)
