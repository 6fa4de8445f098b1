"""The Taroc game of Leipzig, 1754."""
