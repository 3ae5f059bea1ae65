"""A read-only game: its rules have changed since, its entries are damaged, or the glass cannot show it.

The entries stay visible, in the record's notation if they cannot be put into words. As far as the rules agree with the
record, people can look at the table as it was, and continue the game from there; that is an entry, which undo removes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.play.act import BACK
from companion.play.timeline import Snapshot
from companion.session.text import entry_text, game_name
from companion.ui.audit import Audit
from companion.ui.intents import Enter, Say
from companion.ui.log import Log
from companion.ui.page import Item, Page, Target
from companion.ui.router import home_screen
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.widgets import Line, Lines, ListScreen, named
from companion.values import replace


def last_agreed_context(context: Context) -> Context | None:
    """The context with the last table at which the rules agree with the record; None if there is none."""
    step = context.step
    if step is None or step.agreed is None or step.setup.game is None:
        return None
    return replace(context, step=Snapshot(step.id, step.parent, step.text, step.setup, step.agreed, None, step.beyond))


class ReadOnly(ListScreen):
    """Why the game is read-only, what people can look at, and how to continue."""

    def lines(self, context: Context) -> list[Line]:
        step, last = context.step, _last(context)
        offers: dict[str, Callable[[], Screen | Intent]] = {}
        if last_agreed_context(context) is not None:
            offers = {
                "go-on": lambda: Enter(f"back {last}"),
                "log": lambda: Past(Log(self)),
                "audit": lambda: Past(Audit(self)),
            }
        elif step is not None and step.beyond:
            offers = {"log": lambda: Words(self)}
        place = last or context.words("screen.log.start")
        return named(context, "read-only", {**offers, "home": partial(home_screen, context)}, place=place)

    def left(self, context: Context) -> Screen:
        return home_screen(context)

    def page(self, context: Context) -> Page:
        step, words = context.step, context.words
        assert step is not None
        last = _last(context)
        place = last or words("screen.log.start")
        if step.position is not None:
            text = words("screen.read-only.unseen")
        elif last is None:
            text = words("screen.read-only.text")
        else:
            text = words("screen.read-only.after", place=place)
        title = game_name(step.setup.key, words, step.setup.game)
        return Page(screen="read-only", title=title, text=context.wrap(text))


def _last(context: Context) -> int | None:
    """The place of the last entry at which the rules agree with the record; None if there is none."""
    past = last_agreed_context(context)
    return len(past.step.timeline) - 1 if past is not None and past.step is not None and past.step.timeline else None


class Past(Screen):
    """A screen of the table, with the last table at which the rules agree with the record.

    People cannot correct it; they can only enter from where the game continues.
    """

    inner: Screen

    def update(self, command: Command, context: Context) -> Screen | Intent:
        past = last_agreed_context(context)
        if past is None:  # the game continues during that time
            return home_screen(context)
        if isinstance(self.inner, Audit) and command is Command.OK:
            return Say("screen.read-only.past", {}, self)
        return self._led_to(self.inner.update(command, past))

    def _led_to(self, answer: Screen | Intent) -> Screen | Intent:
        """What an answer of the inner screen means here."""
        if isinstance(answer, ReadOnly) or (isinstance(answer, Enter) and answer.act.kind == BACK):
            return answer
        return self if isinstance(answer, Intent) else Past(answer)

    def targets(self, context: Context) -> tuple[Target, ...]:
        past = last_agreed_context(context)
        return self.inner.targets(past) if past is not None and not isinstance(self.inner, Audit) else ()

    def touch(self, target: str, context: Context) -> Screen | Intent:
        past = last_agreed_context(context)
        assert past is not None  # else there was no target
        return self._led_to(self.inner.touch(target, past))

    def view(self, context: Context) -> Page:
        past = last_agreed_context(context)
        assert past is not None
        page = self.inner.view(past)
        if not isinstance(self.inner, Audit):
            return page
        return replace(page, title=context.words("screen.read-only.then"), aside=str(_last(context)))


class Words(ListScreen):
    """The entries of a game whose rules are not known here, newest first."""

    back: Screen

    def lines(self, context: Context) -> Lines:
        step = context.step
        assert step is not None
        texts = step.beyond[::-1]

        def look_up(shown: range) -> list[Line]:
            words, fits = context.words, context.fits_list
            return [Line(Item(entry_text(step, texts[at], words, fits)), lambda: self.back) for at in shown]

        return Lines(len(texts), look_up)

    def page(self, context: Context) -> Page:
        assert context.step is not None
        count = len(context.step.beyond)
        return Page(screen="log", title=context.words("screen.log.title"), aside=f"{count - self.cursor}/{count}")
