"""Functions about endings."""
