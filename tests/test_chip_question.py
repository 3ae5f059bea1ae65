"""*Is this picture straight?*, from the first key to the chip, with displays that have another chip than the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from device import Answer, Player, begun, chosen, look, pick, played, says
from PIL import Image

from companion.app.questions import CHIP_S, PICTURE_S
from companion.ports import DeviceState, Key
from companion.services.device import with_chosen_chip
from companion.session.settings import CHOICES
from companion.session.settings_file import SettingsFile
from companion.values import replace
from hardware.boards import PLAIN, Board
from hardware.boards.profile import load
from hardware.chips import CHIPS, kinds
from hardware.oled import Oled
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.chip import ChipError, Ssd1306
from hardware.simulated.sh1106 import Sh1106

THREE = replace(PLAIN, pins={Key.UP: 5, Key.DOWN: 6, Key.OK: 13})


class Patient(Sh1106):
    """Ignores what it does not know, as the chip on a display does; our model raises an error for it."""

    def _take_command(self, byte: int) -> None:
        try:
            super()._take_command(byte)
        except ChipError:
            self._waiting.clear()

    def _take_data(self, stream: bytes) -> None:
        self._waiting.clear()
        try:
            super()._take_data(stream)
        except ChipError:
            self._column = 0


class Mistaken(SimulatedBoard):
    """A board whose display has another chip than its profile says."""

    def __init__(self, chip: Ssd1306, profile: Board = PLAIN) -> None:
        super().__init__(profile)
        self.chip = chip
        self.bus: Any
        self.bus.chips = {0x3C: chip}


class Eyes:
    """Somebody who looks at the display: what was sent, and what is seen."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self.seen: list[tuple[str, bool]] = []
        self.picture: Image.Image | None = None

    def show(self, state: DeviceState) -> None:
        self.picture = self._board.picture().copy()
        self.seen.append((state.page.screen, self.picture.tobytes() == state.frame.tobytes()))

    def close(self) -> None:
        """Nothing is open."""


def asked(
    folder: Path, player: Player, board: SimulatedBoard | None = None, *, tour: bool = True
) -> tuple[list[Answer], Eyes]:
    """A start; what the text panel answered, and what was seen."""
    board = board or SimulatedBoard(PLAIN)
    eyes = Eyes(board)
    return played(folder, player, board=board, panels=[eyes], tour=tour), eyes


def chip_of(folder: Path) -> str:
    return str(SettingsFile(folder).settings.chip)


def test_a_straight_picture_is_kept_with_two_keys_and_never_asked_for_again(tmp_path: Path) -> None:
    answers, eyes = asked(tmp_path, says("ok down"))
    assert answers[0]["lines"] == [
        "SSD1306 / SSD1309", "Is this picture", "straight?", "OK: yes", "other keys: no"
    ]  # fmt: skip
    assert answers[1]["lines"][1:] == ["Now press DOWN, and", "it stays so."]
    assert answers[2]["screen"] == "tour"
    assert answers[2]["banner"].startswith("This display is driven as SSD1306 from now on")
    assert all(straight for _, straight in eyes.seen)
    assert chip_of(tmp_path) == "ssd1306"
    assert asked(tmp_path, says("wait 1"))[0][0]["screen"] == "tour"


@pytest.mark.parametrize("profile", [PLAIN, THREE])
def test_an_sh1106_shows_noise_first_and_is_whole_when_driven_as_one(tmp_path: Path, profile: Board) -> None:
    board = Mistaken(Patient(), profile)
    answers, eyes = asked(tmp_path, says("up ok down"), board)
    assert [answer["lines"][0] for answer in answers[:3]] == ["SSD1306 / SSD1309", "SH1106", "SH1106"]
    assert eyes.seen[:3] == [("straight", False), ("straight", True), ("straight", True)]
    assert answers[3]["screen"] == "tour"
    assert all(straight for screen, straight in eyes.seen if screen == "tour")
    assert chip_of(tmp_path) == "sh1106"
    # The next start takes it, from the first picture on.
    after = with_chosen_chip(profile, tmp_path)
    assert (after.chip, after.name, after.default) == ("sh1106", "SH1106 OLED on I2C, four buttons", True)
    with Mistaken(Patient(), after) as again:
        again.splash()
        assert again.chip.on
        _, eyes = asked(tmp_path, says("ok"), again)
        assert {straight for _, straight in eyes.seen} == {True}


def test_who_sees_noise_and_presses_ok_again_and_again_keeps_nothing(tmp_path: Path) -> None:
    answers, _ = asked(tmp_path, says("ok ok ok ok ok"), Mistaken(Patient()))
    assert [answer["screen"] for answer in answers] == ["straight"] * 6
    assert chip_of(tmp_path) == ""


def test_an_ssd1306_is_not_whole_as_an_sh1106_though_it_would_take_a_whole_picture(tmp_path: Path) -> None:
    _, eyes = asked(tmp_path, says("up"))
    assert eyes.seen == [("straight", True), ("straight", False)]


def test_without_a_key_each_chip_has_its_turn_and_then_the_device_goes_on_as_it_was(tmp_path: Path) -> None:
    board = Mistaken(Patient())
    answers, eyes = asked(tmp_path, says(f"wait {PICTURE_S} wait {PICTURE_S} wait {CHIP_S}"), board)
    assert [answer["lines"][0] for answer in answers[:3]] == ["SSD1306 / SSD1309", "SH1106", "SSD1306 / SSD1309"]
    assert eyes.seen[:3] == [("straight", False), ("straight", True), ("straight", False)]
    assert answers[3]["screen"] == "tour"
    assert eyes.seen[-1] == ("tour", False)
    assert chip_of(tmp_path) == ""
    assert asked(tmp_path, says("wait 1"))[0][0]["screen"] == "straight"


def test_a_key_that_wakes_the_glass_answers_nothing(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change("dark", 5)
    answers, _ = asked(tmp_path, says("wait 6 ok ok"))
    assert [answer["lines"][-1:] for answer in answers] == [
        ["other keys: no"],
        [],
        ["other keys: no"],
        ["it stays so."],
    ]


def test_a_choice_that_is_not_finished_is_none(tmp_path: Path) -> None:
    answers, _ = asked(tmp_path, says(f"ok wait {PICTURE_S} up down"))
    assert [answer["lines"][0] for answer in answers] == [
        "SSD1306 / SSD1309", "SSD1306 / SSD1309", "SH1106", "SSD1306 / SSD1309", "SH1106"
    ]  # fmt: skip
    assert chip_of(tmp_path) == ""


@pytest.mark.parametrize("name", ["ssd1306-4", "ssd1306-3", "sh1106-4-encoder", "adafruit-oled-bonnet"])
def test_a_board_that_was_chosen_is_not_asked_about(tmp_path: Path, name: str) -> None:
    SettingsFile(tmp_path).change("chip", "sh1106")
    board = with_chosen_chip(load(name), tmp_path)
    assert board == load(name)
    answers, _ = asked(tmp_path, says("wait 1"), SimulatedBoard(board))
    assert answers[0]["screen"] == "tour"


def test_where_a_game_has_been_played_nothing_is_asked(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", ("Ada", "Ben"))
    assert asked(tmp_path, says("wait 1"))[0][0]["screen"] == "table"


def test_the_settings_show_the_chip_and_ask_again_beginning_with_it(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change("chip", "sh1106")
    board = Mistaken(Ssd1306(), with_chosen_chip(PLAIN, tmp_path))

    def player() -> Player:
        yield from pick("Settings")
        answer = yield from look()
        while chosen(answer).split(":")[0] != "Display":
            answer = yield "down"
        assert chosen(answer) == "Display: SH1106"
        answer = yield "ok"
        assert (answer["screen"], answer["lines"][0]) == ("straight", "SH1106")
        answer = yield "down"
        assert answer["lines"][0] == "SSD1306 / SSD1309"
        yield "ok"
        answer = yield "down"
        assert answer["screen"] == "settings"
        assert chosen(answer) == "Display: SSD1306"

    _, eyes = asked(tmp_path, player(), board, tour=False)
    asking = [straight for screen, straight in eyes.seen if screen == "straight"]
    assert asking == [False, True, True]
    assert eyes.seen[-1] == ("settings", True)
    assert chip_of(tmp_path) == "ssd1306"


def test_no_other_board_has_the_line_in_its_settings(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Settings")
        answer = yield from look()
        lines = []
        for _ in range(40):
            lines.append(chosen(answer).split(":")[0])
            answer = yield "down"
        assert "Font" in lines
        assert "Display" not in lines

    played(tmp_path, player())


def test_the_settings_know_the_chips_of_displays_that_our_pictures_fill() -> None:
    assert CHOICES["chip"] == ("", *[name for name, chip in CHIPS.items() if (128, 64) in chip.sizes])


def test_chips_that_are_driven_alike_are_one_picture() -> None:
    assert kinds((128, 64)) == (("ssd1306", "ssd1309"), ("sh1106",))
    assert kinds((128, 128)) == (("sh1106",),)
    with SimulatedBoard(PLAIN) as board:
        oled: Oled = board.oled()
        assert (oled.chip, oled.kinds) == ("ssd1306", kinds((128, 64)))


def test_a_faulty_chip_in_the_file_is_told_and_the_board_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('chip = "sh1107"\n', "utf-8")
    assert with_chosen_chip(PLAIN, tmp_path) == PLAIN
    (trouble,) = SettingsFile(tmp_path).troubles
    assert trouble.key == "settings.wrong.chip"
