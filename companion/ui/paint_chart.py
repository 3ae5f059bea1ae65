"""Drawing charts: lines in one colour but different strokes, each with a tag and its number. Pixels only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PIL import Image

from companion.session.curves import spread_labels
from companion.ui.letters import LINE, Letters, Pen
from companion.ui.page import Chart

GAP = 3
STROKES = ("#", "####..", "#..", "##", "#####..#..")
"""How the line of each seat is drawn, pixel by pixel: solid, dashed, dotted, solid and thick, dashes and dots."""
THICK = 3
"""The seat whose line is two pixels thick."""
TICKS = 8
"""The distance of the dots of the zero line, in pixels."""

Point = tuple[int, int]


def draw(picture: Image.Image, chart: Chart, box: tuple[int, int, int, int], letters: Letters) -> None:
    """Draw the lines, from zero or the lowest number to the highest; at the right, each line's tag and number.

    These stand in two columns where one has no room for all.
    """
    left, top, right, bottom = box
    labels = [f"{trace.sign} {trace.numbers[chart.at]}" for trace in chart.traces]
    # As much room as the widest number needs, so that the lines do not move with the cursor.
    room = max(letters.width(f"{trace.sign} {number}") for trace in chart.traces for number in set(trace.numbers))
    highest_label, lowest_label = top - 1, bottom - LINE + 1
    columns = -(-len(labels) // ((lowest_label - highest_label) // LINE + 1))
    edge = right - columns * (room + GAP)
    lowest = min(0, *(min(trace.numbers) for trace in chart.traces))
    highest = max(1, *(max(trace.numbers) for trace in chart.traces))

    def at(place: int, number: int, last: int) -> Point:
        return (
            left + (edge - left) * place // max(last, 1),
            bottom - (bottom - top) * (number - lowest) // (highest - lowest),
        )

    pen = Pen(picture)
    last = len(chart.traces[0].numbers) - 1
    zero = at(0, 0, last)[1]
    pen.point([(x, zero) for x in range(left, edge + 1, TICKS)], fill=1)
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
    order = sorted(range(len(ends)), key=ends.__getitem__)
    for column in range(columns):
        seats, x = order[column::columns], edge + GAP + column * (room + GAP)
        for seat, y in zip(
            seats, spread_labels([ends[seat] for seat in seats], LINE, highest_label, lowest_label), strict=True
        ):
            letters.text(picture, x, y, labels[seat], room)


def _line(picture: Image.Image, points: Sequence[Point], seat: int, rows: tuple[int, int]) -> None:
    """Draw a line through points in the stroke of a seat."""
    stroke = STROKES[seat % len(STROKES)]
    for place, (x, y) in enumerate(_pixels(points)):
        if stroke[place % len(stroke)] == "#":
            picture.putpixel((x, y), 1)
            if seat == THICK:
                picture.putpixel((x, y + 1 if y < rows[1] else y - 1), 1)


def _pixels(points: Sequence[Point]) -> Iterator[Point]:
    """Every pixel of a line through points, once, from the first to the last."""
    yield points[0]
    for (x, y), (to_x, to_y) in pairwise(points):
        steps = max(abs(to_x - x), abs(to_y - y))
        for step in range(1, steps + 1):
            yield x + round((to_x - x) * step / steps), y + round((to_y - y) * step / steps)
