"""Nim on the glass: how many were taken, and the heap as large as can be. As small as a face can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.engines.nim import HEAPS, MOST, TAKES, Heap

from companion.engines.position import Action, Position
from companion.engines.refusals import Message
from companion.screens.audit import Audit, Number
from companion.screens.choosing import Path
from companion.screens.face import Face, effect, ring, running
from companion.screens.page import Figure, Item, Page
from companion.screens.screen import Screen, Sight
from companion.screens.table import whose
from companion.table.moments import Played, Step


def page(sight: Sight, path: Path) -> Page:
    """The table: the heap, and how many may be taken."""
    step = running(sight)
    steps, _ = ring(step, ())
    action = next(take for take in TAKES if take == path[0])
    return Page(
        screen="table",
        title=whose(sight),
        aside=effect(sight, action),
        figures=figures(step),
        menu=tuple(Item(name) for name in steps),
        cursor=steps.index(path[0]),
    )


def figures(step: Step) -> tuple[Figure, ...]:
    """The heap, under the name of whoever is to take; at the end nothing is left."""
    heap = cast(Heap, step.position)
    return (Figure(step.played.names[heap.turn], heap.left, marked=True),)


def setup(played: Played) -> tuple[Message, ...]:
    """What to lay out."""
    return (Message("setup.nim.heap", heap=HEAPS[str(played.options["heap"])]),)


def audit(sight: Sight, table: Mapping[str, object]) -> list[tuple[str, Item]]:
    """How many are left."""
    return [("heap", Item(sight.words("nim.heap"), str(table["heap"])))]


def repair(audit: Audit, field: str, sight: Sight) -> Screen:
    """The heap as it really is."""
    heap = cast(Heap, running(sight).position)
    most = HEAPS[str(running(sight).played.options["heap"])]
    return Number(audit, sight.words("nim.heap"), field, None, heap.left, most)


def say(sight: Sight, action: Action) -> str:
    """The action is its own word."""
    return str(action)


def rules(position: Position) -> tuple[str, ...]:
    """All of them, always."""
    return ("NIM-1", "NIM-2", "NIM-3")


def absent(position: Position) -> tuple[Action, ...]:
    """More than are left."""
    return TAKES[cast(Heap, position).left : MOST]


FACE = Face(
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
