"""The terminal front with a whole device behind it, played by Textual's pilot. Warnings are errors here, too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from fronts import WORDS, device, pass_time, recorded
from installed import Record
from patience import GLANCE_S, turns
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Static

from companion.ports import Clock, DeviceState, Key, Light, OpenInbox, Panel, PortError, Stop
from companion.record import RecordTrouble
from companion.words import Words
from hardware.clocks import SystemClock
from hardware.simulated import SimulatedClock
from hardware.simulated.front import Device, FrontState
from hardware.simulated.key_presses import HELD_S, REPEATS
from hardware.simulated.terminal import playing, run
from hardware.simulated.terminal.app import TerminalApp
from hardware.simulated.terminal.cells import BRAILLE, HALF, Cells, draw
from hardware.simulated.terminal.widgets import Cap, Glass
from hardware.simulated.terminal.widgets import Record as Pane

Play = Callable[[Pilot[None], TerminalApp], Awaitable[None]]


def played(
    behind: Path | Device,
    play: Play,
    size: tuple[int, int] = (80, 24),
    clock: Clock | None = None,
    words: Callable[..., str] = WORDS,
) -> TerminalApp:
    """An app in which somebody played until it ended. Without a clock, time stands still for the device."""

    async def session(app: TerminalApp) -> None:
        async with app.run_test(size=size) as pilot:
            await play(pilot, app)

    run_by = device(behind) if isinstance(behind, Path) else behind
    with playing(run_by, words, clock or SimulatedClock(1_000_000.0)) as app:
        asyncio.run(session(app))
        return app


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait for the device's thread."""
    for _ in turns():
        if holds():
            return
        await pilot.pause(GLANCE_S)
    raise AssertionError("it never came to this")


def screen(app: TerminalApp) -> str:
    return app.state.page.screen if app.state.page is not None else ""


def banner(app: TerminalApp) -> str:
    return (app.state.page.banner or "") if app.state.page is not None else ""


async def shows(pilot: Pilot[None], app: TerminalApp, name: str) -> None:
    await until(pilot, lambda: screen(app) == name)


async def start(pilot: Pilot[None], app: TerminalApp) -> None:
    """From home into a game by three strokes of Enter."""
    await shows(pilot, app, "home")
    await pilot.press("enter")
    await shows(pilot, app, "new")
    await pilot.press("enter")
    await shows(pilot, app, "setup")
    pass_time(app.clock)
    await pilot.press("enter")
    await shows(pilot, app, "table")


async def pick(pilot: Pilot[None], app: TerminalApp, line: str) -> None:
    """Walk down to a line of the menu and strike Enter."""

    def under_the_cursor() -> str:
        page = app.state.page
        shown = page.lines[page.cursor] if page is not None and isinstance(page.cursor, int) else ""
        return shown.split(":")[0]

    for _ in range(10):
        before = app.state.page
        if under_the_cursor() == line:
            break
        await pilot.press("down")
        await until(pilot, lambda before=before: app.state.page is not before)  # type: ignore[misc]
    assert under_the_cursor() == line
    pass_time(app.clock)
    await pilot.press("enter")


def listed(app: TerminalApp) -> list[str]:
    """The lines of the record that can be read."""
    record = next(record for record in app.query(Pane) if record.display)
    region = Region(0, 0, *record.outer_size)
    lines = [strip.text for strip in record.render_lines(region)]
    return [line.strip("│ ") for line in lines[1:-1] if line.strip("│ ")]


def on_the_glass(app: TerminalApp) -> list[str]:
    """What stands in the terminal where the glass is, without its frame."""
    glass = app.query_one(Glass)
    frame = 1 if glass.has_class("framed") else 0
    lines = [strip.text for strip in glass.render_lines(Region(0, 0, *glass.outer_size))]
    return [line[frame : len(line) - frame] for line in lines[frame : len(lines) - frame]]


def expected(app: TerminalApp, cells: Cells) -> list[str]:
    assert app.state.picture is not None
    return ["".join(run.text for run in line) for line in draw(app.state.picture, cells)]


def word(app: TerminalApp, name: str) -> str:
    return str(app.query_one(name, Static).content)


def test_a_game_is_started_and_played_by_keys(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        await until(pilot, lambda: listed(app) == ["new praetorians"])
        await pick(pilot, app, "Red")
        await shows(pilot, app, "cards")
        await pilot.press("right", "enter")
        await shows(pilot, app, "table")
        await until(pilot, lambda: listed(app) == ["new praetorians", "flip R6"])
        await pick(pilot, app, "Stop")
        await until(pilot, lambda: listed(app)[-1:] == ["stop"])
        await pilot.press("q")

    played(tmp_path, play)
    assert recorded(tmp_path) == ["new praetorians", "flip R6", "stop"]


def test_every_line_of_the_glass_follows_the_chip(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        for key in ("down", "down", "enter", "right", "right", "down", "escape", "up"):
            before = app.state.picture
            await pilot.press(key)
            await until(pilot, lambda before=before: app.state.picture is not before)  # type: ignore[misc]
            await pilot.pause()
            assert on_the_glass(app) == expected(app, BRAILLE)

    played(tmp_path, play)


@pytest.mark.parametrize("size", [(80, 24), (132, 45), (160, 45)])
def test_a_game_is_started_by_mouse(tmp_path: Path, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        assert await pilot.click("#key-ok")
        await shows(pilot, app, "new")
        assert await pilot.click("#key-down")
        await until(pilot, lambda: app.state.page is not None and app.state.page.cursor == 2)
        assert await pilot.click("#key-up")
        await until(pilot, lambda: app.state.page is not None and app.state.page.cursor == 1)
        assert await pilot.click("#key-ok")
        await shows(pilot, app, "setup")
        pass_time(app.clock)
        assert await pilot.click("#key-ok")
        await shows(pilot, app, "table")
        assert await pilot.click("#key-help")
        await shows(pilot, app, "help")
        assert await pilot.click("#key-back")
        await shows(pilot, app, "table")

    played(tmp_path, play, size)
    assert recorded(tmp_path) == ["new praetorians"]


def test_a_key_can_be_held_by_the_mouse(tmp_path: Path) -> None:
    clock = SimulatedClock(1_000_000.0)

    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        await pilot.mouse_down("#key-ok")
        assert app.query_one("#key-ok", Cap).has_class("down")
        clock.advance(0.7)
        # The mouse has left the key before the finger is lifted.
        await pilot.mouse_up("#glass", offset=(3, 3))
        await shows(pilot, app, "help")
        # The key was let go, so a tap is a tap.
        await pilot.click("#key-back")
        await shows(pilot, app, "table")
        await pilot.mouse_down("#key-back")
        clock.advance(0.7)
        await pilot.mouse_up("#key-back")
        await shows(pilot, app, "home")
        await until(pilot, lambda: listed(app) == ["new praetorians", "undo"])

    played(tmp_path, play, clock=clock)
    assert recorded(tmp_path) == ["new praetorians", "undo"]


def test_a_key_that_goes_away_is_let_go(tmp_path: Path) -> None:
    clock = SimulatedClock(1_000_000.0)

    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        await pilot.mouse_down("#key-back")
        # Only the glass has room now.
        await pilot.resize_terminal(66, 19)
        await shows(pilot, app, "menu")

    played(tmp_path, play, clock=clock)
    assert recorded(tmp_path) == ["new praetorians"]


def test_other_buttons_of_the_mouse_press_nothing(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        await pilot.mouse_down("#key-back", button=3)
        await pilot.mouse_up("#key-back")
        assert not app.query_one("#key-back", Cap).has_class("down")
        await pilot.press("?")
        await shows(pilot, app, "help")

    played(tmp_path, play)


def test_u_holds_back_and_so_undoes(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        await pilot.press("u")
        await until(pilot, lambda: banner(app) == "Taken back: the start of the game")
        await until(pilot, lambda: listed(app) == ["new praetorians", "undo"])
        await pilot.press("q")

    played(tmp_path, play, clock=SystemClock())
    assert recorded(tmp_path) == ["new praetorians", "undo"]


def test_a_second_u_finds_the_key_held_already_and_does_nothing(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        app.action_hold("back")
        app.action_hold("back")
        clock.advance(HELD_S)
        await shows(pilot, app, "home")
        await pilot.press("q")

    clock = SimulatedClock(1_000_000.0)
    played(tmp_path, play, clock=clock)
    assert recorded(tmp_path) == ["new praetorians", "undo"]


def test_the_question_mark_is_help_and_back_leaves_it(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        for key in ("escape", "backspace"):
            await pilot.press("question_mark")
            await shows(pilot, app, "help")
            await pilot.press(key)
            await shows(pilot, app, "home")

    played(tmp_path, play)


def test_a_held_enter_key_does_not_continue_and_the_page_says_how_to_leave(tmp_path: Path) -> None:
    clock = SimulatedClock(1_000_000.0)

    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        # As a terminal repeats: two strokes lead to a game, for two more OK is deaf, the fifth is known for what it is.
        for name in ("new", "setup", "setup", "setup"):
            await pilot.press("enter")
            await shows(pilot, app, name)
            clock.advance(0.03)
        for _ in range(5):
            await pilot.press("enter")
            clock.advance(0.03)
        assert word(app, "#legend") == WORDS("terminal.held")
        await pilot.press("question_mark")
        await shows(pilot, app, "help")  # every stroke before it has come to the device; only then time goes on
        pass_time(clock)
        await pilot.press("escape")
        await shows(pilot, app, "setup")

    played(tmp_path, play, clock=clock)
    assert recorded(tmp_path) == ["new praetorians"]


SIZES: list[tuple[tuple[int, int], Cells | None]] = [
    ((256, 80), HALF),
    ((144, 38), HALF),
    ((132, 45), HALF),
    ((120, 30), BRAILLE),
    ((80, 24), BRAILLE),
    ((66, 22), BRAILLE),
    ((66, 19), BRAILLE),
    ((64, 16), BRAILLE),
    ((63, 16), None),
    ((20, 5), None),
    ((1, 1), None),
]


def test_any_size_at_any_time(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        for size, cells in [*SIZES, *reversed(SIZES)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            if cells is None:
                assert not app.query_one("#table").display
                assert app.query_one("#small").display
                reported = WORDS("terminal.small", wide=64, high=16, width=size[0], height=size[1])
                assert word(app, "#small") == reported
                continue
            assert not app.query_one("#small").display
            glass = app.query_one(Glass)
            assert app.screen.region.contains_region(glass.region)
            assert glass.content_size == (cells.width, cells.height)
            assert on_the_glass(app) == expected(app, cells)
            for widget in (*app.query(Cap), *app.query(Pane), *app.query("#legend")):
                if widget.is_on_screen and widget.region:
                    assert app.screen.region.contains_region(widget.region), (size, widget)
        # It was played on all the time.
        await pilot.press("enter")
        await shows(pilot, app, "cards")

    played(tmp_path, play, (63, 16))


def test_keys_work_in_a_terminal_that_is_too_small(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)

    played(tmp_path, play, (20, 5))
    assert recorded(tmp_path) == ["new praetorians"]


def test_all_keys_record_and_legend_are_on_80_by_24(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        await pilot.pause()
        caps = [cap for cap in app.query(Cap) if cap.region and app.screen.region.contains_region(cap.region)]
        assert [cap.key for cap in caps] == [Key.UP, Key.LEFT, Key.OK, Key.RIGHT, Key.DOWN, Key.BACK, Key.HELP]
        await until(pilot, lambda: listed(app) == ["new praetorians"])
        assert word(app, "#legend") == "←↑↓→ move   Enter OK   Esc BACK   ? help   u undo   q quit"

    played(tmp_path, play)


def test_before_the_first_entry_the_record_says_what_it_is_for(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        assert listed(app) == [WORDS("terminal.record-empty")]

    played(tmp_path, play)


def test_the_record_shows_the_newest_and_goes_back(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        app.front.add_line("one")
        for text in ("two", "three", "four", "five", "a line that is much longer than the record is wide" * 2):
            app.front.add_line(text)
        # Three lines fit at 80 × 24, and 76 characters.
        await until(pilot, lambda: listed(app)[:2] == ["four", "five"])
        assert listed(app)[2].endswith("…")
        assert len(listed(app)[2]) == 76
        await pilot.press("pageup")
        assert listed(app) == ["two", "three", "four"]
        app.front.add_line("six")
        await until(pilot, lambda: app.record[-1] == "six")
        # Who reads is not disturbed.
        assert listed(app) == ["two", "three", "four"]
        await pilot.press("pageup", "pageup")
        assert listed(app) == ["one", "two", "three"]
        for _ in range(3):
            await pilot.press("pagedown")
        assert listed(app)[-1] == "six"

    played(tmp_path, play)


def test_a_warning_is_shown_without_tearing_the_picture(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        logging.getLogger("hardware.some.wire").warning("the pictures\ncannot be %s", "written")
        await until(pilot, lambda: listed(app) == ["the pictures cannot be written"])

    played(tmp_path, play)
    assert capfd.readouterr() == ("", "")


def test_trouble_stands_in_place_of_the_legend(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        app.state = FrontState(trouble="the record cannot be written: the disk is full")
        app.show_text()
        assert word(app, "#legend") == "the record cannot be written: the disk is full"

    played(tmp_path, play)


def test_a_caption_stands_in_place_of_the_legend_until_it_is_taken_away(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        legend = word(app, "#legend")
        app.front.caption("four people play Hearts")
        await until(pilot, lambda: word(app, "#legend") == "four people play Hearts")
        app.front.caption(None)
        await until(pilot, lambda: word(app, "#legend") == legend)

    played(tmp_path, play)


def test_a_display_that_nobody_needs_looks_dim_and_then_dark(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        assert not app.query_one(Glass).has_class("dim")
        # What the display does and what the loop says after minutes without a touch.
        app.front.board.chip.command(0x81, 0x01)
        assert app.state.page is not None
        assert app.state.picture is not None
        app.front.show(DeviceState(app.state.picture, app.state.page, (), None, Light.DARK))
        await until(pilot, lambda: app.query_one(Glass).has_class("dim"))
        assert word(app, "#legend") == WORDS("terminal.dark")
        await pilot.press("question_mark")
        await shows(pilot, app, "help")
        assert word(app, "#legend").endswith("q quit")

    played(tmp_path, play)


@pytest.mark.parametrize("key", ["q", "Q", "ctrl+c", "ctrl+q"])
def test_quitting_ends_the_device_in_good_order(tmp_path: Path, key: str) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        await pilot.press(key)
        await until(pilot, lambda: app.state.ended)

    app = played(tmp_path, play)
    assert app.return_code == 0
    assert recorded(tmp_path) == ["new praetorians"]


def test_an_app_that_goes_away_ends_the_device_too(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        app.exit()

    played(tmp_path, play)
    assert recorded(tmp_path) == ["new praetorians"]


def test_what_still_comes_while_the_app_closes_finds_no_key_and_is_no_fault(tmp_path: Path) -> None:
    async def session(app: TerminalApp) -> None:
        async with app.run_test() as pilot:
            await shows(pilot, app, "home")
            await pilot.mouse_down("#key-ok")
        # The widgets have gone. Only now the finger is lifted, and strokes come that are a held key and give a hint.
        app.on_app_blur()
        for _ in range(REPEATS + 1):
            app.action_tap("ok")
            clock.advance(0.03)

    clock = SimulatedClock(1_000_000.0)
    with playing(device(tmp_path), WORDS, clock) as app:
        asyncio.run(session(app))


def test_an_interrupted_game_is_back_at_once(tmp_path: Path) -> None:
    async def first(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)

    async def second(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "table")

    played(tmp_path, first)
    played(tmp_path, second)


class Faulty(RuntimeError):
    pass


def test_a_fault_of_the_device_ends_the_app_and_comes_out(tmp_path: Path) -> None:
    ended: list[str] = []

    class Last:
        """A panel that ends the device on the screen of a new game; a fault of its own would only cost its picture."""

        def __init__(self, inbox: OpenInbox) -> None:
            self._inbox = inbox

        def show(self, shown: DeviceState) -> None:
            if shown.page.screen == "new":
                self._inbox.put(Stop())

        def close(self) -> None:
            pass

    def faulty(inbox: OpenInbox, panels: Sequence[Panel], clock: Clock) -> None:
        device(tmp_path)(inbox, (*panels, Last(inbox)), clock)
        raise Faulty("the device has a fault")

    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        await pilot.press("enter")
        await until(pilot, lambda: app.state.ended)
        ended.append("the app was reported")

    with pytest.raises(Faulty, match="the device has a fault"):
        played(faulty, play)
    assert ended == ["the app was reported"]
    assert recorded(tmp_path) == []


def test_a_record_in_use_is_reported_before_anything_is_drawn(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        raise AssertionError("there is nothing to play on")

    with Record(tmp_path), pytest.raises(RecordTrouble, match=r"record\.locked"):
        played(tmp_path, play)


def test_without_a_terminal_a_word_says_so(tmp_path: Path) -> None:
    # Under pytest standard input is no terminal.
    with pytest.raises(PortError, match="no terminal to play in here"):
        run(device(tmp_path), WORDS)


# -- names


async def naming(pilot: Pilot[None], app: TerminalApp) -> None:
    """From home to the screen of a new name."""
    await shows(pilot, app, "home")
    await pilot.press("up", "up", "enter")
    await shows(pilot, app, "people")
    await pilot.press("up", "enter")
    await shows(pilot, app, "name")


def test_letters_are_written_into_a_name_and_none_of_them_quits(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await naming(pilot, app)
        await pilot.press("q", "u", "Q", "space", "question_mark", "ö")
        await until(pilot, lambda: app.state.page is not None and "quQ ?ö_" in app.state.page.lines)
        assert word(app, "#legend") == "Enter ends the name   Backspace takes one back   Ctrl-Q quit"
        await pilot.press("backspace", "backspace", "x", "enter")
        await shows(pilot, app, "people")
        assert word(app, "#legend").endswith("q quit")
        await pilot.press("q")

    played(tmp_path, play)
    with Record(tmp_path) as journal:
        assert "quQ x" in journal.roster


def test_another_language_renames_keys_record_and_legend_at_once(tmp_path: Path) -> None:
    languages = ["en"]

    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        assert (word(app, "#key-back"), app.query(Pane).first().border_title) == ("BACK", "Record")
        languages.append("ja")
        await pilot.press("up", "enter")
        await shows(pilot, app, "settings")
        assert (word(app, "#key-back"), app.query(Pane).first().border_title) == ("戻る", "記録")
        assert word(app, "#legend").startswith("←↑↓→ 移動")
        await pilot.press("q")

    def words(key: str, **params: object) -> str:
        return Words(languages[-1])(key, **params)

    played(tmp_path, play, (120, 40), words=words)


def test_letters_choose_a_line_and_u_q_and_the_question_mark_stay_keys(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await shows(pilot, app, "home")
        await pilot.press("s", "e", "t")
        await until(pilot, lambda: app.state.page is not None and app.state.page.lines[0] == "set_")
        await pilot.press("enter")
        await shows(pilot, app, "settings")
        await pilot.press("question_mark")
        await shows(pilot, app, "help")
        await pilot.press("q")

    played(tmp_path, play)


def test_u_goes_on_with_what_is_typed(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await start(pilot, app)
        await pilot.press("escape")
        await shows(pilot, app, "menu")
        for key, title in (("a", "a_"), ("u", "au_")):  # the audit
            await pilot.press(key)
            await until(pilot, lambda: app.state.page is not None and app.state.page.lines[0] == title)  # noqa: B023
        await pilot.press("q")

    played(tmp_path, play)
    assert recorded(tmp_path) == ["new praetorians"]


def test_ctrl_q_quits_also_where_a_name_is_written(tmp_path: Path) -> None:
    async def play(pilot: Pilot[None], app: TerminalApp) -> None:
        await naming(pilot, app)
        await pilot.press("ctrl+q")

    played(tmp_path, play)
