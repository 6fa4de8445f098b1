"""Third floor: cards, auction, talon, play, counting and settlement; every number comes from the rules."""
