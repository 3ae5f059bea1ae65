"""The screens that correct the table of a score pad: its round, scores and tallies, what was entered this round, and
the values that were entered before and may be entered only once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.games.pad.engine.choice import Choice
from companion.games.pad.engine.notation import enter
from companion.games.pad.engine.pad import BOUND, Field
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.engine.setting import in_order
from companion.games.pad.text import TEXT, value_name
from companion.kit.rules import Inconsistent
from companion.kit.text import with_name
from companion.kit.zones import Path, value_at, with_token_switched, with_value
from companion.ui.audit import Audit, Correction
from companion.ui.game_screens import running_position, running_snapshot
from companion.ui.intents import Say
from companion.ui.page import Item, Page
from companion.ui.screen import BY, MOVES, Command, Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen, NumberScreen
from companion.values import replace

LIST_MOST = 20
"""The most values that are shown as a list."""
HUNDRED = 100


def repair(audit: Audit, line: str, context: Context) -> Screen | Intent:
    """The screen that corrects a line of the audit."""
    position: PadPosition = running_position(context)
    table = audit.table(context)
    item = next(item for key, item in TEXT.audit(context.situation, table) if key == line)
    field, _, place = line.partition(" ")
    if field.startswith("used."):
        item = item._replace(value="")  # its list says it
    name = with_name(lambda who: str(item._replace(who=who)), item.who, context.fits) if item.who else str(item)
    if field == "round":
        return _figures(audit, name, ("round",), table["round"], (1, position.setting.last_round))
    kind, _, which = field.partition(".")
    if kind == "told":
        return _entered(audit, name, which, int(place), context)
    if kind == "used":
        return _used(audit, name, which, int(place), context)
    path: Path = ("scores", int(place)) if kind == "scores" else ("tallies", which, int(place))
    return _figures(audit, name, path, value_at(table, path), (-BOUND, BOUND))


def _figures(audit: Audit, name: str, path: Path, value: int, bounds: tuple[int, int]) -> Figures:
    """The screen that corrects a number; it starts on the first figure of the number, on the hundreds at least."""
    unit = HUNDRED
    while unit * 10 <= abs(value):
        unit *= 10
    least, most = bounds
    while unit > most - least:
        unit //= 10

    def take(context: Context, value: int) -> Screen:
        return audit.put(context, path, value)

    return Figures(audit, name, take, value, most, least, unit)


class Figures(NumberScreen):
    """A number, figure by figure: UP is more, OK goes to the next figure, and after the units takes the number.

    LEFT and RIGHT go to the figure at that side. BACK goes one figure back, then to the audit. `fault` says what is
    wrong with a number, which then is not taken.
    """

    fault: Callable[[int], str | None] = lambda value: None
    chosen: tuple[int, ...] = ()

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.OK or command is Command.RIGHT:
            if self.unit > 1:
                return replace(self, unit=self.unit // 10, chosen=(*self.chosen, self.unit))
            return self._take(self.value, context) if command is Command.OK else self
        if command is Command.LEFT:
            return self if self.unit * 10 > self.most - self.least else replace(self, unit=self.unit * 10)
        if command in MOVES:  # UP is more, and DOWN the next line of a list
            value = self.value - BY[command] * self.unit
            return replace(self, value=min(max(value, self.least), self.most))
        if command is Command.BACK:
            return replace(self, unit=self.chosen[-1], chosen=self.chosen[:-1]) if self.chosen else self.back
        return self

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return self._take(int(target), context)

    def _take(self, value: int, context: Context) -> Screen | Intent:
        why = self.fault(value)
        if why is not None:
            return Say("table.pad.refused", {"why": why}, self)
        return self.take(context, value)

    def view(self, context: Context) -> Page:
        text = context.words("pad.by", unit=self.unit)
        return Page(screen="audit-figures", title=self.name, big=str(self.value), text=(text,))


def _entered(audit: Audit, name: str, field: str, unit: int, context: Context) -> Screen | Intent:
    """The screen that corrects a value that was entered this round, among those that might be entered there."""
    table, setup = audit.table(context), running_snapshot(context).setup
    path: Path = ("told", field)
    if isinstance(value_at(table, path), list):
        path = (*path, unit)
    options = setup.rules.complete(setup.options)
    without = setup.rules.settle(len(setup.names), options, with_value(table, path, None))
    try:
        restored = setup.rules.restore(len(setup.names), options, without)
    except Inconsistent as refused:  # by the corrections so far the game would be over
        return Say(refused.message.key, dict(refused.message.params), audit)
    values, kind = restored.choice.allowed, restored.asked[0]
    now = value_at(table, path)
    offered = [value for value in values if not restored.completes(value)]  # a round that is over is not on the table
    if kind.kind != "number" or len(values) <= LIST_MOST:
        return Values(audit, name, kind, offered, path, cursor=offered.index(now))

    def fault(value: int) -> str | None:
        if value in offered:
            return None
        if value in values:
            why = context.words("table.pad.round-over", value=value)
        else:
            refused = restored.objection(enter(kind, restored.speaker, value))
            why = context.words.with_rule(refused.message, context.situation.names)
        near = min(offered, key=lambda near: abs(int(near) - value))
        return f"{why}\n{context.words('table.pad.near', near=near)}"

    return replace(_figures(audit, name, path, now, (int(values[0]), int(values[-1]))), fault=fault)


class Values(Correction, ListScreen):
    """The values that may stand where a value was entered; the cursor is on the present one."""

    screen_name = "audit-values"

    back: Audit
    name: str
    field: Field
    values: Sequence[object]
    path: Path

    def lines(self, context: Context) -> list[Line]:
        at = context.situation
        return [
            Line(
                Item(value_name(at, self.field, value), self._mark(context, value)), partial(self._take, context, value)
            )
            for value in self.values
        ]

    def page(self, context: Context) -> Page:
        return Page(screen=self.screen_name, title=self.name)

    def _mark(self, context: Context, value: object) -> str:
        return ""

    def _take(self, context: Context, value: object) -> Screen:
        return self.back.put(context, self.path, value)


class Used(Values):
    """The values of a field that is entered once, with a mark at those that were entered: OK switches the mark."""

    screen_name = "audit-used"

    def _mark(self, context: Context, value: object) -> str:
        return context.words("pad.used") if value in value_at(self.table(context), self.path) else ""

    def _take(self, context: Context, value: object) -> Screen:
        return self.correct(context, **with_token_switched(self.table(context), self.path, value))


def _used(audit: Audit, name: str, which: str, unit: int, context: Context) -> Used:
    """The screen that says which values of a field were entered before."""
    position: PadPosition = running_position(context)
    setting = position.setting
    field = next(field for field in setting.pad.fields if field.name == which)
    path: Path = ("used", which) if field.each == "table" else ("used", which, unit)
    choice = Choice(field, position.env, setting.speaker(field, unit) or 0, setting.players, (), 0, False, ())
    values = in_order(field, (*choice.values, *value_at(audit.table(context), path)))
    return Used(audit, name, field, values, path)
