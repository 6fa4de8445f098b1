"""What claims can have computed, by subject; see `tarock.proof.claims.registry`."""
