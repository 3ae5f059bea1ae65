"""Faults of the device: every fault at every position of short sessions. The game goes on, and people see a message."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from damaged_records import Balking
from failing_device import Act, PressedKeys, Report, hold_back, session
from installed import Record
from PIL import Image
from record.random_evening import texts

from companion.app.active_settings import IdleTimes
from companion.app.retrying_port import RetryingPort
from companion.ports import AuxPortError, DeviceState, Key, PageText, PortError
from companion.values import replace
from hardware.boards import ALL_KEYS, Board, I2c
from hardware.boards.profile import load
from hardware.simulated import SimulatedClock
from hardware.simulated.board import NO_ANSWER, SimulatedBoard, SimulatedBus

OK, DOWN, UP, BACK = Key.OK, Key.DOWN, Key.UP, Key.BACK
PROFILES = {
    "ssd1306": ALL_KEYS,
    "sh1106": replace(ALL_KEYS, chip="sh1106"),
    "spi": load("waveshare-oled-hat"),
}
TAPS = (OK, OK, OK, OK, OK, DOWN, OK, UP, OK, OK, DOWN, OK)
CODES = (NO_ANSWER, errno.ETIMEDOUT, errno.EIO)
DOCTOR = " (companion doctor looks for the cause)"
LONG = 60.0
"""Enough for every wire to be tried again and for everything to be said."""


def taps(board: SimulatedBoard, fingers: PressedKeys, pause: float = 0.4) -> Iterator[Act]:
    """A short session: a game is begun, some cards are entered, one is undone; then nobody presses a key."""
    for tap in TAPS:
        yield tap
        yield pause
    yield lambda: hold_back(board, fingers)
    yield LONG


@pytest.fixture(scope="module", params=PROFILES)
def profile(request: pytest.FixtureRequest) -> Board:
    return PROFILES[request.param]


class Usual:
    """The undisturbed evening on a board: what must come of every other one, and how many transfers it took."""

    def __init__(self, folder: Path, profile: Board) -> None:
        board = SimulatedBoard(profile)
        self.report = session(folder, board, lambda fingers, *_: taps(board, fingers))
        self.transfers = self.report.transfers

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, Report)
        assert self.report.glass.shown is not None
        assert other.glass.shown is not None
        return (
            not other.glass.lost
            and other.texts == self.report.texts
            and other.glass.shown.page == self.report.glass.shown.page
        )

    __hash__ = None  # type: ignore[assignment]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory, profile: Board) -> Usual:
    return Usual(tmp_path_factory.mktemp("usual"), profile)


def where(profile: Board) -> str:
    return "display at 0x3C on bus 1" if isinstance(profile.wire, I2c) else "display at SPI 0.0"


def test_an_undisturbed_evening_says_nothing_of_trouble(usual: Usual) -> None:
    assert usual.report.log == []
    assert len(usual.report.texts) > 4
    assert usual.report.texts[-1] == "undo"
    assert usual.transfers > 40


@pytest.mark.thorough
@pytest.mark.parametrize("reached", [(0,), (1, 2, 5, 40)], ids=["before the first byte", "in the middle"])
def test_a_fault_at_any_transfer_of_an_evening_loses_nothing(
    tmp_path: Path, profile: Board, usual: Usual, reached: tuple[int, ...]
) -> None:
    for transfer in range(usual.transfers):
        code, after = CODES[transfer % len(CODES)], reached[transfer % len(reached)]
        board = SimulatedBoard(profile)
        board.bus.fail_at(transfer, code, after)
        report = session(tmp_path / str(transfer), board, lambda fingers, *_, board=board: taps(board, fingers))
        assert usual == report, transfer
        why = os.strerror(code)
        trouble = f"{where(profile)} does not answer: {why[:1].lower() + why[1:]}"
        assert [line.lower() for line in report.log] == [
            line.lower() for line in (trouble + DOCTOR, f"works again after this: {trouble}")
        ], transfer
        assert any("works again" in banner for banner in report.glass.banners), transfer


# -- unplugged


PARTS = 25
AWAY = [(part, count) for part in range(PARTS - 1) for count in (1, 3, 7)]
"""Where in the evening a display is unplugged, in parts of it, and for how many tries. Not in the last part, so that it
can come back.
"""


def pulled(board: SimulatedBoard, profile: Board, at: int, count: int) -> None:
    """The plug is pulled for some tries; what comes back has forgotten everything."""
    assert isinstance(board.bus, SimulatedBus)
    board.bus.unplug_at(at, count, lambda: board.chip.power_on(Random(at)))


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_a_display_unplugged_anywhere_for_a_while_comes_back_complete(tmp_path: Path, chip: str, every: int) -> None:
    profile = PROFILES[chip]
    usual = Usual(tmp_path / "usual", profile)
    for part, count in AWAY[::every]:
        board = SimulatedBoard(profile)
        pulled(board, profile, part * usual.transfers // PARTS + count, count)
        report = session(
            tmp_path / f"{part} {count}", board, lambda fingers, *_, board=board: [*taps(board, fingers), 4 * LONG]
        )
        assert usual == report, (part, count)
        assert len(report.log) == 2, (part, count)  # however often it was tried
        assert any("works again; the log says what it was" in banner for banner in report.glass.banners)


def test_a_display_that_is_absent_at_the_start_finds_the_game_as_it_stands(tmp_path: Path) -> None:
    usual = Usual(tmp_path / "usual", ALL_KEYS)
    board = SimulatedBoard(ALL_KEYS)
    pulled(board, ALL_KEYS, 0, 12)
    report = session(tmp_path / "late", board, lambda fingers, *_: [*taps(board, fingers), 8 * LONG])
    assert usual == report
    assert report.log[0].startswith("display at 0x3C on bus 1 does not answer: ")


def test_a_display_at_another_address_is_named_by_the_one_it_was_looked_for(tmp_path: Path) -> None:
    usual = Usual(tmp_path / "usual", ALL_KEYS)
    board = SimulatedBoard(ALL_KEYS)
    bus = board.bus
    assert isinstance(bus, SimulatedBus)
    bus.chips = {0x3D: bus.chips[0x3C]}

    def script(fingers: PressedKeys, *_: object) -> Iterator[Act]:
        yield from taps(board, fingers)
        # Somebody moves the jumper on its back.
        yield lambda: bus.chips.update({0x3C: bus.chips.pop(0x3D)})
        yield LONG

    report = session(tmp_path / "else", board, script)
    assert usual == report
    assert report.log[0].startswith("display at 0x3C on bus 1 does not answer: ")


def test_a_display_that_lost_its_power_between_two_keys_is_whole_again_after_the_next_rest(
    tmp_path: Path, profile: Board
) -> None:
    for place in range(len(TAPS)):
        board = SimulatedBoard(profile)
        blind = False

        def cut(board: SimulatedBoard = board, place: int = place) -> None:
            nonlocal blind
            blind = True
            board.chip.power_on(Random(place))

        def seen() -> None:
            nonlocal blind
            blind = False

        def script(*_: object, place: int = place) -> Iterator[Act]:
            yield from TAPS[:place]
            # Nothing was sent during that time, so nobody could notice.
            yield cut
            yield from TAPS[place:]
            yield 130.0
            yield Key.DOWN
            yield seen
            yield 1.0

        report = session(tmp_path / str(place), board, script, idling=IdleTimes(), checked=lambda: not blind)  # noqa: B023
        assert report.log == []


# -- keys


def in_use() -> OSError:
    return OSError(errno.EBUSY, os.strerror(errno.EBUSY))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (in_use(), "it is in use by another program; end that, or give the key another pin"),
        (PermissionError(errno.EACCES, "Permission denied", "/dev/gpiochip0"),
         "no permission for /dev/gpiochip0; the user must be in the group gpio"),
        (FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/gpiochip0"), "/dev/gpiochip0 is missing"),
    ],
    ids=["busy", "no permission", "no chip"],
)  # fmt: skip
def test_keys_that_cannot_be_opened_at_the_start_are_reported_and_work_later_without_a_restart(
    tmp_path: Path, error: Exception, words: str
) -> None:
    usual = Usual(tmp_path / "usual", ALL_KEYS)
    board = SimulatedBoard(ALL_KEYS)

    def script(fingers: PressedKeys, *_: object) -> Iterator[Act]:
        yield 20.0
        yield OK  # no sound is played
        yield lambda: board.refuse_keys(None)
        yield LONG
        yield from taps(board, fingers)

    board.refuse_keys(error)
    report = session(tmp_path / "late", board, script)
    assert usual == report
    assert len(report.log) == 2
    assert report.log[0].endswith(words + DOCTOR)
    assert report.log[1] == f"works again after this: {report.log[0].removesuffix(DOCTOR)}"
    said = " ".join(report.glass.banners)
    assert "the keys do not answer; trying again" in said
    assert "the keys answer again" in said


def test_keys_work_again_after_their_thread_has_ended_and_no_entry_is_lost(tmp_path: Path) -> None:
    usual = Usual(tmp_path / "usual", ALL_KEYS)
    for place in range(len(TAPS)):
        board = SimulatedBoard(ALL_KEYS)

        def script(
            fingers: PressedKeys, *_: object, board: SimulatedBoard = board, place: int = place
        ) -> Iterator[Act]:
            for number, act in enumerate(taps(board, fingers)):
                if number == 2 * place:
                    yield lambda: board.lose_keys("the callback thread of lgpio has ended")
                    yield fingers.nudge
                    yield 5.0
                yield act

        report = session(tmp_path / str(place), board, script)
        assert usual == report, place
        dead = "the callback thread of lgpio has ended"
        assert report.log == [dead + DOCTOR, f"works again after this: {dead}"]
        lost = report.glass.banners.index("the keys do not answer; trying again")
        assert "the keys answer again" in report.glass.banners[lost:]


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (PortError("bus 1 is missing, companion doctor says how"), "bus 1 is missing, companion doctor says how"),
        (PortError("no answer"), f"no answer{DOCTOR}"),
        (AuxPortError("the web window: port 80 is taken"), "the web window: port 80 is taken"),
    ],
    ids=["names it", "does not", "web window"],
)
def test_the_log_sends_people_to_the_doctor_once_and_only_where_it_looks(
    caplog: pytest.LogCaptureFixture, trouble: PortError, said: str
) -> None:
    def show(_: DeviceState) -> None:
        raise trouble

    image, page = Image.new("1", (128, 64)), PageText("home", (), None, None)
    RetryingPort(show).attempt(DeviceState(image, page, (), None), 0.0)
    assert caplog.messages == [said]


def test_a_thread_that_ends_each_time_keeps_no_other_busy(tmp_path: Path) -> None:
    board, looks = SimulatedBoard(ALL_KEYS), []

    def script(fingers: PressedKeys, _: Record, clock: SimulatedClock) -> Iterator[Act]:
        asleep = fingers.asleep

        def dies() -> None:
            asleep()
            board.lose_keys("the callback thread of lgpio has ended")
            looks.append(clock.monotonic())

        fingers.asleep = dies
        yield 60.0

    session(tmp_path, board, script)
    assert len(looks) < 200


# -- the disk


@pytest.mark.parametrize("place", range(5, len(TAPS), 2))
def test_a_full_disk_refuses_in_words_and_works_again_once_there_is_room(tmp_path: Path, place: int) -> None:
    board, disk, counted = SimulatedBoard(ALL_KEYS), Balking(), []

    def script(fingers: PressedKeys, *_: object) -> Iterator[Act]:
        yield from TAPS[:place]
        disk.error = errno.ENOSPC
        for _tap in range(3):
            yield lambda: hold_back(board, fingers)
            yield 3.0
            counted.append(texts(tmp_path))
        disk.error = 0
        yield lambda: hold_back(board, fingers)
        yield 3.0

    report = session(tmp_path, board, script, disk=disk)
    assert counted[0] == counted[1] == counted[2]
    assert report.texts == (*counted[0], "undo")
    assert "the record cannot be written: the disk is full; make room" in " ".join(report.glass.banners)
    assert report.glass.shown is not None
    assert report.glass.shown.trouble is None
    assert set(report.log) == {"the record cannot be written: the disk is full; make room on it and try again"}
    # No line is incomplete: the log holds what people entered.
    assert stands(tmp_path) == standing(report)


def stands(folder: Path) -> int:
    """The entry at which the table stands in a record."""
    with Record(folder) as record:
        assert record.notices == []
        return record.table.path[-1].seq if record.table is not None else 0


def standing(report: Report) -> int:
    return report.now.id if report.now is not None else 0


def test_a_disk_that_can_only_be_read_is_reported_with_what_would_help(tmp_path: Path) -> None:
    board, disk = SimulatedBoard(ALL_KEYS), Balking()

    def script(fingers: PressedKeys, *_: object) -> Iterator[Act]:
        yield from TAPS[:6]
        disk.error = errno.EROFS
        yield lambda: hold_back(board, fingers)
        yield 10.0

    report = session(tmp_path, board, script, disk=disk)
    assert report.log == [
        "the record cannot be written: its disk is read-only; restart, and if that does not help replace the card"
    ]
    assert "undo" not in report.texts


# -- the clock


@pytest.mark.parametrize("chance", range(8))
def test_a_clock_that_jumps_by_years_changes_nothing_at_the_table(tmp_path: Path, chance: int) -> None:
    usual = Usual(tmp_path / "usual", ALL_KEYS)
    board, dice = SimulatedBoard(ALL_KEYS), Random(chance)

    def script(fingers: PressedKeys, _: Record, clock: SimulatedClock) -> Iterable[Act]:
        for act in taps(board, fingers):
            yield act
            yield lambda: clock.set_wall(dice.uniform(0, 4e9))

    report = session(tmp_path / "jumps", board, script, wall=0.0)
    assert usual == report
    # And the record that was written so is read again in its order.
    assert report.now is not None
    assert stands(tmp_path / "jumps") == standing(report)


def test_a_dark_glass_lights_up_to_say_that_the_keys_are_lost(tmp_path: Path) -> None:
    board, lights = SimulatedBoard(ALL_KEYS), []

    def script(fingers: PressedKeys, *_: object) -> Iterator[Act]:
        yield 700.0
        lights.append(board.chip.on)
        yield lambda: board.lose_keys("the callback thread of lgpio has ended")
        yield fingers.nudge
        yield 0.5
        lights.append(board.chip.on)
        yield 700.0
        lights.append(board.chip.on)

    report = session(tmp_path, board, script, idling=IdleTimes())
    assert report.glass.banners[0].startswith("the keys do not answer; trying again")
    # And it rests again.
    assert lights == [False, True, False]
