"""What the glass says while the device is leaving: the count, that it saves, and what stays there afterwards."""

from __future__ import annotations

from companion.ui.page import Figure, Page
from companion.words import Words


def count(seconds: int, words: Words) -> Page:
    """So many seconds are left to think better of it."""
    number = Figure(words("screen.off.seconds"), seconds)
    return Page(
        screen="off", title=words("screen.off.title"), text=(words("screen.off.keep"),), figures=(number,), keys=""
    )


def saving(words: Words) -> Page:
    """The count is over, the machine has not answered yet."""
    return Page(screen="saving", title=words("screen.off.title"), text=(words("screen.off.saving"),), keys="")


def safe(text: tuple[str, ...], words: Words) -> Page:
    """The record is closed and the machine goes down."""
    return Page(screen="safe", title=words("screen.off.safe"), text=text, keys="")


def stopped(text: tuple[str, ...], words: Words) -> Page:
    """A fault of the device has ended it."""
    return Page(screen="stopped", title=words("screen.off.stopped"), text=text, keys="")
