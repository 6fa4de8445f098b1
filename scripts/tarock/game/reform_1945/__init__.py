"""Reform-Tarock, Vienna 1945."""
