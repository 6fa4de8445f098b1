"""The ground: what every floor needs and that knows nothing of Tarock."""
