"""Values of the four tables that were read in the German texts by a person, each with the passage that states it.

None of them was taken from the program: the German words stand beside each group.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from tarock.corpus.editions import Edition
from tarock.rules.tables import EraTable, format_value
from tarock.rules.topics import Topics
from tests.conftest import SIGLA

READ = [
    # 1754:1 "unter drey Personen mit 78. Blättern … giebt 5 mal herum, auf jedes mal 5 Blätter, … zuletzt 8 Blätter"
    ("1754", "game.players", [3], "1754:1"),
    ("1754", "pack.cards", 78, "1754:1"),
    ("1754", "deal.rounds", 5, "1754:1"),
    ("1754", "deal.packet", 5, "1754:1"),
    ("1754", "deal.hand", 25, "1754:1"),
    ("1754", "deal.dealer_last_packet", 8, "1754:1"),
    ("1754", "discard.cards", 3, "1754:1"),
    ("1754", "discard.never", ["König"], "1754:1"),
    # 1754:3 "so zahlet er an jeden 5 Points Strafe, das Spiel ist ungültig"
    ("1754", "misdeal.penalty[slip=misdeal]", 5, "1754:3"),
    ("1754", "misdeal.deal_void[slip=misdeal]", True, "1754:3"),
    # 1754:4 "unrecht, nämlich 1, 2, oder 4 Blätter"; 1754:5 "5 Points Strafe an jeden"; 1754:9 "für 4 Points gezahlet"
    ("1754", "discard.wrong.numbers", [1, 2, 4], "1754:4"),
    ("1754", "revoke.penalty", 5, "1754:5"),
    ("1754", "excuse.lone_points", 4, "1754:9"),
    # 1754:10 "3 Matador, … von jedem mit 10 Points, und jeder folgender … mit 5 Points"; 1754:11 "10 Taroc … 10 Points"
    ("1754", "honours.count[honour=all_three]", 3, "1754:10"),
    ("1754", "honours.bonus[honour=all_three]", 10, "1754:10"),
    ("1754", "honours.each_further[honour=all_three]", 5, "1754:10"),
    ("1754", "honours.count[honour=tarocks]", 10, "1754:11"),
    ("1754", "honours.bonus[honour=cavallerie]", 10, "1754:12"),
    ("1754", "honours.bonus[honour=cavallerie,with_excuse=true]", 5, "1754:12"),
    ("1754", "honours.bonus[honour=all_four]", 10, "1754:14"),
    ("1754", "honours.bonus[honour=all_four,with_excuse=true]", 5, "1754:14"),
    # 1754:15 "überstochen … 5 Points; … auf dem allerletzten Stiche verloren … 10 Points … auch 10 Points von jedem"
    ("1754", "ultimo.pagat_lost[moment=during the play]", 5, "1754:15"),
    ("1754", "ultimo.pagat_lost[moment=last trick]", 10, "1754:15"),
    ("1754", "ultimo.bonus", 10, "1754:15"),
    # 1754:16 "Ein König gilt 5, eine Dame 4, ein Cavall 3, ein Valet 2 Points, der Pagat 5, Excuse 5, N. 21. auch 5"
    ("1754", "card_points.koenig", 5, "1754:16"),
    ("1754", "card_points.dame", 4, "1754:16"),
    ("1754", "card_points.cavall", 3, "1754:16"),
    ("1754", "card_points.bube", 2, "1754:16"),
    ("1754", "card_points.plain", "0", "1754:16"),
    # 1754:17 "N. 21. ist der höheste, und N. 1. der niedrigste"; 1754:20 "26 Points"; 1754:21 "78 Points"
    ("1754", "rank.tarocks_highest", "XXI", "1754:17"),
    ("1754", "rank.tarocks_lowest", "I", "1754:17"),
    ("1754", "counting.number", 26, "1754:20"),
    ("1754", "counting.margin_from", 26, "1754:20"),
    ("1754", "counting.total", 78, "1754:21"),
    ("1754", "excuse.played_before_last", 3, "1754:19"),
    # 1840:2.1 "in vier und fünfzig Blättern, nämlich in zwei und zwanzig Tarocks, dann in vier Farben jede zu acht"
    ("1840", "pack.cards", 54, "1840:2.1"),
    ("1840", "pack.tarocks", 22, "1840:2.1"),
    ("1840", "pack.suits_count", 4, "1840:2.1"),
    ("1840", "pack.suit_cards", 8, "1840:2.1"),
    ("1840", "pack.honours", 7, "1840:3.1"),  # "sieben Honneurs"
    ("1840", "card_points.plain", "1/3", "1840:5.1"),
    # 1840:6.10-14: je drei; von drei geltenden zwei, von zwei Ein Point abgezogen; drei leere geben Einen
    ("1840", "counting.group", 3, "1840:6.10"),
    ("1840", "counting.deduct[counting_cards=3]", 2, "1840:6.11"),
    ("1840", "counting.deduct[counting_cards=2]", 1, "1840:6.12"),
    ("1840", "counting.deduct[counting_cards=1]", 0, "1840:6.13"),
    ("1840", "counting.three_plain", 1, "1840:6.14"),
    # 1840:6.18 "siebenzig Points … sechs und dreißig"; 6.19 "nur fünf und dreißig … so ist Remis und … verloren"
    ("1840", "counting.total", 70, "1840:6.18"),
    ("1840", "counting.number[party=declarer]", 36, "1840:6.18"),
    ("1840", "counting.remis_at", 35, "1840:6.19"),
    ("1840", "counting.remis_loses", True, "1840:6.19"),
    ("1840", "counting.win_at_cards[party=declarer]", 2, "1840:6.24"),
    ("1840", "counting.remis_cards", 1, "1840:6.25"),
    ("1840", "deal.hand", 12, "1840:14.1"),
    ("1840", "deal.talon", 6, "1840:14.2"),
    ("1840", "bidding.fold_max[contract=dreier]", 3, "1840:21.5"),
    ("1840", "talon.fold_max", 5, "1840:21.8"),
    # 1840:21.6 "einfachen … oben liegenden, … zweifachen die unteren, … dreifachen wieder die oben liegenden"
    ("1840", "talon.half[fold=1]", "upper", "1840:21.6"),
    ("1840", "talon.half[fold=2]", "lower", "1840:21.6"),
    ("1840", "talon.half[fold=3]", "upper", "1840:21.6"),
    ("1840", "discard.never", ["König", "Scüs", "Mond", "Pagat"], "1840:35.4"),  # "Honneurs niemals"
    ("1840", "settlement.multiplier[contract=dreier]", 2, "1840:41.1"),  # "immer mit zwei, dagegen bei Solo mit vier"
    ("1840", "settlement.multiplier[contract=solo]", 4, "1840:41.1"),
    ("1840", "settlement.stake.small_below", 50, "1840:43.2"),
    ("1840", "settlement.price[contract=dreier,stake=middle]", 50, "1840:43.3"),
    ("1840", "settlement.price[contract=solo,stake=middle]", 100, "1840:43.3"),
    ("1840", "settlement.price[contract=dreier,stake=high]", 100, "1840:43.4"),
    ("1840", "settlement.price[contract=solo,stake=high]", 200, "1840:43.4"),
    ("1840", "settlement.stake.default", "middle", "1840:44.1"),
    # § 47: honours and silent ultimo once, announced doubled; Volat sixfold, announced twelvefold
    ("1840", "honours.bonus[contract=dreier,honour=all_three]", 1, "1840:47.1"),
    ("1840", "honours.bonus[contract=solo,honour=all_four]", 1, "1840:47.1"),
    ("1840", "ultimo.bonus[announced=false,contract=dreier]", 1, "1840:47.1"),
    ("1840", "ultimo.bonus[announced=true,contract=dreier]", 2, "1840:47.2"),
    ("1840", "volat.bonus[announced=false,contract=solo]", 6, "1840:47.3"),
    ("1840", "volat.bonus[announced=true,contract=dreier]", 12, "1840:47.4"),
    ("1840", "announcements.raise_factor[call=contra]", 2, "1840:47.5"),
    ("1840", "announcements.raise_factor[call=supra]", 2, "1840:47.5"),
    # 1840:31.1 "noch früher, als er die erkauften Karten des Talons angesehen hat", whoever raises himself or not;
    # 31.3 only of one who has looked and "noch kein König gerufen"
    ("1840", "king.call_before", "before the talon is seen", "1840:31.1"),
    ("1840", "king.call_before[called=late,changes_halves=true]", "before the other half is seen", "1840:31.3"),
    ("1840", "king.is_lost[called=late,king_lies=defenders' tricks]", True, "1840:31.4"),
    ("1840", "king.alone[king_lies=left half]", True, "1840:34.1"),  # "und den König liegen zu lassen"
    ("1840", "deal.rounds[knocked=true]", 1, "1840:11.2"),  # "zu zwölf und zwölf Blätter auf Einmal"
    ("1840", "play.take_back[in_turn=true]", False, "1840:40.1"),
    ("1840", "play.early_lead", False, "1840:37.6"),  # "Man hüthe sich daher des voreiligen Ausspielens"
    ("1840", "deal.first_served", "right of dealer", "1840:7.7"),  # "zunächst der rechten Hand … die ersten Karten"
    ("1945", "deal.first_served", "right of dealer", "1945:allg.2.1.1"),  # "von rechts beginnend"
    ("1840", "revoke.mend[noticed=offender]", True, "1840:66.1"),
    ("1840", "revoke.mend[noticed=opponent]", True, "1840:66.3"),
    ("1840", "king.lost[contract=dreier]", 1, "1840:49.2"),
    ("1840", "honours.lapse_after_bid", False, "1840:50.4"),  # "so gelten auf jedem Falle die Honneurs des B."
    ("1840", "revoke.penalty", 1, "1840:65.3"),
    ("1840", "session.tours", 3, "1840:9.2"),
    # 1863:2 "25 Karten in einem Wurfe u. behält die drei letzten"; 1863:11 "verlangt u. erhält eine, … zwei"
    ("1863", "game.players", [3], "1863:1"),
    ("1863", "deal.hand", 25, "1863:2"),
    ("1863", "deal.packet", 25, "1863:2"),
    ("1863", "deal.dealer_extra[talon_dealt=last]", 3, "1863:2"),
    ("1863", "talon.bought[contract=a_un]", 1, "1863:11"),
    ("1863", "talon.bought[contract=a_deux]", 2, "1863:11"),
    ("1863", "bidding.games", ["a_deux", "a_un", "sans_prendre"], "1863:4"),
    # 1863:14 "40 Augen nöthig; wenn der Spieler weniger als 39 hat, ist das Spiel verloren"
    ("1863", "counting.win_at[party=declarer]", 40, "1863:14"),
    ("1863", "counting.lost_below", 39, "1863:14"),
    ("1863", "counting.margin_from", 39, "1863:16"),
    # 1863:15 "für à deux 2, für à un 3 u. für Sans-prendre 5 Marken"; 16 "durch 10 dividirt"
    ("1863", "settlement.price[contract=a_deux]", 2, "1863:15"),
    ("1863", "settlement.price[contract=a_un]", 3, "1863:15"),
    ("1863", "settlement.price[contract=sans_prendre]", 5, "1863:15"),
    ("1863", "settlement.divisor", 10, "1863:16"),
    ("1863", "settlement.remainder_paid_from", 5, "1863:18"),
    # 1863:23 "20, wenn er die Vole à deux, 30 wenn er sie à un, u. 50 wenn er sie sans prendre"; 24 "15. Stiche"
    ("1863", "volat.bonus[announced=true,contract=a_deux]", 20, "1863:23"),
    ("1863", "volat.bonus[announced=true,contract=a_un]", 30, "1863:23"),
    ("1863", "volat.bonus[announced=true,contract=sans_prendre]", 50, "1863:23"),
    ("1863", "volat.announced_after_trick", 15, "1863:24"),
    ("1863", "game.extra_player.plays", False, "1863:31"),  # "an dem Spiele keinen Antheil"
    # 1945:allg.2.1.1 "die ersten 6 Karten - 2 x 3! - als Talon … zu je 6 … zu 12 aufzuteilen"
    ("1945", "deal.talon", 6, "1945:allg.2.1.1"),
    ("1945", "deal.talon_half", 3, "1945:allg.2.1.1"),
    ("1945", "deal.packet[knocked=false]", 6, "1945:allg.2.1.1"),
    ("1945", "deal.packet[knocked=true]", 12, "1945:allg.2.1.1"),
    # 1945:allg.2.3: 5, 5, 4, 3, 2, 1; je 3 Karten weniger 2; 70; dreizehn, zehn, sieben, vier, eins; 210; 107; 104
    ("1945", "card_points.mond", 5, "1945:allg.2.3.2"),
    ("1945", "card_points.koenig", 5, "1945:allg.2.3.3"),
    ("1945", "card_points.plain", "1", "1945:allg.2.3.7"),
    ("1945", "counting.deduct", 2, "1945:allg.2.3.8"),
    ("1945", "counting.total", 70, "1945:allg.2.3.9"),
    ("1945", "card_points.koenig[method=in thirds]", 13, "1945:allg.2.3.11"),
    ("1945", "card_points.bube[method=in thirds]", 4, "1945:allg.2.3.14"),
    ("1945", "counting.total[method=in thirds]", 210, "1945:allg.2.3.16"),
    ("1945", "counting.win_at[method=in thirds,party=declarer]", 107, "1945:allg.2.3.17"),
    ("1945", "counting.win_at[method=in thirds,party=defenders]", 104, "1945:allg.2.3.18"),
    ("1945", "counting.win_at[party=defenders]", 34, "1945:allg.2.3.18"),
    # 1945:bes.A.2.4.1 "kostet je 2; … je 3; … überführt: 5"
    ("1945", "misdeal.penalty[confession=early,slip=misdeal]", 2, "1945:bes.A.2.4.1"),
    ("1945", "misdeal.penalty[confession=late,slip=misdeal]", 3, "1945:bes.A.2.4.1"),
    ("1945", "misdeal.penalty[confession=denied,slip=misdeal]", 5, "1945:bes.A.2.4.1"),
    ("1945", "manners.under_table.money_divided_by", 4, "1945:bes.A.2.3.1"),  # "(durch vier)"
    # 1840:75.1 "nicht so weit erstrecken, daß man es nur darauf anträgt die Übrigen anlaufen zu lassen"
    # 1945:bes.A.2.2.1 "ist ebenso gestattet wie das Mauern oder Staudenhocken"
    ("1840", "bidding.holding_back", False, "1840:75.1"),
    ("1945", "bidding.holding_back", True, "1945:bes.A.2.2.1"),
    # 1840:96.3 "zwei oder höchstens drei Blätter"; 96.7 "wenn schon sieben Blätter dieser Farbe herausgekommen wären"
    ("1840", "advice.stop_volat.called_suit_too_few", [2, 3], "1840:96.3"),
    ("1840", "advice.useless_after", 7, "1840:96.7"),
    # 1840:34.1 "Scüs und Pagat, dagegen im dreifachen Dreier der gerufene König … den König liegen zu lassen"
    ("1840", "advice.leave_king_for", ["Scüs", "Pagat"], "1840:34.1"),
    # 1840:95.1 "daß sie nicht Volat werden"; 95.2 "Nächstdem … den gerufenen König zu erhalten"
    ("1840", "conduct.aims[role=defender]", ["stop Volat", "win the called king"], "1840:95.1"),
    # 1840:108.1 "bei König, Dame, Reiter, Bube, Zehner und Siebner, der Zehner anzuspielen"
    ("1840", "advice.stop_volat.lead[holding=king to jack, ten and seven of a suit]", ["Zehner"], "1840:108.1"),
    # 1840:16.1 "das nochmalige Ausgeben der Karten"; 16.3 "so kann das Spiel nicht mehr rückgängig gemacht"
    ("1840", "misdeal.redeal[slip=wrong dealer]", True, "1840:16.1"),
    ("1840", "misdeal.redeal[moment=after the next deal,slip=wrong dealer]", False, "1840:16.3"),
    # 1840:65.3 "wenn die renoncirende Parthei das Spiel oder ultimo gewonnen hat, sich nichts (mit Ausnahme der …"
    ("1840", "revoke.writes[result=won]", ["honours"], "1840:65.3"),
    # 1840:1.2 "die Treffle Farbe 'Rasteln'"; 2.4 "Herz (Coeur)"
    ("1840", "pack.suit_nickname[suit=Treffle]", ["Rasteln"], "1840:1.2"),
    ("1840", "pack.suit_nickname[suit=Herz]", ["Coeur"], "1840:2.4"),
    # 1840:108.1 "sonst muß besonders, wenn man dem Ansagenden zur linken Seite sitzt, von der längsten Farbe"
    ("1840", "conduct.lead_at_volat[role=defender]", ["longest suit", "low winning card"], "1840:108.1"),
    # 1840:100.1 "keine Vortheile"; "Nur wenn schon alle Tarocks gehoben wurden … ist Schinden angezeigt"
    ("1840", "conduct.hold_back_figures", False, "1840:100.1"),
    ("1840", "conduct.hold_back_figures[situation=all tarocks are drawn]", True, "1840:100.1"),
]


@pytest.mark.parametrize(("siglum", "key", "value", "ref"), READ)
def test_the_value_is_what_the_text_says(
    tables: dict[str, EraTable], siglum: str, key: str, value: Any, ref: str
) -> None:
    statement = tables[siglum].effective[key]
    assert (statement.value, statement.ref) == (value, ref)


# The author of 1840 reports these and rejects them: §§ 6, 30, 59 (as the design says), also §§ 79, 92 and 127.
def test_rejected_practices_are_kept_apart(tables: dict[str, EraTable]) -> None:
    rejected = {statement.ref.split(".")[0] for statement in tables["1840"] if statement.grade == "disputed"}
    assert rejected == {"1840:6", "1840:30", "1840:59", "1840:79", "1840:92", "1840:127"}
    for siglum in ("1754", "1863", "1945"):
        assert all(statement.grade != "disputed" for statement in tables[siglum])


@pytest.mark.parametrize("siglum", SIGLA)
def test_every_quote_stands_in_its_passage(
    tables: dict[str, EraTable], editions: dict[str, Edition], siglum: str
) -> None:
    for statement in tables[siglum]:
        for support in statement.supports:
            source, _, ident = support.ref.partition(":")
            assert source == siglum
            assert support.quote in editions[siglum].passages[ident].text, statement.key


@pytest.mark.parametrize("siglum", SIGLA)
def test_quotes_do_not_break_off_inside_a_word(
    tables: dict[str, EraTable], editions: dict[str, Edition], siglum: str
) -> None:
    for statement in tables[siglum]:
        for support in statement.supports:
            text = editions[siglum].passages[support.ref.partition(":")[2]].text
            at = text.index(support.quote)
            before, after = text[max(at - 1, 0) : at], text[at + len(support.quote) :][:1]
            assert not (before.isalnum() and support.quote[0].isalnum()), (statement.key, support.quote)
            assert not (after.isalnum() and support.quote[-1].isalnum()), (statement.key, support.quote)


# the form in which a quote has a name that is given in its base form
FORMS = {
    "ablegen": "abgeleget",
    "anlaufen lassen": "Anlaufen - oder Aufsitzen lassen",
    "bekennen": "bek(ennet|annt)",
    "durchgegangener Tapper": "durchgegangenen Tapper",
    "ein Tapper geht durch": "Geht jedoch ein Tapper durch",
    "falsch abstechen": "falsch absticht",
    "falsch geben": "falsch gegeben",
    "falsch zugeben": "falsch absticht od. zugibt",
    "Figuren": "Figur",
    "kurze Farbe": r"\(kurze\) Farbe",
    "leere Blätter": "leeren Blätter",
    "passen": "paßt",
    "Scat legen": "Scat-Legen",
    "schwächste Farbe": r"schwächste \(kürzeste\) Farbe",
    "kürzeste Farbe": r"\(kürzeste\) Farbe",
    "schwache Farbe": r"Schwache \(kurze\) Farbe",
    "überstechen": "überst(echen|ochen)",
    "weglegen": "legt dafür drei andere weg",
}


def test_what_a_thing_is_called_stands_in_the_quote(tables: dict[str, EraTable]) -> None:
    used = set()
    for statement in (statement for siglum in SIGLA for statement in tables[siglum]):
        for name in statement.value if statement.entry.type == "names" else []:
            quotes = " / ".join(support.quote for support in statement.supports)
            if name.lower() not in quotes.lower():
                assert re.search(FORMS.get(name, "^$"), quotes), (statement.siglum, statement.ident, name)
                used.add(name)
    assert used == set(FORMS)


@pytest.mark.parametrize("siglum", SIGLA)
def test_a_silence_is_never_said_of_a_key_with_a_value(tables: dict[str, EraTable], siglum: str) -> None:
    table = tables[siglum]
    assert not set(table.silences.by_key) & set(table.statements)


@pytest.mark.parametrize("siglum", SIGLA)
def test_not_applicable_is_always_explained(tables: dict[str, EraTable], siglum: str) -> None:
    for key, silence in tables[siglum].silences.by_key.items():
        assert silence.note or silence.silence != "not applicable", key


def test_1754_knows_no_bidding_no_talon_and_no_called_king(tables: dict[str, EraTable], topics: Topics) -> None:
    keys = [key for key in topics if key.partition(".")[0] in ("bidding", "talon", "king")]
    keys.remove("talon.taken_by")  # the dealer takes the cards left over, in his hand
    assert {tables["1754"].silence(key).silence for key in keys} == {"not applicable"}
    assert not [key for key in keys if tables["1754"].find_rule(key)]


def test_silence_in_the_fragment_of_1945_means_lost(tables: dict[str, EraTable]) -> None:
    table = tables["1945"]
    assert table.silence("bidding.games").silence == "lost"
    assert table.silence("excuse.exchanged").silence == "not applicable"
    for siglum in ("1754", "1840", "1863"):
        assert "lost" not in {silence.silence for silence in tables[siglum].silences.by_key.values()}


def test_every_topic_key_is_used_and_titles_are_unique_in_their_topic(
    tables: dict[str, EraTable], topics: Topics
) -> None:
    used = {key for table in tables.values() for key in [*table.statements, *table.silences.by_key]}
    assert set(topics) == used
    for topic in topics.by_name:
        titles = [topics.entries[key].title for key in topics.keys_below(topic)]
        assert len(titles) == len(set(titles))


def test_values_are_shown_with_their_units(topics: Topics) -> None:
    def shown(key: str, value: Any) -> str:
        entry = topics.find(key)
        assert entry is not None
        return format_value(value, entry)

    assert shown("pack.cards", 54) == "54 cards"
    assert shown("counting.three_plain", 1) == "1 point"
    assert shown("card_points.plain", "1/3") == "1/3 point"
    assert shown("play.follow_suit", True) == "yes"
    assert shown("play.must_overtake", False) == "no"
    assert shown("settlement.multiplier", 2) == "2-fold"
    assert shown("rank.scues_nature", "excuse") == "excuse"
    assert shown("pack.suits", ["Herz", "Careau"]) == "Herz, Careau"
    assert shown("session.tours_more", [2, 3]) == "2, 3 tours"
    # German words have a singular of their own: "einen Stamm" (1863:2)
    assert [shown("settlement.remainder_brings", number) for number in (1, 2)] == ["1 counter", "2 counters"]
    assert [shown("settlement.pool.count", number) for number in (1, 2)] == ["1 stake", "2 stakes"]
    # a trump is named by its number, as the source prints it: "unter X." (1840:73.anzeigen)
    assert shown("advice.signal.invites_below", 10) == "trump X"
    assert shown("advice.signal.lead_between", [19, 10]) == "trump XIX, X"


def test_notes_and_values_are_english_prose(tables: dict[str, EraTable]) -> None:
    # a German clause slipped in would show as one of these function words in an unquoted note
    german = re.compile(r"\b(und|nicht|wird|werden|muß|oder|ist|bei|dem|den)\b")
    for table in tables.values():
        for statement in table:
            unquoted = re.sub(r"'[^']*'|\([^)]*\)", "", statement.note)
            assert not german.search(unquoted), (statement.key, statement.note)
