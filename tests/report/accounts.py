"""Games for the tests of reports: whole ones from the playthroughs, and games with given entries."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from installed import GameSetup

from companion.games.pad.collection import SHIPPED, AllGames
from companion.play.fold import GameInfo
from companion.play.timeline import Snapshot, Timeline, advance, result_of
from companion.report.entries import Account

FOLDER = Path(__file__).parents[1] / "games" / "playthroughs"
PLAYTHROUGHS = sorted(path.stem for path in FOLDER.glob("*.txt"))
BEGUN = 1_790_000_000.0
"""In September 2026."""
VALUES: dict[str, bool | str] = {"true": True, "false": False}


def account(
    game: str,
    names: Sequence[str],
    *texts: str,
    series: Sequence[GameInfo] = (),
    begun: float = BEGUN,
    **options: bool | str,
) -> Account:
    """A game of these people with these entries, one a minute; the games of its series before it."""
    rules, pad = AllGames().game(game), "of this text" if game in SHIPPED else ""
    setup = GameSetup(7, game, tuple(names), rules.complete(options), rules, pad)
    timeline: Timeline = setup.begin()
    steps = [Snapshot(1, 0, f"new {game}", setup, timeline)]
    for number, text in enumerate(texts, 2):
        timeline = advance(setup, timeline, text)
        steps.append(Snapshot(number, number - 1, text, setup, timeline))
    first = series[0].series if series else 7
    at = begun + 60 * len(texts)
    kept = GameInfo(7, game, (), setup.names, setup.options, first, begun, at, result_of(timeline), pad=pad)
    return Account(kept, tuple(steps), (*series, kept), 60.0 * len(texts))


def whole(name: str, names: Sequence[str] = (), until: int | None = None) -> Account:
    """The game of a playthrough, or its first actions; with other people, if they are named."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    header = dict(line.split(": ", 1) for line in lines[:3])
    actions = [line.partition(" ")[2] for line in lines if line[:1].isdigit()]
    chosen = dict(option.split("=") for option in header["options"].split())
    options: dict[str, Any] = {key: VALUES.get(value, value) for key, value in chosen.items()}
    people = header["players"].split(", ")
    return account(header["game"], [*names, *people][: len(people)], *actions[:until], **options)
