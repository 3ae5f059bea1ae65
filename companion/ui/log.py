"""The log: every moment of the game in words, newest first, the table as it was then, and how to put it right."""

from __future__ import annotations

from companion.games.refusals import Refusal
from companion.games.text import text_of
from companion.session.text import act_words, entry, why
from companion.session.timeline import Timeline, change_ply
from companion.ui.game_screens import running, screens_of
from companion.ui.intents import Deal, Enter, Intent, Say
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Screen, turned
from companion.ui.table import Menu, Table
from companion.values import Frozen, replace

ROWS = 6
"""Lines of the log on one page."""


def _course(context: Context) -> Timeline:
    timeline = running(context).timeline
    assert timeline is not None
    return timeline


def _count(context: Context) -> int:
    """How many moments the log has, those included that can only be read."""
    return len(_course(context)) + len(running(context).beyond)


def _why(context: Context, place: int) -> list[str]:
    """What the action at a place did, sentence by sentence."""
    step = running(context)
    return why(step.at(place - 1), step.at(place), context.words)


class Log(Frozen):
    """The moments, newest first; the cursor on one of them."""

    back: Screen
    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        count = _count(context)
        if command in (Command.UP, Command.DOWN):
            return replace(self, cursor=turned(self.cursor, command, count))
        if command in (Command.LEFT, Command.RIGHT):
            by = ROWS if command is Command.RIGHT else -ROWS
            return replace(self, cursor=min(max(self.cursor + by, 0), count - 1))
        if command is not Command.OK:
            return self.back
        place = count - 1 - self.cursor
        return Then(self, place) if place < len(_course(context)) else self

    def view(self, context: Context) -> Page:
        count = _count(context)
        first = min(max(self.cursor - ROWS // 2, 0), max(count - ROWS, 0))
        shown = range(first, min(first + ROWS, count))
        return Page(
            screen="log",
            title=context.words("screen.log.title"),
            aside=f"{count - 1 - self.cursor}/{count - 1}",
            menu=tuple(entry(running(context), count - 1 - back, context.words, context.fits) for back in shown),
            cursor=self.cursor - first,
        )


class Then(Frozen):
    """The table as it was after one moment, and what can be done about it."""

    log: Log
    place: int
    cursor: int = 0

    def _entries(self, context: Context) -> tuple[str, ...]:
        timeline = _course(context)
        only_read = bool(running(context).beyond)
        now, start = self.place == len(timeline) - 1 and not only_read, self.place == 0
        acted = not start and act_words(timeline[self.place].text, running(context).setup.names, context.words) is None
        return (
            *(("why",) if acted and _why(context, self.place) else ()),
            *(("change",) if not start and not only_read else ()),
            *(("continue",) if not now else ()),
            "back",
        )

    def update(self, command: Command, context: Context) -> Screen | Intent:
        entries = self._entries(context)
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(entries)))
        chosen = entries[self.cursor] if command is Command.OK else "back"
        if chosen == "why":
            return Why(self)
        if chosen == "change":
            return Change(self, Table())
        if chosen == "continue":
            return Enter(f"back {self.place}")
        return self.log

    def view(self, context: Context) -> Page:
        words, then = context.words, running(context.at(self.place))
        item, look, at = entry(running(context), self.place, context.words, context.fits), screens_of(then.setup.key), context.at(self.place)
        board, text = look.board(at), text_of(then.setup.key)
        # What happened and what came of it tell more than who did it, and why? says it all.
        entries = (item._replace(value=""), Item(item.label))
        titles = [words("screen.then.title", place=self.place, entry=str(said)) for said in entries]
        title = next((title for title in titles if context.fit(title, item.value)), "")
        return Page(
            screen="then",
            title=title or titles[0],
            aside=item.value if title else "",
            text=text.lines(at.situation),
            figures=() if board else text.figures(at.situation),
            board=board,
            menu=tuple(Item(words(f"screen.then.{name}")) for name in self._entries(context)),
            cursor=self.cursor,
        )


class Why(Frozen):
    """The arithmetic behind what came of a moment, line by line, with the rules it follows."""

    then: Then
    page: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES:
            return replace(self, page=turned(self.page, command, len(self._pages(context))))
        return self.then

    def view(self, context: Context) -> Page:
        pages = self._pages(context)
        return Page(
            screen="why",
            title=context.words("screen.why.title"),
            aside=f"{self.page + 1}/{len(pages)}" if len(pages) > 1 else "",
            text=pages[self.page],
        )

    def _pages(self, context: Context) -> list[tuple[str, ...]]:
        lines = [line for said in _why(context, self.then.place) for line in context.wrap(said)]
        return [tuple(lines[start : start + ROWS]) for start in range(0, len(lines), ROWS)]


class Change(Frozen):
    """Telling a past moment anew: the screens of the table, in front of the table as it was before it."""

    then: Then
    inner: Screen

    def seen(self, context: Context) -> Context:
        """The table in front of which the entry is told anew."""
        return context.at(self.then.place - 1)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        answer = self.inner.update(command, self.seen(context))
        if isinstance(answer, Enter):
            return self._told(answer.text, context)
        if isinstance(answer, Deal):  # one entry is told anew, not many
            return Say("refused.deal-in-change", {}, replace(self, inner=Table()))
        if isinstance(answer, Say):
            return replace(answer, then=replace(self, inner=answer.then))
        if isinstance(answer, Menu):  # what can be done about the game has no place in the past
            return self.then if command is Command.BACK else self
        return self if isinstance(answer, Intent) else replace(self, inner=answer)

    def _told(self, text: str, context: Context) -> Screen | Intent:
        step, timeline, place = running(context), _course(context), self.then.place
        if text == timeline[place].text:
            return self.then
        _, until, refusal = change_ply(step.setup, timeline, place, text)
        return Enter(f"change {place} {text}") if refusal is None else Stuck(self.then, text, until, refusal)

    def view(self, context: Context) -> Page:
        page = self.inner.view(self.seen(context))
        return replace(page, title=context.words("screen.change.title", place=self.then.place, title=page.title))


class Stuck(Frozen):
    """With the change a later moment is not allowed any more: keep what comes before it, or leave all as it is."""

    then: Then
    text: str
    until: int
    refusal: Refusal
    cursor: int = 1

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES:
            return replace(self, cursor=1 - self.cursor)
        if command is Command.OK and self.cursor == 0:
            return Enter(f"change {self.then.place} {self.text}")
        return self.then

    def view(self, context: Context) -> Page:
        words, names = context.words, running(context).setup.names
        why = words.with_rule(self.refusal.message, names)
        text = words("screen.stuck.text", place=self.until, why=why)
        return Page(
            screen="stuck",
            title=words("screen.stuck.title"),
            text=context.wrap(text)[:4],
            menu=(Item(words("screen.stuck.keep")), Item(words("screen.stuck.cancel"))),
            cursor=self.cursor,
        )
