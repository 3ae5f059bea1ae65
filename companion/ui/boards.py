"""The kit of screens: boards. What the keys do on them is written here, once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.ui.choices import Place, by_columns, index_beside
from companion.ui.page import Page, Target
from companion.ui.screen import ACROSS, BY, MOVES, Command, Context, Screen, move_in_ring
from companion.values import replace

if TYPE_CHECKING:
    from companion.ui.screen import Intent


class BoardScreen(Screen):
    """A walk over the spaces of a board: UP and DOWN go through all, column by column; LEFT and RIGHT go sideways.

    A screen declares `at: str`, the name of the space under the cursor, among its fields.
    """

    if TYPE_CHECKING:

        @property
        def at(self) -> str:
            """The space under the cursor."""

    @abstractmethod
    def places(self, context: Context) -> Mapping[str, Place]:
        """The spaces, each with its row and column."""

    def walk(self, context: Context) -> Sequence[str]:
        """The spaces in the order of UP and DOWN."""
        places = self.places(context)
        return by_columns(places, places)

    @abstractmethod
    def chosen(self, context: Context) -> Screen | Intent:
        """What OK does on the space under the cursor."""

    @abstractmethod
    def left(self, context: Context) -> Screen | Intent:
        """Where BACK leads."""

    @abstractmethod
    def view(self, context: Context) -> Page:
        """The page with the board."""

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.left(context)
        if command in MOVES:
            return replace(self, at=self.moved(command, context))
        return self.chosen(context) if command is Command.OK else self

    def targets(self, context: Context) -> tuple[Target, ...]:
        places = self.places(context)
        return tuple([Target(at, "board", *places[at], self.space_name(at, context)) for at in self.walk(context)])

    def space_name(self, at: str, context: Context) -> str:
        """A space in words; here what the page says with the cursor there."""
        page = replace(self, at=at).view(context)
        return context.words.join_list([text for text in (page.title, page.aside) if text])

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return replace(self, at=target).chosen(context)

    def moved(self, command: Command, context: Context) -> str:
        """The space to which a key leads."""
        return walked(self.places(context), self.walk(context), self.at, command)


class GridScreen(BoardScreen):
    """A walk over rows of spaces: LEFT and RIGHT go along the row, UP and DOWN to the nearest space of the next one."""

    def moved(self, command: Command, context: Context) -> str:
        places = self.places(context)
        if command in ACROSS:
            row = [space for space in places if places[space][0] == places[self.at][0]]
            return row[move_in_ring(row.index(self.at), command, len(row))]
        spaces = list(places)
        return spaces[
            index_beside({space: places[space][::-1] for space in spaces}, spaces, spaces.index(self.at), BY[command])
        ]


def walked(places: Mapping[str, Place], walk: Sequence[str], at: str, command: Command) -> str:
    """The space to which a key leads: the one beside it, or the next one of the walk."""
    here = walk.index(at)
    if command in ACROSS:
        return walk[index_beside(places, walk, here, BY[command])]
    return walk[move_in_ring(here, command, len(walk))]
