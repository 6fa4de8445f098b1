"""Templates: how a view becomes Markdown. The name of a template says how text is escaped in it.

- In `NAME.html.j2` (macros that make HTML blocks) every `{{ text }}` is escaped as HTML. Lines may be indented: the
  indentation is taken away when the template is read, so that it does not burden the pages.
- In `NAME.md.j2` (pages: headings, prose, calls of macros) every `{{ text }}` is escaped as HTML and as Markdown, so
  that it stays text in a heading, a paragraph or a list item; but not between backticks: write `<code>{{ … }}</code>`.
  HTML from a macro goes in as it is; when the macro ends with a line feed, as a block between blank lines.
- `{{ html | inline }}` puts HTML from a macro into a line of Markdown, such as a heading.
- `{{ text | yaml }}` is a value of the front matter, `{{ text | ident }}` an id for `{: #… }`.
- `{{ text | markdown }}` is Markdown that we wrote ourselves (the changelog) and goes in as it is.
- `{{ 8 | spelled }}` is a number in words, `{{ texts | series }}` is "a, b and c".
- `{{ text | translate }}` is our own prose in the data, in the language of the page; `{{ text | lower_words }}` are
  words that began with a capital, within a sentence.
- `{{ name | translate_name }}` is a seat, or the pot.
- `{{ message | message }}` is a message in words, `{{ 107 | thirds }}` are thirds of a point as points.
- `{{ 1200 | grouped }}` is a number with its thousands separated.

Text for readers stands in `{% trans %}…{% endtrans %}`, with its values named there, or in `_("…")`; the
catalogues have its German. Its values are escaped like any other; it is itself HTML or Markdown, on one line.

A missing value is an error (`StrictUndefined`), never an empty place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, cast

from tarock.base.errors import CodexError
from tarock.base.i18n import (
    DATA,
    Catalogues,
    available_languages,
    citation_language,
    current_catalogues,
    current_language,
    current_locale,
    join_with_and,
    pgettext,
    translate_text,
)
from tarock.base.wording import format_message, write_message
from tarock.game.common.counting import format_thirds
from tarock.publish.items import write_date

try:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, pass_context
    from jinja2.ext import Extension
    from jinja2.runtime import Context
    from markupsafe import Markup, escape
except ImportError as error:
    raise CodexError(
        f"the website and the books need Jinja2 ({error})",
        "install it with `pip install 'tarock-codex[site]'`",
    ) from None

APART = "\x1e"  # stands between the pieces of a page in both languages
BLOCK_START, BLOCK_END = "<!-- block -->", "<!-- end of block -->"  # see `blocks.py`
_FOLDER = Path(__file__).parent / "templates"
_BLANK_LINES = re.compile(r"\n\n\n+")
_INDENTATION = re.compile(r"\n\s+")
_IDENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._-]*")
# Signs with a meaning in a line of Markdown: anywhere, at its beginning (a list, a rule), inside a tag.
_MARKS = r"[\\`*_{}\[\]|#]"
_TOKEN = re.compile(rf"(<[^>]*>)|(&\#?\w+;)|\A\s*(?:[-+=:]|[0-9]+(?=[.)]))|{_MARKS}")
_MARKS_IN_TAG = re.compile(r"[\\`{}\[\]]")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOST_SPELLED = len(_NUMBERS) - 1
_SPACE = re.compile(r"[ \t\r\n]+")  # a line break would end the line, four spaces would make code


def render(template: str, view: object, foot: str = "") -> str:
    """Render a page from the template `NAME.md.j2`, in which `view` is available; the text ends with one line feed.

    `foot` is safe HTML that is added at the end.
    """
    text = get_environment().get_template(template).render(view=view, foot=foot)
    return _BLANK_LINES.sub("\n\n", text).strip("\n") + "\n"


def get_macro(template: str, name: str) -> Any:
    """Return a macro of a template as a function that returns safe HTML."""
    return getattr(get_environment().get_template(template).module, name)


def list_template_files(prefix: str) -> tuple[Path, ...]:
    """Return the paths of the templates whose names begin with `prefix`, sorted."""
    return tuple(sorted(_FOLDER.glob(f"{prefix}*")))


def get_environment() -> Environment:
    """Return the Jinja environment of the current language; each template is compiled once for each language."""
    return _make_environment(current_catalogues())


@lru_cache(maxsize=4)  # the sets at the top of a template are made once, in one language
def _make_environment(catalogues: Catalogues | None) -> Environment:
    made = _Environment(
        loader=FileSystemLoader(_FOLDER),
        extensions=["jinja2.ext.do", "jinja2.ext.i18n", _Source],
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    made.policies |= {"json.dumps_kwargs": {"ensure_ascii": False}, "ext.i18n.trimmed": True}
    made.filters.update(
        inline=escape_line,
        yaml=quote_yaml,
        title=escape_title,
        ident=check_ident,
        markdown=Markup,
        spelled=spell_number,
        series=join_series,
        message=format_message,
        thirds=format_thirds,
        translate=translate_prose,
        translate_name=translate_name,
        lower_words=lower_words,
        day=write_day,
        grouped=group_thousands,
    )
    made.globals.update(
        spoken=current_language, cites=citation_language, languages=available_languages, apart=Markup(APART)
    )
    made.install_gettext_translations(catalogues or NullTranslations(), newstyle=True)
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        made.globals[name] = _wrap_gettext(cast("Callable[..., str]", made.globals[name]))
    made.html = made.overlay(finalize=None)  # autoescape does what is to do
    return made


def escape_line(value: object) -> Markup:
    """Escape text so that Markdown shows it unchanged on one line; safe HTML stays HTML."""
    return Markup(_TOKEN.sub(_protect, _SPACE.sub(" ", escape(value))))


def quote_yaml(value: object) -> Markup:
    """Quote text as a YAML scalar, for front matter."""
    return Markup(json.dumps(str(value), ensure_ascii=False))


def escape_title(value: object) -> str:
    """Escape text for use as a page title.

    The theme inserts titles without escaping, and turns `&lt;` back into a bracket in one place.
    """
    text = value.unescape() if isinstance(value, Markup) else str(value)
    return text.replace("&", "&amp;").replace("<", "‹").replace(">", "›")


def check_ident(value: object) -> Markup:
    """Return an id that is safe in `{: #… }`; raise `ValueError` for any other text."""
    text = str(value)
    if not _IDENT.fullmatch(text):
        raise ValueError(f"{text!r} is no id")
    return Markup(text)


def spell_number(number: int) -> str:
    """Spell a number from 0 to 12 in the current language; return greater ones in digits."""
    return pgettext("number", _NUMBERS[number]) if 0 <= number < len(_NUMBERS) else str(number)


def translate_prose(text: str) -> str:
    """Translate a text from the data files into the current language; return it unchanged where there is none."""
    return translate_text(text, DATA)


def translate_name(name: str) -> str:
    """Return the name of a seat, or of the pot, in the current language."""
    return write_message("claim.value", value=name)


def write_day(date: str) -> str:
    """Write a date such as `2026-11-21` in words of the current language."""
    return write_date(date, citation_language())


def group_thousands(number: int) -> str:
    """Write a number with the thousands separator of the current language."""
    return f"{number:,}".replace(",", current_locale().thousands)


def lower_words(text: str) -> str:
    """Return words for use within a sentence: lower case in languages that need it."""
    return text.lower() if current_locale().lowers else text


def join_series(texts: Iterable[str]) -> str:
    """Join texts as an enumeration in the current language: `a, b and c`."""
    return join_with_and(texts)


class _Environment(Environment):
    """The environment of the Markdown templates; it takes the other templates from `html`."""

    html: Environment
    install_gettext_translations: Callable[..., None]  # of jinja2.ext.i18n

    def get_template(self, name: str | Template, parent: str | None = None, globals: Any = None) -> Template:
        """Return a template, by its name."""
        if str(name).endswith(".md.j2") or self.finalize is None:
            return super().get_template(name, parent, globals)
        return self.html.get_template(name, parent, globals)


def _finalize(value: object) -> object:
    """Return a value of `{{ … }}` escaped for Markdown, or marked as a block if it is block-level HTML."""
    if not isinstance(value, str):
        return value
    if not isinstance(value, Markup):
        return escape_line(value)
    html = value.strip()
    block = value.endswith("\n") and html.startswith("<") and not html.startswith(BLOCK_START)
    return Markup(f"\n\n{BLOCK_START}\n{html}\n{BLOCK_END}\n\n") if block else value


def _wrap_gettext(gettext: Callable[..., str]) -> Callable[..., str]:
    """Wrap a gettext function so that it escapes its values as `{{ … }}` would in that template."""

    @pass_context
    def finalized(context: Context, *texts: object, **values: object) -> str:
        if context.environment.finalize:  # a Markdown template
            values = {name: _finalize(value) for name, value in values.items()}
        return gettext(context, *texts, **values)

    return finalized


def _protect(match: re.Match[str]) -> str:
    tag, entity = match.groups()
    return entity or (_MARKS_IN_TAG.sub(_escape_entities, tag) if tag else _escape_entities(match))


def _escape_entities(match: re.Match[str]) -> str:
    return "".join(letter if letter.isspace() else f"&#{ord(letter)};" for letter in match[0])


class _Source(Extension):
    """Reads HTML templates without their indentation."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source of a template as it is compiled."""
        return _INDENTATION.sub("\n", source) if (name or "").endswith(".html.j2") else source
