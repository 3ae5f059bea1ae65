"""Which record a command looks at."""

from __future__ import annotations

from pathlib import Path

from companion.console import record_folder


def test_the_folder_that_is_named_is_looked_at(tmp_path: Path) -> None:
    assert record_folder(tmp_path / "mine", service=tmp_path) == tmp_path / "mine"


def test_on_a_device_with_the_service_its_record_is_looked_at(tmp_path: Path) -> None:
    assert record_folder(None, service=tmp_path) == tmp_path


def test_elsewhere_ones_own_record_is_looked_at(tmp_path: Path) -> None:
    assert record_folder(None, service=tmp_path / "none").name == "table-companion"
