"""The options and numbers of players of the games, and which of them the quick run takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import cycle, product
from typing import Any, TypeVar

import pytest
from hypothesis import settings

from companion.games import registry
from companion.games.pad.collection import shipped
from companion.kit.game import Game
from companion.kit.rules import BadOption, Options

T = TypeVar("T", bound=Callable[..., object])


def entries(game: Game) -> list[str | None]:
    """The values of the option `entry`; None where a game has no such option."""
    return [*map(str, game.options["entry"])] if "entry" in game.options else [None]


def options_of(entry: str | None) -> dict[str, Any]:
    """The options that choose a value of `entries`."""
    return {} if entry is None else {"entry": entry}


ENTRIES = [(key, entry) for key in registry.GAMES for entry in entries(registry.game(key))]
"""Every game of the registry with each of its entries."""
every_entry = pytest.mark.parametrize(("game", "entry"), ENTRIES)


def up_to_three(key: str, names: Sequence[str]) -> tuple[str, ...]:
    """The first three of the names, two where a game has no room for three."""
    return tuple(names[: min(3, registry.game(key).players[1])])


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


@cache
def features_of_pad(key: str) -> set[tuple[object, ...]]:
    """What the file of a pad that ships makes use of: each part of a pad, and each kind of field with its parts."""
    pad = shipped(key).pad
    parts: set[tuple[object, ...]] = {(name, bool(getattr(pad, name))) for name in pad.__match_args__}
    for field in pad.fields:
        parts |= {(field.kind, field.each)} | {
            (field.kind, name, bool(getattr(field, name))) for name in field.__match_args__
        }
    return parts


def first(values: Iterable[object], count: int) -> list[Any]:
    """Values that are more of the same: the first ones for the quick run, the others for the gate."""
    return [pytest.param(value, marks=() if place < count else pytest.mark.gate) for place, value in enumerate(values)]


def params(
    cases: Iterable[tuple[object, ...]],
    features: Callable[..., set[tuple[object, ...]]],
    label: Callable[..., str],
) -> list[Any]:
    """The cases as parameters of a test. The quick run takes few that have together all features; the rest is thorough.

    The functions are called with the values of a case.
    """
    cases = list(cases)
    quick = sample([features(*case) for case in cases])
    return _params(cases, label, quick, set())


IN_TURN = 3
"""Of the cases of a sample, each test takes one in so many, and the next test the next ones."""


def in_turn(
    names: Sequence[str],
    cases: Sequence[tuple[object, ...]],
    features: Callable[..., set[tuple[object, ...]]],
    label: Callable[..., str],
    features_for_gate: Callable[..., set[tuple[object, ...]]],
) -> Callable[[T], T]:
    """A decorator that gives many tests the same cases: few that have together all features.

    The quick run takes each of them with some of the tests, in turn, the gate with all. Besides, the gate takes few
    cases that have together all features for it, each with some of the tests.
    """
    taken = sample([features(*case) for case in cases])
    offered = [features_for_gate(*case) for case in cases]
    more = sorted(set[tuple[object, ...]]().union(*offered), key=str)

    def mark(turn: int) -> pytest.MarkDecorator:
        own = {*more[turn::IN_TURN]}
        gate = taken | sample([elements & own for elements in offered])
        return pytest.mark.parametrize(names, _params(cases, label, {*sorted(taken)[turn::IN_TURN]}, gate))

    marks = cycle([mark(turn) for turn in range(IN_TURN)])

    def give(test: T) -> T:
        given: T = next(marks)(test)
        return given

    return give


def _params(
    cases: Sequence[tuple[object, ...]], label: Callable[..., str], quick: set[int], gate: set[int]
) -> list[Any]:
    """The cases at the places of the quick run, of the gate besides, and the thorough rest.

    Thorough cases are made for the thorough run alone: there are ten thousands, and each worker would collect and leave
    out all of them.
    """
    made = quick | gate if settings().derandomize else range(len(cases))
    marks = {at: () if at in quick else pytest.mark.gate if at in gate else pytest.mark.thorough for at in sorted(made)}
    return [pytest.param(*cases[at], id=label(*cases[at]), marks=mark) for at, mark in marks.items()]


def sample(offered: Iterable[set[tuple[object, ...]]]) -> set[int]:
    """The places of few sets that have together all elements."""
    places: dict[frozenset[tuple[object, ...]], int] = {}
    for at, elements in enumerate(offered):
        places.setdefault(frozenset(elements), at)
    missing = set[tuple[object, ...]]().union(*places)
    taken = set()
    while missing:
        best = max(places, key=lambda elements: len(elements & missing))
        taken.add(places[best])
        missing -= best
    return taken
