"""Messages and their words: what the catalogue must hold, and that no logic depends on it."""

from __future__ import annotations

import pytest

from tarock import wording
from tarock.wording import Message, catalogue, say


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of our own."""
    own = {
        "held": "holds {cards}",
        "fault": "{seat} plays {card}: {why}",
        "count": lambda number: f"{number} card{'s' * (number != 1)}",
    }
    monkeypatch.setattr(wording, "catalogue", lambda: own)


@pytest.mark.usefixtures("words")
def test_a_message_is_said_by_the_catalogue() -> None:
    why = Message("held", cards=("XIV", "IX"))
    assert say(Message("fault", seat="B", card="X", why=why)) == "B plays X: holds XIV, IX"
    assert [say(Message("count", number=number)) for number in (1, 2)] == ["1 card", "2 cards"]


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("message", [Message("no such key"), Message("held", card="X"), Message("fault", seat="B")])
def test_a_missing_key_or_value_is_an_error(message: Message) -> None:
    with pytest.raises(KeyError):
        say(message)


def test_messages_are_values() -> None:
    one, same, other = Message("held", cards=("X",)), Message("held", cards=("X",)), Message("held", cards=("I",))
    assert (one == same, one == other, len({one, same, other})) == (True, False, 2)
    assert repr(one) == "Message('held', cards=('X',))"


def test_every_file_of_the_catalogue_is_read() -> None:
    assert all(isinstance(entry, str) or callable(entry) for entry in catalogue().values())
