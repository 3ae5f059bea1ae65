"""What a game brings to the glass: how its actions are entered, what its table looks like, how it is corrected."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from companion.games import registry
from companion.games.game import Action, Position
from companion.games.text import EFFECT_WIDTH, text_of
from companion.session.timeline import Snapshot
from companion.ui.choices import Choices, Path, Place, Way, by_columns, middle
from companion.ui.page import Board, Page
from companion.ui.screen import Command, Context, Screen

if TYPE_CHECKING:
    from companion.ui.audit import Audit

EFFECT, LINE = EFFECT_WIDTH, 116
"""So many pixels behind a title are never cut off, a card before the effect left out of account; and a whole line."""


class GameScreens(ABC):
    """One game's share of the screens: what the screens that all games share need to know of it.

    Every action has a path, the steps that people choose one after the other. `own` are the types of the game's own
    screens on which help tells about its rules.
    """

    own: tuple[type, ...] = ()

    @abstractmethod
    def page(self, context: Context, path: Path) -> Page:
        """The screen while the cursor rests on the last step of a path."""

    @abstractmethod
    def repair(self, audit: Audit, line: str, context: Context) -> Screen:
        """The screen that corrects a line of the audit."""

    def path(self, action: Action) -> Path:
        """The way to an action."""
        return (action,)

    def ways(self, position: Position) -> Iterable[Way]:
        """All paths with their actions: several may lead to one, and one without an action leads to `beyond`."""
        return [(self.path(action), action) for action in position.legal()]

    def beyond(self, context: Context, path: Path) -> Screen | None:
        """The screen at the end of a path without an action."""
        return None

    def places(self, step: Snapshot, prefix: Path) -> Mapping[str, Place] | None:
        """Where the steps after a prefix stand on a board; None where they are lines of a menu."""
        return None

    def order(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> tuple[str, ...]:
        """The steps after a prefix in the order in which UP and DOWN walk them."""
        return steps

    def likeliest(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> str | None:
        """The step to start on; None for the middle."""
        return None

    def aside(self, context: Context, path: Path, command: Command) -> Screen | None:
        """A screen of the game's own behind LEFT and RIGHT."""
        return None

    def board(self, context: Context) -> Board:
        """The board; empty without one."""
        return ()

    def laid(self, context: Context, table: Mapping[str, object]) -> Board:
        """The board above the lines of the audit, from a table view; empty without one."""
        return ()


@cache
def screens_of(game: str) -> GameScreens:
    """The screens of a game, imported when they are first asked for."""
    found: GameScreens = import_module(f"{registry.folder(game)}.screens").SCREENS
    return found


def choices(step: Snapshot) -> Choices:
    """What may be told now, by paths."""
    assert step.position is not None
    return _choices(step.position, step.setup.key)


# A screen asks a dozen times for one picture; a position never changes, so the answer is kept for the last few.
@lru_cache(maxsize=4)
def _choices(position: Position, game: str) -> Choices:
    return Choices(screens_of(game).ways(position))


def places(step: Snapshot, prefix: Path) -> Mapping[str, Place] | None:
    """Where the steps after a prefix stand on the board; None where they are lines of a menu."""
    return screens_of(step.setup.key).places(step, prefix)


def ring(step: Snapshot, prefix: Path) -> tuple[tuple[str, ...], str]:
    """The steps after a prefix in the order in which UP and DOWN walk them, and the one to start on."""
    look, below = screens_of(step.setup.key), choices(step).below(prefix)
    standing = places(step, prefix)
    steps = by_columns(standing, below) if standing else tuple(below)
    steps = look.order(step, prefix, steps)
    start = look.likeliest(step, prefix, steps)
    return steps, start if start is not None else steps[middle([below[name] for name in steps])]


def running(context: Context) -> Snapshot:
    """The moment on the table, for screens that exist only while a game can go on."""
    assert context.step is not None
    assert context.step.position is not None
    return context.step


def action_at(context: Context, path: Path) -> Action | None:
    """What OK would tell here; None where it leads to another choice."""
    known = choices(running(context))
    return known.action(known.forced(path))


def effect(context: Context, action: Action, width: int = EFFECT_WIDTH) -> str:
    """In a few words what an action would do, before it counts; in so many pixels, if that is possible."""
    return text_of(running(context).setup.key).effect(context.situation, action, width)


def noted(context: Context, action: Action) -> str:
    """What came of an action, for a line of the log."""
    return text_of(running(context).setup.key).noted(context.situation, action)
