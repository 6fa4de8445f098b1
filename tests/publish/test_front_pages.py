"""Start page, subjects and the other pages around the sources: their views, and what stands on them."""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from tarock.base.project import Project
from tarock.base.wording import format_message
from tarock.codex import ComputedCodex
from tarock.corpus.editions import Corpus
from tarock.corpus.publication import Author
from tarock.corpus.spelling import collation_key
from tarock.corpus.stamp import Stamp
from tarock.publish.environment import render, spell_number
from tarock.publish.items import write_date
from tarock.publish.pages import compose_pages, list_site_pages
from tarock.publish.places import Site
from tarock.publish.static_files import write_data
from tarock.publish.views.claims import EvidenceView
from tarock.publish.views.data import make_about_data
from tarock.publish.views.findings import FoundView, make_breach
from tarock.publish.views.front import TextsView, make_about, make_home
from tarock.publish.views.game import make_own_game
from tarock.publish.views.glossary import make_subjects
from tarock.publish.views.metadata import make_dataset
from tests.conftest import ROOT, Run
from tests.helpers import like, replace_once, sources_file
from tests.publish.markup import HOSTILE, assert_harmless, read

pytestmark = pytest.mark.slow


def test_the_figures_of_the_start_page_are_those_of_the_check(site: Site, run: Run) -> None:
    check = json.loads(run("check", "--json").out)
    tested = [claim for claim in check["claims"] if claim["verdict"] != "not testable"]
    authors = [claim for claim in tested if claim["kind"] != "trial"]
    ours = [claim for claim in authors if claim["expected_from"] == "ours" and claim["verdict"] == "as expected"]
    verdicts = [claim["verdict"] for claim in authors if claim not in ours and not claim["agrees"]]
    view = make_home(site)
    assert view.figures.values == sum(len(list(table)) for table in site.codex.tables.values())
    assert view.figures.tested == len(verdicts)
    assert view.figures.recomputed == len([verdict for verdict in verdicts if verdict in ("reproduced", "confirmed")])
    assert view.figures.ours == len(ours)
    assert view.figures.sentences_agree == sum(claim["agrees"] for claim in authors)
    assert view.figures.trials == len(tested) - len(authors)
    assert Counter(game["verdict"] for game in check["games"]) == dict(view.figures.verdicts)
    assert view.games == len(check["games"])
    held = [counts for _siglum, _total, counts, _vouched in EvidenceView(site, "").shares]
    assert sum(map(sum, held)) == view.figures.values


def test_the_one_figure_is_said_in_words(site: Site) -> None:
    view = make_home(site)
    elements = read(render("home.md.j2", view))
    (shown,) = [tuple(map(int, re.findall(r"[0-9]+", text))) for text in elements.texts("dt")]
    figures = view.figures
    assert shown == (dict(figures.verdicts)["reproduced"], view.games)  # only those that need no change at all
    words = " ".join(elements.texts("dd"))
    for verdict, told in {
        "reproduced after emendation": "more do so once slips in the text",
        "reproduced after conjecture": "more only if another card is played",
    }.items():
        assert f"{spell_number(dict(figures.verdicts)[verdict])} {told}" in words.lower()


def test_what_was_found_shows_the_first_card_that_a_rule_of_its_book_forbids(site: Site, run: Run) -> None:
    """Computed apart from the view: from `check --json` and from the deal and the tricks in the game file."""
    games = json.loads(run("check", "--json").out)["games"]
    name, finding = next(
        (game["id"], finding)
        for game in games
        for finding in game["levels"]["corrected"]["findings"]
        if finding["code"] == "PLAY-REVOKE"
    )
    found = FoundView(site, site.router.found.page)
    breach = found.breach
    assert breach is not None
    trick = breach.finding.trick
    assert (breach.report.name, trick, breach.finding.ref) == (name, finding["trick"], finding["ref"])
    assert (breach.broken.seat, breach.draw(breach.broken.card).description) == (finding["seat"], finding["card"])
    due = [face.name for face in breach.draw(*breach.broken.legal).faces]
    assert finding["message"].endswith(f"(holds {', '.join(due)})")
    german = site.corpus.edition("1840").passages[f"{name}.s{trick}"].text
    places = [german.index(f"{turn.seat} {breach.draw(turn.card).description}") for turn in breach.trick]
    assert places == sorted(places)  # as the book has the trick
    english = run("show", f"1840:{name}.s{trick}", "--english").out
    assert all(f"{turn.seat} {breach.name_card(turn.card)}" in english for turn in breach.trick)
    ident = finding["ref"].partition(":")[2]
    assert breach.paragraph == site.corpus.edition("1840").passages[ident]
    rule = breach.english_of(finding["ref"])
    assert rule is not None
    assert rule.text in run("show", finding["ref"], "--english").out
    assert rule.text  # else it is in any text
    following = site.corpus.edition("1840").passages[f"{name}.s{trick + 1}"].text
    taker = min("ABCD", key=lambda seat: following.index(f"{seat} "))  # who takes a trick leads the next
    assert breach.winner == taker
    assert breach.steps == (f"{trick}.1", f"{trick}.4")
    links = [values["href"] for tag, values, _ in read(render("found.md.j2", found)).found if tag == "a"]
    assert any(href.startswith("sources/") and href.endswith(f"#{finding['ref']}") for href in links)
    assert f"c/1840/{ident}/index.html" in links


def test_what_is_vouched_for_is_said_in_whole_per_cent(site: Site, run: Run) -> None:
    """Counted from `coverage --json`."""
    values = json.loads(run("coverage", "--json").out)["statements"]
    for siglum, total, _counts, vouched in EvidenceView(site, "").shares:
        own = [value["evidence"] for value in values if value["ref"].startswith(f"{siglum}:")]
        assert total == len(own)
        assert vouched == int(own.count("vouched for") / len(own) * 100)


STAMP = Stamp("1.0.0", "2026-12-24")


def test_the_data_say_their_licence_and_their_editor_for_search_engines(site: Site) -> None:
    edited = replace(site.publication, licence="CC0-1.0", authors=(Author("A. Editor"),))
    made = make_dataset(STAMP, ["de"], "all.zip", edited)
    assert made["license"] == "https://spdx.org/licenses/CC0-1.0"
    assert made["editor"] == {"@type": "Person", "name": "A. Editor"}
    assert made["isAccessibleForFree"] is True
    assert made["distribution"][0]["contentUrl"] == "all.zip"
    bare = make_dataset(STAMP, ["de"], "all.zip", replace(site.publication, licence="", authors=()))
    assert not bare.keys() & {"license", "editor"}


def test_a_card_has_one_name_in_the_trick_and_below_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """1840:m3.s10: B plays the Pagat, who is the first of the tarocks; here its player is said to have revoked."""
    site.codex.evidence  # noqa: B018 - is noted for later runs: never of the game that is changed here
    reports = site.codex.game_reports
    (finding, *_more) = reports[0].levels["corrected"].findings
    (game,) = (report for report in reports if report.name == "m3")
    level = game.levels["corrected"]
    wrong = replace(level, findings=(replace(finding, trick=10, seat="B"),))
    monkeypatch.setitem(vars(site.codex), "game_reports", [replace(game, levels={**game.levels, "corrected": wrong})])
    breach = make_breach(site)
    assert breach is not None
    assert (breach.draw(breach.broken.card).description, breach.name_card(breach.broken.card)) == ("Pagat", "Pagat")


def test_the_start_page_begins_with_a_trick_to_take_and_leads_to_what_one_can_do(site: Site) -> None:
    """What Tarock is, and a trick; then learn it, play, enter a game, read, compare, check a quotation."""
    for view in (make_home(site), replace(make_home(site), trick=None)):
        page = render("home.md.j2", view)
        doors = ["Learn to play it this evening", "Play it here", "Enter a game of your own", "Read", "Compare"]
        doors += ["Check a quotation"]
        places = [page.index("home__lead"), *(page.index(f"<b>{door}</b>") for door in doors)]
        assert places == sorted(places)
        assert ("take__trick" in page) == (view.trick is not None)
        assert "take__trick" not in page or page.index("take__trick") < places[1]
        links = dict(re.findall(r'<a href="([^"]+)"><b>([^<]+)</b>', page))
        assert [name for name in links.values() if name in doors] == doors
        first = next(href for href, name in links.items() if name == doors[0])
        assert first == "play/1840.html"  # the game that is told with printed games
        assert {"own-game.html", "verify.html"} <= links.keys()
        assert "breach" not in page


def test_the_trick_to_take_has_a_card_of_each_kind(site: Site) -> None:
    trick = make_home(site).trick
    assert trick is not None
    assert {choice.does for choice in trick.choices} == {"takes", "loses", "forbidden"}
    assert len(trick.table) == 3


def test_a_codex_whose_games_break_no_rule_tells_of_none(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarock.publish.views.findings.find_revokes", lambda _site: [])
    text = render("found.md.j2", FoundView(site, site.router.found.page))
    assert "What the machine found" in text
    assert "breaks its own rule" not in text


def test_the_books_stand_on_one_scale_each_with_its_family(site: Site) -> None:
    view = TextsView(site, "sources/index.md")
    elements = read(render("sources.md.j2", view))
    assert elements.texts("h2") == [source.short_title for source in view.sources]
    lanes = {source.siglum: view.lane(source) for source in view.sources}
    # long pack and short pack: 1754:1, 1863:1, 1840:2.1, 1945:allg.2.2.1
    assert [lanes[siglum] for siglum in ("1754", "1863", "1840", "1945")] == [1, 1, 2, 2]
    at = {source.year: view.at(source) for source in view.sources}
    first, last = min(at), max(at)
    assert (at[first], at[last]) == (0, 100)
    assert (at[1863] - at[1840]) * (last - first) == pytest.approx(100 * 23)
    assert (at[1840] - at[1754]) * (last - first) == pytest.approx(100 * 86)


def test_a_copy_without_unclear_rights_says_at_the_book_what_it_leaves_out(computed: ComputedCodex) -> None:
    view = TextsView(Site(computed, public_domain_only=True), "sources/index.md")
    text = render("sources.md.j2", view)
    assert text.count("Its words are left out of this copy") == 1
    assert text.index("Its words are left out") > text.index("Reform-Tarock, Vienna 1945")  # not the first thing read


def test_about_tells_the_rights_of_every_source_and_what_is_lost(site: Site) -> None:
    view = make_about(site)
    elements = read(render("about.md.j2", view))
    shown = [text for source in site.corpus.sources.values() for text in (source.rights.statement, source.rights.note)]
    assert [text for text in elements.texts("td") if text in shown] == shown
    assert [source.siglum for source in view.fragments] == ["1945"]


def test_about_names_nothing_that_is_not_there(site: Site) -> None:
    """The day that every right is clear, and no source has games."""
    text = render("about.md.j2", replace(make_about(site), unclear=(), game_sources=()))
    assert "`make site`" not in text
    assert "`make site`" in render("about.md.j2", make_about(site))


def test_the_data_say_what_beside_a_free_text_is_left_out_even_where_no_text_is(site: Site) -> None:
    view = replace(make_about_data(site), besides=("a plate",))
    assert "Left out, because no licence for them is known to us: a plate." in render("data.md.j2", view)


def test_only_where_texts_are_left_out_the_data_say_what_goes_with_them(site: Site, computed: ComputedCodex) -> None:
    """As corpus/sources/sources.yaml has it; the data are in the languages of the sources and in English."""
    listed = (ROOT / "corpus/sources/sources.yaml").read_text(encoding="utf-8")
    besides = tuple(re.findall("^ +besides: (.+)$", listed, re.MULTILINE))
    views = [make_about_data(each) for each in (site, Site(computed, public_domain_only=True))]
    assert [view.besides for view in views] == [(), besides]
    assert all('"inLanguage": ["de", "en"]' in render("data.md.j2", view) for view in views)


def test_about_and_data_say_which_transcripts_are_not_as_they_were_received(
    site: Site, computed: ComputedCodex, tmp_path: Path
) -> None:
    public = Site(computed, public_domain_only=True)
    write_data(public, tmp_path)
    files = {siglum: tmp_path / f"data/corpus/sources/{siglum}.txt" for siglum in public.corpus.sources}
    absent = [siglum for siglum, path in files.items() if not path.exists()]
    others = [
        siglum for siglum, path in files.items()
        if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() != public.corpus.sources[siglum].sha256
    ]  # fmt: skip
    assert (absent, others) == (["1945"], ["1754", "1840"])  # RIGHTS.md
    said = (
        "In the data of this site the transcript of 1945 is missing, and lines of the transcript of 1754 and 1840 "
        "are left out, which gives the file another checksum."
    )
    for template, view in (("about.md.j2", make_about), ("data.md.j2", make_about_data)):
        assert said in render(template, view(public))
        assert "In the data of this site" not in render(template, view(site))


def test_about_names_the_file_behind_each_text(site: Site, project: Project) -> None:
    page = render("about.md.j2", make_about(site))
    for siglum in site.corpus.sources:  # hashed here from the files
        assert hashlib.sha256((project.sources / f"{siglum}.txt").read_bytes()).hexdigest() in page
    assert "received from" not in page
    assert "Where and when we got a transcript nobody wrote down" in page
    for source in site.corpus.sources.values():
        for found in source.found_at:
            assert f'<a href="{found.address}">' in page
            day = write_date(found.seen, "en")
            told = f"in the first {found.compared} of {found.of} characters on {day}. {found.note}"
            assert told in html.unescape(page)
    missing = replace(site.corpus.sources["1754"], found_at=())
    assert ("nobody has looked up" in page) == (not all(source.found_at for source in site.corpus.sources.values()))
    assert "nobody has looked up" in render("about.md.j2", replace(make_about(site), sources=(missing,)))


def test_about_says_where_errors_are_reported_when_that_is_set(site: Site) -> None:
    view = make_about(site)
    place = "https://codex.example/work"
    set_ = replace(view, publication=replace(view.publication, repository=place))
    assert f"(<{place}>)" in render("about.md.j2", set_)
    unset = replace(view, publication=replace(view.publication, repository=""))
    assert "no address yet to which an error can be reported" in render("about.md.j2", unset)


def test_about_counts_the_sentences_of_every_source(site: Site, run: Run) -> None:
    view = make_about(site)
    shown = read(render("about.md.j2", view)).texts("td")
    reports = json.loads(run("check", "--json").out)["statements"]
    kinds = ("sentences", "encoded", "claimed", "exemplified", "set_aside")
    for siglum, accounts in view.accounts.items():
        counts = reports[siglum]["sentences"]
        row_of_check = [*(counts[kind] for kind in kinds), len(counts["unaccounted"])]
        assert [accounts.total(), *(accounts[kind] for kind in view.kinds)] == row_of_check
        assert " ".join(map(str, row_of_check)) in " ".join(shown)


def test_about_shows_how_to_cite_with_references_that_there_are(site: Site) -> None:
    view = make_about(site)
    examples = [f"{source.siglum}:{ident}" for source in view.sources for ident in source.site.examples]
    assert {source.siglum for source in view.sources if source.site.examples} == set(site.corpus.sources)
    assert all(site.router.has(ref) for ref in examples)
    shown = read(render("about.md.j2", view)).texts("code")
    assert shown[shown.index(examples[0]) :][: len(examples)] == examples


def test_a_game_of_ones_own_can_be_settled_by_every_era_and_each_example_is_there(
    site: Site, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    view = make_own_game(site)
    examples = ROOT / "corpus/examples"
    assert list(view["examples"]) == [
        siglum for siglum in site.corpus.sources if (examples / f"score-{siglum}.yaml").exists()
    ]
    assert view["with_games"] == ["1840"]
    assert view["fragments"] == ["1945"]  # pages 2 to 5 are lost: sources.yaml
    for siglum, file in view["examples"].items():
        assert run("score", "--era", siglum, file.text).status == 0
    shown = [
        view["file"].text,
        *(file.text for file in (*view["examples"].values(), *(other[0] for other in view["others"]))),
    ]
    assert sorted(shown) == sorted(f"corpus/examples/{path.name}" for path in (ROOT / "corpus/examples").iterdir())
    elements = read(render("own-game.md.j2", view))
    assert all(
        f"tarock score --era {siglum} {file.text}\n" in elements.texts("code")[-1]
        for siglum, file in view["examples"].items()
    )


def test_a_game_of_ones_own_is_shown_from_the_file_to_the_score_and_with_a_fault(
    site: Site, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    view = make_own_game(site)
    printed = run("replay", view["file"].text)
    assert view["printed"] == printed.out.rstrip("\n")
    shown = read(render("own-game.md.j2", view)).texts("pre")
    assert shown[0] == (ROOT / view["file"].text).read_text(encoding="utf-8")
    fault = view["fault"]
    assert {finding.code for finding in fault["findings"]} == {"PLAY-REVOKE"}
    assert fault["findings"][0].trick == fault["tricks"][0]
    # read out of the file itself: the seat has played both cards, and that of the earlier trick is of the suit led
    written = [line.split(" - ") for line in re.findall("^  - ([A-D] .*)$", shown[0], re.MULTILINE)]
    played = [f"{fault['seat']} {card}" for card in fault["cards"]]
    assert format_message(fault["findings"][0].message).startswith(f"{fault['seat']} plays {fault['cards'][1]}")
    trick, later = (written[number - 1] for number in fault["tricks"])
    assert (played[0] in trick, played[1] in later) == (True, True)
    suits = [card.split(" ")[1].partition("-")[0] for card in (trick[0], *played)]
    assert suits[0] == suits[1] != suits[2]


def test_the_changelog_is_shown_as_it_is(composed: dict[str, str], project: Project) -> None:
    assert project.changelog.read_text(encoding="utf-8").strip() in composed["changelog.md"]


def test_the_german_order() -> None:
    assert sorted(["Übereinkommen", "Tarock", "Volat", "Zählart"], key=collation_key) == [
        "Tarock",
        "Übereinkommen",
        "Volat",
        "Zählart",
    ]


def test_the_subject_index_has_nouns_over_all_sources(corpus: Corpus, site: Site) -> None:
    """Read in the texts: 1754:15 pays for the Pagat, 1863:2 has the Stamm, 1840:11.2 tells how one cuts."""
    view = make_subjects(site)
    entries = {noun: dict(places) for _letter, subjects in view.letters for noun, _english, places in subjects}
    nouns = [noun for _letter, subjects in view.letters for noun, _english, _places in subjects]
    assert nouns == sorted(nouns, key=collation_key)
    function_words = {"Was", "Wie", "Wann", "Welche", "Von", "Auf", "Wo", "Wer"}
    assert not function_words & {noun.split()[0] for noun in nouns}
    assert {siglum for places in entries.values() for siglum in places} == {*corpus.sources}
    assert "1754:15" in entries["Pagat"]["1754"]
    assert "1863:2" in entries["Stamm"]["1863"]
    assert {"1754", "1840", "1945"} <= entries["König"].keys()
    assert "1840:11.2" in entries["Abheben"]["1840"]  # a verb, as a noun
    assert all(corpus.unit(ref) for places in entries.values() for refs in places.values() for ref in refs)


def test_hostile_words_on_these_pages_stay_words(codex: Project, computed: ComputedCodex) -> None:
    written = HOSTILE.replace('"', '\\"')
    sources = sources_file(codex)
    replace_once(sources, "short_title: Taroc-Spiele, Leipzig 1754", f'short_title: "{written}"')
    replace_once(sources, "name: Taroc-Spiele", f'name: "{written}"')
    replace_once(sources, "phrase: the rules printed at Leipzig in 1754", f'phrase: "{written}"')
    replace_once(sources, "statement: text of 1754, in the public domain by age", f'statement: "{written}"')
    site = Site(like(computed, codex))
    home, about = render("home.md.j2", make_home(site)), render("about.md.j2", make_about(site))
    texts = render("sources.md.j2", TextsView(site, "sources/index.md"))
    for page in (home, about, texts):
        assert_harmless(page)
    assert HOSTILE in read(texts).texts("h2")
    assert any(HOSTILE in text for text in read(about).texts("p"))
    assert HOSTILE in read(about).texts("td")


def test_about_begins_with_what_a_stranger_asks(site: Site) -> None:
    page = render("about.md.j2", make_about(site))
    elements = read(page)
    asked = ["What is this?", "Who made it?", "May I use it?", "How do I cite it?"]
    assert [text for text in elements.texts("strong") if text.endswith("?")] == asked
    assert all(any(text.startswith(question) for text in elements.texts("p")) for question in asked)
    assert page.index("How do I cite it?") < page.index("## The edition")
    words = " ".join(" ".join(elements.texts("p")).split())
    assert "that of 1754 was edited by Hans-Joachim Alscher" in words  # corpus/sources/sources.yaml
    *free, last = (source.siglum for source in site.corpus.sources.values() if source.rights.free)
    assert {"1754", "1840", "1863"} <= {*free, last}
    assert f"The texts of {', '.join(free)} and {last} are in the public domain" in words
    assert "The rights in that of 1945 are not clear" in words
    assert "machine readers" in words
    short = words[: words.index("How do I cite it?")]
    assert "Not in the public domain are" in short
    assert "afterword" in short  # of 2003, at the end of the transcript of 1840
    assert "Alscher" in short[short.index("Not in the public domain") :]


def test_each_page_says_in_its_title_what_it_is(composed: dict[str, str]) -> None:
    """Somebody who comes from a search engine sees the title and the description alone."""
    heads = [text.split("---")[1] for text in composed.values()]
    titles, descriptions = (
        [re.search(rf"^{name}: (.*)$", head, re.MULTILINE) for head in heads] for name in ("title", "description")
    )
    assert all(found and len(found[1]) > 10 for found in descriptions)
    named = [found[1] for found in titles if found]
    assert len(named) == len(heads) == len(set(named))


def test_complete_says_what_is_wanting(site: Site) -> None:
    """1840:26.4 has a gap (its emendation is a lacuna); nothing is missing in 1754 and 1863."""
    pages = [page for page in list_site_pages(site) if page.address.page == "sources/index.md"]
    (text,) = compose_pages(site, pages).values()
    assert "complete but for words missing at 1840:26.4, " in text
    assert text.count("but for words missing") == 1
