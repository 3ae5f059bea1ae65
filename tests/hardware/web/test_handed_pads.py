"""A score pad that a paired phone hands over: checked beside the device, and added only by OK at the glass (PHN-8)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from queue import SimpleQueue

import pytest
from patience import PATIENCE_S
from phones import Device, Phone, answer_it, paired, running

from companion.cli import main
from companion.games.pad.adding import Added, find_place
from companion.ports import Event, Key, PadReport
from companion.services.pad_process import ADD, CHECK, PadProcess, report_on
from hardware.web.pairing import HandedPad, Refused, pad_of_body, proof_of

SOUND = files("companion.games.pad").joinpath("new.toml").read_bytes()
WRONG = SOUND.replace(b"players = [2, 6]", b"players = [2, 60]")
LINE = WRONG.split(b"\n").index(next(line for line in WRONG.split(b"\n") if b"[2, 60]" in line)) + 1


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    with running(tmp_path / "device") as made:
        yield made


@pytest.fixture
def phone(device: Device) -> Phone:
    return paired(device)


def test_ok_at_the_glass_adds_a_sound_pad(device: Device, phone: Phone, tmp_path: Path) -> None:
    folder = tmp_path / "device/pads"
    assert phone.hand_over(SOUND, "my.toml") == {"result": "asks", "why": ""}
    device.wait(lambda: device.screen == "handed-pad")
    assert "My game" in " ".join(device.lines)
    assert not folder.exists()
    assert phone.press("@ok") == "refused"
    assert phone.hand_over(SOUND) == {"result": "busy", "why": ""}
    answer_it(device, Key.OK)
    device.wait(lambda: (folder / "my-game.toml").exists() and device.lines[0].startswith("My game is added"))
    assert (folder / "my-game.toml").read_bytes() == SOUND
    again = phone.hand_over(SOUND)
    assert again == {"result": "wrong", "why": "the same pad is there already"}
    other = phone.hand_over(SOUND.replace(b"[2, 6]", b"[2, 5]"))
    why = "another pad has the key my-game already, and a phone replaces none; another key is needed"
    assert other == {"result": "wrong", "why": why}


@pytest.mark.gate
def test_back_at_the_glass_adds_nothing(device: Device, phone: Phone, tmp_path: Path) -> None:
    assert phone.hand_over(SOUND)["result"] == "asks"
    answer_it(device, Key.BACK)
    device.wait(lambda: device.lines[0] == "The pad is not added")
    assert not (tmp_path / "device/pads").exists()


@pytest.mark.gate
def test_a_wrong_pad_is_named_with_its_line_and_nothing_is_asked(device: Device, phone: Phone, tmp_path: Path) -> None:
    screen = device.screen
    for name, called in (("my.toml", "my.toml"), ("", "the text")):
        answer = phone.hand_over(WRONG, name)
        assert answer["result"] == "wrong"
        assert answer["why"].startswith(f"{called}, line {LINE}: players")
    assert (
        phone.hand_over(b"x" * 16_385)["why"] == "the text: the file is too long: 16385 bytes; at most 16384 are read"
    )
    assert phone.hand_over(b"\xff")["why"] == "the text, line 1: not UTF-8; save the file as UTF-8"
    assert device.screen == screen
    assert not (tmp_path / "device/pads").exists()


def test_what_is_forged_too_long_or_from_elsewhere_is_not_checked(device: Device, phone: Phone, tmp_path: Path) -> None:
    body, headers = phone.signed_pad(SOUND)
    press = {**headers, "X-Proof": proof_of(phone.key, "press", body)}
    for forged in ((body, press), (body + b" ", headers), (body, {**headers, "X-Phone": "9"})):
        assert phone.post("pad", *forged) == (403, {"result": "gone"})
    elsewhere = Phone(device.port, phone.key, "127.0.0.2")
    assert elsewhere.post("pad", body, headers) == (403, {"result": "address"})
    assert phone.post("pad", b"", {**headers, "Content-Length": "65537"})[0] == 413
    assert device.screen != "handed-pad"
    assert not (tmp_path / "device/pads").exists()


def test_a_body_is_a_pad_only_as_a_whole() -> None:
    content = b64encode(b"format = 2").decode()
    said = f'{{"tab": "a", "place": 1, "name": "", "content": "{content}"}}'
    assert pad_of_body(said.encode()) == HandedPad("a", 1, "", b"format = 2")
    for wrong in (said[:-1], said.replace(content, "*"), said.replace('""', "7"), said.replace("1,", "0,")):
        with pytest.raises(Refused, match="broken"):
            pad_of_body(wrong.encode())


def test_check_and_add_say_what_the_command_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert vars(report_on(CHECK, tmp_path, "en", "", SOUND)) == {"name": "My game", "players": "2–6", "fault": ""}
    assert find_place(tmp_path, SOUND)[1] is Added.NEW
    assert not (tmp_path / "pads").exists()
    assert report_on(ADD, tmp_path, "en", "", SOUND).fault == ""
    assert find_place(tmp_path, SOUND)[1] is Added.SAME
    file = tmp_path / "wrong.toml"
    file.write_bytes(WRONG)
    assert main(["pad", "check", str(file)]) == 1
    said = capsys.readouterr().err.removeprefix("companion: ").rstrip()
    assert report_on(CHECK, tmp_path, "en", str(file), WRONG).fault == said
    assert report_on(CHECK, tmp_path, "ja", "", WRONG).fault.startswith("中身")


def test_a_check_that_fails_by_itself_is_told_on_the_phone_and_its_reason_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import os; os.write(2, b'no room left\\n'); os._exit(1)", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # the process ends before it has read anything
    reports = SimpleQueue[Event]()
    PadProcess(reports.put, tmp_path).check(SOUND, "", "en")
    report = reports.get(timeout=PATIENCE_S)
    assert isinstance(report, PadReport)
    assert report.fault.startswith("the text: this file cannot be read, because of a fault in this program")
    assert "no room left" in caplog.text
