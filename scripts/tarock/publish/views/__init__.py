"""Views: what a page shows, as plain frozen records without markup. Tests read them without a browser."""
