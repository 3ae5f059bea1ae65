"""What only shows may fail: something plain takes its place, the fault is logged once, and the game goes on."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from device import WALL, begun
from hypothesis import given
from hypothesis import strategies as st
from installed import GameSetup, Record
from letters import letters_for
from logs import texts
from PIL.Image import Image
from test_loop import AWAKE, Glass, Script, press

from companion.app.active_settings import ActiveSettings, Rest
from companion.app.composer import Composer
from companion.app.loop import Loop
from companion.app.machine import Machine
from companion.app.startup import Startup
from companion.guard import MOST, guarded
from companion.play.timeline import Ply, Snapshot
from companion.ports import DeviceState, Event, Key, PageText, Panel
from companion.session.session import Session
from companion.ui.letters import LINE
from companion.ui.page import Page, Row
from companion.ui.painter import Painter
from companion.ui.screen import Context, Screen
from companion.words import Words
from hardware.simulated import SimulatedClock

EN = Words("en")


class Failing(Painter):
    """A painter that cannot paint some pages."""

    def __init__(self, *screens: str) -> None:
        super().__init__(letters_for("en"))
        self._screens = screens

    def page(
        self,
        page: Page,
        banner: str | None = None,
        shift: tuple[int, int] = (0, 0),
        held: tuple[str, int] | None = None,
    ) -> Image:
        if page.screen in self._screens:
            raise ZeroDivisionError(page.screen)
        return super().page(page, banner, shift, held)


def run(folder: Path, painter: Painter, keys: Iterable[Key], *panels: Panel) -> None:
    """A device with a painter and panels, until somebody has pressed these keys, a second after each other."""
    clock = SimulatedClock(WALL)
    with Record(folder, ("Ada", "Ben")) as record:
        events: list[Event | float] = []
        for key in keys:
            events += [*press(key), 1.0]
        script = Script(clock, events)
        settings = ActiveSettings(painter, EN, idling=AWAKE)
        Loop(Session(record, clock), settings, Machine(script, clock, panels), Startup(tour=False)).run()


def test_a_page_that_cannot_be_painted_is_shown_as_plain_lines_and_the_game_goes_on(
    tmp_path: Path, faults: list[str]
) -> None:
    begun(tmp_path, "praetorians", ("Elizabeth", "Ben"))
    glass, whole = Glass(), Glass()
    run(tmp_path, Failing("table"), [Key.OK, Key.OK, Key.BACK], glass)
    assert texts(tmp_path)[1:] == ["flip B5"]
    assert [shown.page.screen for shown in glass.shown][-1] == "menu"
    plain = glass.shown[0]
    letters = Painter(letters_for("en"))
    shown = letters.plain(plain.page)
    assert plain.frame.tobytes() == shown.tobytes()
    assert shown.getbbox() is not None
    # Once, with what made it, although the page was shown several times.
    assert faults == [
        "the picture of table cannot be shown; the game goes on without: "
        "game 1 (praetorians; Elizabeth, Ben), entry 3: new praetorians"
    ]
    faults.clear()
    run(tmp_path, Painter(letters_for("en")), [], whole)
    assert whole.shown[0].page.screen == "table"


def test_plain_lines_are_the_title_and_the_lines_around_the_cursor() -> None:
    painter = Painter(letters_for("en"))

    def picture(*lines: str) -> bytes:
        drawn = painter.dark_picture()
        for row, line in enumerate(lines):
            painter.text(drawn, 0, row * LINE, line, 118)
        return drawn.tobytes()

    few = PageText("x", ("Title", "one", "two"), 2, None)
    assert painter.plain(few).tobytes() == picture("Title", "one", "> two")
    many = PageText("x", ("Title", *map(str, range(1, 21))), (12, 0), None)
    assert painter.plain(many).tobytes() == picture("Title", "9", "10", "11", "> 12", "13", "14", "15")
    last = PageText("x", ("Title", *map(str, range(1, 21))), 20, None)
    assert painter.plain(last).tobytes() == picture("Title", *map(str, range(14, 20)), "> 20")
    said = PageText("x", ("Title", "one"), 1, "Caught!\nBen begins")
    assert painter.plain(said).tobytes() == picture("Title", "Caught!", "Ben begins")


@given(st.lists(st.text(max_size=60), max_size=30), st.none() | st.integers(0, 40), st.none() | st.text(max_size=200))
def test_every_text_is_shown_as_plain_lines(lines: list[str], cursor: int | None, banner: str | None) -> None:
    Painter(letters_for("en")).plain(PageText("x", tuple(lines), cursor, banner))


class Lost:
    """A panel with a fault of its own."""

    def __init__(self) -> None:
        self.tries = 0

    def show(self, shown: DeviceState) -> None:
        self.tries += 1
        raise UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed")

    def close(self) -> None: ...


def test_a_panel_with_a_fault_is_tried_again_later_and_the_others_show_the_game(
    tmp_path: Path, faults: list[str]
) -> None:
    begun(tmp_path, "praetorians", ("Ada", "Ben"))
    lost, glass = Lost(), Glass()
    run(tmp_path, Painter(letters_for("en")), [Key.OK, Key.OK, Key.BACK], lost, glass)
    assert glass.shown[-1].page.screen == "menu"
    assert lost.tries > 1
    assert faults == ["a port cannot be shown; the game goes on without: table"]
    faults.clear()


class Broken:
    """A position of which nothing can be said."""

    def __getattr__(self, name: str) -> Any:
        raise LookupError(name)


def broken() -> Snapshot:
    """A game that began but whose table cannot be shown."""
    setup = GameSetup(7, "praetorians", ("Ada", "Ben"), {"twelves": False, "entry": "cards"})
    return Snapshot(1, 0, "flip R7", setup, (Ply("", Broken(), None),))


class Bare(Screen):
    """A screen without anything; where it `fails` it has no page."""

    fails: bool = False

    def update(self, command: object, context: Context) -> Screen:
        raise LookupError("update")

    def view(self, context: Context) -> Page:
        if self.fails:
            raise LookupError("view")
        return Page(screen="bare", title="Bare")


def composed(folder: Path, step: Snapshot | None, screen: Screen) -> DeviceState:
    """What is shown of a screen while the table stands so."""
    clock = SimulatedClock(WALL)
    with Record(folder, ("Ada", "Ben")) as record:

        class At(Session):
            now = step

        session = At(record, clock)
        settings = ActiveSettings(Painter(letters_for("en")), EN, idling=AWAKE)
        composer = Composer(session, settings, partial(settings.context, session), clock)
        state = composer.compose(composer.view(screen, None, Rest(), None), None, None)
    assert state is not None
    return state


def test_lamps_and_the_web_window_fail_alone(tmp_path: Path, faults: list[str]) -> None:
    state = composed(tmp_path, broken(), Bare())
    assert (state.page.lines, state.lamps) == (("Bare",), frozenset())
    assert state.public_view is not None
    view = state.public_view()
    assert (view.says, view.game) == ("Cannot be shown", "Praetorians")
    assert [points.name for points in view.points] == ["Ada", "Ben"]
    made = "cannot be shown; the game goes on without: game 7 (praetorians; Ada, Ben), entry 1: flip R7"
    assert faults == [
        f"{what} {made}" for what in ("lamps", "what is recorded of a game", "the table for those who watch")
    ]
    faults.clear()


def test_a_screen_without_a_page_says_so(tmp_path: Path, faults: list[str]) -> None:
    state = composed(tmp_path, None, Bare(fails=True))
    assert state.page.lines[0] == "Cannot be shown"
    assert " ".join(state.page.lines[1:]) == EN("trouble.page.text")
    assert state.frame.getbbox() is not None
    assert faults == ["the page of Bare cannot be shown; the game goes on without: no game"]
    faults.clear()


def test_a_page_without_a_text_has_its_title(tmp_path: Path, faults: list[str]) -> None:
    class Uneven(Bare):
        def view(self, context: Context) -> Page:
            return Page(screen="uneven", title="Rounds", heads=("A",), rows=(Row("1", ("2", "3"), ("4",)),), cursor=0)

    state = composed(tmp_path, None, Uneven())
    assert state.page == PageText("uneven", ("Rounds",), None, None)
    assert [fault.split(" cannot")[0] for fault in faults] == ["the picture of uneven", "the text of uneven"]
    faults.clear()


def test_without_a_file_descriptor_nothing_is_wrong_with_the_page(tmp_path: Path) -> None:
    class Scarce(Bare):
        def view(self, context: Context) -> Page:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with pytest.raises(OSError, match=os.strerror(errno.EMFILE)):
        composed(tmp_path, None, Scarce())


def test_a_fault_is_logged_once_and_no_more_than_so_many(faults: list[str]) -> None:
    def shown(what: str, number: int) -> str:
        return guarded(what, lambda: str(1 // number), lambda error: type(error).__name__, number)

    assert [shown("a", number) for number in (1, 0, 0, 2)] == ["1", "ZeroDivisionError", "ZeroDivisionError", "0"]
    assert faults == ["a cannot be shown; the game goes on without: 0"]
    for place in range(2 * MOST):
        shown(f"number {place}", 0)
    assert len(faults) == MOST
    faults.clear()


def test_what_the_caller_knows_is_raised() -> None:
    with pytest.raises(IndexError):
        guarded("a", lambda: [0][1], lambda _: None, None, known=(IndexError,))
