"""Where people sit, whether the picture is upside down, and what the keys mean then. The loop turns the picture."""

from __future__ import annotations

from companion.play.timeline import Snapshot
from companion.ports import Gesture, Key, KeyPress
from companion.values import replace

_OPPOSITE = {Key.UP: Key.DOWN, Key.DOWN: Key.UP, Key.LEFT: Key.RIGHT, Key.RIGHT: Key.LEFT}
"""What a key means to a player on the other side. OK, BACK and HELP mean the same from every side."""


def place_at_table(names: tuple[str, ...], seat: int) -> int:
    """Where a seat is at the table, counted around it from 0 on.

    Seat 0 begins, so the seats move from one game to the next, but the people and their order around the table stay.
    Places are counted from the first name in the alphabet, so everybody's place is always the same.
    """
    first = min(range(len(names)), key=lambda other: (names[other].casefold(), names[other]))
    return (seat - first) % len(names)


def upside_down(rotation: str, step: Snapshot | None) -> bool:
    """Whether the picture is turned by 180°. With `turn` it faces the player in turn, if there is one."""
    if rotation != "turn":
        return rotation == "180"
    if step is None or step.turn is None:
        return False
    # Places go around the table from the near side on. Upside down is the far half, without its corners.
    names = step.setup.names
    return len(names) < 4 * place_at_table(names, step.turn) < 3 * len(names)


class KeyMeanings:
    """The keys as the people see them. A key keeps its meaning from one press until the next."""

    def __init__(self) -> None:
        self._meant: dict[Key, Key] = {}

    def translate(self, press: KeyPress, *, turned: bool) -> KeyPress:
        """The gesture with the key that it means, on a glass that is turned or not."""
        if press.gesture is Gesture.PRESS:
            self._meant[press.key] = _OPPOSITE.get(press.key, press.key) if turned else press.key
        return replace(press, key=self._meant.get(press.key, press.key))
