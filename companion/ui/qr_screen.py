"""QR codes for phones: the result of a game, and the address of the web window."""

from __future__ import annotations

import time

from companion.ports import CLOCK_FROM
from companion.record.fold import GameInfo
from companion.session.text import game_name, game_summary, winners
from companion.ui.intents import Say
from companion.ui.page import Page
from companion.ui.qr import is_available, modules
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import Pages
from companion.words import Words

BESIDE = 50
"""The width of a line beside a code, in pixels."""
LATELY = 50
"""The game on the table is searched among so many games that ended last."""


class Code(Pages):
    """The QR code of a text, until a key is pressed."""

    back: Screen
    text: str
    at: int = 0

    def left(self, context: Context) -> Screen:
        return self.back

    def pages(self, context: Context) -> list[Page]:
        words = context.words
        text = context.wrap(words("screen.code.text"), BESIDE)
        return [Page(screen="code", title=words("screen.code.title"), text=text, code=self.text)]


def open_code(back: Screen, text: str) -> Screen | Intent:
    """The screen with the code of a text, or a message if the code is too large for the glass."""
    return Code(back, text) if modules(text) is not None else Say("screen.code.long", {}, back)


class Address(Pages):
    """The address of the web window, as text and as a code. It may change while the screen is shown."""

    back: Screen
    at: int = 0

    def left(self, context: Context) -> Screen:
        return self.back

    def pages(self, context: Context) -> list[Page]:
        words, address = context.words, context.capabilities().web
        title, typed = words("screen.settings.web"), address.removeprefix("http://").removesuffix("/")
        if not is_available():
            text = (*context.wrap(words("screen.address.text")), *context.wrap(typed))
            return [Page(screen="address", title=title, text=text)]
        # An IP address is broken in the middle, and before the port; a long name anywhere.
        host, _, port = typed.rpartition(":")
        parts = host.split(".")
        lines = [".".join(parts[:2]) + ".", ".".join(parts[2:])] if len(parts) == 4 else [host]
        text = tuple([line for part in (*lines, f":{port}") for line in context.wrap(part, BESIDE)])
        return [Page(screen="address", title=title, text=text, code=address)]


def result_text(context: Context) -> str:
    """The result of the game on the table, as text for a code."""
    step = context.step
    assert step is not None
    setup = step.setup
    for game in context.game_library.finished_games(0, LATELY).games:
        if game.id == setup.id:
            return result(game, context.words)
    undated = GameInfo(setup.id, setup.key, (), setup.names, setup.options, 0, 0.0, 0.0, step.result)
    return result(undated, context.words)


def result(game: GameInfo, words: Words) -> str:
    """The game, the date, who has won, and everybody's points, in one line."""
    assert game.result is not None
    when = time.strftime(" %Y-%m-%d", time.localtime(game.at)) if game.at >= CLOCK_FROM else ""
    if game.result.ended:
        outcome = game_summary(game, words)
    else:
        won = game.result.winners
        points = [f"{game.names[seat]} {game.result.scores[seat]}" for seat in range(len(game.names))]
        first = sorted(range(len(points)), key=lambda seat: seat not in won)
        # Slashes instead of the comma of lists: a code needs less room for them and has larger modules.
        outcome = words(
            "screen.code.result",
            won=winners(tuple([game.names[seat] for seat in won]), words),
            points=" / ".join([points[seat] for seat in first]),
        )
    return f"{game_name(game.key, words)}{when}: {outcome}"
