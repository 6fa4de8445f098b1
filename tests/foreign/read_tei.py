"""Reads a TEI file as dapytains does, a server of DTS; prints its passages with both readings, and its divisions."""

from __future__ import annotations

import json
import sys
from typing import Any

from dapytains.tei.document import Document

TEI = "{http://www.tei-c.org/ns/1.0}"


def words(element: Any, without: str) -> str:
    """The text of an element, but not what is in one of `sic` and `corr`."""
    if element.tag == TEI + without:
        return ""
    inside = (words(each, without) + (each.tail or "") for each in element.iterchildren())
    return (element.text or "") + "".join(inside)


def passage(document: Document, name: str, without: str) -> str:
    """What stands in the passage; around it the server gives the elements that it is in."""
    found = [p for p in document.get_passage(name, tree="passages").iter(TEI + "p") if p.get("n")]
    assert [p.get("n") for p in found] == [name]
    return words(found[0], without)


def division(document: Document, name: str) -> list[str]:
    """The passages in a division."""
    found = document.get_passage(name, tree="divisions").iter(TEI + "p")
    return [p.get("n") for p in found]


document = Document(sys.argv[1])
passages = [unit.ref for unit in document.get_reffs("passages")]
divisions = [unit.ref for unit in document.get_reffs("divisions")] if "divisions" in document.citeStructure else []
told = {
    "passages": [[name, passage(document, name, "sic"), passage(document, name, "corr")] for name in passages],
    "divisions": {name: division(document, name) for name in divisions},
}
json.dump(told, sys.stdout)
