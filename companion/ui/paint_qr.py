"""Drawing QR codes. Pixels only; the page says what is in a code."""

from __future__ import annotations

from PIL import Image

from companion.ports import HEIGHT
from companion.ui.letters import LINE, RIGHT, Letters
from companion.ui.page import Page
from companion.ui.qr import BESIDE, PIXELS, WHITE, modules


def draw(picture: Image.Image, page: Page, letters: Letters) -> None:
    """Draw the code at the left edge, dark on white that is as high as the glass; beside it the title and the text."""
    rows = modules(page.code)
    code = Image.new("1", (len(rows), len(rows)))
    code.putdata([not module for row in rows for module in row])
    code = code.resize((code.width * PIXELS, code.height * PIXELS), Image.Resampling.NEAREST)
    picture.paste(1, (0, 0, WHITE, HEIGHT))
    picture.paste(code, ((WHITE - code.width) // 2, (HEIGHT - code.height) // 2))
    for place, line in enumerate((*letters.wrap(page.title, BESIDE), "", *page.text)):
        letters.text(picture, RIGHT - BESIDE, place * LINE, line, BESIDE)
