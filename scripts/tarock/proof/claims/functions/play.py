"""Functions about play."""
