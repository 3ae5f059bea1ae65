"""A round of a pad as a sheet: any number of its cells are corrected, and OK puts them in together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast

from companion.games.pad.engine import wheels
from companion.games.pad.engine.choice import Value
from companion.games.pad.engine.notation import Enter as Entry
from companion.games.pad.engine.notation import enter
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.engine.setting import Setting
from companion.games.pad.engine.sheet import Cell, Key, cells, sums
from companion.games.pad.rounds import Round
from companion.games.pad.text import NOT_TOLD, TEXT, speaker_name, value_name
from companion.messages import Message
from companion.play import act as acts
from companion.play.timeline import Ply, Snapshot, Timeline
from companion.ui.audit import Drafting
from companion.ui.game_screens import action_at, running_position, running_snapshot, running_timeline
from companion.ui.intents import Say
from companion.ui.log import Change, Then, put_in_round
from companion.ui.page import Item, Page
from companion.ui.screen import Context, Intent, Screen
from companion.ui.table import Table
from companion.ui.wheel_picture import Wheel
from companion.ui.widgets import Line, ListScreen, Unset, named
from companion.values import replace

SHORTER = ("pad.sum-alone", "pad.sum-short")
"""A sum without the name of its field."""


class Sheet(Drafting, ListScreen):
    """The cells of a round. OK on one corrects it; then the first line puts all corrections in, as one act.

    `first` is the place of its first entry behind the last correction of the whole table in it; `was` are the cells
    as they were entered.
    """

    sets = acts.CHANGE

    back: Screen
    round: Round
    first: int
    was: tuple[Cell, ...]
    cells: tuple[Cell, ...]

    @classmethod
    def of_round(cls, back: Screen, one: Round, context: Context) -> Sheet:
        step = running_snapshot(context)
        timeline, game = step.plies, step.setup.rules
        set_at = [place for place in one.places if timeline[place].act.kind != acts.PLAY]
        first = set_at[-1] + 1 if set_at else one.places[0]
        entries = [game.read(timeline[place].text) for place in one.places if place >= first]
        entered = {(entry.field.name, entry.seat): entry.value for entry in entries if isinstance(entry, Entry)}
        was = _cells(timeline, first, entered, one)
        return cls(back, one, first, was, was)

    @property
    def unset(self) -> bool:
        return self._entered() != {cell.key: cell.value for cell in self.was}

    def _entered(self) -> Mapping[Key, Value | None]:
        return {cell.key: cell.value for cell in self.cells}

    def put_value(self, context: Context, key: Key, value: Value) -> Sheet:
        """The sheet with another value in a cell.

        The cursor goes to a cell that is still empty; if all is right, to the line that puts the corrections in.
        """
        kept = {at: entered for at, entered in self._entered().items() if entered is not None}
        if kept.get(key) == value:
            return self
        new_cells = _cells(running_timeline(context), self.first, {**kept, key: value}, self.round)
        sheet = replace(self, cells=new_cells)
        empty = [place for place, cell in enumerate(new_cells) if cell.value is None]
        if sheet.unset and not empty and _first_wrong(new_cells, context) is None:
            return replace(sheet, cursor=0)
        at = empty[0] if empty else next(place for place, cell in enumerate(new_cells) if cell.key == key)
        return replace(sheet, cursor=at + len(self._above(context)) + sheet.unset)

    def with_values(self, context: Context, values: Mapping[Key, Value | None]) -> Sheet:
        """The sheet with these values in its cells; one that is None or not possible leaves its cell empty."""
        return replace(
            self, cells=_cells(running_timeline(context), self.first, {**self._entered(), **values}, self.round)
        )

    def _above(self, context: Context) -> list[int]:
        """The places of what was entered before the table was corrected in this round, with that correction."""
        return [place for place in self.round.places if place < self.first]

    def lines(self, context: Context) -> list[Line]:
        put_in = named(context, "sheet", {"put": partial(self.put_in, context)}) if self.unset else []
        above = [self._old_line(place, context) for place in self._above(context)]
        return [*put_in, *above, *[self._line(place, cell, context) for place, cell in enumerate(self.cells)]]

    def _old_line(self, place: int, context: Context) -> Line:
        """What the correction of the table has replaced, and that correction, as in the log."""
        step = running_snapshot(context)
        ply, game = running_timeline(context)[place], step.setup.rules
        action = game.read(ply.text) if ply.act.kind == acts.PLAY else None
        item = Item(context.words("screen.log.set"))
        if isinstance(action, Entry):
            item = _item(action.field.name, action.seat, action.value, context)
        return Line(item, partial(Then, self, place))

    def _line(self, place: int, cell: Cell, context: Context) -> Line:
        item = _item(cell.field.name, cell.seat, cell.value, context)
        return Line(item, lambda: CellChange(self, place, Table(_first_step(cell))))

    def page(self, context: Context) -> Page:
        title = context.words("pad.in-round", round=self.round.number)
        at = self.cursor - self.unset - len(self._above(context))
        here = self.cells[at].field.name if 0 <= at < len(self.cells) else ""
        asides = [self._sum(here, key, context) for key in ("pad.sum", *SHORTER)]
        return Page(screen="sheet", title=title, aside=_fitting(asides, lambda text: context.fit(title, text)))

    def _sum(self, here: str, key: str, context: Context) -> str:
        """The first sum that is wrong, else that of the field `here`, else the first; empty without any."""
        sums = sums_in_words(self.cells, context, key)
        wrong = [text for _, text, right in sums if not right]
        return next(
            iter([*wrong, *[text for name, text, _ in sums if name == here], *[text for _, text, _ in sums]]), ""
        )

    def left(self, context: Context) -> Screen:
        if not self.unset:
            return self.back
        return Unset.asked(self.back, self, context)

    def put_in(self, context: Context) -> Screen | Intent:
        """Put the corrections in; the later entries follow as far as the rules allow them."""
        empty = next((cell for cell in self.cells if cell.value is None), None)
        if empty is not None:
            item = _item(empty.field.name, empty.seat, None, context)
            return Say("screen.sheet.empty", {"cell": str(item)}, self)
        new = [str(enter(cell.field, cell.seat, cast(Value, cell.value))) for cell in self.cells]
        answer = put_in_round(self, self.first, self.round.places[-1], new, context)
        why = _why_not(self.cells, context)
        if isinstance(answer, Say) and why is not None:  # a wrong sum is no fault of whoever was asked last
            return replace(answer, params={"why": why})
        return answer


class CellChange(Change):
    """Another value for a cell of a sheet, on the wheels of the table. Beside the title stands the sum with it."""

    back: Sheet

    def past_context(self, context: Context) -> Context:
        step, before = running_snapshot(context), self.back.cells[self.place].before
        then = Snapshot(step.id, step.parent, step.text, step.setup, (Ply("", before, None),))
        return replace(context, step=then).at(0)

    def enter(self, text: str, context: Context) -> Screen:
        return self.back.put_value(context, self.back.cells[self.place].key, self._value(text, context))

    def _value(self, text: str, context: Context) -> Value:
        game = running_snapshot(context).setup.rules
        action = game.read(text)
        assert isinstance(action, Entry)
        return action.value

    def view(self, context: Context) -> Page:
        past = self.past_context(context)
        page, sheet, cell = self.inner.view(past), self.back, self.back.cells[self.place]
        action = action_at(past, self.inner.path_under_cursor(past)) if isinstance(self.inner, Table) else None
        value = cell.value if action is None else self._value(str(action), context)
        here, field = tuple([Cell(one.before, value) if one is cell else one for one in sheet.cells]), cell.field
        label = field.label.of(context.words.language)
        sums = [{name: text for name, text, _ in sums_in_words(here, context, key)} for key in SHORTER]
        aside = _fitting([texts.get(field.name, "") for texts in sums], lambda text: context.fit(label, text))
        title = TEXT.asked(past.situation, lambda title: context.fit(title, aside))
        drawing = replace(page.drawing, title="") if isinstance(page.drawing, Wheel) else page.drawing
        return replace(page, title=title if context.fit(title, aside) else label, aside=aside, drawing=drawing)


def setting_of(context: Context) -> Setting:
    """The pad on the table, with its players and options."""
    position: PadPosition = running_position(context)
    return position.setting


def _cells(timeline: Timeline, first: int, entered: Mapping[Key, Value | None], one: Round) -> tuple[Cell, ...]:
    """The cells of a round; of one that is not over, as many as are entered, or have a key in `entered`."""
    begin = timeline[first - 1].position
    assert isinstance(begin, PadPosition)
    in_round = cells(begin, entered)
    last = timeline[one.places[-1]].position
    assert isinstance(last, PadPosition)
    if last.round == one.number and (last.outcome is None or last.setting.pad.turns):
        while in_round and in_round[-1].value is None and in_round[-1].key not in entered:
            in_round = in_round[:-1]
    return in_round


def sums_in_words(in_round: tuple[Cell, ...], context: Context, key: str = "pad.sum") -> list[tuple[str, str, bool]]:
    """The fields that have a total: the name, the sum now and the right one in words, and whether it is right."""
    texts = []
    for field, now, least, most in sums(in_round, setting_of(context)):
        whole = str(least) if least == most else f"{least}–{most}"
        text = context.words(key, label=field.label.of(context.words.language), now=now, whole=whole)
        texts.append((field.name, text, least <= now <= most))
    return texts


def _fitting(texts: Sequence[str], fits: Callable[[str], bool]) -> str:
    """The first text that has room; the last one if none has."""
    return next(filter(fits, texts), texts[-1])


def _first_wrong(in_round: tuple[Cell, ...], context: Context) -> str | None:
    """The first sum that is not what it must be; None if all are."""
    return next((text for _, text, right in sums_in_words(in_round, context) if not right), None)


def _why_not(in_round: tuple[Cell, ...], context: Context) -> str | None:
    """The first sum that is not what it must be, behind the text of its rule; None if all are right."""
    pad = setting_of(context).pad
    wrong = [(name, text) for name, text, right in sums_in_words(in_round, context) if not right]
    for name, text in wrong:
        total = next(field.total for field in pad.fields if field.name == name)
        if total is None or total.rule is None:
            return text
        message = Message("pad.sum-rule", pad.rule(total.rule), text=pad.rules[total.rule - 1], sum=text)
        return context.words.with_rule(message, ())
    return None


def _item(name: str, seat: int | None, value: Value | None, context: Context) -> Item:
    """A cell in words."""
    field = next(field for field in setting_of(context).pad.fields if field.name == name)
    shown = NOT_TOLD if value is None else value_name(context.situation, field, value)
    return Item(field.label.of(context.words.language), shown, speaker_name(context.situation, field, seat))


def _first_step(cell: Cell) -> tuple[str, ...]:
    """The first step towards the value of a cell: the first wheel starts on what was entered."""
    paths = wheels.paths(cell.field, cell.before.choice.allowed)
    return next((path[:1] for path, value in paths.items() if value == cell.value), ())
