"""The whole program with a window, as a shell would start it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from installed import Record
from letters import installed_font, japanese
from patience import GLANCE_S, PATIENCE_S

from companion.installation import install_command
from companion.record.log import SETTINGS
from companion.services.device.loop_setup import displayable_words
from companion.words import Words
from hardware.fonts import lcd

ANOTHER_PYGAME = (
    "import sys, types; sys.modules['pygame'] = types.ModuleType('pygame'); "
    "from companion.cli import main; sys.exit(main())"
)
"""The older project of that name, which is a package of Debian, has no `pygame.Event`."""

WITHOUT_PYGAME = "import sys; sys.modules['pygame'] = None; from companion.cli import main; sys.exit(main())"

BY_ITSELF = "import os, sys; del os.environ['SDL_VIDEODRIVER']; from companion.cli import main; sys.exit(main())"
"""SDL chooses the screen."""


@contextmanager
def program(folder: Path, *start: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """The program on SDL's dummy screen, with its record and its pictures in a folder."""
    what = ("run", "--panel", "window", "--data", str(folder), "--frames", str(folder / "pictures"))
    running = subprocess.Popen(
        [sys.executable, "-W", "error", *(start or ("-m", "companion")), *what],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", **environment},
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def said(running: subprocess.Popen[str]) -> tuple[str, str]:
    """What it has written when it has ended."""
    return running.communicate(timeout=PATIENCE_S)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_program_that_is_asked_to_end_does_so_in_good_order_though_nobody_moves_a_finger(
    tmp_path: Path, number: int
) -> None:
    with program(tmp_path) as running:
        deadline = time.monotonic() + PATIENCE_S
        while not (tmp_path / "pictures" / "0001.png").exists():
            assert time.monotonic() < deadline
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(GLANCE_S)
        running.send_signal(number)
        assert said(running) == ("", "")
        assert running.returncode == 0
    Record(tmp_path).close()


def test_a_record_in_use_is_reported_in_words(tmp_path: Path) -> None:
    with Record(tmp_path), program(tmp_path) as running:
        out, reported = said(running)
    assert (out, running.returncode) == ("", 1)
    in_use, cure = reported.splitlines()
    assert in_use.endswith(f" is in use by process {os.getpid()}")
    assert cure == "companion: end that program first"


def test_what_is_wrong_with_a_record_is_said_in_its_language(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_text('language = "ja"\n', "utf-8")
    with Record(tmp_path), program(tmp_path) as running:
        _, reported = said(running)
    assert reported.splitlines() == [
        f"companion: {tmp_path}の記録はプロセス{os.getpid()}が使っています",
        "companion: 先にそのプログラムを終えてください",
    ]


def test_without_a_screen_it_says_so(tmp_path: Path) -> None:
    with program(tmp_path, SDL_VIDEODRIVER="none") as running:
        assert said(running) == ("", "companion: no screen to open a window on: none not available\n")
    assert running.returncode == 2


def test_where_nobody_can_see_a_window_none_is_opened(tmp_path: Path) -> None:
    """SDL would take a screen that is only memory, on which the window is shown to nobody for ever."""
    with program(tmp_path, "-c", BY_ITSELF, DISPLAY="", WAYLAND_DISPLAY="") as running:
        out, reported = said(running)
    assert (out, running.returncode) == ("", 2)
    assert reported.splitlines()[-1] == (
        "companion: no screen to open a window on: neither DISPLAY nor WAYLAND_DISPLAY leads to one"
    )
    (tmp_path / SETTINGS).write_text('language = "ja"\n', "utf-8")
    with program(tmp_path, "-c", BY_ITSELF, DISPLAY="", WAYLAND_DISPLAY="") as running:
        _, reported = said(running)
    assert reported.splitlines()[-1] == (
        "companion: ウィンドウを開ける画面がありません：DISPLAYもWAYLAND_DISPLAYも画面につながりません"
    )


@pytest.mark.parametrize("start", [WITHOUT_PYGAME, ANOTHER_PYGAME], ids=["none", "another"])
def test_without_pygame_it_says_what_to_install(tmp_path: Path, start: str) -> None:
    with program(tmp_path, "-c", start) as running:
        out, reported = said(running)
    assert (out, running.returncode) == ("", 2)
    how = install_command("desktop")
    assert reported == f"companion: pygame-ce is not installed, the window needs it: {how}\n"


def test_faults_are_reported_in_the_language_of_the_settings(tmp_path: Path) -> None:
    installed_font()
    (tmp_path / "settings.toml").write_text('language = "ja"\n')
    with program(tmp_path, SDL_VIDEODRIVER="none") as running:
        assert said(running) == ("", "companion: ウィンドウを開ける画面がありません：none not available\n")


def test_without_letters_for_a_language_the_window_speaks_english() -> None:
    assert displayable_words(Words("ja"), lcd())("language.name") == "English"  # type: ignore[arg-type]
    assert displayable_words(Words("ja"), japanese())("language.name") == "日本語"
