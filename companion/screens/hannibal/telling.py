"""Hannibal vs Rome on the glass: a piece on the map and where it goes; the cards of a battle; turns and results."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engines.hannibal.actions import Clash, EndTurn, Field, Move
from companion.engines.hannibal.board import PLACES, ROUTES
from companion.engines.hannibal.cards import CardsPosition
from companion.engines.hannibal.scores import ScoresPosition
from companion.engines.position import Action
from companion.screens.choosing import Path, Place
from companion.screens.face import action_at, choices, ring, running
from companion.screens.hannibal import lanes
from companion.screens.hannibal.battle import across, clash_page, field_page
from companion.screens.hannibal.looks import effect, figures, side, whose
from companion.screens.page import Item, Page
from companion.screens.screen import Command, Screen, Sight
from companion.screens.table import Table
from companion.table.moments import Step


def path(action: Action) -> Path:
    """A move is reached by its piece and its goal, a round by both cards, Rome's first, an end of the game by `end`."""
    if isinstance(action, Move):  # its notation is `legion ROM>GAL`
        piece, goal = action.split(">")
        return (piece, goal)
    if isinstance(action, Clash):
        rome, carthage = action.cards
        return (str(rome), str(carthage))
    if isinstance(action, Field | EndTurn):
        return (str(action),)
    return ("end", str(action))


def places(step: Step, prefix: Path) -> Mapping[str, Place] | None:
    """Pieces and goals stand on the map; Hannibal just below the legions that he stands with. Hands are columns."""
    position = step.position
    if not isinstance(position, CardsPosition) or position.undecided:
        return None
    steps = choices(step).below(prefix)
    if position.battle is not None:
        return {card: (int(card), len(prefix)) for card in steps}
    if prefix:
        return {goal: lanes.AT_SEA.get(goal) or lanes.walk(goal) for goal in steps}
    return {piece: lanes.walk(piece.partition(" ")[2], below=piece.startswith("hannibal")) for piece in steps}


def likeliest(step: Step, prefix: Path, steps: tuple[str, ...]) -> str | None:
    """Where the walk is shortest; of such places, the one that a piece most likely goes to. A turn is just over."""
    position = step.position
    if not isinstance(position, CardsPosition):
        return "turn" if not prefix else None
    if position.battle is not None:
        return steps[len(steps) // 2] if not position.undecided else None
    standing = places(step, prefix)
    assert standing is not None
    walks = lanes.walks(standing, choices(step).below(prefix))
    return min(steps, key=lambda name: (walks[name], *_unlikely(position, name)))


def _unlikely(position: CardsPosition, name: str) -> tuple[int, int]:
    """Fleets move less often than legions; pieces go towards the enemy, and fleets to where own legions need them."""
    table, seat = position.table(), position.turn
    kind, _, place = name.rpartition(" ")
    ahead = lanes.forward(place, seat)
    if kind:
        return int(kind == "fleet"), -ahead
    needed = place in ROUTES and not lanes.count(table, seat, place)
    legions = any(lanes.count(table, seat, shore) for shore in place.split("-"))
    return int(not (needed and legions)), -ahead


def page(sight: Sight, path: Path) -> Page:
    """The map, or the battle; in scores entry a menu."""
    position = running(sight).position
    if isinstance(position, ScoresPosition):
        return _menu(sight, path)
    assert isinstance(position, CardsPosition)
    if position.undecided:
        return field_page(sight, path)
    return clash_page(sight, path) if position.battle is not None else _map(sight, position, path)


def sideways(sight: Sight, path: Path, command: Command) -> Screen | None:
    """LEFT and RIGHT go from hand to hand in a battle, and on the map along the lane rather than to another one."""
    step = running(sight)
    position = step.position
    if not isinstance(position, CardsPosition) or position.undecided:
        return None
    if position.battle is not None:
        return across(sight, path, command)
    standing = places(step, path[:-1])
    assert standing is not None
    return Table((*path[:-1], lanes.beside(standing, path[-1], 1 if command is Command.RIGHT else -1)))


def _map(sight: Sight, position: CardsPosition, path: Path) -> Page:
    """First the piece is under the cursor, then where it would go, the place it comes from underlined."""
    kind, _, origin = path[0].partition(" ")
    at = path[-1] if len(path) > 1 else origin
    return Page(
        screen="map" if len(path) == 1 else "goal",
        title=whose(sight),
        aside=_aside(sight, path, kind, origin),
        board=lanes.board(position.table(), core=position.core, kind=kind if len(path) == 1 else "", at=at),
        space=lanes.AT[at],
        also=(lanes.AT[origin],) if len(path) > 1 else (),
    )


def _aside(sight: Sight, path: Path, kind: str, origin: str) -> str:
    """Which piece it is; as soon as it is known where it goes, what the move would do."""
    action = action_at(sight, path)
    if action is None:
        return sight.words(f"hannibal.at-{kind}")
    assert isinstance(action, Move)
    goal, told = PLACES[action.to], effect(sight, action)
    return told or (f"→{goal}" if goal in ROUTES else f"{origin}→{goal}")


def _menu(sight: Sight, path: Path) -> Page:
    """Turns with or without a chip; behind the last line, how the game has ended."""
    step, words = running(sight), sight.words
    position = step.position
    assert isinstance(position, ScoresPosition)
    steps, _ = ring(step, path[:-1])
    action = action_at(sight, path)
    ending = len(path) > 1
    return Page(
        screen="told-end" if ending else "table",
        title=words("hannibal.ended") if ending else whose(sight),
        aside="" if ending or action is None else effect(sight, action),
        figures=() if ending else figures(step),
        menu=tuple(_item(sight, name, core=position.core) for name in steps),
        cursor=steps.index(path[-1]),
    )


def _item(sight: Sight, name: str, *, core: bool) -> Item:
    """A line of the menu. Without chips there is just one way to end a turn."""
    words = sight.words
    kind, _, seat = name.partition(" ")
    if kind == "win":
        return Item(words("hannibal.say.win", side=side(words, int(seat))), running(sight).played.names[int(seat)])
    key = {"turn": "turn-chips" if core else "end-turn", "turn core": "turn-core"}.get(name, name)
    return Item(words(f"hannibal.{key}"))
