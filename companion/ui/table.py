"""The table while a game runs: whose turn it is, the score, and the entry of actions, step by step."""

from __future__ import annotations

from companion.games.text import text_of
from companion.ports import Key
from companion.session.timeline import ABANDON, AGREE_DRAW
from companion.ui.by_name import open_screen
from companion.ui.choices import Path, sideways, strided
from companion.ui.game_screens import choices, places, ring, running, screens_of
from companion.ui.intents import Enter, Redo, Undo
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.values import Frozen


class Table(Frozen):
    """The entry of an action. `path` ends with the step under the cursor; an empty one stands for the likeliest step.

    With one step the screen is the table itself; with more steps, the choice after the steps before the last.
    """

    path: Path = ()

    @property
    def may_rest(self) -> bool:
        """Whether the score board may replace this screen while nobody plays: not while an entry is half made."""
        return len(self.path) < 2

    def update(self, command: Command, context: Context) -> Screen | Intent:
        step = running(context)
        path = self.at(context)
        before = path[:-1]
        if command in (Command.LEFT, Command.RIGHT):
            aside = screens_of(step.setup.key).aside(context, path, command)
            if aside is not None:
                return aside
        if command in MOVES:
            return Table((*before, self._moved(context, path, command)))
        if command is Command.BACK:
            return self._back(context, before)
        return chosen(context, path)

    def _moved(self, context: Context, path: Path, command: Command) -> str:
        step = running(context)
        steps, _ = ring(step, path[:-1])
        at = steps.index(path[-1])
        if command in (Command.UP, Command.DOWN):
            return steps[turned(at, command, len(steps))]
        by = 1 if command is Command.RIGHT else -1
        on_board = places(step, path[:-1])
        return steps[sideways(on_board, steps, at, by) if on_board else strided(len(steps), at, by)]

    def _back(self, context: Context, before: Path) -> Screen:
        """One step back, over steps that were the only choice, with the cursor on the step chosen there."""
        known = choices(running(context))
        while before and len(known.below(before[:-1])) == 1:
            before = before[:-1]
        return Table(before) if before else Menu(self)

    def at(self, context: Context) -> Path:
        """The path with the step under the cursor."""
        step = running(context)
        if self.path and self.path[-1] in choices(step).below(self.path[:-1]):
            return self.path
        return (ring(step, ())[1],)

    def view(self, context: Context) -> Page:
        return screens_of(running(context).setup.key).page(context, self.at(context))


def chosen(context: Context, path: Path) -> Screen | Intent:
    """After OK on the last step of a path: the action it leads to, or the next choice."""
    step = running(context)
    known = choices(step)
    path = known.forced(path)
    action = known.action(path)
    beyond = screens_of(step.setup.key).beyond(context, path) if action is None and not known.below(path) else None
    if beyond is not None:
        return beyond
    return Enter(action) if action is not None else Table((*path, ring(step, path)[1]))


class Score(Frozen):
    """The score board, when nobody has pressed a key for a while: whose turn, and the figures as large as possible.

    The loop only shows it: the table stays the current screen, and answers the next key.
    """

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return Table().update(command, context)

    def view(self, context: Context) -> Page:
        step = running(context)
        text = text_of(step.setup.key)
        figures = text.figures(context.situation)
        board = () if figures else screens_of(step.setup.key).board(context)
        return Page(
            screen="score",
            title=whose(context),
            text=text.lines(context.situation),
            figures=figures,
            board=board,
            big="" if figures or board else whose(context),
        )


def whose(context: Context) -> str:
    """The player in turn, or the game if everybody may act."""
    return text_of(running(context).setup.key).whose(context.situation)


LABELS = {"help": "help-entry"}
"""Names of lines whose key is not their own: the key `help` is the help text of the screen itself."""


class Menu(Frozen):
    """The menu of the game: undo, log, audit, end and so on, but no actions."""

    back: Screen
    cursor: int = 0

    def _entries(self, context: Context) -> tuple[str, ...]:
        over = context.step is None or context.step.outcome is not None
        return (
            "back", "undo", *(("redo",) if context.may_redo else ()), *(() if Key.BACK in context.keys else ("help",)),
            "log", "audit", *(("curves",) if _curves(self, context) is not None else ()), *(() if over else ("end",)),
            "home",
        )  # fmt: skip

    def update(self, command: Command, context: Context) -> Screen | Intent:
        entries = self._entries(context)
        if command in MOVES:
            return Menu(self.back, turned(self.cursor, command, len(entries)))
        chosen = entries[self.cursor] if command is Command.OK else "back"
        if chosen == "undo":
            return Undo()
        if chosen == "redo":
            return Redo()
        if chosen == "log":
            return open_screen("log", self)
        if chosen == "audit":
            return open_screen("audit", self)
        if chosen == "curves":
            return _curves(self, context) or self
        if chosen == "end":
            return End(self)
        if chosen == "home":
            return open_screen("home")
        if chosen == "help":
            return open_screen("help", self.back)
        return self.back

    def view(self, context: Context) -> Page:
        return Page(
            screen="menu",
            title=context.words("screen.menu.title"),
            menu=tuple(
                Item(context.words(f"screen.menu.{LABELS.get(entry, entry)}")) for entry in self._entries(context)
            ),
            cursor=self.cursor,
        )


def _curves(menu: Menu, context: Context) -> Screen | None:
    """The chart of the game on the table; None if there is nothing to draw."""
    return open_screen("curves", context.step, menu) if context.step is not None else None


class End(Frozen):
    """Ending a game early: somebody concedes, all agree on a draw, or people abandon it."""

    menu: Menu
    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        names = running(context).setup.names
        if command in MOVES:
            return End(self.menu, turned(self.cursor, command, len(names) + 2))
        if command is Command.BACK:
            return self.menu
        return Enter([*[f"concede {seat}" for seat in range(len(names))], AGREE_DRAW, ABANDON][self.cursor])

    def view(self, context: Context) -> Page:
        words = context.words
        return Page(
            screen="end",
            title=words("screen.end.title"),
            menu=(
                *[Item(words("screen.end.concede", name=name)) for name in running(context).setup.names],
                Item(words("screen.end.draw")),
                Item(words("screen.end.abandon")),
            ),
            cursor=self.cursor,
        )
