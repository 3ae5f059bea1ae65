"""The picture of the page that says that people may unplug the device."""

from __future__ import annotations

from PIL import Image

from companion.ui.letters import LEFT, RIGHT, Faces
from companion.ui.page import Drawing, Page
from companion.ui.pen import underline

TITLE_STEP = 18
"""The rows from one line of the title to the next."""


class SafePicture(Drawing):
    """The title in the largest letters, and below it when it is true."""

    fills_glass = True

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        y = 0
        for line in letters.large.wrap(page.title, RIGHT):
            letters.large.text(picture, LEFT, y, line, RIGHT - LEFT)
            y += TITLE_STEP
        underline(picture, 0, RIGHT, y + 1, dotted=True)
        for line in letters.lines.wrap(" ".join(page.text), RIGHT - LEFT):
            letters.lines.text(picture, LEFT, y + 3, line, RIGHT - LEFT)
            y += letters.lines.height
