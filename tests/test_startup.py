"""What a start does not import: modules that are imported when they are needed. Figures: `bench/startup.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

NEEDED = {
    "digits", "home", "intents", "letters", "page", "paint_list", "painter", "router", "routes", "screen", "shutdown",
    "widgets",
}  # fmt: skip
"""The screens, and what they share, that a device needs that starts at home."""


def imported(script: str, *arguments: str) -> set[str]:
    """The modules that a process has imported after a script; its last line names them."""
    script += "\nimport sys; print(*sys.modules)"
    process = subprocess.run(
        [sys.executable, "-c", script, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    return set(process.stdout.splitlines()[-1].split())


def started(folder: Path) -> set[str]:
    run = "import sys; from companion.cli import main; main(['run', '--panel', 'text', '--data', sys.argv[1]])"
    return imported(run, str(folder))


def test_a_start_at_home_imports_the_screens_it_shows_and_no_game(tmp_path: Path) -> None:
    names = [name.split(".") for name in started(tmp_path) if name.startswith("companion.")]
    assert {parts[2] for parts in names if parts[1] == "ui" and len(parts) > 2} == NEEDED
    kit = {"installed", "registry"}
    assert {parts[2] for parts in names if parts[1] == "games" and len(parts) > 2} == kit


def test_a_start_at_home_needs_no_reader_of_toml_no_fonts_no_windows_and_no_log(tmp_path: Path) -> None:
    assert not started(tmp_path) & {"tomllib", "hashlib", "textual", "pygame", "asyncio", "logging", "traceback"}


def test_the_list_of_games_needs_nothing_of_what_they_say_and_think() -> None:
    listed = imported("import companion.games.installed")
    assert not listed & {"companion.kit.search", "companion.kit.text"}


TYPED = """
import sys
from typing import NamedTuple
from companion.cli import main

main(["run", "--panel", "text", "--data", sys.argv[1]])
for name, module in list(sys.modules.items()):
    if name.startswith(("companion.", "hardware.")):
        for value in vars(module).values():
            if getattr(value, "__module__", "") == name and NamedTuple in getattr(value, "__orig_bases__", ()):
                print("TYPED", name, value.__name__)
"""


def test_the_named_tuples_of_a_start_are_made_without_compiling_their_annotations(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-c", TYPED, str(tmp_path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line for line in process.stdout.splitlines() if line.startswith("TYPED")] == []


def test_the_first_picture_is_on_a_simulated_board_before_anything_heavy_is_imported() -> None:
    shown = "from hardware.simulated.board import SimulatedBoard as B; b = B(); b.splash(); assert b.chip.on"
    assert not imported(shown) & {"PIL", "gpiozero", "luma", "smbus2", "companion.app.loop"}


AT_THE_BUS = """
import os, sys

def watch(event, arguments):
    if event == "open" and str(arguments[0]).startswith("/dev/i2c"):
        print("the bus is opened", *sys.modules, flush=True)
        os._exit(3)

sys.addaudithook(watch)
from companion.cli import main
sys.exit(main(["run", "--panel", "board", "--data", sys.argv[1]]))
"""
"""Starts the device on a board, up to the moment when it first reaches for the bus of the display."""


def board(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", AT_THE_BUS, str(folder)], capture_output=True, text=True, check=False)


def test_on_a_board_the_bus_is_reached_for_before_anything_heavy_is_imported(tmp_path: Path) -> None:
    reached = board(tmp_path)
    assert reached.returncode == 3
    assert not set(reached.stdout.split()) & {"PIL", "gpiozero", "luma", "smbus2", "companion.app.loop"}
