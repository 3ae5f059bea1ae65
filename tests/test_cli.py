"""The command line itself: it finds the commands, imports the called one and leaves the rest to argparse."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion.cli import find_commands, main

COMMAND = '''"""`companion greet-people`: greet somebody by name."""

print("imported")


def add(parser):
    titles = parser.add_argument_group()
    titles.add_argument("--title", default="")
    parser.add_argument("name")
    parser.add_argument("--mark", default="!")


def run(arguments):
    print(f"Hello {arguments.title}{arguments.name}{arguments.mark}")
    return 7
'''
HELPER = '"""What greetings share."""\n'
CALL = """
import sys
import companion.commands
from companion.cli import main

companion.commands.__path__.append(sys.argv[1])
sys.exit(main(sys.argv[2:]))
"""


def companion(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line with the commands in a folder besides its own."""
    return subprocess.run(
        [sys.executable, "-c", CALL, str(folder), *arguments], capture_output=True, text=True, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "say_hello.py").write_text(COMMAND, "utf-8")
    (tmp_path / "greetings.py").write_text(HELPER, "utf-8")
    return tmp_path


def test_a_command_is_one_file_and_is_called_as_its_first_line_says(folder: Path) -> None:
    called = companion(folder, "greet-people", "Ada")
    assert (called.returncode, called.stdout, called.stderr) == (7, "imported\nHello Ada!\n", "")


def test_an_argument_after_a_group_is_not_lost(folder: Path) -> None:
    called = companion(folder, "greet-people", "--title", "Dr. ", "Ada", "--mark", "?")
    assert called.stdout == "imported\nHello Dr. Ada?\n"


def test_the_help_has_a_line_for_every_command_and_imports_none(folder: Path) -> None:
    text = companion(folder, "--help").stdout
    assert re.findall(r"^    ([a-z-]+)", text, re.MULTILINE) == sorted([*find_commands(), "greet-people"])
    assert "greet-people greet somebody by name" in " ".join(text.split())
    assert "imported" not in text


def test_the_help_of_a_command_explains_its_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["history", "--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: companion history [-h] [--limit N]")
    for option in ("--limit N", "--game GAME", "--player NAME", "--data DIR", "--json", "--csv"):
        assert f"  {option} " in out


def test_every_command_that_users_type_is_there() -> None:
    assert list(find_commands()) == [
        "backup", "board-test", "boards", "card", "check", "doctor", "export", "games", "hall", "history", "import",
        "log", "pad", "referee", "report", "restore", "run", "screens", "show", "stats", "verify", "wiring",
    ]  # fmt: skip


@pytest.mark.parametrize("name", find_commands())
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out


def test_an_unknown_command_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["no-such-command"])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert "invalid choice: 'no-such-command'" in error
    assert all(name in error for name in find_commands())


def test_options_may_be_shortened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--js", "--dat", str(tmp_path)]) == 2
    assert '"status": "trouble"' in capsys.readouterr().out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"companion {__version__}\n"
