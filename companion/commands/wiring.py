"""`companion wiring`: which wire goes to which pin of the Pi's header."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands.console.arguments import add_board, board_of
from companion.commands.console.standard_streams import printable
from companion.commands.console.tables import Table, print_tables, text_width
from companion.commands.device.board_names import board_by_name, describe_display, describe_pin_use
from companion.commands.record_access.language import words_of
from companion.commands.record_access.location import record_folder
from companion.ports import Key
from companion.words import Words
from hardware.boards import Board, I2c

HEADER: tuple[int | str, ...] = (
    "3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND", 9, 25, 11, 8,
    "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip
"""What the 40 pins of the header are, from pin 1 on: BCM numbers, or supply and ground."""
SUPPLY, GROUND = 1, 6
"""The pins that the display gets its supply and ground from."""
ENCODER_SUPPLY, ENCODER_GROUND = 17, 14


def add(parser: ArgumentParser) -> None:
    """Which board."""
    add_board(parser, default="plain", option=False)


def run(arguments: Namespace) -> int:
    """Print the pin table and the drawing for a board; the exit status."""
    words = words_of(record_folder(None))
    board = board_by_name(board_of(arguments) or "plain", words)
    print(f"{printable(board.name)}: {describe_display(board, words)}\n")
    rows = wires(board, words)
    heads = tuple([words(f"board.wiring.{head}") for head in ("part", "gpio", "pin", "note")])
    print_tables(Table("", heads, [(part, _gpio(pin), str(pin), note) for part, pin, note in rows]))
    print()
    for line in drawing(rows):
        print(line)
    print()
    for note in notes(board, words):
        print(note)
    return 0


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


def _gpio(pin: int) -> str:
    what = HEADER[pin - 1]
    return f"GPIO {what}" if isinstance(what, int) else what


def drawing(rows: list[tuple[str, int, str]]) -> list[str]:
    """The header from above: # is a pin with a wire, o one without; pin 1 is the one in the corner."""
    uses = {pin: part for part, pin, _ in rows}
    wide = max([text_width(uses.get(pin, "")) for pin in range(1, 41, 2)])
    lines = []
    for left in range(1, 41, 2):
        right = left + 1
        one, other = uses.get(left, ""), uses.get(right, "")
        lines.append(
            f"{' ' * (wide - text_width(one))}{one}  {_gpio(left):>7} {left:>2} {'#' if one else 'o'} "
            f"{'#' if other else 'o'} {right:<2} {_gpio(right):<7}  {other}".rstrip()
        )
    return lines


def notes(board: Board, words: Words) -> list[str]:
    """What to watch out for."""
    keys = ["seen", "hat" if board.hat else "order"]
    if not board.wire.pins:
        keys.append("bus")
    if board.pull == "none":
        keys.append("resistor")
    return [words(f"board.wiring.{key}") for key in keys]
