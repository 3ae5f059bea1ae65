"""Drawing QR codes. Pixels only; the page says what is in a code."""

from __future__ import annotations

from PIL import Image

from companion.ports import HEIGHT
from companion.ui.letters import LINE, RIGHT, Letters
from companion.ui.page import Page
from companion.ui.qr import modules

GAP = 4


def draw(picture: Image.Image, page: Page, letters: Letters) -> None:
    """Draw the code at the left edge, dark on a light square; beside it the title and the text."""
    found = modules(page.code)
    if found is not None:
        size = len(found.rows)
        code = Image.new("1", (size, size))
        code.putdata([not module for row in found.rows for module in row])
        code = code.resize((size * found.pixels, size * found.pixels), Image.Resampling.NEAREST)
        margin = (HEIGHT - code.width) // 2
        picture.paste(1, (0, 0, HEIGHT, HEIGHT))
        picture.paste(code, (margin, margin))
    room = RIGHT - HEIGHT - GAP
    for place, line in enumerate((*letters.wrap(page.title, room), "", *page.text)):
        letters.text(picture, HEIGHT + GAP, place * LINE, line, room)
