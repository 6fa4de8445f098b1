"""Citations of what a reference names: the source and the edition told apart, in the formats of reference managers.

`citation.py` collects what a citation says, `dates.py` knows when each version appeared, `formats.py` has one template per format, `template.py` fills them;
`browser.py` hands the same templates to the site, so that both write the same citation.
"""

from tarock.corpus.publication import load_publication
from tarock.publish.citations.browser import browser_data
from tarock.publish.citations.citation import LANGUAGES, Citation, cite, printed_pages, with_english
from tarock.publish.citations.formats import FORMATS, templates

__all__ = [
    "FORMATS",
    "LANGUAGES",
    "Citation",
    "browser_data",
    "cite",
    "load_publication",
    "printed_pages",
    "templates",
    "with_english",
]
