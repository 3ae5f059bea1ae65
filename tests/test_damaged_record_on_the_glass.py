"""Faults of the record are reported on the glass and in the log, in both languages, and the session goes on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from damaged_records import damaged, session
from device import Player, look, played
from installed import Record
from letters import installed_font
from record.random_evening import texts

from companion.record.index import INDEX
from companion.record.log import LOG


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Record(tmp_path / "data", ("Ada", "Ben")) as journal:
        session(journal)
    return tmp_path / "data"


def test_a_damaged_record_is_reported_over_the_table_which_is_there(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    damaged(folder / LOG, b"legion ROM>GAL")
    (folder / INDEX).unlink()
    said = []

    def player() -> Player:
        answer = yield from look()
        for _ in range(2):
            while answer["banner"] not in said:
                said.append(answer["banner"])
                answer = yield "wait 10"
            answer = yield "up"
        assert (answer["screen"], answer["banner"]) == ("table", None)
        yield "hold back"

    answers = played(folder, player())
    noted = " ".join(" ".join(said).split())
    assert noted == (
        "record damaged, lines lost: 1; everything else is kept "
        "Hannibal vs Rome, Cléo, Ada: an entry cannot be read any more; Go on in its log continues from before it"
    )
    assert answers[-1]["actions"] == ["undo"]
    assert "lines of the record that cannot be read: 1" in caplog.messages


def test_the_message_is_in_japanese_if_that_is_set(folder: Path) -> None:
    installed_font()
    (folder / "settings.toml").write_text('language = "ja"\n', "utf-8")
    damaged(folder / LOG, b"legion ROM>GAL")
    (folder / INDEX).unlink()

    def player() -> Player:
        answer = yield from look()
        assert answer["banner"].startswith("読めなくなった記録")
        assert answer["screen"] == "table"

    played(folder, player())


def test_a_folder_that_is_deleted_during_a_session_is_reported_and_made_again(folder: Path) -> None:
    def player() -> Player:
        yield "wait 10"
        shutil.rmtree(folder)
        answer = yield "hold back"
        assert "the record was missing from" in answer["banner"]
        yield "wait 10"

    answers = played(folder, player())
    assert [answer["actions"] for answer in answers if answer["actions"]] == [["undo"]]
    assert texts(folder)[-2:] == ["undo", "undo"]
