"""Fourth floor: model games replayed, claims recomputed, findings, verdicts, evidence."""
