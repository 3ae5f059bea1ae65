"""The page for places wider than the glass, made for who asks for it: nobody waits for it at the glass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from companion.guard import guarded
from companion.play.timeline import Snapshot
from companion.ports import ScoreSheet, WidePage
from companion.session.text import moment_for_log
from companion.ui.page import Page
from companion.ui.screen import Context, Screen
from companion.values import replace
from companion.words import Words
from companion.words.phrases import without_breaks

LABELS = (
    "lang", "back", "undo", "help", "ok", "enter", "field", "choices", "board", "table", "turn", "scores", "last",
    "notice", "moved", "refused", "busy", "lost", "private", "pair", "ask", "asked", "clear", "hidden", "other", "full",
    "gone", "number", "sheet", "correct", "put", "close", "round", "pad", "pad-about",
    "file", "text", "hand-over", "checking", "asks", "choose", "unread", "long", "address", "questions", "about",
    "find", "nothing",
)  # fmt: skip
"""The words around the page, by the ends of their keys."""


@cache
def _labels(language: str) -> Mapping[str, str]:
    words = Words(language)
    return {name: words(f"phone.{name}") for name in LABELS}


class LastSheet:
    """The score sheet of the last snapshot of which one was made: a page changes more often than what was entered."""

    def __init__(self) -> None:
        self._made: tuple[Snapshot | None, str, ScoreSheet | None] = (None, "", None)

    def of(self, context: Context) -> ScoreSheet | None:
        """The score sheet of the game on the table; None without one."""
        step, language = context.step, context.words.language
        if self._made[:2] != (step, language):
            sheet = guarded(
                "the score sheet",
                lambda: context.routes.sheet(context),
                lambda _: None,
                lambda: moment_for_log(step),
            )
            self._made = step, language, sheet
        return self._made[2]


class WideView:
    """Makes the page at the first call, in the thread of the loop: its screen may look things up in the record.

    `entries` gives how many entries have come to the display, `sheets` the score sheet. `waits`: only OK ends the
    banner.
    """

    def __init__(
        self,
        screen: Screen,
        banner: str | None,
        countdown: Page | None,
        context: Callable[[], Context],
        entries: Callable[[], int],
        sheets: LastSheet,
        *,
        waits: bool,
    ) -> None:
        self._screen, self._banner, self._countdown, self._waits = screen, banner, countdown, waits
        self._context, self._entries, self._sheets = context, entries, sheets
        self._page: WidePage | None = None

    def __call__(self) -> WidePage:
        if self._page is None:
            self._page = self._make()
        return self._page

    def _make(self) -> WidePage:
        from hashlib import sha256

        screen, context = self._screen, replace(self._context(), wide=True)
        page = self._countdown or guarded(
            f"the wide page of {type(screen).__name__}",
            lambda: context.routes.wide(screen, context),
            lambda _: Page(screen="trouble", title=context.words("trouble.page.title")),
            lambda: moment_for_log(context.step),
        )
        shown = page.outside(context.words) if page.private else page
        targets = () if self._waits else shown.targets
        said = (
            ()
            if page.private
            else guarded(
                f"the answers on {type(screen).__name__}",
                lambda: context.routes.answers(context, shown.targets, shown.field),
                lambda _: (),
                lambda: moment_for_log(context.step),
            )
        )
        # What can be touched or filled in is not said once more; a finger needs no steps of a wheel, such as tens.
        read = replace(shown, aside="")
        if shown.field is not None and shown.field.kind == "number":
            read = replace(read, big="", menu=(), cursor=None)
        elif any(one.part == "menu" for one in shown.targets):
            read = replace(read, menu=(), cursor=None)
        # A banner that ends by itself hinders no touch.
        asks = self._banner if self._waits else None
        touchable = (self._entries(), page.screen, [(one.id, one.name) for one in targets], asks)
        banner = None if self._countdown is not None else self._banner
        return WidePage(
            number=sha256(repr(touchable).encode()).hexdigest()[:12],
            screen=page.screen,
            title=without_breaks(shown.title),
            aside=without_breaks(shown.aside),
            text=tuple(map(without_breaks, read.read(None).lines[1:])),
            targets=targets,
            field=shown.field,
            banner=banner and without_breaks(banner),
            waits=self._waits,
            keys=shown.keys,
            private=page.private,
            sheet=None if page.private else self._sheets.of(context),
            answers=tuple([one._replace(lines=tuple(map(without_breaks, one.lines))) for one in said]),
            labels=_labels(context.words.language),
        )
