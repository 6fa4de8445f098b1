"""Quotations carried by programs of others: what these make of them, true and with one word forged."""
