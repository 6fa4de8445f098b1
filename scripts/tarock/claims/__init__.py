"""Claims: everything else in a source that can be recomputed, held against what the engine computes."""
