"""The date of a device that may set its clock: year, month and day, each as a number."""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from functools import partial

from companion.ui.intents import AskService
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import NumberScreen
from companion.words import Words

SERVICE = "date"
"""The service that sets the clock."""
CENTURY, YEAR_FROM = 2000, 25


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
