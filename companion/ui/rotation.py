"""Where people sit, which way up the picture stands, and what the keys mean then. The loop turns the picture itself."""

from __future__ import annotations

from dataclasses import replace

from companion.ports import Gesture, Key, KeyPress
from companion.session.timeline import Snapshot

_TURNED = {Key.UP: Key.DOWN, Key.DOWN: Key.UP, Key.LEFT: Key.RIGHT, Key.RIGHT: Key.LEFT}
"""What a key means to whoever sits on its other side. OK, BACK and HELP are the same from everywhere."""


def place(names: tuple[str, ...], seat: int) -> int:
    """Where a seat is at the table, counted around it from 0 on.

    Seat 0 begins, so the seats move from one game to the next while the people stay where they are. Their order
    around the table stays, too: counted from whoever comes first in the alphabet, everybody's place is always the same.
    """
    first = min(range(len(names)), key=lambda other: (names[other].casefold(), names[other]))
    return (seat - first) % len(names)


def upside_down(rotation: str, step: Snapshot | None) -> bool:
    """Whether the picture is turned by 180° at this moment of the table; facing the player in turn, if one is."""
    if rotation != "turn":
        return rotation == "180"
    if step is None or step.turn is None:
        return False
    # Places go around the table, the first at the near side: the far half of it, without its corners.
    names = step.setup.names
    return len(names) < 4 * place(names, step.turn) < 3 * len(names)


class Hands:
    """The keys as the people see them. A key keeps the meaning it had when it was pressed until it is pressed again."""

    def __init__(self) -> None:
        self._meant: dict[Key, Key] = {}

    def meant(self, press: KeyPress, *, turned: bool) -> KeyPress:
        """The gesture as it is meant, on a glass that is turned or not."""
        if press.gesture is Gesture.PRESS:
            self._meant[press.key] = _TURNED.get(press.key, press.key) if turned else press.key
        return replace(press, key=self._meant.get(press.key, press.key))
