"""The bell on home and in the menu, while messages about the device are kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.ui.page import Page
from companion.ui.screen import Context, Screen
from companion.values import replace

BELL = "🔔"
"""The sign of messages that are kept; their number stands behind it."""


def with_bell(page: Page, context: Context) -> Page:
    """A page with the number of messages that are kept, if there are any."""
    return replace(page, aside=f"{BELL}{len(context.messages)}") if context.messages else page


def message_lines(back: Screen, context: Context) -> dict[str, Callable[[], Screen]]:
    """What home and the menu offer where messages are kept."""
    return {"messages": partial(context.routes.messages, back)} if context.messages else {}
