"""Messages: what is written is read again, and everything else is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hall.results import ADA, BEN, BOARD, RECORD, RESULT, STATE, withdrawn
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.fields import is_plain, seconds_since_1970, shorten, utc
from companion.hall.messages import (
    BoardOnline,
    Confirmed,
    Person,
    as_json,
    parse_json,
    read_board_online,
    read_confirmed,
    read_result,
    read_state,
    version_of,
)
from companion.reader import Reader, Unparsed, Wrong

CONFIRMED = Confirmed(BOARD, RECORD, ((17, 1042, "0123456789abcdef"),))
BOARD_ONLINE = BoardOnline(BOARD, True, "2026-11-22T19:48:10Z")


@pytest.mark.parametrize(
    ("message", "read"),
    [
        (RESULT, read_result),
        (withdrawn(RESULT, 1043), read_result),
        (RESULT._replace(teams=(0, 1), scores=None, ended="agreed", places=(1, 1), begun=None), read_result),
        (STATE, read_state),
        (CONFIRMED, read_confirmed),
        (BOARD_ONLINE, read_board_online),
    ],
)  # fmt: skip
def test_a_message_is_read_as_it_was_written(message: NamedTuple, read: Callable[[Reader], object]) -> None:
    written = json.loads(json.dumps(as_json(message)))
    assert read(Reader(written)) == message
    assert read(Reader({**written, "later": 0.5})) == message
    for name in written:
        if name not in ("v", "every", "ends"):
            without = {other: value for other, value in written.items() if other != name}
            with pytest.raises(Wrong) as wrong:
                read(Reader(without))
            assert wrong.value.field == name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("record", "A" * 32), ("record", "a" * 31), ("game", 0), ("game", 2**31), ("game", True), ("game", 1.0),
        ("revision", 0), ("revision", 2**53), ("state", "other"), ("kind", "Big"), ("kind", "-a"), ("kind", "a" * 33),
        ("title", ""), ("title", " a"), ("title", "a" * 41), ("title", "a\u202eb"), ("title", "a\nb"), ("players", []),
        ("players", [ADA._asdict()] * 2), ("players", [ADA._asdict(), {"person": "2"}]),
        ("players", [Person(f"{seat:016x}", None)._asdict() for seat in range(13)]), ("teams", [0]), ("teams", [0, 12]),
        ("places", None), ("places", [1]), ("places", [2, 2]), ("places", [1, 3]), ("places", [0, 1]),
        ("scores", [1, 10**9 + 1]), ("scores", [1.0, 2]), ("ended", None), ("ended", "lost"), ("options", []),
        ("options", {"a": None}), ("options", {str(number): 1 for number in range(17)}), ("series", 0),
        ("begun", "2026-11-22 19:15:03"), ("begun", "2026-13-22T19:15:03Z"), ("finished", 5),
        ("clock", 1), ("seconds", -1),
        ("entries", None), ("digest", "9ac41e2"), ("digest", "9AC41E23"),
    ],
)  # fmt: skip
def test_a_result_with_another_value_is_refused_with_its_place(name: str, value: object) -> None:
    with pytest.raises(Wrong) as wrong:
        read_result(Reader({**as_json(RESULT), name: value}))
    assert wrong.value.path[0] == name or (name == "options" and wrong.value.path == ())


@pytest.mark.parametrize("name", ["places", "ended"])
def test_a_result_that_was_taken_back_has_no_end(name: str) -> None:
    message = {**as_json(withdrawn(RESULT, 1043)), name: as_json(RESULT)[name]}
    with pytest.raises(Wrong):
        read_result(Reader(message))


def test_the_hash_is_of_what_happened_and_of_nothing_else() -> None:
    named = RESULT._replace(players=(Person(ADA.person, None), BEN), title="x", options={}, clock=False, seconds=None)
    assert named.hash == RESULT.hash
    facts = [
        {"record": "b" * 32}, {"game": 18}, {"revision": 1}, {"kind": "skat"}, {"players": (BEN, ADA)},
        {"teams": (0, 1)}, {"places": (2, 1)}, {"scores": (12, 8)}, {"ended": "agreed"}, {"entries": 43},
        {"digest": "0" * 12},
    ]  # fmt: skip
    assert len({RESULT.hash, *[RESULT._replace(**fact).hash for fact in facts]}) == len(facts) + 1  # type: ignore[arg-type]


@pytest.mark.parametrize("payload", [b"\xff", b"{", b"NaN", b'{"a":' * 9 + b"1" + b"}" * 9, b"[" * 5000, b"1" * 5000])
def test_what_is_no_json_is_refused(payload: bytes) -> None:
    with pytest.raises(Unparsed):
        parse_json(payload)


def test_json_may_nest_eight_levels_deep() -> None:
    assert parse_json(b"[" * 8 + b"]" * 8)


@given(st.binary() | st.text().map(str.encode))
def test_no_payload_makes_trouble_of_another_kind(payload: bytes) -> None:
    try:
        message = Reader(parse_json(payload))
        for read in (read_result, read_state, read_confirmed, read_board_online):
            read(message)
    except (Unparsed, Wrong):
        pass


def test_a_message_says_its_version() -> None:
    assert version_of(Reader({"v": 2})) == 2
    values: tuple[object, ...] = ({}, {"v": "1"}, {"v": 0}, [])
    for value in values:
        with pytest.raises(Wrong):
            version_of(Reader(value))


def test_times_are_in_utc() -> None:
    assert utc(0) == "1970-01-01T00:00:00Z"
    assert seconds_since_1970("2026-11-22T19:48:10Z") == 1795376890
    assert utc(1795376890) == "2026-11-22T19:48:10Z"
    assert utc(1e18) is None


def test_texts_are_made_fit_for_a_message() -> None:
    assert shorten("Skat", 4) == "Skat"
    assert shorten("Doppelkopf", 4) == "Dop…"
    assert shorten(" a\nb\u202e ", 9) == "ab"
    assert shorten("\n", 9) is None
    assert not is_plain("", 9)
