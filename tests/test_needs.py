"""What a run says about tests that need a program which is not installed, and the command that installs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import needs
import pytest
from patience import PATIENCE_S

PROJECT = Path(__file__).parents[1]
TESTS = """
import needs, pathlib, pytest
from letters import japanese

needs.PLACES, needs.SCRIPT = (), pathlib.Path("nowhere")

def test_of_scripts(): needs.program("shellcheck")
def test_of_pages(): needs.program("chromium")
def test_of_phones(): needs.axe()
@pytest.fixture(scope="session")
def broker(): return needs.program("mosquitto")
@pytest.mark.parametrize("number", range(3))
def test_of_the_hall(broker, number): pass
def test_with_nothing(): pass
def test_elsewhere(): pytest.skip("mounts are not allowed here")
"""
LAST = (
    "6 skipped for want of axe-core (1), chromium (1), mosquitto (3), shellcheck (1); "
    "this installs it: sudo apt install chromium fonts-dejavu-core mosquitto shellcheck "
    f"&& npm install --no-audit --no-fund --prefix .venv {needs.AXE}"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with tests, and the hooks of these."""
    (tmp_path / "conftest.py").write_text((PROJECT / "tests/conftest.py").read_text("utf-8"), "utf-8")
    (tmp_path / "test_few.py").write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  thorough: longer\n", "utf-8")
    return tmp_path


def ran(folder: Path, *arguments: str, **environment: str) -> tuple[int, list[str]]:
    """The status and the lines of a run in which no program can be found."""
    # Of this run, neither what it needs nor the settings of its workers.
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", needs.VARIABLE))}
    kept = {**outside, "PYTHONPATH": f"{PROJECT / 'tests'}{os.pathsep}{PROJECT}", "PATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, str(folder)],
        env=kept | environment, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["one process", "xdist"])
def test_the_last_line_says_how_many_are_skipped_and_what_installs_what_they_need(
    folder: Path, workers: tuple[str, ...]
) -> None:
    status, lines = ran(folder, *workers)
    assert (status, lines[-1]) == (0, LAST)
    assert lines[-2].startswith("1 passed, 7 skipped")


def test_where_everything_is_needed_they_fail_and_name_it_but_what_npm_would_fetch_only_where_there_is_npm(
    folder: Path,
) -> None:
    status, lines = ran(folder, **{needs.VARIABLE: "1"})
    assert status == 1
    missing = set(re.findall(r"AssertionError: (.* is not installed: .*)", "\n".join(lines)))
    assert missing == {
        "chromium is not installed: sudo apt install chromium fonts-dejavu-core",
        "mosquitto is not installed: sudo apt install mosquitto",
        "shellcheck is not installed: sudo apt install shellcheck",
    }
    assert lines[-2].startswith("2 failed, 1 passed, 2 skipped, 3 errors in ")


def test_what_npm_fetches_is_needed_where_npm_is(folder: Path) -> None:
    (folder / "npm").touch(mode=0o755)
    status, lines = ran(folder, "-k", "phones", **{needs.VARIABLE: "1"})
    assert status == 1
    assert "AssertionError: axe-core is not installed: npm install" in "\n".join(lines)


def test_a_run_that_needs_nothing_ends_as_ever(folder: Path) -> None:
    status, lines = ran(folder, "-k", "nothing")
    assert status == 0
    assert lines[-1].startswith("1 passed, 7 deselected in ")


def test_the_page_names_the_packages_of_everything() -> None:
    page = (PROJECT / "tests/README.md").read_text("utf-8")
    assert f"sudo apt install {' '.join(needs.packages())}\n" in page
