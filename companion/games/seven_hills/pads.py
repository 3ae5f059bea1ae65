"""The screens that correct Seven Hills of Rome: a walk over the board, and for each side of a hill a pad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from companion.games.seven_hills.board import laid_out, side, variant
from companion.games.seven_hills.draft import (
    DOWN,
    covered,
    discarded,
    may_come,
    removed,
    switched,
)
from companion.games.seven_hills.engine.actions import HILLS, SAID, cards_of
from companion.games.seven_hills.pad import HIDDEN, LESS, MORE, PLACES, ROWS, beside, pad
from companion.games.seven_hills.standing import hills
from companion.ui.choices import Place, by_columns, sideways
from companion.ui.game_screens import Audit, running
from companion.ui.intents import Say
from companion.ui.page import Page, Space
from companion.ui.screen import Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace


class Hills(Frozen):
    """A walk over the board: UP and DOWN through both sides of every hill, LEFT and RIGHT from hill to hill."""

    audit: Audit
    hill: int = 1
    seat: int = 1

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.OK:
            return Side(self)
        if command is Command.BACK:
            return self.audit
        if command in (Command.LEFT, Command.RIGHT):
            return replace(self, hill=turned(self.hill - 1, command, len(HILLS)) + 1)
        at = turned(2 * (self.hill - 1) + 1 - self.seat, command, 2 * len(HILLS))
        return replace(self, hill=at // 2 + 1, seat=1 - at % 2)

    def view(self, context: Context) -> Page:
        step, table = running(context), self.audit.table(context)
        left = cast(Mapping[str, Any], table)["left"][self.seat]
        return Page(
            screen="audit-hills",
            title=step.setup.names[self.seat],
            aside=context.words("seven_hills.audit.at-hill", hill=self.hill, left=left),
            board=laid_out(table, variant(step)),
            space=(2 - 2 * self.seat, self.hill - 1),
        )


class Side(Frozen):
    """The cards of one tribe at a hill: OK on a card lays it there or takes it to hand. BACK returns."""

    hills: Hills
    at: str = "1"

    def _places(self, context: Context) -> Mapping[str, Place]:
        agreed = variant(running(context))
        cards = {str(SAID[card]): PLACES[str(SAID[card])] for card in cards_of(agreed.deck)}
        return cards if agreed.open else {**cards, **HIDDEN}  # HIL-18

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.hills
        places = self._places(context)
        steps = by_columns(places, places)
        if command in (Command.LEFT, Command.RIGHT):
            by = 1 if command is Command.RIGHT else -1
            return replace(self, at=steps[sideways(places, steps, steps.index(self.at), by)])
        if command is not Command.OK:
            return replace(self, at=steps[turned(steps.index(self.at), command, len(steps))])
        return self._change(context)

    def _change(self, context: Context) -> Screen | Intent:
        audit, hill, seat = self.hills.audit, self.hills.hill, self.hills.seat
        fields = cast(Mapping[str, Any], audit.table(context))
        agreed = variant(running(context))
        card = DOWN if self.at in HIDDEN else int(self.at) if self.at.isdigit() else self.at
        present = card in fields["hills"][hill - 1]["cards"][seat]
        if (self.at == LESS and not present) or (
            (self.at == MORE or not present) and not may_come(fields, hill, seat, card)
        ):
            key = "seven_hills.audit.none-down" if self.at == LESS else "seven_hills.audit.none-left"
            return Say(key, {"name": running(context).setup.names[seat], "hill": hill}, self)
        if self.at in HIDDEN:
            new = covered(fields, agreed, hill, seat, 1 if self.at == MORE else -1)
        else:
            new = switched(fields, agreed, hill, seat, card)
        return replace(self, hills=replace(self.hills, audit=audit.corrected(context, **new)))

    def view(self, context: Context) -> Page:
        step, hill, seat = running(context), self.hills.hill, self.hills.seat
        fields = cast(Mapping[str, Any], self.hills.audit.table(context))
        rows = hills(fields)[hill - 1].cards
        places = self._places(context)
        here = [str(SAID[card]) for card in rows[seat]]
        keys = pad(places, max(column for _, column in places.values()) + 1, here)
        middle = Space(f"({hill})", name=context.words("seven_hills.hill", hill=hill))
        return Page(
            screen="audit-side",
            title=step.setup.names[seat],
            aside=context.words("seven_hills.audit.in-hand", left=fields["left"][seat]),
            board=beside(keys, (side(rows[1]), middle, side(rows[0]))),
            space=places[self.at],
        )


class Gone(Frozen):
    """The cards of one player that are out of the game: OK on a card removes it or gives it back. BACK returns."""

    audit: Audit
    seat: int
    at: str = "1"

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.audit
        agreed = variant(running(context))
        steps = [str(SAID[card]) for card in cards_of(agreed.deck)]
        if command in (Command.LEFT, Command.RIGHT):
            by = 1 if command is Command.RIGHT else -1
            return replace(self, at=steps[sideways(PLACES, steps, steps.index(self.at), by)])
        if command is not Command.OK:
            return replace(self, at=steps[turned(steps.index(self.at), command, len(steps))])
        fields = cast(Mapping[str, Any], self.audit.table(context))
        card = int(self.at) if self.at.isdigit() else self.at
        if card not in fields["seen"][self.seat] and not fields["left"][self.seat]:
            name = running(context).setup.names[self.seat]
            return Say("seven_hills.audit.none-left", {"name": name}, self)
        return replace(self, audit=self.audit.corrected(context, **discarded(fields, agreed, self.seat, card)))

    def view(self, context: Context) -> Page:
        step = running(context)
        agreed = variant(step)
        gone = [str(card) for card in removed(cast(Mapping[str, Any], self.audit.table(context)), self.seat)]
        keys = pad([str(SAID[card]) for card in cards_of(agreed.deck)], ROWS + agreed.barricades, gone)
        return Page(
            screen="audit-removed",
            title=step.setup.names[self.seat],
            aside=context.words("seven_hills.audit.out"),
            board=tuple(tuple(row) for row in keys),
            space=PLACES[self.at],
        )
