"""Which screen comes next: at the start, after a command, and after the table has been told something.

Screens are imported when they are come to, so that a start pays for one of them and not for all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engines.refusals import Message, Unreadable
from companion.ports import Key
from companion.screens.face import GAMES, face
from companion.screens.page import Page
from companion.screens.screen import Command, Screen, Sight
from companion.table.moments import Step
from companion.words import Words

if TYPE_CHECKING:
    from companion.screens.intents import Intent


def opening(sight: Sight) -> Screen:
    """The screen for how the table stands."""
    step = sight.step
    if step is None:
        return home()
    if step.position is not None and step.outcome is None and step.played.key in GAMES:
        from companion.screens.table import Table

        return Table()
    if step.position is None or step.played.key not in GAMES:
        from companion.screens.read_only import ReadOnly

        return ReadOnly()
    from companion.screens.ended import Over

    return Over()


def home() -> Screen:
    """Where everything can be come to."""
    from companion.screens.home import Home

    return Home()


def begun(sight: Sight) -> Screen:
    """The screen after a game was started."""
    if sight.step is None or sight.step.played.key not in GAMES:
        return opening(sight)
    from companion.screens.setup import SetUp

    return SetUp()


def update(screen: Screen, command: Command, sight: Sight) -> Screen | Intent:
    """What a command leads to. HELP means the same everywhere, UNDO everywhere but where letters are undone."""
    if command is Command.UNDO:
        from companion.screens.intents import Undo
        from companion.screens.people import Name

        if not isinstance(screen, Name):
            return Undo()
    if command is Command.MENU:
        from companion.screens.held import held

        return held(screen, sight)
    if command is Command.HELP:
        from companion.screens.help import Help

        return screen if isinstance(screen, Help) else Help(screen)
    return screen.update(command, sight)


def view(screen: Screen, sight: Sight) -> Page:
    """What can be read, with none of the keys in the gutter that the board has not."""
    page = screen.view(sight)
    return page if Key.BACK in sight.keys else replace(page, keys=page.keys.replace("b", ""))


def noticed(before: Step, after: Step) -> tuple[Message, ...]:
    """What people must notice after something was told that led from one moment to the next."""
    game = after.played.game
    if after.first or game is None or before.position is None or after.position is None:
        return ()
    try:
        action = game.read(after.text)
    except Unreadable:  # an act of the people, who know what they did
        return ()
    told = game.consequences(before.position, action, after.position)
    banners = face(after.played.key).banners
    return tuple(message for message in told if message.key in banners)


def called(step: Step, before: Sight) -> str:
    """What led to a moment, as people speak of it in front of the table before it."""
    words = before.words
    if step.first:
        return words("screen.log.new")
    kind, _, rest = step.text.partition(" ")
    if kind in ("back", "change"):
        return words(f"screen.log.{kind}", place=rest.split()[0])
    from companion.screens.log import act_words

    act = act_words(step.text, step.played.names, words)
    if act is not None:
        return act
    game, standing = step.played.game, before.step
    if game is None or standing is None or standing.position is None:
        return step.text
    return face(step.played.key).say(before, game.read(step.text))


def said(before: Step, after: Step, sight: Sight) -> tuple[str, ...]:
    """What people must notice, in words; who has won the series comes last."""
    noted = [sight.words.message(message, after.played.names) for message in noticed(before, after)]
    return (*noted, *series_won(sight))


def series_won(sight: Sight) -> tuple[str, ...]:
    """Who has won the series, in words, when the game on the table has just decided it."""
    step = sight.step
    standing = sight.shelf.standing() if step is not None and step.outcome is not None else None
    if standing is None or not standing.decided:
        return ()
    from companion.screens.ended import series_title

    return (series_title(standing, sight.words),)


def begins(begun: Step, words: Words) -> str:
    """Who begins a game."""
    from companion.screens.home import for_game

    return words(for_game(words, "screen.setup.begins", begun.played.key), name=begun.played.names[0])


def drawn(begun: Step, words: Words) -> str:
    """Who begins a game for which lots were drawn."""
    from companion.screens.home import for_game

    return words(for_game(words, "screen.new.drawn", begun.played.key), name=begun.played.names[0])


def long_way(before: Step, after: Step) -> tuple[Message, ...]:
    """What the hands must do after the people went back in the game's course or told a past moment anew."""
    return _moved(before, after) if after.text.startswith(("back ", "change ")) else ()


def put_back(undone: Step, now: Step | None) -> tuple[Message, ...]:
    """What the hands must do after `undone` was taken back and the table stands at `now` again."""
    if now is None or now.position is None:
        return ()
    return laid_out(now) if undone.first else _moved(undone, now)


def put_forward(before: Step | None, redone: Step) -> tuple[Message, ...]:
    """What the hands must do after `redone` was brought back to a table that stood at `before`."""
    return laid_out(redone) if before is None or redone.first else _moved(before, redone)


def _moved(before: Step, after: Step) -> tuple[Message, ...]:
    """What the hands must do to turn one table of a game into another."""
    game = after.played.game
    if game is None or before.position is None or after.position is None:
        return ()
    return game.put_back(before.position, after.position)


def laid_out(step: Step) -> tuple[Message, ...]:
    """How to lay out the table of a game: as at its start, then what is different by now."""
    played, course = step.played, step.course
    if played.game is None or course is None:
        return ()
    begin = Message("put.game", game=played.key, names=played.names)
    return (begin, *played.game.put_back(course[0].position, course[-1].position))
