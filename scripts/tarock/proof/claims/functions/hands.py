"""Functions about hands."""
