"""The English wording, a file per subject; all of them are listed here."""

from tarock.base.english import (
    cards,
    charts,
    how_to,
    koenigrufen_1840,
    links,
    play,
    reform_1945,
    replay,
    score,
    session,
    steps,
    taroc_1754,
    tarokhombre_1863,
)

FILES = (
    cards,
    charts,
    how_to,
    koenigrufen_1840,
    links,
    play,
    reform_1945,
    replay,
    score,
    session,
    steps,
    taroc_1754,
    tarokhombre_1863,
)
