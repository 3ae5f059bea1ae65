"""The referee's line protocol: one JSON request in, one JSON reply out. It is a function without input or output.

It makes the same calls to the rules engine as the device. A request that fails gets a reply and changes nothing.
The caller provides what is outside: a clock, and whether a thought is to stop.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from companion.kit.game import Game
from companion.kit.rules import Illegal, Over, Refusal
from companion.messages import Message
from companion.reader import Reader, Unparsed, Wrong, from_json
from companion.referee import minds
from companion.referee.state import BadRequest, Moment, Outside, Referee, require_game
from companion.texts import harmless
from companion.values import Protocol
from companion.words import Words

LINE_MOST = 65_536
"""The longest request in bytes, without its line feed."""


class Answer:
    """The answer to a request: the reply without its line feed, the game after it, and whether it was the last one."""

    __slots__ = ("last", "referee", "reply")

    def __init__(self, reply: Mapping[str, object], referee: Referee | None, *, last: bool = False) -> None:
        self.reply = json.dumps(reply, separators=(", ", ": ")).encode()
        self.referee = referee
        self.last = last


class Offered(Protocol):
    """The games that can be played."""

    def all(self) -> Sequence[Game]:
        """Every game, in the order of lists."""

    def game(self, key: str) -> Game:
        """A game by its key; raises UnknownGame."""


def answer(
    referee: Referee | None,
    request: bytes | None,
    games: Offered,
    outside: Outside = Outside(),  # noqa: B008 - a value
    reader: type[Reader] = Reader,
) -> Answer:
    """Carry out one request line (without its line feed; None for a line that was too long).

    `games` are those that can be played. `reader` reads the request.
    """
    try:
        return _answer(referee, request, games, outside, reader)
    except Refusal as refusal:
        names = referee.players if referee else ()
        error = {
            "code": refusal.code,
            "rule": refusal.rule if isinstance(refusal, Illegal) else None,
            "message": Words("en").message(_harmless(refusal.message), names),
        }
        return Answer({"ok": False, "error": error}, referee)


def _harmless(message: Message) -> Message:
    """The message with its texts, which quote the request, cut and without control characters; blank ones in marks."""
    params = {name: _quoted(harmless(part)) if isinstance(part, str) else part for name, part in message.params.items()}
    return Message(message.key, message.rule, **params)


def _quoted(text: str) -> str:
    return text if text.strip() else f"“{text}”"


def is_stop(request: bytes) -> bool:
    """Whether a request line is `stop`."""
    try:
        return Reader(from_json(request.decode("utf-8"))).member("do").value == "stop"
    except (UnicodeDecodeError, Unparsed, Wrong):
        return False


def _answer(
    referee: Referee | None, request: bytes | None, games: Offered, outside: Outside, reader: type[Reader]
) -> Answer:
    if request is None or len(request) > LINE_MOST:
        raise BadRequest("refused.request.long", most=LINE_MOST)
    try:
        fields = reader(from_json(request.decode("utf-8")))
        do = fields.member("do").text()
        if do == "games":
            return _games(referee, games)
        if do == "new":
            return _new(fields, games)
        if do in _THINK:
            reply, referee = _THINK[do](referee, fields, outside)
            return Answer({"ok": True, **reply}, referee)
        if do in _DO:
            return _DO[do](referee, fields, outside)
        raise BadRequest("refused.request.do", do=do, known=", ".join(_KNOWN))
    except UnicodeDecodeError:
        raise BadRequest("refused.request.utf8") from None
    except Unparsed:
        raise BadRequest("refused.request.json") from None
    except Wrong as wrong:
        raise BadRequest(wrong.key, field=wrong.field or "request", **wrong.params) from None


def _games(referee: Referee | None, games: Offered) -> Answer:
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


def _new(fields: Reader, games: Offered) -> Answer:
    key = fields.member("game").text()
    names = tuple([name.text() for name in fields.member("players").entries()])
    chosen = {name: option.value for name, option in fields.get("options", {}).members().items()}
    game = games.game(key)
    players = game.seat(names)
    options = game.complete(chosen)
    start = Moment(game.start(len(players), options))
    return _view_of(Referee(game, players, options, (start,)))


def _play(referee: Referee | None, fields: Reader, outside: Outside) -> Answer:
    text = fields.member("action").text()
    referee = require_game(referee)
    return _view_of(referee.play(referee.game.read(text), outside))


def _set(referee: Referee | None, fields: Reader, outside: Outside) -> Answer:
    table = fields.member("table")
    table.members()  # the game checks what is in it; a table that is no object is no request
    referee = require_game(referee)
    if referee.position.outcome is not None:
        raise Over("refused.over")
    return _view_of(referee.set(referee.game.restore(len(referee.players), referee.options, table.value)))


def _view_of(referee: Referee) -> Answer:
    return Answer({"ok": True, "view": referee.view()}, referee)


_DO: dict[str, Callable[[Referee | None, Reader, Outside], Answer]] = {
    "play": _play,
    "undo": lambda referee, *_: _view_of(require_game(referee).undo()),
    "redo": lambda referee, *_: _view_of(require_game(referee).redo()),
    "set": _set,
    "view": lambda referee, *_: _view_of(require_game(referee)),
    "stop": lambda referee, *_: Answer({"ok": True}, referee),  # what it would stop has been answered before
    "quit": lambda referee, *_: Answer({"ok": True}, referee, last=True),
}
_THINK: dict[str, Callable[[Referee | None, Reader, Outside], minds.Reply]] = {
    "sit": minds.sit,
    "think": minds.think,
    "odds": minds.odds,
    "advise": minds.advise,
    "review": minds.review,
    "know": minds.know,
}
_KNOWN = ("games", "new", *_DO, *_THINK)
"""Every `do` that there is."""
