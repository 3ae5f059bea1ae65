"""What an organiser types: a new board, its tables, a record that another table has, somebody to forget."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from hall.results import ADA, RECORD

from companion.cli import main
from companion.commands.hall import PARTS
from companion.commands.halls.store import FILE, Store
from companion.hall.canonical import table_key
from companion.hall.config import parse_config

Capture = pytest.CaptureFixture[str]


def no_file(name: str) -> str:
    raise FileNotFoundError(name)


def test_a_new_board_and_its_tables_fit_together(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "arena", "--broker", "mqtt://192.168.1.5", "--config", str(file)]) == 0
    assert file.stat().st_mode & 0o777 & ~0o640 == 0
    board = parse_config(file.read_text(), no_file)
    capsys.readouterr()
    assert main(["hall", "table", "t1", "--config", str(file)]) == 0
    table = parse_config(capsys.readouterr().out, no_file)
    assert board.board.secret is not None
    assert (table.club, table.table, table.brokers) == ("arena", "t1", board.brokers)
    assert table.key == table_key(board.board.secret, "arena", "t1")
    assert (table.people_key, table.names, table.board.secret) == (board.people_key, "none", None)
    before = file.read_text()
    assert main(["hall", "init", "arena", "--broker", "mqtt://192.168.1.5", "--config", str(file)]) == 2
    assert "file exists" in capsys.readouterr().err
    assert file.read_text() == before


def test_two_boards_have_other_secrets(tmp_path: Path) -> None:
    files = [tmp_path / "one.toml", tmp_path / "two.toml"]
    for file in files:
        assert main(["hall", "init", "arena", "--broker", "mqtts://a", "--config", str(file)]) == 0
    one, two = [parse_config(file.read_text(), no_file) for file in files]
    assert one.board.secret != two.board.secret
    assert one.people_key != two.people_key


@pytest.mark.parametrize(
    "words",
    [
        ["init", "Arena", "--broker", "mqtts://a"], ["table", "a/b"], ["adopt", "x", "t1"], ["adopt", RECORD, "T"],
        ["forget", "Ada"],
    ],
)  # fmt: skip
def test_a_wrong_name_is_refused(words: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["hall", *words])
    assert ended.value.code == 2
    assert " is not " in capsys.readouterr().err


def test_each_part_explains_itself(capsys: Capture) -> None:
    for part in PARTS:
        with pytest.raises(SystemExit) as ended:
            main(["hall", part, "--help"])
        assert ended.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: companion hall {part} [-h]")


def test_a_wrong_broker_is_refused_and_nothing_is_written(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "arena", "--broker", "hall.example", "--config", str(file)]) == 2
    assert "'hall.example' is not a broker" in capsys.readouterr().err
    assert not file.exists()


def test_a_record_is_adopted_and_a_person_forgotten(tmp_path: Path, capsys: Capture) -> None:
    assert main(["hall", "adopt", RECORD, "t2", "--data", str(tmp_path)]) == 1
    assert f"{tmp_path / FILE} is not there" in capsys.readouterr().err
    Store(tmp_path).close()
    assert main(["hall", "adopt", RECORD, "t2", "--data", str(tmp_path)]) == 0
    assert main(["hall", "forget", ADA.person, "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{ADA.person} is no longer in the standings, and 0 games no longer show a name\n"
    with closing(Store(tmp_path)) as store:
        assert (store.owners(), store.forgotten()) == ({RECORD: "t2"}, {ADA.person})
