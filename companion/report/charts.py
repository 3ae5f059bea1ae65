"""A curve of a game as a chart: one line for each seat, with its own colour, dashes and shape at the end."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from companion.kit.rules import Seat
from companion.report.drawing import WIDE, Drawing, letters_wide, line, mark, path, shorten_name, svg, text
from companion.report.markup import Markup, element, isolate
from companion.session.curves import Curve, spread_labels
from companion.words import Words

TOP, HIGH, LEFT = 12, 190, 34
"""The space above the chart, its height, and the width of the numbers at its left."""
RIGHT_LEAST, RIGHT_MOST = 104, 200
"""The width of the names at its right: as wide as the longest needs, up to half of the drawing."""
GAP = 12
"""The space between the chart and the names."""
BELOW = 26
"""The height of the numbers below."""
LABEL = 14
"""The least distance between two names."""
TOGETHER = " + "
"""Between the names of partners."""
DOTTED = 16
"""With at most this number of values, each has a dot."""


def chart(
    curve: Curve, key: str, names: Sequence[str], words: Words, sides: Sequence[Sequence[Seat]] | None = None
) -> Drawing:
    """A curve of a game as a chart. Partners have one line, in the colour of their first seat: `sides` says who are."""
    seats = [side[0] for side in sides] if sides is not None else range(len(names))
    people = [[names[seat] for seat in side] for side in sides or [[seat] for seat in seats]]
    names = list(map(TOGETHER.join, people))
    traces = [curve.seats[seat] for seat in seats]
    title = words(curve.key)
    count = len(curve.places)
    least, most, step = scale(curve.least, curve.most)
    longest = max(letters_wide(f"{seat[-1]} {name}") for name, seat in zip(names, traces, strict=True))
    right = min(max(ceil(longest) + GAP, RIGHT_LEAST), RIGHT_MOST)
    high, wide = HIGH - TOP - BELOW, WIDE - LEFT - right

    def x_of(at: float) -> float:
        return LEFT + wide * at / (count - 1)

    def y_of(number: float) -> float:
        return TOP + high * (most - number) / (most - least)

    grid: list[Markup] = []
    for number in range(least, most + 1, step):
        grid.append(line(LEFT, y_of(number), LEFT + wide, y_of(number), "axis" if number == 0 else "grid"))
        grid.append(text(LEFT - 6, y_of(number), number, class_="scale", anchor="end"))
    grid += [text(x_of(at), HIGH - BELOW + 12, at, class_="scale") for at in ticks(count - 1)]
    axis = f"report.axis-{key}"
    named = words(axis if axis in words else "report.axis")
    grid.append(text(LEFT + wide + 16, HIGH - BELOW + 12, named, class_="scale", anchor="start"))
    lines = []
    labels = spread_labels([y_of(numbers[-1]) for numbers in traces], LABEL, TOP, HIGH - BELOW)
    for seat, numbers in reversed(list(zip(seats, traces, strict=True))):
        points = [(x_of(at), y_of(number)) for at, number in enumerate(numbers)]
        lines.append(element("polyline", points=path(points), class_=f"curve c{seat}"))
        if count <= DOTTED:
            lines += [mark(seat, x, y, 2.6) for x, y in points[:-1]]
    for place, (seat, numbers) in enumerate(zip(seats, traces, strict=True)):
        lines.append(mark(seat, x_of(count - 1), y_of(numbers[-1]), 5))
        x, y = LEFT + wide + GAP, labels[place]
        lines.append(line(LEFT + wide + 6, y_of(numbers[-1]), x - 1, y, f"lead c{seat}"))
        last = f"{numbers[-1]} "
        room, name, side = WIDE - x - letters_wide(last), names[place], people[place]
        if letters_wide(name) > room:
            each = (room - letters_wide(TOGETHER) * (len(side) - 1)) / len(side)
            name = TOGETHER.join([shorten_name(one, each) for one in side])
        label = last + isolate(name)
        lines.append(text(x, y, label, class_=f"name n{seat}", anchor="start"))
    about = words.join_list(
        words("report.chart", name=isolate(name), first=numbers[0], last=numbers[-1])
        for name, numbers in zip(names, traces, strict=True)
    )
    return Drawing(title, svg(title, about, HIGH, grid, lines))


def scale(least: int, most: int) -> tuple[int, int, int]:
    """The ends of a scale and its step: three to six round numbers that include `least` and `most`."""
    span = max(most - least, 1)
    step = next(step for ten in (1, 10, 100, 1000, 10_000) for step in (ten, 2 * ten, 5 * ten) if span / step <= 5)
    return least // step * step, -(-most // step) * step, step


def ticks(last: int) -> list[int]:
    """Round numbers from 0 to the last turn."""
    return list(range(0, last + 1, scale(0, last)[2]))
