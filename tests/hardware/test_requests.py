"""Requests to the services beside the device."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.ports import PortError
from hardware.requests import Requests


def test_a_request_is_a_file_with_a_line_and_a_later_one_replaces_it(tmp_path: Path) -> None:
    requests = Requests(tmp_path)
    requests.leave("date", "2026-11-22")
    requests.leave("date", "2026-11-23")
    requests.leave("again")
    found = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert found == {"date": b"2026-11-23\n", "again": b""}


def test_a_request_that_cannot_be_left_is_a_lost_port(tmp_path: Path) -> None:
    with pytest.raises(PortError, match="again: No such file or directory"):
        Requests(tmp_path / "nowhere").leave("again")
