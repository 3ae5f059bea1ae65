"""The terminal and the window on boards with fewer keys: keys that a board lacks are not drawn, and do nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest
from installed import Record
from patience import GLANCE_S, turns
from PIL import Image
from textual.widgets import Static

from companion.app.active_settings import ActiveSettings
from companion.app.loop import Loop
from companion.app.machine import Machine
from companion.app.startup import Startup
from companion.ports import Clock, DeviceState, Inbox, Key, PageText, Panel
from companion.session.session import Session
from companion.ui.painter import Painter
from companion.values import replace
from companion.words import Words
from hardware.boards import PLAIN, Board
from hardware.boards.profile import load
from hardware.clocks import SystemClock
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock, terminal, window
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.front import Device
from hardware.simulated.terminal.app import TerminalApp
from hardware.simulated.terminal.widgets import Cap
from hardware.simulated.window.app import WindowApp

WORDS = Words("en")


def device(folder: Path, board: Board) -> Device:
    def begun(inbox: Inbox, panels: Sequence[Panel], clock: Clock) -> None:
        with Record(folder, ("Player 1", "Player 2")) as journal:
            settings, machine = ActiveSettings(Painter(lcd()), WORDS), Machine(inbox, clock, panels, board=board.keys)
            Loop(Session(journal, clock), settings, machine, Startup(tour=False)).run()

    return begun


# -- the terminal


def in_a_terminal(folder: Path, board: Board, *strokes: tuple[str, str], clock: Clock | None = None) -> TerminalApp:
    """An app in which somebody struck keys, each until the screen was there that should follow."""

    async def session(app: TerminalApp) -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            for stroke, screen in strokes:
                if stroke:
                    await pilot.press(stroke)
                for _ in turns():
                    if app.state.page is not None and app.state.page.screen == screen:
                        break
                    await pilot.pause(GLANCE_S)
                assert app.state.page is not None
                assert app.state.page.screen == screen
            app.caps = {cap.id for cap in app.query(Cap)}  # type: ignore[attr-defined]
            app.legend = str(app.query_one("#legend", Static).content)  # type: ignore[attr-defined]

    with terminal.playing(device(folder, board), WORDS, clock or SimulatedClock(1_000_000.0), board) as app:
        asyncio.run(session(app))
        return app


def test_a_terminal_shows_the_keys_that_the_board_has(tmp_path: Path) -> None:
    app = in_a_terminal(tmp_path / "4", PLAIN, ("", "home"))
    assert app.caps == {"key-up", "key-down", "key-ok", "key-back"}  # type: ignore[attr-defined]
    assert "Esc BACK" in app.legend  # type: ignore[attr-defined]
    app = in_a_terminal(tmp_path / "3", load("ssd1306-3-encoder"), ("", "home"))
    assert app.caps == {"key-up", "key-down", "key-ok"}  # type: ignore[attr-defined]
    assert app.legend == "↑↓ move   Enter OK   ? menu   q quit"  # type: ignore[attr-defined]


def test_a_key_that_is_not_there_is_reported(tmp_path: Path) -> None:
    assert in_a_terminal(tmp_path, PLAIN, ("", "home"), ("left", "home")).hint == "This board has no such key."


def test_an_encoder_is_turned_and_pushed_by_the_keyboard(tmp_path: Path) -> None:
    app = in_a_terminal(tmp_path, load("sh1106-3-encoder"), ("", "home"), ("up", "home"), ("enter", "settings"))
    assert app.state.page is not None
    assert app.state.page.screen == "settings"


def test_a_question_mark_holds_ok_where_there_is_no_help(tmp_path: Path) -> None:
    clock = SystemClock()
    in_a_terminal(tmp_path / "4", PLAIN, ("", "home"), ("question_mark", "help"), clock=clock)
    in_a_terminal(tmp_path / "3", load("ssd1306-3"), ("", "home"), ("question_mark", "hold-menu"), clock=clock)
    in_a_terminal(tmp_path / "u", load("ssd1306-3"), ("", "home"), ("u", "hold-menu"), clock=clock)


TO_NAME = (("", "home"), ("up", "home"), ("up", "home"), ("enter", "people"), ("up", "people"), ("enter", "name"))


def test_in_a_terminal_backspace_takes_a_letter_back_where_no_key_is_back(tmp_path: Path) -> None:
    strokes = (*TO_NAME, ("x", "name"), ("y", "name"), ("backspace", "name"), ("enter", "people"))
    app = in_a_terminal(tmp_path, load("ssd1306-3"), *strokes)
    assert app.hint is None
    with Record(tmp_path) as journal:
        assert "x" in journal.roster


# -- the window


@pytest.fixture(autouse=True)
def _nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def until(app: WindowApp, screen: str) -> None:
    for _ in turns():
        if app.state.page is not None and app.state.page.screen == screen:
            return
        app.turn(pygame.event.wait(int(1000 * GLANCE_S)))
    raise AssertionError(f"{screen} never came")


def strike(app: WindowApp, key: int, letter: str = "") -> None:
    app.turn(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter))
    app.turn(pygame.event.Event(pygame.KEYUP, key=key, unicode=letter))


def test_a_window_draws_the_keys_that_the_board_has_and_takes_clicks_on_no_other(tmp_path: Path) -> None:
    board = load("ssd1306-3")
    with window.playing(device(tmp_path, board), WORDS, lcd(), SimulatedClock(1_000_000.0), board) as app:
        until(app, "home")
        surface = pygame.display.get_surface()
        assert surface is not None
        for key, box in app.layout().caps.items():
            drawn = surface.subsurface(pygame.Rect(box))
            empty = pygame.mask.from_threshold(drawn, pygame.Color(15, 18, 22), (1, 1, 1)).count()
            assert (empty < box.width * box.height) is (key in board.keys)
        for key in (Key.BACK, Key.HELP, Key.LEFT):
            box = app.layout().caps[key]
            click = pygame.event.Event(
                pygame.MOUSEBUTTONDOWN, button=pygame.BUTTON_LEFT, pos=(box.left + 3, box.top + 3)
            )
            app.turn(click)
            assert app.clicked is None
        strike(app, pygame.K_ESCAPE)
        strike(app, pygame.K_UP)
        strike(app, pygame.K_RETURN)
        until(app, "settings")


@pytest.mark.parametrize(("name", "letter", "screen"), [
    ("ssd1306-3", "u", "hold-menu"), ("ssd1306-3", "?", "hold-menu"),
    ("ssd1306-4", "?", "help"), ("ssd1306-7", "?", "help"),
])  # fmt: skip
def test_in_a_window_what_has_no_key_is_held_with_ok(tmp_path: Path, name: str, letter: str, screen: str) -> None:
    board = load(name)
    with window.playing(device(tmp_path, board), WORDS, lcd(), SystemClock(), board) as app:
        until(app, "home")
        strike(app, pygame.K_QUESTION, letter)
        until(app, screen)


def test_in_a_window_backspace_takes_a_letter_back_where_no_key_is_back(tmp_path: Path) -> None:
    board = load("ssd1306-3")
    with window.playing(device(tmp_path, board), WORDS, lcd(), SimulatedClock(1_000_000.0), board) as app:
        until(app, "home")
        for up, screen in ((2, "people"), (1, "name")):
            for _ in range(up):
                strike(app, pygame.K_UP)
            strike(app, pygame.K_RETURN)
            until(app, screen)
        for letter in "xy":
            app.turn(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        strike(app, pygame.K_BACKSPACE, "\b")
        strike(app, pygame.K_RETURN)
        until(app, "people")
    with Record(tmp_path) as journal:
        assert "x" in journal.roster


# -- lamps and buzzer


def test_a_board_with_lamps_and_a_buzzer_has_them_as_panels() -> None:
    board = replace(PLAIN, lights=(22, 23), buzzer=18)
    shown = DeviceState(Image.new("1", (128, 64)), PageText("test", (), None, None), (), None, lamps=frozenset({1}))
    with SimulatedBoard(board) as pins:
        parts = pins.parts()
        assert len(parts) == 2
        for part in parts:
            part.show(shown)
        assert [bool(pins.factory.pin(pin).state) for pin in (22, 23, 18)] == [False, True, False]
        for part in parts:
            part.close()
    assert SimulatedBoard(PLAIN).parts() == []
