"""The game in frameworks of others."""

from __future__ import annotations

import re

from tests.conftest import ROOT


def shown(word: str) -> str:
    """The code in Python on the page of the library that has a word in it."""
    page = (ROOT / "scripts/tarock/publish/templates/library.md.j2").read_text(encoding="utf-8")
    code: str
    (code,) = (each for each in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if word in each)
    return code
