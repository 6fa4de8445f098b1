"""The scripts of the site read by the table of the program: every writing gives the same text in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tarock.base.project import Project
from tarock.codex import ComputedCodex
from tarock.corpus.variants import load_variants
from tarock.corpus.versions import resolve_reference
from tarock.game.common.notation import NotationError, read_typed_cards, write_cards
from tarock.publish.places import Site
from tarock.publish.play_data import make_play_data
from tarock.publish.script_data import variants_data
from tests.conftest import ROOT
from tests.corpus.test_variants import TEXTS
from tests.game.common.test_card_names import WRITTEN as CARDS
from tests.writings import vary

pytestmark = pytest.mark.slow


def test_scripts_and_program_read_alike(own_page: Page, computed: ComputedCodex, project: Project) -> None:
    variants = load_variants(project)
    for script in (*variants_data(Site(computed)).values(), (ROOT / "docs/assets/javascripts/variants.js").read_text()):
        own_page.evaluate(f"() => {{ {script} }}")
    written = [each for text in TEXTS for each in (text, *vary(text, variants))]
    written += ["Con-\nsulation", "1840:11-13\n1840:15", "Jch § 47", "Ⅻ", "x´y „z“", "ein - und\nzwei"]
    read = own_page.evaluate("texts => texts.map(text => codexPlain(text))", written)
    assert [each for each, text in zip(written, read, strict=True) if text != variants.read_plain(each)] == []


WRITTEN = (
    "1840:47.2", "1840:47.2-3", "1840:11–19", "[1840:11–19@1.1.0]", "1840:§47", "§ 47", "§ 47, 2. Absatz",
    "§ 47 Abs. 2", "1840, § 47, para. 2", "Königrufen 1840, § 47, Abs. 2", "1840:47ff.", "§§ 47 ff.", "1754 12",
    "§§ 11 – 13 und 15",
    "1840:47.2, 47.4", "Musterspiel 3, Stich 5", "1863, Satz 7", "1863 S. 257", "§ 47, para. 2 of 1840", "1840:47.2#1",
    "http://127.0.0.1:8000/c/1840/47.2/#top", "http://127.0.0.1:8000/c/1840/47.2%401.1.0/?q=1",
    "https://codex.example/de/sources/1840/geben.html?q=mischen#1840:11.2", "file:///site/c/1840/47.2/index.html",
    "urn:cts:tarock:anon1840.koenigrufen.de1-0-0:47.2", "URN:CTS:TAROCK:anon1840.koenigrufen.de1-0-0:47.2",
    "Königrufen, § 47 Abs. 2", "Königrufen:47.2", "Pierer S. 258", "1754 N. 12", "1840/47/2", "1840 § 47 (2)",
    "1840 sec. 47, par. 2", "1840 para 47.2", "m3 s5", "3. Musterspiel, 5. Stich", "„1840:47.2“", "`1840:47.2`",
    "<https://codex.example/c/1840/47.2/>", "[§ 47](https://codex.example/c/1840/47.2/)", "1840:47.2 @ v1.1.0",
)  # fmt: skip


def test_the_site_goes_where_the_program_does(own_page: Page, computed: ComputedCodex) -> None:
    sources = computed.corpus.sources
    head = {
        "sources": " ".join(sources),
        "urns": " ".join(source.urn for source in sources.values()),
        "sections": next(each.siglum for each in computed.corpus.editions() if each.profile.claimed),
    }
    metas = "".join(f'<meta name="codex:{name}" content="{content}">' for name, content in head.items())
    page = f'<html><head>{metas}</head><body><script id="__config">{{"base": "."}}</script></body></html>'
    own_page.route("http://codex.test/**", lambda route: route.fulfill(body=page, content_type="text/html"))
    own_page.goto("http://codex.test/other.html")
    scripts = [*variants_data(Site(computed)).values()]
    scripts += [(ROOT / f"docs/assets/javascripts/{name}.js").read_text() for name in ("variants", "jump")]
    for script in scripts:
        own_page.evaluate(f"() => {{ {script} }}")
    for written in (*WRITTEN, *vary("1840, § 47 - 49", load_variants(computed.project))):
        selection, version = resolve_reference(computed.corpus, written)
        first = selection.reference.places[0][0].partition("#")[0]
        expected = f"{selection.reference.siglum}:{first}"
        found = own_page.evaluate("words => document.codexPlace(words)", written)
        assert found in (expected, f"{expected}@{version}"), ascii(written)
    for none in ("Scat", "47", "contra ultimo", "100%", "Regel"):
        assert own_page.evaluate("words => document.codexPlace(words)", none) == ""


def test_cards_are_read_alike(own_page: Page, computed: ComputedCodex) -> None:
    pack = computed.games.pack
    scripts = [*variants_data(Site(computed)).values()]
    scripts += [(ROOT / f"docs/assets/javascripts/{name}.js").read_text() for name in ("variants", "cards")]
    for script in scripts:
        own_page.evaluate(f"() => {{ {script} }}")
    lexicon = make_play_data(Site(computed))["record"]["lexicon"]
    written = [each for writings in CARDS.values() for each in writings.split()]
    written += [
        each for name in ("Herz-König", "Scüs", "Pik-10, 9 8") for each in vary(name, load_variants(computed.project))
    ]
    written += [card.name.upper() for card in pack.cards] + [write_cards(pack.cards)]
    written += [
        "XX König",
        "Herz-König - 3",
        "♥D",
        "XX - K-10",
        "10er",
        "Sküüs",
        "Herz-Zehner",
        "🂡",
        "Herz",
        "Ass Herz",
        "K♥ XX",
        "Scüs, 21 | K♥ Q♥ | 10♣ 9♣",
        "• Scüs • XXI • [Herz-König] + „Herz-Dame“ & Treff-10",
        "the fool, king of hearts, queen of hearts, ten of clubs",
        "der Mond, König von Herz, die Dame von Herz",
        "♥K♦D 3♥ ♥ 4",
    ]

    def read(text: str) -> list[str]:
        try:
            return [card.name for card in read_typed_cards(text, pack)]
        except NotationError as error:
            cards = getattr(error, "cards", ())  # in the words of the source, which the page puts for the ids
            return ["refused", *(card.name if (card := pack.get(each)) else each for each in cards)]

    script = """([lexicon, texts]) => texts.map(text => {
        try { return codexCards(lexicon)(text); } catch (error) { return ["refused", ...error.cards]; }
    })"""
    found = own_page.evaluate(script, [lexicon, written])
    assert [(text, each, read(text)) for text, each in zip(written, found, strict=True) if each != read(text)] == []
