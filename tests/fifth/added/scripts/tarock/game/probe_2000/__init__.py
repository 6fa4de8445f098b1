"""The game by made-up rules."""
