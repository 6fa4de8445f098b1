"""Königrufen 1840: preface, introduction, §§ 1-131 under thematic headings, eight Musterspiele."""

from __future__ import annotations

import re

from tarock.corpus.profiles.koenigrufen_1840.names import GAMES, label, parts, range_label, subjects
from tarock.corpus.profiles.koenigrufen_1840.reader import read
from tarock.corpus.profiles.koenigrufen_1840.references import references
from tarock.corpus.profiles.profile import Levels, Profile

PROFILE = Profile(
    read=read,
    passages=re.compile(
        r"(?:vorwort|einleitung|uebergang|[1-9][0-9]*)\.[1-9][0-9]*|73\.[a-z]+"
        r"|m[1-8]\.(?:ergebnis|[A-D]|s[1-9][0-9]*|(?:titel|spiel|bemerkung)\.[1-9][0-9]*)"
    ),
    headings={
        "part": Levels(text=2, page=2),
        "theme": Levels(text=3, page=2),
        "section": Levels(text=4, page=3),
        "label": Levels(text=4, page=3),
    },
    paratexts={"nachwort": ("afterword to the transcript", "Nachwort zur Abschrift")},
    label=label,
    range_label=range_label,
    references=references,
    parts=parts,
    subjects=subjects,
    claimed="section",
    games=GAMES,
    game_kinds=frozenset({"title", "result", "hand", "bidding", "trick", "remark"}),
    notation=frozenset({"hand", "trick"}),
)
