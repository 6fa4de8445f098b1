"""Fixtures of the second floor: the era tables, the topics and the number reader of the checkout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tarock.corpus.numbers import NumberReader
from tarock.rules.meanings import load_meanings
from tarock.rules.tables import Tables
from tests.conftest import SIGLA

if TYPE_CHECKING:
    from tarock.base.project import Project
    from tarock.rules.meanings import Meanings
    from tarock.rules.tables import Table
    from tarock.rules.topics import Topics


@pytest.fixture(scope="session")
def tables(project: Project) -> Tables:
    """The four era tables by siglum. Tests only read them."""
    return Tables(project, list(SIGLA))


@pytest.fixture(scope="session")
def topics(tables: dict[str, Table]) -> Topics:
    """The shared topics."""
    return tables["1840"].topics


@pytest.fixture(scope="session")
def reader(project: Project) -> NumberReader:
    """The number reader with the period's words."""
    return NumberReader(project.spelling / "numbers.yaml")


@pytest.fixture(scope="session")
def meanings(project: Project, topics: Topics) -> Meanings:
    """What counts as a difference."""
    return load_meanings(project, topics)
