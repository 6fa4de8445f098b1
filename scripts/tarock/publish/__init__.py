"""Fifth floor: what leaves the house: citations, pages, tables.

How a page of the site is made:

1. `router.py` gets its address. Whoever links to it asks the router; nobody writes a path.
2. `views/NAME.py` makes a frozen record of what the page shows: words, numbers, links, no markup. Tests read it.
3. `templates/NAME.md.j2` holds prose and headings, `templates/NAME.html.j2` the macros for blocks of HTML. Text is
   escaped by the template's name (see `environment.py`); nothing is marked safe by hand.
4. `pages.py` names address, template and view together in its list of pages; `configuration.py` gives the page its
   place in the navigation. A page that is missing in either fails a test.
"""
