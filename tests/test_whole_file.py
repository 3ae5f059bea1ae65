"""A file is written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.whole_file import write_whole


def broken() -> Iterator[bytes]:
    """A first piece, then an error in place of the second one."""
    yield b"half"
    raise ValueError


def test_the_pieces_stand_one_behind_the_other_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", [b"one ", b"two"])
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"one two"


def test_after_an_error_in_the_middle_the_file_is_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"before")
    with pytest.raises(ValueError, match=r"^$"):
        write_whole(tmp_path / "file", broken())
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"before"


def test_what_a_power_cut_has_left_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / ".file.new").symlink_to(tmp_path / "precious")
    write_whole(tmp_path / "file", [b"all"], durable=False)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_has_the_rights_that_are_asked_for_whatever_the_process_gives_its_files(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", [], 0o646)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o646


def test_a_name_of_the_greatest_length_can_be_written(tmp_path: Path) -> None:
    write_whole(tmp_path / ("宴" * 85), [b"all"])
    assert (tmp_path / ("宴" * 85)).read_bytes() == b"all"
