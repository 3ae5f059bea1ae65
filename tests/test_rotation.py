"""The picture turned by 180°, for a board that hangs upside down or for the player across the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from device import Answer, Player, chosen, look, pick, played, says
from installed import GameSetup
from PIL.Image import Image

from companion.app.composer import KeyMeanings, upside_down
from companion.play.act import Seats
from companion.play.timeline import Snapshot, advance
from companion.ports import DeviceState, Gesture, Key, KeyPress


def bar(frame: Image, box: tuple[int, int, int, int]) -> bool:
    """Whether the rule below a title is there: nearly every second pixel is lit, and of a line of text fewer are."""
    return frame.crop(box).convert("L").histogram()[255] * 5 > 2 * (box[2] - box[0])


class Pictures:
    """A panel that keeps what it is shown."""

    def __init__(self) -> None:
        self.shown: list[DeviceState] = []

    def show(self, shown: DeviceState) -> None:
        self.shown.append(shown)

    def close(self) -> None: ...


@pytest.fixture
def rotated(tmp_path: Path) -> Path:
    """The folder of a device that hangs upside down."""
    (tmp_path / "settings.toml").write_text('rotation = "180"\n')
    return tmp_path


def mirrored(one: DeviceState, other: DeviceState) -> bool:
    """Whether one picture is the other turned by 180°, pixel by pixel."""
    return all(
        one.frame.getpixel((x, y)) == other.frame.getpixel((127 - x, 63 - y)) for x in range(128) for y in range(64)
    )


def test_a_turned_picture_is_the_same_upside_down_and_reads_as_before(tmp_path: Path, rotated: Path) -> None:
    straight, turned = Pictures(), Pictures()
    played(tmp_path / "another", says(), panels=(straight,))
    played(rotated, says(), panels=(turned,))
    assert turned.shown[0].page == straight.shown[0].page
    assert mirrored(turned.shown[0], straight.shown[0])
    assert turned.shown[0].frame.tobytes() != straight.shown[0].frame.tobytes()


def test_on_a_turned_glass_up_is_down_and_ok_and_back_are_themselves(tmp_path: Path, rotated: Path) -> None:
    def after(folder: Path, *words: str) -> Answer:
        return played(folder, says(*words))[-1]

    for here, there in (("up", "down"), ("down", "up"), ("left", "right"), ("right", "left")):
        assert after(rotated, here) == after(tmp_path / "another", there)
    assert chosen(after(rotated, "down")) == "Settings"
    assert after(rotated, "down ok")["screen"] == "settings"
    assert after(rotated, "down ok back")["screen"] == "home"
    assert after(rotated, "help")["screen"] == "help"
    assert after(rotated, "hold back")["banner"] == "nothing to undo"


def test_turning_holds_from_the_next_picture_and_the_next_press_on(tmp_path: Path) -> None:
    panel = Pictures()

    def player() -> Player:
        yield from pick("Settings")
        yield from pick("Rotation")
        answer = yield "up"
        assert chosen(answer).startswith("Key repeat")
        answer = yield "down"
        assert chosen(answer) == "Rotation: 180°"
        answer = yield "ok"
        assert chosen(answer) == "Rotation: faces player"
        answer = yield "down"
        assert chosen(answer).startswith("Key repeat")

    played(tmp_path, player(), panels=(panel,))
    here = [shown for shown in panel.shown if "Rotation: 180°" in shown.page.lines]
    there = [shown for shown in panel.shown if "Rotation: faces player" in shown.page.lines]
    assert here[0].page.cursor == there[0].page.cursor
    # Both pictures differ in the value alone; the title with its rule is at the bottom of the turned one.
    assert bar(here[0].frame, (10, 56, 128, 57))
    assert bar(there[0].frame, (0, 7, 118, 8))


def press(key: Key, gesture: Gesture = Gesture.PRESS) -> KeyPress:
    return KeyPress(key, gesture, 0.0)


def test_a_key_keeps_the_meaning_it_had_when_it_was_pressed() -> None:
    hands = KeyMeanings()
    assert hands.translate(press(Key.UP), turned=False).key is Key.UP
    assert hands.translate(press(Key.UP, Gesture.REPEAT), turned=True).key is Key.UP
    assert hands.translate(press(Key.DOWN), turned=True).key is Key.UP
    assert hands.translate(press(Key.UP), turned=True).key is Key.DOWN
    assert hands.translate(press(Key.UP, Gesture.REPEAT), turned=False).key is Key.DOWN
    assert hands.translate(press(Key.LEFT), turned=True).key is Key.RIGHT
    assert hands.translate(press(Key.RIGHT), turned=True).key is Key.LEFT


@pytest.mark.parametrize("key", [Key.OK, Key.BACK, Key.HELP])
@pytest.mark.parametrize("gesture", list(Gesture))
def test_ok_back_and_help_mean_the_same_from_everywhere(key: Key, gesture: Gesture) -> None:
    assert KeyMeanings().translate(press(key, gesture), turned=True) == press(key, gesture)


# Who sits where: seats go around the table from the near side on. Four: near, left, far, right.


@pytest.mark.parametrize(("players", "far"), [(2, {1}), (3, {1, 2}), (4, {2})])
def test_the_picture_faces_the_seats_beyond_the_table(players: int, far: set[int]) -> None:
    game = GameSetup(1, "praetorians", ("Ada", "Ben", "Cleo", "Dora")[:players], {"twelves": False, "entry": "scores"})
    timeline = game.begin()
    for seat in range(players):
        step = Snapshot(1, 0, "bust", game, timeline)
        assert step.turn == seat
        assert upside_down("turn", step) is (seat in far)
        assert upside_down("180", step)
        assert not upside_down("normal", step)
        timeline = advance(game, timeline, "bust")


@pytest.mark.parametrize(("names", "far"), [(("Zoe", "Device"), ""), (("Device", "Ada", "Zoe"), "Zoe")])
def test_the_picture_faces_people_and_no_device(names: tuple[str, ...], far: str) -> None:
    levels = tuple(["2" if name == "Device" else "" for name in names])
    game = GameSetup(1, "praetorians", names, {"twelves": False, "entry": "scores"}, seats=Seats(levels))
    timeline = game.begin()
    for name in names:
        assert upside_down("turn", Snapshot(1, 0, "bust", game, timeline)) is (name == far)
        timeline = advance(game, timeline, "bust")


def test_without_a_player_in_turn_the_picture_is_upright() -> None:
    game = GameSetup(1, "praetorians", ("Ada", "Ben"), {"twelves": False, "entry": "scores"})
    assert not upside_down("turn", None)
    assert not upside_down("turn", Snapshot(1, 0, "new praetorians", game, None))


def test_a_glass_that_faces_the_player_turns_with_the_turn_and_their_keys_with_it(tmp_path: Path) -> None:
    """Two players, by scores: the second sits across the table, and UP as that player sees it moves the cursor down."""
    (tmp_path / "settings.toml").write_text('rotation = "turn"\n')
    panel = Pictures()

    def line(answer: Answer) -> str:
        return chosen(answer).split(":")[0]

    def player() -> Player:
        yield from says("ok", "down down down down ok", "up up up up ok back")
        answer = yield from look()
        assert answer["lines"][0] == "Player 1"
        assert line(answer) == "Stop 20–29"
        answer = yield "down"
        assert line(answer) == "Stop 30–39"
        yield from pick("Caught")
        answer = yield "wait 5"
        assert answer["lines"][0] == "Player 2"
        assert line(answer) == "Stop 20–29"
        answer = yield "up"
        assert line(answer) == "Stop 30–39"
        yield "hold back"

    answers = played(tmp_path, player(), panels=(panel,))
    assert answers[-1]["lines"][0] == "Player 1"

    def title_on_top(shown: DeviceState) -> bool:
        row = shown.frame.crop((0, 10, 118, 11)).convert("L").tobytes()  # the rule below it: every second pixel
        lit = sorted([sum(map(bool, row[first::2])) for first in (0, 1)])
        return lit[0] < 4 and lit[1] > 50

    tables = [shown for shown in panel.shown if shown.page.screen == "table" and shown.page.banner is None]
    assert {(shown.page.lines[0], title_on_top(shown)) for shown in tables} == {("Player 1", True), ("Player 2", False)}
