"""Basis of every era's game: cards, notation, trick law, counting, findings, score lines, payments."""
