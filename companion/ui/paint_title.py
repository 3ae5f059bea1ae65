"""Drawing a title of nine rows over its rule, for the tables of games. Pixels only."""

from __future__ import annotations

from PIL import Image

from companion.ui.letters import LEFT, RIGHT, Faces, Letters, has_enough, share_bar, underline
from companion.ui.page import STEPS, Page

RULE = 10
"""The row of the rule."""
GAP = 4
"""What is between the empty column behind a title and its clock, where there is room."""
HALF = RIGHT // 2
"""The most room for what stands at the right end of a title in small letters."""


def has_room(letters: Faces, title: str, aside: str) -> bool:
    """Whether what stands at the right end of a title is whole, where the title may give way up to HALF."""
    beside = letters.lines.width(title) + LEFT + letters.lines.width(aside) <= RIGHT
    return beside or letters.width(aside) <= _aside_room(letters, title)


def _aside_room(small: Letters, title: str) -> int:
    """The room at the right end of a title in small letters."""
    return max(HALF, RIGHT - 2 * LEFT - small.width(title))


def draw(
    letters: Faces,
    picture: Image.Image,
    page: Page,
    title: str,
    aside: str,
    *,
    rule: int = RULE,
    clock: str = "",
    chosen: bool = False,
) -> None:
    """Draw a title and what stands at its right end, in small letters where they have no room otherwise.

    The rule is in row `rule`; where it is lower there is room for kanji of twelve rows. A `clock` is drawn where it has
    room. `chosen`: the right end is a line of a menu under the cursor, before which the title gives way.
    """
    face: Letters = letters.lines
    high = rule == RULE and letters.are_high((title, aside))
    if high or face.width(title) + LEFT + face.width(aside) > RIGHT:
        face = letters
    top = 2 if face is letters else -1 if rule == RULE else 0  # capitals begin in the second row of their line
    line = Image.new("1", (RIGHT, rule + 1))
    if face is letters:
        aside = face.shortened(aside, RIGHT - LEFT if chosen else _aside_room(face, title))
    end = RIGHT - face.width(aside) - chosen if aside else RIGHT
    if chosen and not has_enough(face.shortened(title, end - LEFT - chosen), title):
        title = ""
    x = face.text(line, 0, top, title, end - LEFT - chosen)
    face.text(line, end, top, aside, RIGHT - end)
    if chosen and aside:
        letters.invert(line, (end - 1, 0, RIGHT, rule))
    free = end - LEFT - x - letters.clock_width(clock)
    if clock and free >= LEFT:
        letters.clock(line, x + min(free, GAP), 2, clock, end - x)
    down = (rule + 1) * page.drop // STEPS
    picture.paste(line.crop((0, 0, RIGHT, rule + 1 - down)), (0, down))
    if page.shares is not None:
        share_bar(picture, 0, RIGHT, rule, page.shares.parts)
    else:
        underline(picture, 0, RIGHT, rule, dotted=True)
