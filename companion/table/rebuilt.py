"""A record led through its entries once more: from rows of any contents to what fits together. No files here.

Every entry is taken in its order, and kept if it could have been told where it stands: a moment whose moment before is
kept, an undo or a redo of what stands there, a game that comes back as it stood. Where something is missing a game ends
with what came before. What follows from the entries (where each game stands, what redo would bring back) is found
anew. Whether the rules agree with a text is not judged here: a game opens read-only where they do not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engines.position import check_name
from companion.engines.refusals import BadPlayers
from companion.table.whole import plain, playable, result_of, timed


class Game(NamedTuple):
    """A game as the record has it: `head`, `last` and `outcome` follow from the entries.

    `people` are the numbers of those who sat down to it, None where only their names are known.
    """

    id: int
    game: str
    players: str
    options: str
    series: int
    begun: float
    head: int
    last: int
    outcome: str | None
    people: str | None


class Kept(NamedTuple):
    """All that a record holds. People are (id, name, used, retired), the id of new ones None; entries are (id, game,
    text, parent, head, digest, at), undone are (beside, entry).
    """

    people: list[tuple[int | None, str, float | None, int]]
    games: list[Game]
    entries: list[tuple[int, int, str, int, int, str, float]]
    undone: list[tuple[int, int]]


Ends = Callable[[Game, list[tuple[int, int, str, int, str]]], str | None]
"""How a game ended, found by replaying its moments (id, game, text, parent, digest).

Where that cannot be told any more, it is what the game's row says.
"""


def rebuilt(
    people: Mapping[int, tuple[Any, ...]],
    games: Mapping[int, tuple[Any, ...]],
    entries: Mapping[int, tuple[Any, ...]],
    ends: Ends,
    stands: int = 0,
    redo: int = 0,
    *,
    anew: bool = False,
) -> Kept:
    """What is whole of these rows (see `pages.Found`), in their order.

    `stands` is the moment at which the table is known to stand, `redo` the one that redo is known to bring back; 0
    where nobody knows better than the entries. A result that stands where the game does is believed, or found `anew`.
    """
    line = _Line({number: row for number, row in games.items() if playable(row)})
    for number in sorted(entries):
        line.take(number, entries[number])
    line.stand(stands, redo)
    kept = [line.game(number, ends, anew=anew) for number in sorted(line.heads)]
    roster = _roster(people)
    numbers = {number for number, *_ in roster}
    kept = [game if _known(game, numbers) else game._replace(people=None) for game in kept]
    known = {name for _, name, _, _ in roster}
    for game in kept:
        for name in json.loads(game.players) if game.people is None else ():
            if name not in known:
                known.add(name)
                roster.append((None, name, None, 0))
    return Kept(roster, kept, line.entries, line.undone)


def _known(game: Game, numbers: set[int | None]) -> bool:
    """Whether everybody who sat down to a game is on the roster by number."""
    try:
        people = json.loads(str(game.people))
        return len(people) == len(json.loads(game.players)) and numbers.issuperset(people)
    except (ValueError, TypeError, RecursionError):
        return False


def _roster(people: Mapping[int, tuple[Any, ...]]) -> list[tuple[int | None, str, float | None, int]]:
    roster: dict[str, tuple[int | None, str, float | None, int]] = {}
    for number in sorted(people):
        name, used, retired = people[number]
        try:
            check_name(name)
        except BadPlayers:
            continue
        counted = float(used) if isinstance(used, int | float) and 0 <= used < 2**53 else None
        roster.setdefault(name, (number, name, counted, int(retired != 0)))
    return list(roster.values())


class _Line:
    """How everything stood after each entry."""

    def __init__(self, games: Mapping[int, tuple[Any, ...]]) -> None:
        self._games = games
        self.heads: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._begun: dict[int, float] = {}
        self._moments: dict[int, tuple[int, int, str, int, str]] = {}
        self.entries: list[tuple[int, int, str, int, int, str, float]] = []
        self.undone: list[tuple[int, int]] = []

    def take(self, number: int, row: tuple[Any, ...]) -> None:
        game, text, parent, head, digest, at = row
        if game not in self._games or not plain(text) or not plain(digest):
            return
        at = float(at) if timed(at) else 0.0
        if head == number:
            parent = self._moment(number, game, text, parent, digest, at)
        else:
            parent = self._moved(game, text, head)
        if parent is not None:
            self._last[game] = self._last[self._of(head)] = number
            self.entries.append((number, game, text, parent, head, digest, at))

    def _of(self, moment: int) -> int:
        """The game of a moment, 0 for none."""
        return self._moments[moment][1] if moment in self._moments else 0

    def _moment(self, number: int, game: int, text: str, parent: int, digest: str, at: float) -> int | None:
        """What the new moment hangs on; None if it cannot be one."""
        if text == f"new {self._games[game][0]}":
            if game in self.heads:
                return None
            parent = parent if parent in self._moments else 0
            self._begun[game] = at
        elif text in ("undo", "redo", "import") or text.startswith(("resume ", "new ")) or self._of(parent) != game:
            return None
        beside = self._of(parent)
        self.undone = [row for row in self.undone if row[0] != beside]
        self._moments[number] = (number, game, text, parent, digest)
        self.heads[game] = number
        return parent

    def _moved(self, game: int, text: str, head: int) -> int | None:
        """0 if the table could go there; None if not."""
        now = self.heads.get(game, 0)
        if text == f"resume {game}":
            return 0 if now and now == head else None
        if text == "import":
            # The games that came in left the table at the last of them; this leads back to where it stood, or to none.
            return 0 if head == self.heads.get(self._of(head), 0) else None
        if text == "undo" and now:
            _, _, told, parent, _ = self._moments[now]
            if told.startswith("new "):
                to, there = 0, head == 0 or self.heads.get(self._of(head)) == head != now
            else:
                to, there = head, parent == head
            if there:
                self.heads[game] = to
                self.undone.append((self._of(head), now))
                return 0
        if text == "redo" and self._of(head) == game:
            _, _, told, parent, _ = self._moments[head]
            place = next((at for at in reversed(range(len(self.undone))) if self.undone[at][1] == head), None)
            if place is not None and now == (0 if told.startswith("new ") else parent):
                del self.undone[place]
                self.heads[game] = head
                return 0
        return None

    def stand(self, moment: int, redo: int) -> None:
        """Let the table stand where it is known to, if the entries that led there are lost."""
        if moment not in self._moments or (self.entries[-1][4] == moment == self.heads[self._of(moment)]):
            return
        game, (number, *_, at) = self._of(moment), self.entries[-1]
        self.heads[game], self._last[game] = moment, number + 1
        self.entries.append((number + 1, game, f"resume {game}", 0, moment, self._moments[moment][4], at))
        self.undone = [row for row in self.undone if row[0] != game]
        if redo in self._moments:
            self.undone.append((game, redo))

    def game(self, number: int, ends: Ends, *, anew: bool) -> Game:
        """The row of a game."""
        key, players, options, series, begun, head, outcome, people = self._games[number]
        series = series if isinstance(series, int) and 0 < series <= number else number
        begun = float(begun) if timed(begun) and begun else self._begun[number]
        game = Game(number, key, players, options, series, begun, self.heads[number], self._last[number], None, people)
        if not game.head:
            return game
        believed = head == game.head and not anew
        if head == game.head:
            try:
                result_of(outcome, len(json.loads(players)))
                game = game._replace(outcome=outcome)
            except ValueError:
                believed = False
        return game if believed else game._replace(outcome=ends(game, self._path(game.head)))

    def _path(self, moment: int) -> list[tuple[int, int, str, int, str]]:
        path = [self._moments[moment]]
        while not path[-1][2].startswith("new "):
            path.append(self._moments[path[-1][3]])
        return path[::-1]
