"""The picture that a display chip shows of its RAM."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.ports import HEIGHT, WIDTH

if TYPE_CHECKING:
    from PIL.Image import Image


class Chip(Protocol):
    """What the picture depends on: the RAM and the registers of a chip, named as in `chip`."""

    height: int
    columns: int
    first_column: int
    ram: bytearray
    on: bool
    all_on: bool
    inverted: bool
    coms_remapped: bool
    rows: int
    start_line: int
    offset: int


def picture_of(chip: Chip) -> Image:
    """What a person sees on the display of a chip now: mode "1", upright."""
    from PIL import Image, ImageChops

    height, pages = chip.height, chip.height // 8
    display = Image.new("1", (WIDTH, height))
    if not chip.on:
        return display
    if chip.all_on:
        shown = Image.new("1", (WIDTH, height), 1)
    else:
        columns = bytearray(WIDTH * pages)
        for page in range(pages):
            begin = page * chip.columns + chip.first_column
            columns[page::pages] = chip.ram[begin : begin + WIDTH]
        # Each row of this image is a column of the RAM, its top pixel in the lowest bit.
        transposed = Image.frombytes("1", (height, WIDTH), bytes(columns), "raw", "1;R")
        shown = transposed.transpose(Image.Transpose.TRANSPOSE)
        if chip.inverted:
            shown = ImageChops.invert(shown)
    if chip.rows == height and chip.coms_remapped and not chip.start_line and not chip.offset:
        return shown
    for com in range(height):
        row = (com + chip.offset) % height
        if chip.coms_remapped:
            row = (chip.rows - 1 + chip.offset - com) % HEIGHT
        if row < chip.rows:
            line = (row + chip.start_line) % height
            # Upright, the last COM is at the top.
            display.paste(shown.crop((0, line, WIDTH, line + 1)), (0, height - 1 - com))
    return display
