"""What people type on a screen on which they choose: it moves the cursor, and only OK enters anything.

`Screen.type_text` says where the whole text leads that was typed since the screen was as it is. Here that text is kept,
letter by letter, with the screen that it began on.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from companion.ui.intents import Say
from companion.ui.page import Field, Page
from companion.ui.screen import Aim, Command, Context, Intent, Screen
from companion.values import replace

MARK = "_"
"""Stands behind what is typed."""


def _of_shown(name: str) -> Any:
    return property(attrgetter(f"shown.{name}"))


class Typing(Screen):
    """A screen while text stands that was typed on it. `start` is the screen before the first letter, `shown` the same
    screen with the cursor where the text leads.

    BACK takes the last letter back; OK is OK on the screen `shown`, unless the text is only a beginning: then it
    answers `refusal`. Every other command is one on the screen `shown`, and the text is gone.

    `refused` is what was said of a letter that nothing begins with; the text is then the one before it, which may be
    empty. OK says it once more and enters nothing: who types `10` and Enter without a look does not mean the 1.
    """

    has_text = True

    start: Screen
    shown: Screen
    text: str
    refusal: Intent | None = None
    refused: Say | None = None

    # What holds of the screen below.
    takes_all, takes_undo = _of_shown("takes_all"), _of_shown("takes_undo")
    awaits_device, before_game = _of_shown("awaits_device"), _of_shown("before_game")
    plays, looks_back, home = _of_shown("plays"), _of_shown("looks_back"), _of_shown("home")
    end, targets = _of_shown("end"), _of_shown("targets")
    touch, read_label = _of_shown("touch"), _of_shown("read_label")
    untyped = property(attrgetter("shown"))

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.OK and self.refused is not None:
            return replace(self.refused, then=replace(self, refused=None) if self.text else self.start)
        if command is Command.BACK and self.text:
            return self._with_text(self.text[:-1], context)
        if command is Command.OK and self.refusal is not None:
            return replace(self.refusal, then=self) if isinstance(self.refusal, Say) else self.refusal
        return self.shown.update(command, context)

    def _with_text(self, text: str, context: Context) -> Screen | Intent:
        if not text:
            return self.start
        answer = self.start.type_text(text, context)
        if isinstance(answer, Aim):
            return Typing(self.start, answer.screen, text, answer.refusal)
        return replace(answer, then=replace(self, refused=answer)) if isinstance(answer, Say) else self

    def goes_on(self, text: str, context: Context) -> bool:
        """Whether something begins with the text that stands and this one behind it."""
        return isinstance(self.start.type_text(self.text + text, context), Aim)

    def type_text(self, text: str, context: Context) -> Screen | Intent | Aim:
        """More text behind what stands; where nothing begins so, nothing changes."""
        return self._with_text(self.text + text, context)

    def asks(self, context: Context) -> Field | None:
        field = self.shown.asks(context)
        return field._replace(typed=self.text) if field is not None else None

    def view(self, context: Context) -> Page:
        page = self.shown.view(context)
        return replace(page, title=self.text + MARK, turn=False, typed=True) if self.text else page
