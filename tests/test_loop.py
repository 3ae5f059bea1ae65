"""The loop: order of events, deadlines, ports that fail and work again."""

from __future__ import annotations

import errno
import math
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import date
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import pytest
from installed import Record
from letters import OneSize
from logs import texts
from PIL import Image
from variants import every_entry, options_of

from companion.app.active_settings import ActiveSettings, IdleTimes, Rest
from companion.app.banners import MessageBox
from companion.app.composer import log_text
from companion.app.loop import Loop
from companion.app.machine import Machine, News, Services
from companion.app.questions import FailedRoot
from companion.app.retrying_port import RETRY_MOST_S, RETRY_S
from companion.app.startup import PAUSE_S, REREAD_BYTES, REREAD_S, Startup
from companion.app.timers import DEAF_S
from companion.games import registry
from companion.messages import Message
from companion.play.act import PEOPLE, Act, Line
from companion.ports import (
    HOLD_S,
    WIDTH,
    AuxPortError,
    DeviceState,
    Event,
    Gesture,
    Key,
    KeyPress,
    KeyStuck,
    Light,
    PadAnswer,
    PadHandedOver,
    PadReport,
    PadWorker,
    Panel,
    PortError,
    Repeat,
    Reread,
    Sound,
    Stop,
)
from companion.record.index import INDEX, connect
from companion.record.log import LOG, Disk
from companion.session.session import Session
from companion.session.settings_file import SettingsFile
from companion.ui.letters import RIGHT
from companion.ui.page import Item, Page
from companion.ui.painter import GUTTER, Painter
from companion.ui.screen import EVERY_KEY
from companion.words import Words
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")
LONG = "Bartholomew the Greatest"
"""A name with which orders to the hands need two banners."""


class Boxes(OneSize):
    """A typeface that has no letter."""

    height = 8

    def columns(self, character: str) -> tuple[int, ...] | None:
        return None


class Script:
    """An inbox that plays events back; a number lets so much time pass, waking the loop at its deadlines.

    A key with the time 0.0 is pressed now.
    """

    def __init__(self, clock: SimulatedClock, events: Iterable[Event | float]) -> None:
        self._clock = clock
        self._events = chain(events, [Stop()])
        self._until: float | None = None
        self.wakes: list[float] = []
        self.rates: list[Repeat | None] = []
        self.deadlines: set[float | None] = set()

    def repeat(self, rate: Repeat | None) -> None:
        self.rates.append(rate)

    def get(self, deadline: float | None) -> Event | None:
        self.deadlines.add(deadline)
        while True:
            if self._until is not None:
                if deadline is not None and deadline <= self._until:
                    self._clock.advance(max(deadline - self._clock.monotonic(), 0.0))
                    self.wakes.append(self._clock.monotonic())
                    return None
                self._clock.advance(self._until - self._clock.monotonic())
                self._until = None
            event = next(self._events)
            if isinstance(event, KeyPress) and event.at == 0.0:
                return KeyPress(event.key, event.gesture, self._clock.monotonic(), event.board)
            if not isinstance(event, float):
                return event
            self._until = self._clock.monotonic() + event


class Glass:
    """A panel that keeps what it was shown, and is unplugged while `lost` says so."""

    def __init__(self, lost: Callable[[], bool] = lambda: False) -> None:
        self._lost = lost
        self.shown: list[DeviceState] = []
        self.tries = 0

    def show(self, shown: DeviceState) -> None:
        self.tries += 1
        if self._lost():
            raise PortError("the glass is not there")
        self.shown.append(shown)

    def close(self) -> None: ...


def press(*keys: Key) -> Iterator[KeyPress]:
    for key in keys:
        yield KeyPress(key, Gesture.PRESS, 0.0)
        yield KeyPress(key, Gesture.RELEASE, 0.0)


def held(key: Key, seconds: float, ends: Gesture) -> list[Event | float]:
    """A key that is down for so long, and what follows from it; then time passes."""
    return [KeyPress(key, Gesture.PRESS, 0.0), seconds, KeyPress(key, ends, 0.0), 5.0]


AWAKE = IdleTimes(1e9, 1e9, 1e9, 1e9)
"""A device that never rests, for tests of other things."""
WORKS_AGAIN_S = 8 * 0.35
"""How long "works again; the log says what it was" stands: eight words."""
HOLD_BACK = KeyPress(Key.BACK, Gesture.HOLD, 0.0)


class Full(Disk):
    """A disk that may be full."""

    full = False

    def write(self, descriptor: int, raw: bytes) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(descriptor, raw)


class Table:
    """Everything a loop needs, in a folder of the test. `off`: whether the last run ended with the machine."""

    off = False

    def __init__(self, folder: Path) -> None:
        self.clock = SimulatedClock(1_000_000.0)
        self.folder, self.disk = folder, Full()
        self.journal = Record(folder, ("Ada", "Ben"), disk=self.disk)
        self.session = Session(self.journal, self.clock)

    def run(
        self,
        events: Iterable[Event | float],
        *panels: Panel,
        keys: Callable[[], None] | None = None,
        idling: IdleTimes | None = AWAKE,
        tour: bool = False,
        file: SettingsFile | None = None,
        parts: frozenset[str] = frozenset(),
        weak: Callable[[], bool] = lambda: False,
        off: Callable[[], None] | None = None,
        notices: Iterable[Message] = (),
        home: bool = False,
        failed: FailedRoot | None = None,
        services: Services | None = None,
        web: str = "",
        left_hand: Callable[[bool], None] = lambda _: None,
        board: frozenset[Key] = EVERY_KEY,
        pads: PadWorker | None = None,
    ) -> Script:
        script = Script(self.clock, events)
        settings = ActiveSettings(
            Painter(Boxes()), Words("en"), file, languages=("en",), parts=parts, idling=idling, web=lambda: web
        )
        machine = Machine(script, self.clock, panels, keys, board, weak, off, services, left_hand=left_hand, pads=pads)
        startup = Startup(tour=tour, home=home, notices=tuple(notices), failed=failed)
        self.off = Loop(self.session, settings, machine, startup).run()
        return script


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.journal.close()


def test_something_is_shown_before_the_first_key(table: Table) -> None:
    glass = Glass()
    table.run([], glass)
    assert [shown.page.screen for shown in glass.shown] == ["home"]


def test_a_key_that_changes_nothing_shows_nothing(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.BACK, Key.BACK)], glass)
    assert len(glass.shown) == 1


def test_pressing_ok_acts_once_on_release(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.OK)], glass)
    assert [shown.page.screen for shown in glass.shown] == ["home", "new"]


def test_an_entry_is_in_the_record_when_it_is_shown(table: Table) -> None:
    recorded = []

    class Reader(Glass):
        def show(self, shown: DeviceState) -> None:
            super().show(shown)
            recorded.append((shown.recorded, texts(table.folder)))

    table.run([*press(Key.OK, Key.OK, Key.OK, Key.OK), HOLD_BACK], Reader())
    assert recorded[2] == (("new praetorians",), ["new praetorians"])
    assert recorded[-1][0] == ("undo",)
    assert recorded[-1][1][-1] == "undo"


def test_a_banner_stands_for_its_time_and_no_longer(table: Table) -> None:
    glass = Glass()
    script = table.run([HOLD_BACK, 10.0], glass)
    assert [shown.page.banner for shown in glass.shown] == [None, "nothing to undo", None]
    assert script.wakes == [1.2]


def test_a_key_cuts_a_banner_short_and_acts(table: Table) -> None:
    glass = Glass()
    table.run([HOLD_BACK, *press(Key.OK)], glass)
    seen = [(shown.page.screen, shown.page.banner) for shown in glass.shown]
    assert seen == [("home", None), ("home", "nothing to undo"), ("new", None)]


def with_a_long_name(table: Table, tmp_path: Path, events: Iterable[Event | float]) -> Glass:
    """A game of which two banners say how to take back the last entry, `stop`; then some events."""
    table.session.start("praetorians", (LONG, "Ben"), {})
    for text in ("flip R7", "flip R8", "flip Y5", "stop"):
        table.session.enter(text)
    glass = Glass()
    table.run(events, glass, file=SettingsFile(tmp_path))
    return glass


FIRST_PAGE = f"Taken back: Stop\nR7 R8 Y5: in front of {LONG}\n{LONG}'s pawn: 20 → 0\n▼"
LAST_PAGE = f"{LONG}'s turn"


def test_a_key_shows_the_next_page_of_what_hands_must_do_and_acts_on_the_last_one(table: Table, tmp_path: Path) -> None:
    glass = with_a_long_name(table, tmp_path, [HOLD_BACK, 3600.0, *press(Key.BACK), 3600.0, *press(Key.BACK)])
    seen = [(shown.page.screen, shown.page.banner) for shown in glass.shown]
    assert seen == [("table", None), ("table", FIRST_PAGE), ("table", LAST_PAGE), ("menu", None)]


def test_undo_waits_too_until_hands_have_seen_all_pages(table: Table, tmp_path: Path) -> None:
    glass = with_a_long_name(table, tmp_path, [HOLD_BACK, HOLD_BACK, HOLD_BACK])
    assert [shown.page.banner for shown in glass.shown[1:3]] == [FIRST_PAGE, LAST_PAGE]
    assert [text for shown in glass.shown for text in shown.recorded if text == "undo"] == ["undo", "undo"]


def test_a_key_that_repeats_turns_no_page_of_what_hands_must_do(table: Table, tmp_path: Path) -> None:
    down, repeat = KeyPress(Key.DOWN, Gesture.PRESS, 0.0), KeyPress(Key.DOWN, Gesture.REPEAT, 0.0)
    glass = with_a_long_name(table, tmp_path, [HOLD_BACK, down, *[repeat] * 5, down, repeat])
    assert [shown.page.banner for shown in glass.shown] == [None, FIRST_PAGE, LAST_PAGE, None, None]
    first, *_, second_last, last = [shown.page.cursor for shown in glass.shown]
    assert len({first, second_last, last}) == 3  # after the last page the key acts, and repeats


def test_what_hands_must_do_stays_on_a_glass_that_dims_and_goes_dark(table: Table) -> None:
    table.session.start("praetorians", ("Ada", "Ben"), {})
    table.session.enter("flip R7")
    glass = Glass()
    table.run([HOLD_BACK, 3600.0, *press(Key.OK), 3600.0], glass, idling=IdleTimes())
    said = "Taken back: ▲R7\nR7: face down"
    # The score board does not replace it, and the key that lights the glass does not end it.
    shown = [(shown.page.screen, shown.page.banner) for shown in glass.shown[1:]]
    assert [one for one, _ in groupby(shown)][:3] == [("table", said), ("dark", None), ("table", said)]


def test_the_mark_of_a_held_key_fills_step_by_step_and_is_gone_when_the_hold_counts(table: Table) -> None:
    glass = Glass()
    script = table.run([*press(Key.OK), *held(Key.BACK, 0.6, Gesture.HOLD)], glass)
    assert script.wakes[:5] == pytest.approx([0.2, 0.3, 0.4, 0.5, 0.6])
    marks = [shown.frame.crop((GUTTER, 57, WIDTH, 58)) for shown in glass.shown[1:]]
    lit = [sum(bool(mark.getpixel((x, 0))) for x in range(mark.width)) for mark in marks]
    assert lit == [2, 4, 5, 6, 7, 2, 2, 2]  # the new game, four steps, gone, a banner, its end
    assert len({mark.tobytes() for mark in marks}) == 5


def test_a_key_that_is_pressed_for_a_moment_draws_no_mark(table: Table) -> None:
    glass = Glass()
    script = table.run(held(Key.OK, 0.15, Gesture.RELEASE), glass)
    assert script.wakes == []
    assert [shown.page.screen for shown in glass.shown] == ["home", "new"]


@pytest.mark.parametrize(("dark_s", "wakes"), [(1000.0, [30.0, 34.0, 38.0]), (20.0, [20.0])])
def test_rec_11_a_record_is_read_again_while_the_device_rests_and_not_while_it_is_dark(
    tmp_path: Path, dark_s: float, wakes: list[float]
) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        record.add_together(
            [Line(0, 5.0, Act("name", number, f"Guest {number}"), 0, PEOPLE) for number in range(10, 2400)]
        )
    size = (tmp_path / LOG).stat().st_size
    assert 2 * REREAD_BYTES < size < 3 * REREAD_BYTES  # the third step is the last one
    assert REREAD_BYTES * 60 / REREAD_S < 1_000_000
    made = Table(tmp_path)
    script = made.run([300.0], Glass(), idling=IdleTimes(math.inf, math.inf, dark_s, math.inf))
    assert script.wakes == pytest.approx(wakes)
    made.journal.close()


def test_an_idle_table_wakes_for_nothing(table: Table) -> None:
    script = table.run([*press(Key.OK, Key.OK), 20.0], Glass())
    assert script.wakes == []


def test_a_lost_panel_is_tried_again_ever_more_rarely_and_healed_with_the_last_picture(table: Table) -> None:
    glass = Glass(lambda: table.clock.monotonic() < 20)
    other = Glass()
    script = table.run([*press(Key.OK), 60.0], glass, other)
    assert script.wakes == [1.0, 3.0, 7.0, 15.0, 31.0, pytest.approx(31.0 + WORKS_AGAIN_S)]
    back = "works again; the log says what it was"
    assert [(shown.page.screen, shown.page.banner) for shown in glass.shown] == [
        ("new", None), ("new", back), ("new", None),
    ]  # fmt: skip
    assert [shown.page.screen for shown in other.shown] == ["home", "new", "new", "new"]


def test_a_panel_lost_for_ever_costs_a_try_every_half_minute(table: Table) -> None:
    glass = Glass(lambda: True)
    script = table.run([3600.0], glass)
    assert script.wakes[-1] - script.wakes[-2] == RETRY_MOST_S
    assert len(script.wakes) == glass.tries - 1


def test_a_panel_that_came_back_starts_again_with_short_pauses(table: Table) -> None:
    lost = ((0, 2), (10, 12))
    glass = Glass(lambda: any(begin <= table.clock.monotonic() < end for begin, end in lost))
    script = table.run([10.0, *press(Key.OK), 10.0], glass)
    assert script.wakes == [1.0, 3.0, 3.0 + WORKS_AGAIN_S, 11.0, 13.0, 13.0 + WORKS_AGAIN_S]


def test_a_key_hastens_the_next_try_for_a_wire_that_has_long_been_lost(table: Table) -> None:
    glass = Glass(lambda: table.clock.monotonic() < 32)
    table.run([40.0, *press(Key.OK), 1.0], glass)
    # Tried at 31 s, and not due again before 61 s.
    assert (glass.shown[0].page.screen, glass.shown[-1].page.screen) == ("home", "new")
    # It is not tried at every key either: with a bus that hangs people would wait each time.
    glass = Glass(lambda: True)
    table.run(press(*[Key.DOWN] * 20), glass)
    assert glass.tries == 1


class Aside(Glass):
    """A panel beside the glass."""

    def show(self, shown: DeviceState) -> None:
        try:
            super().show(shown)
        except PortError as lost:
            raise AuxPortError(str(lost)) from lost


def test_a_lost_side_panel_is_reported_on_the_glass_at_once_and_once(table: Table) -> None:
    glass, aside = Glass(), Aside(lambda: table.clock.monotonic() < 40)
    script = table.run([100.0], glass, aside)
    back = "works again; the log says what it was"
    assert [shown.page.banner for shown in glass.shown] == [
        None, "the glass is not there", None, back, None,
    ]  # fmt: skip
    assert script.wakes == [1.0, 5 * 0.35, 3.0, 7.0, 15.0, 31.0, 61.0, 61.0 + WORKS_AGAIN_S]
    assert [shown.page.banner for shown in aside.shown] == [None, back, None]


class NoNetwork(Glass):
    """A web window without a network."""

    def show(self, shown: DeviceState) -> None:
        raise AuxPortError("the web window has no network: too many open files", "network")


def test_a_side_panel_that_fails_is_logged_once_with_its_cause(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    glass = Glass()
    table.run([10.0], glass, NoNetwork())
    said = "the web window has no network; the device tries again by itself"
    assert [shown.page.banner for shown in glass.shown] == [None, said]
    assert caplog.messages == ["the web window has no network: too many open files"]


def test_every_panel_gets_what_makes_the_table_in_words_and_nobody_makes_them(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.DOWN)], glass)
    first, last = glass.shown[0].public_view, glass.shown[-1].public_view
    assert first is not None
    assert first == last  # the same table, though another screen
    assert first().says == "No game on the table"


def test_what_was_being_said_is_said_again_after_what_befell_the_device(table: Table) -> None:
    glass = Glass(lambda: table.clock.monotonic() < 1)
    table.run([HOLD_BACK, 20.0], glass)
    back = "works again; the log says what it was"
    assert [shown.page.banner for shown in glass.shown] == ["nothing to undo", back, "nothing to undo", None]


def test_what_befell_the_device_costs_no_press(table: Table) -> None:
    glass = Glass(lambda: table.clock.monotonic() < 1)
    table.run([1.0, *press(Key.OK)], glass)
    assert [(shown.page.screen, shown.page.banner) for shown in glass.shown[-2:]] == [
        ("home", "works again; the log says what it was"), ("new", None),
    ]  # fmt: skip


def test_a_glass_that_slept_wakes_to_say_that_the_keys_are_lost_and_that_they_are_back(table: Table) -> None:
    def keys() -> None:
        if 700 <= table.clock.monotonic() < 702:
            raise PortError("pin 5 for up is in use by hog")

    glass = Glass()

    def events() -> Iterator[Event | float]:
        yield 700.0
        yield KeyPress(Key.OK, Gesture.RELEASE, 0.0)  # anything that wakes the loop
        yield 20.0

    table.run(events(), glass, keys=keys, idling=IdleTimes())
    reported = [(shown.page.banner, shown.light) for shown in glass.shown if shown.page.banner]
    assert reported == [
        ("the keys do not answer; trying again", Light.FULL), ("the keys answer again", Light.FULL),
    ]  # fmt: skip


def test_a_stuck_key_is_named_in_a_message_that_the_next_key_ends_while_it_acts(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    glass = Glass()
    table.run([1.0, KeyStuck(Key.DOWN), 30.0, *press(Key.OK), 1.0], glass)
    assert any("The key DOWN" in " ".join((shown.page.banner or "").split()) for shown in glass.shown)
    assert (glass.shown[0].page.screen, glass.shown[-1].page.screen) == ("home", "new")
    assert glass.shown[-1].page.banner is None
    assert "The key DOWN has been down for 30 s" in caplog.text


def test_keys_that_stay_lost_are_named_again_at_every_try(table: Table) -> None:
    def keys() -> None:
        raise PortError("pins busy")

    glass = Glass()
    table.run([100.0], glass, keys=keys)
    # Tried at 0, 1 (it is still being said), 3, 7, 15, 31, 61 and 91 s.
    assert [shown.page.banner for shown in glass.shown].count("the keys do not answer; trying again") == 7


def test_too_little_voltage_is_reported_once_and_written_down_each_time(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    weak = iter([False, True, True, False, True, False, False, False])
    glass = Glass()
    table.run([*press(Key.DOWN, Key.DOWN, Key.DOWN), 10.0], glass, weak=lambda: next(weak))
    words = "too little voltage: the Pi needs a better power supply or a shorter cable"
    assert [shown.page.banner for shown in glass.shown].count(words) == 1
    assert caplog.messages == [words, words]


def test_a_key_that_repeats_ends_no_message_that_is_kept(table: Table, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('brightness = 5\nrotation = "up"\n')
    glass, repeat = Glass(), KeyPress(Key.DOWN, Gesture.REPEAT, 0.0)
    table.run([*press(Key.DOWN), *[repeat] * 5], glass, file=SettingsFile(tmp_path))
    assert "rotation" in str(glass.shown[-1].page.banner)


def test_too_little_voltage_at_the_start_is_the_first_thing_said(table: Table) -> None:
    glass = Glass()
    script = table.run([25.0, *press(Key.DOWN), 25.0], glass, weak=lambda: True)
    assert str(glass.shown[0].page.banner).startswith("too little voltage")
    assert script.wakes == []  # it stays until a key, and nothing wakes to look at it
    assert [shown.page.banner for shown in glass.shown][1:] == [None]
    assert glass.shown[-1].page.lines[:2] == ("Table Companion", "🔔1")


def test_keys_that_cannot_be_opened_are_tried_again_and_the_glass_goes_on(table: Table) -> None:
    tries = []

    def keys() -> None:
        tries.append((table.clock.monotonic(), len(glass.shown)))
        if len(tries) < 3:
            raise PortError("pins busy")

    glass = Glass()
    table.run([30.0], glass, keys=keys)
    # The first picture is there before the keys are; then the banner comes and goes.
    assert tries[:3] == [(0.0, 1), (RETRY_S, 2), (3 * RETRY_S, 3)]
    lost, back = "the keys do not answer; trying again", "the keys answer again"
    assert [shown.page.banner for shown in glass.shown] == [None, lost, None, back, None]


def test_keys_are_looked_after_whenever_the_loop_wakes_and_come_back(table: Table) -> None:
    looks, lost = [], {5.0}

    def keys() -> None:
        looks.append(table.clock.monotonic())
        if looks[-1] in lost:
            raise PortError("callback thread has ended")

    glass = Glass()
    table.run([5.0, *press(Key.DOWN), 10.0], glass, keys=keys)
    assert looks[0] == 0.0
    assert 5.0 in looks
    assert looks[-1] > 5.0
    assert [shown.page.banner for shown in glass.shown if shown.page.banner] == [
        "the keys do not answer; trying again", "the keys answer again",
    ]  # fmt: skip


def test_a_record_that_cannot_be_written_is_reported_and_nothing_has_happened(table: Table) -> None:
    glass = Glass()
    table.disk.full = True
    table.run([*press(Key.OK, Key.OK)], glass)
    last = glass.shown[-1]
    assert last.page.screen == "new"
    assert last.recorded == ()
    assert "cannot be written" in str(last.page.banner)
    assert "cannot be written" in str(last.trouble)
    assert table.session.now is None


def test_the_trouble_is_gone_once_the_record_can_be_written_again(table: Table) -> None:
    glass = Glass()

    def events() -> Iterator[Event | float]:
        table.disk.full = True
        yield from press(Key.OK, Key.OK)
        table.disk.full = False
        yield from press(Key.OK)

    table.run(events(), glass)
    assert (glass.shown[-1].page.screen, glass.shown[-1].trouble) == ("setup", None)


def test_an_untouched_table_becomes_a_score_board_dims_moves_and_goes_dark(table: Table) -> None:
    glass = Glass()
    script = table.run([*press(Key.OK, Key.OK, Key.BACK), 3600.0], glass, idling=IdleTimes())
    assert script.wakes == [30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600]
    rest = [(shown.page.screen, shown.light) for shown in glass.shown[3:]]
    assert rest[:2] == [("table", Light.FULL), ("score", Light.FULL)]
    assert rest[3] == ("score", Light.DIM)
    assert rest[-1] == ("dark", Light.DARK)
    pictures = [shown.frame.tobytes() for shown in glass.shown[4:-1]]
    assert len(set(pictures)) == 4
    assert glass.shown[-1].frame.getbbox() is None
    assert glass.shown[-1].page.lines == ()


def test_home_dims_and_goes_dark_without_becoming_a_score_board(table: Table) -> None:
    glass = Glass()
    script = table.run([3600.0], glass, idling=IdleTimes())
    assert script.wakes == [30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600]
    rest = [(shown.page.screen, shown.light) for shown in glass.shown]
    assert rest == [("home", Light.FULL)] * 2 + [("home", Light.DIM)] * 8 + [("dark", Light.DARK)]


def test_each_minute_a_page_at_rest_moves_by_two_pixels_and_a_key_brings_it_back(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.OK), 190.0, *press(Key.DOWN)], glass, idling=IdleTimes())
    still, *moved, back = [shown.frame for shown in glass.shown[1:]]
    assert len(moved) == 3
    for shown, (x, y) in zip(moved, ((-2, 0), (-2, 2), (0, 2)), strict=True):
        expected = Image.new("1", still.size)
        expected.paste(still, (x, y))
        assert shown.tobytes() == expected.tobytes()
    assert back.crop((0, 0, RIGHT, 8)).tobytes() == still.crop((0, 0, RIGHT, 8)).tobytes()


def test_what_is_inverted_on_the_score_board_has_an_outline_in_every_other_minute(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.OK, Key.OK, Key.BACK), 600.0], glass, idling=IdleTimes(dark_s=math.inf))
    lit = [sum(shown.frame.histogram()[1:]) for shown in glass.shown if shown.page.screen == "score"]
    assert len(lit) == 11  # after 30 s and each minute
    assert min(lit[::2]) > 2 * max(lit[1::2])


def test_from_the_score_board_another_key_than_ok_acts_as_usual(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.OK, Key.OK, Key.BACK), 200.0, *press(Key.DOWN)], glass, idling=IdleTimes())
    assert glass.shown[-2].page.screen == "score"
    last = glass.shown[-1]
    assert (last.page.screen, last.light) == ("table", Light.FULL)
    assert last.page.cursor == glass.shown[3].page.cursor + 1  # type: ignore[operator]


def test_ok_on_the_score_board_only_brings_the_table_back(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.OK, Key.OK, Key.BACK), 40.0, *press(Key.OK), *press(Key.OK)], glass, idling=IdleTimes())
    assert [shown.page.screen for shown in glass.shown[-3:]] == ["score", "table", "cards"]


def test_holding_ok_on_the_score_board_only_brings_the_table_back(table: Table) -> None:
    glass = Glass()
    held = [KeyPress(Key.OK, Gesture.PRESS, 0.0), KeyPress(Key.OK, Gesture.HOLD, 0.0)]
    table.run([*press(Key.OK, Key.OK, Key.BACK), 40.0, *held], glass, idling=IdleTimes())
    assert [shown.page.screen for shown in glass.shown[-2:]] == ["score", "table"]


def test_a_key_that_only_wakes_does_nothing_more_while_another_key_is_pressed(table: Table) -> None:
    glass = Glass()
    ok = [KeyPress(Key.OK, Gesture.PRESS, 0.0), *press(Key.DOWN), KeyPress(Key.OK, Gesture.RELEASE, 0.0)]
    table.run([*press(Key.OK, Key.OK, Key.BACK), 40.0, *ok], glass, idling=IdleTimes())
    assert glass.shown[-1].page.screen == "table"
    assert texts(table.folder) == ["new praetorians"]


def test_for_a_moment_after_an_entry_ok_does_nothing(table: Table) -> None:
    """A blue 5 is entered; the cursor would stay on the cards of a colour."""
    glass = Glass()
    before: list[Event | float] = [*press(Key.OK, Key.OK, Key.BACK), DEAF_S, *press(Key.OK, Key.OK)]
    table.run([*before, DEAF_S - 0.001, *press(Key.OK, Key.OK)], glass)
    assert texts(table.folder) == ["new praetorians", "flip B5"]
    assert glass.shown[-1].page.screen == "table"


@every_entry
def test_in_every_game_taps_in_a_row_enter_once_and_begin_no_rematch(
    table: Table, game: str, entry: str | None
) -> None:
    glass, players = Glass(), registry.game(game).players[0]
    for name in NAMES[:players]:
        table.session.add_person(name)
    table.session.start(game, NAMES[:players], options_of(entry))
    entries = []

    def events() -> Iterator[Event | float]:
        for _ in range(30):
            yield DEAF_S
            if glass.shown[-1].page.screen == "ending":
                yield from press(Key.UP)  # the cursor is on no
            before = table.session.now
            yield from press(Key.OK)
            after = table.session.now
            if after is not before:
                yield from press(Key.OK, Key.OK)
                entries.append(after is table.session.now)

    table.run(events(), glass)
    assert entries
    assert all(entries)


def test_a_tap_of_that_moment_does_nothing_though_the_loop_comes_to_it_later(table: Table) -> None:
    """The loop may be slow: what counts is when the key was pressed."""
    tap = [KeyPress(Key.OK, gesture, 2 * DEAF_S - 0.001) for gesture in (Gesture.PRESS, Gesture.RELEASE)]
    table.run([DEAF_S, *press(Key.OK, Key.OK, Key.BACK), HOLD_BACK, 2 * DEAF_S, *tap], glass := Glass())
    assert glass.shown[-1].page.screen == "home"


def test_when_the_moment_is_over_ok_acts_again(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.OK, Key.OK), DEAF_S, *press(Key.OK)], glass)
    assert [shown.page.screen for shown in glass.shown] == ["home", "new", "setup", "setup"]  # its next page


def test_an_ok_that_goes_down_too_early_does_nothing_however_late_it_comes_up(table: Table) -> None:
    glass = Glass()
    late: list[Event | float] = [KeyPress(Key.OK, Gesture.PRESS, 0.0), 0.5, KeyPress(Key.OK, Gesture.RELEASE, 0.0)]
    table.run([*press(Key.OK, Key.OK), *late], glass)
    assert glass.shown[-1].page.screen == "setup"


@pytest.mark.parametrize("key", [Key.DOWN, Key.BACK, Key.HELP])
def test_after_an_entry_the_other_keys_act_at_once(table: Table, key: Key) -> None:
    glass = Glass()
    table.run([*press(Key.OK, Key.OK), *press(key)], glass)
    assert glass.shown[-2].page != glass.shown[-1].page


def test_the_deaf_key_ticks_and_leaves_the_banner(table: Table) -> None:
    glass = Glass()
    file = SettingsFile(table.folder)
    file.change("sounds", "keys")
    events = [*press(Key.OK, Key.OK, Key.BACK), HOLD_BACK, *press(Key.OK)]
    table.run(events, glass, file=file, parts=frozenset({"sounds"}))
    undone, ticked = glass.shown[-2:]
    assert undone.page.banner
    assert (ticked.sound, ticked.page) == (Sound.KEY, undone.page)


def test_two_taps_after_an_undo_do_not_begin_a_game(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.OK, Key.OK, Key.BACK), HOLD_BACK, *press(Key.OK, Key.OK)], glass)
    assert glass.shown[-1].page.screen == "home"


@pytest.mark.parametrize("key", [Key.OK, Key.DOWN, Key.BACK])
def test_on_dark_glass_the_first_press_only_wakes(table: Table, key: Key) -> None:
    glass = Glass()
    repeats = [KeyPress(key, Gesture.REPEAT, 0.0)] * 3
    table.run([*press(Key.OK, Key.OK, Key.BACK), 700.0, *press(key), *repeats], glass, idling=IdleTimes())
    assert glass.shown[-2].page.screen == "dark"
    assert (glass.shown[-1].page, glass.shown[-1].light) == (glass.shown[3].page, Light.FULL)


def test_a_hold_on_dark_glass_only_wakes_and_the_next_one_counts(table: Table) -> None:
    glass = Glass()
    held = [KeyPress(Key.BACK, Gesture.PRESS, 0.0), HOLD_BACK]
    table.run([*press(Key.OK, Key.OK, Key.BACK), 700.0, *held, *held], glass, idling=IdleTimes())
    assert glass.shown[-2].page.screen == "table"
    assert glass.shown[-1].recorded == ("undo",)


def test_a_first_start_explains_the_keys_and_waits_for_one_before_each_page(table: Table) -> None:
    glass = Glass()
    table.run([3600.0, *press(Key.OK, Key.DOWN, Key.BACK, Key.UP, Key.OK), 60.0, *press(Key.OK)], glass, tour=True)
    pages = [(shown.page.screen, shown.page.lines[1:2]) for shown in glass.shown]
    assert pages == [*[("tour", (f"{page}/6",)) for page in range(1, 7)], ("home", ("Praetorians",))]


def test_help_and_undo_turn_a_page_of_the_tour_too(table: Table) -> None:
    glass = Glass()
    table.run([*press(Key.HELP), KeyPress(Key.OK, Gesture.HOLD, 0.0), HOLD_BACK], glass, tour=True)
    assert [shown.page.lines[1] for shown in glass.shown] == ["1/6", "2/6", "3/6", "4/6"]


def test_a_notice_over_the_tour_hides_no_page_of_it(table: Table) -> None:
    glass = Glass()
    notice = Message("off.again", count=3)
    table.run([*press(Key.OK, Key.OK)], glass, tour=True, notices=[notice])
    assert [(shown.page.banner is None, shown.page.lines[1]) for shown in glass.shown] == [
        (False, "1/6"), (True, "1/6"), (True, "2/6"),
    ]  # fmt: skip


def test_who_has_played_before_sees_no_tour(table: Table) -> None:
    table.run([*press(Key.OK, Key.OK), HOLD_BACK], Glass())
    glass = Glass()
    table.run([], glass, tour=True)
    assert [shown.page.screen for shown in glass.shown] == ["home"]


def test_a_deadline_between_two_numbers_is_reached_once(table: Table) -> None:
    """From 2.05 to 32.05 it is a hair less than thirty seconds: nobody may wait for the hair for ever."""
    glass = Glass()
    script = table.run([*press(Key.OK, Key.OK, Key.BACK), 2.05, *press(Key.DOWN), 31.0], glass, idling=IdleTimes())
    assert script.wakes == [32.05]
    assert glass.shown[-1].page.screen == "score"


def test_lists_are_there_though_somebody_has_damaged_the_index(table: Table) -> None:
    glass = Glass()
    with closing(connect(table.folder / INDEX)) as database:
        database.execute("DROP TABLE games")
    table.run([*press(Key.OK)], glass)
    assert [shown.page.screen for shown in glass.shown] == ["home", "new"]
    assert glass.shown[-1].trouble is None


# -- figures that move

FRAMES = pytest.approx([0.075, 0.15, 0.225])
"""When the pictures after the first one follow."""
TURN_S = 1.2
"""How long "Ben's turn" stands."""


def moving(
    table: Table, events: Iterable[Event | float], idling: IdleTimes | None = AWAKE, **others: Any
) -> tuple[list[DeviceState], list[float]]:
    """What is shown from the entry of a sum on, by two keys on a table of scores, and when the loop wakes after it."""
    table.session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
    table.session.recorded.clear()  # people have seen it long ago
    glass = Glass()
    script = table.run([*press(Key.OK, Key.OK), *events], glass, idling=idling, **others)
    entered = next(place for place, shown in enumerate(glass.shown) if "bank" in " ".join(shown.recorded))
    return glass.shown[entered:], script.wakes


def test_after_an_entry_the_figures_move_for_four_pictures_and_then_nothing_wakes(table: Table) -> None:
    shown, wakes = moving(table, [20.0])
    assert wakes == pytest.approx([0.075, 0.15, 0.225, TURN_S])
    assert len({state.frame.tobytes() for state in shown[:4]}) == 4
    assert [state.page.banner for state in shown] == ["Ben's turn"] * 4 + [None]
    # The text says at once what the last picture shows.
    assert [state.page.lines for state in shown] == [shown[-1].page.lines] * 5
    assert [state.recorded for state in shown[1:]] == [()] * 4


def test_a_key_shows_the_last_picture_at_once_with_what_it_does(table: Table) -> None:
    still, _ = moving(table, [5.0, *press(Key.DOWN)])
    table.session.undo()
    table.session.undo()
    begun = table.clock.monotonic()
    shown, wakes = moving(table, [0.1, *press(Key.DOWN), 20.0])
    assert wakes == pytest.approx([begun + 0.075])
    assert shown[-1].frame.tobytes() == still[-1].frame.tobytes()
    assert len(shown) == 3  # two pictures of the movement, and the one that answers the key


def test_a_key_that_only_goes_down_ends_the_movement_too(table: Table) -> None:
    shown, wakes = moving(table, [0.1, KeyPress(Key.OK, Gesture.PRESS, 0.0), 0.05])
    assert wakes == pytest.approx([0.075])
    assert len(shown) == 3


@pytest.mark.parametrize("motion", ["false", "true"])
def test_the_movement_can_be_switched_off(table: Table, tmp_path: Path, motion: str) -> None:
    (tmp_path / "settings.toml").write_text(f"motion = {motion}\n")
    shown, wakes = moving(table, [20.0], file=SettingsFile(tmp_path))
    if motion == "true":
        assert len(shown) == 5
    else:
        assert wakes == [TURN_S]
        assert [state.page.banner for state in shown] == ["Ben's turn", None]


def test_nothing_moves_after_undo_or_on_another_screen(table: Table) -> None:
    moving(table, [])
    glass = Glass()
    script = table.run([HOLD_BACK, 20.0, *press(Key.BACK, Key.BACK), 20.0], glass)
    assert script.wakes == []


def test_nothing_moves_where_several_entries_lie_between_two_tables(table: Table) -> None:
    def events() -> Iterator[Event | float]:
        table.session.enter("bank 9")
        table.session.enter("bank 9")
        yield KeyPress(Key.OK, Gesture.PRESS, 0.0)
        yield 20.0

    table.session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
    script = table.run(events(), Glass())
    assert [wake for wake in script.wakes if wake > HOLD_S] == []


def test_a_caught_card_drops_out_of_the_title(table: Table) -> None:
    table.session.start("praetorians", ("Ada", "Ben"), {})
    table.session.enter("flip R7")
    table.session.recorded.clear()
    glass = Glass()

    def events() -> Iterator[Event | float]:
        yield from press(Key.OK, Key.OK)  # blue, and its 5: with the red 7 it is caught
        yield 20.0

    script = table.run(events(), glass)
    entered = next(place for place, shown in enumerate(glass.shown) if shown.recorded and place)
    assert glass.shown[entered].page.banner == "●B5: Ada is caught between the camps!\nBen's turn"
    titles = [shown.frame.crop((0, 0, GUTTER, 8)).tobytes() for shown in glass.shown[entered : entered + 4]]
    assert len(set(titles)) == 4
    assert script.wakes[:3] == FRAMES


# -- settings


def test_untouched_settings_let_keys_repeat_after_0_4_s_ten_times_a_second(table: Table) -> None:
    assert table.run([], Glass()).rates == [Repeat(0.4, 0.1)]


def test_another_rate_of_repeating_reaches_the_keys_at_once(table: Table, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    script = table.run([*press(Key.UP, Key.OK, *[Key.UP] * 4, Key.OK, Key.OK)], Glass(), file=file)
    assert file.settings.repeat == "off"
    assert script.rates == [Repeat(0.4, 0.1), Repeat(0.3, 0.05), None]


def test_the_times_of_rest_are_those_of_the_settings(table: Table, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("score = 10\ndim = 20\ndark = 45\n")
    glass = Glass()
    script = table.run([*press(Key.OK, Key.OK, Key.BACK), 3600.0], glass, idling=None, file=SettingsFile(tmp_path))
    assert script.wakes == [10, 20, 45]
    rest = [(shown.page.screen, shown.light, shown.contrast) for shown in glass.shown[3:]]
    assert rest == [
        ("table", Light.FULL, 127),
        ("score", Light.FULL, 127),
        ("score", Light.DIM, 1),
        ("dark", Light.DARK, 0),
    ]


def test_what_never_comes_is_not_waited_for(table: Table, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('score = "never"\ndim = "never"\ndark = "never"\n')
    glass = Glass()
    script = table.run([*press(Key.OK, Key.OK), 250.0], glass, idling=None, file=SettingsFile(tmp_path))
    assert script.wakes == [60, 120, 180, 240]  # only the picture moves
    # While a key is down its mark has a deadline; when it is up again there is none.
    assert {deadline for deadline in script.deadlines if deadline is not None and deadline > HOLD_S} == {
        60, 120, 180, 240, 300,
    }  # fmt: skip
    assert {shown.light for shown in glass.shown} == {Light.FULL}


def test_a_score_board_that_is_never_switched_off_goes_on_moving(table: Table, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('dim = "never"\ndark = "never"\n')
    script = table.run([*press(Key.OK, Key.OK), 400.0], Glass(), idling=None, file=SettingsFile(tmp_path))
    assert script.wakes == [30, 60, 120, 180, 240, 300, 360]


def test_settings_that_people_have_written_hold_once_they_are_read_again(tmp_path: Path) -> None:
    settings = ActiveSettings(Painter(Boxes()), Words("en"), SettingsFile(tmp_path))
    (tmp_path / "settings.toml").write_text('brightness = 100\nrepeat = "slow"\ndark = "never"\n')
    assert settings.contrast(Light.FULL) == 127
    settings.reload()
    assert settings.contrast(Light.FULL) == 255
    assert settings.repeat == Repeat(0.6, 0.2)
    assert settings.idle_times.next_change_s(120.0) == 180.0


def test_without_a_key_each_change_has_come_at_the_second_for_which_the_loop_wakes() -> None:
    times, at, seen = IdleTimes(score_s=30.0, dim_s=120.0, dark_s=600.0, shift_s=300.0), 0.0, []
    while (change := times.next_change_s(at)) is not None:
        at = change
        seen.append((at, times.rest_after(at)))
    assert seen == [
        (30.0, Rest(True, Light.FULL, 0)),
        (120.0, Rest(True, Light.DIM, 0)),
        (300.0, Rest(True, Light.DIM, 1)),
        (600.0, Rest(True, Light.DARK, 2)),
    ]


def test_the_hand_that_holds_the_device_reaches_its_keys_at_the_start_and_when_it_changes(
    table: Table, tmp_path: Path
) -> None:
    file, hands = SettingsFile(tmp_path), list[bool]()
    file.change("hand", "left")

    def events() -> Iterator[Event | float]:
        assert hands == [True]
        file.change("hand", "right")
        yield Reread()

    table.run(events(), Glass(), idling=AWAKE, file=file, left_hand=hands.append)
    assert hands == [True, False]


def test_for_the_left_hand_the_legend_has_ok_and_back_where_their_keys_are(tmp_path: Path) -> None:
    settings = ActiveSettings(Painter(lcd()), Words("en"), SettingsFile(tmp_path))
    usual = settings.painter.page(Page(screen="x", title="x"))
    settings.adjust("hand", "left")
    straight, turned = [
        settings.painter_for(turned=turned).page(Page(screen="x", title="x")) for turned in (False, True)
    ]
    assert straight.tobytes() != usual.tobytes()
    # A row that is turned by half a turn and swapped is as it was.
    assert turned.tobytes() == usual.tobytes()


def test_without_a_legend_of_its_own_the_setting_leaves_that_of_the_board(tmp_path: Path) -> None:
    settings = ActiveSettings(Painter(lcd(), legend="left"), Words("en"), SettingsFile(tmp_path))
    assert (settings.painter.legend, settings.capabilities().legend) == ("left", "left")
    settings.adjust("legend", "none")
    assert (settings.painter.legend, settings.capabilities().legend) == ("none", "left")
    settings.adjust("small", True)
    assert settings.painter.legend == "none"


def test_small_letters_are_in_use_as_soon_as_they_are_set(tmp_path: Path) -> None:
    settings = ActiveSettings(Painter(lcd(), legend="left"), Words("en"), SettingsFile(tmp_path))
    page = Page(screen="x", title="x", menu=(Item("x"), Item("x")), cursor=1)
    usual = settings.painter.page(page)
    settings.adjust("small", True)
    small = settings.painter.page(page)
    assert small.tobytes() == Painter(lcd(), small=True, legend="left").page(page).tobytes()
    assert small.tobytes() != usual.tobytes()
    settings.adjust("small", False)
    assert settings.painter.page(page).tobytes() == usual.tobytes()


def test_another_font_cuts_other_letters(tmp_path: Path) -> None:
    asked = []

    class Named(Boxes):
        font = trouble = None

        def __init__(self, named: str) -> None:
            self.named = named
            asked.append(named)

        def columns(self, character: str) -> tuple[int, ...] | None:
            return (1,) * len(self.named)

    settings = ActiveSettings(Painter(Boxes()), Words("en"), SettingsFile(tmp_path), Named)  # type: ignore[arg-type]
    settings.adjust("dim", 60)
    assert asked == [""]
    (tmp_path / "settings.toml").write_text('font = "seven.b"\n')
    settings.reload()
    assert asked == ["", "seven.b"]
    assert settings.painter.width("x") == 7


def test_a_repeating_key_goes_on_as_it_was_pressed_when_the_picture_turns_under_it(
    table: Table, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text('rotation = "turn"\n')
    glass = Glass()

    def events() -> Iterator[Event | float]:
        yield from press(Key.OK, Key.OK, Key.BACK)
        yield KeyPress(Key.DOWN, Gesture.PRESS, 0.0)
        # Somebody else tells the table: it is the second player's turn now, and the picture turns.
        table.session.enter("flip R7")
        table.session.enter("stop")
        yield from press(Key.HELP)
        yield from press(Key.BACK)
        yield KeyPress(Key.DOWN, Gesture.REPEAT, 0.0)
        yield KeyPress(Key.DOWN, Gesture.PRESS, 0.0)

    table.run(events(), glass, file=SettingsFile(tmp_path))
    before, repeated, pressed = [shown.page.cursor for shown in glass.shown[-3:]]
    assert repeated == before + 1  # type: ignore[operator]
    assert pressed == before


# -- lamps and sounds


def test_a_key_that_is_held_is_reported_once(table: Table, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('sounds = "keys"\n')
    glass, repeat = Glass(), KeyPress(Key.DOWN, Gesture.REPEAT, 0.0)
    table.run([*press(Key.DOWN), repeat, repeat], glass, file=SettingsFile(tmp_path), parts=frozenset({"sounds"}))
    assert [shown.sound for shown in glass.shown] == [None, Sound.KEY, None, None]
    assert len({shown.page.cursor for shown in glass.shown}) == 4


def test_a_sound_alone_redraws_nothing(table: Table, tmp_path: Path) -> None:
    glass = Glass()
    table.run([*press(Key.BACK)], glass, file=SettingsFile(tmp_path), parts=frozenset({"sounds"}))
    home, again = glass.shown
    assert (home.sound, again.sound) == (None, Sound.REFUSED)
    assert again.frame is home.frame
    assert again.page is home.page


def test_a_lamp_changes_even_where_the_picture_does_not(table: Table) -> None:
    glass = Glass()

    def events() -> Iterator[Event | float]:
        yield from press(Key.OK, Key.OK)
        table.session.enter("flip R7")
        table.session.enter("stop")
        table.session.recorded.clear()
        yield KeyPress(Key.OK, Gesture.PRESS, 0.0)

    table.run(events(), glass)
    before, after = glass.shown[-2:]
    assert before.page == after.page
    assert (set(before.lamps), set(after.lamps)) == ({0}, {1})


# -- switching off

OFF = (*press(Key.UP), *press(Key.OK))
"""The last line of home, which is one step up from the first."""


class Pads:
    """What checks and adds pads; all are sound. The loop hears of it when `events` say so."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def check(self, content: bytes, name: str, language: str) -> None:
        self.calls.append("check")

    def add(self, content: bytes, language: str) -> None:
        self.calls.append("add")

    def close(self) -> None:
        self.calls.append("close")


@pytest.mark.parametrize(
    ("board", "key", "calls"),
    [
        (EVERY_KEY, Key.DOWN, ["check", "close"]),
        (EVERY_KEY, Key.BACK, ["check", "close"]),
        (EVERY_KEY, Key.OK, ["check", "add", "close"]),
        (EVERY_KEY - {Key.BACK}, Key.DOWN, ["check", "close"]),
        (EVERY_KEY - {Key.BACK}, Key.BACK, ["check", "close"]),  # of a keyboard beside the board
    ],
)
def test_a_pad_is_added_by_ok_and_refused_by_back_or_where_the_board_has_none_by_down(
    table: Table, board: frozenset[Key], key: Key, calls: list[str]
) -> None:
    glass, pads, answers = Glass(), Pads(), list[PadAnswer]()
    handed = PadHandedOver(b"", "", answers.append, "phone1")
    table.run([handed, PadReport("Chess", "2"), 2.0, *press(key)], glass, board=board, pads=pads)
    assert answers == [PadAnswer("asks")]
    assert pads.calls == calls
    refuses = key is Key.BACK or Key.BACK not in board
    assert (glass.shown[-1].page.banner == "The pad is not added") is refuses


def test_switching_off_ends_the_check_of_a_pad(table: Table) -> None:
    pads = Pads()
    table.run([PadHandedOver(b"", "", lambda _: None), *OFF, 10.0], off=lambda: None, pads=pads)
    assert table.off
    assert pads.calls == ["check", "close"]


def count(glass: Glass) -> list[tuple[str, ...]]:
    """What has been counted on the glass."""
    return [shown.page.lines for shown in glass.shown if shown.page.screen == "off"]


def test_switching_off_is_offered_only_where_it_can_be_done(table: Table) -> None:
    glass = Glass()
    table.run([], glass)
    assert "Switch off" not in glass.shown[0].page.lines
    table.run([], glass, off=lambda: None)
    assert glass.shown[-1].page.lines[-1] == "Switch off"


def test_three_seconds_are_counted_then_it_saves_and_asks_and_ends(table: Table) -> None:
    glass, asked = Glass(), []
    script = table.run([*OFF, 10.0], glass, off=lambda: asked.append(glass.shown[-1].page.screen))
    assert [lines[2] for lines in count(glass)] == ["Seconds 3", "Seconds 2", "Seconds 1"]
    assert asked == ["saving"]
    assert table.off
    assert script.wakes == [1.0, 2.0, 3.0]  # and for nothing else


def test_any_key_stops_the_count_and_does_nothing_else(table: Table) -> None:
    for key in Key:
        glass = Glass()
        asked: list[str] = []
        table.run([*OFF, 2.5, *press(key), 10.0], glass, off=partial(asked.append, "off"))
        assert not asked
        assert not table.off
        last = glass.shown[-1].page
        assert (last.screen, last.lines[-1]) == ("home", "Switch off")
        assert last.cursor == len(last.lines) - 1, key


def test_a_machine_that_will_not_be_switched_off_says_why_and_goes_on(table: Table) -> None:
    def refuse() -> None:
        raise PortError("Access denied")

    glass = Glass()
    table.run([*OFF, 3.5, *press(Key.UP)], glass, off=refuse)
    said = next(shown for shown in glass.shown if shown.page.banner)
    assert said.page.banner == "the Pi cannot be switched off: Access denied"
    assert not table.off
    assert glass.shown[-1].page.screen == "home"


# -- other settings while it runs


def test_settings_that_people_have_written_hold_once_word_of_it_comes(table: Table, tmp_path: Path) -> None:
    glass, file = Glass(), SettingsFile(tmp_path)
    (tmp_path / "settings.toml").write_text('repeat = "off"\nbrightness = 10\n')
    script = table.run([], glass, file=file)
    assert glass.shown[-1].contrast == 127
    script = table.run([Reread()], glass, file=file)
    assert glass.shown[-1].contrast == 25
    assert script.rates[-1] is None


def test_faults_in_them_are_reported_then(table: Table, tmp_path: Path) -> None:
    glass, file = Glass(), SettingsFile(tmp_path)
    (tmp_path / "settings.toml").write_text("brightness = 1000\n")
    table.run([Reread()], glass, file=file)
    assert "brightness" in str(glass.shown[-1].page.banner)


# -- at the start


def test_notices_are_shown_at_the_start_and_it_may_start_at_home(table: Table) -> None:
    table.session.start("praetorians", ("Ada", "Ben"), {})
    glass = Glass()
    table.run([], glass)
    assert glass.shown[-1].page.screen == "table"
    table.run([], glass, home=True, notices=[Message("off.again", count=3)])
    assert glass.shown[-1].page.screen == "home"
    assert str(glass.shown[-1].page.banner).startswith("The device stopped 3 times")


# -- what keys need later


def test_what_keys_need_is_loaded_after_the_first_picture_part_by_part_while_no_key_comes(table: Table) -> None:
    glass, steps = Glass(), []

    def loading() -> Iterator[str]:
        for part in ("games", "screens", "fonts"):
            steps.append((part, table.clock.monotonic(), len(glass.shown)))
            yield part

    start = table.clock.monotonic()
    script = Script(table.clock, [*press(Key.OK), 0.0, *press(Key.BACK), 20.0])
    settings = ActiveSettings(Painter(Boxes()), Words("en"), idling=AWAKE)
    machine = Machine(script, table.clock, [glass])
    Loop(table.session, settings, machine, Startup(tour=False, preload=loading())).run()
    assert [part for part, _, _ in steps] == ["games", "screens", "fonts"]
    first, *others = [shown for _, _, shown in steps]
    assert first == 1  # right after the first picture
    assert min(others) == 3  # home, a new game, home again: the keys went first
    assert [round(at - start, 6) for _, at, _ in steps] == [0.0, PAUSE_S, 2 * PAUSE_S]
    assert len(script.wakes) == 3  # the last one finds that nothing is left; then it wakes for nothing


class Scarce(Boxes):
    """A typeface that has to open a file for its next letter, and cannot."""

    def __init__(self) -> None:
        self.errors: list[int] = []

    def columns(self, character: str) -> tuple[int, ...] | None:
        if self.errors:
            number = self.errors.pop()
            raise OSError(number, os.strerror(number))
        return super().columns(character)


FILES = Words("en")("trouble.files")


def scarce_run(table: Table, before: Iterable[Key], key: Key, number: int) -> Glass:
    """Begin a game and press some keys; at the next key no file can be opened."""
    glass, letters = Glass(), Scarce()

    def events() -> Iterator[Event | float]:
        yield from press(Key.OK, Key.OK, Key.BACK)
        yield DEAF_S
        yield from press(*before)
        letters.errors.append(number)
        yield from press(key)

    script = Script(table.clock, events())
    settings = ActiveSettings(Painter(letters), Words("en"), idling=AWAKE)
    Loop(table.session, settings, Machine(script, table.clock, [glass]), Startup(tour=False)).run()
    assert letters.errors == []
    return glass


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE])
def test_a_screen_that_would_need_one_more_file_than_may_be_open_is_a_message_and_the_device_stays(
    table: Table, number: int
) -> None:
    glass = scarce_run(table, [], Key.BACK, number)
    assert (glass.shown[-1].page.screen, glass.shown[-1].page.banner) == ("table", FILES)
    glass = Glass()
    table.run([*press(Key.BACK)], glass)
    assert glass.shown[-1].page.screen == "menu"


def test_an_entry_counts_and_is_shown_though_its_picture_would_need_one_more_file(table: Table) -> None:
    glass = scarce_run(table, [Key.OK], Key.OK, errno.EMFILE)
    assert texts(table.folder) == ["new praetorians", "flip B5"]
    assert [text for shown in glass.shown for text in shown.recorded] == ["new praetorians", "flip B5"]
    assert (glass.shown[-1].page.screen, glass.shown[-1].page.banner) == ("table", FILES)


# -- the log


def test_the_log_tells_the_game(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    table.session.start("praetorians", ("Ada", "Ben"), {})
    table.session.enter("flip R7")
    table.run([HOLD_BACK])
    assert [record.getMessage() for record in caplog.records] == [
        "game 1: new praetorians; Ada, Ben; twelves=False entry=cards",
        "game 1: flip R7",
        "game 1: undo",
    ]


def test_people_in_the_log_belong_to_no_game(table: Table) -> None:
    step = table.session.start("praetorians", ("Ada", "Ben"), {})
    assert log_text("name Cleo", step) == "name Cleo"
    assert log_text("stop", None) == "stop"


# -- the question at the first start of another root file of the card


def failed_root(again: Callable[[], None] = lambda: None) -> FailedRoot:
    return FailedRoot("root-2.sqfs", "root-1.sqfs", again)


NOTICE = Message("image.root.tries", wanted="root-2.sqfs", root="root-1.sqfs")


def test_without_a_key_the_device_goes_on_after_ten_seconds_and_says_what_runs(table: Table) -> None:
    glass, asked = Glass(), list[str]()
    script = table.run([60.0], glass, failed=failed_root(partial(asked.append, "again")), notices=[NOTICE])
    assert [shown.page.screen for shown in glass.shown[:11]] == ["root"] * 10 + ["home"]
    assert [glass.shown[place].page.lines[1] for place in (0, 1, 9)] == ["10 s", "9 s", "1 s"]
    assert script.wakes[:10] == [float(second) for second in range(1, 11)]
    assert glass.shown[10].page.banner == "root-2.sqfs failed to start three times; root-1.sqfs runs"
    assert asked == []


@pytest.mark.parametrize("key", list(Key))
def test_any_key_goes_on_with_the_root_file_that_failed_and_does_nothing_else(table: Table, key: Key) -> None:
    glass, asked = Glass(), list[str]()
    table.run([9.5, *press(key), *press(Key.OK)], glass, failed=failed_root(partial(asked.append, "again")))
    assert {shown.page.screen for shown in glass.shown} == {"root"}
    assert asked == ["again"]
    assert " ".join(glass.shown[-1].page.lines[1:]) == "root-2 starts again. This takes a minute."


def test_a_machine_that_does_not_start_again_says_so_and_can_be_played_on(table: Table) -> None:
    glass = Glass()
    table.run([1.0, *press(Key.OK), 61.0], glass, failed=failed_root())
    said = "the device does not start again: the machine stays up; unplug it and plug it in"
    assert (glass.shown[-1].page.screen, glass.shown[-1].page.banner) == ("home", said)


def test_a_request_that_cannot_be_left_is_reported(table: Table) -> None:
    def refuse() -> None:
        raise PortError("the disk is full")

    glass = Glass()
    table.run([1.0, *press(Key.OK)], glass, failed=failed_root(refuse))
    said = "the device does not start again: the disk is full"
    assert (glass.shown[-1].page.screen, glass.shown[-1].page.banner) == ("home", said)


class Helpers:
    """Services of a card that say something when they are asked for the news the second time."""

    def __init__(self) -> None:
        self.asked = 0

    def ask(self, name: str, text: str = "") -> None: ...

    def news(self) -> list[News]:
        self.asked += 1
        kept, said = Message("network.password", name="Club"), Message("network.no-radio")
        return [News(kept), News(said, kept=False)] if self.asked == 2 else []


def test_what_the_services_of_the_card_say_is_told_when_the_device_is_reloaded(table: Table) -> None:
    glass = Glass()
    table.run([1.0, Reread(), 30.0, *press(Key.OK), 30.0], glass, services=Helpers())
    banners = [shown.page.banner for shown in glass.shown if shown.page.banner]
    assert banners[0].startswith("Wi-Fi: this Pi has no radio that works")
    assert banners[-1] == "Wi-Fi Club: wrong password"
    assert "Wi-Fi Club: wrong password" in (table.folder / "messages.json").read_text("utf-8")


class Reached(Helpers):
    """Services that say at every reload that phones reach the web window."""

    def news(self) -> list[News]:
        self.asked += 1
        found = Message("network.web", name="Club", address="http://192.168.1.7:8000")
        return [News(found, reached=True)] if self.asked > 1 else []


def test_when_phones_reach_the_web_window_its_address_and_code_are_shown_once(table: Table) -> None:
    glass = Glass()
    events: list[Event | float] = [1.0, Reread(), 30.0, *press(Key.OK), Reread(), 30.0]
    table.run(events, glass, services=Reached(), web="http://192.168.1.7:8000/")
    assert [shown.page.screen for shown in glass.shown] == ["home", "address", "home"]
    assert glass.shown[1].page.lines[-1] == "http://192.168.1.7:8000/"
    assert not any(shown.page.banner for shown in glass.shown)
    # It is under Messages, and no start greets with it.
    box = MessageBox(table.folder)
    assert (len(box.texts), box.unseen) == (1, ())
    assert "192.168.1.7" in str(box.texts[0])


def test_where_no_window_is_open_the_address_is_told_as_any_message(table: Table) -> None:
    glass = Glass()
    table.run([1.0, Reread(), 1.0], glass, services=Reached())
    assert [shown.page.screen for shown in glass.shown][-1] == "home"
    assert "Web window" in str(glass.shown[-1].page.banner)


class Asked(Helpers):
    """Services that remember what they were asked; `lost`: nobody can ask them."""

    def __init__(self, *, lost: bool = False) -> None:
        super().__init__()
        self.requests: list[tuple[str, str]] = []
        self._lost = lost

    def ask(self, name: str, text: str = "") -> None:
        if self._lost:
            raise PortError("the disk is full")
        self.requests.append((name, text))


def to_setting(name: str) -> list[Event | float]:
    """The keys from home to a setting, looked for with UP from the last lines."""
    return [*press(Key.UP, Key.OK), *press(*[Key.UP] * {"copy": 2, "date": 3}[name]), *press(Key.OK)]


@pytest.mark.parametrize("lost", [False, True])
def test_copy_records_asks_the_service_of_the_stick(table: Table, lost: bool) -> None:
    glass, services = Glass(), Asked(lost=lost)
    table.run([*to_setting("copy"), 0.1], glass, services=services)
    said = (
        "the disk is full"
        if lost
        else "Put a USB stick in (FAT or exFAT). Leave it in until the glass says that it is done."
    )
    assert " ".join((glass.shown[-1].page.banner or "").split()) in said
    assert glass.shown[-1].page.banner
    assert services.requests == ([] if lost else [("copy", "")])


def test_without_a_card_the_settings_offer_no_copy(table: Table) -> None:
    glass = Glass()
    table.run([*to_setting("copy")], glass)
    assert "Copy records" not in " ".join(" ".join(shown.page.lines) for shown in glass.shown)


def test_the_date_is_chosen_by_numbers_and_asked_of_the_service(table: Table) -> None:
    glass, services = Glass(), Asked()
    year = [*press(Key.RIGHT, Key.OK)]  # ten years more
    month, day = [*press(Key.OK, Key.OK)], [*press(Key.OK, Key.OK)]
    before = date.today()
    table.run([*to_setting("date"), *year, *month, *day, 0.1], glass, services=services)
    after = date.today()
    assert services.requests in [[("date", f"{now.year + 10}{now.isoformat()[4:]}")] for now in (before, after)]
    assert glass.shown[-1].page.banner == "The clock is set to this day."
    assert glass.shown[-1].page.screen == "settings"
