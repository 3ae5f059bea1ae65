"""`companion boards`: what boards are known by name, and their files as patterns for others."""

from __future__ import annotations

from companion.commands import Unusable, named
from companion.commands.streams import harmless
from companion.ports import Key
from companion.words import Words
from hardware.boards import Board, I2c
from hardware.boards.profile import ALSO, WrongProfile, load, names, text_of


def boards(name: str | None) -> int:
    """A line for each board, or the file of one; the exit status. Raises Unusable."""
    words = named.words_of(named.folder(None))
    if name is not None:
        try:
            load(name)  # what is no board is refused, and not printed
            for line in text_of(name)[1].removesuffix("\n").split("\n"):
                print(harmless(line))
        except WrongProfile as wrong:
            raise Unusable(named.told(wrong, words)) from wrong
        return 0
    wide = max(map(len, names()))
    print(f"{words('board.list.board'):<{wide}}  {words('board.list.about')}")
    for known in names():
        board = load(known)
        print(f"{known:<{wide}}  {board.name}")
        print(f"{'':<{wide}}  {display(board, words)}; {keys(board, words)}")
    print()
    for also, known in ALSO.items():
        print(words("board.list.also", also=also, board=known))
    print(words("board.list.foot"))
    return 0


def display(board: Board, words: Words) -> str:
    """The display in a few words."""
    chip = board.chip.upper()
    if isinstance(board.wire, I2c):
        return words("board.list.i2c", chip=chip, bus=board.wire.bus, address=f"0x{board.wire.address:02X}")
    return words("board.list.spi", chip=chip, port=board.wire.port, device=board.wire.device)


def keys(board: Board, words: Words) -> str:
    """The keys by their names, those of an encoder told apart."""
    buttons = [key.name for key in Key if key in board.pins]
    if board.encoder is None:
        return " ".join(buttons)
    turned = [key.name for key in Key if key in board.keys and key not in board.pins]
    return " ".join([words("board.list.encoder", keys=" ".join(turned)), *buttons])
