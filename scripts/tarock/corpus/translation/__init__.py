"""Translations of the sources: what is rendered, of which German words, and whether nothing was lost on the way."""
