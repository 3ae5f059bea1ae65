"""The window with a whole device behind it, on SDL's dummy screen, played by the events of mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from fronts import WORDS, device, pass_time, recorded
from installed import Record
from patience import GLANCE_S, turns
from PIL import Image

from companion.ports import Clock, DeviceState, Key, Light, OpenInbox, Panel, PortError, Stop
from companion.record import RecordTrouble
from hardware.boards import ALL_KEYS
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock
from hardware.simulated.front import Device
from hardware.simulated.key_presses import HELD_S
from hardware.simulated.window import app as window
from hardware.simulated.window import playing
from hardware.simulated.window.app import WindowApp
from hardware.simulated.window.layout import Box, Fit, fit, size


@pytest.fixture(autouse=True)
def _nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No screen is needed, and where there is one no window flickers."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


class Person:
    """Somebody at the window."""

    def __init__(self, app: WindowApp) -> None:
        self.app = app

    # -- looking

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for the device's thread."""
        for _ in turns():
            if holds():
                return
            self.app.turn(pygame.event.wait(int(1000 * GLANCE_S)))
        raise AssertionError("it never came to this")

    @property
    def screen(self) -> str:
        page = self.app.state.page
        return page.screen if page is not None else ""

    @property
    def line(self) -> str:
        """What is under the cursor."""
        page = self.app.state.page
        assert page is not None
        cursor = page.cursor
        return page.lines[cursor] if isinstance(cursor, int) else ""

    @property
    def label(self) -> str:
        """What is under the cursor, without what stands behind it."""
        return self.line.split(":")[0]

    def shows(self, screen: str) -> None:
        self.until(lambda: self.screen == screen)

    def place(self) -> Fit:
        surface = pygame.display.get_surface()
        assert surface is not None
        return fit(*surface.get_size())

    def seen(self, box: Box) -> bytes:
        """A part of the window, pixel by pixel."""
        surface = pygame.display.get_surface()
        assert surface is not None
        return pygame.image.tobytes(surface.subsurface(box), "RGB")

    def colours(self, box: Box) -> set[tuple[int, ...]]:
        pixels = self.seen(box)
        return {tuple(pixels[at : at + 3]) for at in range(0, len(pixels), 3)}

    # -- doing

    def event(self, kind: int, **what: object) -> None:
        """Something happens at the window, and is looked at."""
        pygame.event.post(pygame.Event(kind, what))
        for event in pygame.event.get():
            self.app.turn(event)

    def down(self, key: int, writes: str = "") -> None:
        self.event(pygame.KEYDOWN, key=key, unicode=writes)

    def up(self, key: int, writes: str = "") -> None:
        self.event(pygame.KEYUP, key=key, unicode=writes)

    def strike(self, key: int, writes: str = "") -> None:
        self.down(key, writes)
        self.up(key, writes)

    def push(self, key: Key, button: int = 1) -> None:
        """The mouse goes down in the middle of a key."""
        left, top, wide, high = self.place().caps[key]
        self.event(pygame.MOUSEBUTTONDOWN, button=button, pos=(left + wide // 2, top + high // 2))

    def lift(self, x: int = 0, y: int = 0, button: int = 1) -> None:
        """The mouse goes up somewhere."""
        self.event(pygame.MOUSEBUTTONUP, button=button, pos=(x, y))

    def click(self, key: Key) -> None:
        self.push(key)
        self.lift()

    def resize(self, width: int, height: int) -> None:
        """As a person would at a corner of the window."""
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self.event(pygame.VIDEORESIZE, size=(width, height), w=width, h=height)


@contextmanager
def person(behind: Path | Device, clock: Clock | None = None) -> Iterator[Person]:
    """Somebody at a window. Without a clock, time stands still for the device."""
    run_by = device(behind) if isinstance(behind, Path) else behind
    with playing(run_by, WORDS, lcd(), clock or SimulatedClock(1_000_000.0)) as app:
        yield Person(app)


@contextmanager
def player(behind: Path | Device, clock: Clock | None = None) -> Iterator[Person]:
    """Somebody who has begun a game by keys."""
    with person(behind, clock) as somebody:
        somebody.shows("home")
        for screen in ("new", "setup", "table"):
            pass_time(somebody.app.clock)
            somebody.strike(pygame.K_RETURN)
            somebody.shows(screen)
        yield somebody


def leave(somebody: Person) -> None:
    somebody.event(pygame.QUIT)
    somebody.app.run()


def whole_game(somebody: Person, press: Callable[[Key], None]) -> None:
    """From home to a rematch: two cards, a stop, and Player 1 gives up."""

    def pick(line: str) -> None:
        for _ in range(20):
            if somebody.label == line:
                break
            before = somebody.app.state.page
            press(Key.DOWN)
            somebody.until(lambda before=before: somebody.app.state.page is not before)  # type: ignore[misc]
        assert somebody.label == line
        ok()

    def ok() -> None:
        pass_time(somebody.app.clock)
        press(Key.OK)

    somebody.shows("home")
    for screen in ("new", "setup", "table"):
        ok()
        somebody.shows(screen)
    pick("Red")
    somebody.shows("cards")
    press(Key.RIGHT)
    ok()
    somebody.shows("table")
    pick("Stop")
    somebody.until(lambda: somebody.app.state.page is not None and "Player 2" in somebody.app.state.page.lines[0])
    press(Key.BACK)
    somebody.shows("menu")
    pick("End the game")
    somebody.shows("end")
    pick("Player 1 concedes")
    somebody.shows("ending")
    pick("End it")
    somebody.shows("results")
    ok()
    somebody.shows("over")
    ok()
    somebody.shows("table")


GAME = ["new praetorians", "flip R6", "stop", "concede 0", "new praetorians"]


def test_a_whole_game_by_clicks(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        whole_game(somebody, somebody.click)
        leave(somebody)
    assert recorded(tmp_path) == GAME


STROKES = {
    Key.UP: pygame.K_UP,
    Key.DOWN: pygame.K_DOWN,
    Key.LEFT: pygame.K_LEFT,
    Key.RIGHT: pygame.K_RIGHT,
    Key.OK: pygame.K_RETURN,
    Key.BACK: pygame.K_ESCAPE,
}


def test_a_whole_game_by_keys(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        whole_game(somebody, lambda key: somebody.strike(STROKES[key]))
        leave(somebody)
    assert recorded(tmp_path) == GAME


@pytest.mark.parametrize("scale", [1, 2, 5, 7])
def test_the_window_shows_what_the_chip_shows_pixel_for_pixel(tmp_path: Path, scale: int) -> None:
    def checked(somebody: Person) -> None:
        picture = somebody.app.front.board.picture()
        assert somebody.app.state.picture is picture
        colours = Image.new("RGB", picture.size, window.UNLIT)
        colours.paste(window.LIT, (0, 0), picture)
        large = colours.resize((128 * scale, 64 * scale), 0)
        assert somebody.seen(somebody.place().glass) == large.tobytes()

    with player(tmp_path) as somebody:
        somebody.resize(*size(scale))
        checked(somebody)
        for key in ("DOWN", "DOWN", "RETURN", "RIGHT", "UP", "ESCAPE"):
            before = somebody.app.state.picture
            somebody.strike(getattr(pygame, f"K_{key}"))
            somebody.until(lambda before=before: somebody.app.state.picture is not before)  # type: ignore[misc]
            checked(somebody)


def rgb(colour: str) -> tuple[int, int, int]:
    return tuple(pygame.Color(colour))[:3]  # type: ignore[return-value]


def test_the_arrows_and_the_caps_are_the_same_keys(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        first = somebody.line
        for there, back in ((Key.DOWN, Key.UP), (Key.RIGHT, Key.LEFT)):
            somebody.click(there)
            somebody.until(lambda: somebody.line != first)
            somebody.click(back)
            somebody.until(lambda: somebody.line == first)
            somebody.strike(STROKES[there])
            somebody.until(lambda: somebody.line != first)
            somebody.strike(STROKES[back])
            somebody.until(lambda: somebody.line == first)


@pytest.mark.parametrize(
    ("key", "writes"),
    [(pygame.K_SLASH, "?"), (pygame.K_MINUS, "?"), (pygame.K_F1, "")],
    ids=["shift and /", "shift and ß", "F1"],
)
def test_help_is_what_writes_a_question_mark_on_whatever_keyboard(tmp_path: Path, key: int, writes: str) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        for back in (pygame.K_ESCAPE, pygame.K_BACKSPACE):
            somebody.strike(key, writes)
            somebody.shows("help")
            somebody.strike(back)
            somebody.shows("home")
        somebody.click(Key.HELP)
        somebody.shows("help")
        somebody.click(Key.BACK)
        somebody.shows("home")


def test_both_enter_keys_are_ok(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        somebody.strike(pygame.K_KP_ENTER)
        somebody.shows("new")


# -- holding


def test_a_key_that_is_held_is_held(tmp_path: Path) -> None:
    clock = SimulatedClock(1_000_000.0)
    with player(tmp_path, clock) as somebody:
        somebody.down(pygame.K_RETURN)
        clock.advance(0.7)
        somebody.up(pygame.K_RETURN)
        somebody.shows("help")
        # Half a second is a tap.
        somebody.down(pygame.K_BACKSPACE)
        clock.advance(0.5)
        somebody.up(pygame.K_BACKSPACE)
        somebody.shows("table")
        somebody.down(pygame.K_ESCAPE)
        clock.advance(0.7)
        somebody.up(pygame.K_ESCAPE)
        somebody.shows("home")
    assert recorded(tmp_path) == ["new praetorians", "undo"]


def test_a_hold_takes_effect_while_the_finger_is_still_down(tmp_path: Path) -> None:
    clock = SimulatedClock(1_000_000.0)
    with player(tmp_path, clock) as somebody:
        somebody.down(pygame.K_ESCAPE)
        clock.advance(HELD_S)
        somebody.shows("home")
    assert recorded(tmp_path) == ["new praetorians", "undo"]


def test_a_key_can_be_held_by_the_mouse_wherever_that_goes(tmp_path: Path) -> None:
    clock = SimulatedClock(1_000_000.0)
    with player(tmp_path, clock) as somebody:
        somebody.push(Key.BACK)
        clock.advance(0.7)
        somebody.lift(3, 3)
        somebody.shows("home")
        # It was let go, so a tap is a tap: on Redo.
        pass_time(clock)
        somebody.click(Key.OK)
        somebody.shows("table")
    assert recorded(tmp_path) == ["new praetorians", "undo", "redo"]


def test_u_holds_back_and_so_undoes(tmp_path: Path) -> None:
    clock = SimulatedClock(1_000_000.0)
    with player(tmp_path, clock) as somebody:
        assert somebody.app.sleep_ms() == 0
        # The second stroke finds the key held already and does nothing.
        somebody.strike(pygame.K_u, "u")
        assert somebody.app.sleep_ms() in (650, 651)
        clock.advance(0.3)
        somebody.strike(pygame.K_u, "U")
        clock.advance(HELD_S - 0.31)
        somebody.app.turn(pygame.Event(pygame.NOEVENT))
        assert somebody.app.sleep_ms() in (10, 11)  # rounded up
        clock.advance(0.011)
        somebody.app.turn(pygame.Event(pygame.NOEVENT))
        assert somebody.app.sleep_ms() == 0
        somebody.shows("home")
    assert recorded(tmp_path) == ["new praetorians", "undo"]


def test_who_looks_elsewhere_has_let_go(tmp_path: Path) -> None:
    clock = SimulatedClock(1_000_000.0)
    with player(tmp_path, clock) as somebody:
        somebody.down(pygame.K_ESCAPE)
        somebody.event(pygame.WINDOWFOCUSLOST)
        somebody.shows("menu")
        # The key that comes up later was let go already.
        somebody.up(pygame.K_ESCAPE)
        somebody.strike(pygame.K_u, "u")
        somebody.event(pygame.WINDOWFOCUSLOST)
        somebody.shows("table")
        assert somebody.app.sleep_ms() == 0
        somebody.push(Key.OK)
        somebody.event(pygame.WINDOWFOCUSLOST)
        somebody.lift()
        somebody.shows("cards")
    assert recorded(tmp_path) == ["new praetorians"]


def test_other_buttons_of_the_mouse_and_clicks_beside_the_keys_press_nothing(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        left, top, wide, high = somebody.place().caps[Key.OK]
        for x, y in ((left - 1, top), (left, top - 1), (left + wide, top), (left, top + high)):
            somebody.event(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y))
            somebody.lift()
        first = somebody.line
        for button in (2, 3):
            somebody.push(Key.DOWN, button)
            assert Key.DOWN not in somebody.app.keys_down.down
            somebody.lift(button=button)
        somebody.click(Key.HELP)
        somebody.shows("help")
        # One button let go while another one holds the key.
        somebody.push(Key.BACK)
        somebody.lift(button=3)
        assert Key.BACK in somebody.app.keys_down.down
        somebody.lift()
        somebody.shows("home")
        assert somebody.line == first


def test_the_mouse_lets_go_only_of_what_it_holds(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        somebody.click(Key.OK)
        somebody.down(pygame.K_RETURN)
        somebody.lift()
        assert Key.OK in somebody.app.keys_down.down
        somebody.up(pygame.K_RETURN)
        somebody.push(Key.OK)
        somebody.event(pygame.WINDOWFOCUSLOST)
        somebody.down(pygame.K_RETURN)
        somebody.lift()
        assert Key.OK in somebody.app.keys_down.down
        # And a key of the keyboard that was let go for who looked elsewhere does not let go of the mouse's.
        somebody.event(pygame.WINDOWFOCUSLOST)
        somebody.push(Key.OK)
        somebody.up(pygame.K_RETURN)
        assert Key.OK in somebody.app.keys_down.down


def test_a_key_looks_pressed_while_it_is(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        box = somebody.place().caps[Key.UP]
        corner = Box(box.left + box.width // 2, box.top + 2, 1, 1)
        assert somebody.colours(corner) != {rgb(window.LAMP)}
        somebody.down(pygame.K_UP)
        assert somebody.colours(corner) == {rgb(window.LAMP)}
        somebody.up(pygame.K_UP)
        assert somebody.colours(corner) != {rgb(window.LAMP)}


# -- what is said


def test_below_the_keys_stands_what_they_are_on_the_keyboard(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        somebody.app.turn(pygame.event.wait(10))
        assert somebody.colours(somebody.place().text) == {rgb(window.GROUND), rgb(window.WORD)}


@pytest.mark.parametrize("words", [3, 30, 300])
def test_trouble_stands_in_its_place_however_long_it_is(tmp_path: Path, words: int) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        somebody.app.state = replace(somebody.app.state, trouble="disk full " * words)
        around = somebody.seen(somebody.place().glass)
        somebody.app.draw()
        place = somebody.place()
        assert somebody.colours(place.text) == {rgb(window.GROUND), rgb(window.LAMP)}
        below = place.text.top + place.text.height
        assert somebody.colours(Box(0, below, 680, 550 - below)) == {rgb(window.GROUND)}
        assert somebody.colours(Box(place.text.left + place.text.width, place.text.top, 20, 40)) == {rgb(window.GROUND)}
        assert somebody.seen(place.glass) == around


def test_long_trouble_stands_there_to_its_last_word_in_smaller_letters(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")

        def said(text: str) -> bytes:
            somebody.app.state = replace(somebody.app.state, trouble=text)
            somebody.app.draw()
            return somebody.seen(somebody.place().text)

        assert said("disk full " * 30 + "one") != said("disk full " * 30 + "two")
        assert said("disk full " * 300 + "one") == said("disk full " * 300 + "two")


def test_a_window_can_be_made_larger(tmp_path: Path) -> None:
    with person(tmp_path):
        surface = pygame.display.get_surface()
        assert surface is not None
        assert surface.get_flags() & pygame.RESIZABLE


def test_a_display_that_nobody_needs_looks_dim_and_when_it_is_dark_that_is_said(tmp_path: Path) -> None:
    with player(tmp_path) as somebody:
        app, glass = somebody.app, somebody.place().glass
        assert somebody.colours(glass) == {rgb(window.LIT), rgb(window.UNLIT)}
        assert app.state.page is not None
        assert app.state.picture is not None
        # What the display does and what the loop says after minutes without a touch.
        app.front.board.chip.command(0x81, 0x01)
        app.front.show(DeviceState(app.state.picture, app.state.page, (), None, Light.DARK))
        somebody.until(lambda: app.state.dark)
        assert somebody.colours(glass) == {rgb(window.DIMMED), rgb(window.UNLIT)}
        assert somebody.colours(somebody.place().text) == {rgb(window.GROUND), rgb(window.LAMP)}


@pytest.mark.parametrize("extent", [(1, 1), (100, 50), (300, 100), (1500, 200), (300, 1500)])
def test_it_is_played_on_in_any_size(tmp_path: Path, extent: tuple[int, int]) -> None:
    with player(tmp_path) as somebody:
        somebody.resize(*extent)
        somebody.strike(pygame.K_RETURN)
        somebody.shows("cards")


def test_a_mouse_that_only_moves_wakes_nobody(tmp_path: Path) -> None:
    with person(tmp_path):
        assert pygame.event.get_blocked(pygame.MOUSEMOTION)
        assert not pygame.event.get_blocked(pygame.MOUSEBUTTONDOWN)


# -- ends


@pytest.mark.parametrize("writes", ["q", "Q", "\x03", "\x11"], ids=["q", "Q", "Ctrl-C", "Ctrl-Q"])
def test_quitting_by_the_keyboard_ends_the_device_in_good_order(tmp_path: Path, writes: str) -> None:
    with player(tmp_path) as somebody:
        somebody.down(pygame.K_q, writes)
        somebody.app.run()
        assert somebody.app.state.ended
    assert not pygame.display.get_init()
    assert recorded(tmp_path) == ["new praetorians"]


def test_closing_the_window_does_too(tmp_path: Path) -> None:
    with player(tmp_path) as somebody:
        leave(somebody)
    assert recorded(tmp_path) == ["new praetorians"]


class Faulty(RuntimeError):
    pass


def test_a_fault_of_the_window_ends_the_device_and_comes_out(tmp_path: Path) -> None:
    with pytest.raises(Faulty), player(tmp_path):
        raise Faulty
    assert not pygame.display.get_init()
    assert recorded(tmp_path) == ["new praetorians"]


def test_a_fault_of_the_device_ends_the_window_and_comes_out(tmp_path: Path) -> None:
    class Last:
        """A panel that ends the device on the screen of a new game; a fault of its own would only cost its picture."""

        def __init__(self, inbox: OpenInbox) -> None:
            self._inbox = inbox

        def show(self, shown: DeviceState) -> None:
            if shown.page.screen == "new":
                self._inbox.put(Stop())

        def close(self) -> None: ...

    def faulty(inbox: OpenInbox, panels: Sequence[Panel], clock: Clock) -> None:
        device(tmp_path)(inbox, (*panels, Last(inbox)), clock)
        raise Faulty("the device has a fault")

    def play() -> None:
        with person(faulty) as somebody:
            somebody.shows("home")
            somebody.strike(pygame.K_RETURN)
            somebody.app.run()

    with pytest.raises(Faulty, match="the device has a fault"):
        play()
    assert not pygame.display.get_init()
    assert recorded(tmp_path) == []


def test_an_interrupted_game_is_back_at_once(tmp_path: Path) -> None:
    with player(tmp_path):
        pass
    with person(tmp_path) as somebody:
        somebody.shows("table")


def test_a_record_in_use_is_reported_before_there_is_a_window(tmp_path: Path) -> None:
    with Record(tmp_path), pytest.raises(RecordTrouble, match=r"record\.locked"), person(tmp_path):
        raise AssertionError("there is nothing to play on")


def test_without_a_screen_a_word_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "none")
    with pytest.raises(PortError, match="no screen to open a window on: none not available"), person(tmp_path):
        raise AssertionError("there is nothing to play on")
    assert recorded(tmp_path) == []


# -- names


def typed(somebody: Person, letters: str) -> None:
    """As SDL reports a letter: the key, then the text."""
    for letter in letters:
        somebody.strike(pygame.key.key_code(letter), letter)
        somebody.event(pygame.TEXTINPUT, text=letter)


def test_letters_are_written_into_a_name_and_none_of_them_quits(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        somebody.strike(pygame.K_UP)
        somebody.strike(pygame.K_UP)
        somebody.strike(pygame.K_RETURN)
        somebody.shows("people")
        somebody.strike(pygame.K_UP)
        somebody.strike(pygame.K_RETURN)
        somebody.shows("name")
        assert somebody.app.state.legend(ALL_KEYS.keys) == "terminal.legend-name"
        typed(somebody, "quux")
        somebody.until(lambda: "quux_" in somebody.app.state.page.lines)  # type: ignore[union-attr]
        somebody.strike(pygame.K_BACKSPACE, "\b")
        somebody.event(pygame.TEXTINPUT, text="ハナ")
        somebody.until(lambda: "quuハナ_" in somebody.app.state.page.lines)  # type: ignore[union-attr]
        somebody.strike(pygame.K_RETURN)
        somebody.shows("people")
        typed(somebody, "q")
        somebody.app.run()
    with Record(tmp_path) as journal:
        assert "quuハナ" in journal.roster


def test_letters_choose_a_line_and_u_q_and_the_question_mark_stay_keys(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        typed(somebody, "set")
        somebody.until(lambda: somebody.app.state.page.lines[0] == "set_")  # type: ignore[union-attr]
        somebody.strike(pygame.K_RETURN)
        somebody.shows("settings")
        somebody.strike(pygame.K_QUESTION, "?")
        somebody.event(pygame.TEXTINPUT, text="?")
        somebody.shows("help")
        somebody.strike(pygame.K_ESCAPE)
        somebody.shows("settings")
        typed(somebody, "q")
        somebody.app.run()


def test_u_goes_on_with_what_is_typed(tmp_path: Path) -> None:
    with player(tmp_path) as somebody:
        somebody.strike(pygame.K_ESCAPE)
        somebody.shows("menu")
        typed(somebody, "a")
        somebody.until(lambda: somebody.app.state.page.lines[0] == "a_")  # type: ignore[union-attr]
        typed(somebody, "u")  # the audit
        somebody.until(lambda: somebody.app.state.page.lines[0] == "au_")  # type: ignore[union-attr]
    assert recorded(tmp_path) == ["new praetorians"]


def test_ctrl_q_quits_also_where_a_name_is_written(tmp_path: Path) -> None:
    with person(tmp_path) as somebody:
        somebody.shows("home")
        for _ in range(2):
            somebody.strike(pygame.K_UP)
        somebody.strike(pygame.K_RETURN)
        somebody.shows("people")
        somebody.strike(pygame.K_UP)
        somebody.strike(pygame.K_RETURN)
        somebody.shows("name")
        somebody.strike(pygame.K_q, "\x11")
        somebody.app.run()
