"""What the tests are collected from, and what they share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from browser import Browser

collect_ignore = ["sixth_game"]  # put into a copy of the project by test_sixth_game, and tested there


@pytest.fixture(scope="session")
def _chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    from browser import chromium

    with chromium(tmp_path_factory.mktemp("chromium")) as window:
        yield window


@pytest.fixture
def browser(_chromium: Browser) -> Browser:
    """A real headless Chromium with an empty page; see `browser`."""
    _chromium.clear()
    return _chromium
