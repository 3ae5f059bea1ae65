"""The score sheet that a paired phone sees and corrects, over real HTTP: what is shown, put in, asked and refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from device import begun
from phones import Device, Phone, paired, running

from companion.ports import Key
from hardware.web.pairing import Correction, Refused, correction_of, proof_of

HEARTS = (
    "taken 0 5", "taken 1 20", "taken 2 0", "taken 3 1",
    "taken 1 13", "taken 2 0", "taken 3 13", "taken 0 0",
    "taken 2 3",
)  # fmt: skip
"""Two rounds of Hearts, and the first entry of the third: the scores are 5, 33, 0, 14."""
NAMES = ("Ada", "Ben", "Cleo", "Dorothea")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    begun(tmp_path / "device", "hearts", NAMES, *HEARTS)
    return tmp_path / "device"


@pytest.fixture
def device(folder: Path) -> Iterator[Device]:
    with running(folder) as made:
        yield made


@pytest.fixture
def phone(device: Device) -> Phone:
    """A paired phone, with the table on the glass."""
    return at_table(device)


def at_table(device: Device) -> Phone:
    device.tap(Key.BACK)
    device.wait(lambda: device.screen == "menu")
    phone = paired(device)
    for screen in ("menu", "table"):
        assert phone.press("@back") == "done"
        device.wait(lambda screen=screen: device.screen == screen)  # type: ignore[misc]
    return phone


def entries(folder: Path) -> list[str]:
    """The lines of the record."""
    return (folder / "record.log").read_text("utf-8").splitlines()


def scores(phone: Phone, place: int) -> list[str]:
    """The scores after a round of the sheet."""
    _, lines = phone.sheet()["rounds"][place]
    return [text for name, cells in lines if name == "Score" for text, _ in cells]


def test_all_rounds_are_there_with_whole_names_and_what_is_entered_of_the_last(phone: Phone) -> None:
    sheet = phone.sheet()
    assert sheet["people"] == list(NAMES)
    assert sheet["sides"] == []
    first, second, third = sheet["rounds"]
    assert first == [
        "Round 1",
        [
            ["Taken", [["5", 1], ["20", 1], ["0", 1], ["1", 1]]],
            ["Counts", [["+5", 1], ["+20", 1], ["0", 1], ["+1", 1]]],
            ["Score", [["5", 1], ["20", 1], ["0", 1], ["1", 1]]],
        ],
    ]
    assert second[1][2] == ["Score", [["5", 1], ["33", 1], ["0", 1], ["14", 1]]]
    assert third == ["Round 3", [["Taken", [["", 1], ["", 1], ["3", 1], ["", 1]]]]]


def test_a_stranger_sees_the_sheet_and_nothing_to_type_in(device: Device) -> None:
    stranger = Phone(device.port)
    assert len(stranger.sheet()["rounds"]) == 3
    assert stranger.post("sheet", *stranger.signed_round("1", 0, {}))[0] == 403


def test_two_cells_of_a_round_are_put_in_as_one_act_and_one_undo_takes_it_back(
    device: Device, folder: Path, phone: Phone
) -> None:
    before = len(entries(folder))
    draft = phone.correct(0, {"taken 1": "18"}, put=False)
    assert draft["sums"] == [["Taken 24 of 26", False]]
    assert [blank["name"] for blank in draft["blanks"]] == [f"Round 1, {name}: Taken" for name in NAMES]
    assert draft["blanks"][1] == {
        "id": "taken 1", "name": "Round 1, Ben: Taken", "heading": "Taken", "label": "Ben", "value": "18",
        "choices": [], "possible": "0 to 26", "fault": "",
    }  # fmt: skip
    assert len(entries(folder)) == before  # typing changes nothing
    answer = phone.correct(0, {"taken 1": "18", "taken 2": "2"})
    assert (answer["result"], answer["asks"], answer["sums"]) == ("done", False, [["Taken 26 of 26", True]])
    assert len(entries(folder)) == before + 1
    assert " by:phone1 " in entries(folder)[-1]
    assert "change 2-3 taken 1 18; taken 2 2" in entries(folder)[-1]
    assert scores(phone, 1) == ["5", "31", "2", "14"]
    device.wait(lambda: device.screen == "table")
    assert phone.press("@undo") == "done"
    assert scores(phone, 1) == ["5", "33", "0", "14"]


def test_what_cannot_be_is_said_and_changes_nothing(folder: Path, phone: Phone) -> None:
    before = entries(folder)
    answer = phone.correct(0, {"taken 1": "27"})
    assert (answer["result"], answer["why"]) == ("refused", "27 is not possible: 0 to 26")
    assert answer["blanks"][1]["fault"] == "27 is not possible: 0 to 26"
    answer = phone.correct(0, {"taken 1": ""})
    assert (answer["result"], answer["why"]) == ("refused", "Ben: Taken: · is still missing")
    answer = phone.correct(0, {"taken 1": "18"})
    assert (answer["result"], answer["why"][-7:]) == ("refused", "(HEA-2)")
    assert phone.correct(0, {"taken 0": "5"})["result"] == "done"  # as it was
    assert entries(folder) == before


@pytest.mark.gate
def test_a_cell_that_is_not_there_is_refused(folder: Path, phone: Phone) -> None:
    before = entries(folder)
    for cell in ("taken 4", "taken", "nothing 0", "taken 0 1", "taken -1"):
        assert phone.correct(0, {cell: "1"})["result"] == "refused"
    assert phone.correct(3, {"taken 0": "1"})["result"] == "refused"
    assert entries(folder) == before


def test_a_sum_is_a_number_and_a_sheet_that_has_moved_on_is_not_changed(folder: Path, phone: Phone) -> None:
    number = phone.sheet()["number"]
    assert phone.correct(0, {"taken 1": "10+8", "taken 2": "2"})["result"] == "done"
    assert "change 2-3 taken 1 18; taken 2 2" in entries(folder)[-1]
    before = entries(folder)
    for put in (True, False):
        assert phone.correct(0, {"taken 1": "20", "taken 2": "0"}, put=put, sheet=number)["result"] == "moved"
    assert entries(folder) == before


@pytest.mark.gate
def test_the_first_later_entry_that_cannot_stand_is_asked_about_as_at_the_glass(tmp_path: Path) -> None:
    folder = tmp_path / "points"
    begun(folder, "points", ("Ada", "Ben"), "made 0 30", "made 1 10", "made 0 5", "made 1 5", goal="50")
    with running(folder) as device:
        phone = at_table(device)
        before = entries(folder)
        answer = phone.correct(0, {"made 0": "60"})
        assert (answer["result"], answer["asks"]) == ("done", True)
        assert entries(folder) == before
        device.wait(lambda: device.screen == "stuck")
        names = phone.names()
        assert phone.press(names["Leave all as it is"]) == "done"
        device.wait(lambda: device.screen == "sheet")  # with what was typed, as at the glass
        assert "Ada: Points: 60" in phone.names()
        answer = phone.correct(0, {"made 0": "70"})
        assert answer["asks"]
        assert phone.press(phone.names()["Keep up to there"]) == "done"
        assert "change 1 made 0 70" in entries(folder)[-1]
        assert len(phone.sheet()["rounds"]) == 1


def test_the_same_request_again_gets_the_first_answer_and_an_older_one_nothing(folder: Path, phone: Phone) -> None:
    sheet = phone.sheet()["number"]
    first = phone.signed_round(sheet, 0, {"taken 1": "18", "taken 2": "2"})
    assert phone.post("sheet", *first)[1]["result"] == "done"
    after = entries(folder)
    assert phone.post("sheet", *first)[1]["result"] == "done"
    assert phone.correct(0, {}, put=False)["result"] == "done"
    assert phone.post("sheet", *first) == (409, {"result": "old"})
    assert entries(folder) == after


def test_forged_and_broken_requests_change_nothing(folder: Path, phone: Phone) -> None:
    before, sheet, cells = entries(folder), phone.sheet()["number"], {"taken 1": "18", "taken 2": "2"}
    body, headers = phone.signed_round(sheet, 0, cells)
    other = body.replace(b'"18"', b'"17"').replace(b'"2"', b'"3"')
    press = {"X-Phone": "1", "X-Proof": proof_of(phone.key, "press", body)}
    for forged in ((body, {**headers, "X-Proof": "0" * 64}), (body, {**headers, "X-Phone": "2"}), (other, headers)):
        assert phone.post("sheet", *forged) == (403, {"result": "gone"})
    assert phone.post("sheet", body, press) == (403, {"result": "gone"})
    assert entries(folder) == before


@pytest.mark.parametrize(
    "wrong",
    [{"cells": []}, {"cells": {"taken 1": 5}}, {"cells": {str(at): "" for at in range(201)}}, {"round": -1},
     {"round": "0"}, {"round": True}, {"put": 1}, {"sheet": None}, {"sheet": "1" * 33}, {"more": 1}, {"place": 0},
     {"tab": ""}, {"cells": {"taken 1": "\ud800"}}, {"cells": {"\ud800": "1"}}, {"sheet": "\udfff"}],
)  # fmt: skip
def test_what_is_not_a_correction_is_refused(wrong: dict[str, object]) -> None:
    said = {"tab": "a", "place": 1, "sheet": "7", "round": 0, "cells": {"taken 1": "18"}, "put": True}
    assert correction_of(json.dumps(said).encode()) == Correction("a", 1, "7", 0, {"taken 1": "18"}, put=True)
    for body in (json.dumps({**said, **wrong}), json.dumps(said)[:-1]):
        with pytest.raises(Refused, match="broken"):
            correction_of(body.encode())


@pytest.mark.gate
def test_while_a_private_page_is_shown_no_sheet_leaves_the_device_and_none_is_changed(
    device: Device, folder: Path, phone: Phone
) -> None:
    number, before = phone.sheet()["number"], entries(folder)
    device.tap(Key.BACK)
    device.wait(lambda: device.screen == "menu")
    device.open_pairing()
    body, headers = phone.signed_round(number, 0, {"taken 1": "18", "taken 2": "2"})
    assert phone.post("sheet", body, headers)[1]["result"] == "moved"
    assert phone.page()["private"]
    assert entries(folder) == before
