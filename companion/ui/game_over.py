"""The table when the game is over, and the series that the game belongs to."""

from __future__ import annotations

from collections.abc import Callable

from companion.kit.text import tags
from companion.session.series import Standing
from companion.session.text import ending_text, series_title, winners
from companion.ui.curves import Curves
from companion.ui.game_screens import running_snapshot, screens_of
from companion.ui.intents import Rematch
from companion.ui.new_game import New
from companion.ui.page import Figure, Page
from companion.ui.qr_screen import Code, result_fits, result_text
from companion.ui.review import offered
from companion.ui.router import home_screen
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Menu
from companion.ui.widgets import Line, ListScreen, Pages, named, text_pages
from companion.values import replace


class Over(ListScreen):
    """Who has won and why: first the results on the whole glass, after any key what people can do now.

    OK on the first line, where the cursor starts, is a rematch with the seats that the series sets.
    """

    opened: bool = False

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return super().update(command, context) if self.opened else replace(self, opened=True)

    def touch(self, target: str, context: Context) -> Screen | Intent:
        """What a touch leads to with the list open: on a phone its lines are there beside the results."""
        return super(Over, replace(self, opened=True)).touch(target, context)

    def view(self, context: Context) -> Page:
        return super().view(context) if self.opened else _results(context)

    def lines(self, context: Context) -> list[Line]:
        """The series is offered from its second game on, a chart from the first turn on."""
        standing = context.game_library.standing()
        step = context.step
        chart = Curves.from_snapshot(step, self) if step is not None else None
        rounds = screens_of(step.setup).rounds(step, self) if step is not None else None
        offers: dict[str, Callable[[], Screen | Intent]] = {"rematch": lambda: self._rematch(context)}
        if standing is not None and (standing.games > 1 or context.open_seed.seed):
            offers["series"] = lambda: Series(self)
        if rounds is not None:
            offers["rounds"] = rounds
        if chart is not None:
            offers["curves"] = lambda: chart
        offers["results"] = Over
        review = offered(step, self)
        if review is not None:
            offers["review"] = lambda: review
        offers["home"] = lambda: home_screen(context)
        if result_fits(context):
            offers["code"] = lambda: Code(self, result_text(context))
        return named(context, "over", offers)

    def left(self, context: Context) -> Screen:
        return Menu(self)

    def _rematch(self, context: Context) -> Screen | Intent:
        setup = running_snapshot(context).setup
        people = {name for seat, name in enumerate(setup.names) if not setup.seats.level(seat)}
        if not people <= set(context.roster):  # somebody was renamed or taken off the roster
            return New.from_context(setup.key, context, self)
        return Rematch()

    def page(self, context: Context) -> Page:
        step, words = running_snapshot(context), context.words
        standing = context.game_library.standing()
        title, reason = _title(context), ending_text(step, words)
        below = (standing is not None and standing.decided) or not context.fit(title, reason)
        text = [reason] if below else []
        if standing is not None and standing.games > 1:
            text += _totals_in_few_lines(standing, step.setup.names, context)
        return Page(screen="over", title=title, aside="" if below else reason, text=tuple(text))


def _title(context: Context) -> str:
    """Who has won the game, or the series if it is decided."""
    step, words = running_snapshot(context), context.words
    standing = context.game_library.standing()
    if standing is not None and standing.decided:
        return series_title(standing, words, context.fits)
    assert step.outcome is not None
    return winners(tuple([step.setup.names[seat] for seat in step.outcome.winners]), words, context.fits)


def _results(context: Context) -> Page:
    """Everybody's result on the whole glass, and why the game is over."""
    step = running_snapshot(context)
    figures = step.setup.text.score_board(context.situation)
    reason = ending_text(step, context.words)
    return Page(screen="results", title=_title(context), text=(reason,), figures=figures, far=True)


class Series(Pages):
    """How the series stands: everybody's points, wins, or wins in a row, as large as possible."""

    back: Over

    def pages(self, context: Context) -> list[Page]:
        standing, words = context.game_library.standing(), context.words
        if standing is None:  # the record cannot be read
            return [Page(screen="series", title=words("screen.series.title"))]
        counted, needed = standing.run or standing.totals, standing.run_needed
        leaders = standing.winners if standing.run else standing.leaders
        page = Page(
            screen="series",
            title=series_title(standing, words, context.fits),
            aside=words("screen.series.games", count=standing.games),
            text=context.wrap(words("screen.series.text", count=needed)) if needed is not None else (),
            figures=tuple(
                Figure(name, total, name in leaders, won=name in leaders)
                for name, total in zip(standing.people, counted, strict=True)
            ),
        )
        if not context.open_seed.seed:
            return [page]
        seal = Page(screen="series", title=words("device.sealed"))
        return [page, *text_pages(seal, context.reading, (context.open_seed.sentence(words),))]


def _totals_in_few_lines(standing: Standing, names: tuple[str, ...], context: Context) -> tuple[str, ...]:
    """The totals of one or two people in one line, or their wins in a row where these decide; with tags for long names,
    and where these are too long as well, in two lines.

    For more people there is a page of its own.
    """
    if len(names) > 2:
        return ()
    counted = standing.run or standing.totals
    totals = [counted[standing.people.index(name)] for name in names]
    key = "screen.over.run" if standing.run else "screen.over.totals"
    for short in (names, tags(names)):
        parts = [f"{name} {total}" for name, total in zip(short, totals, strict=True)]
        text = context.words(key, totals=context.words.join_list(parts))
        if context.fits(text, 0):
            return (text,)
    return context.words(key, totals=parts[0]), *parts[1:]
