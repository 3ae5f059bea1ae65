"""What a game brings to the screens: how its actions are walked to, what its table looks like, when to speak up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from companion.games import registry
from companion.games.game import Action, Position
from companion.games.refusals import Message
from companion.session.timeline import GameSetup, Snapshot
from companion.ui.choices import Choices, Path, Place, Way, by_columns, middle
from companion.ui.page import Board, Figure, Item, Page
from companion.ui.screen import Command, Context, Screen

if TYPE_CHECKING:
    from companion.ui.audit import Audit

EFFECT, LINE = 94, 116
"""So many pixels behind a title are never cut off, a card before the effect left out of account."""


class GameScreens:
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
        page: Callable[[Context, Path], Page],
        figures: Callable[[Snapshot], tuple[Figure, ...]],
        say: Callable[[Context, Action], str],
        banners: frozenset[str],
        rules: Callable[[Position], tuple[str, ...]],
        absent: Callable[[Position], tuple[Action, ...]],
        audit: Callable[[Context, Mapping[str, object]], list[tuple[str, Item]]],
        repair: Callable[[Audit, str, Context], Screen],
        setup: Callable[[GameSetup], tuple[Message, ...]],
        board: Callable[[Context], Board] | None = None,
        lines: Callable[[Context], tuple[str, ...]] = lambda context: (),
        laid: Callable[[Context, Mapping[str, object]], Board] = lambda context, table: (),
        why: Callable[[Snapshot, Snapshot, tuple[Message, ...]], tuple[Message, ...]] = lambda before, after, told: (
            told
        ),
        effect: Callable[[Context, Action], str] | None = None,
        noted: Callable[[Context, Action], str] | None = None,
        whose: Callable[[Context], str] | None = None,
        places: Callable[[Snapshot, Path], Mapping[str, Place] | None] = lambda step, prefix: None,
        order: Callable[[Snapshot, Path, tuple[str, ...]], tuple[str, ...]] = lambda step, prefix, steps: steps,
        likeliest: Callable[[Snapshot, Path, tuple[str, ...]], str | None] = lambda step, prefix, steps: None,
        aside: Callable[[Context, Path, Command], Screen | None] = lambda context, path, command: None,
        own: tuple[type, ...] = (),
        plain: frozenset[str] = frozenset(),
        ways: Callable[[Position], Iterable[Way]] | None = None,
        beyond: Callable[[Context, Path], Screen] | None = None,
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


def screens_of(game: str) -> GameScreens:
    """The face of a game; its module is imported when it is first looked at."""
    found: GameScreens = import_module(f"{registry.folder(game)}.screens").SCREENS
    return found


def choices(step: Snapshot) -> Choices:
    """What may be told now, by paths."""
    assert step.position is not None
    return _choices(step.position, step.played.key)


# A screen asks a dozen times for one picture; a position never changes, so the answer is kept for the last few.
@lru_cache(maxsize=4)
def _choices(position: Position, game: str) -> Choices:
    look = screens_of(game)
    return Choices(position.legal(), look.path) if look.ways is None else Choices.walked(look.ways(position))


def places(step: Snapshot, prefix: Path) -> Mapping[str, Place] | None:
    """Where the steps after a prefix stand on the board; None where they are lines of a menu."""
    return screens_of(step.played.key).places(step, prefix)


def ring(step: Snapshot, prefix: Path) -> tuple[tuple[str, ...], str]:
    """The steps after a prefix in the order in which UP and DOWN walk them, and the one to start on."""
    look, below = screens_of(step.played.key), choices(step).below(prefix)
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


def effect(context: Context, action: Action, room: int = EFFECT) -> str:
    """In a few words what an action would do, before it counts; in so many pixels, if that is possible."""
    step = running(context)
    own = screens_of(step.played.key).effect
    return own(context, action) if own is not None else _spoken(context, action, room)


def noted(context: Context, action: Action) -> str:
    """What came of an action, for a line of the log."""
    own = screens_of(running(context).played.key).noted
    return own(context, action) if own is not None else _spoken(context, action, EFFECT)


def _spoken(context: Context, action: Action, room: int) -> str:
    """The consequences for which there are a few words; where there is no room for all, the plain ones give way."""
    step = running(context)
    told = [
        Message(message.key.replace("told.", "effect.", 1), **message.params)
        for message in consequences(step, action)
        if message.key.replace("told.", "effect.", 1) in context.words
    ]
    plain = screens_of(step.played.key).plain
    while True:
        said = context.words.listed(context.words.message(message, step.played.names) for message in told)
        if len(told) < 2 or len(context.wrap(said, room)) < 2:
            return said
        told.remove(next((message for message in told if message.key in plain), told[0]))


def consequences(step: Snapshot, action: Action) -> tuple[Message, ...]:
    """What an allowed action leads to."""
    assert step.position is not None
    assert step.played.game is not None
    return step.played.game.consequences(step.position, action, step.position.after(action))
