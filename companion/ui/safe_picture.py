"""The picture of the page that says that people may unplug the device."""

from __future__ import annotations

from PIL import Image

from companion.ui.letters import LEFT, RIGHT, Faces, underline
from companion.ui.page import Drawing, Page

TITLE_STEP = 18
"""The rows from one line of the title to the next."""
TOP, RULE, TEXT, STEP = (4, 0), (28, 38), (33, 41), (14, 11)
"""The first row of the title, of the rule and of the text, and the rows of a line of the text: with a title of one
line, and of two.
"""


class SafePicture(Drawing):
    """The title in the largest letters, and below it when it is true."""

    fills_glass = True

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        title = letters.large.wrap(page.title, RIGHT - LEFT)
        two = len(title) > 1
        for place, line in enumerate(title):
            letters.large.text(picture, LEFT, TOP[two] + place * TITLE_STEP, line, RIGHT - LEFT)
        underline(picture, 0, RIGHT, RULE[two], dotted=True)
        text, room = " ".join(page.text), RIGHT - LEFT
        face = next((one for one in (letters.lines, letters.texts) if len(one.wrap(text, room)) < 3), letters)
        for place, line in enumerate(face.wrap(text, room)):
            face.text(picture, LEFT, TEXT[two] + place * STEP[two], line, RIGHT - LEFT)
