"""Every command with arguments made from its parser, so that a new command or option is tried, too.

As a program: reads folders and command lines as JSON lines from standard input, runs each line in a process of its own,
and prints what came of each.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from argparse import REMAINDER, Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.cli import find_commands
from companion.commands.hall import PARTS
from companion.console import Parser
from companion.games.pad.collection import AllGames

ENDED_S = 5
"""A command that goes on for so long is ended; that is no fault."""
WORDS = (
    "", "-", "--", "x", "0", "1", "7", "99", "-5", "٣", "1e3", "99999999999999999999", "last", "LAST", "no/such/file",
    "folder", "empty", "noise", "text", "empty/file", "pipe-like/", "/dev/null", "/dev/full", ".", "..", "/",
    "a\x1b[2J\x07b", "\u202eright", "\u2028", "名前", "x" * 300, "y/" * 3000, "\udcff", "a=b", "{}", "[", "%s%n",
)  # fmt: skip
"""What people, scripts and mistakes give in the place of an argument. The folder of `lay_out` has some of the files."""


def parsers() -> Iterator[tuple[tuple[str, ...], ArgumentParser]]:
    """Every command, each part of one too, by its words with its parser."""
    for name, (module, _) in find_commands().items():
        yield from _parts((name,), import_module(module))


def _actions(parser: ArgumentParser) -> list[Action]:
    return parser._actions  # noqa: SLF001 - argparse lists them nowhere else


def _parts(words: tuple[str, ...], module: Any) -> Iterator[tuple[tuple[str, ...], ArgumentParser]]:
    parser = Parser(prog=" ".join(words), conflict_handler="resolve")
    module.add(parser)
    parts = [action for action in _actions(parser) if isinstance(action, _SubParsersAction)]
    if any(action.nargs == REMAINDER for action in _actions(parser)):
        for part in PARTS:
            yield from _parts((*words, part), import_module(f"companion.commands.halls.{part}"))
    elif parts:
        for name, part in parts[0].choices.items():
            yield (*words, name), part
    else:
        yield words, parser


def command_lines(samples: Sequence[str], records: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Each command with each of its arguments in turn replaced by each sample, and with each record."""
    for words, parser in parsers():
        known = [action for action in _actions(parser) if action.dest != "help"]
        for record in records:
            yield (*words, *_given(known, record, 0))
            yield (*words, *_given(known, record, 0, optional=True))
        for place, action in enumerate(known):
            for turn, sample in enumerate(samples):
                record = records[(place + turn) % len(records)]
                if action.nargs == 0:
                    if turn:
                        break
                    yield (*words, action.option_strings[0], *_given(known, record, turn))
                    continue
                option = [f"{action.option_strings[-1]}={sample}"] if action.option_strings else [sample]
                rest = _given([other for other in known if other is not action], record, turn)
                yield (*words, *option, *rest) if action.option_strings else (*words, *rest, *option)


def _given(actions: Sequence[Action], record: str, turn: int, *, optional: bool = False) -> Iterator[str]:
    """Arguments that a parser needs, and those without which a command would look at, or change, this machine."""
    for action in actions:
        if action.dest == "data":
            yield f"--data={record}"
        elif isinstance(action.default, Path) or (action.required and action.option_strings):
            yield f"{action.option_strings[-1]}={_sound(action, turn)}"
        elif not action.option_strings and (action.nargs not in ("?", "*") or optional):
            yield _sound(action, turn)


def _sound(action: Action, turn: int) -> str:
    choices = list(action.choices or ("1", "last", "text", "new-file", "x"))
    return str(choices[turn % len(choices)])


def lay_out(folder: Path) -> None:
    """Files that are not what a command looks for."""
    for name in ("folder", "pipe-like", "empty-record"):
        (folder / name).mkdir()
    (folder / "empty").touch()
    (folder / "noise").write_bytes(bytes(range(256)) * 64)
    (folder / "text").write_text("game: praetorians\nplayers: Ada, Ben\nbank 7\n[x]\nx = 1\n", "utf-8")


def call(folder: str, words: Sequence[str]) -> tuple[int, str, str]:
    """Run a command line in a process of its own: its status, negative for a signal, and what it wrote."""
    out, err = [os.memfd_create(name) for name in ("out", "err")]
    child = os.fork()
    if not child:
        os.setsid()
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        signal.alarm(ENDED_S)
        status = 70
        try:
            from companion.__main__ import start

            sys.argv = ["companion", *words]
            status = start()
        except SystemExit as ended:
            status = int(ended.code or 0)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    _, waited = os.waitpid(child, 0)
    found = []
    for written in (out, err):
        os.lseek(written, 0, os.SEEK_SET)
        with os.fdopen(written, "rb") as opened:
            found.append(opened.read(1 << 20).decode("utf-8", "replace"))
    return os.waitstatus_to_exitcode(waited), found[0], found[1]


def main() -> None:
    """Answer folders and command lines until the end of input."""
    for module, _ in find_commands().values():
        import_module(module)
    AllGames().all()  # read once, and not by each process that lists them
    for line in sys.stdin:
        folder, words = json.loads(line)
        print(json.dumps(call(folder, words)), flush=True)


if __name__ == "__main__":
    main()
