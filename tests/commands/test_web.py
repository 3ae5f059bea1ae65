"""`companion run --web`: the whole device as a process, and people who look on."""

from __future__ import annotations

import json
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser import Browser
from free_port import free_port
from patience import PATIENCE_S
from selenium.webdriver.support.wait import WebDriverWait
from viewers import Caller, message_fields

from companion.cli import main


class Device:
    """A device whose words come from the test."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.answer = self.hear()

    def hear(self) -> dict[str, object]:
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], PATIENCE_S)[0], "no answer"
        return dict(json.loads(self.process.stdout.readline()))

    def press(self, word: str) -> dict[str, object]:
        assert self.process.stdin is not None
        self.process.stdin.write(word.encode() + b"\n")
        self.process.stdin.flush()
        return self.hear()


@contextmanager
def device(folder: Path, *arguments: str) -> Iterator[Device]:
    command = [sys.executable, "-m", "companion", "run", "--panel", "text", "--data", str(folder), *arguments]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, stderr=nowhere) as process:
        try:
            yield Device(process)
        finally:
            process.kill()


def looked(port: int) -> dict[str, object]:
    """What somebody sees who opens the page now."""
    with Caller(port) as caller:
        caller.say("GET /events HTTP/1.1\nHost: localhost\n\n")
        return message_fields(caller.state())


def test_off_by_default(tmp_path: Path) -> None:
    with device(tmp_path) as there:
        files = [link.readlink() for link in Path(f"/proc/{there.process.pid}/fd").iterdir()] if _proc() else []
        assert not any(str(file).startswith("socket:") for file in files)


def _proc() -> bool:
    return Path("/proc/self/fd").is_dir()


def test_a_port_opens_the_window_for_this_machine_alone(tmp_path: Path) -> None:
    port = free_port()
    with device(tmp_path, "--web", str(port)) as there:
        there.press("ok")
        page = looked(port)["page"]
        assert isinstance(page, list)
        assert page[:2] == ["Praetorians", "Start"]
        if _proc():
            listening = Path("/proc/net/tcp").read_text().splitlines()[1:]
            ours = [
                line.split()[1]
                for line in listening
                if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"
            ]
            assert ours == [f"0100007F:{port:04X}"]


def test_the_settings_open_it_too_and_the_command_line_overrules_them(tmp_path: Path) -> None:
    port, other = free_port(), free_port()
    tmp_path.joinpath("settings.toml").write_text(f'web = "{port}"\n', "utf-8")
    with device(tmp_path):
        assert looked(port)["light"] == "full"
    with device(tmp_path, "--web", f"localhost:{other}"):
        assert looked(other)["light"] == "full"
        with pytest.raises(ConnectionRefusedError):
            looked(port)


def test_a_port_in_use_is_reported_on_the_glass_and_the_game_goes_on(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with device(tmp_path, "--web", str(port)) as there:
            assert there.answer["banner"] == f"the web window: port {port} is taken by another program"
            taken.close()
            there.press("wait 2")
            assert looked(port)["light"] == "full"


@pytest.mark.parametrize("text", ["here:80", "0", "80 80", "192.168.1.5"])
def test_what_is_no_place_for_a_window_is_said_at_the_start(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", "--panel", "text", "--web", text])
    assert ended.value.code == 2
    assert f"{text!r} is no place for a window; it takes PORT or ADDRESS:PORT" in capsys.readouterr().err


def test_the_address_is_on_the_glass(tmp_path: Path) -> None:
    port = free_port()
    with device(tmp_path, "--web", str(port)) as there:
        there.press("back")
        answer = there.press("up")
        assert answer["lines"][answer["cursor"]] == "Settings"  # type: ignore[index]
        there.press("ok")
        there.press("up")
        there.press("up")
        assert there.press("ok")["lines"] == ["Web window", "127.0.", "0.1", f":{port}", f"http://127.0.0.1:{port}/"]


def test_somebody_who_looks_on_does_not_keep_the_device_from_ending(tmp_path: Path) -> None:
    port = free_port()
    with device(tmp_path, "--web", str(port)) as there, Caller(port) as caller:
        caller.say("GET /events HTTP/1.1\nHost: localhost\n\n")
        caller.state()
        there.process.send_signal(signal.SIGTERM)
        assert there.process.wait(PATIENCE_S) == 0


def test_a_page_survives_a_device_that_is_killed_and_started_again(browser: Browser, tmp_path: Path) -> None:
    port, wait = free_port(), WebDriverWait(browser.driver, PATIENCE_S, 0.02)
    with device(tmp_path, "--web", str(port)) as there:
        browser.open(f"http://localhost:{port}/")
        for word in ("ok", "ok", "ok"):
            there.press(word)
        wait.until(lambda _: "A is in turn" in browser.text())
        there.process.kill()
        wait.until(lambda _: "Connection lost" in browser.text())
    with device(tmp_path, "--web", str(port)) as there:
        wait.until(lambda _: "Connection lost" not in browser.text())
        assert "A is in turn" in browser.text()
        assert all(address.startswith(f"http://localhost:{port}/") for address in browser.requested())


def test_a_port_in_use_is_kept_under_messages(tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        device(tmp_path, "--web", str(taken.getsockname()[1])) as there,
    ):
        answer = there.press("down")
        assert answer["banner"] is None
        assert "🔔1" in str(answer["lines"])
