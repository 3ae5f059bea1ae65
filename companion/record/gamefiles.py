"""Games as files: writes and reads text in the notation and JSON, and writes CSV for spreadsheets.

A file has the path of each game: all entries, including the acts of the people (`back 12`, `change 5 flip R7`), but
without undone ones. README.md describes the forms. What is read becomes the tree of JSON first, also from text; one
reader checks that. The playthroughs of the tests are such files.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from types import SimpleNamespace
from typing import Any, NamedTuple

from companion.messages import Message
from companion.play import act as acts
from companion.play.act import Act, Line, Result, option_words, parse, read_options, read_seats, shown
from companion.play.clock import MOST_MS, OFF, Span, parse_clock
from companion.play.fold import GameState, Person
from companion.play.timeline import FindRules, GameSetup, replay_path
from companion.reader import Path, Reader, Unparsed, Wrong, field, from_json
from companion.record import Unfit, file_people, unfit_file
from companion.record.file_people import NUMBER_MOST, FilePeople
from companion.record.pads import hash_of
from companion.texts import as_cell, find_control

FORMAT, VERSION = "table-companion games", 1
"""The format and version in a JSON file."""
ALONE = -1
"""In place of a series: the game is the only one of its series."""
TEXT_MOST = 65_536
"""The longest text of an entry in code points; our own have a few thousand at most."""
LATEST = 1e11
"""The latest accepted time, in seconds since 1970: the year 5138."""
MOST = 32 * 1024 * 1024
"""The largest file in bytes: some seven thousand games as JSON, five times as many as text."""
MEMBERS = ("number", "game", "players", "people", "retired", "options", "pad", "clock", "seats", "seed", "series",
           "begun", "sure", "start", "entries", "result")  # fmt: skip
"""The members that a game may have in JSON."""
CLOCKS = "up, budget 15, increment 15 10, sand 60"
"""Examples of clocks."""
Lines = Mapping[Path, int]
"""The line number of each part of a text, by the path of the part in JSON; empty for JSON."""
COLUMNS = ("number", "game", "begun", "ended", "seat", "person", "points", "won", "how")


class FileGame(NamedTuple):
    """A game as a file describes it, before the engine has replayed it.

    Digests and the result are what the file claims, empty or None where it claims none; the number of the game is 0.
    `dated` says whether the file has the time of its beginning. `places` are the places of the game and of its entries
    in the file, for messages; `head` has those of its other parts, such as `players`. `content` is the text of a score
    pad in JSON; a text has only its SHA-256, as the `pad` of the game. `seed` is the seed of the device's chance, empty
    without one, and `word` what people added to it. `number` is the number that the game has in the record from which
    the file is, 0 if it does not say so.
    """

    game: GameState
    dated: bool
    places: tuple[Message | None, ...]
    head: Mapping[str, Message | None]
    content: bytes | None = None
    seed: str = ""
    people: FilePeople = ()
    number: int = 0
    word: str = ""


def parse_time(text: str) -> float:
    """A time of a file in seconds since 1970; raises ValueError. Without an offset it is local time."""
    try:
        at = datetime.fromisoformat(text).timestamp()
    except (OverflowError, OSError) as error:
        raise ValueError(text) from error
    if not 0 <= at < LATEST:
        raise ValueError(text)
    return at


# -- writing

FindPad = Callable[[str], bytes | None]
"""Gives the content of a score pad by its SHA-256; None if it is nowhere any more."""
FindSeed = Callable[[GameState], str]
"""Gives the seed of a finished game in which a device sat, behind it the people's word; empty for other games."""


def as_text(
    games: Iterable[GameState], content_of: FindPad, seed_of: FindSeed, people: Mapping[int, Person],
    *, numbered: bool, rules_of: FindRules,
) -> Iterator[str]:  # fmt: skip
    """The text, piece by piece; with the numbers of the games if they are all of the record."""
    for place, game in enumerate(games):
        header = {
            "game": game.key,
            "number": game.id if numbered else None,
            "players": file_people.as_list(game.names),
            **file_people.as_header(file_people.people_of(game, people)),
            "options": " ".join(option_words(game.options)),
            "pad": game.pad,
            "clock": None if game.clock == OFF else game.clock,
            "seats": " ".join(game.seats.words()),
            "seed": seed_of(game),
            "begun": _shown(game.path[0]),
            "ended": None if game.result is None else _shown(game.path[-1]),
            "series": None if game.series == ALONE else game.series,
        }
        lines = [f"# game {game.id}"]
        lines += [f"{key}: {value}" for key, value in header.items() if value not in (None, "")]
        lines += ["", *_numbered_entries(game, rules_of), ""] if game.path[1:] else [""]
        if game.result is not None:
            lines.append(f"over: {json.dumps({'winners': game.result.winners, 'scores': game.result.scores})}")
        lines.append(f"digest: {game.path[-1].digest}")
        yield "\n" * (place > 0) + "\n".join(lines) + "\n"


def _shown(entry: Line) -> str | None:
    """The time of an entry as in the log: with `?` where the system did not call its clock synchronised."""
    at = shown(entry.at)
    return at if at is None or entry.sure else f"{at}?"


def _numbered_entries(game: GameState, rules_of: FindRules) -> Iterator[str]:
    """The entries, each with its place in the game.

    A change removes entries that are not allowed any more, so this replays the game. If the rules do not agree with the
    game, no entry counts as removed.
    """
    place = 0
    for step in replay_path(GameSetup.of(game, rules_of), game.path)[1:]:
        act = parse(step.text)
        moves = act.kind in (acts.BACK, acts.CHANGE)
        if step.timeline is not None:
            place = len(step.timeline) - 1
        else:
            place = act.number if act.kind == acts.BACK else place + (not moves)
        yield step.text if moves else f"{place} {step.text}"


def as_json(
    games: Iterable[GameState], content_of: FindPad, seed_of: FindSeed, people: Mapping[int, Person], **_: object
) -> Iterator[str]:  # fmt: skip
    """The JSON, piece by piece."""
    yield f'{{"format": {json.dumps(FORMAT)}, "version": {VERSION}, "games": ['
    for place, game in enumerate(games):
        members = {
            "number": game.id,
            "game": game.key,
            "players": game.names,
            **file_people.as_members(file_people.people_of(game, people)),
            "options": game.options,
            **({"pad": (content_of(game.pad) or b"").decode()} if game.pad else {}),
            **({"clock": str(game.clock)} if game.clock != OFF else {}),
            **({"seats": " ".join(game.seats.words())} if game.seats.words() else {}),
            **({"seed": seed} if (seed := seed_of(game)) else {}),
            "series": None if game.series == ALONE else game.series,
            "begun": shown(game.begun),
            **({} if game.path[0].sure else {"sure": False}),
            "start": game.path[0].digest,
            "entries": [
                {
                    "text": entry.text,
                    "at": shown(entry.at),
                    **({} if entry.sure else {"sure": False}),
                    "digest": entry.digest,
                    **(entry.span._asdict() if entry.span is not None else {}),
                    **({"commitment": entry.commitment} if entry.commitment else {}),
                }
                for entry in game.path[1:]
            ],
            "result": None if game.result is None else game.result._asdict(),
        }
        yield f"{',' * (place > 0)}\n{json.dumps(members, ensure_ascii=False)}"
    yield "\n]}\n"


def as_csv(games: Iterable[GameState], *_: object, **__: object) -> Iterator[str]:
    """Results for spreadsheets (CSV, RFC 4180): the heads of the columns, then a row for each person of each game.

    Nothing imports it.
    """
    row = csv.writer(SimpleNamespace(write=str)).writerow  # it returns what `write` returns: the row as text
    yield row(COLUMNS)
    for game in games:
        for seat, name in enumerate(game.names):
            person = as_cell(name)  # text and JSON files have the name unchanged
            rest: tuple[object, ...] = ("", seat, person, "", "", "")
            if game.result is not None:
                winners, scores, ended = game.result
                rest = (shown(game.at), seat, person, scores[seat], int(seat in winners), ended or "played")
            yield row((game.id, game.key, shown(game.begun), *rest))


WRITTEN: dict[str, Callable[..., Iterator[str]]] = {
    "text": as_text, "json": as_json, "csv": as_csv,
}  # fmt: skip
"""The functions that write games, by the name of the form."""


# -- reading


def read(content: bytes, now: float) -> tuple[FileGame, ...]:
    """The games of a file, text or JSON; raises Unfit. Missing times become `now`, or the beginning of the game."""
    if len(content) > MOST:
        raise unfit_file(None, "large", most=MOST // 1024**2)
    if content.startswith((b"SQLite format 3\0", b"table-companion backup ")):
        raise unfit_file(None, "backup")
    lines: Lines = {}
    try:
        text = content.decode("utf-8-sig")  # some editors write a byte order mark
        tree, lines = (from_json(text), {}) if text[:4096].lstrip().startswith("{") else _text(text)
        top = Reader(tree).only("format", "version", "games")
        if top.get("format").value != FORMAT:
            raise unfit_file(None, "format", format=FORMAT)
        if top.member("version").integer(0, 9999) != VERSION:
            raise unfit_file(None, "version", known=VERSION)
        games = top.member("games").entries()
        if not games:
            raise unfit_file(None, "empty")
        return tuple([_game(game, lines, now) for game in games])
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise unfit_file(Message("import.at-line", line=line), "utf8") from None
    except Unparsed as error:
        raise unfit_file(None if error.line is None else Message("import.at-line", line=error.line), "json") from error
    except Wrong as wrong:
        match wrong.path:
            case ("games", int(), "entries", int(), *rest) | ("games", int(), *rest) | (*rest,):
                name = field(tuple(rest)) or "{…}"
        raise Unfit(_where(wrong.path, lines), Message(wrong.key, field=name, **wrong.params)) from None


def _text(text: str) -> tuple[object, Lines]:
    """A text as the tree of JSON, but with `ended`, `over` and `digest`, and the line numbers of its parts."""
    games: list[dict[str, Any]] = []
    lines: dict[Path, int] = {}
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.rstrip()
        if not line or line[0] in "# \t" or line == "start":
            continue
        where = Message("import.at-line", line=number)
        head = re.match(r"([A-Za-z]+):(?: |$)", line)
        name = head[1] if head is not None else ""
        if name and name not in HEADER:
            raise unfit_file(where, "unknown", name=name, known=", ".join(HEADER))
        if name == "game":
            games.append({"entries": []})
            lines["games", len(games) - 1] = number
        if not games:
            raise unfit_file(where, "no-game")
        game, path = games[-1], ("games", len(games) - 1)
        if head is None:
            lines[*path, "entries", len(game["entries"])] = number
            game["entries"].append(re.sub("^[0-9]{1,7} ", "", line))
            continue
        if name in game:
            raise unfit_file(where, "twice", name=name)
        lines[*path, name] = number
        text = line[head.end() :].strip()
        if name in UNSURE and text.endswith("?"):
            text, game[UNSURE[name]] = text[:-1], False
        try:
            game[name] = HEADER[name](text)
        except ValueError:
            raise unfit_file(where, "wrong", name=name, example=f"{name}: {EXAMPLES[name]}") from None
    return {"format": FORMAT, "version": VERSION, "games": games}, lines


HEADER: dict[str, Callable[[str], object]] = {
    "game": str, "number": int, "players": file_people.parse_list, "people": file_people.parse_people,
    "retired": lambda text: [int(part) for part in text.split(",")],
    "options": read_options, "pad": str, "clock": str, "seats": str, "seed": str, "begun": str, "ended": str,
    "series": from_json, "over": from_json, "digest": str,
}  # fmt: skip
"""The words that may begin a line of a text, before a colon, with the function that reads the rest. The last two are
about the end of the game."""

UNSURE = {"begun": "sure", "ended": "sure at the end"}
"""What `?` behind a time makes false in the tree, for each of them."""

EXAMPLES = {
    "number": "12", "players": "Ada, Ben", "people": "3 Ada, 5 Ben", "retired": "5",
    "options": "twelves=false entry=scores", "series": "3", "over": '{"winners": [0], "scores": [99, 3]}',
}  # fmt: skip
"""A right value for each word whose value can be wrong as a text."""


def _where(path: Path, lines: Lines) -> Message | None:
    """The place of a part of the file: in a text its line, in JSON the numbers of game and entry, from 1 on."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return Message("import.at-line", line=lines[path[:length]])
    match path:
        case ("games", int(game), "entries", int(entry), *_):
            return Message("import.at-entry", game=game + 1, entry=entry + 1)
        case ("games", int(game), *_):
            return Message("import.at-game", game=game + 1)
    return None


def _game(game: Reader, lines: Lines, now: float) -> FileGame:
    if not lines:
        game.only(*MEMBERS)
    begun, entries = game.get("begun"), game.member("entries").entries()
    at = _at(begun, now)
    start = Line(0, at, Act(acts.NEW), digest=game.get("start", "").text(), sure=game.get("sure", True).boolean())
    path = [start, *[_entry(entry, lines, start) for entry in entries]]
    result, over = game.get("result"), game.get("over")
    # The protocol's `over` may also have the rule by which the game ended.
    result = over if result.is_null else result.only("winners", "scores", "ended")
    last = path[-1]
    path[-1] = last._replace(
        digest=game.get("digest", "").text() or last.digest, result=None if result.is_null else _result(result),
    )  # fmt: skip
    ended = _at(game.get("ended"), last.at)
    if entries and not game.get("ended").is_null:
        path[-1] = path[-1]._replace(at=ended, sure=game.get(UNSURE["ended"], True).boolean())
    series, pad, clock = game.get("series"), game.get("pad"), game.get("clock")
    content = None if lines or pad.is_null else pad.text().encode("utf-8", "surrogatepass")
    names = tuple([name.text() for name in game.member("players").entries()])
    state = GameState(
        0, game.member("game").text(), (), names,
        {name: value.value if isinstance(value.value, bool | str) else value.raise_wrong("value.chosen")
         for name, value in game.get("options", {}).members().items()},
        ALONE if series.is_null else series.integer(0, 10**9 - 1), at, 0, tuple(path),
        pad="" if pad.is_null else pad.text() if content is None else hash_of(content),
        clock=OFF if clock.is_null else clock.read(parse_clock, "value.clock", known=CLOCKS),
        seats=game.get("seats", "").read(lambda text: read_seats(text, len(names)), "value.seats"),
    )  # fmt: skip
    places = tuple([_where(part.path, lines) for part in (game, *entries)])
    head = {part: _where((*game.path, part), lines) for part in HEADER}
    people = file_people.read_people(game)
    number = game.get("number").integer(1, NUMBER_MOST) if not game.get("number").is_null else 0
    seed, _, word = game.get("seed", "").text().partition(" ")
    return FileGame(state, not begun.is_null, places, head, content, seed, people, number, word)


def _entry(entry: Reader, lines: Lines, start: Line) -> Line:
    where = _where(entry.path, lines)
    if isinstance(entry.value, str):
        entry = Reader({"text": entry.value}, entry.path)
    entry.only("text", "at", "sure", "digest", "seat", "ms", "commitment")
    text, at = entry.member("text").text(), _at(entry.get("at"), start.at)
    sure = entry.get("sure", start.sure or not entry.get("at").is_null).boolean()
    if len(text) > TEXT_MOST:
        raise unfit_file(where, "long", most=TEXT_MOST)
    if forbidden := find_control(text):
        raise unfit_file(where, "character", point=f"U+{ord(forbidden):04X}")
    span = None
    if not (entry.get("seat").is_null and entry.get("ms").is_null):
        span = Span(entry.member("seat").seat(10), entry.member("ms").integer(0, MOST_MS))
    commitment = entry.get("commitment", "").read(_commitment, "value.commitment")
    return Line(0, at, parse(text), digest=entry.get("digest", "").text(), sure=sure, span=span, commitment=commitment)


def _commitment(text: str) -> str:
    if not re.fullmatch("(?:[0-9a-f]{16})?", text):
        raise ValueError(text)
    return text


def _at(time: Reader, default: float) -> float:
    return default if time.is_null else time.read(parse_time, "value.time")


def _result(result: Reader) -> Result:
    winners, scores = [
        tuple([part.integer(-(10**9), 10**9) for part in result.member(name).entries()])
        for name in ("winners", "scores")
    ]
    return Result(winners, scores, result.get("ended", "").text())
