"""The drop-in that lets the service read keyboards: event devices, and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from fake_debian import SYSTEMD
from systemd_analyze import analyze

from companion.services.device.board_front import KEYBOARDS, wanted_keyboards
from companion.values import replace
from hardware.boards import PLAIN

DROP_IN = SYSTEMD / "companion-keyboards.conf"
CARD = SYSTEMD / "image/root/usr/lib/systemd/system/companion.service.d/image.conf"
EXPOSURE_MOST = 9
"""In tenths, as systemd-analyze takes it (KBD-3)."""


def directives(file: Path) -> list[str]:
    return [line for line in file.read_text("utf-8").splitlines() if line[:1] not in ("#", "[", "")]


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is a thing of Linux")
def test_with_keyboards_the_service_still_reaches_next_to_nothing(tmp_path: Path) -> None:
    unit = tmp_path / "companion.service"
    head, install, end = (SYSTEMD / unit.name).read_text("utf-8").partition("[Install]")
    unit.write_text(head + "\n".join(directives(DROP_IN)) + f"\n{install}{end}", "utf-8")
    unit.chmod(0o644)
    found = analyze("security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE_MOST}", str(unit))
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_card_has_the_same_lines() -> None:
    assert directives(DROP_IN) == ["Environment=COMPANION_KEYBOARDS=yes", "SupplementaryGroups=input",
                                   "DeviceAllow=char-input r", "Nice=-10"]  # fmt: skip
    assert set(directives(DROP_IN)) <= set(directives(CARD))


def test_keyboards_are_off_until_settings_board_or_unit_want_them(tmp_path: Path) -> None:
    assert wanted_keyboards(tmp_path, PLAIN, {}) == ""
    assert wanted_keyboards(tmp_path, PLAIN, {KEYBOARDS: "yes"}) == "qwerty"
    assert wanted_keyboards(tmp_path, replace(PLAIN, keyboards=True), {}) == "qwerty"
    (tmp_path / "settings.toml").write_text('keyboards = true\nlayout = "azerty"\n', "utf-8")
    assert wanted_keyboards(tmp_path, PLAIN, {}) == "azerty"
