"""The command line itself: it finds the commands, imports the called one and leaves the rest to argparse."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from signal import SIGINT

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
CTRL_C = """
import atexit, os, signal, sys

handler, moment = sys.argv[1:]

class Finder:
    def find_spec(name, *_):
        if name == moment:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, getattr(signal, handler))
atexit.register(lambda: Finder.find_spec("the end"))
sys.meta_path.insert(0, Finder)
sys.argv = ["companion", "boards", "sh1106"]
from companion.__main__ import start
sys.exit(start())
"""
"""`companion boards sh1106`; presses Ctrl-C when the process imports a module for the first time, or at its end."""
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
    assert re.findall(r"^    ([a-z-]+)", text, re.MULTILINE) == sorted({*find_commands(), "greet-people"} - {"card"})
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


@pytest.mark.parametrize("name", find_commands())
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, str]:
    """The usage and the message with which wrong arguments are refused."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    usage, _, message = capsys.readouterr().err.rstrip("\n").rpartition("\n")
    return " ".join(usage.split()), message


LOG = "usage: companion log [-h] [-f] [--raw] [--data DIR] [GAME]"


@pytest.mark.parametrize(
    ("arguments", "usage", "message"),
    [
        ("histroy", "companion [-h] [--version] COMMAND ...", "'histroy' is not a command; did you mean history?"),
        ("LOG", "companion [-h] [--version] COMMAND ...", "'LOG' is not a command; did you mean log?"),
        ("xyzzy", "companion [-h] [--version] COMMAND ...", "'xyzzy' is not a command; companion --help lists them"),
        # The command of the card's own service is suggested to nobody.
        ("crad", "companion [-h] [--version] COMMAND ...", "'crad' is not a command; companion --help lists them"),
        ("log --folow", LOG, "'--folow' is not an option here; did you mean --follow?"),
        ("log -raww", LOG, "'-raww' is not an option here; did you mean --raw?"),
        ("log -x", LOG, "'-x' is not an option here; --help explains them"),
        ("log --x=\x1b[2J", LOG, "'--x' is not an option here; --help explains them"),
        ("log 1 \x1b[2J", LOG, r"'\x1b[2J' is one word too many"),
        ("log x", LOG, "argument GAME: 'x' is not a number from 1 to 1000000000"),
        ("log 0", LOG, "argument GAME: '0' is not a number from 1 to 1000000000"),
        ("log ٣", LOG, "argument GAME: '٣' is not a number from 1 to 1000000000"),
        # The option is at fault, not only the word that is missing.
        ("show --jsn", "companion show [-h] [--data DIR] [--json | --csv] GAME",
         "'--jsn' is not an option here; did you mean --json?"),
        ("pad lst", "companion pad [-h] WHAT ...",
         "argument WHAT: 'lst' is not one of list, check, add, show, try, new; did you mean list?"),
        ("pad list --dta x", "companion pad list [-h] [--data DIR] [--json]",
         "'--dta' is not an option here; did you mean --data?"),
        ("hall table Ada --confg x", "companion hall table [-h] [--config FILE] TABLE",
         "'--confg' is not an option here; did you mean --config?"),
        ("--verson", "companion [-h] [--version] [--panel {auto,board,terminal,window,text,simulated}] [--data DIR] "
         "[--board BOARD] [--keys N] [--encoder] [--frames DIR] [--web [HOST:]PORT]",
         "'--verson' is not an option here; did you mean --version?"),
    ],
)  # fmt: skip
def test_a_wrong_word_is_refused_with_the_usage_it_was_for_and_the_nearest_known_word(
    capsys: pytest.CaptureFixture[str], arguments: str, usage: str, message: str
) -> None:
    said = refusal(capsys, *arguments.split(" "))
    usage = usage.removeprefix("usage: ")
    prog = usage.partition(" [")[0]
    assert said == (f"usage: {usage}", f"{prog}: error: {message}")


def test_a_long_wrong_word_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        refusal(capsys, "x" * 5000)[1]
        == f"companion: error: '{'x' * 40}…' is not a command; companion --help lists them"
    )


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        ("companion.cli", -SIGINT),
        ("companion.console", -SIGINT),
        ("companion.commands.boards", 130),
        ("hardware.boards.profile", 130),
        ("the end", -SIGINT),
    ],
)
def test_ctrl_c_ends_a_command_without_a_traceback_at_any_moment(moment: str, status: int) -> None:
    called = subprocess.run(
        [sys.executable, "-c", CTRL_C, "default_int_handler", moment], capture_output=True, text=True, check=False
    )
    assert (called.returncode, called.stderr) == (status, "")


def test_where_ctrl_c_is_ignored_a_command_goes_on() -> None:
    called = subprocess.run(
        [sys.executable, "-c", CTRL_C, "SIG_IGN", "companion.cli"], capture_output=True, text=True, check=False
    )
    assert (called.returncode, called.stderr) == (0, "")
    assert 'name = "' in called.stdout


def test_options_may_be_shortened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--js", "--dat", str(tmp_path)]) == 2
    assert '"status": "trouble"' in capsys.readouterr().out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"companion {__version__}\n"
