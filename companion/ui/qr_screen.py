"""QR codes for phones: the result of a game, and the address of the web window."""

from __future__ import annotations

import time

from companion.kit.game import Game
from companion.play.fold import GameInfo
from companion.ports import CLOCK_FROM
from companion.session.text import act_words, game_name, game_summary, winners
from companion.ui.page import Page
from companion.ui.qr import BESIDE, fits, is_available
from companion.ui.screen import Context, Screen
from companion.ui.widgets import Pages
from companion.words import Words

LATELY = 50
"""The game on the table is searched among this number of games, the last ones that ended."""


class Code(Pages):
    """The QR code of a text, until a key is pressed."""

    back: Screen
    text: str

    def pages(self, context: Context) -> list[Page]:
        words = context.words
        text = context.wrap(words("screen.code.text"), BESIDE)
        return [Page(screen="code", title=words("screen.code.title"), text=text, code=self.text, private=True)]


class Address(Pages):
    """The address of the web window, as text and as a code. It may change while the screen is shown."""

    back: Screen

    def pages(self, context: Context) -> list[Page]:
        words, address = context.words, context.capabilities().web
        title, typed = words("screen.settings.web"), address.removeprefix("http://").removesuffix("/")
        if not fits(address):
            text = (*context.wrap(words("screen.address.text")), *context.wrap(typed))
            return [Page(screen="address", title=title, text=text, private=True)]
        # An IP address is broken in the middle, and before the port; a long name anywhere.
        host, _, port = typed.rpartition(":")
        parts = host.split(".")
        lines = [".".join(parts[:2]) + ".", ".".join(parts[2:])] if len(parts) == 4 else [host]
        text = tuple([line for part in (*lines, f":{port}") for line in context.wrap(part, BESIDE)])
        return [Page(screen="address", title=title, text=text, code=address, private=True)]


def result_text(context: Context) -> str:
    """The result of the game on the table as text for a code."""
    undated = _undated(context)
    recent = context.game_library.finished_games(0, LATELY).games
    return result(next((game for game in recent if game.id == undated.id), undated), context.words, _rules(context))


def result_fits(context: Context) -> bool:
    """Whether there is a code for the result of the game on the table."""
    return is_available() and bool(result(_undated(context), context.words, _rules(context)))


def _rules(context: Context) -> Game | None:
    assert context.step is not None
    return context.step.setup.game


def _undated(context: Context) -> GameInfo:
    """The game on the table without a date, which only the record knows."""
    step = context.step
    assert step is not None
    setup = step.setup
    return GameInfo(setup.id, setup.key, (), setup.names, setup.options, 0, 0.0, 0.0, step.result)


def result(game: GameInfo, words: Words, rules: Game | None = None) -> str:
    """The game, the date, who has won, and everybody's points, in one line; less where that does not fit a code.

    The points alone say who has won: the winners stand first. Empty if even these do not fit.
    """
    assert game.result is not None
    words = words.plain
    name = game_name(game.key, words, rules)
    head = f"{name} {time.strftime('%Y-%m-%d', time.localtime(game.at))}" if game.at >= CLOCK_FROM else name
    if game.result.ended:
        outcomes = [game_summary(game, words), act_words(game.result.ended, game.names, words) or game.result.ended]
    else:
        won = game.result.winners
        seats = sorted(range(len(game.names)), key=lambda seat: seat not in won)
        # Slashes instead of the comma of lists: a code needs less room for them.
        points = " / ".join([f"{game.names[seat]} {game.result.scores[seat]}" for seat in seats])
        won_by = winners(tuple([game.names[seat] for seat in won]), words)
        outcomes = [words("screen.code.result", won=won_by, points=points), points]
    texts = [f"{before}: {outcome}" for outcome in outcomes for before in (head, name)]
    return next(filter(fits, texts), "")
