"""A panel that writes every distinct picture as a PNG file, enlarged four times and numbered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.ports import DeviceState, PortError
from companion.texts import reason_of

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 4


class Frames:
    """Writes `0001.png`, `0002.png`, … into a folder, after the highest number that exists there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[bytes] = set()
        self._count: int | None = None

    def show(self, state: DeviceState) -> None:
        frame = state.outside.frame
        bits = frame.tobytes()
        if bits in self._seen:
            return
        try:
            if self._count is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                numbers = [int(file.stem) for file in self._folder.glob("*.png") if file.stem.isdecimal()]
                self._count = max(numbers, default=0)
            enlarge(frame).save(self._folder / f"{self._count + 1:04}.png")
        except OSError as error:
            raise PortError(f"{self._folder}: pictures cannot be written: {reason_of(error)}") from error
        self._count += 1
        self._seen.add(bits)

    def close(self) -> None:
        """Nothing is open between pictures."""


def enlarge(frame: Image) -> Image:
    """The picture, four times as wide and high."""
    return frame.resize((frame.width * SCALE, frame.height * SCALE), 0)
