"""A game that can only be read: its rules have changed since, its entries are damaged, or the glass cannot show it.

What was told stays in sight, in the record's own words where nobody can say more. As far as the rules agree with it the
table can be looked at as it was, and the game can go on from there; that is told like anything else, and undone.
"""

from __future__ import annotations

from companion.games.registry import GAMES
from companion.session.text import worded
from companion.session.timeline import Snapshot
from companion.ui.audit import Audit
from companion.ui.home import Home
from companion.ui.intents import Enter, Intent, Say
from companion.ui.log import Log
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Screen, turned
from companion.values import Frozen, replace

ROWS = 6
"""Lines of the record's own words on one page."""


def agreed(context: Context) -> Context | None:
    """The table at the last moment at which the rules agree with the record; None if there is no such moment."""
    step = context.step
    if step is None or step.agreed is None or step.setup.key not in GAMES:
        return None
    return replace(context, step=Snapshot(step.id, step.parent, step.text, step.setup, step.agreed, None, step.beyond))


class ReadOnly(Frozen):
    """Why it can only be read, what can be looked at, and the way on."""

    cursor: int = 0

    def _entries(self, context: Context) -> tuple[str, ...]:
        step = context.step
        if agreed(context) is not None:
            return ("go-on", "log", "audit", "home")
        return ("log", "home") if step is not None and step.beyond else ("home",)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        entries = self._entries(context)
        if command in MOVES:
            return ReadOnly(turned(self.cursor, command, len(entries)))
        chosen = entries[self.cursor] if command is Command.OK else "home"
        if chosen == "go-on":
            return Enter(f"back {_last(context)}")
        if chosen == "log":
            return Past(Log(self)) if agreed(context) is not None else Words(self)
        return Past(Audit(self)) if chosen == "audit" else Home()

    def view(self, context: Context) -> Page:
        step, words = context.step, context.words
        assert step is not None
        entries = self._entries(context)
        last = _last(context)
        place = last or words("screen.log.start")
        if step.position is not None:
            text = words("screen.read-only.unseen")
        elif last is None:
            text = words("screen.read-only.text")
        else:
            text = words("screen.read-only.after", place=place)
        return Page(
            screen="read-only",
            title=step.setup.key if step.setup.game is None else words(f"game.{step.setup.key}"),
            text=context.wrap(text),
            menu=tuple([Item(words(f"screen.read-only.{entry}", place=place)) for entry in entries]),
            cursor=self.cursor,
            keys="udob" if len(entries) > 1 else "ob",
        )


def _last(context: Context) -> int | None:
    """The place of the last moment at which the rules agree with the record."""
    seen = agreed(context)
    return len(seen.step.timeline) - 1 if seen is not None and seen.step is not None and seen.step.timeline else None


class Past(Frozen):
    """A screen of the table in front of the table as it was at the last moment on which all agree.

    Nothing is put right there; the only thing that can be told is from where to go on.
    """

    inner: Screen

    def update(self, command: Command, context: Context) -> Screen | Intent:
        seen = agreed(context)
        if seen is None:  # it has been gone on with meanwhile
            return Home()
        if isinstance(self.inner, Audit) and command is Command.OK:
            return Say("screen.read-only.past", {}, self)
        answer = self.inner.update(command, seen)
        if isinstance(answer, ReadOnly) or (isinstance(answer, Enter) and answer.text.startswith("back ")):
            return answer
        return self if isinstance(answer, Intent) else Past(answer)

    def view(self, context: Context) -> Page:
        seen = agreed(context)
        assert seen is not None
        page = self.inner.view(seen)
        if not isinstance(self.inner, Audit):
            return page
        return replace(page, title=context.words("screen.read-only.then"), aside=str(_last(context)))


class Words(Frozen):
    """What was told in a game of which nobody here knows the rules, newest first."""

    back: Screen
    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        assert context.step is not None
        if command not in MOVES:
            return self.back
        return replace(self, cursor=turned(self.cursor, command, len(context.step.beyond)))

    def view(self, context: Context) -> Page:
        step = context.step
        assert step is not None
        told = step.beyond[::-1]
        first = min(max(self.cursor - ROWS // 2, 0), max(len(told) - ROWS, 0))
        return Page(
            screen="log",
            title=context.words("screen.log.title"),
            aside=f"{len(told) - self.cursor}/{len(told)}",
            menu=tuple([Item(worded(step, text, context.words)) for text in told[first : first + ROWS]]),
            cursor=self.cursor - first,
        )
