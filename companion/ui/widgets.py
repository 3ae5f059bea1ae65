"""The kit of screens: a list, a question, pages, a number. What the keys do there is written here, once.

A screen extends one of them and says what it shows and where it leads. The kit moves the cursor, keeps it within what
is there now, goes back, turns pages and looks up only the visible lines of a long list.

Boards are in `boards`: a start does not need them.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING
from unicodedata import normalize

from companion.ui.intents import Say
from companion.ui.page import Field, Item, Page, Reading, Target, in_one_line
from companion.ui.screen import ACROSS, BY, MOVES, Aim, Command, Context, Screen, move_in_ring
from companion.values import NamedTuple, by_name, replace

if TYPE_CHECKING:
    from companion.ui.screen import Intent

ROWS = 6
"""How many lines around the cursor a long list looks up: no list shows more."""
SHOWN = 4
"""How many lines a list shows."""
QUESTION = 3
"""How many lines of a question leave room for both answers."""

TEN = 10
LABELS = {"help": "help-entry"}
"""Names of lines whose key is not their own: the key `help` is the help text of the screen itself."""
_SENTENCES = "(?<=[.!?] )|(?<=[。！？])"
# Patterns are texts, which `re` compiles when people type.
_SUM = r"[0-9]+(?:\+[0-9]*)+"
_NUMBER = r"-?[0-9]*"
BELL = "🔔"
"""The sign of messages that are kept; their number stands behind it."""


class Line(NamedTuple):
    """A line of a list, and where OK on it leads.

    On the line of a game that runs, `end` gives the question whether to end the game.
    """

    item: Item
    opens: Callable[[], Screen | Intent]
    end: Callable[[], Screen] | None = None


class Lines(NamedTuple):
    """The lines of a long list: how many there are, and a function that looks up some of them.

    As many as the `window` says are looked up for one page.
    """

    total: int
    look_up: Callable[[range], Sequence[Line]]
    window: int = ROWS


def named(
    context: Context, screen: str, offers: Mapping[str, Callable[[], Screen | Intent]], **params: object
) -> list[Line]:
    """Lines with the texts `screen.SCREEN.NAME`."""
    return [
        Line(Item(context.words(f"screen.{screen}.{LABELS.get(name, name)}", **params)), opens)
        for name, opens in offers.items()
    ]


class ListScreen(Screen):
    """Lines, one under the cursor. A screen says what its `lines` are, and the `page` around them or its `screen_name`.

    BACK leads to the screen `back`; a screen without one says where it leads in `left`.

    UP and DOWN move in a ring; LEFT and RIGHT move by a page where there are several. A screen whose cursor starts on
    another line than the first declares it once more.
    """

    trailing = ("cursor",)

    cursor: int = by_name(default=0, kw_only=True)
    """The line under the cursor. It may be too high after lines have gone; then the last one is meant."""

    if TYPE_CHECKING:

        @property
        def screen_name(self) -> str:
            """The name of the page, for a screen that has no other `page`."""

        @property
        def back(self) -> Screen:
            """The screen that BACK leads to, for a screen that has no other `left`."""

    @abstractmethod
    def lines(self, context: Context) -> Sequence[Line] | Lines:
        """The lines that people can choose now."""

    def page(self, context: Context) -> Page:
        """The page without its lines; its title is `screen.SCREEN.title`."""
        return Page(screen=self.screen_name, title=context.words(f"screen.{self.screen_name}.title"))

    def left(self, context: Context) -> Screen | Intent:
        """Where BACK leads; OK leads there too if there are no lines."""
        return self.back

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.left(context)
        lines = _long(self.lines(context))
        at = min(self.cursor, lines.total - 1)
        if command in MOVES:
            return replace(self, cursor=_moved(at, command, lines)) if lines.total else self
        if command is not Command.OK:
            return self
        return lines.look_up(range(at, at + 1))[0].opens() if lines.total else self.left(context)

    def end(self, context: Context) -> Screen | None:
        lines = _long(self.lines(context))
        at = min(self.cursor, lines.total - 1)
        end = lines.look_up(range(at, at + 1))[0].end if lines.total else None
        return end() if end is not None else None

    def targets(self, context: Context) -> tuple[Target, ...]:
        lines = _long(self.lines(context))
        shown = lines.look_up(range(lines.total))
        return tuple([Target(str(place), "menu", place, None, str(line.item)) for place, line in enumerate(shown)])

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return replace(self, cursor=int(target)).update(Command.OK, context)

    def type_text(self, text: str, context: Context) -> Screen | Intent | Aim:
        """Letters go to the next label that begins so, digits to the line at that place. A long list takes none."""
        lines = self.lines(context)
        if isinstance(lines, Lines) or not lines:
            return self
        labels = [label_text(str(line.item)) for line in lines]
        place = place_of(label_text(text), labels, min(self.cursor, len(labels) - 1))
        return self if place is None else Aim(replace(self, cursor=place))

    def view(self, context: Context) -> Page:
        lines, page = _long(self.lines(context)), self.page(context)
        if context.wide:
            lines = lines._replace(window=max(lines.total, 1))
        at = min(self.cursor, lines.total - 1)
        first = min(max(at - lines.window // 2, 0), max(lines.total - lines.window, 0))
        shown = lines.look_up(range(first, min(first + lines.window, lines.total)))
        menu, cursor = tuple([line.item for line in shown]), at - first if shown else None
        window = (first, lines.total) if lines.window < lines.total else None
        page = replace(page, menu=menu, cursor=cursor, window=window)
        return page if lines.total > 1 else page.without_moves


def _long(lines: Sequence[Line] | Lines) -> Lines:
    """A short list as a long one whose window shows all; the painter scrolls it."""
    if isinstance(lines, Lines):
        return lines
    return Lines(len(lines), lambda shown: lines[shown.start : shown.stop], len(lines))


def label_text(text: str) -> str:
    """A label as it is compared with what people type: in small letters, without differences of width, and without the
    accents of Latin letters, which not every keyboard has. The marks of kana stay.
    """
    return normalize("NFC", re.sub("[\u0300-\u036f]", "", normalize("NFKD", text))).casefold()


def place_of(text: str, labels: Sequence[str], at: int) -> int | None:
    """The place of the label that a text means in a list with the cursor `at`; None if it means none.

    Digits count lines, unless a label begins with one.
    """
    if text.isdecimal() and not any(label[:1].isdecimal() for label in labels):
        return int(text) - 1 if 0 < int(text) <= len(labels) else None
    after = [(at + 1 + by) % len(labels) for by in range(len(labels))]
    return next((place for place in after if labels[place].startswith(text)), None)


def _moved(at: int, command: Command, lines: Lines) -> int:
    visible = min(lines.window, SHOWN)
    if command in ACROSS and lines.total > visible:
        # One line of the former page stays in sight.
        return min(max(at + BY[command] * (visible - 1), 0), lines.total - 1)
    return move_in_ring(at, command, lines.total)


class Confirm(ListScreen):
    """A question with the answers yes and no: the cursor starts on no, and BACK is no.

    The texts are `screen.NAME.title`, `.yes` and `.no`; `text` is the question, and the first of `shorter` that does so
    stands in its place where that leaves no room for both answers.
    """

    name: str
    text: str
    yes: Screen | Intent
    no: Screen | Intent
    cursor: int = by_name(default=1, kw_only=True)
    shorter: tuple[str, ...] = ()

    def lines(self, context: Context) -> Sequence[Line]:
        return named(context, self.name, {"yes": lambda: self.yes, "no": lambda: self.no})

    def page(self, context: Context) -> Page:
        title = context.words(f"screen.{self.name}.title")
        return Page(screen=self.name, title=title, text=first_lines(context, QUESTION, self.text, *self.shorter))

    def left(self, context: Context) -> Screen | Intent:
        return self.no


class Unset(Confirm):
    """The question before corrections are lost that are not set yet. Who holds BACK once more has answered nothing, and
    comes back to them.
    """

    takes_undo = True

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return self.no if command is Command.UNDO else super().update(command, context)

    @classmethod
    def asked(cls, to: Screen | Intent, back: Screen, context: Context) -> Unset:
        """The question before people go `to` somewhere; `back` has the corrections."""
        return cls("unset", context.words("screen.unset.text"), to, back)


class Pages(Screen):
    """Pages that the arrow keys turn, in a ring; OK and BACK leave. The aside numbers pages that have no other.

    Where one `flows`, a wider place shows the text of all pages as one page: there OK may not depend on `at`, which
    nobody sees, or a touch does what OK does on the last page.
    """

    flows = False
    trailing = ("at",)

    at: int = by_name(default=0, kw_only=True)
    """The page that is shown, from 0; the last one if there are fewer now."""

    if TYPE_CHECKING:

        @property
        def back(self) -> Screen:
            """The screen that OK and BACK lead to, for a screen that has no other `left`."""

    @abstractmethod
    def pages(self, context: Context) -> Sequence[Page]:
        """All pages, at least one."""

    def left(self, context: Context) -> Screen | Intent:
        """Where OK and BACK lead."""
        return self.back

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES:
            count = len(self.pages(context))
            return replace(self, at=move_in_ring(min(self.at, count - 1), command, count))
        return self.left(context)

    def targets(self, context: Context) -> tuple[Target, ...]:
        """Each page; a touch turns to it."""
        if self.flows:
            return ()
        count = len(self.pages(context))
        names = [context.words("target.page", page=at + 1, pages=count) for at in range(count)]
        return tuple([Target(str(at), "pages", at, None, name) for at, name in enumerate(names)]) if count > 1 else ()

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return replace(self, at=int(target))

    def view(self, context: Context) -> Page:
        if self.flows and context.wide:
            return _in_one(self.pages(replace(context, pages_of_text=Reading(in_one_line))))
        pages = self.pages(context)
        at = min(self.at, len(pages) - 1)
        if len(pages) == 1:
            return replace(pages[at], keys="ob")
        return replace(pages[at], aside=pages[at].aside or f"{at + 1}/{len(pages)}")


def _in_one(pages: Sequence[Page]) -> Page:
    """The text of pages on the first one; what has another title begins with it."""
    first = pages[0]
    lines = [line if page.title == first.title else f"{page.title} – {line}" for page in pages for line in page.text]
    return replace(first, text=tuple(lines), keys="ob")


def first_lines(context: Context, most: int, *texts: str) -> tuple[str, ...]:
    """The first of these texts that has at most `most` lines; if all have more, the last one, with an ellipsis."""
    lines: tuple[str, ...] = ()
    for text in texts:
        lines = context.wrap(text)
        if len(lines) <= most:
            return lines
    last = lines[most - 1]
    while not context.fits(f"{last}…", 0):
        last = last[:-1].rstrip()
    return (*lines[: most - 1], f"{last}…")


def text_pages(page: Page, reading: Reading, *parts: Sequence[str]) -> list[Page]:
    """Pages with the paragraphs of each part, as many lines on each as there is room for; a part begins a page."""
    return _pages(page, reading, [[line for text in texts for line in reading.wrap(text)] for texts in parts])


def _pages(page: Page, reading: Reading, parts: Iterable[Sequence[str]]) -> list[Page]:
    rows = reading.rows
    pages = []
    for lines in parts:
        starts = list(range(0, len(lines), rows))
        if len(starts) > 1 and starts[-1] == len(lines) - 1:
            starts[-1] -= 1  # the end of a sentence does not stand alone on a page
        pages += [lines[start:end] for start, end in pairwise((*starts, len(lines)))]
    return [replace(page, text=tuple(lines), reads=True) for lines in pages]


def sentence_pages(page: Page, reading: Reading, paragraphs: Iterable[str]) -> list[Page]:
    """Paragraphs on pages that each end with a sentence; only one that is longer than a page is divided."""
    wrap, rows = reading
    parts: list[list[str]] = []
    above: list[str] = []
    for paragraph in paragraphs:
        shown = ""
        for sentence in re.split(_SENTENCES, paragraph):
            here = [*above, *wrap(shown)]
            if here and len(above) + len(wrap(shown + sentence)) > rows:
                parts.append(here)
                above, shown = [], ""
            shown += sentence
        above += wrap(shown)
    return _pages(page, reading, [*parts, above])


class NumberScreen(Screen):
    """A number from `least` to `most`, by tens and then by units: OK goes from the tens to the units, then takes it.

    UP is more. LEFT and RIGHT are ten less and ten more, and lead on to the units. Up to 9 there are no tens. BACK goes
    back to the tens, then to the screen `back`. `name` says what the number is about, `take(context, number)` where OK
    leads with the whole number, `unit` of which figure UP is one more.
    """

    back: Screen
    name: str
    take: Callable[[Context, int], Screen | Intent]
    value: int
    most: int
    least: int = 0
    unit: int = TEN

    def update(self, command: Command, context: Context) -> Screen | Intent:
        by_one = self.unit == 1 or self.most < TEN
        if command in ACROSS:
            return replace(self, value=self._by_ten(BY[command]), unit=1)
        if command in MOVES:  # UP is one more, and DOWN the next line of a list
            by = -BY[command]
            after = self.least + (self.value + by - self.least) % (self.most + 1 - self.least)
            return replace(self, value=after if by_one else self._by_ten(by))
        if command is Command.OK:
            return self.take(context, self.value) if by_one else replace(self, unit=1)
        if command is Command.BACK:
            return replace(self, unit=TEN) if by_one and self.most >= TEN else self.back
        return self

    def _by_ten(self, by: int) -> int:
        """The number with one more or one less of the tens, in a ring. The units stay if such a number is possible."""
        tens, units = divmod(self.value, TEN)
        return max(min((tens + by) % (self.most // TEN + 1) * TEN + units, self.most), self.least)

    @property
    def _possible(self) -> range:
        return range(self.least, self.most + 1)

    def _range(self, context: Context) -> str:
        return context.words("target.range", least=self.least, most=self.most)

    def asks(self, context: Context) -> Field | None:
        return Field("number", str(self.value), self._range(context))

    def targets(self, context: Context) -> tuple[Target, ...]:
        return value_targets(self._possible)

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return self.take(context, int(target))

    def type_text(self, text: str, context: Context) -> Screen | Intent | Aim:
        return typed_number(
            text, self._possible, self._range(context), self, lambda number: replace(self, value=number, unit=1)
        )

    def view(self, context: Context) -> Page:
        step = "units" if self.unit == 1 or self.most < TEN else "tens"
        text = context.words(f"screen.number.{step}", least=self.least, most=self.most)
        lines = () if context.wide else (text,)  # the field says what is possible, and has no tens
        return Page(screen="number", title=self.name, big=str(self.value), text=lines)


VALUES_MOST = 20
"""The most possible numbers of which each is a target, besides the field."""


def value_targets(possible: Collection[int]) -> tuple[Target, ...]:
    """A target for each possible number, if they are few."""
    if len(possible) > VALUES_MOST:
        return ()
    return tuple([Target(str(number), "values", row, None, str(number)) for row, number in enumerate(possible)])


def with_bell(page: Page, context: Context) -> Page:
    """A page with the number of messages that are kept, if there are any."""
    return replace(page, aside=f"{BELL}{len(context.messages)}") if context.messages else page


def message_lines(back: Screen, context: Context) -> dict[str, Callable[[], Screen]]:
    """What home and the menu offer where messages are kept, and where phones may press."""
    lines: dict[str, Callable[[], Screen]] = {}
    if context.messages:
        lines["messages"] = partial(context.routes.messages, back)
    if context.phones is not None:
        lines["phones"] = partial(context.routes.phones, back)
    return lines


def typed_number(
    text: str, possible: Collection[int], in_words: str, screen: Screen, with_value: Callable[[int], Screen]
) -> Intent | Aim:
    """What a text leads to that is typed on a screen which asks for one of these numbers; `with_value` is the screen
    with another number.
    """
    refusal = Say("refused.number", {"number": text, "possible": in_words}, screen)
    try:
        number = number_of(text, possible)
    except ValueError:
        return refusal
    return Aim(screen, refusal) if number is None else Aim(with_value(number))


def number_of(text: str, possible: Collection[int]) -> int | None:
    """The possible number that a text is; None while it is only the beginning of one.

    `3+6+2` is 11: with a plus only the sum must be possible, and only at the end (TYP-1). Raises ValueError for a text
    after which no possible number remains.
    """
    if re.fullmatch(_SUM, text):
        total = sum([int(part) for part in text.split("+") if part])
        return total if total in possible else None
    if not text or not re.fullmatch(_NUMBER, text):
        raise ValueError(text)
    number = int(text) if text != "-" else None
    if number is not None and str(number) == text and number in possible:
        return number
    if any(str(other).startswith(text) for other in possible):
        return None
    raise ValueError(text)


def whole_number(text: str) -> int | None:
    """The number that a text is, or the sum `3+6+2`; None for another text."""
    if re.fullmatch(_SUM, text):
        return sum([int(part) for part in text.split("+") if part])
    return int(text) if re.fullmatch(_NUMBER, text) and text not in ("", "-") else None
