"""Type that is read at 60 cm: the ink of every kind of line, in pixels of the pictures and in minutes of arc.

`BARS` is the table of the design. A kind is measured in every scene in which it is, in both languages, with names of
eight letters; `LESS` names the scenes that have less, with the reason and what they have at least.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import NamedTuple

import pytest
from glass import EIGHT, MeasuringLetters, MeasuringPainter
from letters import larger
from PIL import Image
from scenes import Stage, praetorians, scenes
from write_frames import NAMES

from companion.games.hannibal.map_picture import MapPicture
from companion.games.praetorians.strip import KANJI, Strip
from companion.games.spartacus.trick_picture import TrickPicture
from companion.ports import HEIGHT
from companion.ui import router
from companion.ui.letters import LEFT, RIGHT, Letters, Typeface, has_no_blanks
from companion.ui.page import Page
from companion.ui.paint_list import EDGE, GAP
from companion.ui.paint_title import RULE
from companion.ui.painter import BANNER_WIDE
from companion.ui.wheel_picture import Wheel
from companion.words import LANGUAGES, Words, without_breaks

DISTANCE_MM = 600
PIXEL_MM = {"0.96 inches": 0.170, "1.3 inches": 0.230}
"""The height of a pixel of each display."""


TITLES = {(RIGHT, rule + 1) for rule in (RULE, KANJI.rule)}
"""The sizes of the title of a table."""
ROOM = RIGHT - LEFT - EDGE
"""The width of a label."""


class Bar(NamedTuple):
    """The least ink of a kind of line in pixels: of Latin capitals and digits, and the size of kanji, 0 for none.

    `arc` is what the first is at least on the smaller display, in minutes.
    """

    latin: int
    kanji: int
    arc: float


BARS = {
    "the line under the cursor": Bar(16, 16, 15.5),
    "the same, where its label has no room in large letters": Bar(9, 12, 8.7),
    "another line of a list": Bar(9, 12, 8.7),
    "a text to be read": Bar(9, 10, 8.7),
    "a message of up to four lines": Bar(9, 10, 8.7),
    "a title": Bar(7, 8, 6.8),
    "the title of a table": Bar(9, 12, 8.7),
    "the title of a map": Bar(9, 8, 8.7),
    "the choice under the cursor of a strip or a wheel": Bar(16, 16, 15.5),
    "a name above numbers": Bar(7, 8, 6.8),
    "the head of a table": Bar(7, 8, 6.8),
    "the label of a place on a map": Bar(7, 8, 6.8),
    "the number of pieces on a map": Bar(9, 0, 8.7),
    "numbers of the table, two to four people": Bar(22, 0, 21.4),
    "numbers of the table, five people or more": Bar(17, 0, 16.5),
    "the card of a trick, two to four people": Bar(24, 0, 23.3),
    "points beside a trick, two to four people": Bar(9, 0, 8.7),
    "points beside a trick, five people": Bar(7, 0, 6.8),
    "the score board and results, two and three people": Bar(32, 0, 31.1),
    "the score board and results, four to six people": Bar(22, 0, 21.4),
    "numbers while a clock runs": Bar(13, 0, 12.6),
    "the time that runs": Bar(26, 0, 25.3),
    "another time": Bar(7, 0, 6.8),
}
SIZES = {16: 14, 12: 11, 10: 9, 8: 7}
"""The rows of ink that a kanji of each size has at least: a row between lines belongs to it."""
FAR_MOST = 13
"""The height of numbers beside the time that runs."""
LISTS = ("the line under the cursor", "another line of a list")
TABLES = ("numbers of the table, two to four people", "numbers of the table, five people or more")
FAR = ("the score board and results, two and three people", "the score board and results, four to six people")
LESS = (
    ("text above the list leaves it low", LISTS, 9, ("read-only",)),
    ("figures beside a list, or a wheel of three places", TABLES, 15, (
        "* beside a list", "person-figures", "pad-*",
    )),
    ("a clock, or a long line of the menu beside the title", ("the title of a map",), 7, (
        "hannibal-audit", "hannibal-fleet-clock",
    )),
    ("the points of the round and what was entered stand below the names", TABLES, 7, ("pad-sides",)),
    ("a clock takes rows of the cell", TABLES, 13, ("*-clock", "*-last-seconds")),
    ("words below the numbers, or a second number that is not drawn", ("numbers while a clock runs",), 7, (
        "hannibal-score-clock", "pad-score-clock",
    )),
    ("eight people, with three places", FAR, 14, ("pad-eight-score",)),
    ("a second number that is not drawn", FAR, 7, ("pad-results",)),
)  # fmt: skip
"""The scenes that have less ink: the reason, in which kinds, what they have at least, and their names."""


class InkPainter(MeasuringPainter):
    """A painter that measures the ink of the lines that it draws."""

    def start(self) -> None:
        super().start()
        self.inks: dict[str, Ink] = {}
        self.titles: list[tuple[str, Ink]] = []
        self.faces: set[Letters] = set()

    def letters_of(self, typeface: Typeface) -> Letters:
        return InkLetters(typeface, self)

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        self.note(self, self.shortened(without_breaks(text), width), picture)
        return super().text(picture, x, y, text, width)

    def note(self, letters: Letters, shown: str, picture: Image.Image) -> None:
        """Keep the ink of a line: its highest capital or digit, its highest kanji. Of two lines alike the higher. The
        title of a table is drawn as a picture of its own.
        """
        latin = [ink_of(letters, letter) for letter in set(shown) if letter.isascii() and letter.isalnum()
                 and not letter.islower()]  # fmt: skip
        kanji = [ink_of(letters, letter) for letter in set(shown) if "一" <= letter <= "鿿"]
        before, ink = self.inks.get(shown, Ink(0, 0)), Ink(max(latin, default=0), max(kanji, default=0))
        self.inks[shown] = max(before, ink)
        self.faces.add(letters)
        if picture.size in TITLES:
            self.titles.append((shown, ink))


class InkLetters(MeasuringLetters):
    """Letters of another size, which tell the painter what they draw."""

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        painter = self._painter
        assert isinstance(painter, InkPainter)
        painter.note(self, self.shortened(without_breaks(text), width), picture)
        return super().text(picture, x, y, text, width)


class Ink(NamedTuple):
    """The rows of ink of a line: of its capitals and digits, and of its kanji; 0 where there are none."""

    latin: int
    kanji: int = 0


def ink_of(letters: Letters, letter: str) -> int:
    """The rows that a letter lights."""
    picture = Image.new("1", (2 * HEIGHT, HEIGHT))
    Letters.text(letters, picture, 8, 8, letter, HEIGHT)
    box = picture.getbbox()
    return box[3] - box[1] if box else 0


def kinds_of(page: Page, banner: str | None, painter: InkPainter, argued: int | None) -> Iterator[tuple[str, Ink]]:
    """Each thing on a page that has a bar, by the name of its kind, with its ink."""
    inks = {plain(text): ink for text, ink in painter.inks.items()}
    if not page.far and plain(page.title) in inks:
        yield "a title", inks[plain(page.title)]
    if page.reads:
        yield from (("a text to be read", inks[plain(line)]) for line in page.text if plain(line) in inks)
    if page.cursor is not None and page.menu and page.drawing is None and not page.figures and page.inside is None:
        for place, item in enumerate(page.menu):
            ink, width = inks.get(plain(item.label)), painter.large.width(f"{item.who} {item.label}".strip())
            if ink is None:
                continue  # it has no room for all of it, or is out of sight
            if place != page.cursor:
                parts = [painter.lines.width(part) + GAP for part in (item.who, item.label, item.value) if part]
                if sum(parts) - GAP <= ROOM:
                    yield "another line of a list", ink
            elif width <= ROOM:
                yield "the line under the cursor", ink
            else:
                yield "the same, where its label has no room in large letters", ink
    if argued is not None:
        people = len(page.figures)
        if page.ticks and page.far:
            yield "numbers while a clock runs", Ink(argued)
        elif page.far:
            yield FAR[people > 3], Ink(argued)
        elif isinstance(page.drawing, TrickPicture):
            five = len(page.drawing.seats) > 4
            yield TABLES[1] if five else "the card of a trick, two to four people", Ink(argued)
        else:
            yield TABLES[people > 4], Ink(argued)
    yield from kinds_of_drawing(page, inks, painter)
    for part in painter.banners(banner) if banner else ():
        if len([line for text in part.split("\n") for line in painter.texts.wrap(text, BANNER_WIDE)]) <= 4:
            painter.start()
            painter.page(Page(screen="", title=""), part)
            yield from (("a message of up to four lines", ink) for ink in painter.inks.values())


def kinds_of_drawing(page: Page, inks: Mapping[str, Ink], painter: InkPainter) -> Iterator[tuple[str, Ink]]:
    """What is on tables and boards that paint themselves, on tables of rounds, and at clocks."""
    kind = "the title of a map" if isinstance(page.drawing, MapPicture) else "the title of a table"
    japanese = any(map(has_no_blanks, "".join(text for text, _ in painter.titles)))  # then all is in one size
    yield from ((kind, Ink(0 if japanese else ink.latin, ink.kanji)) for _, ink in painter.titles)
    yield from (("the head of a table", inks[plain(head)]) for head in page.heads)
    figures, drawing = page.figures, page.drawing
    if isinstance(drawing, TrickPicture):
        figures = tuple([seat.figure for seat in drawing.seats])
        people = "two to four" if len(figures) < 5 else "five"
        yield from ((f"points beside a trick, {people} people", inks[str(figure.number)]) for figure in figures)
    if isinstance(drawing, Strip | Wheel | TrickPicture):
        highest = max(ink_of(face, "H") for face in painter.faces)
        number = painter.height_of(drawing.chosen) if isinstance(drawing, Wheel) and drawing.number else 0
        if page.cursor is not None or page.inside is not None:
            yield "the choice under the cursor of a strip or a wheel", Ink(max(highest, number))
        for figure in figures:
            shown = [ink for text, ink in inks.items() if text and plain(figure.name).startswith(text)]
            yield from (("a name above numbers", ink) for ink in shown)
    if isinstance(drawing, MapPicture):
        for space in [space for row in page.board for space in row]:
            if space.name:
                yield "the label of a place on a map", inks[plain(space.name)]
            if not space.tall:
                yield from (("the number of pieces on a map", inks[token.text])
                            for token in space.tokens if token.text in inks)  # fmt: skip
    if page.far and page.ticks and painter.highest > FAR_MOST:
        yield "the time that runs", Ink(painter.highest)
        yield from (("another time", inks[figure.clock]) for figure in page.figures if figure.clock in inks)


def plain(text: str) -> str:
    return without_breaks(text).replace(" ", "")


@cache
def measured(language: str) -> tuple[tuple[str, str, Ink], ...]:
    """The name of a scene, with `beside a list` where its figures are, a kind that is in it, and its ink."""
    found, painter = [], InkPainter(larger())
    for scene in scenes(painter, Words(language, breaks=True), EIGHT):
        page = router.view(scene.screen, scene.context)
        argued = painter.measures(page, None, scene.name).argued
        beside = page.figures and page.menu and page.drawing is None and not page.far
        name = f"{scene.name} beside a list" if beside else scene.name
        found += [(name, kind, ink) for kind, ink in kinds_of(page, scene.banner, painter, argued)]
    return tuple(found)


def least(name: str, kind: str) -> Bar:
    """The bar of a kind in a scene."""
    bar = BARS[kind]
    for _, kinds, pixels, names in LESS:
        if kind in kinds and any(fnmatchcase(name, pattern) for pattern in names):
            bar = bar._replace(latin=min(bar.latin, pixels), kanji=min(bar.kanji, 8))
    return bar


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", BARS)
def test_every_kind_of_line_has_the_ink_of_the_table(language: str, kind: str) -> None:
    low = {}
    for name, known, ink in measured(language):
        if known == kind:
            bar = least(name, kind)
            if 0 < ink.latin < bar.latin or 0 < ink.kanji < SIZES.get(bar.kanji, 0):
                low[name] = ink
    assert low == {}


@pytest.mark.parametrize("small", [False, pytest.param(True, marks=pytest.mark.gate)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", NAMES)
def test_points_over_a_strip_of_choices_are_large_beside_names_of_every_size(
    language: str, names: str, small: bool
) -> None:
    painter, seen = MeasuringPainter(larger(), small=small), 0
    # No other game has a strip.
    for scene in praetorians.scenes(Stage(painter, Words(language, breaks=True), NAMES[names])):
        page = router.view(scene.screen, scene.context)
        if isinstance(page.drawing, Strip):
            found, seen = painter.measures(page, None, scene.name), seen + 1
            clocked = bool(page.clock or any(figure.clock for figure in page.figures))
            assert found.argued is None or found.argued >= (13 if clocked else 22), scene.name
            assert (found.clipped, found.covered) == (0, 0), scene.name
    assert seen >= 15


def test_every_kind_of_the_table_is_in_some_scene() -> None:
    assert {kind for language in LANGUAGES for _, kind, _ in measured(language)} == set(BARS)


@pytest.mark.parametrize("kind", BARS)
def test_what_is_read_at_60_cm_has_its_arc_on_both_displays(kind: str) -> None:
    bar = BARS[kind]
    arcs = {size: math.degrees(bar.latin * high / DISTANCE_MM) * 60 for size, high in PIXEL_MM.items()}
    assert arcs["0.96 inches"] >= bar.arc
    assert arcs["1.3 inches"] >= bar.arc * 1.35


def test_the_letters_have_the_ink_that_the_table_counts_on() -> None:
    painter = InkPainter(larger())
    faces = {"small": painter, "text": painter.texts, "line": painter.lines, "large": painter.large}
    assert {name: ink_of(letters, "H") for name, letters in faces.items()} == {
        "small": 7, "text": 9, "line": 9, "large": 16,
    }  # fmt: skip
    assert [ink_of(letters, "鷹") for letters in faces.values()] >= [SIZES[size] for size in (8, 10, 12, 16)]
