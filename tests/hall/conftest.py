"""What the tests of the hall share: a broker, and a board at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hall.boards import Board
from hall.broker import Broker, broker


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Broker]:
    """A broker that runs."""
    with broker(tmp_path) as found:
        yield found


@pytest.fixture
def board(tmp_path: Path, running: Broker) -> Iterator[Board]:
    """A board at the broker."""
    found = Board(tmp_path / "board", running)
    yield found
    found.stop()
