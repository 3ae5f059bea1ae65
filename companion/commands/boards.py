"""`companion boards`: list the boards; or print the file of one, as a template."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands.console.arguments import add_board, board_of
from companion.commands.console.standard_streams import print_line
from companion.commands.console.tables import Table, print_tables
from companion.commands.device.board_names import board_errors, describe_display
from companion.commands.record_access.language import words_of
from companion.commands.record_access.location import record_folder
from companion.ports import Key
from companion.words import Words
from hardware.boards import Board
from hardware.boards.profile import ALSO, load, names, text_of


def add(parser: ArgumentParser) -> None:
    """Which board's file to print, if any."""
    add_board(parser, option=False)


def run(arguments: Namespace) -> int:
    """Print two lines for each board, or the file of one; the exit status."""
    words = words_of(record_folder(None))
    chosen = board_of(arguments)
    if chosen is not None:
        with board_errors(words):
            load(chosen)  # a file with a fault is refused, not printed
            text = text_of(chosen)[1]
        for line in text.removesuffix("\n").split("\n"):
            print_line(line)
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


def _keys(board: Board, words: Words) -> str:
    """The keys by their names, those of an encoder first."""
    buttons = [key.name for key in Key if key in board.pins]
    if board.encoder is None:
        return " ".join(buttons)
    encoder = [key.name for key in Key if key in board.keys and key not in board.pins]
    return " ".join([words("board.list.encoder", keys=" ".join(encoder)), *buttons])
