"""What the looks at a ply share: the same random numbers for all that is compared, and when a difference is noise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from math import sqrt

from companion.kit.rules import Seat
from companion.kit.search.mind import Judged, Shares
from companion.kit.search.numbers import exp, ln, total

LEAST = 1e-6
"""No seat that plays has a smaller share."""


class Tape:
    """Random numbers that were drawn before, again and again from the first one on. `random()` is the next one.

    With a prime number of them they meet other moves each time.
    """

    __slots__ = ("random",)

    def __init__(self, numbers: Sequence[float]) -> None:
        self.random = cycle(numbers).__next__


def standard_error(one: float, other: float, work: int) -> float:
    """The standard error of the difference of two shares, each of this many games; 0 where both are certain."""
    return sqrt((one * (1.0 - one) + other * (1.0 - other)) / work)


def tempered(shares: Shares, temperature: float) -> Shares:
    """The shares, less sure with a temperature below 1, which multiplies their logarithms."""
    powers = [exp(temperature * ln(max(share, LEAST))) for share in shares]
    whole = total(powers)
    found = [power / whole for power in powers[:-1]]
    return (*found, 1.0 - total(found))


def mean_of(looks: Sequence[Shares]) -> Shares:
    """The mean of the shares in several looks."""
    return tuple([total(shares) / len(looks) for shares in zip(*looks, strict=True)])


def error_of_mean(numbers: Sequence[float]) -> float:
    """The standard error of the mean of numbers, two or more, by how much they differ."""
    count, mean = len(numbers), total(numbers) / len(numbers)
    return sqrt(total([(number - mean) * (number - mean) for number in numbers]) / (count * (count - 1)))


def open_choice(
    seat: Seat,
    best: Shares,
    played: Shares,
    better: str | None = None,
    kind: str = "choice",
    *,
    error: float = 0.0,
    proven: bool = False,
    wins: Sequence[str] = (),
    line: Sequence[str] = (),
) -> Judged:
    """A choice where nothing is hidden: what was played is what came. Only a fault has `better`, `wins` and `line`."""
    fault = played[seat] - best[seat]
    if fault >= 0:
        better, wins, line = None, (), ()
    faults = ((seat, fault),)
    return Judged(kind, seat, best, played, played, faults, better, error, proven, wins=tuple(wins), line=tuple(line))
