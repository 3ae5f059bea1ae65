"""Help for any screen: what people can do now, then the rules that matter, page by page."""

from __future__ import annotations

from companion.kit.text import own_text
from companion.play.timeline import Snapshot
from companion.ports import Key, Target
from companion.session.text import game_name
from companion.ui.game_over import Over, Series
from companion.ui.game_screens import screens_of
from companion.ui.log import Change
from companion.ui.new_game import New
from companion.ui.page import Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Table
from companion.ui.tour import Tour
from companion.ui.widgets import Pages, text_pages


class Help(Pages):
    """Help about the screen `back`, page by page; OK and BACK return to it. OK on the last page opens the tour.

    Where all of it is one page, a touch opens the tour.
    """

    flows = True

    back: Screen

    def update(self, command: Command, context: Context) -> Screen | Intent:
        is_last = self.at >= len(self.pages(context)) - 1
        return Tour(self) if command is Command.OK and is_last else super().update(command, context)

    def targets(self, context: Context) -> tuple[Target, ...]:
        return (Target("tour", "menu", 0, None, context.words("screen.help.keys")),)

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return Tour(self)

    def pages(self, context: Context) -> list[Page]:
        if isinstance(self.back, Change):  # help is about the table as it was then
            pages = Help(self.back.inner).pages(self.back.past_context(context))
            if not self.back.asks_for:
                return pages
            first = Page("help", context.words("screen.help.now"))
            return [*text_pages(first, context.reading, [context.words(self.back.asks_for)]), *pages]
        words, step = context.words, context.step
        parts = [(words("screen.help.now"), self._now_text(context))]
        if step is not None and step.position is not None and self._about_the_game(step):
            parts += [(words("screen.help.why-not"), text) for text in self._why_not(context)]
            text = step.setup.text
            series = text.series_rules if step.outcome is not None else ()
            game = step.situation(words).game
            for number in (*series, *text.rules(step.position)):
                parts.append((number, own_text(game, f"rule.{number}", words)))
            note = f"{step.setup.key}.help"
            if note in words and isinstance(self.back, Table) and step.setup.options.get("entry") != "scores":
                parts.append((game_name(step.setup.key, words, step.setup.game), words(note)))
        keys = "keys-text" if Key.BACK in context.keys else "keys-three"
        parts.append((words("screen.help.keys"), words(f"screen.help.{keys}")))
        if not context.wide:
            parts.append((words("screen.help.keys"), words("screen.help.keys-tour")))
        return [page for title, text in parts for page in text_pages(Page("help", title), context.reading, [text])]

    def _about_the_game(self, step: Snapshot) -> bool:
        """Whether help shows rules of the game: only on screens of the game itself."""
        return isinstance(self.back, (Table, Over, Series, *screens_of(step.setup).own))

    def _now_text(self, context: Context) -> str:
        """What people can do on the screen below; on the table, what they can enter."""
        words, step = context.words, context.step
        screen = self.back.view(context).screen
        text = words(f"screen.{screen}.help")
        about = self.back.about(words) if isinstance(self.back, New) else ""
        text = f"{about} {text}" if about else text
        if screen == "table" and step is not None:
            items = [item.label for item in self.back.view(context).menu]
            if items:
                text += " " + words("screen.help.may", items=words.join_list(items))
        return text

    def _why_not(self, context: Context) -> list[str]:
        """Why actions that people may look for are not offered now, with the rules."""
        words, step = context.words, context.step
        if step is None or step.position is None or step.outcome is not None:
            return []
        text = step.setup.text
        reasons = []
        for action in text.unavailable_actions(step.position):
            why = words.with_rule(step.position.objection(action).message, step.setup.names)
            reasons.append(
                words("screen.help.not-now", what=text.action_name(context.situation.in_full, action), why=why)
            )
        return reasons


def help_on(screen: Screen) -> Screen:
    """Help over a screen; help itself has none."""
    return screen if isinstance(screen, Help) else Help(screen)
