"""The base floor: code that every floor needs and that knows nothing of Tarock."""
