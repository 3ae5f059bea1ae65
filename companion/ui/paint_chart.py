"""Drawing charts: lines that one colour must tell apart, each with a letter and its number at its end. Pixels only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from PIL import Image, ImageDraw

from companion.ui.page import Chart

LINE = 8
"""The height of a number."""
GAP = 3
STROKES = ("#", "####..", "#..", "##", "#####..#..")
"""How the line of each seat is drawn, pixel by pixel: solid, dashed, dotted, solid and thick, dashes and dots."""
THICK = 3
"""The seat whose line is two pixels thick."""
TICKS = 8
"""So far apart stand the dots of the line that stands for nought."""

Point = tuple[int, int]


class Letters(Protocol):
    """Whoever can measure and write a line of text."""

    def width(self, text: str) -> int:
        """How wide a line is, in pixels."""

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int, *, inverted: bool = False) -> int:
        """Write a line, shortened to `width`; where it ends."""


def draw(picture: Image.Image, chart: Chart, box: tuple[int, int, int, int], letters: Letters) -> None:
    """The lines from nought or below to the highest number; at the right whose they are and what they say."""
    left, top, right, bottom = box
    said = [f"{trace.sign} {trace.numbers[chart.at]}" for trace in chart.traces]
    # As much room as any of its numbers needs: the lines stay where they are while somebody walks along them.
    room = max(letters.width(f"{trace.sign} {number}") for trace in chart.traces for number in set(trace.numbers))
    edge = right - room - GAP
    lowest = min(0, *(min(trace.numbers) for trace in chart.traces))
    highest = max(1, *(max(trace.numbers) for trace in chart.traces))

    def at(place: int, number: int, last: int) -> Point:
        return (
            left + (edge - left) * place // max(last, 1),
            bottom - (bottom - top) * (number - lowest) // (highest - lowest),
        )

    pen = ImageDraw.Draw(picture)
    last = len(chart.traces[0].numbers) - 1
    nought = at(0, 0, last)[1]
    pen.point([(x, nought) for x in range(left, edge + 1, TICKS)], fill=1)
    for seat, trace in enumerate(chart.traces):
        points = [at(place, number, last) for place, number in enumerate(trace.numbers)]
        _line(picture, points, seat, (top, bottom))
    if chart.at < last:
        x = at(chart.at, 0, last)[0]
        pen.point([(x, y) for y in range(top, bottom + 1, 2)], fill=1)
        for trace in chart.traces:
            x, y = at(chart.at, trace.numbers[chart.at], last)
            pen.rectangle((x - 1, y - 1, x + 1, y + 1), fill=1)
    ends = [at(last, trace.numbers[-1], last)[1] - LINE // 2 for trace in chart.traces]
    for text, y in zip(said, _apart(ends, top - 1, bottom - LINE + 1), strict=True):
        letters.text(picture, edge + GAP, y, text, room)


def _line(picture: Image.Image, points: Sequence[Point], seat: int, rows: tuple[int, int]) -> None:
    """A line through points in the stroke of a seat."""
    stroke = STROKES[seat % len(STROKES)]
    for place, (x, y) in enumerate(_walked(points)):
        if stroke[place % len(stroke)] == "#":
            picture.putpixel((x, y), 1)
            if seat == THICK:
                picture.putpixel((x, y + 1 if y < rows[1] else y - 1), 1)


def _walked(points: Sequence[Point]) -> Iterator[Point]:
    """Every pixel of a line through points, once, from the first to the last."""
    yield points[0]
    for (x, y), (to_x, to_y) in pairwise(points):
        steps = max(abs(to_x - x), abs(to_y - y))
        for step in range(1, steps + 1):
            yield x + round((to_x - x) * step / steps), y + round((to_y - y) * step / steps)


def _apart(wanted: Sequence[int], top: int, bottom: int) -> list[int]:
    """Where lines of text stand that would rather stand elsewhere: near there, in that order, none over another."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    placed: dict[int, int] = {}
    below = top
    for place in order:
        placed[place] = below = max(wanted[place], below)
        below += LINE
    above = bottom
    for place in reversed(order):
        placed[place] = above = min(placed[place], above)
        above -= LINE
    return [placed[place] for place in range(len(wanted))]
