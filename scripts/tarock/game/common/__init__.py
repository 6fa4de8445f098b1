"""What every era's game shares: cards, notation, trick law, counting, findings, score lines, payments."""
