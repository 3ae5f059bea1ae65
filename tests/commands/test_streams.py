"""Every command where standard input or output is closed, full, left by its reader or without the letters."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest
from installed import Record, backup
from letters import installed_font

from companion.cli import find_commands
from companion.record.log import LOG
from companion.services.card.start_files import START
from companion.session.session import Session
from companion.session.settings_file import SettingsFile
from hardware.simulated import SimulatedClock

PROJECT = Path(__file__).parents[2]
FOLDER = "table \x1b[31m\x9b2J 卓"
"""A folder whose name would steer a terminal, and is not ASCII."""
FULL = "companion: standard output cannot be written: no space left on device\n"
CLOSED = "companion: standard output is closed; this command writes there\n"
NO_TEXT = "companion: the text panel needs standard input and output, and one of them is closed\n"
NO_INPUT = "companion: standard input is closed; this command reads from there\n"


class Case(NamedTuple):
    """A command line in the folder of a record; `says` whether it writes to standard output, `reads` its input."""

    words: tuple[str, ...]
    says: bool = True
    reads: bytes | None = None
    panel: bool = False

    @property
    def name(self) -> str:
        return " ".join(self.words)


GAME = "game: praetorians\nplayers: Ada, 花子\noptions: entry=scores\nbank 20\n".encode()
CASES = (
    Case(("run", "--panel", "text", "--data", "."), reads=b"ok\nquit\n", panel=True),
    Case(("board-test", "--panel", "text"), reads=b"ok\n", panel=True),
    Case(("boards",)),
    Case(("completion", "bash")),
    Case(("manual",)),
    Case(("demo", "-o", "no\x1b[2J"), says=False),
    Case(("labels", "praetorians", "-o", "-", "--data", ".")),
    Case(("boards", "plain")),
    Case(("wiring",)),
    Case(("doctor", "--data", ".")),
    Case(("doctor", "--json", "--data", ".")),
    Case(("log", "--data", ".")),
    Case(("verify", "--data", ".")),
    Case(("log", "1", "--raw", "--data", ".")),
    Case(("check", "--data", ".")),
    Case(("check", "--json", "--data", ".")),
    Case(("check", "--repair", "--data", "no\x1b[2J"), says=False),
    Case(("check", "--json", "--data", "no\x1b[2J")),
    Case(("backup", "backup\x1b[2J", "--data", ".")),
    Case(("card", "--fat", "no\x1b[2J", "--data", ".", "--run", "run\x1b[2J", "--etc", "etc")),
    Case(("restore", "saved\x1b[2J", "--data", "other")),
    Case(("export", "--all", "--data", ".")),
    Case(("import", "-", "--data", "."), reads=GAME),
    Case(("report", "last", "-o", "-", "--data", ".")),
    Case(("report", "last", "-o", "a\x1b[2J.html", "--data", ".")),
    Case(("history", "--data", ".")),
    Case(("history", "--json", "--data", ".")),
    Case(("show", "last", "--data", ".")),
    Case(("stats", "--csv", "--data", ".")),
    Case(("games",)),
    Case(("pad", "list", "--data", ".")),
    Case(("pad", "check", "no\x1b[2J", "--data", "."), says=False),
    Case(("hall", "table", "t", "--config", "no\x1b[2J"), says=False),
    Case(("referee",), reads=b'{"do": "games"}\n'),
    Case(("--help",)),
    Case(("--version",)),
    Case(("history", "--help")),
    Case(("referee", "--help")),
    Case(("history", "--no-such\x1b[2J"), says=False),
)
QUICK = {"run", "import", "referee", "--help"}
"""Of these the quick run looks at the first: they draw, read, write long and short, and refuse. The gate looks at the
first of every command.
"""

FIRST = {case.words[0]: case for case in reversed(CASES)}


def params(cases: Iterable[Case]) -> list[Any]:
    """The cases, each with the mark of its run."""
    first = {case: () if word in QUICK else pytest.mark.gate for word, case in FIRST.items()}
    return [pytest.param(case, id=ascii(case.name), marks=first.get(case, pytest.mark.thorough)) for case in cases]


every_command = pytest.mark.parametrize("case", params(CASES))


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The folder of a record in Japanese, with a backup beside it."""
    folder = tmp_path / FOLDER
    with Record(folder) as journal:
        session = Session(journal, SimulatedClock(1_790_000_000.0))
        session.start("praetorians", ("Ada", "花子"), {"entry": "scores"})
        session.enter("bank 20")
        session.enter("concede 0")
    SettingsFile(folder).change("language", "ja")
    (folder / "a file\x1b[2J").touch()
    (folder / "run\x1b[2J").mkdir()
    (folder / "run\x1b[2J" / START).touch()  # this machine was started from the card
    backup(folder, folder / "saved\x1b[2J")
    return folder


def does(
    case: Case, here: Path, redirected: str = "", stdout: int | IO[bytes] = subprocess.PIPE, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a shell does, with a redirection of its own."""
    command = [sys.executable, "-W", "error", "-m", "companion", *case.words]
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirected}', "sh", *command],
        cwd=here,
        input=case.reads or b"",
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "XDG_DATA_HOME": str(here / "home"), **more},
        check=False,
    )


def test_every_command_is_looked_at() -> None:
    assert len(find_commands()) > 10
    assert set(find_commands()) == {case.words[0] for case in CASES if not case.words[0].startswith("-")}


@every_command
def test_a_full_standard_output_is_reported_in_one_line(case: Case, here: Path) -> None:
    reported = does(case, here, ">/dev/full")
    if case.says:
        assert (reported.returncode, reported.stderr.decode().splitlines(keepends=True)[-1]) == (1, FULL)
    assert b"Traceback" not in reported.stderr
    assert b"Exception ignored" not in reported.stderr


@every_command
def test_a_closed_standard_output_is_reported_in_one_line(case: Case, here: Path) -> None:
    reported = does(case, here, ">&-")
    if case.panel:
        assert (reported.returncode, reported.stderr.decode().splitlines(keepends=True)[-1]) == (2, NO_TEXT)
    elif case.says:
        assert (reported.returncode, reported.stderr.decode().splitlines(keepends=True)[-1]) == (1, CLOSED)
    assert b"Traceback" not in reported.stderr
    assert b"Exception ignored" not in reported.stderr


@pytest.mark.parametrize("case", params(case for case in CASES if case.reads is not None))
def test_a_closed_standard_input_is_reported_where_something_is_read(case: Case, here: Path) -> None:
    reported = does(case, here, "<&-")
    said = NO_TEXT if case.panel else NO_INPUT
    assert (reported.returncode, reported.stderr.decode().splitlines(keepends=True)[-1]) == (2, said)
    assert b"Traceback" not in reported.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("case", [case for case in CASES if case.reads is None], ids=lambda case: ascii(case.name))
def test_a_closed_standard_input_is_nothing_to_a_command_that_reads_nothing(case: Case, here: Path) -> None:
    assert b"Traceback" not in does(case, here, "<&-").stderr


@every_command
def test_a_reader_that_has_gone_away_ends_it_without_a_word(case: Case, here: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        reported = does(case, here, stdout=pipe)
    quiet = case.says and case.words[0] != "board-test"  # which says on standard error what it is about
    if quiet and case.panel:  # which speaks Japanese
        installed_font()
    if quiet:
        assert reported.stderr == b""
    assert b"Traceback" not in reported.stderr
    assert b"Exception ignored" not in reported.stderr


@every_command
def test_letters_that_a_terminal_has_not_are_spelled_out_and_nothing_steers_it(case: Case, here: Path) -> None:
    reported = does(case, here, PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
    assert b"Traceback" not in reported.stdout + reported.stderr
    assert b"\x1b" not in reported.stdout + reported.stderr
    letters = does(case, here, PYTHONIOENCODING="utf-8")
    if case.words[0] not in ("import", "restore", "backup"):  # the second time there is something already
        assert letters.returncode == reported.returncode
    assert b"Traceback" not in letters.stdout + letters.stderr
    assert "\x1b" not in (letters.stdout + letters.stderr).decode()
    assert "\x9b" not in (letters.stdout + letters.stderr).decode()


def test_a_command_keeps_its_status_when_its_reader_goes_away(here: Path) -> None:
    with (here / LOG).open("ab") as log:
        log.write(b"torn")
    for words in (("check", "--data", "."), ("check", "--json", "--data", ".")):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            reported = does(Case(words), here, stdout=pipe)
        assert (reported.returncode, reported.stderr) == (2, b"")


def test_a_closed_standard_error_does_not_lead_messages_to_standard_output(here: Path) -> None:
    reported = does(Case(("export", "99", "--data", ".")), here, "2>&-")
    assert (reported.returncode, reported.stdout) == (1, b"")


def test_a_file_that_is_opened_does_not_take_the_place_of_a_closed_stream(here: Path) -> None:
    """What is said goes nowhere then, least of all into the record."""
    reported = does(Case(("export", "--all", "-o", "games.txt", "--data", ".")), here, "<&- >&- 2>&-")
    assert reported.returncode == 0
    assert (here / "games.txt").read_text("utf-8").startswith("# game 1\ngame: praetorians\n")


@pytest.mark.parametrize("words", [
    ("history", "--data", ""), ("run", "--panel", "text", "--data", ""), ("backup", "", "--data", "."),
    ("run", "--panel", "text", "--frames", "", "--data", "."), ("export", "--all", "-o", "", "--data", "."),
    ("report", "-o", "", "--data", "."), ("log", "--data", ""),
])  # fmt: skip
def test_an_empty_name_is_no_folder(here: Path, words: tuple[str, ...]) -> None:
    before = sorted(here.rglob("*"))
    reported = does(Case(words), here)
    assert reported.returncode == 2
    assert b"the name is empty; the name of a file or a folder is needed" in reported.stderr
    assert sorted(here.rglob("*")) == before


@pytest.mark.parametrize("command", ["history", "stats", "show"])
def test_json_and_csv_exclude_each_other(here: Path, command: str) -> None:
    reported = does(Case((command, *(("last",) if command == "show" else ()), "--json", "--csv", "--data", ".")), here)
    assert (reported.returncode, reported.stdout) == (2, b"")
    assert b"--csv: not allowed with argument --json" in reported.stderr
