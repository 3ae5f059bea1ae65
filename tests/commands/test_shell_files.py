"""`companion completion` and `companion manual`: what shells and `man` are told of the commands."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest
from needs import program
from write_shell_files import SHELL, WRITTEN, parts

from companion.cli import main

COMPLETED = {
    "companion ru": ["run"],
    "companion run --pa": ["--panel"],
    "companion run --panel te": ["terminal", "text"],
    "companion --panel te": ["terminal", "text"],
    "companion hall re": ["remove", "renew", "revoke"],
    "companion export --as ": ["bgstats", "csv", "json", "text"],
    "companion pad show wiz": ["wizard"],
    "companion show l": ["last"],
    "companion verify --data a-folder l": ["last"],
}
"""What is typed so far, with what it can become."""
BASH = """
. "$1"
while read -r line; do
  eval "COMP_WORDS=($line)"
  [ "${line%' '}" = "$line" ] || COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _companion
  echo "${COMPREPLY[*]}"
done
"""


@pytest.mark.parametrize("name", WRITTEN)
def test_the_files_are_what_the_commands_give(name: str) -> None:
    written = (SHELL / name).read_text("utf-8") == WRITTEN[name]()
    assert written, f"{name} differs from the commands; python tests/write_shell_files.py writes it"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_command_prints_the_file_of_the_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert capsys.readouterr().out == (SHELL / f"companion.{shell}").read_text("utf-8")


def test_the_manual_names_every_command_and_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    page = capsys.readouterr().out.replace("\\", "")
    assert [part.words for part in parts() if f"companion {' '.join(part.words)}".rstrip() not in page] == []
    names = {name for part in parts()[1:] for option in part.options for name in option.names} - {"-h", "--help"}
    assert {name for name in names if name not in page} == set()


def test_bash_completes_what_is_typed() -> None:
    typed = "\n".join(COMPLETED).replace("--as ", "--as ''") + "\n"
    words: list[str | Path] = [program("bash"), "--norc", "-c", BASH, "bash", SHELL / "companion.bash"]
    said = subprocess.run(words, input=typed, capture_output=True, text=True, check=True, timeout=60)
    assert said.stderr == ""
    assert [sorted(line.split()) for line in said.stdout.splitlines()] == list(COMPLETED.values())


@pytest.mark.gate
def test_fish_completes_what_is_typed() -> None:
    asked = "\n".join([f"complete -C {shlex.quote(line)}; echo" for line in COMPLETED])
    script = f"source {shlex.quote(str(SHELL / 'companion.fish'))}\n{asked}"
    words = [program("fish"), "--no-config", "-c", script]
    said = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    found = [[line.split("\t")[0] for line in part.splitlines()] for part in said.stdout.split("\n\n")]
    assert [sorted(filter(None, part)) for part in found if part] == list(COMPLETED.values())


@pytest.mark.gate
def test_zsh_reads_its_file() -> None:
    words: list[str | Path] = [program("zsh"), "-f", "-n", SHELL / "companion.zsh"]
    said = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    assert (said.stdout, said.stderr) == ("", "")
