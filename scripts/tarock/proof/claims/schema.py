"""The JSON Schemas of the claims files, with each function its own inputs, and of the files beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tarock.base.structs import Words
from tarock.proof.claims.ledger import Claim
from tarock.proof.claims.registry import functions
from tarock.proof.claims.withdrawn import Withdrawn
from tarock.proof.known_findings import KnownFinding
from tarock.rules.schema import DIALECT, dump_schema, record_schema

if TYPE_CHECKING:
    from pathlib import Path

    from tarock.base.project import Project


def claim_schema_files(project: Project) -> dict[Path, str]:
    """The schema files of the claims, and of what they are read with, with their text."""
    schemas = {
        "claims": claims_schema(),
        "claim-words": record_schema(dict[Words, tuple[Words, ...]], "German words that print what a claim expects"),
        "withdrawn-claims": record_schema(list[Withdrawn], "Claims that are withdrawn"),
        "scenes": record_schema(dict[Words, dict[str, Any]], "Finished games that trials change, as score files"),
        "known-findings": record_schema(list[KnownFinding], "Findings in the model games that are understood"),
    }
    return {project.rules / "schema" / f"{name}.schema.json": dump_schema(schema) for name, schema in schemas.items()}


def claims_schema() -> dict[str, Any]:
    """A list of claims; what stands under `inputs` depends on the function that `compute` names."""
    made = functions()
    kinds = list(dict.fromkeys(kind for function in made.values() for kind, _required in function.inputs.values()))
    (claim, *types), definitions = msgspec.json.schema_components([Claim, *kinds], ref_template="#/$defs/{name}")
    typed = dict(zip(kinds, types, strict=True))
    only_functions = {  # a formula has no inputs
        "if": {"required": ["inputs"]},
        "then": {"properties": {"compute": {"enum": list(made)}}},
    }
    cases = [
        {
            "if": {"properties": {"compute": {"const": name}}, "required": ["compute"]},
            "then": {
                "properties": {
                    "inputs": {
                        "description": function.about.partition("\n")[0],
                        "properties": {name: typed[kind] for name, (kind, _required) in function.inputs.items()},
                        "required": sorted(function.required),
                        "additionalProperties": False,
                    }
                },
                "required": ["inputs"] if function.required else [],
            },
        }
        for name, function in made.items()
    ]
    return {
        "$schema": DIALECT,
        "title": "Claims",
        "type": "array",
        "items": {**claim, "allOf": [only_functions, *cases]},
        "minItems": 1,
        "$defs": definitions,
    }
