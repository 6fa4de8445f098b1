"""Tarock Codex: four German rule texts of Tarock as a citable edition, a rulebook as data and a proof."""

__version__ = "0.2.0"
