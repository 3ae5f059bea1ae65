"""Which keys enter an action: the shortest way through the real screens, found by trying every key on every screen.

Nothing here knows how a game lays out its choices; a screen is a value, so a walk through them can be searched.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from device import Answer, Player, begin, pick, played
from fixed_library import FixedLibrary
from installed import GameSetup

from companion.games import registry
from companion.games.pad.collection import AllGames, shipped
from companion.kit.rules import Action
from companion.kit.text import own_text
from companion.messages import Message
from companion.play.timeline import Ply, Snapshot, Timeline
from companion.record.pads import hash_of
from companion.ui.boards import BoardScreen
from companion.ui.choices import Path as Steps
from companion.ui.game_screens import ring, running_snapshot, screens_of
from companion.ui.intents import Enter
from companion.ui.painter import Painter
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Table
from companion.ui.widgets import ListScreen, NumberScreen
from companion.words import Words
from hardware.fonts import lcd

FOUR = (Command.OK, Command.DOWN, Command.UP, Command.BACK)
"""What every board has."""
JOYSTICK = (*FOUR, Command.RIGHT, Command.LEFT)

Way = tuple[Command, ...]


@cache
def painter() -> Painter:
    """One painter for all: it is only asked how wide words are."""
    return Painter(lcd())


def ways(context: Context, keys: tuple[Command, ...], *, rings: bool = True) -> dict[str, Way]:
    """For every action within reach the shortest way to it, from the table as it opens.

    Without `rings` it is the way of a person who does not know that lists are rings: to a line below the cursor by
    DOWN, to one above it by UP.
    """
    return {met.text: way for met, way in _walk(context, keys, rings=rings) if isinstance(met, Enter)}


def way_to(action: str, context: Context, keys: tuple[Command, ...], *, rings: bool = True) -> Way:
    """The shortest way to one action, from the table as it opens; `rings` as for `ways`."""
    for met, way in _walk(context, keys, rings=rings):
        if isinstance(met, Enter) and met.text == action:
            return way
    raise AssertionError(f"{action} is not within reach")


def way_by_wheels(action: Action, context: Context, *, rings: bool = True) -> tuple[Command, ...]:
    """The keys that enter an action of a score pad from the table as it opens: UP, DOWN and OK."""
    step = running_snapshot(context)
    assert step.position is not None
    path = next(path for path, found in screens_of(step.setup).ways(step.position) if found == action)
    screen: Screen | Intent = Table()
    keys: list[Command] = []
    while isinstance(screen, Table):
        here = screen.path_under_cursor(context)
        key = _key(path, here, ring(step, here[:-1])[0], rings=rings)
        keys.append(key)
        screen = screen.update(key, context)
    assert screen == Enter(action), f"{action}: {screen}"
    return tuple(keys)


def _key(path: Steps, here: Steps, steps: tuple[str, ...], *, rings: bool) -> Command:
    """The key towards a path from a place with these steps around it."""
    way = steps.index(path[len(here) - 1]) - steps.index(here[-1])
    if rings and abs(way) * 2 > len(steps):
        way = -way
    return Command.DOWN if way > 0 else Command.UP if way < 0 else Command.OK


def screens(context: Context, keys: tuple[Command, ...]) -> list[Screen]:
    """Every screen on which people can enter something."""
    return [met for met, _ in _walk(context, keys) if not isinstance(met, Enter)]


def _walk(context: Context, keys: tuple[Command, ...], *, rings: bool = True) -> Iterator[tuple[Screen | Enter, Way]]:
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
            elif isinstance(answer, Intent) or answer in seen or not _telling(answer):
                continue
            elif rings or key not in (Command.UP, Command.DOWN) or _goes_on(screen, answer, key, context):
                seen.add(answer)
                queue.append((answer, (*way, key)))
                yield answer, (*way, key)


def _goes_on(screen: Screen, after: Screen, key: Command, context: Context) -> bool:
    """Whether UP or DOWN has led to a line above or below the former one, and not from one end of a list to the other.

    In a number UP is more.
    """
    before, now = _place(screen, context), _place(after, context)
    higher = isinstance(screen, NumberScreen) == (key is Command.UP)
    return now > before if higher else now < before


def _place(screen: Screen, context: Context) -> int:
    """Which line or space of a screen is under the cursor, in the order of UP and DOWN; in a number its value."""
    match screen:
        case Table():
            path = screen.path_under_cursor(context)
            return ring(running_snapshot(context), path[:-1])[0].index(path[-1])
        case ListScreen():
            return screen.cursor
        case NumberScreen():
            return screen.value
        case BoardScreen():
            return screen.walk(context).index(screen.at)
    raise AssertionError(f"{type(screen).__name__} has no lines to walk through")


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
        rules = AllGames().game(game)
        pad = "" if game in registry.GAMES else hash_of(shipped(game).content)
        self.setup = GameSetup(1, game, names, rules.complete(options), rules, pad)
        self.timeline: Timeline = self.setup.begin()
        self.messages: tuple[Message, ...] = ()

    @property
    def context(self) -> Context:
        """What the screens see."""
        count = len(self.timeline)
        step = Snapshot(count, count - 1, self.timeline[-1].text or "new game", self.setup, self.timeline)
        return Context(
            step, self.setup.names, False, self.words, painter().wrap, ROUTES, FixedLibrary(),
            pages_of_text=painter().reading,
        )  # fmt: skip

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
        """It happened; `messages` are its consequences."""
        assert self.setup.game is not None
        before = self.timeline[-1].position
        self.messages = self.setup.game.consequences(before, action, before.after(action))
        self.timeline = (*self.timeline, Ply(action, self.timeline[-1].position.after(action), None))


def random_game(table: Shadow, dice: random.Random, most: int) -> Iterator[tuple[Context, Action]]:
    """At most so many random actions, each with what the screens see before it."""
    for _ in range(most):
        if table.over:
            return
        action = dice.choice(table.legal)
        yield table.context, action
        table.enter(action)


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
            context = table.context
            way = way_by_wheels(action, context) if table.setup.pad else way_to(action, context, keys)
            for command in way:
                yield command.value
            table.enter(action)
            meant.append(str(action))

    return played(folder, player(), people=table.setup.names), meant


def seated(table: Shadow) -> Player:
    """From home to the table of a new game with these options, everybody of the roster on a seat."""
    words, key, names, game = table.words, table.setup.key, table.setup.names, table.setup.game
    assert game is not None
    if table.setup.pad:
        yield from pick(words("screen.home.games"))
    yield from pick(own_text(game, f"game.{key}", words))
    yield from pick("Players")
    for place, name in enumerate(names):
        answer = yield "wait 0"
        if not answer["lines"][2 + place].endswith(f": {place + 1}"):
            yield from pick(name)
    yield from pick("Done")
    for option, value in table.setup.options.items():
        said = str(value).lower() if isinstance(value, bool) else value
        label = own_text(game, f"option.{key}.{option}.label", words)
        line = f"{label}: {own_text(game, f'option.{key}.{option}.{said}', words)}"
        answer = yield "wait 0"
        offered = any(found.startswith(f"{label}: ") for found in answer["lines"])  # only with the options before it
        while offered and line not in answer["lines"]:
            yield from pick(label)
            answer = yield "wait 0"
    yield from begin()
