"""Requests to the services of the card; what they say is told on the glass, also while the device runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.messages import Phrase
from companion.ports import PortError
from companion.services.card.start_files import NETWORK, REACHED, to_json
from companion.services.device.on_card import CardServices


def say(folder: Path, text: str) -> None:
    (folder / NETWORK).write_text(to_json([Phrase(text)]), "utf-8")


def test_each_saying_is_news_once(tmp_path: Path) -> None:
    services = CardServices(tmp_path, tmp_path)
    assert services.news() == []
    for text in ("wrong password", "no network"):
        say(tmp_path, text)
        (found,) = services.news()
        assert (str(found.message.params["text"]), found.kept) == (text, True)
        assert services.news() == []


def test_a_web_window_that_phones_reach_is_shown_with_its_code(tmp_path: Path) -> None:
    services = CardServices(tmp_path, tmp_path)
    say(tmp_path, "Wi-Fi works")
    assert [news.reached for news in services.news()] == [False]
    (tmp_path / REACHED).touch()
    say(tmp_path, "Wi-Fi works. Web window: http://192.168.1.7:8000")
    assert [news.reached for news in services.news()] == [True]


def test_a_request_is_a_file_with_a_line_and_a_later_one_replaces_it(tmp_path: Path) -> None:
    services = CardServices(tmp_path, tmp_path)
    services.ask("date", "2026-11-22")
    services.ask("date", "2026-11-23")
    services.ask("again")
    found = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert found == {"date": b"2026-11-23\n", "again": b""}


def test_a_request_that_cannot_be_left_is_a_lost_port(tmp_path: Path) -> None:
    with pytest.raises(PortError, match="again: No such file or directory"):
        CardServices(tmp_path / "nowhere", tmp_path).ask("again")
