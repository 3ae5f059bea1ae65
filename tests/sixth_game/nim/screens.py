"""Nim on the glass: how many were taken, and the heap as large as can be. As small as the screens of a game can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.games.nim.engine.heap import HEAPS, MOST, TAKES, Heap

from companion.games.game import Action, Position
from companion.games.refusals import Message
from companion.session.timeline import GameSetup, Snapshot
from companion.ui.audit import Audit, Number
from companion.ui.choices import Path
from companion.ui.game_screens import GameScreens, effect, ring, running
from companion.ui.page import Figure, Item, Page
from companion.ui.screen import Context, Screen
from companion.ui.table import whose


def page(context: Context, path: Path) -> Page:
    """The table: the heap, and how many may be taken."""
    step = running(context)
    steps, _ = ring(step, ())
    action = next(take for take in TAKES if take == path[0])
    return Page(
        screen="table",
        title=whose(context),
        aside=effect(context, action),
        figures=figures(step),
        menu=tuple(Item(name) for name in steps),
        cursor=steps.index(path[0]),
    )


def figures(step: Snapshot) -> tuple[Figure, ...]:
    """The heap, under the name of whoever is to take; at the end nothing is left."""
    heap = cast(Heap, step.position)
    return (Figure(step.setup.names[heap.turn], heap.left, marked=True),)


def setup(game_setup: GameSetup) -> tuple[Message, ...]:
    """What to lay out."""
    return (Message("setup.nim.heap", heap=HEAPS[str(game_setup.options["heap"])]),)


def audit(context: Context, table: Mapping[str, object]) -> list[tuple[str, Item]]:
    """How many are left."""
    return [("heap", Item(context.words("nim.heap"), str(table["heap"])))]


def repair(audit: Audit, field: str, context: Context) -> Screen:
    """The heap as it really is."""
    heap = cast(Heap, running(context).position)
    most = HEAPS[str(running(context).setup.options["heap"])]
    return Number(audit, context.words("nim.heap"), field, None, heap.left, most)


def say(context: Context, action: Action) -> str:
    """The action is its own word."""
    return str(action)


def rules(position: Position) -> tuple[str, ...]:
    """All of them, always."""
    return ("NIM-1", "NIM-2", "NIM-3")


def absent(position: Position) -> tuple[Action, ...]:
    """More than are left."""
    return TAKES[cast(Heap, position).left : MOST]


SCREENS = GameScreens(
    page=page,
    figures=figures,
    setup=setup,
    say=say,
    banners=frozenset({"told.nim.won"}),
    rules=rules,
    absent=absent,
    audit=audit,
    repair=repair,
)
