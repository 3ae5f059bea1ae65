"""Messages about the device on the glass: they stay until a key, and are under Messages until somebody removes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from device import Player, begun, chosen, look, pick, played, says
from installed import Record
from letters import need_letters

from companion.app.banners import MessageBox

WRONG = "settings.toml: brightness is 5; it must be 10 to 100"
LABELS = {"en": "Messages", "ja": "お知らせ"}


@pytest.fixture(params=LABELS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def wrong_settings(folder: Path, language: str = "en", more: str = "") -> None:
    """A folder with settings in which one line is wrong, or more."""
    folder.mkdir(exist_ok=True)
    (folder / "settings.toml").write_text(f'language = "{language}"\nbrightness = 5\n{more}', "utf-8")


def read(banner: str) -> str:
    """A banner without the ends of its lines."""
    return " ".join(banner.split())


def test_what_is_said_at_the_start_stays_until_a_key_also_over_a_restart(tmp_path: Path, language: str) -> None:
    need_letters(language)
    wrong_settings(tmp_path, language)
    answers = played(tmp_path, says("wait 100", "wait 100"))
    assert len({answer["banner"] for answer in answers}) == 1
    assert "brightness" in answers[-1]["banner"]
    (tmp_path / "settings.toml").write_text(f'language = "{language}"\n', "utf-8")
    before, after = played(tmp_path, says("down"))
    assert "brightness" in before["banner"]  # nobody has pressed a key on it yet
    assert after["banner"] is None
    assert chosen(after) != chosen(before)  # the key acts, too
    (again,) = played(tmp_path, says())
    assert again["banner"] is None
    assert "🔔1" in again["lines"]


def test_a_message_is_read_whole_and_removed_in_the_menu(tmp_path: Path, language: str) -> None:
    need_letters(language)
    begun(tmp_path, "praetorians", ("Ada", "Ben"))
    wrong_settings(tmp_path, language)
    shown = []

    def player() -> Player:
        yield "back"
        answer = yield "ok"  # the first line of the menu is Back
        yield "back"
        answer = yield "up"
        assert "🔔1" in answer["lines"]
        yield from pick(LABELS[language])
        answer = yield from look()
        assert (answer["screen"], answer["lines"][0]) == ("messages", LABELS[language])
        assert chosen(answer).startswith("settings.toml")
        for key in ("ok", "back"):
            answer = yield key  # BACK keeps it
        answer = yield "ok"
        shown.append(answer)
        while answer["screen"] == "message":
            answer = yield "ok"
        assert answer["screen"] == "menu"
        assert "🔔1" not in answer["lines"]
        assert LABELS[language] not in answer["lines"]

    played(tmp_path, player())
    text = read(" ".join(shown[0]["lines"]))
    assert ("brightness is 5; it must be 10 to 100" in text) if language == "en" else ("10〜100" in text)
    assert MessageBox(tmp_path).texts == ()


def test_messages_are_on_home_before_history_one_line_each_the_newest_first(tmp_path: Path) -> None:
    wrong_settings(tmp_path, more='rotation = "up"\n')

    def player() -> Player:
        first = yield from look()
        second = yield "down"
        assert read(first["banner"]) == WRONG
        assert "rotation" in second["banner"]
        answer = yield "down"
        assert (answer["banner"], answer["lines"][:2]) == (None, ["Table Companion", "🔔2"])
        yield from pick("Messages")
        answer = yield from look()
        assert answer["lines"][1:] == ["settings.toml:…"] * 2
        for left, setting in ((1, "rotation"), (0, "brightness")):
            answer = yield "ok"
            assert setting in " ".join(answer["lines"])
            while answer["screen"] == "message":
                answer = yield "ok"
            assert answer["screen"] == ("messages" if left else "home")
        assert "Messages" not in answer["lines"]

    played(tmp_path, player())


def test_what_happens_to_the_record_while_nobody_looks_lights_the_glass_and_stays(tmp_path: Path) -> None:
    begun(tmp_path, "praetorians", ("Ada", "Ben"))
    with Record(tmp_path, ()) as record:
        assert record.notices == []

    def player() -> Player:
        answer = yield "wait 700"
        assert answer["screen"] == "dark"
        for file in tmp_path.iterdir():
            file.unlink()
        yield "down"  # lights the glass
        answer = yield "hold back"
        assert answer["banner"].startswith("the record was missing")
        answer = yield "wait 100"
        assert read(answer["banner"]).endswith("complete")  # the last page stays

    played(tmp_path, player())
    assert len(MessageBox(tmp_path).texts) == 1
