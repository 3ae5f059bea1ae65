"""Banners: messages in a frame over the page. Pixels only."""

from __future__ import annotations

from PIL import Image

from companion.ports import HEIGHT
from companion.ui.letters import LINE, RIGHT, Faces, Letters
from companion.ui.pen import Pen

WIDE = RIGHT - 12
"""The width of a line in pixels."""
FRAME = 5
"""What the frame adds to the height of the lines."""
MORE = "\n▼"
"""Behind a page that goes on once a key is pressed; on the glass it is an arrow in the frame."""
STEP = 12
"""The height of a line in letters to be read."""
LINES = HEIGHT // LINE - 1
"""How many lines a banner has room for, in small letters."""


def split(letters: Letters, text: str) -> list[str]:
    """A message as banners that show every word: each has as many whole sentences as fit.

    A sentence that is longer than a banner continues in the next.
    """
    pages: list[list[str]] = []
    room = 0
    for sentence in text.split("\n"):
        for part in _parts(letters, sentence):
            needed = len(letters.wrap(part, WIDE))
            if not pages or needed > room:
                pages.append([])
                room = LINES
            pages[-1].append(part)
            room -= needed
    return ["\n".join(page) for page in pages]


def _parts(letters: Letters, sentence: str) -> list[str]:
    """A sentence in parts that each fit a banner, broken between words, or within a word that does not fit."""
    if fits(letters, sentence):
        return [sentence]
    lines = letters.broken(sentence, WIDE)
    first, rest = "".join(lines[:LINES]), "".join(lines[LINES:])
    return [first.rstrip(), *_parts(letters, rest)]


def fits(letters: Letters, sentence: str) -> bool:
    """Whether a sentence fits one banner."""
    return len(letters.wrap(sentence, WIDE)) <= LINES


def draw(faces: Faces, picture: Image.Image, banner: str) -> None:
    """Draw a banner: lit letters in a lit frame, with an arrow if it has MORE behind it.

    It is in the middle of the page; a single line is at the lower edge, so that figures that move are in sight.
    """
    goes_on, banner = banner.endswith(MORE), banner.removesuffix(MORE)
    parts = banner.split("\n")
    letters, step = faces.texts, LINE if faces.small else STEP
    lines = [line for part in parts for line in letters.wrap(part, WIDE)]
    if len(lines) * step + FRAME > HEIGHT:  # orders to the hands are not divided for the sake of their size
        letters, step = faces, LINE
        lines = [line for part in parts for line in letters.wrap(part, WIDE)][:LINES]
    high = len(lines) * step + FRAME
    top = (HEIGHT - high) // 2 if len(lines) > 1 else HEIGHT - high
    pen = Pen(picture)
    pen.rectangle((0, top - 1, RIGHT - 1, top + high), fill=0)
    pen.rectangle((1, top, RIGHT - 2, top + high - 1), outline=1)
    for place, line in enumerate(lines):
        letters.text(picture, (RIGHT - letters.width(line)) // 2, top + 3 + place * step, line, RIGHT)
    if goes_on:
        middle, bottom = RIGHT // 2, top + high
        pen.rectangle((middle - 6, bottom - 1, middle + 6, bottom), fill=0)
        pen.polygon(((middle - 4, bottom - 2), (middle + 4, bottom - 2), (middle, bottom + 1)), fill=1)
