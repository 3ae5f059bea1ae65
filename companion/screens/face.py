"""What a game brings to the screens: how its actions are walked to, what its table looks like, when to speak up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from companion.engines.position import Action, Position
from companion.engines.refusals import Message
from companion.screens.choosing import Choices, Path
from companion.screens.page import Figure, Item
from companion.screens.screen import Command, Screen, Sight
from companion.table.moments import Step

if TYPE_CHECKING:
    from companion.screens.audit import Audit

GAMES = ("praetorians",)
"""The games that can be played on the glass, in the order of the home screen."""


class Face:
    """One game's share of the screens.

    `path(action)` is the way to an action; `item(sight, path)` names its last step in a menu; `deeper(sight, path,
    command)` is the screen for the steps after `path`, when `command` led there; `figures` and `aside` stand on the
    table screen; `banners` are the keys of the messages that interrupt; `rules(position)` are the numbers of the
    rules that matter now, the most telling first; `absent` the actions that people may look for in vain now. `say` is
    an action as people speak of it. `audit` is what must lie on the table, a field's name and a line each, and
    `repair` the screen that corrects one of them.
    """

    __slots__ = (
        "absent", "aside", "audit", "banners", "deeper", "figures", "item", "path", "repair", "rules", "say",
    )  # fmt: skip

    def __init__(
        self,
        *,
        path: Callable[[Action], Path],
        item: Callable[[Sight, Path], Item],
        deeper: Callable[[Sight, Path, Command], Screen],
        figures: Callable[[Step], tuple[Figure, ...]],
        aside: Callable[[Sight, Path], str],
        say: Callable[[Sight, Action], str],
        banners: frozenset[str],
        rules: Callable[[Position], tuple[str, ...]],
        absent: Callable[[Position], tuple[Action, ...]],
        audit: Callable[[Sight, Mapping[str, object]], list[tuple[str, Item]]],
        repair: Callable[[Audit, str, Sight], Screen],
    ) -> None:
        self.path = path
        self.item = item
        self.deeper = deeper
        self.figures = figures
        self.aside = aside
        self.banners = banners
        self.say = say
        self.rules = rules
        self.absent = absent
        self.audit = audit
        self.repair = repair


def face(game: str) -> Face:
    """The face of a game; its module is imported when it is first looked at."""
    found: Face = import_module(f"companion.screens.{game.replace('-', '_')}").FACE
    return found


def choices(step: Step) -> Choices:
    """What may be told now, by paths."""
    assert step.position is not None
    return _choices(step.position, step.played.key)


# A screen asks a dozen times for one picture; a position never changes, so the answer is kept for the last few.
@lru_cache(maxsize=4)
def _choices(position: Position, game: str) -> Choices:
    return Choices(position.legal(), face(game).path)


def running(sight: Sight) -> Step:
    """The moment on the table, for screens that exist only while a game can go on."""
    assert sight.step is not None
    assert sight.step.position is not None
    return sight.step


def effect(sight: Sight, action: Action) -> str:
    """In a few words what an action would do, before it counts."""
    step = running(sight)
    return ", ".join(
        sight.words.message(Message(message.key.replace("told.", "effect.", 1), **message.params), step.played.names)
        for message in consequences(step, action)
        if message.key.replace("told.", "effect.", 1) in sight.words
    )


def consequences(step: Step, action: Action) -> tuple[Message, ...]:
    """What an allowed action leads to."""
    assert step.position is not None
    assert step.played.game is not None
    return step.played.game.consequences(step.position, action, step.position.after(action))
