"""The pages of the theme are indented, which makes a tenth of a long page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_KEPT = re.compile(r"(<pre.*?</pre>)", re.DOTALL)
_INDENTATION = re.compile(r"\n\s+")


def take_indentation(site: Path) -> None:
    """Take away the white space at the beginning of lines, but not where a page keeps it as it is."""
    for path in site.rglob("*.html"):
        parts = _KEPT.split(path.read_text(encoding="utf-8"))
        parts[::2] = (_INDENTATION.sub("\n", part) for part in parts[::2])
        path.write_text("".join(parts), encoding="utf-8")
