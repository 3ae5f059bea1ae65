"""The pages of a shutdown or restart: the countdown, "saving", and the page that stays on the glass afterwards."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.page import Figure, Page, Reading, text_page
from companion.words import Words


def count(seconds: int, words: Words) -> Page:
    """The seconds that are left to cancel."""
    number = Figure(words("screen.off.seconds"), seconds)
    return Page(
        screen="off", title=words("screen.off.title"), text=(words("screen.off.keep"),), figures=(number,), keys=""
    )


def root_page(text: tuple[str, ...], seconds: int | None, words: Words) -> Page:
    """The card has started another root file. In these seconds people may go on with the one that failed; None once
    somebody has chosen that.
    """
    aside = "" if seconds is None else words("image.ask.seconds", count=seconds)
    return Page(screen="root", title=words("image.ask.title"), aside=aside, text=text, keys="")


def saving_page(words: Words) -> Page:
    """The countdown is over; the machine has not answered yet."""
    return Page(screen="saving", title=words("screen.off.title"), text=(words("screen.off.saving"),), keys="")


def safe_page(words: Words) -> Page:
    """The record is closed and the machine goes down."""
    from companion.ui.safe_picture import SafePicture

    return Page(
        screen="safe", title=words("screen.off.safe"), text=(words("off.unplug"),), drawing=SafePicture(), keys=""
    )


def stopped_page(words: Words, reading: Reading, wrap: Callable[[str], tuple[str, ...]]) -> Page:
    """A fault has stopped the program."""
    page = Page(screen="stopped", title=words("screen.off.stopped"), keys="")
    return text_page(page, words("off.crashed"), reading, wrap)
