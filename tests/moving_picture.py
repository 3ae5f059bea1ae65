"""The moving picture of the front page: the evening of `companion demo` on the glass, in 20 seconds.

python tests/moving_picture.py FILE.gif        the whole evening, faster than people play
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # else tests/hardware would be taken for hardware

from nobody import Nobody
from PIL import Image, ImageOps

from companion.ports import DeviceState
from companion.services import demo
from hardware.boards import ALL_KEYS
from hardware.simulated import SimulatedClock

SECONDS = 20.0
SCALE = 3
LONGEST_S = 1.4
"""How long a picture is waited for at most, in the time of the evening."""
SHORTEST_S = 0.04
"""Browsers show a picture of a moving picture for no less time."""
FRAME = 6
COLOURS = (b"\x0b\x10\x14", b"\xd8\xf1\xff")


class Film:
    """A panel that keeps every picture with its time, up to what the device thinks of the game: it does not move."""

    def __init__(self, clock: SimulatedClock) -> None:
        self._clock = clock
        self.pictures = list[tuple[float, Image.Image]]()

    def show(self, shown: DeviceState) -> None:
        if shown.page.screen != "review" and (not self.pictures or self.pictures[-1][1] != shown.frame):
            self.pictures.append((self._clock.monotonic(), shown.frame))

    def close(self) -> None:
        """Nothing to close."""


def film() -> list[tuple[float, Image.Image]]:
    """The pictures of the evening, each with the seconds for which it is shown."""
    clock = SimulatedClock(0.0)
    seen = Film(clock)
    with tempfile.TemporaryDirectory() as folder:
        demo.lay_out(Path(folder))
        demo.device(Path(folder), ALL_KEYS, Nobody(clock), [seen], clock)
    times = [at for at, _ in seen.pictures]
    waits = [min(after - at, LONGEST_S) for at, after in zip(times, [*times[1:], times[-1] + LONGEST_S], strict=True)]
    speed = sum(waits) / SECONDS
    shown, owed = [], 0.0
    for wait, (_, picture) in zip(waits, seen.pictures, strict=True):
        owed += wait / speed
        if owed >= SHORTEST_S:
            shown.append((round(owed, 2), picture))
            owed -= shown[-1][0]
    return shown


def write(file: Path) -> None:
    """Write the film."""
    shown = film()
    pictures = [_large(picture) for _, picture in shown]
    milliseconds = [round(seconds * 1000) for seconds, _ in shown]
    pictures[0].save(file, save_all=True, append_images=pictures[1:], duration=milliseconds, loop=0, optimize=False)


def _large(picture: Image.Image) -> Image.Image:
    """A picture as on a dark glass with a rim."""
    wide = ImageOps.expand(picture.convert("L").point(lambda level: level and 1), FRAME // SCALE, 0)
    large = wide.resize((wide.width * SCALE, wide.height * SCALE), Image.Resampling.NEAREST).convert("P")
    large.putpalette(b"".join(COLOURS))
    return large


if __name__ == "__main__":
    write(Path(sys.argv[1]))
