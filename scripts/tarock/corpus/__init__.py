"""First floor: sources, readers, emendations, passages, editions, references and citations."""
