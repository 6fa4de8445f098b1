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
from contextlib import contextmanager, suppress
from itertools import pairwise
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NoReturn

from tarock.base import terminal
from tarock.base.errors import CodexError
from tarock.base.language import ENGLISH, addressing, compiled, languages, marked, of_locale, reason, worded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Each command: the function that declares its arguments, and what it does. The module is imported only when the
# command is chosen, so that help is quick.
COMMANDS = {
    "build": (
        "tarock.cli.publish:build_arguments",
        marked("Write the versioned texts and everything else that is built."),
    ),
    "check": ("tarock.cli.check:check_arguments", marked("Check everything and say what was found.")),
    "show": ("tarock.cli.texts:show_arguments", marked("Print the text of a passage, a range or a source.")),
    "cite": ("tarock.cli.texts:cite_arguments", marked("Print a citation.")),
    "verify": ("tarock.cli.texts:verify_arguments", marked("Say whether cited words are still the same.")),
    "diff": ("tarock.cli.texts:diff_arguments", marked("Show how two versions of a passage differ.")),
    "search": (
        "tarock.cli.search:search_arguments",
        marked("Find passages by words, German or English, old or modern spelling, the best first."),
    ),
    "words": (
        "tarock.cli.search:words_arguments",
        marked("List the word forms of the texts: counts, passages, modern spelling."),
    ),
    "compare": (
        "tarock.cli.rules:compare_arguments",
        marked("Compare the eras: topics × sources, each value with its paragraph."),
    ),
    "replay": (
        "tarock.cli.games:replay_arguments",
        marked("Replay games: model games by reference, or game files of your own."),
    ),
    "analyse": ("tarock.cli.analyse:analyse_arguments", marked("Value every card of a game with open cards.")),
    "hand": (
        "tarock.cli.hand:hand_arguments",
        marked("Deal the other cards to a hand many times, and solve each deal."),
    ),
    "play": ("tarock.cli.play:play_arguments", marked("Play Königrufen by the rules of 1840 against machines.")),
    "score": ("tarock.cli.games:score_arguments", marked("Settle a finished game given as card piles and events.")),
    "coverage": (
        "tarock.cli.rules:coverage_arguments",
        marked("Alter each encoded value in turn and see whether a verdict changes."),
    ),
    "affected": (
        "tarock.cli.check:affected_arguments",
        marked("List what rests on the passages that a new edition changes, and what of it breaks."),
    ),
    "export": (
        "tarock.cli.export:export_arguments",
        marked("Write the codex as books, and as files for programs of others."),
    ),
    "site": ("tarock.cli.publish:site_arguments", marked("Build the website, or build and serve it on this machine.")),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status (0 well, 1 check failed, 2 bad input or usage).

    Output that nobody takes changes nothing of a status; output that is lost makes 0 a 2.
    """
    terminal.prepare_output()
    given = sys.argv[1:] if arguments is None else arguments
    gc.disable()  # a command is short, and needs what it makes to its end
    try:
        with _terminable(), _addressing(given):
            status = _status(given)
            if lost := terminal.finish_output():
                _report(CodexError(lost), given)
                terminal.finish_output()
                status = status or 2
    finally:
        gc.enable()
    return status


@contextmanager
def _addressing(given: Sequence[str]) -> Iterator[None]:
    """Speak the language that is asked for, or else that of the environment; to programs English.

    `argparse` says what it says by the two functions of gettext that it has imported.
    """
    asked = ENGLISH if _for_programs(given) else _language(given) or of_locale()
    try:
        speech = compiled(asked)
    except CodexError as error:  # an installation without its catalogues is no reason to do nothing
        _report(error, given)
        speech = None
    if not speech:
        yield
        return
    module: Any = argparse
    before = module._, module.ngettext
    module._, module.ngettext = worded, speech.numbered
    try:
        with addressing(speech):
            yield
    finally:
        module._, module.ngettext = before


def _for_programs(given: Sequence[str]) -> bool:
    """Whether JSON is asked for."""
    return "--json" in given or "--format=json" in given or ("--format", "json") in pairwise(given)


def _language(given: Sequence[str]) -> str:
    """The language that is asked for before the command; empty where there is none, or one that we do not speak."""
    options = iter(given)
    asked = ""
    for option in options:
        if not option.startswith("--"):  # the command
            break
        name, _, value = option.partition("=")
        if len(name) > len("--") and ("--lang".startswith(name) or "--root".startswith(name)):
            value = value or next(options, "")
            asked = value if "--lang".startswith(name) else asked
    return asked if asked in languages() else ""


def _status(given: Sequence[str]) -> int:
    """Run the command; the one place where a failure becomes a message."""
    try:
        return _run(given)
    except SystemExit as leaving:  # from argparse (help, version) and from a signal
        return int(leaving.code or 0)
    except CodexError as error:
        _report(error, given)
        return error.exit_status
    except KeyboardInterrupt:
        _report(CodexError(worded("interrupted")), given)
        return 130
    except OSError as error:  # what the file system may refuse at any time
        file, expected = (
            os.fsdecode(error.filename or worded("a file")),
            worded("expected files that this user may use"),
        )
        _report(CodexError(reason(error), expected, file=file), given)
        return 2
    except Exception as error:  # a fault of ours, said in one line; TAROCK_TRACEBACK=1 shows where
        if os.environ.get("TAROCK_TRACEBACK"):
            raise
        what = worded("internal fault: {name}: {error}", name=type(error).__name__, error=error)
        _report(CodexError(what, worded("please report it with what you typed")), given)
        return 2


# What `argparse` says, which asks for it by these texts.
_ARGPARSE = (
    marked("usage: "),
    marked("positional arguments"),
    marked("options"),
    marked("show this help message and exit"),
    marked("argument %(argument_name)s: %(message)s"),
    marked("invalid choice: %(value)r (choose from %(choices)s)"),
    marked("the following arguments are required: %s"),
    marked("unrecognized arguments: %s"),
    marked("expected one argument"),
    marked("expected at most one argument"),
    marked("expected at least one argument"),
    marked("expected %s argument", "expected %s arguments"),
    marked("not allowed with argument %s"),
    marked("one of the arguments %s is required"),
    marked("ambiguous option: %(option)s could match %(matches)s"),
    marked("invalid %(type)s value: %(value)r"),
    marked("ignored explicit argument %r"),
)


class _UsageError(CodexError):
    """A command line that no command understands; what was expected is the usage."""


def _report(error: CodexError, given: Sequence[str]) -> None:
    """Say what is wrong on standard error: a line for each thing; with `--json` a JSON object for each."""
    if _for_programs(given):
        for each in error.faults:
            terminal.complain_json(message=each.what, expected=each.expected, file=each.file, line=each.line)
        return
    if isinstance(error, _UsageError):
        terminal.show(error.expected, end="", stream=sys.stderr)
        terminal.complain(error.what)
        return
    for each in error.faults:
        terminal.complain(str(each))


def _run(given: Sequence[str]) -> int:
    from tarock.base.project import find_project
    from tarock.proof.codex import Codex

    if any("\0" in argument for argument in given):
        raise CodexError(worded("an argument holds a zero byte"), worded("expected text"))
    parser = _parser()
    options = parser.parse_args(given)
    for name, value in vars(options).items():
        if any(isinstance(text, str) and not text.strip() for text in (value if isinstance(value, list) else [value])):
            raise CodexError(worded("`{name}` is empty", name=name), worded("expected text"))
    if options.version:
        return _show_versions(options.root)
    if options.command is None:
        parser.error(worded("the following arguments are required: {names}", names=worded("COMMAND")))
    status: int = options.run(options, Codex(find_project(options.root)))
    return status


def _unheard(_number: int, _frame: object) -> None:
    """Nothing, for a signal that comes when the process ends already."""


@contextmanager
def _terminable() -> Iterator[None]:
    """Let the first signal that ends a process end it in order, undisturbed by others: nothing half-written stays."""
    kinds = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before: dict[int, Any] = {}

    def end(number: int, _frame: object) -> None:
        for kind in before:
            signal.signal(kind, _unheard)  # Python complains of one that came with this one and is ignored by now
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
    """Prints and complains like everything else."""

    def __init__(self, **options: Any):
        super().__init__(**options)
        self.color = False  # of Python 3.14, which knows nothing of our terminal

    def _print_message(self, message: str, file: Any = None) -> None:
        terminal.show(message, end="", stream=file)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise _UsageError(worded("{prog}: error: {message}", prog=self.prog, message=message), self.format_usage())


class _Command(_Parser):
    """The parser of one command, which is made when the command is chosen: that takes time, for some a lot."""

    name: str
    declared: str  # by which function

    def __init__(self, **options: Any):
        self._options = options

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Become a parser, declare the arguments, then parse."""
        super().__init__(**self._options)
        resolve_name(self.declared)(self)
        examples = "".join(f"\n  tarock {self.name} {example}".rstrip() for example in self.get_default("examples"))
        self.epilog = f"{worded('examples:')}{_found(examples)}"
        return super().parse_known_args(args, namespace)


def _found(examples: str) -> str:
    """The examples with the folder of example files where it is: in a checkout, or installed with the package."""
    from tarock.base.project import find_project, seen_from_here

    folder = "corpus/examples"
    return (
        examples.replace(folder, seen_from_here(find_project().corpus / "examples")) if folder in examples else examples
    )


def json_argument(parser: argparse.ArgumentParser, what: str = "") -> None:
    """Declare `--json`; `what` is its help, where it is not simply an object."""
    parser.add_argument("--json", action="store_true", help=what or worded("print one JSON object"))


def own_argument(parser: argparse.ArgumentParser) -> None:
    """Declare `--own`; without it, what is made leaves out what may not be published."""
    parser.add_argument(
        "--own",
        dest="public_domain_only",
        action="store_false",
        help=worded("your own copy, with every word of every text: not for publication"),
    )


def _show_versions(root: str | None) -> int:
    """Show the version of the software and of the editions."""
    from tarock.base.project import find_project
    from tarock.corpus.sources import load_sources
    from tarock.corpus.stamp import find_stamp, software_stamp

    project, software = find_project(root), software_stamp()
    sources = load_sources(project)
    terminal.show(f"tarock {software}")
    if (data := find_stamp(project)) != software:
        terminal.show(worded("the data in {folder}: {version}", folder=project.root, version=data))
    for source in sources.values():
        terminal.show(worded("{siglum} edition {edition}", siglum=source.siglum, edition=source.edition))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="tarock",
        description=worded("German rule texts of Tarock: browse, cite, check, compare."),
        epilog=worded(
            "A reference is SIGLUM:PASSAGE, such as 1840:47.2, 1754:12, 1863:7, 1945:allg.2.3.1, 1840:m3.s5.\n"
            "Exit status: 0 all well; 1 a fault, a difference, or nothing found; 2 bad input or usage."
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="store_true", help=worded("show the version of the software and the editions")
    )
    parser.add_argument(
        "--root",
        metavar=worded("DIR"),
        help=worded("the codex to work on (default: the one around this folder, else the one that tarock came with)"),
    )
    parser.add_argument(
        "--lang",
        dest="language",
        choices=languages(),
        help=worded(
            "in which language tarock speaks to you (default: that of the environment); what it prints for programs "
            "and what it writes into files is the same in each"
        ),
    )
    commands = parser.add_subparsers(prog=parser.prog, metavar=worded("COMMAND"), dest="command", parser_class=_Command)
    for name, (declared, text) in COMMANDS.items():
        command = commands.add_parser(
            name, help=worded(text), description=worded(text), formatter_class=argparse.RawDescriptionHelpFormatter
        )
        command.name, command.declared = name, declared
    return parser
