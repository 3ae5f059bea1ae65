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
    digits,
    key,
    numbers,
    option_value,
    optional,
    plain_text,
    time_text,
)
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

    def as_json(self) -> dict[str, object]:
        """As it is sent, without a signature."""
        players = [person._asdict() for person in self.players]
        listed = {name: None if value is None else list(value) for name, value in self._lists().items()}
        return {"v": VERSION, **self._asdict(), "players": players, **listed}

    def _lists(self) -> dict[str, tuple[int, ...] | None]:
        return {"teams": self.teams, "places": self.places, "scores": self.scores}

    @property
    def hash(self) -> str:
        """The hash of what happened: not of names, clocks, titles and options."""
        return sha256({
            "record": self.record, "game": self.game, "revision": self.revision, "state": self.state,
            "kind": self.kind, "players": [person.person for person in self.players], "ended": self.ended,
            "entries": self.entries, "digest": self.digest, **self._lists(),
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
    """What a table does now. `start` and `number` order its states; `seq` is the last line of its log."""

    record: str
    start: int
    number: int
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

    def as_json(self) -> dict[str, object]:
        """As it is sent, without a signature."""
        fields = {name: value for name, value in self._asdict().items() if name not in ("start", "number")}
        players = [seat._asdict() for seat in self.players]
        return {"v": VERSION, **fields, "order": [self.start, self.number], "players": players}


class Confirmed(NamedTuple):
    """What a board has on its disk: of a record the games with their revisions and the beginnings of their hashes."""

    board: str
    record: str
    results: tuple[tuple[int, int, str], ...]

    def as_json(self) -> dict[str, object]:
        """As it is sent, without a signature."""
        return {
            "v": VERSION,
            "board": self.board,
            "record": self.record,
            "results": [list(one) for one in self.results],
        }


class BoardOnline(NamedTuple):
    """A board says that it is there, or that it ends."""

    board: str
    online: bool
    at: str

    def as_json(self) -> dict[str, object]:
        """As it is sent; it is never signed."""
        return {"v": VERSION, **self._asdict()}


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


def read_result(message: Reader) -> ResultMessage:
    """The result in a message; raises Wrong."""
    state = message.member("state").one_of((FINAL, WITHDRAWN))
    final = state == FINAL
    seats = message.member("players").entries()
    if not 2 <= len(seats) <= 10:
        message.member("players").raise_wrong("value.range", least=2, most=10)
    players = tuple([Person(digits(seat.member("person"), 16), _name(seat)) for seat in seats])
    if len({player.person for player in players}) < len(players):
        message.member("players").raise_wrong("value.range", least=2, most=10)
    count = len(players)
    places = numbers(message.member("places"), 1, count, count)
    if (places is not None) != final or (places is not None and 1 not in places):
        message.member("places").raise_wrong("value.list")
    ended = message.member("ended")
    options = message.member("options").members()
    if len(options) > 16:
        message.member("options").raise_wrong("value.range", least=0, most=16)
    return ResultMessage(
        digits(message.member("record"), 32),
        message.member("game").integer(1, GAME_MOST),
        message.member("revision").integer(1, REVISION_MOST),
        state,
        key(message.member("kind")),
        plain_text(message.member("title"), TITLE_MOST),
        players,
        numbers(message.member("teams"), 0, 9, count),
        places,
        numbers(message.member("scores"), -NUMBER_MOST, NUMBER_MOST, count),
        ended.one_of((PLAYED, CONCEDED, AGREED)) if final else ended.one_of((None,)),
        {plain_text(Reader(name), NAME_MOST): option_value(value) for name, value in options.items()},
        optional(message.member("series"), lambda value: value.integer(1, GAME_MOST)),
        optional(message.member("begun"), time_text),
        optional(message.member("finished"), time_text),
        message.member("clock").boolean(),
        optional(message.member("seconds"), lambda value: value.integer(0, NUMBER_MOST)),
        message.member("entries").integer(0, NUMBER_MOST),
        digits(message.member("digest"), 8, 64),
    )


def read_state(message: Reader) -> StateMessage:
    """The state of a table in a message; raises Wrong."""
    start, number = message.member("order").entries(2)
    seats = message.member("players").entries()
    if len(seats) > 10:
        message.member("players").raise_wrong("value.range", least=0, most=10)
    return StateMessage(
        digits(message.member("record"), 32),
        start.integer(0, REVISION_MOST),
        number.integer(0, REVISION_MOST),
        message.member("seq").integer(-1, REVISION_MOST),
        message.member("phase").one_of((IDLE, PLAYING, OVER)),
        optional(message.member("game"), lambda value: value.integer(1, GAME_MOST)),
        optional(message.member("kind"), key),
        optional(message.member("title"), lambda value: plain_text(value, TITLE_MOST)),
        tuple([_seat(seat) for seat in seats]),
        optional(message.member("says"), lambda value: plain_text(value, SAYS_MOST)),
        optional(message.member("since"), time_text),
        message.member("clock").boolean(),
        message.member("games").integer(0, NUMBER_MOST),
        message.member("waiting").integer(0, NUMBER_MOST),
        optional(message.member("trouble"), lambda value: plain_text(value, SAYS_MOST)),
    )


def read_confirmed(message: Reader) -> Confirmed:
    """What a board confirms in a message; raises Wrong."""
    results = message.member("results").entries()
    if len(results) > CONFIRMED_TOGETHER:
        message.member("results").raise_wrong("value.range", least=0, most=CONFIRMED_TOGETHER)
    triples = []
    for one in results:
        game, revision, shown = one.entries(3)
        triples.append((game.integer(1, GAME_MOST), revision.integer(1, REVISION_MOST), digits(shown, HASH_SHOWN)))
    return Confirmed(digits(message.member("board"), 32), digits(message.member("record"), 32), tuple(triples))


def read_board_online(message: Reader) -> BoardOnline:
    """Whether a board is there; raises Wrong."""
    at = time_text(message.member("at"))
    return BoardOnline(digits(message.member("board"), 32), message.member("online").boolean(), at)


def _name(seat: Reader) -> str | None:
    return optional(seat.member("name"), lambda value: plain_text(value, NAME_MOST))


def _seat(seat: Reader) -> Seat:
    points = optional(seat.member("points"), lambda value: value.integer(-NUMBER_MOST, NUMBER_MOST))
    flags = [seat.member(name).boolean() for name in ("turn", "leads", "won", "out")]
    return Seat(digits(seat.member("person"), 16), _name(seat), points, *flags)
