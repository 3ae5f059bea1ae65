"""The screens of every score pad: one question at a time, its values on a wheel, or on one for each figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from companion.games.pad.engine import wheels
from companion.games.pad.engine.choice import Value
from companion.games.pad.engine.notation import Enter, enter
from companion.games.pad.engine.pad import NOBODY
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.grid import Rounds
from companion.games.pad.score_sheet import score_sheet, typed_round
from companion.games.pad.text import TEXT, side_tags, value_name
from companion.kit.rules import Action
from companion.kit.text import tags
from companion.play.timeline import Snapshot
from companion.ports import ScoreSheet
from companion.ui.choices import SHORT, Path, Way, index_after_stride
from companion.ui.game_screens import (
    GameScreens,
    NumberAsked,
    RoundTyping,
    action_at,
    choices,
    ring,
    running_snapshot,
    with_effect,
)
from companion.ui.page import Figure, Item, Page
from companion.ui.screen import BY, Command, Context, Screen
from companion.ui.table import Table
from companion.ui.wheel_picture import Column, Wheel
from companion.values import replace

END = "."
"""The step that ends the game. No value is written like that."""
BESIDE_TITLE = 76
"""The pixels of an effect beside the title."""
LINES = 3
"""The most lines of text that leave the figures room."""
HIDDEN = "_"
"""The figures of a number that the wheels below choose."""


@lru_cache(maxsize=4)
def _known(position: PadPosition) -> Mapping[Path, Value]:
    """The values that may be entered, by their paths."""
    return wheels.paths(position.asked[0], position.choice.allowed)


class PadScreens(GameScreens[PadPosition]):
    """The screens that enter what people enter."""

    def ways(self, position: PadPosition) -> Iterable[Way]:
        """The values by their wheels, and the end of the game where people may end it."""
        paths = [*_known(position), *([(END,)] if position.may_finish else [])]
        return zip(paths, position.legal(), strict=True)

    def order(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> tuple[str, ...]:
        """UP is more on the wheel of a number; the end of the game is below its least value.

        On the last wheel the entry that the cursor starts on is in the middle: people see that the wheel goes on in
        both directions.
        """
        values = [name for name in steps if name != END]
        number = _position(step).asked[0].kind == "number"
        ordered = values[::-1] if number else values
        alone = number and SHORT < len(values) == len(steps) and not _spans(_position(step))
        if prefix or alone:
            turned = ordered.index(self.likeliest_step(step, prefix, steps)) - len(ordered) // 2
            ordered = [*ordered[turned:], *ordered[:turned]]
        return (*ordered, *[name for name in steps if name == END])

    def likeliest_step(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> str:
        """Where the guess lies, or what is nearest to it."""
        position = _position(step)
        return wheels.start(position.asked[0], _known(position), prefix, position.choice.guess)

    def side_screen(self, context: Context, path: Path, command: Command) -> Screen | None:
        """LEFT and RIGHT walk between the wheels of a number; on a single wheel they go to less and to more."""
        step = running_snapshot(context)
        paths = choices(step)
        if _position(step).asked[0].kind == "number" and (path[-1] == END or not _spans(_position(step))):
            steps, _ = ring(step, path[:-1])  # more is at the right, and above in the order of UP and DOWN
            return Table((*path[:-1], steps[index_after_stride(len(steps), steps.index(path[-1]), -BY[command])]))
        if not _spans(_position(step)):
            return None
        if command is Command.LEFT:
            before = path[:-1]
            while before and len(paths.below(before[:-1])) == 1:
                before = before[:-1]
            return Table(before or path)
        below = paths.with_forced_steps(path)
        return Table(path if paths.action(below) is not None else (*below, ring(step, below)[1]))

    def saves_presses(self, step: Snapshot, prefix: Path, name: str) -> bool:
        """The entries of a wheel lead to the values on the last one."""
        return name != END and choices(step).action((*prefix, name)) is None

    def codes(self, step: Snapshot, prefix: Path, name: str) -> tuple[str, ...]:
        """A number itself; `y` and `n`; `e` at the end of the game. Of other values the kit counts the lines."""
        if name == END:
            return ("e",)
        match _position(step).asked[0].kind:
            case "number":
                return () if self.saves_presses(step, prefix, name) else (name,)
            case "yesno":
                return (name[:1],)
        return ()

    def number(self, context: Context, prefix: Path) -> NumberAsked | None:
        position = _position(running_snapshot(context))
        (field, _), choice, speaker = position.asked, position.choice, position.speaker
        if field.kind != "number":
            return None
        paths = {int(value): path for path, value in _known(position).items()}

        def rule(number: int) -> str:
            return position.objection(enter(field, speaker, number)).rule or ""

        return NumberAsked(sorted(map(int, choice.allowed)), paths.__getitem__, rule)

    def choice_name(self, context: Context, path: Path, action: Action | None) -> str:
        """The value with its field, and what it would bring."""
        if not isinstance(action, Enter):
            return context.words("pad.finish")
        label = action.field.label.of(context.words.language)
        value = value_name(context.situation, action.field, action.value)
        return with_effect(context, action, context.words("pad.choice", label=label, value=value))

    def rounds(self, step: Snapshot, back: Screen) -> Callable[[], Screen] | None:
        """The table of the rounds, once something has been entered."""
        timeline = step.timeline or ()
        entered = len(timeline) > 1 and timeline[1].ended is None
        return (lambda: Rounds.from_snapshot(step, back)) if entered else None

    def sheet(self, context: Context) -> ScoreSheet | None:
        return score_sheet(context)

    def typed_round(self, context: Context, place: int, typed: Mapping[str, str], back: Screen) -> RoundTyping | None:
        return typed_round(context, place, typed, back)

    def page(self, context: Context, path: Path) -> Page:
        """Who enters what, the scores, what is entered so far and what is missing, the value, and what it would do."""
        step = running_snapshot(context)
        position = _position(step)
        steps, _ = ring(step, path[:-1])
        aside, at, figures = _aside(context, path), steps.index(path[-1]), _figures(context)
        page = Page(
            screen="table" if len(path) == 1 else "wheel",
            title=_title(context, aside),
            aside=aside,
            text=_text(context, path, aside),
            figures=figures,
            around=_around(context, path, figures),
            menu=tuple([Item(_entry(context, (*path[:-1], name), hidden="0")) for name in steps]),
            cursor=at,
            drawing=_wheel(context, path, steps),
        )
        if position.asked[0].kind != "number":
            return replace(page, keys="sob")
        return page if path[-1] == END else replace(page, cursor=None, inside=at, big=_entry(context, path))


def _title(context: Context, aside: str) -> str:
    """Who enters what. A mark stands at the name of who enters: it gives way where what is beside it has no room."""
    situation = context.situation
    title = TEXT.asked(situation, lambda text: context.fit(text, aside))
    label = situation.position.asked[0].label.of(context.words.language)
    return label if not context.fit(title, aside) and context.fit(label, aside) else title


def _wheel(context: Context, path: Path, steps: tuple[str, ...]) -> Wheel:
    """The picture of the table with this path under the cursor."""
    position = _position(running_snapshot(context))
    number = position.asked[0].kind == "number"
    shown = steps[::-1] if number else steps  # a number is more to the right
    values = [_entry(context, (*path[:-1], name), hidden="0") for name in shown]
    aside, heads = _aside(context, path), TEXT.heads(context.situation)
    title = TEXT.asked(context.situation, lambda text: context.fit(text, aside), heads) if heads else ""
    alone = context.fit(_title(context, aside), aside)
    if not context.fit(title, aside if alone else ""):  # then only what is asked
        title = ""
    if number and END in shown and path[-1] != END:
        values[shown.index(END)] = context.words("pad.finish-short")
    at = shown.index(path[-1])
    chosen = _entry(context, path)
    numbers = [int(name) for name in shown if number and name != END]
    seams = [place for place in range(1, len(numbers)) if numbers[place] < numbers[place - 1]]
    seam = seams[0] if seams else None
    large = number and path[-1] != END
    return Wheel(_columns(context, path), tuple(values), at, chosen, large, seam, title, aside)


def _columns(context: Context, path: Path) -> tuple[Column, ...]:
    """What stands in the column of each side: what is entered, what the value would bring, and the tally."""
    situation, action = context.situation, action_at(context, path)
    position = _position(running_snapshot(context))
    counted = position.counted(action) if action is not None and position.turn is None else None
    tallies = TEXT.shown_tallies(situation)
    return tuple([
        Column(
            TEXT.entered_by_side(situation, side, action if counted is not None else None),
            "" if counted is None else f"{counted.points[side]:+}" if counted.points[side] else "0",
            (tallies[0][0], tallies[0][1][side]) if tallies else None,
        )
        for side in range(len(position.setting.sides))
    ])  # fmt: skip


def _aside(context: Context, path: Path) -> str:
    """What is missing for the total; without one what the table has entered, or if it has room which round it is.

    While nothing is entered in a game it says in which order the wheels of a number go, where there are any. A tally of
    the one who enters stands in the place of the round.
    """
    step = running_snapshot(context)
    lines, position, title = TEXT.lines(context.situation), _position(step), TEXT.turn_text(context.situation)
    spans = _spans(position) if position.asked[0].kind == "number" and path[-1] != END else ()
    if spans and not context.wide and step.timeline is not None and len(step.timeline) == 1:
        order = context.words(f"pad.{'first' if len(path) == 1 else 'then'}-{(*spans, 1)[len(path) - 1]}")
        asked = TEXT.asked(context.situation, lambda text: context.fit(text, order))
        if context.fit(asked, order):
            return order
    action = action_at(context, path)
    if isinstance(action, Enter):
        at, turns = context.situation, position.turn is not None
        effect = TEXT.effect(at, action, BESIDE_TITLE) if turns else TEXT.ending(at, action)
        if not turns and not context.fit(position.asked[0].label.of(context.words.language), effect):
            effect = TEXT.ending(at._replace(names=tags(at.names)), action)
        if effect:
            return effect
    if lines:
        return lines[0]
    entered = TEXT.entered(context.situation) if position.speaker is None else ""
    asides = entered, _tally(context) or context.words("pad.in-round", round=position.round)
    return next((aside for aside in asides if aside and context.fit(title, aside)), "")


def _tally(context: Context) -> str:
    """The first tally of the one who enters, as `Phase 3`; empty without one."""
    position, tallies = _position(running_snapshot(context)), TEXT.shown_tallies(context.situation)
    if position.speaker is None or not tallies:
        return ""
    label, row = tallies[0]
    return f"{label} {row[position.setting.side_of[position.speaker]]}"


def _text(context: Context, path: Path, aside: str) -> tuple[str, ...]:
    """What was entered this round, and what the value would bring if it ends the round; nothing where all of that is
    said with names.
    """
    if context.wide:
        return ()
    entered, action = TEXT.entered(context.situation), action_at(context, path)
    lines = context.wrap(entered) if entered and entered != aside else ()
    if isinstance(action, Enter):
        effect = TEXT.effect(context.situation, action, 0)
        lines = (*lines, *(context.wrap(effect) if effect else ()))
    return lines[:LINES]


def _figures(context: Context) -> tuple[Figure, ...]:
    """The scores by side."""
    at = context.situation
    figures = TEXT.figures(at)
    sides = _position(running_snapshot(context)).setting.sides
    if not context.wide and len(sides) < len(at.names):  # beside the values there is no room for the names of both
        short = side_tags(at.names, sides)
        figures = tuple([figure._replace(name=name) for figure, name in zip(figures, short, strict=True)])
    return tuple([figure._replace(second=None) for figure in figures])


def _around(context: Context, path: Path, figures: tuple[Figure, ...]) -> int | None:
    """The figure of the one who enters, for the table of the person under the cursor; None: of nobody."""
    action = action_at(context, path)
    if isinstance(action, Enter) and action.seat is None and action.field.kind == "seat" and action.value != NOBODY:
        return _position(running_snapshot(context)).setting.side_of[int(action.value)]
    return next((place for place, figure in enumerate(figures) if figure.marked), None)


def _entry(context: Context, path: Path, hidden: str = HIDDEN) -> str:
    """The last entry of a path as people read it: a value, `2__` on the wheel of the hundreds, or with `0` for what is
    hidden `200`.
    """
    position = _position(running_snapshot(context))
    if path[-1] == END:
        return context.words("pad.finish")
    spans = _spans(position)
    if len(path) <= len(spans):
        figures = len(str(spans[len(path) - 1])) - 1
        if path[-1] == "-0":  # less than 0, and nearer to it than what this wheel spans
            return "-" + HIDDEN * figures
        return "0" if hidden == path[-1] == "0" else path[-1] + hidden * figures
    return value_name(context.situation, position.asked[0], _known(position)[path])


@lru_cache(maxsize=4)
def _spans(position: PadPosition) -> tuple[int, ...]:
    """What an entry of each wheel but the last spans."""
    return wheels.spans(position.asked[0], position.choice.allowed)


def _position(step: Snapshot) -> PadPosition:
    assert isinstance(step.position, PadPosition)
    return step.position


SCREENS = PadScreens()
