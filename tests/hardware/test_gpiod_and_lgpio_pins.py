"""Both pin factories over fakes of their libraries: keys work in the same way with both."""

from __future__ import annotations

import re
import threading
from queue import SimpleQueue
from typing import Any

import fake_chip
import pytest
from gpiozero import (
    DigitalOutputDevice,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinSetInput,
)
from patience import PATIENCE_S

from companion.ports import Key, PortError
from hardware.boards import PLAIN, Board, Encoder
from hardware.buttons import Buttons, Keys
from hardware.clocks import SystemClock
from hardware.gpiod_pins import GpiodFactory
from hardware.lgpio_pins import LgpioFactory

PI_4 = 0xC03114


@pytest.fixture
def chip():
    return fake_chip.Chip()


@pytest.fixture
def lgpio(chip):
    made = fake_chip.Lgpio({"gpiochip0": chip})
    yield made
    made.shut()


@pytest.fixture(params=["line events", "lgpio"])
def make(request, chip):
    """Makes a factory; what it made is closed at the end."""
    made = []
    if request.param == "lgpio":
        library = request.getfixturevalue("lgpio")
        ways = lambda nudge=None: LgpioFactory(library, 0, PI_4)  # noqa: E731
    else:
        library = fake_chip.gpiod({"gpiochip0": chip})
        ways = lambda nudge=None: GpiodFactory(library, "/dev/gpiochip0", PI_4, nudge)  # noqa: E731

    def factory(nudge=None) -> Any:
        made.append(ways(nudge))
        return made[-1]

    make: Any = factory
    make.kind, make.fake = request.param, library
    yield make
    for one in made:
        one.close()


class Heard:
    """Implements `buttons.KeyListener`; waits for word as the loop does."""

    def __init__(self):
        self.words: SimpleQueue[Any] = SimpleQueue()
        self.fetch = lambda: None

    def edge(self, key, down, at):
        self.words.put((key, down, at))

    def turn(self, key, at):
        self.words.put(("turn", key, at))

    def start_down(self, key):
        self.words.put(("held", key))

    def forget(self):
        self.words.put("forget")

    def nudge(self):
        self.words.put("nudge")

    def set_fetch(self, fetch):
        self.fetch = fetch

    def next(self):
        return self.words.get(timeout=PATIENCE_S)


@pytest.fixture
def heard():
    return Heard()


def opened(factory, heard, board=PLAIN, **more):
    return Buttons(board, heard.edge, SystemClock(), factory, **more)


def test_a_key_is_reported_with_the_time_that_the_kernel_took(make, chip, heard):
    with opened(make(), heard):
        down = chip.drive(13, False)
        up = chip.drive(13, True)
        assert heard.next() == (Key.OK, True, down)
        assert heard.next() == (Key.OK, False, up)


def test_every_edge_of_every_key_is_reported_in_order(make, chip, heard):
    driven = []
    with opened(make(), heard):
        for _ in range(50):
            for key, pin in PLAIN.pins.items():
                driven += [(key, not high, chip.drive(pin, high)) for high in (False, True)]
        assert sorted((heard.next() for _ in driven), key=lambda edge: edge[2]) == driven


def test_lines_are_pulled_up_and_reported_at_both_edges_without_debouncing(make, chip, heard):
    with opened(make(), heard):
        assert chip.taken == set(PLAIN.pins.values())
        for number in PLAIN.pins.values():
            line = chip.lines[number]
            assert (line.pull, line.edges, line.debounce_s) == ("up", "both", 0.0)


def test_keys_that_close_to_3_3_v_work_in_the_same_way(make, chip, heard):
    chip.lines[13].level = False
    with opened(make(), heard, Board({Key.OK: 13}, active="high", pull="down")):
        assert chip.lines[13].pull == "down"
        chip.drive(13, True)
        assert heard.next()[:2] == (Key.OK, True)


def test_a_board_with_resistors_of_its_own_needs_none(make, chip, heard):
    with opened(make(), heard, Board({Key.OK: 13}, pull="none")):
        assert chip.lines[13].pull == "floating"
        chip.drive(13, False)
        assert heard.next()[:2] == (Key.OK, True)


def test_a_key_that_is_down_already_is_reported_as_held(make, chip, heard):
    chip.lines[19].level = False
    with opened(make(), heard, held=heard.start_down):
        assert heard.next() == ("held", Key.BACK)
        chip.drive(19, True)
        assert heard.next()[:2] == (Key.BACK, False)


def test_a_time_by_another_clock_is_not_believed(make, chip, heard):
    with opened(make(), heard):
        before = SystemClock().monotonic()
        chip.drive(13, False, at_s=1_700_000_000.0)
        assert before <= heard.next()[2] <= SystemClock().monotonic()


def test_an_exception_in_a_listener_does_not_stop_the_others(make, chip, heard, caplog):
    def broken(key, down, at):
        heard.edge(key, down, at)
        raise RuntimeError("the queue is on fire")

    factory = make()
    with Buttons(PLAIN, broken, SystemClock(), factory):
        for number in (13, 5, 13):
            chip.drive(number, False)
            assert heard.next()[1]
        assert factory.lost is None
    assert "the queue is on fire" in caplog.text


def test_an_exception_in_a_callback_of_a_pin_silences_nobody_either(make, chip, caplog):
    noted: SimpleQueue[Any] = SimpleQueue()

    def broken(ticks, state):
        noted.put(state)
        raise RuntimeError("oh")

    factory = make()
    pin = factory.pin(5)
    pin.when_changed = broken
    for high in (False, True, False):
        chip.drive(5, high)
        assert noted.get(timeout=PATIENCE_S) is high
    assert factory.lost is None
    factory.close()
    assert {record.getMessage() for record in caplog.records} == {"GPIO5: an edge is lost"}


def test_closing_gives_the_lines_back_and_may_be_done_twice(make, chip, heard):
    factory = make()
    buttons = opened(factory, heard)
    buttons.close()
    buttons.close()
    assert chip.taken == set()
    if make.kind == "lgpio":
        assert make.fake.notify_thread.callbacks == []
    with opened(factory, heard):
        chip.drive(13, False)
        assert heard.next()[0] is Key.OK
    factory.close()
    factory.close()
    assert chip.opened == 0


def test_a_closed_factory_leaves_no_thread_of_ours(make, heard):
    before = {*threading.enumerate()}  # of tests before this one: they may end meanwhile
    factory = make()
    with opened(factory, heard):
        assert len({*threading.enumerate()} - before) == (make.kind == "line events")
    factory.close()
    assert {*threading.enumerate()} <= before


def test_a_line_that_somebody_else_has_is_reported_with_the_name_and_nothing_is_kept(make, chip, heard):
    chip.lines[19].user = "gpio-keys"
    with pytest.raises(PortError) as lost:
        opened(make(), heard)
    assert str(lost.value) == (
        "pin 19 for back cannot be used: it is in use by gpio-keys; end that, or give the key another pin"
    )
    assert chip.taken == {19}


def test_a_line_that_nobody_admits_to_have_is_in_use_by_another_program(make, chip, heard):
    class Shy(str):
        __slots__ = ()

        def __str__(self):
            return ""

    chip.lines[19].user = Shy("x")
    with pytest.raises(PortError, match="it is in use by another program; end that"):
        opened(make(), heard)


def test_an_encoder_gives_steps(make, chip, heard):
    with opened(make(), heard, Board({}, encoder=Encoder(17, 27)), turn=heard.turn):
        for number, high in [(17, False), (27, False), (17, True)]:
            chip.drive(number, high)
        last = chip.drive(27, True)
        assert heard.next() == ("turn", Key.DOWN, last)
        for number, high in [(27, False), (17, False), (27, True), (17, True)]:
            chip.drive(number, high)
        assert heard.next()[:2] == ("turn", Key.UP)


def test_a_half_cycle_encoder_that_rests_closed_gives_steps(make, chip, heard):
    chip.lines[17].level = chip.lines[27].level = False
    with opened(make(), heard, Board({}, encoder=Encoder(17, 27, kind="half")), turn=heard.turn):
        chip.drive(17, True)
        chip.drive(27, True)
        assert heard.next()[:2] == ("turn", Key.DOWN)


def test_lamps_may_use_the_same_pins(make, chip):
    factory = make()
    lamp = DigitalOutputDevice(4, pin_factory=factory)
    assert (chip.lines[4].output, chip.lines[4].level) == (True, False)
    lamp.on()
    assert chip.lines[4].level
    assert lamp.value
    lamp.close()
    assert chip.taken == set()


def test_a_pin_says_what_it_cannot_do(make):
    pin = make().pin(4)
    with pytest.raises(PinSetInput):
        pin.state = True
    with pytest.raises(PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(PinInvalidFunction):
        pin.function = "alt5"
    with pytest.raises(PinInvalidEdges):
        pin.edges = "none"
    with pytest.raises(PinInvalidBounce):
        pin.bounce = -1
    with pytest.raises(PinFixedPull):
        make().pin(2).pull = "down"
    pin.function = "output"
    with pytest.raises(PinFixedPull):
        pin.pull = "up"


def test_a_pin_that_is_changed_while_it_is_listened_to_goes_on(make, chip):
    noted: SimpleQueue[Any] = SimpleQueue()
    pin = make().pin(4)

    def changed(ticks, state):
        noted.put(state)

    pin.when_changed = changed
    pin.pull, pin.bounce, pin.edges = "up", 0.001, "falling"
    line = chip.lines[4]
    assert (line.pull, line.debounce_s, line.edges) == ("up", 0.001, "falling")
    assert (pin.pull, pin.bounce, pin.edges, pin.function, pin.state) == ("up", 0.001, "falling", "input", True)
    chip.drive(4, False)
    assert noted.get(timeout=PATIENCE_S) is False


# -- keys that are lost and come back


def test_lost_keys_are_forgotten_and_work_after_they_are_opened_again(make, chip, heard):
    keys = Keys(lambda: opened(make(heard.nudge), heard), heard)
    keys.attend()
    chip.drive(13, False)
    heard.next()
    if make.kind == "lgpio":
        make.fake.notify_thread.die()
    else:
        chip.requests[5].vanish()
        assert heard.next() == "nudge"
    chip.drive(13, True)
    why = {
        "lgpio": "the callback thread of lgpio has ended",
        "line events": "/dev/gpiochip0 does not answer any more: No such device",
    }[make.kind]
    # The caller gets the error, and waits a little before the next try.
    with pytest.raises(PortError, match=re.escape(why)):
        keys.attend()
    keys.attend()
    words = [heard.next()]
    while words[-1] != "forget":
        words.append(heard.next())
    chip.drive(6, False)
    assert heard.next()[:2] == (Key.DOWN, True)
    keys.close()
    keys.close()


def test_keys_that_cannot_be_opened_again_yet_are_tried_at_each_look(make, chip, heard):
    keys = Keys(lambda: opened(make(), heard), heard)
    chip.lines[13].user = "hog"
    for _ in range(2):
        with pytest.raises(PortError, match="in use by hog"):
            keys.attend()
    chip.lines[13].user = ""
    keys.attend()
    keys.attend()
    chip.drive(13, False)
    assert heard.next()[:2] == (Key.OK, True)
    keys.close()


def test_a_level_whose_word_is_on_its_way_is_in_doubt(make, chip, heard):
    """What a busy kernel does: the line is open again, and its edge is not reported yet."""
    with opened(make(), heard) as buttons:
        chip.drive(13, False)
        assert heard.next()[1]
        assert not buttons.fetch([Key.OK])
        chip.lines[13].level = True
        assert set(buttons.fetch([Key.OK, Key.UP])) == {Key.OK}
        chip.drive(13, True)
        assert not heard.next()[1]
        assert not buttons.fetch([Key.OK])


# -- of line events alone


@pytest.fixture
def factory(chip):
    made = GpiodFactory(fake_chip.gpiod({"gpiochip0": chip}), "/dev/gpiochip0", PI_4)
    yield made
    made.close()


def test_edges_that_the_reader_is_late_with_are_fetched(chip, factory, heard):
    stuck, go_on = threading.Event(), threading.Event()

    def slow(key, down, at):
        if threading.current_thread().name == "line events" and key is Key.UP:
            stuck.set()
            go_on.wait(PATIENCE_S)
        heard.edge(key, down, at)

    with Buttons(Board({Key.UP: 5, Key.OK: 13}), slow, SystemClock(), factory) as buttons:
        chip.drive(5, False)
        stuck.wait(PATIENCE_S)
        # An edge that the reader has read comes first, whichever thread reports it.
        threading.Timer(0.0, go_on.set).start()
        chip.drive(13, False)
        buttons.fetch([])
        assert [heard.words.get(block=False)[0] for _ in range(2)] == [Key.UP, Key.OK]
    assert heard.words.empty()


def test_lines_that_are_read_one_after_the_other_are_reported_in_the_order_of_their_edges(chip, factory):
    noted: list[Any] = []
    done: SimpleQueue[Any] = SimpleQueue()

    def listen(number):
        def changed(ticks, state):
            noted.append((ticks, number))
            if len(noted) == 200:
                done.put(None)

        pin = factory.pin(number)
        pin.when_changed = changed
        return changed

    kept = [listen(number) for number in (17, 27, 5, 6)]
    for _ in range(25):
        for high in (False, True):
            for number in (17, 27, 5, 6):
                chip.drive(number, high)
    done.get(timeout=PATIENCE_S)
    assert noted == sorted(noted)
    assert kept


def test_an_edge_that_the_kernel_is_late_with_comes_before_those_that_followed_it(chip, factory, heard):
    with opened(factory, heard):
        now = SystemClock().monotonic()
        chip.meanwhile = lambda: chip.drive(6, False, at_s=now - 0.0005)
        chip.drive(5, False, at_s=now)
        assert [heard.next()[0] for _ in range(2)] == [Key.DOWN, Key.UP]


def test_the_reader_wakes_for_nothing_but_edges(chip, factory, heard):
    with opened(factory, heard):
        before = {*threading.enumerate()}
        chip.drive(13, False)
        heard.next()
        assert {*threading.enumerate()} <= before
        assert factory.lost is None


def test_a_chip_that_has_gone_is_reported_once_and_the_reader_does_not_spin(chip, heard):
    factory = GpiodFactory(fake_chip.gpiod({"gpiochip0": chip}), "/dev/gpiochip0", PI_4, heard.nudge)
    with opened(factory, heard):
        chip.requests[5].vanish()
        assert heard.next() == "nudge"
        assert factory.lost == "/dev/gpiochip0 does not answer any more: No such device"
        # The other lines still work, so the reader sleeps on them.
        chip.drive(6, False)
        assert heard.next()[0] is Key.DOWN
        assert heard.words.empty()
    factory.close()
