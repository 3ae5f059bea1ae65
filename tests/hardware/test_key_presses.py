"""Keys that a front presses, and strokes of a keyboard."""

import pytest

from companion.ports import Key
from hardware.simulated.key_presses import HoldDetector, PressedKeys


def test_a_key_goes_down_once_and_up_once() -> None:
    reported: list[str] = []
    fingers = PressedKeys(
        lambda key: reported.append(f"press {key.value}"),
        lambda key: reported.append(f"release {key.value}"),
        lambda key, down: reported.append(f"{key.value} looks {'pressed' if down else 'free'}"),
    )
    assert fingers.press(Key.OK)
    assert not fingers.press(Key.OK)
    fingers.release(Key.OK)
    fingers.release(Key.OK)
    assert reported == ["press ok", "ok looks pressed", "release ok", "ok looks free"]


def test_lifting_takes_every_finger_off() -> None:
    released: list[Key] = []
    fingers = PressedKeys(lambda key: None, released.append, lambda key, down: None)
    fingers.press(Key.UP)
    fingers.press(Key.BACK)
    fingers.release_all()
    fingers.release_all()
    assert sorted(key.value for key in released) == ["back", "up"]


@pytest.mark.parametrize(
    ("moments", "held"),
    [
        # a terminal that repeats: after half a second, then 30 times a second; the fourth quick stroke tells
        ([0.0, 0.5, 0.533, 0.566, 0.6, 0.633, 0.666], [False] * 5 + [True] * 2),
        # 11 times a second, the slowest that counts as a repeat here
        ([0.0, 0.4, 0.49, 0.58, 0.67, 0.76], [False] * 5 + [True]),
        # a fast finger
        ([0.0, 0.12, 0.24, 0.36, 0.48, 0.6, 0.72], [False] * 7),
        # a paste, or a line that comes in bursts: all at once
        ([0.0, 0.001, 0.002, 0.003, 0.004, 0.005, 0.006], [False] * 7),
        # let go and struck again
        ([0.0, 0.03, 0.06, 0.09, 0.12, 0.5, 0.53], [False] * 4 + [True] + [False] * 2),
    ],
)
def test_strokes_of_a_held_key_are_known(moments: list[float], held: list[bool]) -> None:
    strokes = HoldDetector()
    assert [strokes.is_held(Key.OK, at) for at in moments] == held


def test_another_key_in_between_is_a_finger() -> None:
    strokes = HoldDetector()
    keys = [Key.OK, Key.OK, Key.OK, Key.OK, Key.UP, Key.OK, Key.OK]
    assert [strokes.is_held(key, 0.03 * number) for number, key in enumerate(keys)] == [False] * 7
