"""What a game adds to the screens: how people enter its actions, and what its table looks like."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any, Generic

from companion.kit.game import Game
from companion.kit.rules import Action, P, Position
from companion.kit.text import EFFECT_WIDTH
from companion.play.timeline import GameSetup, Snapshot, Timeline
from companion.ports import Blank, ScoreSheet
from companion.ui.choices import Choices, Path, Place, Way, by_columns, middle
from companion.ui.page import Board, Drawing, Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.values import NamedTuple
from companion.words import Words

if TYPE_CHECKING:
    from companion.kit.search.mind import Thought

EFFECT, LINE = EFFECT_WIDTH, 116
"""The width that an effect behind a title always has, and the width of a whole line, in pixels."""


class NumberAsked(NamedTuple):
    """A number that is asked on the table: the possible ones, rising, the path of each, and why one in between is not
    possible: the number of its rule, empty without one.
    """

    possible: Sequence[int]
    path: Callable[[int], Path]
    rule: Callable[[int], str] = lambda number: ""

    def in_words(self, words: Words, typed: int | None = None) -> str:
        """`0 to 25, not 14 (RUM-3)`, `-4000 to 6000 by 5`. Where more than a few of the steps in between are not
        possible, only the typed number is named, if it is one of them.
        """
        least, most = self.possible[0], self.possible[-1]
        text = words("target.range", least=least, most=most) if least != most else str(least)
        step = gcd(*[number - least for number in self.possible]) if len(self.possible) > 2 else 1
        if step > 1:
            text = words("target.step", range=text, step=step)
        possible = set(self.possible)
        gaps = [number for number in range(least, most + 1, step) if number not in possible]
        if len(gaps) > GAPS_MOST:
            gaps = [number for number in gaps if number == typed]
        if not gaps:
            return text
        rule = self.rule(gaps[0])
        numbers = words.join_list(map(str, gaps))
        return words("target.gaps-rule" if rule else "target.gaps", range=text, numbers=numbers, rule=rule)


class RoundTyping(NamedTuple):
    """A round of a score sheet with what people have typed: its cells, the sums of its fields as in `RoundDraft`, and
    what puts it in; None where nothing differs from what was entered.
    """

    blanks: tuple[Blank, ...]
    sums: tuple[tuple[str, bool], ...]
    put: Callable[[Context], Screen | Intent] | None


GAPS_MOST = 3
"""With more steps that are not possible between the least and the greatest number, these are not all named."""


class GameScreens(ABC, Generic[P]):
    """One game's part of the screens: what the screens that all games share need from it.

    Every action has a path: the steps that people choose one after the other. `own` are the types of the game's own
    screens on which help explains its rules.
    """

    own: tuple[type, ...] = ()

    drawing: Drawing | None = None
    """What paints its boards; None where they are painted as rows of spaces."""

    def drawing_of_then(self, context: Context) -> Drawing | None:
        """What paints the table after an entry, for a game without a board; None where it is figures."""
        return None

    asks_on_table: bool = False
    """Whether people see on the table what the device asks for, and enter it there as their own."""

    def asks(self, context: Context, thought: Thought, path: Path) -> tuple[str, ...]:
        """What the device asks for where it asks on the table, with the cursor at the end of a path: the first of these
        texts that has room in the title, else the last.
        """
        return (running_snapshot(context).setup.text.ask(context.situation, thought),)

    def wanted_step(self, thought: Thought, prefix: Path) -> str | None:
        """The step after a prefix that leads to what the device asks for on the table; None if none does."""
        return None

    def screen_of_device(self, context: Context) -> Screen | None:
        """The screen at a turn of the device, also while it thinks; None if it asks on the table."""
        return None if self.asks_on_table else context.routes.asked()

    @abstractmethod
    def page(self, context: Context, path: Path) -> Page:
        """The screen while the cursor is on the last step of a path."""

    def path(self, action: Action) -> Path:
        """The path of an action."""
        return (action,)

    def ways(self, position: P) -> Iterable[Way]:
        """All paths with their actions. Several may lead to one action; one without leads to `screen_after`."""
        return [(self.path(action), action) for action in position.legal()]

    def screen_after(self, context: Context, path: Path) -> Screen | None:
        """The screen at the end of a path without an action."""
        return None

    def places(self, step: Snapshot, prefix: Path) -> Mapping[str, Place] | None:
        """Where the steps after a prefix are on a board; None if they are lines of a menu."""
        return None

    def has_own_board(self, step: Snapshot, prefix: Path) -> bool:
        """Whether the steps after a prefix are on a board of their own, and not among what lies on the table."""
        return False

    def order(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> tuple[str, ...]:
        """The steps after a prefix in the order of UP and DOWN."""
        return steps

    def likeliest_step(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> str | None:
        """The step that the cursor starts on; None for the middle."""
        return None

    def saves_presses(self, step: Snapshot, prefix: Path, name: str) -> bool:
        """Whether a step only saves presses of four keys: a finger chooses what is behind it at once (TGT-2)."""
        return False

    def codes(self, step: Snapshot, prefix: Path, name: str) -> tuple[str, ...]:
        """What people may type for a step, in small letters and the same in all languages; nothing for a step that
        only saves presses (TYP-3).
        """
        return ()

    def number(self, context: Context, prefix: Path) -> NumberAsked | None:
        """The number that is asked after a prefix; None where none is, or where a step is chosen."""
        return None

    def choice_name(self, context: Context, path: Path, action: Action | None) -> str:
        """The choice at the end of a path in words, and the action that it leads to, if it is a single one (TGT-1)."""
        return path[-1] if action is None else with_effect(context, action)

    def places_in_words(self, context: Context) -> Iterable[tuple[Place, str]]:
        """What lies at each place of the board, in words, for those who do not see it (TGT-1); none without a board."""
        return ()

    def side_screen(self, context: Context, path: Path, command: Command) -> Screen | None:
        """A screen of the game's own that LEFT or RIGHT opens; None without one."""
        return None

    def rounds(self, step: Snapshot, back: Screen) -> Callable[[], Screen] | None:
        """Opens the rounds of a game as a table; None if there is none."""
        return None

    def sheet(self, context: Context) -> ScoreSheet | None:
        """The score sheet of a game, for a phone; None if it has none."""
        return None

    def typed_round(self, context: Context, place: int, typed: Mapping[str, str], back: Screen) -> RoundTyping | None:
        """A round of the score sheet with other texts in its cells, by their ids; None if one is not there. `back` is
        where the screens lead back to on which it may end.
        """
        return None

    def board(self, context: Context) -> Board:
        """The board; empty without one."""
        return ()

    def audit_board(self, context: Context, table: Mapping[str, Any]) -> Board:
        """The board above the lines of the audit, from a table view; empty without one."""
        return ()


def screens_of(setup: GameSetup) -> GameScreens:
    """The screens of a game whose rules are known."""
    return of_game(setup.rules)


def of_game(game: Game) -> GameScreens:
    """The screens of a game; its folder imports them at the first call."""
    assert isinstance(game.screens, GameScreens)
    return game.screens


def choices(step: Snapshot) -> Choices:
    """What people may enter now, by paths."""
    return _choices(step.plies[-1].position, step.setup.rules)


# A screen asks a dozen times for one picture. A position never changes, so the last few answers are cached.
@lru_cache(maxsize=4)
def _choices(position: Position, game: Game) -> Choices:
    return Choices(of_game(game).ways(position))


def places(step: Snapshot, prefix: Path) -> Mapping[str, Place] | None:
    """Where the steps after a prefix are on the board; None if they are lines of a menu."""
    return screens_of(step.setup).places(step, prefix)


def ring(step: Snapshot, prefix: Path) -> tuple[tuple[str, ...], str]:
    """The steps after a prefix in the order of UP and DOWN, and the step that the cursor starts on."""
    screens, below = screens_of(step.setup), choices(step).below(prefix)
    on_board = places(step, prefix)
    steps = by_columns(on_board, below) if on_board else tuple(below)
    steps = screens.order(step, prefix, steps)
    start = screens.likeliest_step(step, prefix, steps)
    return steps, start if start is not None else steps[middle([below[name] for name in steps])]


def running_snapshot(context: Context) -> Snapshot:
    """The snapshot on the table, for screens that exist only while a game can go on."""
    assert context.step is not None
    assert context.step.position is not None
    return context.step


def running_timeline(context: Context) -> Timeline:
    """All entries of the game of `running_snapshot`."""
    return running_snapshot(context).plies


def running_position(context: Context) -> Any:
    """The position on the table. A game names the type that its own screens are for."""
    return running_snapshot(context).position


def action_at(context: Context, path: Path) -> Action | None:
    """The action that OK would enter here; None if OK leads to another choice."""
    paths = choices(running_snapshot(context))
    return paths.action(paths.with_forced_steps(path))


def effect(context: Context, action: Action, width: int = EFFECT_WIDTH) -> str:
    """What an action would do, in a few words, before people enter it; at most `width` pixels wide, if possible."""
    return running_snapshot(context).setup.text.effect(context.situation, action, width)


def with_effect(context: Context, action: Action, name: str = "") -> str:
    """An action in words, by another name where one is given, and what it would do."""
    name = name or running_snapshot(context).setup.text.action_name(context.situation, action)
    would = effect(context, action)
    return context.words("target.effect", name=name, effect=would) if would and would != name else name
