"""What a game brings to the screens: how its actions are walked to, what its table looks like, when to speak up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from companion.engines.position import Action, Position
from companion.engines.refusals import Message
from companion.screens.choosing import Choices, Path, Place, Way, by_columns, middle
from companion.screens.page import Board, Figure, Item, Page
from companion.screens.screen import Command, Screen, Sight
from companion.table.moments import Played, Step

if TYPE_CHECKING:
    from companion.screens.audit import Audit

GAMES = ("praetorians", "spartacus", "hannibal", "seven-hills", "army-ants")
"""The games that can be played on the glass, in the order of the home screen."""


EFFECT, LINE = 94, 116
"""So many pixels behind a title are never cut off, a card before the effect left out of account."""


class Face:
    """One game's share of the screens.

    How an action is told: `path(action)` is the way to it; `page(sight, path)` the screen while the cursor rests on the
    last step of a path. `places(step, prefix)` tells where the steps after a prefix stand on a board, or None;
    `likeliest(step, prefix, steps)` the one to start on, or None for the middle of the ring; `order(step, prefix,
    steps)` the ring, where it is not the engine's order or that of the board. `aside(sight, path, command)` may answer
    LEFT and RIGHT with a screen of the game's own, and `own` are the types of such screens. Where a path depends on
    how the table stands, or several lead to one action, `ways(position)` is there instead of `path`: all paths with
    their actions; `beyond(sight, path)` is the screen at the end of one without.

    What the table looks like: `figures(step)` are the numbers people argue about (none where the board says it all),
    `lines(sight)` what else lies there, above the figures; `board(sight)` the board if there is one. `setup(played)`
    says what to lay out before the first card.

    What is said: `whose(sight)` is whose turn it is, where a name alone does not tell; `say(sight, action)` is an
    action as people speak of it. Where the game's own messages do not say it, `effect(sight, action)` is what an action
    would do in a few words, `noted(sight, action)` what came of it in a line of the log. `banners` are the keys of the
    messages that interrupt, `setbacks` those of them that are a blow to somebody, `orders` those that tell the hands
    what to do, which redo leaves to `put_back`, `plain` those of the effects that say least; `rules(position)` the
    numbers of the rules that matter now, the most telling first; `absent(position)` the actions that people may look
    for in vain.

    `audit(sight, table)` is what must lie on the table, a field's name and a line each, `laid(sight, table)` the board
    above these lines if there is one, and `repair(audit, field, sight)` the screen that corrects one of them. `why(
    before, after, told)` is the arithmetic behind what came of an action, where its messages do not say it all.
    """

    __slots__ = (
        "absent", "aside", "audit", "banners", "beyond", "board", "effect", "figures", "laid", "likeliest", "lines",
        "noted", "order", "orders", "own", "page", "path", "places", "plain", "repair", "rules", "say", "setbacks",
        "setup", "ways", "whose", "why",
    )  # fmt: skip

    def __init__(
        self,
        *,
        path: Callable[[Action], Path] = lambda action: (action,),
        page: Callable[[Sight, Path], Page],
        figures: Callable[[Step], tuple[Figure, ...]],
        say: Callable[[Sight, Action], str],
        banners: frozenset[str],
        rules: Callable[[Position], tuple[str, ...]],
        absent: Callable[[Position], tuple[Action, ...]],
        audit: Callable[[Sight, Mapping[str, object]], list[tuple[str, Item]]],
        repair: Callable[[Audit, str, Sight], Screen],
        setup: Callable[[Played], tuple[Message, ...]],
        board: Callable[[Sight], Board] | None = None,
        lines: Callable[[Sight], tuple[str, ...]] = lambda sight: (),
        laid: Callable[[Sight, Mapping[str, object]], Board] = lambda sight, table: (),
        why: Callable[[Step, Step, tuple[Message, ...]], tuple[Message, ...]] = lambda before, after, told: told,
        effect: Callable[[Sight, Action], str] | None = None,
        noted: Callable[[Sight, Action], str] | None = None,
        whose: Callable[[Sight], str] | None = None,
        places: Callable[[Step, Path], Mapping[str, Place] | None] = lambda step, prefix: None,
        order: Callable[[Step, Path, tuple[str, ...]], tuple[str, ...]] = lambda step, prefix, steps: steps,
        likeliest: Callable[[Step, Path, tuple[str, ...]], str | None] = lambda step, prefix, steps: None,
        aside: Callable[[Sight, Path, Command], Screen | None] = lambda sight, path, command: None,
        own: tuple[type, ...] = (),
        plain: frozenset[str] = frozenset(),
        ways: Callable[[Position], Iterable[Way]] | None = None,
        beyond: Callable[[Sight, Path], Screen] | None = None,
        setbacks: frozenset[str] = frozenset(),
        orders: frozenset[str] = frozenset(),
    ) -> None:
        self.path = path
        self.page = page
        self.figures = figures
        self.say = say
        self.banners = banners
        self.rules = rules
        self.absent = absent
        self.audit = audit
        self.repair = repair
        self.setup = setup
        self.board = board
        self.lines = lines
        self.laid = laid
        self.why = why
        self.effect = effect
        self.noted = noted or effect
        self.whose = whose
        self.places = places
        self.order = order
        self.likeliest = likeliest
        self.aside = aside
        self.own = own
        self.plain = plain
        self.ways = ways
        self.beyond = beyond
        self.setbacks = setbacks
        self.orders = orders


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
    look = face(game)
    return Choices(position.legal(), look.path) if look.ways is None else Choices.walked(look.ways(position))


def places(step: Step, prefix: Path) -> Mapping[str, Place] | None:
    """Where the steps after a prefix stand on the board; None where they are lines of a menu."""
    return face(step.played.key).places(step, prefix)


def ring(step: Step, prefix: Path) -> tuple[tuple[str, ...], str]:
    """The steps after a prefix in the order in which UP and DOWN walk them, and the one to start on."""
    look, below = face(step.played.key), choices(step).below(prefix)
    standing = places(step, prefix)
    steps = by_columns(standing, below) if standing else tuple(below)
    steps = look.order(step, prefix, steps)
    start = look.likeliest(step, prefix, steps)
    return steps, start if start is not None else steps[middle([below[name] for name in steps])]


def running(sight: Sight) -> Step:
    """The moment on the table, for screens that exist only while a game can go on."""
    assert sight.step is not None
    assert sight.step.position is not None
    return sight.step


def action_at(sight: Sight, path: Path) -> Action | None:
    """What OK would tell here; None where it leads to another choice."""
    known = choices(running(sight))
    return known.action(known.forced(path))


def effect(sight: Sight, action: Action, room: int = EFFECT) -> str:
    """In a few words what an action would do, before it counts; in so many pixels, if that is possible."""
    step = running(sight)
    own = face(step.played.key).effect
    return own(sight, action) if own is not None else _spoken(sight, action, room)


def noted(sight: Sight, action: Action) -> str:
    """What came of an action, for a line of the log."""
    own = face(running(sight).played.key).noted
    return own(sight, action) if own is not None else _spoken(sight, action, EFFECT)


def _spoken(sight: Sight, action: Action, room: int) -> str:
    """The consequences for which there are a few words; where there is no room for all, the plain ones give way."""
    step = running(sight)
    told = [
        Message(message.key.replace("told.", "effect.", 1), **message.params)
        for message in consequences(step, action)
        if message.key.replace("told.", "effect.", 1) in sight.words
    ]
    plain = face(step.played.key).plain
    while True:
        said = sight.words.listed(sight.words.message(message, step.played.names) for message in told)
        if len(told) < 2 or len(sight.wrap(said, room)) < 2:
            return said
        told.remove(next((message for message in told if message.key in plain), told[0]))


def consequences(step: Step, action: Action) -> tuple[Message, ...]:
    """What an allowed action leads to."""
    assert step.position is not None
    assert step.played.game is not None
    return step.played.game.consequences(step.position, action, step.position.after(action))
