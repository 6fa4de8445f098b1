"""The door: reads the command line and runs one command.

A command declares its arguments to a parser and sets two defaults there: `run`, a function of the options and the codex
that returns the exit status, and `examples`.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NoReturn

from tarock.base import terminal
from tarock.base.errors import CodexError, system_reason
from tarock.base.files import is_full, require_no_link, resolve_path, write_error, write_set
from tarock.base.project import Project, display_path, find_project

# Each command: the function that declares its arguments, and what it does. The module is imported only when the
# command is chosen, so that help is quick.
COMMANDS = {
    "build": (
        "tarock.cli.build:add_build_arguments",
        "Write the versioned texts and everything else that is built.",
    ),
    "check": ("tarock.cli.check:add_check_arguments", "Check everything and say what was found."),
    "show": ("tarock.cli.texts:add_show_arguments", "Print the text of a passage, a range or a source."),
    "cite": ("tarock.cli.texts:add_cite_arguments", "Print a citation."),
    "verify": ("tarock.cli.verify:add_verify_arguments", "Say whether cited words are still the same."),
    "diff": ("tarock.cli.texts:add_diff_arguments", "Show how two versions of a passage differ."),
    "search": (
        "tarock.cli.search:add_search_arguments",
        "Find passages by words, German or English, old or modern spelling, the best first.",
    ),
    "words": (
        "tarock.cli.search:add_words_arguments",
        "List the word forms of the texts: counts, passages, modern spelling.",
    ),
    "compare": (
        "tarock.cli.rules:add_compare_arguments",
        "Compare the eras: topics × sources, each value with its paragraph.",
    ),
    "replay": (
        "tarock.cli.games:add_replay_arguments",
        "Replay games: model games by reference, or game files of your own.",
    ),
    "analyse": ("tarock.cli.analyse:add_analyse_arguments", "Value every card of a game with open cards."),
    "hand": (
        "tarock.cli.hand:add_hand_arguments",
        "Deal the other cards to a hand many times, and solve each deal.",
    ),
    "play": ("tarock.cli.play:add_play_arguments", "Play Königrufen by the rules of 1840 against machines."),
    "score": ("tarock.cli.games:add_score_arguments", "Settle a finished game given as card piles and events."),
    "coverage": (
        "tarock.cli.coverage:add_coverage_arguments",
        "Alter each encoded value in turn and see whether a verdict changes.",
    ),
    "affected": (
        "tarock.cli.check:add_affected_arguments",
        "List what rests on the passages that a new edition changes, and what of it breaks.",
    ),
    "export": (
        "tarock.cli.export:add_export_arguments",
        "Write the codex as books, and as files for programs of others.",
    ),
    "completion": (
        "tarock.cli.completion:add_completion_arguments",
        "Write the completion of commands, options and references for a shell.",
    ),
    "site": ("tarock.cli.publish:add_site_arguments", "Build the website, or build and serve it on this machine."),
}
# The commands that print what one may keep in a file.
PRINTING = (
    "show",
    "cite",
    "verify",
    "diff",
    "search",
    "words",
    "compare",
    "replay",
    "analyse",
    "hand",
    "score",
    "completion",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 well, 1 a check failed, 2 bad input or usage.

    A reader that closes the pipe early does not change the status; output that is lost turns 0 into 2.
    """
    terminal.prepare_output()
    given = sys.argv[1:] if arguments is None else arguments
    gc.disable()  # a command is short, and needs what it makes to its end
    try:
        with _handle_termination():
            status = _run_guarded(given)
            if lost := terminal.finish_output():
                _report(CodexError(lost), given)
                terminal.finish_output()
                status = status or 2
    finally:
        gc.enable()
    return status


def _asks_for_json(given: Sequence[str]) -> bool:
    """Return whether the command line asks for JSON, so that errors are JSON too."""
    return "--json" in given or "--format=json" in given or ("--format", "json") in pairwise(given)


def _run_guarded(given: Sequence[str]) -> int:
    """Run the command and return its status; the only place where a failure becomes a message."""
    try:
        return _run(given)
    except SystemExit as leaving:  # from argparse (help, version) and from a signal
        return int(leaving.code or 0)
    except CodexError as error:
        _report(error, given)
        return error.exit_status
    except KeyboardInterrupt:
        _report(CodexError("interrupted"), given)
        return 130
    except OSError as error:  # what the file system may refuse at any time
        file, expected = os.fsdecode(error.filename or "a file"), "expected files that this user may use"
        refused = CodexError(system_reason(error), expected, file=file)
        _report(write_error(error, Path(file)) if is_full(error) else refused, given)
        return 2
    except Exception as error:  # a fault of ours, said in one line; TAROCK_TRACEBACK=1 shows where
        if os.environ.get("TAROCK_TRACEBACK"):
            raise
        what = f"internal fault: {type(error).__name__}: {error}"
        _report(CodexError(what, "please report it with what you typed"), given)
        return 2


class _UsageError(CodexError):
    """A command line that cannot be parsed; `expected` is the usage."""


def _report(error: CodexError, given: Sequence[str]) -> None:
    """Print an error to standard error, one line for each fault; with `--json` one object for each."""
    if _asks_for_json(given):
        for each in error.faults:
            terminal.print_error_json(message=each.what, expected=each.expected, file=each.file, line=each.line)
        return
    if isinstance(error, _UsageError):
        terminal.show(error.expected, end="", stream=sys.stderr)
        terminal.print_error(error.what)
        return
    for each in error.faults:
        terminal.print_error(str(each))


def _run(given: Sequence[str]) -> int:
    """Run a command line and return its exit status; raise `CodexError` for an empty argument or a zero byte."""
    if any("\0" in argument for argument in given):
        raise CodexError("an argument contains a zero byte", "expected text")
    parser = _build_parser()
    options = parser.parse_args(given)
    for name, value in vars(options).items():
        if any(isinstance(text, str) and not text.strip() for text in (value if isinstance(value, list) else [value])):
            raise CodexError("an argument is empty", f"expected text for `{name}`")
    if options.command is None and not options.version:
        parser.error("the following arguments are required: COMMAND")
    project = find_project(options.root)
    if options.version:
        show_versions: Callable[[Project], int] = resolve_name("tarock.cli.texts:show_versions")
        return show_versions(project)
    if not getattr(options, "to_file", None):
        status: int = options.run(options, project)
        return status
    place = Path(options.to_file)
    values = [
        value if isinstance(value, list) else [value] for name, value in vars(options).items() if name != "to_file"
    ]
    require_no_link(place)
    require_no_input(project, options.to_file, [each for some in values for each in some if isinstance(each, str)])
    with redirect_stdout(StringIO()) as output:
        status = options.run(options, project)
    if output.getvalue():
        write_set({place: output.getvalue().encode()}, place)
    return status


def require_no_input(project: Project, output: str, given: Iterable[str] = ()) -> None:
    """Raise `CodexError` where a file to write lies among the data, or is one that an argument names to be read."""
    place = resolve_path(output)
    if any(place.is_relative_to(resolve_path(data)) for data in project.inputs):
        raise CodexError("lies among the data that it would be made from", "expected a place beside them", file=output)
    if any(_is_same_file(each, place) for each in given):
        raise CodexError("is read by this command, and would be replaced", "expected another name", file=output)


def _is_same_file(given: str, place: Path) -> bool:
    """Return whether an argument names a file, or is `-` and standard input comes from it."""
    try:
        return os.path.samestat(os.stat(0 if given == "-" else given), place.stat())  # noqa: PTH116 - 0 has no name
    except (OSError, ValueError):  # no name of a file
        return False


def _ignore_signal(_number: int, _frame: object) -> None:
    """Ignore a signal that comes while the process ends."""


@contextmanager
def _handle_termination() -> Iterator[None]:
    """Let the first signal end the process in order, undisturbed by others, so that nothing stays half-written."""
    kinds = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before: dict[int, Any] = {}

    def end(number: int, _frame: object) -> None:
        for kind in before:
            signal.signal(kind, _ignore_signal)  # Python complains of one that came with this one and is ignored by now
            before[kind] = signal.SIG_IGN  # from the end of the command to that of the process
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        sys.exit(128 + number)

    with suppress(ValueError):  # only the main thread may ask for signals
        for kind in kinds:
            if signal.getsignal(kind) in (signal.SIG_DFL, signal.default_int_handler):
                before[kind] = signal.signal(kind, end)
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


class _Parser(argparse.ArgumentParser):
    """A parser that prints by our terminal and raises our errors."""

    def __init__(self, **options: Any):
        super().__init__(**options)
        self.color = False  # of Python 3.14, which knows nothing of our terminal

    def _print_message(self, message: str, file: Any = None) -> None:
        terminal.show(message, end="", stream=file)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise _UsageError(f"{self.prog}: error: {message}", self.format_usage())


class _Command(_Parser):
    """The parser of one command, which declares its arguments only when the command is chosen; some take long."""

    name: str
    declared: str  # by which function

    def __init__(self, **options: Any):
        self._options = options

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Declare the arguments of the command, then parse."""
        super().__init__(**self._options)
        resolve_name(self.declared)(self)
        if self.name in PRINTING:
            self.add_argument("-o", dest="to_file", metavar="FILE", help="write the output there, in UTF-8")
        examples = "".join(f"\n  tarock {self.name} {example}".rstrip() for example in self.get_default("examples"))
        self.epilog = f"{'examples:'}{_fill_example_paths(examples)}"
        return super().parse_known_args(args, namespace)


def _fill_example_paths(examples: str) -> str:
    """Return examples of a command line with the present path of the example files."""
    folder = "corpus/examples"
    return (
        examples.replace(folder, display_path(find_project().corpus / "examples")) if folder in examples else examples
    )


def add_json_argument(parser: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup, what: str = "") -> None:
    """Add `--json`; `what` is its help where it prints more than one object."""
    parser.add_argument("--json", action="store_true", help=what or "print one JSON object")


def add_own_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--own`, which includes texts that may not be redistributed."""
    parser.add_argument(
        "--own",
        dest="public_domain_only",
        action="store_false",
        help="your own copy, with every word of every text: not for publication",
    )


def _build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, with a parser for each command."""
    parser = _Parser(
        prog="tarock",
        description="German rule texts of Tarock: browse, cite, check, compare.",
        epilog=(
            "A reference is SIGLUM:PASSAGE, such as 1840:47.2, 1754:12, 1863:7, 1945:allg.2.3.1, 1840:m3.s5.\n"
            "Output goes into a file with -o FILE, in UTF-8; `>` of PowerShell writes another encoding.\n"
            "Exit status: 0 all well; 1 a fault, a difference, or nothing found; 2 bad input or usage."
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version of the software and the editions")
    parser.add_argument(
        "--root",
        metavar="DIR",
        help="the codex to work on (default: the one around this folder, else the one that tarock came with)",
    )
    commands = parser.add_subparsers(prog=parser.prog, metavar="COMMAND", dest="command", parser_class=_Command)
    for name, (declared, text) in COMMANDS.items():
        command = commands.add_parser(
            name, help=text, description=text, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        command.name, command.declared = name, declared
    return parser
