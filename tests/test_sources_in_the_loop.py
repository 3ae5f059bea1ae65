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


def test_an_empty_number_of_a_phone_is_refused_and_no_fault(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    begun(tmp_path / "device", "praetorians", ("Ada", "Ben"), entry="scores")
    answers = talk(tmp_path / "device", "touch @field")  # the text panel sends no text with it
    assert (answers[1]["touched"], answers[1]["actions"], caplog.text) == ("refused", [], "")


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


def test_text_wakes_a_dark_glass_and_counts(table: Path) -> None:
    answers = talk(table, "wait 700", "type r7", "ok")
    assert answers[1]["screen"] == "dark"
    assert answers[2]["lines"][0] == "r7_"
    assert answers[3]["actions"] == ["flip R7"]


def test_a_code_is_dropped_after_three_seconds_and_a_sum_stands(tmp_path: Path) -> None:
    cards, scores = tmp_path / "cards", tmp_path / "scores"
    begun(cards, "praetorians", ("Ada", "Ben"), "flip R1")
    begun(scores, "praetorians", ("Ada", "Ben"), entry="scores")
    assert talk(cards, "type r", "wait 4")[-1]["lines"][0] == "Ada"
    answers = talk(scores, "type 3", "type +", "wait 60", "type 6", "ok")
    assert answers[4]["lines"][0] == "3+6_"
    assert answers[5]["actions"] == ["bank 9"]


def test_a_refused_reading_does_not_prolong_the_three_seconds_of_a_code(table: Path) -> None:
    answers = talk(table, "type r", "wait 1", "read 04a1b2c3", "wait 2")
    assert [answers[at]["lines"][0] for at in (1, 2, 3)] == ["r_", "r_", "r_"]
    assert answers[3]["banner"].startswith("the number of this tag is not known")
    assert answers[4]["lines"][0] == answers[0]["lines"][0]


def test_enter_behind_a_refused_letter_enters_nothing_and_three_seconds_later_it_is_ok_again(tmp_path: Path) -> None:
    begun(tmp_path / "device", "spartacus", ("Ada", "Ben", "Cleo"), "play 5")
    answers = talk(tmp_path / "device", "type 7", "ok", "wait 4", "ok")
    assert answers[1]["banner"] == answers[2]["banner"] == "7 cannot be chosen here"
    assert [answer["actions"] for answer in answers[1:]] == [[], [], [], ["play 4"]]


def test_enter_after_text_is_not_the_second_half_of_a_double_tap(table: Path) -> None:
    answers = talk(table, "type r7", "ok", "type p3", "ok")
    assert [answer["actions"] for answer in answers[1:]] == [[], ["flip R7"], [], ["flip P3"]]


def test_a_label_is_the_entry_and_the_same_label_again_is_one_reading(table: Path) -> None:
    answers = talk(table, "read TC1 pra R7", "read TC1 pra R7", "read TC1 pra P2", "wait 700", "read TC1 pra P4")
    assert [answer["actions"] for answer in answers[1:]] == [["flip R7"], [], ["flip P2"], [], ["flip P4"]]
    assert answers[2]["banner"] == answers[1]["banner"]


def test_text_and_labels_are_refused_under_a_banner_that_wants_hands(tmp_path: Path) -> None:
    folder = tmp_path / "device"
    begun(folder, "praetorians", ("Ada", "Ben"), "flip R1", "flip R2")
    answers = talk(
        folder, "hold back", "type r7", "read TC1 pra R7", "targets", "touch stop", "touch @ok", "touch stop"
    )
    told = answers[1]["banner"]
    assert told
    assert [answer.get("banner") for answer in answers[2:6]] == [told] * 4
    assert (answers[4]["waits"], answers[4]["targets"]) == (True, [])
    assert [answer["touched"] for answer in answers[5:]] == ["refused", "done", "done"]
    assert answers[7]["actions"] == ["stop"]


def test_a_refused_label_is_named_nowhere(table: Path, caplog: pytest.LogCaptureFixture) -> None:
    answers = talk(table, "read TC1 pra R1", "read TC1 spa 7", "read 0004711")
    said = repr(answers[1:]) + caplog.text
    assert not any(secret in said for secret in ("TC1", "pra R1", "0004711", "Red 1"))
    assert answers[1]["banner"] == "this card cannot be played now (PRA-2)"


def test_a_tag_is_taught_once_and_is_its_card_from_then_on(table: Path) -> None:
    unknown = talk(table, "read 0004711")[1]
    assert unknown["banner"] == "the number of this tag is not known; it is taught in Settings, Cards"
    way = ["read 1", "back", "type home", "ok", "type settings", "ok", "type cards", "ok", "ok"]
    answers = talk(table, *way, "read 0004711", "read 0004712", "read TC1 pra R1", "read 0004712")
    assert [answer["banner"] for answer in answers[-4:]] == [
        "Red 1: its tag is known",
        "Red 2: its tag is known",
        "this card has a label, and needs no teaching",
        "Red 3: its tag is known. Before, it stood for Red 2",
    ]
    kept = (table / "tags.toml").read_text("utf-8")
    assert "4711" not in kept
    assert kept.count("TC1 pra R") == 2
    assert talk(table, "read 0004712")[1]["actions"] == ["flip R3"]


def test_cards_that_are_alike_have_numbers_where_their_tags_are_taught(table: Path) -> None:
    way = ["read 1", "back", "type home", "ok", "type settings", "ok", "type cards", "ok", "ok"]
    answers = talk(table, *way, "up", "up", "up", "read 0004711", "read 0004712", "read 0004713")
    assert [answer["banner"].partition(":")[0] for answer in answers[-3:]] == ["12 (4)", "12 (5)", "Stop"]
