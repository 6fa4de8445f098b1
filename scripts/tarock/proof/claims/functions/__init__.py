"""Functions that claims call, by subject; see `tarock.proof.claims.registry`."""
