"""What reaches a terminal: colours where it has them, never what steers it, errors on one line."""

from __future__ import annotations

import io
import json
import sys

import pytest

from tarock import cli
from tarock.base import terminal as term
from tests.conftest import ROOT


class Terminal(io.StringIO):
    """A stream that says whether it is a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard output and standard error as one terminal with colours."""
    stream = Terminal(True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def test_colour_is_for_terminals_that_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    term.show(f"a {term.paint('text', 'bold', 'red')} b")
    assert terminal.getvalue() == "a \x1b[1;31mtext\x1b[0m b\n"
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            assert term.paint("text", "red") == "text"
    monkeypatch.setattr(sys, "stdout", Terminal(False))
    assert term.paint("text", "red") == "text"


def test_what_steers_a_terminal_is_taken_out_of_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape, bell, carriage return, the one-byte CSI, a change of direction; line ends, tabs and umlauts stay."""
    terminal = on_terminal(monkeypatch)
    term.show("a\x1b[31mb\x07c\rd\x9b2Je\u202ef\tg\nß")
    assert terminal.getvalue() == "a[31mbcd2Jef\tg\nß\n"


def test_json_keeps_such_characters_as_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    term.show_json({"text": "ß\x1b\x9b\u2028"})
    assert not set("\x1b\x9b\u2028") & set(terminal.getvalue())
    assert json.loads(terminal.getvalue()) == {"text": "ß\x1b\x9b\u2028"}


def test_an_error_is_one_line_of_bounded_length(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    term.print_error("a\nb" + "x" * 1_000_000)
    assert terminal.getvalue() == "a b" + "x" * (term.MESSAGE_LIMIT - 3) + " …\n"


def test_a_table_wraps_its_cells() -> None:
    # by hand: columns of 6 and 5, the first wrapped at 5 so that three spaces follow
    assert list(term.format_table([["", "1840"], ["six cards", "yes and no"]], [6, 5])) == [
        "        1840", "six     yes", "cards   and", "        no",
    ]  # fmt: skip


def test_progress_is_shown_on_a_terminal_only_and_wiped_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    assert list(term.show_progress(["a", "b"], "replay")) == ["a", "b"]
    written = terminal.getvalue()
    assert "replay [" in written
    assert "1/2" in written
    assert written.endswith(f"{' ' * 66}\r")
    monkeypatch.setenv("TERM", "dumb")
    assert list(term.show_progress(["a", "b"], "replay")) == ["a", "b"]
    assert terminal.getvalue() == written
    monkeypatch.setattr(sys, "stderr", Terminal(False))
    assert list(term.show_progress(["a", "b"], "replay")) == ["a", "b"]
    assert terminal.getvalue() == written


def test_the_words_found_are_set_apart_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    assert cli.main(["--root", str(ROOT), "search", "Bêten"]) == 0
    assert "\x1b[1;33mBêten\x1b[0m nach einander" in terminal.getvalue()
