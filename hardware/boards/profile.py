"""Reading profiles of boards: TOML in, a `Board` out, or what is wrong with it, where, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from companion.ports import HEIGHT, WIDTH, Key
from companion.reader import Reader, Unparsed, Wrong, from_toml, shown
from hardware.boards import Board, Encoder, I2c, Spi

DEFAULT = "plain"
ALSO = {DEFAULT: "ssd1306-4"}
"""Other names of boards."""
SIZES = {
    "ssd1306": ((WIDTH, HEIGHT),),
    "ssd1309": ((WIDTH, HEIGHT),),
    "sh1106": ((WIDTH, HEIGHT), (128, 128)),
}
"""The chips that can be driven, and the glasses they can have that are large enough."""
SPEEDS = tuple(int(1_000_000 * speed) for speed in (0.5, 1, 2, 4, 8, 16, 20))
ADDRESSES = (0x3C, 0x3D)
"""Where these chips answer, by a solder bridge."""
HEADER = range(2, 28)
"""The pins of the header that are there to be used. GPIO 0 and 1 read what a HAT says of itself."""
FIXED = (2, 3)
"""These have a resistor to 3V3 on the Pi, which nobody can switch off."""
SEATS_MOST = 8
DEBOUNCE_MOST = 50
_MOST = 8 * 1024
"""Bytes of a file that is looked at; ours have less than a thousand."""

_TOP = ("name", "chip", "bus", "size", "rotation", "active", "pull", "debounce", "hat", "i2c", "spi", "keys",
        "encoder", "lights", "buzzer")  # fmt: skip


class WrongProfile(Exception):
    """A profile that cannot be used. `file` is its name, `line` where it is wrong, if at a line; `key` and `params`
    say what is, for the words of the people."""

    def __init__(self, file: str, line: int | None, key: str, /, **params: object) -> None:
        super().__init__(file, line, key, params)
        self.file = file
        self.line = line
        self.key = key
        self.params = params


def names() -> tuple[str, ...]:
    """The boards that are known by name, the named products first."""
    stems = [entry.name.removesuffix(".toml") for entry in files(__package__).iterdir() if entry.name.endswith(".toml")]
    return tuple(sorted(stems, key=lambda stem: (stem.split("-")[0] in SIZES, stem)))


def text_of(board: str) -> tuple[str, str]:
    """The name of a profile's file and what stands in it. `board` is a name known here or the path of a file.

    Raises WrongProfile where there is no such thing.
    """
    known = ALSO.get(board, board)
    if known in names():
        return f"{known}.toml", files(__package__).joinpath(f"{known}.toml").read_text("utf-8")
    path = Path(board)
    if not path.is_file():
        if path.suffix or len(path.parts) > 1 or path.exists():
            raise WrongProfile(board, None, "board.wrong.file")
        raise WrongProfile(board, None, "board.wrong.unknown", known=(*ALSO, *names()))
    try:
        with path.open("rb") as file:
            text = file.read(_MOST + 1)
        if len(text) > _MOST:
            raise WrongProfile(board, None, "board.wrong.long", most=_MOST)
        # utf-8-sig: some editors put a mark before the first letter.
        return board, text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongProfile(board, None, "board.wrong.utf8") from error
    except OSError as error:
        why = error.strerror or str(error)
        raise WrongProfile(board, None, "board.wrong.unreadable", why=why[:1].lower() + why[1:]) from error


def load(board: str) -> Board:
    """The board of a name or a file. Raises WrongProfile."""
    return read(*text_of(board))


def read(file: str, text: str) -> Board:
    """The board that a text describes. Raises WrongProfile; `file` is what it is called there."""
    try:
        tree = from_toml(text)
    except Unparsed as fault:
        why = re.sub(r" \(at .*\)$", "", fault.why)
        raise WrongProfile(file, fault.line, "board.wrong.toml", why=why) from fault
    try:
        return _Profile(tree).board()
    except Wrong as wrong:
        raise WrongProfile(file, _line(text, wrong.path), wrong.key, field=wrong.field, **wrong.params) from None


class _Profile:
    """One reading of one description."""

    def __init__(self, tree: object) -> None:
        self._top = Reader(tree).only(*_TOP)
        self._taken: dict[int, str] = {}

    def board(self) -> Board:
        """What it describes."""
        top = self._top
        name = top.member("name")
        called = name.value
        if not isinstance(called, str) or not called.strip() or not called.isprintable() or len(called) > 60:
            name.wrong("board.wrong.name")
        chip = top.member("chip").one_of(tuple(SIZES))
        size = _size(top.get("size", [WIDTH, HEIGHT]), chip)
        rotation = top.get("rotation", 0).one_of((0, 180))
        wire = self._wire()
        active: Literal["low", "high"] = top.get("active", "low").one_of(("low", "high"))
        right: Literal["up", "down"] = "up" if active == "low" else "down"
        pull: Literal["up", "down", "none"] = top.get("pull", right).one_of(("up", "down", "none"))
        if pull not in (right, "none"):
            top.member("pull").wrong("board.wrong.pull", pull=pull, active=active, right=right)
        self._pull = pull
        debounce = top.get("debounce", 5).whole(1, DEBOUNCE_MOST)
        encoder = self._encoder()
        pins = self._keys(encoder)
        lights = self._lights()
        sounds = self._table("buzzer", "pin")
        buzzer = None if sounds.get("pin").none else self._pin(sounds.member("pin"), "buzzer")
        hat = top.get("hat", False).switch()
        return Board(
            pins, wire, chip, size, rotation, active, pull, debounce, encoder, lights, buzzer, called, hat
        )  # fmt: skip

    # -- the parts

    def _wire(self) -> I2c | Spi:
        bus = self._top.member("bus").one_of(("i2c", "spi"))
        other = "spi" if bus == "i2c" else "i2c"
        if not self._top.get(other).none:
            self._top.member(other).wrong("board.wrong.other-bus", bus=bus, other=other)
        if bus == "i2c":
            table = self._table("i2c", "bus", "address")
            found = I2c(table.get("bus", 1).whole(0, 99), _address(table.get("address", ADDRESSES[0])))
            self._take(found.pins, "i2c")
            return found
        table = self._table("spi", "port", "device", "dc", "reset", "speed")
        port, device = table.get("port", 0).whole(0, 6), table.get("device", 0).whole(0, 2)
        speed = table.get("speed", 8_000_000).one_of(SPEEDS)
        self._take(Spi(port).pins, "spi")
        dc = self._pin(table.member("dc"), "dc")
        reset = None if table.get("reset").none else self._pin(table.member("reset"), "reset")
        return Spi(port, device, dc, reset, speed)

    def _take(self, pins: Sequence[int], bus: str) -> None:
        self._taken |= dict.fromkeys(pins, f"bus-{bus}")

    def _encoder(self) -> Encoder | None:
        if self._top.get("encoder").none:
            return None
        table = self._table("encoder", "a", "b", "push", "kind")
        kind: Literal["full", "half"] = table.get("kind", "full").one_of(("full", "half"))
        a, b = self._pin(table.member("a"), "encoder.a"), self._pin(table.member("b"), "encoder.b")
        push = None if table.get("push").none else self._pin(table.member("push"), "encoder.push")
        return Encoder(a, b, push, kind)

    def _keys(self, encoder: Encoder | None) -> Mapping[Key, int]:
        table = self._table("keys", *[key.name for key in Key])
        told = table.members()
        pins = {key: self._pin(told[key.name], key.name) for key in Key if key.name in told}
        if encoder is not None and encoder.push is not None and Key.OK in pins:
            told["OK"].wrong("board.wrong.ok-twice")
        there = Board(pins, encoder=encoder).keys
        for key in (Key.UP, Key.DOWN, Key.OK):
            if key not in there:
                table.wrong("board.wrong.no-key", wanted=key.name)
        return MappingProxyType(pins)

    def _lights(self) -> tuple[int, ...]:
        pins = self._table("lights", "pins").get("pins")
        if pins.none:
            return ()
        if not isinstance(pins.value, list) or not 1 <= len(pins.value) <= SEATS_MOST:
            pins.wrong("board.wrong.lights", most=SEATS_MOST)
        return tuple([self._pin(pin, f"lights {seat}") for seat, pin in enumerate(pins.entries(), 1)])

    def _table(self, name: str, *known: str) -> Reader:
        """A table with nothing in it but what is known; empty when it is not there."""
        table = self._top.get(name, {})
        if not isinstance(table.value, dict):
            table.wrong("board.wrong.table", what=name)
        return table.only(*known)

    def _pin(self, value: Reader, use: str) -> int:
        """A pin that is free for this use, and from now on is not."""
        pin = value.value
        if type(pin) is not int or not 0 <= pin <= HEADER[-1]:
            value.wrong("board.wrong.pin", use=use)
        by = self._taken.get(pin)
        if by is not None and by.startswith("bus-"):
            value.wrong(f"board.wrong.{by}", use=use, pin=pin)
        if by is not None:
            value.wrong("board.wrong.pin-twice", use=use, pin=pin, by=by)
        if pin not in HEADER:
            value.wrong("board.wrong.pin-eeprom", use=use, pin=pin)
        if pin in FIXED and (value.path[0] == "keys" or value.path[1] == "push") and self._pull != "up":
            value.wrong("board.wrong.pin-fixed", use=use, pin=pin)
        self._taken[pin] = use
        return pin


def _size(size: Reader, chip: str) -> tuple[int, int]:
    sides = size.value
    if isinstance(sides, list) and len(sides) == 2 and all(type(side) is int for side in sides):
        wide, high = sides
        if (wide, high) in SIZES[chip]:
            return wide, high
        if wide < WIDTH or high < HEIGHT:
            size.wrong("board.wrong.small", wide=shown(wide), high=shown(high))
    known = ", ".join([f"[{wide}, {high}]" for wide, high in SIZES[chip]])
    return size.wrong("board.wrong.size", chip=chip, known=known)


def _address(address: Reader) -> int:
    number = address.value if type(address.value) is int else -1
    if number in ADDRESSES:
        return number
    twice = number % 2 == 0 and number // 2 in ADDRESSES
    said = {"value": f"0x{number:02X}"} if 0 <= number < 4096 else {}
    right = f"0x{number // 2:02X}" if twice else " / ".join([f"0x{right:02X}" for right in ADDRESSES])
    return address.wrong("board.wrong.address-twice" if twice else "board.wrong.address", right=right, **said)


def _line(text: str, path: tuple[str | int, ...]) -> int | None:
    """The number of the line on which the entry at a path begins, or what is there of its path; None for the whole.

    tomllib does not tell. But the text up to a line can be read unless an entry goes on over its end; so the
    first such text that has the entry ends with it, and it begins after the one before.
    """
    names = _there(from_toml(text), path)
    lines, before = text.splitlines(), 0
    for count in range(len(lines) + 1 if names else 0):
        try:
            tree = from_toml("\n".join(lines[:count]))
        except Unparsed:
            continue
        if _there(tree, names) == names:
            return before + 1
        before = count
    return None


def _there(tree: object, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """So much of a path as there is in the tables of a tree."""
    for count, name in enumerate(path):
        if not isinstance(tree, dict) or name not in tree:
            return path[:count]
        tree = tree[name]
    return path
