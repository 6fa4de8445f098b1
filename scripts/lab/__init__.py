"""Long computations whose results are committed; no part of what is installed."""
