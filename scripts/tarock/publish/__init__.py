"""Fifth floor: what leaves the house: citations, pages, tables."""
