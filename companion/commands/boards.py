"""`companion boards`: list the boards; or print the file of one, as a template."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.console import add_board, add_json, board_of, print_line, record_folder
from companion.console.record_access import words_of
from companion.console.tables import Table, print_json, print_tables
from companion.ports import Key
from companion.services.boards import board_errors, describe_display
from companion.words import Words
from hardware.boards import Board
from hardware.boards.profile import ALSO, load, names, text_of


def add(parser: ArgumentParser) -> None:
    """Arguments: which board's file to print, if any."""
    add_board(parser, option=False)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Print two lines for each board, or the file of one; the exit status."""
    words = words_of(record_folder(None))
    chosen = board_of(arguments)
    if chosen is not None:
        with board_errors(words):
            board = load(chosen)  # a file with a fault is refused, not printed
            if arguments.json:
                print_json(_as_dict(chosen, board, words))
                return 0
            text = text_of(chosen)[1]
        for line in text.removesuffix("\n").split("\n"):
            print_line(line)
        return 0
    if arguments.json:
        print_json([_as_dict(name, load(name), words) for name in names()])
        return 0
    rows = []
    for name in names():
        board = load(name)
        rows += [(name, board.name), ("", f"{describe_display(board, words)}; {_keys(board, words)}")]
    print_tables(Table("", (words("board.list.board"), words("board.list.about")), rows))
    print()
    for other, name in ALSO.items():
        print(words("board.list.also", also=other, board=name))
    print(words("board.list.chips", options="--board sh1106 --keys 3 --encoder", name="sh1106-3-encoder"))
    print(words("board.list.foot"))
    return 0


def _as_dict(name: str, board: Board, words: Words) -> dict[str, object]:
    keys = [key.name for key in Key if key in board.keys]
    also = [other for other, same in ALSO.items() if same == name]
    return {
        "board": name, "also": also, "name": board.name, "display": describe_display(board, words), "keys": keys,
        "encoder": board.encoder is not None,
    }  # fmt: skip


def _keys(board: Board, words: Words) -> str:
    """The keys by their names, the keys of an encoder first."""
    buttons = [key.name for key in Key if key in board.pins]
    if board.encoder is None:
        return " ".join(buttons)
    encoder = [key.name for key in Key if key in board.keys and key not in board.pins]
    return " ".join([words("board.list.encoder", keys=" ".join(encoder)), *buttons])
