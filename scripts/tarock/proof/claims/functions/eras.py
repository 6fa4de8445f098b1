"""Functions about eras."""
