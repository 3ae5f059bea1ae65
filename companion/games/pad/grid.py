"""The rounds as a table, and the correction of every entry in it."""

from __future__ import annotations

from functools import partial

from companion.games.pad.rounds import NOTHING, Round, rounds
from companion.games.pad.sheet import Sheet, setting_of
from companion.games.pad.text import side_tags
from companion.play.timeline import Snapshot
from companion.ui.page import Item, Page, Row
from companion.ui.paint_list import ROW_NAME
from companion.ui.screen import ACROSS, BY, Command, Context, Intent, Screen
from companion.ui.widgets import ROWS, Line, ListScreen
from companion.values import replace

WIDTH = 118
"""The pixels that a table is wide."""
GAP = 4
"""The pixels between two columns."""
PLACES = ((4, 3), (3, 5), (2, 8), (1, 99))
"""How many columns stand beside each other, and the most characters of a number with which they do."""


class Rounds(ListScreen):
    """A row for each round: the points that it brought each side, and the scores after it.

    OK goes on to the sides that have no room beside the others, then opens the round; BACK goes back the same way.
    LEFT and RIGHT walk between such parts of the table.
    """

    back: Screen
    rounds: tuple[Round, ...]
    part: int = 0

    @classmethod
    def from_snapshot(cls, step: Snapshot, back: Screen) -> Rounds:
        """The table of a game, with the cursor on the last round."""
        all_rounds = rounds(step.setup, step.plies)
        return cls(back, all_rounds, cursor=len(all_rounds) - 1)

    def lines(self, context: Context) -> list[Line]:
        def line(one: Round) -> Line:
            return Line(Item(context.words("pad.in-round", round=one.number)), partial(self._open, context, one))

        return list(map(line, self.rounds))

    def _open(self, context: Context, one: Round) -> Screen:
        on = self.part + 1
        return replace(self, part=on) if on < len(self._parts(context)) else Sheet.of_round(self, one, context)

    def left(self, context: Context) -> Screen:
        return replace(self, part=self.part - 1) if self.part else self.back

    def update(self, command: Command, context: Context) -> Screen | Intent:
        last = len(self._parts(context)) - 1
        if command in ACROSS and last:
            return replace(self, part=min(max(self.part + BY[command], 0), last))
        return super().update(command, context)

    def view(self, context: Context) -> Page:
        parts, total = self._parts(context), len(self.rounds)
        at, rows = min(self.part, len(parts) - 1), total if context.wide else ROWS
        sides = parts[at]
        heads, first = _heads(context), min(max(self.cursor - rows // 2, 0), max(total - rows, 0))
        page = Page(
            screen="rounds",
            title=context.words("screen.rounds.title"),
            aside=f"{self.rounds[self.cursor].number}/{self.rounds[-1].number}",
            heads=tuple([heads[side] for side in sides]),
            rows=tuple([self._signed(_row(one, sides, context), context) for one in self.rounds[first : first + rows]]),
            cursor=self.cursor - first,
            part=(at + 1, len(parts)) if len(parts) > 1 else None,
            window=(first, total) if total > rows else None,
        )
        return page if total > 1 else page.without_moves

    def _parts(self, context: Context) -> list[range]:
        """The sides beside each other, as many as have room."""
        heads = _heads(context)
        count = len(heads)
        rows = [_row(one, range(count), context) for one in self.rounds]
        longest = max([len(number) for row in rows for number in (*row.numbers, *row.above)])
        most = min(count, next(columns for columns, places in PLACES if longest <= places))
        while most > 1 and not all(context.fits(text, _room(most)) for text in heads):
            most -= 1
        parts = -(-count // most)
        return [range(count * part // parts, count * (part + 1) // parts) for part in range(parts)]

    def _signed(self, row: Row, context: Context) -> Row:
        """A row with `+` before the points where that has room."""
        room = _room(len(row.above))
        points = [f"+{text}" if text.isdigit() and text != "0" else text for text in row.above]
        return row._replace(above=tuple(points)) if all(context.fits(text, room) for text in points) else row


def _room(columns: int) -> int:
    """The pixels of a number with `columns` columns beside each other."""
    return (WIDTH - ROW_NAME) // columns - GAP


def _heads(context: Context) -> tuple[str, ...]:
    """The tags of the people of each side."""
    return side_tags(context.situation.names, setting_of(context).sides)


def _row(one: Round, sides: range, context: Context) -> Row:
    """The scores of some sides after a round, and the points that it brought them."""
    numbers, points, seats = [], [], setting_of(context).sides
    for side in sides:
        part = one.part(seats[side][0])
        numbers.append(NOTHING if part is None else str(part.scores[side]))
        points.append("" if part is None else str(part.points[side]))
    return Row(str(one.number), tuple(numbers), tuple(points))
