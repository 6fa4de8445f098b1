"""Königrufen, 1840."""
