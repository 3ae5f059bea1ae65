"""What the services of the card say is told on the glass, also while the device runs."""

from __future__ import annotations

from pathlib import Path

from companion.commands.device.card_services import CardServices
from companion.commands.image import NETWORK
from companion.commands.image.messages import in_all_languages, to_json


def say(folder: Path, text: str) -> None:
    (folder / NETWORK).write_text(to_json([in_all_languages(lambda _: text)]), "utf-8")


def test_each_saying_is_news_once(tmp_path: Path) -> None:
    services = CardServices(lambda name, text: None, tmp_path)
    assert services.news() == []
    for text in ("wrong password", "no network"):
        say(tmp_path, text)
        (found,) = services.news()
        assert (str(found.message.params["text"]), found.kept) == (text, True)
        assert services.news() == []
