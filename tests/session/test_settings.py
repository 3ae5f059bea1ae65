"""The settings as a value, as text, and as a file in which people may make mistakes."""

from __future__ import annotations

import json
import os
import resource
import stat
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.messages import Message
from companion.record.log import SETTINGS
from companion.session.settings import DEFAULTS, KEYS, Settings, parse, parse_address, to_toml
from companion.session.settings_file import SettingsFile, SettingsTrouble
from companion.words import Words

WORDS = Words("en")


def said(text: str) -> list[str]:
    return [WORDS.message(trouble, ()) for trouble in parse(text).troubles]


def about(key: str) -> str:
    return WORDS(f"settings.about.{key}")


# -- text


def test_nothing_written_is_all_defaults() -> None:
    assert parse("") == (DEFAULTS, ())


def test_what_is_written_holds_and_what_is_missing_has_its_default() -> None:
    text = 'score = 10\ndark = "never"\nrotation = "turn"\nsounds = false\nfont = "~/my.ttf"\n'
    assert parse(text) == (Settings(score=10, dark="never", rotation="turn", sounds=False, font="~/my.ttf"), ())


@pytest.mark.parametrize(
    ("line", "entered"),
    [
        ('language = "de"', 'language is "de"; it must be one of "en", "ja"'),
        ("language = 1", 'language is 1; it must be one of "en", "ja"'),
        ("score = 4", 'score is 4; it must be 5 to 86400 seconds or "never"'),
        ("dim = 86401", 'dim is 86401; it must be 5 to 86400 seconds or "never"'),
        ('dark = "Never"', 'dark is "Never"; it must be 5 to 86400 seconds or "never"'),
        ("dark = 30.5", 'dark is 30.5; it must be 5 to 86400 seconds or "never"'),
        ("dim = true", 'dim is true; it must be 5 to 86400 seconds or "never"'),
        ("brightness = 9", "brightness is 9; it must be 10 to 100"),
        ("brightness = 101", "brightness is 101; it must be 10 to 100"),
        ("brightness = [50]", "brightness is [50]; it must be 10 to 100"),
        ("rotation = 180", 'rotation is 180; it must be one of "normal", "180", "turn"'),
        ("rotation.turn = true", 'rotation is {…}; it must be one of "normal", "180", "turn"'),
        ('repeat = "quick"', 'repeat is "quick"; it must be one of "slow", "normal", "fast", "off"'),
        ('sounds = "on"', 'sounds is "on"; it must be true, "keys" or false'),
        ("sounds = 1", 'sounds is 1; it must be true, "keys" or false'),
        ("lights = 1", "lights is 1; it must be true or false"),
        ("small = 2", "small is 2; it must be true or false"),
        ('motion = "on"', 'motion is "on"; it must be true or false'),
        ('risk = "yes"', 'risk is "yes"; it must be true or false'),
        ("web = 8000", 'web is 8000; it must be "PORT", "ADDRESS:PORT" or empty'),
        ('web = "80000"', 'web is "80000"; it must be "PORT", "ADDRESS:PORT" or empty'),
        ('web = "here:80"', 'web is "here:80"; it must be "PORT", "ADDRESS:PORT" or empty'),
        ('font = "a\\u0000b"', 'font is "a\0b"; it must be the path of a font file, or empty'),
        ("score = 0x" + "f" * 9000, 'score is 0xffffffffffffffffffffff…; it must be 5 to 86400 seconds or "never"'),
        (f'repeat = "{"x" * 99}"', f'repeat is "{"x" * 24}…"; it must be one of "slow", "normal", "fast", "off"'),
    ],
)
def test_a_wrong_entry_is_named_with_what_would_be_right_and_costs_no_other(line: str, entered: str) -> None:
    other = "lights = false" if not line.startswith("lights") else "sounds = false"
    found = parse(f"{other}\n{line}\n")
    assert said(f"{other}\n{line}\n") == [f"settings.toml: {entered}"]
    assert found.settings == parse(other).settings


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("8000", ("127.0.0.1", 8000)),
        ("1", ("127.0.0.1", 1)),
        ("65535", ("127.0.0.1", 65535)),
        ("localhost:8000", ("127.0.0.1", 8000)),
        ("0.0.0.0:80", ("0.0.0.0", 80)),
        ("192.168.1.5:8000", ("192.168.1.5", 8000)),
        ("[::]:8000", ("::", 8000)),
        ("[fe80::1]:8000", ("fe80::1", 8000)),
        *[
            (text, None)
            for text in (
                "0", "65536", "-1", "", ":", ":8000", "8000:", "here:8000", "::1:8000", "[::1]", "[127.0.0.1]:8000",
                "127.0.0.1:80 ", "٨٠٠٠", "1_000", "127.0.0.1:1:2", "http://127.0.0.1:80", "9" * 5000, "a\0:80",
            )
        ],
    ],
)  # fmt: skip
def test_where_a_web_window_is_to_be(text: str, place: tuple[str, int] | None) -> None:
    assert parse_address(text) == place
    kept = parse(f"web = {json.dumps(text)}")
    assert (kept.troubles == ()) == (place is not None or not text)


def test_what_is_no_setting_is_named() -> None:
    assert said("colour = 3") == [
        "settings.toml: colour is not a setting; known are language, score, dim, dark, brightness, rotation, repeat, "
        "legend, hand, invert, sounds, lights, small, motion, risk, ratings, think_s, "
        "keyboards, layout, phones, web, font, chip"
    ]


@pytest.mark.parametrize(
    "text", ["score = ", "= 3", "[[[", "score = 10\nscore = 20", "a = " + "[" * 5000, "a = " + "9" * 5000]
)
def test_what_is_not_toml_is_one_trouble_and_all_defaults(text: str) -> None:
    found = parse(text)
    assert found.settings == DEFAULTS
    (trouble,) = found.troubles
    assert trouble.key.startswith("settings.unreadable")
    assert said(text)[0].endswith("; the defaults hold")


values = {
    "language": st.sampled_from(("en", "ja")),
    **{key: st.integers(5, 86_400) | st.just("never") for key in ("score", "dim", "dark")},
    "brightness": st.integers(10, 100),
    "rotation": st.sampled_from(("normal", "180", "turn")),
    "repeat": st.sampled_from(("slow", "normal", "fast", "off")),
    "sounds": st.booleans() | st.just("keys"),
    "lights": st.booleans(),
    "small": st.booleans(),
    "motion": st.booleans(),
    "risk": st.booleans(),
    "ratings": st.booleans(),
    "font": st.text(st.characters(codec="utf-8", exclude_characters="\0")),
}


@given(st.builds(Settings, **values))
@example(Settings(font='a\x7f"\\\n\t'))
def test_what_is_written_is_read_again(settings: Settings) -> None:
    assert parse(to_toml(settings, about)) == (settings, ())


def test_the_text_says_of_every_setting_what_it_may_be() -> None:
    text = to_toml(DEFAULTS, about)
    assert text.startswith("# Settings of Table Companion.")
    for key in KEYS:
        before = text.split(f"\n{key} = ")[0].splitlines()
        assert before[-1].startswith("# ")
    assert tuple(tomllib.loads(text)) == KEYS


# -- the file


def test_a_first_start_has_the_defaults_and_writes_nothing(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    assert (file.settings, file.troubles) == (DEFAULTS, ())
    assert list(tmp_path.iterdir()) == []


def test_a_change_is_in_the_file_at_once_and_nothing_else_lies_about(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "new")
    file.change("rotation", "180")
    assert file.settings == Settings(rotation="180")
    assert SettingsFile(tmp_path / "new").settings == Settings(rotation="180")
    assert [found.name for found in (tmp_path / "new").iterdir()] == [SETTINGS]


def test_what_people_wrote_meanwhile_is_kept_by_a_change_and_holds(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.change("dim", 60)
    path = tmp_path / SETTINGS
    path.write_text(path.read_text().replace("brightness = 50", "brightness = 77"))
    file.change("dim", 30)
    assert file.settings == Settings(dim=30, brightness=77)
    assert SettingsFile(tmp_path).settings == Settings(dim=30, brightness=77)


def test_the_file_is_read_again_when_asked(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    (tmp_path / SETTINGS).write_text('repeat = "fast"\ncolour = 1\n')
    assert file.settings == DEFAULTS
    file.read()
    assert file.settings == Settings(repeat="fast")
    assert [trouble.key for trouble in file.troubles] == ["settings.unknown"]
    (tmp_path / SETTINGS).unlink()
    file.read()
    assert (file.settings, file.troubles) == (DEFAULTS, ())


def test_a_wrong_file_is_unchanged_until_the_first_change_keeps_it_under_another_name(tmp_path: Path) -> None:
    wrong = "# mine\ndim = 60\nrotation = 90\n"
    (tmp_path / SETTINGS).write_text(wrong)
    file = SettingsFile(tmp_path)
    assert file.troubles == (Message("settings.wrong.rotation", value="90", known='"normal", "180", "turn"'),)
    assert (tmp_path / SETTINGS).read_text() == wrong
    file.change("dark", "never")
    assert file.settings == Settings(dim=60, dark="never")
    assert not file.troubles
    assert (tmp_path / "settings-1.toml").read_text() == wrong
    assert SettingsFile(tmp_path).troubles == ()


def test_files_kept_earlier_stay(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        (tmp_path / SETTINGS).write_text(f"wrong {number}")
        SettingsFile(tmp_path).change("dim", 60)
        assert (tmp_path / f"settings-{number}.toml").read_text() == f"wrong {number}"
    assert (tmp_path / "settings-1.toml").read_text() == "wrong 1"


@pytest.mark.parametrize(
    ("spoiled", "why"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"# " + b"x" * 70_000, "longer than 65536 bytes"),
    ],
)
def test_a_file_that_is_no_text_never_prevents_the_start(
    tmp_path: Path, spoiled: bytes, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / SETTINGS).write_bytes(spoiled)
    file = SettingsFile(tmp_path)
    assert (file.settings, file.troubles) == (DEFAULTS, (Message("settings.unreadable"),))
    assert why in caplog.text
    file.change("dim", 60)
    assert (tmp_path / "settings-1.toml").read_bytes() == spoiled


def test_a_mark_before_the_first_letter_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_bytes(b"\xef\xbb\xbfdim = 60\r\n")
    file = SettingsFile(tmp_path)
    assert (file.settings, file.troubles) == (Settings(dim=60), ())


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path)])
def test_a_pipe_in_place_of_the_file_is_not_waited_for_and_is_renamed(tmp_path: Path, make) -> None:
    make(tmp_path / SETTINGS)
    file = SettingsFile(tmp_path)
    assert [trouble.key for trouble in file.troubles] == ["settings.unreadable"]
    file.change("dim", 60)
    assert SettingsFile(tmp_path).settings == Settings(dim=60)
    assert not stat.S_ISREG((tmp_path / "settings-1.toml").lstat().st_mode)


def test_a_change_that_cannot_be_written_is_reported_and_not_made(tmp_path: Path) -> None:
    (tmp_path / "in the way").write_text("")
    file = SettingsFile(tmp_path / "in the way" / "data")
    with pytest.raises(SettingsTrouble) as trouble:
        file.change("dim", 60)
    entered = WORDS.message(trouble.value.message, ())
    assert entered == "settings.toml cannot be written: not a directory; nothing has changed"
    assert file.settings == DEFAULTS


def test_a_temporary_file_that_cannot_be_made_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_text("rotation = 90\n")
    (tmp_path / f".{SETTINGS}.new").mkdir()
    file = SettingsFile(tmp_path)
    with pytest.raises(SettingsTrouble):
        file.change("dim", 60)
    assert (tmp_path / SETTINGS).read_text() == "rotation = 90\n"
    assert file.troubles
    assert file.settings == DEFAULTS


def test_a_full_disk_leaves_the_old_file_and_nothing_half_written(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.change("dim", 60)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(SettingsTrouble):
            file.change("dim", 30)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert file.settings == SettingsFile(tmp_path).settings == Settings(dim=60)
    assert [found.name for found in tmp_path.iterdir()] == [SETTINGS]


def test_the_file_that_is_left_by_a_pulled_plug_is_written_over(tmp_path: Path) -> None:
    (tmp_path / f".{SETTINGS}.new").write_text("half of i")
    SettingsFile(tmp_path).change("dim", 60)
    assert SettingsFile(tmp_path).settings == Settings(dim=60)
    assert [found.name for found in tmp_path.iterdir()] == [SETTINGS]
