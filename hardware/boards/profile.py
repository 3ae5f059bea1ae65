"""Reading profiles of boards: TOML in, a `Board` out, or what is wrong with it, where, and what would be right."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.ports import HEIGHT, WIDTH, Key
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
PULLS = ("up", "down", "none")
HEADER = range(2, 28)
"""The pins of the header that are there to be used. GPIO 0 and 1 read what a HAT says of itself."""
FIXED = (2, 3)
"""These have a resistor to 3V3 on the Pi, which nobody can switch off."""
SEATS_MOST = 8
DEBOUNCE_MOST = 50
_MOST = 8 * 1024
"""Bytes of a file that is looked at; ours have less than a thousand."""
_SHOWN_MOST = 24

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
            raise WrongProfile(board, None, "file")
        raise WrongProfile(board, None, "unknown", known=(*ALSO, *names()))
    try:
        with path.open("rb") as file:
            text = file.read(_MOST + 1)
        if len(text) > _MOST:
            raise WrongProfile(board, None, "long", most=_MOST)
        # utf-8-sig: some editors put a mark before the first letter.
        return board, text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongProfile(board, None, "utf8") from error
    except OSError as error:
        why = error.strerror or str(error)
        raise WrongProfile(board, None, "unreadable", why=why[:1].lower() + why[1:]) from error


def load(board: str) -> Board:
    """The board of a name or a file. Raises WrongProfile."""
    return read(*text_of(board))


def read(file: str, text: str) -> Board:
    """The board that a text describes. Raises WrongProfile; `file` is what it is called there."""
    return _Reader(file, text).board()


class _Reader:
    """One reading of one text."""

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._text = text
        self._taken: dict[int, str] = {}
        try:
            self._tree: Mapping[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            line = int(found[1]) if found else len(text.splitlines())
            why = re.sub(r" \(at .*\)$", "", " ".join(str(error).split()))
            raise WrongProfile(file, line, "toml", why=why[:1].lower() + why[1:]) from error
        except (ValueError, RecursionError) as error:
            raise WrongProfile(file, None, "toml", why="no such value can be") from error

    def board(self) -> Board:
        """What it describes."""
        self._only(_TOP)
        name = self._name()
        chip = self._one_of("chip", tuple(SIZES))
        size = self._size(chip)
        rotation = self._one_of("rotation", (0, 180), 0)
        wire = self._wire()
        active = self._one_of("active", ("low", "high"), "low")
        pull = self._one_of("pull", PULLS, "up" if active == "low" else "down")
        if (active, pull) in (("low", "down"), ("high", "up")):
            raise self._wrong(("pull",), "pull", pull=pull, active=active, right="up" if active == "low" else "down")
        self._pull = pull
        debounce = self._number(("debounce",), 1, DEBOUNCE_MOST, 5)
        encoder = self._encoder()
        pins = self._keys(encoder)
        lights = self._lights()
        buzzer = None
        if "pin" in self._table("buzzer", ("pin",)):
            buzzer = self._pin(("buzzer", "pin"), "buzzer")
        hat = self._value(("hat",), False)
        if not isinstance(hat, bool):
            raise self._wrong(("hat",), "one-of", what="hat", value=_shown(hat), known=("true", "false"))
        return Board(
            pins, wire, chip, size, rotation, active, pull, debounce, encoder, lights, buzzer, name, hat
        )  # fmt: skip

    # -- the parts

    def _name(self) -> str:
        name = self._value(("name",))
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > 60:
            raise self._wrong(("name",), "name", value=_shown(name))
        return name

    def _size(self, chip: str) -> tuple[int, int]:
        size = self._tree.get("size", [WIDTH, HEIGHT])
        known = ", ".join(f"[{width}, {height}]" for width, height in SIZES[chip])
        if not isinstance(size, list) or len(size) != 2 or not all(_is_number(side) for side in size):
            raise self._wrong(("size",), "size", value=_shown(size), chip=chip, known=known)
        width, height = size
        if width < WIDTH or height < HEIGHT:
            raise self._wrong(("size",), "small", wide=width, high=height)
        if (width, height) not in SIZES[chip]:
            raise self._wrong(("size",), "size", value=_shown(size), chip=chip, known=known)
        return width, height

    def _wire(self) -> I2c | Spi:
        bus = self._one_of("bus", ("i2c", "spi"))
        other = "spi" if bus == "i2c" else "i2c"
        if other in self._tree:
            raise self._wrong((other,), "other-bus", bus=bus, other=other)
        if bus == "i2c":
            self._table("i2c", ("bus", "address"))
            number = self._number(("i2c", "bus"), 0, 99, 1)
            address = self._value(("i2c", "address"), 0x3C)
            if not _is_number(address) or address not in ADDRESSES:
                twice = _is_number(address) and address in [2 * right for right in ADDRESSES]
                shown = f"0x{address:02X}" if _is_number(address) and 0 <= address < 4096 else _shown(address)
                right = f"0x{address // 2:02X}" if twice else " / ".join([f"0x{right:02X}" for right in ADDRESSES])
                raise self._wrong(("i2c", "address"), "address-twice" if twice else "address", value=shown, right=right)
            found: I2c | Spi = I2c(number, address)
        else:
            self._table("spi", ("port", "device", "dc", "reset", "speed"))
            port = self._number(("spi", "port"), 0, 6, 0)
            device = self._number(("spi", "device"), 0, 2, 0)
            speed = self._value(("spi", "speed"), 8_000_000)
            if not _is_number(speed) or speed not in SPEEDS:
                raise self._wrong(("spi", "speed"), "one-of", what="speed", value=_shown(speed), known=SPEEDS)
            self._take(Spi(port).pins, "spi")
            dc = self._pin(("spi", "dc"), "dc")
            reset = self._pin(("spi", "reset"), "reset") if "reset" in self._tree.get("spi", {}) else None
            return Spi(port, device, dc, reset, speed)
        self._take(found.pins, "i2c")
        return found

    def _take(self, pins: Sequence[int], bus: str) -> None:
        self._taken |= dict.fromkeys(pins, f"bus-{bus}")

    def _encoder(self) -> Encoder | None:
        if "encoder" not in self._tree:
            return None
        table = self._table("encoder", ("a", "b", "push", "kind"))
        kind = table.get("kind", "full")
        if kind not in ("full", "half"):
            raise self._wrong(("encoder", "kind"), "one-of", what="kind", value=_shown(kind), known=("full", "half"))
        a, b = self._pin(("encoder", "a"), "encoder.a"), self._pin(("encoder", "b"), "encoder.b")
        push = self._pin(("encoder", "push"), "encoder.push") if "push" in table else None
        return Encoder(a, b, push, kind)

    def _keys(self, encoder: Encoder | None) -> Mapping[Key, int]:
        known = tuple(key.name for key in Key)
        table = self._table("keys", known, "key")
        pins = {key: self._pin(("keys", key.name), key.name) for key in Key if key.name in table}
        if encoder is not None and encoder.push is not None and Key.OK in pins:
            raise self._wrong(("keys", "OK"), "ok-twice")
        there = Board(pins, encoder=encoder).keys
        for key in (Key.UP, Key.DOWN, Key.OK):
            if key not in there:
                raise self._wrong(("keys",) if "keys" in self._tree else (), "no-key", wanted=key.name)
        return MappingProxyType(pins)

    def _lights(self) -> tuple[int, ...]:
        if "pins" not in self._table("lights", ("pins",)):
            return ()
        pins = self._tree["lights"]["pins"]
        if not isinstance(pins, list) or not 1 <= len(pins) <= SEATS_MOST:
            raise self._wrong(("lights", "pins"), "lights", value=_shown(pins), most=SEATS_MOST)
        return tuple([self._checked(("lights", "pins"), pin, f"lights {seat}") for seat, pin in enumerate(pins, 1)])

    # -- values

    def _table(self, name: str, known: Sequence[str], unknown: str = "entry") -> dict[str, Any]:
        """A table with nothing in it but what is known; empty when it is not there."""
        table = self._tree.get(name, {})
        if not isinstance(table, dict):
            raise self._wrong((name,), "table", what=name)
        self._only(known, (name,), table, unknown)
        return table

    def _only(
        self,
        known: Sequence[str],
        path: tuple[str, ...] = (),
        table: Mapping[str, Any] | None = None,
        unknown: str = "entry",
    ) -> None:
        for name in self._tree if table is None else table:
            if name not in known:
                raise self._wrong((*path, name), f"unknown-{unknown}", name=_cut(name), known=known)

    def _value(self, path: tuple[str, ...], default: Any = None) -> Any:
        branch: Any = self._tree
        for name in path:
            if name not in branch:
                if default is None:
                    raise self._wrong(path[:-1] if path[0] in self._tree else (), "missing", what=".".join(path))
                return default
            branch = branch[name]
        return branch

    def _one_of(self, name: str, known: tuple[Any, ...], default: Any = None) -> Any:
        value = self._value((name,), default)
        if isinstance(value, bool) or value not in known:
            raise self._wrong((name,), "one-of", what=name, value=_shown(value), known=known)
        return value

    def _number(self, path: tuple[str, ...], least: int, most: int, default: int) -> int:
        value = self._value(path, default)
        if not _is_number(value) or not least <= value <= most:
            raise self._wrong(path, "number", what=".".join(path), value=_shown(value), least=least, most=most)
        return int(value)

    def _pin(self, path: tuple[str, str], use: str) -> int:
        return self._checked(path, self._value(path), use)

    def _checked(self, path: tuple[str, str], pin: Any, use: str) -> int:
        """A pin that is free for this use, and from now on is not."""
        if not _is_number(pin) or pin not in range(28):
            raise self._wrong(path, "pin", use=use, value=_shown(pin))
        by = self._taken.get(pin)
        if by is not None and by.startswith("bus-"):
            raise self._wrong(path, by, use=use, pin=pin)
        if by is not None:
            raise self._wrong(path, "pin-twice", use=use, pin=pin, by=by)
        if pin not in HEADER:
            raise self._wrong(path, "pin-eeprom", use=use, pin=pin)
        if pin in FIXED and (path[0] == "keys" or path[1] == "push") and self._pull != "up":
            raise self._wrong(path, "pin-fixed", use=use, pin=pin)
        self._taken[pin] = use
        return int(pin)

    def _wrong(self, path: tuple[str, ...], key: str, /, **params: object) -> WrongProfile:
        return WrongProfile(self._file, self._line(path) if path else None, key, **params)

    def _line(self, path: tuple[str, ...]) -> int | None:
        """The number of the line on which the entry at a path begins.

        tomllib does not tell. But the text up to a line can be read unless an entry goes on over its end; so the
        first such text that has the entry ends with it, and it begins after the one before.
        """
        lines = self._text.splitlines()
        before = 0
        for count in range(len(lines) + 1):
            try:
                branch: Any = tomllib.loads("\n".join(lines[:count]))
            except (ValueError, RecursionError):
                continue
            for name in path:
                branch = branch.get(name) if isinstance(branch, dict) else None
            if branch is not None:
                return before + 1
            before = count
        return None


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN_MOST else f"{text[:_SHOWN_MOST]}…"


def _shown(value: object) -> str:
    """A wrong value as part of a sentence: not the whole of it when somebody wrote a novel."""
    if isinstance(value, str):
        return f'"{_cut(value)}"'
    if isinstance(value, bool):
        return str(value).lower()
    # Hexadecimal, because Python refuses to write a very long number in tens.
    if isinstance(value, int) and abs(value) >= 10**_SHOWN_MOST:
        return f"{hex(value)[:_SHOWN_MOST]}…"
    return "{…}" if isinstance(value, dict) else _cut(str(value)) if not isinstance(value, list) else _list(value)


def _list(value: list[object]) -> str:
    return _cut("[" + ", ".join(["…" if isinstance(part, list | dict) else _shown(part) for part in value[:9]]) + "]")
