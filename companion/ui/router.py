"""Which screen comes next: at the start, after a command, and after the table has been told something.

Screens are imported when they are come to, so that a start pays for one of them and not for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.refusals import Message, Unreadable
from companion.games.registry import GAMES
from companion.games.text import text_of
from companion.ports import Key
from companion.session.text import act_words, series_title
from companion.session.timeline import Snapshot
from companion.ui.page import Page
from companion.ui.screen import Command, Context, Screen
from companion.values import replace
from companion.words import Words

if TYPE_CHECKING:
    from companion.ui.intents import Intent


def screen_of_table(context: Context) -> Screen:
    """The screen for how the table stands."""
    step = context.step
    if step is None:
        return home()
    if step.position is not None and step.outcome is None and step.setup.key in GAMES:
        from companion.ui.table import Table

        return Table()
    if step.position is None or step.setup.key not in GAMES:
        from companion.ui.read_only import ReadOnly

        return ReadOnly()
    from companion.ui.game_over import Over

    return Over()


def home() -> Screen:
    """Where everything can be come to."""
    from companion.ui.home import Home

    return Home()


def after_start(context: Context) -> Screen:
    """The screen after a game was started."""
    if context.step is None or context.step.setup.key not in GAMES:
        return screen_of_table(context)
    from companion.ui.lay_out import SetUp

    return SetUp()


def update(screen: Screen, command: Command, context: Context) -> Screen | Intent:
    """What a command leads to. HELP means the same everywhere, UNDO everywhere but where letters are undone."""
    if command is Command.UNDO:
        from companion.ui.intents import Undo
        from companion.ui.people import Name

        if not isinstance(screen, Name):
            return Undo()
    if command is Command.MENU:
        from companion.ui.hold_menu import held

        return held(screen, context)
    if command is Command.HELP:
        from companion.ui.help import Help

        return screen if isinstance(screen, Help) else Help(screen)
    return screen.update(command, context)


def view(screen: Screen, context: Context) -> Page:
    """What can be read, with none of the keys in the gutter that the board has not."""
    page = screen.view(context)
    return page if Key.BACK in context.keys else replace(page, keys=page.keys.replace("b", ""))


def notices(before: Snapshot, after: Snapshot) -> tuple[Message, ...]:
    """What people must notice after something was told that led from one moment to the next."""
    game = after.setup.game
    if after.first or game is None or before.position is None or after.position is None:
        return ()
    try:
        action = game.read(after.text)
    except Unreadable:  # an act of the people, who know what they did
        return ()
    told = game.consequences(before.position, action, after.position)
    banners = text_of(after.setup.key).banners
    return tuple(message for message in told if message.key in banners)


def describe(step: Snapshot, before: Context) -> str:
    """What led to a moment, as people speak of it in front of the table before it."""
    words = before.words
    if step.first:
        return words("screen.log.new")
    kind, _, rest = step.text.partition(" ")
    if kind in ("back", "change"):
        return words(f"screen.log.{kind}", place=rest.split()[0])
    act = act_words(step.text, step.setup.names, words)
    if act is not None:
        return act
    game, standing = step.setup.game, before.step
    if game is None or standing is None or standing.position is None:
        return step.text
    return text_of(step.setup.key).say(before.situation, game.read(step.text))


def announcements(before: Snapshot, after: Snapshot, context: Context) -> tuple[str, ...]:
    """What people must notice, in words; who has won the series comes last."""
    noted = [context.words.message(message, after.setup.names) for message in notices(before, after)]
    return (*noted, *series_won(context))


def announcements_of_redo(before: Snapshot, redone: Snapshot, context: Context) -> tuple[str, ...]:
    """What people must notice after redo: nothing that their hands would then do twice."""
    key = redone.setup.key
    noted = [message for message in notices(before, redone) if message.key not in text_of(key).orders]
    return (*[context.words.message(message, redone.setup.names) for message in noted], *series_won(context))


def series_won(context: Context) -> tuple[str, ...]:
    """Who has won the series, in words, when the game on the table has just decided it."""
    step = context.step
    standing = context.library.standing() if step is not None and step.outcome is not None else None
    if standing is None or not standing.decided:
        return ()
    return (series_title(standing, context.words),)


def announce_beginner(begun: Snapshot, words: Words) -> str:
    """Who begins a game."""
    from companion.ui.home import for_game

    return words(for_game(words, "screen.setup.begins", begun.setup.key), name=begun.setup.names[0])


def announce_draw(begun: Snapshot, words: Words) -> str:
    """Who begins a game for which lots were drawn."""
    from companion.ui.home import for_game

    return words(for_game(words, "screen.new.drawn", begun.setup.key), name=begun.setup.names[0])


def long_way(before: Snapshot, after: Snapshot) -> tuple[Message, ...]:
    """What the hands must do after the people went back in the game's course or told a past moment anew."""
    return _moved(before, after) if after.text.startswith(("back ", "change ")) else ()


def put_back(undone: Snapshot, now: Snapshot | None) -> tuple[Message, ...]:
    """What the hands must do after `undone` was taken back and the table stands at `now` again."""
    if now is None or now.position is None:
        return ()
    return laid_out(now) if undone.first else _moved(undone, now)


def put_forward(before: Snapshot | None, redone: Snapshot) -> tuple[Message, ...]:
    """What the hands must do after `redone` was brought back to a table that stood at `before`."""
    return laid_out(redone) if before is None or redone.first else _moved(before, redone)


def _moved(before: Snapshot, after: Snapshot) -> tuple[Message, ...]:
    """What the hands must do to turn one table of a game into another."""
    game = after.setup.game
    if game is None or before.position is None or after.position is None:
        return ()
    return game.put_back(before.position, after.position)


def laid_out(step: Snapshot) -> tuple[Message, ...]:
    """How to lay out the table of a game: as at its start, then what is different by now."""
    setup, timeline = step.setup, step.timeline
    if setup.game is None or timeline is None:
        return ()
    begin = Message("put.game", game=setup.key, names=setup.names)
    return (begin, *setup.game.put_back(timeline[0].position, timeline[-1].position))
