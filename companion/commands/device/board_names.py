"""Boards by the names or files that users give, and what is wrong with a board's file, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.commands import CommandError
from companion.words import Words
from hardware.boards import Board, I2c
from hardware.boards.profile import WrongProfile, load


def board_by_name(name: str, words: Words) -> Board:
    """The board of a name or a file. Raises CommandError with what is wrong with it and what would be right."""
    with board_errors(words):
        return load(name)


@contextmanager
def board_errors(words: Words) -> Iterator[None]:
    """Raise WrongProfile as a CommandError."""
    try:
        yield
    except WrongProfile as wrong:
        raise CommandError(explain_fault(wrong, words)) from wrong


def explain_fault(wrong: WrongProfile, words: Words) -> str:
    """What is wrong with a board's file, with the file and the line."""
    params = {name: words.join_list(map(str, value)) if isinstance(value, tuple) else value
              for name, value in wrong.params.items()}  # fmt: skip
    for name in ("use", "by"):
        if name in params:
            params[name] = describe_pin_use(str(params[name]), words)
    what = words(wrong.key, **params)
    if wrong.line is None:
        return words("board.wrong.in", file=wrong.file, what=what)
    return words("board.wrong.at", file=wrong.file, line=wrong.line, what=what)


def describe_pin_use(use: str, words: Words) -> str:
    """What a pin is for: a key by its name, everything else in words."""
    part, _, number = use.partition(" ")
    key = f"board.part.{part.replace('.', '-')}"
    return words(key, number=number) if key in words else use


def describe_display(board: Board, words: Words) -> str:
    """The display in a few words: its chip and its bus."""
    chip = board.chip.upper()
    if isinstance(board.wire, I2c):
        return words("board.list.i2c", chip=chip, bus=board.wire.bus, address=f"0x{board.wire.address:02X}")
    return words("board.list.spi", chip=chip, port=board.wire.port, device=board.wire.device)
