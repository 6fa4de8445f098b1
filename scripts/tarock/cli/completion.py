"""The command that writes the completion of a shell: commands, their options and values, and references."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pkgutil import resolve_name

from tarock.base.errors import CodexError
from tarock.base.project import Project
from tarock.base.terminal import show
from tarock.cli import COMMANDS
from tarock.corpus.editions import Corpus

# In words that end at a colon, bash would begin a new one at each.
_BASH = """\
COMP_WORDBREAKS=${{COMP_WORDBREAKS//:/}}
_tarock_refs="{references}"
_tarock() {{
  local typed="${{COMP_WORDS[COMP_CWORD]}}" command="" word words
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$word" in -*) ;; *) command="$word"; break ;; esac
  done
  case "$command" in
    "") words="{commands}" ;;
{cases}
    *) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$typed"))
}}
complete -o default -F _tarock tarock
"""
_ZSH = "autoload -Uz compinit bashcompinit && compinit && bashcompinit\n"
SHELLS = ("bash", "zsh", "fish")


def add_completion_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `tarock completion`."""
    parser.add_argument("shell", choices=SHELLS)
    parser.set_defaults(
        run=print_completion, examples=("bash > ~/.local/share/bash-completion/completions/tarock", "fish")
    )


def print_completion(options: Namespace, project: Project) -> int:
    """Print the completion for a shell."""
    corpus = Corpus(project)
    references = " ".join(_list_references(corpus))
    words = {name: " ".join(_list_words(declared)) for name, (declared, _help) in COMMANDS.items()}
    if options.shell == "fish":
        show(f"complete -c tarock -n __fish_use_subcommand -f -a '{' '.join(COMMANDS)}'")
        for name, found in words.items():
            of = found.replace("$_tarock_refs", references)
            show(f"complete -c tarock -n '__fish_seen_subcommand_from {name}' -a '{of}'")
        return 0
    cases = "\n".join(f'    {name}) words="{found}" ;;' for name, found in words.items())
    commands = " ".join((*COMMANDS, "--help", "--version", "--root"))
    script = _BASH.format(references=references, commands=commands, cases=cases)
    show(f"{_ZSH if options.shell == 'zsh' else ''}{script}", end="")
    return 0


def _list_references(corpus: Corpus) -> Iterator[str]:
    for siglum in corpus.sources:
        yield siglum
        if siglum not in corpus.left_out:
            edition = corpus.edition(siglum)
            yield from (f"{siglum}:{ident}" for ident in (*edition.containers, *edition.passages))


def _list_words(declared: str) -> Iterator[str]:
    """Yield the options of a command with their values, and the references where it takes one.

    Nothing of a command whose extra is not installed.
    """
    parser = ArgumentParser()
    try:
        resolve_name(declared)(parser)
    except CodexError:
        return
    for action in parser._actions:
        yield from action.option_strings
        yield from map(str, action.choices or ())
        metavar = action.metavar if isinstance(action.metavar, str) else action.dest
        if "REF" in metavar.upper().split("|"):
            yield "$_tarock_refs"
