"""What leaves as JSON has the shape that its schema tells."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from tests.conftest import Run

KINDS = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None)}


def misfit(schema: dict[str, Any], data: Any, whole: dict[str, Any], place: str = "$") -> str:
    """Where data does not fit a schema: the few words of JSON Schema that ours use."""
    if "$ref" in schema:
        return misfit(whole["$defs"][schema["$ref"].rpartition("/")[2]], data, whole, place)
    if "anyOf" in schema:
        faults = [misfit(option, data, whole, place) for option in schema["anyOf"]]
        return "" if "" in faults else faults[0]
    if "type" in schema and type(data) is not KINDS[schema["type"]]:
        return f"{place} is no {schema['type']}"
    if isinstance(data, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        for key in schema.get("required", ()):
            if key not in data:
                return f"{place}.{key} is missing"
        for key, value in data.items():
            if key not in known and others is False:
                return f"{place}.{key} is not in the schema"
            inner = known.get(key, others if isinstance(others, dict) else {})
            if fault := misfit(inner, value, whole, f"{place}.{key}"):
                return fault
    if isinstance(data, list):
        return next(filter(None, (misfit(schema.get("items", {}), item, whole, f"{place}[]") for item in data)), "")
    return ""


@pytest.mark.parametrize("command", ["check", "coverage"])
def test_the_output_fits_the_schema(run: Run, command: str) -> None:
    schema = json.loads((ROOT / "rules_data" / "schema" / f"{command}.schema.json").read_text(encoding="utf-8"))
    data = json.loads(run(command, "--json").out)
    assert misfit(schema, data, schema) == ""
    name = "claims" if command == "check" else "statements"
    del data[name][0]["ref"]
    assert misfit(schema, data, schema) == f"$.{name}[].ref is missing"
    data[name][0]["ref"] = 5
    assert misfit(schema, data, schema) == f"$.{name}[].ref is no string"
