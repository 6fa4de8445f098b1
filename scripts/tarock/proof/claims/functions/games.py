"""Functions about games."""
