"""The audit: what must be on the table right now, line by line. People correct the record here where it differs.

The corrections are collected in a draft of the table view. When people set it, the same check as for the protocol's
`set` says what is wrong with it; an inconsistent table is never recorded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from companion.games.text import text_of
from companion.ui.game_screens import running, screens_of
from companion.ui.intents import Enter, Say
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace

Draft = Mapping[str, object]


class Audit(Frozen):
    """The lines of the table; OK on a line corrects it. `draft` is None before the first correction."""

    back: Screen
    cursor: int = 0
    draft: Draft | None = None

    def table(self, context: Context) -> Draft:
        """The table with the corrections made so far."""
        position = running(context).position
        assert position is not None
        return self.draft if self.draft is not None else position.table()

    def update(self, command: Command, context: Context) -> Screen | Intent:
        screens = screens_of(running(context).setup.key)
        lines = text_of(running(context).setup.key).audit(context.situation, self.table(context))
        changed = self.draft is not None
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(lines) + changed))
        if command is Command.BACK:
            return self.back
        if changed and self.cursor == 0:
            return Enter("set " + json.dumps(self.draft))
        if running(context).outcome is not None:  # a finished game is corrected by undo
            return Say("screen.audit.over", {}, self)
        return screens.repair(self, lines[self.cursor - changed][0], context)

    def corrected(self, context: Context, **fields: object) -> Audit:
        """The audit with these fields corrected. The first correction adds the line that sets the table."""
        draft = {**self.table(context), **fields}
        return replace(self, draft=draft, cursor=self.cursor + (self.draft is None))

    def view(self, context: Context) -> Page:
        words = context.words
        screens, table = screens_of(running(context).setup.key), self.table(context)
        lines = text_of(running(context).setup.key).audit(context.situation, table)
        items = [item for _, item in lines]
        if self.draft is not None:
            items.insert(0, Item(words("screen.audit.set")))
        return Page(
            screen="audit",
            title=words("screen.audit.title"),
            menu=tuple(items),
            cursor=self.cursor,
            board=screens.laid(context, table),
        )


class Number(Frozen):
    """A corrected number: UP and DOWN by one, LEFT and RIGHT by ten. `place` is an index where the field is a list."""

    audit: Audit
    title: str
    field: str
    place: int | None
    value: int
    most: int

    def update(self, command: Command, context: Context) -> Screen | Intent:
        by = {Command.UP: 1, Command.DOWN: -1, Command.RIGHT: 10, Command.LEFT: -10}.get(command)
        if by is not None:
            return replace(self, value=(self.value + by) % (self.most + 1))
        if command is Command.BACK:
            return self.audit
        if self.place is None:
            return self.audit.corrected(context, **{self.field: self.value})
        values = self.audit.table(context)[self.field]
        assert isinstance(values, list)
        return self.audit.corrected(
            context, **{self.field: [*values[: self.place], self.value, *values[self.place + 1 :]]}
        )

    def view(self, context: Context) -> Page:
        text = context.words("screen.number.text", most=self.most)
        return Page(screen="number", title=self.title, big=str(self.value), text=(text,))
