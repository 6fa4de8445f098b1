"""Quotations from the texts, found in documents of others and compared with the editions."""
