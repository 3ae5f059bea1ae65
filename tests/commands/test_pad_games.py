"""What the commands say about games of score pads: their names come from the text that a game was begun with."""

import json
from pathlib import Path

import pytest
from installed import Record
from own_pads import small

from companion.cli import main
from companion.games.pad.adding import add_pad
from companion.session.public_view import public_view
from companion.session.session import Session
from companion.words import Words
from hardware.simulated import SimulatedClock

WALL = 1_790_000_000.0
THREE_ROUNDS = ("made 0 5", "made 1 3", "made 1 4", "made 0 1", "made 0 2", "made 1 0")
"""Ada 5 + 1 + 2 = 8, Ben 3 + 4 + 0 = 7; Ben begins the second round."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of the small pad, whose file is gone, and a waiting one of Wizard."""
    add_pad(tmp_path, small())
    with Record(tmp_path) as opened:
        session = Session(opened, SimulatedClock(WALL))
        session.start("small", ("Ada", "Ben"), {})
        for text in THREE_ROUNDS:
            session.enter(text)
        session.start("wizard", ("Ada", "Ben", "Cleo"), {})
        session.enter("bid 0 1")
    (tmp_path / "pads" / "small.toml").unlink()
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str, folder: Path, status: int = 0) -> str:
    """What a command prints; for another status its complaint."""
    assert main([*arguments, "--data", str(folder)]) == status
    out, err = capsys.readouterr()
    assert (err if status == 0 else out) == ""
    return err if status else out


def test_history_names_the_pad(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Small  Ada 8, Ben 7" in said(capsys, "history", folder=record)
    (record / "settings.toml").write_text('language = "ja"\n')
    assert "小さい" in said(capsys, "history", folder=record)


def test_a_pad_can_be_asked_for_by_its_key(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = json.loads(said(capsys, "history", "--game", "small", "--json", folder=record))
    assert (one["game"], one["scores"]) == ("small", [8, 7])
    assert json.loads(said(capsys, "history", "--game", "hearts", "--json", folder=record)) == []
    assert "chess is not a game known here" in said(capsys, "history", "--game", "chess", folder=record, status=2)


def test_show_has_the_log_in_words_and_why_it_is_over(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "show", "1", folder=record)
    assert text.startswith("Game 1: Small, Ada, Ben\n")
    assert "Ada wins: best score" in text
    assert "Ada: made 5" in text
    assert "Game 2: Wizard, Ada, Ben, Cleo" in said(capsys, "show", "2", folder=record)


def test_stats_name_the_pad(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in said(capsys, "stats", folder=record).splitlines()]
    assert ["Ada", "Small", "1", "1"] in [line[:4] for line in lines]


def test_log_names_texts_and_games(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line[18:] for line in said(capsys, "log", folder=record).splitlines()]
    assert "record  the text of the score pad Small, which games are begun with" in lines
    assert "g1      Small: Ada, Ben" in lines
    assert [line for line in lines if line.startswith("g1 ")][1].startswith("g1      Ada: made 5")


def test_the_report_has_the_name_and_the_rounds(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html = said(capsys, "report", "1", "-o", "-", folder=record)
    assert "<title>Small: Ada wins</title>" in html
    assert html.count('<span class="entered">') == 6


def test_check_finds_nothing_wrong(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "games: 2," in said(capsys, "check", folder=record)


def test_the_web_window_shows_a_pad_game(record: Path) -> None:
    with Record(record) as opened:
        view = public_view(Session(opened, SimulatedClock(WALL)).now, Words("en"))
    assert view.game == "Wizard"
    assert [(points.name, points.number) for points in view.points] == [("Ada", "0"), ("Ben", "0"), ("Cleo", "0")]
    assert view.log == ("1. Ada: Bid 1",)


def test_import_says_which_pad_is_missing_and_what_to_do(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "export", "1", folder=record)
    (record / "game.txt").write_text(text)
    error = said(capsys, "import", str(record / "game.txt"), folder=record / "other", status=1)
    assert "the text of the score pad small is not known here; add it with companion pad add" in error


def test_a_wrong_pad_in_a_file_of_games_is_named_with_its_line(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = json.loads(said(capsys, "export", "1", "--as", "json", folder=record))
    tree["games"][0]["pad"] = small("mode\N{RIGHT-TO-LEFT OVERRIDE}").decode()
    (record / "games.json").write_text(json.dumps(tree))
    error = said(capsys, "import", str(record / "games.json"), folder=record / "other", status=1)
    assert "game 1: line 8 of the score pad: points: " in error
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(("count", "status"), [(100, 0), (101, 1)])
def test_a_file_of_games_has_at_most_a_hundred_different_pads(
    count: int, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pads = [small(f"made + {number}").decode() for number in range(count)]
    games = [{"game": "small", "players": ["Ada", "Ben"], "options": {}, "pad": pad, "entries": []} for pad in pads]
    games.append({"game": "praetorians", "players": ["Ada", "Ben"], "options": {}, "entries": []})
    tree = {"format": "table-companion games", "version": 1, "games": games}
    (tmp_path / "games.json").write_text(json.dumps(tree))
    answer = said(capsys, "import", str(tmp_path / "games.json"), folder=tmp_path / "record", status=status)
    assert ("more than 100 different score pads" in answer) is (status == 1)
    if status == 0:
        assert "games: 101," in said(capsys, "check", folder=tmp_path / "record")
