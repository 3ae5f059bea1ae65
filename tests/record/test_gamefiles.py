"""Game files as text, JSON and CSV: what is written is read again; anything else is refused with its place."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.refusals import Message
from companion.record.exchange import read
from companion.record.gamefiles import Sheet, SheetEntry, Unfit, as_csv, as_json, as_text, moment, shown
from companion.record.line import Result

fuzzed = settings(derandomize=True, database=None, deadline=None, max_examples=150)
SCORES: dict[str, bool | str] = {"twelves": False, "entry": "scores"}
WALL = 1_790_000_000.0
HEAD = "game: praetorians\nplayers: Ada, Ben\n"
GAME = {"game": "praetorians", "players": ["Ada", "Ben"], "entries": ["bank 20"]}
TOP = {"format": "table-companion games", "version": 1, "games": [GAME]}


def texts(sheets: tuple[Sheet, ...]) -> list[list[str]]:
    return [[entry.text for entry in sheet.entries] for sheet in sheets]


def at_line(line: int) -> Message:
    return Message("import.at-line", line=line)


def at_entry(entry: int) -> Message:
    return Message("import.at-entry", game=2, entry=entry)


# -- text


def test_times_are_read_as_they_are_written() -> None:
    for at in (0.0, WALL, WALL + 0.75):
        said = shown(at)
        assert said is not None
        assert moment(said) == at // 1
    assert shown(1e300) is None
    assert shown(None) is None
    assert moment("2026-09-21T20:15:00Z") == moment("2026-09-21T22:15:00+02:00") == 1_790_021_700.0


@pytest.mark.parametrize(
    "text", ["", "soon", "1969-12-31T23:59:59Z", "5139-01-01", "0001-01-01T00:00:00+14:00", "25:00"]
)
def test_what_is_no_time_of_a_clock_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the caller names the line
        moment(text)


def test_a_text_needs_a_game_and_people_and_takes_comments_numbers_and_blank_lines() -> None:
    text = f"\ufeff# Sunday\r\n\n{HEAD}start\n\n1 bank 20\n  a remark\n\tanother\nbust  \r\n7654321 bust\n"
    (sheet,) = read(text.encode())
    assert (sheet.key, sheet.names, sheet.options) == ("praetorians", ("Ada", "Ben"), {})
    assert [(entry.text, entry.where) for entry in sheet.entries] == [
        ("bank 20", at_line(7)), ("bust", at_line(10)), ("bust", at_line(11)),
    ]  # fmt: skip
    assert (sheet.where, sheet.series, sheet.begun, sheet.result, sheet.end) == (at_line(3), None, None, None, "")


def test_the_digest_of_a_text_is_that_of_its_last_entry_or_of_its_start() -> None:
    alone, setup = read(f"{HEAD}digest: 0123456789ab\n{HEAD}bank 20\nbust\ndigest: ba9876543210\n".encode())
    assert (alone.start, alone.entries) == ("0123456789ab", ())
    assert (setup.start, [entry.digest for entry in setup.entries]) == ("", ["", "ba9876543210"])


def test_the_result_of_a_text_may_say_more_as_the_protocol_does() -> None:
    (sheet,) = read(f'{HEAD}over: {{"winners": [1], "scores": [0, 1], "by": "HAN-11"}}\n'.encode())
    assert sheet.result == Result((1,), (0, 1))


def test_the_number_in_front_of_an_entry_is_the_place_of_its_moment() -> None:
    told = ["bank 20", "bust", "back 1", "bust", "change 1 bank 21", "bank 5"]
    game = Sheet("praetorians", ("Ada", "Ben"), SCORES, tuple(map(SheetEntry, told)), number=3)
    (text,) = as_text([game])
    assert text == (
        "# game 3\ngame: praetorians\nplayers: Ada, Ben\noptions: twelves=false entry=scores\n\n"
        "1 bank 20\n2 bust\nback 1\n2 bust\nchange 1 bank 21\n3 bank 5\n\ndigest: \n"
    )  # fmt: skip
    assert texts(read(text.encode())) == [told]


NAMES = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=12)
SHEETS = st.builds(
    Sheet, key=st.sampled_from(["praetorians", "senet"]), names=st.lists(NAMES, min_size=1, max_size=4).map(tuple),
    options=st.dictionaries(st.sampled_from(["entry", "twelves"]), st.booleans() | st.sampled_from(["scores", "x-1"])),
    entries=st.lists(
        st.builds(SheetEntry, st.sampled_from(["bank 20", "bust", "set {}", "concede 1", "change 1 flip R7", "7"]),
                  at=st.none() | st.integers(0, 10**10).map(float), digest=st.just("")), max_size=6
    ).map(tuple),
    series=st.none() | st.integers(0, 10**9 - 1), begun=st.none() | st.integers(0, 10**10).map(float),
    result=st.sampled_from([None, Result((0,), (99, -3))]), number=st.just(0), ended=st.none(), start=st.just(""),
    where=st.none(),
)  # fmt: skip


@fuzzed
@given(games=st.lists(SHEETS, min_size=1, max_size=3))
def test_any_sheet_is_read_as_it_was_written(games: list[Sheet]) -> None:
    def kept(sheet: Sheet) -> Sheet:
        """Without what only a reader has (its place), and the times of entries, which a text has none of."""
        entries = tuple([SheetEntry(entry.text) for entry in sheet.entries])
        return sheet._replace(where=None, entries=entries)

    for written in (as_text(games), as_json(games)):
        text = "".join(written)
        assert list(map(kept, read(text.encode()))) == list(map(kept, games))


# -- JSON


def test_an_entry_of_json_is_a_text_or_has_a_time_and_a_digest() -> None:
    at = "2026-09-21T20:15:00Z"
    entries = ["bank 20", {"text": "bust", "at": at, "digest": "0123456789ab"}, {"text": "bust", "at": None}]
    tree = {**TOP, "games": [GAME, {**GAME, "entries": entries, "series": None, "begun": at, "start": "ba9876543210"}]}
    _, sheet = read(json.dumps(tree).encode())
    assert sheet.entries == (
        SheetEntry("bank 20", None, "", at_entry(1)), SheetEntry("bust", 1_790_021_700.0, "0123456789ab", at_entry(2)),
        SheetEntry("bust", None, "", at_entry(3)),
    )  # fmt: skip
    assert (sheet.begun, sheet.start, sheet.options) == (1_790_021_700.0, "ba9876543210", {})
    assert sheet.where == Message("import.at-game", game=2)


# -- CSV


def test_a_spreadsheet_takes_no_name_for_a_formula() -> None:
    names = ("=1+1", "+1", "-1", "@x", "＝1", "Ada")
    (_, *rows) = csv.reader(io.StringIO("".join(as_csv([Sheet("spartacus", names, {}, (), number=1)])), newline=""))
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
