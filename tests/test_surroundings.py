"""The tests see the same world wherever they run: nothing of the terminal, the service or the settings around them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]
STRANGE = {
    "COLUMNS": "200", "LINES": "60", "TERM": "dumb", "NO_COLOR": "1", "LC_ALL": "C", "LANG": "ja_JP.UTF-8",
    "PYTHONIOENCODING": "ascii", "GPIOZERO_PIN_FACTORY": "telepathy", "SDL_VIDEODRIVER": "none", "DISPLAY": ":99",
    "XDG_DATA_HOME": "/nowhere", "TEXTUAL_DRIVER": "none", "CI": "1", "STATE_DIRECTORY": "/nowhere",
    "RUNTIME_DIRECTORY": "/nowhere", "NOTIFY_SOCKET": "/nowhere/notify", "WATCHDOG_USEC": "1", "JOURNAL_STREAM": "8:9",
}  # fmt: skip


def test_a_program_that_a_test_starts_gets_nothing_of_the_terminal_or_a_service() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "import json, os; print(json.dumps(dict(os.environ)))"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert STRANGE.keys() & json.loads(shown).keys() == set()
    assert STRANGE.keys() & os.environ.keys() == set()


def test_no_example_of_hypothesis_has_to_be_quick() -> None:
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check


def test_the_environment_has_no_effect_on_the_tests() -> None:
    inside = ("program_that_a_test_starts", "hypothesis")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:hypothesispytest", "-k", " or ".join(inside)]
    # In the folder for bytecode of the tests there is none of pytest, and compiling it takes longer than these tests.
    strange = {**os.environ, **STRANGE, "PYTHONPYCACHEPREFIX": ""}
    ended = subprocess.run([*command, __file__], cwd=ROOT, env=strange, capture_output=True, text=True, check=False)
    assert "2 passed" in ended.stdout, ended.stdout + ended.stderr
