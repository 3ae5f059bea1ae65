"""Whatever people write into companion.toml, the right board starts, and every slip is told with its cure.

Each slip of a generator is made in a file that was right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest
from call_counts import calls

from companion.reader import from_toml
from companion.services.card.companion_toml import BOARD, Asked, Wifi, parse
from companion.services.card.prepare import Clock, Places, prepare
from companion.toml_places import find_places
from companion.words import without_breaks
from hardware.boards.profile import load, nearest, text_of

TODAY, NOW = date(2026, 11, 23), 1_795_435_200.0
SECRET = "correct horse 7"
RIGHT = [
    "# Change these lines in any computer; the device reads them at each start.",
    "",
    'board = "sh1106-3-encoder"',
    'language = "ja"',
    "web = true",
    "phones = true",
    "date = 2026-11-23",
    "[wifi]",
    'name = "Club Müller"',
    f'password = "{SECRET}"',
    'country = "DE"',
]
ASKED = Asked("sh1106-3-encoder", "ja", Wifi("Club Müller", SECRET, "DE"), web=True, phones=True, date=TODAY)

Slip = Callable[[str], str]
ON_TEXTS: dict[str, Slip] = {
    "no quotes": lambda line: line.replace('"', ""),
    "curly quotes": lambda line: re.sub('"(.*)"', r"“\1”", line),
    "German quotes": lambda line: re.sub('"(.*)"', r"„\1“", line),
    "Japanese quotes": lambda line: re.sub('"(.*)"', r"「\1」", line),
    "French quotes": lambda line: re.sub('"(.*)"', r"«\1»", line),
    "the quotes do not end": lambda line: line.rstrip('"'),
    "the quotes end otherwise": lambda line: f"{line[:-1]}'",
    "quotes twice": lambda line: line.replace('"', '""'),
}
ON_VALUES: dict[str, Slip] = {
    "a colon": lambda line: line.replace(" =", ":"),
    "two signs": lambda line: line.replace("=", "=="),
    "a full-width sign": lambda line: line.replace("=", "＝"),
    "a semicolon": lambda line: f"{line};",
    "a comma": lambda line: f"{line},",
    "a remark with //": lambda line: f"{line} // mine",
    "blanks of a web page": lambda line: line.replace(" ", "\N{NO-BREAK SPACE}"),
    "a bullet": lambda line: f"- {line}",
    "a capital": lambda line: line.capitalize() if '"' not in line else line[:1].upper() + line[1:],
    "two letters changed": lambda line: line[1] + line[0] + line[2:],
}
AROUND: dict[str, Callable[[list[str]], list[str]]] = {
    "prose": lambda lines: [*lines[:2], "this is the device of our club", *lines[2:]],
    "half a line": lambda lines: [*lines[:2], "board", *lines[2:]],
    "the board of the card once more": lambda lines: [*lines[:3], 'board = "plain"', *lines[3:]],
    "a remark with //": lambda lines: ["// mine", *lines],
    "a remark with ;": lambda lines: ["; mine", *lines],
    "one bracket": lambda lines: [line.replace("[wifi]", "[wifi") for line in lines],
    "round brackets": lambda lines: [line.replace("[wifi]", "(wifi)") for line in lines],
    "WLAN": lambda lines: [line.replace("[wifi]", "[WLAN]") for line in lines],
    "no [wifi]": lambda lines: [line for line in lines if line != "[wifi]"],
    "everything below [wifi]": lambda lines: [*lines[7:], *lines[:7]],
    "another table": lambda lines: ["[device]", *lines],
    "SSID": lambda lines: [line.replace("name", "SSID") for line in lines],
    "yes": lambda lines: [line.replace("true", "yes") for line in lines],
    "True": lambda lines: [line.replace("true", "True") for line in lines],
    '"on"': lambda lines: [line.replace("true", '"on"') for line in lines],
    "Japanese": lambda lines: [line.replace('"ja"', "日本語") for line in lines],
    "the day as in Germany": lambda lines: [line.replace("2026-11-23", "23.11.2026") for line in lines],
    "the day as in America": lambda lines: [line.replace("2026-11-23", "11/23/2026") for line in lines],
    "the day as in Japan": lambda lines: [line.replace("2026-11-23", "2026年11月23日") for line in lines],
    "a keyboard's letters": lambda lines: ['keyboard = "de"', *lines],
    "a keyboard's letters below": lambda lines: [*lines[:4], 'keyboard = "de"', *lines[4:]],
    "a band": lambda lines: [*lines, "band = 5"],
    "the day in quotes": lambda lines: [line.replace("2026-11-23", '"2026-11-23"') for line in lines],
}
TEXTS, VALUES = (2, 3, 8, 9, 10), (2, 3, 4, 5, 6, 8, 9, 10)


def slips() -> Iterator[tuple[str, list[str]]]:
    """Every slip by its name, with the lines of the file."""
    for name, change in ON_TEXTS.items():
        for place in TEXTS:
            yield f"{name} {place + 1}", [change(line) if at == place else line for at, line in enumerate(RIGHT)]
    for name, change in ON_VALUES.items():
        for place in VALUES:
            yield f"{name} {place + 1}", [change(line) if at == place else line for at, line in enumerate(RIGHT)]
    for name, around in AROUND.items():
        yield name, around(RIGHT)


ALL = dict(slips())


def started(folder: Path, text: str) -> tuple[str, list[str]]:
    """The board of a start with this file, and what is told in English."""
    places = Places(*[folder / name for name in ("fat", "data", "run", "etc")])
    for made in (places.fat, places.data, places.run):
        made.mkdir(exist_ok=True)
    (places.fat / "companion.toml").write_text(text, "utf-8")
    told = [without_breaks(message.of("en")) for message in prepare(places, None, Clock(lambda: NOW, lambda _: None))]
    shown = (places.run / "messages.json").read_text("utf-8")
    assert SECRET not in repr(json.loads(shown))
    board = (places.etc / "board").read_text("ascii").removeprefix("COMPANION_BOARD=").removesuffix("\n")
    load(board)
    return board, told


@pytest.mark.parametrize("slip", ALL)
def test_every_slip_leaves_the_right_board_and_is_told_with_its_cure(slip: str, tmp_path: Path) -> None:
    lines = ALL[slip]
    board, told = started(tmp_path, "\n".join(lines) + "\n")
    assert board == "sh1106-3-encoder"
    assert told
    changed = [at + 1 for at, line in enumerate(lines) if line not in RIGHT]
    for line in changed:
        assert any(message.startswith(f"companion.toml, line {line}: ") for message in told), told
    parsed = parse("\n".join(lines), TODAY)
    assert parsed.asked == ASKED
    for fault in parsed.faults:
        cure = fault.what.params.get("cure")
        if isinstance(cure, str) and "=" in cure and "…" not in cure:
            from_toml(cure)


def test_there_are_more_than_fifty_and_the_file_that_is_right_has_none(tmp_path: Path) -> None:
    assert len(ALL) > 50
    assert started(tmp_path, "\n".join(RIGHT)) == ("sh1106-3-encoder", [])
    assert parse("\n".join(RIGHT), TODAY).asked == ASKED


PASSWORDS = (
    "pasword = S", 'pasword = "S",', "psk = S", "psk: S", 'psk = ["S"', "passphrase = S", "wpa = S", 'code "S"',
    'password = ["S"]', 'password = ["S", 2]', 'password = {is = "S"}', "Password = S", "パスワード：S", "wifi.key = S",
    "my password S = 1", "password S: 1", 'board = "plain", password = "S"', 'country = "DE" password = "S"',
    'name = "x", password = "S"', 'name: x, psk: S', 'date = 2026-11-23, key = S', '[net]\npsk = S', 'wlan = "S"',
    'wifi = { name = 12, password = "S" }', 'wifi = { name = x, password = "S" }', "wifi = name x, password S",
    "// password = S", "; psk：S", "name = S", "ssid: S", 'name = ["S"]', 'name = "S, S, S, S, S, S"', "name = 'S",
)  # fmt: skip
"""Lines with a password, S, of people who know neither TOML nor the names of the file."""


@pytest.mark.parametrize("line", PASSWORDS)
@pytest.mark.parametrize("before", ['board = "plain"\n[wifi]\n', "board = plain\n[wlan]\n", ""])
def test_no_message_shows_a_password_however_its_line_is_written(line: str, before: str, tmp_path: Path) -> None:
    password = "hunterTwo"
    _, told = started(tmp_path, before + line.replace("S", password))
    assert told
    assert "hunter" not in "".join(told)


def test_a_password_of_digits_in_the_line_of_the_name_is_not_shown(tmp_path: Path) -> None:
    _, told = started(tmp_path, '[wifi]\nname = 12345678\npassword = "Club 1234"\n')
    assert 'companion.toml, line 2: write name = "…"; understood all the same' in told
    assert "12345678" not in "".join(told)


@pytest.mark.parametrize("line", ["date = tomorrow", "language: Deutsch", "web = perhaps"])
def test_a_wrong_value_is_told_without_a_cure_that_would_not_help(line: str, tmp_path: Path) -> None:
    _, told = started(tmp_path, f"{line}\n")
    assert len(told) == 1
    assert told[0].endswith("; the default holds")


@pytest.mark.parametrize("table", ["wifi", "wlan"])
def test_an_unknown_name_below_wifi_is_told_with_those_that_are_known(table: str, tmp_path: Path) -> None:
    _, told = started(tmp_path, f'[{table}]\nname = "x"\nhidden = true\n')
    text = "companion.toml, line 3: {}.hidden is not known here; known are name, password, country"
    assert text.format(table) in told


@pytest.mark.parametrize("line", ['"" = 1', '" " = 1', "'' = x", '[wifi]\n"" = "x"', '[""]\na = 1', '["\t"]\na = x'])
def test_a_name_without_a_letter_is_not_known(line: str, tmp_path: Path) -> None:
    _, told = started(tmp_path, f"{line}\n")
    assert any("is not known here" in fault or "is not clear" in fault for fault in told), told


@pytest.mark.parametrize("between", [" ", ", ", "; ", ","])
def test_a_second_entry_on_a_line_leaves_the_first_one_and_is_told(between: str, tmp_path: Path) -> None:
    told = ['companion.toml, line 1: each entry needs a line of its own: board = "sh1106"; understood all the same']
    assert started(tmp_path, f'board = "sh1106"{between}language = "ja"\n') == ("sh1106", told)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_a_file_with_the_ends_of_lines_of_another_system_is_right(end: str, tmp_path: Path) -> None:
    assert started(tmp_path, end.join(RIGHT) + end) == ("sh1106-3-encoder", [])
    assert parse(end.join(RIGHT), TODAY).asked == ASKED


@pytest.mark.parametrize("seed", range(40))
def test_many_slips_at_once_leave_the_right_board(seed: int, tmp_path: Path) -> None:
    draw = Random(seed)
    lines = list(RIGHT)
    changed = draw.sample(VALUES, 4)
    for place in changed:
        lines[place] = draw.choice(list((ON_TEXTS if place in TEXTS else ON_VALUES).values()))(lines[place])
    lines = draw.choice(list(AROUND.values()))(lines)
    board, told = started(tmp_path, draw.choice(["\n", "\r\n"]).join(lines))
    assert board == "sh1106-3-encoder"
    assert len(told) >= 4


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-16", ["companion.toml: the file is not UTF-8; save it again with the encoding UTF-8"]),
        ("utf-16-le", ["companion.toml: the file is not UTF-8; save it again with the encoding UTF-8"]),
        ("utf-16-be", ["companion.toml: the file is not UTF-8; save it again with the encoding UTF-8"]),
        ("cp1252", ["companion.toml: the file is not UTF-8; save it again with the encoding UTF-8"]),
        ("utf-8-sig", []),
    ],
)
def test_another_encoding_is_read_and_told(encoding: str, told: list[str], tmp_path: Path) -> None:
    (tmp_path / "fat").mkdir()
    text = "\n".join(RIGHT)
    places = Places(*[tmp_path / name for name in ("fat", "data", "run", "etc")])
    for made in (places.data, places.run):
        made.mkdir()
    (places.fat / "companion.toml").write_bytes(text.encode(encoding))
    assert list(map(str, prepare(places, None, Clock(lambda: NOW, lambda _: None)))) == told
    assert "sh1106-3-encoder" in (places.etc / "board").read_text("ascii")
    assert "436c7562204dc3bc6c6c6572" in (places.run / "wifi/wpa_supplicant.conf").read_text("ascii")  # Club Müller


@pytest.mark.parametrize("name", ["companion.toml.txt", "companion.toml.toml", "companion.txt"])
def test_a_file_that_got_another_ending_is_read_and_told(name: str, tmp_path: Path) -> None:
    for folder in ("fat", "data", "run"):
        (tmp_path / folder).mkdir()
    (tmp_path / "fat" / name).write_text("\n".join(RIGHT), "utf-8")
    places = Places(*[tmp_path / folder for folder in ("fat", "data", "run", "etc")])
    assert list(map(str, prepare(places, None, Clock(lambda: NOW, lambda _: None)))) == [
        f"companion.toml: the file is called {name}; call it companion.toml; understood all the same"
    ]
    assert "sh1106-3-encoder" in (places.etc / "board").read_text("ascii")


def test_a_second_file_that_an_editor_has_left_beside_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "fat").mkdir()
    (tmp_path / "fat/companion.toml.txt").write_text('board = "ssd1309"\n', "utf-8")
    board, told = started(tmp_path, 'board = "sh1106-3-encoder"\n')
    assert (board, told) == (
        "sh1106-3-encoder",
        [
            "companion.toml: companion.toml.txt lies beside it and does not count, but companion.toml does; "
            "delete one of the two"
        ],
    )


@pytest.mark.parametrize(
    ("named", "file"),
    [
        ("my.toml", "my.toml"), ("my", "my.toml"), ("my.toml", "my.toml.txt"), ("plain", "plain.toml"),
        ("my-sh1106", "my-sh1106.toml"),
    ],
)  # fmt: skip
def test_a_board_of_ones_own_is_found_however_it_is_called(named: str, file: str, tmp_path: Path) -> None:
    (tmp_path / "fat").mkdir()
    (tmp_path / "fat" / file).write_text(text_of("ssd1309-5")[1], "utf-8")
    board, told = started(tmp_path, f'board = "{named}"')
    if named == "plain":
        assert (board, told) == ("plain", [])
    else:
        assert board == str(tmp_path / "etc" / file)
        assert len(told) == (named != file)


@pytest.mark.parametrize(
    ("written", "board"),
    [
        ("Adafruit 128×64 OLED Bonnet", "adafruit-oled-bonnet"), ("Waveshare 1.3″ OLED HAT", "waveshare-oled-hat"),
        ("sh 1106", "sh1106"),
    ],
)  # fmt: skip
def test_a_board_as_it_is_sold_counts_and_is_told_once(written: str, board: str, tmp_path: Path) -> None:
    told = [f'companion.toml, line 1: write board = "{board}"; understood all the same']
    assert started(tmp_path, f'board = "{written}"') == (board, told)


def test_a_product_that_nobody_knows_is_told_with_the_boards_that_are_known(tmp_path: Path) -> None:
    _, told = started(tmp_path, 'board = "Waveshare 2.23 OLED HAT"')
    assert any("there is no such board and no such file; known are plain, " in fault for fault in told), told


@pytest.mark.parametrize("line", ['keyboard = "de"', "band = 5"])
@pytest.mark.parametrize("others", [[], [f'board = "{BOARD}"'], [f'board = "{BOARD}"', 'language = "en"']])
def test_a_key_of_another_system_is_left_out_also_beside_what_the_file_has_from_the_beginning(
    others: list[str], line: str, tmp_path: Path
) -> None:
    board, told = started(tmp_path, "\n".join([*others, line]))
    assert (board, len(told)) == (BOARD, 1)
    assert told[0].startswith(f"companion.toml, line {len(others) + 1}: {line.partition(' ')[0]} ")
    assert "read as" not in told[0]


def test_of_a_board_that_nobody_knows_it_is_not_said_that_it_was_understood(tmp_path: Path) -> None:
    for name in ("1.3 inch", "my board"):
        board, told = started(tmp_path, f'board = "{name}"\n')
        assert (board, len(told)) == ("plain", 1)
        assert f"{name.replace(' ', '-')}: there is no such board and no such file; known are plain, " in told[0]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("plian", "plain"), ("Plain", "plain"), ("SH1106", "sh1106"), ("sh-1106", "sh1106"), ("shl106", "sh1106"),
        ("sh11O6", "sh1106"), ("sh1106_3_encoder", "sh1106-3-encoder"), ("sh1106 3 encodr", "sh1106-3-encoder"),
        ("waveshare", "waveshare-oled-hat"), ("Adafruit OLED Bonnet", "adafruit-oled-bonnet"),
        ("adafruit-oled-bonet", "adafruit-oled-bonnet"), ("SSD 1309", "ssd1309"), ("sh1106.toml", "sh1106"),
        ("Adafruit-128x64-OLED-Bonnet", "adafruit-oled-bonnet"), ("Waveshare-1.3-OLED-HAT", "waveshare-oled-hat"),
        ("waveshare 1.3inch oled hat", "waveshare-oled-hat"), ("Waveshare-2.23-OLED-HAT", "Waveshare-2.23-OLED-HAT"),
        ("Adafruit-128x32-OLED-Bonnet", "Adafruit-128x32-OLED-Bonnet"), ("sh1107", "sh1107"),
        ("ssd1305", "ssd1305"), ("sh1106-6", "sh1106-6"), ("elephant", "elephant"),
    ],
)  # fmt: skip
def test_the_nearest_board_is_never_one_with_other_digits(written: str, meant: str) -> None:
    assert nearest(written) == meant


@pytest.mark.parametrize("day", ["03/04/2026", "2026-02-30", "tomorrow", "23.11", "99/99/9999", "23.11.26", "26-11-23"])
def test_a_day_that_can_mean_two_or_none_is_told(day: str) -> None:
    parsed = parse(f"date = {day}", TODAY)
    assert parsed.asked.date is None
    assert "image.wrong.date" in [fault.what.key for fault in parsed.faults]


@pytest.mark.parametrize("day", ["2024-12-31", "2036-11-02", "2062-11-23"])
def test_a_day_that_is_too_far_is_told(day: str) -> None:
    parsed = parse(f"date = {day}", TODAY)
    assert (parsed.asked.date, parsed.faults[0].what.key) == (None, "image.wrong.date-far")


def test_the_places_of_the_entries_are_looked_up_once_for_all() -> None:
    text = "".join([f"{name}{number} = {number}\n" for name in ("board", "name") for number in range(20)])
    assert calls(find_places.__code__, lambda: parse(text, TODAY)) == 1
