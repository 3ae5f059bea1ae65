"""The curves of a game: one line for each seat, and a cursor that moves along them."""

from __future__ import annotations

from companion.kit.rules import Seat
from companion.kit.text import tags
from companion.play.timeline import Snapshot
from companion.session.curves import Curve, curves
from companion.session.series import sides_of
from companion.ui.page import Chart, Page, Trace
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, move_in_ring
from companion.values import replace


class Curves(Screen):
    """The curves of a game, one at a time: the arrow keys move through its turns, OK goes to the next curve.

    Partners have one line. The cursor starts on the last turn. `at` counts back from there: 0 is the last turn.
    """

    back: Screen
    names: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    curves: tuple[Curve, ...]
    which: int = 0
    at: int = 0

    @classmethod
    def from_snapshot(cls, step: Snapshot, back: Screen) -> Curves | None:
        """The chart of a game; None if there is nothing to draw."""
        found = curves(step.setup, step.timeline) if step.timeline is not None else ()
        names = step.setup.names
        return cls(back, names, sides_of(step.setup.game, len(names)), found) if found else None

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES:
            count = len(self.curves[self.which].places)
            return replace(self, at=-move_in_ring(-self.at % count, command, count) % count)
        if command is Command.OK and self.which + 1 < len(self.curves):
            return replace(self, which=self.which + 1, at=0)
        return self.back

    def view(self, context: Context) -> Page:
        curve = self.curves[self.which]
        last = len(curve.places) - 1
        short = tags(self.names)
        traces = [
            Trace(
                "+".join([self.names[seat] for seat in side]),
                "+".join([short[seat] for seat in side]),
                curve.seats[side[0]],
            )
            for side in self.sides
        ]
        return Page(
            screen="curves",
            title=context.words(curve.key),
            aside=f"{last - self.at}/{last}",
            chart=Chart(tuple(traces), last - self.at),
        )
