"""The referee's line protocol: one JSON request in, one JSON reply out. It is a function without input or output.

It makes the same calls to the rules engine as the device. A request that fails gets a reply and changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from companion.games.game import Game, Options, Position, play
from companion.games.pad.collection import Games
from companion.games.refusals import Illegal, NoGame, Over, Refusal
from companion.reader import Reader, Unparsed, Wrong, from_json
from companion.session.undo_stack import UndoStack
from companion.words import Words

LINE_MOST = 65_536
"""The longest request in bytes, without its line feed."""


class BadRequest(Refusal):
    """Not a request: no JSON object, an unknown `do`, a field that is missing or has the wrong type."""

    code = "bad-request"


class Referee:
    """A game refereed by the protocol: the game, who plays, the options, and the stack of positions."""

    __slots__ = ("game", "options", "players", "stack")

    def __init__(self, game: Game, players: tuple[str, ...], options: Options, stack: UndoStack[Position]) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.stack = stack

    def with_stack(self, stack: UndoStack[Position]) -> Referee:
        """The same game with another stack."""
        return Referee(self.game, self.players, self.options, stack)

    def view(self) -> dict[str, object]:
        """Everything about the game now, as JSON values."""
        position = self.stack.now
        outcome = position.outcome
        return {
            "game": self.game.key,
            "players": list(self.players),
            "options": dict(self.options),
            "to_act": list(position.to_act),
            "legal": list(position.legal()),
            "over": outcome is not None,
            "outcome": outcome.as_json() if outcome else None,
            "ply": len(self.stack.past) - 1,
            "table": position.table(),
        }


class Answer:
    """The answer to a request: the reply without its line feed, the game after it, and whether it was the last one."""

    __slots__ = ("last", "referee", "reply")

    def __init__(self, reply: Mapping[str, object], referee: Referee | None, *, last: bool = False) -> None:
        self.reply = json.dumps(reply, separators=(", ", ": ")).encode()
        self.referee = referee
        self.last = last


def answer(referee: Referee | None, request: bytes | None, games: Games = Games()) -> Answer:  # noqa: B008 - a value
    """Carry out one request line (without its line feed; None for a line that was too long).

    `games` are those that can be played: the five, and the pads that ship unless it names more.
    """
    try:
        return _answer(referee, request, games)
    except Refusal as refusal:
        names = referee.players if referee else ()
        error = {
            "code": refusal.code,
            "rule": refusal.rule if isinstance(refusal, Illegal) else None,
            "message": Words("en").message(refusal.message, names),
        }
        return Answer({"ok": False, "error": error}, referee)


def _answer(referee: Referee | None, request: bytes | None, games: Games) -> Answer:
    if request is None or len(request) > LINE_MOST:
        raise BadRequest("refused.request.long", most=LINE_MOST)
    try:
        fields = Reader(from_json(request.decode("utf-8")))
        do = fields.member("do").text()
        if do not in _KNOWN:
            raise BadRequest("refused.request.do", do=do, known=", ".join(_KNOWN))
        if do == "games":
            return _games(referee, games)
        if do == "new":
            return _new(fields, games)
        return _DO[do](referee, fields)
    except UnicodeDecodeError:
        raise BadRequest("refused.request.utf8") from None
    except Unparsed:
        raise BadRequest("refused.request.json") from None
    except Wrong as wrong:
        raise BadRequest(wrong.key, field=wrong.field or "request", **wrong.params) from None


def _games(referee: Referee | None, games: Games) -> Answer:
    listed = [
        {
            "key": game.key,
            "name": game.name,
            "players": list(game.players),
            "options": {key: list(values) for key, values in game.options.items()},
        }
        for game in games.all()
    ]
    return Answer({"ok": True, "games": listed}, referee)


def _new(fields: Reader, games: Games) -> Answer:
    key = fields.member("game").text()
    names = tuple([name.text() for name in fields.member("players").entries()])
    chosen = {name: option.value for name, option in fields.get("options", {}).members().items()}
    game = games.game(key)
    players = game.seat(names)
    options = game.complete(chosen)
    return _view_of(Referee(game, players, options, UndoStack((game.start(len(players), options),))))


def _play(referee: Referee | None, fields: Reader) -> Answer:
    text = fields.member("action").text()
    referee = _require_game(referee)
    action = referee.game.read(text)
    return _view_of(referee.with_stack(referee.stack.push(play(referee.stack.now, action))))


def _set(referee: Referee | None, fields: Reader) -> Answer:
    table = fields.member("table")
    table.members()  # the game checks what is in it; a table that is no object is no request
    referee = _require_game(referee)
    if referee.stack.now.outcome is not None:
        raise Over("refused.over")
    position = referee.game.restore(len(referee.players), referee.options, table.value)
    return _view_of(referee.with_stack(referee.stack.push(position)))


def _undo(referee: Referee | None, fields: Reader) -> Answer:
    referee = _require_game(referee)
    return _view_of(referee.with_stack(referee.stack.undo()))


def _redo(referee: Referee | None, fields: Reader) -> Answer:
    referee = _require_game(referee)
    return _view_of(referee.with_stack(referee.stack.redo()))


def _view(referee: Referee | None, fields: Reader) -> Answer:
    return _view_of(_require_game(referee))


def _quit(referee: Referee | None, fields: Reader) -> Answer:
    return Answer({"ok": True}, referee, last=True)


def _require_game(referee: Referee | None) -> Referee:
    if referee is None:
        raise NoGame("refused.no-game")
    return referee


def _view_of(referee: Referee) -> Answer:
    return Answer({"ok": True, "view": referee.view()}, referee)


_DO: dict[str, Callable[[Referee | None, Reader], Answer]] = {
    "play": _play,
    "undo": _undo,
    "redo": _redo,
    "set": _set,
    "view": _view,
    "quit": _quit,
}
_KNOWN = ("games", "new", *_DO)
