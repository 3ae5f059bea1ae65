"""Which keys tell an action: the shortest way through the real screens, found by trying every key on every screen.

Nothing here knows how a game lays out its choices; a screen is a value, so a walk through them can be searched.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from device import Answer, Player, begin, pick, played

from companion.games.game import Action
from companion.session.timeline import GameSetup, Ply, Snapshot, Timeline
from companion.ui.intents import Enter
from companion.ui.painter import Painter
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Table
from companion.words import Words
from hardware.typeface import lcd

FOUR = (Command.OK, Command.DOWN, Command.UP, Command.BACK)
"""What every board has."""
JOYSTICK = (*FOUR, Command.RIGHT, Command.LEFT)

Way = tuple[Command, ...]


@cache
def painter() -> Painter:
    """One painter for all: it is only asked how wide words are."""
    return Painter(lcd())


def ways(context: Context, keys: tuple[Command, ...]) -> dict[str, Way]:
    """For every action within reach the shortest way to it, from the table as it opens."""
    return {met.text: way for met, way in _walk(context, keys) if isinstance(met, Enter)}


def way_to(action: str, context: Context, keys: tuple[Command, ...]) -> Way:
    """The shortest way to one action, from the table as it opens."""
    for met, way in _walk(context, keys):
        if isinstance(met, Enter) and met.text == action:
            return way
    raise AssertionError(f"{action} is not within reach")


def screens(context: Context, keys: tuple[Command, ...]) -> list[Screen]:
    """Every screen on which people can enter something."""
    return [met for met, _ in _walk(context, keys) if not isinstance(met, Enter)]


def _walk(context: Context, keys: tuple[Command, ...]) -> Iterator[tuple[Screen | Enter, Way]]:
    """Every screen on which people can enter something and every action, once, with the shortest way there."""
    first: Screen = Table()
    yield first, ()
    entered: set[str] = set()
    seen = {first}
    queue: deque[tuple[Screen, Way]] = deque([(first, ())])
    while queue:
        screen, way = queue.popleft()
        for key in keys:
            answer = screen.update(key, context)
            if isinstance(answer, Enter):
                if answer.text not in entered:
                    entered.add(answer.text)
                    yield answer, (*way, key)
            elif not isinstance(answer, Intent) and answer not in seen and _telling(answer):
                seen.add(answer)
                queue.append((answer, (*way, key)))
                yield answer, (*way, key)


def _telling(screen: Screen) -> bool:
    """Whether people enter an action on this screen, and not something about the game."""
    return type(screen).__name__ not in ("Menu", "Help")


def leafed(screen: Screen, context: Context) -> Iterator[Screen]:
    """A screen of pages, and those that DOWN leads to until it is there again."""
    page: Screen | Intent = screen
    while not isinstance(page, Intent):
        yield page
        page = page.update(Command.DOWN, context)
        if page == screen:
            return


class Shadow:
    """A game beside the device with the same entries, to know what can be entered and how."""

    def __init__(self, game: str, names: tuple[str, ...], language: str = "en", /, **options: bool | str) -> None:
        self.words = Words(language)
        plain = GameSetup(1, game, names, {})
        assert plain.game is not None
        self.setup = GameSetup(1, game, names, plain.game.complete(options))
        self.timeline: Timeline = self.setup.begin()

    @property
    def context(self) -> Context:
        """What the screens see."""
        count = len(self.timeline)
        step = Snapshot(count, count - 1, self.timeline[-1].text or "new game", self.setup, self.timeline)
        return Context(step, self.setup.names, False, self.words, painter().wrap)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.timeline[-1].outcome is not None

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions."""
        return self.timeline[-1].position.legal()

    def read(self, text: str) -> Action:
        """The action of a text."""
        assert self.setup.game is not None
        return self.setup.game.read(text)

    def enter(self, action: Action) -> None:
        """It happened."""
        self.timeline = (*self.timeline, Ply(action, self.timeline[-1].position.after(action), None))


def pressed(
    folder: Path, table: Shadow, chance: random.Random, keys: tuple[Command, ...] = FOUR, most: int = 60
) -> tuple[list[Answer], list[str]]:
    """A random game of at most so many actions, pressed key by key through a whole device with an empty record.

    What the device has answered, and the record that was meant.
    """
    meant = [f"new {table.setup.key}"]

    def player() -> Player:
        yield from seated(table)
        for _ in range(most):
            if table.over:
                return
            action = chance.choice(table.legal)
            for command in way_to(action, table.context, keys):
                yield command.value
            table.enter(action)
            meant.append(str(action))

    return played(folder, player(), people=table.setup.names), meant


def seated(table: Shadow) -> Player:
    """From home to the table of a new game with these options, everybody of the roster on a seat."""
    words, key, names = table.words, table.setup.key, table.setup.names
    yield from pick(words(f"game.{key}"))
    yield from pick("Players")
    for place, name in enumerate(names):
        answer = yield "wait 0"
        if not answer["lines"][2 + place].endswith(f": {place + 1}"):
            yield from pick(name)
    yield from pick("Done")
    for option, value in table.setup.options.items():
        said = str(value).lower() if isinstance(value, bool) else value
        label = words(f"option.{key}.{option}.label")
        line = f"{label}: {words(f'option.{key}.{option}.{said}')}"
        answer = yield "wait 0"
        offered = any(found.startswith(f"{label}: ") for found in answer["lines"])  # only with the options before it
        while offered and line not in answer["lines"]:
            yield from pick(label)
            answer = yield "wait 0"
    yield from begin()
