"""What is on the glass, measured while a page is painted: sizes, clipped pixels, inverted boxes, texts that are cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from letters import letters_for
from PIL import Image, ImageChops
from scenes import Scene, scenes
from write_frames import NAMES

from companion.games.spartacus.trick_picture import TrickPicture
from companion.ports import HEIGHT, WIDTH
from companion.ui import digits, router
from companion.ui.letters import ELLIPSIS, LINE, Box, Letters, Typeface, Typefaces, composed, has_no_blanks
from companion.ui.page import Page
from companion.ui.painter import PAGE, Painter
from companion.values import replace
from companion.words import Words, without_breaks

EIGHT = NAMES["eight"]
MARGIN = 64
"""What is drawn so far beyond the glass is seen: the picture is larger."""
WHOLE = (WIDTH + MARGIN, HEIGHT + MARGIN)


class Measures(NamedTuple):
    """What is measured on one picture. Heights are in pixels, None where there is nothing to measure.

    `figure` is the smallest number that is not written in letters, `argued` the smallest number of a player: points,
    chips, the card in a trick. `letter` is the smallest letter. `clipped` counts the lit pixels that are outside of the
    glass, of the page beside the keys, or of the cell they belong to; `covered` those that are drawn on what was lit
    already. `inverted` counts inverted boxes; `cut` are texts that are shortened with an ellipsis or not there.
    """

    screen: str
    name: str
    figure: int | None
    argued: int | None
    letter: int | None
    clipped: int
    covered: int
    inverted: int
    cut: tuple[str, ...]


class MeasuringPainter(Painter):
    """A painter that measures what it draws."""

    def __init__(self, typefaces: Typefaces, *, small: bool = False) -> None:
        super().__init__(typefaces, small=small)
        self._capital = _capital_of(typefaces.small)
        self.start()

    def letters_of(self, typeface: Typeface) -> Letters:
        return MeasuringLetters(typeface, self)

    def start(self) -> None:
        """Forget what was measured."""
        self._far = False
        self._written: list[str] = []
        self._gone: list[str] = []
        self._letters: list[int] = []
        self._numbers: list[Image.Image] = []
        self.clipped = self.covered = self._inverted = 0

    def dark_picture(self) -> Image.Image:
        return Image.new("1", WHOLE)

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        alone = Image.new("1", (WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN))
        end = super().text(alone, MARGIN, MARGIN, text, width) - MARGIN
        shown = self.shortened(without_breaks(text), width)
        self.wrote(picture, alone, (x - MARGIN, y - MARGIN), shown, LINE, self._capital)
        super().text(picture, x, y, text, width)
        return x + end

    def wrote(
        self, picture: Image.Image, alone: Image.Image, at: tuple[int, int], shown: str, high: int, capital: int
    ) -> None:
        """Note a line before it is drawn: with these letters, kana and kanji so `high`, and capitals."""
        self._written.append(shown)
        japanese = any(map(has_no_blanks, shown))
        if japanese or any(map(str.isupper, shown)):
            self._letters.append(high if japanese else capital)
        self._measure(picture, alone, at)

    def shortened(self, text: str, width: int) -> str:
        short = super().shortened(text, width)
        self.shortened_to(text, short)
        return short

    def shortened_to(self, text: str, short: str) -> None:
        """Note what has become of a text that was to be shortened."""
        if text and not short:
            self._gone.append(text)

    def number(self, picture: Image.Image, drawn: Image.Image, at: tuple[int, int], *, dark: bool = False) -> None:
        self._numbers.append(drawn)
        if not dark:
            self._measure(picture, drawn, at)
        super().number(picture, drawn, at, dark=dark)

    def invert(self, picture: Image.Image, box: Box) -> None:
        self._inverted += 1
        super().invert(picture, box)

    def _measure(self, picture: Image.Image, drawn: Image.Image, at: tuple[int, int]) -> None:
        """Count what is beyond the picture, and what is lit already."""
        here = Image.new("1", picture.size)
        here.paste(drawn, at)
        self.covered += _lit(ImageChops.logical_and(here, picture))
        right, bottom = self._bounds if picture.size == WHOLE else picture.size
        self.clipped += _lit(drawn) - _lit(here.crop((0, 0, right, bottom)))

    @property
    def _bounds(self) -> tuple[int, int]:
        return WIDTH if self._far else PAGE, HEIGHT

    def measures(self, page: Page, banner: str | None = None, name: str = "") -> Measures:
        """Paint a page and measure it."""
        self.start()
        self._far = page.far
        bare = self.page(replace(page, keys=""))
        beyond = _lit(bare) - _lit(bare.crop((0, 0, *self._bounds)))
        numbers = [_height(drawn) for drawn in self._numbers]
        heights = [(self.height_of(number), must) for number, must in _argued(page)]
        argued = [height or self._capital for height, must in heights if height or must]
        clipped, covered, inverted, cut = (
            max(self.clipped, beyond),
            self.covered,
            self._inverted,
            [*self._cut_texts(page)],
        )
        letters = self._letters
        if banner:
            self.start()
            for part in self.banners(banner):
                self.page(Page(screen="", title=""), part)
            cut += [part for part in banner.split("\n") if _plain(part) not in _plain("".join(self._written))]
            cut += [shown for shown in self._written if ELLIPSIS in shown]
        return Measures(
            page.screen, name, min(numbers, default=None), min(argued, default=None), min(letters, default=None),
            clipped, covered, inverted, tuple(cut),
        )  # fmt: skip

    @property
    def highest(self) -> int:
        """The height of the highest number that is not written in letters, 0 without one."""
        return max(map(_height, self._numbers), default=0)

    def height_of(self, number: str) -> int:
        """The height in which a number is drawn in digits, 0 if it is not."""
        found = [
            drawn.height
            for drawn in self._numbers
            for wide in range(LINE // 2, WIDTH // 2)
            if _same(drawn, digits.number(number, wide, drawn.height))
        ]
        return max(found, default=0)

    @property
    def written(self) -> tuple[str, ...]:
        """The lines that were written since the start."""
        return tuple(self._written)

    @property
    def written_plain(self) -> str:
        """All that was written since the start, without blanks."""
        return _plain("".join(self._written))

    def _cut_texts(self, page: Page) -> Iterator[str]:
        """Texts of a page that are shortened or not written at all; other lines of a list may be out of sight."""
        chosen = page.menu[page.cursor : page.cursor + 1] if page.cursor is not None else ()
        parts = [part for item in chosen for part in (item.label, item.who) if part]
        parts += [item.value for item in chosen if not any(_plain(short) in self.written_plain for short in item.short)]
        texts = [page.title, page.aside, *page.text, *parts]
        if not any(character.isdecimal() for character in page.big):
            texts.append(page.big)
        if page.far:
            texts = []
        for shown in self._written:
            if ELLIPSIS in shown:
                yield shown
        written = self.written_plain
        for text in [*texts, *self._gone]:
            if _plain(text) not in written or text in self._gone:
                yield f"({without_breaks(text)})"


class MeasuringLetters(Letters):
    """Letters of another size, measured by the painter."""

    def __init__(self, typeface: Typeface, painter: MeasuringPainter) -> None:
        super().__init__(typeface)
        self._painter = painter
        self._capital = _capital_of(typeface)

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        alone = Image.new("1", (WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN))
        end = super().text(alone, MARGIN, MARGIN, text, width) - MARGIN
        shown = self.shortened(without_breaks(text), width)
        at = x - MARGIN, y - MARGIN
        self._painter.wrote(picture, alone, at, shown, min(self._capital + 1, LINE * 2), self._capital)
        super().text(picture, x, y, text, width)
        return x + end

    def shortened(self, text: str, width: int) -> str:
        short = super().shortened(text, width)
        self._painter.shortened_to(text, short)
        return short


def _capital_of(typeface: Typeface) -> int:
    """How many rows a capital has."""
    columns = typeface.columns("H") or ()
    lit = 0
    for column in columns:
        lit |= column
    return lit.bit_count()


def _argued(page: Page) -> Iterator[tuple[str, bool]]:
    """The numbers on a page that people argue about, and whether each must be drawn."""
    for place, figure in enumerate(page.figures):
        for number, _ in figure.numbers:
            if any(character.isdecimal() for character in number):
                yield number, page.around in (None, place)
    if isinstance(page.drawing, TrickPicture):
        for seat in page.drawing.seats:
            yield from ((card, True) for card in seat.cards[-1:] if card.isdecimal())


def _plain(text: str) -> str:
    return "".join(composed(without_breaks(text)).split())


def _lit(picture: Image.Image) -> int:
    return sum(picture.histogram()[1:])  # lit is 1 or 255


def _lit_height(picture: Image.Image) -> int:
    box = picture.getbbox()
    return box[3] - box[1] if box else 0


def _height(drawn: Image.Image) -> int:
    """The height of digits; those of the typeface are lower than their line."""
    return drawn.height if drawn.height > LINE else _lit_height(drawn)


def _same(drawn: Image.Image, other: Image.Image) -> bool:
    return drawn.size == other.size and drawn.tobytes() == other.tobytes()


def measured_scenes(language: str, *, small: bool = False) -> Iterator[Measures]:
    """The measures of every scene with names of eight letters."""
    painter = MeasuringPainter(letters_for(language), small=small)
    for scene in scenes(painter, Words(language, breaks=True), EIGHT):
        yield measures_of(painter, scene)


def measures_of(painter: MeasuringPainter, scene: Scene) -> Measures:
    """The measures of a scene."""
    return painter.measures(router.view(scene.screen, scene.context), scene.banner, scene.name)
