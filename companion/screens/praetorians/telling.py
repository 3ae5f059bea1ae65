"""Praetorians on the glass: the colours first, then the grid of what is still face down; or sums by tens and units."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.engines.position import Action
from companion.engines.praetorians.actions import COLOURS, VALUES, Bank, Flip, Give, Match, Twelve
from companion.screens.choosing import Path, middle
from companion.screens.face import choices, effect, running
from companion.screens.page import Item, Page
from companion.screens.screen import Command, Intent, Screen, Sight, Tell, turned
from companion.screens.table import Table

GONE = "·"
"""A card of the grid that is not face down."""


def path(action: Action) -> Path:
    """`flip R7` is reached by colour and value, `bank 27` by tens and units."""
    if isinstance(action, Flip):
        return (action.card.colour, str(action.card.value))
    if isinstance(action, Give | Twelve):
        return ("twelve", str(action.seat))
    if isinstance(action, Match):
        return ("match", str(action.value))
    if isinstance(action, Bank):
        return ("bank", str(action.total // 10 * 10), str(action.total))
    return (str(action),)


def item(sight: Sight, path: Path) -> Item:
    """A line of the table's menu: colours with how many cards they still have."""
    words, below = sight.words, choices(running(sight)).below(path[:-1])
    label = words(f"praetorians.{path[-1]}")
    return Item(label, str(below[path[-1]]) if path[-1] in COLOURS else "")


def deeper(sight: Sight, path: Path, command: Command) -> Screen:
    """The grid for a colour, the others for a 12, a number for sums and matches."""
    if path[0] in COLOURS:
        step = running(sight)
        row = list(choices(step).below(path[:1]))
        start = middle([1] * len(row))
        if command is Command.OK:
            return Grid(path[0], row[start])
        return Grid(path[0], row[turned(start, command, len(row))], free=True)
    below = choices(running(sight)).below(path)
    steps = list(below)
    chosen = (*path, steps[middle(list(below.values()))])
    return Receiver(chosen) if path[0] == "twelve" else Amount(chosen)


@dataclass(frozen=True, slots=True)
class Grid:
    """The cards still face down, a row a colour.

    Entered by OK the row stays and UP and DOWN walk along it, for boards with four keys; after LEFT or RIGHT the
    cursor is `free` to walk in both directions.
    """

    colour: str
    value: str
    free: bool = False

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        known = choices(running(sight))
        row = list(known.below((self.colour,)))
        at = row.index(self.value)
        if command is Command.OK:
            action = known.action((self.colour, self.value))
            assert action is not None
            return Tell(action)
        if command is Command.BACK:
            return Table(self.colour)
        if command in (Command.LEFT, Command.RIGHT):
            return Grid(self.colour, row[turned(at, command, len(row))], free=True)
        if not self.free:
            return replace(self, value=row[turned(at, command, len(row))])
        colours = [step for step in known.below(()) if step in COLOURS]
        colour = colours[turned(colours.index(self.colour), command, len(colours))]
        nearest = min(known.below((colour,)), key=lambda value: abs(int(value) - int(self.value)))
        return Grid(colour, nearest, free=True)

    def view(self, sight: Sight) -> Page:
        known = choices(running(sight))
        grid = []
        for colour in COLOURS:
            left = known.below((colour,))
            cells = [str(value) if str(value) in left else GONE for value in VALUES]
            grid.append((sight.words(f"praetorians.letter-{colour}"), *cells))
        action = known.action((self.colour, self.value))
        assert action is not None
        return Page(
            screen="cards",
            title=f"{sight.words(f'praetorians.{self.colour}')} {self.value}",
            aside=effect(sight, action),
            grid=tuple(grid),
            cell=(COLOURS.index(self.colour), int(self.value)),
        )


@dataclass(frozen=True, slots=True)
class Receiver:
    """Who gets the 12."""

    path: Path

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        known = choices(running(sight))
        steps = list(known.below(self.path[:-1]))
        if command is Command.OK:
            action = known.action(self.path)
            assert action is not None
            return Tell(action)
        if command is Command.BACK:
            return Table(self.path[0])
        at = turned(steps.index(self.path[-1]), command, len(steps))
        return Receiver((*self.path[:-1], steps[at]))

    def view(self, sight: Sight) -> Page:
        step = running(sight)
        known = choices(step)
        steps = list(known.below(self.path[:-1]))
        items = []
        for seat in steps:
            action = known.action((*self.path[:-1], seat))
            assert action is not None
            items.append(Item(step.played.names[int(seat)], effect(sight, action)))
        return Page(
            screen="give",
            title=sight.words("praetorians.give"),
            menu=tuple(items),
            cursor=steps.index(self.path[-1]),
        )


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, by tens and then by units, or at once where there are few; `path` ends with the choice shown."""

    path: Path

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        known = choices(running(sight))
        if command is Command.OK:
            chosen = known.forced(self.path)
            action = known.action(chosen)
            return Tell(action) if action is not None else Amount((*chosen, next(iter(known.below(chosen)))))
        if command is Command.BACK:
            return Table(self.path[0]) if len(self.path) == 2 else Amount(self.path[:-1])
        steps = list(known.below(self.path[:-1]))
        return Amount((*self.path[:-1], steps[turned(steps.index(self.path[-1]), command, len(steps))]))

    def view(self, sight: Sight) -> Page:
        step = running(sight)
        words, action = sight.words, choices(step).action(self.path)
        if action is not None:
            text = (effect(sight, action),)
        else:
            text = (words("praetorians.tens", least=max(int(self.path[-1]), 1), most=int(self.path[-1]) + 9),)
        return Page(
            screen="amount",
            title=words(f"praetorians.{self.path[0]}-title"),
            big=self.path[-1] if action is not None else f"{int(self.path[-1]) // 10}_",
            text=text,
        )
