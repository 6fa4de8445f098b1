"""Search over open cards: what could have been played, and what it would have led to."""
