"""The values that lists and figures of the record show."""

from __future__ import annotations

from companion.play.fold import GameInfo
from companion.values import Frozen, NamedTuple

WITH_DEVICE = "+device"
"""Behind the key of a game in figures: games in which a device played are not counted with games of people alone."""
REVIEWS = "reviews"
"""The folder beside the log in which reviews of finished games are kept, and puzzles from them."""


def game_key(kind: str) -> str:
    """The key of the game in figures of a kind, which a device may have played."""
    return kind.removesuffix(WITH_DEVICE)


class GamePage(Frozen):
    """Some games of a list, and how many games the whole list has."""

    total: int
    games: tuple[GameInfo, ...]


class Play(NamedTuple):
    """A game with what only the record knows: the id that the record had when the game began, and the seconds that
    people have played.
    """

    record: str
    game: GameInfo
    seconds: float


class PersonStats(NamedTuple):
    """The results of a person at one game: games played, won and drawn, wins in a row now and at most.

    `best` is the most, `least` the fewest and `mean` the mean of the points in games that brought points; None if none
    did. `thought_ms` is the mean time of the person's clock in the games with one, in milliseconds. `aim` is that of
    the games that brought points (`aim_of`); None if theirs differ.
    """

    kind: str
    played: int
    won: int
    drawn: int
    streak: int
    longest: int
    best: int | None
    least: int | None
    mean: float | None
    thought_ms: float | None = None
    aim: int | None = 1

    @property
    def lost(self) -> int:
        """How many games somebody else has won."""
        return self.played - self.won - self.drawn

    @property
    def points_matter(self) -> bool:
        """Whether the points say more than who has won."""
        return self.best is not None and self.least is not None and not 0 <= self.least <= self.best <= 1

    @property
    def best_points(self) -> int | None:
        """The best points: the fewest where these win; None if the most win in some games and the fewest in others."""
        return None if self.aim is None else self.least if self.aim < 0 else self.best


class HeadToHead(NamedTuple):
    """The results of two people in the games of one kind that both played: games won by the one alone, by the
    other alone, and by both, as partners do.
    """

    kind: str
    played: int
    won: int
    lost: int
    both: int = 0

    @property
    def neither_won(self) -> int:
        """How many games neither of the two won: drawn, or won by somebody else."""
        return self.played - self.won - self.lost - self.both


class Durations(NamedTuple):
    """How long games of one kind take: the least, mean and most entries (`entries`), and the same for seconds."""

    kind: str
    games: int
    entries: tuple[int, float, int]
    seconds: tuple[int, float, int]


class RatedGame(NamedTuple):
    """The result of a game, as ratings need it. `order` is its place among all: the evening, the record, the number.

    `players` by seat: who it is, as a text, and the name that the person has today, if it is known. `teams` has the
    team of each seat, None where everybody plays alone; `places` the place of each seat, 1 for the best; `head` is as
    in GameInfo.
    """

    kind: str
    order: tuple[str, str, int]
    players: tuple[tuple[str, str | None], ...]
    teams: tuple[int, ...] | None
    places: tuple[int, ...]
    head: int = 0
