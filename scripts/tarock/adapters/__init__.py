"""The game of 1840 in frameworks of others; the extra `play` installs them."""
