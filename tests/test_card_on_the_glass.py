"""What `companion card` has found out is read on the glass at the next start of the device, in its language."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from letters import installed_font


def said(folder: Path, language: str, messages: str | None) -> tuple[str, str]:
    """The banners of a start with this file of messages, one after the other, and the log."""
    data, run = folder / "data", folder / "run"
    data.mkdir()
    run.mkdir()
    (data / "settings.toml").write_text(f'language = "{language}"\n', "ascii")
    if messages is not None:
        (run / "messages.json").write_text(messages, "utf-8")
    command = (sys.executable, "-W", "error", "-m", "companion", "run", "--panel", "text", "--data", str(data))
    ended = subprocess.run(
        command, input=("wait 1\n" * 30 + "down\n") * 3, capture_output=True, encoding="utf-8", check=True,
        env=os.environ | {"COMPANION_CARD": str(run)},
    )  # fmt: skip
    banners: list[str] = []
    for line in ended.stdout.splitlines():
        banner = json.loads(line)["banner"]
        if banner and banners[-1:] != [banner]:
            banners.append(banner)
    return " ".join(banners).replace("\n", " "), ended.stderr


def test_a_key_on_the_question_about_the_root_file_leaves_a_request(tmp_path: Path) -> None:
    (tmp_path / "start").write_text("root=root-1.sqfs\nwanted=root-2.sqfs\nwhy=tries\nask=yes\n", "ascii")
    command = (sys.executable, "-m", "companion", "run", "--panel", "text", "--data", str(tmp_path / "data"))
    ended = subprocess.run(
        command, input="wait 1\nok\n", capture_output=True, encoding="utf-8", check=True,
        env=os.environ | {"COMPANION_CARD": str(tmp_path), "RUNTIME_DIRECTORY": str(tmp_path)},
    )  # fmt: skip
    shown = [json.loads(line) for line in ended.stdout.splitlines()]
    assert {answer["screen"] for answer in shown} == {"root"}
    assert (tmp_path / "again").read_bytes() == b""


MESSAGES = json.dumps([
    {"en": "root-0.3.0.sqfs is damaged; root-0.2.0.sqfs runs", "ja": "root-0.3.0.sqfsが\u200bこわれています"},
    {"en": "companion.toml: the file is empty; the default holds", "ja": "companion.toml：ファイルが\u200b空です"},
])  # fmt: skip


def test_the_messages_of_the_card_are_read_on_the_glass_and_in_the_log(tmp_path: Path) -> None:
    glass, log = said(tmp_path, "en", MESSAGES)
    assert glass == (
        "root-0.3.0.sqfs is damaged; root-0.2.0.sqfs runs companion.toml: the file is empty; the default holds"
    )
    assert "root-0.3.0.sqfs is damaged; root-0.2.0.sqfs runs\n" in log
    assert "companion.toml: the file is empty; the default holds\n" in log


def test_they_are_in_the_language_of_the_settings(tmp_path: Path) -> None:
    installed_font()
    _, log = said(tmp_path, "ja", MESSAGES)
    assert "companion.toml：ファイルが空です\n" in log


@pytest.mark.parametrize(
    "messages",
    [
        None,
        "",
        *[pytest.param(text, marks=pytest.mark.gate) for text in ("[", "{}", "[1]", '[{"ja": "x"}]', '[{"en": 1}]')],
    ],
)
def test_the_device_starts_whatever_that_file_is(tmp_path: Path, messages: str | None) -> None:
    glass, log = said(tmp_path, "en", messages)
    assert glass == ""
    assert ("the messages of the start cannot be read" in log) == (messages is not None)
