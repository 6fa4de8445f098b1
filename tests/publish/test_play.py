"""How it is played: prose in which no number and no card is typed, each sentence with its paragraphs."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from num2words import num2words

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.wording import format_message
from tarock.codex import ComputedCodex
from tarock.publish.environment import render
from tarock.publish.places import Site
from tarock.publish.views.cards import Cards
from tarock.publish.views.how_to_directives import FilledLine, Shown
from tarock.publish.views.play import PlayIndexView, PlayView, find_described_sources, make_play
from tarock.publish.views.view import Link
from tarock.rules.how_to import PROSE, SUMMARY
from tarock.rules.ruleset import Rules
from tarock.rules.tables import Statement
from tests.helpers import like

from ..conftest import EVERY, ROOT, SIGLA
from .markup import read

PAGES = [
    (siglum, name) for siglum in SIGLA for name in (PROSE, SUMMARY) if (ROOT / "rules_data" / siglum / name).exists()
]

# What a typed number or card would be, written down here apart from the program's own lists.
NAMED = {
    part
    for number in range(121)
    for kind in ("cardinal", "ordinal")
    for part in re.findall(r"[a-z]+", num2words(number, to=kind))
} - {"and"}
QUANTITIES = """both half halves halved quarter quarters twice thrice once double doubled doubles single triple pair
    pairs couple dozen either neither twofold threefold fourfold fivefold tens hundreds"""
CARDS = """king kings queen queens jack jacks cavalier cavaliers cavall reiter bube dame könig aß ace aces scüs sckis
    sküs excuse fool mond pagat bagat hearts diamonds clubs spades herz careau karo treffle treff pique pik valet
    vierer dreier zweier zehner neuner achter siebner i ii iii iv v vi vii viii ix x xi xii xiii xiv xv
    xvi xvii xviii xix xx xxi"""
TYPED = NAMED | set(QUANTITIES.split()) | set(CARDS.split())


def told(view: PlayView) -> Iterator[FilledLine]:
    return (line for _title, blocks in view.parts for block in blocks for line in block.lines)


def said(view: PlayView) -> str:
    """All words of a page, with the heads of tables and the cards that are drawn."""
    heads = [block.head for _title, blocks in view.parts for block in blocks if block.head]
    return "\n".join(" | ".join("".join(map(_words, cell)) for cell in line.cells) for line in (*heads, *told(view)))


def _words(piece: Shown) -> str:
    return piece.description if isinstance(piece, Cards) else piece.text


def test_the_game_of_every_source_with_such_files_is_told_and_summed_up(site: Site) -> None:
    for name in (PROSE, SUMMARY):
        assert list(find_described_sources(site, name)) == [siglum for siglum in SIGLA if (siglum, name) in PAGES]
    assert set(find_described_sources(site)) >= {"1754", "1840", "1863", "1945"}


@pytest.mark.parametrize(("siglum", "name"), PAGES)
def test_no_number_and_no_card_is_typed(siglum: str, name: str) -> None:
    for line in (ROOT / "rules_data" / siglum / name).read_text(encoding="utf-8").splitlines():
        typed = re.sub(r"\{[^{}]*\}", " ", line.replace(siglum, " ") if line.startswith("# ") else line)
        assert not re.search(r"[0-9½⅓⅔]", typed), line
        assert not TYPED.intersection(re.findall(r"[^\W\d_]+", typed.lower())), line


@pytest.mark.parametrize(("siglum", "name"), PAGES)
def test_every_sentence_leads_to_passages_or_to_the_silence(site: Site, siglum: str, name: str) -> None:
    view = make_play(site, siglum, name)
    passages = site.corpus.edition(siglum).passages
    for line in told(view):
        assert line.places
        assert not any(_words(cell[-1]).endswith(" ") for cell in line.cells if cell)  # or the places may stand alone
        for place in line.places:
            page, _, anchor = place.href.partition("#")
            if anchor.startswith("rule-"):
                assert line.silent
                assert site.codex.topics.find(anchor.removeprefix("rule-"))
            else:
                source, _, name = place.text.rpartition(":")
                assert name in (site.corpus.edition(source).passages if source else passages)
                assert anchor == f"{source or siglum}:{name}"
                assert page.startswith(f"../sources/{source or siglum}/")


@pytest.mark.slow
@pytest.mark.parametrize(("siglum", "name"), PAGES)
def test_every_value_that_changes_changes_the_page(site: Site, siglum: str, name: str) -> None:
    """Or the page can no longer be made, because its words tell what the table no longer says.

    Of the values of each page one in so many; `TAROCK_EVERY=1` takes all.
    """
    table = site.codex.tables[siglum]
    rules = Rules(table)
    before = said(make_play(site, siglum, name, rules))
    read_values = [statement for ident, statement in table.effective.items() if ident in rules.reads]
    assert len(read_values) >= 20
    for statement in read_values[::EVERY]:
        other = Rules(table).fork({statement.ident: _other(statement)})
        try:
            after = said(make_play(site, siglum, name, other))
        except CodexError as error:
            assert f"{name}:" in str(error)
            continue
        assert after != before, statement.ident


def _other(statement: Statement) -> Any:
    """Another value of the same type: the number after, the other choice, the list without its first."""
    value = statement.value
    if isinstance(value, bool):
        return not value
    if isinstance(value, list):
        return value[1:] or [_next(statement, value[0])]
    return _next(statement, value)


def _next(statement: Statement, value: Any) -> Any:
    if isinstance(value, int):
        return value + 1
    if statement.entry.type == "fraction":
        return "1/7"
    return next((word for word in statement.entry.words if word != value), "other")


@pytest.mark.parametrize(("siglum", "name"), PAGES)
def test_a_sentence_leads_to_the_passage_of_each_value_in_it(site: Site, siglum: str, name: str) -> None:
    """The keys are read here out of the file by themselves, the passages out of the table."""
    held = site.codex.tables[siglum].effective
    written = (ROOT / "rules_data" / siglum / name).read_text(encoding="utf-8").splitlines()
    view = make_play(site, siglum, name)
    heads = [block.head for _title, blocks in view.parts for block in blocks if block.head]
    shown = [{place.text for place in line.places} for line in (*heads, *told(view))]
    checked = 0
    for line in written:
        refs = {
            held[key].ref.partition(":")[2] for key in re.findall(r"[a-z_0-9.]+(?:\[[^\]]*\])?", line) if key in held
        }
        if refs:
            assert any(refs <= places for places in shown), line
            checked += 1
    assert checked >= 10


def test_what_a_claim_computes_stands_on_the_page(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The 58 of 1840:45.3 are the engine's, not ours."""
    claims = [
        msgspec.structs.replace(checked, computed=63) if checked.claim.id == "1840-45-won" else checked
        for checked in site.codex.checked_claims
    ]
    monkeypatch.setitem(vars(site.codex), "checked_claims", claims)
    assert "declarer and partner write 63 each" in said(make_play(site, "1840"))


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("Each has twelve cards. {{ see('deal.hand') }}", "do not write `twelve`"),
        ("Each has 12 cards. {{ see('deal.hand') }}", "do not write `12`"),
        ("Both play. {{ see('game.players') }}", "do not write `Both`"),
        ("Lead a king. {{ see('play.leader') }}", "do not write `king`"),
        ("Trump XXI is high. {{ see('play.leader') }}", "do not write `XXI`"),
        ("The Pagat is low. {{ see('play.leader') }}", "do not write `Pagat`"),
        ("Each has {number deal.hand}.", "a brace"),
        ("Each has {{ number('deal.hand', 'card').", "a brace in `Each has {{ number('deal.hand', 'card').`"),
        ("Each has {{ 12 }} cards. {{ see('deal.hand') }}", "does more than call directives; expected a call such as"),
        ("Each has {{ number(deal.hand) }}.", "does more than call directives"),
        ("Each has {{ number('deal.hand', unit='card') }}.", "does more than call directives"),
        ("Each has {{ number('deal.hand')|upper }}.", "does more than call directives"),
        ("Each has {{ number('deal.hand' 'card') }}.", "does more than call directives"),
        ("Each has {{ number('deal.hand'), 1 }}.", "does more than call directives"),
        ("{% if true %}Each has some. {{ see('deal.hand') }}{% endif %}", "a brace in `{% if true %}"),
        ("{# aside #}Each has some. {{ see('deal.hand') }}", "a brace in `{# aside #}"),
        ("Each has {{ number('deal.hands', 'card') }}.", "`deal.hands` is no key; did you mean deal.hand"),
        ("It is {{ number('deal.packet[knocked=perhaps]') }}.", "expected true or false"),
        ("It is {{ number('deal.packet[knocks=true]') }}.", "`knocks` in `deal.packet[knocks=true]` is no dimension"),
        ("It is {{ number('deal.dealer_extra') }}.", "does not state `deal.dealer_extra`"),
        ("It is {{ number('deal.hand + 1') }}.", "a number is typed in `deal.hand + 1`"),
        ("It is {{ numbers('deal.hand') }}.", "'numbers' is undefined; expected one of: number, times"),
        ("It is {{ number(12) }}.", "a number is typed in `12`"),
        ("It is {{ number('') }}.", "`` is no formula"),
        ("It is {{ number() }}.", "`number()` has not the right arguments"),
        ("It is {{ play('m6', 3) }}.", "has not the right arguments"),
        ("It is {{ trick('m6', 13) }}.", "m6 has no trick `13`"),
        ("It is {{ play('m6', 3, 0, 'card') }}.", "trick 3 of m6 has no play `0`"),
        ("It is {{ play('m6', 3, 9, 'card') }}.", "trick 3 of m6 has no play `9`"),
        ("It is {{ play('m6', 3, 'x', 'card') }}.", "trick 3 of m6 has no play `x`"),
        ("It is {{ play('m6', '²', 1, 'card') }}.", "m6 has no trick `²`"),
        ("It is {{ play('m6', 3, 1, 'suit') }}.", "`suit` is nothing of a play"),
        ("It is {{ seats('bidding.games') }}.", "expected four seats"),
        ("It is {{ game('m9') }}.", "there is no model game `m9`"),
        ("It is {{ claim('nothing') }}.", "there is no claim `nothing`"),
        ("It is {{ term('nothing') }}. {{ see('deal.hand') }}", "there is no term `nothing`"),
        ("So it is. {{ see('1840:999.1') }}", "1840:999.1 does not exist"),
        ("So it is. {{ see('play.must_overtake=true') }}", "being true; the table says false"),
        ("So it is. {{ see('deal.hand=12') }}", "a number is typed for `deal.hand`"),
        ("So it is. {{ silent('deal.hand') }}", "does state `deal.hand`"),
        ("So it is. {{ open('deal.hand') }}", "`deal.hand` is read in no other way"),
        ("So it is {{ word('volat.counted_beside') }}.", "`volat.counted_beside` can be read otherwise"),
        ("So it is.", "a sentence that rests on nothing"),
        ("|---|", "a row of dashes"),
    ],
)
def test_a_line_that_cannot_be_filled_names_its_place(
    codex: Project, computed: ComputedCodex, line: str, wrong: str
) -> None:
    (codex.rules / "1840" / PROSE).write_text(f"# Title\n\n{line}\n", encoding="utf-8")
    written = like(computed, codex)
    vars(written).pop("how_tos", None)
    with pytest.raises(CodexError, match=re.escape(wrong)) as fault:
        make_play(Site(written), "1840")
    assert str(fault.value).startswith(f"rules_data/1840/{PROSE}:3: ")


TONIGHT = [siglum for siglum, name in PAGES if name == SUMMARY]


@pytest.mark.parametrize("siglum", TONIGHT)
def test_the_page_for_tonight_has_at_most_900_words(site: Site, siglum: str) -> None:
    """What stands in boxes, and in the folds behind the page, does not count."""
    view = make_play(site, siglum, SUMMARY)
    titles = {title for title, _blocks in view.parts}
    assert view.boxes
    assert view.boxes < titles
    chapters = {title: blocks for title, blocks in view.parts if title not in view.boxes}
    lines = [line for blocks in chapters.values() for block in blocks for line in (block.head, *block.lines) if line]
    shown = [
        "".join(each.text for each in cell if not isinstance(each, Cards)) for line in lines for cell in line.cells
    ]
    assert 400 < len(re.findall(r"\w[\w’/-]*", " ".join((*chapters, *shown)))) <= 900


@pytest.mark.parametrize("siglum", TONIGHT)
def test_the_page_for_tonight_marks_as_ours_what_the_text_leaves_open(site: Site, siglum: str) -> None:
    view = make_play(site, siglum, SUMMARY)
    marked = [line for line in told(view) if line.ours]
    assert marked
    assert all("our ruling" in {place.text for place in line.places} for line in marked)
    shown = html.unescape(re.sub(r"<[^>]+>", "", render("play-summary.md.j2", view)))
    rules = [it for it in site.codex.tables[siglum] if it.grade not in ("advice", "disputed")]
    assert {it.ident for it in (*view.opened, *view.open_besides)} >= {it.ident for it in rules if it.other_reading}
    for it in site.codex.undecided_points[siglum]:
        assert f"We play: {format_message(it.point.taken)}. Or: {format_message(it.point.other)}." in shown


def test_a_rule_that_the_page_no_longer_tells_is_listed_as_left_out(codex: Project, computed: ComputedCodex) -> None:
    """1840:58.1 says whose the points of a lost Pagat are; no other sentence of the page rests on it."""
    file = codex.rules / "1840" / SUMMARY

    def list_left_out() -> set[str]:
        written = like(computed, codex)
        vars(written).pop("how_tos", None)
        view = make_play(Site(written), "1840", SUMMARY)
        return {place.text for _title, places in view.left_out for place in places}

    assert "58.1" not in list_left_out()
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(line for line in lines if "ultimo.points_to" not in line) + "\n", encoding="utf-8")
    assert "58.1" in list_left_out()


def test_a_source_without_the_files_has_no_page(codex: Project) -> None:
    for name in (PROSE, SUMMARY):
        (codex.rules / "1840" / name).unlink()
    site = Site(ComputedCodex(codex))
    assert "1840" not in find_described_sources(site)
    assert "1840" not in find_described_sources(site, SUMMARY)


def test_the_first_page_leads_to_all_and_begins_with_the_fullest(site: Site) -> None:
    """1754 and 1863 are played with 78 cards, 1840 and 1945 with 54; of 1840 most is encoded."""
    view = PlayIndexView(site, site.router.play.made)
    families = dict(view.families)
    told_of = set(find_described_sources(site))
    assert {siglum for family in families.values() for siglum in family} == told_of
    for cards, sigla in {54: ("1840", "1945"), 78: ("1754", "1863")}.items():
        assert [siglum for siglum in families[cards] if siglum in sigla] == [*sigla]
    assert view.fullest == "1840"
    found = read(render("play-index.md.j2", view)).found
    assert {f"{siglum}.html" for siglum in told_of} <= {
        values.get("href") for tag, values, _text in found if tag == "a"
    }
    for siglum in (siglum for _cards, sigla in view.families for siglum in sigla):
        summary = view.summary(siglum)
        assert summary
        assert summary.href == f"{siglum}-summary.html"
        opening = make_play(site, siglum).parts[0][1][0]  # as its own page begins
        assert [line.cells for line in view.lead(siglum)] == [
            line.cells for line in opening.lines
        ]  # as its own page begins


def test_the_prose_and_the_summary_lead_to_each_other(site: Site) -> None:
    """By the titles of their files."""
    for name, shown, href in ((SUMMARY, PROSE, "1840-summary.html"), (PROSE, SUMMARY, "1840.html")):
        title = (ROOT / "rules_data" / "1840" / name).read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert make_play(site, "1840", shown).other == Link(title, href)


def test_a_source_that_is_not_summed_up_has_no_summary_to_lead_to(codex: Project) -> None:
    (codex.rules / "1754" / SUMMARY).unlink()
    site = Site(ComputedCodex(codex))
    assert make_play(site, "1754").other is None
    view = PlayIndexView(site, site.router.play.made)
    assert [siglum for _cards, sigla in view.families for siglum in sigla if not view.summary(siglum)] == ["1754"]


def test_the_seats_are_drawn_as_in_the_book(site: Site) -> None:
    """1840:8.5: D deals and A has the forehand; 27.2: C speaks before D."""
    found = read(render("play.md.j2", make_play(site, "1840"))).found
    (label,) = (values["aria-label"] for tag, values, _text in found if tag == "svg" and values.get("class") == "seats")
    assert label == "The seats in the order of play, going to the right: A, B, C, D. A is the forehand, D deals."


def test_thirds_stand_as_in_the_book(site: Site) -> None:
    """1840:6.24 and 6.25: 35 2/3 wins by one, 35 1/3 is Remis; 45.3: 58 won, 158 lost.

    m1 and m3: the author states 23 and 2; the points of the tricks, counted by hand, are 58 1/3 and 33 1/3.
    """
    text = said(make_play(site, "1840"))
    assert "35 2/3 points are enough, and win by one point; 35 1/3 are still remis" in text
    assert "58 1/3 win by 23, 33 1/3 lose by two" in text
    assert "declarer and partner write 58 each" in text
    assert "each opponent writes 158" in text


def test_a_count_that_the_author_rejects_leads_to_where_he_names_it(site: Site) -> None:
    """The 106 points stand in 1840:6.1, the 53 and 54 in 6.2, the 70 in 6.18; that he is against it and leaves it to
    the players, in 6.8 and 6.9."""
    lines = list(told(make_play(site, "1840")))
    (at,) = (at for at, line in enumerate(lines) if "106" in "".join(map(_words, line.cells[0])))
    whole, won, choice = ({place.text for place in line.places} for line in lines[at : at + 3])
    assert "6.1" in whole
    assert "6.2" in won
    assert "6.18" not in whole | won
    assert choice == {"6.8", "6.9"}


@pytest.mark.parametrize("siglum", [siglum for siglum, name in PAGES if name == PROSE])
def test_what_is_left_open_says_of_what_it_speaks(site: Site, siglum: str) -> None:
    """Such sentences stand in a fold below their paragraph, away from the sentence before them."""
    opened = ["".join(map(_words, line.cells[0])) for line in told(make_play(site, siglum)) if line.ours]
    assert opened
    assert not [
        text for text in opened if re.match(r"(He|She|It|They|Its|His|Their|These|Those|That|This) (?!text|book)", text)
    ]
