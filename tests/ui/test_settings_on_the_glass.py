"""The settings on the glass, by the four keys: what a line says, what OK changes, and that it takes effect at once."""

from __future__ import annotations

import tomllib
from itertools import groupby
from pathlib import Path

import pytest
from device import Answer, Player, chosen, look, pick, played, says
from fixed_library import FixedLibrary
from letters import NeededLetters, installed_font

from companion.app.active_settings import ActiveSettings
from companion.messages import Message
from companion.ports import DeviceState
from companion.session.settings import DEFAULTS
from companion.ui.home import Home
from companion.ui.intents import Adjust, Say
from companion.ui.painter import Painter
from companion.ui.routes import ROUTES
from companion.ui.screen import Capabilities, Command, Context
from companion.ui.settings import Settings
from companion.values import replace
from companion.words import Words
from hardware.boards import ALL_KEYS
from hardware.fonts import Letters, lcd
from hardware.simulated.board import SimulatedBoard

BOTH = ("en", "ja")


def bare(named: str) -> Letters:
    """Letters without a font behind them, as where none is installed."""

    class Bare(Letters):
        _loaded = (None, "", None)

    return Bare(lcd(), named)


def low_letters(named: str = "") -> Letters:
    """Letters of eight rows only, as where the larger fonts are not installed."""

    class Low(NeededLetters):
        has_larger = False

    return Low(lcd(), named)


def test_where_larger_letters_are_missing_japanese_says_so_once_and_english_and_small_letters_do_not() -> None:
    def troubles(**changes: object) -> list[str]:
        settings = ActiveSettings(Painter(lcd()), Words("en"), letters=low_letters)
        for key, value in changes.items():
            settings.adjust(key, value)  # type: ignore[arg-type]
        return [message.key for message in settings.troubles()]

    assert troubles() == []
    assert troubles(language="ja") == ["settings.low-letters"]
    assert troubles(language="ja", small=True) == []


def kept(folder: Path) -> dict[str, object]:
    return tomllib.loads((folder / "settings.toml").read_text("utf-8"))


def last(folder: Path, player: Player, **more: object) -> Answer:
    return played(folder, player, **more)[-1]  # type: ignore[arg-type]


def opened(*labels: str) -> Player:
    """Settings from home, and on each of these lines once OK."""
    yield from pick("Settings")
    for label in labels:
        yield from pick(label)
    yield from look()


def test_home_ends_with_the_settings_and_back_leads_home(tmp_path: Path) -> None:
    answer = last(tmp_path, says("up"))
    assert chosen(answer) == "Settings"
    assert last(tmp_path, says("up ok"))["screen"] == "settings"
    answer = last(tmp_path, says("up ok back"))
    assert (answer["screen"], chosen(answer)) == ("home", "Settings")
    assert not (tmp_path / "settings.toml").exists()


def test_every_line_says_how_it_stands(tmp_path: Path) -> None:
    answer = last(tmp_path, says("up ok"), languages=BOTH, cut=bare)
    assert answer["lines"] == [
        "Settings",
        "Language: English",
        "Score board: 30 s",
        "Dim: 2 min",
        "Dark: 10 min",
        "Brightness: 50 %",
        "Small letters: off",
        "Motion: on",
        "Risk and points: on",
        "Ratings: off",
        "Device thinks: 10 s",
        "Rotation: normal",
        "Key repeat: normal",
        "Key pictures: right",
        "Dark on light: off",
        "Font: none",
    ]


@pytest.mark.parametrize(
    ("label", "key", "values"),
    [
        ("Score board", "score", [60, 120, 300, "never", 10, 30]),
        ("Dim", "dim", [300, 600, "never", 30, 60, 120]),
        ("Dark", "dark", [1800, 3600, "never", 120, 300, 600]),
        ("Brightness", "brightness", [75, 100, 10, 25, 50]),
        ("Rotation", "rotation", ["180", "turn", "normal"]),
        ("Key repeat", "repeat", ["fast", "off", "slow", "normal"]),
        ("Key pictures", "legend", ["left", "none", "right"]),
        ("Dark on light", "invert", [True, False]),
    ],
)
def test_ok_goes_through_the_values_around_and_each_is_kept_at_once(
    tmp_path: Path, label: str, key: str, values: list[object]
) -> None:
    seen = []

    def player() -> Player:
        yield from opened(label)
        for _ in values:
            seen.append(kept(tmp_path)[key])
            yield "ok"

    played(tmp_path, player())
    assert seen == values


def test_after_a_start_all_is_as_it_was_set(tmp_path: Path) -> None:
    last(tmp_path, opened("Dim", "Rotation", "Key repeat"))
    lines = last(tmp_path, opened())["lines"]
    assert {"Dim: 5 min", "Rotation: 180°", "Key repeat: fast"} <= set(lines)


def test_from_a_value_that_people_wrote_ok_goes_to_the_next_higher_step(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("score = 45\nbrightness = 99\ndark = 86400\n")
    lines = last(tmp_path, opened())["lines"]
    assert {"Score board: 45 s", "Brightness: 99 %", "Dark: 1440 min"} <= set(lines)
    lines = last(tmp_path, opened("Score board", "Brightness", "Dark"))["lines"]
    assert {"Score board: 1 min", "Brightness: 100 %", "Dark: 2 min"} <= set(lines)


def test_what_the_board_does_not_have_has_no_line(tmp_path: Path) -> None:
    assert not {"Sounds: on", "Seat lights: on"} & set(last(tmp_path, opened())["lines"])
    whole = replace(ALL_KEYS, lights=(22, 23), buzzer=18)
    board = SimulatedBoard(whole)
    assert {"Sounds: on", "Seat lights: on"} <= set(last(tmp_path, opened(), board=board)["lines"])
    last(tmp_path, opened("Seat lights"), board=SimulatedBoard(whole))
    assert (kept(tmp_path)["sounds"], kept(tmp_path)["lights"]) == (True, False)


# -- language and font


def test_the_very_next_picture_speaks_the_other_language(tmp_path: Path) -> None:
    installed_font()
    answer = last(tmp_path, opened("Language"), languages=BOTH)
    words = Words("ja")
    assert answer["lines"][0] == words("screen.settings.title")
    assert chosen(answer) == f"{words('screen.settings.language')}: 日本語"
    assert kept(tmp_path)["language"] == "ja"


def test_from_the_other_language_ok_leads_back(tmp_path: Path) -> None:
    installed_font()
    answer = last(tmp_path, says("up ok", "ok ok"), languages=BOTH)
    assert chosen(answer) == "Language: English"
    assert kept(tmp_path)["language"] == "en"


def test_without_a_font_the_line_says_what_to_install_and_stays_english(tmp_path: Path) -> None:
    answer = last(tmp_path, opened("Language"), languages=BOTH, cut=bare)
    assert chosen(answer) == "Language: English"
    answer = last(tmp_path, says("up ok ok"), languages=BOTH, cut=bare)
    assert answer["banner"] == (
        "Japanese needs a font: install fonts-misaki, or name a font of 8 pixels in settings.toml"
    )
    assert not (tmp_path / "settings.toml").exists()


def test_a_device_that_has_lost_its_font_starts_in_english_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "ja"\n')
    answer = played(tmp_path, says(), languages=BOTH, cut=bare)[0]
    assert answer["lines"][0] == "Table Companion"
    assert answer["banner"] == Words("en")("settings.no-letters")
    assert kept(tmp_path) == {"language": "ja"}


def test_where_there_is_one_language_there_is_no_choice_of_it(tmp_path: Path) -> None:
    assert last(tmp_path, says("up ok"), languages=("en",))["lines"][1] == "Score board: 30 s"


def test_the_line_of_the_font_names_it_and_says_where_to_name_another(tmp_path: Path) -> None:
    name = Path(installed_font())
    answer = last(tmp_path, says("up ok up"))
    assert chosen(answer) == f"Font: {name.stem}"
    answer = last(tmp_path, says("up ok up ok"))
    assert answer["banner"] == f"{name.name} is in use. Another file can be named in settings.toml"
    answer = last(tmp_path, says("up ok up ok"), cut=bare)
    assert str(answer["banner"]).startswith("No font: Latin and Cyrillic only. Install fonts-misaki")


# -- what is wrong with the file


def test_what_is_wrong_with_the_file_is_reported_at_the_start_and_on_the_screen_until_a_change(tmp_path: Path) -> None:
    wrong = "dim = 60\nrotation = 90\n"
    (tmp_path / "settings.toml").write_text(wrong)
    reported = 'settings.toml: rotation is 90; it must be one of "normal", "180", "turn"'
    answers = played(tmp_path, says("up ok up", "ok", "back"))
    assert answers[0]["banner"] == reported
    assert chosen(answers[3]) == "Wrong: rotation"
    assert answers[4]["banner"] == reported
    assert (tmp_path / "settings.toml").read_text() == wrong
    answer = last(tmp_path, opened("Score board"))
    assert {"Dim: 1 min", "Score board: 1 min", "Rotation: normal"} <= set(answer["lines"])
    assert "Wrong: rotation" not in answer["lines"]
    assert (tmp_path / "settings-1.toml").read_text() == wrong


def test_a_font_that_cannot_be_used_is_reported_and_the_installed_one_is_used(tmp_path: Path) -> None:
    installed_font()
    (tmp_path / "settings.toml").write_text('font = "/nowhere/my.ttf"\n')
    reported = "/nowhere/my.ttf cannot be read as a font; a font file is needed"
    answers = played(tmp_path, says("up ok up", "ok"))
    assert answers[0]["banner"] == reported
    assert chosen(answers[-2]) == "Wrong: unreadable"
    assert answers[-1]["banner"] == reported
    assert f"Font: {Path(installed_font()).stem}" in answers[-1]["lines"]


def test_settings_that_cannot_be_written_are_reported_and_stay_as_they_were(tmp_path: Path) -> None:
    (tmp_path / ".settings.toml.new").mkdir()
    answer = last(tmp_path, says("up ok ok"), languages=("en",))
    assert answer["banner"] == "settings.toml cannot be written: it is a directory; nothing has changed"
    assert chosen(answer) == "Score board: 30 s"


def test_a_cursor_on_a_line_that_went_away_is_on_the_last_one() -> None:
    def context(*troubles: Message) -> Context:
        capabilities = Capabilities(troubles=troubles)
        return Context(
            None, (), False, Words("en"), lambda text: (text,), ROUTES, FixedLibrary(), DEFAULTS, lambda: capabilities
        )

    last = len(Settings(Home()).view(context()).menu)
    screen = Settings(Home(), cursor=last)
    assert screen.view(context(Message("settings.wrong.dim", value="1"))).menu[last].value == "dim"
    page = screen.view(context())
    assert page.cursor == len(page.menu) - 1
    assert isinstance(screen.update(Command.OK, context()), Say)
    assert screen.update(Command.OK, context(Message("settings.wrong.dim", value="1"))) == Say(
        "settings.wrong.dim", {"value": "1"}, screen
    )
    assert isinstance(Settings(Home(), cursor=0).update(Command.OK, context()), Adjust)


# -- the light


def test_brightness_reaches_the_glass_at_once_and_dim_stays_dimmer(tmp_path: Path) -> None:
    board = SimulatedBoard()
    seen = []

    class Eye:
        def show(self, shown: DeviceState) -> None:
            seen.append((shown.light.value, board.chip.contrast))

        def close(self) -> None: ...

    words = says("up ok", "down down down ok", "ok", "ok", "wait 130")
    played(tmp_path, words, panels=(Eye(),), board=board, languages=("en",))
    assert seen[0] == ("full", 127)
    assert [contrast for contrast, _ in groupby(contrast for _, contrast in seen)][-4:] == [191, 255, 25, 1]
    assert seen[-1][0] == "dim"
