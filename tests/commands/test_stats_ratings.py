"""`companion stats --ratings`, and the ratings in the report: people of one record, computed as on a board."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from installed import Record, RecordView

from companion.cli import main
from companion.installation import install_command
from companion.record.rated import rated_games
from companion.session.ratings import ratings
from companion.session.session import Session
from companion.session.settings_file import SettingsFile
from hardware.simulated import SimulatedClock

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Ada has won five races over Ben, then one over Ben and Cleo, and one game of points, which has another kind."""
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(1_795_376_890.0))
        for _ in range(5):
            session.start("praetorians", ("Ada", "Ben"), {})
            session.enter("concede 1")
        session.start("praetorians", ("Cleo", "Ben", "Ada"), {"entry": "scores"})
        for text in ("bank 20", "bank 20", *["match 10"] * 9, "bank 9"):
            session.enter(text)
        session.start("points", ("Ada", "Ben"), {})
        session.enter("concede 1")
    return tmp_path


def said(capsys: Capture, *arguments: str | Path, status: int = 0) -> str:
    assert main([str(argument) for argument in arguments]) == status
    out, err = capsys.readouterr()
    return err if status else out


def test_each_game_has_its_people_in_order_with_a_remark_while_it_is_not_sure(folder: Path, capsys: Capture) -> None:
    lines = said(capsys, "stats", "--ratings", "--data", folder).splitlines()
    assert lines[0] == "Praetorians"
    assert lines[1].split() == ["#", "Person", "Rating", "Played"]
    ada, ben, cleo = lines[2:5]
    assert (ada.split()[:2], ada.split()[-2:]) == (["1", "Ada"], ["provisional", "6"])
    assert ben.split()[:2] == ["2", "Ben"]
    assert cleo.split() == ["Cleo", "new", "1"]
    assert lines[6] == "Points by round"


def test_programs_get_the_numbers_that_a_board_computes(folder: Path, capsys: Capture) -> None:
    (first, second) = json.loads(said(capsys, "stats", "--ratings", "--json", "--data", folder))["ratings"]
    with RecordView(folder) as library:
        games = [game for game in rated_games(library) if game.kind == "praetorians"]
    assert first["game"] == "praetorians"
    assert first["lines"] == [line._asdict() for line in ratings(games)]
    assert [line["games"] for line in first["lines"]] == [6, 6, 1]
    assert [line["new"] for line in second["lines"]] == [True, True]


def test_one_game_and_one_person_may_be_asked_for_and_the_others_count_all_the_same(
    folder: Path, capsys: Capture
) -> None:
    asked = ("stats", "--ratings", "--csv", "--data", folder, "--game", "praetorians")
    everybody = list(csv.DictReader(io.StringIO(said(capsys, *asked))))
    assert [row["name"] for row in everybody] == ["Ada", "Ben", "Cleo"]
    assert list(csv.DictReader(io.StringIO(said(capsys, *asked, "--player", "Ben")))) == everybody[1:2]
    assert "known are" in said(capsys, *asked, "--player", "Zed", status=2)


def test_without_finished_games_there_is_a_sentence(tmp_path: Path, capsys: Capture) -> None:
    Record(tmp_path).close()
    assert said(capsys, "stats", "--ratings", "--data", tmp_path) == (
        "there is no finished game to rate: ratings are of two people or more, without the device\n"
    )


def without_openskill(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """A command in a Python that has no openskill."""
    start = "import sys; sys.modules['openskill'] = None; from companion.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run([sys.executable, "-c", start, *map(str, arguments)], capture_output=True, text=True)


def test_without_openskill_the_message_says_what_to_install(folder: Path) -> None:
    done = without_openskill("stats", "--ratings", "--data", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"companion: ratings need openskill, and it is not installed: {install_command('hall')}\n"
    SettingsFile(folder).change("ratings", True)
    report = without_openskill("report", "6", "-o", "-", "--data", folder)
    assert (report.returncode, report.stderr) == (0, "")
    assert "Rating" not in report.stdout


def test_a_report_has_ratings_where_people_have_switched_them_on(folder: Path, capsys: Capture) -> None:
    assert "±" not in said(capsys, "report", "6", "-o", "-", "--data", folder)
    SettingsFile(folder).change("ratings", True)
    page = said(capsys, "report", "6", "-o", "-", "--data", folder)
    assert ">Rating</th>" in page
    assert page.count("provisional</td>") == 2
    assert page.count(">new</td>") == 1


def test_the_report_of_an_earlier_game_has_the_ratings_after_that_game(folder: Path, capsys: Capture) -> None:
    SettingsFile(folder).change("ratings", True)
    assert said(capsys, "report", "4", "-o", "-", "--data", folder).count(">new</td>") == 2
    assert said(capsys, "report", "5", "-o", "-", "--data", folder).count("provisional</td>") == 2


def test_a_person_in_a_first_game_that_runs_is_new(folder: Path, capsys: Capture) -> None:
    SettingsFile(folder).change("ratings", True)
    with Record(folder) as record:
        Session(record, SimulatedClock(1_795_376_990.0)).start("praetorians", ("Ada", "Dora"), {})
    page = said(capsys, "report", "-o", "-", "--data", folder)
    assert (page.count("provisional</td>"), page.count(">new</td>")) == (1, 1)


def test_a_board_with_ratings_does_not_start_without_openskill(tmp_path: Path) -> None:
    file = tmp_path / "hall.toml"
    file.write_text('club = "arena"\nbroker = "mqtt://127.0.0.1:1"\n[ratings]\non = true\n')
    done = without_openskill("hall", "board", "--config", file, "--data", tmp_path / "board", "--web", "127.0.0.1:0")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2, f"companion: ratings need openskill, and it is not installed: {install_command('hall')}",
    )  # fmt: skip
