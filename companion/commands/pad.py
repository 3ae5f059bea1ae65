"""`companion pad`: check, add, list and show score pads, each a game in one file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from importlib.resources import files

from companion.console import (
    LINE_MOST,
    CommandError,
    add_data,
    add_json,
    count,
    path,
    print_error,
    print_fault,
    record_folder,
    standard_input,
)
from companion.console.record_access import named_record, words_of
from companion.console.tables import Table, print_json, print_tables
from companion.games.pad.adding import Added, add_pad
from companion.games.pad.collection import (
    SHIPPED,
    own_pads,
    shipped,
    shipped_content,
    taken,
    taken_by_games,
)
from companion.games.pad.engine.pad import Pad
from companion.games.pad.file import pad_of
from companion.games.pad.game import PadGame
from companion.games.pad.trial import UNDO, Trial
from companion.kit.faults import FileFault, fault_line
from companion.kit.rules import Refusal
from companion.play.act import read_options
from companion.record.pads import FOLDER, read_file
from companion.texts import harmless
from companion.words import Words


def add(parser: ArgumentParser) -> None:
    """Arguments: what to do, and with which file or pad."""
    parts = parser.add_subparsers(metavar="WHAT", required=True)

    def part(name: str, about: str, do: Callable[[Namespace], int]) -> ArgumentParser:
        found: ArgumentParser = parts.add_parser(name, help=about, description=f"{about.capitalize()}.")
        found.set_defaults(do=do)
        add_data(found)
        return found

    add_json(part("list", "list the pads and where they come from", _list))
    check = part("check", "say of each file whether it is a sound pad, and if not why", _check)
    check.add_argument("files", metavar="FILE", type=path, nargs="+", help="the file of a pad")
    adding = part("add", "put a pad into the record's folder, where it becomes a game", _add)
    adding.add_argument("file", metavar="FILE", type=path, help="the file of a pad")
    adding.add_argument("--replace", action="store_true", help="replace another pad of the same key")
    show = part("show", "print the file of a pad", _show)
    show.add_argument("key", metavar="KEY", help="the key of a pad (see: companion pad list)")
    trying = part("try", "enter rounds in the terminal, see the arithmetic, and get them as an example", _try)
    trying.add_argument("file", metavar="FILE", type=path, help="the file of a pad")
    trying.add_argument(
        "--players", metavar="N", type=count, help="how many people; by default the fewest, at least two"
    )
    trying.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the pad")
    part("new", "print a file to start a pad of your own from", _new)


def run(arguments: Namespace) -> int:
    """Do it; the exit status."""
    status: int = arguments.do(arguments)
    return status


def _check(arguments: Namespace) -> int:
    words = words_of(record_folder(arguments.data))
    status = 0
    for file in arguments.files:
        try:
            content = read_file(file)
            ships = any(content == shipped_content(key) for key in SHIPPED)
            pad = pad_of(content, taken_by_games if ships else taken)
        except FileFault as fault:
            print_fault(fault_line(str(file), fault, words))
            status = 1
        else:
            counts = {"rules": len(pad.rules), "players": pad.players_in_words}
            print(words("pad.sound", file=harmless(str(file)), **counts, **_named(pad, words)))
    return status


def _add(arguments: Namespace) -> int:
    with named_record(arguments) as (folder, words):
        try:
            pad, added, file = add_pad(folder, read_file(arguments.file), replace=arguments.replace)
        except FileFault as fault:
            print_fault(fault_line(str(arguments.file), fault, words))
            return 1
    key = {Added.NEW: "pad.added", Added.REPLACED: "pad.replaced", Added.SAME: "pad.same"}[added]
    print(words(key, file=harmless(str(file)), **_named(pad, words)))
    return 0


def _list(arguments: Namespace) -> int:
    folder = record_folder(arguments.data)
    words = words_of(folder)
    own = own_pads(folder / FOLDER)
    pads = [(shipped(key).pad, words("pad.shipped")) for key in SHIPPED]
    pads += [(read.pad, harmless(str(folder / FOLDER / read.file))) for read in own.pads.values()]
    rows = [(pad.key, pad.name.of(words.language), pad.players_in_words, place) for pad, place in pads]
    wrong = [fault_line(str(folder / FOLDER / file), fault, words) for file, fault in own.wrong]
    if arguments.json:
        listed = [
            {"game": pad.key, "name": pad.name.of(words.language), "players": list(pad.players), "from": place}
            for pad, place in pads
        ]
        print_json({"pads": listed, "wrong": wrong})
        return 0
    heads = tuple([words(f"pad.{head}") for head in ("key", "name", "players", "from")])
    print_tables(Table("", heads, rows), *([""] if wrong else []), *wrong)
    return 0


def _show(arguments: Namespace) -> int:
    folder = record_folder(arguments.data)
    words = words_of(folder)
    if arguments.key in SHIPPED:
        content = shipped_content(arguments.key)
    else:
        own = own_pads(folder / FOLDER).pads
        if arguments.key not in own:
            names = ", ".join((*SHIPPED, *own))
            raise CommandError(words("pad.unknown", pad=harmless(arguments.key), known=names))
        content = own[arguments.key].content
    _print_file(content)
    return 0


def _try(arguments: Namespace) -> int:
    """Questions and arithmetic are on standard error, so that `>>` puts the example alone into a file."""
    words = words_of(record_folder(arguments.data))
    try:
        game = PadGame(pad_of(read_file(arguments.file), taken_by_games, examples=False))
    except FileFault as fault:
        print_fault(fault_line(str(arguments.file), fault, words))
        return 1
    try:
        options = game.complete(read_options(" ".join(arguments.option)))
        least, most = game.players
        players = arguments.players or min(max(least, 2), most)
        if not least <= players <= most:
            raise CommandError(words("pad.try-players", least=least, most=most))
    except (Refusal, ValueError) as wrong:
        why = words.message(wrong.message, ()) if isinstance(wrong, Refusal) else words("pad.try-option")
        raise CommandError(why) from wrong
    trial = Trial(game, players, options, words)
    print_error(words("pad.try-how", undo=UNDO))
    lines = standard_input()
    while not trial.over:
        print(f"{harmless(trial.question)}: ", end="", file=sys.stderr, flush=True)
        text = lines.readline(LINE_MOST).decode("utf-8", "replace").strip()
        if not text:
            break
        try:
            answer = trial.enter(text)
        except Refusal as refused:
            answer = [words.message(refused.message, trial.names)]
        for line in answer:
            print_error(f"  {harmless(line)}")
    example = trial.example()
    print_error("")
    if example:
        print(example)
    return 0


def _new(_: Namespace) -> int:
    _print_file(files("companion.games.pad").joinpath("new.toml").read_bytes())
    return 0


def _print_file(content: bytes) -> None:
    """Print a file line by line, without characters that could give orders to a terminal."""
    for line in content.decode("utf-8").removesuffix("\n").split("\n"):
        print("".join([part if part == "\t" else harmless(part) for part in line.removesuffix("\r")]))


def _named(pad: Pad, words: Words) -> dict[str, object]:
    return {"name": pad.name.of(words.language), "pad": pad.key}
