"""Drawing a page as plain lines: its text, and a mark at the cursor. For a page that cannot be painted.

It uses nothing but letters, so that no fault of a page is also one of this.
"""

from __future__ import annotations

from PIL import Image

from companion.ports import HEIGHT, PageText
from companion.ui.letters import LINE, RIGHT, Letters

CURSOR = "> "
ROWS = HEIGHT // LINE


def draw(letters: Letters, picture: Image.Image, shown: PageText) -> None:
    """Draw the title, and below it the banner, or without one the lines around the cursor."""
    title, *rest = shown.lines or ("",)
    at = shown.cursor[0] if isinstance(shown.cursor, tuple) else shown.cursor
    lines = [CURSOR * (place == at) + line for place, line in enumerate(rest, 1)]
    if shown.banner is not None:
        lines = [line for part in shown.banner.split("\n") for line in letters.wrap(part)]
    elif at is not None:
        first = min(max(at - ROWS // 2, 0), max(len(lines) - ROWS + 1, 0))
        lines = lines[first:]
    for row, line in enumerate([title, *lines][:ROWS]):
        letters.text(picture, 0, row * LINE, line, RIGHT)
