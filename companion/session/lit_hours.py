"""How long the display has been lit, for the doctor: letters wear it out.

The seconds are in a file beside the record, `lit.txt`: in use and dimmed. It is written once for each hour and when the
device stops, without waiting for the disk, so a power cut loses an hour at most.
"""

from __future__ import annotations

import logging
from pathlib import Path

from companion.ports import Clock, Light
from companion.values import NamedTuple
from companion.whole_file import read_regular, write_whole

FILE = "lit.txt"
EVERY_S = 3600.0
LEAST_S = 60.0
"""Less than this is not worth a write when the device stops."""
_MOST_BYTES = 100

log = logging.getLogger(__name__)


class Lit(NamedTuple):
    """For how many seconds the display was in use, and for how many dimmed."""

    full: float = 0.0
    dim: float = 0.0


def read_lit(folder: Path) -> Lit:
    """What the file says; nothing where there is none, or something else in it."""
    try:
        full, dim = map(int, read_regular(folder / FILE, _MOST_BYTES).split())
    except (OSError, ValueError):
        return Lit()
    return Lit(full, dim)


class LitHours:
    """Counts the time in each light; without a folder it is lost with this object."""

    def __init__(self, clock: Clock, folder: Path | None) -> None:
        self._clock = clock
        self._folder = folder
        self._lit = self._saved = read_lit(folder) if folder is not None else Lit()
        self._light, self._since = Light.DARK, clock.monotonic()

    def note(self, light: Light) -> None:
        """The display has this light from now on."""
        now = self._clock.monotonic()
        passed, self._since = now - self._since, now
        if self._light is Light.FULL:
            self._lit = self._lit._replace(full=self._lit.full + passed)
        elif self._light is Light.DIM:
            self._lit = self._lit._replace(dim=self._lit.dim + passed)
        self._light = light
        if self._unsaved_s >= EVERY_S:
            self._save()

    def close(self) -> None:
        """The device stops."""
        self.note(Light.DARK)
        if self._unsaved_s >= LEAST_S:
            self._save()

    @property
    def _unsaved_s(self) -> float:
        return sum(self._lit) - sum(self._saved)

    def _save(self) -> None:
        self._saved = self._lit
        if self._folder is None:
            return
        content = f"{int(self._lit.full)} {int(self._lit.dim)}\n"
        try:
            write_whole(self._folder / FILE, [content.encode()], durable=False)
        except OSError as error:
            log.warning("the hours of the display cannot be written: %s", error)
