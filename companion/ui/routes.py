"""The way to each screen: its module is imported when people first come there.

So a start pays for the screen that it shows, and screens lead to each other without importing each other: they know
`Routes` in `screen.py`, and only the app knows this module. Here are also the ways that only the app takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.screen import Context, Intent, Routes, Screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.ports import Answer, Field, Target
    from companion.session.game_library import OfferedPuzzle
    from companion.ui.sources import Sources


class LazyRoutes(Routes):
    """Imports the module of a screen at the first way there."""

    def home(self) -> Screen:
        from companion.ui.home import Home

        return Home()

    def table(self) -> Screen:
        from companion.ui.table import Table

        return Table()

    def over(self) -> Screen:
        from companion.ui.game_over import Over

        return Over()

    def read_only(self) -> Screen:
        from companion.ui.read_only import ReadOnly

        return ReadOnly()

    def handover(self) -> Screen:
        from companion.ui.handover import Handover

        return Handover()

    def asked(self) -> Screen:
        from companion.ui.asked import Asked

        return Asked()

    def asked_by_game(self, context: Context) -> Screen | None:
        from companion.ui.game_screens import running_snapshot, screens_of

        return screens_of(running_snapshot(context).setup).screen_of_device(context)

    def seal(self) -> Screen:
        from companion.ui.setup_pages import Seal

        return Seal()

    def setup(self) -> Screen:
        from companion.ui.setup_pages import SetUp

        return SetUp()

    def score(self) -> Screen:
        from companion.ui.table import Score

        return Score()

    def tour(self, back: Screen) -> Screen:
        from companion.ui.tour import Tour

        return Tour(back)

    def address(self, back: Screen) -> Screen:
        from companion.ui.qr_screen import Address

        return Address(back)

    def help(self, back: Screen) -> Screen:
        from companion.ui.help import help_on

        return help_on(back)

    def hold_menu(self, below: Screen, context: Context) -> Screen | Intent:
        from companion.ui.hold_menu import open_hold_menu

        return open_hold_menu(below, context)

    def unset(self, intent: Intent, screen: Screen, context: Context) -> Screen | Intent:
        from companion.ui.audit import ask_first

        return ask_first(intent, screen, context)

    def log(self, back: Screen) -> Screen:
        from companion.ui.log import Log

        return Log(back)

    def audit(self, back: Screen) -> Screen:
        from companion.ui.audit import Audit

        return Audit(back)

    def new(self, game: str, context: Context, back: Screen) -> Screen:
        from companion.ui.new_game import New

        return New.from_context(game, context, back)

    def players(self, new: Screen, cursor: int = 1) -> Screen:
        from companion.ui.people import players_of

        return players_of(new, cursor)

    def games(self, back: Screen, context: Context) -> Screen | Intent:
        from companion.ui.more_games import MoreGames

        return MoreGames.from_context(back, context)

    def waiting(self, back: Screen, skipped: int) -> Screen:
        from companion.ui.history import Waiting

        return Waiting(back, skipped)

    def history(self, back: Screen) -> Screen:
        from companion.ui.history import History

        return History(back)

    def puzzle(self, back: Screen, offered: OfferedPuzzle, context: Context) -> Screen | Intent:
        from companion.ui.review import own_puzzle

        return own_puzzle(back, offered, context)

    def people(self, back: Screen) -> Screen:
        from companion.ui.people import People

        return People(back)

    def settings(self, back: Screen) -> Screen:
        from companion.ui.settings import Settings

        return Settings(back)

    def messages(self, back: Screen) -> Screen:
        from companion.ui.messages import Messages

        return Messages(back)

    @property
    def sources(self) -> Sources:
        from companion.ui.sources import SOURCES

        return SOURCES

    def answers(self, context: Context, targets: Sequence[Target], field: Field | None) -> tuple[Answer, ...]:
        from companion.ui.questions import answers

        return answers(context, targets, field)

    def labelled(self, screen: Screen, label: str, context: Context) -> Screen | Intent:
        from companion.ui.labels import labelled_on_table

        return labelled_on_table(screen, label, context)

    def phones(self, back: Screen) -> Screen:
        from companion.ui.phones import Phones

        return Phones(back)


ROUTES = LazyRoutes()
