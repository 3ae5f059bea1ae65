"""Home lists the games that were played lately; the others, score pads among them, are under More games."""

from __future__ import annotations

from pathlib import Path

import pytest
from device import Player, begin, pick, played
from installed import PresentGames, Record
from letters import need_letters
from own_pads import begin_taken, small

from companion.app.banners import MessageBox
from companion.cli import main
from companion.games.pad.collection import SHIPPED
from companion.games.registry import GAMES
from companion.kit.faults import fault_line
from companion.session.session import Session
from companion.words import Words
from hardware.simulated import SimulatedClock

WORDS = Words("en")
NAMES = [WORDS(f"game.{key}") for key in GAMES]


def test_a_score_pad_is_begun_from_more_games_and_stands_first_at_home_then(tmp_path: Path) -> None:
    def player() -> Player:
        answer = yield "wait 0"
        assert [line for line in answer["lines"] if line in NAMES] == NAMES
        yield from pick("More games")
        answer = yield "wait 0"
        assert answer["screen"] == "games"
        assert not [line for line in answer["lines"] if line in NAMES]
        yield from pick("Mölkky")
        answer = yield "wait 0"
        assert (answer["screen"], answer["lines"][0]) == ("new", "Mölkky")
        yield from begin()
        answer = yield "wait 0"
        assert answer["screen"] == "table"
        yield "up"
        answer = yield "ok"
        assert answer["actions"] == ["pins 0 7"]
        yield "back"
        yield from pick("Home")
        answer = yield "wait 0"
        games = [line for line in answer["lines"] if line in (*NAMES, "Mölkky")]
        assert games == ["Mölkky", *NAMES[:-1]]
        yield from pick("More games")
        answer = yield "wait 0"
        assert answer["lines"][1] == "A–Z"
        assert NAMES[-1] in answer["lines"]
        assert "Mölkky" not in [line.partition(":")[0] for line in answer["lines"]]

    played(tmp_path, player())


def test_the_options_of_a_pad_have_its_words(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("More games")
        yield from pick("Farkle")
        answer = yield "wait 0"
        assert "Goal: 10000" in answer["lines"]
        yield from pick("Goal")
        answer = yield "wait 0"
        assert "Goal: 5000" in answer["lines"]
        answer = yield "hold ok"
        assert answer["screen"] == "help"

    played(tmp_path, player())


def test_each_wrong_file_is_named_before_the_list_of_games_and_any_key_passes(tmp_path: Path) -> None:
    pads = tmp_path / "pads"
    pads.mkdir()
    (pads / "bad.toml").write_text("format = 3\n", encoding="utf-8")
    (pads / "worse\u202e\x07.toml").write_text("[", encoding="utf-8")

    def player() -> Player:
        yield from pick("More games")
        answer = yield "wait 0"
        assert answer["screen"] == "games"
        assert answer["banner"].startswith("bad.toml, line 1: format: ")
        answer = yield "wait 100"
        assert answer["banner"].startswith("bad.toml, line 1: format: ")
        answer = yield "down"
        assert answer["banner"].startswith("worse\ufffd\ufffd.toml")
        answer = yield "down"
        assert (answer["banner"], answer["cursor"]) == (None, 3)
        answer = yield "back"
        assert "🔔2" in answer["lines"]
        yield from pick("Messages")
        answer = yield "wait 0"
        assert [line[:9] for line in answer["lines"][1:]] == ["bad.toml,", "worse\ufffd\ufffd.t"]
        while answer["screen"] != "home":
            answer = yield "ok"
        (pads / "bad.toml").unlink()
        yield from pick("More games")  # what is still wrong is said again
        answer = yield "down"
        assert answer["banner"] is None

    answers = played(tmp_path, player())
    assert answers[-2]["banner"].startswith("worse\ufffd\ufffd.toml")


def test_what_is_wrong_with_a_file_is_kept_in_every_language(tmp_path: Path) -> None:
    need_letters("ja")
    (tmp_path / "pads").mkdir()
    (tmp_path / "pads" / "bad.toml").write_text("format = 3\n", encoding="utf-8")
    (tmp_path / "settings.toml").write_text('language = "ja"\n', encoding="utf-8")
    shown = []

    def player() -> Player:
        yield from pick("ほかのゲーム")
        answer = yield "wait 0"
        shown.append(answer["banner"])

    played(tmp_path, player())
    (kept,) = MessageBox(tmp_path).texts
    assert "".join(shown[0].split()) == "".join(kept.of("ja").split())
    assert kept.of("en") == "bad.toml, line 1: format: 3 is not allowed; a whole number from 1 to 2 is needed"


def test_of_very_many_wrong_files_the_first_ones_are_kept(tmp_path: Path) -> None:
    (tmp_path / "pads").mkdir()
    for number in range(30):
        (tmp_path / "pads" / f"bad{number:02}.toml").write_text("format = 3\n", encoding="utf-8")
    played(tmp_path, pick("More games"))
    kept = [text.of("en")[:5] for text in MessageBox(tmp_path).texts]
    assert kept == [f"bad{number:02}" for number in range(20)]


def test_what_a_wrong_file_says_is_cut_and_of_too_many_files_the_others_are_named(tmp_path: Path) -> None:
    (tmp_path / "pads").mkdir()
    for number in range(102):
        (tmp_path / "pads" / f"pad{number:03}.toml").write_bytes(small())
    (tmp_path / "pads" / "long.toml").write_text(f'"{"x" * 9_000}" = 1\n', encoding="utf-8")
    pads, wrong = PresentGames(tmp_path).pads_now()
    assert len(pads) == len(SHIPPED) + 1
    lines = [fault_line(file, fault, WORDS) for file, fault in wrong]
    assert lines[0].startswith("long.toml, line 1: xxx")
    assert len(lines[0]) < 730
    assert lines[-3:] == [
        f"pad{number:03}.toml: too many files; the first 100 by name count" for number in (99, 100, 101)
    ]


def test_the_log_names_each_wrong_file_until_its_fault_changes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "pads").mkdir()
    (tmp_path / "pads" / "bad.toml").write_text("format = 3\n", encoding="utf-8")
    (tmp_path / "pads" / "worse.toml").write_text("[", encoding="utf-8")
    present = PresentGames(tmp_path)
    present.pads_now()
    present.pads_now()
    assert [record.getMessage().split(",")[0] for record in caplog.records] == [
        "score pad left out: bad.toml", "score pad left out: worse.toml",
    ]  # fmt: skip
    (tmp_path / "pads" / "bad.toml").write_text("format = 1\n", encoding="utf-8")
    present.pads_now()
    assert len(caplog.records) == 3


def test_a_pad_whose_file_is_gone_is_not_offered_any_more(tmp_path: Path) -> None:
    pads = tmp_path / "pads"
    pads.mkdir()
    (pads / "small.toml").write_bytes(small())

    def player() -> Player:
        yield from pick("More games")
        yield from pick("Small")
        yield from begin()
        yield "back"
        yield from pick("Home")
        answer = yield "wait 0"
        assert "Small" in answer["lines"]
        (pads / "small.toml").unlink()
        answer = yield "down"
        assert "Small" not in answer["lines"]
        yield from pick("Continue")
        answer = yield "wait 0"
        assert answer["screen"] == "table"

    played(tmp_path, player())


def test_a_pad_whose_key_a_game_of_the_registry_has_by_now_goes_on(tmp_path: Path) -> None:
    begin_taken(tmp_path)

    def player() -> Player:
        answer = yield "wait 0"
        assert (answer["screen"], answer["lines"][0]) == ("table", "Ada: made")
        for key in ("up", "ok", "up", "up", "ok"):
            answer = yield key
        assert answer["actions"] == ["made 1 2"]
        yield "back"
        yield from pick("Rounds")
        answer = yield "wait 0"
        assert answer["lines"][-1] == "1: +1 1, +2 2"
        yield "back"
        yield from pick("Log")
        answer = yield "wait 0"
        assert answer["screen"] == "log"
        for key in ("back", "back"):
            answer = yield key
        for _ in range(5):
            answer = yield "ok"
        assert answer["screen"] == "over"
        answer = yield "ok"  # the game of that name is another one: there is no rematch
        assert "Small" in answer["banner"]
        yield "back"
        yield from pick("Home")
        yield from pick("History")
        answer = yield "wait 0"
        assert answer["lines"][-1].startswith("Small")

    played(tmp_path, player())


@pytest.mark.parametrize("command", [("show", "1"), ("history",), ("log",), ("check",), ("export", "1"), ("stats",)])
def test_commands_know_it_too(command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begin_taken(tmp_path)
    assert main([*command, "--data", str(tmp_path)]) == 0
    assert "Hannibal" not in capsys.readouterr().out


def test_its_report_has_its_rounds(tmp_path: Path) -> None:
    begin_taken(tmp_path)
    with Record(tmp_path) as opened:
        session = Session(opened, SimulatedClock(1_790_000_000.0))
        for text in ("made 0 5", "made 1 3"):
            session.enter(text)
    assert main(["report", "-o", str(tmp_path / "r.html"), "--data", str(tmp_path)]) == 0
    html = (tmp_path / "r.html").read_text("utf-8")
    assert "<title>Small: " in html
    assert 'class="rounds"' in html
