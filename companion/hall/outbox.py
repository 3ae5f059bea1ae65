"""The results that a table has to send, from the fold of its log. Pure: the log itself is the outbox.

A revision of a result is the number of the line that last changed it: the line that ended the game, changed its end or
took it back. What a revision says is taken from the record as it was after that line, so that it is the same in every
sending.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from typing import NamedTuple

from companion.hall.canonical import canonical
from companion.hall.fields import NAME_MOST, SAYS_MOST, TITLE_MOST, is_plain, shorten, utc
from companion.hall.messages import (
    AGREED,
    CONCEDED,
    FINAL,
    HASH_SHOWN,
    PLAYED,
    WITHDRAWN,
    Person,
    ResultMessage,
    as_json,
    read_result,
)
from companion.kit.game import Game
from companion.kit.rules import Options
from companion.play import act as acts
from companion.play import results
from companion.play.act import Line
from companion.play.fold import NO_GAME, GameState, State, duration_s, fold
from companion.reader import Reader, Wrong
from companion.record.log import ReadLine, entry_at

_WHOLE_MOST = 8


class _Packed(NamedTuple):
    """A game with the bytes where the lines of its `path` and of `undone` begin, in place of these lines."""

    game: GameState
    path: array[int]
    undone: array[int]


class Games:
    """The states of games by their numbers. Number 0 is the table without a game."""

    def __init__(self, read: ReadLine) -> None:
        self._read = read
        self._whole: dict[int, GameState] = {0: NO_GAME}
        self._packed: dict[int, _Packed] = {}

    def get(self, number: int) -> GameState | None:
        if number in self._whole:
            return self._whole[number]
        packed = self._packed.get(number)
        if packed is None:
            return None
        path, undone = (tuple([entry_at(at, self._read) for at in offsets]) for offsets in packed[1:])
        return packed.game._replace(path=path, undone=undone)

    def put(self, game: GameState) -> None:
        self._packed.pop(game.id, None)
        self._whole.pop(game.id, None)
        self._whole[game.id] = game
        if len(self._whole) > _WHOLE_MOST:
            oldest = next(number for number in self._whole if number)
            old = self._whole.pop(oldest)
            path, undone = (array("q", [line.offset for line in lines]) for lines in (old.path, old.undone))
            self._packed[oldest] = _Packed(old._replace(path=(), undone=()), path, undone)


FindRules = Callable[[GameState, State], Game | None]
"""Gives the rules of a game of the record; None if they are not known."""
People = Callable[[tuple[str, ...]], tuple[Person, ...]]
"""Gives the people of a message by their names."""


class Result(NamedTuple):
    """A result that the hall hears of: its identity, its hash, and the message in canonical form."""

    record: str
    game: int
    revision: int
    hash: str
    text: str

    @property
    def triple(self) -> tuple[int, int, str]:
        """What a board confirms: game, revision, the beginning of the hash."""
        return self.game, self.revision, self.hash[:HASH_SHOWN]

    def message(self) -> dict[str, object]:
        message: dict[str, object] = json.loads(self.text)
        return message


class Outbox:
    """The present revision of each game that this table has to send, as `results` by the number of the game.

    Imported games, games of one person or with a device, and games that never ended are not among them. Nor are those
    that no message can describe, such as two people whose names differ only in case: `unsendable` has their numbers.
    """

    def __init__(self, people: People, rules: FindRules, read: ReadLine) -> None:
        self._people = people
        self._rules = rules
        self._records: dict[int, str] = {}
        self._ends: dict[int, int] = {}
        self.games = Games(read)
        self.state = State()
        self.sure = False
        self.results: dict[int, Result] = {}
        self.unsendable: set[int] = set()

    @property
    def table(self) -> GameState | None:
        return self.games.get(self.state.table) if self.state.table else None

    def fold_line(self, offset: int, line: Line) -> tuple[int, ...]:
        """Fold one more line, which begins at this byte; returns the numbers of the games that it has changed."""
        self.state, changed = fold(self.state, line, offset, self.games.get)
        self.sure = line.sure
        if line.act.kind == acts.NEW and line.game in [game.id for game in changed]:
            own = line.imported is None and line.seq > self.state.until
            self._records[line.game] = self.state.id if own else ""
        for game in changed:
            self.games.put(game)
            # A lost line takes nothing back that somebody has heard of.
            if game.id and line.act.kind != acts.LOST:
                self._revise(game, line)
        return tuple([game.id for game in changed if game.id])

    def _revise(self, game: GameState, line: Line) -> None:
        end = game.path[-1].seq if game.result is not None and game.result.ended != acts.ABANDON else 0
        if end == self._ends.get(game.id, 0):
            return
        self._ends[game.id] = end
        record = self._records.get(game.id, "")
        if not record or game.with_device or len(game.people) < 2:
            return
        message = self._message(record, game, line.seq, line.sure, final=bool(end))
        try:
            read_result(Reader(as_json(message)))
        except Wrong:
            self.results.pop(game.id, None)
            self.unsendable.add(game.id)
            return
        self.unsendable.discard(game.id)
        self.results[game.id] = Result(record, game.id, line.seq, message.hash, canonical(as_json(message)))

    def _message(self, record: str, game: GameState, revision: int, sure: bool, *, final: bool) -> ResultMessage:
        rules, last = self._rules(game, self.state), game.path[-1]
        places = scores = ended = None
        if final and game.result is not None:
            ended = PLAYED
            if game.result.ended:
                ended = CONCEDED if game.result.conceding_seat is not None else AGREED
            else:
                scores = game.result.scores
            places = results.places(game.result, results.aim_of(rules, game.options))
        return ResultMessage(
            record,
            game.id,
            revision,
            FINAL if final else WITHDRAWN,
            game.key,
            title(game, rules),
            self._people(game.names),
            results.teams_of(rules, len(game.people)),
            places,
            scores,
            ended,
            _options(game.options),
            game.series,
            utc(game.begun),
            utc(last.at) if final else None,
            last.sure if final else sure,
            int(duration_s(game.path)),
            len(game.path) - 1,
            last.digest or "0" * 12,
        )


def title(game: GameState, rules: Game | None) -> str:
    """The English name of a game; its key if the rules are not known here."""
    return shorten(rules.name if rules is not None else game.key, TITLE_MOST) or game.key


def _options(options: Options) -> dict[str, bool | int | str]:
    plain: dict[str, bool | int | str] = {
        name: value
        for name, value in list(options.items())[:16]
        if is_plain(name, NAME_MOST) and (isinstance(value, bool) or is_plain(value, SAYS_MOST))
    }
    return plain
