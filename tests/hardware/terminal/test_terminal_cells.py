"""Pictures as characters: worked by hand, and read back pixel by pixel for any picture."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from companion.ports import HEIGHT, WIDTH
from hardware.simulated.terminal.cells import BRAILLE, HALF, Cells, Line, Run, changed_lines, draw

# Where the dots 1 to 8 of a braille character stand: (column, row).
DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))


def blank() -> Image.Image:
    return Image.new("1", (WIDTH, HEIGHT))


def drawing(*lit: tuple[int, int]) -> Image.Image:
    picture = blank()
    for pixel in lit:
        picture.putpixel(pixel, 1)
    return picture


def text(line: Line) -> str:
    return "".join(run.text for run in line)


def seen(lines: Sequence[Line], cells: Cells) -> Image.Image:
    """The picture that a person sees in lines of characters."""
    picture = blank()
    wide, high = WIDTH // cells.width, HEIGHT // cells.height
    for row, line in enumerate(lines):
        column = 0
        for run in line:
            for character in run.text:
                if cells == HALF:
                    lit = {(0, place) for place in (0, 1) if character in ("▀█", "▄█")[place]}
                else:
                    number = 0 if character == " " else ord(character) - 0x2800
                    lit = {DOTS[bit] for bit in range(8) if number >> bit & 1}
                for x in range(wide):
                    for y in range(high):
                        if ((x, y) in lit) != run.ground:
                            picture.putpixel((column * wide + x, row * high + y), 1)
                column += 1
        assert column == cells.width
    assert len(lines) == cells.height
    return picture


@pytest.mark.parametrize("cells", [HALF, BRAILLE])
def test_dark_glass_is_blanks(cells: Cells) -> None:
    assert draw(blank(), cells) == [(Run(" " * cells.width),)] * cells.height


def test_half_blocks_have_two_pixels() -> None:
    lines = draw(drawing((0, 0), (1, 1), (2, 0), (2, 1), (127, 63)), HALF)
    assert text(lines[0]) == "▀▄█" + " " * 125
    assert text(lines[31]) == " " * 127 + "▄"
    assert {text(line) for line in lines[1:31]} == {" " * 128}


@pytest.mark.parametrize(
    ("pixel", "character"),
    [
        ((0, 0), "⠁"),
        ((0, 1), "⠂"),
        ((0, 2), "⠄"),
        ((1, 0), "⠈"),
        ((1, 1), "⠐"),
        ((1, 2), "⠠"),
        ((0, 3), "⡀"),
        ((1, 3), "⢀"),
    ],
)
def test_braille_has_a_dot_a_pixel(pixel: tuple[int, int], character: str) -> None:
    x, y = pixel
    # In the second cell from the right of the third line.
    lines = draw(drawing((124 + x, 8 + y)), BRAILLE)
    assert text(lines[2]) == " " * 62 + character + " "


def test_a_lit_bar_without_letters_is_dots() -> None:
    picture = blank()
    ImageDraw.Draw(picture).rectangle((0, 0, 9, 3), fill=1)
    assert draw(picture, BRAILLE)[0] == (Run("⣿" * 5 + " " * 59),)


def test_dark_letters_on_a_lit_bar_are_dots_on_lit_ground() -> None:
    # A dark upright in the left half of the third of five cells: half of that cell is lit.
    picture = blank()
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, 9, 3), fill=1)
    pen.line((4, 0, 4, 3), fill=0)
    assert draw(picture, BRAILLE)[0] == (Run("  ⡇  ", ground=True), Run(" " * 59))


def test_a_bar_with_a_gap_is_two_bars() -> None:
    # A cell that is all dark between two lit ones: no letter is that dark.
    picture = blank()
    pen = ImageDraw.Draw(picture)
    pen.rectangle((2, 0, 3, 3), fill=1)
    pen.rectangle((6, 0, 7, 3), fill=1)
    assert draw(picture, BRAILLE)[0] == (Run(" ⣿ ⣿" + " " * 60),)


# Pages have bars, letters and noise; noise alone would hardly ever have a lit ground.
boxes = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(0, 127), st.integers(0, 63), st.booleans())


@pytest.mark.parametrize("cells", [HALF, BRAILLE])
@given(noise=st.binary(max_size=64), at=st.integers(0, 960), painted=st.lists(boxes, max_size=8))
def test_any_picture_is_seen_as_it_is(
    cells: Cells, noise: bytes, at: int, painted: list[tuple[int, int, int, int, bool]]
) -> None:
    picture = Image.frombytes("1", (WIDTH, HEIGHT), (bytes(at) + noise).ljust(1024, b"\0"))
    for x, y, to_x, to_y, lit in painted:
        ImageDraw.Draw(picture).rectangle((min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)), fill=int(lit))
    assert seen(draw(picture, cells), cells).tobytes() == picture.tobytes()


def test_only_lines_that_differ_have_changed() -> None:
    assert changed_lines(draw(blank(), BRAILLE), draw(drawing((5, 40), (5, 63)), BRAILLE)) == [10, 15]
    assert changed_lines(draw(blank(), BRAILLE), draw(blank(), BRAILLE)) == []


def test_another_count_of_lines_is_a_change_of_all() -> None:
    assert changed_lines(draw(blank(), BRAILLE), draw(blank(), HALF)) == list(range(32))
