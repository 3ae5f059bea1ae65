"""The log: every entry of the game in words, newest first, the table after it, and how to correct it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.kit.rules import Refusal
from companion.kit.text import tags, with_name
from companion.play import act as acts
from companion.play.act import Act
from companion.play.clock import time_text
from companion.play.timeline import Ply, Snapshot, Timeline, change_plies, replay_changed, thinking_ms
from companion.session.text import act_words, entry, explain_action
from companion.ui.game_screens import running_snapshot, running_timeline, screens_of
from companion.ui.intents import Deal, Enter, Say
from companion.ui.page import Field, Item, Page, Target
from companion.ui.screen import Aim, Command, Context, Intent, Screen
from companion.ui.table import Menu, Table
from companion.ui.targets import only_table, read_only
from companion.ui.widgets import Line, Lines, ListScreen, Pages, first_lines, named, text_pages
from companion.values import replace

REASON = 4
"""How many lines of the reason why an entry is not possible are above the answers."""


def _count(context: Context) -> int:
    """How many lines the log has, including those that are read-only."""
    return len(running_timeline(context)) + len(running_snapshot(context).beyond)


class Log(ListScreen):
    """The entries, newest first, with a cursor; with a clock, the thinking time of the entry under it."""

    looks_back = True

    back: Screen

    def lines(self, context: Context) -> Lines:
        count, entered = _count(context), len(running_timeline(context))

        def look_up(shown: range) -> list[Line]:
            places = [count - 1 - back for back in shown]
            return [
                Line(
                    entry(running_snapshot(context), place, context.words, context.fits_list, memory=context.memory),
                    partial(Then, self, place) if place < entered else lambda: self,
                )
                for place in places
            ]

        return Lines(count, look_up)

    def targets(self, context: Context) -> tuple[Target, ...]:
        """The entries with their numbers: the same thing happens more than once."""
        last = _count(context) - 1
        return tuple([one._replace(name=f"{last - one.row}. {one.name}") for one in super().targets(context)])

    def page(self, context: Context) -> Page:
        last, timeline = _count(context) - 1, running_timeline(context)
        place = last - self.cursor
        ms = thinking_ms(running_snapshot(context).setup, timeline, place)
        time = f"{time_text(ms)}  " if ms is not None else ""
        by = timeline[place].by if place < len(timeline) else ""
        phone = f"{context.words('screen.log.phone', number=by.removeprefix('phone'))}  " if by else ""
        return Page(screen="log", title=context.words("screen.log.title"), aside=f"{phone}{time}{place}/{last}")


class Then(ListScreen):
    """The table after one entry, and what people can do about that entry."""

    back: Screen
    place: int

    def lines(self, context: Context) -> list[Line]:
        timeline = running_timeline(context)
        only_read = bool(running_snapshot(context).beyond)
        now, start = self.place == len(timeline) - 1 and not only_read, self.place == 0
        acted = (
            not start
            and act_words(timeline[self.place].text, running_snapshot(context).setup.names, context.words) is None
        )
        offers: dict[str, Callable[[], Screen | Intent]] = {}
        if acted and self.reasons(context):
            offers["why"] = lambda: Why(self)
        if not start and not only_read:
            offers["change"] = lambda: Change(self, self.place, Table())
        if not now:
            offers["continue"] = lambda: Enter(f"back {self.place}")
        return named(context, "then", {**offers, "back": lambda: self.back})

    def targets(self, context: Context) -> tuple[Target, ...]:
        """What can be done, then what lay on the table, in words."""
        return (*super().targets(context), *read_only(only_table(context.at(self.place))))

    def reasons(self, context: Context) -> Sequence[str]:
        """What the action did, sentence by sentence, with the rules that apply."""
        step = running_snapshot(context)
        return explain_action(step.at(self.place - 1), step.at(self.place), context.words, memory=context.memory)

    def _title(self, context: Context, item: Item, who: str) -> str:
        """The entry without its effect, with this name."""
        entry = item._replace(value="", who=who)
        return context.words("screen.then.title", place=self.place, entry=str(entry))

    def _ways(self, context: Context) -> tuple[Item, Sequence[tuple[Item, str]]]:
        """The entry, and the ways to say it in a title and its effect beside it, the best first: with tags for names,
        as short as the game knows it, and without who did it, because "why" says everything.
        """
        step, names = running_snapshot(context), running_snapshot(context).setup.names
        setup = step.setup.renamed(tags(names))
        tagged = replace(step, setup=setup)
        whole, called = [
            entry(one, self.place, context.words, context.fits, memory=context.memory) for one in (step, tagged)
        ]
        short = entry(tagged, self.place, context.words, lambda text, width: False, memory=context.memory)
        doers = [(whole, whole.value)]
        doers += [(one, value) for one in (called, short) for value in (whole.value, called.value)]
        ways = [*doers, *[(Item(one.label), whole.value) for one in (whole, short)]]
        return whole, [(one._replace(value=""), value) for one, value in ways]

    def page(self, context: Context) -> Page:
        words, then = context.words, running_snapshot(context.at(self.place))
        at = context.at(self.place)
        screens, text = screens_of(then.setup), then.setup.text
        board = screens.board(at)
        beside = ""
        if board and screens.drawing is not None and screens.drawing.menu_in_title:
            lines = self.lines(context)
            beside = lines[min(self.cursor, len(lines) - 1)].item.label
        item, ways = self._ways(context)
        titles = [(words("screen.then.title", place=self.place, entry=str(shorter)), value) for shorter, value in ways]
        fitting = (way for way in titles if context.fit(way[0], beside or way[1]))
        title, aside = next(fitting, titles[-1] if beside else ("", ""))
        drawing = screens.drawing if board else screens.drawing_of_then(at)
        return Page(
            screen="then",
            title=title or with_name(partial(self._title, context, item), item.who, context.fits),
            aside=aside,
            text=() if drawing is not None and not board else text.lines(at.situation),
            figures=() if board or drawing is not None else text.figures(at.situation),
            board=board,
            drawing=drawing,
            keys="sob" if drawing is not None and not board else "uob",
        )


class Why(Pages):
    """Why an entry had its effect, or why one would not be allowed, line by line."""

    flows = True

    back: Then | Stuck

    def pages(self, context: Context) -> list[Page]:
        page = Page(screen="why", title=context.words("screen.why.title"))
        return text_pages(page, context.reading, self.back.reasons(context))


class Change(Screen):
    """Changing the entry at a place: the screens of the table, with the table as it was before that entry.

    `asks_for` is the text of what people enter here, where it is not what happened.
    """

    asks_for = ""

    back: Screen
    place: int
    inner: Screen

    def past_context(self, context: Context) -> Context:
        """The context with the table before the entry that people change."""
        return context.at(self.place - 1)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return self._over(self.inner.update(command, self.past_context(context)), context, command)

    def _over(self, answer: Screen | Intent, context: Context, command: Command = Command.OK) -> Screen | Intent:
        """What an answer of the inner screen means here."""
        if isinstance(answer, Enter):
            return self.enter(answer.text, context)
        if isinstance(answer, Deal):  # people change one entry, not many
            return Say("refused.deal-in-change", {}, replace(self, inner=Table()))
        if isinstance(answer, Say):
            return replace(answer, then=replace(self, inner=answer.then))
        if isinstance(answer, Menu):  # the menu of the game does not apply to the past
            return self.back if command is Command.BACK else self
        return self if isinstance(answer, Intent) else replace(self, inner=answer)

    def targets(self, context: Context) -> tuple[Target, ...]:
        return self.inner.targets(self.past_context(context))

    def asks(self, context: Context) -> Field | None:
        return self.inner.asks(self.past_context(context))

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return self._over(self.inner.touch(target, self.past_context(context)), context)

    def read_label(self, label: str, context: Context) -> Screen | Intent | None:
        answer = self.inner.read_label(label, self.past_context(context))
        return None if answer is None else self._over(answer, context)

    def type_text(self, text: str, context: Context) -> Screen | Intent | Aim:
        answer = self.inner.type_text(text, self.past_context(context))
        if not isinstance(answer, Aim):
            return self._over(answer, context)
        refusal = replace(answer.refusal, then=self) if isinstance(answer.refusal, Say) else answer.refusal
        return Aim(replace(self, inner=answer.screen), refusal)

    def enter(self, text: str, context: Context) -> Screen | Intent:
        """What follows when people have entered an action."""
        return put_in(self.back, {self.place: text}, context)

    def view(self, context: Context) -> Page:
        page = self.inner.view(self.past_context(context))
        title, before = [
            context.words("screen.change.title", place=self.place, title=title) for title in (page.title, "")
        ]
        return replace(page, title=title, before=before)


def put_in(back: Screen, changes: Mapping[int, str], context: Context) -> Screen | Intent:
    """Change the entries at these places together, or say at which entry that stops; `back` if nothing differs."""
    step, timeline = running_snapshot(context), running_timeline(context)
    changes = {place: text for place, text in sorted(changes.items()) if text != timeline[place].text}
    if not changes:
        return back
    _, until, refusal = replay_changed(step.setup, timeline, changes)
    last = max(changes)
    if refusal is None:
        return Enter(str(_change(timeline, changes, last, last)))
    why = context.words.with_rule(refusal.message, step.setup.names)
    # The entries behind the last change follow as far as they can; those before the last one stay as far as they can.
    kept = (
        _change(timeline, changes, last, last) if until > last else _change(timeline, changes, until - 1, len(timeline))
    )
    return Stuck(back, until, why, Enter(str(kept)), changes)


def put_in_round(back: Screen, first: int, last: int, new: Sequence[str], context: Context) -> Screen | Intent:
    """Put these entries in the place of those from `first` to `last`, together; the later entries follow as far as the
    rules allow them, and at the first that cannot people are asked. `back` if nothing differs.
    """
    step, timeline = running_snapshot(context), running_timeline(context)
    change = acts.change(first, [ply.text for ply in timeline[first : last + 1]], new)
    if change is None:
        return back
    try:
        _, until, refusal = change_plies(step.setup, timeline, change)
    except Refusal as refused:
        until, refusal = change.number, refused
    if refusal is None:
        return Enter(str(change))
    why = context.words.with_rule(refusal.message, step.setup.names)
    if until <= last:  # the entries do not agree with each other
        return Say("screen.then.wrong", {"why": why}, back)
    return Stuck(back, until, why, Enter(str(change)))


def _change(timeline: Timeline, changes: Mapping[int, str], kept: int, last: int) -> Act:
    """The change of all entries from the first of these places to the place `last`: those up to `kept` stay."""
    first = min(changes)
    old = [ply.text for ply in timeline[first : last + 1]]
    new = [changes.get(first + at, text) for at, text in enumerate(old)]
    change = acts.change(first, old, new[: kept + 1 - first])
    assert change is not None
    return change


class Stuck(ListScreen):
    """The entry at `until` would not be allowed: keep those before it, as `keep` does, or leave all as it is.

    Where `changes` says what people have changed, they can also change another entry together with it.
    """

    back: Screen
    until: int
    why: str
    keep: Enter
    changes: Mapping[int, str] = {}

    def lines(self, context: Context) -> list[Line]:
        newest = len(running_timeline(context)) - 1
        also: dict[str, Callable[[], Screen | Intent]] = {}
        if self.changes:
            also["also"] = lambda: Together(self, cursor=newest - self.until)
        whole: dict[str, Callable[[], Screen | Intent]] = {}
        [reason] = self.reasons(context)
        if len(context.wrap(reason)) > REASON:
            whole["why"] = lambda: Why(self)
        return named(context, "stuck", {**also, "yes": lambda: self.keep, "no": lambda: self.back, **whole})

    def page(self, context: Context) -> Page:
        [reason] = self.reasons(context)
        text = first_lines(context, REASON, reason)
        return Page(screen="stuck", title=context.words("screen.stuck.title"), text=text)

    def reasons(self, context: Context) -> Sequence[str]:
        """Which entry would not be allowed, and why."""
        return [context.words("screen.stuck.text", place=self.until, why=self.why)]


class Together(ListScreen):
    """The entries, newest first, of which several are changed together: OK on one changes it, too."""

    back: Stuck

    def lines(self, context: Context) -> Lines:
        timeline = running_timeline(context)

        def look_up(shown: range) -> list[Line]:
            return [self._line(len(timeline) - 1 - back, context) for back in shown]

        return Lines(len(timeline) - 1, look_up)

    def _line(self, place: int, context: Context) -> Line:
        """An entry as it was, or as it is changed."""
        step, text = running_snapshot(context), self.back.changes.get(place)
        item = entry(step, place, context.words, context.fits_list, memory=context.memory)
        if text is not None:
            past = running_timeline(context)[:place]
            then = Snapshot(step.id, step.parent, step.text, step.setup, (*past, Ply(text, past[-1].position, None)))
            item = entry(then, place, context.words, context.fits_list, memory=context.memory)
            item = item._replace(value=context.words("screen.together.changed"))
        return Line(item, lambda: ChangeToo(self, place, Table()))

    def before(self, place: int, context: Context) -> Context:
        """The table before an entry: with the changes as far as they lead there, else as it was then."""
        step, timeline, changes = running_snapshot(context), running_timeline(context), self.back.changes
        if min(changes) < place:
            new, until, _ = replay_changed(step.setup, timeline[:place], changes)
            if until == place:
                context = replace(context, step=Snapshot(step.id, step.parent, step.text, step.setup, new))
        return context.at(place - 1)

    def page(self, context: Context) -> Page:
        count = len(self.back.changes)
        return Page(screen="together", title=context.words("screen.together.title"), aside=f"{count}")


class ChangeToo(Change):
    """Changing one more entry together with others."""

    back: Together

    def past_context(self, context: Context) -> Context:
        return self.back.before(self.place, context)

    def enter(self, text: str, context: Context) -> Screen | Intent:
        stuck = self.back.back
        return put_in(stuck.back, {**stuck.changes, self.place: text}, context)
