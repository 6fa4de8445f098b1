"""Second floor: typed statements under shared topics, their checks, and the comparison of eras."""
