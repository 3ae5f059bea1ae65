"""Boards by the names or files that users give: what is wrong with a file, the display, and the wires, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.console import CommandError
from companion.ports import Key
from companion.words import Words
from hardware.boards import HEADER, Board, I2c
from hardware.boards.profile import WrongProfile, load

OF_SERVICE = "etc/companion/board"
"""The file from which the unit of the service takes the name of the board."""
SUPPLY, GROUND = 1, 6
"""The pins that the display gets its supply and ground from."""
ENCODER_SUPPLY, ENCODER_GROUND = 17, 14


def board_by_name(name: str, words: Words) -> Board:
    """The board of a name or a file. Raises CommandError with what is wrong with it and what would be right."""
    with board_errors(words):
        return load(name)


def board_of_service(root: Path = Path("/")) -> str | None:
    """The board of the service or of the card on this machine, by its name or file; None if the last line is empty, or
    none names one."""
    try:
        lines = (root / OF_SERVICE).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    named = [line.partition("=")[2].strip().strip("\"'") for line in lines if line.startswith("COMPANION_BOARD=")]
    return (named[-1] or None) if named else None


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


def wires(board: Board, words: Words) -> list[tuple[str, int, str]]:
    """Each wire: what it is, the pin of the header it goes to, and a note."""

    def part(use: str) -> str:
        return describe_pin_use(use, words)

    rows = [(part("display-vcc"), SUPPLY, ""), (part("display-gnd"), GROUND, "")]
    if isinstance(board.wire, I2c):
        lines = zip(("sda", "scl"), board.wire.pins, strict=False)
        rows += [(part(f"display-{line}"), pin_of(pin), "") for line, pin in lines]
    else:
        wire = board.wire
        ends: dict[str, int | None] = {}
        if wire.pins:
            ends["mosi"], ends["clock"], _, *selects = wire.pins
            ends["select"] = dict(enumerate(selects)).get(wire.device)
        ends |= {"dc": wire.dc, "reset": wire.reset}
        rows += [(part(f"display-{line}"), pin_of(pin), "") for line, pin in ends.items() if pin is not None]
    to = words("board.wiring.to-ground" if board.active == "low" else "board.wiring.to-3v3")
    rows += [(part(f"button {key.name}"), pin_of(board.pins[key]), to) for key in Key if key in board.pins]
    if board.encoder is not None:
        encoder = board.encoder
        rows += [(part("encoder.a"), pin_of(encoder.a), ""), (part("encoder.b"), pin_of(encoder.b), "")]
        if encoder.push is not None:
            rows.append((part("encoder.push"), pin_of(encoder.push), ""))
        rows.append((part("encoder-supply"), ENCODER_SUPPLY, words("board.wiring.encoder-supply")))
        rows.append((part("encoder-gnd"), ENCODER_GROUND, ""))
    lamp = words("board.wiring.lamp")
    rows += [(part(f"lights {seat}"), pin_of(pin), lamp) for seat, pin in enumerate(board.lights, 1)]
    if board.buzzer is not None:
        rows.append((part("buzzer"), pin_of(board.buzzer), words("board.wiring.buzzer")))
    return rows


def pin_of(gpio: int) -> int:
    """The pin of the header where a GPIO is, counted from 1."""
    return HEADER.index(gpio) + 1
