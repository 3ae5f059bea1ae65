"""The turn clock: its rule, and what the clock of each seat shows. Pure; the rules are CLK-1 to CLK-8.

A clock follows from the entries in force. Each led to a *span*: who was in turn before the entry, and for how many
milliseconds. The last span is the present one, from the last entry until now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.kit.rules import Seat
from companion.values import NamedTuple


class Bounds(NamedTuple):
    """A number that people choose: the least, the most, and the one that is offered first."""

    least: int
    most: int
    usual: int


_MINUTES = Bounds(1, 180, 15)
NUMBERS: Mapping[str, Mapping[str, Bounds]] = {  # CLK-1
    "off": {},
    "up": {},
    "budget": {"minutes": _MINUTES},
    "increment": {"minutes": _MINUTES, "seconds": Bounds(1, 120, 10)},
    "sand": {"seconds": Bounds(10, 600, 60)},
}
"""The kinds of clocks in the order in which they are offered, each with its numbers."""
MOST_MS = 10**9 - 1
"""The longest time that an entry keeps: eleven days."""
FLAG = "⚑"
"""The sign of a clock that is at zero or below."""
TENTHS = "."
"""The sign between seconds and tenths of a second."""
LAST_MS = 10_000
"""From here on a clock that counts down shows tenths of a second while it runs."""


class ClockRule(NamedTuple):
    """`off`; `up` counts each seat's time; `budget`: `minutes` for each seat; `increment`: besides, `seconds` for
    each turn that the seat ends; `sand`: `seconds` for each turn.

    Its text, as `increment 15 10`, and `parse_clock` are inverses.
    """

    kind: str = "off"
    minutes: int = 0
    seconds: int = 0

    def __str__(self) -> str:
        return " ".join([self.kind, *[str(getattr(self, name)) for name in NUMBERS[self.kind]]])

    @property
    def counts_down(self) -> bool:
        """Whether the clock shows what is left."""
        return self.kind not in ("off", "up")


OFF = ClockRule()


def usual_clock(kind: str) -> ClockRule:
    """The rule of a kind with the numbers that are offered first."""
    return ClockRule(kind, **{name: bounds.usual for name, bounds in NUMBERS[kind].items()})


def parse_clock(text: str) -> ClockRule:
    """The rule of a text; raises ValueError for any other."""
    kind, *numbers = text.split(" ")
    bounds = NUMBERS.get(kind)
    if bounds is None:
        raise ValueError(text)
    rule = ClockRule(kind, **dict(zip(bounds, map(int, numbers), strict=True)))
    fits = all(least <= getattr(rule, name) <= most for name, (least, most, _) in bounds.items())
    if str(rule) != text or not fits:
        raise ValueError(text)
    return rule


class Span(NamedTuple):
    """The milliseconds while this seat alone was in turn; None: nobody's clock ran."""

    seat: Seat | None
    ms: int


class SeatClock(NamedTuple):
    """The clock of a seat in milliseconds: how long it has run, and what it shows, below zero where time is up."""

    used: int
    shown: int


def seat_clocks(rule: ClockRule, spans: Iterable[Span], players: int) -> tuple[SeatClock, ...]:
    """The clocks of all seats (CLK-4) after these spans; the last one is the present one.

    A turn ends where the next span is another seat's, or nobody's (CLK-2).
    """
    used, ended = [0] * players, [0] * players
    now, lasts = None, 0
    for seat, ms in spans:
        if seat != now:
            if now is not None:
                ended[now] += 1
            now, lasts = seat, 0
        if seat is not None:
            used[seat] += ms
            lasts += ms
    clocks = []
    for seat in range(players):
        shown = used[seat]
        if rule.kind == "sand":
            shown = 1000 * rule.seconds - (lasts if seat == now else 0)
        elif rule.counts_down:
            shown = 60_000 * rule.minutes + 1000 * rule.seconds * ended[seat] - used[seat]
        clocks.append(SeatClock(used[seat], shown))
    return tuple(clocks)


class ClockFace(NamedTuple):
    """What can be seen of the clock of a game: its rule, the clocks by seat, and the one seat in turn.

    `may_go`: the game has started and is not over; only then it `goes`, or is paused.
    """

    rule: ClockRule
    seats: tuple[SeatClock, ...]
    turn: Seat | None = None
    goes: bool = False
    may_go: bool = False

    @property
    def runs(self) -> bool:
        """Whether somebody's clock runs."""
        return self.goes and self.turn is not None

    def text(self, seat: Seat) -> str:
        """A clock as `14:32`, below zero as `-0:05`, with a flag once its time is up (CLK-6); the last seconds of the
        one that runs as `9.4`.
        """
        shown = self.seats[seat].shown
        if seat == self.turn and self.is_nearly_up:
            tenths = -(-shown // 100)
            return f"{tenths // 10}{TENTHS}{tenths % 10}"
        seconds = -(-shown // 1000) if self.rule.counts_down else shown // 1000
        minutes, rest = divmod(abs(seconds), 60)
        return f"{FLAG if self.is_up(seat) else ''}{'-' if seconds < 0 else ''}{minutes}:{rest:02}"

    def is_up(self, seat: Seat) -> bool:
        """Whether the time of a seat is up."""
        return self.rule.counts_down and self.seats[seat].shown <= 0

    @property
    def is_nearly_up(self) -> bool:
        """Whether a clock runs that counts down and is in its last seconds."""
        runs = self.runs and self.rule.counts_down
        return runs and self.turn is not None and 0 < self.seats[self.turn].shown <= LAST_MS

    @property
    def has_run(self) -> bool:
        """Whether any clock runs, may run now, or has run."""
        return self.turn is not None or any(clock.used for clock in self.seats)

    @property
    def ms_to_change(self) -> int | None:
        """After how many milliseconds another time is shown; None while nothing runs."""
        if not self.runs or self.turn is None:
            return None
        shown = self.seats[self.turn].shown
        if self.is_nearly_up:
            return shown % 100 or 100
        return (shown % 1000 or 1000) if self.rule.counts_down else 1000 - shown % 1000

    @property
    def ms_to_flag(self) -> int | None:
        """After how many milliseconds the time of the seat in turn is up; None if it is, and while nothing runs."""
        if not self.runs or self.turn is None or not self.rule.counts_down or self.is_up(self.turn):
            return None
        return self.seats[self.turn].shown


def flag_is_up(text: str) -> bool:
    """Whether the flag in the text of a clock is seen in this second: it blinks."""
    return text.startswith(FLAG) and int(text[-1]) % 2 == 0


def time_text(ms: float) -> str:
    """A time as `14:32`; a part of a second is left out."""
    minutes, seconds = divmod(int(ms) // 1000, 60)
    return f"{minutes}:{seconds:02}"
