"""What a report says about the device: the seal of its chance, and a game looked at again."""

from __future__ import annotations

from companion.report.charts import chart
from companion.report.drawing import Drawing
from companion.report.entries import Account, snapshot_at
from companion.report.markup import Markup, element
from companion.words import Words


def sealed(account: Account, words: Words) -> Markup | None:
    """The seal, the seed once it is known, and whether people went back after a look; None without a device."""
    chance = account.chance
    if not chance.seal:
        return None
    said = chance.sentence(words) or words("device.seal", seal=chance.seal)
    texts = [said, words("device.looked") if account.looked else ""]
    return element("p", [element("span", text) for text in texts if text], class_="facts")


def review_charts(account: Account, words: Words) -> list[Drawing]:
    """The win shares after each entry."""
    return [chart(account.reviewed.curve, "ply", account.kept.names, words)] if account.reviewed is not None else []


def review_list(account: Account, words: Words) -> Markup:
    """The moment of the game, what else changed it, then what chance and choices did for each player."""
    found, timeline = account.reviewed, account.timeline
    assert found is not None
    assert timeline is not None
    isolated = found._replace(step=snapshot_at(account.setup, timeline, len(timeline) - 1))
    return element("ul", [element("li", sentence) for sentence in isolated.sentences(words)])
