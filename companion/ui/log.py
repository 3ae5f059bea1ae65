"""The log: every entry of the game in words, newest first, the table after it, and how to correct it."""

from __future__ import annotations

from companion.games.refusals import Refusal
from companion.games.text import text_of
from companion.session.text import act_words, entry, why
from companion.session.timeline import Timeline, change_ply
from companion.ui.game_screens import running, screens_of
from companion.ui.intents import Deal, Enter, Say
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.ui.table import Menu, Table
from companion.values import Frozen, replace

ROWS = 6
"""Lines of the log on one page."""


def _timeline(context: Context) -> Timeline:
    timeline = running(context).timeline
    assert timeline is not None
    return timeline


def _count(context: Context) -> int:
    """How many lines the log has, including those that are read-only."""
    return len(_timeline(context)) + len(running(context).beyond)


def _why(context: Context, place: int) -> list[str]:
    """What the action at a place did, sentence by sentence."""
    step = running(context)
    return why(step.at(place - 1), step.at(place), context.words)


class Log(Frozen):
    """The entries, newest first, with a cursor."""

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
        return Then(self, place) if place < len(_timeline(context)) else self

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
    """The table after one entry, and what people can do about that entry."""

    log: Log
    place: int
    cursor: int = 0

    def _entries(self, context: Context) -> tuple[str, ...]:
        timeline = _timeline(context)
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
        item, at = entry(running(context), self.place, context.words, context.fits), context.at(self.place)
        board, text = screens_of(then.setup.key).board(at), text_of(then.setup.key)
        # The action and its effect say more than who did it, and "why" says everything.
        entries = (item._replace(value=""), Item(item.label))
        titles = [words("screen.then.title", place=self.place, entry=str(shorter)) for shorter in entries]
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
    """The arithmetic behind the effect of an entry, line by line, with the rules that apply."""

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
        lines = [line for sentence in _why(context, self.then.place) for line in context.wrap(sentence)]
        return [tuple(lines[start : start + ROWS]) for start in range(0, len(lines), ROWS)]


class Change(Frozen):
    """Changing a past entry: the screens of the table, with the table as it was before that entry."""

    then: Then
    inner: Screen

    def seen(self, context: Context) -> Context:
        """The context with the table before the entry that people change."""
        return context.at(self.then.place - 1)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        answer = self.inner.update(command, self.seen(context))
        if isinstance(answer, Enter):
            return self._enter(answer.text, context)
        if isinstance(answer, Deal):  # people change one entry, not many
            return Say("refused.deal-in-change", {}, replace(self, inner=Table()))
        if isinstance(answer, Say):
            return replace(answer, then=replace(self, inner=answer.then))
        if isinstance(answer, Menu):  # the menu of the game does not apply to the past
            return self.then if command is Command.BACK else self
        return self if isinstance(answer, Intent) else replace(self, inner=answer)

    def _enter(self, text: str, context: Context) -> Screen | Intent:
        step, timeline, place = running(context), _timeline(context), self.then.place
        if text == timeline[place].text:
            return self.then
        _, until, refusal = change_ply(step.setup, timeline, place, text)
        return Enter(f"change {place} {text}") if refusal is None else Stuck(self.then, text, until, refusal)

    def view(self, context: Context) -> Page:
        page = self.inner.view(self.seen(context))
        return replace(page, title=context.words("screen.change.title", place=self.then.place, title=page.title))


class Stuck(Frozen):
    """After the change a later entry is not allowed: keep the entries before that one, or change nothing."""

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
