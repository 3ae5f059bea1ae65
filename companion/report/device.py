"""What a report says about the device: the seal of its chance, and a game looked at again."""

from __future__ import annotations

from companion.kit.search.review import swing
from companion.report.charts import chart
from companion.report.drawing import Drawing
from companion.report.entries import Account, action_words, snapshot_at
from companion.report.markup import Markup, element, isolate
from companion.words import Words


def sealed(account: Account, words: Words) -> Markup | None:
    """The seal, the seed once it is known, and whether people went back after a look; None without a device."""
    if not account.seal:
        return None
    known = words("device.seed", seal=account.seal, seed=account.seed) if account.seed else ""
    texts = [known or words("device.seal", seal=account.seal), words("device.looked") if account.looked else ""]
    return element("p", [element("span", text) for text in texts if text], class_="facts")


def review_charts(account: Account, words: Words) -> list[Drawing]:
    """The win shares after each entry."""
    return [chart(account.reviewed.curve, "ply", account.kept.names, words)] if account.reviewed is not None else []


def review_list(account: Account, words: Words) -> Markup:
    """What chance and choices did for each player, then the entries that changed the game most."""
    found, names, timeline = account.reviewed, account.kept.names, account.timeline
    assert found is not None
    assert timeline is not None
    lines = [
        words("report.luck", name=isolate(name), luck=_signed(found.luck(seat)), choice=_signed(found.faults(seat)))
        for seat, name in enumerate(names)
    ]
    for number in found.turning:
        ply, place = found.plies[number - 1], found.places[number - 1]
        why = swing(ply.seat, ply.faults, ply.luck)
        change = words("screen.turning.choice" if why.by_choice else "screen.turning.luck", change=_signed(why.change))
        what = (
            action_words(account.setup, timeline, place, words) if ply.action is not None else words("screen.log.set")
        )
        line = words("report.turning", place=place, name=isolate(names[why.seat]), what=what, change=change)
        if ply.better is not None:
            at = snapshot_at(account.setup, timeline, place - 1).situation(words)
            line += words("report.better", what=account.setup.text.advised(at, ply.better))
        lines.append(line)
    return element("ul", [element("li", line) for line in lines])


def _signed(share: float) -> str:
    """A change of a share in per cent."""
    return f"{round(100 * share):+d} %".replace("-", "−")
