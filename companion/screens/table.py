"""The table while a game runs: whose turn, how it stands, and telling what happened, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ports import Key
from companion.screens.choosing import Path, sideways, strided
from companion.screens.face import choices, face, places, ring, running
from companion.screens.intents import Intent, Redo, Tell, Undo
from companion.screens.page import Item, Page
from companion.screens.screen import MOVES, Command, Screen, Sight, turned
from companion.table.moments import ABANDON, AGREE_DRAW


@dataclass(frozen=True, slots=True)
class Table:
    """Telling what happened. `path` ends with the step under the cursor; empty, the cursor is on the likeliest.

    With one step the screen is the table itself; with more, the choice that the steps before the last have led to.
    """

    path: Path = ()

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        step = running(sight)
        path = self.at(sight)
        before = path[:-1]
        if command in (Command.LEFT, Command.RIGHT):
            aside = face(step.played.key).aside(sight, path, command)
            if aside is not None:
                return aside
        if command in MOVES:
            return Table((*before, self._moved(sight, path, command)))
        if command is Command.BACK:
            return self._back(sight, before)
        return chosen(sight, path)

    def _moved(self, sight: Sight, path: Path, command: Command) -> str:
        step = running(sight)
        steps, _ = ring(step, path[:-1])
        at = steps.index(path[-1])
        if command in (Command.UP, Command.DOWN):
            return steps[turned(at, command, len(steps))]
        by = 1 if command is Command.RIGHT else -1
        standing = places(step, path[:-1])
        return steps[sideways(standing, steps, at, by) if standing else strided(len(steps), at, by)]

    def _back(self, sight: Sight, before: Path) -> Screen:
        """One step back, over the steps that left no choice, with what was chosen there under the cursor."""
        known = choices(running(sight))
        while before and len(known.below(before[:-1])) == 1:
            before = before[:-1]
        return Table(before) if before else Menu(self)

    def at(self, sight: Sight) -> Path:
        """The path with the step under the cursor."""
        step = running(sight)
        if self.path and self.path[-1] in choices(step).below(self.path[:-1]):
            return self.path
        return (ring(step, ())[1],)

    def view(self, sight: Sight) -> Page:
        return face(running(sight).played.key).page(sight, self.at(sight))


def chosen(sight: Sight, path: Path) -> Screen | Intent:
    """After OK on the last step of a path: the action it leads to, or the next choice."""
    step = running(sight)
    known = choices(step)
    path = known.forced(path)
    action = known.action(path)
    beyond = face(step.played.key).beyond
    if action is None and beyond is not None and not known.below(path):
        return beyond(sight, path)
    return Tell(action) if action is not None else Table((*path, ring(step, path)[1]))


@dataclass(frozen=True, slots=True)
class Score:
    """The score board that a table becomes when nobody touches it: whose turn, and the figures as large as can be.

    Only ever looked at: the table stays the screen that is in force, and answers the next key.
    """

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        return Table().update(command, sight)

    def view(self, sight: Sight) -> Page:
        step = running(sight)
        look = face(step.played.key)
        figures = look.figures(step)
        board = () if figures or look.board is None else look.board(sight)
        return Page(
            screen="score",
            title=whose(sight),
            text=look.lines(sight),
            figures=figures,
            board=board,
            big="" if figures or board else whose(sight),
        )


def whose(sight: Sight) -> str:
    """The player in turn, or the game where everybody may tell something."""
    step = running(sight)
    own = face(step.played.key).whose
    if own is not None:
        return own(sight)
    turn = step.turn
    return step.played.names[turn] if turn is not None else sight.words(f"game.{step.played.key}")


LABELS = {"help": "help-entry"}
"""Under `help` stands what the help says about the screen itself."""


@dataclass(frozen=True, slots=True)
class Menu:
    """What can be done about the game rather than in it."""

    back: Screen
    cursor: int = 0

    def _entries(self, sight: Sight) -> tuple[str, ...]:
        over = sight.step is None or sight.step.outcome is not None
        return (
            "back", "undo", *(("redo",) if sight.may_redo else ()), *(() if Key.BACK in sight.keys else ("help",)),
            "log", "audit", *(("curves",) if _curves(self, sight) is not None else ()), *(() if over else ("end",)),
            "home",
        )  # fmt: skip

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        entries = self._entries(sight)
        if command in MOVES:
            return Menu(self.back, turned(self.cursor, command, len(entries)))
        chosen = entries[self.cursor] if command is Command.OK else "back"
        if chosen == "undo":
            return Undo()
        if chosen == "redo":
            return Redo()
        if chosen == "log":
            # Here and below imported when needed: these screens stand on this module.
            from companion.screens.log import Log

            return Log(self)
        if chosen == "audit":
            from companion.screens.audit import Audit

            return Audit(self)
        if chosen == "curves":
            return _curves(self, sight) or self
        if chosen == "end":
            return End(self)
        if chosen == "home":
            from companion.screens.home import Home

            return Home()
        if chosen == "help":
            from companion.screens.help import Help

            return Help(self.back)
        return self.back

    def view(self, sight: Sight) -> Page:
        return Page(
            screen="menu",
            title=sight.words("screen.menu.title"),
            menu=tuple(Item(sight.words(f"screen.menu.{LABELS.get(entry, entry)}")) for entry in self._entries(sight)),
            cursor=self.cursor,
        )


def _curves(menu: Menu, sight: Sight) -> Screen | None:
    """The chart of the game on the table, if there is anything to draw."""
    from companion.screens.curves import Curves

    return Curves.of(sight.step, menu) if sight.step is not None else None


@dataclass(frozen=True, slots=True)
class End:
    """Stopping a game that is not over: somebody gives it up, all agree on a draw, or it just ends."""

    menu: Menu
    cursor: int = 0

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        names = running(sight).played.names
        if command in MOVES:
            return End(self.menu, turned(self.cursor, command, len(names) + 2))
        if command is Command.BACK:
            return self.menu
        return Tell([*[f"concede {seat}" for seat in range(len(names))], AGREE_DRAW, ABANDON][self.cursor])

    def view(self, sight: Sight) -> Page:
        words = sight.words
        return Page(
            screen="end",
            title=words("screen.end.title"),
            menu=(
                *[Item(words("screen.end.concede", name=name)) for name in running(sight).played.names],
                Item(words("screen.end.draw")),
                Item(words("screen.end.abandon")),
            ),
            cursor=self.cursor,
        )
