"""`companion boards` and `companion wiring`, and `--board` with any panel."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from companion.cli import main
from companion.commands.wiring import drawing
from companion.console.tables import text_width
from companion.ports import Key
from companion.services.boards import pin_of, wires
from companion.values import replace
from companion.words import LANGUAGES, Words
from hardware.boards import HEADER
from hardware.boards.profile import load, names, read, text_of

WORDS = Words("en")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Without the settings of the user who runs the tests."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


# -- the list


def test_every_board_is_listed_with_its_display_and_its_keys(capsys):
    assert main(["boards"]) == 0
    said = capsys.readouterr().out
    lines = said.splitlines()
    for name in names():
        row = next(number for number, line in enumerate(lines) if line.split()[:1] == [name])
        board = load(name)
        assert lines[row].endswith(board.name)
        assert board.chip.upper() in lines[row + 1]
        for key in board.keys:
            assert key.name in lines[row + 1]
    assert "SH1106 on SPI 0.0; UP DOWN LEFT RIGHT OK BACK HELP" in said
    assert "SSD1306 at 0x3C on I2C bus 1; UP DOWN OK BACK" in said
    assert "--board sh1106 --keys 3 --encoder, or sh1106-3-encoder." in said
    assert "plain is another name of ssd1306-4." in said


def test_a_board_that_is_named_is_printed_as_a_pattern(capsys, tmp_path):
    assert main(["boards", "plain"]) == 0
    file = tmp_path / "mine.toml"
    file.write_text(capsys.readouterr().out, "utf-8")
    assert load(str(file)) == replace(load("plain"), default=False)  # somebody chose it


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ("sh1106", "sh1106-4"),
        ("sh1106 --keys 3", "sh1106-3"),
        ("sh1106 --keys 7 --encoder", "sh1106-7-encoder"),
        ("ssd1309 --encoder", "ssd1309-4-encoder"),
        ("plain --keys 5", "ssd1306-5"),
        ("--encoder", "ssd1306-4-encoder"),
    ],
)
def test_keys_and_encoder_are_parts_of_a_board_that_is_a_chip(capsys, arguments, name):
    assert main(["boards", *arguments.split()]) == 0
    assert capsys.readouterr().out == text_of(name)[1]


def test_keys_that_no_chip_goes_with_are_refused_with_those_that_it_does(capsys):
    assert main(["wiring", "sh1106", "--keys", "6"]) == 2
    assert capsys.readouterr().err == (
        "companion: sh1106-6: there is no such board and no such file; sh1106 goes with 3, 4, 5, 7 keys, and with an "
        "encoder: sh1106-4-encoder\n"
    )
    assert main(["boards", "adafruit-oled-bonnet", "--keys", "4"]) == 2
    assert "known are plain, adafruit-oled-bonnet" in capsys.readouterr().err


def test_the_list_is_in_the_language_of_the_settings(capsys, folder):
    (folder / "settings.toml").write_text('language = "ja"\n', "utf-8")
    assert main(["boards"]) == 0
    assert "ディスプレイ" in capsys.readouterr().out


def test_a_wrong_board_ends_any_command_with_status_2(capsys, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nchip = "ssd1307"\n', "utf-8")
    for command in ("wiring", "run --panel text --board", "board-test --panel text --board", "doctor --board"):
        assert main([*command.split(), str(file)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err == (
            f'companion: {file}, line 2: chip is "ssd1307"; it must be one of ssd1306, ssd1309, sh1106\n'
        )
    assert main(["boards", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"companion: {tmp_path}: it is a folder; the file of a board is needed\n"
    assert main(["boards", "nobody"]) == 2
    assert capsys.readouterr().err.startswith("companion: nobody: there is no such board and no such file; known are ")


# -- the wires


def test_the_header_is_that_of_every_pi_with_40_pins():
    assert len(HEADER) == 40
    assert sorted(pin for pin in HEADER if isinstance(pin, int)) == list(range(28))
    assert [HEADER.count(name) for name in ("3V3", "5V", "GND")] == [2, 2, 8]
    # Some that everybody knows, by heart or from the README.
    assert {gpio: pin_of(gpio) for gpio in (2, 3, 4, 14, 17, 10, 9, 11, 8, 7, 5, 6, 13, 19, 26, 21, 20, 16)} == {
        2: 3, 3: 5, 4: 7, 14: 8, 17: 11, 10: 19, 9: 21, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 13: 33, 19: 35, 26: 37,
        21: 40, 20: 38, 16: 36,
    }  # fmt: skip


def test_the_wires_of_the_plain_board_are_those_of_the_readme():
    assert wires(load("plain"), WORDS) == [
        ("display VCC", 1, ""),
        ("display GND", 6, ""),
        ("display SDA", 3, ""),
        ("display SCL", 5, ""),
        ("button UP", 29, "other side to GND"),
        ("button DOWN", 31, "other side to GND"),
        ("button OK", 33, "other side to GND"),
        ("button BACK", 35, "other side to GND"),
    ]


def test_the_wires_of_a_display_on_spi():
    rows = wires(load("waveshare-oled-hat"), WORDS)
    assert rows[:7] == [
        ("display VCC", 1, ""),
        ("display GND", 6, ""),
        ("display DIN (MOSI)", 19, ""),
        ("display CLK (SCLK)", 23, ""),
        ("display CS (CE)", 24, ""),
        ("display DC", 18, ""),
        ("display RST", 22, ""),
    ]
    second = 'name = "x"\nchip = "ssd1306"\nbus = "spi"\n[spi]\ndevice = 1\ndc = 24\n'
    second += "[keys]\nUP = 5\nDOWN = 6\nOK = 13\n"
    rows = wires(read("mine.toml", second), WORDS)
    assert ("display CS (CE)", 26, "") in rows
    assert not [row for row in rows if row[0] == "display RST"]


def test_encoder_lights_and_buzzer_are_wired_too():
    text = 'name = "x"\nchip = "ssd1306"\nbus = "i2c"\nactive = "high"\n[encoder]\na = 17\nb = 27\npush = 13\n'
    text += "[keys]\nBACK = 19\n[lights]\npins = [22, 23]\n[buzzer]\npin = 18\n"
    assert wires(read("mine.toml", text), WORDS)[4:] == [
        ("button BACK", 35, "other side to 3V3"),
        ("encoder A (CLK)", 11, ""),
        ("encoder B (DT)", 13, ""),
        ("encoder push (SW)", 33, ""),
        ("encoder +", 17, "3V3, never 5V; only if it has one"),
        ("encoder GND", 14, ""),
        ("seat light 1", 15, "through 330 ohm to the LED, its other side to GND"),
        ("seat light 2", 16, "through 330 ohm to the LED, its other side to GND"),
        ("buzzer", 12, "an active one of at most 16 mA, else through a transistor; its other side to GND"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*names(), "sh1106-3-encoder", "ssd1309-7"])
def test_the_drawing_has_every_wire_at_its_pin_and_the_header_stands_straight(name, language):
    rows = wires(load(name), Words(language))
    lines = drawing(rows)
    assert len(lines) == 20
    columns = set()
    for number, line in enumerate(lines):
        left, right = 2 * number + 1, 2 * number + 2
        before, mark, after = line.partition(f" {left:>2} ")
        marks, pin, behind = after[:3], after[4:6].strip(), after[6:]
        columns.add(text_width(before + mark))
        assert pin == str(right)
        for place, at, text in ((left, marks[0], before), (right, marks[2], behind)):
            uses = [part for part, pin, _ in rows if pin == place]
            assert at == ("#" if uses else "o")
            assert all(part in text for part in uses)
    assert len(columns) == 1


def test_who_wires_is_warned_of_the_order_of_vcc_and_gnd(capsys):
    assert main(["wiring"]) == 0
    assert "VCC and GND are swapped" in capsys.readouterr().out
    assert main(["wiring", "adafruit-oled-bonnet"]) == 0
    said = capsys.readouterr().out
    assert "plugged onto the header" in said
    assert "swapped" not in said


OWN = """
name = "mine"
chip = "ssd1306"
bus = "i2c"
[encoder]
a = 17
b = 27
push = 13
[keys]
BACK = 19
[lights]
pins = [22, 23, 24, 25]
[buzzer]
pin = 18
"""


def test_in_the_drawing_supply_is_red_ground_black_and_no_signal_is(tmp_path, capsys):
    (tmp_path / "mine.toml").write_text(OWN)
    assert main(["wiring", str(tmp_path / "mine.toml"), "--svg"]) == 0
    drawn = capsys.readouterr().out
    found = re.findall(r'H[0-9.-]+" stroke="(#\w+)" stroke-width="3"/>\n<text[^>]*>([^<]*)</text>', drawn)
    assert len(found) == len(wires(read("mine.toml", OWN), WORDS))
    for colour, name in found:
        expected = {"3V3": "#c62828", "GND": "#222222"}.get(name)
        assert colour == expected if expected else colour not in ("#c62828", "#222222")
    assert [name for _, name in found].count("3V3") == 2  # of the display and of the encoder


def test_the_drawing_shows_the_resistor_of_each_lamp(tmp_path, capsys):
    (tmp_path / "mine.toml").write_text(OWN)
    assert main(["wiring", str(tmp_path / "mine.toml"), "--svg"]) == 0
    drawn = capsys.readouterr().out
    assert drawn.count(">330 Ω<") == 4
    for part in ("seat light 4", "buzzer", "button BACK"):
        assert f">{part}, other side to GND<" in drawn


# -- any board on the simulated panels


@pytest.mark.parametrize("name", ["adafruit-oled-bonnet", "waveshare-oled-hat", "sh1106-3-encoder", "ssd1309-5"])
def test_every_board_can_be_played_on_by_words(name, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "run", "--panel", "text", "--board", name, "--data", str(tmp_path)],
        input="ok\nok\nleft\nhelp\nhold back\nhold ok\nquit\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    keys = load(name).keys
    assert [list(answer) == ["error"] for answer in answers[3:6]] == [
        key not in keys for key in (Key.LEFT, Key.HELP, Key.BACK)
    ]
    assert [action for answer in answers for action in answer.get("actions", [])][:1] == ["new praetorians"]
    assert done.stderr == ""
