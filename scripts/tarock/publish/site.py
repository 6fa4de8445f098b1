"""The website, built by MkDocs or a fork of it: the hook that `mkdocs.yml` names writes what is made from the data.

`mkdocs build`, `properdocs build` and `tarock site build` make the same site; the last one checks the project before, and
replaces the earlier site only when the new one is whole.
"""

from __future__ import annotations

import contextlib
import gc
import gzip
import io
import logging
import os
import posixpath
import re
import sys
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module, metadata
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tarock.base.errors import CodexError, system_reason
from tarock.base.files import write_error
from tarock.base.i18n import (
    ENGLISH,
    GERMAN,
    Catalogues,
    available_languages,
    current_language,
    translate_text,
    use_language,
)
from tarock.base.project import Project
from tarock.base.terminal import show
from tarock.checks.check import require_sound
from tarock.codex import ComputedCodex
from tarock.publish.environment import get_macro, spell_number
from tarock.publish.folders import list_files, replace_folder, write_manifest
from tarock.publish.pages import compose_pages, list_site_pages, list_translated_pages, make_navigation
from tarock.publish.places import Site
from tarock.publish.router import RELEASE, find_english_page, find_language, find_page_in, name_release
from tarock.publish.script_data import make_script_data, translate_scripts, variants_data
from tarock.publish.static_files import (
    mark_german,
    write_addresses,
    write_checksums,
    write_data,
    write_redirects,
    write_release,
    write_sitemap,
)
from tarock.publish.styles import (
    drop_unasked,
    drop_unused,
    find_classes,
    find_made_classes,
    find_needed,
    minify,
    minify_script,
    split_evenly,
)

CONFIG = "mkdocs.yml"
# The inputs of a site: the project's files and the programs.
_MADE_OF = ("corpus", "rules_data", "docs", "overrides", "scripts/mkdocs_hook.py", CONFIG, "redirects.yaml",
            "CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "RIGHTS.md", "WANTED.md", "MANIFEST.in", "pyproject.toml", "setup.py", *(str(Path(__file__).parents[1] / name) for name in ("publish", "cli", "base", "locale")))  # fmt: skip
_MADE_WITH = ("mkdocs", "mkdocs-material", "markdown", "jinja2", "markupsafe", "typst", "fonttools", "brotli")

# Files of the theme for a search that is not ours.
_UNUSED = ("assets/javascripts/lunr/", "assets/javascripts/workers/")

_RANGE = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})")  # of several spans the whole is sent
_PACKED = ("text/", "application/json", "application/javascript", "image/svg")  # kinds of files that gzip makes smaller

_THEME_STYLES = re.compile(r"assets/stylesheets/(?:main|palette)\.[0-9a-f]+\.min\.css")

# Where the title of a page ends, and where the content of a page of the theme begins.
_AFTER_TITLE = re.compile(r"(?<=</title)>")
_MAIN = re.compile(r'(?=<main\b class="md-main")')
# Elements whose blanks must stay, and line breaks with the blanks around them, of which the theme leaves thousands.
_BLANKS = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)|\s*\n\s*", re.DOTALL)
_URGENT = re.compile(r'<(?:script|link)\b[^>]* data-urgent\b[^>]* (?:src|href)="([^"]+)"')
_AT_END = re.compile(r'<(?:script) src="([^"]+)"')
_LOADED = re.compile(r'<script[^>]* src="?[^" >]*?([^/" >]+\.js)')

_ALONE = ("assets/stylesheets/fonts.css",)  # what pages that stand alone load too
# The styles of all pages in parts of one size, which a slow line brings side by side, and those that nothing shown at first needs.
_FRAME = tuple(f"assets/stylesheets/frame-{each}.css" for each in (1, 2, 3))
_LAST = "assets/stylesheets/codex-last.css"


class BuiltSite(msgspec.Struct):
    """A site that was built.

    It records where and in which version, the listing of its folder (`folders.listing`), the programs that built it,
    and the printed summary.
    """

    output: str
    stamp: str
    listing: str
    versions: list[str]
    summary: list[str]


def find_site_folder(project: Project, *, public_domain_only: bool) -> Path:
    """Return the default folder of a copy: `build/public`, or with texts that may not be published `build/site`."""
    return project.build / ("public" if public_domain_only else "site")


def find_release_folder(output: Path, *, public_domain_only: bool) -> Path:
    """Return the folder of the files to take away, beside the folder of a site: `build/release/files`."""
    return output.parent / name_release(own=not public_domain_only)


def find_built_site(codex: ComputedCodex, output: Path, *, public_domain_only: bool) -> BuiltSite | None:
    """Return the record of the site in `output` if it is up to date and nobody touched it; None otherwise."""
    built = codex.cache.get(_name_record(public_domain_only), _MADE_OF, BuiltSite)
    with contextlib.suppress(OSError):
        if (
            built
            and (built.output, built.stamp, built.versions) == (str(output), str(codex.stamp), _list_versions())
            and built.listing == _list_site(output, public_domain_only=public_domain_only)
        ):
            return built
    return None


def record_site(codex: ComputedCodex, output: Path, summary: list[str], *, public_domain_only: bool) -> None:
    """Record that the site in `output` was built from the present project, with the summary that was printed."""
    listing = _list_site(output, public_domain_only=public_domain_only)
    built = BuiltSite(str(output), str(codex.stamp), listing, _list_versions(), summary)
    codex.cache.put(_name_record(public_domain_only), _MADE_OF, built)


def _list_site(output: Path, *, public_domain_only: bool) -> str:
    """Return a digest of the files of a site and of those beside it."""
    beside = find_release_folder(output, public_domain_only=public_domain_only)
    return f"{list_files(output)} {list_files(beside) if beside.is_dir() else 'none'}"


def _name_record(public_domain_only: bool) -> str:
    return f"site-{'free' if public_domain_only else 'all'}"


def _list_versions() -> list[str]:
    return [metadata.version(name) for name in _MADE_WITH]


def build_site(codex: ComputedCodex, output: Path, *, public_domain_only: bool) -> None:
    """Build the site and put it in `output`, whole or not at all.

    Nothing is written elsewhere in a project that was never built, so that one without write access has a site too.
    Raises `CodexError` when MkDocs is not installed or reports a warning, and when `output` cannot be written or has
    files that no build made.
    """
    os.environ["NO_MKDOCS_2_WARNING"] = "true"  # the theme's notice about another program
    try:
        import_module("material.templates")
        from mkdocs.commands.build import build  # noqa: PLC0415 - an extra
        from mkdocs.config import load_config  # noqa: PLC0415 - an extra
        from mkdocs.exceptions import Abort, MkDocsException  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise CodexError(
            f"the website needs MkDocs and its theme ({error})",
            "install them with `pip install 'tarock-codex[site]'`",
        ) from None
    site = Site(codex, public_domain_only)
    list(site.catalogues)  # no site without the words of each language
    with (
        replace_folder(output) as fresh,
        replace_folder(find_release_folder(output, public_domain_only=public_domain_only)) as release,
        _collect_warnings() as messages,
    ):
        write_release(site, release)
        try:
            config = load_config(str(codex.project.root / CONFIG), site_dir=str(fresh))
            config.extra["site"] = site
            build(config)
        except (MkDocsException, Abort) as error:
            said = " / ".join(messages) or str(error)
            raise CodexError(f"MkDocs cannot build the site: {said}", "see mkdocs.yml and the pages") from None
        except OSError as error:
            raise write_error(error, Path(messages[-1] if messages else output)) from None


# The hooks of MkDocs: see `scripts/mkdocs_hook.py`.


def on_config(config: Any) -> None:
    """Set site description, address and navigation from the data."""
    site = config.extra.get("site")
    if not site:  # MkDocs was called by itself
        codex = ComputedCodex(Project(Path(config.config_file_path).parent))
        site = config.extra["site"] = Site(codex, os.environ.get("TAROCK_OWN") != "1")
        try:
            require_sound(codex)
            list(site.catalogues)
        except CodexError as error:
            sys.exit(str(error))
        public, own = (str(find_site_folder(codex.project, public_domain_only=each)) for each in (True, False))
        if not site.public_domain_only and config.site_dir == public:  # as mkdocs.yml has it
            config.site_dir = own
        beside = find_release_folder(Path(public), public_domain_only=site.public_domain_only)
        with replace_folder(beside) as release:
            write_release(site, release)
    sources = site.corpus.sources
    years = [source.year for source in sources.values()]
    config.site_description = (
        f"{spell_number(len(years)).capitalize()} German rule texts of the card game Tarock, {min(years)} "
        f"to {max(years)}, as a citable edition, a rulebook as data and a proof"
    )
    config.site_url = site.publication.url or config.site_url
    config.extra["pages"] = list_site_pages(site)
    config.nav = make_navigation(config.extra["pages"])
    config.extra.update(frame=_FRAME, last=_LAST)
    config.extra.update(
        sources=" ".join(sources), urns=" ".join(source.urn for source in sources.values()), stamp=str(site.codex.stamp)
    )
    if numbered := [edition.siglum for edition in site.corpus.editions() if edition.profile.claimed]:
        config.extra["sections"] = numbered[0]  # the source that `§ 47` in the search box is of


def on_files(files: Any, config: Any) -> None:
    """Add the generated pages and scripts; remove files of the theme that no page loads."""
    for unused in [each for each in files if each.src_uri.startswith(_UNUSED) or each.src_uri.endswith(".map")]:
        files.remove(unused)
    file = import_module(type(files).__module__).File  # that of MkDocs, or of the fork that calls
    site = config.extra["site"]
    for path, text in variants_data(site).items():
        files.append(file.generated(config, path, content=text))
    pages = compose_pages(site, config.extra["pages"])
    others, config.extra["others"], told = dict[str, dict[str, str]](), {}, dict[str, str]()
    for language, words in site.catalogues.items():  # after the English ones, which have computed what all rest on
        with use_language(words):
            listed = list_translated_pages(site)
            config.extra["others"][language], others[language] = make_navigation(listed), compose_pages(site, listed)
            told |= translate_scripts(site, files)
    config.extra["joined"] = set[str]()
    scripts = (
        told
        | make_script_data(site, pages, others)
        | _join_scripts(files, config)
        | _join_styles(files, config)
        | _join_page_scripts(files, config)
    )
    for path, text in chain(*(each.items() for each in (pages, *others.values(), scripts))):
        files.append(file.generated(config, path, content=text))
    for path in config.extra["joined"]:
        files.remove(files.get_file_from_path(path))
    config.extra["classes"] = set[str]()  # of the pages written so far
    config.extra["made"] = {
        posixpath.basename(each.src_uri): find_made_classes(each.content_string)
        for each in files
        if each.src_uri.endswith(".js") and each.src_uri not in config["extra_javascript"]
    }


def _write_frame(folder: Path, frame: str, classes: set[str]) -> None:
    """Write the styles of all pages: the theme's without what no page has, then ours.

    `classes` are those of all pages but the one for errors.
    """
    scripts = [path.read_text(encoding="utf-8") for path in folder.glob("assets/javascripts/*.js")]
    used = classes.union(
        find_classes((folder / "404.html").read_text(encoding="utf-8")), *map(find_made_classes, scripts)
    )
    sheets = {path: path.read_text(encoding="utf-8") for path in sorted(folder.glob("assets/stylesheets/*.css"))}
    theme = [path for path in sheets if _THEME_STYLES.fullmatch(path.relative_to(folder).as_posix())]
    trimmed = "".join(drop_unused(sheets.pop(path), used) for path in theme)
    parts = split_evenly(drop_unasked(trimmed, "".join((frame, *sheets.values()))) + frame, len(_FRAME))
    for name, text in zip(_FRAME, parts, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    for path in theme:
        path.unlink()


def _join_styles(files: Any, config: Any) -> dict[str, str]:
    """Return the styles that only some pages load and those that all load last, by path.

    Keep those of all pages for `_write_frame`, and what each of the others needs to match.
    """
    config.extra["frame_css"] = minify(_take_text(files, config, list(map(str, config["extra_css"]))))
    config["extra_css"] = []
    joined = {}
    for name, sheets in config.extra["page_css"].items():
        joined[f"assets/stylesheets/codex-{name}.css"] = _take_sheets(files, config, sheets)
    config.extra["needed"] = {
        path: [each for each in find_needed(css) if not all(name.startswith("md-") for name in each)]
        for path, css in joined.items()
    }
    return joined | {_LAST: _take_sheets(files, config, config.extra["last_css"])}


def _take_sheets(files: Any, config: Any, names: list[str]) -> str:
    return minify(_take_text(files, config, [f"assets/stylesheets/{each}.css" for each in names]))


def _join_page_scripts(files: Any, config: Any) -> dict[str, str]:
    """Return the scripts that one page loads together, by path: each file more keeps a slow line waiting."""
    return {
        f"assets/javascripts/codex-{name}.js": _take_text(
            files, config, [f"assets/javascripts/{each}.js" for each in parts]
        )
        for name, parts in config.extra["page_js"].items()
    }


def _link_page_styles(config: Any, html: str, classes: set[str], base: str) -> str:
    """Return a page with links to the styles it needs before its content: the header is shown before they have come.

    Of a page that is nothing without its scripts everything is asked for at once: what is marked as urgent, and the
    scripts at the end, before which those are not run.
    """
    made = classes.union(*(config.extra["made"].get(name, ()) for name in _LOADED.findall(html)))
    needed = [path for path, each in config.extra["needed"].items() if any(one <= made for one in each)]
    links = str(get_macro("common.html.j2", "styles")(needed, base))
    urgent = _URGENT.findall(html)
    early = str(get_macro("common.html.j2", "early")(needed, base, urgent and urgent + _AT_END.findall(html)))
    html = _AFTER_TITLE.sub(lambda found: found[0] + early, html, count=1)
    return _MAIN.sub(lambda _found: links, html, count=1)


def _join_scripts(files: Any, config: Any) -> dict[str, str]:
    """Return the scripts of all pages joined to one file, by path, and have pages load it."""
    path = "assets/javascripts/codex.js"
    text = _take_text(files, config, list(map(str, config["extra_javascript"])))
    config["extra_javascript"] = [path]
    return {path: text}


def _take_text(files: Any, config: Any, paths: list[str]) -> str:
    """Return the text of files joined, and note what no page loads by itself."""
    each = [files.get_file_from_path(path) for path in paths]
    if None in each:
        path = paths[each.index(None)]
        raise CodexError(f"`{path}` is not there", "expected a file in docs", file=Path(config.config_file_path))
    config.extra["joined"] |= {path for path in paths if path not in _ALONE}
    return "\n".join(source.content_string for source in each)


def on_nav(nav: Any, config: Any, files: Any) -> Any:
    """Build the navigation of each other language."""
    of_nav = import_module(type(nav).__module__)  # of MkDocs, or of the fork that calls
    english, home = config.nav, config.extra["site"].router.home.page
    for language, listed in config.extra["others"].items():
        pages = {
            file.src_uri: file
            for file in files
            if find_language(file.src_uri) == language and file.is_documentation_page()
        }
        for file in pages.values():
            file.page = None  # it is made anew, with its title in this navigation
        config.nav = listed
        made = config.extra["others"][language] = of_nav.get_navigation(type(files)(list(pages.values())), config)
        made.homepage = pages[find_page_in(language, home)].page
    config.nav = english
    config.extra["urls"] = {file.src_uri: file.url for file in files.documentation_pages()}
    return nav


def on_env(env: Any, config: Any, files: object) -> Any:
    """Set the words of the theme's templates, in English unless the page says otherwise."""
    env.globals.update(_make_theme_variables(config, None), other_languages={})
    return env


def _make_theme_variables(config: Any, catalogues: Catalogues | None) -> dict[str, Any]:
    """Return variables for the theme's templates: the language `spoken`, the translation `tr`, the copyright `notice`."""
    own = not config.extra["site"].public_domain_only

    def tr(text: str) -> str:
        with use_language(catalogues):
            return translate_text(text, "theme")

    with use_language(catalogues):
        notice = f"{get_macro('common.html.j2', 'own_copy')()} " if own else ""
        return {"spoken": current_language(), "tr": tr, "notice": f"{notice}{tr(config.copyright.strip())}"}


def on_page_context(context: dict[str, Any], page: Any, config: Any, nav: object) -> dict[str, Any]:
    """Give a page the navigation of its language, and links to its counterparts in the others."""
    path, site = page.file.src_uri, config.extra["site"]
    language, english = find_language(path), find_english_page(path)
    if language != ENGLISH:
        context["nav"] = config.extra["others"][language]
        context |= _make_theme_variables(config, site.catalogues[language])
    same = {each: find_page_in(each, english) for each in available_languages() if each != language}
    urls = {each: config.extra["urls"].get(there) for each, there in same.items() if there != path}
    context["other_languages"] = {
        each: (url, _write_page_link(site, each)) for each, url in urls.items() if url is not None
    }
    return context


def _write_page_link(site: Site, language: str) -> str:
    """Return the text of the link to a page in a language, in that language: `Diese Seite auf Deutsch`."""
    with use_language(site.catalogues.get(language)):
        return translate_text("This page in English", "theme")


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Return the page with the styles it needs, and if it is an English one with German titles marked as German."""
    classes = find_classes(output)
    config.extra["classes"] |= classes
    output = _link_page_styles(config, output, classes, posixpath.relpath(".", posixpath.dirname(page.url) or "."))
    if find_language(page.file.src_uri) != GERMAN:
        output = mark_german(config.extra["site"], output)
    return _BLANKS.sub(lambda found: found[1] or "\n", output)


def on_post_build(config: Any) -> None:
    """Write the files that MkDocs does not make, and the manifest that marks the folder as ours."""
    site, folder = config.extra["site"], Path(config.site_dir)
    write_addresses(site, folder)
    write_data(site, folder)
    write_checksums(folder, folder / "data")
    write_sitemap(folder, site.publication.url)  # before the pages at old addresses: they are not listed
    write_redirects(site, folder)
    _write_frame(folder, config.extra["frame_css"], config.extra["classes"])
    for path in folder.glob("assets/javascripts/*.js"):
        path.write_text(minify_script(path.read_text(encoding="utf-8")), encoding="utf-8")
    write_manifest(folder)
    for words in site.catalogues.values():
        if words.untranslated_summary:
            file = site.codex.project.build / f"missing-{words.language}.po"
            if file.parent.is_dir():
                words.write_missing(file)
            show(
                f"{words.untranslated_summary}; {file} has those without translation"
                if file.is_file()
                else words.untranslated_summary
            )


def on_serve(server: Any, config: Any, builder: object) -> None:
    """Have the server rebuild when the data change."""
    for name in ("corpus", "rules_data", "overrides"):
        server.watch(str(Path(config.config_file_path).parent / name))


@contextlib.contextmanager
def _collect_warnings() -> Iterator[list[str]]:
    """Yield a list that collects the warnings of MkDocs, which are not printed."""
    messages: list[str] = []
    logger = logging.getLogger("mkdocs")
    collector = logging.Handler(logging.WARNING)
    collector.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    propagate = logger.propagate
    logger.addHandler(collector)
    logger.propagate = False
    try:
        yield messages
    finally:
        logger.removeHandler(collector)
        logger.propagate = propagate


@lru_cache(maxsize=256)
def _gzip_file(path: Path, changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


def _find_span(first: str, last: str, size: int) -> range | None:
    """Return the bytes of a file that `bytes=FIRST-LAST` asks for: empty beyond its end, nothing where it is no span."""
    if not first:
        return range(max(size - int(last), 0), size) if last else None
    if last and int(last) < int(first):
        return None
    return range(min(int(first), size), min(int(last) + 1, size) if last else size)


def _is_local(host: str) -> bool:
    """Return whether a Host header names this machine; other names may have been redirected to it by an attacker."""
    try:
        return urlsplit(f"//{host}").hostname in ("127.0.0.1", "localhost", "::1")
    except ValueError:
        return False


class _Handler(SimpleHTTPRequestHandler):
    """Serve files, text packed for those who take it, without a line per request.

    Not found are a name that no file can have, what a link out of the folder leads to, and what begins with a dot. No
    folder is listed, and a request under the name of another machine gets nothing.
    """

    protocol_version = "HTTP/1.1"
    timeout = 10  # seconds that a connection may say nothing before it is closed

    def send_head(self) -> Any:
        if not all(map(_is_local, self.headers.get_all("Host", ()))):
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return None
        try:
            path, top = Path(self.translate_path(self.path)), Path(self.directory)
            if path.is_relative_to(top / RELEASE):  # which lies beside the site
                top, path = top.parent / RELEASE, top.parent / path.relative_to(top)
            inside = path.resolve().relative_to(top.resolve())  # else `ValueError`
            if any(part.startswith(".") for part in inside.parts):
                raise ValueError("what the build keeps for itself")
            path = path / "index.html" if path.is_dir() and self.path.endswith("/") else path
            return self._send_file(path) if path.is_file() else super().send_head()
        except (OSError, ValueError):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

    def _send_file(self, path: Path) -> io.BytesIO | None:
        """Send the head of an answer with a file, or the part of it that is asked for; return what follows."""
        size, changed = path.stat().st_size, path.stat().st_mtime_ns
        kind, day = self.guess_type(str(path)), self.date_time_string(changed / 1e9)
        asked = _RANGE.fullmatch(self.headers.get("Range", "")) if self.headers.get("If-Range", day) == day else None
        packs = kind.startswith(_PACKED)
        headers = {"Content-Type": kind, "Last-Modified": day, "Accept-Ranges": "bytes"}
        headers |= {"Vary": "Accept-Encoding"} if packs else {}
        status, body = HTTPStatus.OK, b""
        if self._has_seen(changed // 10**9):
            status = HTTPStatus.NOT_MODIFIED
        elif asked and self.command == "GET" and (span := _find_span(asked[1], asked[2], size)) is not None:
            status = HTTPStatus.PARTIAL_CONTENT if span else HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE
            headers["Content-Range"] = f"bytes {span.start}-{span.stop - 1}/{size}" if span else f"bytes */{size}"
            with path.open("rb") as file:
                file.seek(span.start)
                body = file.read(len(span))
        elif packs and "gzip" in self.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = _gzip_file(path, changed)
        else:
            body = path.read_bytes()
        if status != HTTPStatus.NOT_MODIFIED:
            headers["Content-Length"] = str(len(body))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        return io.BytesIO(body)

    def _has_seen(self, changed: int) -> bool:
        """Return whether a browser has a file as it was changed last, in seconds since 1970."""
        if "If-None-Match" in self.headers:
            return False
        try:
            return parsedate_to_datetime(self.headers["If-Modified-Since"]).timestamp() >= changed
        except (TypeError, ValueError, OverflowError):
            return False  # it does not say

    def list_directory(self, path: object) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a request for a missing page with the site's own page."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class SiteServer(ThreadingHTTPServer):
    """Holds a port of 127.0.0.1 from the moment it is made; raises `CodexError` when it cannot be had."""

    def __init__(self, output: Path, port: int):
        self.output = output
        try:
            super().__init__(("127.0.0.1", port), partial(_Handler, directory=str(output)))
        except (OSError, OverflowError) as error:
            raise CodexError(
                f"port {port} cannot be used ({system_reason(error)})",
                "expected a free port, such as --port 8001",
            ) from None

    def serve(self) -> None:
        """Serve the folder until interrupted."""
        address = f"http://127.0.0.1:{self.server_address[1]}/"
        show(f"serving {self.output} at {address} (Ctrl-C ends)")
        sys.stdout.flush()
        gc.enable()  # from here on it is no short command any more
        try:
            self.serve_forever()
        except KeyboardInterrupt:
            return

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a reader that went away."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)
