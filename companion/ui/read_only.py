"""A read-only game: its rules have changed since, its entries are damaged, or the glass cannot show it.

The entries stay visible, in the record's notation if they cannot be put into words. As far as the rules agree with the
record, people can look at the table as it was, and continue the game from there; that is an entry, which undo removes.
"""

from __future__ import annotations

from companion.games.registry import GAMES
from companion.session.text import worded
from companion.session.timeline import Snapshot
from companion.ui.by_name import open_screen
from companion.ui.game_screens import Audit
from companion.ui.intents import Enter, Say
from companion.ui.log import Log
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace

ROWS = 6
"""Lines of entries on one page."""


def agreed(context: Context) -> Context | None:
    """The context with the last table at which the rules agree with the record; None if there is none."""
    step = context.step
    if step is None or step.agreed is None or step.setup.key not in GAMES:
        return None
    return replace(context, step=Snapshot(step.id, step.parent, step.text, step.setup, step.agreed, None, step.beyond))


class ReadOnly(Frozen):
    """Why the game is read-only, what people can look at, and how to continue."""

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
        return Past(Audit(self)) if chosen == "audit" else open_screen("home")

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
    """The place of the last entry at which the rules agree with the record; None if there is none."""
    past = agreed(context)
    return len(past.step.timeline) - 1 if past is not None and past.step is not None and past.step.timeline else None


class Past(Frozen):
    """A screen of the table, with the last table at which the rules agree with the record.

    People cannot correct it; they can only enter from where the game continues.
    """

    inner: Screen

    def update(self, command: Command, context: Context) -> Screen | Intent:
        past = agreed(context)
        if past is None:  # meanwhile the game continues
            return open_screen("home")
        if isinstance(self.inner, Audit) and command is Command.OK:
            return Say("screen.read-only.past", {}, self)
        answer = self.inner.update(command, past)
        if isinstance(answer, ReadOnly) or (isinstance(answer, Enter) and answer.text.startswith("back ")):
            return answer
        return self if isinstance(answer, Intent) else Past(answer)

    def view(self, context: Context) -> Page:
        past = agreed(context)
        assert past is not None
        page = self.inner.view(past)
        if not isinstance(self.inner, Audit):
            return page
        return replace(page, title=context.words("screen.read-only.then"), aside=str(_last(context)))


class Words(Frozen):
    """The entries of a game whose rules are not known here, newest first."""

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
        texts = step.beyond[::-1]
        first = min(max(self.cursor - ROWS // 2, 0), max(len(texts) - ROWS, 0))
        return Page(
            screen="log",
            title=context.words("screen.log.title"),
            aside=f"{len(texts) - self.cursor}/{len(texts)}",
            menu=tuple([Item(worded(step, text, context.words)) for text in texts[first : first + ROWS]]),
            cursor=self.cursor - first,
        )
