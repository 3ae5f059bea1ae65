"""The picture of an advice: the best action and the next one, each with its share as a number and as a bar."""

from __future__ import annotations

from PIL import Image

from companion.ui import paint_list
from companion.ui.letters import LEFT, LINE, RIGHT, Faces
from companion.ui.page import Drawing, Page
from companion.ui.pen import Pen, underline

WHOLE = RIGHT - LEFT
"""The width of a bar for a hundred per cent."""
ROWS = ((11, 33, 36), (42, 55, 56))
"""The first row of an action, and the first and the last row of its bar."""


class BestPicture(Drawing):
    """Up to two actions with their shares in per cent, the best one first."""

    actions: tuple[tuple[str, int], ...]

    fills_glass = True

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple([f"{name} {share}%" for name, share in self.actions])

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        letters.text(picture, 0, 0, page.title, RIGHT)
        letters.text(picture, RIGHT - letters.width(page.aside), 0, page.aside, RIGHT)
        underline(picture, 0, RIGHT, LINE - 1, dotted=True)
        for (name, share), (top, bar, low), best in zip(self.actions, ROWS, (True, False), strict=False):
            number = f"{share}%"
            end = RIGHT - letters.large.width(number) if best else RIGHT - letters.lines.width(number)
            room = end - LEFT - paint_list.GAP
            faces = (letters.large, letters.lines, letters) if best else (letters.lines, letters)
            face = next((face for face in faces if face.width(name) <= room), letters)
            (letters.large if best else letters.lines).text(picture, end, top, number, RIGHT - end)
            face.text(picture, LEFT, top + (0 if face is faces[0] else LINE // 2 if best else 2), name, room)
            Pen(picture).rectangle((LEFT, bar, LEFT + max(WHOLE * share // 100, 1) - 1, low), fill=1)
            Pen(picture).point([(x, low) for x in range(LEFT + WHOLE * share // 100 + 1, RIGHT, 2)], fill=1)
