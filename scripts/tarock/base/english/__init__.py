"""The English wording, a file per subject; all of them are listed here."""

from tarock.base.english import (
    analyse,
    claims,
    footing,
    hand,
    koenigrufen_1840,
    pages,
    play,
    reform_1945,
    replay,
    score,
    taroc_1754,
    tarokhombre_1863,
)

FILES = (
    analyse,
    claims,
    footing,
    hand,
    koenigrufen_1840,
    pages,
    play,
    reform_1945,
    replay,
    score,
    taroc_1754,
    tarokhombre_1863,
)
