"""The log: every entry of the game in words, newest first, the table after it, and how to correct it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.kit.refusals import Refusal
from companion.kit.text import with_name
from companion.play.clock import time_text
from companion.play.timeline import Timeline, change_ply, thinking_ms
from companion.session.text import act_words, entry, explain_action
from companion.ui.game_screens import running_snapshot, screens_of
from companion.ui.intents import Deal, Enter, Say
from companion.ui.page import Item, Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Menu, Table
from companion.ui.widgets import Confirm, Line, Lines, ListScreen, Pages, named, text_pages
from companion.values import replace


def _timeline(context: Context) -> Timeline:
    timeline = running_snapshot(context).timeline
    assert timeline is not None
    return timeline


def _count(context: Context) -> int:
    """How many lines the log has, including those that are read-only."""
    return len(_timeline(context)) + len(running_snapshot(context).beyond)


def _why(context: Context, place: int) -> list[str]:
    """What the action at a place did, sentence by sentence."""
    step = running_snapshot(context)
    return explain_action(step.at(place - 1), step.at(place), context.words, memory=context.memory)


class Log(ListScreen):
    """The entries, newest first, with a cursor; with a clock, the thinking time of the entry under it."""

    looks_back = True

    back: Screen
    cursor: int = 0

    def lines(self, context: Context) -> Lines:
        count, entered = _count(context), len(_timeline(context))

        def look_up(shown: range) -> list[Line]:
            places = [count - 1 - back for back in shown]
            return [
                Line(
                    entry(running_snapshot(context), place, context.words, context.fits, memory=context.memory),
                    partial(Then, self, place) if place < entered else lambda: self,
                )
                for place in places
            ]

        return Lines(count, look_up)

    def page(self, context: Context) -> Page:
        last, timeline = _count(context) - 1, _timeline(context)
        place = last - self.cursor
        ms = thinking_ms(running_snapshot(context).setup, timeline, place)
        time = f"{time_text(ms)}  " if ms is not None else ""
        return Page(screen="log", title=context.words("screen.log.title"), aside=f"{time}{place}/{last}")


class Then(ListScreen):
    """The table after one entry, and what people can do about that entry."""

    back: Screen
    place: int
    cursor: int = 0

    def lines(self, context: Context) -> list[Line]:
        timeline = _timeline(context)
        only_read = bool(running_snapshot(context).beyond)
        now, start = self.place == len(timeline) - 1 and not only_read, self.place == 0
        acted = (
            not start
            and act_words(timeline[self.place].text, running_snapshot(context).setup.names, context.words) is None
        )
        offers: dict[str, Callable[[], Screen | Intent]] = {}
        if acted and _why(context, self.place):
            offers["why"] = lambda: Why(self)
        if not start and not only_read:
            offers["change"] = lambda: Change(self, self.place, Table())
        if not now:
            offers["continue"] = lambda: Enter(f"back {self.place}")
        return named(context, "then", {**offers, "back": lambda: self.back})

    def _title(self, context: Context, item: Item, who: str) -> str:
        """The entry without its effect, with this name."""
        entry = item._replace(value="", who=who)
        return context.words("screen.then.title", place=self.place, entry=str(entry))

    def page(self, context: Context) -> Page:
        words, then = context.words, running_snapshot(context.at(self.place))
        at = context.at(self.place)
        item = entry(running_snapshot(context), self.place, words, context.fits, memory=context.memory)
        screens, text = screens_of(then.setup), then.setup.text
        board = screens.board(at)
        # The action and its effect say more than who did it, and "why" says everything.
        entries = (item._replace(value=""), Item(item.label))
        titles = [words("screen.then.title", place=self.place, entry=str(shorter)) for shorter in entries]
        title = next((title for title in titles if context.fit(title, item.value)), "")
        return Page(
            screen="then",
            title=title or with_name(partial(self._title, context, item), item.who, context.fits),
            aside=item.value if title else "",
            text=text.lines(at.situation),
            figures=() if board else text.figures(at.situation),
            board=board,
            drawing=screens.drawing if board else None,
        )


class Why(Pages):
    """The arithmetic behind the effect of an entry, line by line, with the rules that apply."""

    back: Then
    at: int = 0

    def pages(self, context: Context) -> list[Page]:
        page = Page(screen="why", title=context.words("screen.why.title"))
        return text_pages(page, context.reading, _why(context, self.back.place))


class Change(Screen):
    """Changing the entry at a place: the screens of the table, with the table as it was before that entry."""

    back: Screen
    place: int
    inner: Screen

    def past_context(self, context: Context) -> Context:
        """The context with the table before the entry that people change."""
        return context.at(self.place - 1)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        answer = self.inner.update(command, self.past_context(context))
        if isinstance(answer, Enter):
            return self.enter(answer.text, context)
        if isinstance(answer, Deal):  # people change one entry, not many
            return Say("refused.deal-in-change", {}, replace(self, inner=Table()))
        if isinstance(answer, Say):
            return replace(answer, then=replace(self, inner=answer.then))
        if isinstance(answer, Menu):  # the menu of the game does not apply to the past
            return self.back if command is Command.BACK else self
        return self if isinstance(answer, Intent) else replace(self, inner=answer)

    def enter(self, text: str, context: Context) -> Screen | Intent:
        """What follows when people have entered an action."""
        step, timeline, place = running_snapshot(context), _timeline(context), self.place
        if text == timeline[place].text:
            return self.back
        _, until, refusal = change_ply(step.setup, timeline, place, text)
        changed = Enter(f"change {place} {text}")
        return changed if refusal is None else stuck(changed, until, refusal, self.back, context)

    def view(self, context: Context) -> Page:
        page = self.inner.view(self.past_context(context))
        return replace(page, title=context.words("screen.change.title", place=self.place, title=page.title))


def stuck(changed: Enter, until: int, refusal: Refusal, back: Screen, context: Context) -> Confirm:
    """After the change the entry at `until` is not allowed: keep the entries before it, or change nothing."""
    why = context.words.with_rule(refusal.message, running_snapshot(context).setup.names)
    return Confirm("stuck", context.words("screen.stuck.text", place=until, why=why), changed, back)
