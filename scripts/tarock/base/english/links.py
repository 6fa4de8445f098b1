"""What a link, a heading or a cell says that a view makes."""

from __future__ import annotations

CATALOGUE = {
    "link.claims": "In the order of the text",
    "link.differing": "Where source and reckoning differ",
    "link.hand": "Hand of {seat}",
    "link.needs": "It would need: {what}",
    "link.now": "Now {keys}",
    "link.rejected": "rejected: {value}",
    "link.summary": "Page to print",
}
