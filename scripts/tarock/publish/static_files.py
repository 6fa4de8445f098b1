"""The files of the site that MkDocs has no part in.

They are short addresses, pages that moved, the data, the sitemap; and beside the site the files to take away: books,
exports, the wheel, an archive of the data; and their checksums.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from markupsafe import Markup

from tarock.base.files import write_bytes, zip_files
from tarock.base.i18n import ENGLISH, use_language
from tarock.checks.release import copy_data
from tarock.corpus.publication import load_redirects
from tarock.corpus.versions import all_versions
from tarock.publish.environment import APART, get_environment, get_macro
from tarock.publish.export.content import Content
from tarock.publish.export.registry import FORMATS
from tarock.publish.folders import write_manifest
from tarock.publish.paper import files as books
from tarock.publish.places import Site
from tarock.publish.router import ARCHIVE, CHECKSUMS, Router
from tarock.publish.views.short_pages import make_matter_pages, make_short_pages
from tarock.publish.wheel import get_wheel, make_wheel_name, offers_wheel

_APART = "404.html"
_BARE = ("head", "script", "style", "svg", "option")  # in which no element marks words
_NO_PROSE = re.compile("(" + "|".join(rf"<{name}\b.*?</{name}>" for name in _BARE) + ")", re.DOTALL)
_IDS = re.compile(r'(\b(?:id|aria-labelledby)="[^"]+)(")')


def write_addresses(site: Site, folder: Path) -> None:
    """Write the page of every short address below `folder`, in all languages.

    `c/SIGLUM/ID/` are those of passages, `c/SIGLUM/ID@VERSION/` of those that read otherwise in an earlier edition,
    `c/SIGLUM/` and `c/SIGLUM@VERSION/` of whole editions, `m/ID/` those of matters.
    """
    for siglum in site.corpus.sources:
        for page in make_short_pages(site, all_versions(site.corpus, siglum)):
            _write_index(folder / page.folder, mark_german(site, _render_in_all(site, "short-page.html.j2", page)))
    for page_of_matter in make_matter_pages(site):
        text = mark_german(site, _render_in_all(site, "matter-page.html.j2", page_of_matter))
        _write_index(folder / page_of_matter.folder, text)


def _render_in_all(site: Site, template: str, view: object) -> str:
    """Return a page in all languages: pieces that differ are there in each, and a script shows one.

    The head is English, with the other titles for the script; ids are in the English pieces.
    """

    def pieces(titles: Mapping[str, str]) -> list[str]:
        return get_environment().get_template(template).render(view=view, titles=titles).split(APART)

    titles, bodies = dict[str, str](), dict[str, list[str]]()
    for language, words in site.catalogues.items():
        with use_language(words):
            _begins, title, _head, *bodies[language] = pieces({})
        titles[language] = Markup(title).unescape()
    begins, title, head, *bodies[ENGLISH] = pieces(titles)
    made, in_each = [begins, title, head], get_macro("common.html.j2", "in_each")
    for each in zip(*bodies.values(), strict=True):
        if len({*each}) > 1:
            there = dict(zip(bodies, each, strict=True))
            first = {ENGLISH: Markup(there.pop(ENGLISH))}
            named = {language: Markup(_IDS.sub(rf"\1-{language}\2", piece)) for language, piece in there.items()}
            made.append(in_each(first | named))
        else:
            made.append(each[0])
    return "".join(made)


def mark_german(site: Site, page: str) -> str:
    """Return a page with titles of books and games marked as German wherever they occur in its text."""
    parts, marked = _NO_PROSE.split(page), get_macro("common.html.j2", "german")

    def mark(title: re.Match[str]) -> str:
        in_a_tag = title.string.rfind("<", 0, title.start()) > title.string.rfind(">", 0, title.start())
        return title[0] if in_a_tag else marked(Markup(title[0]))

    for place in range(0, len(parts), 2):
        parts[place] = site.german_titles.sub(mark, parts[place])
    return "".join(parts)


def _write_index(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "index.html").open("x", encoding="utf-8") as file:  # two pages never have one address
        file.write(text)


def write_data(site: Site, folder: Path) -> None:
    """Copy the data files below `folder`; withheld texts are left out."""
    target = folder / Router.data("").path
    copy_data(site.codex.project.root, target, with_unclear_rights=not site.public_domain_only)


def write_files(site: Site, folder: Path) -> None:
    """Write every file that the site offers to take away into `folder`, which lies beside the site."""
    books.write_files(site, folder)
    content = Content(site)
    for form in FORMATS.values():
        for name, data in form.files(content).items():
            write_bytes(folder / name, data)
    if offers_wheel(site):
        write_bytes(folder / make_wheel_name(site.codex.stamp), get_wheel(site.codex))
    with tempfile.TemporaryDirectory() as place:
        write_data(site, Path(place))
        data_folder = Path(place) / Router.data("").path
        files = {
            f"tarock-codex/{path.relative_to(data_folder).as_posix()}": path.read_bytes()
            for path in sorted(data_folder.rglob("*"))
            if path.is_file()
        }
    write_bytes(folder / ARCHIVE, zip_files(files))


def write_release(site: Site, folder: Path) -> None:
    """Fill the folder of the files to take away, with checksums and manifest, and tell the site their sizes."""
    write_files(site, folder)
    write_checksums(folder, folder)
    site.sizes.update({path.name: path.stat().st_size for path in folder.iterdir()})
    write_manifest(folder)


def write_checksums(folder: Path, within: Path) -> None:
    """Write the SHA-256 of every file `within` a folder of `folder` that is no page, by its path below `folder`.

    `sha256sum -c` reads them.
    """
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in sorted(within.rglob("*"))
        if path.is_file() and path.suffix != ".html"
    ]
    write_bytes(folder / CHECKSUMS, "".join(lines).encode())


def write_redirects(site: Site, folder: Path) -> None:
    """Write a page for each old address of `redirects.yaml` into the built site.

    Raises `CodexError` for an old address that is a page, or for a new one that is none.
    """
    document, moved = load_redirects(site.codex.project)
    pages = {old: folder / old for old in moved}
    for old, new in moved.items():
        target = new.partition("#")[0]
        if not old.endswith(".html") or pages[old].exists():
            raise document.error(
                f"`{old}` is a page, or none that a site can have",
                "expected a page that moved",
                old,
            )
        if target in moved or not (folder / target).is_file():
            raise document.error(
                f"`{target}` is no page of the site",
                "expected where the page is now",
                old,
            )
    for old, new in moved.items():
        pages[old].parent.mkdir(parents=True, exist_ok=True)
        view = {
            "target": posixpath.relpath(new, posixpath.dirname(old) or "."),
            "top": "../" * old.count("/"),
            "canonical": f"{site.publication.url}{new}" if site.publication.url else "",
        }
        pages[old].write_text(_render_in_all(site, "moved.html.j2", view), encoding="utf-8")


def write_sitemap(site: Path, address: str) -> None:
    """Write `sitemap.xml` and `robots.txt` for a site at `address`; neither without one.

    All pages are listed whose address names no version.
    """
    for name in ("sitemap.xml", "sitemap.xml.gz"):  # MkDocs lists neither short addresses nor, without address, any
        (site / name).unlink(missing_ok=True)
    if not address:
        return
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    listed = [page.removesuffix("index.html") for page in pages if "@" not in page and page != _APART]
    for name in ("sitemap.xml", "robots.txt"):
        text = get_environment().get_template(f"{name}.html.j2").render(address=address, pages=listed)
        (site / name).write_text(text, encoding="utf-8")
