"""The settings: each is a line with its value. OK sets the next value, which applies at once and is stored."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import PurePath

from companion.session.settings import CHOICES, KEYS_TOO, NEVER, Value
from companion.session.settings import Settings as Values
from companion.ui.cards import Cards
from companion.ui.intents import Adjust, AskService, Say, TryChips
from companion.ui.page import Item
from companion.ui.qr_screen import Address
from companion.ui.screen import Capabilities, Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen, NumberScreen
from companion.words import Words

STEPS: dict[str, tuple[Value, ...]] = {
    "score": (10, 30, 60, 120, 300, NEVER),
    "dim": (30, 60, 120, 300, 600, NEVER),
    "dark": (120, 300, 600, 1800, 3600, NEVER),
    "brightness": (10, 25, 50, 75, 100),
    "small": (False, True),
    "motion": (True, False),
    "risk": (True, False),
    "ratings": (False, True),
    "think_s": (2, 5, 10, 20, 60),
    "rotation": CHOICES["rotation"],
    "repeat": CHOICES["repeat"],
    "legend": CHOICES["legend"][1:],
    "hand": CHOICES["hand"],
    "invert": (False, True),
    "sounds": (True, KEYS_TOO, False),
    "lights": (True, False),
}
"""The values that OK steps through. People may write others into the settings file."""
PARTS = ("sounds", "lights", "hand")
"""The settings of what not every board has: parts, and keys in a row that may be swapped."""
SERVICE = "date"
"""The service that sets the clock."""
CENTURY, YEAR_FROM = 2000, 25


class Settings(ListScreen):
    """All settings of this device; BACK returns to `back`."""

    screen_name = "settings"

    back: Screen

    def lines(self, context: Context) -> list[Line]:
        words = context.words
        return [Line(Item(words(f"screen.settings.{key}"), value), opens) for key, value, opens in self._rows(context)]

    def _rows(self, context: Context) -> Iterator[tuple[str, str, Callable[[], Screen | Intent]]]:
        """The key of each line, its value in words, and where OK leads. There is no line for a missing part, and none
        for a single choice.

        Faults of the file come last: the first change removes them, and the other lines do not move.
        """
        words, capabilities = context.words, context.capabilities()
        if len(capabilities.languages) > 1:
            yield "language", words("language.name"), partial(self._next_language, context)
        for key in STEPS:
            if key not in PARTS or key in capabilities.parts:
                now = _now(key, context.settings, capabilities)
                yield key, _value(key, now, words), partial(self._next_value, key, now, capabilities)
        if capabilities.web:
            yield "web", words("screen.settings.on"), partial(Address, self)
        if context.phones is not None:
            yield "phones", str(len(context.phones.numbers)), partial(context.routes.phones, self)
        if context.services:
            today = date.today()
            yield "date", today.isoformat(), partial(set_date, self, today, words)
            yield "copy", words("screen.settings.stick"), partial(AskService, "copy", "stick.waits", self)
        if context.has_reader:
            yield "cards", words("screen.settings.teach"), partial(Cards, self)
        if context.chip:
            yield "chip", context.chip, partial(TryChips, self)
        font = PurePath(capabilities.font)
        if capabilities.font:
            yield "font", font.stem, partial(Say, "screen.settings.font-in-use", {"font": font.name}, self)
        else:
            yield "font", words("screen.settings.none"), partial(Say, "screen.settings.font-none", {}, self)
        for trouble in capabilities.troubles:
            yield "wrong", trouble.key.rpartition(".")[2], partial(Say, trouble.key, trouble.params, self)

    def _next_language(self, context: Context) -> Intent:
        """The next language that the device can show; on the glass is the one that is set, or else English."""
        capabilities, now = context.capabilities(), context.settings.language
        readable = [one for one in capabilities.languages if one in capabilities.readable]
        now = now if now in readable else "en"
        after = _after(readable, now)
        return Say("settings.no-letters", {}, self) if after == now else Adjust("language", after, self)

    def _next_value(self, key: str, now: Value, capabilities: Capabilities) -> Intent:
        if key == "ratings" and not (now or capabilities.rates):
            return Say("ratings.not-here", {}, self)
        return Adjust(key, _after(STEPS[key], now), self)


def _after(steps: Sequence[Value], now: Value) -> Value:
    """The next value in a ring; after a value that is not in it, the next higher one."""
    if now in steps:
        return steps[(steps.index(now) + 1) % len(steps)]
    higher = [step for step in steps if isinstance(step, int) and isinstance(now, int) and step > now]
    return higher[0] if higher else steps[0]


def _now(key: str, settings: Values, capabilities: Capabilities) -> Value:
    """The value of a setting; without one of its own the legend is where the board has it."""
    value: Value = getattr(settings, key)
    return value or capabilities.legend if key == "legend" else value


def _value(key: str, value: Value, words: Words) -> str:
    """The value of a setting in words."""
    if key in ("score", "dim", "dark", "think_s"):
        if value == NEVER:
            return words("screen.settings.never")
        minutes, seconds = divmod(int(value), 60)
        if seconds:
            return words("screen.settings.seconds", count=value)
        return words("screen.settings.minutes", count=minutes)
    if key == "brightness":
        return words("screen.settings.percent", count=value)
    if isinstance(value, bool):
        return words("screen.settings.on" if value else "screen.settings.off")
    return words(f"screen.settings.{key}-{value}")


def set_date(back: Screen, today: date, words: Words) -> Screen:
    """Asks for the year, beginning with the clock's; then for month and day."""
    year = min(max(today.year - CENTURY, YEAR_FROM), 99)
    return NumberScreen(back, words("screen.date.year"), partial(_month, back, today), year, 99, YEAR_FROM)


def _month(back: Screen, today: date, context: Context, year: int) -> Screen | Intent:
    before = set_date(back, today, context.words)
    then = partial(_day, back, today, CENTURY + year)
    return NumberScreen(before, context.words("screen.date.month", year=CENTURY + year), then, today.month, 12, 1)


def _day(back: Screen, today: date, year: int, context: Context, month: int) -> Screen | Intent:
    most = monthrange(year, month)[1]
    title = context.words("screen.date.day", year=year, month=f"{month:02}")
    before = _month(back, today, context, year - CENTURY)
    assert isinstance(before, Screen)
    return NumberScreen(before, title, partial(_ask, back, year, month), min(today.day, most), most, 1)


def _ask(back: Screen, year: int, month: int, _: Context, day: int) -> Screen | Intent:
    return AskService(SERVICE, "image.day-set", back, date(year, month, day).isoformat())
