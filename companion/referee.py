"""The referee's line protocol: one JSON request in, one JSON reply out. A function; it reads and writes nothing.

It is the rules engine without a table around it, made of the same calls as the device. A request that cannot be
carried out is answered and changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from companion.games import registry
from companion.games.game import Game, Options, Position, play
from companion.games.refusals import Illegal, NoGame, Over, Refusal
from companion.session.undo_stack import Line
from companion.words import Words

LINE_MOST = 65_536
"""The longest request in bytes, without its line feed."""


class BadRequest(Refusal):
    """Not a request at all: no JSON object, an unknown `do`, a field that is missing or of the wrong type."""

    code = "bad-request"


class Referee:
    """A game that somebody referees by the protocol: the record, who plays, and the line of positions."""

    __slots__ = ("game", "line", "options", "players")

    def __init__(self, game: Game, players: tuple[str, ...], options: Options, line: Line[Position]) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.line = line

    def on(self, line: Line[Position]) -> Referee:
        """The same game at another place of its line."""
        return Referee(self.game, self.players, self.options, line)

    def view(self) -> dict[str, object]:
        """Everything that can be known about the game now, as JSON values."""
        position = self.line.now
        outcome = position.outcome
        return {
            "game": self.game.key,
            "players": list(self.players),
            "options": dict(self.options),
            "to_act": list(position.to_act),
            "legal": list(position.legal()),
            "over": outcome is not None,
            "outcome": outcome.as_json() if outcome else None,
            "ply": len(self.line.past) - 1,
            "table": position.table(),
        }


class Answer:
    """What became of a request: the reply without its line feed, the session it leaves, and whether that was all."""

    __slots__ = ("last", "referee", "reply")

    def __init__(self, reply: Mapping[str, object], referee: Referee | None, *, last: bool = False) -> None:
        self.reply = json.dumps(reply, separators=(", ", ": ")).encode()
        self.referee = referee
        self.last = last


def answer(referee: Referee | None, request: bytes | None) -> Answer:
    """Carry out one request line (without its line feed; None stands for a line that was too long)."""
    try:
        fields = _fields(request)
        do = _DO.get(_text(fields, "do"))
        if do is None:
            raise BadRequest("refused.request.do", do=fields["do"], known=", ".join(_DO))
        return do(referee, fields)
    except Refusal as refusal:
        names = referee.players if referee else ()
        error = {
            "code": refusal.code,
            "rule": refusal.rule if isinstance(refusal, Illegal) else None,
            "message": Words("en").message(refusal.message, names),
        }
        return Answer({"ok": False, "error": error}, referee)


def _fields(request: bytes | None) -> dict[str, object]:
    if request is None or len(request) > LINE_MOST:
        raise BadRequest("refused.request.long", most=LINE_MOST)
    try:
        fields = json.loads(request.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise BadRequest("refused.request.utf8") from None
    except (ValueError, RecursionError):  # also numbers too long to read
        raise BadRequest("refused.request.json") from None
    if not isinstance(fields, dict):
        raise BadRequest("refused.request.object")
    return fields


def _no_constant(name: str) -> object:
    """RFC 8259 knows neither NaN nor Infinity; Python's reader does."""
    raise ValueError(name)


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise BadRequest("refused.request.text", field=name)
    return value


def _games(referee: Referee | None, fields: Mapping[str, object]) -> Answer:
    records = [registry.game(key) for key in registry.GAMES]
    games = [
        {
            "key": game.key,
            "name": game.name,
            "players": list(game.players),
            "options": {key: list(values) for key, values in game.options.items()},
        }
        for game in records
    ]
    return Answer({"ok": True, "games": games}, referee)


def _new(referee: Referee | None, fields: Mapping[str, object]) -> Answer:
    key = _text(fields, "game")
    names = fields.get("players")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRequest("refused.request.players")
    chosen = fields.get("options", {})
    if not isinstance(chosen, dict):
        raise BadRequest("refused.request.options")
    game = registry.game(key)
    players = game.seat(tuple(names))
    options = game.complete(chosen)
    return _told(Referee(game, players, options, Line((game.start(len(players), options),))))


def _play(referee: Referee | None, fields: Mapping[str, object]) -> Answer:
    text = _text(fields, "action")
    referee = _running(referee)
    action = referee.game.read(text)
    return _told(referee.on(referee.line.then(play(referee.line.now, action))))


def _set(referee: Referee | None, fields: Mapping[str, object]) -> Answer:
    table = fields.get("table")
    if not isinstance(table, dict):
        raise BadRequest("refused.request.table")
    referee = _running(referee)
    if referee.line.now.outcome is not None:
        raise Over("refused.over")
    position = referee.game.restore(len(referee.players), referee.options, table)
    return _told(referee.on(referee.line.then(position)))


def _undo(referee: Referee | None, fields: Mapping[str, object]) -> Answer:
    referee = _running(referee)
    return _told(referee.on(referee.line.back()))


def _redo(referee: Referee | None, fields: Mapping[str, object]) -> Answer:
    referee = _running(referee)
    return _told(referee.on(referee.line.forward()))


def _view(referee: Referee | None, fields: Mapping[str, object]) -> Answer:
    return _told(_running(referee))


def _quit(referee: Referee | None, fields: Mapping[str, object]) -> Answer:
    return Answer({"ok": True}, referee, last=True)


def _running(referee: Referee | None) -> Referee:
    if referee is None:
        raise NoGame("refused.no-game")
    return referee


def _told(referee: Referee) -> Answer:
    return Answer({"ok": True, "view": referee.view()}, referee)


_DO: dict[str, Callable[[Referee | None, Mapping[str, object]], Answer]] = {
    "games": _games,
    "new": _new,
    "play": _play,
    "undo": _undo,
    "redo": _redo,
    "set": _set,
    "view": _view,
    "quit": _quit,
}
