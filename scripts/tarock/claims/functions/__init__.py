"""Functions that claims call, by subject; see `tarock.claims.registry`."""
