"""The settings: each is a line with its value. OK sets the next value, which applies at once and is stored."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import PurePath

from companion.session.settings import CHOICES, KEYS_TOO, NEVER, Value
from companion.ui.cards import Cards
from companion.ui.intents import Adjust, AskService, Say, TryChips
from companion.ui.page import Item
from companion.ui.qr_screen import Address
from companion.ui.screen import Context, Intent, Screen
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
    cursor: int = 0

    def _keys(self, context: Context) -> tuple[str, ...]:
        """The lines by their keys, without a setting for a missing part or with a single choice.

        Faults of the file come last, by number: the first change removes them, and the other lines do not move.
        """
        capabilities = context.capabilities()
        keys = [key for key in STEPS if key not in PARTS or key in capabilities.parts]
        languages = ("language",) if len(capabilities.languages) > 1 else ()
        web = (*(("web",) if capabilities.web else ()), *(("phones",) if context.phones is not None else ()))
        card = ("date", "copy") if context.services else ()
        chip = ("chip",) if context.chip else ()
        cards = ("cards",) if context.has_reader else ()
        return (*languages, *keys, *web, *card, *cards, *chip, "font", *map(str, range(len(capabilities.troubles))))

    def lines(self, context: Context) -> list[Line]:
        words, capabilities = context.words, context.capabilities()
        lines = []
        for key in self._keys(context):
            if key.isdecimal():
                trouble = capabilities.troubles[int(key)].key.rpartition(".")[2]
                item = Item(words("screen.settings.wrong"), trouble)
            else:
                item = Item(words(f"screen.settings.{key}"), _value(key, context))
            lines.append(Line(item, partial(self._change, key, context)))
        return lines

    def _change(self, key: str, context: Context) -> Screen | Intent:
        capabilities = context.capabilities()
        if key.isdecimal():
            trouble = capabilities.troubles[int(key)]
            return Say(trouble.key, trouble.params, self)
        if key == "web":
            return Address(self)
        if key == "phones":
            return context.routes.phones(self)
        if key == "date":
            return set_date(self, date.today(), context.words)
        if key == "copy":
            return AskService("copy", "stick.waits", self)
        if key == "cards":
            return Cards(self)
        if key == "chip":
            return TryChips(self)
        if key == "font":
            if capabilities.font:
                return Say("screen.settings.font-in-use", {"font": PurePath(capabilities.font).name}, self)
            return Say("screen.settings.font-none", {}, self)
        if key == "ratings" and not (context.settings.ratings or capabilities.rates):
            return Say("ratings.not-here", {}, self)
        after: Value
        if key == "language":
            now, readable = _language(context), [one for one in capabilities.languages if one in capabilities.readable]
            after = _after(readable, now)
            if after == now:
                return Say("settings.no-letters", {}, self)
        else:
            after = _after(STEPS[key], _now(key, context))
        return Adjust(key, after, self)


def _after(steps: Sequence[Value], now: Value) -> Value:
    """The next value in a ring; after a value that is not in it, the next higher one."""
    if now in steps:
        return steps[(steps.index(now) + 1) % len(steps)]
    higher = [step for step in steps if isinstance(step, int) and isinstance(now, int) and step > now]
    return higher[0] if higher else steps[0]


def _language(context: Context) -> str:
    """The language on the glass: the one that is set, if the device can show it, else English."""
    capabilities, language = context.capabilities(), context.settings.language
    return language if language in capabilities.languages and language in capabilities.readable else "en"


def _now(key: str, context: Context) -> Value:
    """The value of a setting; without one of its own the legend is where the board has it."""
    value: Value = getattr(context.settings, key)
    return value or context.capabilities().legend if key == "legend" else value


def _value(key: str, context: Context) -> str:
    """The value of a setting in words."""
    words = context.words
    if key == "language":
        return words("language.name")
    if key == "font":
        font = context.capabilities().font
        return PurePath(font).stem if font else words("screen.settings.none")
    if key == "web":
        return words("screen.settings.on")
    if key == "phones":
        return str(len(context.phones.numbers)) if context.phones is not None else ""
    if key == "date":
        return date.today().isoformat()
    if key == "copy":
        return words("screen.settings.stick")
    if key == "cards":
        return words("screen.settings.teach")
    if key == "chip":
        return context.chip
    value = _now(key, context)
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
