"""The completions of shells and the page of the manual, from the parsers of all commands.

    python tests/write_shell_files.py        writes them into companion/commands/shell

They lie in the package as files, so that whoever asks for them imports no command, and needs the libraries of none.
"""

from __future__ import annotations

import re
import shlex
import sys
from argparse import SUPPRESS, Action, ArgumentParser
from functools import cache
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # tests/hardware would be taken for hardware

from every_command import parsers

from companion import cli
from companion.commands import hall
from companion.console import Parser
from companion.games.pad.collection import SHIPPED
from companion.games.registry import GAMES
from hardware.boards.profile import names as boards

SHELL = Path(cli.__file__).parent / "commands/shell"
FILES, FOLDERS = "files", "folders"
_NONE = "''"
PARTS = {"hall": hall.PARTS}
SKIPPED = "card"
"""The command that is not for people."""


class Argument(NamedTuple):
    """An argument of a command: its names, none where it stands by its place; what it takes, if anything; its line."""

    names: tuple[str, ...]
    metavar: str
    values: tuple[str, ...] | str | None
    about: str


class Part(NamedTuple):
    """A command by its words, none for `companion` alone, with its line and its arguments."""

    words: tuple[str, ...]
    about: str
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> list[Argument]:
        return [argument for argument in self.arguments if argument.names]

    @property
    def places(self) -> list[Argument]:
        return [argument for argument in self.arguments if not argument.names]


@cache
def parts() -> tuple[Part, ...]:
    """Every command that people call, `companion` alone first."""
    lines: dict[tuple[str, ...], str] = {(name,): line for name, (_, line) in cli.find_commands().items()}
    found = list[Part]()
    for words, parser in parsers():
        if words[0] == SKIPPED:
            continue
        above, about = words[0], lines.get(words, "")
        if len(words) == 2:
            if not any(part.words == (above,) for part in found):
                found.append(Part((above,), lines[above,], (_help(),)))
            about = PARTS[above][words[1]] if above in PARTS else (parser.description or "").rstrip(".")
            about = about[:1].lower() + about[1:]
        found.append(Part(words, about, _arguments(parser)))
    alone = next(part for part in found if part.words == ("run",))
    version = Argument(("--version",), "", None, "show the version and end")
    return (Part((), alone.about, (*alone.arguments, version)), *found)


def _help() -> Argument:
    return _argument(Parser()._actions[0])  # noqa: SLF001 - argparse lists them nowhere else


def _arguments(parser: ArgumentParser) -> tuple[Argument, ...]:
    listed = parser._actions  # noqa: SLF001 - argparse lists them nowhere else
    return tuple([_argument(action) for action in listed if action.help != SUPPRESS])


def _argument(action: Action) -> Argument:
    takes = not action.option_strings or action.nargs != 0
    metavar = str(action.metavar or "|".join(map(str, action.choices or ()))) if takes else ""
    about = "show the help and end" if "--help" in action.option_strings else action.help or ""
    return Argument(tuple(action.option_strings), metavar, _values(action, metavar) if takes else None, about)


def _values(action: Action, metavar: str) -> tuple[str, ...] | str:
    """What can stand there: names, or FILES, or FOLDERS; nothing where only people know it."""
    games = (*GAMES, *SHIPPED)
    if action.choices:
        return tuple(map(str, action.choices))
    if metavar.startswith("FILE"):
        return FILES
    known: dict[str, tuple[str, ...] | str] = {
        "DIR": FOLDERS, "BOARD": tuple(boards()), "KEY": tuple(SHIPPED),
        "GAME": games if action.option_strings else ("last",),
    }  # fmt: skip
    return known.get(metavar, ())


# -- bash


def bash() -> str:
    """The completion of bash."""
    lines = [
        "# Completion of bash for companion. Written from its commands; to have it in this shell:",
        "#   . <(companion completion bash)",
        "_companion() {",
        "  local word words='' values='' kind='' now=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]}",
        "  COMPREPLY=()",
        '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
        '    case "$words $word" in',
        f'      {" | ".join(_quoted_words(part) for part in parts() if part.words)}) words="$words $word" ;;',
        "    esac",
        "  done",
        '  case "$words:$last" in',
    ]
    for part in parts():
        path = "".join(f" {word}" for word in part.words)
        for option in part.options:
            if option.values is not None:
                heads = " | ".join(f'"{path}:{name}"' for name in option.names)
                lines.append(f"    {heads}) {_assigned(option.values)} ;;")
    lines += ["    *)", '      case "$words" in']
    for part in parts():
        path = "".join(f" {word}" for word in part.words)
        kind = next((place.values for place in part.places if place.values in (FILES, FOLDERS)), "")
        named = [value for place in part.places if isinstance(place.values, tuple) for value in place.values]
        offered = [*_below(part), *named, *[option.names[-1] for option in part.options]]
        lines.append(f'        "{path}") kind={kind or _NONE} values="{" ".join(offered)}" ;;')
    lines += [
        "      esac",
        "      ;;",
        "  esac",
        '  [ -z "$values" ] || mapfile -t COMPREPLY < <(compgen -W "$values" -- "$now")',
        '  case "$kind" in',
        '    files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$now") ;;',
        '    folders) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$now") ;;',
        "  esac",
        "}",
        "complete -o filenames -F _companion companion",
    ]
    return "\n".join(lines) + "\n"


def _quoted_words(part: Part) -> str:
    return f'" {" ".join(part.words)}"'


def _assigned(values: tuple[str, ...] | str) -> str:
    return f"kind={values}" if isinstance(values, str) else f'values="{" ".join(values)}"'


def _below(part: Part) -> list[str]:
    """The words that may follow those of a command."""
    deep = len(part.words)
    return [other.words[deep] for other in parts() if len(other.words) == deep + 1 and other.words[:deep] == part.words]


# -- zsh


def zsh() -> str:
    """The completion of zsh."""
    lines = [
        "#compdef companion",
        "# Completion of zsh for companion. Written from its commands; to have it in this shell:",
        "#   . <(companion completion zsh)",
        "_companion() {",
        "  local word called=''",
        "  local -a below arguments",
        '  for word in "${words[@]:1:$((CURRENT - 2))}"; do',
        '    case "$called $word" in',
        f'      ({" | ".join(_quoted_words(part) for part in parts() if part.words)}) called="$called $word" ;;',
        "    esac",
        "  done",
        '  case "$called" in',
    ]
    for part in parts():
        path = "".join(f" {word}" for word in part.words)
        lines.append(f'    ("{path}")')
        about = {other.words: other.about for other in parts()}
        below = [shlex.quote(f"{word}:{about[(*part.words, word)]}") for word in _below(part)]
        if below:
            lines += [f"      below=({below[0]}", *[f"        {line}" for line in below[1:]]]
            lines[-1] += ")"
        given = [line for argument in part.arguments for line in _zsh(argument)]
        lines += [f"      arguments=({given[0]}", *[f"        {line}" for line in given[1:]]]
        lines[-1] += ")"
        lines.append("      ;;")
    lines += [
        "  esac",
        "  (( ! $#below )) || [[ $PREFIX = -* ]] || _describe command below",
        "  # The words of the command itself are no arguments of it.",
        "  local -a parts=(${=called})",
        '  words=(companion "${(@)words[$#parts + 2,-1]}")',
        "  (( CURRENT -= $#parts ))",
        '  _arguments "${arguments[@]}"',
        "}",
        'if [ "$funcstack[1]" = _companion ]; then _companion; else compdef _companion companion; fi',
    ]
    return "\n".join(lines) + "\n"


def _zsh(argument: Argument) -> list[str]:
    """What `_arguments` is told of an argument, a line for each name of an option."""
    about = re.sub(r"([\[\]:\\])", r"\\\1", argument.about)
    taken = ""
    if argument.values is not None:
        kinds = {FILES: "_files", FOLDERS: "_files -/"}
        does = kinds[argument.values] if isinstance(argument.values, str) else f"({' '.join(argument.values)})"
        taken = f":{re.sub(r'[^A-Za-z ]', ' ', argument.metavar).strip().lower() or 'value'}:{does}"
    if argument.names:
        return [shlex.quote(f"{name}[{about}]{taken}") for name in argument.names]
    return [shlex.quote(f"*{taken}")]


# -- fish


def fish() -> str:
    """The completion of fish."""
    lines = [
        "# Completion of fish for companion. Written from its commands; to have it in this shell:",
        "#   companion completion fish | source",
        "function __companion_at",
        "    # Whether these are the words of the command so far, without options and what they take.",
        "    set -l words",
        "    for word in (commandline -opc)[2..-1]",
        "        switch (string join ' ' -- $words $word)",
        f"            case {' '.join(shlex.quote(' '.join(part.words)) for part in parts() if part.words)}",
        "                set -a words $word",
        "        end",
        "    end",
        '    test "$words" = "$argv"',
        "end",
        "complete -c companion -f",
    ]
    about = {other.words: other.about for other in parts()}
    for part in parts():
        at = f"complete -c companion -n {shlex.quote(' '.join(['__companion_at', *part.words]))}"
        lines += [f"{at} -a {word} -d {shlex.quote(about[(*part.words, word)])}" for word in _below(part)]
        for argument in part.arguments:
            names = "".join([f" -{'l' if name[1] == '-' else 's'} {name.lstrip('-')}" for name in argument.names])
            takes = "" if argument.values is None else _fish(argument.values, option=bool(argument.names))
            if names or takes:
                lines.append(f"{at}{names}{takes} -d {shlex.quote(argument.about)}")
    return "\n".join(lines) + "\n"


def _fish(values: tuple[str, ...] | str, *, option: bool) -> str:
    if values == FILES:
        return " -rF" if option else " -F"
    if values == FOLDERS:
        return f" -{'x' * option}a '(__fish_complete_directories)'"
    if not values:
        return " -x" if option else ""
    return f" -{'x' * option}a {shlex.quote(' '.join(values))}"


# -- the manual


def manual() -> str:
    """The page of the manual, for `man`."""
    lines = [
        '.TH COMPANION 1 "" "Table Companion"',
        ".SH NAME",
        r"companion \- scorekeeper and referee for real card games",
        ".SH SYNOPSIS",
        ".B companion",
        ".RI [ COMMAND ]",
        ".RI [ OPTION ...]",
        ".SH DESCRIPTION",
        ".B companion",
        "keeps the score of card games that people play with real cards, and knows their rules.",
        "On a Raspberry Pi with a display and buttons, the service",
        ".B companion.service",
        "runs it from power\\-on.",
        ".PP",
        "Without a command it runs the device: on the board of a Pi, else in the terminal.",
        ".B companion",
        ".I COMMAND",
        r".B \-\-help",
        "explains a command.",
        ".SH COMMANDS",
    ]
    for part in parts():
        if not part.words:
            continue
        lines += [".SS", rf"\fBcompanion {_roff(' '.join(part.words))}\fP{''.join(map(_shown, part.places))}"]
        lines.append(f"{_roff(part.about[:1].upper() + part.about[1:])}.")
        for argument in part.arguments:
            if "--help" in argument.names:
                continue
            names = ", ".join(rf"\fB{_roff(name)}\fP" for name in argument.names)
            lines += [".TP", f"{names}{_shown(argument)}".strip(), _roff(argument.about)]
    return "\n".join(lines) + "\n" + ENDING


def _shown(argument: Argument) -> str:
    return rf" \fI{_roff(argument.metavar)}\fP" if argument.metavar else ""


def _roff(text: str) -> str:
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("…", r"\&...")
    return rf"\&{escaped}" if escaped[:1] in (".", "'") else escaped


ENDING = r""".SH FILES
.TP
.I /etc/companion/board
The board of the service.
.TP
.I /var/lib/companion
The record and the settings of the service, of the user companion.
A purge of the package leaves them there.
.TP
.I /var/lib/companion/backups
Backups of the record, made before each upgrade.
.TP
.I /usr/share/table\-companion/companion\-web.conf
The drop\-in for the service that shows the score to phones in the local network.
.SH EXIT STATUS
0 if all is well, 1 if the command failed, 2 if its arguments are wrong.
.SH SEE ALSO
.BR journalctl (1),
.BR systemctl (1)
"""

WRITTEN = {"companion.bash": bash, "companion.zsh": zsh, "companion.fish": fish, "companion.1": manual}
"""The files with what writes them."""


def main() -> None:
    """Write all files."""
    SHELL.mkdir(exist_ok=True)
    for name, write in WRITTEN.items():
        (SHELL / name).write_text(write(), "utf-8")


if __name__ == "__main__":
    main()
