"""Reads board profiles: TOML in, a `Board` out, or the fault with its line and what would be right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from companion.ports import HEIGHT, WIDTH, Key
from companion.reader import Reader, Unparsed, Wrong, as_short_json, from_toml
from companion.texts import reason_of
from companion.toml_places import line_of
from hardware.boards import HEADER, PLAIN, SELECTS, SPI_SELECTS, Board, Encoder, I2c, Level, Pull, Spi
from hardware.boards.compose import DEFAULT_KEYS, KEY_SETS, text_of_name
from hardware.chips import CHIPS

DEFAULT = "plain"
ALSO = {DEFAULT: f"ssd1306-{DEFAULT_KEYS}"}
"""Other names of boards."""
SPEEDS = tuple(int(1_000_000 * speed) for speed in (0.5, 1, 2, 4, 8, 16, 20))
ADDRESSES = (0x3C, 0x3D)
"""The addresses of these chips; a solder bridge selects one."""
FREE_GPIOS = range(2, 28)
"""The usable pins of the header. GPIO 0 and 1 read the identification of a HAT."""
FIXED = (2, 3)
"""These have a fixed resistor to 3V3 on the Pi."""
SEATS_MOST = 8
DEBOUNCE_MOST = 50
_MOST = 8 * 1024
"""The largest file in bytes; ours have less than a thousand."""
EXAMPLE = "UP = 5"

_TOP = ("name", "chip", "bus", "size", "rotation", "legend", "active", "pull", "debounce", "hat", "i2c", "spi",
        "keys", "encoder", "lights", "buzzer", "keyboards")  # fmt: skip

SHOWN = frozenset((*_TOP[1:], *[key.name for key in Key], *"bus address port device dc reset speed".split(),
                   *"a b push kind pins pin".split()))  # fmt: skip
"""The names whose lines a message may show: another file that somebody takes for a board's may hold a password."""


class WrongProfile(Exception):
    """A profile that cannot be used. `file` is its name and `line` the wrong line, or None. `key` and `params` select
    the text of the fault for people."""

    def __init__(self, file: str, line: int | None, key: str, /, **params: object) -> None:
        super().__init__(file, line, key, params)
        self.file = file
        self.line = line
        self.key = key
        self.params = params


def names() -> tuple[str, ...]:
    """The products, each with a file in this folder, and then a board with each chip (see `compose` for more keys)."""
    return (*_products(), *CHIPS)


def is_known(name: str) -> bool:
    """Whether a board has this name."""
    return name in ALSO or name in _products() or text_of_name(name) is not None


def nearest(name: str) -> str:
    """The board that people mean by a name, also by that of a product: the same one if it is known, or if nobody knows
    what it means.

    Two chips differ by a digit: a name with other digits is never the nearest.
    """
    chips = [f"{chip}{keys}{turns}" for chip in CHIPS for keys in ("", *[f"-{count}" for count in KEY_SETS])
             for turns in ("", "-encoder") if keys or not turns]  # fmt: skip
    boards = {board: board for board in (*ALSO, *_products(), *chips)}
    boards |= {_joined(read(*text_of(board)).name): board for board in _products()}
    plain = _joined(name.strip().casefold().removesuffix(".toml"))
    plain = re.sub(r"(?<=\d)o|o(?=\d)", "0", re.sub(r"(?<=\d)[il](?![a-z])|[il](?=\d)", "1", plain))
    begins = [board for board in boards if board.startswith(f"{plain}-")]
    if plain in boards:
        return boards[plain]
    if len({boards[board] for board in begins}) == 1:
        return boards[begins[0]]
    alike = [board for board in boards if re.findall(r"\d+", board) == re.findall(r"\d+", plain)]
    near = get_close_matches(plain, alike, 1, 0.75)
    return boards[near[0]] if near else name


def _joined(name: str) -> str:
    """A name in small letters whose parts are joined by dashes."""
    return re.sub(r"[\s_./-]+", "-", name.casefold())


def _products() -> tuple[str, ...]:
    stems = [entry.name.removesuffix(".toml") for entry in files(__package__).iterdir() if entry.name.endswith(".toml")]
    return tuple(sorted(stems))


def text_of(board: str) -> tuple[str, str]:
    """The name of a profile's file and its text. `board` is a product, a composed board or the path of a file.

    Raises WrongProfile if there is no such board and no such file.
    """
    board_name = ALSO.get(board, board)
    if board_name in _products():
        return f"{board_name}.toml", files(__package__).joinpath(f"{board_name}.toml").read_text("utf-8")
    composed = text_of_name(board_name)
    if composed is not None:
        return f"{board_name}.toml", composed
    path = Path(board)
    try:
        if not path.is_file():
            if board_name.split("-")[0] in CHIPS:
                chip = board_name.split("-")[0]
                params = {"chip": chip, "known": tuple(KEY_SETS), "example": f"{chip}-{DEFAULT_KEYS}-encoder"}
                raise WrongProfile(board, None, "board.wrong.keys", **params)
            if board and (path.suffix.lower() in (".toml", ".txt") or len(path.parts) > 1 or path.exists()):
                raise WrongProfile(board, None, "board.wrong.folder" if path.is_dir() else "board.wrong.file")
            raise WrongProfile(board or '""', None, "board.wrong.unknown", known=(*ALSO, *names()))
        with path.open("rb") as file:
            text = file.read(_MOST + 1)
        if len(text) > _MOST:
            raise WrongProfile(board, None, "board.wrong.long", most=_MOST)
        # utf-8-sig: some editors write a byte order mark.
        return board, text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongProfile(board, None, "board.wrong.utf8") from error
    except OSError as error:
        raise WrongProfile(board, None, "board.wrong.unreadable", why=reason_of(error)) from error


def load(board: str) -> Board:
    """The board with a name, or of a file. Raises WrongProfile."""
    return PLAIN if board == "plain" else read(*text_of(board))


def read(file: str, text: str) -> Board:
    """The board that a text describes. Raises WrongProfile, with `file` as the name."""
    try:
        return _Profile(from_toml(text)).board()
    except Unparsed as fault:
        raise _slip(file, text, fault) from fault
    except Wrong as wrong:
        raise _wrong(file, text, wrong) from None


def _wrong(file: str, text: str, wrong: Wrong) -> WrongProfile:
    return WrongProfile(file, line_of(text, wrong.path), wrong.key, field=wrong.field, **wrong.params)


def _slip(file: str, text: str, fault: Unparsed) -> WrongProfile:
    """What is wrong with a text that is not TOML: its first slip, or what would be wrong there without it, too."""
    # A start reads the file of a board, and hardly any has a slip in it.
    from companion.toml_slips import first_slip, mend

    mended = mend(text, lambda name, _: name in SHOWN)
    try:
        _Profile(mended.tree).board()
    except Wrong as wrong:
        explained = _wrong(file, mended.text, wrong)
        if explained.line in [slip.line for slip in mended.slips]:
            return explained
    line, key, params = first_slip(mended, text, fault, EXAMPLE)
    return WrongProfile(file, line, key, **params)


class _Profile:
    """Reads one profile."""

    def __init__(self, tree: object) -> None:
        self._top = Reader(tree).only(*_TOP)
        self._taken: dict[int, str] = {}

    def board(self) -> Board:
        """The board that the profile describes."""
        top = self._top
        name = top.member("name")
        text = name.value
        if not isinstance(text, str) or not text.strip() or not text.isprintable() or len(text) > 60:
            name.raise_wrong("board.wrong.name")
        chip = top.member("chip").one_of(tuple(CHIPS))
        size = _size(top.get("size", [WIDTH, HEIGHT]), chip)
        rotation = top.get("rotation", 0).one_of((0, 180))
        legend: Literal["right", "left", "none"] = top.get("legend", "right").one_of(("right", "left", "none"))
        wire = self._wire()
        active: Level = top.get("active", "low").one_of(("low", "high"))
        right: Pull = "up" if active == "low" else "down"
        pull: Pull = top.get("pull", right).one_of(("up", "down", "none"))
        if pull not in (right, "none"):
            top.member("pull").raise_wrong("board.wrong.pull", pull=pull, active=active, right=right)
        self._pull = pull
        debounce = top.get("debounce", 5).integer(1, DEBOUNCE_MOST)
        encoder = self._encoder()
        pins = self._keys(encoder)
        lights = self._lights()
        table = self._table("buzzer", "pin")
        buzzer = None if table.get("pin").is_null else self._pin(table.member("pin"), "buzzer")
        hat = top.get("hat", False).boolean()
        keyboards = top.get("keyboards", False).boolean()
        return Board(
            pins, wire, chip, size, rotation, active, pull, debounce, encoder, lights, buzzer, text, hat,
            legend, keyboards,
        )  # fmt: skip

    # -- the parts

    def _wire(self) -> I2c | Spi:
        bus = self._top.member("bus").one_of(("i2c", "spi"))
        other = "spi" if bus == "i2c" else "i2c"
        if not self._top.get(other).is_null:
            self._top.member(other).raise_wrong("board.wrong.other-bus", bus=bus, other=other)
        if bus == "i2c":
            table = self._table("i2c", "bus", "address")
            wire = I2c(table.get("bus", 1).integer(0, 99), _address(table.get("address", ADDRESSES[0])))
            self._take(wire.pins, "i2c")
            return wire
        table = self._table("spi", "port", "device", "dc", "reset", "speed")
        port = table.get("port", 0).integer(0, 6)
        device = table.get("device", 0).integer(0, SPI_SELECTS.get(port, SELECTS) - 1, "board.wrong.select", port=port)
        speed = table.get("speed", 8_000_000).one_of(SPEEDS)
        self._take(Spi(port).pins, "spi")
        dc = self._pin(table.member("dc"), "dc")
        reset = None if table.get("reset").is_null else self._pin(table.member("reset"), "reset")
        return Spi(port, device, dc, reset, speed)

    def _take(self, pins: Sequence[int], bus: str) -> None:
        self._taken |= dict.fromkeys(pins, f"bus-{bus}")

    def _encoder(self) -> Encoder | None:
        if self._top.get("encoder").is_null:
            return None
        table = self._table("encoder", "a", "b", "push", "kind")
        kind: Literal["full", "half"] = table.get("kind", "full").one_of(("full", "half"))
        a, b = self._pin(table.member("a"), "encoder.a"), self._pin(table.member("b"), "encoder.b")
        push = None if table.get("push").is_null else self._pin(table.member("push"), "encoder.push")
        return Encoder(a, b, push, kind)

    def _keys(self, encoder: Encoder | None) -> Mapping[Key, int]:
        table = self._table("keys", *[key.name for key in Key])
        values = table.members()
        pins = {key: self._pin(values[key.name], key.name) for key in Key if key.name in values}
        if encoder is not None and encoder.push is not None and Key.OK in pins:
            values["OK"].raise_wrong("board.wrong.ok-twice")
        keys = Board(pins, encoder=encoder).keys
        for key in (Key.UP, Key.DOWN, Key.OK):
            if key not in keys:
                table.raise_wrong("board.wrong.no-key", wanted=key.name)
        return MappingProxyType(pins)

    def _lights(self) -> tuple[int, ...]:
        pins = self._table("lights", "pins").get("pins")
        if pins.is_null:
            return ()
        if not isinstance(pins.value, list) or not 1 <= len(pins.value) <= SEATS_MOST:
            pins.raise_wrong("board.wrong.lights", most=SEATS_MOST)
        return tuple([self._pin(pin, f"lights {seat}") for seat, pin in enumerate(pins.entries(), 1)])

    def _table(self, name: str, *known: str) -> Reader:
        """A table with known entries only; empty if it is missing."""
        table = self._top.get(name, {})
        if not isinstance(table.value, dict):
            table.raise_wrong("board.wrong.table", what=name)
        return table.only(*known)

    def _pin(self, value: Reader, use: str) -> int:
        """A pin that is free, and is taken for this use from now on."""
        pin = value.value
        if isinstance(pin, str) and (number := re.fullmatch(r"\D*0*(\d{1,2})\D*", pin)):
            value.raise_wrong("board.wrong.number", right=number[1])
        if type(pin) is not int or not 0 <= pin <= FREE_GPIOS[-1]:
            there = HEADER[pin - 1] if type(pin) is int and 0 < pin <= len(HEADER) else None
            if there in FREE_GPIOS:
                value.raise_wrong("board.wrong.pin-header", use=use, gpio=there)
            value.raise_wrong("board.wrong.pin", use=use)
        by = self._taken.get(pin)
        if by is not None and by.startswith("bus-"):
            value.raise_wrong(f"board.wrong.{by}", use=use, pin=pin)
        if by is not None:
            value.raise_wrong("board.wrong.pin-twice", use=use, pin=pin, by=by)
        if pin not in FREE_GPIOS:
            value.raise_wrong("board.wrong.pin-eeprom", use=use, pin=pin)
        if pin in FIXED and value.path[0] == "keys" and self._pull != "up":
            value.raise_wrong("board.wrong.pin-fixed", use=use, pin=pin)
        self._taken[pin] = use
        return pin


def _size(size: Reader, chip: str) -> tuple[int, int]:
    sides = size.value
    if isinstance(sides, list) and len(sides) == 2 and all(type(side) is int for side in sides):
        wide, high = sides
        if (wide, high) in CHIPS[chip].sizes:
            return wide, high
        if wide < WIDTH or high < HEIGHT:
            size.raise_wrong("board.wrong.small", wide=as_short_json(wide), high=as_short_json(high))
    sizes = ", ".join([f"[{wide}, {high}]" for wide, high in CHIPS[chip].sizes])
    return size.raise_wrong("board.wrong.size", chip=chip, known=sizes)


def _address(address: Reader) -> int:
    written = [right for right in ADDRESSES if address.value in (f"0x{right:02X}", f"0x{right:02x}")]
    if written:
        address.raise_wrong("board.wrong.number", right=address.value)
    number = address.value if type(address.value) is int else -1
    if number in ADDRESSES:
        return number
    twice = number % 2 == 0 and number // 2 in ADDRESSES
    params = {"value": f"0x{number:02X}"} if 0 <= number < 4096 else {}
    right = f"0x{number // 2:02X}" if twice else " / ".join([f"0x{right:02X}" for right in ADDRESSES])
    return address.raise_wrong("board.wrong.address-twice" if twice else "board.wrong.address", right=right, **params)
