"""What comes from keyboards, readers and phones, through the loop: text, readings, touches, and when they count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from device import Player, begun, played

from companion.ports import Event, KeyPress, Touched, TouchResult, Typed


def talk(folder: Path, *words: str) -> list[dict[str, Any]]:
    """What the device answers to words, the one before the first word included."""

    def player() -> Player:
        yield from (word for word in words)  # a generator: it is sent the answers

    return played(folder, player())


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with a game of Praetorians between two people, in which one card is turned up."""
    begun(tmp_path / "device", "praetorians", ("Ada", "Ben"), "flip R1")
    return tmp_path / "device"


def test_a_touch_is_the_cursor_there_and_ok(table: Path) -> None:
    answers = talk(table, "targets", "touch stop")
    assert "stop" in [target["id"] for target in answers[1]["targets"]]
    assert (answers[2]["touched"], answers[2]["actions"]) == ("done", ["stop"])


def test_a_target_that_is_not_there_is_refused_and_changes_nothing(table: Path) -> None:
    answers = talk(table, "touch nothing/7", "wait 0")
    assert (answers[1]["touched"], answers[1]["actions"]) == ("refused", [])
    assert answers[2]["lines"] == answers[0]["lines"]


def test_a_number_of_a_page_stays_while_only_the_cursor_moves_and_changes_with_an_entry(table: Path) -> None:
    before, down, entered = [
        answer["number"]
        for answer in talk(table, "targets", "down", "targets", "touch stop", "targets")
        if "number" in answer
    ]
    assert before == down != entered


def test_help_and_undo_are_letters_where_no_text_is_written(table: Path) -> None:
    answers = talk(table, "type ?", "back", "type u")
    assert answers[1]["screen"] == "help"
    assert answers[3]["actions"] == ["undo"]


def test_a_name_is_written_with_the_letters_of_help_and_undo(tmp_path: Path) -> None:
    answers = talk(tmp_path / "device", "type people", "ok", "up", "ok", "type Judy?")
    assert "Judy?_" in answers[-1]["lines"]


def test_a_label_where_none_is_taken_is_one_message(table: Path) -> None:
    answers = talk(table, "type ?", "read TC1 pra R7")
    assert answers[2]["banner"] == "no card can be read here"
    assert (answers[2]["screen"], answers[2]["actions"]) == ("help", [])


def test_all_events_have_one_base() -> None:
    for event in (Typed("7"), Touched("", "0", lambda result: None)):
        assert isinstance(event, Event)
    assert issubclass(KeyPress, Event)
    assert [result.value for result in TouchResult] == ["done", "refused", "moved"]
