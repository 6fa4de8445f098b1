"""What a person calls each kind of place, in German and in English."""

from __future__ import annotations

import pytest

from tarock.corpus.editions import Edition
from tests.conftest import SIGLA


@pytest.mark.slow
@pytest.mark.parametrize(
    ("siglum", "ident", "german", "english"),
    [
        ("1754", "12", "Regel 12", "rule 12"),
        ("1754", "titel", "Regeln bey dem Taroc-Spiele (Leipzig, 1754)",
         "Regeln bey dem Taroc-Spiele (Leipzig, 1754)"),
        ("1863", "7", "Satz 7", "sentence 7"),
        ("1863", "page.257", "S. 257", "p. 257"),
        ("1840", "47", "§ 47", "§ 47"),
        ("1840", "47.2", "§ 47, 2. Absatz", "§ 47, para. 2"),
        ("1840", "8.4", "§ 8, 4. Absatz", "§ 8, para. 4"),
        ("1840", "vorwort", "Vorwort", "Vorwort"),
        ("1840", "vorwort.1", "Vorwort, 1. Absatz", "Vorwort, para. 1"),
        ("1840", "einleitung.3", "Einleitung, 3. Absatz", "Einleitung, para. 3"),
        ("1840", "uebergang.1", "Übergang, 1. Absatz", "Übergang, para. 1"),
        ("1840", "73.fettmachen", "§ 73, „Fettmachen“", "§ 73, “Fettmachen”"),
        ("1840", "73.hofe", "§ 73, „Bei Hofe speisen“", "§ 73, “Bei Hofe speisen”"),
        ("1840", "h5", "Wie viele Personen mitspielen (§ 7)", "Wie viele Personen mitspielen (§ 7)"),
        ("1840", "m3", "Musterspiel 3", "Musterspiel 3"),
        ("1840", "m3.titel.1", "Musterspiel 3, Titel 1", "Musterspiel 3, title 1"),
        ("1840", "m3.ergebnis", "Musterspiel 3, Ergebniszeile", "Musterspiel 3, result line"),
        ("1840", "m3.lage", "Musterspiel 3, Lage der Karten", "Musterspiel 3, deal"),
        ("1840", "m3.C", "Musterspiel 3, Blatt C", "Musterspiel 3, hand C"),
        ("1840", "m3.spiel.2", "Musterspiel 3, Ansage und Talon 2", "Musterspiel 3, bidding and talon 2"),
        ("1840", "m3.s5", "Musterspiel 3, 5. Stich", "Musterspiel 3, trick 5"),
        ("1840", "m3.bemerkung.1", "Musterspiel 3, Bemerkung 1", "Musterspiel 3, remark 1"),
        ("1945", "allg", "Allgemeine Regeln", "Allgemeine Regeln"),
        ("1945", "allg.1.1", "Allgemeine Regeln, Art. I, 1. Absatz", "Allgemeine Regeln, Art. I, para. 1"),
        ("1945", "allg.2.3", "Allgemeine Regeln, Art. II § 3", "Allgemeine Regeln, Art. II § 3"),
        ("1945", "allg.2.3.7", "Allgemeine Regeln, Art. II § 3, 7. Absatz",
         "Allgemeine Regeln, Art. II § 3, para. 7"),
        ("1945", "bes.A", "Besondere Regeln A)", "Besondere Regeln A)"),
        ("1945", "bes.A.2.4.1", "Besondere Regeln A), Art. II § 4, 1. Absatz",
         "Besondere Regeln A), Art. II § 4, para. 1"),
    ],
)  # fmt: skip
def test_a_place_is_called_by_its_name(
    editions: dict[str, Edition], siglum: str, ident: str, german: str, english: str
) -> None:
    assert editions[siglum].label(ident, "de") == german
    assert editions[siglum].label(ident, "en") == english
    assert editions[siglum].label(ident) == english


@pytest.mark.parametrize("siglum", SIGLA)
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_two_places_of_a_source_have_the_same_name(editions: dict[str, Edition], siglum: str, language: str) -> None:
    edition = editions[siglum]
    places = [*edition.passages, *edition.containers]
    names = [edition.label(ident, language) for ident in places]
    assert all(name.strip() and "\n" not in name for name in names)
    assert len(set(names)) == len(names)
