"""Profiles of boards: those that are shipped work, a wrong one is refused with its line and what would be right."""

from __future__ import annotations

import re

import pytest
from pictures import same, scattered, shown

from companion.ports import Key
from companion.services.boards import explain_fault
from companion.values import replace
from companion.words import Words
from hardware.boards import ALL_KEYS, PLAIN, Encoder, I2c, Spi
from hardware.boards.compose import KEY_SETS
from hardware.boards.profile import WrongProfile, load, names, read, text_of
from hardware.chips import CHIPS
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard

COMPOSED = [f"{chip}-{keys}{encoder}" for chip in CHIPS for keys in KEY_SETS for encoder in ("", "-encoder")]
every_board = pytest.mark.parametrize("name", [*names(), *COMPOSED])


# -- what is shipped


@every_board
def test_a_board_shows_a_picture_as_it_is(name):
    with SimulatedBoard(load(name)) as board:
        oled = board.oled()
        for seed in range(3):
            oled.show(shown(scattered(seed)))
            assert same(board.picture(), scattered(seed))
        oled.close()


@every_board
def test_every_key_of_a_board_goes_down_and_up(name):
    edges = []
    with (
        SimulatedBoard(load(name)) as board,
        board.buttons(lambda key, down, _: edges.append((key, down)), SimulatedClock(0.0)),
    ):
        keys = [key for key in Key if key in board.profile.keys]
        for key in keys:
            board.press(key)
            board.release(key)
    assert edges == [(key, down) for key in keys for down in (True, False)]


@every_board
def test_a_key_that_a_board_lacks_cannot_be_pushed(name):
    with SimulatedBoard(load(name)) as board:
        for key in set(Key) - board.profile.keys:
            with pytest.raises(KeyError):
                board.press(key)


@every_board
def test_the_comments_of_a_file_that_show_more_parts_are_right(name):
    text = re.sub(r"^# (\[(?:lights|buzzer)\]|pins? = )", r"\1", text_of(name)[1], flags=re.MULTILINE)
    board = read(name, text)
    if "[lights]" in text:
        assert (board.lights, board.buzzer) == ((22, 23, 24, 25), 18)
        assert board.parts == {"lights", "sounds"}
    assert load(name).parts == set()


def test_every_chip_comes_with_three_four_five_and_seven_keys_with_and_without_an_encoder():
    for chip in CHIPS:
        for count in (3, 4, 5, 7):
            plain, turned = load(f"{chip}-{count}"), load(f"{chip}-{count}-encoder")
            assert plain.chip == turned.chip == chip
            assert len(plain.keys) == count
            assert turned.keys == plain.keys
            assert (plain.encoder, turned.encoder) == (None, Encoder(17, 27, 13))


def test_plain_is_the_board_at_hand_without_a_file():
    assert load("plain") is PLAIN
    assert load("ssd1306-4") == replace(PLAIN, default=False)
    assert load("ssd1306-7") == ALL_KEYS


def test_the_bonnet_of_adafruit():
    board = load("adafruit-oled-bonnet")
    assert (board.chip, board.wire, board.rotation) == ("ssd1306", I2c(1, 0x3C), 0)
    assert {key.value: pin for key, pin in board.pins.items()} == {
        "left": 27, "right": 23, "up": 17, "down": 22, "ok": 4, "back": 5, "help": 6,
    }  # fmt: skip


def test_the_hat_of_waveshare():
    board = load("waveshare-oled-hat")
    assert (board.chip, board.wire, board.rotation) == ("sh1106", Spi(0, 0, dc=24, reset=25), 180)
    assert {key.value: pin for key, pin in board.pins.items()} == {
        "up": 6, "down": 19, "left": 5, "right": 26, "ok": 13, "back": 21, "help": 20,
    }  # fmt: skip


# -- files of one's own

MINE = """\
name = "mine"
chip = "ssd1306"
bus = "i2c"

[keys]
UP = 5
DOWN = 6
OK = 13
"""


def mine(*changes: tuple[str, str]) -> str:
    text = MINE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_what_a_file_leaves_out_is_as_usual():
    board = read("mine.toml", MINE)
    assert (board.wire, board.size, board.rotation) == (I2c(1, 0x3C), (128, 64), 0)
    assert (board.active, board.pull, board.debounce, board.encoder, board.lights, board.buzzer) == (
        "low", "up", 5, None, (), None,
    )  # fmt: skip


def test_keys_that_close_to_3v3_are_pulled_down_unless_something_else_is_said():
    assert read("mine.toml", mine(("[keys]", 'active = "high"\n[keys]'))).pull == "down"
    text = mine(("[keys]", 'active = "high"\npull = "none"\n[keys]'))
    assert read("mine.toml", text).pull == "none"


@pytest.mark.parametrize("pull", ["none", "down"])
def test_keys_that_close_to_3v3_work(pull):
    board = read("mine.toml", mine(("[keys]", f'active = "high"\npull = "{pull}"\n[keys]')))
    edges = []
    with SimulatedBoard(board) as pins, pins.buttons(lambda *edge: edges.append(edge[:2]), SimulatedClock(0.0)):
        assert edges == []
        pins.press(Key.OK)
        pins.release(Key.OK)
    assert edges == [(Key.OK, True), (Key.OK, False)]


@pytest.mark.parametrize("buttons", ['active = "low"', 'active = "high"', 'active = "high"\npull = "none"'])
def test_the_push_of_an_encoder_closes_to_ground_whatever_the_buttons_do(buttons):
    text = mine(('"i2c"', f'"spi"\n{buttons}\n[spi]\ndc = 24\n[encoder]\na = 17\nb = 27\npush = 3'), ("UP = 5\n", ""))
    board = read("mine.toml", text.replace("DOWN = 6\nOK", "BACK"))
    edges = []
    with SimulatedBoard(board) as pins, pins.buttons(lambda *edge: edges.append(edge[:2]), SimulatedClock(0.0)):
        assert edges == []
        pins.factory.pin(3).drive_low()
        pins.factory.pin(3).drive_high()
    assert edges == [(Key.OK, True), (Key.OK, False)]


@pytest.mark.parametrize(("port", "device", "most"), [(0, 2, 1), (1, 2, 2), (1, 3, 2), (2, 2, 2), (3, 2, 1), (6, 1, 1)])
def test_a_select_that_an_spi_port_lacks_is_refused(port, device, most):
    text = mine(('"i2c"', '"spi"')) + f"[spi]\nport = {port}\ndevice = {device}\ndc = 24\n"
    if device <= most:
        assert read("mine.toml", text).wire == Spi(port, device, 24, None)
        return
    with pytest.raises(WrongProfile) as wrong:
        read("mine.toml", text)
    said = f"mine.toml, line 11: spi.device is {device}; SPI {port} has the devices 0 to {most}"
    assert explain_fault(wrong.value, Words("en")) == said


@pytest.mark.parametrize("kind", ["full", "half"])
def test_a_detent_of_an_encoder_is_a_step(kind):
    text = mine(("UP = 5\nDOWN = 6\n", "")) + f'[encoder]\na = 17\nb = 27\nkind = "{kind}"\n'
    reported = []
    with (
        SimulatedBoard(read("mine.toml", text)) as board,
        board.buttons(lambda *_: None, SimulatedClock(0.0), lambda key, _: reported.append(key)),
    ):
        for key in (Key.DOWN, Key.DOWN, Key.UP, Key.DOWN, Key.UP, Key.UP, Key.UP):
            board.press(key)
            board.release(key)
    assert reported == [Key.DOWN, Key.DOWN, Key.UP, Key.DOWN, Key.UP, Key.UP, Key.UP]


def test_a_file_is_found_by_its_path(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(MINE, "utf-8-sig")
    assert load(str(file)).name == "mine"


def test_the_picture_stands_in_the_middle_of_larger_glass():
    text = mine(('"ssd1306"', '"sh1106"\nsize = [128, 128]'))
    with SimulatedBoard(read("mine.toml", text)) as board:
        oled = board.oled()
        for seed in (1, 2):
            oled.show(shown(scattered(seed)))
        whole = board.chip.picture()
        assert whole.size == (128, 128)
        assert same(whole.crop((0, 32, 128, 96)), scattered(2))
        assert whole.crop((0, 0, 128, 32)).getbbox() is None
        assert whole.crop((0, 96, 128, 128)).getbbox() is None


def test_a_board_says_where_the_pictures_of_its_keys_are():
    assert read("mine.toml", mine()).legend == "right"
    assert read("mine.toml", mine(("[keys]", 'legend = "none"\n[keys]'))).legend == "none"


@pytest.mark.parametrize("chip", CHIPS)
def test_a_board_that_is_mounted_upside_down_turns_the_picture(chip):
    text = mine(('"ssd1306"', f'"{chip}"\nrotation = 180'))
    with SimulatedBoard(read("mine.toml", text)) as board:
        oled = board.oled()
        oled.show(shown(scattered(1)))
        assert same(board.picture(), scattered(1))
        assert same(board.chip.picture(), scattered(1).rotate(180))


# -- what is refused

UNKNOWN_KEYS = "UP, DOWN, LEFT, RIGHT, OK, BACK, HELP"

AWAY = "no GPIO of the header; write the number of one, from 2 to 27"
WRONG = [
    ((('"ssd1306"', '"none"'),), f'line 2: chip is "none"; it must be one of {", ".join(CHIPS)}'),
    ((('chip = "ssd1306"\n', ""),), "chip is missing"),
    ((('bus = "i2c"', "bus = 1"),), "line 3: bus is 1; it must be one of i2c, spi"),
    ((('bus = "i2c"', 'bus = "i2c"\nrotation = 90'),), "line 4: rotation is 90; it must be one of 0, 180"),
    ((('bus = "i2c"', 'bus = "i2c"\nrotation = false'),), "line 4: rotation is false; it must be one of 0, 180"),
    ((('bus = "i2c"', 'bus = "i2c"\nlegend = "top"'),), 'line 4: legend is "top"; it must be one of right, left, none'),
    ((('"mine"', '""'),), 'line 1: the name "" is not allowed; a name is a text of 1 to 60 letters'),
    ((('"mine"', "7"),), "line 1: the name 7 is not allowed; a name is a text of 1 to 60 letters"),
    ((("[keys]", "size = [\n  128,\n  32,\n]\n[keys]"),),
     "line 5: a display of 128 × 32 pixels is too small: the pictures need 128 × 64"),
    ((("[keys]", "size = [96, 64]\n[keys]"),),
     "line 5: a display of 96 × 64 pixels is too small: the pictures need 128 × 64"),
    ((("[keys]", f"size = [0x{'F' * 5000}, 32]\n[keys]"),), "line 5: a display of 0xffffffffffffffffffffff… × 32 pixels"
     " is too small: the pictures need 128 × 64"),
    ((("[keys]", "size = [256, 64]\n[keys]"),),
     "line 5: size [256, 64] is not allowed; with ssd1306 it is [128, 64]"),
    ((("[keys]", 'size = "128x64"\n[keys]'),),
     'line 5: size "128x64" is not allowed; with ssd1306 it is [128, 64]'),
    ((("[keys]", "colour = 1\n[keys]"),), "line 5: colour is not known here; known are name, chip, bus, size, rotation,"
     " legend, active, pull, debounce, hat, i2c, spi, keys, encoder, lights, buzzer,"
     " keyboards"),
    ((("[keys]", "debounce = 0\n[keys]"),), "line 5: debounce is 0; it goes from 1 to 50"),
    ((("[keys]", "debounce = 5.0\n[keys]"),), "line 5: debounce is 5.0, not a whole number"),
    ((("[keys]", "debounce = true\n[keys]"),), "line 5: debounce is true, not a whole number"),
    ((("[keys]", 'hat = "yes"\n[keys]'),), 'line 5: hat is "yes"; it must be true or false'),
    ((("[keys]", 'active = "up"\n[keys]'),), 'line 5: active is "up"; it must be one of low, high'),
    ((("[keys]", 'pull = "down"\n[keys]'),),
     'line 5: pull "down" with active = "low" reads every key as pressed; it must be "up" or "none"'),
    ((("[keys]", 'active = "high"\npull = "up"\n[keys]'),),
     'line 6: pull "up" with active = "high" reads every key as pressed; it must be "down" or "none"'),
    ((("UP = 5", "LEFTT = 5"),), f"line 6: keys.LEFTT is not known here; known are {UNKNOWN_KEYS}"),
    ((("UP = 5", "up = 5"),), f"line 6: keys.up is not known here; known are {UNKNOWN_KEYS}"),
    ((("UP = 5\n", ""),), "line 5: there is no UP; UP, DOWN and OK are needed, as keys or from an encoder"),
    ((("OK = 13\n", ""),), "line 5: there is no OK; UP, DOWN and OK are needed, as keys or from an encoder"),
    ((("UP = 5", "UP = 28"),), f"line 6: 28 for UP is {AWAY}"),
    ((("UP = 5", "UP = 30"),), f"line 6: 30 for UP is {AWAY}"),
    ((("UP = 5", "UP = 41"),), f"line 6: 41 for UP is {AWAY}"),
    ((("UP = 5", "UP = -1"),), f"line 6: -1 for UP is {AWAY}"),
    ((("UP = 5", "UP = 29"),),
     "line 6: pin 29 of the header, for UP, is GPIO 5: write 5, and each pin by its GPIO"),
    ((("UP = 5", 'UP = "five"'),), f'line 6: "five" for UP is {AWAY}'),
    ((("UP = 5", 'UP = "GPIO5"'),), 'line 6: keys.UP is "GPIO5"; write the number alone: 5'),
    ((("UP = 5", "UP = 05"),), 'line 6: keys.UP is "05"; write the number alone: 5'),
    ((("[keys]", '[lights]\npins = [22, "23"]\n[keys]'),),
     'line 6: lights.pins[1] is "23"; write the number alone: 23'),
    ((("UP = 5", "UP = true"),), f"line 6: true for UP is {AWAY}"),
    ((("UP = 5", "UP = 1"),), "line 6: pin 1 for UP is reserved for the ID of a HAT; there are GPIO 2 to 27"),
    ((("UP = 5", "UP = 3"),), "line 6: pin 3 for UP belongs to the display's I2C bus"),
    ((("DOWN = 6", "DOWN = 5"),), "line 7: pin 5 for DOWN is taken by UP"),
    ((("[keys]", "[i2c]\naddress = 0x78\n[keys]"),), "line 6: address 0x78 is the 8-bit address that is printed on "
     "displays; here it is 0x3C"),
    ((("[keys]", "[i2c]\naddress = 0x40\n[keys]"),),
     "line 6: address 0x40 is not allowed; these chips answer at 0x3C / 0x3D"),
    ((("[keys]", '[i2c]\naddress = "0x3d"\n[keys]'),), 'line 6: i2c.address is "0x3d"; write the number alone: 0x3d'),
    ((("[keys]", '[i2c]\naddress = "3C"\n[keys]'),),
     'line 6: address "3C" is not allowed; these chips answer at 0x3C / 0x3D'),
    ((("[keys]", "[i2c]\nbus = -1\n[keys]"),), "line 6: i2c.bus is -1; it goes from 0 to 99"),
    ((("[keys]", "[i2c]\nspeed = 1\n[keys]"),), "line 6: i2c.speed is not known here; known are bus, address"),
    ((("[keys]", "[spi]\ndc = 24\n[keys]"),), 'line 5: [spi] is not allowed here: the display is on bus "i2c"'),
    ((("[keys]", "i2c = 1\n[keys]"),), "line 5: i2c must be a table of its own, [i2c], with a line for each entry"),
    ((('"i2c"', '"spi"'),), "spi.dc is missing"),
    ((('"i2c"', '"spi"\n[spi]\nreset = 25'),), "line 4: spi.dc is missing"),
    ((('"i2c"', '"spi"\n[spi]\ndc = 24\nspeed = 3'),),
     "line 6: spi.speed is 3; it must be one of 500000, 1000000, 2000000, 4000000, 8000000,"
     " 16000000, 20000000"),
    ((('"i2c"', '"spi"\n[spi]\ndc = 10'),), "line 5: pin 10 for the display's DC belongs to the display's SPI port"),
    ((('"i2c"', '"spi"\n[spi]\ndc = 24'), ("UP = 5", "UP = 7")),
     "line 8: pin 7 for UP belongs to the display's SPI port"),
    ((('"i2c"', '"spi"\n[spi]\ndc = 24'), ("UP = 5", "UP = 24")), "line 8: pin 24 for UP is taken by the display's DC"),
    ((('"i2c"', '"spi"\npull = "none"\n[spi]\ndc = 24'), ("UP = 5", "UP = 2")),
     'line 9: pin 2 for UP has a resistor to 3V3 on the Pi; it takes pull = "up", or another pin'),
    ((("[keys]", "[encoder]\na = 5\nb = 17\n[keys]"),), "line 9: pin 5 for UP is taken by encoder A (CLK)"),
    ((("[keys]", "[encoder]\nb = 17\n[keys]"),), "line 5: encoder.a is missing"),
    ((("[keys]", "[encoder]\na = 27\nb = 17\npush = 4\n[keys]"),),
     "line 12: OK is the push of the encoder already; take one of the two away"),
    ((("[keys]", '[encoder]\na = 27\nb = 17\nkind = "quarter"\n[keys]'),),
     'line 8: encoder.kind is "quarter"; it must be one of full, half'),
    ((("[keys]", "[lights]\npins = []\n[keys]"),), "line 6: lights [] are not allowed; they are a list of 1 to 8 pins"),
    ((("[keys]", "[lights]\npins = [\n22, # one\n22,\n]\n[keys]"),),
     "line 8: pin 22 for seat light 2 is taken by seat light 1"),
    ((("[keys]", "[buzzer]\n[keys]"),), None),
    ((("[keys]", "[buzzer]\npin = 2\n[keys]"),), "line 6: pin 2 for buzzer belongs to the display's I2C bus"),
    ((("UP = 5", "UP ="),), "line 6: this line is not clear; write for example UP = 5"),
    ((("UP = 5", "UP = 5\nUP = 7"),), "line 6: line 7 has the same name; only one of them may be"),
    ((("UP = 5", "UP = 5\n\N{ZERO WIDTH SPACE}"),), "line 7: this line is not clear; write for example UP = 5"),
    ((("UP = 5", "UP: 5"),), "line 6: put = between name and value: UP = 5"),
    ((("UP = 5", "UP = GPIO5"),), 'line 6: keys.UP is "GPIO5"; write the number alone: 5'),
    ((('chip = "ssd1306"', "chip = ssd1306"),), 'line 2: put it in quotes: chip = "ssd1306"'),
    ((('chip = "ssd1306"', "chip = ssd1305"),),
     'line 2: chip is "ssd1305"; it must be one of ssd1306, ssd1309, sh1106'),
    ((('chip = "ssd1306"', 'chip = “ssd1306”'),), 'line 2: use straight quotes: chip = "ssd1306"'),
    ((("[keys]", "[keys"),), "line 5: put it in square brackets: [keys]"),
    ((("[keys]", "[keys]\n[keys]"),), "line 6: [keys] is there twice; write its lines below the first one"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "said"), WRONG, ids=[str(said) for _, said in WRONG])
def test_a_wrong_profile_is_refused_with_the_line_and_what_would_be_right(changes, said):
    if said is None:  # an empty table is as good as none
        assert read("mine.toml", mine(*changes)).buzzer is None
        return
    with pytest.raises(WrongProfile) as wrong:
        read("mine.toml", mine(*changes))
    between = ", " if said.startswith("line") else ": "
    assert explain_fault(wrong.value, Words("en")) == f"mine.toml{between}{said}"
    assert explain_fault(wrong.value, Words("ja")).startswith("mine.toml")


def test_no_message_shows_a_line_that_no_file_of_a_board_has():
    for line in ("password = correct horse", "password: correct horse", "// password = correct horse",
                 'password = "a", secret = "correct horse"', "name = correct horse"):  # fmt: skip
        with pytest.raises(WrongProfile) as wrong:
            read("companion.toml", f"{line}\n")
        assert "horse" not in explain_fault(wrong.value, Words("en"))


def test_a_novel_in_place_of_a_value_is_cut_short():
    with pytest.raises(WrongProfile) as wrong:
        read("mine.toml", mine(("UP = 5", f"UP = {[['x' * 900] * 9] * 9}")))
    assert len(explain_fault(wrong.value, Words("en"))) < 120
    with pytest.raises(WrongProfile) as wrong:
        read("mine.toml", mine(("UP = 5", f"UP = 0x{'F' * 5000}")))
    assert len(explain_fault(wrong.value, Words("en"))) < 120


def test_an_unknown_board_is_refused_with_the_list_of_boards(tmp_path):
    for name, key in (("waveshare", "unknown"), ("mine.toml", "file"), (str(tmp_path), "folder"), ("a/b", "file")):
        with pytest.raises(WrongProfile) as wrong:
            load(name)
        assert wrong.value.key == f"board.wrong.{key}"
    with pytest.raises(WrongProfile) as wrong:
        load("waveshare")
    assert "known are plain, adafruit-oled-bonnet, waveshare-oled-hat, " in explain_fault(wrong.value, Words("en"))


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"\xff\xfe", "board.wrong.utf8"), (b"#" * 8193, "board.wrong.long"), (b"a = " + b"[" * 4000, "value.unknown"),
        (b"a novel", "toml.line"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_profile_at_all_is_refused(tmp_path, content, key):
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(WrongProfile) as wrong:
        load(str(file))
    assert wrong.value.key == key


def test_for_the_left_hand_a_row_of_keys_is_turned_round_and_up_stays_above_down():
    up, down, ok, back = Key.UP, Key.DOWN, Key.OK, Key.BACK
    four = {up: back, down: ok, ok: up, back: down}
    assert PLAIN.left_hand == four
    assert read("mine.toml", mine(("OK = ", "BACK = 16\nHELP = 22\nOK = "))).left_hand == four
    assert read("mine.toml", MINE).left_hand == {up: ok, down: up, ok: down}
    # A joystick or an encoder is no row.
    assert load("waveshare-oled-hat").left_hand == load("ssd1306-encoder").left_hand == ALL_KEYS.left_hand == {}
