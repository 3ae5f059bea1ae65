"""Game files as text, JSON and CSV: a written file can be read; any other is refused with the place of the fault."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.kit.rules import Options
from companion.messages import Message
from companion.play.act import Act, Line, Result, parse, shown
from companion.play.fold import GameState
from companion.record import Unfit, gamefiles
from companion.record.gamefiles import ALONE, EXAMPLES, HEADER, WRITTEN, FileGame, parse_time

fuzzed = settings(derandomize=True, database=None, deadline=None)
SCORES: Options = {"twelves": False, "entry": "scores"}
WALL = 1_790_000_000.0
HEAD = "game: praetorians\nplayers: Ada, Ben\n"
GAME = {"game": "praetorians", "players": ["Ada", "Ben"], "entries": ["bank 20"]}
TOP = {"format": "table-companion games", "version": 1, "games": [GAME]}


def read(content: bytes) -> tuple[FileGame, ...]:
    return gamefiles.read(content, WALL)


def written_as(form: str, games: list[GameState]) -> str:
    """Games that are no score pads, without rules and people, as a file."""
    return "".join(WRITTEN[form](games, lambda _: None, lambda _: "", {}, numbered=False, rules_of=lambda _: None))


def game(
    key: str, names: tuple[str, ...], options: Options, *entries: Line, series: int = ALONE, begun: float = WALL
) -> GameState:
    """A game as a file holds it, without digests."""
    return GameState(0, key, (), names, options, series, begun, 0, (Line(0, begun, Act("new")), *entries))


def entry(text: str, at: float = WALL, digest: str = "") -> Line:
    return Line(0, at, parse(text), digest=digest)


def at_line(line: int) -> Message:
    return Message("import.at-line", line=line)


def at_entry(entry: int) -> Message:
    return Message("import.at-entry", game=2, entry=entry)


# -- text


def test_times_are_read_as_they_are_written() -> None:
    for at in (0.0, WALL, WALL + 0.75):
        said = shown(at)
        assert said is not None
        assert parse_time(said) == at // 1
    assert shown(1e300) is None
    assert parse_time("2026-09-21T20:15:00Z") == parse_time("2026-09-21T22:15:00+02:00") == 1_790_021_700.0


@pytest.mark.parametrize(
    "text", ["", "soon", "1969-12-31T23:59:59Z", "5139-01-01", "0001-01-01T00:00:00+14:00", "25:00"]
)
def test_what_is_no_time_of_a_clock_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the caller names the line
        parse_time(text)


def test_a_text_needs_a_game_and_people_and_takes_comments_numbers_and_blank_lines() -> None:
    text = f"\ufeff# Sunday\r\n\n{HEAD}start\n\n1 bank 20\n  a remark\n\tanother\nbust  \r\n7654321 bust\n"
    (found,) = read(text.encode())
    assert found.game == game("praetorians", ("Ada", "Ben"), {}, entry("bank 20"), entry("bust"), entry("bust"))
    assert found.places == (at_line(3), at_line(7), at_line(10), at_line(11))
    assert not found.dated


def test_the_digest_of_a_text_is_that_of_its_last_entry_or_of_its_start() -> None:
    alone, setup = read(f"{HEAD}digest: 0123456789ab\n{HEAD}bank 20\nbust\ndigest: ba9876543210\n".encode())
    assert [entry.digest for entry in alone.game.path] == ["0123456789ab"]
    assert [entry.digest for entry in setup.game.path] == ["", "", "ba9876543210"]


def test_the_result_of_a_text_may_say_more_as_the_protocol_does() -> None:
    (found,) = read(f'{HEAD}over: {{"winners": [1], "scores": [0, 1], "by": "HAN-11"}}\n'.encode())
    assert found.game.result == Result((1,), (0, 1))


def test_the_number_in_front_of_an_entry_is_the_place_of_its_moment() -> None:
    reported = ["bank 20", "bust", "back 1", "bust", "change 1 bank 21", "bank 5"]
    played = game("praetorians", ("Ada", "Ben"), SCORES, *map(entry, reported))._replace(id=3)
    text = written_as("text", [played])
    assert text == (
        "# game 3\ngame: praetorians\nplayers: Ada, Ben\noptions: twelves=false entry=scores\n"
        f"begun: {shown(WALL)}\n\n1 bank 20\n2 bust\nback 1\n2 bust\nchange 1 bank 21\n3 bank 5\n\ndigest: \n"
    )  # fmt: skip
    assert read(text.encode())[0].game == played._replace(id=0)


NAMES = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=12)
TIMES = st.integers(0, 10**10).map(float)


@st.composite
def games(draw: st.DrawFn) -> GameState:
    """Any game, with digests and perhaps a result."""
    said = st.sampled_from(["bank 20", "bust", "set {}", "concede 1", "change 1 flip R7", "7"])
    found = game(
        draw(st.sampled_from(["praetorians", "senet"])), tuple(draw(st.lists(NAMES, min_size=1, max_size=4))),
        draw(st.dictionaries(st.sampled_from(["entry", "twelves"]), st.sampled_from([True, False, "scores", "x-1"]))),
        *draw(st.lists(st.builds(entry, said, TIMES, st.sampled_from(["0123456789ab", "ba9876543210"])), max_size=6)),
        series=draw(st.just(ALONE) | st.integers(0, 10**9 - 1)), begun=draw(TIMES),
    )  # fmt: skip
    result = draw(st.sampled_from([None, Result((0,), (99, -3))]))
    return found._replace(path=(*found.path[:-1], found.path[-1]._replace(result=result)))


@fuzzed
@given(written=st.lists(games(), min_size=1, max_size=3))
def test_any_game_is_read_as_it_was_written(written: list[GameState]) -> None:
    def in_text(state: GameState) -> GameState:
        """What a text holds: the digest of the last table, the time of the end, no other digests and times."""
        last = state.path[-1]
        path = [each._replace(digest="", at=state.begun) for each in state.path]
        at = last.at if last.result is not None else state.begun
        return state._replace(path=(*path[:-1], path[-1]._replace(digest=last.digest, at=at)))

    numbered = [game._replace(id=number) for number, game in enumerate(written, 1)]
    in_json = read(written_as("json", numbered).encode())
    assert [(found.number, found.game) for found in in_json] == [*enumerate(written, 1)]
    assert [found.game for found in read(written_as("text", written).encode())] == list(map(in_text, written))


@pytest.mark.parametrize("name", [*HEADER])
def test_what_a_value_of_a_text_should_be_like_is_said_and_is_right(name: str) -> None:
    example = EXAMPLES.get(name)
    if example is None:
        assert HEADER[name] is str, "any text can be read"
        return
    HEADER[name](example)
    with pytest.raises(Unfit) as fault:
        read(f"game: praetorians\n{name}: [{{\n".encode())
    assert fault.value.why == Message("import.wrong", name=name, example=f"{name}: {example}")


# -- JSON


def test_an_entry_of_json_is_a_text_or_has_a_time_and_a_digest() -> None:
    at = "2026-09-21T20:15:00Z"
    entries = ["bank 20", {"text": "bust", "at": at, "digest": "0123456789ab"}, {"text": "bust", "at": None}]
    tree = {**TOP, "games": [GAME, {**GAME, "entries": entries, "series": None, "begun": at, "start": "ba9876543210"}]}
    _, found = read(json.dumps(tree).encode())
    begun = 1_790_021_700.0
    assert found.game.path == (
        Line(0, begun, Act("new"), digest="ba9876543210"),
        entry("bank 20", begun), entry("bust", begun, "0123456789ab"), entry("bust", begun),
    )  # fmt: skip
    assert (found.game.begun, found.dated, found.game.options) == (begun, True, {})
    assert found.places == (Message("import.at-game", game=2), at_entry(1), at_entry(2), at_entry(3))


# -- CSV


def test_a_spreadsheet_takes_no_name_for_a_formula() -> None:
    names = ("=1+1", "+1", "-1", "@x", "＝1", "Ada")
    (_, *rows) = csv.reader(io.StringIO(written_as("csv", [game("spartacus", names, {})]), newline=""))
    assert [row[5] for row in rows] == ["'=1+1", "'+1", "'-1", "'@x", "'＝1", "Ada"]


# -- whatever comes in

PIECES = st.sampled_from([
    "game: praetorians", "players: Ada, Ben", 'players: ["A"]', "options: entry=scores", "options: x", "begun: now",
    "series: 7", "over: {}", 'over: {"winners": [], "scores": []}', "digest: x", "bank 20", "set {", "# x", " x",
    "start", "colour: red", "1 2 3", "\x1b[2J", "\ufeff", "{", "x" * 70_000, "[" * 5000, "over: " + "[" * 60_000,
])  # fmt: skip


@fuzzed
@given(lines=st.lists(PIECES | st.text(max_size=20), max_size=12))
def test_any_text_holds_games_or_is_refused_in_words(lines: list[str]) -> None:
    read_or_refused("\n".join(lines).encode("utf-8", "surrogatepass"))


@fuzzed
@given(content=st.binary(max_size=200))
def test_any_bytes_hold_games_or_are_refused_in_words(content: bytes) -> None:
    read_or_refused(content)
    read_or_refused(HEAD.encode() + content)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "at", "digest", "x"]), inner),
    max_leaves=6,
)


@fuzzed
@given(member=st.sampled_from([*TOP, *GAME, "options", "series", "begun", "start", "result", "x"]), value=JSON)
def test_any_value_anywhere_in_json_is_a_game_or_refused_in_words(member: str, value: object) -> None:
    for tree in ({**TOP, member: value}, {**TOP, "games": [{**GAME, member: value}]}, value):
        read_or_refused(json.dumps(tree).encode())


def read_or_refused(content: bytes) -> None:
    key = "import."
    try:
        read(content)
    except Unfit as unfit:
        key = unfit.why.key
    assert key.startswith(("import.", "value."))
