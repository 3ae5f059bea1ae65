"""`companion card`: whatever lies on the card, the device can start, and people read on the glass what is wrong."""

from __future__ import annotations

import errno
import json
import os
import pwd
import re
import stat
import time
from collections.abc import Iterator
from datetime import date
from functools import partial
from hashlib import pbkdf2_hmac
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from installed import Record

from companion.cli import main
from companion.record.log import LOG
from companion.services.card.companion_toml import Asked, Wifi, parse
from companion.services.card.files import MODE
from companion.services.card.prepare import Clock, Places, configuration, prepare
from companion.services.card.start_files import Start, parse_start, read_messages
from companion.session.settings import Settings
from companion.session.settings_file import SettingsFile
from companion.words import LANGUAGES, without_breaks
from hardware.boards.profile import load, text_of

TODAY = date(2026, 11, 23)
UNIT = Path(__file__).resolve().parents[2] / "systemd/companion.service"


class Card:
    """The folders of a card, and what `companion card` makes of them."""

    def __init__(self, folder: Path) -> None:
        self.fat, self.data, self.run, self.etc = [folder / name for name in ("fat", "data", "run", "etc")]
        self.records = self.data / "companion"
        self.toml = self.fat / "companion.toml"
        for made in (self.fat, self.data, self.run):
            made.mkdir(parents=True)
        (self.run / "start").touch()

    def started(self, toml: str | bytes | None = None, start: str | None = None) -> list[str]:
        """The messages in English of a start with these files."""
        if toml is not None:
            self.toml.write_bytes(toml if isinstance(toml, bytes) else toml.encode())
        if start is not None:
            (self.run / "start").write_text(start, "ascii")
        before = [(file, file.is_file() and file.read_bytes()) for file in sorted(self.fat.rglob("*"))]
        options = [text for name in ("fat", "data", "run", "etc") for text in (f"--{name}", str(getattr(self, name)))]
        assert main(["card", *options]) == 0
        assert [(file, file.is_file() and file.read_bytes()) for file in sorted(self.fat.rglob("*"))] == before
        load(self.board)
        return self.told("en")

    @property
    def board(self) -> str:
        return (self.etc / "board").read_text("ascii").removeprefix("COMPANION_BOARD=").removesuffix("\n")

    def told(self, language: str) -> list[str]:
        return [without_breaks(message.of(language)) for message in read_messages(self.run)]

    def backups(self) -> list[str]:
        return sorted(file.name for file in self.records.glob("backups/*"))


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(tmp_path)


def test_on_a_machine_that_was_not_started_from_a_card_it_refuses_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {folder: tmp_path / folder for folder in ("fat", "data", "run", "etc")}
    for folder in places.values():
        folder.mkdir()
    board = places["etc"] / "board"
    board.write_text("COMPANION_BOARD=sh1106\n", "ascii")
    before = sorted(tmp_path.rglob("*"))
    assert main(["card", *[text for option, at in places.items() for text in (f"--{option}", str(at))]]) == 2
    assert capsys.readouterr().err == (
        f"companion: {places['run']}/start is absent: this machine was not started from the card image; "
        "only there this command prepares the start, and nothing was changed\n"
    )
    assert (sorted(tmp_path.rglob("*")), board.read_text("ascii")) == (before, "COMPANION_BOARD=sh1106\n")


def a_record(folder: Path) -> None:
    with Record(folder, ("Ada", "Ben")):
        pass


def mode(file: Path) -> int:
    return stat.S_IMODE(file.lstat().st_mode)


# -- the board


@pytest.mark.parametrize("board", ["plain", "sh1106", "sh1106-3-encoder", "waveshare-oled-hat"])
def test_the_board_is_written_where_the_unit_reads_it(card: Card, board: str) -> None:
    assert card.started(f'board = "{board}"\n') == []
    assert (card.etc / "board").read_text("ascii") == f"COMPANION_BOARD={board}\n"
    assert (card.etc / "board").stat().st_mode & 0o777 == 0o644


def test_a_board_that_is_not_known_leaves_the_plain_one_and_says_which_are_known(card: Card) -> None:
    assert card.started('# mine\n\nboard = "sh1107"\n') == [
        "companion.toml, line 3: sh1107: there is no such board and no such file; known are plain, "
        "adafruit-oled-bonnet, waveshare-oled-hat, ssd1306, ssd1309, sh1106; the default holds"
    ]
    assert card.board == "plain"


def test_where_the_board_is_wrong_that_of_the_last_start_stays(card: Card) -> None:
    card.started('board = "sh1106-3-encoder"')
    for wrong in ("elephant", "sh1107", "none.toml"):
        (fault,) = card.started(f'board = "{wrong}"')
        assert fault.startswith(f"companion.toml, line 1: {wrong}: there is no such ")
        assert fault.endswith("; the board of the last start stays")
        assert card.board == "sh1106-3-encoder"
    for wrong in ("7", "true", '["plain"]', '""', '"../plain"', "2026-11-28"):
        (fault,) = card.started(f"board = {wrong}")
        assert fault.startswith("companion.toml, line 1: board")
        assert fault.endswith("; the board of the last start stays")
        assert card.board == "sh1106-3-encoder"
    card.started("# no board at all")
    assert card.board == "plain"
    (card.data / "board").write_bytes(b"../../etc/passwd\0")
    (fault,) = card.started('board = "elephant"')
    assert (card.board, fault[-19:]) == ("plain", "; the default holds")
    (fault,) = card.started("board = 7")
    assert (card.board, fault[-19:]) == ("plain", "; the default holds")


def test_an_own_board_beside_the_file_is_copied(card: Card) -> None:
    own = text_of("sh1106-3")[1].replace("0x3C", "0x3D")
    (card.fat / "my.toml").write_text("\ufeff" + own, "utf-8")
    assert card.started('board = "my.toml"') == []
    assert card.board == str(card.etc / "my.toml")
    assert load(card.board) == load(str(card.fat / "my.toml"))
    assert mode(card.etc / "my.toml") == 0o644


def test_a_fault_in_an_own_board_is_named_with_its_line_there(card: Card) -> None:
    (card.fat / "my.toml").write_text(text_of("sh1106-3")[1].replace("0x3C", "0x78"), "utf-8")
    (fault,) = card.started('language = "en"\nboard = "my.toml"')
    assert re.fullmatch(
        r"companion\.toml, line 2: my\.toml, line \d+: address 0x78 is the 8-bit address that is printed on displays; "
        "here it is 0x3C; the default holds",
        fault,
    )
    assert card.board == "plain"
    assert not (card.etc / "my.toml").exists()


def test_an_own_board_that_is_not_there_is_named(card: Card) -> None:
    assert card.started('board = "my.toml"') == [
        "companion.toml, line 1: my.toml: there is no such file; the default holds"
    ]


@pytest.mark.parametrize("board", ["../etc/my.toml", "/etc/passwd", "", ".my.toml", "my board.toml", "a\\nb"])
def test_a_board_is_a_plain_name(card: Card, board: str) -> None:
    (fault,) = card.started(f'board = "{board}"')
    assert fault.startswith("companion.toml, line 1: board is ")
    assert fault.endswith(
        'it must be the name of a board, or that of a board file beside it such as "my.toml"; the default holds'
    )
    assert card.board == "plain"


# -- the file


@pytest.mark.parametrize(
    ("toml", "fault"),
    [
        ("", "companion.toml: the file is empty; the default holds"),
        ("\ufeff \r\n", "companion.toml: the file is empty; the default holds"),
        ("# " + "x" * 2**20, "companion.toml: the file has more than 8192 bytes; the default holds"),
        (
            "{\\rtf1 board = plain}",
            "companion.toml: the file is not plain text; save it as plain text (in TextEdit: Format, "
            "Make Plain Text); the default holds",
        ),
        ('board = 7\nlanguage = "en"', "companion.toml, line 1: board is 7, not a text; the default holds"),
        (
            '\nlanguage = "de"',
            'companion.toml, line 2: language is "de"; it must be one of en, ja; the default holds',
        ),
        ('web = "perhaps"', 'companion.toml, line 1: web is "perhaps"; it must be true or false; the default holds'),
        (
            "wifi = 1",
            "companion.toml, line 1: wifi must be a part of its own, [wifi], with a line each for name, password and "
            "country; the default holds",
        ),
        (
            'language = "en"\ncolour = "red"\n',
            "companion.toml, line 2: colour is not known here; known are board, language, web, phones, date, wifi",
        ),
    ],
)
def test_a_wrong_file_is_named_with_its_line_and_what_would_be_right(card: Card, toml: str, fault: str) -> None:
    assert card.started(toml) == [fault]
    assert card.board == "plain"


def test_faults_stand_in_the_order_of_their_lines(card: Card) -> None:
    faults = card.started('web = 7\nboard = "x"\nlanguage = 1\n')
    assert [fault.partition(":")[0] for fault in faults] == [f"companion.toml, line {line}" for line in (1, 2, 3)]


def test_of_many_faults_the_first_twelve_are_named(card: Card) -> None:
    faults = card.started("".join(f"k{number} = 1\n" for number in range(300)))
    assert [fault.partition(" is not")[0] for fault in faults[:-1]] == [
        f"companion.toml, line {number + 1}: k{number}" for number in range(12)
    ]
    assert faults[-1] == "companion.toml: further wrong entries: 288"


def test_a_missing_file_and_one_that_is_no_file_are_named(card: Card) -> None:
    assert card.started() == ["companion.toml: the file is not on the card; the default holds"]
    card.toml.mkdir()
    assert card.started() == ["companion.toml: the file cannot be read: it is a directory; the default holds"]
    card.toml.rmdir()
    os.mkfifo(card.toml)
    assert card.started() == ["companion.toml: this is not a file; the default holds"]


def test_a_file_of_remarks_alone_asks_for_nothing(card: Card) -> None:
    assert card.started('# board = "plain"\n') == []
    assert (card.board, (card.records / "settings.toml").exists()) == ("plain", False)


def test_windows_writes_a_mark_and_other_line_ends(card: Card) -> None:
    assert card.started(b'\xef\xbb\xbfboard = "sh1106"\r\nlanguage = "ja"\r\n') == []
    assert card.board == "sh1106"


def test_the_entries_that_are_right_count_beside_wrong_ones(card: Card) -> None:
    (fault,) = card.started('language = 1\nboard = "sh1106"\nweb = true\n' + WIFI)
    assert fault == "companion.toml, line 1: language is 1; it must be one of en, ja; the default holds"
    assert (card.board, (card.run / "web").exists()) == ("sh1106", True)


def test_the_messages_are_there_in_every_language_and_in_one_line(card: Card) -> None:
    card.started('board = "a\\u001b[31m\\nb"\n', "root=root-0.2.0.sqfs\nwanted=root-0.3.0.sqfs\nwhy=tries\n")
    assert card.told("ja") == [
        "root-0.3.0.sqfsは3回起動に失敗しました。root-0.2.0.sqfsで動いています",
        "companion.tomlの1行目：boardが\"a�[31m�b\"です。ボードの名前か、同じ場所にあるボードのファイルの名前"
        "（\"my.toml\"など）が必要です。初期値を使います",
    ]  # fmt: skip
    assert all(set(texts) == set(LANGUAGES) for texts in json.loads((card.run / "messages.json").read_text("utf-8")))
    assert mode(card.run / "messages.json") == 0o644


def test_what_is_wrong_with_a_pad_is_there_in_japanese_without_signs_for_what_nobody_sees(card: Card) -> None:
    (card.fat / "pads").mkdir()
    (card.fat / "pads/mine.toml").write_text("key = 3\n", "utf-8")
    card.started('board = "plain"\nlanguage = "ja"\n')
    (said,) = card.told("ja")
    assert "pads/mine.toml" in said
    assert "�" not in said


# -- the language


def test_the_language_is_set_only_where_there_are_no_settings(card: Card) -> None:
    card.started('language = "ja"')
    assert SettingsFile(card.records).settings == Settings("ja")
    card.started('language = "en"')
    assert SettingsFile(card.records).settings == Settings("ja")


# -- the network


WIFI = '[wifi]\nname = "Club"\npassword = "correct horse"\ncountry = "de"\n'


def test_wifi_is_configured_without_a_letter_that_could_mean_something(card: Card) -> None:
    assert card.started(WIFI) == []
    file = card.run / "wifi/wpa_supplicant.conf"
    psk = pbkdf2_hmac("sha1", b"correct horse", b"Club", 4096, 32).hex()
    assert file.read_text("ascii") == (
        f"ctrl_interface=/run/wpa_supplicant\ncountry=DE\nnetwork={{\n\tssid=436c7562\n\tscan_ssid=1\n\tpsk={psk}\n\tkey_mgmt=WPA-PSK\n}}\n"
    )
    assert (mode(file), mode(file.parent)) == (0o600, 0o700)
    assert not (card.run / "web").exists()


def test_a_web_window_without_a_network_opens_none(card: Card) -> None:
    assert len(card.started("web = true\n")) == 1
    assert not (card.run / "web").exists()


def test_the_key_is_that_of_the_example_in_the_standard() -> None:
    psk = "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    assert f"psk={psk}\n" in configuration(Wifi("IEEE", "password", "DE"))


def test_a_key_of_64_digits_is_taken_as_it_is_and_an_open_network_has_none() -> None:
    assert f"psk={'ab' * 32}\n" in configuration(Wifi("x", "AB" * 32, "DE"))
    assert configuration(Wifi("x", "", "JP")) == (
        "ctrl_interface=/run/wpa_supplicant\ncountry=JP\nnetwork={\n\tssid=78\n\tscan_ssid=1\n\tkey_mgmt=NONE\n}\n"
    )


@given(st.text(min_size=1, max_size=8), st.text(min_size=8, max_size=15))
def test_no_name_and_no_password_adds_a_line(name: str, password: str) -> None:
    assert re.fullmatch(
        "ctrl_interface=/run/wpa_supplicant\ncountry=DE\nnetwork={\n\tssid=(?:[0-9a-f]{2}){1,32}\n\tscan_ssid=1\n\tpsk=[0-9a-f]{64}\n\tkey_mgmt=WPA-PSK\n}\n",
        configuration(Wifi(name, password, "DE")),
    )


NAME = "2: wifi.name is no name of a network; it has 1 to 32 bytes, and a letter such as ü takes two"
COUNTRY = "it must be the two letters of a country, such as DE or JP"
PASSWORD = (
    '3: wifi.password is no password of a network; it has 8 to 63 letters in quotes, and is "" for an open network'
)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"Club"', '""', NAME),
        ('"Club"', f'"{"ü" * 17}"', NAME),
        ('name = "Club"\n', "", '1: [wifi] needs a line name = "…"'),
        ('password = "correct horse"\n', "", '1: [wifi] needs a line password = "…"'),
        ('"correct horse"', '"secret1"', PASSWORD),
        ('"correct horse"', "7654321", PASSWORD),
        ('"correct horse"', "true", "3: wifi.password is …, not a text"),
    ],
)  # fmt: skip
def test_a_wrong_network_is_none_and_no_message_shows_the_password(card: Card, old: str, new: str, fault: str) -> None:
    assert card.started(WIFI.replace(old, new)) == [f"companion.toml, line {fault}; the default holds"]
    assert not (card.run / "wifi").exists()


@pytest.mark.parametrize(
    ("country", "fault"),
    [
        ('country = "Germany"', f'4: wifi.country is "Germany"; {COUNTRY}; the default holds'),
        ('country = "XX"', f'4: wifi.country is "XX"; {COUNTRY}; the default holds'),
        ("", '1: [wifi] needs a line country = "…"'),
    ],
)  # fmt: skip
def test_without_a_country_the_radio_keeps_to_what_is_allowed_everywhere(card: Card, country: str, fault: str) -> None:
    assert card.started(WIFI.replace('country = "de"', country)) == [f"companion.toml, line {fault}"]
    assert "country=" not in (card.run / "wifi/wpa_supplicant.conf").read_text("ascii")


def test_phones_may_press_as_the_file_says_at_each_start(card: Card) -> None:
    web = "web = true\n" + WIFI
    assert card.started("language = 'ja'\nphones = true\n" + web) == []
    assert (SettingsFile(card.records).settings.phones, SettingsFile(card.records).settings.language) == (True, "ja")
    assert card.started(web) == []
    assert not SettingsFile(card.records).settings.phones


def test_phones_without_a_web_window_are_told(card: Card) -> None:
    assert card.started("phones = true\n") == ["companion.toml, line 1: phones = true needs web = true"]
    assert card.started("web = false\nphones = true\n") == ["companion.toml, line 2: phones = true needs web = true"]


def test_a_web_window_without_a_network_is_told(card: Card) -> None:
    assert card.started('board = "plain"\nweb = true\n') == [
        "companion.toml, line 2: web = true needs [wifi], with name, password and country"
    ]


# -- the date


def test_the_clock_is_set_forward_to_a_day_and_never_back(card: Card) -> None:
    places = Places(card.fat, card.data, card.run, card.etc)
    card.toml.write_text("date = 2026-11-23", "ascii")
    moments: list[float] = []
    noon = 1_795_435_200.0  # 2026-11-23T12:00:00Z
    for now in (noon - 30 * 86_400, noon - 12 * 3600 - 1, noon - 12 * 3600, noon, noon + 86_400):
        assert prepare(places, None, Clock(partial(float, now), moments.append)) == []
    assert moments == [noon, noon]


def test_a_clock_that_cannot_be_set_is_told(card: Card) -> None:
    def refuse(_: float) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    card.toml.write_text("date = 2026-11-23", "ascii")
    (told,) = prepare(Places(card.fat, card.data, card.run, card.etc), None, Clock(lambda: 1_790_000_000.0, refuse))
    assert str(told) == "the clock could not be set: operation not permitted"


def test_what_is_not_asked_for_any_more_is_taken_away(card: Card) -> None:
    card.started("web = true\n" + WIFI)
    assert (card.run / "web").exists()
    card.started('board = "plain"')
    assert not (card.run / "web").exists()
    assert not (card.run / "wifi/wpa_supplicant.conf").exists()


# -- any bytes at all


PIECES = ["board", "wifi", "name", '"sh1106"', "true", "=", "[", "]", '"', "\n", ".", "{", "}", "0x", "\0", "ä", "#"]
FRAGMENTS = st.lists(st.sampled_from(PIECES)).map("".join).map(str.encode)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.one_of(st.binary(), FRAGMENTS))
def test_any_bytes_leave_a_board_that_can_start(card: Card, content: bytes) -> None:
    assert all(message.startswith("companion.toml") for message in card.started(content))


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert isinstance(parse(text, TODAY).asked, Asked)


# -- what the initrd says


def test_a_start_is_read_line_by_line() -> None:
    assert parse_start("root=root-0.2.0.sqfs\ndata=mmcblk0p2\n") == Start("root-0.2.0.sqfs", "mmcblk0p2")
    assert parse_start("wanted=a\nwhy=tries\nkept=no\nnonsense\n=\nroot=../x\n\0") == Start(
        wanted="a", why="tries", kept=False
    )


@given(st.text())
def test_any_start_is_read(text: str) -> None:
    assert isinstance(parse_start(text), Start)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(st.binary())
def test_any_bytes_from_the_initrd_leave_a_device_that_can_start(card: Card, content: bytes) -> None:
    (card.run / "start").write_bytes(content)
    assert card.started('board = "plain"') == []


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("root=root-0.2.0.sqfs", []),
        ("root=r2\nwanted=r3\nwhy=tries", ["r3 failed to start three times; r2 runs"]),
        ("root=r2\nwanted=r3\nwhy=broken", ["r3 is damaged; r2 runs"]),
        ("root=r2\nwanted=r3\nwhy=missing", ["r3, the name in root.txt, is not on the card; r2 runs"]),
        ("root=r2\nwanted=r3\nwhy=strange", ["r3 does not run; r2 runs"]),
        ("root=r2\nkept=no", ["nothing is kept: the card's data cannot be read"]),
    ],
)
def test_what_the_initrd_had_to_do_is_told(card: Card, start: str, said: list[str]) -> None:
    assert card.started('board = "plain"', start) == said


# -- the backup


def test_the_record_is_backed_up_once_before_another_root_opens_it(card: Card) -> None:
    a_record(card.records)
    toml = 'board = "plain"'
    assert card.started(toml, "root=root-0.2.0.sqfs") == []
    assert card.backups() == ["1-before-root-0.2.0.backup"]
    assert (card.data / "root-opened").read_text("ascii") == "root-0.2.0.sqfs\n"
    assert card.started(toml, "root=root-0.2.0.sqfs") == []
    assert card.backups() == ["1-before-root-0.2.0.backup"]
    assert card.started(toml, "root=root-0.10.0.sqfs") == []
    assert card.backups() == ["1-before-root-0.2.0.backup", "2-before-root-0.10.0.backup"]
    fresh = card.data / "fresh"
    assert main(["restore", str(card.records / "backups/2-before-root-0.10.0.backup"), "--data", str(fresh)]) == 0


def test_three_backups_are_kept_those_with_the_highest_numbers(card: Card) -> None:
    a_record(card.records)
    backups = card.records / "backups"
    backups.mkdir()
    for name in ("9-before-1.1.backup", "10-after-1.1.backup", "007-x.backup", "mine.backup", "12-b.txt"):
        (backups / name).touch()
    (backups / "20-folder.backup").mkdir()
    card.started('board = "plain"', "root=root-0.2.0.sqfs")
    assert card.backups() == [
        "10-after-1.1.backup", "12-b.txt", "20-folder.backup", "21-before-root-0.2.0.backup", "9-before-1.1.backup"
    ]  # fmt: skip


def test_without_a_record_there_is_nothing_to_back_up(card: Card) -> None:
    assert card.started('board = "plain"', "root=root-0.2.0.sqfs") == []
    assert card.backups() == []
    assert (card.data / "root-opened").exists()


def test_a_backup_that_fails_is_told_and_tried_again_at_the_next_start(card: Card) -> None:
    a_record(card.records)
    (card.records / "backups").write_text("in the way", "ascii")
    (fault,) = card.started('board = "plain"', "root=root-0.2.0.sqfs")
    assert fault.startswith("the record could not be backed up: ")
    (card.records / "backups").unlink()
    assert card.started() == []
    assert card.backups() == ["1-before-root-0.2.0.backup"]


def test_nothing_is_backed_up_where_nothing_is_kept(card: Card) -> None:
    a_record(card.records)
    card.started('board = "plain"', "root=root-0.2.0.sqfs\nkept=no")
    assert card.backups() == []
    assert not (card.data / "root-opened").exists()


# -- the folder of the records


def test_the_folder_of_the_records_is_made_with_the_mode_of_the_unit(card: Card) -> None:
    card.started('board = "plain"')
    assert mode(card.records) == MODE
    assert f"StateDirectoryMode=0{MODE:o}\n" in UNIT.read_text("utf-8")


def test_no_link_is_followed_in_place_of_the_records(card: Card, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o755)
    card.records.symlink_to(elsewhere)
    faults = card.started('language = "ja"', "root=root-0.2.0.sqfs")
    assert [fault.partition(":")[0] for fault in faults] == ["the folder of the records cannot be used"]
    assert list(elsewhere.iterdir()) == []
    assert mode(elsewhere) == 0o755


@pytest.fixture
def public_card() -> Iterator[Card]:
    """A card in a folder that every user can enter."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        yield Card(Path(folder))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_everything_in_the_folder_belongs_to_the_user_of_the_service_but_what_links_lead_to(public_card: Card) -> None:
    card, nobody = public_card, pwd.getpwnam("nobody")
    a_record(card.records)
    (card.records / "pads").mkdir()
    (card.data / "outside").touch()
    (card.records / "pads/link").symlink_to(card.data / "outside")
    card.toml.write_text('language = "ja"', "ascii")
    (card.run / "start").write_text("root=root-0.2.0.sqfs", "ascii")
    assert prepare(Places(card.fat, card.data, card.run, card.etc), nobody, Clock(time.time, lambda _: None)) == []
    files = [card.records, *card.records.rglob("*")]
    made = {"pads", "link", LOG, "settings.toml", "backups", "1-before-root-0.2.0.backup"}
    assert made <= {file.name for file in files}
    assert {file.lstat().st_uid for file in files} == {nobody.pw_uid}
    assert {(card.data / name).stat().st_uid for name in ("outside", "root-opened")} == {0}
    assert mode(card.records / "settings.toml") == 0o666 & MODE
    assert os.geteuid() == 0
