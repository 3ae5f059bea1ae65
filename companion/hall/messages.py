"""The messages of the hall as values, and how they are read: fields that are unknown are ignored, the others checked.

Reading raises Wrong, with the place of what is missing or of another kind.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.hall.canonical import sha256
from companion.hall.fields import (
    GAME_MOST,
    NAME_MOST,
    NUMBER_MOST,
    REVISION_MOST,
    SAYS_MOST,
    TITLE_MOST,
    Fields,
    as_members,
    hexadecimal,
    key,
    listed,
    options,
    or_null,
    text,
    time_text,
    whole,
)
from companion.kit.rules import SEATS_MOST
from companion.reader import Reader, Unparsed, from_json

VERSION = 1
FINAL, WITHDRAWN = "final", "withdrawn"
PLAYED, CONCEDED, AGREED = "played", "conceded", "agreed"
IDLE, PLAYING, OVER = "idle", "playing", "over"
ONLINE, OFFLINE = "online", "offline"

STATE_MOST, RESULT_MOST, CONFIRMED_MOST, DEPTH_MOST = 4096, 8192, 32768, 8
"""The most bytes of messages, and how deep their values nest."""
HASH_SHOWN = 16
"""The number of digits of a hash in a confirmation."""
CONFIRMED_TOGETHER = 200
FORGOTTEN_MOST = 1000
"""The most people of a message about who is forgotten."""
ONLINE_EXPIRY_S = 180
"""For how long a broker keeps the word of a board, in seconds."""
EVERY_S, EVERY_MOST = 15, 3600
"""How often a table says its state unless it says otherwise, and most rarely, in seconds."""


class Person(NamedTuple):
    """Somebody at the table: 16 hexadecimal digits, and a name if the table gives names away."""

    person: str
    name: str | None


class ResultMessage(NamedTuple):
    """A game of a table that has ended, or whose end was taken back.

    `record` is the id of the record under which the game began, `game` its number there, `revision` the number of the
    line that last changed its end. `places` by seat: 1 is best, equal ones are tied, all 1 is a draw; None if the end
    was taken back. `scores` is None where people ended the game. `digest` is the hash of the last table.
    """

    record: str
    game: int
    revision: int
    state: str
    kind: str
    title: str
    players: tuple[Person, ...]
    teams: tuple[int, ...] | None
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    ended: str | None
    options: dict[str, bool | int | str]
    series: int | None
    begun: str | None
    finished: str | None
    clock: bool
    seconds: int | None
    entries: int
    digest: str

    @property
    def hash(self) -> str:
        """The hash of what happened: not of names, clocks, titles and options."""
        return sha256({
            "record": self.record, "game": self.game, "revision": self.revision, "state": self.state,
            "kind": self.kind, "players": [person.person for person in self.players], "ended": self.ended,
            "entries": self.entries, "digest": self.digest, "teams": self.teams, "places": self.places,
            "scores": self.scores,
        })  # fmt: skip


class Seat(NamedTuple):
    """A player of a game that runs. `leads`: stands best now."""

    person: str
    name: str | None
    points: int | None
    turn: bool
    leads: bool
    won: bool
    out: bool


class StateMessage(NamedTuple):
    """What a table does now. `order` is a number that rises with each start of its publisher, and the number of
    the state since then; `seq` is the last line of its log. It says its state again every `every` seconds; 0: it says
    only its results. `ends` is in the last state before it ends in order.
    """

    record: str
    order: tuple[int, int]
    seq: int
    phase: str
    game: int | None
    kind: str | None
    title: str | None
    players: tuple[Seat, ...]
    says: str | None
    since: str | None
    clock: bool
    games: int
    waiting: int
    trouble: str | None
    every: int = EVERY_S
    ends: bool = False


class Confirmed(NamedTuple):
    """What a board has on its disk: of a record the games with their revisions and the beginnings of their hashes."""

    board: str
    record: str
    results: tuple[tuple[int, int, str], ...]


class BoardOnline(NamedTuple):
    """A board says that it is there, or that it ends."""

    board: str
    online: bool
    at: str


class Forgotten(NamedTuple):
    """Who asked to be forgotten, from one board to the others."""

    board: str
    people: tuple[str, ...]


def as_json(message: NamedTuple) -> dict[str, object]:
    """A message as it is sent, without a signature."""
    return {"v": VERSION, **as_members(message)}


# -- reading


def parse_json(payload: bytes) -> object:
    """The value of a message; raises Unparsed, also if it nests too deep."""
    try:
        value = from_json(payload.decode())
    except UnicodeDecodeError:
        raise Unparsed("it is not UTF-8") from None
    if not _shallow(value, DEPTH_MOST):
        raise Unparsed("it nests too deep")
    return value


def _shallow(value: object, depth: int) -> bool:
    level = [value]
    for _ in range(depth + 1):
        nested = [one for one in level if isinstance(one, dict | list)]
        if not nested:
            return True
        level = [member for one in nested for member in (one.values() if isinstance(one, dict) else one)]
    return False


def version_of(message: Reader) -> int:
    """The version of a message; raises Wrong if it says none."""
    return message.member("v").integer(1, REVISION_MOST)


_WHO = {"person": hexadecimal(16), "name": or_null(text(NAME_MOST))}
_RESULT = Fields(
    ResultMessage,
    {
        "record": hexadecimal(32),
        "game": whole(1, GAME_MOST),
        "revision": whole(1, REVISION_MOST),
        "state": lambda value: value.one_of((FINAL, WITHDRAWN)),
        "kind": key,
        "title": text(TITLE_MOST),
        "players": listed(Fields(Person, _WHO), 1, SEATS_MOST),
        "teams": or_null(listed(whole(0, SEATS_MOST - 1), 1, SEATS_MOST)),
        "places": or_null(listed(whole(1, SEATS_MOST), 1, SEATS_MOST)),
        "scores": or_null(listed(whole(-NUMBER_MOST, NUMBER_MOST), 1, SEATS_MOST)),
        "ended": or_null(lambda value: value.one_of((PLAYED, CONCEDED, AGREED))),
        "options": options,
        "series": or_null(whole(1, GAME_MOST)),
        "begun": or_null(time_text),
        "finished": or_null(time_text),
        "clock": Reader.boolean,
        "seconds": or_null(whole(0, NUMBER_MOST)),
        "entries": whole(0, NUMBER_MOST),
        "digest": hexadecimal(8, 64),
    },
)


def read_result(message: Reader) -> ResultMessage:
    """The result in a message; raises Wrong."""
    result = _RESULT(message)
    count, final = len(result.players), result.state == FINAL
    if len({player.person for player in result.players}) < count:
        message.member("players").raise_wrong("value.list")
    for name, values in (("teams", result.teams), ("places", result.places), ("scores", result.scores)):
        if values is not None:
            message.member(name).entries(count)
    if (result.places is not None) != final or (
        result.places and not 1 == min(result.places) <= max(result.places) <= count
    ):
        message.member("places").raise_wrong("value.list")
    if (result.ended is not None) != final:
        message.member("ended").raise_wrong("value.text")
    return result


def _read_order(value: Reader) -> tuple[int, int]:
    start, number = value.entries(2)
    return start.integer(0, REVISION_MOST), number.integer(0, REVISION_MOST)


def read_triple(value: Reader) -> tuple[int, int, str]:
    """A confirmed result: game, revision, the beginning of the hash; raises Wrong."""
    game, revision, shown = value.entries(3)
    return game.integer(1, GAME_MOST), revision.integer(1, REVISION_MOST), _HASH(shown)


_HASH = hexadecimal(HASH_SHOWN)
_SEAT = {
    **_WHO,
    "points": or_null(whole(-NUMBER_MOST, NUMBER_MOST)),
    **dict.fromkeys(("turn", "leads", "won", "out"), Reader.boolean),
}
read_state = Fields(
    StateMessage,
    {
        "record": hexadecimal(32),
        "order": _read_order,
        "seq": whole(-1, REVISION_MOST),
        "phase": lambda value: value.one_of((IDLE, PLAYING, OVER)),
        "game": or_null(whole(1, GAME_MOST)),
        "kind": or_null(key),
        "title": or_null(text(TITLE_MOST)),
        "players": listed(Fields(Seat, _SEAT), 0, SEATS_MOST),
        "says": or_null(text(SAYS_MOST)),
        "since": or_null(time_text),
        "clock": Reader.boolean,
        "games": whole(0, NUMBER_MOST),
        "waiting": whole(0, NUMBER_MOST),
        "trouble": or_null(text(SAYS_MOST)),
        "every": whole(0, EVERY_MOST),
        "ends": Reader.boolean,
    },
    every=EVERY_S,
    ends=False,
)
"""Reads the state of a table; raises Wrong."""
read_confirmed = Fields(
    Confirmed,
    {
        "board": hexadecimal(32),
        "record": hexadecimal(32),
        "results": listed(read_triple, 0, CONFIRMED_TOGETHER),
    },
)
"""Reads what a board confirms; raises Wrong."""
read_board_online = Fields(BoardOnline, {"board": hexadecimal(32), "online": Reader.boolean, "at": time_text})
"""Reads whether a board is there; raises Wrong."""
read_forgotten = Fields(Forgotten, {"board": hexadecimal(32), "people": listed(hexadecimal(16), 0, FORGOTTEN_MOST)})
"""Reads who asked to be forgotten; raises Wrong."""
