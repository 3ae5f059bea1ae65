"""The audit: what must be on the table right now, line by line. People correct the record here where it differs.

The corrections are collected in a draft of the table view. After each one the engine settles the draft: it computes
what follows from the correction. When people set the draft, the same check as for the protocol's `set` says what is
wrong with it; an inconsistent table is never recorded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Self

from companion.play.act import SET
from companion.ui.game_screens import running_snapshot, screens_of
from companion.ui.intents import Enter, Say
from companion.ui.page import Page
from companion.ui.screen import Context, Intent, Screen, screens_behind
from companion.ui.table import Menu
from companion.ui.widgets import Confirm, Line, ListScreen, NumberScreen, named
from companion.values import replace

Draft = Mapping[str, Any]


class Audit(ListScreen):
    """The lines of the table; OK on a line corrects it. `draft` is None before the first correction.

    After BACK the menu of the game keeps the corrections.
    """

    looks_back = True

    back: Screen
    cursor: int = 0
    draft: Draft | None = None

    def table(self, context: Context) -> Draft:
        """The table with the corrections made so far."""
        position = running_snapshot(context).position
        assert position is not None
        return self.draft if self.draft is not None else position.table()

    def lines(self, context: Context) -> list[Line]:
        draft, text = self.draft, running_snapshot(context).setup.text
        enter = named(context, "audit", {"set": lambda: Enter("set " + json.dumps(draft))}) if draft is not None else []
        audited = text.audit(context.situation, self.table(context))
        return [*enter, *[Line(item, partial(self._repair, line, context)) for line, item in audited]]

    def page(self, context: Context) -> Page:
        screens = screens_of(running_snapshot(context).setup)
        board, title = screens.audit_board(context, self.table(context)), context.words("screen.audit.title")
        return Page(screen="audit", title=title, board=board, drawing=screens.drawing if board else None)

    def left(self, context: Context) -> Screen:
        pending = self if self.draft is not None else None
        return replace(self.back, audit=pending) if isinstance(self.back, Menu) else self.back

    def _repair(self, line: str, context: Context) -> Screen | Intent:
        step = running_snapshot(context)
        if step.outcome is not None:  # a finished game is corrected by undo
            return Say("screen.audit.over", {}, self)
        assert step.setup.game is not None
        screen: Screen | Intent = step.setup.game.repair(self, line, context)
        return screen

    def correct(self, context: Context, **fields: object) -> Audit:
        """The audit with these fields corrected, and what follows from them.

        The first correction adds the line that sets the table.
        """
        setup, table = running_snapshot(context).setup, self.table(context)
        assert setup.game is not None
        draft = setup.game.settle(len(setup.names), setup.game.complete(setup.options), {**table, **fields})
        if draft == table:
            return self
        return replace(self, draft=draft, cursor=self.cursor + (self.draft is None))


class Correction(Screen):
    """A screen that corrects the draft of an audit: BACK leads to the audit."""

    audit: Audit

    def left(self, context: Context) -> Screen:
        return self.audit

    def table(self, context: Context) -> Draft:
        """The table with the corrections made so far."""
        return self.audit.table(context)

    def correct(self, context: Context, **fields: object) -> Self:
        """The same screen after these fields are corrected."""
        return replace(self, audit=self.audit.correct(context, **fields))


def number_screen(
    audit: Audit, name: str, field: str, most: int, context: Context, place: int | None = None
) -> NumberScreen:
    """The screen that corrects a number. `place` is an index where the field is a list."""
    now = audit.table(context)[field]

    def take(context: Context, value: int) -> Audit:
        return audit.correct(context, **{field: value if place is None else with_entry(now, place, value)})

    return NumberScreen(audit, name, take, now if place is None else now[place], most)


def with_entry(values: Sequence[object], place: int, value: object) -> list[object]:
    """A list with another value at one place."""
    return [*values[:place], value, *values[place + 1 :]]


def ask_first(intent: Intent, screen: Screen, context: Context) -> Screen | Intent:
    """The intent, or the question before it, if the screen or one behind it has corrections that it would drop."""
    asked = isinstance(screen, Confirm) and screen.name == "unset"
    sets_them = isinstance(intent, Enter) and intent.act.kind == SET
    if asked or sets_them:
        return intent
    for behind in screens_behind(screen):
        if isinstance(behind, Audit) and behind.draft is not None:
            return Confirm("unset", context.words("screen.unset.text"), intent, screen)
        if isinstance(behind, Menu) and behind.audit is not None:
            return Confirm("unset", context.words("screen.unset.text"), intent, behind.open_audit(context))
    return intent
