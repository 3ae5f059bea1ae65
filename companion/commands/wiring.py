"""`companion wiring`: which wire goes to which pin of the Pi's header."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.console import add_board, board_of, printable, record_folder
from companion.console.record_access import words_of
from companion.console.tables import Table, print_tables, text_width
from companion.console.wiring_svg import Wire, draw
from companion.services.boards import board_by_name, describe_display, wires
from companion.words import Words
from hardware.boards import HEADER, Board


def add(parser: ArgumentParser) -> None:
    """Arguments: which board, and whether as a picture."""
    add_board(parser, default="plain", option=False)
    parser.add_argument("--svg", action="store_true", help="a drawing as SVG")


def run(arguments: Namespace) -> int:
    """Print the pin table and the drawing for a board; the exit status."""
    words = words_of(record_folder(None))
    board = board_by_name(board_of(arguments) or "plain", words)
    title = f"{printable(board.name)}: {describe_display(board, words)}"
    rows = wires(board, words)
    if arguments.svg:
        print(draw(title, [_drawn(board, words, *row) for row in rows], _gpio), end="")
        return 0
    print(f"{title}\n")
    heads = tuple([words(f"board.wiring.{head}") for head in ("part", "gpio", "pin", "note")])
    print_tables(Table("", heads, [(part, _gpio(pin), str(pin), note) for part, pin, note in rows]))
    print()
    for line in drawing(rows):
        print(line)
    print()
    for note in notes(board, words):
        print(note)
    return 0


def _drawn(board: Board, words: Words, part: str, pin: int, note: str) -> Wire:
    """A wire of the drawing, which shows the resistor of a lamp itself."""
    gpio = HEADER[pin - 1]
    if gpio in board.pins.values():
        return Wire(part, pin, note, "button")
    if gpio in board.lights or gpio == board.buzzer:
        return Wire(part, pin, words("board.wiring.to-ground"), "lamp" if gpio in board.lights else "")
    return Wire(part, pin)


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
