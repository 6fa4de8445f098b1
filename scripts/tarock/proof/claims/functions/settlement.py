"""Functions about settlement."""
