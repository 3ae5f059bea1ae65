"""The unit, looked at by systemd's own programs."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest
from fake_debian import SYSTEMD
from systemd_analyze import analyze

from companion.cli import main
from companion.console import add_board, board_of
from hardware.web.limits import LIMITS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is a thing of Linux")

UNIT = SYSTEMD / "companion.service"
EXPOSURE_MOST = 10
"""In tenths, as systemd-analyze takes it; systemd 252 gives 7."""


def test_systemd_finds_nothing_to_object_to(tmp_path: Path) -> None:
    # The program is on no developer's machine; any other one will do.
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/companion/current/bin/companion", "/bin/true"), "utf-8")
    unit.chmod(0o644)  # as installed, whatever the umask here
    verified = analyze("verify", str(unit))
    assert (verified.stdout, verified.stderr, verified.returncode) == ("", "", 0)


def test_what_the_service_can_reach_is_next_to_nothing() -> None:
    found = analyze("security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE_MOST}", str(UNIT))
    assert found.returncode == 0, found.stdout + found.stderr
    assert "Overall exposure level for companion.service" in found.stdout


def test_the_unit_lets_the_program_open_more_files_than_table_and_web_window_need() -> None:
    limits = re.findall(r"^LimitNOFILE=(\d+)$", UNIT.read_text("utf-8"), re.MULTILINE)
    assert [int(limit) // 2 > LIMITS.connections for limit in limits] == [True]


def test_a_wrong_board_ends_the_service_with_the_status_after_which_it_is_not_started_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nchip = "ssd9999"\n', "utf-8")
    status = main(["run", "--panel", "board", "--board", str(file), "--data", str(tmp_path)])
    assert re.findall(r"^RestartPreventExitStatus=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE) == [str(status)]
    assert capsys.readouterr().err.startswith(f"companion: {file}, line 2: ")


def test_an_empty_board_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ArgumentParser()
    add_board(arguments)
    for words, board in (([], None), (["--board", ""], None), (["--board", "", "--keys", "4"], "ssd1306-4")):
        assert board_of(arguments.parse_args(words)) == board


def test_the_rules_name_the_user_of_the_service() -> None:
    users = {
        "unit": re.findall(r"^User=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE),
        "polkit": re.findall(r'subject\.user == "(.*?)"', (SYSTEMD / "companion.rules").read_text("utf-8")),
        "sysusers": re.findall(r"^u (\S+)", (SYSTEMD / "companion.sysusers").read_text("utf-8"), re.MULTILINE),
    }
    assert users == {"unit": ["companion"], "polkit": ["companion"], "sysusers": ["companion"]}


def test_every_group_of_the_service_is_made_before_it_starts() -> None:
    groups = re.findall(r"^SupplementaryGroups=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE)[0].split()
    made = re.findall(r"^g (\S+)", (SYSTEMD / "companion.sysusers").read_text("utf-8"), re.MULTILINE)
    owning = re.findall(r'GROUP="(.*?)"', (SYSTEMD / "companion.udev").read_text("utf-8"))
    assert groups == made == owning
