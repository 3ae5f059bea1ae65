"""Too little voltage, in made-up trees of the kernel's files."""

from __future__ import annotations

from pathlib import Path

import pytest
from descriptor_limit import descriptors

from hardware.power import FLAGS, voltage_check

ALARM = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def put(root: Path, path: str, content: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, "ascii")


def test_where_nobody_says_nothing_is_wrong(tmp_path: Path) -> None:
    assert voltage_check(tmp_path)() is None


def test_the_kernels_alarm_is_looked_at_every_time(tmp_path: Path) -> None:
    put(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, ALARM, "0\n")
    asked = voltage_check(tmp_path)
    assert asked() is False
    put(tmp_path, ALARM, "1\n")
    assert asked() is True
    put(tmp_path, ALARM, "0\n")
    assert not asked()
    (tmp_path / ALARM).unlink()
    assert not asked()


@pytest.mark.parametrize(
    ("flags", "weakly"), [("0\n", False), ("1\n", True), ("50000\n", True), ("80008\n", False), ("2\n", False)]
)
def test_the_firmwares_flags_do_where_there_is_no_alarm(tmp_path: Path, flags: str, weakly: bool) -> None:
    put(tmp_path, FLAGS, flags)
    assert voltage_check(tmp_path)() is weakly


def test_what_cannot_be_read_as_flags_says_nothing(tmp_path: Path) -> None:
    put(tmp_path, FLAGS, "no\n")
    assert voltage_check(tmp_path)() is None


@pytest.mark.parametrize(("file", "content"), [(FLAGS, "1\n"), (ALARM, "1\n")])
def test_where_no_file_can_be_opened_nothing_is_wrong(tmp_path: Path, file: str, content: str) -> None:
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n" if file == ALARM else "cpu_thermal\n")
    put(tmp_path, file, content)
    asked = voltage_check(tmp_path)
    assert asked()
    with descriptors(0):
        assert not asked()
    assert asked()
