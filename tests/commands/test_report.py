"""`companion report`, as people type it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from installed import Record

from companion.cli import main
from companion.record.log import LOG, SETTINGS
from companion.session.session import Session
from hardware.simulated import SimulatedClock

Capture = pytest.CaptureFixture[str]


def session(folder: Path) -> None:
    """Two games of a series, both won by Ada; then one that was begun, taken back, and one that waits."""
    clock = SimulatedClock(1_790_000_000.0)
    with Record(folder) as journal:
        table = Session(journal, clock)
        table.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        for text in (*["match 10"] * 9, "bank 9"):
            clock.advance(60.0)
            table.enter(text)
        table.rematch()
        clock.advance(7 * 86400.0)
        table.enter("concede 0")
        table.start("spartacus", ("Ada", "Ben", "Cleo"), {})
        table.undo()
        table.start("seven-hills", ("Ada", "Cleo"), {"entry": "scores"})
        table.enter("hill 7 1")


def does(*arguments: object) -> int:
    return main(["report", *[str(argument) for argument in arguments]])


def written(folder: Path, *arguments: object) -> str:
    file = folder / "report.html"
    assert does(*arguments, "-o", file, "--data", folder / "data") == 0
    return file.read_text("utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    session(tmp_path / "data")
    return tmp_path / "data"


def test_a_game_is_named_by_its_number_and_said_to_be_written(tmp_path: Path, data: Path, capsys: Capture) -> None:
    page = written(tmp_path, 1)
    assert capsys.readouterr().out == f"{tmp_path / 'report.html'}: Praetorians, game 1 of the record\n"
    assert "<title>Praetorians: Ada wins</title>" in page
    assert "10 min" in page


def test_a_game_that_is_over_has_the_link_of_the_export_and_its_code(
    tmp_path: Path, data: Path, capsys: Capture
) -> None:
    page = written(tmp_path, 1)
    capsys.readouterr()
    assert main(["export", "1", "--as", "bgstats", "--data", str(data)]) == 0
    assert f'<a href="{capsys.readouterr().out.strip()}">Add this game to BG Stats</a>' in page
    assert "<svg viewBox=" in page
    assert "BG Stats" not in written(tmp_path, "last")


def test_last_is_the_game_that_was_touched_last_and_so_it_is_when_none_is_named(tmp_path: Path, data: Path) -> None:
    page = written(tmp_path, "last")
    assert "<title>Seven Hills of Rome: Not over yet</title>" in page
    assert written(tmp_path) == page


def test_a_series_is_shown_up_to_the_game_and_a_pause_does_not_count(tmp_path: Path, data: Path) -> None:
    assert "Games: 1. Best so far: Ada" in written(tmp_path, 1)
    second = written(tmp_path, 2)
    assert "Games: 2. Best so far: Ada" in second
    assert '<th scope="row">Wins</th><td class="count">2</td><td class="count">0</td>' in second
    assert "Ben concedes" in second
    assert " min<" not in second


def test_a_series_that_a_reopened_game_decides_is_shown_as_decided(tmp_path: Path) -> None:
    with Record(tmp_path / "data") as journal:
        table = Session(journal, SimulatedClock(1_790_000_000.0))
        table.start("seven-hills", ("Ada", "Ben"), {"entry": "scores"})
        table.enter("concede 1")
        table.rematch()
        table.enter("concede 0")
        table.resume(1)
        assert "Games: 1. Best so far: Ada" in written(tmp_path, 1)
        table.undo()
        table.enter("concede 1")
    assert "<p>Ada wins the series</p>" in written(tmp_path, 1)


def test_it_speaks_the_language_of_the_settings_or_the_one_that_is_asked_for(tmp_path: Path, data: Path) -> None:
    assert '<html lang="en">' in written(tmp_path)
    (data / SETTINGS).write_text('language = "ja"\n')
    assert '<html lang="ja">' in written(tmp_path)
    assert '<html lang="en">' in written(tmp_path, "--language", "en")


def test_a_report_replaces_the_one_before_and_leaves_nothing_else(tmp_path: Path, data: Path) -> None:
    (tmp_path / "report.html").write_text("before")
    assert written(tmp_path, 1).startswith("<!doctype html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "report.html"]


def test_it_goes_to_standard_output_byte_for_byte(tmp_path: Path, data: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "companion", "report", "1", "-o", "-", "--data", str(data)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout == written(tmp_path, 1).encode()


@pytest.mark.parametrize("game", ["3", "5", "0", "-1", "first", "1.5", "9" * 30, "last ", "\x1b[2J"])
def test_a_game_that_is_not_there_is_refused_in_one_harmless_line(
    tmp_path: Path, data: Path, capsys: Capture, game: str
) -> None:
    assert does("-o", tmp_path / "report.html", "--data", data, "--", game) == 1
    said = capsys.readouterr().err
    shown = game.replace("\x1b", "\\x1b")
    assert said == f"companion: {shown} is not a game of the record; give its number, or last\n"
    assert not (tmp_path / "report.html").exists()


def test_what_cannot_be_written_is_reported(tmp_path: Path, data: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("a file")
    for file, why in (
        (tmp_path, f"{tmp_path} cannot be written: it is a directory"),
        (tmp_path / "no" / "r.html", f"{tmp_path / 'no' / 'r.html'} cannot be written: no such file or directory"),
        (tmp_path / "file" / "r.html", f"{tmp_path / 'file' / 'r.html'} cannot be written: not a directory"),
        (data / LOG, f"{data / LOG} belongs to the record itself; give another name"),
    ):
        assert does(1, "-o", file, "--data", data) == 1
        assert capsys.readouterr().err == f"companion: {why}\n"


def test_without_a_record_it_says_so_and_makes_none(tmp_path: Path, capsys: Capture) -> None:
    assert does("-o", tmp_path / "report.html", "--data", tmp_path / "none") == 1
    assert (
        capsys.readouterr().err
        == f"companion: there is no record in {tmp_path / 'none'}; --data names its folder, the first game begins one\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_the_record_is_left_as_it_is_while_the_device_runs_and_when_it_does_not(tmp_path: Path, data: Path) -> None:
    def files() -> dict[str, bytes]:
        # A process that reads beside the device leaves a mark in the shared memory, which belongs to the device.
        return {path.name: b"" if path.name.endswith("-shm") else path.read_bytes() for path in data.iterdir()}

    before = files()
    written(tmp_path, 1)
    assert files() == before
    with Record(data) as journal:
        table = Session(journal, SimulatedClock(1_790_000_000.0))
        table.enter("hill 6 0")
        running = files()
        assert "Hill 6: Ada<" in written(tmp_path)
        assert files() == running
        table.enter("hill 5 0")
    assert "Hill 5: Ada<" in written(tmp_path)
