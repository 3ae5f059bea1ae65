"""The options and numbers of players of the games, and which of them the quick run takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

import pytest

from companion.kit.game import Game
from companion.kit.refusals import BadOption
from companion.kit.rules import Options


def option_sets(game: Game) -> list[Options]:
    """Every combination of options that the game accepts."""
    found = []
    for values in product(*game.options.values()):
        try:
            found.append(game.complete(dict(zip(game.options, values, strict=True))))
        except BadOption:
            continue
    return found


def features(key: str, options: Mapping[str, object], players: int = 0) -> set[tuple[object, ...]]:
    """Each value of an option, and the number of players, each of them together with the entry."""
    entry = options.get("entry")
    return {(key, entry, name, value) for name, value in {**options, "players": players}.items()}


def params(
    cases: Iterable[tuple[object, ...]],
    features: Callable[..., set[tuple[object, ...]]],
    label: Callable[..., str],
) -> list[Any]:
    """The cases as parameters of a test. The quick run takes few that have together all features; the rest is thorough.

    `features` and `label` are called with the values of a case.
    """
    cases = list(cases)
    offered = [features(*case) for case in cases]
    missing = set().union(*offered)
    quick = set()
    while missing:
        best = max(range(len(cases)), key=lambda at: len(offered[at] & missing))
        quick.add(best)
        missing -= offered[best]
    marks = [() if at in quick else pytest.mark.thorough for at in range(len(cases))]
    return [pytest.param(*case, id=label(*case), marks=mark) for case, mark in zip(cases, marks, strict=True)]
