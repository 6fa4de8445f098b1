"""Timings of the program, and tools that compare two states of it."""
