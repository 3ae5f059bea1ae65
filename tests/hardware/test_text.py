"""The plain-text panel: one word in, one JSON line out; time moves only with the words."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from device import played, says

from companion.ports import DeviceState, Gesture, Key, KeyPress, PageText, Stop
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.text import LINE_MOST, TextFront


class Bench:
    """A front on a simulated board with nobody behind it: what it hands to the loop, and what it writes."""

    def __init__(self, words: bytes) -> None:
        self.clock = SimulatedClock(0.0)
        self.replies = io.BytesIO()
        self.front = TextFront(io.BytesIO(words), self.replies, self.clock)
        self.front.show(shown("home"))

    def events(self, deadline: float | None = None) -> list[Any]:
        """Everything up to the stop; None for a deadline reached."""
        found: list[Any] = []
        with SimulatedBoard() as board, board.buttons(self.front.edge, self.front.key_clock):
            self.front.connect(board.press, board.release)
            while not isinstance(event := self.front.get(deadline), Stop):
                found.append(event)
                deadline = None if event is None else deadline
        return found

    def written(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.replies.getvalue().splitlines()]


def shown(screen: str, *recorded: str) -> DeviceState:
    from PIL import Image

    return DeviceState(Image.new("1", (128, 64)), PageText(screen, ("a", "b"), 1, None), recorded, None)


def gestures(words: bytes) -> list[tuple[Key, Gesture]]:
    return [(event.key, event.gesture) for event in Bench(words).events() if isinstance(event, KeyPress)]


@pytest.mark.parametrize("key", list(Key))
def test_every_key_has_a_word_that_taps_it(key: Key) -> None:
    reported = gestures(key.value.encode() + b"\n")
    assert reported[0] == (key, Gesture.PRESS)
    assert reported[1:] == ([(key, Gesture.RELEASE)] if key in (Key.OK, Key.BACK) else [])


def test_holding_is_a_hold_and_no_release() -> None:
    assert gestures(b"hold ok\nhold back\n") == [
        (Key.OK, Gesture.PRESS),
        (Key.OK, Gesture.HOLD),
        (Key.BACK, Gesture.PRESS),
        (Key.BACK, Gesture.HOLD),
    ]


@pytest.mark.parametrize("word", [b"up", b"ok", b"hold back"])
def test_a_key_takes_half_a_second_behind_its_gestures(word: bytes) -> None:
    bench = Bench(word + b"\n" + word + b"\n")
    bench.events()
    assert bench.clock.monotonic() == 1.0


def test_a_script_needs_no_waits_though_ok_is_deaf_after_an_entry(tmp_path: Path) -> None:
    answers = played(tmp_path, says("ok ok ok ok ok"))
    assert [action for answer in answers for action in answer["actions"]] == ["new praetorians", "flip B5"]


def test_waiting_moves_time_and_stops_at_deadlines() -> None:
    bench = Bench(b"wait 2.5\nwait 0\nup\n")
    events = bench.events(deadline=1.5)
    assert events[0] is None
    assert bench.clock.monotonic() == 3.0


def test_a_deadline_behind_the_end_of_the_wait_is_not_reached() -> None:
    bench = Bench(b"wait 2.5\n")
    assert bench.events(deadline=2.6) == []
    assert bench.clock.monotonic() == 2.5


@pytest.mark.parametrize(
    "line",
    [
        b"", b" ", b"OK", b"ok ", b" ok", b"okay", b"hold", b"hold up", b"hold  ok", b"wait", b"wait -1", b"wait 1e3",
        b"wait 86400.1", b"wait 86401", b"wait 1_0", b"wait nan", b"wait inf", b"wait 1.", b"wait .5", b"wait 007",
        b"flip R7", b"\xff\xfe", b"ok\r", b"\x00", b'{"do": "quit"}', "wait ３".encode(), b"x" * (LINE_MOST + 1),
        b"ok" * LINE_MOST,
    ],
)  # fmt: skip
def test_anything_else_is_answered_with_an_error_and_changes_nothing(line: bytes) -> None:
    bench = Bench(line + b"\nup\nquit\n")
    assert [event.key for event in bench.events()] == [Key.UP]
    first, error, *rest = bench.written()
    assert list(error) == ["error"]
    assert first["screen"] == "home"
    assert len(rest) == 2
    assert bench.clock.monotonic() == 0.5


@pytest.mark.parametrize("seconds", ["0", "0.0", "2.5", "86400", "86400.0", "0.123456789"])
def test_seconds_from_nought_to_a_day_are_understood(seconds: str) -> None:
    bench = Bench(f"wait {seconds}\n".encode())
    bench.events()
    assert bench.clock.monotonic() == float(seconds)
    assert all("error" not in reply for reply in bench.written())


def test_one_line_before_the_first_word_and_one_for_each() -> None:
    bench = Bench(b"up\nwait 1\nhold ok\nquit\n")
    bench.events()
    assert len(bench.written()) == 5


def test_quit_ends_it_and_what_follows_is_not_read() -> None:
    bench = Bench(b"up\nquit\nup\nup\n")
    assert len(bench.events()) == 1
    assert len(bench.written()) == 3


def test_the_end_of_the_words_is_the_end_without_an_answer() -> None:
    bench = Bench(b"up\n")
    bench.events()
    assert len(bench.written()) == 2


def test_a_last_word_without_a_line_end_counts() -> None:
    assert gestures(b"up") == [(Key.UP, Gesture.PRESS)]


def test_an_answer_has_everything_a_person_could_read_and_what_was_journaled() -> None:
    bench = Bench(b"quit\n")
    bench.front.show(shown("table", "flip R7"))
    bench.events()
    assert bench.written() == [
        {"screen": "table", "lines": ["a", "b"], "cursor": 1, "banner": None, "actions": ["flip R7"]},
        {"screen": "table", "lines": ["a", "b"], "cursor": 1, "banner": None, "actions": []},
    ]


def test_the_picture_on_the_simulated_glass_is_the_picture_that_was_painted(tmp_path: Path) -> None:
    board = SimulatedBoard()
    pictures = []

    class Eye:
        def show(self, seen: DeviceState) -> None:
            pictures.append((seen.frame.tobytes(), board.picture().convert("1").tobytes()))

        def close(self) -> None: ...

    played(tmp_path, says("ok ok ok down ok hold back help down wait 3"), panels=(Eye(),), board=board)
    assert len(pictures) >= 9
    assert all(painted == seen for painted, seen in pictures)


def test_a_banner_is_there_until_its_time_is_over(tmp_path: Path) -> None:
    answers = played(tmp_path, says("hold back wait 0.6 wait 0.2"))
    assert [answer["banner"] for answer in answers] == [None, "nothing to undo", "nothing to undo", None]
