"""The audit: what must be on the table right now, line by line. People correct the record here where it differs.

The corrections are collected in a draft of the table view. After each one the engine settles the draft: it computes
what follows from the correction. When people set the draft, the same check as for the protocol's `set` says what is
wrong with it; an inconsistent table is never recorded.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Self

from companion.kit.zones import Path, value_at, with_value
from companion.play.act import SET
from companion.ui.game_screens import running_position, running_snapshot, screens_of
from companion.ui.intents import Enter, Say
from companion.ui.page import Page
from companion.ui.screen import Context, Intent, Screen, screens_behind
from companion.ui.table import Menu
from companion.ui.widgets import Line, ListScreen, NumberScreen, Unset, named
from companion.values import replace

Draft = Mapping[str, Any]


class Drafting(Screen):
    """A screen with corrections that are not in the record while it is `unset`; people are asked before they go.

    An act of the kind `sets` puts them in.
    """

    sets = ""

    @property
    @abstractmethod
    def unset(self) -> bool:
        """Whether it has such corrections."""


class Correcting(Screen):
    """A screen from which the draft of an audit is corrected."""

    @abstractmethod
    def table(self, context: Context) -> Draft:
        """The table with the corrections made so far."""

    @abstractmethod
    def correct(self, context: Context, **fields: object) -> Self:
        """The same screen after these fields are corrected."""

    def put(self, context: Context, path: Path, value: object) -> Self:
        """The same screen after the value at a place is corrected."""
        return self.correct(context, **with_value(self.table(context), path, value))

    def put_next(self, context: Context, path: Path, values: Sequence[object]) -> Self:
        """The same screen after a value has become the next one of a ring; the first one, if it is none of these."""
        now = value_at(self.table(context), path)
        return self.put(context, path, values[(values.index(now) + 1) % len(values) if now in values else 0])


class Audit(Correcting, Drafting, ListScreen):
    """The lines of the table; OK on a line corrects it. `draft` is None before the first correction.

    After BACK the menu of the game keeps the corrections.
    """

    looks_back = True
    sets = SET

    back: Screen
    draft: Draft | None = None

    @property
    def unset(self) -> bool:
        return self.draft is not None

    def table(self, context: Context) -> Draft:
        draft: Draft = self.draft if self.draft is not None else running_position(context).table()
        return draft

    def lines(self, context: Context) -> list[Line]:
        draft, text = self.draft, running_snapshot(context).setup.text
        enter = named(context, "audit", {"set": lambda: Enter("set " + json.dumps(draft))}) if draft is not None else []
        audited = text.audit(context.situation._replace(fits=context.fits_list), self.table(context))
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
        screen: Screen | Intent = step.setup.rules.repair(self, line, context)
        return Say("screen.audit.follows", {}, self) if screen == self else screen

    def read_label(self, label: str, context: Context) -> Screen | Intent:
        """The card selected, in the first line whose correction has it."""
        card = card_of(label, context)
        if card is None or running_snapshot(context).outcome is not None:
            return Say("refused.label-game" if card is None else "screen.audit.over", {}, self)
        text = running_snapshot(context).setup.text
        for line, _ in text.audit(context.situation, self.table(context)):
            screen = self._repair(line, context)
            selected = screen.with_card(card, context) if isinstance(screen, Correction) else None
            if selected is not None:
                return selected
        return Say("refused.label-here", {}, self)

    def correct(self, context: Context, **fields: object) -> Audit:
        """The audit with these fields corrected, and what follows from them.

        The first correction adds the line that sets the table.
        """
        setup, table = running_snapshot(context).setup, self.table(context)
        draft = setup.rules.settle(len(setup.names), setup.rules.complete(setup.options), {**table, **fields})
        if draft == table:
            return self
        return replace(self, draft=draft, cursor=self.cursor + (self.draft is None))


class Correction(Correcting):
    """A screen that corrects the draft of the audit behind it: BACK leads to the screen that it was opened from."""

    back: Correcting

    def left(self, context: Context) -> Screen:
        return self.back

    def table(self, context: Context) -> Draft:
        return self.back.table(context)

    def correct(self, context: Context, **fields: object) -> Self:
        return replace(self, back=self.back.correct(context, **fields))

    def with_card(self, card: str, context: Context) -> Screen | None:
        """The screen with the cursor on a card by its label; None where it has no such card (LAB-2)."""
        return None

    def read_label(self, label: str, context: Context) -> Screen | Intent:
        """The card selected, and nothing changed yet."""
        card = card_of(label, context)
        if card is None:
            return Say("refused.label-game", {}, self)
        return self.with_card(card, context) or Say("refused.label-here", {}, self)


def card_of(label: str, context: Context) -> str | None:
    """What a label says of a card of the game on the table; None if it is not of this game."""
    game = running_snapshot(context).setup.game
    labels = game.labels if game is not None else None
    return labels.label_of(label) if labels is not None else None


def number_screen(audit: Audit, name: str, path: Path, most: int, context: Context, least: int = 0) -> NumberScreen:
    """The screen that corrects the number at a place."""
    now = value_at(audit.table(context), path)
    return NumberScreen(audit, name, lambda context, value: audit.put(context, path, value), now, most, least)


def path_of(line: str) -> Path:
    """The place that a line of the audit is about, where its name says it: `pawns 1` is `("pawns", 1)`."""
    return tuple([int(step) if step.isdigit() else step for step in line.split()])


def ask_first(intent: Intent, screen: Screen, context: Context) -> Screen | Intent:
    """The intent, or the question before it, if the screen or one behind it has corrections that it would drop."""
    if isinstance(screen, Unset):
        return intent
    for behind in screens_behind(screen):
        if isinstance(behind, Drafting) and behind.unset:
            if isinstance(intent, Enter) and intent.act.kind == behind.sets:
                return intent
            return Unset.asked(intent, screen, context)
        if isinstance(behind, Menu) and behind.audit is not None:
            return Unset.asked(intent, behind.open_audit(context), context)
    return intent
