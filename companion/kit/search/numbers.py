"""Functions of floats that give the same bits on every machine, and draws from chance.

The `log` and `exp` of a C library differ in the last bit between libraries and processors; a search that compares
their results could then choose differently. These use only + - * /, `frexp` and `ldexp`, which are exact everywhere.
`sum` of floats is another such trap: from Python 3.12 on it rounds differently. `total` adds them one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import frexp, ldexp
from typing import TYPE_CHECKING, TypeVar

from companion.values import Protocol

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")


class Draws(Protocol):
    """What random numbers are drawn from: a Random, or numbers that were drawn before."""

    @property
    def random(self) -> Callable[[], float]:
        """Gives the next number, from 0 to less than 1."""


LN_2 = 0.6931471805599453


def total(numbers: Iterable[float]) -> float:
    """The sum of floats, added one by one in their order."""
    result = 0.0
    for number in numbers:
        result += number
    return result


def ln(x: float) -> float:
    """The natural logarithm of a number above 0, to 1e-15."""
    part, power = frexp(x)  # x = part * 2 ** power, part from 0.5 to 1
    if part < 0.7071067811865476:
        part, power = part * 2.0, power - 1
    z = (part - 1.0) / (part + 1.0)  # ln(part) = 2 * (z + z^3/3 + z^5/5 + …); |z| <= 0.1716
    square, series = z * z, 0.0
    for odd in range(23, 0, -2):
        series = series * square + 1.0 / odd
    return 2.0 * z * series + power * LN_2


def exp(x: float) -> float:
    """e to the power of x, to 1e-14; x is kept within -700 to 700."""
    x = min(700.0, max(-700.0, x))
    power = int(x / LN_2 + (0.5 if x >= 0 else -0.5))
    rest, series = x - power * LN_2, 1.0
    for n in range(16, 0, -1):
        series = series * rest / n + 1.0
    return ldexp(series, power)


def logistic(x: float) -> float:
    """1 / (1 + e^-x): from 0 to 1, one half at 0."""
    return 1.0 / (1.0 + exp(-x))


def below(chance: Random, count: int) -> int:
    """A whole number from 0 to count - 1, each as likely."""
    return int(chance.random() * count)


def pick(chance: Draws, things: Sequence[T]) -> T:
    """One of the things, each as likely."""
    return things[int(chance.random() * len(things))]


def pick_weighted(chance: Draws, weights: Sequence[float]) -> int:
    """A place, as likely as its weight is of all weights; the weights are not all 0."""
    rest = chance.random() * total(weights)
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return place
    return max(range(len(weights)), key=weights.__getitem__)


def shuffle(chance: Random, things: list[T]) -> None:
    """Put things in an order drawn evenly."""
    for place in range(len(things) - 1, 0, -1):
        other = int(chance.random() * (place + 1))
        things[place], things[other] = things[other], things[place]
