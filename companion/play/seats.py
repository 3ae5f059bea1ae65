"""Seats of the device as a game begins with them, and what people switched on for the game.

In the line `new` they are words behind the people. `d1` among the people is the device, `d2` a second one:

    new spartacus 3,d1,d2 banners=plain entry=cards sit1=2 sit2=4 seal=k7m2-p9xq mind=1 odds=true
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count

from companion.kit import levels
from companion.kit.rules import SEAT
from companion.values import NamedTuple

NAME = "Device"
PERSON = ""
"""In place of the level of a seat on which a person sits."""


class Seats(NamedTuple):
    """`levels` by seat (see `kit.levels`), `PERSON` for a person; empty if no device sits.

    `seal` belongs to the device's chance. `mind` is the version of the mind that the game began with. `odds` and
    `advice`: people switched them on. `again` is the number of the game of which this one tries a moment again, 0 for
    none: it stays out of all figures.
    """

    levels: tuple[str, ...] = ()
    seal: str = ""
    mind: int = 0
    odds: bool = False
    advice: bool = False
    again: int = 0

    def level(self, seat: int) -> str:
        """The level of the device on a seat; `PERSON` for a person."""
        return self.levels[seat] if seat < len(self.levels) else PERSON

    def words(self) -> list[str]:
        """In the notation of the line `new`."""
        words = [f"sit{seat}={level}" for seat, level in enumerate(self.levels) if level]
        words += [f"seal={self.seal}"] if self.seal else []
        words += [f"mind={self.mind}"] if self.mind else []
        words += [f"{name}=true" for name in ("odds", "advice") if getattr(self, name)]
        return [*words, *([f"again={self.again}"] if self.again else [])]


NO_SEATS = Seats()
"""Only people sit, and nothing is switched on."""


def take_seats(words: dict[str, bool | str], people: int) -> Seats:
    """Take the words about the seats out of the options of a line `new`. Raises ValueError for wrong ones."""
    by_seat = [PERSON] * people
    for name in [name for name in words if re.fullmatch(f"sit{SEAT}", name)]:
        seat, level = int(name[3:]), str(words.pop(name))
        if seat >= people or not re.fullmatch(levels.PATTERN, level):
            raise ValueError(name)
        by_seat[seat] = level
    seal, mind = str(words.pop("seal", "")), str(words.pop("mind", "0"))
    odds, advice, again = words.pop("odds", False), words.pop("advice", False), str(words.pop("again", "0"))
    return Seats(tuple(by_seat) if any(by_seat) else (), seal, int(mind), odds is True, advice is True, int(again))


def read_seats(text: str, people: int) -> Seats:
    """The seats of their words in a file, `sit1=3 seal=k7m2-p9xq`. Raises ValueError."""
    parts = [word.split("=", 1) for word in text.split()]
    words: dict[str, bool | str] = {name: {"true": True}.get(value, value) for name, value in parts}
    seats = take_seats(words, people)
    if words or (seats.levels and PERSON not in seats.levels):
        raise ValueError(text)
    return seats


def numbers_of(names: Sequence[str], seats: Seats, people: Mapping[str, int]) -> tuple[int, ...]:
    """The numbers by seat: of people as `people` has them, of devices in the order of their names."""
    devices = sorted(name for seat, name in enumerate(names) if seats.level(seat))
    return tuple([
        device_number(devices.index(name)) if seats.level(seat) else people[name] for seat, name in enumerate(names)
    ])  # fmt: skip


def device_number(place: int) -> int:
    """The number in place of a person's for a device: -1 for the first of a game, -2 for the second."""
    return -1 - place


def named(people: Sequence[int], names_now: Mapping[int, str]) -> tuple[str, ...]:
    """The names by seat: of people as `names_now`, of devices such that nobody who is known has them."""
    free = device_names(set(names_now.values()))
    devices = {number: next(free) for number in sorted({number for number in people if number < 0}, reverse=True)}
    return tuple([devices[number] if number < 0 else names_now.get(number, f"#{number}") for number in people])


def device_names(taken: Collection[str]) -> Iterator[str]:
    """The names for devices beside these names: Device, Device 2 and so on."""
    names = (NAME if number == 1 else f"{NAME} {number}" for number in count(1))
    return (name for name in names if name not in taken)
