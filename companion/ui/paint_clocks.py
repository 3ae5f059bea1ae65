"""Drawing the score board while a clock runs: the upper half is the player in turn, inverted, with the time as large as
it can be; below are the others side by side. Pixels only.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from companion.play.clock import FLAG, TENTHS, flag_is_up
from companion.ports import HEIGHT, WIDTH
from companion.ui import digits, paint_figures
from companion.ui.letters import Faces, Letters, Pen, share_bar
from companion.ui.page import Figure

HALF = 33
"""The rows of the upper half."""
NAME, POINTS, TIME = 4, 18, 3
"""The first rows of a name, of its points and of the time in the upper half."""
TIME_HIGH, TIME_WIDE = 27, 14
"""The height of the time that runs, and the most width of its digits."""
TIME_LEFT = 44
"""Where the time that runs begins at the left, or further right."""
DOT = 3
DOTS = {":": (7, 17), TENTHS: (TIME_HIGH - DOT,)}
"""The width of a dot, and the first rows of the dots between two parts of a clock."""
LOW = 13
WIDE, NARROW = 8, 5
"""The height of points, and the most and the least width of their digits."""
NAMES, LOWER, TIMES = 34, 42, 56
"""The first rows of the names, the points and the times of the others."""
BETWEEN = 4
"""What is free between the points and the time that runs."""
MOST = 6
"""The most people who have room."""
EDGE = 2
"""What is free at the left and the right of a cell."""


def draw(letters: Faces, picture: Image.Image, shown: Sequence[Figure], at: int) -> None:
    """Draw the figures, the clock of the one at `at` running."""
    _running(letters, picture, shown[at])
    if len(shown) > 1:
        others = [place for place in range(len(shown)) if place != at]
        _others(letters, picture, [shown[place] for place in others])
    if all(figure.share is not None for figure in shown):
        share_bar(picture, 0, WIDTH, HALF, [figure.share or 0 for figure in shown])


def has_room(shown: Sequence[Figure], at: int) -> bool:
    """Whether the numbers have room so; with more people than MOST their names have none."""
    others = [figure for place, figure in enumerate(shown) if place != at]
    texts = [text for figure in others for text, _ in figure.numbers[:1]]
    wide = WIDTH // max(len(others), 1) - 2
    return len(shown) <= MOST and all(digits.number_width(text, NARROW) <= wide for text in texts)


def _running(letters: Faces, picture: Image.Image, figure: Figure) -> None:
    """Draw the player in turn, inverted. The last seconds are inverted once more, and stand out."""
    drawn = _time(figure.clock)
    left = WIDTH - EDGE - drawn.width
    room = left - EDGE - BETWEEN
    if figure.clock.startswith(FLAG):
        wide = letters.large.width(FLAG)
        room -= wide + EDGE
        if flag_is_up(figure.clock):
            letters.large.text(picture, left - EDGE - wide, POINTS - 2, FLAG, wide + 1)
    face: Letters = letters.lines if letters.lines.width(figure.name) <= room else letters
    face.text(picture, EDGE, NAME if figure.numbers else (NAME + POINTS) // 2, figure.name, room)
    letters.number(picture, _number(figure, room), (EDGE, POINTS))
    letters.number(picture, drawn, (left, TIME))
    letters.invert(picture, (0, 0, left - EDGE if TENTHS in figure.clock else WIDTH, HALF))


def _others(letters: Letters, picture: Image.Image, shown: Sequence[Figure]) -> None:
    edges = [WIDTH * place // len(shown) for place in range(len(shown) + 1)]
    room = edges[1] - 2 * EDGE
    names = paint_figures.names(letters, [figure._replace(marked=False) for figure in shown], room)
    for place, (figure, name) in enumerate(zip(shown, names, strict=True)):
        left, right = edges[place], edges[place + 1]
        if place:
            Pen(picture).point([(left, y) for y in range(NAMES, HEIGHT - 1, 2)], fill=1)
        number = _number(figure, room)
        clock = _fitting(letters, figure.clock, right - left - 2)
        middle = left + right + 1
        letters.text(picture, (middle - letters.width(name)) // 2, NAMES, name, room)
        letters.number(picture, number, ((middle - number.width) // 2, LOWER))
        letters.text(picture, (middle - letters.width(clock)) // 2, TIMES, clock, right - left)


def _fitting(letters: Letters, clock: str, room: int) -> str:
    """A clock as it has room: without its flag, or only its minutes, where it must be so."""
    bare = clock.removeprefix(FLAG)
    texts = clock, bare, f"{bare.partition(':')[0]}'"
    return next((text for text in texts if letters.clock_width(text) <= room), texts[-1])


def _number(figure: Figure, room: int) -> Image.Image:
    """The first number of a player: without the words for what they count, two would look like one."""
    text = next((text for text, _ in figure.numbers), "")
    wide = next((wide for wide in range(WIDE, NARROW, -1) if digits.number_width(text, wide) <= room), NARROW)
    return digits.number(text, wide, LOW) if text else Image.new("1", (0, LOW))


def _time(clock: str) -> Image.Image:
    """A clock in large digits, as wide as there is room for."""
    room = WIDTH - TIME_LEFT - EDGE
    return next(drawn for wide in range(TIME_WIDE, 0, -1) if (drawn := _drawn(clock, wide)).width <= room)


def _drawn(clock: str, wide: int) -> Image.Image:
    """A clock in digits of this width, without its flag, which blinks beside it."""
    parts = [_sign(letter, wide) for letter in clock.removeprefix(FLAG)]
    drawn = Image.new("1", (sum([part.width + 2 for part in parts]) - 2, TIME_HIGH))
    x = 0
    for part in parts:
        drawn.paste(part, (x, 0))
        x += part.width + 2
    return drawn


def _sign(letter: str, wide: int) -> Image.Image:
    """A digit, a minus, or the dots between two parts of a clock."""
    if letter not in DOTS:
        return digits.digit(letter, wide // 2 if letter == "-" else wide, TIME_HIGH)
    drawn = Image.new("1", (DOT, TIME_HIGH))
    for y in DOTS[letter]:
        Pen(drawn).rectangle((0, y, DOT - 1, y + DOT - 1), fill=1)
    return drawn
