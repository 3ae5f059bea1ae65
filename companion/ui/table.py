"""The table while a game runs: whose turn it is, the score, and the entry of actions, step by step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.kit.rules import RESULTS
from companion.kit.text import tags, with_names
from companion.play.act import ABANDON, AGREE_DRAW
from companion.ports import Key
from companion.session.text import act_words
from companion.ui.boards import walked
from companion.ui.choices import Path, index_after_stride
from companion.ui.curves import Curves
from companion.ui.device_seats import DeviceMenu, offers_device
from companion.ui.game_screens import NumberAsked, choices, places, ring, running_snapshot, screens_of
from companion.ui.intents import Enough, Enter, Redo, RunClock, Say, Undo
from companion.ui.odds import MARKS, Odds, ask, figures_with_odds, with_odds
from companion.ui.page import Field, Item, Page, Target
from companion.ui.router import home_screen
from companion.ui.screen import ACROSS, BY, MOVES, Aim, Command, Context, DeviceTurn, Intent, Screen
from companion.ui.targets import meant_by, path_of, table_targets
from companion.ui.widgets import (
    Confirm,
    Line,
    ListScreen,
    Unset,
    message_lines,
    named,
    typed_number,
    whole_number,
    with_bell,
)
from companion.values import replace

NUMERALS = "0123456789-"
"""What a number begins with."""


class Table(Screen):
    """The entry of an action. `path` ends with the step under the cursor; an empty one stands for the likeliest step.

    With one step the screen is the table itself; with more steps, the choice after the steps before the last.
    """

    plays = True

    path: Path = ()

    @property
    def may_rest(self) -> bool:
        """Whether the score board may replace this screen while nobody plays: not while an entry is half made."""
        return len(self.path) < 2

    def update(self, command: Command, context: Context) -> Screen | Intent:
        step = running_snapshot(context)
        path = self.path_under_cursor(context)
        before = path[:-1]
        if command in ACROSS:
            aside = screens_of(step.setup).side_screen(context, path, command)
            if aside is not None:
                return aside
        if command in MOVES:
            return Table((*before, self._move_cursor(context, path, command)))
        if command is Command.BACK:
            return self._back(context, before)
        if not self.path and context.device is not None and context.device.thought is None:
            return Enough()
        return choose(context, path)

    def _move_cursor(self, context: Context, path: Path, command: Command) -> str:
        step = running_snapshot(context)
        steps, _ = ring(step, path[:-1])
        on_board = places(step, path[:-1])
        if on_board or command not in ACROSS:
            return walked(on_board or {}, steps, path[-1], command)
        return steps[index_after_stride(len(steps), steps.index(path[-1]), BY[command])]

    def _back(self, context: Context, before: Path) -> Screen:
        """One step back, over steps that were the only choice, with the cursor on the step chosen there."""
        paths = choices(running_snapshot(context))
        while before and len(paths.below(before[:-1])) == 1:
            before = before[:-1]
        return Table(before) if before else Menu(self)

    def path_under_cursor(self, context: Context) -> Path:
        step = running_snapshot(context)
        if self.path and self.path[-1] in choices(step).below(self.path[:-1]):
            return self.path
        return (_first_step(context, ()),)

    def targets(self, context: Context) -> tuple[Target, ...]:
        return table_targets(context, self.path_under_cursor(context)[:-1])

    def _number(self, context: Context) -> NumberAsked | None:
        prefix = self.path_under_cursor(context)[:-1]
        return screens_of(running_snapshot(context).setup).number(context, prefix)

    def asks(self, context: Context) -> Field | None:
        number, path = self._number(context), self.path_under_cursor(context)
        return Field("number", path[-1], number.in_words(context.words)) if number is not None else None

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return choose(context, path_of(target))

    def type_text(self, text: str, context: Context) -> Screen | Intent | Aim:
        """A number, or the codes of a path, one after the other; nothing is entered before OK (TYP-1, TYP-3)."""
        number = self._number(context)
        if number is not None and text[0] in NUMERALS:
            possible = number.in_words(context.words, whole_number(text))
            return typed_number(text, number.possible, possible, self, lambda chosen: Table(number.path(chosen)))
        path, begins = meant_by(text, running_snapshot(context), self.path_under_cursor(context)[:-1])
        if not begins:
            return Say("refused.code", {"code": text}, self)
        if path is None:
            return Aim(self, Say("refused.code-begins", {"code": text}, self))
        return Aim(Table(path))

    def view(self, context: Context) -> Page:
        step, device, path = running_snapshot(context), context.device, self.path_under_cursor(context)
        screens = screens_of(step.setup)
        page = screens.page(context, path)
        page = page if len(choices(step).below(path[:-1])) > 1 else page.without_moves
        page = replace(page, turn=in_turn(context) and page.title == turn_text(context))
        page = with_odds(page, context, line=len(self.path) < 2)
        if device is None or not (page.turn and screens.asks_on_table):
            return page
        title = asked_on_table(context, device, path)
        return replace(page, title=title, aside=page.aside if context.fit(title, page.aside) else "")


def asked_on_table(context: Context, device: DeviceTurn, path: Path) -> str:
    """The title of the table at a turn of the device: who plays, and what it wants, or that it thinks."""
    step, words = running_snapshot(context), context.words
    name = step.setup.names[device.seat]
    if device.thought is None:
        return f"{name} {MARKS[device.mark % len(MARKS)]}"
    requests = screens_of(step.setup).asks(context, device.thought, path)
    titles = [words("device.asks", name=name, what=request) for request in requests]
    return next((title for title in titles if context.fit(title, "")), titles[-1])


def _first_step(context: Context, prefix: Path) -> str:
    """The step after a prefix that the cursor starts on: to what the device wants, where it asks on the table."""
    device, step = context.device, running_snapshot(context)
    screens = screens_of(step.setup)
    if device is not None and device.thought is not None and screens.asks_on_table:
        wanted = screens.wanted_step(device.thought, prefix)
        if wanted in choices(step).below(prefix):
            return str(wanted)
    return ring(step, prefix)[1]


def choose(context: Context, path: Path) -> Screen | Intent:
    """After OK on the last step of a path: the action it leads to, or the next choice."""
    step = running_snapshot(context)
    paths = choices(step)
    path = paths.with_forced_steps(path)
    action = paths.action(path)
    beyond = screens_of(step.setup).screen_after(context, path) if action is None and not paths.below(path) else None
    if beyond is not None:
        return beyond
    if action is None:
        return Table((*path, _first_step(context, path)))
    if action not in RESULTS:
        return Enter(action)

    def what(names: tuple[str, ...]) -> str:
        return step.setup.text.action_name(context.situation._replace(names=names), action)

    return _ask_before_ending(what, action, Table(path), context)


def _ask_before_ending(what: Callable[[tuple[str, ...]], str], text: str, no: Screen, context: Context) -> Confirm:
    """The question before an entry that ends the game at a stroke; `what` gives the entry in words for these names."""
    names = running_snapshot(context).setup.names
    question, short = [context.words("screen.ending.text", what=what(people)) for people in (names, tags(names))]
    return Confirm("ending", question, Enter(text), no, shorter=(short,))


class Score(Screen):
    """The score board, when nobody has pressed a key for a while: the figures and whose turn, on the whole glass.

    The loop only shows it: the table stays the current screen, and answers the next key.
    """

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return Table().update(command, context)

    def view(self, context: Context) -> Page:
        figures = running_snapshot(context).setup.text.score_board(context.situation)
        figures, face, ticks = figures_with_odds(figures, context), context.clock, False
        if face is not None and face.has_run and len(figures) == len(face.seats):
            figures = tuple([figure._replace(clock=face.text(seat)) for seat, figure in enumerate(figures)])
            ticks = face.runs
        return Page(screen="score", title=turn_text(context), figures=figures, far=True, ticks=ticks)


def turn_text(context: Context) -> str:
    """The player in turn, or the game if everybody may act."""
    return running_snapshot(context).setup.text.turn_text(context.situation)


def in_turn(context: Context) -> bool:
    """Whether exactly one player may act."""
    return context.situation.turn is not None


class Menu(ListScreen):
    """The menu of the game: undo, log, audit, end and so on, but no actions.

    `audit` has corrections that are not set yet: its line is marked, and people are asked before they leave the menu.
    """

    screen_name = "menu"

    back: Screen
    audit: ListScreen | None = None

    def lines(self, context: Context) -> list[Line]:
        over = context.step is None or context.step.outcome is not None
        chart, step = _curves(self, context), context.step
        rounds = screens_of(step.setup).rounds(step, self) if step is not None else None
        offers: dict[str, Callable[[], Screen | Intent]] = {
            "back": lambda: self._leave(self.back, context),
            "undo": lambda: self._leave(Undo(), context),
        }
        if context.may_redo:
            offers["redo"] = lambda: self._leave(Redo(), context)
        clock = context.clock
        if clock is not None and clock.may_go and clock.has_run:
            goes = clock.goes
            offers["clock-pause" if goes else "clock-resume"] = lambda: self._leave(RunClock(not goes), context)
        if Key.BACK not in context.keys:
            offers["help"] = lambda: context.routes.help(self.back)
        if rounds is not None:
            offers["rounds"] = rounds
        offers["log"] = lambda: context.routes.log(self)
        offers["audit"] = lambda: self.open_audit(context)
        if chart is not None:
            offers["curves"] = lambda: chart
        advice = ask(context, self)
        if advice is not None:
            offers["ask"] = lambda: advice
        if context.step is not None and not over and context.step.setup.seats.odds:
            offers["odds"] = lambda: Odds(self)
        if offers_device(context):
            offers["device"] = lambda: DeviceMenu(self)
        if not over:
            offers["end"] = lambda: self._leave(End(replace(self, audit=None)), context)
        offers |= message_lines(self, context)
        offers["home"] = lambda: self._leave(home_screen(context), context)
        lines = named(context, "menu", offers)
        if self.audit is not None:
            at = list(offers).index("audit")
            marked = lines[at].item._replace(value=context.words("screen.menu.unset"))
            lines[at] = lines[at]._replace(item=marked)
        return lines

    def page(self, context: Context) -> Page:
        return with_bell(super().page(context), context)

    def left(self, context: Context) -> Screen | Intent:
        return self._leave(self.back, context)

    def open_audit(self, context: Context) -> Screen:
        """The audit, with the corrections that were made there."""
        if self.audit is None:
            return context.routes.audit(self)
        return replace(self.audit, back=replace(self, audit=None))

    def _leave(self, to: Screen | Intent, context: Context) -> Screen | Intent:
        """Leave the menu; with corrections that are not set, ask before they are lost."""
        if self.audit is None:
            return to
        return Unset.asked(to, self.open_audit(context), context)


def _curves(menu: Menu, context: Context) -> Screen | None:
    """The chart of the game on the table; None if there is nothing to draw, or nothing that may be shown."""
    step = context.step
    if step is None or (not context.memory and step.setup.text.points_from_memory):
        return None
    return Curves.from_snapshot(step, menu)


class End(ListScreen):
    """Ending a game early: somebody concedes, all agree on a draw, or people abandon it."""

    screen_name = "end"

    back: Menu

    def lines(self, context: Context) -> list[Line]:
        words, step = context.words, running_snapshot(context)
        said = with_names(lambda name: words("screen.end.concede", name=name), step.setup.names, context.fits_list)
        concede = [
            Line(Item(text), partial(self._ask, f"concede {seat}", context))
            for seat, (text, level) in enumerate(zip(said, step.levels, strict=True))
            if not level  # the device never concedes
        ]
        together = {"draw": partial(self._ask, AGREE_DRAW, context), "abandon": partial(self._ask, ABANDON, context)}
        return [*concede, *named(context, "end", together)]

    def _ask(self, act: str, context: Context) -> Screen:
        def what(names: tuple[str, ...]) -> str:
            return act_words(act, names, context.words) or act

        return _ask_before_ending(what, act, self, context)
