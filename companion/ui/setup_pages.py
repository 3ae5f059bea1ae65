"""Before the game: who begins, what to take and lay out, and the seal of the device's chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kit.levels import percent_of, percent_without_look
from companion.session.text import game_text_key
from companion.ui.game_screens import running_snapshot
from companion.ui.intents import AddWord
from companion.ui.page import Page, Target
from companion.ui.people import Name
from companion.ui.router import screen_of_table
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen, Pages, named, sentence_pages
from companion.values import replace


class SetUp(Pages):
    """What to lay out, page by page: OK goes to the next page and after the last to the table, BACK skips them all.

    With the device the page of its seal comes before the table, and is never skipped: before people leave it the device
    has chosen nothing.
    """

    flows = True
    before_game = True

    def left(self, context: Context) -> Screen:
        return Seal() if running_snapshot(context).setup.seats.seal else screen_of_table(context)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is not Command.OK:
            return super().update(command, context)
        if self.at + 1 < len(self.pages(context)):
            return replace(self, at=self.at + 1)
        return self.left(context)

    def targets(self, context: Context) -> tuple[Target, ...]:
        return (Target("done", "menu", 0, None, context.words("phone.ok")),)

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return self.left(context)

    def pages(self, context: Context) -> list[Page]:
        setup, words = running_snapshot(context).setup, context.words
        texts = [words.message(message, setup.names) for message in setup.text.setup_messages(context.situation)]
        texts.append(words(game_text_key(words, "screen.setup.begins", setup.key), name=setup.names[0]))
        for name, level in zip(setup.names, setup.seats.levels, strict=False):
            if (percent := percent_of(level)) is not None:
                part = percent_without_look(level)
                key = "device.gives-blind" if part else "device.gives"
                texts.append(words(key, name=name, percent=percent, part=part))
        return sentence_pages(Page(screen="setup", title=words("screen.setup.title")), context.reading, texts)


class Seal(ListScreen):
    """The seal of the device's chance, before it has chosen anything; people may add a word to the chance."""

    before_game = True

    def lines(self, context: Context) -> list[Line]:
        return named(context, "seal", {"play": lambda: self.left(context), "word": lambda: Word(self)})

    def page(self, context: Context) -> Page:
        words, seal = context.words, running_snapshot(context).setup.seats.seal
        text = (*context.wrap(words("screen.seal.text"))[:3], seal)
        return Page(screen="seal", title=words("device.sealed"), text=text)

    def left(self, context: Context) -> Screen:
        return screen_of_table(context)


class Word(Name):
    """A word that goes into all chance of the device, letter by letter."""

    before_game = True
    title_key = "screen.word.title"

    if TYPE_CHECKING:
        back: Screen

    def finish(self, context: Context) -> Screen | Intent:
        return AddWord(self.written.strip())
