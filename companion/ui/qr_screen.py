"""QR codes to take along with a phone: the result of a game, and where the web window is."""

from __future__ import annotations

import time

from companion.ports import CLOCK_FROM
from companion.record.fold import GameInfo
from companion.session.text import game_name, in_short, winners
from companion.ui.intents import Intent, Say
from companion.ui.page import Page
from companion.ui.qr import can, modules
from companion.ui.screen import Command, Context, Screen
from companion.values import Frozen
from companion.words import Words

BESIDE = 50
"""Pixels of a line beside a code."""
LATELY = 50
"""The game on the table is looked for among so many that have ended last."""


class Code(Frozen):
    """A code of a text, until a key is pressed."""

    back: Screen
    text: str

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return self.back if command in (Command.OK, Command.BACK) else self

    def view(self, context: Context) -> Page:
        words = context.words
        text = context.wrap(words("screen.code.text"), BESIDE)
        return Page(screen="code", title=words("screen.code.title"), text=text, code=self.text, keys="ob")


def carried(back: Screen, text: str) -> Screen | Intent:
    """A code of a text; that there is none where it would be too large for the glass."""
    return Code(back, text) if modules(text) is not None else Say("screen.code.long", {}, back)


class Address(Frozen):
    """Where the web window is, to be read and to be scanned. The address may change while this is looked at."""

    back: Screen

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return self.back if command in (Command.OK, Command.BACK) else self

    def view(self, context: Context) -> Page:
        words, address = context.words, context.capabilities().web
        title, typed = words("screen.settings.web"), address.removeprefix("http://").removesuffix("/")
        if not can():
            text = (*context.wrap(words("screen.address.text")), *context.wrap(typed))
            return Page(screen="address", title=title, text=text, keys="ob")
        # Broken where a person would break it; a name that is too long for that anywhere.
        host, _, port = typed.rpartition(":")
        parts = host.split(".")
        lines = [".".join(parts[:2]) + ".", ".".join(parts[2:])] if len(parts) == 4 else [host]
        text = tuple([line for part in (*lines, f":{port}") for line in context.wrap(part, BESIDE)])
        return Page(screen="address", title=title, text=text, code=address, keys="ob")


def taken(context: Context) -> str:
    """The result of the game on the table, to be taken along."""
    step = context.step
    assert step is not None
    setup = step.setup
    for game in context.library.finished(0, LATELY).games:
        if game.id == setup.id:
            return result(game, context.words)
    undated = GameInfo(setup.id, setup.key, (), setup.names, setup.options, 0, 0.0, 0.0, step.result)
    return result(undated, context.words)


def result(game: GameInfo, words: Words) -> str:
    """What was played, when, who has won, and everybody's points, in a line."""
    assert game.result is not None
    when = time.strftime(" %Y-%m-%d", time.localtime(game.at)) if game.at >= CLOCK_FROM else ""
    if game.result.ended:
        told = in_short(game, words)
    else:
        won = game.result.winners
        points = [f"{game.names[seat]} {game.result.scores[seat]}" for seat in range(len(game.names))]
        first = sorted(range(len(points)), key=lambda seat: seat not in won)
        # Not the comma of lists: a code holds strokes, as it does capitals, in less room, and can be drawn larger.
        told = words(
            "screen.code.result",
            won=winners(tuple([game.names[seat] for seat in won]), words),
            points=" / ".join([points[seat] for seat in first]),
        )
    return f"{game_name(game.key, words)}{when}: {told}"
