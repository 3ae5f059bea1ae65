"""A panel that keeps every picture: PNG files, four times enlarged, numbered, each picture once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.ports import PortLost, Shown

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 4


class Frames:
    """Writes `0001.png`, `0002.png`, … into a folder, going on behind the highest number that is there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[bytes] = set()
        self._count: int | None = None

    def show(self, shown: Shown) -> None:
        bits = shown.frame.tobytes()
        if bits in self._seen:
            return
        try:
            if self._count is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                numbers = [int(file.stem) for file in self._folder.glob("*.png") if file.stem.isdecimal()]
                self._count = max(numbers, default=0)
            enlarged(shown.frame).save(self._folder / f"{self._count + 1:04}.png")
        except OSError as error:
            raise PortLost(f"{self._folder}: pictures cannot be written: {error.strerror or error}") from error
        self._count += 1
        self._seen.add(bits)

    def close(self) -> None:
        """Nothing is open between pictures."""


def enlarged(frame: Image) -> Image:
    """The picture with every pixel four times as large."""
    return frame.resize((frame.width * SCALE, frame.height * SCALE), 0)
