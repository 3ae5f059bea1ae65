"""What the tests are collected from, and what they share."""

from __future__ import annotations

import fcntl
import gc
import logging
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import needs
import pytest
from hypothesis import HealthCheck, settings

from companion import guard
from companion.console.log_lines import PlainFormatter

if TYPE_CHECKING:
    from browser import Browser

collect_ignore = ["sixth_game"]  # put into a copy of the project by test_sixth_game, and tested there

KEPT = (
    "COMPANION_FONT", "HOME", "LD_LIBRARY_PATH", "PATH", "PYTHONPATH", "PYTHONPYCACHEPREFIX", "TMPDIR",
    needs.VARIABLE,
)  # fmt: skip
"""The environment variables that tests, and the programs they start, inherit; besides those of pytest and pip."""

MEMORY, ROOM = Path("/dev/shm"), 2 << 30
"""A file system in memory, and how many bytes must be free there."""

QUICK, DEEP = 25, 400
"""How many examples hypothesis tries, in the quick run and in the thorough one."""


def is_thorough(config: pytest.Config) -> bool:
    """Whether this is the thorough run."""
    return bool(config.getoption("markexpr") == "thorough")


def pytest_configure(config: pytest.Config) -> None:
    """Set hypothesis up, before any test is imported.

    No example fails because the machine is slow or busy; a test with a `suppress_health_check` of its own lists that,
    too. The quick run tries the same examples each time, so that it judges a change and not its luck; the thorough one
    tries new ones.
    """
    settings.register_profile(
        "tests",
        settings.get_profile("default"),
        max_examples=DEEP if is_thorough(config) else QUICK,
        deadline=None,
        derandomize=not is_thorough(config),
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("tests")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, nor later among them: that took a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before those without the mark are left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let the thorough run try more examples of everything that the quick run has tried."""
    if is_thorough(config):
        for item in items:
            if isinstance(item, pytest.Function) and hasattr(item.obj, "hypothesis"):
                item.add_marker("thorough")


@pytest.hookimpl(optionalhook=True)  # of xdist
def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: two workers for each processor, because tests wait half of the time for programs they start."""
    return 2 * len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2 * (os.cpu_count() or 1)


@pytest.hookimpl(tryfirst=True)  # before xdist starts its workers
def pytest_sessionstart(session: pytest.Session) -> None:
    """Remove from the environment what terminal, locale and services have put there.

    This runs after pytest has read what it needs for its own output, and before any test is imported. GNU readline,
    which pytest imports, sets COLUMNS and LINES for programs that are started; `os.environ` does not show them.
    """
    dont_write_bytecode = os.environ.get("PYTHONDONTWRITEBYTECODE")
    for name in {*os.environ, "COLUMNS", "LINES"}:
        if name not in KEPT and not name.startswith(("PYTEST_", "PIP_")):
            os.environ.pop(name, None)
            os.unsetenv(name)
    _use_memory_for_temporary_folders()
    if dont_write_bytecode:
        _keep_bytecode(session.config)
    # A shell lets the programs behind an `&` ignore Ctrl-C, and so would those that tests start and interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


class Faults(logging.Handler):
    """Collects what could not be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


@pytest.fixture(autouse=True)
def log_of_commands() -> Iterator[None]:
    """What a command in this process has set up for its log ends with the test: its standard error is closed then."""
    root = logging.getLogger()
    level = root.level
    yield
    for handler in [one for one in root.handlers if isinstance(one.formatter, PlainFormatter)]:
        root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture(autouse=True)
def faults() -> Iterator[list[str]]:
    """What could not be shown and was replaced by something plain. The guard hides that from people, not from a test:

    it fails if there is something at its end, so one that wants such a fault clears the list.
    """
    guard.LOGGED.clear()
    handler = Faults()
    guard.log.addHandler(handler)
    yield handler.texts
    guard.log.removeHandler(handler)
    assert handler.texts == []


def _use_memory_for_temporary_folders() -> None:
    """Let the folders of the tests be in memory where that is possible: records are synced after every entry.

    Docker gives little room there, and forbids programs.
    """
    if "TMPDIR" in os.environ or "PYTEST_DEBUG_TEMPROOT" in os.environ or not MEMORY.is_dir():
        return
    there = os.statvfs(MEMORY)
    if os.access(MEMORY, os.W_OK) and there.f_bavail * there.f_frsize >= ROOM and not there.f_flag & os.ST_NOEXEC:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)


def _keep_bytecode(config: pytest.Config) -> None:
    """Where Python is set to write no bytecode, keep what this run compiles in a folder of its own until it ends.

    Otherwise each worker would compile all tests, and each of some hundred programs that they start the project.
    """
    folder = tempfile.mkdtemp(prefix="bytecode-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = folder
    sys.dont_write_bytecode = False


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let one worker after the other import a module of tests: the first one compiles it, the others read that."""
    if not isinstance(collector, pytest.Module) or "PYTEST_XDIST_WORKER" not in os.environ:
        return (yield)
    with collector.path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        return (yield)


def pytest_unconfigure(config: pytest.Config) -> None:
    """As the last line of the run: what was skipped because a program is missing, and what installs it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:  # the workers of xdist have none
        # The reason is the last of three: the file and the line stand before it.
        line = needs.last_line(report.longrepr[2] for report in reporter.stats.get("skipped", []))
        if line:
            reporter.write_line(line)


@pytest.fixture(scope="session")
def _chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    from browser import chromium

    with chromium(tmp_path_factory.mktemp("chromium")) as window:
        yield window


@pytest.fixture
def browser(_chromium: Browser) -> Browser:
    """A real headless Chromium with an empty page; see `browser`."""
    _chromium.clear()
    return _chromium
