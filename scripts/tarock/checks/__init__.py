"""The check of a whole project, its report, and the files that are built from it."""
